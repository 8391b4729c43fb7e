"""From one iteration of a loop to all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bufferize.ir import Value
from bufferize_buffers.statistics.quantity import ONE, ZERO, Quantity, greatest
from bufferize_buffers.statistics.state import Buffer, Origin, Path, Ref, State
from bufferize_buffers.statistics.usage import Level


@dataclass
class Iteration:
    """What one iteration does."""

    entered: Mapping[object, Ref]
    """What the arguments of the loop's regions are at its beginning."""
    path: Path
    """What has changed at its end; what is counted is left to the loop."""
    given: Mapping[object, Buffer]
    """By argument, buffers that the iteration before is taken to have handed on."""
    last: Path | None = None
    """What its first region does, if the loop ends with one more run of that."""
    exits: dict[object, Ref] = field(default_factory=dict)
    """What the loop gives after it, by result."""
    exit_values: dict[object, Value] = field(default_factory=dict)

    def new_buffer(self, argument: object) -> Buffer | None:
        """The buffer that the iteration has allocated and hands on to the next one as `argument`."""
        own = self.path.refs.get(argument, _NOTHING).own
        return own if own in self.path.added and own not in self.given.values() else None

    def missing(self) -> dict[object, Buffer]:
        """By argument, the buffers that it is taken not to be, though the iteration before made them."""
        return {
            argument: Buffer(new.size, argument, [Origin(new, self.path.values)])
            for argument, ref in self.entered.items()
            if not ref.buffers and (new := self.new_buffer(argument)) is not None
        }


_NOTHING = Ref(None)


class Repetition:
    """A loop that runs an iteration again and again, or several of them at the same time."""

    def __init__(
        self,
        state: State,
        iteration: Iteration,
        trips: Quantity,
        skipped: Mapping[object, Value] | None,
    ) -> None:
        self.state = state
        self.iteration = iteration
        self.trips = trips
        self.skipped = skipped
        """What the results are if there is no iteration; None if there always is one."""
        self._grows = ZERO  # by each iteration but the last
        self._kept = ZERO  # of the last one, under no name
        self._later = (
            ZERO  # by how much more later iterations find in use than the one walked through
        )
        self._results: dict[Buffer, Buffer | None] = {}
        self._made: dict[Buffer, Buffer] = {}
        self._arguments = {ref.name: a for a, ref in iteration.entered.items()}
        self._arguments.update((argument, argument) for argument in iteration.entered)
        self._sort()

    def _sort(self) -> None:
        """Finds out what becomes of the buffers that an iteration leaves behind."""
        iteration, path = self.iteration, self.iteration.path
        leaving = [ref.own for ref in iteration.exits.values() if ref.own is not None]
        handed: dict[Buffer, Buffer | None] = {}
        for argument, ref in iteration.entered.items():
            new = iteration.new_buffer(argument)
            if new is not None:
                handed[new] = iteration.given.get(argument) or ref.own
        given = iteration.given.values()
        for buffer in path.added:
            if buffer in given:  # it counts among those that earlier iterations leave behind
                self._later -= buffer.size
                continue
            before = handed.get(buffer)
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
            if buffer in handed or buffer in leaving:
                self._results[buffer] = before if replaces and before not in given else None
            else:
                self._kept += buffer.size
        for buffer in iteration.last.added if iteration.last is not None else ():
            if buffer in path.added or buffer not in leaving:
                self._kept += buffer.size
        for buffer in leaving:  # freed by what the last iteration does not come to
            if buffer not in path.added and buffer not in self.state.live:
                self._results.setdefault(buffer, None)

    def run(self, is_parallel: bool, frees_stack: bool) -> dict[object, Ref]:
        """Makes the state what it is after the loop; what its results are."""
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
        """The most in use in any iteration; `earlier` is what those before the last leave behind."""
        risen = [peak - before.current for peak in during.peaks]
        if is_parallel:
            return [before.current + peak * self.trips for peak in risen]
        return [before.current + earlier + peak for peak in risen]

    def _after(self, name: object, ref: Ref) -> Ref:
        """What a result is after the last iteration."""
        iteration = self.iteration
        argument = self._arguments.get(ref.name)
        if argument is not None:  # what the next iteration would be given
            ref = iteration.path.refs.get(argument, ref)
        own = ref.own
        before = self._results.get(own) if own is not None else None
        skipped = self._skipped(name)
        if own is None or own not in self._results:
            same = skipped is None or skipped.name is ref.name
            return ref if same else Ref.one_of(name, [ref, skipped or ref], True)
        origins = [Origin(own, iteration.exit_values)]
        size = own.size
        if before is not None and skipped is not None and self.skipped is not None:
            origins.append(Origin(before, {**self.skipped}))
            size = greatest([size, before.size])
            skipped = None
        result = self._made.setdefault(own, Buffer(size, name, origins))
        others = skipped.buffers if skipped is not None else ()
        return Ref(result.name, (result, *others), skipped is None or skipped.is_complete)

    def _skipped(self, name: object) -> Ref | None:
        """What a result is if there is no iteration."""
        if self.skipped is None:
            return None
        value = self.skipped.get(name)
        return None if value is None else self.state.ref(value)
