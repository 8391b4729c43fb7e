"""Ready-made models of operations on parts of tensors: slices, and what iterations contribute."""

from __future__ import annotations

from typing import TypeVar

from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects.strided import subview_type
from bufferize.driver.bufferizable import BufferizableOpInterface
from bufferize.driver.building import static_part
from bufferize.driver.rewriter import BufferizationRewriter
from bufferize.driver.state import BufferizationState
from bufferize.interfaces import (
    AliasingValue,
    HyperrectangularSlice,
    InParallelOpInterface,
    ParallelCombiningOpInterface,
    SubsetExtractionOpInterface,
    SubsetInsertionOpInterface,
    is_always_less,
    is_tensor_like,
    linear_form,
)
from bufferize.ir import (
    InsertionPoint,
    IsTerminator,
    MemRefType,
    Operation,
    OpOperand,
    RankedTensorType,
    Type,
    Value,
)
from bufferize.models.presets import NoMemoryAccess
from bufferize.record import Decision, Reason

ExtractionT = TypeVar("ExtractionT", bound=SubsetExtractionOpInterface)
ContributionT = TypeVar("ContributionT", bound=ParallelCombiningOpInterface)


class SliceOf(NoMemoryAccess[ExtractionT]):
    """The operation becomes a `memref.subview`: its `accessed_slice`, of the result's rank."""

    def is_writable(self, op: ExtractionT, value: Value, state: AnalysisState) -> bool:
        """Not where what is written to one element may show in another one.

        The reference overlooks it. A slice that is only read does not keep others from writing to
        its source.
        """
        return not _may_overlap_itself(_slice_of(op)) or not _may_be_written(value, state)

    def bufferizes_to_memory_read(
        self, op: ExtractionT, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return operand is not op.source_operand

    def get_aliasing_values(
        self, op: ExtractionT, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return [AliasingValue(op.results[0])] if operand is op.source_operand else []

    def get_buffer_type(self, op: ExtractionT, value: Value, state: BufferizationState) -> Type:
        source, part = state.buffer_type(op.source_operand.value), _slice_of(op)
        type = None
        if isinstance(source, MemRefType):
            offsets, sizes, strides = map(static_part, (part.offsets, part.sizes, part.strides))
            type = subview_type(source, offsets, sizes, strides, _shape_of(value))
        if type is None:
            message = f"'{op.name}' op needs a buffer with strides, but its type is '{source}'"
            raise DiagnosticError(error(message, op.location.position()))
        return type

    def bufferize(self, op: ExtractionT, rewriter: BufferizationRewriter) -> None:
        buffer, part = rewriter.buffer(op.source_operand.value), _slice_of(op)
        parts = (part.offsets, part.sizes, part.strides)
        rewriter.replace(op, [rewriter.subview(buffer, *parts, _shape_of(op.results[0]))])


def _slice_of(op: SubsetExtractionOpInterface) -> HyperrectangularSlice:
    """The part that `op` extracts. Raises DiagnosticError where that is no slice."""
    part = op.accessed_slice()
    if part is None:
        message = f"'{op.name}' op does not state the slice that it extracts"
        raise DiagnosticError(error(message, op.location.position()))
    return part


def _shape_of(value: Value) -> tuple[int, ...]:
    assert isinstance(value.type, RankedTensorType)
    return value.type.shape


def _may_overlap_itself(part: HyperrectangularSlice) -> bool:
    """Whether two elements may be one, by a stride of 0."""
    return not all(
        _is_less(0, stride) or _is_less(stride, 0) or _is_less(size, 2)
        for size, stride in zip(part.sizes, part.strides, strict=True)
    )


def _is_less(a: int | Value, b: int | Value) -> bool:
    return is_always_less(linear_form(a), linear_form(b), lambda _: False)


def _may_be_written(value: Value, state: AnalysisState) -> bool:
    """Whether `value`, or what shares its buffer because of it, may be written to."""
    seen = {value}
    work = [value]
    while work:
        for use in work.pop().uses:
            if state.bufferizes_to_memory_write(use):
                return True
            aliases = {alias.value for alias in state.get_aliasing_values(use)}
            if not aliases and use.owner.has_trait(IsTerminator):
                return True  # passed on to a caller, another block, or the next iteration of a loop
            work += aliases - seen
            seen |= aliases
    return False


class Contribution(BufferizableOpInterface[ContributionT]):
    """What one iteration of a parallel loop does to a tensor that the iterations share.

    It becomes what `contribute` builds, before the in-parallel terminator around it. It is in place
    by its nature: all iterations work on one tensor. What they leave as it is counts as read, so
    that nothing else is written there, which the reference overlooks. Other operands are read.
    """

    @classmethod
    def missing(cls, op_class: type[Operation] | None) -> str:
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
        """Without an analysis, let it read copies of what another contribution may overwrite.

        That one may be done before. With one, what is extracted there has been copied.
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
        """Write to `buffer`, that of the tensor that the iterations share."""
        raise NotImplementedError(f"{type(self).__name__}: contribute is not implemented")


def _before_terminator(op: ParallelCombiningOpInterface) -> InsertionPoint:
    """Before the terminator that a contribution is in. Raises DiagnosticError outside of one."""
    terminator = op.parent_op
    if not isinstance(terminator, InParallelOpInterface):
        message = f"'{op.name}' op is in no terminator of a parallel loop"
        raise DiagnosticError(error(message, op.location.position()))
    return InsertionPoint.before(terminator)


def _may_be_overwritten_before(
    op: ParallelCombiningOpInterface, source: OpOperand, state: AnalysisState
) -> bool:
    """Whether `source` may be in a part that a contribution of the terminator overwrites before.

    It is not if it is the very part that `op` overwrites itself; but a view of that part, which may
    have its elements in another order, is overwritten while it is read.
    """
    assert op.parent is not None
    destinations = {
        operand.value
        for other in op.parent.ops
        if other is not op and isinstance(other, ParallelCombiningOpInterface)
        for operand in other.updated_destinations
    }

    def is_own(value: Value) -> bool:
        return isinstance(op, SubsetInsertionOpInterface) and op.is_equivalent_subset(
            value, lambda a, b: a is b
        )

    found = state.find_values_in_reverse_use_def_chain(
        source, lambda value: is_own(value) or state.value_bufferizes_to_memory_write(value)
    )
    if any(value in destinations and not is_own(value) for value in found):
        return True
    same = state.find_values_in_reverse_use_def_chain(
        source, is_own, follow_equivalent_only=True, follow_same_type_or_casts_only=True
    )
    return any(map(is_own, found)) and not all(map(is_own, same))
