// recurrent: A GRU whose state is half detached, with weights made under no_grad.
// Made by make.py of torch 2.15.0 and torch-mlir 20261001.

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> ()>
#map2 = affine_map<() -> ()>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1) -> ()>
module {
  func.func @loss(%arg0: tensor<12x3xf64>, %arg1: tensor<12x4xf64>, %arg2: tensor<12xf64>, %arg3: tensor<12xf64>, %arg4: tensor<4x2x3xf64>, %arg5: tensor<2x4xf64>) -> tensor<f64> {
    %c2_i64 = arith.constant 2 : i64
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 1.000000e+00 : f64
    %cst_1 = arith.constant 5.000000e-01 : f64
    %0 = tensor.empty() : tensor<f64>
    %1 = linalg.fill ins(%cst : f64) outs(%0 : tensor<f64>) -> tensor<f64>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "reduction", "reduction"]} ins(%arg4 : tensor<4x2x3xf64>) outs(%1 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = arith.addf %in, %out : f64
      linalg.yield %87 : f64
    } -> tensor<f64>
    %3 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%2 : tensor<f64>) outs(%0 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = arith.negf %in : f64
      %88 = math.exp %87 : f64
      %89 = arith.addf %88, %cst_0 : f64
      %90 = arith.divf %cst_0, %89 : f64
      linalg.yield %90 : f64
    } -> tensor<f64>
    %4 = grad.stop_gradient %3 : tensor<f64>
    %extracted_slice = tensor.extract_slice %arg4[0, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf64> to tensor<1x2x3xf64>
    %extracted_slice_2 = tensor.extract_slice %arg4[1, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf64> to tensor<1x2x3xf64>
    %extracted_slice_3 = tensor.extract_slice %arg4[2, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf64> to tensor<1x2x3xf64>
    %extracted_slice_4 = tensor.extract_slice %arg4[3, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf64> to tensor<1x2x3xf64>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x2x3xf64> into tensor<2x3xf64>
    %collapsed_5 = tensor.collapse_shape %extracted_slice_2 [[0, 1], [2]] : tensor<1x2x3xf64> into tensor<2x3xf64>
    %collapsed_6 = tensor.collapse_shape %extracted_slice_3 [[0, 1], [2]] : tensor<1x2x3xf64> into tensor<2x3xf64>
    %collapsed_7 = tensor.collapse_shape %extracted_slice_4 [[0, 1], [2]] : tensor<1x2x3xf64> into tensor<2x3xf64>
    %5 = tensor.empty() : tensor<3x12xf64>
    %transposed = linalg.transpose ins(%arg0 : tensor<12x3xf64>) outs(%5 : tensor<3x12xf64>) permutation = [1, 0] 
    %6 = tensor.empty() : tensor<2x12xf64>
    %7 = linalg.fill ins(%cst : f64) outs(%6 : tensor<2x12xf64>) -> tensor<2x12xf64>
    %8 = linalg.matmul ins(%collapsed, %transposed : tensor<2x3xf64>, tensor<3x12xf64>) outs(%7 : tensor<2x12xf64>) -> tensor<2x12xf64>
    %9 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<12xf64>) outs(%6 : tensor<2x12xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<2x12xf64>
    %10 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%8, %9 : tensor<2x12xf64>, tensor<2x12xf64>) outs(%6 : tensor<2x12xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x12xf64>
    %extracted_slice_8 = tensor.extract_slice %10[0, 0] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %extracted_slice_9 = tensor.extract_slice %10[0, 4] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %extracted_slice_10 = tensor.extract_slice %10[0, 8] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %11 = tensor.empty() : tensor<4x12xf64>
    %transposed_11 = linalg.transpose ins(%arg1 : tensor<12x4xf64>) outs(%11 : tensor<4x12xf64>) permutation = [1, 0] 
    %12 = linalg.matmul ins(%arg5, %transposed_11 : tensor<2x4xf64>, tensor<4x12xf64>) outs(%7 : tensor<2x12xf64>) -> tensor<2x12xf64>
    %13 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<12xf64>) outs(%6 : tensor<2x12xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<2x12xf64>
    %14 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%12, %13 : tensor<2x12xf64>, tensor<2x12xf64>) outs(%6 : tensor<2x12xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x12xf64>
    %extracted_slice_12 = tensor.extract_slice %14[0, 0] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %extracted_slice_13 = tensor.extract_slice %14[0, 4] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %extracted_slice_14 = tensor.extract_slice %14[0, 8] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %15 = tensor.empty() : tensor<2x4xf64>
    %16 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_12, %extracted_slice_8 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %17 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = arith.negf %in : f64
      %88 = math.exp %87 : f64
      %89 = arith.addf %88, %cst_0 : f64
      %90 = arith.divf %cst_0, %89 : f64
      linalg.yield %90 : f64
    } -> tensor<2x4xf64>
    %18 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_13, %extracted_slice_9 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %19 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = arith.negf %in : f64
      %88 = math.exp %87 : f64
      %89 = arith.addf %88, %cst_0 : f64
      %90 = arith.divf %cst_0, %89 : f64
      linalg.yield %90 : f64
    } -> tensor<2x4xf64>
    %20 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_14, %17 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.mulf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %21 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_10, %20 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %22 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%21 : tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = math.tanh %in : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %23 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg5, %22 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.subf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %24 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%23, %19 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.mulf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %25 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%24, %22 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %26 = grad.stop_gradient %25 : tensor<2x4xf64>
    %27 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%26 : tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = arith.mulf %in, %cst_1 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %28 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%25 : tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = arith.mulf %in, %cst_1 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %29 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%27, %28 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %30 = linalg.matmul ins(%collapsed_5, %transposed : tensor<2x3xf64>, tensor<3x12xf64>) outs(%7 : tensor<2x12xf64>) -> tensor<2x12xf64>
    %31 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%30, %9 : tensor<2x12xf64>, tensor<2x12xf64>) outs(%6 : tensor<2x12xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x12xf64>
    %extracted_slice_15 = tensor.extract_slice %31[0, 0] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %extracted_slice_16 = tensor.extract_slice %31[0, 4] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %extracted_slice_17 = tensor.extract_slice %31[0, 8] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %32 = linalg.matmul ins(%29, %transposed_11 : tensor<2x4xf64>, tensor<4x12xf64>) outs(%7 : tensor<2x12xf64>) -> tensor<2x12xf64>
    %33 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%32, %13 : tensor<2x12xf64>, tensor<2x12xf64>) outs(%6 : tensor<2x12xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x12xf64>
    %extracted_slice_18 = tensor.extract_slice %33[0, 0] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %extracted_slice_19 = tensor.extract_slice %33[0, 4] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %extracted_slice_20 = tensor.extract_slice %33[0, 8] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %34 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_18, %extracted_slice_15 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %35 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%34 : tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = arith.negf %in : f64
      %88 = math.exp %87 : f64
      %89 = arith.addf %88, %cst_0 : f64
      %90 = arith.divf %cst_0, %89 : f64
      linalg.yield %90 : f64
    } -> tensor<2x4xf64>
    %36 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_19, %extracted_slice_16 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %37 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%36 : tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = arith.negf %in : f64
      %88 = math.exp %87 : f64
      %89 = arith.addf %88, %cst_0 : f64
      %90 = arith.divf %cst_0, %89 : f64
      linalg.yield %90 : f64
    } -> tensor<2x4xf64>
    %38 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_20, %35 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.mulf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %39 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_17, %38 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %40 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%39 : tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = math.tanh %in : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %41 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%29, %40 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.subf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %42 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%41, %37 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.mulf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %43 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%42, %40 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %44 = grad.stop_gradient %43 : tensor<2x4xf64>
    %45 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%44 : tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = arith.mulf %in, %cst_1 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %46 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%43 : tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = arith.mulf %in, %cst_1 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %47 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%45, %46 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %48 = linalg.matmul ins(%collapsed_6, %transposed : tensor<2x3xf64>, tensor<3x12xf64>) outs(%7 : tensor<2x12xf64>) -> tensor<2x12xf64>
    %49 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%48, %9 : tensor<2x12xf64>, tensor<2x12xf64>) outs(%6 : tensor<2x12xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x12xf64>
    %extracted_slice_21 = tensor.extract_slice %49[0, 0] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %extracted_slice_22 = tensor.extract_slice %49[0, 4] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %extracted_slice_23 = tensor.extract_slice %49[0, 8] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %50 = linalg.matmul ins(%47, %transposed_11 : tensor<2x4xf64>, tensor<4x12xf64>) outs(%7 : tensor<2x12xf64>) -> tensor<2x12xf64>
    %51 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%50, %13 : tensor<2x12xf64>, tensor<2x12xf64>) outs(%6 : tensor<2x12xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x12xf64>
    %extracted_slice_24 = tensor.extract_slice %51[0, 0] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %extracted_slice_25 = tensor.extract_slice %51[0, 4] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %extracted_slice_26 = tensor.extract_slice %51[0, 8] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %52 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_24, %extracted_slice_21 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %53 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%52 : tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = arith.negf %in : f64
      %88 = math.exp %87 : f64
      %89 = arith.addf %88, %cst_0 : f64
      %90 = arith.divf %cst_0, %89 : f64
      linalg.yield %90 : f64
    } -> tensor<2x4xf64>
    %54 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_25, %extracted_slice_22 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %55 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%54 : tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = arith.negf %in : f64
      %88 = math.exp %87 : f64
      %89 = arith.addf %88, %cst_0 : f64
      %90 = arith.divf %cst_0, %89 : f64
      linalg.yield %90 : f64
    } -> tensor<2x4xf64>
    %56 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_26, %53 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.mulf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %57 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_23, %56 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %58 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%57 : tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = math.tanh %in : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %59 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%47, %58 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.subf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %60 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%59, %55 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.mulf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %61 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%60, %58 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %62 = grad.stop_gradient %61 : tensor<2x4xf64>
    %63 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%62 : tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = arith.mulf %in, %cst_1 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %64 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%61 : tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = arith.mulf %in, %cst_1 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %65 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%63, %64 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %66 = linalg.matmul ins(%collapsed_7, %transposed : tensor<2x3xf64>, tensor<3x12xf64>) outs(%7 : tensor<2x12xf64>) -> tensor<2x12xf64>
    %67 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%66, %9 : tensor<2x12xf64>, tensor<2x12xf64>) outs(%6 : tensor<2x12xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x12xf64>
    %extracted_slice_27 = tensor.extract_slice %67[0, 0] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %extracted_slice_28 = tensor.extract_slice %67[0, 4] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %extracted_slice_29 = tensor.extract_slice %67[0, 8] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %68 = linalg.matmul ins(%65, %transposed_11 : tensor<2x4xf64>, tensor<4x12xf64>) outs(%7 : tensor<2x12xf64>) -> tensor<2x12xf64>
    %69 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%68, %13 : tensor<2x12xf64>, tensor<2x12xf64>) outs(%6 : tensor<2x12xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x12xf64>
    %extracted_slice_30 = tensor.extract_slice %69[0, 0] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %extracted_slice_31 = tensor.extract_slice %69[0, 4] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %extracted_slice_32 = tensor.extract_slice %69[0, 8] [2, 4] [1, 1] : tensor<2x12xf64> to tensor<2x4xf64>
    %70 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_30, %extracted_slice_27 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %71 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%70 : tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = arith.negf %in : f64
      %88 = math.exp %87 : f64
      %89 = arith.addf %88, %cst_0 : f64
      %90 = arith.divf %cst_0, %89 : f64
      linalg.yield %90 : f64
    } -> tensor<2x4xf64>
    %72 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_31, %extracted_slice_28 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %73 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%72 : tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = arith.negf %in : f64
      %88 = math.exp %87 : f64
      %89 = arith.addf %88, %cst_0 : f64
      %90 = arith.divf %cst_0, %89 : f64
      linalg.yield %90 : f64
    } -> tensor<2x4xf64>
    %74 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_32, %71 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.mulf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %75 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_29, %74 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %76 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%75 : tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = math.tanh %in : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %77 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%65, %76 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.subf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %78 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%77, %73 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.mulf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %79 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%78, %76 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %80 = grad.stop_gradient %79 : tensor<2x4xf64>
    %81 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%80 : tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = arith.mulf %in, %cst_1 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %82 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%79 : tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = arith.mulf %in, %cst_1 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %83 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%81, %82 : tensor<2x4xf64>, tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.addf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %84 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%83 : tensor<2x4xf64>) outs(%15 : tensor<2x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = math.fpowi %in, %c2_i64 : f64, i64
      linalg.yield %87 : f64
    } -> tensor<2x4xf64>
    %85 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["reduction", "reduction"]} ins(%84 : tensor<2x4xf64>) outs(%1 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %87 = arith.addf %in, %out : f64
      linalg.yield %87 : f64
    } -> tensor<f64>
    %86 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%4, %85 : tensor<f64>, tensor<f64>) outs(%0 : tensor<f64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %87 = arith.mulf %in, %in_33 : f64
      linalg.yield %87 : f64
    } -> tensor<f64>
    return %86 : tensor<f64>
  }
  func.func @gradient(%arg0: tensor<12x3xf64>, %arg1: tensor<12x4xf64>, %arg2: tensor<12xf64>, %arg3: tensor<12xf64>, %arg4: tensor<4x2x3xf64>, %arg5: tensor<2x4xf64>) -> (tensor<f64>, tensor<12x3xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<12xf64>, tensor<4x2x3xf64>, tensor<2x4xf64>) {
    %0:7 = grad.value_and_grad @loss(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) {wrt = array<i64: 0, 1, 2, 3, 4, 5>} : (tensor<12x3xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<12xf64>, tensor<4x2x3xf64>, tensor<2x4xf64>) -> (tensor<f64>, tensor<12x3xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<12xf64>, tensor<4x2x3xf64>, tensor<2x4xf64>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6 : tensor<f64>, tensor<12x3xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<12xf64>, tensor<4x2x3xf64>, tensor<2x4xf64>
  }
  func.func @products(%arg0: tensor<12x3xf64>, %arg1: tensor<12x4xf64>, %arg2: tensor<12xf64>, %arg3: tensor<12xf64>, %arg4: tensor<4x2x3xf64>, %arg5: tensor<2x4xf64>, %arg6: tensor<f64>, %arg7: tensor<12x3xf64>, %arg8: tensor<12x4xf64>, %arg9: tensor<12xf64>, %arg10: tensor<12xf64>, %arg11: tensor<4x2x3xf64>, %arg12: tensor<2x4xf64>) -> (tensor<f64>, tensor<12x3xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<12xf64>, tensor<4x2x3xf64>, tensor<2x4xf64>, tensor<12x3xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<12xf64>, tensor<4x2x3xf64>, tensor<2x4xf64>) {
    %0:13 = grad.vjp @gradient(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) cotangents(%arg6, %arg7, %arg8, %arg9, %arg10, %arg11, %arg12) {wrt = array<i64: 0, 1, 2, 3, 4, 5>} : (tensor<12x3xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<12xf64>, tensor<4x2x3xf64>, tensor<2x4xf64>, tensor<f64>, tensor<12x3xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<12xf64>, tensor<4x2x3xf64>, tensor<2x4xf64>) -> (tensor<f64>, tensor<12x3xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<12xf64>, tensor<4x2x3xf64>, tensor<2x4xf64>, tensor<12x3xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<12xf64>, tensor<4x2x3xf64>, tensor<2x4xf64>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8, %0#9, %0#10, %0#11, %0#12 : tensor<f64>, tensor<12x3xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<12xf64>, tensor<4x2x3xf64>, tensor<2x4xf64>, tensor<12x3xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<12xf64>, tensor<4x2x3xf64>, tensor<2x4xf64>
  }
}
