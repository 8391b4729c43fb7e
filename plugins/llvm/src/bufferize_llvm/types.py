"""The types of LLVM that are not builtin: pointers, aggregates, functions and others.

Within another type of the dialect a type is written without its `!llvm.`.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from contextvars import ContextVar

from bufferize import define as d
from bufferize import ir
from bufferize_llvm.dialect import LLVM

_MAX_UNSIGNED = 2**32


@LLVM.type("void")
@ir.parameters
class VoidType(ir.Type):
    """`!llvm.void`: the result type of functions without a result."""


@LLVM.type("token")
@ir.parameters
class TokenType(ir.Type):
    """`!llvm.token`: a value that may not pass through block arguments."""


@LLVM.type("label")
@ir.parameters
class LabelType(ir.Type):
    """`!llvm.label`: a block."""


@LLVM.type("metadata")
@ir.parameters
class MetadataType(ir.Type):
    """`!llvm.metadata`: metadata as an argument of an intrinsic."""


@LLVM.type("x86_amx")
@ir.parameters
class X86AMXType(ir.Type):
    """`!llvm.x86_amx`: a tile register."""


@LLVM.type("ppc_fp128")
@ir.parameters
class PPCFP128Type(ir.Type):
    """`!llvm.ppc_fp128`: a float of two doubles."""


@LLVM.type("ptr")
@ir.parameters
class PointerType(ir.Type):
    """`!llvm.ptr`, `!llvm.ptr<1>`: a pointer into an address space."""

    address_space: int = 0

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> PointerType:
        """Read `<address space>`, if it is not 0."""
        if not parser.parse_optional_punctuation("<"):
            return cls()
        space = parser.parse_integer()
        parser.parse_punctuation(">")
        return cls(space % _MAX_UNSIGNED)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        if self.address_space:
            printer.write(f"<{self.address_space}>")


@LLVM.type("array")
@ir.parameters
class ArrayType(ir.Type):
    """`!llvm.array<4 x f32>`: an array of constant length."""

    num_elements: int
    element_type: ir.Type

    def verify(self) -> str | None:
        if not is_element(self.element_type):
            return f"invalid array element type: '{self.element_type}'"
        return None

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> ArrayType:
        """Read `<number x type>`."""
        parser.parse_punctuation("<")
        (count,) = _parse_extent(parser)
        element = parse_pretty(parser)
        parser.parse_punctuation(">")
        return cls(count, element)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write(f"<{self.num_elements} x ")
        print_pretty(printer, self.element_type)
        printer.write(">")


def _parse_extent(parser: d.AsmParser) -> Sequence[int]:
    offset = parser.offset
    extents = parser.parse_dimension_list(allow_dynamic=False)
    if len(extents) != 1:
        raise parser.error("expected one number of elements", offset)
    return extents


@LLVM.type("func")
@ir.parameters
class LLVMFunctionType(ir.Type):
    """`!llvm.func<i32 (ptr, ...)>`: a function, possibly variadic."""

    result: ir.Type
    inputs: tuple[ir.Type, ...] = ()
    is_variadic: bool = False

    @property
    def results(self) -> tuple[ir.Type, ...]:
        """The result types: one, or none for void."""
        return () if isinstance(self.result, VoidType) else (self.result,)

    @property
    def signature(self) -> ir.FunctionType:
        """The signature as a builtin function type, without `...`."""
        return ir.FunctionType(self.inputs, self.results)

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> LLVMFunctionType:
        """Read `<result (arguments)>`; the last argument may be `...`."""
        parser.parse_punctuation("<")
        start = parser.offset
        result = parse_pretty(parser)
        if isinstance(result, MetadataType | LabelType):
            raise parser.error(f"invalid function result type: '{result}'", start)
        parser.parse_punctuation("(")
        inputs: list[ir.Type] = []
        is_variadic = False
        if not parser.parse_optional_punctuation(")"):
            while True:
                is_variadic = parser.parse_optional_punctuation("...")
                if not is_variadic:
                    start = parser.offset
                    inputs.append(parse_pretty(parser))
                    if isinstance(inputs[-1], VoidType | LLVMFunctionType):
                        raise parser.error(f"invalid function argument type: '{inputs[-1]}'", start)
                if is_variadic or not parser.parse_optional_punctuation(","):
                    break
            parser.parse_punctuation(")")
        parser.parse_punctuation(">")
        return cls(result, tuple(inputs), is_variadic)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<")
        print_pretty(printer, self.result)
        printer.write(" (")
        for index, type in enumerate(self.inputs):
            printer.write(", " if index else "")
            print_pretty(printer, type)
        if self.is_variadic:
            printer.write(", ..." if self.inputs else "...")
        printer.write(")>")


_open_structs: ContextVar[tuple[str, ...]] = ContextVar("_open_structs", default=())
"""The names of the structs whose bodies are being parsed."""


@LLVM.type("struct")
@ir.parameters
class StructType(ir.Type):
    """`!llvm.struct<(i32, ptr)>`, `!llvm.struct<"name", packed (i8)>`, `!llvm.struct<"name", opaque>`.

    A struct without a body, inside the struct of the same name, refers to that struct.
    """

    body: tuple[ir.Type, ...] | None
    """The element types; None if opaque, or for a reference to an enclosing struct of that name."""
    name: str | None = None
    is_packed: bool = False
    is_opaque: bool = False

    def verify(self) -> str | None:
        for type in self.body or ():
            if not is_element(type):
                return f"invalid LLVM structure element type: '{type}'"
        return None

    @property
    def elements(self) -> tuple[ir.Type, ...]:
        """The element types, with references to this struct replaced by it."""
        body, found = self.body or (), dict[_Place, ir.Type]()
        if self.name is None:
            return body
        return tuple(_unrolled(type, self, (), found) for type in body)

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> StructType:
        """Read `<(types)>`, `<packed (types)>`, each also after a name, `<"name", opaque>`."""
        parser.parse_punctuation("<")
        name = parser.parse_optional_string()
        if name is None:
            packed = parser.parse_optional_keyword("packed")
            body = parser.parse_comma_separated_list("(", lambda: parse_pretty(parser))
            parser.parse_punctuation(">")
            return cls(tuple(body), None, packed)
        open_structs = _open_structs.get()
        if name in open_structs:
            parser.parse_punctuation(">")
            return cls(None, name)
        if parser.peek() == ">":
            raise parser.error("struct without a body only allowed in a recursive struct")
        parser.parse_punctuation(",")
        if parser.parse_optional_keyword("opaque"):
            parser.parse_punctuation(">")
            return cls(None, name, is_opaque=True)
        packed = parser.parse_optional_keyword("packed")
        token = _open_structs.set((*open_structs, name))
        try:
            body = parser.parse_comma_separated_list("(", lambda: parse_pretty(parser))
        finally:
            _open_structs.reset(token)
        parser.parse_punctuation(">")
        return cls(tuple(body), name, packed)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<")
        if self.name is not None:
            printer.print_string(self.name)
            printer.write(", " if self.body is not None or self.is_opaque else "")
        if self.is_opaque:
            printer.write("opaque")
        if self.body is not None:
            printer.write("packed (" if self.is_packed else "(")
            for index, type in enumerate(self.body):
                printer.write(", " if index else "")
                print_pretty(printer, type)
            printer.write(")")
        printer.write(">")


_Place = tuple[ir.Type, tuple[str, ...]]
"""A type, and the names of the structs around it."""


def _unrolled(
    type: ir.Type, outer: StructType, inside: tuple[str, ...], found: dict[_Place, ir.Type]
) -> ir.Type:
    """Return an inner type of `outer` with references to that replaced.

    Each is made once for the same structs around it, since types may share parts.
    """
    known = found.get((type, inside))
    if known is not None:
        return known
    made = type
    if StructType(None, outer.name) in _parts(type, ArrayType, StructType):
        made = _with_unrolled_parts(type, outer, inside, found)
    found[type, inside] = made
    return made


def _with_unrolled_parts(
    type: ir.Type, outer: StructType, inside: tuple[str, ...], found: dict[_Place, ir.Type]
) -> ir.Type:
    if isinstance(type, ArrayType):
        return ArrayType(type.num_elements, _unrolled(type.element_type, outer, inside, found))
    assert isinstance(type, StructType)
    name = type.name
    if name is not None:
        if name in inside:
            return StructType(None, name)
        type = outer if name == outer.name else type
        inside = (*inside, name)
    body = tuple(_unrolled(part, outer, inside, found) for part in type.body or ())
    return StructType(body, name, type.is_packed)


@LLVM.type("target")
@ir.parameters
class TargetExtType(ir.Type):
    """`!llvm.target<"name", types, integers>`: a target-specific type."""

    name: str
    types: tuple[ir.Type, ...] = ()
    integers: tuple[int, ...] = ()

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> TargetExtType:
        """Read `<"name", types, integers>`."""
        parser.parse_punctuation("<")
        name = parser.parse_string()
        types: list[ir.Type] = []
        integers: list[int] = []
        while parser.parse_optional_punctuation(","):
            number = parser.parse_optional_integer()
            if number is not None:
                integers.append(number)
            elif integers:
                raise parser.error("failed to parse parameter list for target extension type")
            else:
                types.append(parse_pretty(parser))
        parser.parse_punctuation(">")
        return cls(name, tuple(types), tuple(integers))

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse_parameters` accepts."""
        printer.write("<")
        printer.print_string(self.name)
        for type in self.types:
            printer.write(", ")
            printer.print_type(type)
        printer.write("".join(f", {number}" for number in self.integers))
        printer.write(">")

    def has_zero(self) -> bool:
        """Return whether the type has a zero value."""
        return self.name.startswith("spirv.") or self.name == "aarch64.svcount"

    def can_be_stored(self) -> bool:
        """Return whether values can be loaded and stored."""
        return not self.name.startswith(("spirv.", "aarch64.svcount")) or self.name in (
            "spirv.Image",
            "spirv.SampledImage",
        )


# Types written without `!llvm.` inside other types.


def parse_pretty(parser: d.AsmParser) -> ir.Type:
    """Read a type, without `!llvm.` if it is of this dialect."""
    offset = parser.offset
    word = parser.peek()
    cls = LLVM.types.get(word)
    if cls is not None:
        parser.parse_any_keyword()
        parse: Callable[[d.AsmParser], ir.Type] = cls.parse_parameters  # type: ignore[attr-defined]
        type = parse(parser)
        problem = type.verify()
        if problem is not None:
            raise parser.error(problem, offset)
        return type
    found = parser.parse_optional_type()
    if found is None:
        raise parser.error(f"unknown LLVM type: {word}", offset)
    return found


def print_pretty(printer: d.AsmPrinter, type: ir.Type) -> None:
    """Print the syntax that `parse_pretty` accepts."""
    if type.dialect_name == LLVM.name and not isinstance(type, PPCFP128Type):
        printer.write(type.mnemonic)
        printer.print_custom_type(type)
    else:
        printer.print_type(type)


# Which types LLVM supports.

_WIDE_FLOATS = frozenset(map(ir.FloatType, ("f80", "f128")))
_FLOATS = frozenset((ir.BF16, ir.F16, ir.F32, ir.F64)) | _WIDE_FLOATS


def is_float(type: ir.Type) -> bool:
    """Return whether a type is a float type of LLVM."""
    return type in _FLOATS or isinstance(type, PPCFP128Type)


def is_vector(type: ir.Type) -> bool:
    """Return whether a type is an LLVM vector: one dimension of integers, floats or pointers."""
    if not isinstance(type, ir.VectorType) or len(type.shape) != 1:
        return False
    element = type.element_type
    return isinstance(element, ir.IntegerType | PointerType) or is_float(element)


def _parts(type: ir.Type, *kinds: builtins.type[ir.Type]) -> list[ir.Type]:
    """Return `type` and all types in those of these kinds, each once: they may share parts."""
    found = {type: None}
    work = [type]
    for each in work:  # grows
        if isinstance(each, kinds):
            new = [p for p in each.parts() if isinstance(p, ir.Type) and p not in found]
            work += dict.fromkeys(new)
            found.update(dict.fromkeys(new))
    return work


def is_compatible(type: ir.Type) -> bool:
    """Return whether LLVM has this type."""
    return all(map(_is_known, _parts(type, ArrayType, StructType, LLVMFunctionType)))


def _is_known(type: ir.Type) -> bool:
    if isinstance(type, ir.IntegerType):
        return type.signedness is ir.Signedness.SIGNLESS
    if isinstance(type, ir.VectorType):
        return is_vector(type) and _is_known(type.element_type)
    return type.dialect_name == LLVM.name or type in _FLOATS


def is_element(type: ir.Type) -> bool:
    """Return whether arrays and structs can have this element type."""
    return not isinstance(type, VoidType | LabelType | MetadataType | LLVMFunctionType | TokenType)


def is_loadable(type: ir.Type) -> bool:
    """Return whether values of this type can be stored in memory."""
    return is_compatible(type) and all(map(_has_size, _parts(type, StructType)))


def _has_size(type: ir.Type) -> bool:
    if isinstance(type, TargetExtType):
        return type.can_be_stored()
    if isinstance(type, StructType):
        return not type.is_opaque
    return is_element(type) and not isinstance(type, X86AMXType)
