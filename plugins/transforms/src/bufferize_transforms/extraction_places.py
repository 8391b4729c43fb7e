"""Places where the slice that an insertion writes can be extracted beforehand.

Writes to the extracted slice, instead of to a new tensor, must not be visible if the insertion is not
executed after all; nor may a change of a buffer be visible too early.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, takewhile

from bufferize import ir
from bufferize.analysis import OneShotAnalysisState
from bufferize.dialects.bufferization import MaterializeInDestinationOp, ToTensorOp
from bufferize.dialects.strided import rank_reduction_mask
from bufferize.interfaces import (
    BufferRelation,
    CallOpInterface,
    DestinationStyleOpInterface,
    EffectKind,
    EmptyTensorOpInterface,
    InParallelOpInterface,
    ReifyRankedShapedTypeOpInterface,
    SubsetInsertionOpInterface,
    WholeInsertionOpInterface,
    are_equal_integers,
    is_speculatable,
    is_tensor_like,
    memory_effects,
    mix,
)
from bufferize_transforms.endings import Endings, may_be_left_out


class ExtractionPlaces:
    """A finder of places for extractions below `root`."""

    def __init__(self, root: ir.Operation, state: OneShotAnalysisState) -> None:
        self._state = state
        self._dominance = ir.DominanceInfo()
        self._endings = Endings(root, state)
        # They promise that nothing else accesses their buffers. Building an extraction moves the
        # promise to another operation, so it is noted now.
        self._restricted = {
            op
            for op in root.walk()
            if isinstance(op, MaterializeInDestinationOp) and op.restrict is not None
        }

    def find(
        self, insertion: SubsetInsertionOpInterface, use: ir.OpOperand, chain: set[ir.OpOperand]
    ) -> ir.Operation | None:
        """Return the operation before which the slice of `insertion` can be extracted for `use`.

        `chain` are the operands that forward the tensor, from `use` to the insertion's source.
        Definitions of values that the extraction needs are moved before the owner of `use`, or an
        operation around it, if necessary. None if there is no such place.
        """
        user, empty = use.owner, use.value.defining_op
        assert empty is not None
        is_fit = self._test_of_places(insertion, use, chain)
        needed = insertion.values_needed_to_build_subset_extraction
        for place in (empty, *(ir.InsertionPoint.after_value(value).anchor for value in needed)):
            if (
                place is not None
                and self._dominance.dominates(place, user)
                and all(self._dominance.properly_dominates(value, place) for value in needed)
                and is_fit(place)
            ):
                return place
        # Regions such as `scf.forall.in_parallel` take no other operations.
        last = user.parent_op if isinstance(user.parent_op, InParallelOpInterface) else user
        late = self._definitions_to_move(needed, last)
        if late is None or not is_fit(last):
            return None
        for op in late:
            op.move_before(last)
        return last

    def _definitions_to_move(
        self, values: list[ir.Value], anchor: ir.Operation
    ) -> list[ir.Operation] | None:
        """Return the operations to move, in order, so that `values` are defined before `anchor`.

        None if that is not possible, would change the order of memory effects, or might be undefined
        where the program ends in between.
        """
        found: set[ir.Operation] = set()
        work = list(values)
        while work:
            value = work.pop()
            if self._dominance.properly_dominates(value, anchor):
                continue
            op = value.defining_op
            if op is None or op is anchor or op.parent is not anchor.parent:
                return None
            if op in found:
                continue
            if not may_be_left_out(op):
                return None
            if not is_speculatable(op) and self._endings.are_between(anchor, op):
                return None
            found.add(op)
            for inner in op.walk():
                work.extend(value for value in inner.operands if not _is_defined_in(value, op))
        # All of them come before the end of the block.
        return list(islice((op for op in _ops_from(anchor) if op in found), len(found)))

    def _test_of_places(
        self, insertion: SubsetInsertionOpInterface, use: ir.OpOperand, chain: set[ir.OpOperand]
    ) -> Callable[[ir.Operation], bool]:
        """Return a predicate: whether an extraction at an operation is safe."""
        end = insertion.source_operand.owner
        if isinstance(end.parent_op, InParallelOpInterface):
            end = end.parent_op
        block = end.parent
        assert block is not None
        first = block.find_ancestor_op(use.owner)

        def is_followed_by_end(place: ir.Operation) -> bool:
            start = block.find_ancestor_op(place)
            if start is None or not (start is end or start.is_before_in_block(end)):
                return False
            return not self._endings.are_between(start, end)

        # The empty tensor has the extents of the slice always, or at least when it is inserted.
        fits = _has_extents_of_part(insertion, use.value) or (
            is_followed_by_end(use.owner) and self._is_inserted([use], insertion, end, chain)
        )
        alike = [each for each in chain if each.owner.parent is block and _are_alike(each, use)]
        if not fits and not self._is_inserted(alike, insertion, end, chain):
            return lambda place: False
        if not is_tensor_like(insertion.destination_operand.value.type):
            is_executed = all(_is_reached_before(end, block, each.owner) for each in chain)
            if first is None or not is_executed or not self._is_private(use, first, end):
                return lambda place: False
        elif fits and _is_part_within(insertion):
            return lambda place: True
        return is_followed_by_end

    def _is_inserted(
        self,
        operands: list[ir.OpOperand],
        insertion: SubsetInsertionOpInterface,
        end: ir.Operation,
        chain: set[ir.OpOperand],
    ) -> bool:
        """Return whether the results made of one of `operands` are always inserted.

        `end` is `insertion`, or the operation that combines it with other insertions.
        """
        work, seen = list(operands), set(operands)
        while work:
            operand = work.pop()
            if operand is insertion.source_operand:
                return True
            for value in self._always_made_of(operand):
                for other in value.uses:
                    holder = end if other is insertion.source_operand else other.owner
                    if other in chain and other not in seen and holder.parent is value.parent_block:
                        seen.add(other)
                        work.append(other)
        return False

    def _always_made_of(self, operand: ir.OpOperand) -> Iterator[ir.Value]:
        """Return the values that always are the tensor of `operand` or an update of it.

        Always means whenever the owner is executed, so results of branches are excluded.
        """
        owner = operand.owner
        if self._may_reshape(operand):
            return
        for alias in self._state.get_aliasing_values(operand):
            if not isinstance(alias.value, ir.OpResult):
                continue
            if alias.value.owner is owner:
                sources = self._state.get_aliasing_op_operands(alias.value)
                if alias.is_definite and [source.operand for source in sources] == [operand]:
                    yield alias.value
            elif owner.parent_region is not None and not self._state.is_repetitive_region(
                owner.parent_region
            ):
                yield alias.value

    def _may_reshape(self, operand: ir.OpOperand) -> bool:
        """Return whether the owner may forward a tensor of another shape under the same type.

        Calls may; a loop may between iterations.
        """
        type = operand.value.type
        if isinstance(type, ir.TensorType) and type.has_static_shape():
            return False
        return any(map(self._reshapes, operand.owner.walk()))

    def _reshapes(self, op: ir.Operation) -> bool:
        """Return whether `op` may return a tensor with other extents."""
        if isinstance(op, CallOpInterface):
            return any(is_tensor_like(result.type) for result in op.results)
        if not isinstance(op, ReifyRankedShapedTypeOpInterface):
            return False
        return not isinstance(op, DestinationStyleOpInterface) and any(
            alias.relation is BufferRelation.EQUIVALENT
            for operand in op.op_operands
            if is_tensor_like(operand.value.type)
            for alias in self._state.get_aliasing_values(operand)
        )

    def _is_private(self, use: ir.OpOperand, first: ir.Operation, end: ir.Operation) -> bool:
        """Return whether a buffer may get at `first` the contents that it has after `end`.

        That is, no operation in between accesses memory, and values that may alias the value of
        `use` are not used after `end`.
        """
        for op in takewhile(lambda op: op is not end, _ops_from(first)):
            effects = memory_effects(op, self._keeps_to_itself)
            if effects is None or any(e.kind is not EffectKind.ALLOCATE for e in effects):
                return False
        block = end.parent
        assert block is not None
        work, seen = [use], {use}
        while work:
            for value in self._values_sharing(work.pop()):
                for other in value.uses:
                    if not _is_reached_before(end, block, other.owner):
                        return False
                    if other not in seen:
                        seen.add(other)
                        work.append(other)
        return True

    def _keeps_to_itself(self, op: ir.Operation) -> bool:
        return op in self._restricted or (isinstance(op, ToTensorOp) and op.restrict is not None)

    def _values_sharing(self, operand: ir.OpOperand) -> Iterator[ir.Value]:
        """Return the values that may get the buffer of `operand` from its owner."""
        for alias in self._state.get_aliasing_values(operand):
            yield alias.value
        for region in operand.owner.regions:
            for block in region.blocks:
                yield from (a for a in block.arguments if is_tensor_like(a.type))


def _has_extents_of_part(insertion: SubsetInsertionOpInterface, tensor: ir.Value) -> bool:
    """Return whether an empty tensor is known to have the shape of the written slice."""
    part, empty = _extents_of_part(insertion), tensor.defining_op
    if part is None or not isinstance(empty, EmptyTensorOpInterface):
        return False
    if not isinstance(tensor.type, ir.RankedTensorType):
        return False
    extents = mix(tensor.type.shape, empty.dynamic_extents)
    return len(extents) == len(part) and all(map(are_equal_integers, extents, part))


def _extents_of_part(insertion: SubsetInsertionOpInterface) -> list[int | ir.Value] | None:
    """Return the extents of the inserted tensor according to the slice; None if unknown."""
    container, source = insertion.tensor_container.type, insertion.source_operand.value.type
    if isinstance(insertion, WholeInsertionOpInterface):
        extents = container.extents if isinstance(container, ir.ShapedType) else None
        return None if extents is None or ir.DYNAMIC in extents else list(extents)
    part = insertion.accessed_slice()
    if part is None or not isinstance(source, ir.RankedTensorType):
        return None
    sizes = [size if isinstance(size, int) else ir.DYNAMIC for size in part.sizes]
    dropped = rank_reduction_mask(sizes, source.shape)
    if dropped is None:
        return None
    return [size for size, is_dropped in zip(part.sizes, dropped, strict=True) if not is_dropped]


def _are_alike(a: ir.OpOperand, b: ir.OpOperand) -> bool:
    """Return whether two operands have the same shape by their types."""
    type, other = a.value.type, b.value.type
    return isinstance(type, ir.RankedTensorType) and type is other and type.has_static_shape()


def _is_part_within(insertion: SubsetInsertionOpInterface) -> bool:
    """Return whether the slice is known to be in bounds, even if it is not written."""
    if isinstance(insertion, WholeInsertionOpInterface):
        return True
    part, container = insertion.accessed_slice(), insertion.tensor_container.type
    if part is None or not isinstance(container, ir.RankedTensorType):
        return False
    return part.is_within(container.shape)


def _ops_from(first: ir.Operation) -> Iterator[ir.Operation]:
    """Yield `first` and the operations after it in its block."""
    op: ir.Operation | None = first
    while op is not None:
        yield op
        op = op.next_op


def _is_reached_before(end: ir.Operation, block: ir.Block, op: ir.Operation) -> bool:
    """Return whether `op` is or lies in `end`, or an earlier operation of its block."""
    holder = block.find_ancestor_op(op)
    return holder is not None and (holder is end or holder.is_before_in_block(end))


def _is_defined_in(value: ir.Value, op: ir.Operation) -> bool:
    region = value.parent_region
    return region is not None and op.is_ancestor_of(region.parent)
