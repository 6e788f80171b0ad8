// A loop with a schedule that yields one tensor for two loop-carried values.
// Both share one buffer, which is freed once.
//
// RUN: sg-run %s --function=loss --check-gradients --wrt=0 --input="3xf64=0.3 0.5 -0.2" --input=0 | FileCheck %s
// RUN: sg-run %s --function=loss --check-gradients --wrt=0 --input="3xf64=0.3 0.5 -0.2" --input=1 | FileCheck %s
// RUN: sg-run %s --function=loss --check-gradients --wrt=0 --input="3xf64=0.3 0.5 -0.2" --input=11 --order=2 | FileCheck %s
//
// CHECK: input 0, tensor<?xf64>: agrees in all
func.func @loss(%x: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (tensor<?xf64>, tensor<?xf64>) {
    %s = math.sin %a : tensor<?xf64>
    %p = arith.mulf %s, %b : tensor<?xf64>
    %q = arith.addf %p, %x : tensor<?xf64>
    scf.yield %q, %q : tensor<?xf64>, tensor<?xf64>
  } {grad.checkpoint_slots = 3 : i64}
  %e = tensor.extract %r#0[%c1] : tensor<?xf64>
  %f = tensor.extract %r#1[%c0] : tensor<?xf64>
  %y = arith.mulf %e, %f : f64
  return %y : f64
}
