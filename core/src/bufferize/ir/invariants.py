"""The rules that types and attributes have for their own parameters."""

from __future__ import annotations

from typing import Any

from bufferize.ir.attribute import Attribute, Type
from bufferize.ir.attributes import (
    DenseElementsAttr,
    DictionaryAttr,
    IntegerAttr,
    OpaqueAttr,
    StringAttr,
)
from bufferize.ir.dense import element_bytes, is_dense_element_type
from bufferize.ir.operation import Operation
from bufferize.ir.types import I1, BaseMemRefType, RankedTensorType, ShapedType


class ParameterChecker:
    """Checks each type and attribute once, with those that it is made of."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[Attribute | Type, str | None] = {}

    def check_operation(self, op: Operation) -> str | None:
        """What is wrong with an operation's result types or attributes, None if nothing is."""
        known = self._known
        for result in op.results:
            if result.type not in known or known[result.type] is not None:
                problem = self.check(result.type)
                if problem is not None:
                    return problem
        for attributes in (op.properties, op.attributes):
            for attribute in attributes.values():
                if attribute not in known or known[attribute] is not None:
                    problem = self.check(attribute)
                    if problem is not None:
                        return problem
        return None

    def check(self, symbol: Attribute | Type) -> str | None:
        """What is wrong with a type or attribute or a part of it, None if nothing is."""
        known = self._known
        if symbol in known:
            return known[symbol]
        known[symbol] = None
        problem = self._parts(symbol) or symbol.verify() or _builtin_problem(symbol)
        known[symbol] = problem
        return problem

    def _parts(self, symbol: Attribute | Type) -> str | None:
        for name in getattr(symbol, "__dataclass_fields__", ()):
            problem = self._part(getattr(symbol, name))
            if problem is not None:
                return problem
        return None

    def _part(self, part: Any) -> str | None:
        if isinstance(part, Attribute | Type):
            return self.check(part)
        if isinstance(part, tuple) and part and not isinstance(part[0], int):
            for each in part:
                problem = self._part(each)
                if problem is not None:
                    return problem
        return None


def is_memory_space(attribute: Attribute | None) -> bool:
    """Whether memrefs can have this memory space; the builtin dialect has few that they can."""
    if attribute is None or attribute.dialect_name != "builtin":
        return True
    return isinstance(attribute, IntegerAttr | StringAttr | DictionaryAttr | OpaqueAttr)


def _builtin_problem(symbol: Attribute | Type) -> str | None:
    if isinstance(symbol, RankedTensorType | BaseMemRefType):
        if any(extent < 0 and extent != -(2**63) for extent in symbol.extents or ()):
            return f"invalid {'tensor' if isinstance(symbol, RankedTensorType) else 'memref'} size"
    if isinstance(symbol, BaseMemRefType) and not is_memory_space(symbol.memory_space):
        return "unsupported memory space Attribute"
    if isinstance(symbol, DenseElementsAttr):
        return _dense_problem(symbol)
    return None


def _dense_problem(attribute: DenseElementsAttr) -> str | None:
    type: ShapedType = attribute.type
    if not type.has_static_shape():
        return f"elements literal must have a statically shaped type, but got '{type}'"
    if not is_dense_element_type(type.element_type):
        return f"elements literal cannot have element type '{type.element_type}'"
    count = 1 if attribute.is_splat else type.num_elements()
    if type.element_type is I1:
        expected = (count + 7) // 8
    else:
        expected = count * element_bytes(type.element_type)
    if len(attribute.data) != expected:
        return (
            f"elements data of '{type}' takes {expected} bytes, but {len(attribute.data)} are given"
        )
    return None
