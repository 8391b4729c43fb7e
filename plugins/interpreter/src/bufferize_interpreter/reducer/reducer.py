"""The reduction loop: tries edits until none makes a smaller interesting program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from bufferize.ir import Operation, clone, verify
from bufferize.syntax import PrintOptions, print_module
from bufferize_interpreter.reducer.edits import Stage, stages

_LOCAL = PrintOptions(local_scope=True)


@dataclass
class Reducer:
    """A reduction of a program; `module` is the smallest interesting program so far.

    `first_of` is given at most `together` candidates, which it may test in parallel, and returns the
    index of the first interesting one, or None.
    """

    module: Operation
    first_of: Callable[[Sequence[Operation]], int | None]
    together: int = 1
    tried: int = 0
    """The number of tested candidates."""
    _known: set[str] = field(default_factory=set)

    def run(self) -> Operation:
        """Apply edits until none helps; return the smallest program."""
        size = None
        while size != _size(self.module):
            size = _size(self.module)
            for stage in stages(size[0] // 2):
                self._try(stage)
        return self.module

    def _try(self, stage: Stage) -> None:
        """Apply the edits of a stage that make a smaller interesting program."""
        done = 0
        while True:
            # Edits tried before the last change are not tried again.
            candidates = self._candidates(stage, done)
            while some := list(islice(candidates, self.together)):
                self.tried += len(some)
                found = self.first_of([candidate for _, candidate in some])
                if found is not None:
                    done, self.module = some[found]
                    break
            else:
                return

    def _candidates(self, stage: Stage, done: int) -> Iterator[tuple[int, Operation]]:
        """Yield smaller valid programs not tried before, with the numbers of their edits."""
        size = _size(self.module)
        for number, edit in enumerate(islice(stage(self.module), done, None), done):
            copy = clone(self.module)
            if not edit(copy) or verify(copy) or not _size(copy) < size:
                continue
            text = _text(copy)
            if text not in self._known:
                self._known.add(text)
                yield number, copy


def reduce(module: Operation, is_interesting: Callable[[Operation], bool]) -> Operation:
    """Return a smaller interesting program; `module` itself is not changed.

    `is_interesting` is called with valid programs only, and must not change them.
    """
    return Reducer(module, lambda some: 0 if is_interesting(some[0]) else None).run()


def _size(module: Operation) -> tuple[int, int, int]:
    """Return the size to reduce: operations, then their operands and results, then text."""
    ops = list(module.walk())
    values = sum(len(op.op_operands) + len(op.results) for op in ops)
    arguments = sum(
        len(block.arguments) for op in ops for region in op.regions for block in region.blocks
    )
    return len(ops), values + arguments, len(_text(module))


def _text(module: Operation) -> str:
    return print_module(module, _LOCAL)
