"""Regions, blocks and successors."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bufferize.define.asm import Argument
from bufferize.ir import UNKNOWN_LOC, Block, Location, Region
from bufferize.syntax.operand_parser import OperandParser
from bufferize.syntax.scanner import SUFFIX
from bufferize.syntax.scope import RegionScope

_label = re.compile(rf"\^({SUFFIX})", re.ASCII).match


class RegionParser(OperandParser):
    """Parses regions, with all that `OperandParser` does."""

    __slots__ = ()

    def parse_operation(self, block: Block) -> None:
        """Parses one operation and appends it to the block."""
        raise NotImplementedError

    # Regions

    def parse_region(self, arguments: Sequence[Argument] = ()) -> Region:
        """A region; the arguments given become those of its entry block."""
        if not self.parse_optional_punctuation("{"):
            raise self.expected("'{' to begin a region")
        return self._parse_region_body(arguments)

    def parse_optional_region(self, arguments: Sequence[Argument] = ()) -> Region | None:
        """A region, if one comes next."""
        if not self.parse_optional_punctuation("{"):
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

    def location_at(self, offset: int) -> Location:
        """The location of a place in the text."""
        return UNKNOWN_LOC

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
