"""The builtin dialect: modules and casts between dialects."""

from __future__ import annotations

from bufferize import define as d
from bufferize.interfaces import CastOpInterface
from bufferize.ir import Block, StringAttr, SymbolTrait, Value

BUILTIN = DIALECT = d.Dialect("builtin")

_REQUIRED_IF_NAMED = d.SymbolTrait()


@BUILTIN.op("module")
class ModuleOp(d.Operation):
    """The outermost op of a program: functions, globals and other symbols."""

    sym_name: d.OptionalAttr[StringAttr, str] = d.optional_attr(d.SYMBOL_NAME)
    sym_visibility: d.OptionalAttr[StringAttr, str] = d.optional_attr(d.STR_ATTR)
    body: d.Region = d.region(num_blocks=1, name="bodyRegion")
    traits = (
        d.AffineScope(),
        d.GraphRegion(),
        d.IsolatedFromAbove(),
        d.NoRegionArguments(),
        d.NoTerminator(),
        d.SingleBlock(),
        d.SymbolTableTrait(),
        # A module may go without a name.
        SymbolTrait(),
    )
    default_dialect = "builtin"
    assembly_format = "($sym_name^)? attr-dict-with-keyword $bodyRegion"

    @classmethod
    def empty(cls, name: str | None = None) -> ModuleOp:
        """Return a module without ops."""
        return cls(sym_name=name, body=Block())

    @property
    def block(self) -> Block:
        """The block with the ops of the module."""
        return self.body.blocks[0]

    def verify_op(self) -> None:
        if self.sym_name is not None:
            _REQUIRED_IF_NAMED.verify(self)
        for name in self.attributes:
            if "." not in name:
                raise self.error(
                    f"can only contain attributes with dialect-prefixed names, found: '{name}'"
                )


@BUILTIN.op("unrealized_conversion_cast")
class UnrealizedConversionCastOp(d.Operation, CastOpInterface):
    """A conversion between types, which a later pass must replace."""

    inputs: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE)
    traits = (d.Pure(),)
    assembly_format = "($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict"

    def verify_op(self) -> None:
        if not self.results:
            raise self.error("expected at least one result for cast operation")

    def fold(self) -> list[Value] | None:
        inputs = self.inputs
        if inputs and [value.type for value in inputs] == list(self.result_types):
            return list(inputs)
        source = inputs[0].defining_op if inputs else None
        if (
            isinstance(source, UnrealizedConversionCastOp)
            and inputs == source.results
            and source.operand_types == self.result_types
        ):
            return list(source.inputs)
        return None
