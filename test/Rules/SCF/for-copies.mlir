// A tensor whose size depends on the trip is recomputed before the branch that
// reads it, from a copy whose size is defined outside of the branch.
//
// RUN: sg-run %s --function=gradient --input='5xf64=1 2 0.5 1 0.25' --input=4 --expected-output='5xf64=2.8125 5.625 8.4375 1.25 15.625'

func.func private @f(%y: tensor<5xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant dense<0.0> : tensor<f64>
  %r = scf.for %j = %c0 to %n step %c1 iter_args(%c = %one) -> (f64) {
    %k = arith.addi %j, %c1 : index
    %t = tensor.extract_slice %y[0] [%k] [1] : tensor<5xf64> to tensor<?xf64>
    %half = arith.remui %j, %c2 : index
    %odd = arith.cmpi eq, %half, %c1 : index
    %next = scf.if %odd -> f64 {
      %squares = arith.mulf %t, %t : tensor<?xf64>
      %sum = linalg.reduce {arith.addf} ins(%squares : tensor<?xf64>) outs(%zero : tensor<f64>) dimensions = [0]
      %s = tensor.extract %sum[] : tensor<f64>
      %behind = tensor.extract %y[%k] : tensor<5xf64>
      %p = arith.mulf %s, %behind : f64
      %q = arith.mulf %c, %p : f64
      scf.yield %q : f64
    } else {
      scf.yield %c : f64
    }
    scf.yield %next : f64
  }
  return %r : f64
}
func.func @gradient(%y: tensor<5xf64>, %n: index) -> tensor<5xf64> {
  %r:2 = grad.value_and_grad @f(%y, %n) {wrt = array<i64: 0>} : (tensor<5xf64>, index) -> (f64, tensor<5xf64>)
  return %r#1 : tensor<5xf64>
}
