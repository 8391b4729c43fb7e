"""Statistics of a run's memory, and a timeline for https://ui.perfetto.dev."""

from __future__ import annotations

import json
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from bufferize import ir


@dataclass
class Statistics:
    """The counters of one run."""

    allocations: int = 0
    """The number of buffers that the program allocated, on the heap or on the stack."""
    bytes_allocated: int = 0
    peak_bytes: int = 0
    """The largest number of bytes allocated at one time."""
    live_bytes: int = 0
    """The number of bytes allocated at present."""
    copies: int = 0
    """The number of copies from one whole buffer to another."""
    bytes_copied: int = 0
    loads: Counter[ir.Operation] = field(default_factory=Counter)
    """The number of elements read from buffers, by the op that reads them."""
    stores: Counter[ir.Operation] = field(default_factory=Counter)
    """The number of elements written to buffers, by the op that writes them."""
    executed: int = 0
    """The number of operations executed."""

    def allocated(self, size: int) -> None:
        """Count an allocation of `size` bytes."""
        self.allocations += 1
        self.bytes_allocated += size
        self.live_bytes += size
        self.peak_bytes = max(self.peak_bytes, self.live_bytes)

    def copied(self, size: int) -> None:
        """Count a copy of `size` bytes."""
        self.copies += 1
        self.bytes_copied += size

    def to_json(self) -> dict[str, Any]:
        """Return the counters as JSON; ops are identified by their source positions."""

        def by_place(counts: Counter[ir.Operation]) -> list[dict[str, Any]]:
            return [
                {
                    "op": op.name,
                    "at": str(op.location.position() or op.path),
                    "elements": count,
                }
                for op, count in counts.most_common()
            ]

        return {
            "allocations": self.allocations,
            "bytes_allocated": self.bytes_allocated,
            "peak_bytes": self.peak_bytes,
            "copies": self.copies,
            "bytes_copied": self.bytes_copied,
            "executed": self.executed,
            "loads": by_place(self.loads),
            "stores": by_place(self.stores),
        }


class Timeline:
    """A trace of allocations and of live bytes, in the trace-event format."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []
        self._start = time.perf_counter_ns()

    def _now(self) -> float:
        return (time.perf_counter_ns() - self._start) / 1000

    def begin(self, number: int, op: ir.Operation, size: int, live: int) -> None:
        """Record allocation `number`, of `size` bytes, by `op`; `live` bytes are allocated then."""
        where = str(op.location.position() or op.path)
        self._slice("b", number, f"{op.name} {size} B", {"bytes": size, "at": where})
        self._counter(live)

    def end(self, number: int, op: ir.Operation, size: int, live: int) -> None:
        """Record the end of allocation `number`."""
        self._slice("e", number, f"{op.name} {size} B", {})
        self._counter(live)

    def _slice(self, phase: str, number: int, name: str, args: dict[str, Any]) -> None:
        self.events.append(
            {"ph": phase, "cat": "allocation", "name": name, "id": number, "pid": 1, "tid": 1}
            | {"ts": self._now(), "args": args}
        )

    def _counter(self, live: int) -> None:
        self.events.append(
            {"ph": "C", "name": "live bytes", "pid": 1, "ts": self._now(), "args": {"bytes": live}}
        )

    def to_json(self) -> str:
        """Return the text of a file that Perfetto opens."""
        names = [("process_name", {"name": "bufferize"}), ("thread_name", {"name": "program"})]
        known = [{"ph": "M", "name": n, "pid": 1, "tid": 1, "args": args} for n, args in names]
        return json.dumps({"traceEvents": [*known, *self.events], "displayTimeUnit": "ms"})
