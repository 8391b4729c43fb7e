"""Scopes at whose end stack allocations are freed."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    AutomaticAllocationScope,
    HasParent,
    IsTerminator,
    NoRegionArguments,
    Operation,
    Pure,
    RecursiveMemoryEffects,
    ReturnLike,
    SingleBlockImplicitTerminator,
    ensure_terminator,
)
from bufferize.define.asm import AsmParser, AsmPrinter, OperationState
from bufferize.define.type_constraints import ANY_TYPE
from bufferize.dialects.memref.base import MEMREF
from bufferize.interfaces import (
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
)
from bufferize.ir import Region


@MEMREF.op("alloca_scope")
class AllocaScopeOp(Operation, RegionBranchOpInterface):
    """Runs its region and then frees what was allocated on the stack there."""

    __slots__ = ()

    results: d.VariadicResult = d.variadic_result(ANY_TYPE)
    body: d.Region = d.region(num_blocks=1, name="bodyRegion")
    traits = (
        AutomaticAllocationScope(),
        SingleBlockImplicitTerminator("memref.alloca_scope.return"),
        RecursiveMemoryEffects(),
        NoRegionArguments(),
    )

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        """`(-> (types))? region {…}`."""
        state.result_types += parser.parse_optional_arrow_type_list()
        region = parser.parse_region()
        ensure_terminator(cls, region, parser.context, state.location)
        state.regions.append(region)
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: AsmPrinter) -> None:
        """As `parse` reads it; the terminator is left out where there are no results."""
        printer.write(" ")
        if self.results:
            printer.write(" -> (")
            printer.print_types(self.result_types)
            printer.write(")")
        printer.write(" ")
        printer.print_region(
            self.body, print_entry_args=False, print_terminators=bool(self.results)
        )
        printer.print_attr_dict(self)

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        """Into the body, and from there out."""
        return [
            RegionSuccessor(self.body) if point is None else RegionSuccessor(None, self.results)
        ]

    def verify_regions(self) -> None:
        terminator = self.body.blocks[0].terminator
        if len(terminator.operands) != len(self.results):
            raise self.error(
                f"along control flow edge from Operation {terminator.name} to parent: region "
                f"branch point has {len(terminator.operands)} operands, but region successor "
                f"needs {len(self.results)} inputs"
            )
        for index, (operand, result) in enumerate(
            zip(terminator.operands, self.results, strict=True)
        ):
            if operand.type is not result.type:
                raise self.error(
                    f"along control flow edge from Operation {terminator.name} to parent: "
                    f"successor operand type #{index} '{operand.type}' should match successor "
                    f"input type #{index} '{result.type}'"
                )


@MEMREF.op("alloca_scope.return")
class AllocaScopeReturnOp(Operation, RegionBranchTerminatorOpInterface):
    """Ends a scope with its results."""

    __slots__ = ()

    values: d.VariadicOperand = d.variadic_operand(ANY_TYPE, name="results")
    traits = (Pure(), HasParent("memref.alloca_scope"), ReturnLike(), IsTerminator())
    assembly_format = "attr-dict ($results^ `:` type($results))?"
