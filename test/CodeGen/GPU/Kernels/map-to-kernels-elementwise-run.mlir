// Values computed by kernels with wide accesses, executed on the host (programs
// of map-to-kernels-elementwise.mlir): sizes around a multiple of the width,
// zero, more than a block.
//
// RUN: sg-run %s --device=emulated --check-kernels --function=squares --input="0x7xf32=" --expected-output="0x7xf32=" --expected-output=0
// RUN: sg-run %s --device=emulated --check-kernels --function=squares --input="1x1xf32=3" --expected-output="1x1xf32=9" --expected-output=9
// RUN: sg-run %s --device=emulated --check-kernels --function=squares --input="1x3xf32=1 2 3" --expected-output="1x3xf32=1 4 9" --expected-output=14
// RUN: sg-run %s --device=emulated --check-kernels --function=squares --input="2x2xf32=1 2 3 4" --expected-output="2x2xf32=1 4 9 16" --expected-output=30
// RUN: sg-run %s --device=emulated --check-kernels --function=squares --input="3x3xf32=1 2 3 4 5 6 7 8 9" \
// RUN:   --expected-output="3x3xf32=1 4 9 16 25 36 49 64 81" --expected-output=285
// RUN: sg-run %s --device=emulated --check-kernels --function=select \
// RUN:   --input="17xi1=1 0 1 0 0 1 0 1 1 0 0 1 1 1 0 1 1" --input="17xi16=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17" \
// RUN:   --expected-output="17xi16=2 2 6 4 5 12 7 16 18 10 11 24 26 28 15 32 34" \
// RUN:   --expected-output="17xf64=2 2 6 4 5 12 7 16 18 10 11 24 26 28 15 32 34"
// RUN: sg-run %s --device=emulated --check-kernels --function=numbers --input=1 --expected-output=0
// RUN: sg-run %s --device=emulated --check-kernels --function=numbers --input=1023 --expected-output=0
// RUN: sg-run %s --device=emulated --check-kernels --function=numbers --input=1024 --expected-output=0
// RUN: sg-run %s --device=emulated --check-kernels --function=numbers --input=2051 --expected-output=0
// RUN: sg-run %s --device=emulated --check-kernels --function=rows --input=0 --expected-output=0
// RUN: sg-run %s --device=emulated --check-kernels --function=rows --input=1 --expected-output=0
// RUN: sg-run %s --device=emulated --check-kernels --function=rows --input=131 --expected-output=0
// RUN: sg-run %s --device=emulated --check-kernels --function=row_of_view --input=7 \
// RUN:   --input="3x8xf32=0 0 0 0 0 0 0 0 0 1 2 3 4 5 6 7 0 0 0 0 0 0 0 0" --expected-output="1x7xf32=1 4 9 16 25 36 49"
// RUN: sg-run %s --device=emulated --check-kernels --function=row_of_view --input=1 \
// RUN:   --input="2x2xf32=0 0 0 3" --expected-output="1x1xf32=9"
// RUN: sg-run %s --device=emulated --check-kernels --function=column_of_view --input=3 \
// RUN:   --input="3x8xf32=1 0 0 0 0 0 0 0 2 0 0 0 0 0 0 0 3 0 0 0 0 0 0 0" --expected-output="3x1xf32=1 4 9"

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
#nothing = affine_map<(i, j) -> ()>

func.func @squares(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, f32) {
  %y = arith.mulf %x, %x : tensor<?x?xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %sum = linalg.reduce {arith.addf} ins(%y : tensor<?x?xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  %s = tensor.extract %sum[] : tensor<f32>
  return %y, %s : tensor<?x?xf32>, f32
}

// Eight elements at once of the shortest type, for any other types.
func.func @select(%c: tensor<?xi1>, %x: tensor<?xi16>) -> (tensor<?xi16>, tensor<?xf64>) {
  %double = arith.addi %x, %x : tensor<?xi16>
  %chosen = arith.select %c, %double, %x : tensor<?xi1>, tensor<?xi16>
  %wide = arith.sitofp %chosen : tensor<?xi16> to tensor<?xf64>
  return %chosen, %wide : tensor<?xi16>, tensor<?xf64>
}

// Number of elements that differ from their index; the elements are f64.
func.func @numbers(%n: index) -> i32 {
  %e = tensor.empty(%n) : tensor<?xf64>
  %numbers = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<?xf64>) {
  ^bb0(%out: f64):
    %i = linalg.index 0 : index
    %int = arith.index_cast %i : index to i64
    %v = arith.sitofp %int : i64 to f64
    linalg.yield %v : f64
  } -> tensor<?xf64>
  %none = arith.constant dense<0> : tensor<i32>
  %wrong = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
      ins(%numbers : tensor<?xf64>) outs(%none : tensor<i32>) {
  ^bb0(%v: f64, %count: i32):
    %i = linalg.index 0 : index
    %int = arith.index_cast %i : index to i64
    %right = arith.sitofp %int : i64 to f64
    %is = arith.cmpf une, %v, %right : f64
    %one = arith.extui %is : i1 to i32
    %sum = arith.addi %count, %one : i32
    linalg.yield %sum : i32
  } -> tensor<i32>
  %w = tensor.extract %wrong[] : tensor<i32>
  return %w : i32
}

// Rows of 24, with a value for each row and one for each column: number of
// elements that differ from 100 i + j.
func.func @rows(%n: index) -> i32 {
  %e = tensor.empty(%n) : tensor<?xf32>
  %hundreds = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<?xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %int = arith.index_cast %i : index to i32
    %c100 = arith.constant 100 : i32
    %p = arith.muli %int, %c100 : i32
    %v = arith.sitofp %p : i32 to f32
    linalg.yield %v : f32
  } -> tensor<?xf32>
  %ones = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0,
                                16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0]> : tensor<24xf16>
  %t = tensor.empty(%n) : tensor<?x24xf32>
  %sums = linalg.generic {indexing_maps = [#row, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%hundreds, %ones : tensor<?xf32>, tensor<24xf16>) outs(%t : tensor<?x24xf32>) {
  ^bb0(%a: f32, %b: f16, %out: f32):
    %wide = arith.extf %b : f16 to f32
    %s = arith.addf %a, %wide : f32
    linalg.yield %s : f32
  } -> tensor<?x24xf32>
  %none = arith.constant dense<0> : tensor<i32>
  %wrong = linalg.generic {indexing_maps = [#all, #nothing], iterator_types = ["reduction", "reduction"]}
      ins(%sums : tensor<?x24xf32>) outs(%none : tensor<i32>) {
  ^bb0(%v: f32, %count: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c100 = arith.constant 100 : index
    %p = arith.muli %i, %c100 : index
    %s = arith.addi %p, %j : index
    %int = arith.index_cast %s : index to i32
    %right = arith.sitofp %int : i32 to f32
    %is = arith.cmpf une, %v, %right : f32
    %one = arith.extui %is : i1 to i32
    %sum = arith.addi %count, %one : i32
    linalg.yield %sum : i32
  } -> tensor<i32>
  %w = tensor.extract %wrong[] : tensor<i32>
  return %w : i32
}

func.func @row_of_view(%n: index, %x: tensor<?x?xf32>) -> tensor<1x?xf32> {
  %row = tensor.extract_slice %x[1, 1] [1, %n] [1, 1] : tensor<?x?xf32> to tensor<1x?xf32>
  %y = arith.mulf %row, %row : tensor<1x?xf32>
  return %y : tensor<1x?xf32>
}

func.func @column_of_view(%n: index, %x: tensor<3x8xf32>) -> tensor<?x1xf32> {
  %column = tensor.extract_slice %x[0, 0] [%n, 1] [1, 1] : tensor<3x8xf32> to tensor<?x1xf32>
  %y = arith.mulf %column, %column : tensor<?x1xf32>
  return %y : tensor<?x1xf32>
}
