"""Functions and calls."""

from __future__ import annotations

__all__ = ["CallOpInterface", "FunctionOpInterface", "function_around"]

from collections.abc import Collection, Mapping, Sequence
from typing import cast

from bufferize import ir
from bufferize.interfaces.base import OpInterface


class CallOpInterface(OpInterface):
    """A call. By default the callee is the field `callee` and every operand is an argument."""

    @property
    def callable_for_callee(self) -> ir.SymbolRefAttr | ir.Value:
        """The symbol of the callee, or the function value of an indirect call."""
        return cast("ir.SymbolRefAttr | ir.Value", self.field_called("callee"))

    @property
    def arg_operands(self) -> list[ir.OpOperand]:
        """The operands passed as the callee's arguments, in order."""
        return list(self.op_operands)

    @property
    def can_be_rebuilt(self) -> bool:
        """Whether `rebuild` works. By default: if the arguments are the last operands and alike.

        An operation class with operands after its arguments overrides both.
        """
        arguments = self.arg_operands
        start = len(self.op_operands) - len(arguments)
        return (
            self.op_operands[start:] == arguments
            and "operandSegmentSizes" not in self.properties
            and not self.regions
            and not self.successors
        )

    def rebuild(self, arguments: Sequence[ir.Value], results: Sequence[int]) -> ir.Operation:
        """Return a new, detached call of the same callee that passes `arguments`.

        It has only the results with the numbers `results` of this one, in order. Of the attributes
        of arguments and results each stays with its argument and result.
        """
        start = len(self.op_operands) - len(self.arg_operands)
        properties = dict(self.properties)
        kept = {"arg_attrs": range(len(arguments)), "res_attrs": results}
        for name, numbers in kept.items():
            if name in properties:
                dictionaries = [ir.DictionaryAttr.of(_dictionary(self, name, i)) for i in numbers]
                properties[name] = ir.ArrayAttr(tuple(dictionaries))
        return type(self).create(
            (*self.operands[:start], *arguments),
            [self.results[i].type for i in results],
            properties=properties,
            attributes=self.attributes,
            location=self.location,
        )


class FunctionOpInterface(OpInterface):
    """A function: the inherent attributes `sym_name`, `function_type`, `arg_attrs`, `res_attrs`.

    The body is the first region; a function with an empty body is external.
    """

    @property
    def symbol_name(self) -> str:
        """The function's name, without the `@`."""
        name = self.get_attr("sym_name")
        return name.value if isinstance(name, ir.StringAttr) else ""

    @property
    def signature(self) -> ir.FunctionType:
        """The function's type."""
        attr = self.get_attr("function_type")
        return cast(ir.FunctionType, cast(ir.TypeAttr, attr).type)

    def set_signature(self, signature: ir.FunctionType) -> None:
        """Change the type; the caller changes the body accordingly."""
        self.properties["function_type"] = ir.TypeAttr(signature)

    @property
    def is_public(self) -> bool:
        """Whether other modules may use the function."""
        return self.get_attr("sym_visibility") in (None, ir.StringAttr("public"))

    @property
    def function_body(self) -> ir.Region:
        """The region with the body."""
        return self.regions[0]

    @property
    def is_external(self) -> bool:
        """Whether the function has no body."""
        return not self.function_body.blocks

    @property
    def entry_block(self) -> ir.Block:
        """The body's first block. The function must not be external."""
        return self.function_body.blocks[0]

    @property
    def body_arguments(self) -> tuple[ir.BlockArgument, ...]:
        """The entry block's arguments; empty for an external function."""
        return () if self.is_external else tuple(self.entry_block.arguments)

    def append_arguments(
        self, types: Sequence[ir.Type], attributes: Sequence[Mapping[str, ir.Attribute]]
    ) -> list[ir.BlockArgument]:
        """Append arguments. Return the new arguments of the body, if there is one.

        They come before arguments of the body that the signature does not have.
        """
        signature = self.signature
        count = len(signature.inputs)
        self.set_signature(ir.FunctionType((*signature.inputs, *types), signature.results))
        old = [_dictionary(self, "arg_attrs", i) for i in range(count)]
        self._set_all("arg_attrs", [*old, *attributes])
        if self.is_external:
            return []
        block, location = self.entry_block, self.location
        return [block.insert_argument(count + i, t, location) for i, t in enumerate(types)]

    def erase_results(self, indices: Collection[int]) -> None:
        """Remove results from the signature; the caller changes the body accordingly."""
        signature = self.signature
        kept = [i for i in range(len(signature.results)) if i not in indices]
        entries = [_dictionary(self, "res_attrs", i) for i in kept]
        results = tuple(signature.results[i] for i in kept)
        self.set_signature(ir.FunctionType(signature.inputs, results))
        self._set_all("res_attrs", entries)

    def get_arg_attrs(self, index: int) -> dict[str, ir.Attribute]:
        """Return all attributes of argument number `index`."""
        return _dictionary(self, "arg_attrs", index)

    def get_arg_attr(self, index: int, name: str) -> ir.Attribute | None:
        """Return attribute `name` of argument number `index`."""
        return _dictionary(self, "arg_attrs", index).get(name)

    def set_arg_attr(self, index: int, name: str, value: ir.Attribute | None) -> None:
        """Set an attribute of argument number `index`, or remove it if the value is None."""
        if value is None and self.get_arg_attr(index, name) is None:
            return
        entries = [_dictionary(self, "arg_attrs", i) for i in range(len(self.signature.inputs))]
        entries[index].pop(name, None)
        if value is not None:
            entries[index][name] = value
        self._set_all("arg_attrs", entries)

    def get_result_attrs(self, index: int) -> dict[str, ir.Attribute]:
        """Return all attributes of result number `index`."""
        return _dictionary(self, "res_attrs", index)

    def _set_all(self, group: str, entries: Sequence[Mapping[str, ir.Attribute]]) -> None:
        if any(entries):
            attrs = tuple(ir.DictionaryAttr.of(entry) for entry in entries)
            self.properties[group] = ir.ArrayAttr(attrs)
        else:
            self.properties.pop(group, None)


def function_around(op: ir.Operation | None) -> FunctionOpInterface | None:
    """Return `op` if it is a function, or else the nearest function around it."""
    while op is not None and not isinstance(op, FunctionOpInterface):
        op = op.parent_op
    return op


def _dictionary(op: ir.Operation, group: str, index: int) -> dict[str, ir.Attribute]:
    """Return the attributes of argument or result number `index` of a function or a call."""
    dictionaries = op.get_attr(group)
    if not isinstance(dictionaries, ir.ArrayAttr) or index >= len(dictionaries.elements):
        return {}
    entry = dictionaries.elements[index]
    return dict(entry.entries) if isinstance(entry, ir.DictionaryAttr) else {}
