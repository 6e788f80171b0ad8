// Loops that add to elements at computed indices: which of them threads share,
// by atomic ops.
//
// RUN: sg-opt %s --sg-map-to-kernels --cse | FileCheck %s --check-prefixes=CHECK,ORDERED
// RUN: sg-opt %s --sg-map-to-kernels=atomics --cse | FileCheck %s --check-prefixes=CHECK,ATOMIC

// Floats are added in program order, unless fast-math flags allow reordering.
// CHECK-LABEL: func.func @add(
// CHECK:         gpu.launch
// ORDERED:         scf.for
// ORDERED-NOT:     atomic
// ORDERED:         memref.store
// ATOMIC:          arith.cmpi ult
// ATOMIC-NOT:      scf.for
// ATOMIC:          [[P:%[a-z0-9_]+]] = memref.load
// ATOMIC-NEXT:     [[V:%[a-z0-9_]+]] = memref.load
// ATOMIC-NEXT:     memref.atomic_rmw addf [[V]], {{%[a-z0-9_]+}}[[[P]]] : (f32, memref<?xf32>) -> f32
// ATOMIC-NEXT:   }
// CHECK:         return
func.func @add(%places: memref<?xindex> {llvm.noalias}, %x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %p = memref.load %places[%k] : memref<?xindex>
    %v = memref.load %x[%k] : memref<?xf32>
    %old = memref.load %y[%p] : memref<?xf32>
    %new = arith.addf %old, %v : f32
    memref.store %new, %y[%p] : memref<?xf32>
  }
  return
}

// The sum of integers is the same in any order.
// CHECK-LABEL: func.func @count(
// CHECK:         gpu.launch
// CHECK-NOT:       scf.for
// CHECK:           memref.atomic_rmw addi
// CHECK:         return
func.func @count(%places: memref<?xindex> {llvm.noalias}, %y: memref<?xi32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  scf.for %k = %c0 to %n step %c1 {
    %p = memref.load %places[%k] : memref<?xindex>
    %old = memref.load %y[%p] : memref<?xi32>
    %new = arith.addi %one, %old : i32
    memref.store %new, %y[%p] : memref<?xi32>
  }
  return
}

// Rows and columns are distributed if structured ops add rows.
// CHECK-LABEL: func.func @rows(
// ORDERED-NOT:     atomic
// CHECK:         gpu.launch
// ATOMIC:          affine.delinearize_index {{%[a-z0-9_]+}} into ({{%[a-z0-9_]+}}, 50)
// ATOMIC:          memref.atomic_rmw addf
// CHECK:         return
func.func @rows(%places: memref<?xindex> {llvm.noalias}, %x: memref<?x50xf64> {llvm.noalias}, %y: memref<?x50xf64> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %p = memref.load %places[%k] : memref<?xindex>
    %from = memref.subview %x[%k, 0] [1, 50] [1, 1] : memref<?x50xf64> to memref<50xf64, strided<[1], offset: ?>>
    %to = memref.subview %y[%p, 0] [1, 50] [1, 1] : memref<?x50xf64> to memref<50xf64, strided<[1], offset: ?>>
    linalg.add ins(%from, %to : memref<50xf64, strided<[1], offset: ?>>, memref<50xf64, strided<[1], offset: ?>>)
      outs(%to : memref<50xf64, strided<[1], offset: ?>>)
  }
  return
}

// An element that only one thread accesses needs no atomic op.
// CHECK-LABEL: func.func @own(
// CHECK-NOT:       atomic
// CHECK:           memref.store
func.func @own(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %v = memref.load %x[%k] : memref<?xf32>
    %old = memref.load %y[%k] : memref<?xf32>
    %new = arith.addf %old, %v : f32
    memref.store %new, %y[%k] : memref<?xf32>
  }
  return
}

// The previous value is stored elsewhere, so the order matters.
// CHECK-LABEL: func.func @before(
// CHECK:         scf.for
// CHECK-NOT:     atomic
// CHECK:         return
func.func @before(%places: memref<?xindex> {llvm.noalias}, %x: memref<?xi32> {llvm.noalias}, %y: memref<?xi32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  scf.for %k = %c0 to %n step %c1 {
    %p = memref.load %places[%k] : memref<?xindex>
    %old = memref.load %y[%p] : memref<?xi32>
    %new = arith.addi %one, %old : i32
    memref.store %new, %y[%p] : memref<?xi32>
    memref.store %old, %x[%k] : memref<?xi32>
  }
  return
}

// Another element of the accumulated memory is read.
// CHECK-LABEL: func.func @reads(
// CHECK:         scf.for
// CHECK-NOT:     atomic
// CHECK:         return
func.func @reads(%places: memref<?xindex> {llvm.noalias}, %y: memref<?xi32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %p = memref.load %places[%k] : memref<?xindex>
    %v = memref.load %y[%k] : memref<?xi32>
    %old = memref.load %y[%p] : memref<?xi32>
    %new = arith.addi %old, %v : i32
    memref.store %new, %y[%p] : memref<?xi32>
  }
  return
}

// The same through a view.
// CHECK-LABEL: func.func @reads_view(
// CHECK:         scf.for
// CHECK-NOT:     atomic
// CHECK:         return
func.func @reads_view(%places: memref<?xindex> {llvm.noalias}, %y: memref<4x4xi32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %flat = memref.collapse_shape %y [[0, 1]] : memref<4x4xi32> into memref<16xi32>
  scf.for %k = %c0 to %n step %c1 {
    %p = memref.load %places[%k] : memref<?xindex>
    %v = memref.load %flat[%k] : memref<16xi32>
    %old = memref.load %y[%p, %c0] : memref<4x4xi32>
    %new = arith.addi %old, %v : i32
    memref.store %new, %y[%p, %c0] : memref<4x4xi32>
  }
  return
}

// The element is overwritten, too.
// CHECK-LABEL: func.func @overwrites(
// CHECK:         scf.for
// CHECK-NOT:     atomic
// CHECK:         return
func.func @overwrites(%places: memref<?xindex> {llvm.noalias}, %y: memref<?xi32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  scf.for %k = %c0 to %n step %c1 {
    %p = memref.load %places[%k] : memref<?xindex>
    %old = memref.load %y[%p] : memref<?xi32>
    %new = arith.addi %old, %one : i32
    memref.store %new, %y[%p] : memref<?xi32>
    memref.store %one, %y[%k] : memref<?xi32>
  }
  return
}

// If both indices are equal, the second sum replaces the first.
// CHECK-LABEL: func.func @replaces(
// CHECK:         scf.for
// CHECK-NOT:     atomic
// CHECK:         return
func.func @replaces(%places: memref<?xindex> {llvm.noalias}, %y: memref<?xi32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  scf.for %k = %c0 to %n step %c1 {
    %p = memref.load %places[%k] : memref<?xindex>
    %q = memref.load %places[%c0] : memref<?xindex>
    %oldp = memref.load %y[%p] : memref<?xi32>
    %oldq = memref.load %y[%q] : memref<?xi32>
    %newp = arith.addi %oldp, %one : i32
    %newq = arith.addi %oldq, %one : i32
    memref.store %newp, %y[%p] : memref<?xi32>
    memref.store %newq, %y[%q] : memref<?xi32>
  }
  return
}

// The element is doubled, not added to.
// CHECK-LABEL: func.func @doubles(
// CHECK:         scf.for
// CHECK-NOT:     atomic
// CHECK:         return
func.func @doubles(%places: memref<?xindex> {llvm.noalias}, %y: memref<?xi32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %p = memref.load %places[%k] : memref<?xindex>
    %old = memref.load %y[%p] : memref<?xi32>
    %new = arith.addi %old, %old : i32
    memref.store %new, %y[%p] : memref<?xi32>
  }
  return
}
