"""Small programs are bufferized, their buffers are freed, and they are run by the interpreter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

import bufferize
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import Operation
from bufferize.passes import pipeline_from_text
from bufferize_interpreter import Machine, Poison, Trap
from tests.small_programs.evaluation import Elements, Meaning, agrees, evaluate
from tests.small_programs.programs import CONTENTS, READ_ONLY, Program
from tests.small_programs.text import module_text

BUFFERIZED: Final = (
    "one-shot-bufferize{bufferize-function-boundaries allow-return-allocs-from-loops}"
)


class Runner:
    """Bufferizes programs and runs them."""

    def __init__(self, context: bufferize.Context) -> None:
        self.context = context
        passes = f"builtin.module({BUFFERIZED},buffer-deallocation-pipeline)"
        self._pipeline = pipeline_from_text(passes, context)
        self._pipeline.verify_each = False

    def problems(self, programs: Sequence[Program]) -> list[str]:
        """Return what is wrong with each program: "" for nothing."""
        module = bufferize.parse(module_text(programs), self.context)
        try:
            self._pipeline.run(module, self.context)
        except DiagnosticError as error:
            if len(programs) > 1:
                return [found for program in programs for found in self.problems([program])]
            return [f"refused: {error}"]
        runs = _Runs(module, self.context)
        return [next(runs.problems(f"f{n}", p), "") for n, p in enumerate(programs)]


class _Runs:
    """Runs the programs of one bufferized module."""

    def __init__(self, module: Operation, context: bufferize.Context) -> None:
        self.seen: list[int | None] = []
        self.machine = Machine(module, context, externals={"see": self._see})

    def _see(self, number: Any) -> Sequence[Any]:
        self.seen.append(None if isinstance(number, Poison) else int(number))
        return []

    def problems(self, name: str, program: Program) -> Iterator[str]:
        """Yield what is wrong with a program, for each of its inputs."""
        for inputs in program.inputs:
            arguments = [np.array(elements, np.int32) for elements in CONTENTS]
            self.seen.clear()
            try:
                run = self.machine.run(name, [*arguments, *inputs], leaks=True, undefined=True)
            except Trap as trap:
                yield f"{trap.kind.name} for {inputs}: {trap}"
                continue
            if arguments[READ_ONLY].tolist() != CONTENTS[READ_ONLY]:
                yield f"writes to the read-only argument for {inputs}"
            meaning = evaluate(program, inputs)._replace(computed=[], overwritten=[])
            found = Meaning(self.seen, [], [_elements(result) for result in run.results], [])
            if not agrees(meaning, found):
                yield f"computes {found} instead of {meaning} for {inputs}"


def _elements(result: Any) -> Elements:
    """Return the elements of a tensor that was returned; undefined ones are masked."""
    elements: Elements = result.ravel().tolist()
    return elements
