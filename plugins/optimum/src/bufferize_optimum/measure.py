"""The bytes that a program copies under some decisions, measured by bufferizing a clone of it.

Decisions about operands are not all: a function that writes to an argument makes its callers copy, and
buffers are copied whose layout does not fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from bufferize.analysis import AnalysisState, OneShotAnalysisState
from bufferize.diagnostics import DiagnosticError
from bufferize.driver import OneShotOptions, one_shot_bufferize
from bufferize.driver.bufferizable import ModelContext
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Operation, OpOperand, clone
from bufferize.record import TensorCopy

Places = Sequence[tuple[int, int]]
"""Operands below an operation: the number of the owner as `walk` gives it, and that of the operand."""


class Decided(NamedTuple):
    """Decisions about one function, by places."""

    in_place: Places
    copied: Places
    """The operands that are copied although they could be in place."""


def places_of(root: Operation, operands: Iterable[OpOperand]) -> Places:
    """Return the places of operands below `root`."""
    numbers = {op: number for number, op in enumerate(root.walk())}
    return [(numbers[operand.owner], operand.index) for operand in operands]


def program_around(root: Operation) -> Operation:
    """Return the program that is analyzed, of which `root` is one function or all."""
    parent = root.parent_op
    return parent if parent is not None and isinstance(root, FunctionOpInterface) else root


def order_of(
    in_place: Iterable[OpOperand], copied: Iterable[OpOperand], state: OneShotAnalysisState
) -> Iterable[OpOperand]:
    """Return an order that puts operands in place; let `state` copy others that could be, too."""
    state.spares_copies = False
    state.overrides = {**state.overrides, **dict.fromkeys(copied, False)}
    return in_place


def copies_after(
    program: Operation, state: OneShotAnalysisState, decided: Mapping[int, Decided]
) -> list[TensorCopy] | None:
    """Return the copies in `program` by some decisions; None if it cannot be bufferized.

    They are given for each function, or for the program, by its number in it. The program is not
    changed.
    """
    options, context = state.options, state.context
    if not isinstance(options, OneShotOptions) or not isinstance(context, ModelContext):
        return None
    copy = clone(program)
    roots = {op: number for number, op in enumerate(copy.walk())}

    def order(root: Operation, state: AnalysisState) -> Iterable[OpOperand]:
        own = decided.get(roots[root])
        if own is None:
            return ()
        assert isinstance(state, OneShotAnalysisState)
        ops = list(root.walk())
        in_place, copied = ([ops[n].op_operands[index] for n, index in places] for places in own)
        return order_of(in_place, copied, state)

    quiet = replace(
        options,
        analysis_order=order,
        analysis_budget=0,
        test_analysis_only=False,
        print_conflicts=False,
        dump_alias_sets=False,
    )
    try:
        report = one_shot_bufferize(copy, quiet, context, verify=False)
    except DiagnosticError:
        return None
    return report.copies
