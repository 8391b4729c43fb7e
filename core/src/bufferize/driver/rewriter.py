"""The rewriter for models: it has the options and buffer types, and an insertion point."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from bufferize import ir
from bufferize.analysis.queries import AnalysisState
from bufferize.diagnostics import DiagnosticError, PluginError, error
from bufferize.dialects.bufferization import AllocTensorOp, ToBufferOp, ToTensorOp
from bufferize.dialects.memref import symbol_count
from bufferize.dialects.strided import are_cast_compatible, is_guaranteed_cast
from bufferize.driver.buffer_types import without_layout
from bufferize.driver.bufferizable import BufferizableOpInterface, Model
from bufferize.driver.building import CreatingRewriter, OperationT
from bufferize.driver.guard import GuardedModel
from bufferize.interfaces import is_buffer_like, is_tensor_like, owner_of_value
from bufferize.ir import Location, MemRefType, Operation, OpOperand, OpResult, Type, Value
from bufferize.record import Decision, Reason

if TYPE_CHECKING:
    from bufferize.driver.bufferizable import ModelContext
    from bufferize.driver.bufferization_state import BufferizationState
    from bufferize.driver.options import OneShotOptions


_NO_MODEL: Model = BufferizableOpInterface()
_UNRANKED = "copying of unranked tensors is not implemented"


class BufferizationRewriter(CreatingRewriter):
    """A rewriter of one operation at a time from tensors to buffers.

    New operations get its `location`, that of the operation, unless another one is given.
    """

    __slots__ = ("promised", "state")

    context: ModelContext
    """The known dialects and models."""

    def __init__(self, state: BufferizationState, location: Location = ir.UNKNOWN_LOC) -> None:
        super().__init__(state.context, location)
        self.state = state
        self.promised: dict[Value, Type] = {}
        """The buffer types that `buffer_type` gave while the current operation is bufferized."""

    @property
    def options(self) -> OneShotOptions:
        """The options of the bufferization."""
        return self.state.options

    # Buffers of tensors

    def buffer_type(self, value: Value) -> Type:
        """Return the type of the buffer of `value`: see `BufferizationState.buffer_type`."""
        type = self.promised[value] = self.state.buffer_type(value)
        return type

    def memref_type(self, value: Value) -> ir.BaseMemRefType:
        """Return `buffer_type` of a value whose buffer is known to be a memref."""
        return self.state.memref_type(value)

    def buffer(self, value: Value) -> Value:
        """Return the buffer of the tensor `value`; return a value that is no tensor unchanged.

        It is the operand of the `to_tensor` that defines the value, or else a new `to_buffer` right
        after the definition. Raises DiagnosticError if the type of the buffer is unknown.
        """
        if not is_tensor_like(value.type):
            return value
        definition = value.defining_op
        if isinstance(definition, ToTensorOp):
            return definition.operand(0)
        type = self.buffer_type(value)
        with self.at(ir.InsertionPoint.after_value(value)):
            return self.to_buffer(value, type, value.location)

    def buffers_like(self, values: Sequence[Value], receivers: Sequence[Value]) -> list[Value]:
        """Return the buffers of `values`, cast to the buffer types of the `receivers`."""
        buffers = [self.buffer(value) for value in values]
        return [
            self.cast(buffer, self.buffer_type(receiver), value.type, buffer.location)
            for value, buffer, receiver in zip(values, buffers, receivers, strict=True)
        ]

    def to_buffer(self, tensor: Value, type: Type, location: Location | None = None) -> Value:
        """Create a `bufferization.to_buffer`."""
        return self.create(ToBufferOp, (tensor,), (type,), location=location).result

    def to_tensor(self, buffer: Value, type: Type, location: Location | None = None) -> Value:
        """Create a `bufferization.to_tensor`."""
        return self.create(ToTensorOp, (buffer,), (type,), location=location).result

    def cast(
        self, buffer: Value, type: Type, tensor_type: Type, location: Location | None = None
    ) -> Value:
        """Cast `buffer`, which holds a `tensor_type`, to `type`.

        Raises PluginError if the model of a custom tensor type has no cast to a type that it gave.
        """
        location = location or self.location
        if isinstance(tensor_type, ir.TensorType) or buffer.type == type:
            return self.memref_cast(buffer, type, location)
        model = self.state.type_model(tensor_type, location.position())
        cast = model.cast_buffer(tensor_type, self, buffer, type, location)
        if cast is None:
            raise PluginError(
                f"the model of {tensor_type} gives {type} as a buffer type that one of type "
                f"{buffer.type} can be cast to, but knows no such cast"
            )
        return cast

    def cast_or_copy(self, buffer: Value, type: Type, operand: OpOperand) -> Value | None:
        """Cast the buffer of the tensor `operand` to `type`, or else copy it to a new buffer.

        In the report, the copy is one for `operand`. Returns None if neither is possible. Raises
        DiagnosticError if no new buffer can have the strides of `type`, or if the model of a custom
        tensor type cannot copy.
        """
        tensor_type, location = operand.value.type, operand.owner.location
        if buffer.type == type:
            return buffer
        if isinstance(tensor_type, ir.TensorType):
            if isinstance(buffer.type, MemRefType) and isinstance(type, MemRefType):
                return self._cast_or_reallocate(buffer, buffer.type, type, operand)
            return None
        model = self.state.type_model(tensor_type, location.position())
        cast = model.cast_buffer(tensor_type, self, buffer, type, location)
        if cast is not None:
            return cast
        self._note_layout_copy(operand, tensor_type, buffer.type, type)
        return model.copy_buffer(tensor_type, self, buffer, type, location, self.options)

    def _cast_or_reallocate(
        self, buffer: Value, source: MemRefType, type: MemRefType, operand: OpOperand
    ) -> Value | None:
        if source.element_type != type.element_type or len(source.shape) != len(type.shape):
            return None
        location = buffer.location
        if _is_castable(source, type):
            return self.memref_cast(buffer, type, location)
        # A new buffer has known strides.
        new_type = without_layout(type) if symbol_count(type) else type
        if new_type != type and not _is_castable(new_type, type):
            message = (
                f"cannot make a buffer of type '{type}' from one of type '{source}': nothing "
                "tells the strides that a new buffer would need"
            )
            raise DiagnosticError(error(message, location.position()))
        copy = self.allocate_like(new_type, buffer, location)
        self.copy(buffer, copy, location)
        tensor_type = ir.RankedTensorType(type.shape, type.element_type)
        self._note_layout_copy(operand, tensor_type, source, type)
        return self.memref_cast(copy, type, location)

    def _note_layout_copy(
        self, operand: OpOperand, tensor_type: Type, given: Type, needed: Type
    ) -> None:
        """Report a copy that is made because a buffer of another type is needed."""
        cause = Decision(operand, False, Reason.LAYOUT)
        detail = f"a buffer of type '{needed}' is needed, but this one has type '{given}'"
        self.state.copies.note(cause, tensor_type, self.state.queries, detail)

    # New buffers and tensors, copies

    def allocate(
        self, type: MemRefType, sizes: Sequence[Value], location: Location | None = None
    ) -> Value:
        """Allocate a buffer with the dynamic extents `sizes`, by the option for that."""
        buffer = self.options.create_alloc(self, location or self.location, type, sizes)
        self.state.new_buffers.append(buffer)
        return buffer

    def allocate_like(
        self, type: MemRefType, buffer: Value, location: Location | None = None
    ) -> Value:
        """Allocate a buffer of `type` with the extents of `buffer`."""
        sizes = [
            self.dim(buffer, i, location)
            for i, extent in enumerate(type.shape)
            if extent == ir.DYNAMIC
        ]
        return self.allocate(type, sizes, location)

    def copy(self, source: Value, target: Value, location: Location | None = None) -> None:
        """Copy one buffer to another, by the option for that."""
        self.options.create_memcpy(self, location or self.location, source, target)

    def free(self, buffer: Value) -> None:
        """Free a buffer, by the option for that."""
        self.options.create_dealloc(self, self.location, buffer)

    def allocate_tensor(
        self,
        like: Value,
        *,
        copy: bool = True,
        cause: Decision | None = None,
        location: Location | None = None,
    ) -> Value:
        """Create a `bufferization.alloc_tensor` with the extents of `like`, and its contents if `copy`.

        In the report, the copy has the reason of `cause`. Raises DiagnosticError for an unranked
        value, or if the memory space cannot be inferred.
        """
        alloc = self._allocate_tensor(like, copy, location or self.location)
        log, type = self.state.copies, alloc.result.type
        if cause is not None:
            log.note(cause, type, self.state.queries)
        elif copy:
            point = self.insertion_point
            op = point.anchor if point is not None else None
            log.note_unexplained(op or alloc, type, self.state.queries)
        return alloc.result

    def _allocate_tensor(self, like: Value, copy: bool, location: Location) -> AllocTensorOp:
        tensor = like
        if isinstance(like.type, MemRefType):
            type = ir.RankedTensorType(like.type.shape, like.type.element_type)
            tensor = self.to_tensor(like, type, location)
        if isinstance(tensor.type, ir.UnrankedTensorType):
            raise DiagnosticError(error(_UNRANKED, owner_of_value(like)))
        # The size of a value of a custom type is only known from its contents.
        copy = copy or not isinstance(tensor.type, ir.RankedTensorType)
        alloc = AllocTensorOp.build(
            dynamic_sizes=[] if copy else self._dynamic_sizes(like, tensor, location),
            copy=tensor if copy else None,
            result_types=[tensor.type],
            location=location,
        )
        self.insert(alloc)
        if not copy:
            space = self.memref_type(tensor).memory_space
            if space is not None:
                alloc.properties["memory_space"] = space
        return alloc

    def _dynamic_sizes(self, value: Value, tensor: Value, location: Location) -> list[Value]:
        """Return the dynamic extents of `tensor`: stated by its operation, or from new dim ops."""
        assert isinstance(tensor.type, ir.RankedTensorType)
        shape: list[int | Value] | None = None
        if isinstance(value, OpResult) and is_tensor_like(value.type):
            shape = self._stated_shape(value)
        if shape is None:
            shape = self.dim_sizes(tensor, location)
            return [size for size in shape if isinstance(size, Value)]
        return [
            self.index(size, location) if isinstance(size, int) else size
            for size, extent in zip(shape, tensor.type.shape, strict=True)
            if extent == ir.DYNAMIC
        ]

    def _stated_shape(self, value: OpResult) -> list[int | Value] | None:
        """Return the extents of `value`, if its operation or model states them."""
        op, place = value.owner, self.location
        model = self.context.model(op.name) or _NO_MODEL
        self.location = op.location
        try:
            shapes = model.reify_result_shapes(op, self)
        finally:
            self.location = place
        return None if shapes is None else shapes[value.index]

    def copy_operands_out_of_place(self, op: Operation, state: AnalysisState) -> None:
        """Copy the operands of `op` that were decided to be out of place.

        If the only effect of `op` on such an operand is one alias, the alias is copied instead: it
        may be smaller. Contents that are never read are not copied. Raises DiagnosticError for
        unranked tensors.
        """
        operands: list[tuple[OpOperand, bool]] = []
        results: dict[OpResult, bool] = {}
        for operand in op.op_operands:
            if not is_tensor_like(operand.value.type) or state.is_in_place(operand):
                continue
            if isinstance(operand.value.type, ir.UnrankedTensorType):
                raise DiagnosticError(error(_UNRANKED, op))
            alias, copied = planned_copy(operand, state)
            if alias is None:
                operands.append((operand, copied))
            else:
                results[alias] = results.get(alias, False) or copied
            if alias is None or alias.has_uses():
                self.state.copies.note_operand(operand, alias, copied, state)
        self.set_insertion_point(ir.InsertionPoint.before(op))
        for operand, copied in operands:
            copy = self._allocate_tensor(operand.value, copied, op.location)
            self.set_operand(operand, copy.result)
        self.set_insertion_point(ir.InsertionPoint.after(op))
        for result, copied in results.items():
            copy = self._allocate_tensor(result, copied, op.location)
            for use in list(result.uses):
                # Not the copy itself, nor dim ops that were created for its extents.
                if use.owner is not copy and use.owner.name != "tensor.dim":
                    self.set_operand(use, copy.result)

    # Replacing operations

    def replace(self, op: Operation, values: Sequence[Value]) -> None:
        """Replace each result of `op`: a tensor by the `to_tensor` of the given buffer.

        Raises ValueError unless there is a buffer, or a value of its type, for each result, and
        PluginError for a buffer that is not of the type that `buffer_type` gives.
        """
        if len(values) != len(op.results):
            raise ValueError(
                f"'{op.name}' has {len(op.results)} results, and {len(values)} values to replace them"
            )
        replacements = []
        for result, value in zip(op.results, values, strict=True):
            if is_tensor_like(result.type) and is_buffer_like(value.type):
                self._check_buffer(op, result, value.type)
                with self.at(ir.InsertionPoint.after(op)):
                    value = self.to_tensor(value, result.type, value.location)
            if value.type is not result.type:
                raise ValueError(
                    f"a value of type {value.type} cannot replace result #{result.index} of "
                    f"'{op.name}', of type {result.type}"
                )
            replacements.append(value)
        self.replace_op(op, replacements)

    def _check_buffer(self, op: Operation, result: OpResult, given: Type) -> None:
        """Raise PluginError unless a buffer of type `given` can replace `result` of `op`.

        Other models rely on the type that the model gives: the buffer must have it, or a more specific one.
        """
        promised = self.promised.get(result) or self.buffer_type(result)
        if given == promised:
            return
        if isinstance(result.type, ir.TensorType):
            fits = _is_special_case(given, promised)
        else:
            type_model = self.state.type_model(result.type, op.location.position())
            fits = type_model.get_common_buffer_type(result.type, given, promised) == promised
        if fits:
            return
        message = (
            f"bufferize() replaces result #{result.index}, of type {result.type}, by a buffer of type "
            f"{given}, but get_buffer_type() gives {promised}"
        )
        model = self.state.model(op)
        if not isinstance(model, GuardedModel):
            raise ValueError(message)
        raise model.error(op, message, "make such a buffer, or give its type in get_buffer_type()")

    def replace_with_new(
        self,
        op: Operation,
        op_class: type[OperationT],
        operands: Iterable[Value],
        result_types: Iterable[Type] = (),
        *,
        properties: Mapping[str, ir.Attribute] | None = None,
    ) -> OperationT:
        """Replace `op` by a new operation on buffers, result by result."""
        new = self.create(op_class, operands, result_types, properties=properties)
        self.replace(op, new.results)
        return new

    def recreate(
        self,
        op: Operation,
        operands: Iterable[Value],
        result_types: Iterable[Type] = (),
        *,
        op_class: type[Operation] | None = None,
        keeps_attributes: bool = False,
        properties: Mapping[str, ir.Attribute] | None = None,
    ) -> Operation:
        """Create a new `op` with other operands and results, and move its regions there.

        It may be of another class. It keeps the properties unless others are given, and the
        discardable attributes if `keeps_attributes`.
        """
        regions = [ir.Region() for _ in op.regions]
        for new, old in zip(regions, op.regions, strict=True):
            new.take_body(old)
        return self.create(
            op_class or type(op),
            operands,
            result_types,
            properties=op.properties if properties is None else properties,
            attributes=op.attributes if keeps_attributes else None,
            regions=regions,
        )


def planned_copy(operand: OpOperand, state: AnalysisState) -> tuple[OpResult | None, bool]:
    """Return how `operand`, which is out of place, is copied.

    The first item is the result that is copied instead of the operand, if there is one; the second
    one tells whether contents are copied.
    """
    alias = _only_alias(operand, state)
    if alias is not None and state.value_bufferizes_to_memory_write(alias):
        # The operation may set its contents even if those of the operand are undefined.
        return alias, state.is_value_read(alias)
    return alias, not state.can_omit_tensor_copy(operand)


def _only_alias(operand: OpOperand, state: AnalysisState) -> OpResult | None:
    """Return the only result that aliases `operand`, and nothing else, if that is not written."""
    aliases = state.get_aliasing_values(operand)
    if len(aliases) != 1:
        return None
    value = aliases[0].value
    if (
        not isinstance(value, OpResult)
        or isinstance(value.type, ir.UnrankedTensorType)
        or state.bufferizes_to_memory_write(operand)
        or len(state.get_aliasing_op_operands(value)) != 1
    ):
        return None
    return value


def _is_castable(source: MemRefType, target: MemRefType) -> bool:
    """Return whether there is a cast from `source` to `target` that cannot fail."""
    return are_cast_compatible(source, target) and is_guaranteed_cast(source, target)


def _is_special_case(type: Type, general: Type) -> bool:
    """Return whether `type` is `general` with more extents, strides or offsets known."""
    if not isinstance(type, MemRefType) or not isinstance(general, MemRefType):
        return are_cast_compatible(type, general) and isinstance(type, MemRefType)
    return _is_castable(type, general) and all(
        known in (extent, ir.DYNAMIC)
        for extent, known in zip(type.shape, general.shape, strict=True)
    )


def fold_to_buffer_of_to_tensor(rewriter: BufferizationRewriter, op: Operation) -> bool:
    """Replace `to_buffer(to_tensor(x))` by x, cast or copied to the type of the `to_buffer`.

    The rewriter stands at `op`. Returns False if the operand of `op` is no `to_tensor`, or one of
    the result of `op`, or if there is no cast or copy from one type to the other. Raises
    DiagnosticError if an unranked buffer would have to be copied.
    """
    definition = op.operand(0).defining_op
    if not isinstance(definition, ToTensorOp) or definition.operand(0) is op.result:
        return False
    buffer, type = definition.operand(0), op.result.type
    replacement = rewriter.cast_or_copy(buffer, type, op.op_operands[0])
    if replacement is None and not isinstance(type, MemRefType):
        if not are_cast_compatible(buffer.type, type):
            message = (
                f"'{op.name}' op cannot make a buffer of type '{type}' from one of type "
                f"'{buffer.type}': a buffer of unknown rank cannot be copied"
            )
            raise DiagnosticError(error(message, op))
        replacement = rewriter.memref_cast(buffer, type, op.location)
    if replacement is None:
        return False
    rewriter.replace_op(op, (replacement,))
    return True
