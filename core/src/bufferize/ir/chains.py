"""Chains of operations that each make one value from another one."""

from __future__ import annotations

from collections.abc import Callable

from bufferize.ir.value import Value


def origin_of(value: Value, source: Callable[[Value], Value | None]) -> Value:
    """The value where the chain begins that `source` goes back along, step by step.

    It is `value` itself if there is no step, or no beginning: in graph regions, and in blocks that
    control never comes to, values may be made from themselves.
    """
    seen = {value}
    current = value
    while (before := source(current)) is not None:
        if before in seen:
            return value
        seen.add(before)
        current = before
    return current
