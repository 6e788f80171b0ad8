// Complex arguments, results and constants are widened like floats, but are not
// moved: only real arguments are checked.

// RUN: sg-run %s --function=f --check-gradients --order=2 | FileCheck %s
// RUN: sg-run %s --function=f --check-gradients --input=0.5 "--input=3xcomplex<f32>=1+2j 3 -1j" --input=2-1j | FileCheck %s --implicit-check-not=DISAGREES
// CHECK:     input 0, f32: agrees in all 4 directions
// CHECK-NOT: input 1
// RUN: not sg-run %s --function=f --check-gradients --wrt=1 2>&1 | FileCheck %s --check-prefix=WRT
// WRT: sg-run: --wrt names argument 1, whose type has no derivative

func.func @f(%x: f32, %z: tensor<?xcomplex<f32>>, %w: complex<f64>) -> (f32, complex<f64>, tensor<2xcomplex<f32>>) {
  %c0 = arith.constant 0 : index
  %constant = arith.constant dense<[(1.0, 0.5), (-0.25, 3.0)]> : tensor<2xcomplex<f32>>
  %a = tensor.extract %constant[%c0] : tensor<2xcomplex<f32>>
  %b = tensor.extract %z[%c0] : tensor<?xcomplex<f32>>
  %p = complex.mul %a, %b : complex<f32>
  %m = complex.abs %p : complex<f32>
  %s = math.sin %x : f32
  %y = arith.mulf %s, %m : f32
  return %y, %w, %constant : f32, complex<f64>, tensor<2xcomplex<f32>>
}
