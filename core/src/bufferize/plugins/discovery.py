"""Finding plugins and running their hooks, each guarded: one that is broken stops no other."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pluggy

from bufferize.diagnostics import PluginError
from bufferize.plugins import hooks
from bufferize.plugins.registries import (
    AnalysisRegistry,
    DialectRegistry,
    OpModelRegistry,
    PassRegistry,
    Registry,
    SemanticsRegistry,
    TypeModelRegistry,
)

if TYPE_CHECKING:
    from importlib_metadata import Distribution


@dataclass
class PluginRecord:
    """A plugin that was found: where it comes from and, if it could not be used, why."""

    name: str
    distribution: str
    version: str
    problem: str | None = None


@dataclass
class Registries:
    """All tables that plugins fill."""

    dialects: DialectRegistry = field(default_factory=lambda: DialectRegistry("dialect"))
    op_models: OpModelRegistry = field(default_factory=lambda: OpModelRegistry("models of dialect"))
    type_models: TypeModelRegistry = field(default_factory=lambda: TypeModelRegistry("type model"))
    passes: PassRegistry = field(default_factory=lambda: PassRegistry("pass"))
    analyses: AnalysisRegistry = field(default_factory=lambda: AnalysisRegistry("analysis"))
    semantics: SemanticsRegistry = field(
        default_factory=lambda: SemanticsRegistry("semantics of op")
    )

    def by_hook(self) -> dict[str, Registry]:
        """The table that each hook fills."""
        return {
            "register_dialects": self.dialects,
            "register_op_models": self.op_models,
            "register_type_models": self.type_models,
            "register_passes": self.passes,
            "register_analyses": self.analyses,
            "register_semantics": self.semantics,
        }


def entry_point_plugins(
    block: Collection[str] = (),
) -> Iterable[tuple[PluginRecord, Any]]:
    """The plugins of all installed distributions, by distribution and name; blocked ones left out.

    The second of each pair is the plugin, None when it could not be loaded.
    """
    # Imported here: a Context over given plugins needs no look at the installed ones.
    from importlib_metadata import entry_points

    found = [
        (PluginRecord(entry.name, *_name_and_version(entry.dist)), entry)
        for entry in entry_points(group=hooks.ENTRY_POINT_GROUP)
        if entry.name not in block
    ]
    for record, entry in sorted(found, key=lambda pair: (pair[0].distribution, pair[0].name)):
        try:
            plugin = entry.load()
        except Exception as problem:  # a plugin's module may fail in any way
            record.problem = f"cannot be imported: {type(problem).__name__}: {problem}"
            plugin = None
        yield record, plugin


def _name_and_version(dist: Distribution | None) -> tuple[str, str]:
    """Of a distribution."""
    if dist is None:
        return "?", "?"
    # Its own attributes parse all metadata as an email, twice, and that of every plugin takes as
    # long as half of a short run.
    headers = (dist.read_text("METADATA") or "").partition("\n\n")[0].split("\n")
    fields = dict(line.split(": ", 1) for line in headers if ": " in line)
    return fields.get("Name") or dist.name, fields.get("Version") or dist.version


def run_hooks(plugins: Iterable[tuple[PluginRecord, Any]], registries: Registries) -> None:
    """Lets every plugin fill the tables, in the order that pluggy's markers ask for.

    What goes wrong in a plugin is written into its record; nothing of that plugin stays.
    Raises PluginError where two plugins register the same name.
    """
    manager = pluggy.PluginManager("bufferize")
    manager.add_hookspecs(hooks)
    records: dict[str, PluginRecord] = {}
    for record, plugin in plugins:
        if plugin is None:
            continue
        wanted = getattr(plugin, "BUFFERIZE_API", hooks.API_VERSION)
        if wanted != hooks.API_VERSION:
            record.problem = _version_problem(record, wanted)
            continue
        if record.name in records:
            raise PluginError(
                f"plugin '{record.name}' is installed twice, by the distributions "
                f"'{records[record.name].distribution}' and '{record.distribution}'; "
                "uninstall one of them"
            )
        try:
            manager.register(plugin, record.name)
            records[record.name] = record
            manager.check_pending()
        except pluggy.PluginValidationError as problem:
            record.problem = str(problem)
            if manager.is_registered(plugin):
                manager.unregister(plugin)
    for hook_name, registry in registries.by_hook().items():
        for implementation in reversed(getattr(manager.hook, hook_name).get_hookimpls()):
            record = records[implementation.plugin_name]
            if record.problem is None:
                _run(implementation, registry, record, registries)


def _run(implementation: Any, registry: Registry, record: PluginRecord, all_: Registries) -> None:
    registry.current_plugin = record.name
    try:
        implementation.function(*([registry] if implementation.argnames else []))
    except PluginError:
        raise
    except Exception as problem:  # a plugin's hook may fail in any way
        record.problem = (
            f"{implementation.function.__name__} failed: {type(problem).__name__}: {problem}"
        )
        for other in all_.by_hook().values():
            for name in list(other.of_plugin(record.name)):
                kept = [e for e in other.entries[name] if e.plugin != record.name]
                if kept:
                    other.entries[name] = kept
                else:
                    del other.entries[name]


def _version_problem(record: PluginRecord, wanted: object) -> str:
    if isinstance(wanted, int) and wanted > hooks.API_VERSION:
        advice = f"install a bufferize-core with plugin API {wanted}: pip install -U bufferize-core"
    else:
        advice = (
            f"install a version of {record.distribution} for plugin API {hooks.API_VERSION}: "
            f"pip install -U {record.distribution}"
        )
    return f"is written for plugin API {wanted}, this core has {hooks.API_VERSION}; {advice}"
