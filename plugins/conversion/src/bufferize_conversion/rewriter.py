"""What patterns rewrite with: all changes are noted, and can be undone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias, TypeVar

from bufferize.define import Context
from bufferize.dialects.builtin import UnrealizedConversionCastOp
from bufferize.driver import CreatingRewriter
from bufferize.ir import (
    UNKNOWN_LOC,
    Block,
    BlockArgument,
    InsertionPoint,
    IsTerminator,
    Journal,
    Location,
    Operation,
    OpOperand,
    Region,
    Type,
    Value,
)
from bufferize_conversion.casts import Cast, CastKind, inputs_of_cast
from bufferize_conversion.types import SignatureConversion, TypeConverter, Types

OperationT = TypeVar("OperationT", bound=Operation)

Replacement: TypeAlias = "Value | Sequence[Value] | None"
"""What a value becomes: a value, several of them (or none), or nothing known: it has no uses."""


class ConversionPatternRewriter(CreatingRewriter):
    """A rewriter whose changes can be undone, and which may replace values by those of other types.

    Where types differ, operations that are not converted yet see a cast; in the end it goes away, or
    becomes what the type converter makes of it. An operation is changed in place only within `with
    rewriter.modify_op_in_place(op)`.
    """

    __slots__ = (
        "_cached_casts",
        "_reason",
        "casts",
        "converter",
        "erased",
        "inserted",
        "journal",
        "modified",
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.journal = Journal()
        self.converter: TypeConverter | None = None
        """The type converter of the pattern that is being applied."""
        self.casts: dict[Operation, Cast] = {}
        """The casts between old and new types that there are for the time being."""
        self.inserted: list[Operation] = []
        """What the pattern has inserted, with all that lay in it, casts excepted."""
        self.modified: dict[Operation, None] = {}
        """What the pattern has changed in place."""
        self.erased: set[Operation] = set()
        """What was erased, with all that lay in it."""
        self._cached_casts: dict[tuple[Value, Types], Operation] = {}
        self._reason = ""

    def begin(self, op: Operation, converter: TypeConverter | None) -> None:
        """Stand before `op`, the next to convert."""
        self.converter = converter
        self.inserted = []
        self.modified = {}
        self._reason = ""
        self.location = op.location
        self.insertion_point = None if op.parent is None else InsertionPoint.before(op)

    def match_failure(self, reason: str) -> bool:
        """False, for a pattern to return; `reason` is told if the operation is not converted."""
        self._reason = reason
        return False

    def take_reason(self) -> str:
        """The reason that was given last; it is forgotten."""
        reason, self._reason = self._reason, ""
        return reason

    # Operations

    def insert(self, op: OperationT) -> OperationT:
        self._put(op)
        self.inserted += op.walk() if op.regions else (op,)
        for listener in self.listeners:
            listener.operation_inserted(op)
        return op

    def _put(self, op: Operation) -> None:
        point = self.insertion_point
        if point is None:
            raise ValueError("the rewriter has no insertion point")
        block = point.block if point.anchor is None else point.anchor.parent
        assert block is not None  # another one than it was, if a block was split
        self.journal.insert(op, block, point.anchor)
        if op.location is UNKNOWN_LOC:
            op.location = self.location

    def erase_op(self, op: Operation) -> None:
        """Erase an operation without uses. Raises ValueError for one that has any."""
        for listener in self.listeners:
            listener.operation_erased(op)
        self.leave(op)
        erased = list(op.walk()) if op.regions else [op]
        self.journal.erase(op)
        self.erased.update(erased)
        self.journal.note(self.erased.difference_update, erased)

    def replace_op(self, op: Operation, replacement: Operation | Sequence[Replacement]) -> None:
        """Replace the results of `op`, each with a value or several, of any types, and erase it."""
        values = replacement.results if isinstance(replacement, Operation) else replacement
        if len(values) != len(op.results):
            raise ValueError(f"{len(values)} replacements for {len(op.results)} results of {op!r}")
        for listener in self.listeners:
            listener.operation_replaced(op, [v for v in values if isinstance(v, Value)])
        for result, value in zip(op.results, values, strict=True):
            self._replace(result, value, CastKind.SOURCE, InsertionPoint.before(op))
        self.erase_op(op)

    def replace_all_uses_with(self, value: Value, replacement: Replacement) -> None:
        """Make all users of `value` use another value, or several; it stays where it is.

        Where a cast is needed it is made behind the other value, of several where the rewriter stands.
        """
        point = self.insertion_point
        if isinstance(replacement, Value):
            point = InsertionPoint.after_value(replacement)
        assert point is not None
        kind = CastKind.ARGUMENT if isinstance(value, BlockArgument) else CastKind.SOURCE
        self._replace(value, replacement, kind, point)

    def _replace(
        self,
        value: Value,
        replacement: Replacement,
        kind: CastKind,
        point: InsertionPoint,
        converter: TypeConverter | None = None,
    ) -> None:
        if not value.has_uses():
            return
        if replacement is None:
            raise ValueError(f"{value!r} is used, and not replaced")
        values = (replacement,) if isinstance(replacement, Value) else tuple(replacement)
        if len(values) == 1 and values[0].type is value.type:
            (new,) = values
        else:
            with self.at(point):
                new = self._cast(kind, values, (value.type,), value.location, converter).result
        self.journal.replace_all_uses_with(value, new)

    def set_operand(self, use: OpOperand, value: Value) -> None:
        self.journal.set_operand(use, value)
        self.notify_modified(use.owner)

    def notify_modified(self, op: Operation) -> None:
        self.modified[op] = None
        super().notify_modified(op)

    @contextmanager
    def modify_op_in_place(self, op: Operation) -> Iterator[None]:
        """In the with statement `op` may be changed, but not what lies in it."""
        self.journal.keep(op)
        yield
        self.notify_modified(op)

    # Values

    def remapped(self, value: Value) -> tuple[Value, ...]:
        """What `value` has become most recently: itself, or values of other types."""
        return self._versions(value)[-1]

    def converted(
        self, value: Value, types: Sequence[Type], converter: TypeConverter | None = None
    ) -> tuple[Value, ...]:
        """What `value` has become, as values of `types`: cast to them where need be.

        The casts are made by `converter`, if not given by that of the pattern.
        """
        versions = self._versions(value)
        for values in reversed(versions):
            if len(values) == len(types) and all(
                v.type is type for v, type in zip(values, types, strict=True)
            ):
                return values
        if not types:
            return ()
        inputs, key = versions[-1], None
        point = self.insertion_point
        if len(inputs) == 1:
            owner = inputs[0].defining_op
            if owner is None or not owner.has_trait(IsTerminator):
                key = inputs[0], tuple(types)
                known = self._cached_casts.get(key)
                if known is not None and known not in self.erased:
                    return known.results
                point = InsertionPoint.after_value(inputs[0])
        assert point is not None
        with self.at(point):
            location = inputs[0].location if inputs else self.location
            cast = self._cast(CastKind.TARGET, inputs, types, location, converter)
        if key is not None:
            self._cached_casts[key] = cast
            self.journal.note(self._cached_casts.pop, key, None)
        return cast.results

    def _versions(self, value: Value) -> list[tuple[Value, ...]]:
        """What `value` was and has become, one after the other."""
        values: tuple[Value, ...] = (value,)
        versions = [values]
        seen = set(values)
        while (inputs := inputs_of_cast(values, self.casts)) is not None:
            values = inputs
            if not seen.isdisjoint(values):
                break
            seen.update(values)
            versions.append(values)
        return versions

    def _cast(
        self,
        kind: CastKind,
        inputs: Sequence[Value],
        types: Sequence[Type],
        location: Location,
        converter: TypeConverter | None = None,
    ) -> UnrealizedConversionCastOp:
        op = UnrealizedConversionCastOp.create(inputs, types, location=location)
        self._put(op)
        self.casts[op] = Cast(kind, converter or self.converter)
        self.journal.note(self.casts.pop, op)
        return op

    # Blocks and regions

    def convert_region_types(
        self,
        region: Region,
        converter: TypeConverter,
        entry_conversion: SignatureConversion | None = None,
        *,
        pack: bool = False,
    ) -> bool:
        """Convert the types of the arguments of all blocks; False if there is one that cannot be.

        Those of the entry block are converted by `entry_conversion`, if it is given. `pack` is that
        of `apply_signature_conversion`.
        """
        for block in list(region.blocks):
            conversion = entry_conversion if block.is_entry else None
            if conversion is None:
                types = [argument.type for argument in block.arguments]
                conversion = SignatureConversion.of(converter, types)
                if conversion is None:
                    return self.match_failure("the type of a block argument cannot be converted")
            self.apply_signature_conversion(block, conversion, converter, pack=pack)
        return True

    def apply_signature_conversion(
        self,
        block: Block,
        conversion: SignatureConversion,
        converter: TypeConverter | None = None,
        *,
        pack: bool = False,
    ) -> list[BlockArgument]:
        """Give a block new arguments in place of the old ones; the new ones.

        With `pack`, what an argument becomes, if it is more than one value, is made one right away.
        """
        old = list(block.arguments)
        if len(conversion.inputs) != len(old):
            raise ValueError(f"a conversion of {len(conversion.inputs)} arguments for {len(old)}")
        if [argument.type for argument in old] == conversion.types and conversion.inputs == [
            range(i, i + 1) for i in range(len(old))
        ]:
            return old
        locations: list[Location] = [UNKNOWN_LOC] * len(conversion.types)
        for argument, becomes in zip(old, conversion.inputs, strict=True):
            if isinstance(becomes, range):
                for index in becomes:
                    locations[index] = argument.location
        journal = self.journal
        new = [
            journal.insert_argument(block, len(block.arguments), type, location)
            for type, location in zip(conversion.types, locations, strict=True)
        ]
        converter = converter or self.converter
        with self.at(InsertionPoint.at_start(block)):
            for argument, becomes in zip(old, conversion.inputs, strict=True):
                values = (
                    new[becomes.start : becomes.stop] if isinstance(becomes, range) else becomes
                )
                replacement: Replacement = values
                if pack and converter and len(values) > 1 and argument.has_uses():
                    location = argument.location
                    replacement = converter.materialize_argument(
                        self, argument.type, values, location, exactly=False
                    )
                assert self.insertion_point is not None
                self._replace(
                    argument,
                    replacement or values,
                    CastKind.ARGUMENT,
                    self.insertion_point,
                    converter,
                )
        for argument in reversed(old):
            journal.erase_argument(argument)
        if block.parent_op is not None:
            self.notify_modified(block.parent_op)
        return new

    def create_block(
        self,
        region: Region,
        types: Sequence[Type] = (),
        locations: Sequence[Location] = (),
        *,
        before: Block | None = None,
    ) -> Block:
        """Put a new block before another one of `region`, at its end without one; stand in it."""
        block = Block(types)
        for argument, location in zip(
            block.arguments, locations or (self.location,) * len(types), strict=True
        ):
            argument.location = location
        self.journal.insert_block(region, _index_of(before, region), block)
        self.set_insertion_point(InsertionPoint.at_end(block))
        return block

    def erase_block(self, block: Block) -> None:
        """Erase a block and all in it. Raises ValueError for values that are used elsewhere."""
        for op in block.ops_reversed:
            self.erase_op(op)
        if any(argument.has_uses() for argument in block.arguments):
            raise ValueError("an argument of the block is used")
        self.journal.remove_block(block)

    def inline_region_before(
        self, region: Region, target: Region, before: Block | None = None
    ) -> None:
        """Move all blocks of `region` to before a block of `target`, to its end without one."""
        self.journal.move_blocks(region, target, _index_of(before, target))

    def split_block(self, op: Operation) -> Block:
        """A new block behind that of `op`, with `op` and all that comes after it."""
        block = op.parent
        assert block is not None
        assert block.parent is not None
        new = Block()
        self.journal.insert_block(block.parent, block.parent.blocks.index(block) + 1, new)
        self._move_ops(op, new, None)
        return new

    def inline_block_before(
        self, block: Block, op: Operation, arguments: Sequence[Replacement] = ()
    ) -> None:
        """Move all operations of `block` to before `op`; the block goes away.

        `arguments` are what becomes of the arguments of the block.
        """
        point = InsertionPoint.before(op)
        first = block.first_op
        for argument, value in zip(block.arguments, arguments, strict=True):
            self._replace(argument, value, CastKind.ARGUMENT, point)
        if first is not None:
            self._move_ops(first, point.block, op)
        self.journal.remove_block(block)

    def _move_ops(self, first: Operation, block: Block, anchor: Operation | None) -> None:
        op: Operation | None = first
        while op is not None:
            following = op.next_op
            self.journal.move(op, block, anchor)
            op = following


def _index_of(block: Block | None, region: Region) -> int:
    return len(region.blocks) if block is None else region.blocks.index(block)
