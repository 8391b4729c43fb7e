"""The page of what a program costs shows the program, and pictures of its buffers after some steps."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bufferize_tools import tool
from tests.run_lines import run_tool

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "use" / "costs.md"
PROGRAM = ROOT / "examples" / "network.mlir"
_OPTIONS = "bufferize-function-boundaries"
_USUAL = [f"--one-shot-bufferize={_OPTIONS}", "--buffer-deallocation-pipeline"]
_REUSED = [
    f"--reuse-buffers={_OPTIONS}",
    f"--one-shot-bufferize={_OPTIONS} analysis-heuristic=fewest-bytes",
    "--buffer-deallocation-pipeline",
]


def test_the_program_is_on_the_page() -> None:
    assert f"```mlir\n{PROGRAM.read_text()}```\n" in PAGE.read_text()


@pytest.mark.parametrize(
    ("name", "passes", "algorithm"),
    [
        ("network_default", _USUAL, "trivial"),
        ("network_reused", _REUSED, "trivial"),
        ("network_planned", _REUSED, "exact"),
    ],
)
def test_pictures(
    name: str,
    passes: list[str],
    algorithm: str,
    tmp_path: Path,
    update_golden: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    status, out, err = run_tool([str(PROGRAM), *passes])
    assert (status, err) == (0, "")
    monkeypatch.chdir(tmp_path)
    Path("network.mlir").write_text(out)
    assert tool.main(["plan", "network.mlir", f"--algorithm={algorithm}", "--svg=out.svg"]) == 0
    drawn = Path("out.svg").read_text()
    picture = PAGE.parent / "pictures" / f"{name}.svg"
    if update_golden:
        picture.write_text(drawn)
    assert picture.read_text() == drawn
    assert f"](pictures/{picture.name})" in PAGE.read_text()


def test_the_table_has_the_figures_of_the_outputs() -> None:
    text = PAGE.read_text()
    printed = re.findall(
        r"^allocations: (\d+) \((\d+) bytes\); copies: \d+ \((\d+) bytes\); at most in use: (\d+) bytes$",
        text,
        flags=re.M,
    )
    steps = "as mlir-opt", "decisions", "reuse", "freeing", "plan"
    for step, found in zip(steps, printed, strict=True):
        buffers, allocated, copied, peak = map(int, found)
        assert f"| {step} | {copied:,} | {buffers} | {allocated:,} | {peak:,} |" in text
