"""Transforms of handles and parameters: constants, merging, splitting, counting, casting."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import CastOpInterface
from bufferize_transform.dialect import CMPI_PREDICATE, TRANSFORM
from bufferize_transform.interface import (
    MatchOpInterface,
    Payload,
    PayloadAccess,
    TransformEachOpInterface,
    TransformOpInterface,
    definite,
    silenceable,
)
from bufferize_transform.interpreter import Interpreter
from bufferize_transform.state import position_of
from bufferize_transform.types import (
    ANY_HANDLE_OR_PARAMETER,
    OPERATION_HANDLE,
    PARAMETER,
    VALUE_HANDLE,
    ParameterType,
    same_kinds,
)

_COMPARISONS = {
    "eq": (operator.eq, "equal to"),
    "ne": (operator.ne, "not equal to"),
    "lt": (operator.lt, "less than"),
    "le": (operator.le, "less than or equal to"),
    "gt": (operator.gt, "greater than"),
    "ge": (operator.ge, "greater than or equal to"),
}


@TRANSFORM.op("param.constant")
class ParamConstantOp(d.Operation, MatchOpInterface):
    """A parameter with one attribute."""

    value: d.Attr[ir.Attribute, ir.Attribute] = d.attr(d.ANY_ATTR)
    param: d.Result = d.result(PARAMETER)
    payload_access = PayloadAccess.NONE
    assembly_format = "$value attr-dict `->` type($param)"

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        return [[self.value]]


@TRANSFORM.op("num_associations")
class NumAssociationsOp(d.Operation, MatchOpInterface):
    """The number of operations, values or attributes that a handle or parameter is mapped to."""

    handle: d.Operand = d.operand(ANY_HANDLE_OR_PARAMETER)
    num: d.Result = d.result(PARAMETER)
    payload_access = PayloadAccess.NONE
    assembly_format = "$handle attr-dict `:` functional-type(operands, results)"

    def verify_op(self) -> None:
        type = self.num.type
        assert isinstance(type, ParameterType)
        problem = type.payload_problem([ir.i64_attr(0)])
        if problem is not None:
            raise self.plain_error(problem.message)

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        return [[ir.i64_attr(len(interpreter.state.payload(self.handle)))]]


@TRANSFORM.op("get_type")
class GetTypeOp(d.Operation, MatchOpInterface):
    """The types of values, or of their elements."""

    value: d.Operand = d.operand(VALUE_HANDLE)
    elemental: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    type_param: d.Result = d.result(PARAMETER)
    assembly_format = (
        "(`elemental` $elemental^)? $value attr-dict `:` functional-type(operands, results)"
    )

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        types: list[ir.Attribute] = []
        for value in interpreter.state.values(self.value):
            type = value.type
            if self.elemental is not None and isinstance(type, ir.ShapedType):
                type = type.element_type
            types.append(ir.TypeAttr(type))
        return [types]


@TRANSFORM.op("match.param.cmpi")
class MatchParamCmpIOp(d.Operation, MatchOpInterface):
    """A comparison of two parameters' integers, element by element, which fails if one is false."""

    param: d.Operand = d.operand(PARAMETER)
    reference: d.Operand = d.operand(PARAMETER)
    predicate: d.Attr[ir.IntegerAttr, str] = d.attr(CMPI_PREDICATE)
    traits = (d.SameTypeOperands(),)
    payload_access = PayloadAccess.NONE
    assembly_format = "$predicate $param `,` $reference attr-dict `:` type($param)"

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        given = interpreter.state.parameters(self.param)
        wanted = interpreter.state.parameters(self.reference)
        if len(given) != len(wanted):
            raise silenceable(
                f"parameters have different payload lengths ({len(given)} vs {len(wanted)})", self
            )
        word = CMPI_PREDICATE.keyword(self.predicate)
        compares, words = _COMPARISONS[word]
        for position, (one, other) in enumerate(zip(given, wanted, strict=True)):
            if not isinstance(one, ir.IntegerAttr) or not isinstance(other, ir.IntegerAttr):
                raise definite("non-integer parameter value not expected", self)
            if one.type is not other.type:
                raise definite(
                    f"mismatching integer attribute types in parameter #{position}", self
                )
            if not compares(one.value, other.value):
                failure = silenceable(
                    f"expected parameter to be {words} {other.value}, got {one.value}", self
                )
                failure.diagnostics[0].note(
                    f"value # {position} associated with the parameter defined here",
                    position_of(self.param),
                )
                raise failure
        return ()


@TRANSFORM.op("merge_handles")
class MergeHandlesOp(d.Operation, MatchOpInterface):
    """One handle to the payload of several handles."""

    deduplicate: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    handles: d.VariadicOperand = d.variadic_operand(ANY_HANDLE_OR_PARAMETER)
    result: d.Result = d.result(ANY_HANDLE_OR_PARAMETER)
    traits = (d.SameOperandsAndResultType(),)
    payload_access = PayloadAccess.NONE
    assembly_format = "(`deduplicate` $deduplicate^)? $handles attr-dict `:` type($result)"

    @property
    def allows_repeated_handle_operands(self) -> bool:
        return self.deduplicate is not None

    def fold(self) -> Sequence[ir.Value | ir.Attribute] | None:
        """Replace the merge of a single handle by the handle, unless it must be deduplicated."""
        if self.deduplicate is not None or len(self.handles) != 1:
            return None
        return [self.handles[0]]

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        merged = [e for handle in self.handles for e in interpreter.state.payload(handle)]
        return [merged if self.deduplicate is None else list(dict.fromkeys(merged))]


@TRANSFORM.op("replicate")
class ReplicateOp(d.Operation, TransformOpInterface):
    """Handles with their payload repeated for each operation of another handle."""

    pattern: d.Operand = d.operand(OPERATION_HANDLE)
    handles: d.VariadicOperand = d.variadic_operand(ANY_HANDLE_OR_PARAMETER)
    replicated: d.VariadicResult = d.variadic_result(ANY_HANDLE_OR_PARAMETER)
    traits = (d.AllTypesMatch("handles", "replicated"),)
    payload_access = PayloadAccess.NONE
    assembly_format = (
        "`num` `(` $pattern `)` $handles attr-dict `:` type($pattern) `,` type($handles)"
    )

    def verify_op(self) -> None:
        if not self.handles:  # MLIR accepts that, and prints what nobody can read
            raise self.error("expected at least one handle to replicate")

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        times = len(interpreter.state.operations(self.pattern))
        return [interpreter.state.payload(handle) * times for handle in self.handles]


@TRANSFORM.op("split_handle")
class SplitHandleOp(d.Operation, TransformOpInterface):
    """Several handles, each to one of the operations of a handle."""

    handle: d.Operand = d.operand(ANY_HANDLE_OR_PARAMETER)
    pass_through_empty_handle: d.Attr[ir.IntegerAttr, bool] = d.default_attr(d.BOOL_ATTR, ir.TRUE)
    fail_on_payload_too_small: d.Attr[ir.IntegerAttr, bool] = d.default_attr(d.BOOL_ATTR, ir.TRUE)
    overflow_result: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(d.I64_ATTR)
    parts: d.VariadicResult = d.variadic_result(ANY_HANDLE_OR_PARAMETER, name="results")
    payload_access = PayloadAccess.NONE
    assembly_format = "$handle attr-dict `:` functional-type(operands, results)"

    def verify_op(self) -> None:
        overflow = self.overflow_result
        if overflow is not None and not 0 <= overflow.value < len(self.results):
            raise self.error("overflow_result is not a valid result index")
        if not same_kinds(self.result_types, [self.handle.type] * len(self.results)):
            raise self.error(
                "expects result types to implement the same transform interface as the operand type"
            )

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        payload = interpreter.state.payload(self.handle)
        count = len(self.results)
        is_short = len(payload) < count and self.fail_on_payload_too_small is ir.TRUE
        if not payload and self.pass_through_empty_handle is ir.TRUE:
            is_short = False
        if is_short or (len(payload) > count and self.overflow_result is None):
            raise silenceable(
                f"the handle is expected to contain {count} payloads but it contains {len(payload)} payloads",
                self,
            )
        found: list[list[Any]] = [[] for _ in self.results]
        for index, entity in enumerate(payload):
            if index >= count:
                assert self.overflow_result is not None
                index = self.overflow_result.value
            found[index].append(entity)
        return found


@TRANSFORM.op("cast")
class CastOp(d.Operation, TransformEachOpInterface, CastOpInterface):
    """A handle of another type to the same operations."""

    input: d.Operand = d.operand(OPERATION_HANDLE)
    output: d.Result = d.result(OPERATION_HANDLE)
    payload_access = PayloadAccess.READS
    assembly_format = "$input attr-dict `:` type($input) `to` type($output)"

    def apply_to_one(
        self, target: ir.Operation, interpreter: Interpreter
    ) -> Sequence[ir.Operation | ir.Value | None]:
        return [target]


@TRANSFORM.op("annotate")
class AnnotateOp(d.Operation, TransformOpInterface):
    """The annotation of operations with an attribute."""

    target: d.Operand = d.operand(OPERATION_HANDLE)
    name_attr: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR, name="name")
    param: d.OptionalOperand = d.optional_operand(PARAMETER)
    assembly_format = (
        "$target $name attr-dict (`=` $param^)? `:` type($target) (`,` type($param)^)?"
    )

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        targets = interpreter.state.operations(self.target)
        values: Sequence[ir.Attribute] = [ir.UNIT]
        if self.param is not None:
            values = interpreter.state.parameters(self.param)
        if len(values) == 1:
            values = [values[0]] * len(targets)
        if len(values) != len(targets):
            raise silenceable(
                "parameter and target have different payload lengths "
                f"({len(values)} vs {len(targets)})",
                self,
            )
        for target, value in zip(targets, values, strict=True):
            set_attribute(target, self.name_attr.value, value)
            interpreter.state.rewriter.notify_modified(target)
        return ()


def set_attribute(op: ir.Operation, name: str, value: ir.Attribute) -> None:
    """Set an attribute of `op`: an inherent one if `op` declares the name."""
    is_inherent = isinstance(op, d.Operation) and name in op.definition.inherent
    (op.properties if is_inherent else op.attributes)[name] = value
