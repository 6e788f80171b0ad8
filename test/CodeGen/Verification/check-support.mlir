// RUN: sg-opt %s --sg-check-support --split-input-file --verify-diagnostics | FileCheck %s

// Unsupported code that is handled anyway is not reported.
// CHECK-LABEL: func.func @nearest(
// CHECK-NEXT:    arith.truncf %{{[a-z0-9]+}} : tensor<3xf64> to tensor<3xf32>
// CHECK-NEXT:    arith.truncf %{{[a-z0-9]+}} : tensor<3xf64> to tensor<3xbf16>
func.func @nearest(%x: tensor<3xf64>) -> (tensor<3xf32>, tensor<3xbf16>) {
  %y = arith.truncf %x to_nearest_even : tensor<3xf64> to tensor<3xf32>
  %z = arith.truncf %x : tensor<3xf64> to tensor<3xbf16>
  return %y, %z : tensor<3xf32>, tensor<3xbf16>
}

// CHECK-LABEL: func.func @integers(
// CHECK:         memref.generic_atomic_rmw
func.func @integers(%x: memref<3xi32>, %i: index) -> i32 {
  %y = memref.generic_atomic_rmw %x[%i] : memref<3xi32> {
  ^bb0(%old: i32):
    %new = arith.muli %old, %old : i32
    memref.atomic_yield %new : i32
  }
  return %y : i32
}

// -----

func.func @upward(%x: f64) -> f32 {
  // expected-error@+1 {{'arith.truncf' op is rounded upward, for which there is no native code; leave the rounding out, which rounds to the nearest}}
  %y = arith.truncf %x upward : f64 to f32
  return %y : f32
}

// -----

// In the body of an op, and in a kernel.
func.func @body(%x: tensor<4xf64>, %y: tensor<4xf16>) -> tensor<4xf16> {
  %z = linalg.map ins(%x : tensor<4xf64>) outs(%y : tensor<4xf16>)
    (%a: f64, %b: f16) {
      // expected-error@+1 {{op is rounded toward_zero, for which}}
      %c = arith.truncf %a toward_zero : f64 to f16
      linalg.yield %c : f16
    }
  return %z : tensor<4xf16>
}

// -----

gpu.module @kernels {
  gpu.func @k(%x: f32, %scale: f8E8M0FNU) -> f8E5M2 {
    // expected-error@+1 {{'arith.scaling_truncf' op is rounded downward, for which}}
    %y = arith.scaling_truncf %x, %scale downward : f32, f8E8M0FNU to f8E5M2
    gpu.return %y : f8E5M2
  }
}

// -----

func.func @floats(%x: memref<3xf32>, %i: index) -> f32 {
  // expected-error@+1 {{'memref.generic_atomic_rmw' op is of 'f32', for which there is no native code; use memref.atomic_rmw, or memory of integers and arith.bitcast}}
  %y = memref.generic_atomic_rmw %x[%i] : memref<3xf32> {
  ^bb0(%old: f32):
    %new = arith.mulf %old, %old : f32
    memref.atomic_yield %new : f32
  }
  return %y : f32
}

// -----

func.func @cropped(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %zero = arith.constant 0.0 : f32
  // expected-error@+1 {{'tensor.pad' op has a negative padding; crop with tensor.extract_slice}}
  %y = tensor.pad %x low[0, 2] high[0, -2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x5xf32> to tensor<4x5xf32>
  return %y : tensor<4x5xf32>
}

// -----

func.func @long(%x: f64) -> f64 {
  // expected-error@+2 {{'vector.broadcast' op creates a vector of 20000 elements: the limit of native code is 2048}}
  // expected-note@+1 {{use a tensor, or a loop over shorter vectors}}
  %v = vector.broadcast %x : f64 to vector<200x100xf64>
  %y = vector.extract %v[0, 0] : f64 from vector<200x100xf64>
  return %y : f64
}
