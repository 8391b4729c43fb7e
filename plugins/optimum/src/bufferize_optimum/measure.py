"""The bytes that a program copies under some decisions, measured by bufferizing a clone of it.

Decisions about operands are not all: loops copy what they yield if it is not their own buffer, and a
function that writes to an argument makes its callers copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bufferize.analysis import AnalysisState, OneShotAnalysisState
from bufferize.diagnostics import DiagnosticError
from bufferize.driver import OneShotOptions, one_shot_bufferize
from bufferize.driver.bufferizable import ModelContext
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Operation, OpOperand, clone
from bufferize_optimum.costs import Total, cost_of_copy

Places = Sequence[tuple[int, int]]
"""Operands below an operation: the number of the owner as `walk` gives it, and that of the operand."""


def places_of(root: Operation, operands: Iterable[OpOperand]) -> Places:
    """Return the places of operands below `root`."""
    numbers = {op: number for number, op in enumerate(root.walk())}
    return [(numbers[operand.owner], operand.index) for operand in operands]


def program_around(root: Operation) -> Operation:
    """Return the program that is analyzed, of which `root` is one function or all."""
    parent = root.parent_op
    return parent if parent is not None and isinstance(root, FunctionOpInterface) else root


def copies_after(
    program: Operation, state: OneShotAnalysisState, in_place: Mapping[int, Places]
) -> Total | None:
    """Return what `program` copies if some operands are in place; None if it cannot be bufferized.

    The operands are given for each function, or for the program, by its number in it. The program
    is not changed.
    """
    options, context = state.options, state.context
    if not isinstance(options, OneShotOptions) or not isinstance(context, ModelContext):
        return None
    copy = clone(program)
    roots = {op: number for number, op in enumerate(copy.walk())}

    def order(root: Operation, state: AnalysisState) -> Iterable[OpOperand]:
        places = in_place.get(roots[root])
        if places is None:
            return ()
        assert isinstance(state, OneShotAnalysisState)
        state.spares_copies = False
        ops = list(root.walk())
        return [ops[number].op_operands[index] for number, index in places]

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
    return Total.of(map(cost_of_copy, report.copies))
