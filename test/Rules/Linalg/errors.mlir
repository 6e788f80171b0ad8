// Ops without a derivative: an error where a derivative flows through them, and none
// where it is stopped before.

// RUN: sg-opt %s --grad-expand-derivatives --split-input-file --verify-diagnostics

func.func private @tiles(%x: tensor<1x1x2x2xf32>, %z: tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32> {
  // expected-error@+2 {{'linalg.mmt4d' op has no derivative rule, but a derivative flows through it}}
  // expected-note@+1 {{stop the derivative before it with grad.stop_gradient}}
  %r = linalg.mmt4d ins(%x, %x : tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) outs(%z : tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  return %r : tensor<1x1x2x2xf32>
}
func.func @slope(%x: tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32> {
  // expected-note@+1 {{as asked for here}}
  %r, %dx = grad.vjp @tiles(%x, %x) cotangents(%x) {wrt = array<i64: 0>}
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) -> (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>)
  return %dx : tensor<1x1x2x2xf32>
}

// -----

func.func private @winograd(%x: tensor<2x3x3x5xf32>, %z: tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32> {
  // expected-error@+2 {{'linalg.winograd_filter_transform' op lets a value that depends on a differentiated input}}
  // expected-note@+1 {{stop the derivative before it with grad.stop_gradient}}
  %r = linalg.winograd_filter_transform fmr(F_4_3) ins(%x : tensor<2x3x3x5xf32>) outs(%z : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return %r : tensor<6x6x5x2xf32>
}
func.func @slope(%x: tensor<2x3x3x5xf32>, %z: tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32> {
  // expected-note@+1 {{as asked for here}}
  %r, %t = grad.jvp @winograd(%x, %z) tangents(%x) {wrt = array<i64: 0>}
      : (tensor<2x3x3x5xf32>, tensor<6x6x5x2xf32>, tensor<2x3x3x5xf32>) -> (tensor<6x6x5x2xf32>, tensor<6x6x5x2xf32>)
  return %t : tensor<6x6x5x2xf32>
}

// -----

// Upstream of a stop they are fine, and so are products of integers.
func.func private @stopped(%x: tensor<1x1x2x2xf32>, %i: tensor<2x2xi8>, %p: tensor<2x2xi32>, %k: i32) -> (tensor<1x1x2x2xf32>, tensor<2x2xi32>) {
  %s = grad.stop_gradient %x : tensor<1x1x2x2xf32>
  %r = linalg.mmt4d ins(%s, %s : tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) outs(%s : tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %q = linalg.quantized_matmul ins(%i, %i, %k, %k : tensor<2x2xi8>, tensor<2x2xi8>, i32, i32) outs(%p : tensor<2x2xi32>) -> tensor<2x2xi32>
  %y = arith.mulf %r, %x : tensor<1x1x2x2xf32>
  return %y, %q : tensor<1x1x2x2xf32>, tensor<2x2xi32>
}
func.func @slope(%x: tensor<1x1x2x2xf32>, %i: tensor<2x2xi8>, %p: tensor<2x2xi32>, %k: i32) -> tensor<1x1x2x2xf32> {
  %r, %q, %dx = grad.vjp @stopped(%x, %i, %p, %k) cotangents(%x)
      : (tensor<1x1x2x2xf32>, tensor<2x2xi8>, tensor<2x2xi32>, i32, tensor<1x1x2x2xf32>) -> (tensor<1x1x2x2xf32>, tensor<2x2xi32>, tensor<1x1x2x2xf32>)
  return %dx : tensor<1x1x2x2xf32>
}
