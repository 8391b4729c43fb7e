"""Programs with their deallocations, lowered by mlir-opt and run under an allocator that counts."""

from __future__ import annotations

import re

from bufferize_interpreter.native import execute, lower_to_llvm
from bufferize_interpreter.processes import ProcessLimits
from tests.run_programs import TIMEOUT

_DEFINITIONS = """
func.func private @outside(%x: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  return %a : memref<4xf32>
}
memref.global "private" @state : memref<i32> = dense<SEED>
func.func private @flag() -> i1 {
  %m = memref.get_global @state : memref<i32>
  %0 = memref.load %m[] : memref<i32>
  %a = arith.constant 1103515245 : i32
  %b = arith.constant 12345 : i32
  %c = arith.constant 16 : i32
  %1 = arith.muli %0, %a : i32
  %2 = arith.addi %1, %b : i32
  memref.store %2, %m[] : memref<i32>
  %3 = arith.shrui %2, %c : i32
  %4 = arith.trunci %3 : i32 to i1
  return %4 : i1
}
func.func private @number() -> index {
  %0 = func.call @flag() : () -> i1
  %1 = arith.index_castui %0 : i1 to index
  return %1 : index
}
func.func private @bound() -> index {
  %0 = arith.constant 4 : index
  return %0 : index
}
func.func private @step() -> index {
  %0 = arith.constant 1 : index
  return %0 : index
}
func.func private @element() -> f32 {
  %0 = memref.get_global @state : memref<i32>
  %1 = memref.load %0[] : memref<i32>
  %2 = arith.sitofp %1 : i32 to f32
  return %2 : f32
}
func.func @main() {
  %a = memref.alloc() : memref<4xf32>
  %f = arith.constant 1.5 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %f, %a[%i] : memref<4xf32>
  }
  %b = func.call @first(%a) : (memref<4xf32>) -> memref<4xf32>
  %c = func.call @second(%b) : (memref<4xf32>) -> memref<4xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %0 = memref.load %a[%i] : memref<4xf32>
    vector.print %0 : f32
    %1 = memref.load %b[%i] : memref<4xf32>
    vector.print %1 : f32
    %2 = memref.load %c[%i] : memref<4xf32>
    vector.print %2 : f32
  }
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  memref.dealloc %c : memref<4xf32>
  %live = func.call @live() : () -> i64
  vector.print %live : i64
  return
}
func.func private @live() -> i64
"""
# Freed memory is kept, so that it cannot be had again, and marked, so that it is not freed twice.
_ALLOCATOR = """
llvm.mlir.global internal @count(0 : i64) : i64
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @abort()
llvm.func @_mlir_memref_to_llvm_alloc(%size: i64) -> !llvm.ptr {
  %header = llvm.mlir.constant(64 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %all = llvm.add %size, %header : i64
  %block = llvm.call @malloc(%all) : (i64) -> !llvm.ptr
  llvm.store %size, %block : i64, !llvm.ptr
  %count = llvm.mlir.addressof @count : !llvm.ptr
  %old = llvm.load %count : !llvm.ptr -> i64
  %new = llvm.add %old, %one : i64
  llvm.store %new, %count : i64, !llvm.ptr
  %memory = llvm.getelementptr %block[64] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.return %memory : !llvm.ptr
}
llvm.func @_mlir_memref_to_llvm_free(%memory: !llvm.ptr) {
  %one = llvm.mlir.constant(1 : i64) : i64
  %freed = llvm.mlir.constant(-1 : i64) : i64
  %byte = llvm.mlir.constant(-86 : i8) : i8
  %block = llvm.getelementptr %memory[-64] : (!llvm.ptr) -> !llvm.ptr, i8
  %size = llvm.load %block : !llvm.ptr -> i64
  %twice = llvm.icmp "eq" %size, %freed : i64
  llvm.cond_br %twice, ^wrong, ^right
^wrong:
  llvm.call @abort() : () -> ()
  llvm.unreachable
^right:
  llvm.store %freed, %block : i64, !llvm.ptr
  "llvm.intr.memset"(%memory, %byte, %size) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  %count = llvm.mlir.addressof @count : !llvm.ptr
  %old = llvm.load %count : !llvm.ptr -> i64
  %new = llvm.sub %old, %one : i64
  llvm.store %new, %count : i64, !llvm.ptr
  llvm.return
}
llvm.func @live() -> i64 {
  %count = llvm.mlir.addressof @count : !llvm.ptr
  %now = llvm.load %count : !llvm.ptr -> i64
  llvm.return %now : i64
}
"""
_DECLARED = re.compile(r"^ *func\.func private @\w+\([^%\n]*$\n", re.MULTILINE)
_REPLACED = re.compile(
    r"^ *llvm\.func @(?:malloc|abort|live|_mlir_memref_to_llvm_\w+)\(.*$\n", re.MULTILINE
)


def outcome(text: str, seed: int = 1) -> list[str]:
    """What a program prints: numbers, and how many allocations are left at its end.

    Raises NativeError where it cannot be lowered, NativeStop where it frees anything twice.
    """
    start = text.index("module {") + len("module {")
    body = _DECLARED.sub("", text[start : text.rindex("}")])
    definitions = _DEFINITIONS.replace("SEED", str(seed))
    program = f"{text[:start]}{body}{definitions}}}"
    lowered = lower_to_llvm(program, use_generic_functions=True, limits=ProcessLimits(TIMEOUT))
    found = _REPLACED.sub("", lowered)
    found = f"{found[: found.rindex('}')]}{_ALLOCATOR}}}"
    return execute(found, "main", limits=ProcessLimits(TIMEOUT)).split()
