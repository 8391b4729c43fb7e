"""Functions: the call graph, and summaries of how functions access their arguments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from bufferize import ir
from bufferize.analysis.accesses import frees
from bufferize.analysis.annotations import access_attr, annotate_equivalent_argument
from bufferize.analysis.left_out import may_keep
from bufferize.analysis.one_shot_state import OneShotAnalysisState
from bufferize.analysis.queries import AnalysisState
from bufferize.define import ReturnLike
from bufferize.dialects.bufferization import ACCESS
from bufferize.interfaces import (
    BufferRelation,
    CallOpInterface,
    DeferredExecutionInterface,
    FunctionOpInterface,
    function_around,
    is_tensor_like,
    position_among,
)
from bufferize.ir import BlockArgument, Operation, Value

_Edges = dict[FunctionOpInterface, dict[FunctionOpInterface, None]]


class CallGroup(NamedTuple):
    """Functions that call each other in a cycle, or one function that may call itself."""

    functions: list[FunctionOpInterface]
    is_recursive: bool


class CallOrder(NamedTuple):
    """The functions of a module: callees before callers, then the circular ones."""

    ordered: list[FunctionOpInterface]
    circular: list[FunctionOpInterface]
    """The functions that call each other in a cycle, and their callers, in program order."""
    groups: list[CallGroup]
    """The circular functions as strongly connected components of the call graph, callees first.

    Within a group, callees come first as far as possible.
    """

    @property
    def functions(self) -> list[FunctionOpInterface]:
        """All functions, callees first; functions of one group are in program order."""
        place = {function: i for i, function in enumerate(self.circular)}
        groups = (sorted(group.functions, key=place.__getitem__) for group in self.groups)
        return [*self.ordered, *(function for group in groups for function in group)]


def call_order(module: Operation, state: AnalysisState) -> CallOrder:
    """Return the functions of `module` that have models, in the order of their calls.

    Calls of functions without tensors in their signature are ignored, and so are nested modules.
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
    """Return the function that `call` names; None for an indirect call or an unknown name."""
    if not isinstance(call, CallOpInterface):
        return None
    callee = call.callable_for_callee
    if not isinstance(callee, ir.SymbolRefAttr):
        return None
    found = state.symbols.lookup(call, callee)
    return found if isinstance(found, FunctionOpInterface) else None


def functions_in(module: Operation) -> list[FunctionOpInterface]:
    """Return the functions directly in `module`, in order."""
    blocks = (block for region in module.regions for block in region.blocks)
    return [op for block in blocks for op in block.ops if isinstance(op, FunctionOpInterface)]


def return_ops(function: FunctionOpInterface) -> list[Operation]:
    """Return the operations that return from `function`."""
    return [
        block.last_op
        for block in function.function_body.blocks
        if block.last_op is not None and block.last_op.has_trait(ReturnLike)
    ]


def _callees(functions: list[FunctionOpInterface], state: AnalysisState) -> _Edges:
    """Return, for each function, the functions that it calls."""
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
    """Return the functions reached from `start` that are not in `seen`, in post-order."""
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
    """Return whether `function` takes or returns tensors."""
    signature = function.signature
    return any(is_tensor_like(type) for type in (*signature.inputs, *signature.results))


# Summaries of functions


@dataclass
class FunctionSummary:
    """The facts about an analyzed function that callers need; arguments and results are by number.

    ```mlir
    func.func @f(%a: tensor<8xf32>, %b: tensor<8xf32>, %i: index) -> tensor<8xf32> {
      %x = tensor.extract %b[%i] : tensor<8xf32>
      %r = tensor.insert %x into %a[%i] : tensor<8xf32>
      return %r : tensor<8xf32>
    }
    ```
    Argument 0 is written, argument 1 is read, and result 0 is equivalent to argument 0.
    """

    read_args: set[int] = field(default_factory=set)
    written_args: set[int] = field(default_factory=set)
    freed_args: set[int] = field(default_factory=set)
    """The arguments whose buffers may be freed; they are written as well."""
    deferred_args: set[int] = field(default_factory=set)
    """The arguments whose buffers regions that run later may use after the function has returned."""
    aliasing_results: dict[int, list[int]] = field(default_factory=dict)
    """For each argument, the results that may share its buffer."""
    equivalent_args: dict[int, int] = field(default_factory=dict)
    """For each result, the argument that has the same buffer."""
    shared_results: set[tuple[int, int]] = field(default_factory=set)
    """Pairs of results that may share a buffer."""
    non_writable_results: set[int] = field(default_factory=set)
    """The results whose buffer may be a non-writable one of the function, such as a constant."""

    @cached_property
    def aliasing_args(self) -> dict[int, list[int]]:
        """For each result, the arguments whose buffer it may share; cached once all are known."""
        inverse: dict[int, list[int]] = {}
        for argument in sorted(self.aliasing_results):
            for result in self.aliasing_results[argument]:
                inverse.setdefault(result, []).append(argument)
        return inverse

    def relation(self, argument: int) -> tuple[BufferRelation, bool]:
        """Return the relation of an argument to its aliasing results, and if it is definite."""
        results = self.aliasing_results[argument]
        same = len(results) == 1 and self.equivalent_args.get(results[0]) == argument
        return (BufferRelation.EQUIVALENT if same else BufferRelation.UNKNOWN), same

    def joined(self, found: FunctionSummary) -> FunctionSummary:
        """Return the next guess at a summary, after `found` was found under this one.

        Reads, writes and aliases are added. An equivalence is kept only while it is found again, and
        guessed when a result is first found to alias exactly one argument.
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
            self.deferred_args | found.deferred_args,
            aliasing,
            equivalent,
            self.shared_results | found.shared_results,
            self.non_writable_results | found.non_writable_results,
        )


class FunctionAnalysis:
    """The summaries of the functions analyzed so far."""

    def __init__(self) -> None:
        self.symbols = ir.SymbolTables()
        self.order: CallOrder | None = None
        """The order of the calls; None until it is computed."""
        self.summaries: dict[Operation, FunctionSummary] = {}
        self.returning_non_writable: set[Operation] = set()
        """The functions without a summary that may return a non-writable buffer."""
        self.freeing: set[Operation] = set()
        """The functions without a summary that may free the buffers of their arguments."""

    def note_unknown(self, functions: Sequence[Operation], state: AnalysisState) -> None:
        """Record the facts about `functions`, which have no summary and call each other.

        The functions that they call must have a summary, or been recorded, before.
        """
        deferring = deferring_functions(functions[0], state)
        if any(f in deferring or _has_non_writable_result(f, state) for f in functions):
            self.returning_non_writable.update(functions)
        if any(_frees_tensor(function, state) for function in functions):
            self.freeing.update(functions)


def function_summary(state: AnalysisState, function: Operation | None) -> FunctionSummary | None:
    """Return the summary of `function`; None if the worst must be assumed."""
    if function is None or state.functions is None:
        return None
    return state.functions.summaries.get(function)


def frees_buffer(operand: ir.OpOperand, state: AnalysisState) -> bool:
    """Return whether the owner of `operand`, used in place, may free the buffer.

    A call does if its callee does. An external function frees nothing.
    """
    op = operand.owner
    callee = called_function(state, op)
    if callee is None or not isinstance(op, CallOpInterface):
        return frees(operand)
    if state.functions is None:
        return False
    summary = function_summary(state, callee)
    if summary is None:
        return callee in state.functions.freeing
    return position_among(operand, op.arg_operands) in summary.freed_args


def is_used_later(operand: ir.OpOperand, state: AnalysisState) -> bool:
    """Return whether `operand` is passed to a function that may use the buffer after it returns."""
    op = operand.owner
    callee = called_function(state, op)
    if callee is None or not isinstance(op, CallOpInterface):
        return False
    summary = function_summary(state, callee)
    if summary is None or callee.is_external:
        return may_keep(op, state) or callee in deferring_functions(callee, state)
    return position_among(operand, op.arg_operands) in summary.deferred_args


# Making and using summaries


def enter_calls(ops: Iterable[Operation], state: OneShotAnalysisState) -> None:
    """Record aliases of the results of the calls in `ops` before anything is decided.

    Some results are equivalent to operands that must be used in place; some share a buffer.
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


def _has_non_writable_result(function: Operation, state: AnalysisState) -> bool:
    """Return whether an operation in `function` has a result that is not writable."""
    return any(
        is_tensor_like(result.type) and not model.is_writable(op, result, state)
        for op in function.walk()
        # Also those that the options exclude.
        if (model := state.context.model(op.name)) is not None
        for result in op.results
    )


def deferring_functions(op: Operation, state: AnalysisState) -> set[Operation]:
    """Return the functions of the program around `op` that may leave a region running, or call one.

    They are found once in an analysis.
    """
    if state.deferring_functions is not None:
        return state.deferring_functions
    found = state.deferring_functions = set()
    callers: dict[Operation, list[Operation]] = {}
    reached: list[Operation] = []
    for inner in op.outermost.walk():
        callee = called_function(state, inner)
        if callee is not None:
            callers.setdefault(callee, []).append(inner)
        if isinstance(inner, DeferredExecutionInterface) and inner.completed_by() is None:
            reached.append(inner)
    for inner in reached:  # grows
        function = function_around(inner)
        if function is not None and function not in found:
            found.add(function)
            reached += callers.get(function, ())
    return found


def _frees_tensor(function: Operation, state: AnalysisState) -> bool:
    """Return whether an operation in `function` frees the buffer of a tensor."""
    return any(
        is_tensor_like(operand.value.type) and frees_buffer(operand, state)
        for op in function.walk()
        for operand in op.op_operands
    )


def summarize_function(
    function: FunctionOpInterface, state: OneShotAnalysisState
) -> FunctionSummary:
    """Summarize `function`, whose body has been analyzed."""
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
    results: dict[Value, dict[int, None]] = {}  # of each alias set
    for op in returns:
        first: dict[Value, int] = {}
        for operand in op.op_operands:
            if is_tensor_like(operand.value.type):
                root = state.aliasing.find(operand.value)
                results.setdefault(root, {})[operand.index] = None
                other = first.setdefault(root, operand.index)
                if other != operand.index:
                    summary.shared_results.add((other, operand.index))
    used_later = set(map(state.aliasing.find, state.used_later))
    for argument in arguments:
        root = state.aliasing.find(argument)
        if root in results and is_tensor_like(argument.type):
            summary.aliasing_results[argument.index] = list(results[root])
        if root in used_later:
            summary.deferred_args.add(argument.index)
    for root, indices in results.items():
        # Callers know whether arguments are writable.
        own = (value for value in state.aliasing.members(root) if isinstance(value, ir.OpResult))
        if root in used_later or not all(map(state.is_writable, own)):
            summary.non_writable_results.update(indices)


def _note_equivalences(
    summary: FunctionSummary,
    arguments: Iterable[BlockArgument],
    returns: list[Operation],
    state: OneShotAnalysisState,
) -> None:
    """Record the results that are arguments: every return returns the same argument."""
    first_of_set: dict[Value, BlockArgument] = {}
    for candidate in arguments:
        if is_tensor_like(candidate.type) and not isinstance(candidate.type, ir.UnrankedTensorType):
            first_of_set.setdefault(state.equivalent.find(candidate), candidate)

    def equivalent_argument(operand: ir.OpOperand) -> int | None:
        if not is_tensor_like(operand.value.type):
            return None
        argument = first_of_set.get(state.equivalent.find(operand.value))
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
    written: dict[Value, bool] = {}  # by alias set
    freed: dict[Value, bool] = {}
    for index, type in enumerate(function.signature.inputs):
        if not is_tensor_like(type):
            continue
        access = function.get_arg_attr(index, ACCESS)
        declared = "read-write" if function.is_external else "none"
        if isinstance(access, ir.StringAttr):
            declared = access.value
        is_read, is_written = "read" in declared, "write" in declared
        if not function.is_external:  # MLIR trusts the declaration
            argument = function.body_arguments[index]
            is_read |= state.is_value_read(argument)
            root = state.aliasing.find(argument)
            if root not in written:
                written[root] = state.is_value_written(argument)
                freed[root] = written[root] and _may_free(state.aliasing.members(root), state)
            is_written |= written[root]
            if freed[root]:
                summary.freed_args.add(index)
        if state.options.test_analysis_only:
            function.set_arg_attr(index, ACCESS, access_attr(is_read, is_written))
        if is_read:
            summary.read_args.add(index)
        if is_written:
            summary.written_args.add(index)


def _may_free(values: Iterable[Value], state: AnalysisState) -> bool:
    """Return whether one of `values`, which may share a buffer, is freed in place."""
    return any(
        state.is_in_place(use) and frees_buffer(use, state)
        for value in values
        for use in value.uses
    )
