"""Out-params of tensor results: callers pass the tensors that functions compute their results in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bufferize import ir
from bufferize.analysis import (
    AnalysisOptions,
    ModelSource,
    OneShotAnalysisState,
    TraversalConfig,
    analyze_module,
    call_order,
    return_ops,
)
from bufferize.diagnostics import DiagnosticError
from bufferize.interfaces import (
    CallOpInterface,
    EmptyTensorOpInterface,
    FunctionOpInterface,
)
from bufferize.ir.process import deep_recursion, no_collection
from bufferize_transforms.buffer_results import FunctionUses, functions_with_uses, odd_end
from bufferize_transforms.empty_tensors import InitialValues, copied_operands

_OPTIONS = AnalysisOptions(allow_return_allocs_from_loops=True, bufferize_function_boundaries=True)


@no_collection()
@deep_recursion()
def tensor_results_to_out_params(
    module: ir.Operation, context: ModelSource, *, verify: bool = True
) -> int:
    """Let callers pass the empty tensors in which private functions compute results; return how many.

    ```mlir
    func.func private @g(%a: tensor<4xf32>) -> tensor<4xf32> {
      %e = tensor.empty() : tensor<4xf32>          // becomes an argument of @g, and each caller
      %0 = linalg.exp ins(%a) outs(%e)             // passes a `tensor.empty` of its own
      return %0
    }
    ```

    The contents of an empty tensor do not matter, so the program computes the same. The buffer of the
    result is that of the new argument, and `eliminate_empty_tensors` can make it a part of the tensor
    that a caller inserts the result into. A function stays as it is if it is public, recursive,
    without a body, or used otherwise than by calls, and a result if its extents are dynamic, or if a
    return may pass another tensor. If something would be copied, nothing is changed.

    Raises PassError if `module` is none, or if the analysis finds that it cannot be bufferized.
    """
    if verify:
        ir.require_valid(module)
    functions_with_uses(module)
    try:
        with ir.all_or_nothing(module):
            return _run(module, context)
    except _CopiesMoreError:  # `all_or_nothing` has restored the module
        return 0


class _CopiesMoreError(Exception):
    """The signal that out-params would have to be copied."""


@dataclass(frozen=True)
class _OutParam:
    """Empty tensors in which one result is computed, and which become one argument."""

    type: ir.Type
    empties: list[ir.Operation]
    """The empty tensors in which the result is computed, one for each return."""
    uses: list[ir.OpOperand]
    """The use of each of them that becomes one of the argument."""


def _run(module: ir.Operation, context: ModelSource) -> int:
    """Change functions until nothing is found: what callers pass on may be theirs to return."""
    count = 0
    before: set[ir.OpOperand] | None = None
    while True:
        try:
            state = analyze_module(module, _OPTIONS, context)
        except DiagnosticError:
            if before is None:
                raise
            raise _CopiesMoreError from None
        copied = copied_operands(module, state)
        if before is not None and len(copied) > len(before):
            raise _CopiesMoreError
        before = copied
        circular = set(call_order(module, state).circular)
        found = {
            function: (uses, list(_out_params(function, InitialValues(state))))
            for function, uses in functions_with_uses(module).items()
            if function not in circular and _can_change(function, uses)
        }
        changed = sum(len(params) for _, params in found.values())
        if not changed:
            return count
        count += changed
        for function, (_, own) in found.items():
            _use_arguments(function, own)
        # Only now, since calls, of which some operands are arguments now, are built anew.
        for uses, own in found.values():
            for call in uses.calls if own else ():
                _pass_empty_tensors(call, own)
        params = [param for _, own in found.values() for param in own]
        for empty in dict.fromkeys(each for param in params for each in param.empties):
            if not empty.has_uses():
                empty.erase()


def _can_change(function: FunctionOpInterface, uses: FunctionUses) -> bool:
    return not (
        function.is_public or function.is_external or uses.others or odd_end(function) is not None
    )


def _out_params(function: FunctionOpInterface, state: OneShotAnalysisState) -> Iterator[_OutParam]:
    """Yield the empty tensors in which results of a function are computed, at most one for each."""
    taken: set[ir.OpOperand] = set()
    for index, type in enumerate(function.signature.results):
        if not isinstance(type, ir.RankedTensorType) or not type.has_static_shape():
            continue
        uses = [_begin(op.op_operands[index], state) for op in return_ops(function)]
        found = [use for use in uses if use is not None and use not in taken]
        if not found or len(set(found)) < len(uses):
            continue
        if any(use.value.type is not type for use in found):
            continue
        empties = [op for use in found if (op := use.value.defining_op) is not None]
        if not any(op.op_operands for op in empties):
            taken.update(found)
            yield _OutParam(type, empties, found)


def _begin(returned: ir.OpOperand, state: OneShotAnalysisState) -> ir.OpOperand | None:
    """Return the use of an empty tensor in which what is returned is computed, and nothing else."""
    if not state.is_in_place(returned):
        return None
    chain = {returned}
    found = state.find_values_in_reverse_use_def_chain(
        returned,
        _is_empty,
        TraversalConfig(follow_equivalent_only=True, follow_same_type_or_casts_only=True),
        visited_operands=chain,
    )
    if len(found) != 1 or not all(map(_is_empty, found)):
        return None
    uses = [use for value in found for use in value.uses if use in chain]
    return uses[0] if len(uses) == 1 else None


def _is_empty(value: ir.Value) -> bool:
    return isinstance(value.defining_op, EmptyTensorOpInterface)


def _use_arguments(function: FunctionOpInterface, params: list[_OutParam]) -> None:
    """Add arguments to a function, and use them instead of the empty tensors."""
    types = [param.type for param in params]
    arguments = function.append_arguments(types, [{} for _ in params])
    for param, argument in zip(params, arguments, strict=True):
        for use in param.uses:
            use.set(argument)


def _pass_empty_tensors(call: CallOpInterface, params: list[_OutParam]) -> None:
    """Pass a new empty tensor for each new argument."""
    rewriter = ir.Rewriter()
    rewriter.set_insertion_point(ir.InsertionPoint.before(call))
    passed = []
    for param in params:
        empty = rewriter.clone(param.empties[0])
        empty.location = call.location
        passed.append(empty.results[0])
    arguments = [operand.value for operand in call.arg_operands]
    new = rewriter.insert(call.rebuild([*arguments, *passed], range(len(call.results))))
    rewriter.replace_op(call, new.results)
