"""Running something without waiting for it, and waiting for it."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    ANY_TYPE,
    INDEX,
    AutomaticAllocationScope,
    HasParent,
    IsTerminator,
    Operation,
    Pure,
    RecursiveMemoryEffects,
    ReturnLike,
    SingleBlockImplicitTerminator,
)
from bufferize.define.asm import Argument, AsmParser, AsmPrinter, OperationState, UnresolvedOperand
from bufferize.interfaces import (
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
)
from bufferize.ir import Operation as IrOperation
from bufferize.ir import OpOperand, Region, Rewriter, Type, dense_i32
from bufferize_async.base import (
    ASYNC,
    GROUP,
    TOKEN,
    VALUE,
    VALUE_OR_TOKEN,
    TokenType,
    ValueType,
)


@ASYNC.op("execute")
class ExecuteOp(Operation, RegionBranchOpInterface):
    """Runs its body once all tokens and values that it waits for are there."""

    __slots__ = ()

    dependencies: d.VariadicOperand = d.variadic_operand(TOKEN)
    body_operands: d.VariadicOperand = d.variadic_operand(VALUE_OR_TOKEN, name="bodyOperands")
    token: d.Result = d.result(TOKEN)
    body_results: d.VariadicResult = d.variadic_result(VALUE, name="bodyResults")
    body: d.Region = d.region(num_blocks=1, name="bodyRegion")
    traits = (
        SingleBlockImplicitTerminator("async.yield"),
        AutomaticAllocationScope(),
        RecursiveMemoryEffects(),
    )

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        """`[tokens]? (%value as %name: type, …)? (-> types)? (attributes {…})? body`."""
        tokens = parser.parse_operand_list("[") if parser.peek() == "[" else []
        pairs = parser.parse_comma_separated_list("(", lambda: _parse_value(parser), optional=True)
        operands = parser.resolve_operands(tokens, [TokenType()] * len(tokens))
        operands += [parser.resolve_operand(value, type) for value, type, _ in pairs]
        state.operands = operands
        state.properties["operandSegmentSizes"] = dense_i32([len(tokens), len(pairs)])
        state.result_types = [TokenType(), *parser.parse_optional_arrow_type_list()]
        state.attributes.update(parser.parse_optional_attr_dict_with_keyword())
        state.regions.append(parser.parse_region([argument for _, _, argument in pairs]))

    def print(self, printer: AsmPrinter) -> None:
        if self.dependencies:
            printer.write(" [")
            printer.print_operands(self.dependencies)
            printer.write("]")
        arguments = self.body.blocks[0].arguments
        pairs = zip(self.body_operands, arguments, strict=True)
        for index, (value, argument) in enumerate(pairs):
            printer.write(", " if index else " (")
            printer.print_operand(value)
            printer.write(" as ")
            printer.print_operand(argument)
            printer.write(": ")
            printer.print_type(value.type)
        printer.write(")" if self.body_operands else "")
        if self.body_results:
            printer.print_arrow_type_list([result.type for result in self.body_results])
        printer.print_attr_dict_with_keyword(self, ("operandSegmentSizes",))
        printer.write(" ")
        printer.print_region(self.body, print_entry_args=False)

    def entry_successor_operands(self, successor: Region | None) -> list[OpOperand]:
        return self.op_operands[len(self.dependencies) :]

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        if point is None:
            return [RegionSuccessor(self.body, tuple(self.body.blocks[0].arguments))]
        return [RegionSuccessor(None, self.body_results)]

    def are_types_compatible(self, passed: Type, received: Type) -> bool:
        """Values are unwrapped on the way in, and wrapped on the way out."""
        return _unwrapped(passed) is _unwrapped(received)

    def verify_regions(self) -> None:
        self.verify_edges()
        types = [argument.type for argument in self.body.blocks[0].arguments]
        if TokenType() in types or types != [_unwrapped(v.type) for v in self.body_operands]:
            raise self.error(
                "async body region argument types do not match the execute operation arguments types"
            )


def _unwrapped(type: Type) -> Type:
    return type.value_type if isinstance(type, ValueType) else type


def _parse_value(parser: AsmParser) -> tuple[UnresolvedOperand, Type, Argument]:
    """Reads `%value as %name: type`."""
    value = parser.parse_operand()
    parser.parse_keyword("as")
    argument = parser.parse_argument()
    offset = parser.offset
    type = parser.parse_colon_type()
    if not isinstance(type, ValueType):
        raise parser.error(f"expected an async value type, got '{type}'", offset)
    argument.type = type.value_type
    return value, type, argument


@ASYNC.op("yield")
class YieldOp(Operation, RegionBranchTerminatorOpInterface):
    """Ends what async.execute runs with its results."""

    __slots__ = ()

    values: d.VariadicOperand = d.variadic_operand(ANY_TYPE, name="operands")
    traits = (HasParent("async.execute"), Pure(), IsTerminator(), ReturnLike())
    assembly_format = "($operands^ `:` type($operands))? attr-dict"


@ASYNC.custom_directive("AwaitResultType")
class AwaitResultType:
    """The type of what is waited for; that of the value in it follows."""

    @staticmethod
    def parse(parser: AsmParser) -> tuple[Type, Type | None]:
        """Reads the type."""
        type = parser.parse_type()
        return type, type.value_type if isinstance(type, ValueType) else None

    @staticmethod
    def print(printer: AsmPrinter, op: IrOperation, type: Type, result: Type | None) -> None:
        """Writes the type."""
        printer.print_type(type)


@ASYNC.op("await")
class AwaitOp(Operation):
    """Waits for a token, or for a value, which is the result."""

    __slots__ = ()

    awaited: d.Operand = d.operand(VALUE_OR_TOKEN, name="operand")
    unwrapped: d.OptionalResult = d.optional_result(ANY_TYPE, name="result")
    assembly_format = (
        "$operand `:` custom<AwaitResultType>(type($operand), type($result)) attr-dict"
    )

    def verify_op(self) -> None:
        type, result = self.awaited.type, self.unwrapped
        if not isinstance(type, ValueType):
            if result is not None:
                raise self.error("awaiting on a token must have empty result")
            return
        if result is None:
            raise self.error("awaiting on a value must have a result")
        if result.type is not type.value_type:
            raise self.error(
                f"result type '{result.type}' does not match async value type '{type.value_type}'"
            )


# Groups.


@ASYNC.op("create_group")
class CreateGroupOp(Operation):
    """A group of so many tokens and values, which are still to be added."""

    __slots__ = ()

    size: d.Operand = d.operand(INDEX)
    result: d.Result = d.result(GROUP)
    traits = (Pure(),)
    assembly_format = "$size `:` type($result) attr-dict"

    def canonicalize(self, rewriter: Rewriter) -> bool:
        """A group that nothing is added to need not be waited for."""
        users = [use.owner for use in self.result.uses]
        if not all(isinstance(user, AwaitAllOp) for user in users):
            return False
        for user in users:
            rewriter.erase_op(user)
        rewriter.erase_op(self)
        return True


@ASYNC.op("add_to_group")
class AddToGroupOp(Operation):
    """Adds a token or a value to a group; the result is which one of the group it is."""

    __slots__ = ()

    member: d.Operand = d.operand(VALUE_OR_TOKEN, name="operand")
    group: d.Operand = d.operand(GROUP)
    rank: d.Result = d.result(INDEX)
    assembly_format = "$operand `,` $group `:` type($operand) attr-dict"


@ASYNC.op("await_all")
class AwaitAllOp(Operation):
    """Waits for all of a group."""

    __slots__ = ()

    group: d.Operand = d.operand(GROUP, name="operand")
    assembly_format = "$operand attr-dict"
