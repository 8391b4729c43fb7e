"""Contributions of views of the output to itself, bufferized without an analysis.

Two views of one buffer must not overlap in a copy, unless they are the same.
"""

from __future__ import annotations

import numpy as np
import pytest

import bufferize
from bufferize.driver import OneShotOptions, one_shot_bufferize
from bufferize_interpreter import Machine

SIZE = 6
PART = "tensor<3xf32>"
WHOLE = "tensor<6xf32>"
LOOP = "scf.for %q = %c0 to %c2 step %c1"


def slice_of(source: str, part: str, size: int = SIZE) -> str:
    return f"tensor.extract_slice {source}{part} : tensor<{size}xf32> to {PART}"


def into(source: str, part: str, type: str = PART) -> str:
    return f"tensor.parallel_insert_slice {source} into %o{part} : {type} into {WHOLE}"


# The values that an iteration computes, what it contributes, and how many buffers that takes.
PROGRAMS: dict[str, tuple[list[str], list[str], int]] = {
    "the same part": ([f"%a = {slice_of('%o', '[1] [3] [1]')}"], [into("%a", "[1] [3] [1]")], 1),
    "backward": (
        [f"%a = {slice_of('%o', '[1] [3] [1]')}", f"%b = {slice_of('%a', '[2] [3] [-1]', 3)}"],
        [into("%b", "[1] [3] [1]")],
        2,
    ),
    "backward through a choice": (
        [
            f"%a = {slice_of('%o', '[1] [3] [1]')}",
            f"%b = {slice_of('%a', '[2] [3] [-1]', 3)}",
            f"%d = arith.select %c, %a, %b : {PART}",
        ],
        [into("%d", "[1] [3] [1]")],
        2,
    ),
    "backward through a loop": (
        [
            f"%a = {slice_of('%o', '[1] [3] [1]')}",
            f"%b = {slice_of('%a', '[2] [3] [-1]', 3)}",
            f"%d = {LOOP} iter_args(%x = %b) -> {PART} {{\nscf.yield %x : {PART}\n}}",
        ],
        [into("%d", "[1] [3] [1]")],
        2,
    ),
    "a part of the whole through a loop": (
        [
            f"%a = {LOOP} iter_args(%x = %o) -> {WHOLE} {{\nscf.yield %x : {WHOLE}\n}}",
            f"%b = {slice_of('%a', '[0] [3] [1]')}",
        ],
        [into("%b", "[5] [3] [-2]")],
        2,  # what the loop carries counts as written
    ),
    "the whole, before and after": (
        [f"%a = arith.select %c, %o, %o : {WHOLE}"],
        [into("%a", "[5] [6] [-1]", WHOLE), into("%a", "[0] [6] [1]", WHOLE)],
        3,
    ),
    "a part that is contributed twice": (
        [f"%a = {slice_of('%o', '[1] [3] [2]')}"],
        [into("%a", "[5] [3] [-2]"), into("%a", "[0] [3] [1]")],
        1,
    ),
    "computed in a copy": (
        [
            f"%a = {slice_of('%o', '[1] [3] [1]')}",
            f"%b = tensor.insert %f into %a[%c0] : {PART}",
        ],
        [into("%b", "[1] [3] [1]")],
        2,
    ),
}


@pytest.mark.parametrize(("body", "contributed", "buffers"), PROGRAMS.values(), ids=list(PROGRAMS))
def test_without_an_analysis(body: list[str], contributed: list[str], buffers: int) -> None:
    text = f"""
    func.func @f(%t: {WHOLE}, %c: i1, %f: f32) -> {WHOLE} {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %r = scf.forall (%i) in (1) shared_outs(%o = %t) -> ({WHOLE}) {{
        {chr(10).join(body)}
        scf.forall.in_parallel {{
          {chr(10).join(contributed)}
        }}
      }}
      return %r : {WHOLE}
    }}"""
    context = bufferize.Context()
    before, after = (bufferize.parse(text, context) for _ in range(2))
    options = OneShotOptions(bufferize_function_boundaries=True, copy_before_write=True)
    one_shot_bufferize(after, options, context)
    assert bufferize.print_module(after).count("memref.alloc") == buffers
    for condition in (True, False):
        given = np.arange(SIZE, dtype=np.float32)
        expected, found = (
            Machine(module, context).run("f", [given.copy(), condition, 9.0]).results[0]
            for module in (before, after)
        )
        assert found.tolist() == expected.tolist()
