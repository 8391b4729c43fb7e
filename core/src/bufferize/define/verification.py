"""The verification that follows from an op's declaration, with MLIR's messages."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from bufferize.define.fields import Arity, AttrField, RegionField, ValueField
from bufferize.define.groups import Groups
from bufferize.define.type_traits import TypeTrait
from bufferize.diagnostics import Diagnostic, DiagnosticError, error
from bufferize.ir import I32, Attribute, DenseArrayAttr, Operation, Trait, Type

if TYPE_CHECKING:
    from bufferize.define.definition import OpDefinition

# Signatures that are known to be right are remembered, up to so many for each op class.
_MAX_SIGNATURES = 4096


class Verifier:
    """The prepared checks of one op class.

    An error of one kind makes those of the later kinds meaningless, so that the first kind with
    errors is reported, with all errors of that kind: counts; attributes and types; traits.
    """

    __slots__ = (
        "_attributes",
        "_counts",
        "_definition",
        "_known_signatures",
        "_regions",
        "_segments",
        "_traits",
        "_type_traits",
    )

    def __init__(self, definition: OpDefinition) -> None:
        self._definition = definition
        # The counts of most ops are fixed: those need no more than a comparison each.
        self._counts = (
            _Count(definition.operands.minimum, bool(definition.operands.open)),
            _Count(definition.results.minimum, bool(definition.results.open)),
            _list_count(definition.regions),
            _list_count(definition.successors),
        )
        self._segments = tuple(
            groups.segments
            for groups in (definition.operands, definition.results)
            if groups.segments is not None
        )
        self._attributes: list[tuple[str, Callable[[Any], bool], AttrField]] = [
            (field.ir_name, field.constraint.check, field) for field in definition.attributes
        ]
        self._regions = [f for f in definition.regions if f.num_blocks is not None]
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
        """What breaks the declaration; nothing if all is well."""
        operands, results, regions, successors = self._counts
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
            if attribute is None:
                if field.required:
                    found.append(_error(op, f"requires attribute '{name}'"))
            elif not check(attribute):
                found.append(
                    _error(
                        op,
                        f"attribute '{name}' failed to satisfy constraint: "
                        f"{field.constraint.description}",
                    )
                )
        if not known:
            found += self._type_errors(op)
            if not found:
                # These traits restate each other: one mistake often breaks several of them.
                found += _trait_errors(op, self._type_traits)[:1]
            if not found:
                if len(self._known_signatures) >= _MAX_SIGNATURES:
                    self._known_signatures.clear()
                self._known_signatures.add(signature)
        for region in self._regions:
            found += _region_errors(op, region, self._definition.regions)
        if found or not self._traits:
            return found
        return _trait_errors(op, self._traits)

    def _type_errors(self, op: Operation) -> list[Diagnostic]:
        definition = self._definition
        found: list[Diagnostic] = []
        for kind, groups, types in (
            ("operand", definition.operands, op.operand_types),
            ("result", definition.results, op.result_types),
        ):
            position = 0
            for field, size in zip(groups.fields, groups.sizes(op), strict=True):
                if field.arity is Arity.OPTIONAL and size > 1:
                    found.append(
                        _error(
                            op,
                            f"{kind} group starting at #{position} requires 0 or 1 element, "
                            f"but found {size}",
                        )
                    )
                for i in range(position, position + size):
                    if not field.constraint.check(types[i]):
                        found.append(_error(op, _type_message(kind, i, field, types[i])))
                position += size
        return found

    def _segment_errors(self, op: Operation) -> list[Diagnostic]:
        found: list[Diagnostic] = []
        for kind, groups, values in (
            ("operand", self._definition.operands, op.op_operands),
            ("result", self._definition.results, op.results),
        ):
            if groups.segments is not None:
                message = _segment_message(kind, groups, op.properties, values)
                if message is not None:
                    found.append(_error(op, message))
        return found

    def _count_errors(self, op: Operation) -> list[Diagnostic]:
        found: list[Diagnostic] = []
        lists = (op.op_operands, op.results, op.regions, op.successors)
        for count, values, messages in zip(self._counts, lists, _COUNT_MESSAGES, strict=True):
            least, number = count.minimum, len(values)
            if not least <= number <= count.maximum:
                message = messages[0 if count.open else min(least, 2) + 1]
                plural = "" if least == 1 else "s"
                found.append(_error(op, message.format(least, number, plural)))
        return found


class _Count:
    """How many there must be: exactly or at least."""

    __slots__ = ("maximum", "minimum", "open")

    def __init__(self, minimum: int, open: bool) -> None:
        self.minimum = minimum
        self.maximum = sys.maxsize if open else minimum
        self.open = open


def _list_count(fields: Sequence[Any]) -> _Count:
    open_fields = sum(field.arity is not Arity.SINGLE for field in fields)
    return _Count(len(fields) - open_fields, open_fields > 0)


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


def _type_message(kind: str, index: int, field: ValueField, type: Type) -> str:
    variadic = "variadic of " if field.arity is Arity.VARIADIC else ""
    return f"{kind} #{index} must be {variadic}{field.constraint.description}, but got '{type}'"


def _segment_message(
    kind: str, groups: Groups, properties: dict[str, Attribute], values: Sequence[object]
) -> str | None:
    name = groups.segments
    assert name is not None
    attribute = properties.get(name)
    if attribute is None:
        return f"requires dense i32 array attribute '{name}'"
    if not isinstance(attribute, DenseArrayAttr) or attribute.element_type is not I32:
        return f"attribute '{name}' failed to satisfy constraint: i32 dense array attribute"
    sizes = attribute.values
    if len(sizes) != len(groups.fields):
        return (
            f"'{name}' attribute for specifying {kind} segments must have {len(groups.fields)} "
            f"elements, but got {len(sizes)}"
        )
    if any(size < 0 for size in sizes):
        return f"'{name}' attribute cannot have negative elements"
    if sum(sizes) != len(values):
        return (
            f"{kind} count ({len(values)}) does not match with the total size ({sum(sizes)}) "
            f"specified in attribute '{name}'"
        )
    for i, field in enumerate(groups.fields):
        if field.arity is Arity.SINGLE and sizes[i] != 1:
            start = sum(sizes[:i])
            return (
                f"{kind} group starting at #{start} requires exactly 1 element, "
                f"but found {sizes[i]}"
            )
    return None


def _region_errors(
    op: Operation, field: RegionField, fields: Sequence[RegionField]
) -> list[Diagnostic]:
    stop = len(op.regions) - (len(fields) - field.index - 1)
    if field.arity is Arity.SINGLE:
        stop = field.index + 1
    return [
        _error(
            op,
            f"region #{i} ('{field.ir_name}') failed to verify constraint: "
            f"region with {field.num_blocks} blocks",
        )
        for i in range(field.index, stop)
        if len(op.regions[i].blocks) != field.num_blocks
    ]


# MLIR words these counts in four ways: too few of at least so many, not none, not one, not so many.
_COUNT_MESSAGES = (
    (
        "expected {0} or more operands, but found {1}",
        "requires zero operands",
        "requires a single operand",
        "expected {0} operands, but found {1}",
    ),
    (
        "expected {0} or more results, but found {1}",
        "requires zero results",
        "requires one result",
        "expected {0} results, but found {1}",
    ),
    (
        "expected {0} or more regions",
        "requires zero regions",
        "requires one region",
        "expected {0} regions",
    ),
    (
        "requires at least {0} successor{2} but found {1}",
        "requires 0 successors but found {1}",
        "requires 1 successor but found {1}",
        "requires {0} successors but found {1}",
    ),
)
