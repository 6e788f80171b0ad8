// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// Conversions.

// The tangent is converted like the value, the cotangent back.
func.func @extf(%x: f32) -> f64 {
  %y = arith.extf %x : f32 to f64
  return %y : f64
}
func.func private @request_extf(%x: f32, %dx: f32, %c: f64) {
  grad.jvp @extf(%x) tangents(%dx) : (f32, f32) -> (f64, f64)
  grad.vjp @extf(%x) cotangents(%c) : (f32, f64) -> (f64, f32)
  return
}
// CHECK-LABEL: func.func private @extf_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f32, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[EXTF:%[a-z0-9_]+]] = arith.extf [[X]] : f32 to f64
// CHECK-NEXT: [[TRUNCF:%[a-z0-9_]+]] = arith.truncf [[C]] : f64 to f32
// CHECK-NEXT: return [[EXTF]], [[TRUNCF]] : f64, f32
// CHECK-LABEL: func.func private @extf_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f32, [[DX:%[a-z0-9_]+]]: f32)
// CHECK-NEXT: [[EXTF:%[a-z0-9_]+]] = arith.extf [[X]] : f32 to f64
// CHECK-NEXT: [[EXTF2:%[a-z0-9_]+]] = arith.extf [[DX]] : f32 to f64
// CHECK-NEXT: return [[EXTF]], [[EXTF2]] : f64, f64

// The value is extended, and the cotangent is truncated.
func.func @truncf(%x: tensor<2x?xf64>) -> tensor<2x?xbf16> {
  %y = arith.truncf %x : tensor<2x?xf64> to tensor<2x?xbf16>
  return %y : tensor<2x?xbf16>
}
func.func private @request_truncf(%x: tensor<2x?xf64>, %dx: tensor<2x?xf64>, %c: tensor<2x?xbf16>) {
  grad.jvp @truncf(%x) tangents(%dx) : (tensor<2x?xf64>, tensor<2x?xf64>) -> (tensor<2x?xbf16>, tensor<2x?xbf16>)
  grad.vjp @truncf(%x) cotangents(%c) : (tensor<2x?xf64>, tensor<2x?xbf16>) -> (tensor<2x?xbf16>, tensor<2x?xf64>)
  return
}
// CHECK-LABEL: func.func private @truncf_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: tensor<2x?xf64>, [[C:%[a-z0-9_]+]]: tensor<2x?xbf16>)
// CHECK-NEXT: [[TRUNCF:%[a-z0-9_]+]] = arith.truncf [[X]] : tensor<2x?xf64> to tensor<2x?xbf16>
// CHECK-NEXT: [[EXTF:%[a-z0-9_]+]] = arith.extf [[C]] : tensor<2x?xbf16> to tensor<2x?xf64>
// CHECK-NEXT: return [[TRUNCF]], [[EXTF]] : tensor<2x?xbf16>, tensor<2x?xf64>
// CHECK-LABEL: func.func private @truncf_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: tensor<2x?xf64>, [[DX:%[a-z0-9_]+]]: tensor<2x?xf64>)
// CHECK-NEXT: [[TRUNCF:%[a-z0-9_]+]] = arith.truncf [[X]] : tensor<2x?xf64> to tensor<2x?xbf16>
// CHECK-NEXT: [[TRUNCF2:%[a-z0-9_]+]] = arith.truncf [[DX]] : tensor<2x?xf64> to tensor<2x?xbf16>
// CHECK-NEXT: return [[TRUNCF]], [[TRUNCF2]] : tensor<2x?xbf16>, tensor<2x?xbf16>

// The rounding mode applies to the tangent too.
func.func @truncf_mode(%x: f64) -> f32 {
  %y = arith.truncf %x to_nearest_even : f64 to f32
  return %y : f32
}
func.func private @request_truncf_mode(%x: f64, %dx: f64, %c: f32) {
  grad.jvp @truncf_mode(%x) tangents(%dx) : (f64, f64) -> (f32, f32)
  grad.vjp @truncf_mode(%x) cotangents(%c) : (f64, f32) -> (f32, f64)
  return
}
// CHECK-LABEL: func.func private @truncf_mode_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f32)
// CHECK-NEXT: [[TRUNCF:%[a-z0-9_]+]] = arith.truncf [[X]] to_nearest_even : f64 to f32
// CHECK-NEXT: [[EXTF:%[a-z0-9_]+]] = arith.extf [[C]] : f32 to f64
// CHECK-NEXT: return [[TRUNCF]], [[EXTF]] : f32, f64
// CHECK-LABEL: func.func private @truncf_mode_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[TRUNCF:%[a-z0-9_]+]] = arith.truncf [[X]] to_nearest_even : f64 to f32
// CHECK-NEXT: [[TRUNCF2:%[a-z0-9_]+]] = arith.truncf [[DX]] to_nearest_even : f64 to f32
// CHECK-NEXT: return [[TRUNCF]], [[TRUNCF2]] : f32, f32

// An integer has no derivative: no tangent, no cotangent.
func.func @through_integers(%x: f64) -> f64 {
  %s = arith.fptosi %x : f64 to i32
  %u = arith.fptoui %x : f64 to i32
  %i = arith.addi %s, %u : i32
  %f = arith.sitofp %s : i32 to f64
  %g = arith.uitofp %i : i32 to f64
  %p = arith.mulf %f, %g : f64
  %y = arith.mulf %p, %x : f64
  return %y : f64
}
func.func private @request_through_integers(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @through_integers(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @through_integers(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @through_integers_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[FPTOSI:%[a-z0-9_]+]] = arith.fptosi [[X]] : f64 to i32
// CHECK-NEXT: [[FPTOUI:%[a-z0-9_]+]] = arith.fptoui [[X]] : f64 to i32
// CHECK-NEXT: [[ADDI:%[a-z0-9_]+]] = arith.addi [[FPTOSI]], [[FPTOUI]] : i32
// CHECK-NEXT: [[SITOFP:%[a-z0-9_]+]] = arith.sitofp [[FPTOSI]] : i32 to f64
// CHECK-NEXT: [[UITOFP:%[a-z0-9_]+]] = arith.uitofp [[ADDI]] : i32 to f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[SITOFP]], [[UITOFP]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[MULF]], [[X]] : f64
// CHECK-NEXT: [[MULF3:%[a-z0-9_]+]] = arith.mulf [[C]], [[MULF]] : f64
// CHECK-NEXT: return [[MULF2]], [[MULF3]] : f64, f64
// CHECK-LABEL: func.func private @through_integers_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[FPTOSI:%[a-z0-9_]+]] = arith.fptosi [[X]] : f64 to i32
// CHECK-NEXT: [[FPTOUI:%[a-z0-9_]+]] = arith.fptoui [[X]] : f64 to i32
// CHECK-NEXT: [[ADDI:%[a-z0-9_]+]] = arith.addi [[FPTOSI]], [[FPTOUI]] : i32
// CHECK-NEXT: [[SITOFP:%[a-z0-9_]+]] = arith.sitofp [[FPTOSI]] : i32 to f64
// CHECK-NEXT: [[UITOFP:%[a-z0-9_]+]] = arith.uitofp [[ADDI]] : i32 to f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[SITOFP]], [[UITOFP]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[MULF]], [[X]] : f64
// CHECK-NEXT: [[MULF3:%[a-z0-9_]+]] = arith.mulf [[DX]], [[MULF]] : f64
// CHECK-NEXT: return [[MULF2]], [[MULF3]] : f64, f64

// A bitcast to the same type is the identity.
func.func @bitcast(%x: vector<4xf32>) -> vector<4xf32> {
  %y = arith.bitcast %x : vector<4xf32> to vector<4xf32>
  return %y : vector<4xf32>
}
func.func private @request_bitcast(%x: vector<4xf32>, %dx: vector<4xf32>, %c: vector<4xf32>) {
  grad.jvp @bitcast(%x) tangents(%dx) : (vector<4xf32>, vector<4xf32>) -> (vector<4xf32>, vector<4xf32>)
  grad.vjp @bitcast(%x) cotangents(%c) : (vector<4xf32>, vector<4xf32>) -> (vector<4xf32>, vector<4xf32>)
  return
}
// CHECK-LABEL: func.func private @bitcast_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<4xf32>, [[C:%[a-z0-9_]+]]: vector<4xf32>)
// CHECK-NEXT: [[BITCAST:%[a-z0-9_]+]] = arith.bitcast [[X]] : vector<4xf32> to vector<4xf32>
// CHECK-NEXT: return [[BITCAST]], [[C]] : vector<4xf32>, vector<4xf32>
// CHECK-LABEL: func.func private @bitcast_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<4xf32>, [[DX:%[a-z0-9_]+]]: vector<4xf32>)
// CHECK-NEXT: [[BITCAST:%[a-z0-9_]+]] = arith.bitcast [[X]] : vector<4xf32> to vector<4xf32>
// CHECK-NEXT: return [[BITCAST]], [[DX]] : vector<4xf32>, vector<4xf32>
