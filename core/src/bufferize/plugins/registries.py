"""What the hooks fill: tables from names to things, or to import strings of things."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from bufferize.diagnostics import PluginError


@dataclass(frozen=True)
class Entry:
    """One registered thing: itself or `"module:attribute"`, and the plugin that registered it."""

    target: Any
    plugin: str

    def load(self) -> Any:
        """The thing itself. Raises PluginError when it cannot be imported."""
        if not isinstance(self.target, str):
            return self.target
        module, _, attribute = self.target.partition(":")
        try:
            found = importlib.import_module(module)
            return getattr(found, attribute) if attribute else found
        except Exception as problem:  # a plugin's module may fail in any way
            raise PluginError(
                f"plugin '{self.plugin}': cannot load '{self.target}': "
                f"{type(problem).__name__}: {problem}"
            ) from problem


@dataclass
class Registry:
    """Entries by name. A name may have several entries only where a subclass says so."""

    kind: str
    entries: dict[str, list[Entry]] = field(default_factory=dict)
    current_plugin: str = ""

    def _add(self, name: str, target: Any, shared: bool = False) -> None:
        known = self.entries.setdefault(name, [])
        if known and not shared:
            raise PluginError(
                f"{self.kind} '{name}' is registered by the plugins '{known[0].plugin}' and "
                f"'{self.current_plugin}'; block or uninstall one of them"
            )
        known.append(Entry(target, self.current_plugin))

    def names(self) -> list[str]:
        """All names, sorted."""
        return sorted(self.entries)

    def get(self, name: str) -> Any | None:
        """The thing called `name`, loaded; None when there is none."""
        entries = self.entries.get(name)
        return entries[0].load() if entries else None

    def of_plugin(self, plugin: str) -> Iterator[str]:
        """The names that a plugin registered, sorted."""
        return (n for n in self.names() if any(e.plugin == plugin for e in self.entries[n]))


class DialectRegistry(Registry):
    """Dialects by name."""

    def add(self, name: str, dialect: Any) -> None:
        """Adds a `Dialect`, or the import string of one. Several plugins may add ops to one name.

        Two that declare the same op are an error, found when the dialect is loaded.
        """
        self._add(name, dialect, shared=True)


class OpModelRegistry(Registry):
    """Bufferization models, grouped by the dialect of their ops."""

    def add(self, dialect: str, models: Any) -> None:
        """Adds a mapping from op names of `dialect` to models, or the import string of one."""
        if isinstance(models, Mapping):
            check_op_names(dialect, models)
        self._add(dialect, models, shared=True)


def check_op_names(dialect: str, models: Mapping[str, Any]) -> None:
    """Raises PluginError if one is no op of `dialect`: its model would never be found."""
    for name in models:
        if not name.startswith(f"{dialect}."):
            raise PluginError(
                f"the model of '{name}' is registered for the dialect '{dialect}': its ops are "
                f"called '{dialect}.…'"
            )


class TypeModelRegistry(Registry):
    """Buffer types of custom tensor types, by the full name of the type (`dialect.mnemonic`)."""

    def add(self, type_name: str, model: Any) -> None:
        """Adds a `TensorTypeModel`, or the import string of one."""
        self._add(type_name, model)


class PassRegistry(Registry):
    """Pass classes by their command-line name."""

    def add(self, name: str, pass_class: Any) -> None:
        """Adds a subclass of `bufferize.passes.Pass`, or the import string of one."""
        self._add(name, pass_class)


class AnalysisRegistry(Registry):
    """Functions that make an `AnalysisState`, by name."""

    def add(self, name: str, analysis: Any) -> None:
        """Adds a function `(op, options, context) -> AnalysisState`, or its import string."""
        self._add(name, analysis)


class SemanticsRegistry(Registry):
    """What ops compute, by op name."""

    def add(self, op_name: str, semantics: Any) -> None:
        """Adds a function from operand values to result values, or its import string."""
        self._add(op_name, semantics)
