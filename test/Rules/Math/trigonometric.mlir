// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// Trigonometric functions and their inverses.

// The cosine.
func.func @sin(%x: f64) -> f64 {
  %y = math.sin %x : f64
  return %y : f64
}
func.func private @request_sin(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @sin(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @sin(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @sin_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[SIN:%[a-z0-9_]+]] = math.sin [[X]] : f64
// CHECK-NEXT: [[COS:%[a-z0-9_]+]] = math.cos [[X]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[COS]] : f64
// CHECK-NEXT: return [[SIN]], [[MULF]] : f64, f64
// CHECK-LABEL: func.func private @sin_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[SIN:%[a-z0-9_]+]] = math.sin [[X]] : f64
// CHECK-NEXT: [[COS:%[a-z0-9_]+]] = math.cos [[X]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DX]], [[COS]] : f64
// CHECK-NEXT: return [[SIN]], [[MULF]] : f64, f64

// Minus the sine.
func.func @cos(%x: f64) -> f64 {
  %y = math.cos %x : f64
  return %y : f64
}
func.func private @request_cos(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @cos(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @cos(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @cos_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[COS:%[a-z0-9_]+]] = math.cos [[X]] : f64
// CHECK-NEXT: [[SIN:%[a-z0-9_]+]] = math.sin [[X]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[SIN]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[MULF]] : f64
// CHECK-NEXT: return [[COS]], [[NEGF]] : f64, f64
// CHECK-LABEL: func.func private @cos_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[COS:%[a-z0-9_]+]] = math.cos [[X]] : f64
// CHECK-NEXT: [[SIN:%[a-z0-9_]+]] = math.sin [[X]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DX]], [[SIN]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[MULF]] : f64
// CHECK-NEXT: return [[COS]], [[NEGF]] : f64, f64

// An op with two results has a row for each, and only the needed parts are
// emitted.
func.func @sincos(%x: f64) -> (f64, f64) {
  %s, %k = math.sincos %x : f64
  return %s, %k : f64, f64
}
func.func private @request_sincos(%x: f64, %dx: f64, %c0: f64, %c1: f64) {
  grad.jvp @sincos(%x) tangents(%dx) : (f64, f64) -> (f64, f64, f64, f64)
  grad.vjp @sincos(%x) cotangents(%c0, %c1) : (f64, f64, f64) -> (f64, f64, f64)
  return
}
// CHECK-LABEL: func.func private @sincos_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C0:%[a-z0-9_]+]]: f64, [[C1:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[SIN:%[a-z0-9_]+]] = math.sin [[X]] : f64
// CHECK-NEXT: [[COS:%[a-z0-9_]+]] = math.cos [[X]] : f64
// CHECK-NEXT: [[SIN2:%[a-z0-9_]+]] = math.sin [[X]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C1]], [[SIN2]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[MULF]] : f64
// CHECK-NEXT: [[COS2:%[a-z0-9_]+]] = math.cos [[X]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[C0]], [[COS2]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[NEGF]], [[MULF2]] : f64
// CHECK-NEXT: return [[SIN]], [[COS]], [[ADDF]] : f64, f64, f64
// CHECK-LABEL: func.func private @sincos_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[SIN:%[a-z0-9_]+]] = math.sin [[X]] : f64
// CHECK-NEXT: [[COS:%[a-z0-9_]+]] = math.cos [[X]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DX]], [[COS]] : f64
// CHECK-NEXT: [[COS2:%[a-z0-9_]+]] = math.cos [[X]] : f64
// CHECK-NEXT: [[SIN2:%[a-z0-9_]+]] = math.sin [[X]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[DX]], [[SIN2]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[MULF2]] : f64
// CHECK-NEXT: return [[SIN]], [[COS2]], [[MULF]], [[NEGF]] : f64, f64, f64, f64

// 1 + y^2, from the result.
func.func @tan(%x: f64) -> f64 {
  %y = math.tan %x : f64
  return %y : f64
}
func.func private @request_tan(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @tan(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @tan(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @tan_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[TAN:%[a-z0-9_]+]] = math.tan [[X]] : f64
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[TAN]], [[TAN]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[ONE]], [[MULF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[C]], [[ADDF]] : f64
// CHECK-NEXT: return [[TAN]], [[MULF2]] : f64, f64
// CHECK-LABEL: func.func private @tan_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[TAN:%[a-z0-9_]+]] = math.tan [[X]] : f64
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[TAN]], [[TAN]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[ONE]], [[MULF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[DX]], [[ADDF]] : f64
// CHECK-NEXT: return [[TAN]], [[MULF2]] : f64, f64

// 1 / sqrt(1 - x^2), by factors to avoid cancellation.
func.func @asin(%x: f64) -> f64 {
  %y = math.asin %x : f64
  return %y : f64
}
func.func private @request_asin(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @asin(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @asin(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @asin_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ASIN:%[a-z0-9_]+]] = math.asin [[X]] : f64
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
// CHECK-NEXT: [[SQRT:%[a-z0-9_]+]] = math.sqrt [[SELECT]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[C]], [[SQRT]] : f64
// CHECK-NEXT: return [[ASIN]], [[DIVF]] : f64, f64
// CHECK-LABEL: func.func private @asin_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ASIN:%[a-z0-9_]+]] = math.asin [[X]] : f64
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
// CHECK-NEXT: [[SQRT:%[a-z0-9_]+]] = math.sqrt [[SELECT]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[DX]], [[SQRT]] : f64
// CHECK-NEXT: return [[ASIN]], [[DIVF]] : f64, f64

// The same factor, negated.
func.func @acos(%x: f64) -> f64 {
  %y = math.acos %x : f64
  return %y : f64
}
func.func private @request_acos(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @acos(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @acos(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @acos_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ACOS:%[a-z0-9_]+]] = math.acos [[X]] : f64
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
// CHECK-NEXT: [[SQRT:%[a-z0-9_]+]] = math.sqrt [[SELECT]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[C]], [[SQRT]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[DIVF]] : f64
// CHECK-NEXT: return [[ACOS]], [[NEGF]] : f64, f64
// CHECK-LABEL: func.func private @acos_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ACOS:%[a-z0-9_]+]] = math.acos [[X]] : f64
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
// CHECK-NEXT: [[SQRT:%[a-z0-9_]+]] = math.sqrt [[SELECT]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[DX]], [[SQRT]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[DIVF]] : f64
// CHECK-NEXT: return [[ACOS]], [[NEGF]] : f64, f64

// 1 / (1 + x^2).
func.func @atan(%x: f64) -> f64 {
  %y = math.atan %x : f64
  return %y : f64
}
func.func private @request_atan(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @atan(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @atan(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @atan_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ATAN:%[a-z0-9_]+]] = math.atan [[X]] : f64
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[X]], [[X]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[ONE]], [[MULF]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[C]], [[ADDF]] : f64
// CHECK-NEXT: return [[ATAN]], [[DIVF]] : f64, f64
// CHECK-LABEL: func.func private @atan_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ATAN:%[a-z0-9_]+]] = math.atan [[X]] : f64
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[X]], [[X]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[ONE]], [[MULF]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[DX]], [[ADDF]] : f64
// CHECK-NEXT: return [[ATAN]], [[DIVF]] : f64, f64

// z / (x^2 + z^2) and -x / (x^2 + z^2), without overflow of the squares: the
// larger operand is factored out.
func.func @atan2(%x: f64, %z: f64) -> f64 {
  %y = math.atan2 %x, %z : f64
  return %y : f64
}
func.func private @request_atan2(%x: f64, %z: f64, %dx: f64, %dz: f64, %c: f64) {
  grad.jvp @atan2(%x, %z) tangents(%dx, %dz) : (f64, f64, f64, f64) -> (f64, f64)
  grad.vjp @atan2(%x, %z) cotangents(%c) : (f64, f64, f64) -> (f64, f64, f64)
  return
}
// CHECK-LABEL: func.func private @atan2_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ATAN2:%[a-z0-9_]+]] = math.atan2 [[X]], [[Z]] : f64
// CHECK-NEXT: [[ABSF:%[a-z0-9_]+]] = math.absf [[Z]] : f64
// CHECK-NEXT: [[ABSF2:%[a-z0-9_]+]] = math.absf [[X]] : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf ogt, [[ABSF]], [[ABSF2]] : f64
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS]], [[X]], [[Z]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[IS]], [[Z]], [[X]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[SELECT]], [[SELECT2]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DIVF]], [[DIVF]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[ONE]], [[MULF]] : f64
// CHECK-NEXT: [[DIVF2:%[a-z0-9_]+]] = arith.divf [[ONE]], [[ADDF]] : f64
// CHECK-NEXT: [[DIVF3:%[a-z0-9_]+]] = arith.divf [[DIVF2]], [[SELECT2]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[C]], [[DIVF3]] : f64
// CHECK-NEXT: [[MULF3:%[a-z0-9_]+]] = arith.mulf [[DIVF]], [[DIVF3]] : f64
// CHECK-NEXT: [[MULF4:%[a-z0-9_]+]] = arith.mulf [[C]], [[MULF3]] : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[IS]], [[MULF2]], [[MULF4]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[MULF4]] : f64
// CHECK-NEXT: [[NEGF2:%[a-z0-9_]+]] = arith.negf [[MULF2]] : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_]+]] = arith.select [[IS]], [[NEGF]], [[NEGF2]] : f64
// CHECK-NEXT: return [[ATAN2]], [[SELECT3]], [[SELECT4]] : f64, f64, f64
// CHECK-LABEL: func.func private @atan2_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64, [[DZ:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ATAN2:%[a-z0-9_]+]] = math.atan2 [[X]], [[Z]] : f64
// CHECK-NEXT: [[ABSF:%[a-z0-9_]+]] = math.absf [[Z]] : f64
// CHECK-NEXT: [[ABSF2:%[a-z0-9_]+]] = math.absf [[X]] : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf ogt, [[ABSF]], [[ABSF2]] : f64
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS]], [[X]], [[Z]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[IS]], [[Z]], [[X]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[SELECT]], [[SELECT2]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DIVF]], [[DIVF]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[ONE]], [[MULF]] : f64
// CHECK-NEXT: [[DIVF2:%[a-z0-9_]+]] = arith.divf [[ONE]], [[ADDF]] : f64
// CHECK-NEXT: [[DIVF3:%[a-z0-9_]+]] = arith.divf [[DIVF2]], [[SELECT2]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[DX]], [[DIVF3]] : f64
// CHECK-NEXT: [[MULF3:%[a-z0-9_]+]] = arith.mulf [[DIVF]], [[DIVF3]] : f64
// CHECK-NEXT: [[MULF4:%[a-z0-9_]+]] = arith.mulf [[DZ]], [[MULF3]] : f64
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[MULF2]], [[MULF4]] : f64
// CHECK-NEXT: [[MULF5:%[a-z0-9_]+]] = arith.mulf [[DX]], [[MULF3]] : f64
// CHECK-NEXT: [[MULF6:%[a-z0-9_]+]] = arith.mulf [[DZ]], [[DIVF3]] : f64
// CHECK-NEXT: [[SUBF2:%[a-z0-9_]+]] = arith.subf [[MULF5]], [[MULF6]] : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[IS]], [[SUBF]], [[SUBF2]] : f64
// CHECK-NEXT: return [[ATAN2]], [[SELECT3]] : f64, f64
