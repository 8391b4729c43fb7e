"""`linalg.map` and `linalg.reduce`: loops over whole tensors around a given body."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_linalg.bodies import payload_region
from bufferize_linalg.dialect import LINALG
from bufferize_linalg.structured import StructuredOp
from bufferize_linalg.structured_syntax import (
    find_payload,
    parse_destination_style,
    parse_i64_array,
    parse_mapper,
    parse_payload,
    print_dict,
    print_i64_array,
    print_mapper,
    print_operands,
    print_payload,
)
from bufferize_linalg.table import PARALLEL, REDUCTION


def shape_of(value: ir.Value) -> tuple[int, ...]:
    """Return the extents of a ranked value, none for other values."""
    type = value.type
    return (type.extents or ()) if isinstance(type, ir.ShapedType) else ()


def format_shape(shape: tuple[int, ...]) -> str:
    """Return the extents in the form of MLIR's errors."""
    return ", ".join(str(extent) for extent in shape)


def _payload_region(
    parser: d.AsmParser,
    state: d.OperationState,
    payload: tuple[str, dict[str, ir.Attribute]],
    types: list[ir.Type],
    arguments: list[int],
) -> ir.Region:
    name, attributes = payload
    elements = [ir.element_type_or_self(type) for type in types]
    return payload_region(
        parser.context,
        elements,
        name,
        attributes,
        arguments,
        elements[-1] if elements else ir.NONE,
        state.location,
    )


@LINALG.op("map")
class MapOp(StructuredOp):
    """The application of the body to the elements at each position of tensors of one shape."""

    inputs: d.VariadicOperand = d.variadic_operand(d.TENSOR_OR_MEMREF)
    init: d.Operand = d.operand(d.TENSOR_OR_MEMREF)
    result_: d.VariadicResult = d.variadic_result(d.ANY_TENSOR, name="result")
    mapper: d.Region = d.region(1)

    @property
    def num_dps_inputs(self) -> int:
        return len(self.op_operands) - 1

    @property
    def indexing_maps_array(self) -> tuple[ir.AffineMap, ...]:
        identity = ir.AffineMap.identity(len(shape_of(self.init)))
        return (identity,) * len(self.op_operands)

    @property
    def iterator_types_array(self) -> tuple[str, ...]:
        return (PARALLEL,) * len(shape_of(self.init))

    def result_names(self) -> list[str] | None:
        return ["mapped"] if self.results else None

    def block_argument_names(self, region: ir.Region) -> list[str] | None:
        return [*["in"] * self.num_dps_inputs, "init"]

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        payload = parse_payload(parser)
        inputs, outputs = parse_destination_style(parser, state)
        if payload is None:
            state.regions.append(parse_mapper(parser))
        else:
            types = [*inputs, *outputs]
            arguments = list(range(len(inputs)))
            state.regions.append(_payload_region(parser, state, payload, types, arguments))

    def print(self, printer: d.AsmPrinter) -> None:
        payload = find_payload(self.body, range(len(self.body.arguments) - 1))
        if payload is not None:
            print_payload(printer, payload)
        print_operands(printer, self)
        print_dict(printer, self)
        if payload is None:
            print_mapper(printer, self.mapper)

    def verify_op(self) -> None:
        arguments = self.body.arguments
        if len(arguments) != len(self.op_operands):
            raise self.error(
                "expects number of operands to match the arity of mapper, but got: "
                f"{len(self.op_operands)} and {len(arguments)}"
            )
        for value, argument in zip(self.inputs, arguments, strict=False):
            element = ir.element_type_or_self(value.type)
            if element is not argument.type:
                raise self.error(
                    f"expected element type of input '{element}' to match bbArg type "
                    f"'{argument.type}'"
                )
        output_shape = shape_of(self.init)
        for value in self.inputs:
            if shape_of(value) != output_shape:
                raise self.error(
                    f"expected shape of input ({format_shape(shape_of(value))}) to match shape of "
                    f"output ({format_shape(output_shape)})"
                )


@LINALG.op("reduce")
class ReduceOp(StructuredOp):
    """The combination of elements along some dimensions of the inputs, starting from the inits."""

    inputs: d.VariadicOperand = d.variadic_operand(d.TENSOR_OR_MEMREF)
    inits: d.VariadicOperand = d.variadic_operand(d.TENSOR_OR_MEMREF)
    dimensions: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(
        d.confined(d.DENSE_I64_ARRAY, d.STRICTLY_SORTED)
    )
    results: d.VariadicResult = d.variadic_result(d.ANY_TENSOR)
    combiner: d.Region = d.region(1)

    traits = (*StructuredOp.traits, d.SameVariadicOperandSize())

    @property
    def num_dps_inputs(self) -> int:
        return len(self.op_operands) // 2

    @property
    def indexing_maps_array(self) -> tuple[ir.AffineMap, ...]:
        num_inputs = self.num_dps_inputs
        rank = len(shape_of(self.operand(0)))
        reduced = self.dimensions.values
        kept = tuple(ir.AffineDimExpr(i) for i in range(rank) if i not in reduced)
        result = ir.AffineMap(rank, 0, kept)
        return (ir.AffineMap.identity(rank),) * num_inputs + (result,) * num_inputs

    @property
    def iterator_types_array(self) -> tuple[str, ...]:
        rank = len(shape_of(self.operand(0)))
        reduced = self.dimensions.values
        return tuple(REDUCTION if i in reduced else PARALLEL for i in range(rank))

    def result_names(self) -> list[str] | None:
        return ["reduced"] if self.results else None

    def block_argument_names(self, region: ir.Region) -> list[str] | None:
        num_inputs = self.num_dps_inputs
        return [*["in"] * num_inputs, *["init"] * num_inputs]

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        payload = parse_payload(parser)
        inputs, outputs = parse_destination_style(
            parser, state, lambda: parse_i64_array(parser, state, "dimensions")
        )
        if payload is None:
            state.regions.append(parse_mapper(parser))
        else:
            types = [*inputs, *outputs]
            arguments = [len(types) - 1, *range(len(types) - 1)] if types else []
            state.regions.append(_payload_region(parser, state, payload, types, arguments))

    def print(self, printer: d.AsmPrinter) -> None:
        body = self.body
        payload = find_payload(body, [1, 0]) if len(body.arguments) == 2 else None
        if payload is not None:
            print_payload(printer, payload)
        print_operands(printer, self)
        print_i64_array(printer, "dimensions", self.dimensions.values)
        print_dict(printer, self, ["dimensions"])
        if payload is None:
            print_mapper(printer, self.combiner)

    def verify_op(self) -> None:
        self._verify_same_shapes(self.inputs, "inputs", "input")
        self._verify_same_shapes(self.inits, "outputs", "output")
        if not self.inputs:
            raise self.error("expects at least one input")
        self._verify_dimensions()
        self._verify_arguments()

    def _verify_same_shapes(self, values: tuple[ir.Value, ...], group: str, one: str) -> None:
        for i, value in enumerate(values):
            if shape_of(value) != shape_of(values[0]):
                raise self.error(
                    f"expects all {group} to have the same shapes. Shape at {one}-index {i} is not "
                    f"equal to the shape at {one}-index 0."
                )

    def _verify_dimensions(self) -> None:
        shape, init_shape = shape_of(self.inputs[0]), shape_of(self.inits[0])
        reduced = self.dimensions.values
        if any(not 0 <= dim < len(shape) for dim in reduced):
            raise self.error(
                f"dimensions for reduction should be in the range [0, {len(shape) - 1}]."
            )
        kept = tuple(extent for i, extent in enumerate(shape) if i not in reduced)
        if len(kept) != len(init_shape):
            raise self.error(
                f"number of dimensions after reduction {len(kept)} doesn't match the init rank "
                f"{len(init_shape)}"
            )
        if kept != init_shape:
            raise self.error(
                f"init dimensions [{format_shape(init_shape)}] doesn't match input dimensions "
                f"after reduction [{format_shape(kept)}]"
            )

    def _verify_arguments(self) -> None:
        arguments = self.body.arguments
        if len(arguments) != len(self.op_operands):
            raise self.error("mismatching number of operands and block arguments")
        for operand, argument in zip(self.op_operands, arguments, strict=True):
            element = ir.element_type_or_self(operand.value.type)
            if element is not argument.type:
                side = "input" if operand.index < self.num_dps_inputs else "output"
                raise self.error(
                    f"{side} element type '{element}' does not match corresponding block argument "
                    f"type '{argument.type}'"
                )
