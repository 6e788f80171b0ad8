// What is parsed but not applied by this version is an error where a derivative
// flows through it, and nowhere else.
//
// RUN: not sg-opt %s --grad-expand-derivatives --split-input-file 2>&1 | FileCheck %s

func.func private @checkpoint(%x: f64) -> f64 {
  // CHECK: not-yet.mlir:[[#@LINE+1]]:{{.*}} error: 'grad.checkpoint' op
  %y = grad.checkpoint {
    %e = math.exp %x : f64
    grad.yield %e : f64
  } : f64
  return %y : f64
}
func.func @of_checkpoint(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @checkpoint(%x) : (f64) -> (f64, f64)
  return %dx : f64
}

// -----

func.func private @while(%x: f64) -> f64 {
  // CHECK: not-yet.mlir:[[#@LINE+1]]:{{.*}} error: 'scf.while' op has no derivative rule
  %y = scf.while (%a = %x) : (f64) -> f64 {
    %c = arith.cmpf olt, %a, %x : f64
    scf.condition(%c) %a : f64
  } do {
  ^bb0(%a: f64):
    scf.yield %a : f64
  }
  return %y : f64
}
func.func @of_while(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @while(%x) : (f64) -> (f64, f64)
  return %dx : f64
}

// -----

// CHECK-NOT: error:
func.func private @stopped(%x: f64) -> f64 {
  %y = grad.checkpoint {
    %e = math.exp %x : f64
    grad.yield %e : f64
  } : f64
  %s = grad.stop_gradient %y : f64
  %z = arith.mulf %s, %x : f64
  return %z : f64
}
func.func @of_stopped(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @stopped(%x) : (f64) -> (f64, f64)
  return %dx : f64
}
