"""docs/reference/dialects.md has a row for each dialect, with its features."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bufferize.plugins import Context
from bufferize_tools.providers import distribution_of

PAGE = Path(__file__).parent.parent.parent / "docs" / "reference" / "dialects.md"
TABLE = re.compile("<!-- table -->\n(.*?)<!-- end -->", flags=re.S)


def table() -> str:
    """Return the table with a row for each installed dialect of the project."""
    pytest.importorskip("xdsl")
    context = Context()
    lines = [
        "| dialect | package | operations | bufferized | run by the interpreter | types | attributes |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name in context.dialect_names():
        dialect = context.dialect(name)
        assert dialect is not None
        ops = {f"{name}.{mnemonic}" for mnemonic in dialect.op_mnemonics}
        package = ", ".join(f"`{distribution_of(each)}`" for each in context.dialect_plugins(name))
        counts = [
            len(ops),
            sum(context.model(op) is not None for op in ops),
            sum(context.semantics(op) is not None for op in ops),
            len(dialect.types),
            len(dialect.attributes),
        ]
        lines.append(
            f"| `{name}` | {package} | {' | '.join(str(n) if n else '' for n in counts)} |"
        )
    return "\n".join([*lines, ""])


def test_each_dialect_has_a_row(update_golden: bool) -> None:
    new, page = table(), PAGE.read_text()
    if update_golden:
        page = TABLE.sub(lambda _: f"<!-- table -->\n{new}<!-- end -->", page)
        PAGE.write_text(page)
    assert TABLE.findall(page) == [new]
