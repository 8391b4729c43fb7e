"""Errors about plugins whose modules cannot be imported, with the distributions that are missing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bufferize.plugins.hooks import ENTRY_POINT_GROUP


def import_failure(problem: BaseException, plugin: str) -> str:
    """Return why a module of an installed plugin was not imported, and what to install for it."""
    missing: set[str] = set()
    if isinstance(problem, ModuleNotFoundError):
        from importlib_metadata import entry_points  # a Context over given plugins needs none

        for entry in entry_points(group=ENTRY_POINT_GROUP, name=plugin):
            missing.update(_missing(entry.dist.name, set()) if entry.dist else ())
    advice = f"; install {' and '.join(sorted(missing))}" if missing else ""
    return f"{type(problem).__name__}: {problem}{advice}"


def _missing(name: str, seen: set[str]) -> Iterator[str]:
    """Yield the distributions that are not installed, of one and all that it requires."""
    from importlib_metadata import PackageNotFoundError, requires

    seen.add(name)
    try:
        # A requirement with a marker belongs to an extra, or may not be needed here.
        needed = [re.split(r"[^\w.-]", each)[0] for each in requires(name) or () if ";" not in each]
    except PackageNotFoundError:
        yield name
        return
    for each in needed:
        if each not in seen:
            yield from _missing(each, seen)
