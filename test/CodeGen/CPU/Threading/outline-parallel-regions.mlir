// RUN: sg-opt %s --sg-outline-parallel-regions --canonicalize --cse | FileCheck %s

// Memory that a part allocates comes from one allocation for all parts: two
// slots, each a multiple of a cache line. The function knows the aliasing: allocations
// and arguments marked noalias alias nothing; the other arguments may alias.
// CHECK-LABEL: func.func @f(
// CHECK-SAME:  [[X:%[a-z0-9]+]]: memref<80xf32> {llvm.noalias}, [[Y:%[a-z0-9]+]]: memref<80xf32>, [[Z:%[a-z0-9]+]]: memref<80xf32>
// CHECK:       [[ALL:%[a-z0-9_]+]] = memref.alloc() {alignment = 64 : i64} : memref<2x192xi8>
// CHECK:       omp.parallel num_threads(%c2_i32 : i32)
// CHECK-NEXT:    omp.wsloop nowait
// CHECK-NEXT:      omp.loop_nest ([[I:%[a-z0-9]+]]) : i64 = (%c0_i64) to (%c2_i64) step (%c1_i64)
// CHECK-NEXT:        [[P:%[a-z0-9]+]] = arith.index_cast [[I]]
// CHECK-NEXT:        func.call @[[PART:[a-z.]+]]([[P]], {{.*}}[[Y]]{{.*}}[[Z]]
// CHECK:       memref.dealloc [[ALL]]
// CHECK:       func.func private @[[PART]]([[P:%[a-z0-9]+]]: index,
// CHECK-SAME:    !llvm.ptr {llvm.noalias}
// CHECK-SAME:    memref<80xf32>
// CHECK-SAME:    memref<80xf32>
// CHECK-SAME:    no_inline
// CHECK-NOT:   memref.alloc
// CHECK:       [[SHIFT:%[a-z0-9_]+]] = arith.muli [[P]], %c192
// CHECK:       [[OWN:%[a-z0-9_]+]] = memref.view {{%[a-z0-9_]+}}[[[SHIFT]]][] : memref<384xi8> to memref<40xf32>
// CHECK:       linalg.exp {{.*}} outs([[OWN]]
// CHECK-NOT:   memref.dealloc
func.func @f(%x: memref<80xf32> {llvm.noalias}, %y: memref<80xf32>, %z: memref<80xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c40 = arith.constant 40 : index
  scf.parallel (%part) = (%c0) to (%c2) step (%c1) {
    %t = memref.alloc() : memref<40xf32>
    %first = arith.muli %part, %c40 : index
    %some = memref.subview %x[%first] [40] [1] : memref<80xf32> to memref<40xf32, strided<[1], offset: ?>>
    %out = memref.subview %y[%first] [40] [1] : memref<80xf32> to memref<40xf32, strided<[1], offset: ?>>
    %copy = memref.subview %z[%first] [40] [1] : memref<80xf32> to memref<40xf32, strided<[1], offset: ?>>
    linalg.exp ins(%some : memref<40xf32, strided<[1], offset: ?>>) outs(%t : memref<40xf32>)
    linalg.exp ins(%t : memref<40xf32>) outs(%out : memref<40xf32, strided<[1], offset: ?>>)
    linalg.exp ins(%t : memref<40xf32>) outs(%copy : memref<40xf32, strided<[1], offset: ?>>)
    memref.dealloc %t : memref<40xf32>
    scf.reduce
  } {sg.chunks}
  return
}

// Buffers with disjoint live ranges share an offset, as large as the largest; buffers that
// live at the same time do not overlap. A buffer used in a loop lives for the whole loop.
// CHECK-LABEL: func.func @one_after_the_other(
// CHECK:       memref.alloc() {alignment = 64 : i64} : memref<2x256xi8>
// CHECK-NEXT:  memref.alloc() {alignment = 64 : i64} : memref<2x192xi8>
// CHECK-NOT:   memref.alloc
// CHECK:       omp.parallel
// CHECK:       func.func private @{{[a-z._0-9]+}}([[P:%[a-z0-9]+]]: index,
// CHECK:       [[FIRST:%[a-z0-9_]+]] = arith.muli [[P]], %c256
// CHECK-NEXT:  [[A:%[a-z0-9_]+]] = memref.view [[PLACE:%[a-z0-9_]+]][[[FIRST]]][] : memref<512xi8> to memref<8xf64>
// CHECK:       linalg.fill {{.*}} outs([[A]]
// CHECK:       [[SECOND:%[a-z0-9_]+]] = arith.muli [[P]], %c192
// CHECK-NEXT:  [[B:%[a-z0-9_]+]] = memref.view {{%[a-z0-9_]+}}[[[SECOND]]][] : memref<384xi8> to memref<40xf32>
// CHECK:       linalg.fill {{.*}} outs([[B]]
// CHECK:       [[C:%[a-z0-9_]+]] = memref.view [[PLACE]][[[FIRST]]][] : memref<512xi8> to memref<64xf32>
// CHECK:       linalg.fill {{.*}} outs([[C]]
func.func @one_after_the_other(%x: memref<2xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f32
  scf.parallel (%part) = (%c0) to (%c2) step (%c1) {
    %a = memref.alloc() : memref<8xf64>
    linalg.fill ins(%zero : f64) outs(%a : memref<8xf64>)
    %b = memref.alloc() : memref<40xf32>
    linalg.fill ins(%one : f32) outs(%b : memref<40xf32>)
    %p = memref.load %a[%part] : memref<8xf64>
    memref.dealloc %a : memref<8xf64>
    %c = memref.alloc() : memref<64xf32>
    scf.for %i = %c0 to %c2 step %c1 {
      linalg.fill ins(%one : f32) outs(%c : memref<64xf32>)
      %q = memref.load %b[%i] : memref<40xf32>
      %r = memref.load %c[%i] : memref<64xf32>
      %s = arith.addf %q, %r : f32
      %t = arith.extf %s : f32 to f64
      %u = arith.addf %p, %t : f64
      memref.store %u, %x[%part] : memref<2xf64>
    }
    memref.dealloc %b : memref<40xf32>
    memref.dealloc %c : memref<64xf32>
    scf.reduce
  } {sg.chunks}
  return
}

// Each part gets the largest size that any part needs.
// CHECK-LABEL: func.func @bound(
// CHECK-SAME:  [[X:%[a-z0-9]+]]: memref<?xf64> {llvm.noalias}, [[LARGEST:%[a-z0-9]+]]: index, [[PARTS:%[a-z0-9]+]]: index
// CHECK:       memref.alloc([[PARTS]], [[LARGEST]]) {alignment = 64 : i64} : memref<?x?x8xi8>
// CHECK:       omp.parallel num_threads(
func.func @bound(%x: memref<?xf64> {llvm.noalias}, %largest: index, %parts: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  scf.parallel (%part) = (%c0) to (%parts) step (%c1) {
    %before = arith.muli %part, %largest : index
    %first = affine.min affine_map<()[x, y] -> (x, y)>()[%before, %n]
    %left = arith.subi %n, %first : index
    %count = affine.min affine_map<()[x, y] -> (x, y)>()[%largest, %left]
    %t = memref.alloc(%count) : memref<?xf64>
    %some = memref.subview %x[%first] [%count] [1] : memref<?xf64> to memref<?xf64, strided<[1], offset: ?>>
    linalg.exp ins(%some : memref<?xf64, strided<[1], offset: ?>>) outs(%t : memref<?xf64>)
    linalg.exp ins(%t : memref<?xf64>) outs(%some : memref<?xf64, strided<[1], offset: ?>>)
    memref.dealloc %t : memref<?xf64>
    scf.reduce
  } {sg.chunks}
  return
}

// The size is unknown before the loop, so one thread runs it.
// CHECK-LABEL: func.func @unknown(
// CHECK-NOT:   omp.parallel
// CHECK:       scf.parallel
// CHECK:         memref.alloc
func.func @unknown(%sizes: memref<2xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%part) = (%c0) to (%c2) step (%c1) {
    %n = memref.load %sizes[%part] : memref<2xindex>
    %t = memref.alloc(%n) : memref<?xf32>
    linalg.fill ins(%zero : f32) outs(%t : memref<?xf32>)
    %v = memref.load %t[%c0] : memref<?xf32>
    vector.print %v : f32
    memref.dealloc %t : memref<?xf32>
    scf.reduce
  } {sg.chunks}
  return
}

// The attribute is on an op that does not support it.
// CHECK-LABEL: func.func @other(
// CHECK-NOT:   omp.parallel
// CHECK:       scf.parallel
func.func @other(%x: memref<2x2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) {
    memref.store %zero, %x[%i, %j] : memref<2x2xf32>
    scf.reduce
  } {sg.chunks}
  return
}

// A negative number of parts is no valid memory size; the loop does nothing.
// CHECK-LABEL: func.func @negative(
// CHECK-NEXT:    return
func.func @negative(%x: memref<2xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %least = arith.constant -9223372036854775808 : index
  scf.parallel (%part) = (%c0) to (%least) step (%c1) {
    %a = memref.alloc() : memref<8xf64>
    %p = memref.load %a[%part] : memref<8xf64>
    memref.dealloc %a : memref<8xf64>
    memref.store %p, %x[%part] : memref<2xf64>
    scf.reduce
  } {sg.chunks}
  return
}
