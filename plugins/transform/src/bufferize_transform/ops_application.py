"""Transforms that apply passes, patterns and conversions to the payload."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import DiagnosticError, closest_name, did_you_mean, error
from bufferize.interfaces import LoopLikeOpInterface
from bufferize.passes import PassLookup, PassManager, PipelineItem, make_pass
from bufferize_transform.dialect import TRANSFORM, ParamOperandAttr
from bufferize_transform.interface import (
    PatternDescriptorOpInterface,
    Payload,
    PayloadAccess,
    ReportsTrackingFailures,
    SilenceableFailure,
    TransformEachOpInterface,
    TransformOpInterface,
    definite,
    silenceable,
    verify_body,
)
from bufferize_transform.interpreter import Interpreter, not_interpreted
from bufferize_transform.types import OPERATION_HANDLE, PARAMETER
from bufferize_transforms import (
    Pattern,
    canonicalize,
    eliminate_common_subexpressions,
    erase_dead,
    fold,
    move_loop_invariants_out_of,
    rewrite_greedily,
)


@TRANSFORM.custom_directive("ApplyRegisteredPassOptions")
class ApplyRegisteredPassOptions:
    """`{"name" = value, …}`, where a value is an attribute, a parameter, or a list of these."""

    @staticmethod
    def parse(parser: d.AsmParser) -> tuple[ir.DictionaryAttr, list[d.UnresolvedOperand]] | None:
        """Read the options, and the parameters that they refer to by number."""
        if parser.peek() != "{":
            return None
        operands: list[d.UnresolvedOperand] = []
        entries: dict[str, ir.Attribute] = {}

        def one() -> None:
            offset = parser.offset
            key = parser.parse_optional_any_keyword() or parser.parse_optional_string()
            if not key:
                raise parser.error("expected key to either be an identifier or a string", offset)
            if not parser.parse_optional_punctuation("="):
                raise parser.error("expected '=' after key in key-value pair")
            entries[key] = value(can_be_list=True)

        def value(*, can_be_list: bool = False) -> ir.Attribute:
            operand = parser.parse_optional_operand()
            if operand is not None:
                operands.append(operand)
                return ParamOperandAttr(ir.i64_attr(len(operands) - 1))
            if can_be_list and parser.peek() == "[":
                return ir.ArrayAttr(tuple(parser.parse_comma_separated_list("[", value)))
            offset = parser.offset
            attribute = parser.parse_attribute()
            if isinstance(attribute, ParamOperandAttr):
                raise parser.error(
                    "the param_operand attribute is a marker reserved for indicating a value will "
                    "be passed via params and is only used in the generic print format",
                    offset,
                )
            return attribute

        parser.parse_comma_separated_list("{", one)
        return ir.DictionaryAttr.of(entries), operands

    @staticmethod
    def print(
        printer: d.AsmPrinter,
        op: ir.Operation,
        options: ir.DictionaryAttr,
        operands: Sequence[ir.Value],
    ) -> None:
        """Print the syntax that `parse` accepts."""

        def write(attribute: ir.Attribute) -> None:
            if isinstance(attribute, ParamOperandAttr):
                printer.print_operand(operands[attribute.index.value])
            elif isinstance(attribute, ir.ArrayAttr):
                printer.write("[")
                for index, element in enumerate(attribute.elements):
                    printer.write(", " if index else "")
                    write(element)
                printer.write("]")
            else:
                printer.print_attribute(attribute)

        printer.write("{")
        for index, (name, attribute) in enumerate(options.entries):
            printer.write(", " if index else "")
            printer.print_string(name)
            printer.write(" = ")
            write(attribute)
        printer.write("}")


def option_values(
    attribute: ir.Attribute, parameters: Sequence[Sequence[ir.Attribute]]
) -> list[str]:
    """Return the values of an option in the syntax of the command line.

    `parameters` has the attributes of each parameter.
    """
    if isinstance(attribute, ParamOperandAttr):
        found = parameters[attribute.index.value]
        return [text for value in found for text in option_values(value, ())]
    if isinstance(attribute, ir.ArrayAttr):
        return [text for one in attribute.elements for text in option_values(one, parameters)]
    if isinstance(attribute, ir.StringAttr):
        return [attribute.value]
    if isinstance(attribute, ir.IntegerAttr):
        is_bool = str(attribute) in ("true", "false")
        return [str(attribute) if is_bool else str(attribute.value)]
    return [str(attribute)]


_NO_LIMIT = -1


class _SimplifiesOp(d.Operation, TransformEachOpInterface):
    """Base of the transforms of ops nested in an operation, which return no handle."""

    target: d.Operand = d.operand(OPERATION_HANDLE)
    traits: ClassVar[tuple[ir.Trait, ...]] = (ReportsTrackingFailures(),)
    assembly_format = "`to` $target attr-dict `:` type($target)"

    def check_target(self, target: ir.Operation) -> None:
        """Check that the transform is not applied to itself. Raises DefiniteFailure."""
        if target.is_ancestor_of(self):
            failure = definite("cannot apply transform to itself (or one of its ancestors)", self)
            failure.diagnostics[0].note("target payload op", target)
            raise failure


@TRANSFORM.op("apply_cse")
class ApplyCommonSubexpressionEliminationOp(_SimplifiesOp):
    """Common subexpression elimination within operations."""

    def apply_to_one(
        self, target: ir.Operation, interpreter: Interpreter
    ) -> Sequence[ir.Operation | ir.Value | None]:
        self.check_target(target)
        eliminate_common_subexpressions(target, interpreter.state.rewriter)
        return ()


@TRANSFORM.op("apply_dce")
class ApplyDeadCodeEliminationOp(_SimplifiesOp):
    """Dead code elimination within operations."""

    def apply_to_one(
        self, target: ir.Operation, interpreter: Interpreter
    ) -> Sequence[ir.Operation | ir.Value | None]:
        self.check_target(target)
        rewrite_greedily(target, (erase_dead,), listeners=interpreter.state.rewriter.listeners)
        return ()


@TRANSFORM.op("apply_licm")
class ApplyLoopInvariantCodeMotionOp(_SimplifiesOp):
    """Loop-invariant code motion within operations."""

    def apply_to_one(
        self, target: ir.Operation, interpreter: Interpreter
    ) -> Sequence[ir.Operation | ir.Value | None]:
        if not isinstance(target, LoopLikeOpInterface):
            failure = definite("transform applied to the wrong op kind", self)
            failure.diagnostics[0].note("when applied to this op", target)
            raise failure
        self.check_target(target)
        move_loop_invariants_out_of(target)
        return ()


@TRANSFORM.op("apply_patterns")
class ApplyPatternsOp(_SimplifiesOp):
    """The application of patterns and folds within operations, until nothing changes."""

    apply_cse: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    max_iterations: d.Attr[ir.IntegerAttr, int] = d.default_attr(d.I64_ATTR, ir.i64_attr(_NO_LIMIT))
    max_num_rewrites: d.Attr[ir.IntegerAttr, int] = d.default_attr(
        d.I64_ATTR, ir.i64_attr(_NO_LIMIT)
    )
    body: d.Region = d.region(name="patterns")
    traits = (ReportsTrackingFailures(), ir.GraphRegion(), ir.NoTerminator(), ir.SingleBlock())
    assembly_format = "`to` $target $patterns attr-dict `:` type($target)"

    def verify_regions(self) -> None:
        verify_body(self, self.body, PatternDescriptorOpInterface)

    def apply_to_one(
        self, target: ir.Operation, interpreter: Interpreter
    ) -> Sequence[ir.Operation | ir.Value | None]:
        self.check_target(target)
        patterns: list[Pattern] = [erase_dead, fold]
        for block in self.body.blocks:
            for op in block.ops:
                if not isinstance(op, PatternDescriptorOpInterface):
                    raise not_interpreted(op)
                patterns += op.patterns()
        limit = self.max_num_rewrites.value
        listeners = interpreter.state.rewriter.listeners
        while True:
            try:
                done = rewrite_greedily(
                    target,
                    patterns,
                    stop_after=None if limit < 0 else limit,
                    listeners=listeners,
                )
            except DiagnosticError as problem:
                failed = silenceable("greedy pattern application failed", target)
                raise SilenceableFailure([*problem.diagnostics, *failed.diagnostics]) from problem
            if not done.is_complete:
                raise silenceable("greedy pattern application failed", target)
            if self.apply_cse is None or not any(
                eliminate_common_subexpressions(target, interpreter.state.rewriter).values()
            ):
                return ()


@TRANSFORM.op("apply_patterns.canonicalization")
class ApplyCanonicalizationPatternsOp(d.Operation, PatternDescriptorOpInterface):
    """The canonicalization patterns of all operations."""

    assembly_format = "attr-dict"

    def patterns(self) -> Sequence[Pattern]:
        return (canonicalize,)


@TRANSFORM.op("apply_registered_pass")
class ApplyRegisteredPassOp(d.Operation, TransformOpInterface):
    """The application of a pass to operations."""

    target: d.Operand = d.operand(OPERATION_HANDLE)
    pass_name: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR)
    options: d.Attr[ir.DictionaryAttr, dict[str, object]] = d.default_attr(
        d.DICT_ATTR, ir.DictionaryAttr.of({})
    )
    dynamic_options: d.VariadicOperand = d.variadic_operand(PARAMETER)
    result: d.Result = d.result(OPERATION_HANDLE)
    assembly_format = (
        "$pass_name (`with` `options` `=` "
        "custom<ApplyRegisteredPassOptions>($options, $dynamic_options)^)? `to` $target attr-dict "
        "`:` functional-type(operands, results)"
    )

    def consumed_operands(self) -> Sequence[ir.OpOperand]:
        return self.op_operands[:1]

    def verify_op(self) -> None:
        used: set[int] = set()
        for name, value in self.options.entries:
            for one in getattr(value, "elements", (value,)):
                if not isinstance(one, ParamOperandAttr):
                    continue
                index = one.index.value
                if not 0 <= index < len(self.dynamic_options):
                    raise self.error(
                        f"dynamic option index {index} is out of bounds for the number of dynamic "
                        f"options: {len(self.dynamic_options)}"
                    )
                if index in used:
                    raise self.error(
                        f"dynamic option index {index} is already used in options: option '{name}'"
                    )
                used.add(index)
        if len(used) != len(self.dynamic_options):
            unused = min(set(range(len(self.dynamic_options))) - used)
            raise self.error(
                f"a param operand does not have a corresponding param_operand attr: #{unused}"
            )

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        state = interpreter.state
        lookup = state.context
        if not isinstance(lookup, PassLookup):
            raise definite("passes are not known here: the context has none", self)
        name = self.pass_name.value
        if lookup.pass_class(name) is None:
            failure = definite(f"unknown pass or pass pipeline: {name}", self)
            way, close = lookup.way_to_get("pass", name), closest_name(name, lookup.pass_names())
            if way is not None:
                failure.diagnostics[0].note(way)
            elif close is not None:
                failure.diagnostics[0].notes.append(did_you_mean(close))
            raise failure
        parameters = [state.parameters(value) for value in self.dynamic_options]
        options = {key: option_values(value, parameters) for key, value in self.options.entries}
        try:
            step = make_pass(PipelineItem(name, options), lookup)
        except DiagnosticError as problem:
            failure = definite(f"failed to add pass or pass pipeline to pipeline: {name}", self)
            failure.diagnostics[:0] = [error(d.message, self, d.notes) for d in problem.diagnostics]
            raise failure from problem
        targets = state.operations(self.target)
        for target in targets:
            if target.is_ancestor_of(self):
                failure = definite(
                    "cannot apply transform to itself (or one of its ancestors)", self
                )
                failure.diagnostics[0].note("target payload op", target)
                raise failure
            try:
                PassManager("any", [step]).run(target, state.context)
            except DiagnosticError as problem:
                failed = silenceable("pass pipeline failed", self)
                failed.diagnostics[0].note("target op", target)
                raise SilenceableFailure([*problem.diagnostics, *failed.diagnostics]) from problem
        return [targets]


@TRANSFORM.op("verify")
class VerifyOp(d.Operation, TransformEachOpInterface):
    """The verification of operations, with a definite failure if one is invalid."""

    target: d.Operand = d.operand(OPERATION_HANDLE)
    payload_access = PayloadAccess.READS
    assembly_format = "$target attr-dict `:` type($target)"

    def apply_to_one(
        self, target: ir.Operation, interpreter: Interpreter
    ) -> Sequence[ir.Operation | ir.Value | None]:
        try:
            ir.require_valid(target, interpreter.state.context.op_attribute_problem)
        except DiagnosticError as problem:
            failure = definite("failed to verify payload op", self)
            failure.diagnostics[0].note("payload op", target)
            failure.diagnostics[:0] = problem.diagnostics
            raise failure from problem
        return ()
