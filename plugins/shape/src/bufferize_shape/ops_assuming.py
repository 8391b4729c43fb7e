"""Code that relies on a witness."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    HasParent,
    IsTerminator,
    Operation,
    Pure,
    RecursiveMemoryEffects,
    ReturnLike,
    SingleBlockImplicitTerminator,
)
from bufferize.define.asm import AsmParser, AsmPrinter, OperationState
from bufferize.define.directives import is_implied
from bufferize.define.type_constraints import ANY_TYPE
from bufferize.interfaces import (
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
)
from bufferize.ir import Region
from bufferize_shape.base import A_WITNESS, SHAPE_DIALECT, WITNESS


@SHAPE_DIALECT.op("assuming")
class AssumingOp(Operation, RegionBranchOpInterface):
    """Runs its region, which may rely on what the witness stands for."""

    __slots__ = ()

    witness: d.Operand = d.operand(A_WITNESS)
    outputs: d.VariadicResult = d.variadic_result(ANY_TYPE, name="results")
    do_region: d.Region = d.region(1, name="doRegion")
    traits = (SingleBlockImplicitTerminator("shape.assuming_yield"), RecursiveMemoryEffects())

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        if point is None:
            return [RegionSuccessor(self.do_region)]
        return [RegionSuccessor(None, self.results)]

    def verify_regions(self) -> None:
        edge = "along control flow edge from Operation shape.assuming_yield to parent"
        yielded = self.do_region.blocks[0].terminator.operand_types
        if len(yielded) != len(self.results):
            raise self.error(
                f"{edge}: region branch point has {len(yielded)} operands, but region successor "
                f"needs {len(self.results)} inputs"
            )
        for i, (type, result) in enumerate(zip(yielded, self.result_types, strict=True)):
            if type is not result:
                raise self.error(
                    f"{edge}: successor operand type #{i} '{type}' should match successor input "
                    f"type #{i} '{result}'"
                )

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        """`%witness (-> types)? {...} {attributes}?`."""
        state.operands = [parser.resolve_operand(parser.parse_operand(), WITNESS)]
        state.result_types = parser.parse_optional_arrow_type_list()
        region = parser.parse_region()
        d.ensure_terminator(cls, region, parser.context, state.location)
        state.regions = [region]
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: AsmPrinter) -> None:
        """The terminator of a region without results is left out."""
        printer.write(" ")
        printer.print_operand(self.witness)
        if self.results:
            printer.write(" -> (")
            printer.print_types(self.result_types)
            printer.write(")")
        printer.write(" ")
        implied = is_implied(self.do_region)
        printer.print_region(self.do_region, print_terminators=not implied)
        printer.print_attr_dict(self)


@SHAPE_DIALECT.op("assuming_yield")
class AssumingYieldOp(Operation, RegionBranchTerminatorOpInterface):
    """Ends the region with the results."""

    __slots__ = ()

    values: d.VariadicOperand = d.variadic_operand(ANY_TYPE, name="operands")
    traits = (Pure(), ReturnLike(), IsTerminator(), HasParent("shape.assuming"))
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"
