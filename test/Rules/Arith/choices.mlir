// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// Extrema and select. A tie is shared equally.

// The larger operand gets the cotangent; for NaN no operand does.
func.func @maximumf(%x: f64, %z: f64) -> f64 {
  %y = arith.maximumf %x, %z : f64
  return %y : f64
}
func.func private @request_maximumf(%x: f64, %z: f64, %dx: f64, %dz: f64, %c: f64) {
  grad.jvp @maximumf(%x, %z) tangents(%dx, %dz) : (f64, f64, f64, f64) -> (f64, f64)
  grad.vjp @maximumf(%x, %z) cotangents(%c) : (f64, f64, f64) -> (f64, f64, f64)
  return
}
// CHECK-LABEL: func.func private @maximumf_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[MAXIMUMF:%[a-z0-9_]+]] = arith.maximumf [[X]], [[Z]] : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf ogt, [[X]], [[Z]] : f64
// CHECK-NEXT: [[IS2:%[a-z0-9_]+]] = arith.cmpf oeq, [[X]], [[Z]] : f64
// CHECK-NEXT: [[HALF:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[HALF]] : f64
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS2]], [[MULF]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[IS]], [[C]], [[SELECT]] : f64
// CHECK-NEXT: [[IS3:%[a-z0-9_]+]] = arith.cmpf ogt, [[Z]], [[X]] : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[IS3]], [[C]], [[SELECT]] : f64
// CHECK-NEXT: return [[MAXIMUMF]], [[SELECT2]], [[SELECT3]] : f64, f64, f64
// CHECK-LABEL: func.func private @maximumf_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64, [[DZ:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[MAXIMUMF:%[a-z0-9_]+]] = arith.maximumf [[X]], [[Z]] : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf ogt, [[X]], [[Z]] : f64
// CHECK-NEXT: [[IS2:%[a-z0-9_]+]] = arith.cmpf oeq, [[X]], [[Z]] : f64
// CHECK-NEXT: [[HALF:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DX]], [[HALF]] : f64
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS2]], [[MULF]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[IS]], [[DX]], [[SELECT]] : f64
// CHECK-NEXT: [[IS3:%[a-z0-9_]+]] = arith.cmpf ogt, [[Z]], [[X]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[DZ]], [[HALF]] : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[IS2]], [[MULF2]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_]+]] = arith.select [[IS3]], [[DZ]], [[SELECT3]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[SELECT2]], [[SELECT4]] : f64
// CHECK-NEXT: return [[MAXIMUMF]], [[ADDF]] : f64, f64

// The smaller operand gets the cotangent; for NaN no operand does.
func.func @minimumf(%x: f64, %z: f64) -> f64 {
  %y = arith.minimumf %x, %z : f64
  return %y : f64
}
func.func private @request_minimumf(%x: f64, %z: f64, %dx: f64, %dz: f64, %c: f64) {
  grad.jvp @minimumf(%x, %z) tangents(%dx, %dz) : (f64, f64, f64, f64) -> (f64, f64)
  grad.vjp @minimumf(%x, %z) cotangents(%c) : (f64, f64, f64) -> (f64, f64, f64)
  return
}
// CHECK-LABEL: func.func private @minimumf_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[MINIMUMF:%[a-z0-9_]+]] = arith.minimumf [[X]], [[Z]] : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf ogt, [[Z]], [[X]] : f64
// CHECK-NEXT: [[IS2:%[a-z0-9_]+]] = arith.cmpf oeq, [[X]], [[Z]] : f64
// CHECK-NEXT: [[HALF:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[HALF]] : f64
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS2]], [[MULF]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[IS]], [[C]], [[SELECT]] : f64
// CHECK-NEXT: [[IS3:%[a-z0-9_]+]] = arith.cmpf ogt, [[X]], [[Z]] : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[IS3]], [[C]], [[SELECT]] : f64
// CHECK-NEXT: return [[MINIMUMF]], [[SELECT2]], [[SELECT3]] : f64, f64, f64
// CHECK-LABEL: func.func private @minimumf_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64, [[DZ:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[MINIMUMF:%[a-z0-9_]+]] = arith.minimumf [[X]], [[Z]] : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf ogt, [[Z]], [[X]] : f64
// CHECK-NEXT: [[IS2:%[a-z0-9_]+]] = arith.cmpf oeq, [[X]], [[Z]] : f64
// CHECK-NEXT: [[HALF:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DX]], [[HALF]] : f64
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS2]], [[MULF]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[IS]], [[DX]], [[SELECT]] : f64
// CHECK-NEXT: [[IS3:%[a-z0-9_]+]] = arith.cmpf ogt, [[X]], [[Z]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[DZ]], [[HALF]] : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[IS2]], [[MULF2]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_]+]] = arith.select [[IS3]], [[DZ]], [[SELECT3]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[SELECT2]], [[SELECT4]] : f64
// CHECK-NEXT: return [[MINIMUMF]], [[ADDF]] : f64, f64

// The operand equal to the result gets the cotangent. The result is not NaN
// unless both operands are.
func.func @maxnumf(%x: f64, %z: f64) -> f64 {
  %y = arith.maxnumf %x, %z : f64
  return %y : f64
}
func.func private @request_maxnumf(%x: f64, %z: f64, %dx: f64, %dz: f64, %c: f64) {
  grad.jvp @maxnumf(%x, %z) tangents(%dx, %dz) : (f64, f64, f64, f64) -> (f64, f64)
  grad.vjp @maxnumf(%x, %z) cotangents(%c) : (f64, f64, f64) -> (f64, f64, f64)
  return
}
// CHECK-LABEL: func.func private @maxnumf_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[MAXNUMF:%[a-z0-9_]+]] = arith.maxnumf [[X]], [[Z]] : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf ogt, [[X]], [[Z]] : f64
// CHECK-NEXT: [[IS2:%[a-z0-9_]+]] = arith.cmpf oeq, [[X]], [[Z]] : f64
// CHECK-NEXT: [[HALF:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[HALF]] : f64
// CHECK-NEXT: [[IS3:%[a-z0-9_]+]] = arith.cmpf oeq, [[Z]], [[Z]] : f64
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[IS4:%[a-z0-9_]+]] = arith.cmpf oeq, [[X]], [[X]] : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS4]], [[C]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[IS3]], [[ZERO]], [[SELECT]] : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[IS2]], [[MULF]], [[SELECT2]] : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_]+]] = arith.select [[IS]], [[C]], [[SELECT3]] : f64
// CHECK-NEXT: [[IS5:%[a-z0-9_]+]] = arith.cmpf ogt, [[Z]], [[X]] : f64
// CHECK-NEXT: [[IS6:%[a-z0-9_]+]] = arith.cmpf oeq, [[Z]], [[X]] : f64
// CHECK-NEXT: [[SELECT5:%[a-z0-9_]+]] = arith.select [[IS3]], [[C]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT6:%[a-z0-9_]+]] = arith.select [[IS4]], [[ZERO]], [[SELECT5]] : f64
// CHECK-NEXT: [[SELECT7:%[a-z0-9_]+]] = arith.select [[IS6]], [[MULF]], [[SELECT6]] : f64
// CHECK-NEXT: [[SELECT8:%[a-z0-9_]+]] = arith.select [[IS5]], [[C]], [[SELECT7]] : f64
// CHECK-NEXT: return [[MAXNUMF]], [[SELECT4]], [[SELECT8]] : f64, f64, f64
// CHECK-LABEL: func.func private @maxnumf_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64, [[DZ:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[MAXNUMF:%[a-z0-9_]+]] = arith.maxnumf [[X]], [[Z]] : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf ogt, [[X]], [[Z]] : f64
// CHECK-NEXT: [[IS2:%[a-z0-9_]+]] = arith.cmpf oeq, [[X]], [[Z]] : f64
// CHECK-NEXT: [[HALF:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DX]], [[HALF]] : f64
// CHECK-NEXT: [[IS3:%[a-z0-9_]+]] = arith.cmpf oeq, [[Z]], [[Z]] : f64
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[IS4:%[a-z0-9_]+]] = arith.cmpf oeq, [[X]], [[X]] : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS4]], [[DX]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[IS3]], [[ZERO]], [[SELECT]] : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[IS2]], [[MULF]], [[SELECT2]] : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_]+]] = arith.select [[IS]], [[DX]], [[SELECT3]] : f64
// CHECK-NEXT: [[IS5:%[a-z0-9_]+]] = arith.cmpf ogt, [[Z]], [[X]] : f64
// CHECK-NEXT: [[IS6:%[a-z0-9_]+]] = arith.cmpf oeq, [[Z]], [[X]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[DZ]], [[HALF]] : f64
// CHECK-NEXT: [[SELECT5:%[a-z0-9_]+]] = arith.select [[IS3]], [[DZ]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT6:%[a-z0-9_]+]] = arith.select [[IS4]], [[ZERO]], [[SELECT5]] : f64
// CHECK-NEXT: [[SELECT7:%[a-z0-9_]+]] = arith.select [[IS6]], [[MULF2]], [[SELECT6]] : f64
// CHECK-NEXT: [[SELECT8:%[a-z0-9_]+]] = arith.select [[IS5]], [[DZ]], [[SELECT7]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[SELECT4]], [[SELECT8]] : f64
// CHECK-NEXT: return [[MAXNUMF]], [[ADDF]] : f64, f64

// The same for the minimum.
func.func @minnumf(%x: f64, %z: f64) -> f64 {
  %y = arith.minnumf %x, %z : f64
  return %y : f64
}
func.func private @request_minnumf(%x: f64, %z: f64, %dx: f64, %dz: f64, %c: f64) {
  grad.jvp @minnumf(%x, %z) tangents(%dx, %dz) : (f64, f64, f64, f64) -> (f64, f64)
  grad.vjp @minnumf(%x, %z) cotangents(%c) : (f64, f64, f64) -> (f64, f64, f64)
  return
}
// CHECK-LABEL: func.func private @minnumf_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[MINNUMF:%[a-z0-9_]+]] = arith.minnumf [[X]], [[Z]] : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf ogt, [[Z]], [[X]] : f64
// CHECK-NEXT: [[IS2:%[a-z0-9_]+]] = arith.cmpf oeq, [[X]], [[Z]] : f64
// CHECK-NEXT: [[HALF:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[C]], [[HALF]] : f64
// CHECK-NEXT: [[IS3:%[a-z0-9_]+]] = arith.cmpf oeq, [[Z]], [[Z]] : f64
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[IS4:%[a-z0-9_]+]] = arith.cmpf oeq, [[X]], [[X]] : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS4]], [[C]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[IS3]], [[ZERO]], [[SELECT]] : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[IS2]], [[MULF]], [[SELECT2]] : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_]+]] = arith.select [[IS]], [[C]], [[SELECT3]] : f64
// CHECK-NEXT: [[IS5:%[a-z0-9_]+]] = arith.cmpf ogt, [[X]], [[Z]] : f64
// CHECK-NEXT: [[IS6:%[a-z0-9_]+]] = arith.cmpf oeq, [[Z]], [[X]] : f64
// CHECK-NEXT: [[SELECT5:%[a-z0-9_]+]] = arith.select [[IS3]], [[C]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT6:%[a-z0-9_]+]] = arith.select [[IS4]], [[ZERO]], [[SELECT5]] : f64
// CHECK-NEXT: [[SELECT7:%[a-z0-9_]+]] = arith.select [[IS6]], [[MULF]], [[SELECT6]] : f64
// CHECK-NEXT: [[SELECT8:%[a-z0-9_]+]] = arith.select [[IS5]], [[C]], [[SELECT7]] : f64
// CHECK-NEXT: return [[MINNUMF]], [[SELECT4]], [[SELECT8]] : f64, f64, f64
// CHECK-LABEL: func.func private @minnumf_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64, [[DZ:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[MINNUMF:%[a-z0-9_]+]] = arith.minnumf [[X]], [[Z]] : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf ogt, [[Z]], [[X]] : f64
// CHECK-NEXT: [[IS2:%[a-z0-9_]+]] = arith.cmpf oeq, [[X]], [[Z]] : f64
// CHECK-NEXT: [[HALF:%[a-z0-9_]+]] = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[DX]], [[HALF]] : f64
// CHECK-NEXT: [[IS3:%[a-z0-9_]+]] = arith.cmpf oeq, [[Z]], [[Z]] : f64
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[IS4:%[a-z0-9_]+]] = arith.cmpf oeq, [[X]], [[X]] : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS4]], [[DX]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[IS3]], [[ZERO]], [[SELECT]] : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[IS2]], [[MULF]], [[SELECT2]] : f64
// CHECK-NEXT: [[SELECT4:%[a-z0-9_]+]] = arith.select [[IS]], [[DX]], [[SELECT3]] : f64
// CHECK-NEXT: [[IS5:%[a-z0-9_]+]] = arith.cmpf ogt, [[X]], [[Z]] : f64
// CHECK-NEXT: [[IS6:%[a-z0-9_]+]] = arith.cmpf oeq, [[Z]], [[X]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[DZ]], [[HALF]] : f64
// CHECK-NEXT: [[SELECT5:%[a-z0-9_]+]] = arith.select [[IS3]], [[DZ]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT6:%[a-z0-9_]+]] = arith.select [[IS4]], [[ZERO]], [[SELECT5]] : f64
// CHECK-NEXT: [[SELECT7:%[a-z0-9_]+]] = arith.select [[IS6]], [[MULF2]], [[SELECT6]] : f64
// CHECK-NEXT: [[SELECT8:%[a-z0-9_]+]] = arith.select [[IS5]], [[DZ]], [[SELECT7]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[SELECT4]], [[SELECT8]] : f64
// CHECK-NEXT: return [[MINNUMF]], [[ADDF]] : f64, f64

// The tangent of a select is one select; the cotangent goes to the selected
// operand.
func.func @select(%i: i1, %x: f64, %z: f64) -> f64 {
  %y = arith.select %i, %x, %z : f64
  return %y : f64
}
func.func private @request_select(%i: i1, %x: f64, %z: f64, %dx: f64, %dz: f64, %c: f64) {
  grad.jvp @select(%i, %x, %z) tangents(%dx, %dz) : (i1, f64, f64, f64, f64) -> (f64, f64)
  grad.vjp @select(%i, %x, %z) cotangents(%c) : (i1, f64, f64, f64) -> (f64, f64, f64)
  return
}
// CHECK-LABEL: func.func private @select_vjp(
// CHECK-SAME: [[I:%[a-z0-9_]+]]: i1, [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[I]], [[X]], [[Z]] : f64
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[I]], [[C]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[I]], [[ZERO]], [[C]] : f64
// CHECK-NEXT: return [[SELECT]], [[SELECT2]], [[SELECT3]] : f64, f64, f64
// CHECK-LABEL: func.func private @select_jvp(
// CHECK-SAME: [[I:%[a-z0-9_]+]]: i1, [[X:%[a-z0-9_]+]]: f64, [[Z:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64, [[DZ:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[I]], [[X]], [[Z]] : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[I]], [[DX]], [[DZ]] : f64
// CHECK-NEXT: return [[SELECT]], [[SELECT2]] : f64, f64

// One condition for all elements.
func.func @select_tensors(%i: i1, %x: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %y = arith.select %i, %x, %z : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func private @request_select_tensors(%i: i1, %x: tensor<?xf32>, %z: tensor<?xf32>, %dx: tensor<?xf32>, %dz: tensor<?xf32>, %c: tensor<?xf32>) {
  grad.jvp @select_tensors(%i, %x, %z) tangents(%dx, %dz) : (i1, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  grad.vjp @select_tensors(%i, %x, %z) cotangents(%c) : (i1, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
  return
}
// CHECK-LABEL: func.func private @select_tensors_vjp(
// CHECK-SAME: [[I:%[a-z0-9_]+]]: i1, [[X:%[a-z0-9_]+]]: tensor<?xf32>, [[Z:%[a-z0-9_]+]]: tensor<?xf32>, [[C:%[a-z0-9_]+]]: tensor<?xf32>)
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[I]], [[X]], [[Z]] : tensor<?xf32>
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: [[ZERO2:%[a-z0-9_]+]] = arith.constant 0 : index
// CHECK-NEXT: [[DIM:%[a-z0-9_]+]] = tensor.dim [[C]], [[ZERO2]] : tensor<?xf32>
// CHECK-NEXT: [[SPLAT:%[a-z0-9_]+]] = tensor.splat [[ZERO]][[[DIM]]] : tensor<?xf32>
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[I]], [[C]], [[SPLAT]] : tensor<?xf32>
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[I]], [[SPLAT]], [[C]] : tensor<?xf32>
// CHECK-NEXT: return [[SELECT]], [[SELECT2]], [[SELECT3]] : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
// CHECK-LABEL: func.func private @select_tensors_jvp(
// CHECK-SAME: [[I:%[a-z0-9_]+]]: i1, [[X:%[a-z0-9_]+]]: tensor<?xf32>, [[Z:%[a-z0-9_]+]]: tensor<?xf32>, [[DX:%[a-z0-9_]+]]: tensor<?xf32>, [[DZ:%[a-z0-9_]+]]: tensor<?xf32>)
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[I]], [[X]], [[Z]] : tensor<?xf32>
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[I]], [[DX]], [[DZ]] : tensor<?xf32>
// CHECK-NEXT: return [[SELECT]], [[SELECT2]] : tensor<?xf32>, tensor<?xf32>

// A relu as importers write it: the comparison is inactive.
func.func @relu(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %is = arith.cmpf ogt, %x, %zero : f64
  %y = arith.select %is, %x, %zero : f64
  return %y : f64
}
func.func private @request_relu(%x: f64, %dx: f64, %c: f64) {
  grad.jvp @relu(%x) tangents(%dx) : (f64, f64) -> (f64, f64)
  grad.vjp @relu(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @relu_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf ogt, [[X]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS]], [[X]], [[ZERO]] : f64
// CHECK-NEXT: [[ZERO2:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[IS]], [[C]], [[ZERO2]] : f64
// CHECK-NEXT: return [[SELECT]], [[SELECT2]] : f64, f64
// CHECK-LABEL: func.func private @relu_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf ogt, [[X]], [[ZERO]] : f64
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS]], [[X]], [[ZERO]] : f64
// CHECK-NEXT: [[ZERO2:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[IS]], [[DX]], [[ZERO2]] : f64
// CHECK-NEXT: return [[SELECT]], [[SELECT2]] : f64, f64
