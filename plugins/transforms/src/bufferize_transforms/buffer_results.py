"""Removal of buffer results of functions: callers use their arguments, or pass buffers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from bufferize import define as d
from bufferize import ir
from bufferize.analysis import functions_in, return_ops
from bufferize.diagnostics import Diagnostic, DiagnosticError, PassError, error
from bufferize.dialects.memref import CastOp
from bufferize.dialects.strided import are_cast_compatible, strides_and_offset
from bufferize.driver import AllocationFn, MemcpyFn, OneShotOptions, without_layout
from bufferize.interfaces import (
    AllocationOpInterface,
    CallOpInterface,
    DeferredExecutionInterface,
    EffectKind,
    FunctionOpInterface,
    has_effect,
    is_block_reachable,
    possible_buffer_aliases,
)
from bufferize.record import NO_BUFFER_LOG, BufferAction, BufferLog

RESULT_ATTRIBUTE = "bufferize.result"
"""The attribute of a function argument that was a result."""


# Uses of functions


@dataclass
class FunctionUses:
    """The uses of one function."""

    calls: list[CallOpInterface] = field(default_factory=list)
    """The calls that can be rebuilt for another signature."""
    others: list[ir.Operation] = field(default_factory=list)
    """The other operations that name the function and so rely on its signature."""


def _fits(call: CallOpInterface, function: FunctionOpInterface) -> bool:
    """Return whether a call matches the signature of `function` and can be rebuilt."""
    signature = function.signature
    return (
        call.can_be_rebuilt
        and len(call.arg_operands) == len(signature.inputs)
        and call.result_types == signature.results
    )


def odd_end(function: FunctionOpInterface) -> ir.Operation | None:
    """Return a terminator of `function` whose operands are not its results; usually None.

    It is unknown how such a terminator changes with the signature.
    """
    for block in function.function_body.blocks:
        last = block.last_op
        if last is None or last.successors:
            continue
        if last.has_trait(d.ReturnLike):
            if last.operand_types != function.signature.results:
                return last
        elif last.op_operands:
            return last
    return None


def functions_with_uses(module: ir.Operation) -> dict[FunctionOpInterface, FunctionUses]:
    """Return the functions directly in `module`, in order, with all uses in it.

    Raises PassError if `module` is not a module.
    """
    if not module.has_trait(ir.SymbolTableTrait):
        message = f"signatures change with all calls: this needs a module, not '{module.name}'"
        raise PassError(error(message, module))
    found = {function: FunctionUses() for function in functions_in(module)}
    tables = ir.SymbolTables()
    for op in module.walk():
        call = op if isinstance(op, CallOpInterface) else None
        for reference in ir.symbol_references(op):
            function = tables.lookup(op, reference)
            if not isinstance(function, FunctionOpInterface) or function not in found:
                continue
            if call is not None and reference is call.callable_for_callee and _fits(call, function):
                found[function].calls.append(call)
                call = None  # a second symbol reference is another use
            else:
                found[function].others.append(op)
    return found


# Results that are arguments


def drop_equivalent_buffer_results(
    module: ir.Operation, *, modify_public_functions: bool = False, verify: bool = True
) -> None:
    """Remove the results that are always one of the function's arguments, or a cast of it.

    Callers use the operand that they pass instead. Public functions, whose callers may be in other
    modules, change only if `modify_public_functions`. Functions with other uses than direct calls,
    without a body, or with unknown terminators stay as they are.
    """
    if verify:
        ir.require_valid(module)
    rewriter = ir.Rewriter()
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
    """Return the results that each return sets to one argument, with its number."""
    signature = function.signature
    numbers: dict[ir.Value, int] = {
        argument: argument.index for argument in function.body_arguments
    }
    found: dict[int, int] = {}
    returns = return_ops(function)
    for index, type in enumerate(signature.results):
        arguments = {numbers.get(ir.origin_of(op.operand(index), _before_cast)) for op in returns}
        argument = arguments.pop() if len(arguments) == 1 else None
        if argument is None:
            continue
        # The function may have chains of casts between two types; callers build one cast at most.
        source = signature.inputs[argument]
        if source is type or are_cast_compatible(source, type):
            found[index] = argument
    return found


def _before_cast(value: ir.Value) -> ir.Value | None:
    op = value.defining_op
    return op.source if isinstance(op, CastOp) else None


def _drop_results(
    call: CallOpInterface, kept: list[int], dropped: dict[int, int], rewriter: ir.Rewriter
) -> None:
    arguments = [operand.value for operand in call.arg_operands]
    rewriter.set_insertion_point(ir.InsertionPoint.before(call))
    new = rewriter.insert(call.rebuild(arguments, kept))
    replacements: dict[int, ir.Value] = dict(zip(kept, new.results, strict=True))
    for index, argument in dropped.items():
        buffer, type = arguments[argument], call.results[index].type
        replacements[index] = _cast(buffer, type, call, rewriter)
    rewriter.replace_op(call, [replacements[i] for i in range(len(call.results))])


def _cast(buffer: ir.Value, type: ir.Type, call: ir.Operation, rewriter: ir.Rewriter) -> ir.Value:
    if buffer.type is type:
        return buffer
    return rewriter.insert(CastOp.create((buffer,), (type,), location=call.location)).result


# Results that become arguments


@dataclass(frozen=True)
class OutParamOptions:
    """The options of `buffer_results_to_out_params`.

    The functions at the end are for compilers that embed the project.
    """

    add_result_attr: bool = False
    """Whether arguments that were results get the attribute `bufferize.result`."""
    hoist_dynamic_allocs: bool = False
    """Whether callers allocate buffers whose extents are arguments of the function."""
    hoist_static_allocs: bool = False
    """Whether callers allocate the buffers of static shape that a function returns."""
    modify_public_functions: bool = False
    """Whether to change public functions as well, whose callers may be elsewhere."""

    function_filter: Callable[[ir.Operation], bool] = lambda function: True
    """The functions to change, among those that the other options and their body allow."""
    allocation_fn: AllocationFn | None = None
    """How callers allocate what they pass. By default with `memref.alloc`."""
    memcpy_fn: MemcpyFn | None = None
    """How functions copy what is not hoisted. By default with `memref.copy`."""

    @cached_property
    def _buffers(self) -> OneShotOptions:
        return OneShotOptions(
            buffer_alignment=0, allocation_fn=self.allocation_fn, memcpy_fn=self.memcpy_fn
        )

    def _hoists(self, type: ir.MemRefType) -> bool:
        return self.hoist_dynamic_allocs if type.num_dynamic_dims() else self.hoist_static_allocs


@dataclass
class _Plan:
    """The planned change of one function."""

    function: FunctionOpInterface
    uses: FunctionUses
    types: dict[int, ir.MemRefType]
    """The results that become arguments."""
    sizes: dict[int, list[int]] = field(default_factory=dict)
    """For results with dynamic extents, the arguments that are these extents, if known."""


def buffer_results_to_out_params(
    module: ir.Operation,
    options: OutParamOptions | None = None,
    *,
    verify: bool = True,
    log: BufferLog = NO_BUFFER_LOG,
) -> None:
    """Turn the results of ranked memref types of the functions in `module` into arguments.

    A function copies each former result to its argument, unless the result is an allocation that
    can be hoisted. Callers allocate the buffers and must know their extents. Functions without a
    body stay as they are. Raises DiagnosticError, with nothing changed, if a layout cannot be
    allocated, extents are unknown, or a function has other uses than direct calls, and OptionError
    if `allocation_fn` or `memcpy_fn` returns something unsuitable.
    """
    if verify:
        ir.require_valid(module)
    options = options or OutParamOptions()
    plans = [
        plan
        for function, uses in functions_with_uses(module).items()
        if (plan := _plan(function, uses, options)) is not None
    ]
    problems = [problem for plan in plans for problem in _problems(plan)]
    if problems:
        raise DiagnosticError(problems)
    rewriter = ir.Rewriter()
    may_use_later = any(
        isinstance(op, DeferredExecutionInterface) and op.completed_by() is not op
        for op in module.walk()
    )
    with ir.all_or_nothing(module):  # functions of the embedder may raise any exception
        for plan in plans:
            _rewrite_function(plan, options, rewriter, log, may_use_later)
        for plan in plans:
            for call in plan.uses.calls:
                _rewrite_call(call, plan, options, rewriter)


# Checks before any change


def _plan(
    function: FunctionOpInterface, uses: FunctionUses, options: OutParamOptions
) -> _Plan | None:
    if function.is_public and not options.modify_public_functions:
        return None
    results = enumerate(function.signature.results)
    types = {i: type for i, type in results if isinstance(type, ir.MemRefType)}
    if not types or function.is_external or not options.function_filter(function):
        return None
    plan = _Plan(function, uses, types)
    if options.hoist_dynamic_allocs and odd_end(function) is None:
        for index, type in types.items():
            sizes = _known_sizes(function, index) if type.num_dynamic_dims() else None
            if sizes is not None:
                plan.sizes[index] = sizes
    return plan


def _known_sizes(function: FunctionOpInterface, index: int) -> list[int] | None:
    """Return the arguments that are the extents of result number `index` at each return."""
    found: list[int] | None = None
    for terminator in return_ops(function):
        op = terminator.operand(index).defining_op
        if not isinstance(op, AllocationOpInterface):
            return None
        sizes = [
            size.index
            for size in op.allocated_sizes
            if isinstance(size, ir.BlockArgument)
            and size.parent_op is function
            and size.owner.is_entry
        ]
        if len(sizes) != len(op.allocated_sizes) or found not in (None, sizes):
            return None
        found = sizes
    return found


def _problems(plan: _Plan) -> list[Diagnostic]:
    function = plan.function
    for index, type in plan.types.items():
        if not type.has_identity_layout and not _is_fully_dynamic(type):
            problem = error("cannot create out param for result with unsupported layout", function)
            return [
                problem.note(
                    f"result #{index} is of type '{type}'; only a buffer without a layout can be "
                    "allocated, or cast to one whose strides and offset are all dynamic"
                )
            ]
    if plan.uses.others:
        return [
            error(
                "cannot create out param: the function is not only called directly", function
            ).note("used here", plan.uses.others[0])
        ]
    end = odd_end(plan.function)
    if end is not None:
        return [
            error("cannot create out param: the function returns in an unknown way", function).note(
                f"'{end.name}' is not 'ReturnLike', or its operands are not the results", end
            )
        ]
    dynamic = [i for i, type in plan.types.items() if type.num_dynamic_dims()]
    unknown = [i for i in dynamic if i not in plan.sizes]
    return [
        error("cannot create out param for dynamically shaped result", call).note(
            f"result #{unknown[0]}: the caller can allocate only what the function allocates, with "
            "extents that are arguments of it, and only with 'hoist-dynamic-allocs'"
        )
        for call in plan.uses.calls
        if unknown
    ]


def _is_fully_dynamic(type: ir.MemRefType) -> bool:
    layout = strides_and_offset(type)
    return layout is not None and all(n == ir.DYNAMIC for n in (*layout[0], layout[1]))


# Changes


def _rewrite_function(
    plan: _Plan,
    options: OutParamOptions,
    rewriter: ir.Rewriter,
    log: BufferLog,
    may_use_later: bool,
) -> None:
    function = plan.function
    results = [index for index, type in plan.types.items() if options._hoists(type)]
    hoisted = _hoistable_allocations(function, results, may_use_later)
    attributes: list[Mapping[str, ir.Attribute]] = [
        function.get_result_attrs(i)
        | ({RESULT_ATTRIBUTE: ir.UNIT} if options.add_result_attr else {})
        for i in plan.types
    ]
    parameters = function.append_arguments(list(plan.types.values()), attributes)
    function.erase_results(plan.types)
    out = dict(zip(plan.types, parameters, strict=True))
    for index, allocations in hoisted.items():
        for allocation in allocations:
            why = "it is only allocated to be returned, so callers can allocate it"
            log.note(BufferAction.MOVED, allocation, why, where=out[index])
            rewriter.replace_op(allocation, (out[index],))
    for terminator in return_ops(function):
        rewriter.set_insertion_point(ir.InsertionPoint.before(terminator))
        returned = terminator.operands
        for index, parameter in out.items():
            if returned[index] is not parameter:
                why = "the result must be in the caller's buffer, and this is another one"
                log.note(BufferAction.COPIED, returned[index], why, where=parameter)
                options._buffers.create_memcpy(
                    rewriter, terminator.location, returned[index], parameter
                )
        terminator.set_operands([v for i, v in enumerate(returned) if i not in out])


def _rewrite_call(
    call: CallOpInterface, plan: _Plan, options: OutParamOptions, rewriter: ir.Rewriter
) -> None:
    arguments = [operand.value for operand in call.arg_operands]
    rewriter.set_insertion_point(ir.InsertionPoint.before(call))
    replacements: dict[int, ir.Value] = {}
    for index, type in plan.types.items():
        sizes = [arguments[i] for i in plan.sizes.get(index, ())]
        allocated = type if type.has_identity_layout else without_layout(type)
        buffer = options._buffers.create_alloc(rewriter, call.location, allocated, sizes)
        replacements[index] = _cast(buffer, type, call, rewriter)
    kept = [i for i in range(len(call.results)) if i not in replacements]
    new = rewriter.insert(call.rebuild([*arguments, *replacements.values()], kept))
    replacements |= zip(kept, new.results, strict=True)
    rewriter.replace_op(call, [replacements[i] for i in range(len(call.results))])


# Allocations that can be hoisted into callers


def _hoistable_allocations(
    function: FunctionOpInterface, results: Iterable[int], may_use_later: bool
) -> dict[int, list[ir.Operation]]:
    """Return, for each result, the allocations that one buffer of the caller can replace.

    At most one of them is executed in a run of the function, at most once, and none is freed. A
    return with another value for the result copies it to the caller's buffer; no other value that
    it returns may share that buffer before. If regions of the program run later (`may_use_later`),
    they may use an allocation until after such a copy, so none is replaced.
    """
    returned = [op.operands for op in return_ops(function)]
    found: dict[int, list[ir.Operation]] = {}
    taken: set[ir.Operation] = set()
    for index in results:
        chosen: list[ir.Operation] = []
        for op in dict.fromkeys(operands[index].defining_op for operands in returned):
            if (
                isinstance(op, AllocationOpInterface)
                and op not in taken
                and not any(_may_both_run(op, other) for other in (op, *chosen))
                and _is_only_returned(op, index, returned)
            ):
                chosen.append(op)
                taken.add(op)
        copies = any(operands[index].defining_op not in chosen for operands in returned)
        found[index] = [] if may_use_later and copies else chosen
    return found


def _may_both_run(op: ir.Operation, other: ir.Operation) -> bool:
    """Return whether one run of the function can execute both; for `op` and itself, twice."""
    assert op.parent is not None
    assert other.parent is not None
    if op is not other and op.parent is other.parent:
        return True
    return is_block_reachable(op.parent, other.parent) or is_block_reachable(
        other.parent, op.parent
    )


def _is_only_returned(op: ir.Operation, index: int, returned: list[tuple[ir.Value, ...]]) -> bool:
    aliases = _aliases(op.results[0])
    return aliases is not None and not any(
        operands[index] is not op.results[0] and not aliases.isdisjoint(operands)
        for operands in returned
    )


def _aliases(buffer: ir.Value) -> set[ir.Value] | None:
    """Return the values that may alias `buffer`; None if one of them may be freed."""
    found, work = {buffer}, [buffer]
    while work:
        for use in work.pop().uses:
            aliases = possible_buffer_aliases(use)
            if aliases is None or has_effect(use.owner, EffectKind.FREE, use.value):
                return None
            work += [alias for alias in aliases if alias not in found]
            found.update(aliases)
    return found
