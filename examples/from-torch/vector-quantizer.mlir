// vector-quantizer: VQ-VAE: the nearest code with the slope of the identity, and two losses.
// Made by make.py of torch 2.15.0 and torch-mlir 20261001.

#map = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1) -> (d0)>
#map6 = affine_map<(d0, d1) -> ()>
#map7 = affine_map<() -> ()>
module {
  func.func @loss(%arg0: tensor<6x4xf64>, %arg1: tensor<5x4xf64>) -> tensor<f64> {
    %c3_i64 = arith.constant 3 : i64
    %c2_i64 = arith.constant 2 : i64
    %c6 = arith.constant 6 : index
    %cst = arith.constant 0.000000e+00 : f64
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0x7FF0000000000000 : f64
    %cst_1 = arith.constant 2.500000e-01 : f64
    %expanded = tensor.expand_shape %arg1 [[0], [1, 2]] output_shape [5, 1, 4] : tensor<5x4xf64> into tensor<5x1x4xf64>
    %expanded_2 = tensor.expand_shape %arg0 [[0, 1], [2]] output_shape [1, 6, 4] : tensor<6x4xf64> into tensor<1x6x4xf64>
    %0 = tensor.empty() : tensor<5x6x4xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %expanded_2 : tensor<5x1x4xf64>, tensor<1x6x4xf64>) outs(%0 : tensor<5x6x4xf64>) {
    ^bb0(%in: f64, %in_3: f64, %out: f64):
      %31 = arith.subf %in, %in_3 : f64
      linalg.yield %31 : f64
    } -> tensor<5x6x4xf64>
    %2 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<5x6x4xf64>) outs(%0 : tensor<5x6x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %31 = math.fpowi %in, %c2_i64 : f64, i64
      linalg.yield %31 : f64
    } -> tensor<5x6x4xf64>
    %3 = tensor.empty() : tensor<5x6xf64>
    %4 = linalg.fill ins(%cst : f64) outs(%3 : tensor<5x6xf64>) -> tensor<5x6xf64>
    %5 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2 : tensor<5x6x4xf64>) outs(%4 : tensor<5x6xf64>) {
    ^bb0(%in: f64, %out: f64):
      %31 = arith.addf %in, %out : f64
      linalg.yield %31 : f64
    } -> tensor<5x6xf64>
    %6 = tensor.empty() : tensor<5xi64>
    %7 = linalg.fill ins(%c0_i64 : i64) outs(%6 : tensor<5xi64>) -> tensor<5xi64>
    %8 = tensor.empty() : tensor<5xf64>
    %9 = linalg.fill ins(%cst_0 : f64) outs(%8 : tensor<5xf64>) -> tensor<5xf64>
    %10:2 = linalg.generic {indexing_maps = [#map4, #map5, #map5], iterator_types = ["parallel", "reduction"]} ins(%5 : tensor<5x6xf64>) outs(%9, %7 : tensor<5xf64>, tensor<5xi64>) {
    ^bb0(%in: f64, %out: f64, %out_3: i64):
      %31 = linalg.index 1 : index
      %32 = arith.index_cast %31 : index to i64
      %33 = arith.minimumf %in, %out : f64
      %34 = arith.cmpf olt, %in, %out : f64
      %35 = arith.select %34, %32, %out_3 : i64
      linalg.yield %33, %35 : f64, i64
    } -> (tensor<5xf64>, tensor<5xi64>)
    %11 = tensor.empty() : tensor<5x4xf64>
    %12 = linalg.generic {indexing_maps = [#map5, #map4], iterator_types = ["parallel", "parallel"]} ins(%10#1 : tensor<5xi64>) outs(%11 : tensor<5x4xf64>) {
    ^bb0(%in: i64, %out: f64):
      %31 = arith.index_cast %in : i64 to index
      %32 = linalg.index 1 : index
      %33 = arith.cmpi slt, %31, %c6 : index
      cf.assert %33, "index must be smaller than dim size"
      %34 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %34, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%31, %32] : tensor<6x4xf64>
      linalg.yield %extracted : f64
    } -> tensor<5x4xf64>
    %13 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%12, %arg1 : tensor<5x4xf64>, tensor<5x4xf64>) outs(%11 : tensor<5x4xf64>) {
    ^bb0(%in: f64, %in_3: f64, %out: f64):
      %31 = arith.subf %in, %in_3 : f64
      linalg.yield %31 : f64
    } -> tensor<5x4xf64>
    %14 = grad.stop_gradient %13 : tensor<5x4xf64>
    %15 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg1, %14 : tensor<5x4xf64>, tensor<5x4xf64>) outs(%11 : tensor<5x4xf64>) {
    ^bb0(%in: f64, %in_3: f64, %out: f64):
      %31 = arith.addf %in, %in_3 : f64
      linalg.yield %31 : f64
    } -> tensor<5x4xf64>
    %16 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<5x4xf64>) outs(%11 : tensor<5x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %31 = math.fpowi %in, %c3_i64 : f64, i64
      linalg.yield %31 : f64
    } -> tensor<5x4xf64>
    %17 = tensor.empty() : tensor<f64>
    %18 = linalg.fill ins(%cst : f64) outs(%17 : tensor<f64>) -> tensor<f64>
    %19 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["reduction", "reduction"]} ins(%16 : tensor<5x4xf64>) outs(%18 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %31 = arith.addf %in, %out : f64
      linalg.yield %31 : f64
    } -> tensor<f64>
    %20 = grad.stop_gradient %arg1 : tensor<5x4xf64>
    %21 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%12, %20 : tensor<5x4xf64>, tensor<5x4xf64>) outs(%11 : tensor<5x4xf64>) {
    ^bb0(%in: f64, %in_3: f64, %out: f64):
      %31 = arith.subf %in, %in_3 : f64
      linalg.yield %31 : f64
    } -> tensor<5x4xf64>
    %22 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%21 : tensor<5x4xf64>) outs(%11 : tensor<5x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %31 = math.fpowi %in, %c2_i64 : f64, i64
      linalg.yield %31 : f64
    } -> tensor<5x4xf64>
    %23 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["reduction", "reduction"]} ins(%22 : tensor<5x4xf64>) outs(%18 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %31 = arith.addf %in, %out : f64
      linalg.yield %31 : f64
    } -> tensor<f64>
    %24 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = []} ins(%19, %23 : tensor<f64>, tensor<f64>) outs(%17 : tensor<f64>) {
    ^bb0(%in: f64, %in_3: f64, %out: f64):
      %31 = arith.addf %in, %in_3 : f64
      linalg.yield %31 : f64
    } -> tensor<f64>
    %25 = grad.stop_gradient %12 : tensor<5x4xf64>
    %26 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg1, %25 : tensor<5x4xf64>, tensor<5x4xf64>) outs(%11 : tensor<5x4xf64>) {
    ^bb0(%in: f64, %in_3: f64, %out: f64):
      %31 = arith.subf %in, %in_3 : f64
      linalg.yield %31 : f64
    } -> tensor<5x4xf64>
    %27 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%26 : tensor<5x4xf64>) outs(%11 : tensor<5x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %31 = math.fpowi %in, %c2_i64 : f64, i64
      linalg.yield %31 : f64
    } -> tensor<5x4xf64>
    %28 = linalg.generic {indexing_maps = [#map4, #map6], iterator_types = ["reduction", "reduction"]} ins(%27 : tensor<5x4xf64>) outs(%18 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %31 = arith.addf %in, %out : f64
      linalg.yield %31 : f64
    } -> tensor<f64>
    %29 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%28 : tensor<f64>) outs(%17 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %31 = arith.mulf %in, %cst_1 : f64
      linalg.yield %31 : f64
    } -> tensor<f64>
    %30 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = []} ins(%24, %29 : tensor<f64>, tensor<f64>) outs(%17 : tensor<f64>) {
    ^bb0(%in: f64, %in_3: f64, %out: f64):
      %31 = arith.addf %in, %in_3 : f64
      linalg.yield %31 : f64
    } -> tensor<f64>
    return %30 : tensor<f64>
  }
  func.func @gradient(%arg0: tensor<6x4xf64>, %arg1: tensor<5x4xf64>) -> (tensor<f64>, tensor<6x4xf64>, tensor<5x4xf64>) {
    %0:3 = grad.value_and_grad @loss(%arg0, %arg1) {wrt = array<i64: 0, 1>} : (tensor<6x4xf64>, tensor<5x4xf64>) -> (tensor<f64>, tensor<6x4xf64>, tensor<5x4xf64>)
    return %0#0, %0#1, %0#2 : tensor<f64>, tensor<6x4xf64>, tensor<5x4xf64>
  }
  func.func @products(%arg0: tensor<6x4xf64>, %arg1: tensor<5x4xf64>, %arg2: tensor<f64>, %arg3: tensor<6x4xf64>, %arg4: tensor<5x4xf64>) -> (tensor<f64>, tensor<6x4xf64>, tensor<5x4xf64>, tensor<6x4xf64>, tensor<5x4xf64>) {
    %0:5 = grad.vjp @gradient(%arg0, %arg1) cotangents(%arg2, %arg3, %arg4) {wrt = array<i64: 0, 1>} : (tensor<6x4xf64>, tensor<5x4xf64>, tensor<f64>, tensor<6x4xf64>, tensor<5x4xf64>) -> (tensor<f64>, tensor<6x4xf64>, tensor<5x4xf64>, tensor<6x4xf64>, tensor<5x4xf64>)
    return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<f64>, tensor<6x4xf64>, tensor<5x4xf64>, tensor<6x4xf64>, tensor<5x4xf64>
  }
}
