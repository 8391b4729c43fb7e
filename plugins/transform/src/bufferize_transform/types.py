"""The types of handles and parameters: the kinds of payload that values of a script have.

A handle stands for a list of operations of the payload, the program that is transformed, or for a
list of its values; a parameter for a list of attributes. Other plugins may have types of their own,
below the same base classes.
"""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import Diagnostic, Severity
from bufferize_transform.dialect import TRANSFORM

_WIDEST_PARAMETER = 64


class OperationHandleType(ir.Type):
    """Base of the types of handles to operations."""

    def payload_problem(self, payload: Sequence[ir.Operation]) -> Diagnostic | None:
        """Return why these operations cannot be payload of this type, None if they can."""
        return None


class ValueHandleType(ir.Type):
    """Base of the types of handles to values."""

    def payload_problem(self, payload: Sequence[ir.Value]) -> Diagnostic | None:
        """Return why these values cannot be payload of this type, None if they can."""
        return None


class ParameterType(ir.Type):
    """Base of the types of parameters, which are mapped to attributes."""

    def payload_problem(self, payload: Sequence[ir.Attribute]) -> Diagnostic | None:
        """Return why these attributes cannot be payload of this type, None if they can."""
        return None


HandleType = OperationHandleType | ValueHandleType | ParameterType

OPERATION_HANDLE = d.instance_of(OperationHandleType, "TransformHandleTypeInterface instance")
VALUE_HANDLE = d.instance_of(ValueHandleType, "TransformValueHandleTypeInterface instance")
PARAMETER = d.instance_of(ParameterType, "TransformParamTypeInterface instance")
ANY_HANDLE = d.one_of(OPERATION_HANDLE, VALUE_HANDLE, description="any transform handle")
ANY_HANDLE_OR_PARAMETER = d.one_of(
    PARAMETER, OPERATION_HANDLE, VALUE_HANDLE, description="any transform handle or parameter"
)
PARAMETER_OR_OPERATION_HANDLE = d.one_of(
    PARAMETER, OPERATION_HANDLE, description="transform any param type or any handle type"
)


@TRANSFORM.type("any_op")
@ir.parameters
class AnyOpType(OperationHandleType):
    """`!transform.any_op`: any operations."""


@TRANSFORM.type("op")
@ir.parameters
class OperationType(OperationHandleType):
    """`!transform.op<"name">`: operations of one name."""

    operation_name: str

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> OperationType:
        """Parse `<"name">`."""
        parser.parse_punctuation("<")
        name = parser.parse_string()
        parser.parse_punctuation(">")
        return cls(name)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<")
        printer.print_string(self.operation_name)
        printer.write(">")

    def payload_problem(self, payload: Sequence[ir.Operation]) -> Diagnostic | None:
        for op in payload:
            if op.name != self.operation_name:
                return _error(
                    f"incompatible payload operation name expected {self.operation_name} vs "
                    f"{op.name}"
                ).note("payload operation", op)
        return None


def handle_to(name: str) -> d.Constraint[OperationType]:
    """Allow a handle to operations of that name."""
    return d.instance_of(
        OperationType,
        f"Transform IR handle to {name} operations",
        also=lambda type: type.operation_name == name,
    )


@TRANSFORM.type("any_value")
@ir.parameters
class AnyValueType(ValueHandleType):
    """`!transform.any_value`: any values."""


@TRANSFORM.type("any_param")
@ir.parameters
class AnyParamType(ParameterType):
    """`!transform.any_param`: any attributes."""


@TRANSFORM.type("affine_map")
@ir.parameters
class AffineMapParamType(ParameterType):
    """`!transform.affine_map`: affine maps."""

    def payload_problem(self, payload: Sequence[ir.Attribute]) -> Diagnostic | None:
        return next(
            (
                _error(f"expected affine map attribute, got {attribute}")
                for attribute in payload
                if not isinstance(attribute, ir.AffineMapAttr)
            ),
            None,
        )


AFFINE_MAP_OR_HANDLE = d.one_of(
    OPERATION_HANDLE,
    VALUE_HANDLE,
    AffineMapParamType,
    description="transform operation or value handle or ",
)


@TRANSFORM.type("type")
@ir.parameters
class TypeParamType(ParameterType):
    """`!transform.type`: types."""

    def payload_problem(self, payload: Sequence[ir.Attribute]) -> Diagnostic | None:
        return next(
            (
                _error(f"expected type attribute, got {attribute}")
                for attribute in payload
                if not isinstance(attribute, ir.TypeAttr)
            ),
            None,
        )


@TRANSFORM.type("param")
@ir.parameters
class ParamType(ParameterType):
    """`!transform.param<i64>`: integers of one type."""

    type: ir.Type

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> ParamType:
        """Parse `<type>`."""
        parser.parse_punctuation("<")
        type = parser.parse_type()
        parser.parse_punctuation(">")
        return cls(type)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<")
        printer.print_type(self.type)
        printer.write(">")

    def verify(self) -> str | None:
        if isinstance(self.type, ir.IntegerType) and self.type.width <= _WIDEST_PARAMETER:
            return None
        return f"only supports integer types with width <={_WIDEST_PARAMETER}"

    def payload_problem(self, payload: Sequence[ir.Attribute]) -> Diagnostic | None:
        for attribute in payload:
            if not isinstance(attribute, ir.IntegerAttr):
                return _error(f"expected parameter to be an integer attribute, got {attribute}")
            if attribute.type is not self.type:
                return _error(
                    f"expected the type of the parameter attribute ('{attribute.type}') to match "
                    f"the parameter type ('{self.type}')"
                )
        return None


def same_kinds(these: Sequence[ir.Type], those: Sequence[ir.Type]) -> bool:
    """Return whether the types, in pairs, have payload of the same kind."""
    return all(
        isinstance(one, kind) == isinstance(other, kind)
        for one, other in zip(these, those, strict=True)
        for kind in (OperationHandleType, ValueHandleType, ParameterType)
    )


def _error(message: str) -> Diagnostic:
    return Diagnostic(Severity.ERROR, message)
