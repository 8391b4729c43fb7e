"""The problem: operands with costs, and clauses: of the operands of each, one must be copied.

Values are the nodes of a graph. An operand in place is an edge: it joins its value with the values
that alias it. Two values that must not share a buffer must not be connected while a certain write is
in place, so of each path between them together with the write, one operand is copied:

```mlir
%a = tensor.insert %f into %t[%i] : tensor<8xf32>  // #0 in place joins %t and %a
%x = tensor.extract %t[%i] : tensor<8xf32>         // reads %t, which #0 would overwrite
// a clause: {#0}
```

What loops copy of that which they yield is no decision, but follows from them. Each tensor that a loop
yields is one more operand, with a number after those to decide. If some operands in place make the
loop copy it, there is a clause of them and of the copy: one of them is copied, or this one is paid.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator, Set
from functools import cached_property

from bufferize.analysis import AnalysisOrder, OneShotAnalysisState
from bufferize.analysis.alias_sets import AliasSets
from bufferize.interfaces import is_tensor_like
from bufferize.ir import Operation, OpOperand, Value
from bufferize_optimum.costs import Cost, OperandCosts, Scale, Total
from bufferize_optimum.trial import LoopTrial, Trial, Violation
from bufferize_optimum.yields import LoopYields

_MOST_WORK = 10_000
"""The number of operands that are decided, one way or the other, to find out why loops copy."""


class Clauses:
    """Operands by numbers, with what their copies cost, and clauses: one of each is copied."""

    def __init__(self) -> None:
        self.clauses: dict[frozenset[int], None] = {}
        """Sets of operands, by their numbers."""

    @abstractmethod
    def cost(self, number: int) -> Cost:
        """Return the cost of copying an operand."""

    @property
    @abstractmethod
    def count(self) -> int:
        """The number of operands."""

    @abstractmethod
    def operand(self, number: int) -> OpOperand:
        """Return an operand by its number."""

    @abstractmethod
    def is_yield(self, number: int) -> bool:
        """Return whether a number stands for the copy that a loop makes of what it yields."""

    @abstractmethod
    def root_of(self, number: int) -> Operation:
        """Return the function that an operand is in, or the program if it is not split."""

    @cached_property
    def costs(self) -> list[Cost]:
        """The cost of copying each operand."""
        return [self.cost(number) for number in range(self.count)]

    @cached_property
    def scale(self) -> Scale:
        """The weights of costs."""
        return Scale(self.costs)

    @cached_property
    def weights(self) -> list[int]:
        """The weight of copying each operand."""
        return [self.scale.weight(cost) for cost in self.costs]

    @cached_property
    def copied_weights(self) -> list[int]:
        """The weight of what copying each operand copies; what is only allocated weighs nothing."""
        return [self.scale.copied_weight(cost) for cost in self.costs]

    @property
    def sets(self) -> list[frozenset[int]]:
        """The operands of each clause."""
        return list(self.clauses)

    def weight(self, copied: Iterable[int]) -> int:
        """Return the weight of copying operands."""
        return sum(self.weights[number] for number in copied)

    def costly(self, copied: Set[int]) -> frozenset[int]:
        """Return the operands of `copied` whose copies cost something."""
        return frozenset(number for number in copied if self.cost(number).is_any)

    def total(self, copied: Iterable[int]) -> Total:
        """Return the cost of copying operands."""
        return Total.of(map(self.cost, copied))


class Problem(Clauses):
    """The operands of one function, or of a whole program, that can be in place or copied."""

    def __init__(self, root: Operation, state: OneShotAnalysisState) -> None:
        super().__init__()
        self.root = root
        self.state = state
        self.operands: list[OpOperand] = [
            operand
            for op in root.walk()
            for operand in op.op_operands
            if is_tensor_like(operand.value.type)
            and not state.is_in_place(operand)
            and state.overrides.get(operand) is not False
        ]
        self.number = {operand: number for number, operand in enumerate(self.operands)}
        self.yields = LoopYields(root, state)
        self._yield_number = {
            operand: number for number, operand in enumerate(self.yields.operands, len(self.number))
        }
        self._work_left = _MOST_WORK
        self._nodes: list[list[Value]] = []
        self._edges: dict[Value, list[int]] = {}
        self._operand_costs = OperandCosts(state)
        self._costs: dict[int, Cost] = {}

    def cost(self, number: int) -> Cost:
        """Return the cost of copying an operand."""
        found = self._costs.get(number)
        if found is None:
            if self.is_yield(number):
                found = self.yields.cost(self.operand(number))
            else:
                found = self._operand_costs.of(self.operands[number])
            self._costs[number] = found
        return found

    @property
    def count(self) -> int:
        """The number of operands, those that loops yield last."""
        return len(self.operands) + len(self.yields.operands)

    def is_yield(self, number: int) -> bool:
        """Return whether a number stands for the copy that a loop makes of what it yields."""
        return number >= len(self.operands)

    def root_of(self, number: int) -> Operation:
        return self.root

    def operand(self, number: int) -> OpOperand:
        """Return the operand that is to be decided or yielded."""
        if self.is_yield(number):
            return self.yields.operands[number - len(self.operands)]
        return self.operands[number]

    def add_forced(self, copied: Set[int]) -> bool:
        """Add a clause for each copy of `copied` that is made whatever is decided.

        Return whether these are all that cost something. Of what loops yield, that is assumed if it
        would take too much work to find out.
        """
        numbers = sorted(self.costly(copied))
        decided = [number for number in numbers if not self.is_yield(number)]
        trial = Trial(self.root, self.state, [self.operands[number] for number in decided])
        forced = [number for number in decided if trial.must_copy(self.operands[number])]
        yields = numbers[len(decided) :]
        if len(yields) * len(self.operands) > self._work_left:
            yields = []
        forced += [number for number in yields if self._is_paid_with(frozenset(), {number})]
        self.clauses |= {frozenset((number,)): None for number in forced}
        return len(forced) == len(decided) + len(yields)

    def numbers(self, operands: Iterable[OpOperand]) -> set[int]:
        """Return the numbers of operands; those that are decided beforehand have none."""
        return {self.number[operand] for operand in operands if operand in self.number}

    def yield_numbers(self, operands: Iterable[OpOperand]) -> set[int]:
        """Return the numbers of operands that loops yield."""
        return {self._yield_number[operand] for operand in operands}

    def decided(self, order: AnalysisOrder | None = None) -> frozenset[int]:
        """Return what the analysis copies, bottom-up or in another order, and what loops do then."""
        trial = LoopTrial(self.root, self.state)
        copied = self.numbers(trial.decide_all(order))
        return frozenset([*copied, *self.yield_numbers(trial.copied_yields(self.yields))])

    def with_yields(self, copied: Iterable[int]) -> frozenset[int]:
        """Return the operands to decide in `copied`, and what loops copy if just these are copied."""
        return frozenset(
            [*filter(lambda n: not self.is_yield(n), copied), *self._copied_yields(copied)]
        )

    def add_violated(self, copied: Set[int]) -> bool:
        """Add the clauses that are violated if only the operands `copied` are copied.

        Return whether there are any.
        """
        return self._add_conflicts(copied) or self._add_yields(copied)

    def _add_conflicts(self, copied: Set[int]) -> bool:
        before = len(self.clauses)
        for operands, _ in self.conflicts(copied):
            self.clauses[operands] = None
        return len(self.clauses) > before

    def conflicts(self, copied: Set[int]) -> Iterator[tuple[frozenset[int], OpOperand]]:
        """Yield operands that conflict if only `copied` are copied, with the write to a buffer."""
        trial = Trial(self.root, self.state)
        if not self._nodes:
            self._enter_edges(trial)
        in_place = [o for number, o in enumerate(self.operands) if number not in copied]
        violations = list(trial.violations(in_place))
        all_in_place = set(in_place)
        by_write: dict[OpOperand, list[Violation]] = {}
        for violation in violations:
            by_write.setdefault(violation.write, []).append(violation)
        for write, found in by_write.items():
            ends = {self._node(violation.value) for violation in found}
            steps = self._steps_from(self._node(write.value), ends, copied)
            for violation in found:
                needed = self.numbers(violation.needed)
                if any(frozenset((number,)) in self.clauses for number in needed):
                    continue  # which is copied whatever is decided
                end = self._node(violation.value)
                path = set(_path(steps, end)) if end in steps else set()
                path |= needed
                joined = {self.operands[number] for number in path}
                conflict = trial.operands_in_conflict(violation, joined, all_in_place)
                operands = frozenset(self.numbers(conflict))
                if operands:
                    yield operands, write

    def writes_to(
        self, value: Value, copied: Set[int]
    ) -> Iterator[tuple[frozenset[int], OpOperand]]:
        """Yield the writes to the buffer of `value` if only `copied` are copied.

        With each go operands, itself among them: if these are in place, it happens.
        """
        trial = Trial(self.root, self.state)
        if not self._nodes:
            self._enter_edges(trial)
        writes = [
            use
            for each in trial.tensors()
            for use in each.uses
            if trial.state.model(use.owner) is not None
            and trial.state.bufferizes_to_memory_write(use)
            and self.number.get(use) not in copied
        ]
        ends = {self._node(write.value) for write in writes}
        steps = self._steps_from(self._node(value), ends, copied)
        for write in writes:
            end = self._node(write.value)
            if end in steps:
                yield frozenset([*_path(steps, end), *self.numbers([write])]), write

    def _add_yields(self, copied: Set[int]) -> bool:
        before = len(self.clauses)
        found = self._copied_yields(copied)
        for number, root in found.items():
            if number not in copied:
                clause = self._clause_of_yield(number, root, copied, found.keys())
                if clause is not None and clause.isdisjoint(copied):
                    self.clauses[clause] = None
        return len(self.clauses) > before

    def _clause_of_yield(
        self, number: int, root: Value | None, copied: Set[int], paid: Set[int]
    ) -> frozenset[int] | None:
        """Return a clause: operands in place, and yields of which loops then copy one.

        `paid` are all yields that are copied if only the operands `copied` are. There may be no
        clause, if copies of other operands are the reason.
        """
        path: frozenset[int] = frozenset()
        if root is not None:
            start, end = self._node(self.operand(number).value), self._node(root)
            steps = self._steps_from(start, {end}, copied)
            path = frozenset(_path(steps, end)) if end in steps else path
        in_place = frozenset(range(len(self.operands))).difference(copied)
        for yields in ({number}, paid, set(self._yield_number.values())):
            if self._is_paid_with(path, yields):
                return frozenset([*path, *yields])
            if self._is_paid_with(in_place, yields):
                needed = set(in_place)
                for each in sorted(in_place - path) + sorted(path):
                    if self._is_paid_with(needed - {each}, yields):
                        needed.remove(each)
                return frozenset([*needed, *yields])
        return None

    def _is_paid_with(self, in_place: Set[int], yields: Set[int]) -> bool:
        """Return whether loops copy one of `yields` if `in_place` are, whatever else is decided.

        All others are copied, so that they are no reason, and no yield is passed on but these. But
        what is the same buffer may be more than that. After too much work, the answer is no.
        """
        if self._work_left < 0:
            return False
        self._work_left -= len(self.operands)
        among = {self.operand(number) for number in yields}
        trial = LoopTrial(self.root, self.state, among)
        operands = (self.operands[number] for number in in_place)
        trial.use_in_place(operands)
        found = trial.copied_yields(self.yields, self._most_equivalences)
        return not among.isdisjoint(found)

    @cached_property
    def _most_equivalences(self) -> AliasSets:
        """The values that are the same buffers if all operands are in place."""
        trial = LoopTrial(self.root, self.state)
        trial.use_in_place(self.operands)
        return trial.find_equivalences()

    def _copied_yields(self, copied: Iterable[int]) -> dict[int, Value | None]:
        """Return the numbers of what loops copy if only the operands `copied` are copied.

        Each is given with the value whose buffer would be yielded otherwise, if that is known.
        """
        if not self.yields.operands:
            return {}
        chosen = set(copied)
        in_place = (o for number, o in enumerate(self.operands) if number not in chosen)
        trial = LoopTrial(self.root, self.state)
        trial.use_in_place(in_place)
        found = trial.copied_yields(self.yields)
        return {self._yield_number[operand]: root for operand, root in found.items()}

    def _enter_edges(self, trial: Trial) -> None:
        """Make the graph. Values that are joined whatever is decided are one node."""
        state = trial.state
        self._node_of = {value: state.aliasing.find(value) for value in trial.tensors()}
        for number, operand in enumerate(self.operands):
            aliases = (alias.value for alias in state.get_aliasing_values(operand))
            nodes = list(dict.fromkeys(map(self._node, (operand.value, *aliases))))
            self._nodes.append(nodes)
            for node in nodes if len(nodes) > 1 else ():
                self._edges.setdefault(node, []).append(number)

    def _node(self, value: Value) -> Value:
        return self._node_of.get(value, value)

    def _steps_from(
        self, start: Value, ends: Iterable[Value], copied: Set[int]
    ) -> dict[Value, tuple[int, Value] | None]:
        """Return, for `ends` and nodes on the way from `start`, the last operand and node before.

        An end that is not connected with `start` is left out.
        """
        steps: dict[Value, tuple[int, Value] | None] = {start: None}
        missing = {*ends} - {start}
        work = deque([start])
        while work and missing:
            node = work.popleft()
            for number in self._edges.get(node, ()):
                if number not in copied:
                    for other in self._nodes[number]:
                        if other not in steps:
                            steps[other] = number, node
                            missing.discard(other)
                            work.append(other)
        return steps


def _path(steps: dict[Value, tuple[int, Value] | None], end: Value) -> Iterator[int]:
    step = steps[end]
    while step is not None:
        number, node = step
        yield number
        step = steps[node]
