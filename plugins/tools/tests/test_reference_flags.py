"""The flags of mlir-opt: each does the same here, or says what to do."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from bufferize.ir import Operation
from bufferize.plugins import Context
from bufferize.syntax import parse_module
from bufferize_tools import printing
from bufferize_tools.options import OPTIONS
from bufferize_tools.providers import TOOL, reference_names
from plugins.tools.tests.conftest import RunTool

PROGRAM = """\
#map = affine_map<(d0) -> (d0)>
#inner = loc("inner.c":1:2)
func.func @f(%a: tensor<4xf32> loc("first"), %i: index, %c: i1) -> (tensor<4xf32>, index) {
  %0 = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32> loc("weights")
  %1 = arith.constant dense<5> : tensor<4xi32>
  %2 = arith.constant dense_resource<large> : tensor<2xi32>
  %3 = arith.constant dense_resource<small> : tensor<1xi8>
  %x, %y:2 = "test.three"(%a, %a) : (tensor<4xf32>, tensor<4xf32>) -> (i32, i32, i32) loc("two words")
  %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%0 : tensor<4xf32>) outs(%a : tensor<4xf32>) {
  ^bb0(%in: f32 loc("element"), %out: f32):
    linalg.yield %in : f32
  } -> tensor<4xf32> loc(callsite("callee"(#inner) at "caller.c":3:4))
  %5:2 = scf.if %c -> (tensor<4xf32>, index) {
    scf.yield %4, %i : tensor<4xf32>, index
  } else {
    scf.yield %a, %i : tensor<4xf32>, index loc("else.c":5:6 to :7)
  } loc(fused<"why">["then", unknown])
  "test.use"(%5#0, %5#0, %x, %y#1) : (tensor<4xf32>, tensor<4xf32>, i32, i32) -> ()
  %6 = arith.addi %i, %i : index loc(callsite("callee" at "caller.c":3:4))
  %7 = arith.addi %i, %i : index
  cf.br ^bb1(%6 : index)
^bb1(%last: index loc("last")):
  return %5#0, %last : tensor<4xf32>, index
}
func.func private @g()
func.func @h(%b: i32) {
  "test.nested"() ({
  ^bb0(%z: i32 loc("")):
    %8 = "test.uses"(%z, %b) : (i32, i32) -> i32
  }) : () -> ()
  return
}
{-#
  dialect_resources: {builtin: {large: "0x040000000100000002000000", small: "0x0100000001"}},
  external_resources: {owner: {known: true, text: "of some length"}}
#-}
"""
TREE = """\
module {
  module @inner { func.func @f() { return } func.func @"a/b"() { return } }
  module { func.func @f() { return } }
  func.func private @g()
}
"""
PARTS = "func.func private @f()\n// -----\nfunc.func private @g()\n"
NESTED = "'--pass-pipeline=builtin.module(func.func(cse),eliminate-empty-tensors,cse)'"
ALL = "--mlir-print-ir-before-all --mlir-print-ir-after-all"
THREAD = "--mlir-disable-threading"

PRINTED = [
    "--mlir-print-value-users",
    "--mlir-print-value-users --mlir-print-op-generic",
    "--mlir-print-value-users --mlir-use-nameloc-as-prefix --mlir-print-unique-ssa-ids",
    "--mlir-use-nameloc-as-prefix",
    "--mlir-use-nameloc-as-prefix --mlir-print-op-generic",
    "--mlir-print-debuginfo",
    "--mlir-print-debuginfo --mlir-pretty-debuginfo",
    "--mlir-print-debuginfo --mlir-pretty-debuginfo --mlir-print-local-scope",
    "--mlir-print-debuginfo --mlir-pretty-debuginfo --mlir-print-value-users",
    "--mlir-pretty-debuginfo",
    "--mlir-print-local-scope",
    "--mlir-print-op-generic",
    "--mlir-print-skip-regions",
    "--mlir-print-unique-ssa-ids",
    "--mlir-elide-elementsattrs-if-larger=3",
    "--mlir-elide-elementsattrs-if-larger 4",
    "--mlir-elide-resource-strings-if-larger=0",
    "--mlir-elide-resource-strings-if-larger=13",
    "--mlir-elide-resource-strings-if-larger=14",
    "--mlir-elide-resource-strings-if-larger=27",
    "--mlir-print-elementsattrs-with-hex-if-larger=3",
    "--mlir-print-elementsattrs-with-hex-if-larger=-1",
    "--verify-roundtrip",
    "--mlir-print-op-on-diagnostic=0",
    "--mlir-disable-diagnostic-notes",
    "--color=0",
    "-p 'builtin.module(cse)'",
]
"""Flags that change what is printed of PROGRAM, or nothing."""

TOLD = [
    f"{NESTED} {ALL}",
    f"{NESTED} --mlir-print-ir-before=cse",
    f"{NESTED} --mlir-print-ir-after=cse,eliminate-empty-tensors",
    f"{NESTED} --mlir-print-ir-after=cse --mlir-print-ir-before=eliminate-empty-tensors",
    f"{NESTED} --mlir-print-ir-after-all --mlir-print-ir-after-change",
    f"{NESTED} --mlir-print-ir-after=eliminate-empty-tensors --mlir-print-ir-after-change",
    f"{NESTED} --mlir-print-ir-after-change",
    f"{NESTED} --mlir-print-ir-after-failure",
    f"{NESTED} --mlir-print-ir-after-all --mlir-print-ir-after-failure",
    f"{NESTED} --mlir-print-ir-after-all --mlir-print-ir-module-scope",
    f"{NESTED} {ALL} --mlir-print-op-generic",
]
"""Flags that tell of passes on PROGRAM."""


def reference(folder: Path, flags: str, text: str) -> subprocess.CompletedProcess[str]:
    folder.mkdir(exist_ok=True)
    (folder / "in.mlir").write_text(text)
    command = [TOOL, "in.mlir", "--allow-unregistered-dialect", THREAD, *shlex.split(flags)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


@pytest.mark.reference
@pytest.mark.parametrize("flags", PRINTED)
def test_what_is_printed_is_the_same(run: RunTool, tmp_path: Path, flags: str) -> None:
    expected = reference(tmp_path / "reference", flags, PROGRAM)
    result = run("--allow-unregistered-dialect", *shlex.split(flags), text=PROGRAM)
    assert (result.status, result.err) == (expected.returncode, expected.stderr) == (0, "")
    assert result.out.rstrip("\n") == expected.stdout.rstrip("\n")


@pytest.mark.reference
@pytest.mark.parametrize("flags", TOLD)
def test_what_is_told_of_passes_is_the_same(run: RunTool, tmp_path: Path, flags: str) -> None:
    expected = reference(tmp_path / "reference", flags, PROGRAM)
    result = run("--allow-unregistered-dialect", *shlex.split(flags), text=PROGRAM)
    assert result.err == expected.stderr


@pytest.mark.reference
@pytest.mark.parametrize("scope", ["", " --mlir-print-ir-module-scope"])
@pytest.mark.parametrize("printed", [ALL, "--mlir-print-ir-after-all"])
@pytest.mark.parametrize(
    "pipeline",
    [
        "builtin.module(cse,builtin.module(func.func(cse,canonicalize),cse),func.func(cse),cse)",
        "builtin.module(func.func(cse),cse)",
    ],
)
def test_the_tree_of_files_is_the_same(
    run: RunTool, tmp_path: Path, scope: str, printed: str, pipeline: str
) -> None:
    flags = f"'--pass-pipeline={pipeline}' {printed} --mlir-print-ir-tree-dir=tree{scope}"
    assert reference(tmp_path / "reference", flags, TREE).returncode == 0
    assert run(*shlex.split(flags), text=TREE).err == ""
    expected, found = (
        {str(path.relative_to(top)): path.read_text() for path in top.rglob("*.mlir")}
        for top in (tmp_path / "reference/tree", tmp_path / "tree")
    )
    assert found == expected
    assert len(found) > 1


@pytest.mark.reference
@pytest.mark.parametrize("flags", ["", "--output-split-marker='// next'"])
def test_parts_are_put_together_in_the_same_way(run: RunTool, tmp_path: Path, flags: str) -> None:
    expected = reference(tmp_path / "reference", f"--split-input-file {flags}", PARTS)
    result = run("--split-input-file", *shlex.split(flags), text=PARTS)
    assert result.out.rstrip("\n") == expected.stdout.rstrip("\n")


@pytest.mark.reference
@pytest.mark.parametrize(
    ("flags", "text"),
    [
        ("", "func.func private @f()"),
        ("", "%0 = arith.constant 1 : i32"),
        ("", "module {}\nmodule {}"),
        ("", ""),
        ("--cse", "func.func @f() { return }"),
        ("'--pass-pipeline=func.func(cse)'", "func.func @f() { return }"),
        ("'--pass-pipeline=builtin.module(cse)'", "func.func @f() { return }"),
    ],
)
def test_a_program_without_a_module(run: RunTool, tmp_path: Path, flags: str, text: str) -> None:
    expected = reference(tmp_path / "reference", f"--no-implicit-module {flags}", text)
    result = run("--no-implicit-module", *shlex.split(flags), text=text)
    assert result.status == expected.returncode
    assert result.out.rstrip("\n") == expected.stdout.rstrip("\n")


@pytest.mark.reference
def test_the_dumped_pipeline_is_one_for_both(run: RunTool, tmp_path: Path) -> None:
    flags = "'--pass-pipeline=builtin.module(cse,func.func(cse),any(cse,func.func(cse)))'"
    expected = reference(tmp_path / "reference", f"{flags} --dump-pass-pipeline", TREE)
    result = run(*shlex.split(flags), "--dump-pass-pipeline", text=TREE)
    assert result.err == expected.stderr
    for name, option in {
        "one-shot-bufferize": "dialect-filter={tensor,scf} copy-before-write",
        "buffer-results-to-out-params": "hoist-static-allocs",
        "drop-equivalent-buffer-results": "",
    }.items():
        argument = f"--{name}={option}"
        dumped = reference(
            tmp_path / "reference", f"{shlex.quote(argument)} --dump-pass-pipeline", TREE
        ).stderr
        own = run(argument, "--dump-pass-pipeline", text=TREE).err
        # Some options are only here, and mlir-opt leaves more space where a list is empty.
        words, own_words = (set(re.split(r"[{}\s]+", text)) for text in (dumped, own))
        assert words <= own_words


FAILS = 'func.func @f(%t: tensor<4xf32>) {\n  "x.y"(%t) : (tensor<4xf32>) -> ()\n  return\n}\n'
BUFFERIZE = "--one-shot-bufferize=bufferize-function-boundaries"


@pytest.mark.reference
@pytest.mark.parametrize(
    "flags",
    [
        "--mlir-print-ir-after-failure",
        "--mlir-print-ir-after-all",
        "--mlir-print-ir-after=cse",
        "--mlir-print-ir-after=cse --mlir-print-ir-after-failure",
        "--mlir-print-ir-after-all --mlir-print-ir-after-change",
    ],
)
def test_the_same_passes_are_told_of_where_one_fails(
    run: RunTool, tmp_path: Path, flags: str
) -> None:
    command = f"--cse {BUFFERIZE} {flags}"
    expected = reference(tmp_path / "reference", command, FAILS)
    result = run("--allow-unregistered-dialect", *shlex.split(command), text=FAILS)
    heads, expected_heads = (
        [line for line in text.splitlines() if line.startswith("// -----//")]
        for text in (result.err, expected.stderr)
    )
    assert (result.status, heads) == (expected.returncode, expected_heads)


@pytest.mark.reference
@pytest.mark.parametrize("local", [False, True])
def test_either_tool_runs_the_reproducers_of_the_other(
    run: RunTool, tmp_path: Path, local: bool
) -> None:
    flags = f"--cse {BUFFERIZE} --mlir-pass-pipeline-crash-reproducer=again.mlir"
    flags += " --mlir-pass-pipeline-local-reproducer" * local
    folder = tmp_path / "reference"
    assert reference(folder, flags, FAILS).returncode == 1
    result = run("--allow-unregistered-dialect", *shlex.split(flags), text=FAILS)
    assert "reproducer written: run it with bufferize-opt --run-reproducer again.mlir" in result.err
    theirs, own = (folder / "again.mlir").read_text(), (tmp_path / "again.mlir").read_text()
    assert theirs.partition("pipeline:")[0] == own.partition("pipeline:")[0]
    assert ("cse" in own.partition("pipeline:")[2]) is not local
    for again in (
        run("--allow-unregistered-dialect", "--run-reproducer", text=theirs).err,
        reference(folder, "--run-reproducer", own).stderr,
    ):
        assert "error: op was not bufferized" in again


@pytest.mark.reference
def test_a_reproducer_of_what_does_not_fail(run: RunTool, tmp_path: Path) -> None:
    text = "func.func @f(%a: i32) {\n  %0 = arith.addi %a, %a : i32\n  return\n}\n"
    flags = "--cse --mlir-generate-reproducer=again.mlir"
    assert "arith.addi" not in run(*flags.split(), text=text).out
    again = (tmp_path / "again.mlir").read_text()
    assert "arith.addi" in again  # mlir-opt writes what its passes have left
    result = run("--run-reproducer", text=again)
    expected = reference(tmp_path / "reference", "--run-reproducer", again)
    assert (result.status, result.out.rstrip("\n")) == (0, expected.stdout.rstrip("\n"))
    assert "arith.addi" not in result.out


@pytest.mark.reference
def test_the_current_operation(run: RunTool, tmp_path: Path) -> None:
    text = "func.func @f(%a: i32) {\n  func.return %a : i32\n}\n"
    expected = reference(tmp_path / "reference", "", text).stderr.splitlines()[-1]
    said = run("--mlir-print-op-on-diagnostic", text=text).err
    assert expected.partition("note: see current operation: ")[2].replace("%0", "%arg0") in said
    assert "current operation" not in run(text=text).err


@pytest.mark.reference
def test_the_names_are_those_that_the_reference_knows() -> None:
    from tests.reference_names import names_in_help

    assert names_in_help() == {kind: sorted(names) for kind, names in reference_names().items()}


def test_every_other_option_of_the_reference_is_refused_with_a_way_out(run: RunTool) -> None:
    for name in sorted(reference_names()["options"] - set(OPTIONS) - {"p", "h"}):
        if not name.startswith(("mlir-", "emit-", "verify", "profile-actions", "log-actions")):
            continue  # the others are options of LLVM, and take the same way
        result = run(f"--{name}")
        assert result.status == 2
        assert f"error: '--{name}' is an option of mlir-opt 22" in result.err
        assert "note: " in result.err


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ("--emit-bytecode", "use it there: bufferize-opt ... | mlir-opt-22 --emit-bytecode"),
        ("--irdl-file x.irdl in.mlir", "dialects and passes come from Python distributions here"),
        (
            "--convert-scf-to-cf",
            "let it run there, in its place among the passes: --rest=mlir-opt-22",
        ),
        ("--pass-pipeline=any(convert-scf-to-cf)", "through `mlir-opt-22 --convert-scf-to-cf`"),
        ("--mlir-print-ir-after=convert-scf-to-cf", "through `mlir-opt-22 --convert-scf-to-cf`"),
        ("--mlir-print-ir-before=cze", "did you mean 'cse'?"),
        ("--help-pass=cze", "did you mean 'cse'?"),
        ("--help-pass=zzzzzz", "see 'bufferize-opt --list-passes'"),
        ("--mlir-elide-elementsattrs-if-larger=-1", "takes a whole number from 0 on, not '-1'"),
        ("--mlir-elide-elementsattrs-if-larger=x", "takes a whole number from 0 on, not 'x'"),
        ("--run-reproducer", "there is no pipeline in this program, so it is no reproducer"),
        ("-o ''", "option '-o' needs a value: FILE, or - for stdout"),
    ],
)
def test_what_is_refused_comes_with_a_way_out(run: RunTool, flags: str, said: str) -> None:
    result = run(*shlex.split(flags), text="module {}")
    assert result.status in (1, 2)
    assert said in result.err
    assert "unknown option" not in result.err


COMPARED_ELSEWHERE = {
    "o": "test_opt.py",
    "allow-unregistered-dialect": "test_opt.py",
    "mlir-pass-statistics": "test_statistics.py",
    "mlir-pass-statistics-display": "test_statistics.py",
    "mlir-timing": "test_statistics.py",
    "mlir-timing-display": "test_statistics.py",
    "show-dialects": "test_opt.py",
    "verify-diagnostics": "test_opt.py",
    "verify-each": "test_opt.py",
    "help": "test_opt.py",
    "version": "test_opt.py",
}


@pytest.mark.parametrize("name", sorted(set(OPTIONS) & reference_names()["options"]))
def test_every_flag_has_a_test(name: str) -> None:
    text = Path(__file__).with_name(COMPARED_ELSEWHERE.get(name, Path(__file__).name)).read_text()
    assert re.search(rf"--?{name}(?![\w-])", text)


def test_colours_as_a_flag(run: RunTool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" in run("--color", text="}").err
    assert "\x1b" in run("--color", "--nonsense").err
    assert "\x1b" not in run("--color=0", text="}").err


def test_what_does_not_read_back(run: RunTool, monkeypatch: pytest.MonkeyPatch) -> None:
    def other(text: str, context: Context, name: str, implicit_module: bool) -> Operation:
        return parse_module(text.replace("@m", "@n"), context, name)

    monkeypatch.setattr(printing, "parse_module", other)
    result = run("--verify-roundtrip", text="module @m {}")
    assert (result.status, result.out) == (1, "")
    assert "error: what is printed in form of its own reads back as another program" in result.err
    assert '\'"builtin.module"() <{sym_name = "m"}> ({\' became' in result.err

    def broken(text: str, context: Context, name: str, implicit_module: bool) -> Operation:
        return parse_module(text + "}", context, name)

    monkeypatch.setattr(printing, "parse_module", broken)
    assert (
        "what is printed in form of its own cannot be read: "
        in run("--verify-roundtrip", text="module @m {}").err
    )


def test_help_says_the_options_of_a_pass_once(run: RunTool) -> None:
    text = run("--help").out
    assert text.count("unknown-type-conversion=") == 1
    assert text.count("(options as of --insert-tensor-copies)") == 4
    assert run("--list-passes").out.strip() in text
    full = run("--help-pass=one-shot-bufferize").out
    assert full.startswith("--one-shot-bufferize\n\nOne-Shot Bufferize: tensors become buffers")
    assert "unknown-type-conversion=" in full
    assert len(full) > 2 * len(run("--help-pass=canonicalize").out)


def test_files_that_cannot_be_written(run: RunTool, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    tree = run("--cse", "--mlir-print-ir-after-all", "--mlir-print-ir-tree-dir=file", text=TREE)
    assert (tree.status, tree.out) == (1, "")
    assert tree.err.startswith(
        "error: cannot write 'file/builtin_module_no-symbol-name/0_cse.mlir'"
    )
    flags = [BUFFERIZE, "--mlir-pass-pipeline-crash-reproducer=no/again.mlir"]
    failed = run("--allow-unregistered-dialect", *flags, text=FAILS)
    assert "error: cannot write 'no/again.mlir': No such file or directory" in failed.err
    assert "error: op was not bufferized" in failed.err
    assert "reproducer written" not in failed.err
