"""The operations that are read and printed only, and that no table can declare.

They have regions, or consume handles under conditions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bufferize import define as d
from bufferize import ir
from bufferize_transform import directives as directives  # the formats use them
from bufferize_transform.absent import AbsentMatchOp, AbsentTransformOp
from bufferize_transform.dialect import FAILURE_PROPAGATION_MODE, TRANSFORM
from bufferize_transform.interface import (
    ConversionPatternDescriptorOpInterface,
    PossibleTopLevel,
    ReportsTrackingFailures,
    TypeConverterBuilderOpInterface,
    verify_body,
)
from bufferize_transform.ops_sequences import verify_arguments, verify_top_level
from bufferize_transform.types import (
    ANY_HANDLE_OR_PARAMETER,
    OPERATION_HANDLE,
    PARAMETER,
    VALUE_HANDLE,
    AnyOpType,
    AnyValueType,
)

_GRAPH = (ir.GraphRegion(), ir.NoTerminator(), ir.SingleBlock())


@TRANSFORM.op("match.structured")
class MatchStructuredOp(AbsentMatchOp):
    """A matcher of structured operations, whose body has the other conditions."""

    current: d.Operand = d.operand(OPERATION_HANDLE)
    failure_propagation_mode: d.OptionalAttr[ir.IntegerAttr, str] = d.optional_attr(
        FAILURE_PROPAGATION_MODE
    )
    outputs: d.VariadicResult = d.variadic_result(ANY_HANDLE_OR_PARAMETER)
    body: d.Region = d.region(1, name="body_region")
    traits = (d.SingleBlockImplicitTerminator("transform.match.structured.yield"),)
    assembly_format = (
        "(`failures` `(` $failure_propagation_mode^ `)`)? $current `:` "
        'custom<SemiFunctionType>(type($current), type($outputs), "any") '
        "attr-dict-with-keyword regions"
    )

    def verify_regions(self) -> None:
        arguments = self.body.entry.arguments
        if len(arguments) != 1:
            raise self.error("expected one body argument")
        if not OPERATION_HANDLE.check(arguments[0].type):
            raise self.error("expected body argument to implement TransformHandleTypeInterface")


@TRANSFORM.op("match.structured.yield")
class MatchStructuredYieldOp(d.Operation):
    """The end of the body of `transform.match.structured`, with the values that it captures."""

    handles: d.VariadicOperand = d.variadic_operand(ANY_HANDLE_OR_PARAMETER)
    traits = (ir.IsTerminator(),)
    assembly_format = "$handles attr-dict (`:` type($handles)^)?"


@TRANSFORM.op("structured.bufferize_to_allocation")
class BufferizeToAllocationOp(AbsentTransformOp):
    """The allocation of buffers for single operations, which are bufferized or copied."""

    target: d.Operand = d.operand(OPERATION_HANDLE)
    memory_space: d.OptionalAttr[ir.Attribute, ir.Attribute] = d.optional_attr(d.ANY_ATTR)
    memcpy_op: d.Attr[ir.StringAttr, str] = d.default_attr(
        d.STR_ATTR, ir.StringAttr("bufferization.materialize_in_destination")
    )
    alloc_op: d.Attr[ir.StringAttr, str] = d.default_attr(d.STR_ATTR, ir.StringAttr("memref.alloc"))
    bufferize_destination_only: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    emit_dealloc: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    allocated_buffer: d.Result = d.result(AnyValueType)
    new_ops: d.Result = d.result(AnyOpType)
    assembly_format = "$target attr-dict `:` type($target)"

    def verify_op(self) -> None:
        memcpy = ("bufferization.materialize_in_destination", "memref.copy", "linalg.copy")
        if self.memcpy_op.value not in memcpy:
            raise self.error("unsupported memcpy op")
        if self.alloc_op.value not in ("memref.alloc", "memref.alloca"):
            raise self.error("unsupported alloc op")

    def consumed_operands(self) -> Sequence[ir.OpOperand]:
        return self.op_operands if self.bufferize_destination_only is None else ()


@TRANSFORM.op("structured.replace")
class ReplaceOp(AbsentTransformOp):
    """The replacement of operations by the one in the body."""

    target: d.Operand = d.operand(OPERATION_HANDLE)
    replacement: d.Result = d.result(OPERATION_HANDLE)
    body: d.Region = d.region(1, name="bodyRegion")
    traits = (d.IsolatedFromAbove(), ReportsTrackingFailures(), *_GRAPH)
    consumed = ("target",)
    assembly_format = (
        "$target attr-dict-with-keyword regions `:` "
        'custom<SemiFunctionType>(type($target), type($replacement), "one")'
    )

    def verify_regions(self) -> None:
        if self.body.entry.arguments:
            raise self.error("expected replacement without block arguments")
        if len([*self.body.entry.ops]) != 1:
            raise self.error("expected one operation in block")


@TRANSFORM.op("func.cast_and_call")
class CastAndCallOp(AbsentTransformOp):
    """The call of a function in place of values, with conversions of types."""

    insertion_point: d.Operand = d.operand(OPERATION_HANDLE)
    insert_after: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    inputs: d.OptionalOperand = d.optional_operand(VALUE_HANDLE)
    outputs: d.OptionalOperand = d.optional_operand(VALUE_HANDLE)
    function_name: d.OptionalAttr[ir.SymbolRefAttr, str] = d.optional_attr(d.SYMBOL_REF)
    function: d.OptionalOperand = d.optional_operand(OPERATION_HANDLE)
    call: d.Result = d.result(OPERATION_HANDLE, name="result")
    conversions: d.Region = d.region()
    traits = (d.AttrSizedOperandSegments(), ReportsTrackingFailures(), *_GRAPH)
    assembly_format = (
        "($function_name^)? ($function^)? (`(` $inputs^ `)`)? (`->` $outputs^)? "
        "(`after` $insert_after^):(`before`)? $insertion_point ($conversions^)? attr-dict `:` "
        "functional-type(operands, results)"
    )

    def verify_op(self) -> None:
        if self.function_name is None and self.function is None:
            raise self.error("expected a function handle or name to call")
        if self.function_name is not None and self.function is not None:
            raise self.error("function handle and name are mutually exclusive")

    def verify_regions(self) -> None:
        verify_body(self, self.conversions, TypeConverterBuilderOpInterface)


@TRANSFORM.op("apply_conversion_patterns")
class ApplyConversionPatternsOp(AbsentTransformOp):
    """The conversion of operations by patterns, with a type converter or without."""

    target: d.Operand = d.operand(OPERATION_HANDLE)
    legal_ops: d.OptionalAttr[ir.ArrayAttr, Any] = d.optional_attr(d.STR_ARRAY)
    illegal_ops: d.OptionalAttr[ir.ArrayAttr, Any] = d.optional_attr(d.STR_ARRAY)
    legal_dialects: d.OptionalAttr[ir.ArrayAttr, Any] = d.optional_attr(d.STR_ARRAY)
    illegal_dialects: d.OptionalAttr[ir.ArrayAttr, Any] = d.optional_attr(d.STR_ARRAY)
    partial_conversion: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    preserve_handles: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    patterns: d.Region = d.region()
    converter: d.VariadicRegion = d.variadic_region(name="default_type_converter_region")
    traits = (ReportsTrackingFailures(), *_GRAPH)
    assembly_format = (
        "`to` $target $patterns (`with` `type_converter` $default_type_converter_region^)? "
        "attr-dict `:` type($target)"
    )

    def consumed_operands(self) -> Sequence[ir.OpOperand]:
        return () if self.preserve_handles is not None else self.op_operands

    def verify_regions(self) -> None:
        patterns = "pattern children ops"
        verify_body(self, self.patterns, ConversionPatternDescriptorOpInterface, patterns)
        if len(self.converter) > 1:
            raise self.error("expected 1 or 2 regions")
        for region in self.converter:
            converter = "default converter child op"
            verify_body(self, region, TypeConverterBuilderOpInterface, converter)
            if not region.blocks or len([*region.entry.ops]) != 1:
                raise self.error("expected exactly one op in default type converter region")


@TRANSFORM.op("irdl.collect_matching")
class CollectMatchingIRDLOp(AbsentTransformOp):
    """The operations that satisfy the constraints of a dialect that is defined in the body."""

    root: d.Operand = d.operand(OPERATION_HANDLE)
    matched: d.Result = d.result(OPERATION_HANDLE)
    body: d.Region = d.region(1)
    traits = (ir.SymbolTableTrait(), ir.NoTerminator())
    assembly_format = (
        "`in` $root `:` functional-type(operands, results) attr-dict-with-keyword regions"
    )


@TRANSFORM.op("smt.constrain_params")
class ConstrainParamsOp(AbsentTransformOp):
    """Constraints on parameters, stated in the body in terms of an SMT solver."""

    params: d.VariadicOperand = d.variadic_operand(PARAMETER)
    outputs: d.VariadicResult = d.variadic_result(PARAMETER, name="results")
    body: d.Region = d.region(1)
    assembly_format = (
        "`(` $params `)` attr-dict `:` functional-type(operands, results) "
        "custom<ConstraintBody>($body)"
    )


@TRANSFORM.op("with_pdl_patterns")
class WithPDLPatternsOp(AbsentTransformOp):
    """Patterns of PDL, and the sequence of transforms that names them."""

    root: d.OptionalOperand = d.optional_operand(OPERATION_HANDLE)
    body: d.Region = d.region(1)
    traits = (PossibleTopLevel(), ir.SymbolTableTrait(), ir.NoTerminator())
    default_dialect = "transform"
    assembly_format = "($root^ `:` type($root))? attr-dict-with-keyword regions"

    def verify_op(self) -> None:
        verify_top_level(self, self.body.entry)
        verify_arguments(self, self.body.entry)


@TRANSFORM.op("pdl_match")
class PDLMatchOp(AbsentTransformOp):
    """The operations that a pattern of PDL matches."""

    root: d.Operand = d.operand(OPERATION_HANDLE)
    pattern_name: d.Attr[ir.SymbolRefAttr, str] = d.attr(d.SYMBOL_REF)
    matched: d.Result = d.result(OPERATION_HANDLE)
    assembly_format = "$pattern_name `in` $root attr-dict `:` functional-type(operands, results)"
