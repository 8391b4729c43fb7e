"""A plan as SVG: a rectangle for each buffer, which says on hovering what it is.

    bytes ^  +-----+
          |  |  b  |
          |  +-----+---+
          |  |    a    |
          +------------+--> time

Times at which the same buffers are alive are one step of the picture, so that no buffer is too short
to be seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from bufferize_planner.buffers import Buffer
from bufferize_planner.report import ArenaReport, counted

COLORS: Final = 8
"""The number of colors, which change from one buffer to the next."""
_WIDTH: Final = 1000
_HEIGHT: Final = 480
_MARGIN: Final = 90
_STYLE: Final = """\
svg { background: #fff; color: #1b1f24; font: 13px system-ui, sans-serif; }
text { fill: currentColor; }
.ground { fill: #f4f5f7; }
.peak { fill: #1b1f24; fill-opacity: .12; }
.bound { stroke: #a40e26; stroke-dasharray: 6 4; vector-effect: non-scaling-stroke; }
.buffer { shape-rendering: crispEdges; }
.buffer:hover { stroke: #1b1f24; stroke-width: 2px; vector-effect: non-scaling-stroke; }
""" + "".join(
    f".color{n} {{ fill: hsl({n * 360 // COLORS} 60% {66 + n % 2 * 8}%); }}\n"
    for n in range(COLORS)
)
_DARK: Final = (
    """\
@media (prefers-color-scheme: dark) {
svg { background: #0f1319; color: #e3e8ee; }
.ground { fill: #1a2029; }
.peak { fill: #fff; fill-opacity: .16; }
.bound { stroke: #ff9d96; }
.buffer:hover { stroke: #fff; }
"""
    + "".join(
        f".color{n} {{ fill: hsl({n * 360 // COLORS} 45% {42 + n % 2 * 8}%); }}\n"
        for n in range(COLORS)
    )
    + "}\n"
)


def svg(reports: Sequence[ArenaReport]) -> str:
    """Return a picture with the plans of some arenas, one below the other."""
    step = _HEIGHT + _MARGIN
    total = max(1, len(reports)) * step
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH + 2 * _MARGIN} {total}">\n',
        f"<style>\n{_STYLE}{_DARK}</style>\n",
    ]
    for number, report in enumerate(reports):
        parts += _with_axes(report, number * step)
    return "".join([*parts, "</svg>\n"])


def _with_axes(report: ArenaReport, top: int) -> Iterator[str]:
    """Yield a plan below `top`, with its title and the ends of its axes."""
    plan = report.plan
    low = top + _MARGIN // 2 + _HEIGHT
    high = low - _HEIGHT
    yield f'<text x="{_MARGIN}" y="{high - 12}">{escape(report.sentence)}</text>\n'
    yield f'<text x="{_MARGIN - 8}" y="{high + 12}" text-anchor="end">{plan.height:,}</text>\n'
    yield f'<text x="{_MARGIN - 8}" y="{low}" text-anchor="end">0 {report.unit}s</text>\n'
    yield f'<text x="{_MARGIN + _WIDTH}" y="{low + 18}" text-anchor="end">time →</text>\n'
    place = f'x="{_MARGIN}" y="{high}" width="{_WIDTH}" height="{_HEIGHT}"'
    yield from plot(report, place)


def plot(report: ArenaReport, place: str) -> Iterator[str]:
    """Yield the plan alone, as an element `svg` with these attributes; its units are moments and
    bytes, or slots."""
    problem, plan = report.problem, report.plan
    moments, height = max(1, problem.moments), max(1, plan.height)
    yield f'<svg class="plot" {place} viewBox="0 0 {moments} {height}" preserveAspectRatio="none">\n'
    yield f'<rect class="ground" width="{moments}" height="{height}"/>\n'
    for number, (buffer, spans) in enumerate(zip(report.buffers, problem.spans, strict=True)):
        title = escape(hover_text(report, buffer))
        y = height - plan.offsets[buffer.id] - buffer.size
        for first, end in spans:
            yield (
                f'<rect class="buffer color{number % COLORS}" x="{first}" '
                f'y="{y}" width="{end - first}" height="{buffer.size}"><title>{title}</title></rect>\n'
            )
    yield (
        f'<rect class="peak" x="{report.peak}" width="1" height="{height}" pointer-events="none"/>\n'
    )
    if not plan.is_optimal:
        y = height - plan.bound
        yield f'<line class="bound" x1="0" x2="{moments}" y1="{y}" y2="{y}"/>\n'
    yield "</svg>\n"


def hover_text(report: ArenaReport, buffer: Buffer) -> str:
    """Return what is shown for a buffer: the operation, its size, its place and its lifetime."""
    about, offset = report.of(buffer), report.plan.offsets[buffer.id]
    lines = [
        about.what,
        f"{counted(buffer.size, report.unit)} at {offset:,} to {offset + buffer.size:,}",
        about.lifetime,
    ]
    if about.position is not None:
        lines.append(f"{about.position}: {about.source}")
    return "\n".join(lines)
