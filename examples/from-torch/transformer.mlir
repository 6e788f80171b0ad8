// transformer: A block of a transformer: layer normalization, causal attention of two heads, GELU.
// Made by make.py of torch 2.15.0 and torch-mlir 20261001.

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d2)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0) -> (d0)>
#map7 = affine_map<(d0, d1) -> (0, d1)>
#map8 = affine_map<(d0, d1) -> (d0, 0)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map10 = affine_map<(d0, d1, d2, d3) -> ()>
#map11 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map13 = affine_map<(d0, d1, d2) -> ()>
#map14 = affine_map<() -> ()>
module {
  func.func @loss(%arg0: tensor<4xf64>, %arg1: tensor<4xf64>, %arg2: tensor<4xf64>, %arg3: tensor<4xf64>, %arg4: tensor<12x4xf64>, %arg5: tensor<12xf64>, %arg6: tensor<4x4xf64>, %arg7: tensor<4xf64>, %arg8: tensor<8x4xf64>, %arg9: tensor<8xf64>, %arg10: tensor<4x8xf64>, %arg11: tensor<4xf64>, %arg12: tensor<2x3x4xf64>) -> tensor<f64> {
    %c1_i64 = arith.constant 1 : i64
    %c0_i64 = arith.constant 0 : i64
    %c2_i64 = arith.constant 2 : i64
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0xFFF0000000000000 : f64
    %cst_1 = arith.constant 1.000000e+00 : f64
    %cst_2 = arith.constant 5.000000e-01 : f64
    %cst_3 = arith.constant dense<0xFFF0000000000000> : tensor<f64>
    %cst_4 = arith.constant dense<true> : tensor<3x3xi1>
    %cst_5 = arith.constant 1.4142135623730951 : f64
    %cst_6 = arith.constant 1.000000e-05 : f64
    %cst_7 = arith.constant 4.000000e+00 : f64
    %cst_8 = arith.constant 2.400000e+01 : f64
    %0 = tensor.empty() : tensor<2x3x1xf64>
    %1 = linalg.fill ins(%cst : f64) outs(%0 : tensor<2x3x1xf64>) -> tensor<2x3x1xf64>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg12 : tensor<2x3x4xf64>) outs(%1 : tensor<2x3x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.addf %in, %out : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x1xf64>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<2x3x1xf64>) outs(%0 : tensor<2x3x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.divf %in, %cst_7 : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x1xf64>
    %4 = tensor.empty() : tensor<2x3x4xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12, %3 : tensor<2x3x4xf64>, tensor<2x3x1xf64>) outs(%4 : tensor<2x3x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %86 = arith.subf %in, %in_33 : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x4xf64>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5, %5 : tensor<2x3x4xf64>, tensor<2x3x4xf64>) outs(%4 : tensor<2x3x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %86 = arith.mulf %in, %in_33 : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x4xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%6 : tensor<2x3x4xf64>) outs(%1 : tensor<2x3x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.addf %in, %out : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x1xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<2x3x1xf64>) outs(%0 : tensor<2x3x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.divf %in, %cst_7 : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x1xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<2x3x1xf64>) outs(%0 : tensor<2x3x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.addf %in, %cst_6 : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x1xf64>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<2x3x1xf64>) outs(%0 : tensor<2x3x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = math.rsqrt %in : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x1xf64>
    %11 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5, %10 : tensor<2x3x4xf64>, tensor<2x3x1xf64>) outs(%4 : tensor<2x3x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %86 = arith.mulf %in, %in_33 : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x4xf64>
    %12 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %arg0 : tensor<2x3x4xf64>, tensor<4xf64>) outs(%4 : tensor<2x3x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %86 = arith.mulf %in, %in_33 : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x4xf64>
    %13 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %arg1 : tensor<2x3x4xf64>, tensor<4xf64>) outs(%4 : tensor<2x3x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %86 = arith.addf %in, %in_33 : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x4xf64>
    %collapsed = tensor.collapse_shape %13 [[0, 1], [2]] : tensor<2x3x4xf64> into tensor<6x4xf64>
    %14 = tensor.empty() : tensor<4x12xf64>
    %transposed = linalg.transpose ins(%arg4 : tensor<12x4xf64>) outs(%14 : tensor<4x12xf64>) permutation = [1, 0] 
    %15 = tensor.empty() : tensor<6x12xf64>
    %16 = linalg.fill ins(%cst : f64) outs(%15 : tensor<6x12xf64>) -> tensor<6x12xf64>
    %17 = linalg.matmul ins(%collapsed, %transposed : tensor<6x4xf64>, tensor<4x12xf64>) outs(%16 : tensor<6x12xf64>) -> tensor<6x12xf64>
    %18 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg5 : tensor<12xf64>) outs(%15 : tensor<6x12xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<6x12xf64>
    %19 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%17, %18 : tensor<6x12xf64>, tensor<6x12xf64>) outs(%15 : tensor<6x12xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %86 = arith.addf %in, %in_33 : f64
      linalg.yield %86 : f64
    } -> tensor<6x12xf64>
    %expanded = tensor.expand_shape %19 [[0, 1], [2, 3, 4]] output_shape [2, 3, 3, 2, 2] : tensor<6x12xf64> into tensor<2x3x3x2x2xf64>
    %20 = tensor.empty() : tensor<3x2x2x3x2xf64>
    %transposed_9 = linalg.transpose ins(%expanded : tensor<2x3x3x2x2xf64>) outs(%20 : tensor<3x2x2x3x2xf64>) permutation = [2, 0, 3, 1, 4] 
    %extracted_slice = tensor.extract_slice %transposed_9[0, 0, 0, 0, 0] [1, 2, 2, 3, 2] [1, 1, 1, 1, 1] : tensor<3x2x2x3x2xf64> to tensor<1x2x2x3x2xf64>
    %extracted_slice_10 = tensor.extract_slice %transposed_9[1, 0, 0, 0, 0] [1, 2, 2, 3, 2] [1, 1, 1, 1, 1] : tensor<3x2x2x3x2xf64> to tensor<1x2x2x3x2xf64>
    %collapsed_11 = tensor.collapse_shape %extracted_slice_10 [[0, 1], [2], [3], [4]] : tensor<1x2x2x3x2xf64> into tensor<2x2x3x2xf64>
    %21 = tensor.empty() : tensor<2x2x2x3xf64>
    %transposed_12 = linalg.transpose ins(%collapsed_11 : tensor<2x2x3x2xf64>) outs(%21 : tensor<2x2x2x3xf64>) permutation = [0, 1, 3, 2] 
    %collapsed_13 = tensor.collapse_shape %extracted_slice [[0, 1, 2], [3], [4]] : tensor<1x2x2x3x2xf64> into tensor<4x3x2xf64>
    %collapsed_14 = tensor.collapse_shape %transposed_12 [[0, 1], [2], [3]] : tensor<2x2x2x3xf64> into tensor<4x2x3xf64>
    %22 = tensor.empty() : tensor<4x3x3xf64>
    %23 = linalg.fill ins(%cst : f64) outs(%22 : tensor<4x3x3xf64>) -> tensor<4x3x3xf64>
    %24 = linalg.batch_matmul ins(%collapsed_13, %collapsed_14 : tensor<4x3x2xf64>, tensor<4x2x3xf64>) outs(%23 : tensor<4x3x3xf64>) -> tensor<4x3x3xf64>
    %expanded_15 = tensor.expand_shape %24 [[0, 1], [2], [3]] output_shape [2, 2, 3, 3] : tensor<4x3x3xf64> into tensor<2x2x3x3xf64>
    %25 = tensor.empty() : tensor<2x2x3x3xf64>
    %26 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_15 : tensor<2x2x3x3xf64>) outs(%25 : tensor<2x2x3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.divf %in, %cst_5 : f64
      linalg.yield %86 : f64
    } -> tensor<2x2x3x3xf64>
    %27 = tensor.empty() : tensor<3xi64>
    %28 = linalg.generic {indexing_maps = [#map6], iterator_types = ["parallel"]} outs(%27 : tensor<3xi64>) {
    ^bb0(%out: i64):
      %86 = linalg.index 0 : index
      %87 = arith.index_cast %86 : index to i64
      linalg.yield %87 : i64
    } -> tensor<3xi64>
    %expanded_16 = tensor.expand_shape %28 [[0, 1]] output_shape [1, 3] : tensor<3xi64> into tensor<1x3xi64>
    %expanded_17 = tensor.expand_shape %28 [[0, 1]] output_shape [3, 1] : tensor<3xi64> into tensor<3x1xi64>
    %29 = tensor.empty() : tensor<3x3xi64>
    %30 = linalg.generic {indexing_maps = [#map7, #map8, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_16, %expanded_17 : tensor<1x3xi64>, tensor<3x1xi64>) outs(%29 : tensor<3x3xi64>) {
    ^bb0(%in: i64, %in_33: i64, %out: i64):
      %86 = arith.subi %in, %in_33 : i64
      linalg.yield %86 : i64
    } -> tensor<3x3xi64>
    %31 = tensor.empty() : tensor<3x3xi1>
    %32 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%30 : tensor<3x3xi64>) outs(%31 : tensor<3x3xi1>) {
    ^bb0(%in: i64, %out: i1):
      %86 = arith.cmpi sge, %in, %c1_i64 : i64
      linalg.yield %86 : i1
    } -> tensor<3x3xi1>
    %33 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%32, %cst_4 : tensor<3x3xi1>, tensor<3x3xi1>) outs(%31 : tensor<3x3xi1>) {
    ^bb0(%in: i1, %in_33: i1, %out: i1):
      %86 = arith.andi %in, %in_33 : i1
      linalg.yield %86 : i1
    } -> tensor<3x3xi1>
    %34 = linalg.generic {indexing_maps = [#map9, #map10, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33, %cst_3, %26 : tensor<3x3xi1>, tensor<f64>, tensor<2x2x3x3xf64>) outs(%25 : tensor<2x2x3x3xf64>) {
    ^bb0(%in: i1, %in_33: f64, %in_34: f64, %out: f64):
      %86 = arith.select %in, %in_33, %in_34 : f64
      linalg.yield %86 : f64
    } -> tensor<2x2x3x3xf64>
    %35 = tensor.empty() : tensor<2x2x3xi64>
    %36 = linalg.fill ins(%c0_i64 : i64) outs(%35 : tensor<2x2x3xi64>) -> tensor<2x2x3xi64>
    %37 = tensor.empty() : tensor<2x2x3xf64>
    %38 = linalg.fill ins(%cst_0 : f64) outs(%37 : tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
    %39:2 = linalg.generic {indexing_maps = [#map5, #map11, #map11], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%34 : tensor<2x2x3x3xf64>) outs(%38, %36 : tensor<2x2x3xf64>, tensor<2x2x3xi64>) {
    ^bb0(%in: f64, %out: f64, %out_33: i64):
      %86 = linalg.index 3 : index
      %87 = arith.index_cast %86 : index to i64
      %88 = arith.maximumf %in, %out : f64
      %89 = arith.cmpf ogt, %in, %out : f64
      %90 = arith.select %89, %87, %out_33 : i64
      linalg.yield %88, %90 : f64, i64
    } -> (tensor<2x2x3xf64>, tensor<2x2x3xi64>)
    %expanded_18 = tensor.expand_shape %39#0 [[0], [1], [2, 3]] output_shape [2, 2, 3, 1] : tensor<2x2x3xf64> into tensor<2x2x3x1xf64>
    %40 = linalg.generic {indexing_maps = [#map5, #map12, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %expanded_18 : tensor<2x2x3x3xf64>, tensor<2x2x3x1xf64>) outs(%25 : tensor<2x2x3x3xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %86 = arith.subf %in, %in_33 : f64
      linalg.yield %86 : f64
    } -> tensor<2x2x3x3xf64>
    %41 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40 : tensor<2x2x3x3xf64>) outs(%25 : tensor<2x2x3x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = math.exp %in : f64
      linalg.yield %86 : f64
    } -> tensor<2x2x3x3xf64>
    %42 = tensor.empty() : tensor<2x2x3x1xf64>
    %43 = linalg.fill ins(%cst : f64) outs(%42 : tensor<2x2x3x1xf64>) -> tensor<2x2x3x1xf64>
    %44 = linalg.generic {indexing_maps = [#map5, #map12], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%41 : tensor<2x2x3x3xf64>) outs(%43 : tensor<2x2x3x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.addf %in, %out : f64
      linalg.yield %86 : f64
    } -> tensor<2x2x3x1xf64>
    %45 = linalg.generic {indexing_maps = [#map5, #map12, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %44 : tensor<2x2x3x3xf64>, tensor<2x2x3x1xf64>) outs(%25 : tensor<2x2x3x3xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %86 = arith.divf %in, %in_33 : f64
      linalg.yield %86 : f64
    } -> tensor<2x2x3x3xf64>
    %extracted_slice_19 = tensor.extract_slice %transposed_9[2, 0, 0, 0, 0] [1, 2, 2, 3, 2] [1, 1, 1, 1, 1] : tensor<3x2x2x3x2xf64> to tensor<1x2x2x3x2xf64>
    %collapsed_20 = tensor.collapse_shape %45 [[0, 1], [2], [3]] : tensor<2x2x3x3xf64> into tensor<4x3x3xf64>
    %collapsed_21 = tensor.collapse_shape %extracted_slice_19 [[0, 1, 2], [3], [4]] : tensor<1x2x2x3x2xf64> into tensor<4x3x2xf64>
    %46 = tensor.empty() : tensor<4x3x2xf64>
    %47 = linalg.fill ins(%cst : f64) outs(%46 : tensor<4x3x2xf64>) -> tensor<4x3x2xf64>
    %48 = linalg.batch_matmul ins(%collapsed_20, %collapsed_21 : tensor<4x3x3xf64>, tensor<4x3x2xf64>) outs(%47 : tensor<4x3x2xf64>) -> tensor<4x3x2xf64>
    %expanded_22 = tensor.expand_shape %48 [[0, 1], [2], [3]] output_shape [2, 2, 3, 2] : tensor<4x3x2xf64> into tensor<2x2x3x2xf64>
    %49 = tensor.empty() : tensor<2x3x2x2xf64>
    %transposed_23 = linalg.transpose ins(%expanded_22 : tensor<2x2x3x2xf64>) outs(%49 : tensor<2x3x2x2xf64>) permutation = [0, 2, 1, 3] 
    %collapsed_24 = tensor.collapse_shape %transposed_23 [[0, 1], [2, 3]] : tensor<2x3x2x2xf64> into tensor<6x4xf64>
    %50 = tensor.empty() : tensor<4x4xf64>
    %transposed_25 = linalg.transpose ins(%arg6 : tensor<4x4xf64>) outs(%50 : tensor<4x4xf64>) permutation = [1, 0] 
    %51 = tensor.empty() : tensor<6x4xf64>
    %52 = linalg.fill ins(%cst : f64) outs(%51 : tensor<6x4xf64>) -> tensor<6x4xf64>
    %53 = linalg.matmul ins(%collapsed_24, %transposed_25 : tensor<6x4xf64>, tensor<4x4xf64>) outs(%52 : tensor<6x4xf64>) -> tensor<6x4xf64>
    %54 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg7 : tensor<4xf64>) outs(%51 : tensor<6x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<6x4xf64>
    %55 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%53, %54 : tensor<6x4xf64>, tensor<6x4xf64>) outs(%51 : tensor<6x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %86 = arith.addf %in, %in_33 : f64
      linalg.yield %86 : f64
    } -> tensor<6x4xf64>
    %expanded_26 = tensor.expand_shape %55 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf64> into tensor<2x3x4xf64>
    %56 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg12, %expanded_26 : tensor<2x3x4xf64>, tensor<2x3x4xf64>) outs(%4 : tensor<2x3x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %86 = arith.addf %in, %in_33 : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x4xf64>
    %57 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%56 : tensor<2x3x4xf64>) outs(%1 : tensor<2x3x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.addf %in, %out : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x1xf64>
    %58 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57 : tensor<2x3x1xf64>) outs(%0 : tensor<2x3x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.divf %in, %cst_7 : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x1xf64>
    %59 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %58 : tensor<2x3x4xf64>, tensor<2x3x1xf64>) outs(%4 : tensor<2x3x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %86 = arith.subf %in, %in_33 : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x4xf64>
    %60 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %59 : tensor<2x3x4xf64>, tensor<2x3x4xf64>) outs(%4 : tensor<2x3x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %86 = arith.mulf %in, %in_33 : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x4xf64>
    %61 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%60 : tensor<2x3x4xf64>) outs(%1 : tensor<2x3x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.addf %in, %out : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x1xf64>
    %62 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61 : tensor<2x3x1xf64>) outs(%0 : tensor<2x3x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.divf %in, %cst_7 : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x1xf64>
    %63 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62 : tensor<2x3x1xf64>) outs(%0 : tensor<2x3x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.addf %in, %cst_6 : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x1xf64>
    %64 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%63 : tensor<2x3x1xf64>) outs(%0 : tensor<2x3x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = math.rsqrt %in : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x1xf64>
    %65 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %64 : tensor<2x3x4xf64>, tensor<2x3x1xf64>) outs(%4 : tensor<2x3x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %86 = arith.mulf %in, %in_33 : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x4xf64>
    %66 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65, %arg2 : tensor<2x3x4xf64>, tensor<4xf64>) outs(%4 : tensor<2x3x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %86 = arith.mulf %in, %in_33 : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x4xf64>
    %67 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66, %arg3 : tensor<2x3x4xf64>, tensor<4xf64>) outs(%4 : tensor<2x3x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %86 = arith.addf %in, %in_33 : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x4xf64>
    %collapsed_27 = tensor.collapse_shape %67 [[0, 1], [2]] : tensor<2x3x4xf64> into tensor<6x4xf64>
    %68 = tensor.empty() : tensor<4x8xf64>
    %transposed_28 = linalg.transpose ins(%arg8 : tensor<8x4xf64>) outs(%68 : tensor<4x8xf64>) permutation = [1, 0] 
    %69 = tensor.empty() : tensor<6x8xf64>
    %70 = linalg.fill ins(%cst : f64) outs(%69 : tensor<6x8xf64>) -> tensor<6x8xf64>
    %71 = linalg.matmul ins(%collapsed_27, %transposed_28 : tensor<6x4xf64>, tensor<4x8xf64>) outs(%70 : tensor<6x8xf64>) -> tensor<6x8xf64>
    %72 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg9 : tensor<8xf64>) outs(%69 : tensor<6x8xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<6x8xf64>
    %73 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%71, %72 : tensor<6x8xf64>, tensor<6x8xf64>) outs(%69 : tensor<6x8xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %86 = arith.addf %in, %in_33 : f64
      linalg.yield %86 : f64
    } -> tensor<6x8xf64>
    %expanded_29 = tensor.expand_shape %73 [[0, 1], [2]] output_shape [2, 3, 8] : tensor<6x8xf64> into tensor<2x3x8xf64>
    %74 = tensor.empty() : tensor<2x3x8xf64>
    %75 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_29 : tensor<2x3x8xf64>) outs(%74 : tensor<2x3x8xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.divf %in, %cst_5 : f64
      %87 = math.erf %86 : f64
      %88 = arith.addf %87, %cst_1 : f64
      %89 = arith.mulf %88, %cst_2 : f64
      %90 = arith.mulf %in, %89 : f64
      linalg.yield %90 : f64
    } -> tensor<2x3x8xf64>
    %collapsed_30 = tensor.collapse_shape %75 [[0, 1], [2]] : tensor<2x3x8xf64> into tensor<6x8xf64>
    %76 = tensor.empty() : tensor<8x4xf64>
    %transposed_31 = linalg.transpose ins(%arg10 : tensor<4x8xf64>) outs(%76 : tensor<8x4xf64>) permutation = [1, 0] 
    %77 = linalg.matmul ins(%collapsed_30, %transposed_31 : tensor<6x8xf64>, tensor<8x4xf64>) outs(%52 : tensor<6x4xf64>) -> tensor<6x4xf64>
    %78 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%arg11 : tensor<4xf64>) outs(%51 : tensor<6x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<6x4xf64>
    %79 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%77, %78 : tensor<6x4xf64>, tensor<6x4xf64>) outs(%51 : tensor<6x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %86 = arith.addf %in, %in_33 : f64
      linalg.yield %86 : f64
    } -> tensor<6x4xf64>
    %expanded_32 = tensor.expand_shape %79 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf64> into tensor<2x3x4xf64>
    %80 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %expanded_32 : tensor<2x3x4xf64>, tensor<2x3x4xf64>) outs(%4 : tensor<2x3x4xf64>) {
    ^bb0(%in: f64, %in_33: f64, %out: f64):
      %86 = arith.addf %in, %in_33 : f64
      linalg.yield %86 : f64
    } -> tensor<2x3x4xf64>
    %81 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80 : tensor<2x3x4xf64>) outs(%4 : tensor<2x3x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = math.fpowi %in, %c2_i64 : f64, i64
      linalg.yield %86 : f64
    } -> tensor<2x3x4xf64>
    %82 = tensor.empty() : tensor<f64>
    %83 = linalg.fill ins(%cst : f64) outs(%82 : tensor<f64>) -> tensor<f64>
    %84 = linalg.generic {indexing_maps = [#map, #map13], iterator_types = ["reduction", "reduction", "reduction"]} ins(%81 : tensor<2x3x4xf64>) outs(%83 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.addf %in, %out : f64
      linalg.yield %86 : f64
    } -> tensor<f64>
    %85 = linalg.generic {indexing_maps = [#map14, #map14], iterator_types = []} ins(%84 : tensor<f64>) outs(%82 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.divf %in, %cst_8 : f64
      linalg.yield %86 : f64
    } -> tensor<f64>
    return %85 : tensor<f64>
  }
  func.func @gradient(%arg0: tensor<4xf64>, %arg1: tensor<4xf64>, %arg2: tensor<4xf64>, %arg3: tensor<4xf64>, %arg4: tensor<12x4xf64>, %arg5: tensor<12xf64>, %arg6: tensor<4x4xf64>, %arg7: tensor<4xf64>, %arg8: tensor<8x4xf64>, %arg9: tensor<8xf64>, %arg10: tensor<4x8xf64>, %arg11: tensor<4xf64>, %arg12: tensor<2x3x4xf64>) -> (tensor<f64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<4x4xf64>, tensor<4xf64>, tensor<8x4xf64>, tensor<8xf64>, tensor<4x8xf64>, tensor<4xf64>, tensor<2x3x4xf64>) {
    %0:14 = grad.value_and_grad @loss(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8, %arg9, %arg10, %arg11, %arg12) {wrt = array<i64: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12>} : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<4x4xf64>, tensor<4xf64>, tensor<8x4xf64>, tensor<8xf64>, tensor<4x8xf64>, tensor<4xf64>, tensor<2x3x4xf64>) -> (tensor<f64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<4x4xf64>, tensor<4xf64>, tensor<8x4xf64>, tensor<8xf64>, tensor<4x8xf64>, tensor<4xf64>, tensor<2x3x4xf64>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8, %0#9, %0#10, %0#11, %0#12, %0#13 : tensor<f64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<4x4xf64>, tensor<4xf64>, tensor<8x4xf64>, tensor<8xf64>, tensor<4x8xf64>, tensor<4xf64>, tensor<2x3x4xf64>
  }
  func.func @products(%arg0: tensor<4xf64>, %arg1: tensor<4xf64>, %arg2: tensor<4xf64>, %arg3: tensor<4xf64>, %arg4: tensor<12x4xf64>, %arg5: tensor<12xf64>, %arg6: tensor<4x4xf64>, %arg7: tensor<4xf64>, %arg8: tensor<8x4xf64>, %arg9: tensor<8xf64>, %arg10: tensor<4x8xf64>, %arg11: tensor<4xf64>, %arg12: tensor<2x3x4xf64>, %arg13: tensor<f64>, %arg14: tensor<4xf64>, %arg15: tensor<4xf64>, %arg16: tensor<4xf64>, %arg17: tensor<4xf64>, %arg18: tensor<12x4xf64>, %arg19: tensor<12xf64>, %arg20: tensor<4x4xf64>, %arg21: tensor<4xf64>, %arg22: tensor<8x4xf64>, %arg23: tensor<8xf64>, %arg24: tensor<4x8xf64>, %arg25: tensor<4xf64>, %arg26: tensor<2x3x4xf64>) -> (tensor<f64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<4x4xf64>, tensor<4xf64>, tensor<8x4xf64>, tensor<8xf64>, tensor<4x8xf64>, tensor<4xf64>, tensor<2x3x4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<4x4xf64>, tensor<4xf64>, tensor<8x4xf64>, tensor<8xf64>, tensor<4x8xf64>, tensor<4xf64>, tensor<2x3x4xf64>) {
    %0:27 = grad.vjp @gradient(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8, %arg9, %arg10, %arg11, %arg12) cotangents(%arg13, %arg14, %arg15, %arg16, %arg17, %arg18, %arg19, %arg20, %arg21, %arg22, %arg23, %arg24, %arg25, %arg26) {wrt = array<i64: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12>} : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<4x4xf64>, tensor<4xf64>, tensor<8x4xf64>, tensor<8xf64>, tensor<4x8xf64>, tensor<4xf64>, tensor<2x3x4xf64>, tensor<f64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<4x4xf64>, tensor<4xf64>, tensor<8x4xf64>, tensor<8xf64>, tensor<4x8xf64>, tensor<4xf64>, tensor<2x3x4xf64>) -> (tensor<f64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<4x4xf64>, tensor<4xf64>, tensor<8x4xf64>, tensor<8xf64>, tensor<4x8xf64>, tensor<4xf64>, tensor<2x3x4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<4x4xf64>, tensor<4xf64>, tensor<8x4xf64>, tensor<8xf64>, tensor<4x8xf64>, tensor<4xf64>, tensor<2x3x4xf64>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8, %0#9, %0#10, %0#11, %0#12, %0#13, %0#14, %0#15, %0#16, %0#17, %0#18, %0#19, %0#20, %0#21, %0#22, %0#23, %0#24, %0#25, %0#26 : tensor<f64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<4x4xf64>, tensor<4xf64>, tensor<8x4xf64>, tensor<8xf64>, tensor<4x8xf64>, tensor<4xf64>, tensor<2x3x4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<12x4xf64>, tensor<12xf64>, tensor<4x4xf64>, tensor<4xf64>, tensor<8x4xf64>, tensor<8xf64>, tensor<4x8xf64>, tensor<4xf64>, tensor<2x3x4xf64>
  }
}
