// Ops in forms that scalars.test does not cover.

// The upper bound is applied first; NaN stays NaN.
// RUN: sg-run %s --function=clamp --device=reference --input='4xf32=-3 0.25 3 nan' --input=-1 --input=1 --expected-output='4xf32=-1 0.25 1 nan'
// RUN: sg-run %s --function=clamp --device=reference --input='4xf32=-3 0.25 3 nan' --input=1 --input=-1 --expected-output='4xf32=1 1 1 nan'
func.func @clamp(%x: tensor<?xf32>, %low: f32, %high: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %l = tensor.splat %low[%n] : tensor<?xf32>
  %h = tensor.splat %high[%n] : tensor<?xf32>
  %y = math.clampf %x to [%l, %h] : tensor<?xf32>
  return %y : tensor<?xf32>
}

// RUN: sg-run %s --function=sincos --device=reference --tolerance=0 --input=0.5 --expected-output=0.479425538604203 \
// RUN:   --expected-output=0.8775825618903728
func.func @sincos(%x: f64) -> (f64, f64) {
  %s, %c = math.sincos %x : f64
  return %s, %c : f64, f64
}

// RUN: sg-run %s --function=powers --device=reference --input=-1.5 --input=3 --expected-output=-3.375
// RUN: sg-run %s --function=powers --device=reference --input=-2 --input=-3 --expected-output=-0.125
// RUN: sg-run %s --function=powers --device=reference --input=0 --input=0 --expected-output=1
func.func @powers(%x: f64, %n: i8) -> f64 {
  %y = math.fpowi %x, %n : f64, i8
  return %y : f64
}

// Normal numbers depend on the type, also if all is computed in f64.
// RUN: sg-run %s --function=normal --device=reference --input='1e-4 1e-5 1e-40' --expected-output='1 0 0' \
// RUN:   --expected-output='1 1 0' --expected-output='1 1 1'
func.func @normal(%x: tensor<3xf64>) -> (tensor<3xi1>, tensor<3xi1>, tensor<3xi1>) {
  %half = arith.truncf %x : tensor<3xf64> to tensor<3xf16>
  %single = arith.truncf %x : tensor<3xf64> to tensor<3xf32>
  %a = math.isnormal %half : tensor<3xf16>
  %b = math.isnormal %single : tensor<3xf32>
  %c = math.isnormal %x : tensor<3xf64>
  return %a, %b, %c : tensor<3xi1>, tensor<3xi1>, tensor<3xi1>
}

// RUN: sg-run %s --function=complex --device=reference --input=3 --input=-4 --expected-output=5 \
// RUN:   --expected-output='-7 -24 0.12 0.16 6 0 0 8 3 4' --tolerance=1e-15
func.func @complex(%x: f64, %y: f64) -> (f64, tensor<10xf64>) {
  %z = complex.create %x, %y : complex<f64>
  %abs = complex.abs %z : complex<f64>
  %square = complex.mul %z, %z : complex<f64>
  %one = complex.constant [1.0, 0.0] : complex<f64>
  %inverse = complex.div %one, %z : complex<f64>
  %conjugate = complex.conj %z : complex<f64>
  %twice = complex.add %z, %conjugate : complex<f64>
  %difference = complex.sub %conjugate, %z : complex<f64>
  %a = complex.re %square : complex<f64>
  %b = complex.im %square : complex<f64>
  %c = complex.re %inverse : complex<f64>
  %d = complex.im %inverse : complex<f64>
  %e = complex.re %twice : complex<f64>
  %f = complex.im %twice : complex<f64>
  %g = complex.re %difference : complex<f64>
  %h = complex.im %difference : complex<f64>
  %i = complex.re %conjugate : complex<f64>
  %j = complex.im %conjugate : complex<f64>
  %all = tensor.from_elements %a, %b, %c, %d, %e, %f, %g, %h, %i, %j : tensor<10xf64>
  return %abs, %all : f64, tensor<10xf64>
}

// exp(i pi) is -1; tensors and constants of complex numbers.
// RUN: sg-run %s --function=complex_tensors --device=reference --input=1 --expected-output=-1 --tolerance=1e-15
func.func @complex_tensors(%i: index) -> f32 {
  %z = arith.constant dense<[(0.0, 0.0), (0.0, 3.14159265)]> : tensor<2xcomplex<f32>>
  %e = tensor.extract %z[%i] : tensor<2xcomplex<f32>>
  %y = complex.exp %e : complex<f32>
  %r = complex.re %y : complex<f32>
  return %r : f32
}
