"""Reallocations as what they are made of: an allocation, a copy and a deallocation."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.define import Context
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects.memref import ReallocOp
from bufferize.explain import NO_BUFFER_LOG, BufferAction, BufferLog
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import (
    DYNAMIC,
    InsertionPoint,
    MemRefType,
    Operation,
    Rewriter,
    Value,
    all_or_nothing,
)
from bufferize.syntax import parse_module

_WHY_COPIED = "it gets a larger buffer, where the one that it has is not known to be large enough"
_NEEDED = ("func.func", "arith.cmpi", "scf.if")


def expand_reallocs(
    root: Operation, context: Context, emit_deallocs: bool, log: BufferLog = NO_BUFFER_LOG
) -> None:
    """Expands each `memref.realloc` in `root`; it frees what it replaces if `emit_deallocs`.

    Raises DiagnosticError, with nothing changed, where a dialect is missing that is needed.
    """
    rewriter = Rewriter()
    with all_or_nothing(root):
        for op in list(root.walk()):
            if isinstance(op, ReallocOp):
                log.note(BufferAction.COPIED, op, _WHY_COPIED)
                function = _parse(_text(op, emit_deallocs), op, context)
                rewriter.set_insertion_point(InsertionPoint.before(op))
                rewriter.replace_op(op, _insert_body(rewriter, function, op.operands))


def _parse(text: str, op: Operation, context: Context) -> FunctionOpInterface:
    """The function that a text is, everything in it where `op` is."""
    for name in _NEEDED:
        if context.op_class(name) is None:
            dialect = name.partition(".")[0]
            what = f"expanding this needs '{name}', but the dialect '{dialect}' is not available"
            raise DiagnosticError(error(f"{what}; {context.way_to_get(dialect)}", op))
    function = parse_module(text, context).regions[0].blocks[0].first_op
    assert isinstance(function, FunctionOpInterface)
    for inner in function.walk():
        inner.location = op.location
    return function


def _insert_body(
    rewriter: Rewriter, function: FunctionOpInterface, values: Sequence[Value]
) -> Sequence[Value]:
    """Moves the body of a function of `values` to where the rewriter is; what it returns."""
    for argument, value in zip(function.body_arguments, values, strict=True):
        argument.replace_all_uses_with(value)
    *ops, terminator = function.entry_block.ops
    returned = terminator.operands
    terminator.drop_all_references()
    for op in ops:
        op.detach()
        rewriter.insert(op)
    return returned


def _text(op: ReallocOp, emit_deallocs: bool) -> str:
    """A function of the operands of `op` that gives its result."""
    old, new = op.source.type, op.result.type
    assert isinstance(old, MemRefType)
    assert isinstance(new, MemRefType)
    (old_size,), (new_size,) = old.shape, new.shape
    size = "%1" if new_size == DYNAMIC else str(new_size)
    part_size, part_extent = ("%old", "?") if old_size == DYNAMIC else (str(old_size),) * 2
    space = "" if new.memory_space is None else f", {new.memory_space}"
    part = f"memref<{part_extent}x{new.element_type}, strided<[1]>{space}>"
    alignment = "" if op.alignment is None else f" {{alignment = {op.alignment.value} : i64}}"
    grown = [
        f"%new = memref.alloc({size if new_size == DYNAMIC else ''}){alignment} : {new}",
        f"%part = memref.subview %new[0] [{part_size}] [1] : {new} to {part}",
        f"memref.copy %0, %part : {old} to {part}",
    ]
    if emit_deallocs:
        grown.append(f"memref.dealloc %0 : {old}")
    shrunk = [
        f"%cast = memref.reinterpret_cast %0 to offset: [0], sizes: [{size}], strides: [1]"
        f" : {old} to {new}"
    ]
    if new_size == 0 or DYNAMIC not in (old_size, new_size):
        lines, result = (grown, "%new") if 0 <= old_size < new_size else (shrunk, "%cast")
    else:
        lines, result = _compared(old, old_size, new_size), "%result"
        lines += [f"%result = scf.if %is_smaller -> ({new}) {{", *grown, f"scf.yield %new : {new}"]
        lines += ["} else {", *shrunk, f"scf.yield %cast : {new}", "}"]
    parameters = ", ".join(f"%{i}: {value.type}" for i, value in enumerate(op.operands))
    body = "\n".join([*lines, f"return {result} : {new}"])
    return f"func.func @f({parameters}) -> {new} {{\n{body}\n}}"


def _compared(old: MemRefType, old_size: int, new_size: int) -> list[str]:
    """Lines that tell whether the old buffer is smaller; the operands are %0 and maybe %1."""
    if old_size == DYNAMIC:
        lines = ["%zero = arith.constant 0 : index", f"%old = memref.dim %0, %zero : {old}"]
    else:
        lines = [f"%old = arith.constant {old_size} : index"]
    if new_size != DYNAMIC:
        lines.append(f"%size = arith.constant {new_size} : index")
    size = "%1" if new_size == DYNAMIC else "%size"
    return [*lines, f"%is_smaller = arith.cmpi ult, %old, {size} : index"]
