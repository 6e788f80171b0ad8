// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// Exponentials, logarithms and error functions.

// The derivative is the result.
func.func @exp(%x: f64) -> f64 {
  %y = math.exp %x : f64
  return %y : f64
}
func.func private @request_exp(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @exp(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @exp(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @exp_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[EXP:%[a-z0-9_]+]] = math.exp [[X]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[EXP]] : f64
// CHECK-NEXT: return [[EXP]], [[MULF]] : f64, f64
// CHECK-LABEL: func.func private @exp_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[EXP:%[a-z0-9_]+]] = math.exp [[X]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DX]], [[EXP]] : f64
// CHECK-NEXT: return [[EXP]], [[MULF]] : f64, f64

// The result times ln 2.
func.func @exp2(%x: f64) -> f64 {
  %y = math.exp2 %x : f64
  return %y : f64
}
func.func private @request_exp2(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @exp2(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @exp2(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @exp2_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[EXP2:%[a-z0-9_]+]] = math.exp2 [[X]] : f64
// CHECK-NEXT: [[C2:%[a-z0-9_]+]] = arith.constant 0.69314718055994529 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C2]], [[EXP2]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[C]], [[MULF]] : f64
// CHECK-NEXT: return [[EXP2]], [[MULF2]] : f64, f64
// CHECK-LABEL: func.func private @exp2_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[EXP2:%[a-z0-9_]+]] = math.exp2 [[X]] : f64
// CHECK-NEXT: [[C:%[a-z0-9_]+]] = arith.constant 0.69314718055994529 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[EXP2]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[DX]], [[MULF]] : f64
// CHECK-NEXT: return [[EXP2]], [[MULF2]] : f64, f64

// Not computed from the result: y + 1 would lose digits.
func.func @expm1(%x: f64) -> f64 {
  %y = math.expm1 %x : f64
  return %y : f64
}
func.func private @request_expm1(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @expm1(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @expm1(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @expm1_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[EXPM1:%[a-z0-9_]+]] = math.expm1 [[X]] : f64
// CHECK-NEXT: [[EXP:%[a-z0-9_]+]] = math.exp [[X]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[EXP]] : f64
// CHECK-NEXT: return [[EXPM1]], [[MULF]] : f64, f64
// CHECK-LABEL: func.func private @expm1_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[EXPM1:%[a-z0-9_]+]] = math.expm1 [[X]] : f64
// CHECK-NEXT: [[EXP:%[a-z0-9_]+]] = math.exp [[X]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DX]], [[EXP]] : f64
// CHECK-NEXT: return [[EXPM1]], [[MULF]] : f64, f64

// 1 / x, by one division.
func.func @log(%x: f64) -> f64 {
  %y = math.log %x : f64
  return %y : f64
}
func.func private @request_log(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @log(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @log(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @log_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[LOG:%[a-z0-9_]+]] = math.log [[X]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[C]], [[X]] : f64
// CHECK-NEXT: return [[LOG]], [[DIVF]] : f64, f64
// CHECK-LABEL: func.func private @log_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[LOG:%[a-z0-9_]+]] = math.log [[X]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[DX]], [[X]] : f64
// CHECK-NEXT: return [[LOG]], [[DIVF]] : f64, f64

// 1 / (x ln 2).
func.func @log2(%x: f64) -> f64 {
  %y = math.log2 %x : f64
  return %y : f64
}
func.func private @request_log2(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @log2(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @log2(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @log2_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[LOG2:%[a-z0-9_]+]] = math.log2 [[X]] : f64
// CHECK-NEXT: [[C2:%[a-z0-9_]+]] = arith.constant 0.69314718055994529 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C2]], [[X]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[C]], [[MULF]] : f64
// CHECK-NEXT: return [[LOG2]], [[DIVF]] : f64, f64
// CHECK-LABEL: func.func private @log2_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[LOG2:%[a-z0-9_]+]] = math.log2 [[X]] : f64
// CHECK-NEXT: [[C:%[a-z0-9_]+]] = arith.constant 0.69314718055994529 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[X]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[DX]], [[MULF]] : f64
// CHECK-NEXT: return [[LOG2]], [[DIVF]] : f64, f64

// 1 / (x ln 10).
func.func @log10(%x: f64) -> f64 {
  %y = math.log10 %x : f64
  return %y : f64
}
func.func private @request_log10(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @log10(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @log10(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @log10_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[LOG10:%[a-z0-9_]+]] = math.log10 [[X]] : f64
// CHECK-NEXT: [[C2:%[a-z0-9_]+]] = arith.constant 2.3025850929940459 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C2]], [[X]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[C]], [[MULF]] : f64
// CHECK-NEXT: return [[LOG10]], [[DIVF]] : f64, f64
// CHECK-LABEL: func.func private @log10_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[LOG10:%[a-z0-9_]+]] = math.log10 [[X]] : f64
// CHECK-NEXT: [[C:%[a-z0-9_]+]] = arith.constant 2.3025850929940459 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[X]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[DX]], [[MULF]] : f64
// CHECK-NEXT: return [[LOG10]], [[DIVF]] : f64, f64

// 1 / (1 + x).
func.func @log1p(%x: f64) -> f64 {
  %y = math.log1p %x : f64
  return %y : f64
}
func.func private @request_log1p(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @log1p(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @log1p(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @log1p_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[LOG1P:%[a-z0-9_]+]] = math.log1p [[X]] : f64
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[ONE]], [[X]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[C]], [[ADDF]] : f64
// CHECK-NEXT: return [[LOG1P]], [[DIVF]] : f64, f64
// CHECK-LABEL: func.func private @log1p_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[LOG1P:%[a-z0-9_]+]] = math.log1p [[X]] : f64
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[ONE]], [[X]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[DX]], [[ADDF]] : f64
// CHECK-NEXT: return [[LOG1P]], [[DIVF]] : f64, f64

// exp(-x^2) 2 / sqrt(pi).
func.func @erf(%x: f64) -> f64 {
  %y = math.erf %x : f64
  return %y : f64
}
func.func private @request_erf(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @erf(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @erf(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @erf_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ERF:%[a-z0-9_]+]] = math.erf [[X]] : f64
// CHECK-NEXT: [[C2:%[a-z0-9_]+]] = arith.constant 1.1283791670955126 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[X]], [[X]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[MULF]] : f64
// CHECK-NEXT: [[EXP:%[a-z0-9_]+]] = math.exp [[NEGF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[C2]], [[EXP]] : f64
// CHECK-NEXT: [[MULF3:%[a-z0-9_]+]] = arith.mulf [[C]], [[MULF2]] : f64
// CHECK-NEXT: return [[ERF]], [[MULF3]] : f64, f64
// CHECK-LABEL: func.func private @erf_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ERF:%[a-z0-9_]+]] = math.erf [[X]] : f64
// CHECK-NEXT: [[C:%[a-z0-9_]+]] = arith.constant 1.1283791670955126 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[X]], [[X]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[MULF]] : f64
// CHECK-NEXT: [[EXP:%[a-z0-9_]+]] = math.exp [[NEGF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[C]], [[EXP]] : f64
// CHECK-NEXT: [[MULF3:%[a-z0-9_]+]] = arith.mulf [[DX]], [[MULF2]] : f64
// CHECK-NEXT: return [[ERF]], [[MULF3]] : f64, f64

// The same factor, negated.
func.func @erfc(%x: f64) -> f64 {
  %y = math.erfc %x : f64
  return %y : f64
}
func.func private @request_erfc(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @erfc(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @erfc(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @erfc_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ERFC:%[a-z0-9_]+]] = math.erfc [[X]] : f64
// CHECK-NEXT: [[C2:%[a-z0-9_]+]] = arith.constant -1.1283791670955126 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[X]], [[X]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[MULF]] : f64
// CHECK-NEXT: [[EXP:%[a-z0-9_]+]] = math.exp [[NEGF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[C2]], [[EXP]] : f64
// CHECK-NEXT: [[MULF3:%[a-z0-9_]+]] = arith.mulf [[C]], [[MULF2]] : f64
// CHECK-NEXT: return [[ERFC]], [[MULF3]] : f64, f64
// CHECK-LABEL: func.func private @erfc_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ERFC:%[a-z0-9_]+]] = math.erfc [[X]] : f64
// CHECK-NEXT: [[C:%[a-z0-9_]+]] = arith.constant -1.1283791670955126 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[X]], [[X]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[MULF]] : f64
// CHECK-NEXT: [[EXP:%[a-z0-9_]+]] = math.exp [[NEGF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[C]], [[EXP]] : f64
// CHECK-NEXT: [[MULF3:%[a-z0-9_]+]] = arith.mulf [[DX]], [[MULF2]] : f64
// CHECK-NEXT: return [[ERFC]], [[MULF3]] : f64, f64
