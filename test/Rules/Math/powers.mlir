// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// Powers and roots.

// 0.5 / y, from the result.
func.func @sqrt(%x: f64) -> f64 {
  %y = math.sqrt %x : f64
  return %y : f64
}
func.func private @request_sqrt(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @sqrt(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @sqrt(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @sqrt_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[SQRT:%[a-z0-9_]+]] = math.sqrt [[X]] : f64
// CHECK-NEXT: [[HALF:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[HALF]], [[SQRT]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[DIVF]] : f64
// CHECK-NEXT: return [[SQRT]], [[MULF]] : f64, f64
// CHECK-LABEL: func.func private @sqrt_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[SQRT:%[a-z0-9_]+]] = math.sqrt [[X]] : f64
// CHECK-NEXT: [[HALF:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[HALF]], [[SQRT]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DX]], [[DIVF]] : f64
// CHECK-NEXT: return [[SQRT]], [[MULF]] : f64, f64

// -0.5 y / x.
func.func @rsqrt(%x: f64) -> f64 {
  %y = math.rsqrt %x : f64
  return %y : f64
}
func.func private @request_rsqrt(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @rsqrt(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @rsqrt(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @rsqrt_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[RSQRT:%[a-z0-9_]+]] = math.rsqrt [[X]] : f64
// CHECK-NEXT: [[MINUS_HALF:%[a-z0-9_]+]] = arith.constant -5.000000e-01 : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[RSQRT]], [[X]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[MINUS_HALF]], [[DIVF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[C]], [[MULF]] : f64
// CHECK-NEXT: return [[RSQRT]], [[MULF2]] : f64, f64
// CHECK-LABEL: func.func private @rsqrt_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[RSQRT:%[a-z0-9_]+]] = math.rsqrt [[X]] : f64
// CHECK-NEXT: [[MINUS_HALF:%[a-z0-9_]+]] = arith.constant -5.000000e-01 : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[RSQRT]], [[X]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[MINUS_HALF]], [[DIVF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[DX]], [[MULF]] : f64
// CHECK-NEXT: return [[RSQRT]], [[MULF2]] : f64, f64

// 1 / (3 y^2), from the result.
func.func @cbrt(%x: f64) -> f64 {
  %y = math.cbrt %x : f64
  return %y : f64
}
func.func private @request_cbrt(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @cbrt(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @cbrt(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @cbrt_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[CBRT:%[a-z0-9_]+]] = math.cbrt [[X]] : f64
// CHECK-NEXT: [[THREE:%[a-z0-9_]+]] = arith.constant 3.000000e+00 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[CBRT]], [[CBRT]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[THREE]], [[MULF]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[C]], [[MULF2]] : f64
// CHECK-NEXT: return [[CBRT]], [[DIVF]] : f64, f64
// CHECK-LABEL: func.func private @cbrt_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[CBRT:%[a-z0-9_]+]] = math.cbrt [[X]] : f64
// CHECK-NEXT: [[THREE:%[a-z0-9_]+]] = arith.constant 3.000000e+00 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[CBRT]], [[CBRT]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[THREE]], [[MULF]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[DX]], [[MULF2]] : f64
// CHECK-NEXT: return [[CBRT]], [[DIVF]] : f64, f64

// z x^(z - 1), and y log x. At (0, 0) the exponent is replaced; at x = 0 the
// argument of the logarithm is replaced.
func.func @powf(%x: f64, %z: f64) -> f64 {
  %y = math.powf %x, %z : f64
  return %y : f64
}
func.func private @request_powf(%x: f64, %z: f64, %dx: f64, %dz: f64, %c: f64) {
  grad.jvp @powf(%x, %z) tangents(%dx, %dz) : (f64, f64, f64, f64) -> (f64, f64)
  grad.vjp @powf(%x, %z) cotangents(%c) : (f64, f64, f64) -> (f64, f64, f64)
  return
}
// CHECK-LABEL: func.func private @powf_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[POWF:%[a-z0-9_]+]] = math.powf [[X]], [[Z]] : f64
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[CMPF:%[a-z0-9_]+]] = arith.cmpf oeq, [[Z]], [[CONSTANT]] : f64
// CHECK-NEXT: [[CMPF2:%[a-z0-9_]+]] = arith.cmpf oeq, [[X]], [[CONSTANT]] : f64
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[CMPF2]], [[CONSTANT2]], [[X]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[CMPF]], [[SELECT]], [[CONSTANT2]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[Z]], [[SELECT2]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[DIVF]] : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[CMPF]], [[CONSTANT2]], [[X]] : f64
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[Z]], [[CONSTANT2]] : f64
// CHECK-NEXT: [[POWF2:%[a-z0-9_]+]] = math.powf [[SELECT3]], [[SUBF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[Z]], [[POWF2]] : f64
// CHECK-NEXT: [[MULF3:%[a-z0-9_]+]] = arith.mulf [[C]], [[MULF2]] : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_]+]] = arith.select [[CMPF]], [[MULF]], [[MULF3]] : f64
// CHECK-NEXT: [[LOG:%[a-z0-9_]+]] = math.log [[SELECT]] : f64
// CHECK-NEXT: [[MULF4:%[a-z0-9_]+]] = arith.mulf [[POWF]], [[LOG]] : f64
// CHECK-NEXT: [[MULF5:%[a-z0-9_]+]] = arith.mulf [[C]], [[MULF4]] : f64
// CHECK-NEXT: return [[POWF]], [[SELECT4]], [[MULF5]] : f64, f64, f64
// CHECK-LABEL: func.func private @powf_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64, [[DZ:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[POWF:%[a-z0-9_]+]] = math.powf [[X]], [[Z]] : f64
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[CMPF:%[a-z0-9_]+]] = arith.cmpf oeq, [[Z]], [[CONSTANT]] : f64
// CHECK-NEXT: [[CMPF2:%[a-z0-9_]+]] = arith.cmpf oeq, [[X]], [[CONSTANT]] : f64
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[CMPF2]], [[CONSTANT2]], [[X]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[CMPF]], [[SELECT]], [[CONSTANT2]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[Z]], [[SELECT2]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DX]], [[DIVF]] : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[CMPF]], [[CONSTANT2]], [[X]] : f64
// CHECK-NEXT: [[SUBF:%[a-z0-9_]+]] = arith.subf [[Z]], [[CONSTANT2]] : f64
// CHECK-NEXT: [[POWF2:%[a-z0-9_]+]] = math.powf [[SELECT3]], [[SUBF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[Z]], [[POWF2]] : f64
// CHECK-NEXT: [[MULF3:%[a-z0-9_]+]] = arith.mulf [[DX]], [[MULF2]] : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_]+]] = arith.select [[CMPF]], [[MULF]], [[MULF3]] : f64
// CHECK-NEXT: [[LOG:%[a-z0-9_]+]] = math.log [[SELECT]] : f64
// CHECK-NEXT: [[MULF4:%[a-z0-9_]+]] = arith.mulf [[POWF]], [[LOG]] : f64
// CHECK-NEXT: [[MULF5:%[a-z0-9_]+]] = arith.mulf [[DZ]], [[MULF4]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[SELECT4]], [[MULF5]] : f64
// CHECK-NEXT: return [[POWF]], [[ADDF]] : f64, f64

// No product is formed for a base without a derivative.
func.func @powf_of_exponent(%x: f64, %z: f64) -> f64 {
  %y = math.powf %x, %z : f64
  return %y : f64
}
func.func private @request_powf_of_exponent(%x: f64, %z: f64, %dz: f64, %c: f64) {
  grad.jvp @powf_of_exponent(%x, %z) tangents(%dz) {wrt = array<i64: 1>} : (f64, f64, f64) -> (f64, f64)
  grad.vjp @powf_of_exponent(%x, %z) cotangents(%c) {wrt = array<i64: 1>} : (f64, f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @powf_of_exponent_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[POWF:%[a-z0-9_]+]] = math.powf [[X]], [[Z]] : f64
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf oeq, [[X]], [[ZERO]] : f64
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS]], [[ONE]], [[X]] : f64
// CHECK-NEXT: [[LOG:%[a-z0-9_]+]] = math.log [[SELECT]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[POWF]], [[LOG]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[C]], [[MULF]] : f64
// CHECK-NEXT: return [[POWF]], [[MULF2]] : f64, f64
// CHECK-LABEL: func.func private @powf_of_exponent_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[DZ:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[POWF:%[a-z0-9_]+]] = math.powf [[X]], [[Z]] : f64
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf oeq, [[X]], [[ZERO]] : f64
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS]], [[ONE]], [[X]] : f64
// CHECK-NEXT: [[LOG:%[a-z0-9_]+]] = math.log [[SELECT]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[POWF]], [[LOG]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[DZ]], [[MULF]] : f64
// CHECK-NEXT: return [[POWF]], [[MULF2]] : f64, f64

// n x^(n - 1); the exponent 0 is not decremented. An integer has no tangent.
func.func @fpowi(%x: f64, %n: i32) -> f64 {
  %y = math.fpowi %x, %n : f64, i32
  return %y : f64
}
func.func private @request_fpowi(%x: f64, %n: i32, %dx: f64, %c: f64) {
  grad.jvp @fpowi(%x, %n) tangents(%dx) : (f64, i32, f64) -> (f64, f64)
  grad.vjp @fpowi(%x, %n) cotangents(%c) : (f64, i32, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @fpowi_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[N:%[a-z0-9_]+]]: i32, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[FPOWI:%[a-z0-9_]+]] = math.fpowi [[X]], [[N]] : f64, i32
// CHECK-NEXT: [[SITOFP:%[a-z0-9_]+]] = arith.sitofp [[N]] : i32 to f64
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0 : i32
// CHECK-NEXT: [[CMPI:%[a-z0-9_]+]] = arith.cmpi eq, [[N]], [[CONSTANT]] : i32
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_]+]] = arith.constant 1 : i32
// CHECK-NEXT: [[SUBI:%[a-z0-9_]+]] = arith.subi [[N]], [[CONSTANT2]] : i32
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[CMPI]], [[CONSTANT]], [[SUBI]] : i32
// CHECK-NEXT: [[LEAST:%[-a-z0-9_]+]] = arith.constant -2147483648 : i32
// CHECK-NEXT: [[CMPI2:%[a-z0-9_]+]] = arith.cmpi eq, [[N]], [[LEAST]] : i32
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[CMPI2]], [[N]], [[SELECT]] : i32
// CHECK-NEXT: [[FPOWI2:%[a-z0-9_]+]] = math.fpowi [[X]], [[SELECT3]] : f64, i32
// CHECK-NEXT: [[CONSTANT3:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_]+]] = arith.select [[CMPI2]], [[X]], [[CONSTANT3]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[FPOWI2]], [[SELECT4]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[SITOFP]], [[DIVF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[C]], [[MULF]] : f64
// CHECK-NEXT: return [[FPOWI]], [[MULF2]] : f64, f64
// CHECK-LABEL: func.func private @fpowi_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[N:%[a-z0-9_]+]]: i32, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[FPOWI:%[a-z0-9_]+]] = math.fpowi [[X]], [[N]] : f64, i32
// CHECK-NEXT: [[SITOFP:%[a-z0-9_]+]] = arith.sitofp [[N]] : i32 to f64
// CHECK-NEXT: [[CONSTANT:%[a-z0-9_]+]] = arith.constant 0 : i32
// CHECK-NEXT: [[CMPI:%[a-z0-9_]+]] = arith.cmpi eq, [[N]], [[CONSTANT]] : i32
// CHECK-NEXT: [[CONSTANT2:%[a-z0-9_]+]] = arith.constant 1 : i32
// CHECK-NEXT: [[SUBI:%[a-z0-9_]+]] = arith.subi [[N]], [[CONSTANT2]] : i32
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[CMPI]], [[CONSTANT]], [[SUBI]] : i32
// CHECK-NEXT: [[LEAST:%[-a-z0-9_]+]] = arith.constant -2147483648 : i32
// CHECK-NEXT: [[CMPI2:%[a-z0-9_]+]] = arith.cmpi eq, [[N]], [[LEAST]] : i32
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[CMPI2]], [[N]], [[SELECT]] : i32
// CHECK-NEXT: [[FPOWI2:%[a-z0-9_]+]] = math.fpowi [[X]], [[SELECT3]] : f64, i32
// CHECK-NEXT: [[CONSTANT3:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_]+]] = arith.select [[CMPI2]], [[X]], [[CONSTANT3]] : f64
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[FPOWI2]], [[SELECT4]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[SITOFP]], [[DIVF]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[DX]], [[MULF]] : f64
// CHECK-NEXT: return [[FPOWI]], [[MULF2]] : f64, f64
