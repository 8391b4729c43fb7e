llvm.func external ccc @f(%a: i32) -> !llvm.void {
  %0 = llvm.add %a, %a overflow<none> : i32
  %1 = llvm.alloca %a x !llvm.struct<"s", (i32, !llvm.struct<"t", (ptr, struct<"s">)>)> {alignment = 0 : i64} : (i32) -> !llvm.ptr<0>
  llvm.return
}
