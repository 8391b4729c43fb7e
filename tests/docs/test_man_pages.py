"""The manual pages are up to date, and installed where `man` finds them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.docs.man_pages import FOLDERS, pages

FILES = sorted(page for folder in FOLDERS.values() for page in folder.glob("*.1"))


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="argparse words its usage otherwise")
def test_they_are_up_to_date(update_golden: bool) -> None:
    made = pages()
    if update_golden:
        for path in {*FILES} - {*made}:
            path.unlink()
        for path, text in made.items():
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
    found = {path for folder in FOLDERS.values() for path in folder.iterdir()}
    assert {path: path.read_text() for path in found} == made


@pytest.mark.parametrize("page", FILES, ids=lambda page: page.stem)
def test_they_have_no_mistakes(page: Path) -> None:
    if shutil.which("mandoc"):
        command = ["mandoc", "-T", "lint", "-W", "warning", str(page)]
    elif shutil.which("man"):
        command = ["man", "--warnings", "-E", "UTF-8", "-l", str(page)]
    else:
        pytest.skip("neither mandoc nor man is installed")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.returncode == 0
    if command[0] == "mandoc":
        assert done.stdout == ""


def test_man_finds_them(tmp_path: Path) -> None:
    if not shutil.which("man"):
        pytest.skip("man is not installed")
    section = tmp_path / "share" / "man" / "man1"
    section.mkdir(parents=True)
    for page in FILES:
        shutil.copy(page, section)
    done = subprocess.run(
        ["man", "bufferize-explain"],
        env={**os.environ, "MANPATH": str(section.parent), "MANPAGER": "cat", "MANWIDTH": "80"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "--baseline FILE" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS.values(), ids=lambda path: path.parent.name)
def test_wheels_have_them(folder: Path, tmp_path: Path) -> None:
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "-w",
            tmp_path,
            folder.parent,
        ],
        check=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    installed = [name for name in zipfile.ZipFile(wheel).namelist() if "/share/man/" in name]
    assert sorted(Path(name).name for name in installed) == sorted(p.name for p in folder.iterdir())
    assert all("/data/share/man/man1/" in name for name in installed)
