"""Constraints on shapes, the witnesses that they hold, and code that relies on witnesses."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.define.directives import is_implied
from bufferize.interfaces import (
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
)
from bufferize_shape.dialect import A_WITNESS, SHAPE_DIALECT, SHAPE_OR_EXTENT_TENSOR, WITNESS


@SHAPE_DIALECT.op("const_witness")
class ConstWitnessOp(d.Operation):
    """A witness of a constraint that is known to hold, or known to fail."""

    passing: d.Attr[ir.IntegerAttr, int] = d.attr(d.BOOL_ATTR)
    result: d.Result = d.result(A_WITNESS)
    traits = (d.ConstantLike(), d.NoMemoryEffect())
    assembly_format = "$passing attr-dict"


@SHAPE_DIALECT.op("cstr_broadcastable")
class CstrBroadcastableOp(d.Operation):
    """A witness that values of these shapes can be broadcast to one shape."""

    shapes: d.VariadicOperand = d.variadic_operand(SHAPE_OR_EXTENT_TENSOR)
    result: d.Result = d.result(A_WITNESS)
    traits = (d.Commutative(),)
    assembly_format = "$shapes attr-dict `:` type($shapes)"

    def verify_op(self) -> None:
        if len(self.shapes) < 2:
            raise self.error("required at least 2 input shapes")


@SHAPE_DIALECT.op("cstr_eq")
class CstrEqOp(d.Operation):
    """A witness that all shapes are equal."""

    shapes: d.VariadicOperand = d.variadic_operand(SHAPE_OR_EXTENT_TENSOR)
    result: d.Result = d.result(A_WITNESS)
    traits = (d.Commutative(),)
    assembly_format = "$shapes attr-dict `:` type($shapes)"


@SHAPE_DIALECT.op("cstr_require")
class CstrRequireOp(d.Operation):
    """A witness that a condition holds, with a message if it does not."""

    pred: d.Operand = d.operand(d.I1)
    msg: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR)
    result: d.Result = d.result(A_WITNESS)
    assembly_format = "$pred `,` $msg attr-dict"


@SHAPE_DIALECT.op("assuming_all")
class AssumingAllOp(d.Operation):
    """A witness that all constraints hold."""

    inputs: d.VariadicOperand = d.variadic_operand(A_WITNESS)
    result: d.Result = d.result(A_WITNESS)
    traits = (d.Commutative(), d.Pure())
    assembly_format = "$inputs attr-dict"

    def verify_op(self) -> None:
        if not self.inputs:
            raise self.error("no operands specified")


@SHAPE_DIALECT.op("assuming")
class AssumingOp(d.Operation, RegionBranchOpInterface):
    """A region that may rely on the constraint of a witness."""

    witness: d.Operand = d.operand(A_WITNESS)
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE, name="results")
    do_region: d.Region = d.region(1, name="doRegion")
    traits = (d.SingleBlockImplicitTerminator("shape.assuming_yield"), d.RecursiveMemoryEffects())

    def successor_regions(self, point: ir.Region | None) -> list[RegionSuccessor]:
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
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Parse `%witness (-> types)? {...} {attributes}?`."""
        state.operands = [parser.resolve_operand(parser.parse_operand(), WITNESS)]
        state.result_types = parser.parse_optional_arrow_type_list()
        region = parser.parse_region()
        d.ensure_terminator(cls, region, parser.context, state.location)
        state.regions = [region]
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: d.AsmPrinter) -> None:
        """Print the op; the terminator of a region without results is left out."""
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
class AssumingYieldOp(d.Operation, RegionBranchTerminatorOpInterface):
    """The end of the region of `shape.assuming`, with its results."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    traits = (d.Pure(), d.ReturnLike(), d.IsTerminator(), d.HasParent("shape.assuming"))
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"
