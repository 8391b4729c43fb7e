"""What an operation's custom syntax sees of the parser and of the printer.

The protocols are implemented by `bufferize.syntax`; definitions depend on nothing but these.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from bufferize.diagnostics import ParseError
from bufferize.ir import (
    UNKNOWN_LOC,
    AffineExpr,
    AffineMap,
    Attribute,
    Block,
    BlockArgument,
    FunctionType,
    IntegerSet,
    Operation,
    Region,
    Type,
    Value,
)
from bufferize.ir import Location as Location

if TYPE_CHECKING:
    from bufferize.define.context import Context

T = TypeVar("T")
AttributeT = TypeVar("AttributeT", bound=Attribute)
TypeT = TypeVar("TypeT", bound=Type)


class UnresolvedOperand:
    """A use of a value as written: `%name` or `%name#number`, before its type is known."""

    __slots__ = ("name", "number", "offset")

    def __init__(self, name: str, number: int = 0, offset: int = 0) -> None:
        self.name = name
        """Without the `%`."""
        self.number = number
        self.offset = offset
        """Where it stands in the source, for errors."""

    def __repr__(self) -> str:
        return f"%{self.name}#{self.number}" if self.number else f"%{self.name}"


class Argument:
    """A block argument as written: `%name : type {attributes} loc(...)`."""

    __slots__ = ("attributes", "location", "name", "offset", "type")

    def __init__(
        self,
        name: str,
        type: Type | None = None,
        attributes: dict[str, Attribute] | None = None,
        location: Location | None = None,
        offset: int = 0,
    ) -> None:
        self.name = name
        """Without the `%`."""
        self.type = type
        self.attributes = attributes if attributes is not None else {}
        self.location = location
        self.offset = offset

    def __repr__(self) -> str:
        return f"%{self.name}" if self.type is None else f"%{self.name}: {self.type}"


class OperationState:
    """What an op's `parse` fills in; the parser then creates the op from it."""

    __slots__ = (
        "attributes",
        "location",
        "name",
        "operands",
        "properties",
        "regions",
        "result_types",
        "successors",
    )

    def __init__(
        self,
        name: str,
        location: Location = UNKNOWN_LOC,
        operands: list[Value] | None = None,
        result_types: list[Type] | None = None,
        attributes: dict[str, Attribute] | None = None,
        properties: dict[str, Attribute] | None = None,
        regions: list[Region] | None = None,
        successors: list[Block] | None = None,
    ) -> None:
        self.name = name
        self.location = location
        self.operands: list[Value] = operands if operands is not None else []
        self.result_types: list[Type] = result_types if result_types is not None else []
        self.attributes: dict[str, Attribute] = attributes if attributes is not None else {}
        """Attributes from an attr-dict. Inherent ones among them become properties of the op."""
        self.properties: dict[str, Attribute] = properties if properties is not None else {}
        self.regions: list[Region] = regions if regions is not None else []
        self.successors: list[Block] = successors if successors is not None else []

    def __repr__(self) -> str:
        return f"<state of {self.name}>"


class AsmParser(Protocol):
    """A cursor over the text of one operation (or of a type's or attribute's parameters).

    `parse_x` raises `ParseError` where no x stands; `parse_optional_x` then takes nothing and
    returns None, False or an empty list. Delimiters are one of "(", "[", "{", "<".
    """

    @property
    def context(self) -> Context:
        """The dialects in whose terms the text is read."""

    @property
    def offset(self) -> int:
        """Where the next token starts; give it to `error` later."""

    @property
    def num_results(self) -> int:
        """How many results the text names left of `=`, for the operation at hand."""

    def error(self, message: str, offset: int | None = None) -> ParseError:
        """An error to raise, at `offset` or else at the next token."""

    def peek(self) -> str:
        """The text of the next token, "" at the end of the file."""

    # Tokens.

    def parse_punctuation(self, punctuation: str) -> None: ...
    def parse_optional_punctuation(self, punctuation: str) -> bool: ...
    def parse_keyword(self, keyword: str) -> None: ...
    def parse_optional_keyword(self, keyword: str) -> bool: ...
    def parse_any_keyword(self) -> str: ...
    def parse_optional_any_keyword(self, allowed: Collection[str] | None = None) -> str | None:
        """The next keyword, if there is one and (where given) it is among the allowed."""

    def parse_integer(self, *, unsigned: bool = False) -> int:
        """An integer of 64 bits; of an unsigned one, what a negative number stands for."""

    def parse_optional_integer(self, *, unsigned: bool = False) -> int | None: ...
    def parse_float(self) -> float:
        """A decimal number with a point, or the bits of an f64 in hexadecimal."""

    def parse_string(self) -> str: ...
    def parse_optional_string(self) -> str | None: ...
    def parse_keyword_or_string(self) -> str: ...
    def parse_symbol_name(self) -> str:
        """`@name`, without the `@`."""

    def parse_optional_symbol_name(self) -> str | None: ...
    def parse_dimension_list(
        self, allow_dynamic: bool = True, with_trailing_x: bool = True
    ) -> list[int]:
        """`4x?x8x`; DYNAMIC for `?`."""

    # Types.

    def parse_type(self) -> Type: ...
    def parse_optional_type(self) -> Type | None: ...
    def parse_colon_type(self) -> Type: ...
    def parse_optional_colon_type_list(self) -> list[Type]: ...
    def parse_type_list(self) -> list[Type]:
        """One or more types with commas between."""

    def parse_arrow_type_list(self) -> list[Type]:
        """`-> type` or `-> (types)`."""

    def parse_optional_arrow_type_list(self) -> list[Type]: ...
    def parse_function_type(self) -> FunctionType: ...
    def parse_custom_type(self, cls: type[TypeT]) -> TypeT:
        """A type of this class, with or without its `!dialect.mnemonic`."""

    # Attributes.

    def parse_attribute(self, type: Type | None = None) -> Attribute:
        """An attribute; a literal takes the given type and then has no `: type` of its own."""

    def parse_optional_attribute(self, type: Type | None = None) -> Attribute | None: ...
    def parse_custom_attribute(self, cls: type[AttributeT]) -> AttributeT:
        """An attribute of this class, with or without its `#dialect.mnemonic`."""

    def parse_optional_attr_dict(self) -> dict[str, Attribute]: ...
    def parse_optional_attr_dict_with_keyword(self) -> dict[str, Attribute]: ...
    def parse_optional_prop_dict(self) -> dict[str, Attribute]:
        """`<{...}>`."""

    def parse_affine_map(self) -> AffineMap:
        """`(d0)[s0] -> (...)` without the `affine_map<>` around."""

    def parse_affine_expr(self, dims: Sequence[str], symbols: Sequence[str] = ()) -> AffineExpr:
        """One expression over dimensions and symbols of these names: `d0 floordiv 4`."""

    def parse_integer_set(self) -> IntegerSet:
        """`(d0)[s0] : (...)` without the `affine_set<>` around."""

    def parse_affine_map_of_ssa_ids(
        self, delimiter: str = "["
    ) -> tuple[AffineMap, list[UnresolvedOperand]]: ...
    def parse_affine_expr_of_ssa_ids(
        self,
    ) -> tuple[AffineMap, list[UnresolvedOperand], list[UnresolvedOperand]]:
        """One expression over `%dim` and `symbol(%sym)`: its map, dim and symbol operands."""

    # Operands and arguments.

    def parse_operand(self, allow_result_number: bool = True) -> UnresolvedOperand: ...
    def parse_optional_operand(
        self, allow_result_number: bool = True
    ) -> UnresolvedOperand | None: ...
    def parse_operand_list(self, delimiter: str | None = None) -> list[UnresolvedOperand]:
        """Operands with commas between, maybe none; a delimiter, if given, must stand around."""

    def resolve_operand(self, operand: UnresolvedOperand, type: Type) -> Value:
        """The value of that name, of that type.

        A name not yet defined becomes a forward reference.
        """

    def resolve_operands(
        self, operands: Sequence[UnresolvedOperand], types: Sequence[Type]
    ) -> list[Value]:
        """As `resolve_operand` for each; the counts must be equal."""

    def parse_argument(self, allow_type: bool = False, allow_attrs: bool = False) -> Argument: ...
    def parse_optional_argument(
        self, allow_type: bool = False, allow_attrs: bool = False
    ) -> Argument | None: ...
    def parse_argument_list(
        self,
        delimiter: str | None = None,
        allow_type: bool = False,
        allow_attrs: bool = False,
    ) -> list[Argument]: ...

    # Regions, blocks, locations.

    def parse_region(self, arguments: Sequence[Argument] = ()) -> Region:
        """A region; the arguments given become those of its entry block."""

    def parse_optional_region(self, arguments: Sequence[Argument] = ()) -> Region | None: ...
    def parse_successor(self) -> Block: ...
    def parse_optional_successor(self) -> Block | None: ...
    def parse_optional_location(self) -> Location | None:
        """`loc(...)`."""

    def parse_comma_separated_list(
        self, delimiter: str | None, parse_element: Callable[[], T], optional: bool = False
    ) -> list[T]:
        """Elements with commas between, inside the delimiter if one is given.

        With a delimiter the list may be empty, without it has at least one element. With
        `optional`, no delimiter at all is an empty list.
        """


class AsmPrinter(Protocol):
    """Where an op's custom syntax is written.

    Nothing is written before or between but what is said here: callers write their spaces.
    """

    def write(self, text: str) -> None: ...
    def print_operand(self, value: Value) -> None: ...
    def print_operands(self, values: Iterable[Value]) -> None:
        """With `, ` between, as are all lists."""

    def print_type(self, type: Type) -> None: ...
    def print_types(self, types: Iterable[Type]) -> None: ...
    def print_functional_type(
        self, op_or_inputs: Operation | Sequence[Type], results: Sequence[Type] | None = None
    ) -> None:
        """`(inputs) -> results`: an op's own, or the types given."""

    def print_arrow_type_list(self, types: Sequence[Type]) -> None:
        """` -> type` or ` -> (types)`, with a space before the arrow."""

    def print_custom_type(self, type: Type) -> None:
        """A dialect's type without its `!dialect.mnemonic`."""

    def print_attribute(self, attribute: Attribute) -> None: ...
    def print_attribute_without_type(self, attribute: Attribute) -> None: ...
    def print_custom_attribute(self, attribute: Attribute) -> None:
        """A dialect's attribute without its `#dialect.mnemonic`."""

    def print_attr_dict(
        self, op_or_dict: Operation | Mapping[str, Attribute], elided: Collection[str] = ()
    ) -> None:
        """` {...}` with a space before it, in order of name; nothing if all are elided.

        Of an op: its inherent and its discardable attributes together.
        """

    def print_attr_dict_with_keyword(
        self, op_or_dict: Operation | Mapping[str, Attribute], elided: Collection[str] = ()
    ) -> None:
        """` attributes {...}`, nothing if all are elided."""

    def print_region(
        self,
        region: Region,
        print_entry_args: bool = True,
        print_terminators: bool = True,
        print_empty_block: bool = False,
    ) -> None: ...
    def print_region_argument(
        self,
        argument: BlockArgument,
        attributes: Mapping[str, Attribute] | None = None,
        print_type: bool = True,
    ) -> None: ...
    def print_successor(self, block: Block) -> None: ...
    def print_successor_and_operands(self, block: Block, operands: Sequence[Value]) -> None:
        """`^bb(%operands : types)`."""

    def print_symbol_name(self, name: str) -> None:
        """`@name`, quoted where need be."""

    def print_string(self, text: str) -> None:
        """Quoted and escaped."""

    def print_keyword_or_string(self, text: str) -> None: ...
    def print_affine_map(self, map: AffineMap) -> None:
        """Without the `affine_map<>` around."""

    def print_integer_set(self, set: IntegerSet) -> None: ...
    def print_affine_map_of_ssa_ids(self, map: AffineMap, operands: Sequence[Value]) -> None:
        """Its results over the operands, without brackets."""

    def print_affine_expr_of_ssa_ids(
        self, map: AffineMap, dims: Sequence[Value], symbols: Sequence[Value]
    ) -> None:
        """The map's single result over dims and `symbol(...)`s."""

    def print_operation(self, op: Operation) -> None:
        """An op with its results, in custom or generic form, without a newline."""

    def newline(self) -> None:
        """Starts a line at the current indentation."""

    def indent(self) -> None: ...
    def dedent(self) -> None: ...
