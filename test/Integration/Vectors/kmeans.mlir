// The cost of a clustering, sum_i min_j |c(j) - p(i)|^2, its gradient in the
// centroids, and Newton's direction: the gradient divided by the diagonal of
// the Hessian. Centroids and coordinates do not interact, so the Hessian is
// diagonal and its product with ones is its diagonal.
//
// RUN: %python %S/convert.py %t %S/Inputs/kmeans_k3_n20_d2.json
// RUN: sg-run %s --function=direction --tolerance=1e-9 \
// RUN:   --input=@%t/kmeans_k3_n20_d2/input.points.npy \
// RUN:   --input=@%t/kmeans_k3_n20_d2/input.centroids.npy \
// RUN:   --expected-output=@%t/kmeans_k3_n20_d2/expected.cost.npy \
// RUN:   --expected-output=@%t/kmeans_k3_n20_d2/expected.gradient.npy \
// RUN:   --expected-output=@%t/kmeans_k3_n20_d2/expected.hessian_diag.npy \
// RUN:   --expected-output=@%t/kmeans_k3_n20_d2/expected.dir.npy

func.func @cost(%points: tensor<?x?xf64>, %centroids: tensor<?x?xf64>) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %infinity = arith.constant 0x7FF0000000000000 : f64
  %n = tensor.dim %points, %c0 : tensor<?x?xf64>
  %k = tensor.dim %centroids, %c0 : tensor<?x?xf64>
  %pairs = tensor.empty(%n, %k) : tensor<?x?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%pairs : tensor<?x?xf64>) -> tensor<?x?xf64>
  %distances = linalg.generic {
      indexing_maps = [affine_map<(i, j, d) -> (i, d)>,
                       affine_map<(i, j, d) -> (j, d)>,
                       affine_map<(i, j, d) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%points, %centroids : tensor<?x?xf64>, tensor<?x?xf64>)
      outs(%zeros : tensor<?x?xf64>) {
  ^bb0(%p: f64, %c: f64, %partial: f64):
    %difference = arith.subf %c, %p : f64
    %square = arith.mulf %difference, %difference : f64
    %next = arith.addf %partial, %square : f64
    linalg.yield %next : f64
  } -> tensor<?x?xf64>
  %perPoint = tensor.empty(%n) : tensor<?xf64>
  %far = linalg.fill ins(%infinity : f64) outs(%perPoint : tensor<?xf64>) -> tensor<?xf64>
  %nearest = linalg.reduce { arith.minimumf } ins(%distances : tensor<?x?xf64>)
      outs(%far : tensor<?xf64>) dimensions = [1]
  %none = arith.constant dense<0.0> : tensor<f64>
  %cost = linalg.reduce { arith.addf } ins(%nearest : tensor<?xf64>)
      outs(%none : tensor<f64>) dimensions = [0]
  return %cost : tensor<f64>
}

func.func @gradient(%points: tensor<?x?xf64>, %centroids: tensor<?x?xf64>)
    -> (tensor<f64>, tensor<?x?xf64>) {
  %cost, %dc = grad.value_and_grad @cost(%points, %centroids) {wrt = array<i64: 1>}
      : (tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<f64>, tensor<?x?xf64>)
  return %cost, %dc : tensor<f64>, tensor<?x?xf64>
}

// Forward over reverse.
func.func @direction(%points: tensor<?x?xf64>, %centroids: tensor<?x?xf64>)
    -> (tensor<f64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %k = tensor.dim %centroids, %c0 : tensor<?x?xf64>
  %d = tensor.dim %centroids, %c1 : tensor<?x?xf64>
  %empty = tensor.empty(%k, %d) : tensor<?x?xf64>
  %ones = linalg.fill ins(%one : f64) outs(%empty : tensor<?x?xf64>) -> tensor<?x?xf64>
  %cost, %gradient, %slope, %hessian = grad.jvp @gradient(%points, %centroids)
      tangents(%ones) {wrt = array<i64: 1>}
      : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
      -> (tensor<f64>, tensor<?x?xf64>, tensor<f64>, tensor<?x?xf64>)
  %direction = arith.divf %gradient, %hessian : tensor<?x?xf64>
  return %cost, %gradient, %hessian, %direction
      : tensor<f64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}
