"""Parts of the syntax of several ops: types that are the same, windows, precisions, slices."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from bufferize.define.asm import AsmParser, AsmPrinter, UnresolvedOperand
from bufferize.ir import (
    I1,
    I64,
    ArrayAttr,
    Attribute,
    ComplexType,
    DenseArrayAttr,
    DenseElementsAttr,
    FunctionType,
    IntegerAttr,
    Operation,
    RankedTensorType,
    StringAttr,
    TupleType,
    Type,
    Value,
    dense_i64,
    i32_attr,
)
from bufferize.ir.dense import dense_attr, elements
from bufferize_stablehlo.attributes import DotAlgorithmAttr
from bufferize_stablehlo.base import STABLEHLO
from bufferize_stablehlo.dimension_numbers import (
    ConvDimensionNumbersAttr,
    DotDimensionNumbersAttr,
    dims_text,
    parse_dims,
)
from bufferize_stablehlo.enums import PrecisionAttr


def _function_types(
    parser: AsmParser, type: FunctionType, count: int, offset: int
) -> tuple[Type, ...]:
    """The types of so many operands and of one result."""
    if len(type.inputs) != count:
        raise parser.error(f"{count} operands present, but expected {len(type.inputs)}", offset)
    if len(type.results) != 1:
        raise parser.error("expected single output", offset)
    return (*type.inputs, *type.results)


class SameTypes:
    """One type if all operands and the result have it, else a function type."""

    operands: ClassVar[int]

    @classmethod
    def parse(cls, parser: AsmParser) -> tuple[Type, ...]:
        """The types of the operands and of the result."""
        offset = parser.offset
        type = parser.parse_type()
        if isinstance(type, FunctionType):
            return _function_types(parser, type, cls.operands, offset)
        return (type,) * (cls.operands + 1)

    @staticmethod
    def print(printer: AsmPrinter, op: Operation, *types: Type) -> None:
        if len(set(types)) == 1:
            printer.print_type(types[0])
        else:
            printer.print_functional_type(op)


@STABLEHLO.custom_directive("SameType1")
class SameType1(SameTypes):
    """Of one operand."""

    operands = 1


@STABLEHLO.custom_directive("SameType2")
class SameType2(SameTypes):
    """Of two operands."""

    operands = 2


@STABLEHLO.custom_directive("SameType3")
class SameType3(SameTypes):
    """Of three operands."""

    operands = 3


@STABLEHLO.custom_directive("VariadicSameOperandsAndResultType")
class VariadicSameType:
    """One type if all operands and the result have it, else a function type."""

    @staticmethod
    def parse(parser: AsmParser, operands: Sequence[UnresolvedOperand]) -> tuple[list[Type], Type]:
        """The types of the operands, and of the result."""
        offset = parser.offset
        type = parser.parse_type()
        if isinstance(type, FunctionType):
            *inputs, result = _function_types(parser, type, len(operands), offset)
            return inputs, result
        return [type] * len(operands), type

    @staticmethod
    def print(
        printer: AsmPrinter,
        op: Operation,
        operands: Sequence[Value],
        types: Sequence[Type],
        result: Type,
    ) -> None:
        if set(types) <= {result}:
            printer.print_type(result)
        else:
            printer.print_functional_type(op)


@STABLEHLO.custom_directive("PairwiseOpType")
class PairwiseOpType:
    """The types of the operands, which are those of the results."""

    @staticmethod
    def parse(parser: AsmParser) -> tuple[list[Type], list[Type]]:
        """The types, twice."""
        types = parser.parse_type_list()
        return types, types

    @staticmethod
    def print(
        printer: AsmPrinter, op: Operation, operands: Sequence[Type], results: Sequence[Type]
    ) -> None:
        """The types, once."""
        printer.print_types(operands)


@STABLEHLO.custom_directive("TupleOpType")
class TupleOpType:
    """A tuple, of the types of the operands."""

    @staticmethod
    def parse(parser: AsmParser) -> tuple[list[Type], Type]:
        """The types of the operands, and the tuple."""
        offset = parser.offset
        type = parser.parse_type()
        if not isinstance(type, TupleType):
            raise parser.error("expected tuple type", offset)
        return list(type.types), type

    @staticmethod
    def print(printer: AsmPrinter, op: Operation, types: Sequence[Type], result: Type) -> None:
        """The tuple."""
        printer.print_type(result)


def _real_type(type: Type) -> Type | None:
    """A tensor of the parts of complex numbers."""
    if not isinstance(type, RankedTensorType) or not isinstance(type.element_type, ComplexType):
        return None
    return RankedTensorType(type.shape, type.element_type.element_type, type.encoding)


@STABLEHLO.custom_directive("ComplexOpType")
class ComplexOpType:
    """The type of the result, if the operands are its parts, else a function type."""

    @staticmethod
    def parse(parser: AsmParser) -> tuple[Type, ...]:
        """The types of both parts, and of the result."""
        offset = parser.offset
        type = parser.parse_type()
        if isinstance(type, FunctionType):
            return _function_types(parser, type, 2, offset)
        real = _real_type(type)
        if real is None:
            raise parser.error("expected tensor with complex element type", offset)
        return real, real, type

    @staticmethod
    def print(printer: AsmPrinter, op: Operation, lhs: Type, rhs: Type, result: Type) -> None:
        if lhs is rhs is _real_type(result):
            printer.print_type(result)
        else:
            printer.print_functional_type(op)


@STABLEHLO.custom_directive("SelectOpType")
class SelectOpType:
    """The types of the predicate and of the rest, or a function type."""

    @staticmethod
    def parse(parser: AsmParser) -> tuple[Type, ...]:
        """The types of the predicate, of both choices, and of the result."""
        offset = parser.offset
        types = parser.parse_type_list()
        if len(types) == 1 and isinstance(types[0], FunctionType):
            return _function_types(parser, types[0], 3, offset)
        if len(types) != 2:
            raise parser.error("expected functional type or list of two types", offset)
        return types[0], types[1], types[1], types[1]

    @staticmethod
    def print(
        printer: AsmPrinter, op: Operation, pred: Type, on_true: Type, on_false: Type, result: Type
    ) -> None:
        if on_true is on_false is result:
            printer.print_types([pred, result])
        else:
            printer.print_functional_type(op)


@STABLEHLO.custom_directive("VariadicOperandWithAttribute")
class VariadicOperandWithAttribute:
    """Operands with a comma after each."""

    @staticmethod
    def parse(parser: AsmParser) -> list[UnresolvedOperand]:
        """The operands."""
        operands = []
        while (operand := parser.parse_optional_operand()) is not None:
            operands.append(operand)
            parser.parse_punctuation(",")
        return operands

    @staticmethod
    def print(printer: AsmPrinter, op: Operation, operands: Sequence[Value]) -> None:
        printer.print_operands(operands)
        printer.write(",")


@STABLEHLO.custom_directive("CustomCallTarget")
class CustomCallTarget:
    """`@name`, kept as a string."""

    @staticmethod
    def parse(parser: AsmParser) -> StringAttr:
        """The name."""
        return StringAttr(parser.parse_symbol_name())

    @staticmethod
    def print(printer: AsmPrinter, op: Operation, target: StringAttr) -> None:
        printer.print_symbol_name(target.value)


_exponent_mantissa = re.compile(r"e([0-9]{1,9})m([0-9]{1,9})", re.ASCII).fullmatch


@STABLEHLO.custom_directive("ExponentMantissa")
class ExponentMantissa:
    """`e8m7`: bits of a floating-point format."""

    @staticmethod
    def parse(parser: AsmParser) -> tuple[IntegerAttr, IntegerAttr]:
        """Both numbers of bits."""
        offset = parser.offset
        word = parser.parse_any_keyword()
        match = _exponent_mantissa(word)
        if match is None:
            raise parser.error(f"expected exponent mantissa in format e#m#, saw {word}", offset)
        return i32_attr(int(match[1])), i32_attr(int(match[2]))

    @staticmethod
    def print(
        printer: AsmPrinter, op: Operation, exponent: IntegerAttr, mantissa: IntegerAttr
    ) -> None:
        printer.write(f"e{exponent.value}m{mantissa.value}")


@STABLEHLO.custom_directive("SliceRanges")
class SliceRanges:
    """`[0:4:2, 1:3]`: start, limit and stride along each dimension."""

    @staticmethod
    def parse(parser: AsmParser) -> tuple[DenseArrayAttr, ...]:
        """Starts, limits and strides."""

        def parse_range() -> tuple[int, int, int]:
            start = parser.parse_integer()
            parser.parse_punctuation(":")
            limit = parser.parse_integer()
            stride = parser.parse_integer() if parser.parse_optional_punctuation(":") else 1
            return start, limit, stride

        ranges = parser.parse_comma_separated_list("[", parse_range)
        return tuple(dense_i64(each[part] for each in ranges) for part in range(3))

    @staticmethod
    def print(
        printer: AsmPrinter,
        op: Operation,
        starts: DenseArrayAttr,
        limits: DenseArrayAttr,
        strides: DenseArrayAttr,
    ) -> None:
        parts = (starts.values, limits.values, strides.values)
        if len(set(map(len, parts))) > 1:  # not verified yet: shown, not hidden
            names = ("start_indices", "limit_indices", "strides")
            texts = [f"{n}: {', '.join(map(str, v))}" for n, v in zip(names, parts, strict=True)]
        else:
            texts = [
                f"{start}:{limit}" + (f":{stride}" if stride != 1 else "")
                for start, limit, stride in zip(*parts, strict=True)
            ]
        printer.write(f"[{', '.join(texts)}]")


@STABLEHLO.custom_directive("DotDimensionNumbers")
class DotDimensionNumbers:
    """`batching_dims = [0] x [0], contracting_dims = [2] x [1]`."""

    @staticmethod
    def parse(parser: AsmParser) -> DotDimensionNumbersAttr:
        """The dimension numbers."""
        batching: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
        if parser.parse_optional_keyword("batching_dims"):
            batching = _parse_pair(parser)
            parser.parse_punctuation(",")
        parser.parse_keyword("contracting_dims")
        return DotDimensionNumbersAttr(*batching, *_parse_pair(parser))

    @staticmethod
    def print(printer: AsmPrinter, op: Operation, numbers: DotDimensionNumbersAttr) -> None:
        lhs, rhs = numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions
        if lhs or rhs:
            printer.write(f"batching_dims = {dims_text(lhs)} x {dims_text(rhs)}, ")
        lhs, rhs = numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions
        printer.write(f"contracting_dims = {dims_text(lhs)} x {dims_text(rhs)}")


def _parse_pair(parser: AsmParser) -> tuple[tuple[int, ...], tuple[int, ...]]:
    parser.parse_punctuation("=")
    lhs = parse_dims(parser)
    parser.parse_keyword("x")
    return lhs, parse_dims(parser)


def _parse_precision(parser: AsmParser) -> ArrayAttr:
    parser.parse_keyword("precision")
    parser.parse_punctuation("=")
    cases = parser.parse_comma_separated_list("[", lambda: PrecisionAttr.parse_case(parser))
    return ArrayAttr(tuple(cases))


def _print_precision(printer: AsmPrinter, precision: ArrayAttr | None) -> None:
    if precision is not None:
        texts = (a.keyword if isinstance(a, PrecisionAttr) else str(a) for a in precision)
        printer.write(f", precision = [{', '.join(texts)}]")


@STABLEHLO.custom_directive("PrecisionConfig")
class PrecisionConfig:
    """`, precision = [DEFAULT, HIGHEST]`, or nothing."""

    @staticmethod
    def parse(parser: AsmParser) -> ArrayAttr | None:
        """The precisions, None where there are none."""
        return _parse_precision(parser) if parser.parse_optional_punctuation(",") else None

    @staticmethod
    def print(printer: AsmPrinter, op: Operation, precision: ArrayAttr | None) -> None:
        _print_precision(printer, precision)


@STABLEHLO.custom_directive("PrecisionConfigAndAlgorithm")
class PrecisionConfigAndAlgorithm:
    """`, precision = […], algorithm = <…>`, or one of both, or nothing."""

    @staticmethod
    def parse(parser: AsmParser) -> tuple[ArrayAttr | None, DotAlgorithmAttr | None]:
        """Both, None for what is not there."""
        if not parser.parse_optional_punctuation(","):
            return None, None
        precision = None
        if parser.peek() != "algorithm":
            precision = _parse_precision(parser)
            if not parser.parse_optional_punctuation(","):
                return precision, None
        parser.parse_keyword("algorithm")
        parser.parse_punctuation("=")
        return precision, parser.parse_custom_attribute(DotAlgorithmAttr)

    @staticmethod
    def print(
        printer: AsmPrinter,
        op: Operation,
        precision: ArrayAttr | None,
        algorithm: DotAlgorithmAttr | None,
    ) -> None:
        _print_precision(printer, precision)
        if algorithm is not None:
            printer.write(", algorithm = ")
            printer.print_custom_attribute(algorithm)


@STABLEHLO.custom_directive("ConvolutionDimensions")
class ConvolutionDimensions:
    """`[b, 0, f]x[0, i, o]->[b, 0, f]`."""

    @staticmethod
    def parse(parser: AsmParser) -> ConvDimensionNumbersAttr:
        """The dimension numbers."""
        return ConvDimensionNumbersAttr.parse_layouts(parser)

    @staticmethod
    def print(printer: AsmPrinter, op: Operation, numbers: ConvDimensionNumbersAttr) -> None:
        printer.write(numbers.layouts_text())


_WINDOW = ("stride", "pad", "lhs_dilate", "rhs_dilate", "reverse")


@STABLEHLO.custom_directive("WindowAttributes")
class WindowAttributes:
    """`stride = [1, 1], pad = [[0, 0], [1, 1]], …`; what is left out is as if there were no window."""

    @staticmethod
    def parse(parser: AsmParser) -> tuple[Attribute | None, ...]:
        """Strides, padding, both dilations, and which dimensions are reversed."""
        found: dict[str, Attribute] = {}
        while (name := parser.parse_optional_any_keyword()) is not None:
            if name not in _WINDOW or name in found:
                raise parser.error(f"Unexpected keyword {name}")
            parser.parse_punctuation("=")
            if name == "pad":
                found[name] = _parse_padding(parser)
            elif name == "reverse":
                flags = parser.parse_comma_separated_list("[", lambda: _parse_flag(parser))
                found[name] = DenseArrayAttr(I1, tuple(flags))
            else:
                found[name] = dense_i64(parse_dims(parser))
            if not parser.parse_optional_punctuation(","):
                break
        return tuple(map(found.get, _WINDOW))

    @staticmethod
    def print(printer: AsmPrinter, op: Operation, *attributes: Any) -> None:
        texts = []
        for name, attribute in zip(_WINDOW, attributes, strict=True):
            if isinstance(attribute, DenseElementsAttr):
                numbers = elements(attribute)
                pairs = zip(numbers[::2], numbers[1::2], strict=True)
                text = f"[{', '.join(f'[{low}, {high}]' for low, high in pairs)}]"
            elif name == "reverse" and attribute is not None:
                text = f"[{', '.join('true' if flag else 'false' for flag in attribute.values)}]"
            elif attribute is not None:
                text = dims_text(attribute.values)
            else:
                continue
            texts.append(f"{name} = {text}")
        printer.write(", ".join(texts))


def _parse_flag(parser: AsmParser) -> int:
    word = parser.parse_optional_any_keyword(("true", "false"))
    return int(parser.parse_integer() != 0) if word is None else int(word == "true")


def _parse_padding(parser: AsmParser) -> DenseElementsAttr:
    def parse_pair() -> tuple[int, ...]:
        offset = parser.offset
        pair = parse_dims(parser)
        if len(pair) != 2:
            raise parser.error(
                f"Expected array with 2 elements, got {len(pair)} elements instead", offset
            )
        return pair

    pairs = parser.parse_comma_separated_list("[", parse_pair)
    type = RankedTensorType((len(pairs), 2), I64)
    return dense_attr(type, [number for pair in pairs for number in pair])
