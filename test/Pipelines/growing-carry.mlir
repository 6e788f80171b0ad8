// A loop-carried tensor may start empty, with a static shape, and grow in each
// iteration.
//
// RUN: sg-run %s --function=grow --input=2 --input=3 --expected-output="3xf64=2 2 2"
// RUN: sg-run %s --function=gradient --input=2 --input=3 --expected-output="f64=3"
// RUN: sg-run %s --function=gradient --input=2 --input=0 --expected-output="f64=0"

// %x, repeated %n times.
func.func @grow(%x: f64, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %nothing = tensor.empty() : tensor<0xf64>
  %init = tensor.cast %nothing : tensor<0xf64> to tensor<?xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> tensor<?xf64> {
    %longer = tensor.pad %a low[0] high[1] {
    ^bb0(%j: index):
      tensor.yield %x : f64
    } : tensor<?xf64> to tensor<?xf64>
    scf.yield %longer : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

func.func @gradient(%x: f64, %n: index) -> f64 {
  %one = arith.constant 1.0 : f64
  %ones = tensor.splat %one[%n] : tensor<?xf64>
  %y, %dx = grad.vjp @grow(%x, %n) cotangents(%ones) : (f64, index, tensor<?xf64>) -> (tensor<?xf64>, f64)
  return %dx : f64
}
