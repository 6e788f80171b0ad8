// Forward mode of structured ops that combine their iterations in an unknown
// way. One op computes the results and the tangents of all accumulators, also
// if a result is unused.

// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s
// RUN: sg-run %s --function=second --input='2 3 5' --expected-output=20 --tolerance=0
// RUN: sg-run %s --function=slope_of_product_of_outs --input='1 3' --expected-output=4 --tolerance=0

// The second tangent of a product is derived from the first one, whose op
// returns the product and the tangent. Only the tangent is used, but the
// product accumulates, so its tangent is computed with it. At (2, 3, 5) along
// ones: twice the sum of the numbers.
func.func private @product(%x: tensor<3xf64>) -> tensor<f64> {
  %one = arith.constant dense<1.0> : tensor<f64>
  %y = linalg.reduce { arith.mulf } ins(%x : tensor<3xf64>) outs(%one : tensor<f64>) dimensions = [0]
  return %y : tensor<f64>
}
func.func private @first(%x: tensor<3xf64>) -> tensor<f64> {
  %ones = arith.constant dense<1.0> : tensor<3xf64>
  %y, %t = grad.jvp @product(%x) tangents(%ones)
      : (tensor<3xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<f64>)
  return %t : tensor<f64>
}
// CHECK-LABEL: func.func private @product_jvp_jvp(
// CHECK:       ^bb0(
// CHECK-SAME:      [[X:%[a-z0-9_]+]]: f64, [[T:%[a-z0-9_]+]]: f64, [[V:%[a-z0-9_]+]]: f64,
// CHECK-SAME:      [[P:%[a-z0-9_]+]]: f64, [[DP:%[a-z0-9_]+]]: f64,
// CHECK-SAME:      [[PT:%[a-z0-9_]+]]: f64, [[DPT:%[a-z0-9_]+]]: f64)
// CHECK:         linalg.yield {{.*}} : f64, f64, f64, f64
func.func @second(%x: tensor<3xf64>) -> tensor<f64> {
  %ones = arith.constant dense<1.0> : tensor<3xf64>
  %y, %t = grad.jvp @first(%x) tangents(%ones)
      : (tensor<3xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<f64>)
  return %t : tensor<f64>
}

// The body's product reads and accumulates the elements of an initial value,
// but the corresponding result is unused. At (1, 3) along ones: their sum.
func.func private @product_of_outs(%z: tensor<2xf64>) -> tensor<f64> {
  %one = arith.constant dense<1.0> : tensor<f64>
  %y:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
                         iterator_types = ["reduction"]}
      outs(%z, %one : tensor<2xf64>, tensor<f64>) {
    ^bb0(%e: f64, %p: f64):
      %s = arith.addf %e, %e : f64
      %next = arith.mulf %p, %e : f64
      linalg.yield %s, %next : f64, f64
  } -> (tensor<2xf64>, tensor<f64>)
  return %y#1 : tensor<f64>
}
func.func @slope_of_product_of_outs(%z: tensor<2xf64>) -> tensor<f64> {
  %ones = arith.constant dense<1.0> : tensor<2xf64>
  %y, %t = grad.jvp @product_of_outs(%z) tangents(%ones)
      : (tensor<2xf64>, tensor<2xf64>) -> (tensor<f64>, tensor<f64>)
  return %t : tensor<f64>
}
