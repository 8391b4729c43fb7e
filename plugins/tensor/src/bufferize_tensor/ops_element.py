"""Ops on single elements, extents and types of tensors."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.strided import verify_dynamic_sizes
from bufferize.interfaces import (
    CastOpInterface,
    ConditionallySpeculatable,
    DestinationStyleOpInterface,
    EmptyTensorOpInterface,
    HyperrectangularSlice,
    LinearExpr,
    ShapedDimOpInterface,
    SubsetExtractionOpInterface,
    SubsetInsertionOpInterface,
    ValueBoundsOpInterface,
    mix,
)
from bufferize_tensor.dialect import (
    TENSOR,
    SpeculatableIfStatic,
    StatesExtents,
    compatible_shapes,
    constant_index,
    ranked,
)

_NUMBER_TENSOR = d.tensor_of(d.one_of(d.ANY_INTEGER, d.FLOAT))


def element_type(type: ir.Type) -> ir.Type:
    """Return the element type of a tensor type."""
    assert isinstance(type, ir.TensorType)
    return type.element_type


def slice_of_element(indices: Sequence[ir.Value]) -> HyperrectangularSlice:
    """Return the slice of one element at `indices`."""
    ones = (1,) * len(indices)
    return HyperrectangularSlice(tuple(indices), ones, ones)


def are_cast_compatible(source: ir.Type, dest: ir.Type) -> bool:
    """Return whether `tensor.cast` can cast one type to the other."""
    return element_type(source) is element_type(dest) and compatible_shapes(source, dest)


@TENSOR.op("bitcast")
class BitcastOp(d.Operation, CastOpInterface):
    """The same bits as elements of another type of the same width."""

    source: d.Operand = d.operand(_NUMBER_TENSOR)
    dest: d.Result = d.result(_NUMBER_TENSOR)
    traits = (d.Pure(),)
    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"

    def verify_op(self) -> None:
        source, dest = self.source.type, self.dest.type
        widths = ir.bit_width(element_type(source)), ir.bit_width(element_type(dest))
        self.verify_cast(widths[0] == widths[1] and compatible_shapes(source, dest))

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        return [self.source] if self.source.type is self.dest.type else None


@TENSOR.op("cast")
class CastOp(d.Operation, CastOpInterface, ConditionallySpeculatable):
    """A cast to a type that knows more or less of the shape; a wrong shape is undefined."""

    source: d.Operand = d.operand(d.ANY_TENSOR)
    dest: d.Result = d.result(d.ANY_TENSOR)
    traits = (d.NoMemoryEffect(),)
    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"
    result_name = "cast"

    def is_speculatable(self) -> bool:
        """Return whether the cast loses knowledge of the shape, so that it is always right."""
        return _knows_no_more(self.dest.type, self.source.type)

    def verify_op(self) -> None:
        self.verify_cast(are_cast_compatible(self.source.type, self.dest.type))

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        if self.source.type is self.dest.type:
            return [self.source]
        first = self.source.defining_op
        # A round trip through a type that knows less loses nothing.
        if isinstance(first, CastOp) and first.source.type is self.dest.type:
            if _knows_no_more(self.source.type, self.dest.type):
                return [first.source]
        return None


def _knows_no_more(type: ir.Type, other: ir.Type) -> bool:
    if not isinstance(type, ir.TensorType) or not isinstance(other, ir.TensorType):
        return False
    extents, others = type.extents, other.extents
    if extents is None:
        return True
    return others is not None and all(
        a in (b, ir.DYNAMIC) for a, b in zip(extents, others, strict=True)
    )


@TENSOR.op("dim")
class DimOp(d.Operation, ShapedDimOpInterface, ValueBoundsOpInterface):
    """One extent of a tensor."""

    source: d.Operand = d.operand(d.NON_0_RANKED_OR_UNRANKED_TENSOR)
    index: d.Operand = d.operand(d.INDEX)
    result: d.Result = d.result(d.INDEX)
    traits = (d.NoMemoryEffect(),)
    assembly_format = "attr-dict $source `,` $index `:` type($source)"
    result_name = "dim"

    def extent(self) -> int | ir.Value | None:
        """Return the extent if it follows from the type or from the op that makes the tensor."""
        type, position = self.source.type, constant_index(self.index)
        if not isinstance(type, ir.RankedTensorType) or position is None:
            return None
        if not 0 <= position < len(type.shape):
            return None
        if type.shape[position] != ir.DYNAMIC:
            return type.shape[position]
        maker = self.source.defining_op
        if isinstance(maker, StatesExtents):
            return maker.result_extents[position]
        return None

    def linear_value(self, result: ir.OpResult) -> LinearExpr | None:
        extent = self.extent()
        return None if extent is None else LinearExpr.of(extent)

    def value_range(self, result: ir.OpResult) -> tuple[int | None, int | None]:
        return 0, None

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        extent = self.extent()
        if extent is None:
            return None
        return [ir.index_attr(extent) if isinstance(extent, int) else extent]


@TENSOR.op("empty")
class EmptyOp(d.Operation, EmptyTensorOpInterface, StatesExtents, SpeculatableIfStatic):
    """A tensor of a given shape with undefined contents."""

    dynamic_sizes: d.VariadicOperand = d.variadic_operand(d.INDEX, name="dynamicSizes")
    result: d.Result = d.result(d.RANKED_TENSOR)
    traits = (d.NoMemoryEffect(),)

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        sizes: list[d.UnresolvedOperand] = []

        def parse_size() -> None:
            # `linalg.init_tensor [%a, 4]`, as this op was once called, lists static extents too.
            operand = parser.parse_optional_operand()
            if operand is None:
                parser.parse_integer()
            else:
                sizes.append(operand)

        if parser.peek() == "[":
            parser.parse_comma_separated_list("[", parse_size)
        else:
            sizes = parser.parse_operand_list("(")
        state.attributes.update(parser.parse_optional_attr_dict())
        state.result_types = [parser.parse_colon_type()]
        state.operands = parser.resolve_operands(sizes, [ir.INDEX] * len(sizes))

    def print(self, printer: d.AsmPrinter) -> None:
        printer.write("(")
        printer.print_operands(self.dynamic_sizes)
        printer.write(")")
        printer.print_attr_dict(self)
        printer.write(" : ")
        printer.print_type(self.result.type)

    def verify_op(self) -> None:
        verify_dynamic_sizes(self, ranked(self.result), self.dynamic_sizes)

    @property
    def result_extents(self) -> list[int | ir.Value]:
        return mix(ranked(self.result).shape, self.dynamic_sizes)

    def cast_to_result_type(self, builder: ir.Builder, tensor: ir.Value) -> ir.Value | None:
        type = self.result.type
        if tensor.type is type:
            return tensor
        if not are_cast_compatible(tensor.type, type):
            return None
        return builder.insert(CastOp(source=tensor, dest=type)).dest


@TENSOR.op("extract")
class ExtractOp(d.Operation, ConditionallySpeculatable, SubsetExtractionOpInterface):
    """One element of a tensor."""

    tensor: d.Operand = d.operand(d.RANKED_TENSOR)
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    result: d.Result = d.result(d.ANY_TYPE)
    traits = (
        d.NoMemoryEffect(),
        d.TypesMatchWith(
            "tensor", "result", element_type, "result type matches element type of tensor"
        ),
    )
    assembly_format = "$tensor `[` $indices `]` attr-dict `:` type($tensor)"
    result_name = "extracted"

    def accessed_slice(self) -> HyperrectangularSlice:
        return slice_of_element(self.indices)

    def is_speculatable(self) -> bool:
        return self.accessed_slice().is_within(ranked(self.tensor).shape)

    def verify_op(self) -> None:
        if len(self.indices) != len(ranked(self.tensor).shape):
            raise self.error("incorrect number of indices for extract_element")

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        maker = self.tensor.defining_op
        if isinstance(maker, SplatOp):
            return [maker.input]
        if not isinstance(maker, FromElementsOp):
            return None
        position = 0
        for index, extent in zip(self.indices, ranked(self.tensor).shape, strict=True):
            number = constant_index(index)
            if number is None or not 0 <= number < extent:
                return None
            position = position * extent + number
        return [maker.elements[position]]


@TENSOR.op("from_elements")
class FromElementsOp(d.Operation):
    """A tensor of static shape from its elements in row-major order."""

    elements: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    result: d.Result = d.result(d.STATIC_TENSOR)
    traits = (
        d.Pure(),
        d.TypesMatchWith(
            "result",
            "elements",
            d.types_of_elements,
            "operand types match result element type",
        ),
    )
    assembly_format = "$elements attr-dict `:` type($result)"
    result_name = "from_elements"


@TENSOR.op("insert")
class InsertOp(
    d.Operation,
    DestinationStyleOpInterface,
    ConditionallySpeculatable,
    SubsetInsertionOpInterface,
):
    """A tensor with one element replaced."""

    scalar: d.Operand = d.operand(d.ANY_TYPE)
    dest: d.Operand = d.operand(d.RANKED_TENSOR)
    indices: d.VariadicOperand = d.variadic_operand(d.INDEX)
    result: d.Result = d.result(d.RANKED_TENSOR)
    traits = (
        d.NoMemoryEffect(),
        d.TypesMatchWith("dest", "result", lambda t: t, "result type matches type of dest"),
        d.TypesMatchWith(
            "dest", "scalar", element_type, "scalar type matches element type of dest"
        ),
    )
    assembly_format = "$scalar `into` $dest `[` $indices `]` attr-dict `:` type($dest)"
    result_name = "inserted"

    @property
    def dps_inits(self) -> list[ir.OpOperand]:
        return [self.op_operands[1]]

    def accessed_slice(self) -> HyperrectangularSlice:
        return slice_of_element(self.indices)

    def is_speculatable(self) -> bool:
        return self.accessed_slice().is_within(ranked(self.dest).shape)

    def verify_op(self) -> None:
        if len(self.indices) != len(ranked(self.dest).shape):
            raise self.error("incorrect number of indices")


@TENSOR.op("rank")
class RankOp(d.Operation):
    """The number of dimensions."""

    tensor: d.Operand = d.operand(d.ANY_TENSOR)
    result: d.Result = d.result(d.INDEX)
    traits = (d.Pure(),)
    assembly_format = "$tensor attr-dict `:` type($tensor)"
    result_name = "rank"

    def fold(self) -> list[ir.Value | ir.Attribute] | None:
        type = self.tensor.type
        return [ir.index_attr(len(type.shape))] if isinstance(type, ir.RankedTensorType) else None


@TENSOR.op("splat")
class SplatOp(d.Operation, StatesExtents, SpeculatableIfStatic):
    """A tensor whose elements all have the same value."""

    input: d.Operand = d.operand(d.ANY_TYPE)
    dynamic_sizes: d.VariadicOperand = d.variadic_operand(d.INDEX, name="dynamicSizes")
    aggregate: d.Result = d.result(d.RANKED_TENSOR)
    traits = (
        d.NoMemoryEffect(),
        d.TypesMatchWith(
            "aggregate",
            "input",
            element_type,
            "operand type matches element type of result",
        ),
    )
    assembly_format = "$input (`[` $dynamicSizes^ `]`)? attr-dict `:` type($aggregate)"
    result_name = "splat"

    def verify_op(self) -> None:
        verify_dynamic_sizes(self, ranked(self.aggregate), self.dynamic_sizes)

    @property
    def result_extents(self) -> list[int | ir.Value]:
        return mix(ranked(self.aggregate).shape, self.dynamic_sizes)
