"""Models as classes on xDSL's own ops, for ops that no preset fits."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from types import FunctionType
from typing import (
    Any,
    ClassVar,
    Final,
    Generic,
    NamedTuple,
    NoReturn,
    TypeVar,
    cast,
    get_args,
    get_origin,
)

from xdsl import ir as xdsl
from xdsl.context import Context as XdslContext
from xdsl.irdl import IRDLOperation
from xdsl.pattern_rewriter import PatternRewriter

from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.diagnostics import PluginError, error
from bufferize.driver import (
    BufferizableOpInterface,
    BufferizationRewriter,
    BufferizationState,
    Model,
    ModelContext,
)
from bufferize.interfaces import AliasingValue as OurAliasingValue
from bufferize.interfaces import BufferRelation, is_buffer_like
from bufferize.plugins.registries import method_problems
from bufferize_xdsl.attributes_from_bufferize import AttributesFromBufferize
from bufferize_xdsl.attributes_to_bufferize import AttributesToBufferize
from bufferize_xdsl.op_views import OpView, state_of
from bufferize_xdsl.operations_from_bufferize import OperationsFromBufferize
from bufferize_xdsl.operations_to_bufferize import OperationsToBufferize
from bufferize_xdsl.presets import Preset
from bufferize_xdsl.rewriting import fits, rewrite

OpT = TypeVar("OpT", bound=IRDLOperation)


class AliasingValue(NamedTuple):
    """A value that may share the buffer of an operand.

    If `is_definite`, it always shares it at run time; otherwise it may or may not.
    """

    value: xdsl.SSAValue
    relation: BufferRelation = BufferRelation.UNKNOWN
    is_definite: bool = True


class XdslModel(Generic[OpT]):
    """A model of the ops of one xDSL class, in terms of xDSL.

    The methods are those of `BufferizableOpInterface` without the state; see there for details. A
    method that is not overridden is that of the `preset` or, without one, assumes the worst. `op`
    is an isolated copy: its operands are arguments of its block. Methods are only called for
    operands and values of tensor type.
    """

    preset: ClassVar[Preset | None] = None
    is_elementwise: ClassVar[bool] = False
    """Whether each element is read before the same position is written, never after."""

    def bufferizes_to_allocation(self, op: OpT, value: xdsl.SSAValue) -> bool:
        """Return whether the buffer of `value` may be newly allocated."""
        self._is_as_the_preset_has_it()

    def bufferizes_to_memory_read(self, op: OpT, operand: xdsl.Use) -> bool:
        """Return whether the contents of `operand` are read."""
        self._is_as_the_preset_has_it()

    def bufferizes_to_memory_write(self, op: OpT, operand: xdsl.Use) -> bool:
        """Return whether the buffer of `operand` is written to, if it is used in place."""
        self._is_as_the_preset_has_it()

    def result_bufferizes_to_memory_write(self, op: OpT, result: xdsl.SSAValue) -> bool:
        """Return whether the op defines the contents of `result`."""
        self._is_as_the_preset_has_it()

    def must_bufferize_in_place(self, op: OpT, operand: xdsl.Use) -> bool:
        """Return whether `operand` must never be copied."""
        self._is_as_the_preset_has_it()

    def get_aliasing_values(self, op: OpT, operand: xdsl.Use) -> list[AliasingValue]:
        """Return the results and block arguments that may share the buffer of `operand`."""
        self._is_as_the_preset_has_it()

    def is_writable(self, op: OpT, value: xdsl.SSAValue) -> bool:
        """Return whether the buffer of `value`, a result or a block argument, may be written to."""
        self._is_as_the_preset_has_it()

    def is_repetitive_region(self, op: OpT, index: int) -> bool:
        """Return whether region number `index` may run more than once for one execution of `op`."""
        self._is_as_the_preset_has_it()

    def is_parallel_region(self, op: OpT, index: int) -> bool:
        """Return whether iterations of region number `index` may run in parallel.

        It is then repetitive.
        """
        self._is_as_the_preset_has_it()

    def get_buffer_type(
        self, op: OpT, value: xdsl.SSAValue, buffer_type: Callable[[xdsl.SSAValue], xdsl.Attribute]
    ) -> xdsl.Attribute:
        """Return the type of the buffer of `value`; `buffer_type` returns the types of operands."""
        self._is_as_the_preset_has_it()

    def bufferize(self, op: OpT, rewriter: PatternRewriter) -> None:
        """Replace `op`, whose operands are now buffers, by ops on buffers.

        `rewriter` is positioned before it. Each tensor result must be replaced by a buffer. A class
        without a preset must override this.
        """
        self._is_as_the_preset_has_it()

    def _is_as_the_preset_has_it(self) -> NoReturn:
        raise NotImplementedError("what is not overridden cannot be called")


_METHODS: Final = {
    name: member
    for name, member in vars(XdslModel).items()
    if isinstance(member, FunctionType) and not name.startswith("_")
}


def check_model(model: XdslModel[Any], op: type[IRDLOperation]) -> None:
    """Raise PluginError if a class is no model, or no model for this op."""
    cls, who = type(model), f"model of '{op.name}'"
    problems = []
    for each in cls.__mro__:
        for base in each.__dict__.get("__orig_bases__", ()):
            declared = get_args(base)[0] if get_origin(base) is XdslModel else object
            if isinstance(declared, type) and not issubclass(op, declared):
                message = f"is made for {declared.__name__}, but the op is {op.__name__}"
                problems.append(error(f"{who}, {cls.__name__}, {message}"))
        if issubclass(each, XdslModel) and each is not XdslModel:
            problems += method_problems(who, each, _METHODS)
    if model.preset is None and cls.bufferize is XdslModel.bufferize:
        problem = error(f"{who}, {cls.__name__}, does not override bufferize(), and has no preset")
        problems.append(problem)
    if model.preset is not None and not isinstance(model.preset, Preset):
        message = f"has the preset {model.preset!r}: an object is needed, not its class"
        problems.append(error(f"{who}, {cls.__name__}, {message}"))
    if op.get_irdl_definition().successors:
        message = f"{who}, {cls.__name__}, is for an op with successors: use the preset Branch"
        problems.append(error(message))
    if problems:
        raise PluginError(problems)
    if model.preset is not None:
        model.preset.members(op)


def model_for_bufferize(
    model: XdslModel[Any],
    op: type[IRDLOperation],
    context: ModelContext,
    xdsl_context: XdslContext,
    on_new_class: Callable[[type[xdsl.Operation]], None],
) -> Model:
    """Return a model of bufferize that calls an author's model.

    `on_new_class` is called with each class of ops that it makes.
    """
    base: type[Model] = BufferizableOpInterface
    if model.preset is not None:
        base = type(model.preset.model(op, context))
    cls = type(model)
    names = [name for name in _METHODS if getattr(cls, name) is not getattr(XdslModel, name)]
    members: dict[str, Any] = {name: vars(_Asking)[name] for name in names}
    if "get_aliasing_values" in names:
        inverse = BufferizableOpInterface.get_aliasing_op_operands
        members["get_aliasing_op_operands"] = inverse
    if cls.is_elementwise:
        members["is_elementwise"] = True
    made = type(cls.__name__, (base,), {"__module__": cls.__module__, **members})
    asking: Any = made()
    asking.asked = _Asked(model, context, xdsl_context, on_new_class)
    return cast("Model", asking)


class _Asked:
    """An author's model, and a view of the op of the last call."""

    def __init__(
        self,
        model: XdslModel[Any],
        context: ModelContext,
        xdsl_context: XdslContext,
        on_new_class: Callable[[type[xdsl.Operation]], None],
    ) -> None:
        self.model = model
        self._context = context
        self._xdsl_context = xdsl_context
        self._on_new_class = on_new_class
        self._last: tuple[tuple[object, ...], OpView] | None = None

    @cached_property
    def from_ours(self) -> AttributesFromBufferize:
        return AttributesFromBufferize(self._xdsl_context)

    @cached_property
    def to_ours(self) -> AttributesToBufferize:
        return AttributesToBufferize(self._context)

    def view(self, op: ir.Operation) -> OpView:
        state = state_of(op)
        if self._last is None or self._last[0] != state:
            self._last = state, OpView(op, self.writing())
        return self._last[1]

    def forget(self) -> None:
        """Drop the view."""
        self._last = None

    def writing(self) -> OperationsFromBufferize:
        return OperationsFromBufferize(self._xdsl_context, self.from_ours)

    def reading(self) -> OperationsToBufferize:
        return OperationsToBufferize(self._context, self._on_new_class)


class _Asking:
    """The methods of a model of bufferize, which call the author's methods of the same names."""

    asked: _Asked

    def bufferizes_to_allocation(self, op: ir.Operation, value: ir.Value) -> object:
        view = self.asked.view(op)
        return self.asked.model.bufferizes_to_allocation(view.op, view.theirs(value))

    def bufferizes_to_memory_read(
        self, op: ir.Operation, operand: ir.OpOperand, state: AnalysisState
    ) -> object:
        view = self.asked.view(op)
        return self.asked.model.bufferizes_to_memory_read(view.op, view.use(operand))

    def bufferizes_to_memory_write(
        self, op: ir.Operation, operand: ir.OpOperand, state: AnalysisState
    ) -> object:
        view = self.asked.view(op)
        return self.asked.model.bufferizes_to_memory_write(view.op, view.use(operand))

    def result_bufferizes_to_memory_write(
        self, op: ir.Operation, result: ir.OpResult, state: AnalysisState
    ) -> object:
        view = self.asked.view(op)
        return self.asked.model.result_bufferizes_to_memory_write(view.op, view.theirs(result))

    def must_bufferize_in_place(
        self, op: ir.Operation, operand: ir.OpOperand, state: AnalysisState
    ) -> object:
        view = self.asked.view(op)
        return self.asked.model.must_bufferize_in_place(view.op, view.use(operand))

    def get_aliasing_values(
        self, op: ir.Operation, operand: ir.OpOperand, state: AnalysisState
    ) -> object:
        view = self.asked.view(op)
        answer: object = self.asked.model.get_aliasing_values(view.op, view.use(operand))
        if not isinstance(answer, list):
            return answer
        return [
            _alias(view, alias) if isinstance(alias, AliasingValue) else alias for alias in answer
        ]

    def is_writable(self, op: ir.Operation, value: ir.Value, state: AnalysisState) -> object:
        view = self.asked.view(op)
        return self.asked.model.is_writable(view.op, view.theirs(value))

    def is_repetitive_region(self, op: ir.Operation, index: int) -> object:
        return self.asked.model.is_repetitive_region(self.asked.view(op).op, index)

    def is_parallel_region(self, op: ir.Operation, index: int) -> object:
        return self.asked.model.is_parallel_region(self.asked.view(op).op, index)

    def get_buffer_type(
        self, op: ir.Operation, value: ir.Value, state: BufferizationState
    ) -> object:
        asked = self.asked
        view = asked.view(op)

        def buffer_type(of: xdsl.SSAValue) -> xdsl.Attribute:
            return asked.from_ours.convert(state.buffer_type(view.ours(of)))

        answer: object = asked.model.get_buffer_type(view.op, view.theirs(value), buffer_type)
        type = asked.to_ours.type(answer) if isinstance(answer, xdsl.Attribute) else answer
        if isinstance(type, ir.Type) and is_buffer_like(type) and not fits(type, value.type):
            raise ValueError(f"{answer} is not the type of a buffer of a {value.type}")
        return type

    def bufferize(self, op: ir.Operation, rewriter: BufferizationRewriter) -> object:
        asked = self.asked
        asked.forget()
        return rewrite(op, rewriter, asked.model.bufferize, asked.writing(), asked.reading())


def _alias(view: OpView, alias: AliasingValue) -> OurAliasingValue:
    if not isinstance(alias.relation, BufferRelation):
        raise TypeError(f"{alias.relation!r} is no BufferRelation")
    return OurAliasingValue(view.ours(alias.value), alias.relation, alias.is_definite)
