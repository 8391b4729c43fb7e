"""All ops of the ml_program dialect: globals, their loads and stores, and functions."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.function_ops import FunctionOp, verify_return
from bufferize.interfaces import (
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
    RegionBranchTerminatorOpInterface,
)
from bufferize_ml_program.dialect import ML_PROGRAM as ML_PROGRAM
from bufferize_ml_program.dialect import TOKEN

_VISIBILITIES = ("public", "private", "nested")


@ML_PROGRAM.custom_directive("SymbolVisibility")
class SymbolVisibilityDirective:
    """`public`, `private` or `nested`, which must be there."""

    @staticmethod
    def parse(parser: d.AsmParser) -> ir.StringAttr:
        """Return the keyword as a string."""
        visibility = parser.parse_optional_any_keyword(_VISIBILITIES)
        if visibility is None:
            raise parser.error("expected 'public', 'private', or 'nested'")
        return ir.StringAttr(visibility)

    @staticmethod
    def print(printer: d.AsmPrinter, op: d.Operation, visibility: ir.StringAttr | None) -> None:
        """Return the keyword; none means public."""
        printer.write("public" if visibility is None else visibility.value)


@ML_PROGRAM.custom_directive("TypedInitialValue")
class TypedInitialValueDirective:
    """`(value)? : type`."""

    @staticmethod
    def parse(parser: d.AsmParser) -> tuple[ir.TypeAttr, ir.Attribute | None]:
        """Return the type and the value."""
        value = None
        if parser.parse_optional_punctuation("("):
            value = parser.parse_attribute()
            parser.parse_punctuation(")")
        return ir.TypeAttr(parser.parse_colon_type()), value

    @staticmethod
    def print(
        printer: d.AsmPrinter, op: d.Operation, type: ir.TypeAttr, value: ir.Attribute | None
    ) -> None:
        """Write what `parse` reads."""
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
    def parse(parser: d.AsmParser) -> tuple[list[d.UnresolvedOperand], ir.Type | None]:
        """Return the tokens that come in and the type of the one that goes out."""
        if not parser.parse_optional_keyword("ordering"):
            return [], None
        parser.parse_punctuation("(")
        tokens: list[d.UnresolvedOperand] = []
        if parser.parse_optional_punctuation("("):
            parser.parse_punctuation(")")
        else:
            tokens = parser.parse_operand_list()
        parser.parse_punctuation("->")
        produced = parser.parse_type()
        parser.parse_punctuation(")")
        return tokens, produced

    @staticmethod
    def print(
        printer: d.AsmPrinter, op: d.Operation, tokens: Sequence[ir.Value], produced: ir.Type
    ) -> None:
        """Write what `parse` reads."""
        printer.write(" ordering(")
        if tokens:
            printer.print_operands(tokens)
        else:
            printer.write("()")
        printer.write(" -> ")
        printer.print_type(produced)
        printer.write(")")


@ML_PROGRAM.op("global")
class GlobalOp(d.Operation):
    """A variable or constant of the module."""

    sym_name: d.Attr[ir.StringAttr, str] = d.attr(d.SYMBOL_NAME)
    type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(d.TYPE_ATTR)
    is_mutable: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    value: d.OptionalAttr[ir.Attribute, ir.Attribute] = d.optional_attr(d.ANY_ATTR)
    sym_visibility: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    traits = (d.SymbolTrait(),)
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


def _find_global(op: d.Operation, reference: ir.SymbolRefAttr, tables: ir.SymbolTables) -> GlobalOp:
    found = tables.lookup(op, reference)
    if not isinstance(found, GlobalOp):
        raise op.error(f"undefined global: {reference}")
    return found


def _verify_load(op: d.Operation, reference: ir.SymbolRefAttr, tables: ir.SymbolTables) -> GlobalOp:
    found = _find_global(op, reference, tables)
    if found.type.type is not op.results[0].type:
        raise op.error(
            f"cannot load from global typed '{found.type.type}' as '{op.results[0].type}'"
        )
    return found


def _verify_store(op: d.Operation, reference: ir.SymbolRefAttr, tables: ir.SymbolTables) -> None:
    found = _find_global(op, reference, tables)
    if found.is_mutable is None:
        raise op.error(f"cannot store to an immutable global {reference}")
    if found.type.type is not op.operand(0).type:
        raise op.error(
            f"cannot store to a global typed '{found.type.type}' from '{op.operand(0).type}'"
        )


@ML_PROGRAM.op("global_load_const")
class GlobalLoadConstOp(d.Operation):
    """The value of a constant global."""

    global_: d.Attr[ir.SymbolRefAttr, str] = d.attr(d.SYMBOL_REF, name="global")
    result: d.Result = d.result(d.ANY_TYPE)
    traits = (d.Pure(),)
    assembly_format = "$global `:` type($result) attr-dict"

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the symbol is a constant global of the result's type."""
        if _find_global(self, self.global_, tables).is_mutable is not None:
            raise self.error(f"cannot load as const from mutable global {self.global_}")
        _verify_load(self, self.global_, tables)

    def result_names(self) -> list[str]:
        return [self.global_.leaf]


@ML_PROGRAM.op("global_load")
class GlobalLoadOp(d.Operation, MemoryEffectsOpInterface):
    """Loads the current value of a global."""

    global_: d.Attr[ir.SymbolRefAttr, str] = d.attr(d.SYMBOL_REF, name="global")
    result: d.Result = d.result(d.ANY_TYPE)
    assembly_format = "$global `:` type($result) attr-dict"

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the symbol is a global of the result's type."""
        _verify_load(self, self.global_, tables)

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.READ)]

    def result_names(self) -> list[str]:
        return [self.global_.leaf]


@ML_PROGRAM.op("global_load_graph")
class GlobalLoadGraphOp(d.Operation, MemoryEffectsOpInterface):
    """Loads the value of a global, after the ops that the tokens come from."""

    global_: d.Attr[ir.SymbolRefAttr, str] = d.attr(d.SYMBOL_REF, name="global")
    consume_tokens: d.VariadicOperand = d.variadic_operand(TOKEN, name="consumeTokens")
    result: d.Result = d.result(d.ANY_TYPE)
    produce_token: d.Result = d.result(TOKEN, name="produceToken")
    assembly_format = (
        "$global `` custom<TokenOrdering>($consumeTokens, type($produceToken)) "
        "`:` type($result) attr-dict"
    )

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the symbol is a global of the result's type."""
        _verify_load(self, self.global_, tables)

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.READ)]


@ML_PROGRAM.op("global_store")
class GlobalStoreOp(d.Operation, MemoryEffectsOpInterface):
    """Stores a value into a global."""

    global_: d.Attr[ir.SymbolRefAttr, str] = d.attr(d.SYMBOL_REF, name="global")
    value: d.Operand = d.operand(d.ANY_TYPE)
    traits = (d.WillReturn(),)
    assembly_format = "$global `=` $value `:` type($value) attr-dict"

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the symbol is a mutable global of the value's type."""
        _verify_store(self, self.global_, tables)

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.WRITE)]


@ML_PROGRAM.op("global_store_graph")
class GlobalStoreGraphOp(d.Operation, MemoryEffectsOpInterface):
    """Stores a value into a global, after the ops that the tokens come from."""

    global_: d.Attr[ir.SymbolRefAttr, str] = d.attr(d.SYMBOL_REF, name="global")
    value: d.Operand = d.operand(d.ANY_TYPE)
    consume_tokens: d.VariadicOperand = d.variadic_operand(TOKEN, name="consumeTokens")
    produce_token: d.Result = d.result(TOKEN, name="produceToken")
    traits = (d.WillReturn(),)
    assembly_format = (
        "$global `=` $value `` custom<TokenOrdering>($consumeTokens, type($produceToken)) "
        "`:` type($value) attr-dict"
    )

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the symbol is a mutable global of the value's type."""
        _verify_store(self, self.global_, tables)

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.WRITE)]


@ML_PROGRAM.op("token")
class TokenOp(d.Operation):
    """A token that depends on no op."""

    token: d.Result = d.result(TOKEN)
    traits = (d.Pure(),)
    assembly_format = "attr-dict"


@ML_PROGRAM.op("func")
class FuncOp(FunctionOp):
    """A function whose ops run in order."""

    traits = (d.IsolatedFromAbove(), d.SymbolTrait())


@ML_PROGRAM.op("subgraph")
class SubgraphOp(FunctionOp):
    """A function whose ops are a graph: in any order that their operands allow."""

    traits = (d.GraphRegion(), d.IsolatedFromAbove(), d.SingleBlock(), d.SymbolTrait())


@ML_PROGRAM.op("return")
class ReturnOp(d.Operation, RegionBranchTerminatorOpInterface):
    """Ends a function with its results."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    traits = (d.Pure(), d.HasParent("ml_program.func"), d.ReturnLike(), d.IsTerminator())
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"

    def verify_op(self) -> None:
        function = self.parent_op
        assert isinstance(function, FuncOp)
        verify_return(self, function, "return", "returns")


@ML_PROGRAM.op("output")
class OutputOp(d.Operation, RegionBranchTerminatorOpInterface):
    """Ends a subgraph with its results."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    traits = (d.Pure(), d.HasParent("ml_program.subgraph"), d.ReturnLike(), d.IsTerminator())
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"

    def verify_op(self) -> None:
        function = self.parent_op
        assert isinstance(function, SubgraphOp)
        verify_return(self, function, "output", "outputs")
