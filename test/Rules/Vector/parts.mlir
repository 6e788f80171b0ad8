// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// Extracting and inserting parts, shapes, and the fused multiply-add.

// The transpose of extracting a part inserts the cotangent into a zero.
func.func @extract(%x: vector<2x3xf64>) -> vector<3xf64> {
  %y = vector.extract %x[1] : vector<3xf64> from vector<2x3xf64>
  return %y : vector<3xf64>
}
func.func private @request_extract(%x: vector<2x3xf64>, %dx: vector<2x3xf64>, %c: vector<3xf64>) {
  grad.jvp @extract(%x) tangents(%dx) : (vector<2x3xf64>, vector<2x3xf64>) -> (vector<3xf64>, vector<3xf64>)
  grad.vjp @extract(%x) cotangents(%c) : (vector<2x3xf64>, vector<3xf64>) -> (vector<3xf64>, vector<2x3xf64>)
  return
}
// CHECK-LABEL: func.func private @extract_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<2x3xf64>, [[C:%[a-z0-9_]+]]: vector<3xf64>)
// CHECK-NEXT: [[EXTRACT:%[a-z0-9_]+]] = vector.extract [[X]][1] : vector<3xf64> from vector<2x3xf64>
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : vector<2x3xf64>
// CHECK-NEXT: [[INSERT:%[a-z0-9_]+]] = vector.insert [[C]], [[ZERO]] [1] : vector<3xf64> into vector<2x3xf64>
// CHECK-NEXT: return [[EXTRACT]], [[INSERT]] : vector<3xf64>, vector<2x3xf64>
// CHECK-LABEL: func.func private @extract_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<2x3xf64>, [[DX:%[a-z0-9_]+]]: vector<2x3xf64>)
// CHECK-NEXT: [[EXTRACT:%[a-z0-9_]+]] = vector.extract [[X]][1] : vector<3xf64> from vector<2x3xf64>
// CHECK-NEXT: [[EXTRACT2:%[a-z0-9_]+]] = vector.extract [[DX]][1] : vector<3xf64> from vector<2x3xf64>
// CHECK-NEXT: return [[EXTRACT]], [[EXTRACT2]] : vector<3xf64>, vector<3xf64>

// An element at a dynamic position.
func.func @extract_dynamic(%x: vector<4xf32>, %i: index) -> f32 {
  %y = vector.extract %x[%i] : f32 from vector<4xf32>
  return %y : f32
}
func.func private @request_extract_dynamic(%x: vector<4xf32>, %i: index, %dx: vector<4xf32>, %c: f32) {
  grad.jvp @extract_dynamic(%x, %i) tangents(%dx) : (vector<4xf32>, index, vector<4xf32>) -> (f32, f32)
  grad.vjp @extract_dynamic(%x, %i) cotangents(%c) : (vector<4xf32>, index, f32) -> (f32, vector<4xf32>)
  return
}
// CHECK-LABEL: func.func private @extract_dynamic_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<4xf32>, [[I:%[a-z0-9_]+]]: index, [[C:%[a-z0-9_]+]]: f32)
// CHECK-NEXT: [[EXTRACT:%[a-z0-9_]+]] = vector.extract [[X]][[[I]]] : f32 from vector<4xf32>
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT: [[INSERT:%[a-z0-9_]+]] = vector.insert [[C]], [[ZERO]] [[[I]]] : f32 into vector<4xf32>
// CHECK-NEXT: return [[EXTRACT]], [[INSERT]] : f32, vector<4xf32>
// CHECK-LABEL: func.func private @extract_dynamic_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<4xf32>, [[I:%[a-z0-9_]+]]: index, [[DX:%[a-z0-9_]+]]: vector<4xf32>)
// CHECK-NEXT: [[EXTRACT:%[a-z0-9_]+]] = vector.extract [[X]][[[I]]] : f32 from vector<4xf32>
// CHECK-NEXT: [[EXTRACT2:%[a-z0-9_]+]] = vector.extract [[DX]][[[I]]] : f32 from vector<4xf32>
// CHECK-NEXT: return [[EXTRACT]], [[EXTRACT2]] : f32, f32

// An element of a vector of rank 0.
func.func @extract_rank_zero(%x: vector<f64>) -> f64 {
  %y = vector.extract %x[] : f64 from vector<f64>
  return %y : f64
}
func.func private @request_extract_rank_zero(%x: vector<f64>, %dx: vector<f64>, %c: f64) {
  grad.jvp @extract_rank_zero(%x) tangents(%dx) : (vector<f64>, vector<f64>) -> (f64, f64)
  grad.vjp @extract_rank_zero(%x) cotangents(%c) : (vector<f64>, f64) -> (f64, vector<f64>)
  return
}
// CHECK-LABEL: func.func private @extract_rank_zero_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<f64>, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[EXTRACT:%[a-z0-9_]+]] = vector.extract [[X]][] : f64 from vector<f64>
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : vector<f64>
// CHECK-NEXT: [[INSERT:%[a-z0-9_]+]] = vector.insert [[C]], [[ZERO]] [] : f64 into vector<f64>
// CHECK-NEXT: return [[EXTRACT]], [[INSERT]] : f64, vector<f64>
// CHECK-LABEL: func.func private @extract_rank_zero_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<f64>, [[DX:%[a-z0-9_]+]]: vector<f64>)
// CHECK-NEXT: [[EXTRACT:%[a-z0-9_]+]] = vector.extract [[X]][] : f64 from vector<f64>
// CHECK-NEXT: [[EXTRACT2:%[a-z0-9_]+]] = vector.extract [[DX]][] : f64 from vector<f64>
// CHECK-NEXT: return [[EXTRACT]], [[EXTRACT2]] : f64, f64

// The inserted part gets its part of the cotangent, the destination gets the
// rest.
func.func @insert(%x: vector<3xf64>, %z: vector<2x3xf64>) -> vector<2x3xf64> {
  %y = vector.insert %x, %z [0] : vector<3xf64> into vector<2x3xf64>
  return %y : vector<2x3xf64>
}
func.func private @request_insert(%x: vector<3xf64>, %z: vector<2x3xf64>, %dx: vector<3xf64>, %dz: vector<2x3xf64>, %c: vector<2x3xf64>) {
  grad.jvp @insert(%x, %z) tangents(%dx, %dz) : (vector<3xf64>, vector<2x3xf64>, vector<3xf64>, vector<2x3xf64>) -> (vector<2x3xf64>, vector<2x3xf64>)
  grad.vjp @insert(%x, %z) cotangents(%c) : (vector<3xf64>, vector<2x3xf64>, vector<2x3xf64>) -> (vector<2x3xf64>, vector<3xf64>, vector<2x3xf64>)
  return
}
// CHECK-LABEL: func.func private @insert_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<3xf64>, [[Z:%[a-z0-9_]+]]: vector<2x3xf64>, [[C:%[a-z0-9_]+]]: vector<2x3xf64>)
// CHECK-NEXT: [[INSERT:%[a-z0-9_]+]] = vector.insert [[X]], [[Z]] [0] : vector<3xf64> into vector<2x3xf64>
// CHECK-NEXT: [[EXTRACT:%[a-z0-9_]+]] = vector.extract [[C]][0] : vector<3xf64> from vector<2x3xf64>
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : vector<3xf64>
// CHECK-NEXT: [[INSERT2:%[a-z0-9_]+]] = vector.insert [[ZERO]], [[C]] [0] : vector<3xf64> into vector<2x3xf64>
// CHECK-NEXT: return [[INSERT]], [[EXTRACT]], [[INSERT2]] : vector<2x3xf64>, vector<3xf64>, vector<2x3xf64>
// CHECK-LABEL: func.func private @insert_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<3xf64>, [[Z:%[a-z0-9_]+]]: vector<2x3xf64>, [[DX:%[a-z0-9_]+]]: vector<3xf64>, [[DZ:%[a-z0-9_]+]]: vector<2x3xf64>)
// CHECK-NEXT: [[INSERT:%[a-z0-9_]+]] = vector.insert [[X]], [[Z]] [0] : vector<3xf64> into vector<2x3xf64>
// CHECK-NEXT: [[INSERT2:%[a-z0-9_]+]] = vector.insert [[DX]], [[DZ]] [0] : vector<3xf64> into vector<2x3xf64>
// CHECK-NEXT: return [[INSERT]], [[INSERT2]] : vector<2x3xf64>, vector<2x3xf64>

// One element, inserted as a vector.
func.func @extract_one(%x: vector<4xf32>) -> vector<1xf32> {
  %y = vector.extract %x[3] : vector<1xf32> from vector<4xf32>
  return %y : vector<1xf32>
}
func.func private @request_extract_one(%x: vector<4xf32>, %dx: vector<4xf32>, %c: vector<1xf32>) {
  grad.jvp @extract_one(%x) tangents(%dx) : (vector<4xf32>, vector<4xf32>) -> (vector<1xf32>, vector<1xf32>)
  grad.vjp @extract_one(%x) cotangents(%c) : (vector<4xf32>, vector<1xf32>) -> (vector<1xf32>, vector<4xf32>)
  return
}
// CHECK-LABEL: func.func private @extract_one_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<4xf32>, [[C:%[a-z0-9_]+]]: vector<1xf32>)
// CHECK-NEXT: [[EXTRACT:%[a-z0-9_]+]] = vector.extract [[X]][3] : vector<1xf32> from vector<4xf32>
// CHECK-NEXT: [[EXTRACT2:%[a-z0-9_]+]] = vector.extract [[C]][0] : f32 from vector<1xf32>
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT: [[INSERT:%[a-z0-9_]+]] = vector.insert [[EXTRACT2]], [[ZERO]] [3] : f32 into vector<4xf32>
// CHECK-NEXT: return [[EXTRACT]], [[INSERT]] : vector<1xf32>, vector<4xf32>
// CHECK-LABEL: func.func private @extract_one_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<4xf32>, [[DX:%[a-z0-9_]+]]: vector<4xf32>)
// CHECK-NEXT: [[EXTRACT:%[a-z0-9_]+]] = vector.extract [[X]][3] : vector<1xf32> from vector<4xf32>
// CHECK-NEXT: [[EXTRACT2:%[a-z0-9_]+]] = vector.extract [[DX]][3] : vector<1xf32> from vector<4xf32>
// CHECK-NEXT: return [[EXTRACT]], [[EXTRACT2]] : vector<1xf32>, vector<1xf32>

// Into a constant: no cotangent for the destination.
func.func @insert_into_constant(%x: f32, %z: vector<4xf32>, %i: index) -> vector<4xf32> {
  %y = vector.insert %x, %z [%i] : f32 into vector<4xf32>
  return %y : vector<4xf32>
}
func.func private @request_insert_into_constant(%x: f32, %z: vector<4xf32>, %i: index, %dx: f32, %c: vector<4xf32>) {
  grad.jvp @insert_into_constant(%x, %z, %i) tangents(%dx) {wrt = array<i64: 0>} : (f32, vector<4xf32>, index, f32) -> (vector<4xf32>, vector<4xf32>)
  grad.vjp @insert_into_constant(%x, %z, %i) cotangents(%c) {wrt = array<i64: 0>} : (f32, vector<4xf32>, index, vector<4xf32>) -> (vector<4xf32>, f32)
  return
}
// CHECK-LABEL: func.func private @insert_into_constant_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f32, [[Z:%[a-z0-9_]+]]: vector<4xf32>, [[I:%[a-z0-9_]+]]: index, [[C:%[a-z0-9_]+]]: vector<4xf32>)
// CHECK-NEXT: [[INSERT:%[a-z0-9_]+]] = vector.insert [[X]], [[Z]] [[[I]]] : f32 into vector<4xf32>
// CHECK-NEXT: [[EXTRACT:%[a-z0-9_]+]] = vector.extract [[C]][[[I]]] : f32 from vector<4xf32>
// CHECK-NEXT: return [[INSERT]], [[EXTRACT]] : vector<4xf32>, f32
// CHECK-LABEL: func.func private @insert_into_constant_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f32, [[Z:%[a-z0-9_]+]]: vector<4xf32>, [[I:%[a-z0-9_]+]]: index, [[DX:%[a-z0-9_]+]]: f32)
// CHECK-NEXT: [[INSERT:%[a-z0-9_]+]] = vector.insert [[X]], [[Z]] [[[I]]] : f32 into vector<4xf32>
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT: [[INSERT2:%[a-z0-9_]+]] = vector.insert [[DX]], [[ZERO]] [[[I]]] : f32 into vector<4xf32>
// CHECK-NEXT: return [[INSERT]], [[INSERT2]] : vector<4xf32>, vector<4xf32>

// A constant into a vector: only the destination has a derivative.
func.func @insert_constant(%x: f32, %z: vector<4xf32>) -> vector<4xf32> {
  %y = vector.insert %x, %z [2] : f32 into vector<4xf32>
  return %y : vector<4xf32>
}
func.func private @request_insert_constant(%x: f32, %z: vector<4xf32>, %dz: vector<4xf32>, %c: vector<4xf32>) {
  grad.jvp @insert_constant(%x, %z) tangents(%dz) {wrt = array<i64: 1>} : (f32, vector<4xf32>, vector<4xf32>) -> (vector<4xf32>, vector<4xf32>)
  grad.vjp @insert_constant(%x, %z) cotangents(%c) {wrt = array<i64: 1>} : (f32, vector<4xf32>, vector<4xf32>) -> (vector<4xf32>, vector<4xf32>)
  return
}
// CHECK-LABEL: func.func private @insert_constant_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f32, [[Z:%[a-z0-9_]+]]: vector<4xf32>, [[C:%[a-z0-9_]+]]: vector<4xf32>)
// CHECK-NEXT: [[INSERT:%[a-z0-9_]+]] = vector.insert [[X]], [[Z]] [2] : f32 into vector<4xf32>
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: [[INSERT2:%[a-z0-9_]+]] = vector.insert [[ZERO]], [[C]] [2] : f32 into vector<4xf32>
// CHECK-NEXT: return [[INSERT]], [[INSERT2]] : vector<4xf32>, vector<4xf32>
// CHECK-LABEL: func.func private @insert_constant_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f32, [[Z:%[a-z0-9_]+]]: vector<4xf32>, [[DZ:%[a-z0-9_]+]]: vector<4xf32>)
// CHECK-NEXT: [[INSERT:%[a-z0-9_]+]] = vector.insert [[X]], [[Z]] [2] : f32 into vector<4xf32>
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: [[INSERT2:%[a-z0-9_]+]] = vector.insert [[ZERO]], [[DZ]] [2] : f32 into vector<4xf32>
// CHECK-NEXT: return [[INSERT]], [[INSERT2]] : vector<4xf32>, vector<4xf32>

// The cotangent is cast back to the shape.
func.func @shape_cast(%x: vector<2x3xf64>) -> vector<6xf64> {
  %y = vector.shape_cast %x : vector<2x3xf64> to vector<6xf64>
  return %y : vector<6xf64>
}
func.func private @request_shape_cast(%x: vector<2x3xf64>, %dx: vector<2x3xf64>, %c: vector<6xf64>) {
  grad.jvp @shape_cast(%x) tangents(%dx) : (vector<2x3xf64>, vector<2x3xf64>) -> (vector<6xf64>, vector<6xf64>)
  grad.vjp @shape_cast(%x) cotangents(%c) : (vector<2x3xf64>, vector<6xf64>) -> (vector<6xf64>, vector<2x3xf64>)
  return
}
// CHECK-LABEL: func.func private @shape_cast_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<2x3xf64>, [[C:%[a-z0-9_]+]]: vector<6xf64>)
// CHECK-NEXT: [[SHAPE_CAST:%[a-z0-9_]+]] = vector.shape_cast [[X]] : vector<2x3xf64> to vector<6xf64>
// CHECK-NEXT: [[SHAPE_CAST2:%[a-z0-9_]+]] = vector.shape_cast [[C]] : vector<6xf64> to vector<2x3xf64>
// CHECK-NEXT: return [[SHAPE_CAST]], [[SHAPE_CAST2]] : vector<6xf64>, vector<2x3xf64>
// CHECK-LABEL: func.func private @shape_cast_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<2x3xf64>, [[DX:%[a-z0-9_]+]]: vector<2x3xf64>)
// CHECK-NEXT: [[SHAPE_CAST:%[a-z0-9_]+]] = vector.shape_cast [[X]] : vector<2x3xf64> to vector<6xf64>
// CHECK-NEXT: [[SHAPE_CAST2:%[a-z0-9_]+]] = vector.shape_cast [[DX]] : vector<2x3xf64> to vector<6xf64>
// CHECK-NEXT: return [[SHAPE_CAST]], [[SHAPE_CAST2]] : vector<6xf64>, vector<6xf64>

// The factor of each factor is the other one; the summand gets the cotangent.
func.func @fma(%p: vector<4xf64>, %q: vector<4xf64>, %r: vector<4xf64>) -> vector<4xf64> {
  %y = vector.fma %p, %q, %r : vector<4xf64>
  return %y : vector<4xf64>
}
func.func private @request_fma(%p: vector<4xf64>, %q: vector<4xf64>, %r: vector<4xf64>, %dp: vector<4xf64>, %dq: vector<4xf64>, %dr: vector<4xf64>, %c: vector<4xf64>) {
  grad.jvp @fma(%p, %q, %r) tangents(%dp, %dq, %dr) : (vector<4xf64>, vector<4xf64>, vector<4xf64>, vector<4xf64>, vector<4xf64>, vector<4xf64>) -> (vector<4xf64>, vector<4xf64>)
  grad.vjp @fma(%p, %q, %r) cotangents(%c) : (vector<4xf64>, vector<4xf64>, vector<4xf64>, vector<4xf64>) -> (vector<4xf64>, vector<4xf64>, vector<4xf64>, vector<4xf64>)
  return
}
// CHECK-LABEL: func.func private @fma_vjp(
// CHECK-SAME: [[P:%[a-z0-9_]+]]: vector<4xf64>, [[Q:%[a-z0-9_]+]]: vector<4xf64>, [[R:%[a-z0-9_]+]]: vector<4xf64>, [[C:%[a-z0-9_]+]]: vector<4xf64>)
// CHECK-NEXT: [[FMA:%[a-z0-9_]+]] = vector.fma [[P]], [[Q]], [[R]] : vector<4xf64>
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[Q]] : vector<4xf64>
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[C]], [[P]] : vector<4xf64>
// CHECK-NEXT: return [[FMA]], [[MULF]], [[MULF2]], [[C]] : vector<4xf64>, vector<4xf64>, vector<4xf64>, vector<4xf64>
// CHECK-LABEL: func.func private @fma_jvp(
// CHECK-SAME: [[P:%[a-z0-9_]+]]: vector<4xf64>, [[Q:%[a-z0-9_]+]]: vector<4xf64>, [[R:%[a-z0-9_]+]]: vector<4xf64>, [[DP:%[a-z0-9_]+]]: vector<4xf64>, [[DQ:%[a-z0-9_]+]]: vector<4xf64>, [[DR:%[a-z0-9_]+]]: vector<4xf64>)
// CHECK-NEXT: [[FMA:%[a-z0-9_]+]] = vector.fma [[P]], [[Q]], [[R]] : vector<4xf64>
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DP]], [[Q]] : vector<4xf64>
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[DQ]], [[P]] : vector<4xf64>
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[MULF]], [[MULF2]] : vector<4xf64>
// CHECK-NEXT: [[ADDF2:%[a-z0-9_]+]] = arith.addf [[ADDF]], [[DR]] : vector<4xf64>
// CHECK-NEXT: return [[FMA]], [[ADDF2]] : vector<4xf64>, vector<4xf64>
