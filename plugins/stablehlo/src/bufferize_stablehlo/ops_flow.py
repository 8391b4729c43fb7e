"""Control flow, calls and tuples."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    IsolatedFromAbove,
    IsTerminator,
    Operation,
    Pure,
    RecursivelySpeculatable,
    RecursiveMemoryEffects,
)
from bufferize.define.attr_constraints import (
    BOOL_ATTR,
    DICT_ATTR,
    FLAT_SYMBOL_REF,
    FLAT_SYMBOL_REF_ARRAY,
    I32_ATTR,
    NON_NEGATIVE,
    STR_ATTR,
)
from bufferize.define.constraint import confined
from bufferize.ir import (
    FALSE,
    ArrayAttr,
    Attribute,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    i32_attr,
)
from bufferize_stablehlo.base import STABLEHLO
from bufferize_stablehlo.constraints import (
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
from bufferize_stablehlo.enums import API_VERSION
from bufferize_stablehlo.traits import PairwiseSameTypes


@STABLEHLO.op("async_done")
class AsyncDoneOp(Operation):
    """What an asynchronous computation gives, once it is done."""

    __slots__ = ()

    input: d.Operand = d.operand(FUTURE, name="operand")
    result: d.Result = d.result(TENSOR)


@STABLEHLO.op("async_start")
class AsyncStartOp(Operation):
    """Starts a computation that need not be waited for."""

    __slots__ = ()

    operands: d.VariadicOperand = d.variadic_operand(TENSOR)
    result: d.Result = d.result(FUTURE)
    body: d.Region = d.region(1)
    traits = (IsolatedFromAbove(),)


@STABLEHLO.op("case")
class CaseOp(Operation):
    """One of several regions, by an index."""

    __slots__ = ()

    index: d.Operand = d.operand(I32_TENSOR)
    outputs: d.VariadicResult = d.variadic_result(TENSOR_PER_AXIS_OR_TOKEN, name="results")
    branches: d.VariadicRegion = d.variadic_region(1)
    traits = (
        RecursiveMemoryEffects(),
        RecursivelySpeculatable(),
    )


@STABLEHLO.op("composite")
class CompositeOp(Operation):
    """An operation that a function defines in terms of others."""

    __slots__ = ()

    inputs: d.VariadicOperand = d.variadic_operand(TENSOR_TOKEN_OR_TUPLE)
    label: d.Attr[StringAttr, str] = d.attr(STR_ATTR, name="name")
    composite_attributes: d.Attr[DictionaryAttr, dict[str, Attribute]] = d.default_attr(
        DICT_ATTR, DictionaryAttr.of({}), optional=True
    )
    decomposition: d.Attr[SymbolRefAttr, str] = d.attr(FLAT_SYMBOL_REF)
    version: d.Attr[IntegerAttr, int] = d.default_attr(I32_ATTR, i32_attr(0), optional=True)
    outputs: d.VariadicResult = d.variadic_result(TENSOR_TOKEN_OR_TUPLE, name="results")
    composite_regions: d.VariadicRegion = d.variadic_region()
    assembly_format = (
        "$name operands (` ` `(` $composite_regions^ `)`)? attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("custom_call")
class CustomCallOp(Operation):
    """A function of the implementation, by its name."""

    __slots__ = ()

    inputs: d.VariadicOperand = d.variadic_operand(CALL_VALUE)
    call_target_name: d.Attr[StringAttr, str] = d.attr(STR_ATTR)
    has_side_effect: d.Attr[IntegerAttr, bool] = d.default_attr(BOOL_ATTR, FALSE, optional=True)
    backend_config: d.OptionalAttr[Attribute, Attribute] = d.optional_attr(STRING_OR_DICTIONARY)
    api_version: d.Attr[IntegerAttr, str] = d.default_attr(API_VERSION, i32_attr(1), optional=True)
    called_computations: d.Attr[ArrayAttr, d.Items] = d.default_attr(
        FLAT_SYMBOL_REF_ARRAY, ArrayAttr(()), optional=True
    )
    operand_layouts: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(LAYOUTS)
    result_layouts: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(LAYOUTS)
    output_operand_aliases: d.Attr[ArrayAttr, d.Items] = d.default_attr(
        ALIASES, ArrayAttr(()), optional=True
    )
    result_tilings: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(TILINGS)
    outputs: d.VariadicResult = d.variadic_result(CALL_VALUE, name="results")
    assembly_format = (
        "custom<CustomCallTarget>($call_target_name) `(` $inputs `)` attr-dict `:` "
        "functional-type(operands, results)"
    )


@STABLEHLO.op("get_tuple_element")
class GetTupleElementOp(Operation):
    """A part of a tuple."""

    __slots__ = ()

    input: d.Operand = d.operand(TUPLE, name="operand")
    index: d.Attr[IntegerAttr, int] = d.attr(confined(I32_ATTR, NON_NEGATIVE))
    result: d.Result = d.result(ANY_VALUE)
    traits = (Pure(),)
    assembly_format = "$operand `[` $index `]` attr-dict `:` functional-type(operands, results)"


@STABLEHLO.op("if")
class IfOp(Operation):
    """One of two regions, as a truth value says."""

    __slots__ = ()

    pred: d.Operand = d.operand(PRED_TENSOR)
    outputs: d.VariadicResult = d.variadic_result(TENSOR_PER_AXIS_OR_TOKEN, name="results")
    true_branch: d.Region = d.region(1)
    false_branch: d.Region = d.region(1)
    traits = (
        RecursiveMemoryEffects(),
        RecursivelySpeculatable(),
    )


@STABLEHLO.op("optimization_barrier")
class OptimizationBarrierOp(Operation):
    """The operands as they are, none of them before all are computed."""

    __slots__ = ()

    inputs: d.VariadicOperand = d.variadic_operand(TENSOR_OR_TOKEN, name="operand")
    outputs: d.VariadicResult = d.variadic_result(TENSOR_OR_TOKEN, name="result")
    traits = (
        Pure(),
        PairwiseSameTypes(),
    )
    assembly_format = (
        "attr-dict ($operand^ `:` custom<PairwiseOpType>(type($operand), type($result))):(`(` `)`)?"
    )


@STABLEHLO.op("return")
class ReturnOp(Operation):
    """Ends a region with what it gives."""

    __slots__ = ()

    inputs: d.VariadicOperand = d.variadic_operand(TENSOR_TOKEN_OR_BUFFER, name="results")
    traits = (
        Pure(),
        IsTerminator(),
    )
    assembly_format = "$results attr-dict (`:` type($results)^)?"


@STABLEHLO.op("tuple")
class TupleOp(Operation):
    """Values together."""

    __slots__ = ()

    val: d.VariadicOperand = d.variadic_operand(ANY_VALUE)
    result: d.Result = d.result(TUPLE)
    traits = (Pure(),)
    assembly_format = "$val attr-dict `:` custom<TupleOpType>(type($val), type($result))"
