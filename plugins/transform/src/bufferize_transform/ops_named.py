"""Named sequences, which are included, or run as the script of a program."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import VerifyError, error
from bufferize.dialects.function_ops import FunctionOp
from bufferize.interfaces import CallOpInterface, MemoryEffect
from bufferize_transform.dialect import (
    CONSUMED,
    FAILURE_PROPAGATION_MODE,
    READONLY,
    TRANSFORM,
    WITH_NAMED_SEQUENCE,
)
from bufferize_transform.interface import (
    MatchOpInterface,
    Payload,
    PayloadAccess,
    TransformOpInterface,
    definite,
)
from bufferize_transform.interpreter import Interpreter, failure_handler
from bufferize_transform.ops_sequences import YieldOp
from bufferize_transform.types import ANY_HANDLE_OR_PARAMETER, same_kinds


@TRANSFORM.op("named_sequence")
class NamedSequenceOp(FunctionOp, TransformOpInterface):
    """A named sequence, which can be included or run."""

    traits = (d.IsolatedFromAbove(), d.SymbolTrait())
    declarations_may_be_public = True

    def verify_op(self) -> None:
        super().verify_op()
        if len(self.body.blocks) > 1:
            raise self.error(
                "region #0 ('body') failed to verify constraint: region with at most 1 blocks"
            )
        verify_named_sequence(self)

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the sequence does not include itself."""
        seen: set[ir.Operation] = set()
        work: list[NamedSequenceOp] = [self]
        while work:
            for op in work.pop().walk():
                found = tables.lookup(op, op.target) if isinstance(op, IncludeOp) else None
                if found is self:
                    raise self.plain_error("recursion not allowed in named sequences")
                if isinstance(found, NamedSequenceOp) and found not in seen:
                    seen.add(found)
                    work.append(found)

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        """Do nothing: the sequence is run where it is included."""
        return ()


@TRANSFORM.op("include")
class IncludeOp(d.Operation, MatchOpInterface, CallOpInterface):
    """The application of a named sequence."""

    target: d.Attr[ir.SymbolRefAttr, str] = d.attr(d.SYMBOL_REF)
    failure_propagation_mode: d.Attr[ir.IntegerAttr, str] = d.attr(FAILURE_PROPAGATION_MODE)
    inputs: d.VariadicOperand = d.variadic_operand(ANY_HANDLE_OR_PARAMETER, name="operands")
    arg_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    res_attrs: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.DICT_ARRAY)
    outputs: d.VariadicResult = d.variadic_result(ANY_HANDLE_OR_PARAMETER, name="results")
    assembly_format = (
        "$target `failures` `(` $failure_propagation_mode `)` `(` $operands `)` attr-dict `:` "
        "functional-type($operands, $results)"
    )
    payload_access = PayloadAccess.MODIFIES  # the sequence does not say whether it does

    @property
    def callable_for_callee(self) -> ir.SymbolRefAttr:
        return self.target

    @property
    def callee(self) -> NamedSequenceOp | None:
        """The named sequence, None if it does not exist."""
        found = ir.SymbolTables().lookup(self, self.target)
        return found if isinstance(found, NamedSequenceOp) else None

    def consumed_operands(self) -> Sequence[ir.OpOperand]:
        callee = self.callee
        if callee is None:
            return ()
        return [
            use for use in self.op_operands if callee.get_arg_attr(use.index, CONSUMED) is not None
        ]

    def effects(self) -> list[MemoryEffect]:
        """Return the declared effects of the sequence; arguments without a declaration have none."""
        callee = self.callee
        if callee is None:
            return super().effects()
        silent = {
            use
            for use in self.op_operands
            if not {CONSUMED, READONLY} & callee.get_arg_attrs(use.index).keys()
        }
        return [effect for effect in super().effects() if effect.operand not in silent]

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the sequence exists, and its type."""
        callee = tables.lookup(self, self.target)
        if not isinstance(callee, NamedSequenceOp):
            raise self.error("does not reference a named transform sequence")
        signature = callee.signature
        if len(signature.inputs) != len(self.operands):
            raise self.plain_error("incorrect number of operands for callee")
        for index, (type, operand) in enumerate(zip(signature.inputs, self.operands, strict=True)):
            if type is not operand.type:
                raise self.error(
                    f"operand type mismatch: expected operand type '{type}', but provided "
                    f"'{operand.type}' for operand number {index}"
                )
        if len(signature.results) != len(self.results):
            raise self.plain_error("incorrect number of results for callee")
        for type, result in zip(signature.results, self.results, strict=True):
            if not same_kinds([type], [result.type]):
                message = "type of result must implement the same transform dialect interface"
                raise self.plain_error(f"{message} as the corresponding callee result")

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        callee = self.callee
        if callee is None or callee.is_external:
            raise definite("unresolved external named sequence", self)
        arguments = [interpreter.state.payload(value) for value in self.operands]
        return interpreter.run_region(callee.body, arguments, on_failure=failure_handler(self))


def verify_statuses(sequence: NamedSequenceOp) -> None:
    """Check that a sequence declares for all its arguments whether it consumes them.

    Raises VerifyError.
    """
    for index in range(len(sequence.signature.inputs)):
        consumed, readonly = (
            sequence.get_arg_attr(index, name) is not None for name in (CONSUMED, READONLY)
        )
        if not consumed and not readonly:
            message = (
                "must provide consumed/readonly status for arguments of external or called ops"
            )
            raise sequence.plain_error(message)


def verify_named_sequence(sequence: NamedSequenceOp) -> None:
    """Check the place of a named sequence and its attributes. Raises VerifyError."""
    table = ir.nearest_symbol_table(sequence.parent_op)
    if table is not None and WITH_NAMED_SEQUENCE not in table.attributes:
        failure = VerifyError(
            error(
                f"expects the parent symbol table to have the '{WITH_NAMED_SEQUENCE}' attribute",
                sequence,
            )
        )
        failure.diagnostics[0].note("symbol table operation", table)
        raise failure
    around = sequence.parent_op
    while around is not None:
        if isinstance(around, TransformOpInterface):
            failure = sequence.plain_error("cannot be defined inside another transform op")
            failure.diagnostics[0].note("ancestor transform op", around)
            raise failure
        around = around.parent_op
    for index in range(len(sequence.signature.inputs)):
        statuses = [sequence.get_arg_attr(index, name) for name in (CONSUMED, READONLY)]
        if None not in statuses:
            message = f"argument #{index} cannot be both readonly and consumed"
            raise sequence.plain_error(message)
    if sequence.is_external:
        verify_statuses(sequence)
        return
    block = sequence.entry_block
    last = block.last_op
    if not isinstance(last, YieldOp):
        failure = sequence.plain_error("expected 'transform.yield' as terminator")
        if last is not None:
            failure.diagnostics[0].note("terminator", last)
        raise failure
    results = sequence.signature.results
    if len(last.operands) != len(results):
        message = "expected terminator to have as many operands as the parent op has results"
        raise last.plain_error(message)
    for index, (value, type) in enumerate(zip(last.operands, results, strict=True)):
        if value.type is not type:
            message = (
                f"the type of the terminator operand #{index} must match the type of the "
                f"corresponding parent op result ('{value.type}' vs '{type}')"
            )
            raise last.plain_error(message)
