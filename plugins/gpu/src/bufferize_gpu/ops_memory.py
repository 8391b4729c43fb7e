"""Asynchronous ops: allocation, copies and other uses of device memory, and gpu.wait."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.memref import DimOp, ExtractStridedMetadataOp
from bufferize.dialects.memref.alloc import symbol_count
from bufferize.dialects.memref.dialect import memref_type, skip_casts
from bufferize.dialects.strided import verify_dynamic_sizes
from bufferize.interfaces import (
    CustomAllocationOpInterface,
    DeferredExecutionInterface,
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
    constant_int,
    has_effect,
)
from bufferize_gpu.attributes import AddressSpaceAttr
from bufferize_gpu.dialect import GPU, TOKEN, AsyncTokenType

ASYNC = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) "
"""The start of the assembly format of asynchronous ops."""


class AsyncOp(d.Operation):
    """Base of the ops that wait for tokens before they start.

    If the last result is a token, the op is started, and completes asynchronously.
    """

    async_dependencies: d.VariadicOperand = d.variadic_operand(TOKEN, name="asyncDependencies")

    @property
    def _tokens(self) -> tuple[ir.OpResult, ...]:
        """The token that it gives, if it is asynchronous."""
        return tuple(result for result in self.results if isinstance(result.type, AsyncTokenType))


class AsyncUseOp(AsyncOp, DeferredExecutionInterface):
    """Base of the asynchronous ops that use buffers until they complete."""

    def completed_by(self) -> ir.Operation | None:
        """Return what waits for the token, or for one that depends on it; the op itself without one."""
        tokens = dict.fromkeys(self._tokens)
        if not tokens:
            return self
        work = list(tokens)
        for token in work:  # grows
            for user in token.users:
                if isinstance(user, AsyncOp) and user.parent is self.parent:
                    if not user._tokens:
                        return user
                    work += [next for next in user._tokens if next not in tokens]
                    tokens.update(dict.fromkeys(user._tokens))
        return None


@GPU.op("wait")
class WaitOp(AsyncOp, MemoryEffectsOpInterface):
    """A wait for tokens, or one token for all of them."""

    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = f"{ASYNC} attr-dict"

    def effects(self) -> list[MemoryEffect]:
        """Return a write to unknown memory: what is waited for has happened afterwards."""
        return [MemoryEffect(EffectKind.WRITE)]

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Remove tokens of empty waits, and waits without tokens."""
        dependencies, token = self.async_dependencies, self.async_token
        needed = [value for value in dependencies if not _stands_for_nothing(value)]
        if len(needed) < len(dependencies):
            wait = WaitOp.create(
                needed, self.result_types, attributes=self.attributes, location=self.location
            )
            rewriter.replace_op(self, rewriter.insert(wait))
            return True
        if token is not None and len(dependencies) == 1:
            rewriter.replace_op(self, dependencies)
            return True
        if not dependencies if token is None else token.first_use is None:
            rewriter.erase_op(self)
            return True
        return False


def _stands_for_nothing(token: ir.Value) -> bool:
    return isinstance(token.defining_op, WaitOp) and not token.defining_op.op_operands


@GPU.op("alloc")
class AllocOp(AsyncOp, MemoryEffectsOpInterface, CustomAllocationOpInterface):
    """An allocation of device memory, or of memory shared by host and device."""

    dynamic_sizes: d.VariadicOperand = d.variadic_operand(d.INDEX, name="dynamicSizes")
    symbol_operands: d.VariadicOperand = d.variadic_operand(d.INDEX, name="symbolOperands")
    host_shared: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR, name="hostShared")
    memref: d.Result = d.result(d.ANY_MEMREF)
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = (
        f"{ASYNC} (` ` `host_shared` $hostShared^)? ` ` "
        "`(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)"
    )

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.ALLOCATE, self.memref)]

    @staticmethod
    def build_dealloc(builder: ir.Builder, buffer: ir.Value, location: ir.Location) -> None:
        builder.insert(DeallocOp.build(memref=buffer, result_types=[], location=location))

    @staticmethod
    def build_clone(
        builder: ir.Builder, buffer: ir.Value, location: ir.Location
    ) -> ir.Value | None:
        """Return a copy that host and device can access, as it is unknown who does."""
        type = buffer.type
        if not isinstance(type, ir.MemRefType) or not type.has_identity_layout:
            return None
        sizes: list[ir.Value] = []
        if not type.has_static_shape():
            metadata = ExtractStridedMetadataOp.build(source=buffer, location=location)
            extents = builder.insert(metadata).sizes
            sizes = [extents[i] for i, size in enumerate(type.shape) if size == ir.DYNAMIC]
        copy = AllocOp.build(
            dynamic_sizes=sizes, host_shared=True, result_types=[type], location=location
        )
        clone = builder.insert(copy).memref
        builder.insert(MemcpyOp.build(dst=clone, src=buffer, result_types=[], location=location))
        return clone

    def verify_op(self) -> None:
        type = memref_type(self.memref)
        verify_dynamic_sizes(self, type, self.dynamic_sizes)
        if len(self.symbol_operands) != symbol_count(type):
            raise self.error("symbol operand count does not equal memref symbol count")

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Replace a memref.dim of the result by the op's operand."""
        shape = memref_type(self.memref).shape
        changed = False
        for user in {use.owner for use in self.memref.uses}:
            index = constant_int(user.index) if isinstance(user, DimOp) else None
            if index is not None and 0 <= index < len(shape) and shape[index] == ir.DYNAMIC:
                rewriter.replace_op(user, [self.dynamic_sizes[shape[:index].count(ir.DYNAMIC)]])
                changed = True
        return changed


def _effect(op: AsyncOp, kind: EffectKind, place: int) -> MemoryEffect:
    """Return an effect on the operand at `place`, not counting tokens."""
    operand = op.op_operands[len(op.async_dependencies) + place]
    return MemoryEffect(kind, operand.value, operand)


@GPU.op("dealloc")
class DeallocOp(AsyncUseOp, MemoryEffectsOpInterface):
    """A deallocation of memory from gpu.alloc."""

    memref: d.Operand = d.operand(d.ANY_MEMREF)
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = f"{ASYNC} $memref attr-dict `:` type($memref)"

    def effects(self) -> list[MemoryEffect]:
        return [_effect(self, EffectKind.FREE, 0)]


@GPU.op("memcpy")
class MemcpyOp(AsyncUseOp, MemoryEffectsOpInterface):
    """A copy of one buffer into another one, on host or device."""

    dst: d.Operand = d.operand(d.ANY_MEMREF)
    src: d.Operand = d.operand(d.ANY_MEMREF)
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    assembly_format = f"{ASYNC} $dst`,` $src `:` type($dst)`,` type($src) attr-dict"

    def effects(self) -> list[MemoryEffect]:
        return [_effect(self, EffectKind.WRITE, 0), _effect(self, EffectKind.READ, 1)]

    def verify_op(self) -> None:
        types = memref_type(self.dst), memref_type(self.src)
        if types[0].element_type is not types[1].element_type:
            raise self.error("arguments have incompatible element type")
        if not d.are_shapes_compatible(types):
            raise self.error("arguments have incompatible shape")

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Remove a copy into an otherwise unused buffer, and look through casts."""
        if skip_casts(self, rewriter):
            return True
        dependencies, target = self.async_dependencies, self.dst
        has_token = self.async_token is not None
        if len(dependencies) != has_token or not _is_only_freed(target, but_for=self):
            return False
        rewriter.replace_op(self, dependencies)
        return True


def _is_only_freed(buffer: ir.Value, but_for: d.Operation) -> bool:
    op = buffer.defining_op
    if op is None or not has_effect(op, EffectKind.ALLOCATE, buffer):
        return False
    users = {use.owner for use in buffer.uses} - {but_for}
    return all(has_effect(user, EffectKind.FREE, buffer) for user in users)


@GPU.op("memset")
class MemsetOp(AsyncUseOp, MemoryEffectsOpInterface):
    """The filling of a buffer with one value."""

    dst: d.Operand = d.operand(d.ANY_MEMREF)
    value: d.Operand = d.operand(d.ANY_TYPE)
    async_token: d.OptionalResult = d.optional_result(TOKEN, name="asyncToken")
    traits = (d.AllElementTypesMatch("dst", "value"),)
    assembly_format = f"{ASYNC} $dst`,` $value `:` type($dst)`,` type($value) attr-dict"

    def effects(self) -> list[MemoryEffect]:
        return [_effect(self, EffectKind.WRITE, 0)]

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Fill the source of a memref.cast instead of its result."""
        return skip_casts(self, rewriter)


class HostMemoryOp(d.Operation):
    """Base of the ops on host buffers."""

    value: d.Operand = d.operand(d.UNRANKED_MEMREF)
    assembly_format = "$value attr-dict `:` type($value)"


@GPU.op("host_register")
class HostRegisterOp(HostMemoryOp):
    """The registration of a host buffer, which makes it accessible to devices."""


@GPU.op("host_unregister")
class HostUnregisterOp(HostMemoryOp):
    """The reverse of gpu.host_register."""


@GPU.op("set_default_device")
class SetDefaultDeviceOp(d.Operation, MemoryEffectsOpInterface):
    """The selection of the device that the following ops use."""

    dev_index: d.Operand = d.operand(d.I32, name="devIndex")
    assembly_format = "attr-dict $devIndex"

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.WRITE)]


@GPU.op("dynamic_shared_memory")
class DynamicSharedMemoryOp(d.Operation):
    """The dynamic shared memory of the workgroup, whose size is given at launch."""

    result_memref: d.Result = d.result(d.memref_of(d.I8, ranks=[1]), name="resultMemref")
    traits = (d.Pure(),)
    assembly_format = "attr-dict `:` type($resultMemref)"

    def verify_op(self) -> None:
        if ir.nearest_symbol_table(self.parent_op) is None:
            raise self.error("must be inside an op with symbol table")
        type = memref_type(self.result_memref)
        if type.memory_space is not AddressSpaceAttr.of("workgroup"):
            raise self.error("address space must be address_space<workgroup>")
        if type.has_static_shape():
            raise self.error(
                "result memref type must be memref<?xi8, #gpu.address_space<workgroup>>"
            )
