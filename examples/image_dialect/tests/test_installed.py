"""The distribution, installed with those that its README names."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parent.parent
ROOT = EXAMPLE.parent.parent
PLUGINS = [
    ROOT / "plugins" / name
    for name in ("tools", "transforms", "conversion", "arith", "func", "scf", "tensor")
]

pytestmark = pytest.mark.slow


def run(*command: str | Path) -> str:
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_command_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)
    programs = tmp_path / "bin"
    run(sys.executable, "-m", "venv", tmp_path)
    run(programs / "python", "-m", "pip", "install", "--quiet", ROOT / "core", *PLUGINS, EXAMPLE)
    readme = (EXAMPLE / "README.md").read_text(encoding="utf-8").replace("\\\n", " ")
    (command,) = (line for line in readme.splitlines() if line.startswith("    bufferize-opt "))
    tool, program, *passes = command.split()
    text = run(programs / tool, EXAMPLE / program, *passes)
    assert "image.brighten_into" in text
    assert "tensor<" not in text
