"""Affine maps applied to values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import LinearExpr, ValueBoundsOpInterface, linear_form
from bufferize_affine._dialect import AFFINE
from bufferize_affine.syntax import parse_dims_and_symbols, print_dims_and_symbols
from bufferize_affine.validity import Validity, affine_scope


def linear_expr(
    map: ir.AffineMap, expr: ir.AffineExpr, operands: Sequence[ir.Value]
) -> LinearExpr | None:
    """An expression over a map's operands as a linear expression, if it is one."""
    if isinstance(expr, ir.AffineConstantExpr):
        return LinearExpr(expr.value)
    if isinstance(expr, ir.AffineDimExpr):
        return LinearExpr.of(operands[expr.position])
    if isinstance(expr, ir.AffineSymbolExpr):
        return LinearExpr.of(operands[map.num_dims + expr.position])
    assert isinstance(expr, ir.AffineBinaryExpr)
    left = linear_expr(map, expr.lhs, operands)
    right = linear_expr(map, expr.rhs, operands)
    if left is None or right is None:
        return None
    if expr.kind is ir.AffineKind.ADD:
        return left + right
    if expr.kind is ir.AffineKind.MUL:
        if right.is_constant:
            return left.scaled(right.constant)
        if left.is_constant:
            return right.scaled(left.constant)
    return None


def constant_results(map: ir.AffineMap, operands: Sequence[ir.Value]) -> tuple[int, ...] | None:
    """The map's results where all its operands are constants."""
    forms = [linear_form(operand) for operand in operands]
    if not all(form.is_constant for form in forms):
        return None
    values = [form.constant for form in forms]
    try:
        return map.evaluate(values[: map.num_dims], values[map.num_dims :])
    except ArithmeticError:  # division by zero is left for run time
        return None


class MapOp(d.Operation):
    """Base of the ops that apply an affine map to their operands."""

    map: d.Attr[ir.AffineMapAttr, ir.AffineMap] = d.attr(d.AFFINE_MAP_ATTR)
    value: d.Result = d.result(d.INDEX)
    traits = (d.Pure(),)
    has_one_result: ClassVar[bool] = False
    """Whether the map must have one result."""

    def verify_op(self) -> None:
        if len(self.op_operands) != self.map.map.num_inputs:
            raise self.error("operand count and affine map dimension and symbol count must match")

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        offset = parser.offset
        attribute = parser.parse_attribute()
        if not isinstance(attribute, ir.AffineMapAttr):
            raise parser.error("expected an affine map", offset)
        map = attribute.map
        operands, num_dims = parse_dims_and_symbols(parser)
        if num_dims != map.num_dims or len(operands) != map.num_inputs:
            raise parser.error("dimension or symbol index mismatch", offset)
        if cls.has_one_result and map.num_results != 1:
            raise parser.error("mapping must produce one value", offset)
        state.properties["map"] = attribute
        state.operands = operands
        state.attributes.update(parser.parse_optional_attr_dict())
        state.result_types = [ir.INDEX]

    def print(self, printer: d.AsmPrinter) -> None:
        printer.write(" ")
        printer.print_attribute(self.map)
        print_dims_and_symbols(printer, self.operands, self.map.map.num_dims)
        printer.print_attr_dict(self, ("map",))


@AFFINE.op("apply")
class ApplyOp(MapOp, ValueBoundsOpInterface):
    """The one result of an affine map."""

    map_operands: d.VariadicOperand = d.variadic_operand(d.INDEX, name="mapOperands")
    has_one_result = True

    def verify_op(self) -> None:
        super().verify_op()
        map = self.map.map
        if map.num_results != 1:
            raise self.error("mapping must produce one value")
        region, validity = affine_scope(self), Validity()
        for operand in self.operands[map.num_dims :]:
            if not validity.is_symbol(operand, region) and validity.is_dim(operand, region):
                raise self.error("dimensional operand cannot be used as a symbol")

    def linear_value(self, result: ir.OpResult) -> LinearExpr | None:
        return linear_expr(self.map.map, self.map.map.results[0], self.operands)

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        map = self.map.map
        expr = map.results[0]
        if isinstance(expr, ir.AffineDimExpr):
            return [self.operands[expr.position]]
        if isinstance(expr, ir.AffineSymbolExpr):
            return [self.operands[map.num_dims + expr.position]]
        known = constant_results(map, self.operands)
        return None if known is None else [ir.index_attr(known[0])]


class _ExtremumOp(MapOp):
    map_operands: d.VariadicOperand = d.variadic_operand(d.INDEX, name="operands")

    def verify_op(self) -> None:
        super().verify_op()
        if not self.map.map.results:
            raise self.error("affine map expect at least one result")


def _constants(map: ir.AffineMap) -> list[int]:
    return [expr.value for expr in map.results if isinstance(expr, ir.AffineConstantExpr)]


@AFFINE.op("min")
class MinOp(_ExtremumOp, ValueBoundsOpInterface):
    """The least result of an affine map."""

    def value_range(self, result: ir.OpResult) -> tuple[int | None, int | None]:
        return None, min(_constants(self.map.map), default=None)

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        known = constant_results(self.map.map, self.operands)
        return None if known is None else [ir.index_attr(min(known))]


@AFFINE.op("max")
class MaxOp(_ExtremumOp, ValueBoundsOpInterface):
    """The greatest result of an affine map."""

    def value_range(self, result: ir.OpResult) -> tuple[int | None, int | None]:
        return max(_constants(self.map.map), default=None), None

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        known = constant_results(self.map.map, self.operands)
        return None if known is None else [ir.index_attr(max(known))]
