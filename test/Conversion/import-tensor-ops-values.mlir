// Values of frontends' scans, scatters and sorts, in all types and with sizes 0
// and 1. Their derivatives of first and second order agree with differences, in
// both modes. The reference gives the same values.

// DEFINE: %{type} = f64
// DEFINE: %{run} = sed s/f64/%{type}/g %s | sg-opt --grad-import-tensor-ops | sg-run - --tolerance=0
// DEFINE: %{x} = "--input=2x3x%{type}=1 4 2 3 2 3"
// DEFINE: %{all} = \
// DEFINE:   %{run} --function=sums %{x} "--expected-output=2x3x%{type}=1 5 7 3 5 8" && \
// DEFINE:   %{run} --function=products %{x} "--expected-output=2x3x%{type}=1 1 1 1 4 2" && \
// DEFINE:   %{run} --function=row "--input=4x%{type}=1 2 3 4" "--expected-output=4x%{type}=1 2 6 24" && \
// DEFINE:   %{run} --function=add %{x} "--input=3x3x%{type}=1 2 3 4 5 6 7 8 9" "--input=3xi64=0 0 -1" "--expected-output=2x3x%{type}=6 11 11 10 10 12" && \
// DEFINE:   %{run} --function=dropped %{x} "--input=3x%{type}=5 6 7" "--input=3x2xi32=1 2 0 3 0 1" "--expected-output=2x3x%{type}=1 28 2 3 2 15" && \
// DEFINE:   %{run} --function=largest %{x} "--input=4x%{type}=5 0 7 6" "--input=4xi64=0 1 1 1" "--expected-output=2x3x%{type}=5 5 5 7 7 7" && \
// DEFINE:   %{run} --function=sorted %{x} "--expected-output=2x3x%{type}=1 2 4 2 3 3" "--expected-output=2x3xi64=0 2 1 1 0 2" && \
// DEFINE:   %{run} --function=descending %{x} "--expected-output=2x3x%{type}=3 4 3 1 2 2" && \
// DEFINE:   %{run} --function=top "--input=2x4x%{type}=1 3 3 nan 5 -1 inf 5" "--expected-output=2x2xi32=3 1 2 0"
// RUN: %{all}
// REDEFINE: %{type} = f32
// RUN: %{all}
// REDEFINE: %{type} = f16
// RUN: %{all}
// REDEFINE: %{type} = bf16
// RUN: %{all}

// Sizes 0 and 1.
// RUN: sg-opt %s --grad-import-tensor-ops -o %t
// DEFINE: %{of} = sg-run %t --tolerance=0
// RUN: %{of} --function=sums --input=0x3xf64= --expected-output=0x3xf64=
// RUN: %{of} --function=sums --input=2x0xf64= --expected-output=2x0xf64=
// RUN: %{of} --function=products --input=0x3xf64= --expected-output=0x3xf64=
// RUN: %{of} --function=row --input=0xf64= --expected-output=0xf64=
// RUN: %{of} --function=row --input=1xf64=3 --expected-output=1xf64=3
// RUN: %{of} --function=add --input=2x1xf64=1,2 --input=0x1xf64= --input=0xi64= --expected-output=2x1xf64=1,2
// RUN: %{of} --function=add --input=2x0xf64= --input=1x0xf64= --input=1xi64=1 --expected-output=2x0xf64=
// RUN: %{of} --function=dropped --input=0x3xf64= --input=2xf64=1,2 --input=2x2xi32=0,0,0,0 --expected-output=0x3xf64=
// RUN: %{of} --function=sorted --input=2x0xf64= --expected-output=2x0xf64= --expected-output=2x0xi64=
// RUN: %{of} --function=sorted --input=0x2xf64= --expected-output=0x2xf64= --expected-output=0x2xi64=
// RUN: %{of} --function=sorted --input=2x1xf64=7,5 --expected-output=2x1xf64=7,5 --expected-output=2x1xi64=0,0
// NaN is the largest, -0 and 0 are equal; so all sorts are stable.
// RUN: %{of} --function=sorted "--input=1x7xf64=0 nan -0.0 inf nan -inf 0" --expected-output=1x7xf64=-inf,0,-0.0,0,inf,nan,nan "--expected-output=1x7xi64=5 0 2 6 3 1 4"
// RUN: %{of} --function=descending "--input=5x1xf64=2 nan 3 nan -inf" --expected-output=5x1xf64=nan,nan,3,2,-inf
// RUN: %{of} --function=by_integers --input=9xi32=3,1,2,3,1,2,2,-7,3 "--expected-output=9xi32=-7 1 1 2 2 2 3 3 3" "--expected-output=9xi32=7 1 4 2 5 6 0 3 8"
// A torch-mlir index out of range is an error.
// RUN: not sg-run %t --function=add --input=2x1xf64=1,2 --input=1x1xf64=1 --input=1xi64=2 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not sg-run %t --function=add --input=2x1xf64=1,2 --input=1x1xf64=1 --input=1xi64=-3 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: 'tensor.extract_slice': the slice leaves dimension 0

// DEFINE: %{check} = sg-run %t --check-gradients --order=2
// DEFINE: %{reference} = sg-run %t --verify-against-reference
// RUN: %{check} --function=sums "--input=2x3xf64=1 4 2 3 2 3"
// RUN: %{check} --function=products "--input=4x2xf64=1 4 2 3 2 3 -1 2"
// RUN: %{check} --function=row "--input=4xf64=1 -2 0 3"
// RUN: %{check} --function=add "--input=2x3xf64=1 4 2 3 2 3" "--input=3x3xf64=1 2 3 4 5 6 7 8 9" "--input=3xi64=0 0 -1"
// RUN: %{check} --function=dropped "--input=2x3xf64=1 4 2 3 2 3" "--input=4xf64=5 6 7 2" "--input=4x2xi32=1 2 0 3 0 1 1 2"
// RUN: %{check} --function=largest "--input=2x3xf64=1 4 2 3 2 3" "--input=4xf64=5 0 7 6" "--input=4xi64=0 1 1 1"
// RUN: %{check} --function=squares_sorted "--input=2x5xf64=1 4 2 3 9 7 3 -2 8 -1"
// RUN: %{check} --function=top_values "--input=2x4xf64=1 3 4 7 5 -1 9 6"
// RUN: %{reference} --function=sums "--input=2x3xf64=1 4 2 3 2 3"
// RUN: %{reference} --function=products "--input=2x3xf64=1 4 2 3 2 3"
// RUN: %{reference} --function=add "--input=2x3xf64=1 4 2 3 2 3" "--input=3x3xf64=1 2 3 4 5 6 7 8 9" "--input=3xi64=0 0 -1"
// RUN: %{reference} --function=dropped "--input=2x3xf64=1 4 2 3 2 3" "--input=4xf64=5 6 7 2" "--input=4x2xi32=1 2 0 3 0 1 1 2"
// RUN: %{reference} --function=squares_sorted "--input=2x5xf64=1 4 2 3 9 7 3 -2 8 -1"
// RUN: %{reference} --function=top "--input=2x4xf64=1 3 3 nan 5 -1 inf 5"

func.func @sums(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %m = tensor.dim %x, %c1 : tensor<?x?xf64>
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty(%n, %m) : tensor<?x?xf64>
  %s = tensor.empty(%n) : tensor<?xf64>
  %start = linalg.fill ins(%zero : f64) outs(%s : tensor<?xf64>) -> tensor<?xf64>
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<?x?xf64>) outs(%e, %start : tensor<?x?xf64>, tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64):
    %1 = arith.addf %a, %b : f64
    tm_tensor.yield %1 : f64
  } -> tensor<?x?xf64>, tensor<?xf64>
  return %0#0 : tensor<?x?xf64>
}

// Exclusive scan of rows.
func.func @products(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c1 : tensor<?x?xf64>
  %one = arith.constant 1.0 : f64
  %s = tensor.empty(%m) : tensor<?xf64>
  %start = linalg.fill ins(%one : f64) outs(%s : tensor<?xf64>) -> tensor<?xf64>
  %0:2 = iree_linalg_ext.scan dimension(0) inclusive(false) ins(%x : tensor<?x?xf64>) outs(%x, %start : tensor<?x?xf64>, tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64):
    %1 = arith.mulf %a, %b : f64
    iree_linalg_ext.yield %1 : f64
  } -> tensor<?x?xf64>, tensor<?xf64>
  return %0#0 : tensor<?x?xf64>
}

func.func @row(%x: tensor<?xf64>) -> tensor<?xf64> {
  %start = arith.constant dense<1.0> : tensor<f64>
  %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<?xf64>) outs(%x, %start : tensor<?xf64>, tensor<f64>) {
  ^bb0(%a: f64, %b: f64):
    %1 = arith.mulf %a, %b : f64
    tm_tensor.yield %1 : f64
  } -> tensor<?xf64>, tensor<f64>
  return %0#0 : tensor<?xf64>
}

// Rows, scattered by repeated indices.
func.func @add(%x: tensor<?x?xf64>, %u: tensor<?x?xf64>, %i: tensor<?xi64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %u, %c0 : tensor<?x?xf64>
  %m = tensor.dim %u, %c1 : tensor<?x?xf64>
  %w = tensor.expand_shape %u [[0, 1], [2]] output_shape [%n, 1, %m] : tensor<?x?xf64> into tensor<?x1x?xf64>
  %k = tensor.expand_shape %i [[0, 1]] output_shape [%n, 1] : tensor<?xi64> into tensor<?x1xi64>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%w, %k : tensor<?x1x?xf64>, tensor<?x1xi64>) outs(%x : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64):
    %1 = arith.addf %b, %a : f64
    tm_tensor.yield %1 : f64
  } -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

// Elements, multiplied; indices out of range are dropped.
func.func @dropped(%x: tensor<?x?xf64>, %u: tensor<?xf64>, %i: tensor<?x2xi32>) -> tensor<?x?xf64> {
  %0 = iree_linalg_ext.scatter dimension_map = [0, 1] unique_indices(false) ins(%u, %i : tensor<?xf64>, tensor<?x2xi32>) outs(%x : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64):
    %1 = arith.mulf %b, %a : f64
    iree_linalg_ext.yield %1 : f64
  } -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

// Windows that cover a row, selected by one index without a component
// dimension.
func.func @largest(%x: tensor<?x?xf64>, %u: tensor<?xf64>, %i: tensor<?xi64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %u, %c0 : tensor<?xf64>
  %m = tensor.dim %x, %c1 : tensor<?x?xf64>
  %e = tensor.empty(%n, %m) : tensor<?x?xf64>
  %w = linalg.broadcast ins(%u : tensor<?xf64>) outs(%e : tensor<?x?xf64>) dimensions = [1]
  %0 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%w, %i : tensor<?x?xf64>, tensor<?xi64>) outs(%x : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64):
    %1 = arith.maximumf %b, %a : f64
    iree_linalg_ext.yield %1 : f64
  } -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

// With positions, as torch-mlir writes it: the comparison is true for equal
// keys, which keep their order.
func.func @sorted(%x: tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %m = tensor.dim %x, %c1 : tensor<?x?xf64>
  %i = tensor.generate %n, %m {
  ^bb0(%row: index, %column: index):
    %position = arith.index_cast %column : index to i64
    tensor.yield %position : i64
  } : tensor<?x?xi64>
  %0:2 = tm_tensor.sort dimension(1) outs(%x, %i : tensor<?x?xf64>, tensor<?x?xi64>) {
  ^bb0(%a: f64, %b: f64, %c: i64, %d: i64):
    %1 = arith.cmpf ole, %a, %b : f64
    tm_tensor.yield %1 : i1
  } -> tensor<?x?xf64>, tensor<?x?xi64>
  return %0#0, %0#1 : tensor<?x?xf64>, tensor<?x?xi64>
}

func.func @descending(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = tm_tensor.sort dimension(0) outs(%x : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64):
    %1 = arith.cmpf oge, %a, %b : f64
    tm_tensor.yield %1 : i1
  } -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

// Another body, true for equal keys; the sort is stable all the same.
func.func @by_integers(%k: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %k, %c0 : tensor<?xi32>
  %i = tensor.generate %n {
  ^bb0(%at: index):
    %position = arith.index_cast %at : index to i32
    tensor.yield %position : i32
  } : tensor<?xi32>
  %0:2 = tm_tensor.sort dimension(0) outs(%k, %i : tensor<?xi32>, tensor<?xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    %1 = arith.cmpi sle, %a, %b : i32
    tm_tensor.yield %1 : i1
  } -> tensor<?xi32>, tensor<?xi32>
  return %0#0, %0#1 : tensor<?xi32>, tensor<?xi32>
}

func.func @top(%x: tensor<?x?xf64>) -> tensor<?x2xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %v = tensor.empty(%n) : tensor<?x2xf64>
  %i = tensor.empty(%n) : tensor<?x2xi32>
  %0:2 = iree_linalg_ext.topk dimension(1) ins(%x : tensor<?x?xf64>) outs(%v, %i : tensor<?x2xf64>, tensor<?x2xi32>) {
  ^bb0(%a: f64, %b: f64):
    %1 = arith.cmpf ogt, %a, %b : f64
    iree_linalg_ext.yield %1 : i1
  } -> tensor<?x2xf64>, tensor<?x2xi32>
  return %0#1 : tensor<?x2xi32>
}

// Differences of second order do not suffice for piecewise linear functions.
func.func @squares_sorted(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %square = arith.mulf %x, %x : tensor<?x?xf64>
  %0:2 = func.call @sorted(%square) : (tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xi64>)
  %1 = arith.mulf %0#0, %x : tensor<?x?xf64>
  return %1 : tensor<?x?xf64>
}

func.func @top_values(%x: tensor<?x?xf64>) -> tensor<?x2xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %v = tensor.empty(%n) : tensor<?x2xf64>
  %i = tensor.empty(%n) : tensor<?x2xi32>
  %square = arith.mulf %x, %x : tensor<?x?xf64>
  %0:2 = iree_linalg_ext.topk dimension(1) ins(%square : tensor<?x?xf64>) outs(%v, %i : tensor<?x2xf64>, tensor<?x2xi32>) {
  ^bb0(%a: f64, %b: f64):
    %1 = arith.cmpf olt, %a, %b : f64
    iree_linalg_ext.yield %1 : i1
  } -> tensor<?x2xf64>, tensor<?x2xi32>
  return %0#0 : tensor<?x2xf64>
}
