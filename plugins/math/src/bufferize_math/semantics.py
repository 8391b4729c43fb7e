"""The semantics of the ops of the math dialect, for bufferize-interpreter."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bufferize import ir
from bufferize_interpreter import (
    Elementwise,
    Kernel,
    ProgramError,
    Semantics,
    TrapKind,
    array_function,
    element_of,
    multiply_add,
    propagating,
    real,
    wrapping,
)

if TYPE_CHECKING:
    from bufferize_interpreter import Compiler


def _round_away(x: float) -> float:
    """Round to the nearest integer, halves away from zero; the sign of zero stays."""
    if not math.isfinite(x):
        return x
    whole = math.trunc(abs(x))
    return math.copysign(whole + (abs(x) - whole >= 0.5), x)


def _round_away_arrays(x: Any) -> Any:
    whole = np.trunc(np.abs(x))
    return np.copysign(whole + (np.abs(x) - whole >= 0.5), x)


def _whole(function: Callable[[float], int]) -> Callable[[float], float]:
    """Return a rounding function that keeps infinities, NaN and the sign of zero."""
    return lambda x: math.copysign(function(x), x) if math.isfinite(x) else x


def _clamp(x: float, low: float, high: float) -> float:
    if math.isnan(x) or math.isnan(low) or math.isnan(high):
        return math.nan
    return min(max(x, low), high)


def _rsqrt(x: float) -> float:
    if x == 0:
        return math.copysign(math.inf, x)
    return 1 / math.sqrt(x)


_REAL: Final[dict[str, tuple[Callable[..., Any], Callable[..., Any] | None]]] = {
    "absf": (abs, np.abs),
    "acos": (math.acos, np.arccos),
    "acosh": (math.acosh, np.arccosh),
    "asin": (math.asin, np.arcsin),
    "asinh": (math.asinh, np.arcsinh),
    "atan": (math.atan, np.arctan),
    "atan2": (math.atan2, np.arctan2),
    "atanh": (math.atanh, np.arctanh),
    "cbrt": (lambda x: float(np.cbrt(x)), np.cbrt),
    "ceil": (_whole(math.ceil), np.ceil),
    "clampf": (_clamp, lambda x, low, high: np.minimum(np.maximum(x, low), high)),
    "copysign": (math.copysign, np.copysign),
    "cos": (math.cos, np.cos),
    "cosh": (math.cosh, np.cosh),
    "erf": (math.erf, None),
    "erfc": (math.erfc, None),
    "exp": (math.exp, np.exp),
    "exp2": (lambda x: float(np.exp2(x)), np.exp2),
    "expm1": (math.expm1, np.expm1),
    "floor": (_whole(math.floor), np.floor),
    "log": (math.log, np.log),
    "log10": (math.log10, np.log10),
    "log1p": (math.log1p, np.log1p),
    "log2": (math.log2, np.log2),
    "powf": (math.pow, np.power),
    "round": (_round_away, _round_away_arrays),
    "roundeven": (_whole(round), np.rint),
    "rsqrt": (_rsqrt, lambda x: 1 / np.sqrt(x)),
    "sin": (math.sin, np.sin),
    "sinh": (math.sinh, np.sinh),
    "sqrt": (math.sqrt, np.sqrt),
    "tan": (math.tan, np.tan),
    "tanh": (math.tanh, np.tanh),
    "trunc": (_whole(math.trunc), np.trunc),
}
"""Functions of Python floats, each with NumPy's on arrays of f64 if there is one."""


def _power(base: float, exponent: int) -> float:
    """Return a float to the power of an integer."""
    return math.pow(base, exponent)


def _fpowi(op: ir.Operation) -> Kernel:
    round = element_of(ir.element_type_or_self(op.results[0].type)).scalar

    def power(base: Any, exponent: Any) -> Any:
        try:
            return round(_power(float(base), int(exponent)))
        except (ValueError, OverflowError, ZeroDivisionError):
            with np.errstate(all="ignore"):
                return round(np.power(np.float64(base), np.float64(exponent)))

    return Kernel(propagating(power))


def _test(test: Callable[[float], bool], arrays: Callable[[Any], Any]) -> Elementwise:
    scalar = propagating(lambda x: int(test(float(x))))
    return Elementwise(lambda op: Kernel(scalar, lambda x: arrays(np.asarray(x, np.float64))))


def _isnormal(op: ir.Operation) -> Kernel:
    type = ir.element_type_or_self(op.operand(0).type)
    layout = type.format  # type: ignore[attr-defined]
    least = math.ldexp(1.0, 1 - layout.bias)

    def arrays(x: Any) -> Any:
        wide = np.abs(np.asarray(x, np.float64))
        return np.isfinite(wide) & (wide >= least)

    return Kernel(propagating(lambda x: int(arrays(float(x)))), arrays)


def _integer(function: Callable[..., int]) -> Elementwise:
    """Return a function of integers of some width, from one that is given the width, too."""

    def kernel(op: ir.Operation) -> Kernel:
        type = ir.element_type_or_self(op.results[0].type)
        width = ir.bit_width(type) or 64
        wrap = wrapping(type)
        return Kernel(propagating(lambda *operands: wrap(function(width, *map(int, operands)))))

    return Elementwise(kernel)


def _bits(width: int, x: int) -> int:
    return x & ((1 << width) - 1)


def _trailing_zeros(width: int, x: int) -> int:
    bits = _bits(width, x)
    return (bits & -bits).bit_length() - 1 if bits else width


def _signed(width: int, x: int) -> int:
    bits = _bits(width, x)
    return bits - (1 << width) if bits >> (width - 1) else bits


def _integer_power(width: int, base: int, exponent: int) -> int:
    base, exponent = _signed(width, base), _signed(width, exponent)
    if exponent >= 0:
        return pow(base, exponent, 1 << width)
    if base == 0:
        raise ProgramError(TrapKind.DIVISION, "raises zero to a negative power")
    return {1: 1, -1: -1 if exponent % 2 else 1}.get(base, 0)


def _sincos(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `math.sincos`."""
    sine, cosine = real(math.sin, np.sin).kernel(op), real(math.cos, np.cos).kernel(op)
    if ir.element_type_or_self(op.results[0].type) is op.results[0].type:
        return lambda x: (sine.scalar(x), cosine.scalar(x))
    functions = [array_function(kernel, op) for kernel in (sine, cosine)]
    return lambda x: tuple(function(x) for function in functions)


SEMANTICS: Final[dict[str, Semantics]] = {
    **{f"math.{name}": real(*functions) for name, functions in _REAL.items()},
    "math.absi": _integer(lambda width, x: abs(_signed(width, x))),
    "math.ctlz": _integer(lambda width, x: width - _bits(width, x).bit_length()),
    "math.ctpop": _integer(lambda width, x: _bits(width, x).bit_count()),
    "math.cttz": _integer(_trailing_zeros),
    "math.fma": Elementwise(lambda op: multiply_add(ir.element_type_or_self(op.results[0].type))),
    "math.fpowi": Elementwise(_fpowi),
    "math.ipowi": _integer(_integer_power),
    "math.isfinite": _test(math.isfinite, np.isfinite),
    "math.isinf": _test(math.isinf, np.isinf),
    "math.isnan": _test(math.isnan, np.isnan),
    "math.isnormal": Elementwise(_isnormal),
    "math.sincos": _sincos,
}
"""The semantics, by the op's name."""
