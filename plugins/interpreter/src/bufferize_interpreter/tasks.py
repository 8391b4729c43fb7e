"""Tasks, which run at times that a random schedule chooses, and teams of threads, run in turns.

A schedule is drawn from the seed of a run. A task may run when it is created, when another one is
created or waited for, or only when it is waited for itself, at the latest at the end of the program.
It then runs from its start to its end: parts of two tasks are never interleaved. Copies that may end
later are tasks, too.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from bufferize import ir
from bufferize_interpreter.traps import ProgramError, TrapKind

_TIMES: Final = 3
"""The number of times at which a task may run: at once, in between, or when it is waited for."""


class Task:
    """A part of the program that runs once, after the tasks in `after`."""

    __slots__ = ("after", "groups", "has_begun", "run", "values")

    def __init__(
        self,
        run: Callable[[], Sequence[Any]],
        after: Iterable[Any],
        groups: tuple[list[Task], ...] = (),
    ) -> None:
        self.run = run
        self.after = tuple(after)
        self.groups = groups
        """The tasks of each group around it, to which the tasks that it creates belong, too."""
        self.has_begun = False
        self.values: Sequence[Any] | None = None
        """The results of the task; None until it has run to its end."""


class Promise(NamedTuple):
    """One of the values that a task will have computed."""

    task: Task
    number: int

    def get(self) -> Any:
        """Return the value, of a task that has run."""
        assert self.task.values is not None
        return self.task.values[self.number]


class Team:
    """Threads that share work: for each piece, one of them is drawn when the first reaches the op."""

    def __init__(self, size: int, choices: random.Random) -> None:
        self.size = size
        self.thread = 0
        """The number of the thread that is running."""
        self._random = choices
        self._met: Counter[tuple[ir.Operation, int]] = Counter()
        self._owners: dict[tuple[ir.Operation, int], list[int]] = {}

    def share(self, op: ir.Operation, count: int) -> list[int]:
        """Return which of the `count` pieces of work of `op` the current thread has to do."""
        self._met[op, self.thread] += 1
        key = op, self._met[op, self.thread]
        if key not in self._owners:
            self._owners[key] = [self._random.randrange(self.size) for _ in range(count)]
        mine = [i for i, owner in enumerate(self._owners[key]) if owner == self.thread]
        self._random.shuffle(mine)
        return mine


class Tasks:
    """The tasks of a running program."""

    def __init__(self, choices: random.Random) -> None:
        self._random = choices
        self.reset()

    def reset(self) -> None:
        """Forget all tasks."""
        self._waiting: dict[Task, bool] = {}
        """The tasks that have not begun, each with whether it may run before it is waited for."""
        self._groups: tuple[list[Task], ...] = ()
        self._children: list[Task] = []
        self._is_in_task = False
        self._transfers: dict[Hashable, list[Task]] = {}
        """The transfers that were started with each tag, and not yet awaited."""
        self.team = Team(1, self._random)

    def create(self, run: Callable[[], Sequence[Any]], after: Iterable[Any] = ()) -> Task:
        """Return a new task; it may already have run."""
        task = Task(run, after, self._groups)
        self._children.append(task)
        for group in self._groups:
            group.append(task)
        self._run_some()
        time = self._random.randrange(_TIMES)
        if time == 0:
            self.wait(task)
        else:
            self._waiting[task] = time == 1
        return task

    def complete_later(
        self, op: ir.Operation, run: Callable[[], object], after: Iterable[Any] = ()
    ) -> Task:
        """Return a new task for what `op` does without a region of its own, and where it traps."""

        def complete() -> tuple[()]:
            try:
                run()
            except ProgramError as problem:
                raise problem.at(op) from problem
            return ()

        return self.create(complete, after)

    def start_transfer(self, op: ir.Operation, run: Callable[[], object], tag: Hashable) -> None:
        """Let `op` start a transfer, which `wait_for_transfers` waits for by its tag."""
        self._transfers.setdefault(tag, []).append(self.complete_later(op, run))

    def wait_for_transfers(self, tag: Hashable) -> None:
        """Wait for the transfers that were started with a tag."""
        self.wait_for_all(self._transfers.pop(tag, ()))

    def wait(self, awaited: Any) -> None:
        """Wait for a task, or the task of a promise. Any other value counts as a finished task."""
        task = awaited.task if isinstance(awaited, Promise) else awaited
        if not isinstance(task, Task) or task.values is not None:
            return
        if task.has_begun:
            raise ProgramError(TrapKind.OTHER, "waits for what cannot end before this does")
        task.has_begun = True
        self._waiting.pop(task, None)
        for other in task.after:
            self.wait(other)
        around, self._is_in_task = self._is_in_task, True
        with self._within(task.groups, self.team):
            task.values = task.run()
        self._is_in_task = around

    def wait_for_all(self, tasks: Iterable[Any]) -> None:
        """Wait for these tasks or promises, in a random order."""
        self._run_some()
        awaited = list(tasks)
        self._random.shuffle(awaited)
        for each in awaited:
            self.wait(each)

    def wait_for_children(self) -> None:
        """Wait for the tasks that the current one has created."""
        self.wait_for_all(self._children)

    def finish(self) -> None:
        """Run all tasks that have not run."""
        while self._waiting:
            self.wait_for_all(self._waiting)

    @contextmanager
    def group(self) -> Iterator[None]:
        """Context manager: waits at its end for the tasks created in it, and for their own tasks."""
        created: list[Task] = []
        with self._within((*self._groups, created), self.team):
            yield
            while any(task.values is None for task in created):
                self.wait_for_all(created)

    def run_threads(self, size: int, run: Callable[[], object]) -> None:
        """Call `run` for each thread of a new team, in a random order; wait for their tasks."""
        threads = list(range(size))
        self._random.shuffle(threads)
        with self.group():
            team = Team(size, self._random)
            for team.thread in threads:
                with self._within(self._groups, team):
                    run()

    @contextmanager
    def _within(self, groups: tuple[list[Task], ...], team: Team) -> Iterator[None]:
        around = self._groups, self._children, self.team
        self._groups, self._children, self.team = groups, [], team
        try:
            yield
        finally:
            self._groups, self._children, self.team = around

    def _run_some(self) -> None:
        """Run some of the tasks that may run now; none within a task, which they may have to wait for."""
        for task, may_run in list(self._waiting.items()) if not self._is_in_task else ():
            if may_run and not task.has_begun and self._random.randrange(2):
                self.wait(task)
