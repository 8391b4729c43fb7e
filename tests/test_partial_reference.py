"""The partial passes and mlir-opt 16: the same programs come to the same after canonicalize and cse.

The programs are all those of `tests/filecheck` that mlir-opt 16 can read, and generated ones.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from bufferize import Context, parse, print_module
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import Operation
from bufferize.passes import pipeline_from_text
from bufferize.testing import OLDER_REFERENCE_TOOL
from bufferize.testing.generation.programs import random_program
from tests.older_reference import comparable, in_older_syntax, older_outputs

FOLDER = Path(__file__).parent / "filecheck"
TOLD = re.compile(r" \{bufferization\.\w+ = (?:true|false|affine_map<.*?>)[^{}]*\}(?=[,)])")
"""What One-Shot Bufferize is told of an argument; it goes with the tensor, as it does in the passes."""
TIDY = ("--canonicalize", "--cse", "--canonicalize", "--cse")
pytestmark = pytest.mark.reference(tool=OLDER_REFERENCE_TOOL)


class Program(NamedTuple):
    """A program of ours, and what mlir-opt 16 makes of it when it only tidies up."""

    name: str
    text: str
    tidied: str


@functools.cache
def context() -> Context:
    found = Context()
    found.allow_unregistered_dialects = True
    return found


def run(pipeline: str, module: Operation) -> None:
    pipeline_from_text(f"builtin.module({pipeline})", context()).run(module, context())


def readable(texts: dict[str, str]) -> list[Program]:
    """The programs that mlir-opt 16 reads. Tensors with encodings have no buffers there."""
    printed: dict[str, str] = {}
    for name, text in texts.items():
        try:
            module = parse(text, context())
            # Empty tensors are bufferized by none of the passes there.
            run("empty-tensor-to-alloc-tensor", module)
            printed[name] = TOLD.sub("", print_module(module))
        except DiagnosticError:
            continue  # it is about an error
    tidied = older_outputs([in_older_syntax(text) for text in printed.values()], *TIDY)
    pairs = zip(printed.items(), tidied, strict=True)
    return [Program(name, text, found) for (name, text), found in pairs if found is not None]


@functools.cache
def generated() -> list[Program]:
    return readable({f"seed {seed}": random_program(seed).text for seed in range(60)})


@functools.cache
def programs() -> list[Program]:
    texts = {
        f"{path.stem}-{number}": part
        for path in sorted(FOLDER.glob("*.mlir"))
        for number, part in enumerate(path.read_text(encoding="utf-8").split("// -----\n"))
        if "encoding" not in path.stem
    }
    return readable(texts)


def ours(program: Program, pipeline: str) -> str:
    """What our passes make of a program, in the syntax of mlir-opt 16; "" where they refuse it."""
    module = parse(program.text, context())
    try:
        run(pipeline, module)
    except DiagnosticError:
        return ""
    return in_older_syntax(print_module(module))


def compare(found: list[Program], pipeline: str, *flags: str) -> tuple[dict[str, str], int]:
    """By name, the programs that come to something else, both texts; and how many are changed."""
    theirs = older_outputs([in_older_syntax(p.text) for p in found], *flags, *TIDY)
    texts = [ours(program, pipeline) for program in found]
    tidied = older_outputs([text or "not.a.program" for text in texts], *TIDY)
    differences: dict[str, str] = {}
    changed = 0
    for program, their, our, text in zip(found, theirs, tidied, texts, strict=True):
        if their is None and not text:
            continue  # both refuse it
        changed += their != program.tidied
        both = [comparable(found or "", context()) for found in (their, our)]
        if their is None or our is None or both[0] != both[1]:
            differences[program.name] = "\n--- ours\n".join(both)
    return differences, changed


if __name__ == "__main__":
    import sys

    for p in sys.argv[1:]:
        flags = [f"--{x}" for x in p.split(",")]
        if p[:4] in ("scf-", "func"):
            flags.append("--bufferization-bufferize")
        d, c = compare(programs() + generated(), p, *flags)
        print("#####", p, c, "changed", len(d), "differ")
        for k, v in d.items():
            print("=====", k)
            print(v)
