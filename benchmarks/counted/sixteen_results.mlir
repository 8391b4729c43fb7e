// One block has to free what sixteen branches give.
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %hundred = arith.constant 100 : index
  %f = arith.constant 1.0 : f32
  %two = arith.constant 2 : index
  %x = memref.alloc() : memref<16xf32>
  memref.store %f, %x[%zero] : memref<16xf32>
  %i0 = arith.constant 0 : index
  %rest0 = arith.remui %i0, %two : index
  %c0 = arith.cmpi eq, %rest0, %zero : index
  %r0 = scf.if %c0 -> (memref<16xf32>) {
    %new = memref.alloc() : memref<16xf32>
    memref.copy %x, %new : memref<16xf32> to memref<16xf32>
    scf.yield %new : memref<16xf32>
  } else {
    scf.yield %x : memref<16xf32>
  }
  %i1 = arith.constant 1 : index
  %rest1 = arith.remui %i1, %two : index
  %c1 = arith.cmpi eq, %rest1, %zero : index
  %r1 = scf.if %c1 -> (memref<16xf32>) {
    %new = memref.alloc() : memref<16xf32>
    memref.copy %r0, %new : memref<16xf32> to memref<16xf32>
    scf.yield %new : memref<16xf32>
  } else {
    scf.yield %r0 : memref<16xf32>
  }
  %i2 = arith.constant 2 : index
  %rest2 = arith.remui %i2, %two : index
  %c2 = arith.cmpi eq, %rest2, %zero : index
  %r2 = scf.if %c2 -> (memref<16xf32>) {
    %new = memref.alloc() : memref<16xf32>
    memref.copy %r1, %new : memref<16xf32> to memref<16xf32>
    scf.yield %new : memref<16xf32>
  } else {
    scf.yield %r1 : memref<16xf32>
  }
  %i3 = arith.constant 3 : index
  %rest3 = arith.remui %i3, %two : index
  %c3 = arith.cmpi eq, %rest3, %zero : index
  %r3 = scf.if %c3 -> (memref<16xf32>) {
    %new = memref.alloc() : memref<16xf32>
    memref.copy %r2, %new : memref<16xf32> to memref<16xf32>
    scf.yield %new : memref<16xf32>
  } else {
    scf.yield %r2 : memref<16xf32>
  }
  %i4 = arith.constant 4 : index
  %rest4 = arith.remui %i4, %two : index
  %c4 = arith.cmpi eq, %rest4, %zero : index
  %r4 = scf.if %c4 -> (memref<16xf32>) {
    %new = memref.alloc() : memref<16xf32>
    memref.copy %r3, %new : memref<16xf32> to memref<16xf32>
    scf.yield %new : memref<16xf32>
  } else {
    scf.yield %r3 : memref<16xf32>
  }
  %i5 = arith.constant 5 : index
  %rest5 = arith.remui %i5, %two : index
  %c5 = arith.cmpi eq, %rest5, %zero : index
  %r5 = scf.if %c5 -> (memref<16xf32>) {
    %new = memref.alloc() : memref<16xf32>
    memref.copy %r4, %new : memref<16xf32> to memref<16xf32>
    scf.yield %new : memref<16xf32>
  } else {
    scf.yield %r4 : memref<16xf32>
  }
  %i6 = arith.constant 6 : index
  %rest6 = arith.remui %i6, %two : index
  %c6 = arith.cmpi eq, %rest6, %zero : index
  %r6 = scf.if %c6 -> (memref<16xf32>) {
    %new = memref.alloc() : memref<16xf32>
    memref.copy %r5, %new : memref<16xf32> to memref<16xf32>
    scf.yield %new : memref<16xf32>
  } else {
    scf.yield %r5 : memref<16xf32>
  }
  %i7 = arith.constant 7 : index
  %rest7 = arith.remui %i7, %two : index
  %c7 = arith.cmpi eq, %rest7, %zero : index
  %r7 = scf.if %c7 -> (memref<16xf32>) {
    %new = memref.alloc() : memref<16xf32>
    memref.copy %r6, %new : memref<16xf32> to memref<16xf32>
    scf.yield %new : memref<16xf32>
  } else {
    scf.yield %r6 : memref<16xf32>
  }
  %i8 = arith.constant 8 : index
  %rest8 = arith.remui %i8, %two : index
  %c8 = arith.cmpi eq, %rest8, %zero : index
  %r8 = scf.if %c8 -> (memref<16xf32>) {
    %new = memref.alloc() : memref<16xf32>
    memref.copy %r7, %new : memref<16xf32> to memref<16xf32>
    scf.yield %new : memref<16xf32>
  } else {
    scf.yield %r7 : memref<16xf32>
  }
  %i9 = arith.constant 9 : index
  %rest9 = arith.remui %i9, %two : index
  %c9 = arith.cmpi eq, %rest9, %zero : index
  %r9 = scf.if %c9 -> (memref<16xf32>) {
    %new = memref.alloc() : memref<16xf32>
    memref.copy %r8, %new : memref<16xf32> to memref<16xf32>
    scf.yield %new : memref<16xf32>
  } else {
    scf.yield %r8 : memref<16xf32>
  }
  %i10 = arith.constant 10 : index
  %rest10 = arith.remui %i10, %two : index
  %c10 = arith.cmpi eq, %rest10, %zero : index
  %r10 = scf.if %c10 -> (memref<16xf32>) {
    %new = memref.alloc() : memref<16xf32>
    memref.copy %r9, %new : memref<16xf32> to memref<16xf32>
    scf.yield %new : memref<16xf32>
  } else {
    scf.yield %r9 : memref<16xf32>
  }
  %i11 = arith.constant 11 : index
  %rest11 = arith.remui %i11, %two : index
  %c11 = arith.cmpi eq, %rest11, %zero : index
  %r11 = scf.if %c11 -> (memref<16xf32>) {
    %new = memref.alloc() : memref<16xf32>
    memref.copy %r10, %new : memref<16xf32> to memref<16xf32>
    scf.yield %new : memref<16xf32>
  } else {
    scf.yield %r10 : memref<16xf32>
  }
  %i12 = arith.constant 12 : index
  %rest12 = arith.remui %i12, %two : index
  %c12 = arith.cmpi eq, %rest12, %zero : index
  %r12 = scf.if %c12 -> (memref<16xf32>) {
    %new = memref.alloc() : memref<16xf32>
    memref.copy %r11, %new : memref<16xf32> to memref<16xf32>
    scf.yield %new : memref<16xf32>
  } else {
    scf.yield %r11 : memref<16xf32>
  }
  %i13 = arith.constant 13 : index
  %rest13 = arith.remui %i13, %two : index
  %c13 = arith.cmpi eq, %rest13, %zero : index
  %r13 = scf.if %c13 -> (memref<16xf32>) {
    %new = memref.alloc() : memref<16xf32>
    memref.copy %r12, %new : memref<16xf32> to memref<16xf32>
    scf.yield %new : memref<16xf32>
  } else {
    scf.yield %r12 : memref<16xf32>
  }
  %i14 = arith.constant 14 : index
  %rest14 = arith.remui %i14, %two : index
  %c14 = arith.cmpi eq, %rest14, %zero : index
  %r14 = scf.if %c14 -> (memref<16xf32>) {
    %new = memref.alloc() : memref<16xf32>
    memref.copy %r13, %new : memref<16xf32> to memref<16xf32>
    scf.yield %new : memref<16xf32>
  } else {
    scf.yield %r13 : memref<16xf32>
  }
  %i15 = arith.constant 15 : index
  %rest15 = arith.remui %i15, %two : index
  %c15 = arith.cmpi eq, %rest15, %zero : index
  %r15 = scf.if %c15 -> (memref<16xf32>) {
    %new = memref.alloc() : memref<16xf32>
    memref.copy %r14, %new : memref<16xf32> to memref<16xf32>
    scf.yield %new : memref<16xf32>
  } else {
    scf.yield %r14 : memref<16xf32>
  }
  %shown = memref.load %r15[%zero] : memref<16xf32>
  vector.print %shown : f32
  return
}
