"""Programs that are watched: at places in them, the tensors or buffers of some values are seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from bufferize import define as d
from bufferize.driver.context import ModelContext
from bufferize.ir import Builder, InsertionPoint, IntegerAttr, Operation, Value, i64_attr
from bufferize.models import NoMemoryAccess
from bufferize.registration import Context
from bufferize_interpreter.compiler import Compiler
from bufferize_interpreter.machine import Machine
from bufferize_interpreter.memory import Allocation, MemRef
from bufferize_interpreter.values import Array, Poison, PoisonArray

_MOST_EVENTS: Final = 500
"""What is seen later in a run is not kept: in a loop it is more of the same."""

WATCH: Final = d.Dialect("watch")


@WATCH.op("see")
class SeeOp(d.Operation):
    """Shows the interpreter what some values are, and takes no part in the program."""

    number: d.Attr[IntegerAttr, IntegerAttr] = d.attr(d.I64_ATTR)
    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)


class _SeeModel(NoMemoryAccess[SeeOp]):
    """Neither reads nor writes: no decision is another one because of it."""


@contextmanager
def watching(context: ModelContext) -> Iterator[None]:
    """The op that watches has a model meanwhile."""
    context.register_dialect(WATCH)
    context.models["watch.see"] = _SeeModel()
    try:
        yield
    finally:
        del context.models["watch.see"]


def insert_watch(point: InsertionPoint, values: Sequence[Value], number: int) -> Operation:
    """A new op that shows `values` wherever a program comes to `point`."""
    op = SeeOp.create(tuple(values), properties={"number": i64_attr(number)})
    Builder(point).insert(op)
    return op


def watch_of(module: Operation, number: int) -> Operation:
    """The op that watches at the place of this number."""
    return next(
        op
        for op in module.walk()
        if isinstance(op, SeeOp) and op.properties["number"] == i64_attr(number)
    )


Cells = tuple[Array, Array]
"""The cells of an allocation at one time, and which of them are defined."""


@dataclass(frozen=True)
class Event:
    """One time that the program came to a place."""

    number: int
    """Of the place."""
    values: tuple[Any, ...]
    """Scalars, arrays and buffers."""
    contents: tuple[Any, ...]
    """Their elements as they are now, masked where undefined; None for a buffer that was freed."""
    memory: dict[Allocation, Cells]
    """All that was allocated by now, or seen before."""


Interference = Callable[[int, Sequence[Any]], None]
"""What is done when the program comes to a place: it may change what buffers hold."""


@dataclass
class Watcher:
    """Takes note of what is seen."""

    machine: Machine | None = None
    events: list[Event] = field(default_factory=list)
    interfere: Interference | None = None
    _known: dict[Allocation, None] = field(default_factory=dict)

    def see(self, number: int, values: Sequence[Any]) -> None:
        """Called by the program."""
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
    """Runs a program with ops that watch."""

    def __init__(
        self, module: Operation, context: Context, watcher: Watcher, **options: Any
    ) -> None:
        super().__init__(module, context, **options)
        self.compiler = _WatchingCompiler(self, watcher)
        watcher.machine = self


class _WatchingCompiler(Compiler):
    def __init__(self, machine: Machine, watcher: Watcher) -> None:
        super().__init__(machine, check=False)
        self._watcher = watcher

    def operation(self, op: Operation) -> Callable[..., Any]:
        if not isinstance(op, SeeOp):
            return super().operation(op)
        number = op.properties["number"]
        assert isinstance(number, IntegerAttr)
        at = number.value

        def see(*values: Any) -> None:
            self._watcher.see(at, values)

        return see


def other(contents: Array) -> Array:
    """Other elements than these."""
    if contents.dtype.kind == "b":
        return ~contents
    return (1 - contents).astype(contents.dtype)


def contents_of(value: Any) -> Any:
    """The elements of a value as an array, masked where undefined; None for a freed buffer."""
    if isinstance(value, MemRef):
        if not value.allocation.is_alive:
            return None
        value = value.read()
    if isinstance(value, PoisonArray):
        return np.ma.masked_array(value.values.copy(), value.poison.copy())
    if isinstance(value, Poison):
        return np.ma.masked_array(np.zeros(()), True)
    return np.ma.asarray(np.asarray(value).copy())
