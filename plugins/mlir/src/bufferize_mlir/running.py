"""Pipelines of bufferize on modules of MLIR's Python bindings.

The bindings come with many distributions: `mlir`, `torch_mlir`, `jaxlib.mlir`, … None is imported here:
a module brings the classes and the context that are its own. It goes through the generic form as text,
which all versions of MLIR read and write the same way.

https://mlir.llvm.org/docs/Bindings/Python/
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import bufferize
from bufferize import Context
from bufferize.diagnostics import DiagnosticError, OptionError, error
from bufferize.driver import Report
from bufferize.syntax import PrintOptions

_MODULE = "builtin.module"
_FILE = "<module of MLIR's bindings>"


class BoundOperation(Protocol):
    """The part of `Operation`, a class of the bindings, that is used here."""

    @property
    def name(self) -> str:
        """The full name, such as "builtin.module"."""

    @property
    def operation(self) -> Any:
        """The operation itself."""

    @property
    def context(self) -> Any:
        """The context that the operation lives in."""

    @property
    def regions(self) -> Sequence[Any]:
        """The regions."""

    @property
    def attributes(self) -> Any:
        """The attributes, by name."""

    def get_asm(
        self, *, enable_debug_info: bool, print_generic_op_form: bool, assume_verified: bool
    ) -> Any:
        """Return the text."""

    def verify(self) -> bool:
        """Raise an error if the operation is invalid."""


class HasOperation(Protocol):
    """A module of the bindings, or an operation of them, as each has itself as `operation`."""

    @property
    def operation(self) -> Any:
        """The operation, a `BoundOperation`."""


def run(module: HasOperation, pipeline: str, context: Context | None = None) -> list[Report]:
    """Run passes of bufferize on a module of MLIR's Python bindings, which is changed in place.

    ```python
    from mlir import ir  # or from torch_mlir, jaxlib.mlir, …

    module = ir.Module.parse(text, ir.Context())
    bufferize_mlir.run(module, "one-shot-bufferize{bufferize-function-boundaries}")
    ```

    `pipeline` is as `bufferize-opt --pass-pipeline` takes it, with or without `builtin.module(…)` around.
    `context` knows dialects and models, by default those of all plugins that are installed; give one
    with `allow_unregistered_dialects` for operations that only the bindings know. Locations are kept.
    Python objects for operations in the module become invalid, since new ones take their places.

    Returns the reports of bufferization, in order. Raises DiagnosticError if the pipeline is wrong, if a
    pass fails, or if the bindings do not accept the result. The module is not changed then.
    """
    bound: BoundOperation | None = getattr(module, "operation", None)
    if bound is None or bound.name != _MODULE:
        given = (
            f"an object of class '{type(module).__name__}'" if bound is None else f"'{bound.name}'"
        )
        raise OptionError(
            f"only a '{_MODULE}' of MLIR's bindings can be changed in place, not {given}"
        )
    context = Context() if context is None else context
    manager = bufferize.pipeline_from_text(pipeline, context)
    own = bufferize.parse(_text(bound), context, _FILE)
    manager.run(own, context)
    resources = context.resources_of(own), context.external_resources_of(own)
    options = PrintOptions(generic=True, debuginfo=True)
    _replace(bound, _read(bufferize.print_module(own, options, *resources), bound))
    return list(manager.reports)


def _text(bound: BoundOperation) -> str:
    text = bound.get_asm(enable_debug_info=True, print_generic_op_form=True, assume_verified=True)
    assert isinstance(text, str)
    return text


def _read(text: str, bound: BoundOperation) -> BoundOperation:
    """Return the operation of a text, in the context of `bound`. Raises DiagnosticError."""
    cls = type(bound.operation)
    try:
        new: BoundOperation = cls.parse(text, context=bound.context).operation
        new.verify()
    except Exception as problem:  # each of the bindings has its own class
        raise _refused(problem) from problem
    return new


def _refused(problem: Exception) -> DiagnosticError:
    found = error(f"MLIR's bindings refuse the bufferized module: {problem}")
    found.note(
        "register the dialects of the result in its context, such as memref and bufferization"
    )
    return DiagnosticError(found)


def _replace(bound: BoundOperation, new: BoundOperation) -> None:
    """Move all that is in `new`, also its attributes, to `bound`."""
    for name in _names(bound):
        del bound.attributes[name]
    for name in _names(new):
        bound.attributes[name] = new.attributes[name]
    (body,), (made,) = (list(op.regions[0].blocks) for op in (bound, new))
    for op in list(body.operations):
        op.operation.erase()
    for op in list(made.operations):
        body.append(op.operation)


def _names(bound: BoundOperation) -> list[str]:
    """Return the names of the attributes. Older bindings give the attributes themselves."""
    return [each if isinstance(each, str) else each.name for each in bound.attributes]
