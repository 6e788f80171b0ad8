// A dialect unknown to the project contributes its lowering to the pipelines:
// passes (sg::LoweringInterface) and patterns (ConvertToLLVMPatternInterface),
// which test/lib/TestWave.cpp attaches.

// RUN: sg-test-opt %s --sg-lower-to-cpu | FileCheck %s --implicit-check-not=wave.
// RUN: sg-test-opt %s --mlir-disable-threading --sg-lower-to-cpu | FileCheck %s --implicit-check-not=wave.
// RUN: sg-test-run %s --function=gradient --input="3xf64=1 -2 3" --input=2 --expected-output=7.166666666666667 \
// RUN:   --expected-output="3xf64=3 -1.777777777777778 1.125" --expected-output=3.583333333333333 --tolerance=1e-14
// RUN: sg-test-run %s --function=halves --input="4xf64=1 -2 3 5" --input=7 --expected-output="4xf64=0.5 -1 1.5 2.5" --expected-output=3.5
// RUN: sg-test-run %s --function=half_slope --input=7 --expected-output=1.75

// CHECK-LABEL: llvm.func internal @sg.internal.halves(
// CHECK:         [[HALF:%[0-9]+]] = llvm.mlir.constant(5.000000e-01 : f64)
// CHECK:         llvm.fmul {{%[a-z0-9]+}}, [[HALF]]
// CHECK-LABEL: llvm.func @sg_gradient(
// CHECK-LABEL: llvm.func @sg_halves(

// Before fusion, passes rewrite ops on tensors to upstream's ops, also in
// derivatives.
func.func private @f(%x: tensor<?xf64>, %s: f64) -> f64 {
  %soft = wave.soft_sign %x : tensor<?xf64>
  %flipped = wave.flip %soft : tensor<?xf64>
  %scaled = wave.scale %x by %s : tensor<?xf64>
  %y = wave.dot %flipped, %scaled : tensor<?xf64>
  return %y : f64
}
func.func @gradient(%x: tensor<?xf64>, %s: f64) -> (f64, tensor<?xf64>, f64) {
  %y, %dx, %ds = grad.value_and_grad @f(%x, %s) : (tensor<?xf64>, f64) -> (f64, tensor<?xf64>, f64)
  return %y, %dx, %ds : f64, tensor<?xf64>, f64
}

// At the end, patterns convert scalar ops to the LLVM dialect, also in the
// bodies of structured ops.
func.func @halves(%x: tensor<?xf64>, %s: f64) -> (tensor<?xf64>, f64) {
  %y = linalg.map ins(%x : tensor<?xf64>) outs(%x : tensor<?xf64>) (%a: f64, %out: f64) {
    %h = wave.half %a : f64
    linalg.yield %h : f64
  }
  %t = wave.half %s : f64
  return %y, %t : tensor<?xf64>, f64
}
func.func private @half(%x: f64) -> f64 {
  %h = wave.half %x : f64
  %y = arith.mulf %h, %h : f64
  return %y : f64
}
// The derivative of (x / 2)^2, which is x / 2, halved.
func.func @half_slope(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @half(%x) : (f64) -> (f64, f64)
  %h = wave.half %dx : f64
  return %h : f64
}
