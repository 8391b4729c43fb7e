"""Ops with regions or indices on each element or window: gather, map, scatter, sort."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    NoMemoryEffect,
    Operation,
    RecursiveMemoryEffects,
    SameOperandsAndResultShape,
    SameVariadicOperandSize,
)
from bufferize.define.attr_constraints import BOOL_ATTR, DENSE_I64_ARRAY, I64_ATTR, I64_ELEMENTS
from bufferize.ir import FALSE, DenseArrayAttr, DenseElementsAttr, IntegerAttr, i64_attr
from bufferize_stablehlo.base import STABLEHLO
from bufferize_stablehlo.constraints import (
    INDEX_OR_INTEGER_TENSOR,
    INT_TENSOR,
    STATIC_INT_TENSOR_1D,
    TENSOR,
)
from bufferize_stablehlo.dimension_numbers import (
    GatherDimensionNumbersAttr,
    ScatterDimensionNumbersAttr,
)


@STABLEHLO.op("dynamic_gather")
class DynamicGatherOp(Operation):
    """Slices of sizes that are known when the program runs."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR, name="operand")
    start_indices: d.Operand = d.operand(INT_TENSOR)
    slice_sizes: d.Operand = d.operand(STATIC_INT_TENSOR_1D)
    dimension_numbers: d.Attr[GatherDimensionNumbersAttr, GatherDimensionNumbersAttr] = d.attr(
        GatherDimensionNumbersAttr
    )
    indices_are_sorted: d.Attr[IntegerAttr, bool] = d.default_attr(BOOL_ATTR, FALSE, optional=True)
    result: d.Result = d.result(TENSOR)
    traits = (NoMemoryEffect(),)


@STABLEHLO.op("gather")
class GatherOp(Operation):
    """Slices of a tensor, put together."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR, name="operand")
    start_indices: d.Operand = d.operand(INT_TENSOR)
    dimension_numbers: d.Attr[GatherDimensionNumbersAttr, GatherDimensionNumbersAttr] = d.attr(
        GatherDimensionNumbersAttr
    )
    slice_sizes: d.Attr[DenseArrayAttr, d.Ints] = d.attr(DENSE_I64_ARRAY)
    indices_are_sorted: d.Attr[IntegerAttr, bool] = d.default_attr(BOOL_ATTR, FALSE, optional=True)
    result: d.Result = d.result(TENSOR)
    traits = (NoMemoryEffect(),)


@STABLEHLO.op("map")
class MapOp(Operation):
    """A region on each element."""

    __slots__ = ()

    inputs: d.VariadicOperand = d.variadic_operand(TENSOR)
    dimensions: d.Attr[DenseArrayAttr, d.Ints] = d.attr(DENSE_I64_ARRAY)
    result: d.Result = d.result(TENSOR)
    computation: d.Region = d.region(1)
    traits = (
        RecursiveMemoryEffects(),
        SameOperandsAndResultShape(),
    )


@STABLEHLO.op("reduce_window")
class ReduceWindowOp(Operation):
    """Each window of tensors, reduced by a region."""

    __slots__ = ()

    inputs: d.VariadicOperand = d.variadic_operand(TENSOR)
    init_values: d.VariadicOperand = d.variadic_operand(TENSOR)
    window_dimensions: d.Attr[DenseArrayAttr, d.Ints] = d.attr(DENSE_I64_ARRAY)
    window_strides: d.OptionalAttr[DenseArrayAttr, d.Ints] = d.optional_attr(DENSE_I64_ARRAY)
    base_dilations: d.OptionalAttr[DenseArrayAttr, d.Ints] = d.optional_attr(DENSE_I64_ARRAY)
    window_dilations: d.OptionalAttr[DenseArrayAttr, d.Ints] = d.optional_attr(DENSE_I64_ARRAY)
    padding: d.OptionalAttr[DenseElementsAttr, DenseElementsAttr] = d.optional_attr(I64_ELEMENTS)
    outputs: d.VariadicResult = d.variadic_result(TENSOR, name="results")
    body: d.Region = d.region(1)
    traits = (
        RecursiveMemoryEffects(),
        SameVariadicOperandSize(),
    )


@STABLEHLO.op("scatter")
class ScatterOp(Operation):
    """Tensors updated by a region at indices."""

    __slots__ = ()

    inputs: d.VariadicOperand = d.variadic_operand(TENSOR)
    scatter_indices: d.Operand = d.operand(INDEX_OR_INTEGER_TENSOR)
    updates: d.VariadicOperand = d.variadic_operand(TENSOR)
    scatter_dimension_numbers: d.Attr[ScatterDimensionNumbersAttr, ScatterDimensionNumbersAttr] = (
        d.attr(ScatterDimensionNumbersAttr)
    )
    indices_are_sorted: d.Attr[IntegerAttr, bool] = d.default_attr(BOOL_ATTR, FALSE, optional=True)
    unique_indices: d.Attr[IntegerAttr, bool] = d.default_attr(BOOL_ATTR, FALSE, optional=True)
    outputs: d.VariadicResult = d.variadic_result(TENSOR, name="results")
    update_computation: d.Region = d.region(1)
    traits = (
        RecursiveMemoryEffects(),
        SameVariadicOperandSize(),
    )


@STABLEHLO.op("select_and_scatter")
class SelectAndScatterOp(Operation):
    """Elements added where a region selects one in each window."""

    __slots__ = ()

    input: d.Operand = d.operand(TENSOR, name="operand")
    source: d.Operand = d.operand(TENSOR)
    init_value: d.Operand = d.operand(TENSOR)
    window_dimensions: d.OptionalAttr[DenseArrayAttr, d.Ints] = d.optional_attr(DENSE_I64_ARRAY)
    window_strides: d.OptionalAttr[DenseArrayAttr, d.Ints] = d.optional_attr(DENSE_I64_ARRAY)
    padding: d.OptionalAttr[DenseElementsAttr, DenseElementsAttr] = d.optional_attr(I64_ELEMENTS)
    result: d.Result = d.result(TENSOR)
    select: d.Region = d.region(1)
    scatter: d.Region = d.region(1)
    traits = (RecursiveMemoryEffects(),)


@STABLEHLO.op("sort")
class SortOp(Operation):
    """Tensors sorted along a dimension, as a region compares elements."""

    __slots__ = ()

    inputs: d.VariadicOperand = d.variadic_operand(TENSOR)
    dimension: d.Attr[IntegerAttr, int] = d.default_attr(I64_ATTR, i64_attr(-1), optional=True)
    is_stable: d.Attr[IntegerAttr, bool] = d.default_attr(BOOL_ATTR, FALSE, optional=True)
    outputs: d.VariadicResult = d.variadic_result(TENSOR, name="results")
    comparator: d.Region = d.region(1)
    traits = (
        RecursiveMemoryEffects(),
        SameOperandsAndResultShape(),
    )
