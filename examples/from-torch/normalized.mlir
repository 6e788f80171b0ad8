// normalized: Convolutions with strides and groups, and batch normalization by the batch's own statistics.
// Made by make.py of torch 2.15.0 and torch-mlir 20261001.

#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (0, d1, 0, 0)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>
#map4 = affine_map<(d0, d1, d2, d3) -> ()>
#map5 = affine_map<() -> ()>
module {
  func.func @loss(%arg0: tensor<4x2x3x3xf64>, %arg1: tensor<4x1x3x3xf64>, %arg2: tensor<4xf64>, %arg3: tensor<4xf64>, %arg4: tensor<4xf64>, %arg5: tensor<4xf64>, %arg6: tensor<3x2x5x5xf64>) -> tensor<f64> {
    %c2_i64 = arith.constant 2 : i64
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 1.000000e-05 : f64
    %cst_1 = arith.constant 2.700000e+01 : f64
    %cst_2 = arith.constant 3.000000e+00 : f64
    %cst_3 = arith.constant 6.000000e+00 : f64
    %cst_4 = arith.constant 9.000000e+00 : f64
    %cst_5 = arith.constant 1.200000e+01 : f64
    %padded = tensor.pad %arg6 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst : f64
    } : tensor<3x2x5x5xf64> to tensor<3x2x7x7xf64>
    %0 = tensor.empty() : tensor<3x4x3x3xf64>
    %1 = linalg.fill ins(%cst : f64) outs(%0 : tensor<3x4x3x3xf64>) -> tensor<3x4x3x3xf64>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %arg0 : tensor<3x2x7x7xf64>, tensor<4x2x3x3xf64>) outs(%1 : tensor<3x4x3x3xf64>) -> tensor<3x4x3x3xf64>
    %3 = tensor.empty() : tensor<1x4x1x1xf64>
    %4 = linalg.fill ins(%cst : f64) outs(%3 : tensor<1x4x1x1xf64>) -> tensor<1x4x1x1xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%2 : tensor<3x4x3x3xf64>) outs(%4 : tensor<1x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %43 = arith.addf %in, %out : f64
      linalg.yield %43 : f64
    } -> tensor<1x4x1x1xf64>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5 : tensor<1x4x1x1xf64>) outs(%3 : tensor<1x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %43 = arith.divf %in, %cst_1 : f64
      linalg.yield %43 : f64
    } -> tensor<1x4x1x1xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %6 : tensor<3x4x3x3xf64>, tensor<1x4x1x1xf64>) outs(%0 : tensor<3x4x3x3xf64>) {
    ^bb0(%in: f64, %in_10: f64, %out: f64):
      %43 = arith.subf %in, %in_10 : f64
      linalg.yield %43 : f64
    } -> tensor<3x4x3x3xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %7 : tensor<3x4x3x3xf64>, tensor<3x4x3x3xf64>) outs(%0 : tensor<3x4x3x3xf64>) {
    ^bb0(%in: f64, %in_10: f64, %out: f64):
      %43 = arith.mulf %in, %in_10 : f64
      linalg.yield %43 : f64
    } -> tensor<3x4x3x3xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%8 : tensor<3x4x3x3xf64>) outs(%4 : tensor<1x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %43 = arith.addf %in, %out : f64
      linalg.yield %43 : f64
    } -> tensor<1x4x1x1xf64>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x4x1x1xf64>) outs(%3 : tensor<1x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %43 = arith.divf %in, %cst_1 : f64
      linalg.yield %43 : f64
    } -> tensor<1x4x1x1xf64>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10 : tensor<1x4x1x1xf64>) outs(%3 : tensor<1x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %43 = arith.addf %in, %cst_0 : f64
      linalg.yield %43 : f64
    } -> tensor<1x4x1x1xf64>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x4x1x1xf64>) outs(%3 : tensor<1x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %43 = math.rsqrt %in : f64
      linalg.yield %43 : f64
    } -> tensor<1x4x1x1xf64>
    %13 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %12 : tensor<3x4x3x3xf64>, tensor<1x4x1x1xf64>) outs(%0 : tensor<3x4x3x3xf64>) {
    ^bb0(%in: f64, %in_10: f64, %out: f64):
      %43 = arith.mulf %in, %in_10 : f64
      linalg.yield %43 : f64
    } -> tensor<3x4x3x3xf64>
    %expanded = tensor.expand_shape %arg2 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf64> into tensor<4x1x1xf64>
    %14 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %expanded : tensor<3x4x3x3xf64>, tensor<4x1x1xf64>) outs(%0 : tensor<3x4x3x3xf64>) {
    ^bb0(%in: f64, %in_10: f64, %out: f64):
      %43 = arith.mulf %in, %in_10 : f64
      linalg.yield %43 : f64
    } -> tensor<3x4x3x3xf64>
    %expanded_6 = tensor.expand_shape %arg3 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf64> into tensor<4x1x1xf64>
    %15 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14, %expanded_6 : tensor<3x4x3x3xf64>, tensor<4x1x1xf64>) outs(%0 : tensor<3x4x3x3xf64>) {
    ^bb0(%in: f64, %in_10: f64, %out: f64):
      %43 = arith.addf %in, %in_10 : f64
      linalg.yield %43 : f64
    } -> tensor<3x4x3x3xf64>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15 : tensor<3x4x3x3xf64>) outs(%0 : tensor<3x4x3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %43 = arith.addf %in, %cst_2 : f64
      linalg.yield %43 : f64
    } -> tensor<3x4x3x3xf64>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16 : tensor<3x4x3x3xf64>) outs(%0 : tensor<3x4x3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %43 = arith.cmpf ult, %in, %cst : f64
      %44 = arith.select %43, %cst, %in : f64
      linalg.yield %44 : f64
    } -> tensor<3x4x3x3xf64>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17 : tensor<3x4x3x3xf64>) outs(%0 : tensor<3x4x3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %43 = arith.cmpf ugt, %in, %cst_3 : f64
      %44 = arith.select %43, %cst_3, %in : f64
      linalg.yield %44 : f64
    } -> tensor<3x4x3x3xf64>
    %19 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %18 : tensor<3x4x3x3xf64>, tensor<3x4x3x3xf64>) outs(%0 : tensor<3x4x3x3xf64>) {
    ^bb0(%in: f64, %in_10: f64, %out: f64):
      %43 = arith.mulf %in, %in_10 : f64
      linalg.yield %43 : f64
    } -> tensor<3x4x3x3xf64>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19 : tensor<3x4x3x3xf64>) outs(%0 : tensor<3x4x3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %43 = arith.divf %in, %cst_3 : f64
      linalg.yield %43 : f64
    } -> tensor<3x4x3x3xf64>
    %padded_7 = tensor.pad %20 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst : f64
    } : tensor<3x4x3x3xf64> to tensor<3x4x5x5xf64>
    %collapsed = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : tensor<4x1x3x3xf64> into tensor<4x3x3xf64>
    %21 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_7, %collapsed : tensor<3x4x5x5xf64>, tensor<4x3x3xf64>) outs(%1 : tensor<3x4x3x3xf64>) -> tensor<3x4x3x3xf64>
    %22 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%21 : tensor<3x4x3x3xf64>) outs(%4 : tensor<1x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %43 = arith.addf %in, %out : f64
      linalg.yield %43 : f64
    } -> tensor<1x4x1x1xf64>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<1x4x1x1xf64>) outs(%3 : tensor<1x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %43 = arith.divf %in, %cst_1 : f64
      linalg.yield %43 : f64
    } -> tensor<1x4x1x1xf64>
    %24 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %23 : tensor<3x4x3x3xf64>, tensor<1x4x1x1xf64>) outs(%0 : tensor<3x4x3x3xf64>) {
    ^bb0(%in: f64, %in_10: f64, %out: f64):
      %43 = arith.subf %in, %in_10 : f64
      linalg.yield %43 : f64
    } -> tensor<3x4x3x3xf64>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %24 : tensor<3x4x3x3xf64>, tensor<3x4x3x3xf64>) outs(%0 : tensor<3x4x3x3xf64>) {
    ^bb0(%in: f64, %in_10: f64, %out: f64):
      %43 = arith.mulf %in, %in_10 : f64
      linalg.yield %43 : f64
    } -> tensor<3x4x3x3xf64>
    %26 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%25 : tensor<3x4x3x3xf64>) outs(%4 : tensor<1x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %43 = arith.addf %in, %out : f64
      linalg.yield %43 : f64
    } -> tensor<1x4x1x1xf64>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<1x4x1x1xf64>) outs(%3 : tensor<1x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %43 = arith.divf %in, %cst_1 : f64
      linalg.yield %43 : f64
    } -> tensor<1x4x1x1xf64>
    %28 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27 : tensor<1x4x1x1xf64>) outs(%3 : tensor<1x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %43 = arith.addf %in, %cst_0 : f64
      linalg.yield %43 : f64
    } -> tensor<1x4x1x1xf64>
    %29 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28 : tensor<1x4x1x1xf64>) outs(%3 : tensor<1x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %43 = math.rsqrt %in : f64
      linalg.yield %43 : f64
    } -> tensor<1x4x1x1xf64>
    %30 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %29 : tensor<3x4x3x3xf64>, tensor<1x4x1x1xf64>) outs(%0 : tensor<3x4x3x3xf64>) {
    ^bb0(%in: f64, %in_10: f64, %out: f64):
      %43 = arith.mulf %in, %in_10 : f64
      linalg.yield %43 : f64
    } -> tensor<3x4x3x3xf64>
    %expanded_8 = tensor.expand_shape %arg4 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf64> into tensor<4x1x1xf64>
    %31 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %expanded_8 : tensor<3x4x3x3xf64>, tensor<4x1x1xf64>) outs(%0 : tensor<3x4x3x3xf64>) {
    ^bb0(%in: f64, %in_10: f64, %out: f64):
      %43 = arith.mulf %in, %in_10 : f64
      linalg.yield %43 : f64
    } -> tensor<3x4x3x3xf64>
    %expanded_9 = tensor.expand_shape %arg5 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf64> into tensor<4x1x1xf64>
    %32 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31, %expanded_9 : tensor<3x4x3x3xf64>, tensor<4x1x1xf64>) outs(%0 : tensor<3x4x3x3xf64>) {
    ^bb0(%in: f64, %in_10: f64, %out: f64):
      %43 = arith.addf %in, %in_10 : f64
      linalg.yield %43 : f64
    } -> tensor<3x4x3x3xf64>
    %33 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32 : tensor<3x4x3x3xf64>) outs(%0 : tensor<3x4x3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %43 = arith.cmpf ugt, %in, %cst : f64
      %44 = arith.select %43, %in, %cst : f64
      linalg.yield %44 : f64
    } -> tensor<3x4x3x3xf64>
    %34 = tensor.empty() : tensor<3x4x1x1xf64>
    %35 = linalg.fill ins(%cst : f64) outs(%34 : tensor<3x4x1x1xf64>) -> tensor<3x4x1x1xf64>
    %36 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%33 : tensor<3x4x3x3xf64>) outs(%35 : tensor<3x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %43 = arith.addf %in, %out : f64
      linalg.yield %43 : f64
    } -> tensor<3x4x1x1xf64>
    %37 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36 : tensor<3x4x1x1xf64>) outs(%34 : tensor<3x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %43 = arith.divf %in, %cst_4 : f64
      linalg.yield %43 : f64
    } -> tensor<3x4x1x1xf64>
    %38 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37 : tensor<3x4x1x1xf64>) outs(%34 : tensor<3x4x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %43 = math.fpowi %in, %c2_i64 : f64, i64
      linalg.yield %43 : f64
    } -> tensor<3x4x1x1xf64>
    %39 = tensor.empty() : tensor<f64>
    %40 = linalg.fill ins(%cst : f64) outs(%39 : tensor<f64>) -> tensor<f64>
    %41 = linalg.generic {indexing_maps = [#map, #map4], iterator_types = ["reduction", "reduction", "reduction", "reduction"]} ins(%38 : tensor<3x4x1x1xf64>) outs(%40 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %43 = arith.addf %in, %out : f64
      linalg.yield %43 : f64
    } -> tensor<f64>
    %42 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%41 : tensor<f64>) outs(%39 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %43 = arith.divf %in, %cst_5 : f64
      linalg.yield %43 : f64
    } -> tensor<f64>
    return %42 : tensor<f64>
  }
  func.func @gradient(%arg0: tensor<4x2x3x3xf64>, %arg1: tensor<4x1x3x3xf64>, %arg2: tensor<4xf64>, %arg3: tensor<4xf64>, %arg4: tensor<4xf64>, %arg5: tensor<4xf64>, %arg6: tensor<3x2x5x5xf64>) -> (tensor<f64>, tensor<4x2x3x3xf64>, tensor<4x1x3x3xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<3x2x5x5xf64>) {
    %0:8 = grad.value_and_grad @loss(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6) {wrt = array<i64: 0, 1, 2, 3, 4, 5, 6>} : (tensor<4x2x3x3xf64>, tensor<4x1x3x3xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<3x2x5x5xf64>) -> (tensor<f64>, tensor<4x2x3x3xf64>, tensor<4x1x3x3xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<3x2x5x5xf64>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7 : tensor<f64>, tensor<4x2x3x3xf64>, tensor<4x1x3x3xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<3x2x5x5xf64>
  }
  func.func @products(%arg0: tensor<4x2x3x3xf64>, %arg1: tensor<4x1x3x3xf64>, %arg2: tensor<4xf64>, %arg3: tensor<4xf64>, %arg4: tensor<4xf64>, %arg5: tensor<4xf64>, %arg6: tensor<3x2x5x5xf64>, %arg7: tensor<f64>, %arg8: tensor<4x2x3x3xf64>, %arg9: tensor<4x1x3x3xf64>, %arg10: tensor<4xf64>, %arg11: tensor<4xf64>, %arg12: tensor<4xf64>, %arg13: tensor<4xf64>, %arg14: tensor<3x2x5x5xf64>) -> (tensor<f64>, tensor<4x2x3x3xf64>, tensor<4x1x3x3xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<3x2x5x5xf64>, tensor<4x2x3x3xf64>, tensor<4x1x3x3xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<3x2x5x5xf64>) {
    %0:15 = grad.vjp @gradient(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6) cotangents(%arg7, %arg8, %arg9, %arg10, %arg11, %arg12, %arg13, %arg14) {wrt = array<i64: 0, 1, 2, 3, 4, 5, 6>} : (tensor<4x2x3x3xf64>, tensor<4x1x3x3xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<3x2x5x5xf64>, tensor<f64>, tensor<4x2x3x3xf64>, tensor<4x1x3x3xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<3x2x5x5xf64>) -> (tensor<f64>, tensor<4x2x3x3xf64>, tensor<4x1x3x3xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<3x2x5x5xf64>, tensor<4x2x3x3xf64>, tensor<4x1x3x3xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<3x2x5x5xf64>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8, %0#9, %0#10, %0#11, %0#12, %0#13, %0#14 : tensor<f64>, tensor<4x2x3x3xf64>, tensor<4x1x3x3xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<3x2x5x5xf64>, tensor<4x2x3x3xf64>, tensor<4x1x3x3xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<3x2x5x5xf64>
  }
}
