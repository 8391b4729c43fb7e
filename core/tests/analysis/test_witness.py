"""Every copy has a reason that holds; and the checker of reasons lets no wrong one pass."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bufferize.analysis import AnalysisOptions, OneShotAnalysisState, analyze_module
from bufferize.analysis.accesses import Read, Write, loops_between
from bufferize.analysis.conflicts import ConflictRules
from bufferize.analysis.program_order import ProgramOrder
from bufferize.diagnostics import PassError
from bufferize.ir import Operation, OpOperand, UnitAttr, Value
from bufferize.record import Decision, Reason

from .program_shapes import SHAPES
from .programs import random_module
from .test_brute_force import orders
from .toy import (
    FillOp,
    NewOp,
    ParallelOp,
    PutOp,
    ReadOp,
    ReturnOp,
    UpdateOp,
    ViewOp,
    ZipOp,
    branch_on,
    finish,
    function,
    loop,
    make,
    module,
)
from .toy_models import ToyContext
from .witness import (
    NOT_BY_DOMINANCE,
    NOT_IN_TURN,
    OTHER_BRANCH,
    NothingDecided,
    WitnessChecker,
    problems_of_log,
)

OPTIONS = AnalysisOptions(bufferize_function_boundaries=True)


def analyzed(root: Operation, options: AnalysisOptions = OPTIONS) -> OneShotAnalysisState:
    return analyze_module(root, options, ToyContext())


# What the analysis says


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.slow
def test_reasons_on_generated_programs(name: str) -> None:
    """The only copies without need are those between what dominance leaves in no order.

    And those of what another branch yields than one with a loop that writes, and those for an element-wise operation of which two operands are one buffer or have nothing in
    common, which the analysis does not tell from two that overlap.
    """
    conflicts = needless = 0
    for seed in range(COUNT):
        for options in orders(seed):
            root = random_module(seed, SHAPES[name])
            try:
                state = analyzed(root, options)
            except PassError:
                continue
            problems = problems_of_log(root, state)
            for problem in problems:
                elementwise = NOT_IN_TURN in problem and problem.startswith("toy.zip operand")
                is_known = NOT_BY_DOMINANCE in problem or OTHER_BRANCH in problem
                assert is_known or elementwise, f"seed {seed}: {problem}"
            conflicts += sum(d.reason is Reason.CONFLICT for d in state.decisions)
            needless += len(problems)
    assert needless <= conflicts / 2


@pytest.mark.parametrize(
    "name", ["rare", "slices", "loops", "ifs", "parallel", "blocks-in-regions"]
)
def test_rules_and_checker_agree_on_every_triple(name: str) -> None:
    """On those, too, that no decision is about: most are no conflict."""
    verdicts: dict[bool, int] = {True: 0, False: 0}
    for seed in range(COUNT):
        root = random_module(seed, SHAPES[name])
        queries = NothingDecided(OPTIONS, ToyContext())
        rules = ConflictRules(queries, ProgramOrder(root.regions[0].entry.terminator))
        checker = WitnessChecker(root, analyzed(root))
        facts = checker.facts
        operands = [operand for op in root.walk() for operand in op.op_operands]
        for read in filter(facts.reads, operands):
            for definition in facts.definitions(read.value):
                loops = loops_between(queries, read.owner, (definition,))
                for write in filter(facts.writes, operands):
                    aliases = facts.aliases(write)
                    sole = aliases[0].value if len(aliases) == 1 else None
                    expected = rules.conflicting_definition(
                        Read(read, (definition,), loops), Write(write, sole)
                    )
                    problem = checker.problem_of_triple(definition, write, read)
                    elementwise = read.owner is write.owner and isinstance(read.owner, ZipOp)
                    if problem == OTHER_BRANCH:
                        assert expected is None or len(
                            loops_between(queries, write.owner, (definition,))
                        )
                    elif problem != NOT_BY_DOMINANCE and not (
                        elementwise and problem == NOT_IN_TURN
                    ):
                        assert (expected is None) == (problem is not None)
                    verdicts[expected is not None] += 1
    assert min(verdicts.values()) > COUNT


# What the checker refuses


class Sample:
    """A function with some copies, and much that could be taken for a party of their conflicts."""

    def __init__(self) -> None:
        self.root = module()
        func = function(self.root, "f", 3)
        func.attributes["non_writable1"] = UnitAttr()
        body = func.entry_block
        self.a, self.non_writable, self.b = body.arguments
        self.read_before = make(body, ReadOp, self.a, results=0).op_operands[0]
        self.write = make(body, UpdateOp, self.a).op_operands[0]
        self.written = self.write.owner.results[0]
        self.read = make(body, ReadOp, self.a, results=0).op_operands[0]
        self.other_write = make(body, UpdateOp, self.b).op_operands[0]
        self.other_read = make(body, ReadOp, self.b, results=0).op_operands[0]
        self.write_to_non_writable = make(body, FillOp, self.non_writable).op_operands[0]
        # A tile that is updated in place.
        self.whole = make(body, FillOp, make(body, NewOp).result).result
        tile = make(body, UpdateOp, make(body, ViewOp, self.whole, at=0).result)
        self.write_to_tile = tile.op_operands[0]
        put = make(body, PutOp, tile.result, self.whole, at=0)
        self.read_beside_tile = put.op_operands[1]
        # Reads and writes each element in turn.
        self.zip = make(body, ZipOp, put.result, put.result)
        # Either writes or reads.
        self.branched = self.zip.result
        branch = branch_on(body)
        filled = make(branch.regions[0].entry, FillOp, self.branched)
        self.write_in_branch = filled.op_operands[0]
        finish(branch.regions[0].entry, filled.result)
        self.read_in_branch = make(
            branch.regions[1].entry, ReadOp, self.branched, results=0
        ).op_operands[0]
        finish(branch.regions[1].entry, self.branched)
        # A loop that sets what it reads and then writes, and writes what comes from outside of it.
        inner = loop(body, branch.result).regions[0].entry
        self.inner_value = make(inner, FillOp, make(inner, NewOp).result).result
        self.inner_read = make(inner, ReadOp, self.inner_value, results=0).op_operands[0]
        self.inner_write = make(inner, UpdateOp, self.inner_value).op_operands[0]
        self.outer_write = make(inner, UpdateOp, self.written).op_operands[0]
        finish(inner, inner.arguments[0])
        # Iterations that run at once, and write what they share.
        shared = make(body, FillOp, make(body, NewOp).result).result
        at_once = loop(body, shared, ParallelOp).regions[0].entry
        self.shared_write = make(at_once, UpdateOp, self.written).op_operands[0]
        self.own_value = make(at_once, FillOp, make(at_once, NewOp).result).result
        self.own_write = make(at_once, UpdateOp, self.own_value).op_operands[0]
        finish(at_once, at_once.arguments[0])
        finish(body, self.written, cls=ReturnOp)
        self.state = analyzed(self.root)

    def decision(self, operand: OpOperand) -> Decision:
        return next(d for d in self.state.decisions if d.operand is operand)

    def problems(self, decision: Decision) -> list[str]:
        """What the checker says if this decision is put in place of the one about its operand."""
        checker = WitnessChecker(self.root, self.state)
        for made in self.state.decisions:
            if made.operand is decision.operand:
                break
            checker.replay(made)
        return list(checker.problems_of(decision))


def test_reasons_of_the_sample_hold() -> None:
    sample = Sample()
    assert problems_of_log(sample.root, sample.state) == []
    expected = {
        sample.write: Reason.CONFLICT,
        sample.other_write: Reason.CONFLICT,
        sample.write_to_non_writable: Reason.NOT_WRITABLE,
        sample.outer_write: Reason.CONFLICT,
        sample.shared_write: Reason.PARALLEL,
    }
    assert {d.operand: d.reason for d in sample.state.decisions if not d.in_place} == expected
    # The loop comes back to the write, which is a read as well.
    checker = WitnessChecker(sample.root, sample.state)
    write = sample.outer_write
    assert checker.problem_of_triple(sample.written, write, write) is None


Change = Callable[[Sample], tuple[OpOperand, dict[str, object]]]


def conflict(definition: Value, write: OpOperand, read: OpOperand) -> dict[str, object]:
    return {
        "in_place": False,
        "reason": Reason.CONFLICT,
        "definition": definition,
        "write": write,
        "read": read,
    }


FORGERIES: dict[str, tuple[str, Change]] = {
    "read and write swapped": (
        "the write does not write",
        lambda s: (s.write, {"read": s.write, "write": s.read}),
    ),
    "read that only writes": (
        "the read does not read",
        lambda s: (
            s.write_to_non_writable,
            conflict(s.non_writable, s.write_to_non_writable, s.write_to_non_writable),
        ),
    ),
    "read before the write": (NOT_IN_TURN, lambda s: (s.write, {"read": s.read_before})),
    "read of another value": (
        "the read is of another buffer",
        lambda s: (s.write, {"read": s.other_read, "definition": s.b}),
    ),
    "another definition": (
        "the contents that are read are not from the definition",
        lambda s: (s.write, {"definition": s.written}),
    ),
    "no definition": (
        "a party of the conflict is missing",
        lambda s: (s.write, {"definition": None}),
    ),
    "write to another value": (
        "the write is to another buffer",
        lambda s: (s.write, {"write": s.other_write}),
    ),
    "write that is not in place": (
        "the write was not decided to be in place before",
        lambda s: (s.read, conflict(s.a, s.write, s.read)),
    ),
    "write in the other branch": (
        NOT_IN_TURN,
        lambda s: (
            s.write_in_branch,
            conflict(s.branched, s.write_in_branch, s.read_in_branch),
        ),
    ),
    "definition made anew in each iteration": (
        NOT_IN_TURN,
        lambda s: (s.inner_write, conflict(s.inner_value, s.inner_write, s.inner_read)),
    ),
    "read and write of one element after the other": (
        NOT_IN_TURN,
        lambda s: (
            s.zip.op_operands[1],
            conflict(s.zip.operands[0], s.zip.op_operands[1], s.zip.op_operands[0]),
        ),
    ),
    "write to the part that is not read": (
        "the write does not change what is read",
        lambda s: (
            s.write_to_tile,
            conflict(s.whole, s.write_to_tile, s.read_beside_tile),
        ),
    ),
    "root that may be written to": (
        "the root may be written to",
        lambda s: (s.write, {"reason": Reason.NOT_WRITABLE, "root": s.a}),
    ),
    "root of another buffer": (
        "the root is another buffer",
        lambda s: (s.write, {"reason": Reason.NOT_WRITABLE, "root": s.non_writable}),
    ),
    "no root": ("there is no root", lambda s: (s.write_to_non_writable, {"root": None})),
    "nothing written to the root": (
        "the write does not write",
        lambda s: (s.write_to_non_writable, {"write": s.read}),
    ),
    "parallel write in no parallel region": (
        "the write is not in a parallel region",
        lambda s: (s.write, {"reason": Reason.PARALLEL}),
    ),
    "parallel write to what an iteration owns": (
        "what is written to belongs to one iteration",
        lambda s: (
            s.own_write,
            {
                "in_place": False,
                "reason": Reason.PARALLEL,
                "definition": s.own_value,
                "write": s.own_write,
            },
        ),
    ),
    "forced by nobody": (
        "nothing says that it must be",
        lambda s: (s.inner_write, {"reason": Reason.MUST_BE_IN_PLACE}),
    ),
    "copied without a reason": (
        "there is no witness",
        lambda s: (s.write, {"reason": Reason.UNEXPLAINED}),
    ),
    "a reason for the other decision": (
        "the reason is not one for this decision",
        lambda s: (s.write, {"reason": Reason.NO_CONFLICT}),
    ),
    "in place, but copied": (
        "the state says otherwise",
        lambda s: (s.write, {"in_place": True, "reason": Reason.NO_CONFLICT}),
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forged_reasons_are_refused(name: str) -> None:
    sample = Sample()
    problem, change = FORGERIES[name]
    operand, changes = change(sample)
    forged = sample.decision(operand)._replace(**changes)  # type: ignore[arg-type]
    assert problem in sample.problems(forged)


def test_log_with_gaps_is_refused() -> None:
    sample = Sample()
    gap = sample.state.decisions.pop()
    name = f"{gap.operand.owner.name} operand {gap.operand.index}"
    assert f"{name} was not decided" in problems_of_log(sample.root, sample.state)
    sample.state.decisions += [gap, gap]
    assert f"{name} was decided 2 times" in problems_of_log(sample.root, sample.state)


COUNT = 12
