// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// Piecewise constant ops and ops on integers have no derivative.

// No tangent and no cotangent flows; the request supplies the zero.
func.func @ceil(%x: f64) -> f64 {
  %y = math.ceil %x : f64
  return %y : f64
}
func.func private @request_ceil(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @ceil(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @ceil(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @ceil_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[CEIL:%[a-z0-9_]+]] = math.ceil [[X]] : f64
// CHECK-NEXT: return [[CEIL]] : f64
// CHECK-LABEL: func.func private @ceil_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[CEIL:%[a-z0-9_]+]] = math.ceil [[X]] : f64
// CHECK-NEXT: return [[CEIL]] : f64

// The same.
func.func @floor(%x: f64) -> f64 {
  %y = math.floor %x : f64
  return %y : f64
}
func.func private @request_floor(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @floor(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @floor(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @floor_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[FLOOR:%[a-z0-9_]+]] = math.floor [[X]] : f64
// CHECK-NEXT: return [[FLOOR]] : f64
// CHECK-LABEL: func.func private @floor_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[FLOOR:%[a-z0-9_]+]] = math.floor [[X]] : f64
// CHECK-NEXT: return [[FLOOR]] : f64

// The same.
func.func @round(%x: f64) -> f64 {
  %y = math.round %x : f64
  return %y : f64
}
func.func private @request_round(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @round(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @round(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @round_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ROUND:%[a-z0-9_]+]] = math.round [[X]] : f64
// CHECK-NEXT: return [[ROUND]] : f64
// CHECK-LABEL: func.func private @round_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ROUND:%[a-z0-9_]+]] = math.round [[X]] : f64
// CHECK-NEXT: return [[ROUND]] : f64

// The same.
func.func @roundeven(%x: f64) -> f64 {
  %y = math.roundeven %x : f64
  return %y : f64
}
func.func private @request_roundeven(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @roundeven(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @roundeven(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @roundeven_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ROUNDEVEN:%[a-z0-9_]+]] = math.roundeven [[X]] : f64
// CHECK-NEXT: return [[ROUNDEVEN]] : f64
// CHECK-LABEL: func.func private @roundeven_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ROUNDEVEN:%[a-z0-9_]+]] = math.roundeven [[X]] : f64
// CHECK-NEXT: return [[ROUNDEVEN]] : f64

// The same.
func.func @trunc(%x: f64) -> f64 {
  %y = math.trunc %x : f64
  return %y : f64
}
func.func private @request_trunc(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @trunc(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @trunc(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @trunc_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[TRUNC:%[a-z0-9_]+]] = math.trunc [[X]] : f64
// CHECK-NEXT: return [[TRUNC]] : f64
// CHECK-LABEL: func.func private @trunc_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[TRUNC:%[a-z0-9_]+]] = math.trunc [[X]] : f64
// CHECK-NEXT: return [[TRUNC]] : f64

// A condition has no derivative; x is active through another path.
func.func @isfinite(%x: f64) -> f64 {
  %is = math.isfinite %x : f64
  %y = arith.uitofp %is : i1 to f64
  %w = arith.addf %x, %y : f64
  return %w : f64
}
func.func private @request_isfinite(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @isfinite(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @isfinite(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @isfinite_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ISFINITE:%[a-z0-9_]+]] = math.isfinite [[X]] : f64
// CHECK-NEXT: [[UITOFP:%[a-z0-9_]+]] = arith.uitofp [[ISFINITE]] : i1 to f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[X]], [[UITOFP]] : f64
// CHECK-NEXT: return [[ADDF]], [[C]] : f64, f64
// CHECK-LABEL: func.func private @isfinite_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ISFINITE:%[a-z0-9_]+]] = math.isfinite [[X]] : f64
// CHECK-NEXT: [[UITOFP:%[a-z0-9_]+]] = arith.uitofp [[ISFINITE]] : i1 to f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[X]], [[UITOFP]] : f64
// CHECK-NEXT: return [[ADDF]], [[DX]] : f64, f64

// The same.
func.func @isinf(%x: f64) -> f64 {
  %is = math.isinf %x : f64
  %y = arith.uitofp %is : i1 to f64
  %w = arith.addf %x, %y : f64
  return %w : f64
}
func.func private @request_isinf(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @isinf(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @isinf(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @isinf_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ISINF:%[a-z0-9_]+]] = math.isinf [[X]] : f64
// CHECK-NEXT: [[UITOFP:%[a-z0-9_]+]] = arith.uitofp [[ISINF]] : i1 to f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[X]], [[UITOFP]] : f64
// CHECK-NEXT: return [[ADDF]], [[C]] : f64, f64
// CHECK-LABEL: func.func private @isinf_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ISINF:%[a-z0-9_]+]] = math.isinf [[X]] : f64
// CHECK-NEXT: [[UITOFP:%[a-z0-9_]+]] = arith.uitofp [[ISINF]] : i1 to f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[X]], [[UITOFP]] : f64
// CHECK-NEXT: return [[ADDF]], [[DX]] : f64, f64

// The same.
func.func @isnan(%x: f64) -> f64 {
  %is = math.isnan %x : f64
  %y = arith.uitofp %is : i1 to f64
  %w = arith.addf %x, %y : f64
  return %w : f64
}
func.func private @request_isnan(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @isnan(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @isnan(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @isnan_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ISNAN:%[a-z0-9_]+]] = math.isnan [[X]] : f64
// CHECK-NEXT: [[UITOFP:%[a-z0-9_]+]] = arith.uitofp [[ISNAN]] : i1 to f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[X]], [[UITOFP]] : f64
// CHECK-NEXT: return [[ADDF]], [[C]] : f64, f64
// CHECK-LABEL: func.func private @isnan_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ISNAN:%[a-z0-9_]+]] = math.isnan [[X]] : f64
// CHECK-NEXT: [[UITOFP:%[a-z0-9_]+]] = arith.uitofp [[ISNAN]] : i1 to f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[X]], [[UITOFP]] : f64
// CHECK-NEXT: return [[ADDF]], [[DX]] : f64, f64

// The same.
func.func @isnormal(%x: f64) -> f64 {
  %is = math.isnormal %x : f64
  %y = arith.uitofp %is : i1 to f64
  %w = arith.addf %x, %y : f64
  return %w : f64
}
func.func private @request_isnormal(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @isnormal(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @isnormal(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @isnormal_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ISNORMAL:%[a-z0-9_]+]] = math.isnormal [[X]] : f64
// CHECK-NEXT: [[UITOFP:%[a-z0-9_]+]] = arith.uitofp [[ISNORMAL]] : i1 to f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[X]], [[UITOFP]] : f64
// CHECK-NEXT: return [[ADDF]], [[C]] : f64, f64
// CHECK-LABEL: func.func private @isnormal_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ISNORMAL:%[a-z0-9_]+]] = math.isnormal [[X]] : f64
// CHECK-NEXT: [[UITOFP:%[a-z0-9_]+]] = arith.uitofp [[ISNORMAL]] : i1 to f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[X]], [[UITOFP]] : f64
// CHECK-NEXT: return [[ADDF]], [[DX]] : f64, f64

// Integers have no derivative.
func.func @integers(%x: f64, %i: i32) -> f64 {
  %a = math.absi %i : i32
  %l = math.ctlz %a : i32
  %t = math.cttz %l : i32
  %o = math.ctpop %t : i32
  %p = math.ipowi %o, %i : i32
  %f = arith.sitofp %p : i32 to f64
  %y = arith.mulf %x, %f : f64
  return %y : f64
}
func.func private @request_integers(%x: f64, %i: i32, %dx: f64, %c: f64) {
  grad.jvp @integers(%x, %i) tangents(%dx) : (f64, i32, f64) -> (f64, f64)
  grad.vjp @integers(%x, %i) cotangents(%c) : (f64, i32, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @integers_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[I:%[a-z0-9_]+]]: i32, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ABSI:%[a-z0-9_]+]] = math.absi [[I]] : i32
// CHECK-NEXT: [[CTLZ:%[a-z0-9_]+]] = math.ctlz [[ABSI]] : i32
// CHECK-NEXT: [[CTTZ:%[a-z0-9_]+]] = math.cttz [[CTLZ]] : i32
// CHECK-NEXT: [[CTPOP:%[a-z0-9_]+]] = math.ctpop [[CTTZ]] : i32
// CHECK-NEXT: [[IPOWI:%[a-z0-9_]+]] = math.ipowi [[CTPOP]], [[I]] : i32
// CHECK-NEXT: [[SITOFP:%[a-z0-9_]+]] = arith.sitofp [[IPOWI]] : i32 to f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[X]], [[SITOFP]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[C]], [[SITOFP]] : f64
// CHECK-NEXT: return [[MULF]], [[MULF2]] : f64, f64
// CHECK-LABEL: func.func private @integers_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[I:%[a-z0-9_]+]]: i32, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ABSI:%[a-z0-9_]+]] = math.absi [[I]] : i32
// CHECK-NEXT: [[CTLZ:%[a-z0-9_]+]] = math.ctlz [[ABSI]] : i32
// CHECK-NEXT: [[CTTZ:%[a-z0-9_]+]] = math.cttz [[CTLZ]] : i32
// CHECK-NEXT: [[CTPOP:%[a-z0-9_]+]] = math.ctpop [[CTTZ]] : i32
// CHECK-NEXT: [[IPOWI:%[a-z0-9_]+]] = math.ipowi [[CTPOP]], [[I]] : i32
// CHECK-NEXT: [[SITOFP:%[a-z0-9_]+]] = arith.sitofp [[IPOWI]] : i32 to f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[X]], [[SITOFP]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[DX]], [[SITOFP]] : f64
// CHECK-NEXT: return [[MULF]], [[MULF2]] : f64, f64
