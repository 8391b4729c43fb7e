"""The hooks that a plugin may implement. https://pluggy.readthedocs.io/

A plugin is a module (or object) named by an entry point of the group `bufferize`. Its functions
marked with `hookimpl` run once, when a `Context` is made, and only say what there is: an import
string such as `"my_package.ops:DIALECT"` is loaded when a program first needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import pluggy

if TYPE_CHECKING:
    from bufferize.plugins.registries import OpModelRegistry, Registry

ENTRY_POINT_GROUP: Final = "bufferize"

BLOCK_VARIABLE: Final = "BUFFERIZE_BLOCK_PLUGINS"
"""The environment variable that names installed plugins to leave out."""

API_VERSION: Final = 2
"""The version of the hooks and registries. A plugin states the one that it is written for in its
module attribute `BUFFERIZE_API`; one that states none is taken to be written for this one."""

hookspec = pluggy.HookspecMarker("bufferize")
hookimpl = pluggy.HookimplMarker("bufferize")


def adding(entries: Mapping[str, Any]) -> Callable[[Any], None]:
    """Return a hook that adds each entry, by name, to the registry of the hook that it is assigned to.

    In a plugin's module, `register_dialects = adding({"mydsl": "mydsl.ops:DIALECT"})` is short for
    a function of that name, marked with `hookimpl`, that calls `registry.add` for each entry.
    """

    @hookimpl
    def add_all(registry: Any) -> None:
        for name, target in entries.items():
            registry.add(name, target)

    return add_all


@hookspec
def register_dialects(registry: Registry) -> None:
    """Add dialects by name: a `Dialect` with ops, types, attributes and syntax.

    Several plugins may add ops to one name. Two that declare the same op are an error, found when
    the dialect is loaded.
    """


@hookspec
def register_op_models(registry: OpModelRegistry) -> None:
    """Add external models: what ops of any dialect do when they are bufferized."""


@hookspec
def register_type_models(registry: Registry) -> None:
    """Add a `TensorTypeModel` for a custom tensor type, by its full name (`dialect.mnemonic`)."""


@hookspec
def register_passes(registry: Registry) -> None:
    """Add subclasses of `bufferize.passes.Pass` by their command-line name."""


@hookspec
def register_instrumentations(registry: Registry) -> None:
    """Add subclasses of `bufferize.passes.PassInstrumentation` by the name of their option."""


@hookspec
def register_analyses(registry: Registry) -> None:
    """Add analyses that options choose by name: `(op, options, context) -> AnalysisState`."""


@hookspec
def register_semantics(registry: Registry) -> None:
    """Add what ops compute, by their dialect: a mapping from op names to semantics.

    They are what bufferize-interpreter runs programs by: functions `(op, compiler)` that give a
    function from operand values to result values. Several plugins may say it of different ops of one
    dialect; two that say it of the same op are an error, found when the op is first run.
    """


@hookspec
def register_constants(registry: Registry) -> None:
    """Add what makes the constants that the rewriting needs, by their type: for `index` there is
    one, `(builder, value, location) -> Value`.
    """


@hookspec
def register_commands(registry: Registry) -> None:
    """Add sub-commands of the tool `bufferize` by name: a `Command`."""


@hookspec
def register_readers(registry: Registry) -> None:
    """Add other ways to read programs by the name of their option of `bufferize explain`, `check`,
    `run` and `reduce`: a `Reader`.
    """


@hookspec
def register_providers(registry: Registry) -> None:
    """Add what knows how to get something that is not installed, by its kind: "dialect", "pass"
    or "constant".

    A provider is a function `(name, blocked) -> advice`, with the names of blocked plugins, such as
    `("tensor", []) -> "install bufferize-tensor"`. It returns None for a name that it does not know.
    Messages about what is missing end with the advice.
    """
