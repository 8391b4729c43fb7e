"""Random programs that are executed: nothing is more than was counted, and if all is static, equal."""

from __future__ import annotations

import re
from random import Random

import pytest

import bufferize
from bufferize.ir import Operation
from bufferize_buffers.statistics import FunctionUsage, Quantity, buffer_statistics
from plugins.buffers.tests.buffer_programs import BufferProgram
from plugins.buffers.tests.statistics.simulation import AGAIN, EXTENT, Simulation

CONTEXT = bufferize.Context()
CONTEXT.allow_unregistered_dialects = True


class StaticProgram:
    """Allocations, copies and deallocations in loops, calls and regions, without branches.

    A loop may hand a buffer on, which an iteration frees, replaces or leaves.
    """

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.count = 0
        self.lines: list[str] = []

    def text(self) -> str:
        self.lines.append("%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index")
        self.lines += [f"%n{i} = arith.constant {i} : index" for i in range(4)]
        self.block([], 0)
        body = "\n".join(self.lines)
        return f"func.func @f(%x: memref<8xf32>) {{\n{body}\nreturn\n}}\n"

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def block(self, own: list[tuple[str, int]], depth: int) -> None:
        """Statements; `own` holds the buffers that may be freed here, with their sizes."""
        for _ in range(self.random.randint(1, 5)):
            kind = self.random.choice(
                ["new", "new", "free", "free", "copy", "loop", "carry", "again"]
            )
            if kind == "new" or (kind in ("loop", "carry", "again") and depth > 2):
                own.append(self.new(self.random.choice([1, 2, 8])))
            elif kind == "free" and own:
                name, size = own.pop(self.random.randrange(len(own)))
                if self.random.random() < 0.3:
                    view = self.name()
                    self.lines.append(
                        f"{view} = memref.cast {name} : memref<{size}xf32> to memref<?xf32>"
                    )
                    self.lines.append(f"memref.dealloc {view} : memref<?xf32>")
                else:
                    self.lines.append(f"memref.dealloc {name} : memref<{size}xf32>")
            elif kind == "copy":
                name, size = self.new(8)
                own.append((name, size))
                self.lines.append(f"memref.copy %x, {name} : memref<8xf32> to memref<8xf32>")
            elif kind == "loop":
                self.lines.append(f"affine.for {self.name()} = 0 to {self.random.randint(0, 3)} {{")
                self.block([], depth + 1)
                self.lines.append("}")
            elif kind == "carry":
                self.carry(own, depth)

    def new(self, size: int) -> tuple[str, int]:
        name = self.name()
        self.lines.append(f"{name} = memref.alloc() : memref<{size}xf32>")
        return name, size

    def carry(self, own: list[tuple[str, int]], depth: int) -> None:
        """A loop whose iterations hand on a buffer of one size."""
        result, carried = self.name(), self.name()
        init, size = self.new(4)
        trips = self.random.randint(1, 3)
        self.lines.append(
            f"{result} = scf.for {self.name()} = %c0 to %n{trips} step %c1"
            f" iter_args({carried} = {init}) -> (memref<4xf32>) {{"
        )
        self.block([], depth + 1)
        new, _ = self.new(4)
        self.block([], depth + 1)
        self.lines.append(f"memref.dealloc {carried} : memref<4xf32>")
        self.block([], depth + 1)
        self.lines.append(f"scf.yield {new} : memref<4xf32>\n}}")
        own.append((result, size))


def counted(text: str) -> tuple[Operation, FunctionUsage]:
    module = bufferize.parse(text, CONTEXT)
    *_, function = module.regions[0].blocks[0].ops
    *_, (_, found) = buffer_statistics(module).functions
    return function, found


def value(quantity: Quantity, numbers: dict[str, int]) -> int:
    """What a quantity is, where unknowns whose names begin like those of `numbers` are these."""
    text = re.sub(r"(trips|value|runs)\(([a-z_.]+) at [^)]*\)(#\d+)?", r"\1_\2", str(quantity))
    text = text.replace("%", "").replace(".", "_")
    return int(eval(text, {"max": max}, numbers))


@pytest.mark.parametrize("seed", range(200))
@pytest.mark.slow
def test_what_is_static_is_exact(seed: int) -> None:
    text = StaticProgram(seed).text()
    function, found = counted(text)
    ran = Simulation(function, ())
    usage = found.usage
    figures = [usage.allocations, usage.allocated_bytes, usage.copies, usage.copied_bytes]
    assert [each.number for each in figures] == [
        ran.allocations,
        ran.allocated,
        ran.copies,
        ran.copied,
    ], text
    assert (found.peak.number, found.leaked.number) == (ran.peak, ran.leaked), text


@pytest.mark.parametrize("frees", [False, True])
@pytest.mark.parametrize("seed", range(60))
@pytest.mark.slow
def test_nothing_is_more_than_was_counted(seed: int, frees: bool) -> None:
    text = BufferProgram(seed, frees=frees).text()
    function, found = counted(text)
    usage = found.usage
    for condition in (0, 1):
        n, m = 2, 5  # loops go from one to the other in steps of the latter: once
        ran = Simulation(function, (condition, n, m))
        numbers = {
            "arg1": n,
            "arg2": m,
            "value_test_extent": EXTENT,
            "trips_scf_for": 1,
            "trips_scf_parallel": 1,
            "trips_scf_while": AGAIN,
        }
        most = [
            value(each, numbers) for each in (usage.allocations, usage.allocated_bytes, found.peak)
        ]
        assert ran.allocations <= most[0], text
        assert ran.allocated <= most[1], text
        assert ran.peak <= most[2], text
