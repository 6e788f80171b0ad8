// linalg.generic with a body that reads indices, captured values and branches.

// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s
// RUN: sg-run %s --function=gather_slopes --input='2 3 5' --input='3xi64=2 0 2' \
// RUN:   --expected-output='4 0 20' --expected-output='3xf64=10 4 10' --tolerance=0
// RUN: sg-run %s --function=gather_slopes --input='2 3 5' --input='0xi64=' \
// RUN:   --expected-output='0 0 0' --expected-output='0xf64=' --tolerance=0
// RUN: sg-run %s --function=concat_slopes --input='2 3' --input='1xf64=5' \
// RUN:   --expected-output='1 2' --expected-output='1xf64=3' --expected-output='2 3 5' --tolerance=0
// RUN: sg-run %s --function=scale_slopes --input='2 3' --input=7 \
// RUN:   --expected-output='0 14' --expected-output=6 --expected-output='0 20' --tolerance=0

// The squares of gathered elements. The adjoint scatters and adds, in loops,
// since an element may be read more than once. The tangent gathers.
// CHECK-LABEL: func.func private @gather_jvp(
// CHECK:         linalg.generic
// CHECK:         linalg.generic
// CHECK:           tensor.extract
// CHECK:           tensor.extract
// CHECK-LABEL: func.func private @gather_vjp(
// CHECK:         scf.for {{.*}} iter_args([[SUM:%[a-z0-9_]+]] =
// CHECK:           [[OLD:%[a-z0-9_]+]] = tensor.extract [[SUM]][[[AT:%[a-z0-9_]+]]]
// CHECK:           [[NEW:%[a-z0-9_]+]] = arith.addf [[OLD]],
// CHECK:           tensor.insert [[NEW]] into [[SUM]][[[AT]]]
func.func private @gather(%x: tensor<3xf64>, %at: tensor<?xi64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %at, %c0 : tensor<?xi64>
  %z = tensor.empty(%n) : tensor<?xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                       iterator_types = ["parallel"]}
      ins(%at : tensor<?xi64>) outs(%z : tensor<?xf64>) {
    ^bb0(%k: i64, %o: f64):
      %i = arith.index_cast %k : i64 to index
      %e = tensor.extract %x[%i] : tensor<3xf64>
      %s = arith.mulf %e, %e : f64
      linalg.yield %s : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @gather_slopes(%x: tensor<3xf64>, %at: tensor<?xi64>) -> (tensor<3xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %at, %c0 : tensor<?xi64>
  %one = arith.constant 1.0 : f64
  %c = tensor.splat %one[%n] : tensor<?xf64>
  %t = arith.constant dense<1.0> : tensor<3xf64>
  %r, %dx = grad.vjp @gather(%x, %at) cotangents(%c)
      : (tensor<3xf64>, tensor<?xi64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<3xf64>)
  %s, %dr = grad.jvp @gather(%x, %at) tangents(%t)
      : (tensor<3xf64>, tensor<?xi64>, tensor<3xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return %dx, %dr : tensor<3xf64>, tensor<?xf64>
}

// A concatenation, as importers write it: a branch on the index. Neither mode
// reads outside of a tensor.
func.func private @concat(%x: tensor<2xf64>, %y: tensor<?xf64>) -> tensor<3xf64> {
  %z = tensor.empty() : tensor<3xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%z : tensor<3xf64>) {
    ^bb0(%o: f64):
      %i = linalg.index 0 : index
      %two = arith.constant 2 : index
      %isFirst = arith.cmpi ult, %i, %two : index
      %e = scf.if %isFirst -> (f64) {
        %a = tensor.extract %x[%i] : tensor<2xf64>
        scf.yield %a : f64
      } else {
        %j = arith.subi %i, %two : index
        %b = tensor.extract %y[%j] : tensor<?xf64>
        scf.yield %b : f64
      }
      linalg.yield %e : f64
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}
func.func @concat_slopes(%x: tensor<2xf64>, %y: tensor<?xf64>) -> (tensor<2xf64>, tensor<?xf64>, tensor<3xf64>) {
  %c = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %r, %dx, %dy = grad.vjp @concat(%x, %y) cotangents(%c)
      : (tensor<2xf64>, tensor<?xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<2xf64>, tensor<?xf64>)
  %s, %dr = grad.jvp @concat(%x, %y) tangents(%x, %y)
      : (tensor<2xf64>, tensor<?xf64>, tensor<2xf64>, tensor<?xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  return %dx, %dy, %dr : tensor<2xf64>, tensor<?xf64>, tensor<3xf64>
}

// The cotangent of a captured scalar is a sum: element i of the result is 2 i k
// x.
func.func private @scale(%x: tensor<2xf64>, %k: f64) -> tensor<2xf64> {
  %z = tensor.empty() : tensor<2xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<2xf64>) outs(%z : tensor<2xf64>) {
    ^bb0(%e: f64, %o: f64):
      %i = linalg.index 0 : index
      %n = arith.index_cast %i : index to i64
      %f = arith.sitofp %n : i64 to f64
      %p = arith.mulf %f, %k : f64
      %q = arith.mulf %p, %e : f64
      %s = arith.addf %q, %q : f64
      linalg.yield %s : f64
  } -> tensor<2xf64>
  return %r : tensor<2xf64>
}
func.func @scale_slopes(%x: tensor<2xf64>, %k: f64) -> (tensor<2xf64>, f64, tensor<2xf64>) {
  %c = arith.constant dense<1.0> : tensor<2xf64>
  %one = arith.constant 1.0 : f64
  %r, %dx, %dk = grad.vjp @scale(%x, %k) cotangents(%c)
      : (tensor<2xf64>, f64, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, f64)
  %s, %dr = grad.jvp @scale(%x, %k) tangents(%c, %one)
      : (tensor<2xf64>, f64, tensor<2xf64>, f64) -> (tensor<2xf64>, tensor<2xf64>)
  return %dx, %dk, %dr : tensor<2xf64>, f64, tensor<2xf64>
}
