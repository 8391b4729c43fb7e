"""Constants, and the parts of structs, arrays and vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bufferize import define as d
from bufferize import ir
from bufferize_llvm.attributes import PoisonAttr, UndefAttr, ZeroAttr
from bufferize_llvm.constraints import (
    AGGREGATE,
    ANY_LLVM,
    PRIMITIVE,
    TOKEN,
    VECTOR,
)
from bufferize_llvm.dialect import LLVM
from bufferize_llvm.types import ArrayType, StructType, TargetExtType

ELEMENTS = (ir.DenseElementsAttr, ir.DenseResourceElementsAttr, ir.SparseElementsAttr)


@LLVM.op("mlir.constant")
class ConstantOp(d.Operation):
    """A constant: a number, an array, a string, or the elements of a struct."""

    value: d.Attr[ir.Attribute, ir.Attribute] = d.attr(d.ANY_ATTR)
    res: d.Result = d.result(ANY_LLVM)
    traits = (d.Pure(), d.ConstantLike())
    assembly_format = "`(` $value `)` attr-dict `:` type($res)"

    def fold(self) -> list[ir.Value | ir.Attribute]:
        return [self.value]

    def verify_op(self) -> None:
        value, type = self.value, self.res.type
        if isinstance(value, ir.StringAttr):
            size = len(value.value.encode("utf-8", "surrogateescape"))
            if type is not ArrayType(size, ir.IntegerType(8)):
                raise self.error(
                    f"expected array type of {size} i8 elements for the string constant"
                )
        elif isinstance(type, StructType):
            self._verify_struct(type)
        elif isinstance(type, TargetExtType):
            raise self.error("does not support target extension type.")
        elif isinstance(value, ir.IntegerAttr):
            if not isinstance(type, ir.IntegerType):
                raise self.error("expected integer type")
        elif isinstance(value, ir.FloatAttr):
            self._verify_float(value, type)
        elif isinstance(value, ir.ArrayAttr):
            self._verify_array(value, type)
        elif isinstance(value, ELEMENTS):
            self._verify_elements(value, type)
        else:
            raise self.error("only supports integer, float, string or elements attributes")

    def _verify_struct(self, type: StructType) -> None:
        value = self.value
        if isinstance(value, UndefAttr | ZeroAttr | PoisonAttr):
            return
        if not isinstance(value, ir.ArrayAttr):
            raise self.error("expected array attribute for struct type")
        if len(value.elements) != len(type.elements):
            raise self.error(f"expected array attribute of size {len(type.elements)}")
        for index, (element, wanted) in enumerate(zip(value.elements, type.elements, strict=True)):
            given = element.type if isinstance(element, ir.IntegerAttr | ir.FloatAttr) else None
            if given is not wanted and not isinstance(element, UndefAttr | ZeroAttr | PoisonAttr):
                raise self.error(f"struct element at index {index} is of wrong type")

    def _verify_float(self, value: ir.FloatAttr, type: ir.Type) -> None:
        width = value.type.width
        if isinstance(type, ir.FloatType) and type is not value.type:
            raise self.error("attribute and type have different float semantics")
        if isinstance(type, ir.IntegerType) and type.width != width:
            raise self.error(f"expected integer type of width {width}")

    def _verify_array(self, value: ir.ArrayAttr, type: ir.Type) -> None:
        if not isinstance(type, ArrayType):
            raise self.error("expected array or struct type for array attribute")
        inner: ir.Type = type
        level: list[ir.Attribute] = [value]
        dimension = 0
        while isinstance(inner, ArrayType):
            arrays = [one for one in level if isinstance(one, ir.ArrayAttr)]
            for array in arrays:
                if len(array.elements) != inner.num_elements:
                    raise self.error(
                        "array attribute size does not match array type size in dimension "
                        f"{dimension}: {len(array.elements)} vs. {inner.num_elements}"
                    )
            level = [element for array in arrays for element in array.elements]
            inner, dimension = inner.element_type, dimension + 1
        if not isinstance(inner, StructType):
            raise self.error("for array with an array attribute must have a struct element type")

    def _verify_elements(self, value: ir.Attribute, type: ir.Type) -> None:
        if not isinstance(type, ir.VectorType | ArrayType):
            raise self.error("expected vector or array type")
        number = 1
        element: ir.Type = type
        while isinstance(element, ArrayType):
            number, element = number * element.num_elements, element.element_type
        if isinstance(element, ir.VectorType):
            if element.is_scalable:
                return
            number, element = number * element.num_elements(), element.element_type
        given = value.type if isinstance(value, ir.DenseElementsAttr) else None
        if given is None:
            return
        if given.num_elements() != number:
            raise self.error(
                "type and attribute have a different number of elements: "
                f"{number} vs. {given.num_elements()}"
            )
        if isinstance(given.element_type, ir.IntegerType) and not isinstance(
            element, ir.IntegerType
        ):
            raise self.error("expected integer element type for integer elements attribute")


class _ValueOp(d.Operation):
    """Base of the constants that are determined by their type."""

    res: d.Result = d.result(ANY_LLVM)
    traits = (d.Pure(), d.ConstantLike())
    assembly_format = "attr-dict `:` type($res)"


@LLVM.op("mlir.undef")
class UndefOp(_ValueOp):
    """Any value."""

    def fold(self) -> list[ir.Value | ir.Attribute]:
        return [UndefAttr()]


@LLVM.op("mlir.poison")
class PoisonOp(_ValueOp):
    """A value that must not be used."""

    def fold(self) -> list[ir.Value | ir.Attribute]:
        return [PoisonAttr()]


@LLVM.op("mlir.zero")
class ZeroOp(_ValueOp):
    """A value of zeros."""

    def fold(self) -> list[ir.Value | ir.Attribute]:
        return [ZeroAttr()]

    def verify_op(self) -> None:
        type = self.res.type
        if isinstance(type, TargetExtType) and not type.has_zero():
            raise self.error("target extension type does not support zero-initializer")


@LLVM.op("mlir.none")
class NoneTokenOp(d.Operation):
    """The token constant "none"."""

    res: d.Result = d.result(TOKEN)
    traits = (d.Pure(),)
    assembly_format = "attr-dict `:` qualified(type($res))"


# Parts of structs and arrays.


def _part(container: ir.Type, position: Sequence[int]) -> ir.Type | str:
    """Return the type of an element, or the problem with the position."""
    type = container
    for index in position:
        if isinstance(type, ArrayType):
            if not 0 <= index < type.num_elements:
                return f"position out of bounds: {index}"
            type = type.element_type
        elif isinstance(type, StructType) and not type.is_opaque:
            if not 0 <= index < len(type.elements):
                return f"position out of bounds: {index}"
            type = type.elements[index]
        else:
            return f"expected LLVM IR structure/array type, got: '{type}'"
    return type


@LLVM.custom_directive("InsertExtractValueElementType")
class ElementTypeDirective:
    """An element type that is not written, but inferred from the container's type."""

    @staticmethod
    def parse(parser: d.AsmParser, container: ir.Type, position: ir.DenseArrayAttr) -> Any:
        """Return the inferred type. Raises ParseError for a wrong position."""
        type = _part(container, [int(index) for index in position.values])
        if isinstance(type, str):
            raise parser.error(type)
        return type

    @staticmethod
    def print(
        printer: d.AsmPrinter,
        op: d.Operation,
        type: ir.Type,
        container: ir.Type,
        position: ir.DenseArrayAttr,
    ) -> None:
        """Write nothing."""


class _PartOp(d.Operation):
    """Base of the ops on an element of a struct or an array."""

    container: d.Operand = d.operand(AGGREGATE)
    position: d.Attr[ir.DenseArrayAttr, d.Ints]

    def part_type(self) -> ir.Type:
        """Return the type of the element. Raises VerifyError for an invalid position."""
        found = _part(self.container.type, [int(index) for index in self.position.values])
        if isinstance(found, str):
            raise self.error(found)
        return found


@LLVM.op("extractvalue")
class ExtractValueOp(_PartOp):
    """An element of a struct or an array, possibly nested."""

    container: d.Operand = d.operand(AGGREGATE)
    position: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    res: d.Result = d.result(ANY_LLVM)
    traits = (d.Pure(),)
    assembly_format = """
        $container `` $position attr-dict `:` type($container)
        custom<InsertExtractValueElementType>(type($res), ref(type($container)), ref($position))
    """

    def verify_op(self) -> None:
        part = self.part_type()
        if part is not self.res.type:
            raise self.error(
                f"Type mismatch: extracting from '{self.container.type}' should produce '{part}' "
                f"but this op returns '{self.res.type}'"
            )


@LLVM.op("insertvalue")
class InsertValueOp(_PartOp):
    """The struct or array with one element replaced."""

    container: d.Operand = d.operand(AGGREGATE)
    value: d.Operand = d.operand(PRIMITIVE)
    position: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    res: d.Result = d.result(AGGREGATE)
    traits = (d.Pure(), d.AllTypesMatch("container", "res"))
    assembly_format = """
        $value `,` $container `` $position attr-dict `:` type($container)
        custom<InsertExtractValueElementType>(type($value), ref(type($container)), ref($position))
    """

    def verify_op(self) -> None:
        if self.part_type() is not self.value.type:
            raise self.error(
                f"Type mismatch: cannot insert '{self.value.type}' into '{self.container.type}'"
            )


# Parts of vectors.


def _element(type: ir.Type) -> ir.Type:
    return ir.element_type_or_self(type)


@LLVM.op("extractelement")
class ExtractElementOp(d.Operation):
    """An element of a vector."""

    vector: d.Operand = d.operand(VECTOR)
    index: d.Operand = d.operand(d.SIGNLESS_INTEGER, name="position")
    res: d.Result = d.result(ANY_LLVM)
    traits = (
        d.Pure(),
        d.TypesMatchWith("vector", "res", _element, "result type matches vector element type"),
    )
    assembly_format = "$vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)"


@LLVM.op("insertelement")
class InsertElementOp(d.Operation):
    """The vector with one element replaced."""

    vector: d.Operand = d.operand(VECTOR)
    value: d.Operand = d.operand(PRIMITIVE)
    index: d.Operand = d.operand(d.SIGNLESS_INTEGER, name="position")
    res: d.Result = d.result(VECTOR)
    traits = (
        d.Pure(),
        d.TypesMatchWith("vector", "value", _element, "argument type matches vector element type"),
        d.AllTypesMatch("res", "vector"),
    )
    assembly_format = """
        $value `,` $vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)
    """


@LLVM.custom_directive("ShuffleType")
class ShuffleTypeDirective:
    """The result type of a shuffle, which is not written: it has the length of the mask."""

    @staticmethod
    def parse(parser: d.AsmParser, operand: ir.Type, mask: ir.DenseArrayAttr) -> Any:
        """Return the inferred type. Raises ParseError if the operand is no vector."""
        if not isinstance(operand, ir.VectorType):
            raise parser.error(
                f"invalid kind of type specified: expected builtin.vector, but found '{operand}'"
            )
        return ir.VectorType((len(mask.values),), operand.element_type, operand.scalable_dims)

    @staticmethod
    def print(
        printer: d.AsmPrinter,
        op: d.Operation,
        operand: ir.Type,
        type: ir.Type,
        mask: ir.DenseArrayAttr,
    ) -> None:
        """Write nothing."""


@LLVM.op("shufflevector")
class ShuffleVectorOp(d.Operation):
    """Elements of two vectors, selected by the mask; -1 selects an undefined value."""

    v1: d.Operand = d.operand(VECTOR)
    v2: d.Operand = d.operand(VECTOR)
    mask: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I32_ARRAY)
    res: d.Result = d.result(VECTOR)
    traits = (d.Pure(), d.AllTypesMatch("v1", "v2"))
    assembly_format = """
        $v1 `,` $v2 $mask attr-dict `:` type($v1)
        custom<ShuffleType>(ref(type($v1)), type($res), ref($mask))
    """

    def verify_op(self) -> None:
        type = self.v1.type
        if isinstance(type, ir.VectorType) and type.is_scalable:
            if any(self.mask.values):
                raise self.error("expected a splat operation for scalable vectors")
