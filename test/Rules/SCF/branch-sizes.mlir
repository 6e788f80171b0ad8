// A size that one case of the derivative recomputes does not dominate the next
// case, which recomputes it too. The size belongs to the zero cotangent of a
// window in the cases that do not read the window.
//
// RUN: sg-run %s --function=gradient --input="4xf64=1 2 3 4" --input=1 \
// RUN:   --expected-output=f64=47 --expected-output="4xf64=6 24 27 0" --expected-output=f64=2

// Trip i reads x[0 .. i]. In trips 1 and 2 it adds the sum of the cubes,
// otherwise s.
func.func private @windows(%x: tensor<?xf64>, %s: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %none = arith.constant dense<0.0> : tensor<f64>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %zero) -> f64 {
    %n = arith.addi %i, %c1 : index
    %w = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf64> to tensor<?xf64>
    %w2 = arith.mulf %w, %w : tensor<?xf64>
    %y = scf.index_switch %i -> f64
    case 0 {
      scf.yield %s : f64
    }
    case 3 {
      scf.yield %s : f64
    }
    default {
      %d = linalg.dot ins(%w2, %w : tensor<?xf64>, tensor<?xf64>) outs(%none : tensor<f64>) -> tensor<f64>
      %e = tensor.extract %d[] : tensor<f64>
      scf.yield %e : f64
    }
    %b = arith.addf %a, %y : f64
    scf.yield %b : f64
  }
  return %r : f64
}
func.func @gradient(%x: tensor<?xf64>, %s: f64) -> (f64, tensor<?xf64>, f64) {
  %y, %dx, %ds = grad.value_and_grad @windows(%x, %s) {wrt = array<i64: 0, 1>} : (tensor<?xf64>, f64) -> (f64, tensor<?xf64>, f64)
  return %y, %dx, %ds : f64, tensor<?xf64>, f64
}
