"""Reductions over the extents of a shape."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import (
    LoopBounds,
    RegionBranchTerminatorOpInterface,
    SingleRegionLoopInterface,
)
from bufferize_shape.dialect import SHAPE, SHAPE_DIALECT, SHAPE_OR_EXTENT_TENSOR, SIZE


@SHAPE_DIALECT.op("reduce")
class ReduceOp(d.Operation, SingleRegionLoopInterface):
    """A reduction: runs its region for each extent of a shape, and carries values along.

    The region's arguments are the number of the extent, the extent, and the values so far.
    """

    shape: d.Operand = d.operand(SHAPE_OR_EXTENT_TENSOR)
    init_values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="initVals")
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE, name="result")
    region: d.Region = d.region(1)
    traits = (d.SingleBlockImplicitTerminator("shape.yield"),)

    @property
    def loop_induction_variables(self) -> list[ir.BlockArgument]:
        return [self.region.blocks[0].arguments[0]]

    @property
    def loop_bounds(self) -> list[LoopBounds] | None:
        type = self.shape.type
        rank = type.shape[0] if isinstance(type, ir.RankedTensorType) else ir.DYNAMIC
        return None if rank == ir.DYNAMIC else [(0, rank, 1)]

    @property
    def init_operands(self) -> list[ir.OpOperand]:
        return self.op_operands[1:]

    @property
    def region_iter_args(self) -> list[ir.BlockArgument]:
        return list(self.region.blocks[0].arguments[2:])

    def verify_op(self) -> None:
        arguments = [argument.type for argument in self.region.blocks[0].arguments]
        if len(arguments) != len(self.init_values) + 2:
            raise self.error(
                f"ReduceOp body is expected to have {len(self.init_values) + 2} arguments"
            )
        number, extent, *values = arguments
        if number is not ir.INDEX:
            raise self.error("argument 0 of ReduceOp body is expected to be of IndexType")
        if self.shape.type is SHAPE and extent is not SIZE:
            raise self.error(
                "argument 1 of ReduceOp body is expected to be of SizeType if the ReduceOp "
                "operates on a ShapeType"
            )
        if self.shape.type is not SHAPE and extent is not ir.INDEX:
            raise self.error(
                "argument 1 of ReduceOp body is expected to be of IndexType if the ReduceOp "
                "operates on an extent tensor"
            )
        for i, (value, init) in enumerate(zip(values, self.init_values, strict=True)):
            if value is not init.type:
                raise self.error(
                    f"type mismatch between argument {i + 2} of ReduceOp body and initial value {i}"
                )
        if [init.type for init in self.init_values] != list(self.result_types):
            # MLIR prints such an op in a form that it cannot read, or reads as another type.
            raise self.error("expected results of the types of the initial values")

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Parse `(%shape, %initial_values) : type (-> types)? {...} {attributes}?`."""
        offset = parser.offset
        operands = parser.parse_operand_list("(")
        if not operands:
            raise parser.error("expected the shape to reduce", offset)
        shape_type = parser.parse_colon_type()
        state.result_types = parser.parse_optional_arrow_type_list()
        shape = parser.resolve_operand(operands[0], shape_type)
        state.operands = [shape, *parser.resolve_operands(operands[1:], state.result_types)]
        state.regions = [parser.parse_region()]
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: d.AsmPrinter) -> None:
        """Print the op; the types of the results stand for those of the initial values, too."""
        printer.write("(")
        printer.print_operands(self.operands)
        printer.write(") : ")
        printer.print_type(self.shape.type)
        if self.results:
            printer.print_arrow_type_list(self.result_types)
        printer.write(" ")
        printer.print_region(self.region)
        printer.print_attr_dict(self)


@SHAPE_DIALECT.op("yield")
class YieldOp(d.Operation, RegionBranchTerminatorOpInterface):
    """The end of the region of a reduction, with the current values."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    traits = (
        d.HasParent("shape.reduce", "shape.function_library"),
        d.Pure(),
        d.ReturnLike(),
        d.IsTerminator(),
    )
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"

    def verify_op(self) -> None:
        parent = self.parent_op
        assert parent is not None
        if len(self.operands) != len(parent.results):
            raise self.error("number of operands does not match number of results of its parent")
        if self.operand_types != parent.result_types:
            raise self.error("types mismatch between yield op and its parent")
