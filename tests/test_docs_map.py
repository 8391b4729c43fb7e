"""What the documentation names is there: modules, and the tests of upstream's cases."""

from __future__ import annotations

import re
from pathlib import Path

from tests.module_index import module_index

ROOT = Path(__file__).parent.parent
CORE = ROOT / "core" / "src" / "bufferize"

_INDEX = re.compile(r"(?<=<!-- index -->\n).*?(?=<!-- end -->)", re.DOTALL)


def test_the_index_of_modules(update_golden: bool) -> None:
    page = ROOT / "docs" / "contribute" / "architecture.md"
    old = page.read_text()
    new = _INDEX.sub(lambda _: module_index(), old)
    if update_golden:
        page.write_text(new)
    else:
        assert old == new, "run `pytest --update-golden`"


def test_modules_that_the_pages_name_are_there() -> None:
    places = (ROOT, CORE, *ROOT.glob("plugins/*/src"), *ROOT.glob("plugins/*/src/*"))
    for page in sorted((ROOT / "docs").rglob("*.md")):
        named = set(re.findall(r"`([a-z_]+/[\w/]+\.(?:py|lark))`", page.read_text()))
        missing = [path for path in named if not any((root / path).exists() for root in places)]
        assert not missing, page.name


def test_every_upstream_case_has_a_test_that_is_there() -> None:
    """Every upstream case has an existing test, or the word `none` and a reason."""
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
    """Return whether a file has a function `@name` of a program, a test, or a case of one."""
    defined = rf"func\.func (?:private )?{label}\(" if label.startswith("@") else rf"{label}(?!\w)"
    return re.search(defined, text) is not None
