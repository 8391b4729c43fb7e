"""Findings of `bufferize check`: false declarations of models, and nothing else."""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bufferize import Context, parse, pipeline_from_text
from bufferize.analysis import conflicts
from bufferize.driver.bufferizable import ModelContext
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Operation
from bufferize.models import DestinationStyle
from bufferize.plugins import PluginRecord, context, discovery
from bufferize_interpreter.validation import (
    Engine,
    Finding,
    Limits,
    NotDrawable,
    ToolVariant,
    Validation,
    Validator,
    blamed,
    diagnostic_of,
    drawn_inputs,
    reduced,
    variants,
)
from bufferize_testing.reference import REFERENCE_TOOL
from bufferize_tools import tool
from plugins.interpreter.tests import toys
from plugins.interpreter.tests.toys import AddOp, DoesNotReadSource, DoesNotWrite, Right

NAMES = ("arith", "cf", "func", "linalg", "scf", "tensor", "vector", "interpreter", "transforms")
BUFFERIZE = "builtin.module(one-shot-bufferize{bufferize-function-boundaries})"
TWICE = """\
func.func @twice(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %a = toy.add %x, %y : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
  %b = toy.add %a, %x : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
  %c = toy.add %y, %b : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>
  return %a, %c : tensor<?xf32>, tensor<?xf32>
}
"""
LEAKS = """\
func.func @leaks(%i: index) -> f32 {
  %c = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %f = arith.constant 4.0 : f32
  %c0 = arith.constant 0 : index
  %a = tensor.insert %f into %c[%c0] : tensor<3xf32>
  %e = tensor.extract %a[%i] : tensor<3xf32>
  return %e : f32
}
"""


def validator(text: str, model: DestinationStyle[AddOp] | None = None, **options: Any) -> Validator:
    made = Context([*NAMES, *([toys.plugin(model)] if model is not None else [])])
    return Validator(parse(text, made), made, **options)


def checked(found: Validator, pipeline: str = BUFFERIZE, orders: int = 2) -> Validation:
    return found.run(variants(pipeline_from_text(pipeline, found.context), orders, []))


def one_finding(found: Validator) -> Finding:
    result = checked(found)
    assert result.findings
    return result.findings[0]


def test_a_right_model_is_right() -> None:
    result = checked(validator(TWICE, Right()))
    assert not result.findings
    assert not result.not_run
    assert not result.refused
    # As given, from the top, two random orders, a copy before each write.
    assert result.calls == 5 * 8


def test_a_false_declaration_is_found() -> None:
    found = validator(TWICE, DoesNotReadSource())
    finding = one_finding(found)
    assert finding.function == "twice"
    assert "differs" in finding.problem
    (decision, *others) = blamed(finding, found)
    assert decision.operand.owner.name == "toy.add"
    assert decision.in_place
    assert not others
    function = found.module.regions[0].entry.first_op
    assert function is not None
    message = diagnostic_of(finding, [decision], function)
    assert str(message).startswith(f"<input>:1:1: error: @twice {finding.problem} (pipeline ")
    assert any("is copied, which was used in place" in str(note) for note in message.notes)


@pytest.mark.parametrize("model", [DoesNotReadSource(), DoesNotWrite()])
def test_what_is_found_is_reduced(model: DestinationStyle[AddOp]) -> None:
    found = validator(TWICE, model)
    small, again = reduced(one_finding(found), found)
    ops = [op.name for op in small.walk()]
    assert ops.count("toy.add") <= 2
    assert again.function == "twice"
    assert "differs" in again.problem


RESOURCES = """\
func.func @f(%i: index) -> i16 {
  %c = arith.constant dense_resource<blob> : tensor<2xi16>
  %e = tensor.extract %c[%i] : tensor<2xi16>
  return %e : i16
}
{-# dialect_resources: { builtin: { blob: "0x0200000001000200" } } #-}
"""


def test_constants_in_resources_stay_there() -> None:
    result = checked(validator(RESOURCES))
    assert result.functions == 1
    assert not result.findings
    assert not result.not_compared


@pytest.mark.reference
def test_constants_in_resources_are_there_natively() -> None:
    result = checked(validator(RESOURCES, engine=Engine.NATIVE), orders=0)
    assert result.functions == 1
    assert not result.findings
    assert not result.not_compared


OVERWRITTEN = """\
func.func @f(%m: memref<2xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %t = bufferization.to_tensor %m restrict writable : memref<2xf32> to tensor<2xf32>
  %w = tensor.insert %v into %t[%c0] : tensor<2xf32>
  return
}
"""


def test_what_is_writable_may_be_overwritten() -> None:
    assert not checked(validator(OVERWRITTEN)).findings


@pytest.mark.parametrize(
    ("said", "becomes"),
    [
        ("", "memref.store %v, %m[%c0] : memref<2xf32>"),
        (
            "restrict writable",
            "%r = arith.negf %v : f32\n memref.store %r, %m[%c0] : memref<2xf32>",
        ),
    ],
)
def test_what_else_must_not_be_written(said: str, becomes: str, tmp_path: Path) -> None:
    """A buffer argument that is not declared writable, or one that the program sets again."""
    text = OVERWRITTEN.replace("restrict writable", said)
    if said:
        put = "bufferization.materialize_in_destination %w in restrict writable %m"
        text = text.replace("  return", f"  {put} : (tensor<2xf32>, memref<2xf32>) -> ()\n  return")
    after = tmp_path / "after.mlir"
    head = "func.func @f(%m: memref<2xf32>, %v: f32) {\n %c0 = arith.constant 0 : index\n"
    after.write_text(f"{head} {becomes}\n return\n}}\n")
    (finding,) = validator(text).run([ToolVariant(("cat", str(after)))]).findings
    assert finding.problem.startswith("what argument #0 holds in the end differs at [0]: ")


def test_a_trap_is_found() -> None:
    found = validator(LEAKS, leaks=True)
    finding = one_finding(found)
    assert finding.problem == "traps"
    assert "never freed" in str(finding.trap)
    freed = (
        "builtin.module(one-shot-bufferize{bufferize-function-boundaries},"
        "buffer-deallocation-pipeline)"
    )
    made = Context([*NAMES, "buffers"])
    other = Validator(parse(LEAKS, made), made, leaks=True)
    assert not checked(other, freed).findings


def test_inputs_without_a_meaning_are_left_out() -> None:
    result = checked(validator(LEAKS))
    assert not result.findings
    assert result.meaningless["OUT_OF_BOUNDS"] > 0
    assert result.calls > 0


def test_what_cannot_be_run() -> None:
    text = """
    func.func private @there(tensor<4xf32>)
    func.func @calls(%x: tensor<4xf32>) {
      call @there(%x) : (tensor<4xf32>) -> ()
      return
    }
    func.func @takes(%f: () -> ()) {
      return
    }
    func.func @never(%x: tensor<0xf32>, %i: index) -> f32 {
      %e = tensor.extract %x[%i] : tensor<0xf32>
      return %e : f32
    }
    func.func @large(%x: tensor<1000000000xf32>) {
      return
    }"""
    result = checked(validator(text))
    assert result.functions == 0
    assert "which has no body" in str(result.not_run["calls"])
    assert result.not_run["takes"] == "no values of type () -> () can be drawn"
    assert "is out of bounds" in str(result.not_run["never"])
    assert "too large" in str(result.not_run["large"])


def test_what_takes_too_much_afterwards_is_not_checked() -> None:
    text = """
    func.func @f(%x: f32, %i: index) -> f32 {
      %a = tensor.splat %x : tensor<2xf32>
      %b = tensor.insert %x into %a[%i] : tensor<2xf32>
      %c = toy.add %a, %b : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
      %e = tensor.extract %a[%i] : tensor<2xf32>
      %g = tensor.extract %c[%i] : tensor<2xf32>
      %h = arith.addf %e, %g : f32
      return %h : f32
    }"""
    for engine in (Engine.RANDOM, Engine.SYMBOLIC):
        result = checked(validator(text, Right(), engine=engine, limits=Limits(bytes=15)))
        assert (result.functions, result.calls) == (1, 0)
        assert "takes 8 bytes, besides 8 in use, where 15 are the limit" in str(
            result.not_compared["f after as given"]
        )
        assert not checked(
            validator(text, Right(), engine=engine, limits=Limits(bytes=40))
        ).not_compared


PRINTS = """
func.func @f(%x: tensor<6xi8>) -> tensor<6xi8> {
  %e = tensor.empty() : tensor<6xi8>
  %r = scf.forall (%i) in (6) shared_outs(%o = %e) -> tensor<6xi8> {
    %v = tensor.extract %x[%i] : tensor<6xi8>
    LINE
    %s = tensor.from_elements %v : tensor<1xi8>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xi8> into tensor<6xi8>
    }
  }
  return %r : tensor<6xi8>
}
"""


@pytest.mark.parametrize(
    "engine",
    [
        Engine.RANDOM,
        Engine.SYMBOLIC,
        Engine.BOTH,
        pytest.param(Engine.NATIVE, marks=pytest.mark.slow),
    ],
)
def test_lines_of_parallel_iterations_come_in_any_order(engine: Engine) -> None:
    if engine is Engine.NATIVE and shutil.which("mlir-runner-22") is None:
        pytest.skip("mlir-runner-22 is not on PATH")
    prints = PRINTS.replace("LINE", "vector.print %v : i8")
    assert not checked(validator(prints, engine=engine, inputs=2)).findings
    twice = PRINTS.replace("LINE", "vector.print %v : i8\nvector.print %i : index")
    assert not checked(validator(twice, engine=engine, inputs=2)).findings


def test_other_lines_of_parallel_iterations_are_found() -> None:
    @dataclass(frozen=True)
    class Changed:
        name: str = "changed"

        def applied(self, module: Operation, context: ModelContext) -> Operation:
            return parse(PRINTS.replace("LINE", "vector.print %i : index"), context)

    prints = PRINTS.replace("LINE", "vector.print %v : i8")
    (found,) = validator(prints).run([Changed()]).findings
    assert found.problem.startswith("printed before: ")


def test_pipelines_that_are_refused() -> None:
    text = """
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = "toy.unknown"(%x) : (tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    }"""
    made = Context(NAMES)
    made.allow_unregistered_dialects = True
    result = checked(Validator(parse(text, made), made))
    assert "the interpreter does not know what 'toy.unknown' computes" in str(result.not_run["f"])
    assert "'toy.unknown'" in str(result.refused["as given"])


def test_results_that_become_arguments() -> None:
    text = """
    func.func @f(%x: tensor<4xf32>, %s: f32) -> (tensor<4xf32>, f32) {
      %c0 = arith.constant 0 : index
      %a = tensor.insert %s into %x[%c0] : tensor<4xf32>
      %e = tensor.empty() : tensor<4xf32>
      %b = linalg.add ins(%a, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>)
        -> tensor<4xf32>
      return %b, %s : tensor<4xf32>, f32
    }"""
    pipeline = (
        "builtin.module(one-shot-bufferize{bufferize-function-boundaries "
        "function-boundary-type-conversion=identity-layout-map},drop-equivalent-buffer-results,"
        "buffer-results-to-out-params{modify-public-functions})"
    )
    result = checked(validator(text), pipeline)
    assert not result.refused
    assert not result.findings
    assert result.calls > 0


def test_tools_are_checked(tmp_path: Path) -> None:
    found = validator(LEAKS)
    same = found.run([ToolVariant(("cat",))])
    assert same.calls > 0
    assert not same.findings
    changing = tmp_path / "changes"
    changing.write_text("#!/bin/sh\nsed s/4.000000e+00/5.000000e+00/\n")
    changing.chmod(0o755)
    (finding,) = validator(LEAKS).run([ToolVariant((str(changing),))]).findings
    assert finding.problem == "result #0 differs: 4.0 before, 5.0 after"
    for command, problem in (
        (("false",), "'false' ended with status 1"),
        (("there-is-none-such",), "cannot run 'there-is-none-such'"),
    ):
        refused = validator(LEAKS).run([ToolVariant(command)]).refused
        assert problem in str(refused[command[0]])


@pytest.mark.reference
def test_what_comes_of_it_is_run_natively(tmp_path: Path) -> None:
    assert not checked(validator(LEAKS, engine=Engine.NATIVE), orders=0).findings
    changing = tmp_path / "changes"
    changing.write_text(
        f"#!/bin/sh\n{REFERENCE_TOOL} - --one-shot-bufferize=bufferize-function-boundaries | "
        "sed s/4.000000e+00/5.000000e+00/\n"
    )
    changing.chmod(0o755)
    wrong = validator(LEAKS, engine=Engine.NATIVE)
    (finding,) = wrong.run([ToolVariant((str(changing),))]).findings
    assert finding.problem == "result #0 differs: 4.0 before, 5.0 after"
    found, smaller = reduced(finding, wrong)
    assert len(list(found.walk())) < len(list(wrong.module.walk()))
    assert smaller.problem.startswith("result #0 differs: ")


@pytest.mark.reference
def test_what_is_stopped_natively() -> None:
    text = """
    func.func @f(%x: tensor<2xf32>) -> f32 {
      %c0 = arith.constant 0 : index
      %t = bufferization.alloc_tensor() copy(%x) : tensor<2xf32>
      %e = tensor.extract %t[%c0] : tensor<2xf32>
      bufferization.dealloc_tensor %t : tensor<2xf32>
      return %e : f32
    }"""
    assert not checked(validator(text, engine=Engine.NATIVE), orders=0).findings
    twice = ToolVariant(
        (
            "sh",
            "-c",
            f"{REFERENCE_TOOL} - --one-shot-bufferize=bufferize-function-boundaries "
            "| sed '/memref.dealloc/{p}'",
        )
    )
    wrong = validator(text, engine=Engine.NATIVE)
    (finding,) = wrong.run([twice]).findings
    assert finding.problem == "is stopped"
    message = str(diagnostic_of(finding, [], wrong.module))
    assert "@f is stopped (pipeline sh -c" in message


@pytest.mark.reference
def test_last_digits_may_differ_natively() -> None:
    text = """
    func.func @f(%x: tensor<64xELEMENT>) -> tensor<64xELEMENT> {
      %e = tensor.empty() : tensor<64xELEMENT>
      %h = arith.constant dense<0.7182> : tensor<64xELEMENT>
      %0 = linalg.mul ins(%x, %h : tensor<64xELEMENT>, tensor<64xELEMENT>)
        outs(%e : tensor<64xELEMENT>) -> tensor<64xELEMENT>
      %1 = linalg.tanh ins(%0 : tensor<64xELEMENT>) outs(%e : tensor<64xELEMENT>) -> tensor<64xELEMENT>
      return %1 : tensor<64xELEMENT>
    }"""
    for element in ("f32", "f64", "bf16"):
        made = Context([*NAMES, "math"])
        module = parse(text.replace("ELEMENT", element), made)
        result = checked(Validator(module, made, inputs=2, engine=Engine.NATIVE), orders=0)
        assert (result.findings, result.not_run) == ([], {})
        assert result.calls > 0


def test_read_only_arguments_may_be_one_array() -> None:
    text = """
    func.func @f(%x: tensor<4xf32> {bufferization.writable = false},
                 %y: tensor<4xf32> {bufferization.writable = false}, %z: tensor<4xf32>) {
      return
    }"""
    function = parse(text, Context(["func"])).regions[0].entry.first_op
    assert isinstance(function, FunctionOpInterface)
    shared = []
    for _, inputs in zip(range(20), drawn_inputs(function, 0), strict=False):
        x, y, z = inputs.again()
        assert not x.flags.writeable
        assert not y.flags.writeable
        assert z.flags.writeable
        assert z is not x
        shared.append(x is y)
    assert set(shared) == {True, False}


@pytest.mark.parametrize("seed", range(3))
def test_inputs_have_the_types_and_vary(seed: int) -> None:
    text = """
    func.func @f(%a: tensor<?x2xi3>, %b: memref<?xindex>, %c: vector<2xi1>, %d: complex<f32>,
                 %e: bf16, %f: tensor<*xf8E5M2>, %g: ui8, %h: index, %i: tensor<2xcomplex<f64>>,
                 %j: tensor<3xi64>, %k: tensor<2xsi1>) {
      return
    }"""
    function = parse(text, Context(["func"])).regions[0].entry.first_op
    assert isinstance(function, FunctionOpInterface)
    extents = set()
    for _, inputs in zip(range(30), drawn_inputs(function, seed), strict=False):
        a, b, c, _, e, f, g, h, i, j, k = inputs.values
        extents |= {a.shape[0], b.shape[0]}
        assert a.shape[1] == 2
        assert ((a >= -4) & (a < 4)).all()
        assert (b >= 0).all()
        assert (c.dtype, i.dtype) == (np.bool_, np.complex128)
        assert e.dtype.name == "bfloat16"
        assert f.dtype.name == "float8_e5m2"
        assert 0 <= g < 256
        assert h >= 0
        assert (np.abs(j) <= 8).all()
        assert ((k >= -1) & (k <= 0)).all()
    assert {0, 1} < extents


GATHERED = """
func.func @f(%x: tensor<200x4xf32>, %i: tensor<6xi64>) -> tensor<6x4xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a)>, affine_map<(a, b) -> (a, b)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%i : tensor<6xi64>) outs(%e : tensor<6x4xf32>) {
  ^bb0(%n: i64, %out: f32):
    %row = arith.index_cast %n : i64 to index
    %column = linalg.index 1 : index
    %v = tensor.extract %x[%row, %column] : tensor<200x4xf32>
    linalg.yield %v : f32
  } -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}
"""
SIZED = """
func.func @f(%n: index) -> vector<100xf32> {
  %c0 = arith.constant 0 : index
  %v = arith.constant dense<1.0> : vector<100xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = vector.transfer_write %v, %e[%c0] {in_bounds = [true]} : vector<100xf32>, tensor<?xf32>
  %1 = vector.transfer_read %0[%c0], %z {in_bounds = [true]} : tensor<?xf32>, vector<100xf32>
  return %1 : vector<100xf32>
}
"""
PLACED = """
func.func @f(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %i: index, %j: index, %n: index)
    -> tensor<?x?xf32> {
  %0 = tensor.extract_slice %x[0, 0] [6, %n] [1, 1] : tensor<?x?xf32> to tensor<6x?xf32>
  %1 = tensor.cast %0 : tensor<6x?xf32> to tensor<6x12xf32>
  %2 = tensor.insert_slice %1 into %y[%i, %j] [6, 12] [1, 1] : tensor<6x12xf32> into tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
"""
NEVER = """
func.func @f(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.divsi %x, %c0 : i32
  return %0 : i32
}
"""


@pytest.mark.parametrize("text", [GATHERED, SIZED, PLACED], ids=["gathered", "sized", "placed"])
def test_inputs_are_found_near_those_that_come_far(text: str) -> None:
    found = checked(validator(text), orders=0)
    assert found.calls > 0
    assert not found.not_run
    assert found.meaningless["OUT_OF_BOUNDS"] + found.meaningless["INVALID_CAST"] > 0


def test_no_inputs_are_found_where_there_are_none() -> None:
    found = validator(NEVER).run([])
    assert "divides by zero" in str(found.not_run["f"])
    assert found.meaningless["DIVISION"] == sum(found.meaningless.values())


def test_what_came_far_is_changed_in_part() -> None:
    text = "func.func @f(%a: index, %b: tensor<?xf32>, %c: i32, %d: index, %e: index) { return }"
    function = parse(text, Context(["func"])).regions[0].entry.first_op
    assert isinstance(function, FunctionOpInterface)
    drawn = drawn_inputs(function, 0)
    first = next(drawn)
    near = drawn.send(5)
    kept = [one is other for one, other in zip(first.values, near.values, strict=True)]
    assert sum(kept) >= 2
    assert next(drawn).values[1] is not first.values[1]


def test_types_without_values() -> None:
    text = "func.func @f(%a: tuple<f32>) {\n  return\n}"
    function = parse(text, Context(["func"])).regions[0].entry.first_op
    assert isinstance(function, FunctionOpInterface)
    with pytest.raises(NotDrawable, match="no values of type tuple<f32> can be drawn"):
        next(drawn_inputs(function, 0))


@pytest.mark.parametrize("extents", ["9223372036854775807", "4294967296x4294967296x4294967296"])
def test_values_that_are_too_large(extents: str) -> None:
    text = f"func.func @f(%a: tensor<{extents}xf32>) {{\n  return\n}}"
    function = parse(text, Context(["func"])).regions[0].entry.first_op
    assert isinstance(function, FunctionOpInterface)
    with pytest.raises(NotDrawable, match=f"tensor<{extents}xf32> is too large to be drawn"):
        next(drawn_inputs(function, 0))


# The command


@pytest.fixture
def _wrong_toys(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(block: Iterable[str]) -> Iterable[tuple[PluginRecord, Any]]:
        yield from discovery.entry_point_plugins(list(block))
        yield PluginRecord("toys", "toys", "1.0"), toys.plugin(DoesNotWrite())

    monkeypatch.setattr(context, "entry_point_plugins", found)


@pytest.mark.usefixtures("_wrong_toys")
def test_the_command_finds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "twice.mlir"
    file.write_text(TWICE)
    assert tool.main(["check", str(file), "--inputs", "3", "--orders", "1"]) == 1
    out, err = capsys.readouterr()
    assert f"{file}:1:1: error: @twice " in err
    assert "no copies put it right: maybe an operation writes to a buffer" in err
    assert out.startswith("// @twice ")
    assert out.splitlines()[-1].startswith("1 functions called, ")
    assert "1 functions wrong" in out


TOOLS = (
    ("true", "error: @leaks is gone (pipeline true)"),
    ("sed s/@leaks/@other/", "error: @leaks is gone"),
    ("printf '\\377\\200'", "<printf>:1:1: error: "),
    ("echo nonsense", "<echo>:1:1: error: custom op 'nonsense' is unknown"),
    ("sed s/index)/index,%x:index)/", "error: this takes a 'index' that it did not take before"),
    (
        "sed /return/s/%extracted/%inserted/;/return/s/f32/tensor<3xf32>/",
        "type of return operand 0",
    ),
    ("'", "error: --tool: ': No closing quotation"),
)


@pytest.mark.parametrize(("command", "message"), TOOLS)
def test_tools_that_make_nonsense(
    command: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "fine.mlir"
    file.write_text(LEAKS)
    assert tool.main(["check", str(file), "--tool", command]) == 1
    out, err = capsys.readouterr()
    assert message in err
    assert "internal error" not in err
    assert "all the same" not in out


def test_the_command_is_content(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "fine.mlir"
    file.write_text(LEAKS)
    assert tool.main(["check", str(file), "--inputs", "2", "--orders", "1"]) == 0
    out, err = capsys.readouterr()
    assert (out, err) == (
        "1 functions called, 16 calls compared: all the same, 1 functions for all values of elements\n",
        "",
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--one-shot-bufferize=nonsense"], "<--one-shot-bufferize>:1:1: error: "),
        (["--pass-pipeline=builtin.module(nothing)"], "error: "),
        (["--tool", ""], "error: --tool: there is no command"),
        (["--function", "other"], "error: there is no function '@other' that can be called"),
        (["--function", "other"], "note: its functions are: leaks"),
    ],
)
def test_the_command_is_used_wrongly(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "fine.mlir"
    file.write_text(LEAKS)
    assert tool.main(["check", str(file), *arguments]) == 1
    assert message in capsys.readouterr().err


def test_leaks_are_not_seen_natively(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        tool.main(["check", "file", "--leaks", "--native"])
    assert ended.value.code == 2
    assert "not allowed with argument --leaks" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--native", "--engine=random"], "--native calls functions with drawn numbers: leave out"),
        (["--native", "--expressions=3"], "--expressions is for symbols: leave it out, or add"),
        (["--engine=random", "--expressions=3"], "--expressions is for symbols"),
        (["--tool=cat", "--expressions=3"], "--expressions is for symbols"),
    ],
)
def test_options_that_have_no_effect_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    file = tmp_path / "fine.mlir"
    file.write_text(LEAKS)
    assert tool.main(["check", str(file), *arguments]) == 1
    captured = capsys.readouterr()
    assert captured.err.startswith(f"error: {message}")
    assert captured.out == ""


def test_a_reason_to_refuse_all_variants_is_given_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "unknown.mlir"
    file.write_text(
        """
        func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
          %0 = arith.addf %x, %x : tensor<4xf32>
          return %0 : tensor<4xf32>
        }
        """
    )
    assert tool.main(["check", str(file), "--orders=0"]) == 1
    captured = capsys.readouterr()
    assert captured.err.count("error: op was not bufferized") == 1
    assert (
        "note: so the pipelines as given, analysis-heuristic=top-down and copy-before-write are "
        "not checked" in captured.err
    )
    summary = "1 functions called, 0 calls compared: nothing was checked, 3 pipelines refused\n"
    assert captured.out == summary


@pytest.mark.parametrize("arguments", [["--inputs", "0"], ["--inputs", "two"], ["--orders", "-1"]])
def test_numbers_that_make_no_sense(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        tool.main(["check", "file", *arguments])
    assert ended.value.code == 2
    assert f"argument {arguments[0]}: " in capsys.readouterr().err


def test_a_program_without_functions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "empty.mlir"
    file.touch()
    assert tool.main(["check", str(file)]) == 1
    message = f"{file}:1:1: error: the program has no function to call\n"
    assert capsys.readouterr().err.startswith(message)


def test_nothing_to_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "none.mlir"
    file.write_text("func.func @f(%x: tuple<f32>) {\n  return\n}\n")
    assert tool.main(["check", str(file)]) == 1
    out, err = capsys.readouterr()
    assert out == "0 functions called, 0 calls compared: nothing was checked, 1 not checked\n"
    assert "@f cannot be checked: no values of type tuple<f32> can be drawn" in err


def _random_program(source: random.Random) -> str:
    lines = [
        "func.func @f(%v0: tensor<4xf32>, %s: f32, %n: index) -> tensor<4xf32> {",
        "%c0 = arith.constant 0 : index",
        "%c1 = arith.constant 1 : index",
    ]
    values = ["%v0"]
    for number in range(1, 10):
        old, other = source.choice(values), source.choice(values)
        new = f"%v{number}"
        match source.randrange(4):
            case 0:
                lines.append(
                    f"{new} = tensor.insert %s into {old}[%c{source.randrange(2)}] : tensor<4xf32>"
                )
            case 1:
                lines.append(
                    f"{new} = linalg.add ins({old}, {other} : tensor<4xf32>, tensor<4xf32>) "
                    f"outs({source.choice(values)} : tensor<4xf32>) -> tensor<4xf32>"
                )
            case 2:
                lines += [
                    f"{new} = scf.for %i{number} = %c0 to %n step %c1 iter_args(%t{number} = {old})"
                    " -> tensor<4xf32> {",
                    f"%u{number} = tensor.insert %s into %t{number}[%c1] : tensor<4xf32>",
                    f"%w{number} = linalg.add ins(%u{number}, {other} : tensor<4xf32>, tensor<4xf32>)"
                    f" outs(%u{number} : tensor<4xf32>) -> tensor<4xf32>",
                    f"scf.yield %w{number} : tensor<4xf32>",
                    "}",
                ]
            case _:
                lines += [
                    f"%e{number} = tensor.extract_slice {old}[0] [2] [1] : tensor<4xf32> to tensor<2xf32>",
                    f"{new} = tensor.insert_slice %e{number} into {other}[2] [2] [1] : "
                    "tensor<2xf32> into tensor<4xf32>",
                ]
        values.append(new)
    return "\n".join([*lines, f"return {values[-1]} : tensor<4xf32>", "}"])


def test_as_many_calls_are_compared_as_are_asked_for() -> None:
    text = """func.func @f(%a: i8) -> i8 {
      return %a : i8
    }"""
    result = checked(validator(text, inputs=450, engine=Engine.RANDOM), orders=0)
    assert result.calls == 450 * len([*variants(pipeline_from_text(BUFFERIZE, Context()), 0, [])])


@pytest.mark.parametrize("seed", range(12))
def test_random_programs_stay_right(seed: int) -> None:
    text = _random_program(random.Random(seed))
    result = checked(validator(text, inputs=3))
    assert result.calls == 15
    assert not result.findings, (text, [f.problem for f in result.findings])


TASKS = """\
func.func @tasks() {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2 : i32
  %e = tensor.empty() : tensor<1xi32>
  %t = linalg.fill ins(%two : i32) outs(%e : tensor<1xi32>) -> tensor<1xi32>
  omp.task {
    %x = tensor.extract %t[%c0] : tensor<1xi32>
    vector.print %x : i32
    omp.terminator
  }
  omp.task {
    %x = tensor.extract %t[%c0] : tensor<1xi32>
    %y = arith.addi %x, %two : i32
    %u = tensor.insert %y into %t[%c0] : tensor<1xi32>
    %z = tensor.extract %u[%c0] : tensor<1xi32>
    vector.print %z : i32
    omp.terminator
  }
  return
}
"""


def test_a_finding_names_the_schedule_that_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Context([*NAMES, "omp"])
    found = Validator(parse(TASKS, made), made)
    assert not checked(found).findings
    # As if the tasks ran where they are written.
    monkeypatch.setattr(conflicts, "overwritten_meanwhile", lambda *_: None)
    wrong = (
        "builtin.module(one-shot-bufferize{bufferize-function-boundaries check-parallel-regions=0})"
    )
    finding = checked(found, wrong, orders=0).findings[0]
    assert finding.schedule is not None
    function = found.module.regions[0].entry.first_op
    assert function is not None
    notes = [str(note) for note in diagnostic_of(finding, [], function).notes]
    assert any(f"--seed={finding.schedule}" in note for note in notes)


DMA = """\
func.func @f(%x: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %n = arith.constant 4 : index
  %tag = memref.alloc() : memref<1xi32>
  %a = memref.alloc() : memref<4xi32>
  memref.dma_start %x[%c0], %a[%c0], %n, %tag[%c0] : memref<4xi32>, memref<4xi32>, memref<1xi32>
  memref.dma_wait %tag[%c0], %n : memref<1xi32>
  %v = memref.load %x[%c0] : memref<4xi32>
  memref.dealloc %a : memref<4xi32>
  return %v : i32
}
"""


def test_a_buffer_that_is_freed_before_a_copy_is_awaited() -> None:
    found = validator(DMA, engine=Engine.RANDOM)
    # Freed where the wait was, and the wait behind it.
    swap = "/dma_wait/{h;d};/memref.dealloc/{G}"
    assert not found.run([ToolVariant(("cat",))]).findings
    finding = found.run([ToolVariant(("sed", swap))]).findings[0]
    assert finding.trap is not None
    assert "'memref.dma_start' uses a buffer that has been freed" in str(finding.trap)


def test_after_some_time_no_more_calls_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", count().__next__)
    result = checked(validator(TWICE, Right(), seconds=50), orders=10**12)
    assert result.is_cut_short
    assert not result.findings
    # One reading of the clock before each call, and before each of few variants.
    assert 30 < result.calls < 50


def test_the_command_says_that_it_has_not_compared_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "leaks.mlir"
    file.write_text(LEAKS)
    assert tool.main(["check", str(file), "--orders=1000000000", "--seconds=0.001"]) == 1
    assert capsys.readouterr().err == (
        "error: not all calls were compared in 0.001 seconds\nnote: --seconds=N allows more\n"
    )


def test_each_input_is_tried_with_several_schedules() -> None:
    made = Context([*NAMES, "omp"])
    calls = {
        count: checked(Validator(parse(TASKS, made), made, inputs=2, schedules=count)).calls
        for count in (1, 3)
    }
    assert calls[3] == 3 * calls[1]
