"""Which functions of a module call which: callees before callers, and circles of calls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bufferize.analysis.function_summaries import called_function
from bufferize.analysis.state import AnalysisState
from bufferize.interfaces import FunctionOpInterface, is_tensor_like
from bufferize.ir import Operation

_Edges = dict[Operation, dict[Operation, None]]


class CallGroup(NamedTuple):
    """Functions that call each other in a circle, or one function that may call itself."""

    functions: list[Operation]
    is_recursive: bool


def functions_in_call_order(
    module: Operation, state: AnalysisState
) -> tuple[list[Operation], list[Operation]]:
    """The functions of `module`: callees before callers, and those where no such order is.

    The second list has the functions that call each other in a circle, and their callers. Calls of
    functions without tensors in their signature do not count, and neither do nested modules.
    """
    blocks = [block for region in module.regions for block in region.blocks]
    functions = [op for b in blocks for op in b.ops if _is_bufferizable_function(op, state)]
    callees = _callees(functions, state)
    callers = _reversed(callees)
    pending = {function: len(callees[function]) for function in functions}
    ready = [function for function in functions if pending[function] == 0]
    for function in ready:  # grows
        for caller in callers[function]:
            pending[caller] -= 1
            if pending[caller] == 0:
                ready.append(caller)
    done = set(ready)
    return ready, [function for function in functions if function not in done]


def call_groups(functions: Iterable[Operation], state: AnalysisState) -> list[CallGroup]:
    """`functions` in as many groups as have an order, the groups of callees before those of callers.

    They are the strongly connected components of the calls. Within a group callees come first
    where only one call stands against it.
    """
    callees = _callees(functions, state)
    callers = _reversed(callees)
    seen: set[Operation] = set()
    finished = [op for function in callees for op in _post_order(function, callers, seen)]
    seen.clear()
    groups = [_post_order(function, callees, seen) for function in reversed(finished)]
    return [
        CallGroup(group, len(group) > 1 or group[0] in callees[group[0]])
        for group in groups
        if group
    ]


def _callees(functions: Iterable[Operation], state: AnalysisState) -> _Edges:
    """Of each function the others, or itself, that it calls."""
    edges: _Edges = {function: {} for function in functions}
    for function, found in edges.items():
        for op in function.walk():
            callee = called_function(state, op)
            if callee in edges and _has_tensor_signature(callee):
                found[callee] = None
    return edges


def _reversed(edges: _Edges) -> _Edges:
    found: _Edges = {function: {} for function in edges}
    for function, targets in edges.items():
        for target in targets:
            found[target][function] = None
    return found


def _post_order(start: Operation, edges: _Edges, seen: set[Operation]) -> list[Operation]:
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


def _is_bufferizable_function(op: Operation, state: AnalysisState) -> bool:
    return isinstance(op, FunctionOpInterface) and state.context.model(op.name) is not None


def _has_tensor_signature(function: Operation | None) -> bool:
    if not isinstance(function, FunctionOpInterface):
        return False
    signature = function.signature
    return any(is_tensor_like(type) for type in (*signature.inputs, *signature.results))
