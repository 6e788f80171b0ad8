// A derivative that flows through an op without a rule is an error there, with
// the remedy and the request. A stop before the op is one remedy.

// RUN: not sg-opt %s --grad-expand-derivatives --split-input-file 2>&1 | FileCheck %s

// Derivatives are not traced through memory.
func.func private @stored(%x: f64) -> f64 {
  %m = memref.alloc() : memref<f64>
  // CHECK: errors.mlir:[[#@LINE+1]]:{{.*}} error: 'memref.store' op
  memref.store %x, %m[] : memref<f64>
  %y = memref.load %m[] : memref<f64>
  return %y : f64
}
func.func @memory(%x: f64) -> f64 {
  // CHECK: note: stop the derivative before it with grad.stop_gradient
  // CHECK: errors.mlir:[[#@LINE+1]]:{{.*}} note: {{.*}}requested here
  %y, %t = grad.jvp @stored(%x) tangents(%x) : (f64, f64) -> (f64, f64)
  return %t : f64
}

// -----

// A structured op must not store a value that its body captures.
func.func private @captured(%x: f64) -> f64 {
  %m = memref.alloc() : memref<f64>
  // CHECK: errors.mlir:[[#@LINE+1]]:{{.*}} error: 'linalg.generic' op passes a value {{.*}} to memory
  linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%m : memref<f64>) {
  ^bb0(%out: f64):
    linalg.yield %x : f64
  }
  %y = memref.load %m[] : memref<f64>
  return %y : f64
}
func.func @captured_memory(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @captured(%x) : (f64) -> (f64, f64)
  return %dx : f64
}

// -----

// Complex numbers are not supported.
func.func private @complex(%x: f64) -> f64 {
  // CHECK: errors.mlir:[[#@LINE+2]]:{{.*}} error: 'complex.abs' op
  %z = complex.create %x, %x : complex<f64>
  %y = complex.abs %z : complex<f64>
  return %y : f64
}
func.func @complexes(%x: f64) -> f64 {
  // CHECK: note: complex numbers have no derivative: compute with real and imaginary parts, or stop the derivative before the op with grad.stop_gradient
  // CHECK: errors.mlir:[[#@LINE+1]]:{{.*}} note: {{.*}}requested here
  %y, %dx = grad.value_and_grad @complex(%x) : (f64) -> (f64, f64)
  return %dx : f64
}

// -----

// No error: no derivative flows through these ops.
// CHECK-NOT: error
// CHECK-LABEL: func.func private @stopped_vjp(
// CHECK:         complex.abs
func.func private @stopped(%x: f64) -> f64 {
  %c = grad.stop_gradient %x : f64
  %z = complex.create %c, %c : complex<f64>
  %a = complex.abs %z : complex<f64>
  %m = memref.alloc() : memref<f64>
  memref.store %a, %m[] : memref<f64>
  %b = memref.load %m[] : memref<f64>
  %y = arith.mulf %b, %x : f64
  return %y : f64
}
func.func @inactive(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @stopped(%x) : (f64) -> (f64, f64)
  return %dx : f64
}
