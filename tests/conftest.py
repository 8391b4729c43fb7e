"""Fixtures of the whole-system tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.run_lines import run_file


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the root of the checkout."""
    return Path(__file__).parent.parent


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> pytest.Collector | None:
    """Collect FileCheck-style tests: every .mlir file in tests/filecheck and tests/reports."""
    if file_path.suffix == ".mlir" and file_path.parent.name in ("filecheck", "reports"):
        collector: pytest.Collector = MlirFile.from_parent(parent, path=file_path)
        return collector
    return None


class MlirFile(pytest.File):
    """A program with RUN and CHECK lines."""

    def collect(self) -> list[pytest.Item]:
        item: pytest.Item = MlirTest.from_parent(self, name=self.path.stem)
        return [item]


class MlirTest(pytest.Item):
    """A test that runs the RUN lines of a file in this process."""

    def runtest(self) -> None:
        run_file(self.path)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"filecheck: {self.path.name}"
