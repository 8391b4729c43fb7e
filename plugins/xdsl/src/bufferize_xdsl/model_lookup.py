"""Lookup of models for a module's ops: those given by the program, and installed ones.

A distribution has an entry point in the group `bufferize_xdsl.models`, named after the dialect, for
a list of values that `model` returned. It is loaded when a module has an op of that dialect.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from xdsl import ir as xdsl
from xdsl.context import Context as XdslContext

from bufferize.diagnostics import FAILURES, PluginError, error, show_traceback
from bufferize.driver import ModelContext
from bufferize_xdsl.declarations import is_declared_by_xdsl, register
from bufferize_xdsl.models import OpModel

GROUP: Final = "bufferize_xdsl.models"


def give(models: Iterable[OpModel], context: ModelContext, xdsl_context: XdslContext) -> None:
    """Put models into a context, before all others.

    Raises PluginError for two models of one op, and for ops that the xDSL context does not have.
    """
    seen: set[str] = set()
    for each in models:
        if not isinstance(each, OpModel):
            problem = error(f"{each!r} is no model of an op of xDSL")
            raise PluginError([problem.note("make it with bufferize_xdsl.models.model")])
        name = each.op.name
        if name in seen:
            raise PluginError([error(f"two models for '{name}' are given: give one")])
        seen.add(name)
        if xdsl_context.get_optional_op(name) is not each.op:
            problem = error(
                f"a model is given for '{name}', but the context of xDSL does not have {each.op}"
            )
            raise PluginError(
                [problem.note("load its dialect there, or the op: context.load_op(…)")]
            )
        _put(each, context, xdsl_context)


def use_installed(
    kind: type[xdsl.Operation], context: ModelContext, xdsl_context: XdslContext
) -> None:
    """Put an installed distribution's model for an op into a context that has none for it.

    Raises PluginError if the entry points of its dialect are wrong.
    """
    if kind.name in context.models:
        return
    entries = _entry_points().get(kind.name.partition(".")[0], ())
    found: tuple[OpModel, EntryPoint] | None = None
    for entry in entries:
        for each in _loaded(entry):
            if each.op is not kind:
                continue
            if found is not None:
                raise PluginError(
                    [
                        error(f"two models for '{kind.name}' are installed").note(
                            f"by {_whose(found[1])} and by {_whose(entry)}: uninstall one of them"
                        )
                    ]
                )
            found = each, entry
    if found is not None:
        _put(found[0], context, xdsl_context)


def _put(model: OpModel, context: ModelContext, xdsl_context: XdslContext) -> None:
    name = model.op.name
    op_class = model.op_class
    if op_class is not None:
        known = context.op_class(name)
        if known is not None and not is_declared_by_xdsl(known):
            problem = error(
                f"a model is made for {model.op}, but a plugin of bufferize declares '{name}' itself"
            )
            raise PluginError([problem.note("give it a model of bufferize, not a preset")])
        register(op_class, context)
    on_new_class = partial(use_installed, context=context, xdsl_context=xdsl_context)
    context.models[name] = model.for_context(context, xdsl_context, on_new_class)


@cache
def _entry_points() -> Mapping[str, list[EntryPoint]]:
    """Return the entry points by dialect."""
    found: dict[str, list[EntryPoint]] = {}
    for entry in entry_points(group=GROUP):
        found.setdefault(entry.name, []).append(entry)
    return found


@cache
def _loaded(entry: EntryPoint) -> tuple[OpModel, ...]:
    try:
        models = tuple(entry.load())
    except FAILURES as problem:  # raised by any module's code
        show_traceback(problem)
        if isinstance(problem, PluginError):
            diagnostics = problem.diagnostics
        else:
            message = f"{_what(entry)} cannot be loaded: {type(problem).__name__}: {problem}"
            diagnostics = [error(message)]
        for each in diagnostics:
            each.note(f"mend {entry.value} in {_whose(entry)}, or uninstall that")
        raise PluginError(diagnostics) from problem
    for each in models:
        if not isinstance(each, OpModel):
            _refuse(entry, f"has {each!r}, which is no model of an op of xDSL")
        elif each.op.name.partition(".")[0] != entry.name:
            _refuse(entry, f"has a model for '{each.op.name}', which is of another dialect")
    return models


def _refuse(entry: EntryPoint, problem: str) -> None:
    advice = f"mend {entry.value} in {_whose(entry)}: it is a list of what `model` makes"
    raise PluginError([error(f"{_what(entry)} {problem}").note(advice)])


def _what(entry: EntryPoint) -> str:
    return f"entry point '{entry.name}' of {GROUP}"


def _whose(entry: EntryPoint) -> str:
    return "an unknown distribution" if entry.dist is None else f"distribution '{entry.dist.name}'"
