"""Which values may share the memory of a buffer: views of it, and what control hands it on to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from bufferize.interfaces import (
    BranchOpInterface,
    EffectKind,
    FunctionOpInterface,
    LoopLikeOpInterface,
    MemoryEffectsOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    ViewLikeOpInterface,
)
from bufferize.ir import (
    BlockArgument,
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    IsTerminator,
    NoneType,
    Operation,
    OpOperand,
    ShapedType,
    Type,
    Value,
    VectorType,
)
from bufferize_buffers.components import components

_T = TypeVar("_T")
_WITHOUT_MEMORY = (IntegerType, IndexType, FloatType, ComplexType, VectorType, NoneType)


def may_have_memory(type: Type) -> bool:
    """Whether a value of `type` may be a buffer, or stand for one as a tensor does."""
    return not isinstance(type, _WITHOUT_MEMORY)


class BufferFlow:
    """Where the buffers in an operation may go from value to value.

    A value flows to its views, to the arguments and results that control hands it on to, and to
    everything that an operation of which nothing else is known makes of it. What an operation
    allocates is new, unless it may be what the operation frees.
    """

    def __init__(self, root: Operation) -> None:
        self.carried: set[Value] = set()
        """Arguments of regions that get values from inside of the operation around them."""
        self.kept: set[Value] = set()
        """Values that are stored as elements of buffers, where any operation may find them."""
        self.returned: set[Value] = set()
        """Values that functions return."""
        self.freed: set[Value] = set()
        """Values that an operation frees."""
        self.handed: dict[Value, list[OpOperand]] = {}
        """For block arguments and results the operands that control hands on to them."""
        self._targets: dict[Value, list[Value]] = {}
        for op in root.walk():
            operands = [use for use in op.op_operands if may_have_memory(use.value.type)]
            if operands:
                self._visit(op, operands)
        self._components = components(self._targets, self.targets)
        self._number = {
            value: number for number, values in enumerate(self._components) for value in values
        }

    def targets(self, value: Value) -> Sequence[Value]:
        """The values that `value` flows to at once."""
        return self._targets.get(value, ())

    def rank(self, value: Value) -> int:
        """A number that is lower than those of the values that `value` flows to and that do not flow back."""
        return -self._number.get(value, -1)

    def aliases(self, value: Value) -> set[Value]:
        """`value` and all that it may flow to."""
        found, work = {value}, [value]
        while work:
            for target in self.targets(work.pop()):
                if target not in found:
                    found.add(target)
                    work.append(target)
        return found

    def summary(
        self, of: Callable[[Value], _T], join: Callable[[_T, _T], _T]
    ) -> Callable[[Value], _T]:
        """For each value, `of` it and of all that it may flow to, joined.

        `join` is associative, and it does not matter what is joined twice. All values together take
        as many steps as there are values and ways between them.
        """
        found: list[_T] = []
        for number, values in enumerate(self._components):
            total = of(values[0])
            for value in values:
                total = join(total, of(value))
                for target in self.targets(value):
                    other = self._number[target]
                    if other != number:
                        total = join(total, found[other])
            found.append(total)

        def answer(value: Value) -> _T:
            number = self._number.get(value)
            return of(value) if number is None else found[number]

        return answer

    def _visit(self, op: Operation, operands: list[OpOperand]) -> None:
        if isinstance(op, MemoryEffectsOpInterface):
            self.freed.update(
                effect.value
                for effect in op.effects()
                if effect.kind is EffectKind.FREE and effect.value is not None
            )
        if isinstance(op, ViewLikeOpInterface):
            self._add(op.view_source, op.results[0])
        elif isinstance(op, BranchOpInterface):
            self._visit_branch(op)
        elif op.next_op is None and (op.has_trait(IsTerminator) or not op.is_registered):
            self._visit_terminator(op, operands)
            self._visit_other(op, operands)
        elif isinstance(op, RegionBranchOpInterface | LoopLikeOpInterface):
            self._visit_holder(op, operands)
        else:
            self._visit_other(op, operands)

    def _visit_branch(self, op: BranchOpInterface) -> None:
        for index, block in enumerate(op.successors):
            arguments = block.arguments[op.produced_operand_count(index) :]
            self._hand_on(op.successor_operands(index), arguments)

    def _visit_holder(self, op: Operation, operands: list[OpOperand]) -> None:
        """What goes into an operation whose regions stand for control flow."""
        reached: set[Value] = set()
        if isinstance(op, RegionBranchOpInterface):
            for successor in op.successor_regions(None):
                uses = op.entry_successor_operands(successor.region)
                self._hand_on(uses, successor.inputs)
            for point in (None, *op.regions):
                for successor in op.successor_regions(point):
                    reached.update(successor.inputs)
        if isinstance(op, LoopLikeOpInterface):
            for init in op.init_operands:
                for target in (op.tied_region_iter_arg(init), op.tied_loop_result(init)):
                    if target is not None and target not in reached:
                        self._add(init.value, target)
                        reached.add(target)
        others = [*op.results, *_entry_arguments(op)]
        self._add_unknown(operands, [value for value in others if value not in reached])

    def _visit_terminator(self, op: Operation, operands: list[OpOperand]) -> None:
        holder = op.parent_op
        if holder is None or isinstance(holder, FunctionOpInterface):
            self.returned.update(use.value for use in operands)
        elif isinstance(op, RegionBranchTerminatorOpInterface) and isinstance(
            holder, RegionBranchOpInterface
        ):
            for successor in op.terminator_successor_regions():
                self._hand_on(op.mutable_successor_operands(successor.region), successor.inputs)
                if successor.region is not None:
                    self.carried.update(successor.inputs)
        else:
            arguments = _entry_arguments(holder)
            self._add_unknown(operands, [*holder.results, *arguments])
            self.carried.update(arguments)

    def _visit_other(self, op: Operation, operands: list[OpOperand]) -> None:
        elements = {
            use.value.type.element_type
            for use in operands
            if isinstance(use.value.type, ShapedType)
        }
        self.kept.update(use.value for use in operands if use.value.type in elements)
        fresh: set[Value | None] = set()
        if isinstance(op, MemoryEffectsOpInterface):
            effects = op.effects()
            if not any(effect.kind is EffectKind.FREE for effect in effects):
                fresh = {e.value for e in effects if e.kind is EffectKind.ALLOCATE}
        results = [result for result in op.results if result not in fresh]
        self._add_unknown(operands, [*results, *_entry_arguments(op)])

    def _hand_on(self, uses: Sequence[OpOperand], targets: Sequence[Value]) -> None:
        for use, target in zip(uses, targets, strict=False):
            self._add(use.value, target)
            if may_have_memory(target.type):
                self.handed.setdefault(target, []).append(use)

    def _add_unknown(self, operands: list[OpOperand], targets: Sequence[Value]) -> None:
        targets = [target for target in targets if may_have_memory(target.type)]
        for use in operands if targets else ():
            for target in targets:
                self._add(use.value, target)

    def _add(self, value: Value, target: Value) -> None:
        if may_have_memory(target.type):
            self._targets.setdefault(value, []).append(target)


def _entry_arguments(op: Operation) -> list[BlockArgument]:
    return [a for region in op.regions if region.blocks for a in region.blocks[0].arguments]
