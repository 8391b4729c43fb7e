"""Random programs: fft is decided as other dialects are, and in-place updates are right."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bufferize
from bufferize.diagnostics import DiagnosticError
from examples.fft_dialect.tests.programs import bufferized, parsed, replace_by_equivalents
from examples.fft_dialect.tests.running import results

T = "tensor<4xf32>"
H = "tensor<2xf32>"
COMPARED = 60
RUN = 12
FUNCTIONS = f"""
fft.func private @scaled(%t: {T}, %x: f32) -> {T} {{
  %0 = fft.scale %x, %t : {T} -> {T}
  fft.return %0 : {T}
}}
fft.func private @first(%t: {T}, %u: {T}) -> ({T}, f32) {{
  %0 = fft.energy %u : {T}
  fft.return %t, %0 : {T}, f32
}}
"""


class Maker:
    """A maker of random programs."""

    def __init__(self, seed: int) -> None:
        self.choose = random.Random(seed)
        self.count = 0
        self.lines: list[str] = []

    def add(self, text: str, results: int = 1) -> str:
        """Add a line; return the name of the new value or values."""
        self.count += 1
        suffix = f":{results}" if results > 1 else ""
        self.lines.append(f"%v{self.count}{suffix} = {text}")
        return f"%v{self.count}"

    def steps(self, tensors: list[str], depth: int) -> list[str]:
        """Return the `tensors`, and the results of some random steps on them."""
        found = list(tensors)
        for _ in range(self.choose.randint(1, 4)):
            kinds = [self.scale, self.scale, self.half, self.call, self.other, self.new]
            if depth:
                kinds += [self.repeat, self.branch, self.spawn]
            found.append(self.choose.choice(kinds)(found, depth))
        return found

    def scale(self, found: list[str], depth: int) -> str:
        return self.add(f"fft.scale %x, {self.choose.choice(found)} : {T} -> {T}")

    def new(self, found: list[str], depth: int) -> str:
        source, into = self.add(f"fft.twiddle -> {T}"), self.choose.choice(found)
        types = f"{T}, {T} into {T} -> {T}"
        return self.add(f"fft.dft {self.choose.choice(found)}, {source} into {into} : {types}")

    def half(self, found: list[str], depth: int) -> str:
        source, into = self.choose.choice(found), self.choose.choice(found)
        part = self.add(f"fft.half {source} from %c1 : {T} -> {H}")
        if self.choose.random() < 0.7:
            part = self.add(f"fft.scale %x, {part} : {H} -> {H}")
        return self.add(f"tensor.insert_slice {part} into {into}[%c1] [2] [2] : {H} into {T}")

    def call(self, found: list[str], depth: int) -> str:
        a, b = self.choose.choice(found), self.choose.choice(found)
        if self.choose.random() < 0.5:
            return self.add(f"fft.call @scaled({a}, %x) : ({T}, f32) -> {T}")
        both = self.add(f"fft.call @first({a}, {b}) : ({T}, {T}) -> ({T}, f32)", 2)
        return self.add(f"tensor.insert {both}#1 into {both}#0[%c1] : {T}")

    def other(self, found: list[str], depth: int) -> str:
        a, b = self.choose.choice(found), self.choose.choice(found)
        return self.add(f"linalg.add ins({a}, {a} : {T}, {T}) outs({b} : {T}) -> {T}")

    def region(self, found: list[str], depth: int) -> None:
        """Return the contents and the end of a region, which usually yields the latest values."""
        made = self.steps(found, depth - 1)
        given = made[-1] if self.choose.random() < 0.7 else self.choose.choice(made)
        self.lines.append(f"fft.yield {given} : {T}")

    def repeat(self, found: list[str], depth: int) -> str:
        init = self.choose.choice(found)
        loop = self.add(f"fft.repeat %n carrying {init} : {T} -> {T} {{")
        self.lines.append(f"^bb0(%i{loop[1:]}: index, %a{loop[1:]}: {T}):")
        self.region([*found, f"%a{loop[1:]}"], depth)
        self.lines.append("}")
        return loop

    def branch(self, found: list[str], depth: int) -> str:
        chosen = self.add(f"fft.choose {self.choose.choice(['%yes', '%no'])} -> {T} {{")
        self.region(found, depth)
        self.lines.append("} else {")
        self.region(found, depth)
        self.lines.append("}")
        return chosen

    def spawn(self, found: list[str], depth: int) -> str:
        loop = self.add(f"fft.spawn %n sharing {self.choose.choice(found)} : {T} -> {T} {{")
        index, shared = f"%i{loop[1:]}", f"%o{loop[1:]}"
        self.lines.append(f"^bb0({index}: index, {shared}: {T}):")
        source = self.choose.choice([shared, shared, *found])
        part = self.add(f"fft.half {source} from {index} : {T} -> {H}")
        part = self.add(f"fft.scale %x, {part} : {H} -> {H}")
        give = f"fft.give {part} into {shared} from {index} : {H} into {T}"
        self.lines.append(f"fft.join {{ {give} }}\n}}")
        return loop


def program(seed: int) -> str:
    """Return a program that prints its tensors."""
    maker = Maker(seed)
    start = [maker.add(f"arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : {T}")]
    start += [maker.add(f"linalg.fill ins(%x : f32) outs(%e : {T}) -> {T}")]
    for tensor in maker.steps(start, 2):
        vector = f"{T}, vector<4xf32>"
        read = f"vector.transfer_read {tensor}[%c0], %x {{in_bounds = [true]}} : {vector}"
        maker.lines.append(f"vector.print {maker.add(read)} : vector<4xf32>")
    body = "\n".join(maker.lines)
    return f"""{FUNCTIONS}
    func.func @main() {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.constant 2 : index
    %x = arith.constant 2.0 : f32
    %yes = arith.constant true
    %no = arith.constant false
    %e = tensor.empty() : {T}
    {body}
    return
    }}"""


def outcome(text: str, *, equivalents_first: bool, **options: Any) -> str:
    """Return the program on buffers, or why there is none."""
    module = parsed(text)
    if equivalents_first:
        replace_by_equivalents(module)
    try:
        bufferized(module, **options)
    except DiagnosticError as failure:
        return failure.diagnostics[0].message
    if not equivalents_first:
        replace_by_equivalents(module)
    return bufferize.print_module(module)


@pytest.mark.slow
@pytest.mark.parametrize("allowed", [True, False], ids=["any yields", "own yields"])
def test_as_of_other_dialects(allowed: bool) -> None:
    outcomes = []
    for seed in range(COMPARED):
        text, options = program(seed), {"allow_return_allocs_from_loops": allowed}
        found = outcome(text, equivalents_first=False, **options)
        assert found == outcome(text, equivalents_first=True, **options), f"seed {seed}"
        outcomes.append(found)
    refused = [found for found in outcomes if "\n" not in found]
    assert not refused if allowed else 0 < len(refused) < COMPARED


@pytest.mark.reference
@pytest.mark.parametrize("seed", range(RUN))
def test_results_do_not_depend_on_what_is_in_place(seed: int) -> None:
    text = program(seed)
    in_place = results(text, allow_return_allocs_from_loops=True)
    assert in_place == results(text, copy_before_write=True)
    assert in_place
