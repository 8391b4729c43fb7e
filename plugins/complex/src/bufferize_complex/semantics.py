"""The semantics of the ops of the complex dialect, for bufferize-interpreter.

Functions are computed in 64-bit floats, then rounded to the element type.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bufferize import ir
from bufferize_complex.ops import BitcastOp, ConstantOp
from bufferize_interpreter import (
    Elementwise,
    Kernel,
    Semantics,
    bitcast,
    element_of,
    propagating,
)

if TYPE_CHECKING:
    from bufferize_interpreter import Compiler

_NAN: Final = complex(math.nan, math.nan)


def _function(
    function: Callable[..., Any], arrays: Callable[..., Any] | None = None
) -> Elementwise:
    """Return the semantics of a function of Python's complex numbers; `arrays` is NumPy's."""

    def checked(*operands: complex) -> Any:
        try:
            return function(*operands)
        except (ValueError, OverflowError, ZeroDivisionError):
            return _NAN if arrays is None else arrays(*map(np.complex128, operands))

    def kernel(op: ir.Operation) -> Kernel:
        element = element_of(ir.element_type_or_self(op.results[0].type))
        round = element.scalar

        def finish(value: Any) -> Any:
            if element.dtype.kind == "c" or not isinstance(value, complex):
                return round(value)
            return round(value.real)

        return Kernel(propagating(lambda *operands: finish(checked(*map(complex, operands)))))

    return Elementwise(kernel)


def _product(a: complex, b: complex) -> complex:
    return complex(a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real)


def _rsqrt(x: complex) -> complex:
    return 1 / cmath.sqrt(x)


def _sign(x: complex) -> complex:
    return x / abs(x) if x else x


def _atan2(y: complex, x: complex) -> complex:
    direction = x + complex(-y.imag, y.real)
    logarithm = cmath.log(direction / cmath.sqrt(x * x + y * y))
    return complex(logarithm.imag, -logarithm.real)


def _log1p(x: complex) -> complex:
    if abs(x) > 0.5:
        return cmath.log(complex(1 + x.real, x.imag))  # 1 + x would lose an imaginary part of -0.0
    squared = x.real * (2 + x.real) + x.imag * x.imag
    return complex(math.log1p(squared) / 2, math.atan2(x.imag, 1 + x.real))


def _expm1(x: complex) -> complex:
    half = math.sin(x.imag / 2)
    real = math.expm1(x.real) * math.cos(x.imag) - 2 * half * half
    return complex(real, math.exp(x.real) * math.sin(x.imag))


def _power(base: complex, exponent: complex) -> complex:
    if base != 0:
        return base**exponent
    if exponent == 0:
        return complex(1)
    return complex(0) if exponent.real > 0 else _NAN


def _constant(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    assert isinstance(op, ConstantOp)
    parts = [p.value for p in op.value.elements if isinstance(p, ir.FloatAttr | ir.IntegerAttr)]
    value = element_of(op.complex.type).scalar(complex(*parts))
    return lambda: value


def _create(op: ir.Operation) -> Kernel:
    element = element_of(op.results[0].type)
    round = element.scalar

    def arrays(real: Any, imaginary: Any) -> Any:
        # A sum of real + 1j * imaginary would lose signs of zeros, and parts beside an infinity.
        result = np.empty(np.broadcast_shapes(np.shape(real), np.shape(imaginary)), element.dtype)
        result.real, result.imag = real, imaginary
        return result

    return Kernel(
        propagating(lambda real, imaginary: round(complex(real, imaginary))),
        arrays if element.dtype.kind == "c" else None,
    )


def _part(name: str) -> Elementwise:
    def kernel(op: ir.Operation) -> Kernel:
        round = element_of(op.results[0].type).scalar
        has_parts = element_of(op.operands[0].type).dtype.kind == "c"  # as no array of objects has
        return Kernel(
            propagating(lambda x: round(getattr(x, name))),
            (lambda x: getattr(np.asarray(x), name)) if has_parts else None,
        )

    return Elementwise(kernel)


def _bitcast(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    assert isinstance(op, BitcastOp)
    source, target = element_of(op.input.type), element_of(op.result.type)
    if isinstance(op.input.type, ir.ComplexType) and op.input.type is op.result.type:
        return lambda x: x

    def run(x: Any) -> Any:
        array = np.array([x], source.dtype)
        return target.scalar(bitcast(array, source, target, (1,))[0])

    return propagating(run)


def _comparison(function: Callable[[Any, Any], Any]) -> Elementwise:
    return Elementwise(lambda op: Kernel(propagating(lambda a, b: int(function(a, b))), function))


SEMANTICS: Final[dict[str, Semantics]] = {
    "complex.abs": _function(abs),
    "complex.add": _function(lambda a, b: a + b),
    "complex.angle": _function(cmath.phase),
    "complex.atan2": _function(_atan2),
    "complex.bitcast": _bitcast,
    "complex.conj": _function(lambda x: x.conjugate()),
    "complex.constant": _constant,
    "complex.cos": _function(cmath.cos, np.cos),
    "complex.create": Elementwise(_create),
    "complex.div": _function(lambda a, b: a / b, np.divide),
    "complex.eq": _comparison(lambda a, b: a == b),
    "complex.exp": _function(cmath.exp, np.exp),
    "complex.expm1": _function(_expm1, np.expm1),
    "complex.im": _part("imag"),
    "complex.log": _function(cmath.log, np.log),
    "complex.log1p": _function(_log1p, np.log1p),
    "complex.mul": _function(_product),
    "complex.neg": _function(lambda x: -x),
    "complex.neq": _comparison(lambda a, b: a != b),
    "complex.pow": _function(_power, np.power),
    "complex.powi": _function(_power, np.power),
    "complex.re": _part("real"),
    "complex.rsqrt": _function(_rsqrt),
    "complex.sign": _function(_sign),
    "complex.sin": _function(cmath.sin, np.sin),
    "complex.sqrt": _function(cmath.sqrt, np.sqrt),
    "complex.sub": _function(lambda a, b: a - b),
    "complex.tan": _function(cmath.tan, np.tan),
    "complex.tanh": _function(cmath.tanh, np.tanh),
}
"""The semantics, by the op's name."""
