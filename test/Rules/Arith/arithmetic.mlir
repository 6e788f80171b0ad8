// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// Arithmetic.

// The tangents are added; both operands get the cotangent, without an op.
func.func @addf(%x: f64, %z: f64) -> f64 {
  %y = arith.addf %x, %z : f64
  return %y : f64
}
func.func private @request_addf(%x: f64, %z: f64, %dx: f64, %dz: f64, %c: f64) {
  grad.jvp @addf(%x, %z) tangents(%dx, %dz) : (f64, f64, f64, f64) -> (f64, f64)
  grad.vjp @addf(%x, %z) cotangents(%c) : (f64, f64, f64) -> (f64, f64, f64)
  return
}
// CHECK-LABEL: func.func private @addf_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[X]], [[Z]] : f64
// CHECK-NEXT: return [[ADDF]], [[C]], [[C]] : f64, f64, f64
// CHECK-LABEL: func.func private @addf_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64, [[DZ:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[X]], [[Z]] : f64
// CHECK-NEXT: [[ADDF2:%[a-z0-9_]+]] = arith.addf [[DX]], [[DZ]] : f64
// CHECK-NEXT: return [[ADDF]], [[ADDF2]] : f64, f64

// The cotangent of the second operand is negated.
func.func @subf(%x: f64, %z: f64) -> f64 {
  %y = arith.subf %x, %z : f64
  return %y : f64
}
func.func private @request_subf(%x: f64, %z: f64, %dx: f64, %dz: f64, %c: f64) {
  grad.jvp @subf(%x, %z) tangents(%dx, %dz) : (f64, f64, f64, f64) -> (f64, f64)
  grad.vjp @subf(%x, %z) cotangents(%c) : (f64, f64, f64) -> (f64, f64, f64)
  return
}
// CHECK-LABEL: func.func private @subf_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[X]], [[Z]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[C]] : f64
// CHECK-NEXT: return [[SUBF]], [[C]], [[NEGF]] : f64, f64, f64
// CHECK-LABEL: func.func private @subf_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64, [[DZ:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[X]], [[Z]] : f64
// CHECK-NEXT: [[SUBF2:%[a-z0-9_]+]] = arith.subf [[DX]], [[DZ]] : f64
// CHECK-NEXT: return [[SUBF]], [[SUBF2]] : f64, f64

// The factor of each operand is the other operand.
func.func @mulf(%x: f64, %z: f64) -> f64 {
  %y = arith.mulf %x, %z : f64
  return %y : f64
}
func.func private @request_mulf(%x: f64, %z: f64, %dx: f64, %dz: f64, %c: f64) {
  grad.jvp @mulf(%x, %z) tangents(%dx, %dz) : (f64, f64, f64, f64) -> (f64, f64)
  grad.vjp @mulf(%x, %z) cotangents(%c) : (f64, f64, f64) -> (f64, f64, f64)
  return
}
// CHECK-LABEL: func.func private @mulf_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[X]], [[Z]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[C]], [[Z]] : f64
// CHECK-NEXT: [[MULF3:%[a-z0-9_]+]] = arith.mulf [[C]], [[X]] : f64
// CHECK-NEXT: return [[MULF]], [[MULF2]], [[MULF3]] : f64, f64, f64
// CHECK-LABEL: func.func private @mulf_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64, [[DZ:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[X]], [[Z]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[DX]], [[Z]] : f64
// CHECK-NEXT: [[MULF3:%[a-z0-9_]+]] = arith.mulf [[DZ]], [[X]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[MULF2]], [[MULF3]] : f64
// CHECK-NEXT: return [[MULF]], [[ADDF]] : f64, f64

// An operand used twice counts as two operands.
func.func @square(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
func.func private @request_square(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @square(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @square(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @square_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[X]], [[X]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[C]], [[X]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[MULF2]], [[MULF2]] : f64
// CHECK-NEXT: return [[MULF]], [[ADDF]] : f64, f64
// CHECK-LABEL: func.func private @square_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[X]], [[X]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[DX]], [[X]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[MULF2]], [[MULF2]] : f64
// CHECK-NEXT: return [[MULF]], [[ADDF]] : f64, f64

// The derivatives are 1 / z and -y / z, computed from the result.
func.func @divf(%x: f64, %z: f64) -> f64 {
  %y = arith.divf %x, %z : f64
  return %y : f64
}
func.func private @request_divf(%x: f64, %z: f64, %dx: f64, %dz: f64, %c: f64) {
  grad.jvp @divf(%x, %z) tangents(%dx, %dz) : (f64, f64, f64, f64) -> (f64, f64)
  grad.vjp @divf(%x, %z) cotangents(%c) : (f64, f64, f64) -> (f64, f64, f64)
  return
}
// CHECK-LABEL: func.func private @divf_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[X]], [[Z]] : f64
// CHECK-NEXT: [[DIVF2:%[a-z0-9_]+]] = arith.divf [[C]], [[Z]] : f64
// CHECK-NEXT: [[DIVF3:%[a-z0-9_]+]] = arith.divf [[C]], [[Z]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DIVF3]], [[DIVF]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[MULF]] : f64
// CHECK-NEXT: return [[DIVF]], [[DIVF2]], [[NEGF]] : f64, f64, f64
// CHECK-LABEL: func.func private @divf_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64, [[DZ:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[X]], [[Z]] : f64
// CHECK-NEXT: [[DIVF2:%[a-z0-9_]+]] = arith.divf [[DX]], [[Z]] : f64
// CHECK-NEXT: [[DIVF3:%[a-z0-9_]+]] = arith.divf [[DZ]], [[Z]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DIVF3]], [[DIVF]] : f64
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[DIVF2]], [[MULF]] : f64
// CHECK-NEXT: return [[DIVF]], [[SUBF]] : f64, f64

// Only one operand is active: nothing is computed for the other one.
func.func @divf_of_dividend(%x: f64, %z: f64) -> f64 {
  %y = arith.divf %x, %z : f64
  return %y : f64
}
func.func private @request_divf_of_dividend(%x: f64, %z: f64, %dx: f64, %c: f64) {
  grad.jvp @divf_of_dividend(%x, %z) tangents(%dx) {wrt = array<i64: 0>} : (f64, f64, f64) -> (f64, f64)
  grad.vjp @divf_of_dividend(%x, %z) cotangents(%c) {wrt = array<i64: 0>} : (f64, f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @divf_of_dividend_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[X]], [[Z]] : f64
// CHECK-NEXT: [[DIVF2:%[a-z0-9_]+]] = arith.divf [[C]], [[Z]] : f64
// CHECK-NEXT: return [[DIVF]], [[DIVF2]] : f64, f64
// CHECK-LABEL: func.func private @divf_of_dividend_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[X]], [[Z]] : f64
// CHECK-NEXT: [[DIVF2:%[a-z0-9_]+]] = arith.divf [[DX]], [[Z]] : f64
// CHECK-NEXT: return [[DIVF]], [[DIVF2]] : f64, f64

// The op is linear.
func.func @negf(%x: f64) -> f64 {
  %y = arith.negf %x : f64
  return %y : f64
}
func.func private @request_negf(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @negf(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @negf(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @negf_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[X]] : f64
// CHECK-NEXT: [[NEGF2:%[a-z0-9_]+]] = arith.negf [[C]] : f64
// CHECK-NEXT: return [[NEGF]], [[NEGF2]] : f64, f64
// CHECK-LABEL: func.func private @negf_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[X]] : f64
// CHECK-NEXT: [[NEGF2:%[a-z0-9_]+]] = arith.negf [[DX]] : f64
// CHECK-NEXT: return [[NEGF]], [[NEGF2]] : f64, f64

// The derivatives are 1 and minus the rounded quotient.
func.func @remf(%x: f64, %z: f64) -> f64 {
  %y = arith.remf %x, %z : f64
  return %y : f64
}
func.func private @request_remf(%x: f64, %z: f64, %dx: f64, %dz: f64, %c: f64) {
  grad.jvp @remf(%x, %z) tangents(%dx, %dz) : (f64, f64, f64, f64) -> (f64, f64)
  grad.vjp @remf(%x, %z) cotangents(%c) : (f64, f64, f64) -> (f64, f64, f64)
  return
}
// CHECK-LABEL: func.func private @remf_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[REMF:%[a-z0-9_]+]] = arith.remf [[X]], [[Z]] : f64
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[X]], [[REMF]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[SUBF]], [[Z]] : f64
// CHECK-NEXT: [[ROUNDEVEN:%[a-z0-9_]+]] = math.roundeven [[DIVF]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[ROUNDEVEN]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[MULF]] : f64
// CHECK-NEXT: return [[REMF]], [[C]], [[NEGF]] : f64, f64, f64
// CHECK-LABEL: func.func private @remf_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64, [[DZ:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[REMF:%[a-z0-9_]+]] = arith.remf [[X]], [[Z]] : f64
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[X]], [[REMF]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[SUBF]], [[Z]] : f64
// CHECK-NEXT: [[ROUNDEVEN:%[a-z0-9_]+]] = math.roundeven [[DIVF]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DZ]], [[ROUNDEVEN]] : f64
// CHECK-NEXT: [[SUBF2:%[a-z0-9_]+]] = arith.subf [[DX]], [[MULF]] : f64
// CHECK-NEXT: return [[REMF]], [[SUBF2]] : f64, f64

// A constant operand contributes nothing.
func.func @constant(%x: f64) -> f64 {
  %c = arith.constant 7.0 : f64
  %y = arith.mulf %c, %x : f64
  return %y : f64
}
func.func private @request_constant(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @constant(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @constant(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @constant_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[C2:%[a-z0-9_]+]] = arith.constant 7.000000e+00 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C2]], [[X]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[C]], [[C2]] : f64
// CHECK-NEXT: return [[MULF]], [[MULF2]] : f64, f64
// CHECK-LABEL: func.func private @constant_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[C:%[a-z0-9_]+]] = arith.constant 7.000000e+00 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[X]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[DX]], [[C]] : f64
// CHECK-NEXT: return [[MULF]], [[MULF2]] : f64, f64
