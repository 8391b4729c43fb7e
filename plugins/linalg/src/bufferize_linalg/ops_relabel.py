"""`linalg.transpose` and `linalg.broadcast`: copies with permuted or added dimensions."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_linalg.bodies import build_region, first
from bufferize_linalg.dialect import LINALG
from bufferize_linalg.ops_map_reduce import shape_of
from bufferize_linalg.structured import StructuredOp
from bufferize_linalg.structured_syntax import (
    parse_destination_style,
    parse_i64_array,
    print_dict,
    print_i64_array,
    print_operands,
)
from bufferize_linalg.table import PARALLEL


class _RelabelOp(StructuredOp):
    """Base of the copies with one input, one init, and a list of dimensions that relates them."""

    @property
    def num_dps_inputs(self) -> int:
        return 1

    @property
    def iterator_types_array(self) -> tuple[str, ...]:
        return (PARALLEL,) * len(shape_of(self.operand(1)))


def _parse(parser: d.AsmParser, state: d.OperationState, attribute: str) -> None:
    inputs, outputs = parse_destination_style(
        parser, state, lambda: parse_i64_array(parser, state, attribute)
    )
    types = [*inputs, *outputs]
    if types:
        state.regions.append(
            build_region(parser.context, types, first, False, state.location, parser.error)
        )


@LINALG.op("transpose")
class TransposeOp(_RelabelOp):
    """`result[i0, i1, …] = input[…]`: dimension i of the result is `permutation[i]` of the input."""

    input: d.Operand = d.operand(d.TENSOR_OR_MEMREF)
    init: d.Operand = d.operand(d.TENSOR_OR_MEMREF)
    permutation: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    result_: d.VariadicResult = d.variadic_result(d.ANY_TENSOR, name="result")
    region: d.Region = d.region(1)

    @property
    def indexing_maps_array(self) -> tuple[ir.AffineMap, ...]:
        permutation = self.permutation.values
        inverse = sorted(range(len(permutation)), key=permutation.__getitem__)
        return (ir.AffineMap.permutation(inverse), ir.AffineMap.identity(len(permutation)))

    def result_names(self) -> list[str] | None:
        return ["transposed"] if self.results else None

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        _parse(parser, state, "permutation")

    def print(self, printer: d.AsmPrinter) -> None:
        print_operands(printer, self)
        print_i64_array(printer, "permutation", self.permutation.values)
        print_dict(printer, self, ["permutation"])

    def verify_op(self) -> None:
        permutation = self.permutation.values
        if sorted(permutation) != list(range(len(permutation))):
            raise self.error("permutation is not valid")
        shape, init_shape = shape_of(self.input), shape_of(self.init)
        if len(shape) != len(init_shape):
            raise self.error(f"input rank {len(shape)} does not match init rank {len(init_shape)}")
        if len(shape) != len(permutation):
            raise self.error(
                f"size of permutation {len(permutation)} does not match the argument rank "
                f"{len(shape)}"
            )
        for i, (source, extent) in enumerate(zip(permutation, init_shape, strict=True)):
            if shape[source] != extent:
                raise self.error(
                    f"dim(result, {i}) = {extent} doesn't match dim(input, permutation[{i}]) = "
                    f"{shape[source]}"
                )


@LINALG.op("broadcast")
class BroadcastOp(_RelabelOp):
    """A copy of the input along new dimensions of the init."""

    input: d.Operand = d.operand(d.TENSOR_OR_MEMREF)
    init: d.Operand = d.operand(d.TENSOR_OR_MEMREF)
    dimensions: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    result_: d.VariadicResult = d.variadic_result(d.ANY_TENSOR, name="result")
    region: d.Region = d.region(1)

    @property
    def indexing_maps_array(self) -> tuple[ir.AffineMap, ...]:
        rank = len(shape_of(self.init))
        kept = tuple(ir.AffineDimExpr(i) for i in range(rank) if i not in self.dimensions.values)
        return (ir.AffineMap(rank, 0, kept), ir.AffineMap.identity(rank))

    def result_names(self) -> list[str] | None:
        return ["broadcasted"] if self.results else None

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        _parse(parser, state, "dimensions")

    def print(self, printer: d.AsmPrinter) -> None:
        print_operands(printer, self)
        print_i64_array(printer, "dimensions", self.dimensions.values)
        print_dict(printer, self, ["dimensions"])

    def verify_op(self) -> None:
        dimensions = self.dimensions.values
        shape, init_shape = shape_of(self.input), shape_of(self.init)
        if len(shape) + len(dimensions) != len(init_shape):
            raise self.error(
                "input rank plus added dimensions does not match init rank. input rank: "
                f"{len(shape)}, dimensions size: {len(dimensions)}, init rank: {len(init_shape)}"
            )
        for i, dim in enumerate(dimensions):
            if not 0 <= dim < len(init_shape):
                raise self.error(
                    f"dimension {i} is out of range. expected range: [0, {len(init_shape) - 1}], "
                    f"got: {dim}"
                )
        kept = [i for i in range(len(init_shape)) if i not in dimensions]
        if len(kept) != len(shape):
            raise self.error("dimensions should be unique")
        for i, (extent, init_dim) in enumerate(zip(shape, kept, strict=True)):
            if extent != init_shape[init_dim]:
                raise self.error(
                    f"input dim {i} should match init dim {init_dim}. input: {extent}, init: "
                    f"{init_shape[init_dim]}"
                )
