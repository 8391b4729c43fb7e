"""What the types in grammar.lark mean: one method a rule, called with what the rule matched."""

from __future__ import annotations

from typing import Any

from bufferize.ir import (
    AffineMapAttr,
    Attribute,
    BaseMemRefType,
    ComplexType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    NoneType,
    RankedTensorType,
    StridedLayoutAttr,
    TensorType,
    TupleType,
    Type,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from bufferize.syntax.scanner import ScanError
from bufferize.syntax.simple_types import parse_extents, scalable_extents

_NEVER_IN_TENSORS = (FunctionType, NoneType, TensorType, TupleType, BaseMemRefType)
_NEVER_IN_MEMREFS = (FunctionType, NoneType, TensorType, TupleType)


class TypeActions:
    """Types. A token's `value` is what it stands for, its `start_pos` the place of an error."""

    def given(self, token: Any) -> Any:
        """What the lexer has resolved."""
        return token.value

    def type(self, type: Type) -> Type:
        """Any type."""
        return type

    def types(self, *types: Type) -> tuple[Type, ...]:
        """Types with commas between."""
        return types

    def ranked_tensor(self, shape: Any, element: Type, encoding: Attribute | None) -> Type:
        """`tensor<shape element, encoding>`."""
        _check_element(element, _NEVER_IN_TENSORS, "tensor", shape)
        _no_brackets(shape)
        return _verified(
            RankedTensorType(parse_extents(shape, shape.start_pos), element, encoding), shape
        )

    def unranked_tensor(self, element: Type) -> Type:
        """`tensor<*xelement>`."""
        return UnrankedTensorType(element)

    def vector_type(self, shape: Any, element: Type) -> Type:
        """`vector<shape element>`."""
        if isinstance(element, ComplexType) or (
            element.dialect_name == "builtin"
            and not isinstance(element, IntegerType | FloatType | IndexType)
        ):
            raise ScanError("vector elements must be int/index/float type", shape.start_pos)
        if "?" in shape:
            raise ScanError("vector types must have a static shape", shape.start_pos)
        extents, scalable = parse_extents(shape, shape.start_pos), scalable_extents(shape)
        if 0 in extents:
            raise ScanError(
                "vector types must have positive constant sizes but got "
                + ", ".join(map(str, extents)),
                shape.start_pos,
            )
        return _verified(VectorType(extents, element, scalable), shape)

    def memref_tail(self, *attributes: Attribute) -> tuple[Attribute, ...]:
        """The layout and the memory space of a memref, as far as given."""
        return attributes

    def ranked_memref(self, shape: Any, element: Type, tail: tuple[Attribute, ...]) -> Type:
        """`memref<shape element, layout, memory space>`."""
        _check_element(element, _NEVER_IN_MEMREFS, "memref", shape)
        _no_brackets(shape)
        layout: Attribute | None = None
        space: Attribute | None = None
        for attribute in tail:
            if _is_layout(attribute):
                if space is not None:
                    raise ScanError(
                        "expected memory space to be last in memref type", shape.start_pos
                    )
                if layout is not None:
                    raise ScanError("multiple layouts specified in memref type", shape.start_pos)
                layout = attribute
            elif space is not None:
                raise ScanError("multiple memory spaces specified in memref type", shape.start_pos)
            else:
                space = attribute
        return _verified(
            MemRefType(parse_extents(shape, shape.start_pos), element, layout, space), shape
        )

    def unranked_memref(self, element: Type, tail: tuple[Attribute, ...]) -> Type:
        """`memref<*xelement, memory space>`."""
        if any(map(_is_layout, tail)) or len(tail) > 1:
            raise ScanError("an unranked memref has no layout and one memory space", -1)
        return UnrankedMemRefType(element, tail[0] if tail else None)

    def complex_type(self, element: Type) -> Type:
        """`complex<element>`."""
        if not isinstance(element, IntegerType | FloatType):
            raise ScanError("invalid element type for complex", -1)
        return ComplexType(element)

    def tuple_type(self, types: tuple[Type, ...] | None) -> Type:
        """`tuple<types>`."""
        return TupleType(types or ())

    def results(self, type: Type) -> tuple[Type, ...]:
        """The one result of a function type."""
        return (type,)

    def result_list(self, types: tuple[Type, ...] | None) -> tuple[Type, ...]:
        """The results of a function type in parentheses."""
        return types or ()

    def function_type(self, inputs: tuple[Type, ...] | None, results: tuple[Type, ...]) -> Type:
        """`(inputs) -> results`."""
        return FunctionType(inputs or (), results)


def _is_layout(attribute: Attribute) -> bool:
    """Whether an attribute is a layout: a map, or a dialect's that says it gives one."""
    return isinstance(attribute, AffineMapAttr | StridedLayoutAttr) or hasattr(
        attribute, "affine_map"
    )


def _check_element(element: Type, never: tuple[type, ...], kind: str, shape: Any) -> None:
    if isinstance(element, never):
        raise ScanError(f"invalid {kind} element type: '{element}'", shape.start_pos + len(shape))


def _no_brackets(shape: Any) -> None:
    if "[" in shape:
        raise ScanError("only vectors have scalable dimensions", shape.start_pos)


def _verified(type: Type, shape: Any) -> Type:
    problem = type.verify()
    if problem is not None:
        raise ScanError(problem, shape.start_pos)
    return type
