"""Allocation, reallocation and deallocation of buffers."""

from __future__ import annotations

from bufferize import define as d
from bufferize.dialects.memref.base import ALIGNMENT, MEMREF, STACK, free, memref_type, skip_casts
from bufferize.interfaces import (
    AllocationOpInterface,
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
)
from bufferize.ir import (
    AffineMapAttr,
    Builder,
    IntegerAttr,
    MemRefType,
    Rewriter,
    StridedLayoutAttr,
    Value,
)


def symbol_count(type: MemRefType) -> int:
    """How many symbols the layout of `type` has: unknown strides and offsets."""
    layout = type.layout
    if isinstance(layout, StridedLayoutAttr):
        return layout.affine_map().num_symbols
    return layout.map.num_symbols if isinstance(layout, AffineMapAttr) else 0


class AllocLikeOp(d.Operation, MemoryEffectsOpInterface):
    """Base of the allocations: an operand for each dynamic extent and for each layout symbol."""

    __slots__ = ()

    dynamic_sizes: d.VariadicOperand = d.variadic_operand(d.INDEX, name="dynamicSizes")
    symbol_operands: d.VariadicOperand = d.variadic_operand(d.INDEX, name="symbolOperands")
    alignment: d.OptionalAttr[IntegerAttr, int] = d.optional_attr(ALIGNMENT)
    memref: d.Result = d.result(d.ANY_MEMREF)
    assembly_format = (
        "`(`$dynamicSizes`)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)"
    )

    def verify_op(self) -> None:
        type = memref_type(self.memref)
        if len(self.dynamic_sizes) != type.num_dynamic_dims():
            raise self.error(
                f"incorrect number of dynamic sizes, has {len(self.dynamic_sizes)}, "
                f"expected {type.num_dynamic_dims()}"
            )
        if len(self.symbol_operands) != symbol_count(type):
            raise self.error(
                "symbol operand count does not equal memref symbol count: "
                f"expected {symbol_count(type)}, got {len(self.symbol_operands)}"
            )


@MEMREF.op("alloc")
class AllocOp(AllocLikeOp, AllocationOpInterface):
    """Allocates a buffer, to be freed with memref.dealloc."""

    __slots__ = ()
    result_name = "alloc"

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.ALLOCATE, self.memref)]

    def build_automatic(self, builder: Builder) -> Value:
        alloca = AllocaOp.create(
            self.operands,
            self.result_types,
            properties=self.properties,
            attributes=self.attributes,
            location=self.location,
        )
        return builder.insert(alloca).memref


@MEMREF.op("alloca")
class AllocaOp(AllocLikeOp, AllocationOpInterface):
    """Allocates a buffer on the stack, freed at the end of the enclosing allocation scope."""

    __slots__ = ()
    result_name = "alloca"

    @property
    def is_automatic(self) -> bool:
        return True

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.ALLOCATE, self.memref, resource=STACK)]

    def verify_op(self) -> None:
        ancestor = self.parent_op
        while ancestor is not None and not ancestor.has_trait(d.AutomaticAllocationScope):
            ancestor = ancestor.parent_op
        if ancestor is None:
            raise self.error("requires an ancestor op with AutomaticAllocationScope trait")
        super().verify_op()


@MEMREF.op("realloc")
class ReallocOp(d.Operation, MemoryEffectsOpInterface):
    """Frees a one-dimensional buffer and gives one of another size with the same contents."""

    __slots__ = ()

    source: d.Operand = d.operand(d.memref_of(ranks=[1]))
    dynamic_result_size: d.OptionalOperand = d.optional_operand(d.INDEX, name="dynamicResultSize")
    alignment: d.OptionalAttr[IntegerAttr, int] = d.optional_attr(ALIGNMENT)
    result: d.Result = d.result(d.memref_of(ranks=[1]))
    assembly_format = (
        "$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type($result)"
    )

    def effects(self) -> list[MemoryEffect]:
        return [free(self, 0), MemoryEffect(EffectKind.ALLOCATE, self.result)]

    def verify_op(self) -> None:
        source, result = memref_type(self.source), memref_type(self.result)
        if not source.has_identity_layout:
            raise self.error(f"unsupported layout for source memref type '{source}'")
        if not result.has_identity_layout:
            raise self.error(f"unsupported layout for result memref type '{result}'")
        types = f"source memref type '{source}' and result memref type '{result}'"
        if source.memory_space is not result.memory_space:
            raise self.error(f"different memory spaces specified for {types}")
        if source.element_type is not result.element_type:
            raise self.error(f"different element types specified for {types}")
        if result.num_dynamic_dims() and self.dynamic_result_size is None:
            raise self.error(f"missing dimension operand for result type '{result}'")
        if not result.num_dynamic_dims() and self.dynamic_result_size is not None:
            raise self.error(f"unnecessary dimension operand for result type '{result}'")


@MEMREF.op("dealloc")
class DeallocOp(d.Operation, MemoryEffectsOpInterface):
    """Frees a buffer that memref.alloc made."""

    __slots__ = ()

    memref: d.Operand = d.operand(d.ANY_MEMREF_OR_UNRANKED)
    traits = (d.MemRefsNormalizable(),)
    assembly_format = "$memref attr-dict `:` type($memref)"

    def effects(self) -> list[MemoryEffect]:
        return [free(self, 0)]

    def canonicalize(self, rewriter: Rewriter) -> bool:
        """To free a cast is to free what was cast."""
        return skip_casts(self, rewriter)
