"""The reducer: tries edits until none leaves a smaller program that is still interesting."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from bufferize.ir import Operation, clone, verify
from bufferize.syntax import PrintOptions, print_module
from bufferize_interpreter.reducer.edits import Stage, stages

_LOCAL = PrintOptions(local_scope=True)


@dataclass
class Reduction:
    """A program that is being made smaller: `module` is the smallest one so far.

    `first_of` takes some candidates and returns the index of the first interesting one, None if
    there is none. It may run them all at once: it gets at most `together` of them.
    """

    module: Operation
    first_of: Callable[[Sequence[Operation]], int | None]
    together: int = 1
    tried: int = 0
    """The number of candidates that `first_of` was asked about."""
    _known: set[str] = field(default_factory=set)

    def run(self) -> Operation:
        """Return the smallest program that the edits lead to."""
        size = None
        while size != _size(self.module):
            size = _size(self.module)
            for stage in stages(size[0] // 2):
                self._try(stage)
        return self.module

    def _try(self, stage: Stage) -> None:
        """Apply the edits of a stage that leave a smaller interesting program."""
        done = 0
        while True:
            # What was tried before the program was changed last is not tried again.
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
        """Yield smaller valid programs that were not tried before, each with its edit's number."""
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
    """Return a smaller program that is interesting, as `module` is; `module` itself is not changed.

    `is_interesting` is asked about valid programs only, and must not change them.
    """
    return Reduction(module, lambda some: 0 if is_interesting(some[0]) else None).run()


def _size(module: Operation) -> tuple[int, int, int]:
    """Return the measure to reduce: operations, then uses and values, then length of text."""
    ops = list(module.walk())
    values = sum(len(op.op_operands) + len(op.results) for op in ops)
    arguments = sum(
        len(block.arguments) for op in ops for region in op.regions for block in region.blocks
    )
    return len(ops), values + arguments, len(_text(module))


def _text(module: Operation) -> str:
    return print_module(module, _LOCAL)
