"""The check of certificates, by the rules of the analysis and by additions.

It shares nothing with the search. The decisions are made by the analysis, copies first. A conflict
holds if the analysis refuses to use its operands in place, even if all others are copied. Whatever is
decided goes one way through the cases, on which no operand pays more than its copy costs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from bufferize.analysis import (
    AnalysisHeuristic,
    AnalysisState,
    ModelSource,
    OneShotAnalysisState,
    analyze_module,
)
from bufferize.analysis.decide import OperandDecider
from bufferize.analysis.function_summaries import enter_calls
from bufferize.diagnostics import DiagnosticError, PassError
from bufferize.driver import OneShotOptions
from bufferize.driver.bufferizable import ModelContext
from bufferize.driver.shared_outputs import reads_from_outside, redirected
from bufferize.interfaces import FunctionOpInterface, is_tensor_like
from bufferize.ir import Operation, OpOperand, Value
from bufferize.passes.pipeline import parse_options, read_options
from bufferize.record import Reason
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
    options = replace(options, analysis_budget=0)
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
        for check in checks:
            check.check(state)
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


class _FunctionCheck:
    """The check of what a certificate says of one function."""

    def __init__(
        self, said: FunctionCertificate, module: Operation, options: OneShotOptions, file: str
    ) -> None:
        self.said = said
        self.file = file
        self.root = self._find_root(module, options)
        self.ops = list(self.root.walk())
        self.copied = {self.operand(copy.operands[0], copy.line) for copy in said.copies}
        if len(self.copied) < len(said.copies):
            raise wrong(file, said.copied[1], "an operand is copied twice")

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

    def check(self, state: OneShotAnalysisState) -> None:
        """Check all lines. Raises DiagnosticError for the first one that is wrong."""
        said = self.said
        for operand in self.operands_in_place(state.context):
            if not state.is_in_place(operand):
                which = f"operand {operand.index} of '{operand.owner.name}'"
                message = f"the copies of this function are not enough: {which} is copied, too"
                raise wrong(self.file, said.line, message)
        is_empty = not (said.copies or said.proof.conflicts or said.proof.splits or said.units)
        costs = {} if is_empty else self._costs(state)
        units = _units(costs.values())
        self._check_units(units)

        def weight(operand: OpOperand) -> int:
            cost = costs.get(operand)
            return 0 if cost is None else cost.copied * units[cost.unknown]

        for copy in said.copies:
            expected = weight(self.operand(copy.operands[0], copy.line))
            if copy.weight != expected:
                raise wrong(self.file, copy.line, f"this copy costs {expected}, not {copy.weight}")
        total = sum(copy.weight for copy in said.copies)
        if said.copied[0] != total:
            raise wrong(self.file, said.copied[1], f"the copies cost {total} in sum")
        _ProofCheck(self, weight, _Refusals(self.root, state)).check(
            said.proof, 0, Counter(), frozenset()
        )

    def _costs(self, state: OneShotAnalysisState) -> dict[OpOperand, Cost]:
        """Return the costs of copying the operands that need not be in place."""
        costs = OperandCosts(state)
        with state.remembering():
            return {
                operand: costs.of(operand)
                for op in self.ops
                for operand in op.op_operands
                if is_tensor_like(operand.value.type)
                and state.why(operand).reason is not Reason.MUST_BE_IN_PLACE
            }

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


class _ProofCheck:
    """The check of the proof that decisions about one function copy at least so much."""

    def __init__(
        self,
        function: _FunctionCheck,
        weight: Callable[[OpOperand], int],
        refusals: _Refusals,
    ) -> None:
        self._function = function
        self._file = function.file
        self._weight = weight
        self._refusals = refusals

    def check(
        self, case: Case, paid: int, sums: Counter[OpOperand], in_place: frozenset[OpOperand]
    ) -> None:
        """Check the lines of a case in which some operands are in place.

        `paid` is what the copy costs that the case assumes, and `sums` what each operand pays up to
        here, where it pays most. It is added to.
        """
        total = paid
        for conflict in case.conflicts:
            operands = self._pay(conflict, sums, in_place)
            if not self._refusals.has_conflict(operands):
                raise wrong(self._file, conflict.line, "these operands can all be in place")
            total += conflict.weight
        for split in case.splits:
            without_copy = sums.copy()
            operands = self._pay(split.copy, sums, in_place)
            if not in_place.isdisjoint(operands):
                message = "this case is about one in which the operand is in place"
                raise wrong(self._file, split.copy.line, message)
            self.check(split.copied, split.copy.weight, sums, in_place)
            self.check(split.in_place, 0, without_copy, in_place.union(operands))
            sums |= without_copy
            total += min(split.copied.bound[0], split.in_place.bound[0])
        bound, line = case.bound
        if bound != total:
            raise wrong(self._file, line, f"the lines of this case are {total} in sum")

    def _pay(
        self, said: Line, sums: Counter[OpOperand], in_place: frozenset[OpOperand]
    ) -> list[OpOperand]:
        """Let each operand of a line pay its weight, of whichever is copied; return the operands."""
        operands = [self._function.operand(ref, said.line) for ref in said.operands]
        if len(set(operands)) < len(operands):
            raise wrong(self._file, said.line, "an operand stands here twice")
        for operand, ref in zip(operands, said.operands, strict=True):
            cost = self._weight(operand)
            if operand not in in_place:
                sums[operand] += said.weight
                if sums[operand] > cost:
                    message = f"operand {ref} pays {sums[operand]} up to here, but its copy costs"
                    raise wrong(self._file, said.line, f"{message} {cost}")
        return operands


class _Refusals:
    """The analysis of one function, asked which operands it refuses to use in place together.

    It starts anew only if an answer could depend on earlier ones.
    """

    def __init__(self, root: Operation, known: OneShotAnalysisState) -> None:
        self._root = root
        self._known = known
        self._joined: list[Value] = []
        self._refused: set[OpOperand] = set()
        self._others: set[OpOperand] = set()
        self._decider: OperandDecider | None = None
        self._answers: dict[tuple[OpOperand, ...], bool] = {}

    def has_conflict(self, operands: list[OpOperand]) -> bool:
        """Return whether the operands cannot all be in place."""
        found = self._answers.get(key := tuple(operands))
        if found is None:
            found = self._answers[key] = self._is_refused(operands)
        return found

    def _is_refused(self, operands: list[OpOperand]) -> bool:
        decider = self._decider or self._start()
        find, values = decider.state.aliasing.find, self._values(operands, decider.state)
        joined = {find(value) for value in self._joined}
        if not joined.isdisjoint(map(find, values)) or not self._refused.isdisjoint(operands):
            decider = self._start()
        # Copies of all other operands are no help.
        decider.rules.copied = self._others.difference(operands)
        with decider.state.remembering():
            for operand in operands:
                decider.decide(operand)
                if not decider.state.is_in_place(operand):
                    self._refused.add(operand)
                    return True
                self._joined += self._values([operand], decider.state)
        return False

    def _values(self, operands: list[OpOperand], state: OneShotAnalysisState) -> list[Value]:
        """Return the values that are joined if `operands` are in place."""
        aliases = (alias for operand in operands for alias in state.get_aliasing_values(operand))
        return [*(operand.value for operand in operands), *(alias.value for alias in aliases)]

    def _start(self) -> OperandDecider:
        """Start an analysis in which nothing is decided but what must be in place."""
        known, root = self._known, self._root
        state = OneShotAnalysisState(known.options, known.context, root)
        state.functions, state.deferring_functions = known.functions, known.deferring_functions
        state.spares_copies = False
        if state.functions is not None:
            enter_calls((op for op in root.walk() if state.model(op) is not None), state)
        self._joined, self._refused = [], set()
        with state.remembering():
            self._decider = OperandDecider(root, state)
        self._others = {
            operand
            for op in root.walk()
            for operand in op.op_operands
            if is_tensor_like(operand.value.type) and not state.is_in_place(operand)
        }
        return self._decider


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
