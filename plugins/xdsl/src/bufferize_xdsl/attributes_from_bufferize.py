"""Conversion of types and attributes of bufferize to those of xDSL."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

from xdsl import ir as xdsl
from xdsl.context import Context as XdslContext
from xdsl.dialects import builtin as x
from xdsl.parser import Parser
from xdsl.utils.exceptions import (
    ParseError,
    UnregisteredConstructException,
    VerifyException,
)

from bufferize import ir
from bufferize_xdsl import affine, elements
from bufferize_xdsl.errors import NotRepresentable, from_location

AttributeT = TypeVar("AttributeT", bound=xdsl.Attribute)

_SIGNEDNESS = {
    ir.Signedness.SIGNLESS: x.Signedness.SIGNLESS,
    ir.Signedness.SIGNED: x.Signedness.SIGNED,
    ir.Signedness.UNSIGNED: x.Signedness.UNSIGNED,
}


class AttributesFromBufferize:
    """A converter to types and attributes of an xDSL context; each is converted only once.

    Common ones are converted by their fields; all others are printed, and parsed by xDSL.
    """

    def __init__(self, context: XdslContext) -> None:
        self._context = context
        self._known: dict[ir.Attribute | ir.Type, xdsl.Attribute] = {}

    def remember(self, known: Iterable[tuple[xdsl.Attribute, ir.Attribute | ir.Type]]) -> None:
        """Set the original objects of xDSL that types and attributes are converted back to."""
        for theirs, ours in known:
            self._known.setdefault(ours, theirs)

    def convert(self, attribute: ir.Attribute | ir.Type) -> xdsl.Attribute:
        """Convert a type or an attribute. Raises NotRepresentable."""
        found = self._known.get(attribute)
        if found is None:
            try:
                found = _CONVERTERS.get(type(attribute), _read)(self, attribute)
            except VerifyException as problem:
                raise NotRepresentable(str(problem)) from None
            self._known[attribute] = found
        return found

    def location(self, location: ir.Location) -> x.LocationAttr:
        """Convert a location."""
        if location is ir.UNKNOWN_LOC:
            return x.UNKNOWN_LOC
        return cast("x.LocationAttr", self.convert(location))

    def optional(self, attribute: ir.Attribute | None) -> xdsl.Attribute:
        """Convert an attribute that may be absent."""
        return x.NoneAttr() if attribute is None else self.convert(attribute)

    def read(self, attribute: ir.Attribute | ir.Type) -> xdsl.Attribute:
        """Print the attribute and let xDSL parse the text. Raises NotRepresentable.

        A text in the common form that xDSL cannot parse becomes an unregistered attribute, if the
        context allows these.
        """
        text = str(attribute)
        try:
            return self._parsed(text, isinstance(attribute, ir.Type))
        except NotRepresentable:
            match = _COMMON_FORM(text)
            if match is None or not self._context.allow_unregistered:
                raise
            name, parameters = match.groups()
            cls = x.UnregisteredAttr.with_name_and_type(name, isinstance(attribute, ir.Type))
            return cls(name, isinstance(attribute, ir.Type), False, parameters or "")

    def _parsed(self, text: str, is_type: bool) -> xdsl.Attribute:
        parser = Parser(self._context, text)
        try:
            found = parser.parse_type() if is_type else parser.parse_attribute()
        except (ParseError, UnregisteredConstructException, VerifyException, ValueError) as problem:
            raise NotRepresentable(_last_line(problem)) from None
        if parser.pos != len(text):
            raise NotRepresentable(f"xDSL reads only the beginning of it, {found}")
        return found


_COMMON_FORM = re.compile(r"[#!]([\w$]+\.[\w$.-]+)(?:<(.*)>)?", re.DOTALL).fullmatch
"""The pattern of `#dialect.name<…>`."""


def _last_line(problem: Exception) -> str:
    lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
    return lines[-1] if lines else type(problem).__name__


_Convert = Callable[[AttributesFromBufferize, Any], xdsl.Attribute]


def _read(into: AttributesFromBufferize, attribute: ir.Attribute | ir.Type) -> xdsl.Attribute:
    return into.read(attribute)


def _refused(into: AttributesFromBufferize, attribute: ir.Attribute) -> xdsl.Attribute:
    raise NotRepresentable("xDSL has no such attribute")


def _array_of(
    into: AttributesFromBufferize, parts: Iterable[ir.Attribute | ir.Type]
) -> x.ArrayAttr[Any]:
    return x.ArrayAttr([into.convert(part) for part in parts])


def _integer_type(into: AttributesFromBufferize, type: ir.IntegerType) -> xdsl.Attribute:
    return x.IntegerType(type.width, _SIGNEDNESS[type.signedness])


def _vector(into: AttributesFromBufferize, type: ir.VectorType) -> xdsl.Attribute:
    scalable = x.ArrayAttr([x.IntegerAttr.from_bool(each) for each in type.scalable_dims])
    return x.VectorType(into.convert(type.element_type), type.shape, scalable)


def _tensor(into: AttributesFromBufferize, type: ir.RankedTensorType) -> xdsl.Attribute:
    element_type, encoding = into.convert(type.element_type), into.optional(type.encoding)
    return x.TensorType(element_type, type.shape, encoding)


def _memref(into: AttributesFromBufferize, type: ir.MemRefType) -> xdsl.Attribute:
    layout, space = into.optional(type.layout), into.optional(type.memory_space)
    if not isinstance(layout, x.MemRefLayoutAttr | x.NoneAttr):
        raise NotRepresentable(f"{type.layout} is no layout to xDSL")
    return x.MemRefType(into.convert(type.element_type), type.shape, layout, space)


def _unranked_memref(into: AttributesFromBufferize, type: ir.UnrankedMemRefType) -> xdsl.Attribute:
    return x.UnrankedMemRefType(into.convert(type.element_type), into.optional(type.memory_space))


def _function_type(into: AttributesFromBufferize, type: ir.FunctionType) -> xdsl.Attribute:
    return x.FunctionType(_array_of(into, type.inputs), _array_of(into, type.results))


def _strided(into: AttributesFromBufferize, layout: ir.StridedLayoutAttr) -> xdsl.Attribute:
    def number(value: int) -> int | None:
        return None if value == ir.DYNAMIC else value

    return x.StridedLayoutAttr(list(map(number, layout.strides)), number(layout.offset))


def _string(into: AttributesFromBufferize, string: ir.StringAttr) -> xdsl.Attribute:
    if string.type is not ir.NONE:
        raise NotRepresentable("a string of xDSL has no type")
    data = string.value.encode("utf-8", "surrogateescape")
    is_text = all(not "\udc80" <= character <= "\udcff" for character in string.value)
    return x.StringAttr(string.value) if is_text else x.BytesAttr(data)


def _integer(into: AttributesFromBufferize, integer: ir.IntegerAttr) -> xdsl.Attribute:
    type = into.convert(integer.type)
    if not isinstance(type, x.IntegerType | x.IndexType):
        raise NotRepresentable(f"an integer of xDSL is not of type {integer.type}")
    return x.IntegerAttr(integer.value, type)


def _float(into: AttributesFromBufferize, number: ir.FloatAttr) -> xdsl.Attribute:
    return elements.from_float(number, cast("x.AnyFloat", into.convert(number.type)))


def _symbol(into: AttributesFromBufferize, symbol: ir.SymbolRefAttr) -> xdsl.Attribute:
    return x.SymbolRefAttr(symbol.root, list(symbol.nested))


def _dictionary(into: AttributesFromBufferize, dictionary: ir.DictionaryAttr) -> xdsl.Attribute:
    return x.DictionaryAttr({name: into.convert(value) for name, value in dictionary.entries})


def _dense_array(into: AttributesFromBufferize, array: ir.DenseArrayAttr) -> xdsl.Attribute:
    data = elements.from_array(array.element_type, array.values)
    return x.DenseArrayBase(cast("Any", into.convert(array.element_type)), x.BytesAttr(data))


def _dense(into: AttributesFromBufferize, dense: ir.DenseElementsAttr) -> xdsl.Attribute:
    data = x.BytesAttr(elements.from_dense(dense))
    return x.DenseIntOrFPElementsAttr(cast("Any", into.convert(dense.type)), data)


def _resource(
    into: AttributesFromBufferize, resource: ir.DenseResourceElementsAttr
) -> xdsl.Attribute:
    type = cast("x.ShapedType", into.convert(resource.type))
    return x.DenseResourceAttr(x.StringAttr(resource.key), type)


def _location(into: AttributesFromBufferize, location: ir.Location) -> xdsl.Attribute:
    return from_location(location, into.convert)


_FLOATS: dict[str, Any] = {cls.name: cls for cls in x.AnyFloat.__args__}


def _float_type(into: AttributesFromBufferize, type: ir.FloatType) -> xdsl.Attribute:
    cls = _FLOATS.get(type.name)
    if cls is None:
        raise NotRepresentable("xDSL has no such type")
    return cast("xdsl.Attribute", cls())


_CONVERTERS: dict[type, _Convert] = {
    ir.IntegerType: _integer_type,
    ir.IndexType: lambda into, type: x.IndexType(),
    ir.NoneType: lambda into, type: x.NoneType(),
    ir.FloatType: _float_type,
    ir.ComplexType: lambda into, type: x.ComplexType(cast("Any", into.convert(type.element_type))),
    ir.TupleType: lambda into, type: x.TupleType(_array_of(into, type.types)),
    ir.FunctionType: _function_type,
    ir.RankedTensorType: _tensor,
    ir.UnrankedTensorType: lambda into, t: x.UnrankedTensorType(into.convert(t.element_type)),
    ir.MemRefType: _memref,
    ir.UnrankedMemRefType: _unranked_memref,
    ir.VectorType: _vector,
    ir.TypeAttr: lambda into, attribute: into.convert(attribute.type),
    ir.StridedLayoutAttr: _strided,
    ir.UnitAttr: lambda into, attribute: x.UnitAttr(),
    ir.StringAttr: _string,
    ir.IntegerAttr: _integer,
    ir.FloatAttr: _float,
    ir.SymbolRefAttr: _symbol,
    ir.ArrayAttr: lambda into, array: _array_of(into, array.elements),
    ir.DictionaryAttr: _dictionary,
    ir.AffineMapAttr: lambda into, map: x.AffineMapAttr(affine.from_map(map.map)),
    ir.IntegerSetAttr: lambda into, set: x.AffineSetAttr(affine.from_set(set.set)),
    ir.DenseArrayAttr: _dense_array,
    ir.DenseElementsAttr: _dense,
    ir.DenseResourceElementsAttr: _resource,
    ir.DenseStringElementsAttr: _refused,
    ir.SparseElementsAttr: _refused,
    ir.DistinctAttr: _refused,
    **dict.fromkeys(
        (ir.FileLineColLoc, ir.NameLoc, ir.CallSiteLoc, ir.FusedLoc, ir.UnknownLoc), _location
    ),
}
