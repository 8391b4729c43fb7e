"""The machine: a module whose functions are called with NumPy arrays."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, Final, TextIO

import numpy as np

from bufferize import ir
from bufferize.diagnostics import FAILURES, OptionError, error
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir.process import deep_recursion
from bufferize.plugins import Context
from bufferize_interpreter.arithmetic.elements import element_of
from bufferize_interpreter.boundary import ArgumentError, argument, is_undefined, result
from bufferize_interpreter.compiler import Compiler
from bufferize_interpreter.memory import DEFAULT_BYTES, Allocation, Memory, MemRef
from bufferize_interpreter.runner_functions import runner_function
from bufferize_interpreter.statistics import Statistics, Timeline
from bufferize_interpreter.symbols.expressions import Symbols, symbolic_elements
from bufferize_interpreter.tasks import Tasks
from bufferize_interpreter.traps import ProgramError, Trap, TrapKind, trap_at
from bufferize_interpreter.values import Array, PoisonUse

DEFAULT_LIMIT: Final = 10**9
"""The default limit on the number of times that one block may run."""


@dataclass
class Run:
    """The results of a call, and its effects on memory."""

    results: tuple[Any, ...]
    """The results: arrays for tensors, vectors and buffers, numbers for scalars."""
    statistics: Statistics
    lent: Mapping[int, Array] = field(default_factory=dict)
    """The masks of elements that bufferization may change, by number of the buffer argument.

    They are the elements that the program reads as a writable tensor (`bufferization.to_tensor …
    writable`) and does not set again: bufferized, it may leave anything there.
    """

    def __iter__(self) -> Iterator[Any]:
        """Support `results, statistics = run(…)`."""
        return iter((self.results, self.statistics))


class Machine:
    """A module that can be run any number of times; code compiled for one call serves the next.

    The module must not be changed meanwhile. `externals` maps the names of functions that the
    module only declares to Python functions, which take and return interpreter values (see
    `bufferize_interpreter.values`). What semantics return is checked the first time an operation is
    executed; with `check`, every time. With `poisons_overlaps`, a copy between overlapping buffers
    is no error, but makes elements undefined that may have been overwritten before they are copied.
    With `symbols`, elements are Python objects and may be expressions of these symbols. One tensor,
    or all buffers together, may take `max_bytes`.
    """

    def __init__(
        self,
        module: ir.Operation,
        context: Context,
        *,
        externals: dict[str, Callable[..., Sequence[Any]]] | None = None,
        output: TextIO | None = None,
        check: bool = False,
        symbols: Symbols | None = None,
        poisons_overlaps: bool = False,
        max_bytes: int = DEFAULT_BYTES,
    ) -> None:
        self.module = module
        self.context = context
        self.memory = Memory(max_bytes=max_bytes)
        self.random = random.Random(0)
        """The source of choices that a program leaves open: its schedule."""
        self.tasks = Tasks(self.random)
        self.globals: dict[ir.Operation, Any] = {}
        """The state that semantics keep for each global, by the op that declares it."""
        self.freed_tensors: dict[int, Any] = {}
        """The tensors that `bufferization.dealloc_tensor` has freed, by identity."""
        self.output = output
        self.poisons_overlaps = poisons_overlaps
        self.compiler = Compiler(self, check)
        self.symbols = symbols
        self.externals = dict(externals or {})
        """The Python implementations of functions without a body, by name."""

    def run(
        self,
        function: str,
        arguments: Sequence[Any] = (),
        *,
        seed: int = 0,
        limit: int = DEFAULT_LIMIT,
        leaks: bool = False,
        undefined: bool = False,
        timeline: Timeline | None = None,
    ) -> Run:
        """Call a function of the module on fresh memory.

        `arguments` are numbers, and arrays for tensors, vectors and buffers; what the program
        writes to a buffer is written to the caller's array. `seed` determines the schedule: the order
        of parallel iterations, and when regions run that may run later. `limit` is the number of
        times that one block may run, and `timeline` records allocations. With `leaks`, a buffer that
        is allocated but neither freed nor returned is an error; without `undefined`, an undefined
        result, or one with undefined elements, is an error.

        Raises Trap where the program does something undefined, PluginError where an operation has
        no semantics or its semantics fail, and OptionError for arguments that do not fit.
        """
        op = self._find(function)
        self.memory = Memory(timeline, self.memory.max_bytes)
        self.globals.clear()
        self.freed_tensors.clear()
        self.random.seed(seed)
        self.tasks.reset()
        self.compiler.prepare(limit)
        write_back: list[Callable[[], None]] = []
        with symbolic_elements(self.symbols is not None):
            values = self._adopted(op, arguments, write_back)
            results = self._results(op, values, write_back)
            given = _given(op, results)
            if not undefined:
                for number, value in enumerate(results):
                    if is_undefined(value):
                        raise _undefined(f"returns undefined result #{number}", value, op)
                for number, value in enumerate(values):
                    if isinstance(value, MemRef) and is_undefined(value):
                        raise _undefined(f"leaves argument #{number} undefined", value, op)
            if leaks:
                self._check_leaks([*values, *results])
            lent = {
                number: elements
                for number, value in enumerate(values)
                if isinstance(value, MemRef) and (elements := self.memory.lent(value)) is not None
            }
            return Run(given, self.memory.statistics, lent)

    def _adopted(
        self,
        op: FunctionOpInterface,
        arguments: Sequence[Any],
        write_back: list[Callable[[], None]],
    ) -> list[Any]:
        """Return the arguments of a call as values of the program, whose buffers are in memory."""
        inputs = op.signature.inputs
        if len(arguments) != len(inputs):
            counts = f"takes {len(inputs)} arguments, but {len(arguments)} are given"
            raise OptionError(error(f"'{op.symbol_name}' {counts}", op))
        values: list[Any] = []
        shared: dict[tuple[int, ir.Type], MemRef] = {}  # one array given twice is one buffer
        for number, (value, type) in enumerate(zip(arguments, inputs, strict=True)):
            try:
                same = shared.get((id(value), type))
                values.append(argument(value, type, write_back) if same is None else same)
            except ArgumentError as problem:
                raise OptionError(error(f"argument #{number}: {problem}", op)) from problem
            if isinstance(values[-1], MemRef):
                shared[id(value), type] = values[-1]
        for value in values:
            if isinstance(value, MemRef):
                self.memory.adopt(value.allocation)
        return values

    def _results(
        self, op: FunctionOpInterface, values: Sequence[Any], write_back: list[Callable[[], None]]
    ) -> Sequence[Any]:
        """Call a function, and finish its tasks; return its results."""
        call = self.compiler.call(op)
        with deep_recursion(), np.errstate(all="ignore"):
            try:
                results = call(*values)
                self.tasks.finish()
            except (*FAILURES, PoisonUse) as problem:
                found = self.compiler.failures.translated(problem)
                if found is problem:
                    raise
                raise found from problem
            finally:
                for copy in write_back:
                    copy()
                self.compiler.count()
        return results

    def external(self, function: ir.Operation) -> Callable[..., Sequence[Any]]:
        """Return the Python function that implements a function without a body.

        It is one of `externals`, or prints as the function of this name in MLIR's runner libraries.
        """
        name = function.get_attr("sym_name")
        assert isinstance(name, ir.StringAttr)
        known = self.externals.get(name.value) or runner_function(name.value, self.print)
        if known is not None:
            return known

        def fail(*_: Any) -> Sequence[Any]:
            raise ProgramError(
                TrapKind.EXTERNAL_CALL,
                f"calls '{name.value}', which has no body",
                [("it is declared here", function)],
            )

        return fail

    def require_room(self, type: ir.Type, extents: Sequence[int]) -> None:
        """Raise ProgramError if a tensor with elements of `type` is larger than allowed."""
        self.memory.require_room(element_of(type).size * prod(extents))

    def print(self, text: str) -> None:
        """Write the text that the program prints."""
        print(text, end="", file=self.output if self.output is not None else sys.stdout)

    def _find(self, name: str) -> FunctionOpInterface:
        found = self.compiler.symbols.of(self.module).lookup(name)
        if not isinstance(found, FunctionOpInterface):
            raise OptionError(error(f"there is no function '{name}'", self.module))
        return found

    def _check_leaks(self, values: Sequence[Any]) -> None:
        kept = _reachable([*values, *self.globals.values()])
        for allocation in self.memory.allocations.values():
            if allocation not in kept and allocation.op is not None:
                raise trap_at(
                    TrapKind.LEAK, "allocates a buffer that is never freed", allocation.op
                )


def _reachable(values: Sequence[Any]) -> set[Allocation]:
    """Return the memory of these buffers, and of the buffers stored in it."""
    found: set[Allocation] = set()
    waiting = [value for value in values if isinstance(value, MemRef)]
    while waiting:
        allocation = waiting.pop().allocation.root
        if allocation not in found:
            found.add(allocation)
            if allocation.element.dtype == np.object_ and allocation.is_alive:
                waiting += [cell for cell in allocation.data() if isinstance(cell, MemRef)]
    return found


def _given(op: FunctionOpInterface, results: Sequence[Any]) -> tuple[Any, ...]:
    """Return the results of a call as NumPy's arrays and numbers."""
    types = op.signature.results
    if len(results) != len(types):
        counts = f"{len(results)} values, but it has {len(types)} results"
        raise trap_at(TrapKind.OTHER, f"returns {counts}", op)
    try:
        return tuple([result(value, type) for value, type in zip(results, types, strict=True)])
    except ProgramError as problem:  # a returned buffer was freed
        message = f"returns what it must not: it {problem.message}"
        raise trap_at(problem.kind, message, op) from problem


def _undefined(message: str, value: Any, op: ir.Operation) -> Trap:
    """Return the error that an undefined value leaves the program, with its origin, if known."""
    found = trap_at(TrapKind.UNDEFINED, message, op)
    source = value.allocation.op if isinstance(value, MemRef) else value.op
    if source is not None:
        what = "it was allocated here" if isinstance(value, MemRef) else "the value comes from here"
        found.diagnostics[0].note(what, source)
    return found


def run(
    module: ir.Operation,
    function: str,
    arguments: Sequence[Any] = (),
    *,
    context: Context,
    **options: Any,
) -> Run:
    """Call a function of a module once: `Machine(module, context).run(function, …)`."""
    return Machine(module, context).run(function, arguments, **options)
