"""Values by name: operands, arguments and their definitions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bufferize.define.asm import Argument, UnresolvedOperand
from bufferize.diagnostics import Diagnostic, ParseError, Severity, error
from bufferize.ir import Block, OpResult, Region, Type, Value
from bufferize.syntax.attribute_parser import AttributeParser
from bufferize.syntax.scanner import match_operand

if TYPE_CHECKING:
    from bufferize.define.context import Context


class ForwardValue(Value):
    """Stands for a value that is used before its definition is read."""

    __slots__ = ("name", "offset")

    def __init__(self, name: str, type: Type, offset: int) -> None:
        super().__init__(type)
        self.name = name
        self.offset = offset

    def __repr__(self) -> str:
        return f"<forward reference to %{self.name}>"


class RegionScope:
    """What is named in one region: blocks, and the values that go out of scope at its end."""

    __slots__ = ("blocks", "region", "undefined_blocks", "value_names")

    def __init__(self, region: Region) -> None:
        self.region = region
        self.value_names: list[str] = []
        self.blocks: dict[str, Block] = {}
        self.undefined_blocks: dict[str, int] = {}
        """Where each block that is not yet defined was first mentioned."""


class OperandParser(AttributeParser):
    """Resolves names of values, with all that `AttributeParser` does."""

    __slots__ = ("_forward", "_scopes", "_values")

    def __init__(self, text: str, context: Context, filename: str) -> None:
        super().__init__(text, context, filename)
        # Keyed by what stands after `%`; the first result of a group has no number.
        self._values: dict[str, Value] = {}
        self._forward: dict[str, ForwardValue] = {}
        self._scopes: list[RegionScope] = [RegionScope(Region())]

    # Operands as written

    def parse_operand_list(self, delimiter: str | None = None) -> list[UnresolvedOperand]:
        """Operands with commas between, maybe none; a delimiter, if given, must stand around."""
        if delimiter is None:
            first = self.parse_optional_operand()
            if first is None:
                return []
            operands = [first]
            while self.parse_optional_punctuation(","):
                operands.append(self.parse_operand())
            return operands
        return self.parse_comma_separated_list(delimiter, self.parse_operand)

    # Uses

    def resolve_operand(self, operand: UnresolvedOperand, type: Type) -> Value:
        """The value of that name, of that type.

        A name not yet defined becomes a forward reference.
        """
        name = operand.name
        if operand.number:
            name = f"{name}#{operand.number}"
        value = self._values.get(name)
        if value is None or value.type is not type:
            return self._resolve_slowly(name, type, operand.offset)
        return value

    def resolve_operands(
        self, operands: Sequence[UnresolvedOperand], types: Sequence[Type]
    ) -> list[Value]:
        """As `resolve_operand` for each; the counts must be equal."""
        if len(operands) != len(types):
            offset = operands[0].offset if operands else None
            raise self.error(
                f"number of operands and types do not match: got {len(operands)} operands "
                f"and {len(types)} types",
                offset,
            )
        # The same as resolve_operand, which this is too hot a place to call.
        values = self._values
        resolved: list[Value] = []
        for operand, type in zip(operands, types, strict=True):
            name = operand.name
            if operand.number:
                name = f"{name}#{operand.number}"
            value = values.get(name)
            if value is None or value.type is not type:
                value = self._resolve_slowly(name, type, operand.offset)
            resolved.append(value)
        return resolved

    def _resolve_slowly(self, name: str, type: Type, offset: int) -> Value:
        """The value of a name that is not there, or not of that type."""
        value = self._values.get(name)
        if value is None:
            base, _, number = name.partition("#")
            if number == "0":
                return self._resolve_slowly(base, type, offset)
            if number and isinstance(self._values.get(base), OpResult):
                raise self.error("reference to invalid result number", offset)
            forward = ForwardValue(name, type, offset)
            self._values[name] = self._forward[name] = forward
            return forward
        if value.type is not type:
            raise self.error(
                f"use of value '%{name}' expects different type than prior uses: "
                f"'{type}' vs '{value.type}'",
                offset,
                [self._note("prior use here", value)],
            )
        return value

    def _note(self, message: str, value: Value) -> Diagnostic:
        if isinstance(value, ForwardValue):
            return Diagnostic(Severity.NOTE, message, self.position(value.offset))
        return Diagnostic(Severity.NOTE, message, value.location.position())

    # Definitions

    def define(self, name: str, value: Value, offset: int) -> None:
        """Gives a value its name, and its uses before this place the value."""
        values = self._values
        known = values.get(name)
        if known is not None:
            self._define_again(name, known, value, offset)
        values[name] = value
        self._scopes[-1].value_names.append(name)

    def _define_again(self, name: str, known: Value, value: Value, offset: int) -> None:
        if not isinstance(known, ForwardValue) or name not in self._forward:
            raise self.error(
                f"redefinition of SSA value '%{name.partition('#')[0]}'",
                offset,
                [self._note("previously defined here", known)],
            )
        if known.type is not value.type:
            raise self.error(
                f"definition of SSA value '%{name}' has type '{value.type}'",
                offset,
                [self._note(f"previously used here with type '{known.type}'", known)],
            )
        del self._forward[name]
        known.replace_all_uses_with(value)

    def end_scope(self) -> None:
        """Forgets the names of the innermost region."""
        values = self._values
        for name in self._scopes.pop().value_names:
            del values[name]

    def check_forward_references(self, since: int = 0) -> None:
        """Raises ParseError if a name used from offset `since` on is not defined yet."""
        missing = sorted((v.offset, v.name) for v in self._forward.values() if v.offset >= since)
        if missing:
            raise ParseError(
                [
                    error(f"use of undeclared SSA value name '%{name}'", self.position(offset))
                    for offset, name in missing
                ]
            )

    def check_not_defined_inside(self, operands: Sequence[Value]) -> None:
        """Raises ParseError if an op's own regions define a value among its operands."""
        for value in operands:
            if isinstance(value, ForwardValue) and self._forward.get(value.name) is not value:
                raise self.error(f"use of undeclared SSA value name '%{value.name}'", value.offset)

    # Arguments

    def parse_optional_argument(
        self, allow_type: bool = False, allow_attrs: bool = False
    ) -> Argument | None:
        """`%name : type {attributes} loc(…)`, if a name comes next."""
        offset = self.offset
        match = match_operand(self.text, offset)
        if match is None:
            return None
        if match.group(2) is not None:
            raise self.error("result number not allowed in argument list", match.start(2) - 1)
        self._go_to(match.end())
        type = self.parse_colon_type() if allow_type else None
        attributes = self.parse_optional_attr_dict() if allow_attrs else {}
        location = self.parse_optional_location()
        return Argument(match.group(1), type, attributes, location, offset)

    def parse_argument(self, allow_type: bool = False, allow_attrs: bool = False) -> Argument:
        """`%name : type {attributes} loc(…)`, as far as allowed."""
        argument = self.parse_optional_argument(allow_type, allow_attrs)
        if argument is None:
            raise self.expected("SSA operand")
        return argument

    def parse_argument_list(
        self,
        delimiter: str | None = None,
        allow_type: bool = False,
        allow_attrs: bool = False,
    ) -> list[Argument]:
        """Arguments with commas between; without a delimiter maybe none."""
        if delimiter is None and self.text[self.offset] != "%":
            return []
        return self.parse_comma_separated_list(
            delimiter, lambda: self.parse_argument(allow_type, allow_attrs)
        )
