"""Native runs of many bufferized programs together, and the output of each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from bufferize_interpreter.native import NativeError, NativeStop, lower_to_llvm
from bufferize_interpreter.native import execute as executed
from bufferize_interpreter.processes import ProcessLimits
from tests.checking_allocator import ALLOCATOR, PROBLEMS
from tests.random_programs.evaluation import VSCALE

_TIMEOUT = 300
"""The seconds after which a program is killed, as wrong code may never end."""
_SCALABLE = re.compile(r"(vector<(?:\d+x)*)\[(\d+)\]")
_PRINT = re.compile(r"vector\.print (%\S+) : (vector<[^>]*>)")
_WRITE = re.compile(r"vector\.transfer_write (%\S+), (%\S+\[.*?\]) : vector<i32>, (memref<.*>)")
_READ = re.compile(
    r"(%\S+) = vector\.transfer_read (%\S+\[.*?\]), %\S+ : (memref<.*>), vector<i32>"
)
"""Vectors of rank 0, which are not lowered for all layouts."""
_EXTERNAL = re.compile(
    r"^ *func\.func private @((new|copy)\w+)\((memref<.*>) \{.*\}\) -> (memref<.*>)$", re.MULTILINE
)
_START = "#"


@dataclass(frozen=True)
class Outcome:
    """The output of a program, as far as it came."""

    printed: list[str]
    failure: str = ""
    """Why it came no further."""


def execute(texts: Sequence[str], *, checked: bool = False) -> list[Outcome]:
    """Run the programs.

    If `checked`, the last number tells whether all memory was freed correctly.
    """
    outcomes: dict[int, Outcome] = {}
    programs = [(number, _prepared(text, number)) for number, text in enumerate(texts)]
    _execute(programs, outcomes, checked)
    return [outcomes[number] for number in range(len(texts))]


def _prepared(text: str, number: int) -> str:
    """Return a program without the module around it, with unique symbols."""
    while _SCALABLE.search(text):
        text = _SCALABLE.sub(lambda m: f"{m[1]}{int(m[2]) * VSCALE}", text)
    text = _EXTERNAL.sub(lambda m: _definition(*m.groups()), text)
    text = re.sub(r"@(\w+)", rf"@p{number}_\1", text)
    text = _PRINT.sub(lambda m: f"func.call @{_printer(m[2])}({m[1]}) : ({m[2]}) -> ()", text)
    fresh = count()
    text = _WRITE.sub(lambda m: _store(f"%x{next(fresh)}x", *m.groups()), text)
    text = _READ.sub(lambda m: _load(f"%x{next(fresh)}x", *m.groups()), text)
    return text.rstrip().removeprefix("module {").removesuffix("}")


def _definition(name: str, kind: str, parameter: str, result: str) -> str:
    """Return a definition for a function that the program only declares.

    See `evaluation.external`.
    """
    own = re.sub(r"[,>].*", ">", parameter)
    body = f"memref.copy %a, %m : {parameter} to {own}"
    if kind == "new":
        body = f"%k = arith.constant 7 : i32\nlinalg.fill ins(%k : i32) outs(%m : {own})"
    return (
        f"func.func private @{name}(%a: {parameter}) -> {result} {{\n%m = memref.alloc() : {own}\n"
        f"{body}\n%r = memref.cast %m : {own} to {result}\nreturn %r : {result}\n}}"
    )


def _store(element: str, vector: str, place: str, type: str) -> str:
    line = f"{element} = vector.extract {vector}[] : i32 from vector<i32>"
    return f"{line}\nmemref.store {element}, {place} : {type}"


def _load(element: str, vector: str, place: str, type: str) -> str:
    line = f"{element} = memref.load {place} : {type}"
    return f"{line}\n{vector} = vector.broadcast {element} : i32 to vector<i32>"


def _printer(type: str) -> str:
    return "print_" + re.sub(r"\W", "_", type[len("vector<") : -1])


def _together(programs: Sequence[tuple[int, str]], checked: bool) -> str:
    """Return one module that runs programs one after the other, and prints which one begins."""
    texts = [text for _, text in programs]
    types = {
        m[2]: m[1] for text in texts for m in re.finditer(r"@(print_\w+)\(%\S+\) : \((.*?)\)", text)
    }
    printers = [
        f"func.func private @{name}(%v: {type}) {{\nvector.print %v : {type}\nreturn\n}}"
        for type, name in types.items()
    ]
    calls = [
        f'vector.print str "{_START}{number}\\0A"\nfunc.call @p{number}_main() : () -> ()'
        + (
            f"\n%x{number} = func.call @{PROBLEMS}() : () -> i64\nvector.print %x{number} : i64"
            * checked
        )
        for number, _ in programs
    ]
    if checked:
        texts.append(ALLOCATOR)
    main = ["func.func @main() {", *calls, f'vector.print str "{_START}end\\0A"', "return", "}"]
    return "\n".join([*texts, *printers, *main])


def _execute(programs: list[tuple[int, str]], outcomes: dict[int, Outcome], checked: bool) -> None:
    if not programs:
        return
    lowered, failure = _lowered(_together(programs, checked), checked)
    output, failure = ("", failure) if failure else _run(lowered)
    parts = output.split(_START)[1:]
    if not parts and len(programs) > 1:  # one of them is to blame
        middle = len(programs) // 2
        _execute(programs[:middle], outcomes, checked)
        _execute(programs[middle:], outcomes, checked)
        return
    done = 0
    for done, part in enumerate(parts, 1):
        _, _, rest = part.partition("\n")
        if done > len(programs):
            return
        cut = done == len(parts)  # it did not come to the next one
        printed = re.findall(r"-?\d+", rest)
        outcomes[programs[done - 1][0]] = Outcome(printed, failure if cut else "")
    if not done:
        outcomes[programs[0][0]] = Outcome([], failure)
        done = 1
    _execute(programs[done:], outcomes, checked)


def _lowered(text: str, checked: bool) -> tuple[str, str]:
    """Return a program in the llvm dialect, or why it could not be lowered."""
    try:
        return lower_to_llvm(
            text, use_generic_functions=checked, limits=ProcessLimits(_TIMEOUT)
        ), ""
    except NativeError as problem:
        return "", f"cannot be lowered: {_message(problem)}"


def _run(lowered: str) -> tuple[str, str]:
    """Return what a lowered program prints, and why it was killed, if it was."""
    try:
        return executed(lowered, "main", limits=ProcessLimits(_TIMEOUT)), "cut"
    except NativeStop as stopped:
        return stopped.printed, f"stopped: {_message(stopped)}"
    except NativeError as problem:
        return "", f"cannot be run: {_message(problem)}"


def _message(problem: NativeError) -> str:
    return str(problem)[:500]
