"""The orders in which operations are decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bufferize.analysis.options import AnalysisHeuristic, AnalysisOrder
from bufferize.analysis.state import AnalysisState
from bufferize.diagnostics import OptionError, error
from bufferize.interfaces import (
    RegionBranchTerminatorOpInterface,
    is_tensor_like,
)
from bufferize.ir import Operation, OpOperand, OpResult

_STATE_WORDS = 624
_WORD_MASK = 0xFFFFFFFF


def operands_in_order(root: Operation, state: AnalysisState) -> Iterator[OpOperand]:
    """The tensor operands below `root`, each once: first those that `analysis_order` gives.

    Raises OptionError where it gives what is not below `root`, or an operand twice.
    """
    given: dict[OpOperand, None] = {}
    for operand in _given_operands(state.options.analysis_order, root, state):
        if operand in given:
            op = operand.owner
            message = f"the analysis order gives operand #{operand.index} of '{op.name}' twice"
            raise OptionError(error(message, op))
        given[operand] = None
        yield operand
    for op in analysis_order(root, state):
        for operand in op.op_operands:
            if is_tensor_like(operand.value.type) and operand not in given:
                yield operand


def repeatable(order: AnalysisOrder) -> AnalysisOrder:
    """`order`, but what is analysed again is analysed in the same order, without asking for it."""
    given: dict[Operation, list[OpOperand]] = {}

    def repeat(root: Operation, state: AnalysisState) -> Iterator[OpOperand]:
        if root in given:
            yield from given[root]
            return
        operands = given[root] = []
        for operand in _given_operands(order, root, state):
            operands.append(operand)
            yield operand

    return repeat


def _given_operands(
    order: AnalysisOrder | None, root: Operation, state: AnalysisState
) -> Iterator[OpOperand]:
    items: object = () if order is None else order(root, state)
    for item in items if isinstance(items, Iterable) else (items,):
        op = item.owner if isinstance(item, OpOperand) else item
        if not isinstance(op, Operation):
            kind = type(item).__name__
            raise OptionError(f"an analysis order gives operations and operands, not '{kind}'")
        if not root.is_ancestor_of(op):
            message = f"the analysis order gives '{op.name}', which is not a part of '{root.name}'"
            raise OptionError(error(message, op))
        for operand in [item] if isinstance(item, OpOperand) else op.op_operands:
            if is_tensor_like(operand.value.type):
                yield operand


def analysis_order(root: Operation, state: AnalysisState) -> list[Operation]:
    """The operations below `root`, in the order of the option's heuristic."""
    heuristic = state.options.analysis_heuristic
    if heuristic is AnalysisHeuristic.BOTTOM_UP_FROM_TERMINATORS:
        return _from_terminators(root, state)
    ops = list(root.walk_post())
    if heuristic is AnalysisHeuristic.BOTTOM_UP:
        ops.reverse()
    elif heuristic is AnalysisHeuristic.FUZZER:
        # Which operations are shuffled makes a difference to all of them.
        ops = [op for op in ops if state.has_tensor_semantics(op)]
        _shuffle(ops, state.options.analysis_fuzzer_seed)
    return ops


def _from_terminators(root: Operation, state: AnalysisState) -> list[Operation]:
    """What the yielded tensors are made from first, nearest first, and then the rest, bottom up."""
    ops: dict[Operation, None] = {}
    for terminator in root.walk_post():
        if not isinstance(terminator, RegionBranchTerminatorOpInterface) or terminator in ops:
            continue
        ops[terminator] = None
        region = terminator.parent_region
        work = [v for v in terminator.operands if _is_tensor_result(v)]
        while work:
            value = work.pop()
            op = value.defining_op
            if op is None or op in ops:
                continue
            ops[op] = None
            if region is None or region.find_ancestor_op(op) is None:
                continue
            aliases = state.get_aliasing_op_operands(value)
            work.extend(a.operand.value for a in aliases if _is_tensor_result(a.operand.value))
    bottom_up = reversed(list(root.walk()))
    return [*ops, *(op for op in bottom_up if op not in ops)]


def _is_tensor_result(value: object) -> bool:
    return isinstance(value, OpResult) and is_tensor_like(value.type)


def _shuffle(ops: list[Operation], seed: int) -> None:
    """Shuffle as `llvm::shuffle` does with `std::mt19937(seed)`, so that seeds are portable."""
    import random  # only this order pays for it

    words = [seed & _WORD_MASK]
    for i in range(1, _STATE_WORDS):
        previous = words[-1]
        words.append((1812433253 * (previous ^ (previous >> 30)) + i) & _WORD_MASK)
    generator = random.Random()
    generator.setstate((3, (*words, _STATE_WORDS), None))
    for i in range(len(ops) - 1):
        j = i + generator.getrandbits(32) % (len(ops) - i)
        ops[i], ops[j] = ops[j], ops[i]
