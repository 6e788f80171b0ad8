// RUN: sg-opt %s --sg-approximate-math | FileCheck %s
// RUN: sg-opt %s --sg-approximate-math=beside-library | FileCheck %s --check-prefix=BESIDE
// RUN: sg-opt %s --sg-approximate-math -o %t.mlir
// RUN: sg-run %t.mlir --device=cpu --function=half --input="5xf16=0 1 -3 60000 -inf" \
// RUN:   --expected-output="5xf16=0 0.8413 -0.1411 0.9575 nan" --tolerance=3e-4
// RUN: sg-run %t.mlir --device=cpu --function=large --input="4xf64=1e22 -1e300 0.5 nan" \
// RUN:   --expected-output="4xf64=-0.8522008497671888 0.8178819121159085 0.479425538604203 nan" --tolerance=1e-16
// RUN: sg-run %t.mlir --device=cpu --function=remainders --input="4xf64=1e300 -7 5 inf" --input="4xf64=7 2 inf 1" \
// RUN:   --expected-output="4xf64=1 -1 5 nan" --tolerance=0
// RUN: sg-run %t.mlir --device=cpu --function=power --input=-2 --input=-3 --expected-output=-0.125

// A series without branches, after the argument reduction.
// CHECK-LABEL: func.func @of_f64(
// CHECK-NOT:     math.exp
// CHECK-NOT:     scf.
// CHECK-COUNT-12: math.fma {{.*}} : f64
// CHECK:         return
// BESIDE-LABEL: func.func @of_f64(
// BESIDE-NEXT:    math.exp
func.func @of_f64(%x: f64) -> f64 {
  %y = math.exp %x : f64
  return %y : f64
}

// Half precision is computed in f32.
// CHECK-LABEL: func.func @half(
// CHECK:         arith.extf {{.*}} : f16 to f32
// CHECK:         arith.truncf {{.*}} : f32 to f16
func.func @half(%x: tensor<5xf16>) -> tensor<5xf16> {
  %y = linalg.map { math.sin } ins(%x : tensor<5xf16>) outs(%x : tensor<5xf16>)
  return %y : tensor<5xf16>
}

// The digits of pi/2 for large angles are computed if the vector contains a
// large angle. A vector of two dimensions is flattened to one.
// CHECK-LABEL: func.func @large(
// CHECK:         vector.shape_cast {{.*}} : vector<2x2xf64> to vector<4xf64>
// CHECK:         [[LARGE:%[a-z0-9_]+]] = arith.cmpf ogt, {{.*}} : vector<4xf64>
// CHECK:         [[ANY:%[a-z0-9_]+]] = vector.reduction <or>, [[LARGE]] : vector<4xi1> into i1
// CHECK:         scf.if [[ANY]] -> (vector<4xi64>, vector<4xf64>, vector<4xf64>)
// CHECK:           arith.mului_extended
// CHECK:           arith.select [[LARGE]]
func.func @large(%x: tensor<4xf64>) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %row = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : tensor<4xf64>, vector<4xf64>
  %v = vector.shape_cast %row : vector<4xf64> to vector<2x2xf64>
  %s = math.sin %v : vector<2x2xf64>
  %w = vector.shape_cast %s : vector<2x2xf64> to vector<4xf64>
  %y = vector.transfer_write %w, %x[%c0] {in_bounds = [true]} : vector<4xf64>, tensor<4xf64>
  return %y : tensor<4xf64>
}

// Long division.
// CHECK-LABEL: func.func @remainders(
// CHECK:         scf.while
func.func @remainders(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %z = linalg.map { arith.remf } ins(%x, %y : tensor<4xf64>, tensor<4xf64>) outs(%x : tensor<4xf64>)
  return %z : tensor<4xf64>
}

// Libdevice has no power function with an exponent of 64 bits or of type index.
// CHECK-LABEL:  func.func @power(
// CHECK-NOT:      math.fpowi
// CHECK:          return
// BESIDE-LABEL: func.func @power(
// BESIDE-NOT:     math.fpowi
// BESIDE:         return
func.func @power(%x: f64, %n: index) -> f64 {
  %y = math.fpowi %x, %n : f64, index
  return %y : f64
}

// Ops on other types, and ops with a hardware instruction, stay.
// CHECK-LABEL: func.func @others(
// CHECK-NEXT:    math.exp {{.*}} : f128
// CHECK-NEXT:    math.sin {{.*}} : tensor<3xf32>
// CHECK-NEXT:    math.sqrt
// CHECK-NEXT:    return
func.func @others(%q: f128, %t: tensor<3xf32>, %x: f64) -> (f128, tensor<3xf32>, f64) {
  %a = math.exp %q : f128
  %b = math.sin %t : tensor<3xf32>
  %c = math.sqrt %x : f64
  return %a, %b, %c : f128, tensor<3xf32>, f64
}
