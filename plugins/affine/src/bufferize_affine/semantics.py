"""The semantics of the ops of the affine dialect, for bufferize-interpreter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bufferize import ir
from bufferize.ir.dense import numbers
from bufferize_affine.ops_index import DelinearizeIndexOp, LinearizeIndexOp, MapOp
from bufferize_affine.ops_loop import ForOp, IfOp
from bufferize_affine.ops_memory import (
    DmaStartOp,
    DmaWaitOp,
    LoadOp,
    StoreOp,
    VectorLoadOp,
    VectorStoreOp,
)
from bufferize_affine.ops_parallel import REDUCTION, ParallelOp
from bufferize_interpreter import (
    ArrayValue,
    MemRef,
    Poison,
    ProgramError,
    Semantics,
    TrapKind,
    computed,
    element_of,
    filled,
    lifted,
    loader,
    memref_type,
    out_of_bounds,
    place_of,
    plain,
    poison_mask,
    propagating,
    storer,
    with_poison,
    wrapping,
)

if TYPE_CHECKING:
    from bufferize_interpreter import Compiler

_DIVISIONS: Final[dict[ir.AffineKind, Callable[[Any, Any], Any]]] = {
    ir.AffineKind.MOD: lambda a, b: a % b,
    ir.AffineKind.FLOORDIV: lambda a, b: a // b,
    ir.AffineKind.CEILDIV: lambda a, b: -(-a // b),
}


def _source(expr: ir.AffineExpr, num_dims: int) -> str:
    """Return an expression as Python source, in which v0, v1, … are the operands."""
    if isinstance(expr, ir.AffineConstantExpr):
        return str(expr.value)
    if isinstance(expr, ir.AffineBinaryExpr):
        left, right = _source(expr.lhs, num_dims), _source(expr.rhs, num_dims)
        if expr.kind is ir.AffineKind.ADD:
            return f"({left} + {right})"
        if expr.kind is ir.AffineKind.MUL:
            return f"({left} * {right})"
        return f"{expr.kind.value}({left}, {right})"
    offset = 0 if isinstance(expr, ir.AffineDimExpr) else num_dims
    return f"v{offset + expr.position}"  # type: ignore[attr-defined]


def _division(kind: ir.AffineKind) -> Callable[[int, int], int]:
    divide = _DIVISIONS[kind]

    def run(a: int, b: int) -> int:
        if b <= 0:
            raise ProgramError(TrapKind.DIVISION, f"divides by {b} in an affine expression")
        result: int = divide(a, b)
        return result

    return run


_NAMES: Final = {kind.value: _division(kind) for kind in _DIVISIONS}
_DIVIDES: Final = {kind.value: divide for kind, divide in _DIVISIONS.items()}
_WRAP: Final[Callable[[int], int]] = wrapping(ir.INDEX)


def compiled(
    num_dims: int,
    num_inputs: int,
    exprs: Sequence[ir.AffineExpr],
    names: Mapping[str, Callable[..., Any]] = _NAMES,
) -> Callable[..., Any]:
    """Return a Python function of the operands of a map, which returns the values of expressions.

    `names` are the functions that divide, by the names of the kinds of expressions.
    """
    arguments = ", ".join(f"v{i}" for i in range(num_inputs))
    values = "".join(f"{_source(expr, num_dims)}, " for expr in exprs)
    function: Callable[..., Any] = eval(f"lambda {arguments}: ({values})", dict(names))
    return function


def _of_map(map: ir.AffineMap) -> Callable[..., tuple[int, ...]]:
    return compiled(map.num_dims, map.num_inputs, map.results)


def _apply(op: ir.Operation, compiler: Compiler) -> Callable[..., int]:
    assert isinstance(op, MapOp)
    function = _of_map(op.map.map)
    return lambda *operands: _WRAP(function(*operands)[0])


class _Apply:
    """The semantics of `affine.apply`."""

    def __call__(self, op: ir.Operation, compiler: Compiler) -> Callable[..., int]:
        return _apply(op, compiler)

    def on_arrays(self, op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue] | None:
        """Return a function on arrays of indices; None if the map may divide by zero."""
        assert isinstance(op, MapOp)
        (expr,) = op.map.map.results
        for part in expr.walk():
            if isinstance(part, ir.AffineBinaryExpr) and part.kind in _DIVISIONS:
                if not isinstance(part.rhs, ir.AffineConstantExpr) or part.rhs.value <= 0:
                    return None
        function = compiled(op.map.map.num_dims, op.map.map.num_inputs, [expr], _DIVIDES)
        return lambda *operands: computed(lambda *arrays: function(*arrays)[0], *operands)


def _extremum(choose: Callable[..., int]) -> Semantics:
    def semantics(op: ir.Operation, compiler: Compiler) -> Callable[..., int]:
        assert isinstance(op, MapOp)
        function = _of_map(op.map.map)
        return propagating(lambda *operands: _WRAP(choose(function(*operands))))

    return semantics


def _for(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    assert isinstance(op, ForOp)
    lower, upper = _of_map(op.lower_bound_map.map), _of_map(op.upper_bound_map.map)
    step = op.step.value
    body = compiler.region(op.region)
    low, high = len(op.lower_bound_operands), len(op.upper_bound_operands)
    only_one = len(op.results) == 1

    def run(*operands: Any) -> Any:
        values: Sequence[Any] = operands[low + high :]
        first, last = max(lower(*operands[:low])), min(upper(*operands[low : low + high]))
        if step == 0 and first < last:
            raise ProgramError(TrapKind.LIMIT, "has a step of 0, and so never ends")
        for counter in range(first, last, step or 1):
            values = body(counter, *values)
        return values[0] if only_one else values

    return run


def _if(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    assert isinstance(op, IfOp)
    set = op.condition.set
    values_of = compiled(set.num_dims, set.num_dims + set.num_symbols, set.constraints)
    equal = set.equalities
    then, otherwise = compiler.region(op.then_region), compiler.region(op.else_region)
    only_one = len(op.results) == 1

    def run(*operands: Any) -> Any:
        holds = all(
            value == 0 if is_equal else value >= 0
            for value, is_equal in zip(values_of(*operands), equal, strict=True)
        )
        values = then() if holds else otherwise()
        return values[0] if only_one else values

    return run


def _unsigned(type: ir.Type) -> Callable[[int], int]:
    mask = (1 << (ir.bit_width(type) or 64)) - 1
    return lambda value: value & mask


def _less_zero(a: Any, b: Any) -> bool:
    """Return whether a is less than b, where -0.0 is less than 0.0."""
    return bool(a < b) or (a == b and bool(np.signbit(a)) and not np.signbit(b))


def _combine(kind: str, type: ir.Type) -> tuple[Callable[[Any, Any], Any], Any]:
    """Return how `affine.parallel` combines two scalars of a type, and the neutral element."""
    element = element_of(type)
    scalar, bits, width = element.scalar, _unsigned(type), ir.bit_width(type) or 64

    def nan(a: Any, b: Any, choice: Any, number: bool) -> Any:
        if a != a or b != b:
            return (b if a != a else a) if number else (a if a != a else b)
        return choice

    functions: dict[str, tuple[Callable[[Any, Any], Any], Any]] = {
        "addf": (lambda a, b: a + b, 0.0),
        "addi": (lambda a, b: a + b, 0),
        "andi": (lambda a, b: a & b, -1),
        "assign": (lambda a, b: b, 0),
        "maximumf": (lambda a, b: nan(a, b, b if _less_zero(a, b) else a, False), -np.inf),
        "maxnumf": (lambda a, b: nan(a, b, b if _less_zero(a, b) else a, True), -np.inf),
        "maxs": (max, -(1 << (width - 1))),
        "maxu": (lambda a, b: max(a, b, key=bits), 0),
        "minimumf": (lambda a, b: nan(a, b, a if _less_zero(a, b) else b, False), np.inf),
        "minnumf": (lambda a, b: nan(a, b, a if _less_zero(a, b) else b, True), np.inf),
        "mins": (min, (1 << (width - 1)) - 1),
        "minu": (lambda a, b: min(a, b, key=bits), -1),
        "mulf": (lambda a, b: a * b, 1.0),
        "muli": (lambda a, b: a * b, 1),
        "ori": (lambda a, b: a | b, 0),
        "xori": (lambda a, b: a ^ b, 0),
    }
    function, neutral = functions[kind]
    combine = propagating(lambda a, b: scalar(function(a, b)))
    return lifted(f"affine.{kind}", lambda: combine, type, type), scalar(neutral)


def _bounds(
    map: ir.AffineMap, groups: Sequence[int], choose: Callable[..., int]
) -> Callable[..., list[int]]:
    """Return the bounds of a loop nest: the greatest or least result in each group."""
    function = _of_map(map)
    starts = [sum(groups[:i]) for i in range(len(groups))]

    def run(*operands: Any) -> list[int]:
        values = function(*operands)
        return [choose(values[a : a + n]) for a, n in zip(starts, groups, strict=True)]

    return run


def _parallel(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    assert isinstance(op, ParallelOp)
    low, high = op.lower_bounds_map.map, op.upper_bounds_map.map
    lower = _bounds(low, [int(n) for n in _ints(op.lower_bounds_groups)], max)
    upper = _bounds(high, [int(n) for n in _ints(op.upper_bounds_groups)], min)
    steps = [step.value for step in op.steps if isinstance(step, ir.IntegerAttr)]
    count = low.num_inputs
    kinds = [REDUCTION.keyword(kind) for kind in op.reductions]
    combiners = [_combine(kind, r.type) for kind, r in zip(kinds, op.results, strict=True)]
    body = compiler.region(op.region)
    only_one = len(op.results) == 1

    def run(*operands: Any) -> Any:
        firsts, lasts = lower(*operands[:count]), upper(*operands[count:])
        ranges = [range(*bounds) for bounds in zip(firsts, lasts, steps, strict=True)]
        iterations = list(product(*ranges))
        compiler.machine.random.shuffle(iterations)
        totals = [neutral for _, neutral in combiners]
        for counters in iterations:
            for i, value in enumerate(body(*counters)):
                totals[i] = combiners[i][0](totals[i], value)
        return totals[0] if only_one else totals

    return run


def _ints(attribute: ir.DenseElementsAttr) -> list[int]:
    return [int(number) for number in numbers(attribute) if isinstance(number, int)]


def _load(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    assert isinstance(op, LoadOp)
    compiler.counts_access(op, loads=1)
    read, map = loader(op, memref_type(op.memref)), _of_map(op.map.map)
    return lambda buffer, *operands: read(buffer, *map(*operands))


def _store(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    assert isinstance(op, StoreOp)
    compiler.counts_access(op, stores=1)
    write, map = storer(memref_type(op.memref)), _of_map(op.map.map)
    return lambda value, buffer, *operands: write(value, buffer, *map(*operands))


def _part(buffer: MemRef, place: Sequence[int], extents: Sequence[int]) -> tuple[Any, ...]:
    """Return the index of a vector in a buffer. Raises ProgramError if it is out of bounds."""
    leading = len(place) - len(extents)
    index: list[Any] = []
    for dim, (first, size) in enumerate(zip(place, buffer.sizes, strict=True)):
        extent = extents[dim - leading] if dim >= leading else 1
        if first < 0 or first + extent > size:
            raise out_of_bounds(f"index #{dim}", first if first < 0 else first + extent - 1, size)
        index.append(slice(first, first + extent) if dim >= leading else first)
    return tuple(index)


def _vector_load(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, VectorLoadOp)
    type = op.result.type
    assert isinstance(type, ir.VectorType)
    compiler.counts_access(op, loads=type.num_elements())
    map = _of_map(op.map.map)

    def run(buffer: MemRef, *operands: Any) -> ArrayValue:
        part = _part(buffer, map(*operands), type.shape)
        values = buffer.window()[part].copy()
        return with_poison(values, ~buffer.defined_window()[part], op)

    return run


def _vector_store(op: ir.Operation, compiler: Compiler) -> Callable[..., None]:
    assert isinstance(op, VectorStoreOp)
    type = op.value.type
    assert isinstance(type, ir.VectorType)
    compiler.counts_access(op, stores=type.num_elements())
    map = _of_map(op.map.map)

    def run(value: Any, buffer: MemRef, *operands: Any) -> None:
        part = _part(buffer, map(*operands), type.shape)
        poison = True if isinstance(value, Poison) else poison_mask(value)
        if not isinstance(value, Poison):
            buffer.window(write=True)[part] = plain(value)
        buffer.defined_window()[part] = True if poison is None else ~np.asarray(poison)

    return run


def _dma_start(op: ir.Operation, compiler: Compiler) -> Callable[..., None]:
    """Copy when the schedule says. Elements are counted in row-major order from the first one on."""
    assert isinstance(op, DmaStartOp)
    accesses = op.accesses()
    maps = [_of_map(map) for _, map, _ in accesses]
    counts = [map.num_inputs for _, map, _ in accesses]
    tasks = compiler.machine.tasks

    def run(*operands: Any) -> None:
        places: list[tuple[MemRef, tuple[int, ...]]] = []
        position = 0
        for map, count in zip(maps, counts, strict=True):
            buffer, indices = operands[position], operands[position + 1 : position + 1 + count]
            places.append((buffer, tuple(map(*indices))))
            position += 1 + count
        number, *strides = operands[position:]
        source, target, tag = places
        tasks.start_transfer(op, lambda: copy(source, target, number, strides), place_of(*tag))

    def copy(
        from_: tuple[MemRef, tuple[int, ...]],
        to: tuple[MemRef, tuple[int, ...]],
        number: int,
        strides: Sequence[int],
    ) -> None:
        source, target = from_[0], to[0]
        first, start = _flat(*from_), _flat(*to)
        run_length = np.arange(number)
        strided = run_length
        if strides:
            stride, at_once = strides
            strided = run_length // at_once * stride + run_length % at_once
        # The stride applies to the slower memory, which has the lower memory space.
        from_far = _is_far(source, target)
        taken = first + (strided if from_far else run_length)
        put = start + (run_length if from_far else strided)
        _check_flat(source, taken)
        _check_flat(target, put)
        values = source.window().reshape(-1)[taken]
        defined = source.defined_window().reshape(-1)[taken]
        index = np.unravel_index(put, target.sizes)
        target.window(write=True)[index] = values
        target.defined_window()[index] = defined

    return run


def _dma_wait(op: ir.Operation, compiler: Compiler) -> Callable[..., None]:
    assert isinstance(op, DmaWaitOp)
    ((_, map, _),) = op.accesses()
    indices, tasks = _of_map(map), compiler.machine.tasks
    return lambda tag, *rest: tasks.wait_for_transfers(place_of(tag, tuple(indices(*rest[:-1]))))


def _is_far(source: MemRef, target: MemRef) -> bool:
    """Return whether the source is the slower memory, whose space does not follow the target's."""
    spaces = [
        b.allocation.space.value if isinstance(b.allocation.space, ir.IntegerAttr) else 0
        for b in (source, target)
    ]
    return spaces[0] <= spaces[1]


def _flat(buffer: MemRef, indices: Sequence[int]) -> int:
    place = 0
    for index, size in zip(indices, buffer.sizes, strict=True):
        place = place * size + index
    return place


def _check_flat(buffer: MemRef, places: Any) -> None:
    for place in (places.min(initial=0), places.max(initial=0)):
        if not 0 <= place < buffer.count and len(places):
            raise out_of_bounds("element", int(place), buffer.count)


def _delinearize(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    assert isinstance(op, DelinearizeIndexOp)
    static, count = op.static_basis.values, len(op.results)

    def run(index: int, *dynamic: Any) -> Any:
        basis = list(filled(static, dynamic))[-(count - 1) :] if count > 1 else []
        digits: list[int] = []
        for number in reversed(basis):
            if number <= 0:
                raise ProgramError(TrapKind.DIVISION, f"has {number} in its basis")
            index, digit = divmod(index, number)
            digits.append(digit)
        digits.append(index)
        return digits[0] if count == 1 else digits[::-1]

    return run


def _linearize(op: ir.Operation, compiler: Compiler) -> Callable[..., int]:
    assert isinstance(op, LinearizeIndexOp)
    static, count = op.static_basis.values, len(op.multi_index)

    def run(*operands: Any) -> int:
        digits = operands[:count]
        basis = list(filled(static, operands[count:]))
        if len(basis) < count:
            basis = [1, *basis]
        place = 0
        for digit, number in zip(digits, basis, strict=True):
            place = place * number + digit
        return _WRAP(place)

    return run


def _nothing(op: ir.Operation, compiler: Compiler) -> Callable[..., None]:
    return lambda *operands: None


SEMANTICS: Final[dict[str, Semantics]] = {
    "affine.apply": _Apply(),
    "affine.delinearize_index": _delinearize,
    "affine.dma_start": _dma_start,
    "affine.dma_wait": _dma_wait,
    "affine.for": _for,
    "affine.if": _if,
    "affine.linearize_index": _linearize,
    "affine.load": _load,
    "affine.max": _extremum(max),
    "affine.min": _extremum(min),
    "affine.parallel": _parallel,
    "affine.prefetch": _nothing,
    "affine.store": _store,
    "affine.vector_load": _vector_load,
    "affine.vector_store": _vector_store,
}
"""The semantics, by the op's name."""
