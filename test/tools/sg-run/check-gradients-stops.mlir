// Stops on complex numbers and vectors are frozen too, also in loops: plain differences would differentiate through them.

// RUN: sg-run %s --check-gradients --order=2 --directions=1 --function=complex | FileCheck %s --implicit-check-not="{{DIS|not}}"
// RUN: sg-run %s --check-gradients --order=2 --directions=1 --function=loop | FileCheck %s --implicit-check-not="{{DIS|not}}"
// RUN: sg-run %s --check-gradients --order=2 --directions=1 --function=tensors | FileCheck %s --implicit-check-not="{{DIS|not}}"
// RUN: sg-run %s --device=cpu --check-gradients --order=2 --directions=1 --function=vectors | FileCheck %s --implicit-check-not="{{DIS|not}}"
// CHECK:         input 0, {{.*}}: agrees in 1 direction, relative difference
// CHECK:         its derivative in reverse mode:
// CHECK-NEXT:    input 0, {{.*}}: agrees in 1 direction, relative difference
// CHECK:         its derivative in forward mode:
// CHECK-NEXT:    input 0, {{.*}}: agrees in 1 direction, relative difference

func.func @complex(%x: f32, %y: f64) -> f32 {
  %w = arith.truncf %y : f64 to f32
  %z = complex.create %x, %w : complex<f32>
  %s = grad.stop_gradient %z : complex<f32>
  %r = complex.re %s : complex<f32>
  %i = complex.im %s : complex<f32>
  %ri = arith.mulf %r, %i : f32
  %p = arith.mulf %ri, %x : f32
  return %p : f32
}

func.func @loop(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    %z = complex.create %x, %a : complex<f64>
    %e = complex.mul %z, %z : complex<f64>
    %s = grad.stop_gradient %e : complex<f64>
    %m = complex.im %s : complex<f64>
    %p = arith.mulf %m, %a : f64
    scf.yield %p : f64
  }
  return %y : f64
}

func.func @tensors(%x: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %size = tensor.dim %x, %c0 : tensor<?xf64>
  %empty = tensor.empty(%size) : tensor<?xcomplex<f64>>
  %z = linalg.map ins(%x : tensor<?xf64>) outs(%empty : tensor<?xcomplex<f64>>) (%a: f64, %out: complex<f64>) {
    %e = math.exp %a : f64
    %c = complex.create %a, %e : complex<f64>
    linalg.yield %c : complex<f64>
  }
  %s = grad.stop_gradient %z : tensor<?xcomplex<f64>>
  %parts = tensor.empty(%size) : tensor<?xf64>
  %im = linalg.map ins(%s : tensor<?xcomplex<f64>>) outs(%parts : tensor<?xf64>) (%c: complex<f64>, %out: f64) {
    %i = complex.im %c : complex<f64>
    linalg.yield %i : f64
  }
  %zero = arith.constant dense<0.0> : tensor<f64>
  %dot = linalg.dot ins(%im, %x : tensor<?xf64>, tensor<?xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  %y = tensor.extract %dot[] : tensor<f64>
  return %y : f64
}

func.func @vectors(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    %v = vector.broadcast %a : f64 to vector<2xf64>
    %s = grad.stop_gradient %v : vector<2xf64>
    %p = arith.mulf %v, %s : vector<2xf64>
    %t = vector.reduction <add>, %p : vector<2xf64> into f64
    scf.yield %t : f64
  }
  return %y : f64
}
