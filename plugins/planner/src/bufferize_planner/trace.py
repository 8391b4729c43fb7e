"""Plans in the trace-event format: time from left to right, a row for each offset.

https://ui.perfetto.dev shows such files. Microseconds stand for positions in the program.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from bufferize_planner.report import ArenaReport


def trace(reports: Sequence[ArenaReport]) -> str:
    """Return the text of a file with a process for each arena, and the bytes alive in it.

    Slots of a size at run time are a process of their own, in slots.
    """
    events = [event for pid, each in enumerate(reports, 1) for event in _events(pid, each)]
    return json.dumps({"traceEvents": events, "displayTimeUnit": "ms"})


def _events(pid: int, report: ArenaReport) -> Iterator[dict[str, Any]]:
    yield _name("process_name", pid, 0, report.title)
    offsets = report.plan.offsets
    for row in sorted({offsets[buffer.id] for buffer in report.buffers}):
        yield _name("thread_name", pid, row, f"offset {row}")
        order = {"sort_index": row}
        yield {"ph": "M", "name": "thread_sort_index", "pid": pid, "tid": row, "args": order}
    changes: dict[int, int] = {}
    for buffer in report.buffers:
        about = report.of(buffer)
        where = str(about.position or "")
        args = {
            f"{report.unit}s": buffer.size,
            "offset": offsets[buffer.id],
            "at": where,
            "source": about.source,
        }
        for start, end in buffer.intervals if buffer.size else ():
            yield {
                "ph": "X",
                "cat": "buffer",
                "name": about.what,
                "pid": pid,
                "tid": offsets[buffer.id],
                "ts": start,
                "dur": end - start,
                "args": args,
            }
            changes[start] = changes.get(start, 0) + buffer.size
            changes[end] = changes.get(end, 0) - buffer.size
    alive = 0
    for time, change in sorted(changes.items()):
        alive += change
        live = {f"{report.unit}s": alive}
        yield {"ph": "C", "name": f"{report.unit}s alive", "pid": pid, "ts": time, "args": live}


def _name(kind: str, pid: int, tid: int, name: str) -> dict[str, Any]:
    return {"ph": "M", "name": kind, "pid": pid, "tid": tid, "args": {"name": name}}
