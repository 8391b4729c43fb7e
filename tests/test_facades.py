"""The `__init__.py` of a package names what is public in it, each name once."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CORE = ROOT / "core" / "src" / "bufferize"
FACADES = sorted(path for path in CORE.rglob("__init__.py") if path.parent != CORE)


@pytest.mark.parametrize("path", FACADES, ids=lambda p: str(p.parent.relative_to(CORE)))
def test_each_public_name_stands_once(path: Path) -> None:
    tree = ast.parse(path.read_text())
    names = []
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module != "__future__":
            for alias in node.names:
                assert alias.asname == alias.name, f"{alias.name}: write `import A as A`"
                names.append(alias.name)
    assert len(names) == len(set(names))
    assigned = [t for node in tree.body if isinstance(node, ast.Assign) for t in node.targets]
    assert "__all__" not in [target.id for target in assigned if isinstance(target, ast.Name)]
