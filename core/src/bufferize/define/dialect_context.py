"""Contexts: the dialects that are known when IR is read, written and changed."""

from __future__ import annotations

__all__ = ["DialectContext", "DialectLoader"]

import warnings
from collections.abc import Callable, Iterable, Mapping
from weakref import WeakKeyDictionary

from bufferize import ir
from bufferize.define.dialect import Dialect
from bufferize.define.operation import Operation
from bufferize.diagnostics import Diagnostic, PassError
from bufferize.ir import UNKNOWN_LOC, Attribute, Builder, Location, Region, Type, Value

Resources = Mapping[str, Mapping[str, str]]
"""The literals in a section of `{-# … #-}`, by dialect or tool, and by key."""

DialectLoader = Callable[[str], "Dialect | None"]

IndexConstant = Callable[[Builder, int, Location], Value]
"""A function that inserts an index constant at a builder's insertion point."""


class DialectContext:
    """The known dialects, each loaded when its name is first used.

    `dialects` are at hand; for any other name `loader` is asked once. Contexts share nothing but
    their arguments.
    """

    def __init__(
        self,
        dialects: Iterable[Dialect] | Mapping[str, Dialect] = (),
        loader: DialectLoader | None = None,
        *,
        allow_unregistered_dialects: bool = False,
    ) -> None:
        self.allow_unregistered_dialects = allow_unregistered_dialects
        self.handlers: list[Callable[[Diagnostic], None]] = []
        """The functions to call with warnings and remarks."""
        self.index_constant: IndexConstant | None = None
        """The function that inserts index constants; None to use a plugin's."""
        self.resources: WeakKeyDictionary[Region, Resources] = WeakKeyDictionary()
        """The resources of dialects in the texts of modules, by the region of the module."""
        self.external_resources: WeakKeyDictionary[Region, Resources] = WeakKeyDictionary()
        """The resources of tools (`{-# external_resources #-}`), by the region of the module."""
        self._loader = loader
        given = dialects.values() if isinstance(dialects, Mapping) else dialects
        self._dialects: dict[str, Dialect | None] = {d.name: d for d in given}
        self._op_classes: dict[str, type[Operation] | None] = {}

    # Dialects and what they declare

    def register_dialect(self, dialect: Dialect) -> None:
        """Register a dialect, in place of any other of its name."""
        self._dialects[dialect.name] = dialect
        self._op_classes.clear()

    def dialect(self, name: str) -> Dialect | None:
        """Return the dialect of that name, loaded if need be; None if there is none."""
        try:
            return self._dialects[name]
        except KeyError:
            found = self._dialects[name] = self._loader(name) if self._loader else None
            return found

    def op_class(self, name: str) -> type[Operation] | None:
        """Return the class of the op with that full name; None if no dialect declares it."""
        try:
            return self._op_classes[name]
        except KeyError:
            dialect_name, _, mnemonic = name.partition(".")
            dialect = self.dialect(dialect_name)
            found = None if dialect is None else dialect.op_class(mnemonic)
            self._op_classes[name] = found
            return found

    def op_alias(self, name: str) -> str | None:
        """Return the current full name of an op for an old one; None if it is no old name."""
        dialect = self.dialect(name.partition(".")[0])
        return None if dialect is None else dialect.op_aliases.get(name)

    def attribute_class(self, dialect_name: str, mnemonic: str) -> type[Attribute] | None:
        """Return the class of `#dialect.mnemonic`; None if it is not declared."""
        dialect = self.dialect(dialect_name)
        return None if dialect is None else dialect.attributes.get(mnemonic)

    def type_class(self, dialect_name: str, mnemonic: str) -> type[Type] | None:
        """Return the class of `!dialect.mnemonic`; None if it is not declared."""
        dialect = self.dialect(dialect_name)
        return None if dialect is None else dialect.types.get(mnemonic)

    def op_attribute_problem(self, op: ir.Operation, name: str, value: Attribute) -> str | None:
        """Return the problem with an attribute `dialect.name` on `op`; None if there is none."""
        dialect = self.dialect(name.partition(".")[0])
        check = None if dialect is None else dialect.op_attribute_problem
        return None if check is None else check(op, name, value)

    def resources_of(self, module: ir.Operation) -> Resources:
        """Return the resources of dialects in the text that `module` was read from."""
        return self.resources.get(module.regions[0], {}) if module.regions else {}

    def external_resources_of(self, module: ir.Operation) -> Resources:
        """Return the resources of tools in the text that `module` was read from."""
        return self.external_resources.get(module.regions[0], {}) if module.regions else {}

    def share_resources(self, module: ir.Operation, copy: ir.Operation) -> None:
        """Give a copy of `module` the same resources; copying operations does not."""
        for known in (self.resources, self.external_resources):
            if module.regions and module.regions[0] in known:
                known[copy.regions[0]] = known[module.regions[0]]

    # What ops mean

    def materialize_index(
        self, builder: Builder, value: int, location: Location = UNKNOWN_LOC
    ) -> Value:
        """Insert an index constant at the builder's insertion point.

        Raises `PassError` if no dialect provides constants.
        """
        make = self.index_constant
        if make is None:
            make = self.index_constant = self._find_index_constant()
        if make is None:
            raise PassError(
                f"the index constant {value} is needed, but no dialect provides constants: "
                + (self.way_to_get("constant", "index") or "install a plugin that does")
            )
        return make(builder, value, location)

    def _find_index_constant(self) -> IndexConstant | None:
        """Return a plugin's function that inserts index constants; None if there is none."""
        return None

    # Messages

    def is_missing(self, dialect: str) -> bool:
        """Return whether nothing that is installed declares a dialect."""
        return self.dialect(dialect) is None

    def way_to_get(self, kind: str, name: str) -> str | None:
        """Return how to get something that is missing, such as "install D"; None if unknown.

        `kind` is "dialect", "pass", or "constant" for a maker of constants of a type.
        """
        return None

    def way_to_get_dialect(self, name: str) -> str:
        """Return how to get a dialect that is missing."""
        return self.way_to_get("dialect", name) or "install a plugin that declares it"

    def emit(self, diagnostic: Diagnostic) -> None:
        """Pass a warning or remark to the handlers; without any, issue a Python warning."""
        for handler in self.handlers:
            handler(diagnostic)
        if not self.handlers:
            warnings.warn(str(diagnostic), stacklevel=2)
