from __future__ import annotations

import re
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from bufferize import OneShotOptions, one_shot_bufferize
from bufferize.define import ElementwiseMappable
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import verify
from bufferize.passes import pipeline_from_text
from bufferize.plugins import Context
from bufferize.syntax import parse_module
from bufferize_testing import bufferized, run_reference

FUNCTIONS = "--one-shot-bufferize=bufferize-function-boundaries"
ADDED = """
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
TOSA = """
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "tosa.add"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
SHAPE = """
func.func @f(%a: tensor<?x4xf32>) -> tensor<2xindex> {
  %0 = shape.shape_of %a : tensor<?x4xf32> -> tensor<2xindex>
  return %0 : tensor<2xindex>
}
"""
NOBODY = """
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "mine.op"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


def advice(text: str) -> str:
    """What the note on an operation without a model says to lower it with."""
    context = Context()
    context.allow_unregistered_dialects = True
    module = parse_module(text, context)
    with pytest.raises(DiagnosticError, match="op was not bufferized") as caught:
        pipeline_from_text(FUNCTIONS.removeprefix("--").replace("=", "{") + "}", context).run(
            module, context
        )
    (problem,) = caught.value.diagnostics
    (note,) = problem.notes
    head, _, rest = note.message.partition(" has no bufferization model: lower it before")
    assert head.startswith("'")
    advice, _, rest = rest.partition(", register a model, or set allow-unknown-ops")
    assert rest == ""
    return advice.removeprefix(" with ").strip("'")


def ours(text: str, *flags: str) -> str:
    done = subprocess.run(
        ["bufferize-opt", *flags], input=text, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_an_elementwise_operation_names_its_lowering() -> None:
    flag = advice(ADDED)
    assert flag == "--convert-elementwise-to-linalg"
    assert "linalg.generic" in ours(ADDED, flag, FUNCTIONS)


ELEMENTS = ["f32", "i32"]
OPERANDS = [
    (*[f"tensor<4x{first}>"] * (count - 1), f"tensor<4x{last}>")
    for count in (1, 2, 3)
    for first in ELEMENTS
    for last in ELEMENTS
    if first == last or count > 1
]
RESULTS = [*ELEMENTS, "i1", "bf16", "f64", "i16", "i64", "index"]


def elementwise_program(name: str, context: Context) -> str | None:
    """A function with the operation `name` on tensors of some types that it takes."""
    properties = "<{predicate = 2 : i64}> " if name.startswith("arith.cmp") else ""
    for types in OPERANDS:
        operands = ", ".join(f"%{i}" for i in range(len(types)))
        arguments = ", ".join(f"%{i}: {type}" for i, type in enumerate(types))
        for element in RESULTS:
            result = f"tensor<4x{element}>"
            text = f"""
            func.func @f({arguments}) -> {result} {{
              %r = "{name}"({operands}) {properties}: ({", ".join(types)}) -> {result}
              return %r : {result}
            }}"""
            with suppress(DiagnosticError):
                if not verify(parse_module(text, context)):
                    return text
    return None


@pytest.mark.slow
def test_every_elementwise_operation_names_its_lowering_which_helps() -> None:
    context = Context()
    left_out = set()
    for dialect in ("arith", "math"):
        known = context.dialect(dialect)
        assert known is not None
        for mnemonic, op_class in known.ops.items():
            name = f"{dialect}.{mnemonic}"
            if not op_class.has_trait(ElementwiseMappable) or context.model(name) is not None:
                continue
            text = elementwise_program(name, context)
            if text is None:
                left_out.add(name)
                continue
            flag = advice(text).removeprefix("--")
            passes = f"builtin.module({flag},one-shot-bufferize{{bufferize-function-boundaries}})"
            module = parse_module(text, context)
            pipeline_from_text(passes, context).run(module, context)
            assert "linalg.generic" in [op.name for op in module.walk()]
    assert left_out == {
        "arith.addui_extended",
        "arith.mulsi_extended",
        "arith.mului_extended",
        "math.sincos",
    }  # they have two results


def test_an_elementwise_operation_on_tensors_of_any_rank_has_none() -> None:
    assert advice(ADDED.replace("tensor<4xf32>", "tensor<*xf32>")) == ""


def test_an_unknown_operation_has_none() -> None:
    assert advice(NOBODY) == ""


@pytest.mark.reference
@pytest.mark.parametrize("text", [TOSA, SHAPE])
def test_operations_that_mlir_opt_lowers(text: str) -> None:
    tool, flag = advice(text).split()
    assert tool == "mlir-opt"
    lowered = run_reference(text, flag)
    assert lowered.returncode == 0
    assert "memref" in ours(lowered.stdout, FUNCTIONS)


WINOGRAD = """
module attributes {{transform.with_named_sequence}} {{
  func.func @f(%x: tensor<{0}>, %o: tensor<{1}>) -> tensor<{1}> {{
    %0 = linalg.{2} fmr(F_2_3) ins(%x : tensor<{0}>) outs(%o : tensor<{1}>) -> tensor<{1}>
    return %0 : tensor<{1}>
  }}
  transform.named_sequence @__transform_main(%m: !transform.any_op) {{
    %0 = transform.structured.match ops{{["linalg.{2}"]}} in %m
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.decompose_winograd_op %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }}
}}
"""


@pytest.mark.reference
@pytest.mark.parametrize(
    ("name", "operand", "result"),
    [
        ("winograd_filter_transform", "2x3x3x5xf32", "4x4x5x2xf32"),
        ("winograd_input_transform", "2x4x4x5xf32", "4x4x1x1x2x5xf32"),
        ("winograd_output_transform", "4x4x1x1x2x5xf32", "2x2x2x5xf32"),
    ],
)
def test_operations_that_a_transform_of_mlir_opt_lowers(
    name: str, operand: str, result: str
) -> None:
    text = WINOGRAD.format(operand, result, name)
    function = text.partition("  transform.named_sequence")[0] + "}"
    advice = "with `transform.structured.decompose_winograd_op` in mlir-opt"
    with pytest.raises(DiagnosticError, match=advice):
        bufferized(function, bufferize_function_boundaries=True)
    lowered = run_reference(
        text, "--transform-interpreter", "--test-transform-dialect-erase-schedule"
    )
    assert lowered.returncode == 0, lowered.stderr
    assert "memref" in ours(lowered.stdout, FUNCTIONS)


def test_blocks_that_end_in_one_are_accepted_as_the_note_says() -> None:
    ended = """
func.func @f(%c: i1, %t: tensor<4xf32>, %u: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.execute_region -> tensor<4xf32> {
    cf.cond_br %c, ^end(%t : tensor<4xf32>), ^end(%u : tensor<4xf32>)
  ^end(%x: tensor<4xf32>):
    scf.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
"""
    for before in False, True:
        advice = "let its blocks branch to one that has the only scf.yield"
        with pytest.raises(DiagnosticError, match=advice):
            bufferized(ENDS, bufferize_function_boundaries=True, copy_before_write=before)
        assert "memref" in bufferized(
            ended, bufferize_function_boundaries=True, copy_before_write=before
        )


def test_a_copy_in_the_other_memory_space_is_accepted_as_the_note_says() -> None:
    with pytest.raises(DiagnosticError, match="copy one into the other's memory space"):
        bufferized(SPACES, bufferize_function_boundaries=True)
    copied = SPACES.replace(
        "    scf.yield %t",
        "    %s = bufferization.alloc_tensor() copy(%t) {memory_space = 1 : i64}"
        " : tensor<4xf32>\n    scf.yield %s",
    )
    assert "memref<4xf32, 1>" in bufferized(copied, bufferize_function_boundaries=True)


def test_a_function_that_never_returns_gets_a_block_that_does() -> None:
    text = """
func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^a
^a:
  cf.br ^a
}
"""
    with pytest.raises(DiagnosticError, match="give it a block that returns"):
        bufferized(text, bufferize_function_boundaries=True)
    returns = text.replace("\n}", "\n^b:\n  return %t : tensor<4xf32>\n}")
    assert "memref" in bufferized(returns, bufferize_function_boundaries=True)


def test_a_loop_that_computes_into_an_empty_tensor_names_the_pass() -> None:
    new = (Path(__file__).parents[3] / "examples" / "explain" / "refused.mlir").read_text()
    flag = "--loop-iter-arg-destination-folding"
    with pytest.raises(DiagnosticError) as caught:
        bufferized(new, bufferize_function_boundaries=True)
    ((note,),) = [problem.notes for problem in caught.value.diagnostics]
    assert note.message == (
        f"write into the carried tensor, as `{flag}` makes loops do, let "
        "`--scf-loop-bufferization-preprocessing` copy into it, or set "
        "allow-return-allocs-from-loops to let the loop yield new buffers"
    )
    assert "linalg.exp" in ours(new, flag, FUNCTIONS)
    with pytest.raises(DiagnosticError) as caught:
        bufferized(new.replace("yield %exp", "yield %t"), bufferize_function_boundaries=True)
    assert flag not in str(caught.value)


def test_an_elementwise_condition_names_its_lowering() -> None:
    text = """
func.func @f(%c: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.select %c, %a, %b : tensor<4xi1>, tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
    flag = "--convert-elementwise-to-linalg"
    with pytest.raises(DiagnosticError, match=f"note: lower it before with '{flag}'"):
        bufferized(text, bufferize_function_boundaries=True)
    assert "linalg.generic" in ours(text, flag, FUNCTIONS)


def test_an_elementwise_condition_of_any_rank_is_to_be_cast_before() -> None:
    text = """
func.func @f(%c: tensor<*xi1>, %a: tensor<*xf32>, %b: tensor<*xf32>) -> tensor<*xf32> {
  %0 = arith.select %c, %a, %b : tensor<*xi1>, tensor<*xf32>
  return %0 : tensor<*xf32>
}
"""
    advice = "note: cast its tensors to ranked ones, with `tensor.cast`, and lower it before with"
    with pytest.raises(DiagnosticError, match=advice):
        bufferized(text, bufferize_function_boundaries=True)


def test_what_must_be_in_place_is_to_be_copied_before() -> None:
    text = """
func.func @f(%s: tensor<4xf32>, %t: tensor<4xf32> {bufferization.writable = false}) -> tensor<4xf32> {
  %0 = bufferization.materialize_in_destination %s in %t
      : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
    advice = "copy operand #1 before, with `bufferization.alloc_tensor() copy(…)`"
    with pytest.raises(DiagnosticError, match=re.escape(advice)):
        bufferized(text, bufferize_function_boundaries=True)
    copied = text.replace("in %t", "in %u").replace(
        "  %0", "  %u = bufferization.alloc_tensor() copy(%t) : tensor<4xf32>\n  %0"
    )
    assert "memref.copy" in bufferized(copied, bufferize_function_boundaries=True)


SPACES = """
func.func @f(%c: i1, %t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.if %c -> (tensor<4xf32>) {
    scf.yield %t : tensor<4xf32>
  } else {
    %1 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
"""
ENDS = """
func.func @f(%c: i1, %t: tensor<4xf32>, %u: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.execute_region -> tensor<4xf32> {
    cf.cond_br %c, ^a, ^b
  ^a:
    scf.yield %t : tensor<4xf32>
  ^b:
    scf.yield %u : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
"""
ATTRIBUTE = """
func.func @f(%m: memref<4xf32>) {
  %0 = memref.cast %m {bufferization.writable = true} : memref<4xf32> to memref<?xf32>
  return
}
"""
EMPTY = """
func.func @f(%m: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%m : memref<4xf32>) {
  ^bb0(%x: f32):
  }
  return
}
"""
NO_TERMINATOR = EMPTY.replace("(%x: f32):\n", "(%x: f32):\n    %1 = arith.addf %x, %x : f32\n")


@pytest.mark.reference
@pytest.mark.parametrize("text", [SPACES, ENDS, ATTRIBUTE, EMPTY, NO_TERMINATOR])
def test_as_many_errors_as_mlir_opt_in_its_words(text: str) -> None:
    """So that the comments that `--verify-diagnostics` reads hold for both."""
    with pytest.raises(DiagnosticError) as caught:
        bufferized(text, bufferize_function_boundaries=True)
    done = run_reference(text, FUNCTIONS)
    theirs = [line for line in done.stderr.splitlines() if ": error: " in line]
    found = caught.value.diagnostics
    assert len(found) == len(theirs)
    assert text not in (SPACES, ENDS) or found[0].notes
    for ours, line in zip(found, theirs, strict=True):
        assert ours.position is not None
        assert f":{ours.position.line}:{ours.position.column}: " in line
        words = ours.message.partition(" op ")[2] or ours.message
        assert words.partition(", has ")[0] in line


@pytest.mark.parametrize(
    ("outer", "end"),
    [
        ("%r = scf.execute_region -> tensor<4xf32> {", "scf.yield %u : tensor<4xf32>"),
        (
            "%r = scf.for %i = %n to %n step %n iter_args(%a = %t) -> (tensor<4xf32>) {",
            "scf.yield %u : tensor<4xf32>",
        ),
    ],
)
def test_a_filter_takes_an_operation_and_what_ends_its_regions(outer: str, end: str) -> None:
    text = f"""
func.func @f(%t: tensor<4xf32>, %f: f32, %n: index) -> tensor<4xf32> {{
  {outer}
    %u = tensor.insert %f into %t[%n] : tensor<4xf32>
    {end}
  }}
  return %r : tensor<4xf32>
}}
"""
    context = Context()
    name = outer.split()[2]
    options = OneShotOptions(
        op_filter=lambda op: op.name == name,
        allow_return_allocs_from_loops=True,
        allow_unknown_ops=True,
    )
    with pytest.raises(DiagnosticError) as caught:
        one_shot_bufferize(parse_module(text, context), options, context)
    problem = caught.value.diagnostics[0]
    assert problem.message == f"'{name}' cannot be bufferized without its 'scf.yield'"
    assert problem.position is not None
    assert problem.position.line == 3
