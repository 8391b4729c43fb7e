"""Watchpoints: ops that record the contents of tensors or buffers at points of a program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from bufferize import define as d
from bufferize import ir
from bufferize.driver.bufferizable import ModelContext
from bufferize.models import NoMemoryAccess
from bufferize.plugins import Context
from bufferize_interpreter.compiler import Compiler
from bufferize_interpreter.machine import Machine
from bufferize_interpreter.memory import Allocation, MemRef
from bufferize_interpreter.values import Array, Poison, PoisonArray

_MOST_EVENTS: Final = 500
"""The number of events that are recorded; later ones, in loops, are similar."""

WATCH: Final = d.Dialect("watch")


@WATCH.op("see")
class SeeOp(d.Operation):
    """An op that shows values to the interpreter and has no other effect."""

    number: d.Attr[ir.IntegerAttr, ir.IntegerAttr] = d.attr(d.I64_ATTR)
    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)


class _SeeModel(NoMemoryAccess[SeeOp]):
    """The model of `watch.see`: no memory access, so that it changes no decision."""


@contextmanager
def watching(context: ModelContext) -> Iterator[None]:
    """Register the op and its model for the duration of a `with` block."""
    context.register_dialect(WATCH)
    context.models["watch.see"] = _SeeModel()
    try:
        yield
    finally:
        del context.models["watch.see"]


def insert_watch(point: ir.InsertionPoint, values: Sequence[ir.Value], number: int) -> ir.Operation:
    """Insert an op that records `values` whenever the program reaches `point`."""
    op = SeeOp.create(tuple(values), properties={"number": ir.i64_attr(number)})
    ir.Builder(point).insert(op)
    return op


def watch_of(module: ir.Operation, number: int) -> ir.Operation:
    """Return the op of the watchpoint with this number."""
    return next(
        op
        for op in module.walk()
        if isinstance(op, SeeOp) and op.properties["number"] == ir.i64_attr(number)
    )


Cells = tuple[Array, Array]
"""The cells of an allocation at one time, and the mask of defined ones."""


@dataclass(frozen=True)
class Event:
    """One arrival at a watchpoint."""

    number: int
    """The number of the watchpoint."""
    values: tuple[Any, ...]
    """Scalars, arrays and buffers."""
    contents: tuple[Any, ...]
    """The present elements of the values, masked if undefined; None for a freed buffer."""
    memory: dict[Allocation, Cells]
    """The contents of all memory that was allocated or seen up to now."""


Interference = Callable[[int, Sequence[Any]], None]
"""A function that is called at each watchpoint and may change the contents of buffers."""


@dataclass
class Watcher:
    """The recorder of events."""

    machine: Machine | None = None
    events: list[Event] = field(default_factory=list)
    interfere: Interference | None = None
    _known: dict[Allocation, None] = field(default_factory=dict)

    def see(self, number: int, values: Sequence[Any]) -> None:
        """Record an event; called by the program."""
        assert self.machine is not None
        if self.interfere is not None:
            self.interfere(number, values)
        if len(self.events) == _MOST_EVENTS:
            return
        known = self._known
        known.update(dict.fromkeys(self.machine.memory.allocations.values()))
        known.update(dict.fromkeys(v.allocation.root for v in values if isinstance(v, MemRef)))
        memory = {each: (each.data().copy(), each.mask().copy()) for each in known if each.is_alive}
        self.events.append(Event(number, tuple(values), tuple(map(contents_of, values)), memory))


class WatchedMachine(Machine):
    """A machine that executes watchpoints."""

    def __init__(
        self, module: ir.Operation, context: Context, watcher: Watcher, **options: Any
    ) -> None:
        super().__init__(module, context, **options)
        self.compiler = _WatchingCompiler(self, watcher)
        watcher.machine = self


class _WatchingCompiler(Compiler):
    def __init__(self, machine: Machine, watcher: Watcher) -> None:
        super().__init__(machine, check=False)
        self._watcher = watcher

    def operation(self, op: ir.Operation) -> Callable[..., Any]:
        if not isinstance(op, SeeOp):
            return super().operation(op)
        number = op.properties["number"]
        assert isinstance(number, ir.IntegerAttr)
        at = number.value

        def see(*values: Any) -> None:
            self._watcher.see(at, values)

        return see


def other(contents: Array) -> Array:
    """Return an array whose elements all differ from the given ones."""
    if contents.dtype.kind == "b":
        return ~contents
    return (1 - contents).astype(contents.dtype)


def contents_of(value: Any) -> Any:
    """Return the elements of a value, masked if undefined; None for a freed buffer."""
    if isinstance(value, MemRef):
        if not value.allocation.is_alive:
            return None
        value = value.read()
    if isinstance(value, PoisonArray):
        return np.ma.masked_array(value.values.copy(), value.poison.copy())
    if isinstance(value, Poison):
        return np.ma.masked_array(np.zeros(()), True)
    return np.ma.asarray(np.asarray(value).copy())
