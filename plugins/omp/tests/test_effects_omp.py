"""What operations of omp do to memory."""

from __future__ import annotations

from bufferize.interfaces import EffectKind, has_effect
from bufferize.passes import PassManager
from bufferize.plugins import Context
from bufferize.syntax import print_module
from bufferize_omp.ops_other import AtomicUpdateOp
from bufferize_testing import parse_valid
from bufferize_transforms.passes import CSEPass


def test_an_atomic_update_reads_and_writes_its_variable() -> None:
    text = """
    func.func @add(%sum: memref<i32>, %v: i32) {
      omp.atomic.update %sum : memref<i32> {
      ^bb0(%x: i32):
        %0 = arith.addi %x, %v : i32
        omp.yield(%0 : i32)
      }
      return
    }
    """
    context = Context()
    module = parse_valid(text, context)
    (update,) = (op for op in module.walk() if isinstance(op, AtomicUpdateOp))
    assert has_effect(update, EffectKind.READ, update.x)
    assert has_effect(update, EffectKind.WRITE, update.x)
    PassManager(steps=[CSEPass()]).run(module, context)
    assert "omp.atomic.update" in print_module(module)
