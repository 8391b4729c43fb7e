"""Which types become which, and the operations that connect values of the old and the new ones."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias, TypeVar

from bufferize.diagnostics import PluginError
from bufferize.ir import Builder, FunctionType, Location, Operation, Region, Type, Value

TypeT = TypeVar("TypeT", bound=Type)

Types: TypeAlias = tuple[Type, ...]
"""What a type becomes: one type as a rule, or any other number of them."""

Materialization = Callable[[Builder, TypeT, Sequence[Value], Location], "Value | None"]
"""Makes one value of a type from others: `(builder, type, inputs, location)`; None if it cannot."""

Decomposition = Callable[[Builder, Location, TypeT, Value], "Sequence[Value] | None"]
"""Takes a value of a type apart: `(builder, location, type, value)`; None if it cannot."""

_Tables: TypeAlias = dict[str, list[tuple[type[Type], Callable[..., Any]]]]


class ResultConversionKind(enum.Enum):
    """What becomes of a function's result."""

    APPEND_TO_ARGUMENT_LIST = "append-to-argument-list"
    """Callers pass a buffer, behind all other arguments, to which the function copies it."""
    KEEP_AS_FUNCTION_RESULT = "keep-as-function-result"


class TypeConverter:
    """What becomes of types, as a list of callbacks that is asked from the last to the first.

    A type for which no conversion is added cannot be converted; `add_conversion(Type, lambda type:
    type)`, added first, lets all others stay as they are.
    https://mlir.llvm.org/docs/DialectConversion/#type-converter
    """

    def __init__(self) -> None:
        self._conversions: list[tuple[type[Type], Callable[[Any], Any]]] = []
        self._converted: dict[Type, Types | None] = {}
        self._materializations: _Tables = {
            "source": [],
            "target": [],
            "argument": [],
            "decomposition": [],
        }

    # What types become

    def add_conversion(
        self, type_class: type[TypeT], conversion: Callable[[TypeT], Type | Iterable[Type] | None]
    ) -> None:
        """Add what becomes of types of `type_class`.

        The conversion gives a type, several types (or none, where values just go away), None where
        the type cannot be converted, or NotImplemented for a type that it leaves to the others.
        """
        self._conversions.append((type_class, conversion))
        self.forget_converted()

    def forget_converted(self) -> None:
        """Forget what types have become: conversions give something else now."""
        self._converted.clear()

    def convert_type(self, type: Type) -> Types | None:
        """What `type` becomes; None if it cannot be converted.

        Raises PluginError for a conversion that gives anything else than types.
        """
        try:
            return self._converted[type]
        except KeyError:
            found = self._converted[type] = self._convert(type)
            return found

    def _convert(self, type: Type) -> Types | None:
        for type_class, conversion in reversed(self._conversions):
            if not isinstance(type, type_class):
                continue
            found = conversion(type)
            if found is NotImplemented:
                continue
            if found is None:
                return None
            types = (found,) if isinstance(found, Type) else found
            if isinstance(types, Iterable):
                types = tuple(types)
                if all(isinstance(each, Type) for each in types):
                    return types
            raise PluginError(
                f"type conversion '{name_of(conversion)}' gives {found!r} for {type}; expected a "
                "type, several of them, None or NotImplemented"
            )
        return None

    def convert_single_type(self, type: Type) -> Type | None:
        """The one type that `type` becomes; None if it cannot be converted, or not to one type."""
        types = self.convert_type(type)
        return types[0] if types is not None and len(types) == 1 else None

    def convert_types(self, types: Iterable[Type]) -> Types | None:
        """What types become, one after the other; None if one of them cannot be converted."""
        result: list[Type] = []
        for type in types:
            found = self.convert_type(type)
            if found is None:
                return None
            result += found
        return tuple(result)

    def convert_result(self, type: Type) -> list[tuple[Type, ResultConversionKind]] | None:
        """What a function's result of `type` becomes: the types of its parts, and where each goes.

        None if it cannot be converted.
        """
        types = self.convert_type(type)
        kind = ResultConversionKind.KEEP_AS_FUNCTION_RESULT
        return None if types is None else [(each, kind) for each in types]

    # What stays as it is

    def is_legal(self, type: Type) -> bool:
        """Whether `type` becomes itself."""
        return self.convert_type(type) == (type,)

    def is_legal_op(self, op: Operation) -> bool:
        """Whether the types of all operands and results of `op` become themselves."""
        return all(map(self.is_legal, op.operand_types)) and all(
            map(self.is_legal, op.result_types)
        )

    def is_legal_signature(self, type: FunctionType) -> bool:
        """Whether the types of all arguments and results of a function become themselves."""
        return all(map(self.is_legal, (*type.inputs, *type.results)))

    def is_legal_region(self, region: Region) -> bool:
        """Whether the types of the arguments of all blocks of `region` become themselves."""
        return all(
            self.is_legal(argument.type) for block in region.blocks for argument in block.arguments
        )

    # Materializations

    def add_source_materialization(
        self, type_class: type[TypeT], materialization: Materialization[TypeT]
    ) -> None:
        """Add how a value of an old type of `type_class` is made from what it became.

        This is for operations that stay as they are, and use what was converted.
        """
        self._materializations["source"].append((type_class, materialization))

    def add_target_materialization(
        self, type_class: type[TypeT], materialization: Materialization[TypeT]
    ) -> None:
        """Add how a value of a new type of `type_class` is made from one that was not converted.

        This is for operations that are converted, and use what stays as it is.
        """
        self._materializations["target"].append((type_class, materialization))

    def add_argument_materialization(
        self, type_class: type[TypeT], materialization: Materialization[TypeT]
    ) -> None:
        """Add how a block argument of an old type is made from those that it became.

        Where there is none, the source materializations are asked.
        """
        self._materializations["argument"].append((type_class, materialization))

    def add_decompose_value_conversion(
        self, type_class: type[TypeT], decomposition: Decomposition[TypeT]
    ) -> None:
        """Add how a value of a type of `type_class`, which becomes several, is taken apart."""
        self._materializations["decomposition"].append((type_class, decomposition))

    def materialize_source(
        self, builder: Builder, type: Type, inputs: Sequence[Value], location: Location
    ) -> Value | None:
        """A value of the old `type` from what it became; None where nobody knows how."""
        return self._one("source", builder, type, inputs, location, exactly=True)

    def materialize_target(
        self, builder: Builder, type: Type, inputs: Sequence[Value], location: Location
    ) -> Value | None:
        """A value of the new `type`; None where nobody knows how."""
        return self._one("target", builder, type, inputs, location, exactly=True)

    def materialize_argument(
        self,
        builder: Builder,
        type: Type,
        inputs: Sequence[Value],
        location: Location,
        *,
        exactly: bool = True,
    ) -> Value | None:
        """A value in place of an argument of the old `type`; None where nobody knows how.

        If not `exactly`, it may be of another type: a tuple of what the elements became.
        """
        found = self._one("argument", builder, type, inputs, location, exactly=exactly)
        return found or self.materialize_source(builder, type, inputs, location)

    def decompose_value(
        self, builder: Builder, location: Location, value: Value
    ) -> list[Value] | None:
        """The parts of `value`; None where nobody knows how to take one of its type apart."""
        for type_class, function in reversed(self._materializations["decomposition"]):
            if not isinstance(value.type, type_class):
                continue
            found = function(builder, location, value.type, value)
            if found is None:
                continue
            if not isinstance(found, Sequence) or not all(isinstance(v, Value) for v in found):
                raise PluginError(
                    f"'{name_of(function)}' gives {found!r} in place of the parts of a value of "
                    f"type {value.type}"
                )
            return list(found)
        return None

    def _one(
        self,
        kind: str,
        builder: Builder,
        type: Type,
        inputs: Sequence[Value],
        location: Location,
        *,
        exactly: bool,
    ) -> Value | None:
        for type_class, function in reversed(self._materializations[kind]):
            if not isinstance(type, type_class):
                continue
            found = function(builder, type, inputs, location)
            if found is None:
                continue
            if isinstance(found, Value) and (found.type is type or not exactly):
                return found
            given = f"a value of type {found.type}" if isinstance(found, Value) else repr(found)
            raise PluginError(
                f"{kind} materialization '{name_of(function)}' gives {given} in place of one of "
                f"type {type}"
            )
        return None


def name_of(function: object) -> str:
    """What an error calls a callback."""
    return getattr(function, "__qualname__", type(function).__qualname__)


class SignatureConversion:
    """What the arguments of a block become: new ones, in order, or values that there are already.

    https://mlir.llvm.org/docs/DialectConversion/#block-type-conversion
    """

    def __init__(self, num_inputs: int) -> None:
        self.types: list[Type] = []
        """The types of the new arguments."""
        self.inputs: list[range | tuple[Value, ...]] = [range(0)] * num_inputs
        """For each old argument the numbers of those that it becomes, or the values."""

    def add_inputs(self, types: Iterable[Type], index: int | None = None) -> range:
        """Append new arguments, which old argument `index` becomes; the numbers of the new ones.

        Without an `index` no old argument becomes them.
        """
        start = len(self.types)
        self.types += types
        added = range(start, len(self.types))
        if index is not None:
            self.inputs[index] = added
        return added

    def remap_input(self, index: int, values: Sequence[Value]) -> None:
        """Let old argument `index` become `values`, which are defined outside of the block."""
        self.inputs[index] = tuple(values)

    @staticmethod
    def of(converter: TypeConverter, types: Sequence[Type]) -> SignatureConversion | None:
        """The conversion of arguments of `types`; None if one of them cannot be converted."""
        conversion = SignatureConversion(len(types))
        for index, type in enumerate(types):
            found = converter.convert_type(type)
            if found is None:
                return None
            conversion.add_inputs(found, index)
        return conversion
