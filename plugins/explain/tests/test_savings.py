"""Passes that save buffers: what is proposed, what it says, and what `bufferize fix` does with it."""

from __future__ import annotations

import bufferize
from bufferize import Context, OneShotOptions
from bufferize.ir import DYNAMIC, MemRefType
from bufferize.passes import pipeline_from_text
from bufferize_explain.fixes import Budget, Fixed, Saving, advise_on_buffers, fix

OPTIONS = OneShotOptions(bufferize_function_boundaries=True)
T = "tensor<64xf32>"


def unary(number: int, source: str, kind: str = "exp") -> str:
    """An operation that computes %number of %source in an empty tensor of its own."""
    return (
        f"  %e{number} = tensor.empty() : {T}\n"
        f"  %{number} = linalg.{kind} ins(%{source} : {T}) outs(%e{number} : {T}) -> {T}\n"
    )


DYING = f"func.func @f(%a: {T}) -> {T} {{\n{unary(0, 'a')}{unary(1, '0', 'tanh')}  return %1 : {T}\n}}\n"
THREE = f"""\
func.func @f(%a: {T}) -> f32 {{
  %c0 = arith.constant 0 : index
{unary(0, "a")}{unary(1, "0", "tanh")}{unary(2, "1", "abs")}
  %r = tensor.extract %2[%c0] : {T}
  return %r : f32
}}
"""
BOTH_READ = f"func.func @f(%a: {T}) -> ({T}, {T}) {{\n{unary(0, 'a')}{unary(1, '0')}  return %0, %1 : {T}, {T}\n}}\n"


def savings(
    text: str, *, only_safe: bool = False, budget: Budget | None = None
) -> dict[str, Saving]:
    context = Context()
    module = bufferize.parse(text, context, "f.mlir")
    before = str(module)
    found = advise_on_buffers(module, OPTIONS, context, only_safe=only_safe, budget=budget)
    assert str(module) == before
    assert {
        name for each in found.buffers for saving in each.savings for name in [saving.fix.name]
    } <= {saving.fix.name for saving in found.savings}
    return {saving.fix.name.strip("`"): saving for saving in found.savings}


def bytes_after(text: str, pipeline: str) -> tuple[int, int]:
    """Return the number and the bytes of the buffers that a pipeline leaves in a program."""
    context = Context()
    module = bufferize.parse(text, context)
    pipeline_from_text(pipeline, context).run(module, context)
    types = [op.results[0].type for op in module.walk() if op.name == "memref.alloc"]
    sizes = []
    for type in types:
        assert isinstance(type, MemRefType)
        assert DYNAMIC not in type.shape
        size = 4
        for extent in type.shape:
            size *= extent
        sizes.append(size)
    return len(sizes), sum(sizes)


def fixed(text: str, budget: Budget | None = None) -> tuple[Fixed, str]:
    context = Context()
    module = bufferize.parse(text, context, "f.mlir")
    found = fix(module, OPTIONS, context, budget=budget)
    assert bufferize.verify(module) == []
    return found, str(module)


def test_equal_empty_tensors_become_one() -> None:
    for text, number in (DYING, 1), (THREE, 2):
        saving = savings(text)["--cse"]
        assert (saving.num_removed, saving.num_added) == (number, 0)
        assert (saving.saved_bytes, saving.saved_unknown) == (256 * number, 0)
        noun = "buffer" if number == 1 else "buffers"
        flag = "--pass-pipeline='builtin.module(cse,one-shot-bufferize{bufferize-function-boundaries=1})'"
        assert (
            str(saving)
            == f"run --cse first: `{flag}`: removes {number} {noun}: {256 * number} bytes"
        )
        pipeline = flag.partition("'")[2].removesuffix("'")
        before = bytes_after(text, pipeline.replace("cse,", ""))
        assert bytes_after(text, pipeline) == (before[0] - number, before[1] - 256 * number)


def test_each_flag_does_what_it_says() -> None:
    pad = f"""\
func.func @f(%a: tensor<60xf32>, %v: f32, %t: tensor<128xf32>) -> tensor<128xf32> {{
  %p = tensor.pad %a low[2] high[2] {{
  ^bb0(%i: index):
    tensor.yield %v : f32
  }} : tensor<60xf32> to {T}
  %r = tensor.insert_slice %p into %t[0] [64] [1] : {T} into tensor<128xf32>
  return %r : tensor<128xf32>
}}
"""
    slices = f"""\
func.func @f(%a: {T}, %t: tensor<128xf32>) -> tensor<128xf32> {{
{unary(0, "a")}
  %r = tensor.insert_slice %0 into %t[0] [64] [1] : {T} into tensor<128xf32>
  return %r : tensor<128xf32>
}}
"""
    call = slices.replace(unary(0, "a"), f"  %0 = call @g(%a) : ({T}) -> {T}\n")
    call += f"func.func private @g(%a: {T}) -> {T} {{\n{unary(0, 'a')}  return %0 : {T}\n}}\n"
    softmax = (
        f"func.func @f(%a: {T}) -> {T} {{\n{unary(0, 'a')}{unary(1, '0')}  return %1 : {T}\n}}\n"
    )
    expected = {
        "--eliminate-empty-tensors": slices,
        "--rewrite-in-destination-passing-style --eliminate-empty-tensors": pad,
        "--tensor-results-to-out-params --eliminate-empty-tensors": call,
        "--reuse-buffers": softmax,
        "--buffer-results-to-out-params": softmax,
    }
    for name, text in expected.items():
        saving = savings(text)[name]
        flag = saving.fix.flag
        assert flag is not None
        pipeline = flag.partition("'")[2].removesuffix("'")
        plain = "builtin.module(one-shot-bufferize{bufferize-function-boundaries})"
        before, after = bytes_after(text, plain), bytes_after(text, pipeline)
        assert before[0] - after[0] == saving.num_removed - saving.num_added, name
        assert before[1] - after[1] == saving.saved_bytes > 0, name
    # If fewer passes save as much, only these are said.
    assert "--rewrite-in-destination-passing-style --eliminate-empty-tensors" not in savings(slices)


def test_callers_must_pass_buffers_for_results() -> None:
    saving = savings(DYING)["--buffer-results-to-out-params"]
    assert not saving.is_safe
    assert "if the functions' callers pass buffers for the results" in str(saving)
    assert "--buffer-results-to-out-params" not in savings(DYING, only_safe=True)


def test_a_buffer_has_the_help_that_removes_it_and_others_what_was_tried() -> None:
    context = Context()
    module = bufferize.parse(THREE, context, "f.mlir")
    first, second, third = advise_on_buffers(module, OPTIONS, context).buffers
    assert first.savings == ()
    assert "`--cse`" in first.tried
    for gone in second, third:
        assert gone.tried == ()
        assert gone.savings[0].sentence(1).endswith("removes this buffer and 1 other: 512 bytes")


def test_what_does_not_help_is_not_said() -> None:
    """Both results are read: with one empty tensor, a new buffer would be made."""
    assert "--cse" not in savings(BOTH_READ)
    assert fixed(BOTH_READ)[0].savings == []


def test_nothing_is_said_if_more_is_in_use_at_once() -> None:
    """One buffer for both would be in use while the large one is, which no small one is now."""
    between = """\
  %e = tensor.empty() : tensor<1024xf32>
  %l = linalg.exp ins(%b : tensor<1024xf32>) outs(%e : tensor<1024xf32>) -> tensor<1024xf32>
  %y = tensor.extract %l[%i] : tensor<1024xf32>
"""
    text = f"""\
func.func @f(%a: {T}, %b: tensor<1024xf32>, %y: f32, %i: index) -> (f32, f32, f32) {{
{unary(0, "a")}
  %x = tensor.extract %0[%i] : {T}
{unary(1, "a", "tanh")}
  %z = tensor.extract %1[%i] : {T}
  return %x, %y, %z : f32, f32, f32
}}
"""
    assert "--cse" in savings(text)
    second = unary(1, "a", "tanh")
    with_large = text.replace("%y: f32", "%u: f32").replace(second, between + second)
    assert "--cse" not in savings(with_large)


def test_nothing_is_said_if_more_is_copied() -> None:
    """Each write has a tensor of its own; one tensor for both would be copied."""
    text = f"""\
func.func @f(%a: {T}, %v: f32, %w: f32, %i: index) -> ({T}, {T}, {T}) {{
  %0 = tensor.splat %v : {T}
  %1 = tensor.splat %v : {T}
  %x = tensor.insert %w into %0[%i] : {T}
  %c0 = arith.constant 0 : index
  %y = tensor.insert %w into %1[%c0] : {T}
{unary(2, "a")}{unary(3, "2", "tanh")}
  return %x, %y, %3 : {T}, {T}, {T}
}}
"""
    assert "--cse" not in savings(text)
    found, after = fixed(text)
    assert [saving.fix.name for saving in found.savings] == ["`--reuse-buffers`"]
    assert after.count("tensor.splat") == 2
    assert found.after == []


def test_fix_runs_what_saves_most_until_nothing_does() -> None:
    found, text = fixed(THREE)
    assert [saving.fix.name for saving in found.savings] == ["`--cse`"]
    assert text.count("tensor.empty") == 1
    assert found.applied == []
    again, same = fixed(text)
    assert again.savings == []
    assert same == text


def test_without_trials_nothing_is_tried() -> None:
    assert savings(DYING, budget=Budget(trials=0)) == {}
    assert fixed(DYING, Budget(trials=0))[0].savings == []
    # What was not tried is not said to be in vain.
    context = Context()
    module = bufferize.parse(DYING, context)
    found = advise_on_buffers(module, OPTIONS, context, budget=Budget(trials=1))
    assert [each.tried for each in found.buffers] == [(), ()]


def test_a_copy_that_is_forbidden_is_not_made() -> None:
    """Nothing may be saved at the price of a copy that `bufferize.in_place` forbids."""
    found, _ = fixed(
        BOTH_READ.replace("linalg.exp ins(%0", "linalg.exp {bufferize.in_place} ins(%0")
    )
    assert found.savings == []
