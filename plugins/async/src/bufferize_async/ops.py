"""All ops of the async dialect: execute and await, functions, the runtime, coroutines."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.function_ops import FunctionOp, verify_call
from bufferize.interfaces import (
    CallOpInterface,
    DeferredExecutionInterface,
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
)
from bufferize_async.dialect import (
    ANY_ASYNC,
    CORO_HANDLE,
    CORO_ID,
    CORO_STATE,
    GROUP,
    TOKEN,
    VALUE,
    VALUE_OR_TOKEN,
    TokenType,
    ValueType,
    value_type,
)
from bufferize_async.dialect import (
    ASYNC as ASYNC,
)


@ASYNC.op("execute")
class ExecuteOp(d.Operation, RegionBranchOpInterface, DeferredExecutionInterface):
    """Runs its body concurrently, once all tokens and values that it depends on are available."""

    dependencies: d.VariadicOperand = d.variadic_operand(TOKEN)
    body_operands: d.VariadicOperand = d.variadic_operand(VALUE_OR_TOKEN, name="bodyOperands")
    token: d.Result = d.result(TOKEN)
    body_results: d.VariadicResult = d.variadic_result(VALUE, name="bodyResults")
    body: d.Region = d.region(num_blocks=1, name="bodyRegion")
    traits = (
        d.SingleBlockImplicitTerminator("async.yield"),
        d.AutomaticAllocationScope(),
        d.RecursiveMemoryEffects(),
    )

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Read `[tokens]? (%value as %name: type, …)? (-> types)? (attributes {…})? body`."""
        tokens = parser.parse_operand_list("[") if parser.peek() == "[" else []
        pairs = parser.parse_comma_separated_list("(", lambda: _parse_value(parser), optional=True)
        operands = parser.resolve_operands(tokens, [TokenType()] * len(tokens))
        operands += [parser.resolve_operand(value, type) for value, type, _ in pairs]
        state.operands = operands
        state.properties["operandSegmentSizes"] = ir.dense_i32([len(tokens), len(pairs)])
        state.result_types = [TokenType(), *parser.parse_optional_arrow_type_list()]
        state.attributes.update(parser.parse_optional_attr_dict_with_keyword())
        state.regions.append(parser.parse_region([argument for _, _, argument in pairs]))

    def print(self, printer: d.AsmPrinter) -> None:
        """Write what `parse` reads."""
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

    def entry_successor_operands(self, successor: ir.Region | None) -> list[ir.OpOperand]:
        return self.op_operands[len(self.dependencies) :]

    def successor_regions(self, point: ir.Region | None) -> list[RegionSuccessor]:
        if point is None:
            return [RegionSuccessor(self.body, tuple(self.body.blocks[0].arguments))]
        return [RegionSuccessor(None, self.body_results)]

    def completed_by(self) -> ir.Operation | None:
        """Return what waits for the token, for a value, or for a group with one of them."""
        return _wait_for(self)

    def are_types_compatible(self, passed: ir.Type, received: ir.Type) -> bool:
        """Return whether values fit: they are unwrapped for the body, and wrapped as results."""
        return _unwrapped(passed) is _unwrapped(received)

    def verify_regions(self) -> None:
        self.verify_edges()
        types = [argument.type for argument in self.body.blocks[0].arguments]
        if TokenType() in types or types != [_unwrapped(v.type) for v in self.body_operands]:
            raise self.error(
                "async body region argument types do not match the execute operation arguments types"
            )


def _wait_for(task: ir.Operation) -> ir.Operation | None:
    """Return what waits for a result of `task`, or for a group to which it was added before."""
    users = [user for result in task.results for user in result.users]
    waits: list[tuple[ir.Operation, ir.Operation]]
    waits = [(task, user) for user in users if isinstance(user, AwaitOp)]
    for add in users:
        if isinstance(add, AddToGroupOp) and add.parent is task.parent:
            waits += [(add, user) for user in add.group.users if isinstance(user, AwaitAllOp)]
    for start, wait in waits:
        op: ir.Operation | None = start
        while op is not None and (op is start or not isinstance(op, DeferredExecutionInterface)):
            if wait.parent is op.parent and op.is_before_in_block(wait):
                return wait
            op = op.parent_op
    return None


def _unwrapped(type: ir.Type) -> ir.Type:
    return type.value_type if isinstance(type, ValueType) else type


def _parse_value(parser: d.AsmParser) -> tuple[d.UnresolvedOperand, ir.Type, d.Argument]:
    """Read `%value as %name: type`."""
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
class YieldOp(d.Operation, RegionBranchTerminatorOpInterface):
    """Ends the body of async.execute, with its results."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    traits = (d.HasParent("async.execute"), d.Pure(), d.IsTerminator(), d.ReturnLike())
    assembly_format = "($operands^ `:` type($operands))? attr-dict"


@ASYNC.custom_directive("AwaitResultType")
class AwaitResultType:
    """The type of a token or value; the result type is inferred from it."""

    @staticmethod
    def parse(parser: d.AsmParser) -> tuple[ir.Type, ir.Type | None]:
        """Read the type."""
        type = parser.parse_type()
        return type, type.value_type if isinstance(type, ValueType) else None

    @staticmethod
    def print(
        printer: d.AsmPrinter, op: ir.Operation, type: ir.Type, result: ir.Type | None
    ) -> None:
        """Write the type."""
        printer.print_type(type)


class WaitOp(d.Operation, MemoryEffectsOpInterface):
    """Base of the ops that wait for regions, or that have others wait for them."""

    def effects(self) -> list[MemoryEffect]:
        """Return a write to unknown memory: what is waited for has happened afterwards."""
        return [MemoryEffect(EffectKind.WRITE)]


@ASYNC.op("await")
class AwaitOp(WaitOp):
    """Waits for a token, or for a value, and returns that value."""

    awaited: d.Operand = d.operand(VALUE_OR_TOKEN, name="operand")
    unwrapped: d.OptionalResult = d.optional_result(d.ANY_TYPE, name="result")
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
class CreateGroupOp(d.Operation):
    """Creates an empty group for a given number of tokens and values."""

    size: d.Operand = d.operand(d.INDEX)
    result: d.Result = d.result(GROUP)
    traits = (d.Pure(),)
    assembly_format = "$size `:` type($result) attr-dict"

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Remove a group that is only waited for, and never added to."""
        users = [use.owner for use in self.result.uses]
        if not all(isinstance(user, AwaitAllOp) for user in users):
            return False
        for user in users:
            rewriter.erase_op(user)
        rewriter.erase_op(self)
        return True


@ASYNC.op("add_to_group")
class AddToGroupOp(WaitOp):
    """Adds a token or a value to a group; the result is its index in the group."""

    member: d.Operand = d.operand(VALUE_OR_TOKEN, name="operand")
    group: d.Operand = d.operand(GROUP)
    rank: d.Result = d.result(d.INDEX)
    assembly_format = "$operand `,` $group `:` type($operand) attr-dict"


@ASYNC.op("await_all")
class AwaitAllOp(WaitOp):
    """Waits for all tokens and values of a group."""

    group: d.Operand = d.operand(GROUP, name="operand")
    assembly_format = "$operand attr-dict"


# Functions.


@ASYNC.op("func")
class FuncOp(FunctionOp):
    """A function that runs concurrently: it returns values to wait for, maybe after a token."""

    traits = (d.IsolatedFromAbove(), d.SymbolTrait())
    default_dialect = "async"

    @property
    def is_stateful(self) -> bool:
        """Whether the first result is a token."""
        return isinstance(self.signature.results[0], TokenType)

    def verify_op(self) -> None:
        super().verify_op()
        results = self.signature.results
        if not results:
            raise self.error("result is expected to be at least of size 1, but got 0")
        for number, type in enumerate(results, start=1):
            if not isinstance(type, TokenType | ValueType):
                raise self.error(
                    f"result type must be async value type or async token type, but got '{type}'"
                )
            if isinstance(type, TokenType) and number > 1:
                raise self.error(
                    " results' (optional) async token type is expected to appear as the 1st return "
                    f"value, but got {number}"
                )


@ASYNC.op("call")
class CallOp(d.Operation, CallOpInterface, DeferredExecutionInterface):
    """Calls an async.func by its name; it may still run when the call has returned."""

    callee: d.Attr[ir.SymbolRefAttr, str] = d.attr(d.FLAT_SYMBOL_REF)
    arguments: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    arg_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    res_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    outputs: d.VariadicResult = d.variadic_result(VALUE_OR_TOKEN, name="results")
    assembly_format = "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)"

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the callee is an async function of this signature."""
        function = tables.lookup(self, self.callee)
        if not isinstance(function, FuncOp):
            raise self.error(f"'{self.callee.root}' does not reference a valid async function")
        verify_call(self, function.signature)

    def completed_by(self) -> ir.Operation | None:
        """Return what waits for a result."""
        return _wait_for(self)


@ASYNC.op("return")
class ReturnOp(d.Operation, RegionBranchTerminatorOpInterface):
    """Ends an async.func, and makes its results available."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    traits = (d.HasParent("async.func"), d.Pure(), d.ReturnLike(), d.IsTerminator())
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"

    def verify_op(self) -> None:
        function = self.parent_op
        assert isinstance(function, FuncOp)
        results = function.signature.results[int(function.is_stateful) :]
        types = [type.value_type for type in results if isinstance(type, ValueType)]
        if types != list(self.operand_types):
            raise self.error("operand types do not match the types returned from the parent FuncOp")


_VALUE_MATCHES = "type of 'value' matches element type of 'storage'"


# The runtime.


@ASYNC.op("runtime.create")
class RuntimeCreateOp(d.Operation):
    """Creates a token or a value that is not available yet."""

    result: d.Result = d.result(VALUE_OR_TOKEN)
    assembly_format = "attr-dict `:` type($result)"


@ASYNC.op("runtime.create_group")
class RuntimeCreateGroupOp(d.Operation):
    """Creates a group for a given number of tokens and values."""

    size: d.Operand = d.operand(d.INDEX)
    result: d.Result = d.result(GROUP)
    assembly_format = "$size `:` type($result) attr-dict"


class RuntimeStateOp(d.Operation):
    """Base of the ops that change the state of a token or a value."""

    changed: d.Operand = d.operand(VALUE_OR_TOKEN, name="operand")
    assembly_format = "$operand attr-dict `:` type($operand)"


@ASYNC.op("runtime.set_available")
class RuntimeSetAvailableOp(RuntimeStateOp):
    """Makes a token or a value available."""


@ASYNC.op("runtime.set_error")
class RuntimeSetErrorOp(RuntimeStateOp):
    """Marks a token or a value as failed."""


@ASYNC.op("runtime.is_error")
class RuntimeIsErrorOp(d.Operation):
    """A test of whether a token, value or group has failed."""

    asked: d.Operand = d.operand(ANY_ASYNC, name="operand")
    is_error: d.Result = d.result(d.I1)
    assembly_format = "$operand attr-dict `:` type($operand)"


@ASYNC.op("runtime.await")
class RuntimeAwaitOp(d.Operation):
    """Blocks the thread until a token, value or group is available."""

    awaited: d.Operand = d.operand(ANY_ASYNC, name="operand")
    assembly_format = "$operand attr-dict `:` type($operand)"


@ASYNC.op("runtime.resume")
class RuntimeResumeOp(d.Operation):
    """Resumes a coroutine on a thread of the runtime."""

    handle: d.Operand = d.operand(CORO_HANDLE)
    assembly_format = "$handle attr-dict"


@ASYNC.op("runtime.await_and_resume")
class RuntimeAwaitAndResumeOp(d.Operation):
    """Resumes a coroutine as soon as a token, value or group is available."""

    awaited: d.Operand = d.operand(ANY_ASYNC, name="operand")
    handle: d.Operand = d.operand(CORO_HANDLE)
    assembly_format = "$operand `,` $handle attr-dict `:` type($operand)"


@ASYNC.op("runtime.store")
class RuntimeStoreOp(d.Operation, DeferredExecutionInterface):
    """Stores a value into an `!async.value`; if it is a buffer, whoever loads it uses that later."""

    value: d.Operand = d.operand(d.ANY_TYPE)
    storage: d.Operand = d.operand(VALUE)
    traits = (d.TypesMatchWith("storage", "value", value_type, _VALUE_MATCHES),)
    assembly_format = "$value `,` $storage attr-dict `:` type($storage)"

    def completed_by(self) -> ir.Operation | None:
        return None


@ASYNC.op("runtime.load")
class RuntimeLoadOp(d.Operation):
    """Loads the value from an `!async.value`."""

    storage: d.Operand = d.operand(VALUE)
    result: d.Result = d.result(d.ANY_TYPE)
    traits = (d.TypesMatchWith("storage", "result", value_type, _VALUE_MATCHES),)
    assembly_format = "$storage attr-dict `:` type($storage)"


@ASYNC.op("runtime.add_to_group")
class RuntimeAddToGroupOp(d.Operation):
    """Adds a token or a value to a group; the result is its index in the group."""

    member: d.Operand = d.operand(VALUE_OR_TOKEN, name="operand")
    group: d.Operand = d.operand(GROUP)
    rank: d.Result = d.result(d.INDEX)
    assembly_format = "$operand `,` $group attr-dict `:` type($operand)"


class RuntimeRefOp(d.Operation):
    """Base of the ops that count references."""

    counted: d.Operand = d.operand(ANY_ASYNC, name="operand")
    count: d.Attr[ir.IntegerAttr, int] = d.attr(d.confined(d.I64_ATTR, d.POSITIVE))
    assembly_format = "$operand attr-dict `:` type($operand)"


@ASYNC.op("runtime.add_ref")
class RuntimeAddRefOp(RuntimeRefOp):
    """Increments the reference count."""


@ASYNC.op("runtime.drop_ref")
class RuntimeDropRefOp(RuntimeRefOp):
    """Decrements the reference count; the object is freed at zero."""


@ASYNC.op("runtime.num_worker_threads")
class RuntimeNumWorkerThreadsOp(d.Operation):
    """The number of threads of the runtime."""

    result: d.Result = d.result(d.INDEX)
    assembly_format = "attr-dict `:` type($result)"


# Coroutines.


@ASYNC.op("coro.id")
class CoroIdOp(d.Operation):
    """Returns the identifier of the coroutine."""

    id: d.Result = d.result(CORO_ID)
    assembly_format = "attr-dict"


@ASYNC.op("coro.begin")
class CoroBeginOp(d.Operation):
    """Allocates the frame of the coroutine, and returns its handle."""

    id: d.Operand = d.operand(CORO_ID)
    handle: d.Result = d.result(CORO_HANDLE)
    assembly_format = "$id attr-dict"


@ASYNC.op("coro.free")
class CoroFreeOp(d.Operation):
    """Frees the frame of the coroutine."""

    id: d.Operand = d.operand(CORO_ID)
    handle: d.Operand = d.operand(CORO_HANDLE)
    assembly_format = "$id `,` $handle attr-dict"


@ASYNC.op("coro.end")
class CoroEndOp(d.Operation):
    """Marks the end of the coroutine, in the block that it jumps to when suspended."""

    handle: d.Operand = d.operand(CORO_HANDLE)
    assembly_format = "$handle attr-dict"


@ASYNC.op("coro.save")
class CoroSaveOp(d.Operation):
    """Saves the state of the coroutine, which is needed to resume it."""

    handle: d.Operand = d.operand(CORO_HANDLE)
    state: d.Result = d.result(CORO_STATE)
    assembly_format = "$handle attr-dict"


@ASYNC.op("coro.suspend")
class CoroSuspendOp(d.Operation):
    """Suspends the coroutine; the successors are for suspending, resuming and cleaning up."""

    state: d.Operand = d.operand(CORO_STATE)
    suspend_dest: d.Successor = d.successor(name="suspendDest")
    resume_dest: d.Successor = d.successor(name="resumeDest")
    cleanup_dest: d.Successor = d.successor(name="cleanupDest")
    traits = (d.IsTerminator(),)
    assembly_format = "$state `,` $suspendDest `,` $resumeDest `,` $cleanupDest attr-dict"
