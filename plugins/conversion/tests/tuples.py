"""A dialect with tuples that are made and taken apart, and the type converter of seed programs."""

from __future__ import annotations

import types as python_types
from collections.abc import Sequence

from bufferize import define as d
from bufferize.ir import (
    Builder,
    IntegerAttr,
    Location,
    MemRefType,
    RankedTensorType,
    TupleType,
    Type,
    Value,
)
from bufferize.plugins import Context, adding
from bufferize_conversion import BufferizeTypeConverter, ResultConversionKind

TUPLES = d.Dialect("tuples")


@TUPLES.op("make")
class MakeOp(d.Operation):
    """A tuple of values."""

    elements: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    tuple: d.Result = d.result(d.ANY_TYPE)
    traits = (d.Pure(),)
    assembly_format = "$elements attr-dict `:` functional-type($elements, $tuple)"


@TUPLES.op("get")
class GetOp(d.Operation):
    """An element of a tuple."""

    tuple: d.Operand = d.operand(d.ANY_TYPE)
    index: d.Attr[IntegerAttr, int] = d.attr(d.I32_ATTR)
    element: d.Result = d.result(d.ANY_TYPE)
    traits = (d.Pure(),)
    assembly_format = "$tuple `[` $index `]` attr-dict `:` functional-type($tuple, $element)"


@TUPLES.op("exp")
class ExpOp(d.Operation):
    """Writes the exponential of a buffer to another one."""

    source: d.Operand = d.operand(d.ANY_TYPE)
    target: d.Operand = d.operand(d.ANY_TYPE)
    assembly_format = "$source `,` $target attr-dict `:` type($source) `,` type($target)"


@TUPLES.op("stop")
class StopOp(d.Operation):
    """Ends a function without results."""

    traits = (d.IsTerminator(),)
    assembly_format = "attr-dict"


def context() -> Context:
    plugin = python_types.SimpleNamespace(
        __name__="tuples-test", register_dialects=adding({"tuples": TUPLES})
    )
    found = Context(["func", "cf", "arith", "linalg", "math", "tensor", plugin])
    found.allow_unregistered_dialects = True
    return found


def flattened(type: TupleType) -> list[Type]:
    """All types in a tuple that are no tuples."""
    return [
        each
        for element in type.types
        for each in (flattened(element) if isinstance(element, TupleType) else [element])
    ]


def converter(kind: ResultConversionKind) -> BufferizeTypeConverter:
    """Tensors become memrefs, and their results what `kind` says; tuples fall apart."""
    found = BufferizeTypeConverter()
    found.add_conversion(RankedTensorType, lambda type: MemRefType(type.shape, type.element_type))
    found.set_result_conversion_kind(RankedTensorType, MemRefType, kind)
    found.add_decompose_type_conversion(TupleType, flattened)

    def make(
        builder: Builder, type: TupleType, inputs: Sequence[Value], location: Location
    ) -> Value | None:
        if len(inputs) == 1:
            return None
        packed = TupleType(tuple([value.type for value in inputs]))
        return builder.insert(MakeOp(elements=inputs, tuple=packed, location=location)).result

    def take_apart(
        builder: Builder, location: Location, type: TupleType, value: Value
    ) -> list[Value]:
        return [
            builder.insert(GetOp(tuple=value, index=i, element=element, location=location)).result
            for i, element in enumerate(type.types)
        ]

    found.add_argument_materialization(TupleType, make)
    found.add_decompose_value_conversion(TupleType, take_apart)
    return found
