"""Presets for functions, calls, branches and parallel loops, like those of func, cf and scf."""

from __future__ import annotations

import re
from typing import Any

import pytest
from xdsl.dialects.builtin import FunctionType, StringAttr, SymbolRefAttr
from xdsl.ir import Dialect
from xdsl.irdl import AttrSizedOperandSegments as Segments
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    opt_result_def,
    prop_def,
    region_def,
    successor_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.traits import IsolatedFromAbove, IsTerminator, NoTerminator, SymbolOpInterface

import bufferize
from bufferize.diagnostics import DiagnosticError, PluginError
from bufferize.passes import pipeline_from_text
from bufferize_xdsl import run_in_place
from bufferize_xdsl.models import (
    Branch,
    Calls,
    Contribution,
    DestinationStyle,
    Function,
    InParallel,
    OpModel,
    ParallelLoop,
    Return,
    model,
)
from plugins.xdsl.tests.modules import xdsl_context, xdsl_text


@irdl_op_definition
class FuncOp(IRDLOperation):
    name = "job.func"
    sym_name = prop_def(StringAttr)
    function_type = prop_def(FunctionType)
    sym_visibility = opt_prop_def(StringAttr)
    arg_attrs = opt_prop_def()
    body = region_def()
    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface())


@irdl_op_definition
class ReturnOp(IRDLOperation):
    name = "job.return"
    values = var_operand_def()
    traits = traits_def(IsTerminator())


@irdl_op_definition
class CallOp(IRDLOperation):
    name = "job.call"
    callee = prop_def(SymbolRefAttr)
    arguments = var_operand_def()
    results_ = var_result_def()


@irdl_op_definition
class GotoOp(IRDLOperation):
    name = "job.br"
    values = var_operand_def()
    target = successor_def()
    traits = traits_def(IsTerminator())


@irdl_op_definition
class IfOp(IRDLOperation):
    name = "job.cond_br"
    condition = operand_def()
    then_values = var_operand_def()
    else_values = var_operand_def()
    then = successor_def()
    otherwise = successor_def()
    irdl_options = (Segments(as_property=True),)
    traits = traits_def(IsTerminator())


@irdl_op_definition
class SpawnOp(IRDLOperation):
    name = "job.spawn"
    count = operand_def()
    shared = var_operand_def()
    results_ = var_result_def()
    body = region_def()


@irdl_op_definition
class GatherOp(IRDLOperation):
    name = "job.gather"
    body = region_def()
    traits = traits_def(IsTerminator(), NoTerminator())


@irdl_op_definition
class PutOp(IRDLOperation):
    name = "job.put"
    value = operand_def()
    at = operand_def()
    whole = operand_def()


@irdl_op_definition
class SetOp(IRDLOperation):
    name = "job.set"
    value = operand_def()
    at = operand_def()
    whole = operand_def()


@irdl_op_definition
class ClampOp(IRDLOperation):
    name = "job.clamp"
    tensor = operand_def()
    result = opt_result_def()


OPS: list[type[IRDLOperation]] = [
    FuncOp, ReturnOp, CallOp, GotoOp, IfOp, SpawnOp, GatherOp, PutOp, SetOp, ClampOp
]  # fmt: skip
JOB = Dialect("job", list(OPS))
CLAMP = model(ClampOp, DestinationStyle(inits="tensor"))
MODELS = [
    model(FuncOp, Function()),
    model(ReturnOp, Return()),
    model(CallOp, Calls(callee="callee", arguments="arguments")),
    model(GotoOp, Branch({"target": "values"})),
    model(IfOp, Branch({"then": "then_values", "otherwise": "else_values"})),
    model(SpawnOp, ParallelLoop(outputs="shared")),
    model(GatherOp, InParallel()),
    model(PutOp, Contribution(into="whole", write=SetOp)),
    CLAMP,
]

PROGRAM = """\
"builtin.module"() ({
  "job.func"() <{function_type = (tensor<4xf32>, i1) -> tensor<4xf32>, sym_name = "f"}> ({
  ^bb0(%a: tensor<4xf32>, %c: i1):
    %1 = "job.clamp"(%a) : (tensor<4xf32>) -> tensor<4xf32>
    "job.cond_br"(%c, %1, %1)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, tensor<4xf32>, tensor<4xf32>) -> ()
  ^bb1(%x: tensor<4xf32>):
    %2 = "job.clamp"(%x) : (tensor<4xf32>) -> tensor<4xf32>
    "job.br"(%2)[^bb2] : (tensor<4xf32>) -> ()
  ^bb2(%y: tensor<4xf32>):
    "job.return"(%y) : (tensor<4xf32>) -> ()
  }) : () -> ()
  "job.func"() <{function_type = (tensor<4xf32>, i1) -> (tensor<4xf32>, tensor<4xf32>), sym_name = "g"}> ({
  ^bb0(%a: tensor<4xf32>, %c: i1):
    %1 = "job.call"(%a, %c) <{callee = @f}> : (tensor<4xf32>, i1) -> tensor<4xf32>
    %2 = "job.call"(%a, %c) <{callee = @f}> : (tensor<4xf32>, i1) -> tensor<4xf32>
    "job.return"(%1, %2) : (tensor<4xf32>, tensor<4xf32>) -> ()
  }) : () -> ()
  "job.func"() <{function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = "h", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()
"""
PLUGINS = {"func": "func.func", "return": "func.return", "call": "func.call", "br": "cf.br", "cond_br": "cf.cond_br"}  # fmt: skip
"""The names of the same ops in plugins of bufferize."""
PARALLEL = """\
"func.func"() <{function_type = (tensor<4xf32>, index, f32) -> (tensor<4xf32>), sym_name = "f"}> ({
^bb0(%a: tensor<4xf32>, %n: index, %v: f32):
  %1 = "job.spawn"(%n, %a) ({
  ^bb0(%i: index, %o: tensor<4xf32>):
    "job.gather"() ({
      "job.put"(%v, %i, %o) : (f32, index, tensor<4xf32>) -> ()
    }) : () -> ()
  }) : (index, tensor<4xf32>) -> tensor<4xf32>
  "func.return"(%1) : (tensor<4xf32>) -> ()
}) : () -> ()
"""
ALL = "one-shot-bufferize{bufferize-function-boundaries}"


def result(text: str, models: list[OpModel], pipeline: str = ALL) -> str:
    """Return a program after a pipeline as xDSL prints it; check that it is unchanged if that
    fails."""
    theirs = xdsl_context().clone()
    theirs.load_dialect(JOB)
    module = Parser(theirs, text).parse_module()
    before = xdsl_text(module)
    context = bufferize.Context()
    try:
        run_in_place(pipeline_from_text(pipeline, context), module, context, theirs, models)
    except DiagnosticError:
        assert xdsl_text(module) == before
        raise
    module.verify()
    return xdsl_text(module)


@pytest.mark.parametrize(
    "options",
    ["test-analysis-only", "", "function-boundary-type-conversion=identity-layout-map"],
)
def test_functions_calls_and_branches_are_as_those_of_plugins(options: str) -> None:
    def in_plugins(text: str) -> str:
        return re.sub(r"job\.(\w+)", lambda found: PLUGINS.get(found[1], found[0]), text)

    pipeline = f"one-shot-bufferize{{bufferize-function-boundaries {options}}}"
    theirs = in_plugins(result(PROGRAM, MODELS, pipeline))
    ours = result(in_plugins(PROGRAM), [CLAMP], pipeline)
    assert theirs == ours
    assert options == "test-analysis-only" or "tensor" not in ours


def test_what_follows_buffers() -> None:
    pipeline = f"{ALL},drop-equivalent-buffer-results,buffer-results-to-out-params"
    text = result(PROGRAM, MODELS, pipeline)
    assert "tensor" not in text
    assert '"job.call"' in text


def test_a_parallel_loop() -> None:
    text = result(PARALLEL, MODELS)
    assert '"job.set"(%v, %i, %a) : (f32, index, memref<4xf32' in text
    assert '"job.spawn"(%n) ({' in text
    assert "tensor" not in text
    assert "memref.alloc" not in text
    both = PARALLEL.replace("-> (tensor<4xf32>)", "-> (tensor<4xf32>, tensor<4xf32>)")
    both = both.replace('"func.return"(%1) : (tensor<4xf32>)', '"func.return"(%1, %a) : (tensor<4xf32>, tensor<4xf32>)')  # fmt: skip
    assert "memref.alloc" in result(both, MODELS)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"job.return"(%y) : (tensor<4xf32>)', '"job.return"() : ()', r"returns \(\), but its function \(tensor<4xf32>\)"),
        ("(tensor<4xf32>, i1) -> tensor<4xf32>, sym_name", "(tensor<4xf32>) -> tensor<4xf32>, sym_name", "but its body has arguments"),
        ('"job.br"(%2)[^bb2] : (tensor<4xf32>)', '"job.br"()[^bb2] : ()', r"passes \(\) to successor #0, which takes \(tensor<4xf32>\)"),
        ("callee = @f", "callee = @there_is_none", "'there_is_none' does not reference a function"),
        ("callee = @f", "callee = @h", "does not call 'h' as it is declared"),
    ],
)  # fmt: skip
def test_an_op_that_is_not_as_its_preset_says(old: str, new: str, message: str) -> None:
    assert old in PROGRAM
    with pytest.raises(DiagnosticError, match=message):
        result(PROGRAM.replace(old, new), MODELS)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (PARALLEL[PARALLEL.index("({\n  ^bb0(%i") : PARALLEL.index("}) : (index")], "({", "region of a loop has a block"),
        (', %a) ({\n  ^bb0', ', %a, %a) ({\n  ^bb0', "have different type"),
        ('"job.put"(%v, %i, %o) : (f32, index, tensor<4xf32>)', '"job.put"(%v, %i, %a) : (f32, index, tensor<4xf32>)', "may only insert into an output block argument"),
    ],
)  # fmt: skip
def test_a_loop_that_is_not_as_its_preset_says(old: str, new: str, message: str) -> None:
    assert old in PARALLEL
    with pytest.raises(DiagnosticError, match=message):
        result(_fitting(PARALLEL.replace(old, new)), MODELS)


def _fitting(text: str) -> str:
    """Return the type of a loop with two shared operands."""
    shared = ", %a, %a)" in text
    return text.replace("}) : (index,", "}) : (index, tensor<4xf32>,") if shared else text


@pytest.mark.parametrize(
    ("op", "preset", "message"),
    [
        (ClampOp, Function(), "for ops with one region"),
        (SpawnOp, Function(), "no attribute called 'sym_name'"),
        (CallOp, Calls(callee="calee", arguments="arguments"), "no attribute called 'calee'"),
        (CallOp, Calls(callee="callee", arguments="operands"), "no operand called 'operands'"),
        (CallOp, Branch({}), "a branch has successors"),
        (IfOp, Branch({"else": "else_values"}), "has no successor 'else'; there are: then, otherwise"),
        (IfOp, Branch({"then": "values"}), "no operand called 'values'"),
        (SpawnOp, ParallelLoop(outputs="outputs"), "no operand called 'outputs'"),
        (SpawnOp, ParallelLoop(outputs="count"), "declare it as variadic"),
        (ClampOp, ParallelLoop(outputs="tensor"), "for ops with one region"),
        (ClampOp, InParallel(), "for ops with one region"),
        (PutOp, Contribution(into="hole", write=SetOp), "no operand called 'hole'"),
        (ClampOp, Contribution(into="tensor", write=SetOp), "'job.set' has no operand called 'tensor'"),
    ],
)  # fmt: skip
def test_a_preset_that_does_not_fit(op: Any, preset: Any, message: str) -> None:
    with pytest.raises(PluginError, match=message):
        model(op, preset)
