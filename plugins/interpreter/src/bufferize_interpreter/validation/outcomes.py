"""What calls before and after bufferization gave, and whether it is the same."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import BaseMemRefType, MemRefType, Operation, SymbolTable, Type
from bufferize.registration import Context
from bufferize_interpreter.elements import element_of
from bufferize_interpreter.machine import Machine
from bufferize_interpreter.statistics import Statistics
from bufferize_interpreter.validation.inputs import Inputs
from bufferize_interpreter.values import Poison

LIMIT: Final = 1_000_000
"""How often a block may run in a program that is checked."""


@dataclass(frozen=True)
class Outcome:
    """What came of a call."""

    results: tuple[Any, ...]
    buffers: dict[int, Any]
    """What the arguments that are buffers hold afterwards, by number."""
    printed: str
    statistics: Statistics | None = None


class Callee:
    """A function of a module, to be called again and again."""

    def __init__(self, module: Operation, name: str, context: Context) -> None:
        self._output = io.StringIO()
        self._machine = Machine(module, context, output=self._output, poisons_overlaps=True)
        self._name = name
        function = SymbolTable(module).lookup(name)
        assert isinstance(function, FunctionOpInterface)
        self.function = function

    @property
    def types(self) -> Sequence[Type]:
        """Of the arguments."""
        return self.function.signature.inputs

    def call(self, values: Sequence[Any], *, seed: int = 0, leaks: bool = False) -> Outcome:
        """Calls it. Raises Trap where the program does what it must not do, and PluginError where
        it cannot be run."""
        self._output.seek(0)
        self._output.truncate()
        run = self._machine.run(
            self._name, values, seed=seed, limit=LIMIT, leaks=leaks, undefined=True
        )
        buffers = {
            number: values[number]
            for number, type in enumerate(self.types)
            if isinstance(type, BaseMemRefType)
        }
        return Outcome(run.results, buffers, self._output.getvalue(), run.statistics)


def call_after(callee: Callee, inputs: Inputs, *, seed: int, leaks: bool) -> Outcome:
    """Calls what a function has become: with a new buffer for each argument that there are no
    inputs for. What it returned once and returns no more is there; see `difference`."""
    values = inputs.again()
    for type in callee.types[len(values) :]:
        values.append(_new_buffer(type))
    return callee.call(values, seed=seed, leaks=leaks)


def _new_buffer(type: Type) -> Any:
    if not isinstance(type, MemRefType) or not type.has_static_shape():
        raise ValueError(f"a function that takes a {type} more than before")
    element = element_of(type.element_type)
    return np.zeros((*type.shape, *element.shape), element.dtype)


def difference(before: Outcome, after: Outcome, function: FunctionOpInterface) -> str:
    """In what the outcomes of `function` differ, before and after it was bufferized; "" for nothing.

    An element that was undefined before may be anything. Where there are fewer results than before,
    each that is missing must be in a buffer among the arguments: passes that drop results say
    nowhere which.
    """
    if before.printed != after.printed:
        return f"printed before: {before.printed!r}, and after: {after.printed!r}"
    for number, type in enumerate(function.signature.inputs):
        if isinstance(type, BaseMemRefType):
            found = _different(before.buffers[number], after.buffers[number])
            if found:
                return f"what argument #{number} holds in the end differs{found}"
    if len(before.results) == len(after.results):
        for number, (one, other) in enumerate(zip(before.results, after.results, strict=True)):
            found = _different(one, other)
            if found:
                return f"result #{number} differs{found}"
        return ""
    left = iter(after.results)
    following = next(left, None)
    for number, one in enumerate(before.results):
        if following is not None and not _different(one, following):
            following = next(left, None)
        elif all(_different(one, other) for other in after.buffers.values()):
            return f"result #{number} is neither returned nor in a buffer among the arguments"
    return ""


def _different(before: Any, after: Any) -> str:
    """In what a value and its counterpart differ."""
    one, other = (
        np.ma.masked_array(np.zeros(()), True)
        if isinstance(value, Poison)
        else np.ma.asarray(value)
        for value in (before, after)
    )
    if one.shape != other.shape:
        return f": its extents were {list(one.shape)}, and are {list(other.shape)}"
    defined = ~np.ma.getmaskarray(one)
    undefined = np.ma.getmaskarray(other) & defined
    unequal = undefined | (_unequal(one.data, other.data) & defined)
    if not unequal.any():
        return ""
    index = tuple(int(i) for i in np.argwhere(unequal)[0])
    now = "undefined" if undefined[index] else str(other.data[index])
    where = f" at {list(index)}" if index else ""
    more = int(unequal.sum()) - 1
    others = f", and {more} elements more" if more else ""
    return f"{where}: {one.data[index]} before, {now} after{others}"


def _unequal(one: Any, other: Any) -> Any:
    unequal = one != other
    if one.dtype.kind in "fcV":  # NaN is itself
        unequal &= ~(_is_nan(one) & _is_nan(other))
    return unequal


def _is_nan(array: Any) -> Any:
    return array != array
