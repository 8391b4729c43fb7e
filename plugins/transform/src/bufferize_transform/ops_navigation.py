"""Navigation from handles to others: parents, producers, consumers, operands and results."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize_transform.dialect import TRANSFORM
from bufferize_transform.interface import (
    MatchOpInterface,
    Payload,
    PayloadAccess,
    TransformOpInterface,
    definite,
    silenceable,
)
from bufferize_transform.interpreter import Interpreter
from bufferize_transform.positions import expand_positions, verify_positions
from bufferize_transform.types import OPERATION_HANDLE, VALUE_HANDLE


@TRANSFORM.op("get_parent_op")
class GetParentOp(d.Operation, MatchOpInterface):
    """The closest ancestors of operations that meet given requirements."""

    target: d.Operand = d.operand(OPERATION_HANDLE)
    isolated_from_above: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    allow_empty_results: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    op_name: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    deduplicate: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    nth_parent: d.Attr[ir.IntegerAttr, int] = d.default_attr(
        d.confined(d.I64_ATTR, d.POSITIVE), ir.i64_attr(1)
    )
    found: d.Result = d.result(OPERATION_HANDLE, name="parent")
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        parents: list[ir.Operation] = []
        for target in interpreter.state.operations(self.target):
            parent = target
            for _ in range(self.nth_parent.value):
                around = self._around(parent)
                if around is None:
                    if self.allow_empty_results is not None:
                        return [[]]
                    failure = silenceable(
                        "could not find a parent op that matches all requirements", self
                    )
                    failure.diagnostics[0].note("target op", target)
                    raise failure
                parent = around
            parents.append(parent)
        return [parents if self.deduplicate is None else list(dict.fromkeys(parents))]

    def _around(self, op: ir.Operation) -> ir.Operation | None:
        around = op.parent_op
        while around is not None and not self._is_wanted(around):
            around = around.parent_op
        return around

    def _is_wanted(self, op: ir.Operation) -> bool:
        if self.isolated_from_above is not None and not op.has_trait(d.IsolatedFromAbove):
            return False
        return self.op_name is None or op.name == self.op_name.value


@TRANSFORM.op("get_defining_op")
class GetDefiningOp(d.Operation, MatchOpInterface):
    """The operations that define the values of a handle."""

    target: d.Operand = d.operand(VALUE_HANDLE)
    result: d.Result = d.result(OPERATION_HANDLE)
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        found: list[ir.Operation] = []
        for value in interpreter.state.values(self.target):
            if not isinstance(value, ir.OpResult):
                failure = silenceable("cannot get defining op of block argument", self)
                failure.diagnostics[0].note("target value", value.location.position())
                raise failure
            found.append(value.owner)
        return [found]


@TRANSFORM.op("get_producer_of_operand")
class GetProducerOfOperand(d.Operation, MatchOpInterface):
    """The operations that define an operand of a handle's operations."""

    target: d.Operand = d.operand(OPERATION_HANDLE)
    operand_number: d.Attr[ir.IntegerAttr, int] = d.attr(d.I64_ATTR)
    producer: d.Result = d.result(OPERATION_HANDLE)
    assembly_format = (
        "$target `[` $operand_number `]` attr-dict `:` functional-type(operands, results)"
    )

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        number = self.operand_number.value
        found: list[ir.Operation] = []
        for target in interpreter.state.operations(self.target):
            operands = target.operands
            producer = operands[number].defining_op if 0 <= number < len(operands) else None
            if producer is None:
                failure = silenceable(
                    f"could not find a producer for operand number: {number} of {target}", self
                )
                failure.diagnostics[0].note("target op", target)
                raise failure
            found.append(producer)
        return [found]


@TRANSFORM.op("get_consumers_of_result")
class GetConsumersOfResult(d.Operation, TransformOpInterface):
    """The operations that use a result of a handle's operation, once for each use."""

    target: d.Operand = d.operand(OPERATION_HANDLE)
    result_number: d.Attr[ir.IntegerAttr, int] = d.attr(d.I64_ATTR)
    consumers: d.Result = d.result(OPERATION_HANDLE)
    payload_access = PayloadAccess.READS
    assembly_format = (
        "$target `[` $result_number `]` attr-dict `:` functional-type(operands, results)"
    )

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        targets = interpreter.state.operations(self.target)
        if not targets:
            return [[]]
        if len(targets) != 1:
            raise definite("handle must be mapped to exactly one payload op", self)
        number = self.result_number.value
        if not 0 <= number < len(targets[0].results):
            raise definite("result number overflow", self)
        return [list(targets[0].results[number].users)]


class _PositionsOp(d.Operation, TransformOpInterface):
    """Base of the transforms that take operands or results by their positions."""

    target: d.Operand = d.operand(OPERATION_HANDLE)
    raw_position_list: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    is_inverted: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    is_all: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    result: d.Result = d.result(VALUE_HANDLE)
    payload_access = PayloadAccess.READS
    assembly_format = (
        "$target `[` custom<TransformMatchDims>($raw_position_list, $is_inverted, $is_all) `]` "
        "attr-dict `:` functional-type(operands, results)"
    )

    def verify_op(self) -> None:
        verify_positions(
            self,
            self.raw_position_list.values,
            self.is_inverted is not None,
            self.is_all is not None,
        )

    def _choose(self, interpreter: Interpreter, *, of_operands: bool) -> Sequence[Payload]:
        found: list[ir.Value] = []
        for target in interpreter.state.operations(self.target):
            values: Sequence[ir.Value] = target.operands if of_operands else target.results
            chosen = expand_positions(
                self,
                target,
                self.raw_position_list.values,
                self.is_inverted is not None,
                self.is_all is not None,
                len(values),
            )
            found += [values[position] for position in chosen]
        return [found]


@TRANSFORM.op("get_operand")
class GetOperandOp(_PositionsOp, MatchOpInterface):
    """Operands of operations."""

    payload_access = PayloadAccess.READS

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        return self._choose(interpreter, of_operands=True)


@TRANSFORM.op("get_result")
class GetResultOp(_PositionsOp):
    """Results of operations."""

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        return self._choose(interpreter, of_operands=False)


@TRANSFORM.op("select")
class SelectOp(d.Operation, TransformOpInterface):
    """The operations of a handle that have one name."""

    target: d.Operand = d.operand(OPERATION_HANDLE)
    op_name: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR)
    result: d.Result = d.result(OPERATION_HANDLE)
    payload_access = PayloadAccess.READS
    assembly_format = "$op_name `in` $target attr-dict `:` functional-type(operands, results)"

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        targets = interpreter.state.operations(self.target)
        return [[target for target in targets if target.name == self.op_name.value]]
