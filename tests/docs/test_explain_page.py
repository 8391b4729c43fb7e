"""docs/use/explain.md shows the programs of examples/explain with the output of `bufferize
explain`.

Each program has a golden file with a command line and its output.
"""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import jsonschema
import pytest

from bufferize_tools import tool

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "use" / "explain.md"
GOLDEN = sorted((ROOT / "examples" / "explain").glob("*.txt"))


def run(command: str, capfd: pytest.CaptureFixture[str], *more: str) -> tuple[str, str]:
    """Return what a command prints on stdout and stderr; only what is refused is an error."""
    words = shlex.split(command)
    assert words[:2] == ["bufferize", "explain"]
    status = tool.main([*words[1:], *more])
    out, err = capfd.readouterr()
    assert (status, err != "") == ((1, True) if "refused" in command else (0, False))
    return out, err


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: path.stem)
def test_programs(
    golden: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    update_golden: bool,
) -> None:
    monkeypatch.chdir(ROOT)
    old = golden.read_text()
    command = old.splitlines()[0].removeprefix("$ ")
    assert golden.with_suffix(".mlir").name in command
    new = f"$ {command}\n{''.join(run(command, capfd))}"
    if update_golden:
        golden.write_text(new)
        PAGE.write_text(PAGE.read_text().replace(old, new))
    assert golden.read_text() == new
    page = PAGE.read_text()
    assert f"```mlir\n{golden.with_suffix('.mlir').read_text()}```\n" in page
    assert f"```console\n{new}```\n" in page


def test_the_readme_shows_what_is_true() -> None:
    _, _, shown = (ROOT / "examples/explain/conflict.txt").read_text().partition("\n")
    assert f"```console\n{shown}```\n" in (ROOT / "README.md").read_text()


def test_every_kind_of_reason_is_shown(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    path = ROOT / "plugins/explain/src/bufferize_explain/explain.schema.json"
    schema = json.loads(path.read_text())
    reasons = set()
    for golden in GOLDEN:
        command = golden.read_text().splitlines()[0].removeprefix("$ ")
        found = json.loads(run(command, capfd, "--format", "json")[0])
        jsonschema.validate(found, schema)
        assert len(found["refusals"]) == ("refused" in command)
        reasons |= {copy["reason"] for copy in found["copies"]}
    assert reasons == {"conflict", "not-writable", "parallel", "loop", "layout"}
    listed = set(schema["$defs"]["copy"]["properties"]["reason"]["examples"])
    page = PAGE.read_text()
    assert reasons < listed
    assert all(f"| `{reason}` |" in page for reason in listed)
