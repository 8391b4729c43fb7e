"""The wrapper of models, which validates what they raise and return."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from bufferize import ir
from bufferize.diagnostics import DiagnosticError, PluginError, error
from bufferize.driver.bufferizable import BufferizableOpInterface, Model, TensorTypeModel
from bufferize.interfaces import AliasingOpOperand, AliasingValue, is_buffer_like, owner_of_value
from bufferize.ir import Operation, Type, Value

if TYPE_CHECKING:
    from bufferize.driver.options import OneShotOptions

_Check = Callable[..., str]
"""A check of an answer, given the op and the other arguments; it returns the problem, or ""."""


_OURS = (DiagnosticError, MemoryError)
_THEIRS = (Exception, SystemExit)
"""The exceptions that a broken model may raise."""


class GuardedModel(BufferizableOpInterface[Any]):
    """A model whose errors name it, its plugin, the method, the operation and the position.

    A wrong answer is such an error, too: a forgotten `return`, or an alias that is no value of the
    operation. `model` is the wrapped model.
    """

    def __init__(self, model: Model, plugin: str) -> None:
        self.model = model
        self.plugin = plugin
        self.supports_unstructured_control_flow = model.supports_unstructured_control_flow
        for name, check in _CHECKS.items():
            is_default = getattr(type(model), name) is getattr(BufferizableOpInterface, name)
            setattr(self, name, getattr(model, name) if is_default else self._guarded(name, check))

    def _guarded(self, name: str, problem_of: _Check) -> Callable[..., Any]:
        model = self.model
        usual, other = _USUAL.get(problem_of, _NONE_IS_USUAL)

        def checked(answer: object, op: Operation, *arguments: object) -> object:
            wrong = problem_of(answer, op, *arguments)
            if wrong:
                raise self.error(op, f"{name}() gave {wrong}")
            return answer

        def failure(op: Operation, problem: BaseException) -> PluginError:
            text = f"{type(problem).__name__}: {problem}".removesuffix(": ")
            if isinstance(problem, RecursionError):
                text += ". Does it ask for its own answer?"
            return self.error(op, f"{name}() failed: {text}")

        def guarded(op: Operation, *arguments: object) -> object:
            try:
                answer = getattr(model, name)(op, *arguments)
            except _OURS:
                raise
            except _THEIRS as problem:
                raise failure(op, problem) from problem
            if answer is usual or answer is other:
                return answer
            return checked(answer, op, *arguments)

        def guarded_query(op: Operation, subject: object, state: object) -> object:
            """Call a method with two arguments after the operation: the fast path."""
            try:
                answer = getattr(model, name)(op, subject, state)
            except _OURS:
                raise
            except _THEIRS as problem:
                raise failure(op, problem) from problem
            if answer is usual or answer is other:
                return answer
            return checked(answer, op, subject, state)

        method = getattr(BufferizableOpInterface, name)
        return guarded_query if method.__code__.co_argcount == 4 else guarded

    def error(self, op: Operation, message: str, *notes: str) -> PluginError:
        """Return an error at `op` that names the model and its plugin."""
        problem = error(f"{self.described(op)}: {message}", op)
        for note in notes:
            problem.note(note)
        return PluginError(problem)

    def described(self, op: Operation) -> str:
        """Return the name of the model and its plugin in words."""
        return f"the model of '{op.name}', {type(self.model).__name__} of plugin '{self.plugin}'"


def _truth(answer: object, op: Operation, *arguments: object) -> str:
    if answer is True or answer is False:
        return ""
    return f"{answer!r} in place of True or False"


def _nothing(answer: object, op: Operation, *arguments: object) -> str:
    return "" if answer is None else f"{answer!r}, but nothing is expected"


def _aliasing_values(answer: object, op: Operation, operand: ir.OpOperand, state: object) -> str:
    if type(answer) is not list:
        return f"{answer!r} in place of a list of AliasingValue"
    for alias in answer:
        if not isinstance(alias, AliasingValue) or not isinstance(alias.value, Value):
            return f"{alias!r} in place of an AliasingValue"
        owner = owner_of_value(alias.value)
        if owner is op:
            continue
        if owner is not op.parent_op or op.next_op is not None:
            return (
                f"an alias of operand #{operand.index} that is neither a result of the operation "
                "nor an argument of its blocks; one that ends a block may have results of the "
                "operation around it, and arguments of the blocks beside its own"
            )
    return ""


def _aliasing_op_operands(answer: object, op: Operation, value: Value, state: object) -> str:
    if type(answer) is not list:
        return f"{answer!r} in place of a list of AliasingOpOperand"
    for alias in answer:
        if not isinstance(alias, AliasingOpOperand) or not isinstance(alias.operand, ir.OpOperand):
            return f"{alias!r} in place of an AliasingOpOperand"
        owner = alias.operand.owner
        if owner is not op and owner.parent_op is not op:
            return (
                f"an alias that is neither an operand of the operation nor of one that ends a "
                f"block in it: operand #{alias.operand.index} of '{owner.name}'"
            )
    return ""


def _buffer_type(answer: object, op: Operation, value: Value, state: object) -> str:
    if not isinstance(answer, Type) or not is_buffer_like(answer):
        return f"{answer!r}, which is no buffer type, for a value of type {value.type}"
    tensor = value.type
    if isinstance(answer, ir.MemRefType) and isinstance(tensor, ir.RankedTensorType):
        # A callee may return a buffer of which less is known.
        fits = answer.rank == tensor.rank and all(
            a == b or ir.DYNAMIC in (a, b) for a, b in zip(answer.shape, tensor.shape, strict=True)
        )
        if not fits or answer.element_type != tensor.element_type:
            other = "a buffer of another shape or other elements"
            return f"{answer!r}, {other}, for a value of type {tensor}"
    return ""


def _shapes(answer: object, op: Operation, *arguments: object) -> str:
    if answer is None:
        return ""
    if type(answer) is not list or len(answer) != len(op.results):
        return f"{answer!r} in place of one shape for each of {len(op.results)} results, or None"
    for shape, result in zip(answer, op.results, strict=True):
        if isinstance(result.type, ir.RankedTensorType) and (
            type(shape) is not list
            or len(shape) != len(result.type.shape)
            or not all(map(_is_extent, shape))
        ):
            return (
                f"{shape!r} for result #{result.index} in place of the extents of {result.type}: "
                "each is a number or a value of type index"
            )
    return ""


def _is_extent(size: object) -> bool:
    if isinstance(size, Value):
        return size.type == ir.INDEX
    return type(size) is int and size >= 0


_NONE_IS_USUAL = (object(), object())
_USUAL: dict[_Check, tuple[object, object]] = {_truth: (True, False), _nothing: (None, None)}
"""The answers that need no check. Models are asked many times for each operation."""

_CHECKS: dict[str, _Check] = {
    "bufferizes_to_allocation": _truth,
    "bufferizes_to_memory_read": _truth,
    "bufferizes_to_memory_write": _truth,
    "bufferizes_to_element_wise_access": _truth,
    "result_bufferizes_to_memory_write": _truth,
    "must_bufferize_in_place": _truth,
    "get_aliasing_values": _aliasing_values,
    "get_aliasing_op_operands": _aliasing_op_operands,
    "is_writable": _truth,
    "is_not_conflicting": _truth,
    "verify_analysis": _nothing,
    "is_repetitive_region": _truth,
    "is_parallel_region": _truth,
    "has_tensor_semantics": _truth,
    "resolve_conflicts": _nothing,
    "get_buffer_type": _buffer_type,
    "reify_result_shapes": _shapes,
    "bufferize": _nothing,
}


_TYPE_QUERIES = (
    "get_buffer_type",
    "get_function_boundary_type",
    "get_common_buffer_type",
    "get_copy_type",
)


class GuardedTypeModel(TensorTypeModel):
    """A model of a custom tensor type whose answers are checked: a wrong one raises PluginError."""

    def __init__(self, model: TensorTypeModel) -> None:
        self.model = model
        for name in _TYPE_QUERIES:
            setattr(self, name, partial(self._buffer_type, name))

    def _buffer_type(self, name: str, *arguments: object) -> Type | None:
        found: Type | None = getattr(self.model, name)(*arguments)
        if (found is None and name == "get_common_buffer_type") or (
            isinstance(found, Type) and is_buffer_like(found)
        ):
            return found
        who = f"{type(self.model).__name__}.{name}"
        raise PluginError(f"{who} gives {found!r}, which is no buffer type")

    def cast_buffer(
        self, type: Type, builder: ir.Builder, buffer: Value, to: Type, location: ir.Location
    ) -> Value | None:
        cast = self.model.cast_buffer(type, builder, buffer, to, location)
        return None if cast is None else self._of_type("cast_buffer", cast, to)

    def copy_buffer(
        self,
        type: Type,
        builder: ir.Builder,
        buffer: Value,
        to: Type,
        location: ir.Location,
        options: OneShotOptions,
    ) -> Value:
        """Return a new buffer. Raises DiagnosticError if the model cannot copy."""
        copy = self.model.copy_buffer(type, builder, buffer, to, location, options)
        if copy is not None:
            return self._of_type("copy_buffer", copy, to)
        message = (
            f"a value of type {type} has to be copied, from a buffer of type {buffer.type} to one of "
            f"type {to}, which the model of its type cannot do"
        )
        raise DiagnosticError(error(message, location.position()))

    def _of_type(self, method: str, value: Value, to: Type) -> Value:
        given = repr(value)
        if isinstance(value, Value):
            inserted = value.parent_block is not None
            if value.type == to and inserted:
                return value
            given = f"a value of type {value.type}{'' if inserted else ' that is not inserted'}"
        who = f"{type(self.model).__name__}.{method}"
        raise PluginError(f"{who} gives {given} in place of one of type {to}")
