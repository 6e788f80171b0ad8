// Sizes that are known more exactly than by the types. Reverse code converts
// values to the types of the primal program.

// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s
// RUN: sg-run %s --function=main --input="2x3xf64=1 2 3 4 5 6" --tolerance=0 \
// RUN:   --expected-output="2x3xf64=3 4 5 9 10 11" --expected-output="2x3xf64=1 2 3 4 5 6" \
// RUN:   --expected-output="2x3xf64=2 3 4 6 7 8"

// The size of the first part is 2, but its type is dynamic.
// CHECK-LABEL: func.func private @concat_vjp(
// CHECK-SAME:    [[CT:%[a-z0-9]+]]: tensor<?x3xf64>)
// CHECK:         [[TWO:%[a-z0-9_]+]] = arith.constant 2 : index
// CHECK:         tensor.extract_slice [[CT]][0, 0] {{\[}}[[TWO]], 3] [1, 1] : tensor<?x3xf64> to tensor<?x3xf64>
func.func private @concat(%x: tensor<2x3xf64>) -> tensor<?x3xf64> {
  %a = tensor.cast %x : tensor<2x3xf64> to tensor<?x3xf64>
  %y = tensor.concat dim(0) %a, %x : (tensor<?x3xf64>, tensor<2x3xf64>) -> tensor<?x3xf64>
  return %y : tensor<?x3xf64>
}

func.func private @collapse(%x: tensor<2x3xf64>) -> tensor<?xf64> {
  %a = tensor.cast %x : tensor<2x3xf64> to tensor<?x3xf64>
  %y = tensor.collapse_shape %a [[0, 1]] : tensor<?x3xf64> into tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func private @pad(%x: tensor<2x3xf64>) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %a = tensor.cast %x : tensor<2x3xf64> to tensor<?x?xf64>
  %y = tensor.pad %a low[0, 1] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f64
  } : tensor<?x?xf64> to tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

func.func @main(%x: tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) {
  %rows_s = arith.constant dense<[[1.0, 1.0, 1.0], [2.0, 2.0, 2.0], [2.0, 3.0, 4.0], [7.0, 8.0, 9.0]]> : tensor<4x3xf64>
  %rows = tensor.cast %rows_s : tensor<4x3xf64> to tensor<?x3xf64>
  %a, %da = grad.vjp @concat(%x) cotangents(%rows)
      : (tensor<2x3xf64>, tensor<?x3xf64>) -> (tensor<?x3xf64>, tensor<2x3xf64>)
  %row_s = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf64>
  %row = tensor.cast %row_s : tensor<6xf64> to tensor<?xf64>
  %b, %db = grad.vjp @collapse(%x) cotangents(%row)
      : (tensor<2x3xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<2x3xf64>)
  %wide_s = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf64>
  %wide = tensor.cast %wide_s : tensor<2x4xf64> to tensor<?x?xf64>
  %c, %dc = grad.vjp @pad(%x) cotangents(%wide)
      : (tensor<2x3xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<2x3xf64>)
  return %da, %db, %dc : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>
}
