"""Contexts: the dialects in whose terms IR is read, written and changed."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from bufferize import ir
from bufferize.define.dialect import Dialect, IndexConstant
from bufferize.define.operation import Operation
from bufferize.diagnostics import Diagnostic, PassError
from bufferize.ir import UNKNOWN_LOC, Attribute, Builder, Location, Region, Type, Value

if TYPE_CHECKING:
    from bufferize.interfaces import Model, TensorTypeModel

Resources = Mapping[str, Mapping[str, str]]
"""Dialect -> key -> the literal as written in `{-# dialect_resources #-}`."""

DialectLoader = Callable[[str], "Dialect | None"]
AnalysisFactory = Callable[[ir.Operation, Any, "Context"], Any]
"""Analyses an operation under options: `(op, OneShotOptions, context) -> AnalysisState`."""

ModelLoader = Callable[[str], "Mapping[str, Model]"]


class Context:
    """The dialects that are known, loaded when their name is first met.

    `dialects` are at hand; for any other name `loader` is asked once. `model_loader` gives the
    models of a dialect's ops, by full op name. Contexts share nothing but what they are given.
    """

    def __init__(
        self,
        dialects: Iterable[Dialect] | Mapping[str, Dialect] = (),
        loader: DialectLoader | None = None,
        model_loader: ModelLoader | None = None,
        *,
        allow_unregistered_dialects: bool = False,
    ) -> None:
        self.allow_unregistered_dialects = allow_unregistered_dialects
        self.handlers: list[Callable[[Diagnostic], None]] = []
        """Who is told of warnings and remarks."""
        self.models: dict[str, Model] = {}
        """By full op name; these come before what the model loader gives."""
        self.index_constant: IndexConstant | None = None
        """Makes an index constant; None to use that of a dialect."""
        self.resources: WeakKeyDictionary[Region, Resources] = WeakKeyDictionary()
        """What the texts of modules give as resources, by the region of the module."""
        self._loader = loader
        self._model_loader = model_loader
        given = dialects.values() if isinstance(dialects, Mapping) else dialects
        self._dialects: dict[str, Dialect | None] = {d.name: d for d in given}
        self._op_classes: dict[str, type[Operation] | None] = {}
        self._models: dict[str, Model | None] = {}
        self._dialect_models: dict[str, Mapping[str, Model]] = {}

    # Dialects and what they declare

    def register_dialect(self, dialect: Dialect) -> None:
        """Makes a dialect known, in place of any other of its name."""
        self._dialects[dialect.name] = dialect
        self._op_classes.clear()

    def dialect(self, name: str) -> Dialect | None:
        """The dialect of that name, loaded if need be; None if there is none."""
        try:
            return self._dialects[name]
        except KeyError:
            found = self._dialects[name] = self._loader(name) if self._loader else None
            return found

    @property
    def loaded_dialects(self) -> list[Dialect]:
        """The dialects met so far, in order of name."""
        return sorted((d for d in self._dialects.values() if d is not None), key=lambda d: d.name)

    def op_class(self, name: str) -> type[Operation] | None:
        """The class of the op of that full name, None if no dialect declares it."""
        try:
            return self._op_classes[name]
        except KeyError:
            dialect_name, _, mnemonic = name.partition(".")
            dialect = self.dialect(dialect_name)
            found = None if dialect is None else dialect.op_class(mnemonic)
            self._op_classes[name] = found
            return found

    def op_alias(self, name: str) -> str | None:
        """The full name of the op that an old full name stands for today, if it is an old name."""
        dialect = self.dialect(name.partition(".")[0])
        return None if dialect is None else dialect.op_aliases.get(name)

    def attribute_class(self, dialect_name: str, mnemonic: str) -> type[Attribute] | None:
        """The class of `#dialect.mnemonic`, None if it is not declared."""
        dialect = self.dialect(dialect_name)
        return None if dialect is None else dialect.attributes.get(mnemonic)

    def type_class(self, dialect_name: str, mnemonic: str) -> type[Type] | None:
        """The class of `!dialect.mnemonic`, None if it is not declared."""
        dialect = self.dialect(dialect_name)
        return None if dialect is None else dialect.types.get(mnemonic)

    def op_attribute_problem(self, op: ir.Operation, name: str, value: Attribute) -> str | None:
        """What the dialect of a discardable attribute `dialect.name` finds wrong with it on `op`."""
        dialect = self.dialect(name.partition(".")[0])
        check = None if dialect is None else dialect.op_attribute_problem
        return None if check is None else check(op, name, value)

    def resources_of(self, module: ir.Operation) -> Resources:
        """What the text that `module` was read from gives as resources; kept as long as it is."""
        return self.resources.get(module.regions[0], {}) if module.regions else {}

    # What ops mean

    def model(self, op_name: str) -> Model | None:
        """How an op bufferizes, None if nobody says."""
        found = self.models.get(op_name)
        if found is not None:
            return found
        try:
            return self._models[op_name]
        except KeyError:
            found = self._dialect_model_table(op_name.partition(".")[0]).get(op_name)
            self._models[op_name] = found
            return found

    def _dialect_model_table(self, name: str) -> Mapping[str, Model]:
        if self._model_loader is None:
            return {}
        table = self._dialect_models.get(name)
        if table is None:
            table = self._dialect_models[name] = self._model_loader(name)
        return table

    def model_plugin(self, op_name: str) -> str | None:
        """The plugin that an op's model comes from, None where no plugin gives it."""
        return None

    def analysis(self, name: str) -> AnalysisFactory | None:
        """A plugin's analysis of that name."""
        return None

    def type_model(self, type: Type) -> TensorTypeModel | None:
        """How values of a custom tensor type bufferize, None if nobody says."""
        return None

    def materialize_index(
        self, builder: Builder, value: int, location: Location = UNKNOWN_LOC
    ) -> Value:
        """An index constant at the builder's place.

        Raises `PassError` if no dialect provides constants.
        """
        make = self.index_constant
        if make is None:
            make = self.index_constant = self._find_index_constant()
        if make is None:
            raise PassError(
                f"the index constant {value} is needed, but no dialect provides constants: "
                "install bufferize-arith"
            )
        return make(builder, value, location)

    def _find_index_constant(self) -> IndexConstant | None:
        self.dialect("arith")  # the usual provider is asked even if the program has no such op
        providers = (d.index_constant for d in self.loaded_dialects)
        return next((make for make in providers if make is not None), None)

    # Messages

    def provider_of(self, dialect: str) -> str | None:
        """The distribution to install for a dialect that is missing, None where none is known."""
        return None

    def way_to_get(self, dialect: str) -> str:
        """What to do to have a dialect that is missing, as messages say it."""
        return f"install {self.provider_of(dialect) or 'a plugin that declares it'}"

    def emit(self, diagnostic: Diagnostic) -> None:
        """Tells the handlers of a warning or remark; without any it is a Python warning."""
        for handler in self.handlers:
            handler(diagnostic)
        if not self.handlers:
            warnings.warn(str(diagnostic), stacklevel=2)
