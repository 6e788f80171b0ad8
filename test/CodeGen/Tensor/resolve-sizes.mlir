// The size of a result is its destination's size, also if the result's map has
// a constant.
//
// RUN: sg-opt %s --sg-resolve-sizes --canonicalize | FileCheck %s
// RUN: sg-run %s --function=tangent --input="2x3xf64=1 -5 3 4 2 -6" --input=2x1xf64=0 --input="2x3xf64=1 2 3 4 5 6" \
// RUN:   --expected-output="2x1xf64=-2 -6"
// RUN: sg-run %s --function=gradient --input="2x3xf64=1 -5 3 4 2 -6" --input=2x1xf64=0 --input="2x1xf64=10 20" \
// RUN:   --expected-output="2x3xf64=0 -10 0 0 0 -20" --expected-output=2x1xf64=0

// CHECK-LABEL: func.func @size(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: tensor<?x?xf64>, [[Z:%[a-z0-9]+]]: tensor<?x?xf64>)
// CHECK-DAG:     [[C1:%[a-z0-9_]+]] = arith.constant 1 : index
// CHECK:         [[SIZE:%[a-z0-9_]+]] = tensor.dim [[Z]], [[C1]]
// CHECK:         return [[SIZE]]
func.func @size(%x: tensor<?x?xf64>, %z: tensor<?x?xf64>) -> index {
  %c1 = arith.constant 1 : index
  %y = func.call @largest(%x, %z) : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf64>) outs(%z : tensor<?x?xf64>) {
  ^bb0(%e: f64, %o: f64):
    %m = arith.maximumf %e, %o : f64
    linalg.yield %m : f64
  } -> tensor<?x?xf64>
  %size = tensor.dim %r, %c1 : tensor<?x?xf64>
  return %size : index
}

// The largest size of each row, as importers write it.
func.func @largest(%x: tensor<?x?xf64>, %z: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf64>) outs(%z : tensor<?x?xf64>) {
  ^bb0(%e: f64, %o: f64):
    %a = math.absf %e : f64
    %m = arith.maximumf %a, %o : f64
    linalg.yield %m : f64
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @tangent(%x: tensor<?x?xf64>, %z: tensor<?x?xf64>, %dx: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r, %t = grad.jvp @largest(%x, %z) tangents(%dx) {wrt = array<i64: 0>}
      : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  return %t : tensor<?x?xf64>
}
func.func @gradient(%x: tensor<?x?xf64>, %z: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %r, %dx, %dz = grad.vjp @largest(%x, %z) cotangents(%c)
      : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
  return %dx, %dz : tensor<?x?xf64>, tensor<?x?xf64>
}
