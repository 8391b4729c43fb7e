"""The type converter of the older bufferization: tensors to memrefs, and decomposed types."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from bufferize import ir
from bufferize.diagnostics import PluginError
from bufferize.dialects.bufferization import ToBufferOp, ToTensorOp
from bufferize.dialects.memref import AllocOp, CastOp, CopyOp
from bufferize.dialects.strided import are_cast_compatible
from bufferize.driver import CreatingRewriter, identity_memref_type
from bufferize_conversion.types import ResultConversionKind, TypeConverter, Types, TypeT, name_of


class BufferizeTypeConverter(TypeConverter):
    """The type converter from tensors to memrefs without a layout; others stay unless added.

    `bufferization.to_tensor` and `to_buffer` connect converted operations with others.
    """

    def __init__(self) -> None:
        super().__init__()
        self._kinds: list[tuple[type[ir.Type], type[ir.Type], ResultConversionKind]] = []
        self._type_decompositions: list[tuple[type[ir.Type], Callable[[Any], Any]]] = []
        self.add_conversion(ir.Type, lambda type: type)
        self.add_conversion(ir.TensorType, identity_memref_type)
        self.add_conversion(ir.FunctionType, self._convert_function_type)
        self.add_source_materialization(ir.TensorType, _to_tensor)
        self.add_source_materialization(ir.BaseMemRefType, _to_buffer)
        self.add_target_materialization(ir.BaseMemRefType, _to_buffer)

    def set_result_conversion_kind(
        self, source: type[ir.Type], target: type[ir.Type], kind: ResultConversionKind
    ) -> None:
        """Set the conversion of function results whose type of class `source` becomes a `target`.

        By default they stay results.
        """
        self._kinds.append((source, target, kind))
        self.forget_converted()  # types of functions

    def result_conversion_kind(self, source: ir.Type, target: ir.Type) -> ResultConversionKind:
        """Return the conversion of a function result whose type `source` becomes `target`."""
        for source_class, target_class, kind in reversed(self._kinds):
            if isinstance(source, source_class) and isinstance(target, target_class):
                return kind
        return ResultConversionKind.KEEP_AS_FUNCTION_RESULT

    def add_decompose_type_conversion(
        self, type_class: type[TypeT], decomposition: Callable[[TypeT], Iterable[ir.Type] | None]
    ) -> None:
        """Add a callback that returns the parts of a type of `type_class`.

        None if it is not decomposed.

        The parts are decomposed and converted in turn. `add_argument_materialization` and
        `add_decompose_value_conversion` say how values are composed and decomposed.
        """
        self._type_decompositions.append((type_class, decomposition))
        self.add_conversion(type_class, self._convert_decomposed)

    def decompose_type(self, type: ir.Type) -> Types:
        """Return the types that `type` is decomposed to, not converted; usually just itself."""
        for type_class, decomposition in reversed(self._type_decompositions):
            if not isinstance(type, type_class):
                continue
            found = decomposition(type)
            if found is None:
                continue
            parts = tuple(found)
            if not all(isinstance(part, ir.Type) for part in parts):
                raise PluginError(f"'{name_of(decomposition)}' gives {found!r}, not types")
            if parts == (type,):
                return parts
            if type in parts:
                raise PluginError(f"'{name_of(decomposition)}' takes {type} apart into itself")
            return tuple([each for part in parts for each in self.decompose_type(part)])
        return (type,)

    def convert_result(self, type: ir.Type) -> list[tuple[ir.Type, ResultConversionKind]] | None:
        parts = []
        for part in self.decompose_type(type):
            converted = self.convert_single_type(part)
            if converted is None:
                return None
            parts.append((converted, self.result_conversion_kind(part, converted)))
        return parts

    def _convert_function_type(self, type: ir.FunctionType) -> ir.FunctionType | None:
        inputs = self.convert_types(type.inputs)
        found = [self.convert_result(result) for result in type.results]
        if inputs is None or None in found:
            return None
        parts = [part for result in found if result is not None for part in result]
        appended = ResultConversionKind.APPEND_TO_ARGUMENT_LIST
        return ir.FunctionType(
            (*inputs, *(part for part, kind in parts if kind is appended)),
            tuple([part for part, kind in parts if kind is not appended]),
        )

    def _convert_decomposed(self, type: ir.Type) -> Any:
        parts = self.decompose_type(type)
        return NotImplemented if parts == (type,) else self.convert_types(parts)

    def decompose_value(
        self, builder: ir.Builder, location: ir.Location, value: ir.Value
    ) -> list[ir.Value] | None:
        """Return the parts of `value`, each decomposed in turn; None if its type is not decomposed."""
        parts = super().decompose_value(builder, location, value)
        if parts is None or parts == [value]:
            return None
        return [
            each
            for part in parts
            for each in self.decompose_value(builder, location, part) or [part]
        ]


def _to_tensor(
    builder: ir.Builder, type: ir.TensorType, inputs: Sequence[ir.Value], location: ir.Location
) -> ir.Value | None:
    if len(inputs) != 1 or not isinstance(inputs[0].type, ir.BaseMemRefType):
        return None
    return builder.insert(ToTensorOp.create(inputs, (type,), location=location)).result


def _to_buffer(
    builder: ir.Builder, type: ir.BaseMemRefType, inputs: Sequence[ir.Value], location: ir.Location
) -> ir.Value | None:
    if len(inputs) != 1:
        return None
    (value,) = inputs
    if isinstance(value.type, ir.TensorType):
        return builder.insert(ToBufferOp.create(inputs, (type,), location=location)).result
    if are_cast_compatible(value.type, type) and not _may_fail(value.type, type):
        return builder.insert(CastOp.create(inputs, (type,), location=location)).result
    return _copied(builder, type, value, location)


def _may_fail(source: ir.Type, target: ir.Type) -> bool:
    """Return whether a cast may fail at run time, as it asserts an identity layout."""
    return (
        isinstance(source, ir.MemRefType)
        and isinstance(target, ir.MemRefType)
        and not source.has_identity_layout
        and target.has_identity_layout
    )


def _copied(
    builder: ir.Builder, type: ir.BaseMemRefType, value: ir.Value, location: ir.Location
) -> ir.Value | None:
    """Insert a copy of a buffer, with type `type`; None if that cannot be allocated."""
    source = value.type
    if (
        not isinstance(builder, CreatingRewriter)
        or not isinstance(type, ir.MemRefType)
        or not isinstance(source, ir.MemRefType)
        or not type.has_identity_layout
        or source.element_type is not type.element_type
        or len(source.shape) != len(type.shape)
    ):
        return None
    sizes = [
        builder.dim(value, i, location)
        for i, extent in enumerate(type.shape)
        if extent == ir.DYNAMIC
    ]
    properties = {"operandSegmentSizes": ir.dense_i32((len(sizes), 0))}
    copy = builder.create(AllocOp, sizes, (type,), properties=properties, location=location).result
    builder.insert(CopyOp.create((value, copy), location=location))
    return copy
