// graph: Two rounds of messages along edges, summed by index_add; the last node's state is detached.
// Made by make.py of torch 2.15.0 and torch-mlir 20261001.

#map = affine_map<(d0, d1) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> ()>
#map5 = affine_map<() -> ()>
module {
  func.func @loss(%arg0: tensor<3x6xf64>, %arg1: tensor<3xf64>, %arg2: tensor<5x3xf64>, %arg3: tensor<2x6xi64>) -> tensor<f64> {
    %cst = arith.constant dense<0.000000e+00> : tensor<5x3xf64>
    %c5_i64 = arith.constant 5 : i64
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0.000000e+00 : f64
    %cst_1 = arith.constant 1.200000e+01 : f64
    %extracted_slice = tensor.extract_slice %arg3[0, 0] [1, 6] [1, 1] : tensor<2x6xi64> to tensor<1x6xi64>
    %extracted_slice_2 = tensor.extract_slice %arg3[1, 0] [1, 6] [1, 1] : tensor<2x6xi64> to tensor<1x6xi64>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1]] : tensor<1x6xi64> into tensor<6xi64>
    %collapsed_3 = tensor.collapse_shape %extracted_slice_2 [[0, 1]] : tensor<1x6xi64> into tensor<6xi64>
    %0 = tensor.empty() : tensor<6x3xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<6xi64>) outs(%0 : tensor<6x3xf64>) {
    ^bb0(%in: i64, %out: f64):
      %26 = arith.cmpi slt, %in, %c0_i64 : i64
      %27 = arith.addi %in, %c5_i64 : i64
      %28 = arith.select %26, %27, %in : i64
      %29 = arith.index_cast %28 : i64 to index
      %30 = linalg.index 1 : index
      %extracted = tensor.extract %arg2[%29, %30] : tensor<5x3xf64>
      linalg.yield %extracted : f64
    } -> tensor<6x3xf64>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_3 : tensor<6xi64>) outs(%0 : tensor<6x3xf64>) {
    ^bb0(%in: i64, %out: f64):
      %26 = arith.cmpi slt, %in, %c0_i64 : i64
      %27 = arith.addi %in, %c5_i64 : i64
      %28 = arith.select %26, %27, %in : i64
      %29 = arith.index_cast %28 : i64 to index
      %30 = linalg.index 1 : index
      %extracted = tensor.extract %arg2[%29, %30] : tensor<5x3xf64>
      linalg.yield %extracted : f64
    } -> tensor<6x3xf64>
    %concat = tensor.concat dim(1) %1, %2 : (tensor<6x3xf64>, tensor<6x3xf64>) -> tensor<6x6xf64>
    %transposed = linalg.transpose ins(%arg0 : tensor<3x6xf64>) outs(%0 : tensor<6x3xf64>) permutation = [1, 0] 
    %3 = linalg.fill ins(%cst_0 : f64) outs(%0 : tensor<6x3xf64>) -> tensor<6x3xf64>
    %4 = linalg.matmul ins(%concat, %transposed : tensor<6x6xf64>, tensor<6x3xf64>) outs(%3 : tensor<6x3xf64>) -> tensor<6x3xf64>
    %5 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<3xf64>) outs(%0 : tensor<6x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<6x3xf64>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%4, %5 : tensor<6x3xf64>, tensor<6x3xf64>) outs(%0 : tensor<6x3xf64>) {
    ^bb0(%in: f64, %in_13: f64, %out: f64):
      %26 = arith.addf %in, %in_13 : f64
      linalg.yield %26 : f64
    } -> tensor<6x3xf64>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<6x3xf64>) outs(%0 : tensor<6x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %26 = math.tanh %in : f64
      linalg.yield %26 : f64
    } -> tensor<6x3xf64>
    %expanded = tensor.expand_shape %collapsed_3 [[0, 1]] output_shape [6, 1] : tensor<6xi64> into tensor<6x1xi64>
    %expanded_4 = tensor.expand_shape %7 [[0], [1, 2]] output_shape [6, 1, 3] : tensor<6x3xf64> into tensor<6x1x3xf64>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    %8 = scf.for %arg4 = %c0 to %c6 step %c1 iter_args(%arg5 = %cst) -> (tensor<5x3xf64>) {
      %c0_13 = arith.constant 0 : index
      %c0_14 = arith.constant 0 : index
      %extracted = tensor.extract %expanded[%arg4, %c0_14] : tensor<6x1xi64>
      %26 = arith.index_cast %extracted : i64 to index
      %c5 = arith.constant 5 : index
      %27 = arith.addi %26, %c5 : index
      %28 = arith.cmpi slt, %26, %c0_13 : index
      %29 = arith.select %28, %27, %26 : index
      %extracted_slice_15 = tensor.extract_slice %expanded_4[%arg4, 0, 0] [1, 1, 3] [1, 1, 1] : tensor<6x1x3xf64> to tensor<3xf64>
      %extracted_slice_16 = tensor.extract_slice %arg5[%29, 0] [1, 3] [1, 1] : tensor<5x3xf64> to tensor<3xf64>
      %30 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%extracted_slice_15 : tensor<3xf64>) outs(%extracted_slice_16 : tensor<3xf64>) {
      ^bb0(%in: f64, %out: f64):
        %31 = arith.addf %out, %in : f64
        linalg.yield %31 : f64
      } -> tensor<3xf64>
      %inserted_slice = tensor.insert_slice %30 into %arg5[%29, 0] [1, 3] [1, 1] : tensor<3xf64> into tensor<5x3xf64>
      scf.yield %inserted_slice : tensor<5x3xf64>
    }
    %9 = tensor.empty() : tensor<5x3xf64>
    %10 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2, %8 : tensor<5x3xf64>, tensor<5x3xf64>) outs(%9 : tensor<5x3xf64>) {
    ^bb0(%in: f64, %in_13: f64, %out: f64):
      %26 = arith.addf %in, %in_13 : f64
      linalg.yield %26 : f64
    } -> tensor<5x3xf64>
    %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed : tensor<6xi64>) outs(%0 : tensor<6x3xf64>) {
    ^bb0(%in: i64, %out: f64):
      %26 = arith.cmpi slt, %in, %c0_i64 : i64
      %27 = arith.addi %in, %c5_i64 : i64
      %28 = arith.select %26, %27, %in : i64
      %29 = arith.index_cast %28 : i64 to index
      %30 = linalg.index 1 : index
      %extracted = tensor.extract %10[%29, %30] : tensor<5x3xf64>
      linalg.yield %extracted : f64
    } -> tensor<6x3xf64>
    %12 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%collapsed_3 : tensor<6xi64>) outs(%0 : tensor<6x3xf64>) {
    ^bb0(%in: i64, %out: f64):
      %26 = arith.cmpi slt, %in, %c0_i64 : i64
      %27 = arith.addi %in, %c5_i64 : i64
      %28 = arith.select %26, %27, %in : i64
      %29 = arith.index_cast %28 : i64 to index
      %30 = linalg.index 1 : index
      %extracted = tensor.extract %10[%29, %30] : tensor<5x3xf64>
      linalg.yield %extracted : f64
    } -> tensor<6x3xf64>
    %concat_5 = tensor.concat dim(1) %11, %12 : (tensor<6x3xf64>, tensor<6x3xf64>) -> tensor<6x6xf64>
    %13 = linalg.matmul ins(%concat_5, %transposed : tensor<6x6xf64>, tensor<6x3xf64>) outs(%3 : tensor<6x3xf64>) -> tensor<6x3xf64>
    %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%13, %5 : tensor<6x3xf64>, tensor<6x3xf64>) outs(%0 : tensor<6x3xf64>) {
    ^bb0(%in: f64, %in_13: f64, %out: f64):
      %26 = arith.addf %in, %in_13 : f64
      linalg.yield %26 : f64
    } -> tensor<6x3xf64>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<6x3xf64>) outs(%0 : tensor<6x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %26 = math.tanh %in : f64
      linalg.yield %26 : f64
    } -> tensor<6x3xf64>
    %expanded_6 = tensor.expand_shape %15 [[0], [1, 2]] output_shape [6, 1, 3] : tensor<6x3xf64> into tensor<6x1x3xf64>
    %c0_7 = arith.constant 0 : index
    %c1_8 = arith.constant 1 : index
    %c6_9 = arith.constant 6 : index
    %16 = scf.for %arg4 = %c0_7 to %c6_9 step %c1_8 iter_args(%arg5 = %cst) -> (tensor<5x3xf64>) {
      %c0_13 = arith.constant 0 : index
      %c0_14 = arith.constant 0 : index
      %extracted = tensor.extract %expanded[%arg4, %c0_14] : tensor<6x1xi64>
      %26 = arith.index_cast %extracted : i64 to index
      %c5 = arith.constant 5 : index
      %27 = arith.addi %26, %c5 : index
      %28 = arith.cmpi slt, %26, %c0_13 : index
      %29 = arith.select %28, %27, %26 : index
      %extracted_slice_15 = tensor.extract_slice %expanded_6[%arg4, 0, 0] [1, 1, 3] [1, 1, 1] : tensor<6x1x3xf64> to tensor<3xf64>
      %extracted_slice_16 = tensor.extract_slice %arg5[%29, 0] [1, 3] [1, 1] : tensor<5x3xf64> to tensor<3xf64>
      %30 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel"]} ins(%extracted_slice_15 : tensor<3xf64>) outs(%extracted_slice_16 : tensor<3xf64>) {
      ^bb0(%in: f64, %out: f64):
        %31 = arith.addf %out, %in : f64
        linalg.yield %31 : f64
      } -> tensor<3xf64>
      %inserted_slice = tensor.insert_slice %30 into %arg5[%29, 0] [1, 3] [1, 1] : tensor<3xf64> into tensor<5x3xf64>
      scf.yield %inserted_slice : tensor<5x3xf64>
    }
    %17 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%10, %16 : tensor<5x3xf64>, tensor<5x3xf64>) outs(%9 : tensor<5x3xf64>) {
    ^bb0(%in: f64, %in_13: f64, %out: f64):
      %26 = arith.addf %in, %in_13 : f64
      linalg.yield %26 : f64
    } -> tensor<5x3xf64>
    %extracted_slice_10 = tensor.extract_slice %17[0, 0] [4, 3] [1, 1] : tensor<5x3xf64> to tensor<4x3xf64>
    %extracted_slice_11 = tensor.extract_slice %17[4, 0] [1, 3] [1, 1] : tensor<5x3xf64> to tensor<1x3xf64>
    %collapsed_12 = tensor.collapse_shape %extracted_slice_11 [[0, 1]] : tensor<1x3xf64> into tensor<3xf64>
    %18 = grad.stop_gradient %collapsed_12 : tensor<3xf64>
    %19 = tensor.empty() : tensor<4x3xf64>
    %20 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_10, %18 : tensor<4x3xf64>, tensor<3xf64>) outs(%19 : tensor<4x3xf64>) {
    ^bb0(%in: f64, %in_13: f64, %out: f64):
      %26 = arith.mulf %in, %in_13 : f64
      linalg.yield %26 : f64
    } -> tensor<4x3xf64>
    %21 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<4x3xf64>) outs(%19 : tensor<4x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %26 = math.fpowi %in, %c2_i64 : f64, i64
      linalg.yield %26 : f64
    } -> tensor<4x3xf64>
    %22 = tensor.empty() : tensor<f64>
    %23 = linalg.fill ins(%cst_0 : f64) outs(%22 : tensor<f64>) -> tensor<f64>
    %24 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["reduction", "reduction"]} ins(%21 : tensor<4x3xf64>) outs(%23 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %26 = arith.addf %in, %out : f64
      linalg.yield %26 : f64
    } -> tensor<f64>
    %25 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%24 : tensor<f64>) outs(%22 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %26 = arith.divf %in, %cst_1 : f64
      linalg.yield %26 : f64
    } -> tensor<f64>
    return %25 : tensor<f64>
  }
  func.func @gradient(%arg0: tensor<3x6xf64>, %arg1: tensor<3xf64>, %arg2: tensor<5x3xf64>, %arg3: tensor<2x6xi64>) -> (tensor<f64>, tensor<3x6xf64>, tensor<3xf64>, tensor<5x3xf64>) {
    %0:4 = grad.value_and_grad @loss(%arg0, %arg1, %arg2, %arg3) {wrt = array<i64: 0, 1, 2>} : (tensor<3x6xf64>, tensor<3xf64>, tensor<5x3xf64>, tensor<2x6xi64>) -> (tensor<f64>, tensor<3x6xf64>, tensor<3xf64>, tensor<5x3xf64>)
    return %0#0, %0#1, %0#2, %0#3 : tensor<f64>, tensor<3x6xf64>, tensor<3xf64>, tensor<5x3xf64>
  }
  func.func @products(%arg0: tensor<3x6xf64>, %arg1: tensor<3xf64>, %arg2: tensor<5x3xf64>, %arg3: tensor<2x6xi64>, %arg4: tensor<f64>, %arg5: tensor<3x6xf64>, %arg6: tensor<3xf64>, %arg7: tensor<5x3xf64>) -> (tensor<f64>, tensor<3x6xf64>, tensor<3xf64>, tensor<5x3xf64>, tensor<3x6xf64>, tensor<3xf64>, tensor<5x3xf64>) {
    %0:7 = grad.vjp @gradient(%arg0, %arg1, %arg2, %arg3) cotangents(%arg4, %arg5, %arg6, %arg7) {wrt = array<i64: 0, 1, 2>} : (tensor<3x6xf64>, tensor<3xf64>, tensor<5x3xf64>, tensor<2x6xi64>, tensor<f64>, tensor<3x6xf64>, tensor<3xf64>, tensor<5x3xf64>) -> (tensor<f64>, tensor<3x6xf64>, tensor<3xf64>, tensor<5x3xf64>, tensor<3x6xf64>, tensor<3xf64>, tensor<5x3xf64>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6 : tensor<f64>, tensor<3x6xf64>, tensor<3xf64>, tensor<5x3xf64>, tensor<3x6xf64>, tensor<3xf64>, tensor<5x3xf64>
  }
}
