"""The printing functions of MLIR's runner libraries, which programs declare and call.

They print what `libmlir_runner_utils` and `libmlir_c_runner_utils` print. Addresses differ there, too,
from run to run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from bufferize import ir
from bufferize.dialects.strided import row_major_strides
from bufferize_interpreter.memory import MemRef
from bufferize_interpreter.symbols.expressions import Expression
from bufferize_interpreter.values import without_poison

_TYPES: Final[dict[str, ir.Type]] = {
    "BF16": ir.BF16,
    "C32": ir.ComplexType(ir.F32),
    "C64": ir.ComplexType(ir.F64),
    "F16": ir.F16,
    "F32": ir.F32,
    "F64": ir.F64,
    "I16": ir.IntegerType(16),
    "I32": ir.I32,
    "I64": ir.I64,
    "I8": ir.I8,
    "Ind": ir.INDEX,
}
_printing = re.compile(rf"printMemref(?:([0-4])d|(Shape))?({'|'.join(_TYPES)})").fullmatch
_MARKS: Final = {
    "printOpen": "( ",
    "printClose": " )",
    "printComma": ", ",
    "printNewline": "\n",
}
_NUMBERS: Final = {"printF32": "F32", "printF64": "F64", "printI64": "I64", "printU64": "Ind"}

_layout = re.compile(
    r"(Memref base@ = )0x[0-9a-f]+( rank = \d+ )offset = -?\d+( sizes = \[[^]]*\] )strides = \[[^]]*\]"
)


def runner_function(name: str, write: Callable[[str], None]) -> Callable[..., Sequence[Any]] | None:
    """Return the function of the runner libraries called `name`, which prints by `write`."""
    if name in _MARKS:
        return _returning_nothing(lambda: write(_MARKS[name]))
    if name in _NUMBERS:
        text = _text_of(_TYPES[_NUMBERS[name]])
        return _returning_nothing(lambda value: write(text(without_poison(value))))
    found = _printing(name)
    if found is None:
        return None
    rank, is_shape, type = found.groups()
    what = "Memref" if rank is not None else "Unranked Memref"
    text = _text_of(_TYPES[type])

    def run(array: Any) -> None:
        end = "\n" if is_shape else f" data = \n{_data(array, text)}\n"
        write(f"{what} {_header(array)}{end}")

    return _returning_nothing(run)


def without_layout(printed: str) -> str:
    """Return a text that a program printed without the addresses and layouts of buffers.

    They differ from run to run, and before and after bufferization.
    """
    return _layout.sub(r"\1\2\3", printed)


def _returning_nothing(function: Callable[..., None]) -> Callable[..., Sequence[Any]]:
    def run(*arguments: Any) -> Sequence[Any]:
        function(*arguments)
        return ()

    return run


def _text_of(type: ir.Type) -> Callable[[Any], str]:
    """Return the function that returns the text of a number, in the form of C++'s streams."""
    if isinstance(type, ir.ComplexType):
        return lambda value: f"({_float_text(value.real)},{_float_text(value.imag)})"
    if isinstance(type, ir.FloatType):
        return _float_text
    if type is ir.I8:
        return lambda value: chr(int(value) & 0xFF)  # a character
    if type is ir.INDEX:
        return lambda value: str(int(value) & (1 << 64) - 1)
    return lambda value: str(int(value))


def _float_text(value: Any) -> str:
    sign = "-" if np.isnan(value) and np.signbit(value) else ""
    return f"{sign}{float(value):g}"


def _header(array: Any) -> str:
    """Return the description of a buffer, or of a tensor as if it were row-major."""
    if isinstance(array, MemRef):
        address, offset = array.allocation.address, array.offset
        sizes, strides = array.sizes, array.strides
    else:
        address, offset, sizes = 0, 0, array.shape
        strides = tuple(row_major_strides(sizes))
    return (
        f"base@ = 0x{address & (1 << 64) - 1:x} rank = {len(sizes)} offset = {offset} "
        f"sizes = {list(sizes)} strides = {list(strides)}"
    )


def _data(array: Any, text: Callable[[Any], str]) -> str:
    """Return the elements in brackets, each row on a line of its own."""
    values = without_poison(array.read() if isinstance(array, MemRef) else array)

    def nested(part: Any, depth: int) -> str:
        if depth == values.ndim:
            return part.text if isinstance(part, Expression) else text(part)
        is_last = depth == values.ndim - 1
        between = "," + " " * (values.ndim + 1) if is_last else ", \n" + " " * (depth + 1)
        return f"[{between.join(nested(each, depth + 1) for each in part)}]"

    return nested(values, 0) if values.ndim else f"[{nested(values[()], 0)}]"
