"""The verification that follows from an op's declaration, with MLIR's messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from bufferize.define.fields import Arity, AttrField, Segments, ValueField
from bufferize.define.traits import TypeTrait
from bufferize.diagnostics import Diagnostic, DiagnosticError, error
from bufferize.ir import I32, Attribute, DenseArrayAttr, Operation, Trait, Type

if TYPE_CHECKING:
    from bufferize.define.definition import OpDefinition

# Signatures that are known to be right are remembered, up to so many for each op class.
_MAX_SIGNATURES = 4096


class Verifier:
    """The prepared checks of one op class.

    Errors of one kind make checks of later kinds meaningless, so only the first kind with errors is
    reported, with all its errors: counts; attributes and types; traits.
    """

    def __init__(self, definition: OpDefinition) -> None:
        self._definition = definition
        self._segments = tuple(
            groups.segments
            for groups in (definition.operands, definition.results)
            if groups.segments is not None
        )
        self._attributes: list[tuple[str, Callable[[Any], bool], AttrField]] = [
            (field.ir_name, field.constraint.check, field) for field in definition.attributes
        ]
        self._counts_blocks = any(f.num_blocks is not None for f in definition.regions.fields)
        active = [t for t in definition.cls.traits if type(t).verify is not Trait.verify]
        self._type_traits = [t for t in active if self._is_on_types_only(t)]
        self._traits = [t for t in active if not self._is_on_types_only(t)]
        self._known_signatures: set[tuple[Any, ...]] = set()

    def _is_on_types_only(self, trait: Trait) -> bool:
        if not isinstance(trait, TypeTrait):
            return False
        names = (
            *getattr(trait, "fields", ()),
            *(getattr(trait, side, "") for side in ("source", "target")),
        )
        return not any(isinstance(self._definition.field(name), AttrField) for name in names)

    def verify(self, op: Operation) -> list[Diagnostic]:
        """Return the errors of an operation against its declaration."""
        definition = self._definition
        operands, results = definition.operands, definition.results
        regions, successors = definition.regions, definition.successors
        # Written out: every operation comes through here, twice for each pass.
        if not (
            operands.minimum <= len(op.op_operands) <= operands.maximum
            and results.minimum <= len(op.results) <= results.maximum
            and regions.minimum <= len(op.regions) <= regions.maximum
            and successors.minimum <= len(op.successors) <= successors.maximum
        ):
            return self._count_errors(op)
        properties = op.properties
        signature: tuple[Any, ...] = (
            tuple([operand.value.type for operand in op.op_operands]),
            tuple([result.type for result in op.results]),
        )
        if self._segments:
            signature += tuple([properties.get(name) for name in self._segments])
        known = signature in self._known_signatures
        found: list[Diagnostic] = []
        if not known and self._segments:
            found = self._segment_errors(op)
            if found:
                return found
        for name, check, field in self._attributes:
            attribute = properties.get(name)
            if field.required if attribute is None else not check(attribute):
                found.append(_error(op, attribute_message(field, attribute)))
        if not known:
            found += self._type_errors(op)
            if not found:
                # These traits restate each other: one mistake often breaks several of them.
                found += _trait_errors(op, self._type_traits)[:1]
            if not found:
                if len(self._known_signatures) >= _MAX_SIGNATURES:
                    self._known_signatures.clear()
                self._known_signatures.add(signature)
        if self._counts_blocks:
            found += self._block_errors(op)
        if found or not self._traits:
            return found
        return _trait_errors(op, self._traits)

    def _type_errors(self, op: Operation) -> list[Diagnostic]:
        found: list[Diagnostic] = []
        for groups, types in (
            (self._definition.operands, op.operand_types),
            (self._definition.results, op.result_types),
        ):
            for field, (start, stop) in zip(groups.fields, groups.bounds(op), strict=True):
                if field.arity is Arity.OPTIONAL and stop - start > 1:
                    found.append(_group_error(op, groups.kind, start, "0 or 1 element", stop))
                for i in range(start, stop):
                    if not field.constraint.check(types[i]):
                        message = type_message(groups.kind, i, field, types[i])
                        found.append(_error(op, message))
        return found

    def _block_errors(self, op: Operation) -> list[Diagnostic]:
        regions = self._definition.regions
        return [
            _error(
                op,
                f"region #{i} ('{field.ir_name}') failed to verify constraint: "
                f"region with {field.num_blocks} blocks",
            )
            for field, (start, stop) in zip(regions.fields, regions.bounds(op), strict=True)
            if field.num_blocks is not None
            for i in range(start, stop)
            if len(op.regions[i].blocks) != field.num_blocks
        ]

    def _segment_errors(self, op: Operation) -> list[Diagnostic]:
        found: list[Diagnostic] = []
        for groups in (self._definition.operands, self._definition.results):
            if groups.segments is not None:
                error = _segment_error(op, groups, groups.segments)
                if error is not None:
                    found.append(error)
        return found

    def _count_errors(self, op: Operation) -> list[Diagnostic]:
        found: list[Diagnostic] = []
        definition = self._definition
        for groups in (
            definition.operands,
            definition.results,
            definition.regions,
            definition.successors,
        ):
            least, number = groups.minimum, len(getattr(op, groups.slot))
            if not least <= number <= groups.maximum:
                messages = _COUNT_MESSAGES[groups.kind]
                message = messages[0 if groups.open else min(least, 2) + 1]
                plural = "" if least == 1 else "s"
                found.append(_error(op, message.format(least, number, plural)))
        return found


def _error(op: Operation, message: str) -> Diagnostic:
    return error(f"'{op.name}' op {message}", op)


def _trait_errors(op: Operation, traits: Sequence[Trait]) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    for trait in traits:
        try:
            trait.verify(op)
        except DiagnosticError as failure:
            found += failure.diagnostics
    return found


def type_message(kind: str, index: int, field: ValueField, type: Type) -> str:
    """Return the message about an operand or result with a type that its field excludes."""
    variadic = "variadic of " if field.arity is Arity.VARIADIC else ""
    return f"{kind} #{index} must be {variadic}{field.constraint.description}, but got '{type}'"


def attribute_message(field: AttrField, attribute: Attribute | None) -> str:
    """Return the message about an attribute that is missing, or that its field excludes."""
    if attribute is None:
        return f"requires attribute '{field.ir_name}'"
    return (
        f"attribute '{field.ir_name}' failed to satisfy constraint: {field.constraint.description}"
    )


def _segment_error(op: Operation, groups: Segments[Any], name: str) -> Diagnostic | None:
    kind, attribute = groups.kind, op.properties.get(name)
    if attribute is None:
        return _error(op, f"requires dense i32 array attribute '{name}'")
    if not isinstance(attribute, DenseArrayAttr) or attribute.element_type is not I32:
        return _error(
            op, f"attribute '{name}' failed to satisfy constraint: i32 dense array attribute"
        )
    sizes = attribute.values
    if len(sizes) != len(groups.fields):
        return _error(
            op,
            f"'{name}' attribute for specifying {kind} segments must have {len(groups.fields)} "
            f"elements, but got {len(sizes)}",
        )
    if any(size < 0 for size in sizes):
        return _error(op, f"'{name}' attribute cannot have negative elements")
    count = len(getattr(op, groups.slot))
    if sum(sizes) != count:
        return _error(
            op,
            f"{kind} count ({count}) does not match with the total size ({sum(sizes)}) "
            f"specified in attribute '{name}'",
        )
    for field, (start, stop) in zip(groups.fields, groups.bounds(op), strict=True):
        if field.arity is Arity.SINGLE and stop - start != 1:
            return _group_error(op, kind, start, "exactly 1 element", stop)
    return None


def _group_error(op: Operation, kind: str, start: int, wanted: str, stop: int) -> Diagnostic:
    return _error(
        op, f"{kind} group starting at #{start} requires {wanted}, but found {stop - start}"
    )


# MLIR has four messages: expected at least n, none, one, or n.
_COUNT_MESSAGES = {
    "operand": (
        "expected {0} or more operands, but found {1}",
        "requires zero operands",
        "requires a single operand",
        "expected {0} operands, but found {1}",
    ),
    "result": (
        "expected {0} or more results, but found {1}",
        "requires zero results",
        "requires one result",
        "expected {0} results, but found {1}",
    ),
    "region": (
        "expected {0} or more regions",
        "requires zero regions",
        "requires one region",
        "expected {0} regions",
    ),
    "successor": (
        "requires at least {0} successor{2} but found {1}",
        "requires 0 successors but found {1}",
        "requires 1 successor but found {1}",
        "requires {0} successors but found {1}",
    ),
}
