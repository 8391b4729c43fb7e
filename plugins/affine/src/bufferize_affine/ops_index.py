"""Ops on indices: affine.apply, affine.min, affine.max, and (de)linearization."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import (
    ConditionallySpeculatable,
    LinearExpr,
    ValueBoundsOpInterface,
    linear_form,
    mix,
)
from bufferize_affine.dialect import AFFINE, parse_dims_and_symbols, print_dims_and_symbols
from bufferize_affine.validity import Validity, affine_scope


def linear_expr(
    map: ir.AffineMap, expr: ir.AffineExpr, operands: Sequence[ir.Value]
) -> LinearExpr | None:
    """Return an expression over a map's operands as a linear expression, if it is linear."""
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
    """Return the map's results if all its operands are constants, else None."""
    forms = [linear_form(operand) for operand in operands]
    if not all(form.is_constant for form in forms):
        return None
    values = [form.constant for form in forms]
    try:
        return map.evaluate(values[: map.num_dims], values[map.num_dims :])
    except ArithmeticError:  # division by zero is left for run time
        return None


def divides_by_constants(exprs: Iterable[ir.AffineExpr]) -> bool:
    """Return whether the divisors are positive constants, so that the expressions are never undefined."""
    divisions = (ir.AffineKind.MOD, ir.AffineKind.FLOORDIV, ir.AffineKind.CEILDIV)
    return all(
        isinstance(part.rhs, ir.AffineConstantExpr) and part.rhs.value > 0
        for expr in exprs
        for part in expr.walk()
        if isinstance(part, ir.AffineBinaryExpr) and part.kind in divisions
    )


class MapOp(d.Operation, ConditionallySpeculatable):
    """Base of the ops that apply an affine map to their operands."""

    map: d.Attr[ir.AffineMapAttr, ir.AffineMap] = d.attr(d.AFFINE_MAP_ATTR)
    value: d.Result = d.result(d.INDEX)
    traits = (d.Pure(),)
    has_one_result: ClassVar[bool] = False
    """Whether the map must have one result."""

    def is_speculatable(self) -> bool:
        return divides_by_constants(self.map.map.results)

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
    """The least of the results of an affine map."""

    def value_range(self, result: ir.OpResult) -> tuple[int | None, int | None]:
        return None, min(_constants(self.map.map), default=None)

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        known = constant_results(self.map.map, self.operands)
        return None if known is None else [ir.index_attr(min(known))]


@AFFINE.op("max")
class MaxOp(_ExtremumOp, ValueBoundsOpInterface):
    """The greatest of the results of an affine map."""

    def value_range(self, result: ir.OpResult) -> tuple[int | None, int | None]:
        return max(_constants(self.map.map), default=None), None

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        known = constant_results(self.map.map, self.operands)
        return None if known is None else [ir.index_attr(max(known))]


_PAREN = "Paren"

# A flag that the generic form writes as `disjoint` or as `disjoint = false`.
FLAG: d.Constraint[ir.Attribute] = d.Constraint(
    lambda a: a in (ir.UNIT, ir.TRUE, ir.FALSE), "unit property"
)


def _verified_basis(op: DelinearizeIndexOp | LinearizeIndexOp) -> tuple[int, ...]:
    basis = op.static_basis.values
    if basis.count(ir.DYNAMIC) != len(op.dynamic_basis):
        raise op.error(
            "mismatch between dynamic and static basis: "
            f"{basis.count(ir.DYNAMIC)} entries are dynamic, {len(op.dynamic_basis)} are given"
        )
    return basis


@AFFINE.op("delinearize_index")
class DelinearizeIndexOp(d.Operation, ConditionallySpeculatable):
    """The digits of an index in a mixed-radix basis."""

    linear_index: d.Operand = d.operand(d.INDEX)
    dynamic_basis: d.VariadicOperand = d.variadic_operand(d.INDEX)
    static_basis: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    multi_index: d.VariadicResult = d.variadic_result(d.INDEX)
    traits = (d.Pure(),)
    assembly_format = """
        $linear_index `into`
        custom<DynamicIndexList>($dynamic_basis, $static_basis, "{}", "Paren")
        attr-dict `:` type($multi_index)
    """

    @property
    def mixed_basis(self) -> list[int | ir.Value]:
        """The basis, outermost first."""
        return mix(self.static_basis.values, self.dynamic_basis)

    def is_speculatable(self) -> bool:
        """Return whether the basis is constant, as one that is not positive is undefined."""
        return not self.dynamic_basis

    def verify_op(self) -> None:
        basis = _verified_basis(self)
        if len(self.multi_index) not in (len(basis), len(basis) + 1):
            raise self.error(
                "should return an index for each basis element and up to one extra index"
            )
        if any(number <= 0 and number != ir.DYNAMIC for number in basis):
            raise self.error("no basis element may be statically non-positive")


@AFFINE.op("linearize_index")
class LinearizeIndexOp(d.Operation):
    """The index with given digits in a mixed-radix basis."""

    multi_index: d.VariadicOperand = d.variadic_operand(d.INDEX)
    dynamic_basis: d.VariadicOperand = d.variadic_operand(d.INDEX)
    static_basis: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    disjoint: d.OptionalAttr[ir.Attribute, ir.Attribute] = d.optional_attr(FLAG)
    linear_index: d.Result = d.result(d.INDEX)
    traits = (d.Pure(),)

    @property
    def is_disjoint(self) -> bool:
        """Whether each digit is known to be less than its basis element."""
        return self.disjoint in (ir.UNIT, ir.TRUE)

    @property
    def mixed_basis(self) -> list[int | ir.Value]:
        """The basis, outermost first."""
        return mix(self.static_basis.values, self.dynamic_basis)

    def verify_op(self) -> None:
        basis = _verified_basis(self)
        if len(self.multi_index) not in (len(basis), len(basis) + 1):
            raise self.error(
                "should be passed a basis element for each index except possibly the first"
            )

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        if parser.parse_optional_keyword("disjoint"):
            state.properties["disjoint"] = ir.UNIT
        indices = parser.parse_operand_list("[")
        parser.parse_keyword("by")
        dynamic, static, _ = d.DynamicIndexList.parse(parser, _PAREN)
        state.attributes.update(parser.parse_optional_attr_dict())
        state.result_types = [parser.parse_colon_type()]
        operands = [*indices, *dynamic]
        state.operands = parser.resolve_operands(operands, [ir.INDEX] * len(operands))
        state.properties["static_basis"] = static
        state.properties["operandSegmentSizes"] = ir.dense_i32((len(indices), len(dynamic)))

    def print(self, printer: d.AsmPrinter) -> None:
        printer.write(" disjoint [" if self.is_disjoint else " [")
        printer.print_operands(self.multi_index)
        printer.write("] by ")
        d.DynamicIndexList.print(printer, self, self.dynamic_basis, self.static_basis, _PAREN)
        printer.print_attr_dict(self, ("disjoint", "operandSegmentSizes", "static_basis"))
        printer.write(" : ")
        printer.print_type(self.linear_index.type)
