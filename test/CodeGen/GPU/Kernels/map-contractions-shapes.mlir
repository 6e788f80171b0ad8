// Contractions of other shapes than a product of two matrices, executed on the
// host.

// RUN: split-file %s %t
// DEFINE: %{run} = sg-run --device=emulated --check-kernels

//--- large.mlir
// Many batches of 128 rows and columns, plus a tail: a thread computes 8 by 8
// elements. The program counts elements that differ from the expected sums of
// integers.
// RUN: %{run} %t/large.mlir --function=main --input=2 --expected-output=0
#x = affine_map<(b, i, j, k) -> (b, i, k)>
#y = affine_map<(b, i, j, k) -> (k, j, b)>
#z = affine_map<(b, i, j, k) -> (i, b, j)>
#all = affine_map<(i, j, k) -> (i, j, k)>
#none = affine_map<(i, j, k) -> ()>

func.func @main(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c11 = arith.constant 11 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0> : tensor<i32>
  %ex = tensor.empty(%n) : tensor<?x130x11xf32>
  %x = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel"]} outs(%ex : tensor<?x130x11xf32>) {
  ^bb0(%out: f32):
    %b = linalg.index 0 : index
    %i = linalg.index 1 : index
    %k = linalg.index 2 : index
    %v = func.call @element(%b, %i, %k) : (index, index, index) -> f32
    linalg.yield %v : f32
  } -> tensor<?x130x11xf32>
  %ey = tensor.empty(%n) : tensor<11x129x?xf32>
  %y = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel"]} outs(%ey : tensor<11x129x?xf32>) {
  ^bb0(%out: f32):
    %k = linalg.index 0 : index
    %j = linalg.index 1 : index
    %b = linalg.index 2 : index
    %v = func.call @element(%k, %b, %j) : (index, index, index) -> f32
    linalg.yield %v : f32
  } -> tensor<11x129x?xf32>
  %z = tensor.splat %zero[%n] : tensor<130x?x129xf32>
  %p = linalg.contract indexing_maps = [#x, #y, #z] ins(%x, %y : tensor<?x130x11xf32>, tensor<11x129x?xf32>) outs(%z : tensor<130x?x129xf32>) -> tensor<130x?x129xf32>
  %wrong = linalg.generic {indexing_maps = [#all, #none], iterator_types = ["reduction", "reduction", "reduction"]}
      ins(%p : tensor<130x?x129xf32>) outs(%none : tensor<i32>) {
  ^bb0(%v: f32, %old: i32):
    %i = linalg.index 0 : index
    %b = linalg.index 1 : index
    %j = linalg.index 2 : index
    %e = scf.for %k = %c0 to %c11 step %c1 iter_args(%s = %zero) -> (f32) {
      %f = func.call @element(%b, %i, %k) : (index, index, index) -> f32
      %g = func.call @element(%k, %b, %j) : (index, index, index) -> f32
      %q = arith.mulf %f, %g : f32
      %t = arith.addf %s, %q : f32
      scf.yield %t : f32
    }
    %d = arith.cmpf une, %v, %e : f32
    %w = arith.extui %d : i1 to i32
    %new = arith.addi %old, %w : i32
    linalg.yield %new : i32
  } -> tensor<i32>
  %0 = tensor.extract %wrong[] : tensor<i32>
  return %0 : i32
}
func.func private @element(%a: index, %b: index, %c: index) -> f32 {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %p = arith.muli %a, %c3 : index
  %q = arith.muli %b, %c5 : index
  %r = arith.addi %p, %q : index
  %s = arith.addi %r, %c : index
  %n = arith.remui %s, %c7 : index
  %i = arith.index_cast %n : index to i32
  %f = arith.sitofp %i : i32 to f32
  return %f : f32
}

//--- some.mlir
// One matrix for each batch, and one for all; k consists of two loops.
// RUN: %{run} %t/some.mlir --function=batched --input="2x1x2xf32=1 2 3 4" --input="2x2x3xf32=1 2 3 4 5 6 7 8 9 10 11 12" --expected-output="2x1x3xf32=9 12 15 61 68 75"
// RUN: %{run} %t/some.mlir --function=loops --input="2x3x2xf64=1 2 3 4 5 6 7 8 9 10 11 12" --input="2x2x3xf64=1 0 2 0 1 0 1 1 0 3 0 1" --expected-output="2x2xf64=17 15 47 45"
// RUN: %{run} %t/some.mlir --function=vectors --input="2x3xf32=1 2 3 4 5 6" --input="3xf32=1 0 2" --input="2xf32=1 -1" --expected-output="2xf32=7 16" --expected-output="3xf32=-3 -3 -3"
// Elements past the end of an operand do not reach the sum: infinity times a
// padding zero gives no NaN.
// RUN: %{run} %t/some.mlir --function=vectors --input="1x1xf32=inf" --input="1xf32=2" --input="1xf32=-1" --expected-output="1xf32=inf" --expected-output="1xf32=-inf"
// Accumulators of narrow operands are wide if the body says so, and always for
// f16: 2048 + 1 is not an f16.
// RUN: %{run} %t/some.mlir --function=narrow --input="2x3xf16=2048 1 1 1 2 3" --input="3x1xf16=1 1 1" --input="2x3xi8=100 100 100 1 2 -3" --input="3x1xi8=100 100 100" \
// RUN:   --expected-output="2x1xf16=2050 6" --expected-output="2x1xf32=2050 6" --expected-output="2x1xi32=30000 0"
// Every other column of an operand, a slice of the result, a product that is
// subtracted.
// RUN: %{run} %t/some.mlir --function=slices --input="2x4xf32=1 2 3 4 5 6 7 8" --input="2x2xf32=1 2 3 4" --input="3x3xf32=0 0 0 0 0 0 0 0 0" --expected-output="3x3xf32=0 0 0 0 -10 -14 0 -26 -38"


func.func @batched(%x: tensor<?x?x?xf32>, %y: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %b = tensor.dim %x, %c0 : tensor<?x?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?x?xf32>
  %n = tensor.dim %y, %c2 : tensor<?x?x?xf32>
  %zero = arith.constant 0.0 : f32
  %z = tensor.splat %zero[%b, %m, %n] : tensor<?x?x?xf32>
  %p = linalg.batch_matmul ins(%x, %y : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%z : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %p : tensor<?x?x?xf32>
}

func.func @loops(%x: tensor<2x3x2xf64>, %y: tensor<2x2x3xf64>) -> tensor<2x2xf64> {
  %z = arith.constant dense<0.0> : tensor<2x2xf64>
  %p = linalg.contract indexing_maps = [affine_map<(a, c, i, b) -> (a, i, b)>, affine_map<(a, c, i, b) -> (b, c, i)>, affine_map<(a, c, i, b) -> (a, c)>]
      ins(%x, %y : tensor<2x3x2xf64>, tensor<2x2x3xf64>) outs(%z : tensor<2x2xf64>) -> tensor<2x2xf64>
  return %p : tensor<2x2xf64>
}

func.func @vectors(%a: tensor<?x?xf32>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %zero = arith.constant 0.0 : f32
  %rows = tensor.splat %zero[%m] : tensor<?xf32>
  %columns = tensor.splat %zero[%n] : tensor<?xf32>
  %p = linalg.matvec ins(%a, %x : tensor<?x?xf32>, tensor<?xf32>) outs(%rows : tensor<?xf32>) -> tensor<?xf32>
  %q = linalg.vecmat ins(%y, %a : tensor<?xf32>, tensor<?x?xf32>) outs(%columns : tensor<?xf32>) -> tensor<?xf32>
  return %p, %q : tensor<?xf32>, tensor<?xf32>
}

func.func @narrow(%x: tensor<2x3xf16>, %y: tensor<3x1xf16>, %u: tensor<2x3xi8>, %v: tensor<3x1xi8>) -> (tensor<2x1xf16>, tensor<2x1xf32>, tensor<2x1xi32>) {
  %half = arith.constant dense<0.0> : tensor<2x1xf16>
  %single = arith.constant dense<0.0> : tensor<2x1xf32>
  %integer = arith.constant dense<0> : tensor<2x1xi32>
  %p = linalg.matmul ins(%x, %y : tensor<2x3xf16>, tensor<3x1xf16>) outs(%half : tensor<2x1xf16>) -> tensor<2x1xf16>
  %q = linalg.matmul ins(%x, %y : tensor<2x3xf16>, tensor<3x1xf16>) outs(%single : tensor<2x1xf32>) -> tensor<2x1xf32>
  %r = linalg.matmul ins(%u, %v : tensor<2x3xi8>, tensor<3x1xi8>) outs(%integer : tensor<2x1xi32>) -> tensor<2x1xi32>
  return %p, %q, %r : tensor<2x1xf16>, tensor<2x1xf32>, tensor<2x1xi32>
}

func.func @slices(%x: tensor<2x4xf32>, %y: tensor<2x2xf32>, %z: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %s = tensor.extract_slice %x[0, 0] [2, 2] [1, 2] : tensor<2x4xf32> to tensor<2x2xf32>
  %t = tensor.extract_slice %z[1, 1] [2, 2] [1, 1] : tensor<3x3xf32> to tensor<2x2xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%s, %y : tensor<2x2xf32>, tensor<2x2xf32>) outs(%t : tensor<2x2xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %n = arith.negf %a : f32
    %m = arith.mulf %n, %b : f32
    %r = arith.addf %m, %c : f32
    linalg.yield %r : f32
  } -> tensor<2x2xf32>
  %0 = tensor.insert_slice %p into %z[1, 1] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}
