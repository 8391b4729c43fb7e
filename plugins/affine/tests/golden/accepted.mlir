func.func @f(%a: index, %m: memref<?xindex>) {
  %x = memref.load %m[%a] : memref<?xindex> %0 = affine.apply affine_map<(d0) -> (d0)>(%x)
  return
}
// -----
func.func @f(%a: index, %m: memref<?xindex>) {
  %x = memref.load %m[%a] : memref<?xindex> affine.for %j = 0 to %x { }
  return
}
// -----
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %j = 0 to 10 step 0 { }
  return
}
// -----
func.func @f(%a: index, %f: f32) {
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 0 : index, upperBoundMap = affine_map<() -> (10)>}> ({ ^bb0(%i: index): affine.yield }) : () -> ()
  return
}
// -----
func.func @f(%a: index, %m: memref<?xindex>) {
  %x = memref.load %m[%a] : memref<?xindex> affine.if affine_set<(d0) : (d0 >= 0)>(%x) { }
  return
}
// -----
func.func @f(%a: index, %m: memref<?xindex>) {
  %x = memref.load %m[%a] : memref<?xindex> %y = affine.load %m[%x] : memref<?xindex>
  return
}
// -----
func.func @f(%a: index, %m: memref<?xindex>, %v: index) {
  %x = memref.load %m[%a] : memref<?xindex> affine.store %v, %m[%x] : memref<?xindex>
  return
}
// -----
func.func @f(%a: index, %f: f32) {
  %0 = affine.delinearize_index %a into () : index
  return
}
// -----
func.func @f(%a: index, %f: f32) {
  %0 = affine.linearize_index [%a, %a] by (2) : index
  return
}
// -----
func.func @f(%a: index, %f: f32) {
  %0 = affine.linearize_index [] by () : index
  return
}
// -----
func.func @f(%a: index, %f: f32) {
  %0 = affine.linearize_index [%a] by (0) : index
  return
}
// -----
func.func @f(%a: index, %f: f32) {
  %0 = affine.linearize_index [%a] by () : index
  return
}
// -----
func.func @f(%m: memref<10xf32>, %t: memref<1xi32>, %a: index) {
  affine.dma_start %m[%a], %m[%a, %a], %t[%a], %a : memref<10xf32>, memref<10xf32>, memref<1xi32>
  return
}
// -----
func.func @f(%m: memref<10xf32>, %t: memref<1xi32>, %a: index) {
  affine.dma_start %m[%a], %m[%a], %t[%a], %a : memref<10xf32>, memref<10xf32>, memref<1xi32>
  return
}
// -----
func.func @f(%t: memref<1xi32>, %a: index) {
  affine.dma_wait %t[%a, %a], %a : memref<1xi32>
  return
}
// -----
func.func @f(%m: memref<10xf32>, %n: memref<10xf32, 1>, %t: memref<1xi32>, %p: memref<?xindex>, %a: index) {
  %x = memref.load %p[%a] : memref<?xindex> affine.dma_start %m[%x], %n[%a], %t[%a], %a : memref<10xf32>, memref<10xf32, 1>, memref<1xi32>
  return
}
// -----
func.func @f(%a: index, %f: f32) {
  affine.for %i = 0 to 10 { %c = arith.constant 3 : index %d = arith.addi %c, %i : index %x = affine.apply affine_map<(d0)->(d0)>(%d) }
  return
}
// -----
func.func @f(%t: tensor<?xf32>, %m: memref<?x?xf32>) {
  %c = arith.constant 3 : index affine.for %i = 0 to 10 { %d = tensor.dim %t, %c : tensor<?xf32> %e = memref.dim %m, %c : memref<?x?xf32> affine.for %j = %d to %e { } }
  return
}
// -----
func.func @f(%a: index, %t: tensor<?xf32>) {
  %c = arith.constant 0 : index scf.parallel (%i) = (%a) to (%a) step (%a) { %x = affine.apply affine_map<(d0)->(d0)>(%i) }
  return
}
// -----
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 10 { %d = arith.addi %a, %a : index affine.for %j = 0 to %d { } }
  return
}
// -----
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 10 { %x = memref.load %m[%a] : memref<?xindex> %y = affine.apply affine_map<(d0)->(d0)>(%x) }
  return
}
// -----
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 10 { %x = memref.load %m[%a] : memref<?xindex> %y = affine.apply affine_map<()[s0]->(s0)>()[%x] }
  return
}
// -----
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 10 { %x = memref.load %m[%a] : memref<?xindex> %y = affine.min affine_map<()[s0]->(s0)>()[%x] }
  return
}
// -----
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 10 { affine.for %j = 0 to 10 { %x:2 = affine.delinearize_index %i into (2,3) : index, index affine.load %m[%x#0] : memref<?xindex> } }
  return
}
// -----
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 10 { affine.for %j = 0 to 10 { %x:2 = affine.delinearize_index %i into (2,3) : index, index affine.for %k = 0 to affine_map<(d0)->(d0)>(%x#0) {} } }
  return
}
// -----
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 10 { affine.for %j = 0 to 10 { %x:2 = affine.delinearize_index %a into (2,3) : index, index affine.for %k = 0 to %x#0 {} } }
  return
}
// -----
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 10 { affine.for %j = 0 to 10 { %x = affine.min affine_map<(d0)->(d0, 3)>(%a) affine.for %k = 0 to %x {} } }
  return
}
// -----
func.func @f(%a: index, %m: memref<?xindex>, %t: i32) {
  "test.other"() ({ ^bb0(%i: index): affine.for %k = 0 to %a {} "test.y"() : () -> () }) : () -> ()
  return
}
// -----
func.func @f(%a: index, %t: tensor<?xf32>) {
  %c = arith.constant 0 : index affine.for %i = 0 to 10 { %q = memref.alloc(%a) : memref<?xf32> %d = memref.dim %q, %c : memref<?xf32> affine.for %j = 0 to %d { } }
  return
}
// -----
func.func @f(%a: index, %t: tensor<?x4xf32>) {
  affine.for %i = 0 to 10 { scf.execute_region { affine.for %j = 0 to affine_map<(d0)->(d0)>(%i) { } scf.yield } }
  return
}
// -----
func.func @f(%a: index, %t: tensor<?x4xf32>) {
  affine.for %i = 0 to 10 { %z = arith.index_cast %a : index to i32 %x = vector.vscale affine.for %j = 0 to %x { } }
  return
}
// -----
func.func @f(%f: si32) {
  %r = affine.parallel (%i) = (0) to (10) reduce ("mins") -> si32 { affine.yield %f : si32 }
  return
}
// -----
func.func @f(%f: ui32) {
  %r = affine.parallel (%i) = (0) to (10) reduce ("maxu") -> ui32 { affine.yield %f : ui32 }
  return
}
// -----
func.func @f(%f: i32) {
  %r = affine.parallel (%i) = (0) to (10) reduce ("ori") -> i32 { affine.yield %f : i32 }
  return
}
// -----
func.func @f(%f: f32) {
  %r = affine.parallel (%i) = (0) to (10) reduce ("assign") -> f32 { affine.yield %f : f32 }
  return
}
