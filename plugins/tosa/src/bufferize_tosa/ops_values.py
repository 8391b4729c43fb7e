"""Constants, variables that live as long as the program, and ops that somebody else defines."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import AllShapesMatch, ConstantLike, Pure, SymbolTrait
from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.define.attr_constraints import (
    ANY_ATTR,
    ELEMENTS_ATTR,
    STR_ATTR,
    SYMBOL_NAME,
    TYPE_ATTR,
)
from bufferize.interfaces import QuantizedTypeInterface
from bufferize.ir import (
    DYNAMIC,
    INDEX,
    Attribute,
    DenseElementsAttr,
    Operation,
    RankedTensorType,
    ShapedType,
    StringAttr,
    SymbolRefAttr,
    SymbolTables,
    TensorType,
    Type,
    TypeAttr,
    Value,
)
from bufferize.ir.dense import dense_attr, elements
from bufferize_tosa.base import TOSA
from bufferize_tosa.constraints import INDEX_ELEMENTS, TENSOR
from bufferize_tosa.ops import TosaOp
from bufferize_tosa.traits import ResolvableShapes
from bufferize_tosa.verification import storage_type, verify_types


@TOSA.op("const")
class ConstOp(TosaOp):
    """A tensor known at compile time."""

    __slots__ = ()

    values: d.Attr[Attribute, Attribute] = d.attr(ELEMENTS_ATTR)
    output: d.Result = d.result(TENSOR)
    traits = (ConstantLike(), Pure(), AllShapesMatch("values", "output"), ResolvableShapes())
    assembly_format = None

    def verify_op(self) -> None:
        type, result = getattr(self.values, "type", None), self.output.type
        if not isinstance(type, TensorType) or not isinstance(result, TensorType):
            raise self.error("expected tensors for attr/result type")
        is_stored = isinstance(result.element_type, QuantizedTypeInterface)
        if is_stored and storage_type(result) is type.element_type:
            return
        if type.element_type is not result.element_type:
            raise self.error("expected same attr/result element types")

    def fold(self) -> list[Value | Attribute]:
        return [self.values]


@TOSA.op("custom")
class CustomOp(TosaOp):
    """What an implementation with this name computes."""

    __slots__ = ()

    operator_name: d.Attr[StringAttr, str] = d.attr(STR_ATTR)
    domain_name: d.Attr[StringAttr, str] = d.attr(STR_ATTR)
    implementation_attrs: d.Attr[StringAttr, str] = d.attr(STR_ATTR)
    input_list: d.VariadicOperand = d.variadic_operand(TENSOR)
    output_list: d.VariadicResult = d.variadic_result(TENSOR)
    traits = (ResolvableShapes(),)


def _variable_type(shape: DenseElementsAttr, element: Type) -> RankedTensorType:
    extents = [DYNAMIC if extent == -1 else extent for extent in elements(shape)]
    return RankedTensorType(tuple(e for e in extents if isinstance(e, int)), element)


@TOSA.custom_directive("VariableOpTypeOrInitialValue")
class TypeOrInitialValue:
    """`: type` or `= value`, of a variable; both if the value is of another type."""

    @staticmethod
    def parse(parser: AsmParser) -> tuple[Attribute, Attribute, Attribute | None]:
        """The shape, the element type and the initial value."""
        offset = parser.offset
        type: Type | None = None
        value: Attribute | None = None
        if parser.parse_optional_punctuation(":"):
            type = parser.parse_type()
        elif parser.peek() != "=":
            raise parser.error("expected ':'")
        if parser.parse_optional_punctuation("="):
            value = parser.parse_attribute()
            type = type or getattr(value, "type", None)
        if not isinstance(type, ShapedType):
            raise parser.error("expected shaped type", offset)
        extents = type.extents
        if extents is None:
            raise parser.error("expected ranked type", offset)
        shape = dense_attr(
            RankedTensorType((len(extents),), INDEX),
            [-1 if extent == DYNAMIC else extent for extent in extents],
        )
        return shape, TypeAttr(type.element_type), value

    @staticmethod
    def print(
        printer: AsmPrinter,
        op: Operation,
        shape: DenseElementsAttr,
        element: TypeAttr,
        value: Attribute | None,
    ) -> None:
        type = _variable_type(shape, element.type)
        implied = getattr(value, "type", None) is type
        if not implied:
            printer.write(": ")
            printer.print_type(type)
        if value is not None:
            printer.write("= " if implied else " = ")
            printer.print_attribute(value)


@TOSA.op("variable")
class VariableOp(TosaOp):
    """A tensor that the ops of the program read and write."""

    __slots__ = ()

    sym_name: d.Attr[StringAttr, str] = d.attr(SYMBOL_NAME)
    var_shape: d.Attr[DenseElementsAttr, DenseElementsAttr] = d.attr(INDEX_ELEMENTS)
    type: d.Attr[TypeAttr, Type] = d.attr(TYPE_ATTR)
    initial_value: d.OptionalAttr[Attribute, Attribute] = d.optional_attr(ANY_ATTR)
    traits = (SymbolTrait(), ResolvableShapes())
    assembly_format = (
        "$sym_name attr-dict custom<VariableOpTypeOrInitialValue>"
        "($var_shape, $type, $initial_value)"
    )


def _verify_variable(
    op: Operation, tables: SymbolTables, name: StringAttr, type: Type, words: str
) -> None:
    """Raises VerifyError unless there is such a variable, of this type."""
    variable = tables.lookup(op, SymbolRefAttr(name.value))
    if not isinstance(variable, VariableOp):
        raise op.error(f"'{name.value}' has not been declared by 'tosa.variable'")
    declared = _variable_type(variable.var_shape, variable.type.type)
    verify_types(op, type, words, declared, "the input tensor")


@TOSA.op("variable_read")
class VariableReadOp(TosaOp):
    """What a variable holds."""

    __slots__ = ()

    variable: d.Attr[StringAttr, str] = d.attr(SYMBOL_NAME, name="name")
    output1: d.Result = d.result(TENSOR)
    traits = (ResolvableShapes(),)
    assembly_format = "$name attr-dict `:` type($output1)"

    def verify_symbol_uses(self, tables: SymbolTables) -> None:
        _verify_variable(self, tables, self.variable, self.output1.type, "'output1'")


@TOSA.op("variable_write")
class VariableWriteOp(TosaOp):
    """Gives a variable another content."""

    __slots__ = ()

    variable: d.Attr[StringAttr, str] = d.attr(SYMBOL_NAME, name="name")
    input1: d.Operand = d.operand(TENSOR)
    traits = (ResolvableShapes(),)
    assembly_format = "$name attr-dict `,` $input1 `:` type($input1)"

    def verify_symbol_uses(self, tables: SymbolTables) -> None:
        _verify_variable(self, tables, self.variable, self.input1.type, "'input1'")
