"""The types of buffers: the memref types of tensors, and the queries that compute them."""

from __future__ import annotations

import sys

from bufferize import ir
from bufferize.diagnostics import DiagnosticError, Position, error
from bufferize.interfaces import MemRefElementType

_ELEMENT_TYPES = (
    ir.IntegerType,
    ir.IndexType,
    ir.FloatType,
    ir.ComplexType,
    ir.VectorType,
    ir.BaseMemRefType,
    ir.OpaqueType,  # of a dialect that is not loaded
    MemRefElementType,
)


def check_element_type(type: ir.TensorType, position: Position | None) -> None:
    """Raise DiagnosticError, at `position`, unless a memref can have the elements of `type`."""
    if not isinstance(type.element_type, _ELEMENT_TYPES):
        message = (
            f"cannot bufferize value of type {type}: element type {type.element_type} is not "
            "a valid memref element type"
        )
        raise DiagnosticError(error(message, position))


def identity_memref_type(
    type: ir.TensorType, memory_space: ir.Attribute | None = None
) -> ir.BaseMemRefType:
    """Return the memref type of `type` with the identity layout; unranked stays unranked."""
    if isinstance(type, ir.RankedTensorType):
        return ir.MemRefType(type.shape, type.element_type, None, memory_space)
    return ir.UnrankedMemRefType(type.element_type, memory_space)


def fully_dynamic_memref_type(
    type: ir.TensorType, memory_space: ir.Attribute | None = None
) -> ir.BaseMemRefType:
    """Return the memref type of `type` with a dynamic offset and dynamic strides."""
    if not isinstance(type, ir.RankedTensorType):
        return ir.UnrankedMemRefType(type.element_type, memory_space)
    layout = ir.StridedLayoutAttr(ir.DYNAMIC, (ir.DYNAMIC,) * len(type.shape))
    return ir.MemRefType(type.shape, type.element_type, layout, memory_space)


def without_layout(type: ir.MemRefType) -> ir.MemRefType:
    """Return `type` with the identity layout."""
    return ir.MemRefType(type.shape, type.element_type, None, type.memory_space)


# Queries in progress

# A place above the top of any stack.
NOWHERE = sys.maxsize


class KeptTypes:
    """A cache of the buffer types of values that many others depend on.

    They are block arguments, and results of operations with several regions: every value that a
    region yields gets the type of the result, which depends on all regions.
    """

    def __init__(self) -> None:
        self._types: dict[ir.Value, ir.Type] = {}
        # The block arguments by the operations that their blocks belong to.
        self._of_op: dict[ir.Operation, list[ir.Value]] = {}

    def get(self, value: ir.Value) -> ir.Type | None:
        """Return the buffer type of `value`, if it is cached."""
        return self._types.get(value)

    def keep(self, value: ir.Value, type: ir.Type) -> None:
        """Cache the buffer type of `value`, if many others may depend on it."""
        if isinstance(value, ir.BlockArgument):
            self._types[value] = type
            owner = value.owner.parent_op
            if owner is not None:
                self._of_op.setdefault(owner, []).append(value)
        elif isinstance(value, ir.OpResult) and len(value.owner.regions) > 1:
            self._types[value] = type

    def forget(self, op: ir.Operation) -> None:
        """Forget the buffer types of the block arguments of `op`."""
        for argument in self._of_op.pop(op, ()):
            self._types.pop(argument, None)

    def clear(self) -> None:
        """Forget all types."""
        self._types.clear()
        self._of_op.clear()


class Queries(list[ir.Value]):
    """The stack of values whose buffer type is being computed, and the types found so far.

    A value is on the stack as long as no type of it is known. The type of a value that a loop carries
    depends on itself: a type is assumed while the body of the loop is computed, and if the assumption
    proves wrong, the types found under it are forgotten. A cycle through blocks is cut where a value
    is already on the stack; `lowest` is the lowest place where that happened. Types found in the
    meantime are forgotten when the block argument at that place, or the next below, has its type.
    """

    def __init__(self, kept: KeptTypes) -> None:
        super().__init__()
        self.nesting = 0
        self.lowest = NOWHERE
        self._kept = kept
        self._types: dict[ir.Value, ir.Type] = {}
        # The keys of `_types`, in the order of their assignment.
        self._trail: list[ir.Value] = []
        # The places of the values on the stack, the first where there are several.
        self._first: dict[ir.Value, int] = {}

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, ir.Value) or self.known(value) is not None:
            return False
        first = self._first.get(value)
        if first is None:
            return False
        self.lowest = min(self.lowest, first)
        return True

    def is_in_progress(self, value: ir.Value) -> bool:
        """Return whether `value` is on the stack. Does not change `lowest`."""
        return value in self._first

    def known(self, value: ir.Value) -> ir.Type | None:
        """Return the buffer type of `value`, if it was found or is assumed."""
        known = self._types.get(value)
        return self._kept.get(value) if known is None else known

    def mark(self) -> int:
        """Return a mark, to which `forget` can go back."""
        return len(self._trail)

    def remember(self, value: ir.Value, type: ir.Type) -> None:
        """Record that the buffer of `value` has `type`, or is assumed to."""
        self._types[value] = type
        self._trail.append(value)

    def forget(self, mark: int) -> None:
        """Forget the types found or assumed since `mark`."""
        for value in self._trail[mark:]:
            self._types.pop(value, None)
        del self._trail[mark:]

    def keep(self) -> None:
        """Cache the types that other queries may need."""
        for value in self._trail:
            self._kept.keep(value, self._types[value])

    def push(self, value: ir.Value) -> None:
        """Push `value` on the stack."""
        self._first.setdefault(value, len(self))
        self.append(value)

    def end(self) -> None:
        """Pop the last value."""
        value = self.pop()
        if self._first[value] == len(self):
            del self._first[value]
