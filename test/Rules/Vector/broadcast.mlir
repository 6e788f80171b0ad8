// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// Broadcasts: the transpose is a sum over the repeated dimensions, accumulated
// in f32 if the elements are narrower.

// A scalar: a sum over all.
func.func @scalar(%x: f64) -> vector<2x3xf64> {
  %y = vector.broadcast %x : f64 to vector<2x3xf64>
  return %y : vector<2x3xf64>
}
func.func private @request_scalar(%x: f64, %dx: f64, %c: vector<2x3xf64>) {
  grad.jvp @scalar(%x) tangents(%dx) : (f64, f64) -> (vector<2x3xf64>, vector<2x3xf64>)
  grad.vjp @scalar(%x) cotangents(%c) : (f64, vector<2x3xf64>) -> (vector<2x3xf64>, f64)
  return
}
// CHECK-LABEL: func.func private @scalar_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: vector<2x3xf64>)
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[X]] : f64 to vector<2x3xf64>
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[MULTI_REDUCTION:%[a-z0-9_]+]] = vector.multi_reduction <add>, [[C]], [[ZERO]] [0, 1] : vector<2x3xf64> to f64
// CHECK-NEXT: return [[BROADCAST]], [[MULTI_REDUCTION]] : vector<2x3xf64>, f64
// CHECK-LABEL: func.func private @scalar_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[X]] : f64 to vector<2x3xf64>
// CHECK-NEXT: [[BROADCAST2:%[a-z0-9_]+]] = vector.broadcast [[DX]] : f64 to vector<2x3xf64>
// CHECK-NEXT: return [[BROADCAST]], [[BROADCAST2]] : vector<2x3xf64>, vector<2x3xf64>

// Leading dimensions that the source vector does not have.
func.func @leading(%x: vector<3xf64>) -> vector<2x3xf64> {
  %y = vector.broadcast %x : vector<3xf64> to vector<2x3xf64>
  return %y : vector<2x3xf64>
}
func.func private @request_leading(%x: vector<3xf64>, %dx: vector<3xf64>, %c: vector<2x3xf64>) {
  grad.jvp @leading(%x) tangents(%dx) : (vector<3xf64>, vector<3xf64>) -> (vector<2x3xf64>, vector<2x3xf64>)
  grad.vjp @leading(%x) cotangents(%c) : (vector<3xf64>, vector<2x3xf64>) -> (vector<2x3xf64>, vector<3xf64>)
  return
}
// CHECK-LABEL: func.func private @leading_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<3xf64>, [[C:%[a-z0-9_]+]]: vector<2x3xf64>)
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[X]] : vector<3xf64> to vector<2x3xf64>
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : vector<3xf64>
// CHECK-NEXT: [[MULTI_REDUCTION:%[a-z0-9_]+]] = vector.multi_reduction <add>, [[C]], [[ZERO]] [0] : vector<2x3xf64> to vector<3xf64>
// CHECK-NEXT: return [[BROADCAST]], [[MULTI_REDUCTION]] : vector<2x3xf64>, vector<3xf64>
// CHECK-LABEL: func.func private @leading_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<3xf64>, [[DX:%[a-z0-9_]+]]: vector<3xf64>)
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[X]] : vector<3xf64> to vector<2x3xf64>
// CHECK-NEXT: [[BROADCAST2:%[a-z0-9_]+]] = vector.broadcast [[DX]] : vector<3xf64> to vector<2x3xf64>
// CHECK-NEXT: return [[BROADCAST]], [[BROADCAST2]] : vector<2x3xf64>, vector<2x3xf64>

// A size of 1 that is stretched.
func.func @stretched(%x: vector<1x3xf64>) -> vector<2x3xf64> {
  %y = vector.broadcast %x : vector<1x3xf64> to vector<2x3xf64>
  return %y : vector<2x3xf64>
}
func.func private @request_stretched(%x: vector<1x3xf64>, %dx: vector<1x3xf64>, %c: vector<2x3xf64>) {
  grad.jvp @stretched(%x) tangents(%dx) : (vector<1x3xf64>, vector<1x3xf64>) -> (vector<2x3xf64>, vector<2x3xf64>)
  grad.vjp @stretched(%x) cotangents(%c) : (vector<1x3xf64>, vector<2x3xf64>) -> (vector<2x3xf64>, vector<1x3xf64>)
  return
}
// CHECK-LABEL: func.func private @stretched_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<1x3xf64>, [[C:%[a-z0-9_]+]]: vector<2x3xf64>)
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[X]] : vector<1x3xf64> to vector<2x3xf64>
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : vector<3xf64>
// CHECK-NEXT: [[MULTI_REDUCTION:%[a-z0-9_]+]] = vector.multi_reduction <add>, [[C]], [[ZERO]] [0] : vector<2x3xf64> to vector<3xf64>
// CHECK-NEXT: [[SHAPE_CAST:%[a-z0-9_]+]] = vector.shape_cast [[MULTI_REDUCTION]] : vector<3xf64> to vector<1x3xf64>
// CHECK-NEXT: return [[BROADCAST]], [[SHAPE_CAST]] : vector<2x3xf64>, vector<1x3xf64>
// CHECK-LABEL: func.func private @stretched_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<1x3xf64>, [[DX:%[a-z0-9_]+]]: vector<1x3xf64>)
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[X]] : vector<1x3xf64> to vector<2x3xf64>
// CHECK-NEXT: [[BROADCAST2:%[a-z0-9_]+]] = vector.broadcast [[DX]] : vector<1x3xf64> to vector<2x3xf64>
// CHECK-NEXT: return [[BROADCAST]], [[BROADCAST2]] : vector<2x3xf64>, vector<2x3xf64>

// A dimension of size 1 needs no sum.
func.func @unstretched(%x: f64) -> vector<1x1xf64> {
  %y = vector.broadcast %x : f64 to vector<1x1xf64>
  return %y : vector<1x1xf64>
}
func.func private @request_unstretched(%x: f64, %dx: f64, %c: vector<1x1xf64>) {
  grad.jvp @unstretched(%x) tangents(%dx) : (f64, f64) -> (vector<1x1xf64>, vector<1x1xf64>)
  grad.vjp @unstretched(%x) cotangents(%c) : (f64, vector<1x1xf64>) -> (vector<1x1xf64>, f64)
  return
}
// CHECK-LABEL: func.func private @unstretched_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: vector<1x1xf64>)
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[X]] : f64 to vector<1x1xf64>
// CHECK-NEXT: [[EXTRACT:%[a-z0-9_]+]] = vector.extract [[C]][0, 0] : f64 from vector<1x1xf64>
// CHECK-NEXT: return [[BROADCAST]], [[EXTRACT]] : vector<1x1xf64>, f64
// CHECK-LABEL: func.func private @unstretched_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[X]] : f64 to vector<1x1xf64>
// CHECK-NEXT: [[BROADCAST2:%[a-z0-9_]+]] = vector.broadcast [[DX]] : f64 to vector<1x1xf64>
// CHECK-NEXT: return [[BROADCAST]], [[BROADCAST2]] : vector<1x1xf64>, vector<1x1xf64>

// Only one of two leading dimensions is repeated.
func.func @partly(%x: vector<3xf64>) -> vector<2x1x3xf64> {
  %y = vector.broadcast %x : vector<3xf64> to vector<2x1x3xf64>
  return %y : vector<2x1x3xf64>
}
func.func private @request_partly(%x: vector<3xf64>, %dx: vector<3xf64>, %c: vector<2x1x3xf64>) {
  grad.jvp @partly(%x) tangents(%dx) : (vector<3xf64>, vector<3xf64>) -> (vector<2x1x3xf64>, vector<2x1x3xf64>)
  grad.vjp @partly(%x) cotangents(%c) : (vector<3xf64>, vector<2x1x3xf64>) -> (vector<2x1x3xf64>, vector<3xf64>)
  return
}
// CHECK-LABEL: func.func private @partly_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<3xf64>, [[C:%[a-z0-9_]+]]: vector<2x1x3xf64>)
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[X]] : vector<3xf64> to vector<2x1x3xf64>
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : vector<1x3xf64>
// CHECK-NEXT: [[MULTI_REDUCTION:%[a-z0-9_]+]] = vector.multi_reduction <add>, [[C]], [[ZERO]] [0] : vector<2x1x3xf64> to vector<1x3xf64>
// CHECK-NEXT: [[SHAPE_CAST:%[a-z0-9_]+]] = vector.shape_cast [[MULTI_REDUCTION]] : vector<1x3xf64> to vector<3xf64>
// CHECK-NEXT: return [[BROADCAST]], [[SHAPE_CAST]] : vector<2x1x3xf64>, vector<3xf64>
// CHECK-LABEL: func.func private @partly_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<3xf64>, [[DX:%[a-z0-9_]+]]: vector<3xf64>)
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[X]] : vector<3xf64> to vector<2x1x3xf64>
// CHECK-NEXT: [[BROADCAST2:%[a-z0-9_]+]] = vector.broadcast [[DX]] : vector<3xf64> to vector<2x1x3xf64>
// CHECK-NEXT: return [[BROADCAST]], [[BROADCAST2]] : vector<2x1x3xf64>, vector<2x1x3xf64>

// A broadcast to the same shape needs no sum either.
func.func @same(%x: vector<2xf16>) -> vector<2xf16> {
  %y = vector.broadcast %x : vector<2xf16> to vector<2xf16>
  return %y : vector<2xf16>
}
func.func private @request_same(%x: vector<2xf16>, %dx: vector<2xf16>, %c: vector<2xf16>) {
  grad.jvp @same(%x) tangents(%dx) : (vector<2xf16>, vector<2xf16>) -> (vector<2xf16>, vector<2xf16>)
  grad.vjp @same(%x) cotangents(%c) : (vector<2xf16>, vector<2xf16>) -> (vector<2xf16>, vector<2xf16>)
  return
}
// CHECK-LABEL: func.func private @same_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<2xf16>, [[C:%[a-z0-9_]+]]: vector<2xf16>)
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[X]] : vector<2xf16> to vector<2xf16>
// CHECK-NEXT: return [[BROADCAST]], [[C]] : vector<2xf16>, vector<2xf16>
// CHECK-LABEL: func.func private @same_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<2xf16>, [[DX:%[a-z0-9_]+]]: vector<2xf16>)
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[X]] : vector<2xf16> to vector<2xf16>
// CHECK-NEXT: [[BROADCAST2:%[a-z0-9_]+]] = vector.broadcast [[DX]] : vector<2xf16> to vector<2xf16>
// CHECK-NEXT: return [[BROADCAST]], [[BROADCAST2]] : vector<2xf16>, vector<2xf16>

// Rank 0.
func.func @rank_zero(%x: vector<f64>) -> vector<3xf64> {
  %y = vector.broadcast %x : vector<f64> to vector<3xf64>
  return %y : vector<3xf64>
}
func.func private @request_rank_zero(%x: vector<f64>, %dx: vector<f64>, %c: vector<3xf64>) {
  grad.jvp @rank_zero(%x) tangents(%dx) : (vector<f64>, vector<f64>) -> (vector<3xf64>, vector<3xf64>)
  grad.vjp @rank_zero(%x) cotangents(%c) : (vector<f64>, vector<3xf64>) -> (vector<3xf64>, vector<f64>)
  return
}
// CHECK-LABEL: func.func private @rank_zero_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<f64>, [[C:%[a-z0-9_]+]]: vector<3xf64>)
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[X]] : vector<f64> to vector<3xf64>
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[MULTI_REDUCTION:%[a-z0-9_]+]] = vector.multi_reduction <add>, [[C]], [[ZERO]] [0] : vector<3xf64> to f64
// CHECK-NEXT: [[BROADCAST2:%[a-z0-9_]+]] = vector.broadcast [[MULTI_REDUCTION]] : f64 to vector<f64>
// CHECK-NEXT: return [[BROADCAST]], [[BROADCAST2]] : vector<3xf64>, vector<f64>
// CHECK-LABEL: func.func private @rank_zero_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<f64>, [[DX:%[a-z0-9_]+]]: vector<f64>)
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[X]] : vector<f64> to vector<3xf64>
// CHECK-NEXT: [[BROADCAST2:%[a-z0-9_]+]] = vector.broadcast [[DX]] : vector<f64> to vector<3xf64>
// CHECK-NEXT: return [[BROADCAST]], [[BROADCAST2]] : vector<3xf64>, vector<3xf64>

// In bf16, the sum is computed in f32 and rounded once.
func.func @narrow(%x: bf16) -> vector<4xbf16> {
  %y = vector.broadcast %x : bf16 to vector<4xbf16>
  return %y : vector<4xbf16>
}
func.func private @request_narrow(%x: bf16, %dx: bf16, %c: vector<4xbf16>) {
  grad.jvp @narrow(%x) tangents(%dx) : (bf16, bf16) -> (vector<4xbf16>, vector<4xbf16>)
  grad.vjp @narrow(%x) cotangents(%c) : (bf16, vector<4xbf16>) -> (vector<4xbf16>, bf16)
  return
}
// CHECK-LABEL: func.func private @narrow_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: bf16, [[C:%[a-z0-9_]+]]: vector<4xbf16>)
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[X]] : bf16 to vector<4xbf16>
// CHECK-NEXT: [[EXTF:%[a-z0-9_]+]] = arith.extf [[C]] : vector<4xbf16> to vector<4xf32>
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: [[MULTI_REDUCTION:%[a-z0-9_]+]] = vector.multi_reduction <add>, [[EXTF]], [[ZERO]] [0] : vector<4xf32> to f32
// CHECK-NEXT: [[TRUNCF:%[a-z0-9_]+]] = arith.truncf [[MULTI_REDUCTION]] : f32 to bf16
// CHECK-NEXT: return [[BROADCAST]], [[TRUNCF]] : vector<4xbf16>, bf16
// CHECK-LABEL: func.func private @narrow_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: bf16, [[DX:%[a-z0-9_]+]]: bf16)
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[X]] : bf16 to vector<4xbf16>
// CHECK-NEXT: [[BROADCAST2:%[a-z0-9_]+]] = vector.broadcast [[DX]] : bf16 to vector<4xbf16>
// CHECK-NEXT: return [[BROADCAST]], [[BROADCAST2]] : vector<4xbf16>, vector<4xbf16>

// A scalable vector.
func.func @scalable(%x: f32) -> vector<[4]xf32> {
  %y = vector.broadcast %x : f32 to vector<[4]xf32>
  return %y : vector<[4]xf32>
}
func.func private @request_scalable(%x: f32, %dx: f32, %c: vector<[4]xf32>) {
  grad.jvp @scalable(%x) tangents(%dx) : (f32, f32) -> (vector<[4]xf32>, vector<[4]xf32>)
  grad.vjp @scalable(%x) cotangents(%c) : (f32, vector<[4]xf32>) -> (vector<[4]xf32>, f32)
  return
}
// CHECK-LABEL: func.func private @scalable_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f32, [[C:%[a-z0-9_]+]]: vector<[4]xf32>)
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[X]] : f32 to vector<[4]xf32>
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: [[MULTI_REDUCTION:%[a-z0-9_]+]] = vector.multi_reduction <add>, [[C]], [[ZERO]] [0] : vector<[4]xf32> to f32
// CHECK-NEXT: return [[BROADCAST]], [[MULTI_REDUCTION]] : vector<[4]xf32>, f32
// CHECK-LABEL: func.func private @scalable_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f32, [[DX:%[a-z0-9_]+]]: f32)
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[X]] : f32 to vector<[4]xf32>
// CHECK-NEXT: [[BROADCAST2:%[a-z0-9_]+]] = vector.broadcast [[DX]] : f32 to vector<[4]xf32>
// CHECK-NEXT: return [[BROADCAST]], [[BROADCAST2]] : vector<[4]xf32>, vector<[4]xf32>
