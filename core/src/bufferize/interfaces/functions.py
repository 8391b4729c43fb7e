"""Functions and calls."""

from __future__ import annotations

from typing import cast

from bufferize.interfaces.base import OpInterface, as_operation
from bufferize.ir import (
    ArrayAttr,
    Attribute,
    Block,
    BlockArgument,
    DictionaryAttr,
    FunctionType,
    OpOperand,
    Region,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    Value,
)


class CallOpInterface(OpInterface):
    """A call. By default the callee is the field `callee` and every operand is an argument."""

    __slots__ = ()

    @property
    def callable_for_callee(self) -> SymbolRefAttr | Value:
        """The symbol called, or the value that holds the function for an indirect call."""
        return cast("SymbolRefAttr | Value", getattr(self, "callee"))  # noqa: B009

    @property
    def arg_operands(self) -> list[OpOperand]:
        """The operands that become the callee's arguments, in order."""
        return list(as_operation(self).op_operands)


class FunctionOpInterface(OpInterface):
    """A function: the inherent attributes `sym_name`, `function_type`, `arg_attrs`, `res_attrs`.

    The body is the first region; a function with an empty body is external.
    """

    __slots__ = ()

    @property
    def symbol_name(self) -> str:
        """The function's name, without the `@`."""
        name = as_operation(self).get_attr("sym_name")
        return name.value if isinstance(name, StringAttr) else ""

    @property
    def signature(self) -> FunctionType:
        """The function's type."""
        attr = as_operation(self).get_attr("function_type")
        return cast(FunctionType, cast(TypeAttr, attr).type)

    def set_signature(self, signature: FunctionType) -> None:
        """Change the type; the caller keeps the body in step."""
        as_operation(self).properties["function_type"] = TypeAttr(signature)

    @property
    def function_body(self) -> Region:
        """The region with the body."""
        return as_operation(self).regions[0]

    @property
    def is_external(self) -> bool:
        """Whether the function has no body."""
        return not self.function_body.blocks

    @property
    def entry_block(self) -> Block:
        """The body's first block. The function must not be external."""
        return self.function_body.blocks[0]

    @property
    def body_arguments(self) -> tuple[BlockArgument, ...]:
        """The entry block's arguments; empty for an external function."""
        return () if self.is_external else tuple(self.entry_block.arguments)

    def get_arg_attr(self, index: int, name: str) -> Attribute | None:
        """Attribute `name` of argument number `index`."""
        return self._dictionary("arg_attrs", index).get(name)

    def set_arg_attr(self, index: int, name: str, value: Attribute | None) -> None:
        """Set an attribute of argument number `index`; None removes it."""
        self._set("arg_attrs", len(self.signature.inputs), index, name, value)

    def remove_arg_attr(self, index: int, name: str) -> None:
        """Remove an attribute of argument number `index`, if it is there."""
        if name in self._dictionary("arg_attrs", index):
            self.set_arg_attr(index, name, None)

    def get_result_attr(self, index: int, name: str) -> Attribute | None:
        """Attribute `name` of result number `index`."""
        return self._dictionary("res_attrs", index).get(name)

    def set_result_attr(self, index: int, name: str, value: Attribute | None) -> None:
        """Set an attribute of result number `index`; None removes it."""
        self._set("res_attrs", len(self.signature.results), index, name, value)

    def _dictionary(self, group: str, index: int) -> dict[str, Attribute]:
        dictionaries = as_operation(self).get_attr(group)
        if not isinstance(dictionaries, ArrayAttr) or index >= len(dictionaries.elements):
            return {}
        entry = dictionaries.elements[index]
        return dict(entry.entries) if isinstance(entry, DictionaryAttr) else {}

    def _set(self, group: str, count: int, index: int, name: str, value: Attribute | None) -> None:
        entries = [self._dictionary(group, i) for i in range(count)]
        entries[index].pop(name, None)
        if value is not None:
            entries[index][name] = value
        op = as_operation(self)
        if any(entries):
            attrs = tuple(DictionaryAttr.of(entry) for entry in entries)
            op.properties[group] = ArrayAttr(attrs)
        else:
            op.properties.pop(group, None)
