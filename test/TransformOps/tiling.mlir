// One schedule differentiates a function and tiles the matrix products in its
// derivative by MLIR's own transforms.
//
// RUN: split-file %s %t
// RUN: sg-opt %t/program.mlir --transform-preload-library=transform-library-paths=%t/schedule.mlir \
// RUN:   --transform-interpreter --canonicalize -o %t/tiled.mlir
// RUN: FileCheck %s --implicit-check-not=linalg.matmul < %t/tiled.mlir
//
// The program is unchanged; the three products of its derivative are tiled.
// CHECK-LABEL: func.func @f(
// CHECK:         linalg.matmul ins({{.*}} : tensor<?x?xf32>, tensor<?x?xf32>)
// CHECK-LABEL: func.func private @f_vjp(
// CHECK-COUNT-3: scf.for
// CHECK:           linalg.matmul
// CHECK-COUNT-3: scf.for
// CHECK:           linalg.matmul
// CHECK-COUNT-3: scf.for
// CHECK:           linalg.matmul
// CHECK-LABEL: func.func @df(
//
// Results equal those without tiling, for sizes that are multiples of the tiles
// or not, 1 and 0.
// DEFINE: %{inputs} =
// DEFINE: %{same} = sg-run %t/program.mlir --function=plain %{inputs} \
// DEFINE:   --output=@%t/y.npy --output=@%t/dx.npy --output=@%t/dw.npy && \
// DEFINE:   sg-run %t/tiled.mlir --function=df %{inputs} --tolerance=1e-6 \
// DEFINE:   --expected-output=@%t/y.npy --expected-output=@%t/dx.npy --expected-output=@%t/dw.npy
// REDEFINE: %{inputs} = --input="3x5xf32=1 -2 3 -4 5 6 7 -8 9 10 -1 2 3 4 5" --input="5x2xf32=1 2 -3 4 5 -6 7 8 9 -10"
// RUN: %{same}
// REDEFINE: %{inputs} = --input="4x2xf32=1 -2 3 -4 5 6 7 -8" --input="2x4xf32=1 2 -3 4 5 -6 7 8"
// RUN: %{same}
// REDEFINE: %{inputs} = --input=1x1xf32=3 --input=1x1xf32=-2
// RUN: %{same}
// REDEFINE: %{inputs} = --input=3x0xf32= --input=0x2xf32=
// RUN: %{same}

//--- program.mlir
// The sum of the squares of x w.
func.func @f(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %w, %c1 : tensor<?x?xf32>
  %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %y = linalg.matmul ins(%x, %w : tensor<?x?xf32>, tensor<?x?xf32>) outs(%start : tensor<?x?xf32>) -> tensor<?x?xf32>
  %square = arith.mulf %y, %y : tensor<?x?xf32>
  %scalar = tensor.empty() : tensor<f32>
  %none = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%square : tensor<?x?xf32>) outs(%none : tensor<f32>) dimensions = [0, 1]
  return %sum : tensor<f32>
}
func.func @plain(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>) -> (tensor<f32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %y, %dx, %dw = grad.value_and_grad @f(%x, %w)
      : (tensor<?x?xf32>, tensor<?x?xf32>) -> (tensor<f32>, tensor<?x?xf32>, tensor<?x?xf32>)
  return %y, %dx, %dw : tensor<f32>, tensor<?x?xf32>, tensor<?x?xf32>
}

//--- schedule.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} attributes{sym_name = "f"} in %root
        : (!transform.any_op) -> !transform.any_op
    %df, %generated = transform.grad.differentiate %f name = "df"
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.foreach %generated : !transform.any_op {
    ^bb0(%function: !transform.any_op):
      %products = transform.structured.match ops{["linalg.matmul"]} in %function
          : (!transform.any_op) -> !transform.any_op
      %tiles, %loops:3 = transform.structured.tile_using_for %products tile_sizes [4, 4, 2]
          : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}
