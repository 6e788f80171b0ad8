// sequence: An LSTM over a text: one loop for any length of it, and the loss of the next letters.
// Made by make.py of torch 2.15.0 and torch-mlir 20261001.

#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map5 = affine_map<(d0, d1) -> (d0, d1)>
#map6 = affine_map<(d0, d1) -> (d0)>
#map7 = affine_map<(d0, d1) -> (d0, 0)>
#map8 = affine_map<(d0) -> ()>
#map9 = affine_map<() -> ()>
module {
  func.func @loss(%arg0: tensor<7x4xf64>, %arg1: tensor<20x4xf64>, %arg2: tensor<20x5xf64>, %arg3: tensor<20xf64>, %arg4: tensor<20xf64>, %arg5: tensor<7x5xf64>, %arg6: tensor<7xf64>, %arg7: tensor<2x6xi64>) -> tensor<f64> {
    %cst = arith.constant dense<0.000000e+00> : tensor<2x5xf64>
    %c-100_i64 = arith.constant -100 : i64
    %c0_i64 = arith.constant 0 : i64
    %c7 = arith.constant 7 : index
    %cst_0 = arith.constant 0.000000e+00 : f64
    %cst_1 = arith.constant 0xFFF0000000000000 : f64
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f64>
    %cst_3 = arith.constant dense<0> : tensor<i64>
    %extracted_slice = tensor.extract_slice %arg7[0, 0] [2, 5] [1, 1] : tensor<2x6xi64> to tensor<2x5xi64>
    %0 = tensor.empty() : tensor<2x5x4xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<2x5xi64>) outs(%0 : tensor<2x5x4xf64>) {
    ^bb0(%in: i64, %out: f64):
      %47 = arith.index_cast %in : i64 to index
      %48 = linalg.index 2 : index
      %49 = arith.cmpi slt, %47, %c7 : index
      cf.assert %49, "index must be smaller than dim size"
      %50 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %50, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg0[%47, %48] : tensor<7x4xf64>
      linalg.yield %extracted : f64
    } -> tensor<2x5x4xf64>
    %2 = tensor.empty() : tensor<5x2x4xf64>
    %transposed = linalg.transpose ins(%1 : tensor<2x5x4xf64>) outs(%2 : tensor<5x2x4xf64>) permutation = [1, 0, 2] 
    %3 = tensor.empty() : tensor<4x20xf64>
    %transposed_4 = linalg.transpose ins(%arg1 : tensor<20x4xf64>) outs(%3 : tensor<4x20xf64>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %transposed [[0, 1], [2]] : tensor<5x2x4xf64> into tensor<10x4xf64>
    %4 = tensor.empty() : tensor<10x20xf64>
    %5 = linalg.fill ins(%cst_0 : f64) outs(%4 : tensor<10x20xf64>) -> tensor<10x20xf64>
    %6 = linalg.matmul ins(%collapsed, %transposed_4 : tensor<10x4xf64>, tensor<4x20xf64>) outs(%5 : tensor<10x20xf64>) -> tensor<10x20xf64>
    %expanded = tensor.expand_shape %6 [[0, 1], [2]] output_shape [5, 2, 20] : tensor<10x20xf64> into tensor<5x2x20xf64>
    %7 = tensor.empty() : tensor<20xf64>
    %8 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel"]} ins(%arg3, %arg4 : tensor<20xf64>, tensor<20xf64>) outs(%7 : tensor<20xf64>) {
    ^bb0(%in: f64, %in_14: f64, %out: f64):
      %47 = arith.addf %in, %in_14 : f64
      linalg.yield %47 : f64
    } -> tensor<20xf64>
    %9 = tensor.empty() : tensor<5x2x20xf64>
    %10 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %8 : tensor<5x2x20xf64>, tensor<20xf64>) outs(%9 : tensor<5x2x20xf64>) {
    ^bb0(%in: f64, %in_14: f64, %out: f64):
      %47 = arith.addf %in, %in_14 : f64
      linalg.yield %47 : f64
    } -> tensor<5x2x20xf64>
    %11 = tensor.empty() : tensor<5x20xf64>
    %transposed_5 = linalg.transpose ins(%arg2 : tensor<20x5xf64>) outs(%11 : tensor<5x20xf64>) permutation = [1, 0] 
    %12:3 = call @sg.loop.lstm.0(%10, %cst, %cst, %transposed_5) : (tensor<5x2x20xf64>, tensor<2x5xf64>, tensor<2x5xf64>, tensor<5x20xf64>) -> (tensor<5x2x5xf64>, tensor<2x5xf64>, tensor<2x5xf64>)
    %13 = tensor.empty() : tensor<2x5x5xf64>
    %transposed_6 = linalg.transpose ins(%12#0 : tensor<5x2x5xf64>) outs(%13 : tensor<2x5x5xf64>) permutation = [1, 0, 2] 
    %14 = tensor.empty() : tensor<5x7xf64>
    %transposed_7 = linalg.transpose ins(%arg5 : tensor<7x5xf64>) outs(%14 : tensor<5x7xf64>) permutation = [1, 0] 
    %15 = tensor.empty() : tensor<2x5x7xf64>
    %16 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_7 : tensor<5x7xf64>) outs(%15 : tensor<2x5x7xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<2x5x7xf64>
    %17 = linalg.fill ins(%cst_0 : f64) outs(%15 : tensor<2x5x7xf64>) -> tensor<2x5x7xf64>
    %18 = linalg.batch_matmul ins(%transposed_6, %16 : tensor<2x5x5xf64>, tensor<2x5x7xf64>) outs(%17 : tensor<2x5x7xf64>) -> tensor<2x5x7xf64>
    %19 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %arg6 : tensor<2x5x7xf64>, tensor<7xf64>) outs(%15 : tensor<2x5x7xf64>) {
    ^bb0(%in: f64, %in_14: f64, %out: f64):
      %47 = arith.addf %in, %in_14 : f64
      linalg.yield %47 : f64
    } -> tensor<2x5x7xf64>
    %collapsed_8 = tensor.collapse_shape %19 [[0, 1], [2]] : tensor<2x5x7xf64> into tensor<10x7xf64>
    %extracted_slice_9 = tensor.extract_slice %arg7[0, 1] [2, 5] [1, 1] : tensor<2x6xi64> to tensor<2x5xi64>
    %collapsed_10 = tensor.collapse_shape %extracted_slice_9 [[0, 1]] : tensor<2x5xi64> into tensor<10xi64>
    %20 = tensor.empty() : tensor<10xi64>
    %21 = linalg.fill ins(%c0_i64 : i64) outs(%20 : tensor<10xi64>) -> tensor<10xi64>
    %22 = tensor.empty() : tensor<10xf64>
    %23 = linalg.fill ins(%cst_1 : f64) outs(%22 : tensor<10xf64>) -> tensor<10xf64>
    %24:2 = linalg.generic {indexing_maps = [#map5, #map6, #map6], iterator_types = ["parallel", "reduction"]} ins(%collapsed_8 : tensor<10x7xf64>) outs(%23, %21 : tensor<10xf64>, tensor<10xi64>) {
    ^bb0(%in: f64, %out: f64, %out_14: i64):
      %47 = linalg.index 1 : index
      %48 = arith.index_cast %47 : index to i64
      %49 = arith.maximumf %in, %out : f64
      %50 = arith.cmpf ogt, %in, %out : f64
      %51 = arith.select %50, %48, %out_14 : i64
      linalg.yield %49, %51 : f64, i64
    } -> (tensor<10xf64>, tensor<10xi64>)
    %expanded_11 = tensor.expand_shape %24#0 [[0, 1]] output_shape [10, 1] : tensor<10xf64> into tensor<10x1xf64>
    %25 = tensor.empty() : tensor<10x7xf64>
    %26 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel"]} ins(%collapsed_8, %expanded_11 : tensor<10x7xf64>, tensor<10x1xf64>) outs(%25 : tensor<10x7xf64>) {
    ^bb0(%in: f64, %in_14: f64, %out: f64):
      %47 = arith.subf %in, %in_14 : f64
      linalg.yield %47 : f64
    } -> tensor<10x7xf64>
    %27 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%26 : tensor<10x7xf64>) outs(%25 : tensor<10x7xf64>) {
    ^bb0(%in: f64, %out: f64):
      %47 = math.exp %in : f64
      linalg.yield %47 : f64
    } -> tensor<10x7xf64>
    %28 = tensor.empty() : tensor<10x1xf64>
    %29 = linalg.fill ins(%cst_0 : f64) outs(%28 : tensor<10x1xf64>) -> tensor<10x1xf64>
    %30 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["parallel", "reduction"]} ins(%27 : tensor<10x7xf64>) outs(%29 : tensor<10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %47 = arith.addf %in, %out : f64
      linalg.yield %47 : f64
    } -> tensor<10x1xf64>
    %31 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%30 : tensor<10x1xf64>) outs(%28 : tensor<10x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %47 = math.log %in : f64
      linalg.yield %47 : f64
    } -> tensor<10x1xf64>
    %32 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel"]} ins(%26, %31 : tensor<10x7xf64>, tensor<10x1xf64>) outs(%25 : tensor<10x7xf64>) {
    ^bb0(%in: f64, %in_14: f64, %out: f64):
      %47 = arith.subf %in, %in_14 : f64
      linalg.yield %47 : f64
    } -> tensor<10x7xf64>
    %33 = tensor.empty() : tensor<10xi1>
    %34 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%collapsed_10 : tensor<10xi64>) outs(%33 : tensor<10xi1>) {
    ^bb0(%in: i64, %out: i1):
      %47 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %47 : i1
    } -> tensor<10xi1>
    %35 = linalg.generic {indexing_maps = [#map2, #map2, #map8, #map2], iterator_types = ["parallel"]} ins(%34, %collapsed_10, %cst_3 : tensor<10xi1>, tensor<10xi64>, tensor<i64>) outs(%20 : tensor<10xi64>) {
    ^bb0(%in: i1, %in_14: i64, %in_15: i64, %out: i64):
      %47 = arith.select %in, %in_14, %in_15 : i64
      linalg.yield %47 : i64
    } -> tensor<10xi64>
    %expanded_12 = tensor.expand_shape %35 [[0, 1]] output_shape [10, 1] : tensor<10xi64> into tensor<10x1xi64>
    %36 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%expanded_12 : tensor<10x1xi64>) outs(%29 : tensor<10x1xf64>) {
    ^bb0(%in: i64, %out: f64):
      %47 = linalg.index 0 : index
      %48 = arith.index_cast %in : i64 to index
      %49 = arith.cmpi slt, %48, %c7 : index
      cf.assert %49, "index must be smaller than dim size"
      %50 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %50, "index must be larger or equal to 0"
      %extracted = tensor.extract %32[%47, %48] : tensor<10x7xf64>
      linalg.yield %extracted : f64
    } -> tensor<10x1xf64>
    %collapsed_13 = tensor.collapse_shape %36 [[0, 1]] : tensor<10x1xf64> into tensor<10xf64>
    %37 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%collapsed_13 : tensor<10xf64>) outs(%22 : tensor<10xf64>) {
    ^bb0(%in: f64, %out: f64):
      %47 = arith.negf %in : f64
      linalg.yield %47 : f64
    } -> tensor<10xf64>
    %38 = linalg.generic {indexing_maps = [#map2, #map2, #map8, #map2], iterator_types = ["parallel"]} ins(%34, %37, %cst_2 : tensor<10xi1>, tensor<10xf64>, tensor<f64>) outs(%22 : tensor<10xf64>) {
    ^bb0(%in: i1, %in_14: f64, %in_15: f64, %out: f64):
      %47 = arith.select %in, %in_14, %in_15 : f64
      linalg.yield %47 : f64
    } -> tensor<10xf64>
    %39 = tensor.empty() : tensor<i64>
    %40 = linalg.fill ins(%c0_i64 : i64) outs(%39 : tensor<i64>) -> tensor<i64>
    %41 = linalg.generic {indexing_maps = [#map2, #map8], iterator_types = ["reduction"]} ins(%34 : tensor<10xi1>) outs(%40 : tensor<i64>) {
    ^bb0(%in: i1, %out: i64):
      %47 = arith.extui %in : i1 to i64
      %48 = arith.addi %47, %out : i64
      linalg.yield %48 : i64
    } -> tensor<i64>
    %42 = tensor.empty() : tensor<f64>
    %43 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = []} ins(%41 : tensor<i64>) outs(%42 : tensor<f64>) {
    ^bb0(%in: i64, %out: f64):
      %47 = arith.sitofp %in : i64 to f64
      linalg.yield %47 : f64
    } -> tensor<f64>
    %44 = linalg.fill ins(%cst_0 : f64) outs(%42 : tensor<f64>) -> tensor<f64>
    %45 = linalg.generic {indexing_maps = [#map2, #map8], iterator_types = ["reduction"]} ins(%38 : tensor<10xf64>) outs(%44 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %47 = arith.addf %in, %out : f64
      linalg.yield %47 : f64
    } -> tensor<f64>
    %46 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = []} ins(%45, %43 : tensor<f64>, tensor<f64>) outs(%42 : tensor<f64>) {
    ^bb0(%in: f64, %in_14: f64, %out: f64):
      %47 = arith.divf %in, %in_14 : f64
      linalg.yield %47 : f64
    } -> tensor<f64>
    return %46 : tensor<f64>
  }
  func.func @gradient(%arg0: tensor<7x4xf64>, %arg1: tensor<20x4xf64>, %arg2: tensor<20x5xf64>, %arg3: tensor<20xf64>, %arg4: tensor<20xf64>, %arg5: tensor<7x5xf64>, %arg6: tensor<7xf64>, %arg7: tensor<2x6xi64>) -> (tensor<f64>, tensor<7x4xf64>, tensor<20x4xf64>, tensor<20x5xf64>, tensor<20xf64>, tensor<20xf64>, tensor<7x5xf64>, tensor<7xf64>) {
    %0:8 = grad.value_and_grad @loss(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7) {wrt = array<i64: 0, 1, 2, 3, 4, 5, 6>} : (tensor<7x4xf64>, tensor<20x4xf64>, tensor<20x5xf64>, tensor<20xf64>, tensor<20xf64>, tensor<7x5xf64>, tensor<7xf64>, tensor<2x6xi64>) -> (tensor<f64>, tensor<7x4xf64>, tensor<20x4xf64>, tensor<20x5xf64>, tensor<20xf64>, tensor<20xf64>, tensor<7x5xf64>, tensor<7xf64>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7 : tensor<f64>, tensor<7x4xf64>, tensor<20x4xf64>, tensor<20x5xf64>, tensor<20xf64>, tensor<20xf64>, tensor<7x5xf64>, tensor<7xf64>
  }
  func.func @products(%arg0: tensor<7x4xf64>, %arg1: tensor<20x4xf64>, %arg2: tensor<20x5xf64>, %arg3: tensor<20xf64>, %arg4: tensor<20xf64>, %arg5: tensor<7x5xf64>, %arg6: tensor<7xf64>, %arg7: tensor<2x6xi64>, %arg8: tensor<f64>, %arg9: tensor<7x4xf64>, %arg10: tensor<20x4xf64>, %arg11: tensor<20x5xf64>, %arg12: tensor<20xf64>, %arg13: tensor<20xf64>, %arg14: tensor<7x5xf64>, %arg15: tensor<7xf64>) -> (tensor<f64>, tensor<7x4xf64>, tensor<20x4xf64>, tensor<20x5xf64>, tensor<20xf64>, tensor<20xf64>, tensor<7x5xf64>, tensor<7xf64>, tensor<7x4xf64>, tensor<20x4xf64>, tensor<20x5xf64>, tensor<20xf64>, tensor<20xf64>, tensor<7x5xf64>, tensor<7xf64>) {
    %0:15 = grad.vjp @gradient(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7) cotangents(%arg8, %arg9, %arg10, %arg11, %arg12, %arg13, %arg14, %arg15) {wrt = array<i64: 0, 1, 2, 3, 4, 5, 6>} : (tensor<7x4xf64>, tensor<20x4xf64>, tensor<20x5xf64>, tensor<20xf64>, tensor<20xf64>, tensor<7x5xf64>, tensor<7xf64>, tensor<2x6xi64>, tensor<f64>, tensor<7x4xf64>, tensor<20x4xf64>, tensor<20x5xf64>, tensor<20xf64>, tensor<20xf64>, tensor<7x5xf64>, tensor<7xf64>) -> (tensor<f64>, tensor<7x4xf64>, tensor<20x4xf64>, tensor<20x5xf64>, tensor<20xf64>, tensor<20xf64>, tensor<7x5xf64>, tensor<7xf64>, tensor<7x4xf64>, tensor<20x4xf64>, tensor<20x5xf64>, tensor<20xf64>, tensor<20xf64>, tensor<7x5xf64>, tensor<7xf64>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8, %0#9, %0#10, %0#11, %0#12, %0#13, %0#14 : tensor<f64>, tensor<7x4xf64>, tensor<20x4xf64>, tensor<20x5xf64>, tensor<20xf64>, tensor<20xf64>, tensor<7x5xf64>, tensor<7xf64>, tensor<7x4xf64>, tensor<20x4xf64>, tensor<20x5xf64>, tensor<20xf64>, tensor<20xf64>, tensor<7x5xf64>, tensor<7xf64>
  }
  func.func private @sg.loop.lstm.0(%arg0: tensor<5x2x20xf64>, %arg1: tensor<2x5xf64>, %arg2: tensor<2x5xf64>, %arg3: tensor<5x20xf64>) -> (tensor<5x2x5xf64>, tensor<2x5xf64>, tensor<2x5xf64>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %dim = tensor.dim %arg0, %c0 : tensor<5x2x20xf64>
    %0 = tensor.empty() : tensor<5x2x5xf64>
    %1:3 = scf.for %arg4 = %c0 to %dim step %c1 iter_args(%arg5 = %0, %arg6 = %arg1, %arg7 = %arg2) -> (tensor<5x2x5xf64>, tensor<2x5xf64>, tensor<2x5xf64>) {
      %extracted_slice = tensor.extract_slice %arg0[%arg4, 0, 0] [1, 2, 20] [1, 1, 1] : tensor<5x2x20xf64> to tensor<2x20xf64>
      %cst = arith.constant 0.000000e+00 : f64
      %cst_0 = arith.constant 1.000000e+00 : f64
      %2 = tensor.empty() : tensor<2x20xf64>
      %3 = linalg.fill ins(%cst : f64) outs(%2 : tensor<2x20xf64>) -> tensor<2x20xf64>
      %4 = linalg.matmul ins(%arg6, %arg3 : tensor<2x5xf64>, tensor<5x20xf64>) outs(%3 : tensor<2x20xf64>) -> tensor<2x20xf64>
      %5 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice, %4 : tensor<2x20xf64>, tensor<2x20xf64>) outs(%2 : tensor<2x20xf64>) {
      ^bb0(%in: f64, %in_5: f64, %out: f64):
        %16 = arith.addf %in, %in_5 : f64
        linalg.yield %16 : f64
      } -> tensor<2x20xf64>
      %extracted_slice_1 = tensor.extract_slice %5[0, 0] [2, 5] [1, 1] : tensor<2x20xf64> to tensor<2x5xf64>
      %extracted_slice_2 = tensor.extract_slice %5[0, 5] [2, 5] [1, 1] : tensor<2x20xf64> to tensor<2x5xf64>
      %extracted_slice_3 = tensor.extract_slice %5[0, 10] [2, 5] [1, 1] : tensor<2x20xf64> to tensor<2x5xf64>
      %extracted_slice_4 = tensor.extract_slice %5[0, 15] [2, 5] [1, 1] : tensor<2x20xf64> to tensor<2x5xf64>
      %6 = tensor.empty() : tensor<2x5xf64>
      %7 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_2 : tensor<2x5xf64>) outs(%6 : tensor<2x5xf64>) {
      ^bb0(%in: f64, %out: f64):
        %16 = arith.negf %in : f64
        %17 = math.exp %16 : f64
        %18 = arith.addf %17, %cst_0 : f64
        %19 = arith.divf %cst_0, %18 : f64
        linalg.yield %19 : f64
      } -> tensor<2x5xf64>
      %8 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%7, %arg7 : tensor<2x5xf64>, tensor<2x5xf64>) outs(%6 : tensor<2x5xf64>) {
      ^bb0(%in: f64, %in_5: f64, %out: f64):
        %16 = arith.mulf %in, %in_5 : f64
        linalg.yield %16 : f64
      } -> tensor<2x5xf64>
      %9 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_1 : tensor<2x5xf64>) outs(%6 : tensor<2x5xf64>) {
      ^bb0(%in: f64, %out: f64):
        %16 = arith.negf %in : f64
        %17 = math.exp %16 : f64
        %18 = arith.addf %17, %cst_0 : f64
        %19 = arith.divf %cst_0, %18 : f64
        linalg.yield %19 : f64
      } -> tensor<2x5xf64>
      %10 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_3 : tensor<2x5xf64>) outs(%6 : tensor<2x5xf64>) {
      ^bb0(%in: f64, %out: f64):
        %16 = math.tanh %in : f64
        linalg.yield %16 : f64
      } -> tensor<2x5xf64>
      %11 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%9, %10 : tensor<2x5xf64>, tensor<2x5xf64>) outs(%6 : tensor<2x5xf64>) {
      ^bb0(%in: f64, %in_5: f64, %out: f64):
        %16 = arith.mulf %in, %in_5 : f64
        linalg.yield %16 : f64
      } -> tensor<2x5xf64>
      %12 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%8, %11 : tensor<2x5xf64>, tensor<2x5xf64>) outs(%6 : tensor<2x5xf64>) {
      ^bb0(%in: f64, %in_5: f64, %out: f64):
        %16 = arith.addf %in, %in_5 : f64
        linalg.yield %16 : f64
      } -> tensor<2x5xf64>
      %13 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_4 : tensor<2x5xf64>) outs(%6 : tensor<2x5xf64>) {
      ^bb0(%in: f64, %out: f64):
        %16 = arith.negf %in : f64
        %17 = math.exp %16 : f64
        %18 = arith.addf %17, %cst_0 : f64
        %19 = arith.divf %cst_0, %18 : f64
        linalg.yield %19 : f64
      } -> tensor<2x5xf64>
      %14 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<2x5xf64>) outs(%6 : tensor<2x5xf64>) {
      ^bb0(%in: f64, %out: f64):
        %16 = math.tanh %in : f64
        linalg.yield %16 : f64
      } -> tensor<2x5xf64>
      %15 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%13, %14 : tensor<2x5xf64>, tensor<2x5xf64>) outs(%6 : tensor<2x5xf64>) {
      ^bb0(%in: f64, %in_5: f64, %out: f64):
        %16 = arith.mulf %in, %in_5 : f64
        linalg.yield %16 : f64
      } -> tensor<2x5xf64>
      %inserted_slice = tensor.insert_slice %15 into %arg5[%arg4, 0, 0] [1, 2, 5] [1, 1, 1] : tensor<2x5xf64> into tensor<5x2x5xf64>
      scf.yield %inserted_slice, %15, %12 : tensor<5x2x5xf64>, tensor<2x5xf64>, tensor<2x5xf64>
    }
    return %1#0, %1#1, %1#2 : tensor<5x2x5xf64>, tensor<2x5xf64>, tensor<2x5xf64>
  }
}
