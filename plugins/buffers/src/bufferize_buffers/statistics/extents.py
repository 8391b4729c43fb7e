"""Sizes of buffers and trip counts of loops, in terms of numbers unknown at compile time."""

from __future__ import annotations

from functools import reduce
from typing import Final

from bufferize import ir
from bufferize.interfaces import (
    AllocationOpInterface,
    CastOpInterface,
    FunctionOpInterface,
    LoopLikeOpInterface,
    OffsetSizeAndStrideOpInterface,
    ShapedDimOpInterface,
    ViewLikeOpInterface,
    constant_int,
    linear_form,
    owner_of_value,
    value_range,
)
from bufferize_buffers.placement.promotion import size_in_bits
from bufferize_buffers.statistics.quantity import ONE, Quantity, Unknown

_MOST_TERMS: Final = 4
"""The number of terms beyond which an index becomes one unknown."""


class Extents:
    """The sizes of buffers in a module, computed on demand from its current state.

    Unknowns have names: `%arg0` is the first argument of the function, `%arg1:dim0` the first
    extent of the second one, and any other is named after the operation that it comes from.
    """

    def __init__(self) -> None:
        self._numbers: dict[ir.Value, Quantity] = {}
        self._extents: dict[tuple[ir.Value, int], Quantity] = {}
        self._unknown: dict[tuple[object, str], Quantity] = {}
        self._named: dict[str, int] = {}
        self._inputs: dict[tuple[ir.Value, int | None], Unknown] = {}

    def number(self, value: int | ir.Value) -> Quantity:
        """Return an index; if it varies between iterations, its greatest value, if known."""
        if isinstance(value, int):
            return Quantity.of(value)
        known = self._numbers.get(value)
        if known is None:
            known = self._numbers[value] = self._find_number(value)
        return known

    def extent(self, buffer: ir.Value, dimension: int) -> Quantity:
        """Return the number of elements of a buffer in one dimension."""
        type = buffer.type
        if isinstance(type, ir.ShapedType) and type.extents is not None:
            static = type.extents[dimension]
            if static != ir.DYNAMIC:
                return Quantity.of(static)
        key = buffer, dimension
        known = self._extents.get(key)
        if known is None:
            known = self._extents[key] = self._find_extent(buffer, dimension)
        return known

    def allocated_bytes(self, buffer: ir.Value) -> Quantity:
        """Return the bytes of an allocation: of its elements, and of gaps in its layout."""
        type = buffer.type
        span = _static_span(type) if isinstance(type, ir.MemRefType) else None
        if span is None:
            return self.bytes(buffer)
        return self._element_bytes(buffer) * Quantity.of(span)

    def bytes(self, buffer: ir.Value) -> Quantity:
        """Return the bytes of the elements of a buffer."""
        type = buffer.type
        if not isinstance(type, ir.MemRefType):
            return self.unknown(buffer, f"sizeof({_described(buffer)})")
        extents = (self.extent(buffer, i) for i in range(type.rank))
        return reduce(Quantity.__mul__, extents, self._element_bytes(buffer))

    def static_bytes(self, type: ir.MemRefType, op: ir.Operation) -> Quantity:
        """Return the bytes of a buffer of static shape, by the data layout around `op`."""
        return self._bytes_of_element(type.element_type, op) * Quantity.of(type.num_elements())

    def _element_bytes(self, buffer: ir.Value) -> Quantity:
        return self._bytes_of_element(ir.element_type_or_self(buffer.type), owner_of_value(buffer))

    def _bytes_of_element(self, element: ir.Type, op: ir.Operation | None) -> Quantity:
        bits = ir.bit_width(element) if op is None else size_in_bits(element, op)
        if bits is None:
            return self.unknown(element, f"sizeof({element})")
        return Quantity.of(-(-bits // 8))

    def trips(self, loop: ir.Operation) -> Quantity:
        """Return how often the body of `loop` runs in each run of the loop."""
        if isinstance(loop, LoopLikeOpInterface):
            count = loop.static_trip_count
            if count is not None:
                return Quantity.of(count)
            bounds = loop.loop_bounds
            counted = [(constant_int(b[0]), b[1], constant_int(b[2])) for b in bounds or ()]
            if counted and all(first == 0 and step == 1 for first, _, step in counted):
                ends = (self.number(end) for _, end, _ in counted)
                return reduce(Quantity.__mul__, ends, ONE)
        return self.unknown(loop, f"trips({_placed(loop)})")

    def runs(self, block: ir.Block) -> Quantity:
        """Return how often a block in a loop of blocks runs."""
        first = block.first_op
        return self.unknown(block, "runs(block)" if first is None else f"runs({_placed(first)})")

    def unknown(self, key: object, name: str) -> Quantity:
        """Return the unknown of that name for `key`.

        Unknowns of that name for other keys get a number appended.
        """
        known = self._unknown.get((key, name))
        if known is None:
            count = self._named[name] = self._named.get(name, 0) + 1
            known = self._unknown[key, name] = Quantity.unknown(
                name if count == 1 else f"{name}#{count}"
            )
        return known

    def values_of_arguments(
        self, function: FunctionOpInterface, operands: list[ir.Value]
    ) -> dict[Unknown, Quantity]:
        """Return the values of the unknowns of a function's arguments at a call with `operands`."""
        found: dict[Unknown, Quantity] = {}
        for argument, operand in zip(function.body_arguments, operands, strict=False):
            type = argument.type
            for dimension in range(type.rank if isinstance(type, ir.MemRefType) else 0):
                unknown = self._inputs.get((argument, dimension))
                if unknown is not None:
                    found[unknown] = self.extent(operand, dimension)
            unknown = self._inputs.get((argument, None))
            if unknown is not None:
                found[unknown] = self.number(operand)
        return found

    def _find_number(self, value: ir.Value) -> Quantity:
        form = linear_form(value)
        if len(form.terms) > _MOST_TERMS:
            return self.unknown(value, f"value({_described(value)})")
        total = Quantity.of(form.constant)
        for term, factor in form.terms.items():
            total += self._limit(term, factor > 0) * Quantity.of(factor)
        return total

    def _limit(self, value: ir.Value, is_upper: bool) -> Quantity:
        """Return `value`, or a known bound of it: upper if `is_upper`, else lower."""
        bound = value_range(value)[is_upper]
        if bound is not None:
            return Quantity.of(bound)
        op = value.defining_op
        if isinstance(op, ShapedDimOpInterface):
            dimension = constant_int(op.dimension)
            type = op.shaped_value.type
            if dimension is not None and isinstance(type, ir.MemRefType) and dimension < type.rank:
                return self.extent(op.shaped_value, dimension)
        if isinstance(value, ir.BlockArgument):
            owner = value.owner.parent_op
            if isinstance(owner, FunctionOpInterface) and value.owner.is_entry:
                return self._input(value, None)
            if is_upper and isinstance(owner, LoopLikeOpInterface):
                counters, bounds = owner.loop_induction_variables, owner.loop_bounds
                if bounds is not None and value in counters:
                    return self.number(bounds[counters.index(value)][1]) - ONE
        return self.unknown(value, f"value({_described(value)})")

    def _find_extent(self, buffer: ir.Value, dimension: int) -> Quantity:
        source = source_of_extent(buffer, dimension)
        if not isinstance(source, tuple):
            return self.number(source)
        if source != (buffer, dimension):
            return self.extent(*source)
        if isinstance(buffer, ir.BlockArgument):
            owner = buffer.owner.parent_op
            if isinstance(owner, FunctionOpInterface) and buffer.owner.is_entry:
                return self._input(buffer, dimension)
        return self.unknown(buffer, f"extent({_described(buffer)}:dim{dimension})")

    def _input(self, argument: ir.BlockArgument, dimension: int | None) -> Quantity:
        unknown = self._inputs.get((argument, dimension))
        if unknown is None:
            name = f"%arg{argument.index}"
            name = name if dimension is None else f"{name}:dim{dimension}"
            unknown = self._inputs[argument, dimension] = Unknown(name)
        return Quantity({(unknown,): 1})


def source_of_extent(buffer: ir.Value, dimension: int) -> int | ir.Value | tuple[ir.Value, int]:
    """Return the number, the index, or the other buffer and dimension that an extent is equal to.

    If nothing more is known, that is the buffer and the dimension themselves.
    """
    op, type = buffer.defining_op, buffer.type
    if not isinstance(type, ir.MemRefType):
        return buffer, dimension
    if type.shape[dimension] != ir.DYNAMIC:
        return type.shape[dimension]
    if isinstance(op, AllocationOpInterface):
        return op.allocated_sizes[type.shape[:dimension].count(ir.DYNAMIC)]
    if isinstance(op, CastOpInterface) and isinstance(op, ViewLikeOpInterface):
        source = op.operand(0)
        if isinstance(source.type, ir.MemRefType) and source.type.rank == type.rank:
            return source, dimension
    if isinstance(op, OffsetSizeAndStrideOpInterface) and len(op.mixed_sizes) == type.rank:
        return op.mixed_sizes[dimension]
    return buffer, dimension


def _static_span(type: ir.MemRefType) -> int | None:
    """Return how many elements an allocation spans up to its last one, for static strides."""
    layout = type.layout
    if not isinstance(layout, ir.StridedLayoutAttr) or 0 in type.shape:
        return None
    if ir.DYNAMIC in (layout.offset, *layout.strides, *type.shape):
        return None
    steps = zip(type.shape, layout.strides, strict=True)
    return layout.offset + 1 + sum((extent - 1) * stride for extent, stride in steps)


def _described(value: ir.Value) -> str:
    if isinstance(value, ir.OpResult):
        text = _placed(value.owner)
        return text if len(value.owner.results) == 1 else f"{text}, result {value.index}"
    assert isinstance(value, ir.BlockArgument)
    owner = value.owner.parent_op
    where = "" if owner is None else f" of {_placed(owner)}"
    return f"argument {value.index}{where}"


def _placed(op: ir.Operation) -> str:
    position = op.location.position()
    return op.name if position is None else f"{op.name} at {position}"
