from __future__ import annotations

import html
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from .programs import LATE

PROGRAM = """\
func.func @f(%t: tensor<8xf32>, %v: f32, %i: index) -> (tensor<8xf32>, f32) {
  %0 = tensor.insert %v into %t[%i] : tensor<8xf32>
  %1 = tensor.extract %t[%i] : tensor<8xf32>
  %2 = tensor.insert %v into %0[%i] : tensor<8xf32>
  return %2, %1 : tensor<8xf32>, f32
}
"""
RECORDS = """\
--- !Missed
Pass: one-shot-bufferize
Name: WriteConflict
DebugLoc:
  File: in.mlir
  Line: 2
  Column: 30
Function: f
Args:
- Operand: 'operand #1 of ''tensor.insert'''
- String: ' is copied ('
- Bytes: '32'
- String: ' bytes'
- String: '): '
- Reason: in place, 'tensor.insert' would overwrite what 'tensor.extract' still reads
- String: '; the contents are set here: '
- Definition: 'argument #0 of ''func.func'''
  DebugLoc:
    File: in.mlir
    Line: 1
    Column: 14
- String: '; in place, they would be overwritten here: '
- Write: 'operand #1 of ''tensor.insert'''
  DebugLoc:
    File: in.mlir
    Line: 2
    Column: 30
- String: '; before they are read here: '
- Read: 'operand #0 of ''tensor.extract'''
  DebugLoc:
    File: in.mlir
    Line: 3
    Column: 23
- String: '; help: '
- Help: 'move ''tensor.extract'' at in.mlir:3:8 before ''tensor.insert'' at in.mlir:2:8: removes this copy: 32 bytes'
...
--- !Passed
Pass: one-shot-bufferize
Name: InPlace
DebugLoc:
  File: in.mlir
  Line: 4
  Column: 30
Function: f
Args:
- Operand: 'operand #1 of ''tensor.insert'''
- String: ' is written to in place'
...
"""

WriteReport = Callable[..., str]


def records(text: str) -> list[tuple[str, dict[str, Any]]]:
    """The tag of each record, and its properties."""

    class Loader(yaml.SafeLoader):
        pass

    def tagged(loader: yaml.SafeLoader, tag: str, node: yaml.Node) -> tuple[str, dict[str, Any]]:
        assert isinstance(node, yaml.MappingNode)
        return tag, {
            str(key): value for key, value in loader.construct_mapping(node, deep=True).items()
        }

    Loader.add_multi_constructor("!", tagged)
    return list(yaml.load_all(text, Loader))


def said(record: dict[str, Any]) -> str:
    """What LLVM's tools make of the arguments of a record."""
    return "".join(
        value for argument in record["Args"] for key, value in argument.items() if key != "DebugLoc"
    )


def test_records(write_report: WriteReport) -> None:
    text = write_report("--format=remarks", text=PROGRAM)
    assert text == RECORDS
    (missed, copy), (passed, write) = records(text)
    assert (missed, passed) == ("Missed", "Passed")
    assert said(copy).startswith(
        "operand #1 of 'tensor.insert' is copied (32 bytes): in place, 'tensor.insert' would overwrite"
    )
    assert said(write) == "operand #1 of 'tensor.insert' is written to in place"


def test_unknown_cost_and_what_was_tried(write_report: WriteReport) -> None:
    text = PROGRAM.replace("8xf32", "?xf32").replace("return %2, %1", "return %2, %v")
    text = text.replace("%1 = tensor.extract %t[%i]", "%1 = tensor.insert %v into %t[%i]")
    text = text.replace("%2 = tensor.insert %v into %0", "%2 = tensor.insert %v into %1")
    text = text.replace(
        "return %2, %v", "%x = tensor.extract %0[%i] : tensor<?xf32>\n  return %2, %x"
    )
    missed = [
        record
        for tag, record in records(write_report("--format=remarks", text=text))
        if tag == "Missed"
    ]
    assert missed
    for record in missed:
        assert "is copied (4 x ? bytes): " in said(record)
        assert "; tried in vain: " in said(record)
        assert "`disjoint-subsets=true`, `analysis-heuristic=bottom-up-from-terminators`" in said(
            record
        )


def test_what_passes_do_with_buffers(write_report: WriteReport) -> None:
    pipeline = "builtin.module(promote-buffers-to-stack,optimize-allocation-liveness)"
    text = write_report("--format=remarks", f"--pass-pipeline={pipeline}", text=LATE)
    (kept, first), (freed, second) = records(text)
    assert (kept, first["Pass"], first["Name"]) == ("Missed", "promote-buffers-to-stack", "Kept")
    assert (freed, second["Name"]) == ("Analysis", "Freed")
    assert said(second) == (
        "result #0 of 'memref.alloc' is freed: this is its last use; 'memref.copy'"
    )
    (where,) = (argument for argument in second["Args"] if "Where" in argument)
    assert where["DebugLoc"] == {"File": "in.mlir", "Line": 3, "Column": 3}


def test_nothing_to_say(write_report: WriteReport) -> None:
    assert write_report("--format=remarks", text="module {}\n") == ""


def test_only_in_a_function(write_report: WriteReport) -> None:
    text = PROGRAM + PROGRAM.replace("@f", "@g")
    found = records(write_report("--format=remarks", "--function=g", text=text))
    assert [(tag, record["Function"]) for tag, record in found] == [
        ("Missed", "g"),
        ("Passed", "g"),
    ]


NAMES = ["123", "null", "a: b", "it's", "ünï", "- x", "#", "{a}", " ", "x" * 300]


@pytest.mark.parametrize("name", NAMES)
def test_names_stay_what_they_are(write_report: WriteReport, name: str) -> None:
    text = PROGRAM.replace("@f", f'@"{name}"')
    report = write_report("--format=remarks", text=text)
    assert {record["Function"] for _, record in records(report)} == {name}
    # What is folded, or escaped, LLVM's tools read as it stands.
    # LLVM's tools read each line as it stands: none is folded.
    assert not re.search(r"^(?!---|\.\.\.|- \w+: | +\w+:|\w+:)", report.rstrip("\n"), flags=re.M)


def run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.reference(tool="llvm-opt-report-22")
def test_llvm_opt_report(write_report: WriteReport) -> None:
    """It marks what three passes of LLVM did: under the name of one, these lines are marked."""
    report = write_report("--format=remarks", text=PROGRAM)
    Path("own.yaml").write_text(report)
    assert run("llvm-opt-report-22", "own.yaml") == ""
    Path("inline.yaml").write_text(report.replace("Pass: one-shot-bufferize", "Pass: inline"))
    shown = run("llvm-opt-report-22", "inline.yaml").splitlines()
    assert shown[0] == "< in.mlir"
    marks = [line.partition("|")[0].split() for line in shown[1:]]
    assert marks == [["1"], ["2"], ["3"], ["4", "I"], ["5"], ["6"]]
    assert [line.partition("| ")[2] for line in shown[1:]] == PROGRAM.splitlines()


@pytest.mark.reference(tool="llvm-remarkutil-22")
def test_llvm_remarkutil(write_report: WriteReport) -> None:
    """It counts records, and adds up bytes."""
    names = ["f", *NAMES]
    text = "".join(PROGRAM.replace("@f", f'@"{name}"') for name in names)
    Path("own.yaml").write_text(write_report("--format=remarks", text=text))
    count = ("llvm-remarkutil-22", "count", "--parser=yaml")
    rows = run(*count, "--count-by=remark-name", "--group-by=source", "own.yaml").splitlines()
    assert rows[1:] == [f"in.mlir,{2 * len(names)}"]
    total = run(*count, "--count-by=arg", "--args=Bytes", "--group-by=total", "own.yaml")
    assert total.splitlines()[1:] == [f"Total,{32 * len(names)}"]
    run("llvm-remarkutil-22", "yaml2bitstream", "own.yaml", "-o", "own.bitstream")
    again = run("llvm-remarkutil-22", "bitstream2yaml", "own.bitstream", "-o", "-")
    assert len(records(again)) == 2 * len(names)


@pytest.mark.reference(tool="llvm-opt-report-22")
def test_opt_viewer(write_report: WriteReport) -> None:
    """LLVM's pages of HTML show each record below its line."""
    tool = shutil.which("llvm-opt-report-22")
    assert tool is not None
    viewer = Path(tool).resolve().parent.parent / "share" / "opt-viewer" / "opt-viewer.py"
    if not viewer.exists():
        pytest.skip("opt-viewer.py is not installed")
    Path("own.yaml").write_text(write_report("--format=remarks", text=PROGRAM))
    run(sys.executable, str(viewer), "-s", ".", "-o", "pages", "own.yaml")
    sections = Path("pages/in.mlir.html").read_text().split('<a name="L')
    lines = [html.unescape(re.sub(r"<[^>]*>", " ", section)) for section in sections]
    assert "one-shot-bufferize" in lines[2]
    assert "is copied (32 bytes): in place, 'tensor.insert' would overwrite" in lines[2]
    assert "one-shot-bufferize" not in lines[3]
    assert "is written to in place" in lines[4]
