"""Ops on single elements, extents and types of tensors."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    ANY_INTEGER,
    ANY_TENSOR,
    ANY_TYPE,
    FLOAT,
    INDEX,
    NON_0_RANKED_OR_UNRANKED_TENSOR,
    RANKED_TENSOR,
    STATIC_TENSOR,
    NoMemoryEffect,
    Pure,
    TypesMatchWith,
    tensor_of,
)
from bufferize.define.asm import AsmParser, AsmPrinter, OperationState, UnresolvedOperand
from bufferize.define.constraint import one_of
from bufferize.dialects.strided import verify_dynamic_sizes
from bufferize.interfaces import (
    CastOpInterface,
    DestinationStyleOpInterface,
    EmptyTensorOpInterface,
    LinearExpr,
    ShapedDimOpInterface,
    ValueBoundsOpInterface,
    mix,
)
from bufferize.ir import (
    DYNAMIC,
    Attribute,
    Builder,
    OpOperand,
    OpResult,
    RankedTensorType,
    TensorType,
    Type,
    Value,
    bit_width,
    index_attr,
)
from bufferize.ir import INDEX as INDEX_TYPE
from bufferize_tensor._dialect import TENSOR
from bufferize_tensor.shapes import (
    StatesExtents,
    compatible_shapes,
    constant_index,
    ranked,
)

_NUMBER_TENSOR = tensor_of(one_of(ANY_INTEGER, FLOAT))


def element_type(type: Type) -> Type:
    """The element type of a tensor type."""
    assert isinstance(type, TensorType)
    return type.element_type


def are_cast_compatible(source: Type, dest: Type) -> bool:
    """Whether `tensor.cast` can make the one type of the other."""
    return element_type(source) is element_type(dest) and compatible_shapes(source, dest)


@TENSOR.op("bitcast")
class BitcastOp(d.Operation, CastOpInterface):
    """Reinterprets the elements as another type of the same width."""

    __slots__ = ()
    source: d.Operand = d.operand(_NUMBER_TENSOR)
    dest: d.Result = d.result(_NUMBER_TENSOR)
    traits = (Pure(),)
    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"

    def verify_op(self) -> None:
        source, dest = self.source.type, self.dest.type
        widths = bit_width(element_type(source)), bit_width(element_type(dest))
        self.verify_cast(widths[0] == widths[1] and compatible_shapes(source, dest))

    def fold(self) -> list[Value | Attribute] | None:
        return [self.source] if self.source.type is self.dest.type else None


@TENSOR.op("cast")
class CastOp(d.Operation, CastOpInterface):
    """Changes what the type knows of the shape; wrong knowledge is undefined behaviour."""

    __slots__ = ()
    source: d.Operand = d.operand(ANY_TENSOR)
    dest: d.Result = d.result(ANY_TENSOR)
    traits = (Pure(),)
    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"
    result_name = "cast"

    def verify_op(self) -> None:
        self.verify_cast(are_cast_compatible(self.source.type, self.dest.type))

    def fold(self) -> list[Value | Attribute] | None:
        if self.source.type is self.dest.type:
            return [self.source]
        first = self.source.defining_op
        # A round trip through a type that knows less loses nothing.
        if isinstance(first, CastOp) and first.source.type is self.dest.type:
            if _knows_no_more(self.source.type, self.dest.type):
                return [first.source]
        return None


def _knows_no_more(type: Type, other: Type) -> bool:
    if not isinstance(type, TensorType) or not isinstance(other, TensorType):
        return False
    extents, others = type.extents, other.extents
    if extents is None:
        return True
    return others is not None and all(
        a in (b, DYNAMIC) for a, b in zip(extents, others, strict=True)
    )


@TENSOR.op("dim")
class DimOp(d.Operation, ShapedDimOpInterface, ValueBoundsOpInterface):
    """One extent of a tensor."""

    __slots__ = ()
    source: d.Operand = d.operand(NON_0_RANKED_OR_UNRANKED_TENSOR)
    index: d.Operand = d.operand(INDEX)
    result: d.Result = d.result(INDEX)
    traits = (NoMemoryEffect(),)
    assembly_format = "attr-dict $source `,` $index `:` type($source)"
    result_name = "dim"

    def extent(self) -> int | Value | None:
        """The extent asked for, where the type or the op that makes the tensor tells it."""
        type, position = self.source.type, constant_index(self.index)
        if not isinstance(type, RankedTensorType) or position is None:
            return None
        if not 0 <= position < len(type.shape):
            return None
        if type.shape[position] != DYNAMIC:
            return type.shape[position]
        maker = self.source.defining_op
        if isinstance(maker, StatesExtents):
            return maker.result_extents[position]
        return None

    def linear_value(self, result: OpResult) -> LinearExpr | None:
        extent = self.extent()
        return None if extent is None else LinearExpr.of(extent)

    def value_range(self, result: OpResult) -> tuple[int | None, int | None]:
        return 0, None

    def fold(self) -> list[Value | Attribute] | None:
        extent = self.extent()
        if extent is None:
            return None
        return [index_attr(extent) if isinstance(extent, int) else extent]


@TENSOR.op("empty")
class EmptyOp(d.Operation, EmptyTensorOpInterface, StatesExtents):
    """A tensor of some shape, without contents."""

    __slots__ = ()
    dynamic_sizes: d.VariadicOperand = d.variadic_operand(INDEX, name="dynamicSizes")
    result: d.Result = d.result(RANKED_TENSOR)
    traits = (Pure(),)

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        sizes: list[UnresolvedOperand] = []

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
        state.operands = parser.resolve_operands(sizes, [INDEX_TYPE] * len(sizes))

    def print(self, printer: AsmPrinter) -> None:
        printer.write("(")
        printer.print_operands(self.dynamic_sizes)
        printer.write(")")
        printer.print_attr_dict(self)
        printer.write(" : ")
        printer.print_type(self.result.type)

    def verify_op(self) -> None:
        verify_dynamic_sizes(self, ranked(self.result), self.dynamic_sizes)

    @property
    def result_extents(self) -> list[int | Value]:
        return mix(ranked(self.result).shape, self.dynamic_sizes)

    def cast_to_result_type(self, builder: Builder, tensor: Value) -> Value | None:
        type = self.result.type
        if tensor.type is type:
            return tensor
        if not are_cast_compatible(tensor.type, type):
            return None
        return builder.insert(CastOp(source=tensor, dest=type)).dest


@TENSOR.op("extract")
class ExtractOp(d.Operation):
    """Reads one element."""

    __slots__ = ()
    tensor: d.Operand = d.operand(RANKED_TENSOR)
    indices: d.VariadicOperand = d.variadic_operand(INDEX)
    result: d.Result = d.result(ANY_TYPE)
    traits = (
        Pure(),
        TypesMatchWith(
            "tensor", "result", element_type, "result type matches element type of tensor"
        ),
    )
    assembly_format = "$tensor `[` $indices `]` attr-dict `:` type($tensor)"
    result_name = "extracted"

    def verify_op(self) -> None:
        if len(self.indices) != len(ranked(self.tensor).shape):
            raise self.error("incorrect number of indices for extract_element")

    def fold(self) -> list[Value | Attribute] | None:
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

    __slots__ = ()
    elements: d.VariadicOperand = d.variadic_operand(ANY_TYPE)
    result: d.Result = d.result(STATIC_TENSOR)
    traits = (
        Pure(),
        TypesMatchWith(
            "result",
            "elements",
            d.types_of_elements,
            "operand types match result element type",
        ),
    )
    assembly_format = "$elements attr-dict `:` type($result)"
    result_name = "from_elements"


@TENSOR.op("insert")
class InsertOp(d.Operation, DestinationStyleOpInterface):
    """A tensor with one element replaced."""

    __slots__ = ()
    scalar: d.Operand = d.operand(ANY_TYPE)
    dest: d.Operand = d.operand(RANKED_TENSOR)
    indices: d.VariadicOperand = d.variadic_operand(INDEX)
    result: d.Result = d.result(RANKED_TENSOR)
    traits = (
        Pure(),
        TypesMatchWith("dest", "result", lambda t: t, "result type matches type of dest"),
        TypesMatchWith("dest", "scalar", element_type, "scalar type matches element type of dest"),
    )
    assembly_format = "$scalar `into` $dest `[` $indices `]` attr-dict `:` type($dest)"
    result_name = "inserted"

    @property
    def dps_inits(self) -> list[OpOperand]:
        return [self.op_operands[1]]

    def verify_op(self) -> None:
        if len(self.indices) != len(ranked(self.dest).shape):
            raise self.error("incorrect number of indices")


@TENSOR.op("rank")
class RankOp(d.Operation):
    """The number of dimensions."""

    __slots__ = ()
    tensor: d.Operand = d.operand(ANY_TENSOR)
    result: d.Result = d.result(INDEX)
    traits = (Pure(),)
    assembly_format = "$tensor attr-dict `:` type($tensor)"
    result_name = "rank"

    def fold(self) -> list[Value | Attribute] | None:
        type = self.tensor.type
        return [index_attr(len(type.shape))] if isinstance(type, RankedTensorType) else None


@TENSOR.op("splat")
class SplatOp(d.Operation, StatesExtents):
    """A tensor whose elements are all the same value."""

    __slots__ = ()
    input: d.Operand = d.operand(ANY_TYPE)
    dynamic_sizes: d.VariadicOperand = d.variadic_operand(INDEX, name="dynamicSizes")
    aggregate: d.Result = d.result(RANKED_TENSOR)
    traits = (
        Pure(),
        TypesMatchWith(
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
    def result_extents(self) -> list[int | Value]:
        return mix(ranked(self.aggregate).shape, self.dynamic_sizes)
