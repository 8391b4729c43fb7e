"""The semantics of the ops of the linalg dialect, for bufferize-interpreter.

A loop whose index is an index of every output can be run on whole arrays: no two of its iterations
write one element. The others are run one iteration after the other, in order. So results are those
of the loop nest to the last bit, also for sums of floats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

import numpy as np

from bufferize import ir
from bufferize.interfaces import is_tensor_like
from bufferize_interpreter import (
    Array,
    Element,
    MemRef,
    Poison,
    PoisonArray,
    ProgramError,
    Semantics,
    TrapKind,
    array_body,
    element_of,
    plain,
    poison_mask,
    with_poison,
)
from bufferize_linalg import semantics_transform as transform
from bufferize_linalg.accesses import check_bounds, linear_results, loop_extents, own_loops, view
from bufferize_linalg.ops_generic import IndexOp
from bufferize_linalg.ops_tiled_loop import TiledLoopOp
from bufferize_linalg.structured import LinalgOpInterface
from bufferize_linalg.table import SPECS

if TYPE_CHECKING:
    from bufferize_interpreter import Compiler

_BLOCK: Final = 1 << 15
"""The number of elements computed at once, which fit in the processor's cache."""

_FEW: Final = 4
"""The number of elements up to which single elements are faster than arrays."""


class Side:
    """An operand during execution: its elements, and a mask of the defined ones."""

    __slots__ = ("buffer", "defined", "values")

    def __init__(self, values: Array, defined: Array | None, buffer: MemRef | None = None) -> None:
        self.values = values
        self.defined = defined
        """The mask of defined elements; None if all are defined."""
        self.buffer = buffer
        """The buffer that stores the elements, if there is one."""


class Part:
    """A view of an operand with a dimension for each loop, of extent 1 for unused loops.

    The dimensions of sequential loops come first.
    """

    __slots__ = ("_defined", "_is_kept", "_op", "_steps", "_values")

    def __init__(
        self, arrays: tuple[Array, Array | None], in_turn: int, op: ir.Operation, *, is_kept: bool
    ) -> None:
        """Make a part; with `is_kept`, elements that were read do not change when others are
        written."""
        self._values, self._defined = arrays
        self._steps = [extent > 1 for extent in self._values.shape[:in_turn]]
        self._op = op
        self._is_kept = is_kept

    @property
    def is_fixed(self) -> bool:
        """Whether the part is the same for all iterations of the sequential loops."""
        return not any(self._steps)

    def _at(self, step: Sequence[int]) -> tuple[Any, ...]:
        return (*[i if s else 0 for i, s in zip(step, self._steps, strict=True)], ...)

    def read(self, step: Sequence[int]) -> Any:
        """Return the elements for an iteration of the sequential loops."""
        index = self._at(step)
        values = self._values[index].copy() if self._is_kept else self._values[index]
        if self._defined is None:
            return values
        defined = self._defined[index]
        return values if defined.all() else PoisonArray(values, ~defined, self._op)

    def write(self, step: Sequence[int], value: Any) -> None:
        """Set the elements for an iteration of the sequential loops."""
        index = self._at(step)
        if type(value) is Poison:
            poison: Any = True
        else:
            self._values[index] = plain(value)
            poison = poison_mask(value)
        if self._defined is not None:
            self._defined[index] = True if poison is None else ~np.asarray(poison)


class Nest:
    """A structured operation, compiled."""

    def __init__(self, op: ir.Operation, compiler: Compiler) -> None:
        assert isinstance(op, LinalgOpInterface)
        self.op: ir.Operation = op
        self.machine = compiler.machine
        self.maps = op.indexing_maps_array
        self.loops = op.num_loops
        self.num_inputs = op.num_dps_inputs
        self.types = [operand.value.type for operand in op.op_operands]
        self.used = [argument.has_uses() for argument in op.body.arguments]
        self.is_scalar = [not isinstance(t, ir.TensorType | ir.BaseMemRefType) for t in self.types]
        self.elements = [
            element_of(
                type.element_type if isinstance(type, ir.TensorType | ir.BaseMemRefType) else type
            )
            for type in self.types
        ]
        outputs = self.maps[self.num_inputs :]
        self.at_once = [d for d in range(self.loops) if all(d in own_loops(m) for m in outputs)]
        self.in_turn = [d for d in range(self.loops) if d not in self.at_once]
        self.indices = _indices(compiler, op)
        self.index_loops = [o.dim.value for o in op.body.ops if isinstance(o, IndexOp)]
        self.run_body = compiler.region(op.body_region)
        self.run_arrays: Callable[..., list[Any]] | None = None
        vectors = any(isinstance(element.type, ir.VectorType) for element in self.elements)
        if not vectors and all(linear_results(map) is not None for map in outputs):
            indices = [o.result for o in op.body.ops if isinstance(o, IndexOp)]
            self.run_arrays = array_body(compiler, op.body, [*op.body.arguments, *indices])

    def __call__(self, *operands: Any) -> Any:
        shapes = [
            () if scalar else _shape(operand, element)
            for operand, scalar, element in zip(
                operands, self.is_scalar, self.elements, strict=True
            )
        ]
        extents = self._extents(shapes)
        sides = [self._side(number, operand) for number, operand in enumerate(operands)]
        if 0 not in extents:
            self._complete(sides)
            self._count(prod(extents))
            if self.run_arrays is not None and self._can_run_at_once(sides, extents):
                self._run_at_once(sides, extents)
            else:
                self._run_in_turn(sides, extents)
        results = [
            with_poison(side.values, None if side.defined is None else ~side.defined, self.op)
            for side, type in zip(
                sides[self.num_inputs :], self.types[self.num_inputs :], strict=True
            )
            if isinstance(type, ir.TensorType)
        ]
        return results[0] if len(results) == 1 else results

    def _extents(self, shapes: Sequence[Sequence[int]]) -> tuple[int, ...]:
        try:
            extents = loop_extents(self.maps, shapes, self.loops)
        except ValueError as problem:
            raise ProgramError(TrapKind.OUT_OF_BOUNDS, f"does not fit: {problem}") from None
        if 0 not in extents:
            for number, (map, shape) in enumerate(zip(self.maps, shapes, strict=True)):
                wrong = check_bounds(map, shape, extents)
                if wrong is not None:
                    raise ProgramError(
                        TrapKind.OUT_OF_BOUNDS, f"does not fit: of operand {number}, {wrong}"
                    )
        return extents

    def _side(self, number: int, operand: Any) -> Side:
        is_output = number >= self.num_inputs
        if type(operand) is MemRef:
            defined = operand.defined_window() if is_output or self.used[number] else None
            return Side(operand.window(write=is_output), defined, operand)
        if self.is_scalar[number]:
            shape = self.elements[number].shape
            if type(operand) is Poison:
                return Side(np.zeros(shape, np.int8), np.zeros(shape, np.bool_))
            scalar = np.empty(shape, self.elements[number].dtype)
            scalar[...] = plain(operand)
            poison = poison_mask(operand)
            return Side(scalar, None if poison is None else ~poison)
        values, poison = plain(operand), poison_mask(operand)
        if not is_output:
            return Side(values, None if poison is None else ~poison)
        if not self.used[number] and self.maps[number].is_permutation():
            return Side(np.empty(values.shape, values.dtype), None)
        return Side(values.copy(), None if poison is None else ~poison)

    def _complete(self, sides: Sequence[Side]) -> None:
        """Give a mask of defined elements to each output that may become undefined."""
        outputs = sides[self.num_inputs :]
        overlap = any(side.buffer is not None for side in outputs)
        for side in sides[: self.num_inputs]:
            if side.defined is not None and not overlap and side.defined.all():
                side.defined = None
        for side in outputs:
            if side.defined is None:
                side.defined = np.ones(side.values.shape, np.bool_)

    def _count(self, iterations: int) -> None:
        statistics = self.machine.memory.statistics
        for number, type in enumerate(self.types):
            if isinstance(type, ir.BaseMemRefType):
                if self.used[number]:
                    statistics.loads[self.op] += iterations
                if number >= self.num_inputs:
                    statistics.stores[self.op] += iterations

    def _can_run_at_once(self, sides: Sequence[Side], extents: Sequence[int]) -> bool:
        """Return whether running on whole arrays gives the same results, and is faster."""
        if prod(extents[d] for d in self.at_once) <= _FEW < prod(extents):
            return False
        # An iteration reads all of its elements before it writes one. With several outputs, whole
        # arrays do not: one may be an input as it is, which another output overwrites.
        has_one_output = len(sides) == self.num_inputs + 1
        for number in range(self.num_inputs, len(sides)):
            output = sides[number].buffer
            if output is None:
                continue
            for other, side in enumerate(sides):
                if other == number or side.buffer is None or not self._touches(other):
                    continue
                in_step = (
                    has_one_output
                    and not self.in_turn
                    and self.maps[other] is self.maps[number]
                    and output.is_same_view(side.buffer)
                    and other < self.num_inputs
                )
                if not in_step and output.overlaps(side.buffer):
                    return False
        return True

    def _touches(self, number: int) -> bool:
        return self.used[number] or number >= self.num_inputs

    def _run_at_once(self, sides: Sequence[Side], extents: Sequence[int]) -> None:
        order = [*self.in_turn, *self.at_once]
        depth = len(self.in_turn)
        whole = [
            None if not self._touches(number) else self._view(number, side, extents, order)
            for number, side in enumerate(sides)
        ]
        steps = [extents[d] for d in self.in_turn]
        # One output may get what another one was before; they are set one after the other.
        kept = range(self.num_inputs, len(sides)) if len(sides) > self.num_inputs + 1 else ()
        for block in _blocks([extents[d] for d in self.at_once]):
            parts = [
                None
                if v is None
                else Part(_cut(v, depth, block), depth, self.op, is_kept=n in kept)
                for n, v in enumerate(whole)
            ]
            self._run_block(parts, steps, block)

    def _view(
        self, number: int, side: Side, extents: Sequence[int], order: Sequence[int]
    ) -> tuple[Array, Array | None]:
        map = self.maps[number]
        values = view(side.values, map, extents).transpose(order)
        if side.defined is None:
            return values, None
        return values, view(side.defined, map, extents).transpose(order)

    def _run_block(
        self, parts: Sequence[Part | None], steps: Sequence[int], block: Sequence[slice]
    ) -> None:
        assert self.run_arrays is not None
        first = (0,) * len(steps)
        # Operands that are the same for all steps are read once; accumulators are written once.
        known = [
            part.read(first) if part is not None and self.used[n] and part.is_fixed else None
            for n, part in enumerate(parts)
        ]
        moving = [
            (n, part)
            for n, part in enumerate(parts)
            if part is not None and self.used[n] and not part.is_fixed
        ]
        outputs = [part for part in parts[self.num_inputs :] if part is not None]
        stepwise = [(n, part) for n, part in enumerate(outputs) if not part.is_fixed]
        fixed = [n for n, part in enumerate(outputs) if part.is_fixed]
        grid = self._grid(block)
        results: list[Any] = []
        for step in product(*map(range, steps)):
            for n, part in moving:
                known[n] = part.read(step)
            indices = [
                grid[d] if d in grid else step[self.in_turn.index(d)] for d in self.index_loops
            ]
            results = self.run_arrays(*known, *indices)
            for n, part in stepwise:
                part.write(step, results[n])
            for n in fixed:
                known[self.num_inputs + n] = results[n]
        for n in fixed:
            outputs[n].write(first, results[n])

    def _grid(self, block: Sequence[slice]) -> dict[int, Array]:
        """Return the indices of loops that run at once, if the body uses them."""
        found: dict[int, Array] = {}
        for position, (d, part) in enumerate(zip(self.at_once, block, strict=True)):
            if d in self.index_loops:
                shape = [1] * len(block)
                shape[position] = -1
                found[d] = np.arange(part.start, part.stop).reshape(shape)
        return found

    def _run_in_turn(self, sides: Sequence[Side], extents: Sequence[int]) -> None:
        accesses = [
            _Access(side, map, extents, element, self.op)
            for side, map, element in zip(sides, self.maps, self.elements, strict=True)
        ]
        reads = [
            access.read if used else _nothing
            for access, used in zip(accesses, self.used, strict=True)
        ]
        writes = [access.write for access in accesses[self.num_inputs :]]
        body, indices = self.run_body, self.indices
        before = indices[:]
        for index in np.ndindex(*extents):
            indices[:] = index
            for write, value in zip(writes, body(*[read(index) for read in reads]), strict=True):
                write(index, value)
        indices[:] = before


class _Access:
    """The access to single elements of an operand, by the indices of the loops."""

    def __init__(
        self, side: Side, map: Any, extents: Sequence[int], element: Element, op: ir.Operation
    ) -> None:
        self._map = None
        self._op = op
        self._is_vector = bool(element.shape)
        self._scalar = element.scalar
        self._values, self._defined = side.values, side.defined
        if linear_results(map) is None or self._is_vector:
            self._map = map
        else:
            self._values = view(side.values, map, extents, whole=True)
            if side.defined is not None:
                self._defined = view(side.defined, map, extents, whole=True)

    def read(self, index: tuple[int, ...]) -> Any:
        place = index if self._map is None else self._map.evaluate(index)
        if self._is_vector:
            values = np.array(self._values[place])
            return values if self._defined is None else with_poison(values, ~self._defined[place])
        if self._defined is not None and not self._defined[place]:
            return Poison(self._op)
        return self._scalar(self._values[place])

    def write(self, index: tuple[int, ...], value: Any) -> None:
        place = index if self._map is None else self._map.evaluate(index)
        poison: Any = True
        if type(value) is not Poison:
            self._values[place] = plain(value)
            poison = poison_mask(value) if self._is_vector else None
        if self._defined is not None:
            self._defined[place] = True if poison is None else ~np.asarray(poison)


def _nothing(index: tuple[int, ...]) -> None:
    """Return None for an operand that the body does not use."""


def _shape(operand: Any, element: Element) -> tuple[int, ...]:
    """Return the extents of a tensor or buffer, without the extents of vector elements."""
    if type(operand) is MemRef:
        return operand.sizes
    shape: tuple[int, ...] = operand.shape
    return shape[: len(shape) - len(element.shape)]


def _blocks(extents: Sequence[int]) -> Iterator[list[slice]]:
    """Split the loops into blocks to compute at once, which cover the last dimensions."""
    sizes = list(extents)
    room = _BLOCK
    for position in range(len(sizes) - 1, -1, -1):
        sizes[position] = max(1, min(sizes[position], room))
        room //= sizes[position]
    starts = [range(0, n, size) for n, size in zip(extents, sizes, strict=True)]
    for corner in product(*starts):
        yield [
            slice(start, min(start + size, n))
            for start, size, n in zip(corner, sizes, extents, strict=True)
        ]


def _cut(
    arrays: tuple[Array, Array | None], depth: int, block: Sequence[slice]
) -> tuple[Array, Array | None]:
    values, defined = arrays
    index: tuple[Any, ...] = (
        *[slice(None)] * depth,
        *[
            part if extent > 1 else slice(None)
            for extent, part in zip(values.shape[depth:], block, strict=True)
        ],
        ...,  # so that a part without dimensions is an array too
    )
    return values[index], None if defined is None else defined[index]


_INDICES: WeakKeyDictionary[Any, dict[ir.Operation, list[int]]] = WeakKeyDictionary()
"""The current loop indices of each compiled structured operation, by compiler."""


def _indices(compiler: Compiler, op: ir.Operation) -> list[int]:
    known = _INDICES.setdefault(compiler, {})
    assert isinstance(op, LinalgOpInterface)
    return known.setdefault(op, [0] * op.num_loops)


def structured(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile any operation with `LinalgOpInterface`, also of another dialect."""
    return Nest(op, compiler)


def index(op: ir.Operation, compiler: Compiler) -> Callable[..., int]:
    """Compile `linalg.index`."""
    assert isinstance(op, IndexOp)
    parent, dim = op.parent_op, op.dim.value
    assert parent is not None
    indices = _indices(compiler, parent)
    return lambda: indices[dim]


if TYPE_CHECKING:
    from bufferize_interpreter import Compiler


def tiled_loop(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `linalg.tiled_loop`: its iterations in order, each with the outputs so far."""
    assert isinstance(op, TiledLoopOp)
    rank, count = op.rank, len(op.inputs)
    body = compiler.region(op.region)
    carried = [number for number, v in enumerate(op.outputs) if is_tensor_like(v.type)]
    only_one = len(carried) == 1

    def run(*operands: Any) -> Any:
        lower, upper, step = (operands[i * rank : (i + 1) * rank] for i in range(3))
        if any(number <= 0 for number in step):
            raise ProgramError(
                TrapKind.OTHER, f"has a step of {list(step)}, which must be positive"
            )
        inputs = operands[3 * rank : 3 * rank + count]
        outputs = list(operands[3 * rank + count :])
        for indices in product(*map(range, lower, upper, step)):
            values: Sequence[Any] = body(*indices, *inputs, *outputs)
            for number, value in zip(carried, values, strict=True):
                outputs[number] = value
        results = [outputs[number] for number in carried]
        return results[0] if only_one else results

    return run


_STRUCTURED: Final = (
    *SPECS,
    "batch_matmul",
    "batch_reduce_matmul",
    "broadcast",
    "contract",
    "elementwise",
    "generic",
    "map",
    "matmul",
    "reduce",
    "transpose",
)

SEMANTICS: Final[dict[str, Semantics]] = {
    **{f"linalg.{mnemonic}": structured for mnemonic in _STRUCTURED},
    "linalg.index": index,
    "linalg.pack": transform.pack,
    "linalg.softmax": transform.softmax,
    "linalg.tiled_loop": tiled_loop,
    "linalg.unpack": transform.unpack,
    "linalg.winograd_filter_transform": transform.winograd_filter,
    "linalg.winograd_input_transform": transform.winograd_input,
    "linalg.winograd_output_transform": transform.winograd_output,
}
"""The semantics, by the op's name."""
