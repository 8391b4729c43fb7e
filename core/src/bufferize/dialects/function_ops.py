"""What ops that are functions share: their syntax and the rules for their signature.

An op class that uses this is a `FunctionOpInterface` with the inherent attributes `sym_name`,
`function_type`, `sym_visibility`, `arg_attrs` and `res_attrs` and one region.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bufferize import define as d
from bufferize.dialects.bufferization.attributes import argument_attribute_problem
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import (
    ArrayAttr,
    Attribute,
    DictionaryAttr,
    FunctionType,
    Operation,
    Region,
    StringAttr,
    Type,
    TypeAttr,
)

VISIBILITIES = ("public", "private", "nested")
_OWN_SYNTAX = ("sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs")


@dataclass
class _TypeWithAttributes:
    type: Type
    attributes: dict[str, Attribute] = field(default_factory=dict)


def parse_function(parser: d.AsmParser, state: d.OperationState) -> None:
    """`visibility? @name(arguments) (-> results)? (attributes {…})? body?`."""
    visibility = parser.parse_optional_any_keyword(VISIBILITIES)
    if visibility is not None:
        state.properties["sym_visibility"] = StringAttr(visibility)
    state.properties["sym_name"] = StringAttr(parser.parse_symbol_name())
    arguments = _parse_arguments(parser)
    results = _parse_results(parser)
    types = tuple(argument.type for argument in arguments if argument.type is not None)
    signature = FunctionType(types, tuple(result.type for result in results))
    state.properties["function_type"] = TypeAttr(signature)
    _add_dictionaries(state, "arg_attrs", [argument.attributes for argument in arguments])
    _add_dictionaries(state, "res_attrs", [result.attributes for result in results])
    offset = parser.offset
    attributes = parser.parse_optional_attr_dict_with_keyword()
    for name in ("sym_visibility", "sym_name", "function_type"):
        if name in attributes:
            raise parser.error(
                f"'{name}' is an inferred attribute and should not be specified in the "
                "explicit attribute dictionary",
                offset,
            )
    state.attributes.update(attributes)
    offset = parser.offset
    named = arguments if arguments and arguments[0].name else []
    body = parser.parse_optional_region(named)
    if body is not None and not body.blocks:
        raise parser.error("expected non-empty function body", offset)
    state.regions.append(Region() if body is None else body)


def _parse_arguments(parser: d.AsmParser) -> list[d.Argument]:
    arguments: list[d.Argument] = []

    def parse_one() -> None:
        offset = parser.offset
        argument = parser.parse_optional_argument(allow_type=True, allow_attrs=True)
        if argument is not None:
            if arguments and not arguments[-1].name:
                raise parser.error("expected type instead of SSA identifier", offset)
            arguments.append(argument)
            return
        if arguments and arguments[-1].name:
            raise parser.error("expected SSA identifier", offset)
        type = parser.parse_type()
        attributes = parser.parse_optional_attr_dict()
        location = parser.parse_optional_location()
        arguments.append(d.Argument("", type, attributes, location, offset))

    parser.parse_comma_separated_list("(", parse_one)
    return arguments


def _parse_results(parser: d.AsmParser) -> list[_TypeWithAttributes]:
    if not parser.parse_optional_punctuation("->"):
        return []
    if parser.peek() != "(":
        return [_TypeWithAttributes(parser.parse_type())]
    return parser.parse_comma_separated_list(
        "(", lambda: _TypeWithAttributes(parser.parse_type(), parser.parse_optional_attr_dict())
    )


def _add_dictionaries(
    state: d.OperationState, name: str, dictionaries: Sequence[Mapping[str, Attribute]]
) -> None:
    if any(dictionaries):
        state.properties[name] = ArrayAttr(tuple(DictionaryAttr.of(d) for d in dictionaries))


def print_function(function: FunctionOpInterface, printer: d.AsmPrinter) -> None:
    """As `parse_function` reads it."""
    op = function
    printer.write(" ")
    visibility = op.get_attr("sym_visibility")
    if isinstance(visibility, StringAttr):
        printer.write(f"{visibility.value} ")
    printer.print_symbol_name(function.symbol_name)
    _print_arguments(function, printer)
    _print_results(function, printer)
    printer.print_attr_dict_with_keyword(op, _OWN_SYNTAX)
    if not function.is_external:
        printer.write(" ")
        printer.print_region(function.function_body, print_entry_args=False)


def _print_arguments(function: FunctionOpInterface, printer: d.AsmPrinter) -> None:
    dictionaries = _dictionaries(function, "arg_attrs")
    printer.write("(")
    for index, type in enumerate(function.signature.inputs):
        if index:
            printer.write(", ")
        attributes = dictionaries.get(index, {})
        if function.is_external:
            printer.print_type(type)
            printer.print_attr_dict(attributes)
        else:
            printer.print_region_argument(function.body_arguments[index], attributes)
    printer.write(")")


def _print_results(function: FunctionOpInterface, printer: d.AsmPrinter) -> None:
    results = function.signature.results
    if not results:
        return
    dictionaries = _dictionaries(function, "res_attrs")
    plain = len(results) == 1 and not isinstance(results[0], FunctionType)
    parentheses = not plain or any(dictionaries.values())
    printer.write(" -> (" if parentheses else " -> ")
    for index, type in enumerate(results):
        if index:
            printer.write(", ")
        printer.print_type(type)
        printer.print_attr_dict(dictionaries.get(index, {}))
    if parentheses:
        printer.write(")")


def _dictionaries(op: Operation, name: str) -> dict[int, dict[str, Attribute]]:
    """The attributes of each argument or result, by its number."""
    array = op.get_attr(name)
    if not isinstance(array, ArrayAttr):
        return {}
    return {
        index: dict(entry.entries)
        for index, entry in enumerate(array.elements)
        if isinstance(entry, DictionaryAttr)
    }


def verify_function(function: FunctionOpInterface) -> None:
    """Checks visibility, the attributes of arguments and results, and the entry block."""
    op = function
    signature = function.signature
    if function.is_external and function.is_public:
        raise op.error("symbol declaration cannot have public visibility")
    _verify_dictionaries(op, "arg_attrs", "argument", len(signature.inputs))
    _verify_dictionaries(op, "res_attrs", "result", len(signature.results))
    for attributes in _dictionaries(op, "arg_attrs").values():
        for name, value in attributes.items():
            problem = argument_attribute_problem(function, name, value)
            if problem is not None:
                raise op.error(problem)
    if function.is_external:
        return
    arguments = function.body_arguments
    if len(arguments) != len(signature.inputs):
        raise op.error(
            f"entry block must have {len(signature.inputs)} arguments to match function signature"
        )
    for index, (argument, type) in enumerate(zip(arguments, signature.inputs, strict=True)):
        if argument.type is not type:
            raise op.error(
                f"type of entry block argument #{index}('{argument.type}') must match the type "
                f"of the corresponding argument in function signature('{type}')"
            )


def _verify_dictionaries(op: Operation, attribute: str, word: str, count: int) -> None:
    array = op.get_attr(attribute)
    if not isinstance(array, ArrayAttr):
        return
    if len(array.elements) != count:
        raise op.error(
            f"expects {word} attribute array to have the same number of elements as the number "
            f"of function {word}s, got {len(array.elements)}, but expected {count}"
        )
    for attributes in _dictionaries(op, attribute).values():
        if any("." not in name for name in attributes):
            raise op.error(f"{word}s may only have dialect attributes")


def verify_return(op: Operation, function: FunctionOpInterface, word: str, verb: str) -> None:
    """Checks a terminator's operands against the results of its function.

    `word` and `verb` are for the errors: "return" and "returns", or "output" and "outputs".
    """
    signature = function.get_attr("function_type")
    if not isinstance(signature, TypeAttr) or not isinstance(signature.type, FunctionType):
        return  # the function itself is in error
    name, results = function.symbol_name, signature.type.results
    if len(op.operands) != len(results):
        raise op.error(
            f"has {len(op.operands)} operands, but enclosing function (@{name}) "
            f"{verb} {len(results)}"
        )
    for index, (operand, type) in enumerate(zip(op.operands, results, strict=True)):
        if operand.type is not type:
            raise op.error(
                f"type of {word} operand {index} ('{operand.type}') doesn't match function "
                f"result type ('{type}') in function @{name}"
            )


class FunctionOp(d.Operation, FunctionOpInterface):
    """Base of ops with this syntax and these rules; it has no fields of its own."""

    __slots__ = ()

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """See `parse_function`."""
        parse_function(parser, state)

    def print(self, printer: d.AsmPrinter) -> None:
        """See `print_function`."""
        print_function(self, printer)

    def verify_op(self) -> None:
        verify_function(self)
