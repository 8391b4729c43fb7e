"""`bufferize new-dialect`: what it writes installs, passes its tests, and bufferizes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import bufferize
from bufferize_tools import tool


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new distribution."""
    folder = tmp_path_factory.mktemp("new") / "distribution"
    assert tool.main(["new-dialect", "my_dsp", "-o", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def environment(made: Path) -> dict[str, str]:
    """The environment of processes in which it is installed, in place."""
    info = made.parent / "site" / "my_dsp_dialect-0.1.0.dist-info"
    info.mkdir(parents=True)
    text = (made / "pyproject.toml").read_text()
    (name,) = (line for line in text.splitlines() if line.startswith("name = "))
    (entry,) = (line for line in text.splitlines() if line.startswith("my_dsp = "))
    (info / "METADATA").write_text(f"Name: {name[8:-1]}\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text(f"[bufferize]\n{entry.replace(chr(34), '')}\n")
    path = os.pathsep.join([str(info.parent), str(made / "src"), *sys.path])
    return {**os.environ, "PYTHONPATH": path}


def run(made: Path, environment: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    """Runs Python with arguments in the folder of the distribution."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=made,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_its_tests_pass(made: Path, environment: dict[str, str]) -> None:
    done = run(made, environment, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "11 passed" in done.stdout


@pytest.mark.slow
def test_its_golden_files_are_up_to_date(made: Path, environment: dict[str, str]) -> None:
    files = sorted((made / "tests" / "golden").iterdir())
    before = [file.read_text() for file in files]
    run(made, environment, "-m", "pytest", "--update-golden", "-p", "no:cacheprovider")
    assert [file.read_text() for file in files] == before


def test_its_plugin_is_sound(made: Path, environment: dict[str, str]) -> None:
    code = "import sys; from bufferize_tools.tool import main; sys.exit(main(sys.argv[1:]))"
    done = run(made, environment, "-c", code, "plugins", "--check")
    assert done.returncode == 0, done.stderr
    (row,) = [line.split() for line in done.stdout.splitlines() if "my-dsp" in line]
    assert row == ["my_dsp", "my-dsp-dialect", "0.1.0", "my_dsp", "my_dsp", "semantics:", "my_dsp"]


def test_its_example_is_bufferized(made: Path, environment: dict[str, str]) -> None:
    code = "import sys; from bufferize_tools.opt import main; sys.exit(main(sys.argv[1:]))"
    options = "--one-shot-bufferize=bufferize-function-boundaries"
    done = run(made, environment, "-c", code, "example.mlir", options)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("my_dsp.scale") == 2
    assert done.stdout.count("memref.alloc") == 1
    assert "tensor<" not in done.stdout


@pytest.mark.slow
def test_its_types_are_right(made: Path, environment: dict[str, str]) -> None:
    pytest.importorskip("mypy")
    sources = Path(bufferize.__file__).parent.parent
    path = "" if sources.name == "site-packages" else str(sources)
    done = run(made, {**environment, "MYPYPATH": path}, "-m", "mypy", "--cache-dir=cache")
    assert done.returncode == 0, done.stdout + done.stderr


def test_its_name_and_versions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert tool.main(["new-dialect", "my_dsp"]) == 0
    assert capsys.readouterr().out.startswith("my-dsp-dialect: the dialect 'my_dsp'")
    text = (tmp_path / "my-dsp-dialect" / "pyproject.toml").read_text()
    assert 'name = "my-dsp-dialect"' in text
    assert 'dependencies = ["bufferize-core>=0.1,<0.2"]' in text
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not [path for path in written if re.search(r"@\w+@", path.read_text())]


@pytest.mark.parametrize("name", ["Dsp", "1d", "a-b", "a.b", ""])
def test_wrong_names(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["new-dialect", name]) == 1
    assert f"'{name}' is no name for a dialect" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["memref", "tensor"])
def test_names_that_are_taken(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["new-dialect", name]) == 1
    assert f"there is a dialect '{name}' already" in capsys.readouterr().err


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "README.md").write_text("mine")
    assert tool.main(["new-dialect", "dsp", "-o", str(tmp_path)]) == 1
    assert "exists: name another folder with -o FOLDER" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]
    (tmp_path / "README.md").unlink()
    assert tool.main(["new-dialect", "dsp", "-o", str(tmp_path)]) == 0


def test_a_folder_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert tool.main(["new-dialect", "dsp", "-o", str(tmp_path / "file" / "dsp")]) == 1
    err = capsys.readouterr().err
    assert err.startswith("error: cannot write '")
