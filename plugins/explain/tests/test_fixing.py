"""Programs that are changed so that less is copied."""

from __future__ import annotations

import pytest

import bufferize
from bufferize import Context, DiagnosticError, OneShotOptions
from bufferize.ir import clone, is_equivalent
from bufferize_explain.fixes import Budget, Fixed, fix

OPTIONS = OneShotOptions(bufferize_function_boundaries=True)
CONFLICT = """\
func.func @f(%t: tensor<8xf32>, %v: f32, %i: index) -> (tensor<8xf32>, f32) {
  %0 = tensor.insert %v into %t[%i] : tensor<8xf32>
  %1 = tensor.extract %t[%i] : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, f32
}
"""
CONSTANT = """\
func.func @f(%v: f32, %i: index) -> (tensor<64xf32>, tensor<64xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<64xf32>
  %0 = tensor.insert %v into %zeros[%i] : tensor<64xf32>
  %1 = linalg.exp ins(%zeros : tensor<64xf32>) outs(%zeros : tensor<64xf32>) -> tensor<64xf32>
  return %0, %1 : tensor<64xf32>, tensor<64xf32>
}
"""


CALLED = """\
func.func private @use(memref<8xf32>)
func.func @f(%t: tensor<8xf32>, %u: tensor<8xf32>) {
  %a = bufferization.to_buffer %t : tensor<8xf32> to memref<8xf32>
  %b = bufferization.to_buffer %u : tensor<8xf32> to memref<8xf32>
  call @use(%a) : (memref<8xf32>) -> ()
  call @use(%b) : (memref<8xf32>) -> ()
  return
}
"""


def fixed(text: str, budget: Budget | None = None, *, layouts: bool = False) -> tuple[Fixed, str]:
    context = Context()
    module = bufferize.parse(text, context, "f.mlir")
    found = fix(module, OPTIONS, context, budget=budget, layouts=layouts)
    assert bufferize.verify(module) == []
    again = bufferize.one_shot_bufferize(clone(module), OPTIONS, context)
    assert len(again.copies) == len(found.after)
    return found, str(module)


def test_reads_come_first() -> None:
    found, text = fixed(CONFLICT)
    assert (len(found.before), len(found.after)) == (1, 0)
    assert [help.kind for help in found.applied] == ["read-first"]
    assert text.index("tensor.extract") < text.index("tensor.insert")


def test_each_use_gets_a_fill() -> None:
    text = CONSTANT.replace(
        "linalg.exp ins(%zeros : tensor<64xf32>) outs(%zeros : tensor<64xf32>) -> tensor<64xf32>",
        "tensor.insert %v into %zeros[%i] : tensor<64xf32>",
    )
    found, text = fixed(text)
    assert (len(found.before), len(found.after)) == (2, 0)
    assert [help.kind for help in found.applied] == ["own-fill"]
    assert text.count("linalg.fill") == 2


def test_what_nobody_reads_is_not_filled() -> None:
    found, text = fixed(CONSTANT)
    assert [copy.copies_contents for copy in found.before] == [True, False]
    assert [copy.copies_contents for copy in found.after] == [False]
    assert text.count("linalg.fill") == 1


def test_a_fill_is_not_larger_than_the_copy_that_it_replaces() -> None:
    text = """\
func.func @f(%v: f32, %i: index) -> (tensor<4xf32>, tensor<64xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<64xf32>
  %part = tensor.extract_slice %zeros[0] [4] [1] : tensor<64xf32> to tensor<4xf32>
  %0 = tensor.insert %v into %part[%i] : tensor<4xf32>
  return %0, %zeros : tensor<4xf32>, tensor<64xf32>
}
"""
    found, _ = fixed(text)
    assert (found.applied, [copy.cost for copy in found.after if copy.copies_contents]) == (
        [],
        [16],
    )


def test_one_change_comes_after_the_other() -> None:
    found, _ = fixed(CONFLICT + CONSTANT.replace("@f", "@g"))
    assert len(found.before) == 3
    assert not any(copy.copies_contents for copy in found.after)
    # A fill writes what the copy wrote, so what saves most is the move.
    assert [help.kind for help in found.applied] == ["read-first", "own-fill"]


def test_what_callers_would_notice_stays() -> None:
    text = """\
func.func @f(%t: tensor<8xf32> {bufferization.writable = false}, %v: f32, %i: index) -> tensor<8xf32> {
  %0 = tensor.insert %v into %t[%i] : tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""
    found, _ = fixed(text)
    assert len(found.before) == len(found.after) == 1
    assert found.applied == []


def test_what_need_not_be_valid_is_not_moved_before_what_may_not_end() -> None:
    text = """\
func.func private @may_not_end(tensor<8xi32>) -> tensor<8xi32>
func.func @f(%t: tensor<8xi32>, %i: index, %n: i32) -> (tensor<8xi32>, i32) {
  %0 = func.call @may_not_end(%t) : (tensor<8xi32>) -> tensor<8xi32>
  %1 = tensor.insert %n into %0[%i] : tensor<8xi32>
  %2 = arith.divsi %n, %n : i32
  %3 = arith.index_cast %2 : i32 to index
  %4 = tensor.extract %t[%3] : tensor<8xi32>
  return %1, %4 : tensor<8xi32>, i32
}
"""
    found, _ = fixed(text)
    assert found.before
    assert found.applied == []
    # It is moved if it is valid anyway, or if the function surely returns.
    found, _ = fixed(
        text.replace("%t[%3]", "%t[%c3]").replace("%2 =", "%c3 = arith.constant 3 : index\n%2 =")
    )
    assert [help.kind for help in found.applied] == ["read-first"]
    body = "(%u: tensor<8xi32>) -> tensor<8xi32> { return %u : tensor<8xi32> }"
    found, _ = fixed(text.replace("(tensor<8xi32>) -> tensor<8xi32>\n", f"{body}\n", 1))
    assert [help.kind for help in found.applied] == ["read-first"]


def test_without_trials_nothing_is_changed() -> None:
    found, text = fixed(CONFLICT, Budget(trials=0))
    assert found.applied == []
    assert is_equivalent(bufferize.parse(text, Context()), bufferize.parse(CONFLICT, Context()))


def test_what_is_refused_stays() -> None:
    text = 'func.func @f(%t: tensor<8xf32>) { "my.op"(%t) : (tensor<8xf32>) -> () return }'
    context = Context()
    context.allow_unregistered_dialects = True
    module = bufferize.parse(text, context)
    before = str(module)
    with pytest.raises(DiagnosticError, match="op was not bufferized"):
        fix(module, OPTIONS, context)
    assert str(module) == before


def test_arguments_get_the_identity_layout_only_if_that_is_promised() -> None:
    found, text = fixed(CALLED)
    assert (len(found.after), found.applied) == (2, [])
    assert "buffer_layout" not in text
    found, text = fixed(CALLED, layouts=True)
    assert (len(found.before), len(found.after)) == (2, 0)
    (help,) = found.applied
    assert (help.kind, help.condition) == ("identity-layout", "callers pass contiguous buffers")
    assert text.count("{bufferization.buffer_layout = affine_map<(d0) -> (d0)>}") == 2
    assert fixed(text, layouts=True)[1] == text


CALLER = """
func.func @g(%t: tensor<8x8xf32>, %u: tensor<8xf32>) {
  %s = tensor.extract_slice %t[0, 0] [SIZES] [1, 1] : tensor<8x8xf32> to tensor<8xf32>
  call @f(%s, %u) : (tensor<8xf32>, tensor<8xf32>) -> ()
  return
}
"""


@pytest.mark.parametrize(
    ("sizes", "left", "layouts"),
    [("8, 1", 1, [False, True]), ("1, 8", 0, [True, True])],
    ids=["a column, which the caller copies instead", "a row, which is contiguous"],
)
def test_what_callers_pass_on_gets_the_layout_as_well(
    sizes: str, left: int, layouts: list[bool]
) -> None:
    private = CALLED.replace("@f", "private @f")
    found, text = fixed(private + CALLER.replace("SIZES", sizes), layouts=True)
    assert (len(found.before), len(found.after)) == (2, left)
    assert [copy.place.op_name for copy in found.after] == ["func.call"] * left
    (caller,) = (line for line in text.splitlines() if "@g(" in line)
    assert ["buffer_layout" in each for each in caller.split(", %arg1")] == layouts


def test_an_argument_keeps_its_layout_if_callers_would_copy_as_much() -> None:
    columns = CALLER.replace("SIZES", "8, 1").replace("%u: tensor<8xf32>", "%w: tensor<8x8xf32>")
    other = "  %u = tensor.extract_slice %w[0, 0] [8, 1] [1, 1] : tensor<8x8xf32> to tensor<8xf32>"
    columns = columns.replace("  call", f"{other}\n  call")
    found, text = fixed(CALLED.replace("@f", "private @f") + columns, layouts=True)
    assert (len(found.before), len(found.after)) == (2, 2)
    assert "buffer_layout" not in text


def test_an_argument_of_known_layout_stays_as_it_is() -> None:
    layout = "{bufferization.buffer_layout = strided<[2], offset: ?>}"
    text = CALLED.replace("tensor<8xf32>, %u", f"tensor<8xf32> {layout}, %u")
    found, text = fixed(text, layouts=True)
    assert (len(found.before), len(found.after)) == (2, 1)
    assert "strided<[2], offset: ?>" in text
