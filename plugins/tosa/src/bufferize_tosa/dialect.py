"""TOSA: operations on whole tensors, the Tensor Operator Set Architecture of machine learning.

See https://www.mlplatform.org/tosa. This module has the parts that the operations share: the
dialect's object and types, functions of shapes, traits that relate the shapes of operands and
results, and base classes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import ConditionallySpeculatable
from bufferize.ir.dense import elements, splat_element

TOSA = d.Dialect("tosa")
TOSA.lowering = "mlir-opt --tosa-to-linalg-pipeline"


_MAX_RANK = 2**31 - 1


@TOSA.type("shape")
@ir.parameters
class ShapeType(ir.Type):
    """`!tosa.shape<rank>`: a shape of that rank as a value, an index for each extent."""

    rank: int

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> ShapeType:
        """Parse `<rank>`."""
        parser.parse_punctuation("<")
        offset = parser.offset
        rank = parser.parse_integer()
        if rank < 0:
            raise parser.error(f"invalid rank (must be >= 0): {rank}", offset)
        if rank > _MAX_RANK:
            raise parser.error("integer value too large", offset)
        parser.parse_punctuation(">")
        return cls(rank)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print `<rank>`."""
        printer.write(f"<{self.rank}>")


@TOSA.type("mxint8")
@ir.parameters
class MXInt8Type(ir.Type):
    """`!tosa.mxint8`: an integer of 8 bits, in units of 1/64."""


def rank_of(value: ir.Value) -> int:
    """Return the rank of a shape."""
    assert isinstance(value.type, ShapeType)
    return value.type.rank


def extents_of(type: ir.Type) -> tuple[int, ...] | None:
    """Return the shape of a type, None if it has no rank."""
    return type.extents if isinstance(type, ir.ShapedType) else None


def is_static(extent: int) -> bool:
    """Return whether an extent is known."""
    return extent != ir.DYNAMIC


def may_be_equal(a: int, b: int) -> bool:
    """Return whether two extents may be equal."""
    return a == b or ir.DYNAMIC in (a, b)


def may_be_same(a: Sequence[int] | None, b: Sequence[int] | None) -> bool:
    """Return whether two shapes may be equal; None stands for an unknown rank."""
    if a is None or b is None:
        return True
    return len(a) == len(b) and all(map(may_be_equal, a, b))


def constant_elements(value: ir.Value) -> ir.DenseElementsAttr | None:
    """Return the elements of a constant tensor or shape, None if they are not known."""
    op = value.defining_op
    if op is None or not op.has_trait(d.ConstantLike):
        return None
    folded = op.fold()
    attribute = folded[0] if folded else None
    return attribute if isinstance(attribute, ir.DenseElementsAttr) else None


def constant_extents(value: ir.Value) -> list[int] | None:
    """Return the extents of a constant shape, None if they are not known."""
    found = constant_elements(value)
    if found is None:
        return None
    return [e for e in elements(found) if isinstance(e, int)]


def first_number(value: ir.Value) -> int | float | None:
    """Return the first element of a constant, None if it is not known."""
    found = constant_elements(value)
    if found is None or not found.type.num_elements():
        return None
    raw = splat_element(found) if found.is_splat else elements(found)[0]
    element = found.type.element_type
    if isinstance(raw, int) and isinstance(element, ir.FloatType):
        return ir.FloatAttr(raw, element).value
    return raw if isinstance(raw, int) else None


def list_text(numbers: Iterable[int]) -> str:
    """Return numbers with commas between them."""
    return ", ".join(map(str, numbers))


class ShapeOperator(ir.Trait):
    """Trait: the op computes a shape."""

    __slots__ = ()


class ResolvableShapes(ir.Trait):
    """Trait: shape operands are results of shape ops, so that they can be computed."""

    __slots__ = ()

    def verify(self, op: ir.Operation) -> None:
        """Raise VerifyError for a shape that no shape op computes, such as an argument."""
        for value in op.operands:
            if isinstance(value.type, ShapeType):
                source = value.defining_op
                if source is None or not source.has_trait(ShapeOperator):
                    raise op.error("shape operand is not compile time resolvable")


class SameShapeRanks(ir.Trait):
    """Trait: all shapes among the operands and results have the same rank."""

    __slots__ = ()

    def verify(self, op: ir.Operation) -> None:
        """Raise VerifyError for two ranks."""
        ranks = {v.type.rank for v in op.operands if isinstance(v.type, ShapeType)}
        if len(ranks) > 1:
            raise op.error("operands don't have matching ranks")
        results = {v.type.rank for v in op.results if isinstance(v.type, ShapeType)}
        if results - ranks:
            raise op.error("result shape has different rank than operands")


class SameOperandsAndResultRank(d.TypeTrait):
    """Trait: all operands and results have the same rank, where it is known."""

    def verify(self, op: ir.Operation) -> None:
        """Raise VerifyError for two ranks."""
        ranks = {len(s) for s in map(extents_of, op.operand_types) if s is not None}
        if len(ranks) > 1:
            raise op.error("operands don't have matching ranks")
        results = {len(s) for s in map(extents_of, op.result_types) if s is not None}
        if ranks and results - ranks:
            raise op.error("result type has different rank than operands")


def broadcast(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the shape to which two shapes are broadcast, None if that is impossible."""
    rank = max(len(a), len(b))
    found = []
    for x, y in zip((1,) * (rank - len(a)) + a, (1,) * (rank - len(b)) + b, strict=True):
        small, large = sorted((x, y))
        if small == ir.DYNAMIC:
            found.append(ir.DYNAMIC if large in (ir.DYNAMIC, 1) else large)
        elif small in (1, large):
            found.append(large)
        else:
            return None
    return tuple(found)


class ResultsBroadcastable(d.TypeTrait):
    """Trait: the operands' shapes can be broadcast to one shape, which the results have."""

    def verify(self, op: ir.Operation) -> None:
        """Raise VerifyError if they cannot."""
        shapes = [s for s in map(extents_of, op.operand_types) if s is not None]
        whole: tuple[int, ...] = ()
        for shape in shapes:
            both = broadcast(whole, shape)
            if both is None:
                raise op.error("operands don't have broadcast-compatible shapes")
            whole = both
        for result in map(extents_of, op.result_types):
            if result is None or not shapes:
                continue
            if len(result) < len(whole) or not may_be_same(whole, result[-len(whole) :]):
                raise op.error(
                    f"result type '{_text(result)}' not broadcast compatible with broadcasted "
                    f"operands's shapes '{_text(whole)}'"
                )


def _text(shape: tuple[int, ...] | None) -> str:
    return "x".join("?" if extent == ir.DYNAMIC else str(extent) for extent in shape or ())


class ResultsAreFloatLike(d.TypeTrait):
    """Trait: the results' elements are floating-point numbers."""

    def verify(self, op: ir.Operation) -> None:
        """Raise VerifyError for another element type."""
        if not all(isinstance(ir.element_type_or_self(t), ir.FloatType) for t in op.result_types):
            raise op.error("requires a floating point type")


PURE: tuple[ir.Trait, ...] = (d.Pure(), ResolvableShapes())


class TosaOp(d.Operation):
    """Base of the ops on tensors."""

    traits: ClassVar[tuple[ir.Trait, ...]] = PURE
    assembly_format: ClassVar[str | None] = (
        "operands attr-dict `:` functional-type(operands, results)"
    )


class PartialOp(ConditionallySpeculatable):
    """Base of the ops that are undefined for some operands, as a division by zero is."""

    def is_speculatable(self) -> bool:
        return False


class EnumOp(d.Operation):
    """Base of the ops with an enumeration, whose case is a bare word in custom syntax.

    `tosa.maximum %a, %b {nan_mode = IGNORE} : …`.
    """

    enum: ClassVar[tuple[str, type[d.EnumAttr]]]
    """The name and the class of the enumeration's attribute."""
    elided: ClassVar[ir.Attribute | None] = None
    """The value that is not printed."""

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        operands = parser.parse_operand_list()
        if parser.peek() == "{":
            entries = parser.parse_comma_separated_list("{", lambda: cls._parse_entry(parser))
            state.attributes.update(entries)
        parser.parse_punctuation(":")
        type = parser.parse_function_type()
        state.operands = parser.resolve_operands(operands, type.inputs)
        state.result_types = list(type.results)

    @classmethod
    def _parse_entry(cls, parser: d.AsmParser) -> tuple[str, ir.Attribute]:
        name = parser.parse_keyword_or_string()
        parser.parse_punctuation("=")
        enum_name, enum = cls.enum
        if name == enum_name and not parser.peek().startswith("#"):
            return name, enum.parse_case(parser)
        return name, parser.parse_attribute()

    def print(self, printer: d.AsmPrinter) -> None:
        printer.write(" ")
        printer.print_operands(self.operands)
        name, enum = self.enum
        entries = {**self.properties, **self.attributes}
        if entries.get(name) is self.elided:
            entries.pop(name, None)
        for index, entry in enumerate(sorted(entries)):
            value = entries[entry]
            printer.write(", " if index else " {")
            printer.print_keyword_or_string(entry)
            printer.write(" = ")
            if entry == name and isinstance(value, enum):
                value.print_case(printer)
            else:
                printer.print_attribute(value)
        printer.write("} : " if entries else " : ")
        printer.print_functional_type(self)
