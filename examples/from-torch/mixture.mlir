// mixture: A mixture of experts: the best two of three by their gates, found by topk and used by gather.
// Made by make.py of torch 2.15.0 and torch-mlir 20261001.

#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, 0)>
#map4 = affine_map<(d0) -> (d0)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map9 = affine_map<(d0, d1) -> ()>
#map10 = affine_map<() -> ()>
#map11 = affine_map<(d0) -> ()>
module {
  func.func @loss(%arg0: tensor<3x4x4xf64>, %arg1: tensor<3x4xf64>, %arg2: tensor<3xf64>, %arg3: tensor<5x4xf64>) -> tensor<f64> {
    %c2_i64 = arith.constant 2 : i64
    %c0_i64 = arith.constant 0 : i64
    %c3 = arith.constant 3 : index
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0xFFF0000000000000 : f64
    %cst_1 = arith.constant 2.000000e+01 : f64
    %cst_2 = arith.constant 5.000000e+00 : f64
    %0 = tensor.empty() : tensor<4x3xf64>
    %transposed = linalg.transpose ins(%arg1 : tensor<3x4xf64>) outs(%0 : tensor<4x3xf64>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<5x3xf64>
    %2 = linalg.fill ins(%cst : f64) outs(%1 : tensor<5x3xf64>) -> tensor<5x3xf64>
    %3 = linalg.matmul ins(%arg3, %transposed : tensor<5x4xf64>, tensor<4x3xf64>) outs(%2 : tensor<5x3xf64>) -> tensor<5x3xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<3xf64>) outs(%1 : tensor<5x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<5x3xf64>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%3, %4 : tensor<5x3xf64>, tensor<5x3xf64>) outs(%1 : tensor<5x3xf64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %65 = arith.addf %in, %in_16 : f64
      linalg.yield %65 : f64
    } -> tensor<5x3xf64>
    %6 = tensor.empty() : tensor<5xi64>
    %7 = linalg.fill ins(%c0_i64 : i64) outs(%6 : tensor<5xi64>) -> tensor<5xi64>
    %8 = tensor.empty() : tensor<5xf64>
    %9 = linalg.fill ins(%cst_0 : f64) outs(%8 : tensor<5xf64>) -> tensor<5xf64>
    %10:2 = linalg.generic {indexing_maps = [#map1, #map2, #map2], iterator_types = ["parallel", "reduction"]} ins(%5 : tensor<5x3xf64>) outs(%9, %7 : tensor<5xf64>, tensor<5xi64>) {
    ^bb0(%in: f64, %out: f64, %out_16: i64):
      %65 = linalg.index 1 : index
      %66 = arith.index_cast %65 : index to i64
      %67 = arith.maximumf %in, %out : f64
      %68 = arith.cmpf ogt, %in, %out : f64
      %69 = arith.select %68, %66, %out_16 : i64
      linalg.yield %67, %69 : f64, i64
    } -> (tensor<5xf64>, tensor<5xi64>)
    %expanded = tensor.expand_shape %10#0 [[0, 1]] output_shape [5, 1] : tensor<5xf64> into tensor<5x1xf64>
    %11 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%5, %expanded : tensor<5x3xf64>, tensor<5x1xf64>) outs(%1 : tensor<5x3xf64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %65 = arith.subf %in, %in_16 : f64
      linalg.yield %65 : f64
    } -> tensor<5x3xf64>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<5x3xf64>) outs(%1 : tensor<5x3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %65 = math.exp %in : f64
      linalg.yield %65 : f64
    } -> tensor<5x3xf64>
    %13 = tensor.empty() : tensor<5x1xf64>
    %14 = linalg.fill ins(%cst : f64) outs(%13 : tensor<5x1xf64>) -> tensor<5x1xf64>
    %15 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "reduction"]} ins(%12 : tensor<5x3xf64>) outs(%14 : tensor<5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %65 = arith.addf %in, %out : f64
      linalg.yield %65 : f64
    } -> tensor<5x1xf64>
    %16 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%12, %15 : tensor<5x3xf64>, tensor<5x1xf64>) outs(%1 : tensor<5x3xf64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %65 = arith.divf %in, %in_16 : f64
      linalg.yield %65 : f64
    } -> tensor<5x3xf64>
    %17 = tensor.empty() : tensor<5x3xi64>
    %18 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%17 : tensor<5x3xi64>) {
    ^bb0(%out: i64):
      %65 = linalg.index 1 : index
      %66 = arith.index_cast %65 : index to i64
      linalg.yield %66 : i64
    } -> tensor<5x3xi64>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3_3 = arith.constant 3 : index
    %19 = tensor.empty() : tensor<3xi64>
    %20 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel"]} outs(%19 : tensor<3xi64>) {
    ^bb0(%out: i64):
      %65 = linalg.index 0 : index
      %66 = arith.index_cast %65 : index to i64
      linalg.yield %66 : i64
    } -> tensor<3xi64>
    %21 = arith.subi %c3_3, %c1 : index
    %22 = arith.maxsi %21, %c0 : index
    %23 = arith.index_cast %22 : index to i64
    %24 = math.ctlz %23 : i64
    %c64_i64 = arith.constant 64 : i64
    %25 = arith.subi %c64_i64, %24 : i64
    %26 = arith.index_cast %25 : i64 to index
    %27 = arith.andi %26, %c1 : index
    %28 = tensor.empty() : tensor<5x3xi64>
    %29 = tensor.empty() : tensor<2x3xi64>
    %c0_4 = arith.constant 0 : index
    %c1_5 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %30:2 = scf.for %arg4 = %c0_4 to %c5 step %c1_5 iter_args(%arg5 = %28, %arg6 = %29) -> (tensor<5x3xi64>, tensor<2x3xi64>) {
      %inserted_slice = tensor.insert_slice %20 into %arg6[0, 0] [1, 3] [1, 1] : tensor<3xi64> into tensor<2x3xi64>
      %c0_16 = arith.constant 0 : index
      %c1_17 = arith.constant 1 : index
      %65 = scf.for %arg7 = %c0_16 to %26 step %c1_17 iter_args(%arg8 = %inserted_slice) -> (tensor<2x3xi64>) {
        %66 = arith.shli %c1, %arg7 : index
        %67 = arith.shli %66, %c1 : index
        %68 = arith.andi %arg7, %c1 : index
        %69 = arith.subi %c1, %68 : index
        %70 = scf.for %arg9 = %c0 to %c3_3 step %67 iter_args(%arg10 = %arg8) -> (tensor<2x3xi64>) {
          %71 = arith.addi %arg9, %66 : index
          %72 = arith.minsi %71, %c3_3 : index
          %73 = arith.addi %arg9, %67 : index
          %74 = arith.minsi %73, %c3_3 : index
          %75:3 = scf.for %arg11 = %arg9 to %74 step %c1 iter_args(%arg12 = %arg10, %arg13 = %arg9, %arg14 = %72) -> (tensor<2x3xi64>, index, index) {
            %76 = arith.cmpi slt, %arg13, %72 : index
            %77 = arith.cmpi slt, %arg14, %74 : index
            %78 = arith.select %76, %arg13, %arg11 : index
            %79 = arith.select %77, %arg14, %arg11 : index
            %extracted = tensor.extract %arg12[%68, %78] : tensor<2x3xi64>
            %extracted_20 = tensor.extract %arg12[%68, %79] : tensor<2x3xi64>
            %80 = arith.index_cast %extracted_20 : i64 to index
            %extracted_21 = tensor.extract %16[%arg4, %80] : tensor<5x3xf64>
            %81 = arith.index_cast %extracted : i64 to index
            %extracted_22 = tensor.extract %16[%arg4, %81] : tensor<5x3xf64>
            %82 = arith.cmpf ugt, %extracted_21, %extracted_22 : f64
            %83 = arith.cmpf ord, %extracted_22, %extracted_22 : f64
            %84 = arith.andi %82, %83 : i1
            %false = arith.constant false
            %85 = arith.cmpi eq, %76, %false : i1
            %86 = arith.ori %85, %84 : i1
            %87 = arith.andi %77, %86 : i1
            %88 = arith.select %87, %extracted_20, %extracted : i64
            %inserted = tensor.insert %88 into %arg12[%69, %arg11] : tensor<2x3xi64>
            %89 = arith.addi %arg13, %c1 : index
            %90 = arith.addi %arg14, %c1 : index
            %91 = arith.select %87, %arg13, %89 : index
            %92 = arith.select %87, %90, %arg14 : index
            scf.yield %inserted, %91, %92 : tensor<2x3xi64>, index, index
          }
          scf.yield %75#0 : tensor<2x3xi64>
        }
        scf.yield %70 : tensor<2x3xi64>
      }
      %extracted_slice_18 = tensor.extract_slice %65[%27, 0] [1, 3] [1, 1] : tensor<2x3xi64> to tensor<3xi64>
      %inserted_slice_19 = tensor.insert_slice %extracted_slice_18 into %arg5[%arg4, 0] [1, 3] [1, 1] : tensor<3xi64> into tensor<5x3xi64>
      scf.yield %inserted_slice_19, %65 : tensor<5x3xi64>, tensor<2x3xi64>
    }
    %31 = tensor.empty() : tensor<5x3xf64>
    %32 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%30#0 : tensor<5x3xi64>) outs(%31 : tensor<5x3xf64>) {
    ^bb0(%in: i64, %out: f64):
      %65 = linalg.index 0 : index
      %66 = arith.index_cast %in : i64 to index
      %extracted = tensor.extract %16[%65, %66] : tensor<5x3xf64>
      linalg.yield %extracted : f64
    } -> tensor<5x3xf64>
    %33 = tensor.empty() : tensor<5x3xi64>
    %34 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%30#0 : tensor<5x3xi64>) outs(%33 : tensor<5x3xi64>) {
    ^bb0(%in: i64, %out: i64):
      %65 = linalg.index 0 : index
      %66 = arith.index_cast %in : i64 to index
      %extracted = tensor.extract %18[%65, %66] : tensor<5x3xi64>
      linalg.yield %extracted : i64
    } -> tensor<5x3xi64>
    %extracted_slice = tensor.extract_slice %32[0, 0] [5, 2] [1, 1] : tensor<5x3xf64> to tensor<5x2xf64>
    %extracted_slice_6 = tensor.extract_slice %34[0, 0] [5, 2] [1, 1] : tensor<5x3xi64> to tensor<5x2xi64>
    %expanded_7 = tensor.expand_shape %arg0 [[0], [1], [2, 3]] output_shape [3, 4, 4, 1] : tensor<3x4x4xf64> into tensor<3x4x4x1xf64>
    %expanded_8 = tensor.expand_shape %arg3 [[0, 1], [2]] output_shape [1, 5, 4] : tensor<5x4xf64> into tensor<1x5x4xf64>
    %35 = tensor.empty() : tensor<4x3x4x1xf64>
    %transposed_9 = linalg.transpose ins(%expanded_7 : tensor<3x4x4x1xf64>) outs(%35 : tensor<4x3x4x1xf64>) permutation = [1, 0, 2, 3] 
    %collapsed = tensor.collapse_shape %transposed_9 [[0], [1, 2, 3]] : tensor<4x3x4x1xf64> into tensor<4x12xf64>
    %expanded_10 = tensor.expand_shape %collapsed [[0, 1], [2]] output_shape [1, 4, 12] : tensor<4x12xf64> into tensor<1x4x12xf64>
    %36 = tensor.empty() : tensor<1x5x12xf64>
    %37 = linalg.fill ins(%cst : f64) outs(%36 : tensor<1x5x12xf64>) -> tensor<1x5x12xf64>
    %38 = linalg.batch_matmul ins(%expanded_8, %expanded_10 : tensor<1x5x4xf64>, tensor<1x4x12xf64>) outs(%37 : tensor<1x5x12xf64>) -> tensor<1x5x12xf64>
    %collapsed_11 = tensor.collapse_shape %38 [[0, 1], [2]] : tensor<1x5x12xf64> into tensor<5x12xf64>
    %expanded_12 = tensor.expand_shape %collapsed_11 [[0], [1, 2, 3]] output_shape [5, 1, 3, 4] : tensor<5x12xf64> into tensor<5x1x3x4xf64>
    %39 = tensor.empty() : tensor<5x3x4x1xf64>
    %transposed_13 = linalg.transpose ins(%expanded_12 : tensor<5x1x3x4xf64>) outs(%39 : tensor<5x3x4x1xf64>) permutation = [0, 2, 3, 1] 
    %collapsed_14 = tensor.collapse_shape %transposed_13 [[0], [1], [2, 3]] : tensor<5x3x4x1xf64> into tensor<5x3x4xf64>
    %40 = tensor.empty() : tensor<5x3x4xf64>
    %41 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_14 : tensor<5x3x4xf64>) outs(%40 : tensor<5x3x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %65 = math.tanh %in : f64
      linalg.yield %65 : f64
    } -> tensor<5x3x4xf64>
    %42 = tensor.empty() : tensor<5x2x4xi64>
    %43 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_6 : tensor<5x2xi64>) outs(%42 : tensor<5x2x4xi64>) {
    ^bb0(%in: i64, %out: i64):
      linalg.yield %in : i64
    } -> tensor<5x2x4xi64>
    %44 = tensor.empty() : tensor<5x2x4xf64>
    %45 = linalg.fill ins(%cst : f64) outs(%44 : tensor<5x2x4xf64>) -> tensor<5x2x4xf64>
    %46 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43 : tensor<5x2x4xi64>) outs(%45 : tensor<5x2x4xf64>) {
    ^bb0(%in: i64, %out: f64):
      %65 = linalg.index 0 : index
      %66 = arith.index_cast %in : i64 to index
      %67 = linalg.index 2 : index
      %68 = arith.cmpi slt, %66, %c3 : index
      cf.assert %68, "index must be smaller than dim size"
      %69 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %69, "index must be larger or equal to 0"
      %extracted = tensor.extract %41[%65, %66, %67] : tensor<5x3x4xf64>
      linalg.yield %extracted : f64
    } -> tensor<5x2x4xf64>
    %expanded_15 = tensor.expand_shape %extracted_slice [[0], [1, 2]] output_shape [5, 2, 1] : tensor<5x2xf64> into tensor<5x2x1xf64>
    %47 = linalg.generic {indexing_maps = [#map7, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_15, %46 : tensor<5x2x1xf64>, tensor<5x2x4xf64>) outs(%44 : tensor<5x2x4xf64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %65 = arith.mulf %in, %in_16 : f64
      linalg.yield %65 : f64
    } -> tensor<5x2x4xf64>
    %48 = tensor.empty() : tensor<5x4xf64>
    %49 = linalg.fill ins(%cst : f64) outs(%48 : tensor<5x4xf64>) -> tensor<5x4xf64>
    %50 = linalg.generic {indexing_maps = [#map5, #map8], iterator_types = ["parallel", "reduction", "parallel"]} ins(%47 : tensor<5x2x4xf64>) outs(%49 : tensor<5x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %65 = arith.addf %in, %out : f64
      linalg.yield %65 : f64
    } -> tensor<5x4xf64>
    %51 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%50 : tensor<5x4xf64>) outs(%48 : tensor<5x4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %65 = math.fpowi %in, %c2_i64 : f64, i64
      linalg.yield %65 : f64
    } -> tensor<5x4xf64>
    %52 = tensor.empty() : tensor<f64>
    %53 = linalg.fill ins(%cst : f64) outs(%52 : tensor<f64>) -> tensor<f64>
    %54 = linalg.generic {indexing_maps = [#map1, #map9], iterator_types = ["reduction", "reduction"]} ins(%51 : tensor<5x4xf64>) outs(%53 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %65 = arith.addf %in, %out : f64
      linalg.yield %65 : f64
    } -> tensor<f64>
    %55 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = []} ins(%54 : tensor<f64>) outs(%52 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %65 = arith.divf %in, %cst_1 : f64
      linalg.yield %65 : f64
    } -> tensor<f64>
    %56 = grad.stop_gradient %extracted_slice : tensor<5x2xf64>
    %57 = tensor.empty() : tensor<2xf64>
    %58 = linalg.fill ins(%cst : f64) outs(%57 : tensor<2xf64>) -> tensor<2xf64>
    %59 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["reduction", "parallel"]} ins(%56 : tensor<5x2xf64>) outs(%58 : tensor<2xf64>) {
    ^bb0(%in: f64, %out: f64):
      %65 = arith.addf %in, %out : f64
      linalg.yield %65 : f64
    } -> tensor<2xf64>
    %60 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["reduction", "parallel"]} ins(%extracted_slice : tensor<5x2xf64>) outs(%58 : tensor<2xf64>) {
    ^bb0(%in: f64, %out: f64):
      %65 = arith.addf %in, %out : f64
      linalg.yield %65 : f64
    } -> tensor<2xf64>
    %61 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%60 : tensor<2xf64>) outs(%57 : tensor<2xf64>) {
    ^bb0(%in: f64, %out: f64):
      %65 = arith.divf %in, %cst_2 : f64
      linalg.yield %65 : f64
    } -> tensor<2xf64>
    %62 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%59, %61 : tensor<2xf64>, tensor<2xf64>) outs(%57 : tensor<2xf64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %65 = arith.mulf %in, %in_16 : f64
      linalg.yield %65 : f64
    } -> tensor<2xf64>
    %63 = linalg.generic {indexing_maps = [#map4, #map11], iterator_types = ["reduction"]} ins(%62 : tensor<2xf64>) outs(%53 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %65 = arith.addf %in, %out : f64
      linalg.yield %65 : f64
    } -> tensor<f64>
    %64 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = []} ins(%55, %63 : tensor<f64>, tensor<f64>) outs(%52 : tensor<f64>) {
    ^bb0(%in: f64, %in_16: f64, %out: f64):
      %65 = arith.addf %in, %in_16 : f64
      linalg.yield %65 : f64
    } -> tensor<f64>
    return %64 : tensor<f64>
  }
  func.func @gradient(%arg0: tensor<3x4x4xf64>, %arg1: tensor<3x4xf64>, %arg2: tensor<3xf64>, %arg3: tensor<5x4xf64>) -> (tensor<f64>, tensor<3x4x4xf64>, tensor<3x4xf64>, tensor<3xf64>, tensor<5x4xf64>) {
    %0:5 = grad.value_and_grad @loss(%arg0, %arg1, %arg2, %arg3) {wrt = array<i64: 0, 1, 2, 3>} : (tensor<3x4x4xf64>, tensor<3x4xf64>, tensor<3xf64>, tensor<5x4xf64>) -> (tensor<f64>, tensor<3x4x4xf64>, tensor<3x4xf64>, tensor<3xf64>, tensor<5x4xf64>)
    return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<f64>, tensor<3x4x4xf64>, tensor<3x4xf64>, tensor<3xf64>, tensor<5x4xf64>
  }
  func.func @products(%arg0: tensor<3x4x4xf64>, %arg1: tensor<3x4xf64>, %arg2: tensor<3xf64>, %arg3: tensor<5x4xf64>, %arg4: tensor<f64>, %arg5: tensor<3x4x4xf64>, %arg6: tensor<3x4xf64>, %arg7: tensor<3xf64>, %arg8: tensor<5x4xf64>) -> (tensor<f64>, tensor<3x4x4xf64>, tensor<3x4xf64>, tensor<3xf64>, tensor<5x4xf64>, tensor<3x4x4xf64>, tensor<3x4xf64>, tensor<3xf64>, tensor<5x4xf64>) {
    %0:9 = grad.vjp @gradient(%arg0, %arg1, %arg2, %arg3) cotangents(%arg4, %arg5, %arg6, %arg7, %arg8) {wrt = array<i64: 0, 1, 2, 3>} : (tensor<3x4x4xf64>, tensor<3x4xf64>, tensor<3xf64>, tensor<5x4xf64>, tensor<f64>, tensor<3x4x4xf64>, tensor<3x4xf64>, tensor<3xf64>, tensor<5x4xf64>) -> (tensor<f64>, tensor<3x4x4xf64>, tensor<3x4xf64>, tensor<3xf64>, tensor<5x4xf64>, tensor<3x4x4xf64>, tensor<3x4xf64>, tensor<3xf64>, tensor<5x4xf64>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8 : tensor<f64>, tensor<3x4x4xf64>, tensor<3x4xf64>, tensor<3xf64>, tensor<5x4xf64>, tensor<3x4x4xf64>, tensor<3x4xf64>, tensor<3xf64>, tensor<5x4xf64>
  }
}
