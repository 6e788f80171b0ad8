// One branch yields a value twice; another overwrites a value that it yields.
// Upstream's empty-tensor elimination reused memory for these values, and the
// next analysis did not copy them (docs/UpstreamFaults.md).
//
// RUN: sg-opt %s --grad-request-derivative="function=main wrt=0,1 name=gradient" -o %t.mlir
// RUN: sg-run %t.mlir --function=gradient --input=3x2xf64=0.5 --input=3x2xf64=-0.75 --verify-against-reference=quiet
// RUN: sg-run %t.mlir --function=gradient --input=3x2xf64=-0.5 --input=3x2xf64=0.25 --verify-against-reference=quiet
// RUN: sg-run %t.mlir --function=gradient --device=cpu --input=3x2xf64=-0.5 --input=3x2xf64=0.25 --threads=2 --least-work=0 --verify-against-reference=quiet
// RUN: sg-opt %t.mlir --grad-expand-derivatives --sg-lower-to-cpu -o /dev/null

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> ()>
#map2 = affine_map<() -> ()>
module {
  func.func @main(%arg0: tensor<3x2xf64>, %arg1: tensor<3x2xf64>) -> tensor<f64> {
    %cst = arith.constant 0.000000e+00 : f64
    %0 = tensor.empty() : tensor<f64>
    %1 = linalg.fill ins(%cst : f64) outs(%0 : tensor<f64>) -> tensor<f64>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "reduction"]} ins(%arg0 : tensor<3x2xf64>) outs(%1 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %9 = arith.addf %in, %out : f64
      linalg.yield %9 : f64
    } -> tensor<f64>
    %3 = tensor.empty() : tensor<i1>
    %4 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%2 : tensor<f64>) outs(%3 : tensor<i1>) {
    ^bb0(%in: f64, %out: i1):
      %9 = arith.cmpf ogt, %in, %cst : f64
      linalg.yield %9 : i1
    } -> tensor<i1>
    %extracted = tensor.extract %4[] : tensor<i1>
    %5:2 = scf.if %extracted -> (tensor<3x2xf64>, tensor<3x2xf64>) {
      %9 = tensor.empty() : tensor<3x2xf64>
      %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<3x2xf64>, tensor<3x2xf64>) outs(%9 : tensor<3x2xf64>) {
      ^bb0(%in: f64, %in_0: f64, %out: f64):
        %14 = arith.mulf %in, %in_0 : f64
        linalg.yield %14 : f64
      } -> tensor<3x2xf64>
      %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<3x2xf64>) outs(%9 : tensor<3x2xf64>) {
      ^bb0(%in: f64, %out: f64):
        %14 = math.sin %in : f64
        linalg.yield %14 : f64
      } -> tensor<3x2xf64>
      %12 = grad.stop_gradient %arg0 : tensor<3x2xf64>
      %13 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %arg1 : tensor<3x2xf64>, tensor<3x2xf64>) outs(%9 : tensor<3x2xf64>) {
      ^bb0(%in: f64, %in_0: f64, %out: f64):
        %14 = arith.mulf %in, %in_0 : f64
        linalg.yield %14 : f64
      } -> tensor<3x2xf64>
      scf.yield %11, %13 : tensor<3x2xf64>, tensor<3x2xf64>
    } else {
      %9 = tensor.empty() : tensor<3x2xf64>
      %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<3x2xf64>) outs(%9 : tensor<3x2xf64>) {
      ^bb0(%in: f64, %out: f64):
        %12 = math.exp %in : f64
        linalg.yield %12 : f64
      } -> tensor<3x2xf64>
      %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<3x2xf64>, tensor<3x2xf64>) outs(%9 : tensor<3x2xf64>) {
      ^bb0(%in: f64, %in_0: f64, %out: f64):
        %12 = arith.addf %in, %in_0 : f64
        linalg.yield %12 : f64
      } -> tensor<3x2xf64>
      scf.yield %10, %11 : tensor<3x2xf64>, tensor<3x2xf64>
    }
    %6 = tensor.empty() : tensor<3x2xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%5#0, %5#1 : tensor<3x2xf64>, tensor<3x2xf64>) outs(%6 : tensor<3x2xf64>) {
    ^bb0(%in: f64, %in_0: f64, %out: f64):
      %9 = arith.mulf %in, %in_0 : f64
      linalg.yield %9 : f64
    } -> tensor<3x2xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "reduction"]} ins(%7 : tensor<3x2xf64>) outs(%1 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %9 = arith.addf %in, %out : f64
      linalg.yield %9 : f64
    } -> tensor<f64>
    return %8 : tensor<f64>
  }
}
