"""Matching payload by its properties, or by named sequences that are matchers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import VerifyError, error
from bufferize.interfaces import LoopLikeOpInterface
from bufferize_transform.dialect import READONLY, TRANSFORM
from bufferize_transform.interface import (
    MatchOpInterface,
    Payload,
    PayloadAccess,
    SilenceableFailure,
    TransformOpInterface,
    definite,
    silenceable,
)
from bufferize_transform.interpreter import Interpreter
from bufferize_transform.ops_named import NamedSequenceOp
from bufferize_transform.types import (
    ANY_HANDLE_OR_PARAMETER,
    OPERATION_HANDLE,
    OperationHandleType,
    same_kinds,
)

_TILING = "TilingInterface"
MATCH_INTERFACE = d.int_enum(
    "interface",
    ir.I32,
    {"LinalgOp": 0, _TILING: 1, "LoopLikeInterface": 2},
    "An interface to match",
)


def _is_structured(op: ir.Operation) -> bool:
    """Return whether `op` is a structured op: loops around a body, with a map for each operand."""
    return all(hasattr(type(op), name) for name in ("indexing_maps_array", "iterator_types_array"))


_INTERFACES: dict[str, Callable[[ir.Operation], bool]] = {
    "LinalgOp": _is_structured,
    "LoopLikeInterface": lambda op: isinstance(op, LoopLikeOpInterface),
}


@TRANSFORM.op("structured.match")
class MatchOp(d.Operation, TransformOpInterface):
    """The operations nested in an operation that have all given properties."""

    target: d.Operand = d.operand(OPERATION_HANDLE)
    ops: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.STR_ARRAY)
    interface: d.OptionalAttr[ir.IntegerAttr, str] = d.optional_attr(MATCH_INTERFACE)
    op_attrs: d.OptionalAttr[ir.DictionaryAttr, dict[str, Any]] = d.optional_attr(d.DICT_ATTR)
    filter_result_type: d.OptionalAttr[ir.TypeAttr, Any] = d.optional_attr(d.TYPE_ATTR)
    filter_operand_types: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.TYPE_ARRAY)
    found: d.Result = d.result(OPERATION_HANDLE, name="results")
    payload_access = PayloadAccess.READS
    assembly_format = (
        "(`ops` `{` $ops^ `}`)? (`interface` `{` $interface^ `}`)? (`attributes` $op_attrs^)? "
        "(`filter_result_type` `=` $filter_result_type^)? "
        "(`filter_operand_types` `=` $filter_operand_types^)? `in` $target attr-dict `:` "
        "functional-type($target, results)"
    )

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        targets = interpreter.state.operations(self.target)
        if len(targets) != 1:
            raise definite("requires exactly one target handle", self)
        conditions = self._conditions()
        return [[op for op in targets[0].walk_post() if all(holds(op) for holds in conditions)]]

    def _conditions(self) -> list[Callable[[ir.Operation], bool]]:
        """Return the predicates of the given properties."""
        found: list[Callable[[ir.Operation], bool]] = []
        if self.ops is not None:
            names = {name.value for name in self.ops if isinstance(name, ir.StringAttr)}
            found.append(lambda op: op.name in names)
        if self.interface is not None:
            name = MATCH_INTERFACE.keyword(self.interface)
            if name not in _INTERFACES:
                failure = definite(f"operations are not known here by '{name}'", self)
                failure.diagnostics[0].note(
                    'name them: `ops{["linalg.matmul"]}`; or run this script with mlir-opt 22: '
                    "`mlir-opt-22 --transform-interpreter`"
                )
                raise failure
            found.append(_INTERFACES[name])
        if self.op_attrs is not None:
            entries = self.op_attrs.entries
            found.append(lambda op: all(op.get_attr(n) is value for n, value in entries))
        if self.filter_result_type is not None:
            types = (self.filter_result_type.type,)
            found.append(lambda op: op.result_types == types)
        if self.filter_operand_types is not None:
            found.append(self._takes_operands)
        return found

    def _takes_operands(self, op: ir.Operation) -> bool:
        assert self.filter_operand_types is not None
        types = [a.type for a in self.filter_operand_types if isinstance(a, ir.TypeAttr)]
        if len(types) == 1:
            return all(type is types[0] for type in op.operand_types)
        if len(types) != len(op.op_operands):
            raise definite(
                "If filter_operand_types contains more than a type, then it must contain as much "
                "types as the number of operands in the target ops",
                self,
            )
        return list(op.operand_types) == types


@TRANSFORM.op("match.operation_empty")
class MatchOperationEmptyOp(d.Operation, MatchOpInterface):
    """A matcher that succeeds if a handle has no payload."""

    operand_handle: d.Operand = d.operand(OPERATION_HANDLE)
    assembly_format = "$operand_handle attr-dict `:` type($operand_handle)"

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        count = len(interpreter.state.operations(self.operand_handle))
        if count > 1:
            raise definite(
                "AtMostOneOpMatcherOpTrait requires the operand handle to point to at most one "
                "payload op",
                self,
            )
        if count:
            raise silenceable("operation is not empty", self)
        return ()


@TRANSFORM.op("match.operation_name")
class MatchOperationNameOp(d.Operation, MatchOpInterface):
    """A matcher that succeeds if the operation of a handle has one of some names."""

    operand_handle: d.Operand = d.operand(OPERATION_HANDLE)
    op_names: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.STR_ARRAY)
    assembly_format = "$operand_handle $op_names attr-dict `:` type($operand_handle)"

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        operations = interpreter.state.operations(self.operand_handle)
        if len(operations) != 1:
            raise definite(
                "SingleOpMatchOpTrait requires the operand handle to point to a single payload op",
                self,
            )
        if ir.StringAttr(operations[0].name) not in self.op_names.elements:
            raise silenceable("wrong operation name", self)
        return ()


@TRANSFORM.op("collect_matching")
class CollectMatchingOp(d.Operation, TransformOpInterface):
    """The results of a matcher, applied to an operation and all nested ones."""

    root: d.Operand = d.operand(OPERATION_HANDLE)
    matcher: d.Attr[ir.SymbolRefAttr, str] = d.attr(d.SYMBOL_REF)
    found: d.VariadicResult = d.variadic_result(ANY_HANDLE_OR_PARAMETER, name="results")
    payload_access = PayloadAccess.READS
    assembly_format = "$matcher `in` $root attr-dict `:` functional-type($root, $results)"

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the matcher exists, and its argument and result types."""
        matcher = tables.lookup(self, self.matcher)
        if not isinstance(matcher, NamedSequenceOp):
            raise self.plain_error(f"unresolved matcher symbol {self.matcher}")
        inputs, outputs = matcher.signature.inputs, matcher.signature.results
        if len(inputs) != 1 or not isinstance(inputs[0], OperationHandleType):
            message = "expected the matcher to take one operation handle argument"
            raise self.plain_error(message)
        if matcher.get_arg_attr(0, READONLY) is None:
            message = "expected the matcher argument to be marked readonly"
            raise self.plain_error(message)
        if len(outputs) != len(self.results):
            raise VerifyError(
                error(
                    "expected the matcher to yield as many values as op has results "
                    f"({len(self.results)}), got {len(outputs)}",
                    self,
                )
            )
        for index, (output, result) in enumerate(zip(outputs, self.results, strict=True)):
            if not same_kinds([output], [result.type]):
                message = f"mismatching type interfaces for matcher result and op result #{index}"
                raise self.plain_error(message)

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        matcher = sequence_called(self, self.matcher)
        collected: list[list[Any]] = [[] for _ in self.results]
        for root in interpreter.state.operations(self.root):
            for op in root.walk_post():
                found = match(matcher, op, (), interpreter)
                if found is None:
                    continue
                for index, payload in enumerate(found):
                    if len(payload) != 1:
                        raise definite(
                            f"result #{index}, associated with {len(payload)} payload objects, "
                            "expected 1",
                            self,
                        )
                    collected[index].append(payload[0])
        return collected


@TRANSFORM.custom_directive("ForeachMatchSymbols")
class ForeachMatchSymbols:
    """`@matcher -> @action, …`."""

    @staticmethod
    def parse(parser: d.AsmParser) -> tuple[ir.ArrayAttr, ir.ArrayAttr]:
        """Read the matchers and the actions."""
        pairs = parser.parse_comma_separated_list(None, lambda: _parse_pair(parser))
        matchers, actions = zip(*pairs, strict=True)
        return ir.ArrayAttr(tuple(matchers)), ir.ArrayAttr(tuple(actions))

    @staticmethod
    def print(
        printer: d.AsmPrinter, op: ir.Operation, matchers: ir.ArrayAttr, actions: ir.ArrayAttr
    ) -> None:
        """Write a line for each pair."""
        printer.indent()
        printer.indent()
        for index, (matcher, action) in enumerate(
            zip(matchers.elements, actions.elements, strict=True)
        ):
            if index:
                printer.write(", ")
            printer.newline()
            printer.print_attribute(matcher)
            printer.write(" -> ")
            printer.print_attribute(action)
        printer.dedent()
        printer.dedent()


def _parse_pair(parser: d.AsmParser) -> tuple[ir.SymbolRefAttr, ir.SymbolRefAttr]:
    matcher = _parse_symbol(parser)
    parser.parse_punctuation("->")
    return matcher, _parse_symbol(parser)


def _parse_symbol(parser: d.AsmParser) -> ir.SymbolRefAttr:
    offset = parser.offset
    symbol = parser.parse_attribute()
    if not isinstance(symbol, ir.SymbolRefAttr):
        raise parser.error("invalid kind of attribute specified", offset)
    return symbol


@TRANSFORM.op("foreach_match")
class ForeachMatchOp(d.Operation, TransformOpInterface):
    """The application of matchers to each operation, and of the first matching one's action."""

    root: d.Operand = d.operand(OPERATION_HANDLE)
    forwarded_inputs: d.VariadicOperand = d.variadic_operand(ANY_HANDLE_OR_PARAMETER)
    restrict_root: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    flatten_results: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    matchers: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.SYMBOL_REF_ARRAY)
    actions: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.SYMBOL_REF_ARRAY)
    updated: d.Result = d.result(OPERATION_HANDLE)
    forwarded_outputs: d.VariadicResult = d.variadic_result(ANY_HANDLE_OR_PARAMETER)
    result_name = "updated_root"
    assembly_format = (
        "oilist(`restrict_root` $restrict_root | `flatten_results` $flatten_results) `in` $root "
        "(`,` $forwarded_inputs^)? custom<ForeachMatchSymbols>($matchers, $actions) attr-dict "
        "`:` functional-type(operands, results)"
    )

    def result_names(self) -> list[str]:
        outputs = ["yielded"] if self.forwarded_outputs else []
        return ["updated_root", *outputs]

    def consumed_operands(self) -> Sequence[ir.OpOperand]:
        return self.op_operands[:1]

    @property
    def allows_repeated_handle_operands(self) -> bool:
        return True

    def verify_op(self) -> None:
        if len(self.matchers.elements) != len(self.actions.elements):
            raise self.error("expected the same number of matchers and actions")
        if not self.matchers.elements:
            raise self.error("expected at least one match/action pair")

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that matchers and actions exist, and that their types fit."""
        pairs = zip(self.matchers.elements, self.actions.elements, strict=True)
        for matcher_name, action_name in pairs:
            assert isinstance(matcher_name, ir.SymbolRefAttr)
            assert isinstance(action_name, ir.SymbolRefAttr)
            matcher = tables.lookup(self, matcher_name)
            if not isinstance(matcher, NamedSequenceOp):
                raise self.plain_error(f"unresolved matcher symbol {matcher_name}")
            action = tables.lookup(self, action_name)
            if not isinstance(action, NamedSequenceOp):
                raise self.plain_error(f"unresolved action symbol {action_name}")
            self._verify_pair(matcher, action)

    def _verify_pair(self, matcher: NamedSequenceOp, action: NamedSequenceOp) -> None:
        inputs, passed = matcher.signature.inputs, matcher.signature.results
        taken, yielded = action.signature.inputs, action.signature.results
        names = f"@{matcher.symbol_name}", f"@{action.symbol_name}"
        if len(inputs) != len(self.operands):
            raise _mismatch(
                self,
                f"the number of operands ({len(self.operands)}) doesn't match the number of "
                f"matcher arguments ({len(inputs)}) for {names[0]}",
                matcher,
            )
        for index, (type, operand) in enumerate(zip(inputs, self.operands, strict=True)):
            if not same_kinds([type], [operand.type]):
                raise _mismatch(
                    self,
                    f"mismatching type interfaces for operand and matcher argument #{index} of "
                    f"matcher {names[0]}",
                    matcher,
                )
        for index in range(len(inputs)):
            if matcher.get_arg_attr(index, READONLY) is None:
                message = f"'transform.readonly' is expected on argument #{index} of a matcher"
                raise _mismatch(self, message, matcher)
        if len(passed) != len(taken):
            raise VerifyError(
                error(
                    "mismatching number of matcher results and action arguments between "
                    f"{names[0]} ({len(passed)}) and {names[1]} ({len(taken)})",
                    self,
                )
            )
        for index, (type, other) in enumerate(zip(passed, taken, strict=True)):
            if not same_kinds([type], [other]):
                message = (
                    "mismatching type interfaces for matcher result and action argument "
                    f"#{index}of matcher {names[0]} and action {names[1]}"
                )
                raise self.plain_error(message)
        outputs = self.forwarded_outputs
        if len(yielded) != len(outputs):
            raise _mismatch(
                self,
                f"the number of action results ({len(yielded)}) for {names[1]} doesn't match the "
                f"number of extra op results ({len(outputs)})",
                action,
            )
        for index, (type, result) in enumerate(zip(yielded, outputs, strict=True)):
            if not same_kinds([type], [result.type]):
                raise _mismatch(
                    self,
                    f"mismatching type interfaces for action result #{index} of action {names[1]} "
                    "and op result",
                    action,
                )

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        pairs = [
            (sequence_called(self, matcher), sequence_called(self, action))
            for matcher, action in zip(self.matchers, self.actions, strict=True)
        ]
        state = interpreter.state
        roots = state.operations(self.root)
        inputs = [state.payload(value) for value in self.forwarded_inputs]
        outputs: list[list[Any]] = [[] for _ in self.forwarded_outputs]
        failed = SilenceableFailure([])
        for root in roots:
            for op in [*root.walk_post()]:
                if op is root and self.restrict_root is None:
                    continue
                if op is not root and op.parent is None:
                    continue  # an action erased it
                for matcher, action in pairs:
                    found = match(matcher, op, inputs, interpreter)
                    if found is not None:
                        self._act(action, found, op, outputs, failed, interpreter)
                        break
        if failed.diagnostics:
            raise failed
        return [roots, *outputs]

    def _act(
        self,
        action: NamedSequenceOp,
        arguments: Sequence[Payload],
        op: ir.Operation,
        outputs: list[list[Any]],
        failed: SilenceableFailure,
        interpreter: Interpreter,
    ) -> None:
        """Apply an action; add its yielded payload to `outputs`, and its failure to `failed`."""

        def note(failure: SilenceableFailure) -> None:
            if not failed.diagnostics:
                failed.diagnostics.append(error("actions failed", self))
            for diagnostic in failure.diagnostics:
                failed.diagnostics[0].note(f"failed action: {diagnostic.message}", action)
                failed.diagnostics[0].note("when applied to this matching payload", op)

        yielded = interpreter.run_region(action.body, arguments, on_failure=note)
        for output, payload in zip(outputs, yielded, strict=True):
            if len(payload) != 1 and self.flatten_results is None:
                raise definite(
                    f"action @{action.symbol_name} has results associated with multiple payload "
                    "entities, but flattening was not requested",
                    self,
                )
            output.extend(payload)


def sequence_called(op: ir.Operation, name: object) -> NamedSequenceOp:
    """Return the named sequence for `op`. Raises DefiniteFailure if it has no body."""
    assert isinstance(name, ir.SymbolRefAttr)
    found = ir.SymbolTables().lookup(op, name)
    if not isinstance(found, NamedSequenceOp) or found.is_external:
        raise definite(f"unresolved external symbol {name}", op)
    return found


def match(
    matcher: NamedSequenceOp,
    op: ir.Operation,
    more: Sequence[Payload],
    interpreter: Interpreter,
) -> list[Payload] | None:
    """Return the payload that a matcher yields for `op` and `more`, None if it does not match.

    Raises DefiniteFailure for a transform that is not allowed in a matcher.
    """
    block = matcher.entry_block
    for transform in block.ops:
        if transform is not block.last_op and not isinstance(transform, MatchOpInterface):
            raise definite(
                "expected operations in the match part to implement MatchOpInterface", transform
            )
    try:
        return interpreter.run_region(matcher.body, [[op], *more])
    except SilenceableFailure:
        return None


def _mismatch(op: ir.Operation, message: str, symbol: ir.Operation) -> VerifyError:
    return VerifyError(error(message, op).note("symbol declaration", symbol))
