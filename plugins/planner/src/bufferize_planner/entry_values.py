"""Indices that are known when a function begins, as polynomials, and the operations that compute them.

    func.func @f(%x: memref<?xf32>, %n: index) {
      %d = memref.dim %x, %c0                  // %arg0:dim0
      %m = arith.muli %d, %n                   // %arg0:dim0*%arg1
      %a = memref.alloc(%m) : memref<?xf32>    // the first allocation: nothing behind it is known
      %e = memref.dim %a, %c0                  // %arg0:dim0*%arg1 as well
      %k = memref.load %p[%c0]                 // not known

Known are what the first block defines before the first allocation, extents of such buffers, and what
operations that may run at any time compute from them. Equal values have equal polynomials if they
are computed in the same way, up to the laws of addition and multiplication, which hold for numbers that
wrap around, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, TypeAlias

from bufferize import ir
from bufferize.diagnostics import PassError, error
from bufferize.dialects.memref import DimOp
from bufferize.driver import ModelContext
from bufferize.interfaces import (
    AllocationOpInterface,
    FunctionOpInterface,
    is_memory_effect_free,
    is_speculatable,
    linear_form,
)
from bufferize_buffers.statistics.quantity import Quantity, Unknown
from bufferize_planner.ranges import extent_of, factors_of, origin_of_extent

_MOST_FACTORS: Final = 16
"""The number of unknowns above which a product becomes one unknown."""
_MOST_STEPS: Final = 100
"""The number of operations in a row above which a value is not known."""


class NotKnown(Exception):
    """Says why a value is not known when the function begins."""


@dataclass(frozen=True)
class _Computed:
    """A result of an operation, whose operands are known."""

    op: ir.Operation
    operands: tuple[Quantity, ...]
    index: int


_Source: TypeAlias = ir.Value | tuple[ir.Value, int] | _Computed
"""The meaning of an unknown: a value, an extent of a buffer, or a result to compute."""


class EntryValues:
    """The values of a function that are known before it allocates."""

    def __init__(self, function: FunctionOpInterface) -> None:
        self._function = function
        self._before: ir.Operation | None = None
        """The last operation before the place where values are computed."""
        self._early: set[ir.Operation] = set()
        """The operations that run before."""
        for op in function.entry_block.ops:
            if op is function.entry_block.terminator or any(map(_allocates, op.walk())):
                break
            self._early.add(op)
            self._before = op
        self._steps = 0
        """The number of operations between the index that was asked for and the one looked at."""
        self._numbers: dict[ir.Value, Quantity] = {}
        self._sources: dict[Unknown, _Source] = {}
        self._unknowns: dict[object, Unknown] = {}
        self._emitted: dict[Unknown, ir.Value] = {}

    # What is known

    def number(self, value: int | ir.Value) -> Quantity:
        """Return an index as a polynomial in what is known, another value as an unknown.

        Raises NotKnown.
        """
        if isinstance(value, int):
            return Quantity.of(value)
        known = self._numbers.get(value)
        if known is None:
            if self._steps == _MOST_STEPS:
                raise NotKnown("its size is computed in too many steps")
            self._steps += 1
            try:
                known = self._numbers[value] = self._find(value)
            finally:
                self._steps -= 1
        return known

    def is_known(self, number: Quantity) -> bool:
        """Return whether all of a polynomial can be computed: one of too many terms gets lost."""
        return all(each in self._sources for product in number.terms for each in product)

    def is_of_arguments(self, number: Quantity) -> bool:
        """Return whether a number is a sum of products of extents of the function's arguments.

        It is never negative then.
        """
        sources = [self._sources[each] for product in number.terms for each in product]
        return all(factor > 0 for factor in number.terms.values()) and all(
            isinstance(source, tuple) and isinstance(source[0], ir.BlockArgument)
            for source in sources
        )

    def _find(self, value: ir.Value) -> Quantity:
        if not isinstance(value.type, ir.IndexType):
            return self._unknown(value)
        form = linear_form(value)
        if form.constant or dict(form.terms) != {value: 1}:
            total = Quantity.of(form.constant)
            for term, factor in form.terms.items():
                total += self.number(term) * Quantity.of(factor)
            return total
        extent = extent_of(value)
        if extent is not None:
            return self._extent(*extent)
        factors = factors_of(value)
        if factors is not None:
            numbers = [self.number(factor) for factor in factors]
            if sum(map(_degree, numbers)) <= _MOST_FACTORS:
                return numbers[0] * numbers[1]
        return self._unknown(value)

    def _extent(self, buffer: ir.Value, dimension: int) -> Quantity:
        source = origin_of_extent(buffer, dimension)
        if not isinstance(source, tuple):
            return self.number(source)
        if not self._is_early(source[0]):
            raise NotKnown(_too_late(source[0]))
        return self._named(source, f"{self._name(source[0])}:dim{source[1]}", source)

    def _unknown(self, value: ir.Value) -> Quantity:
        """Return a value that no polynomial describes: one there, or one that can be computed."""
        op = value.defining_op
        if isinstance(value, ir.OpResult) and op is not None and _may_run_at_any_time(op):
            try:
                operands = tuple(map(self.number, op.operands))
            except NotKnown:
                if not self._is_early(value):
                    raise
            else:
                properties = tuple(sorted(op.properties.items(), key=lambda item: item[0]))
                key = op.name, properties, operands, value.type, value.index
                source = value if self._is_early(value) else _Computed(op, operands, value.index)
                return self._named(key, self._name(value), source)
        if not self._is_early(value):
            raise NotKnown(_too_late(value))
        return self._named(value, self._name(value), value)

    def _named(self, key: object, name: str, source: _Source) -> Quantity:
        """Return the unknown for a key, with what it stands for."""
        unknown = self._unknowns.get(key)
        if unknown is None:
            unknown = self._unknowns[key] = Unknown(name)
        if unknown not in self._sources or isinstance(source, ir.Value):
            self._sources[unknown] = source
        return Quantity({(unknown,): 1})

    def _is_early(self, value: ir.Value) -> bool:
        """Return whether a value is there before the first allocation."""
        if isinstance(value, ir.BlockArgument):
            return value.owner is self._function.entry_block
        return value.defining_op in self._early

    def _name(self, value: ir.Value) -> str:
        if isinstance(value, ir.BlockArgument):
            return f"%arg{value.index}"
        assert isinstance(value, ir.OpResult)
        position = value.owner.location.position()
        place = (
            value.owner.name if position is None else f"{value.owner.name} at line {position.line}"
        )
        return f"({place})" if len(value.owner.results) == 1 else f"({place}, #{value.index})"

    # How it is computed

    @contextmanager
    def inserting(self) -> Iterator[ir.Builder]:
        """Yield a builder at the place where values are computed, behind what was inserted before."""
        entry = self._function.entry_block
        point = ir.InsertionPoint.at_start(entry)
        if self._before is not None:
            point = ir.InsertionPoint.after(self._before)
        yield ir.Builder(point, self._function.location)
        self._before = entry.last_op if point.anchor is None else point.anchor.prev_op

    def emit(self, number: Quantity, builder: ir.Builder, context: ModelContext) -> ir.Value:
        """Insert what computes a number, and return it."""
        arithmetic = Arithmetic(builder, context)
        total: int | ir.Value = 0
        for product, factor in number.terms.items():
            value: int | ir.Value = factor
            for unknown in product:
                value = arithmetic.product(value, self._emit(unknown, builder, context))
            total = arithmetic.sum(total, value)
        return arithmetic.value(total)

    def _emit(self, unknown: Unknown, builder: ir.Builder, context: ModelContext) -> ir.Value:
        found = self._emitted.get(unknown)
        if found is None:
            source = self._sources[unknown]
            if isinstance(source, ir.Value):
                found = source
            elif isinstance(source, tuple):
                position = context.materialize_index(builder, source[1], builder.location)
                dim = DimOp.create((source[0], position), (ir.INDEX,), location=builder.location)
                found = builder.insert(dim).result
            else:
                values = [self.emit(operand, builder, context) for operand in source.operands]
                mapping = ir.IRMapping(dict(zip(source.op.operands, values, strict=True)))
                found = builder.clone(source.op, mapping).results[source.index]
            self._emitted[unknown] = found
        return found


class Arithmetic:
    """A builder of sums and products of indices, which computes with numbers itself."""

    def __init__(self, builder: ir.Builder, context: ModelContext) -> None:
        self._builder = builder
        self._context = context
        self._constants: dict[int, ir.Value] = {}

    def value(self, number: int | ir.Value) -> ir.Value:
        """Return an index as a value."""
        if isinstance(number, ir.Value):
            return number
        found = self._constants.get(number)
        if found is None:
            place = self._builder.location
            found = self._context.materialize_index(self._builder, number, place)
            self._constants[number] = found
        return found

    def sum(self, a: int | ir.Value, b: int | ir.Value) -> int | ir.Value:
        """Return the sum of two indices."""
        if isinstance(a, int) and isinstance(b, int):
            return a + b
        return b if a == 0 else a if b == 0 else self._build("arith.addi", a, b)

    def product(self, a: int | ir.Value, b: int | ir.Value) -> int | ir.Value:
        """Return the product of two indices."""
        if isinstance(a, int) and isinstance(b, int):
            return a * b
        if 0 in (a, b):
            return 0
        return b if a == 1 else a if b == 1 else self._build("arith.muli", a, b)

    def rounded_up(self, a: int | ir.Value, step: int) -> int | ir.Value:
        """Return the least multiple of a step from an index on that is not negative."""
        return self.product(self._build("arith.divui", self.sum(a, step - 1), step), step)

    def _build(self, name: str, a: int | ir.Value, b: int | ir.Value) -> ir.Value:
        op_class = self._context.op_class(name)
        if op_class is None:
            what = f"the size of an arena needs '{name}'"
            raise PassError(error(what).note(self._context.way_to_get_dialect("arith")))
        operands = self.value(a), self.value(b)
        op = op_class.create(operands, (ir.INDEX,), location=self._builder.location)
        return self._builder.insert(op).results[0]


def _degree(number: Quantity) -> int:
    return max(map(len, number.terms), default=0)


def _allocates(op: ir.Operation) -> bool:
    return isinstance(op, AllocationOpInterface) and not op.is_automatic


def _may_run_at_any_time(op: ir.Operation) -> bool:
    """Return whether an operation computes the same wherever it is, and is defined there."""
    return (
        not op.regions and not op.successors and is_memory_effect_free(op) and is_speculatable(op)
    )


def _too_late(value: ir.Value) -> str:
    """Return why a value is not known when the function begins."""
    if isinstance(value, ir.BlockArgument):
        holder = value.owner.parent_op
        inside = "" if holder is None else f" in '{holder.name}'"
        return f"its size depends on an argument of a block{inside}"
    op = value.defining_op
    assert op is not None
    return f"its size depends on '{op.name}', which runs after the first allocation"
