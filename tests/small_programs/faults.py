"""Planted faults: rules of the analysis that are taken out or weakened, and where that is seen.

A rule of the conflict test says why a write does not disturb a read. Without it, some program
copies more than before; if it is said too often, some program is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

import bufferize
from bufferize.analysis import AnalysisHeuristic, AnalysisState, conflicts, subset_rules
from bufferize.analysis.accesses import AccessOrder
from bufferize.ir import BlockArgument
from tests.small_programs.decisions import decided
from tests.small_programs.programs import PART, WHOLE, Kind, Program
from tests.small_programs.simulation import Judge
from tests.small_programs.spaces import (
    ADD,
    EXTRACT,
    EXTRACT_SLICE,
    INSERT,
    INSERT_PART,
    INSERT_SLICE,
    SELECT,
    Space,
)

_SLICE = Kind("extract_slice", (WHOLE,), PART)
_INSERT_SLICE = Kind("insert_slice", (PART, WHOLE), WHOLE)
_READ_PART = Kind("extract", (PART,))


@dataclass(frozen=True)
class Shown:
    """A space, and the number of operations of a program in it that shows a fault."""

    space: Space
    operations: int


def _space(*kinds: Kind, shape: str = "straight", most_returned: int = 0) -> Space:
    return Space("of a fault", kinds, shape, most_returned)


TAKEN_OUT = {
    "read_happens_before_write": Shown(_space(EXTRACT, INSERT, shape="blocks"), 2),
    "overwritten_part": Shown(_space(_SLICE, _INSERT_SLICE, INSERT_PART), 3),
    "written_back": Shown(_space(_SLICE, INSERT_PART, _INSERT_SLICE, _READ_PART), 4),
    "writes_same_contents": Shown(_space(_SLICE, _INSERT_SLICE, most_returned=1), 2),
    "disjoint_subsets": Shown(_space(EXTRACT_SLICE, INSERT_SLICE), 2),
    "write_outside_of_block": Shown(_space(EXTRACT, INSERT, shape="blocks"), 2),
    "separate_buffers": Shown(_space(INSERT, SELECT, most_returned=1), 2),
    "other_branch": Shown(_space(INSERT, shape="index_switch", most_returned=1), 1),
    "element_wise_access": Shown(_space(ADD), 1),
}
"""The rules without which some small program has more copies."""

_NOT_FOUND = "the index of positions (`analysis/candidates.py`) gives no such pairs"
NOT_NEEDED = {
    "same_use": "`is_harmless` leaves out such pairs beforehand",
    "write_is_definition": "`is_harmless` leaves out such pairs beforehand",
    "mutually_exclusive": _NOT_FOUND,
    "write_happens_before_definition": (
        "the index gives such pairs only around regions, where another copy settles them here"
    ),
    "write_inside_definition": _NOT_FOUND,
    "read_of_own_part": "for a single contribution, `written_back` says the same",
    "op_interface": "only models of other dialects say so",
}
"""The rules that small programs can do without, each with the reason."""

Patch = tuple[Any, str, Any]

_are_kept_apart = AccessOrder.are_kept_apart


def _apart_from_definition(rules: Any, definition: Any, _: Any, written: Any, copied: Any) -> bool:
    """Return what `are_kept_apart` does if what is read has the buffer of the definition."""
    return _are_kept_apart(rules, definition, definition, written, copied)


WEAKENED: dict[str, tuple[Patch, Shown]] = {
    "loops have an order": (
        (AccessOrder, "can_use_order", lambda *_: True),
        Shown(_space(EXTRACT, INSERT, shape="for"), 2),
    ),
    "no loops of blocks": (
        (AccessOrder, "in_block_loop", lambda *_: False),
        Shown(_space(EXTRACT, INSERT, shape="blocks"), 2),
    ),
    "arguments are writable": (
        (AnalysisState, "is_writable", lambda *_: True),
        Shown(_space(INSERT), 1),
    ),
    "all is exclusive": (
        (conflicts, "inside_mutually_exclusive_regions", lambda *_: True),
        Shown(_space(EXTRACT, INSERT), 2),
    ),
    "arguments of blocks are set anew": (
        (
            conflicts,
            "DEFINITION_RULES",
            (*conflicts.DEFINITION_RULES, lambda _, value, *__: isinstance(value, BlockArgument)),
        ),
        Shown(_space(EXTRACT, INSERT), 2),
    ),
    "copies pass nothing on": (
        (AccessOrder, "are_kept_apart", _apart_from_definition),
        Shown(_space(_SLICE, INSERT, INSERT_PART, most_returned=1), 3),
    ),
    "insertions change nothing": (
        (
            conflicts,
            "DEFINITION_RULES",
            (*conflicts.DEFINITION_RULES, lambda _, value, __, write: write.operand.value is value),
        ),
        Shown(_space(_SLICE, _INSERT_SLICE, most_returned=1), 2),
    ),
    "any part": (
        (subset_rules, "_comes_from_part", lambda *_, **__: True),
        Shown(_space(EXTRACT_SLICE, INSERT_SLICE, INSERT_PART), 3),
    ),
}
"""Faults that make some small program wrong."""


@contextmanager
def without(rule: str) -> Iterator[None]:
    """Take a rule of the conflict test out in a `with` block."""
    with ExitStack() as stack:
        if rule == "element_wise_access":
            stack.enter_context(patch.object(conflicts, rule, lambda *_: False))
        for name in _tuples():
            rest = tuple(r for r in getattr(conflicts, name) if r.__name__ != rule)
            stack.enter_context(patch.object(conflicts, name, rest))
        yield


def all_rules() -> set[str]:
    """Return the names of the rules of the conflict test that are always asked."""
    names = (rule.__name__ for name in _tuples() for rule in getattr(conflicts, name))
    return {*names, "element_wise_access"}


def _tuples() -> tuple[str, ...]:
    return "ORDER_RULES", "DEFINITION_RULES", "OTHER_RULES"


Seen = Callable[[Program, frozenset[int], frozenset[int]], bool]


def copies_more(_: Program, before: frozenset[int], after: frozenset[int]) -> bool:
    return len(after) > len(before)


def is_wrong(program: Program, before: frozenset[int], after: frozenset[int]) -> bool:
    return after != before and not Judge(program).is_right(after)


def first_seen(
    shown: Shown, fault: Callable[[], Any], is_seen: Seen, context: bufferize.Context
) -> Program | None:
    """Return the first program that shows a fault, which is planted by a context manager."""
    total = shown.space.count(shown.operations)
    for start in range(0, total, 50):
        numbers = range(start, min(start + 50, total))
        programs = [shown.space.program(shown.operations, number) for number in numbers]
        before = decided(programs, context, AnalysisHeuristic.BOTTOM_UP)
        with fault():
            after = decided(programs, context, AnalysisHeuristic.BOTTOM_UP)
        for program, old, new in zip(programs, before, after, strict=True):
            assert not isinstance(old, str)
            assert not isinstance(new, str)
            if is_seen(program, old, new):
                return program
    return None
