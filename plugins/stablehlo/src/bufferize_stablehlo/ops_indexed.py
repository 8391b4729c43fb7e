"""Ops with regions or indices on each element or window: gather, map, scatter, sort."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_stablehlo.attributes import (
    GatherDimensionNumbersAttr,
    ScatterDimensionNumbersAttr,
)
from bufferize_stablehlo.dialect import STABLEHLO
from bufferize_stablehlo.types import (
    INDEX_OR_INTEGER_TENSOR,
    INT_TENSOR,
    STATIC_INT_TENSOR_1D,
    TENSOR,
)


@STABLEHLO.op("dynamic_gather")
class DynamicGatherOp(d.Operation):
    """Slices of a tensor, gathered into one tensor; their sizes are computed at run time."""

    input: d.Operand = d.operand(TENSOR, name="operand")
    start_indices: d.Operand = d.operand(INT_TENSOR)
    slice_sizes: d.Operand = d.operand(STATIC_INT_TENSOR_1D)
    dimension_numbers: d.Attr[GatherDimensionNumbersAttr, GatherDimensionNumbersAttr] = d.attr(
        GatherDimensionNumbersAttr
    )
    indices_are_sorted: d.Attr[ir.IntegerAttr, bool] = d.default_attr(
        d.BOOL_ATTR, ir.FALSE, optional=True
    )
    result: d.Result = d.result(TENSOR)
    traits = (d.NoMemoryEffect(),)


@STABLEHLO.op("gather")
class GatherOp(d.Operation):
    """Slices of a tensor, gathered into one tensor."""

    input: d.Operand = d.operand(TENSOR, name="operand")
    start_indices: d.Operand = d.operand(INT_TENSOR)
    dimension_numbers: d.Attr[GatherDimensionNumbersAttr, GatherDimensionNumbersAttr] = d.attr(
        GatherDimensionNumbersAttr
    )
    slice_sizes: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    indices_are_sorted: d.Attr[ir.IntegerAttr, bool] = d.default_attr(
        d.BOOL_ATTR, ir.FALSE, optional=True
    )
    result: d.Result = d.result(TENSOR)
    traits = (d.NoMemoryEffect(),)


@STABLEHLO.op("map")
class MapOp(d.Operation):
    """The application of a region to each element."""

    inputs: d.VariadicOperand = d.variadic_operand(TENSOR)
    dimensions: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    result: d.Result = d.result(TENSOR)
    computation: d.Region = d.region(1)
    traits = (
        d.WillReturn(),
        d.RecursiveMemoryEffects(),
        d.SameOperandsAndResultShape(),
    )


@STABLEHLO.op("reduce_window")
class ReduceWindowOp(d.Operation):
    """The reduction of each window of tensors by a region."""

    inputs: d.VariadicOperand = d.variadic_operand(TENSOR)
    init_values: d.VariadicOperand = d.variadic_operand(TENSOR)
    window_dimensions: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    window_strides: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_I64_ARRAY)
    base_dilations: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_I64_ARRAY)
    window_dilations: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_I64_ARRAY)
    padding: d.OptionalAttr[ir.DenseElementsAttr, ir.DenseElementsAttr] = d.optional_attr(
        d.I64_ELEMENTS
    )
    outputs: d.VariadicResult = d.variadic_result(TENSOR, name="results")
    body: d.Region = d.region(1)
    traits = (
        d.WillReturn(),
        d.RecursiveMemoryEffects(),
        d.SameVariadicOperandSize(),
    )


@STABLEHLO.op("scatter")
class ScatterOp(d.Operation):
    """Tensors with elements at indices combined with updates by a region."""

    inputs: d.VariadicOperand = d.variadic_operand(TENSOR)
    scatter_indices: d.Operand = d.operand(INDEX_OR_INTEGER_TENSOR)
    updates: d.VariadicOperand = d.variadic_operand(TENSOR)
    scatter_dimension_numbers: d.Attr[ScatterDimensionNumbersAttr, ScatterDimensionNumbersAttr] = (
        d.attr(ScatterDimensionNumbersAttr)
    )
    indices_are_sorted: d.Attr[ir.IntegerAttr, bool] = d.default_attr(
        d.BOOL_ATTR, ir.FALSE, optional=True
    )
    unique_indices: d.Attr[ir.IntegerAttr, bool] = d.default_attr(
        d.BOOL_ATTR, ir.FALSE, optional=True
    )
    outputs: d.VariadicResult = d.variadic_result(TENSOR, name="results")
    update_computation: d.Region = d.region(1)
    traits = (
        d.WillReturn(),
        d.RecursiveMemoryEffects(),
        d.SameVariadicOperandSize(),
    )


@STABLEHLO.op("select_and_scatter")
class SelectAndScatterOp(d.Operation):
    """Values scattered to the element that a region selects in each window."""

    input: d.Operand = d.operand(TENSOR, name="operand")
    source: d.Operand = d.operand(TENSOR)
    init_value: d.Operand = d.operand(TENSOR)
    window_dimensions: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(
        d.DENSE_I64_ARRAY
    )
    window_strides: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_I64_ARRAY)
    padding: d.OptionalAttr[ir.DenseElementsAttr, ir.DenseElementsAttr] = d.optional_attr(
        d.I64_ELEMENTS
    )
    result: d.Result = d.result(TENSOR)
    select: d.Region = d.region(1)
    scatter: d.Region = d.region(1)
    traits = (
        d.WillReturn(),
        d.RecursiveMemoryEffects(),
    )


@STABLEHLO.op("sort")
class SortOp(d.Operation):
    """Tensors sorted along a dimension, with a region as comparison."""

    inputs: d.VariadicOperand = d.variadic_operand(TENSOR)
    dimension: d.Attr[ir.IntegerAttr, int] = d.default_attr(
        d.I64_ATTR, ir.i64_attr(-1), optional=True
    )
    is_stable: d.Attr[ir.IntegerAttr, bool] = d.default_attr(d.BOOL_ATTR, ir.FALSE, optional=True)
    outputs: d.VariadicResult = d.variadic_result(TENSOR, name="results")
    comparator: d.Region = d.region(1)
    traits = (
        d.WillReturn(),
        d.RecursiveMemoryEffects(),
        d.SameOperandsAndResultShape(),
    )
