"""Inlining of functions into their callers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.memref import AllocaScopeOp, AllocaScopeReturnOp
from bufferize.driver.building import op_class_for
from bufferize.interfaces import (
    AllocationOpInterface,
    CallOpInterface,
    EffectKind,
    FunctionOpInterface,
    LoopLikeOpInterface,
    MemoryEffectsOpInterface,
    RegionBranchOpInterface,
    is_block_reachable,
)
from bufferize_transforms.components import strong_components

NO_LIMIT = 2**32 - 1
_STACK = d.AutomaticAllocationScope.__name__
"""The kind of memory that an operation with this trait frees at its end."""


def inline_calls(
    root: ir.Operation,
    context: d.DialectContext,
    *,
    simplify: Callable[[ir.Operation], None] | None = None,
    threshold: int = NO_LIMIT,
    verify: bool = True,
) -> int:
    """Replace calls in `root` by the bodies of the functions; return the number of calls.

    Calls in callees are inlined first, and `simplify`, if given, runs on each function after that.
    Private functions without uses are erased. A call stays if the callee

    - has no body, or is recursive, directly or not,
    - or the call has the attribute `no_inline`,
    - contains an unregistered operation, or one with the trait `NotInlinable`,
    - does not end with operations that have the trait `ReturnLike`, or these return values of other
      types than the call, as those of an `async.func` do,
    - has several blocks, and the call is in a region that can only have one,
    - allocates on the stack, other than one buffer of one block, and the call may be repeated,
    - has more than `threshold` percent of the operations of the caller.

    In a loop, a body that allocates buffers on the stack becomes a `memref.alloca_scope`: otherwise
    the stack would grow with each iteration.

    The returns of a function with several blocks become `cf.br`: raises DiagnosticError if that
    operation is not registered.
    """
    if verify:
        ir.require_valid(root)
    return _Inliner(root, context, simplify, threshold).run()


class _Inliner:
    def __init__(
        self,
        root: ir.Operation,
        context: d.DialectContext,
        simplify: Callable[[ir.Operation], None] | None,
        threshold: int,
    ) -> None:
        self._context = context
        self._simplify = simplify
        self._threshold = threshold
        self._tables = ir.SymbolTables()
        self._functions = [
            op for op in root.walk() if isinstance(op, FunctionOpInterface) and op.regions
        ]
        self._uses = Counter[ir.Operation]()
        """The number of references to each function."""
        for op in root.walk():
            self._uses.update(self._referred_to(op))
        self._can_be_inlined: dict[ir.Operation, bool] = {}
        self._emptied: set[ir.Operation] = set()
        """The functions whose bodies were moved to their only call."""

    def run(self) -> int:
        number, put_off = 0, []
        order = [function for function in self._callees_first() if not function.is_external]
        for function in order:
            # Sizes before inlining, so that operations are not counted again for each call.
            self._can_be_inlined.setdefault(function, _is_inlinable(function))
        for function in order:
            if self._will_be_moved(function):
                put_off.append(function)
            else:
                number += self._finish(function)
        for function in put_off:
            if not function.is_external:
                number += self._finish(function)
        self._erase_unused()
        return number

    def _finish(self, function: FunctionOpInterface) -> int:
        number = self._inline_into(function)
        if self._simplify is not None:
            self._uses.subtract(self._used_in(function))
            self._simplify(function)
            self._uses.update(self._used_in(function))
        return number

    def _used_in(self, function: ir.Operation) -> list[ir.Operation]:
        return [target for op in function.walk() for target in self._referred_to(op)]

    def _referred_to(self, op: ir.Operation) -> Iterator[ir.Operation]:
        for reference in ir.symbol_references(op):
            found = self._tables.lookup(op, reference)
            if found is not None:
                yield found

    # Order of functions

    def _callee(self, call: ir.Operation) -> FunctionOpInterface | None:
        """Return the function in the same symbol table that a call certainly runs, or None."""
        if not isinstance(call, CallOpInterface):
            return None
        reference = call.callable_for_callee
        if not isinstance(reference, ir.SymbolRefAttr) or reference.nested:
            return None
        found = self._tables.lookup(call, reference)
        return found if isinstance(found, FunctionOpInterface) else None

    def _callees(self, function: ir.Operation) -> list[FunctionOpInterface]:
        found = dict.fromkeys(map(self._callee, function.walk()))
        return [callee for callee in found if callee is not None]

    def _callees_first(self) -> list[FunctionOpInterface]:
        """Return the functions, callees before callers; recursive functions are never inlined."""
        order: list[FunctionOpInterface] = []
        for component in strong_components(self._functions, self._callees):
            order += component
            for function in component:
                if len(component) > 1 or function in self._callees(function):
                    self._can_be_inlined[function] = False
        return order

    # Choice of calls

    def _will_be_moved(self, function: FunctionOpInterface) -> bool:
        """Return whether the body will be moved, not copied, to its only call."""
        return (
            self._threshold >= NO_LIMIT
            and self._can_be_inlined[function]
            and _is_private(function)
            and self._uses[function] == 1
        )

    def _inline_into(self, caller: FunctionOpInterface) -> int:
        calls = [op for op in caller.walk() if isinstance(op, CallOpInterface)]
        size = _size(caller) if calls and self._threshold < NO_LIMIT else 0
        number = 0
        # From the last to the first, so that operations after a call are moved at most once.
        while calls:
            call = calls.pop()
            callee = self._callee(call)
            if (
                callee is not None
                and call.get_attr("no_inline") is None
                and self._can_be_inlined.get(callee, False)
                and _gives_results_of(callee, call)
                and _has_room(call, callee)
                and (_can_be_scope(callee) or not _may_repeat(call))
                and (not size or _size(callee) * 100 <= self._threshold * size)
            ):
                calls += self._inline(call, callee)
                number += 1
        return number

    # Rewriting

    def _inline(self, call: ir.Operation, callee: FunctionOpInterface) -> list[CallOpInterface]:
        """Inline one call; return the calls in the moved body, which may be inlined, too."""
        body, calls = self._body_for(callee)
        first, *others = body.blocks
        needs_scope = bool(_stack_allocations(first)) and _may_repeat(call)
        for argument, operand in zip(first.arguments, _arguments(call), strict=True):
            argument.replace_all_uses_with(operand)
        if others:
            self._put_blocks(call, first, others)
        else:
            end = first.terminator
            values: Sequence[ir.Value] = end.operands
            end.erase()
            if needs_scope:
                values = _put_scope(body, values, call)
            else:
                _move(first, call)
            call.replace_all_uses_with(values)
        call.erase()
        self._uses[callee] -= 1
        return calls

    def _body_for(self, callee: FunctionOpInterface) -> tuple[ir.Region, list[CallOpInterface]]:
        """Return the body itself if the function is not needed any more, else a copy."""
        if _is_private(callee) and self._uses[callee] == 1:
            body, calls = ir.Region(), []
            if self._will_be_moved(callee):
                calls = [op for op in callee.walk() if isinstance(op, CallOpInterface)]
            body.take_body(callee.function_body)
            self._emptied.add(callee)
            return body, calls
        body = ir.Region()
        body.take_body(ir.clone(callee).regions[0])
        self._uses.update(self._used_in(callee))
        return body, []

    def _put_blocks(self, call: ir.Operation, first: ir.Block, others: list[ir.Block]) -> None:
        block, region = call.parent, call.parent_region
        assert block is not None
        assert region is not None
        after = ir.Block()
        for result in call.results:
            result.replace_all_uses_with(after.add_argument(result.type, call.location))
        while call.next_op is not None:
            following = call.next_op
            following.detach()
            after.append(following)
        for inlined in (first, *others):
            end = inlined.terminator
            if not end.successors:
                branch = op_class_for(self._context, "cf.br", end.location)
                inlined.append(
                    branch.create(end.operands, successors=[after], location=end.location)
                )
                end.erase()
        place = region.blocks.index(block) + 1
        _move(first, call)
        for new in (*others, after):
            new.parent = None
            region.insert(place, new)
            place += 1

    def _erase_unused(self) -> None:
        work = list(self._functions)
        while work:
            function = work.pop()
            if self._uses[function] or not _is_private(function) or function.parent is None:
                continue
            if function.is_external and function not in self._emptied:
                continue
            gone = self._used_in(function)
            function.erase()
            self._uses.subtract(gone)
            work += [target for target in gone if isinstance(target, FunctionOpInterface)]


def _is_inlinable(function: FunctionOpInterface) -> bool:
    """Return whether the body, before inlining into it, may be put elsewhere."""
    body = function.function_body
    if function.get_attr("no_inline") is not None:
        return False
    ends = [block.terminator for block in body.blocks]
    return all(end.successors or end.has_trait(d.ReturnLike) for end in ends) and all(
        op.is_registered and not op.has_trait(d.NotInlinable) for op in body.walk()
    )


def _move(block: ir.Block, anchor: ir.Operation) -> None:
    """Move all operations of `block` before `anchor`."""
    for op in block.ops:
        op.move_before(anchor)


def _arguments(call: ir.Operation) -> list[ir.Value]:
    assert isinstance(call, CallOpInterface)
    return [operand.value for operand in call.arg_operands]


def _gives_results_of(callee: FunctionOpInterface, call: ir.Operation) -> bool:
    """Return whether the callee returns values of the call's result types."""
    ends = [block.terminator for block in callee.function_body.blocks]
    wanted = [result.type for result in call.results]
    return all(
        end.successors or [operand.type for operand in end.operands] == wanted for end in ends
    )


def _has_room(call: ir.Operation, callee: FunctionOpInterface) -> bool:
    """Return whether the region around a call may have several blocks, if the callee has."""
    around = call.parent_op
    if around is None or not around.is_registered:
        return False
    return len(callee.function_body.blocks) == 1 or not around.has_trait(ir.SingleBlock)


def _stack_allocations(body: ir.Block | ir.Region) -> list[ir.Operation]:
    """Return the operations whose memory the end of the function around `body` frees."""
    found: list[ir.Operation] = []
    work = [body] if isinstance(body, ir.Block) else list(body.blocks)
    while work:
        for op in work.pop().ops:
            if isinstance(op, MemoryEffectsOpInterface) and any(
                effect.kind is EffectKind.ALLOCATE and effect.resource == _STACK
                for effect in op.effects()
            ):
                found.append(op)
            if not op.has_trait(d.AutomaticAllocationScope):
                work += [block for region in op.regions for block in region.blocks]
    return found


def _can_be_scope(callee: FunctionOpInterface) -> bool:
    """Return whether the body may become a `memref.alloca_scope`, or needs none."""
    found = _stack_allocations(callee.function_body)
    are_buffers = all(isinstance(op, AllocationOpInterface) for op in found)
    return not found or (are_buffers and len(callee.function_body.blocks) == 1)


def _may_repeat(call: ir.Operation) -> bool:
    """Return whether `call` may run again before what is on the stack is freed."""
    op: ir.Operation | None = call
    while op is not None:
        block, around = op.parent, op.parent_op
        if block is not None and is_block_reachable(block, block):
            return True
        if isinstance(around, LoopLikeOpInterface) or (
            isinstance(around, RegionBranchOpInterface) and around.has_loop()
        ):
            return True
        if around is None or around.has_trait(d.AutomaticAllocationScope):
            return False
        op = around
    return False


def _put_scope(
    body: ir.Region, values: Sequence[ir.Value], call: ir.Operation
) -> Sequence[ir.Value]:
    """Put an allocation scope with `body`, which yields `values`, before `call`; return its results."""
    block = body.blocks[0]
    for index in reversed(range(len(block.arguments))):
        block.erase_argument(index)
    block.append(AllocaScopeReturnOp.create(values, location=call.location))
    scope = AllocaScopeOp.create(
        result_types=call.result_types, regions=[body], location=call.location
    )
    return ir.Builder(ir.InsertionPoint.before(call)).insert(scope).results


def _is_private(function: ir.Operation) -> bool:
    return function.has_trait(ir.SymbolTrait) and function.get_attr(
        "sym_visibility"
    ) == ir.StringAttr("private")


def _size(function: FunctionOpInterface) -> int:
    return sum(1 for _ in function.function_body.walk())
