"""Programs with smaller extents, to run models whose weights take gigabytes.

    python -m tests.shrunk_module FILE [--work N] [--divide N] [-o FILE]

Each number that is an extent somewhere in the program, or a constant of index type, becomes a
smaller one everywhere: in types, slices, loop bounds, affine maps, and constants, whose data is
cut. Relations between these numbers are preserved: products where shapes are expanded or collapsed,
windows, slices, tiles. Extents of vectors stay. The result is a valid program that does the same
with less data.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from math import prod
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

import bufferize
from bufferize.diagnostics import DiagnosticError
from bufferize.dialects.strided import reassociation_groups
from bufferize.interfaces import LoopLikeOpInterface, OffsetSizeAndStrideOpInterface, constant_int
from bufferize.ir import (
    DYNAMIC,
    AffineBinaryExpr,
    AffineConstantExpr,
    ArrayAttr,
    DenseArrayAttr,
    DenseElementsAttr,
    DenseResourceElementsAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    Operation,
    RankedTensorType,
    ShapedType,
    StridedLayoutAttr,
    Value,
    VectorType,
    affine_binary,
    clone,
)
from bufferize.ir.dense import dense_attr, elements
from bufferize.ir.interning import Interned
from bufferize.ir.verifier import require_valid
from bufferize_linalg.accesses import linear_results, loop_extents
from bufferize_linalg.ops_relayout import PackOp, UnPackOp
from bufferize_linalg.structured import LinalgOpInterface
from bufferize_tensor.ops_region import PadOp
from bufferize_tensor.ops_reshape import ConcatOp
from tests.size_relations import Multiple, Problem, Product, Quotient, Relation, Sizes, Sum

InternedT = TypeVar("InternedT", bound=Interned)

LARGEST_KEPT: Final = 4
"""The largest number that always stays: windows, strides, unit extents, numbers of dimensions."""
DEFAULT_WORK: Final = 1 << 22


def shrunk(module: Operation, work: int = DEFAULT_WORK, divide: int | None = None) -> Operation:
    """Return a copy of a module with smaller extents, with a cost of about `work` iterations.

    No number is divided by more than `divide`. Raises DiagnosticError if the copy is invalid, since
    not all relations between its numbers are known here.
    """
    sizes = problem_of(module).smaller(work, divide)
    copy = clone(module)
    _Resizing(sizes).apply(copy)
    require_valid(copy)
    return copy


def work_of(root: Operation) -> int:
    """Return about how many iterations a program, or a function of it, takes."""
    return problem_of(root).effort({})


def problem_of(root: Operation) -> Problem:
    """Return the numbers in a program that are sizes, and the relations between them."""
    numbers: set[int] = set()
    kept: set[int] = set()
    relations: set[Relation] = set()
    work: Counter[tuple[int, ...]] = Counter()
    for op in root.walk():
        for value in _values(op):
            if isinstance(value.type, VectorType):
                kept.update(value.type.shape)
            numbers.update(_extents(value))
        numbers.update(_bounds(op))
        relations.update(_relations(op))
        around = tuple(_around(op))
        work[around + tuple(_iterations(op))] += 1
    free = {n for n in numbers if n > LARGEST_KEPT} - kept
    for part in kept:
        relations.update(Multiple(n, part) for n in free if part > LARGEST_KEPT and n % part == 0)
    return Problem(free, {r for r in relations if not free.isdisjoint(r.numbers)}, work)


def _values(op: Operation) -> Iterator[Value]:
    yield from op.results
    for region in op.regions:
        for block in region.blocks:
            yield from block.arguments


def _extents(value: Value) -> list[int]:
    return [n for n in _shape(value) if n != DYNAMIC]


def _bounds(op: Operation) -> list[int]:
    """Return the constant bounds and step of a loop."""
    bounds = op.loop_bounds if isinstance(op, LoopLikeOpInterface) else None
    found = [constant_int(bound) for three in bounds or () for bound in three]
    return [n for n in found if n is not None]


def _around(op: Operation) -> Iterator[int]:
    """Return the extents of the loops around an operation."""
    parent = op.parent_op
    while parent is not None:
        if isinstance(parent, LoopLikeOpInterface):
            for _, upper, _ in parent.loop_bounds or ():
                yield constant_int(upper) or 1
        parent = parent.parent_op


def _iterations(op: Operation) -> Sequence[int]:
    if isinstance(op, LinalgOpInterface):
        loops = _loops(op)
        return () if loops is None else [n for n in loops if n != DYNAMIC]
    return max(map(_extents, op.results), key=_count, default=())


def _loops(op: LinalgOpInterface) -> tuple[int, ...] | None:
    shapes = [_shape(operand) for operand in op.operands]
    try:
        return loop_extents(op.indexing_maps_array, shapes, op.num_loops)
    except ValueError:  # some are dynamic
        return None


def _relations(op: Operation) -> Iterator[Relation]:
    for value in _values(op):
        if isinstance(value.type, MemRefType) and isinstance(value.type.layout, StridedLayoutAttr):
            yield from _of_layout(value.type.shape, value.type.layout.strides)
    bounds = op.loop_bounds if isinstance(op, LoopLikeOpInterface) else None
    for _, upper, step in bounds or ():
        number, part = constant_int(upper), constant_int(step)
        if number and part and number % part == 0:
            yield Multiple(number, part)
    groups = op.get_attr("reassociation")
    if isinstance(groups, ArrayAttr):
        yield from _of_groups(op, reassociation_groups(groups))
    elif isinstance(op, LinalgOpInterface):
        yield from _of_windows(op)
    elif isinstance(op, OffsetSizeAndStrideOpInterface):
        yield from _of_slice(op)
    elif isinstance(op, ConcatOp):
        whole, *parts = [_shape(value)[op.dim.value] for value in (op.result, *op.inputs)]
        if DYNAMIC not in (whole, *parts):
            yield Sum.of(whole, [(1, n) for n in parts])
    elif isinstance(op, PadOp):
        low, high = op.static_low.values, op.static_high.values
        for numbers in zip(_shape(op.result), _shape(op.source), low, high, strict=True):
            if DYNAMIC not in numbers:
                yield Sum.of(numbers[0], [(1, n) for n in numbers[1:]])
    elif isinstance(op, PackOp | UnPackOp):
        yield from _of_tiles(op)


def _shape(value: Value) -> tuple[int, ...]:
    """Return the extents, DYNAMIC for unknown ones; none for a scalar."""
    return (isinstance(value.type, ShapedType) and value.type.extents) or ()


def _count(shape: Sequence[int]) -> int:
    return prod(n for n in shape if n != DYNAMIC)


def _of_layout(shape: Sequence[int], strides: Sequence[int]) -> Iterator[Relation]:
    """Return the layout for another shape: row-major stays row-major."""
    for position in range(len(shape) - 1):
        inner = shape[position + 1 :]
        if DYNAMIC not in inner and strides[position] == prod(inner):
            yield Product(strides[position], tuple(inner))


def _of_groups(op: Operation, groups: Sequence[Sequence[int]]) -> Iterator[Relation]:
    shapes = sorted((_shape(op.operand(0)), _shape(op.results[0])), key=len)
    for whole, group in zip(shapes[0], groups, strict=True):
        factors = [shapes[1][position] for position in group]
        if DYNAMIC not in (whole, *factors):
            yield Product(whole, tuple(n for n in factors if n != 1))


def _of_windows(op: LinalgOpInterface) -> Iterator[Relation]:
    loops = _loops(op)
    if loops is None:
        return
    for operand, map in zip(op.operands, op.indexing_maps_array, strict=True):
        for extent, result in zip(_shape(operand), linear_results(map) or (), strict=False):
            if DYNAMIC in (extent, *loops):
                continue
            terms = [(c, n) for c, n in zip(result.coefficients, loops, strict=True) if c > 0]
            if len(terms) > 1 or any(c > 1 for c, _ in terms):
                rest = extent - sum(c * n for c, n in terms)
                yield Sum.of(extent, terms, rest)


def _of_slice(op: OffsetSizeAndStrideOpInterface) -> Iterator[Relation]:
    sizes, strides = op.mixed_sizes, op.mixed_strides
    shapes = [_shape(value) for value in (*op.operands, *op.results)]
    whole = max((s for s in shapes if len(s) == len(sizes)), key=_count, default=None)
    if whole is None:
        return
    for extent, offset, size, stride in zip(whole, op.mixed_offsets, sizes, strides, strict=True):
        if extent == DYNAMIC or not isinstance(size, int) or not isinstance(stride, int):
            continue
        if isinstance(offset, int):
            terms = [(stride, size), *([(1, offset)] if offset else [])]
            is_tight = offset + (size - 1) * stride + 1 == extent and size != extent
            yield Sum.of(extent, terms, 1 - stride, is_tight)
        elif size > 1 and extent % size == 0:
            yield Multiple(extent, size)


def _of_tiles(op: PackOp | UnPackOp) -> Iterator[Relation]:
    one, other = (_shape(op.operand(0)), _shape(op.results[0]))
    unpacked, packed = (one, other) if len(one) < len(other) else (other, one)
    order = op.outer_dims_perm.values or tuple(range(len(unpacked)))
    for tile, dim in zip(packed[len(unpacked) :], op.inner_dims_pos.values, strict=True):
        count = packed[order.index(dim)]
        if DYNAMIC not in (count, tile, unpacked[dim]):
            yield Quotient(count, tile, unpacked[dim])
            if unpacked[dim] == count * tile:
                yield Product(unpacked[dim], (count, tile))


class _Resizing:
    """A replacement of sizes by other numbers."""

    def __init__(self, sizes: Sizes) -> None:
        self._sizes = sizes
        self._known: dict[Interned, Interned] = {}

    def apply(self, root: Operation) -> None:
        """Change an operation and everything in it."""
        for op in root.walk():
            for value in _values(op):
                value.type = self._mapped(value.type)
            for entries in (op.attributes, op.properties):
                for name, attribute in entries.items():
                    if op.name == "arith.constant" and isinstance(attribute, IntegerAttr):
                        new = self._number(attribute.value)
                        entries[name] = IntegerAttr(new, attribute.type)
                    else:
                        entries[name] = self._mapped(attribute)

    def _number(self, number: int) -> int:
        new = self._sizes.get(abs(number), abs(number))
        return -new if number < 0 else new

    def _mapped(self, thing: InternedT) -> InternedT:
        known = self._known.get(thing)
        if known is None:
            known = self._known[thing] = self._new(thing)
        return known  # type: ignore[return-value]

    def _new(self, thing: Interned) -> Interned:
        if isinstance(thing, VectorType | IntegerType):
            return thing
        if isinstance(thing, RankedTensorType):
            return RankedTensorType(self._numbers(thing.shape), thing.element_type, thing.encoding)
        if isinstance(thing, MemRefType):
            layout = None if thing.layout is None else self._mapped(thing.layout)
            shape = self._numbers(thing.shape)
            return MemRefType(shape, thing.element_type, layout, thing.memory_space)
        if isinstance(thing, StridedLayoutAttr):
            return StridedLayoutAttr(self._number(thing.offset), self._numbers(thing.strides))
        if isinstance(thing, DenseArrayAttr):
            return DenseArrayAttr(thing.element_type, self._numbers(thing.values))
        if isinstance(thing, IntegerAttr):
            is_size = isinstance(thing.type, IndexType)
            return IntegerAttr(self._number(thing.value), thing.type) if is_size else thing
        if isinstance(thing, AffineConstantExpr):
            return AffineConstantExpr(self._number(thing.value))
        if isinstance(thing, AffineBinaryExpr):
            return affine_binary(thing.kind, self._mapped(thing.lhs), self._mapped(thing.rhs))
        if isinstance(thing, DenseElementsAttr):
            return self._data(thing)
        if isinstance(thing, DenseResourceElementsAttr):
            new = self._mapped(thing.type)
            return thing if new is thing.type else dense_attr(new, [1], splat=True)
        fields = [field.name for field in dataclasses.fields(type(thing))]  # type: ignore[arg-type]
        return type(thing)(*[self._part(getattr(thing, name)) for name in fields])

    def _part(self, part: Any) -> Any:
        if isinstance(part, tuple):
            return tuple(map(self._part, part))
        return self._mapped(part) if isinstance(part, Interned) else part

    def _numbers(self, numbers: Sequence[int]) -> tuple[int, ...]:
        return tuple(n if n == DYNAMIC else self._number(n) for n in numbers)

    def _data(self, attribute: DenseElementsAttr) -> DenseElementsAttr:
        old, new = attribute.type, self._mapped(attribute.type)
        if isinstance(old, VectorType):
            return attribute
        if isinstance(new.element_type, IndexType):
            return dense_attr(new, [self._number(n) for n in elements(attribute)])  # type: ignore[arg-type]
        if attribute.is_splat or new is old:
            return DenseElementsAttr(new, attribute.data, attribute.is_splat)
        data = np.empty(old.num_elements(), object)
        data[:] = elements(attribute)
        part = data.reshape(old.extents)[tuple(map(slice, new.extents or ()))]
        return dense_attr(new, part.reshape(-1).tolist())


def main() -> None:
    """Shrink the program in a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--work", type=float, default=DEFAULT_WORK, help="iterations at most")
    parser.add_argument("--divide", type=int, help="by how much a number may become smaller")
    parser.add_argument("-o", "--output", type=Path, help="where the new program goes")
    arguments = parser.parse_args()
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    module = bufferize.parse(arguments.file.read_text(), context)
    problem = problem_of(module)
    sizes = problem.smaller(int(arguments.work), arguments.divide)
    try:
        new = shrunk(module, int(arguments.work), arguments.divide)
    except DiagnosticError as error:
        sys.exit(f"cannot be made smaller: {error}")
    changed = ", ".join(f"{n} to {m}" for n, m in sorted(sizes.items()) if n != m)
    print(f"{problem.effort({})} iterations to {problem.effort(sizes)}: {changed}", file=sys.stderr)
    text = str(new)
    if arguments.output is None:
        print(text)
    else:
        arguments.output.write_text(text)


if __name__ == "__main__":
    main()
