// Loops that look parallel but whose iterations depend, or may depend, on each
// other: one thread runs them in program order.
//
// RUN: sg-opt %s --sg-map-to-kernels --cse | FileCheck %s --implicit-check-not="cmpi ult"

// An iteration reads the previous one's value.
// CHECK-LABEL: func.func @running_sum(
// CHECK:       gpu.launch blocks({{.*}}) in ({{.*}} = %c1, {{.*}} = %c1, {{.*}} = %c1) threads({{.*}}) in ({{.*}} = %c1,
// CHECK-NEXT:    scf.for
func.func @running_sum(%y: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %n step %c1 {
    %before = arith.subi %i, %c1 : index
    %v = memref.load %y[%before] : memref<?xf32>
    %w = memref.load %y[%i] : memref<?xf32>
    %s = arith.addf %v, %w : f32
    memref.store %s, %y[%i] : memref<?xf32>
  }
  return
}

// An iteration writes another one's element.
// CHECK-LABEL: func.func @next(
// CHECK:       gpu.launch
// CHECK:         scf.for
func.func @next(%y: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %y[%i] : memref<?xf32>
    %after = arith.addi %i, %c1 : index
    memref.store %v, %y[%after] : memref<?xf32>
  }
  return
}

// The same through a view.
// CHECK-LABEL: func.func @view(
// CHECK:       gpu.launch
// CHECK:         scf.for
func.func @view(%y: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %tail = memref.subview %y[1] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 1>>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %tail[%i] : memref<?xf32, strided<[1], offset: 1>>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  return
}

// Through a reshape of the same memory.
// CHECK-LABEL: func.func @shape(
// CHECK:       gpu.launch
// CHECK:         scf.for
func.func @shape(%y: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %flat = memref.collapse_shape %y [[0, 1]] : memref<8x8xf32> into memref<64xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %v = memref.load %flat[%i] : memref<64xf32>
    memref.store %v, %y[%i, %c1] : memref<8x8xf32>
  }
  return
}

// Two arguments may alias.
// CHECK-LABEL: func.func @arguments(
// CHECK:       gpu.launch
// CHECK:         scf.for
func.func @arguments(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  return
}

// Rows are written, columns are read.
// CHECK-LABEL: func.func @transposed(
// CHECK:       gpu.launch
// CHECK:         scf.for
// CHECK:           scf.for
func.func @transposed(%y: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %v = memref.load %y[%j, %i] : memref<?x?xf32>
      memref.store %v, %y[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// Different indices select the same element.
// CHECK-LABEL: func.func @repeated(
// CHECK:       gpu.launch
// CHECK:         scf.for
func.func @repeated(%x: memref<?xf32> {llvm.noalias}, %y: memref<1xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %same = memref.reinterpret_cast %y to offset: [0], sizes: [%n], strides: [0] : memref<1xf32> to memref<?xf32, strided<[0]>>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    memref.store %v, %same[%i] : memref<?xf32, strided<[0]>>
  }
  return
}

// All iterations share one temporary buffer.
// CHECK-LABEL: func.func @temporary(
// CHECK:       gpu.launch
// CHECK:         scf.for
func.func @temporary(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloc() : memref<f32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %t[] : memref<f32>
    memref.store %v, %y[%i] : memref<?xf32>
    %w = memref.load %x[%i] : memref<?xf32>
    memref.store %w, %t[] : memref<f32>
  }
  memref.dealloc %t : memref<f32>
  return
}

// A loop-carried value comes from the previous iteration.
// CHECK-LABEL: func.func @carried(
// CHECK:       gpu.launch
// CHECK:         scf.for
func.func @carried(%x: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %v = memref.load %x[%i] : memref<?xf32>
    %t = arith.addf %s, %v : f32
    memref.store %t, %y[%i] : memref<?xf32>
    scf.yield %t : f32
  }
  return
}
