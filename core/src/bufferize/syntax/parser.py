"""The parser of whole texts, and the functions that run it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from bufferize.diagnostics import ParseError
from bufferize.ir import (
    AffineMap,
    AffineMapAttr,
    Attribute,
    Block,
    FileLineColLoc,
    Operation,
    Region,
    Type,
    UnregisteredOp,
)
from bufferize.ir.process import deep_recursion, no_collection
from bufferize.syntax.operation_parser import OperationParser
from bufferize.syntax.scanner import match_dialect_name

if TYPE_CHECKING:
    from bufferize.define.context import Context
    from bufferize.syntax.resources import Sections

T = TypeVar("T")

_MODULE = "builtin.module"


class Parser(OperationParser):
    """Parses a file: alias definitions, operations and resources. Implements `AsmParser`."""

    __slots__ = ()

    def parse_module(self, implicit_module: bool = True) -> Operation:
        """The module that the whole text is, or that its operations are put into.

        Without an implicit module it is the one operation that the text is.
        """
        top = Block()
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

    def _module_of(self, top: Block) -> Operation:
        region = Region([top])
        location = FileLineColLoc(self.filename, 0, 0)  # nowhere in the text, as in MLIR
        cls = self.context.op_class(_MODULE)
        if cls is None:
            return UnregisteredOp.named(_MODULE, regions=[region], location=location)
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
        self._go_to(match.end())
        self.parse_punctuation("=")
        return name, offset

    def _parse_attribute_alias(self) -> None:
        """`#name = attribute`."""
        name, offset = self._parse_alias_name("attribute")
        if name in self.attribute_aliases:
            raise self.error(f"redefinition of attribute alias id '{name}'", offset)
        self.attribute_aliases[name] = self.parse_attribute()

    def _parse_type_alias(self) -> None:
        """`!name = type`."""
        name, offset = self._parse_alias_name("type")
        if name in self.type_aliases:
            raise self.error(f"redefinition of type alias id '{name}'", offset)
        self.type_aliases[name] = self.parse_type()

    def _resolve_locations(self, top: Block) -> None:
        for op in top.walk():
            op.location = self.resolve_location(op.location)
            for region in op.regions:
                for block in region.blocks:
                    for argument in block.arguments:
                        argument.location = self.resolve_location(argument.location)

    def _parse_resources(self, found: Sections) -> None:
        """`{-# section: {…}, … #-}`; the resources are added to `found`, as text."""
        # Imported here: few files have resources, and lark takes longer to import than they.
        from bufferize.syntax.resources import read_resources

        read, end = self.scanned(read_resources, self.text, self.offset)
        for section, owners in read.items():
            for owner, resources in owners.items():
                found.setdefault(section, {}).setdefault(owner, {}).update(resources)
        self._go_to(end)


def run_parser(parser: Parser, parse: Callable[[], T], what: str | None) -> T:
    """Runs a parse; `what` is what alone the text must hold, None where the parse sees to that."""
    with deep_recursion(), no_collection():
        try:
            result = parse()
        except RecursionError:
            raise parser.error("the text nests too deeply") from None
    if what is not None and not parser.at_end():
        raise parser.error(f"expected the end of the {what}, found '{parser.peek()}'")
    return result


def parse_module(
    text: str, context: Context, filename: str = "<input>", *, implicit_module: bool = True
) -> Operation:
    """The `builtin.module` that a text describes. Raises ParseError.

    Where the text is not one module, a module is put around its operations. Without an implicit
    module the text must be one operation, of any kind. Nothing is verified.
    """
    parser = Parser(text, context, filename)
    return run_parser(parser, lambda: parser.parse_module(implicit_module), None)


def parse_type(text: str, context: Context, filename: str = "<type>") -> Type:
    """The type that a text describes. Raises ParseError."""
    parser = Parser(text, context, filename)
    return run_parser(parser, parser.parse_type, "type")


def parse_attribute(
    text: str, context: Context, filename: str = "<attribute>", type: Type | None = None
) -> Attribute:
    """The attribute that a text describes; a literal is of the type, if given. Raises ParseError."""
    parser = Parser(text, context, filename)
    return run_parser(parser, lambda: parser.parse_attribute(type), "attribute")


def parse_affine_map(text: str, context: Context, filename: str = "<map>") -> AffineMap:
    """The map that `affine_map<(…) -> (…)>` or `(…) -> (…)` describes. Raises ParseError."""
    parser = Parser(text, context, filename)
    if not text.lstrip().startswith("affine_map"):
        return run_parser(parser, parser.parse_affine_map, "affine map")
    attribute = run_parser(parser, parser.parse_attribute, "affine map")
    if not isinstance(attribute, AffineMapAttr):
        raise ParseError(f"'{text}' is no affine map")
    return attribute.map


def split_input(text: str, marker: str = "// -----") -> list[str]:
    """The parts of a text between its markers, wherever in a line these stand.

    Each part starts with the white space that keeps its lines and columns as they are in the text.
    A marker that ends the text ends the last part. Raises ValueError for an empty marker.
    """
    if not marker:
        raise ValueError("empty marker")
    parts: list[str] = []
    start = 0
    while (end := text.find(marker, start)) >= 0:
        parts.append(_indent(text, start) + text[start:end])
        start = end + len(marker)
    if start < len(text) or not parts:
        parts.append(_indent(text, start) + text[start:])
    return parts


def _indent(text: str, end: int) -> str:
    """White space that takes as many lines and columns as the text before `end`."""
    return "\n" * text.count("\n", 0, end) + " " * (end - text.rfind("\n", 0, end) - 1)
