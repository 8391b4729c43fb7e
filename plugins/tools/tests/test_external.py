"""Other tools: what cannot be read here, and passes that are not here."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bufferize_testing import REFERENCE_TOOL
from plugins.tools.tests.conftest import RunTool

REST = f"--rest={REFERENCE_TOOL}"
VIA = f"--via={REFERENCE_TOOL}"
BUFFERIZE = "--one-shot-bufferize=bufferize-function-boundaries"

MATMUL = """\
func.func @f(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
"""
BEFORE = [
    "--linalg-generalize-named-ops",
    "--linalg-fold-unit-extent-dims=use-rank-reducing-slices",
]
AFTER = [
    "--convert-linalg-to-affine-loops",
    "--fold-memref-alias-ops",
    "--lower-affine",
    "--convert-scf-to-cf",
    "--convert-to-llvm",
    "--reconcile-unrealized-casts",
]


@pytest.fixture(autouse=True)
def no_rest_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BUFFERIZE_REST", raising=False)


def script(folder: Path, name: str, *lines: str) -> str:
    """Write a tool in Python, whose arguments are `flags` and `path`; return the command."""
    path = folder / name
    header = ["import sys", "*flags, path = sys.argv[1:]", "text = open(path).read()"]
    path.write_text("\n".join([*header, *lines]))
    return f"{sys.executable} {path}"


# Passes that are not here


@pytest.mark.reference
def test_bufferization_within_passes_of_the_reference(run: RunTool) -> None:
    """The result is that of the reference alone, which makes the same decisions here."""
    done = run(REST, *BEFORE, BUFFERIZE, *AFTER, text=MATMUL)
    assert done.status == 0, done.err
    assert "llvm.func @f" in done.out
    flags = [*BEFORE, BUFFERIZE, *AFTER]
    command = [REFERENCE_TOOL, *flags, "in.mlir"]
    alone = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    Path("ours.mlir").write_text(done.out)
    command = [REFERENCE_TOOL, "ours.mlir"]
    again = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert again == alone


@pytest.mark.reference
def test_a_nested_pipeline_is_split_between_the_tools(run: RunTool) -> None:
    pipeline = (
        "builtin.module(func.func(linalg-generalize-named-ops,cse),"
        "one-shot-bufferize{bufferize-function-boundaries=1},"
        "func.func(canonicalize,convert-linalg-to-affine-loops,affine-loop-unroll{unroll-factor=2}))"
    )
    done = run(REST, f"--pass-pipeline={pipeline}", "--dump-pass-pipeline", text=MATMUL)
    assert done.status == 0, done.err
    lines = [line.strip().partition("{allow")[0] for line in done.err.split("\n")]
    assert lines[:-2] == [
        "Pass Manager with 5 passes:",
        "builtin.module(",
        "rest{--pass-pipeline=builtin.module(func.func(linalg-generalize-named-ops))},",
        "func.func(",
        "cse",
        "),",
        "one-shot-bufferize",
        "func.func(",
        "canonicalize{max-iterations=10 max-num-rewrites=-1 region-simplify=normal "
        "test-convergence=false top-down=true}",
        "),",
        "rest{--pass-pipeline=builtin.module(func.func(convert-linalg-to-affine-loops,"
        "affine-loop-unroll{unroll-factor=2}))}",
        ")",
    ]
    assert done.out.count("affine.store") == 2


@pytest.mark.reference
def test_options_in_lists_are_handed_over(run: RunTool) -> None:
    text = "func.func @f(%x: f32) -> f32 {\n  %0 = math.sin %x : f32\n  return %0 : f32\n}\n"
    for option in ("{math.sin,math.cos}", "math.sin,math.cos"):
        pipeline = f"builtin.module(cse,math-expand-ops{{ops={option}}})"
        done = run(REST, f"--pass-pipeline={pipeline}", text=text)
        assert done.status == 0, done.err
    done = run(REST, "--math-expand-ops=ops=sinh,tan", "--cse", text=text.replace("sin ", "sinh "))
    assert done.status == 0, done.err
    assert "math.exp" in done.out


TOSA = """\
// A comment, which is not in the text that the tool reads.
func.func @f(%x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = tosa.abs %x : (tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
"""


@pytest.mark.reference
def test_a_failure_names_the_pass_and_its_errors_are_at_their_places(run: RunTool) -> None:
    Path("out.mlir").write_text("as it was")
    done = run(REST, "-o", "out.mlir", "--cse", "--sccp", "--tosa-validate", "--cse", text=TOSA)
    assert done.status == 1
    assert done.err.splitlines()[:5] == [
        "in.mlir:3:8: error: 'tosa.abs' op is not profile-aligned: element type 'f64' is not legal",
        "  %0 = tosa.abs %x : (tensor<4xf64>) -> tensor<4xf64>",
        "       ^",
        "in.mlir:1:1: error: 'tosa-validate' failed in 'mlir-opt-22'",
        "// A comment, which is not in the text that the tool reads.",
    ]
    assert Path("out.mlir").read_text() == "as it was"


@pytest.mark.reference
def test_a_failure_without_an_error_names_the_pass(run: RunTool) -> None:
    pipeline = "builtin.module(cse,func.func(sccp,test-pass-failure))"
    done = run(REST, f"--pass-pipeline={pipeline}", text=MATMUL)
    assert done.status == 1
    assert done.err.startswith("in.mlir:1:1: error: 'test-pass-failure' failed in 'mlir-opt-22'\n")


@pytest.mark.reference
def test_remarks_of_the_other_tool_are_reported(run: RunTool) -> None:
    done = run(REST, "--cse", "--test-legalize-patterns", text=TOSA)
    assert done.status == 0
    assert "in.mlir:3:8: remark: op 'tosa.abs' is not legalizable\n" in done.err


def test_a_tool_that_fails_without_a_diagnostic(run: RunTool, tmp_path: Path) -> None:
    tool = script(tmp_path, "bad.py", "sys.exit('no such thing\\nand more')")
    done = run(f"--rest={tool}", "--some-pass", "--cse", text=MATMUL)
    assert done.status == 1
    assert f"error: '{sys.executable}' failed with exit status 1: no such thing\n" in done.err
    assert "'--some-pass' failed in" in done.err


def test_a_tool_that_makes_no_program(run: RunTool, tmp_path: Path) -> None:
    tool = script(tmp_path, "bad.py", "print('module {')")
    done = run(f"--rest={tool}", "--some-pass", "--cse", text=MATMUL)
    assert done.status == 1
    assert done.out == ""
    assert f"<program of {sys.executable}>:" in done.err


@pytest.mark.parametrize("option", ["--rest", "--via"])
def test_a_tool_that_prints_nothing(run: RunTool, tmp_path: Path, option: str) -> None:
    """Not an empty program: `-o` among the arguments of the tool, for example, leaves nothing."""
    tool = script(tmp_path, "bad.py", "sys.stderr.write('written elsewhere')")
    text = MATMUL if option == "--rest" else "my.text"
    done = run(f"{option}={tool}", *(["--some-pass"] if option == "--rest" else []), text=text)
    assert done.status == 1
    assert done.out == ""
    assert f"'{sys.executable}' printed no program: written elsewhere\n" in done.err


def test_a_tool_does_not_wait_for_input(run: RunTool, tmp_path: Path) -> None:
    tool = script(tmp_path, "reads.py", "assert not sys.stdin.read()", "print(text)")
    done = run(f"--rest={tool}", "--some-pass", text=MATMUL)
    assert done.status == 0, done.err


@pytest.mark.parametrize("in_environment", [False, True])
def test_a_tool_gets_the_program_and_its_options(
    run: RunTool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_environment: bool
) -> None:
    tool = script(
        tmp_path,
        "tool.py",
        "print('in.mlir:3:8: warning: seen', file=sys.stderr)",
        "print('in.mlir:1:1: note: here', file=sys.stderr)",
        "assert '--one=a b' in flags and '--two' in flags, flags",
        "print(text.replace('tosa.abs', 'my.abs'))",
    )
    rest = [] if in_environment else [f"--rest={tool}"]
    if in_environment:
        monkeypatch.setenv("BUFFERIZE_REST", tool)
    done = run(*rest, "--cse", "--one=a b", "--two", "--symbol-dce", text=TOSA)
    assert done.status == 0, done.err
    assert '"my.abs"(%arg0)' in done.out
    assert done.err.splitlines()[0] == "in.mlir:3:8: warning: seen"
    assert "in.mlir:1:1: note: here" in done.err


def test_passes_of_other_tools_run_on_modules(run: RunTool) -> None:
    flags = ("--no-implicit-module", "--some-pass")
    done = run("--rest=no-such-tool", *flags, text="func.func private @f()")
    assert done.status == 1
    message = "passes of 'no-such-tool' run on 'builtin.module', not on 'func.func'"
    assert f"in.mlir:1:1: error: {message}" in done.err
    assert run("--rest=no-such-tool", *flags, text="module {}").status == 1


def test_resources_go_there_and_back(run: RunTool, tmp_path: Path) -> None:
    text = (
        "func.func @f() -> tensor<2xi32> {\n"
        "  %0 = arith.constant dense_resource<large> : tensor<2xi32>\n"
        "  return %0 : tensor<2xi32>\n}\n"
        '{-#\n  dialect_resources: {builtin: {large: "0x040000000100000002000000"}}\n#-}\n'
    )
    tool = script(tmp_path, "same.py", "print(text)")
    done = run(f"--rest={tool}", "--nothing", text=text)
    assert done.status == 0, done.err
    assert 'large: "0x040000000100000002000000"' in done.out


@pytest.mark.parametrize("flag", ["--convert-scf-to-cf", "--pass-pipeline=convert-scf-to-cf"])
def test_without_the_option_a_note_names_it(run: RunTool, flag: str) -> None:
    done = run(flag, text=MATMUL)
    assert done.status in (1, 2)
    assert "--rest=mlir-opt-22" in done.err


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--rest=no-such-tool", "--some-pass"], "cannot run 'no-such-tool': No such file"),
        (["--rest=", "--some-pass"], "option '--rest' needs a value: COMMAND"),
        (["--rest='a", "--some-pass"], "option '--rest' takes a command: No closing quotation"),
        (
            ["--rest=x", "--cse", "--mlir-generate-reproducer=out.mlir"],
            "--rest cannot be used together with --mlir-generate-reproducer",
        ),
        (
            ["--rest=x", "--pass-pipeline=func.func(some-pass)"],
            "with --rest, a pipeline is one for 'builtin.module', not for 'func.func'",
        ),
        (["--rest=x", "--block-plugin=transforms", "--reuse-buffers"], "do not block the plugin"),
        (
            [
                "--rest=x",
                "--block-plugin=transforms",
                "--pass-pipeline=builtin.module(reuse-buffers)",
            ],
            "do not block the plugin",
        ),
        (["--rest=x", "--emit-bytecode"], "'--emit-bytecode' is an option of mlir-opt 22"),
    ],
)
def test_wrong_options_are_refused(run: RunTool, flags: list[str], message: str) -> None:
    done = run(*flags, text=MATMUL)
    assert done.status in (1, 2)
    assert message in done.err
    assert done.out == ""


@pytest.mark.reference
def test_a_link_called_mlir_opt(tmp_path: Path) -> None:
    installed = shutil.which("bufferize-opt")
    assert installed is not None
    link = tmp_path / "mlir-opt"
    link.symlink_to(installed)
    (tmp_path / "in.mlir").write_text(MATMUL)
    command = [str(link), "in.mlir", *BEFORE, BUFFERIZE, *AFTER]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env=os.environ | {"BUFFERIZE_REST": REFERENCE_TOOL},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "llvm.func @f" in done.stdout


# What cannot be read here

NVVM = """\
func.func @f(%t: tensor<8xf32>, %v: f32, %i: index) -> tensor<8xf32> {
  nvvm.barrier
  %0 = tensor.insert %v into %t[%i] : tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""


@pytest.mark.reference
def test_unknown_dialects_are_read_by_another_tool(run: RunTool) -> None:
    done = run(VIA, BUFFERIZE + " allow-unknown-ops", text=NVVM)
    assert done.status == 0, done.err
    assert '"nvvm.barrier"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> ()' in done.out
    assert "memref.store" in done.out
    assert run(VIA, "--verify-roundtrip", text=NVVM).status == 0
    parts = run(VIA, "--split-input-file", text=f"{MATMUL}// -----\n{NVVM}")
    assert parts.status == 0, parts.err
    assert "linalg.matmul" in parts.out
    assert "nvvm.barrier" in parts.out


@pytest.mark.reference
def test_messages_are_about_the_input(run: RunTool) -> None:
    text = NVVM.replace("  nvvm", '  // Here.\n  "test.use"(%t) : (tensor<8xf32>) -> ()\n  nvvm')
    done = run(VIA, BUFFERIZE, text=text)
    assert done.status == 1
    assert "in.mlir:3:3: error:" in done.err
    assert '  "test.use"(%t) : (tensor<8xf32>) -> ()\n  ^' in done.err


@pytest.mark.reference
def test_bytecode_is_read_by_another_tool(run: RunTool) -> None:
    Path("in.mlir").write_text(NVVM)
    subprocess.run([REFERENCE_TOOL, "in.mlir", "--emit-bytecode", "-o", "in.mlirbc"], check=True)
    done = run(VIA, BUFFERIZE + " allow-unknown-ops", "in.mlirbc")
    assert done.status == 0, done.err
    assert "memref.store" in done.out


@pytest.mark.reference
def test_what_neither_can_read(run: RunTool) -> None:
    done = run(VIA, text=NVVM.replace("nvvm.barrier", "nvvm.no_such_op"))
    assert done.status == 1
    assert "in.mlir:2:3: error: dialect 'nvvm' not found for custom op" in done.err
    assert "in.mlir:2:3: note: 'mlir-opt-22' cannot read it: custom op 'nvvm.no_such" in done.err


def test_what_is_read_here_needs_no_other_tool(run: RunTool) -> None:
    done = run("--via=no-such-tool", text=MATMUL)
    assert done.status == 0, done.err
    done = run("--via=no-such-tool", text=NVVM)
    assert done.status == 1
    assert "cannot run 'no-such-tool'" in done.err


def test_any_command_may_read(run: RunTool, tmp_path: Path) -> None:
    tool = script(tmp_path, "via.py", "print('\"my.op\"() : () -> () loc(\"' + path + '\":1:1)')")
    done = run(f"--via={tool}", "--mlir-print-debuginfo", text="some other syntax")
    assert done.status == 0, done.err
    assert '"my.op"() : () -> () loc(#loc1)' in done.out
    assert '#loc1 = loc("in.mlir":1:1)' in done.out
