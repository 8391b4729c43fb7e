"""Masks, and the op that applies a mask to another op."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_vector.dialect import (
    MASK,
    MASK_OF_ANY_RANK,
    VECTOR,
    MaskableOpInterface,
    vector_type,
)


@VECTOR.op("yield")
class YieldOp(d.Operation):
    """The end of a region of a vector op."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    traits = (d.Pure(), d.ReturnLike(), d.IsTerminator())
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"


@VECTOR.op("create_mask")
class CreateMaskOp(d.Operation):
    """A mask with leading bits set; operands are the numbers of set bits in each dimension."""

    sizes: d.VariadicOperand = d.variadic_operand(d.INDEX, name="operands")
    mask: d.Result = d.result(MASK_OF_ANY_RANK)
    traits = (d.Pure(),)
    assembly_format = "$operands attr-dict `:` type(results)"

    def verify_op(self) -> None:
        rank = len(vector_type(self.mask).shape)
        if rank == 0 and len(self.sizes) != 1:
            raise self.error("must specify exactly one operand for 0-D create_mask")
        if rank and len(self.sizes) != rank:
            raise self.error("must specify an operand for each result vector dimension")


@VECTOR.op("constant_mask")
class ConstantMaskOp(d.Operation):
    """A mask with leading bits set; an attribute has the number of set bits in each dimension."""

    mask_dim_sizes: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    mask: d.Result = d.result(MASK_OF_ANY_RANK)
    traits = (d.Pure(),)
    assembly_format = "$mask_dim_sizes attr-dict `:` type(results)"

    def verify_op(self) -> None:
        type, sizes = vector_type(self.mask), self.mask_dim_sizes.values
        if not type.shape:
            if len(sizes) != 1:
                raise self.error("array attr must have length 1 for 0-D vectors")
            if sizes[0] not in (0, 1):
                raise self.error("mask dim size must be either 0 or 1 for 0-D vectors")
            return
        if len(sizes) != len(type.shape):
            raise self.error("must specify array attr of size equal vector result rank")
        for size, extent, scalable in zip(sizes, type.shape, type.scalable_dims, strict=True):
            if not 0 <= size <= extent:
                raise self.error("array attr of size out of bounds of vector result dimension size")
            if scalable and size not in (0, extent):
                raise self.error("only supports 'none set' or 'all set' scalable dimensions")
        if 0 in sizes and any(sizes):
            raise self.error(
                "expected all mask dim sizes to be zeros, as a result of conjunction with zero "
                "mask dim"
            )


@VECTOR.op("mask")
class MaskOp(d.Operation):
    """The masking of the op in its region; masked-off results come from `passthru`."""

    mask: d.Operand = d.operand(MASK)
    passthru: d.OptionalOperand = d.optional_operand(d.ANY_TYPE)
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE, name="results")
    mask_region: d.Region = d.region(1, name="maskRegion")
    traits = (d.WillReturn(), d.SingleBlock(), d.RecursiveMemoryEffects(), d.NoRegionArguments())

    @property
    def masked_op(self) -> ir.Operation | None:
        """The masked op, None if the region has only a terminator."""
        block = self.mask_region.blocks[0]
        first = block.first_op
        return None if first is block.last_op else first

    def verify_op(self) -> None:
        terminator = self.mask_region.blocks[0].last_op
        if not isinstance(terminator, YieldOp):
            raise self.error("expects a terminator within the mask region")
        if len(terminator.op_operands) != len(self.results):
            raise self.error("expects number of results to match mask region yielded values")
        masked = self.masked_op
        if masked is None:
            return
        if masked.next_op is not terminator:
            raise self.error("expects only one operation to mask")
        if not isinstance(masked, MaskableOpInterface):
            raise self.error("expects a MaskableOpInterface within the mask region")
        if terminator.operands != masked.results:
            raise self.error(
                "expects all the results from the MaskableOpInterface to match all the values "
                "returned by the terminator"
            )
        if masked.result_types != self.result_types:
            raise self.error("expects result type to match maskable operation result type")
        if sum(isinstance(t, ir.VectorType) for t in self.result_types) > 1:
            raise self.error("multiple vector results not supported")
        expected = masked.expected_mask_type()
        if self.mask.type is not expected:
            raise self.error(f"expects a '{expected}' mask for the maskable operation")
        if self.passthru is not None:
            if not masked.supports_passthru:
                raise self.error("doesn't expect a passthru argument for this maskable operation")
            if len(masked.results) != 1:
                raise self.error("expects result when passthru argument is provided")
            if self.passthru.type is not masked.results[0].type:
                raise self.error("expects passthru type to match result type")

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        mask = parser.parse_operand()
        passthru = parser.parse_operand() if parser.parse_optional_punctuation(",") else None
        region = parser.parse_region()
        _complete(region, state)
        state.regions.append(region)
        state.attributes.update(parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        state.operands.append(parser.resolve_operand(mask, parser.parse_type()))
        state.result_types = parser.parse_optional_arrow_type_list()
        if passthru is not None:
            if not state.result_types:
                raise parser.error("expects a result if passthru operand is provided")
            state.operands.append(parser.resolve_operand(passthru, state.result_types[0]))

    def print(self, printer: d.AsmPrinter) -> None:
        printer.write(" ")
        printer.print_operands(self.operands)
        printer.write(" ")
        block = self.mask_region.blocks[0]
        if _is_inline(block):
            printer.write("{ ")
            op = block.first_op
            if isinstance(op, d.Operation):
                printer.write(op.name)
                op.print(printer)
            printer.write(" }")
        else:
            printer.print_region(self.mask_region)
        printer.print_attr_dict(self)
        printer.write(" : ")
        printer.print_type(self.mask.type)
        if self.results:
            printer.print_arrow_type_list(self.result_types)


def _complete(region: ir.Region, state: d.OperationState) -> None:
    """Add the terminator omitted in the text, which yields the results of the masked op."""
    if not region.blocks:
        region.append(ir.Block())
    block = region.blocks[0]
    last = block.last_op
    if last is None or not last.has_trait(d.IsTerminator):
        results = () if last is None else last.results
        block.append(YieldOp.create(results, location=state.location))


def _is_inline(block: ir.Block) -> bool:
    """Return whether the block is one op with custom syntax, and its implied terminator.

    As in MLIR's text, attributes of the terminator are not printed.
    """
    first, last = block.first_op, block.last_op
    if not isinstance(first, d.Operation) or not first.has_custom_syntax:
        return False
    if first is last:
        return True
    return isinstance(last, YieldOp) and first.next_op is last and last.operands == first.results
