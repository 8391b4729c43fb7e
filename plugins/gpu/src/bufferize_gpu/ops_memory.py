"""Memory of devices: allocating, freeing, copying and filling it, and making it known to them."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    ANY_MEMREF,
    ANY_TYPE,
    I8,
    I32,
    INDEX,
    UNIT_ATTR,
    UNRANKED_MEMREF,
    AllElementTypesMatch,
    Operation,
    Pure,
    are_shapes_compatible,
    memref_of,
)
from bufferize.dialects.memref import DimOp
from bufferize.dialects.memref.alloc import symbol_count
from bufferize.dialects.memref.dialect import memref_type, skip_casts
from bufferize.dialects.strided import verify_dynamic_sizes
from bufferize.interfaces import (
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
    constant_int,
    has_effect,
)
from bufferize.ir import (
    DYNAMIC,
    Rewriter,
    UnitAttr,
    Value,
    nearest_symbol_table,
)
from bufferize_gpu.base import GPU, TOKEN
from bufferize_gpu.enums import AddressSpaceAttr
from bufferize_gpu.ops_async import ASYNC, AsyncOp


@GPU.op("alloc")
class AllocOp(AsyncOp, MemoryEffectsOpInterface):
    """Allocates memory of a device, or of host and device if it is shared."""

    __slots__ = ()

    dynamic_sizes: d.VariadicOperand = d.variadic_operand(INDEX, name="dynamicSizes")
    symbol_operands: d.VariadicOperand = d.variadic_operand(INDEX, name="symbolOperands")
    host_shared: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR, name="hostShared")
    memref: d.Result = d.result(ANY_MEMREF)
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = (
        f"{ASYNC} (` ` `host_shared` $hostShared^)? ` ` "
        "`(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)"
    )

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.ALLOCATE, self.memref)]

    def verify_op(self) -> None:
        type = memref_type(self.memref)
        verify_dynamic_sizes(self, type, self.dynamic_sizes)
        if len(self.symbol_operands) != symbol_count(type):
            raise self.error("symbol operand count does not equal memref symbol count")

    def canonicalize(self, rewriter: Rewriter) -> bool:
        """Users that ask for an extent get the operand."""
        shape = memref_type(self.memref).shape
        changed = False
        for user in {use.owner for use in self.memref.uses}:
            index = constant_int(user.index) if isinstance(user, DimOp) else None
            if index is not None and 0 <= index < len(shape) and shape[index] == DYNAMIC:
                rewriter.replace_op(user, [self.dynamic_sizes[shape[:index].count(DYNAMIC)]])
                changed = True
        return changed


def _effect(op: AsyncOp, kind: EffectKind, place: int) -> MemoryEffect:
    """What an op does to its operand of some number, not counting tokens."""
    operand = op.op_operands[len(op.async_dependencies) + place]
    return MemoryEffect(kind, operand.value, operand)


@GPU.op("dealloc")
class DeallocOp(AsyncOp, MemoryEffectsOpInterface):
    """Frees what gpu.alloc allocated."""

    __slots__ = ()

    memref: d.Operand = d.operand(ANY_MEMREF)
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = f"{ASYNC} $memref attr-dict `:` type($memref)"

    def effects(self) -> list[MemoryEffect]:
        return [_effect(self, EffectKind.FREE, 0)]


@GPU.op("memcpy")
class MemcpyOp(AsyncOp, MemoryEffectsOpInterface):
    """Copies one buffer into another one, on host or device."""

    __slots__ = ()

    dst: d.Operand = d.operand(ANY_MEMREF)
    src: d.Operand = d.operand(ANY_MEMREF)
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = f"{ASYNC} $dst`,` $src `:` type($dst)`,` type($src) attr-dict"

    def effects(self) -> list[MemoryEffect]:
        return [_effect(self, EffectKind.WRITE, 0), _effect(self, EffectKind.READ, 1)]

    def verify_op(self) -> None:
        types = memref_type(self.dst), memref_type(self.src)
        if types[0].element_type is not types[1].element_type:
            raise self.error("arguments have incompatible element type")
        if not are_shapes_compatible(types):
            raise self.error("arguments have incompatible shape")

    def canonicalize(self, rewriter: Rewriter) -> bool:
        """A copy into a new buffer that is only freed is dropped; what was cast is copied itself."""
        if skip_casts(self, rewriter):
            return True
        dependencies, target = self.async_dependencies, self.dst
        has_token = self.async_token is not None
        if len(dependencies) != has_token or not _is_only_freed(target, but_for=self):
            return False
        rewriter.replace_op(self, dependencies)
        return True


def _is_only_freed(buffer: Value, but_for: Operation) -> bool:
    op = buffer.defining_op
    if op is None or not has_effect(op, EffectKind.ALLOCATE, buffer):
        return False
    users = {use.owner for use in buffer.uses} - {but_for}
    return all(has_effect(user, EffectKind.FREE, buffer) for user in users)


@GPU.op("memset")
class MemsetOp(AsyncOp, MemoryEffectsOpInterface):
    """Fills a buffer with one value."""

    __slots__ = ()

    dst: d.Operand = d.operand(ANY_MEMREF)
    value: d.Operand = d.operand(ANY_TYPE)
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    traits = (AllElementTypesMatch("dst", "value"),)
    assembly_format = f"{ASYNC} $dst`,` $value `:` type($dst)`,` type($value) attr-dict"

    def effects(self) -> list[MemoryEffect]:
        return [_effect(self, EffectKind.WRITE, 0)]

    def canonicalize(self, rewriter: Rewriter) -> bool:
        """What was cast is filled itself."""
        return skip_casts(self, rewriter)


class HostMemoryOp(Operation):
    """Base of the ops on buffers of the host."""

    __slots__ = ()

    value: d.Operand = d.operand(UNRANKED_MEMREF)
    assembly_format = "$value attr-dict `:` type($value)"


@GPU.op("host_register")
class HostRegisterOp(HostMemoryOp):
    """Makes a buffer of the host one that devices may access."""

    __slots__ = ()


@GPU.op("host_unregister")
class HostUnregisterOp(HostMemoryOp):
    """Ends what gpu.host_register began."""

    __slots__ = ()


@GPU.op("set_default_device")
class SetDefaultDeviceOp(Operation, MemoryEffectsOpInterface):
    """Says which device the ops after this one mean."""

    __slots__ = ()

    dev_index: d.Operand = d.operand(I32, name="devIndex")
    assembly_format = "attr-dict $devIndex"

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.WRITE)]


@GPU.op("dynamic_shared_memory")
class DynamicSharedMemoryOp(Operation):
    """The memory of the workgroup whose size the launch gave."""

    __slots__ = ()

    result_memref: d.Result = d.result(memref_of(I8, ranks=[1]), name="resultMemref")
    traits = (Pure(),)
    assembly_format = "attr-dict `:` type($resultMemref)"

    def verify_op(self) -> None:
        if nearest_symbol_table(self.parent_op) is None:
            raise self.error("must be inside an op with symbol table")
        type = memref_type(self.result_memref)
        if type.memory_space is not AddressSpaceAttr.of("workgroup"):
            raise self.error("address space must be address_space<workgroup>")
        if type.has_static_shape():
            raise self.error(
                "result memref type must be memref<?xi8, #gpu.address_space<workgroup>>"
            )
