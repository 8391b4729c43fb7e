"""Which values may share the memory of a buffer: views of it, and what control hands it on to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import reduce
from typing import TypeVar

from bufferize.dialects.memref import ExtractAlignedPointerAsIndexOp
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
    strong_components,
)

_T = TypeVar("_T")


class Mixed:
    """What an operation makes of all its operands alike, of which nothing else is known.

    It stands between them and what each may become, so that not all pairs of these are kept.
    """


Node = Value | Mixed
_WITHOUT_MEMORY = (IntegerType, IndexType, FloatType, ComplexType, VectorType, NoneType)


def may_have_memory(type: Type) -> bool:
    """Whether a value of `type` may be a buffer, or stand for one as a tensor does."""
    return not isinstance(type, _WITHOUT_MEMORY)


class BufferFlow:
    """Where the buffers in an operation may go from value to value.

    A value flows to its views, to the arguments and results that control hands it on to, and to
    everything that an operation of which nothing else is known makes of it. What an operation
    allocates is new, unless it may be what the operation frees; so are the values in `new`.
    """

    def __init__(self, root: Operation, new: Collection[Value] = ()) -> None:
        self._new = new
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
        self.addressed: set[Value] = set()
        """Values whose addresses are numbers somewhere, by which any operation may find them."""
        self._targets: dict[Node, list[Node]] = {}
        for op in root.walk():
            operands = [use for use in op.op_operands if may_have_memory(use.value.type)]
            if operands:
                self._visit(op, operands)
        self._components = strong_components(self._targets, self.targets)
        self._number = {
            node: number for number, nodes in enumerate(self._components) for node in nodes
        }

    def targets(self, node: Node) -> Sequence[Node]:
        """What `node` flows to at once."""
        return self._targets.get(node, ())

    def sources(self) -> dict[Node, list[Node]]:
        """What flows to each node at once."""
        found: dict[Node, list[Node]] = {}
        for node, targets in self._targets.items():
            for target in targets:
                found.setdefault(target, []).append(node)
        return found

    def rank(self, node: Node) -> int:
        """A number that is lower than those of what `node` flows to and what does not flow back."""
        return -self._number.get(node, -1)

    def aliases(self, value: Value) -> set[Value]:
        """`value` and all that it may flow to."""
        found: set[Node] = {value}
        work: list[Node] = [value]
        while work:
            for target in self.targets(work.pop()):
                if target not in found:
                    found.add(target)
                    work.append(target)
        return {node for node in found if isinstance(node, Value)}

    def summary(
        self, of: Callable[[Value], _T], join: Callable[[_T, _T], _T]
    ) -> Callable[[Node], _T]:
        """For each node, `of` the value and of all that it may flow to, joined.

        `join` is associative, and it does not matter what is joined twice. All values together take
        as many steps as there are values and ways between them.
        """
        found: list[_T] = []
        for number, nodes in enumerate(self._components):
            parts = [of(node) for node in nodes if isinstance(node, Value)]
            for node in nodes:
                targets = map(self._number.__getitem__, self.targets(node))
                parts += [found[other] for other in targets if other != number]
            found.append(reduce(join, parts))

        def answer(node: Node) -> _T:
            number = self._number.get(node)
            if number is not None:
                return found[number]
            assert isinstance(node, Value)
            return of(node)

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
        if isinstance(op, ExtractAlignedPointerAsIndexOp):
            self.addressed.update(op.operands)
        fresh: set[Value | None] = set()
        if isinstance(op, MemoryEffectsOpInterface):
            effects = op.effects()
            if not any(effect.kind is EffectKind.FREE for effect in effects):
                fresh = {e.value for e in effects if e.kind is EffectKind.ALLOCATE}
        results = [r for r in op.results if r not in fresh and r not in self._new]
        self._add_unknown(operands, [*results, *_entry_arguments(op)])

    def _hand_on(self, uses: Sequence[OpOperand], targets: Sequence[Value]) -> None:
        for use, target in zip(uses, targets, strict=False):
            self._add(use.value, target)
            if may_have_memory(target.type):
                self.handed.setdefault(target, []).append(use)

    def _add_unknown(self, operands: list[OpOperand], targets: Sequence[Value]) -> None:
        targets = [target for target in targets if may_have_memory(target.type)]
        if not operands or not targets:
            return
        sources: list[Node] = [use.value for use in operands]
        if len(sources) > 1 and len(targets) > 1:
            mixed = Mixed()
            for source in sources:
                self._targets.setdefault(source, []).append(mixed)
            sources = [mixed]
        for source in sources:
            self._targets.setdefault(source, []).extend(targets)

    def _add(self, value: Value, target: Value) -> None:
        if may_have_memory(target.type):
            self._targets.setdefault(value, []).append(target)


def _entry_arguments(op: Operation) -> list[BlockArgument]:
    return [a for region in op.regions if region.blocks for a in region.blocks[0].arguments]
