"""Which functions of a module call which: callees before callers, and circles of calls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bufferize.analysis.state import AnalysisState
from bufferize.define import ReturnLike
from bufferize.interfaces import CallOpInterface, FunctionOpInterface, is_tensor_like
from bufferize.ir import Operation, SymbolRefAttr

_Edges = dict[FunctionOpInterface, dict[FunctionOpInterface, None]]


class CallGroup(NamedTuple):
    """Functions that call each other in a circle, or one function that may call itself."""

    functions: list[FunctionOpInterface]
    is_recursive: bool


@dataclass(frozen=True)
class CallOrder:
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
