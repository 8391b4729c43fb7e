"""The presets for what one op does to its operands and results.

They are those of `bufferize.models`, by the same names. Operands, results and attributes are called as
xDSL's declaration calls them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from xdsl import irdl
from xdsl.irdl import IRDLOperation

from bufferize import models
from bufferize.define.context import Context
from bufferize.interfaces import BufferRelation
from bufferize.ir import MemRefType, Value
from bufferize_xdsl import op_interfaces
from bufferize_xdsl.declarations import field_name
from bufferize_xdsl.preset import (
    Model,
    Preset,
    check_filler,
    check_is_op,
    check_results_may_go,
    declared,
    derived,
    filler,
    operand_field,
    unfit,
)


@dataclass(frozen=True)
class DestinationStyle(Preset):
    """The op writes into the operands of the field `inits`, and its results are these, in order.

    All operands are read, the inits only if `reads_inits`. The op becomes itself on buffers,
    without results, or `buffer_op`, which has the same operands and attributes.
    """

    inits: str
    reads_inits: bool = True
    is_elementwise: bool = False
    buffer_op: type[IRDLOperation] | None = None
    interfaces = (op_interfaces.InitsInField,)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        if self.buffer_op is None:
            check_results_may_go(op)
        else:
            check_is_op(op, "buffer_op", self.buffer_op)
        return {"inits_field": operand_field(op, self.inits)}

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        return derived(
            models.DestinationStyle,
            reads_inits=self.reads_inits,
            is_elementwise=self.is_elementwise,
            buffer_op=declared(self.buffer_op, context),
        )


@dataclass(frozen=True)
class ReadOnlyOperands(Preset):
    """Tensor operands are read, and no result is a tensor. The op becomes itself on buffers."""

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        return models.ReadOnlyOperands()


@dataclass(frozen=True)
class NoMemoryAccess(Preset):
    """Of tensor operands only the shape is used, and no result is a tensor."""

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        return models.NoMemoryAccess()


@dataclass(frozen=True)
class ViewOf(Preset):
    """The one result is the buffer of the operand `source`, seen differently.

    With `equivalent` it is the same elements at the same places. `buffer_type` gives the type of
    that buffer from our op and the type of the source's buffer; without it, it is the latter with
    `equivalent`, and else one whose layout is not known. The op becomes itself on buffers, or `buffer_op`.
    """

    source: str
    equivalent: bool = False
    buffer_type: Callable[[Any, MemRefType], MemRefType] | None = None
    buffer_op: type[IRDLOperation] | None = None
    interfaces = (op_interfaces.SourceInField,)

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        number = operand_field(op, self.source)
        before = op.get_irdl_definition().operands[: number + 1]
        if any(isinstance(field, irdl.VariadicDef) for _, field in before):
            raise unfit(op, f"the source, '{self.source}', must be one operand at a fixed place")
        if len(op.get_irdl_definition().results) != 1:
            raise unfit(op, "a view has one result")
        if self.buffer_op is not None:
            check_is_op(op, "buffer_op", self.buffer_op)
        return {"source_index": number}

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        relation = BufferRelation.EQUIVALENT if self.equivalent else BufferRelation.UNKNOWN
        members: dict[str, object] = {
            "source": operand_field(op, self.source),
            "relation": relation,
            "buffer_op": declared(self.buffer_op, context),
        }
        view_type, source = self.buffer_type, self.source
        if view_type is not None:

            def get_buffer_type(self: object, op: Any, value: Value, state: Any) -> Any:
                return view_type(op, state.memref_type(getattr(op, field_name(source))))

            members["get_buffer_type"] = get_buffer_type
        return derived(models.ViewOf, **members)


@dataclass(frozen=True)
class AllocatesResult(Preset):
    """The one result is a new buffer, which the op `fill` sets; tensor operands are read.

    Its operand `into` is the buffer; its other operands and its attributes are those of the op of
    the same names.
    """

    fill: type[IRDLOperation]
    into: str

    def members(self, op: type[IRDLOperation]) -> dict[str, object]:
        check_filler(op, "fill", self.fill, self.into)
        if len(op.get_irdl_definition().results) != 1:
            raise unfit(op, "what allocates its result has one")
        return {}

    def model(self, op: type[IRDLOperation], context: Context) -> Model:
        fill = filler(op, self.fill, self.into, context)
        return derived(models.AllocatesResult, fill=staticmethod(fill))
