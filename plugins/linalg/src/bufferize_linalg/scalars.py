"""The computation on scalars inside the regions of structured operations, built op by op.

The operations come from the dialects arith, math and complex, by name: this distribution works
without theirs, and then they are unregistered operations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from bufferize.define import Context, OperationState
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import (
    F64,
    I1,
    I32,
    I64,
    INDEX,
    Attribute,
    Block,
    ComplexType,
    FloatAttr,
    FloatType,
    IndexType,
    IntegerAttr,
    IntegerType,
    Location,
    Operation,
    Type,
    UnregisteredOp,
    Value,
)

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
"""Unary functions that take other operations."""

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


def undefined(kind: str, types: Sequence[Type]) -> str | None:
    """Why an element-wise function has no operation for scalars of these types, None if it has one.

    `kind` is as in the enums of unary and binary functions; of others nothing is known.
    """
    if kind in _BINARY:
        name = _binary_op(kind, types)
        if name is None:
            return f"'{kind}' is not defined for elements of types {types[0]}, {types[1]}"
        return None if name else f"'{kind}' is not defined for elements of type {types[0]}"
    if (kind in _UNARY or kind in _COMPOSED) and not isinstance(types[0], FloatType):
        return f"'{kind}' is not defined for elements of type {types[0]}"
    return None


def _binary_op(kind: str, types: Sequence[Type]) -> str | None:
    """The operation of a binary function, "" if there is none, None for types that do not go together."""
    floats, integers, booleans, complexes = _BINARY[kind]
    if all(isinstance(t, FloatType) for t in types):
        return floats
    if all(isinstance(t, ComplexType) for t in types):
        return complexes
    if all(t is I1 for t in types):
        return booleans
    if all(isinstance(t, IntegerType) for t in types):
        return integers
    return None


def create_by_name(
    context: Context,
    name: str,
    operands: Sequence[Value],
    result_types: Sequence[Type],
    location: Location,
    attributes: Mapping[str, Attribute] | None = None,
) -> Operation:
    """An operation called `name`, of its class where its dialect is installed."""
    op_class = context.op_class(name)
    if op_class is None:
        return UnregisteredOp.named(
            name, operands, result_types, attributes=attributes, location=location
        )
    state = OperationState(name, location)
    state.operands.extend(operands)
    state.result_types.extend(result_types)
    state.attributes.update(attributes or {})
    return op_class.from_state(state)


class BodyBuilder:
    """Appends operations on scalars to the body of a structured operation."""

    __slots__ = ("_context", "_location", "block", "error")

    def __init__(
        self,
        context: Context,
        block: Block,
        location: Location,
        error: Callable[[str], DiagnosticError],
    ) -> None:
        self._context = context
        self._location = location
        self.block = block
        self.error = error
        """Makes the error to raise where a type has no such operation."""

    @property
    def output_type(self) -> Type:
        """The type of an output element."""
        return self.block.arguments[-1].type

    def append(
        self,
        name: str,
        operands: Sequence[Value],
        result_type: Type,
        attributes: Mapping[str, Attribute] | None = None,
    ) -> Value:
        """The result of a new operation called `name`."""
        op = create_by_name(
            self._context, name, operands, [result_type], self._location, attributes
        )
        self.block.append(op)
        return op.results[0]

    def constant(self, value: IntegerAttr | FloatAttr) -> Value:
        """A constant."""
        return self.append("arith.constant", [], value.type, {"value": value})

    def index(self, dim: int) -> Value:
        """The index of loop `dim`."""
        return self.append("linalg.index", [], INDEX, {"dim": IntegerAttr(dim, I64)})

    def _check(self, kind: str, types: Sequence[Type]) -> None:
        problem = undefined(kind, types)
        if problem is not None:
            raise self.error(problem)

    def unary(self, kind: str, operand: Value) -> Value:
        """`kind` as in the enum of unary functions. Floats only."""
        type = operand.type
        self._check(kind, [type])
        if kind == "square":
            return self.append("arith.mulf", [operand, operand], type)
        if kind == "reciprocal":
            assert isinstance(type, FloatType)
            return self.append(
                "arith.divf", [self.constant(FloatAttr.of(1.0, type)), operand], type
            )
        return self.append(_UNARY[kind], [operand], type)

    def binary(self, kind: str, lhs: Value, rhs: Value) -> Value:
        """`kind` as in the enum of binary functions."""
        types = [lhs.type, rhs.type]
        self._check(kind, types)
        name = _binary_op(kind, types)
        assert name
        return self.append(name, [lhs, rhs], lhs.type)

    def select(self, condition: Value, true: Value, false: Value) -> Value:
        """`true` where `condition` holds, else `false`."""
        return self.append("arith.select", [condition, true, false], true.type)

    def cast(self, type: Type, value: Value, unsigned: bool = False) -> Value:
        """`value` converted to `type`; as it is where there is no conversion."""
        source = value.type
        if source is type:
            return value
        if isinstance(type, ComplexType):
            return self._to_complex(type, value, unsigned)
        name = _cast_name(source, type, unsigned)
        return self.append(name, [value], type) if name else value

    def _to_complex(self, type: ComplexType, value: Value, unsigned: bool) -> Value:
        element = type.element_type
        if not isinstance(element, FloatType) or not isinstance(
            value.type, FloatType | IntegerType
        ):
            return value
        real = self.cast(element, value, unsigned)
        imaginary = self.constant(FloatAttr.of(0.0, element))
        return self.append("complex.create", [real, imaginary], type)


def _cast_name(source: Type, target: Type, unsigned: bool) -> str:
    """The operation that converts scalars, "" if there is none or none is needed."""
    if isinstance(source, IndexType):
        return "arith.index_cast" if isinstance(target, IntegerType) else ""
    if isinstance(source, FloatType) and isinstance(target, FloatType):
        if source.width == target.width:
            return ""
        return "arith.extf" if source.width < target.width else "arith.truncf"
    if isinstance(source, IntegerType) and isinstance(target, IntegerType):
        if source.width == target.width:
            return ""
        if source.width > target.width:
            return "arith.trunci"
        return "arith.extui" if unsigned else "arith.extsi"
    if isinstance(source, IntegerType) and isinstance(target, FloatType):
        return "arith.uitofp" if unsigned else "arith.sitofp"
    if isinstance(source, FloatType) and isinstance(target, IntegerType):
        return "arith.fptoui" if unsigned else "arith.fptosi"
    return ""


def random_number(builder: BodyBuilder) -> Value:
    """The element of `fill_rng_2d`: a linear congruential generator seeded by the two indices."""
    low, high, seed, _ = builder.block.arguments

    def step(value: Value) -> Value:
        multiplier = builder.constant(IntegerAttr(1103515245, I64))
        product = builder.binary("mul", value, builder.cast(I32, multiplier))
        increment = builder.constant(IntegerAttr(12345, I64))
        return builder.binary("add", product, builder.cast(I32, increment))

    half = builder.cast(F64, builder.constant(IntegerAttr(2147483647, I64)))
    column = builder.cast(I32, builder.index(1))
    row = builder.cast(I32, builder.index(0))
    state = step(builder.binary("add", row, seed))
    state = step(builder.binary("add", column, state))
    positive = builder.binary("add", half, builder.cast(F64, state))
    extent = builder.binary("sub", high, low)
    unit = builder.constant(FloatAttr.of(2.3283063999999999e-10, F64))
    scaled = builder.binary("mul", positive, builder.binary("mul", extent, unit))
    return builder.cast(builder.output_type, builder.binary("add", scaled, low))
