"""Constants, variables that live as long as the program, and custom ops."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import QuantizedTypeInterface
from bufferize.ir.dense import dense_attr, elements
from bufferize_tosa.constraints import INDEX_ELEMENTS, TENSOR
from bufferize_tosa.dialect import TOSA, ResolvableShapes, TosaOp
from bufferize_tosa.verification import storage_type, verify_types


@TOSA.op("const")
class ConstOp(TosaOp):
    """A tensor known at compile time."""

    values: d.Attr[ir.Attribute, ir.Attribute] = d.attr(d.ELEMENTS_ATTR)
    output: d.Result = d.result(TENSOR)
    traits = (d.ConstantLike(), d.Pure(), d.AllShapesMatch("values", "output"), ResolvableShapes())
    assembly_format = None

    def verify_op(self) -> None:
        type, result = getattr(self.values, "type", None), self.output.type
        if not isinstance(type, ir.TensorType) or not isinstance(result, ir.TensorType):
            raise self.error("expected tensors for attr/result type")
        is_stored = isinstance(result.element_type, QuantizedTypeInterface)
        if is_stored and storage_type(result) is type.element_type:
            return
        if type.element_type is not result.element_type:
            raise self.error("expected same attr/result element types")

    def fold(self) -> list[ir.Value | ir.Attribute]:
        return [self.values]


@TOSA.op("custom")
class CustomOp(TosaOp):
    """A call of a custom operator of the implementation, by its name."""

    operator_name: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR)
    domain_name: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR)
    implementation_attrs: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR)
    input_list: d.VariadicOperand = d.variadic_operand(TENSOR)
    output_list: d.VariadicResult = d.variadic_result(TENSOR)
    traits = (ResolvableShapes(),)


def _variable_type(shape: ir.DenseElementsAttr, element: ir.Type) -> ir.RankedTensorType:
    extents = [ir.DYNAMIC if extent == -1 else extent for extent in elements(shape)]
    return ir.RankedTensorType(tuple(e for e in extents if isinstance(e, int)), element)


@TOSA.custom_directive("VariableOpTypeOrInitialValue")
class TypeOrInitialValue:
    """`: type` or `= value` of a variable; both if their types differ."""

    @staticmethod
    def parse(parser: d.AsmParser) -> tuple[ir.Attribute, ir.Attribute, ir.Attribute | None]:
        """Return the shape, the element type and the initial value."""
        offset = parser.offset
        type: ir.Type | None = None
        value: ir.Attribute | None = None
        if parser.parse_optional_punctuation(":"):
            type = parser.parse_type()
        elif parser.peek() != "=":
            raise parser.error("expected ':'")
        if parser.parse_optional_punctuation("="):
            value = parser.parse_attribute()
            type = type or getattr(value, "type", None)
        if not isinstance(type, ir.ShapedType):
            raise parser.error("expected shaped type", offset)
        extents = type.extents
        if extents is None:
            raise parser.error("expected ranked type", offset)
        shape = dense_attr(
            ir.RankedTensorType((len(extents),), ir.INDEX),
            [-1 if extent == ir.DYNAMIC else extent for extent in extents],
        )
        return shape, ir.TypeAttr(type.element_type), value

    @staticmethod
    def print(
        printer: d.AsmPrinter,
        op: ir.Operation,
        shape: ir.DenseElementsAttr,
        element: ir.TypeAttr,
        value: ir.Attribute | None,
    ) -> None:
        """Print the syntax that `parse` accepts."""
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
    """A variable, a tensor that the ops of the program read and write."""

    sym_name: d.Attr[ir.StringAttr, str] = d.attr(d.SYMBOL_NAME)
    var_shape: d.Attr[ir.DenseElementsAttr, ir.DenseElementsAttr] = d.attr(INDEX_ELEMENTS)
    type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(d.TYPE_ATTR)
    initial_value: d.OptionalAttr[ir.Attribute, ir.Attribute] = d.optional_attr(d.ANY_ATTR)
    traits = (d.SymbolTrait(), ResolvableShapes())
    assembly_format = (
        "$sym_name attr-dict custom<VariableOpTypeOrInitialValue>"
        "($var_shape, $type, $initial_value)"
    )


def _verify_variable(
    op: ir.Operation, tables: ir.SymbolTables, name: ir.StringAttr, type: ir.Type, words: str
) -> None:
    """Raise VerifyError unless a variable of this name and type exists."""
    variable = tables.lookup(op, ir.SymbolRefAttr(name.value))
    if not isinstance(variable, VariableOp):
        raise op.error(f"'{name.value}' has not been declared by 'tosa.variable'")
    declared = _variable_type(variable.var_shape, variable.type.type)
    verify_types(op, type, words, declared, "the input tensor")


@TOSA.op("variable_read")
class VariableReadOp(TosaOp):
    """The value of a variable."""

    variable: d.Attr[ir.StringAttr, str] = d.attr(d.SYMBOL_NAME, name="name")
    output1: d.Result = d.result(TENSOR)
    traits = (ResolvableShapes(),)
    assembly_format = "$name attr-dict `:` type($output1)"

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        _verify_variable(self, tables, self.variable, self.output1.type, "'output1'")


@TOSA.op("variable_write")
class VariableWriteOp(TosaOp):
    """An assignment to a variable."""

    variable: d.Attr[ir.StringAttr, str] = d.attr(d.SYMBOL_NAME, name="name")
    input1: d.Operand = d.operand(TENSOR)
    traits = (ResolvableShapes(),)
    assembly_format = "$name attr-dict `,` $input1 `:` type($input1)"

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        _verify_variable(self, tables, self.variable, self.input1.type, "'input1'")
