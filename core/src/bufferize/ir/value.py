"""SSA values and their uses."""

from __future__ import annotations

__all__ = ["BlockArgument", "OpOperand", "OpResult", "Value", "origin_of"]

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from bufferize.ir.interning import Type
from bufferize.ir.location import UNKNOWN_LOC, Location

if TYPE_CHECKING:
    from bufferize.ir.block import Block, Region
    from bufferize.ir.operation import Operation


def _part(owner: Any, name: str, index: int) -> Any:
    """Return an operand or value of its owner; pickles refer to operands and values by it."""
    return getattr(owner, name)[index]


class Node:
    """Base of operations, blocks and regions."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        from bufferize.ir.copying import reduced  # which pickles all of the IR around

        return reduced(self)


class OpOperand:
    """The use of a value by an operation: operand `index` of `owner`.

    It is an object, not just an entry in a list of values, for two reasons. The uses of a value are a
    linked list through these objects, so that who uses a value is known without a search, and setting
    an operand takes constant time. Also, the analysis decides about uses: of two uses of a tensor,
    one may be in place and the other not.
    """

    __slots__ = ("_next", "_previous", "index", "owner", "value")

    def __init__(self, owner: Operation, index: int, value: Value) -> None:
        self.owner = owner
        self.index = index
        self._link(value)

    def _link(self, value: Value) -> None:
        self.value = value
        self._previous: OpOperand | None = None
        first = value.first_use
        self._next = first
        if first is not None:
            first._previous = self
        value.first_use = self

    def drop(self) -> None:
        """Remove this use from the value's list. The operand is unusable until `set`."""
        previous, following = self._previous, self._next
        if previous is None:
            self.value.first_use = following
        else:
            previous._next = following
        if following is not None:
            following._previous = previous
        self._next = self._previous = None

    def set(self, value: Value) -> None:
        """Make the operand use `value`."""
        if value is not self.value:
            self.drop()
            self._link(value)

    def __reduce__(self) -> tuple[Any, ...]:
        return _part, (self.owner, "op_operands", self.index)

    def __repr__(self) -> str:
        return f"<operand {self.index} of {self.owner!r}>"


class Value:
    """A result of an operation or an argument of a block."""

    __slots__ = ("first_use", "name_hint", "type")

    type: Type
    first_use: OpOperand | None
    name_hint: str | None

    def __init__(self, type: Type) -> None:
        self.type = type
        self.first_use = None
        self.name_hint = None

    @property
    def uses(self) -> Iterator[OpOperand]:
        """The uses, latest first. The current use may be changed during the iteration."""
        use = self.first_use
        while use is not None:
            following = use._next
            yield use
            use = following

    @property
    def users(self) -> Iterator[Operation]:
        """The owner of each use."""
        for use in self.uses:
            yield use.owner

    def has_uses(self) -> bool:
        """Return whether any operation uses the value."""
        return self.first_use is not None

    def has_one_use(self) -> bool:
        """Return whether there is exactly one use."""
        return self.first_use is not None and self.first_use._next is None

    def replace_all_uses_with(self, value: Value) -> None:
        """Replace every use of this value by `value`."""
        if value is not self:
            for use in self.uses:
                use.set(value)

    @property
    def defining_op(self) -> Operation | None:
        """The operation that the value is a result of; None for a block argument."""
        return None

    @property
    def parent_block(self) -> Block | None:
        """The block that holds the definition."""
        raise NotImplementedError

    @property
    def parent_region(self) -> Region | None:
        """The region that holds the definition."""
        block = self.parent_block
        return block.parent if block is not None else None

    @property
    def parent_op(self) -> Operation | None:
        """The operation whose region holds the definition."""
        region = self.parent_region
        return region.parent if region is not None else None

    @property
    def location(self) -> Location:
        """The source location of the definition."""
        raise NotImplementedError


class OpResult(Value):
    """Result `index` of the operation `owner`."""

    __slots__ = ("index", "owner")

    def __init__(self, owner: Operation, index: int, type: Type) -> None:
        self.owner = owner
        self.index = index
        self.type = type
        self.first_use = None
        self.name_hint = None

    @property
    def defining_op(self) -> Operation | None:
        return self.owner

    @property
    def parent_block(self) -> Block | None:
        return self.owner.parent

    @property
    def location(self) -> Location:
        return self.owner.location

    def __reduce__(self) -> tuple[Any, ...]:
        return _part, (self.owner, "results", self.index)

    def __repr__(self) -> str:
        return f"<result {self.index} of {self.owner!r}>"


class BlockArgument(Value):
    """Argument `index` of the block `owner`."""

    __slots__ = ("index", "location", "owner")

    location: Location

    def __init__(
        self, owner: Block, index: int, type: Type, location: Location = UNKNOWN_LOC
    ) -> None:
        super().__init__(type)
        self.owner = owner
        self.index = index
        self.location = location

    @property
    def parent_block(self) -> Block | None:
        return self.owner

    def __reduce__(self) -> tuple[Any, ...]:
        return _part, (self.owner, "arguments", self.index)

    def __repr__(self) -> str:
        return f"<argument {self.index} of {self.owner!r}>"


def origin_of(value: Value, source: Callable[[Value], Value | None]) -> Value:
    """Return the start of the chain `value`, `source(value)`, `source(source(value))`, …

    It is `value` itself if the chain is a cycle: in graph regions and unreachable blocks, values may
    depend on themselves.
    """
    seen = {value}
    current = value
    while (before := source(current)) is not None:
        if before in seen:
            return value
        seen.add(before)
        current = before
    return current
