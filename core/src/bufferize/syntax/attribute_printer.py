"""The text of types and attributes, as MLIR writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from bufferize.diagnostics import DiagnosticError, error
from bufferize.ir.affine import AffineMap, IntegerSet
from bufferize.ir.attributes import (
    AffineMapAttr,
    ArrayAttr,
    DenseArrayAttr,
    DenseElementsAttr,
    DenseResourceElementsAttr,
    DenseStringElementsAttr,
    DictionaryAttr,
    DistinctAttr,
    DistinctId,
    FloatAttr,
    IntegerAttr,
    IntegerSetAttr,
    OpaqueAttr,
    SparseElementsAttr,
    StridedLayoutAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
)
from bufferize.ir.dense import Raw, elements, splat_element
from bufferize.ir.floats import format_float
from bufferize.ir.interning import Attribute, Type
from bufferize.ir.location import (
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    Location,
    NameLoc,
    UnknownLoc,
)
from bufferize.ir.types import (
    DYNAMIC,
    F64,
    I1,
    I64,
    NONE,
    ComplexType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    NoneType,
    OpaqueType,
    RankedTensorType,
    TupleType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)

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
    return "?" if extent == DYNAMIC else str(extent)


def dialect_symbol(dialect: str, body: str) -> str:
    """Return `dialect.body`, or `dialect<body>` if the body is not one symbol."""
    return f"{dialect}.{body}" if _DIALECT_SYMBOL.match(body) else f"{dialect}<{body}>"


def scalar_text(element_type: Type) -> Callable[[Raw], str]:
    """Return the function that converts one element of this type to text."""
    if isinstance(element_type, ComplexType):
        part = scalar_text(element_type.element_type)
        return lambda raw: f"({part(raw[0])},{part(raw[1])})" if isinstance(raw, tuple) else ""
    if isinstance(element_type, FloatType):
        return lambda raw: format_float(raw, element_type) if isinstance(raw, int) else ""
    if isinstance(element_type, IntegerType) and element_type.width == 1:
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
    return "".join(["?x" if extent == DYNAMIC else f"{extent}x" for extent in shape]) + element


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
        self._type_texts: dict[Type, str] = {}
        self._attribute_texts: dict[Attribute, str] = {}
        self._location_texts: dict[Location, str] = {}
        self._distinct: dict[DistinctId, int] = {}
        self.resource_keys: dict[str, None] = {}
        """The resources that were mentioned, in order."""

    # The text of a type or attribute where it is mentioned.

    def type_text(self, type: Type) -> str:
        """Return the text of a type, or its alias."""
        text = self._type_texts.get(type)
        if text is None:
            text = self._type_texts[type] = self._compose_type(type)
        return text

    def attribute_text(self, attribute: Attribute) -> str:
        """Return the text of an attribute with its type, or its alias."""
        text = self._attribute_texts.get(attribute)
        if text is None:
            text = self._attribute_texts[attribute] = self._compose_attribute(attribute)
        return text

    def element_text(self, attribute: Attribute) -> str:
        """Return an attribute as in an array: without the type if that is i64 or f64."""
        if isinstance(attribute, IntegerAttr) and attribute.type is I64:
            return str(attribute.value)
        if isinstance(attribute, FloatAttr) and attribute.type is F64:
            text = format_float(attribute.bits, F64)
            return text if not text.startswith("0x") else text + " : f64"
        return self.attribute_text(attribute)

    def untyped_text(self, attribute: Attribute) -> str:
        """Return an attribute without its own type."""
        return self._body(attribute)[0]

    def location_text(self, location: Location) -> str:
        """Return `loc(...)`, or a text for human readers if `pretty_locations`."""
        body = self._location_body(location)
        return body if self.pretty_locations else f"loc({body})"

    # Composition.

    def _captured(self, print_parameters: Callable[[Any], None]) -> str:
        """Return the text that a dialect's own `print_parameters` writes."""
        outer = self._parts
        inner: list[str] = []
        self._parts = inner
        self.write = inner.append
        try:
            print_parameters(self)
        finally:
            self._parts = outer
            self.write = outer.append
        return "".join(inner)

    def _parameters(self, symbol: Attribute | Type) -> str:
        printer = getattr(symbol, "print_parameters", None)
        return "" if printer is None else self._captured(printer)

    def _dialect_text(self, symbol: Attribute | Type) -> str:
        parameters = self._parameters(symbol)
        if parameters[:1].isalnum() or parameters[:1] in ('"', "_", "["):
            parameters = " " + parameters
        return dialect_symbol(symbol.dialect_name, symbol.mnemonic + parameters)

    def _compose_type(self, type: Type) -> str:
        compose = _TYPE_COMPOSERS.get(type.__class__)
        return _limited(type, compose(self, type) if compose else "!" + self._dialect_text(type))

    def _compose_attribute(self, attribute: Attribute) -> str:
        body, type = self._body(attribute)
        text = body if type is None or type is NONE else f"{body} : {self.type_text(type)}"
        return _limited(attribute, text)

    def _body(self, attribute: Attribute) -> tuple[str, Type | None]:
        """Return an attribute's text without its type, and the type (None if none is written)."""
        compose = _ATTRIBUTE_COMPOSERS.get(attribute.__class__)
        if compose is not None:
            return compose(self, attribute)
        if isinstance(attribute, Location):
            return self.location_text(attribute), None
        return "#" + self._dialect_text(attribute), attribute.self_type

    def dictionary_text(self, entries: Iterable[tuple[str, Attribute]]) -> str:
        """Return `{name = value, unit}`, in the order given."""
        return "{" + ", ".join([self._entry(name, value) for name, value in entries]) + "}"

    def _entry(self, name: str, value: Attribute) -> str:
        if not BARE_IDENTIFIER.match(name):
            name = string_literal(name)
        return name if value.__class__ is UnitAttr else f"{name} = {self.attribute_text(value)}"

    def _type_list(self, types: Sequence[Type]) -> str:
        return ", ".join([self.type_text(t) for t in types])

    def _results_text(self, types: Sequence[Type]) -> str:
        """Return result types after an arrow: in parentheses, except for one non-function type."""
        if len(types) == 1 and types[0].__class__ is not FunctionType:
            return self.type_text(types[0])
        return f"({self._type_list(types)})"

    def _elements_body(self, attribute: Attribute, allow_hex: bool = True) -> str:
        """Return the elements as inside `dense<>`, or as one of the two lists in `sparse<>`."""
        if isinstance(attribute, DenseStringElementsAttr):
            literals = [string_literal(value) for value in attribute.values]
            return (
                literals[0] if attribute.is_splat else nested_text(literals, attribute.type.extents)
            )
        if not isinstance(attribute, DenseElementsAttr):
            return self.untyped_text(attribute)
        scalar = scalar_text(attribute.type.element_type)
        if attribute.is_splat:
            return scalar(splat_element(attribute))
        if allow_hex and self.large_elements_hex is not None:
            if attribute.type.num_elements() > self.large_elements_hex:
                return f'"0x{attribute.data.hex().upper()}"'
        return nested_text([scalar(raw) for raw in elements(attribute)], attribute.type.extents)

    def _is_elided(self, attribute: Attribute) -> bool:
        limit = self.large_elements_elide
        if limit is None or not isinstance(attribute, DenseElementsAttr | DenseStringElementsAttr):
            return False
        return not attribute.is_splat and attribute.type.num_elements() > limit

    def _distinct_number(self, identity: DistinctId) -> str:
        return str(self._distinct.setdefault(identity, len(self._distinct)))

    def _nested_location(self, location: Location) -> str:
        return self._location_body(location)

    def _location_body(self, location: Location) -> str:
        """Return a location without the `loc()` around it."""
        text = self._location_texts.get(location)
        if text is None:
            body = pretty_location if self.pretty_locations else location_body
            text = _limited(location, body(location, self._nested_location, self.attribute_text))
            self._location_texts[location] = text
        return text

    # What `print_parameters` may call.

    def print_type(self, type: Type) -> None:
        self.write(self.type_text(type))

    def print_types(self, types: Iterable[Type]) -> None:
        self.write(", ".join([self.type_text(t) for t in types]))

    def print_attribute(self, attribute: Attribute) -> None:
        self.write(self.attribute_text(attribute))

    def print_attribute_without_type(self, attribute: Attribute) -> None:
        self.write(self.untyped_text(attribute))

    def print_custom_type(self, type: Type) -> None:
        self.write(self._parameters(type))

    def print_custom_attribute(self, attribute: Attribute) -> None:
        self.write(self._parameters(attribute))

    def print_attr_dict(
        self, entries: Mapping[str, Attribute], elided: Collection[str] = ()
    ) -> None:
        kept = [(name, entries[name]) for name in sorted(entries) if name not in elided]
        if kept:
            self.write(" " + self.dictionary_text(kept))

    def print_functional_type(self, inputs: Sequence[Type], results: Sequence[Type]) -> None:
        self.write(f"({self._type_list(inputs)}) -> {self._results_text(results)}")

    def print_arrow_type_list(self, types: Sequence[Type]) -> None:
        self.write(" -> " + self._results_text(types))

    def print_symbol_name(self, name: str) -> None:
        self.write(symbol_reference(name))

    def print_string(self, text: str) -> None:
        self.write(string_literal(text))

    def print_keyword_or_string(self, text: str) -> None:
        self.write(keyword_or_string(text))

    def print_affine_map(self, map: AffineMap) -> None:
        self.write(str(map))

    def print_integer_set(self, set: IntegerSet) -> None:
        self.write(str(set))


_KEPT_LENGTH: Final = 4096
"""The length of the longest text that is kept; longer ones, mostly weights, cost much memory."""

_LONGEST: Final = 2**26
"""The length of the longest text of nested types or attributes, each use of which is written out."""


def _limited(symbol: Attribute | Type, text: str) -> str:
    """Return `text`. Raises DiagnosticError if it is too long, unless it is that of data."""
    what, nesting = ("type", Type) if isinstance(symbol, Type) else ("attribute", Attribute)
    if len(text) > _LONGEST and any(isinstance(part, nesting) for part in symbol.parts()):
        raise DiagnosticError(
            error(f"the text of the {what} has more than {_LONGEST} characters").note(
                "each use of an alias in it is written out"
            )
        )
    return text


def _vector(printer: AttributePrinter, type: VectorType) -> str:
    if not any(type.scalable_dims):
        return f"vector<{shape_text(type.shape, printer.type_text(type.element_type))}>"
    dims = [
        f"[{extent}]" if scalable else str(extent)
        for extent, scalable in zip(type.shape, type.scalable_dims, strict=True)
    ]
    return f"vector<{'x'.join([*dims, printer.type_text(type.element_type)])}>"


def _ranked_tensor(printer: AttributePrinter, type: RankedTensorType) -> str:
    body = shape_text(type.shape, printer.type_text(type.element_type))
    if type.encoding is not None:
        body += ", " + printer.attribute_text(type.encoding)
    return f"tensor<{body}>"


def _memref(printer: AttributePrinter, type: MemRefType) -> str:
    body = shape_text(type.shape, printer.type_text(type.element_type))
    if type.layout is not None:
        body += ", " + printer.attribute_text(type.layout)
    if type.memory_space is not None:
        body += ", " + printer.element_text(type.memory_space)
    return f"memref<{body}>"


def _unranked_memref(printer: AttributePrinter, type: UnrankedMemRefType) -> str:
    body = "*x" + printer.type_text(type.element_type)
    if type.memory_space is not None:
        body += ", " + printer.element_text(type.memory_space)
    return f"memref<{body}>"


def _function(printer: AttributePrinter, type: FunctionType) -> str:
    return f"({printer._type_list(type.inputs)}) -> {printer._results_text(type.results)}"


def _opaque_type(printer: AttributePrinter, type: OpaqueType) -> str:
    return f"!{_opaque_symbol(type)}"


def _opaque_symbol(symbol: OpaqueType | OpaqueAttr) -> str:
    data = string_literal(symbol.data) if symbol.quoted else symbol.data
    return dialect_symbol(symbol.dialect, data)


_TYPE_COMPOSERS: Final[dict[type[Type], Callable[[AttributePrinter, Any], str]]] = {
    IndexType: lambda printer, type: "index",
    IntegerType: lambda printer, type: f"{type.signedness.value}{type.width}",
    FloatType: lambda printer, type: str(type.name),
    NoneType: lambda printer, type: "none",
    ComplexType: lambda printer, type: f"complex<{printer.type_text(type.element_type)}>",
    FunctionType: _function,
    TupleType: lambda printer, type: f"tuple<{printer._type_list(type.types)}>",
    VectorType: _vector,
    RankedTensorType: _ranked_tensor,
    UnrankedTensorType: lambda printer, type: f"tensor<*x{printer.type_text(type.element_type)}>",
    MemRefType: _memref,
    UnrankedMemRefType: _unranked_memref,
    OpaqueType: _opaque_type,
}

_Body = tuple[str, Type | None]
_ELIDED: Final = "dense_resource<__elided__>"


def _integer(printer: AttributePrinter, attribute: IntegerAttr) -> _Body:
    if attribute.type is I1:
        return ("true" if attribute.value else "false"), None
    return str(attribute.value), attribute.type


def _float(printer: AttributePrinter, attribute: FloatAttr) -> _Body:
    return format_float(attribute.bits, attribute.type), attribute.type


def _string(printer: AttributePrinter, attribute: StringAttr) -> _Body:
    return string_literal(attribute.value), attribute.type


def _array(printer: AttributePrinter, attribute: ArrayAttr) -> _Body:
    return f"[{', '.join([printer.element_text(each) for each in attribute.elements])}]", None


def _dense_array(printer: AttributePrinter, attribute: DenseArrayAttr) -> _Body:
    element_type = attribute.element_type
    name = printer.type_text(element_type)
    if not attribute.values:
        return f"array<{name}>", None
    scalar = scalar_text(element_type)
    return f"array<{name}: {', '.join([scalar(value) for value in attribute.values])}>", None


def _dictionary(printer: AttributePrinter, attribute: DictionaryAttr) -> _Body:
    return printer.dictionary_text(attribute.entries), None


def _symbol(printer: AttributePrinter, attribute: SymbolRefAttr) -> _Body:
    return "::".join(map(symbol_reference, (attribute.root, *attribute.nested))), None


def _strided(printer: AttributePrinter, attribute: StridedLayoutAttr) -> _Body:
    strides = ", ".join(map(extent_text, attribute.strides))
    if attribute.offset == 0:
        return f"strided<[{strides}]>", None
    return f"strided<[{strides}], offset: {extent_text(attribute.offset)}>", None


def _dense(
    printer: AttributePrinter, attribute: DenseElementsAttr | DenseStringElementsAttr
) -> _Body:
    if printer._is_elided(attribute):
        return _ELIDED, attribute.type
    return f"dense<{printer._elements_body(attribute)}>", attribute.type


def _sparse(printer: AttributePrinter, attribute: SparseElementsAttr) -> _Body:
    if printer._is_elided(attribute.indices) or printer._is_elided(attribute.values):
        return _ELIDED, attribute.type
    indices = printer._elements_body(attribute.indices, allow_hex=False)
    if not indices:
        return "sparse<>", attribute.type
    return f"sparse<{indices}, {printer._elements_body(attribute.values)}>", attribute.type


def _resource(printer: AttributePrinter, attribute: DenseResourceElementsAttr) -> _Body:
    printer.resource_keys[attribute.key] = None
    return f"dense_resource<{keyword_or_string(attribute.key)}>", attribute.type


def _distinct(printer: AttributePrinter, attribute: DistinctAttr) -> _Body:
    number = printer._distinct_number(attribute.identity)
    referenced = attribute.referenced
    inner = "" if referenced.__class__ is UnitAttr else printer.attribute_text(referenced)
    return f"distinct[{number}]<{inner}>", None


def _opaque(printer: AttributePrinter, attribute: OpaqueAttr) -> _Body:
    return f"#{_opaque_symbol(attribute)}", attribute.type


_ATTRIBUTE_COMPOSERS: Final[dict[type[Attribute], Callable[[AttributePrinter, Any], _Body]]] = {
    UnitAttr: lambda printer, attribute: ("unit", None),
    IntegerAttr: _integer,
    FloatAttr: _float,
    StringAttr: _string,
    ArrayAttr: _array,
    DenseArrayAttr: _dense_array,
    DictionaryAttr: _dictionary,
    SymbolRefAttr: _symbol,
    TypeAttr: lambda printer, attribute: (printer.type_text(attribute.type), None),
    AffineMapAttr: lambda printer, attribute: (f"affine_map<{attribute.map}>", None),
    IntegerSetAttr: lambda printer, attribute: (f"affine_set<{attribute.set}>", None),
    StridedLayoutAttr: _strided,
    DenseElementsAttr: _dense,
    DenseStringElementsAttr: _dense,
    DenseResourceElementsAttr: _resource,
    SparseElementsAttr: _sparse,
    DistinctAttr: _distinct,
    OpaqueAttr: _opaque,
}


def text_of(symbol: Attribute | Type) -> str:
    """Return the text of an attribute or type, without aliases."""
    try:
        return symbol._text
    except AttributeError:
        printer = AttributePrinter()
        if isinstance(symbol, Type):
            text = printer.type_text(symbol)
        else:
            text = printer.attribute_text(symbol)
        if len(text) < _KEPT_LENGTH:
            object.__setattr__(symbol, "_text", text)
        return text


# Locations

LocationText = Callable[[Location], str]


def location_body(
    location: Location, nested: LocationText, attribute_text: Callable[[Attribute], str]
) -> str:
    """Return the text of a location inside `loc()`; `nested` prints the locations in it."""
    if isinstance(location, FileLineColLoc):
        return string_literal(location.file) + _place(location)
    if isinstance(location, NameLoc):
        return _named(location, nested)
    if isinstance(location, CallSiteLoc):
        return f"callsite({nested(location.callee)} at {nested(location.caller)})"
    if isinstance(location, FusedLoc):
        return "fused" + _fused(location, nested, attribute_text)
    return "unknown"


def pretty_location(
    location: Location, nested: LocationText, attribute_text: Callable[[Attribute], str]
) -> str:
    """Return the text of a location for human readers, for `--mlir-pretty-debuginfo`."""
    if isinstance(location, FileLineColLoc):
        return location.file + _place(location)
    if isinstance(location, NameLoc):
        return _named(location, nested)
    if isinstance(location, CallSiteLoc):
        callee, caller = location.callee, location.caller
        on_one_line = (
            isinstance(callee, NameLoc) and isinstance(caller, FileLineColLoc) and not _end(caller)
        )
        return f"{nested(callee)}{'' if on_one_line else chr(10)} at {nested(caller)}"
    if isinstance(location, FusedLoc):
        return _fused(location, nested, attribute_text)
    return "[unknown]"


def _place(location: FileLineColLoc) -> str:
    return f":{location.line}:{location.column}{_end(location)}"


def _end(location: FileLineColLoc) -> str:
    if location.end_column == 0 and location.end_line == 0:
        return ""
    if location.end_line in (0, location.line):
        return f" to :{location.end_column}"
    return f" to {location.end_line}:{location.end_column}"


def _named(location: NameLoc, nested: LocationText) -> str:
    name = string_literal(location.name)
    return name if isinstance(location.child, UnknownLoc) else f"{name}({nested(location.child)})"


def _fused(
    location: FusedLoc, nested: LocationText, attribute_text: Callable[[Attribute], str]
) -> str:
    label = "" if location.metadata is None else f"<{attribute_text(location.metadata)}>"
    return f"{label}[{', '.join([nested(each) for each in location.locations])}]"
