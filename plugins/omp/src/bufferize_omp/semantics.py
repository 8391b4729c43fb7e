"""The semantics of common ops of the omp dialect, for bufferize-interpreter.

The threads of a team run one after the other, each from the start of the region to its end. Clauses
that name variables by pointers, such as `private`, are not interpreted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import Any, Final

from bufferize import define as d
from bufferize import ir
from bufferize_interpreter import Compiler, ProgramError, Semantics, TrapKind
from bufferize_omp.ops_loops import LoopNestOp, LoopWrapperOp, WsloopOp
from bufferize_omp.ops_regions import MaskedOp, ParallelOp, SectionsOp
from bufferize_omp.ops_tasks import TaskloopOp, TaskOp, TaskwaitOp

_MOST_THREADS: Final = 3
"""The largest team that is drawn."""


def _operand_reader(op: ir.Operation, value: ir.Value | None) -> Callable[[Sequence[Any]], Any]:
    """Return a function that finds an optional operand among the values of all operands."""
    number = op.operands.index(value) if value is not None else None
    return lambda operands: None if number is None else operands[number]


def _require_no_variables(op: ir.Operation) -> None:
    """Raise ProgramError if clauses of `op` define variables in its region."""
    if any(region.blocks and region.blocks[0].arguments for region in op.regions):
        message = "has private variables or reductions, which are not interpreted"
        raise ProgramError(TrapKind.OTHER, message)


def parallel(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `omp.parallel`; if the program does not say how many threads there are, it is drawn."""
    assert isinstance(op, ParallelOp)
    _require_no_variables(op)
    body, machine = compiler.region(op.region), compiler.machine
    condition, size = _operand_reader(op, op.if_expr), _operand_reader(op, op.num_threads)

    def run(*operands: Any) -> None:
        wanted = size(operands)
        if condition(operands) == 0:
            wanted = 1
        elif wanted is None:
            wanted = machine.random.randint(1, _MOST_THREADS)
        machine.tasks.run_threads(max(1, wanted), body)

    return run


def body(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile an op whose region the thread runs that gets there, such as `omp.critical`."""
    _require_no_variables(op)
    run = compiler.region(op.regions[0])
    return lambda *operands: (run(), None)[1]


def single(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `omp.single`: one thread of the team runs it, which is drawn."""
    run, tasks = body(op, compiler), compiler.machine.tasks
    return lambda *operands: run() if tasks.team.share(op, 1) else None


def masked(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `omp.master` and `omp.masked`: a certain thread runs it."""
    run, tasks = body(op, compiler), compiler.machine.tasks
    wanted = _operand_reader(op, op.filtered_thread_id if isinstance(op, MaskedOp) else None)
    return lambda *operands: run() if tasks.team.thread == (wanted(operands) or 0) else None


def sections(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `omp.sections`: each section is run by a thread of the team, which is drawn."""
    assert isinstance(op, SectionsOp)
    _require_no_variables(op)
    tasks = compiler.machine.tasks
    runs = [compiler.region(each.regions[0]) for each in op.region.blocks[0].ops if each.regions]

    def run(*operands: Any) -> None:
        for number in tasks.team.share(op, len(runs)):
            runs[number]()

    return run


def task(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `omp.task`, which runs when the schedule says."""
    assert isinstance(op, TaskOp)
    _require_no_variables(op)
    capture, tasks = compiler.deferred(op.region), compiler.machine.tasks
    condition = _operand_reader(op, op.if_expr)

    def run(*operands: Any) -> None:
        created = tasks.create(capture())
        if condition(operands) == 0:
            tasks.wait(created)

    return run


def taskgroup(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `omp.taskgroup` and `omp.taskloop`, which wait for the tasks that they create."""
    run, tasks = body(op, compiler), compiler.machine.tasks
    if isinstance(op, TaskloopOp) and op.nogroup is not None:
        return run

    def run_group(*operands: Any) -> None:
        with tasks.group():
            run()

    return run_group


def taskwait(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `omp.taskwait`; one for tasks with certain dependences waits for none."""
    assert isinstance(op, TaskwaitOp)
    tasks, waits = compiler.machine.tasks, op.waits_for_all
    return lambda *operands: tasks.wait_for_children() if waits else None


def loop_nest(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `omp.loop_nest`, whose iterations the loop wrappers around it distribute.

    Each thread runs those that are drawn for it; each task of a `taskloop` runs one.
    """
    assert isinstance(op, LoopNestOp)
    rank, is_inclusive = len(op.steps), op.loop_inclusive is not None
    capture, iterate = compiler.deferred(op.region), compiler.region(op.region)
    machine = compiler.machine
    wrappers = []
    around = op.parent_op
    while isinstance(around, LoopWrapperOp):
        wrappers.append(around)
        around = around.parent_op
    is_shared = any(isinstance(wrapper, WsloopOp) for wrapper in wrappers)
    is_tasks = any(isinstance(wrapper, TaskloopOp) for wrapper in wrappers)

    def run(*operands: Any) -> None:
        lower, upper, step = (operands[i * rank : (i + 1) * rank] for i in range(3))
        if 0 in step:
            raise ProgramError(TrapKind.OTHER, "has a step of 0")
        ends = [
            end + (by > 0) - (by < 0) if is_inclusive else end
            for end, by in zip(upper, step, strict=True)
        ]
        iterations = list(product(*map(range, lower, ends, step)))
        team = machine.tasks.team
        if is_shared:
            iterations = [iterations[i] for i in team.share(op, len(iterations))]
        else:
            machine.random.shuffle(iterations)
        for counters in iterations:
            if is_tasks:
                machine.tasks.create(partial(capture(), *counters))
            else:
                iterate(*counters)

    return run


def nothing(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile an op that has no effect where threads run one after the other, or a terminator."""
    return (lambda *operands: ()) if op.has_trait(d.IsTerminator) else (lambda *operands: None)


SEMANTICS: Final[dict[str, Semantics]] = {
    "omp.barrier": nothing,
    "omp.critical": body,
    "omp.flush": nothing,
    "omp.loop_nest": loop_nest,
    "omp.masked": masked,
    "omp.master": masked,
    "omp.parallel": parallel,
    "omp.sections": sections,
    "omp.simd": body,
    "omp.single": single,
    "omp.task": task,
    "omp.taskgroup": taskgroup,
    "omp.taskloop": taskgroup,
    "omp.taskwait": taskwait,
    "omp.taskyield": nothing,
    "omp.terminator": nothing,
    "omp.wsloop": body,
}
