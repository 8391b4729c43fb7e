"""The semantics of the ops of the scf dialect, for bufferize-interpreter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import numpy as np

from bufferize import ir
from bufferize_interpreter import (
    Compiler,
    ProgramError,
    Semantics,
    TrapKind,
    one_or_all,
    poison_mask,
    undefined_array,
    wrapping,
)
from bufferize_scf.ops_branch import ExecuteRegionOp, IfOp, IndexSwitchOp
from bufferize_scf.ops_forall import ForallOp, InParallelOp
from bufferize_scf.ops_loop import ForOp, WhileOp
from bufferize_scf.ops_parallel import ParallelOp, ReduceOp


def if_(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `scf.if`."""
    assert isinstance(op, IfOp)
    then_region = compiler.region(op.then_region)
    else_region = compiler.region(op.else_region)
    if len(op.results) == 1:
        return lambda condition: then_region()[0] if condition else else_region()[0]
    return lambda condition: then_region() if condition else else_region()


def index_switch(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `scf.index_switch`."""
    assert isinstance(op, IndexSwitchOp)
    default = compiler.region(op.default_region)
    regions = map(compiler.region, op.case_regions)
    cases = dict(zip(op.cases.values, regions, strict=True))
    return one_or_all(lambda argument: cases.get(argument.__index__(), default)(), op)


def execute_region(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `scf.execute_region`."""
    assert isinstance(op, ExecuteRegionOp)
    return one_or_all(compiler.region(op.region), op)


def for_(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `scf.for`, whose number of iterations is known when it starts."""
    assert isinstance(op, ForOp)
    body = compiler.region(op.region)
    type = op.lower_bound.type
    unsigned = op.unsigned_cmp is not None
    wrap = wrapping(type)
    mask = (1 << type.width) - 1 if isinstance(type, ir.IntegerType) else (1 << 64) - 1
    is_bool = isinstance(type, ir.IntegerType) and type.width == 1

    def counters(lower: int, upper: int, step: int) -> Sequence[int]:
        if unsigned:
            lower, upper, step = lower & mask, upper & mask, step & mask
        elif is_bool:
            lower, upper, step = -lower, -upper, -step
        if step <= 0:
            if lower >= upper:
                return ()
            raise ProgramError(TrapKind.OTHER, f"has a step of {step}, which must be positive")
        found = range(lower, upper, step)
        return [wrap(value) for value in found] if unsigned or is_bool else found

    if len(op.results) == 1:

        def run_one(lower: Any, upper: Any, step: Any, value: Any) -> Any:
            for counter in counters(lower, upper, step):
                (value,) = body(counter, value)
            return value

        return run_one

    def run(lower: Any, upper: Any, step: Any, *values: Any) -> Any:
        given: Sequence[Any] = values
        for counter in counters(lower, upper, step):
            given = body(counter, *given)
        return given

    return run


def while_(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `scf.while`."""
    assert isinstance(op, WhileOp)
    before, after = compiler.region(op.before), compiler.region(op.after)

    def run(*values: Any) -> Sequence[Any]:
        given: Sequence[Any] = values
        while True:
            condition, *passed = before(*given)
            if not condition:
                return passed
            given = after(*passed)

    return one_or_all(run, op)


def condition(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `scf.condition`, which passes all of its operands to the loop."""
    return lambda *operands: operands


def _iterations(
    compiler: Compiler, lower: Sequence[Any], upper: Sequence[Any], step: Sequence[Any]
) -> list[tuple[int, ...]]:
    """Return the counters of all iterations of a parallel loop nest, in their random order."""
    if any(number <= 0 for number in step):
        raise ProgramError(TrapKind.OTHER, f"has a step of {list(step)}, which must be positive")
    found = list(product(*map(range, lower, upper, step)))
    compiler.machine.random.shuffle(found)
    return found


def parallel(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `scf.parallel`; iterations and reductions run in a random order."""
    assert isinstance(op, ParallelOp)
    rank = len(op.step)
    reduce = op.region.blocks[0].last_op
    assert isinstance(reduce, ReduceOp)
    body = compiler.region(op.region)
    reductions = [compiler.region(region) for region in reduce.reductions]

    def run(*operands: Any) -> Sequence[Any]:
        bounds = (operands[i * rank : (i + 1) * rank] for i in range(3))
        totals = list(operands[3 * rank :])
        for counters in _iterations(compiler, *bounds):
            for i, value in enumerate(body(*counters)):
                (totals[i],) = reductions[i](totals[i], value)
        return totals

    return one_or_all(run, op)


def forward(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `scf.reduce` and `scf.reduce.return`, which pass their operands to the loop."""
    return lambda *operands: operands


def forall(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `scf.forall`: every iteration sees the shared tensors as they were before the loop.

    The contributions of an iteration are functions from a tensor to the tensor with a subset
    replaced. A trap if two iterations replace the same element.
    """
    assert isinstance(op, ForallOp)
    body = compiler.region(op.region)
    lower, upper, step = (op.mixed_lower_bound, op.mixed_upper_bound, op.mixed_step)
    count = len(op.outputs)
    targets = [_target(op, index) for index in range(len(op.terminator.yielding_ops))]

    def run(*operands: Any) -> Sequence[Any]:
        dynamic = iter(operands)
        bounds = [
            [next(dynamic) if isinstance(number, ir.Value) else number for number in numbers]
            for numbers in (lower, upper, step)
        ]
        outputs = operands[len(operands) - count :]
        tensors = list(outputs)
        iterations = _iterations(compiler, *bounds)
        earlier: list[Any] = [False] * count  # the elements that earlier iterations replaced
        for counters in iterations:
            inserts = body(*counters, *outputs)
            for target, insert in zip(targets, inserts, strict=True):
                tensors[target] = insert(tensors[target])
            if len(iterations) > 1:
                earlier = _with_replaced(earlier, outputs, targets, inserts, op)
        return tensors

    return one_or_all(run, op)


def _with_replaced(
    earlier: Sequence[Any],
    outputs: Sequence[Any],
    targets: Sequence[int],
    inserts: Sequence[Callable[[Any], Any]],
    op: ir.Operation,
) -> list[Any]:
    """Return for each output the mask of elements that are replaced, now by this iteration, too.

    Raises ProgramError if one was replaced before: iterations run in any order.
    """
    found = list(earlier)
    for number, output in enumerate(outputs):
        tensor = undefined_array(output.shape, output.dtype, op)
        for target, insert in zip(targets, inserts, strict=True):
            if target == number:
                tensor = insert(tensor)
        poison = poison_mask(tensor)
        replaced = np.ones(tensor.shape, np.bool_) if poison is None else ~poison
        if np.any(replaced & earlier[number]):
            message = f"two iterations contribute to the same element of output #{number}"
            raise ProgramError(TrapKind.RACE, message)
        found[number] = replaced | earlier[number]
    return found


def _target(op: ForallOp, index: int) -> int:
    """Return the number of the shared tensor that an op of the terminator updates."""
    combining = op.terminator.yielding_ops[index]
    return next(
        number
        for number, argument in enumerate(op.region_out_args)
        if combining in op.combining_ops(argument)
    )


def in_parallel(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `scf.forall.in_parallel`, which collects the contributions of its ops."""
    assert isinstance(op, InParallelOp)
    return compiler.region(op.region)


SEMANTICS: dict[str, Semantics] = {
    "scf.condition": condition,
    "scf.execute_region": execute_region,
    "scf.for": for_,
    "scf.forall": forall,
    "scf.forall.in_parallel": in_parallel,
    "scf.if": if_,
    "scf.index_switch": index_switch,
    "scf.parallel": parallel,
    "scf.reduce": forward,
    "scf.reduce.return": forward,
    "scf.while": while_,
}
