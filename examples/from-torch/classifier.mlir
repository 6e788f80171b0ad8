// classifier: A convolution, a normalization and a layer; cross entropy, the maximum detached.
// Made by make.py of torch 2.15.0 and torch-mlir 20261001.

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1) -> (d0)>
#map6 = affine_map<(d0, d1) -> (d0, 0)>
#map7 = affine_map<(d0) -> ()>
#map8 = affine_map<() -> ()>
module {
  func.func @loss(%arg0: tensor<2x1x3x3xf32>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>, %arg3: tensor<2xf32>, %arg4: tensor<3x8xf32>, %arg5: tensor<3xf32>, %arg6: tensor<3x1x4x4xf32>, %arg7: tensor<3xi64>) -> tensor<f32> {
    %c0_i64 = arith.constant 0 : i64
    %c3 = arith.constant 3 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e-05 : f64
    %cst_2 = arith.constant dense_resource<torch_tensor_2_torch.float32_1> : tensor<2xf32>
    %cst_3 = arith.constant dense_resource<torch_tensor_2_torch.float32> : tensor<2xf32>
    %cst_4 = arith.constant 3.000000e+00 : f32
    %padded = tensor.pad %arg6 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg8: index, %arg9: index, %arg10: index, %arg11: index):
      tensor.yield %cst : f32
    } : tensor<3x1x4x4xf32> to tensor<3x1x6x6xf32>
    %0 = tensor.empty() : tensor<3x2x4x4xf32>
    %broadcasted = linalg.broadcast ins(%arg1 : tensor<2xf32>) outs(%0 : tensor<3x2x4x4xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %arg0 : tensor<3x1x6x6xf32>, tensor<2x1x3x3xf32>) outs(%broadcasted : tensor<3x2x4x4xf32>) -> tensor<3x2x4x4xf32>
    %2 = tensor.empty() : tensor<2xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%cst_2 : tensor<2xf32>) outs(%2 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.truncf %cst_1 : f64 to f32
      %40 = arith.addf %in, %39 : f32
      linalg.yield %40 : f32
    } -> tensor<2xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%3 : tensor<2xf32>) outs(%2 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = math.rsqrt %in : f32
      linalg.yield %39 : f32
    } -> tensor<2xf32>
    %expanded = tensor.expand_shape %cst_3 [[0, 1, 2]] output_shape [2, 1, 1] : tensor<2xf32> into tensor<2x1x1xf32>
    %expanded_5 = tensor.expand_shape %4 [[0, 1, 2]] output_shape [2, 1, 1] : tensor<2xf32> into tensor<2x1x1xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1, %expanded : tensor<3x2x4x4xf32>, tensor<2x1x1xf32>) outs(%0 : tensor<3x2x4x4xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %39 = arith.subf %in, %in_11 : f32
      linalg.yield %39 : f32
    } -> tensor<3x2x4x4xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5, %expanded_5 : tensor<3x2x4x4xf32>, tensor<2x1x1xf32>) outs(%0 : tensor<3x2x4x4xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %39 = arith.mulf %in, %in_11 : f32
      linalg.yield %39 : f32
    } -> tensor<3x2x4x4xf32>
    %expanded_6 = tensor.expand_shape %arg2 [[0, 1, 2]] output_shape [2, 1, 1] : tensor<2xf32> into tensor<2x1x1xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %expanded_6 : tensor<3x2x4x4xf32>, tensor<2x1x1xf32>) outs(%0 : tensor<3x2x4x4xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %39 = arith.mulf %in, %in_11 : f32
      linalg.yield %39 : f32
    } -> tensor<3x2x4x4xf32>
    %expanded_7 = tensor.expand_shape %arg3 [[0, 1, 2]] output_shape [2, 1, 1] : tensor<2xf32> into tensor<2x1x1xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %expanded_7 : tensor<3x2x4x4xf32>, tensor<2x1x1xf32>) outs(%0 : tensor<3x2x4x4xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %39 = arith.addf %in, %in_11 : f32
      linalg.yield %39 : f32
    } -> tensor<3x2x4x4xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<3x2x4x4xf32>) outs(%0 : tensor<3x2x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.cmpf ugt, %in, %cst : f32
      %40 = arith.select %39, %in, %cst : f32
      linalg.yield %40 : f32
    } -> tensor<3x2x4x4xf32>
    %10 = tensor.empty() : tensor<3x2x2x2xf32>
    %11 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<3x2x2x2xf32>) -> tensor<3x2x2x2xf32>
    %12 = tensor.empty() : tensor<2x2xf32>
    %13 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%9, %12 : tensor<3x2x4x4xf32>, tensor<2x2xf32>) outs(%11 : tensor<3x2x2x2xf32>) -> tensor<3x2x2x2xf32>
    %collapsed = tensor.collapse_shape %13 [[0], [1, 2, 3]] : tensor<3x2x2x2xf32> into tensor<3x8xf32>
    %14 = tensor.empty() : tensor<8x3xf32>
    %transposed = linalg.transpose ins(%arg4 : tensor<3x8xf32>) outs(%14 : tensor<8x3xf32>) permutation = [1, 0] 
    %15 = tensor.empty() : tensor<3x3xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<3x3xf32>) -> tensor<3x3xf32>
    %17 = linalg.matmul ins(%collapsed, %transposed : tensor<3x8xf32>, tensor<8x3xf32>) outs(%16 : tensor<3x3xf32>) -> tensor<3x3xf32>
    %18 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg5 : tensor<3xf32>) outs(%15 : tensor<3x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3xf32>
    %19 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%17, %18 : tensor<3x3xf32>, tensor<3x3xf32>) outs(%15 : tensor<3x3xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %39 = arith.addf %in, %in_11 : f32
      linalg.yield %39 : f32
    } -> tensor<3x3xf32>
    %20 = tensor.empty() : tensor<3xi64>
    %21 = linalg.fill ins(%c0_i64 : i64) outs(%20 : tensor<3xi64>) -> tensor<3xi64>
    %22 = tensor.empty() : tensor<3xf32>
    %23 = linalg.fill ins(%cst_0 : f32) outs(%22 : tensor<3xf32>) -> tensor<3xf32>
    %24:2 = linalg.generic {indexing_maps = [#map4, #map5, #map5], iterator_types = ["parallel", "reduction"]} ins(%19 : tensor<3x3xf32>) outs(%23, %21 : tensor<3xf32>, tensor<3xi64>) {
    ^bb0(%in: f32, %out: f32, %out_11: i64):
      %39 = linalg.index 1 : index
      %40 = arith.index_cast %39 : index to i64
      %41 = arith.maximumf %in, %out : f32
      %42 = arith.cmpf ogt, %in, %out : f32
      %43 = arith.select %42, %40, %out_11 : i64
      linalg.yield %41, %43 : f32, i64
    } -> (tensor<3xf32>, tensor<3xi64>)
    %expanded_8 = tensor.expand_shape %24#0 [[0, 1]] output_shape [3, 1] : tensor<3xf32> into tensor<3x1xf32>
    %25 = grad.stop_gradient %expanded_8 : tensor<3x1xf32>
    %26 = linalg.generic {indexing_maps = [#map4, #map6, #map4], iterator_types = ["parallel", "parallel"]} ins(%19, %25 : tensor<3x3xf32>, tensor<3x1xf32>) outs(%15 : tensor<3x3xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %39 = arith.subf %in, %in_11 : f32
      linalg.yield %39 : f32
    } -> tensor<3x3xf32>
    %27 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%26 : tensor<3x3xf32>) outs(%15 : tensor<3x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = math.exp %in : f32
      linalg.yield %39 : f32
    } -> tensor<3x3xf32>
    %28 = linalg.fill ins(%cst : f32) outs(%22 : tensor<3xf32>) -> tensor<3xf32>
    %29 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%27 : tensor<3x3xf32>) outs(%28 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.addf %in, %out : f32
      linalg.yield %39 : f32
    } -> tensor<3xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%29 : tensor<3xf32>) outs(%22 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = math.log %in : f32
      linalg.yield %39 : f32
    } -> tensor<3xf32>
    %expanded_9 = tensor.expand_shape %arg7 [[0, 1]] output_shape [3, 1] : tensor<3xi64> into tensor<3x1xi64>
    %31 = tensor.empty() : tensor<3x1xf32>
    %32 = linalg.fill ins(%cst : f32) outs(%31 : tensor<3x1xf32>) -> tensor<3x1xf32>
    %33 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_9 : tensor<3x1xi64>) outs(%32 : tensor<3x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %39 = linalg.index 0 : index
      %40 = arith.index_cast %in : i64 to index
      %41 = arith.cmpi slt, %40, %c3 : index
      cf.assert %41, "index must be smaller than dim size"
      %42 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %42, "index must be larger or equal to 0"
      %extracted = tensor.extract %26[%39, %40] : tensor<3x3xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x1xf32>
    %collapsed_10 = tensor.collapse_shape %33 [[0, 1]] : tensor<3x1xf32> into tensor<3xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%30, %collapsed_10 : tensor<3xf32>, tensor<3xf32>) outs(%22 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %39 = arith.subf %in, %in_11 : f32
      linalg.yield %39 : f32
    } -> tensor<3xf32>
    %35 = tensor.empty() : tensor<f32>
    %36 = linalg.fill ins(%cst : f32) outs(%35 : tensor<f32>) -> tensor<f32>
    %37 = linalg.generic {indexing_maps = [#map, #map7], iterator_types = ["reduction"]} ins(%34 : tensor<3xf32>) outs(%36 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.addf %in, %out : f32
      linalg.yield %39 : f32
    } -> tensor<f32>
    %38 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = []} ins(%37 : tensor<f32>) outs(%35 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.divf %in, %cst_4 : f32
      linalg.yield %39 : f32
    } -> tensor<f32>
    return %38 : tensor<f32>
  }
  func.func @gradient(%arg0: tensor<2x1x3x3xf32>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>, %arg3: tensor<2xf32>, %arg4: tensor<3x8xf32>, %arg5: tensor<3xf32>, %arg6: tensor<3x1x4x4xf32>, %arg7: tensor<3xi64>) -> (tensor<f32>, tensor<2x1x3x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x8xf32>, tensor<3xf32>, tensor<3x1x4x4xf32>) {
    %0:8 = grad.value_and_grad @loss(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7) {wrt = array<i64: 0, 1, 2, 3, 4, 5, 6>} : (tensor<2x1x3x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x8xf32>, tensor<3xf32>, tensor<3x1x4x4xf32>, tensor<3xi64>) -> (tensor<f32>, tensor<2x1x3x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x8xf32>, tensor<3xf32>, tensor<3x1x4x4xf32>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7 : tensor<f32>, tensor<2x1x3x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x8xf32>, tensor<3xf32>, tensor<3x1x4x4xf32>
  }
  func.func @products(%arg0: tensor<2x1x3x3xf32>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>, %arg3: tensor<2xf32>, %arg4: tensor<3x8xf32>, %arg5: tensor<3xf32>, %arg6: tensor<3x1x4x4xf32>, %arg7: tensor<3xi64>, %arg8: tensor<f32>, %arg9: tensor<2x1x3x3xf32>, %arg10: tensor<2xf32>, %arg11: tensor<2xf32>, %arg12: tensor<2xf32>, %arg13: tensor<3x8xf32>, %arg14: tensor<3xf32>, %arg15: tensor<3x1x4x4xf32>) -> (tensor<f32>, tensor<2x1x3x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x8xf32>, tensor<3xf32>, tensor<3x1x4x4xf32>, tensor<2x1x3x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x8xf32>, tensor<3xf32>, tensor<3x1x4x4xf32>) {
    %0:15 = grad.vjp @gradient(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7) cotangents(%arg8, %arg9, %arg10, %arg11, %arg12, %arg13, %arg14, %arg15) {wrt = array<i64: 0, 1, 2, 3, 4, 5, 6>} : (tensor<2x1x3x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x8xf32>, tensor<3xf32>, tensor<3x1x4x4xf32>, tensor<3xi64>, tensor<f32>, tensor<2x1x3x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x8xf32>, tensor<3xf32>, tensor<3x1x4x4xf32>) -> (tensor<f32>, tensor<2x1x3x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x8xf32>, tensor<3xf32>, tensor<3x1x4x4xf32>, tensor<2x1x3x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x8xf32>, tensor<3xf32>, tensor<3x1x4x4xf32>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8, %0#9, %0#10, %0#11, %0#12, %0#13, %0#14 : tensor<f32>, tensor<2x1x3x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x8xf32>, tensor<3xf32>, tensor<3x1x4x4xf32>, tensor<2x1x3x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x8xf32>, tensor<3xf32>, tensor<3x1x4x4xf32>
  }
}

{-#
  dialect_resources: {
    builtin: {
      torch_tensor_2_torch.float32_1: "0x040000000000803F0000803F",
      torch_tensor_2_torch.float32: "0x040000000000000000000000"
    }
  }
#-}
