"""The function `optimum`: the decisions about a program that copy the fewest bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from bufferize.analysis import AnalysisHeuristic, OneShotAnalysisState
from bufferize.diagnostics import OptionError
from bufferize.driver import OneShotOptions, analyze
from bufferize.driver.bufferizable import ModelContext
from bufferize.driver.shared_outputs import reads_from_outside, redirected
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Operation, OpOperand
from bufferize.passes.pipeline import write_options
from bufferize.record import Reason
from bufferize_optimum.callees import Callees, ProofLine
from bufferize_optimum.calls import CallCounts
from bufferize_optimum.certificate import (
    WHOLE,
    Case,
    Certificate,
    FunctionCertificate,
    Line,
    OperandRef,
    Split,
)
from bufferize_optimum.costs import Total
from bufferize_optimum.functions import FewestBytes, FunctionDecisions, JointDecisions
from bufferize_optimum.joint import JointProblem
from bufferize_optimum.measure import Decided, copies_after, program_around
from bufferize_optimum.problem import Problem
from bufferize_optimum.search import Proof


class Optimum:
    """The best decisions that were found about a program, and what is proved of them."""

    def __init__(
        self,
        analysis: OneShotAnalysisState,
        functions: Sequence[FunctionDecisions],
        options: OneShotOptions,
        program: Operation,
        decided: Mapping[int, Decided],
    ) -> None:
        self._program = program
        self._decided = decided
        self._counts = CallCounts(program, analysis)
        self.analysis = analysis
        """The analysis with these decisions."""
        self.functions = functions
        """The decisions of each function, callees first."""
        self._options = options

    @property
    def decisions(self) -> dict[OpOperand, bool]:
        """Whether each operand is in place."""
        return {each.operand: each.in_place for each in self.analysis.decisions}

    @property
    def bytes(self) -> Total:
        """The cost of the operands that are copied, and of what loops copy, in all calls."""
        return Total.of(
            self._counts.of(function.root).of(function.problem.cost(number))
            for function in self.functions
            for number in function.copied
        )

    @property
    def is_proved(self) -> bool:
        """Whether no decisions about the program copy fewer bytes."""
        return self.is_proved_by_function and not any(f.assumes_callees for f in self.functions)

    @property
    def is_proved_by_function(self) -> bool:
        """Whether no decisions about a function copy fewer bytes in it, with these about callees."""
        return all(function.is_proved for function in self.functions)

    def copied_for_layouts(self) -> Total:
        """Bufferize a clone of the program; return the cost of copies that only layouts need.

        Decisions of the analysis are not about them.
        """
        copies = copies_after(self._program, self.analysis, self._decided) or ()
        return self._counts.total(copy for copy in copies if copy.reason is Reason.LAYOUT)

    @property
    def certificate(self) -> Certificate:
        """The proof, which `certify` checks; functions whose bound is lower have a gap."""
        usual = OneShotOptions()
        options = replace(
            self._options,
            analysis_heuristic=usual.analysis_heuristic,
            analysis_seconds=usual.analysis_seconds,
        )
        written = write_options(options)
        text = " ".join(f"{name}={','.join(values)}" for name, values in written.items())
        found = Certificate(text)
        for function in self.functions:
            found.functions.append(_Section(function, self._counts).certificate())
        return found


def optimum(module: Operation, options: OneShotOptions, context: ModelContext) -> Optimum:
    """Return decisions about `module`, which is not changed, for which the fewest bytes are copied.

    They are the best of all that the analysis allows, function by function, as far as the search
    gets in `options.analysis_seconds` each. `Optimum.is_proved` says whether that is proved of all that
    could be decided about the program, and not only function by function. Raises as `analyze` does.
    """
    if options.analysis != "one-shot":
        raise OptionError(
            f"there are decisions to make only with the analysis 'one-shot', not "
            f"'{options.analysis}'"
        )
    found: list[FunctionDecisions] = []
    search = FewestBytes(found)
    searched = replace(
        options, analysis_heuristic=AnalysisHeuristic.BOTTOM_UP, analysis_order=search
    )
    analysis = analyze(module, searched, context)
    assert isinstance(analysis, OneShotAnalysisState)
    last = {function.root: function for function in found}  # recursive ones are analyzed again
    callees = Callees(analysis, module)
    with redirected(reads_from_outside(module)):
        decided = [_as_decided(function, analysis) for function in last.values()]
        functions = list(_with_proofs(decided, callees))
    return Optimum(analysis, functions, options, module, search.decided)


def _as_decided(found: FunctionDecisions, analysis: OneShotAnalysisState) -> FunctionDecisions:
    """Return `found` with the operands that the analysis copies, which may be others."""
    problem = found.problem
    copied = {
        number
        for number, operand in enumerate(problem.operands)
        if not analysis.is_in_place(operand)
    }
    copied |= problem.yield_numbers(problem.yields.copied(analysis))
    return replace(found, copied=frozenset(copied))


def _with_proofs(
    decided: Sequence[FunctionDecisions], callees: Callees
) -> Iterator[FunctionDecisions]:
    """Yield functions with what is proved of them, and of those that they are decided with."""
    together: dict[int, tuple[JointDecisions, bool]] = {}
    for found in decided:
        if found.joint is None:
            assumed = callees.are_assumed(_proof_lines(found.problem, found.proof))
            yield replace(found, assumes_callees=assumed)
            continue
        known = together.get(id(found.joint))
        if known is None:
            problem = found.joint.problem
            parts = [each for each in decided if each.joint is found.joint]
            copied = frozenset(n for p in parts for n in problem.numbers(p.root, p.copied))
            assumed = callees.are_assumed(_proof_lines(problem, found.joint.proof))
            known = together[id(found.joint)] = replace(found.joint, copied=copied), assumed
        yield replace(found, joint=known[0], assumes_callees=known[1])


def _proof_lines(problem: Problem | JointProblem, proof: Proof) -> Iterator[ProofLine]:
    """Yield the lines of a proof, as a certificate has them."""

    def line(numbers: Iterable[int], is_conflict: bool) -> ProofLine:
        operands, yields = (
            [problem.operand(n) for n in numbers if problem.is_yield(n) is kind]
            for kind in (False, True)
        )
        return ProofLine(operands, yields, is_conflict)

    clauses = problem.sets
    for clause in proof.multipliers:
        yield line(sorted(clauses[clause]), True)
    for split in proof.splits:
        yield line(split.operands, False)
        yield from _proof_lines(problem, split.copied)
        yield from _proof_lines(problem, split.in_place)


class _Section:
    """The part of a certificate about one function."""

    def __init__(self, found: FunctionDecisions, counts: CallCounts) -> None:
        self._found = found
        self._joint = found.joint
        self._problem = found.problem if found.joint is None else found.joint.problem
        self._times = str(counts.of(found.root))
        self._numbers: dict[Operation, dict[Operation, int]] = {}

    def certificate(self) -> FunctionCertificate:
        found, root, problem = self._found, self._found.root, self._problem
        program = program_around(root)
        place = next(number for number, op in enumerate(program.walk()) if op is root)
        name = WHOLE
        if root is not program and isinstance(root, FunctionOpInterface):
            name = f"@{root.symbol_name}"
        certificate = FunctionCertificate(place, name)
        proof, copied = found.proof, sorted(found.copied)
        if self._joint is not None:
            proof = self._joint.proof_in(root)
            copied = sorted(self._joint.problem.numbers(root, found.copied))
            certificate.called = self._times, 0
            others = (f"@{f.symbol_name}" for f in self._joint.problem.functions if f is not root)
            certificate.others = tuple(others)
        elif not copied and not proof.bound:
            return certificate
        weights = problem.copied_weights
        certificate.units = {n: (unit, 0) for n, unit in problem.scale.copied_units.items() if n}
        certificate.copies = [Line(0, (self._ref(n),), weights[n]) for n in copied]
        certificate.copied = sum(copy.weight for copy in certificate.copies), 0
        certificate.proof = self._case(proof)
        return certificate

    def _ref(self, number: int) -> OperandRef:
        problem = self._problem
        operand = problem.operand(number)
        root = problem.root_of(number)
        numbers = self._numbers.get(root)
        if numbers is None:
            numbers = self._numbers[root] = {op: number for number, op in enumerate(root.walk())}
        function = ""
        if root is not self._found.root and isinstance(root, FunctionOpInterface):
            function = f"@{root.symbol_name}"
        owner, is_yield = operand.owner, problem.is_yield(number)
        return OperandRef(numbers[owner], operand.index, owner.name, is_yield, function)

    def _case(self, proof: Proof, paid: int = 0) -> Case:
        clauses = self._problem.sets
        conflicts = [
            Line(0, tuple(map(self._ref, sorted(clauses[clause]))), multiplier)
            for clause, multiplier in sorted(proof.multipliers.items())
        ]
        splits = [
            Split(
                Line(0, tuple(map(self._ref, split.operands)), split.weight),
                self._case(split.copied, split.weight),
                self._case(split.in_place),
            )
            for split in proof.splits
        ]
        return Case(conflicts, splits, (paid + proof.bound, 0))
