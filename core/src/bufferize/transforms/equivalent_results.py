"""Functions that return what they are given no longer do: the caller has it."""

from __future__ import annotations

from bufferize.analysis import return_ops
from bufferize.dialects.memref import CastOp
from bufferize.dialects.strided import are_cast_compatible
from bufferize.driver import create
from bufferize.interfaces import CallOpInterface, FunctionOpInterface
from bufferize.ir import InsertionPoint, Operation, Rewriter, Type, Value, origin_of, require_valid
from bufferize.transforms.function_uses import functions_with_uses, odd_end


def drop_equivalent_buffer_results(
    module: Operation, *, modify_public_functions: bool = False, verify: bool = True
) -> None:
    """Remove the results that are always one of the function's arguments, or a cast of it.

    Callers use what they pass instead. Public functions, whose callers may be elsewhere, change
    only if they are to. What is used otherwise than by a direct call stays as it is, and so does
    what has no body, or returns in an unknown way.
    """
    if verify:
        require_valid(module)
    rewriter = Rewriter()
    for function, uses in functions_with_uses(module).items():
        if function.is_public and not modify_public_functions:
            continue
        if function.is_external or uses.others or odd_end(function) is not None:
            continue
        dropped = _equivalent_arguments(function)
        if not dropped:
            continue
        kept = [i for i in range(len(function.signature.results)) if i not in dropped]
        for terminator in return_ops(function):
            terminator.set_operands([terminator.operand(i) for i in kept])
        function.erase_results(dropped)
        for call in uses.calls:
            _drop_results(call, kept, dropped, rewriter)


def _equivalent_arguments(function: FunctionOpInterface) -> dict[int, int]:
    """The results that are the same argument at each return, and the number of the argument."""
    signature = function.signature
    numbers: dict[Value, int] = {argument: argument.index for argument in function.body_arguments}
    found: dict[int, int] = {}
    returns = return_ops(function)
    for index, type in enumerate(signature.results):
        arguments = {numbers.get(origin_of(op.operand(index), _before_cast)) for op in returns}
        argument = arguments.pop() if len(arguments) == 1 else None
        if argument is not None and _becomes(signature.inputs[argument], type):
            found[index] = argument
    return found


def _before_cast(value: Value) -> Value | None:
    op = value.defining_op
    return op.source if isinstance(op, CastOp) else None


def _becomes(source: Type, target: Type) -> bool:
    """Whether one cast at most leads from one type to the other; the function may need several."""
    return source is target or are_cast_compatible(source, target)


def _drop_results(
    call: CallOpInterface, kept: list[int], dropped: dict[int, int], rewriter: Rewriter
) -> None:
    arguments = [operand.value for operand in call.arg_operands]
    rewriter.set_insertion_point(InsertionPoint.before(call))
    new = rewriter.insert(call.rebuild(arguments, kept))
    replacements: dict[int, Value] = dict(zip(kept, new.results, strict=True))
    for index, argument in dropped.items():
        value, type = arguments[argument], call.results[index].type
        if value.type is not type:
            value = create(rewriter, CastOp, (value,), (type,), location=call.location).result
        replacements[index] = value
    rewriter.replace_op(call, [replacements[i] for i in range(len(call.results))])
