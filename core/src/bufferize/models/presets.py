"""Ready-made models of common kinds of operations; a dialect's model only states the differences."""

from __future__ import annotations

__all__ = [
    "AllocatesResult", "BecomesBufferOp", "DestinationStyle", "NeedsNoRewriting",
    "NoMemoryAccess", "ReadOnlyOperands", "SliceOf", "ViewOf",
]  # fmt: skip

from typing import ClassVar, TypeVar

from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.define import Operation as DeclaredOp
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects.strided import subview_type
from bufferize.driver.bufferizable import BufferizableOpInterface
from bufferize.driver.bufferization_state import BufferizationState
from bufferize.driver.building import static_part
from bufferize.driver.rewriter import BufferizationRewriter
from bufferize.interfaces import (
    AliasingOpOperand,
    AliasingValue,
    BufferRelation,
    DestinationStyleOpInterface,
    HyperrectangularSlice,
    OpT,
    SubsetExtractionOpInterface,
    is_always_less,
    is_tensor_like,
    linear_form,
)
from bufferize.ir import Operation, OpOperand, OpResult, Value

ExtractionT = TypeVar("ExtractionT", bound=SubsetExtractionOpInterface)
DestinationStyleT = TypeVar("DestinationStyleT", bound=DestinationStyleOpInterface)


class BecomesBufferOp(BufferizableOpInterface[OpT]):
    """An operation that becomes one of class `buffer_op`, by default of its own, on buffers.

    The new operation has the same operands, with buffers for tensors, the same properties and regions,
    and the results that are no tensors. A tensor result becomes the buffer of its tied init.
    """

    buffer_op: ClassVar[type[Operation] | None] = None
    keeps_attributes: ClassVar[bool] = False
    """Whether the new operation has the discardable attributes of the old one."""

    @classmethod
    def missing(cls, op_class: type[Operation] | None) -> str:
        if cls.bufferize is not BecomesBufferOp.bufferize or op_class is None:
            return super().missing(op_class)
        if issubclass(op_class, DestinationStyleOpInterface) or not issubclass(
            op_class, DeclaredOp
        ):
            return ""
        for result in op_class.definition.results.fields:
            known = result.constraint.cls
            if known is not None and issubclass(known, ir.TensorType):
                return f"does not override bufferize(): result '{result.name}' is tied to no init"
        return ""

    def bufferize(self, op: OpT, rewriter: BufferizationRewriter) -> None:
        tied = [self._tied_operand(op, r) if is_tensor_like(r.type) else None for r in op.results]
        new = rewriter.recreate(
            op,
            [rewriter.buffer(value) for value in op.operands],
            [type for type in op.result_types if not is_tensor_like(type)],
            op_class=self.buffer_op,
            keeps_attributes=self.keeps_attributes,
        )
        others = iter(new.results)
        rewriter.replace(
            op, [next(others) if init is None else new.operand(init.index) for init in tied]
        )

    def _tied_operand(self, op: OpT, result: OpResult) -> OpOperand:
        if not isinstance(op, DestinationStyleOpInterface):
            raise NotImplementedError(
                f"result #{result.index} is tied to no init, so the model must override it"
            )
        return op.tied_operand(result)


class DestinationStyle(BecomesBufferOp[DestinationStyleT]):
    """An operation with `DestinationStyleOpInterface`, which becomes itself on buffers.

    Every operand is read, the inits only if `reads_inits`; the inits are written, and each is
    equivalent to its tied result.
    """

    reads_inits: ClassVar[bool] = True

    @classmethod
    def missing(cls, op_class: type[Operation] | None) -> str:
        inverse = cls.get_aliasing_op_operands is DestinationStyle.get_aliasing_op_operands
        if inverse and cls.get_aliasing_values is not DestinationStyle.get_aliasing_values:
            return (
                "overrides get_aliasing_values(), but not its inverse: write one, or "
                "get_aliasing_op_operands = BufferizableOpInterface.get_aliasing_op_operands"
            )
        return super().missing(op_class)

    def bufferizes_to_memory_read(
        self, op: DestinationStyleT, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return self.reads_inits or not op.is_dps_init(operand)

    def bufferizes_to_memory_write(
        self, op: DestinationStyleT, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return op.is_dps_init(operand)

    def get_aliasing_values(
        self, op: DestinationStyleT, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        result = op.tied_result(operand)
        return [] if result is None else [AliasingValue(result, BufferRelation.EQUIVALENT)]

    def get_aliasing_op_operands(
        self, op: DestinationStyleT, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        # The inverse, without asking every operand for each of many results.
        if not isinstance(value, OpResult):
            return []
        return [AliasingOpOperand(op.tied_operand(value), BufferRelation.EQUIVALENT)]


class NoMemoryAccess(BecomesBufferOp[OpT]):
    """An operation that reads and writes no contents of operands; no value aliases one."""

    def bufferizes_to_memory_read(self, op: OpT, operand: OpOperand, state: AnalysisState) -> bool:
        return False

    def bufferizes_to_memory_write(self, op: OpT, operand: OpOperand, state: AnalysisState) -> bool:
        return False

    def get_aliasing_values(
        self, op: OpT, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return []


class ReadOnlyOperands(NoMemoryAccess[OpT]):
    """An operation that reads every tensor operand and writes none; no value aliases one."""

    def bufferizes_to_memory_read(self, op: OpT, operand: OpOperand, state: AnalysisState) -> bool:
        return True


class ViewOf(NoMemoryAccess[OpT]):
    """An operation whose result is a view of one operand; it reads and writes no elements.

    Operand number `source` and result number `view` alias; the other tensor operands are read. It
    becomes the operation `buffer_op`, by default itself, on buffers: its result has the type that
    `get_buffer_type` gives.
    """

    source: ClassVar[int] = 0
    view: ClassVar[int] = 0
    relation: ClassVar[BufferRelation] = BufferRelation.UNKNOWN

    def bufferizes_to_memory_read(self, op: OpT, operand: OpOperand, state: AnalysisState) -> bool:
        return operand.index != self.source

    def get_aliasing_values(
        self, op: OpT, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        if operand.index != self.source:
            return []
        return [AliasingValue(op.results[self.view], self.relation)]

    def bufferize(self, op: OpT, rewriter: BufferizationRewriter) -> None:
        new = rewriter.recreate(
            op,
            [rewriter.buffer(value) for value in op.operands],
            [rewriter.buffer_type(result) for result in op.results],
            op_class=self.buffer_op,
            keeps_attributes=self.keeps_attributes,
        )
        rewriter.replace(op, new.results)


class AllocatesResult(ReadOnlyOperands[OpT]):
    """An operation that fills a new buffer for every tensor result, and reads tensor operands.

    For an operation with one result, a model only needs `fill`.
    """

    def bufferizes_to_allocation(self, op: OpT, value: Value) -> bool:
        return isinstance(value, OpResult)

    @classmethod
    def missing(cls, op_class: type[Operation] | None) -> str:
        if cls.bufferize is AllocatesResult.bufferize and cls.fill is AllocatesResult.fill:
            return "does not override fill(), nor bufferize()"
        return super().missing(op_class)

    def bufferize(self, op: OpT, rewriter: BufferizationRewriter) -> None:
        tensor = rewriter.allocate_tensor(op.results[0], copy=False)
        buffer = rewriter.to_buffer(tensor, rewriter.buffer_type(tensor))
        self.fill(op, buffer, rewriter)
        rewriter.replace(op, [buffer])

    def fill(self, op: OpT, buffer: Value, rewriter: BufferizationRewriter) -> None:
        """Set all elements of `buffer`, the new buffer of the one result of `op`."""
        raise NotImplementedError("neither fill() nor bufferize() is overridden")


class NeedsNoRewriting(BufferizableOpInterface[OpT]):
    """Mix-in for an operation that is not rewritten, or only together with another one.

    List it before another preset: ``class BranchModel(NeedsNoRewriting[BrOp], NoMemoryAccess[BrOp])``.
    """

    def bufferize(self, op: OpT, rewriter: BufferizationRewriter) -> None:
        """Do nothing."""


class SliceOf(NoMemoryAccess[ExtractionT]):
    """An extraction of a slice: it becomes a `memref.subview` of the result's rank."""

    def is_writable(self, op: ExtractionT, value: Value, state: AnalysisState) -> bool:
        """Return False if elements of the slice may overlap, and the slice may be written to.

        MLIR overlooks this. A slice that is only read does not keep others from writing to its
        source.
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

    def get_buffer_type(self, op: ExtractionT, value: Value, state: BufferizationState) -> ir.Type:
        source, part = state.buffer_type(op.source_operand.value), _slice_of(op)
        type = None
        if isinstance(source, ir.MemRefType):
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
    """Return the slice that `op` extracts. Raises DiagnosticError if it is no slice."""
    part = op.accessed_slice()
    if part is None:
        message = f"'{op.name}' op does not state the slice that it extracts"
        raise DiagnosticError(error(message, op.location.position()))
    return part


def _shape_of(value: Value) -> tuple[int, ...]:
    assert isinstance(value.type, ir.RankedTensorType)
    return value.type.shape


def _may_overlap_itself(part: HyperrectangularSlice) -> bool:
    """Return whether elements may overlap, because of a stride of 0."""
    return not all(
        _is_less(0, stride) or _is_less(stride, 0) or _is_less(size, 2)
        for size, stride in zip(part.sizes, part.strides, strict=True)
    )


def _is_less(a: int | Value, b: int | Value) -> bool:
    return is_always_less(linear_form(a), linear_form(b), lambda _: False)


def _may_be_written(value: Value, state: AnalysisState) -> bool:
    """Return whether `value`, or a value that aliases it, may be written to."""
    seen = {value}
    work = [value]
    while work:
        for use in work.pop().uses:
            if state.bufferizes_to_memory_write(use):
                return True
            aliases = {alias.value for alias in state.get_aliasing_values(use)}
            if not aliases and use.owner.has_trait(ir.IsTerminator):
                return True  # passed to a caller, another block, or the next iteration of a loop
            work += aliases - seen
            seen |= aliases
    return False
