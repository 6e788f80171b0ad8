// Products and powers at zero: value, gradient and Hessian in all mixtures of
// modes. Tools that divide by a factor or take its logarithm return NaN.

// If one factor is zero, its derivative is the product of the other factors. If
// two factors are zero, only one second derivative is not zero.
// RUN: sed 's/FACT/product/g; s/SIZE/3/g' %{gradient} --input='0 3 4' \
// RUN:   --expected-output=0 --expected-output='12 0 0' --expected-output='0 4 3 4 0 0 3 0 0'
// RUN: sed 's/FACT/product/g; s/SIZE/3/g' %{gradient} --input='0 0 4' \
// RUN:   --expected-output=0 --expected-output='0 0 0' --expected-output='0 4 0 4 0 0 0 0 0'
// RUN: sed 's/FACT/product/g; s/SIZE/3/g' %{gradient} --input='2 3 4' \
// RUN:   --expected-output=24 --expected-output='12 8 6' --expected-output='0 4 3 4 0 2 3 2 0'
func.func private @product(%x: tensor<3xf64>) -> f64 {
  %one = arith.constant dense<1.0> : tensor<f64>
  %p = linalg.reduce { arith.mulf } ins(%x : tensor<3xf64>) outs(%one : tensor<f64>) dimensions = [0]
  %y = tensor.extract %p[] : tensor<f64>
  return %y : f64
}

// The function returns the running products of (0, 3, 4).
// RUN: sed 's/FACT/running_products/g; s/SIZE/3/g' %{jacobian} --input='0 3 4' \
// RUN:   --expected-output=0 --expected-output='1 0 0 3 0 0 12 0 0'
func.func private @running_products(%x: tensor<3xf64>) -> tensor<3xf64> {
  %one = arith.constant dense<1.0> : tensor<1xf64>
  %ones = arith.constant dense<1.0> : tensor<2xf64>
  %front = tensor.extract_slice %x[0] [2] [1] : tensor<3xf64> to tensor<2xf64>
  %by_one = tensor.concat dim(0) %one, %front : (tensor<1xf64>, tensor<2xf64>) -> tensor<3xf64>
  %pairs = arith.mulf %x, %by_one : tensor<3xf64>
  %first = tensor.extract_slice %pairs[0] [1] [1] : tensor<3xf64> to tensor<1xf64>
  %by_two = tensor.concat dim(0) %ones, %first : (tensor<2xf64>, tensor<1xf64>) -> tensor<3xf64>
  %y = arith.mulf %pairs, %by_two : tensor<3xf64>
  return %y : tensor<3xf64>
}

// x^y at (0, 2) has the derivative x^y * log(x) in y: zero, the limit, and not
// 0 * -inf.
// RUN: sed 's/FACT/power/g; s/SIZE/2/g' %{jacobian} --input='0 2' \
// RUN:   --expected-output=0 --expected-output=0
// RUN: sed 's/FACT/power/g; s/SIZE/2/g' %{jacobian} --input='2 3' \
// RUN:   --expected-output='8 8' --expected-output='12 5.545177444479562 12 5.545177444479562'
func.func private @power(%x: tensor<2xf64>) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %base = tensor.extract %x[%c0] : tensor<2xf64>
  %exponent = tensor.extract %x[%c1] : tensor<2xf64>
  %p = math.powf %base, %exponent : f64
  %y = tensor.splat %p : tensor<2xf64>
  return %y : tensor<2xf64>
}

// The power is multiplied by a factor. Its cotangent must not be lost.
// RUN: sed s/FACT/five_cubes/g %{orders} --input=2 --expected-output='40 60 60 30'
func.func private @five_cubes(%x: f64) -> f64 {
  %three = arith.constant 3.0 : f64
  %five = arith.constant 5.0 : f64
  %p = math.powf %x, %three : f64
  %y = arith.mulf %five, %p : f64
  return %y : f64
}
