// Reverse mode of structured ops that read one tensor both as an input and as
// the initial value of elements they overwrite. Each of these uses counts.

// RUN: sg-run %s --function=slopes --input='2 3 5' \
// RUN:   --expected-output='24 54 150' --expected-output='24 54 150' --tolerance=0

// 2 x^3 is the sum of x^2 * x, where the last x is the result's initial value,
// and the same with a separate initial value.
func.func private @cubes(%x: tensor<3xf64>) -> tensor<3xf64> {
  %y:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>,
                                          affine_map<(i) -> (i)>],
                         iterator_types = ["parallel"]}
      ins(%x : tensor<3xf64>) outs(%x, %x : tensor<3xf64>, tensor<3xf64>) {
    ^bb0(%e: f64, %o: f64, %p: f64):
      %square = arith.mulf %e, %e : f64
      %first = arith.mulf %square, %o : f64
      %second = arith.mulf %square, %p : f64
      linalg.yield %first, %second : f64, f64
  } -> (tensor<3xf64>, tensor<3xf64>)
  %sum = arith.addf %y#0, %y#1 : tensor<3xf64>
  return %sum : tensor<3xf64>
}
func.func @slopes(%x: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %ones = arith.constant dense<1.0> : tensor<3xf64>
  %y, %reverse = grad.vjp @cubes(%x) cotangents(%ones)
      : (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  %z, %forward = grad.jvp @cubes(%x) tangents(%ones)
      : (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  return %reverse, %forward : tensor<3xf64>, tensor<3xf64>
}
