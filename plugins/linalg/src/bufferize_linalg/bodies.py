"""The bodies of structured operations: computations on scalars, built op by op.

The operations come from the dialects arith, math and complex, by name: without
their distributions these are unregistered operations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import DiagnosticError
from bufferize_linalg.dialect import TypeFnAttr
from bufferize_linalg.structured import scalar_type
from bufferize_linalg.table import BINARY, UNARY

_UNARY: Final = {
    "exp": "math.exp",
    "log": "math.log",
    "abs": "math.absf",
    "ceil": "math.ceil",
    "floor": "math.floor",
    "negf": "arith.negf",
    "round": "math.round",
    "sqrt": "math.sqrt",
    "rsqrt": "math.rsqrt",
    "tanh": "math.tanh",
    "erf": "math.erf",
}
_COMPOSED: Final = ("square", "reciprocal")
"""The unary functions that are built from several operations."""

# The operation on floats, on integers, on i1 and on complex numbers; "" where there is none.
_BINARY: Final = {
    "add": ("arith.addf", "arith.addi", "arith.ori", "complex.add"),
    "sub": ("arith.subf", "arith.subi", "", "complex.sub"),
    "mul": ("arith.mulf", "arith.muli", "arith.andi", "complex.mul"),
    "div": ("arith.divf", "arith.divsi", "", "complex.div"),
    "div_unsigned": ("", "arith.divui", "", ""),
    "max_signed": ("arith.maximumf", "arith.maxsi", "arith.maxsi", ""),
    "min_signed": ("arith.minimumf", "arith.minsi", "arith.minsi", ""),
    "max_unsigned": ("", "arith.maxui", "", ""),
    "min_unsigned": ("", "arith.minui", "", ""),
    "powf": ("math.powf", "", "", ""),
}

CASTS: Final = frozenset(
    [
        "arith.extf",
        "arith.extsi",
        "arith.extui",
        "arith.fptosi",
        "arith.fptoui",
        "arith.index_cast",
        "arith.sitofp",
        "arith.truncf",
        "arith.trunci",
        "arith.uitofp",
    ]
)
"""The operations that convert scalars in bodies."""


def undefined(kind: str, types: Sequence[ir.Type]) -> str | None:
    """Return why an elementwise function is not defined for these types, None if it is.

    `kind` is a word of the enums of unary and binary functions. Other kinds have no restrictions.
    """
    if kind in _BINARY:
        name = _binary_op(kind, types)
        if name is None:
            return f"'{kind}' is not defined for elements of types {types[0]}, {types[1]}"
        return None if name else f"'{kind}' is not defined for elements of type {types[0]}"
    if (kind in _UNARY or kind in _COMPOSED) and not isinstance(types[0], ir.FloatType):
        return f"'{kind}' is not defined for elements of type {types[0]}"
    return None


def _binary_op(kind: str, types: Sequence[ir.Type]) -> str | None:
    """Return the name of a binary function's op; "" if there is none, None for mixed types."""
    floats, integers, booleans, complexes = _BINARY[kind]
    if all(isinstance(t, ir.FloatType) for t in types):
        return floats
    if all(isinstance(t, ir.ComplexType) for t in types):
        return complexes
    if all(t is ir.I1 for t in types):
        return booleans
    if all(isinstance(t, ir.IntegerType) for t in types):
        return integers
    return None


def create_by_name(
    context: d.DialectContext,
    name: str,
    operands: Sequence[ir.Value],
    result_types: Sequence[ir.Type],
    location: ir.Location,
    attributes: Mapping[str, ir.Attribute] | None = None,
) -> ir.Operation:
    """Return an operation called `name`, of its class if its dialect is installed."""
    op_class = context.op_class(name)
    if op_class is None:
        return ir.UnregisteredOp.named(
            name, operands, result_types, attributes=attributes, location=location
        )
    state = d.OperationState(name, location)
    state.operands.extend(operands)
    state.result_types.extend(result_types)
    state.attributes.update(attributes or {})
    return op_class.from_state(state)


class BodyBuilder:
    """A builder that appends operations on scalars to the body of a structured operation."""

    __slots__ = ("_context", "_location", "block", "error")

    def __init__(
        self,
        context: d.DialectContext,
        block: ir.Block,
        location: ir.Location,
        error: Callable[[str], DiagnosticError],
    ) -> None:
        self._context = context
        self._location = location
        self.block = block
        self.error = error
        """A function that returns the error to raise if a function is not defined for a type."""

    @property
    def output_type(self) -> ir.Type:
        """The type of an output element."""
        return self.block.arguments[-1].type

    def append(
        self,
        name: str,
        operands: Sequence[ir.Value],
        result_type: ir.Type,
        attributes: Mapping[str, ir.Attribute] | None = None,
    ) -> ir.Value:
        """Append an operation called `name`, and return its result."""
        op = create_by_name(
            self._context, name, operands, [result_type], self._location, attributes
        )
        self.block.append(op)
        return op.results[0]

    def constant(self, value: ir.IntegerAttr | ir.FloatAttr) -> ir.Value:
        """Append a constant."""
        return self.append("arith.constant", [], value.type, {"value": value})

    def index(self, dim: int) -> ir.Value:
        """Append `linalg.index`, the index of loop `dim`."""
        return self.append("linalg.index", [], ir.INDEX, {"dim": ir.IntegerAttr(dim, ir.I64)})

    def _check(self, kind: str, types: Sequence[ir.Type]) -> None:
        problem = undefined(kind, types)
        if problem is not None:
            raise self.error(problem)

    def unary(self, kind: str, operand: ir.Value) -> ir.Value:
        """Append a unary function of a float; `kind` is as in `UnaryFnAttr`."""
        type = operand.type
        self._check(kind, [type])
        if kind == "square":
            return self.append("arith.mulf", [operand, operand], type)
        if kind == "reciprocal":
            assert isinstance(type, ir.FloatType)
            return self.append(
                "arith.divf", [self.constant(ir.FloatAttr.of(1.0, type)), operand], type
            )
        return self.append(_UNARY[kind], [operand], type)

    def binary(self, kind: str, lhs: ir.Value, rhs: ir.Value) -> ir.Value:
        """Append a binary function; `kind` is as in `BinaryFnAttr`."""
        types = [lhs.type, rhs.type]
        self._check(kind, types)
        name = _binary_op(kind, types)
        assert name
        return self.append(name, [lhs, rhs], lhs.type)

    def select(self, condition: ir.Value, true: ir.Value, false: ir.Value) -> ir.Value:
        """Append `arith.select`."""
        return self.append("arith.select", [condition, true, false], true.type)

    def cast(self, type: ir.Type, value: ir.Value, unsigned: bool = False) -> ir.Value:
        """Convert `value` to `type`; without a conversion, return it unchanged."""
        source = value.type
        if source is type:
            return value
        if isinstance(type, ir.ComplexType):
            return self._to_complex(type, value, unsigned)
        name = _cast_name(source, type, unsigned)
        return self.append(name, [value], type) if name else value

    def _to_complex(self, type: ir.ComplexType, value: ir.Value, unsigned: bool) -> ir.Value:
        element = type.element_type
        if not isinstance(element, ir.FloatType) or not isinstance(
            value.type, ir.FloatType | ir.IntegerType
        ):
            return value
        real = self.cast(element, value, unsigned)
        imaginary = self.constant(ir.FloatAttr.of(0.0, element))
        return self.append("complex.create", [real, imaginary], type)


def _cast_name(source: ir.Type, target: ir.Type, unsigned: bool) -> str:
    """Return the name of the operation that converts scalars, "" if none is needed or exists."""
    if isinstance(source, ir.IndexType):
        return "arith.index_cast" if isinstance(target, ir.IntegerType) else ""
    if isinstance(source, ir.FloatType) and isinstance(target, ir.FloatType):
        if source.width == target.width:
            return ""
        return "arith.extf" if source.width < target.width else "arith.truncf"
    if isinstance(source, ir.IntegerType) and isinstance(target, ir.IntegerType):
        if source.width == target.width:
            return ""
        if source.width > target.width:
            return "arith.trunci"
        return "arith.extui" if unsigned else "arith.extsi"
    if isinstance(source, ir.IntegerType) and isinstance(target, ir.FloatType):
        return "arith.uitofp" if unsigned else "arith.sitofp"
    if isinstance(source, ir.FloatType) and isinstance(target, ir.IntegerType):
        return "arith.fptoui" if unsigned else "arith.fptosi"
    return ""


def random_number(builder: BodyBuilder) -> ir.Value:
    """Build the body of `fill_rng_2d`: a linear congruential generator seeded by the indices."""
    low, high, seed, _ = builder.block.arguments

    def step(value: ir.Value) -> ir.Value:
        multiplier = builder.constant(ir.IntegerAttr(1103515245, ir.I64))
        product = builder.binary("mul", value, builder.cast(ir.I32, multiplier))
        increment = builder.constant(ir.IntegerAttr(12345, ir.I64))
        return builder.binary("add", product, builder.cast(ir.I32, increment))

    half = builder.cast(ir.F64, builder.constant(ir.IntegerAttr(2147483647, ir.I64)))
    column = builder.cast(ir.I32, builder.index(1))
    row = builder.cast(ir.I32, builder.index(0))
    state = step(builder.binary("add", row, seed))
    state = step(builder.binary("add", column, state))
    positive = builder.binary("add", half, builder.cast(ir.F64, state))
    extent = builder.binary("sub", high, low)
    unit = builder.constant(ir.FloatAttr.of(2.3283063999999999e-10, ir.F64))
    scaled = builder.binary("mul", positive, builder.binary("mul", extent, unit))
    return builder.cast(builder.output_type, builder.binary("add", scaled, low))


Body: TypeAlias = Callable[[BodyBuilder, bool], ir.Value]
"""A function that builds a body and returns the value to yield; the flag is for unsigned casts."""


def multiply_add(builder: BodyBuilder, unsigned: bool) -> ir.Value:
    """Build `out + lhs * rhs`, in the type of the output."""
    lhs, rhs, out = builder.block.arguments
    product = builder.binary(
        "mul",
        builder.cast(out.type, lhs, unsigned),
        builder.cast(out.type, rhs, unsigned),
    )
    return builder.binary("add", out, product)


def quantized_multiply_add(builder: BodyBuilder, unsigned: bool) -> ir.Value:
    """Build `out + (lhs - lhs_zero_point) * (rhs - rhs_zero_point)`."""
    lhs, rhs, lhs_zero, rhs_zero, out = builder.block.arguments

    def shifted(value: ir.Value, zero: ir.Value) -> ir.Value:
        value = builder.cast(out.type, value, unsigned)
        return builder.binary("sub", value, builder.cast(out.type, zero, unsigned))

    left = shifted(lhs, lhs_zero)
    right = shifted(rhs, rhs_zero)
    return builder.binary("add", out, builder.binary("mul", left, right))


def cast(builder: BodyBuilder, unsigned: bool) -> ir.Value:
    """Convert the input to the type of the output."""
    return builder.cast(builder.output_type, builder.block.arguments[0], unsigned)


def first(builder: BodyBuilder, unsigned: bool) -> ir.Value:
    """Return the first input unchanged."""
    return builder.block.arguments[0]


def _random(builder: BodyBuilder, unsigned: bool) -> ir.Value:
    return random_number(builder)


def _unary(kind: str) -> Body:
    return lambda builder, unsigned: builder.unary(kind, builder.block.arguments[0])


def _binary(kind: str) -> Body:
    return lambda builder, unsigned: builder.binary(kind, *builder.block.arguments[:2])


def _select(builder: BodyBuilder, unsigned: bool) -> ir.Value:
    return builder.select(*builder.block.arguments[:3])


def _pool(kind: str) -> Body:
    """Combine each element of a window with the output; the kernel only provides the shape."""
    cast_unsigned = kind.endswith("_unsigned")

    def body(builder: BodyBuilder, unsigned: bool) -> ir.Value:
        image, _, out = builder.block.arguments
        return builder.binary(kind, out, builder.cast(out.type, image, cast_unsigned))

    return body


ELEMENTWISE: Final[dict[str, Body]] = {
    **{kind: _unary(kind) for kind in UNARY},
    **{kind: _binary(kind) for kind in BINARY},
    "select": _select,
}
"""The bodies of elementwise operations, by kind."""

BODIES: Final[dict[str, Body]] = {
    **ELEMENTWISE,
    "multiply_add": multiply_add,
    "quantized_multiply_add": quantized_multiply_add,
    "cast": cast,
    "first": first,
    "random": _random,
    **{
        f"pool_{kind}": _pool(kind)
        for kind in ("add", "max_signed", "max_unsigned", "min_signed", "min_unsigned")
    },
}
"""All bodies, by the name that `table` uses."""


if TYPE_CHECKING:
    from bufferize.diagnostics import DiagnosticError
    from bufferize_linalg.bodies import Body


def is_unsigned_cast(attributes: Mapping[str, ir.Attribute]) -> bool:
    """Return whether the attribute `cast` selects unsigned conversions."""
    attribute = attributes.get("cast")
    return isinstance(attribute, TypeFnAttr) and attribute.keyword == "cast_unsigned"


def build_region(
    context: d.DialectContext,
    operand_types: Iterable[ir.Type],
    body: Body,
    unsigned: bool,
    location: ir.Location,
    error: Callable[[str], DiagnosticError],
) -> ir.Region:
    """Return a region that computes `body`; `error` returns the error for unsupported types."""
    block = ir.Block([scalar_type(type) for type in operand_types])
    result = body(BodyBuilder(context, block, location, error), unsigned)
    append_yield(context, block, [result], location)
    return ir.Region([block])


def payload_region(
    context: d.DialectContext,
    argument_types: Sequence[ir.Type],
    name: str,
    attributes: Mapping[str, ir.Attribute],
    arguments: Sequence[int],
    result_type: ir.Type,
    location: ir.Location,
) -> ir.Region:
    """Return a region that applies the operation `name` to the arguments with given numbers."""
    block = ir.Block(argument_types)
    operands = [block.arguments[i] for i in arguments]
    op = create_by_name(context, name, operands, [result_type], location, attributes)
    block.append(op)
    append_yield(context, block, op.results, location)
    return ir.Region([block])


def append_yield(
    context: d.DialectContext, block: ir.Block, values: Sequence[ir.Value], location: ir.Location
) -> None:
    """Append the terminator of a body."""
    block.append(create_by_name(context, "linalg.yield", values, [], location))
