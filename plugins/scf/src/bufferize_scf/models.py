"""The bufferization models of the scf dialect."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.driver import (
    BufferizableOpInterface,
    BufferizationRewriter,
    BufferizationState,
    Model,
    bufferize_arguments,
)
from bufferize.interfaces import (
    AliasingOpOperand,
    AliasingValue,
    HyperrectangularSlice,
    ParallelCombiningOpInterface,
    SubsetExtractionOpInterface,
    SubsetInsertionOpInterface,
    are_equal_integers,
    is_tensor_like,
)
from bufferize.models import (
    BranchesWithResults,
    LoopWithIterArgs,
    NeedsNoRewriting,
    ParallelLoop,
    RegionTerminator,
)
from bufferize.models.loops import (
    carried_aliases,
    carried_sources,
    not_equivalent,
    yield_copy,
    yield_own_buffers,
)
from bufferize_scf.ops_branch import ExecuteRegionOp, IfOp, IndexSwitchOp
from bufferize_scf.ops_forall import ForallOp, InParallelOp
from bufferize_scf.ops_loop import ConditionOp, ForOp, WhileOp, YieldOp


class ConditionModel(RegionTerminator[ConditionOp]):
    """Model of scf.condition, which passes buffers to the "after" region."""

    def get_aliasing_values(
        self, op: ConditionOp, operand: ir.OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return []

    def bufferize(self, op: ConditionOp, rewriter: BufferizationRewriter) -> None:
        loop = op.parent_op
        assert isinstance(loop, WhileOp)
        condition, *passed = op.operands
        buffers = rewriter.buffers_like(passed, loop.after.entry.arguments)
        rewriter.recreate(op, [condition, *buffers])
        rewriter.erase_op(op)


class WhileModel(BufferizableOpInterface[WhileOp]):
    """Model of scf.while, which carries buffers through its "before" and "after" regions.

    A tensor counts as written if the first region may write to it, or passes it on to the second
    region, which may. If that region may write, but to something else, it is passed a copy.
    """

    def bufferizes_to_memory_write(
        self, op: WhileOp, operand: ir.OpOperand, state: AnalysisState
    ) -> bool:
        if not _is_carried(op, operand.index):
            return True
        before, after = (region.entry.arguments[operand.index] for region in op.regions)
        return state.is_forwarded_written(before) or (
            state.is_forwarded_written(after) and _is_passed_on(op, before, state)
        )

    def result_bufferizes_to_memory_write(
        self, op: WhileOp, result: ir.OpResult, state: AnalysisState
    ) -> bool:
        return True

    def get_aliasing_values(
        self, op: WhileOp, operand: ir.OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        index = operand.index
        if not _is_carried(op, index):
            return []
        equivalent = all(index in _equivalent(*pair, state, [index]) for pair in _carried(op))
        result, argument = op.results[index], op.before.entry.arguments[index]
        aliases = carried_aliases(operand, result, argument, equivalent, state)
        comes_from = op.condition_op.operand(1 + index).parent_op
        if not _is_passed_as_copy(op, operand, state) and op.is_ancestor_of(comes_from):
            return aliases
        return [alias for alias in aliases if alias.value is not result]

    def get_aliasing_op_operands(
        self, op: WhileOp, value: ir.Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        assert isinstance(value, ir.BlockArgument | ir.OpResult)
        index = value.index
        if not _is_carried(op, index):
            return []
        init, passed = op.op_operands[index], op.condition_op.op_operands[1 + index]
        yielded = op.yield_op.op_operands[index]
        before, after = (region.entry.arguments[index] for region in op.regions)
        if not _is_passed_as_copy(op, init, state):
            return carried_sources(value, init, [(passed, before), (yielded, after)], state)
        # What is passed to the second region, which writes to it, is a copy.
        return carried_sources(value, init, [(yielded, before)], state) if value is before else []

    def is_writable(self, op: WhileOp, value: ir.Value, state: AnalysisState) -> bool:
        # Either the initial value was copied, or it is used in place and so writable itself.
        return True

    def resolve_conflicts(
        self, op: WhileOp, rewriter: BufferizationRewriter, state: AnalysisState
    ) -> None:
        super().resolve_conflicts(op, rewriter, state)
        if rewriter.options.copy_before_write or not state.writes_in_place:
            return
        # In the analysis, a result whose buffer the loop may write to aliases only its initial value.
        # So the "before" region must pass on that buffer, or a copy.
        same = _equivalent(*_carried(op)[0], state)
        for operand in op.condition_op.op_operands[1:]:
            index, is_forwarded = operand.index - 1, state.is_forwarded(operand)
            if is_forwarded:
                same.add(index)
            elif is_tensor_like(operand.value.type) and (
                index not in same or is_forwarded is not None
            ):
                same.discard(index)
                yield_copy(operand, rewriter)
        # The "before" region may write to all that the other region yields, also to these copies.
        arguments = op.after.entry.arguments
        copies = [argument for i, argument in enumerate(arguments) if i not in same]
        own = {o: (*arguments[o.index : o.index + 1], *copies) for o in op.yielded_operands}
        yield_own_buffers(own, rewriter, state)

    def get_buffer_type(self, op: WhileOp, value: ir.Value, state: BufferizationState) -> ir.Type:
        assert isinstance(value, ir.BlockArgument | ir.OpResult)
        if isinstance(value, ir.BlockArgument) and value.owner is op.before.entry:
            index = value.index
            return state.carried_buffer_type(
                op, value, op.operand(index), op.yield_op.operand(index)
            )
        return state.buffer_type(op.condition_op.operand(1 + value.index))

    def bufferize(self, op: WhileOp, rewriter: BufferizationRewriter) -> None:
        before, after = op.before.entry, op.after.entry
        inits = rewriter.buffers_like(op.operands, before.arguments)
        types = [rewriter.buffer_type(argument) for argument in after.arguments]
        bufferize_arguments(before, [init.type for init in inits], rewriter)
        bufferize_arguments(after, types, rewriter)
        rewriter.replace(op, rewriter.recreate(op, inits, types).results)

    def verify_analysis(self, op: WhileOp, state: AnalysisState) -> None:
        if state.allows_allocs_from_loops:
            return
        ends = ((op.condition_op, "Condition arg"), (op.yield_op, "Yield operand"))
        for (arguments, values), (terminator, what) in zip(_carried(op), ends, strict=True):
            same = _equivalent(arguments, values, state)
            for i, value in enumerate(values):
                if is_tensor_like(value.type) and i not in same:
                    raise not_equivalent(terminator, f"{what} #{i}")


def _is_carried(op: WhileOp, index: int) -> bool:
    """Return whether value number `index` has one type before, in and after the loop."""
    return (
        index < min(len(op.op_operands), len(op.results))
        and op.op_operands[index].value.type == op.results[index].type
    )


def _is_passed_on(op: WhileOp, argument: ir.BlockArgument, state: AnalysisState) -> bool:
    """Return whether the first region may pass on an argument as the value with the same number."""
    passed = op.condition_op.operand(1 + argument.index)
    return any(value is passed for value in state.forwarded_values(argument))


def _is_passed_as_copy(op: WhileOp, init: ir.OpOperand, state: AnalysisState) -> bool:
    """Return whether the second region, which writes to it, is passed a copy instead of `init`."""
    after = op.after.entry.arguments[init.index]
    return not state.bufferizes_to_memory_write(init) and state.is_forwarded_written(after)


_Pair = tuple[list[ir.BlockArgument], Sequence[ir.Value]]


def _carried(op: WhileOp) -> tuple[_Pair, _Pair]:
    """Return the arguments of each region, and the operands that it passes to the other or to
    results.
    """
    before, after = op.before.entry, op.after.entry
    passed = op.condition_op.operands[1:]  # the first is the condition itself
    return (before.arguments, passed), (after.arguments, op.yield_op.operands)


def _equivalent(
    arguments: list[ir.BlockArgument],
    values: Sequence[ir.Value],
    state: AnalysisState,
    positions: Sequence[int] | None = None,
) -> set[int]:
    """Return the positions where a tensor argument and the passed tensor are the same buffer."""
    count = min(len(arguments), len(values))
    return {
        i
        for i in (range(count) if positions is None else positions)
        if i < count
        and is_tensor_like(arguments[i].type)
        and is_tensor_like(values[i].type)
        and state.are_equivalent_buffer_values(arguments[i], values[i])
    }


class ExecuteRegionModel(BranchesWithResults[ExecuteRegionOp]):
    """Model of scf.execute_region, which yields buffers; a single scf.yield is supported."""

    supports_unstructured_control_flow = True
    terminator = "scf.yield"


class ForModel(LoopWithIterArgs[ForOp]):
    """Model of scf.for, which carries buffers from one iteration to the next."""


class ForallModel(ParallelLoop[ForallOp]):
    """Model of scf.forall: takes the buffers of its shared outputs, and has no results."""

    def is_not_conflicting(
        self, op: ForallOp, read: ir.OpOperand, write: ir.OpOperand, state: AnalysisState
    ) -> bool:
        """Return whether the iterations change nothing where they write to what is read.

        So it is if nothing else uses the output, and each contributes its own part as it was before
        the loop, or all contribute the same subset of the output as it was to a part that is this
        subset or has no element in common with it:

        ```mlir
        %r = scf.forall (%k) in (8) shared_outs(%o = %t) -> (tensor<8xf32>) {
          %a = tensor.extract_slice %t[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
          scf.forall.in_parallel {
            tensor.parallel_insert_slice %a into %o[%k] [1] [1] : tensor<1xf32> into tensor<8xf32>
          }
        }
        // expect: is_not_conflicting(%a, %t) = true
        ```
        """
        output = op.tied_region_iter_arg(write) if write.owner is op else None
        insertion = None if output is None else _only_contribution(output)
        if insertion is None:
            return False
        extraction = insertion.source_operand.value.defining_op
        if not isinstance(extraction, SubsetExtractionOpInterface):
            return False
        source, before = extraction.source_operand.value, write.value
        if insertion.is_equivalent_subset(
            extraction.results[0], lambda *_: source is output or source is before
        ):
            return True
        part, other = extraction.accessed_slice(), insertion.accessed_slice()
        return (
            source is before
            and extraction in (read.owner, read.value.defining_op)
            and part is not None
            and other is not None
            and _runs_once(op, state)
            and _is_equivalent_or_disjoint(part, other)
            and not any(
                isinstance(value, ir.Value) and op.region.is_ancestor_of(value.parent_region)
                for value in (*part.offsets, *part.sizes, *part.strides)
            )
        )


def _runs_once(op: ir.Operation, state: AnalysisState) -> bool:
    """Return whether it is certain that no loop around `op` repeats it."""
    region = op.parent_region
    if state.enclosing_repetitive_region(region) is not None:
        return False
    while region is not None and len(region.blocks) == 1:
        region = region.parent_region
    return region is None


def _only_contribution(output: ir.Value) -> SubsetInsertionOpInterface | None:
    """Return the only operation that uses a shared output, but for extractions for it alone."""
    users = {use.owner for use in output.uses}
    used = [
        user
        for user in users
        if not isinstance(user, SubsetExtractionOpInterface)
        or any(use.owner not in users for use in user.results[0].uses)
    ]
    (only,) = used if len(used) == 1 else (None,)
    is_contribution = isinstance(only, ParallelCombiningOpInterface)
    return only if is_contribution and isinstance(only, SubsetInsertionOpInterface) else None


def _is_equivalent_or_disjoint(a: HyperrectangularSlice, b: HyperrectangularSlice) -> bool:
    """Return whether two slices of one tensor are known to have all elements in common, or none."""
    parts = [tuple(zip(part.offsets, part.sizes, part.strides, strict=True)) for part in (a, b)]
    return len(parts[0]) == len(parts[1]) and all(
        mine[1] == other[1] == 1 or all(map(are_equal_integers, mine, other))
        for mine, other in zip(*parts, strict=True)
    )


class InParallelModel(NeedsNoRewriting[InParallelOp]):
    """Model of scf.forall.in_parallel: without tensors; its ops are bufferized one by one."""


class IfModel(BranchesWithResults[IfOp]):
    """Model of scf.if, which yields buffers."""

    mismatch = "inconsistent memory space on then/else branches"


class IndexSwitchModel(BranchesWithResults[IndexSwitchOp]):
    """Model of scf.index_switch, which yields buffers. The first region is the default.

    As in MLIR, its result counts as writable whatever is yielded.
    """

    mismatch = "inconsistent memory space on switch cases"


class YieldModel(RegionTerminator[YieldOp]):
    """Model of scf.yield, which yields buffers to its parent."""


MODELS: dict[str, Model] = {
    "scf.condition": ConditionModel(),
    "scf.execute_region": ExecuteRegionModel(),
    "scf.for": ForModel(),
    "scf.forall": ForallModel(),
    "scf.forall.in_parallel": InParallelModel(),
    "scf.if": IfModel(),
    "scf.index_switch": IndexSwitchModel(),
    "scf.while": WhileModel(),
    "scf.yield": YieldModel(),
}
