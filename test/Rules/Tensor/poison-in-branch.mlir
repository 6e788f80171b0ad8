// Poison sizes, offsets and paddings of ops in a branch that is not taken do no
// harm.
//
// RUN: sg-run %s --function=reverse --input='1 2 3 4 5 6 7 8' --input=1 --input='2xf64=5 6' --expected-output='2xf64=3 4' --expected-output='8xf64=0 0 5 6 0 0 0 0'
// RUN: sg-run %s --function=forward --input='1 2 3 4 5 6 7 8' --input=1 --input='1 2 3 4 5 6 7 8' --expected-output='2xf64=3 4' --expected-output='2xf64=3 4'
// RUN: sg-run %s --function=reverse --input='1 2 3 4 5 6 7 8' --input=1 --input='2xf64=5 6' --expected-output='2xf64=3 4' --expected-output='8xf64=0 0 5 6 0 0 0 0' --device=emulated
// RUN: sg-run %s --function=forward --input='1 2 3 4 5 6 7 8' --input=1 --input='1 2 3 4 5 6 7 8' --expected-output='2xf64=3 4' --expected-output='2xf64=3 4' --device=emulated
// RUN: sg-run %s --function=reverse --input='1 2 3 4 5 6 7 8' --input=1 --input='2xf64=5 6' --expected-output='2xf64=3 4' --expected-output='8xf64=0 0 5 6 0 0 0 0' --device=reference
// RUN: sg-run %s --function=forward --input='1 2 3 4 5 6 7 8' --input=1 --input='1 2 3 4 5 6 7 8' --expected-output='2xf64=3 4' --expected-output='2xf64=3 4' --device=reference

func.func @f(%t: tensor<8xf64>, %b: i1) -> tensor<?xf64> {
  %p = ub.poison : index
  %c2 = arith.constant 2 : index
  %s = scf.if %b -> tensor<?xf64> {
    %q = tensor.extract_slice %t[2] [%c2] [1] : tensor<8xf64> to tensor<?xf64>
    scf.yield %q : tensor<?xf64>
  } else {
    %q = tensor.extract_slice %t[%p] [%p] [1] : tensor<8xf64> to tensor<?xf64>
    %z = arith.constant 0.0 : f64
    %d = tensor.pad %q low[%p] high[%p] {
    ^bb0(%i: index):
      tensor.yield %z : f64
    } : tensor<?xf64> to tensor<?xf64>
    %ex = tensor.expand_shape %d [[0, 1]] output_shape [%p, 2] : tensor<?xf64> into tensor<?x2xf64>
    %cl = tensor.collapse_shape %ex [[0, 1]] : tensor<?x2xf64> into tensor<?xf64>
    %co = tensor.concat dim(0) %cl, %cl : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %in = tensor.insert_slice %q into %co[%p] [%p] [%p] : tensor<?xf64> into tensor<?xf64>
    %l = scf.for %k = %p to %p step %c2 iter_args(%a = %in) -> tensor<?xf64> {
      %sn = math.sin %a : tensor<?xf64>
      scf.yield %sn : tensor<?xf64>
    }
    scf.yield %l : tensor<?xf64>
  }
  return %s : tensor<?xf64>
}
func.func @reverse(%t: tensor<8xf64>, %b: i1, %c: tensor<?xf64>) -> (tensor<?xf64>, tensor<8xf64>) {
  %r:2 = grad.vjp @f(%t, %b) cotangents(%c) : (tensor<8xf64>, i1, tensor<?xf64>) -> (tensor<?xf64>, tensor<8xf64>)
  return %r#0, %r#1 : tensor<?xf64>, tensor<8xf64>
}
func.func @forward(%t: tensor<8xf64>, %b: i1, %c: tensor<8xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %r:2 = grad.jvp @f(%t, %b) tangents(%c) : (tensor<8xf64>, i1, tensor<8xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}
