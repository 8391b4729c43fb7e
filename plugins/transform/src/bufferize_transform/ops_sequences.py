"""Sequences of transforms, and the rules that hold for all of them."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import (
    MemoryEffect,
    MemoryEffectsOpInterface,
    RegionBranchOpInterface,
    RegionSuccessor,
)
from bufferize_transform.dialect import (
    FAILURE_PROPAGATION_MODE,
    TRANSFORM,
)
from bufferize_transform.interface import (
    MatchOpInterface,
    Payload,
    PossibleTopLevel,
    SilenceableFailure,
    TransformOpInterface,
    definite,
    is_unknown,
    silenceable,
)
from bufferize_transform.interpreter import Interpreter, failure_handler
from bufferize_transform.types import (
    ANY_HANDLE_OR_PARAMETER,
    OPERATION_HANDLE,
    HandleType,
    OperationHandleType,
    OperationType,
    same_kinds,
)

_CONSUMED_TWICE = "has more than one potential consumer"


def consumed_arguments(block: ir.Block) -> set[int]:
    """Return the indices of the arguments that transforms in a block consume."""
    consumed = {
        operand.value
        for op in block.ops
        if isinstance(op, TransformOpInterface)
        for operand in op.consumed_operands()
    }
    return {argument.index for argument in block.arguments if argument in consumed}


def verify_top_level(op: ir.Operation, block: ir.Block) -> None:
    """Check the block arguments of an op that may be at the top level of a script.

    Raises VerifyError.
    """
    if not block.arguments:
        raise op.error("expects the entry block to have at least one argument")
    if not isinstance(block.arguments[0].type, OperationHandleType):
        raise op.error(
            "expects the first entry block argument to be of type implementing "
            "TransformHandleTypeInterface"
        )
    if len(op.op_operands) == len(block.arguments):
        return
    outer = op.parent_op
    while outer is not None:
        if outer.has_trait(PossibleTopLevel):
            failure = op.error("expects operands to be provided for a nested op")
            failure.diagnostics[0].note("nested in another possible top-level op", outer)
            raise failure
        outer = outer.parent_op


def verify_arguments(op: ir.Operation, block: ir.Block) -> None:
    """Check that all arguments are handles or parameters, one for each operand.

    Raises VerifyError.
    """
    for argument in block.arguments[1:]:
        if not isinstance(argument.type, HandleType):
            failure = op.error(
                "expects trailing entry block arguments to be of type implementing "
                "TransformHandleTypeInterface, TransformValueHandleTypeInterface or "
                "TransformParamTypeInterface"
            )
            failure.diagnostics[0].note(f"argument #{argument.index} does not", op)
            raise failure


def verify_argument_types(op: ir.Operation, block: ir.Block) -> None:
    """Check the types of arguments against those of operands. Raises VerifyError."""
    for operand, argument in zip(op.operands, block.arguments, strict=False):
        if operand.type is not argument.type:
            raise op.error(
                "expects the type of the block argument to match the type of the operand"
            )


def verify_consumers(op: ir.Operation, block: ir.Block) -> None:
    """Check that no value that a block defines is consumed twice. Raises VerifyError."""
    values: list[ir.Value] = [*block.arguments]
    values += [result for child in block.ops for result in child.results]
    for value in values:
        uses = [use for use in value.uses if _may_consume(use)][:2]
        if len(uses) < 2:
            continue
        if isinstance(value, ir.BlockArgument):
            failure = op.error(f"block argument #{value.index} {_CONSUMED_TWICE}")
        else:
            assert isinstance(value, ir.OpResult)
            message = f"result #{value.index} {_CONSUMED_TWICE}"
            failure = value.owner.plain_error(message)
        for use in uses:
            failure.diagnostics[0].note(f"used here as operand #{use.index}", use.owner)
        raise failure


def _may_consume(use: ir.OpOperand) -> bool:
    """Return whether the handle is consumed or yielded, so that it must not be used afterwards."""
    owner = use.owner
    if isinstance(owner, TransformOpInterface):
        return use in owner.consumed_operands()
    return owner.has_trait(ir.IsTerminator)


def verify_children(op: ir.Operation, block: ir.Block) -> None:
    """Check that there are only transforms before the end of a block. Raises VerifyError."""
    for child in block.ops:
        is_transform = isinstance(child, TransformOpInterface) or is_unknown(child)
        if child is not block.last_op and not is_transform:
            failure = op.error("expected children ops to implement TransformOpInterface")
            failure.diagnostics[0].note("op without interface", child)
            raise failure


@TRANSFORM.custom_directive("SequenceOpOperands")
class SequenceOpOperands:
    """`%root : type` or `%root, %more : type, type`, or nothing."""

    @staticmethod
    def parse(
        parser: d.AsmParser,
    ) -> tuple[
        d.UnresolvedOperand | None, ir.Type | None, list[d.UnresolvedOperand], list[ir.Type]
    ]:
        """Parse the operands and their types."""
        root = parser.parse_optional_operand()
        if root is None:
            return None, None, [], []
        more: list[d.UnresolvedOperand] = []
        while parser.parse_optional_punctuation(","):
            more.append(parser.parse_operand())
        parser.parse_punctuation(":")
        in_parentheses = parser.parse_optional_punctuation("(")
        types = parser.parse_type_list()
        if in_parentheses:
            parser.parse_punctuation(")")
        if len(types) != len(more) + 1:
            raise parser.error("expected types to be provided for all operands")
        return root, types[0], more, types[1:]

    @staticmethod
    def print(
        printer: d.AsmPrinter,
        op: ir.Operation,
        root: ir.Value | None,
        root_type: ir.Type | None,
        more: Sequence[ir.Value],
        more_types: Sequence[ir.Type],
    ) -> None:
        """Print the syntax that `parse` accepts."""
        if root is None or root_type is None:
            return
        printer.print_operands([root, *more])
        printer.write(" : ")
        if more:
            printer.write("(")
        printer.print_types([root_type, *more_types])
        if more:
            printer.write(")")


@TRANSFORM.op("yield")
class YieldOp(d.Operation):
    """The end of a region, with the yielded handles."""

    values: d.VariadicOperand = d.variadic_operand(ANY_HANDLE_OR_PARAMETER, name="operands")
    traits = (d.IsTerminator(), d.WillReturn())
    assembly_format = "operands attr-dict (`:` type($operands)^)?"


@TRANSFORM.op("sequence")
class SequenceOp(d.Operation, MatchOpInterface, RegionBranchOpInterface):
    """A sequence of transforms, applied one after another."""

    failure_propagation_mode: d.Attr[ir.IntegerAttr, str] = d.attr(FAILURE_PROPAGATION_MODE)
    root: d.OptionalOperand = d.optional_operand(OPERATION_HANDLE)
    extra_bindings: d.VariadicOperand = d.variadic_operand(ANY_HANDLE_OR_PARAMETER)
    outputs: d.VariadicResult = d.variadic_result(OPERATION_HANDLE, name="results")
    body: d.Region = d.region(1)
    traits = (
        d.AttrSizedOperandSegments(),
        PossibleTopLevel(),
        d.SingleBlockImplicitTerminator("transform.yield"),
    )
    default_dialect = "transform"
    assembly_format = (
        "custom<SequenceOpOperands>($root, type($root), $extra_bindings, type($extra_bindings)) "
        "(`->` type($results)^)? `failures` `(` $failure_propagation_mode `)` "
        "attr-dict-with-keyword regions"
    )

    def entry_successor_operands(self, successor: ir.Region | None) -> list[ir.OpOperand]:
        return [] if successor is None else self.op_operands

    def successor_regions(self, point: ir.Region | None) -> list[RegionSuccessor]:
        if point is not None:
            return [RegionSuccessor(None, self.results)]
        inputs = tuple(self.body.entry.arguments) if self.op_operands else ()
        return [RegionSuccessor(self.body, inputs)]

    def consumed_operands(self) -> Sequence[ir.OpOperand]:
        consumed = consumed_arguments(self.body.entry)
        return [use for use in self.op_operands if use.index in consumed]

    def effects(self) -> list[MemoryEffect]:
        """Return the effects on the sequence's handles, and its transforms' on the payload."""
        is_script = not self.op_operands
        found = super().effects()
        for op in self.body.entry.ops if self.body.blocks else ():
            if isinstance(op, MemoryEffectsOpInterface):
                found += [e for e in op.effects() if is_script or e.value is None]
        return found

    def verify_op(self) -> None:
        block = self.body.entry
        verify_top_level(self, block)
        if self.root is None and self.extra_bindings:
            raise self.error("does not expect extra operands when used as top-level")
        verify_arguments(self, block)
        verify_argument_types(self, block)

    def verify_regions(self) -> None:
        block = self.body.entry
        verify_children(self, block)
        verify_consumers(self, block)
        last = block.last_op
        assert last is not None
        if last.operand_types != self.result_types:
            failure = self.error(
                "expects the types of the terminator operands to match the types of the result"
            )
            failure.diagnostics[0].note("terminator", last)
            raise failure

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        arguments = [interpreter.state.payload(value) for value in self.operands]
        if not arguments:
            arguments = [_top_level(self.body.entry.arguments[0], interpreter.state.root)]
        return interpreter.run_region(self.body, arguments, on_failure=failure_handler(self))


def _top_level(argument: ir.BlockArgument, root: ir.Operation) -> list[ir.Operation]:
    """Return the payload of the first argument of a sequence without operands."""
    if not isinstance(argument.type, OperationType):
        return [root]
    return [op for op in root.walk_post() if op.name == argument.type.operation_name]


@TRANSFORM.op("foreach")
class ForeachOp(d.Operation, TransformOpInterface, RegionBranchOpInterface):
    """A loop over the payload of its operands."""

    targets: d.VariadicOperand = d.variadic_operand(ANY_HANDLE_OR_PARAMETER)
    with_zip_shortest: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    outputs: d.VariadicResult = d.variadic_result(ANY_HANDLE_OR_PARAMETER, name="results")
    body: d.Region = d.region(1)
    traits = (d.SingleBlockImplicitTerminator("transform.yield"),)
    assembly_format = (
        "$targets oilist(`with_zip_shortest` $with_zip_shortest) `:` type($targets) "
        "(`->` type($results)^)? $body attr-dict"
    )

    def entry_successor_operands(self, successor: ir.Region | None) -> list[ir.OpOperand]:
        return [] if successor is None else self.op_operands

    def successor_regions(self, point: ir.Region | None) -> list[RegionSuccessor]:
        body = RegionSuccessor(self.body, tuple(self.body.entry.arguments))
        return [body, RegionSuccessor(None, self.results)] if point is not None else [body]

    def consumed_operands(self) -> Sequence[ir.OpOperand]:
        consumed = consumed_arguments(self.body.entry)
        return [use for use in self.op_operands if use.index in consumed]

    def verify_regions(self) -> None:
        block = self.body.entry
        last = block.last_op
        assert last is not None
        if len(block.arguments) != len(self.operands):
            raise self.error("expects the same number of targets as the body has block arguments")
        if not same_kinds(self.operand_types, [argument.type for argument in block.arguments]):
            raise self.error(
                "expects co-indexed targets and the body's block arguments to have the same "
                "op/value/param type"
            )
        if len(self.results) != len(last.operands):
            raise self.error(
                "expects the same number of results as the yield terminator has operands"
            )
        if not same_kinds(self.result_types, last.operand_types):
            raise self.error(
                "expects co-indexed results and yield operands to have the same op/value/param type"
            )

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        payloads = [interpreter.state.payload(value) for value in self.operands]
        count = min(map(len, payloads), default=0)
        for index, payload in enumerate(payloads):
            if len(payload) != len(payloads[0]) and self.with_zip_shortest is None:
                failure = silenceable(
                    f"prior targets' payload size ({len(payloads[0])}) differs from payload size "
                    f"({len(payload)}) of target #{index}",
                    self,
                )
                raise failure
        found: list[list[object]] = [[] for _ in self.results]
        for index in range(count):
            yielded = interpreter.run_region(self.body, [[p[index]] for p in payloads])
            for result, one in zip(found, yielded, strict=True):
                result.extend(one)
        return found  # type: ignore[return-value]  # each of one kind


@TRANSFORM.op("alternatives")
class AlternativesOp(d.Operation, TransformOpInterface, RegionBranchOpInterface):
    """Regions that are tried until one succeeds; changes of failed ones are undone."""

    scope: d.OptionalOperand = d.optional_operand(OPERATION_HANDLE)
    outputs: d.VariadicResult = d.variadic_result(OPERATION_HANDLE, name="results")
    alternatives: d.VariadicRegion = d.variadic_region(1)
    traits = (
        d.IsolatedFromAbove(),
        PossibleTopLevel(),
        d.SingleBlockImplicitTerminator("transform.yield"),
    )
    assembly_format = (
        "($scope^ `:` type($scope))? (`->` type($results)^)? attr-dict-with-keyword regions"
    )

    def entry_successor_operands(self, successor: ir.Region | None) -> list[ir.OpOperand]:
        return [] if successor is None else self.op_operands

    def successor_regions(self, point: ir.Region | None) -> list[RegionSuccessor]:
        start = 0 if point is None else point.index + 1
        found = [
            RegionSuccessor(region, tuple(region.entry.arguments) if self.op_operands else ())
            for region in self.regions[start:]
        ]
        return found if point is None else [*found, RegionSuccessor(None, self.results)]

    def consumed_operands(self) -> Sequence[ir.OpOperand]:
        return self.op_operands

    def verify_op(self) -> None:
        if not self.regions:
            raise self.error("expects at least one region")
        for region in self.regions:
            verify_top_level(self, region.entry)
            verify_arguments(self, region.entry)
            verify_argument_types(self, region.entry)

    def verify_regions(self) -> None:
        for region in self.regions:
            last = region.entry.last_op
            assert last is not None
            if last.operand_types != self.result_types:
                failure = self.error(
                    "expects terminator operands to have the same type as results of the operation"
                )
                failure.diagnostics[0].note("terminator", last)
                raise failure

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        state = interpreter.state
        originals = [state.root] if self.scope is None else state.operations(self.scope)
        for original in originals:
            if original.is_ancestor_of(self):
                failure = definite("scope must not contain the transforms being applied", self)
                failure.diagnostics[0].note("scope", original)
                raise failure
            if not original.has_trait(d.IsolatedFromAbove):
                refused = silenceable(
                    "only isolated-from-above ops can be alternative scopes", self
                )
                refused.diagnostics[0].note("scope", original)
                raise refused
        for region in self.regions:
            clones = [ir.clone(original, ir.IRMapping()) for original in originals]
            try:
                yielded = interpreter.run_region(region, [clones])
            except SilenceableFailure:
                for copy in clones:
                    copy.drop_all_references()
                continue
            for original, copy in zip(originals, clones, strict=True):
                assert original.parent is not None
                original.parent.insert_before(copy, original)
                state.rewriter.replace_op(original, copy)
            return yielded
        raise silenceable("all alternatives failed", self)
