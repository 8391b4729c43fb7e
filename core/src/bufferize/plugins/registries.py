"""The registries that hooks fill: tables from names to objects or their import strings."""

from __future__ import annotations

import importlib
import inspect
import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any, NamedTuple, TypeVar, get_args, get_origin

from bufferize.define import Dialect
from bufferize.diagnostics import (
    FAILURES,
    Diagnostic,
    PluginError,
    closest_name,
    did_you_mean,
    error,
    suggestions,
)
from bufferize.driver import BufferizableOpInterface, TensorTypeModel
from bufferize.ir import Operation
from bufferize.passes import Pass, PassInstrumentation
from bufferize.plugins.commands import Command, Reader
from bufferize.plugins.hooks import BLOCK_VARIABLE, ENTRY_POINT_GROUP


class Entry(NamedTuple):
    """A registered object, or its import string `"module:attribute"`, and the plugin."""

    target: Any
    plugin: str
    replaces: frozenset[str] = frozenset()
    """For models: the ops whose models, registered by another plugin, these replace."""

    def load(self) -> Any:
        """Return the object. Raises PluginError if it cannot be imported."""
        if not isinstance(self.target, str):
            return self.target
        module, _, attribute = self.target.partition(":")
        try:
            found = importlib.import_module(module)
            return getattr(found, attribute) if attribute else found
        except FAILURES as problem:  # a plugin's module may fail in any way
            why = import_failure(problem, self.plugin)
            raise PluginError(
                f"plugin '{self.plugin}': cannot load '{self.target}': {why}"
            ) from problem


def how_to_leave_out(plugin: str, what: str = "leave one out") -> str:
    """Return the advice on how to block a plugin."""
    return f"{what}: --block-plugin={plugin}, or {BLOCK_VARIABLE}={plugin} in the environment"


def conflict(what: str, first: str, second: str) -> Diagnostic:
    """Return the error that two plugins register the same, with advice."""
    if first == second:
        return error(f"{what} twice by the plugin '{first}'")
    advice = f"{how_to_leave_out(second)}; or uninstall it"
    return error(f"{what} by the plugins '{first}' and '{second}'").note(advice)


@dataclass
class Registry:
    """Registered objects by name."""

    kind: str
    """The noun for an entry in messages."""
    fits: Callable[[Any], bool] = callable
    """Whether a loaded object is valid."""
    problem: str = "{kind} '{name}' cannot be called"
    """The message about an invalid object."""
    shared: bool = False
    """Whether a name may have several entries."""
    entries: dict[str, list[Entry]] = field(default_factory=dict)
    current_plugin: str = ""

    def add(self, name: str, target: Any) -> None:
        """Register an object, or its import string, under a name."""
        self._add(name, target)

    def _add(self, name: str, target: Any, replaces: Collection[str] = ()) -> None:
        known = self.entries.setdefault(name, [])
        if known and not self.shared:
            first, second = known[0].plugin, self.current_plugin
            raise PluginError(conflict(f"{self.kind} '{name}' is registered", first, second))
        known.append(Entry(target, self.current_plugin, frozenset(replaces)))

    def drop(self, plugin: str) -> None:
        """Remove all entries of a plugin."""
        for name in list(self.of_plugin(plugin)):
            kept = [entry for entry in self.entries[name] if entry.plugin != plugin]
            if kept:
                self.entries[name] = kept
            else:
                del self.entries[name]

    def names(self) -> list[str]:
        """Return all names, sorted."""
        return sorted(self.entries)

    def get(self, name: str) -> Any | None:
        """Load the object called `name`; None if there is none.

        Raises PluginError if it cannot be loaded or is invalid.
        """
        if name not in self.entries:
            return None
        entry = self.entries[name][0]
        found = entry.load()
        if not self.fits(found):
            what = self.problem.format(kind=self.kind, name=name)
            raise PluginError(f"plugin '{entry.plugin}': {what}: {found!r}")
        return found

    def of_plugin(self, plugin: str) -> Iterator[str]:
        """Return the names that a plugin registered, sorted."""
        return (n for n in self.names() if any(e.plugin == plugin for e in self.entries[n]))


def load_parts(registry: Registry, name: str, kind: type = object) -> list[tuple[Entry, Any]]:
    """Load all objects registered under a name, each with its entry.

    Raises PluginError for one that cannot be loaded or is not an instance of `kind`.
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


class OpModelRegistry(Registry):
    """Bufferization models, by the dialect of their ops."""

    def add(self, name: str, target: Any, *, replaces: str | Collection[str] = ()) -> None:
        """Register a mapping from op names of the dialect `name` to models, or its import string.

        `replaces` names the ops whose models replace those of another plugin: an error if there is
        none to replace, or if two plugins replace the same one.
        """
        names = {replaces} if isinstance(replaces, str) else set(replaces)
        given = target if isinstance(target, Mapping) else ()
        problems = wrong_op_names(name, [*names, *given])
        if problems:
            raise PluginError(problems)
        self._add(name, target, names)


def wrong_op_names(dialect: str, names: Iterable[str], what: str = "model") -> list[Diagnostic]:
    """Return an error for each name without the prefix of `dialect`: its model is never found."""
    verb = "are" if what.endswith("s") else "is"
    return [
        error(
            f"the {what} of '{name}' {verb} registered for the dialect '{dialect}': its ops are "
            f"called '{dialect}.…'"
        )
        for name in names
        if not str(name).startswith(f"{dialect}.")
    ]


class Registries:
    """All registries of a context; each attribute `x` is filled by the hook `register_x`."""

    def __init__(self) -> None:
        self.dialects = Registry("dialect", shared=True)
        self.op_models = OpModelRegistry("models of dialect", shared=True)
        self.type_models = Registry(
            "type model",
            _instance_of(TensorTypeModel),
            "the model of type '{name}' is not a TensorTypeModel",
        )
        self.passes = Registry(
            "pass", _subclass_of(Pass), "pass '{name}' is not a subclass of bufferize.passes.Pass"
        )
        self.instrumentations = Registry(
            "instrumentation",
            _subclass_of(PassInstrumentation),
            "instrumentation '{name}' is not a subclass of bufferize.passes.PassInstrumentation",
        )
        self.analyses = Registry("analysis")
        self.heuristics = Registry("heuristic")
        self.semantics = Registry("semantics of dialect", shared=True)
        self.constants = Registry("constants of type")
        self.commands = Registry(
            "command", _instance_of(Command), "command '{name}' is not a bufferize.plugins.Command"
        )
        self.readers = Registry(
            "reader", _instance_of(Reader), "reader '{name}' is not a bufferize.plugins.Reader"
        )
        self.planners = Registry("planner")
        self.providers = Registry("providers of kind", shared=True)

    def by_hook(self) -> dict[str, Registry]:
        """Return the registry of each hook, by the hook's name."""
        return {f"register_{name}": registry for name, registry in vars(self).items()}


def _instance_of(kind: type) -> Callable[[Any], bool]:
    return lambda found: isinstance(found, kind)


def _subclass_of(kind: type) -> Callable[[Any], bool]:
    return lambda found: isinstance(found, type) and issubclass(found, kind)


def merge_models(
    dialect: str, parts: Iterable[tuple[Entry, Mapping[str, Any]]]
) -> tuple[dict[str, Entry], list[Diagnostic]]:
    """Return the models by op name, and the errors in their registration.

    It is an error if two plugins register models of one op, unless one `replaces` the other's; if two
    replace the same one; and if there is nothing to replace.
    """
    models: dict[str, Entry] = {}
    replacements: list[tuple[str, Entry]] = []
    problems: list[Diagnostic] = []
    for entry, part in parts:
        problems += wrong_op_names(dialect, part)
        for name in sorted(entry.replaces - part.keys()):
            what = f"plugin '{entry.plugin}' replaces the model of '{name}', but gives no other"
            problems.append(error(what))
        for name, model in part.items():
            registered = Entry(model, entry.plugin)
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


def merge_semantics(
    dialect: str, parts: Iterable[tuple[Entry, Mapping[str, Any]]]
) -> tuple[dict[str, Entry], list[Diagnostic]]:
    """Return the semantics by op name, and the errors: two of one op, and those not callable."""
    semantics: dict[str, Entry] = {}
    problems: list[Diagnostic] = []
    for entry, part in parts:
        problems += wrong_op_names(dialect, part, "semantics")
        for name, function in part.items():
            if name in semantics:
                what = f"the semantics of op '{name}' are registered"
                problems.append(conflict(what, semantics[name].plugin, entry.plugin))
            elif not callable(function):
                what = f"the semantics of op '{name}' cannot be called: {function!r}"
                problems.append(error(f"plugin '{entry.plugin}': {what}"))
            else:
                semantics[name] = Entry(function, entry.plugin)
    return semantics, problems


def _registered_twice(name: str, first: Entry, second: Entry) -> Diagnostic:
    what = f"a model of op '{name}' is registered"
    return conflict(what, first.plugin, second.plugin).note(
        f"a plugin that means to replace the other's says so: registry.add(…, replaces='{name}')"
    )


def models_without_op(models: Mapping[str, Entry], dialect: Dialect | None) -> Iterator[Diagnostic]:
    """Yield an error for each model of an op that its installed dialect does not have."""
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
        alias, names = dialect.op_aliases.get(name), (f"{dialect.name}.{other}" for other in known)
        problem.notes += [did_you_mean(alias)] if alias else suggestions(name, names)
        yield problem


_OURS = ("bufferize.analysis.", "bufferize.driver.", "bufferize.models.")
"""Modules whose models need no check; their methods are those that models may override."""
# The similarity from which a public name is reported as a misspelled method of the interface.
_TYPO_CUTOFF = 0.85


def model_problems(
    model: object, op_name: str, op_class: type[Operation] | None = None
) -> list[Diagnostic]:
    """Return the errors in `model` as the model of the operation `op_name`."""
    who = f"model of '{op_name}'"
    if isinstance(model, type):
        return [error(f"{who} is the class {model.__name__}; register an instance of it")]
    name = type(model).__name__
    if not isinstance(model, BufferizableOpInterface):
        return [error(f"{who}, {name}, is not a BufferizableOpInterface; derive it from that")]
    problems = []
    missing = type(model).missing(op_class)
    if missing:
        problems.append(error(f"{who}, {name}, {missing}"))
    if op_class is not None:
        problems += [
            error(f"{who}, {name}, {problem}") for problem in _misfits(type(model), op_class)
        ]
    expected = _members_of_ours(type(model))
    for cls in type(model).__mro__:
        if issubclass(cls, BufferizableOpInterface) and not cls.__module__.startswith(_OURS):
            problems.extend(method_problems(who, cls, expected))
    return problems


def _misfits(model: type, op_class: type[Operation]) -> Iterator[str]:
    """Yield the reasons why a model class does not fit operations of `op_class`."""
    for cls in model.__mro__:
        for parameter in getattr(cls, "__parameters__", ()):
            bound = parameter.__bound__
            if bound is not None and not issubclass(op_class, bound):
                yield (
                    f"is a {cls.__name__} model, but {op_class.__name__} does not have "
                    f"{bound.__name__}"
                )
    declared = _declared_op_classes(model)
    if declared and not issubclass(op_class, declared):
        names = " or ".join(known.__name__ for known in declared)
        yield f"is made for {names}, but the operation is {op_class.__name__}"


def _declared_op_classes(model: type) -> tuple[type, ...]:
    """Return the op classes in the bases of a model class, as in ``DestinationStyle[DotOp]``."""
    for cls in model.__mro__:
        for base in cls.__dict__.get("__orig_bases__", ()):
            origin, arguments = get_origin(base), get_args(base)
            if (
                isinstance(origin, type)
                and issubclass(origin, BufferizableOpInterface)
                and not isinstance(arguments[0], TypeVar)
            ):
                (argument,) = arguments
                classes = () if argument is Any else get_args(argument) or (argument,)
                return tuple(known for known in classes if isinstance(known, type))
    return ()


def _members_of_ours(model: type) -> dict[str, FunctionType]:
    """Return the methods that a model class inherits from the interface and the core's presets."""
    return {
        name: member
        for cls in model.__mro__
        if cls.__module__.startswith(_OURS)
        for name, member in vars(cls).items()
        if inspect.isfunction(member) and not name.startswith("_")
    }


def method_problems(
    who: str, cls: type, all_expected: Mapping[str, FunctionType]
) -> list[Diagnostic]:
    """Return the errors in the methods of a model class, compared with `all_expected`."""
    problems = []
    for name, member in vars(cls).items():
        if name.startswith("_") or not inspect.isfunction(member):
            continue
        where = f"{who}, {cls.__name__}.{name}()"
        expected = all_expected.get(name)
        if expected is None:
            close = closest_name(name, all_expected, _TYPO_CUTOFF)
            if close:
                problems.append(error(f"{where} is not in the interface; is {close}() meant?"))
            continue
        if not _takes(member, expected.__code__.co_argcount):
            parameters = ", ".join(inspect.signature(expected).parameters)
            problems.append(error(f"{where} must take the parameters ({parameters})"))
    return problems


def _takes(function: FunctionType, count: int) -> bool:
    """Return whether a call with `count` positional arguments is possible."""
    # inspect.signature is much slower, and each run of the tools checks dozens of models.
    code = function.__code__
    at_most = math.inf if code.co_flags & inspect.CO_VARARGS else code.co_argcount
    required = code.co_argcount - len(function.__defaults__ or ())
    keywords = code.co_kwonlyargcount - len(function.__kwdefaults__ or ())
    return required <= count <= at_most and not keywords


def import_failure(problem: BaseException, plugin: str) -> str:
    """Return why a module of an installed plugin was not imported, and what to install for it."""
    missing: set[str] = set()
    if isinstance(problem, ModuleNotFoundError):
        from importlib_metadata import entry_points  # a Context over given plugins needs none

        for entry in entry_points(group=ENTRY_POINT_GROUP, name=plugin):
            missing.update(_missing(entry.dist.name, set()) if entry.dist else ())
    advice = f"; install {' and '.join(sorted(missing))}" if missing else ""
    return f"{type(problem).__name__}: {problem}{advice}"


def _missing(name: str, seen: set[str]) -> Iterator[str]:
    """Yield the distributions that are not installed, of one and all that it requires."""
    from importlib_metadata import PackageNotFoundError, requires

    seen.add(name)
    try:
        # A requirement with a marker belongs to an extra, or may not be needed here.
        needed = [re.split(r"[^\w.-]", each)[0] for each in requires(name) or () if ";" not in each]
    except PackageNotFoundError:
        yield name
        return
    for each in needed:
        if each not in seen:
            yield from _missing(each, seen)
