"""`linalg.generic`, and `linalg.yield` and `linalg.index` of its body."""

from __future__ import annotations

from functools import lru_cache

from bufferize import define as d
from bufferize import ir
from bufferize_linalg.dialect import ITERATOR_TYPE_ARRAY, LINALG, IteratorTypeAttr
from bufferize_linalg.structured import (
    SEGMENT_SIZES,
    LinalgOpInterface,
    StructuredOp,
    maps_of,
    scalar_type,
)
from bufferize_linalg.structured_syntax import (
    add_attributes,
    parse_operands,
    print_operands,
    print_results,
    set_segment_sizes,
)

_TRAIT_ATTRIBUTES = ("doc", "indexing_maps", "iterator_types", "library_call")


@LINALG.op("generic")
class GenericOp(StructuredOp):
    """A structured operation whose loops, accesses and body are all given."""

    inputs: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    outputs: d.VariadicOperand = d.variadic_operand(d.ANY_SHAPED)
    indexing_maps: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.AFFINE_MAP_ARRAY)
    iterator_types: d.Attr[ir.ArrayAttr, d.Items] = d.attr(ITERATOR_TYPE_ARRAY)
    doc: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    library_call: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    result_tensors: d.VariadicResult = d.variadic_result(d.RANKED_TENSOR)
    region: d.Region = d.region()

    @property
    def indexing_maps_array(self) -> tuple[ir.AffineMap, ...]:
        return maps_of(self.indexing_maps)

    @property
    def iterator_types_array(self) -> tuple[str, ...]:
        return _kinds_of(self.properties.get("iterator_types"))

    def block_argument_names(self, region: ir.Region) -> list[str] | None:
        num_inputs = self.num_dps_inputs
        count = len(region.entry.arguments) if region.blocks else 0
        return ["in" if i < num_inputs else "out" for i in range(count)]

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        offset = parser.offset
        attribute = parser.parse_attribute()
        if not isinstance(attribute, ir.DictionaryAttr):
            raise parser.error("expected a dictionary of indexing_maps and iterator_types", offset)
        attributes = dict(attribute.entries)
        attributes["iterator_types"] = _parse_iterator_types(
            parser, attributes.get("iterator_types"), offset
        )
        state.attributes.update(attributes)
        inputs, outputs = parse_operands(parser, state)
        set_segment_sizes(state, len(inputs), len(outputs))
        state.attributes.pop(SEGMENT_SIZES, None)
        if parser.parse_optional_keyword("attrs"):
            parser.parse_punctuation("=")
            offset = parser.offset
            add_attributes(parser, state, parser.parse_optional_attr_dict(), offset)
        state.regions.append(parser.parse_region())
        state.result_types.extend(parser.parse_optional_arrow_type_list())

    def print(self, printer: d.AsmPrinter) -> None:
        entries = [(name, self.properties.get(name)) for name in _TRAIT_ATTRIBUTES]
        printer.write(" ")
        printer.print_attribute(_trait(tuple(entries)))
        print_operands(printer, self)
        if self.attributes:
            printer.write(" attrs = ")
            printer.print_attr_dict(self.attributes)
        if self.region.blocks:
            printer.write(" ")
            printer.print_region(self.region)
        print_results(printer, self)


@lru_cache(maxsize=256)
def _trait(entries: tuple[tuple[str, ir.Attribute | None], ...]) -> ir.DictionaryAttr:
    """Return the dictionary for printing, in which iterator types are strings."""
    attributes = {name: value for name, value in entries if value is not None}
    kinds = _kinds_of(attributes.get("iterator_types"))
    attributes["iterator_types"] = ir.ArrayAttr(tuple(ir.StringAttr(kind) for kind in kinds))
    return ir.DictionaryAttr.of(attributes)


@lru_cache(maxsize=256)
def _kinds_of(attribute: ir.Attribute | None) -> tuple[str, ...]:
    if not isinstance(
        attribute, ir.ArrayAttr
    ):  # also called for an index op in the body of an invalid op
        return ()
    return tuple(kind.keyword for kind in attribute if isinstance(kind, IteratorTypeAttr))


def _parse_iterator_types(
    parser: d.AsmParser, attribute: ir.Attribute | None, offset: int
) -> ir.ArrayAttr:
    """Parse the array of strings, and return it as enum attributes."""
    if not isinstance(attribute, ir.ArrayAttr):
        raise parser.error('expected "iterator_types" array attribute', offset)
    kinds: list[ir.Attribute] = []
    for element in attribute:
        if not isinstance(element, ir.StringAttr):
            kinds.append(element)
        elif element.value in IteratorTypeAttr.cases:
            kinds.append(IteratorTypeAttr.of(element.value))
        else:
            raise parser.error(f"unexpected iterator_type ({element.value})", offset)
    return ir.ArrayAttr(tuple(kinds))


@LINALG.op("yield")
class YieldOp(d.Operation):
    """The end of the body of a structured operation, with the elements to store.

    In a `linalg.tiled_loop`, it yields the output tensors.
    """

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)

    traits = (d.Pure(), d.ReturnLike(), d.IsTerminator())
    assembly_format = "($values^)? attr-dict (`:` type($values)^)?"

    def verify_op(self) -> None:
        parent = self.parent_op
        if parent is None or len(parent.regions) != 1:
            raise self.error("expected single non-empty parent region")
        if parent.name == "linalg.tiled_loop":
            return  # which checks its yielded values itself
        if not isinstance(parent, LinalgOpInterface):
            raise self.error("expected parent op with LinalgOp interface")
        inits = parent.dps_inits
        if len(inits) != len(self.op_operands):
            raise self.error(
                f"expected number of yield values ({len(self.op_operands)}) to match the number of "
                f"inits / outs operands of the enclosing LinalgOp ({len(inits)})"
            )
        for operand, init in zip(self.op_operands, inits, strict=True):
            expected = scalar_type(init.value.type)
            if operand.value.type is not expected:
                raise self.error(
                    f"type of yield operand {operand.index + 1} ('{operand.value.type}') doesn't "
                    f"match the element type of the enclosing linalg.generic op ('{expected}')"
                )


@LINALG.op("index")
class IndexOp(d.Operation):
    """The index of a loop of the enclosing structured operation."""

    dim: d.Attr[ir.IntegerAttr, int] = d.attr(d.confined(d.I64_ATTR, d.min_value(0)))
    result: d.Result = d.result(d.INDEX)

    traits = (d.Pure(),)
    assembly_format = "$dim attr-dict `:` type($result)"

    def verify_op(self) -> None:
        parent = self.parent_op
        if not isinstance(parent, LinalgOpInterface):
            raise self.error("expected parent op with LinalgOp interface")
        if parent.num_loops <= self.dim.value:
            raise self.error(
                f"expected dim ({self.dim.value}) to be lower than the number of loops "
                f"({parent.num_loops}) of the enclosing LinalgOp"
            )
