"""Ready-made models of loops, which carry buffers to the next iteration, or share them."""

from __future__ import annotations

__all__ = ["Contribution", "LoopWithIterArgs", "ParallelLoop"]

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping
from itertools import accumulate
from typing import TypeVar

from bufferize import ir
from bufferize.analysis import AnalysisState, TraversalConfig
from bufferize.diagnostics import DiagnosticError, error
from bufferize.driver.boundaries import bufferize_arguments
from bufferize.driver.bufferizable import BufferizableOpInterface
from bufferize.driver.bufferization_state import BufferizationState
from bufferize.driver.rewriter import BufferizationRewriter
from bufferize.interfaces import (
    AliasingOpOperand,
    AliasingValue,
    BufferRelation,
    DestinationStyleOpInterface,
    EmptyTensorOpInterface,
    InParallelOpInterface,
    LoopLikeOpInterface,
    ParallelCombiningOpInterface,
    SubsetInsertionOpInterface,
    is_tensor_like,
)
from bufferize.ir import BlockArgument, DenseArrayAttr, InsertionPoint, OpOperand, OpResult, Value
from bufferize.record import Decision, Reason

ContributionT = TypeVar("ContributionT", bound=ParallelCombiningOpInterface)
LoopT = TypeVar("LoopT", bound=LoopLikeOpInterface)
_SEGMENTS = "operandSegmentSizes"


class LoopWithIterArgs(BufferizableOpInterface[LoopT]):
    """A loop with one region of one block that carries buffers between iterations, as `scf.for`.

    Everything follows from `LoopLikeOpInterface`. A carried tensor counts as written by the loop if
    an operation inside may write to it. Otherwise the argument is one more alias of its initial
    value, and of what is yielded; in MLIR each carried tensor counts as written.
    """

    def bufferizes_to_memory_read(
        self, op: LoopT, operand: OpOperand, state: AnalysisState
    ) -> bool:
        argument = op.tied_region_iter_arg(operand)
        # A loop that does not run yields its initial values.
        return argument is None or op.may_have_no_iterations or state.is_value_read(argument)

    def bufferizes_to_memory_write(
        self, op: LoopT, operand: OpOperand, state: AnalysisState
    ) -> bool:
        argument = op.tied_region_iter_arg(operand)
        return argument is None or state.is_forwarded_written(argument)

    def result_bufferizes_to_memory_write(
        self, op: LoopT, result: OpResult, state: AnalysisState
    ) -> bool:
        return True

    def get_aliasing_values(
        self, op: LoopT, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        result = op.tied_loop_result(operand)
        if result is None:
            return []
        equivalent = _yields_its_own_buffer(op, result, state)
        return carried_aliases(operand, result, op.tied_region_iter_arg(operand), equivalent, state)

    def get_aliasing_op_operands(
        self, op: LoopT, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        assert isinstance(value, BlockArgument | OpResult)
        init = op.tied_init(value)
        argument = None if init is None else op.tied_region_iter_arg(init)
        if init is None or argument is None:
            return []
        yielded = op.tied_yielded_operand(argument)
        assert yielded is not None
        return carried_sources(value, init, [(yielded, argument)], state)

    def is_writable(self, op: LoopT, value: Value, state: AnalysisState) -> bool:
        # Either the initial value was copied, or it is used in place and so writable itself.
        return True

    def resolve_conflicts(
        self, op: LoopT, rewriter: BufferizationRewriter, state: AnalysisState
    ) -> None:
        super().resolve_conflicts(op, rewriter, state)
        arguments = zip(op.yielded_operands, op.region_iter_args, strict=True)
        own = {yielded: (argument,) for yielded, argument in arguments}
        yield_own_buffers(own, rewriter, state)

    def get_buffer_type(self, op: LoopT, value: Value, state: BufferizationState) -> ir.Type:
        assert isinstance(value, BlockArgument | OpResult)
        init = op.tied_init(value)
        if init is None:
            return state.default_buffer_type(value)
        argument, next = _carried(op, init)
        if isinstance(value, OpResult):
            return state.buffer_type(argument)
        return state.carried_buffer_type(op, argument, init.value, next)

    def bufferize(self, op: LoopT, rewriter: BufferizationRewriter) -> None:
        inits = op.init_operands
        passed = rewriter.buffers_like([init.value for init in inits], op.loop_results)
        operands = list(op.operands)
        for init, buffer in zip(inits, passed, strict=True):
            operands[init.index] = buffer
        types = dict(zip(op.region_iter_args, (buffer.type for buffer in passed), strict=True))
        body = op.regions[0].entry
        bufferize_arguments(body, [types.get(a, a.type) for a in body.arguments], rewriter)
        new = rewriter.recreate(op, operands, types.values(), keeps_attributes=True)
        rewriter.replace(op, new.results)

    def verify_analysis(self, op: LoopT, state: AnalysisState) -> None:
        if state.allows_allocs_from_loops:
            return
        for yielded, result in zip(op.yielded_operands, op.loop_results, strict=True):
            if is_tensor_like(result.type) and not _yields_its_own_buffer(op, result, state):
                raise not_equivalent(
                    yielded.owner, f"Yield operand #{yielded.index}", yielded.value
                )


class ParallelLoop(BufferizableOpInterface[LoopT]):
    """A loop whose iterations share its outputs, such as `scf.forall`.

    On buffers it has no outputs and no results. Everything follows from `LoopLikeOpInterface`. The
    terminator has `InParallelOpInterface`, and the operations in it have
    `ParallelCombiningOpInterface`: they are the contributions of an iteration.
    """

    def bufferizes_to_memory_write(
        self, op: LoopT, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return op.tied_loop_result(operand) is not None

    def get_aliasing_values(
        self, op: LoopT, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        result = op.tied_loop_result(operand)
        return [] if result is None else [AliasingValue(result, BufferRelation.EQUIVALENT)]

    def get_aliasing_op_operands(
        self, op: LoopT, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        init = op.tied_init(value) if isinstance(value, OpResult) else None
        return [] if init is None else [AliasingOpOperand(init, BufferRelation.EQUIVALENT)]

    def is_writable(self, op: LoopT, value: Value, state: AnalysisState) -> bool:
        # Either the output was copied, or it is used in place and so writable itself.
        return True

    def get_buffer_type(self, op: LoopT, value: Value, state: BufferizationState) -> ir.Type:
        assert isinstance(value, BlockArgument | OpResult)
        init = op.tied_init(value)
        return state.default_buffer_type(value) if init is None else state.buffer_type(init.value)

    def bufferize(self, op: LoopT, rewriter: BufferizationRewriter) -> None:
        inits = op.init_operands
        buffers = [rewriter.buffer(init.value) for init in inits]
        body = op.regions[0].entry
        arguments = op.region_iter_args
        with rewriter.at(InsertionPoint.at_start(body)):
            for argument, buffer in zip(arguments, buffers, strict=True):
                tensor = rewriter.to_tensor(buffer, argument.type)
                rewriter.replace_all_uses_with(argument, tensor)
        for argument in reversed(arguments):
            body.erase_argument(argument.index)
        others = [operand for operand in op.op_operands if operand not in inits]
        properties = dict(op.properties)
        segments = properties.get(_SEGMENTS)
        if isinstance(segments, DenseArrayAttr):
            properties[_SEGMENTS] = _segments_of(others, segments)
        rewriter.recreate(
            op, [operand.value for operand in others], properties=properties, keeps_attributes=True
        )
        rewriter.replace(op, buffers)


class Contribution(BufferizableOpInterface[ContributionT]):
    """A contribution: how one iteration of a parallel loop updates a shared tensor.

    It becomes the operations that `contribute` builds, before the in-parallel terminator around it.
    It must be in place: all iterations work on one tensor. The tensor counts as read, because the
    other elements must stay as they are; MLIR overlooks this. Other operands are read.
    """

    @classmethod
    def missing(cls, op_class: type[ir.Operation] | None) -> str:
        if cls.bufferize is Contribution.bufferize and cls.contribute is Contribution.contribute:
            return "does not override contribute(), nor bufferize()"
        return super().missing(op_class)

    def must_bufferize_in_place(
        self, op: ContributionT, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return operand in op.updated_destinations

    def bufferizes_to_memory_write(
        self, op: ContributionT, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return operand in op.updated_destinations

    def get_aliasing_values(
        self, op: ContributionT, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return []

    def resolve_conflicts(
        self, op: ContributionT, rewriter: BufferizationRewriter, state: AnalysisState
    ) -> None:
        """Without an analysis, copy the operands that another contribution may overwrite earlier.

        With an analysis, they have been copied where they were extracted.
        """
        destinations = op.updated_destinations
        if all(map(state.is_in_place, destinations)):
            return
        for operand in op.op_operands:
            if operand in destinations or not is_tensor_like(operand.value.type):
                continue
            if _may_be_overwritten_before(op, operand, state):
                with rewriter.at(_before_terminator(op)):
                    cause = Decision(operand, False, Reason.NOT_ANALYZED)
                    copy = rewriter.allocate_tensor(operand.value, cause=cause)
                rewriter.set_operand(operand, copy)

    def bufferize(self, op: ContributionT, rewriter: BufferizationRewriter) -> None:
        with rewriter.at(_before_terminator(op)):
            (destination,) = op.updated_destinations
            self.contribute(op, rewriter.buffer(destination.value), rewriter)
        rewriter.erase_op(op)

    def contribute(self, op: ContributionT, buffer: Value, rewriter: BufferizationRewriter) -> None:
        """Write to `buffer`, which the iterations share."""
        raise NotImplementedError(f"{type(self).__name__}: contribute is not implemented")


def _before_terminator(op: ParallelCombiningOpInterface) -> InsertionPoint:
    """Return the point before the terminator around `op`. Raises DiagnosticError if there is none."""
    terminator = op.parent_op
    if not isinstance(terminator, InParallelOpInterface):
        message = f"'{op.name}' op is in no terminator of a parallel loop"
        raise DiagnosticError(error(message, op.location.position()))
    return InsertionPoint.before(terminator)


def _may_be_overwritten_before(
    op: ParallelCombiningOpInterface, source: OpOperand, state: AnalysisState
) -> bool:
    """Return whether a contribution of the terminator may overwrite `source` before it is read.

    This is not so if `source` is the very subset that `op` overwrites, and `op` alone contributes to
    that tensor. Other views, such as one with the elements in another order, are overwritten while
    they are read.
    """
    assert op.parent is not None
    combining = [o for o in op.parent.ops if isinstance(o, ParallelCombiningOpInterface)]
    destinations = [operand.value for o in combining for operand in o.updated_destinations]

    def is_end(value: Value) -> bool:
        sources = [alias.operand for alias in state.get_aliasing_op_operands(value)]
        return value in destinations or not any(map(state.is_in_place, sources))

    found = state.find_values_in_reverse_use_def_chain(source, is_end)
    overwritten = [value for value in found if value in destinations]
    if not overwritten:
        return False

    def is_own(value: Value) -> bool:
        return isinstance(op, SubsetInsertionOpInterface) and op.is_equivalent_subset(
            value, lambda a, b: a is b
        )

    same = state.find_values_in_reverse_use_def_chain(
        source,
        is_own,
        TraversalConfig(follow_equivalent_only=True, follow_same_type_or_casts_only=True),
    )
    return any(destinations.count(value) > 1 for value in overwritten) or not all(map(is_own, same))


def _segments_of(operands: Iterable[OpOperand], segments: DenseArrayAttr) -> DenseArrayAttr:
    """Return the number of `operands` in each of the segments of an operation."""
    ends = list(accumulate(segments.values))
    sizes = [0] * len(ends)
    for operand in operands:
        sizes[bisect_right(ends, operand.index)] += 1
    return ir.dense_i32(sizes)


def _yields_its_own_buffer(op: LoopLikeOpInterface, result: OpResult, state: AnalysisState) -> bool:
    """Return whether each iteration yields the buffer it was given: then it is the result's."""
    init = op.tied_init(result)
    assert init is not None
    return state.are_equivalent_buffer_values(*_carried(op, init))


def _carried(op: LoopLikeOpInterface, init: OpOperand) -> tuple[BlockArgument, Value]:
    """Return the argument that is `init` in the first iteration, and its next value."""
    argument = op.tied_region_iter_arg(init)
    assert argument is not None
    yielded = op.tied_yielded_operand(argument)
    assert yielded is not None
    return argument, yielded.value


def carried_aliases(
    init: OpOperand,
    result: OpResult,
    argument: BlockArgument | None,
    is_equivalent: bool,
    state: AnalysisState,
) -> list[AliasingValue]:
    """Return the aliases of an initial value: the result, and the argument if it is not written."""
    relation = BufferRelation.EQUIVALENT if is_equivalent else BufferRelation.UNKNOWN
    aliases = [AliasingValue(result, relation, is_equivalent)]
    if argument is not None and not state.bufferizes_to_memory_write(init):
        aliases.append(AliasingValue(argument, BufferRelation.UNKNOWN, False))
    return aliases


def carried_sources(
    value: Value, init: OpOperand, passed: Iterable[tuple[OpOperand, Value]], state: AnalysisState
) -> list[AliasingOpOperand]:
    """Return the operands that a carried `value` may alias: `init`, and others if it is not written.

    `passed` are the operands of terminators that carry it, each with the argument of the region: an
    operand that is this argument passes on the same buffer.
    """
    sources = [
        AliasingOpOperand(init, alias.relation, alias.is_definite)
        for alias in state.get_aliasing_values(init)
        if alias.value is value
    ]
    if state.bufferizes_to_memory_write(init):
        return sources
    others = (operand for operand, argument in passed if operand.value is not argument)
    return [
        *(sources or [AliasingOpOperand(init, BufferRelation.UNKNOWN, False)]),
        *(AliasingOpOperand(operand, BufferRelation.EQUIVALENT, False) for operand in others),
    ]


def yield_copy(
    operand: OpOperand, rewriter: BufferizationRewriter, root: Value | None = None
) -> None:
    """Copy an operand of the terminator of a loop's body, so that the loop yields the copy.

    `root` is the tensor from outside of the loop that would be yielded otherwise, if there is one.
    """
    with rewriter.at(InsertionPoint.before(operand.owner)):
        copy = rewriter.allocate_tensor(
            operand.value,
            cause=Decision(operand, False, Reason.LOOP, root=root),
            location=operand.owner.location,
        )
    rewriter.set_operand(operand, copy)


def yield_own_buffers(
    operands: Mapping[OpOperand, Collection[BlockArgument]],
    rewriter: BufferizationRewriter,
    state: AnalysisState,
) -> None:
    """Let the terminator of a loop's body yield copies of values whose buffers it must not yield.

    `operands` are those of the terminator, each with the arguments of the body whose buffers it may
    yield. The next iteration may write to what it is given. So that must not be a buffer from outside
    of the loop, a non-writable one, or (which MLIR overlooks) one buffer in two places. If aliases
    are unknown, only buffers that are known to be arguments are yielded; if everything that is
    written is copied first, any buffer may be.
    """
    if rewriter.options.copy_before_write or not state.writes_in_place:
        return
    yielded: dict[Value, Value] = {}
    for operand, own in operands.items():
        is_forwarded = state.is_forwarded(operand)
        if not is_tensor_like(operand.value.type) or is_forwarded:
            continue
        buffer = state.alias_representative(operand.value)
        if buffer is None:
            same = (a for a in own if state.are_equivalent_buffer_values(a, operand.value))
            buffer = next(same, None)
            foreign = None if buffer is None else yielded.get(buffer)
        else:
            foreign = yielded.get(buffer) or _foreign_alias(operand, own, state)
        if buffer is None or foreign is not None or is_forwarded is False:
            yield_copy(operand, rewriter, foreign)
        else:
            yielded[buffer] = operand.value


def _foreign_alias(
    operand: OpOperand, own: Collection[BlockArgument], state: AnalysisState
) -> Value | None:
    """Return a value that `operand` may share memory with and that is from outside the iteration.

    It is defined outside of the body, is an argument other than `own`, or is not writable.
    """
    body = operand.owner.parent_region
    assert body is not None
    for alias in state.alias_set(operand.value):
        if alias in own:
            continue
        region = alias.parent_region
        if isinstance(alias, BlockArgument):
            if region is None or not body.is_proper_ancestor_of(region):
                return alias
        elif not body.is_ancestor_of(region):
            return alias
        if not state.is_writable(alias) and not _is_of_unknown_op(alias, state):
            return alias
    return None


def _is_of_unknown_op(value: Value, state: AnalysisState) -> bool:
    """Return whether `value` is the result of an operation without a model.

    It stays an operation on tensors. Its result is treated as a separate tensor, whose buffer is the
    result of `bufferization.to_buffer`, which may be written to.
    """
    op = value.defining_op
    return op is not None and state.context.model(op.name) is None


def not_equivalent(end: ir.Operation, operand: str, value: Value | None = None) -> DiagnosticError:
    """Return the error that a loop yields another buffer than it was given.

    If the yielded `value` is computed into an empty tensor, the error names the pass that helps.
    """
    destination = value
    while (
        isinstance(destination, OpResult)
        and isinstance(op := destination.owner, DestinationStyleOpInterface)
        and op.parent is end.parent
    ):
        destination = op.tied_operand(destination).value
    way = "write into the carried tensor"
    if destination and isinstance(destination.defining_op, EmptyTensorOpInterface):
        way += ", as `--loop-iter-arg-destination-folding` makes loops do"
    return DiagnosticError(
        error(f"{operand} is not equivalent to the corresponding iter bbArg", end).note(
            f"{way}, let `--scf-loop-bufferization-preprocessing` copy into it, or set "
            "allow-return-allocs-from-loops to let the loop yield new buffers"
        )
    )
