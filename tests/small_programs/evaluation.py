"""The meaning of small programs: an evaluator on lists, which knows nothing of bufferization."""

from __future__ import annotations

from typing import NamedTuple

from tests.small_programs.programs import CONTENTS, Execution, Inputs, Program, Step

Elements = list[int | None]
"""The elements of a tensor, in row-major order; None for an undefined one."""

READING = ("call writes", "call reads_after_write")
"""The operations that read their last operand, a whole tensor, and write to it."""
INSERTING = ("insert", "transfer_write")
"""The operations that overwrite one element of their last operand, and read the others."""
WRITING = (*INSERTING, "fill", "add", "reverse", "insert_slice")
"""The other operations that write to a tensor: they read none of the elements that they overwrite."""


class Meaning(NamedTuple):
    """The numbers that a program reads, in order, the tensors it computes, and those it returns."""

    seen: list[int | None]
    computed: list[Elements]
    """For each operation that writes, used or not: the tensor that it reads, if it reads all of it,
    else its result.
    """
    returned: list[Elements]
    overwritten: list[Elements]
    """For each operation that inserts an element: the tensor as it is before."""


def evaluate(program: Program, inputs: Inputs) -> Meaning:
    """Return what a program computes."""
    evaluation = _Evaluation(program, inputs, {n: [*e] for n, e in enumerate(CONTENTS)})
    evaluation.run()
    returned = [evaluation.values[value] for value in program.returns]
    return Meaning(evaluation.seen, evaluation.computed, returned, evaluation.overwritten)


class _Evaluation(Execution[Elements]):
    """A run on lists. Every operation makes a new list."""

    def __init__(self, program: Program, inputs: Inputs, values: dict[int, Elements]) -> None:
        super().__init__(program, inputs, values)
        self.seen: list[int | None] = []
        self.computed: list[Elements] = []
        self.overwritten: list[Elements] = []

    def do(self, step: Step, iteration: int) -> None:
        operands = [self.values[operand] for operand in step.operands]
        if step.kind.name in READING:
            self.computed.append(operands[-1])
        elif step.kind.name in INSERTING:
            self.overwritten.append(operands[-1])
        result = self._result(step, operands, iteration)
        if step.result >= 0:
            self.values[step.result] = result
        if step.kind.name in WRITING:
            self.computed.append(result)

    def _result(self, step: Step, operands: list[Elements], iteration: int) -> Elements:
        """Return the result of an operation; for one without a result, that is empty."""
        written = step.written(iteration)
        place = step.place
        match step.kind.name, operands:
            case "extract" | "transfer_read" | "call reads", [source]:
                self.seen.append(source[place])
            case "insert" | "transfer_write" | "call writes", [into]:
                return [*into[:place], written, *into[place + 1 :]]
            case "empty", []:
                return [None, None]
            case "fill", [_]:
                return [written, written]
            case "add", [source, into]:
                return [plus(a, b) for a, b in zip(source, into, strict=True)]
            case "reverse", [source, _]:
                return source[::-1]
            case "select" | "call picks", [first, second]:
                return first if self.inputs.condition else second
            case "extract_slice", [source]:
                return source[place : place + 1]
            case "own_slice", [source]:
                return source[iteration : iteration + 1]
            case "insert_slice", [source, into]:
                return self.contribute(source, into, place)
            case "expand_shape" | "collapse_shape" | "cast" | "call passes", [source]:
                return source
            case "call loses", [_]:
                self.seen.append(written)
            case "call reads_after_write", [source, into]:
                self.seen.append(source[0])
                return [written, *into[1:]]
        return []

    def passed(self, choice: int) -> Elements:
        return self.values[self.program.choices[choice]]

    def contribute(self, element: Elements, into: Elements, place: int) -> Elements:
        return [*into[:place], *element, *into[place + 1 :]]


def plus(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def agrees(expected: Meaning, found: Meaning) -> bool:
    """Return whether the numbers are the same where they are defined."""
    computed = zip(expected.computed, found.computed, strict=True)
    returned = zip(expected.returned, found.returned, strict=True)
    overwritten = zip(expected.overwritten, found.overwritten, strict=True)
    pairs = [(expected.seen, found.seen), *computed, *returned, *overwritten]
    return all(
        len(a) == len(b) and all(x is None or x == y for x, y in zip(a, b, strict=True))
        for a, b in pairs
    )
