"""Effects on memory, speculation, new buffers, and values that share a buffer."""

from __future__ import annotations

__all__ = [
    "AliasingOpOperand", "AliasingValue", "AllocationOpInterface", "BufferRelation",
    "ConditionallySpeculatable", "CopyOpInterface", "EffectKind", "MemoryEffect",
    "MemoryEffectsOpInterface", "SpeculatableIfStatic", "has_effect", "is_memory_effect_free",
    "is_speculatable", "may_be_left_out", "may_not_return", "memory_effects",
    "possible_buffer_aliases", "unknown_aliasing_op_operands", "unknown_aliasing_values",
    "uses_of_buffers",
]  # fmt: skip

import enum
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, cast

from bufferize.define import (
    NoMemoryEffect,
    Pure,
    RecursivelySpeculatable,
    RecursiveMemoryEffects,
    WillReturn,
)
from bufferize.interfaces.base import OpInterface, is_tensor_like, owner_of_value
from bufferize.interfaces.control_flow import RegionBranchOpInterface, RepeatedRegionsInterface
from bufferize.interfaces.functions import FunctionOpInterface
from bufferize.interfaces.loops import LoopLikeOpInterface
from bufferize.ir import (
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
    has_cycle,
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
    op, around = use.owner, use.owner.parent_op
    for value in op.operands:
        if isinstance(value.type, ShapedType) and value.type.element_type is use.value.type:
            return None
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
    return [value for value in values if not isinstance(value.type, _SCALARS)]


def uses_of_buffers(buffers: Iterable[Value], block: Block) -> list[OpOperand] | None:
    """Return all uses of `buffers`, defined in `block`, and of values that may share their memory.

    None if they may be used after the operations of the block.
    """
    found: list[OpOperand] = []
    names = list(buffers)
    seen = set(names)
    for name in names:  # grows
        for use in name.uses:
            around, aliases = block.find_ancestor_op(use.owner), possible_buffer_aliases(use)
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
            answer = not _may_clash(current)
        else:
            answer = None if current.has_trait(RecursivelySpeculatable) else False
        if answer is False:
            return False
        if answer is None:
            work += [o for region in current.regions for block in region.blocks for o in block.ops]
    return True


def _may_clash(op: Operation) -> bool:
    """Return whether extents that are not static may differ where `op` needs equal ones."""
    types = [t for t in (*op.operand_types, *op.result_types) if isinstance(t, TensorType)]
    if all(type.has_static_shape() for type in types):
        return False
    return len(set(types)) > 1 or len(types) > len(op.results) + 1


class SpeculatableIfStatic(ConditionallySpeculatable):
    """An operation that is undefined only for extents that do not fit, which types may leave open."""

    def is_speculatable(self) -> bool | None:
        """Return None (as the regions) if the types of all operands and results are static."""
        types = (*self.operand_types, *self.result_types)
        open = any(isinstance(type, ShapedType) and not type.has_static_shape() for type in types)
        return False if open else None


def may_not_return(op: Operation) -> bool:
    """Return whether control may never come to the operation after `op`.

    It may end the program, wait or loop without end. Calls and unknown effects may do this, and
    whatever writes memory without a name, such as an assertion. Undefined behavior does not count,
    and operations in regions are asked for themselves; for a function, its blocks are meant.
    """
    if any(len(region.blocks) > 1 and has_cycle(region) for region in op.regions):
        return True
    if op.has_trait(WillReturn) or isinstance(op, FunctionOpInterface):
        return False
    if isinstance(op, LoopLikeOpInterface):
        ends = op.loop_bounds is not None
    elif isinstance(op, RegionBranchOpInterface):
        ends = isinstance(op, RepeatedRegionsInterface) or not op.has_loop()
    else:
        ends = not op.regions
    if isinstance(op, MemoryEffectsOpInterface):
        return not ends or any(e.kind is EffectKind.WRITE and e.value is None for e in op.effects())
    known = any(map(op.has_trait, (NoMemoryEffect, Pure, RecursiveMemoryEffects)))
    return not (ends and known)


def may_be_left_out(op: Operation) -> bool:
    """Return whether `op` touches no memory and returns: it may be erased, or run later or not at all.

    It may also run earlier if `is_speculatable`, or if everything in between returns: it may be
    undefined, as a read out of bounds is, where something in between would end the program.
    """
    return is_memory_effect_free(op) and not any(map(may_not_return, op.walk()))


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
