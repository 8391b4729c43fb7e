"""The allocators that buffers come from: each buffer is freed by the operation of its own.

`memref.dealloc` frees what `memref.alloc` allocated, and whatever does not say otherwise by
`CustomAllocationOpInterface`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from bufferize import ir
from bufferize.diagnostics import Diagnostic, PassError, error
from bufferize.dialects.bufferization import CloneOp, DeallocOp
from bufferize.dialects.memref import DeallocOp as MemRefDeallocOp
from bufferize.interfaces import (
    BranchOpInterface,
    BufferDeallocationOpInterface,
    CallOpInterface,
    CustomAllocationOpInterface,
    FunctionOpInterface,
    RegionBranchTerminatorOpInterface,
    ViewLikeOpInterface,
)
from bufferize.interfaces.functions import function_around
from bufferize_buffers.analysis.effects import heap_allocations, is_allocated, is_buffer
from bufferize_buffers.analysis.flow import BufferFlow, Node
from bufferize_buffers.deallocation.preconditions import MANUAL, guarded, plugin_error

BuildDealloc = Callable[[ir.Builder, ir.Value, ir.Location], None]
"""A function that inserts the operation that frees a buffer. There is one for each allocator."""


def build_memref_dealloc(builder: ir.Builder, buffer: ir.Value, location: ir.Location) -> None:
    """Insert the `memref.dealloc` of a buffer."""
    builder.insert(MemRefDeallocOp(memref=buffer, location=location))


class Allocators:
    """The allocators of buffers, found by searches back to their allocations.

    A search goes through views, control flow and called functions, but ends at the arguments of a
    function, since a callee never frees them. The results of unknown functions count as allocated by
    `memref.alloc`. The operations must not change between queries.
    """

    def __init__(self) -> None:
        self._tables = ir.SymbolTables()
        self._functions: set[ir.Operation] = set()
        self._sources: dict[Node, list[Node]] = {}

    def build_dealloc(self, buffer: ir.Value) -> BuildDealloc:
        """Return the function that frees `buffer`, for which `problem` found nothing."""
        for build, op in self._found(buffer).items():
            return build if build is build_memref_dealloc else partial(_build_dealloc, op)
        return build_memref_dealloc

    def custom(self, buffer: ir.Value) -> CustomAllocationOpInterface | None:
        """Return an allocation of `buffer` if it comes from an allocator other than memref's."""
        found = list(self._found(buffer).values())
        only = found[0] if len(found) == 1 else None
        return only if isinstance(only, CustomAllocationOpInterface) else None

    def problem(self, buffer: ir.Value, op: ir.Operation, use: str) -> Diagnostic | None:
        """Return the error that `buffer`, which `op` uses, may come from different allocators."""
        found = list(self._found(buffer).values())
        if len(found) < 2:
            return None
        names = " or ".join(f"'{source.name}'" for source in found)
        message = f"{use} comes from {names}, which different operations free"
        problem = error(message, op)
        for source in found:
            problem.note(f"it may come from this '{source.name}'", source)
        return problem.note(
            "free it where it is known which it is, copy one into a buffer of the other allocator, "
            f"or mark an allocation that the program frees itself with '{MANUAL}'"
        )

    def _found(self, buffer: ir.Value) -> dict[BuildDealloc, ir.Operation]:
        """Return an allocation, or a call, for each allocator that `buffer` may come from."""
        found: dict[BuildDealloc, ir.Operation] = {}
        seen: set[Node] = {buffer}
        work: list[Node] = [buffer]
        for node in work:  # grows
            for other in self._before(node, found):
                if other not in seen:
                    seen.add(other)
                    work.append(other)
        return found

    def _before(self, node: Node, found: dict[BuildDealloc, ir.Operation]) -> Sequence[Node]:
        """Return the nodes that lead to `node`; if its operation allocates it, add it to `found`."""
        op = node.defining_op if isinstance(node, ir.Value) else None
        if op is None or not isinstance(node, ir.OpResult):
            return self._flow_before(node)
        if is_allocated(node):
            if node in heap_allocations(op) and MANUAL not in op.attributes:
                found.setdefault(_dealloc_of(op), op)
            return []
        if isinstance(op, ViewLikeOpInterface) and node.index == 0:
            return [op.view_source]
        if isinstance(op, CallOpInterface) and not isinstance(op, BranchOpInterface):
            returned = self._returned(op, node.index)
            if returned is None:
                found.setdefault(build_memref_dealloc, op)
            return returned or []
        if isinstance(op, BufferDeallocationOpInterface):
            found.setdefault(_dealloc_of(op), op)
        return self._flow_before(node)

    def _flow_before(self, node: Node) -> list[Node]:
        function = function_around(node.parent_op) if isinstance(node, ir.Value) else None
        if function is not None and function not in self._functions:
            self._functions.add(function)
            self._sources.update(BufferFlow(function).sources())
        return self._sources.get(node, [])

    def _returned(self, call: CallOpInterface, index: int) -> list[ir.Value] | None:
        """Return what the called function returns as result `index`; None if it is unknown."""
        name = call.callable_for_callee
        callee = self._tables.lookup(call, name) if isinstance(name, ir.SymbolRefAttr) else None
        if not isinstance(callee, FunctionOpInterface) or callee.is_external:
            return None
        ends = (block.last_op for block in callee.function_body.blocks)
        return [
            operands[index].value
            for end in ends
            if isinstance(end, RegionBranchTerminatorOpInterface)
            and index < len(operands := end.mutable_successor_operands(None))
        ]


def _dealloc_of(op: ir.Operation) -> BuildDealloc:
    """Return the function that frees what `op` allocates."""
    return op.build_dealloc if isinstance(op, CustomAllocationOpInterface) else build_memref_dealloc


def _build_dealloc(
    op: ir.Operation, builder: ir.Builder, buffer: ir.Value, location: ir.Location
) -> None:
    """Insert the operation that frees `buffer`, which `op` allocates, by its interface."""
    assert isinstance(op, CustomAllocationOpInterface)
    count = sum(1 for _ in buffer.uses)
    with guarded("build_dealloc", op):
        op.build_dealloc(builder, buffer, location)
    if sum(1 for _ in buffer.uses) <= count:
        raise plugin_error("build_dealloc", op, "inserted nothing that uses the buffer to free")


def _build_clone(op: CustomAllocationOpInterface, clone: CloneOp) -> ir.Value | None:
    """Insert and return the copy by which `op`, which allocates the buffer, replaces `clone`."""
    with guarded("build_clone", op):
        builder = ir.Builder(ir.InsertionPoint.before(clone))
        copy: object = op.build_clone(builder, clone.input, clone.location)
    if copy is None or (isinstance(copy, ir.Value) and copy.type is clone.output.type):
        return copy
    what = f"a value of type '{copy.type}'" if isinstance(copy, ir.Value) else repr(copy)
    raise plugin_error("build_clone", op, f"gave {what}, not a buffer '{clone.output.type}'")


def clone_by_allocators(clones: Iterable[CloneOp]) -> None:
    """Replace clones of buffers from other allocators than memref's by copies from the same one."""
    allocators = Allocators()
    found = [(clone, allocators.custom(clone.input)) for clone in clones]
    for clone, allocation in found:
        if allocation is not None and clone.input.type is clone.output.type:
            copy = _build_clone(allocation, clone)
            if copy is not None:
                clone.replace_all_uses_with((copy,))
                clone.erase()


def require_known_allocators(root: ir.Operation) -> None:
    """Raise PassError if it is unknown which operation frees a buffer that `root` frees or returns."""
    allocators = Allocators()
    for op in root.walk():
        values: Sequence[ir.Value] = ()
        if isinstance(op, DeallocOp):
            values, use = op.memrefs, "a buffer that is freed here"
        elif op.has_trait(ir.IsTerminator) and isinstance(op.parent_op, FunctionOpInterface):
            values, use = op.operands, "a buffer that is returned here, for the caller to free,"
        for value in filter(is_buffer, values):
            problem = allocators.problem(value, op, use)
            if problem is not None:
                raise PassError(problem)
