"""How `evaluation` runs the operations of `scf`."""

from __future__ import annotations

from itertools import product
from typing import Any

from tests.random_programs.evaluation import HANDLERS, Frame, handles


@handles("scf.if")
def _if(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    region = op.then_region if args[0] else op.else_region
    return frame.run(region, [])[1] if region.blocks else []


@handles("scf.index_switch")
def _switch(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    cases = list(op.cases.values)
    number = cases.index(args[0]) if args[0] in cases else None
    region = op.default_region if number is None else op.case_regions[number]
    return frame.run(region, [])[1]


@handles("scf.execute_region")
def _execute(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    return frame.run(op.region, [])[1]


@handles("scf.for")
def _for(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    start, end, step, *carried = args
    for i in range(start, end, step):
        carried = frame.run(op.region, [i, *carried])[1]
    return carried


@handles("scf.while")
def _while(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    while True:
        goes_on, *passed = frame.run(op.before, args)[1]
        if not goes_on:
            return passed
        args = frame.run(op.after, passed)[1]


@handles("scf.forall")
def _forall(frame: Frame, op: Any, args: list[Any]) -> list[Any]:
    """Threads see what is shared as it was before; what they insert is put together."""
    results = list(args)
    shared = op.region.entry.arguments[-len(args) :] if args else []
    for point in product(*map(range, op.static_upper_bound.values)):
        terminator, _ = frame.run(op.region, [*point, *args])
        for insertion in terminator.regions[0].entry.ops:
            number = list(shared).index(insertion.operand(1))
            source = frame.values[insertion.operand(0)]
            handler = HANDLERS[insertion.name]
            (results[number],) = handler(frame, insertion, [source, results[number]])
    return results
