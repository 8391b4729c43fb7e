"""The context of a program: the dialects, models and passes of a fixed set of plugins."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from bufferize.define import Context as BaseContext
from bufferize.define import Dialect
from bufferize.define.context import AnalysisFactory
from bufferize.diagnostics import Diagnostic, PluginError, Severity
from bufferize.interfaces import GuardedModel, Model, TensorTypeModel, check_model
from bufferize.ir import Type
from bufferize.passes import Pass
from bufferize.plugins import core
from bufferize.plugins.discovery import (
    PluginRecord,
    Registries,
    entry_point_plugins,
    run_hooks,
)
from bufferize.plugins.registries import Entry, Registry, check_op_names

# The dialects of the distributions that are released together with the core.
FIRST_PARTY_DIALECTS: Final = frozenset(
    [
        "affine",
        "arith",
        "cf",
        "complex",
        "func",
        "linalg",
        "math",
        "ml_program",
        "scf",
        "shape",
        "tensor",
        "tosa",
        "ub",
        "vector",
    ]
)


class PluginWarning(UserWarning):
    """A plugin could not be used."""


class Context(BaseContext):
    """All that plugins bring, in tables that are filled once.

    `plugins` are modules or objects with hooks; None takes every installed plugin except those
    named in `block`. The core's own dialects are always there. Two contexts share nothing.

    Raises PluginError when two plugins register the same name. A plugin that is broken in itself
    is left out with a PluginWarning (or listed by `plugin_warnings()`, with `warn=False`).
    """

    def __init__(
        self,
        plugins: Iterable[object] | None = None,
        *,
        block: Collection[str] = (),
        warn: bool = True,
    ) -> None:
        found: list[tuple[PluginRecord, Any]] = [(core_record(), core)]
        if plugins is None:
            found += entry_point_plugins(block)
        else:
            found += [(_given(plugin), plugin) for plugin in plugins]
        self.registries = Registries()
        self.plugins = [record for record, _ in found]
        run_hooks(found, self.registries)
        super().__init__(loader=self._load_dialect, model_loader=self._load_models)
        self._guarded: dict[str, GuardedModel] = {}
        self._model_plugins: dict[str, str] = {}
        if warn:
            for warning in self.plugin_warnings():
                warnings.warn(warning.message, PluginWarning, stacklevel=2)

    def plugin_warnings(self) -> list[Diagnostic]:
        """One warning for each plugin that could not be used."""
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
        """The names of all dialects, sorted; none is loaded for this."""
        return self.registries.dialects.names()

    def pass_names(self) -> list[str]:
        """The names of all passes, sorted."""
        return self.registries.passes.names()

    def pass_class(self, name: str) -> type[Pass] | None:
        """The pass called `name`. Raises PluginError when it cannot be loaded."""
        found = self.registries.passes.get(name)
        if found is not None and not (isinstance(found, type) and issubclass(found, Pass)):
            raise PluginError(
                f"pass '{name}' is not a subclass of bufferize.passes.Pass: {found!r}"
            )
        return found

    def model(self, op_name: str) -> GuardedModel | None:
        """How an op bufferizes, None if nobody says. Its errors name the plugin that it is of.

        Raises PluginError for a model that is declared wrongly, when it is first asked for.
        """
        model = super().model(op_name)
        if model is None:
            return None
        guarded = self._guarded.get(op_name)
        if guarded is None or guarded.model is not model:
            check_model(model, op_name, self.op_class(op_name))
            plugin = self._model_plugins.get(op_name, "(given by the program)")
            guarded = self._guarded[op_name] = GuardedModel(model, plugin)
        return guarded

    def analysis(self, name: str) -> AnalysisFactory | None:
        """A plugin's analysis of that name."""
        return self.registries.analyses.get(name)

    def type_model(self, type: Type) -> TensorTypeModel | None:
        """How values of a custom tensor type bufferize. Raises PluginError for a wrong model."""
        name = f"{type.dialect_name}.{type.mnemonic}"
        model = self.registries.type_models.get(name)
        if model is not None and not isinstance(model, TensorTypeModel):
            raise PluginError(f"the model of type '{name}' is not a TensorTypeModel: {model!r}")
        return model

    def semantics(self, op_name: str) -> Any | None:
        """What an op computes, as a plugin registered it; for interpreters that embed the core."""
        return self.registries.semantics.get(op_name)

    def provider_of(self, dialect: str) -> str | None:
        """The first-party distribution of that dialect; of others none is known."""
        known = dialect in FIRST_PARTY_DIALECTS
        return f"bufferize-{dialect.replace('_', '-')}" if known else None

    def _load_dialect(self, name: str) -> Dialect | None:
        parts = _load(self.registries.dialects, name, Dialect)
        if len(parts) < 2:
            return parts[0][1] if parts else None
        merged = Dialect(name)
        owners: dict[str, str] = {}
        for entry, part in parts:
            for mnemonic in sorted(part.op_mnemonics):
                if mnemonic in owners:
                    raise PluginError(
                        f"op '{name}.{mnemonic}' is declared by the plugins "
                        f"'{owners[mnemonic]}' and '{entry.plugin}'; "
                        "block or uninstall one of them"
                    )
                owners[mnemonic] = entry.plugin
            merged.merge(part)
        return merged

    def _load_models(self, dialect: str) -> Mapping[str, Model]:
        models: dict[str, Model] = {}
        owners: dict[str, str] = {}
        for entry, part in _load(self.registries.op_models, dialect, Mapping):
            check_op_names(dialect, part)
            for op_name, model in part.items():
                if op_name in owners:
                    raise PluginError(
                        f"a model of op '{op_name}' is registered by the plugins "
                        f"'{owners[op_name]}' and '{entry.plugin}'; block or uninstall one of them"
                    )
                owners[op_name] = entry.plugin
                models[op_name] = model
        self._model_plugins |= owners
        return models


def core_record() -> PluginRecord:
    """The record of the core's own plugin."""
    from bufferize import __version__

    return PluginRecord("core", "bufferize-core", __version__)


def _given(plugin: object) -> PluginRecord:
    name = getattr(plugin, "__name__", None) or type(plugin).__name__
    return PluginRecord(str(name), "(given by the program)", "")


def _load(registry: Registry, name: str, kind: type) -> list[tuple[Entry, Any]]:
    loaded: list[tuple[Entry, Any]] = []
    for entry in registry.entries.get(name, ()):
        target = entry.load()
        if not isinstance(target, kind):
            raise PluginError(
                f"plugin '{entry.plugin}': {registry.kind} '{name}' must be a {kind.__name__}, "
                f"not a {type(target).__name__}"
            )
        loaded.append((entry, target))
    return loaded
