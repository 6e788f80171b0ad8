// Ties. A maximum or minimum shares the derivative equally among tied elements,
// so that derivatives sum to one. In pooling, the first tied element of a
// window gets the derivative. (In other tools, each tied element gets one, or
// the last element gets all.)

// The maximum of (2, 2, 1), of (2, 2, 2), and of (2, 1, 0), which has no tie.
// RUN: sed 's/FACT/maximum/g; s/SIZE/3/g' %{gradient} --input='2 2 1' \
// RUN:   --expected-output=2 --expected-output='0.5 0.5 0' --expected-output=0
// RUN: sed 's/FACT/maximum/g; s/SIZE/3/g' %{gradient} --input='2 2 2' \
// RUN:   --expected-output=2 --expected-output=0.33333333333333333 --expected-output=0
// RUN: sed 's/FACT/maximum/g; s/SIZE/3/g' %{gradient} --input='2 1 0' \
// RUN:   --expected-output=2 --expected-output='1 0 0' --expected-output=0
func.func private @maximum(%x: tensor<3xf64>) -> f64 {
  %lowest = arith.constant dense<0xFFF0000000000000> : tensor<f64>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<3xf64>) outs(%lowest : tensor<f64>) dimensions = [0]
  %y = tensor.extract %m[] : tensor<f64>
  return %y : f64
}

// The initial value, here the first element, takes part in a tie: max(x0, x0,
// x1, x2) of (2, 2, 1) has the derivative 2/3 in x0 and 1/3 in x1.
// RUN: sed 's/FACT/maximum_from_first/g; s/SIZE/3/g' %{gradient} --input='2 2 1' \
// RUN:   --expected-output=2 --expected-output='0.66666666666666667 0.33333333333333333 0' \
// RUN:   --expected-output=0
func.func private @maximum_from_first(%x: tensor<3xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %first = tensor.extract %x[%c0] : tensor<3xf64>
  %init = tensor.from_elements %first : tensor<f64>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<3xf64>) outs(%init : tensor<f64>) dimensions = [0]
  %y = tensor.extract %m[] : tensor<f64>
  return %y : f64
}

// Ops compute the maximum and the minimum of two equal numbers.
// RUN: sed 's/FACT/of_two/g; s/SIZE/2/g' %{jacobian} --input='2 2' \
// RUN:   --expected-output=2 --expected-output=0.5
// RUN: sed 's/FACT/of_two/g; s/SIZE/2/g' %{jacobian} --input='2 3' \
// RUN:   --expected-output='3 2' --expected-output='0 1 1 0'
func.func private @of_two(%x: tensor<2xf64>) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.extract %x[%c0] : tensor<2xf64>
  %b = tensor.extract %x[%c1] : tensor<2xf64>
  %max = arith.maximumf %a, %b : f64
  %min = arith.minimumf %a, %b : f64
  %y = tensor.from_elements %max, %min : tensor<2xf64>
  return %y : tensor<2xf64>
}

// max(x, 0) shares its derivative at 0. A relu as a select, x > 0 ? x : 0, and
// |x| have the derivative zero at 0; the derivative of the square root is
// infinite.
// RUN: sed s,FACT,maximum_of_zero,g %{slopes} --input=0 --expected-output='0 0.5 0.5'
// RUN: sed s,FACT,relu,g %{slopes} --input=0 --expected-output='0 0 0'
// RUN: sed s,FACT,absolute,g %{slopes} --input=0 --expected-output='0 0 0'
// RUN: sed s,FACT,root,g %{slopes} --input=0 --expected-output='0 inf inf'
func.func private @maximum_of_zero(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %y = arith.maximumf %x, %zero : f64
  return %y : f64
}
func.func private @relu(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %p = arith.cmpf ugt, %x, %zero : f64
  %y = arith.select %p, %x, %zero : f64
  return %y : f64
}
func.func private @absolute(%x: f64) -> f64 {
  %y = math.absf %x : f64
  return %y : f64
}
func.func private @root(%x: f64) -> f64 {
  %y = math.sqrt %x : f64
  return %y : f64
}

// The sum of max-pooling with windows of two that slide by one, over (3, 3, 3):
// the first element of each window.
// RUN: sed 's/FACT/pooled/g; s/SIZE/3/g' %{gradient} --input='3 3 3' \
// RUN:   --expected-output=6 --expected-output='1 1 0' --expected-output=0
// RUN: sed 's/FACT/pooled/g; s/SIZE/3/g' %{gradient} --input='1 5 2' \
// RUN:   --expected-output=10 --expected-output='0 2 0' --expected-output=0
func.func private @pooled(%x: tensor<3xf64>) -> f64 {
  %lowest = arith.constant dense<0xFFF0000000000000> : tensor<1x2x1xf64>
  %none = arith.constant dense<0.0> : tensor<f64>
  %window = tensor.empty() : tensor<2xf64>
  %image = tensor.expand_shape %x [[0, 1, 2]] output_shape [1, 3, 1] : tensor<3xf64> into tensor<1x3x1xf64>
  %pool = linalg.pooling_nwc_max {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>}
      ins(%image, %window : tensor<1x3x1xf64>, tensor<2xf64>) outs(%lowest : tensor<1x2x1xf64>)
      -> tensor<1x2x1xf64>
  %total = linalg.reduce { arith.addf } ins(%pool : tensor<1x2x1xf64>) outs(%none : tensor<f64>)
      dimensions = [0, 1, 2]
  %y = tensor.extract %total[] : tensor<f64>
  return %y : f64
}

// Each row is reduced: the maxima of ((2, 2), (3, 1)) and the products of ((0, 5), (2, 3)),
// returned twice.
// RUN: sed 's/FACT/row_maxima/g; s/SIZE/4/g' %{jacobian} --input='2 2 3 1' \
// RUN:   --expected-output='2 3 2 3' --expected-output='.5 .5 0 0 0 0 1 0 .5 .5 0 0 0 0 1 0'
// RUN: sed 's/FACT/row_products/g; s/SIZE/4/g' %{jacobian} --input='0 5 2 3' \
// RUN:   --expected-output='0 6 0 6' --expected-output='5 0 0 0 0 0 3 2 5 0 0 0 0 0 3 2'
#whole = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>
func.func private @row_maxima(%x: tensor<4xf64>) -> tensor<4xf64> {
  %lowest = arith.constant dense<0xFFF0000000000000> : tensor<2xf64>
  %m = tensor.expand_shape %x [[0, 1]] output_shape [2, 2] : tensor<4xf64> into tensor<2x2xf64>
  %r = linalg.generic {indexing_maps = [#whole, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%m : tensor<2x2xf64>) outs(%lowest : tensor<2xf64>) {
    ^bb0(%e: f64, %o: f64):
      %q = arith.maximumf %e, %o : f64
      linalg.yield %q : f64
  } -> tensor<2xf64>
  %y = tensor.concat dim(0) %r, %r : (tensor<2xf64>, tensor<2xf64>) -> tensor<4xf64>
  return %y : tensor<4xf64>
}
func.func private @row_products(%x: tensor<4xf64>) -> tensor<4xf64> {
  %one = arith.constant dense<1.0> : tensor<2xf64>
  %m = tensor.expand_shape %x [[0, 1]] output_shape [2, 2] : tensor<4xf64> into tensor<2x2xf64>
  %r = linalg.generic {indexing_maps = [#whole, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%m : tensor<2x2xf64>) outs(%one : tensor<2xf64>) {
    ^bb0(%e: f64, %o: f64):
      %q = arith.mulf %o, %e : f64
      linalg.yield %q : f64
  } -> tensor<2xf64>
  %y = tensor.concat dim(0) %r, %r : (tensor<2xf64>, tensor<2xf64>) -> tensor<4xf64>
  return %y : tensor<4xf64>
}
