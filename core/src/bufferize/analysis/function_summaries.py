"""Functions: which call which, and which arguments are read, written, returned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from bufferize.analysis.accesses import frees
from bufferize.analysis.annotations import access_attr, annotate_equivalent_argument
from bufferize.analysis.one_shot import OneShotAnalysisState
from bufferize.analysis.state import AnalysisState
from bufferize.define import ReturnLike
from bufferize.dialects.bufferization import ACCESS
from bufferize.interfaces import (
    BufferRelation,
    CallOpInterface,
    FunctionOpInterface,
    is_tensor_like,
    position_among,
)
from bufferize.ir import (
    BlockArgument,
    Operation,
    OpOperand,
    OpResult,
    StringAttr,
    SymbolRefAttr,
    SymbolTables,
    UnrankedTensorType,
    Value,
)

_Edges = dict[FunctionOpInterface, dict[FunctionOpInterface, None]]


class CallGroup(NamedTuple):
    """Functions that call each other in a circle, or one function that may call itself."""

    functions: list[FunctionOpInterface]
    is_recursive: bool


class CallOrder(NamedTuple):
    """The functions of a module: callees before callers, and those where no such order is."""

    ordered: list[FunctionOpInterface]
    circular: list[FunctionOpInterface]
    """The functions that call each other in a circle, and their callers, as they are written."""
    groups: list[CallGroup]
    """The latter in as many groups as have an order, callees before callers.

    They are the strongly connected components of the calls. Within a group callees come first
    where only one call stands against it.
    """

    @property
    def functions(self) -> list[FunctionOpInterface]:
        """All functions, groups of callees first; those of one group as they are written."""
        place = {function: i for i, function in enumerate(self.circular)}
        groups = (sorted(group.functions, key=place.__getitem__) for group in self.groups)
        return [*self.ordered, *(function for group in groups for function in group)]


def call_order(module: Operation, state: AnalysisState) -> CallOrder:
    """The functions of `module` that have models, in the order of their calls.

    Calls of functions without tensors in their signature do not count, and neither do nested
    modules.
    """
    functions = [f for f in functions_in(module) if state.context.model(f.name) is not None]
    callees = _callees(functions, state)
    callers: _Edges = {function: {} for function in functions}
    for function, called in callees.items():
        for callee in called:
            callers[callee][function] = None
    pending = {function: len(callees[function]) for function in functions}
    ordered = [function for function in functions if pending[function] == 0]
    for function in ordered:  # grows
        for caller in callers[function]:
            pending[caller] -= 1
            if pending[caller] == 0:
                ordered.append(caller)
    circular = [function for function in functions if pending[function]]
    seen = set(ordered)
    finished = [op for function in circular for op in _post_order(function, callers, seen)]
    seen = set(ordered)
    groups = [_post_order(function, callees, seen) for function in reversed(finished)]
    return CallOrder(
        ordered,
        circular,
        [
            CallGroup(group, len(group) > 1 or group[0] in callees[group[0]])
            for group in groups
            if group
        ],
    )


def called_function(state: AnalysisState, call: Operation) -> FunctionOpInterface | None:
    """The function that `call` names; None for an indirect call or an unknown name."""
    if not isinstance(call, CallOpInterface):
        return None
    callee = call.callable_for_callee
    if not isinstance(callee, SymbolRefAttr):
        return None
    found = state.symbols.lookup(call, callee)
    return found if isinstance(found, FunctionOpInterface) else None


def functions_in(module: Operation) -> list[FunctionOpInterface]:
    """The functions directly in `module`, in order."""
    blocks = (block for region in module.regions for block in region.blocks)
    return [op for block in blocks for op in block.ops if isinstance(op, FunctionOpInterface)]


def return_ops(function: FunctionOpInterface) -> list[Operation]:
    """The operations that return from `function`."""
    return [
        block.last_op
        for block in function.function_body.blocks
        if block.last_op is not None and block.last_op.has_trait(ReturnLike)
    ]


def _callees(functions: list[FunctionOpInterface], state: AnalysisState) -> _Edges:
    """Of each function the others, or itself, that it calls."""
    edges: _Edges = {function: {} for function in functions}
    for function, found in edges.items():
        for op in function.walk():
            callee = called_function(state, op)
            if callee is not None and callee in edges and has_tensor_signature(callee):
                found[callee] = None
    return edges


def _post_order(
    start: FunctionOpInterface, edges: _Edges, seen: set[FunctionOpInterface]
) -> list[FunctionOpInterface]:
    """What can be reached from `start` and was not seen yet, each after what it leads to."""
    if start in seen:
        return []
    seen.add(start)
    order = []
    path = [(start, iter(edges[start]))]
    while path:
        function, rest = path[-1]
        following = next((target for target in rest if target not in seen), None)
        if following is None:
            path.pop()
            order.append(function)
        else:
            seen.add(following)
            path.append((following, iter(edges[following])))
    return order


def has_tensor_signature(function: FunctionOpInterface) -> bool:
    """Whether `function` takes or returns tensors."""
    signature = function.signature
    return any(is_tensor_like(type) for type in (*signature.inputs, *signature.results))


# What is known of functions


@dataclass
class FunctionSummary:
    """An analysed function as its callers see it; arguments and results are given by number."""

    read_args: set[int] = field(default_factory=set)
    written_args: set[int] = field(default_factory=set)
    freed_args: set[int] = field(default_factory=set)
    """The arguments whose buffers may be freed; they are written as well."""
    aliasing_results: dict[int, list[int]] = field(default_factory=dict)
    """Of an argument, the results that may share its buffer."""
    equivalent_args: dict[int, int] = field(default_factory=dict)
    """Of a result, the argument whose buffer it is."""
    shared_results: set[tuple[int, int]] = field(default_factory=set)
    """Pairs of results that may share a buffer."""
    locked_results: set[int] = field(default_factory=set)
    """The results that may be a buffer of the function's own which must not be written to."""

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
        same = len(results) == 1 and self.equivalent_args.get(results[0]) == argument
        return (BufferRelation.EQUIVALENT if same else BufferRelation.UNKNOWN), same

    def joined(self, found: FunctionSummary) -> FunctionSummary:
        """The next guess at a summary, after `found` was found under this one.

        What may happen is added. That a result is an argument stays only as long as it is found;
        when a result is first found to alias anything, its one argument is worth a guess.
        """
        old, new = self.aliasing_results, found.aliasing_results
        aliasing = {
            argument: sorted({*old.get(argument, ()), *new.get(argument, ())})
            for argument in sorted({*old, *new})
        }
        equivalent = dict(found.equivalent_args)
        for result, aliased in found.aliasing_args.items():
            if result not in self.aliasing_args and len(aliased) == 1:
                equivalent.setdefault(result, aliased[0])
        for result in self.aliasing_args:
            if equivalent.get(result) != self.equivalent_args.get(result):
                equivalent.pop(result, None)
        return FunctionSummary(
            self.read_args | found.read_args,
            self.written_args | found.written_args,
            self.freed_args | found.freed_args,
            aliasing,
            equivalent,
            self.shared_results | found.shared_results,
            self.locked_results | found.locked_results,
        )


class FunctionAnalysis:
    """The summaries of the functions analysed so far."""

    def __init__(self) -> None:
        self.symbols = SymbolTables()
        self.order: CallOrder | None = None
        """The order of the calls, once it is known."""
        self.summaries: dict[Operation, FunctionSummary] = {}
        self._lenders: set[Operation] = set()
        self._freers: set[Operation] = set()

    def note_unknown(self, functions: Sequence[Operation], state: AnalysisState) -> None:
        """Note what calls must know of functions without a summary, which call each other.

        What else they call, they ask: it is noted by then. What calls them does not matter.
        """
        if any(_holds_locked_result(function, state) for function in functions):
            self._lenders.update(functions)
        if any(_frees_tensor(function, state) for function in functions):
            self._freers.update(functions)

    def may_lend(self, function: Operation) -> bool:
        """Whether a function without a summary may return what must not be written to."""
        return function in self._lenders

    def may_free(self, function: Operation) -> bool:
        """Whether a function without a summary may free the buffers of its arguments."""
        return function in self._freers


def function_summary(state: AnalysisState, function: Operation | None) -> FunctionSummary | None:
    """What is known of `function`; None where the worst must be assumed of it."""
    if function is None or state.functions is None:
        return None
    return state.functions.summaries.get(function)


def frees_buffer(operand: OpOperand, state: AnalysisState) -> bool:
    """Whether the owner of `operand`, in place, may free the buffer; a call does if its callee does.

    What has no body frees nothing.
    """
    op = operand.owner
    callee = called_function(state, op)
    if callee is None or not isinstance(op, CallOpInterface):
        return frees(operand)
    if state.functions is None:
        return False
    summary = function_summary(state, callee)
    if summary is None:
        return state.functions.may_free(callee)
    return position_among(operand, op.arg_operands) in summary.freed_args


# Summaries


def enter_calls(ops: Iterable[Operation], state: OneShotAnalysisState) -> None:
    """Note what is known of the results of the calls in `ops` before anything is decided.

    Some are arguments that must be used in place, and some share a buffer.
    """
    for op in ops:
        callee = called_function(state, op)
        if callee is None or not isinstance(op, CallOpInterface):
            continue
        summary = function_summary(state, callee)
        if summary is None:
            tensors = [result for result in op.results if is_tensor_like(result.type)]
            for other in tensors[1:] if not callee.is_external else ():
                state.aliasing.union(tensors[0], other)
            continue
        arguments = op.arg_operands
        for result, argument in summary.equivalent_args.items():
            operand = arguments[argument]
            if state.is_in_place(operand):
                state.equivalent.union(op.results[result], operand.value)
        for a, b in summary.shared_results:
            state.aliasing.union(op.results[a], op.results[b])


def _holds_locked_result(function: Operation, state: AnalysisState) -> bool:
    """Whether an operation in `function` gives a tensor that must not be written to."""
    return any(
        is_tensor_like(result.type) and not model.is_writable(op, result, state)
        for op in function.walk()
        # Those that the options leave out count as well.
        if (model := state.context.model(op.name)) is not None
        for result in op.results
    )


def _frees_tensor(function: Operation, state: AnalysisState) -> bool:
    """Whether an operation in `function` frees the buffer of a tensor."""
    return any(
        is_tensor_like(operand.value.type) and frees_buffer(operand, state)
        for op in function.walk()
        for operand in op.op_operands
    )


def summarize_function(
    function: FunctionOpInterface, state: OneShotAnalysisState
) -> FunctionSummary:
    """What callers need to know of `function`, whose body has been analysed."""
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
        first: dict[Value, int] = {}
        for operand in op.op_operands:
            if is_tensor_like(operand.value.type):
                root = state.aliasing.find(operand.value)
                results.setdefault(root, {})[operand.index] = None
                other = first.setdefault(root, operand.index)
                if other != operand.index:
                    summary.shared_results.add((other, operand.index))
    for argument in arguments:
        found = results.get(state.aliasing.find(argument))
        if found and is_tensor_like(argument.type):
            summary.aliasing_results[argument.index] = list(found)
    for root, indices in results.items():
        # As to arguments of functions, callers know.
        own = (value for value in state.aliasing.members(root) if isinstance(value, OpResult))
        if not all(map(state.is_writable, own)):
            summary.locked_results.update(indices)


def _note_equivalences(
    summary: FunctionSummary,
    arguments: Iterable[BlockArgument],
    returns: list[Operation],
    state: OneShotAnalysisState,
) -> None:
    """A result is an argument only if every return gives back that argument."""
    first_of_class: dict[Value, BlockArgument] = {}
    for candidate in arguments:
        if is_tensor_like(candidate.type) and not isinstance(candidate.type, UnrankedTensorType):
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
    summary: FunctionSummary, function: FunctionOpInterface, state: OneShotAnalysisState
) -> None:
    written: dict[Value, bool] = {}  # by class
    freed: dict[Value, bool] = {}
    for index, type in enumerate(function.signature.inputs):
        if not is_tensor_like(type):
            continue
        access = function.get_arg_attr(index, ACCESS)
        if isinstance(access, StringAttr):
            is_read = access.value in ("read", "read-write")
            is_written = access.value in ("write", "read-write")
        elif function.is_external:
            is_read = is_written = True
        else:
            argument = function.body_arguments[index]
            is_read = state.is_value_read(argument)
            root = state.aliasing.find(argument)
            if root not in written:
                written[root] = state.is_value_written(argument)
                freed[root] = written[root] and _may_free(state.aliasing.members(root), state)
            is_written = written[root]
            if freed[root]:
                summary.freed_args.add(index)
        if state.options.test_analysis_only:
            function.set_arg_attr(index, ACCESS, access_attr(is_read, is_written))
        if is_read:
            summary.read_args.add(index)
        if is_written:
            summary.written_args.add(index)


def _may_free(values: Iterable[Value], state: AnalysisState) -> bool:
    """Whether one of `values`, which may share a buffer, is freed in place."""
    return any(
        state.is_in_place(use) and frees_buffer(use, state)
        for value in values
        for use in value.uses
    )
