// rules: Rules of derivatives: of the program, and of the library (relu, logsumexp).
// Made by make.py of jax 0.10.2 and iree-base-compiler 3.13.0.

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
#map2 = affine_map<() -> ()>
module {
  func.func @loss(%arg0: tensor<4xf64>, %arg1: tensor<f64>) -> tensor<f64> {
    %cst = arith.constant 0x7FF0000000000000 : f64
    %cst_0 = arith.constant 0xFFF0000000000000 : f64
    %cst_1 = arith.constant 0.000000e+00 : f64
    %0 = call @sg.rule.0(%arg0) : (tensor<4xf64>) -> tensor<4xf64>
    %1 = tensor.empty() : tensor<4xf64>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%0, %arg0 : tensor<4xf64>, tensor<4xf64>) outs(%1 : tensor<4xf64>) {
    ^bb0(%in: f64, %in_2: f64, %out: f64):
      %36 = arith.mulf %in, %in_2 : f64
      linalg.yield %36 : f64
    } -> tensor<4xf64>
    %3 = tensor.empty() : tensor<f64>
    %4 = linalg.fill ins(%cst_1 : f64) outs(%3 : tensor<f64>) -> tensor<f64>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%2 : tensor<4xf64>) outs(%4 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %36 = arith.addf %out, %in : f64
      linalg.yield %36 : f64
    } -> tensor<f64>
    %6 = call @sg.rule.1(%arg0, %arg1) : (tensor<4xf64>, tensor<f64>) -> tensor<4xf64>
    %7 = tensor.empty() : tensor<4xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%6 : tensor<4xf64>) outs(%7 : tensor<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %36 = arith.mulf %in, %in : f64
      linalg.yield %36 : f64
    } -> tensor<4xf64>
    %9 = tensor.empty() : tensor<4xf64>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%8, %6 : tensor<4xf64>, tensor<4xf64>) outs(%9 : tensor<4xf64>) {
    ^bb0(%in: f64, %in_2: f64, %out: f64):
      %36 = arith.mulf %in, %in_2 : f64
      linalg.yield %36 : f64
    } -> tensor<4xf64>
    %11 = tensor.empty() : tensor<f64>
    %12 = linalg.fill ins(%cst_0 : f64) outs(%11 : tensor<f64>) -> tensor<f64>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%10 : tensor<4xf64>) outs(%12 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %36 = arith.maximumf %out, %in : f64
      linalg.yield %36 : f64
    } -> tensor<f64>
    %14 = tensor.empty() : tensor<i1>
    %15 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%13 : tensor<f64>) outs(%14 : tensor<i1>) {
    ^bb0(%in: f64, %out: i1):
      %36 = math.absf %in : f64
      %37 = arith.cmpf one, %36, %cst : f64
      linalg.yield %37 : i1
    } -> tensor<i1>
    %16 = tensor.empty() : tensor<f64>
    %17 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%15, %13 : tensor<i1>, tensor<f64>) outs(%16 : tensor<f64>) {
    ^bb0(%in: i1, %in_2: f64, %out: f64):
      %36 = arith.select %in, %in_2, %cst_1 : f64
      linalg.yield %36 : f64
    } -> tensor<f64>
    %18 = grad.stop_gradient %17 : tensor<f64>
    %19 = tensor.empty() : tensor<4xf64>
    %20 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%18 : tensor<f64>) outs(%19 : tensor<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<4xf64>
    %21 = tensor.empty() : tensor<4xf64>
    %22 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%10, %20 : tensor<4xf64>, tensor<4xf64>) outs(%21 : tensor<4xf64>) {
    ^bb0(%in: f64, %in_2: f64, %out: f64):
      %36 = arith.subf %in, %in_2 : f64
      linalg.yield %36 : f64
    } -> tensor<4xf64>
    %23 = tensor.empty() : tensor<4xf64>
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%22 : tensor<4xf64>) outs(%23 : tensor<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %36 = math.exp %in : f64
      linalg.yield %36 : f64
    } -> tensor<4xf64>
    %25 = tensor.empty() : tensor<f64>
    %26 = linalg.fill ins(%cst_1 : f64) outs(%25 : tensor<f64>) -> tensor<f64>
    %27 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%24 : tensor<4xf64>) outs(%26 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %36 = arith.addf %out, %in : f64
      linalg.yield %36 : f64
    } -> tensor<f64>
    %28 = tensor.empty() : tensor<f64>
    %29 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%27 : tensor<f64>) outs(%28 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %36 = math.absf %in : f64
      linalg.yield %36 : f64
    } -> tensor<f64>
    %30 = tensor.empty() : tensor<f64>
    %31 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%29 : tensor<f64>) outs(%30 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %36 = math.log %in : f64
      linalg.yield %36 : f64
    } -> tensor<f64>
    %32 = tensor.empty() : tensor<f64>
    %33 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%31, %18 : tensor<f64>, tensor<f64>) outs(%32 : tensor<f64>) {
    ^bb0(%in: f64, %in_2: f64, %out: f64):
      %36 = arith.addf %in, %in_2 : f64
      linalg.yield %36 : f64
    } -> tensor<f64>
    %34 = tensor.empty() : tensor<f64>
    %35 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = []} ins(%5, %33 : tensor<f64>, tensor<f64>) outs(%34 : tensor<f64>) {
    ^bb0(%in: f64, %in_2: f64, %out: f64):
      %36 = arith.addf %in, %in_2 : f64
      linalg.yield %36 : f64
    } -> tensor<f64>
    return %35 : tensor<f64>
  }
  func.func @gradient(%arg0: tensor<4xf64>, %arg1: tensor<f64>) -> (tensor<f64>, tensor<4xf64>) {
    %0:2 = grad.value_and_grad @loss(%arg0, %arg1) {wrt = array<i64: 0>} : (tensor<4xf64>, tensor<f64>) -> (tensor<f64>, tensor<4xf64>)
    return %0#0, %0#1 : tensor<f64>, tensor<4xf64>
  }
  func.func @products(%arg0: tensor<4xf64>, %arg1: tensor<f64>, %arg2: tensor<f64>, %arg3: tensor<4xf64>) -> (tensor<f64>, tensor<4xf64>, tensor<4xf64>) {
    %0:3 = grad.vjp @gradient(%arg0, %arg1) cotangents(%arg2, %arg3) {wrt = array<i64: 0>} : (tensor<4xf64>, tensor<f64>, tensor<f64>, tensor<4xf64>) -> (tensor<f64>, tensor<4xf64>, tensor<4xf64>)
    return %0#0, %0#1, %0#2 : tensor<f64>, tensor<4xf64>, tensor<4xf64>
  }
  func.func private @sg.rule.1(%arg0: tensor<4xf64>, %arg1: tensor<f64>) -> tensor<4xf64> attributes {grad.custom_vjp = {backward = @sg.rule.1.backward, forward = @sg.rule.1.forward}, no_inline} {
    return %arg0 : tensor<4xf64>
  }
  func.func private @sg.rule.1.backward(%arg0: tensor<4xf64>, %arg1: tensor<f64>, %arg2: tensor<4xf64>) -> (tensor<4xf64>, tensor<f64>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<f64>
    %0 = tensor.empty() : tensor<f64>
    %1 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%arg1 : tensor<f64>) outs(%0 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %10 = arith.negf %in : f64
      linalg.yield %10 : f64
    } -> tensor<f64>
    %2 = tensor.empty() : tensor<4xf64>
    %3 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%1 : tensor<f64>) outs(%2 : tensor<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<4xf64>
    %4 = tensor.empty() : tensor<4xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%3, %arg2 : tensor<4xf64>, tensor<4xf64>) outs(%4 : tensor<4xf64>) {
    ^bb0(%in: f64, %in_0: f64, %out: f64):
      %10 = arith.maximumf %in, %in_0 : f64
      linalg.yield %10 : f64
    } -> tensor<4xf64>
    %6 = tensor.empty() : tensor<4xf64>
    %7 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%arg1 : tensor<f64>) outs(%6 : tensor<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<4xf64>
    %8 = tensor.empty() : tensor<4xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%7, %5 : tensor<4xf64>, tensor<4xf64>) outs(%8 : tensor<4xf64>) {
    ^bb0(%in: f64, %in_0: f64, %out: f64):
      %10 = arith.minimumf %in, %in_0 : f64
      linalg.yield %10 : f64
    } -> tensor<4xf64>
    return %9, %cst : tensor<4xf64>, tensor<f64>
  }
  func.func private @sg.rule.1.forward(%arg0: tensor<4xf64>, %arg1: tensor<f64>) -> (tensor<4xf64>, tensor<4xf64>, tensor<f64>) {
    return %arg0, %arg0, %arg1 : tensor<4xf64>, tensor<4xf64>, tensor<f64>
  }
  func.func private @sg.rule.0(%arg0: tensor<4xf64>) -> tensor<4xf64> attributes {grad.custom_jvp = @sg.rule.0.jvp, no_inline} {
    %cst = arith.constant 0.000000e+00 : f64
    %0 = tensor.empty() : tensor<4xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf64>) outs(%0 : tensor<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %2 = arith.maximumf %in, %cst : f64
      linalg.yield %2 : f64
    } -> tensor<4xf64>
    return %1 : tensor<4xf64>
  }
  func.func private @sg.rule.0.jvp(%arg0: tensor<4xf64>, %arg1: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
    %cst = arith.constant 0.000000e+00 : f64
    %0 = call @sg.rule.0(%arg0) : (tensor<4xf64>) -> tensor<4xf64>
    %1 = tensor.empty() : tensor<4xi1>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf64>) outs(%1 : tensor<4xi1>) {
    ^bb0(%in: f64, %out: i1):
      %5 = arith.cmpf ogt, %in, %cst : f64
      linalg.yield %5 : i1
    } -> tensor<4xi1>
    %3 = tensor.empty() : tensor<4xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%2, %arg1 : tensor<4xi1>, tensor<4xf64>) outs(%3 : tensor<4xf64>) {
    ^bb0(%in: i1, %in_0: f64, %out: f64):
      %5 = arith.select %in, %in_0, %cst : f64
      linalg.yield %5 : f64
    } -> tensor<4xf64>
    return %0, %4 : tensor<4xf64>, tensor<4xf64>
  }
}
