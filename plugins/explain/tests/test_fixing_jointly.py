"""Changes of a program that are chosen together with the decisions that copy the fewest bytes."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

import bufferize
from bufferize import Context, OneShotOptions
from bufferize.ir import Operation, clone
from bufferize_explain.fixes import Fixed, fix
from bufferize_explain.fixes.program import Program
from bufferize_optimum import certify, optimum

OPTIONS = OneShotOptions(bufferize_function_boundaries=True, allow_return_allocs_from_loops=True)
FEWEST = replace(OPTIONS, analysis_heuristic="fewest-bytes")
CONTEXT = Context()

WASTED = """\
func.func @wasted(%v: f32, %w: f32, %i: index) -> (tensor<1024xf32>, tensor<1024xf32>) {
  %empty = tensor.empty() : tensor<1024xf32>
  %t = linalg.fill ins(%v : f32) outs(%empty : tensor<1024xf32>) -> tensor<1024xf32>
  %0 = tensor.insert %w into %t[%i] : tensor<1024xf32>
  %1 = linalg.fill ins(%w : f32) outs(%t : tensor<1024xf32>) -> tensor<1024xf32>
  return %0, %1 : tensor<1024xf32>, tensor<1024xf32>
}
"""
"""Bottom-up copies for the insertion, and another fill would write as much."""
ELSEWHERE = """\
func.func @elsewhere(%t: tensor<1024xf32>, %c: i1, %v: f32, %i: index) -> f32 {
  %zeros = arith.constant dense<0.0> : tensor<1024xf32>
  %0 = arith.select %c, %t, %zeros : tensor<1024xf32>
  %1 = arith.select %c, %t, %zeros : tensor<1024xf32>
  %x = tensor.extract %0[%i] : tensor<1024xf32>
  %2 = tensor.insert %v into %1[%i] : tensor<1024xf32>
  return %x : f32
}
"""
"""The best decisions copy once, which no change removes; one of the other copies can be a fill."""
SELECTED = """\
func.func @selected(%t: tensor<1024xf32>, %s: tensor<1024xf32>, %c: i1, %v: f32, %i: index)
    -> (tensor<1024xf32>, f32, f32) {
  %u = arith.select %c, %t, %s : tensor<1024xf32>
  %w = tensor.insert %v into %u[%i] : tensor<1024xf32>
  %x = tensor.extract %t[%i] : tensor<1024xf32>
  %y = tensor.extract %s[%i] : tensor<1024xf32>
  return %w, %x, %y : tensor<1024xf32>, f32, f32
}
"""
"""One copy has two conflicts: to move one of the reads is in vain."""
_T, _S = "tensor<64xf32>", "tensor<4xf32>"
_STEPS = (
    f"%r = tensor.insert %v into %a[%i] : {_T}",
    f"%r = linalg.fill ins(%v : f32) outs(%a : {_T}) -> {_T}",
    f"%r = linalg.copy ins(%a : {_T}) outs(%b : {_T}) -> {_T}",
    f"%r = linalg.exp ins(%b : {_T}) outs(%a : {_T}) -> {_T}",
    f"%r = arith.select %c, %a, %b : {_T}",
    f"%r = tensor.insert_slice %s into %a[8] [4] [1] : {_S} into {_T}",
)


def random_text(seed: int) -> str:
    """Return a function that writes to arguments, a constant and a fill, and reads them later."""
    rng = random.Random(seed)
    lines = [
        f"%z = arith.constant dense<0.0> : {_T}",
        f"%e = tensor.empty() : {_T}",
        f"%f = linalg.fill ins(%v : f32) outs(%e : {_T}) -> {_T}",
    ]
    tensors, slices, scalars = ["%t", "%u", "%z", "%f"], ["%p"], list[str]()
    for number in range(rng.randint(4, 8)):
        names = {"a": rng.choice(tensors), "b": rng.choice(tensors), "s": rng.choice(slices)}
        kind = rng.random()
        if kind < 0.15:
            slices.append(f"%s{number}")
            part = f"{names['a']}[{rng.choice([0, 8])}] [4] [1]"
            lines.append(f"{slices[-1]} = tensor.extract_slice {part} : {_T} to {_S}")
        elif kind < 0.45:
            scalars.append(f"%x{number}")
            whole, part = f"{names['a']}[%i] : {_T}", f"{names['s']}[%j] : {_S}"
            lines.append(f"{scalars[-1]} = tensor.extract {rng.choice([whole, whole, part])}")
        else:
            tensors.append(f"%r{number}")
            step = rng.choice(_STEPS)
            for name, value in {"r": tensors[-1], **names}.items():
                step = re.sub(rf"%{name}\b", value, step)
            lines.append(step)
    returned = [*tensors[-2:], slices[-1], *scalars]
    types = ", ".join([_T, _T, _S, *["f32"] * len(scalars)])
    lines.append(f"return {', '.join(returned)} : {types}")
    given = f"%t: {_T}, %u: {_T}, %p: {_S}, %v: f32, %c: i1, %i: index, %j: index"
    return f"func.func @random({given}) -> ({types}) {{\n" + "\n".join(lines) + "\n}\n"


def written(module: Operation, options: OneShotOptions) -> int:
    """Return the bytes that copies and fills of the bufferized program write."""
    module = clone(module)
    copies = bufferize.one_shot_bufferize(module, options, CONTEXT).copies
    fills = [op for op in module.walk() if op.name == "linalg.fill"]
    amount = Program(module, options, CONTEXT).amount((op, op.operand(1).type) for op in fills)
    return sum(copy.cost or 0 for copy in copies if copy.copies_contents) + amount.known


def fixed(text: str, options: OneShotOptions, *, fewest_bytes: bool = False) -> Operation:
    module = bufferize.parse(text, CONTEXT)
    fix(module, options, CONTEXT, fewest_bytes=fewest_bytes)
    return module


def jointly(text: str) -> tuple[Fixed, Operation]:
    module = bufferize.parse(text, CONTEXT)
    found = fix(module, OPTIONS, CONTEXT, fewest_bytes=True)
    assert bufferize.verify(module) == []
    return found, module


@pytest.mark.parametrize(
    ("text", "together", "after_changes", "alone"),
    [(WASTED, 8192, 12288, 8192), (ELSEWHERE, 4096, 8192, 4096)],
    ids=["a fill that is not needed", "a copy that other decisions make"],
)
def test_less_is_written_than_one_after_the_other(
    text: str, together: int, after_changes: int, alone: int
) -> None:
    found, module = jointly(text)
    assert found.needs_fewest_bytes is (written(module, FEWEST) < written(module, OPTIONS))
    assert written(module, FEWEST) == together
    assert written(fixed(text, OPTIONS), FEWEST) == after_changes
    assert written(bufferize.parse(text, CONTEXT), FEWEST) == alone
    assert found.cost.copied.known == 0


def test_all_reads_that_one_copy_is_made_for_are_moved() -> None:
    for fewest_bytes in False, True:
        module = fixed(SELECTED, OPTIONS, fewest_bytes=fewest_bytes)
        assert written(module, OPTIONS) == 0
    found, _ = jointly(SELECTED)
    assert [(help.kind, help.num_removed) for help in found.applied] == [("read-first", 1)]
    assert not found.needs_fewest_bytes


def compare(seed: int) -> bool:
    """Compare the joint outcome with that of changes alone, and of decisions alone.

    Return whether it is better than to decide after the changes.
    """
    text = random_text(seed)
    module = bufferize.parse(text, CONTEXT)
    decided = written(module, FEWEST)
    changed = fixed(text, OPTIONS)
    found, module = jointly(text)
    together = written(module, FEWEST)
    assert together <= decided, text
    assert together <= written(changed, OPTIONS), text
    assert together <= written(changed, FEWEST), text
    assert found.cost.written.known == together
    if not found.needs_fewest_bytes:
        assert written(module, OPTIONS) == together, text
    best = optimum(module, FEWEST, CONTEXT)
    if best.is_proved:
        functions = certify(str(best.certificate), module, CONTEXT)
        assert sum(function.copied[0] for function in functions) == found.cost.copied.known, text
    return together < written(changed, FEWEST)


def test_random_programs_never_write_more_than_with_either_alone() -> None:
    assert sum(map(compare, range(118, 132))) == 2


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_many_random_programs_never_write_more_than_with_either_alone(part: int) -> None:
    for seed in range(200 + 60 * part, 260 + 60 * part):
        compare(seed)
