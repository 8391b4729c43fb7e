"""The graph of how buffers flow between values: which may be the same buffer, or views of it.

All other analyses of buffers are made from this graph: where a buffer comes from (`origins`), which
values may share memory (`sharing`), and where it is used last (`liveness`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property, reduce
from typing import TypeVar

from bufferize import ir
from bufferize.dialects.memref import ExtractAlignedPointerAsIndexOp
from bufferize.interfaces import (
    BranchOpInterface,
    BufferDeallocationOpInterface,
    CallOpInterface,
    EffectKind,
    FunctionOpInterface,
    LoopLikeOpInterface,
    MemoryEffectsOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    ViewLikeOpInterface,
)
from bufferize_buffers.analysis.effects import may_have_memory, stored_by
from bufferize_transforms import strong_components

_T = TypeVar("_T")


class Mixed:
    """A node between the operands and results of an operation that may return any operand.

    It saves an edge for each pair of an operand and a result.
    """


Node = ir.Value | Mixed


class BufferFlow:
    """The graph of how buffers flow from value to value in an operation.

    There is an edge from a buffer to each of its views, to each block argument and result that
    control flow passes it to, and, if nothing more is known of an operation, from each of its
    operands to each of its results and region arguments:

        %view = memref.cast %a : memref<4xf32> to memref<?xf32>   // %a -> %view
        %r = scf.if %c -> (memref<4xf32>) {
          scf.yield %a : memref<4xf32>                            // %a -> %r
        } else {
          scf.yield %b : memref<4xf32>                            // %b -> %r
        }
        %x = call @f(%r) : (memref<4xf32>) -> memref<4xf32>       // %r -> %x

    An allocated buffer has no incoming edge, unless the same operation frees one, which it may then
    return. Nor have the values in `new`.
    """

    def __init__(self, root: ir.Operation, new: Collection[ir.Value] = ()) -> None:
        self._new = new
        self.carried: set[ir.Value] = set()
        """Region arguments that receive values from an earlier iteration or another region."""
        self.stored: set[ir.Value] = set()
        """The buffers that are stored in other buffers, from which any operation may load them."""
        self.returned: set[ir.Value] = set()
        """The values that functions return."""
        self.freed: set[ir.Value] = set()
        """The values that an operation frees."""
        self.passed: dict[ir.Value, list[ir.OpOperand]] = {}
        """The operands that control flow passes to each block argument and result."""
        self.addressed: set[ir.Value] = set()
        """The buffers whose address is taken as a number; any operation may access them."""
        self.next_result: dict[ir.Value, ir.Value] = {}
        """The results of calls and the like, each with its operation's next one, cyclically.

        They may all be the same buffer, even if none of them is an operand:

            %0:2 = call @pair() : () -> (memref<4xf32>, memref<4xf32>)   // return %a, %a
        """
        self._targets: dict[Node, list[Node]] = {}
        for op in root.walk():
            operands = [use for use in op.op_operands if may_have_memory(use.value.type)]
            if operands:
                self._visit(op, operands)
            if isinstance(op, BufferDeallocationOpInterface | CallOpInterface):
                given = [result for result in op.results if may_have_memory(result.type)]
                self.next_result.update(zip(given, [*given[1:], *given[:1]], strict=True))

    @cached_property
    def _components(self) -> list[list[Node]]:
        return strong_components(self._targets, self.targets)

    @cached_property
    def _number(self) -> dict[Node, int]:
        return {node: number for number, nodes in enumerate(self._components) for node in nodes}

    def targets(self, node: Node) -> Sequence[Node]:
        """Return the direct successors of `node`."""
        return self._targets.get(node, ())

    def sources(self) -> dict[Node, list[Node]]:
        """Return the direct predecessors of all nodes that have any."""
        return self._sources

    @cached_property
    def _sources(self) -> dict[Node, list[Node]]:
        found: dict[Node, list[Node]] = {}
        for node, targets in self._targets.items():
            for target in targets:
                found.setdefault(target, []).append(node)
        return found

    def origins(self, buffer: ir.Value, made: Collection[ir.Value]) -> set[Node]:
        """Return those of `made`, and the values of unknown origin, that `buffer` may be a view of."""
        sources = self.sources()
        found: dict[Node, None] = {buffer: None}
        path: list[Node] = [buffer]
        for node in path:  # grows
            if node not in made:
                path += [other for other in sources.get(node, ()) if other not in found]
                found.update(dict.fromkeys(path))
        return {node for node in found if node in made or node not in sources}

    def rank(self, node: Node) -> int:
        """Return a rank below that of all nodes that `node` reaches, unless they reach it."""
        return -self._number.get(node, -1)

    def aliases(self, value: ir.Value) -> set[ir.Value]:
        """Return `value` and all values that it flows to."""
        found: set[Node] = {value}
        work: list[Node] = [value]
        while work:
            for target in self.targets(work.pop()):
                if target not in found:
                    found.add(target)
                    work.append(target)
        return {node for node in found if isinstance(node, ir.Value)}

    def aliases_of_owned(self, value: ir.Value) -> set[ir.Value]:
        """Return all values that may be the buffer that an operation gives its block as `value`: also
        its other results, if it is a call, and their aliases.
        """
        found = self.aliases(value)
        other = self.next_result.get(value, value)
        while other is not value:
            found |= self.aliases(other)
            other = self.next_result[other]
        return found

    def summary(
        self, of: Callable[[ir.Value], _T], join: Callable[[_T, _T], _T]
    ) -> Callable[[Node], _T]:
        """Return a function that joins `of` the values that a node reaches, including itself.

        `join` must be associative, commutative and idempotent. The result is computed for all nodes
        at once, in time linear in the size of the graph.
        """
        found: list[_T] = []
        for number, nodes in enumerate(self._components):
            parts = [of(node) for node in nodes if isinstance(node, ir.Value)]
            for node in nodes:
                targets = map(self._number.__getitem__, self.targets(node))
                parts += [found[other] for other in targets if other != number]
            found.append(reduce(join, parts))

        def answer(node: Node) -> _T:
            number = self._number.get(node)
            if number is not None:
                return found[number]
            assert isinstance(node, ir.Value)
            return of(node)

        return answer

    def _visit(self, op: ir.Operation, operands: list[ir.OpOperand]) -> None:
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
        elif op.next_op is None and (op.has_trait(ir.IsTerminator) or not op.is_registered):
            self._visit_terminator(op, operands)
            self._visit_other(op, operands)
        elif isinstance(op, RegionBranchOpInterface | LoopLikeOpInterface):
            self._visit_region_op(op, operands)
        else:
            self._visit_other(op, operands)

    def _visit_branch(self, op: BranchOpInterface) -> None:
        for index, block in enumerate(op.successors):
            arguments = block.arguments[op.produced_operand_count(index) :]
            self._pass(op.successor_operands(index), arguments)

    def _visit_region_op(self, op: ir.Operation, operands: list[ir.OpOperand]) -> None:
        """Add the edges into an operation with regions, and to its results without entry."""
        reached: set[ir.Value] = set()
        if isinstance(op, RegionBranchOpInterface):
            for successor in op.successor_regions(None):
                uses = op.entry_successor_operands(successor.region)
                self._pass(uses, successor.inputs)
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

    def _visit_terminator(self, op: ir.Operation, operands: list[ir.OpOperand]) -> None:
        holder = op.parent_op
        if holder is None or isinstance(holder, FunctionOpInterface):
            self.returned.update(use.value for use in operands)
        elif isinstance(op, RegionBranchTerminatorOpInterface) and isinstance(
            holder, RegionBranchOpInterface
        ):
            for successor in op.terminator_successor_regions():
                self._pass(op.mutable_successor_operands(successor.region), successor.inputs)
                if successor.region is not None:
                    self.carried.update(successor.inputs)
        else:
            arguments = _entry_arguments(holder)
            self._add_unknown(operands, [*holder.results, *arguments])
            self.carried.update(arguments)

    def _visit_other(self, op: ir.Operation, operands: list[ir.OpOperand]) -> None:
        self.stored.update(value for value, _ in stored_by(op))
        if isinstance(op, ExtractAlignedPointerAsIndexOp):
            self.addressed.update(op.operands)
        fresh: set[ir.Value | None] = set()
        if isinstance(op, MemoryEffectsOpInterface):
            effects = op.effects()
            if not any(effect.kind is EffectKind.FREE for effect in effects):
                fresh = {e.value for e in effects if e.kind is EffectKind.ALLOCATE}
        results = [r for r in op.results if r not in fresh and r not in self._new]
        self._add_unknown(operands, [*results, *_entry_arguments(op)])

    def _pass(self, uses: Sequence[ir.OpOperand], targets: Sequence[ir.Value]) -> None:
        for use, target in zip(uses, targets, strict=False):
            self._add(use.value, target)
            if may_have_memory(target.type):
                self.passed.setdefault(target, []).append(use)

    def _add_unknown(self, operands: list[ir.OpOperand], targets: Sequence[ir.Value]) -> None:
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

    def _add(self, value: ir.Value, target: ir.Value) -> None:
        if may_have_memory(target.type):
            self._targets.setdefault(value, []).append(target)


def _entry_arguments(op: ir.Operation) -> list[ir.BlockArgument]:
    return [a for region in op.regions if region.blocks for a in region.blocks[0].arguments]
