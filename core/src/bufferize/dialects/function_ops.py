"""The fields, syntax and signature rules that all function ops share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.bufferization.dialect import argument_attribute_problem
from bufferize.interfaces import FunctionOpInterface

_VISIBILITIES = ("public", "private", "nested")
_OWN_SYNTAX = ("sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs")


class FunctionOp(d.Operation, FunctionOpInterface):
    """Base of the ops that are functions. Subclasses may have more fields."""

    declarations_may_be_public: ClassVar[bool] = False
    """Whether a function without a body may be public."""
    sym_name: d.Attr[ir.StringAttr, str] = d.attr(d.SYMBOL_NAME)
    function_type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(d.FUNCTION_TYPE_ATTR)
    sym_visibility: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    arg_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    res_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    body: d.Region = d.region()

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Parse `visibility? @name(arguments) (-> results)? (attributes {…})? body?`."""
        visibility = parser.parse_optional_any_keyword(_VISIBILITIES)
        if visibility is not None:
            state.properties["sym_visibility"] = ir.StringAttr(visibility)
        state.properties["sym_name"] = ir.StringAttr(parser.parse_symbol_name())
        signature = Signature.parse(parser)
        state.properties["function_type"] = ir.TypeAttr(
            ir.FunctionType(signature.inputs, signature.results)
        )
        signature.keep_attributes(state)
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
        state.regions.append(signature.parse_body(parser))

    def print(self, printer: d.AsmPrinter) -> None:
        printer.write(" ")
        if isinstance(self.sym_visibility, ir.StringAttr):
            printer.write(f"{self.sym_visibility.value} ")
        printer.print_symbol_name(self.symbol_name)
        print_signature(printer, self)
        printer.print_attr_dict_with_keyword(self, _OWN_SYNTAX)
        if not self.is_external:
            printer.write(" ")
            printer.print_region(self.body, print_entry_args=False)

    def verify_op(self) -> None:
        signature = self.signature
        if self.is_external and self.is_public and not self.declarations_may_be_public:
            raise self.error("symbol declaration cannot have public visibility")
        verify_signature(self)
        if self.is_external:
            return
        arguments = self.body_arguments
        if len(arguments) != len(signature.inputs):
            raise self.error(
                f"entry block must have {len(signature.inputs)} arguments to match function signature"
            )
        for index, (argument, type) in enumerate(zip(arguments, signature.inputs, strict=True)):
            if argument.type is not type:
                raise self.error(
                    f"type of entry block argument #{index}('{argument.type}') must match the type "
                    f"of the corresponding argument in function signature('{type}')"
                )


class Signature(NamedTuple):
    """The arguments and results of a function as they are written."""

    arguments: list[d.Argument]
    """The arguments, without names if none are written."""
    outputs: list[d.Argument]
    is_variadic: bool

    @classmethod
    def parse(cls, parser: d.AsmParser, allow_variadic: bool = False) -> Signature:
        """Parse `(arguments) -> results`; the last argument may be `...` where that is allowed."""
        arguments, is_variadic = _parse_arguments(parser, allow_variadic)
        return cls(arguments, _parse_results(parser), is_variadic)

    @property
    def inputs(self) -> tuple[ir.Type, ...]:
        """The types of the arguments."""
        return _types(self.arguments)

    @property
    def results(self) -> tuple[ir.Type, ...]:
        """The types of the results."""
        return _types(self.outputs)

    def keep_attributes(self, state: d.OperationState) -> None:
        """Store the attributes of arguments and results in the properties of the function."""
        for name, given in (("arg_attrs", self.arguments), ("res_attrs", self.outputs)):
            dictionaries = argument_dictionaries(given)
            if dictionaries is not None:
                state.properties[name] = dictionaries

    def parse_body(self, parser: d.AsmParser) -> ir.Region:
        """Parse the body if there is one; return an empty region for a declaration."""
        offset = parser.offset
        named = self.arguments if self.arguments and self.arguments[0].name else []
        body = parser.parse_optional_region(named)
        if body is not None and not body.blocks:
            raise parser.error("expected non-empty function body", offset)
        return ir.Region() if body is None else body


def argument_dictionaries(arguments: Sequence[d.Argument]) -> ir.ArrayAttr | None:
    """Return the attributes of arguments or results as an array, None if there are none."""
    if not any(one.attributes for one in arguments):
        return None
    return ir.ArrayAttr(tuple([ir.DictionaryAttr.of(one.attributes) for one in arguments]))


def _parse_arguments(parser: d.AsmParser, allow_variadic: bool) -> tuple[list[d.Argument], bool]:
    arguments: list[d.Argument] = []
    variadic = False

    def parse_one() -> None:
        nonlocal variadic
        offset = parser.offset
        if variadic:
            raise parser.error("variadic arguments must be in the end of the argument list", offset)
        if allow_variadic and parser.parse_optional_punctuation("..."):
            variadic = True
            return
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
    return arguments, variadic


def _parse_results(parser: d.AsmParser) -> list[d.Argument]:
    if not parser.parse_optional_punctuation("->"):
        return []
    if parser.peek() != "(":
        return [d.Argument("", parser.parse_type())]
    return parser.parse_comma_separated_list(
        "(", lambda: d.Argument("", parser.parse_type(), parser.parse_optional_attr_dict())
    )


def _types(arguments: Sequence[d.Argument]) -> tuple[ir.Type, ...]:
    return tuple(argument.type for argument in arguments if argument.type is not None)


def print_signature(
    printer: d.AsmPrinter, function: FunctionOpInterface, is_variadic: bool = False
) -> None:
    """Write `(arguments) -> results`."""
    printer.write("(")
    inputs = function.signature.inputs
    for index, type in enumerate(inputs):
        if index:
            printer.write(", ")
        attributes = function.get_arg_attrs(index)
        if function.is_external:
            printer.print_type(type)
            printer.print_attr_dict(attributes)
        else:
            printer.print_region_argument(function.body_arguments[index], attributes)
    if is_variadic:
        printer.write(", ..." if inputs else "...")
    printer.write(")")
    _print_results(function, printer)


def _print_results(function: FunctionOpInterface, printer: d.AsmPrinter) -> None:
    results = function.signature.results
    if not results:
        return
    dictionaries = [function.get_result_attrs(index) for index in range(len(results))]
    plain = len(results) == 1 and not isinstance(results[0], ir.FunctionType)
    parentheses = not plain or any(dictionaries)
    printer.write(" -> (" if parentheses else " -> ")
    for index, (type, attributes) in enumerate(zip(results, dictionaries, strict=True)):
        if index:
            printer.write(", ")
        printer.print_type(type)
        printer.print_attr_dict(attributes)
    if parentheses:
        printer.write(")")


def verify_dictionaries(function: FunctionOpInterface) -> None:
    """Check that there is a dictionary of dialects' attributes for each argument and result."""
    signature = function.signature
    _verify_dictionaries(function, "arg_attrs", "argument", len(signature.inputs))
    _verify_dictionaries(function, "res_attrs", "result", len(signature.results))


def verify_signature(function: FunctionOpInterface) -> None:
    """Check the attributes of arguments and results. Raises VerifyError."""
    verify_dictionaries(function)
    for index in range(len(function.signature.inputs)):
        for name, value in function.get_arg_attrs(index).items():
            problem = argument_attribute_problem(function, name, value)
            if problem is not None:
                raise function.error(problem)


def _verify_dictionaries(op: ir.Operation, attribute: str, word: str, count: int) -> None:
    array = op.get_attr(attribute)
    if not isinstance(array, ir.ArrayAttr):
        return
    if len(array.elements) != count:
        raise op.error(
            f"expects {word} attribute array to have the same number of elements as the number "
            f"of function {word}s, got {len(array.elements)}, but expected {count}"
        )
    for entry in array.elements:
        if isinstance(entry, ir.DictionaryAttr) and any(
            "." not in name for name, _ in entry.entries
        ):
            raise op.error(f"{word}s may only have dialect attributes")


def verify_return(op: ir.Operation, function: FunctionOpInterface, word: str, verb: str) -> None:
    """Check a terminator's operands against the results of its function.

    `word` and `verb` are for the errors: "return" and "returns", or "output" and "outputs".
    """
    signature = function.get_attr("function_type")
    if not isinstance(signature, ir.TypeAttr) or not isinstance(signature.type, ir.FunctionType):
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


def verify_call(call: ir.Operation, signature: ir.FunctionType) -> None:
    """Check operands and results of a call against the callee's type. Raises VerifyError."""
    operands, results = call.operands, call.results
    if len(signature.inputs) != len(operands):
        raise call.error("incorrect number of operands for callee")
    for index, (type, operand) in enumerate(zip(signature.inputs, operands, strict=True)):
        if operand.type is not type:
            raise call.error(
                f"operand type mismatch: expected operand type '{type}', but provided "
                f"'{operand.type}' for operand number {index}"
            )
    if len(signature.results) != len(results):
        raise call.error("incorrect number of results for callee")
    for index, (type, result) in enumerate(zip(signature.results, results, strict=True)):
        if result.type is not type:
            failure = call.error(f"result type mismatch at index {index}")
            position = call.location.position()
            failure.diagnostics[0].note(
                f"      op result types: {_type_list(call.result_types)}", position
            ).note(f"function result types: {_type_list(signature.results)}", position)
            raise failure


def _type_list(types: Sequence[ir.Type]) -> str:
    return ", ".join(f"'{type}'" for type in types)
