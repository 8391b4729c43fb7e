"""The buffers of one function: which of them are kept, their bases, and copies of them.

What is common to all ways to free the buffers that a function owns.
"""

from __future__ import annotations

from collections.abc import Iterable

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.bufferization import CloneOp
from bufferize.dialects.memref import ExtractStridedMetadataOp, ReinterpretCastOp
from bufferize.interfaces import FunctionOpInterface, RegionBranchTerminatorOpInterface
from bufferize.record import BufferAction, BufferLog
from bufferize_buffers.analysis.effects import is_allocated
from bufferize_buffers.analysis.later import LaterUses
from bufferize_buffers.analysis.stored import StoredBuffers
from bufferize_buffers.deallocation.booleans import Booleans, Condition, class_of
from bufferize_buffers.deallocation.control_flow import with_more_results


def named(base: ir.Value) -> ir.Value:
    """Return the buffer to name in messages if `base`, possibly its base buffer, is freed."""
    op = base.defining_op
    return op.source if isinstance(op, ExtractStridedMetadataOp) else base


def why_copied(owned: Condition) -> str:
    """Return why a function copies a buffer that it returns."""
    why = "the caller frees what is returned, but this function does not own it"
    return why if owned is False else f"{why}, or only under a condition"


class FunctionBuffers:
    """The buffers of a function whose deallocations are inserted."""

    def __init__(
        self,
        function: FunctionOpInterface,
        stored: StoredBuffers,
        later: LaterUses,
        context: d.DialectContext,
        log: BufferLog,
    ) -> None:
        self.function = function
        self.stored = stored
        self.later = later
        self.clones: list[CloneOp] = []
        self.log = log
        self.context = context
        self.builder = ir.Builder()
        self.booleans = Booleans(context)
        self.renamed: dict[ir.Value, ir.Value] = {}
        """From results of operations that were replaced, to have more results, to the new ones."""
        self.before: dict[ir.Value, ir.Value] = {}
        """The inverse of `renamed`."""
        self.made: set[ir.Value] = set()
        """The buffers that the function owns at first."""
        self.kept: set[ir.Value] = set()
        """Those of them that are used later."""
        self.op: ir.Operation = function
        """The operation in front of which operations are inserted."""

    def add_results(self, op: ir.Operation, types: Iterable[ir.Type]) -> ir.Operation:
        """Replace `op` by an operation with additional results of `types`, and return the new one."""
        old = op.results
        new = with_more_results(op, types)
        if new is not op:
            self.renamed.update(zip(old, new.results, strict=False))
            self.before.update(zip(new.results, old, strict=False))
        return new

    def why_kept(self, buffer: ir.Value, block: ir.Block) -> str:
        """Return why `buffer` may be used once `block` has ended, under any name; "" if not."""
        if self.stored.outlives_block(buffer, block, self.function):
            self.kept.add(buffer)
            return "it is stored in another buffer, where it may be found once the block has ended"
        if self.later.outlive_block(buffer, block, self.function):
            self.kept.add(buffer)
            return "a region that runs later may use it once the block has ended"
        return ""

    def is_kept(self, buffer: ir.Value) -> bool:
        """Return whether `buffer` is the function's own, and may be used under another name later.

        It is stored, or used by a region that runs later: a copy would miss what is written there.
        Callers know of that, and do not free it.
        """
        if not self.kept:
            return False
        flow = self.stored.flows.get(self.function) or self.later.flows[self.function]
        origins = flow.origins(self.before.get(buffer, buffer), self.made)
        return origins <= self.made and not origins.isdisjoint(self.kept)

    def base(self, buffer: ir.Value) -> ir.Value:
        if is_allocated(buffer):
            return buffer
        location, type = self.op.location, buffer.type
        if isinstance(type, ir.UnrankedMemRefType):
            flat = ir.MemRefType(
                (), type.element_type, ir.StridedLayoutAttr(0, ()), type.memory_space
            )
            buffer = self.builder.insert(
                ReinterpretCastOp(
                    source=buffer,
                    static_offsets=(0,),
                    static_sizes=(),
                    static_strides=(),
                    result=flat,
                    location=location,
                )
            ).result
        return self.builder.insert(
            ExtractStridedMetadataOp(source=buffer, location=location)
        ).base_buffer

    def copy(self, buffer: ir.Value) -> ir.Value:
        """Insert a copy of `buffer`."""
        clone = CloneOp(input=buffer, output=buffer.type, location=self.op.location)
        self.clones.append(self.builder.insert(clone))
        return clone.output

    def copy_unless(self, owned: ir.Value, buffer: ir.Value) -> ir.Value:
        """Insert an `scf.if` that yields `buffer` if `owned` holds, else a copy.

        Raises DiagnosticError without scf.
        """
        location = self.op.location
        choice = class_of(self.context, "scf.if", location)
        end = class_of(self.context, "scf.yield", location)
        regions = []
        for is_copied in (False, True):
            block = ir.Block()
            value = buffer
            if is_copied:
                with self.builder.at(ir.InsertionPoint.at_end(block)):
                    value = self.copy(buffer)
            block.append(end.create((value,), location=location))
            regions.append(ir.Region((block,)))
        return self.builder.insert(
            choice.create((owned,), (buffer.type,), regions=regions, location=location)
        ).result

    def update_results(self) -> None:
        """Add the values that the function returns in addition to its type."""
        function = self.function
        signature = function.signature
        for block in function.function_body.blocks:
            op = block.last_op
            if isinstance(op, RegionBranchTerminatorOpInterface):
                types = [operand.value.type for operand in op.mutable_successor_operands(None)]
                attributes = function.get_attr("res_attrs")
                if isinstance(attributes, ir.ArrayAttr):
                    added = (ir.DictionaryAttr.of({}),) * (len(types) - len(signature.results))
                    function.properties["res_attrs"] = ir.ArrayAttr(attributes.elements + added)
                function.set_signature(ir.FunctionType(signature.inputs, tuple(types)))
                return

    def note(self, action: BufferAction, buffer: ir.Value, why: str) -> None:
        """Record what happens to `buffer` here, and why."""
        self.log.note(action, buffer, why, where=self.op)
