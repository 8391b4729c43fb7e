"""Operations that are read and printed only: programs that carry them, and scripts that run them."""

from __future__ import annotations

import pickle
import re
import subprocess
from pathlib import Path

import pytest

from bufferize.diagnostics import DiagnosticError, PassError
from bufferize.passes import pipeline_from_text
from bufferize.plugins import Context
from bufferize.syntax import parse_module, print_module
from bufferize_testing import (
    REFERENCE_TOOL,
    bufferized,
    first_error,
    generic_text,
    golden_parts,
    reference_errors,
    reference_output,
)
from bufferize_tools import opt
from bufferize_transform import ops_absent

GOLDEN = Path(__file__).parent / "golden" / "printed.mlir"

CARRIED = """module attributes {transform.with_named_sequence} {
  func.func @f(%t: tensor<4xf32>, %x: f32, %i: index) -> tensor<4xf32> {
    %0 = tensor.insert %x into %t[%i] : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  transform.named_sequence @script(%arg0: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
BODY
    transform.yield
  }
}
"""


def carried(*script: str) -> str:
    return CARRIED.replace("BODY", "\n".join(f"    {line}" for line in script))


def script_of(text: str) -> str:
    """Return the named sequence of a printed program, without spaces at the ends of lines."""
    return re.sub(r" +\n", "\n", text[text.index("  transform.named_sequence") :])


def test_a_program_is_bufferized_and_its_script_kept() -> None:
    program = carried(
        "transform.apply_patterns to %0 {",
        "  transform.apply_patterns.vector.lower_contraction",
        "  transform.apply_patterns.vector.lower_transpose lowering_strategy = shuffle_1d",
        "} : !transform.any_op",
    )
    text = bufferized(program)
    assert "memref.store" in text
    assert script_of(text) == script_of(program)


def run(script: str) -> DiagnosticError:
    """Return the error of a script whose payload is the module."""
    program = carried(script).replace("@script", "@__transform_main")
    context = Context()
    module = parse_module(program.replace(" {transform.readonly}", ""), context)
    with pytest.raises(PassError) as failure:
        pipeline_from_text("transform-interpreter", context).run(module, context)
    return failure.value


@pytest.mark.parametrize(
    ("script", "message"),
    [
        (
            "%1 = transform.structured.generalize %0 : (!transform.any_op) -> !transform.any_op",
            "'transform.structured.generalize' cannot be applied here: it is read and printed only",
        ),
        (
            "transform.apply_patterns to %0 { transform.apply_patterns.vector.lower_masks } "
            ": !transform.any_op",
            "the patterns of 'transform.apply_patterns.vector.lower_masks' are not known here",
        ),
        (
            "transform.apply_conversion_patterns to %0 {} : !transform.any_op",
            "'transform.apply_conversion_patterns' cannot be applied here: it is read and printed "
            "only",
        ),
    ],
)
def test_it_fails_when_it_is_run(script: str, message: str) -> None:
    diagnostic = run(script).diagnostics[0]
    assert diagnostic.message == message
    assert diagnostic.position is not None
    assert diagnostic.position.line == 8
    (note,) = diagnostic.notes
    assert note.message.endswith(
        "run the script with mlir-opt 22: `mlir-opt-22 --transform-interpreter`"
    )


def test_classes_that_are_made_on_demand_are_pickled() -> None:
    program = carried("transform.loop.unroll %0 {factor = 4} : !transform.any_op")
    module = parse_module(program, Context())
    again = pickle.loads(pickle.dumps(module))
    assert print_module(again) == print_module(module)
    assert ops_absent.LoopUnrollOp.name == "transform.loop.unroll"
    assert not hasattr(ops_absent, "NoSuchOp")


def test_a_split_list_has_the_type_of_its_target() -> None:
    """MLIR accepts another type, and prints the op as if it were that of the target."""
    program = """transform.sequence failures(propagate) {
    ^bb0(%op: !transform.any_op):
      %0 = "transform.structured.split"(%op) <{dimension = 0 : i64, static_chunk_sizes = 4 : i64}>
          : (!transform.any_op) -> !transform.op<"test.op">
    }"""
    error = first_error(program, Context())
    assert error is not None
    assert "all of {target, split_list} have same type" in error.message


UNKNOWN = """transform.apply_patterns to %0 {
      "transform.apply_patterns.transform.test_patterns"() : () -> ()
    } : !transform.any_op
    "transform.test_transform_op"() : () -> ()"""


@pytest.mark.parametrize(
    ("op", "message"),
    [
        (
            '"transform.structured.fuse"(%0, %0) <{operandSegmentSizes = array<i32: 1, 1, 0>, '
            "static_tile_sizes = array<i64: 4, 0>}> : (!transform.any_op, !transform.any_op) "
            "-> !transform.any_op",
            "expected as many operands in 'tile_sizes' as 'static_tile_sizes' has dynamic entries: "
            "0, but got 1",
        ),
        (
            '"transform.xegpu.set_gpu_launch_threads"(%0) <{static_threads = '
            f"array<i64: {-(2**63)}>}}> : (!transform.any_op) -> ()",
            "expected as many operands in 'threads' as 'static_threads' has dynamic entries: "
            "1, but got 0",
        ),
    ],
)
def test_lists_have_an_operand_for_each_place(op: str, message: str) -> None:
    """MLIR accepts these, and prints what it does not read."""
    with pytest.raises(DiagnosticError) as caught:
        bufferized(carried(op))
    assert ":8:5: error: 'transform." in str(caught.value)
    assert message in str(caught.value)


def test_other_ops_are_kept_in_generic_form_and_refused_when_run() -> None:
    context = Context()
    context.allow_unregistered_dialects = True
    text = bufferized(carried(UNKNOWN), context)
    assert script_of(text) == script_of(carried(UNKNOWN))
    module = parse_module(carried(UNKNOWN).replace("@script", "@__transform_main"), context)
    with pytest.raises(PassError) as failure:
        pipeline_from_text("transform-interpreter", context).run(module, context)
    assert failure.value.diagnostics[0].message == (
        "'transform.apply_patterns.transform.test_patterns' cannot be applied here: it is read and "
        "printed only"
    )


@pytest.mark.reference
def test_the_commands_of_notes_work(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """An op that is not known is read by the command that the error names."""
    program = tmp_path / "in.mlir"
    program.write_text(re.sub(r'"(transform[\w.]+)"\(\) : \(\) -> \(\)', r"\1", carried(UNKNOWN)))
    assert opt.main([str(program), "--one-shot-bufferize"]) == 1
    said = capfd.readouterr().err
    assert "custom op 'transform.apply_patterns.transform.test_patterns' is unknown" in said
    assert "allow unregistered dialects" in said
    command = re.search(r"pipe others through `([^`]+)`", said)
    assert command is not None
    generic = subprocess.run(
        [*command[1].split(), str(program)], capture_output=True, text=True, check=True
    ).stdout
    program.write_text(generic)
    flags = ("--one-shot-bufferize=bufferize-function-boundaries", "--allow-unregistered-dialect")
    assert opt.main([str(program), *flags]) == 0
    printed = capfd.readouterr().out
    assert script_of(printed) == script_of(carried(UNKNOWN))
    assert script_of(reference_output(printed)) == script_of(
        carried(UNKNOWN.replace('"', "").replace("() : () -> ()", ""))
    )


FIELD = """func.func @f(%x: f32) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%x : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.fill"]} in %m : (!transform.any_op) -> !transform.any_op
    %b, %n = transform.structured.bufferize_to_allocation %op {emit_dealloc} : !transform.any_op
    transform.yield
  }
}
"""


@pytest.mark.reference
def test_the_command_for_scripts_works(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "in.mlir"
    program.write_text(FIELD)
    assert opt.main([str(program), "--transform-interpreter"]) == 1
    said = capfd.readouterr().err
    assert "in.mlir:9:14: error: 'transform.structured.bufferize_to_allocation' cannot" in said
    command = re.search(rf"`({REFERENCE_TOOL} [^`]+)`", said)
    assert command is not None
    done = subprocess.run(
        [*command[1].split(), str(program)], capture_output=True, text=True, check=True
    )
    assert "memref.alloc" in done.stdout
    assert "memref.dealloc" in done.stdout


_TRANSFORM = re.compile(r'^    (?:%\d+(?::\d+)? = )?"transform\.(?!yield|apply_patterns\b).*[^{]$')


def used_twice() -> list[str]:
    """Return programs with each transform of the golden file twice, with the same operands."""
    programs = []
    context = Context()
    context.allow_unregistered_dialects = True
    for part in golden_parts(GOLDEN):
        text = generic_text(part.text, context)
        lines = text.splitlines()
        if len(lines) < 3 or not lines[1].startswith('  "transform.named_sequence"'):
            continue
        for line in lines:
            if _TRANSFORM.match(line) and set(re.findall(r"%(\w+)", line.partition("= ")[2])) <= {
                *re.findall(r"%(\w+):", lines[2])
            }:
                results = [re.sub(r"%\d+(?=[: ])", f"%r{n}", line, count=1) for n in (0, 1)]
                body = "\n".join(results if " = " in line else [line, line])
                programs.append(
                    f"transform.sequence failures(propagate) {{\n{lines[2]}\n{body}\n}}\n"
                )
    return programs


@pytest.mark.reference
def test_the_reference_consumes_the_same_operands() -> None:
    """An operand that is consumed must not be used again, so each op is used twice."""
    programs = used_twice()
    assert len(programs) > 90
    context = Context()
    consuming = 0
    for program, theirs in zip(programs, reference_errors(programs), strict=True):
        error = first_error(program, context)
        if error is None:
            assert theirs == "", program
            continue
        consuming += 1
        assert error.message in theirs, program
        for note in error.notes:
            assert note.message in theirs, program
    assert 50 < consuming < len(programs)
