"""The test whether an operand is read: whether anything depends on its contents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bufferize.diagnostics import PluginError
from bufferize.plugins import Context
from bufferize_interpreter.memory import MemRef
from bufferize_interpreter.model_tests.experiment import (
    BEFORE,
    Specimen,
    Trace,
    Watchpoint,
    run_watched,
)
from bufferize_interpreter.model_tests.judging import Judge, executions
from bufferize_interpreter.model_tests.watching import Event, other
from bufferize_interpreter.validation.inputs import Inputs
from bufferize_interpreter.validation.outcomes import value_difference
from bufferize_interpreter.values import Array


def judge_reads(
    judge: Judge, specimen: Specimen, context: Context, inputs: Inputs, seed: int, base: Trace
) -> None:
    """Run a bufferized program again for each operand, with the contents of its buffer replaced.

    Whatever the op computes from them becomes undefined, too. If the op does not write to the
    operand, the contents are restored after it, so that a later read through an alias does not
    count.
    """
    if base.outcome is None:
        return
    watchpoints = specimen.watchpoints
    found = executions(base.events, watchpoints)
    for number in judge.declared.reads:
        informative = [
            buffer
            for execution in found
            if (buffer := execution.operands(watchpoints).get(number)) is not None
            and buffer.count
            and _has_contents(execution.before, f"operand #{number}", judge)
        ]
        if not informative:
            continue
        written = any(judge.written(execution).get(number) for execution in found)
        writes = judge.declared.writes[number] or written
        aliased = bool(judge.declared.aliases[number])
        reads = judge.declared.reads[number]
        ends = judge.is_terminator
        puts_back = not (writes or (ends and (reads or not aliased)))
        try:
            disturbance = _Disturbance(number, watchpoints, puts_back=puts_back, undefined=True)
            again = run_watched(specimen, context, inputs, seed=seed, interfere=disturbance)
        except PluginError:  # semantics that cannot handle undefined elements
            disturbance = _Disturbance(number, watchpoints, puts_back=puts_back, undefined=False)
            again = run_watched(specimen, context, inputs, seed=seed, interfere=disturbance)
        depends = _dependent(specimen, base, again, number)
        said = f"operand #{number} is {'' if reads else 'not '}read"
        if reads:
            unseen = "nothing depends on what it holds"
            judge.evidence.claim("bufferizes_to_memory_read", said, unseen, bool(depends))
        elif depends:
            judge.evidence.wrong(
                "bufferizes_to_memory_read", said, f"{depends} depends on what it holds"
            )


def _has_contents(event: Event, name: str, judge: Judge) -> bool:
    """Return whether any element of the operand is defined."""
    contents = event.contents[judge.watchpoints[BEFORE].names.index(name)]
    return contents is not None and not np.ma.getmaskarray(contents).all()


class _Disturbance:
    """A function that replaces an operand's contents before the op, and may restore them."""

    def __init__(
        self, number: int, watchpoints: dict[int, Watchpoint], *, puts_back: bool, undefined: bool
    ) -> None:
        self.name = f"operand #{number}"
        self.watchpoints = watchpoints
        self.puts_back = puts_back
        self.undefined = undefined
        """Whether the new elements are also undefined."""
        self._saved: tuple[MemRef, Array, Array] | None = None

    def __call__(self, number: int, values: Sequence[Any]) -> None:
        point = self.watchpoints[number]
        if number == BEFORE and self.name in point.names:
            buffer = values[point.names.index(self.name)]
            if isinstance(buffer, MemRef) and buffer.allocation.is_alive:
                window, defined = buffer.window(), buffer.defined_window()
                self._saved = buffer, window.copy(), defined.copy()
                window[...] = other(window)
                if self.undefined:
                    defined[...] = False
        elif point.is_after and self._saved is not None:
            buffer, contents, defined = self._saved
            self._saved = None
            if self.puts_back and buffer.allocation.is_alive:
                buffer.window()[...] = contents
                buffer.defined_window()[...] = defined


def _dependent(specimen: Specimen, base: Trace, again: Trace, number: int) -> str:
    """Return the thing that depends on the operand, in words; "" if nothing does."""
    watchpoints = specimen.watchpoints
    if again.outcome is None or base.outcome is None:
        return "what the program does"
    pairs = zip(
        executions(base.events, watchpoints), executions(again.events, watchpoints), strict=False
    )
    for one, now in pairs:
        if one.after is None or now.after is None or one.after_point is None:
            continue
        own = one.operands(watchpoints).get(number)
        for position, name in enumerate(one.after_point.names):
            value = one.after.values[position]
            if name.startswith("operand") and (
                own is None or not isinstance(value, MemRef) or own.overlaps(value)
            ):
                continue
            old, new = one.after.contents[position], now.after.contents[position]
            if old is not None and new is not None and value_difference(old, new):
                return name
    results = zip(base.outcome.results, again.outcome.results, strict=True)
    if any(value_difference(old, new) for old, new in results):
        return "what the function returns"
    return "what is printed" if base.outcome.printed != again.outcome.printed else ""
