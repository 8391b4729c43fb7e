"""Passes of bufferize as passes of xDSL, with the same names and options."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar, get_type_hints

from typing_extensions import Self
from xdsl.context import Context as XdslContext
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.arg_spec import ArgSpec
from xdsl.utils.exceptions import PassFailedException

import bufferize
from bufferize.diagnostics import Diagnostic, DiagnosticError, OptionError
from bufferize.passes import Pass, PassManager
from bufferize.passes.option_fields import option_fields, write_options
from bufferize_xdsl.in_place import run_in_place
from bufferize_xdsl.models import OpModel


class BufferizationFailed(PassFailedException):
    """A pass of bufferize could not do its work, and left the module as it was.

    `diagnostics` say why; the `op` of each is the operation of xDSL.
    """

    def __init__(self, problem: DiagnosticError) -> None:
        super().__init__(str(problem))
        self.diagnostics: list[Diagnostic] = problem.diagnostics


@dataclasses.dataclass(frozen=True)
class BufferizePass(ModulePass):
    """Base of the classes that `pass_class` returns."""

    pass_class: ClassVar[type[Pass]]
    models: ClassVar[tuple[OpModel, ...]] = ()

    @classmethod
    def from_spec(cls, spec: ArgSpec) -> Self:
        """The pass with options as bufferize-opt reads them: `option`, `option=1`, `option=true`.

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
        """Runs the pass on a module, which is the same object afterwards.

        Raises BufferizationFailed, with the module as it was.
        """
        context = bufferize.Context()
        context.allow_unregistered_dialects = True
        try:
            manager = PassManager(steps=[self._pass()])
            run_in_place(manager, op, context, ctx, self.models)
        except DiagnosticError as problem:
            raise BufferizationFailed(problem) from problem

    def _pass(self) -> Pass:
        """The pass of bufferize. Raises OptionError."""
        return self.pass_class.from_options(write_options(self))


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _plain(value: object) -> Any:
    return value.value if isinstance(value, enum.Enum) else value


def pass_class(name: str, models: Iterable[OpModel] = ()) -> type[BufferizePass]:
    """A pass of bufferize as a pass of xDSL, by the name that it has in bufferize-opt.

    Its fields are the options that text can set, `bufferize_function_boundaries` for
    `bufferize-function-boundaries`. It bufferizes ops by these `models`, beside those that are
    installed. Raises OptionError if no installed plugin has the pass.
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
