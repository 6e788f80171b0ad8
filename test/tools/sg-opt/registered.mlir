// MLIR's dialects and passes are registered too: a foreign dialect, a foreign
// pass, and bytecode in and out with our ops.
//
// RUN: sg-opt %s --cse | FileCheck %s
// RUN: sg-opt %s --cse --emit-bytecode | sg-opt | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK-SAME: [[Z:%[a-z0-9]+]]: complex<f64>)
// CHECK-NEXT: [[S:%[a-z0-9]+]] = complex.add [[Z]], [[Z]] : complex<f64>
// CHECK-NEXT: [[K:%[a-z0-9]+]] = grad.stop_gradient [[S]] : complex<f64>
// CHECK-NEXT: [[Y:%[a-z0-9]+]] = complex.mul [[S]], [[K]] : complex<f64>
// CHECK-NEXT: return [[Y]]
func.func @f(%z: complex<f64>) -> complex<f64> {
  %a = complex.add %z, %z : complex<f64>
  %b = complex.add %z, %z : complex<f64>
  %k = grad.stop_gradient %a : complex<f64>
  %y = complex.mul %b, %k : complex<f64>
  return %y : complex<f64>
}
