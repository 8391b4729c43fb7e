"""Effects on memory, speculation, new buffers, and values that share a buffer."""

from __future__ import annotations

__all__ = [
    "AliasingOpOperand", "AliasingValue", "AllocationOpInterface", "BufferRelation",
    "ConditionallySpeculatable", "CopyOpInterface", "EffectKind", "MemoryEffect",
    "MemoryEffectsOpInterface", "has_effect", "holds_buffers", "is_memory_effect_free", "is_scalar",
    "is_speculatable", "memory_effects", "possible_buffer_aliases", "unknown_aliasing_op_operands",
    "unknown_aliasing_values", "uses_of_buffers", "values_that_may_hold",
]  # fmt: skip

import enum
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, cast

from bufferize.define import NoMemoryEffect, Pure, RecursivelySpeculatable, RecursiveMemoryEffects
from bufferize.interfaces.base import OpInterface, is_tensor_like, owner_of_value
from bufferize.interfaces.functions import FunctionOpInterface
from bufferize.ir import (
    BaseMemRefType,
    Block,
    BlockArgument,
    Builder,
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    Operation,
    OpOperand,
    ShapedType,
    TensorType,
    Type,
    Value,
    VectorType,
)


class EffectKind(enum.Enum):
    """The kinds of effects on memory."""

    ALLOCATE = "allocate"
    FREE = "free"
    READ = "read"
    WRITE = "write"


class MemoryEffect(NamedTuple):
    """One effect. `value` is None for memory that no operand, result or block argument names.

    `resource` names the kind of memory; effects on different resources never interfere.
    """

    kind: EffectKind
    value: Value | None = None
    operand: OpOperand | None = None
    resource: str = "<Default>"


class MemoryEffectsOpInterface(OpInterface):
    """An operation that declares its effects on memory."""

    @abstractmethod
    def effects(self) -> list[MemoryEffect]:
        """Return all effects of the operation itself."""


def memory_effects(
    op: Operation, is_left_out: Callable[[Operation], bool] | None = None
) -> list[MemoryEffect] | None:
    """Return the effects of `op` and, where it has recursive effects, of the operations inside it.

    None if they are unknown. Operations for which `is_left_out` holds do not count.
    """
    found: list[MemoryEffect] = []
    work = [op]
    while work:
        current = work.pop()
        if is_left_out is not None and is_left_out(current):
            continue
        recursive = current.has_trait(RecursiveMemoryEffects)
        if isinstance(current, MemoryEffectsOpInterface):
            found.extend(current.effects())
        elif not (recursive or current.has_trait(NoMemoryEffect) or current.has_trait(Pure)):
            return None
        if recursive:
            work.extend(o for r in current.regions for b in r.blocks for o in b.ops)
    return found


def is_memory_effect_free(op: Operation) -> bool:
    """Return whether `op` is known to touch no memory."""
    effects = memory_effects(op)
    return effects is not None and not effects


def has_effect(op: Operation, kind: EffectKind, value: Value | None = None) -> bool:
    """Return whether `op` itself declares an effect of `kind` (on `value`, if given)."""
    if not isinstance(op, MemoryEffectsOpInterface):
        return False
    return any(e.kind is kind and (value is None or e.value is value) for e in op.effects())


class AllocationOpInterface(OpInterface):
    """An operation whose only result is a new buffer with undefined contents.

    A pass may replace the result with another unused buffer of the same type.
    """

    @property
    def allocated_sizes(self) -> Sequence[Value]:
        """The dynamic extents of the buffer. By default the field `dynamic_sizes`."""
        return cast("Sequence[Value]", self.field_called("dynamic_sizes"))

    @property
    def is_automatic(self) -> bool:
        """Whether the end of the enclosing allocation scope frees the buffer. By default not."""
        return False

    def build_automatic(self, builder: Builder) -> Value | None:
        """Return an equal buffer, built at `builder`, that the end of the allocation scope frees.

        By default None: there is no such buffer.
        """
        return None


class CopyOpInterface(OpInterface):
    """An operation that copies all elements of one buffer into another one, which it may allocate.

    https://mlir.llvm.org/doxygen/classmlir_1_1CopyOpInterface.html
    """

    @property
    def copy_source(self) -> Value:
        """The buffer that is read. By default the field `source`."""
        return cast(Value, self.field_called("source"))

    @property
    def copy_target(self) -> Value:
        """The buffer that is written. By default the field `target`."""
        return cast(Value, self.field_called("target"))


_SCALARS: tuple[type[Type], ...] = (IntegerType, IndexType, FloatType, ComplexType, VectorType)


def possible_buffer_aliases(use: OpOperand) -> list[Value] | None:
    """Return the values that may share the memory of the buffer `use` because of its owner.

    They are results of the owner, and values that control flow forwards its operands to. None: any
    value may, as the buffer is stored in another one.
    """
    # A call may store a view of the buffer, of another type.
    if any(v is not use.value and holds_buffers(v.type) for v in use.owner.operands):
        return None
    return values_that_may_hold(use.owner)


def holds_buffers(type: Type) -> bool:
    """Return whether the elements of a `type` are buffers, as those of `memref<memref<8xf32>>`."""
    return isinstance(type, ShapedType) and isinstance(type.element_type, BaseMemRefType)


def values_that_may_hold(op: Operation) -> list[Value]:
    """Return the values that may be, or refer to, a tensor or a buffer that `op` is given."""
    around = op.parent_op
    values: list[Value] = list(op.results)
    values += [argument for block in op.successors for argument in block.arguments]
    holders = [op]
    if op.next_op is None and around is not None and not isinstance(around, FunctionOpInterface):
        values += around.results
        holders.append(around)
    for holder in holders:
        for region in holder.regions:
            if region.blocks:
                values += region.blocks[0].arguments
    return [value for value in values if not is_scalar(value.type)]


def is_scalar(type: Type) -> bool:
    """Return whether values of `type` are numbers, or vectors of numbers, and so refer to nothing."""
    return isinstance(type, _SCALARS)


def uses_of_buffers(
    buffers: Iterable[Value],
    block: Block,
    aliases_of: Callable[[OpOperand], list[Value] | None] = possible_buffer_aliases,
) -> list[OpOperand] | None:
    """Return all uses of `buffers`, defined in `block`, and of values that may share their memory.

    None if they may be used after the operations of the block.
    """
    found, names = list[OpOperand](), list(buffers)
    seen = set(names)
    for name in names:  # grows
        for use in name.uses:
            around, aliases = block.find_ancestor_op(use.owner), aliases_of(use)
            if around is None or around is block.last_op or aliases is None:
                return None
            found.append(use)
            names += [alias for alias in aliases if alias not in seen]
            seen.update(aliases)
    return found


class ConditionallySpeculatable(OpInterface):
    """An operation whose speculatability depends on its operands or types.

    https://mlir.llvm.org/docs/Rationale/SideEffectsAndSpeculation/
    """

    @abstractmethod
    def is_speculatable(self) -> bool | None:
        """Return whether it may be speculated; None if that depends only on its regions."""


def is_speculatable(op: Operation) -> bool:
    """Return whether `op` and all operations in it may be executed speculatively."""
    work = [op]
    while work:
        current = work.pop()
        if isinstance(current, ConditionallySpeculatable):
            answer = current.is_speculatable()
        elif current.has_trait(Pure):
            # Dynamic extents may differ where the operation needs equal ones.
            tensors = [type for type in current.operand_types if isinstance(type, TensorType)]
            answer = len(tensors) < 2 or all(type.has_static_shape() for type in tensors)
        else:
            answer = None if current.has_trait(RecursivelySpeculatable) else False
        if answer is False:
            return False
        if answer is None:
            work += [o for region in current.regions for block in region.blocks for o in block.ops]
    return True


class BufferRelation(enum.Enum):
    """The relation of two buffers that overlap."""

    UNKNOWN = "unknown"
    """An overlap about which nothing more is known."""
    EQUIVALENT = "equivalent"
    """The same buffer: same start, extents and strides."""


class AliasingValue(NamedTuple):
    """A value that may share the buffer of an operand.

    `is_definite`: it always shares it at run time; otherwise it may.
    """

    value: Value
    relation: BufferRelation = BufferRelation.UNKNOWN
    is_definite: bool = True


class AliasingOpOperand(NamedTuple):
    """An operand whose buffer a value may share. `is_definite` as for `AliasingValue`."""

    operand: OpOperand
    relation: BufferRelation = BufferRelation.UNKNOWN
    is_definite: bool = True


def unknown_aliasing_values(operand: OpOperand) -> list[AliasingValue]:
    """Return the values that `operand` of an operation without a model may alias.

    All tensor results, and all tensor arguments of the entry blocks of its regions.
    """
    op = operand.owner
    values: list[Value] = [result for result in op.results if is_tensor_like(result.type)]
    for region in op.regions:
        if region.blocks:
            arguments = region.blocks[0].arguments
            values.extend(a for a in arguments if is_tensor_like(a.type))
    return [AliasingValue(value, BufferRelation.UNKNOWN, False) for value in values]


def unknown_aliasing_op_operands(value: Value) -> list[AliasingOpOperand]:
    """Return the operands that `value`, of an operation without a model, may alias: all tensors.

    An argument of a block that is not a region's entry aliases none of them.
    """
    if isinstance(value, BlockArgument):
        region = value.owner.parent
        if region is None or region.blocks[0] is not value.owner:
            return []
    op = owner_of_value(value)
    if op is None:
        return []
    return [
        AliasingOpOperand(operand, BufferRelation.UNKNOWN, False)
        for operand in op.op_operands
        if is_tensor_like(operand.value.type)
    ]
