// RUN: sg-opt %s --sg-call-exact-math | FileCheck %s
// CHECK-DAG: func.func private @expm1f(f32) -> f32 attributes {llvm.readnone}
// CHECK-DAG: func.func private @log1p(f64) -> f64 attributes {llvm.readnone}

// Digits of small numbers, signed zeros, and other results within one unit in
// the last place.
// RUN: sg-run %s --function=both_f64 --input="5xf64=1e-20 -1e-10 -0.0 0.0 1.0" --expected-output="5xf64=1e-20 -9.9999999995e-11 -0.0 0.0 1.718281828459045" --expected-output="5xf64=1e-20 -1.00000000005e-10 -0.0 0.0 0.6931471805599453" --tolerance=2.3e-16
// RUN: sg-run %s --function=both_f64 --input="5xf64=-0.0 -0.0 -0.0 -0.0 -0.0" | FileCheck %s --check-prefix=ZERO
// ZERO-COUNT-2: 5xf64=-0 -0 -0 -0 -0
// RUN: sg-run %s --function=both_f64 --input="5xf64=1e-20 1e-20 1e-20 1e-20 1e-20" | FileCheck %s --check-prefix=SMALL
// RUN: sg-run %s --function=scalar --input=1e-20 | FileCheck %s --check-prefix=SCALAR
// RUN: %if gpu %{ sg-run %s --device=emulated --function=both_f64 --input="5xf64=1e-20 1e-20 1e-20 1e-20 1e-20" | FileCheck %s --check-prefix=SMALL %}
// SMALL:  result[0]: {{.*}}1e-20
// SMALL:  result[1]: {{.*}}1e-20
// SCALAR: f32=1e-20
// SCALAR: f64=9.999999682655225e-21
// RUN: sg-run %s --function=both_f16 --input="3xf16=1e-4 -1e-4 6e-8" | FileCheck %s --check-prefix=HALF
// HALF-COUNT-2: 3xf16=0.000{{(10001|09999|1)[0-9]*}} -0.000{{(10001|09999|1)[0-9]*}} 5.9

// In derivatives, which create such ops.
// RUN: sg-run %s --function=gradients --input=-0.0 --input=1e-20 | FileCheck %s --check-prefix=GRADIENTS
// GRADIENTS: result[0]: f64=1{{$}}
// GRADIENTS: result[1]: f64=1{{$}}

func.func @both_f64(%x: tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>) {
  %a = math.expm1 %x : tensor<5xf64>
  %b = math.log1p %x : tensor<5xf64>
  return %a, %b : tensor<5xf64>, tensor<5xf64>
}
func.func @both_f16(%x: tensor<3xf16>) -> (tensor<3xf16>, tensor<3xf16>) {
  %a = math.expm1 %x : tensor<3xf16>
  %b = math.log1p %x : tensor<3xf16>
  return %a, %b : tensor<3xf16>, tensor<3xf16>
}
// CHECK-LABEL: func.func @scalar(
// CHECK:       call @expm1f
// CHECK:       call @log1p(
func.func @scalar(%x: f32) -> (f32, f64) {
  %a = math.expm1 %x : f32
  %w = arith.extf %x : f32 to f64
  %b = math.log1p %w : f64
  return %a, %b : f32, f64
}
func.func @of_expm1(%x: f64) -> f64 {
  %y = math.expm1 %x : f64
  return %y : f64
}
func.func @of_log1p(%x: f64) -> f64 {
  %y = math.log1p %x : f64
  return %y : f64
}
func.func @gradients(%x: f64, %y: f64) -> (f64, f64) {
  %v, %a = grad.value_and_grad @of_expm1(%x) : (f64) -> (f64, f64)
  %w, %b = grad.value_and_grad @of_log1p(%y) : (f64) -> (f64, f64)
  return %a, %b : f64, f64
}
