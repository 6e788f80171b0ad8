// The size of a loop-carried tensor that a branch forwards or computes,
// executed.
//
// RUN: sg-run %s --function=thrice --input='2xf64=1 1' --expected-output='2xf64=3360 3360'

// A loop-carried tensor that one branch forwards and the other one multiplies
// in an inner loop: c^2, then c^4, then c^2 again, x^16. Each derivative, also
// of a derivative, knows that the carried size is the size of x: 16 * 15 * 14
// x^13.
func.func private @powers(%x: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %n = %c0 to %c3 step %c1 iter_args(%a = %x) -> tensor<?xf64> {
    %outer = arith.cmpi ne, %n, %c1 : index
    %w = scf.if %outer -> tensor<?xf64> {
      %s = arith.mulf %a, %a : tensor<?xf64>
      scf.yield %s : tensor<?xf64>
    } else {
      %e = scf.for %m = %c0 to %c3 step %c1 iter_args(%b = %a) -> tensor<?xf64> {
        %s = arith.mulf %b, %a : tensor<?xf64>
        scf.yield %s : tensor<?xf64>
      }
      scf.yield %e : tensor<?xf64>
    }
    scf.yield %w : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
func.func private @ones(%x: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %t = tensor.splat %one[%n] : tensor<?xf64>
  return %t : tensor<?xf64>
}
func.func private @once(%x: tensor<?xf64>) -> tensor<?xf64> {
  %c = call @ones(%x) : (tensor<?xf64>) -> tensor<?xf64>
  %y:2 = grad.vjp @powers(%x) cotangents(%c) : (tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return %y#1 : tensor<?xf64>
}
func.func private @twice(%x: tensor<?xf64>) -> tensor<?xf64> {
  %c = call @ones(%x) : (tensor<?xf64>) -> tensor<?xf64>
  %y:2 = grad.vjp @once(%x) cotangents(%c) : (tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return %y#1 : tensor<?xf64>
}
func.func @thrice(%x: tensor<?xf64>) -> tensor<?xf64> {
  %c = call @ones(%x) : (tensor<?xf64>) -> tensor<?xf64>
  %y:2 = grad.vjp @twice(%x) cotangents(%c) : (tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return %y#1 : tensor<?xf64>
}
