// The lowering that a dialect contributes to the pipelines also runs for
// kernels.
//
// REQUIRES: gpu
// RUN: sg-test-opt %s --sg-lower-to-nvvm | FileCheck %s --implicit-check-not=wave.
// RUN: sg-test-run %s --device=emulated --function=halves --input="4xf64=1 -2 3 5" --input=7 --expected-output="4xf64=0.25 0.3333333333333333 0.375 0.4166666666666667" --expected-output=3.5 --tolerance=1e-14

// CHECK: mul.{{(rn\.)?}}f64
// CHECK: llvm.func {{.*}}@sg_halves(
func.func @halves(%x: tensor<?xf64>, %s: f64) -> (tensor<?xf64>, f64) {
  %soft = wave.soft_sign %x : tensor<?xf64>
  %y = linalg.map ins(%soft : tensor<?xf64>) outs(%x : tensor<?xf64>) (%a: f64, %out: f64) {
    %m = math.absf %a : f64
    %h = wave.half %m : f64
    linalg.yield %h : f64
  }
  %t = wave.half %s : f64
  return %y, %t : tensor<?xf64>, f64
}
