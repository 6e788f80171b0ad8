// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// Ops that select, and ops that are linear in each operand.

// The derivative is the sign; 0 at 0.
func.func @absf(%x: f64) -> f64 {
  %y = math.absf %x : f64
  return %y : f64
}
func.func private @request_absf(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @absf(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @absf(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @absf_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ABSF:%[a-z0-9_]+]] = math.absf [[X]] : f64
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf ogt, [[X]], [[ZERO]] : f64
// CHECK-NEXT: [[IS2:%[a-z0-9_]+]] = arith.cmpf ogt, [[ZERO]], [[X]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[C]] : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS2]], [[NEGF]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[IS]], [[C]], [[SELECT]] : f64
// CHECK-NEXT: return [[ABSF]], [[SELECT2]] : f64, f64
// CHECK-LABEL: func.func private @absf_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ABSF:%[a-z0-9_]+]] = math.absf [[X]] : f64
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf ogt, [[X]], [[ZERO]] : f64
// CHECK-NEXT: [[IS2:%[a-z0-9_]+]] = arith.cmpf ogt, [[ZERO]], [[X]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[DX]] : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS2]], [[NEGF]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[IS]], [[DX]], [[SELECT]] : f64
// CHECK-NEXT: return [[ABSF]], [[SELECT2]] : f64, f64

// The derivative of |x|, with the sign of z; 0 at x = 0. The sign operand gets
// nothing.
func.func @copysign(%x: f64, %z: f64) -> f64 {
  %y = math.copysign %x, %z : f64
  return %y : f64
}
func.func private @request_copysign(%x: f64, %z: f64, %dx: f64, %dz: f64, %c: f64) {
  grad.jvp @copysign(%x, %z) tangents(%dx, %dz) : (f64, f64, f64, f64) -> (f64, f64)
  grad.vjp @copysign(%x, %z) cotangents(%c) : (f64, f64, f64) -> (f64, f64, f64)
  return
}
// CHECK-LABEL: func.func private @copysign_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[COPYSIGN:%[a-z0-9_]+]] = math.copysign [[X]], [[Z]] : f64
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf ogt, [[X]], [[ZERO]] : f64
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[SIGN:%[a-z0-9_]+]] = math.copysign [[ONE]], [[Z]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[SIGN]] : f64
// CHECK-NEXT: [[IS2:%[a-z0-9_]+]] = arith.cmpf ogt, [[ZERO]], [[X]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[MULF]] : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS2]], [[NEGF]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[IS]], [[MULF]], [[SELECT]] : f64
// CHECK-NEXT: return [[COPYSIGN]], [[SELECT2]] : f64, f64
// CHECK-LABEL: func.func private @copysign_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[COPYSIGN:%[a-z0-9_]+]] = math.copysign [[X]], [[Z]] : f64
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf ogt, [[X]], [[ZERO]] : f64
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: [[SIGN:%[a-z0-9_]+]] = math.copysign [[ONE]], [[Z]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DX]], [[SIGN]] : f64
// CHECK-NEXT: [[IS2:%[a-z0-9_]+]] = arith.cmpf ogt, [[ZERO]], [[X]] : f64
// CHECK-NEXT: [[NEGF:%[a-z0-9_]+]] = arith.negf [[MULF]] : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS2]], [[NEGF]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[IS]], [[MULF]], [[SELECT]] : f64
// CHECK-NEXT: return [[COPYSIGN]], [[SELECT2]] : f64, f64

// max(min(x, h), l): ties are shared, and operands that are not selected get
// nothing.
func.func @clampf(%x: f64, %l: f64, %h: f64) -> f64 {
  %y = math.clampf %x to [%l, %h] : f64
  return %y : f64
}
func.func private @request_clampf(%x: f64, %l: f64, %h: f64, %dx: f64, %dl: f64, %dh: f64, %c: f64) {
  grad.jvp @clampf(%x, %l, %h) tangents(%dx, %dl, %dh) : (f64, f64, f64, f64, f64, f64) -> (f64, f64)
  grad.vjp @clampf(%x, %l, %h) cotangents(%c) : (f64, f64, f64, f64) -> (f64, f64, f64, f64)
  return
}
// CHECK-LABEL: func.func private @clampf_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[L:%[a-z0-9_]+]]: f64, [[H:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[CLAMPF:%[a-z0-9_]+]] = math.clampf [[X]] to [[[L]], [[H]]] : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf ogt, [[H]], [[X]] : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS]], [[X]], [[H]] : f64
// CHECK-NEXT: [[IS2:%[a-z0-9_]+]] = arith.cmpf ogt, [[SELECT]], [[L]] : f64
// CHECK-NEXT: [[IS3:%[a-z0-9_]+]] = arith.cmpf oeq, [[SELECT]], [[L]] : f64
// CHECK-NEXT: [[HALF:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[HALF]] : f64
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[IS3]], [[MULF]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[IS2]], [[C]], [[SELECT2]] : f64
// CHECK-NEXT: [[IS4:%[a-z0-9_]+]] = arith.cmpf oeq, [[H]], [[X]] : f64
// CHECK-NEXT: [[QUARTER:%[a-z0-9_]+]] = arith.constant 2.500000e-01 : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[C]], [[QUARTER]] : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_]+]] = arith.select [[IS3]], [[MULF2]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT5:%[a-z0-9_]+]] = arith.select [[IS2]], [[MULF]], [[SELECT4]] : f64
// CHECK-NEXT: [[SELECT6:%[a-z0-9_]+]] = arith.select [[IS4]], [[SELECT5]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT7:%[a-z0-9_]+]] = arith.select [[IS]], [[SELECT3]], [[SELECT6]] : f64
// CHECK-NEXT: [[IS5:%[a-z0-9_]+]] = arith.cmpf ogt, [[L]], [[SELECT]] : f64
// CHECK-NEXT: [[IS6:%[a-z0-9_]+]] = arith.cmpf oeq, [[L]], [[SELECT]] : f64
// CHECK-NEXT: [[SELECT8:%[a-z0-9_]+]] = arith.select [[IS6]], [[MULF]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT9:%[a-z0-9_]+]] = arith.select [[IS5]], [[C]], [[SELECT8]] : f64
// CHECK-NEXT: [[IS7:%[a-z0-9_]+]] = arith.cmpf ogt, [[X]], [[H]] : f64
// CHECK-NEXT: [[IS8:%[a-z0-9_]+]] = arith.cmpf oeq, [[X]], [[H]] : f64
// CHECK-NEXT: [[SELECT10:%[a-z0-9_]+]] = arith.select [[IS8]], [[SELECT5]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT11:%[a-z0-9_]+]] = arith.select [[IS7]], [[SELECT3]], [[SELECT10]] : f64
// CHECK-NEXT: return [[CLAMPF]], [[SELECT7]], [[SELECT9]], [[SELECT11]] : f64, f64, f64, f64
// CHECK-LABEL: func.func private @clampf_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[L:%[a-z0-9_]+]]: f64, [[H:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64, [[DL:%[a-z0-9_]+]]: f64, [[DH:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[CLAMPF:%[a-z0-9_]+]] = math.clampf [[X]] to [[[L]], [[H]]] : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf ogt, [[H]], [[X]] : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS]], [[X]], [[H]] : f64
// CHECK-NEXT: [[IS2:%[a-z0-9_]+]] = arith.cmpf ogt, [[SELECT]], [[L]] : f64
// CHECK-NEXT: [[IS3:%[a-z0-9_]+]] = arith.cmpf oeq, [[SELECT]], [[L]] : f64
// CHECK-NEXT: [[HALF:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DX]], [[HALF]] : f64
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[IS3]], [[MULF]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[IS2]], [[DX]], [[SELECT2]] : f64
// CHECK-NEXT: [[IS4:%[a-z0-9_]+]] = arith.cmpf oeq, [[H]], [[X]] : f64
// CHECK-NEXT: [[QUARTER:%[a-z0-9_]+]] = arith.constant 2.500000e-01 : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[DX]], [[QUARTER]] : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_]+]] = arith.select [[IS3]], [[MULF2]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT5:%[a-z0-9_]+]] = arith.select [[IS2]], [[MULF]], [[SELECT4]] : f64
// CHECK-NEXT: [[SELECT6:%[a-z0-9_]+]] = arith.select [[IS4]], [[SELECT5]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT7:%[a-z0-9_]+]] = arith.select [[IS]], [[SELECT3]], [[SELECT6]] : f64
// CHECK-NEXT: [[IS5:%[a-z0-9_]+]] = arith.cmpf ogt, [[L]], [[SELECT]] : f64
// CHECK-NEXT: [[IS6:%[a-z0-9_]+]] = arith.cmpf oeq, [[L]], [[SELECT]] : f64
// CHECK-NEXT: [[MULF3:%[a-z0-9_]+]] = arith.mulf [[DL]], [[HALF]] : f64
// CHECK-NEXT: [[SELECT8:%[a-z0-9_]+]] = arith.select [[IS6]], [[MULF3]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT9:%[a-z0-9_]+]] = arith.select [[IS5]], [[DL]], [[SELECT8]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[SELECT7]], [[SELECT9]] : f64
// CHECK-NEXT: [[IS7:%[a-z0-9_]+]] = arith.cmpf ogt, [[X]], [[H]] : f64
// CHECK-NEXT: [[MULF4:%[a-z0-9_]+]] = arith.mulf [[DH]], [[HALF]] : f64
// CHECK-NEXT: [[SELECT10:%[a-z0-9_]+]] = arith.select [[IS3]], [[MULF4]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT11:%[a-z0-9_]+]] = arith.select [[IS2]], [[DH]], [[SELECT10]] : f64
// CHECK-NEXT: [[IS8:%[a-z0-9_]+]] = arith.cmpf oeq, [[X]], [[H]] : f64
// CHECK-NEXT: [[MULF5:%[a-z0-9_]+]] = arith.mulf [[DH]], [[QUARTER]] : f64
// CHECK-NEXT: [[SELECT12:%[a-z0-9_]+]] = arith.select [[IS3]], [[MULF5]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT13:%[a-z0-9_]+]] = arith.select [[IS2]], [[MULF4]], [[SELECT12]] : f64
// CHECK-NEXT: [[SELECT14:%[a-z0-9_]+]] = arith.select [[IS8]], [[SELECT13]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT15:%[a-z0-9_]+]] = arith.select [[IS7]], [[SELECT11]], [[SELECT14]] : f64
// CHECK-NEXT: [[ADDF2:%[a-z0-9_]+]] = arith.addf [[ADDF]], [[SELECT15]] : f64
// CHECK-NEXT: return [[CLAMPF]], [[ADDF2]] : f64, f64

// The factor of each factor is the other one; the summand gets the cotangent.
func.func @fma(%p: f64, %q: f64, %r: f64) -> f64 {
  %y = math.fma %p, %q, %r : f64
  return %y : f64
}
func.func private @request_fma(%p: f64, %q: f64, %r: f64, %dp: f64, %dq: f64, %dr: f64, %c: f64) {
  grad.jvp @fma(%p, %q, %r) tangents(%dp, %dq, %dr) : (f64, f64, f64, f64, f64, f64) -> (f64, f64)
  grad.vjp @fma(%p, %q, %r) cotangents(%c) : (f64, f64, f64, f64) -> (f64, f64, f64, f64)
  return
}
// CHECK-LABEL: func.func private @fma_vjp(
// CHECK-SAME: [[P:%[a-z0-9_]+]]: f64, [[Q:%[a-z0-9_]+]]: f64, [[R:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[FMA:%[a-z0-9_]+]] = math.fma [[P]], [[Q]], [[R]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[Q]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[C]], [[P]] : f64
// CHECK-NEXT: return [[FMA]], [[MULF]], [[MULF2]], [[C]] : f64, f64, f64, f64
// CHECK-LABEL: func.func private @fma_jvp(
// CHECK-SAME: [[P:%[a-z0-9_]+]]: f64, [[Q:%[a-z0-9_]+]]: f64, [[R:%[a-z0-9_]+]]: f64, [[DP:%[a-z0-9_]+]]: f64, [[DQ:%[a-z0-9_]+]]: f64, [[DR:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[FMA:%[a-z0-9_]+]] = math.fma [[P]], [[Q]], [[R]] : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DP]], [[Q]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[DQ]], [[P]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[MULF]], [[MULF2]] : f64
// CHECK-NEXT: [[ADDF2:%[a-z0-9_]+]] = arith.addf [[ADDF]], [[DR]] : f64
// CHECK-NEXT: return [[FMA]], [[ADDF2]] : f64, f64

// The factor 1 of the summand is not multiplied.
func.func @fma_of_summand(%p: f64, %q: f64, %r: f64) -> f64 {
  %y = math.fma %p, %q, %r : f64
  return %y : f64
}
func.func private @request_fma_of_summand(%p: f64, %q: f64, %r: f64, %dr: f64, %c: f64) {
  grad.jvp @fma_of_summand(%p, %q, %r) tangents(%dr) {wrt = array<i64: 2>} : (f64, f64, f64, f64) -> (f64, f64)
  grad.vjp @fma_of_summand(%p, %q, %r) cotangents(%c) {wrt = array<i64: 2>} : (f64, f64, f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @fma_of_summand_vjp(
// CHECK-SAME: [[P:%[a-z0-9_]+]]: f64, [[Q:%[a-z0-9_]+]]: f64, [[R:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[FMA:%[a-z0-9_]+]] = math.fma [[P]], [[Q]], [[R]] : f64
// CHECK-NEXT: return [[FMA]], [[C]] : f64, f64
// CHECK-LABEL: func.func private @fma_of_summand_jvp(
// CHECK-SAME: [[P:%[a-z0-9_]+]]: f64, [[Q:%[a-z0-9_]+]]: f64, [[R:%[a-z0-9_]+]]: f64, [[DR:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[FMA:%[a-z0-9_]+]] = math.fma [[P]], [[Q]], [[R]] : f64
// CHECK-NEXT: return [[FMA]], [[DR]] : f64, f64
