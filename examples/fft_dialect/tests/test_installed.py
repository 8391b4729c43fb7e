"""The distribution, installed with only the core and its tools."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parent.parent
ROOT = EXAMPLE.parent.parent
NEEDED = [ROOT / "core", ROOT / "plugins" / "tools"]

pytestmark = pytest.mark.slow


def run(*command: str | Path) -> str:
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_found_and_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)
    programs = tmp_path / "bin"
    run(sys.executable, "-m", "venv", tmp_path)
    run(programs / "python", "-m", "pip", "install", "--quiet", *NEEDED, EXAMPLE)
    assert "fft-dialect" in run(programs / "bufferize", "plugins")
    text = run(
        programs / "bufferize-opt",
        EXAMPLE / "spectrum.mlir",
        "--one-shot-bufferize=bufferize-function-boundaries",
    )
    assert "tensor" not in text
    assert text.count("fft.copy_bins") == 1
    assert "memref.copy" not in text
