"""Distributions that are installed for the length of a test."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """`install(name, source)` installs a plugin of that name, a module with that source.

    Its distribution is called `NAME-plugin` unless `distribution` says otherwise, and has these
    `requirements`.
    """
    folder = tmp_path / "site-packages"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    modules: list[str] = []

    def install_(
        name: str, source: str, distribution: str = "", requirements: Sequence[str] = ()
    ) -> None:
        distribution = distribution or f"{name}-plugin"
        module = distribution.replace("-", "_")
        modules.append(module)
        (folder / f"{module}.py").write_text(source)
        info = folder / f"{module}-2.5.dist-info"
        info.mkdir()
        required = "".join(f"Requires-Dist: {each}\n" for each in requirements)
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 2.5\n{required}"
        )
        (info / "entry_points.txt").write_text(f"[bufferize]\n{name} = {module}\n")

    yield install_
    for module in modules:
        sys.modules.pop(module, None)
