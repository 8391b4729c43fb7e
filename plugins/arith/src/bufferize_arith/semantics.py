"""The semantics of the ops of the arith dialect, for bufferize-interpreter."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from bufferize import ir
from bufferize_arith.dialect import CMPF_PREDICATE, CMPI_PREDICATE, ROUNDING_MODE
from bufferize_arith.ops import CmpFOp, CmpIOp, ConstantOp
from bufferize_interpreter import (
    Array,
    ArrayValue,
    Compiler,
    Elementwise,
    Expression,
    Integers,
    Kernel,
    MemRef,
    NotSymbolic,
    Poison,
    PoisonArray,
    ProgramError,
    Semantics,
    TrapKind,
    array_function,
    bitcast,
    directed,
    element_of,
    elements_are_symbolic,
    float_kernel,
    integer_kernel,
    integer_to_float,
    integers_of,
    moved,
    of_one_shape,
    plain,
    poison_mask,
    propagating,
    rounded,
    to_format,
    type_check,
    with_poison,
)


def constant(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `arith.constant`."""
    assert isinstance(op, ConstantOp)
    value = compiler.constant(op.value)
    return lambda: value


def _integer(name: str) -> Elementwise:
    """Return the semantics of an integer op that wraps around; poison if its flags exclude that."""

    def kernel(op: ir.Operation) -> Kernel:
        type = ir.element_type_or_self(op.results[0].type)
        found = integer_kernel(name, type, op)
        flags = getattr(op.properties.get("overflowFlags"), "value", 0)
        if flags and name in _EXACT:
            return Kernel(_without_overflow(op, name, found.scalar, flags))
        if "isExact" in op.properties:
            return Kernel(_without_remainder(op, name, found.scalar))
        return found

    return Elementwise(kernel)


_EXACT: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "shl": lambda a, b: a << b,
}


def _without_overflow(
    op: ir.Operation, name: str, wrapped: Callable[..., Any], flags: int
) -> Callable[..., Any]:
    numbers = integers_of(ir.element_type_or_self(op.results[0].type))
    exact = _EXACT[name]

    def run(a: Any, b: Any) -> Any:
        found = wrapped(a, b)
        if type(found) is Poison:
            return found
        amount = numbers.unsigned(b) if name == "shl" else numbers.signed(b)
        if flags & 1 and exact(numbers.signed(a), amount) != numbers.signed(found):
            return Poison(op)
        unsigned = exact(numbers.unsigned(a), numbers.unsigned(b))
        return Poison(op) if flags & 2 and unsigned != numbers.unsigned(found) else found

    return run


def _without_remainder(
    op: ir.Operation, name: str, rounded: Callable[..., Any]
) -> Callable[..., Any]:
    numbers = integers_of(ir.element_type_or_self(op.results[0].type))
    read = numbers.unsigned if name.endswith("u") else numbers.signed

    def run(a: Any, b: Any) -> Any:
        found = rounded(a, b)
        if type(found) is Poison:
            return found
        divisor = 1 << numbers.unsigned(b) if name.startswith("shr") else read(b)
        return found if read(found) * divisor == read(a) else Poison(op)

    return run


def _float(name: str) -> Elementwise:
    return Elementwise(lambda op: float_kernel(name, ir.element_type_or_self(op.results[0].type)))


def _cmpi(op: ir.Operation) -> Kernel:
    assert isinstance(op, CmpIOp)
    return integer_kernel(
        CMPI_PREDICATE.keyword(op.predicate), ir.element_type_or_self(op.lhs.type)
    )


def _cmpf(op: ir.Operation) -> Kernel:
    assert isinstance(op, CmpFOp)
    return float_kernel(CMPF_PREDICATE.keyword(op.predicate), ir.element_type_or_self(op.lhs.type))


def _negated(op: ir.Operation) -> Kernel:
    dtype = element_of(ir.element_type_or_self(op.results[0].type)).dtype
    return Kernel(lambda a: -a, lambda a: -np.asarray(a, dtype))


class _Select(Elementwise):
    """The semantics of `arith.select`: elements that are not chosen may be poison."""

    def __call__(self, op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
        if isinstance(op.operands[0].type, ir.ShapedType):
            if elements_are_symbolic():
                return self.arrays(op)
            return of_one_shape(op, _select_elements)
        if isinstance(op.results[0].type, ir.ShapedType):
            return _chosen  # one of two whole values
        return self.elements(op)

    def elements(self, op: ir.Operation) -> Callable[..., Any]:
        choose = super().elements(op)
        if not elements_are_symbolic():
            return choose

        def run(condition: Any, a: Any, b: Any) -> Any:
            if type(condition) is not Expression or type(a) is Poison or type(b) is Poison:
                return condition if type(condition) is Poison else _chosen(condition, a, b)
            return a if a is b else choose(condition, a, b)

        return run

    def on_arrays(self, op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue] | None:
        if any(isinstance(value.type, ir.ShapedType) for value in op.operands):
            return None
        if elements_are_symbolic():
            return self.arrays(op)
        dtype = element_of(op.results[0].type).dtype

        def run(condition: Any, a: Any, b: Any) -> ArrayValue:
            return _select_elements(condition, _as_array(a, dtype), _as_array(b, dtype))

        return run


def _chosen(condition: Any, a: Any, b: Any) -> Any:
    return a if condition else b


def _as_array(value: Any, dtype: np.dtype[Any]) -> ArrayValue:
    if type(value) is Poison:
        return PoisonArray(np.zeros((), dtype), np.ones((), np.bool_), value.op)
    return value if type(value) is PoisonArray else np.asarray(value, dtype)


def _select_elements(condition: Any, a: ArrayValue, b: ArrayValue) -> ArrayValue:
    condition = _as_array(condition, np.dtype(np.bool_))
    chosen = moved(lambda x, y: np.where(plain(condition), x, y), a, b)
    undefined, known = poison_mask(condition), poison_mask(chosen)
    if undefined is None:
        return chosen
    mask = undefined if known is None else undefined | known
    return with_poison(plain(chosen), np.broadcast_to(mask, chosen.shape), condition.op)


def _two_results(
    function: Callable[[int, int, int], tuple[int, int]], signed: bool = False
) -> Semantics:
    """Return the semantics of an integer op with two results that are parts of the exact one.

    `function` takes two numbers and their width, and returns both parts.
    """

    def semantics(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
        numbers = integers_of(ir.element_type_or_self(op.operands[0].type))
        read = numbers.signed if signed else numbers.unsigned

        def part(index: int) -> Callable[..., Any]:
            wrap = integers_of(ir.element_type_or_self(op.results[index].type)).wrap

            def scalar(a: Any, b: Any) -> Any:
                return wrap(function(read(a), read(b), numbers.width)[index])

            if isinstance(op.results[index].type, ir.ShapedType):
                return array_function(Kernel(scalar), op, index)
            return propagating(scalar)

        first, second = part(0), part(1)
        return lambda a, b: (first(a, b), second(a, b))

    return semantics


def _halves(a: int, b: int, width: int) -> tuple[int, int]:
    return a * b, a * b >> width


def _sum_and_carry(a: int, b: int, width: int) -> tuple[int, int]:
    return a + b, a + b >> width


_INTEGER_NAMES = {
    "addi": "add",
    "andi": "and",
    "ceildivsi": "ceildivs",
    "ceildivui": "ceildivu",
    "divsi": "divs",
    "divui": "divu",
    "floordivsi": "floordivs",
    "maxsi": "maxs",
    "maxui": "maxu",
    "minsi": "mins",
    "minui": "minu",
    "muli": "mul",
    "ori": "or",
    "remsi": "rems",
    "remui": "remu",
    "shli": "shl",
    "shrsi": "shrs",
    "shrui": "shru",
    "subi": "sub",
    "xori": "xor",
}
_FLOAT_NAMES = ("add", "sub", "mul", "div", "rem", "maximum", "maxnum", "minimum", "minnum")


# Casts.


def _types(op: ir.Operation) -> tuple[ir.Type, ir.Type]:
    """Return the element types of the operand and of the result."""
    return ir.element_type_or_self(op.operand(0).type), ir.element_type_or_self(op.results[0].type)


def _resized(signed: bool) -> Callable[[ir.Operation], Kernel]:
    """Return a cast of integers, read as signed or unsigned; the result wraps around."""

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
    """Casts between an index and an integer; a buffer is reinterpreted if elements have 64 bits."""

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
    """Return a cast of floats that rounds towards zero; poison if the result is out of range."""

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
    # Both bounds are powers of two or zero, which floats represent exactly.
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
    """Return a cast of a float that is combined with its scale, a power of two."""
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
    """Return the power of two with the exponent of a positive number."""
    return value if not math.isfinite(value) or not value else 2.0 ** (math.frexp(value)[1] - 1)


_CASTS: dict[str, Semantics] = {
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


SEMANTICS: dict[str, Semantics] = {
    "arith.addui_extended": _two_results(_sum_and_carry),
    "arith.cmpf": Elementwise(_cmpf),
    "arith.cmpi": Elementwise(_cmpi),
    "arith.constant": constant,
    "arith.mulsi_extended": _two_results(_halves, signed=True),
    "arith.mului_extended": _two_results(_halves),
    "arith.negf": Elementwise(_negated),
    "arith.select": _Select(lambda op: Kernel(propagating(_chosen), np.where)),
    **{f"arith.{name}": _integer(kernel) for name, kernel in _INTEGER_NAMES.items()},
    **{f"arith.{name}f": _float(name) for name in _FLOAT_NAMES},
    **_CASTS,
}
