"""The hooks that a plugin may implement. https://pluggy.readthedocs.io/

A plugin is a module (or object) named by an entry point of the group `bufferize`. Its functions
marked with `hookimpl` run once, when a `Context` is made. They register objects or import strings
such as `"my_package.ops:DIALECT"`, which are loaded on first use.
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
"""The version of the hooks and registries. A plugin states the version it is written for in its
module attribute `BUFFERIZE_API`; without one, this version is assumed."""

hookspec = pluggy.HookspecMarker("bufferize")
hookimpl = pluggy.HookimplMarker("bufferize")


def adding(entries: Mapping[str, Any]) -> Callable[[Any], None]:
    """Return a hook that registers these entries.

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

    Several plugins may add ops to one name; it is an error if two declare the same op.
    """


@hookspec
def register_op_models(registry: OpModelRegistry) -> None:
    """Add external models by dialect: mappings from op names to bufferization models."""


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
def register_heuristics(registry: Registry) -> None:
    """Add orders of decisions for `analysis-heuristic=NAME`: each an `AnalysisOrder`."""


@hookspec
def register_semantics(registry: Registry) -> None:
    """Add what ops compute, by dialect: mappings from op names to semantics.

    bufferize-interpreter runs programs by these functions `(op, compiler)`, which return a function
    from operand values to result values. Several plugins may add to a dialect, but not to an op.
    """


@hookspec
def register_constants(registry: Registry) -> None:
    """Add makers of constants, by type: for `index`, `(builder, value, location) -> Value`."""


@hookspec
def register_planners(registry: Registry) -> None:
    """Add memory planners for bufferize-planner, by name: `(buffers, budget) -> Solution`."""


@hookspec
def register_commands(registry: Registry) -> None:
    """Add sub-commands of the tool `bufferize` by name: a `Command`."""


@hookspec
def register_readers(registry: Registry) -> None:
    """Add a `Reader` by the name of its option of `bufferize explain`, `check`, `run` and `reduce`."""


@hookspec
def register_providers(registry: Registry) -> None:
    """Add advice on what is not here, by kind: "dialect", "pass", "constant" or "operation".

    A provider `(name, blocked) -> advice` gets the names of blocked plugins: `("tensor", [])` gives
    "install bufferize-tensor", an unknown name None. Messages about what is missing end with it.
    """
