"""What a small program computes: an evaluator on lists, which knows nothing of bufferization."""

from __future__ import annotations

from typing import NamedTuple

from tests.small_programs.programs import CONTENTS, Inputs, Program, Step, execute

Elements = list[int | None]
"""The elements of a tensor, in row-major order; None for an undefined one."""

WRITING = (
    "insert",
    "fill",
    "add",
    "reverse",
    "insert_slice",
    "call writes",
    "call reads_after_write",
)
"""The operations that write to a tensor, and return it."""


class Meaning(NamedTuple):
    """What a program reads, one number after the other, what it computes, and what it returns."""

    seen: list[int | None]
    computed: list[Elements]
    """The results of operations that write, whether or not they are used."""
    returned: list[Elements]


def evaluate(program: Program, inputs: Inputs) -> Meaning:
    """Return what a program computes. Every operation makes a new list."""
    values: dict[int, Elements] = {n: list(elements) for n, elements in enumerate(CONTENTS)}
    seen: list[int | None] = []
    computed: list[Elements] = []

    def do(step: Step, iteration: int) -> None:
        written = step.written(iteration)
        place = step.place
        match step.kind.name, [values[operand] for operand in step.operands]:
            case "extract" | "call reads", [source]:
                seen.append(source[0])
            case "insert" | "call writes", [into]:
                values[step.result] = [written, *into[1:]]
            case "empty", []:
                values[step.result] = [None, None]
            case "fill", [_]:
                values[step.result] = [written, written]
            case "add", [source, into]:
                values[step.result] = [plus(a, b) for a, b in zip(source, into, strict=True)]
            case "reverse", [source, _]:
                values[step.result] = source[::-1]
            case "select" | "call picks", [first, second]:
                values[step.result] = first if inputs.condition else second
            case "extract_slice", [source]:
                values[step.result] = source[place : place + 1]
            case "insert_slice", [source, into]:
                values[step.result] = [*into[:place], *source, *into[place + 1 :]]
            case "expand_shape" | "collapse_shape" | "cast" | "call passes", [source]:
                values[step.result] = source
            case "call loses", [_]:
                seen.append(written)
            case "call reads_after_write", [source, into]:
                seen.append(source[0])
                values[step.result] = [written, *into[1:]]
            case name, operands:
                raise NotImplementedError(f"{name} of {len(operands)} tensors")
        if step.kind.name in WRITING:
            computed.append(values[step.result])

    execute(program, inputs, values, do, lambda choice: values[program.choices[choice]])
    return Meaning(seen, computed, [values[value] for value in program.returns])


def plus(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def agrees(expected: Meaning, found: Meaning) -> bool:
    """Return whether the numbers are the same where they are defined."""
    computed = zip(expected.computed, found.computed, strict=True)
    returned = zip(expected.returned, found.returned, strict=True)
    pairs = [(expected.seen, found.seen), *computed, *returned]
    return all(
        len(a) == len(b) and all(x is None or x == y for x, y in zip(a, b, strict=True))
        for a, b in pairs
    )
