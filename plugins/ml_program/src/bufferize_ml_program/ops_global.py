"""Globals of the ml_program dialect, and the ops that read and write them."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize.define import Operation, Pure, SymbolTrait
from bufferize.define.asm import AsmParser, AsmPrinter, UnresolvedOperand
from bufferize.define.attr_constraints import (
    ANY_ATTR,
    STR_ATTR,
    SYMBOL_NAME,
    SYMBOL_REF,
    TYPE_ATTR,
    UNIT_ATTR,
)
from bufferize.define.type_constraints import ANY_TYPE
from bufferize.interfaces import EffectKind, MemoryEffect, MemoryEffectsOpInterface
from bufferize.ir import (
    Attribute,
    StringAttr,
    SymbolRefAttr,
    SymbolTables,
    Type,
    TypeAttr,
    UnitAttr,
    Value,
)
from bufferize_ml_program.base import ML_PROGRAM, TOKEN

_VISIBILITIES = ("public", "private", "nested")


@ML_PROGRAM.custom_directive("SymbolVisibility")
class SymbolVisibilityDirective:
    """`public`, `private` or `nested`, which must be there."""

    @staticmethod
    def parse(parser: AsmParser) -> StringAttr:
        """The keyword as a string."""
        visibility = parser.parse_optional_any_keyword(_VISIBILITIES)
        if visibility is None:
            raise parser.error("expected 'public', 'private', or 'nested'")
        return StringAttr(visibility)

    @staticmethod
    def print(printer: AsmPrinter, op: Operation, visibility: StringAttr | None) -> None:
        """The keyword; none means public."""
        printer.write("public" if visibility is None else visibility.value)


@ML_PROGRAM.custom_directive("TypedInitialValue")
class TypedInitialValueDirective:
    """`(value)? : type`."""

    @staticmethod
    def parse(parser: AsmParser) -> tuple[TypeAttr, Attribute | None]:
        """The type and the value."""
        value = None
        if parser.parse_optional_punctuation("("):
            value = parser.parse_attribute()
            parser.parse_punctuation(")")
        return TypeAttr(parser.parse_colon_type()), value

    @staticmethod
    def print(printer: AsmPrinter, op: Operation, type: TypeAttr, value: Attribute | None) -> None:
        if value is not None:
            printer.write("(")
            printer.print_attribute(value)
            printer.write(")")
        printer.write(" : ")
        printer.print_attribute(type)


@ML_PROGRAM.custom_directive("TokenOrdering")
class TokenOrderingDirective:
    """`ordering(%tokens -> !ml_program.token)`, with `()` for no tokens."""

    @staticmethod
    def parse(parser: AsmParser) -> tuple[list[UnresolvedOperand], Type | None]:
        """The tokens that come in and the type of the one that goes out."""
        if not parser.parse_optional_keyword("ordering"):
            return [], None
        parser.parse_punctuation("(")
        tokens: list[UnresolvedOperand] = []
        if parser.parse_optional_punctuation("("):
            parser.parse_punctuation(")")
        else:
            tokens = parser.parse_operand_list()
        parser.parse_punctuation("->")
        produced = parser.parse_type()
        parser.parse_punctuation(")")
        return tokens, produced

    @staticmethod
    def print(printer: AsmPrinter, op: Operation, tokens: Sequence[Value], produced: Type) -> None:
        printer.write(" ordering(")
        if tokens:
            printer.print_operands(tokens)
        else:
            printer.write("()")
        printer.write(" -> ")
        printer.print_type(produced)
        printer.write(")")


@ML_PROGRAM.op("global")
class GlobalOp(Operation):
    """A variable or constant of the module."""

    __slots__ = ()

    sym_name: d.Attr[StringAttr, str] = d.attr(SYMBOL_NAME)
    type: d.Attr[TypeAttr, Type] = d.attr(TYPE_ATTR)
    is_mutable: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR)
    value: d.OptionalAttr[Attribute, Attribute] = d.optional_attr(ANY_ATTR)
    sym_visibility: d.OptionalAttr[StringAttr, str] = d.optional_attr(STR_ATTR)
    traits = (SymbolTrait(),)
    assembly_format = """
        custom<SymbolVisibility>($sym_visibility)
        (`mutable` $is_mutable^)?
        $sym_name ``
        custom<TypedInitialValue>($type, $value)
        attr-dict
    """

    def verify_op(self) -> None:
        if self.is_mutable is None and self.value is None:
            raise self.error("immutable global must have an initial value")


def _find_global(op: Operation, reference: SymbolRefAttr, tables: SymbolTables) -> GlobalOp:
    found = tables.lookup(op, reference)
    if not isinstance(found, GlobalOp):
        raise op.error(f"undefined global: {reference}")
    return found


def _verify_load(op: Operation, reference: SymbolRefAttr, tables: SymbolTables) -> GlobalOp:
    found = _find_global(op, reference, tables)
    if found.type.type is not op.results[0].type:
        raise op.error(
            f"cannot load from global typed '{found.type.type}' as '{op.results[0].type}'"
        )
    return found


def _verify_store(op: Operation, reference: SymbolRefAttr, tables: SymbolTables) -> None:
    found = _find_global(op, reference, tables)
    if found.is_mutable is None:
        raise op.error(f"cannot store to an immutable global {reference}")
    if found.type.type is not op.operand(0).type:
        raise op.error(
            f"cannot store to a global typed '{found.type.type}' from '{op.operand(0).type}'"
        )


@ML_PROGRAM.op("global_load_const")
class GlobalLoadConstOp(Operation):
    """The value of a constant global."""

    __slots__ = ()

    global_: d.Attr[SymbolRefAttr, str] = d.attr(SYMBOL_REF, name="global")
    result: d.Result = d.result(ANY_TYPE)
    traits = (Pure(),)
    assembly_format = "$global `:` type($result) attr-dict"

    def verify_symbol_uses(self, tables: SymbolTables) -> None:
        """Checks that the symbol is a constant global of the result's type."""
        if _find_global(self, self.global_, tables).is_mutable is not None:
            raise self.error(f"cannot load as const from mutable global {self.global_}")
        _verify_load(self, self.global_, tables)

    def result_names(self) -> list[str]:
        return [self.global_.leaf]


@ML_PROGRAM.op("global_load")
class GlobalLoadOp(Operation, MemoryEffectsOpInterface):
    """The value that a global has now."""

    __slots__ = ()

    global_: d.Attr[SymbolRefAttr, str] = d.attr(SYMBOL_REF, name="global")
    result: d.Result = d.result(ANY_TYPE)
    assembly_format = "$global `:` type($result) attr-dict"

    def verify_symbol_uses(self, tables: SymbolTables) -> None:
        """Checks that the symbol is a global of the result's type."""
        _verify_load(self, self.global_, tables)

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.READ)]

    def result_names(self) -> list[str]:
        return [self.global_.leaf]


@ML_PROGRAM.op("global_load_graph")
class GlobalLoadGraphOp(Operation, MemoryEffectsOpInterface):
    """The value that a global has after these tokens."""

    __slots__ = ()

    global_: d.Attr[SymbolRefAttr, str] = d.attr(SYMBOL_REF, name="global")
    consume_tokens: d.VariadicOperand = d.variadic_operand(TOKEN, name="consumeTokens")
    result: d.Result = d.result(ANY_TYPE)
    produce_token: d.Result = d.result(TOKEN, name="produceToken")
    assembly_format = (
        "$global `` custom<TokenOrdering>($consumeTokens, type($produceToken)) "
        "`:` type($result) attr-dict"
    )

    def verify_symbol_uses(self, tables: SymbolTables) -> None:
        """Checks that the symbol is a global of the result's type."""
        _verify_load(self, self.global_, tables)

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.READ)]


@ML_PROGRAM.op("global_store")
class GlobalStoreOp(Operation, MemoryEffectsOpInterface):
    """Gives a global another value."""

    __slots__ = ()

    global_: d.Attr[SymbolRefAttr, str] = d.attr(SYMBOL_REF, name="global")
    value: d.Operand = d.operand(ANY_TYPE)
    assembly_format = "$global `=` $value `:` type($value) attr-dict"

    def verify_symbol_uses(self, tables: SymbolTables) -> None:
        """Checks that the symbol is a mutable global of the value's type."""
        _verify_store(self, self.global_, tables)

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.WRITE)]


@ML_PROGRAM.op("global_store_graph")
class GlobalStoreGraphOp(Operation, MemoryEffectsOpInterface):
    """Gives a global another value after these tokens."""

    __slots__ = ()

    global_: d.Attr[SymbolRefAttr, str] = d.attr(SYMBOL_REF, name="global")
    value: d.Operand = d.operand(ANY_TYPE)
    consume_tokens: d.VariadicOperand = d.variadic_operand(TOKEN, name="consumeTokens")
    produce_token: d.Result = d.result(TOKEN, name="produceToken")
    assembly_format = (
        "$global `=` $value `` custom<TokenOrdering>($consumeTokens, type($produceToken)) "
        "`:` type($value) attr-dict"
    )

    def verify_symbol_uses(self, tables: SymbolTables) -> None:
        """Checks that the symbol is a mutable global of the value's type."""
        _verify_store(self, self.global_, tables)

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.WRITE)]


@ML_PROGRAM.op("token")
class TokenOp(Operation):
    """A token that stands for no op before."""

    __slots__ = ()

    token: d.Result = d.result(TOKEN)
    traits = (Pure(),)
    assembly_format = "attr-dict"
