"""The usage of a loop, computed from one walk through its body."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bufferize import ir
from bufferize_buffers.statistics.in_use import Buffer, Incoming, Level, Path, Ref, State
from bufferize_buffers.statistics.quantity import ONE, ZERO, Quantity, greatest


@dataclass
class Iteration:
    """The result of a walk through one iteration of a loop."""

    entered: Mapping[object, Ref]
    """The references of the region arguments at the start of the iteration."""
    path: Path
    """The changes of the iteration; the loop multiplies its counts."""
    given: Mapping[object, Buffer]
    """For each region argument, the buffer that the previous iteration is assumed to pass on."""
    last: Path | None = None
    """The changes of a final run of the first region, if there is one, as in `scf.while`."""
    exits: dict[object, Ref] = field(default_factory=dict)
    """The references of the loop's results after this iteration."""
    exit_values: dict[object, ir.Value] = field(default_factory=dict)

    def new_buffer(self, argument: object) -> Buffer | None:
        """Return the buffer that the iteration allocates and passes to the next one as `argument`."""
        own = self.path.refs.get(argument, _NOTHING).own
        return own if own in self.path.added and own not in self.given.values() else None

    def missing(self) -> dict[object, Buffer]:
        """Return, by argument, buffers from an earlier iteration that this walk did not know of.

        The loop must be walked through again with these as `given`.
        """
        return {
            argument: Buffer(new.size, argument, [Incoming(new, self.path.values)])
            for argument, ref in self.entered.items()
            if not ref.buffers and (new := self.new_buffer(argument)) is not None
        }


_NOTHING = Ref(None)


class Repetition:
    """A loop: a repeated iteration, or several that run at the same time."""

    def __init__(
        self,
        state: State,
        iteration: Iteration,
        trips: Quantity,
        skipped: Mapping[object, ir.Value] | None,
    ) -> None:
        self.state = state
        self.iteration = iteration
        self.trips = trips
        self.skipped = skipped
        """The values that are the results without any iteration; None if there always is one."""
        self._grows = ZERO
        """The bytes by which each iteration but the last increases the memory in use."""
        self._kept = ZERO
        """The bytes that the last iteration leaves in use without a name."""
        self._later = ZERO
        """The bytes in use at the start of later iterations, beyond those in the given one."""
        self._results: dict[Buffer, Buffer | None] = {}
        self._made: dict[Buffer, Buffer] = {}
        self._arguments = {ref.name: a for a, ref in iteration.entered.items()}
        self._arguments.update((argument, argument) for argument in iteration.entered)
        self._sort()

    def _sort(self) -> None:
        """Classify the buffers left in use: they replace others, are results, or accumulate."""
        iteration, path = self.iteration, self.iteration.path
        leaving = [ref.own for ref in iteration.exits.values() if ref.own is not None]
        passed_on: dict[Buffer, Buffer | None] = {}
        for argument, ref in iteration.entered.items():
            new = iteration.new_buffer(argument)
            if new is not None:
                passed_on[new] = iteration.given.get(argument) or ref.own
        given = iteration.given.values()
        for buffer in path.added:
            if buffer in given:  # it is counted with those that earlier iterations leave in use
                self._later -= buffer.size
                continue
            before = passed_on.get(buffer)
            replaces = before is not None and (
                before not in path.added if before in given else before in path.removed
            )
            if replaces:
                assert before is not None
                difference = buffer.size - before.size
                if before not in given and difference != ZERO:
                    self._later += greatest([ZERO, difference])
            else:
                self._grows += buffer.size
            if buffer in passed_on or buffer in leaving:
                self._results[buffer] = before if replaces and before not in given else None
            else:
                self._kept += buffer.size
        for buffer in iteration.last.added if iteration.last is not None else ():
            if buffer in path.added or buffer not in leaving:
                self._kept += buffer.size
        for buffer in leaving:  # freed by a part of the body that the last iteration does not run
            if buffer not in path.added and buffer not in self.state.live:
                self._results.setdefault(buffer, None)

    def run(self, is_parallel: bool, frees_stack: bool) -> dict[object, Ref]:
        """Set the state to that after the loop; return the references of the results."""
        state, path, trips = self.state, self.iteration.path, self.trips
        heap, stack = state.heap, state.stack
        refs = {name: self._after(name, ref) for name, ref in self.iteration.exits.items()}
        current = heap.current
        for buffer in path.removed:
            state.remove(buffer)
            current -= buffer.size
        for buffer in self._made.values():
            state.add(buffer)
            current += buffer.size
        others = self._grows * trips - self._grows + self._kept
        if others != ZERO:
            state.add(Buffer(others, None))
            current += others
        earlier = self._grows * trips - self._grows
        if trips != ONE:
            earlier += self._later
        peaks = self._peaks(heap, path.heap, earlier, is_parallel)
        if self.iteration.last is not None:
            peaks += self._peaks(heap, self.iteration.last.heap, earlier + self._grows, is_parallel)
        state.heap = Level.after(current, [*heap.peaks, *peaks])
        left = ZERO if frees_stack else path.stack.current - stack.current
        peaks = self._peaks(stack, path.stack, left * trips - left, is_parallel)
        state.stack = Level.after(stack.current + left * trips, [*stack.peaks, *peaks])
        return refs

    def _peaks(
        self, before: Level, during: Level, earlier: Quantity, is_parallel: bool
    ) -> list[Quantity]:
        """Return the peaks of the loop.

        `earlier` is the memory that the iterations before the last leave in use.
        """
        risen = [peak - before.current for peak in during.peaks]
        if is_parallel:
            return [before.current + peak * self.trips for peak in risen]
        return [before.current + earlier + peak for peak in risen]

    def _after(self, name: object, ref: Ref) -> Ref:
        """Return the reference of a result after the loop."""
        iteration = self.iteration
        argument = self._arguments.get(ref.name)
        if argument is not None:  # what the next iteration would receive
            ref = iteration.path.refs.get(argument, ref)
        own = ref.own
        before = self._results.get(own) if own is not None else None
        skipped = self._skipped(name)
        if own is None or own not in self._results:
            same = skipped is None or skipped.name is ref.name
            return ref if same else Ref.one_of(name, [ref, skipped or ref], True)
        incoming = [Incoming(own, iteration.exit_values)]
        size = own.size
        if before is not None and skipped is not None and self.skipped is not None:
            incoming.append(Incoming(before, {**self.skipped}))
            size = greatest([size, before.size])
            skipped = None
        result = self._made.setdefault(own, Buffer(size, name, incoming))
        others = skipped.buffers if skipped is not None else ()
        return Ref(result.name, (result, *others), skipped is None or skipped.is_complete)

    def _skipped(self, name: object) -> Ref | None:
        """Return the reference of a result if there is no iteration."""
        if self.skipped is None:
            return None
        value = self.skipped.get(name)
        return None if value is None else self.state.ref(value)
