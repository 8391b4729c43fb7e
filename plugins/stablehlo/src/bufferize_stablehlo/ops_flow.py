"""Control flow, calls and tuples."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_stablehlo.attributes import API_VERSION
from bufferize_stablehlo.dialect import STABLEHLO, PairwiseSameTypes
from bufferize_stablehlo.types import (
    ALIASES,
    ANY_VALUE,
    CALL_VALUE,
    FUTURE,
    I32_TENSOR,
    LAYOUTS,
    PRED_TENSOR,
    STRING_OR_DICTIONARY,
    TENSOR,
    TENSOR_OR_TOKEN,
    TENSOR_PER_AXIS_OR_TOKEN,
    TENSOR_TOKEN_OR_BUFFER,
    TENSOR_TOKEN_OR_TUPLE,
    TILINGS,
    TUPLE,
)


@STABLEHLO.op("async_done")
class AsyncDoneOp(d.Operation):
    """The result of an asynchronous computation, once it is complete."""

    input: d.Operand = d.operand(FUTURE, name="operand")
    result: d.Result = d.result(TENSOR)


@STABLEHLO.op("async_start")
class AsyncStartOp(d.Operation):
    """The start of an asynchronous computation."""

    operands: d.VariadicOperand = d.variadic_operand(TENSOR)
    result: d.Result = d.result(FUTURE)
    body: d.Region = d.region(1)
    traits = (d.IsolatedFromAbove(),)


@STABLEHLO.op("case")
class CaseOp(d.Operation):
    """A switch: runs one of several regions, chosen by an index."""

    index: d.Operand = d.operand(I32_TENSOR)
    outputs: d.VariadicResult = d.variadic_result(TENSOR_PER_AXIS_OR_TOKEN, name="results")
    branches: d.VariadicRegion = d.variadic_region(1)
    traits = (
        d.WillReturn(),
        d.RecursiveMemoryEffects(),
        d.RecursivelySpeculatable(),
    )


@STABLEHLO.op("composite")
class CompositeOp(d.Operation):
    """An operation that is defined by a function of other operations."""

    inputs: d.VariadicOperand = d.variadic_operand(TENSOR_TOKEN_OR_TUPLE)
    label: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR, name="name")
    composite_attributes: d.Attr[ir.DictionaryAttr, dict[str, ir.Attribute]] = d.default_attr(
        d.DICT_ATTR, ir.DictionaryAttr.of({}), optional=True
    )
    decomposition: d.Attr[ir.SymbolRefAttr, str] = d.attr(d.FLAT_SYMBOL_REF)
    version: d.Attr[ir.IntegerAttr, int] = d.default_attr(d.I32_ATTR, ir.i32_attr(0), optional=True)
    outputs: d.VariadicResult = d.variadic_result(TENSOR_TOKEN_OR_TUPLE, name="results")
    composite_regions: d.VariadicRegion = d.variadic_region()
    assembly_format = (
        "$name operands (` ` `(` $composite_regions^ `)`)? attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("custom_call")
class CustomCallOp(d.Operation):
    """A call of a function of the implementation, by its name."""

    inputs: d.VariadicOperand = d.variadic_operand(CALL_VALUE)
    call_target_name: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR)
    has_side_effect: d.Attr[ir.IntegerAttr, bool] = d.default_attr(
        d.BOOL_ATTR, ir.FALSE, optional=True
    )
    backend_config: d.OptionalAttr[ir.Attribute, ir.Attribute] = d.optional_attr(
        STRING_OR_DICTIONARY
    )
    api_version: d.Attr[ir.IntegerAttr, str] = d.default_attr(
        API_VERSION, ir.i32_attr(1), optional=True
    )
    called_computations: d.Attr[ir.ArrayAttr, d.Items] = d.default_attr(
        d.FLAT_SYMBOL_REF_ARRAY, ir.ArrayAttr(()), optional=True
    )
    operand_layouts: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(LAYOUTS)
    result_layouts: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(LAYOUTS)
    output_operand_aliases: d.Attr[ir.ArrayAttr, d.Items] = d.default_attr(
        ALIASES, ir.ArrayAttr(()), optional=True
    )
    result_tilings: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(TILINGS)
    outputs: d.VariadicResult = d.variadic_result(CALL_VALUE, name="results")
    assembly_format = (
        "custom<CustomCallTarget>($call_target_name) `(` $inputs `)` attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("get_tuple_element")
class GetTupleElementOp(d.Operation):
    """An element of a tuple."""

    input: d.Operand = d.operand(TUPLE, name="operand")
    index: d.Attr[ir.IntegerAttr, int] = d.attr(d.confined(d.I32_ATTR, d.NON_NEGATIVE))
    result: d.Result = d.result(ANY_VALUE)
    traits = (d.Pure(),)
    assembly_format = "$operand `[` $index `]` attr-dict `:` functional-type(operands, results)"


@STABLEHLO.op("if")
class IfOp(d.Operation):
    """A branch: runs one of two regions, chosen by a truth value."""

    pred: d.Operand = d.operand(PRED_TENSOR)
    outputs: d.VariadicResult = d.variadic_result(TENSOR_PER_AXIS_OR_TOKEN, name="results")
    true_branch: d.Region = d.region(1)
    false_branch: d.Region = d.region(1)
    traits = (
        d.WillReturn(),
        d.RecursiveMemoryEffects(),
        d.RecursivelySpeculatable(),
    )


@STABLEHLO.op("optimization_barrier")
class OptimizationBarrierOp(d.Operation):
    """The operands, unchanged, but not available before all of them are computed."""

    inputs: d.VariadicOperand = d.variadic_operand(TENSOR_OR_TOKEN, name="operand")
    outputs: d.VariadicResult = d.variadic_result(TENSOR_OR_TOKEN, name="result")
    traits = (
        d.Pure(),
        PairwiseSameTypes(),
    )
    assembly_format = (
        "attr-dict ($operand^ `:` custom<PairwiseOpType>(type($operand), type($result))):(`(` `)`)?"
    )


@STABLEHLO.op("return")
class ReturnOp(d.Operation):
    """The end of a region, with its results."""

    inputs: d.VariadicOperand = d.variadic_operand(TENSOR_TOKEN_OR_BUFFER, name="results")
    traits = (
        d.Pure(),
        d.IsTerminator(),
    )
    assembly_format = "$results attr-dict (`:` type($results)^)?"


@STABLEHLO.op("tuple")
class TupleOp(d.Operation):
    """A tuple of values."""

    val: d.VariadicOperand = d.variadic_operand(ANY_VALUE)
    result: d.Result = d.result(TUPLE)
    traits = (d.Pure(),)
    assembly_format = "$val attr-dict `:` custom<TupleOpType>(type($val), type($result))"
