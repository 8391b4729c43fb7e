"""`bufferize check` finds wrong code of mlir-opt; `docs/contribute/upstream-bugs.md` has the list.

The notes of a program of `tests/upstream_bugs` say how:

    // TOOL: the command that is checked
    // FINDS: the message if the result is interpreted, nothing if it is right
    // NATIVE: the message if it is run natively
    // OURS: a pipeline of ours that does the same, and is right

The programs of `tests/differences`, and those of `tests/reports` on which mlir-opt `is wrong`, are
checked, too: all are found without the outputs that they state.
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from bufferize_testing.reference import OLDER_REFERENCE_TOOL, REFERENCE_TOOL
from bufferize_tools import tool

TESTS = Path(__file__).parent
PROGRAMS = sorted((TESTS / "upstream_bugs").glob("*.mlir"))
DIFFERENCES = sorted((TESTS / "differences").glob("*.mlir"))
WRONG = [
    path
    for path in sorted((TESTS / "reports").glob("*.mlir"))
    if "// REFERENCE: is wrong\n" in path.read_text(encoding="utf-8")
]
UNREGISTERED = "--allow-unregistered-dialect"
ONLY_NATIVELY = {
    "stack_grows_in_block_loop",
    "stack_grows_in_loop",
    "stack_grows_after_inlining",
}
"""Programs that only fail natively: the interpreter's stack is unlimited."""


def notes_of(path: Path) -> dict[str, str]:
    """Return the notes of a program; of several RUN lines the first."""
    found = re.findall(r"^// ([A-Z]+): *(.*)$", path.read_text(encoding="utf-8"), flags=re.M)
    return dict(reversed(found))


def check(path: Path, *arguments: str) -> int:
    return tool.main(["check", "--no-reduce", UNREGISTERED, str(path), *arguments])


def reference_command(path: Path) -> str:
    """Return the command by which mlir-opt makes wrong code of a program."""
    notes = notes_of(path)
    if "RUN" in notes:
        words = shlex.split(notes["RUN"].partition(" | ")[0])
        flags = [word for word in words if word.startswith("-")]
    else:
        passes = notes.get("PASSES", "").split()
        if "OPTIONS" in notes:
            passes.append(f"one-shot-bufferize{{{notes['OPTIONS']}}}")
        flags = [f"--pass-pipeline=builtin.module({','.join(passes)})"]
    # mlir-opt takes it once.
    flags = [UNREGISTERED, *(flag for flag in flags if flag != UNREGISTERED)]
    return shlex.join([REFERENCE_TOOL, "-", *flags])


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
@pytest.mark.parametrize("way", ["FINDS", "NATIVE"])
def test_it_is_found(path: Path, way: str, capsys: pytest.CaptureFixture[str]) -> None:
    notes = notes_of(path)
    for name in (shlex.split(notes["TOOL"])[0], REFERENCE_TOOL):
        if shutil.which(name) is None:
            pytest.skip(f"{name} is not on PATH")
    status = check(path, "--tool", notes["TOOL"], *(["--native"] if way == "NATIVE" else []))
    out, err = capsys.readouterr()
    assert status == bool(notes[way]), err
    assert notes[way] in err
    assert ("all the same" in out) == (not notes[way])


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_ours_is_right(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = check(path, "--orders", "1", "--pass-pipeline", notes_of(path)["OURS"])
    assert (status, capsys.readouterr().err) == (0, "")


@pytest.mark.reference
@pytest.mark.parametrize("path", [*DIFFERENCES, *WRONG], ids=lambda path: path.stem)
def test_all_known_wrong_code_is_found(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    native = ["--native"] if path.stem in ONLY_NATIVELY else []
    status = check(path, "--tool", reference_command(path), *native)
    out, err = capsys.readouterr()
    assert status == 1
    assert re.search(r" [1-9]\d* functions wrong", out), err


@pytest.mark.reference
@pytest.mark.reference(tool=OLDER_REFERENCE_TOOL)
def test_the_documentation_shows_what_is_said(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(root)
    page = (root / "docs" / "contribute" / "upstream-bugs.md").read_text(encoding="utf-8")
    shown = re.findall(r"^```console\n\$ bufferize (.*)\n((?:.*\n)*?)```$", page, flags=re.M)
    assert len(shown) == 3
    for command, said in shown:
        assert tool.main(shlex.split(command)) == 1
        out, err = capsys.readouterr()
        assert err + out == said


def test_the_documentation_lists_every_program(root: Path) -> None:
    page = (root / "docs" / "contribute" / "upstream-bugs.md").read_text(encoding="utf-8")
    assert [path.name for path in PROGRAMS if path.name not in page] == []
