"""Outcomes of calls before and after bufferization, and their comparison."""

from __future__ import annotations

import io
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np

from bufferize import ir
from bufferize.diagnostics import DiagnosticError, error
from bufferize.interfaces import FunctionOpInterface
from bufferize.plugins import Context
from bufferize_interpreter.arithmetic.elements import element_of
from bufferize_interpreter.machine import Machine
from bufferize_interpreter.memory import DEFAULT_BYTES
from bufferize_interpreter.native import run_native
from bufferize_interpreter.processes import DEFAULT_PROCESS_LIMITS, ProcessLimits
from bufferize_interpreter.runner_functions import without_layout
from bufferize_interpreter.statistics import Statistics
from bufferize_interpreter.symbols.expressions import Symbols, boxed, difference_of, is_same, shown
from bufferize_interpreter.validation.inputs import Inputs
from bufferize_interpreter.values import Array, Poison

_LAST_DIGITS: Final = 64
"""The tolerance for floats that were computed natively, in units in the last place."""


class Limits(NamedTuple):
    """The limits of a checked program."""

    runs: int = 1_000_000
    """The limit on the number of times that one block may run."""
    bytes: int = DEFAULT_BYTES
    """The limit on the bytes of one tensor, and of all buffers together."""
    process: ProcessLimits = DEFAULT_PROCESS_LIMITS
    """The limits of a native program, and of the tool that lowers it."""


DEFAULT_LIMITS: Final = Limits()


@dataclass(frozen=True)
class Outcome:
    """The results and effects of a call."""

    results: tuple[Any, ...]
    buffers: dict[int, Any]
    """The contents of the buffer arguments after the call, by number."""
    printed: str
    statistics: Statistics | None = None
    lent: Mapping[int, Array] = field(default_factory=dict)
    """Masks of the elements that a bufferized program may leave different; see `Run`."""


class Callee:
    """A function of a module, prepared to be called repeatedly."""

    def __init__(
        self,
        module: ir.Operation,
        name: str,
        context: Context,
        limits: Limits = DEFAULT_LIMITS,
        *,
        symbols: Symbols | None = None,
    ) -> None:
        self._limit = limits.runs
        self._output = io.StringIO()
        self._machine = Machine(
            module,
            context,
            output=self._output,
            poisons_overlaps=True,
            symbols=symbols,
            max_bytes=limits.bytes,
        )
        self._name = name
        self.function = _function(module, name)
        self.module = module

    @property
    def types(self) -> Sequence[ir.Type]:
        """The types of the arguments."""
        return self.function.signature.inputs

    def has_drawn(self, seed: int) -> bool:
        """Return whether the last call, with this seed, had to choose an order of iterations."""
        return self._machine.random.getstate() != random.Random(seed).getstate()

    def call(self, values: Sequence[Any], *, seed: int = 0, leaks: bool = False) -> Outcome:
        """Call the function.

        Raises Trap for undefined behavior, and PluginError if it cannot be run.
        """
        self._output.seek(0)
        self._output.truncate()
        run = self._machine.run(
            self._name, values, seed=seed, limit=self._limit, leaks=leaks, undefined=True
        )
        buffers = _buffers(values, self.types)
        printed = without_layout(self._output.getvalue())
        return Outcome(run.results, buffers, printed, run.statistics, run.lent)


class NativeCallee:
    """A function of a module on buffers, called natively."""

    def __init__(
        self, module: ir.Operation, name: str, context: Context, limits: ProcessLimits
    ) -> None:
        self._module = module
        self._name = name
        self._limits = limits
        self._context = context
        self.function = _function(module, name)

    @property
    def types(self) -> Sequence[ir.Type]:
        """The types of the arguments."""
        return self.function.signature.inputs

    def call(self, values: Sequence[Any], *, seed: int = 0, leaks: bool = False) -> Outcome:
        """Call the function; `seed` and `leaks` have no effect on native calls.

        Raises NativeStop if the program is killed, and NativeError if it cannot be run.
        """
        output = io.StringIO()
        results = run_native(
            self._module,
            self._name,
            values,
            output=output,
            limits=self._limits,
            context=self._context,
        )
        printed = without_layout(output.getvalue())
        return Outcome(tuple(results), _buffers(values, self.types), printed)


def _function(module: ir.Operation, name: str) -> FunctionOpInterface:
    function = ir.SymbolTable(module).lookup(name)
    assert isinstance(function, FunctionOpInterface)
    return function


def _buffers(values: Sequence[Any], types: Sequence[ir.Type]) -> dict[int, Any]:
    """Return the buffers among the arguments, by number."""
    return {
        number: values[number]
        for number, type in enumerate(types)
        if isinstance(type, ir.BaseMemRefType)
    }


def call_after(callee: Callee | NativeCallee, inputs: Inputs, *, seed: int, leaks: bool) -> Outcome:
    """Call a function after a pipeline, with a new buffer for each parameter that was added to it.

    A result that an out-parameter replaces is found in its buffer; see `difference`. Raises
    DiagnosticError for an added parameter of any other kind.
    """
    values = inputs.again()
    for type in callee.types[len(values) :]:
        values.append(_new_buffer(type, callee.function))
    return callee.call(values, seed=seed, leaks=leaks)


def _new_buffer(type: ir.Type, function: FunctionOpInterface) -> Any:
    if not isinstance(type, ir.MemRefType) or not type.has_static_shape():
        raise DiagnosticError(error(f"this takes a '{type}' that it did not take before", function))
    element = element_of(type.element_type)
    return np.zeros((*type.shape, *element.shape), element.dtype)


def difference(
    before: Outcome,
    after: Outcome,
    function: FunctionOpInterface,
    *,
    exact: bool = True,
    in_order: bool = True,
) -> str:
    """Return how the outcomes of `function` before and after bufferization differ.

    Return "" if they do not. With `exact`, floats must be equal to the last bit, otherwise up to the last
    digits of their format. Unless `in_order`, printed lines may come in another order. An element
    that was undefined before may be anything. If there are fewer results than before, each missing
    one must be in a buffer among the arguments, since passes that drop results do not say where
    these went.
    """
    was, now = (
        outcome.printed if in_order else sorted(outcome.printed.splitlines())
        for outcome in (before, after)
    )
    if was != now:
        return f"printed before: {before.printed!r}, and after: {after.printed!r}"
    for number, type in enumerate(function.signature.inputs):
        if isinstance(type, ir.BaseMemRefType):
            was_there = before.buffers[number]
            if number in before.lent:
                was_there = np.ma.masked_array(was_there, before.lent[number])
            found = value_difference(was_there, after.buffers[number], exact)
            if found:
                return f"what argument #{number} holds in the end differs{found}"
    if len(before.results) == len(after.results):
        for number, (one, other) in enumerate(zip(before.results, after.results, strict=True)):
            found = value_difference(one, other, exact)
            if found:
                return f"result #{number} differs{found}"
        return ""
    left = iter(after.results)
    following = next(left, None)
    for number, one in enumerate(before.results):
        if following is not None and not value_difference(one, following, exact):
            following = next(left, None)
        elif all(value_difference(one, other, exact) for other in after.buffers.values()):
            return f"result #{number} is neither returned nor in a buffer among the arguments"
    return ""


def value_difference(before: Any, after: Any, exact: bool = True) -> str:
    """Return how a value and its counterpart differ; "" if they do not."""
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
    unequal = undefined | (_unequal(one.data, other.data, exact) & defined)
    if not unequal.any():
        return ""
    index = tuple(int(i) for i in np.argwhere(unequal)[0])
    was, now = one.data[index], "undefined" if undefined[index] else other.data[index]
    where = f" at {list(index)}" if index else ""
    more = int(unequal.sum()) - 1
    others = f", and {more} elements more" if more else ""
    inner, new = difference_of(was, now)
    part = "" if inner is was else f", where {shown(inner)} has become {shown(new)}"
    return f"{where}: {shown(was)} before, {shown(now)} after{part}{others}"


_ARE_OTHERS: Final = np.frompyfunc(lambda one, other: not is_same(one, other), 2, 1)


def _unequal(one: Any, other: Any, exact: bool) -> Any:
    if one.dtype == np.object_ or other.dtype == np.object_:
        return np.asarray(_ARE_OTHERS(boxed(one), boxed(other)), np.bool_)
    unequal = one != other
    if one.dtype.kind in "fcV":  # NaN equals NaN here
        unequal &= ~(_is_nan(one) & _is_nan(other))
        if not exact:
            unequal &= ~_is_close(one, other)
    return unequal


def _is_close(one: Array, other: Array) -> Any:
    """Return which elements differ only in their last digits.

    The tolerance is also absolute: a small number may be the difference of large ones.
    """
    wide = np.complex128 if one.dtype.kind == "c" else np.float64
    tolerance = _LAST_DIGITS * float(np.spacing(np.ones((), one.dtype).real))
    return np.isclose(one.astype(wide), other.astype(wide), rtol=tolerance, atol=tolerance)


def _is_nan(array: Any) -> Any:
    return array != array
