"""The recipes of docs/contribute/recipes: each is a change that applies, with commands that then pass."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RECIPES = sorted((ROOT / "docs" / "contribute" / "recipes").glob("*.diff"))
NOT_COPIED = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "site", "*.venv")

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda path: path.stem)
def test_recipes(recipe: Path, tmp_path: Path) -> None:
    copy = tmp_path / "checkout"
    shutil.copytree(ROOT, copy, ignore=NOT_COPIED)
    commands = re.findall(r"^\$ (.*)$", recipe.read_text(), flags=re.M)
    assert commands
    sources = [copy / "core" / "src", *sorted(copy.glob("plugins/*/src"))]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, sources))}
    subprocess.run(["git", "apply", recipe], cwd=copy, check=True)
    for command in commands:
        program, *arguments = shlex.split(command)
        assert program == "python"
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=copy,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
