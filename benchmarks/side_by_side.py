"""How long bufferize-opt and mlir-opt-22 take for the same programs, and how that grows.

    python benchmarks/side_by_side.py [FAMILY …] [--sizes 50,100,200] [--limit 60] [--store]

Each figure is the processor time of a whole process, start-up included. Once a tool takes longer than
the limit, it gets no larger program of that family. `--store` keeps the figures in
`side_by_side.json`, and writes the table and the picture of docs/use/performance.md anew.
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import os
import platform
import re
import subprocess
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FIGURES = HERE / "side_by_side.json"
PAGE = HERE.parent / "docs" / "use" / "performance.md"
PICTURE = PAGE.parent / "pictures" / "growth.svg"
TOOLS = ("bufferize-opt", "mlir-opt-22")
PASS = "--one-shot-bufferize=bufferize-function-boundaries"
Figures = dict[str, dict[str, dict[str, float]]]
"""Processor seconds by family, tool and size."""

T, PART, SMALL = "tensor<1024xf32>", "tensor<4xf32>", "tensor<8x8xf32>"


def insertions(n: int) -> str:
    """A tensor whose elements are set one after another."""
    lines, last = [], "%t"
    for i in range(n):
        lines += [f"%c{i} = arith.constant {i % 1024} : index"]
        lines += [f"%r{i} = tensor.insert %v into {last}[%c{i}] : {T}"]
        last = f"%r{i}"
    return _function(lines, last, T)


def updates(n: int) -> str:
    """The same, where each element is read before it is set."""
    lines, last = [], "%t"
    for i in range(n):
        lines += [f"%c{i} = arith.constant {i % 1024} : index"]
        lines += [f"%e{i} = tensor.extract {last}[%c{i}] : {T}"]
        lines += [f"%a{i} = arith.addf %e{i}, %v : f32"]
        lines += [f"%r{i} = tensor.insert %a{i} into {last}[%c{i}] : {T}"]
        last = f"%r{i}"
    return _function(lines, last, T)


def slices(n: int) -> str:
    """A tensor whose slices are extracted, filled and inserted one after another."""
    lines, last = [], "%t"
    for i in range(n):
        place = f"{last}[{i * 4 % 1024}] [4] [1]"
        lines += [f"%s{i} = tensor.extract_slice {place} : {T} to {PART}"]
        lines += [f"%f{i} = linalg.fill ins(%v : f32) outs(%s{i} : {PART}) -> {PART}"]
        lines += [f"%r{i} = tensor.insert_slice %f{i} into {place} : {PART} into {T}"]
        last = f"%r{i}"
    return _function(lines, last, T)


def layers(n: int) -> str:
    """Matrix products one after the other, each into a new tensor."""
    lines, last = [], "%m"
    for i in range(n):
        lines += [f"%q{i} = tensor.empty() : {SMALL}"]
        lines += [f"%f{i} = linalg.fill ins(%v : f32) outs(%q{i} : {SMALL}) -> {SMALL}"]
        lines += [f"%p{i} = linalg.matmul ins({last}, %m : {SMALL}, {SMALL})"]
        lines += [f"    outs(%f{i} : {SMALL}) -> {SMALL}"]
        last = f"%p{i}"
    return _function(lines, last, SMALL)


def _function(lines: list[str], returned: str, type: str) -> str:
    arguments = f"%t: {T} {{bufferization.writable = true}}, %m: {SMALL}, %v: f32"
    body = "\n".join([*lines, f"return {returned} : {type}"])
    return f"func.func @f({arguments}) -> {type} {{\n{body}\n}}\n"


FAMILIES: dict[str, Callable[[int], str]] = {
    f.__name__: f for f in (insertions, updates, slices, layers)
}


def processor_seconds(tool: str, program: str, limit: float) -> float | None:
    """Return the processor seconds of a process, or None if it exceeds the limit.

    Raises RuntimeError if it fails.
    """
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(program)
        file.flush()
        child = subprocess.Popen([tool, PASS, file.name, "-o", os.devnull])
        stop = threading.Timer(limit, child.kill)
        stop.start()
        _, status, usage = os.wait4(child.pid, 0)
        stop.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode > 0:
        raise RuntimeError(f"{tool} ended with status {child.returncode}")
    return usage.ru_utime + usage.ru_stime if child.returncode == 0 else None


def measured(families: list[str], sizes: list[int], limit: float) -> Figures:
    """Measure all figures, and print them as they come."""
    figures: Figures = {}
    for family in families:
        figures[family] = {tool: {} for tool in TOOLS}
        for tool in TOOLS:
            for size in sizes:
                spent = processor_seconds(tool, FAMILIES[family](size), limit)
                print(f"{family:<12}{tool:<16}{size:>6}  {spent or math.inf:.2f} s", flush=True)
                if spent is None:
                    break
                figures[family][tool][str(size)] = round(spent, 2)
    return figures


def table(stored: dict[str, Any]) -> str:
    """Return the figures as the table of the page."""
    figures: Figures = stored["seconds"]
    sizes = sorted({int(n) for each in figures.values() for found in each.values() for n in found})
    lines = [
        f"| program | tool | {' | '.join(map(str, sizes))} |",
        f"| --- | --- |{' ---: |' * len(sizes)}",
    ]
    for family, tools in figures.items():
        for tool, found in tools.items():
            cells = [f"{found[str(n)]:.1f}" if str(n) in found else "" for n in sizes]
            if "" in cells:
                cells[cells.index("")] = f"> {stored['limit']:g}"
            lines.append(f"| `{family}` | `{tool}` | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


STYLE = """
    text { font: 13px ui-sans-serif, sans-serif; fill: #1f2328; } .page { fill: #ffffff; }
    .grid { stroke: #d5dae1; } .line { fill: none; stroke-width: 2.5; }
    .a { stroke: #2f62c9; } .b { stroke: #c2341d; } text.a { fill: #2f62c9; } text.b { fill: #c2341d; }
    text.a, text.b { stroke: none; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3; } .page { fill: #14181f; } .grid { stroke: #333c48; }
      .a { stroke: #82a8ff; } .b { stroke: #ff8a73; } text.a { fill: #82a8ff; } text.b { fill: #ff8a73; }
    }
"""
WIDTH, HEIGHT, MARGIN = 300, 200, 56
SECONDS = (0.1, 1, 10, 100)


def svg(stored: dict[str, Any]) -> str:
    """Return the figures as a picture: seconds over size, both on logarithmic scales."""
    figures: Figures = stored["seconds"]
    sizes = sorted({int(n) for each in figures.values() for found in each.values() for n in found})

    def x(size: int) -> float:
        return WIDTH * math.log(size / sizes[0]) / math.log(sizes[-1] / sizes[0])

    def y(seconds: float) -> float:
        low, high = 0.03, 200
        return HEIGHT * (1 - math.log(max(seconds, low) / low) / math.log(high / low))

    shapes = []
    for number, (family, tools) in enumerate(figures.items()):
        left = MARGIN + (number % 2) * (WIDTH + MARGIN)
        top = MARGIN + (number // 2) * (HEIGHT + MARGIN + 14)
        shapes.append(f'<g transform="translate({left} {top})"><text y="-10">{family}</text>')
        for seconds in SECONDS:
            height = f"{y(seconds):.1f}"
            shapes.append(f'<line class="grid" x2="{WIDTH}" y1="{height}" y2="{height}"/>')
            shapes.append(f'<text x="-44" y="{y(seconds) + 4:.1f}">{seconds:g} s</text>')
        shapes += [f'<text x="{x(n) - 10:.1f}" y="{HEIGHT + 18}">{n}</text>' for n in sizes[::2]]
        for style, (_, found) in zip("ab", tools.items(), strict=True):
            points = " ".join(f"{x(int(n)):.1f},{y(spent):.1f}" for n, spent in found.items())
            shapes.append(f'<polyline class="line {style}" points="{points}"/>')
        shapes.append("</g>")
    legend = zip("ab", TOOLS, (MARGIN, MARGIN + 130), strict=True)
    shapes += [f'<text class="{style}" x="{at}" y="22">{tool}</text>' for style, tool, at in legend]
    rows = (len(figures) + 1) // 2
    size = f"{2 * (WIDTH + MARGIN) + 24} {rows * (HEIGHT + MARGIN + 14) + 36}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img">',
            "<title>Seconds over the size of the program</title>",
            f'<style>{STYLE}</style><rect class="page" width="100%" height="100%" rx="10"/>',
            *shapes,
            "</svg>\n",
        ]
    )


def page(stored: dict[str, Any]) -> str:
    """Return the page with the table of the figures."""
    new = f"<!-- table -->\n{table(stored)}<!-- end -->"
    return re.sub("<!-- table -->.*?<!-- end -->", lambda _: new, PAGE.read_text(), flags=re.S)


def machine() -> str:
    """Return a description of this machine."""
    names = re.findall(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), flags=re.M)
    return f"{names[0] if names else platform.machine()}, {os.cpu_count()} cores"


def main() -> None:
    """Measure and print and, if asked, store the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("families", nargs="*", default=[*FAMILIES], metavar="FAMILY")
    parser.add_argument("--sizes", default="50,100,200,400,800,1600,3200,6400")
    parser.add_argument("--limit", type=float, default=60, help="seconds for one program")
    parser.add_argument("--store", action="store_true")
    arguments = parser.parse_args()
    sizes = [int(size) for size in arguments.sizes.split(",")]
    stored = {
        "date": datetime.date.today().isoformat(),
        "machine": machine(),
        "limit": arguments.limit,
        "seconds": measured(arguments.families, sizes, arguments.limit),
    }
    if arguments.store:
        FIGURES.write_text(json.dumps(stored, indent=2) + "\n")
        PAGE.write_text(page(stored))
        PICTURE.write_text(svg(stored))


if __name__ == "__main__":
    main()
