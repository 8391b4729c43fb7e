"""Mutants of models: each flag flipped, each answer changed, each step removed.

A mutant is a model of a class derived from the model's own, which replaces it in the context.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar, Final

from bufferize import Context
from bufferize.driver import BufferizableOpInterface, Model
from bufferize.driver.buffer_types import fully_dynamic_memref_type, identity_memref_type
from bufferize.interfaces import AliasingOpOperand, AliasingValue, BufferRelation
from bufferize.ir import MemRefType, Operation, RankedTensorType, Value, i64_attr

Answer = Callable[..., Any]
"""A function from an answer and its question to another answer."""

_TRUTHS: Final = (
    "bufferizes_to_allocation",
    "bufferizes_to_memory_read",
    "bufferizes_to_memory_write",
    "bufferizes_to_element_wise_access",
    "result_bufferizes_to_memory_write",
    "must_bufferize_in_place",
    "is_writable",
    "is_not_conflicting",
    "is_repetitive_region",
    "is_parallel_region",
    "has_tensor_semantics",
)
_STRICTER: Final = frozenset(
    [
        ("bufferizes_to_memory_read", "says yes"),
        ("bufferizes_to_element_wise_access", "says no"),
        ("is_writable", "says no"),
        ("is_not_conflicting", "says no"),
        ("is_repetitive_region", "says yes"),
        ("is_parallel_region", "says yes"),
        ("get_aliasing_values", "all UNKNOWN"),
        ("get_aliasing_values", "none definite"),
        ("get_aliasing_op_operands", "all UNKNOWN"),
        ("get_aliasing_op_operands", "none definite"),
        ("get_aliasing_values and its inverse", "all UNKNOWN"),
        ("get_aliasing_values and its inverse", "none definite"),
        ("is_elementwise", "False"),
        ("reads_inits", "True"),
        ("relation", "UNKNOWN"),
    ]
)
"""Changes that only make more conflicts, or leave fewer tensors known to share a buffer."""
_ALIASES: Final = ("get_aliasing_values", "get_aliasing_op_operands")
_STEPS: Final = ("verify_analysis", "resolve_conflicts", "bufferize", "fill", "contribute")
_MESSAGES: Final = ("mismatch", "terminator")
"""Flags with words of messages, which change no result."""


def _always(truth: bool) -> Answer:
    return lambda answer, *_: truth


def _with_relation(relation: BufferRelation) -> Answer:
    return lambda answer, *_: [alias._replace(relation=relation) for alias in answer]


def _as_definite(truth: bool) -> Answer:
    return lambda answer, *_: [alias._replace(is_definite=truth) for alias in answer]


def _with_others(answer: list[Any], op: Operation, subject: Any, *_: object) -> list[Any]:
    """Answer that all results, or operands, alias."""
    known = {id(alias[0]) for alias in answer}
    if isinstance(subject, Value):
        more: list[Any] = [
            AliasingOpOperand(operand, BufferRelation.UNKNOWN, False)
            for operand in op.op_operands
            if isinstance(operand.value.type, RankedTensorType) and id(operand) not in known
        ]
    else:
        more = [
            AliasingValue(result, BufferRelation.UNKNOWN, False)
            for result in op.results
            if isinstance(result.type, RankedTensorType) and id(result) not in known
        ]
    return [*answer, *more]


def _as_memref(change: Callable[[MemRefType, Value], Any]) -> Answer:
    def changed(answer: Any, op: Operation, value: Value, *_: object) -> Any:
        if isinstance(answer, MemRefType) and isinstance(value.type, RankedTensorType):
            return change(answer, value)
        return answer

    return changed


def _identity(type: MemRefType, value: Value) -> Any:
    assert isinstance(value.type, RankedTensorType)
    return identity_memref_type(value.type, type.memory_space)


def _dynamic(type: MemRefType, value: Value) -> Any:
    assert isinstance(value.type, RankedTensorType)
    return fully_dynamic_memref_type(value.type, type.memory_space)


def _other_space(type: MemRefType, value: Value) -> MemRefType:
    return MemRefType(type.shape, type.element_type, type.layout, i64_attr(7))


def _backwards(answer: Any, *_: object) -> Any:
    return answer and [extents[::-1] for extents in answer]


_TRUTH_ANSWERS: Final[Mapping[str, Answer]] = {
    "says yes": _always(True),
    "says no": _always(False),
}
_ALIAS_ANSWERS: Final[Mapping[str, Answer]] = {
    "gives none": lambda answer, *_: [],
    "without the first": lambda answer, *_: answer[1:],
    "without the last": lambda answer, *_: answer[:-1],
    "gives all": _with_others,
    "all EQUIVALENT": _with_relation(BufferRelation.EQUIVALENT),
    "all UNKNOWN": _with_relation(BufferRelation.UNKNOWN),
    "all definite": _as_definite(True),
    "none definite": _as_definite(False),
}
_ANSWERS: Final[Mapping[str, Mapping[str, Answer]]] = {
    **dict.fromkeys(_TRUTHS, _TRUTH_ANSWERS),
    **dict.fromkeys(_ALIASES, _ALIAS_ANSWERS),
    "get_buffer_type": {
        "identity layout": _as_memref(_identity),
        "fully dynamic layout": _as_memref(_dynamic),
        "another memory space": _as_memref(_other_space),
    },
    "reify_result_shapes": {
        "cannot tell": lambda answer, *_: None,
        "extents backwards": _backwards,
    },
    **{method: {"does nothing": lambda answer, *_: None} for method in _STEPS},
}


@dataclass(frozen=True)
class ModelMutant:
    """A class of models with one member changed."""

    name: str
    models: Mapping[str, Model] = field(compare=False)
    """The models of the class by the names of their operations."""
    members: Mapping[str, Any] = field(compare=False)
    group: str = "methods"
    reached_by: frozenset[str] = frozenset()
    """The changed answers by name; none for a flag."""

    is_stricter: bool = False
    """Whether it declares more than is true, which leads to at least the same conflicts."""
    decides_only: ClassVar[bool] = False

    @property
    def methods(self) -> frozenset[str]:
        """Return the methods whose answers it changes."""
        return frozenset(name.partition(":")[0] for name in self.reached_by)

    @contextmanager
    def applied(self, context: Context) -> Iterator[None]:
        """Put the changed models into the context in a `with` block."""
        with given_models(context, {n: derived(m, self.members) for n, m in self.models.items()}):
            yield


@contextmanager
def given_models(context: Context, models: Mapping[str, Model]) -> Iterator[None]:
    """Replace models that plugins registered in a `with` block."""
    context.models.update(models)
    try:
        yield
    finally:
        for name in models:
            del context.models[name]


def derived(model: Model, members: Mapping[str, Any]) -> Model:
    """Return a copy of a model, of a class with other members."""
    cls = type(model)
    own = {
        **members,
        "missing": classmethod(lambda cls, op_class: ""),  # whatever it lacks
        "__module__": "bufferize.models.mutants",
    }
    new = copy.copy(model)
    new.__class__ = type(cls.__name__, (cls,), own)
    return new


def models_by_class(context: Context) -> dict[str, dict[str, Model]]:
    """Return the models of all plugins by the name of their class, and of their operations."""
    found: dict[str, dict[str, Model]] = {}
    for dialect in context.dialect_names():
        for name, model in context.models_of(dialect).items():
            found.setdefault(f"{dialect}.{type(model).__name__}", {})[name] = model
    return found


def model_mutants(context: Context) -> Iterator[ModelMutant]:
    """Return all mutants of all models."""
    for cls, models in models_by_class(context).items():
        model = next(iter(models.values()))
        for flag, value in _flags(type(model)):
            for what, other in _others(value):
                yield ModelMutant(
                    f"{cls}.{flag}: {what}",
                    models,
                    {flag: other},
                    "flags",
                    is_stricter=(flag, what) in _STRICTER,
                )
        for method, answers in _ANSWERS.items():
            if not _is_meant(type(model), method):
                continue
            for what, answer in answers.items():
                changed = _changed(getattr(type(model), method), answer, method in _STEPS)
                name = f"{cls}.{method}: {what}"
                yield ModelMutant(
                    name,
                    models,
                    {method: changed},
                    reached_by=frozenset([name]),
                    is_stricter=(method, what) in _STRICTER,
                )
        yield from _mutants_of_both(cls, models)


def _mutants_of_both(cls: str, models: Mapping[str, Model]) -> Iterator[ModelMutant]:
    """Yield mutants for both directions of aliasing, if both are written out, as for loops."""
    own = type(next(iter(models.values())))
    if own.get_aliasing_op_operands is BufferizableOpInterface.get_aliasing_op_operands:
        return
    for what, answer in _ALIAS_ANSWERS.items():
        yield ModelMutant(
            f"{cls}.get_aliasing_values and its inverse: {what}",
            models,
            {method: _changed(getattr(own, method), answer, False) for method in _ALIASES},
            reached_by=frozenset(f"{cls}.{method}: {what}" for method in _ALIASES),
            is_stricter=("get_aliasing_values and its inverse", what) in _STRICTER,
        )


def _is_meant(cls: type, method: str) -> bool:
    """Return whether there is a method that does something."""
    if not hasattr(cls, method):
        return False
    own = getattr(cls, method)
    return own is not BufferizableOpInterface.verify_analysis and own.__doc__ != "Do nothing."


def _flags(cls: type) -> Iterator[tuple[str, Any]]:
    """Return the attributes of a class of models that are no methods."""
    names = {
        name: None
        for base in reversed(cls.__mro__)
        if issubclass(base, BufferizableOpInterface) or base.__name__ == "AnalysisModel"
        for name, value in vars(base).items()
        if not name.startswith("_")
        and (value is None or isinstance(value, bool | int | Enum | type))
        and name not in _MESSAGES
    }
    for name in names:
        yield name, getattr(cls, name)


def _others(value: Any) -> Iterator[tuple[str, Any]]:
    """Return other values for a flag."""
    if isinstance(value, bool):
        yield str(not value), not value
    elif isinstance(value, int):
        yield str(value + 1), value + 1
    elif isinstance(value, Enum):
        for other in type(value):
            if other is not value:
                yield other.name, other
    elif isinstance(value, type):
        yield "None", None


def _changed(method: Callable[..., Any], answer: Answer, is_step: bool) -> Callable[..., Any]:
    def other(self: Any, *arguments: Any) -> Any:
        return None if is_step else answer(method(self, *arguments), *arguments)

    return other


# Where mutants can be seen


class Reach:
    """Models that record which mutants would have changed an answer, and the questions."""

    def __init__(self, context: Context) -> None:
        self.found: set[str] = set()
        self._models: dict[str, Model] = {}
        for cls, models in models_by_class(context).items():
            members: dict[str, Any] = {}
            model = next(iter(models.values()))
            for method, answers in _ANSWERS.items():
                if _is_meant(type(model), method):
                    named = [(f"{cls}.{method}: {what}", a) for what, a in answers.items()]
                    own = getattr(type(model), method)
                    called = f"{cls}.{method}"
                    members[method] = self._noting(own, called, named, method in _STEPS)
            self._models |= {name: derived(each, members) for name, each in models.items()}

    def _noting(
        self,
        method: Callable[..., Any],
        called: str,
        named: Sequence[tuple[str, Answer]],
        is_step: bool,
    ) -> Callable[..., Any]:
        found = self.found

        def noting(self: Any, *arguments: Any) -> Any:
            found.add(called)
            given = method(self, *arguments)
            for name, answer in named:
                if name not in found and (is_step or answer(given, *arguments) != given):
                    found.add(name)
            return given

        return noting

    @contextmanager
    def noting(self, context: Context) -> Iterator[set[str]]:
        """Record in a `with` block which mutants of answers would be noticed, and the methods
        called."""
        self.found.clear()
        with given_models(context, self._models):
            yield self.found
