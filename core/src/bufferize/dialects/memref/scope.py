"""Scopes at whose end stack allocations are freed."""

from __future__ import annotations

from bufferize import define as d
from bufferize.dialects.memref.base import MEMREF
from bufferize.interfaces import (
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
)
from bufferize.ir import Region


@MEMREF.op("alloca_scope")
class AllocaScopeOp(d.Operation, RegionBranchOpInterface):
    """Runs its region and then frees what was allocated on the stack there."""

    __slots__ = ()

    results: d.VariadicResult = d.variadic_result(d.ANY_TYPE)
    body: d.Region = d.region(num_blocks=1, name="bodyRegion")
    traits = (
        d.AutomaticAllocationScope(),
        d.SingleBlockImplicitTerminator("memref.alloca_scope.return"),
        d.RecursiveMemoryEffects(),
        d.NoRegionArguments(),
    )

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """`(-> (types))? region {…}`."""
        state.result_types += parser.parse_optional_arrow_type_list()
        region = parser.parse_region()
        d.ensure_terminator(cls, region, parser.context, state.location)
        state.regions.append(region)
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: d.AsmPrinter) -> None:
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
        self.verify_edges()


@MEMREF.op("alloca_scope.return")
class AllocaScopeReturnOp(d.Operation, RegionBranchTerminatorOpInterface):
    """Ends a scope with its results."""

    __slots__ = ()

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="results")
    traits = (d.Pure(), d.HasParent("memref.alloca_scope"), d.ReturnLike(), d.IsTerminator())
    assembly_format = "attr-dict ($results^ `:` type($results))?"
