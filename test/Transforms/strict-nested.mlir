// `strict` concerns only the requested derivative, not the requests in the function.

// RUN: sg-opt %s --grad-request-derivative="function=outer mode=split strict name=d" | FileCheck %s
// RUN: not sg-opt %s --grad-request-derivative="function=inner mode=split strict name=d" 2>&1 | FileCheck %s --check-prefix=STRICT

// CHECK: func.func @d_fwd
// CHECK: func.func @d_bwd

// STRICT: :[[@LINE+1]]:1: error: 'func.func' op is strict, but no derivative flows from argument 1 of '@inner' to its results: they do not depend on it
func.func @inner(%x: f64, %y: f64) -> f64 {
  %r = arith.mulf %x, %x : f64
  return %r : f64
}

// The gradient of @inner in %y is zero, and its request is not strict.
func.func @outer(%x: f64, %y: f64) -> (f64, f64) {
  %value, %gradients:2 = grad.value_and_grad @inner(%x, %y) : (f64, f64) -> (f64, f64, f64)
  %sum = arith.addf %value, %gradients#1 : f64
  %product = arith.mulf %sum, %y : f64
  return %product, %gradients#0 : f64, f64
}
