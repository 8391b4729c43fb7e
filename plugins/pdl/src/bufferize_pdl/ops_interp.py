"""The pdl_interp dialect: patterns as programs of a matcher, into which MLIR lowers those of pdl.

https://mlir.llvm.org/docs/Dialects/PDLInterpOps/
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.function_ops import FunctionOp
from bufferize.ir.dense import elements
from bufferize_pdl.dialect import (
    ANY_PDL,
    ANY_RANGE,
    ONE_ATTRIBUTE,
    ONE_OPERATION,
    ONE_TYPE,
    ONE_VALUE,
    OPERATION,
    TYPE,
    VALUE,
    MakesRange,
    RangeType,
    RangeTypeDirective,
    one_or_range_of,
    range_of,
    verify_attribute_names,
)
from bufferize_pdl.ops import OperationOpAttributesDirective

PDL_INTERP = d.Dialect("pdl_interp")
PDL_INTERP.custom_directive("RangeType")(RangeTypeDirective)
PDL_INTERP.custom_directive("CreateOperationOpAttributes")(OperationOpAttributesDirective)

_COUNT = d.confined(d.I32_ATTR, d.min_value(0))


@PDL_INTERP.custom_directive("CreateOperationOpResults")
class CreateOperationOpResultsDirective:
    """`-> (%types : …)`, `-> <inferred>`, or nothing."""

    @staticmethod
    def parse(
        parser: d.AsmParser,
    ) -> tuple[list[d.UnresolvedOperand], list[ir.Type], ir.UnitAttr | None]:
        """Return the types as operands, their own types, and whether they are inferred."""
        if not parser.parse_optional_punctuation("->"):
            return [], [], None
        if parser.parse_optional_punctuation("<"):
            parser.parse_keyword("inferred")
            parser.parse_punctuation(">")
            return [], [], ir.UNIT
        parser.parse_punctuation("(")
        operands = parser.parse_operand_list()
        parser.parse_punctuation(":")
        types = parser.parse_type_list()
        parser.parse_punctuation(")")
        return operands, types, None

    @staticmethod
    def print(
        printer: d.AsmPrinter,
        op: d.Operation,
        operands: Sequence[ir.Value],
        types: Sequence[ir.Type],
        inferred: ir.UnitAttr | None,
    ) -> None:
        """Write what `parse` reads."""
        if operands:
            printer.write(" -> (")
            printer.print_operands(operands)
            printer.write(" : ")
            printer.print_types(types)
            printer.write(")")
        elif inferred is not None:
            printer.write(" -> <inferred>")


class _Predicate(d.Operation):
    """Base: goes on at one block if something holds, and at another one if not."""

    true_dest: d.Successor = d.successor(name="trueDest")
    false_dest: d.Successor = d.successor(name="falseDest")
    traits: ClassVar[tuple[d.Trait, ...]] = (d.Pure(), d.IsTerminator())


class _Switch(d.Operation):
    """Base: goes on at the block of the case that holds, or at another one if none does."""

    default_dest: d.Successor = d.successor(name="defaultDest")
    cases: d.VariadicSuccessor = d.variadic_successor()
    traits = (d.Pure(), d.IsTerminator())

    def verify_op(self) -> None:
        values = self.properties["caseValues"]
        if isinstance(values, ir.ArrayAttr):
            count = len(values.elements)
        else:
            assert isinstance(values, ir.DenseElementsAttr)
            count = len(elements(values))
        if len(self.cases) != count:
            raise self.error(
                "expected number of cases to match the number of case values, got "
                f"{len(self.cases)} but expected {count}"
            )


@PDL_INTERP.op("apply_constraint")
class ApplyConstraintOp(d.Operation):
    """Whether a registered constraint holds."""

    name_: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR, name="name")
    args: d.VariadicOperand = d.variadic_operand(ANY_PDL)
    is_negated: d.Attr[ir.IntegerAttr, bool] = d.default_attr(
        d.BOOL_ATTR, ir.FALSE, name="isNegated"
    )
    outputs: d.VariadicResult = d.variadic_result(ANY_PDL, name="results")
    true_dest: d.Successor = d.successor(name="trueDest")
    false_dest: d.Successor = d.successor(name="falseDest")
    traits = (d.IsTerminator(),)
    assembly_format = """
        $name `(` $args `:` type($args) `)` (`:` type($results)^)? attr-dict `->` successors
    """

    def verify_op(self) -> None:
        if not self.operands:  # MLIR accepts that, and prints what nobody can read
            raise self.error("expected at least one argument")


@PDL_INTERP.op("apply_rewrite")
class ApplyRewriteOp(d.Operation):
    """A call of a registered rewrite function."""

    name_: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR, name="name")
    args: d.VariadicOperand = d.variadic_operand(ANY_PDL)
    outputs: d.VariadicResult = d.variadic_result(ANY_PDL, name="results")
    assembly_format = "$name (`(` $args^ `:` type($args) `)`)? (`:` type($results)^)? attr-dict"


@PDL_INTERP.op("are_equal")
class AreEqualOp(_Predicate):
    """Whether two things are the same."""

    lhs: d.Operand = d.operand(ANY_PDL)
    rhs: d.Operand = d.operand(ANY_PDL)
    traits = (*_Predicate.traits, d.SameTypeOperands())
    assembly_format = "operands `:` type($lhs) attr-dict `->` successors"


@PDL_INTERP.op("branch")
class BranchOp(d.Operation):
    """Goes on at a block."""

    dest: d.Successor = d.successor()
    traits = (d.Pure(), d.IsTerminator())
    assembly_format = "$dest attr-dict"


@PDL_INTERP.op("check_attribute")
class CheckAttributeOp(_Predicate):
    """Whether an attribute is this one."""

    attribute: d.Operand = d.operand(ONE_ATTRIBUTE)
    constant_value: d.Attr[ir.Attribute, ir.Attribute] = d.attr(d.ANY_ATTR, name="constantValue")
    assembly_format = "$attribute `is` $constantValue attr-dict `->` successors"


class _CheckCount(_Predicate):
    """Base: whether an operation has as many, or at least as many, of something."""

    input_op: d.Operand = d.operand(ONE_OPERATION, name="inputOp")
    count: d.Attr[ir.IntegerAttr, int] = d.attr(_COUNT)
    compare_at_least: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(
        d.UNIT_ATTR, name="compareAtLeast"
    )
    assembly_format = """
        `of` $inputOp `is` (`at_least` $compareAtLeast^)? $count attr-dict `->` successors
    """


@PDL_INTERP.op("check_operand_count")
class CheckOperandCountOp(_CheckCount):
    """Whether an operation has this many operands."""


@PDL_INTERP.op("check_operation_name")
class CheckOperationNameOp(_Predicate):
    """Whether an operation has this name."""

    input_op: d.Operand = d.operand(ONE_OPERATION, name="inputOp")
    name_: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR, name="name")
    assembly_format = "`of` $inputOp `is` $name attr-dict `->` successors"


@PDL_INTERP.op("check_result_count")
class CheckResultCountOp(_CheckCount):
    """Whether an operation has this many results."""


@PDL_INTERP.op("check_type")
class CheckTypeOp(_Predicate):
    """Whether a type is this one."""

    value: d.Operand = d.operand(ONE_TYPE)
    type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(d.TYPE_ATTR)
    assembly_format = "$value `is` $type attr-dict `->` successors"


@PDL_INTERP.op("check_types")
class CheckTypesOp(_Predicate):
    """Whether types are these."""

    value: d.Operand = d.operand(range_of(TYPE))
    types: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.TYPE_ARRAY)
    assembly_format = "$value `are` $types attr-dict `->` successors"


@PDL_INTERP.op("continue")
class ContinueOp(d.Operation):
    """The end of an iteration."""

    traits = (d.Pure(), d.HasParent("pdl_interp.foreach"), d.IsTerminator())
    assembly_format = "attr-dict"


@PDL_INTERP.op("create_attribute")
class CreateAttributeOp(d.Operation):
    """This attribute."""

    value: d.Attr[ir.Attribute, ir.Attribute] = d.attr(d.ANY_ATTR)
    attribute: d.Result = d.result(ONE_ATTRIBUTE)
    traits = (d.Pure(),)
    assembly_format = "$value attr-dict-with-keyword"


@PDL_INTERP.op("create_operation")
class CreateOperationOp(d.Operation):
    """A new operation."""

    name_: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR, name="name")
    input_operands: d.VariadicOperand = d.variadic_operand(
        one_or_range_of(VALUE), name="inputOperands"
    )
    input_attributes: d.VariadicOperand = d.variadic_operand(ONE_ATTRIBUTE, name="inputAttributes")
    input_attribute_names: d.Attr[ir.ArrayAttr, d.Items] = d.attr(
        d.STR_ARRAY, name="inputAttributeNames"
    )
    input_result_types: d.VariadicOperand = d.variadic_operand(
        one_or_range_of(TYPE), name="inputResultTypes"
    )
    inferred_result_types: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(
        d.UNIT_ATTR, name="inferredResultTypes"
    )
    result_op: d.Result = d.result(ONE_OPERATION, name="resultOp")
    traits = (d.AttrSizedOperandSegments(),)
    assembly_format = """
        $name (`(` $inputOperands^ `:` type($inputOperands) `)`)? ``
        custom<CreateOperationOpAttributes>($inputAttributes, $inputAttributeNames)
        custom<CreateOperationOpResults>($inputResultTypes, type($inputResultTypes),
                                         $inferredResultTypes)
        attr-dict
    """

    def verify_op(self) -> None:
        if self.inferred_result_types is not None and self.input_result_types:
            raise self.error("with inferred results cannot also have explicit result types")
        verify_attribute_names(self, self.input_attribute_names, self.input_attributes)


@PDL_INTERP.op("create_range")
class CreateRangeOp(MakesRange):
    """A range of types or of values, made of some and of ranges of them."""


@PDL_INTERP.op("create_type")
class CreateTypeOp(d.Operation):
    """This type."""

    value: d.Attr[ir.TypeAttr, ir.Type] = d.attr(d.TYPE_ATTR)
    result: d.Result = d.result(ONE_TYPE)
    traits = (d.Pure(),)
    assembly_format = "$value attr-dict"


@PDL_INTERP.op("create_types")
class CreateTypesOp(d.Operation):
    """These types."""

    value: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.TYPE_ARRAY)
    result: d.Result = d.result(range_of(TYPE))
    traits = (d.Pure(),)
    assembly_format = "$value attr-dict"


@PDL_INTERP.op("erase")
class EraseOp(d.Operation):
    """An operation is erased."""

    input_op: d.Operand = d.operand(ONE_OPERATION, name="inputOp")
    assembly_format = "$inputOp attr-dict"


@PDL_INTERP.op("extract")
class ExtractOp(d.Operation):
    """An item of a range."""

    range: d.Operand = d.operand(ANY_RANGE)
    index: d.Attr[ir.IntegerAttr, int] = d.attr(_COUNT)
    result: d.Result = d.result(ANY_PDL)
    traits = (
        d.Pure(),
        d.TypesMatchWith(
            "result",
            "range",
            RangeType,
            "`range` is a PDL range whose element type matches type of `result`",
        ),
    )
    assembly_format = "$index `of` $range `:` type($result) attr-dict"


@PDL_INTERP.op("finalize")
class FinalizeOp(d.Operation):
    """The end of a match or a rewrite."""

    traits = (d.Pure(), d.IsTerminator())
    assembly_format = "attr-dict"


@PDL_INTERP.op("foreach")
class ForEachOp(d.Operation):
    """Its body for each item of a range; then it goes on at a block."""

    values: d.Operand = d.operand(ANY_RANGE)
    region: d.Region = d.region()
    successor: d.Successor = d.successor()
    traits = (d.IsTerminator(),)

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Parse `%item : type in %range {…} -> ^successor`."""
        argument = parser.parse_argument(allow_type=True)
        parser.parse_keyword("in")
        values = parser.parse_operand()
        assert argument.type is not None
        state.operands.append(parser.resolve_operand(values, RangeType(argument.type)))
        state.regions.append(parser.parse_region([argument]))
        state.attributes.update(parser.parse_optional_attr_dict())
        parser.parse_punctuation("->")
        state.successors.append(parser.parse_successor())

    def print(self, printer: d.AsmPrinter) -> None:
        item = self.region.entry.arguments[0]
        printer.write(" ")
        printer.print_operand(item)
        printer.write(" : ")
        printer.print_type(item.type)
        printer.write(" in ")
        printer.print_operand(self.values)
        printer.write(" ")
        printer.print_region(self.region, print_entry_args=False)
        printer.print_attr_dict(self)
        printer.write(" -> ")
        printer.print_successor(self.successor)

    def verify_op(self) -> None:
        blocks = self.region.blocks
        if not blocks or len(blocks[0].arguments) != 1:
            raise self.error("requires exactly one argument")
        item, type = blocks[0].arguments[0].type, self.values.type
        if not isinstance(type, RangeType) or type.element_type is not item:
            raise self.error("operand must be a range of loop variable type")


@PDL_INTERP.op("func")
class FuncOp(FunctionOp):
    """A function of the matcher, or a rewrite."""

    traits = (d.IsolatedFromAbove(), d.SymbolTrait())
    declarations_may_be_public = True


@PDL_INTERP.op("get_attribute")
class GetAttributeOp(d.Operation):
    """The attribute of an operation that has this name."""

    input_op: d.Operand = d.operand(ONE_OPERATION, name="inputOp")
    name_: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR, name="name")
    attribute: d.Result = d.result(ONE_ATTRIBUTE)
    traits = (d.Pure(),)
    assembly_format = "$name `of` $inputOp attr-dict"


@PDL_INTERP.op("get_attribute_type")
class GetAttributeTypeOp(d.Operation):
    """The type of an attribute."""

    value: d.Operand = d.operand(ONE_ATTRIBUTE)
    result: d.Result = d.result(ONE_TYPE)
    traits = (d.Pure(),)
    assembly_format = "`of` $value attr-dict"


@PDL_INTERP.op("get_defining_op")
class GetDefiningOpOp(d.Operation):
    """The operation of which a value is a result."""

    value: d.Operand = d.operand(one_or_range_of(VALUE))
    input_op: d.Result = d.result(ONE_OPERATION, name="inputOp")
    traits = (d.Pure(),)
    assembly_format = "`of` $value `:` type($value) attr-dict"


class _Get(d.Operation):
    """Base: one operand or result of an operation."""

    input_op: d.Operand = d.operand(ONE_OPERATION, name="inputOp")
    index: d.Attr[ir.IntegerAttr, int] = d.attr(_COUNT)
    value: d.Result = d.result(ONE_VALUE)
    traits = (d.Pure(),)
    assembly_format = "$index `of` $inputOp attr-dict"


class _GetSeveral(d.Operation):
    """Base: a group of the operands or results of an operation, or all."""

    input_op: d.Operand = d.operand(ONE_OPERATION, name="inputOp")
    index: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(_COUNT)
    value: d.Result = d.result(one_or_range_of(VALUE))
    traits = (d.Pure(),)
    assembly_format = "($index^)? `of` $inputOp `:` type($value) attr-dict"


@PDL_INTERP.op("get_operand")
class GetOperandOp(_Get):
    """An operand of an operation."""


@PDL_INTERP.op("get_operands")
class GetOperandsOp(_GetSeveral):
    """Operands of an operation."""


@PDL_INTERP.op("get_result")
class GetResultOp(_Get):
    """A result of an operation."""


@PDL_INTERP.op("get_results")
class GetResultsOp(_GetSeveral):
    """Results of an operation."""


@PDL_INTERP.op("get_users")
class GetUsersOp(d.Operation):
    """The operations that use a value."""

    value: d.Operand = d.operand(one_or_range_of(VALUE))
    operations: d.Result = d.result(range_of(OPERATION))
    traits = (d.Pure(),)
    assembly_format = "`of` $value `:` type($value) attr-dict"


def _value_type(type: Any) -> ir.Type:
    """Return the type of what has this type or range of types."""
    return RangeType(VALUE) if isinstance(type, RangeType) else VALUE


@PDL_INTERP.op("get_value_type")
class GetValueTypeOp(d.Operation):
    """The type of a value, or those of values."""

    value: d.Operand = d.operand(one_or_range_of(VALUE))
    result: d.Result = d.result(one_or_range_of(TYPE))
    traits = (
        d.Pure(),
        d.TypesMatchWith("result", "value", _value_type, "`value` type matches arity of `result`"),
    )
    assembly_format = "`of` $value `:` type($result) attr-dict"


@PDL_INTERP.op("is_not_null")
class IsNotNullOp(_Predicate):
    """Whether something was found."""

    value: d.Operand = d.operand(ANY_PDL)
    assembly_format = "$value `:` type($value) attr-dict `->` successors"


@PDL_INTERP.op("record_match")
class RecordMatchOp(d.Operation):
    """A match is kept, with the rewrite that it is for."""

    inputs: d.VariadicOperand = d.variadic_operand(ANY_PDL)
    matched_ops: d.VariadicOperand = d.variadic_operand(ONE_OPERATION, name="matchedOps")
    rewriter: d.Attr[ir.SymbolRefAttr, str] = d.attr(d.SYMBOL_REF)
    root_kind: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR, name="rootKind")
    generated_ops: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(
        d.STR_ARRAY, name="generatedOps"
    )
    benefit: d.Attr[ir.IntegerAttr, int] = d.attr(d.confined(d.I16_ATTR, d.min_value(0)))
    dest: d.Successor = d.successor()
    traits = (d.AttrSizedOperandSegments(), d.IsTerminator())
    assembly_format = """
        $rewriter (`(` $inputs^ `:` type($inputs) `)`)? `:`
        `benefit` `(` $benefit `)` `,`
        (`generatedOps` `(` $generatedOps^ `)` `,`)?
        `loc` `(` `[` $matchedOps `]` `)`
        (`,` `root` `(` $rootKind^ `)`)? attr-dict `->` $dest
    """


@PDL_INTERP.op("replace")
class ReplaceOp(d.Operation):
    """An operation is replaced by values for its results."""

    input_op: d.Operand = d.operand(ONE_OPERATION, name="inputOp")
    repl_values: d.VariadicOperand = d.variadic_operand(one_or_range_of(VALUE), name="replValues")
    assembly_format = """
        $inputOp `with` ` ` `(` ($replValues^ `:` type($replValues))? `)` attr-dict
    """


@PDL_INTERP.op("switch_attribute")
class SwitchAttributeOp(_Switch):
    """Goes on by an attribute."""

    attribute: d.Operand = d.operand(ONE_ATTRIBUTE)
    case_values: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.ARRAY_ATTR, name="caseValues")
    assembly_format = "$attribute `to` $caseValues `(` $cases `)` attr-dict `->` $defaultDest"


class _SwitchCount(_Switch):
    """Base: goes on by a number."""

    input_op: d.Operand = d.operand(ONE_OPERATION, name="inputOp")
    case_values: d.Attr[ir.Attribute, Any] = d.attr(d.I32_ELEMENTS, name="caseValues")
    assembly_format = "`of` $inputOp `to` $caseValues `(` $cases `)` attr-dict `->` $defaultDest"


@PDL_INTERP.op("switch_operand_count")
class SwitchOperandCountOp(_SwitchCount):
    """Goes on by the number of operands of an operation."""


@PDL_INTERP.op("switch_operation_name")
class SwitchOperationNameOp(_Switch):
    """Goes on by the name of an operation."""

    input_op: d.Operand = d.operand(ONE_OPERATION, name="inputOp")
    case_values: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.STR_ARRAY, name="caseValues")
    assembly_format = "`of` $inputOp `to` $caseValues `(` $cases `)` attr-dict `->` $defaultDest"


@PDL_INTERP.op("switch_result_count")
class SwitchResultCountOp(_SwitchCount):
    """Goes on by the number of results of an operation."""


@PDL_INTERP.op("switch_type")
class SwitchTypeOp(_Switch):
    """Goes on by a type."""

    value: d.Operand = d.operand(ONE_TYPE)
    case_values: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.TYPE_ARRAY, name="caseValues")
    assembly_format = "$value `to` $caseValues `(` $cases `)` attr-dict `->` $defaultDest"


@PDL_INTERP.op("switch_types")
class SwitchTypesOp(_Switch):
    """Goes on by some types."""

    value: d.Operand = d.operand(range_of(TYPE))
    case_values: d.Attr[ir.ArrayAttr, d.Items] = d.attr(
        d.array_of(d.TYPE_ARRAY, "type-array array attribute"), name="caseValues"
    )
    assembly_format = "$value `to` $caseValues `(` $cases `)` attr-dict `->` $defaultDest"
