"""Filling the regions that the custom syntax of named operations does not show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from bufferize.ir import (
    Attribute,
    Block,
    Location,
    MemRefType,
    RankedTensorType,
    Region,
    Type,
    Value,
)
from bufferize_linalg.attributes import TypeFnAttr
from bufferize_linalg.scalars import BodyBuilder, create_by_name

if TYPE_CHECKING:
    from bufferize.define import Context
    from bufferize.diagnostics import DiagnosticError
    from bufferize_linalg.bodies import Body


def scalar_type(type: Type) -> Type:
    """The type of the block argument for an operand: the element of a tensor or memref."""
    if isinstance(type, RankedTensorType | MemRefType):
        return type.element_type
    return type


def is_unsigned_cast(attributes: Mapping[str, Attribute]) -> bool:
    """Whether the attribute `cast` asks for unsigned conversions."""
    attribute = attributes.get("cast")
    return isinstance(attribute, TypeFnAttr) and attribute.keyword == "cast_unsigned"


def build_region(
    context: Context,
    operand_types: Iterable[Type],
    body: Body,
    unsigned: bool,
    location: Location,
    error: Callable[[str], DiagnosticError],
) -> Region:
    """A region of one block that computes `body`. `error` makes the error for unfit types."""
    block = Block([scalar_type(type) for type in operand_types])
    result = body(BodyBuilder(context, block, location, error), unsigned)
    append_yield(context, block, [result], location)
    return Region([block])


def payload_region(
    context: Context,
    argument_types: Sequence[Type],
    name: str,
    attributes: Mapping[str, Attribute],
    arguments: Sequence[int],
    result_type: Type,
    location: Location,
) -> Region:
    """A region whose block applies the operation `name` to some of its arguments, by number."""
    block = Block(argument_types)
    operands = [block.arguments[i] for i in arguments]
    op = create_by_name(context, name, operands, [result_type], location, attributes)
    block.append(op)
    append_yield(context, block, op.results, location)
    return Region([block])


def append_yield(
    context: Context, block: Block, values: Sequence[Value], location: Location
) -> None:
    """Ends a body."""
    block.append(create_by_name(context, "linalg.yield", values, [], location))
