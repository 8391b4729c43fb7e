"""Programs that bufferization refuses: what helps is said, was tried, and is done by `fix`."""

from __future__ import annotations

import json
import shlex
from importlib import resources
from pathlib import Path

import jsonschema
import pytest

import bufferize
from bufferize import Context, OneShotOptions
from bufferize_explain.fixes import Budget, Cure, Fixed, Refused, advise, fix
from bufferize_tools import opt, tool

OPTIONS = OneShotOptions(bufferize_function_boundaries=True)
YIELDS_NEW = (Path(__file__).parents[3] / "examples" / "explain" / "refused.mlir").read_text()
SWAPS = """\
func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: index)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y)
      -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %b, %a : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
"""
WHILE = """\
func.func @f(%t: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %r:2 = scf.while (%a = %t, %i = %n) : (tensor<4xf32>, index) -> (tensor<4xf32>, index) {
    %go = arith.cmpi sgt, %i, %c1 : index
    scf.condition(%go) %a, %i : tensor<4xf32>, index
  } do {
  ^bb0(%b: tensor<4xf32>, %j: index):
    %m = linalg.exp ins(%b : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %less = arith.subi %j, %c1 : index
    scf.yield %m, %less : tensor<4xf32>, index
  }
  return %r#0 : tensor<4xf32>
}
"""
ADDS = """\
func.func @f(%t: tensor<4xf32>, %u: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %t, %u : tensor<4xf32>
  %1 = arith.mulf %0, %u : tensor<4xf32>
  return %1 : tensor<4xf32>
}
"""
SELECTS = """\
func.func @f(%c: tensor<4xi1>, %t: tensor<4xf32>, %u: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.select %c, %t, %u : tensor<4xi1>, tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
BUFFER = """\
func.func @f(%m: memref<4xf32>, %x: f32, %i: index) -> f32 {
  %t = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  %u = tensor.insert %x into %t[%i] : tensor<4xf32>
  %v = tensor.extract %u[%i] : tensor<4xf32>
  return %v : f32
}
"""
OVERWRITES = """\
func.func @f(%s: tensor<4xf32>, %t: tensor<4xf32>, %i: index) -> (tensor<4xf32>, f32) {
  %0 = bufferization.materialize_in_destination %s in %t
      : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.extract %t[%i] : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, f32
}
"""
MASKED = """\
func.func @f(%m: vector<4xi1>, %t: tensor<4xf32>, %v: vector<4xf32>, %i: index)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = vector.mask %m {
    vector.transfer_write %v, %t[%i] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  } : vector<4xi1> -> tensor<4xf32>
  return %0, %t : tensor<4xf32>, tensor<4xf32>
}
"""
UNKNOWN = """\
func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.exp %t : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tosa.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
"""


def refusal(text: str, options: OneShotOptions = OPTIONS, trials: int = 24) -> Refused:
    context = Context()
    module = bufferize.parse(text, context, "f.mlir")
    before = str(module)
    with pytest.raises(Refused) as caught:
        advise(module, options, context, budget=Budget(trials=trials))
    assert str(module) == before
    return caught.value


def fixed(text: str) -> tuple[Fixed, str]:
    context = Context()
    module = bufferize.parse(text, context, "f.mlir")
    found = fix(module, OPTIONS, context)
    changed = str(module)
    report = bufferize.one_shot_bufferize(module, OPTIONS, context)
    assert len(report.copies) == len(found.after)
    return found, changed


def names(cures: list[Cure]) -> list[tuple[str, str | None]]:
    return [(cure.text, cure.fix.condition) for cure in cures]


FOLD = "run `--loop-iter-arg-destination-folding` first"
LOWER = "run `--convert-elementwise-to-linalg` first"
ALLOW_ALLOCS = "set `allow-return-allocs-from-loops`"
INTO = (
    "copy operand #0 of 'scf.yield' at f.mlir:{} into the tensor that the loop carries, in each "
    "iteration"
)
BOTH = (
    "copy operand #0 of 'scf.yield' at f.mlir:7:5 and operand #1 of 'scf.yield' at f.mlir:7:5 into "
    "the tensor that the loop carries, in each iteration"
)
RESTRICT = "add `restrict` to 'bufferization.to_tensor' at f.mlir:2:8"
COPY = (
    "copy operand #1 of 'bufferization.materialize_in_destination' at f.mlir:2:8 before, with "
    "`bufferization.alloc_tensor`"
)
ALONE = "nothing else makes a tensor of the same memory, or writes to it meanwhile"
LATER = "what is left on tensors is bufferized later"
CURED: dict[str, tuple[str, list[tuple[str, str | None]]]] = {
    "a loop that computes into an empty tensor": (
        YIELDS_NEW,
        [(FOLD, None), (INTO.format("7:5"), None), (ALLOW_ALLOCS, None)],
    ),
    "a loop that swaps": (SWAPS, [(BOTH, None), (ALLOW_ALLOCS, None)]),
    "a while loop": (WHILE, [(INTO.format("11:5"), None), (ALLOW_ALLOCS, None)]),
    "elementwise operations": (ADDS, [(LOWER, None)]),
    "an elementwise condition": (SELECTS, [(LOWER, None)]),
    "an operand that must be in place": (OVERWRITES, [(COPY, None)]),
    "a masked write": (
        MASKED,
        [
            (
                "copy operand #1 of 'vector.transfer_write' at f.mlir:4:5 before, with "
                "`bufferization.alloc_tensor`",
                None,
            )
        ],
    ),
    "a buffer that may be the tensor of another operation": (BUFFER, [(RESTRICT, None)]),
    "an operation without a model": (UNKNOWN, [("set `allow-unknown-ops`", LATER)]),
}


@pytest.mark.parametrize(("text", "cures"), CURED.values(), ids=CURED.keys())
def test_what_helps(text: str, cures: list[tuple[str, str | None]]) -> None:
    found = refusal(text)
    assert names(found.cures) == cures
    assert all(cure.is_complete for cure in found.cures)
    notes = [note.message for note in found.diagnostics[0].notes]
    assert notes[-len(cures) :] == [f"help: {cure}" for cure in found.cures]
    assert [note.message for note in found.error.notes] == notes[: -len(cures)]


@pytest.mark.parametrize("text", [text for text, _ in CURED.values()], ids=CURED.keys())
def test_the_options_that_help_can_be_pasted(
    text: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "in.mlir"
    path.write_text(text)
    for cure in refusal(text).cures:
        if cure.flag is not None:
            (flag,) = shlex.split(cure.flag)
            assert opt.main([flag, str(path)]) == 0
            assert "memref" in capfd.readouterr().out


def test_the_program_is_changed_until_it_is_not_refused() -> None:
    for text, cures in CURED.values():
        if text is not UNKNOWN:
            found, _ = fixed(text)
            assert names(found.cures) == cures[:1]
    _, changed = fixed(YIELDS_NEW)
    assert "tensor.empty" not in changed
    _, changed = fixed(ADDS)
    assert changed.count("linalg.generic") == 2
    _, changed = fixed(BUFFER)
    assert "bufferization.to_tensor %arg0 restrict : " in changed


def test_one_cure_comes_after_the_other() -> None:
    text = ADDS + BUFFER.replace("@f", "@g") + WHILE.replace("@f", "@h")
    found, _ = fixed(text)
    assert [cure.fix.kind for cure in found.cures] == ["restrict", "copy-into-carried", "passes"]
    assert [own.op_name for own in found.own_copies] == ["bufferization.materialize_in_destination"]
    first = refusal(text)
    (cure,) = first.cures
    assert not cure.is_complete
    assert cure.outcome == (
        "it is refused for another reason: Yield operand #0 is not equivalent to the corresponding "
        "iter bbArg at f.mlir:22:5"
    )


def test_a_loop_that_swaps_copies_one_tensor_before_it_is_overwritten() -> None:
    _, changed = fixed(SWAPS)
    assert changed.count("bufferization.alloc_tensor() copy(") == 1
    assert changed.count("bufferization.materialize_in_destination") == 2


def test_what_is_proved_is_done_though_other_loops_are_not_safe_to_change() -> None:
    dynamic = WHILE.replace("4xf32", "?xf32").replace("empty()", "empty(%n)").replace("@f", "@g")
    found = refusal(WHILE + dynamic)
    (cure,) = [cure for cure in found.cures if cure.fix.kind == "copy-into-carried"]
    assert cure.fix.condition is not None
    safe = found.safe_cure
    assert safe is not None
    assert safe.text == INTO.format("11:5")
    assert not safe.is_complete


def test_what_is_not_proved_is_not_done() -> None:
    text = YIELDS_NEW.replace("4xf32", "?xf32").replace("tensor.empty()", "tensor.empty(%i)")
    condition = "each iteration yields a tensor of the shape that it was given"
    assert names(refusal(text).cures) == [(INTO.format("7:5"), condition), (ALLOW_ALLOCS, None)]
    context = Context()
    module = bufferize.parse(text, context)
    before = str(module)
    with pytest.raises(Refused):
        fix(module, OPTIONS, context)
    assert str(module) == before


TWICE = BUFFER.replace(
    "  %u =", "  %w = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>\n  %u ="
)
CALLED = """\
func.func @g(%m: memref<4xf32>, %x: f32, %i: index) -> f32 {
  %0 = call @f(%m, %x, %i) : (memref<4xf32>, f32, index) -> f32
  return %0 : f32
}
"""
INSIDE = """\
func.func @f(%m: memref<4xf32>, %c: i1, %i: index) -> f32 {
  %v = scf.if %c -> f32 {
    %t = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
    %x = tensor.extract %t[%i] : tensor<4xf32>
    scf.yield %x : f32
  } else {
    %x = arith.constant 0.0 : f32
    scf.yield %x : f32
  }
  return %v : f32
}
"""
STORED = BUFFER.replace(
    "  return",
    "  bufferization.materialize_in_destination %u in writable %m : (tensor<4xf32>, memref<4xf32>) -> ()\n"
    "  return",
)


OVERWRITTEN = BUFFER.replace("  %v =", "  memref.store %x, %m[%i] : memref<4xf32>\n  %v =")
CALLS = (
    BUFFER.replace("  %v =", "  call @other() : () -> ()\n  %v =") + "func.func private @other()\n"
)


@pytest.mark.parametrize(
    "text", [TWICE, BUFFER + CALLED, INSIDE, STORED, OVERWRITTEN, CALLS], ids=range(6)
)
def test_restrict_is_a_promise_of_the_program(text: str) -> None:
    (cure,) = refusal(text).cures
    assert cure.fix.kind == "restrict"
    assert cure.fix.condition == ALONE
    assert not cure.is_safe


def test_without_trials_nothing_is_said_to_help() -> None:
    found = refusal(YIELDS_NEW, trials=0)
    assert found.cures == []
    (problem,) = found.diagnostics
    assert len(problem.notes) == 1
    assert len(refusal(YIELDS_NEW, trials=2).cures) == 1


def test_what_does_not_lead_to_a_valid_program_does_not_help() -> None:
    """Memory spaces differ, and no copy before the choice can change that."""
    text = """
      func.func @f(%c: i1, %t: tensor<4xf32>) -> tensor<4xf32> {
        %near = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
        %r = scf.if %c -> (tensor<4xf32>) {
          scf.yield %near : tensor<4xf32>
        } else {
          scf.yield %t : tensor<4xf32>
        }
        return %r : tensor<4xf32>
      }
    """
    assert refusal(text).cures == []


def test_options_that_are_set_are_not_named() -> None:
    options = OneShotOptions(bufferize_function_boundaries=True, allow_unknown_ops=True)
    found = refusal(SELECTS, options)
    assert names(found.cures) == [(LOWER, None)]


# Reports


def report(
    capfd: pytest.CaptureFixture[str], *argv: str, text: str, status: int = 1
) -> tuple[str, str]:
    Path("in.mlir").write_text(text)
    capfd.readouterr()
    assert tool.main(["explain", "--block-plugin=buffers", *argv, "in.mlir"]) == status
    out, err = capfd.readouterr()
    return out, err


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_text(capfd: pytest.CaptureFixture[str]) -> None:
    out, err = report(capfd, text=BUFFER)
    assert out == ""
    assert (
        err
        == """\
in.mlir:2:8: error: 'bufferization.to_tensor' op to_tensor ops without `restrict` are not \
supported by One-Shot Analysis
  %t = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
       ^
note: add `restrict` to promise that no other operation makes a tensor of this memory, or puts one \
there
note: help: add `restrict` to 'bufferization.to_tensor' at in.mlir:2:8: then 1 copy: 16 bytes
"""
    )


def test_json(capfd: pytest.CaptureFixture[str]) -> None:
    out, err = report(capfd, "--format=json", text=YIELDS_NEW)
    assert "error: Yield operand #0" in err
    found = json.loads(out)
    schema = resources.files("bufferize_explain").joinpath("explain.schema.json").read_text()
    jsonschema.validate(found, json.loads(schema))
    assert found["copies"] == []
    (refused,) = found["refusals"]
    assert refused["message"].startswith("Yield operand #0 is not equivalent")
    assert refused["function"] == "refused"
    place = refused["place"]
    assert (place["op"], place["line"], place["column"]) == ("scf.yield", 7, 5)
    assert [(cure["kind"], cure["is_complete"]) for cure in refused["cures"]] == [
        ("passes", True),
        ("copy-into-carried", True),
        ("options", True),
    ]
    assert [cure["flag"] is None for cure in refused["cures"]] == [False, True, False]
    assert refused["cures"][0]["outcome"] == "nothing is copied"


def test_the_other_programs_of_a_file_are_in_the_report(capfd: pytest.CaptureFixture[str]) -> None:
    copied = """\
func.func @g(%t: tensor<4xf32>, %v: f32, %i: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tensor.insert %v into %t[%i] : tensor<4xf32>
  return %0, %t : tensor<4xf32>, tensor<4xf32>
}
"""
    text = f"{BUFFER}// -----\n{copied}"
    out, _ = report(capfd, "--format=json", "--split-input-file", text=text)
    found = json.loads(out)
    assert len(found["refusals"]) == len(found["copies"]) == 1
    out, err = report(capfd, "--split-input-file", text=text)
    assert out == ""
    assert "without `restrict`" in err
    out, _ = report(
        capfd, "--format=json", "--split-input-file", text=f"{text}// -----\nno program"
    )
    assert out == ""


def test_sarif(capfd: pytest.CaptureFixture[str]) -> None:
    out, _ = report(capfd, "--format=sarif", text=ADDS)
    (run,) = json.loads(out)["runs"]
    (result,) = run["results"]
    assert (result["ruleId"], result["level"]) == ("refused", "error")
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "refused"
    text = result["message"]["text"]
    assert text.startswith("Refused: op was not bufferized. Note: 'arith.addf' has no")
    assert f"Help: {LOWER} (`--pass-pipeline=" in text
    region = result["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"]) == (2, 8)


def test_remarks(capfd: pytest.CaptureFixture[str]) -> None:
    out, _ = report(capfd, "--format=remarks", text=BUFFER)
    assert out.startswith("--- !Failure\nPass: one-shot-bufferize\nName: Refused\n")
    assert (
        f"- Help: '{RESTRICT.replace('f.mlir', 'in.mlir')}".replace(
            "'bufferization.to_tensor'", "''bufferization.to_tensor''"
        )
        in out
    )


def test_a_page(capfd: pytest.CaptureFixture[str]) -> None:
    out, _ = report(capfd, "--format=html", text=BUFFER)
    assert '<p class="sum">refused</p>' in out
    assert '<h2 id="refusals">Refused</h2>' in out
    assert '<dt>help</dt><dd class="help">add <code>restrict</code> to' in out


def test_a_pipeline_that_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    pipeline = "builtin.module(cse,one-shot-bufferize{bufferize-function-boundaries})"
    out, err = report(capfd, f"--pass-pipeline={pipeline}", "--format=json", text=YIELDS_NEW)
    assert err.count("error: ") == 1
    flag = json.loads(out)["refusals"][0]["cures"][0]["flag"]
    assert flag == (
        "--pass-pipeline='builtin.module(cse,loop-iter-arg-destination-folding,one-shot-bufferize{"
        "bufferize-function-boundaries=1})'"
    )


def test_fix_says_what_it_did(capfd: pytest.CaptureFixture[str]) -> None:
    Path("in.mlir").write_text(WHILE)
    assert tool.main(["fix", "in.mlir", "-o", "out.mlir"]) == 0
    assert capfd.readouterr().err == (
        "copy operand #0 of 'scf.yield' at in.mlir:11:5 into the tensor that the loop carries, in each "
        "iteration\n"
        "run --eliminate-empty-tensors: removes 1 buffer: 16 bytes\n"
        "before: refused\n"
        "after: nothing is copied; by the program itself: 1 copy: 1 of unknown size (1 x "
        "bufferization.materialize_in_destination)\n"
    )
    assert tool.main(["fix", "out.mlir", "-o", "again.mlir"]) == 0
    assert capfd.readouterr().err == "nothing was found to change: nothing is copied\n"


def test_fix_refuses_what_it_cannot_mend(capfd: pytest.CaptureFixture[str]) -> None:
    Path("in.mlir").write_text(TWICE)
    assert tool.main(["fix", "in.mlir", "-o", "out.mlir"]) == 1
    assert f", if {ALONE}: then " in capfd.readouterr().err
    assert not Path("out.mlir").exists()
