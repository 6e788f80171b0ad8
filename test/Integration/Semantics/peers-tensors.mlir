// Uses of tensors for which other tools silently return wrong derivatives:
// value, gradient and Hessian in all mixtures of modes.

// One matrix is both factors and the initial value of a product: the sum of X X
// + X at ((1, 2), (3, 4)).
// RUN: sed 's/FACT/thrice/g; s/SIZE/4/g' %{gradient} --input='1 2 3 4' \
// RUN:   --expected-output=64 --expected-output='8 12 10 14' \
// RUN:   --expected-output='2 1 1 0 1 0 2 1 1 2 0 1 0 1 1 2'
func.func private @thrice(%x: tensor<4xf64>) -> f64 {
  %none = arith.constant dense<0.0> : tensor<f64>
  %m = tensor.expand_shape %x [[0, 1]] output_shape [2, 2] : tensor<4xf64> into tensor<2x2xf64>
  %p = linalg.matmul ins(%m, %m : tensor<2x2xf64>, tensor<2x2xf64>) outs(%m : tensor<2x2xf64>)
      -> tensor<2x2xf64>
  %total = linalg.reduce { arith.addf } ins(%p : tensor<2x2xf64>) outs(%none : tensor<f64>)
      dimensions = [0, 1]
  %y = tensor.extract %total[] : tensor<f64>
  return %y : f64
}

// An element is inserted into a tensor that another op reads at the same index:
// with z = (x0, x0 x2, x2), <z, z> + 5 x1 at (1, 2, 3).
// RUN: sed 's/FACT/inserted/g; s/SIZE/3/g' %{gradient} --input='1 2 3' \
// RUN:   --expected-output=29 --expected-output='20 5 12' \
// RUN:   --expected-output='20 0 12 0 0 0 12 0 4'
func.func private @inserted(%x: tensor<3xf64>) -> f64 {
  %none = arith.constant dense<0.0> : tensor<f64>
  %five = arith.constant 5.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x0 = tensor.extract %x[%c0] : tensor<3xf64>
  %x1 = tensor.extract %x[%c1] : tensor<3xf64>
  %x2 = tensor.extract %x[%c2] : tensor<3xf64>
  %p = arith.mulf %x0, %x2 : f64
  %z = tensor.insert %p into %x[%c1] : tensor<3xf64>
  %dot = linalg.dot ins(%z, %z : tensor<3xf64>, tensor<3xf64>) outs(%none : tensor<f64>) -> tensor<f64>
  %d = tensor.extract %dot[] : tensor<f64>
  %y = math.fma %five, %x1, %d : f64
  return %y : f64
}

// The fill value of a tensor has a derivative: <fill(x0 x1), (1, 2, 3)> = 6 x0
// x1.
// RUN: sed 's/FACT/filled/g; s/SIZE/2/g' %{gradient} --input='2 3' \
// RUN:   --expected-output=36 --expected-output='18 12' --expected-output='0 6 6 0'
func.func private @filled(%x: tensor<2xf64>) -> f64 {
  %weights = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %none = arith.constant dense<0.0> : tensor<f64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x0 = tensor.extract %x[%c0] : tensor<2xf64>
  %x1 = tensor.extract %x[%c1] : tensor<2xf64>
  %p = arith.mulf %x0, %x1 : f64
  %empty = tensor.empty() : tensor<3xf64>
  %f = linalg.fill ins(%p : f64) outs(%empty : tensor<3xf64>) -> tensor<3xf64>
  %dot = linalg.dot ins(%f, %weights : tensor<3xf64>, tensor<3xf64>) outs(%none : tensor<f64>) -> tensor<f64>
  %y = tensor.extract %dot[] : tensor<f64>
  return %y : f64
}

// Initial values depend on the input: an elementwise op reads its initial
// value, and a sum starts with an input. out = x * out with out = (x1, x0),
// then x0 + sum(out) = x0 + 2 x0 x1 at (2, 3).
// RUN: sed 's/FACT/initial_values/g; s/SIZE/2/g' %{gradient} --input='2 3' \
// RUN:   --expected-output=14 --expected-output='7 4' --expected-output='0 2 2 0'
func.func private @initial_values(%x: tensor<2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x0 = tensor.extract %x[%c0] : tensor<2xf64>
  %x1 = tensor.extract %x[%c1] : tensor<2xf64>
  %exchanged = tensor.from_elements %x1, %x0 : tensor<2xf64>
  %p = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                       iterator_types = ["parallel"]}
      ins(%x : tensor<2xf64>) outs(%exchanged : tensor<2xf64>) {
    ^bb0(%e: f64, %o: f64):
      %q = arith.mulf %e, %o : f64
      linalg.yield %q : f64
  } -> tensor<2xf64>
  %start = tensor.from_elements %x0 : tensor<f64>
  %total = linalg.reduce { arith.addf } ins(%p : tensor<2xf64>) outs(%start : tensor<f64>) dimensions = [0]
  %y = tensor.extract %total[] : tensor<f64>
  return %y : f64
}

// Several requests differentiate one function with respect to different
// arguments and results: x^2 y and x y at (3, 5).
// RUN: sg-run %s --function=requests --input=3 --input=5 --expected-output='30 9 30 9 5 3 6 25'
func.func private @two(%x: f64, %y: f64) -> (f64, f64) {
  %p = arith.mulf %x, %y : f64
  %q = arith.mulf %p, %x : f64
  return %q, %p : f64, f64
}
func.func @requests(%x: f64, %y: f64) -> tensor<8xf64> {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %first:3 = grad.value_and_grad @two(%x, %y) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64, f64)
  %second:3 = grad.value_and_grad @two(%x, %y) {wrt = array<i64: 1>} : (f64, f64) -> (f64, f64, f64)
  %both:4 = grad.value_and_grad @two(%x, %y) {wrt = array<i64: 0, 1>} : (f64, f64) -> (f64, f64, f64, f64)
  // Differentiate the second result, then the difference of the results in the
  // order (y, x).
  %other:4 = grad.vjp @two(%x, %y) cotangents(%zero, %one) : (f64, f64, f64, f64) -> (f64, f64, f64, f64)
  %minus = arith.negf %one : f64
  %weighted:4 = grad.vjp @two(%x, %y) cotangents(%one, %minus) {wrt = array<i64: 1, 0>}
      : (f64, f64, f64, f64) -> (f64, f64, f64, f64)
  %r = tensor.from_elements %first#2, %second#2, %both#2, %both#3, %other#2, %other#3,
      %weighted#2, %weighted#3 : tensor<8xf64>
  return %r : tensor<8xf64>
}

// Vectors and a matrix have cotangents before a product adds to them: with v =
// (x0, x1) and M = ((x0, x1), (x2, x3)), v' M M v + 3 <v, v> + the sum of M at
// (1, 2, 3, 4).
// RUN: sed 's/FACT/products/g; s/SIZE/4/g' %{gradient} --input='1 2 3 4' \
// RUN:   --expected-output=170 --expected-output='83 151 21 43' \
// RUN:   --expected-output='50 48 16 10 48 84 18 39 16 18 0 2 10 39 2 8'
func.func private @products(%x: tensor<4xf64>) -> f64 {
  %none = arith.constant dense<0.0> : tensor<f64>
  %zero = arith.constant dense<0.0> : tensor<2xf64>
  %three = arith.constant dense<3.0> : tensor<2xf64>
  %m = tensor.expand_shape %x [[0, 1]] output_shape [2, 2] : tensor<4xf64> into tensor<2x2xf64>
  %v = tensor.extract_slice %x[0] [2] [1] : tensor<4xf64> to tensor<2xf64>
  %sum = linalg.reduce { arith.addf } ins(%m : tensor<2x2xf64>) outs(%none : tensor<f64>) dimensions = [0, 1]
  %left = linalg.vecmat ins(%v, %m : tensor<2xf64>, tensor<2x2xf64>) outs(%zero : tensor<2xf64>) -> tensor<2xf64>
  %right = linalg.matvec ins(%m, %v : tensor<2x2xf64>, tensor<2xf64>) outs(%zero : tensor<2xf64>) -> tensor<2xf64>
  %both = linalg.dot ins(%left, %right : tensor<2xf64>, tensor<2xf64>) outs(%sum : tensor<f64>) -> tensor<f64>
  %w = arith.mulf %v, %three : tensor<2xf64>
  %all = linalg.dot ins(%v, %w : tensor<2xf64>, tensor<2xf64>) outs(%both : tensor<f64>) -> tensor<f64>
  %y = tensor.extract %all[] : tensor<f64>
  return %y : f64
}
