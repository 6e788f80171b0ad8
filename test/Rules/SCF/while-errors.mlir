// Reverse mode runs a loop once only to count its trips. A side effect in it
// would then happen twice, so it is an error.
//
// RUN: not sg-opt %s --grad-expand-derivatives --split-input-file 2>&1 | FileCheck %s

func.func private @log(%m: memref<1xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  memref.store %zero, %m[%c0] : memref<1xf64>
  return
}
func.func @f(%x: f64, %m: memref<1xf64>) -> f64 {
  %limit = arith.constant 10.0 : f64
  // CHECK: [[#@LINE+2]]:8: error: 'scf.while' op runs a second time in reverse mode, to count its trips, but has an effect beyond reading memory
  // CHECK: [[#@LINE-6]]:3: note: 'memref.store' may have such an effect; move the op out of the loop, or stop the derivative of the loop's results with grad.stop_gradient
  %r = scf.while (%a = %x) : (f64) -> f64 {
    %c = arith.cmpf olt, %a, %limit : f64
    scf.condition(%c) %a : f64
  } do {
  ^bb0(%a: f64):
    func.call @log(%m) : (memref<1xf64>) -> ()
    %b = arith.mulf %a, %a : f64
    scf.yield %b : f64
  }
  return %r : f64
}
func.func @request(%x: f64, %m: memref<1xf64>) {
  // CHECK: [[#@LINE+1]]:3: note: while differentiating '@f', requested here
  grad.value_and_grad @f(%x, %m) : (f64, memref<1xf64>) -> (f64, f64)
  return
}

// -----

// The effects of a function without a body are unknown.
func.func private @log(%x: f64)
func.func @f(%x: f64) -> f64 {
  %limit = arith.constant 10.0 : f64
  // CHECK: [[#@LINE+1]]:8: error: 'scf.while' op runs a second time
  %r = scf.while (%a = %x) : (f64) -> f64 {
    %stopped = grad.stop_gradient %a : f64
    // CHECK: [[#@LINE+1]]:5: note: 'func.call' may have such an effect
    func.call @log(%stopped) : (f64) -> ()
    %c = arith.cmpf olt, %a, %limit : f64
    scf.condition(%c) %a : f64
  } do {
  ^bb0(%a: f64):
    %b = arith.mulf %a, %a : f64
    scf.yield %b : f64
  }
  return %r : f64
}
func.func @request(%x: f64) {
  grad.value_and_grad @f(%x) : (f64) -> (f64, f64)
  return
}

// -----

// Forward mode runs the loop once, unchanged. Reverse mode does too if no
// derivative flows through it.
func.func private @log(%x: f64)
func.func @f(%x: f64) -> f64 {
  %limit = arith.constant 10.0 : f64
  %stopped = grad.stop_gradient %x : f64
  %r = scf.while (%a = %stopped) : (f64) -> f64 {
    func.call @log(%stopped) : (f64) -> ()
    %c = arith.cmpf olt, %a, %limit : f64
    scf.condition(%c) %a : f64
  } do {
  ^bb0(%a: f64):
    %b = arith.mulf %a, %a : f64
    scf.yield %b : f64
  }
  %y = arith.mulf %x, %r : f64
  return %y : f64
}
func.func @g(%x: f64) -> f64 {
  %limit = arith.constant 10.0 : f64
  %stopped = grad.stop_gradient %x : f64
  %r = scf.while (%a = %x) : (f64) -> f64 {
    func.call @log(%stopped) : (f64) -> ()
    %c = arith.cmpf olt, %a, %limit : f64
    scf.condition(%c) %a : f64
  } do {
  ^bb0(%a: f64):
    %b = arith.mulf %a, %a : f64
    scf.yield %b : f64
  }
  return %r : f64
}
// CHECK-NOT: error:
// CHECK-LABEL: func.func @request(
func.func @request(%x: f64) {
  // CHECK: call @f_vjp
  // CHECK: call @g_jvp
  grad.value_and_grad @f(%x) : (f64) -> (f64, f64)
  grad.jvp @g(%x) tangents(%x) : (f64, f64) -> (f64, f64)
  return
}
