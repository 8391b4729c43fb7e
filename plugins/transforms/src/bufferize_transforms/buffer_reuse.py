"""Reuse of buffers: element-wise operations write into operands that are dead afterwards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace

from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError
from bufferize.dialects.bufferization import AllocTensorOp
from bufferize.driver import OneShotOptions, analyze
from bufferize.driver.bufferizable import ModelContext
from bufferize.interfaces import (
    BufferRelation,
    DestinationStyleOpInterface,
    EmptyTensorOpInterface,
    LoopLikeOpInterface,
    function_around,
    is_tensor_like,
    owner_of_value,
)
from bufferize.ir.process import deep_recursion, no_collection

_TRIALS = 3
"""How many sets of destinations are tried; most often, the first or the second one stands."""
_Place = tuple[ir.Type, ir.Block | None]
"""The type of a new buffer, and the block in which it is allocated."""


@no_collection()
@deep_recursion()
def reuse_buffers(
    root: ir.Operation, options: OneShotOptions, context: ModelContext, *, verify: bool = True
) -> int:
    """Let element-wise operations write into operands that are dead afterwards; return how many do.

    Run it right before One-Shot Bufferize, with the same options:

    ```mlir
    %0 = linalg.matmul …
    %e = tensor.empty() : tensor<64xf32>
    %1 = linalg.exp ins(%0 : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
    ```

    `linalg.exp` does not read its destination, so `%0` may be the destination as well: the program
    computes the same, whatever is decided later. The analysis decides whether `%0` can be written in
    place. If not, or if something else would then have to be copied, the destination stays `%e`. So
    no more is copied or allocated than before.

    Only buffers that the program allocates are reused, and only if they have no layout. Arguments of
    functions are not overwritten. Nothing is done for `copy_before_write`.

    Raises DiagnosticError if the analysis finds that `root` cannot be bufferized; it is unchanged
    then.
    """
    if verify:
        ir.require_valid(root)
    if options.copy_before_write:
        return 0
    # A loop that yields a new buffer may be refused now, and not once it writes to its own one.
    options = replace(options, allow_return_allocs_from_loops=True)
    state = analyze(root, options, context, verify=False)
    before = _Cost(root, state)
    standing = _find_candidates(root, state)
    for candidate in standing:
        candidate.init.set(candidate.source)
    for trial in range(_TRIALS if standing else 0):
        try:
            state = analyze(root, options, context, verify=False)
        except DiagnosticError:
            break
        refused = {c.init: c for c in standing if not state.is_in_place(c.init)}
        cost, blame = _Cost(root, state, refused), _Blame(standing, state)
        failed = set(refused.values())
        for operand in cost.added_to(before):
            failed.update(blame.for_copy(operand, whole_function=trial > 0))
        if not failed:
            _erase_unused(standing)
            return len(standing)
        _undo(failed)
        standing = [candidate for candidate in standing if candidate not in failed]
    _undo(standing)
    return 0


class _Candidate:
    """A destination that is an empty tensor, and an operand that may be in its place."""

    def __init__(self, init: ir.OpOperand, source: ir.Value) -> None:
        self.init = init
        self.empty = init.value
        self.source = source


def _undo(candidates: Iterable[_Candidate]) -> None:
    for candidate in candidates:
        candidate.init.set(candidate.empty)


def _erase_unused(candidates: Iterable[_Candidate]) -> None:
    for empty in dict.fromkeys(candidate.empty.defining_op for candidate in candidates):
        if empty is not None and not empty.has_uses():
            empty.erase()


# Which operands to try


def _find_candidates(root: ir.Operation, state: AnalysisState) -> list[_Candidate]:
    """Return the destinations that may be operands instead, by what `state` knows of buffers."""
    numbers = {op: number for number, op in enumerate(root.walk())}
    last_uses: dict[ir.Value, int] = {}
    buffers = _NewBuffers(state)

    def last_use(value: ir.Value) -> int:
        found = last_uses.get(value)
        if found is None:
            found = last_uses[value] = max(numbers.get(use.owner, -1) for use in value.uses)
        return found

    found: list[_Candidate] = []
    for op in numbers:
        if not isinstance(op, DestinationStyleOpInterface):
            continue
        taken: set[ir.Value] = set()
        for init in op.dps_inits:
            sources = [
                operand.value
                for operand in op.dps_inputs
                if operand.value.type is init.value.type
                and operand.value not in taken
                and _can_be_overwritten(op, operand, init, state)
                and operand.value in buffers
            ]
            if sources:
                # One that is not used afterwards; if possible, one that a loop carries on.
                source = min(sources, key=lambda v: (last_use(v), isinstance(v, ir.OpResult)))
                taken.add(source)
                found.append(_Candidate(init, source))
    return found


def _can_be_overwritten(
    op: ir.Operation, operand: ir.OpOperand, init: ir.OpOperand, state: AnalysisState
) -> bool:
    """Return whether `op` may write its result over `operand` instead of the empty tensor `init`."""
    model = state.model(op)
    if (
        model is None
        or not isinstance(init.value.defining_op, EmptyTensorOpInterface)
        or isinstance(operand.value.defining_op, EmptyTensorOpInterface)
        or state.bufferizes_to_memory_read(init)
    ):
        return False
    if state.is_in_place(init) and state.are_equivalent_buffer_values(init.value, operand.value):
        return False  # both are already one buffer
    aliases = state.get_aliasing_values(init)
    if any(a.relation is not BufferRelation.EQUIVALENT or not a.is_definite for a in aliases):
        return False
    if model.bufferizes_to_element_wise_access(op, state, [operand, init]):
        return True
    empty = init.value
    init.set(operand.value)
    is_harmless = model.is_not_conflicting(op, operand, init, state)
    init.set(empty)
    return is_harmless


class _NewBuffers:
    """The values whose buffers are whole new ones, without a layout or a memory space."""

    def __init__(self, state: AnalysisState) -> None:
        self._state = state
        self._known: dict[ir.Value, bool] = {}

    def __contains__(self, value: ir.Value) -> bool:
        seen: dict[ir.Value, None] = {value: None}
        work = [value]
        while work:
            current = work.pop()
            known = self._known.get(current)
            if known is None:
                sources = self._sources(current)
                known = sources is not None
                work += [source for source in sources or () if source not in seen]
                seen.update(dict.fromkeys(sources or ()))
            if not known:
                self._known[current] = self._known[value] = False
                return False
        self._known.update(dict.fromkeys(seen, True))
        return True

    def _sources(self, value: ir.Value) -> list[ir.Value] | None:
        """Return the values whose buffers `value` may be; none if it is new, None if it is unsuitable."""
        op, state = value.defining_op, self._state
        if isinstance(op, EmptyTensorOpInterface):
            return []
        if isinstance(op, AllocTensorOp) and (op.memory_space is not None or op.copy is not None):
            return None
        carried = _carried_values(value)
        if carried:
            return carried
        aliases = state.get_aliasing_op_operands(value)
        if aliases:
            is_whole = all(alias.relation is BufferRelation.EQUIVALENT for alias in aliases)
            return [alias.operand.value for alias in aliases] if is_whole else None
        model = state.model(op) if op is not None else None
        if op is None or model is None or not model.bufferizes_to_allocation(op, value):
            return None
        return [] if state.is_writable(value) else None


def _carried_values(value: ir.Value) -> list[ir.Value]:
    """Return the initial and the yielded value, if a loop carries or returns `value`."""
    loop = owner_of_value(value)
    if not isinstance(loop, LoopLikeOpInterface):
        return []
    assert isinstance(value, ir.BlockArgument | ir.OpResult)
    init = loop.tied_init(value)
    argument = loop.tied_region_iter_arg(init) if init is not None else None
    yielded = loop.tied_yielded_operand(argument) if argument is not None else None
    return [init.value, yielded.value] if init is not None and yielded is not None else []


# What a trial shows


class _Cost:
    """The copies and the new buffers that the decisions of an analysis lead to.

    Without those of some operands, `excluded`.
    """

    def __init__(
        self, root: ir.Operation, state: AnalysisState, excluded: Container[ir.OpOperand] = ()
    ) -> None:
        self._copied: set[ir.OpOperand] = set()
        self._allocated: defaultdict[_Place, set[ir.OpOperand | ir.Operation]] = defaultdict(set)
        """The operands and empty tensors that get new buffers without contents."""
        for op in root.walk():
            if isinstance(op, LoopLikeOpInterface):
                self._copied.update(copied_by_loop(op, state))
            for operand in op.op_operands if state.model(op) is not None else ():
                if is_tensor_like(operand.value.type) and operand not in excluded:
                    self._add(operand, state)

    def _add(self, operand: ir.OpOperand, state: AnalysisState) -> None:
        value = operand.value
        empty = value.defining_op if isinstance(value, ir.OpResult) else None
        if not isinstance(empty, EmptyTensorOpInterface):
            if not state.is_in_place(operand) or state.is_forwarded(operand) is False:
                self._copied.add(operand)
            return
        new = empty if state.is_in_place(operand) else operand
        owner = empty if state.is_in_place(operand) else operand.owner
        self._allocated[value.type, owner.parent].add(new)

    def added_to(self, before: _Cost) -> Iterator[ir.OpOperand]:
        """Yield operands for which this is more than `before`."""
        yield from self._copied - before._copied
        for place, allocated in self._allocated.items():
            known = before._allocated[place]
            if len(allocated) > len(known):
                yield from (new for new in allocated - known if isinstance(new, ir.OpOperand))


def copied_by_loop(loop: LoopLikeOpInterface, state: AnalysisState) -> Iterator[ir.OpOperand]:
    """Yield the operands of a loop's terminator that must be copied to be yielded.

    A buffer that is allocated in the iteration is yielded as it is.
    """
    passed: set[ir.Value] = set()
    for argument, yielded in zip(loop.region_iter_args, loop.yielded_operands, strict=False):
        if not is_tensor_like(argument.type) or state.is_forwarded(yielded):
            continue
        buffer = state.alias_representative(yielded.value)
        if buffer is None or buffer in passed:
            yield yielded
            continue
        passed.add(buffer)
        if not state.are_equivalent_buffer_values(argument, yielded.value):
            if any(_is_from_outside(v, yielded) for v in state.alias_set(yielded.value)):
                yield yielded


def _is_from_outside(value: ir.Value, yielded: ir.OpOperand) -> bool:
    """Return whether `value` is defined outside of the iteration that yields an operand."""
    body, region = yielded.owner.parent_region, value.parent_region
    if body is None or region is None or not body.is_ancestor_of(region):
        return True
    return region is body and isinstance(value, ir.BlockArgument)


class _Blame:
    """Which candidates are to blame for a copy: by the conflict, the buffer, or the function."""

    def __init__(self, tried: list[_Candidate], state: AnalysisState) -> None:
        self._state = state
        self._by_init = {candidate.init: [candidate] for candidate in tried}
        self._by_buffer: defaultdict[ir.Value | None, list[_Candidate]] = defaultdict(list)
        self._by_function: defaultdict[ir.Operation | None, list[_Candidate]] = defaultdict(list)
        for candidate in tried:
            self._by_buffer[state.alias_representative(candidate.source)].append(candidate)
            self._by_function[function_around(candidate.init.owner)].append(candidate)

    def for_copy(self, operand: ir.OpOperand, *, whole_function: bool) -> list[_Candidate]:
        """Return candidates, without which `operand` need probably not be copied."""
        found: list[_Candidate] = []
        if not whole_function:
            write = self._state.why(operand).write or operand
            found = self._by_init.get(write, [])
            for value in (write.value, operand.value) if not found else ():
                found = found + self._by_buffer[self._state.alias_representative(value)]
        return found or self._by_function[function_around(operand.owner)]
