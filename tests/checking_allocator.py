"""An allocator for lowered programs that detects leaks, double frees and uses of freed memory.

Freed memory is overwritten, so that reads of it show, and never reused, so that writes to it are
found at the end. Freeing anything that is not allocated ends the program. Programs must be lowered
with `use_generic_functions`.
"""

from __future__ import annotations

PROBLEMS = "problems"
"""The name of a function to be called when all memory must be free.

It returns 0 if that is so and freed memory was not written to, and then releases all memory.
"""

# In front of the memory: its size, whether it is freed, the block before, and a mark.
ALLOCATOR = f"""
llvm.mlir.global internal @allocator_last(0 : i64) : i64
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
llvm.func @abort()
llvm.func @_mlir_memref_to_llvm_alloc(%size: i64) -> !llvm.ptr {{
  %header = llvm.mlir.constant(64 : i64) : i64
  %zero = llvm.mlir.constant(0 : i64) : i64
  %mark = llvm.mlir.constant(7310586 : i64) : i64
  %byte = llvm.mlir.constant(90 : i8) : i8
  %all = llvm.add %size, %header : i64
  %block = llvm.call @malloc(%all) : (i64) -> !llvm.ptr
  %head = llvm.mlir.addressof @allocator_last : !llvm.ptr
  %before = llvm.load %head : !llvm.ptr -> i64
  %address = llvm.ptrtoint %block : !llvm.ptr to i64
  llvm.store %address, %head : i64, !llvm.ptr
  llvm.store %size, %block : i64, !llvm.ptr
  %state = llvm.getelementptr %block[8] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %zero, %state : i64, !llvm.ptr
  %link = llvm.getelementptr %block[16] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %before, %link : i64, !llvm.ptr
  %place = llvm.getelementptr %block[24] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %mark, %place : i64, !llvm.ptr
  %memory = llvm.getelementptr %block[64] : (!llvm.ptr) -> !llvm.ptr, i8
  "llvm.intr.memset"(%memory, %byte, %size) <{{isVolatile = false}}> : (!llvm.ptr, i8, i64) -> ()
  llvm.return %memory : !llvm.ptr
}}
llvm.func @_mlir_memref_to_llvm_free(%memory: !llvm.ptr) {{
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %mark = llvm.mlir.constant(7310586 : i64) : i64
  %byte = llvm.mlir.constant(-86 : i8) : i8
  %block = llvm.getelementptr %memory[-64] : (!llvm.ptr) -> !llvm.ptr, i8
  %place = llvm.getelementptr %block[24] : (!llvm.ptr) -> !llvm.ptr, i8
  %found = llvm.load %place : !llvm.ptr -> i64
  %is_block = llvm.icmp "eq" %found, %mark : i64
  llvm.cond_br %is_block, ^block, ^wrong
^block:
  %state = llvm.getelementptr %block[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %freed = llvm.load %state : !llvm.ptr -> i64
  %is_live = llvm.icmp "eq" %freed, %zero : i64
  llvm.cond_br %is_live, ^live, ^wrong
^wrong:
  llvm.call @abort() : () -> ()
  llvm.unreachable
^live:
  llvm.store %one, %state : i64, !llvm.ptr
  %size = llvm.load %block : !llvm.ptr -> i64
  "llvm.intr.memset"(%memory, %byte, %size) <{{isVolatile = false}}> : (!llvm.ptr, i8, i64) -> ()
  llvm.return
}}
llvm.func @allocator_{PROBLEMS}() -> i64 {{
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %many = llvm.mlir.constant(1000000 : i64) : i64
  %byte = llvm.mlir.constant(-86 : i8) : i8
  %head = llvm.mlir.addressof @allocator_last : !llvm.ptr
  %last = llvm.load %head : !llvm.ptr -> i64
  llvm.store %zero, %head : i64, !llvm.ptr
  llvm.br ^next(%last, %zero : i64, i64)
^next(%address: i64, %problems: i64):
  %is_end = llvm.icmp "eq" %address, %zero : i64
  llvm.cond_br %is_end, ^end, ^look
^look:
  %block = llvm.inttoptr %address : i64 to !llvm.ptr
  %size = llvm.load %block : !llvm.ptr -> i64
  %state = llvm.getelementptr %block[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %freed = llvm.load %state : !llvm.ptr -> i64
  %link = llvm.getelementptr %block[16] : (!llvm.ptr) -> !llvm.ptr, i8
  %before = llvm.load %link : !llvm.ptr -> i64
  %memory = llvm.getelementptr %block[64] : (!llvm.ptr) -> !llvm.ptr, i8
  %is_live = llvm.icmp "eq" %freed, %zero : i64
  %leak = llvm.add %problems, %one : i64
  llvm.cond_br %is_live, ^done(%leak : i64), ^bytes(%zero : i64)
^bytes(%i: i64):
  %is_last = llvm.icmp "eq" %i, %size : i64
  llvm.cond_br %is_last, ^done(%problems : i64), ^byte
^byte:
  %at = llvm.getelementptr %memory[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %found = llvm.load %at : !llvm.ptr -> i8
  %is_same = llvm.icmp "eq" %found, %byte : i8
  %i_next = llvm.add %i, %one : i64
  %written = llvm.add %problems, %many : i64
  llvm.cond_br %is_same, ^bytes(%i_next : i64), ^done(%written : i64)
^done(%count: i64):
  llvm.call @free(%block) : (!llvm.ptr) -> ()
  llvm.br ^next(%before, %count : i64, i64)
^end:
  llvm.return %problems : i64
}}
func.func @{PROBLEMS}() -> i64 {{
  %0 = llvm.call @allocator_{PROBLEMS}() : () -> i64
  return %0 : i64
}}
"""
