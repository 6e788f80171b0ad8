// RUN: sg-opt %s --sg-keep-unwritten-elements | FileCheck %s
// RUN: sg-run %s --function=column --input="2xf64=1 2" --input="2x3xf64=1 2 3 4 5 6" \
// RUN:   --expected-output="2x3xf64=1 2 3 4 5 6" --expected-output="2x3xf64=1 2 3 4 5 6"
// RUN: sg-run %s --function=column --input="2xf64=3 2" --input="2x3xf64=1 2 3 4 5 6" \
// RUN:   --expected-output="2x3xf64=9 2 3 4 5 6" --expected-output="2x3xf64=1 2 3 4 5 6"
// RUN: sg-run %s --function=last --input="2x2xi32=1 2 3 4" --input="2xi32=8 9" --expected-output="2xi32=2 4"
// RUN: sg-run %s --function=last --input="2x0xi32=1" --input="2xi32=8 9" --expected-output="2xi32=8 9"
// RUN: sg-run %s --function=loops_of_one --input="1x3xf64=7 8 9" --input="2x3xf64=1 2 3 4 5 6" --expected-output="2x3xf64=1 2 3 7 8 9"
// RUN: sg-run %s --function=one_iteration --input="1xf64=7" --input="2xf64=1 2" --expected-output="2xf64=1 7"
// RUN: sg-run %s --function=one_at_last --input=3 --input=1 --expected-output="1x2xf32=3 0"
// RUN: sg-run %s --function=integers --input="2xi8=7 0" --input="2x3xi8=1 2 3 4 5 6" --expected-output="2x3xi8=1 7 3 4 5 0"
// RUN: sg-run %s --function=masks --input="1xi1=1" --input="1x2xi1=1 0" --expected-output="1x2xi1=1 1"

// Columns 1 and 2 keep their values.
// CHECK-LABEL: func.func @column(
// CHECK:       ^bb0({{.*}}[[OUT:%[a-z0-9]+]]: f64):
// CHECK:         arith.select {{.*}}, [[OUT]]
func.func @column(%x: tensor<2xf64>, %y: tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>) {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, 0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<2xf64>) outs(%y : tensor<2x3xf64>) {
  ^bb0(%e: f64, %out: f64):
    %square = arith.mulf %e, %e : f64
    linalg.yield %square : f64
  } -> tensor<2x3xf64>
  return %r, %y : tensor<2x3xf64>, tensor<2x3xf64>
}

// The last element of each row, if it exists.
// CHECK-LABEL: func.func @last(
// CHECK:         arith.select
func.func @last(%x: tensor<2x?xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x?xi32>) outs(%y : tensor<2xi32>) {
  ^bb0(%e: i32, %out: i32):
    linalg.yield %e : i32
  } -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// Every element is written, so nothing of an empty tensor is kept.
// CHECK-LABEL: func.func @all(
// CHECK-NOT:     arith.select
// CHECK:         return
func.func @all(%x: tensor<?xf32>, %y: tensor<?x1xf32>) -> (tensor<?x1xf32>, tensor<1x4xf32>) {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, 0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%y : tensor<?x1xf32>) {
  ^bb0(%e: f32, %out: f32):
    linalg.yield %e : f32
  } -> tensor<?x1xf32>
  %empty = tensor.empty() : tensor<1x4xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (0, 2)>], iterator_types = ["reduction"]}
      ins(%x : tensor<?xf32>) outs(%empty : tensor<1x4xf32>) {
  ^bb0(%e: f32, %out: f32):
    linalg.yield %e : f32
  } -> tensor<1x4xf32>
  return %r, %s : tensor<?x1xf32>, tensor<1x4xf32>
}

// The index of a loop with one iteration is known, and it is not read.
func.func @loops_of_one(%x: tensor<1x3xf64>, %y: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (1, j)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<1x3xf64>) outs(%y : tensor<2x3xf64>) {
  ^bb0(%e: f64, %out: f64):
    linalg.yield %e : f64
  } -> tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}
func.func @one_iteration(%x: tensor<1xf64>, %y: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (1)>], iterator_types = ["reduction"]}
      ins(%x : tensor<1xf64>) outs(%y : tensor<2xf64>) {
  ^bb0(%e: f64, %out: f64):
    linalg.yield %e : f64
  } -> tensor<2xf64>
  return %r : tensor<2xf64>
}

// A loop whose size becomes 1 later.
// CHECK-LABEL: func.func @one_at_last(
// CHECK:       ^bb0({{.*}}[[OUT:%[a-z0-9]+]]: f32):
// CHECK:         arith.select {{.*}}, [[OUT]]
func.func @one_at_last(%x: f32, %n: index) -> tensor<?x?xf32> {
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %start = tensor.splat %x[%one, %two] : tensor<?x?xf32>
  %y = tensor.splat %x[%one] : tensor<?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, i + 1)>], iterator_types = ["parallel"]}
      ins(%y : tensor<?xf32>) outs(%start : tensor<?x?xf32>) {
  ^bb0(%e: f32, %out: f32):
    %zero = arith.subf %e, %e : f32
    linalg.yield %zero : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @integers(
// CHECK:         arith.ori
// CHECK:         arith.select
func.func @integers(%x: tensor<?xi8>, %start: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, i + 1)>], iterator_types = ["parallel"]}
      ins(%x : tensor<?xi8>) outs(%start : tensor<?x?xi8>) {
  ^bb0(%e: i8, %out: i8):
    linalg.yield %e : i8
  } -> tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}

// A mask without a known true lane; the loops are generated.
// CHECK-LABEL: func.func @masks(
// CHECK:         scf.for
func.func @masks(%x: tensor<?xi1>, %start: tensor<?x?xi1>) -> tensor<?x?xi1> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, i + 1)>], iterator_types = ["parallel"]}
      ins(%x : tensor<?xi1>) outs(%start : tensor<?x?xi1>) {
  ^bb0(%e: i1, %out: i1):
    linalg.yield %e : i1
  } -> tensor<?x?xi1>
  return %r : tensor<?x?xi1>
}
