"""Dialects of xDSL and models of their ops that a user names: a Python module, or an object in it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib import import_module
from operator import attrgetter
from types import ModuleType
from typing import Final

from xdsl.context import Context as XdslContext
from xdsl.ir import Dialect
from xdsl.universe import Universe

from bufferize.diagnostics import FAILURES, OptionError, PluginError, error, show_traceback
from bufferize_xdsl.models import OpModel

_TARGET: Final = re.compile(r"(?P<module>\w+(?:\.\w+)*)(?::(?P<object>\w+(?:\.\w+)*))?")
_ADVICE: Final = (
    "give a Python module, or `module:object`, with dialects of xDSL; if it is the program, let it stand "
    "before --xdsl"
)


@dataclass
class GivenDialects:
    """What a module or an object has for xDSL."""

    dialects: dict[str, Callable[[], Dialect]] = field(default_factory=dict)
    models: list[OpModel] = field(default_factory=list)


def given_dialects(target: str) -> GivenDialects:
    """The dialects, universes and models of `module`, or of `module:object`.

    The module may be one of the folder that the program is run in. Raises OptionError.
    """
    match = _TARGET.fullmatch(target)
    if match is None:
        raise OptionError(error(f"--xdsl: '{target}' is no Python module").note(_ADVICE))
    loaded = _imported(match["module"])
    if match["object"] is not None:
        try:
            loaded = attrgetter(match["object"])(loaded)
        except AttributeError as problem:
            raise OptionError(f"--xdsl: {target}: {problem}") from None
    found = GivenDialects()
    _collect(vars(loaded).values() if isinstance(loaded, ModuleType) else [loaded], found)
    if not found.dialects and not found.models:
        message = f"--xdsl: '{target}' has no dialect of xDSL, no universe and no models"
        raise OptionError(error(message).note(_ADVICE))
    return found


def xdsl_context(given: GivenDialects, *, allow_unregistered: bool) -> XdslContext:
    """A context of xDSL over all that is installed, and what is given, which comes first.

    Raises PluginError where what is installed cannot be used.
    """
    try:
        installed = Universe.get_multiverse().all_dialects
    except FAILURES as problem:  # the code of any distribution
        show_traceback(problem)
        text = f"the universes of xDSL that are installed cannot be used: {problem}"
        raise PluginError(text) from problem
    context = XdslContext(allow_unregistered=allow_unregistered)
    for name, load in {**installed, **given.dialects}.items():
        context.register_dialect(name, load)
    return context


def _imported(name: str) -> object:
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        return import_module(name)
    except FAILURES as problem:  # the module may fail in any way
        missing = problem.name if isinstance(problem, ModuleNotFoundError) else None
        if missing is not None and f"{name}.".startswith(f"{missing}."):
            raise OptionError(
                error(f"--xdsl: there is no Python module '{missing}'").note(_ADVICE)
            ) from None
        show_traceback(problem)
        text = f"--xdsl: '{name}' cannot be imported: {type(problem).__name__}: {problem}"
        raise OptionError(text) from problem


def _collect(values: Iterable[object], found: GivenDialects) -> None:
    given = list(values)
    for universe in given:
        if isinstance(universe, Universe):
            found.dialects |= universe.all_dialects
    for value in given:
        if isinstance(value, Dialect):
            found.dialects[value.name] = lambda dialect=value: dialect
        parts = value if isinstance(value, list | tuple) else [value]
        known = {id(model) for model in found.models}
        found.models += [p for p in parts if isinstance(p, OpModel) and id(p) not in known]
