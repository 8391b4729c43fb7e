"""The models of one dialect's ops, put together from what several plugins registered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from bufferize.define import Dialect
from bufferize.diagnostics import Diagnostic, PluginError, closest_name, did_you_mean, error
from bufferize.plugins.registries import Entry, check_op_names, conflict


class RegisteredModel(NamedTuple):
    """A model, and the plugin that it comes from."""

    model: Any
    plugin: str


def merge_models(
    dialect: str, parts: Iterable[tuple[Entry, Mapping[str, Any]]]
) -> dict[str, RegisteredModel]:
    """By op name, the models that are used.

    Raises PluginError where two plugins register a model of one op, unless one of them replaces the
    other's; where two replace the same one; and where there is none to replace.
    """
    models: dict[str, RegisteredModel] = {}
    replacements: list[tuple[str, RegisteredModel]] = []
    for entry, part in parts:
        check_op_names(dialect, part)
        missing = sorted(entry.replaces - part.keys())
        if missing:
            raise PluginError(
                f"plugin '{entry.plugin}' replaces the model of '{missing[0]}', but gives no other"
            )
        for name, model in part.items():
            registered = RegisteredModel(model, entry.plugin)
            if name in entry.replaces:
                replacements.append((name, registered))
            elif name in models:
                raise PluginError(_registered_twice(name, models[name], registered))
            else:
                models[name] = registered
    replaced: dict[str, str] = {}
    for name, registered in replacements:
        if name in replaced:
            what = f"the model of op '{name}' is replaced"
            raise PluginError(conflict(what, replaced[name], registered.plugin))
        if name not in models or models[name].plugin == registered.plugin:
            raise PluginError(
                f"plugin '{registered.plugin}' replaces the model of '{name}', but no other plugin "
                "has one: register it without `replaces`"
            )
        replaced[name] = registered.plugin
        models[name] = registered
    return models


def _registered_twice(name: str, first: RegisteredModel, second: RegisteredModel) -> Diagnostic:
    what = f"a model of op '{name}' is registered"
    return conflict(what, first.plugin, second.plugin).note(
        f"a plugin that means to replace the other's says so: registry.add(…, replaces='{name}')"
    )


def check_ops_exist(models: Mapping[str, RegisteredModel], dialect: Dialect | None) -> None:
    """Raises PluginError for models of ops that an installed dialect does not have."""
    if dialect is None or dialect.partial is not None:
        return
    known = dialect.op_mnemonics
    for name, registered in models.items():
        mnemonic = name.partition(".")[2]
        if mnemonic in known:
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
        raise PluginError(problem)
