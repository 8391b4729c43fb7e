"""Operations: results, names, the generic form, the way into each op's own syntax; regions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bufferize.define.asm import Argument, OperationState
from bufferize.define.operation import Operation as DeclaredOperation
from bufferize.diagnostics import ParseError
from bufferize.ir import (
    Attribute,
    Block,
    DictionaryAttr,
    FileLineColLoc,
    IsolatedFromAbove,
    Location,
    Operation,
    Region,
    Type,
    UnregisteredOp,
    Value,
)
from bufferize.syntax.operand_parser import OperandParser, RegionScope
from bufferize.syntax.scanner import STRING, SUFFIX, WORD, unescape
from bufferize.syntax.type_parser import custom_op_notes, unknown_op_notes, unregistered_note

if TYPE_CHECKING:
    from bufferize.define.context import Context

_group = rf"%{SUFFIX}(?::\d+)?"
_head = re.compile(
    rf"(?:({_group}(?:\s*,\s*{_group})*)\s*=\s*)?"
    rf"(?:({STRING})|({WORD}))",
    re.ASCII,
).match
_results = re.compile(rf"{_group}(?:\s*,\s*{_group})*\s*=\s*", re.ASCII).match
_result_group = re.compile(rf"%({SUFFIX})(?::(\d+))?", re.ASCII)
_op_name = re.compile(r"[A-Za-z_]\w*\.[\w$.-]+", re.ASCII).fullmatch
"""A name that a dialect may have declared; in quotes a name may be anything."""
_dialect_name = re.compile(r"[A-Za-z_]\w*", re.ASCII).fullmatch
_operands = re.compile(r"\(([^()/\0]*)\)").match
_label = re.compile(rf"\^({SUFFIX})", re.ASCII).match
_operand_name = re.compile(rf"%({SUFFIX}(?:#\d+)?)$", re.ASCII).match


class OperationParser(OperandParser):
    """Parses operations and regions, with all that `OperandParser` does."""

    __slots__ = ("_classes", "_default_dialects", "num_results")

    def __init__(self, text: str, context: Context, filename: str) -> None:
        super().__init__(text, context, filename)
        self.num_results = 0
        self._default_dialects = ["builtin"]
        self._classes: dict[str, type[DeclaredOperation] | None] = {}

    def location_at(self, offset: int) -> Location:
        """The location of a place in the text."""
        return FileLineColLoc.in_text(self._lines or self.lines, offset)

    def parse_operation(self, block: Block) -> None:
        """Parses one operation and appends it to the block."""
        start = self.offset
        match = _head(self.text, start)
        if match is None:
            raise self._no_operation(start)
        results, generic, custom = match.groups()
        end = match.end()
        if custom is None:
            name_offset = end - len(generic)
            self._go_to(end)
            op = self._parse_generic(generic[1:-1], name_offset)
        else:
            name_offset = end - len(custom)
            self._go_to(end)
            op = self._parse_custom(custom, name_offset, self._count(results, start))
        if self.text[self.offset] == "l":
            location = self.parse_optional_location()
            if location is not None:
                op.location = location
        block.append(op)
        if results is not None:
            self._name_results(results, op, start)

    def _no_operation(self, start: int) -> Exception:
        results = _results(self.text, start)
        if results is not None:
            self._go_to(results.end())
        if self.text[self.offset] == '"':
            return self.error("expected '\"' in string literal")
        return self.expected("operation name in quotes")

    # Results

    def _count(self, results: str | None, offset: int) -> int:
        """How many results the text left of `=` names."""
        if results is None:
            return 0
        if ":" not in results and "," not in results:
            return 1
        numbers = [number or "1" for _, number in _result_group.findall(results)]
        return sum([self._number(number, offset) for number in numbers])

    def _name_results(self, results: str, op: Operation, offset: int) -> None:
        values = op.results
        if len(values) == 1 and ":" not in results and "," not in results:
            name = results[1:]
            value = values[0]
            # The same as `define`, which this is too hot a place to call.
            if name in self._values:
                self.define(name, value, offset)
            else:
                self._values[name] = value
                self._scopes[-1].value_names.append(name)
            if not name[0].isdecimal():
                value.name_hint = name
            return
        if not values:
            raise self.error("cannot name an operation with no results", offset)
        count = self._count(results, offset)
        if count != len(values):
            raise self.error(
                f"operation defines {len(values)} results but was provided {count} to bind", offset
            )
        index = 0
        for match in _result_group.finditer(results):
            name = match.group(1)
            size = int(match.group(2) or 1)
            if size < 1:
                raise self.error("expected named operation to have at least 1 result", offset)
            for number in range(size):
                value = values[index]
                key = f"{name}#{number}" if number else name
                self.define(key, value, offset + match.start())
                index += 1
            if not name[0].isdecimal():
                values[index - size].name_hint = name

    # Names

    def _op_class(self, name: str) -> type[DeclaredOperation] | None:
        """The class of a registered op, also by an older name of it."""
        try:
            return self._classes[name]
        except KeyError:
            found = None
            if _op_name(name):
                found = self.context.op_class(name)
                alias = self.context.op_alias(name) if found is None else None
                if alias is not None:
                    found = self.context.op_class(alias)
            self._classes[name] = found
            return found

    def _check_unregistered_op(self, name: str, offset: int) -> None:
        """Raises ParseError if no op may have this name in generic form."""
        dialect, dot, mnemonic = name.partition(".")
        allowed = self.context.allow_unregistered_dialects
        declared = self.context.dialect(dialect) if mnemonic and _dialect_name(dialect) else None
        if declared is not None and not (declared.partial and allowed):
            raise self.error(
                f"unregistered operation '{name}' found in dialect ('{dialect}') "
                "that does not allow unknown operations",
                offset,
                unknown_op_notes(declared, mnemonic),
            )
        if not allowed:
            raise self.error(
                f"operation '{name}' is of an unregistered dialect",
                offset,
                [unregistered_note(self.context, dialect)] if dot else (),
            )

    def _custom_class(self, name: str, offset: int) -> type[DeclaredOperation] | None:
        """The class of an op in its own syntax, maybe written without its dialect.

        None for an op of an unknown dialect.
        """
        found = self._op_class(name)
        if found is None:
            if "." in name:
                dialect, _, mnemonic = name.partition(".")
                declared = self.context.dialect(dialect)
                if declared is None or (
                    declared.partial and self.context.allow_unregistered_dialects
                ):
                    return None
                notes = unknown_op_notes(declared, mnemonic)
                raise self.error(f"custom op '{name}' is unknown", offset, notes)
            default = self._default_dialects[-1]
            found = self._op_class(f"{default}.{name}") if default else None
            if found is None:
                tried = f" (tried '{default}.{name}' as well)" if default else ""
                declared = self.context.dialect(default)
                notes = unknown_op_notes(declared, name) if declared else []
                raise self.error(f"custom op '{name}' is unknown{tried}", offset, notes)
        return found

    # An op's own syntax

    def _parse_custom(self, name: str, offset: int, num_results: int) -> Operation:
        cls = self._classes.get(name) or self._custom_class(name, offset)
        if cls is None:
            return self._parse_foreign(name, offset)
        if not cls.has_custom_syntax:
            raise self.error(f"'{cls.name}' has no custom syntax: write it in generic form", offset)
        state = OperationState(cls.name, self.location_at(offset))
        around, self.num_results = self.num_results, num_results
        self._default_dialects.append(cls.default_dialect or "")
        cls.parse(self, state)
        self._default_dialects.pop()
        self.num_results = around
        if state.regions:
            self.check_not_defined_inside(state.operands)
            if self._forward and cls.has_trait(IsolatedFromAbove):
                self.check_forward_references(offset)
        return cls.from_state(state)

    def _parse_foreign(self, name: str, offset: int) -> Operation:
        """An op of an unknown dialect in its own syntax, which is unknown too.

        Very many ops are written `operands attr-dict : functional-type`; those can be read.
        """
        if self.context.allow_unregistered_dialects:
            try:
                operands = self.parse_operand_list()
                attributes = self.parse_optional_attr_dict()
                self.parse_punctuation(":")
                type = self.parse_function_type()
                values: list[Value] | None = self.resolve_operands(operands, type.inputs)
            except ParseError:
                values = None
            if values is not None:
                return UnregisteredOp.named(
                    name,
                    values,
                    type.results,
                    attributes=attributes,
                    location=self.location_at(offset),
                )
        dialect, _, mnemonic = name.partition(".")
        declared = self.context.dialect(dialect)
        if declared is not None:
            notes = unknown_op_notes(declared, mnemonic)
            raise self.error(f"custom op '{name}' is unknown", offset, notes)
        raise self.error(
            f"dialect '{dialect}' not found for custom op '{name}'",
            offset,
            custom_op_notes(self.context, dialect),
        )

    # The generic form

    def _parse_generic(self, name: str, offset: int) -> Operation:
        if "\\" in name:
            name = self.scanned(unescape, f'"{name}"', offset)
        cls = self._op_class(name)
        if cls is None:
            if not name:
                raise self.error("empty operation name is invalid", offset)
            self._check_unregistered_op(name, offset)
        text = self.text
        names_offset = self.offset
        names = self._parse_operand_names()

        successors: list[Block] = []
        properties: dict[str, Attribute] = {}
        regions: list[Region] = []
        attributes: dict[str, Attribute] = {}
        character = text[self.offset]
        if character == "[":
            successors = self.parse_comma_separated_list("[", self.parse_successor)
            character = text[self.offset]
        if character == "<":
            properties = self.parse_optional_prop_dict()
            character = text[self.offset]
        if character == "(":
            self._default_dialects.append((cls.default_dialect or "") if cls is not None else "")
            regions = self.parse_comma_separated_list("(", self.parse_region)
            self._default_dialects.pop()
            if self._forward and cls is not None and cls.has_trait(IsolatedFromAbove):
                self.check_forward_references(offset)
            character = text[self.offset]
        if character == "{":
            attributes = self.parse_optional_attr_dict()
        if not self.parse_optional_punctuation(":"):
            raise self.expected("':' followed by operation type")
        type_offset = self.offset
        function_type = self.parse_function_type()
        operands = self._generic_operands(names, function_type.inputs, names_offset, type_offset)
        location = self.location_at(offset)
        if cls is not None and not properties.keys() <= cls.definition.inherent:
            # As in MLIR: what is no property of the op is no attribute of it either.
            inherent = cls.definition.inherent
            if not inherent:
                given = DictionaryAttr.of(properties)
                problem = "this operation does not support properties"
                raise self.error(f"invalid properties {given} for op {name}: {problem}", offset)
            properties = {key: properties[key] for key in properties if key in inherent}
        if cls is None:
            return UnregisteredOp.named(
                name,
                operands,
                function_type.results,
                properties,
                attributes,
                successors,
                regions,
                location,
            )
        state = OperationState(
            cls.name,
            location,
            operands,
            list(function_type.results),
            attributes,
            properties,
            regions,
            successors,
        )
        return cls.from_state(state)

    def _parse_operand_names(self) -> list[str]:
        """`(%a, %b#1)` as the names without `%`."""
        offset = self.offset
        match = _operands(self.text, offset)
        if match is None:
            return [
                f"{operand.name}#{operand.number}" if operand.number else operand.name
                for operand in self.parse_operand_list("(")
            ]
        inside = match.group(1)
        names: list[str] = []
        if inside and not inside.isspace():
            for part in inside.split(","):
                name = _operand_name(part.strip())
                if name is None:
                    # Read with care, this finds the place of the error.
                    self.parse_operand_list("(")
                    raise self.expected("SSA operand")
                names.append(name.group(1))
        self._go_to(match.end())
        return names

    def _generic_operands(
        self, names: list[str], types: tuple[Type, ...], names_offset: int, type_offset: int
    ) -> list[Value]:
        if len(names) != len(types):
            plural = "" if len(names) == 1 else "s"
            raise self.error(
                f"expected {len(names)} operand type{plural} but had {len(types)}", type_offset
            )
        values = self._values
        operands: list[Value] = []
        for index, (name, type) in enumerate(zip(names, types, strict=True)):
            value = values.get(name)
            if value is None or value.type is not type:
                value = self._resolve_slowly(name, type, self._operand_offset(names_offset, index))
            operands.append(value)
        return operands

    def _operand_offset(self, start: int, index: int) -> int:
        """Where operand `index` of a generic operand list stands."""
        saved, self.offset = self.offset, start
        offset = self.parse_operand_list("(")[index].offset
        self.offset = saved
        return offset

    # Regions

    def parse_region(self, arguments: Sequence[Argument] = ()) -> Region:
        """A region; the arguments given become those of its entry block."""
        if not self.parse_optional_punctuation("{"):
            raise self.expected("'{' to begin a region")
        return self._parse_region_body(arguments)

    def parse_optional_region(self, arguments: Sequence[Argument] = ()) -> Region | None:
        """A region, if one comes next; `{-#` begins none."""
        if self.text.startswith("{-#", self.offset) or not self.parse_optional_punctuation("{"):
            return None
        return self._parse_region_body(arguments)

    def _parse_region_body(self, arguments: Sequence[Argument]) -> Region:
        """What follows the `{` of a region, with its `}`."""
        self.enter()
        region = Region()
        scope = RegionScope(region)
        self._scopes.append(scope)
        text = self.text
        character = text[self.offset]
        if character == "^":
            if arguments:
                raise self.error("invalid block name in region with named arguments")
        elif character != "}" or arguments:
            entry = Block()
            region.append(entry)
            for argument in arguments:
                self._add_argument(entry, argument)
            self._parse_ops(entry)
        while text[self.offset] == "^":
            self._parse_block(scope)
        if scope.undefined_blocks:
            raise self.error(
                "reference to an undefined block", min(scope.undefined_blocks.values())
            )
        if not self.parse_optional_punctuation("}"):
            raise self.expected("operation name in quotes, or '}' to end a region")
        self.end_scope()
        self.leave()
        return region

    def _parse_ops(self, block: Block) -> None:
        """The operations up to the next label or the end of the region."""
        text = self.text
        parse_operation = self.parse_operation
        while text[self.offset] not in "}^\0":
            parse_operation(block)

    def _add_argument(self, block: Block, argument: Argument) -> None:
        if argument.type is None:
            raise self.error(f"argument '%{argument.name}' needs a type", argument.offset)
        location = argument.location
        value = block.add_argument(
            argument.type, self.location_at(argument.offset) if location is None else location
        )
        if not argument.name:  # an op may give arguments that its text does not name
            return
        if not argument.name[0].isdecimal():
            value.name_hint = argument.name
        self.define(argument.name, value, argument.offset)

    # Blocks

    def _parse_block(self, scope: RegionScope) -> None:
        """`^label(arguments):` and its operations."""
        offset = self.offset
        name = self._parse_label()
        block = scope.blocks.get(name)
        if block is None:
            block = scope.blocks[name] = Block()
        elif scope.undefined_blocks.pop(name, None) is None:
            raise self.error(f"redefinition of block '^{name}'", offset)
        scope.region.append(block)
        if self.text[self.offset] == "(":
            arguments = self.parse_comma_separated_list(
                "(", lambda: self.parse_argument(allow_type=True)
            )
            for argument in arguments:
                self._add_argument(block, argument)
        if not self.parse_optional_punctuation(":"):
            raise self.expected("':' after block name")
        self._parse_ops(block)

    def _parse_label(self) -> str:
        match = _label(self.text, self.offset)
        if match is None:
            raise self.expected("block name")
        self._go_to(match.end())
        return match.group(1)

    def parse_optional_successor(self) -> Block | None:
        """`^label`, if one comes next; the block may be defined later in the region."""
        if self.text[self.offset] != "^":
            return None
        return self.parse_successor()

    def parse_successor(self) -> Block:
        """`^label`; the block may be defined later in the region."""
        offset = self.offset
        name = self._parse_label()
        scope = self._scopes[-1]
        block = scope.blocks.get(name)
        if block is None:
            block = scope.blocks[name] = Block()
            scope.undefined_blocks[name] = offset
        return block
