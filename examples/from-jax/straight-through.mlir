// straight-through: Rounding with the slope of the identity.
// Made by make.py of jax 0.10.2 and iree-base-compiler 3.13.0.

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
module {
  func.func @loss(%arg0: tensor<6xf64>, %arg1: tensor<6xf64>) -> tensor<f64> {
    %cst = arith.constant 0.000000e+00 : f64
    %0 = tensor.empty() : tensor<6xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<6xf64>) outs(%0 : tensor<6xf64>) {
    ^bb0(%in: f64, %out: f64):
      %14 = math.roundeven %in : f64
      linalg.yield %14 : f64
    } -> tensor<6xf64>
    %2 = tensor.empty() : tensor<6xf64>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%1, %arg0 : tensor<6xf64>, tensor<6xf64>) outs(%2 : tensor<6xf64>) {
    ^bb0(%in: f64, %in_0: f64, %out: f64):
      %14 = arith.subf %in, %in_0 : f64
      linalg.yield %14 : f64
    } -> tensor<6xf64>
    %4 = grad.stop_gradient %3 : tensor<6xf64>
    %5 = tensor.empty() : tensor<6xf64>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %4 : tensor<6xf64>, tensor<6xf64>) outs(%5 : tensor<6xf64>) {
    ^bb0(%in: f64, %in_0: f64, %out: f64):
      %14 = arith.addf %in, %in_0 : f64
      linalg.yield %14 : f64
    } -> tensor<6xf64>
    %7 = tensor.empty() : tensor<6xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%6 : tensor<6xf64>) outs(%7 : tensor<6xf64>) {
    ^bb0(%in: f64, %out: f64):
      %14 = arith.mulf %in, %in : f64
      linalg.yield %14 : f64
    } -> tensor<6xf64>
    %9 = tensor.empty() : tensor<6xf64>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg1, %8 : tensor<6xf64>, tensor<6xf64>) outs(%9 : tensor<6xf64>) {
    ^bb0(%in: f64, %in_0: f64, %out: f64):
      %14 = arith.mulf %in, %in_0 : f64
      linalg.yield %14 : f64
    } -> tensor<6xf64>
    %11 = tensor.empty() : tensor<f64>
    %12 = linalg.fill ins(%cst : f64) outs(%11 : tensor<f64>) -> tensor<f64>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%10 : tensor<6xf64>) outs(%12 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %14 = arith.addf %out, %in : f64
      linalg.yield %14 : f64
    } -> tensor<f64>
    return %13 : tensor<f64>
  }
  func.func @gradient(%arg0: tensor<6xf64>, %arg1: tensor<6xf64>) -> (tensor<f64>, tensor<6xf64>, tensor<6xf64>) {
    %0:3 = grad.value_and_grad @loss(%arg0, %arg1) {wrt = array<i64: 0, 1>} : (tensor<6xf64>, tensor<6xf64>) -> (tensor<f64>, tensor<6xf64>, tensor<6xf64>)
    return %0#0, %0#1, %0#2 : tensor<f64>, tensor<6xf64>, tensor<6xf64>
  }
  func.func @products(%arg0: tensor<6xf64>, %arg1: tensor<6xf64>, %arg2: tensor<f64>, %arg3: tensor<6xf64>, %arg4: tensor<6xf64>) -> (tensor<f64>, tensor<6xf64>, tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) {
    %0:5 = grad.vjp @gradient(%arg0, %arg1) cotangents(%arg2, %arg3, %arg4) {wrt = array<i64: 0, 1>} : (tensor<6xf64>, tensor<6xf64>, tensor<f64>, tensor<6xf64>, tensor<6xf64>) -> (tensor<f64>, tensor<6xf64>, tensor<6xf64>, tensor<6xf64>, tensor<6xf64>)
    return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<f64>, tensor<6xf64>, tensor<6xf64>, tensor<6xf64>, tensor<6xf64>
  }
}
