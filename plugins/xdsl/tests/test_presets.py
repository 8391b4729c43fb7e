"""Presets for ops of xDSL: decisions equal those for the same ops in a plugin of bufferize."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Dialect
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_result_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_region_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.traits import IsTerminator

import bufferize
from bufferize.diagnostics import DiagnosticError, PluginError
from bufferize.ir import MemRefType, is_equivalent
from bufferize.passes import pipeline_from_text
from bufferize_xdsl import run_in_place
from bufferize_xdsl.models import (
    AllocatesResult,
    BranchesWithResults,
    DestinationStyle,
    LoopWithIterArgs,
    NoMemoryAccess,
    OpModel,
    ReadOnlyOperands,
    RegionTerminator,
    ViewOf,
    model,
)
from plugins.xdsl.tests import wave_plugin
from plugins.xdsl.tests.downstream import ACCEL, ScaleOp, StreamOp
from plugins.xdsl.tests.modules import ROOT, xdsl_context, xdsl_text


@irdl_op_definition
class ReverseOp(IRDLOperation):
    name = "wave.reverse"
    scale = operand_def()
    source = operand_def()
    result = result_def()


@irdl_op_definition
class ClampOp(IRDLOperation):
    name = "wave.clamp"
    limit = operand_def()
    tensor = operand_def()
    result = opt_result_def()


@irdl_op_definition
class RampOp(IRDLOperation):
    name = "wave.ramp"
    operand = operand_def()
    result = result_def()
    seed = prop_def(IntegerAttr)


@irdl_op_definition
class WriteRampOp(IRDLOperation):
    name = "wave.write_ramp"
    buffer = operand_def()
    operand = operand_def()
    seed = prop_def(IntegerAttr)


@irdl_op_definition
class RepeatOp(IRDLOperation):
    name = "wave.repeat"
    times = operand_def()
    carried = var_operand_def()
    results_ = var_result_def()
    body = region_def()


@irdl_op_definition
class ChooseOp(IRDLOperation):
    name = "wave.choose"
    which = operand_def()
    results_ = var_result_def()
    cases = var_region_def()


@irdl_op_definition
class YieldOp(IRDLOperation):
    name = "wave.yield"
    values = var_operand_def()
    traits = traits_def(IsTerminator())


@irdl_op_definition
class SumOp(IRDLOperation):
    name = "wave.sum"
    tensor = operand_def()
    total = result_def()


@irdl_op_definition
class LengthOp(IRDLOperation):
    name = "wave.length"
    tensor = operand_def()
    length = result_def()


OPS: list[type[IRDLOperation]] = [
    ReverseOp, ClampOp, RampOp, WriteRampOp, RepeatOp, ChooseOp, YieldOp, SumOp, LengthOp
]  # fmt: skip
WAVE = Dialect("wave", list(OPS))


def five_models() -> list[OpModel]:
    return [
        model(StreamOp, DestinationStyle(inits="outputs", reads_inits=False)),
        model(ReverseOp, ViewOf(source="source", equivalent=True)),
        model(ClampOp, DestinationStyle(inits="tensor")),
        model(RampOp, AllocatesResult(fill=WriteRampOp, into="buffer")),
        model(RepeatOp, LoopWithIterArgs(inits="carried")),
    ]


def all_models() -> list[OpModel]:
    return [
        *five_models(),
        model(ChooseOp, BranchesWithResults()),
        model(YieldOp, RegionTerminator()),
        model(SumOp, ReadOnlyOperands()),
        model(LengthOp, NoMemoryAccess()),
    ]


PROGRAM = """\
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<4xf32>, f32, index) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, f32), sym_name = "f"}> ({
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>, %v: f32, %n: index):
    %ramp = "wave.ramp"(%v) <{seed = 3 : i32}> : (f32) -> tensor<4xf32>
    %1 = "accel.stream"(%a, %ramp) <{accelerator = "gemm", operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%x: f32, %y: f32):
      "accel.yield"(%x) : (f32) -> ()
    }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %view = "wave.reverse"(%v, %1) : (f32, tensor<4xf32>) -> tensor<4xf32>
    %2 = "wave.clamp"(%v, %view) : (f32, tensor<4xf32>) -> tensor<4xf32>
    %3 = "wave.clamp"(%v, %b) : (f32, tensor<4xf32>) -> tensor<4xf32>
    %sum = "wave.sum"(%1) : (tensor<4xf32>) -> f32
    %m = "wave.length"(%b) : (tensor<4xf32>) -> index
    %4 = "wave.repeat"(%m, %3) ({
    ^bb0(%i: index, %c: tensor<4xf32>):
      %5 = "wave.clamp"(%sum, %c) : (f32, tensor<4xf32>) -> tensor<4xf32>
      "wave.yield"(%5) : (tensor<4xf32>) -> ()
    }) : (index, tensor<4xf32>) -> tensor<4xf32>
    %6 = "wave.choose"(%n) ({
      "wave.yield"(%2) : (tensor<4xf32>) -> ()
    }, {
      %7 = "wave.ramp"(%v) <{seed = 4 : i32}> : (f32) -> tensor<4xf32>
      "wave.yield"(%7) : (tensor<4xf32>) -> ()
    }) : (index) -> tensor<4xf32>
    "func.return"(%4, %b, %6, %sum) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, f32) -> ()
  }) : () -> ()
}) : () -> ()
"""
ANALYSIS = "one-shot-bufferize{bufferize-function-boundaries test-analysis-only}"
BUFFERIZATION = "one-shot-bufferize{bufferize-function-boundaries}"


def result(models: list[OpModel], pipeline: str = BUFFERIZATION, text: str = PROGRAM) -> str:
    """Return a program after passes as xDSL prints it."""
    theirs = xdsl_context().clone()
    theirs.load_dialect(ACCEL)
    theirs.load_dialect(WAVE)
    module = Parser(theirs, text).parse_module()
    context = bufferize.Context()
    passes = pipeline_from_text(pipeline, context)
    run_in_place(passes, module, context, theirs, models)
    module.verify()
    return xdsl_text(module)


def test_five_models_take_few_lines() -> None:
    assert len(inspect.getsource(five_models).splitlines()) <= 25
    assert len(five_models()) == 5


def of_bufferize_opt(pipeline: str, folder: Path) -> str:
    """Return the output of bufferize-opt for the program with the same ops of an installed plugin."""
    info = folder / "wave-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wave\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[bufferize]\nwave = {wave_plugin.__name__}\n")
    source = folder / "program.mlir"
    source.write_text(PROGRAM)
    tool = "import sys; from bufferize_tools.opt import main; sys.exit(main(sys.argv[1:]))"
    arguments = [
        str(source),
        f"--pass-pipeline=builtin.module({pipeline})",
        "--mlir-print-op-generic",
    ]
    path = os.pathsep.join([str(folder), str(ROOT), os.environ.get("PYTHONPATH", "")])
    ran = subprocess.run(
        [sys.executable, "-c", tool, *arguments],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.parametrize("pipeline", [ANALYSIS, BUFFERIZATION])
def test_decisions_and_result_are_those_of_a_plugin(pipeline: str, tmp_path: Path) -> None:
    found = result(all_models(), pipeline)
    plugin = bufferize.Context([wave_plugin, "func"])
    expected = bufferize.parse(of_bufferize_opt(pipeline, tmp_path), plugin)
    assert is_equivalent(bufferize.parse(found, plugin), expected)
    if pipeline == ANALYSIS:
        assert found.count('["none", "true"]') >= 2
        assert '["none", "false"]' in found
    else:
        assert found.count('"memref.alloc"') == 4
        assert "tensor<" not in found
        assert re.search(r'"wave.write_ramp"\(%\w+, %v\) <\{seed = 3 : i32\}>', found)


def test_an_init_that_is_no_tensor() -> None:
    text = PROGRAM.replace(
        '"wave.clamp"(%v, %b) : (f32, tensor<4xf32>)', '"wave.clamp"(%v, %v) : (f32, f32)'
    )
    with pytest.raises(
        DiagnosticError, match=r"operand #1, an init, is a tensor or a memref, but got 'f32'"
    ):
        result(all_models(), text=text)


def test_the_source_of_a_view_that_is_no_tensor() -> None:
    text = PROGRAM.replace(
        '"wave.reverse"(%v, %1) : (f32, tensor<4xf32>)', '"wave.reverse"(%v, %v) : (f32, f32)'
    )
    with pytest.raises(DiagnosticError, match=r"operand #1, the source of a view, is a tensor"):
        result(all_models(), text=text)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: model(StreamOp, DestinationStyle(inits="output")), "no operand called 'output'"),
        (lambda: model(ClampOp, ViewOf(source="x")), "no operand called 'x'"),
        (lambda: model(StreamOp, ViewOf(source="outputs")), "one operand at a fixed place"),
        (lambda: model(ScaleOp, DestinationStyle(inits="operand")), "has no result 'result'"),
        (lambda: model(RampOp, AllocatesResult(fill=WriteRampOp, into="b")), "'wave.write_ramp' has"),
        (lambda: model(ClampOp, AllocatesResult(fill=WriteRampOp, into="buffer")), "no operand 'operand'"),
        (lambda: model(RampOp, AllocatesResult(fill=3, into="b")), "fill must be an op"),  # type: ignore[arg-type]
        (lambda: model(ClampOp, LoopWithIterArgs(inits="tensor")), "for ops with one region"),
        (lambda: model(ClampOp, BranchesWithResults()), "for ops with regions"),
        (lambda: model(ClampOp, ReadOnlyOperands), "neither a preset nor a model"),  # type: ignore[arg-type]
        (lambda: model(int, ReadOnlyOperands()), "an op that xDSL declares"),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_a_preset_that_does_not_fit(make: Any, message: str) -> None:
    with pytest.raises(PluginError, match=message):
        make()


def test_what_is_meant_is_suggested() -> None:
    with pytest.raises(PluginError) as caught:
        model(StreamOp, DestinationStyle(inits="output"))
    notes = [note.message for note in caught.value.diagnostics[0].notes]
    assert notes == ["did you mean 'outputs'?", "its operands are: inputs, outputs"]


@pytest.mark.parametrize(
    ("op", "message"),
    [
        ('"wave.repeat"(%n, %a) ({}) : (index, tensor<4xf32>)', "region of a loop has a block"),
        ('"wave.repeat"(%n, %a) ({\n"wave.yield"(%a) : (tensor<4xf32>) -> ()}) : (index, tensor<4xf32>)', "different number of inits and region iter_args"),
        ('"wave.choose"(%n) ({}) : (index)', "a block in each"),
        ('"wave.choose"(%n) : (index)', "a region or more to choose from"),
        ('"wave.choose"(%n) ({\n"wave.yield"() : () -> ()}) : (index)', "has 0 operands, but region successor needs 1"),
        ('"wave.sum"(%a) : (tensor<4xf32>)', "result #0 is tied to no init"),
    ],
)  # fmt: skip
def test_an_op_that_is_not_as_its_preset_says(op: str, message: str) -> None:
    text = f"""
    "func.func"() <{{function_type = (tensor<4xf32>, index) -> tensor<4xf32>, sym_name = "f"}}> ({{
    ^bb0(%a: tensor<4xf32>, %n: index):
      %r = {op} -> tensor<4xf32>
      "func.return"(%r) : (tensor<4xf32>) -> ()
    }}) : () -> ()
    """
    with pytest.raises(DiagnosticError, match=message):
        result(all_models(), text=text)


def test_the_type_of_a_view() -> None:
    def identity(op: Any, whole: MemRefType) -> MemRefType:
        return MemRefType(whole.shape, whole.element_type)

    models = [model(ReverseOp, ViewOf(source="source", buffer_type=identity))]
    text = """
    "func.func"() <{function_type = (tensor<4xf32>, f32) -> tensor<4xf32>, sym_name = "f"}> ({
    ^bb0(%a: tensor<4xf32>, %v: f32):
      %r = "wave.reverse"(%v, %a) : (f32, tensor<4xf32>) -> tensor<4xf32>
      "func.return"(%r) : (tensor<4xf32>) -> ()
    }) : () -> ()
    """
    found = result(models, text=text)
    assert re.search(r'"wave.reverse"\(%v, %a\) : \(f32, memref<4xf32, strided.*\) -> memref<4xf32>\n', found)  # fmt: skip
