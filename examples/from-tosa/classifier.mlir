// Generated from classifier.tosa by make, with mlir-opt of LLVM 22.1.8.

#map = affine_map<(d0, d1, d2, d3) -> (d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (0, d1)>
#map4 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @logits(%arg0: tensor<2x8x8x1xf32>, %arg1: tensor<4x3x3x1xf32>, %arg2: tensor<4xf32>, %arg3: tensor<64x3xf32>, %arg4: tensor<3xf32>) -> tensor<2x3xf32> {
    %cst = arith.constant 6.000000e+00 : f32
    %cst_0 = arith.constant -3.40282347E+38 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst_1 : f32
    } : tensor<2x8x8x1xf32> to tensor<2x10x10x1xf32>
    %0 = tensor.empty() : tensor<2x8x8x4xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<4xf32>) outs(%0 : tensor<2x8x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x8x8x4xf32>
    %2 = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %arg1 : tensor<2x10x10x1xf32>, tensor<4x3x3x1xf32>) outs(%1 : tensor<2x8x8x4xf32>) -> tensor<2x8x8x4xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<2x8x8x4xf32>) outs(%0 : tensor<2x8x8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %13 = arith.minimumf %in, %cst : f32
      %14 = arith.maximumf %13, %cst_1 : f32
      linalg.yield %14 : f32
    } -> tensor<2x8x8x4xf32>
    %4 = tensor.empty() : tensor<2x4x4x4xf32>
    %5 = linalg.fill ins(%cst_0 : f32) outs(%4 : tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
    %6 = tensor.empty() : tensor<2x2xf32>
    %7 = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%3, %6 : tensor<2x8x8x4xf32>, tensor<2x2xf32>) outs(%5 : tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
    %collapsed = tensor.collapse_shape %7 [[0], [1, 2, 3]] : tensor<2x4x4x4xf32> into tensor<2x64xf32>
    %expanded = tensor.expand_shape %collapsed [[0, 1], [2]] output_shape [1, 2, 64] : tensor<2x64xf32> into tensor<1x2x64xf32>
    %expanded_2 = tensor.expand_shape %arg3 [[0, 1], [2]] output_shape [1, 64, 3] : tensor<64x3xf32> into tensor<1x64x3xf32>
    %8 = tensor.empty() : tensor<1x2x3xf32>
    %9 = linalg.fill ins(%cst_1 : f32) outs(%8 : tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
    %10 = linalg.batch_matmul ins(%expanded, %expanded_2 : tensor<1x2x64xf32>, tensor<1x64x3xf32>) outs(%9 : tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
    %collapsed_3 = tensor.collapse_shape %10 [[0, 1], [2]] : tensor<1x2x3xf32> into tensor<2x3xf32>
    %expanded_4 = tensor.expand_shape %arg4 [[0, 1]] output_shape [1, 3] : tensor<3xf32> into tensor<1x3xf32>
    %11 = tensor.empty() : tensor<2x3xf32>
    %12 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%collapsed_3, %expanded_4 : tensor<2x3xf32>, tensor<1x3xf32>) outs(%11 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %13 = arith.addf %in, %in_5 : f32
      linalg.yield %13 : f32
    } -> tensor<2x3xf32>
    return %12 : tensor<2x3xf32>
  }
  func.func @loss(%arg0: tensor<2x8x8x1xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<4x3x3x1xf32>, %arg3: tensor<4xf32>, %arg4: tensor<64x3xf32>, %arg5: tensor<3xf32>) -> tensor<f32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant -3.40282347E+38 : f32
    %0 = call @logits(%arg0, %arg2, %arg3, %arg4, %arg5) : (tensor<2x8x8x1xf32>, tensor<4x3x3x1xf32>, tensor<4xf32>, tensor<64x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    %1 = tensor.empty() : tensor<2xf32>
    %2 = linalg.fill ins(%cst_0 : f32) outs(%1 : tensor<2xf32>) -> tensor<2xf32>
    %reduced = linalg.reduce ins(%0 : tensor<2x3xf32>) outs(%2 : tensor<2xf32>) dimensions = [1] 
      (%in: f32, %init: f32) {
        %16 = arith.maximumf %in, %init : f32
        linalg.yield %16 : f32
      }
    %expanded = tensor.expand_shape %reduced [[0, 1]] output_shape [2, 1] : tensor<2xf32> into tensor<2x1xf32>
    %3 = grad.stop_gradient %expanded : tensor<2x1xf32>
    %4 = tensor.empty() : tensor<2x3xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel"]} ins(%0, %3 : tensor<2x3xf32>, tensor<2x1xf32>) outs(%4 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %16 = arith.subf %in, %in_7 : f32
      linalg.yield %16 : f32
    } -> tensor<2x3xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<2x3xf32>) outs(%4 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %16 = math.exp %in : f32
      linalg.yield %16 : f32
    } -> tensor<2x3xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%1 : tensor<2xf32>) -> tensor<2xf32>
    %reduced_1 = linalg.reduce ins(%6 : tensor<2x3xf32>) outs(%7 : tensor<2xf32>) dimensions = [1] 
      (%in: f32, %init: f32) {
        %16 = arith.addf %in, %init : f32
        linalg.yield %16 : f32
      }
    %expanded_2 = tensor.expand_shape %reduced_1 [[0, 1]] output_shape [2, 1] : tensor<2xf32> into tensor<2x1xf32>
    %8 = tensor.empty() : tensor<2x1xf32>
    %9 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%expanded_2 : tensor<2x1xf32>) outs(%8 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %16 = math.log %in : f32
      linalg.yield %16 : f32
    } -> tensor<2x1xf32>
    %10 = linalg.generic {indexing_maps = [#map2, #map4, #map2], iterator_types = ["parallel", "parallel"]} ins(%5, %9 : tensor<2x3xf32>, tensor<2x1xf32>) outs(%4 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %16 = arith.subf %in, %in_7 : f32
      linalg.yield %16 : f32
    } -> tensor<2x3xf32>
    %11 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%10, %arg1 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%4 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %16 = arith.mulf %in, %in_7 : f32
      linalg.yield %16 : f32
    } -> tensor<2x3xf32>
    %reduced_3 = linalg.reduce ins(%11 : tensor<2x3xf32>) outs(%7 : tensor<2xf32>) dimensions = [1] 
      (%in: f32, %init: f32) {
        %16 = arith.addf %in, %init : f32
        linalg.yield %16 : f32
      }
    %expanded_4 = tensor.expand_shape %reduced_3 [[0, 1]] output_shape [2, 1] : tensor<2xf32> into tensor<2x1xf32>
    %12 = tensor.empty() : tensor<1xf32>
    %13 = linalg.fill ins(%cst : f32) outs(%12 : tensor<1xf32>) -> tensor<1xf32>
    %reduced_5 = linalg.reduce ins(%expanded_4 : tensor<2x1xf32>) outs(%13 : tensor<1xf32>) dimensions = [0] 
      (%in: f32, %init: f32) {
        %16 = arith.addf %in, %init : f32
        linalg.yield %16 : f32
      }
    %expanded_6 = tensor.expand_shape %reduced_5 [[0, 1]] output_shape [1, 1] : tensor<1xf32> into tensor<1x1xf32>
    %14 = tensor.empty() : tensor<1x1xf32>
    %15 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%expanded_6 : tensor<1x1xf32>) outs(%14 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %16 = arith.negf %in : f32
      linalg.yield %16 : f32
    } -> tensor<1x1xf32>
    %collapsed = tensor.collapse_shape %15 [] : tensor<1x1xf32> into tensor<f32>
    return %collapsed : tensor<f32>
  }
  func.func @gradient(%arg0: tensor<2x8x8x1xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<4x3x3x1xf32>, %arg3: tensor<4xf32>, %arg4: tensor<64x3xf32>, %arg5: tensor<3xf32>) -> (tensor<f32>, tensor<4x3x3x1xf32>, tensor<4xf32>, tensor<64x3xf32>, tensor<3xf32>) {
    %0:5 = grad.value_and_grad @loss(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) {wrt = array<i64: 2, 3, 4, 5>} : (tensor<2x8x8x1xf32>, tensor<2x3xf32>, tensor<4x3x3x1xf32>, tensor<4xf32>, tensor<64x3xf32>, tensor<3xf32>) -> (tensor<f32>, tensor<4x3x3x1xf32>, tensor<4xf32>, tensor<64x3xf32>, tensor<3xf32>)
    return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<f32>, tensor<4x3x3x1xf32>, tensor<4xf32>, tensor<64x3xf32>, tensor<3xf32>
  }
}

