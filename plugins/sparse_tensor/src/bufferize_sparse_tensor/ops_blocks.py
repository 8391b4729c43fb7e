"""Computations on stored and missing elements: ops with a block for each case."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize_sparse_tensor.dialect import SPARSE_TENSOR
from bufferize_sparse_tensor.types import encoding_of


@SPARSE_TENSOR.op("yield")
class YieldOp(d.Operation):
    """The end of a block of an op of the dialect, with its results."""

    results_: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="results")
    traits = (
        d.Pure(),
        d.IsTerminator(),
        d.HasParent(
            "sparse_tensor.binary",
            "sparse_tensor.unary",
            "sparse_tensor.reduce",
            "sparse_tensor.select",
            "sparse_tensor.foreach",
            "sparse_tensor.iterate",
            "sparse_tensor.coiterate",
        ),
    )
    assembly_format = "$results attr-dict `:` type($results)"


class ElementOp(d.Operation):
    """Base of the ops on single elements."""

    def verify_block(
        self, region: ir.Region, name: str, arguments: Sequence[ir.Type], result: ir.Type
    ) -> None:
        """Raise VerifyError unless the block has arguments of these types and yields this type."""
        given = region.entry.arguments
        if len(given) != len(arguments):
            raise self.plain_error(f"{name} region must have exactly {len(arguments)} arguments")
        for number, (argument, type) in enumerate(zip(given, arguments, strict=True), 1):
            if argument.type is not type:
                raise self.plain_error(f"{name} region argument {number} type mismatch")
        last = region.entry.last_op
        if not isinstance(last, YieldOp):
            raise self.plain_error(f"{name} region must end with sparse_tensor.yield")
        if [value.type for value in last.results_] != [result]:
            raise self.plain_error(f"{name} region yield type mismatch")


@SPARSE_TENSOR.op("unary")
class UnaryOp(ElementOp):
    """A function of one element: one block for stored elements, another one for missing ones."""

    x: d.Operand = d.operand(d.ANY_TYPE)
    output: d.Result = d.result(d.ANY_TYPE)
    present_region: d.Region = d.region(name="presentRegion")
    absent_region: d.Region = d.region(name="absentRegion")
    traits = (d.Pure(),)
    assembly_format = r"""
        $x attr-dict `:` type($x) `to` type($output) `\n`
        `present` `=` $presentRegion `\n`
        `absent` `=` $absentRegion
    """

    def verify_op(self) -> None:
        if self.present_region.blocks:
            self.verify_block(self.present_region, "present", [self.x.type], self.output.type)
        if not self.absent_region.blocks:
            return
        self.verify_block(self.absent_region, "absent", [], self.output.type)
        block = self.absent_region.entry
        (value,) = block.terminator.operands
        if isinstance(value, ir.BlockArgument):
            if value.owner is self.parent:
                raise self.plain_error("absent region cannot yield linalg argument")
            return
        op = value.defining_op
        if op is not None and op.name != "arith.constant" and op.parent in (block, self.parent):
            raise self.plain_error("absent region cannot yield locally computed value")


@SPARSE_TENSOR.op("binary")
class BinaryOp(ElementOp):
    """A function of two elements: blocks for both stored, only the left, and only the right."""

    x: d.Operand = d.operand(d.ANY_TYPE)
    y: d.Operand = d.operand(d.ANY_TYPE)
    left_identity = d.optional_attr(d.UNIT_ATTR)
    right_identity = d.optional_attr(d.UNIT_ATTR)
    output: d.Result = d.result(d.ANY_TYPE)
    overlap_region: d.Region = d.region(name="overlapRegion")
    left_region: d.Region = d.region(name="leftRegion")
    right_region: d.Region = d.region(name="rightRegion")
    traits = (d.Pure(),)
    assembly_format = r"""
        $x `,` $y `:` attr-dict type($x) `,` type($y) `to` type($output) `\n`
        `overlap` `=` $overlapRegion `\n`
        `left` `=` (`identity` $left_identity^) : ($leftRegion)? `\n`
        `right` `=` (`identity` $right_identity^) : ($rightRegion)?
    """

    def verify_op(self) -> None:
        x, y, output = self.x.type, self.y.type, self.output.type
        if self.overlap_region.blocks:
            self.verify_block(self.overlap_region, "overlap", [x, y], output)
        if self.left_region.blocks:
            self.verify_block(self.left_region, "left", [x], output)
        elif self.left_identity is not None and x is not output:
            raise self.plain_error(
                "left=identity requires first argument to have the same type as the output"
            )
        if self.right_region.blocks:
            self.verify_block(self.right_region, "right", [y], output)
        elif self.right_identity is not None and y is not output:
            raise self.plain_error(
                "right=identity requires second argument to have the same type as the output"
            )


@SPARSE_TENSOR.op("reduce")
class ReduceOp(ElementOp):
    """The combination of two numbers in a reduction that starts with an identity."""

    x: d.Operand = d.operand(d.ANY_TYPE)
    y: d.Operand = d.operand(d.ANY_TYPE)
    identity: d.Operand = d.operand(d.ANY_TYPE)
    output: d.Result = d.result(d.ANY_TYPE)
    region: d.Region = d.region(1)
    traits = (d.Pure(), d.SameOperandsAndResultType())
    assembly_format = "$x `,` $y `,` $identity attr-dict `:` type($output) $region"

    def verify_op(self) -> None:
        type = self.x.type
        self.verify_block(self.region, "reduce", [type, type], type)


@SPARSE_TENSOR.op("select")
class SelectOp(ElementOp):
    """A filter of stored elements: keeps those for which the block yields true."""

    x: d.Operand = d.operand(d.ANY_TYPE)
    output: d.Result = d.result(d.ANY_TYPE)
    region: d.Region = d.region(1)
    traits = (d.Pure(), d.SameOperandsAndResultType())
    assembly_format = "$x attr-dict `:` type($x) $region"

    def verify_op(self) -> None:
        self.verify_block(self.region, "select", [self.x.type], ir.I1)


@SPARSE_TENSOR.op("foreach")
class ForeachOp(d.Operation):
    """A loop over the stored elements; its block takes their coordinates and values."""

    tensor: d.Operand = d.operand(d.RANKED_TENSOR)
    init_args: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="initArgs")
    order: d.OptionalAttr[ir.AffineMapAttr, ir.AffineMapAttr] = d.optional_attr(d.AFFINE_MAP_ATTR)
    results_: d.VariadicResult = d.variadic_result(d.ANY_TYPE, name="results")
    region: d.Region = d.region(1)
    traits = (d.SingleBlockImplicitTerminator("sparse_tensor.yield"),)
    assembly_format = """
        `in` $tensor (`init` `` `(` $initArgs^ `)`)? attr-dict
        `:` type($tensor) (`,` type($initArgs)^)? (`->` type($results)^)? `do` $region
    """

    def verify_op(self) -> None:
        tensor = self.tensor.type
        assert isinstance(tensor, ir.RankedTensorType)
        encoding = encoding_of(tensor)
        rank = tensor.rank if encoding is None else encoding.lvl_rank
        if self.order is not None and self.order.map.num_dims != rank:
            raise self.plain_error("Level traverse order does not match tensor's level rank")
        arguments, inits = self.region.entry.arguments, [init.type for init in self.init_args]
        results = [result.type for result in self.results]
        if len(arguments) != tensor.rank + 1 + len(inits):
            raise self.plain_error("Unmatched number of arguments in the block")
        if len(results) != len(inits):
            raise self.plain_error("Mismatch in number of init arguments and results")
        if results != inits:
            raise self.plain_error("Mismatch in types of init arguments and results")
        if [operand.type for operand in self.region.entry.terminator.operands] != results:
            raise self.plain_error("Mismatch in types of yield values and results")
        for dim, argument in enumerate(arguments[: tensor.rank]):
            if argument.type is not ir.INDEX:
                raise self.plain_error(f"Expecting Index type for argument at index {dim}")
        element, value = tensor.element_type, arguments[tensor.rank].type
        if element is not value:
            raise self.plain_error(
                "Unmatched element type between input tensor and block argument, "
                f"expected:{element}, got: {value}"
            )
