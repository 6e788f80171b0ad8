// RUN: sg-opt %s --sg-sink-scalars-into-kernels --split-input-file | FileCheck %s

// The host has to read values that decide its control flow; the kernel receives
// them as arguments.
// CHECK-LABEL: func.func @branch(
// CHECK:         [[V:%[a-z0-9]+]] = memref.load
// CHECK:         scf.if
// CHECK:           gpu.launch
// CHECK-NEXT:        memref.store [[V]]
func.func @branch(%s: memref<f32> {llvm.noalias}, %y: memref<f32> {llvm.noalias}) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %v = memref.load %s[] : memref<f32>
  %isPositive = arith.cmpf ogt, %v, %zero : f32
  scf.if %isPositive {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
      memref.store %v, %y[] : memref<f32>
      gpu.terminator
    }
  }
  return
}

// -----

// The host also reads values it returns, but later: the kernel does not wait
// for them.
// CHECK-LABEL: func.func @result(
// CHECK-SAME:      [[S:%[a-z0-9]+]]: memref<f32>
// CHECK:         [[V:%[a-z0-9]+]] = memref.load [[S]][]
// CHECK:         gpu.launch
// CHECK-NEXT:      [[OWN:%[a-z0-9]+]] = memref.load [[S]][]
// CHECK-NEXT:      memref.store [[OWN]]
// CHECK:         return [[V]]
func.func @result(%s: memref<f32> {llvm.noalias}, %y: memref<f32> {llvm.noalias}) -> f32 {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %v = memref.load %s[] : memref<f32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    memref.store %v, %y[] : memref<f32>
    gpu.terminator
  }
  return %v : f32
}

// -----

// A load moves into a loop only if no iteration changes the value.
// CHECK-LABEL: func.func @loops(
// CHECK-SAME:      [[S:%[a-z0-9]+]]: memref<f32> {llvm.noalias}, [[T:%[a-z0-9]+]]: memref<f32>
// CHECK:         [[KEPT:%[a-z0-9]+]] = memref.load [[T]][]
// CHECK:         scf.for
// CHECK:           gpu.launch
// CHECK:             [[MOVED:%[a-z0-9]+]] = memref.load [[S]][]
// CHECK:             [[SUM:%[a-z0-9]+]] = arith.addf [[KEPT]], [[MOVED]]
// CHECK:             memref.store [[SUM]], [[T]][]
func.func @loops(%s: memref<f32> {llvm.noalias}, %t: memref<f32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.load %s[] : memref<f32>
  %w = memref.load %t[] : memref<f32>
  scf.for %i = %c0 to %n step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1) {
      %sum = arith.addf %w, %v : f32
      memref.store %sum, %t[] : memref<f32>
      gpu.terminator
    }
  }
  return
}

// -----

// The index is also a scalar known to the host.
// CHECK-LABEL: func.func @element(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: memref<9xf32, strided<[2], offset: ?>>, [[I:%[a-z0-9]+]]: index,
// CHECK-NOT:     memref.load
// CHECK:         gpu.launch
// CHECK-NEXT:      memref.load [[X]]{{\[}}[[I]]]
func.func @element(%x: memref<9xf32, strided<[2], offset: ?>>, %i: index, %y: memref<f32> {llvm.noalias}) {
  %c1 = arith.constant 1 : index
  %v = memref.load %x[%i] : memref<9xf32, strided<[2], offset: ?>>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1) {
    memref.store %v, %y[] : memref<f32>
    gpu.terminator
  }
  return
}
