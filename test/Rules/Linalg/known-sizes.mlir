// Operands of one loop, of which one has a static size and the other one has
// not. A derivative that only moves elements, by each of the named ops, is cast
// to the input's type. Expected values by hand, for dynamic sizes 2 and 3.

// RUN: sg-run %s --function=slopes --input='2xf64=1 2' --input='2x3xf64=1 2 3 4 5 6' --input='2x3xf64=1 2 4 8 16 32' | FileCheck %s
// RUN: sg-run %s --check-gradients --function=same --input='2x3xf64=1 2 3 4 5 6' --input='2x3xf64=0'
// RUN: sg-run %s --check-gradients --function=transposed --input='3x2xf64=1 2 3 4 5 6' --input='2x3xf64=0'
// RUN: sg-run %s --check-gradients --function=repeated --input='2x3xf64=1 2 3 4 5 6' --input='2xf64=1 2'
// RUN: sg-run %s --check-gradients --function=summed --input='2xf64=1 2' --input='2x3xf64=0'

func.func @same(%x: tensor<2x3xf64>, %out: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %y = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%x : tensor<2x3xf64>) outs(%out : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64):
    linalg.yield %a : f64
  } -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}
func.func @transposed(%x: tensor<3x2xf64>, %out: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %y = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%x : tensor<3x2xf64>) outs(%out : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64):
    linalg.yield %a : f64
  } -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}
func.func @repeated(%x: tensor<2x3xf64>, %out: tensor<?xf64>) -> tensor<?xf64> {
  %y = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x : tensor<2x3xf64>) outs(%out : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  return %y : tensor<?xf64>
}
func.func @summed(%x: tensor<2xf64>, %out: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %y = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%x : tensor<2xf64>) outs(%out : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64):
    linalg.yield %a : f64
  } -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

// CHECK:      result[0]: 2x3xf64={{\[1 2 4\]\[8 16 32\]}}
// CHECK-NEXT: result[1]: 3x2xf64={{\[1 8\]\[2 16\]\[4 32\]}}
// CHECK-NEXT: result[2]: 2x3xf64={{\[1 1 1\]\[2 2 2\]}}
// CHECK-NEXT: result[3]: 2xf64=7 56
func.func @slopes(%x: tensor<2xf64>, %m: tensor<2x3xf64>, %u: tensor<?x?xf64>)
    -> (tensor<2x3xf64>, tensor<3x2xf64>, tensor<2x3xf64>, tensor<2xf64>) {
  %rows = tensor.cast %x : tensor<2xf64> to tensor<?xf64>
  %e = tensor.empty() : tensor<3x2xf64>
  %t = linalg.transpose ins(%m : tensor<2x3xf64>) outs(%e : tensor<3x2xf64>) permutation = [1, 0]
  %0:2 = grad.vjp @same(%m, %u) cotangents(%u) {wrt = array<i64: 0>}
    : (tensor<2x3xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<2x3xf64>)
  %1:2 = grad.vjp @transposed(%t, %u) cotangents(%u) {wrt = array<i64: 0>}
    : (tensor<3x2xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<3x2xf64>)
  %2:2 = grad.vjp @repeated(%m, %rows) cotangents(%rows) {wrt = array<i64: 0>}
    : (tensor<2x3xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<2x3xf64>)
  %3:2 = grad.vjp @summed(%x, %u) cotangents(%u) {wrt = array<i64: 0>}
    : (tensor<2xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<2xf64>)
  return %0#1, %1#1, %2#1, %3#1 : tensor<2x3xf64>, tensor<3x2xf64>, tensor<2x3xf64>, tensor<2xf64>
}
