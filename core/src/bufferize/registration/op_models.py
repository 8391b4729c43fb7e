"""The models of one dialect's ops, put together from what several plugins registered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from bufferize.define import Dialect
from bufferize.diagnostics import Diagnostic, closest_name, did_you_mean, error
from bufferize.registration.registries import Entry, conflict, wrong_op_names


class RegisteredModel(NamedTuple):
    """A model, and the plugin that it comes from."""

    model: Any
    plugin: str


def merge_models(
    dialect: str, parts: Iterable[tuple[Entry, Mapping[str, Any]]]
) -> tuple[dict[str, RegisteredModel], list[Diagnostic]]:
    """By op name, the models that are used; and what is wrong with how they are registered.

    That is two plugins that register a model of one op, unless one of them replaces the other's; two
    that replace the same one; and one that replaces what is not there.
    """
    models: dict[str, RegisteredModel] = {}
    replacements: list[tuple[str, RegisteredModel]] = []
    problems: list[Diagnostic] = []
    for entry, part in parts:
        problems += wrong_op_names(dialect, part)
        for name in sorted(entry.replaces - part.keys()):
            what = f"plugin '{entry.plugin}' replaces the model of '{name}', but gives no other"
            problems.append(error(what))
        for name, model in part.items():
            registered = RegisteredModel(model, entry.plugin)
            if name in entry.replaces:
                replacements.append((name, registered))
            elif name in models:
                problems.append(_registered_twice(name, models[name], registered))
            else:
                models[name] = registered
    replaced: dict[str, str] = {}
    for name, registered in replacements:
        if name in replaced:
            what = f"the model of op '{name}' is replaced"
            problems.append(conflict(what, replaced[name], registered.plugin))
        elif name not in models or models[name].plugin == registered.plugin:
            what = (
                f"plugin '{registered.plugin}' replaces the model of '{name}', but no other plugin "
                "has one: register it without `replaces`"
            )
            problems.append(error(what))
        else:
            replaced[name] = registered.plugin
            models[name] = registered
    return models, problems


def _registered_twice(name: str, first: RegisteredModel, second: RegisteredModel) -> Diagnostic:
    what = f"a model of op '{name}' is registered"
    return conflict(what, first.plugin, second.plugin).note(
        f"a plugin that means to replace the other's says so: registry.add(…, replaces='{name}')"
    )


def models_without_op(
    models: Mapping[str, RegisteredModel], dialect: Dialect | None
) -> Iterator[Diagnostic]:
    """An error for each model of an op that its dialect, if it is installed, does not have."""
    if dialect is None or dialect.partial is not None:
        return
    known = dialect.op_mnemonics
    for name, registered in models.items():
        if name.partition(".")[2] in known:
            continue
        problem = error(
            f"plugin '{registered.plugin}' has a model of '{name}', but the dialect "
            f"'{dialect.name}' has no such op"
        )
        close = dialect.op_aliases.get(name) or closest_name(
            name, [f"{dialect.name}.{other}" for other in known]
        )
        if close is not None:
            problem.notes.append(did_you_mean(close))
        yield problem
