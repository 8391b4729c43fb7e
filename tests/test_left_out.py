"""Programs of which one run leaves operations on tensors, and later passes bufferize the rest.

They print the same before and after. Without the rules of `bufferize.analysis.left_out` they do not:
a later pass makes one buffer of two values that the first run took for two, or stores it.
"""

from __future__ import annotations

import io
import types

import pytest

import bufferize
from bufferize import Context, OneShotOptions, hookimpl
from bufferize import define as d
from bufferize.analysis import accesses, deferred_reads, function_summaries, one_shot_state
from bufferize.interfaces import EffectKind, MemoryEffect, MemoryEffectsOpInterface
from bufferize.passes import pipeline_from_text
from bufferize.plugins import Registry
from bufferize_interpreter import Machine

CONTEXT = bufferize.Context()
REST = "scf-bufferize,func-bufferize,arith-bufferize,finalizing-bufferize"
SEEDS = range(6)

START = """
func.func private @same(%t: tensor<2xi32>) -> tensor<2xi32> {
  return %t : tensor<2xi32>
}
func.func private @either(%c: i1, %t: tensor<2xi32>, %u: tensor<2xi32>) -> tensor<2xi32> {
  %r = arith.select %c, %t, %u : tensor<2xi32>
  return %r : tensor<2xi32>
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %yes = arith.constant true
  %old = arith.constant 100 : i32
  %new = arith.constant 7 : i32
  %e0 = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e0 : tensor<2xi32>) -> tensor<2xi32>
  %e = tensor.empty() : tensor<2xi32>
"""
UPDATE_AND_READ = """
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  vector.print %x : i32
  %y = tensor.extract %r[%c0] : tensor<2xi32>
  vector.print %y : i32
"""
UPDATE_AND_READ_MEMORY = """
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  vector.print %x : i32
  %m = memref.load %kept[] : memref<memref<2xi32>>
  %y = memref.load %m[%c0] : memref<2xi32>
  vector.print %y : i32
"""
KEEP = """
func.func private @keep(%t: tensor<2xi32>, %kept: memref<memref<2xi32>>) {
  %m = bufferization.to_buffer %t read_only : tensor<2xi32> to memref<2xi32>
  memref.store %m, %kept[] : memref<memref<2xi32>>
  return
}
"""
"""Only where it is called: where there are no buffers of buffers, nothing is kept."""
PROGRAMS = {
    "the next iteration gets what this one yields": """
  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%a = %t) -> (tensor<2xi32>) {
    %v = arith.index_cast %k : index to i32
    %n = linalg.fill ins(%v : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    %x = tensor.extract %a[%c0] : tensor<2xi32>
    vector.print %x : i32
    scf.yield %n : tensor<2xi32>
  }
""",
    "one region gets what another one passes on": """
  %r:2 = scf.while (%k = %c0, %a = %t) : (index, tensor<2xi32>) -> (index, tensor<2xi32>) {
    %v = arith.index_cast %k : index to i32
    %n = linalg.fill ins(%v : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    %x = tensor.extract %a[%c0] : tensor<2xi32>
    vector.print %x : i32
    %c = arith.cmpi slt, %k, %c3 : index
    scf.condition(%c) %k, %n : index, tensor<2xi32>
  } do {
  ^bb0(%k: index, %b: tensor<2xi32>):
    %following = arith.addi %k, %c1 : index
    scf.yield %following, %b : index, tensor<2xi32>
  }
""",
    "a task reads the argument of a region later": """
  %r = scf.for %k = %c0 to %c1 step %c1 iter_args(%a = %t) -> (tensor<2xi32>) {
    %token = async.execute {
      %x = tensor.extract %a[%c0] : tensor<2xi32>
      vector.print %x : i32
      async.yield
    }
    scf.yield %a : tensor<2xi32>
  }
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  %y = arith.cmpi eq, %x, %x : i32
  vector.print %y : i1
""",
    "a loop that is bufferized gives the result of a call": f"""
  %same = func.call @same(%t) : (tensor<2xi32>) -> tensor<2xi32>
  %r = scf.for %k = %c0 to %c1 step %c1 iter_args(%b = %e) -> (tensor<2xi32>) {{
    scf.yield %same : tensor<2xi32>
  }}
{UPDATE_AND_READ}""",
    "a call gives its argument": f"""
  %r = func.call @same(%t) : (tensor<2xi32>) -> tensor<2xi32>
{UPDATE_AND_READ}""",
    "a branch in a region passes its operand on": f"""
  %r = scf.execute_region -> tensor<2xi32> {{
    cf.br ^next(%t : tensor<2xi32>)
  ^next(%a: tensor<2xi32>):
    %u = tensor.insert %new into %t[%c1] : tensor<2xi32>
    %z = tensor.extract %u[%c1] : tensor<2xi32>
    vector.print %z : i32
    %q = tensor.extract %a[%c1] : tensor<2xi32>
    vector.print %q : i32
    scf.yield %a : tensor<2xi32>
  }}
{UPDATE_AND_READ}""",
    "a call stores its argument": f"""
  %kept = memref.alloc() : memref<memref<2xi32>>
  func.call @keep(%t, %kept) : (tensor<2xi32>, memref<memref<2xi32>>) -> ()
{UPDATE_AND_READ_MEMORY}""",
    "a call stores the result of another one": f"""
  %kept = memref.alloc() : memref<memref<2xi32>>
  %same = func.call @same(%t) : (tensor<2xi32>) -> tensor<2xi32>
  func.call @keep(%same, %kept) : (tensor<2xi32>, memref<memref<2xi32>>) -> ()
{UPDATE_AND_READ_MEMORY}""",
    "a call in a loop stores what the loop carries": f"""
  %kept = memref.alloc() : memref<memref<2xi32>>
  %r = scf.for %k = %c0 to %c1 step %c1 iter_args(%a = %t) -> (tensor<2xi32>) {{
    func.call @keep(%a, %kept) : (tensor<2xi32>, memref<memref<2xi32>>) -> ()
    scf.yield %a : tensor<2xi32>
  }}
{UPDATE_AND_READ_MEMORY}""",
    "a loop swaps what it carries": """
  %u = linalg.fill ins(%new : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %r:2 = scf.for %k = %c0 to %c1 step %c1 iter_args(%a = %t, %b = %u)
      -> (tensor<2xi32>, tensor<2xi32>) {
    scf.yield %b, %a : tensor<2xi32>, tensor<2xi32>
  }
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  vector.print %x : i32
  %y = tensor.extract %r#1[%c0] : tensor<2xi32>
  vector.print %y : i32
""",
    "a call gives one of two tensors": f"""
  %u = linalg.fill ins(%new : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %no = arith.constant false
  %r = func.call @either(%no, %u, %t) : (i1, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
{UPDATE_AND_READ}""",
}
STORED = {name for name in PROGRAMS if "@keep" in PROGRAMS[name]}
LOOP = "a loop that is bufferized gives the result of a call"


def program(name: str) -> bufferize.ir.Operation:
    functions = KEEP if name in STORED else ""
    return bufferize.parse(f"{functions}{START}{PROGRAMS[name]}  return\n}}", CONTEXT)


def printed(module: bufferize.ir.Operation) -> set[str]:
    """Return what a program prints under some schedules."""
    found = set()
    for seed in SEEDS:
        output = io.StringIO()
        Machine(module, CONTEXT, output=output).run("main", seed=seed)
        found.add(" ".join(output.getvalue().split()))
    return found


def bufferized(name: str, heuristic: str) -> bufferize.ir.Operation:
    module = program(name)
    options = f"allow-unknown-ops analysis-heuristic={heuristic} allow-return-allocs-from-loops"
    dialects = "tensor,linalg,bufferization" + (",scf" if name == LOOP else "")
    first = f"one-shot-bufferize{{{options} dialect-filter={dialects}}}"
    pipeline_from_text(f"builtin.module({first},{REST})", CONTEXT).run(module, CONTEXT)
    return module


@pytest.mark.parametrize("heuristic", ["bottom-up", "top-down"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_rest_is_bufferized_later(name: str, heuristic: str) -> None:
    expected = printed(program(name))
    assert printed(bufferized(name, heuristic)) <= expected


@pytest.mark.parametrize("name", PROGRAMS)
def test_without_the_rule_the_program_is_wrong(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name in STORED:
        for module in (deferred_reads, function_summaries):
            monkeypatch.setattr(module, "may_keep", lambda op, state: False)
    else:
        monkeypatch.setattr(one_shot_state, "values_passed_on", lambda use: [])
    expected = printed(program(name))
    assert any(
        not printed(bufferized(name, heuristic)) <= expected
        for heuristic in ("bottom-up", "top-down")
    )


@pytest.mark.parametrize("name", ["a call gives its argument", "a call gives one of two tensors"])
def test_what_an_operation_is_given_counts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accesses, "operands_passed_on", lambda value: [])
    assert not printed(bufferized(name, "bottom-up")) <= printed(program(name))


MINE = d.Dialect("mine")


@MINE.op("keep")
class KeepOp(d.Operation, MemoryEffectsOpInterface):
    """An op without a model that reads a tensor, and writes to memory."""

    tensor = d.operand(d.ANY_TENSOR)
    memory = d.operand(d.ANY_MEMREF)
    assembly_format = "$tensor `in` $memory attr-dict `:` type($tensor) `in` type($memory)"

    def effects(self) -> list[MemoryEffect]:
        tensor, memory = self.op_operands
        return [
            MemoryEffect(EffectKind.READ, tensor.value, tensor),
            MemoryEffect(EffectKind.WRITE, memory.value, memory),
        ]


@hookimpl
def register_dialects(registry: Registry) -> None:
    registry.add("mine", MINE)


PLUGIN = types.SimpleNamespace(__name__="mine", register_dialects=register_dialects)


@pytest.mark.parametrize(("memory", "copies"), [("memref<memref<2xi32>>", 1), ("memref<2xi32>", 0)])
def test_an_operation_may_store_a_buffer_where_buffers_are_stored(memory: str, copies: int) -> None:
    context = Context([PLUGIN, "arith", "func", "tensor"])
    module = bufferize.parse(
        f"""
        func.func @f(%x: i32, %i: index, %n: memref<memref<2xi32>>, %m: {memory}) -> i32 {{
          %b = memref.load %n[] : memref<memref<2xi32>>
          %t = tensor.from_elements %x, %x : tensor<2xi32>
          mine.keep %t in %m : tensor<2xi32> in {memory}
          %w = tensor.insert %x into %t[%i] : tensor<2xi32>
          %y = tensor.extract %w[%i] : tensor<2xi32>
          return %y : i32
        }}""",
        context,
    )
    report = bufferize.one_shot_bufferize(module, OneShotOptions(allow_unknown_ops=True), context)
    assert len(report.copies) == copies
