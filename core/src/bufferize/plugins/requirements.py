"""Errors about plugins whose modules cannot be imported, with the distributions that are missing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bufferize.plugins.hooks import ENTRY_POINT_GROUP


def import_failure(problem: BaseException, plugin: str) -> str:
    """Return why a module of an installed plugin was not imported, and what to install for it."""
    text = f"{type(problem).__name__}: {problem}"
    if not isinstance(problem, ModuleNotFoundError):
        return text
    from importlib_metadata import entry_points  # only now: a plugin that is given needs none

    found = entry_points(group=ENTRY_POINT_GROUP, name=plugin)
    missing = {name for entry in found if entry.dist for name in _missing(entry.dist.name, set())}
    return f"{text}; install {' and '.join(sorted(missing))}" if missing else text


def _missing(name: str, seen: set[str]) -> Iterator[str]:
    """Yield the distributions that are not installed, of one and all that it requires."""
    from importlib_metadata import PackageNotFoundError, requires

    seen.add(name)
    try:
        required = requires(name) or ()
    except PackageNotFoundError:
        yield name
        return
    for text in required:
        found = re.match(r"[\w.-]+", text)
        # A requirement with a marker belongs to an extra, or may not be needed here.
        if found is not None and ";" not in text and found[0] not in seen:
            yield from _missing(found[0], seen)
