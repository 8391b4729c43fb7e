"""A builder of loops and branches of scf, and of the arithmetic in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from bufferize import ir
from bufferize.dialects.memref import LoadOp, StoreOp
from bufferize.driver import CreatingRewriter
from bufferize_arith.dialect import CMPF_PREDICATE, CMPI_PREDICATE
from bufferize_arith.ops import AddIOp, CmpFOp, CmpIOp, ConstantOp, IndexCastOp, SelectOp, SubIOp
from bufferize_scf.ops_branch import IfOp
from bufferize_scf.ops_loop import ForOp, YieldOp
from bufferize_tm_tensor.dialect import element_type


class LoopBuilder:
    """A builder of loops, which stands in the innermost one."""

    def __init__(self, rewriter: CreatingRewriter) -> None:
        self.rewriter = rewriter
        self.zero = rewriter.index(0)
        self.one = rewriter.index(1)

    def extent(self, value: ir.Value, dim: int) -> ir.Value:
        """Return an extent of a memref."""
        size = self.rewriter.dim_size(value, dim)
        return self.rewriter.index(size) if isinstance(size, int) else size

    def extents(self, value: ir.Value) -> list[ir.Value]:
        """Return all extents of a memref."""
        assert isinstance(value.type, ir.MemRefType)
        return [self.extent(value, dim) for dim in range(value.type.rank)]

    @contextmanager
    def nest(self, bounds: Sequence[ir.Value]) -> Iterator[list[ir.Value]]:
        """Context manager: build in a nest of loops from 0 to the bounds, with these counters."""
        if not bounds:
            yield []
            return
        with self._loop(bounds[0], ()) as (loop, _), self.nest(bounds[1:]) as inner:
            yield [loop.region.entry.arguments[0], *inner]

    def carried(
        self,
        bound: ir.Value,
        first: Sequence[ir.Value],
        step: Callable[[ir.Value, Sequence[ir.Value]], Sequence[ir.Value]],
    ) -> tuple[ir.Value, ...]:
        """Build a loop that carries values: `step` gets the counter and them, and returns new ones."""
        with self._loop(bound, first) as (loop, yielded):
            counter, *values = loop.region.entry.arguments
            yielded.extend(step(counter, values))
        return loop.results

    @contextmanager
    def _loop(
        self, bound: ir.Value, first: Sequence[ir.Value]
    ) -> Iterator[tuple[ForOp, list[ir.Value]]]:
        types = [value.type for value in first]
        block = ir.Block([ir.INDEX, *types])
        loop = self.rewriter.create(
            ForOp, (self.zero, bound, self.one, *first), types, regions=[ir.Region([block])]
        )
        yielded: list[ir.Value] = []
        with self.rewriter.at(ir.InsertionPoint.at_end(block)):
            yield loop, yielded
            self.rewriter.create(YieldOp, yielded)

    def branch(
        self, condition: ir.Value, then: Callable[[], None], otherwise: Callable[[], None]
    ) -> None:
        """Build an `scf.if`, whose regions the functions fill."""
        blocks = [ir.Block([]), ir.Block([])]
        self.rewriter.create(IfOp, (condition,), regions=[ir.Region([block]) for block in blocks])
        for block, fill in zip(blocks, (then, otherwise), strict=True):
            with self.rewriter.at(ir.InsertionPoint.at_end(block)):
                fill()
                self.rewriter.create(YieldOp)

    def body(self, block: ir.Block, arguments: Sequence[ir.Value]) -> ir.Value:
        """Build a copy of the operations in a body; return the value that it yields."""
        mapping = ir.IRMapping()
        mapping.values.update(zip(block.arguments, arguments, strict=True))
        for op in block.ops:
            if op.next_op is not None:
                self.rewriter.clone(op, mapping)
        return mapping.value(block.terminator.operand(0))

    # Operations

    def load(self, buffer: ir.Value, indices: Sequence[ir.Value]) -> ir.Value:
        """Load an element."""
        return self.rewriter.create(LoadOp, (buffer, *indices), (element_type(buffer),)).result

    def store(self, value: ir.Value, buffer: ir.Value, indices: Sequence[ir.Value]) -> None:
        """Store an element."""
        self.rewriter.create(StoreOp, (value, buffer, *indices))

    def apply(
        self,
        op_class: type[ir.Operation],
        *operands: ir.Value,
        type: ir.Type | None = None,
    ) -> ir.Value:
        """Compute a value, by default of the type of the first operand."""
        return self.rewriter.insert(
            op_class.create(operands, (type or operands[0].type,), location=self.rewriter.location)
        ).results[0]

    def add(self, left: ir.Value, right: ir.Value) -> ir.Value:
        """Add two indices."""
        return self.apply(AddIOp, left, right)

    def subtract(self, left: ir.Value, right: ir.Value) -> ir.Value:
        """Subtract an index."""
        return self.apply(SubIOp, left, right)

    def cast(self, value: ir.Value, type: ir.Type) -> ir.Value:
        """Convert an index to an integer, or the other way, with its sign."""
        return self.apply(IndexCastOp, value, type=type)

    def select(self, condition: ir.Value, value: ir.Value, other: ir.Value) -> ir.Value:
        """Choose one of two values."""
        return self.apply(SelectOp, condition, value, other, type=value.type)

    def compare(self, predicate: str, left: ir.Value, right: ir.Value) -> ir.Value:
        """Compare integers, or floats."""
        is_float = isinstance(left.type, ir.FloatType)
        kind = CMPF_PREDICATE if is_float else CMPI_PREDICATE
        made = self.rewriter.create(
            CmpFOp if is_float else CmpIOp,
            (left, right),
            (ir.I1,),
            properties={"predicate": kind.attr(predicate)},
        )
        return made.results[0]

    def number(self, value: float, type: ir.FloatType) -> ir.Value:
        """Create a constant."""
        properties = {"value": ir.FloatAttr.of(value, type)}
        return self.rewriter.create(ConstantOp, (), (type,), properties=properties).results[0]
