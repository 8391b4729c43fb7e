"""Ops that run one of their regions, once: scf.if, scf.index_switch, scf.execute_region."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.define.directives import parse_then_else, print_body, print_then_else
from bufferize.interfaces import IfOpInterface, RegionBranchOpInterface, RegionSuccessor
from bufferize_scf.dialect import SCF
from bufferize_scf.ops_loop import YieldOp
from bufferize_scf.region_values import drop_redundant_region_values


def _yielded_types(region: ir.Region) -> tuple[ir.Type, ...]:
    last = region.blocks[0].last_op if region.blocks else None
    return () if last is None else last.operand_types


@SCF.op("if")
class IfOp(d.Operation, IfOpInterface):
    """A branch: runs one of two regions, or one region or none."""

    condition: d.Operand = d.operand(d.I1)
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE, name="results")
    then_region: d.Region = d.region(1, name="thenRegion")
    else_region: d.Region = d.region(name="elseRegion")
    traits = (
        d.RecursiveMemoryEffects(),
        d.RecursivelySpeculatable(),
        d.SingleBlockImplicitTerminator("scf.yield"),
        d.NoRegionArguments(),
    )

    @property
    def then_yield(self) -> YieldOp:
        """The terminator of the first region."""
        last = self.then_region.blocks[0].last_op
        assert isinstance(last, YieldOp)
        return last

    @property
    def else_yield(self) -> YieldOp:
        """The terminator of the second region, which must exist."""
        last = self.else_region.blocks[0].last_op
        assert isinstance(last, YieldOp)
        return last

    def infer_result_types(self) -> tuple[ir.Type, ...]:
        """Return the types of the values that the first region yields."""
        return _yielded_types(self.then_region)

    def verify_op(self) -> None:
        if len(self.else_region.blocks) > 1:
            raise self.error(
                "region #1 ('elseRegion') failed to verify constraint: region with at most 1 blocks"
            )
        if self.results and not self.has_else:
            raise self.error("must have an else block if defining values")

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Drop results that are unused or the same in both regions, and an empty else region."""
        if drop_redundant_region_values(self, rewriter):
            return True
        if self.results or not self.has_else or self.else_region.blocks[0].num_ops > 1:
            return False
        rewriter.erase_op(self.else_yield)
        self.else_region.remove(self.else_region.blocks[0])
        rewriter.notify_modified(self)
        return True

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        state.operands = [parser.resolve_operand(parser.parse_operand(), ir.I1)]
        state.result_types = parser.parse_optional_arrow_type_list()
        parse_then_else(cls, parser, state)

    def print(self, printer: d.AsmPrinter) -> None:
        printer.write(" ")
        printer.print_operand(self.condition)
        if self.results:
            printer.write(" -> (")
            printer.print_types(self.result_types)
            printer.write(")")
        print_then_else(printer, self)


@SCF.op("index_switch")
class IndexSwitchOp(d.Operation, RegionBranchOpInterface):
    """A switch: runs the region whose case equals the argument, else the default region."""

    arg: d.Operand = d.operand(d.INDEX)
    cases: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE, name="results")
    default_region: d.Region = d.region(1, name="defaultRegion")
    case_regions: d.VariadicRegion = d.variadic_region(1, name="caseRegions")
    traits = (d.RecursiveMemoryEffects(), d.SingleBlockImplicitTerminator("scf.yield"))

    def infer_result_types(self) -> tuple[ir.Type, ...]:
        """Return the types of the values that the default region yields."""
        return _yielded_types(self.default_region)

    def successor_regions(self, point: ir.Region | None) -> list[RegionSuccessor]:
        if point is None:
            return [RegionSuccessor(region) for region in self.regions]
        return [RegionSuccessor(None, self.results)]

    def verify_op(self) -> None:
        cases = self.cases.values
        if len(cases) != len(self.case_regions):
            raise self.error(
                f"has {len(self.case_regions)} case regions but {len(cases)} case values"
            )
        seen: set[int] = set()
        for case in cases:
            if case in seen:
                raise self.error(f"has duplicate case value: {case}")
            seen.add(case)

    def verify_regions(self) -> None:
        self._verify_region(self.default_region, "default region")
        for index, region in enumerate(self.case_regions):
            self._verify_region(region, f"case region #{index}")

    def _verify_region(self, region: ir.Region, word: str) -> None:
        last = region.blocks[0].last_op
        assert isinstance(last, YieldOp)
        if len(last.op_operands) != len(self.results):
            raise self.error(
                f"expected each region to return {len(self.results)} values, but {word} returns "
                f"{len(last.op_operands)}"
            )
        for index, (value, result) in enumerate(zip(last.operands, self.results, strict=True)):
            if value.type is not result.type:
                raise self.error(
                    f"expected result #{index} of each region to be '{result.type}', but {word} "
                    f"returns '{value.type}'"
                )

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Drop results that are unused or the same in all regions."""
        return drop_redundant_region_values(self, rewriter)

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        state.operands = [parser.resolve_operand(parser.parse_operand(), ir.INDEX)]
        state.attributes.update(parser.parse_optional_attr_dict())
        if parser.parse_optional_punctuation("->"):
            state.result_types = parser.parse_type_list()
        cases: list[int] = []
        regions: list[ir.Region] = []
        while parser.parse_optional_keyword("case"):
            cases.append(parser.parse_integer())
            regions.append(parser.parse_region())
        parser.parse_keyword("default")
        default = parser.parse_region()
        d.ensure_terminator(cls, default, parser.context, state.location)
        state.properties["cases"] = ir.dense_i64(cases)
        state.regions = [default, *regions]

    def print(self, printer: d.AsmPrinter) -> None:
        printer.write(" ")
        printer.print_operand(self.arg)
        printer.print_attr_dict(self, ("cases",))
        if self.results:
            printer.write(" -> ")
            printer.print_types(self.result_types)
        printer.write(" ")
        for case, region in zip(self.cases.values, self.case_regions, strict=True):
            printer.newline()
            printer.write(f"case {case} ")
            printer.print_region(region, print_entry_args=False)
        printer.newline()
        printer.write("default ")
        print_body(printer, self.default_region)


@SCF.op("execute_region")
class ExecuteRegionOp(d.Operation, RegionBranchOpInterface):
    """A region, maybe of several blocks, that runs exactly once."""

    no_inline: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE, name="results")
    region: d.Region = d.region()
    traits = (d.RecursiveMemoryEffects(),)

    def successor_regions(self, point: ir.Region | None) -> list[RegionSuccessor]:
        if point is None:
            return [RegionSuccessor(self.region)]
        return [RegionSuccessor(None, self.results)]

    def verify_op(self) -> None:
        if not self.region.blocks:
            raise self.error("region needs to have at least one block")
        if self.region.blocks[0].arguments:
            raise self.error("region cannot have any arguments")

    def verify_regions(self) -> None:
        self.verify_edges()

    def canonicalize(self, rewriter: ir.Rewriter) -> bool:
        """Inline a single block; otherwise drop unused results."""
        if self.no_inline is not None or len(self.region.blocks) > 1:
            return drop_redundant_region_values(self, rewriter)
        end = self.region.blocks[0].terminator
        if not isinstance(end, YieldOp):
            return False
        values = end.operands
        rewriter.erase_op(end)
        for op in self.region.blocks[0].ops:
            op.move_before(self)
            rewriter.notify_modified(op)
        rewriter.replace_op(self, values)
        return True

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        state.result_types = parser.parse_optional_arrow_type_list()
        if parser.parse_optional_keyword("no_inline"):
            state.properties["no_inline"] = ir.UNIT
        state.regions.append(parser.parse_region())
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: d.AsmPrinter) -> None:
        if self.results:
            printer.print_arrow_type_list(self.result_types)
        if self.no_inline is not None:
            printer.write(" no_inline")
        printer.write(" ")
        printer.print_region(self.region, print_entry_args=False)
        printer.print_attr_dict(self, ("no_inline",))
