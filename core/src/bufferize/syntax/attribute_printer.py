"""The text of types and attributes, as MLIR writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from bufferize import ir
from bufferize.diagnostics import DiagnosticError, error
from bufferize.ir.dense import Raw, elements, splat_element
from bufferize.ir.floats import format_float

BARE_IDENTIFIER: Final = re.compile(r"[A-Za-z_][\w$.]*\Z", re.ASCII)
_PLAIN_STRING: Final = re.compile(r"[ !#-\[\]-~]*\Z")
_DIALECT_SYMBOL: Final = re.compile(r"[A-Za-z][\w.]*(<.*>)?\Z", re.ASCII | re.DOTALL)
_ESCAPES: Final = [
    "\\\\"
    if byte == 0x5C
    else chr(byte)
    if 0x20 <= byte < 0x7F and byte != 0x22
    else f"\\{byte:02X}"
    for byte in range(256)
]


def string_literal(value: str) -> str:
    r"""Return a string in quotes; bytes that are not printable ASCII are written as `\XX`."""
    if _PLAIN_STRING.match(value):
        return f'"{value}"'
    data = value.encode("utf-8", "surrogateescape")
    return '"' + "".join([_ESCAPES[byte] for byte in data]) + '"'


def keyword_or_string(name: str) -> str:
    """Return a name, quoted unless it is an identifier."""
    return name if BARE_IDENTIFIER.match(name) else string_literal(name)


def symbol_reference(name: str) -> str:
    """Return `@name`, with quotes if needed."""
    return "@" + keyword_or_string(name)


def extent_text(extent: int) -> str:
    """Return a number, or `?` for one that is only known at run time."""
    return "?" if extent == ir.DYNAMIC else str(extent)


def dialect_symbol(dialect: str, body: str) -> str:
    """Return `dialect.body`, or `dialect<body>` if the body is not one symbol."""
    return f"{dialect}.{body}" if _DIALECT_SYMBOL.match(body) else f"{dialect}<{body}>"


def scalar_text(element_type: ir.Type) -> Callable[[Raw], str]:
    """Return the function that converts one element of this type to text."""
    if isinstance(element_type, ir.ComplexType):
        part = scalar_text(element_type.element_type)
        return lambda raw: f"({part(raw[0])},{part(raw[1])})" if isinstance(raw, tuple) else ""
    if isinstance(element_type, ir.FloatType):
        return lambda raw: format_float(raw, element_type) if isinstance(raw, int) else ""
    if isinstance(element_type, ir.IntegerType) and element_type.width == 1:
        return lambda raw: "true" if raw else "false"
    return str


def nested_text(texts: list[str], shape: tuple[int, ...] | None) -> str:
    """Return the texts of elements in nested brackets, one level for each dimension of the shape."""
    if not texts:
        return ""
    for extent in reversed(shape or ()):
        texts = [
            "[" + ", ".join(texts[at : at + extent]) + "]" for at in range(0, len(texts), extent)
        ]
    return texts[0]


def shape_text(shape: Sequence[int], element: str) -> str:
    """Return `4x?x` and the element type's text."""
    return "".join(["?x" if extent == ir.DYNAMIC else f"{extent}x" for extent in shape]) + element


class AttributePrinter:
    """The printer of types and attributes. `Printer`, for operations, inherits from it.

    A dialect's `print_parameters` writes to it through the methods of `AsmPrinter` that need no
    values. Each text is composed once and kept.
    """

    large_elements_hex: int | None = 100
    """The number of elements beyond which a dense attribute is a hex string; None for never."""
    large_elements_elide: int | None = None
    """The number of elements beyond which an attribute's data is left out; None for never."""
    pretty_locations: bool = False
    """Whether locations are written for human readers, in a form that cannot be parsed."""
    write: Callable[[str], None]

    def __init__(self) -> None:
        self._parts: list[str] = []
        self.write = self._parts.append
        self._type_texts: dict[ir.Type, str] = {}
        self._attribute_texts: dict[ir.Attribute, str] = {}
        self._location_texts: dict[ir.Location, str] = {}
        self._parameter_texts: dict[ir.Attribute | ir.Type, str] = {}
        self._distinct: dict[ir.DistinctId, int] = {}
        self.resource_keys: dict[str, None] = {}
        """The resources that were mentioned, in order."""

    # The text of a type or attribute where it is mentioned.

    def type_text(self, type: ir.Type) -> str:
        """Return the text of a type, or its alias."""
        text = self._type_texts.get(type)
        if text is None:
            text = self._type_texts[type] = self._compose_type(type)
        return text

    def attribute_text(self, attribute: ir.Attribute) -> str:
        """Return the text of an attribute with its type, or its alias."""
        text = self._attribute_texts.get(attribute)
        if text is None:
            text = self._attribute_texts[attribute] = self._compose_attribute(attribute)
        return text

    def element_text(self, attribute: ir.Attribute) -> str:
        """Return an attribute as in an array: without the type if that is i64 or f64."""
        if isinstance(attribute, ir.IntegerAttr) and attribute.type is ir.I64:
            return str(attribute.value)
        if isinstance(attribute, ir.FloatAttr) and attribute.type is ir.F64:
            text = format_float(attribute.bits, ir.F64)
            return text if not text.startswith("0x") else text + " : f64"
        return self.attribute_text(attribute)

    def untyped_text(self, attribute: ir.Attribute) -> str:
        """Return an attribute without its own type."""
        return self._body(attribute)[0]

    def location_text(self, location: ir.Location) -> str:
        """Return `loc(...)`, or a text for human readers if `pretty_locations`."""
        body = self._location_body(location)
        return body if self.pretty_locations else f"loc({body})"

    # Composition.

    def _parameters(self, symbol: ir.Attribute | ir.Type) -> str:
        """Return the text that a dialect's own `print_parameters` writes."""
        text = self._parameter_texts.get(symbol)
        printer = getattr(symbol, "print_parameters", None)
        if text is not None or printer is None:
            return text or ""
        outer, inner = self._parts, list[str]()
        self._parts, self.write = inner, inner.append
        try:
            printer(self)
        finally:
            self._parts, self.write = outer, outer.append
        text = _limited(symbol, "".join(inner))
        if "\0" not in text:  # aliases in it are counted each time
            self._parameter_texts[symbol] = text
        return text

    def _dialect_text(self, symbol: ir.Attribute | ir.Type) -> str:
        parameters = self._parameters(symbol)
        if parameters[:1].isalnum() or parameters[:1] in ('"', "_", "["):
            parameters = " " + parameters
        return dialect_symbol(symbol.dialect_name, symbol.mnemonic + parameters)

    def _compose_type(self, type: ir.Type) -> str:
        compose = _TYPE_COMPOSERS.get(type.__class__)
        return _limited(type, compose(self, type) if compose else "!" + self._dialect_text(type))

    def _compose_attribute(self, attribute: ir.Attribute) -> str:
        body, type = self._body(attribute)
        text = body if type is None or type is ir.NONE else f"{body} : {self.type_text(type)}"
        return _limited(attribute, text)

    def _body(self, attribute: ir.Attribute) -> tuple[str, ir.Type | None]:
        """Return an attribute's text without its type, and the type (None if none is written)."""
        compose = _ATTRIBUTE_COMPOSERS.get(attribute.__class__)
        if compose is not None:
            return compose(self, attribute)
        if isinstance(attribute, ir.Location):
            return self.location_text(attribute), None
        return "#" + self._dialect_text(attribute), attribute.self_type

    def dictionary_text(self, entries: Iterable[tuple[str, ir.Attribute]]) -> str:
        """Return `{name = value, unit}`, in the order given."""
        return "{" + ", ".join([self._entry(name, value) for name, value in entries]) + "}"

    def _entry(self, name: str, value: ir.Attribute) -> str:
        if not BARE_IDENTIFIER.match(name):
            name = string_literal(name)
        return name if value.__class__ is ir.UnitAttr else f"{name} = {self.attribute_text(value)}"

    def _type_list(self, types: Sequence[ir.Type]) -> str:
        return ", ".join([self.type_text(t) for t in types])

    def _results_text(self, types: Sequence[ir.Type]) -> str:
        """Return result types after an arrow: in parentheses, except for one non-function type."""
        if len(types) == 1 and types[0].__class__ is not ir.FunctionType:
            return self.type_text(types[0])
        return f"({self._type_list(types)})"

    def _elements_body(self, attribute: ir.Attribute, allow_hex: bool = True) -> str:
        """Return the elements as inside `dense<>`, or as one of the two lists in `sparse<>`."""
        if isinstance(attribute, ir.DenseStringElementsAttr):
            literals = [string_literal(value) for value in attribute.values]
            return (
                literals[0] if attribute.is_splat else nested_text(literals, attribute.type.extents)
            )
        if not isinstance(attribute, ir.DenseElementsAttr):
            return self.untyped_text(attribute)
        scalar = scalar_text(attribute.type.element_type)
        if attribute.is_splat:
            return scalar(splat_element(attribute))
        if allow_hex and self.large_elements_hex is not None:
            if attribute.type.num_elements() > self.large_elements_hex:
                return f'"0x{attribute.data.hex().upper()}"'
        return nested_text([scalar(raw) for raw in elements(attribute)], attribute.type.extents)

    def _is_elided(self, attribute: ir.Attribute) -> bool:
        limit = self.large_elements_elide
        if limit is None or not isinstance(
            attribute, ir.DenseElementsAttr | ir.DenseStringElementsAttr
        ):
            return False
        return not attribute.is_splat and attribute.type.num_elements() > limit

    def _distinct_number(self, identity: ir.DistinctId) -> str:
        return str(self._distinct.setdefault(identity, len(self._distinct)))

    def _nested_location(self, location: ir.Location) -> str:
        return self._location_body(location)

    def _location_body(self, location: ir.Location) -> str:
        """Return a location without the `loc()` around it."""
        text = self._location_texts.get(location)
        if text is None:
            body = pretty_location if self.pretty_locations else location_body
            text = _limited(location, body(location, self._nested_location, self.attribute_text))
            self._location_texts[location] = text
        return text

    # What `print_parameters` may call.

    def print_type(self, type: ir.Type) -> None:
        self.write(self.type_text(type))

    def print_types(self, types: Iterable[ir.Type]) -> None:
        self.write(", ".join([self.type_text(t) for t in types]))

    def print_attribute(self, attribute: ir.Attribute) -> None:
        self.write(self.attribute_text(attribute))

    def print_attribute_without_type(self, attribute: ir.Attribute) -> None:
        self.write(self.untyped_text(attribute))

    def print_custom_type(self, type: ir.Type) -> None:
        self.write(self._parameters(type))

    def print_custom_attribute(self, attribute: ir.Attribute) -> None:
        self.write(self._parameters(attribute))

    def print_attr_dict(
        self, entries: Mapping[str, ir.Attribute], elided: Collection[str] = ()
    ) -> None:
        kept = [(name, entries[name]) for name in sorted(entries) if name not in elided]
        if kept:
            self.write(" " + self.dictionary_text(kept))

    def print_functional_type(self, inputs: Sequence[ir.Type], results: Sequence[ir.Type]) -> None:
        self.write(f"({self._type_list(inputs)}) -> {self._results_text(results)}")

    def print_arrow_type_list(self, types: Sequence[ir.Type]) -> None:
        self.write(" -> " + self._results_text(types))

    def print_symbol_name(self, name: str) -> None:
        self.write(symbol_reference(name))

    def print_string(self, text: str) -> None:
        self.write(string_literal(text))

    def print_keyword_or_string(self, text: str) -> None:
        self.write(keyword_or_string(text))

    def print_affine_map(self, map: ir.AffineMap) -> None:
        self.write(str(map))

    def print_integer_set(self, set: ir.IntegerSet) -> None:
        self.write(str(set))


_KEPT_LENGTH: Final = 4096
"""The length of the longest text that is kept; longer ones, mostly weights, cost much memory."""

_LONGEST: Final = 2**26
"""The length of the longest text of nested types or attributes, each use of which is written out."""


def _limited(symbol: ir.Attribute | ir.Type, text: str) -> str:
    """Return `text`. Raises DiagnosticError if it is too long, except for element data."""
    is_type = isinstance(symbol, ir.Type)
    what, nesting = ("type", ir.Type) if is_type else ("attribute", ir.Attribute)
    if len(text) > _LONGEST and any(isinstance(part, nesting) for part in symbol.parts()):
        raise DiagnosticError(error(f"the text of the {what} has more than {_LONGEST} characters"))
    return text


def _vector(printer: AttributePrinter, type: ir.VectorType) -> str:
    if not any(type.scalable_dims):
        return f"vector<{shape_text(type.shape, printer.type_text(type.element_type))}>"
    dims = [
        f"[{extent}]" if scalable else str(extent)
        for extent, scalable in zip(type.shape, type.scalable_dims, strict=True)
    ]
    return f"vector<{'x'.join([*dims, printer.type_text(type.element_type)])}>"


def _ranked_tensor(printer: AttributePrinter, type: ir.RankedTensorType) -> str:
    body = shape_text(type.shape, printer.type_text(type.element_type))
    if type.encoding is not None:
        body += ", " + printer.attribute_text(type.encoding)
    return f"tensor<{body}>"


def _memref(printer: AttributePrinter, type: ir.MemRefType) -> str:
    body = shape_text(type.shape, printer.type_text(type.element_type))
    if type.layout is not None:
        body += ", " + printer.attribute_text(type.layout)
    if type.memory_space is not None:
        body += ", " + printer.element_text(type.memory_space)
    return f"memref<{body}>"


def _unranked_memref(printer: AttributePrinter, type: ir.UnrankedMemRefType) -> str:
    body = "*x" + printer.type_text(type.element_type)
    if type.memory_space is not None:
        body += ", " + printer.element_text(type.memory_space)
    return f"memref<{body}>"


def _function(printer: AttributePrinter, type: ir.FunctionType) -> str:
    return f"({printer._type_list(type.inputs)}) -> {printer._results_text(type.results)}"


def _opaque_type(printer: AttributePrinter, type: ir.OpaqueType) -> str:
    return f"!{_opaque_symbol(type)}"


def _opaque_symbol(symbol: ir.OpaqueType | ir.OpaqueAttr) -> str:
    data = string_literal(symbol.data) if symbol.quoted else symbol.data
    return dialect_symbol(symbol.dialect, data)


_TYPE_COMPOSERS: Final[dict[type[ir.Type], Callable[[AttributePrinter, Any], str]]] = {
    ir.IndexType: lambda printer, type: "index",
    ir.IntegerType: lambda printer, type: f"{type.signedness.value}{type.width}",
    ir.FloatType: lambda printer, type: str(type.name),
    ir.NoneType: lambda printer, type: "none",
    ir.ComplexType: lambda printer, type: f"complex<{printer.type_text(type.element_type)}>",
    ir.FunctionType: _function,
    ir.TupleType: lambda printer, type: f"tuple<{printer._type_list(type.types)}>",
    ir.VectorType: _vector,
    ir.RankedTensorType: _ranked_tensor,
    ir.UnrankedTensorType: lambda printer, type: (
        f"tensor<*x{printer.type_text(type.element_type)}>"
    ),
    ir.MemRefType: _memref,
    ir.UnrankedMemRefType: _unranked_memref,
    ir.OpaqueType: _opaque_type,
}

_Body = tuple[str, ir.Type | None]
_ELIDED: Final = "dense_resource<__elided__>"


def _integer(printer: AttributePrinter, attribute: ir.IntegerAttr) -> _Body:
    if attribute.type is ir.I1:
        return ("true" if attribute.value else "false"), None
    return str(attribute.value), attribute.type


def _float(printer: AttributePrinter, attribute: ir.FloatAttr) -> _Body:
    return format_float(attribute.bits, attribute.type), attribute.type


def _string(printer: AttributePrinter, attribute: ir.StringAttr) -> _Body:
    return string_literal(attribute.value), attribute.type


def _array(printer: AttributePrinter, attribute: ir.ArrayAttr) -> _Body:
    return f"[{', '.join([printer.element_text(each) for each in attribute.elements])}]", None


def _dense_array(printer: AttributePrinter, attribute: ir.DenseArrayAttr) -> _Body:
    element_type = attribute.element_type
    name = printer.type_text(element_type)
    if not attribute.values:
        return f"array<{name}>", None
    scalar = scalar_text(element_type)
    return f"array<{name}: {', '.join([scalar(value) for value in attribute.values])}>", None


def _dictionary(printer: AttributePrinter, attribute: ir.DictionaryAttr) -> _Body:
    return printer.dictionary_text(attribute.entries), None


def _symbol(printer: AttributePrinter, attribute: ir.SymbolRefAttr) -> _Body:
    return "::".join(map(symbol_reference, (attribute.root, *attribute.nested))), None


def _strided(printer: AttributePrinter, attribute: ir.StridedLayoutAttr) -> _Body:
    strides = ", ".join(map(extent_text, attribute.strides))
    if attribute.offset == 0:
        return f"strided<[{strides}]>", None
    return f"strided<[{strides}], offset: {extent_text(attribute.offset)}>", None


def _dense(
    printer: AttributePrinter, attribute: ir.DenseElementsAttr | ir.DenseStringElementsAttr
) -> _Body:
    if printer._is_elided(attribute):
        return _ELIDED, attribute.type
    return f"dense<{printer._elements_body(attribute)}>", attribute.type


def _sparse(printer: AttributePrinter, attribute: ir.SparseElementsAttr) -> _Body:
    if printer._is_elided(attribute.indices) or printer._is_elided(attribute.values):
        return _ELIDED, attribute.type
    indices = printer._elements_body(attribute.indices, allow_hex=False)
    if not indices:
        return "sparse<>", attribute.type
    return f"sparse<{indices}, {printer._elements_body(attribute.values)}>", attribute.type


def _resource(printer: AttributePrinter, attribute: ir.DenseResourceElementsAttr) -> _Body:
    printer.resource_keys[attribute.key] = None
    return f"dense_resource<{keyword_or_string(attribute.key)}>", attribute.type


def _distinct(printer: AttributePrinter, attribute: ir.DistinctAttr) -> _Body:
    number = printer._distinct_number(attribute.identity)
    referenced = attribute.referenced
    inner = "" if referenced.__class__ is ir.UnitAttr else printer.attribute_text(referenced)
    return f"distinct[{number}]<{inner}>", None


def _opaque(printer: AttributePrinter, attribute: ir.OpaqueAttr) -> _Body:
    return f"#{_opaque_symbol(attribute)}", attribute.type


_ATTRIBUTE_COMPOSERS: Final[dict[type[ir.Attribute], Callable[[AttributePrinter, Any], _Body]]] = {
    ir.UnitAttr: lambda printer, attribute: ("unit", None),
    ir.IntegerAttr: _integer,
    ir.FloatAttr: _float,
    ir.StringAttr: _string,
    ir.ArrayAttr: _array,
    ir.DenseArrayAttr: _dense_array,
    ir.DictionaryAttr: _dictionary,
    ir.SymbolRefAttr: _symbol,
    ir.TypeAttr: lambda printer, attribute: (printer.type_text(attribute.type), None),
    ir.AffineMapAttr: lambda printer, attribute: (f"affine_map<{attribute.map}>", None),
    ir.IntegerSetAttr: lambda printer, attribute: (f"affine_set<{attribute.set}>", None),
    ir.StridedLayoutAttr: _strided,
    ir.DenseElementsAttr: _dense,
    ir.DenseStringElementsAttr: _dense,
    ir.DenseResourceElementsAttr: _resource,
    ir.SparseElementsAttr: _sparse,
    ir.DistinctAttr: _distinct,
    ir.OpaqueAttr: _opaque,
}


def text_of(symbol: ir.Attribute | ir.Type) -> str:
    """Return the text of an attribute or type, without aliases."""
    try:
        return symbol._text
    except AttributeError:
        printer = AttributePrinter()
        if isinstance(symbol, ir.Type):
            text = printer.type_text(symbol)
        else:
            text = printer.attribute_text(symbol)
        if len(text) < _KEPT_LENGTH:
            object.__setattr__(symbol, "_text", text)
        return text


# Locations

LocationText = Callable[[ir.Location], str]


def location_body(
    location: ir.Location, nested: LocationText, attribute_text: Callable[[ir.Attribute], str]
) -> str:
    """Return the text of a location inside `loc()`; `nested` prints the locations in it."""
    if isinstance(location, ir.FileLineColLoc):
        return string_literal(location.file) + _place(location)
    if isinstance(location, ir.NameLoc):
        return _named(location, nested)
    if isinstance(location, ir.CallSiteLoc):
        return f"callsite({nested(location.callee)} at {nested(location.caller)})"
    if isinstance(location, ir.FusedLoc):
        return "fused" + _fused(location, nested, attribute_text)
    return "unknown"


def pretty_location(
    location: ir.Location, nested: LocationText, attribute_text: Callable[[ir.Attribute], str]
) -> str:
    """Return the text of a location for human readers, for `--mlir-pretty-debuginfo`."""
    if isinstance(location, ir.FileLineColLoc):
        return location.file + _place(location)
    if isinstance(location, ir.NameLoc):
        return _named(location, nested)
    if isinstance(location, ir.CallSiteLoc):
        callee, caller = location.callee, location.caller
        on_one_line = (
            isinstance(callee, ir.NameLoc)
            and isinstance(caller, ir.FileLineColLoc)
            and not _end(caller)
        )
        return f"{nested(callee)}{'' if on_one_line else chr(10)} at {nested(caller)}"
    if isinstance(location, ir.FusedLoc):
        return _fused(location, nested, attribute_text)
    return "[unknown]"


def _place(location: ir.FileLineColLoc) -> str:
    return f":{location.line}:{location.column}{_end(location)}"


def _end(location: ir.FileLineColLoc) -> str:
    if location.end_column == 0 and location.end_line == 0:
        return ""
    if location.end_line in (0, location.line):
        return f" to :{location.end_column}"
    return f" to {location.end_line}:{location.end_column}"


def _named(location: ir.NameLoc, nested: LocationText) -> str:
    name = string_literal(location.name)
    return (
        name if isinstance(location.child, ir.UnknownLoc) else f"{name}({nested(location.child)})"
    )


def _fused(
    location: ir.FusedLoc, nested: LocationText, attribute_text: Callable[[ir.Attribute], str]
) -> str:
    label = "" if location.metadata is None else f"<{attribute_text(location.metadata)}>"
    return f"{label}[{', '.join([nested(each) for each in location.locations])}]"
