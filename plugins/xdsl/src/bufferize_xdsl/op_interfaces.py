"""Interfaces that presets add to bufferize's classes of xDSL ops, in terms of the ops' fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import (
    BranchOpInterface,
    CallOpInterface,
    DestinationStyleOpInterface,
    FunctionOpInterface,
    OpInterface,
    ParallelCombiningOpInterface,
    ParallelLoopInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
    SingleRegionLoopInterface,
    is_buffer_like,
    is_tensor_like,
)


def _operands_of(op: OpInterface, field: int) -> list[ir.OpOperand]:
    """Return the operands of the field with the given number."""
    assert isinstance(op, d.Operation)
    start, end = op.definition.operands.bounds(op)[field]
    return list(op.op_operands[start:end])


class InitsInField(DestinationStyleOpInterface):
    """An op in destination style whose inits are the operands of one field."""

    __slots__ = ()
    inits_field: ClassVar[int]

    @property
    def dps_inits(self) -> list[ir.OpOperand]:
        return _operands_of(self, self.inits_field)


class SourceInField(OpInterface):
    """An op with one operand, a tensor or a buffer, and a view of it as result."""

    __slots__ = ()
    source_index: ClassVar[int]

    def verify_interface(self) -> None:
        """Check the operand. Raises VerifyError."""
        type = self.operand(self.source_index).type
        if not (is_tensor_like(type) or is_buffer_like(type)):
            raise self.error(
                f"expected that operand #{self.source_index}, the source of a view, is a tensor or "
                f"a memref, but got '{type}'"
            )


class LoopOverField(SingleRegionLoopInterface):
    """A loop with the operands of one field as iter_args.

    They are the last arguments of its block, the values its terminator yields, and its results.
    """

    __slots__ = ()
    inits_field: ClassVar[int]

    @property
    def init_operands(self) -> list[ir.OpOperand]:
        return _operands_of(self, self.inits_field)

    @property
    def region_iter_args(self) -> list[ir.BlockArgument]:
        arguments = self.regions[0].entry.arguments
        return list(arguments[max(0, len(arguments) - len(self.init_operands)) :])

    def verify_interface(self) -> None:
        """Check the types of the iter_args. Raises VerifyError."""
        if not self.regions[0].blocks:
            raise self.error("expected that the region of a loop has a block")
        super().verify_interface()


class ParallelLoopOverField(ParallelLoopInterface):
    """A parallel loop whose iterations share the operands of one field, its only results."""

    __slots__ = ()
    outputs_field: ClassVar[int]

    @property
    def init_operands(self) -> list[ir.OpOperand]:
        return _operands_of(self, self.outputs_field)

    def verify_interface(self) -> None:
        """Check the types of the shared values. Raises VerifyError."""
        if not self.regions[0].blocks:
            raise self.error("expected that the region of a loop has a block")
        super().verify_interface()


class ContributionToField(ParallelCombiningOpInterface):
    """An op that inserts the result of an iteration into the operands of one field."""

    __slots__ = ()
    into_field: ClassVar[int]

    @property
    def updated_destinations(self) -> list[ir.OpOperand]:
        return _operands_of(self, self.into_field)


class Choice(RegionBranchOpInterface):
    """An op that runs one of its regions, which yields the results."""

    __slots__ = ()

    def successor_regions(self, point: ir.Region | None) -> list[RegionSuccessor]:
        if point is not None:
            return [RegionSuccessor(None, self.results)]
        return [RegionSuccessor(region) for region in self.regions]

    def verify_interface(self) -> None:
        """Check the values that the regions yield. Raises VerifyError."""
        if not self.regions or not all(region.blocks for region in self.regions):
            raise self.error("expected a region or more to choose from, and a block in each")
        self.verify_edges()


class Terminator(RegionBranchTerminatorOpInterface):
    """A terminator of a region, which yields its operands."""

    __slots__ = ()


class BranchByFields(BranchOpInterface):
    """A branch that passes the operands of one field, or none, to each successor."""

    __slots__ = ()
    passed_fields: ClassVar[tuple[int | None, ...]]

    def successor_operands(self, index: int) -> list[ir.OpOperand]:
        field = self.passed_fields[index]
        return [] if field is None else _operands_of(self, field)

    def verify_interface(self) -> None:
        """Check the values passed to successors. Raises VerifyError."""
        for index, block in enumerate(self.successors):
            passed = [operand.value.type for operand in self.successor_operands(index)]
            taken = [argument.type for argument in block.arguments]
            if passed != taken:
                raise self.error(
                    f"passes {_listed(passed)} to successor #{index}, which takes {_listed(taken)}"
                )


class FunctionWithSignature(FunctionOpInterface):
    """A function with the attributes `sym_name` and `function_type`."""

    __slots__ = ()

    def verify_interface(self) -> None:
        """Check signature, body and returned values. Raises VerifyError."""
        type = self.get_attr("function_type")
        if not isinstance(type, ir.TypeAttr) or not isinstance(type.type, ir.FunctionType):
            raise self.error("expected that its function_type is the type of a function")
        if self.is_external:
            return
        arguments = [argument.type for argument in self.entry_block.arguments]
        if arguments != list(self.signature.inputs):
            takes = _listed(self.signature.inputs)
            raise self.error(f"takes {takes}, but its body has arguments {_listed(arguments)}")
        for block in self.function_body.blocks:
            end = block.last_op
            if end is None or not end.has_trait(d.ReturnLike):
                continue
            if end.operand_types != self.signature.results:
                raise end.error(
                    f"returns {_listed(end.operand_types)}, but its function "
                    f"{_listed(self.signature.results)}"
                )


class CallByFields(CallOpInterface):
    """A call whose callee is an attribute, and whose arguments are the operands of one field."""

    __slots__ = ()
    callee_field: ClassVar[str]
    arguments_field: ClassVar[int]

    @property
    def callable_for_callee(self) -> ir.SymbolRefAttr:
        callee = self.field_called(self.callee_field)
        assert isinstance(callee, ir.SymbolRefAttr)
        return callee

    @property
    def arg_operands(self) -> list[ir.OpOperand]:
        return _operands_of(self, self.arguments_field)

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the callee is a function with this signature. Raises VerifyError."""
        callee = self.field_called(self.callee_field)
        if not isinstance(callee, ir.SymbolRefAttr):
            raise self.error(f"expected that '{self.callee_field}' is a symbol")
        function = tables.lookup(self, callee)
        if not isinstance(function, FunctionOpInterface):
            raise self.error(f"'{callee.root}' does not reference a function")
        passed = tuple(operand.value.type for operand in self.arg_operands)
        if (passed, self.result_types) != (function.signature.inputs, function.signature.results):
            raise self.error(f"does not call '{callee.root}' as it is declared")


def _listed(types: Sequence[ir.Type]) -> str:
    return "(" + ", ".join(map(str, types)) + ")"
