"""Constraints on attributes, with the names and the wording of MLIR's ODS.

See mlir/IR/CommonAttrConstraints.td.
"""

from __future__ import annotations

__all__ = [
    "AFFINE_MAP_ARRAY", "AFFINE_MAP_ATTR", "ANY_ATTR", "ARRAY_ATTR", "BOOL_ARRAY", "BOOL_ATTR",
    "DENSE_BOOL_ARRAY", "DENSE_I8_ARRAY", "DENSE_I16_ARRAY", "DENSE_I32_ARRAY",
    "DENSE_I64_ARRAY", "DICT_ARRAY", "DICT_ATTR", "ELEMENTS_ATTR", "F32_ARRAY", "F32_ATTR",
    "F64_ARRAY", "F64_ATTR", "FLAT_SYMBOL_REF", "FLAT_SYMBOL_REF_ARRAY", "FLOAT_ATTR",
    "FUNCTION_TYPE_ATTR", "I1_ATTR", "I8_ATTR", "I16_ATTR", "I32_ARRAY", "I32_ATTR",
    "I32_ELEMENTS", "I64_ARRAY", "I64_ATTR", "I64_ELEMENTS", "INDEX_ARRAY", "INDEX_ATTR",
    "INTEGER_ATTR", "INTEGER_SET_ATTR", "INT_ELEMENTS", "LOCATION_ATTR", "MEMREF_TYPE_ATTR",
    "NON_NEGATIVE", "POSITIVE", "POWER_OF_2", "REASSOCIATION", "STRICTLY_SORTED",
    "STRING_ELEMENTS", "STR_ARRAY", "STR_ATTR", "SYMBOL_NAME", "SYMBOL_REF", "SYMBOL_REF_ARRAY",
    "TYPED_ATTR", "TYPE_ARRAY", "TYPE_ATTR", "UNIT_ATTR", "VALID_ALIGNMENT", "array_of",
    "dense_array_of", "int_elements", "max_value", "min_value", "type_attr_of", "typed_float",
    "typed_integer",
]  # fmt: skip

from collections.abc import Iterable
from typing import Any

from bufferize import ir
from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.define.constraint import AttrSyntax, Constraint, as_constraint, instance_of, pred

ANY_ATTR = instance_of(ir.Attribute, "any attribute")


def _unit(given: Any) -> ir.UnitAttr | None:
    if not isinstance(given, bool):
        raise TypeError
    return ir.UNIT if given else None


UNIT_ATTR = instance_of(ir.UnitAttr, "unit attribute", convert=_unit)


def typed_integer(type: ir.Type, description: str | None = None) -> Constraint[ir.IntegerAttr]:
    """Allow an integer attribute of this type; a custom format writes it without the type."""
    if description is None and isinstance(type, ir.IntegerType):
        description = f"{type.width}-bit signless integer attribute"

    def convert(value: Any) -> ir.IntegerAttr:
        attribute = ir.IntegerAttr(value, type)
        if attribute.value != value:
            raise ValueError(f"{value} does not fit into {type}")
        return attribute

    return instance_of(
        ir.IntegerAttr,
        description or f"{type} attribute",
        also=lambda a: a.type is type,
        value_type=type,
        convert=convert,
    )


def typed_float(type: ir.FloatType) -> Constraint[ir.FloatAttr]:
    """Allow a float attribute of this type; a custom format writes it without the type."""
    return instance_of(
        ir.FloatAttr,
        f"{type.width}-bit float attribute",
        also=lambda a: a.type is type,
        value_type=type,
        convert=lambda value: ir.FloatAttr.of(value, type),
    )


BOOL_ATTR = typed_integer(ir.I1, "bool attribute")
I1_ATTR = typed_integer(ir.I1)
I8_ATTR = typed_integer(ir.I8)
I16_ATTR = typed_integer(ir.I16)
I32_ATTR = typed_integer(ir.I32)
I64_ATTR = typed_integer(ir.I64)
INDEX_ATTR = typed_integer(ir.INDEX)
INTEGER_ATTR = instance_of(ir.IntegerAttr, "arbitrary integer attribute")
FLOAT_ATTR = instance_of(ir.FloatAttr, "arbitrary float attribute")
F32_ATTR = typed_float(ir.F32)
F64_ATTR = typed_float(ir.F64)
STR_ATTR = instance_of(ir.StringAttr, "string attribute", value_type=ir.NONE, convert=ir.StringAttr)
DICT_ATTR = instance_of(
    ir.DictionaryAttr, "dictionary of named attribute values", convert=ir.DictionaryAttr.of
)
AFFINE_MAP_ATTR = instance_of(ir.AffineMapAttr, "AffineMap attribute", convert=ir.AffineMapAttr)
INTEGER_SET_ATTR = instance_of(ir.IntegerSetAttr, "IntegerSet attribute", convert=ir.IntegerSetAttr)
LOCATION_ATTR = instance_of(ir.Location, "location attribute")
SYMBOL_REF = instance_of(ir.SymbolRefAttr, "symbol reference attribute", convert=ir.SymbolRefAttr)
FLAT_SYMBOL_REF = instance_of(
    ir.SymbolRefAttr,
    "flat symbol reference attribute",
    also=lambda a: not a.nested,
    convert=ir.SymbolRefAttr,
)
TYPED_ATTR: Constraint[ir.Attribute] = pred(
    lambda a: isinstance(getattr(a, "type", None), ir.Type) and not isinstance(a, ir.TypeAttr),
    "TypedAttr instance",
)

# Symbol names: written as `@name`, kept as strings.


def _parse_symbol_name(parser: AsmParser) -> ir.StringAttr:
    return ir.StringAttr(parser.parse_symbol_name())


def _parse_optional_symbol_name(parser: AsmParser) -> ir.StringAttr | None:
    name = parser.parse_optional_symbol_name()
    return None if name is None else ir.StringAttr(name)


def _print_symbol_name(printer: AsmPrinter, attribute: ir.StringAttr) -> None:
    printer.print_symbol_name(attribute.value)


SYMBOL_NAME = instance_of(
    ir.StringAttr,
    "string attribute",
    syntax=AttrSyntax(_parse_symbol_name, _print_symbol_name, _parse_optional_symbol_name),
    convert=ir.StringAttr,
)

# Types as attributes.

TYPE_ATTR = instance_of(ir.TypeAttr, "any type attribute", convert=ir.TypeAttr)


def type_attr_of(constraint: Constraint[Any] | type[ir.Type]) -> Constraint[ir.TypeAttr]:
    """Allow a type attribute whose type satisfies the constraint."""
    type_constraint = as_constraint(constraint)
    check = type_constraint.check
    description = f"type attribute of {type_constraint.description}"
    return instance_of(ir.TypeAttr, description, also=lambda a: check(a.type), convert=ir.TypeAttr)


FUNCTION_TYPE_ATTR = type_attr_of(instance_of(ir.FunctionType, "function type"))
MEMREF_TYPE_ATTR = type_attr_of(instance_of(ir.MemRefType, "memref type"))

# Arrays of attributes.


def _array(values: Iterable[Any], element: Constraint[Any] = ANY_ATTR) -> ir.ArrayAttr:
    if isinstance(values, str):  # not its letters
        raise TypeError
    attributes = [element.attribute(value) for value in values]
    return ir.ArrayAttr(tuple([a for a in attributes if a is not None]))


ARRAY_ATTR = instance_of(ir.ArrayAttr, "array attribute", convert=_array)


def array_of(
    element: Constraint[Any] | type[ir.Attribute], description: str | None = None
) -> Constraint[ir.ArrayAttr]:
    """Allow an array of attributes that each satisfy the constraint."""
    element_constraint = as_constraint(element)
    check = element_constraint.check
    return instance_of(
        ir.ArrayAttr,
        description or f"Array of {element_constraint.description}s",
        also=lambda a: all(map(check, a.elements)),
        convert=lambda values: _array(values, element_constraint),
    )


AFFINE_MAP_ARRAY = array_of(AFFINE_MAP_ATTR, "AffineMap array attribute")
BOOL_ARRAY = array_of(BOOL_ATTR, "1-bit boolean array attribute")
I32_ARRAY = array_of(I32_ATTR, "32-bit integer array attribute")
I64_ARRAY = array_of(I64_ATTR, "64-bit integer array attribute")
INDEX_ARRAY = array_of(INDEX_ATTR, "index array attribute")
F32_ARRAY = array_of(F32_ATTR, "32-bit float array attribute")
F64_ARRAY = array_of(F64_ATTR, "64-bit float array attribute")
STR_ARRAY = array_of(STR_ATTR, "string array attribute")
TYPE_ARRAY = array_of(TYPE_ATTR, "type array attribute")
DICT_ARRAY = array_of(DICT_ATTR, "Array of dictionary attributes")
REASSOCIATION = array_of(I64_ARRAY, "Array of 64-bit integer array attributes")
SYMBOL_REF_ARRAY = array_of(SYMBOL_REF, "symbol ref array attribute")
FLAT_SYMBOL_REF_ARRAY = array_of(FLAT_SYMBOL_REF, "flat symbol ref array attribute")

# Dense arrays: a custom format writes `[1, 2]` instead of `array<i64: 1, 2>`.


def dense_array_of(element_type: ir.IntegerType) -> Constraint[ir.DenseArrayAttr]:
    """Allow a dense array of integers of this type (booleans for i1)."""
    is_bool = element_type is ir.I1
    half = 1 << (element_type.width - 1)

    def parse_element(parser: AsmParser) -> int:
        if not is_bool:
            offset = parser.offset
            value = parser.parse_integer()
            if not -half <= value < half:
                raise parser.error("integer value too large", offset)
            return value
        word = parser.parse_optional_any_keyword(("true", "false"))
        return parser.parse_integer() if word is None else int(word == "true")

    def parse(parser: AsmParser) -> ir.DenseArrayAttr:
        if parser.peek() not in ("[", ""):
            attribute = parser.parse_attribute()  # `array<i64: 1>` or an alias of one
            if not isinstance(attribute, ir.DenseArrayAttr):
                raise parser.error(f"expected {description}")
            return attribute
        values = parser.parse_comma_separated_list("[", lambda: parse_element(parser))
        return ir.DenseArrayAttr(element_type, tuple(values))

    def parse_optional(parser: AsmParser) -> ir.DenseArrayAttr | None:
        return parse(parser) if parser.peek() == "[" else None

    def print_values(printer: AsmPrinter, attribute: ir.DenseArrayAttr) -> None:
        values: Iterable[str] = map(str, attribute.values)
        if is_bool:
            values = ("true" if value else "false" for value in attribute.values)
        printer.write(f"[{', '.join(values)}]")

    description = f"{element_type} dense array attribute"
    return instance_of(
        ir.DenseArrayAttr,
        description,
        also=lambda a: a.element_type is element_type,
        syntax=AttrSyntax(parse, print_values, parse_optional),
        convert=lambda values: ir.DenseArrayAttr(element_type, tuple(values)),
    )


DENSE_BOOL_ARRAY = dense_array_of(ir.I1)
DENSE_I8_ARRAY = dense_array_of(ir.I8)
DENSE_I16_ARRAY = dense_array_of(ir.I16)
DENSE_I32_ARRAY = dense_array_of(ir.I32)
DENSE_I64_ARRAY = dense_array_of(ir.I64)

# Elements.

_ELEMENTS = (
    ir.DenseElementsAttr,
    ir.DenseResourceElementsAttr,
    ir.DenseStringElementsAttr,
    ir.SparseElementsAttr,
    ir.DenseArrayAttr,
)
ELEMENTS_ATTR: Constraint[ir.Attribute] = Constraint(
    lambda a: isinstance(a, _ELEMENTS), "constant vector/tensor attribute"
)


def int_elements(
    width: int | None = None, shape: tuple[int, ...] | None = None
) -> Constraint[ir.DenseElementsAttr]:
    """Allow dense elements of integers, of this width and shape if they are given."""
    if width is None:
        description = "integer elements attribute"
    elif shape is None:
        description = f"{width}-bit signless integer elements attribute"
    else:
        sizes = ", ".join(map(str, shape))
        description = f"{width}-bit signless int elements attribute of shape [{sizes}]"

    def check(attribute: ir.DenseElementsAttr) -> bool:
        type: ir.ShapedType = attribute.type
        element = type.element_type
        if isinstance(element, ir.IndexType):
            return width is None
        is_integer = isinstance(element, ir.IntegerType) and width in (None, element.width)
        return is_integer and (shape is None or type.extents == shape)

    return instance_of(ir.DenseElementsAttr, description, also=check)


I32_ELEMENTS = int_elements(32)
I64_ELEMENTS = int_elements(64)
INT_ELEMENTS = int_elements()
STRING_ELEMENTS = instance_of(ir.DenseStringElementsAttr, "string elements attribute")

# Restrictions, to be given to `confined` after the attribute that they restrict.


def min_value(n: int) -> Constraint[Any]:
    """Allow an integer of at least n."""
    return pred(lambda a: a.value >= n, f"whose minimum value is {n}")


def max_value(n: int) -> Constraint[Any]:
    """Allow an integer of at most n."""
    return pred(lambda a: a.value <= n, f"whose maximum value is {n}")


NON_NEGATIVE: Constraint[Any] = pred(lambda a: a.value >= 0, "whose value is non-negative")
POSITIVE: Constraint[Any] = pred(lambda a: a.value > 0, "whose value is positive")
POWER_OF_2: Constraint[Any] = pred(
    lambda a: a.value > 0 and a.value & (a.value - 1) == 0, "whose value is a power of two > 0"
)
VALID_ALIGNMENT: Constraint[Any] = pred(
    POWER_OF_2.check, f"{POSITIVE.description} and {POWER_OF_2.description}"
)
STRICTLY_SORTED: Constraint[Any] = pred(
    lambda a: all(x < y for x, y in zip(a.values, a.values[1:], strict=False)),
    "should be in increasing order",
)
