"""docs/architecture.md names every module of the core, once, and no other."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
CORE = ROOT / "core" / "src" / "bufferize"


def test_every_module_is_named() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text()
    named = re.findall(r"^\| `([\w/.]+\.(?:py|lark))` \|", text, flags=re.M)
    present = sorted(
        str(path.relative_to(CORE))
        for path in CORE.rglob("*")
        if path.suffix in (".py", ".lark") and path.name != "__init__.py"
    )
    assert sorted(named) == present
