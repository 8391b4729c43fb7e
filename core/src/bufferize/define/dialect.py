"""Dialects: named sets of operations, types, attributes and custom directives."""

from __future__ import annotations

__all__ = ["Dialect"]

import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from bufferize import ir
from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.define.definition import OpDefinition
from bufferize.define.directives import CustomDirective, as_directive
from bufferize.define.operation import Operation
from bufferize.diagnostics import DefinitionError
from bufferize.ir import Attribute, Type

OperationT = TypeVar("OperationT", bound=Operation)
AttributeT = TypeVar("AttributeT", bound=Attribute)
TypeT = TypeVar("TypeT", bound=Type)
AnyT = TypeVar("AnyT")
OpAttributeProblem = Callable[[ir.Operation, str, Attribute], "str | None"]


class Dialect:
    """A dialect: its ops, types and attributes.

    It is a plain value, without registration: any number of contexts may share it, and a plugin returns
    it from a hook.
    """

    def __init__(self, name: str, *, partial: str | None = None) -> None:
        self.name = name
        self.partial = partial
        """The declared part of the dialect, for messages; None if all of it is declared.

        Its other ops count as ops of an unknown dialect.
        """
        self.types: dict[str, type[Type]] = {}
        """The types by mnemonic; attributes and ops are stored likewise."""
        self.attributes: dict[str, type[Attribute]] = {}
        self.custom_directives: dict[str, CustomDirective] = {}
        self.op_aliases: dict[str, str] = {}
        """The current full names of ops, by old full names."""
        self.lowering: str | None = None
        """The command that lowers ops without a model, such as `mlir-opt --lower-it`."""
        self.native_lowerings: dict[str, str] = {}
        """The passes that replace ops on buffers by ops that MLIR's tools know, by full names."""
        self.alternatives: dict[str, str] = {}
        """Advice that errors give on ops without a model, by their full names; others get `lowering`."""
        self.op_attribute_problem: OpAttributeProblem | None = None
        """The check of discardable attributes `dialect.name` on ops."""
        self._ops: dict[str, type[Operation]] = {}
        self._lazy: dict[str, Callable[[str], type[Operation]]] = {}
        self._making = threading.RLock()

    def __repr__(self) -> str:
        return f"<dialect {self.name}>"

    @property
    def ops(self) -> Mapping[str, type[Operation]]:
        """All op classes by mnemonic, including those that are made on demand."""
        for mnemonic in list(self._lazy):
            self.op_class(mnemonic)
        return self._ops

    @property
    def op_mnemonics(self) -> frozenset[str]:
        """The mnemonics of all ops, without making their classes."""
        return frozenset(self._ops) | frozenset(self._lazy)

    def op_class(self, mnemonic: str) -> type[Operation] | None:
        """Return the class of an op, None if the dialect has no such op."""
        found = self._ops.get(mnemonic)
        if found is None and mnemonic in self._lazy:
            return self._made(mnemonic)
        return found

    def _made(self, mnemonic: str) -> type[Operation]:
        """Return the class of a lazy op, made only once even by several threads."""
        with self._making:
            found = self._ops.get(mnemonic)
            if found is None:
                found = self._lazy[mnemonic](mnemonic)
                declared = self._ops.setdefault(mnemonic, found)
                if declared is not found or found.name != f"{self.name}.{mnemonic}":
                    raise DefinitionError(f"the class made for '{self.name}.{mnemonic}' is not it")
        return found

    def op(self, mnemonic: str) -> Callable[[type[OperationT]], type[OperationT]]:
        """Declare the decorated class as an op of this dialect.

        Raises `DefinitionError` if the declaration contradicts itself. The assembly format is
        checked at its first use, or by `check`.
        """

        def declare(cls: type[OperationT]) -> type[OperationT]:
            name = f"{self.name}.{mnemonic}"
            if mnemonic in self._ops:
                raise DefinitionError(f"op '{name}' is declared twice")
            definition = OpDefinition(cls, name, self)
            cls.name = name
            cls.definition = definition
            cls.has_custom_syntax = (
                definition.format_text is not None
                or cls.parse.__func__ is not Operation.parse.__func__  # type: ignore[attr-defined]
            )
            for trait in definition.implied_traits():
                cls.traits = (*cls.traits, trait)
                cls._trait_table = {**cls._trait_table, type(trait): trait}
            self._ops[mnemonic] = cls
            return cls

        return declare

    def similar_ops(self, base: type[Operation], docs: Mapping[str, str]) -> None:
        """Declare ops that have all of `base` in common and differ only in their names.

        `docs` maps mnemonics to docstrings. The classes stand beside `base` in its module:
        `similar_ops(BitCountOp, {"popcnt": "The number of bits that are set."})` makes `PopcntOp`.
        """
        module = sys.modules[base.__module__]
        for mnemonic, doc in docs.items():
            name = "".join(word.capitalize() for word in mnemonic.split("_")) + "Op"
            namespace = {"__doc__": doc, "__module__": base.__module__}
            setattr(module, name, self.op(mnemonic)(type(name, (base,), namespace)))

    def lazy_ops(self, mnemonics: Iterable[str], factory: Callable[[str], type[Operation]]) -> None:
        """Declare ops whose classes `factory` makes, each at the first look-up of its mnemonic.

        For ops that come from a table, most of which no program uses. The factory's class is
        declared with `op` as any other. To pickle such ops, the module of the class must find the
        class by its name, for example by a module-level `__getattr__`.
        """
        for mnemonic in mnemonics:
            self._lazy[mnemonic] = factory

    def attribute(self, mnemonic: str) -> Callable[[type[AttributeT]], type[AttributeT]]:
        """Declare the decorated class as the attribute `#dialect.mnemonic`.

        A class with `parameters` has a class method `parse_parameters` and a method
        `print_parameters` for the text after the mnemonic.
        """

        def declare(cls: type[AttributeT]) -> type[AttributeT]:
            self._declare(self.attributes, "attribute", mnemonic, cls)
            return cls

        return declare

    def type(self, mnemonic: str) -> Callable[[type[TypeT]], type[TypeT]]:
        """Declare the decorated class as the type `!dialect.mnemonic`, as `attribute` does."""

        def declare(cls: type[TypeT]) -> type[TypeT]:
            self._declare(self.types, "type", mnemonic, cls)
            return cls

        return declare

    def _declare(self, table: dict[str, Any], kind: str, mnemonic: str, cls: Any) -> None:
        if mnemonic in table:
            raise DefinitionError(f"{kind} '{self.name}.{mnemonic}' is declared twice")
        cls.dialect_name = self.name
        cls.mnemonic = mnemonic
        has_parser = hasattr(cls, "parse_parameters")
        if has_parser != hasattr(cls, "print_parameters"):
            raise DefinitionError(
                f"{kind} '{self.name}.{mnemonic}' needs both parse_parameters and print_parameters"
            )
        if not has_parser:
            cls.parse_parameters = classmethod(_parse_no_parameters)
            cls.print_parameters = _print_no_parameters
        table[mnemonic] = cls

    def custom_directive(self, name: str) -> Callable[[AnyT], AnyT]:
        """Declare the decorated class as `custom<name>` of this dialect's assembly formats.

        See `CustomDirective` for its methods.
        """

        def declare(directive: AnyT) -> AnyT:
            self.custom_directives[name] = as_directive(name, directive)
            return directive

        return declare

    def merge(self, other: Dialect) -> None:
        """Add all that another dialect object of this name declares; its entries override these."""
        self._ops.update(other._ops)
        self._lazy.update(dict.fromkeys(other._lazy, other._made))
        self.types.update(other.types)
        self.attributes.update(other.attributes)
        self.custom_directives.update(other.custom_directives)
        self.op_aliases.update(other.op_aliases)
        self.partial = self.partial or other.partial
        self.lowering = other.lowering or self.lowering
        self.native_lowerings.update(other.native_lowerings)
        self.alternatives.update(other.alternatives)

    def check(self) -> None:
        """Prepare every op's format, verification and `build` at once, for tests of the dialect.

        Raises `DefinitionError` for the first declaration that is wrong.
        """
        for cls in self.ops.values():
            _ = cls.definition.format, cls.definition.verifier, cls.definition.builder


def _parse_no_parameters(cls: Callable[[], AnyT], parser: AsmParser) -> AnyT:
    return cls()


def _print_no_parameters(self: object, printer: AsmPrinter) -> None:
    pass
