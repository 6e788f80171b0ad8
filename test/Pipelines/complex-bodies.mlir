// Complex numbers in a body: |exp(z) z| of z = x + ix is exp(x) |x| sqrt(2).
// RUN: sg-run %s --function=f --input="4xf32=0.5 1 -2 3" --expected-output="4xf32=1.165822 3.844231 0.3827860 85.21572"
// RUN: %if gpu %{ sg-run %s --device=emulated --function=f --input="4xf32=0.5 1 -2 3" --expected-output="4xf32=1.165822 3.844231 0.3827860 85.21572" %}
// RUN: %if gpu %{ sg-opt %s --sg-lower-to-nvvm | FileCheck %s %}
// CHECK: .visible .entry f_generic(
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.map ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) (%a: f32, %o: f32) {
    %z = complex.create %a, %a : complex<f32>
    %s = complex.exp %z : complex<f32>
    %p = complex.mul %s, %z : complex<f32>
    %v = complex.abs %p : complex<f32>
    linalg.yield %v : f32
  }
  return %r : tensor<4xf32>
}
