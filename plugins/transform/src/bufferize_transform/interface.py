"""The interfaces through which the interpreter applies transforms, and their failures."""

from __future__ import annotations

import enum
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from bufferize import ir
from bufferize.diagnostics import Diagnostic, DiagnosticError, error
from bufferize.interfaces import EffectKind, MemoryEffect, MemoryEffectsOpInterface, OpInterface
from bufferize_transform.types import ParameterType
from bufferize_transforms import Pattern

if TYPE_CHECKING:
    from bufferize.diagnostics import Position
    from bufferize_transform.interpreter import Interpreter


Payload = Sequence[ir.Operation] | Sequence[ir.Value] | Sequence[ir.Attribute]
"""The payload of a handle or a parameter: operations, values or attributes."""


class SilenceableFailure(DiagnosticError):
    """The failure of a transform that leaves the payload in a state in which others may go on.

    `results` has the payload of the transform's results nevertheless; by default it is empty.
    """

    def __init__(
        self, diagnostics: Diagnostic | Iterable[Diagnostic] | str, results: Sequence[Payload] = ()
    ) -> None:
        super().__init__(diagnostics)
        self.results = results


class DefiniteFailure(DiagnosticError):
    """The failure of a transform that ends the script."""


def silenceable(message: str, place: ir.Operation | Position | None) -> SilenceableFailure:
    """Return a silenceable failure with a message at a place; notes may be added to it."""
    return SilenceableFailure(error(message, place))


def definite(message: str, place: ir.Operation | Position | None) -> DefiniteFailure:
    """Return a definite failure with a message at a place."""
    return DefiniteFailure(error(message, place))


MAPPING: Final = "transform.mapping"
"""The resource for effects on the mapping of handles."""
PAYLOAD: Final = "transform.payload_ir"
"""The resource for effects on the payload."""


class PayloadAccess(enum.Enum):
    """The access of a transform to the payload, which is the program that is transformed."""

    NONE = "none"
    READS = "reads"
    MODIFIES = "modifies"


class ReportsTrackingFailures(ir.Trait):
    """Trait: the transform fails, silenceably, if a handle that is used later cannot be tracked."""


class PossibleTopLevel(ir.Trait):
    """Trait: the op may be at the top level of a script."""


class TransformOpInterface(MemoryEffectsOpInterface):
    """A transform: an operation that a script executes.

    A class states its effects on the payload (`payload_access`), which of its handles must not be
    used afterwards (`consumed_operands`, by default none), and does its work in `apply`.
    """

    payload_access: ClassVar[PayloadAccess] = PayloadAccess.MODIFIES

    @abstractmethod
    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        """Apply the transform; return the payload of each result.

        `interpreter.state` has the payload of operands, and its rewriter updates handles to payload
        that is replaced or erased. Raises SilenceableFailure if it cannot be applied and others may
        go on, DefiniteFailure if they may not.
        """

    def consumed_operands(self) -> Sequence[ir.OpOperand]:
        """Return the operands whose handles, and handles to nested payload, are invalid afterwards."""
        return ()

    @property
    def allows_repeated_handle_operands(self) -> bool:
        """Whether several operands may have the same payload although one is consumed."""
        return False

    def effects(self) -> list[MemoryEffect]:
        found = [_effect(EffectKind.READ, operand) for operand in self.op_operands]
        found += [_effect(EffectKind.FREE, operand) for operand in self.consumed_operands()]
        for result in self.results:
            found.append(MemoryEffect(EffectKind.ALLOCATE, result, resource=MAPPING))
            found.append(MemoryEffect(EffectKind.WRITE, result, resource=MAPPING))
        if self.payload_access is not PayloadAccess.NONE:
            found.append(MemoryEffect(EffectKind.READ, resource=PAYLOAD))
        if self.payload_access is PayloadAccess.MODIFIES:
            found.append(MemoryEffect(EffectKind.WRITE, resource=PAYLOAD))
        return found

    def verify_interface(self) -> None:
        """Check that effects on all operands and results are declared. Raises VerifyError."""
        effects = self.effects()
        used = {effect.operand for effect in effects} | {effect.value for effect in effects}
        for operand in self.op_operands:
            if operand not in used and operand.value not in used:
                failure = self.error("")
                failure.diagnostics[:] = [
                    error(
                        "TransformOpInterface requires memory effects on operands to be specified",
                        self,
                    ).note(f"no effects specified for operand #{operand.index}", self)
                ]
                raise failure


def _effect(kind: EffectKind, operand: ir.OpOperand) -> MemoryEffect:
    return MemoryEffect(kind, operand.value, operand, MAPPING)


class ConsumesOperands(TransformOpInterface):
    """A transform that consumes all its handles and returns new ones."""

    def consumed_operands(self) -> Sequence[ir.OpOperand]:
        return [use for use in self.op_operands if not isinstance(use.value.type, ParameterType)]


class MatchOpInterface(TransformOpInterface):
    """A transform that only reads the payload, as the matchers of `transform.foreach_match` must."""

    payload_access = PayloadAccess.READS


class TransformEachOpInterface(TransformOpInterface):
    """A transform that is applied to each operation of its first operand's payload."""

    @abstractmethod
    def apply_to_one(
        self, target: ir.Operation, interpreter: Interpreter
    ) -> Sequence[ir.Operation | ir.Value | None]:
        """Transform one operation; return the payload to add to each result, or None.

        Raises SilenceableFailure or DefiniteFailure as `apply`; after a silenceable one the other
        operations are transformed nevertheless.
        """

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        found: list[list[ir.Operation | ir.Value]] = [[] for _ in self.results]
        failed = SilenceableFailure([])
        for target in interpreter.state.operations(self.operand(0)):
            try:
                made = self.apply_to_one(target, interpreter)
            except SilenceableFailure as failure:
                failed.diagnostics += failure.diagnostics
                continue
            if len(made) != len(self.results):
                raise self._wrong_number(len(made), target)
            for result, one in zip(found, made, strict=True):
                if one is not None:
                    result.append(one)
        payloads = [_payload(result) for result in found]
        if failed.diagnostics:
            failed.results = payloads
            raise failed
        return payloads

    def _wrong_number(self, number: int, target: ir.Operation) -> DefiniteFailure:
        failure = definite(
            f"application of {self.name} expected to produce {len(self.results)} results "
            f"(actually produced {number}).",
            self,
        )
        failure.diagnostics[0].note("when applied to this op", target)
        return failure


def _payload(entities: Sequence[ir.Operation | ir.Value]) -> Payload:
    return [entity for entity in entities if isinstance(entity, ir.Operation)] or [
        entity for entity in entities if isinstance(entity, ir.Value)
    ]


class PatternDescriptorOpInterface(OpInterface):
    """An operation in the body of `transform.apply_patterns` that provides patterns."""

    @abstractmethod
    def patterns(self) -> Sequence[Pattern]:
        """Return the patterns. Raises DefiniteFailure if they are not available."""


class ConversionPatternDescriptorOpInterface(OpInterface):
    """An operation in the body of `transform.apply_conversion_patterns` for conversion patterns."""


class TypeConverterBuilderOpInterface(OpInterface):
    """An operation for a type converter, which conversions of calls and of patterns use."""


def verify_body(
    op: ir.Operation,
    region: ir.Region,
    interface: type[OpInterface],
    noun: str = "children ops",
) -> None:
    """Check that the operations in a region have an interface, or are unknown ones.

    Raises VerifyError.
    """
    for block in region.blocks:
        for child in block.ops:
            if not isinstance(child, interface) and not is_unknown(child):
                failure = op.error(f"expected {noun} to implement {interface.__name__}")
                failure.diagnostics[0].note("op without interface", child)
                raise failure


def is_unknown(op: ir.Operation) -> bool:
    """Return whether `op` is of the transform dialect, but no plugin declares it.

    It may be anything that MLIR's extensions of the dialect bring.
    """
    return not op.is_registered and op.dialect_name == "transform"
