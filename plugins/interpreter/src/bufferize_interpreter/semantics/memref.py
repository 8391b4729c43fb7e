"""Semantics of the memref dialect: allocating, freeing, reading and writing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from bufferize import ir
from bufferize.dialects import memref
from bufferize_interpreter.arithmetic.elements import element_of
from bufferize_interpreter.arithmetic.floats import float_kernel
from bufferize_interpreter.arithmetic.integers import integer_kernel
from bufferize_interpreter.compiler import Compiler, Semantics, one_or_all
from bufferize_interpreter.memory import MemRef
from bufferize_interpreter.semantics import views
from bufferize_interpreter.semantics.access import (
    copy_elements,
    filled,
    layout_of,
    loader,
    memref_type,
    place_of,
    position,
    storer,
)
from bufferize_interpreter.symbols.lifting import lifted
from bufferize_interpreter.traps import ProgramError, TrapKind


def alloc(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.alloc` and `memref.alloca`."""
    assert isinstance(op, memref.AllocLikeOp)
    kind = "stack" if isinstance(op, memref.AllocaOp) else "heap"
    return allocating(op, op.memref, len(op.dynamic_sizes), kind, compiler)


def allocating(
    op: ir.Operation, result: ir.Value, count: int, kind: str, compiler: Compiler
) -> Callable[..., MemRef]:
    """Return a function that allocates memory of `kind` for `result`.

    It takes `count` dynamic extents, then the symbols of the layout.
    """
    type = memref_type(result)
    element = element_of(type.element_type)
    layout = layout_of(type)
    machine = compiler.machine

    def run(*operands: int) -> MemRef:
        sizes, strides, offset = layout(operands[:count], operands[count:])
        return machine.memory.allocate(
            element,
            sizes,
            op,
            strides=strides,
            offset=offset,
            kind=kind,
            space=type.memory_space,
        )

    return run


def dealloc(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.dealloc`."""
    machine = compiler.machine
    return lambda buffer: machine.memory.free(buffer, op)


def realloc(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.realloc`: always a new buffer."""
    type = memref_type(op.results[0])
    element = element_of(type.element_type)
    machine = compiler.machine

    def run(source: MemRef, *dynamic: int) -> MemRef:
        memory = machine.memory
        sizes = filled(type.shape, dynamic)
        found = memory.allocate(element, sizes, op, space=type.memory_space)
        common = (min(sizes[0], source.sizes[0]),)
        part = MemRef(source.allocation, source.offset, common, source.strides)
        MemRef(found.allocation, 0, common, (1,)).copy_from(part)
        memory.statistics.copied(part.bytes)
        memory.free(source, op)
        return found

    return run


def alloca_scope(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.alloca_scope`."""
    return one_or_all(compiler.region(op.regions[0]), op)


def load(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.load`."""
    compiler.counts_access(op, loads=1)
    return loader(op, memref_type(op.operand(0)))


def store(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.store`."""
    compiler.counts_access(op, stores=1)
    return storer(memref_type(op.operand(1)))


def copy(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.copy`: a trap if shapes differ, or if the buffers partly overlap.

    Undefined elements may overlap, since the order in which they are copied does not matter.
    """
    machine = compiler.machine

    def run(source: MemRef, target: MemRef) -> None:
        if source.sizes != target.sizes:
            raise ProgramError(
                TrapKind.INVALID_CAST,
                f"copies a buffer of extents {list(source.sizes)} to one of {list(target.sizes)}",
            )
        changed = target.changes_under(source)
        if changed is None:
            target.copy_from(source)
        else:
            defined = source.defined_window()
            if not machine.poisons_overlaps and defined[changed].any():
                raise ProgramError(TrapKind.OVERLAP, "copies between buffers that overlap")
            target.copy_from(source)
            target.defined_window()[changed] = False
        machine.memory.statistics.copied(source.bytes)

    return run


def prefetch(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.prefetch`: do nothing."""
    return lambda *operands: None


_INTEGER_KINDS: Final = {
    "addi": "add",
    "andi": "and",
    "maxs": "maxs",
    "maxu": "maxu",
    "mins": "mins",
    "minu": "minu",
    "muli": "mul",
    "ori": "or",
    "xori": "xor",
}


def combination(kind: str, type: Any) -> Callable[[Any, Any], Any]:
    """Return how an atomic update of `kind` combines the old element with a value."""
    if kind == "assign":
        return lambda old, value: value

    def make() -> Callable[[Any, Any], Any]:
        if isinstance(type, ir.FloatType):
            return float_kernel(kind.removesuffix("f"), type).scalar
        return integer_kernel(_INTEGER_KINDS[kind], type).scalar

    return lifted(kind, make, type, type)


def atomic_rmw(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.atomic_rmw`."""
    assert isinstance(op, memref.AtomicRMWOp)
    type = memref_type(op.memref)
    read, write = loader(op, type), storer(type)
    combine = combination(memref.ATOMIC_RMW_KIND.keyword(op.kind), op.result.type)
    compiler.counts_access(op, loads=1, stores=1)

    def run(value: Any, buffer: MemRef, *indices: int) -> Any:
        old = read(buffer, *indices)
        write(combine(old, value), buffer, *indices)
        return old

    return run


def generic_atomic_rmw(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.generic_atomic_rmw`."""
    assert isinstance(op, memref.GenericAtomicRMWOp)
    type = memref_type(op.memref)
    read, write = loader(op, type), storer(type)
    body = compiler.region(op.atomic_body)
    compiler.counts_access(op, loads=1, stores=1)

    def run(buffer: MemRef, *indices: int) -> Any:
        old = read(buffer, *indices)
        write(body(old)[0], buffer, *indices)
        return old

    return run


def global_buffer(declaration: ir.Operation, compiler: Compiler) -> MemRef:
    """Return the buffer of a global, which is made once in each run, with its initial contents."""
    assert isinstance(declaration, memref.GlobalOp)
    known = compiler.machine.globals.get(declaration)
    if known is not None:
        buffer: MemRef = known
        return buffer
    value = declaration.initial_value
    type = declaration.type.type
    element = element_of(type.element_type)  # type: ignore[attr-defined]  # its verifier says so
    shape: tuple[int, ...] = type.shape  # type: ignore[attr-defined]
    if value is None:
        raise ProgramError(
            TrapKind.EXTERNAL_CALL,
            f"uses the global '{declaration.sym_name.value}', which is defined elsewhere",
            [("it is declared here", declaration)],
        )
    buffer = compiler.machine.memory.permanent(
        element, shape, declaration, read_only=declaration.constant is not None
    )
    if not isinstance(value, ir.UnitAttr):
        buffer.allocation.fill(compiler.constant(value))
    compiler.machine.globals[declaration] = buffer
    return buffer


def get_global(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.get_global`."""
    assert isinstance(op, memref.GetGlobalOp)
    declaration = compiler.symbols.lookup(op, op.symbol)
    assert declaration is not None
    return lambda: global_buffer(declaration, compiler)


def dma_start(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.dma_start`: a copy that is done when the schedule says."""
    assert isinstance(op, memref.DmaStartOp)
    parts = op.parts
    first, second = len(parts.source_indices), len(parts.target_indices)
    tag = 3 + first + second
    tag_end = tag + 1 + len(parts.tag_indices)
    machine = compiler.machine

    def run(*operands: Any) -> None:
        source, target = operands[0], operands[1 + first]
        start = position(source, operands[1 : 1 + first])
        place = position(target, operands[2 + first : 2 + first + second])
        count = operands[2 + first + second].__index__()
        stride, together = [v.__index__() for v in operands[-2:]] if parts.stride else (1, 1)

        def copy() -> None:
            copy_elements(
                source.allocation, start, target.allocation, place, count, stride, together
            )
            machine.memory.statistics.copied(count * source.allocation.element.size)

        machine.tasks.start_transfer(op, copy, place_of(operands[tag], operands[tag + 1 : tag_end]))

    return run


def dma_wait(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.dma_wait`."""
    tasks = compiler.machine.tasks
    return lambda tag, *rest: tasks.wait_for_transfers(place_of(tag, rest[:-1]))


def nothing(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile declarations: do nothing."""
    return lambda *operands: None


SEMANTICS: Final[dict[str, Semantics]] = {
    "memref.alloc": alloc,
    "memref.alloca": alloc,
    "memref.alloca_scope": alloca_scope,
    "memref.atomic_rmw": atomic_rmw,
    "memref.copy": copy,
    "memref.dealloc": dealloc,
    "memref.dma_start": dma_start,
    "memref.dma_wait": dma_wait,
    "memref.generic_atomic_rmw": generic_atomic_rmw,
    "memref.get_global": get_global,
    "memref.global": nothing,
    "memref.load": load,
    "memref.prefetch": prefetch,
    "memref.realloc": realloc,
    "memref.store": store,
    **views.SEMANTICS,
}
