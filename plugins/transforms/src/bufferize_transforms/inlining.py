"""Inlining: replaces calls by the bodies of functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from bufferize.define import DialectContext, NotInlinable, ReturnLike
from bufferize.driver.building import op_class_for
from bufferize.interfaces import CallOpInterface, FunctionOpInterface
from bufferize.ir import (
    Block,
    Operation,
    Region,
    SingleBlock,
    StringAttr,
    SymbolRefAttr,
    SymbolTables,
    SymbolTrait,
    Value,
    clone,
    require_valid,
    symbol_references,
)
from bufferize_transforms import strong_components

NO_LIMIT = 2**32 - 1


def inline_calls(
    root: Operation,
    context: DialectContext,
    *,
    simplify: Callable[[Operation], None] | None = None,
    threshold: int = NO_LIMIT,
    verify: bool = True,
) -> int:
    """Replace calls in `root` by the bodies of the functions called; return how many were replaced.

    Callees come before their callers, each after `simplify` if it is given, and private functions
    that are not used any more are erased. A call stays if the callee

    - has no body, or calls itself, directly or in a circle,
    - or the call has the attribute `no_inline`,
    - holds an unregistered operation, or one with the trait `NotInlinable`,
    - does not end with operations that have the trait `ReturnLike`, or these give values of other
      types than the call, as those of an `async.func` do,
    - has several blocks, and the call is in a region that can only have one,
    - has more than `threshold` percent of the operations of the caller.

    A function of several blocks needs `cf.br` for its returns: raises DiagnosticError if there is
    no such operation.
    """
    if verify:
        require_valid(root)
    return _Inliner(root, context, simplify, threshold).run()


class _Inliner:
    def __init__(
        self,
        root: Operation,
        context: DialectContext,
        simplify: Callable[[Operation], None] | None,
        threshold: int,
    ) -> None:
        self._context = context
        self._simplify = simplify
        self._threshold = threshold
        self._tables = SymbolTables()
        self._functions = [
            op for op in root.walk() if isinstance(op, FunctionOpInterface) and op.regions
        ]
        self._uses = Counter[Operation]()
        """The number of references to each function."""
        for op in root.walk():
            self._uses.update(self._referred_to(op))
        self._can_be_inlined: dict[Operation, bool] = {}
        self._emptied: set[Operation] = set()
        """The functions whose body has been moved to a caller."""

    def run(self) -> int:
        number, put_off = 0, []
        order = [function for function in self._callees_first() if not function.is_external]
        for function in order:
            # Before anything is put into it, so that no operation is looked at for each call.
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

    def _used_in(self, function: Operation) -> list[Operation]:
        return [target for op in function.walk() for target in self._referred_to(op)]

    def _referred_to(self, op: Operation) -> Iterator[Operation]:
        for reference in symbol_references(op):
            found = self._tables.lookup(op, reference)
            if found is not None:
                yield found

    # In which order

    def _callee(self, call: Operation) -> FunctionOpInterface | None:
        """Return the function that a call is known to run, in the same symbol table."""
        if not isinstance(call, CallOpInterface):
            return None
        reference = call.callable_for_callee
        if not isinstance(reference, SymbolRefAttr) or reference.nested:
            return None
        found = self._tables.lookup(call, reference)
        return found if isinstance(found, FunctionOpInterface) else None

    def _callees(self, function: Operation) -> list[FunctionOpInterface]:
        found = dict.fromkeys(map(self._callee, function.walk()))
        return [callee for callee in found if callee is not None]

    def _callees_first(self) -> list[FunctionOpInterface]:
        """Return the functions, callees first; those in a cycle of calls are never inlined."""
        order: list[FunctionOpInterface] = []
        for component in strong_components(self._functions, self._callees):
            order += component
            for function in component:
                if len(component) > 1 or function in self._callees(function):
                    self._can_be_inlined[function] = False
        return order

    # Which calls

    def _will_be_moved(self, function: FunctionOpInterface) -> bool:
        """Return whether the body is moved unchanged to its only caller, with the calls in it."""
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
        # From the last to the first: what follows a call in its block is moved at most once.
        while calls:
            call = calls.pop()
            callee = self._callee(call)
            if (
                callee is not None
                and call.get_attr("no_inline") is None
                and self._can_be_inlined.get(callee, False)
                and _gives_results_of(callee, call)
                and _has_room(call, callee)
                and (not size or _size(callee) * 100 <= self._threshold * size)
            ):
                calls += self._inline(call, callee)
                number += 1
        return number

    # How

    def _inline(self, call: Operation, callee: FunctionOpInterface) -> list[CallOpInterface]:
        """Inline a call; return the calls that come with the body and may be inlined, too."""
        body, calls = self._body_for(callee)
        first, *others = body.blocks
        for argument, operand in zip(first.arguments, _arguments(call), strict=True):
            argument.replace_all_uses_with(operand)
        if others:
            self._put_blocks(call, first, others)
        else:
            end = first.terminator
            call.replace_all_uses_with(end.operands)
            end.erase()
            _move(first, call)
        call.erase()
        self._uses[callee] -= 1
        return calls

    def _body_for(self, callee: FunctionOpInterface) -> tuple[Region, list[CallOpInterface]]:
        """Return the body, or a copy of it if it is still needed, and the calls in it to inline."""
        if _is_private(callee) and self._uses[callee] == 1:
            body, calls = Region(), []
            if self._will_be_moved(callee):
                calls = [op for op in callee.walk() if isinstance(op, CallOpInterface)]
            body.take_body(callee.function_body)
            self._emptied.add(callee)
            return body, calls
        body = Region()
        body.take_body(clone(callee).regions[0])
        self._uses.update(self._used_in(callee))
        return body, []

    def _put_blocks(self, call: Operation, first: Block, others: list[Block]) -> None:
        block, region = call.parent, call.parent_region
        assert block is not None
        assert region is not None
        after = Block()
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
    """Return whether copies of the body, in which nothing is inlined yet, may stand elsewhere."""
    body = function.function_body
    if function.get_attr("no_inline") is not None:
        return False
    ends = [block.terminator for block in body.blocks]
    return all(end.successors or end.has_trait(ReturnLike) for end in ends) and all(
        op.is_registered and not op.has_trait(NotInlinable) for op in body.walk()
    )


def _move(block: Block, anchor: Operation) -> None:
    """Move all operations of `block` before `anchor`."""
    for op in block.ops:
        op.move_before(anchor)


def _arguments(call: Operation) -> list[Value]:
    assert isinstance(call, CallOpInterface)
    return [operand.value for operand in call.arg_operands]


def _gives_results_of(callee: FunctionOpInterface, call: Operation) -> bool:
    """Return whether the callee returns values of the types of the call's results."""
    ends = [block.terminator for block in callee.function_body.blocks]
    wanted = [result.type for result in call.results]
    return all(
        end.successors or [operand.type for operand in end.operands] == wanted for end in ends
    )


def _has_room(call: Operation, callee: FunctionOpInterface) -> bool:
    """Return whether the region around a call may have as many blocks as the callee."""
    around = call.parent_op
    if around is None or not around.is_registered:
        return False
    return len(callee.function_body.blocks) == 1 or not around.has_trait(SingleBlock)


def _is_private(function: Operation) -> bool:
    return function.has_trait(SymbolTrait) and function.get_attr("sym_visibility") == StringAttr(
        "private"
    )


def _size(function: FunctionOpInterface) -> int:
    return sum(1 for _ in function.function_body.walk())
