"""Loops that yield a new tensor in each iteration: rewritten to update the carried tensor."""

from __future__ import annotations

from bufferize import ir
from bufferize.analysis import AnalysisOptions, AnalysisState, ModelSource
from bufferize.interfaces import (
    BufferRelation,
    DestinationStyleOpInterface,
    EmptyTensorOpInterface,
    LoopLikeOpInterface,
    ShapedDimOpInterface,
    are_equal_integers,
    constant_int,
    is_tensor_like,
)
from bufferize.ir.process import deep_recursion, no_collection
from bufferize_transforms.endings import may_be_left_out


@no_collection()
@deep_recursion()
def fold_loop_destinations(root: ir.Operation, context: ModelSource, *, verify: bool = True) -> int:
    """Make loops write yielded tensors into the carried tensors; return the number of changes.

    If a loop yields the result of operations in destination-passing style on an empty tensor, the
    first of them gets the carried tensor as destination, provided that it has the same type and
    shape and that its old contents are not read any more. Operations that only compute the yielded
    tensor are moved to the end of the body if that helps. The results stay the same, because an
    empty tensor may have any contents. An empty tensor is an operation with
    `EmptyTensorOpInterface`, a loop one with `LoopLikeOpInterface` and one block.
    """
    if verify:
        ir.require_valid(root)
    folding = _Folding(AnalysisState(AnalysisOptions(), context))
    loops = [op for op in root.walk_post() if isinstance(op, LoopLikeOpInterface)]
    return sum(map(folding.fold, loops))


def yields_carried_shape(
    loop: LoopLikeOpInterface,
    argument: ir.BlockArgument,
    yielded: ir.OpOperand,
    state: AnalysisState,
) -> bool:
    """Return whether `yielded` is known to have the shape of the tensor carried as `argument`.

    So it is if both are static, or if operations in destination-passing style compute it into the
    carried tensor or into an empty one of its shape.
    """
    type = argument.type
    if not isinstance(type, ir.RankedTensorType) or type is not yielded.value.type:
        return False
    if ir.DYNAMIC not in type.shape:
        return True
    return _Folding(state).yields_shape(loop, argument, yielded)


class _Folding:
    def __init__(self, state: AnalysisState) -> None:
        self._state = state
        self._asked: set[ir.OpResult] = set()
        """The results of loops whose destination is being computed."""

    def fold(self, loop: LoopLikeOpInterface) -> int:
        """Fold all tensors that `loop` carries; return how many."""
        regions = loop.loop_regions
        if len(regions) != 1 or len(regions[0].blocks) != 1:
            return 0
        body = regions[0].blocks[0]
        folded: list[ir.BlockArgument] = []
        for argument, yielded in zip(loop.region_iter_args, loop.yielded_operands, strict=False):
            if is_tensor_like(argument.type) and self._fold_carried(
                loop, body, argument, yielded, folded
            ):
                folded.append(argument)
        return len(folded)

    def yields_shape(
        self, loop: LoopLikeOpInterface, argument: ir.BlockArgument, yielded: ir.OpOperand
    ) -> bool:
        """Return whether the destination behind `yielded` has the shape of `argument`."""
        first = self._destinations(yielded)[-1].value
        if first is argument:
            return True
        empty = first.defining_op
        return (
            isinstance(empty, EmptyTensorOpInterface)
            and first.type is argument.type
            and len(loop.loop_regions) == 1
            and self._has_shape_of(empty, argument, loop)
        )

    def _fold_carried(
        self,
        loop: LoopLikeOpInterface,
        body: ir.Block,
        argument: ir.BlockArgument,
        yielded: ir.OpOperand,
        folded: list[ir.BlockArgument],
    ) -> bool:
        """Fold one tensor; accesses of `folded` tensors are not moved behind writes to them."""
        chain = self._destinations(yielded)
        first = chain[-1]
        empty, user = first.value.defining_op, body.find_ancestor_op(first.owner)
        if (
            not isinstance(empty, EmptyTensorOpInterface)
            or first is yielded
            or user is None
            or first.value.type is not argument.type
            or not self._has_shape_of(empty, argument, loop)
        ):
            return False
        makers = [operand.owner for operand in reversed(chain[1:])]
        accesses = self._accesses(argument)
        if not all(self._is_over_before(access, argument, first, user) for access in accesses):
            others = {body.find_ancestor_op(access.owner) for access in accesses}
            if others.intersection([*makers, body.terminator]) or not all(map(_is_movable, makers)):
                return False
            # If two tensors are swapped, the old contents of one are read after the other one
            # has been written.
            before = [access.owner for other in folded for access in self._accesses(other)]
            if any(body.find_ancestor_op(owner) in makers for owner in before):
                return False
            for op in makers:
                op.move_before(body.terminator)
        first.set(argument)
        if not empty.has_uses():
            empty.erase()
        return True

    def _destinations(self, operand: ir.OpOperand) -> list[ir.OpOperand]:
        """Yield `operand` and the destinations behind it, if all are in place."""
        chain = {operand: None}
        source: ir.OpOperand | None = operand
        while source is not None and isinstance(source.value, ir.OpResult):
            source = self._destination(source.value)
            if source in chain:  # an operand of itself, in a graph region
                return [operand]
            if source is not None:
                chain[source] = None
        return list(chain)

    def _destination(self, result: ir.OpResult) -> ir.OpOperand | None:
        """Return the destination operand of `result`."""
        op = result.owner
        if isinstance(op, LoopLikeOpInterface):
            init = op.tied_init(result)
            argument = op.tied_region_iter_arg(init) if init is not None else None
            yielded = op.tied_yielded_operand(argument) if argument is not None else None
            if yielded is None or result in self._asked:
                return None
            self._asked.add(result)
            is_in_place = self._destinations(yielded)[-1].value is argument
            self._asked.remove(result)
            return init if is_in_place else None
        if not isinstance(op, DestinationStyleOpInterface):
            return None
        operand = op.tied_operand(result)
        relations = [
            alias.relation
            for alias in self._state.get_aliasing_values(operand)
            if alias.value is result
        ]
        return operand if relations == [BufferRelation.EQUIVALENT] else None

    def _accesses(self, argument: ir.BlockArgument) -> list[ir.OpOperand]:
        """Return the operands that read or write `argument` or its aliases."""
        state = self._state
        found: dict[ir.OpOperand, None] = {}
        work: list[ir.Value] = [argument]
        while work:
            for use in work.pop().uses:
                if use not in found:
                    found[use] = None
                    work += [alias.value for alias in state.get_aliasing_values(use)]
        reads, writes = state.bufferizes_to_memory_read, state.bufferizes_to_memory_write
        return [use for use in found if reads(use) or writes(use)]

    def _is_over_before(
        self, access: ir.OpOperand, argument: ir.Value, first: ir.OpOperand, user: ir.Operation
    ) -> bool:
        """Return whether `access` is completed before `first`, an operand of `user`, is written.

        Also if each element is read before it is written.
        """
        assert user.parent is not None
        op = user.parent.find_ancestor_op(access.owner)
        if op is not user:
            return op is None or op.is_before_in_block(user)
        model = self._state.model(user)
        return (
            access.owner is user
            and model is not None
            and access.value is argument
            and model.bufferizes_to_element_wise_access(user, self._state, [access, first])
        )

    def _has_shape_of(
        self, empty: EmptyTensorOpInterface, argument: ir.BlockArgument, loop: LoopLikeOpInterface
    ) -> bool:
        """Return whether `empty` has the shape of `argument` in each iteration."""
        type = argument.type
        if not isinstance(type, ir.RankedTensorType):
            return False
        init = loop.tied_init(argument)
        starts = set() if init is None else {o.value for o in self._destinations(init)}
        owners = (value.defining_op for value in starts)
        made = next((op for op in owners if isinstance(op, EmptyTensorOpInterface)), None)
        dimensions = [i for i, extent in enumerate(type.shape) if extent == ir.DYNAMIC]
        for number, (dimension, extent) in enumerate(
            zip(dimensions, empty.dynamic_extents, strict=True)
        ):
            op = extent.defining_op
            if isinstance(op, ShapedDimOpInterface) and constant_int(op.dimension) == dimension:
                if op.shaped_value is argument:
                    continue
                # By induction: the initial tensor has this extent, and each iteration yields it again.
                if op.shaped_value in starts and loop.is_defined_outside_of_loop(extent):
                    continue
            if (
                made is None
                or not loop.is_defined_outside_of_loop(extent)
                or not are_equal_integers(made.dynamic_extents[number], extent)
            ):
                return False
        return True


def _is_movable(op: ir.Operation) -> bool:
    """Return whether `op` can be moved to right before the operation that uses it."""
    return may_be_left_out(op) and len({use.owner for r in op.results for use in r.uses}) == 1
