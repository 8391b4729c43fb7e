"""The ops of the pdl dialect: what a pattern matches, and what it makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bufferize import define as d
from bufferize import ir
from bufferize_pdl.dialect import (
    ANY_PDL,
    ONE_ATTRIBUTE,
    ONE_OPERATION,
    ONE_TYPE,
    ONE_VALUE,
    OPERATION,
    TYPE,
    VALUE,
    MakesRange,
    RangeType,
    one_or_range_of,
    range_of,
    verify_attribute_names,
)
from bufferize_pdl.dialect import PDL as PDL

_PATTERN, _REWRITE = "pdl.pattern", "pdl.rewrite"


@PDL.custom_directive("OperationOpAttributes")
class OperationOpAttributesDirective:
    """`{"name" = %value, …}`, or nothing."""

    @staticmethod
    def parse(parser: d.AsmParser) -> tuple[list[d.UnresolvedOperand], ir.ArrayAttr]:
        """Return the values and their names."""
        names: list[ir.Attribute] = []
        values: list[d.UnresolvedOperand] = []
        if parser.parse_optional_punctuation("{"):
            while not names or parser.parse_optional_punctuation(","):
                names.append(ir.StringAttr(parser.parse_string()))
                parser.parse_punctuation("=")
                values.append(parser.parse_operand())
            parser.parse_punctuation("}")
        return values, ir.ArrayAttr(tuple(names))

    @staticmethod
    def print(
        printer: d.AsmPrinter, op: d.Operation, values: Sequence[ir.Value], names: ir.ArrayAttr
    ) -> None:
        """Write what `parse` reads."""
        if not names.elements:
            return
        separator = " {"
        for name, value in zip(names.elements, values, strict=True):
            printer.write(separator)
            printer.print_attribute(name)
            printer.write(" = ")
            printer.print_operand(value)
            separator = ", "
        printer.write("}")


@PDL.custom_directive("ResultsValueType")
class ResultsValueTypeDirective:
    """`-> type` if there is an index; all results together are a range of values."""

    @staticmethod
    def parse(parser: d.AsmParser, index: ir.Attribute | None) -> ir.Type:
        """Return the type of the result."""
        if index is None:
            return RangeType(VALUE)
        parser.parse_punctuation("->")
        return parser.parse_type()

    @staticmethod
    def print(
        printer: d.AsmPrinter, op: d.Operation, index: ir.Attribute | None, type: ir.Type
    ) -> None:
        """Write what `parse` reads."""
        if index is not None:
            printer.write(" -> ")
            printer.print_type(type)


class _Matched(d.Operation):
    """Base: what a pattern matches; something else in the pattern must depend on it."""

    def verify_op(self) -> None:
        parent = self.parent_op
        if isinstance(parent, PatternOp) and not _has_binding_use(self):
            raise self.error(
                "expected a bindable user when defined in the matcher body of a `pdl.pattern`"
            )


def _has_binding_use(op: ir.Operation) -> bool:
    """Return whether more than a result that nobody uses depends on `op`."""
    return any(
        not isinstance(user, ResultOp | ResultsOp) or _has_binding_use(user)
        for result in op.results
        for user in result.users
    )


@PDL.op("apply_native_constraint")
class ApplyNativeConstraintOp(d.Operation):
    """A constraint on what is matched, by a function that is registered with the matcher."""

    name_: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR, name="name")
    args: d.VariadicOperand = d.variadic_operand(ANY_PDL)
    is_negated: d.Attr[ir.IntegerAttr, bool] = d.default_attr(
        d.BOOL_ATTR, ir.FALSE, name="isNegated"
    )
    outputs: d.VariadicResult = d.variadic_result(ANY_PDL, name="results")
    traits = (d.HasParent(_PATTERN),)
    assembly_format = "$name `(` $args `:` type($args) `)` (`:`  type($results)^ )? attr-dict"

    def verify_op(self) -> None:
        if not self.operands:
            raise self.error("expected at least one argument")
        if OPERATION in self.result_types:
            raise self.error("returning an operation from a constraint is not supported")


@PDL.op("apply_native_rewrite")
class ApplyNativeRewriteOp(d.Operation):
    """A call of a rewrite function that is registered with the matcher."""

    name_: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR, name="name")
    args: d.VariadicOperand = d.variadic_operand(ANY_PDL)
    outputs: d.VariadicResult = d.variadic_result(ANY_PDL, name="results")
    traits = (d.HasParent(_REWRITE),)
    assembly_format = "$name (`(` $args^ `:` type($args) `)`)? (`:` type($results)^)? attr-dict"

    def verify_op(self) -> None:
        if not self.operands and not self.results:
            raise self.error("expected at least one argument or result")


@PDL.op("attribute")
class AttributeOp(_Matched):
    """An attribute, maybe of a type, or this attribute."""

    value_type: d.OptionalOperand = d.optional_operand(ONE_TYPE, name="valueType")
    value: d.OptionalAttr[ir.Attribute, ir.Attribute] = d.optional_attr(d.ANY_ATTR)
    attr: d.Result = d.result(ONE_ATTRIBUTE)
    assembly_format = "(`:` $valueType^)? (`=` $value^)? attr-dict-with-keyword"

    def verify_op(self) -> None:
        is_rewrite = self.parent_op is not None and self.parent_op.name == _REWRITE
        if self.value is None and is_rewrite:
            raise self.error("expected constant value when specified within a `pdl.rewrite`")
        if self.value is not None and self.value_type is not None:
            raise self.error("expected only one of [`type`, `value`] to be set")
        super().verify_op()


@PDL.op("erase")
class EraseOp(d.Operation):
    """An operation is erased."""

    op_value: d.Operand = d.operand(ONE_OPERATION, name="opValue")
    traits = (d.HasParent(_REWRITE),)
    assembly_format = "$opValue attr-dict"


@PDL.op("operand")
class OperandOp(_Matched):
    """An operand that comes from outside of the pattern, maybe of a type."""

    value_type: d.OptionalOperand = d.optional_operand(ONE_TYPE, name="valueType")
    value: d.Result = d.result(ONE_VALUE)
    traits = (d.HasParent(_PATTERN),)
    assembly_format = "(`:` $valueType^)? attr-dict"


@PDL.op("operands")
class OperandsOp(_Matched):
    """Operands that come from outside of the pattern, maybe of some types."""

    value_type: d.OptionalOperand = d.optional_operand(range_of(TYPE), name="valueType")
    value: d.Result = d.result(range_of(VALUE))
    traits = (d.HasParent(_PATTERN),)
    assembly_format = "(`:` $valueType^)? attr-dict"


@PDL.op("operation")
class OperationOp(_Matched):
    """An operation that is matched, or made by the rewrite."""

    op_name: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR, name="opName")
    operand_values: d.VariadicOperand = d.variadic_operand(
        one_or_range_of(VALUE), name="operandValues"
    )
    attribute_values: d.VariadicOperand = d.variadic_operand(ONE_ATTRIBUTE, name="attributeValues")
    attribute_value_names: d.Attr[ir.ArrayAttr, d.Items] = d.attr(
        d.STR_ARRAY, name="attributeValueNames"
    )
    type_values: d.VariadicOperand = d.variadic_operand(one_or_range_of(TYPE), name="typeValues")
    op: d.Result = d.result(ONE_OPERATION)
    traits = (d.AttrSizedOperandSegments(),)
    assembly_format = """
        ($opName^)? (`(` $operandValues^ `:` type($operandValues) `)`)?
        custom<OperationOpAttributes>($attributeValues, $attributeValueNames)
        (`->` `(` $typeValues^ `:` type($typeValues) `)`)? attr-dict
    """

    def verify_op(self) -> None:
        is_rewrite = self.parent_op is not None and self.parent_op.name == _REWRITE
        if is_rewrite and self.op_name is None:
            raise self.error("must have an operation name when nested within a `pdl.rewrite`")
        verify_attribute_names(self, self.attribute_value_names, self.attribute_values)
        super().verify_op()


@PDL.op("pattern")
class PatternOp(d.Operation):
    """A rewrite pattern: what it matches, with a `pdl.rewrite` at the end."""

    benefit: d.Attr[ir.IntegerAttr, int] = d.attr(d.confined(d.I16_ATTR, d.min_value(0)))
    sym_name: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.SYMBOL_NAME)
    body_region: d.Region = d.region(1, name="bodyRegion")
    traits = (d.IsolatedFromAbove(), d.SingleBlock(), ir.SymbolTrait())
    default_dialect = "pdl"
    assembly_format = """
        ($sym_name^)? `:` `benefit` `(` $benefit `)` attr-dict-with-keyword $bodyRegion
    """

    def verify_regions(self) -> None:
        if not isinstance(self.body_region.entry.last_op, RewriteOp):
            failure = self.error("expected body to terminate with `pdl.rewrite`")
            failure.diagnostics[0].note(
                "see terminator defined here", self.body_region.entry.last_op
            )
            raise failure
        for op in self.body_region.walk():
            if op.dialect_name != "pdl":
                failure = self.error("expected only `pdl` operations within the pattern body")
                failure.diagnostics[0].note("see non-`pdl` operation defined here", op)
                raise failure
        matched = list(self.body_region.entry.ops)
        if not any(isinstance(op, OperationOp) for op in matched):
            raise self.error("the pattern must contain at least one `pdl.operation`")
        _verify_connected(self, matched)


def _verify_connected(pattern: PatternOp, ops: Sequence[ir.Operation]) -> None:
    """Check that each op which is matched has to do with all the others."""
    ops = [
        op
        for op in ops
        if isinstance(op, OperandOp | OperandsOp | ResultOp | ResultsOp | OperationOp)
    ]
    reached, work = set(ops[:1]), ops[:1]
    while work:
        for other in _neighbors(work.pop()):
            if other in ops and other not in reached:
                reached.add(other)
                work.append(other)
    if len(reached) < len(ops):
        raise pattern.error("the operations must form a connected component")


def _neighbors(op: ir.Operation) -> Iterator[ir.Operation]:
    yield from (value.defining_op for value in op.operands if value.defining_op is not None)
    yield from (user for result in op.results for user in result.users)


@PDL.op("range")
class RangeOp(MakesRange):
    """A range of types or of values, made of some and of ranges of them."""

    traits = (*MakesRange.traits, d.HasParent(_REWRITE))


@PDL.op("replace")
class ReplaceOp(d.Operation):
    """An operation is replaced, by another one or by values for its results."""

    op_value: d.Operand = d.operand(ONE_OPERATION, name="opValue")
    repl_operation: d.OptionalOperand = d.optional_operand(ONE_OPERATION, name="replOperation")
    repl_values: d.VariadicOperand = d.variadic_operand(one_or_range_of(VALUE), name="replValues")
    traits = (d.AttrSizedOperandSegments(), d.HasParent(_REWRITE))
    assembly_format = """
        $opValue `with` (`(` $replValues^ `:` type($replValues) `)`)?
        ($replOperation^)? attr-dict
    """

    def verify_op(self) -> None:
        if self.repl_operation is not None and self.repl_values:
            raise self.error(
                "expected no replacement values to be provided when the replacement operation is "
                "present"
            )


@PDL.op("result")
class ResultOp(d.Operation):
    """A result of an operation."""

    parent_: d.Operand = d.operand(ONE_OPERATION, name="parent")
    index: d.Attr[ir.IntegerAttr, int] = d.attr(d.I32_ATTR)
    val: d.Result = d.result(ONE_VALUE)
    traits = (d.Pure(),)
    assembly_format = "$index `of` $parent attr-dict"


@PDL.op("results")
class ResultsOp(d.Operation):
    """A group of results of an operation, or all."""

    parent_: d.Operand = d.operand(ONE_OPERATION, name="parent")
    index: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(d.I32_ATTR)
    val: d.Result = d.result(one_or_range_of(VALUE))
    traits = (d.Pure(),)
    assembly_format = """
        ($index^)? `of` $parent custom<ResultsValueType>(ref($index), type($val)) attr-dict
    """

    def verify_op(self) -> None:
        type = self.val.type
        if self.index is None and not isinstance(type, RangeType):
            raise self.error(
                "expected `pdl.range<value>` result type when no index is specified, but got: "
                f"'{type}'"
            )


@PDL.op("rewrite")
class RewriteOp(d.Operation):
    """The rewrite of a matched pattern: in the body, or by a registered function."""

    root: d.OptionalOperand = d.optional_operand(ONE_OPERATION)
    name_: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR, name="name")
    external_args: d.VariadicOperand = d.variadic_operand(ANY_PDL, name="externalArgs")
    body_region: d.Region = d.region(name="bodyRegion")
    traits = (
        d.IsTerminator(),
        d.HasParent(_PATTERN),
        d.NoTerminator(),
        d.NoRegionArguments(),
        d.SingleBlock(),
        d.AttrSizedOperandSegments(),
    )
    default_dialect = "pdl"
    assembly_format = """
        ($root^)? (`with` $name^ (`(` $externalArgs^ `:` type($externalArgs) `)`)?)?
        ($bodyRegion^)? attr-dict-with-keyword
    """

    def verify_regions(self) -> None:
        is_empty = not self.body_region.blocks
        if self.name_ is not None and not is_empty:
            raise self.error("expected rewrite region to be empty when rewrite is external")
        if self.name_ is None and (is_empty or self.body_region.entry.first_op is None):
            raise self.error(
                "expected rewrite region to be non-empty if external name is not specified"
            )
        if self.name_ is None and self.external_args:
            raise self.error("expected no external arguments when the rewrite is specified inline")


@PDL.op("type")
class TypeOp(_Matched):
    """A type, maybe this one."""

    constant_type: d.OptionalAttr[ir.TypeAttr, ir.Type] = d.optional_attr(
        d.TYPE_ATTR, name="constantType"
    )
    result: d.Result = d.result(ONE_TYPE)
    assembly_format = "attr-dict (`:` $constantType^)?"

    def verify_op(self) -> None:
        if self.constant_type is None:
            super().verify_op()


@PDL.op("types")
class TypesOp(_Matched):
    """Some types, maybe these."""

    constant_types: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(
        d.TYPE_ARRAY, name="constantTypes"
    )
    result: d.Result = d.result(range_of(TYPE))
    assembly_format = "attr-dict (`:` $constantTypes^)?"

    def verify_op(self) -> None:
        if self.constant_types is None:
            super().verify_op()
