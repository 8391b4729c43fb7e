"""`gpu.warp_execute_on_lane_0`: code that one thread runs for its whole warp."""

from __future__ import annotations

from math import prod

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import RegionBranchOpInterface, RegionSuccessor
from bufferize_gpu.dialect import GPU
from bufferize_gpu.ops_group import YieldOp


@GPU.op("warp_execute_on_lane_0")
class WarpExecuteOnLane0Op(d.Operation, RegionBranchOpInterface):
    """A region that the first thread of a warp runs.

    Vectors are distributed: each thread holds a part, and the body sees the whole. The same holds
    for the vectors that it yields.
    """

    laneid: d.Operand = d.operand(d.INDEX)
    warp_size: d.Attr[ir.IntegerAttr, int] = d.attr(d.I64_ATTR)
    args: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE, name="results")
    warp_region: d.Region = d.region(num_blocks=1, name="warpRegion")
    traits = (d.SingleBlockImplicitTerminator("gpu.yield"), d.RecursiveMemoryEffects())

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Read `(%lane)[size] (args(%values : types))? (-> (types))? body {attributes}`."""
        parser.parse_punctuation("(")
        state.operands.append(parser.resolve_operand(parser.parse_operand(), ir.INDEX))
        parser.parse_punctuation(")")
        parser.parse_punctuation("[")
        state.properties["warp_size"] = ir.IntegerAttr(parser.parse_integer(), ir.I64)
        parser.parse_punctuation("]")
        if parser.parse_optional_keyword("args"):
            parser.parse_punctuation("(")
            operands = parser.parse_operand_list()
            types = parser.parse_optional_colon_type_list()
            parser.parse_punctuation(")")
            state.operands += parser.resolve_operands(operands, types)
        state.result_types += parser.parse_optional_arrow_type_list()
        region = parser.parse_region()
        d.ensure_terminator(cls, region, parser.context, state.location)
        state.regions.append(region)
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse` accepts; without results, the terminator is left out."""
        printer.write("(")
        printer.print_operand(self.laneid)
        printer.write(f")[{self.warp_size.value}]")
        if self.args:
            printer.write(" args(")
            printer.print_operands(self.args)
            printer.write(" : ")
            printer.print_types([value.type for value in self.args])
            printer.write(")")
        if self.results:
            printer.write(" -> (")
            printer.print_types(self.result_types)
            printer.write(")")
        printer.write(" ")
        printer.print_region(self.warp_region, print_terminators=bool(self.results))
        printer.print_attr_dict(self, ("warp_size",))

    def successor_regions(self, point: ir.Region | None) -> list[RegionSuccessor]:
        if point is None:
            return [RegionSuccessor(self.warp_region)]
        return [RegionSuccessor(None, self.results)]

    def verify_regions(self) -> None:
        block = self.warp_region.blocks[0]
        terminator = block.last_op
        assert isinstance(terminator, YieldOp)
        if len(self.args) != len(block.arguments):
            raise self.error("expected same number op arguments and block arguments.")
        if len(terminator.values) != len(self.results):
            raise self.error("expected same number of yield operands and return values.")
        for whole, part in (
            *zip(block.arguments, self.args, strict=True),
            *zip(terminator.values, self.results, strict=True),
        ):
            self._verify_distribution(whole.type, part.type)

    def _verify_distribution(self, whole: ir.Type, part: ir.Type) -> None:
        """Check that `part`, times the threads, is `whole`, or equals it. Raises VerifyError."""
        if whole is part:
            return
        if not isinstance(whole, ir.VectorType) or not isinstance(part, ir.VectorType):
            raise self.error("expected vector type for distributed operands.")
        if whole.rank != part.rank or whole.element_type is not part.element_type:
            raise self.error("expected distributed vectors to have same rank and element type.")
        extents = list(zip(whole.shape, part.shape, strict=True))
        for index, (all_of_it, some_of_it) in enumerate(extents):
            if all_of_it % some_of_it:
                raise self.error(
                    f"expected expanded vector dimension #{index} ({all_of_it}) to be a multipler "
                    f"of the distributed vector dimension ({some_of_it})"
                )
        size = self.warp_size.value
        if prod(all_of_it // some_of_it for all_of_it, some_of_it in extents) != size:
            raise self.error(
                f"incompatible distribution dimensions from '{whole}' to '{part}' "
                f"with warp size = {size}"
            )
