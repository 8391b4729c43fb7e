"""The partial passes and those of mlir-opt 16 give the same programs after canonicalize and cse.

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
from bufferize_testing import OLDER_REFERENCE_TOOL
from bufferize_testing.generation.programs import random_program
from tests.older_reference import comparable, in_older_syntax, older_outputs

FOLDER = Path(__file__).parent / "filecheck"
FILES = (
    *("arith_ops", "boundary_diagnostics", "boundary_layouts", "branches", "branches_of_blocks"),
    *("call_decisions", "copy_before_write", "disjoint_subsets", "execute_region"),
    *("finalizing_bufferize", "function_boundaries", "function_returns", "if", "if_decisions"),
    *("index_switch", "index_switch_conflict", "insert_tensor_copies"),
    *("insert_tensor_copies_in_loops", "insert_tensor_copies_memory_space", "linalg_buffers"),
    *("linalg_decisions", "linalg_ops", "loop_buffers", "loop_decisions"),
    *("loop_destinations_of_writes", "memory_spaces", "nested_modules", "nested_root"),
    *("partial_uses", "parts_put_back", "recursion", "refused_parts", "select", "shape"),
    *("slice_decisions", "some_dialects", "tensor_new", "tensor_shapes", "tensor_subsets"),
    *("tensor_updates", "tensor_views", "unknown_op_decisions", "unknown_ops_in_loops"),
    *("vector_masks", "vector_transfers", "while_loop"),
)
TOLD = re.compile(r" \{bufferization\.\w+ = (?:true|false|affine_map<.*?>)[^{}]*\}(?=[,)])")
"""Attributes of arguments for One-Shot Bufferize, which disappear with the tensor in the passes."""
ENCODED = re.compile(r"tensor<[^<>]*(<[^<>]*>)?[^<>]*, ")
"""A tensor with an encoding, which the type of its buffer does not have there."""
KNOWN = re.compile(
    r'tensor\.from_elements|vector\.transfer_write|"reduction"|\] \[[\d, ]*\b0\b[\d, ]*\] :'
)
"""Operations without which programs are generated: known bugs of mlir-opt 16.

It folds the extraction of one of several elements to a wrong one, does not copy the init of an
empty reduction, copies what is fully overwritten, and cannot parse a stride of 0.
"""
ENDLESS = "refused_parts-3"
"""The program for which the canonicalizer of mlir-opt 16 does not terminate."""
ALIGNED = " {alignment = 64 : i64}"
TIDY = ("--canonicalize", "--cse", "--canonicalize", "--cse")
pytestmark = pytest.mark.reference(tool=OLDER_REFERENCE_TOOL)


class ReferenceProgram(NamedTuple):
    """A program, and what mlir-opt 16 makes of it by simplification alone."""

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


def readable(texts: dict[str, str]) -> list[ReferenceProgram]:
    """Return the programs that mlir-opt 16 can parse."""
    printed: dict[str, str] = {}
    for name, text in texts.items():
        try:
            module = parse(text, context())
            # Empty tensors are bufferized by none of the passes there.
            run("empty-tensor-to-alloc-tensor", module)
            text = TOLD.sub("", print_module(module))
            if ENCODED.search(text) is None:
                printed[name] = text
        except DiagnosticError:
            continue  # it is about an error
    tidied = older_outputs([in_older_syntax(text) for text in printed.values()], *TIDY)
    pairs = zip(printed.items(), tidied, strict=True)
    return [
        ReferenceProgram(name, text, found) for (name, text), found in pairs if found is not None
    ]


@functools.cache
def generated() -> list[ReferenceProgram]:
    texts = {f"seed {seed}": random_program(seed).text for seed in range(120)}
    return readable({name: text for name, text in texts.items() if not KNOWN.search(text)})


@functools.cache
def programs() -> list[ReferenceProgram]:
    texts = {
        f"{path.stem}-{number}": part
        for path in (FOLDER / f"{name}.mlir" for name in FILES)
        for number, part in enumerate(path.read_text(encoding="utf-8").split("// -----\n"))
    }
    del texts[ENDLESS]
    return readable(texts)


def ours(program: ReferenceProgram, pipeline: str) -> str:
    """Return the result of our passes in the syntax of mlir-opt 16.

    "" if they refuse the program.
    """
    module = parse(program.text, context())
    try:
        run(pipeline, module)
    except DiagnosticError:
        return ""
    return in_older_syntax(print_module(module))


def compare(
    found: list[ReferenceProgram], pipeline: str, *flags: str
) -> tuple[dict[str, str], int]:
    """Return the programs with different results, both texts, and how many were changed.

    Alignments of copies for a change of layout are ignored: folding makes these copies here, the
    canonicalizer there.
    """
    theirs = older_outputs([in_older_syntax(p.text) for p in found], *flags, *TIDY)
    texts = [ours(program, pipeline) for program in found]
    tidied = older_outputs([text or "not.a.program" for text in texts], *TIDY)
    differences: dict[str, str] = {}
    changed = 0
    for program, their, our, text in zip(found, theirs, tidied, texts, strict=True):
        if their is None and not text:
            continue  # both refuse it
        changed += their != program.tidied
        both = [comparable(found or "", context()).replace(ALIGNED, "") for found in (their, our)]
        if their is None or our is None or both[0] != both[1]:
            differences[program.name] = "\n--- ours\n".join(both)
    return differences, changed


# Why another result is the right one

THEY_REFUSE = "mlir-opt 16 refuses the program, or crashes"
SPACES = "a buffer of one memory space must not be handed on as one of another: there it is"
UNRANKED = "what has an unknown rank may have any layout; there it is taken to have none"
STRIDES = "more is known of the strides of a view, or less: mlir-opt 16 cannot read its type"
MORE_OPS = "operations that mlir-opt 16 leaves on tensors"
YIELDS = "a region that yields in several places, or nowhere, is refused, not left alone"
NESTED = "functions of nested modules, too"
ORDER = "the same operands in another order"
WHOLE = "what overwrites everything needs no copy of what was there"

DIFFERENCES: dict[str, dict[str, str]] = {
    "arith": {"finalizing_bufferize-5": SPACES, "loop_buffers-1": THEY_REFUSE},
    "bufferization": {"finalizing_bufferize-5": SPACES, "loop_buffers-1": THEY_REFUSE},
    "func": {
        "branches-2": SPACES,
        "finalizing_bufferize-5": SPACES,
        "insert_tensor_copies_memory_space-1": SPACES,
        "loop_buffers-1": THEY_REFUSE,
    },
    "linalg": {
        "finalizing_bufferize-5": SPACES,
        "loop_buffers-1": THEY_REFUSE,
        "loop_decisions-6": THEY_REFUSE,
        "loop_decisions-7": THEY_REFUSE,
        "parts_put_back-6": THEY_REFUSE,
    },
    "scf": {
        "boundary_diagnostics-4": SPACES,
        "branches_of_blocks-0": MORE_OPS,
        "execute_region-1": YIELDS,
        "finalizing_bufferize-5": SPACES,
        "index_switch-0": MORE_OPS,
        "index_switch_conflict-0": MORE_OPS,
        "loop_buffers-1": THEY_REFUSE,
        "memory_spaces-0": SPACES,
        "refused_parts-0": SPACES,
        "refused_parts-1": SPACES,
        "refused_parts-4": YIELDS,
        "refused_parts-5": YIELDS,
    },
    "shape": {
        "finalizing_bufferize-5": SPACES,
        "loop_buffers-1": THEY_REFUSE,
        "shape-5": THEY_REFUSE,
    },
    "tensor": {
        "disjoint_subsets-9": STRIDES,
        "finalizing_bufferize-5": SPACES,
        "function_boundaries-18": UNRANKED,
        "loop_buffers-1": THEY_REFUSE,
        "nested_modules-0": NESTED,
        "nested_root-0": NESTED,
        "slice_decisions-4": STRIDES,
        "tensor_shapes-5": ORDER,
        "tensor_updates-3": THEY_REFUSE,
        "tensor_views-0": UNRANKED,
    },
    "vector": {
        "finalizing_bufferize-5": SPACES,
        "linalg_decisions-2": WHOLE,
        "loop_buffers-1": THEY_REFUSE,
        "loop_destinations_of_writes-0": WHOLE,
        "partial_uses-2": WHOLE,
        "slice_decisions-6": WHOLE,
        "vector_masks-1": WHOLE,
        "vector_transfers-3": WHOLE,
    },
}
"""The programs with different results by pass, and why."""


@pytest.mark.slow
@pytest.mark.parametrize("dialect", DIFFERENCES)
def test_a_pass_gives_what_the_reference_gives(dialect: str) -> None:
    flags = [f"--{dialect}-bufferize"]
    if dialect in ("func", "scf"):
        # All our passes bufferize the operations that copies are made of; there these two do not.
        flags.append("--bufferization-bufferize")
    found = [*programs(), *generated()]
    differences, changed = compare(found, f"{dialect}-bufferize", *flags)
    unexpected = {n: d for n, d in differences.items() if n not in DIFFERENCES[dialect]}
    assert not unexpected, "\n\n".join(f"{name}:\n{both}" for name, both in unexpected.items())
    assert differences.keys() == DIFFERENCES[dialect].keys(), "no difference where one is announced"
    assert changed > 20
