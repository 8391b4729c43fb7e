"""The pdl dialect: rewrite patterns as operations.

Here are its object, its types and their constraints.
https://mlir.llvm.org/docs/Dialects/PDLOps/
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from bufferize import define as d
from bufferize import ir

PDL = d.Dialect("pdl")


@PDL.type("attribute")
@ir.parameters
class AttributeType(ir.Type):
    """`!pdl.attribute`: an attribute of the program that is matched."""


@PDL.type("operation")
@ir.parameters
class OperationType(ir.Type):
    """`!pdl.operation`: an operation of the program that is matched."""


@PDL.type("type")
@ir.parameters
class TypeType(ir.Type):
    """`!pdl.type`: a type of the program that is matched."""


@PDL.type("value")
@ir.parameters
class ValueType(ir.Type):
    """`!pdl.value`: an operand or result of the program that is matched."""


ATTRIBUTE: Final = AttributeType()
OPERATION: Final = OperationType()
TYPE: Final = TypeType()
VALUE: Final = ValueType()
_ELEMENTS = {type.mnemonic: type for type in (ATTRIBUTE, OPERATION, TYPE, VALUE)}


@PDL.type("range")
@ir.parameters
class RangeType(ir.Type):
    """`!pdl.range<value>`: any number of attributes, operations, types or values."""

    element_type: ir.Type

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> RangeType:
        """Read `<value>`."""
        parser.parse_punctuation("<")
        offset = parser.offset
        word = parser.parse_any_keyword()
        if word == "range":
            inner = cls.parse_parameters(parser)
            raise parser.error(
                f"element of pdl.range cannot be another range, but got'{inner}'", offset
            )
        if word not in _ELEMENTS:
            raise parser.error(f"invalid 'pdl' type: `{word}'", offset)
        parser.parse_punctuation(">")
        return cls(_ELEMENTS[word])

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Write what `parse_parameters` reads."""
        printer.write(f"<{self.element_type.mnemonic}>")


def range_of(element: ir.Type) -> d.Constraint[ir.Type]:
    """Allow a range of these elements."""
    return d.exactly(RangeType(element), f"range of PDL handle to {_words(element)} values")


def one_or_range_of(element: ir.Type) -> d.Constraint[ir.Type]:
    """Allow one element, or a range of them."""
    one, several = exactly(element), range_of(element)
    return d.one_of(one, several, description=f"single element or range of {one.description}")


def exactly(type: ir.Type) -> d.Constraint[ir.Type]:
    """Allow just this type, which is then not written."""
    return d.exactly(type, f"PDL handle to {_words(type)}")


def _words(type: ir.Type) -> str:
    words = {ATTRIBUTE: "an `mlir::Attribute`", OPERATION: "an `mlir::Operation *`"}
    return words.get(type, "an `mlir::Type`" if type is TYPE else "an `mlir::Value`")


ANY_PDL: Final[d.Constraint[ir.Type]] = d.pred(
    lambda type: isinstance(type, RangeType) or type in _ELEMENTS.values(), "pdl type"
)
ANY_RANGE: Final[d.Constraint[RangeType]] = d.instance_of(RangeType, "range of pdl type values")


ONE_ATTRIBUTE, ONE_OPERATION, ONE_TYPE, ONE_VALUE = map(
    exactly, (ATTRIBUTE, OPERATION, TYPE, VALUE)
)


@PDL.custom_directive("RangeType")
class RangeTypeDirective:
    """`: type` if there are no elements, from which it would follow."""

    @staticmethod
    def parse(parser: d.AsmParser, elements: Sequence[ir.Type]) -> ir.Type:
        """Return the type of a range with elements of these types."""
        if not elements:
            return parser.parse_colon_type()
        first = elements[0]
        return first if isinstance(first, RangeType) else RangeType(first)

    @staticmethod
    def print(
        printer: d.AsmPrinter, op: d.Operation, elements: Sequence[ir.Type], type: ir.Type
    ) -> None:
        """Write what `parse` reads."""
        if not elements:
            printer.write(": ")
            printer.print_type(type)


class MakesRange(d.Operation):
    """Base: a range of types or of values, made of some and of ranges of them."""

    arguments: d.VariadicOperand = d.variadic_operand(ANY_PDL)
    result: d.Result = d.result(d.one_of(range_of(TYPE), range_of(VALUE)))
    traits: ClassVar[tuple[d.Trait, ...]] = (d.Pure(),)
    assembly_format = """
        ($arguments^ `:` type($arguments))?
        custom<RangeType>(ref(type($arguments)), type($result))
        attr-dict
    """

    def verify_op(self) -> None:
        assert isinstance(self.result.type, RangeType)
        wanted = self.result.type.element_type
        for type in self.operand_types:
            found = type.element_type if isinstance(type, RangeType) else type
            if found is not wanted:
                message = f"expected operand to have element type '{wanted}', but got '{found}'"
                raise self.error(message)


def verify_attribute_names(
    op: d.Operation, names: ir.ArrayAttr, values: Sequence[ir.Value]
) -> None:
    """Check that there is a name for each attribute of an operation that is matched or made."""
    if len(names.elements) != len(values):
        raise op.error(
            "expected the same number of attribute values and attribute names, got "
            f"{len(names.elements)} names and {len(values)} values"
        )
