"""Type checkers accept the code of docs/extend/embedding.md, and find wrong fields and options."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SOURCES = [ROOT / "core" / "src", *sorted((ROOT / "plugins").glob("*/src"))]
PAGE = (ROOT / "docs" / "extend" / "embedding.md").read_text()
CODE = "".join(re.findall(r"^```python\n(.*?)^```$", PAGE, flags=re.M | re.S))


def written(code: str, folder: Path) -> Path:
    """Write `code` to a file with a unique name, since mypy caches by name."""
    path = folder / f"page_{len(list(folder.iterdir()))}.py"
    path.write_text(code)
    return path


def mypy(code: str, folder: Path) -> str:
    """Return the errors of mypy for `code`."""
    pytest.importorskip("mypy")
    page = written(code, folder)
    settings = ["[mypy]", "strict = True", f"mypy_path = {':'.join(map(str, SOURCES))}"]
    (folder / "mypy.ini").write_text("\n".join(settings))
    command = [sys.executable, "-m", "mypy", "--no-error-summary"]
    command.append(page.name)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def pyright(code: str, folder: Path) -> str:
    """Return the errors of pyright, which downloads itself when it is first run."""
    command = shutil.which("pyright", path=str(Path(sys.executable).parent)) or "pyright"
    page = written(code, folder)
    settings = {"include": [page.name], "extraPaths": [str(path) for path in SOURCES]}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    try:
        done = subprocess.run(
            [command, "--outputjson", "--project", str(folder)],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        found = json.loads(done.stdout)["generalDiagnostics"]
    except (OSError, subprocess.TimeoutExpired, ValueError) as problem:
        pytest.skip(f"pyright cannot be run: {problem}")
    return "".join(f"{each['range']['start']['line'] + 1}: {each['message']}\n" for each in found)


Checker = Callable[[str, Path], str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(params=[mypy, pyright], ids=lambda checker: checker.__name__)
def checker(request: pytest.FixtureRequest) -> Checker:
    found: Checker = request.param
    return found


def test_the_page_is_accepted(checker: Checker, folder: Path) -> None:
    assert checker(CODE, folder) == ""


def test_a_wrong_option_is_seen(checker: Checker, folder: Path) -> None:
    wrong = CODE.replace("(bufferize_function_boundaries=True)", "(bufferize_boundaries=True)")
    assert "bufferize_boundaries" in checker(wrong, folder)


def test_a_wrong_field_is_seen(checker: Checker, folder: Path) -> None:
    insertion = "InsertOp(scalar=value, dest=carried, indices=[place])"
    assert insertion in CODE
    for field, other in ("scalar=", "scaler="), ("scalar=value", "scalar=1"):
        wrong = insertion.replace(field, other)
        message = checker(CODE.replace(insertion, wrong), folder)
        assert "scal" in message or "Value" in message
