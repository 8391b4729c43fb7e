"""Models with one wrong declaration, derived from right ones."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

from bufferize.driver import BufferizableOpInterface, Model
from bufferize.interfaces import AliasingValue, BufferRelation, is_tensor_like

Answer = Callable[..., Any]
Breaking = Callable[[type[Model]], dict[str, Any]]
"""A function from a class of models to the members that it replaces."""

TRUTHS = (
    "bufferizes_to_allocation",
    "bufferizes_to_element_wise_access",
    "bufferizes_to_memory_read",
    "bufferizes_to_memory_write",
    "has_tensor_semantics",
    "is_not_conflicting",
    "is_parallel_region",
    "is_repetitive_region",
    "is_writable",
    "must_bufferize_in_place",
    "result_bufferizes_to_memory_write",
)
_INVERSE = BufferizableOpInterface.get_aliasing_op_operands


def broken(model: Model, breaking: Breaking) -> Model:
    """Return a copy of a model with some members replaced."""
    cls = type(model)
    made = copy(model)
    made.__class__ = type("Broken", (cls,), breaking(cls))
    return made


def opposite(name: str) -> Breaking:
    """Return a method that returns the opposite of another."""

    def members(cls: type[Model]) -> dict[str, Any]:
        return {name: lambda self, *given: not getattr(cls, name)(self, *given)}

    return members


def _aliases(change: Callable[[list[Any]], list[Any]], name: str) -> Breaking:
    def members(cls: type[Model]) -> dict[str, Any]:
        answer = {name: lambda self, *given: change(getattr(cls, name)(self, *given))}
        inverse = {} if name == "get_aliasing_op_operands" else {_INVERSE.__name__: _INVERSE}
        return {**inverse, **answer}

    return members


def _another_relation(found: list[Any]) -> list[Any]:
    other = {
        BufferRelation.UNKNOWN: BufferRelation.EQUIVALENT,
        BufferRelation.EQUIVALENT: BufferRelation.UNKNOWN,
    }
    return [alias._replace(relation=other[alias.relation]) for alias in found]


def _another_certainty(found: list[Any]) -> list[Any]:
    return [alias._replace(is_definite=not alias.is_definite) for alias in found]


def _all_results(cls: type[Model]) -> dict[str, Any]:
    def more(self: Model, op: Any, operand: Any, state: Any) -> list[AliasingValue]:
        found = cls.get_aliasing_values(self, op, operand, state)
        known = [alias.value for alias in found]
        more = [r for r in op.results if is_tensor_like(r.type) and r not in known]
        return found + [AliasingValue(result, BufferRelation.UNKNOWN, False) for result in more]

    return {"get_aliasing_values": more, _INVERSE.__name__: _INVERSE}


def _nothing(name: str) -> Breaking:
    return lambda cls: {name: lambda *given: None}


def _wrong_shapes(cls: type[Model]) -> dict[str, Any]:
    def shapes(self: Model, op: Any, rewriter: Any) -> Any:
        found = cls.reify_result_shapes(self, op, rewriter)
        return found and [[7 for _ in shape] for shape in found]

    return {"reify_result_shapes": shapes}


def _row_major(cls: type[Model]) -> dict[str, Any]:
    from bufferize.driver import identity_memref_type

    return {"get_buffer_type": lambda self, op, value, state: identity_memref_type(value.type)}


def _one_block_only(cls: type[Model]) -> dict[str, Any]:
    """Claim support for regions with several blocks, but bufferize only the first."""
    one_block = {"supports_unstructured_control_flow": False}

    def bufferize(self: Model, op: Any, rewriter: Any) -> None:
        broken(self, lambda _: {**one_block, "bufferize": cls.bufferize}).bufferize(op, rewriter)

    return {"bufferize": bufferize}


def _fails(name: str) -> Breaking:
    def fail(*given: Any) -> Any:
        raise ValueError("nobody knows")

    return lambda cls: {name: fail}


BREAKINGS: dict[str, tuple[str, Breaking]] = {
    **{name: (name, opposite(name)) for name in TRUTHS},
    "fewer aliases": ("get_aliasing_values", _aliases(lambda found: [], "get_aliasing_values")),
    "more aliases": ("get_aliasing_values", _all_results),
    "relation": ("get_aliasing_values", _aliases(_another_relation, "get_aliasing_values")),
    "certainty": ("get_aliasing_values", _aliases(_another_certainty, "get_aliasing_values")),
    "fewer sources": (
        "get_aliasing_op_operands",
        _aliases(lambda found: [], "get_aliasing_op_operands"),
    ),
    "relation of sources": (
        "get_aliasing_op_operands",
        _aliases(_another_relation, "get_aliasing_op_operands"),
    ),
    "certainty of sources": (
        "get_aliasing_op_operands",
        _aliases(_another_certainty, "get_aliasing_op_operands"),
    ),
    "no copies": ("resolve_conflicts", _nothing("resolve_conflicts")),
    "no extents": ("reify_result_shapes", _nothing("reify_result_shapes")),
    "other extents": ("reify_result_shapes", _wrong_shapes),
    "no refusal": ("verify_analysis", _nothing("verify_analysis")),
    "refusal": ("verify_analysis", _fails("verify_analysis")),
    "row-major": ("get_buffer_type", _row_major),
    "no rewriting": ("bufferize", _nothing("bufferize")),
    "one block only": ("supports_unstructured_control_flow", _one_block_only),
    "several blocks": (
        "supports_unstructured_control_flow",
        lambda cls: {
            "supports_unstructured_control_flow": not cls.supports_unstructured_control_flow
        },
    ),
}
"""Wrong declarations by method, and in which way it is wrong."""
