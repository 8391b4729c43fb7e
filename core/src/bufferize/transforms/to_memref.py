"""The operations of the bufferization dialect on buffers become operations on memrefs."""

from __future__ import annotations

from bufferize.define.context import Context
from bufferize.diagnostics import Diagnostic, DiagnosticError, error
from bufferize.dialects.bufferization import CloneOp, DeallocOp
from bufferize.dialects.memref import CopyOp
from bufferize.dialects.strided import are_cast_compatible, compatible_extents
from bufferize.driver import CreatingRewriter, OneShotOptions, without_layout
from bufferize.ir import (
    DYNAMIC,
    BaseMemRefType,
    Builder,
    MemRefType,
    Operation,
    Value,
    all_or_nothing,
    require_valid,
)
from bufferize.transforms.deallocations import DeallocLowering
from bufferize.transforms.snippets import insert_body, parse_function


def lower_bufferization_ops(root: Operation, context: Context, *, verify: bool = True) -> None:
    """Lower `bufferization.clone` and `bufferization.dealloc` in `root` to the memref dialect.

    A clone becomes an allocation and a copy. A dealloc of several buffers calls a function that is
    added to the symbol table around it. Raises DiagnosticError, with nothing changed, where there
    are other ops of the dialect, a result has a layout that cannot be allocated, or a dialect is
    missing that is needed.
    """
    if verify:
        require_valid(root)
    deallocations = DeallocLowering(root, context)
    ops = [op for op in root.walk() if op.dialect_name == "bufferization"]
    problems = [p for op in ops if (p := _problem(op, deallocations)) is not None]
    if problems:
        raise DiagnosticError(problems)
    options = OneShotOptions(buffer_alignment=0)
    rewriter = CreatingRewriter(context)
    with all_or_nothing(root):  # the dialects of what is built may be missing
        for op in ops:
            if isinstance(op, CloneOp):
                rewriter.stand_before(op)
                allocated = _allocate(op, rewriter, options, context)
                rewriter.create(CopyOp, (op.input, allocated))
                rewriter.replace_op(op, (allocated,))
            elif isinstance(op, DeallocOp):
                deallocations.lower(op, rewriter)


def _problem(op: Operation, deallocations: DeallocLowering) -> Diagnostic | None:
    if isinstance(op, DeallocOp):
        return deallocations.problem(op)
    why = "only clones and deallocations can be: bufferize tensors before"
    if isinstance(op, CloneOp):
        source, type = op.input.type, op.output.type
        assert isinstance(source, BaseMemRefType)
        assert isinstance(type, BaseMemRefType)
        why = f"'{type}' has another shape or other elements than '{source}'"
        if _same_contents(source, type):
            if not isinstance(type, MemRefType) or are_cast_compatible(without_layout(type), type):
                return None
            why = f"neither can a buffer of type '{type}' be allocated, nor one be cast to it"
    return error(
        f"failed to legalize operation '{op.name}' that was explicitly marked illegal",
        op,
    ).note(why)


def _same_contents(source: BaseMemRefType, target: BaseMemRefType) -> bool:
    """Whether one can be copied to the other, as far as the types tell."""
    if source.element_type is not target.element_type:
        return False
    if not isinstance(source, MemRefType) or not isinstance(target, MemRefType):
        return True
    return len(source.shape) == len(target.shape) and all(
        map(compatible_extents, source.shape, target.shape)
    )


def _allocate(
    op: CloneOp, rewriter: CreatingRewriter, options: OneShotOptions, context: Context
) -> Value:
    """A new buffer for the result of `op`."""
    type = op.output.type
    if not isinstance(type, MemRefType):
        return _allocate_unranked(op, rewriter, context)
    sizes = [
        _extent(op.input, i, rewriter) for i, extent in enumerate(type.shape) if extent == DYNAMIC
    ]
    alloc = options.create_alloc(rewriter, op.location, without_layout(type), sizes)
    return rewriter.memref_cast(alloc, type)


def _extent(buffer: Value, index: int, rewriter: CreatingRewriter) -> Value:
    if not isinstance(buffer.type, MemRefType):
        return rewriter.dim(buffer, index)
    size = rewriter.dim_size(buffer, index)
    return size if isinstance(size, Value) else rewriter.index(size)


_UNRANKED = """
func.func @f(%buffer: {source}) -> {target} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rank = memref.rank %buffer : {source}
  %shape = memref.alloca(%rank) : memref<?xindex>
  %count = scf.for %i = %c0 to %rank step %c1 iter_args(%so_far = %c1) -> (index) {{
    %extent = memref.dim %buffer, %i : {source}
    memref.store %extent, %shape[%i] : memref<?xindex>
    %product = arith.muli %so_far, %extent : index
    scf.yield %product : index
  }}
  %flat = memref.alloc(%count) : {flat}
  %new = memref.reshape %flat(%shape) : ({flat}, memref<?xindex>) -> {target}
  return %new : {target}
}}
"""


def _allocate_unranked(op: CloneOp, builder: Builder, context: Context) -> Value:
    """A buffer of as many elements as there are, in the shape that is found at run time."""
    type = op.output.type
    assert isinstance(type, BaseMemRefType)
    flat = MemRefType((DYNAMIC,), type.element_type, None, type.memory_space)
    text = _UNRANKED.format(source=op.input.type, target=type, flat=flat)
    needed = ("func.func", "scf.for", "arith.constant")
    function = parse_function(text, context, op.location, needed)
    (new,) = insert_body(builder, function, (op.input,))
    return new
