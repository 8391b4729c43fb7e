"""What the casts of the arith dialect compute, for bufferize-interpreter."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from bufferize import ir
from bufferize_arith.attributes import ROUNDING_MODE
from bufferize_interpreter import (
    Array,
    ArrayValue,
    Compiler,
    Elementwise,
    Integers,
    Kernel,
    MemRef,
    NotSymbolic,
    Poison,
    ProgramError,
    Semantics,
    TrapKind,
    bitcast,
    directed,
    element_of,
    elements_are_symbolic,
    integer_to_float,
    integers_of,
    propagating,
    rounded,
    to_format,
    type_check,
    with_poison,
)


def _types(op: ir.Operation) -> tuple[ir.Type, ir.Type]:
    """The types of elements that are cast from and to."""
    return ir.element_type_or_self(op.operand(0).type), ir.element_type_or_self(op.results[0].type)


def _resized(signed: bool) -> Callable[[ir.Operation], Kernel]:
    """Between integers: the number read with its sign, or without, and wrapped around."""

    def kernel(op: ir.Operation) -> Kernel:
        source, target = map(integers_of, _types(op))
        read = source.signed if signed else source.unsigned
        read_array = source.signed_array if signed else source.unsigned_array

        def array(a: Any) -> Array:
            numbers = read_array(a)
            if target.dtype == np.object_ and numbers.dtype != np.object_:
                numbers = numbers.astype(np.object_)
            elif numbers.dtype != np.object_ and numbers.dtype.itemsize < 8:
                numbers = numbers.astype(np.int64)
            return target.wrap_array(numbers)

        return Kernel(lambda a: target.wrap(read(a)), array)

    return kernel


class _IndexCast(Elementwise):
    """Between an index and an integer; in a buffer, which stays as it is, if that has 64 bits."""

    def __call__(self, op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
        if not isinstance(op.results[0].type, ir.BaseMemRefType):
            return super().__call__(op, compiler)
        source, target = _types(op)
        if elements_are_symbolic():
            raise NotSymbolic(f"sees a buffer of '{source}' as one of '{target}'")
        if element_of(source).dtype != element_of(target).dtype:
            raise ProgramError(
                TrapKind.OTHER,
                f"sees a buffer of '{source}' as one of '{target}', whose elements have another size",
            )
        check = type_check(op.results[0].type)

        def run(buffer: MemRef) -> MemRef:
            check(buffer)
            return buffer

        return run


def _to_float(signed: bool) -> Elementwise:
    def kernel(op: ir.Operation) -> Kernel:
        source, target = _types(op)
        assert isinstance(target, ir.FloatType)
        numbers = integers_of(source)
        read = numbers.signed if signed else numbers.unsigned
        read_array = numbers.signed_array if signed else numbers.unsigned_array
        return Kernel(
            propagating(lambda a: integer_to_float(read(a), target)),
            lambda a: rounded(read_array(a), target),
        )

    return Elementwise(kernel)


def _to_integer(signed: bool) -> Elementwise:
    """A float towards zero; poison if the integer type has no such number."""

    def kernel(op: ir.Operation) -> Kernel:
        target = integers_of(_types(op)[1])
        low = target.minimum if signed else 0
        high = low + target.mask

        def scalar(a: Any) -> Any:
            number = float(a)
            if not math.isfinite(number) or not low <= (whole := int(number)) <= high:
                return Poison(op)
            return target.wrap(whole)

        return Kernel(propagating(scalar), lambda a: _truncated(a, low, high, target, op))

    return Elementwise(kernel)


def _truncated(value: Any, low: int, high: int, target: Integers, op: ir.Operation) -> ArrayValue:
    numbers = np.trunc(np.asarray(value).astype(np.float64))
    # Both bounds are powers of two or zero, and so floats themselves.
    undefined = ~((numbers >= float(low)) & (numbers < float(high + 1)))
    safe = np.where(undefined, 0, numbers)
    if target.dtype == np.object_:
        exact = np.asarray(np.frompyfunc(int, 1, 1)(safe), np.object_)
        return with_poison(target.wrap_array(exact), undefined, op)
    large = safe >= 2.0**63
    whole = np.where(large, safe - 2.0**64, safe).astype(np.int64)
    return with_poison(target.wrap_array(whole), undefined, op)


def _float_to_float(op: ir.Operation) -> Kernel:
    target = _types(op)[1]
    assert isinstance(target, ir.FloatType)
    scalar, array = _rounding(op, target)
    return Kernel(scalar, array)


def _rounding(
    op: ir.Operation, target: ir.FloatType
) -> tuple[Callable[[Any], Any], Callable[[Any], Array] | None]:
    mode = op.properties.get("roundingmode")
    name = "to_nearest_even" if mode is None else ROUNDING_MODE.keyword(mode)
    if name == "to_nearest_even":
        return to_format(target), lambda a: rounded(a, target)
    return directed(name, target), None


def _bitcast(op: ir.Operation) -> Kernel:
    source, target = map(element_of, _types(op))

    def array(a: Any) -> Array:
        given = np.asarray(a, source.dtype)
        return bitcast(given.reshape(*given.shape, 1), source, target, (*given.shape, 1))[..., 0]

    def scalar(a: Any) -> Any:
        return a if type(a) is Poison else target.scalar(array(a)[()])

    return Kernel(scalar, array)


_SCALE = ir.FloatType("f8E8M0FNU")


def _scaled(op: ir.Operation, combine: Callable[[Any, Any], Any]) -> Kernel:
    """The operand, in the wider of its two formats, with its scale, which is a power of two."""
    source, target = _types(op)
    assert isinstance(source, ir.FloatType)
    assert isinstance(target, ir.FloatType)
    wide = source if source.width > target.width else target
    scale = ir.element_type_or_self(op.operand(1).type)
    cast, _ = _rounding(op, target)
    widen, power = to_format(wide), to_format(_SCALE)

    def scalar(a: Any, b: Any) -> Any:
        factor = b if scale is _SCALE else power(_power_of_two(float(b)))
        return cast(combine(widen(a), widen(factor)))

    return Kernel(propagating(scalar))


def _power_of_two(value: float) -> float:
    """The power of two that a positive number's exponent stands for."""
    return value if not math.isfinite(value) or not value else 2.0 ** (math.frexp(value)[1] - 1)


CASTS: dict[str, Semantics] = {
    "arith.bitcast": Elementwise(_bitcast),
    "arith.extf": Elementwise(_float_to_float),
    "arith.extsi": Elementwise(_resized(signed=True)),
    "arith.extui": Elementwise(_resized(signed=False)),
    "arith.fptosi": _to_integer(signed=True),
    "arith.fptoui": _to_integer(signed=False),
    "arith.index_cast": _IndexCast(_resized(signed=True)),
    "arith.index_castui": _IndexCast(_resized(signed=False)),
    "arith.scaling_extf": Elementwise(lambda op: _scaled(op, lambda a, b: a * b)),
    "arith.scaling_truncf": Elementwise(lambda op: _scaled(op, lambda a, b: a / b)),
    "arith.sitofp": _to_float(signed=True),
    "arith.truncf": Elementwise(_float_to_float),
    "arith.trunci": Elementwise(_resized(signed=True)),
    "arith.uitofp": _to_float(signed=False),
}
