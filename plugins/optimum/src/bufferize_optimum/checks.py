"""The check of certificates, by the rules of the analysis and by additions.

It shares nothing with the search. The decisions are made by the analysis, copies first, and the models
of loops say what they copy then. Each conflict is checked by `Refusals`. Whatever is decided goes one
way through the cases, on which no operand pays more than its copy costs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from bufferize.analysis import (
    AnalysisHeuristic,
    AnalysisState,
    ModelSource,
    OneShotAnalysisState,
    analyze_module,
)
from bufferize.diagnostics import DiagnosticError, PassError
from bufferize.driver import OneShotOptions
from bufferize.driver.bufferizable import ModelContext
from bufferize.driver.shared_outputs import reads_from_outside, redirected
from bufferize.interfaces import FunctionOpInterface, is_tensor_like
from bufferize.ir import Operation, OpOperand
from bufferize.passes.pipeline import parse_options, read_options
from bufferize.record import Reason
from bufferize_optimum.callees import Callees, ProofLine
from bufferize_optimum.calls import ONCE, CallCounts, Times
from bufferize_optimum.certificate import (
    WHOLE,
    Case,
    FunctionCertificate,
    Line,
    OperandRef,
    check_digest,
    read_certificate,
    wrong,
)
from bufferize_optimum.costs import Cost, OperandCosts
from bufferize_optimum.refusals import Refusals
from bufferize_optimum.yields import LoopYields


def certify(
    text: str, module: Operation, context: ModelContext, file: str = "<certificate>"
) -> list[FunctionCertificate]:
    """Check a certificate for `module`, which is not changed; return what it says of each function.

    Raises DiagnosticError for the first line of the certificate that is wrong.
    """
    certificate = read_certificate(text, file)
    try:
        options = read_options(OneShotOptions, parse_options(certificate.options), "a certificate")
        options.validate()
    except DiagnosticError as problem:
        raise wrong(file, 2, problem.diagnostics[0].message) from None
    if options.analysis != "one-shot" or not isinstance(
        options.analysis_heuristic, AnalysisHeuristic
    ):
        raise wrong(file, 2, "a certificate is about the analysis 'one-shot' and its own orders")
    options = replace(
        options,
        analysis_budget=0,
        test_analysis_only=False,
        print_conflicts=False,
        dump_alias_sets=False,
    )
    checks = [_FunctionCheck(function, module, options, file) for function in certificate.functions]
    by_root: dict[Operation, _FunctionCheck] = {}
    for check in checks:
        if by_root.setdefault(check.root, check) is not check:
            raise wrong(
                file, check.said.line, "the certificate has said all of this function before"
            )

    def order(root: Operation, state: AnalysisState) -> Iterable[OpOperand]:
        assert isinstance(state, OneShotAnalysisState)
        state.spares_copies = False
        check = by_root.get(root)
        return () if check is None else [*check.copied, *check.operands_in_place(context)]

    # What is copied comes first: the other operands can be in place because of that.
    copied = {operand: False for check in checks for operand in check.copied}
    with redirected(reads_from_outside(module)):
        try:
            state = analyze_module(module, replace(options, analysis_order=order), context, copied)
        except PassError as problem:
            raise wrong(file, 3, problem.diagnostics[0].message) from None
        program = _ProgramCheck(checks, state, module)
        for check in checks:
            check.check(program)
    known = {check.root for check in checks}
    for root in _roots(module, state):
        if root not in known:
            name = root.symbol_name if isinstance(root, FunctionOpInterface) else root.name
            raise wrong(file, 3, f"the certificate does not say anything of '{name}'")
    check_digest(text, file)
    return certificate.functions


def _roots(module: Operation, state: OneShotAnalysisState) -> Iterator[Operation]:
    """Yield the functions of `module` that are analyzed; all of it without function boundaries."""
    if state.functions is None or state.functions.order is None:
        yield module
        return
    order = state.functions.order
    for function in (*order.ordered, *order.circular):
        if not function.is_external and state.options.is_op_allowed(function):
            yield function


class _ProgramCheck:
    """The analysis and the sums that the checks of all functions share."""

    def __init__(
        self, checks: Iterable[_FunctionCheck], state: OneShotAnalysisState, module: Operation
    ) -> None:
        self.state = state
        self.counts = CallCounts(module, state)
        self.callees = Callees(state, module)
        self.by_name = {check.said.name: check for check in checks}
        self.sums = Counter[OperandRef]()
        """The bytes that each operand pays up to here, on the way through the cases where it pays most."""


class _FunctionCheck:
    """The check of what a certificate says of one function."""

    def __init__(
        self, said: FunctionCertificate, module: Operation, options: OneShotOptions, file: str
    ) -> None:
        self.said = said
        self.file = file
        self.root = self._find_root(module, options)
        self.ops = list(self.root.walk())
        copies = {copy.operands[0]: copy.line for copy in said.copies}
        if len(copies) < len(said.copies):
            raise wrong(file, said.copied[1], "an operand is copied twice")
        self.copied = {self.operand(ref, line) for ref, line in copies.items() if not ref.is_yield}
        self._costs: _Costs | None = None
        self._units: dict[int, int] | None = None
        self._refusals: Refusals | None = None

    def _find_root(self, module: Operation, options: OneShotOptions) -> Operation:
        said = self.said
        ops = list(module.walk())
        root = ops[said.number] if said.number < len(ops) else None
        if isinstance(root, FunctionOpInterface) and options.bufferize_function_boundaries:
            name = f"@{root.symbol_name}"
        else:
            name = WHOLE if root is module else ""
        if root is None or name != said.name:
            message = f"operation {said.number} of the program is no function '{said.name}'"
            raise wrong(self.file, said.line, message)
        return root

    def operand(self, ref: OperandRef, line: int) -> OpOperand:
        op = self.ops[ref.op] if ref.op < len(self.ops) else None
        if op is None or op.name != ref.name:
            raise wrong(self.file, line, f"operation {ref.op} is no '{ref.name}'")
        if ref.index >= len(op.op_operands):
            raise wrong(self.file, line, f"'{ref.name}' has no operand {ref.index}")
        operand = op.op_operands[ref.index]
        if not is_tensor_like(operand.value.type):
            raise wrong(self.file, line, f"operand {ref.index} of '{ref.name}' is no tensor")
        return operand

    def operands_in_place(self, context: ModelSource) -> Iterator[OpOperand]:
        """Yield the operands that the certificate does not copy, and that would cost a copy."""
        for op in self.ops:
            if context.model(op.name) is None:
                continue
            for operand in op.op_operands:
                if is_tensor_like(operand.value.type) and operand not in self.copied:
                    yield operand

    # The lines, in their order

    def check(self, program: _ProgramCheck) -> None:
        """Check all lines. Raises DiagnosticError for the first one that is wrong."""
        said, state = self.said, program.state
        for operand in self.operands_in_place(state.context):
            if not state.is_in_place(operand):
                which = f"operand {operand.index} of '{operand.owner.name}'"
                message = f"the copies of this function are not enough: {which} is copied, too"
                raise wrong(self.file, said.line, message)
        said.together = [check.said for check in self.together(program)]
        self._check_calls(program)
        yields = self.costs(program).yields
        self._check_yields(yields, state)
        is_empty = not (said.copies or said.proof.conflicts or said.proof.splits or said.units)
        self._check_units({} if is_empty else self.units(program))
        for copy in said.copies:
            expected = self.weight(copy.operands[0], copy.line, program)
            if copy.weight != expected:
                raise wrong(self.file, copy.line, f"this copy costs {expected}, not {copy.weight}")
        total = sum(copy.weight for copy in said.copies)
        if said.copied[0] != total:
            raise wrong(self.file, said.copied[1], f"the copies cost {total} in sum")
        proof = _ProofCheck(self, program)
        proof.check(said.proof, 0, program.sums, frozenset())
        said.assumes_callees = program.callees.are_assumed(proof.lines)

    def together(self, program: _ProgramCheck) -> list[_FunctionCheck]:
        """Return the checks of this function and of those that it is together with."""
        names = self.said.name, *self.said.others
        if len(set(names)) < len(names):
            raise wrong(self.file, self.said.line, "a function is with one twice")
        for name in names:
            other = program.by_name.get(name)
            if other is None:
                message = f"the certificate does not say anything of '{name}'"
                raise wrong(self.file, self.said.line, message)
            if {other.said.name, *other.said.others} != set(names):
                message = f"'{self.said.name}' and '{name}' are not with the same functions"
                raise wrong(self.file, max(self.said.line, other.said.line), message)
        return [program.by_name[name] for name in names]

    def _check_calls(self, program: _ProgramCheck) -> None:
        calls = str(program.counts.of(self.root)) if self.said.others else "1"
        said, line = self.said.called
        if said != calls:
            message = f"copies in this function count {calls} times, not {said}"
            raise wrong(self.file, line or self.said.line, message)

    def costs(self, program: _ProgramCheck) -> _Costs:
        """Return the costs of copies in this function."""
        if self._costs is None:
            times = program.counts.of(self.root) if self.said.others else ONCE
            self._costs = _Costs(self, program.state, times)
        return self._costs

    def units(self, program: _ProgramCheck) -> dict[int, int]:
        """Return what bytes weigh, by their numbers of unknown factors."""
        if self._units is None:
            checks = self.together(program)
            self._units = _units(c for check in checks for c in check.costs(program).all.values())
        return self._units

    def refusals(self, program: _ProgramCheck) -> Refusals:
        """Return the analysis of the function, with callees as they are decided."""
        if self._refusals is None:
            self._refusals = Refusals(self.root, program.state, self.costs(program).yields)
        return self._refusals

    def weight(self, ref: OperandRef, line: int, program: _ProgramCheck) -> int:
        """Return the weight of a copy. Raises DiagnosticError if there is no such operand."""
        costs, operand = self.costs(program), self.operand(ref, line)
        if ref.is_yield and operand not in costs.yields.operands:
            message = f"operand {ref.index} of '{ref.name}' is not what a loop yields"
            raise wrong(self.file, line, message)
        cost = costs.all.get((operand, ref.is_yield))
        return 0 if cost is None else cost.copied * self.units(program)[cost.unknown]

    def _check_yields(self, yields: LoopYields, state: OneShotAnalysisState) -> None:
        """Check that loops copy of what they yield just what the certificate says."""
        refs = [(copy.operands[0], copy.line) for copy in self.said.copies]
        said = {self.operand(ref, line): line for ref, line in refs if ref.is_yield}
        copied = yields.copied(state)
        for operand in copied:
            if operand not in said:
                which = f"operand {operand.index} of '{operand.owner.name}'"
                message = f"the copies of this function are not enough: a loop copies {which}, too"
                raise wrong(self.file, self.said.line, message)
        for operand, line in said.items():
            if operand not in copied:
                raise wrong(self.file, line, "no loop copies this")

    def _check_units(self, units: dict[int, int]) -> None:
        for unknown, (unit, line) in self.said.units.items():
            if unknown == 0 or units.get(unknown) != unit:
                expected = (
                    f"weighs {units[unknown]}" if units.get(unknown, 1) > 1 else "is not used"
                )
                raise wrong(self.file, line, f"a byte with {unknown} unknown factors {expected}")
        missing = [n for n in units if n and n not in self.said.units]
        if missing:
            message = f"the weight of a byte with {missing[0]} unknown factors is not given"
            raise wrong(self.file, self.said.line, message)


class _Costs:
    """The costs of copies in a function, in all calls that count."""

    def __init__(self, function: _FunctionCheck, state: OneShotAnalysisState, times: Times) -> None:
        self.yields = LoopYields(function.root, state)
        costs = OperandCosts(state)
        with state.remembering():
            self.all = {
                (operand, False): times.of(costs.of(operand))
                for op in function.ops
                for operand in op.op_operands
                if is_tensor_like(operand.value.type)
                and state.why(operand).reason is not Reason.MUST_BE_IN_PLACE
            }
        """The costs by operands, with whether they stand for copies of what loops yield."""
        self.all |= {(o, True): times.of(self.yields.cost(o)) for o in self.yields.operands}


class _ProofCheck:
    """The check of the proof that decisions about one function copy at least so much."""

    def __init__(self, function: _FunctionCheck, program: _ProgramCheck) -> None:
        self._function = function
        self._file = function.file
        self._program = program
        self.lines: list[ProofLine] = []
        """The lines that have been checked."""

    def check(
        self, case: Case, paid: int, sums: Counter[OperandRef], in_place: frozenset[OperandRef]
    ) -> None:
        """Check the lines of a case in which some operands are in place.

        `paid` is what the copy costs that the case assumes, and `sums` what each operand pays up to
        here, where it pays most. It is added to.
        """
        total = paid
        for conflict in case.conflicts:
            self._pay(conflict, sums, in_place)
            if not self._has_conflict(self._read(conflict, True), conflict):
                raise wrong(self._file, conflict.line, "these operands can all be in place")
            total += conflict.weight
        for split in case.splits:
            without_copy = sums.copy()
            operands = list(map(self._whole, split.copy.operands))
            self._pay(split.copy, sums, in_place)
            self._read(split.copy, False)
            if not in_place.isdisjoint(operands):
                message = "this case is about one in which the operand is in place"
                raise wrong(self._file, split.copy.line, message)
            self.check(split.copied, split.copy.weight, sums, in_place)
            self.check(split.in_place, 0, without_copy, in_place.union(operands))
            sums |= without_copy
            total += min(split.copied.bound[0], split.in_place.bound[0])
        bound, number = case.bound
        if bound != total:
            raise wrong(self._file, number, f"the lines of this case are {total} in sum")

    def _pay(self, said: Line, sums: Counter[OperandRef], in_place: frozenset[OperandRef]) -> None:
        """Let each operand of a line pay its weight, of whichever is copied."""
        if len(set(map(self._whole, said.operands))) < len(said.operands):
            raise wrong(self._file, said.line, "an operand stands here twice")
        for ref in said.operands:
            cost = self._function_of(ref, said).weight(ref, said.line, self._program)
            whole = self._whole(ref)
            if whole not in in_place:
                sums[whole] += said.weight
                if sums[whole] > cost:
                    message = f"operand {ref} pays {sums[whole]} up to here, but its copy costs"
                    raise wrong(self._file, said.line, f"{message} {cost}")

    def _whole(self, ref: OperandRef) -> OperandRef:
        """Return `ref` with the name of its function."""
        return replace(ref, function=ref.function or self._function.said.name)

    def _function_of(self, ref: OperandRef, said: Line) -> _FunctionCheck:
        function = self._function
        if ref.function and ref.function not in function.said.others:
            message = f"'{function.said.name}' is not together with '{ref.function}'"
            raise wrong(self._file, said.line, message)
        return self._program.by_name[ref.function] if ref.function else function

    def _read(self, said: Line, is_conflict: bool) -> ProofLine:
        operands, yields = (
            [
                self._function_of(ref, said).operand(ref, said.line)
                for ref in said.operands
                if ref.is_yield is kind
            ]
            for kind in (False, True)
        )
        self.lines.append(line := ProofLine(operands, yields, is_conflict))
        return line

    def _has_conflict(self, line: ProofLine, said: Line) -> bool:
        """Return whether one of the operands of a line is always copied, or one of its yields."""
        first, *others = dict.fromkeys(self._function_of(ref, said) for ref in said.operands)
        if others:
            return self._program.callees.are_refused(line)
        return first.refusals(self._program).has_conflict(line.operands, line.yields)


def _units(costs: Iterable[Cost]) -> dict[int, int]:
    """Return the weight of a byte by its number of unknown factors: above all that is below it."""
    sums: Counter[int] = Counter()
    for cost in costs:
        sums[cost.unknown] += cost.copied
    units, unit = {}, 1
    for unknown in sorted(sums):
        units[unknown] = unit
        unit *= sums[unknown] + 1
    return units
