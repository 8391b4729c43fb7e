"""Op definitions: op classes resolved from their fields, and how ops are built from them.

Declaring hundreds of ops is on the path of every start, so only names and places are resolved
here; verification, type inference and the assembly format are prepared at first use.
"""

from __future__ import annotations

__all__ = ["OpDefinition"]

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from bufferize import ir
from bufferize.define.asm import OperationState
from bufferize.define.fields import (
    Arity,
    AttrField,
    Field,
    OperandField,
    RegionField,
    ResultField,
    Segments,
    SuccessorField,
    attribute_getter,
)
from bufferize.define.inference import TypeFrame, plan_types
from bufferize.define.traits import (
    AttrSizedOperandSegments,
    AttrSizedResultSegments,
    SameVariadicOperandSize,
    SameVariadicResultSize,
)
from bufferize.define.verification import Verifier
from bufferize.diagnostics import DefinitionError, closest_name

if TYPE_CHECKING:
    from bufferize.define.assembly.format import AssemblyFormat
    from bufferize.define.dialect import Dialect

_TRAITS_OF_SIZES: dict[str, tuple[type[ir.Trait], type[ir.Trait]]] = {
    "operand": (AttrSizedOperandSegments, SameVariadicOperandSize),
    "result": (AttrSizedResultSegments, SameVariadicResultSize),
}

# Field names that may hide an attribute of every operation, since both mean the same.
_SAME_MEANING = {
    "operands": OperandField,
    "result": ResultField,
    "results": ResultField,
    "regions": RegionField,
    "successors": SuccessorField,
}


class OpDefinition:
    """The resolved declaration of one op class: its fields, and the code generated from them."""

    def __init__(self, cls: type[ir.Operation], name: str, dialect: Dialect) -> None:
        self.cls = cls
        self.name = name
        self.dialect = dialect
        self.format_text: str | None = getattr(cls, "assembly_format", None)
        self._format: AssemblyFormat | None = None
        self._verifier: Verifier | None = None
        self._builder: OpBuilder | None = None

        self.fields: dict[str, Field] = {f.ir_name: f for f in _own_fields(cls)}
        """The fields by MLIR name, in order of declaration."""
        by_kind: dict[str, list[Any]] = {}
        for field in self.fields.values():
            by_kind.setdefault(field.kind, []).append(field)
        operands, results = by_kind.get("operand", []), by_kind.get("result", [])
        for place, value_field in enumerate([*operands, *results]):
            value_field.place = place
        self.operands: Segments[OperandField] = self._segments_of(
            "operand", "op_operands", operands
        )
        self.results: Segments[ResultField] = self._segments_of("result", "results", results)
        self.regions: Segments[RegionField] = Segments(
            "region", "regions", by_kind.get("region", ())
        )
        self.successors: Segments[SuccessorField] = Segments(
            "successor", "successors", by_kind.get("successor", ())
        )
        self.attributes: tuple[AttrField, ...] = tuple(by_kind.get("attribute", ()))
        for attribute in self.attributes:
            attribute.get = attribute_getter(attribute)
        self.inherent = frozenset([f.ir_name for f in self.attributes] + self._segments())
        """The names of all inherent attributes, which are properties of the op."""
        self.defaults: dict[str, ir.Attribute] = {
            f.ir_name: f.default for f in self.attributes if f.fill and f.default is not None
        }
        """The values of these attributes in ops that are created without them."""
        for groups in (self.regions, self.successors):
            if len(groups.open) > 1:
                raise self.error(f"has several variadic {groups.kind} fields")
        self._check_interfaces()

    def _segments_of(self, kind: str, slot: str, fields: Sequence[Any]) -> Segments[Any]:
        sized, same_size = _TRAITS_OF_SIZES[kind]
        traits = self.cls._trait_table
        several = sum(field.arity is not Arity.SINGLE for field in fields) > 1
        has_sizes = sized in traits or (several and same_size not in traits)
        return Segments(kind, slot, fields, f"{kind}SegmentSizes" if has_sizes else None)

    def _segments(self) -> list[str]:
        """Return the attributes with the sizes of the operand fields and of the result fields."""
        segments = (self.operands.segments, self.results.segments)
        return [name for name in segments if name is not None]

    def _check_interfaces(self) -> None:
        for base in self.cls.__mro__:
            for name in _abstract_members(base):
                if getattr(getattr(self.cls, name), "__isabstractmethod__", False):
                    raise self.error(f"is a {base.__name__} and must have '{name}'")

    def error(self, message: str) -> DefinitionError:
        """Return an error in this declaration."""
        return DefinitionError(f"op '{self.name}' {message}")

    def field(self, name: str) -> Field | None:
        """Return the field of that name, in MLIR or in Python."""
        found = self.fields.get(name)
        if found is None:
            found = next((f for f in self.fields.values() if f.name == name), None)
        return found

    def complete(self, state: OperationState) -> None:
        """Move inherent attributes of a state to its properties, and add missing defaults."""
        properties, attributes = state.properties, state.attributes
        if attributes:
            inherent = self.inherent
            for name in [name for name in attributes if name in inherent]:
                properties.setdefault(name, attributes.pop(name))
        for name in properties.keys() - self.inherent:
            del properties[name]  # as in MLIR, what is no property of the op is left out
        for name, default in self.defaults.items():
            if name not in properties:
                properties[name] = default
        for groups in (self.operands, self.results):
            # As in MLIR, sizes that are not given are zero: verification compares the sum.
            if groups.segments is not None and groups.segments not in properties:
                properties[groups.segments] = ir.dense_i32([0] * len(groups.fields))

    def result_names(self, op: ir.Operation) -> list[str] | None:
        """Return the names of results for the printer: the fields' names, if there are several.

        "" continues the group of the result before.
        """
        groups = self.results
        if len(groups.fields) < 2:
            return None
        names: list[str] = []
        for field, (start, stop) in zip(groups.fields, groups.bounds(op), strict=False):
            names += [field.ir_name, *[""] * (stop - start - 1)][: stop - start]
        return names

    def implied_traits(self) -> list[ir.Trait]:
        """Return the undeclared traits that follow from the fields."""
        return [
            _TRAITS_OF_SIZES[groups.kind][0]()
            for groups in (self.operands, self.results)
            if groups.segments is not None
            and _TRAITS_OF_SIZES[groups.kind][0] not in self.cls._trait_table
        ]

    @property
    def format(self) -> AssemblyFormat | None:
        """The compiled assembly format; None if the op has none.

        Raises `DefinitionError` at the first use if the format is wrong.
        """
        if self._format is None and self.format_text is not None:
            # Not needed by programs that only build and rewrite.
            from bufferize.define.assembly.format import AssemblyFormat

            self._format = AssemblyFormat(self, self.format_text)
        return self._format

    @property
    def verifier(self) -> Verifier:
        """The verifier of operations, generated from the declaration."""
        if self._verifier is None:
            self._verifier = Verifier(self)
        return self._verifier

    @property
    def builder(self) -> OpBuilder:
        """The method `build`, generated from the declaration."""
        if self._builder is None:
            self._builder = OpBuilder(self)
        return self._builder


def _own_fields(cls: type[ir.Operation]) -> list[Field]:
    """Return the class's fields in order of declaration, bases first; inherited ones are copied.

    A field's place differs from class to class, so that each class has its own descriptors.
    """
    found: dict[str, Field] = {}
    for base in reversed(cls.__mro__):
        for name, value in vars(base).items():
            if isinstance(value, Field):
                found[name] = value
            elif name in found:
                del found[name]  # overridden by something that is no field
    fields = []
    for name, field in found.items():
        if name not in vars(cls):
            field = _copy(field)
            setattr(cls, name, field)
        fields.append(field)
    for field in fields:
        if field.name in _RESERVED:
            _check_name(cls, field.name, field, fields)
    return fields


def _copy(field: Field) -> Field:
    copy = object.__new__(type(field))
    for base in type(field).__mro__:
        for slot in getattr(base, "__slots__", ()):
            setattr(copy, slot, getattr(field, slot))
    return copy


_RESERVED = frozenset((*dir(ir.Operation), *ir.Operation.__annotations__)) | {
    "assembly_format",
    "build",
    "definition",
    "from_state",
    "has_custom_syntax",
    "parse",
    "print",
    "result_name",
}


@functools.cache
def _abstract_members(cls: type) -> tuple[str, ...]:
    """Return the abstract members that a class itself declares."""
    members = vars(cls).items()
    return tuple(name for name, m in members if getattr(m, "__isabstractmethod__", False))


def _check_name(cls: type[ir.Operation], name: str, field: Field, fields: list[Field]) -> None:
    arity = Arity.SINGLE if name == "result" else Arity.VARIADIC
    others = [f for f in fields if f.kind == field.kind and f is not field]
    same_meaning = (
        isinstance(field, _SAME_MEANING.get(name, ()))
        and field.arity is arity
        and getattr(field, "segments", None) is None
        and (name == "result" or not others)
    )
    if same_meaning:
        if name in ("results", "regions", "successors"):
            # These are slots, which every operation fills: the slot itself is the field.
            setattr(cls, name, vars(ir.Operation)[name])
        return
    raise DefinitionError(
        f"op class {cls.__name__}: the field '{name}' hides an attribute of every operation; "
        f'give it another Python name and name="{field.ir_name}"'
    )


T = TypeVar("T")


class OpBuilder:
    """The prepared `build` of one op class."""

    __slots__ = ("_names", "_plan", "definition")

    def __init__(self, definition: OpDefinition) -> None:
        self.definition = definition
        self._names = {field.name: field.ir_name for field in definition.fields.values()}
        self._plan = plan_types(definition, definition.operands.fields)

    def initialize(
        self,
        op: ir.Operation,
        given: dict[str, Any],
        result_types: Sequence[ir.Type] | None,
        attributes: Mapping[str, ir.Attribute] | None,
        location: ir.Location,
    ) -> None:
        """Fill in a new `op` from its fields. Raises TypeError for missing or wrong values."""
        definition = self.definition
        if not given.keys() <= self._names.keys():
            raise self._unknown(next(name for name in given if name not in self._names))
        properties = dict(definition.defaults)
        frame = TypeFrame(definition, properties)
        for field in definition.operands.fields:
            values = self._operands(field, given.get(field.name), properties)
            frame.operands[field.index] = values
            frame.types[field.index] = [value.type for value in values]
        if definition.operands.segments is not None:
            sizes = ir.dense_i32(len(values) for values in frame.operands)
            properties[definition.operands.segments] = sizes
        for attribute in definition.attributes:
            value = given.get(attribute.name)
            if value is not None:
                value = attribute.attribute(value, definition.name)
            if value is not None:
                properties[attribute.ir_name] = value
            elif attribute.required and attribute.ir_name not in properties:
                raise self._missing(attribute)
        state = OperationState(
            definition.name,
            location,
            [value for values in frame.operands for value in values],
            [],
            dict(attributes or {}),
            properties,
            self._regions(given),
            [
                block
                for successor in definition.successors.fields
                for block in self._values(successor, ir.Block, given.get(successor.name), "block")
            ],
        )
        for result in definition.results.fields:
            if result.name in given:
                frame.types[result.place] = self._all(result, ir.Type, given[result.name], "types")
        infer = getattr(op, "infer_result_types", None)
        if result_types is None:
            result_types = self._result_types(frame, state, infer is not None)
        elif definition.results.segments is not None:
            raise TypeError(
                f"give the result types of '{definition.name}' by field: their numbers vary"
            )
        op._initialize(
            state.operands,
            result_types or (),
            properties,
            attributes,
            state.successors,
            state.regions,
            location,
        )
        if result_types is None and infer is not None:
            try:
                inferred = infer()
                if inferred is None:
                    raise self._needs_type(definition.results.fields[0])
            except BaseException:
                op.drop_all_references()
                raise
            op.results = tuple([ir.OpResult(op, i, type) for i, type in enumerate(inferred)])

    def _unknown(self, name: str) -> TypeError:
        names = self._names
        meant = next((field for field, ir_name in names.items() if ir_name == name), None)
        meant = meant or closest_name(name, names)
        hint = f"did you mean '{meant}'?" if meant else f"it has {', '.join(names) or 'none'}"
        return TypeError(f"'{self.definition.name}' has no field '{name}'; {hint}")

    def _missing(self, field: Field) -> TypeError:
        return TypeError(f"'{self.definition.name}' needs its field '{field.name}'")

    def _needs_type(self, field: Field) -> TypeError:
        return TypeError(
            f"'{self.definition.name}' needs the type of its result '{field.name}': "
            "give it by that name or as result_types"
        )

    def _wrong(self, field: Field, wanted: str, value: Any) -> TypeError:
        return TypeError(
            f"field '{field.name}' of '{self.definition.name}' must be {wanted}, not {value!r}"
        )

    def _all(self, field: Field, kind: type[T], value: Any, wanted: str) -> tuple[T, ...]:
        """Return one item or several as a tuple, all of class `cls`."""
        if value is None:
            return ()
        values = (value,) if isinstance(value, kind) else value
        if not isinstance(values, Iterable):
            raise self._wrong(field, wanted, value)
        values = tuple(values)
        for each in values:
            if not isinstance(each, kind):
                raise self._wrong(field, wanted, value)
        return values

    def _values(self, field: Field, kind: type[T], value: Any, noun: str) -> tuple[T, ...]:
        """Return the values or blocks given for a field."""
        if field.arity is not Arity.SINGLE:
            return self._all(field, kind, value, f"{noun}s")
        if value is None:
            raise self._missing(field)
        if not isinstance(value, kind):
            raise self._wrong(field, f"one {noun}", value)
        return (value,)

    def _operands(
        self, field: OperandField, value: Any, properties: dict[str, ir.Attribute]
    ) -> Sequence[ir.Value]:
        if field.segments is None:
            return self._values(field, ir.Value, value, "value")
        parts = [self._all(field, ir.Value, part, "lists of values") for part in value or ()]
        properties[field.segments] = ir.dense_i32(len(part) for part in parts)
        return [v for part in parts for v in part]

    def _regions(self, given: dict[str, Any]) -> list[ir.Region]:
        regions: list[ir.Region] = []
        for field in self.definition.regions.fields:
            value = given.get(field.name)
            for each in (value,) if field.arity is Arity.SINGLE else value or ():
                if not isinstance(each, ir.Region):
                    each = ir.Region(
                        self._all(field, ir.Block, each, "a region, a block or blocks")
                    )
                regions.append(each)
        return regions

    def _result_types(
        self, frame: TypeFrame, state: OperationState, by_op: bool
    ) -> list[ir.Type] | None:
        """Return the result types, given or inferred.

        None if only the op itself can tell (`by_op`).
        """
        groups, plan, start = self.definition.results, self._plan, len(frame.operands)
        given = frame.types[start:]
        if None in given:
            for step in plan.steps:
                step(frame)
            inferred = frame.types[start:]
            given = [i if g is None else g for g, i in zip(given, inferred, strict=True)]
            if plan.infer_results is not None and None in given:
                return list(plan.infer_results.function(state))
            if by_op and groups.segments is None and given.count(None) == len(given):
                return None
        for field, types in zip(groups.fields, given, strict=True):
            if types is None and field.arity is Arity.SINGLE:
                raise self._needs_type(field)
        if groups.segments is not None:
            frame.properties[groups.segments] = ir.dense_i32(len(types or ()) for types in given)
        return [type for types in given for type in types or ()]
