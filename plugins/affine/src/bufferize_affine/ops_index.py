"""Linear indices taken apart and put together."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import DENSE_I64_ARRAY, INDEX, Pure
from bufferize.define.asm import AsmParser, AsmPrinter, OperationState
from bufferize.define.constraint import Constraint
from bufferize.define.directives import DynamicIndexList
from bufferize.interfaces import mix
from bufferize.ir import (
    DYNAMIC,
    FALSE,
    TRUE,
    UNIT,
    Attribute,
    DenseArrayAttr,
    Value,
    dense_i32,
)
from bufferize.ir import (
    INDEX as INDEX_TYPE,
)
from bufferize_affine._dialect import AFFINE

_PAREN = "Paren"

# A flag that the generic form writes as `disjoint` or as `disjoint = false`.
FLAG: Constraint[Attribute] = Constraint(lambda a: a in (UNIT, TRUE, FALSE), "unit property")


def _verified_basis(op: DelinearizeIndexOp | LinearizeIndexOp) -> tuple[int, ...]:
    basis = op.static_basis.values
    if basis.count(DYNAMIC) != len(op.dynamic_basis):
        raise op.error(
            "mismatch between dynamic and static basis: "
            f"{basis.count(DYNAMIC)} entries are dynamic, {len(op.dynamic_basis)} are given"
        )
    return basis


@AFFINE.op("delinearize_index")
class DelinearizeIndexOp(d.Operation):
    """The digits of an index in a mixed-radix basis."""

    __slots__ = ()
    linear_index: d.Operand = d.operand(INDEX)
    dynamic_basis: d.VariadicOperand = d.variadic_operand(INDEX)
    static_basis: d.Attr[DenseArrayAttr, d.Ints] = d.attr(DENSE_I64_ARRAY)
    multi_index: d.VariadicResult = d.variadic_result(INDEX)
    traits = (Pure(),)
    assembly_format = """
        $linear_index `into`
        custom<DynamicIndexList>($dynamic_basis, $static_basis, "{}", "Paren")
        attr-dict `:` type($multi_index)
    """

    @property
    def mixed_basis(self) -> list[int | Value]:
        """The basis, outermost first."""
        return mix(self.static_basis.values, self.dynamic_basis)

    def verify_op(self) -> None:
        basis = _verified_basis(self)
        if len(self.multi_index) not in (len(basis), len(basis) + 1):
            raise self.error(
                "should return an index for each basis element and up to one extra index"
            )
        if any(number <= 0 and number != DYNAMIC for number in basis):
            raise self.error("no basis element may be statically non-positive")


@AFFINE.op("linearize_index")
class LinearizeIndexOp(d.Operation):
    """The index with given digits in a mixed-radix basis."""

    __slots__ = ()
    multi_index: d.VariadicOperand = d.variadic_operand(INDEX)
    dynamic_basis: d.VariadicOperand = d.variadic_operand(INDEX)
    static_basis: d.Attr[DenseArrayAttr, d.Ints] = d.attr(DENSE_I64_ARRAY)
    disjoint: d.OptionalAttr[Attribute, Attribute] = d.optional_attr(FLAG)
    linear_index: d.Result = d.result(INDEX)
    traits = (Pure(),)

    @property
    def is_disjoint(self) -> bool:
        """Whether each digit is known to be less than its basis element."""
        return self.disjoint in (UNIT, TRUE)

    @property
    def mixed_basis(self) -> list[int | Value]:
        """The basis, outermost first."""
        return mix(self.static_basis.values, self.dynamic_basis)

    def verify_op(self) -> None:
        basis = _verified_basis(self)
        if len(self.multi_index) not in (len(basis), len(basis) + 1):
            raise self.error(
                "should be passed a basis element for each index except possibly the first"
            )

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        if parser.parse_optional_keyword("disjoint"):
            state.properties["disjoint"] = UNIT
        indices = parser.parse_operand_list("[")
        parser.parse_keyword("by")
        dynamic, static, _ = DynamicIndexList.parse(parser, _PAREN)
        state.attributes.update(parser.parse_optional_attr_dict())
        state.result_types = [parser.parse_colon_type()]
        operands = [*indices, *dynamic]
        state.operands = parser.resolve_operands(operands, [INDEX_TYPE] * len(operands))
        state.properties["static_basis"] = static
        state.properties["operandSegmentSizes"] = dense_i32((len(indices), len(dynamic)))

    def print(self, printer: AsmPrinter) -> None:
        printer.write(" disjoint [" if self.is_disjoint else " [")
        printer.print_operands(self.multi_index)
        printer.write("] by ")
        DynamicIndexList.print(printer, self, self.dynamic_basis, self.static_basis, _PAREN)
        printer.print_attr_dict(self, ("disjoint", "operandSegmentSizes", "static_basis"))
        printer.write(" : ")
        printer.print_type(self.linear_index.type)
