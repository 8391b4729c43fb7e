"""The protocols through which an operation's custom syntax uses the parser and the printer.

The protocols are implemented by `bufferize.syntax`; definitions depend on nothing but these.
"""

from __future__ import annotations

__all__ = ["Argument", "AsmParser", "AsmPrinter", "OperationState", "UnresolvedOperand"]

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar

from bufferize import ir
from bufferize.diagnostics import ParseError

if TYPE_CHECKING:
    from bufferize.define.dialect_context import DialectContext

T = TypeVar("T")
AttributeT = TypeVar("AttributeT", bound=ir.Attribute)
TypeT = TypeVar("TypeT", bound=ir.Type)


@dataclass(slots=True, eq=False, repr=False)
class UnresolvedOperand:
    """A use of a value as written: `%name` or `%name#number`, before its type is known."""

    name: str
    """The name without the `%`."""
    number: int = 0
    offset: int = 0
    """The position in the source, for errors."""

    def __repr__(self) -> str:
        return f"%{self.name}#{self.number}" if self.number else f"%{self.name}"


@dataclass(slots=True, eq=False, repr=False)
class Argument:
    """A block argument as written: `%name : type {attributes} loc(...)`."""

    name: str
    """The name without the `%`."""
    type: ir.Type | None = None
    attributes: dict[str, ir.Attribute] = field(default_factory=dict)
    location: ir.Location | None = None
    offset: int = 0

    def __repr__(self) -> str:
        return f"%{self.name}" if self.type is None else f"%{self.name}: {self.type}"


@dataclass(slots=True, eq=False, repr=False)
class OperationState:
    """The parts of an operation that is being parsed, filled in by `parse` of the op class.

    The parser creates the operation from it (`Operation.from_state`). MLIR has the same class.
    """

    name: str
    location: ir.Location = ir.UNKNOWN_LOC
    operands: list[ir.Value] = field(default_factory=list)
    result_types: list[ir.Type] = field(default_factory=list)
    attributes: dict[str, ir.Attribute] = field(default_factory=dict)
    """Attributes from an attr-dict. Inherent ones among them become properties of the op."""
    properties: dict[str, ir.Attribute] = field(default_factory=dict)
    regions: list[ir.Region] = field(default_factory=list)
    successors: list[ir.Block] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<state of {self.name}>"


class AsmParser(Protocol):
    """The parser as the custom syntax of an op, type or attribute sees it.

    It is a cursor over a `text`. `parse_x` raises `ParseError` if no x comes next;
    `parse_optional_x` then consumes nothing and returns None, False or an empty list. Delimiters
    are "(", "[", "{" and "<".
    """

    text: str

    @property
    def context(self) -> DialectContext:
        """The context with the dialects that the text may use."""

    @property
    def offset(self) -> int:
        """The start of the next token, to be given to `error` later."""

    @property
    def num_results(self) -> int:
        """The number of results that the text names before `=`, for the current operation."""

    def error(self, message: str, offset: int | None = None) -> ParseError:
        """Return an error to raise, at `offset` or else at the next token."""

    def peek(self) -> str:
        """Return the text of the next token, "" at the end of the file."""

    # Tokens.

    def parse_punctuation(self, punctuation: str) -> None:
        """Consume the punctuation. Raises ParseError if something else comes next."""

    def parse_optional_punctuation(self, punctuation: str) -> bool:
        """Consume the punctuation if it comes next; return whether it did."""

    def parse_keyword(self, keyword: str) -> None:
        """Consume the keyword. Raises ParseError if something else comes next."""

    def parse_optional_keyword(self, keyword: str) -> bool:
        """Consume the keyword if it comes next; return whether it did."""

    def parse_any_keyword(self) -> str:
        """Parse the next keyword."""

    def parse_optional_any_keyword(self, allowed: Collection[str] | None = None) -> str | None:
        """Parse the next keyword, if there is one and (where given) it is an allowed one."""

    def parse_integer(self, *, unsigned: bool = False) -> int:
        """Parse an integer of 64 bits. With `unsigned`, negative ones give the two's complement."""

    def parse_optional_integer(self, *, unsigned: bool = False) -> int | None:
        """Parse an integer of 64 bits, if one comes next: decimal or hexadecimal, maybe negative.

        An unsigned integer may be twice as large; a negative one stands for its two's complement.
        """

    def parse_float(self) -> float:
        """Parse a decimal number with a point, or the bits of an f64 in hexadecimal."""

    def parse_string(self) -> str:
        """Parse the content of a string literal."""

    def parse_optional_string(self) -> str | None:
        """Parse the content of a string literal, if one comes next."""

    def parse_keyword_or_string(self) -> str:
        """Parse a name: a keyword or a string."""

    def parse_symbol_name(self) -> str:
        """Parse `@name`, without the `@`."""

    def parse_optional_symbol_name(self) -> str | None:
        """Parse `@name` or `@"name"` without the `@`, if one comes next."""

    def parse_dimension_list(
        self, allow_dynamic: bool = True, with_trailing_x: bool = True
    ) -> list[int]:
        """Parse `4x?x8x`; DYNAMIC for `?`."""

    # Types.

    def parse_type(self) -> ir.Type:
        """Parse a type."""

    def parse_optional_type(self) -> ir.Type | None:
        """Parse a type, if one comes next."""

    def parse_colon_type(self) -> ir.Type:
        """Parse `: type`."""

    def parse_optional_colon_type_list(self) -> list[ir.Type]:
        """Parse `: types`, if a colon comes next."""

    def parse_type_list(self) -> list[ir.Type]:
        """Parse one or more types with commas between."""

    def parse_arrow_type_list(self) -> list[ir.Type]:
        """Parse `-> type` or `-> (types)`."""

    def parse_optional_arrow_type_list(self) -> list[ir.Type]:
        """Parse `-> type` or `-> (types)`, if an arrow comes next."""

    def parse_function_type(self) -> ir.FunctionType:
        """Parse `(types) -> types`."""

    def parse_custom_type(self, cls: type[TypeT]) -> TypeT:
        """Parse a type of this class, with or without its `!dialect.mnemonic`."""

    # Attributes.

    def parse_attribute(self, type: ir.Type | None = None) -> ir.Attribute:
        """Parse an attribute. A literal has the given type or, without one, its own `: type`."""

    def parse_optional_attribute(self, type: ir.Type | None = None) -> ir.Attribute | None:
        """Parse an attribute, if one comes next."""

    def parse_custom_attribute(self, cls: type[AttributeT]) -> AttributeT:
        """Parse an attribute of this class, with or without its `#dialect.mnemonic`."""

    def parse_optional_attr_dict(self) -> dict[str, ir.Attribute]:
        """Parse `{…}`, if it comes next; `{-#` does not begin attributes."""

    def parse_optional_attr_dict_with_keyword(self) -> dict[str, ir.Attribute]:
        """Parse `attributes {…}`, if it comes next."""

    def parse_optional_prop_dict(self) -> dict[str, ir.Attribute]:
        """Parse `<{...}>`."""

    def parse_affine_map(self) -> ir.AffineMap:
        """Parse `(d0)[s0] -> (...)` without the `affine_map<>` around."""

    def parse_affine_expr(self, dims: Sequence[str], symbols: Sequence[str] = ()) -> ir.AffineExpr:
        """Parse one expression over the given dimension and symbol names: `d0 floordiv 4`."""

    def parse_integer_set(self) -> ir.IntegerSet:
        """Parse `(d0)[s0] : (...)` without the `affine_set<>` around."""

    def parse_affine_map_of_ssa_ids(
        self, delimiter: str = "["
    ) -> tuple[ir.AffineMap, list[UnresolvedOperand]]:
        """Parse `[expressions over %values]`: the map, and its dimension and symbol operands."""

    def parse_affine_expr_of_ssa_ids(
        self,
    ) -> tuple[ir.AffineMap, list[UnresolvedOperand], list[UnresolvedOperand]]:
        """Parse one expression over `%dim` and `symbol(%sym)`: its map, dim and symbol operands."""

    # Operands and arguments.

    def parse_operand(self, allow_result_number: bool = True) -> UnresolvedOperand:
        """Parse `%name` or `%name#number`."""

    def parse_optional_operand(self, allow_result_number: bool = True) -> UnresolvedOperand | None:
        """Parse `%name` or `%name#number`, if one comes next."""

    def parse_operand_list(self, delimiter: str | None = None) -> list[UnresolvedOperand]:
        """Parse a possibly empty list of operands, inside the delimiter if one is given."""

    def resolve_operand(self, operand: UnresolvedOperand, type: ir.Type) -> ir.Value:
        """Return the value of the given name and type.

        A name not yet defined becomes a forward reference.
        """

    def resolve_operands(
        self, operands: Sequence[UnresolvedOperand], types: Sequence[ir.Type]
    ) -> list[ir.Value]:
        """Return the value of each operand, as `resolve_operand` does; the counts must be equal."""

    def parse_argument(self, allow_type: bool = False, allow_attrs: bool = False) -> Argument:
        """Parse `%name : type {attributes} loc(…)`, as far as allowed."""

    def parse_optional_argument(
        self, allow_type: bool = False, allow_attrs: bool = False
    ) -> Argument | None:
        """Parse `%name : type {attributes} loc(…)`, if a name comes next."""

    def parse_argument_list(
        self, delimiter: str | None = None, allow_type: bool = False, allow_attrs: bool = False
    ) -> list[Argument]:
        """Parse arguments with commas between; the list may be empty without a delimiter."""

    # Regions, blocks, locations.

    def parse_region(self, arguments: Sequence[Argument] = ()) -> ir.Region:
        """Parse a region; `arguments` become the arguments of its entry block."""

    def parse_optional_region(self, arguments: Sequence[Argument] = ()) -> ir.Region | None:
        """Parse a region, if one comes next; `{-#` does not start one."""

    def parse_successor(self) -> ir.Block:
        """Parse `^label`; the block may be defined later in the region."""

    def parse_optional_successor(self) -> ir.Block | None:
        """Parse `^label`, if one comes next; the block may be defined later in the region."""

    def parse_optional_location(self) -> ir.Location | None:
        """Parse `loc(...)`."""

    def parse_comma_separated_list(
        self, delimiter: str | None, parse_element: Callable[[], T], optional: bool = False
    ) -> list[T]:
        """Parse elements with commas between, inside the delimiter if one is given.

        With a delimiter the list may be empty, without it has at least one element. With
        `optional`, a missing delimiter means an empty list.
        """


class AsmPrinter(Protocol):
    """The printer as the custom syntax of an op, type or attribute sees it.

    Its methods write no spaces around the printed text, unless it is said here: callers do.
    """

    def write(self, text: str) -> None:
        """Write a text unchanged."""

    def print_operand(self, value: ir.Value) -> None:
        """Write `%name`."""

    def print_operands(self, values: Iterable[ir.Value]) -> None:
        """Write values, separated by `, `."""

    def print_type(self, type: ir.Type) -> None:
        """Write a type."""

    def print_types(self, types: Iterable[ir.Type]) -> None:
        """Write types with commas between."""

    def print_functional_type(
        self,
        op_or_inputs: ir.Operation | Sequence[ir.Type],
        results: Sequence[ir.Type] | None = None,
    ) -> None:
        """Write `(inputs) -> results`: an op's own, or the types given."""

    def print_arrow_type_list(self, types: Sequence[ir.Type]) -> None:
        """Write ` -> type` or ` -> (types)`, with a space before the arrow."""

    def print_custom_type(self, type: ir.Type) -> None:
        """Write a dialect's type without its `!dialect.mnemonic`."""

    def print_attribute(self, attribute: ir.Attribute) -> None:
        """Write an attribute with its type."""

    def print_attribute_without_type(self, attribute: ir.Attribute) -> None:
        """Write an attribute without its type, which the parser must already know."""

    def print_custom_attribute(self, attribute: ir.Attribute) -> None:
        """Write a dialect's attribute without its `#dialect.mnemonic`."""

    def print_attr_dict(
        self, op_or_dict: ir.Operation | Mapping[str, ir.Attribute], elided: Collection[str] = ()
    ) -> None:
        """Write ` {...}` with a space before it, in order of name; nothing if all are elided.

        Of an op: its inherent and its discardable attributes together.
        """

    def print_attr_dict_with_keyword(
        self, op_or_dict: ir.Operation | Mapping[str, ir.Attribute], elided: Collection[str] = ()
    ) -> None:
        """Write ` attributes {...}`, nothing if all are elided."""

    def print_region(
        self,
        region: ir.Region,
        print_entry_args: bool = True,
        print_terminators: bool = True,
        print_empty_block: bool = False,
    ) -> None:
        """Write `{...}`. Entry arguments, terminators, and an empty entry block may be left out."""

    def print_region_argument(
        self,
        argument: ir.BlockArgument,
        attributes: Mapping[str, ir.Attribute] | None = None,
        print_type: bool = True,
    ) -> None:
        """Write `%name: type {attributes}`."""

    def print_successor(self, block: ir.Block) -> None:
        """Write `^name`."""

    def print_successor_and_operands(self, block: ir.Block, operands: Sequence[ir.Value]) -> None:
        """Write `^bb(%operands : types)`."""

    def print_symbol_name(self, name: str) -> None:
        """Write `@name`, quoted where need be."""

    def print_string(self, text: str) -> None:
        """Write a string in quotes, escaped."""

    def print_keyword_or_string(self, text: str) -> None:
        """Write an identifier, or else a string in quotes."""

    def print_affine_map(self, map: ir.AffineMap) -> None:
        """Write a map without the `affine_map<>` around."""

    def print_integer_set(self, set: ir.IntegerSet) -> None:
        """Write a set without the `affine_set<>` around."""

    def print_affine_map_of_ssa_ids(self, map: ir.AffineMap, operands: Sequence[ir.Value]) -> None:
        """Write the results of a map over the operands, without brackets."""

    def print_affine_expr_of_ssa_ids(
        self, map: ir.AffineMap, dims: Sequence[ir.Value], symbols: Sequence[ir.Value]
    ) -> None:
        """Write the map's single result over dims and `symbol(...)`s."""

    def print_operation(self, op: ir.Operation) -> None:
        """Write an op with its results, in custom or generic form, without a newline."""

    def newline(self) -> None:
        """Start a new line at the current indentation."""

    def indent(self) -> None:
        """Indent the lines that follow one step more."""

    def dedent(self) -> None:
        """Indent the lines that follow one step less."""
