module {
  func.func @f(%arg0: index, %arg1: index, %arg2: i32, %arg3: i64) {
    %0 = index.add %arg0, %arg1
    %1 = index.sub %arg0, %arg1
    %2 = index.mul %arg0, %arg1
    %3 = index.divs %arg0, %arg1
    %4 = index.divu %arg0, %arg1
    %5 = index.ceildivs %arg0, %arg1
    %6 = index.ceildivu %arg0, %arg1
    %7 = index.floordivs %arg0, %arg1
    %8 = index.rems %arg0, %arg1
    %9 = index.remu %arg0, %arg1
    %10 = index.maxs %arg0, %arg1
    %11 = index.maxu %arg0, %arg1
    %12 = index.mins %arg0, %arg1
    %13 = index.minu %arg0, %arg1
    %14 = index.shl %arg0, %arg1
    %15 = index.shrs %arg0, %arg1
    %16 = index.shru %arg0, %arg1
    %17 = index.and %arg0, %arg1
    %18 = index.or %arg0, %arg1
    %19 = index.xor %arg0, %arg1
    %20 = index.casts %arg0 : index to i32
    %21 = index.castu %arg2 : i32 to index
    %22 = index.casts %arg3 : i64 to index
    %23 = index.cmp eq(%arg0, %arg1)
    %24 = index.sizeof
    %idx42 = index.constant {x = 1 : i64} 42
    %true = index.bool.constant true
    %25 = index.cmp slt(%arg0, %arg1) {x = 2 : i64}
    %26 = index.add %arg0, %arg1 {x = 1 : i64}
    %idx-3 = index.constant -3
    return
  }
}
// -----
module attributes {a.b = #index<cmp_predicate ult>} {
}
