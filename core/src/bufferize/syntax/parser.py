"""The parser of whole texts: values, operations, regions, modules and their aliases."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bufferize import ir
from bufferize.define.asm import Argument, OperationState, UnresolvedOperand
from bufferize.define.dialect import Dialect
from bufferize.define.operation import Operation as DeclaredOperation
from bufferize.diagnostics import Diagnostic, ParseError, Severity, error, suggestions
from bufferize.syntax.attribute_parser import AttributeParser
from bufferize.syntax.resources import Sections, read_resources
from bufferize.syntax.scanner import (
    STRING,
    SUFFIX,
    WORD,
    match_dialect_name,
    match_operand,
    unescape,
)

if TYPE_CHECKING:
    from bufferize.define.dialect_context import DialectContext

_MODULE = "builtin.module"

_group = rf"%{SUFFIX}(?::\d+)?"
_head = re.compile(
    rf"(?:({_group}(?:\s*,\s*{_group})*)\s*=\s*)?"
    rf"(?:({STRING})|({WORD}))",
    re.ASCII,
).match
_results = re.compile(rf"{_group}(?:\s*,\s*{_group})*\s*=\s*", re.ASCII).match
_result_group = re.compile(rf"%({SUFFIX})(?::(\d+))?", re.ASCII)
_op_name = re.compile(r"[A-Za-z_]\w*\.[\w$.-]+", re.ASCII).fullmatch
"""The pattern of op names in custom syntax; in quotes, any name is allowed."""
_dialect_name = re.compile(r"[A-Za-z_]\w*", re.ASCII).fullmatch
_operands = re.compile(r"\(([^()/\0]*)\)").match
_label = re.compile(rf"\^({SUFFIX})", re.ASCII).match
_operand_name = re.compile(rf"%({SUFFIX}(?:#\d+)?)$", re.ASCII).match


class ForwardValue(ir.Value):
    """A stand-in for a value that is used before its definition is read."""

    __slots__ = ("name", "offset")

    def __init__(self, name: str, type: ir.Type, offset: int) -> None:
        super().__init__(type)
        self.name = name
        self.offset = offset

    def __repr__(self) -> str:
        return f"<forward reference to %{self.name}>"


class RegionScope:
    """The names in one region: its blocks, and the values that go out of scope at its end."""

    __slots__ = ("blocks", "region", "undefined_blocks", "value_names")

    def __init__(self, region: ir.Region) -> None:
        self.region = region
        self.value_names: list[str] = []
        self.blocks: dict[str, ir.Block] = {}
        self.undefined_blocks: dict[str, int] = {}
        """The offset of the first mention of each block that is not yet defined."""


class Parser(AttributeParser):
    """The parser of operations, regions and whole files. See `AsmParser` for its methods.

    An op's own `parse` sees one object and calls, in turns, methods for tokens, types and values.
    So the parser inherits from `AttributeParser` and `Cursor` rather than holding them: no call is
    passed on, and most of the time of parsing is spent on tokens.
    """

    __slots__ = ("_classes", "_default_dialects", "_forward", "_scopes", "_values", "num_results")

    def __init__(self, text: str, context: DialectContext, filename: str) -> None:
        super().__init__(text, context, filename)
        self.num_results = 0
        self._default_dialects = ["builtin"]
        self._classes: dict[str, type[DeclaredOperation] | None] = {}
        # Keyed by what stands after `%`; the first result of a group has no number.
        self._values: dict[str, ir.Value] = {}
        self._forward: dict[str, ForwardValue] = {}
        self._scopes: list[RegionScope] = [RegionScope(ir.Region())]

    # The whole text

    def parse_module(self, implicit_module: bool = True) -> ir.Operation:
        """Parse the whole text as a module; operations outside of a module are put into a new one.

        Without an implicit module the text must be a single operation, which is returned.
        """
        top = ir.Block()
        resources: Sections = {}
        while not self.at_end():
            character = self.text[self.offset]
            if character == "#":
                self._parse_attribute_alias()
            elif character == "!":
                self._parse_type_alias()
            elif self.text.startswith("{-#", self.offset):
                self._parse_resources(resources)
            else:
                self.parse_operation(top)
        scope = self._scopes[0]
        if scope.undefined_blocks:
            raise self.error(
                "reference to an undefined block", min(scope.undefined_blocks.values())
            )
        self.check_forward_references()
        if self.has_deferred_locations:
            self._resolve_locations(top)
        only = top.first_op if top.num_ops == 1 else None
        if only is None and not implicit_module:
            message = f"source must contain a single top-level operation, found: {top.num_ops}"
            raise self.error(message, 0)
        if only is not None and (only.name == _MODULE or not implicit_module):
            module = only
            module.detach()
        else:
            module = self._module_of(top)
        if resources and module.regions:
            region = module.regions[0]
            self.context.resources[region] = resources.get("dialect_resources", {})
            self.context.external_resources[region] = resources.get("external_resources", {})
        return module

    def _module_of(self, top: ir.Block) -> ir.Operation:
        region = ir.Region([top])
        location = ir.FileLineColLoc(self.filename, 0, 0)  # nowhere in the text, as in MLIR
        cls = self.context.op_class(_MODULE)
        if cls is None:
            return ir.UnregisteredOp.named(_MODULE, regions=[region], location=location)
        return cls.create(regions=[region], location=location)

    # Aliases

    def _parse_alias_name(self, kind: str) -> tuple[str, int]:
        offset = self.offset
        match = match_dialect_name(self.text, offset)
        if match is None:
            raise self.error(f"expected {kind} alias name")
        name = match.group(1)
        if "." in name:
            raise self.error(
                f"{kind} names with a '.' are reserved for dialect-defined names", offset
            )
        self.go_to(match.end())
        self.parse_punctuation("=")
        return name, offset

    def _parse_attribute_alias(self) -> None:
        """Parse `#name = attribute`."""
        name, offset = self._parse_alias_name("attribute")
        if name in self.attribute_aliases:
            raise self.error(f"redefinition of attribute alias id '{name}'", offset)
        self.attribute_aliases[name] = self.parse_attribute()

    def _parse_type_alias(self) -> None:
        """Parse `!name = type`."""
        name, offset = self._parse_alias_name("type")
        if name in self.type_aliases:
            raise self.error(f"redefinition of type alias id '{name}'", offset)
        self.type_aliases[name] = self.parse_type()

    def _resolve_locations(self, top: ir.Block) -> None:
        for op in top.walk():
            op.location = self.resolve_location(op.location)
            for region in op.regions:
                for block in region.blocks:
                    for argument in block.arguments:
                        argument.location = self.resolve_location(argument.location)

    def _parse_resources(self, found: Sections) -> None:
        """Parse `{-# section: {…}, … #-}` and add the resources to `found`, as text."""
        read, end = self.scanned(read_resources, self.text, self.offset)
        for section, owners in read.items():
            for owner, resources in owners.items():
                found.setdefault(section, {}).setdefault(owner, {}).update(resources)
        self.go_to(end)

    # Operations

    def location_at(self, offset: int) -> ir.Location:
        """Return the location of a place in the text."""
        return ir.FileLineColLoc.in_text(self._lines or self.lines, offset)

    def parse_operation(self, block: ir.Block) -> None:
        """Parse one operation and append it to the block."""
        start = self.offset
        match = _head(self.text, start)
        if match is None:
            raise self._no_operation(start)
        results, generic, custom = match.groups()
        end = match.end()
        if custom is None:
            name_offset = end - len(generic)
            self.go_to(end)
            op = self._parse_generic(generic[1:-1], name_offset)
        else:
            name_offset = end - len(custom)
            self.go_to(end)
            op = self._parse_custom(custom, name_offset, self._count(results, start))
        if self.text[self.offset] == "l":
            location = self.parse_optional_location()
            if location is not None:
                op.location = location
        block.append(op)
        if results is not None:
            self.name_results(results, op, start)

    def _no_operation(self, start: int) -> Exception:
        results = _results(self.text, start)
        if results is not None:
            self.go_to(results.end())
        if self.text[self.offset] == '"':
            return self.error("expected '\"' in string literal")
        return self.expected("operation name in quotes")

    # Results

    def _count(self, results: str | None, offset: int) -> int:
        """Return the number of results that the text before `=` names."""
        if results is None:
            return 0
        if ":" not in results and "," not in results:
            return 1
        numbers = [number or "1" for _, number in _result_group.findall(results)]
        return sum([self._number(number, offset) for number in numbers])

    def name_results(self, results: str, op: ir.Operation, offset: int) -> None:
        """Define the names of the results of `op`, the text before `=`."""
        values = op.results
        if len(values) == 1 and ":" not in results and "," not in results:
            name = results[1:]
            value = values[0]
            # A copy of `define`: this runs too often for one more call.
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
        """Return the class of a registered op, which may be given by an older name."""
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
        """Raise ParseError if no op may have this name in generic form."""
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
        """Return the class of an op in custom syntax, whose dialect may be left out.

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
                if (way := self.context.way_to_get("operation", name)) is not None:
                    notes = [Diagnostic(Severity.NOTE, way)]
                raise self.error(f"custom op '{name}' is unknown{tried}", offset, notes)
        return found

    # An op's own syntax

    def _parse_custom(self, name: str, offset: int, num_results: int) -> ir.Operation:
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
            if self._forward and cls.has_trait(ir.IsolatedFromAbove):
                self.check_forward_references(offset)
        return cls.from_state(state)

    def _parse_foreign(self, name: str, offset: int) -> ir.Operation:
        """Parse an op of an unknown dialect in custom syntax.

        Very many ops are written `operands attr-dict : functional-type`; only such ops are parsed.
        """
        if self.context.allow_unregistered_dialects:
            try:
                operands = self.parse_operand_list()
                attributes = self.parse_optional_attr_dict()
                self.parse_punctuation(":")
                type = self.parse_function_type()
                values: list[ir.Value] | None = self.resolve_operands(operands, type.inputs)
            except ParseError:
                values = None
            if values is not None:
                return ir.UnregisteredOp.named(
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

    def _parse_generic(self, name: str, offset: int) -> ir.Operation:
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

        successors: list[ir.Block] = []
        properties: dict[str, ir.Attribute] = {}
        regions: list[ir.Region] = []
        attributes: dict[str, ir.Attribute] = {}
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
            if self._forward and cls is not None and cls.has_trait(ir.IsolatedFromAbove):
                self.check_forward_references(offset)
            character = text[self.offset]
        if character == "{":
            attributes = self.parse_optional_attr_dict()
        if not self.parse_optional_punctuation(":"):
            raise self.expected("':' followed by operation type")
        type_offset = self.offset
        function_type = self.parse_function_type()
        operands = self.resolve_generic_operands(
            names, function_type.inputs, names_offset, type_offset
        )
        location = self.location_at(offset)
        if cls is not None and not properties.keys() <= cls.definition.inherent:
            # As in MLIR: what is no property of the op is no attribute of it either.
            inherent = cls.definition.inherent
            if not inherent:
                given = ir.DictionaryAttr.of(properties)
                problem = "this operation does not support properties"
                raise self.error(f"invalid properties {given} for op {name}: {problem}", offset)
            properties = {key: properties[key] for key in properties if key in inherent}
        if cls is None:
            return ir.UnregisteredOp.named(
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
        """Parse `(%a, %b#1)` as the names without `%`."""
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
        self.go_to(match.end())
        return names

    def resolve_generic_operands(
        self, names: list[str], types: tuple[ir.Type, ...], names_offset: int, type_offset: int
    ) -> list[ir.Value]:
        """Return the operands of an operation in the generic form, with names from `names_offset` on."""
        if len(names) != len(types):
            plural = "" if len(names) == 1 else "s"
            raise self.error(
                f"expected {len(names)} operand type{plural} but had {len(types)}", type_offset
            )
        values = self._values
        operands: list[ir.Value] = []
        for index, (name, type) in enumerate(zip(names, types, strict=True)):
            value = values.get(name)
            if value is None or value.type is not type:
                value = self._resolve_slowly(name, type, self._operand_offset(names_offset, index))
            operands.append(value)
        return operands

    def _operand_offset(self, start: int, index: int) -> int:
        """Return the offset of operand `index` of a generic operand list."""
        saved, self.offset = self.offset, start
        offset = self.parse_operand_list("(")[index].offset
        self.offset = saved
        return offset

    # Regions

    def parse_region(self, arguments: Sequence[Argument] = ()) -> ir.Region:
        if not self.parse_optional_punctuation("{"):
            raise self.expected("'{' to begin a region")
        return self._parse_region_body(arguments)

    def parse_optional_region(self, arguments: Sequence[Argument] = ()) -> ir.Region | None:
        if self.text.startswith("{-#", self.offset) or not self.parse_optional_punctuation("{"):
            return None
        return self._parse_region_body(arguments)

    def _parse_region_body(self, arguments: Sequence[Argument]) -> ir.Region:
        """Parse a region after its `{`, up to its `}`."""
        self.enter()
        region = ir.Region()
        scope = RegionScope(region)
        self._scopes.append(scope)
        text = self.text
        character = text[self.offset]
        if character == "^":
            if arguments:
                raise self.error("invalid block name in region with named arguments")
        elif character != "}" or arguments:
            entry = ir.Block()
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

    def _parse_ops(self, block: ir.Block) -> None:
        """Parse operations up to the next label or the end of the region."""
        text = self.text
        parse_operation = self.parse_operation
        while text[self.offset] not in "}^\0":
            parse_operation(block)

    def _add_argument(self, block: ir.Block, argument: Argument) -> None:
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
        """Parse `^label(arguments):` and the operations of the block."""
        offset = self.offset
        name = self._parse_label()
        block = scope.blocks.get(name)
        if block is None:
            block = scope.blocks[name] = ir.Block()
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
        self.go_to(match.end())
        return match.group(1)

    def parse_optional_successor(self) -> ir.Block | None:
        if self.text[self.offset] != "^":
            return None
        return self.parse_successor()

    def parse_successor(self) -> ir.Block:
        offset = self.offset
        name = self._parse_label()
        scope = self._scopes[-1]
        block = scope.blocks.get(name)
        if block is None:
            block = scope.blocks[name] = ir.Block()
            scope.undefined_blocks[name] = offset
        return block

    # Operands as written

    def parse_operand_list(self, delimiter: str | None = None) -> list[UnresolvedOperand]:
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

    def resolve_operand(self, operand: UnresolvedOperand, type: ir.Type) -> ir.Value:
        name = operand.name
        if operand.number:
            name = f"{name}#{operand.number}"
        value = self._values.get(name)
        if value is None or value.type is not type:
            return self._resolve_slowly(name, type, operand.offset)
        return value

    def resolve_operands(
        self, operands: Sequence[UnresolvedOperand], types: Sequence[ir.Type]
    ) -> list[ir.Value]:
        if len(operands) != len(types):
            offset = operands[0].offset if operands else None
            raise self.error(
                f"number of operands and types do not match: got {len(operands)} operands "
                f"and {len(types)} types",
                offset,
            )
        # A copy of `resolve_operand`: this runs too often for one more call.
        values = self._values
        resolved: list[ir.Value] = []
        for operand, type in zip(operands, types, strict=True):
            name = operand.name
            if operand.number:
                name = f"{name}#{operand.number}"
            value = values.get(name)
            if value is None or value.type is not type:
                value = self._resolve_slowly(name, type, operand.offset)
            resolved.append(value)
        return resolved

    def _resolve_slowly(self, name: str, type: ir.Type, offset: int) -> ir.Value:
        """Return a forward reference for an unknown name. Raises ParseError for another type."""
        value = self._values.get(name)
        if value is None:
            base, _, number = name.partition("#")
            if number == "0":
                return self._resolve_slowly(base, type, offset)
            if number and isinstance(self._values.get(base), ir.OpResult):
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

    def _note(self, message: str, value: ir.Value) -> Diagnostic:
        if isinstance(value, ForwardValue):
            return Diagnostic(Severity.NOTE, message, self.position(value.offset))
        return Diagnostic(Severity.NOTE, message, value.location.position())

    # Definitions

    def define(self, name: str, value: ir.Value, offset: int) -> None:
        """Give a value its name, and resolve forward references to the name."""
        values = self._values
        known = values.get(name)
        if known is not None:
            self._define_again(name, known, value, offset)
        values[name] = value
        self._scopes[-1].value_names.append(name)

    def _define_again(self, name: str, known: ir.Value, value: ir.Value, offset: int) -> None:
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
        """Forget the names of the innermost region."""
        values = self._values
        for name in self._scopes.pop().value_names:
            del values[name]

    def check_forward_references(self, since: int = 0) -> None:
        """Raise ParseError if a name used from offset `since` on is not defined yet."""
        missing = [value for value in self._forward.values() if value.offset >= since]
        if missing:
            missing.sort(key=lambda value: (value.offset, value.name))
            raise ParseError([*map(self._undeclared, missing)])

    def _undeclared(self, value: ForwardValue) -> Diagnostic:
        known = self._values.items()
        alike = [n for n, v in known if v.type is value.type and not isinstance(v, ForwardValue)]
        message = f"use of undeclared SSA value name '%{value.name}'"
        return error(message, self.position(value.offset), suggestions(value.name, alike, "%"))

    def check_not_defined_inside(self, operands: Sequence[ir.Value]) -> None:
        """Raise ParseError if an op's own regions define a value among its operands."""
        for value in operands:
            if isinstance(value, ForwardValue) and self._forward.get(value.name) is not value:
                raise ParseError(self._undeclared(value))

    # Arguments

    def parse_optional_argument(
        self, allow_type: bool = False, allow_attrs: bool = False
    ) -> Argument | None:
        offset = self.offset
        match = match_operand(self.text, offset)
        if match is None:
            return None
        if match.group(2) is not None:
            raise self.error("result number not allowed in argument list", match.start(2) - 1)
        self.go_to(match.end())
        type = self.parse_colon_type() if allow_type else None
        attributes = self.parse_optional_attr_dict() if allow_attrs else {}
        location = self.parse_optional_location()
        return Argument(match.group(1), type, attributes, location, offset)

    def parse_argument(self, allow_type: bool = False, allow_attrs: bool = False) -> Argument:
        return self.required(self.parse_optional_argument(allow_type, allow_attrs), "SSA operand")

    def parse_argument_list(
        self, delimiter: str | None = None, allow_type: bool = False, allow_attrs: bool = False
    ) -> list[Argument]:
        if delimiter is None and self.text[self.offset] != "%":
            return []
        return self.parse_comma_separated_list(
            delimiter, lambda: self.parse_argument(allow_type, allow_attrs)
        )


def unregistered_note(context: DialectContext, dialect: str) -> Diagnostic:
    """Return advice about a dialect that is not available."""
    other = "allow unregistered dialects (--allow-unregistered-dialect)"
    return Diagnostic(Severity.NOTE, f"{context.way_to_get_dialect(dialect)}, or {other}")


def custom_op_notes(context: DialectContext, dialect: str) -> list[Diagnostic]:
    """Return advice about an op in custom syntax whose dialect is not available."""
    install = f"{context.way_to_get_dialect(dialect)}, or give the operation in its generic form"
    if context.way_to_get("dialect", dialect) is not None:
        return [Diagnostic(Severity.NOTE, install)]
    via = (
        f"a tool that knows '{dialect}', such as mlir-opt-22, can read it: "
        "bufferize-opt --via=mlir-opt-22 FILE"
    )
    return [Diagnostic(Severity.NOTE, text) for text in (install, via)]


def unknown_op_notes(dialect: Dialect, mnemonic: str) -> list[Diagnostic]:
    """Return advice about an unknown op: the undeclared part of its dialect, or a similar op."""
    if dialect.partial:
        return [Diagnostic(Severity.NOTE, dialect.partial)]
    return suggestions(mnemonic, dialect.op_mnemonics, f"{dialect.name}.")
