// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// The derivatives of hyperbolic functions and of their inverses.

// sinh x: cosh x.
func.func @sinh(%x: f64) -> f64 {
  %y = math.sinh %x : f64
  return %y : f64
}
func.func private @request_sinh(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @sinh(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @sinh(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @sinh_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[SINH:%[a-z0-9_]+]] = math.sinh [[X]] : f64
// CHECK-NEXT: [[COSH:%[a-z0-9_]+]] = math.cosh [[X]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[COSH]] : f64
// CHECK-NEXT: return [[SINH]], [[MULF]] : f64, f64
// CHECK-LABEL: func.func private @sinh_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[SINH:%[a-z0-9_]+]] = math.sinh [[X]] : f64
// CHECK-NEXT: [[COSH:%[a-z0-9_]+]] = math.cosh [[X]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DX]], [[COSH]] : f64
// CHECK-NEXT: return [[SINH]], [[MULF]] : f64, f64

// cosh x: sinh x.
func.func @cosh(%x: f64) -> f64 {
  %y = math.cosh %x : f64
  return %y : f64
}
func.func private @request_cosh(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @cosh(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @cosh(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @cosh_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[COSH:%[a-z0-9_]+]] = math.cosh [[X]] : f64
// CHECK-NEXT: [[SINH:%[a-z0-9_]+]] = math.sinh [[X]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[SINH]] : f64
// CHECK-NEXT: return [[COSH]], [[MULF]] : f64, f64
// CHECK-LABEL: func.func private @cosh_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[COSH:%[a-z0-9_]+]] = math.cosh [[X]] : f64
// CHECK-NEXT: [[SINH:%[a-z0-9_]+]] = math.sinh [[X]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DX]], [[SINH]] : f64
// CHECK-NEXT: return [[COSH]], [[MULF]] : f64, f64

// 1 - y^2, from the result.
func.func @tanh(%x: f64) -> f64 {
  %y = math.tanh %x : f64
  return %y : f64
}
func.func private @request_tanh(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @tanh(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @tanh(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @tanh_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[TANH:%[a-z0-9_]+]] = math.tanh [[X]] : f64
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.mulf [[TANH]], [[TANH]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.subf [[ONE]], [[SUBF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[C]], [[MULF]] : f64
// CHECK-NEXT: return [[TANH]], [[MULF2]] : f64, f64
// CHECK-LABEL: func.func private @tanh_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[TANH:%[a-z0-9_]+]] = math.tanh [[X]] : f64
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.mulf [[TANH]], [[TANH]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.subf [[ONE]], [[SUBF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[DX]], [[MULF]] : f64
// CHECK-NEXT: return [[TANH]], [[MULF2]] : f64, f64

// 1 / sqrt(1 + x^2), which is 1 / |x| if the square may overflow.
func.func @asinh(%x: f64) -> f64 {
  %y = math.asinh %x : f64
  return %y : f64
}
func.func private @request_asinh(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @asinh(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @asinh(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @asinh_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ASINH:%[a-z0-9_]+]] = math.asinh [[X]] : f64
// CHECK-NEXT: [[ABSF:%[a-z0-9_]+]] = math.absf [[X]] : f64
// CHECK-NEXT: [[C2:%[a-z0-9_]+]] = arith.constant 1.000000e+08 : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf ogt, [[ABSF]], [[C2]] : f64
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[X]], [[X]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[ONE]], [[MULF]] : f64
// CHECK-NEXT: [[SQRT:%[a-z0-9_]+]] = math.sqrt [[ADDF]] : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS]], [[ABSF]], [[SQRT]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[C]], [[SELECT]] : f64
// CHECK-NEXT: return [[ASINH]], [[DIVF]] : f64, f64
// CHECK-LABEL: func.func private @asinh_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ASINH:%[a-z0-9_]+]] = math.asinh [[X]] : f64
// CHECK-NEXT: [[ABSF:%[a-z0-9_]+]] = math.absf [[X]] : f64
// CHECK-NEXT: [[C:%[a-z0-9_]+]] = arith.constant 1.000000e+08 : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf ogt, [[ABSF]], [[C]] : f64
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[X]], [[X]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[ONE]], [[MULF]] : f64
// CHECK-NEXT: [[SQRT:%[a-z0-9_]+]] = math.sqrt [[ADDF]] : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS]], [[ABSF]], [[SQRT]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[DX]], [[SELECT]] : f64
// CHECK-NEXT: return [[ASINH]], [[DIVF]] : f64, f64

// 1 / (sqrt(x - 1) sqrt(x + 1)).
func.func @acosh(%x: f64) -> f64 {
  %y = math.acosh %x : f64
  return %y : f64
}
func.func private @request_acosh(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @acosh(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @acosh(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @acosh_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ACOSH:%[a-z0-9_]+]] = math.acosh [[X]] : f64
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[X]], [[ONE]] : f64
// CHECK-NEXT: [[SQRT:%[a-z0-9_]+]] = math.sqrt [[SUBF]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[X]], [[ONE]] : f64
// CHECK-NEXT: [[SQRT2:%[a-z0-9_]+]] = math.sqrt [[ADDF]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[SQRT]], [[SQRT2]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[C]], [[MULF]] : f64
// CHECK-NEXT: return [[ACOSH]], [[DIVF]] : f64, f64
// CHECK-LABEL: func.func private @acosh_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ACOSH:%[a-z0-9_]+]] = math.acosh [[X]] : f64
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[X]], [[ONE]] : f64
// CHECK-NEXT: [[SQRT:%[a-z0-9_]+]] = math.sqrt [[SUBF]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[X]], [[ONE]] : f64
// CHECK-NEXT: [[SQRT2:%[a-z0-9_]+]] = math.sqrt [[ADDF]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[SQRT]], [[SQRT2]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[DX]], [[MULF]] : f64
// CHECK-NEXT: return [[ACOSH]], [[DIVF]] : f64, f64

// 1 / (1 - x^2), by factors to avoid cancellation.
func.func @atanh(%x: f64) -> f64 {
  %y = math.atanh %x : f64
  return %y : f64
}
func.func private @request_atanh(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @atanh(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @atanh(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @atanh_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ATANH:%[a-z0-9_]+]] = math.atanh [[X]] : f64
// CHECK-NEXT: [[ABSF:%[a-z0-9_]+]] = math.absf [[X]] : f64
// CHECK-NEXT: [[HALF:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf ogt, [[ABSF]], [[HALF]] : f64
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[ONE]], [[X]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[ONE]], [[X]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[SUBF]], [[ADDF]] : f64
// CHECK-NEXT: [[SQUARE:%[a-z0-9_]+]] = arith.mulf [[X]], [[X]] : f64
// CHECK-NEXT: [[REST:%[a-z0-9_]+]] = arith.subf [[ONE]], [[SQUARE]] : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS]], [[MULF]], [[REST]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[C]], [[SELECT]] : f64
// CHECK-NEXT: return [[ATANH]], [[DIVF]] : f64, f64
// CHECK-LABEL: func.func private @atanh_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ATANH:%[a-z0-9_]+]] = math.atanh [[X]] : f64
// CHECK-NEXT: [[ABSF:%[a-z0-9_]+]] = math.absf [[X]] : f64
// CHECK-NEXT: [[HALF:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf ogt, [[ABSF]], [[HALF]] : f64
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[ONE]], [[X]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[ONE]], [[X]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[SUBF]], [[ADDF]] : f64
// CHECK-NEXT: [[SQUARE:%[a-z0-9_]+]] = arith.mulf [[X]], [[X]] : f64
// CHECK-NEXT: [[REST:%[a-z0-9_]+]] = arith.subf [[ONE]], [[SQUARE]] : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS]], [[MULF]], [[REST]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[DX]], [[SELECT]] : f64
// CHECK-NEXT: return [[ATANH]], [[DIVF]] : f64, f64
