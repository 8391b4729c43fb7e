"""Passes of bufferize on modules of xDSL, and as passes of xDSL with the same names and options."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar, get_type_hints

from typing_extensions import Self
from xdsl import ir as xdsl
from xdsl.context import Context as XdslContext
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.arg_spec import ArgSpec
from xdsl.utils.exceptions import DiagnosticException, PassFailedException

import bufferize
from bufferize import ir
from bufferize.diagnostics import FAILURES, Diagnostic, DiagnosticError, OptionError, show_traceback
from bufferize.driver import ModelContext
from bufferize.passes import Pass, PassManager
from bufferize.passes.pipeline import option_fields, write_options
from bufferize_xdsl.declarations import is_declared_by_xdsl
from bufferize_xdsl.errors import ConversionError, about_xdsl, path_of
from bufferize_xdsl.model_lookup import give, use_installed
from bufferize_xdsl.models import OpModel
from bufferize_xdsl.operations_from_bufferize import OperationsFromBufferize, Original
from bufferize_xdsl.operations_to_bufferize import OperationsToBufferize


def run_in_place(
    manager: PassManager,
    module: xdsl.Operation,
    context: ModelContext,
    xdsl_context: XdslContext,
    models: Iterable[OpModel] = (),
) -> None:
    """Run passes of bufferize on a module of xDSL.

    Operations that still exist afterwards, with results of the same types, are the same objects.
    Ops that only xDSL knows are verified by xDSL, all others by bufferize.

    `models` are put into the context, and those of installed distributions for ops that have none
    in it. Raises DiagnosticError, with the module unchanged; the `op` of its diagnostics is xDSL's.
    """
    give(models, context, xdsl_context)
    reading = OperationsToBufferize(
        context, lambda kind: use_installed(kind, context, xdsl_context)
    )
    ours = reading.convert(module)
    verify_by_xdsl(reading.ops)
    originals = {op: Original.of(theirs, op) for theirs, op in reading.ops}
    writing = OperationsFromBufferize(xdsl_context)
    writing.attributes.remember(reading.attributes.by_text.values())
    try:
        manager.run(ours, context)
        writing.convert_in_place(ours, originals)
    except DiagnosticError as problem:
        for diagnostic in problem.diagnostics:
            _rename(diagnostic, originals)
        raise


def verify_by_xdsl(ops: list[tuple[xdsl.Operation, ir.Operation]]) -> None:
    """Let xDSL verify the ops that only it knows. Raises ConversionError."""
    for theirs, op in ops:
        if is_declared_by_xdsl(type(op)):
            try:
                theirs.verify(verify_nested_ops=False)
            except (DiagnosticException, ValueError) as problem:
                text = str(problem).removeprefix("Operation does not verify: ")
                raise ConversionError(about_xdsl(theirs, text)) from problem
            except FAILURES as problem:  # raised by any dialect's code
                show_traceback(problem)
                text = f"cannot be verified by xDSL: {type(problem).__name__}: {problem}"
                raise ConversionError(about_xdsl(theirs, text)) from problem


def _rename(diagnostic: Diagnostic, originals: dict[ir.Operation, Original]) -> None:
    """Make a diagnostic refer to the operation of xDSL."""
    for each in (diagnostic, *diagnostic.notes):
        found = _origin(each.op, originals) if isinstance(each.op, ir.Operation) else None
        if found is not None:
            each.op = found
            if each.position is None:
                each.path = path_of(found)


def _origin(op: ir.Operation, originals: dict[ir.Operation, Original]) -> xdsl.Operation | None:
    """Return the operation of xDSL for one of bufferize, which a pass may have made."""
    current: ir.Operation | None = op
    while current is not None:
        users = [use.owner for result in current.results for use in result.uses]
        for each in (current, *users):
            if each in originals:
                return originals[each].op
        current = current.parent_op
    return None


class BufferizationFailed(PassFailedException):
    """The error that a pass of bufferize failed and left the module unchanged.

    `diagnostics` say why; the `op` of each is the operation of xDSL.
    """

    def __init__(self, problem: DiagnosticError) -> None:
        super().__init__(str(problem))
        self.diagnostics: list[Diagnostic] = problem.diagnostics


@dataclasses.dataclass(frozen=True)
class BufferizePass(ModulePass):
    """The base of the classes that `pass_class` returns."""

    pass_class: ClassVar[type[Pass]]
    models: ClassVar[tuple[OpModel, ...]] = ()

    @classmethod
    def from_spec(cls, spec: ArgSpec) -> Self:
        """Make the pass with options in the syntax of bufferize-opt, such as `option=true`.

        Raises OptionError.
        """
        options = {
            name.replace("_", "-"): [_text(value) for value in values]
            for name, values in spec.parameters.items()
        }
        given = cls.pass_class.from_options(options)
        source = getattr(given, "options", given)
        names = [field.name for field in dataclasses.fields(cls)]
        return cls(**{name: _plain(getattr(source, name)) for name in names})

    def apply(self, ctx: XdslContext, op: ModuleOp) -> None:
        """Run the pass on a module, which stays the same object.

        Raises BufferizationFailed, with the module unchanged.
        """
        context = bufferize.Context()
        context.allow_unregistered_dialects = True
        try:
            manager = PassManager(steps=[self._pass()])
            run_in_place(manager, op, context, ctx, self.models)
        except DiagnosticError as problem:
            raise BufferizationFailed(problem) from problem

    def _pass(self) -> Pass:
        """Return the pass of bufferize. Raises OptionError."""
        return self.pass_class.from_options(write_options(self))


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _plain(value: object) -> Any:
    return value.value if isinstance(value, enum.Enum) else value


def pass_class(name: str, models: Iterable[OpModel] = ()) -> type[BufferizePass]:
    """Return a pass of bufferize as a pass of xDSL, by its name in bufferize-opt.

    Its fields are the options that text can set, such as `bufferize_function_boundaries` for
    `bufferize-function-boundaries`. It uses these `models` in addition to installed ones. Raises
    OptionError if no installed plugin has the pass.
    """
    found, given = _pass_class(name), tuple(models)
    if not given:
        return found
    return type(found.__name__, (found,), {"models": given, "__doc__": found.__doc__})


@cache
def _pass_class(name: str) -> type[BufferizePass]:
    context = bufferize.Context()
    found = context.pass_class(name)
    if found is None:
        way = context.way_to_get("pass", name) or f"there are: {', '.join(context.pass_names())}"
        raise OptionError(f"no pass is called '{name}'; {way}")
    options = found.options_class()
    hints = get_type_hints(options)
    fields = [
        (field.name, str if _is_enum(hints[field.name]) else hints[field.name], _default(field))
        for field, _ in option_fields(options)
    ]
    return dataclasses.make_dataclass(
        found.__name__,
        fields,
        bases=(BufferizePass,),
        frozen=True,
        namespace={"name": name, "pass_class": found, "__doc__": found.__doc__},
    )


def _is_enum(hint: object) -> bool:
    return isinstance(hint, type) and issubclass(hint, enum.Enum)


def _default(field: dataclasses.Field[Any]) -> Any:
    return dataclasses.field(default=_plain(field.default))
