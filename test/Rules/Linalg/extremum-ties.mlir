// Tied elements of a reduction share equally, also where the input's map has a
// constant, repeats a loop or has strides. A neutral initial value, which may be
// a tensor.splat, gets no share. In sliding windows, the first tied element gets
// all.
//
// RUN: sg-run %s --function=constant --input="1x3x2xf64=0 7 9 7 0 1" --expected-output="1x3x2xf64=0 0.5 0 0.5 0 0"
// RUN: sg-run %s --function=diagonal --input="2x2xf64=5 9 9 5" --expected-output="2x2xf64=0.5 0 0 0.5"
// RUN: sg-run %s --function=strided --input="5xf64=4 9 4 9 1" --expected-output="5xf64=0.5 0 0.5 0 0"
// RUN: sg-run %s --function=splat --input="2x2xf64=-inf -inf 3 3" --expected-output="2x2xf64=0.5 0.5 0.5 0.5"
// RUN: sg-run %s --function=window --input="4xf64=3 3 1 1" --expected-output="4xf64=1 1 1 0"

func.func private @constant_max(%x: tensor<?x?x2xf64>) -> tensor<1xf64> {
  %low = arith.constant dense<-100.0> : tensor<1xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j, 1)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?x2xf64>) outs(%low : tensor<1xf64>) {
  ^bb0(%e: f64, %o: f64):
    %m = arith.maximumf %o, %e : f64
    linalg.yield %m : f64
  } -> tensor<1xf64>
  return %y : tensor<1xf64>
}
func.func @constant(%x: tensor<?x?x2xf64>) -> tensor<?x?x2xf64> {
  %one = arith.constant dense<1.0> : tensor<1xf64>
  %y, %dx = grad.vjp @constant_max(%x) cotangents(%one) : (tensor<?x?x2xf64>, tensor<1xf64>) -> (tensor<1xf64>, tensor<?x?x2xf64>)
  return %dx : tensor<?x?x2xf64>
}

func.func private @diagonal_max(%x: tensor<2x2xf64>) -> tensor<f64> {
  %low = arith.constant dense<-100.0> : tensor<f64>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<2x2xf64>) outs(%low : tensor<f64>) {
  ^bb0(%e: f64, %o: f64):
    %m = arith.maximumf %o, %e : f64
    linalg.yield %m : f64
  } -> tensor<f64>
  return %y : tensor<f64>
}
func.func @diagonal(%x: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %y, %dx = grad.value_and_grad @diagonal_max(%x) : (tensor<2x2xf64>) -> (tensor<f64>, tensor<2x2xf64>)
  return %dx : tensor<2x2xf64>
}

func.func private @strided_max(%x: tensor<5xf64>, %shape: tensor<3xf64>) -> tensor<f64> {
  %low = arith.constant dense<-100.0> : tensor<f64>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (2 * i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x, %shape : tensor<5xf64>, tensor<3xf64>) outs(%low : tensor<f64>) {
  ^bb0(%e: f64, %s: f64, %o: f64):
    %m = arith.maximumf %o, %e : f64
    linalg.yield %m : f64
  } -> tensor<f64>
  return %y : tensor<f64>
}
func.func @strided(%x: tensor<5xf64>) -> tensor<5xf64> {
  %shape = tensor.empty() : tensor<3xf64>
  %y, %dx = grad.value_and_grad @strided_max(%x, %shape) {wrt = array<i64: 0>} : (tensor<5xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<5xf64>)
  return %dx : tensor<5xf64>
}

func.func private @splat_max(%x: tensor<?x?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0 : index
  %size = tensor.dim %x, %zero : tensor<?x?xf64>
  %low = arith.constant 0xFFF0000000000000 : f64
  %init = tensor.splat %low[%size] : tensor<?xf64>
  %y = linalg.reduce { arith.maximumf } ins(%x : tensor<?x?xf64>) outs(%init : tensor<?xf64>) dimensions = [1]
  return %y : tensor<?xf64>
}
func.func @splat(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %zero = arith.constant 0 : index
  %size = tensor.dim %x, %zero : tensor<?x?xf64>
  %one = arith.constant 1.0 : f64
  %ones = tensor.splat %one[%size] : tensor<?xf64>
  %y, %dx = grad.vjp @splat_max(%x) cotangents(%ones) : (tensor<?x?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>)
  return %dx : tensor<?x?xf64>
}

func.func private @window_max(%x: tensor<4xf64>, %window: tensor<2xf64>) -> tensor<3xf64> {
  %low = arith.constant dense<-100.0> : tensor<3xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i + j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %window : tensor<4xf64>, tensor<2xf64>) outs(%low : tensor<3xf64>) {
  ^bb0(%e: f64, %s: f64, %o: f64):
    %m = arith.maximumf %o, %e : f64
    linalg.yield %m : f64
  } -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @window(%x: tensor<4xf64>) -> tensor<4xf64> {
  %window = tensor.empty() : tensor<2xf64>
  %ones = arith.constant dense<1.0> : tensor<3xf64>
  %y, %dx = grad.vjp @window_max(%x, %window) cotangents(%ones) {wrt = array<i64: 0>}
      : (tensor<4xf64>, tensor<2xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<4xf64>)
  return %dx : tensor<4xf64>
}
