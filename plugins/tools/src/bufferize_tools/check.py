"""The check of plugins: everything they register is loaded, to find errors before use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from bufferize.define import DefinitionError
from bufferize.diagnostics import (
    FAILURES,
    Diagnostic,
    DiagnosticError,
    Severity,
    error,
    show_cause,
    show_traceback,
)
from bufferize.passes import Pass
from bufferize.plugins.context import Context
from bufferize.plugins.registries import Entry, Registry
from bufferize_tools.help import option_docs


def check_plugins(context: Context) -> list[Diagnostic]:
    """Return the errors in the plugins of a context; each names the plugin.

    With a context made with `strict=False`, conflicts are included. Semantics are checked if
    bufferize-interpreter is among the plugins.
    """
    return _Check(context).run()


class _Check:
    """One check of all plugins, which collects errors."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.problems: list[Diagnostic] = []

    def run(self) -> list[Diagnostic]:
        registries = self.context.registries
        for warning in self.context.plugin_warnings():
            self.problems.append(Diagnostic(Severity.ERROR, warning.message))
        self.problems += self.context.conflicts
        for name, entries in self._loaded(registries.dialects):
            self._dialect(name, entries)
        for name, _ in self._loaded(registries.op_models):
            self._models(name)
        for name, entry in self._fitting(registries.type_models):
            self._declared(entry, f"model of type '{name}'", name, "type")
        for name, entries in self._loaded(registries.passes):
            self._pass(name, entries[0])
        for name, entries in self._loaded(registries.instrumentations):
            self._instrumentation(name, entries[0])
        for registry in (
            registries.analyses,
            registries.heuristics,
            registries.constants,
            registries.commands,
            registries.readers,
            registries.planners,
        ):
            for _ in self._fitting(registry):
                pass
        # Where nothing runs programs, modules that semantics import may be missing.
        if "run" in self.context.command_names():
            for name, entries in self._loaded(registries.semantics):
                self._semantics(name, entries)
        return self.problems

    def _loaded(self, registry: Registry) -> Iterator[tuple[str, list[Entry]]]:
        """Yield each name with its loaded entries, unless one cannot be loaded."""
        for name in registry.names():
            entries = registry.entries[name]
            before = len(self.problems)
            for entry in entries:
                with self._guard(entry.plugin):
                    entry.load()
            if len(self.problems) == before:
                yield name, entries

    def _fitting(self, registry: Registry) -> Iterator[tuple[str, Entry]]:
        """Yield each name with its entry, after checking that the loaded object is valid."""
        for name, (entry,) in self._loaded(registry):
            with self._guard(entry.plugin):
                registry.get(name)
            yield name, entry

    @contextmanager
    def _guard(self, plugin: str, what: str = "") -> Iterator[None]:
        """Context manager: collect errors and exceptions."""
        try:
            yield
        except DefinitionError as problem:
            for found in problem.diagnostics:
                self._add(plugin, found.message, found.notes)
        except DiagnosticError as problem:  # the message names the plugin
            show_cause(problem)
            self.problems += problem.diagnostics
        except FAILURES as problem:
            show_traceback(problem)
            self._add(plugin, f"{what}: {type(problem).__name__}: {problem}")

    def _add(self, plugin: str, message: str, notes: Iterable[Diagnostic] = ()) -> None:
        self.problems.append(error(f"plugin '{plugin}': {message}", notes=notes))

    def _dialect(self, name: str, entries: list[Entry]) -> None:
        """Check that the parts of a dialect merge, and the declarations of its ops."""
        plugins = "' and '".join(entry.plugin for entry in entries)
        with self._guard(plugins, f"dialect '{name}'"):
            dialect = self.context.dialect(name)
            assert dialect is not None
            for mnemonic in sorted(dialect.op_mnemonics):
                with self._guard(plugins, f"op '{name}.{mnemonic}'"):
                    cls = dialect.op_class(mnemonic)
                    assert cls is not None
                    _ = cls.definition.format, cls.definition.verifier, cls.definition.builder

    def _models(self, dialect: str) -> None:
        """Check that the models of a dialect merge, and each model."""
        names: list[str] = []
        with self._guard(dialect):
            names = sorted(self.context.models_of(dialect))
        for name in names:
            with self._guard(self.context.model_plugin(name) or "", f"model of '{name}'"):
                self.context.model(name)

    def _semantics(self, dialect: str, entries: list[Entry]) -> None:
        """Check that the semantics of a dialect merge, and that their ops exist."""
        with self._guard(dialect):
            for name in sorted(self.context.semantics_of(dialect)):
                plugin = self.context.semantics_plugin(name)
                entry = next(entry for entry in entries if entry.plugin == plugin)
                self._declared(entry, f"semantics of op '{name}'", name, "op")

    def _pass(self, name: str, entry: Entry) -> None:
        with self._guard(entry.plugin, f"pass '{name}'"):
            cls = self.context.pass_class(name)
            assert cls is not None
            if cls.run is Pass.run:
                self._add(entry.plugin, f"pass '{name}', {cls.__name__}, does not override run()")
            if not hasattr(cls, "name"):
                self._add(entry.plugin, f"pass '{name}', {cls.__name__}, has no `name`")
            list(option_docs(cls.options_class()))

    def _instrumentation(self, name: str, entry: Entry) -> None:
        with self._guard(entry.plugin, f"instrumentation '{name}'"):
            cls = self.context.instrumentation_class(name)
            assert cls is not None
            if not hasattr(cls, "name"):
                self._add(entry.plugin, f"instrumentation '{name}' has no `name`")
            if name in self.context.pass_names():
                self._add(entry.plugin, f"instrumentation '{name}' has the name of a pass")
            list(option_docs(cls))

    def _declared(self, entry: Entry, what: str, name: str, kind: str) -> None:
        """Check that a dialect, if installed, has the op or type of that name."""
        dialect = self.context.dialect(name.partition(".")[0])
        if dialect is None or dialect.partial is not None:
            return
        if name.partition(".")[2] not in (
            dialect.types if kind == "type" else dialect.op_mnemonics
        ):
            self._add(entry.plugin, f"{what}: the dialect has no such {kind}")
