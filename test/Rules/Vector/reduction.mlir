// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// Reductions.

// The cotangent of a sum is broadcast.
func.func @add(%x: vector<4xf64>) -> f64 {
  %y = vector.reduction <add>, %x : vector<4xf64> into f64
  return %y : f64
}
func.func private @request_add(%x: vector<4xf64>, %dx: vector<4xf64>, %c: f64) {
  grad.jvp @add(%x) tangents(%dx) : (vector<4xf64>, vector<4xf64>) -> (f64, f64)
  grad.vjp @add(%x) cotangents(%c) : (vector<4xf64>, f64) -> (f64, vector<4xf64>)
  return
}
// CHECK-LABEL: func.func private @add_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<4xf64>, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[REDUCTION:%[a-z0-9_]+]] = vector.reduction <add>, [[X]] : vector<4xf64> into f64
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[C]] : f64 to vector<4xf64>
// CHECK-NEXT: return [[REDUCTION]], [[BROADCAST]] : f64, vector<4xf64>
// CHECK-LABEL: func.func private @add_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<4xf64>, [[DX:%[a-z0-9_]+]]: vector<4xf64>)
// CHECK-NEXT: [[REDUCTION:%[a-z0-9_]+]] = vector.reduction <add>, [[X]] : vector<4xf64> into f64
// CHECK-NEXT: [[REDUCTION2:%[a-z0-9_]+]] = vector.reduction <add>, [[DX]] : vector<4xf64> into f64
// CHECK-NEXT: return [[REDUCTION]], [[REDUCTION2]] : f64, f64

// The accumulator is another summand.
func.func @add_to(%x: vector<4xf64>, %s: f64) -> f64 {
  %y = vector.reduction <add>, %x, %s : vector<4xf64> into f64
  return %y : f64
}
func.func private @request_add_to(%x: vector<4xf64>, %s: f64, %dx: vector<4xf64>, %ds: f64, %c: f64) {
  grad.jvp @add_to(%x, %s) tangents(%dx, %ds) : (vector<4xf64>, f64, vector<4xf64>, f64) -> (f64, f64)
  grad.vjp @add_to(%x, %s) cotangents(%c) : (vector<4xf64>, f64, f64) -> (f64, vector<4xf64>, f64)
  return
}
// CHECK-LABEL: func.func private @add_to_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<4xf64>, [[S:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[REDUCTION:%[a-z0-9_]+]] = vector.reduction <add>, [[X]], [[S]] : vector<4xf64> into f64
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[C]] : f64 to vector<4xf64>
// CHECK-NEXT: return [[REDUCTION]], [[BROADCAST]], [[C]] : f64, vector<4xf64>, f64
// CHECK-LABEL: func.func private @add_to_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<4xf64>, [[S:%[a-z0-9_]+]]: f64, [[DX:%[a-z0-9_]+]]: vector<4xf64>, [[DS:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[REDUCTION:%[a-z0-9_]+]] = vector.reduction <add>, [[X]], [[S]] : vector<4xf64> into f64
// CHECK-NEXT: [[REDUCTION2:%[a-z0-9_]+]] = vector.reduction <add>, [[DX]], [[DS]] : vector<4xf64> into f64
// CHECK-NEXT: return [[REDUCTION]], [[REDUCTION2]] : f64, f64

// Only the accumulator is active: no reduction is emitted.
func.func @add_to_only(%x: vector<4xf64>, %s: f64) -> f64 {
  %y = vector.reduction <add>, %x, %s : vector<4xf64> into f64
  return %y : f64
}
func.func private @request_add_to_only(%x: vector<4xf64>, %s: f64, %ds: f64, %c: f64) {
  grad.jvp @add_to_only(%x, %s) tangents(%ds) {wrt = array<i64: 1>} : (vector<4xf64>, f64, f64) -> (f64, f64)
  grad.vjp @add_to_only(%x, %s) cotangents(%c) {wrt = array<i64: 1>} : (vector<4xf64>, f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @add_to_only_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<4xf64>, [[S:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[REDUCTION:%[a-z0-9_]+]] = vector.reduction <add>, [[X]], [[S]] : vector<4xf64> into f64
// CHECK-NEXT: return [[REDUCTION]], [[C]] : f64, f64
// CHECK-LABEL: func.func private @add_to_only_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<4xf64>, [[S:%[a-z0-9_]+]]: f64, [[DS:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[REDUCTION:%[a-z0-9_]+]] = vector.reduction <add>, [[X]], [[S]] : vector<4xf64> into f64
// CHECK-NEXT: return [[REDUCTION]], [[DS]] : f64, f64

// Tied values share equally, including the accumulator.
func.func @maximum(%x: vector<4xf32>, %s: f32) -> f32 {
  %y = vector.reduction <maximumf>, %x, %s : vector<4xf32> into f32
  return %y : f32
}
func.func private @request_maximum(%x: vector<4xf32>, %s: f32, %dx: vector<4xf32>, %ds: f32, %c: f32) {
  grad.jvp @maximum(%x, %s) tangents(%dx, %ds) : (vector<4xf32>, f32, vector<4xf32>, f32) -> (f32, f32)
  grad.vjp @maximum(%x, %s) cotangents(%c) : (vector<4xf32>, f32, f32) -> (f32, vector<4xf32>, f32)
  return
}
// CHECK-LABEL: func.func private @maximum_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<4xf32>, [[S:%[a-z0-9_]+]]: f32, [[C:%[a-z0-9_]+]]: f32)
// CHECK-NEXT: [[REDUCTION:%[a-z0-9_]+]] = vector.reduction <maximumf>, [[X]], [[S]] : vector<4xf32> into f32
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[REDUCTION]] : f32 to vector<4xf32>
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf oeq, [[X]], [[BROADCAST]] : vector<4xf32>
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant dense<1.000000e+00> : vector<4xf32>
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS]], [[ONE]], [[ZERO]] : vector<4xi1>, vector<4xf32>
// CHECK-NEXT: [[REDUCTION2:%[a-z0-9_]+]] = vector.reduction <add>, [[SELECT]] : vector<4xf32> into f32
// CHECK-NEXT: [[IS2:%[a-z0-9_]+]] = arith.cmpf oeq, [[S]], [[REDUCTION]] : f32
// CHECK-NEXT: [[ONE2:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: [[ZERO2:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[IS2]], [[ONE2]], [[ZERO2]] : f32
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[REDUCTION2]], [[SELECT2]] : f32
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[C]], [[ADDF]] : f32
// CHECK-NEXT: [[BROADCAST2:%[a-z0-9_]+]] = vector.broadcast [[DIVF]] : f32 to vector<4xf32>
// CHECK-NEXT: [[ZERO3:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[IS]], [[BROADCAST2]], [[ZERO3]] : vector<4xi1>, vector<4xf32>
// CHECK-NEXT: [[ZERO4:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: [[SELECT4:%[a-z0-9_]+]] = arith.select [[IS2]], [[DIVF]], [[ZERO4]] : f32
// CHECK-NEXT: return [[REDUCTION]], [[SELECT3]], [[SELECT4]] : f32, vector<4xf32>, f32
// CHECK-LABEL: func.func private @maximum_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<4xf32>, [[S:%[a-z0-9_]+]]: f32, [[DX:%[a-z0-9_]+]]: vector<4xf32>, [[DS:%[a-z0-9_]+]]: f32)
// CHECK-NEXT: [[REDUCTION:%[a-z0-9_]+]] = vector.reduction <maximumf>, [[X]], [[S]] : vector<4xf32> into f32
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[REDUCTION]] : f32 to vector<4xf32>
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf oeq, [[X]], [[BROADCAST]] : vector<4xf32>
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant dense<1.000000e+00> : vector<4xf32>
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS]], [[ONE]], [[ZERO]] : vector<4xi1>, vector<4xf32>
// CHECK-NEXT: [[REDUCTION2:%[a-z0-9_]+]] = vector.reduction <add>, [[SELECT]] : vector<4xf32> into f32
// CHECK-NEXT: [[IS2:%[a-z0-9_]+]] = arith.cmpf oeq, [[S]], [[REDUCTION]] : f32
// CHECK-NEXT: [[ONE2:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: [[ZERO2:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[IS2]], [[ONE2]], [[ZERO2]] : f32
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[REDUCTION2]], [[SELECT2]] : f32
// CHECK-NEXT: [[ZERO3:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT: [[SELECT3:%[a-z0-9_]+]] = arith.select [[IS]], [[DX]], [[ZERO3]] : vector<4xi1>, vector<4xf32>
// CHECK-NEXT: [[REDUCTION3:%[a-z0-9_]+]] = vector.reduction <add>, [[SELECT3]] : vector<4xf32> into f32
// CHECK-NEXT: [[ZERO4:%[a-z0-9_]+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: [[SELECT4:%[a-z0-9_]+]] = arith.select [[IS2]], [[DS]], [[ZERO4]] : f32
// CHECK-NEXT: [[ADDF2:%[a-z0-9_]+]] = arith.addf [[REDUCTION3]], [[SELECT4]] : f32
// CHECK-NEXT: [[ONE3:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: [[MAXIMUMF:%[a-z0-9_]+]] = arith.maximumf [[ADDF]], [[ONE3]] : f32
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[ADDF2]], [[MAXIMUMF]] : f32
// CHECK-NEXT: return [[REDUCTION]], [[DIVF]] : f32, f32

// In f16, the ties are counted and the cotangent is divided in f32.
func.func @minnum(%x: vector<4xf16>) -> f16 {
  %y = vector.reduction <minnumf>, %x : vector<4xf16> into f16
  return %y : f16
}
func.func private @request_minnum(%x: vector<4xf16>, %dx: vector<4xf16>, %c: f16) {
  grad.jvp @minnum(%x) tangents(%dx) : (vector<4xf16>, vector<4xf16>) -> (f16, f16)
  grad.vjp @minnum(%x) cotangents(%c) : (vector<4xf16>, f16) -> (f16, vector<4xf16>)
  return
}
// CHECK-LABEL: func.func private @minnum_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<4xf16>, [[C:%[a-z0-9_]+]]: f16)
// CHECK-NEXT: [[REDUCTION:%[a-z0-9_]+]] = vector.reduction <minnumf>, [[X]] : vector<4xf16> into f16
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[REDUCTION]] : f16 to vector<4xf16>
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf oeq, [[X]], [[BROADCAST]] : vector<4xf16>
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant dense<1.000000e+00> : vector<4xf32>
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS]], [[ONE]], [[ZERO]] : vector<4xi1>, vector<4xf32>
// CHECK-NEXT: [[REDUCTION2:%[a-z0-9_]+]] = vector.reduction <add>, [[SELECT]] : vector<4xf32> into f32
// CHECK-NEXT: [[EXTF:%[a-z0-9_]+]] = arith.extf [[C]] : f16 to f32
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[EXTF]], [[REDUCTION2]] : f32
// CHECK-NEXT: [[BROADCAST2:%[a-z0-9_]+]] = vector.broadcast [[DIVF]] : f32 to vector<4xf32>
// CHECK-NEXT: [[ZERO2:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[IS]], [[BROADCAST2]], [[ZERO2]] : vector<4xi1>, vector<4xf32>
// CHECK-NEXT: [[TRUNCF:%[a-z0-9_]+]] = arith.truncf [[SELECT2]] : vector<4xf32> to vector<4xf16>
// CHECK-NEXT: return [[REDUCTION]], [[TRUNCF]] : f16, vector<4xf16>
// CHECK-LABEL: func.func private @minnum_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<4xf16>, [[DX:%[a-z0-9_]+]]: vector<4xf16>)
// CHECK-NEXT: [[REDUCTION:%[a-z0-9_]+]] = vector.reduction <minnumf>, [[X]] : vector<4xf16> into f16
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[REDUCTION]] : f16 to vector<4xf16>
// CHECK-NEXT: [[IS:%[a-z0-9_]+]] = arith.cmpf oeq, [[X]], [[BROADCAST]] : vector<4xf16>
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT: [[ONE:%[a-z0-9_]+]] = arith.constant dense<1.000000e+00> : vector<4xf32>
// CHECK-NEXT: [[SELECT:%[a-z0-9_]+]] = arith.select [[IS]], [[ONE]], [[ZERO]] : vector<4xi1>, vector<4xf32>
// CHECK-NEXT: [[REDUCTION2:%[a-z0-9_]+]] = vector.reduction <add>, [[SELECT]] : vector<4xf32> into f32
// CHECK-NEXT: [[EXTF:%[a-z0-9_]+]] = arith.extf [[DX]] : vector<4xf16> to vector<4xf32>
// CHECK-NEXT: [[ZERO2:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-NEXT: [[SELECT2:%[a-z0-9_]+]] = arith.select [[IS]], [[EXTF]], [[ZERO2]] : vector<4xi1>, vector<4xf32>
// CHECK-NEXT: [[REDUCTION3:%[a-z0-9_]+]] = vector.reduction <add>, [[SELECT2]] : vector<4xf32> into f32
// CHECK-NEXT: [[ONE2:%[a-z0-9_]+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: [[MAXIMUMF:%[a-z0-9_]+]] = arith.maximumf [[REDUCTION2]], [[ONE2]] : f32
// CHECK-NEXT: [[DIVF:%[a-z0-9_]+]] = arith.divf [[REDUCTION3]], [[MAXIMUMF]] : f32
// CHECK-NEXT: [[TRUNCF:%[a-z0-9_]+]] = arith.truncf [[DIVF]] : f32 to f16
// CHECK-NEXT: return [[REDUCTION]], [[TRUNCF]] : f16, f16

// A product is differentiated as a sequence of multiplications.
func.func @mul(%x: vector<2xf64>) -> f64 {
  %y = vector.reduction <mul>, %x : vector<2xf64> into f64
  return %y : f64
}
func.func private @request_mul(%x: vector<2xf64>, %dx: vector<2xf64>, %c: f64) {
  grad.jvp @mul(%x) tangents(%dx) : (vector<2xf64>, vector<2xf64>) -> (f64, f64)
  grad.vjp @mul(%x) cotangents(%c) : (vector<2xf64>, f64) -> (f64, vector<2xf64>)
  return
}
// CHECK-LABEL: func.func private @mul_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<2xf64>, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[EXTRACT:%[a-z0-9_]+]] = vector.extract [[X]][0] : f64 from vector<2xf64>
// CHECK-NEXT: [[EXTRACT2:%[a-z0-9_]+]] = vector.extract [[X]][1] : f64 from vector<2xf64>
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[EXTRACT]], [[EXTRACT2]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[C]], [[EXTRACT2]] : f64
// CHECK-NEXT: [[MULF3:%[a-z0-9_]+]] = arith.mulf [[C]], [[EXTRACT]] : f64
// CHECK-NEXT: [[ZERO:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : vector<2xf64>
// CHECK-NEXT: [[INSERT:%[a-z0-9_]+]] = vector.insert [[MULF3]], [[ZERO]] [1] : f64 into vector<2xf64>
// CHECK-NEXT: [[ZERO2:%[a-z0-9_]+]] = arith.constant dense<0.000000e+00> : vector<2xf64>
// CHECK-NEXT: [[INSERT2:%[a-z0-9_]+]] = vector.insert [[MULF2]], [[ZERO2]] [0] : f64 into vector<2xf64>
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[INSERT]], [[INSERT2]] : vector<2xf64>
// CHECK-NEXT: return [[MULF]], [[ADDF]] : f64, vector<2xf64>
// CHECK-LABEL: func.func private @mul_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<2xf64>, [[DX:%[a-z0-9_]+]]: vector<2xf64>)
// CHECK-NEXT: [[EXTRACT:%[a-z0-9_]+]] = vector.extract [[X]][0] : f64 from vector<2xf64>
// CHECK-NEXT: [[EXTRACT2:%[a-z0-9_]+]] = vector.extract [[DX]][0] : f64 from vector<2xf64>
// CHECK-NEXT: [[EXTRACT3:%[a-z0-9_]+]] = vector.extract [[X]][1] : f64 from vector<2xf64>
// CHECK-NEXT: [[EXTRACT4:%[a-z0-9_]+]] = vector.extract [[DX]][1] : f64 from vector<2xf64>
// CHECK-NEXT: [[MULF:%[a-z0-9_]+]] = arith.mulf [[EXTRACT]], [[EXTRACT3]] : f64
// CHECK-NEXT: [[MULF2:%[a-z0-9_]+]] = arith.mulf [[EXTRACT2]], [[EXTRACT3]] : f64
// CHECK-NEXT: [[MULF3:%[a-z0-9_]+]] = arith.mulf [[EXTRACT4]], [[EXTRACT]] : f64
// CHECK-NEXT: [[ADDF:%[a-z0-9_]+]] = arith.addf [[MULF2]], [[MULF3]] : f64
// CHECK-NEXT: return [[MULF]], [[ADDF]] : f64, f64

// A sum over some dimensions: the cotangent is repeated along them.
func.func @multi_add(%x: vector<2x3x4xf64>, %s: vector<2x4xf64>) -> vector<2x4xf64> {
  %y = vector.multi_reduction <add>, %x, %s [1] : vector<2x3x4xf64> to vector<2x4xf64>
  return %y : vector<2x4xf64>
}
func.func private @request_multi_add(%x: vector<2x3x4xf64>, %s: vector<2x4xf64>, %dx: vector<2x3x4xf64>, %ds: vector<2x4xf64>, %c: vector<2x4xf64>) {
  grad.jvp @multi_add(%x, %s) tangents(%dx, %ds) : (vector<2x3x4xf64>, vector<2x4xf64>, vector<2x3x4xf64>, vector<2x4xf64>) -> (vector<2x4xf64>, vector<2x4xf64>)
  grad.vjp @multi_add(%x, %s) cotangents(%c) : (vector<2x3x4xf64>, vector<2x4xf64>, vector<2x4xf64>) -> (vector<2x4xf64>, vector<2x3x4xf64>, vector<2x4xf64>)
  return
}
// CHECK-LABEL: func.func private @multi_add_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<2x3x4xf64>, [[S:%[a-z0-9_]+]]: vector<2x4xf64>, [[C:%[a-z0-9_]+]]: vector<2x4xf64>)
// CHECK-NEXT: [[MULTI_REDUCTION:%[a-z0-9_]+]] = vector.multi_reduction <add>, [[X]], [[S]] [1] : vector<2x3x4xf64> to vector<2x4xf64>
// CHECK-NEXT: [[SHAPE_CAST:%[a-z0-9_]+]] = vector.shape_cast [[C]] : vector<2x4xf64> to vector<2x1x4xf64>
// CHECK-NEXT: [[BROADCAST:%[a-z0-9_]+]] = vector.broadcast [[SHAPE_CAST]] : vector<2x1x4xf64> to vector<2x3x4xf64>
// CHECK-NEXT: return [[MULTI_REDUCTION]], [[BROADCAST]], [[C]] : vector<2x4xf64>, vector<2x3x4xf64>, vector<2x4xf64>
// CHECK-LABEL: func.func private @multi_add_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<2x3x4xf64>, [[S:%[a-z0-9_]+]]: vector<2x4xf64>, [[DX:%[a-z0-9_]+]]: vector<2x3x4xf64>, [[DS:%[a-z0-9_]+]]: vector<2x4xf64>)
// CHECK-NEXT: [[MULTI_REDUCTION:%[a-z0-9_]+]] = vector.multi_reduction <add>, [[X]], [[S]] [1] : vector<2x3x4xf64> to vector<2x4xf64>
// CHECK-NEXT: [[MULTI_REDUCTION2:%[a-z0-9_]+]] = vector.multi_reduction <add>, [[DX]], [[DS]] [1] : vector<2x3x4xf64> to vector<2x4xf64>
// CHECK-NEXT: return [[MULTI_REDUCTION]], [[MULTI_REDUCTION2]] : vector<2x4xf64>, vector<2x4xf64>

// Only the accumulator is active: no reduction is emitted.
func.func @multi_add_to_only(%x: vector<2x3xf64>, %s: f64) -> f64 {
  %y = vector.multi_reduction <add>, %x, %s [0, 1] : vector<2x3xf64> to f64
  return %y : f64
}
func.func private @request_multi_add_to_only(%x: vector<2x3xf64>, %s: f64, %ds: f64, %c: f64) {
  grad.jvp @multi_add_to_only(%x, %s) tangents(%ds) {wrt = array<i64: 1>} : (vector<2x3xf64>, f64, f64) -> (f64, f64)
  grad.vjp @multi_add_to_only(%x, %s) cotangents(%c) {wrt = array<i64: 1>} : (vector<2x3xf64>, f64, f64) -> (f64, f64)
  return
}
// CHECK-LABEL: func.func private @multi_add_to_only_vjp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<2x3xf64>, [[S:%[a-z0-9_]+]]: f64, [[C:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[MULTI_REDUCTION:%[a-z0-9_]+]] = vector.multi_reduction <add>, [[X]], [[S]] [0, 1] : vector<2x3xf64> to f64
// CHECK-NEXT: return [[MULTI_REDUCTION]], [[C]] : f64, f64
// CHECK-LABEL: func.func private @multi_add_to_only_jvp(
// CHECK-SAME: [[X:%[a-z0-9_]+]]: vector<2x3xf64>, [[S:%[a-z0-9_]+]]: f64, [[DS:%[a-z0-9_]+]]: f64)
// CHECK-NEXT: [[MULTI_REDUCTION:%[a-z0-9_]+]] = vector.multi_reduction <add>, [[X]], [[S]] [0, 1] : vector<2x3xf64> to f64
// CHECK-NEXT: return [[MULTI_REDUCTION]], [[DS]] : f64, f64
