"""What the hooks fill: tables from names to things, or to import strings of things."""

from __future__ import annotations

import importlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bufferize.diagnostics import FAILURES, Diagnostic, PluginError, error
from bufferize.registration.hooks import BLOCK_VARIABLE


class Entry(NamedTuple):
    """One registered thing: itself or `"module:attribute"`, and the plugin that registered it."""

    target: Any
    plugin: str
    replaces: frozenset[str] = frozenset()
    """Of models: the ops whose models, registered by another plugin, these take the place of."""

    def load(self) -> Any:
        """The thing itself. Raises PluginError when it cannot be imported."""
        if not isinstance(self.target, str):
            return self.target
        module, _, attribute = self.target.partition(":")
        try:
            found = importlib.import_module(module)
            return getattr(found, attribute) if attribute else found
        except FAILURES as problem:  # a plugin's module may fail in any way
            raise PluginError(
                f"plugin '{self.plugin}': cannot load '{self.target}': "
                f"{type(problem).__name__}: {problem}"
            ) from problem


def how_to_leave_out(plugin: str, what: str = "leave one out") -> str:
    """What to write so that a plugin is not used."""
    return f"{what}: --block-plugin={plugin}, or {BLOCK_VARIABLE}={plugin} in the environment"


def conflict(what: str, first: str, second: str) -> Diagnostic:
    """The error that two plugins give the same, and what to do about it."""
    if first == second:
        return error(f"{what} twice by the plugin '{first}'")
    advice = f"{how_to_leave_out(second)}; or uninstall it"
    return error(f"{what} by the plugins '{first}' and '{second}'").note(advice)


@dataclass
class Registry:
    """Entries by name. A name may have several entries only where a subclass says so."""

    kind: str
    entries: dict[str, list[Entry]] = field(default_factory=dict)
    current_plugin: str = ""

    def _add(
        self, name: str, target: Any, shared: bool = False, replaces: Collection[str] = ()
    ) -> None:
        known = self.entries.setdefault(name, [])
        if known and not shared:
            first, second = known[0].plugin, self.current_plugin
            raise PluginError(conflict(f"{self.kind} '{name}' is registered", first, second))
        known.append(Entry(target, self.current_plugin, frozenset(replaces)))

    def drop(self, plugin: str) -> None:
        """Removes all that a plugin registered."""
        for name in list(self.of_plugin(plugin)):
            kept = [entry for entry in self.entries[name] if entry.plugin != plugin]
            if kept:
                self.entries[name] = kept
            else:
                del self.entries[name]

    def names(self) -> list[str]:
        """All names, sorted."""
        return sorted(self.entries)

    def get(self, name: str) -> Any | None:
        """The thing called `name`, loaded; None when there is none."""
        entries = self.entries.get(name)
        return entries[0].load() if entries else None

    def plugin_of(self, name: str) -> str:
        """The plugin that registered `name`, the first one of several."""
        return self.entries[name][0].plugin

    def of_plugin(self, plugin: str) -> Iterator[str]:
        """The names that a plugin registered, sorted."""
        return (n for n in self.names() if any(e.plugin == plugin for e in self.entries[n]))


def load_parts(registry: Registry, name: str, kind: type) -> list[tuple[Entry, Any]]:
    """All that is registered under a name, loaded, with where it comes from.

    Raises PluginError for what cannot be loaded, and for what is no `kind`.
    """
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


class DialectRegistry(Registry):
    """Dialects by name."""

    def add(self, name: str, dialect: Any) -> None:
        """Adds a `Dialect`, or the import string of one. Several plugins may add ops to one name.

        Two that declare the same op are an error, found when the dialect is loaded.
        """
        self._add(name, dialect, shared=True)


class OpModelRegistry(Registry):
    """Bufferization models, grouped by the dialect of their ops."""

    def add(self, dialect: str, models: Any, *, replaces: str | Collection[str] = ()) -> None:
        """Adds a mapping from op names of `dialect` to models, or the import string of one.

        `replaces` names those of them that take the place of another plugin's models: it is an
        error if there is none to replace, or if two plugins replace the same one.
        """
        names = {replaces} if isinstance(replaces, str) else set(replaces)
        given = models if isinstance(models, Mapping) else ()
        problems = wrong_op_names(dialect, [*names, *given])
        if problems:
            raise PluginError(problems)
        self._add(dialect, models, shared=True, replaces=names)


def wrong_op_names(dialect: str, names: Iterable[str]) -> list[Diagnostic]:
    """An error for each that is no op of `dialect`: its model would never be found."""
    return [
        error(
            f"the model of '{name}' is registered for the dialect '{dialect}': its ops are "
            f"called '{dialect}.…'"
        )
        for name in names
        if not str(name).startswith(f"{dialect}.")
    ]


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
