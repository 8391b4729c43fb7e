"""The semantics of the ops of the tm_tensor dialect, for bufferize-interpreter.

All but attention are computed element by element, in the order of the loops that
`tm-tensor-to-loops` makes, so that every body has the same meaning there and here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bufferize import ir
from bufferize.interfaces import is_memory_effect_free
from bufferize_interpreter import (
    MemRef,
    Poison,
    ProgramError,
    Semantics,
    TrapKind,
    element_of,
    integers_of,
    out_of_bounds,
    plain,
    poison_mask,
    with_poison,
)
from bufferize_tm_tensor.dialect import TMTensorOp, element_type
from bufferize_tm_tensor.ops import ScanOp, ScatterOp, SortOp, TopkOp
from bufferize_tm_tensor.semantics_attention import attention

if TYPE_CHECKING:
    from bufferize_interpreter import Compiler


class Operand:
    """The elements of an operand, which are read and written one by one."""

    def __init__(self, op: TMTensorOp, number: int, given: Any) -> None:
        self._op: ir.Operation = op
        self._element = element_of(element_type(op.operand(number)))
        self.buffer = given if type(given) is MemRef else None
        self.reads = self.writes = 0
        is_output = number >= op.num_dps_inputs
        if self.buffer is not None:
            self._values = self.buffer.window(write=is_output)
            self._defined: Any = self.buffer.defined_window()
        else:
            mask = poison_mask(given)
            self._values = plain(given).copy() if is_output else plain(given)
            self._defined = np.ones(given.shape, np.bool_) if mask is None else ~mask
        self.shape = self._values.shape[: self._values.ndim - len(self._element.shape)]

    def _checked(self, index: tuple[int, ...]) -> tuple[int, ...]:
        for dim, (place, extent) in enumerate(zip(index, self.shape, strict=True)):
            if not 0 <= place < extent:
                raise out_of_bounds(f"index #{dim}", place, extent)
        return index

    def read(self, index: tuple[int, ...]) -> Any:
        """Return an element. Raises ProgramError if it is out of bounds."""
        value, defined = self._values[self._checked(index)], self._defined[index]
        self.reads += 1
        if self._element.shape:
            return with_poison(np.array(value), ~defined, self._op)
        return self._element.scalar(value) if defined else Poison(self._op)

    def write(self, index: tuple[int, ...], value: Any) -> None:
        """Set an element. Raises ProgramError if it is out of bounds."""
        place = self._checked(index)
        self.writes += 1
        if type(value) is Poison:
            self._defined[place] = False
            return
        self._values[place] = plain(value)
        mask = poison_mask(value)
        self._defined[place] = True if mask is None else ~mask

    @property
    def result(self) -> Any:
        """The elements as a tensor."""
        return with_poison(self._values, ~self._defined, self._op)


def on_elements(
    prepare: Callable[[Any, Compiler], Callable[[Sequence[Operand]], None]],
) -> Semantics:
    """Return semantics, from a function that returns what is to be done with opened operands."""

    def compile(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
        assert isinstance(op, TMTensorOp)
        if op.misfit is not None:
            raise ProgramError(TrapKind.OTHER, f"cannot be computed: {op.misfit}")
        run, statistics = prepare(op, compiler), compiler.machine.memory.statistics

        def call(*given: Any) -> Any:
            operands = [Operand(op, number, value) for number, value in enumerate(given)]
            run(operands)
            for operand in operands:
                if operand.buffer is not None:
                    statistics.loads[op] += operand.reads
                    statistics.stores[op] += operand.writes
            results = [operand.result for operand in operands[op.num_dps_inputs :]]
            if not op.results:
                return None
            return results[0] if len(results) == 1 else results

        return call

    return compile


def _fitting(what: str, found: Sequence[int], wanted: Sequence[int]) -> None:
    """Raise ProgramError for a shape that differs at run time."""
    if tuple(found) != tuple(wanted):
        raise ProgramError(
            TrapKind.OUT_OF_BOUNDS,
            f"does not fit: {what} has the shape {list(found)}, not {list(wanted)}",
        )


def _replaced(index: tuple[int, ...], dim: int, place: int) -> tuple[int, ...]:
    return (*index[:dim], place, *index[dim + 1 :])


def _scan(op: ScanOp, compiler: Compiler) -> Callable[[Sequence[Operand]], None]:
    body, dim, is_inclusive = compiler.region(op.region), op.dimension.value, op.is_inclusive

    def run(operands: Sequence[Operand]) -> None:
        source, output, accumulator = operands
        _fitting("the output", output.shape, source.shape)
        _fitting("the accumulator", accumulator.shape, _without(source.shape, dim))
        for index in np.ndindex(*source.shape):
            line = _without(index, dim)
            if index[dim] == 0:
                output.write(index, source.read(index) if is_inclusive else accumulator.read(line))
                continue
            before = _replaced(index, dim, index[dim] - 1)
            so_far = output.read(before)
            (value,) = body(so_far, source.read(index if is_inclusive else before))
            output.write(index, value)
            accumulator.write(line, value)

    return run


def _without(index: tuple[int, ...], dim: int) -> tuple[int, ...]:
    return (*index[:dim], *index[dim + 1 :])


def _scatter(op: ScatterOp, compiler: Compiler) -> Callable[[Sequence[Operand]], None]:
    body, dims = compiler.region(op.region), op.dimension_map.values
    signed = integers_of(element_type(op.inputs[1])).signed
    is_used = op.body.arguments[0].has_uses()

    def run(operands: Sequence[Operand]) -> None:
        updates, indices, original = operands
        for index in np.ndindex(*updates.shape):
            inner = index[1:]
            place = [0] * (len(original.shape) - len(inner)) + list(inner)
            for column, dim in enumerate(dims):
                place[dim] += signed(indices.read((index[0], column)).__index__())
            at = tuple(place)
            update = updates.read(index) if is_used else None
            (value,) = body(update, original.read(at))
            original.write(at, value)

    return run


def _sort(op: SortOp, compiler: Compiler) -> Callable[[Sequence[Operand]], None]:
    body, dim = compiler.region(op.region), op.dimension.value
    depends_on_operands = all(is_memory_effect_free(inner) for inner in op.body.ops)

    def run(operands: Sequence[Operand]) -> None:
        shape = operands[0].shape
        for number, operand in enumerate(operands):
            _fitting(f"output #{number}", operand.shape, shape)
        # A pass that exchanges nothing is followed by equal ones, unless memory changes meanwhile.
        can_settle = depends_on_operands and not _overlap(operands)
        settled: set[tuple[int, ...]] = set()
        for index in np.ndindex(*shape):
            line = _without(index, dim)
            if line in settled:
                continue
            has_exchanged = False
            for place in range(shape[dim] - 1):
                left, right = _replaced(index, dim, place), _replaced(index, dim, place + 1)
                pairs = [(operand.read(left), operand.read(right)) for operand in operands]
                (in_order,) = body(*[element for pair in pairs for element in pair])
                if in_order:
                    continue
                has_exchanged = True
                for operand, (first, second) in zip(operands, pairs, strict=True):
                    operand.write(left, second)
                    operand.write(right, first)
            if can_settle and not has_exchanged:
                settled.add(line)

    return run


def _overlap(operands: Sequence[Operand]) -> bool:
    buffers = [operand.buffer for operand in operands if operand.buffer is not None]
    return any(
        one.overlaps(other) for number, one in enumerate(buffers) for other in buffers[:number]
    )


def _topk(op: TopkOp, compiler: Compiler) -> Callable[[Sequence[Operand]], None]:
    body, dim = compiler.region(op.region), op.dimension.value
    wrapped = element_of(element_type(op.outputs[1])).scalar

    def run(operands: Sequence[Operand]) -> None:
        values, *indices = operands[: op.num_dps_inputs]
        kept_values, kept_indices = operands[op.num_dps_inputs :]
        for index in np.ndindex(*values.shape):
            value = values.read(index)
            number = indices[0].read(index) if indices else wrapped(index[dim])
            for place in range(kept_values.shape[dim]):
                at = _replaced(index, dim, place)
                kept, kept_number = kept_values.read(at), kept_indices.read(at)
                (is_better,) = body(value, kept)
                (is_worse,) = body(kept, value)
                is_first = (is_better == is_worse) & (number < kept_number)
                comes_first = is_better | is_first
                kept_values.write(at, _chosen(is_better, value, kept))
                kept_indices.write(at, _chosen(comes_first, number, kept_number))
                value = _chosen(is_better, kept, value)
                number = _chosen(comes_first, kept_number, number)

    return run


def _chosen(condition: Any, value: Any, other: Any) -> Any:
    """Return what `arith.select` returns: poison for poison."""
    if type(condition) is Poison:
        return condition
    return value if condition else other


SEMANTICS: Final[dict[str, Semantics]] = {
    "tm_tensor.attention": attention,
    "tm_tensor.scan": on_elements(_scan),
    "tm_tensor.scatter": on_elements(_scatter),
    "tm_tensor.sort": on_elements(_sort),
    "tm_tensor.topk": on_elements(_topk),
}
"""The semantics, by the op's name."""
