"""The index of modules at the end of docs/contribute/architecture.md: what each says of itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.distributions import PLUGINS
from tests.test_layers import CORE, LAYERS


def module_index() -> str:
    """Return a section for each package of the core, from the lowest layer up, and for each plugin."""
    packages = [CORE / layer for layer in LAYERS]
    packages += [path.parent for plugin in PLUGINS for path in plugin.glob("src/*/__init__.py")]
    return "\n".join(line for package in packages for line in _section(package))


def _section(package: Path) -> Iterator[str]:
    top = CORE if package.is_relative_to(CORE) else package
    name = ".".join(package.relative_to(top.parent).parts)
    yield f"### `{name}`: {subject(package / '__init__.py')}\n"
    yield "| module | subject |\n| --- | --- |"
    for path in sorted(package.rglob("*")):
        if path.suffix in (".py", ".lark") and path.name != "__init__.py":
            yield f"| `{path.relative_to(top).as_posix()}` | {subject(path)} |"
    yield ""


def subject(module: Path) -> str:
    """Return the first line of the docstring of a module, or of the comment that begins a grammar."""
    text = module.read_text(encoding="utf-8")
    if module.suffix == ".py":
        text = ast.get_docstring(ast.parse(text)) or ""
    return text.partition("\n")[0].removeprefix("// ").replace("|", "\\|")
