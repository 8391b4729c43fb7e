"""Parts of the custom syntax that structured operations share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from bufferize import define as d
from bufferize import ir
from bufferize_linalg.structured import SEGMENT_SIZES, LinalgOpInterface

MEMOIZED_MAPS = "linalg.memoized_indexing_maps"
"""A copy of the indexing maps in MLIR's attributes, which custom syntax omits."""


def add_attributes(
    parser: d.AsmParser, state: d.OperationState, attributes: dict[str, ir.Attribute], offset: int
) -> None:
    """Add attributes that were read at `offset`. Raises ParseError for a duplicate."""
    for name in attributes:
        if name in state.attributes or name in state.properties:
            raise parser.error(
                f"attribute '{name}' occurs more than once in the attribute list", offset
            )
    state.attributes.update(attributes)


def parse_attr_dict(parser: d.AsmParser, state: d.OperationState) -> None:
    """Read `{...}`, if present."""
    offset = parser.offset
    add_attributes(parser, state, parser.parse_optional_attr_dict(), offset)


def parse_operands(
    parser: d.AsmParser, state: d.OperationState
) -> tuple[list[ir.Type], list[ir.Type]]:
    """Read `<{properties}> {attributes} ins(...) outs(...)`. Returns the types of both groups."""
    state.properties.update(parser.parse_optional_prop_dict())
    parse_attr_dict(parser, state)
    inputs = _parse_operand_group(parser, state, "ins")
    outputs = _parse_operand_group(parser, state, "outs")
    return inputs, outputs


def _parse_operand_group(
    parser: d.AsmParser, state: d.OperationState, keyword: str
) -> list[ir.Type]:
    if not parser.parse_optional_keyword(keyword):
        return []
    parser.parse_punctuation("(")
    operands = parser.parse_operand_list()
    parser.parse_punctuation(":")
    types = parser.parse_type_list()
    if len(types) != len(operands):
        raise parser.error(
            f"'{keyword}' has {len(operands)} operands and {len(types)} types",
            operands[0].offset if operands else None,
        )
    parser.parse_punctuation(")")
    state.operands.extend(parser.resolve_operands(operands, types))
    return types


def set_segment_sizes(state: d.OperationState, num_inputs: int, num_outputs: int) -> None:
    """Store the numbers of inputs and outputs."""
    state.properties[SEGMENT_SIZES] = ir.dense_i32([num_inputs, num_outputs])


def print_operands(printer: d.AsmPrinter, op: ir.Operation) -> None:
    """Write ` ins(...) outs(...)`; nothing for an empty group."""
    assert isinstance(op, LinalgOpInterface)
    num_inputs = op.num_dps_inputs
    operands = op.operands
    print_operand_groups(printer, operands[:num_inputs], operands[num_inputs:])


def print_operand_groups(
    printer: d.AsmPrinter, inputs: Sequence[ir.Value], outputs: Sequence[ir.Value]
) -> None:
    """Write ` ins(...) outs(...)`; nothing for an empty group."""
    for keyword, values in (("ins", inputs), ("outs", outputs)):
        if values:
            printer.write(f" {keyword}(")
            printer.print_operands(values)
            printer.write(" : ")
            printer.print_types([value.type for value in values])
            printer.write(")")


def print_results(printer: d.AsmPrinter, op: ir.Operation) -> None:
    """Write ` -> types`; nothing without results."""
    if op.results:
        printer.print_arrow_type_list([result.type for result in op.results])


def parse_destination_style(
    parser: d.AsmParser,
    state: d.OperationState,
    parse_own: Callable[[], None] | None = None,
) -> tuple[list[ir.Type], list[ir.Type]]:
    """Read operands, a part by `parse_own`, and attributes; the result types are the outputs'."""
    inputs, outputs = parse_operands(parser, state)
    state.result_types.extend(type for type in outputs if isinstance(type, ir.RankedTensorType))
    if parse_own is not None:
        parse_own()
    parse_attr_dict(parser, state)
    return inputs, outputs


def parse_i64_array(parser: d.AsmParser, state: d.OperationState, name: str) -> None:
    """Read `name = [1, 2]`, a property."""
    parser.parse_keyword(name)
    parser.parse_punctuation("=")
    values = parser.parse_comma_separated_list("[", parser.parse_integer)
    state.properties[name] = ir.dense_i64(values)


def print_i64_array(printer: d.AsmPrinter, name: str, values: Sequence[int]) -> None:
    """Write ` name = [1, 2] `."""
    printer.write(f" {name} = [{', '.join(map(str, values))}] ")


def parse_payload(
    parser: d.AsmParser,
) -> tuple[str, dict[str, ir.Attribute]] | None:
    """Read `{ op_name {attributes} }`, the short form of a region, if present."""
    if not parser.parse_optional_punctuation("{"):
        return None
    offset = parser.offset
    name = parser.parse_any_keyword()
    if "." not in name:
        raise parser.error(f"expected the name of an op with its dialect, got '{name}'", offset)
    context = parser.context
    if context.op_class(name) is None and not context.allow_unregistered_dialects:
        raise parser.error(f"no dialect declares the op '{name}'", offset)
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation("}")
    return name, attributes


def print_payload(printer: d.AsmPrinter, payload: ir.Operation) -> None:
    """Print the short form of a region that applies `payload`."""
    elided = [
        name
        for name, attribute in payload.properties.items()
        if str(attribute) == "#arith.fastmath<none>"
    ]
    printer.write(f" {{ {payload.name}")
    printer.print_attr_dict({**payload.properties, **payload.attributes}, elided)
    printer.write(" }")


def print_mapper(printer: d.AsmPrinter, region: ir.Region) -> None:
    """Print the arguments of a region and the region, on lines of their own."""
    printer.indent()
    printer.newline()
    printer.write("(")
    for i, argument in enumerate(region.entry.arguments):
        if i:
            printer.write(", ")
        printer.print_region_argument(argument)
    printer.write(") ")
    printer.print_region(region, print_entry_args=False)
    printer.dedent()


def parse_mapper(parser: d.AsmParser) -> ir.Region:
    """Parse the arguments of a region in parentheses, and the region."""
    arguments = parser.parse_argument_list("(", allow_type=True, allow_attrs=True)
    return parser.parse_region(arguments)


def find_payload(body: ir.Block, arguments: Sequence[int]) -> ir.Operation | None:
    """Return the only op before the yield, if it takes these arguments and is yielded."""
    if body.num_ops != 2:
        return None
    payload, terminator = list(body.ops)
    if not arguments or len(payload.results) != 1 or payload.regions or payload.successors:
        return None
    expected = tuple(body.arguments[i] for i in arguments)
    if payload.operands != expected or terminator.operands != tuple(payload.results):
        return None
    if payload.results[0].type is not body.arguments[-1].type or terminator.attributes:
        return None
    return payload


def print_dict(printer: d.AsmPrinter, op: ir.Operation, elided: Collection[str] = ()) -> None:
    """Print the attributes of `op` that custom syntax does not show elsewhere."""
    printer.print_attr_dict(op, [SEGMENT_SIZES, MEMOIZED_MAPS, *elided])
