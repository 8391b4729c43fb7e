"""What the documentation names is there: every module of the core, and the tests of upstream's cases."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
CORE = ROOT / "core" / "src" / "bufferize"


def test_every_module_is_named() -> None:
    text = (ROOT / "docs" / "contribute" / "architecture.md").read_text()
    named = re.findall(r"^\| `([\w/.]+\.(?:py|lark))` \|", text, flags=re.M)
    present = sorted(
        str(path.relative_to(CORE))
        for path in CORE.rglob("*")
        if path.suffix in (".py", ".lark") and path.name != "__init__.py"
    )
    assert sorted(named) == present


def test_modules_that_the_pages_name_are_there() -> None:
    places = (ROOT, CORE, *ROOT.glob("plugins/*/src"), *ROOT.glob("plugins/*/src/*"))
    for page in sorted((ROOT / "docs").rglob("*.md")):
        named = set(re.findall(r"`([a-z_]+/[\w/]+\.(?:py|lark))`", page.read_text()))
        missing = [path for path in named if not any((root / path).exists() for root in places)]
        assert not missing, page.name


def test_every_upstream_case_has_a_test_that_is_there() -> None:
    """Or a reason why not, beside the word `none`."""
    text = (ROOT / "docs" / "contribute" / "upstream-tests.md").read_text()
    rows = re.findall(r"^\| (`.*) \| (.+) \| (.+) \|$", text, flags=re.M)
    assert len(rows) > 400
    for case, _, tests in rows:
        for entry in [] if tests == "none" else tests.split("; "):
            path, *labels = re.findall(r"`([^`]+)`", entry)
            named = (ROOT / path).read_text()
            missing = [label for label in labels if not has_label(named, label)]
            assert labels, f"{case}: which one of {path}?"
            assert not missing, f"{case}: {path} has no {missing}"


def has_label(text: str, label: str) -> bool:
    """A function of a program by `@name`, a test or a case of one by its name."""
    defined = rf"func\.func (?:private )?{label}\(" if label.startswith("@") else rf"{label}(?!\w)"
    return re.search(defined, text) is not None
