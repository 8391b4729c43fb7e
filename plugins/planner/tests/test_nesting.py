"""Arenas of functions within those of their callers."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

import bufferize
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import Operation
from bufferize.passes import pipeline_from_text
from bufferize_interpreter import Machine
from bufferize_tools import tool

CONTEXT = bufferize.Context()
M = "memref<4xf32>"
LEAF = f"""
func.func {{}}@leaf(%x: {M}, %y: {M}) {{{{
  %a = memref.alloc() : {M}
  memref.copy %x, %a : {M} to {M}
  memref.copy %a, %y : {M} to {M}
  memref.dealloc %a : {M}
  return
}}}}
"""
PRIVATE, PUBLIC = LEAF.format("private "), LEAF.format("")
MIDDLE = f"""
func.func private @middle(%x: {M}, %y: {M}) {{
  %b = memref.alloc() {{alignment = 32 : i64}} : {M}
  call @leaf(%x, %b) : ({M}, {M}) -> ()
  call @leaf(%b, %y) : ({M}, {M}) -> ()
  memref.dealloc %b : {M}
  return
}}
"""
MAIN = f"""
func.func @main() {{
  %x = memref.alloc() : {M}
  %y = memref.alloc() : {M}
  %f = arith.constant 2.5 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  linalg.fill ins(%f : f32) outs(%x : {M})
  scf.for %i = %c0 to %c3 step %c1 {{
    memref.store %f, %x[%i] : {M}
    func.call @middle(%x, %y) : ({M}, {M}) -> ()
    func.call @leaf(%y, %x) : ({M}, {M}) -> ()
  }}
  %r = memref.load %x[%c3] : {M}
  vector.print %r : f32
  memref.dealloc %x : {M}
  memref.dealloc %y : {M}
  return
}}
"""


def nested(text: str, options: str = "algorithm=exact", anchor: str = "{}") -> Operation:
    module = bufferize.parse(text, CONTEXT)
    assert bufferize.verify(module) == []
    name = f"static-memory-planner-analysis{{{options} nest-arenas mark-views}}"
    pipeline_from_text(f"builtin.module({anchor.format(name)})", CONTEXT).run(module, CONTEXT)
    assert bufferize.verify(module) == []
    return module


@pytest.mark.parametrize("algorithm", ["exact", "best-fit"])
def test_one_allocation_for_all_calls(algorithm: str) -> None:
    module = nested(PRIVATE + MIDDLE + MAIN, f"algorithm={algorithm}")
    text = str(module)
    assert "@leaf(%arg0: memref<4xf32>, %arg1: memref<4xf32>, %arg2: memref<16xi8>)" in text
    assert "@middle(%arg0: memref<4xf32>, %arg1: memref<4xf32>, %arg2: memref<32xi8>)" in text
    allocated = re.findall(r"memref.alloc\(\).*", text)
    if algorithm == "exact":
        assert allocated == ["memref.alloc() {alignment = 32 : i64} : memref<64xi8>"]
    else:  # plans what the entry block allocates; calls are in a loop
        assert len(allocated) == 3
    output = io.StringIO()
    run = Machine(module, CONTEXT, output=output).run("main", leaks=True)
    assert output.getvalue() == "2.5\n"
    assert run.statistics.allocations == (1 if algorithm == "exact" else 7)


def test_a_function_without_arguments() -> None:
    text = f"""
func.func private @g() {{
  %a = memref.alloc() : {M}
  memref.copy %a, %a : {M} to {M}
  return
}}
func.func @f() {{
  call @g() : () -> ()
  return
}}"""
    assert "call @g(%view) : (memref<16xi8>) -> ()" in str(nested(text))


def test_each_memory_space_is_passed() -> None:
    text = """
func.func private @g() {
  %a = memref.alloc() : memref<4xf32, 1>
  %b = memref.alloc() : memref<2xf32>
  memref.copy %a, %a : memref<4xf32, 1> to memref<4xf32, 1>
  memref.copy %b, %b : memref<2xf32> to memref<2xf32>
  return
}
func.func @f() {
  call @g() : () -> ()
  return
}"""
    assert ": (memref<16xi8, 1>, memref<8xi8>) -> ()" in str(nested(text))


RECURSIVE = PRIVATE.replace("  return", f"  call @leaf(%x, %y) : ({M}, {M}) -> ()\n  return")
INDIRECT = f"""
func.func @uses(%x: {M}, %y: {M}) {{
  %g = func.constant @leaf : ({M}, {M}) -> ()
  call_indirect %g(%x, %y) : ({M}, {M}) -> ()
  call @leaf(%x, %y) : ({M}, {M}) -> ()
  return
}}"""
CALLER = f"""
func.func @uses(%x: {M}, %y: {M}) {{
  call @leaf(%x, %y) : ({M}, {M}) -> ()
  return
}}"""


@pytest.mark.parametrize("text", [PUBLIC + CALLER, RECURSIVE + CALLER, PRIVATE + INDIRECT, PRIVATE])
def test_functions_that_allocate_themselves(text: str) -> None:
    """They are public or recursive, are used otherwise, or have no calls."""
    found = str(nested(text))
    assert "@leaf(%arg0: memref<4xf32>, %arg1: memref<4xf32>) {" in found
    assert found.count("memref.alloc()") == 1


def test_calls_at_the_same_time_have_memory_of_their_own() -> None:
    text = f"""{PRIVATE}
func.func @f(%x: {M}, %y: {M}, %i: index, %n: index) {{
  scf.parallel (%j) = (%i) to (%n) step (%n) {{
    func.call @leaf(%x, %y) : ({M}, {M}) -> ()
    scf.reduce
  }}
  return
}}"""
    found = str(nested(text))
    assert found.index("scf.parallel") < found.index("memref.alloc() {alignment = 4 : i64}")
    assert found.count("memref.dealloc") == 1


def test_a_module_is_needed() -> None:
    with pytest.raises(DiagnosticError) as found:
        nested(PRIVATE + CALLER, anchor="func.func({})")
    assert "nest-arenas needs a module, not 'func.func'" in str(found.value)


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.mlir").write_text(PRIVATE + MIDDLE + MAIN)
    assert (
        tool.main(["plan", "in.mlir", "--nest-arenas", "--forbid-allocations", "-o=out.mlir"]) == 0
    )
    leaf, middle, main = capfd.readouterr().out.splitlines()
    assert leaf.startswith("@leaf (within its callers): arena 16 bytes = lower bound; ")
    assert middle.startswith("@middle (within its callers): arena 32 bytes = lower bound; ")
    assert main.startswith("@main: arena 64 bytes = lower bound; ")
    assert Path("out.mlir").read_text().count("memref.alloc()") == 1
    assert tool.main(["plan", "in.mlir", "--nest-arenas", "--function=main"]) == 1
    assert capfd.readouterr().err == (
        "error: --nest-arenas is for whole programs: leave out --function\n"
    )
