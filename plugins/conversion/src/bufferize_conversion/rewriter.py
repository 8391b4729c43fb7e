"""The rewriter of conversion patterns: it records all changes, so that they can be undone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias, TypeVar

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.builtin import UnrealizedConversionCastOp
from bufferize.driver import CreatingRewriter
from bufferize_conversion.casts import Cast, CastKind, inputs_of_cast
from bufferize_conversion.journal import Journal
from bufferize_conversion.types import SignatureConversion, TypeConverter, Types

OperationT = TypeVar("OperationT", bound=ir.Operation)

Replacement: TypeAlias = "ir.Value | Sequence[ir.Value] | None"
"""The replacement of a value: one value, several (or none), or None for a value without uses."""


class ConversionPatternRewriter(CreatingRewriter):
    """A rewriter whose changes can be undone, and which can replace values by values of other types.

    If types differ, a cast is inserted for the users that are not converted yet. In the end it is
    removed or materialized by the type converter. An operation may be changed in place only within
    `with rewriter.modify_op_in_place(op)`.
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

    def __init__(self, context: d.DialectContext) -> None:
        super().__init__(context)
        self.journal = Journal()
        self.converter: TypeConverter | None = None
        """The type converter of the pattern that is being applied."""
        self.casts: dict[ir.Operation, Cast] = {}
        """The temporary casts between old and new types."""
        self.inserted: list[ir.Operation] = []
        """The operations that the pattern has inserted, nested ones included, without casts."""
        self.modified: dict[ir.Operation, None] = {}
        """The operations that the pattern has changed in place."""
        self.erased: set[ir.Operation] = set()
        """All operations that were erased, including nested ones."""
        self._cached_casts: dict[tuple[ir.Value, Types], ir.Operation] = {}
        self._reason = ""

    def begin(self, op: ir.Operation, converter: TypeConverter | None) -> None:
        """Prepare to convert `op`: set the insertion point before it."""
        self.converter = converter
        self.inserted = []
        self.modified = {}
        self._reason = ""
        self.location = op.location
        self.insertion_point = None if op.parent is None else ir.InsertionPoint.before(op)

    def match_failure(self, reason: str) -> bool:
        """Return False, for a pattern to return, and record the reason.

        An error gives the reason if `op` is not converted at all.
        """
        self._reason = reason
        return False

    def take_reason(self) -> str:
        """Return the last reason given, and forget it."""
        reason, self._reason = self._reason, ""
        return reason

    # Operations

    def insert(self, op: OperationT) -> OperationT:
        self._put(op)
        self.inserted += op.walk() if op.regions else (op,)
        for listener in self.listeners:
            listener.operation_inserted(op)
        return op

    def _put(self, op: ir.Operation) -> None:
        point = self.insertion_point
        if point is None:
            raise ValueError("the rewriter has no insertion point")
        block = point.block if point.anchor is None else point.anchor.parent
        assert block is not None  # it differs from `point.block` if that was split
        self.journal.insert(op, block, point.anchor)
        if op.location is ir.UNKNOWN_LOC:
            op.location = self.location

    def erase_op(self, op: ir.Operation) -> None:
        """Erase an operation. Raises ValueError if it has uses."""
        for listener in self.listeners:
            listener.operation_erased(op)
        self.leave(op)
        erased = list(op.walk()) if op.regions else [op]
        self.journal.erase(op)
        self.erased.update(erased)
        self.journal.note(self.erased.difference_update, erased)

    def replace_op(
        self, op: ir.Operation, replacement: ir.Operation | Sequence[Replacement]
    ) -> None:
        """Replace each result of `op` by any number of values of any types, and erase `op`."""
        values = replacement.results if isinstance(replacement, ir.Operation) else replacement
        if len(values) != len(op.results):
            raise ValueError(f"{len(values)} replacements for {len(op.results)} results of {op!r}")
        for listener in self.listeners:
            listener.operation_replaced(op, [v for v in values if isinstance(v, ir.Value)])
        for result, value in zip(op.results, values, strict=True):
            self._replace(result, value, CastKind.SOURCE, ir.InsertionPoint.before(op))
        self.erase_op(op)

    def replace_all_uses_with(self, value: ir.Value, replacement: Replacement) -> None:
        """Replace all uses of `value` by another value, or several. The value itself remains.

        A cast, if needed, is inserted after the other value, or for several at the insertion point.
        """
        point = self.insertion_point
        if isinstance(replacement, ir.Value):
            point = ir.InsertionPoint.after_value(replacement)
        assert point is not None
        kind = CastKind.ARGUMENT if isinstance(value, ir.BlockArgument) else CastKind.SOURCE
        self._replace(value, replacement, kind, point)

    def _replace(
        self,
        value: ir.Value,
        replacement: Replacement,
        kind: CastKind,
        point: ir.InsertionPoint,
        converter: TypeConverter | None = None,
    ) -> None:
        if not value.has_uses():
            return
        if replacement is None:
            raise ValueError(f"{value!r} is used, and not replaced")
        values = (replacement,) if isinstance(replacement, ir.Value) else tuple(replacement)
        if len(values) == 1 and values[0].type is value.type:
            (new,) = values
        else:
            with self.at(point):
                new = self._cast(kind, values, (value.type,), value.location, converter).result
        self.journal.replace_all_uses_with(value, new)

    def set_operand(self, use: ir.OpOperand, value: ir.Value) -> None:
        self.journal.set_operand(use, value)
        self.notify_modified(use.owner)

    def notify_modified(self, op: ir.Operation) -> None:
        self.modified[op] = None
        super().notify_modified(op)

    @contextmanager
    def modify_op_in_place(self, op: ir.Operation) -> Iterator[None]:
        """Context manager: `op` may be changed in place, but not the operations in its regions."""
        self.journal.keep(op)
        yield
        self.notify_modified(op)

    # Values

    def remapped(self, value: ir.Value) -> tuple[ir.Value, ...]:
        """Return the latest replacement of `value`: itself, or values of other types."""
        return self._versions(value)[-1]

    def converted(
        self, value: ir.Value, types: Sequence[ir.Type], converter: TypeConverter | None = None
    ) -> tuple[ir.Value, ...]:
        """Return the replacement of `value` as values of `types`, cast to them if needed.

        `converter` materializes the casts; by default it is that of the pattern.
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
            if owner is None or not owner.has_trait(ir.IsTerminator):
                key = inputs[0], tuple(types)
                known = self._cached_casts.get(key)
                if known is not None and known not in self.erased:
                    return known.results
                point = ir.InsertionPoint.after_value(inputs[0])
        assert point is not None
        with self.at(point):
            location = inputs[0].location if inputs else self.location
            cast = self._cast(CastKind.TARGET, inputs, types, location, converter)
        if key is not None:
            self._cached_casts[key] = cast
            self.journal.note(self._cached_casts.pop, key, None)
        return cast.results

    def _versions(self, value: ir.Value) -> list[tuple[ir.Value, ...]]:
        """Return `value` and its replacements, from the oldest to the latest."""
        values: tuple[ir.Value, ...] = (value,)
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
        inputs: Sequence[ir.Value],
        types: Sequence[ir.Type],
        location: ir.Location,
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
        region: ir.Region,
        converter: TypeConverter,
        entry_conversion: SignatureConversion | None = None,
        *,
        pack: bool = False,
    ) -> bool:
        """Convert the types of all block arguments of `region`.

        Return False if one cannot be converted.

        `entry_conversion`, if given, is that of the entry block. `pack` is that of
        `apply_signature_conversion`.
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
        block: ir.Block,
        conversion: SignatureConversion,
        converter: TypeConverter | None = None,
        *,
        pack: bool = False,
    ) -> list[ir.BlockArgument]:
        """Replace the arguments of a block; return the new ones.

        With `pack`, an argument that becomes several values is composed from them right away.
        """
        old = list(block.arguments)
        if len(conversion.inputs) != len(old):
            raise ValueError(f"a conversion of {len(conversion.inputs)} arguments for {len(old)}")
        if [argument.type for argument in old] == conversion.types and conversion.inputs == [
            range(i, i + 1) for i in range(len(old))
        ]:
            return old
        locations: list[ir.Location] = [ir.UNKNOWN_LOC] * len(conversion.types)
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
        with self.at(ir.InsertionPoint.at_start(block)):
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
        region: ir.Region,
        types: Sequence[ir.Type] = (),
        locations: Sequence[ir.Location] = (),
        *,
        before: ir.Block | None = None,
    ) -> ir.Block:
        """Insert a new block before another one of `region`, or at its end.

        Set the insertion point in it.
        """
        block = ir.Block(types)
        for argument, location in zip(
            block.arguments, locations or (self.location,) * len(types), strict=True
        ):
            argument.location = location
        self.journal.insert_block(region, _index_of(before, region), block)
        self.set_insertion_point(ir.InsertionPoint.at_end(block))
        return block

    def erase_block(self, block: ir.Block) -> None:
        """Erase a block and all in it. Raises ValueError if its values are used elsewhere."""
        for op in block.ops_reversed:
            self.erase_op(op)
        if any(argument.has_uses() for argument in block.arguments):
            raise ValueError("an argument of the block is used")
        self.journal.remove_block(block)

    def inline_region_before(
        self, region: ir.Region, target: ir.Region, before: ir.Block | None = None
    ) -> None:
        """Move all blocks of `region` to before a block of `target`, or to its end."""
        self.journal.move_blocks(region, target, _index_of(before, target))

    def split_block(self, op: ir.Operation) -> ir.Block:
        """Move `op` and all operations after it to a new block, and return that block."""
        block = op.parent
        assert block is not None
        assert block.parent is not None
        new = ir.Block()
        self.journal.insert_block(block.parent, block.parent.blocks.index(block) + 1, new)
        self._move_ops(op, new, None)
        return new

    def inline_block_before(
        self, block: ir.Block, op: ir.Operation, arguments: Sequence[Replacement] = ()
    ) -> None:
        """Move all operations of `block` to before `op`, and erase the block.

        `arguments` replace the arguments of the block.
        """
        point = ir.InsertionPoint.before(op)
        first = block.first_op
        for argument, value in zip(block.arguments, arguments, strict=True):
            self._replace(argument, value, CastKind.ARGUMENT, point)
        if first is not None:
            self._move_ops(first, point.block, op)
        self.journal.remove_block(block)

    def _move_ops(self, first: ir.Operation, block: ir.Block, anchor: ir.Operation | None) -> None:
        op: ir.Operation | None = first
        while op is not None:
            following = op.next_op
            self.journal.move(op, block, anchor)
            op = following


def _index_of(block: ir.Block | None, region: ir.Region) -> int:
    return len(region.blocks) if block is None else region.blocks.index(block)
