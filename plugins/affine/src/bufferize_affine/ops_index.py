"""Linear indices taken apart and put together."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import mix
from bufferize_affine._dialect import AFFINE

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
class DelinearizeIndexOp(d.Operation):
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
