// Ops without a derivative are an error where a derivative flows through them,
// but not where a stop precedes them.

// RUN: sg-opt %s --grad-expand-derivatives --split-input-file --verify-diagnostics

func.func private @tiles(%x: tensor<1x1x2x2xf32>, %z: tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32> {
  // expected-error@+2 {{'linalg.mmt4d' op has no derivative rule, but a derivative flows through it}}
  // expected-note@+1 {{stop the derivative before it with grad.stop_gradient}}
  %r = linalg.mmt4d ins(%x, %x : tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) outs(%z : tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  return %r : tensor<1x1x2x2xf32>
}
func.func @slope(%x: tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32> {
  // expected-note@+1 {{requested here}}
  %r, %dx = grad.vjp @tiles(%x, %x) cotangents(%x) {wrt = array<i64: 0>}
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) -> (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>)
  return %dx : tensor<1x1x2x2xf32>
}

// -----

func.func private @winograd(%x: tensor<2x3x3x5xf32>, %z: tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32> {
  // expected-error@+2 {{'linalg.winograd_filter_transform' op has no derivative rule, but a derivative flows through it}}
  // expected-note@+1 {{stop the derivative before it with grad.stop_gradient}}
  %r = linalg.winograd_filter_transform fmr(F_4_3) ins(%x : tensor<2x3x3x5xf32>) outs(%z : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return %r : tensor<6x6x5x2xf32>
}
func.func @slope(%x: tensor<2x3x3x5xf32>, %z: tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32> {
  // expected-note@+1 {{requested here}}
  %r, %t = grad.jvp @winograd(%x, %z) tangents(%x) {wrt = array<i64: 0>}
      : (tensor<2x3x3x5xf32>, tensor<6x6x5x2xf32>, tensor<2x3x3x5xf32>) -> (tensor<6x6x5x2xf32>, tensor<6x6x5x2xf32>)
  return %t : tensor<6x6x5x2xf32>
}

// -----

// No error: only a stop reads their results.
func.func private @upstream(%x: tensor<2x3x3x2xf32>, %a: tensor<6x6x2x2xf32>, %c: tensor<2x4x4x2xf32>,
                            %t: tensor<1x1x2x2xf32>) -> (tensor<2x4x4x2xf32>, tensor<1x1x2x2xf32>) {
  %f = linalg.winograd_filter_transform fmr(F_4_3) ins(%x : tensor<2x3x3x2xf32>) outs(%a : tensor<6x6x2x2xf32>) -> tensor<6x6x2x2xf32>
  %i = tensor.expand_shape %f [[0], [1, 2, 3], [4], [5]] output_shape [6, 6, 1, 1, 2, 2] : tensor<6x6x2x2xf32> into tensor<6x6x1x1x2x2xf32>
  %o = linalg.winograd_output_transform fmr(F_4_3) ins(%i : tensor<6x6x1x1x2x2xf32>) outs(%c : tensor<2x4x4x2xf32>) -> tensor<2x4x4x2xf32>
  %s = grad.stop_gradient %o : tensor<2x4x4x2xf32>
  %y = arith.mulf %s, %c : tensor<2x4x4x2xf32>
  %m = linalg.mmt4d ins(%t, %t : tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) outs(%t : tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %n = grad.stop_gradient %m : tensor<1x1x2x2xf32>
  return %y, %n : tensor<2x4x4x2xf32>, tensor<1x1x2x2xf32>
}
func.func @slope(%x: tensor<2x3x3x2xf32>, %a: tensor<6x6x2x2xf32>, %c: tensor<2x4x4x2xf32>,
                 %t: tensor<1x1x2x2xf32>) -> tensor<2x3x3x2xf32> {
  %y, %n, %dx, %dc, %dt = grad.vjp @upstream(%x, %a, %c, %t) cotangents(%c, %t) {wrt = array<i64: 0, 2, 3>}
      : (tensor<2x3x3x2xf32>, tensor<6x6x2x2xf32>, tensor<2x4x4x2xf32>, tensor<1x1x2x2xf32>, tensor<2x4x4x2xf32>, tensor<1x1x2x2xf32>)
        -> (tensor<2x4x4x2xf32>, tensor<1x1x2x2xf32>, tensor<2x3x3x2xf32>, tensor<2x4x4x2xf32>, tensor<1x1x2x2xf32>)
  return %dx : tensor<2x3x3x2xf32>
}

// -----

// No error: their operands are stopped, or are products of integers.
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

// -----

// Reverse mode recomputes the body of a structured op, when memory may have
// changed. Forward mode reads memory at the same point as the program.
func.func private @reads(%x: tensor<2xf64>, %m: memref<f64>) -> tensor<2xf64> {
  %e = tensor.empty() : tensor<2xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<2xf64>) outs(%e : tensor<2xf64>) {
  ^bb0(%a: f64, %o: f64):
    // expected-error @below {{'memref.load' op is recomputed in reverse mode, but reads or writes memory or runs unknown code, which may then give another result}}
    // expected-note @below {{compute it outside and pass its result in}}
    %l = memref.load %m[] : memref<f64>
    %p = arith.mulf %l, %a : f64
    linalg.yield %p : f64
  } -> tensor<2xf64>
  return %y : tensor<2xf64>
}
func.func @request(%x: tensor<2xf64>, %m: memref<f64>) {
  grad.jvp @reads(%x, %m) tangents(%x) : (tensor<2xf64>, memref<f64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  // expected-note @below {{while differentiating '@reads', requested here}}
  grad.vjp @reads(%x, %m) cotangents(%x) : (tensor<2xf64>, memref<f64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  return
}
