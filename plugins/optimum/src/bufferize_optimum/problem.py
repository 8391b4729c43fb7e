"""The problem: operands with costs, and clauses: of the operands of each, one must be copied.

Values are the nodes of a graph. An operand in place is an edge: it joins its value with the values
that alias it. Two values that must not share a buffer must not be connected while a certain write is
in place, so of each path between them together with the write, one operand is copied:

```mlir
%a = tensor.insert %f into %t[%i] : tensor<8xf32>  // #0 in place joins %t and %a
%x = tensor.extract %t[%i] : tensor<8xf32>         // reads %t, which #0 would overwrite
// a clause: {#0}
```
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Set
from functools import cached_property
from itertools import compress

from bufferize.analysis import OneShotAnalysisState
from bufferize.interfaces import is_tensor_like
from bufferize.ir import Operation, OpOperand, Value
from bufferize_optimum.costs import Cost, OperandCosts, Scale, Total
from bufferize_optimum.trial import Trial, Violation


class Problem:
    """The operands of one function, or of a whole program, that can be in place or copied."""

    def __init__(self, root: Operation, state: OneShotAnalysisState) -> None:
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
        self.clauses: list[frozenset[int]] = []
        """Operands of which one must be copied, by their numbers."""
        self._known: set[frozenset[int]] = set()
        self._nodes: list[list[Value]] = []
        self._edges: dict[Value, list[int]] = {}
        self._operand_costs = OperandCosts(state)
        self._costs: dict[int, Cost] = {}

    def cost(self, number: int) -> Cost:
        """Return the cost of copying an operand."""
        found = self._costs.get(number)
        if found is None:
            found = self._costs[number] = self._operand_costs.of(self.operands[number])
        return found

    @cached_property
    def costs(self) -> list[Cost]:
        """The cost of copying each operand."""
        return [self.cost(number) for number in range(len(self.operands))]

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

    def weight(self, copied: Iterable[int]) -> int:
        """Return the weight of copying operands."""
        return sum(self.weights[number] for number in copied)

    def costly(self, copied: Set[int]) -> frozenset[int]:
        """Return the operands of `copied` whose copies cost something."""
        return frozenset(number for number in copied if self.cost(number).is_any)

    def add_forced(self, copied: Set[int]) -> bool:
        """Add a clause for each operand of `copied` that is copied whatever is decided.

        Return whether these are all whose copies cost something.
        """
        numbers = sorted(self.costly(copied))
        operands = [self.operands[number] for number in numbers]
        forced = list(map(Trial(self.root, self.state, operands).must_copy, operands))
        self._add(frozenset((number,)) for number in compress(numbers, forced))
        return all(forced)

    def total(self, copied: Iterable[int]) -> Total:
        """Return the cost of copying operands."""
        return Total.of(map(self.cost, copied))

    def numbers(self, operands: Iterable[OpOperand]) -> set[int]:
        """Return the numbers of operands; those that are decided beforehand have none."""
        return {self.number[operand] for operand in operands if operand in self.number}

    def add_violated(self, copied: Set[int]) -> bool:
        """Add the clauses that are violated if only the operands `copied` are copied.

        Return whether there are any.
        """
        trial = Trial(self.root, self.state)
        if not self._nodes:
            self._enter_edges(trial)
        in_place = [o for number, o in enumerate(self.operands) if number not in copied]
        violations = list(trial.violations(in_place))
        all_in_place = set(in_place)
        by_write: dict[OpOperand, list[Violation]] = {}
        for violation in violations:
            by_write.setdefault(violation.write, []).append(violation)
        before = len(self.clauses)
        for write, found in by_write.items():
            ends = {self._node(violation.value) for violation in found}
            steps = self._steps_from(self._node(write.value), ends, copied)
            for violation in found:
                needed = self.numbers(violation.needed)
                if any(frozenset((number,)) in self._known for number in needed):
                    continue  # which is copied whatever is decided
                end = self._node(violation.value)
                path = set(_path(steps, end)) if end in steps else set()
                path |= needed
                joined = {self.operands[number] for number in path}
                conflict = trial.operands_in_conflict(violation, joined, all_in_place)
                self._add([frozenset(self.numbers(conflict))])
        return len(self.clauses) > before

    def _add(self, clauses: Iterable[frozenset[int]]) -> None:
        for clause in clauses:
            if clause and clause not in self._known:
                self._known.add(clause)
                self.clauses.append(clause)

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
