"""Conversion of types and attributes of xDSL to those of bufferize."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from xdsl import ir as xdsl
from xdsl.dialects import builtin as x

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import DiagnosticError
from bufferize.syntax import parse_attribute, parse_type
from bufferize_xdsl import affine, elements
from bufferize_xdsl.errors import NotRepresentable, to_location

_SIGNEDNESS = {
    x.Signedness.SIGNLESS: ir.Signedness.SIGNLESS,
    x.Signedness.SIGNED: ir.Signedness.SIGNED,
    x.Signedness.UNSIGNED: ir.Signedness.UNSIGNED,
}


class AttributesToBufferize:
    """A converter of the types and attributes of one xDSL module, which must not change meanwhile.

    Common ones are converted by their fields; all others are printed and parsed, once for each
    different text. Types and attributes that no dialect of the context knows are kept as opaque
    text.
    """

    def __init__(self, context: d.DialectContext) -> None:
        self._context = d.DialectContext(loader=context.dialect, allow_unregistered_dialects=True)
        self._known: dict[int, ir.Attribute | ir.Type] = {}
        """The results, by the identity of xDSL's object, which the module keeps alive."""
        self.by_text: dict[str, tuple[xdsl.Attribute, ir.Attribute | ir.Type]] = {}
        """The results of parsing, by text: equal attributes of xDSL may print differently."""
        self.resources: set[str] = set()
        """The keys of the resources that were seen."""

    def type(self, type: xdsl.Attribute) -> ir.Type:
        """Convert a type. Raises NotRepresentable."""
        found = self._known.get(id(type))
        if found is None:
            found = self._known[id(type)] = self._converted(type)
        if not isinstance(found, ir.Type):
            raise NotRepresentable(f"{type} is no type")
        return found

    def attribute(self, attribute: xdsl.Attribute) -> ir.Attribute:
        """Convert an attribute; xDSL's types are attributes, too. Raises NotRepresentable."""
        found = self._known.get(id(attribute))
        if found is None:
            found = self._known[id(attribute)] = self._converted(attribute)
        return ir.TypeAttr(found) if isinstance(found, ir.Type) else found

    def location(self, location: xdsl.Attribute) -> ir.Location:
        """Convert a location."""
        if location is x.UNKNOWN_LOC:
            return ir.UNKNOWN_LOC
        return to_location(location, self.attribute)

    def optional(self, attribute: xdsl.Attribute) -> ir.Attribute | None:
        """Convert an attribute that may be absent, which is NoneAttr in xDSL."""
        return None if isinstance(attribute, x.NoneAttr) else self.attribute(attribute)

    def _converted(self, attribute: object) -> ir.Attribute | ir.Type:
        convert = _CONVERTERS.get(type(attribute))
        if convert is not None:
            return convert(self, attribute)
        if not isinstance(attribute, xdsl.Attribute):
            raise NotRepresentable(f"it is no attribute of xDSL, but {attribute!r}")
        if isinstance(attribute, xdsl.BuiltinAttribute) and not isinstance(
            attribute, x.UnregisteredAttr
        ):
            raise NotRepresentable(f"there is nothing like {attribute.name} of xDSL")
        try:
            text = str(attribute)
        except Exception as problem:  # raised by a dialect's code
            raise NotRepresentable(f"it cannot be printed: {problem}") from problem
        known = self.by_text.get(text)
        if known is None:
            known = self.by_text[text] = attribute, self._read(attribute, text)
        return known[1]

    def _read(self, attribute: xdsl.Attribute, text: str) -> ir.Attribute | ir.Type:
        try:
            if isinstance(attribute, xdsl.TypeAttribute):
                return parse_type(text, self._context)
            return parse_attribute(text, self._context)
        except DiagnosticError as problem:
            dialect, dot, mnemonic = attribute.name.partition(".")
            find = (
                self._context.type_class
                if isinstance(attribute, xdsl.TypeAttribute)
                else self._context.attribute_class
            )
            if not dot or not text[1:].startswith(attribute.name) or find(dialect, mnemonic):
                raise NotRepresentable(problem.diagnostics[0].message) from None
            opaque = ir.OpaqueType if isinstance(attribute, xdsl.TypeAttribute) else ir.OpaqueAttr
            return opaque(dialect, text[len(dialect) + 2 :])


_Convert = Callable[[AttributesToBufferize, Any], "ir.Attribute | ir.Type"]


def _shape(shape: x.ArrayAttr[x.IntAttr]) -> tuple[int, ...]:
    return tuple([extent.data for extent in shape.data])


def _integer_type(into: AttributesToBufferize, type: x.IntegerType) -> ir.Type:
    return ir.IntegerType(type.width.data, _SIGNEDNESS[type.signedness.data])


def _tensor(into: AttributesToBufferize, type: x.TensorType) -> ir.Type:
    element_type, encoding = into.type(type.element_type), into.optional(type.encoding)
    return ir.RankedTensorType(_shape(type.shape), element_type, encoding)


def _memref(into: AttributesToBufferize, type: x.MemRefType) -> ir.Type:
    layout, space = into.optional(type.layout), into.optional(type.memory_space)
    return ir.MemRefType(_shape(type.shape), into.type(type.element_type), layout, space)


def _unranked_memref(into: AttributesToBufferize, type: x.UnrankedMemRefType) -> ir.Type:
    return ir.UnrankedMemRefType(into.type(type.element_type), into.optional(type.memory_space))


def _vector(into: AttributesToBufferize, type: x.VectorType) -> ir.Type:
    scalable = tuple([bool(each.value.data) for each in type.scalable_dims.data])
    return ir.VectorType(_shape(type.shape), into.type(type.element_type), scalable)


def _function_type(into: AttributesToBufferize, type: x.FunctionType) -> ir.Type:
    inputs = tuple([into.type(each) for each in type.inputs.data])
    return ir.FunctionType(inputs, tuple([into.type(each) for each in type.outputs.data]))


def _strided(into: AttributesToBufferize, layout: x.StridedLayoutAttr) -> ir.Attribute:
    def number(value: x.IntAttr | x.NoneAttr) -> int:
        return ir.DYNAMIC if isinstance(value, x.NoneAttr) else value.data

    return ir.StridedLayoutAttr(
        number(layout.offset), tuple([number(stride) for stride in layout.strides.data])
    )


def _string(into: AttributesToBufferize, string: x.StringAttr) -> ir.Attribute:
    return ir.StringAttr(string.data)


def _bytes(into: AttributesToBufferize, string: x.BytesAttr) -> ir.Attribute:
    return ir.StringAttr(string.data.decode("utf-8", "surrogateescape"))


def _integer(into: AttributesToBufferize, integer: x.IntegerAttr) -> ir.Attribute:
    return ir.IntegerAttr(integer.value.data, into.type(integer.type))


def _float(into: AttributesToBufferize, number: x.FloatAttr) -> ir.Attribute:
    return elements.to_float(number.value.data, cast("ir.FloatType", into.type(number.type)))


def _symbol(into: AttributesToBufferize, symbol: x.SymbolRefAttr) -> ir.Attribute:
    nested = tuple([each.data for each in symbol.nested_references.data])
    return ir.SymbolRefAttr(symbol.root_reference.data, nested)


def _array(into: AttributesToBufferize, array: x.ArrayAttr[Any]) -> ir.Attribute:
    return ir.ArrayAttr(tuple([into.attribute(each) for each in array.data]))


def _dictionary(into: AttributesToBufferize, dictionary: x.DictionaryAttr) -> ir.Attribute:
    return ir.DictionaryAttr.of({k: into.attribute(v) for k, v in dictionary.data.items()})


def _dense_array(into: AttributesToBufferize, array: x.DenseArrayBase) -> ir.Attribute:
    element_type = into.type(array.elt_type)
    return ir.DenseArrayAttr(element_type, elements.to_array(element_type, array.data.data))


def _dense(into: AttributesToBufferize, dense: x.DenseIntOrFPElementsAttr) -> ir.Attribute:
    return elements.to_dense(cast("ir.ShapedType", into.type(dense.type)), dense.data.data)


def _resource(into: AttributesToBufferize, resource: x.DenseResourceAttr) -> ir.Attribute:
    type = cast("ir.ShapedType", into.type(resource.type))
    into.resources.add(resource.resource_handle.data)
    return ir.DenseResourceElementsAttr(type, resource.resource_handle.data)


def _location(into: AttributesToBufferize, location: xdsl.Attribute) -> ir.Attribute:
    return into.location(location)


def _same(value: ir.Attribute | ir.Type) -> _Convert:
    return lambda into, attribute: value


_FLOATS: tuple[type[Any], ...] = x.AnyFloat.__args__

_CONVERTERS: dict[type, _Convert] = {
    x.IntegerType: _integer_type,
    x.IndexType: _same(ir.INDEX),
    x.NoneType: _same(ir.NONE),
    **{cls: _same(ir.FloatType(cls.name)) for cls in _FLOATS},
    x.ComplexType: lambda into, type: ir.ComplexType(into.type(type.element_type)),
    x.TupleType: lambda into, type: ir.TupleType(tuple(map(into.type, type.types.data))),
    x.FunctionType: _function_type,
    x.TensorType: _tensor,
    x.UnrankedTensorType: lambda into, type: ir.UnrankedTensorType(into.type(type.element_type)),
    x.MemRefType: _memref,
    x.UnrankedMemRefType: _unranked_memref,
    x.VectorType: _vector,
    x.StridedLayoutAttr: _strided,
    x.UnitAttr: _same(ir.UNIT),
    x.StringAttr: _string,
    x.BytesAttr: _bytes,
    x.IntegerAttr: _integer,
    x.FloatAttr: _float,
    x.SymbolRefAttr: _symbol,
    x.ArrayAttr: _array,
    x.DictionaryAttr: _dictionary,
    x.AffineMapAttr: lambda into, map: ir.AffineMapAttr(affine.to_map(map.data)),
    x.AffineSetAttr: lambda into, set: ir.IntegerSetAttr(affine.to_set(set.data)),
    x.DenseArrayBase: _dense_array,
    x.DenseIntOrFPElementsAttr: _dense,
    x.DenseResourceAttr: _resource,
    **dict.fromkeys(
        (x.UnknownLoc, x.FileLineColLoc, x.NameLoc, x.CallSiteLoc, x.FusedLoc), _location
    ),
}
