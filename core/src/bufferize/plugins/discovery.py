"""Discovery of plugins and calls of their hooks; a broken plugin does not affect the others."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

import pluggy

from bufferize.diagnostics import (
    FAILURES,
    Diagnostic,
    PluginError,
    error,
    show_traceback,
    suggestions,
)
from bufferize.plugins import hooks
from bufferize.plugins.registries import Registries, how_to_leave_out, import_failure

if TYPE_CHECKING:
    from importlib_metadata import Distribution, EntryPoint


@dataclass
class PluginRecord:
    """A plugin that was found: its origin and, if it could not be used, the reason."""

    name: str
    distribution: str
    version: str
    problem: str | None = None


_MARK: Final = "bufferize_impl"  # the attribute that pluggy's marker sets on a function
HOOK_NAMES: Final = tuple(Registries().by_hook())


def blocked_plugins() -> list[str]:
    """Return the plugins to leave out according to BUFFERIZE_BLOCK_PLUGINS."""
    return os.environ.get(hooks.BLOCK_VARIABLE, "").replace(",", " ").split()


def entry_point_plugins(block: Collection[str] = ()) -> Iterable[tuple[PluginRecord, Any]]:
    """Load the plugins of all installed distributions, ordered by distribution and name.

    Each comes with its record, and is None if it could not be loaded. Those named in `block` are
    left out. Raises PluginError for an unknown name in `block`.
    """
    found = _entry_points()
    for name in block:
        _check_installed(name, found)
    return (_loaded(record, entry) for record, entry in found if record.name not in block)


def plugins_called(names: Collection[str]) -> dict[str, list[tuple[PluginRecord, Any]]]:
    """Return the installed plugins with these names, in the form of `entry_point_plugins`.

    Several distributions may have plugins of one name. Raises PluginError for an unknown name.
    """
    found = _entry_points() if names else []
    for name in names:
        _check_installed(name, found)
    return {
        name: [_loaded(record, entry) for record, entry in found if record.name == name]
        for name in names
    }


def _entry_points() -> list[tuple[PluginRecord, EntryPoint]]:
    # Imported here because a Context over given plugins does not need it.
    from importlib_metadata import entry_points

    found = [
        (PluginRecord(entry.name, *_name_and_version(entry.dist)), entry)
        for entry in entry_points(group=hooks.ENTRY_POINT_GROUP)
    ]
    return sorted(found, key=lambda pair: (pair[0].distribution, pair[0].name))


def _check_installed(name: str, found: Iterable[tuple[PluginRecord, EntryPoint]]) -> None:
    names = [record.name for record, _ in found]
    if name in names:
        return
    problem = error(f"no installed plugin is called '{name}'", None, suggestions(name, names))
    installed = ", ".join(sorted(set(names))) or "none"
    raise PluginError(problem.note(f"'bufferize plugins' lists them; there are: {installed}"))


def _loaded(record: PluginRecord, entry: EntryPoint) -> tuple[PluginRecord, Any]:
    try:
        return record, entry.load()
    except FAILURES as problem:  # a plugin's module may fail in any way
        show_traceback(problem)
        record.problem = f"cannot be imported: {import_failure(problem, record.name)}"
        return record, None


def _name_and_version(dist: Distribution | None) -> tuple[str, str]:
    """Return the name and version of a distribution."""
    if dist is None:
        return "?", "?"
    # `dist.name` and `dist.version` each parse all metadata as an email; for all plugins, that
    # takes half as long as a short run of the tools.
    text = dist.read_text("METADATA") or dist.read_text("PKG-INFO") or ""
    headers = text.partition("\n\n")[0].split("\n")
    fields = dict(line.split(": ", 1) for line in headers if ": " in line)
    return fields.get("Name", "?"), fields.get("Version", "?")


def run_hooks(
    plugins: Iterable[tuple[PluginRecord, Any]], registries: Registries
) -> list[Diagnostic]:
    """Call the hooks of all plugins, in this order unless pluggy's markers ask for another.

    A failure is noted in the plugin's record. Returns an error for each plugin that registers a name
    of an earlier one. Nothing that a failed or conflicting plugin registered stays.
    """
    manager = pluggy.PluginManager("bufferize")
    manager.add_hookspecs(hooks)
    records: dict[str, PluginRecord] = {}
    conflicts: list[Diagnostic] = []
    unique: list[tuple[PluginRecord, Any]] = []
    for record, plugin in plugins:
        if plugin is None:
            continue
        if record.name in records:
            conflicts.append(_two_of_one_name(records[record.name], record))
            continue
        try:
            record.problem = _problem_of(record, plugin)
        except FAILURES as problem:  # reading an attribute of a plugin may raise
            record.problem = _cannot_be_used(problem)
        if record.problem is None:
            records[record.name] = record
            unique.append((record, plugin))
    guard = _HookGuard(registries)
    for record, plugin in reversed(unique):  # pluggy calls the last registered plugin first
        record.problem = _register(manager, record, guard, plugin)
    for hook_name, registry in registries.by_hook().items():
        getattr(manager.hook, hook_name)(registry=registry)
    return [*conflicts, *guard.conflicts]


class _HookGuard:
    """Wrappers around hooks, so that the failure of one plugin does not affect the others.

    pluggy calls the hooks, so its markers (`tryfirst`, `trylast`, `wrapper`) work as in its manual.
    Each wrapper sets the registry's current plugin and catches exceptions.
    """

    def __init__(self, registries: Registries) -> None:
        self.registries = registries.by_hook()
        self.conflicts: list[Diagnostic] = []
        self._stopped: set[str] = set()

    def around(self, plugin: object, record: PluginRecord) -> _GuardedHooks:
        """Return a plugin with wrapped versions of the hooks of `plugin`."""
        found = ((name, getattr(plugin, name, None)) for name in dir(plugin))
        return _GuardedHooks(
            **{name: self._hook(name, hook, record) for name, hook in found if hasattr(hook, _MARK)}
        )

    def _hook(self, name: str, hook: Any, record: PluginRecord) -> Callable[..., Any]:
        options = getattr(hook, _MARK)
        name = options["specname"] or name

        def is_stopped() -> bool:
            return record.problem is not None or record.name in self._stopped

        @functools.wraps(hook)
        def guarded(*arguments: Any) -> None:
            if is_stopped():
                return
            with self._catching(name, record):
                given = hook(*arguments)
                if given is not None:
                    raise _WrongHook(
                        f"{name} must fill the registry, and return nothing: {given!r}"
                    )

        @functools.wraps(hook)
        def guarded_wrapper(*arguments: Any) -> Generator[None, Any, Any]:
            wrapper = None
            if not is_stopped():
                with self._catching(name, record):
                    wrapper = hook(*arguments)
                    next(wrapper)
            result = yield
            if wrapper is not None and not is_stopped():
                with self._catching(name, record), suppress(StopIteration):
                    wrapper.send(result)
            return result

        return guarded_wrapper if options["wrapper"] or options["hookwrapper"] else guarded

    @contextmanager
    def _catching(self, hook_name: str, record: PluginRecord) -> Iterator[None]:
        """Context manager: note a failure in the record and remove the plugin's entries."""
        self.registries[hook_name].current_plugin = record.name
        try:
            yield
            return
        except _WrongHook as problem:
            record.problem = str(problem)
        except PluginError as problem:
            show_traceback(problem)
            self.conflicts += problem.diagnostics
        except FAILURES as problem:  # a plugin's hook may fail in any way
            show_traceback(problem)
            record.problem = f"{hook_name} failed: {type(problem).__name__}: {problem}"
        self._stopped.add(record.name)
        for table in self.registries.values():
            table.drop(record.name)


class _GuardedHooks(SimpleNamespace):
    """The guarded hooks of a plugin, and nothing else that pluggy would have to look at."""

    def __dir__(self) -> list[str]:
        return list(vars(self))


class _WrongHook(Exception):
    """An error about a hook that returns something instead of filling the registry."""


def _register(
    manager: pluggy.PluginManager, record: PluginRecord, guard: _HookGuard, plugin: object
) -> str | None:
    """Register the wrapped plugin with pluggy; return the problem if that fails."""
    try:
        manager.register(guard.around(plugin, record), record.name)
        manager.check_pending()
        return None
    except FAILURES as problem:  # reading an attribute may raise
        if manager.has_plugin(record.name):
            manager.unregister(name=record.name)
        return _cannot_be_used(problem)


def _cannot_be_used(problem: BaseException) -> str:
    if isinstance(problem, pluggy.PluginValidationError):
        return str(problem)
    show_traceback(problem)
    return f"cannot be used: {type(problem).__name__}: {problem}"


def _two_of_one_name(first: PluginRecord, second: PluginRecord) -> Diagnostic:
    if first.distribution == second.distribution:
        what = f"two of the plugins that are given are called '{first.name}'"
        return error(what).note("give each once, and each its own __name__")
    return error(
        f"plugin '{first.name}' is installed twice, by the distributions "
        f"'{first.distribution}' and '{second.distribution}'"
    ).note(f"uninstall one of them, or {how_to_leave_out(first.name, 'leave out both')}")


def has_hooks(plugin: object) -> bool:
    """Return whether an object has any `register_…` hook, marked with `hookimpl` or not."""
    return any(
        name in HOOK_NAMES or hasattr(getattr(plugin, name, None), _MARK) for name in dir(plugin)
    )


def _problem_of(record: PluginRecord, plugin: object) -> str | None:
    """Return what is wrong with a plugin, without calling its hooks; None if nothing."""
    wanted = getattr(plugin, "BUFFERIZE_API", hooks.API_VERSION)
    if wanted != hooks.API_VERSION:
        return _version_problem(record, wanted)
    found = {name: getattr(plugin, name, None) for name in HOOK_NAMES}
    unmarked = [name for name, hook in found.items() if hook and not hasattr(hook, _MARK)]
    if unmarked:
        return (
            f"{' and '.join(unmarked)} would not be called: mark it with @hookimpl, "
            "which bufferize.plugins has"
        )
    if not has_hooks(plugin):
        return f"has no hooks: write functions marked with @hookimpl ({', '.join(HOOK_NAMES)})"
    return None


def _version_problem(record: PluginRecord, wanted: object) -> str:
    if isinstance(wanted, int) and wanted > hooks.API_VERSION:
        advice = f"install a bufferize-core with plugin API {wanted}: pip install -U bufferize-core"
    else:
        advice = (
            f"install a version of {record.distribution} for plugin API {hooks.API_VERSION}: "
            f"pip install -U {record.distribution}"
        )
    return f"is written for plugin API {wanted!r}, this core has {hooks.API_VERSION}; {advice}"
