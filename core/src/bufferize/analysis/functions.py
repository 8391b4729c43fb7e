"""What callers need to know of functions: which arguments are read, written, returned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from bufferize.analysis.annotations import BUFFER_ACCESS, access_attr, annotate_equivalent_argument
from bufferize.analysis.one_shot import OneShotAnalysisState
from bufferize.analysis.state import AnalysisState
from bufferize.define import ReturnLike
from bufferize.interfaces import (
    AliasingOpOperand,
    AliasingValue,
    BufferRelation,
    CallOpInterface,
    FunctionOpInterface,
    is_tensor_like,
    unknown_aliasing_op_operands,
    unknown_aliasing_values,
)
from bufferize.ir import (
    BlockArgument,
    Operation,
    OpOperand,
    OpResult,
    RankedTensorType,
    StringAttr,
    SymbolRefAttr,
    SymbolTables,
    Value,
)


@dataclass
class FunctionSummary:
    """An analysed function as its callers see it; arguments and results are given by number."""

    read_args: set[int] = field(default_factory=set)
    written_args: set[int] = field(default_factory=set)
    aliasing_results: dict[int, list[int]] = field(default_factory=dict)
    """Of an argument, the results that may share its buffer."""
    equivalent_args: dict[int, int] = field(default_factory=dict)
    """Of a result, the argument whose buffer it is."""

    @cached_property
    def aliasing_args(self) -> dict[int, list[int]]:
        """Of a result, the arguments whose buffer it may share. Asked once all of them are known."""
        inverse: dict[int, list[int]] = {}
        for argument in sorted(self.aliasing_results):
            for result in self.aliasing_results[argument]:
                inverse.setdefault(result, []).append(argument)
        return inverse

    def relation(self, argument: int) -> tuple[BufferRelation, bool]:
        """How closely an argument and the results that it aliases are related, and how surely."""
        results = self.aliasing_results[argument]
        same = len(results) == 1 and self.equivalent_args.get(results[0]) is not None
        return (BufferRelation.EQUIVALENT if same else BufferRelation.UNKNOWN), same


class FunctionAnalysis:
    """The summaries of the functions analysed so far."""

    def __init__(self) -> None:
        self.symbols = SymbolTables()
        self.summaries: dict[Operation, FunctionSummary] = {}


# Questions


def called_function(state: AnalysisState, call: Operation) -> Operation | None:
    """The function that `call` names; None for an indirect call or an unknown name."""
    if not isinstance(call, CallOpInterface):
        return None
    callee = call.callable_for_callee
    if not isinstance(callee, SymbolRefAttr):
        return None
    symbols = state.functions.symbols if state.functions is not None else SymbolTables()
    found = symbols.lookup(call, callee)
    return found if isinstance(found, FunctionOpInterface) else None


def function_summary(state: AnalysisState, function: Operation | None) -> FunctionSummary | None:
    """What is known of `function`; None before it was analysed, and always for recursive ones."""
    if function is None or state.functions is None:
        return None
    return state.functions.summaries.get(function)


def return_ops(function: Operation) -> list[Operation]:
    """The operations that return from `function`."""
    return [
        block.last_op
        for region in function.regions
        for block in region.blocks
        if block.last_op is not None and block.last_op.has_trait(ReturnLike)
    ]


# Answers for the model of a call


def _argument_of(op: Operation, operand: OpOperand) -> int | None:
    if not isinstance(op, CallOpInterface):
        return None
    arguments = op.arg_operands
    # Arguments follow each other, so that there is no need to look for the operand.
    number = operand.index - arguments[0].index if arguments else 0
    if 0 <= number < len(arguments) and arguments[number] is operand:
        return number
    return arguments.index(operand) if operand in arguments else None


def call_bufferizes_to_memory_read(op: Operation, operand: OpOperand, state: AnalysisState) -> bool:
    """Whether the callee reads the argument; yes, where that is not known."""
    summary = function_summary(state, called_function(state, op))
    return summary is None or _argument_of(op, operand) in summary.read_args


def call_bufferizes_to_memory_write(
    op: Operation, operand: OpOperand, state: AnalysisState
) -> bool:
    """Whether the callee writes to the argument; yes, where that is not known."""
    summary = function_summary(state, called_function(state, op))
    return summary is None or _argument_of(op, operand) in summary.written_args


def call_aliasing_values(
    op: Operation, operand: OpOperand, state: AnalysisState
) -> list[AliasingValue]:
    """The results of the call that may share the buffer of an argument."""
    summary = function_summary(state, called_function(state, op))
    if summary is None:
        return unknown_aliasing_values(operand)
    argument = _argument_of(op, operand)
    if argument is None or argument not in summary.aliasing_results:
        return []
    relation, definite = summary.relation(argument)
    results = summary.aliasing_results[argument]
    return [AliasingValue(op.results[result], relation, definite) for result in results]


def call_aliasing_op_operands(
    op: Operation, value: Value, state: AnalysisState
) -> list[AliasingOpOperand]:
    """The arguments whose buffer a result of the call may share."""
    summary = function_summary(state, called_function(state, op))
    if summary is None or not isinstance(op, CallOpInterface) or not isinstance(value, OpResult):
        return unknown_aliasing_op_operands(value)
    operands = op.arg_operands
    return [
        AliasingOpOperand(operands[argument], *summary.relation(argument))
        for argument in summary.aliasing_args.get(value.index, ())
        if is_tensor_like(operands[argument].value.type)
    ]


# The call graph


def functions_in_call_order(
    module: Operation, state: AnalysisState
) -> tuple[list[Operation], list[Operation]]:
    """The functions of `module`: callees before callers, and those where no such order is.

    The second list has the functions that call each other in a circle, and their callers. Calls of
    functions without tensors in their signature do not count, and neither do nested modules.
    """
    blocks = [block for region in module.regions for block in region.blocks]
    functions = [op for b in blocks for op in b.ops if _is_bufferizable_function(op, state)]
    callers: dict[Operation, dict[Operation, None]] = {}
    pending = dict.fromkeys(functions, 0)
    for function in functions:
        for op in function.walk():
            callee = called_function(state, op)
            if callee not in pending or not _has_tensor_signature(callee):
                continue
            users = callers.setdefault(callee, {})
            if function not in users:
                users[function] = None
                pending[function] += 1
    ready = [function for function in functions if pending[function] == 0]
    for function in ready:  # grows
        for caller in callers.get(function, ()):
            pending[caller] -= 1
            if pending[caller] == 0:
                ready.append(caller)
    done = set(ready)
    return ready, [function for function in functions if function not in done]


def _is_bufferizable_function(op: Operation, state: AnalysisState) -> bool:
    return isinstance(op, FunctionOpInterface) and state.context.model(op.name) is not None


def _has_tensor_signature(function: Operation | None) -> bool:
    if not isinstance(function, FunctionOpInterface):
        return False
    signature = function.signature
    return any(is_tensor_like(type) for type in (*signature.inputs, *signature.results))


# Summaries


def add_call_equivalences(function: Operation, state: OneShotAnalysisState) -> None:
    """Note which results of calls in `function` are arguments that must be used in place."""
    for op in function.walk_post():
        summary = function_summary(state, called_function(state, op))
        if summary is None or not isinstance(op, CallOpInterface):
            continue
        arguments = op.arg_operands
        for result, argument in summary.equivalent_args.items():
            operand = arguments[argument]
            if state.is_in_place(operand):
                state.union_equivalence_classes(op.results[result], operand.value)


def summarize_function(function: Operation, state: OneShotAnalysisState) -> FunctionSummary:
    """What callers need to know of `function`, whose body has been analysed."""
    assert isinstance(function, FunctionOpInterface)
    summary = FunctionSummary()
    if function.is_external:
        results = [i for i, t in enumerate(function.signature.results) if is_tensor_like(t)]
        for index, type in enumerate(function.signature.inputs):
            if is_tensor_like(type) and results:
                summary.aliasing_results[index] = list(results)
    else:
        returns = return_ops(function)
        _note_aliases(summary, function.body_arguments, returns, state)
        _note_equivalences(summary, function.body_arguments, returns, state)
    _note_accesses(summary, function, state)
    return summary


def _note_aliases(
    summary: FunctionSummary,
    arguments: Iterable[BlockArgument],
    returns: list[Operation],
    state: OneShotAnalysisState,
) -> None:
    results: dict[Value, dict[int, None]] = {}  # of each class
    for op in returns:
        for operand in op.op_operands:
            if isinstance(operand.value.type, RankedTensorType):
                root = state.aliasing.find(operand.value)
                results.setdefault(root, {})[operand.index] = None
    for argument in arguments:
        found = results.get(state.aliasing.find(argument))
        if found and isinstance(argument.type, RankedTensorType):
            summary.aliasing_results[argument.index] = list(found)


def _note_equivalences(
    summary: FunctionSummary,
    arguments: Iterable[BlockArgument],
    returns: list[Operation],
    state: OneShotAnalysisState,
) -> None:
    """A result is an argument only if every return gives back that argument."""
    first_of_class: dict[Value, BlockArgument] = {}
    for candidate in arguments:
        if isinstance(candidate.type, RankedTensorType):
            first_of_class.setdefault(state.equivalent.find(candidate), candidate)

    def equivalent_argument(operand: OpOperand) -> int | None:
        if not is_tensor_like(operand.value.type):
            return None
        argument = first_of_class.get(state.equivalent.find(operand.value))
        if argument is None:
            return None
        if state.options.test_analysis_only:
            annotate_equivalent_argument(operand, argument)
        return argument.index

    if not returns:
        return
    for index in range(len(returns[0].op_operands)):
        first = equivalent_argument(returns[0].op_operands[index])
        if first is not None and all(
            equivalent_argument(op.op_operands[index]) == first for op in returns[1:]
        ):
            summary.equivalent_args[index] = first


def _note_accesses(
    summary: FunctionSummary, function: Operation, state: OneShotAnalysisState
) -> None:
    assert isinstance(function, FunctionOpInterface)
    for index, type in enumerate(function.signature.inputs):
        if not is_tensor_like(type):
            continue
        access = function.get_arg_attr(index, BUFFER_ACCESS)
        if isinstance(access, StringAttr):
            is_read = access.value in ("read", "read-write")
            is_written = access.value in ("write", "read-write")
        elif function.is_external:
            is_read = is_written = True
        else:
            argument = function.body_arguments[index]
            is_read = state.is_value_read(argument)
            is_written = state.is_value_written(argument)
        if state.options.test_analysis_only:
            function.set_arg_attr(index, BUFFER_ACCESS, access_attr(is_read, is_written))
        if is_read:
            summary.read_args.add(index)
        if is_written:
            summary.written_args.add(index)
