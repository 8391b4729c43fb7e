"""Type conversion: maps types to types, and builds values of new types from old ones and back."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias, TypeVar

from bufferize import ir
from bufferize.diagnostics import PluginError

TypeT = TypeVar("TypeT", bound=ir.Type)

Types: TypeAlias = tuple[ir.Type, ...]
"""The types that a type is converted to: usually one, but any number is possible."""

Materialization = Callable[[ir.Builder, TypeT, Sequence[ir.Value], ir.Location], "ir.Value | None"]
"""A function that builds a value of a type from others: `(builder, type, inputs, location)`.

Returns None if it cannot.
"""

Decomposition = Callable[[ir.Builder, ir.Location, TypeT, ir.Value], "Sequence[ir.Value] | None"]
"""A function that decomposes a value: `(builder, location, type, value)`; None if it cannot."""

_Tables: TypeAlias = dict[str, list[tuple[type[ir.Type], Callable[..., Any]]]]


class ResultConversionKind(enum.Enum):
    """The conversion of a function result."""

    APPEND_TO_ARGUMENT_LIST = "append-to-argument-list"
    """An additional last argument: a buffer of the caller, to which the function copies the result."""
    KEEP_AS_FUNCTION_RESULT = "keep-as-function-result"


class TypeConverter:
    """The conversion of types by a list of callbacks; the latest one is tried first.

    A type without a conversion cannot be converted. `add_conversion(Type, lambda type: type)`,
    added first, leaves all other types as they are.
    https://mlir.llvm.org/docs/DialectConversion/#type-converter
    """

    def __init__(self) -> None:
        self._conversions: list[tuple[type[ir.Type], Callable[[Any], Any]]] = []
        self._converted: dict[ir.Type, Types | None] = {}
        self._materializations: _Tables = {
            "source": [],
            "target": [],
            "argument": [],
            "decomposition": [],
        }

    # Types

    def add_conversion(
        self,
        type_class: type[TypeT],
        conversion: Callable[[TypeT], ir.Type | Iterable[ir.Type] | None],
    ) -> None:
        """Add a conversion of types of `type_class`.

        It returns a type, several types (or none, to drop the values), None if the type cannot be
        converted, or NotImplemented to leave it to the other conversions.
        """
        self._conversions.append((type_class, conversion))
        self.forget_converted()

    def forget_converted(self) -> None:
        """Clear the cache, because the conversions have changed."""
        self._converted.clear()

    def convert_type(self, type: ir.Type) -> Types | None:
        """Return the types that `type` is converted to; None if it cannot be converted.

        Raises PluginError for a conversion that returns anything else than types.
        """
        try:
            return self._converted[type]
        except KeyError:
            found = self._converted[type] = self._convert(type)
            return found

    def _convert(self, type: ir.Type) -> Types | None:
        for type_class, conversion in reversed(self._conversions):
            if not isinstance(type, type_class):
                continue
            found = conversion(type)
            if found is NotImplemented:
                continue
            if found is None:
                return None
            types = (found,) if isinstance(found, ir.Type) else found
            if isinstance(types, Iterable):
                types = tuple(types)
                if all(isinstance(each, ir.Type) for each in types):
                    return types
            raise PluginError(
                f"type conversion '{name_of(conversion)}' gives {found!r} for {type}; expected a "
                "type, several of them, None or NotImplemented"
            )
        return None

    def convert_single_type(self, type: ir.Type) -> ir.Type | None:
        """Return the only type that `type` is converted to; None if there is not exactly one."""
        types = self.convert_type(type)
        return types[0] if types is not None and len(types) == 1 else None

    def convert_types(self, types: Iterable[ir.Type]) -> Types | None:
        """Return the types that several types are converted to; None if one cannot be converted."""
        result: list[ir.Type] = []
        for type in types:
            found = self.convert_type(type)
            if found is None:
                return None
            result += found
        return tuple(result)

    def convert_result(self, type: ir.Type) -> list[tuple[ir.Type, ResultConversionKind]] | None:
        """Return the types of the parts of a converted function result, each with its kind.

        None if it cannot be converted.
        """
        types = self.convert_type(type)
        kind = ResultConversionKind.KEEP_AS_FUNCTION_RESULT
        return None if types is None else [(each, kind) for each in types]

    # Legality

    def is_legal(self, type: ir.Type) -> bool:
        """Return whether `type` converts to itself."""
        return self.convert_type(type) == (type,)

    def is_legal_op(self, op: ir.Operation) -> bool:
        """Return whether the types of all operands and results of `op` are legal."""
        return all(map(self.is_legal, op.operand_types)) and all(
            map(self.is_legal, op.result_types)
        )

    def is_legal_signature(self, type: ir.FunctionType) -> bool:
        """Return whether the types of all arguments and results of a function are legal."""
        return all(map(self.is_legal, (*type.inputs, *type.results)))

    def is_legal_region(self, region: ir.Region) -> bool:
        """Return whether the types of all block arguments of `region` are legal."""
        return all(
            self.is_legal(argument.type) for block in region.blocks for argument in block.arguments
        )

    # Materializations

    def add_source_materialization(
        self, type_class: type[TypeT], materialization: Materialization[TypeT]
    ) -> None:
        """Add a callback that builds a value of an old type from the values that replace it.

        It is used for operations that are not converted and use converted values.
        """
        self._materializations["source"].append((type_class, materialization))

    def add_target_materialization(
        self, type_class: type[TypeT], materialization: Materialization[TypeT]
    ) -> None:
        """Add a callback that builds a value of a new type from an unconverted value.

        It is used for converted operations that use unconverted values.
        """
        self._materializations["target"].append((type_class, materialization))

    def add_argument_materialization(
        self, type_class: type[TypeT], materialization: Materialization[TypeT]
    ) -> None:
        """Add a callback that builds a block argument of an old type from its replacements.

        Without one, the source materializations are used.
        """
        self._materializations["argument"].append((type_class, materialization))

    def add_decompose_value_conversion(
        self, type_class: type[TypeT], decomposition: Decomposition[TypeT]
    ) -> None:
        """Add a callback that decomposes a value whose type becomes several types."""
        self._materializations["decomposition"].append((type_class, decomposition))

    def materialize_source(
        self, builder: ir.Builder, type: ir.Type, inputs: Sequence[ir.Value], location: ir.Location
    ) -> ir.Value | None:
        """Build a value of the old `type` from its replacements; return None if no callback can."""
        return self._one("source", builder, type, inputs, location, exactly=True)

    def materialize_target(
        self, builder: ir.Builder, type: ir.Type, inputs: Sequence[ir.Value], location: ir.Location
    ) -> ir.Value | None:
        """Build a value of the new `type`; return None if no callback can."""
        return self._one("target", builder, type, inputs, location, exactly=True)

    def materialize_argument(
        self,
        builder: ir.Builder,
        type: ir.Type,
        inputs: Sequence[ir.Value],
        location: ir.Location,
        *,
        exactly: bool = True,
    ) -> ir.Value | None:
        """Build a value in place of an argument of the old `type`; return None if no callback can.

        If not `exactly`, it may be of another type, such as a tuple of the converted elements.
        """
        found = self._one("argument", builder, type, inputs, location, exactly=exactly)
        return found or self.materialize_source(builder, type, inputs, location)

    def decompose_value(
        self, builder: ir.Builder, location: ir.Location, value: ir.Value
    ) -> list[ir.Value] | None:
        """Build the parts of `value`; return None if no callback can."""
        for type_class, function in reversed(self._materializations["decomposition"]):
            if not isinstance(value.type, type_class):
                continue
            found = function(builder, location, value.type, value)
            if found is None:
                continue
            if not isinstance(found, Sequence) or not all(isinstance(v, ir.Value) for v in found):
                raise PluginError(
                    f"'{name_of(function)}' gives {found!r} in place of the parts of a value of "
                    f"type {value.type}"
                )
            return list(found)
        return None

    def _one(
        self,
        kind: str,
        builder: ir.Builder,
        type: ir.Type,
        inputs: Sequence[ir.Value],
        location: ir.Location,
        *,
        exactly: bool,
    ) -> ir.Value | None:
        for type_class, function in reversed(self._materializations[kind]):
            if not isinstance(type, type_class):
                continue
            found = function(builder, type, inputs, location)
            if found is None:
                continue
            if isinstance(found, ir.Value) and (found.type is type or not exactly):
                return found
            given = f"a value of type {found.type}" if isinstance(found, ir.Value) else repr(found)
            raise PluginError(
                f"{kind} materialization '{name_of(function)}' gives {given} in place of one of "
                f"type {type}"
            )
        return None


def name_of(function: object) -> str:
    """Return the name of a callback for errors."""
    return getattr(function, "__qualname__", type(function).__qualname__)


class SignatureConversion:
    """The conversion of a block's arguments: to new arguments, in order, or to existing values.

    https://mlir.llvm.org/docs/DialectConversion/#block-type-conversion
    """

    def __init__(self, num_inputs: int) -> None:
        self.types: list[ir.Type] = []
        """The types of the new arguments."""
        self.inputs: list[range | tuple[ir.Value, ...]] = [range(0)] * num_inputs
        """For each old argument, the indices of the new ones that it becomes, or the values."""

    def add_inputs(self, types: Iterable[ir.Type], index: int | None = None) -> range:
        """Append new arguments, which replace old argument `index`; return their indices.

        Without `index`, they replace no old argument.
        """
        start = len(self.types)
        self.types += types
        added = range(start, len(self.types))
        if index is not None:
            self.inputs[index] = added
        return added

    def remap_input(self, index: int, values: Sequence[ir.Value]) -> None:
        """Replace old argument `index` by `values`, which are defined outside the block."""
        self.inputs[index] = tuple(values)

    @staticmethod
    def of(converter: TypeConverter, types: Sequence[ir.Type]) -> SignatureConversion | None:
        """Return the conversion of arguments of `types`; None if one of them cannot be converted."""
        conversion = SignatureConversion(len(types))
        for index, type in enumerate(types):
            found = converter.convert_type(type)
            if found is None:
                return None
            conversion.add_inputs(found, index)
        return conversion
