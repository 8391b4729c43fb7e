from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bufferize import __version__
from bufferize.ir import Operation
from bufferize.passes import Pass
from bufferize.plugins import Context
from bufferize_tools import opt
from bufferize_tools.help import option_docs
from bufferize_transforms.passes import CSEPass
from plugins.tools.tests.conftest import RunTool

UNREGISTERED = "--allow-unregistered-dialect"
DEAD = """\
func.func @f(%a: i32) {
  %0 = arith.addi %a, %a : i32
  return
}
"""


def test_the_module_is_printed(run: RunTool) -> None:
    assert run(text="module {}") == (0, "module {\n}\n", "")


def test_stdin_is_read_by_default_and_for_a_dash(
    run: RunTool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "input").write_text("module @a {}")
    for argv in ([], ["-"]):
        with (tmp_path / "input").open() as file:
            monkeypatch.setattr(sys, "stdin", file)
            assert run(*argv).out == "module @a {\n}\n"


@pytest.mark.parametrize("text", ["", "  \n", "// nothing\n", "\0"])
def test_nothing_is_an_empty_module(run: RunTool, text: str) -> None:
    assert run(text=text) == (0, "module {\n}\n", "")


@pytest.mark.parametrize("option", ["--cse", "-cse", "--canonicalize", "-canonicalize"])
def test_a_pass(run: RunTool, option: str) -> None:
    assert "arith.addi" not in run(option, text=DEAD).out


RESOURCE = """\

{-#
  dialect_resources: {
    builtin: {
      blob: "0x0400000001000000"
    }
  }
#-}
"""


def test_resources_are_printed_where_they_are_used(run: RunTool) -> None:
    use = '"x.a"() {a = dense_resource<blob> : tensor<1xi32>} : () -> ()'
    assert run(UNREGISTERED, text=use + RESOURCE).out == f"module {{\n  {use}\n}}\n{RESOURCE}"
    assert run(text="module {}" + RESOURCE).out == "module {\n}\n"


def test_options_of_a_pass(run: RunTool) -> None:
    text = "func.func @f(%t: tensor<4xf32>) {\n  return\n}\n"
    assert "memref" not in run("--one-shot-bufferize", text=text).out
    option = "--one-shot-bufferize=bufferize-function-boundaries buffer-alignment=0"
    assert "%arg0: memref<4xf32" in run(option, text=text).out


def test_passes_run_in_the_order_given(run: RunTool) -> None:
    result = run("--cse", "--canonicalize", "-cse", "-mlir-print-ir-after-all", text="module {}")
    headers = [line for line in result.err.splitlines() if line.startswith("// -----//")]
    assert headers == [
        "// -----// IR Dump After CSE (cse) //----- //",
        "// -----// IR Dump After Canonicalizer (canonicalize) //----- //",
        "// -----// IR Dump After CSE (cse) //----- //",
    ]


def test_a_pipeline_on_functions(run: RunTool) -> None:
    option = "--pass-pipeline=builtin.module(func.func(cse))"
    result = run(option, "--mlir-print-ir-after-all", text=DEAD)
    assert result.status == 0
    assert result.err.startswith(
        "// -----// IR Dump After CSE (cse) //----- //\nfunc.func @f(%arg0: i32) {\n  return\n}\n"
    )


def test_printing_before_each_pass(run: RunTool) -> None:
    result = run("--cse", "--mlir-print-ir-before-all", text=DEAD)
    assert result.err.startswith("// -----// IR Dump Before CSE (cse) //----- //\nmodule {")
    assert "arith.addi" in result.err


def test_a_failing_pass_is_printed_as_failed(run: RunTool) -> None:
    text = 'func.func @f(%t: tensor<4xf32>) {\n  "x.y"(%t) : (tensor<4xf32>) -> ()\n  return\n}\n'
    result = run(
        "--one-shot-bufferize=bufferize-function-boundaries",
        "--mlir-print-ir-after-all",
        UNREGISTERED,
        text=text,
    )
    assert result.status == 1
    header = "// -----// IR Dump After OneShotBufferizePass Failed (one-shot-bufferize) //----- //"
    assert header in result.err
    assert "in.mlir:2:3: error: op was not bufferized" in result.err


@pytest.mark.parametrize("broken", [False, True])
def test_a_pass_with_a_bug_is_printed_as_failed(
    run: RunTool, monkeypatch: pytest.MonkeyPatch, broken: bool
) -> None:
    def fail(self: Pass, op: Operation, context: Context) -> None:
        if broken:
            op.attributes["a.b"] = None  # type: ignore[assignment]
        raise KeyError("a bug")

    monkeypatch.setattr(CSEPass, "run", fail)
    result = run("--cse", "--mlir-print-ir-after-all", text=DEAD)
    assert result.status == 1
    header = "// -----// IR Dump After CSE Failed (cse) //----- //"
    assert (header in result.err) is not broken
    assert "error: internal error (in.mlir: cse): KeyError: 'a bug'" in result.err


def test_dump_pass_pipeline(run: RunTool) -> None:
    option = "--pass-pipeline=any(func.func(canonicalize{top-down=0}),cse)"
    assert run(option, "--dump-pass-pipeline", text="module {}").err == (
        "Pass Manager with 2 passes:\n"
        "any(\n"
        "  func.func(\n"
        "    canonicalize{max-iterations=10 max-num-rewrites=-1 region-simplify=normal "
        "test-convergence=false top-down=false}\n"
        "  ),\n"
        "  cse\n"
        ")\n\n"
    )


def test_lists_in_a_dumped_pipeline_can_be_read(run: RunTool) -> None:
    option = "--one-shot-bufferize=copy-before-write dialect-filter=tensor,scf"
    dumped = run(option, "--dump-pass-pipeline", text="module {}").err
    assert " copy-before-write=true dialect-filter={tensor,scf} " in dumped
    pipeline = dumped.partition("\n")[2]
    again = run(f"--pass-pipeline={pipeline}", "--dump-pass-pipeline", text="module {}")
    assert again.err == dumped


# How to print


def test_generic_form(run: RunTool) -> None:
    assert run("--mlir-print-op-generic", text="module {}").out == (
        '"builtin.module"() ({\n^bb0:\n}) : () -> ()\n'
    )


def test_local_scope(run: RunTool) -> None:
    text = '"x.y"() {m = affine_map<(d0) -> (d0)>} : () -> ()'
    assert "#map = " in run(UNREGISTERED, text=text).out
    local = run(UNREGISTERED, "--mlir-print-local-scope", text=text).out
    assert "m = affine_map<(d0) -> (d0)>" in local


def test_locations(run: RunTool) -> None:
    result = run(UNREGISTERED, "--mlir-print-debuginfo", text='"x.y"() : () -> ()')
    assert result.out == (
        'module {\n  "x.y"() : () -> () loc(#loc1)\n} loc(#loc)\n'
        '#loc = loc("in.mlir":0:0)\n#loc1 = loc("in.mlir":1:1)\n'
    )


def test_unregistered_dialects(run: RunTool) -> None:
    text = '"x.y"() : () -> ()'
    assert run(UNREGISTERED, text=text).status == 0
    assert run(UNREGISTERED + "=false", text=text).status == 1
    result = run(text=text)
    assert result.status == 1
    assert result.err.startswith("in.mlir:1:1: error: ")


# Parts, and expected diagnostics


def test_split_input(run: RunTool) -> None:
    text = "module @a {}\n// -----\nmodule @b {}\n"
    assert run("--split-input-file", text=text).out == (
        "module @a {\n}\n\n// -----\nmodule @b {\n}\n"
    )


def test_split_input_at_another_marker(run: RunTool) -> None:
    text = "module @a {}\n//###\nmodule @b {}\n"
    assert run("--split-input-file=//###", text=text).out == (
        "module @a {\n}\n\n// -----\nmodule @b {\n}\n"
    )


def test_each_part_has_its_own_errors_and_lines(run: RunTool) -> None:
    result = run("--split-input-file", text="}\n// -----\nmodule {}\n// -----\n\n }\n")
    assert result.status == 1
    assert result.out == "// -----\nmodule {\n}\n\n// -----\n"
    lines = [line for line in result.err.splitlines() if "error:" in line]
    assert [line.split(" ")[0] for line in lines] == ["in.mlir:1:1:", "in.mlir:6:2:"]


def test_nothing_is_printed_where_all_parts_fail(run: RunTool) -> None:
    assert run("--split-input-file", text="}\n// -----\n}\n").out == ""
    assert run(text="}").out == ""


def test_expected_diagnostics(run: RunTool) -> None:
    text = "// expected-error@+1 {{expected operation name}}\n}\n"
    assert run("--verify-diagnostics", text=text) == (0, "", "")
    assert run("--verify-diagnostics", text="// expected-error@+1 {{other}}\n}\n").status == 1
    assert run("--verify-diagnostics", text="}\n").status == 1
    assert run("--verify-diagnostics=only-expected", text="}\n").status == 0


def test_expected_diagnostics_of_parts(run: RunTool) -> None:
    text = "module @a {}\n// -----\n} // expected-error {{operation name}}\n"
    result = run("--verify-diagnostics", "--split-input-file", text=text)
    assert result == (0, "module @a {\n}\n\n// -----\n", "")


def test_an_expectation_that_is_no_regular_expression(run: RunTool) -> None:
    result = run("--verify-diagnostics", text="} // expected-error-re {{a {{(}} b}}\n")
    assert result.status == 1
    assert "in.mlir:1:6: error: wrong regular expression" in result.err


# Verification


INVALID = 'func.func @f() {\n  "func.return"() {} : () -> ()\n  "func.return"() : () -> ()\n}\n'


def test_invalid_programs_are_refused_before_the_first_pass(run: RunTool) -> None:
    result = run("--cse", text=INVALID)
    assert result.status == 1
    assert "in.mlir:2:3: error: 'func.return' op must be the last operation" in result.err
    assert result.out == ""


def test_verification_can_be_switched_off(run: RunTool) -> None:
    assert run("--verify-each=0", text=INVALID).status == 0


# Print and exit


def test_version(run: RunTool) -> None:
    assert run("--version") == (0, f"bufferize-opt {__version__}\n", "")


def test_dialects(run: RunTool) -> None:
    result = run("--show-dialects")
    assert result.out.startswith("Available Dialects: ")
    assert "bufferization,builtin," in result.out


@pytest.mark.parametrize("option", ["--help", "-help", "-h"])
def test_help_lists_passes_with_what_their_options_mean(run: RunTool, option: str) -> None:
    result = run(option)
    assert (result.status, result.err) == (0, "")
    for name in ("--split-input-file", "--canonicalize", "--cse", "--one-shot-bufferize"):
        assert f"  {name}" in result.out
    assert "    buffer-alignment=<int>        Alignment of new buffers in bytes" in result.out
    assert "(default: 64)" in result.out
    assert all(len(line) <= 100 for line in result.out.splitlines())


def test_every_option_is_explained() -> None:
    context = Context()
    for name in context.pass_names():
        pass_class = context.pass_class(name)
        assert pass_class is not None
        assert pass_class.__doc__
        for option in option_docs(pass_class.options_class()):
            assert option.text, f"{name}: {option.name}"


# What is wrong with a command line


def test_unknown_options(run: RunTool) -> None:
    result = run("--cs", "--zzz", text="module {}")
    assert result == (
        2,
        "",
        "error: unknown option '--cs'\nnote: did you mean '--cse'?\n"
        "error: unknown option '--zzz'\nnote: see 'bufferize-opt --help'\n",
    )


def test_a_pass_whose_plugin_is_left_out(run: RunTool) -> None:
    result = run("--block-plugin=buffers", "--buffer-hoisting", text="module {}")
    assert result.err == (
        "error: unknown option '--buffer-hoisting'\n"
        "note: for the pass of this name, do not block the plugin 'buffers'\n"
    )
    result = run("--block-plugin=buffers", "--pass-pipeline=buffer-hoisting", text="module {}")
    assert "no pass is called 'buffer-hoisting'; do not block the plugin 'buffers'" in result.err


def test_wrong_options_of_passes_point_at_them(run: RunTool) -> None:
    result = run("--one-shot-bufferize=a-b=1 buffer-alignment=x", "--cse=y", text="module {}")
    assert result.status == 1
    lines = result.err.splitlines()
    assert lines[0].startswith(
        "<--one-shot-bufferize>:1:1: error: pass 'one-shot-bufferize' has no"
    )
    assert lines[1:3] == ["a-b=1 buffer-alignment=x", "^"]
    assert "<--one-shot-bufferize>:1:7: error: pass 'one-shot-bufferize': option" in result.err
    assert "<--cse>:1:1: error: pass 'cse' has no option 'y'" in result.err


def test_a_wrong_choice_names_the_choices(run: RunTool) -> None:
    result = run("--one-shot-bufferize=analysis-heuristic=best", text="module {}")
    assert result.status == 1
    assert (
        "error: no heuristic is called 'best'; there are: bottom-up, top-down, "
        "bottom-up-from-terminators, fuzzer"
    ) in result.err


@pytest.mark.parametrize(
    ("wrong", "meant"), [("fewest-byte", "fewest-bytes"), ("bottomup", "bottom-up")]
)
def test_a_misspelt_heuristic_of_the_core_or_of_a_plugin(
    run: RunTool, wrong: str, meant: str
) -> None:
    pytest.importorskip("bufferize_optimum")
    result = run(f"--one-shot-bufferize=analysis-heuristic={wrong}", text="module {}")
    assert result.status == 1
    assert f"\nnote: did you mean '{meant}'?\n" in result.err


def test_options_that_cannot_be_read(run: RunTool) -> None:
    result = run("--one-shot-bufferize=a={", text="module {}")
    assert result == (
        1,
        "",
        "<--one-shot-bufferize>:1:4: error: the options cannot be read from here\na={\n   ^\n"
        "note: write `flag option=value list=a,b`, options between spaces\n",
    )


@pytest.mark.parametrize(
    ("pipeline", "message"),
    [
        ("builtin.module(cse", ":1:19: error: the pass pipeline cannot be read from here"),
        ("builtin.module(cse,zz)", ":1:20: error: no pass is called 'zz'; there are: "),
        ("builtin.module(cse{a})", ":1:20: error: pass 'cse' has no option 'a'"),
        ("builtin.module(func.fun(cse))", ":1:16: error: there is no operation 'func.fun' to run "),
    ],
)
def test_wrong_pipelines_point_at_their_mistake(run: RunTool, pipeline: str, message: str) -> None:
    result = run(f"--pass-pipeline={pipeline}", text="module {}")
    assert result.status == 1
    first, second, third, *_ = result.err.splitlines()
    assert first.startswith(f"<pass pipeline>{message}")
    assert second == pipeline
    assert third == " " * (int(message.split(":")[2]) - 1) + "^"


def test_a_pipeline_for_a_misspelled_op(run: RunTool) -> None:
    result = run("--pass-pipeline=func.fun(cse)", text="module {}")
    assert "error: there is no operation 'func.fun' to run passes on" in result.err
    assert "note: did you mean 'func.func'?" in result.err
    assert run("--pass-pipeline=builtin.module(other.op(cse))", text="module {}").status == 0


def test_a_pipeline_for_another_op(run: RunTool) -> None:
    result = run("--pass-pipeline=func.func(cse)", text="module {}")
    assert result.status == 1
    assert "a pipeline for 'func.func' cannot run on 'builtin.module'" in result.err
    assert "note: nest it: 'builtin.module(func.func(...))'" in result.err


# Files


def test_a_missing_file(run: RunTool) -> None:
    assert run("nothing.mlir") == (
        1,
        "",
        "error: cannot read 'nothing.mlir': No such file or directory\n",
    )


def test_output_is_written_when_all_is_done(run: RunTool, tmp_path: Path) -> None:
    assert run("-o", "out", text="module @new {}") == (0, "", "")
    assert (tmp_path / "out").read_text() == "module @new {\n}\n"


@pytest.mark.parametrize(
    ("argv", "text"),
    [
        ([], "}"),
        (["--split-input-file"], "module {}\n// -----\n}\n"),
        (["--verify-diagnostics"], "}"),
        (["--zzz"], "module {}"),
    ],
)
def test_a_failing_run_leaves_the_output_alone(
    run: RunTool, tmp_path: Path, argv: list[str], text: str
) -> None:
    (tmp_path / "out").write_text("old")
    assert run("-o", "out", *argv, text=text).status != 0
    assert (tmp_path / "out").read_text() == "old"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in.mlir", "out"]


def test_input_and_output_may_be_one_file(run: RunTool, tmp_path: Path) -> None:
    assert run("-o", "in.mlir", text="module {}").status == 0
    assert (tmp_path / "in.mlir").read_text() == "module {\n}\n"


def test_line_ends_of_windows(run: RunTool) -> None:
    result = run(text="module {\r\n  }}\r\n")
    assert result.err.splitlines() == [
        "in.mlir:2:4: error: expected operation name in quotes",
        "  }}",
        "   ^",
    ]


def test_bytes_that_are_no_text(run: RunTool) -> None:
    result = run(UNREGISTERED, text=b'"x.y"() {s = "\xff"} : () -> () // \xfe\n')
    assert 's = "\\FF"' in result.out
    assert run(text=b"\xff\xfe").err.startswith("in.mlir:1:1: error: ")


# Depth and failures


@pytest.mark.parametrize(
    "text",
    [
        '"x.y"() ({\n' * 10_000 + "}) : () -> ()\n" * 10_000,
        '"x.y"() {a = ' + "[" * 100_000 + "]" * 100_000 + "} : () -> ()",
        '"x.y"() {a = ' + "tuple<" * 100_000 + ">" * 100_000 + "} : () -> ()",
        '"x.y"() : () -> () loc(' + "fused[" * 100_000,
        "#a = affine_map<(d0) -> (" + "(" * 100_000 + "d0" + ")" * 100_000 + ")>",
        "(" * 100_000,
        '"x.y"() {a = #x.y' + "<" * 100_000,
    ],
    ids=["regions", "arrays", "types", "locations", "affine", "parentheses", "opaque"],
)
def test_deep_nesting_is_a_message_or_fine(run: RunTool, text: str) -> None:
    result = run(UNREGISTERED, text=text)
    assert result.status in (0, 1)
    assert "internal error" not in result.err
    assert len(result.err) < 3000
    if result.status:
        assert result.err.startswith("in.mlir:")


class ExplodingPass(Pass):
    """Fails as no pass should."""

    name = "explode"

    def run(self, op: object, context: object) -> None:
        raise ZeroDivisionError("division by zero")


def test_an_exception_in_a_pass_is_a_message(run: RunTool, monkeypatch: pytest.MonkeyPatch) -> None:
    def pass_class(_self: Context, _name: str) -> type[Pass]:
        return ExplodingPass

    monkeypatch.setattr(Context, "pass_class", pass_class)
    result = run("--cse", text="module {}")
    assert result.status == 1
    assert result.out == ""
    assert result.err.startswith(
        "error: internal error (in.mlir: explode): ZeroDivisionError: division by zero\nnote: "
    )


def test_ctrl_c(run: RunTool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    (tmp_path / "out").write_text("old")
    monkeypatch.setattr(opt, "read_bytes", interrupt)
    assert run("-o", "out", "in.mlir") == (130, "", "")
    assert (tmp_path / "out").read_text() == "old"


TOOL = [sys.executable, "-u", "-c", "from bufferize_tools.start import opt; opt()", UNREGISTERED]


@pytest.mark.skipif(os.name != "posix", reason="pipes of other systems break otherwise")
def test_a_reader_that_stops_early(tmp_path: Path) -> None:
    (tmp_path / "in.mlir").write_text('"x.y"() : () -> ()\n' * 20_000)
    tool = subprocess.Popen(
        [*TOOL, str(tmp_path / "in.mlir")], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert tool.stdout is not None
    assert tool.stderr is not None
    assert tool.stdout.readline() == b"module {\n"
    tool.stdout.close()
    assert tool.stderr.read() == b""
    tool.stderr.close()
    assert tool.wait() == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            TOOL, stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1
    assert done.stderr == "error: cannot write to stdout: No space left on device\n"


def test_colours_at_a_terminal_only(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    (tmp_path / "in.mlir").write_text("}")
    leader, follower = pty.openpty()
    environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
    subprocess.run([*TOOL, str(tmp_path / "in.mlir")], stderr=follower, env=environment)
    os.close(follower)
    assert b"\x1b[1;31merror:\x1b[0m" in os.read(leader, 10_000)
    os.close(leader)
