"""The engine: each block of a program becomes a Python function.

The semantics of an operation return, once, a Python function that executes it; the generated source
of the operation's block calls these functions one after the other. Values are Python's local
variables. Those that nested regions or other blocks use are also stored in a frame, a list that is
made anew for each call of a function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from types import CodeType
from typing import TYPE_CHECKING, Any, TypeAlias

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import FAILURES, DiagnosticError, PluginError, error
from bufferize.interfaces import (
    AllocationOpInterface,
    FunctionOpInterface,
)
from bufferize_interpreter.arithmetic.elements import constant_value
from bufferize_interpreter.arithmetic.elementwise import Elementwise
from bufferize_interpreter.checks import problem_of_given
from bufferize_interpreter.symbols.uninterpreted import or_uninterpreted
from bufferize_interpreter.traps import Failures, ProgramError, TrapKind, trap_at

if TYPE_CHECKING:
    from bufferize_interpreter.machine import Machine

Semantics: TypeAlias = Callable[[ir.Operation, "Compiler"], Callable[..., Any]]
"""The semantics of all operations of one name.

A function from an operation and the compiler to the function that executes the operation. That one
takes the operands and returns None if the operation has no results, the result if it has one, and a
sequence of results otherwise. Whatever depends only on types and attributes is computed once,
before it is returned. The function of a terminator that branches returns the number of a successor
and the arguments for it; that of a terminator that ends a region returns the sequence of yielded
values.
"""


class Compiler:
    """The compiler of the functions of a module, each when it is first called.

    `machine` has the running program's memory, random numbers and output.
    """

    def __init__(self, machine: Machine, check: bool) -> None:
        self.machine = machine
        self.context = machine.context
        self.symbols = ir.SymbolTables()
        self._check = check
        self._functions: dict[ir.Operation, Callable[..., Sequence[Any]]] = {}
        self._slots: dict[ir.Value, int] = {}
        self._frame_size = 0
        self._frames: list[list[Any]] = [[]]
        """A list whose only element is the frame of the running function."""
        self._counts: list[int] = []
        """The number of times that each block was run."""
        self._blocks: list[ir.Block] = []
        self._accesses: list[tuple[ir.Operation, int, int]] = []
        self.failures = Failures(self.context)
        self._limit = 0
        self._scopes: list[dict[str, Any]] = []
        """The global names of the source of each block."""

    # The interface for semantics

    def region(self, region: ir.Region) -> Callable[..., Sequence[Any]]:
        """Return a function that runs a region of the current operation.

        It takes the arguments of the region's first block and returns the values that the region's
        terminator yields. A block without a terminator yields the result of each of its operations.
        """
        run = self._region(region)
        op = region.parent
        if op is not None and op.has_trait(d.AutomaticAllocationScope) and _allocates(region):
            return self._scoped(run)
        return run

    def deferred(self, region: ir.Region) -> Callable[[], Callable[..., Sequence[Any]]]:
        """Return a function that captures the current values and returns the region, to run later.

        Whenever that is run, the region sees the captured values.
        """
        run, frames = self.region(region), self._frames

        def capture() -> Callable[..., Sequence[Any]]:
            captured = list(frames[0])

            def later(*arguments: Any) -> Sequence[Any]:
                around, frames[0] = frames[0], captured
                try:
                    return run(*arguments)
                finally:
                    frames[0] = around

            return later

        return capture

    def outer(self, value: ir.Value) -> Callable[[], Any]:
        """Return a function that gets a value from outside of the operation's regions."""
        frames, slot = self._frames, self.slot(value)
        assert slot is not None
        return lambda: frames[0][slot]

    def python(
        self,
        arguments: Sequence[str],
        lines: Sequence[tuple[str, ir.Operation]],
        names: dict[str, Any],
    ) -> Callable[..., Any]:
        """Return the Python function with these lines as body, which may use `names`.

        Errors raised in a line name the operation that the line belongs to.
        """
        header = f"def function({', '.join(arguments)}):"
        source = "\n".join([header, *[f" {line}" for line, _ in lines]])
        ops = [op for _, op in lines]
        return self.made(source, names, [ops[0], *ops])

    def function(self, op: ir.Operation, symbol: ir.SymbolRefAttr) -> Callable[..., Sequence[Any]]:
        """Return a function that calls the function to which `symbol` refers at `op`."""
        callee = self.symbols.lookup(op, symbol)
        if not isinstance(callee, FunctionOpInterface):
            raise ProgramError(TrapKind.OTHER, f"there is no function '{symbol.leaf}'")
        return self.call(callee)

    def call(self, function: ir.Operation) -> Callable[..., Sequence[Any]]:
        """Return a function that runs the body of `function` in a new frame."""
        known = self._functions.get(function)
        if known is None:
            known = self._functions[function] = self._function(function)
        return known

    def operation(self, op: ir.Operation) -> Callable[..., Any]:
        """Return the function that executes an operation, as returned by its semantics.

        An error in the semantics becomes a function that raises it: code that is never executed may
        have any semantics, or none.
        """
        found: Semantics | None = self.context.semantics(op.name)
        if found is None:
            if op.has_trait(d.ReturnLike):
                return lambda *operands: operands
            return _raising(self.failures.missing(op))
        try:
            function = found(op, self)
        except ProgramError as problem:
            return _raising(problem)
        except DiagnosticError as problem:
            return _raising(problem.about(op))
        except FAILURES as problem:
            return _raising(self.failures.of_semantics(op, problem))
        symbols = self.machine.symbols
        try:
            self._require_room(op)
        except ProgramError as problem:
            return _raising(problem)
        if symbols is None or isinstance(found, Elementwise):
            return function
        return or_uninterpreted(op, function, self, symbols)

    def _require_room(self, op: ir.Operation) -> None:
        """Raise ProgramError if a result of `op` is a tensor larger than allowed.

        Constants are exempt, since they may be one repeated element; buffers are checked when they
        are allocated.
        """
        if op.has_trait(d.ConstantLike):
            return
        for type in op.result_types:
            if isinstance(type, ir.ShapedType) and not isinstance(type, ir.BaseMemRefType):
                if type.extents is not None and type.has_static_shape():
                    self.machine.require_room(type.element_type, type.extents)

    def constant(self, attribute: ir.Attribute) -> Any:
        """Return the scalar or array that an attribute of the program denotes."""
        return constant_value(attribute, self.machine.module, self.context)

    def counts_access(self, op: ir.Operation, loads: int = 0, stores: int = 0) -> None:
        """Declare that each execution of `op` reads and writes this many elements of buffers.

        Semantics that only know the number at run time add it to `machine.statistics` themselves.
        """
        self._accesses.append((op, loads, stores))

    def check_first(
        self, names: dict[str, Any], name: str, op: ir.Operation, yields_all: bool
    ) -> None:
        """Make the first execution of `op` check the results of its function.

        The block's source calls the function `name`. If the machine was made with `check`, every
        execution checks them.
        """
        always = self._check
        function = names[name]

        def checked(*operands: Any) -> Any:
            given = function(*operands)
            problem = None if yields_all and not op.results else problem_of_given(op, given)
            if problem is not None:
                plugin = self.context.semantics_plugin(op.name)
                raise PluginError(
                    error(f"plugin '{plugin}': the semantics of '{op.name}' {problem}", op)
                )
            if not always:
                names[name] = function
            return given

        names[name] = checked

    # Counting

    def prepare(self, limit: int) -> None:
        """Reset the counters; from now on each block may run `limit` times."""
        self._counts[:] = [0] * len(self._counts)
        self._frames[0] = []
        self._limit = limit
        for scope in self._scopes:
            scope["limit"] = limit

    def count(self) -> None:
        """Add the counters of executed blocks to the machine's statistics."""
        statistics = self.machine.memory.statistics
        times = dict(zip(self._blocks, self._counts, strict=True))
        statistics.executed += sum(block.num_ops * count for block, count in times.items())
        for op, loads, stores in self._accesses:
            count = times.get(op.parent, 0) if op.parent is not None else 0
            if loads and count:
                statistics.loads[op] += loads * count
            if stores and count:
                statistics.stores[op] += stores * count

    def _too_long(self) -> None:
        raise ProgramError(
            TrapKind.LIMIT,
            f"runs a block more often than {self._limit} times, the limit: maybe the program never ends",
            [("--limit=N, in Python Machine.run(…, limit=N), allows more", None)],
        )

    # Code

    def scope(self, block: ir.Block) -> dict[str, Any]:
        """Register a block and its counter; return the global names for the block's source."""
        scope = {
            "frames": self._frames,
            "counts": self._counts,
            "number": len(self._blocks),
            "limit": self._limit,
            "too_long": self._too_long,
        }
        self._blocks.append(block)
        self._counts.append(0)
        self._scopes.append(scope)
        return scope

    def made(
        self, source: str, names: dict[str, Any], ops: list[ir.Operation]
    ) -> Callable[..., Any]:
        """Return the function defined by a source text whose lines belong to `ops`."""
        exec(_code_of(source), names)
        function: Callable[..., Any] = names.pop("function")
        # Functions with the same source share their code object; a name of their own tells them apart.
        name = f"function{len(self.failures.code)}"
        function.__code__ = function.__code__.replace(co_name=name)
        self.failures.code[function.__code__] = ops
        return function

    def _function(self, function: ir.Operation) -> Callable[..., Sequence[Any]]:
        frames = self._frames
        region = function.regions[0]
        if not region.blocks:
            return self.machine.external(function)
        body: Callable[..., Sequence[Any]] | None = None
        size = 0

        def call(*arguments: Any) -> Sequence[Any]:
            nonlocal body, size
            if body is None:
                self._frame_size = 0
                body = self.region(region)
                size = self._frame_size
            caller = frames[0]
            frames[0] = [None] * size
            try:
                return body(*arguments)
            finally:
                frames[0] = caller

        return call

    def _scoped(self, run: Callable[..., Sequence[Any]]) -> Callable[..., Sequence[Any]]:
        machine = self.machine

        def scoped(*arguments: Any) -> Sequence[Any]:
            memory = machine.memory
            depth = len(memory.stack)
            try:
                return run(*arguments)
            finally:
                memory.leave_scope(depth)

        return scoped

    def _region(self, region: ir.Region) -> Callable[..., Sequence[Any]]:
        if not region.blocks:
            return lambda: ()
        if len(region.blocks) == 1:
            return self._block(region.blocks[0])
        numbers = {block: number for number, block in enumerate(region.blocks)}
        blocks = [self._block(block, numbers) for block in region.blocks]

        def run(*arguments: Any) -> Sequence[Any]:
            number, values = blocks[0](*arguments)
            while number is not None:
                number, values = blocks[number](*values)
            result: Sequence[Any] = values
            return result

        return run

    def _block(
        self, block: ir.Block, numbers: dict[ir.Block, int] | None = None
    ) -> Callable[..., Any]:
        """Return the function of a block, which returns the values that its terminator yields.

        With `numbers`, the numbers of all blocks of the region, it returns the number of the next
        block, or None at the end of the region, and the values for that.
        """
        return BlockSource(self, block, numbers).compile()

    def slot(self, value: ir.Value) -> int | None:
        """Return the index of a value in the frame, or None if only its own block uses it."""
        known = self._slots.get(value)
        if known is None:
            block = value.parent_block
            if all(use.owner.parent is block for use in value.uses):
                return None
            known = self._slots[value] = self._frame_size
            self._frame_size += 1
        return known


@lru_cache(maxsize=4096)
def _code_of(source: str) -> CodeType:
    """Compile a source text; many blocks share one, since names are local to the block."""
    return compile(source, "<program>", "exec")


def one_or_all(function: Callable[..., Sequence[Any]], op: ir.Operation) -> Callable[..., Any]:
    """Adapt a function that returns a sequence of results to the engine's convention for `op`.

    An op with one result returns the result itself, not a sequence.
    """
    if len(op.results) == 1:
        return lambda *operands: function(*operands)[0]
    return function


def _raising(problem: Exception) -> Callable[..., Any]:
    def fail(*_: Any) -> Any:
        raise problem.with_traceback(None)

    return fail


def _allocates(region: ir.Region) -> bool:
    """Return whether an op in `region` allocates memory that is freed at the end of the region."""
    blocks = list(region.blocks)
    while blocks:
        for op in blocks.pop().ops:
            if isinstance(op, AllocationOpInterface) and op.is_automatic:
                return True
            if op.regions and not op.has_trait(d.AutomaticAllocationScope):
                blocks += [block for inner in op.regions for block in inner.blocks]
    return False


class BlockSource:
    """Writer of the Python source of one block."""

    def __init__(
        self, compiler: Compiler, block: ir.Block, numbers: dict[ir.Block, int] | None
    ) -> None:
        self.compiler = compiler
        self.block = block
        self.numbers = numbers
        self.lines: list[str] = []
        self.ops: list[ir.Operation] = []
        """The operation that each line belongs to."""
        self.locals: dict[ir.Value, str] = {}
        self.names = compiler.scope(block)
        self.has_frame = False
        last = block.last_op
        self.yields_all = last is None or not last.has_trait(ir.IsTerminator)
        """Whether the block has no terminator and yields the result of each of its operations."""

    def compile(self) -> Callable[..., Any]:
        compiler, block = self.compiler, self.block
        first = block.first_op
        around = first if first is not None else block.parent_op
        assert around is not None
        self.ops = [around]
        arguments = [self._define(argument) for argument in block.arguments]
        header = f"def function({', '.join(arguments)}):"
        # A single block is run by the operation around it, one of several by branches.
        runs = (block.parent_op if self.numbers is None else block.last_op) or around
        self._line("counts[number] = n = counts[number] + 1", runs)
        self._line("if n > limit: too_long()", runs)
        for argument in block.arguments:
            slot = compiler.slot(argument)
            if slot is not None:
                self._line(f"{self._frame()}[{slot}] = {self.locals[argument]}", around)
        given: list[str] = []
        for op in _in_order(block):
            given.append(self._operation(op))
        if self.yields_all:
            self._line(f"return ({''.join(f'{name}, ' for name in given)})", around)
        if self.has_frame:
            self.lines.insert(0, " frame = frames[0]")
            self.ops.insert(1, around)
        return compiler.made("\n".join([header, *self.lines]), self.names, self.ops)

    def _line(self, text: str, op: ir.Operation) -> None:
        self.lines.append(" " + text)
        self.ops.append(op)

    def _frame(self) -> str:
        self.has_frame = True
        return "frame"

    def _define(self, value: ir.Value) -> str:
        name = self.locals[value] = f"v{len(self.locals)}"
        return name

    def _use(self, value: ir.Value) -> str:
        known = self.locals.get(value)
        if known is not None:
            return known
        return f"{self._frame()}[{self.compiler.slot(value)}]"

    def _operation(self, op: ir.Operation) -> str:
        """Write the lines of an operation and return the name of its first result."""
        compiler = self.compiler
        operands = [self._use(value) for value in op.operands]
        if op.has_trait(ir.IsTerminator) and op is self.block.last_op:
            self._terminator(op, operands)
            return ""
        name = self._bind(op)
        compiler.check_first(self.names, name, op, self.yields_all)
        call = f"{name}({', '.join(operands)})"
        if len(op.results) == 0:
            given = f"g{len(self.lines)}"
            self._line(f"{given} = {call}", op)
            return given
        results = [self._define(result) for result in op.results]
        self._line(f"{', '.join(results)} = {call}", op)
        for result in op.results:
            slot = compiler.slot(result)
            if slot is not None:
                self._line(f"{self._frame()}[{slot}] = {self.locals[result]}", op)
        return results[0]

    def _terminator(self, op: ir.Operation, operands: list[str]) -> None:
        compiler = self.compiler
        plain = op.has_trait(d.ReturnLike) and compiler.context.semantics(op.name) is None
        if plain:
            given = f"({''.join(f'{name}, ' for name in operands)})"
        else:
            given = f"{self._bind(op)}({', '.join(operands)})"
        if self.numbers is None:
            self._line(f"return {given}", op)
        elif not op.successors:
            self._line(f"return None, {given}", op)
        else:
            numbers = tuple(self.numbers[successor] for successor in op.successors)
            self._line(f"n, values = {given}", op)
            self._line(f"return {numbers}[n], values", op)

    def _bind(self, op: ir.Operation) -> str:
        name = f"op{len(self.names)}"
        self.names[name] = self.compiler.operation(op)
        return name


def _in_order(block: ir.Block) -> Iterable[ir.Operation]:
    """Return the operations of a block in an order in which they can be executed.

    In a graph region an operation may use results of a later one. Raises Trap for a cycle.
    """
    if block.parent is None or ir.has_ssa_dominance(block.parent):
        return block.ops
    ordered: list[ir.Operation] = []
    is_placed: dict[ir.Operation, bool] = {}
    for last in block.ops:
        waiting = [last]
        while waiting:
            op = waiting[-1]
            if op in is_placed:
                if not is_placed[op]:
                    is_placed[op] = True
                    ordered.append(op)
                waiting.pop()
                continue
            is_placed[op] = False
            for maker in _makers(op, block):
                if is_placed.get(maker) is False:
                    raise trap_at(TrapKind.OTHER, "uses what is made of its own results", op)
                waiting.append(maker)
    return ordered


def _makers(op: ir.Operation, block: ir.Block) -> Iterator[ir.Operation]:
    """Yield the operations of `block` whose results `op`, or an operation nested in it, uses."""
    for inner in op.walk():
        for value in inner.operands:
            if isinstance(value, ir.OpResult) and value.owner.parent is block:
                yield value.owner
