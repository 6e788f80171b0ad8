// classifier: A perceptron of two layers and its cross entropy, the maximum stopped.
// Made by make.py of jax 0.10.2 and iree-base-compiler 3.13.0.

#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, 0)>
#map4 = affine_map<(d0) -> (d0)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map7 = affine_map<(d0) -> ()>
#map8 = affine_map<() -> ()>
module {
  func.func @loss(%arg0: tensor<4x5xf32>, %arg1: tensor<5xf32>, %arg2: tensor<5x3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<6x4xf32>, %arg5: tensor<6xi32>) -> tensor<f32> {
    %cst = arith.constant 6.000000e+00 : f32
    %cst_0 = arith.constant 0x7FC00000 : f32
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %true = arith.constant true
    %c2_i32 = arith.constant 2 : i32
    %c3_i32 = arith.constant 3 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<6x5xf32>
    %1 = linalg.fill ins(%cst_2 : f32) outs(%0 : tensor<6x5xf32>) -> tensor<6x5xf32>
    %2 = linalg.matmul ins(%arg4, %arg0 : tensor<6x4xf32>, tensor<4x5xf32>) outs(%1 : tensor<6x5xf32>) -> tensor<6x5xf32>
    %3 = tensor.empty() : tensor<6x5xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<5xf32>) outs(%3 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x5xf32>
    %5 = tensor.empty() : tensor<6x5xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2, %4 : tensor<6x5xf32>, tensor<6x5xf32>) outs(%5 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %56 = arith.addf %in, %in_5 : f32
      linalg.yield %56 : f32
    } -> tensor<6x5xf32>
    %7 = call @sg.rule.0(%6) : (tensor<6x5xf32>) -> tensor<6x5xf32>
    %8 = tensor.empty() : tensor<6x3xf32>
    %9 = linalg.fill ins(%cst_2 : f32) outs(%8 : tensor<6x3xf32>) -> tensor<6x3xf32>
    %10 = linalg.matmul ins(%7, %arg2 : tensor<6x5xf32>, tensor<5x3xf32>) outs(%9 : tensor<6x3xf32>) -> tensor<6x3xf32>
    %11 = tensor.empty() : tensor<6x3xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<3xf32>) outs(%11 : tensor<6x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x3xf32>
    %13 = tensor.empty() : tensor<6x3xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%10, %12 : tensor<6x3xf32>, tensor<6x3xf32>) outs(%13 : tensor<6x3xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %56 = arith.addf %in, %in_5 : f32
      linalg.yield %56 : f32
    } -> tensor<6x3xf32>
    %15 = tensor.empty() : tensor<6xf32>
    %16 = linalg.fill ins(%cst_1 : f32) outs(%15 : tensor<6xf32>) -> tensor<6xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%14 : tensor<6x3xf32>) outs(%16 : tensor<6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.maximumf %out, %in : f32
      linalg.yield %56 : f32
    } -> tensor<6xf32>
    %expanded = tensor.expand_shape %17 [[0, 1]] output_shape [6, 1] : tensor<6xf32> into tensor<6x1xf32>
    %18 = grad.stop_gradient %expanded : tensor<6x1xf32>
    %19 = tensor.empty() : tensor<6x3xf32>
    %20 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<6x1xf32>) outs(%19 : tensor<6x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x3xf32>
    %21 = tensor.empty() : tensor<6x3xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%14, %20 : tensor<6x3xf32>, tensor<6x3xf32>) outs(%21 : tensor<6x3xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %56 = arith.subf %in, %in_5 : f32
      linalg.yield %56 : f32
    } -> tensor<6x3xf32>
    %23 = tensor.empty() : tensor<6x3xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%22 : tensor<6x3xf32>) outs(%23 : tensor<6x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = math.exp %in : f32
      linalg.yield %56 : f32
    } -> tensor<6x3xf32>
    %25 = tensor.empty() : tensor<6xf32>
    %26 = linalg.fill ins(%cst_2 : f32) outs(%25 : tensor<6xf32>) -> tensor<6xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%24 : tensor<6x3xf32>) outs(%26 : tensor<6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.addf %out, %in : f32
      linalg.yield %56 : f32
    } -> tensor<6xf32>
    %28 = tensor.empty() : tensor<6xf32>
    %29 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%27 : tensor<6xf32>) outs(%28 : tensor<6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = math.log %in : f32
      linalg.yield %56 : f32
    } -> tensor<6xf32>
    %expanded_3 = tensor.expand_shape %arg5 [[0, 1]] output_shape [6, 1] : tensor<6xi32> into tensor<6x1xi32>
    %30 = tensor.empty() : tensor<6x1xi1>
    %31 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_3 : tensor<6x1xi32>) outs(%30 : tensor<6x1xi1>) {
    ^bb0(%in: i32, %out: i1):
      %56 = arith.cmpi slt, %in, %c0_i32 : i32
      linalg.yield %56 : i1
    } -> tensor<6x1xi1>
    %32 = tensor.empty() : tensor<6x1xi32>
    %33 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_3 : tensor<6x1xi32>) outs(%32 : tensor<6x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      %56 = arith.addi %in, %c3_i32 : i32
      linalg.yield %56 : i32
    } -> tensor<6x1xi32>
    %34 = tensor.empty() : tensor<6x1xi32>
    %35 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%31, %33, %expanded_3 : tensor<6x1xi1>, tensor<6x1xi32>, tensor<6x1xi32>) outs(%34 : tensor<6x1xi32>) {
    ^bb0(%in: i1, %in_5: i32, %in_6: i32, %out: i32):
      %56 = arith.select %in, %in_5, %in_6 : i32
      linalg.yield %56 : i32
    } -> tensor<6x1xi32>
    %expanded_4 = tensor.expand_shape %35 [[0], [1, 2]] output_shape [6, 1, 1] : tensor<6x1xi32> into tensor<6x1x1xi32>
    %36 = tensor.empty() : tensor<6x1x1xi1>
    %37 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_4 : tensor<6x1x1xi32>) outs(%36 : tensor<6x1x1xi1>) {
    ^bb0(%in: i32, %out: i1):
      %56 = arith.cmpi sge, %in, %c0_i32 : i32
      linalg.yield %56 : i1
    } -> tensor<6x1x1xi1>
    %38 = tensor.empty() : tensor<6x1x1xi1>
    %39 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_4 : tensor<6x1x1xi32>) outs(%38 : tensor<6x1x1xi1>) {
    ^bb0(%in: i32, %out: i1):
      %56 = arith.cmpi sle, %in, %c2_i32 : i32
      linalg.yield %56 : i1
    } -> tensor<6x1x1xi1>
    %40 = tensor.empty() : tensor<6x1x1xi1>
    %41 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37, %39 : tensor<6x1x1xi1>, tensor<6x1x1xi1>) outs(%40 : tensor<6x1x1xi1>) {
    ^bb0(%in: i1, %in_5: i1, %out: i1):
      %56 = arith.andi %in, %in_5 : i1
      linalg.yield %56 : i1
    } -> tensor<6x1x1xi1>
    %42 = tensor.empty() : tensor<6x1xi1>
    %43 = linalg.fill ins(%true : i1) outs(%42 : tensor<6x1xi1>) -> tensor<6x1xi1>
    %44 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%41 : tensor<6x1x1xi1>) outs(%43 : tensor<6x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %56 = arith.andi %out, %in : i1
      linalg.yield %56 : i1
    } -> tensor<6x1xi1>
    %45 = tensor.empty() : tensor<6x1xf32>
    %46 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%45 : tensor<6x1xf32>) {
    ^bb0(%out: f32):
      %56 = linalg.index 0 : index
      %extracted = tensor.extract %expanded_4[%56, %c0, %c0] : tensor<6x1x1xi32>
      %57 = arith.index_cast %extracted : i32 to index
      %58 = arith.maxsi %57, %c0 : index
      %59 = arith.minsi %58, %c2 : index
      %extracted_5 = tensor.extract %22[%56, %59] : tensor<6x3xf32>
      linalg.yield %extracted_5 : f32
    } -> tensor<6x1xf32>
    %47 = tensor.empty() : tensor<6x1xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%44, %46 : tensor<6x1xi1>, tensor<6x1xf32>) outs(%47 : tensor<6x1xf32>) {
    ^bb0(%in: i1, %in_5: f32, %out: f32):
      %56 = arith.select %in, %in_5, %cst_0 : f32
      linalg.yield %56 : f32
    } -> tensor<6x1xf32>
    %collapsed = tensor.collapse_shape %48 [[0, 1]] : tensor<6x1xf32> into tensor<6xf32>
    %49 = tensor.empty() : tensor<6xf32>
    %50 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%29, %collapsed : tensor<6xf32>, tensor<6xf32>) outs(%49 : tensor<6xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %56 = arith.subf %in, %in_5 : f32
      linalg.yield %56 : f32
    } -> tensor<6xf32>
    %51 = tensor.empty() : tensor<f32>
    %52 = linalg.fill ins(%cst_2 : f32) outs(%51 : tensor<f32>) -> tensor<f32>
    %53 = linalg.generic {indexing_maps = [#map4, #map7], iterator_types = ["reduction"]} ins(%50 : tensor<6xf32>) outs(%52 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.addf %out, %in : f32
      linalg.yield %56 : f32
    } -> tensor<f32>
    %54 = tensor.empty() : tensor<f32>
    %55 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = []} ins(%53 : tensor<f32>) outs(%54 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %56 = arith.divf %in, %cst : f32
      linalg.yield %56 : f32
    } -> tensor<f32>
    return %55 : tensor<f32>
  }
  func.func @gradient(%arg0: tensor<4x5xf32>, %arg1: tensor<5xf32>, %arg2: tensor<5x3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<6x4xf32>, %arg5: tensor<6xi32>) -> (tensor<f32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<3xf32>) {
    %0:5 = grad.value_and_grad @loss(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) {wrt = array<i64: 0, 1, 2, 3>} : (tensor<4x5xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<3xf32>, tensor<6x4xf32>, tensor<6xi32>) -> (tensor<f32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<3xf32>)
    return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<f32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<3xf32>
  }
  func.func @products(%arg0: tensor<4x5xf32>, %arg1: tensor<5xf32>, %arg2: tensor<5x3xf32>, %arg3: tensor<3xf32>, %arg4: tensor<6x4xf32>, %arg5: tensor<6xi32>, %arg6: tensor<f32>, %arg7: tensor<4x5xf32>, %arg8: tensor<5xf32>, %arg9: tensor<5x3xf32>, %arg10: tensor<3xf32>) -> (tensor<f32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<3xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<3xf32>) {
    %0:9 = grad.vjp @gradient(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) cotangents(%arg6, %arg7, %arg8, %arg9, %arg10) {wrt = array<i64: 0, 1, 2, 3>} : (tensor<4x5xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<3xf32>, tensor<6x4xf32>, tensor<6xi32>, tensor<f32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<3xf32>) -> (tensor<f32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<3xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<3xf32>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8 : tensor<f32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<3xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<3xf32>
  }
  func.func private @sg.rule.0(%arg0: tensor<6x5xf32>) -> tensor<6x5xf32> attributes {grad.custom_jvp = @sg.rule.0.jvp, no_inline} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<6x5xf32>
    %1 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<6x5xf32>) outs(%0 : tensor<6x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.maximumf %in, %cst : f32
      linalg.yield %2 : f32
    } -> tensor<6x5xf32>
    return %1 : tensor<6x5xf32>
  }
  func.func private @sg.rule.0.jvp(%arg0: tensor<6x5xf32>, %arg1: tensor<6x5xf32>) -> (tensor<6x5xf32>, tensor<6x5xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = call @sg.rule.0(%arg0) : (tensor<6x5xf32>) -> tensor<6x5xf32>
    %1 = tensor.empty() : tensor<6x5xi1>
    %2 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<6x5xf32>) outs(%1 : tensor<6x5xi1>) {
    ^bb0(%in: f32, %out: i1):
      %5 = arith.cmpf ogt, %in, %cst : f32
      linalg.yield %5 : i1
    } -> tensor<6x5xi1>
    %3 = tensor.empty() : tensor<6x5xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2, %arg1 : tensor<6x5xi1>, tensor<6x5xf32>) outs(%3 : tensor<6x5xf32>) {
    ^bb0(%in: i1, %in_0: f32, %out: f32):
      %5 = arith.select %in, %in_0, %cst : f32
      linalg.yield %5 : f32
    } -> tensor<6x5xf32>
    return %0, %4 : tensor<6x5xf32>, tensor<6x5xf32>
  }
}
