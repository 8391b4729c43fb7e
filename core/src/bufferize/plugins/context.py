"""The context of a program: the dialects, models and passes of a fixed set of plugins."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Any

from bufferize import __version__
from bufferize.analysis import AnalysisOrder
from bufferize.define import Dialect
from bufferize.define.dialect_context import IndexConstant
from bufferize.diagnostics import FAILURES, Diagnostic, PluginError, Severity
from bufferize.driver import GuardedModel, Model, ModelContext, TensorTypeModel
from bufferize.driver.bufferizable import AnalysisFactory
from bufferize.ir import Type
from bufferize.passes import Pass, PassInstrumentation
from bufferize.plugins import core
from bufferize.plugins.commands import Command, Reader
from bufferize.plugins.discovery import (
    PluginRecord,
    blocked_plugins,
    entry_point_plugins,
    has_hooks,
    plugins_called,
    run_hooks,
)
from bufferize.plugins.registries import (
    Entry,
    Registries,
    conflict,
    load_parts,
    merge_models,
    merge_semantics,
    model_problems,
    models_without_op,
)


class PluginWarning(UserWarning):
    """A warning about a plugin that could not be used."""


class Context(ModelContext):
    """Everything that plugins register: dialects, models, passes and so on.

    `plugins` are modules or objects with hooks, or names of installed plugins; None takes every
    installed plugin except those named in `block` or in the environment variable
    BUFFERIZE_BLOCK_PLUGINS. The core's own dialects are always included. Contexts share no state.

    Raises PluginError when two plugins register the same name; with `strict=False`, the later
    plugin is left out and `conflicts` has the error. A broken plugin is left out with a
    PluginWarning; with `warn=False`, `plugin_warnings()` lists it.
    """

    def __init__(
        self,
        plugins: Iterable[object] | None = None,
        *,
        block: Collection[str] = (),
        warn: bool = True,
        strict: bool = True,
    ) -> None:
        found: list[tuple[PluginRecord, Any]] = [
            (PluginRecord("core", "bufferize-core", __version__), core)
        ]
        self._blocked = [*block, *blocked_plugins()] if plugins is None else []
        if isinstance(plugins, str) or isinstance(block, str):
            raise PluginError("the names of plugins are a list, as in Context(['func'])")
        if plugins is None:
            found += entry_point_plugins(self._blocked)
        elif block:
            raise PluginError("`block` is for installed plugins: leave out `plugins`, or `block`")
        else:
            given = list(plugins)
            named = plugins_called([plugin for plugin in given if isinstance(plugin, str)])
            for plugin in given:
                found += named[plugin] if isinstance(plugin, str) else [_given(plugin)]
        self.registries = Registries()
        self.plugins = [record for record, _ in found]
        self.conflicts = run_hooks(found, self.registries)
        """The errors about plugins that register the same name."""
        if strict and self.conflicts:
            raise PluginError(self.conflicts)
        super().__init__(loader=self._load_dialect)
        self._models: dict[str, GuardedModel | None] = {}
        self._given_models: dict[str, GuardedModel] = {}
        self._registered_models = cache(self._load_models)
        self._registered_semantics = cache(self._load_semantics)
        if warn:
            for warning in self.plugin_warnings():
                warnings.warn(warning.message, PluginWarning, stacklevel=2)

    def plugin_warnings(self) -> list[Diagnostic]:
        """Return one warning for each plugin that could not be used."""
        return [
            Diagnostic(
                Severity.WARNING,
                f"plugin '{record.name}' of {record.distribution} {record.version} "
                f"is not used: {record.problem}",
            )
            for record in self.plugins
            if record.problem is not None
        ]

    def dialect_names(self) -> list[str]:
        """Return the names of all dialects, sorted, without loading them."""
        return self.registries.dialects.names()

    def pass_names(self) -> list[str]:
        """Return the names of all passes, sorted."""
        return self.registries.passes.names()

    def pass_class(self, name: str) -> type[Pass] | None:
        """Return the class of a pass, or None. Raises PluginError if it cannot be loaded."""
        return self.registries.passes.get(name)

    def command_names(self) -> list[str]:
        """Return the names of the sub-commands of `bufferize`, sorted."""
        return self.registries.commands.names()

    def command(self, name: str) -> Command | None:
        """Return a sub-command, or None. Raises PluginError if it cannot be loaded."""
        return self.registries.commands.get(name)

    def reader_names(self) -> list[str]:
        """Return the names of the readers, which are names of options, sorted."""
        return self.registries.readers.names()

    def reader(self, name: str) -> Reader | None:
        """Return a reader, or None. Raises PluginError if it cannot be loaded."""
        return self.registries.readers.get(name)

    def instrumentation_names(self) -> list[str]:
        """Return the names of the instrumentations, sorted."""
        return self.registries.instrumentations.names()

    def instrumentation_class(self, name: str) -> type[PassInstrumentation] | None:
        """Return the class of an instrumentation, or None. Raises PluginError as `pass_class`."""
        return self.registries.instrumentations.get(name)

    def way_to_get(self, kind: str, name: str) -> str | None:
        for entry, provider in load_parts(self.registries.providers, kind):
            try:
                way: str | None = provider(name, self._blocked)
            except FAILURES as problem:
                what = f"provider of kind '{kind}': {type(problem).__name__}: {problem}"
                raise PluginError(f"plugin '{entry.plugin}': {what}") from problem
            if way is not None:
                return way
        return None

    def model(self, op_name: str, /) -> GuardedModel | None:
        """Return the bufferization model of an op, or None; its errors name the plugin.

        Raises PluginError, on first use, for a model that does not match the interface.
        """
        given = self.models.get(op_name)
        if given is not None:
            known = self._given_models.get(op_name)
            if known is None or known.model is not given:
                known = self._given_models[op_name] = self._guarded(op_name, given, None)
            return known
        try:
            return self._models[op_name]
        except KeyError:
            found = self._registered_models(op_name.partition(".")[0]).get(op_name)
            guarded = None if found is None else self._guarded(op_name, found.target, found.plugin)
            self._models[op_name] = guarded
            return guarded

    def _guarded(self, op_name: str, model: Model, plugin: str | None) -> GuardedModel:
        problems = model_problems(model, op_name, self.op_class(op_name))
        if problems:
            if plugin is not None:
                problems[-1].note(f"plugin '{plugin}' registers it")
            raise PluginError(problems)
        return GuardedModel(model, plugin or "(given by the program)")

    def model_plugin(self, op_name: str) -> str | None:
        """Return the plugin that registered an op's model; None if there is no such plugin."""
        if op_name in self.models:
            return None
        found = self._registered_models(op_name.partition(".")[0]).get(op_name)
        return None if found is None else found.plugin

    def models_of(self, dialect: str) -> Mapping[str, Model]:
        """Return the registered models of a dialect's ops, by op name; raises as `semantics`."""
        return {name: found.target for name, found in self._registered_models(dialect).items()}

    def _load_models(self, dialect: str) -> dict[str, Entry]:
        parts = load_parts(self.registries.op_models, dialect, Mapping)
        found, problems = merge_models(dialect, parts)
        if found:
            problems += models_without_op(found, self.dialect(dialect))
        if problems:
            raise PluginError(problems)
        return found

    def analysis(self, name: str) -> AnalysisFactory | None:
        """Return the analysis `name`, or None. Raises PluginError if it is not callable."""
        return self.registries.analyses.get(name)

    def heuristics(self) -> Mapping[str, Callable[[], AnalysisOrder | None]]:
        """Return what loads each analysis heuristic, or raises PluginError if it is not callable."""
        known = self.registries.heuristics
        return {name: partial(known.get, name) for name in known.names()}

    def type_model(self, type: Type) -> TensorTypeModel | None:
        """Return the model of a custom tensor type, or None. Raises PluginError for a wrong one."""
        return self.registries.type_models.get(f"{type.dialect_name}.{type.mnemonic}")

    def semantics(self, op_name: str) -> Any | None:
        """Return the semantics of an op, which an interpreter runs, or None.

        Raises PluginError if the semantics of its dialect cannot be loaded or are in conflict.
        """
        found = self._registered_semantics(op_name.partition(".")[0]).get(op_name)
        return None if found is None else found.target

    def semantics_plugin(self, op_name: str) -> str | None:
        """Return the plugin that registered the semantics of an op, or None."""
        found = self._registered_semantics(op_name.partition(".")[0]).get(op_name)
        return None if found is None else found.plugin

    def semantics_of(self, dialect: str) -> Mapping[str, Any]:
        """Return the semantics of a dialect's ops, by op name; raises as `semantics`."""
        return {name: found.target for name, found in self._registered_semantics(dialect).items()}

    def _load_semantics(self, dialect: str) -> dict[str, Entry]:
        found, problems = merge_semantics(
            dialect, load_parts(self.registries.semantics, dialect, Mapping)
        )
        if problems:
            raise PluginError(problems)
        return found

    def dialect_plugins(self, dialect: str) -> list[str]:
        """Return the plugins that registered a dialect; empty if it is not installed."""
        return [entry.plugin for entry in self.registries.dialects.entries.get(dialect, ())]

    def _find_index_constant(self) -> IndexConstant | None:
        return self.registries.constants.get("index")

    def is_missing(self, dialect: str) -> bool:
        return not self.dialect_plugins(dialect)

    def _load_dialect(self, name: str) -> Dialect | None:
        parts = load_parts(self.registries.dialects, name, Dialect)
        for entry, part in parts:
            if part.name != name:
                raise PluginError(
                    f"plugin '{entry.plugin}' registers the dialect '{part.name}' under the name "
                    f"'{name}'"
                )
        if len(parts) < 2:
            return parts[0][1] if parts else None
        merged = Dialect(name)
        owners: dict[str, str] = {}
        for entry, part in parts:
            for declared in _declarations(part):
                if declared in owners:
                    what = f"{declared} is declared"
                    raise PluginError(conflict(what, owners[declared], entry.plugin))
                owners[declared] = entry.plugin
            merged.merge(part)
        return merged


def _declarations(dialect: Dialect) -> Iterator[str]:
    """Return the declarations that no two parts of a dialect may share, as words for messages."""
    kinds: dict[str, Collection[str]] = {
        "op": dialect.op_mnemonics,
        "type": dialect.types,
        "attribute": dialect.attributes,
        "directive": dialect.custom_directives,
    }
    for kind, names in kinds.items():
        for name in sorted(names):
            yield f"{kind} '{dialect.name}.{name}'"


def _given(plugin: object) -> tuple[PluginRecord, Any]:
    """Return a plugin given to `Context(...)` as an object, with its record."""
    if not has_hooks(plugin):
        raise PluginError(
            f"{plugin!r} is no plugin: give a module or an object with functions that are marked "
            "with @hookimpl, or the name of an installed plugin"
        )
    name = getattr(plugin, "__name__", None) or type(plugin).__name__
    return PluginRecord(str(name), "(given by the program)", ""), plugin
