"""The base class of declared operations."""

from __future__ import annotations

__all__ = ["Operation"]

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from bufferize import ir
from bufferize.define import fields
from bufferize.define.asm import AsmParser, AsmPrinter, OperationState
from bufferize.diagnostics import Diagnostic
from bufferize.ir import UNKNOWN_LOC, Attribute, Location, Type

if TYPE_CHECKING:
    from typing_extensions import Self, dataclass_transform

    from bufferize.define.definition import OpBuilder, OpDefinition


if TYPE_CHECKING:

    @dataclass_transform(
        eq_default=False,
        kw_only_default=True,
        field_specifiers=(fields.operand, fields.attr, fields.successor),
    )
    class _Declared(ir.Operation):
        """Gives the classes below it a constructor that takes their annotated fields.

        The functions named above make required fields, all others make optional ones.
        """
else:
    _Declared = ir.Operation


class Operation(_Declared):
    """Base of the op classes that are declared with `Dialect.op`.

    Called with the values of its fields by their Python names, a class makes a detached operation:
    `AddIOp(lhs=a, rhs=b, location=loc)`. Variadic operands take sequences, attributes also the
    Python values that they stand for, and regions take blocks. Result types that cannot be inferred
    are given too, and regions are empty unless given. `attributes` are discardable.

    Raises TypeError for a field that is missing, unknown or wrong, and a DiagnosticError if no
    result types can be inferred.
    """

    if TYPE_CHECKING:
        # Fields of every class, and what fields may be called as well as members.
        attributes: dict[str, Attribute] = {}
        location: Location = UNKNOWN_LOC
        operands = fields.variadic_operand()
        result = fields.result()
        results = fields.variadic_result()
    else:

        def __init__(
            self,
            *,
            result_types: Sequence[Type] | None = None,
            attributes: Mapping[str, Attribute] | None = None,
            location: Location = UNKNOWN_LOC,
            **fields: Any,
        ) -> None:
            builder = _builder_of(type(self))
            builder.initialize(self, fields, result_types, attributes, location)

    definition: ClassVar[OpDefinition]
    """The resolved fields, traits and format of the class; set by `Dialect.op`."""
    assembly_format: ClassVar[str | None] = None
    """MLIR's declarative assembly format; None for the generic form, or with `parse`, `print`."""
    has_custom_syntax: ClassVar[bool] = False
    """Whether the op has a syntax of its own; set by `Dialect.op`."""
    result_name: ClassVar[str] = ""
    """The printer's name for the result, e.g. "cast"; "" if the result is only numbered."""

    @classmethod
    def build(
        cls,
        *,
        result_types: Sequence[Type] | None = None,
        attributes: Mapping[str, Attribute] | None = None,
        location: Location = UNKNOWN_LOC,
        **fields: Any,
    ) -> Self:
        """Make an operation as a call of the class does, for classes known only at run time.

        Type checkers know none of its fields. `result_types` are those of all results.
        """
        op = cls.__new__(cls)
        _builder_of(cls).initialize(op, fields, result_types, attributes, location)
        return op

    @classmethod
    def from_state(cls, state: OperationState) -> Self:
        """Make the operation from the state that a parser filled in.

        Inherent attributes among `state.attributes` become properties, absent ones with a default
        get it.
        """
        cls.definition.complete(state)
        return cls.create(
            state.operands,
            state.result_types,
            state.properties,
            state.attributes,
            state.successors,
            state.regions,
            state.location,
        )

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        """Parse the custom syntax after the op's name into the state."""
        assembly = cls.definition.format
        if assembly is None:
            raise parser.error(f"'{cls.name}' has no custom syntax, write it in generic form")
        assembly.parse(parser, state)

    def print(self, printer: AsmPrinter) -> None:
        """Print the custom syntax after the op's name."""
        assembly = self.definition.format
        assert assembly is not None, f"{self.name} has no custom syntax"
        assembly.print(printer, self)

    def result_names(self) -> list[str] | None:
        name = self.result_name
        return [name] if name else self.definition.result_names(self)

    def verify_invariants(self) -> list[Diagnostic]:
        return self.definition.verifier.verify(self)


def _builder_of(cls: type[Operation]) -> OpBuilder:
    definition: OpDefinition | None = getattr(cls, "definition", None)
    if definition is None or definition.cls is not cls:
        raise TypeError(f"{cls.__name__} is not declared with Dialect.op")
    return definition.builder
