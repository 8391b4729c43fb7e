"""A drawing of the alias sets of a program: which tensors share a buffer, and what is copied.

    python examples/tutorial/alias_sets.py examples/tutorial/three_copies.mlir > alias_sets.svg

The sets and the copies are those that the analysis of One-Shot Bufferize has found.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

import bufferize
from bufferize.interfaces import is_tensor_like
from bufferize.ir import Operation, OpResult, Value
from bufferize.syntax import OperationSpans
from bufferize_explain import parse_module_with_spans

STYLE = """
    text { font: 14px ui-monospace, monospace; fill: #1f2328; }
    .page { fill: #ffffff; } .set { fill: #eef3ff; stroke: #5b7fd6; stroke-width: 1.5; }
    .note { fill: #57606a; } .copy { fill: none; stroke: #c2341d; stroke-width: 2; }
    .cost { fill: #c2341d; } .head { fill: #c2341d; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3; } .page { fill: #14181f; } .set { fill: #1d2942; stroke: #7d9ff0; }
      .note { fill: #9aa4b0; } .copy { stroke: #ff8a73; } .cost, .head { fill: #ff8a73; }
    }
"""
ROW, GAP, LEFT, TOP, WIDTH = 24, 18, 16, 16, 430
"""The height of a line, the space between boxes, the position of the first box, and the width of
boxes."""


@dataclass(frozen=True)
class AliasSet:
    """Tensors that share a buffer: their names in the text, and the op that makes each of them."""

    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Copied:
    """A copy from one tensor to another one with a buffer of its own."""

    source: str
    target: str
    cost: str


def alias_sets(text: str) -> tuple[list[AliasSet], list[Copied]]:
    """Return the alias sets of a program's function, and the copies between them.

    Raises DiagnosticError for a program that is refused.
    """
    context = bufferize.Context()
    spans = OperationSpans()
    module = parse_module_with_spans(text, context, spans)
    options = bufferize.OneShotOptions(bufferize_function_boundaries=True, test_analysis_only=True)
    state = bufferize.analyze(module, options, context)
    report = bufferize.one_shot_bufferize(module, options, context, analysis=state)
    lines = text.splitlines()

    def name(value: Value) -> str:
        place = value.location.position()
        if isinstance(value, OpResult) and place is not None:
            span = spans.result(place, value.index)
            place = None if span is None else span.position
        assert place is not None
        found = re.match(r"%\w+", lines[place.line - 1][place.column - 1 :])
        assert found is not None
        return found.group()

    found: dict[Value, list[tuple[str, str]]] = {}
    for value in tensors(module):
        maker = value.owner.name if isinstance(value, OpResult) else "argument"
        found.setdefault(state.alias_representative(value) or value, []).append(
            (name(value), maker)
        )
    copies = []
    for copy in report.copies:
        if copy.decision is None:  # only the layout of the buffer is another one
            continue
        operand = copy.decision.operand
        for alias in state.get_aliasing_values(operand)[:1]:
            copies.append(Copied(name(operand.value), name(alias.value), copy.cost_text()))
    return [AliasSet(tuple(values)) for values in found.values()], copies


def tensors(module: Operation) -> Iterator[Value]:
    """Return all tensors of a program, in the order of its text."""
    for op in module.walk():
        blocks = [block for region in op.regions for block in region.blocks]
        values: list[Value] = [*op.results, *(a for block in blocks for a in block.arguments)]
        yield from (value for value in values if is_tensor_like(value.type))


def svg(sets: list[AliasSet], copies: list[Copied]) -> str:
    """Return the picture: a box for each buffer, a line for each tensor in it, an arrow for each
    copy."""
    shapes: list[str] = []
    lines: dict[str, int] = {}  # of each tensor, where it is
    y = TOP
    for number, alias_set in enumerate(sets, 1):
        height = ROW * (len(alias_set.values) + 1) + 12
        shapes.append(
            f'<rect class="set" x="{LEFT}" y="{y}" width="{WIDTH}" height="{height}" rx="8"/>'
        )
        shapes.append(f'<text class="note" x="{LEFT + 12}" y="{y + ROW}">buffer {number}</text>')
        for row, (value, maker) in enumerate(alias_set.values, 1):
            lines[value] = y + ROW * (row + 1)
            shapes.append(f'<text x="{LEFT + 12}" y="{lines[value]}">{escape(value)}</text>')
            shapes.append(
                f'<text class="note" x="{LEFT + 130}" y="{lines[value]}">{escape(maker)}</text>'
            )
        y += height + GAP
    edge = LEFT + WIDTH
    for number, copy in enumerate(copies):
        start, end = lines[copy.source] - 5, lines[copy.target] - 5
        bend = edge + 40 + 14 * number
        shapes.append(
            f'<path class="copy" d="M {edge} {start} C {bend} {start}, {bend} {end}, {edge + 6} {end}"/>'
        )
        shapes.append(f'<path class="head" d="M {edge} {end} l 10 -5 v 10 z"/>')
        shapes.append(
            f'<text class="cost" x="{bend + 8}" y="{(start + end) // 2 + 5}">{copy.cost}</text>'
        )
    size = f"{edge + 200} {y - GAP + TOP}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img">',
            f"<title>{len(sets)} buffers, {len(copies)} copies</title>",
            f"<style>{STYLE}</style>",
            '<rect class="page" width="100%" height="100%" rx="10"/>',
            *shapes,
            "</svg>\n",
        ]
    )


def main() -> None:
    """Write the picture of a program to stdout."""
    if len(sys.argv) != 2:
        sys.exit("usage: python alias_sets.py FILE.mlir > FILE.svg")
    try:
        found = alias_sets(Path(sys.argv[1]).read_text())
    except (OSError, bufferize.DiagnosticError) as problem:
        sys.exit(str(problem))
    print(svg(*found), end="")


if __name__ == "__main__":
    main()
