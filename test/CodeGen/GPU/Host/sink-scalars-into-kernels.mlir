// RUN: sg-opt %s --sg-sink-scalars-into-kernels | FileCheck %s

// What the host would load for the kernel, and compute of it, the kernel does; the host knows
// the step size.
// CHECK-LABEL: func.func @scale(
// CHECK-SAME:      [[S:%[a-z0-9]+]]: memref<f32> {llvm.noalias}, [[RATE:%[a-z0-9]+]]: f32, [[Y:%[a-z0-9]+]]: memref<f32>
// CHECK-NOT:     memref.load
// CHECK:         gpu.launch
// CHECK-NEXT:      [[V:%[a-z0-9]+]] = memref.load [[S]][] : memref<f32>
// CHECK-NEXT:      [[P:%[a-z0-9]+]] = arith.mulf [[V]], [[RATE]] : f32
// CHECK-NEXT:      memref.store [[P]], [[Y]][] : memref<f32>
func.func @scale(%s: memref<f32> {llvm.noalias}, %rate: f32, %y: memref<f32> {llvm.noalias}) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %v = memref.load %s[] : memref<f32>
  %p = arith.mulf %v, %rate : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    memref.store %p, %y[] : memref<f32>
    gpu.terminator
  }
  return
}

// A function is computed once, and not by each thread, for all kernels that need it. Its memory
// is freed behind the last one, and what it is computed of behind it.
// CHECK-LABEL: func.func @bias(
// CHECK:         [[S:%[a-z0-9_]+]] = memref.alloc() : memref<f64>
// CHECK:         [[P:%[a-z0-9_]+]] = memref.alloc() : memref<f64>
// CHECK:         gpu.launch {{.*}} function(@bias_scalar)
// CHECK-NEXT:      [[V:%[a-z0-9]+]] = memref.load [[S]][]
// CHECK-NEXT:      [[E:%[a-z0-9]+]] = math.exp [[V]]
// CHECK-NEXT:      memref.store [[E]], [[P]][]
// CHECK:         memref.dealloc [[S]]
// CHECK:         gpu.launch
// CHECK-NEXT:      memref.load [[P]][]
// CHECK:         gpu.launch
// CHECK-NEXT:      memref.load [[P]][]
// CHECK:         memref.dealloc [[P]]
// CHECK-NEXT:    return
func.func @bias(%y: memref<f64> {llvm.noalias}, %z: memref<f64> {llvm.noalias}) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %s = memref.alloc() : memref<f64>
  %v = memref.load %s[] : memref<f64>
  memref.dealloc %s : memref<f64>
  %e = math.exp %v : f64
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    memref.store %e, %y[] : memref<f64>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    memref.store %e, %z[] : memref<f64>
    gpu.terminator
  }
  return
}

// One thread may count in place.
// CHECK-LABEL: func.func @count(
// CHECK-SAME:      [[S:%[a-z0-9]+]]: memref<i64>)
// CHECK:         gpu.launch
// CHECK-NEXT:      [[V:%[a-z0-9]+]] = memref.load [[S]][]
// CHECK-NEXT:      [[N:%[a-z0-9]+]] = arith.addi [[V]]
// CHECK-NEXT:      memref.store [[N]], [[S]][]
func.func @count(%s: memref<i64>) {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %v = memref.load %s[] : memref<i64>
  %n = arith.addi %v, %one : i64
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1) {
    memref.store %n, %s[] : memref<i64>
    gpu.terminator
  }
  return
}

// A kernel that writes to that memory would let threads find what others wrote; so would one
// in between.
// CHECK-LABEL: func.func @overwritten(
// CHECK:         [[V:%[a-z0-9]+]] = memref.load {{.*}} : memref<f32>
// CHECK:         gpu.launch
// CHECK-NEXT:      memref.store [[V]]
// CHECK:         gpu.launch
// CHECK-NEXT:      memref.store [[V]]
func.func @overwritten(%s: memref<f32> {llvm.noalias}, %y: memref<f32> {llvm.noalias}) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %v = memref.load %s[] : memref<f32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    memref.store %v, %s[] : memref<f32>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%nx = %c32, %ny = %c1, %nz = %c1) {
    memref.store %v, %y[] : memref<f32>
    gpu.terminator
  }
  return
}
