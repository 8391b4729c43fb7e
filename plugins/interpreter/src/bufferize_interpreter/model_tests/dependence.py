"""The test of element-wise access: which elements depend on which elements of an operand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from bufferize.diagnostics import PluginError
from bufferize.plugins import Context
from bufferize_interpreter.memory import MemRef
from bufferize_interpreter.model_tests.experiment import (
    BEFORE,
    Specimen,
    Trace,
    run_watched,
)
from bufferize_interpreter.model_tests.judging import Execution, executions
from bufferize_interpreter.model_tests.watching import other
from bufferize_interpreter.validation.inputs import Inputs

_MOST_PLACES: Final = 6
"""The number of elements of an operand that are changed, one after the other."""

Place = tuple[int, ...]


@dataclass
class Dependence:
    """The observed dependence of the elements of one operand on those of another.

    It does not matter whether the semantics read all elements before they write the first one: an
    op that computes an element from those at other places cannot be run in place element by element.
    """

    is_seen: bool = False
    """Whether an element was seen to depend on the element at the same place."""
    crossing: tuple[Place, Place] | None = None
    """The place of a written element, and the other place of an element that it depends on."""


def dependence(
    specimen: Specimen, context: Context, inputs: Sequence[Inputs], read: int, written: int
) -> Dependence:
    """Change single elements of an operand before the op; return what follows from that.

    The program is bufferized, and the operands have different buffers. One of the `inputs` is enough
    if it shows a dependence.
    """
    found = Dependence()
    for seed, given in enumerate(inputs):
        if found.is_seen:
            break
        base = _first(specimen, run_watched(specimen, context, given, seed=seed))
        buffer = None if base is None else base.operands(specimen.watchpoints).get(read)
        if base is None or buffer is None or buffer.count < 2:
            continue
        for place in _places(buffer.sizes):
            changed = _changed_places(specimen, context, given, seed, base, (read, written), place)
            for each in changed:
                if each == place:
                    found.is_seen = True
                elif found.crossing is None:
                    found.crossing = each, place
            if found.crossing is not None:
                return found
    return found


def _first(specimen: Specimen, trace: Trace) -> Execution | None:
    """Return the first execution of the op, if it is complete."""
    found = executions(trace.events, specimen.watchpoints)
    return found[0] if found and found[0].after is not None else None


def _places(sizes: Sequence[int]) -> Iterator[Place]:
    """Yield the places of some elements, the first and the last among them."""
    count = int(np.prod(sizes))
    numbers = np.linspace(0, count - 1, min(count, _MOST_PLACES)).astype(int)
    for number in numbers:
        yield tuple(int(index) for index in np.unravel_index(number, sizes))


def _changed_places(
    specimen: Specimen,
    context: Context,
    inputs: Inputs,
    seed: int,
    base: Execution,
    pair: tuple[int, int],
    place: Place,
) -> list[Place]:
    """Return where the written operand differs if one element of the operand that is read does."""
    read, written = pair
    names = specimen.watchpoints[BEFORE].names
    position = names.index(f"operand #{read}")
    is_changed = False

    def interfere(number: int, values: Sequence[Any]) -> None:
        nonlocal is_changed
        if number == BEFORE and not is_changed and isinstance(values[position], MemRef):
            is_changed = True
            window = values[position].window()
            window[place] = other(window)[place]

    try:
        trace = run_watched(specimen, context, inputs, seed=seed, interfere=interfere)
    except PluginError:  # semantics that fail with this element
        return []
    again = _first(specimen, trace)
    if again is None:
        return []
    old, new = (_contents(execution, written) for execution in (base, again))
    rank = len(place)
    if old is None or new is None or old.shape != new.shape or old.ndim < rank:
        return []
    differs = np.ma.getmaskarray(old) != np.ma.getmaskarray(new)
    values, others = np.ma.getdata(old), np.ma.getdata(new)
    differs |= (values != others) & ~((values != values) & (others != others))
    axes = tuple(range(rank, differs.ndim))  # of vectors
    return [tuple(map(int, each)) for each in np.argwhere(differs.any(axis=axes))]


def _contents(execution: Execution, number: int) -> Any:
    """Return the contents of an operand after the op; None if they are not known."""
    assert execution.after is not None
    assert execution.after_point is not None
    name = f"operand #{number}"
    if name not in execution.after_point.names:
        return None
    return execution.after.contents[execution.after_point.names.index(name)]
