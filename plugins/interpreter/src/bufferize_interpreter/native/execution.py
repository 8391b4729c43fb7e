"""Native calls of functions on buffers, with NumPy arrays as arguments."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from math import prod
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from bufferize import Context, ir, print_module
from bufferize.diagnostics import error
from bufferize.interfaces import FunctionOpInterface
from bufferize.passes import pipeline_from_text
from bufferize_interpreter.arithmetic.elements import dtype_of
from bufferize_interpreter.memory import layout_for
from bufferize_interpreter.native.harness import ENTRY, MAX_RANK, harness
from bufferize_interpreter.native.tools import NativeError, NativeStop, execute, lower_to_llvm
from bufferize_interpreter.processes import DEFAULT_PROCESS_LIMITS, ProcessLimits
from bufferize_interpreter.values import Array


def run_native(
    module: ir.Operation,
    function: str,
    arguments: Sequence[Any],
    *,
    output: TextIO | None = None,
    limits: ProcessLimits = DEFAULT_PROCESS_LIMITS,
    context: Context | None = None,
) -> list[Array]:
    """Call a function of a module on buffers natively.

    Return its results, numbers as arrays of rank 0. An argument is an array, or a number where the
    function takes one. Arrays are changed as the function changes its arguments. The program's
    output goes to `output`, or to stdout. The `context` that the module was read in has its resources,
    and the passes for operations that mlir-opt does not know. Raises NativeStop if the program is killed or exceeds one of the
    `limits`, and NativeError if an argument does not fit, a tool is missing, or the
    program cannot be lowered.
    """
    callee = ir.SymbolTable(module).lookup(function)
    if not isinstance(callee, FunctionOpInterface) or callee.is_external:
        raise NativeError(error(f"there is no function @{function} with a body", module))
    signature = callee.signature
    try:
        given = _fitting(signature.inputs, arguments)
        sizes = {t: _dtype(t).itemsize for t in _element_types(signature.inputs, signature.results)}
    except ValueError as problem:
        refusal = error(f"@{function} cannot be called: {problem}", callee)
        if any(isinstance(type, ir.TensorType) for type in (*signature.inputs, *signature.results)):
            refusal.note(
                "bufferize it first, as by `bufferize-opt "
                "--one-shot-bufferize=bufferize-function-boundaries`"
            )
        raise NativeError(refusal) from None
    with tempfile.TemporaryDirectory(prefix="bufferize-") as folder:
        source, target = Path(folder, "arguments"), Path(folder, "results")
        source.write_bytes(b"".join(array.tobytes() for array in given))
        shapes = [array.shape for array in given]
        inputs = list(zip(signature.inputs, shapes, strict=True))
        added = harness(function, inputs, signature.results, sizes, source, target)
        lowered = lower_to_llvm(_with(module, added, context), limits=limits)
        stream = sys.stdout if output is None else output
        try:
            stream.write(execute(lowered, ENTRY, limits=limits))
        except NativeStop as stopped:
            stream.write(stopped.printed)
            raise
        left = _Reader(target.read_bytes())
    for type, array, argument in zip(signature.inputs, given, arguments, strict=True):
        if isinstance(type, ir.MemRefType | ir.UnrankedMemRefType):
            changed = left.array(type, array.ndim)
            if isinstance(argument, np.ndarray) and changed.tobytes() != array.tobytes():
                argument[...] = changed
    try:
        return [left.array(type) for type in signature.results]
    except ValueError as problem:
        raise NativeError(error(f"@{function}: {problem}", callee)) from None


def _fitting(types: Sequence[ir.Type], arguments: Sequence[Any]) -> list[Array]:
    """Return the arguments as arrays of the types' elements.

    Raises ValueError if one does not fit.
    """
    if len(types) != len(arguments):
        raise ValueError(f"it takes {len(types)} arguments, and {len(arguments)} are given")
    arrays = []
    for number, (type, argument) in enumerate(zip(types, arguments, strict=True)):
        array = np.asarray(argument)
        element = type.element_type if isinstance(type, ir.ShapedType) else type
        dtype = _dtype(element)
        if isinstance(argument, np.ndarray) and array.dtype != dtype:
            raise ValueError(f"argument {number} is of {array.dtype}, not {dtype} ({type})")
        shape = type.shape if isinstance(type, ir.MemRefType) else () if element is type else None
        if shape is not None and (
            len(shape) != array.ndim
            or any(
                want not in (have, ir.DYNAMIC)
                for want, have in zip(shape, array.shape, strict=True)
            )
        ):
            raise ValueError(f"argument {number} has the shape {array.shape}, which is no {type}")
        if isinstance(type, ir.MemRefType) and type.layout is not None:
            layout_for(type, array.shape)
        arrays.append(array.astype(dtype))
    return arrays


def _element_types(*groups: Sequence[ir.Type]) -> Iterator[ir.Type]:
    yield ir.IndexType()
    for type in (type for group in groups for type in group):
        yield type.element_type if isinstance(type, ir.MemRefType | ir.UnrankedMemRefType) else type


def _dtype(type: ir.Type) -> np.dtype[Any]:
    """Return the dtype in which elements of a type are stored.

    Raises ValueError if there is none.
    """
    dtype = dtype_of(type)
    width = 64 if isinstance(type, ir.IndexType) else ir.bit_width(type)
    if dtype == np.object_ or (width != 8 * dtype.itemsize and dtype != np.bool_):
        raise ValueError(f"there are no arrays of {type}")
    return dtype


def _with(module: ir.Operation, added: str, context: Context | None) -> str:
    """Return the text of a module for mlir-opt, with `added` inserted at its end."""
    resources = None
    if context is not None:
        module = _in_mlir(module, context)
        resources = context.resources_of(module)
    lines = print_module(module, resources=resources).splitlines()
    end = max(number for number, line in enumerate(lines) if line == "}")
    return "\n".join((*lines[:end], added, *lines[end:], ""))


def _in_mlir(module: ir.Operation, context: Context) -> ir.Operation:
    """Return the module, or a copy in which operations that MLIR's tools do not know are lowered."""
    names = {op.name for op in module.walk()}
    dialects = map(context.dialect, {name.partition(".")[0] for name in names})
    lowerings = [dialect.native_lowerings.items() for dialect in dialects if dialect is not None]
    passes = {pass_ for items in lowerings for name, pass_ in items if name in names}
    if not passes:
        return module
    copy = ir.clone(module)
    context.share_resources(module, copy)
    pipeline_from_text(",".join(sorted(passes)), context).run(copy, context)
    return copy


class _Reader:
    """A reader of the harness's output, value by value."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def array(self, type: ir.Type, rank: int | None = None) -> Array:
        """Return the next value of a type.

        The rank of an unranked buffer is read unless it is given.
        """
        if not isinstance(type, ir.MemRefType | ir.UnrankedMemRefType):
            return self._next(_dtype(type), 1).reshape(())
        if isinstance(type, ir.MemRefType):
            rank = len(type.shape)
        elif rank is None:
            rank = int(self._next(np.dtype(np.int64), 1)[0])
            if rank > MAX_RANK:
                raise ValueError(f"a result of the rank {rank} is more than {MAX_RANK}")
        shape = self._next(np.dtype(np.int64), rank).tolist()
        array: Array = self._next(_dtype(type.element_type), prod(shape)).reshape(shape)
        return array

    def _next(self, dtype: np.dtype[Any], number: int) -> Array:
        start = self._at
        self._at += number * dtype.itemsize
        values: Array = np.frombuffer(self._data[start : self._at], dtype).copy()
        return values
