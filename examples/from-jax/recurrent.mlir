// recurrent: A scan whose carry is half stopped, and a loop of a fixed number of trips.
// Made by make.py of jax 0.10.2 and iree-base-compiler 3.13.0.

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
#map2 = affine_map<() -> ()>
module {
  func.func @loss(%arg0: tensor<3x3xf64>, %arg1: tensor<3xf64>, %arg2: tensor<5x3xf64>) -> tensor<f64> {
    %cst = arith.constant 5.000000e-01 : f64
    %cst_0 = arith.constant 0.000000e+00 : f64
    %c4 = arith.constant 4 : index
    %c0 = arith.constant 0 : index
    %c3_i64 = arith.constant 3 : i64
    %cst_1 = arith.constant dense<0> : tensor<i64>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<5xf64>
    %c0_i64 = arith.constant 0 : i64
    %c5_i64 = arith.constant 5 : i64
    %c1_i64 = arith.constant 1 : i64
    %0:2 = scf.for %arg3 = %c0_i64 to %c5_i64 step %c1_i64 iter_args(%arg4 = %arg1, %arg5 = %cst_2) -> (tensor<3xf64>, tensor<5xf64>)  : i64 {
      %12 = arith.index_cast %arg3 : i64 to index
      %13 = arith.maxsi %12, %c0 : index
      %14 = arith.minsi %13, %c4 : index
      %extracted_slice = tensor.extract_slice %arg2[%14, 0] [1, 3] [1, 1] : tensor<5x3xf64> to tensor<1x3xf64>
      %collapsed = tensor.collapse_shape %extracted_slice [[0, 1]] : tensor<1x3xf64> into tensor<3xf64>
      %15 = tensor.empty() : tensor<3xf64>
      %16 = linalg.fill ins(%cst_0 : f64) outs(%15 : tensor<3xf64>) -> tensor<3xf64>
      %17 = linalg.matvec ins(%arg0, %arg4 : tensor<3x3xf64>, tensor<3xf64>) outs(%16 : tensor<3xf64>) -> tensor<3xf64>
      %18 = tensor.empty() : tensor<3xf64>
      %19 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%17, %collapsed : tensor<3xf64>, tensor<3xf64>) outs(%18 : tensor<3xf64>) {
      ^bb0(%in: f64, %in_3: f64, %out: f64):
        %38 = arith.addf %in, %in_3 : f64
        linalg.yield %38 : f64
      } -> tensor<3xf64>
      %20 = tensor.empty() : tensor<3xf64>
      %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%19 : tensor<3xf64>) outs(%20 : tensor<3xf64>) {
      ^bb0(%in: f64, %out: f64):
        %38 = math.tanh %in : f64
        linalg.yield %38 : f64
      } -> tensor<3xf64>
      %22 = grad.stop_gradient %21 : tensor<3xf64>
      %23 = tensor.empty() : tensor<3xf64>
      %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%22 : tensor<3xf64>) outs(%23 : tensor<3xf64>) {
      ^bb0(%in: f64, %out: f64):
        %38 = arith.mulf %in, %cst : f64
        linalg.yield %38 : f64
      } -> tensor<3xf64>
      %25 = tensor.empty() : tensor<3xf64>
      %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%21 : tensor<3xf64>) outs(%25 : tensor<3xf64>) {
      ^bb0(%in: f64, %out: f64):
        %38 = arith.mulf %in, %cst : f64
        linalg.yield %38 : f64
      } -> tensor<3xf64>
      %27 = tensor.empty() : tensor<3xf64>
      %28 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%24, %26 : tensor<3xf64>, tensor<3xf64>) outs(%27 : tensor<3xf64>) {
      ^bb0(%in: f64, %in_3: f64, %out: f64):
        %38 = arith.addf %in, %in_3 : f64
        linalg.yield %38 : f64
      } -> tensor<3xf64>
      %29 = grad.stop_gradient %21 : tensor<3xf64>
      %30 = tensor.empty() : tensor<3xf64>
      %31 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%29, %21 : tensor<3xf64>, tensor<3xf64>) outs(%30 : tensor<3xf64>) {
      ^bb0(%in: f64, %in_3: f64, %out: f64):
        %38 = arith.mulf %in, %in_3 : f64
        linalg.yield %38 : f64
      } -> tensor<3xf64>
      %32 = tensor.empty() : tensor<f64>
      %33 = linalg.fill ins(%cst_0 : f64) outs(%32 : tensor<f64>) -> tensor<f64>
      %34 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%31 : tensor<3xf64>) outs(%33 : tensor<f64>) {
      ^bb0(%in: f64, %out: f64):
        %38 = arith.addf %out, %in : f64
        linalg.yield %38 : f64
      } -> tensor<f64>
      %expanded = tensor.expand_shape %34 [] output_shape [1] : tensor<f64> into tensor<1xf64>
      %35 = arith.index_cast %arg3 : i64 to index
      %36 = arith.maxsi %35, %c0 : index
      %37 = arith.minsi %36, %c4 : index
      %inserted_slice = tensor.insert_slice %expanded into %arg5[%37] [1] [1] : tensor<1xf64> into tensor<5xf64>
      scf.yield %28, %inserted_slice : tensor<3xf64>, tensor<5xf64>
    }
    %1:2 = scf.for %arg3 = %c0_i64 to %c3_i64 step %c1_i64 iter_args(%arg4 = %cst_1, %arg5 = %0#0) -> (tensor<i64>, tensor<3xf64>)  : i64 {
      %12 = tensor.empty() : tensor<i64>
      %13 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%arg4 : tensor<i64>) outs(%12 : tensor<i64>) {
      ^bb0(%in: i64, %out: i64):
        %22 = arith.addi %in, %c1_i64 : i64
        linalg.yield %22 : i64
      } -> tensor<i64>
      %14 = tensor.empty() : tensor<3xf64>
      %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg5 : tensor<3xf64>) outs(%14 : tensor<3xf64>) {
      ^bb0(%in: f64, %out: f64):
        %22 = math.sin %in : f64
        linalg.yield %22 : f64
      } -> tensor<3xf64>
      %16 = tensor.empty() : tensor<f64>
      %17 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%13 : tensor<i64>) outs(%16 : tensor<f64>) {
      ^bb0(%in: i64, %out: f64):
        %22 = arith.sitofp %in : i64 to f64
        linalg.yield %22 : f64
      } -> tensor<f64>
      %18 = tensor.empty() : tensor<3xf64>
      %19 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%17 : tensor<f64>) outs(%18 : tensor<3xf64>) {
      ^bb0(%in: f64, %out: f64):
        linalg.yield %in : f64
      } -> tensor<3xf64>
      %20 = tensor.empty() : tensor<3xf64>
      %21 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%15, %19 : tensor<3xf64>, tensor<3xf64>) outs(%20 : tensor<3xf64>) {
      ^bb0(%in: f64, %in_3: f64, %out: f64):
        %22 = arith.mulf %in, %in_3 : f64
        linalg.yield %22 : f64
      } -> tensor<3xf64>
      scf.yield %13, %21 : tensor<i64>, tensor<3xf64>
    }
    %2 = tensor.empty() : tensor<3xf64>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1#1 : tensor<3xf64>) outs(%2 : tensor<3xf64>) {
    ^bb0(%in: f64, %out: f64):
      %12 = arith.mulf %in, %in : f64
      linalg.yield %12 : f64
    } -> tensor<3xf64>
    %4 = tensor.empty() : tensor<f64>
    %5 = linalg.fill ins(%cst_0 : f64) outs(%4 : tensor<f64>) -> tensor<f64>
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%3 : tensor<3xf64>) outs(%5 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %12 = arith.addf %out, %in : f64
      linalg.yield %12 : f64
    } -> tensor<f64>
    %7 = tensor.empty() : tensor<f64>
    %8 = linalg.fill ins(%cst_0 : f64) outs(%7 : tensor<f64>) -> tensor<f64>
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%0#1 : tensor<5xf64>) outs(%8 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %12 = arith.addf %out, %in : f64
      linalg.yield %12 : f64
    } -> tensor<f64>
    %10 = tensor.empty() : tensor<f64>
    %11 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%6, %9 : tensor<f64>, tensor<f64>) outs(%10 : tensor<f64>) {
    ^bb0(%in: f64, %in_3: f64, %out: f64):
      %12 = arith.addf %in, %in_3 : f64
      linalg.yield %12 : f64
    } -> tensor<f64>
    return %11 : tensor<f64>
  }
  func.func @gradient(%arg0: tensor<3x3xf64>, %arg1: tensor<3xf64>, %arg2: tensor<5x3xf64>) -> (tensor<f64>, tensor<3x3xf64>, tensor<3xf64>, tensor<5x3xf64>) {
    %0:4 = grad.value_and_grad @loss(%arg0, %arg1, %arg2) {wrt = array<i64: 0, 1, 2>} : (tensor<3x3xf64>, tensor<3xf64>, tensor<5x3xf64>) -> (tensor<f64>, tensor<3x3xf64>, tensor<3xf64>, tensor<5x3xf64>)
    return %0#0, %0#1, %0#2, %0#3 : tensor<f64>, tensor<3x3xf64>, tensor<3xf64>, tensor<5x3xf64>
  }
  func.func @products(%arg0: tensor<3x3xf64>, %arg1: tensor<3xf64>, %arg2: tensor<5x3xf64>, %arg3: tensor<f64>, %arg4: tensor<3x3xf64>, %arg5: tensor<3xf64>, %arg6: tensor<5x3xf64>) -> (tensor<f64>, tensor<3x3xf64>, tensor<3xf64>, tensor<5x3xf64>, tensor<3x3xf64>, tensor<3xf64>, tensor<5x3xf64>) {
    %0:7 = grad.vjp @gradient(%arg0, %arg1, %arg2) cotangents(%arg3, %arg4, %arg5, %arg6) {wrt = array<i64: 0, 1, 2>} : (tensor<3x3xf64>, tensor<3xf64>, tensor<5x3xf64>, tensor<f64>, tensor<3x3xf64>, tensor<3xf64>, tensor<5x3xf64>) -> (tensor<f64>, tensor<3x3xf64>, tensor<3xf64>, tensor<5x3xf64>, tensor<3x3xf64>, tensor<3xf64>, tensor<5x3xf64>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6 : tensor<f64>, tensor<3x3xf64>, tensor<3xf64>, tensor<5x3xf64>, tensor<3x3xf64>, tensor<3xf64>, tensor<5x3xf64>
  }
}
