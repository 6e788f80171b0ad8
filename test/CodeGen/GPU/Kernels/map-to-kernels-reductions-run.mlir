// Reductions by the lanes of rows, by whole blocks and by many blocks,
// executed: sums over i + j have known values, and the differences are zero.
//
// RUN: sg-run %s --device=emulated --check-kernels --function=f64 --input=0 --input=7 --expected-output=0 --expected-output=0 --expected-output=0
// RUN: sg-run %s --device=emulated --check-kernels --function=f64 --input=7 --input=0 --expected-output=0 --expected-output=0 --expected-output=0
// RUN: sg-run %s --device=emulated --check-kernels --function=f64 --input=1 --input=1 --expected-output=0 --expected-output=0 --expected-output=0
// RUN: sg-run %s --device=emulated --check-kernels --function=f64 --input=33 --input=1 --expected-output=0 --expected-output=0 --expected-output=0
// RUN: sg-run %s --device=emulated --check-kernels --function=f64 --input=65 --input=300 --expected-output=0 --expected-output=0 --expected-output=0
// RUN: sg-run %s --device=emulated --check-kernels --function=i32 --input=0 --input=7 --expected-output=0 --expected-output=0 --expected-output=0
// RUN: sg-run %s --device=emulated --check-kernels --function=i32 --input=1 --input=1 --expected-output=0 --expected-output=0 --expected-output=0
// RUN: sg-run %s --device=emulated --check-kernels --function=i32 --input=65 --input=300 --expected-output=0 --expected-output=0 --expected-output=0
// RUN: sg-run %s --device=emulated --check-kernels --function=long_rows --expected-output=0
// RUN: sg-run %s --device=emulated --check-kernels --function=half --input="3x5xf16=1 2 3 4 nan 5 4 -inf 2 1 7 inf 1 0 3" --expected-output="3xf16=nan 5 inf"
// RUN: sg-run %s --device=emulated --check-kernels --function=truth --input="2x3xi1=1 1 1 1 0 1" --expected-output="2xi1=1 0" --expected-output="3xi1=1 1 1"
// RUN: sg-run %s --device=emulated --check-kernels --function=extremes --input="5xindex=3 -2 8 5 -9" --expected-output=-9 --expected-output=8 --expected-output=3
// RUN: sg-run %s --device=emulated --check-kernels --function=started --input="2x3xf32=1 2 3 4 5 6" --input="2xf32=10 20" --expected-output="2xf32=16 35"

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// Differences of the sum of all i + j, of the row sums and of the column sums.
func.func @f64(%n: index, %m: index) -> (f64, f64, f64) {
  %zero = arith.constant 0.0 : f64
  %numbers = call @numbers(%n, %m) : (index, index) -> tensor<?x?xi64>
  %e = tensor.empty(%n, %m) : tensor<?x?xf64>
  %x = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]} ins(%numbers : tensor<?x?xi64>) outs(%e : tensor<?x?xf64>) {
  ^bb0(%a: i64, %o: f64):
    %f = arith.sitofp %a : i64 to f64
    linalg.yield %f : f64
  } -> tensor<?x?xf64>
  %z = arith.constant dense<0.0> : tensor<f64>
  %zr = tensor.splat %zero[%n] : tensor<?xf64>
  %zc = tensor.splat %zero[%m] : tensor<?xf64>
  %total = linalg.reduce {arith.addf} ins(%x : tensor<?x?xf64>) outs(%z : tensor<f64>) dimensions = [0, 1]
  %rows = linalg.reduce {arith.addf} ins(%x : tensor<?x?xf64>) outs(%zr : tensor<?xf64>) dimensions = [1]
  %columns = linalg.reduce {arith.addf} ins(%x : tensor<?x?xf64>) outs(%zc : tensor<?xf64>) dimensions = [0]
  %t = tensor.extract %total[] : tensor<f64>
  %known = call @total(%n, %m) : (index, index) -> i64
  %k = arith.sitofp %known : i64 to f64
  %d = arith.subf %t, %k : f64
  %dr = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%rows : tensor<?xf64>) outs(%z : tensor<f64>) {
  ^bb0(%a: f64, %worst: f64):
    %i = linalg.index 0 : index
    %sum = func.call @line(%i, %m) : (index, index) -> i64
    %s = arith.sitofp %sum : i64 to f64
    %off = arith.subf %a, %s : f64
    %abs = math.absf %off : f64
    %w = arith.maximumf %worst, %abs : f64
    linalg.yield %w : f64
  } -> tensor<f64>
  %dc = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%columns : tensor<?xf64>) outs(%z : tensor<f64>) {
  ^bb0(%a: f64, %worst: f64):
    %i = linalg.index 0 : index
    %sum = func.call @line(%i, %n) : (index, index) -> i64
    %s = arith.sitofp %sum : i64 to f64
    %off = arith.subf %a, %s : f64
    %abs = math.absf %off : f64
    %w = arith.maximumf %worst, %abs : f64
    linalg.yield %w : f64
  } -> tensor<f64>
  %r = tensor.extract %dr[] : tensor<f64>
  %c = tensor.extract %dc[] : tensor<f64>
  return %d, %r, %c : f64, f64, f64
}

// The same in 32-bit integers, which shuffles exchange.
func.func @i32(%n: index, %m: index) -> (i32, i32, i32) {
  %zero = arith.constant 0 : i32
  %numbers = call @numbers(%n, %m) : (index, index) -> tensor<?x?xi64>
  %x = arith.trunci %numbers : tensor<?x?xi64> to tensor<?x?xi32>
  %z = arith.constant dense<0> : tensor<i32>
  %zr = tensor.splat %zero[%n] : tensor<?xi32>
  %zc = tensor.splat %zero[%m] : tensor<?xi32>
  %total = linalg.reduce {arith.addi} ins(%x : tensor<?x?xi32>) outs(%z : tensor<i32>) dimensions = [0, 1]
  %rows = linalg.reduce {arith.addi} ins(%x : tensor<?x?xi32>) outs(%zr : tensor<?xi32>) dimensions = [1]
  %columns = linalg.reduce {arith.addi} ins(%x : tensor<?x?xi32>) outs(%zc : tensor<?xi32>) dimensions = [0]
  %t = tensor.extract %total[] : tensor<i32>
  %known = call @total(%n, %m) : (index, index) -> i64
  %k = arith.trunci %known : i64 to i32
  %d = arith.subi %t, %k : i32
  %dr = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%rows : tensor<?xi32>) outs(%z : tensor<i32>) {
  ^bb0(%a: i32, %worst: i32):
    %i = linalg.index 0 : index
    %sum = func.call @line(%i, %m) : (index, index) -> i64
    %s = arith.trunci %sum : i64 to i32
    %off = arith.xori %a, %s : i32
    %w = arith.ori %worst, %off : i32
    linalg.yield %w : i32
  } -> tensor<i32>
  %dc = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%columns : tensor<?xi32>) outs(%z : tensor<i32>) {
  ^bb0(%a: i32, %worst: i32):
    %i = linalg.index 0 : index
    %sum = func.call @line(%i, %n) : (index, index) -> i64
    %s = arith.trunci %sum : i64 to i32
    %off = arith.xori %a, %s : i32
    %w = arith.ori %worst, %off : i32
    linalg.yield %w : i32
  } -> tensor<i32>
  %r = tensor.extract %dr[] : tensor<i32>
  %c = tensor.extract %dc[] : tensor<i32>
  return %d, %r, %c : i32, i32, i32
}

// A whole block for each row: the sum of 0 to 1499, three times.
func.func @long_rows() -> f32 {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c1500 = arith.constant 1500 : index
  %e = tensor.empty() : tensor<3x1500xf32>
  %x = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<3x1500xf32>) {
  ^bb0(%o: f32):
    %j = linalg.index 1 : index
    %l = arith.index_cast %j : index to i32
    %f = arith.sitofp %l : i32 to f32
    linalg.yield %f : f32
  } -> tensor<3x1500xf32>
  %z = arith.constant dense<0.0> : tensor<3xf32>
  %rows = linalg.reduce {arith.addf} ins(%x : tensor<3x1500xf32>) outs(%z : tensor<3xf32>) dimensions = [1]
  %scalar = arith.constant dense<0.0> : tensor<f32>
  %worst = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%rows : tensor<3xf32>) outs(%scalar : tensor<f32>) {
  ^bb0(%a: f32, %w: f32):
    %sum = arith.constant 1124250.0 : f32
    %d = arith.subf %a, %sum : f32
    %abs = math.absf %d : f32
    %v = arith.maximumf %w, %abs : f32
    linalg.yield %v : f32
  } -> tensor<f32>
  %r = tensor.extract %worst[] : tensor<f32>
  return %r : f32
}

// A NaN is the maximum.
func.func @half(%x: tensor<3x5xf16>) -> tensor<3xf16> {
  %low = arith.constant dense<0xFC00> : tensor<3xf16>
  %y = linalg.reduce {arith.maximumf} ins(%x : tensor<3x5xf16>) outs(%low : tensor<3xf16>) dimensions = [1]
  return %y : tensor<3xf16>
}

func.func @truth(%x: tensor<2x3xi1>) -> (tensor<2xi1>, tensor<3xi1>) {
  %true = arith.constant dense<true> : tensor<2xi1>
  %false = arith.constant dense<false> : tensor<3xi1>
  %y = linalg.reduce {arith.andi} ins(%x : tensor<2x3xi1>) outs(%true : tensor<2xi1>) dimensions = [1]
  %z = linalg.reduce {arith.ori} ins(%x : tensor<2x3xi1>) outs(%false : tensor<3xi1>) dimensions = [0]
  return %y, %z : tensor<2xi1>, tensor<3xi1>
}

// Reductions of indices: the least, the greatest, and the least as unsigned
// integers.
func.func @extremes(%x: tensor<5xindex>) -> (index, index, index) {
  %most = arith.constant dense<9223372036854775807> : tensor<index>
  %least = arith.constant dense<-9223372036854775808> : tensor<index>
  %all = arith.constant dense<-1> : tensor<index>
  %min = linalg.reduce {arith.minsi} ins(%x : tensor<5xindex>) outs(%most : tensor<index>) dimensions = [0]
  %max = linalg.reduce {arith.maxsi} ins(%x : tensor<5xindex>) outs(%least : tensor<index>) dimensions = [0]
  %natural = linalg.reduce {arith.minui} ins(%x : tensor<5xindex>) outs(%all : tensor<index>) dimensions = [0]
  %a = tensor.extract %min[] : tensor<index>
  %b = tensor.extract %max[] : tensor<index>
  %c = tensor.extract %natural[] : tensor<index>
  return %a, %b, %c : index, index, index
}

// The initial value counts once.
func.func @started(%x: tensor<2x3xf32>, %start: tensor<2xf32>) -> tensor<2xf32> {
  %y = linalg.reduce {arith.addf} ins(%x : tensor<2x3xf32>) outs(%start : tensor<2xf32>) dimensions = [1]
  return %y : tensor<2xf32>
}

func.func private @numbers(%n: index, %m: index) -> tensor<?x?xi64> {
  %e = tensor.empty(%n, %m) : tensor<?x?xi64>
  %x = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<?x?xi64>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.addi %i, %j : index
    %l = arith.index_cast %k : index to i64
    linalg.yield %l : i64
  } -> tensor<?x?xi64>
  return %x : tensor<?x?xi64>
}

// i + 0, ..., i + n - 1 together: n i + n (n - 1) / 2.
func.func private @line(%i: index, %n: index) -> i64 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %less = arith.subi %n, %c1 : index
  %square = arith.muli %n, %less : index
  %half = arith.divsi %square, %c2 : index
  %all = arith.muli %n, %i : index
  %sum = arith.addi %all, %half : index
  %s = arith.index_cast %sum : index to i64
  return %s : i64
}

// n m (n + m - 2) / 2.
func.func private @total(%n: index, %m: index) -> i64 {
  %c2 = arith.constant 2 : index
  %more = arith.addi %n, %m : index
  %less = arith.subi %more, %c2 : index
  %area = arith.muli %n, %m : index
  %twice = arith.muli %area, %less : index
  %sum = arith.divsi %twice, %c2 : index
  %s = arith.index_cast %sum : index to i64
  return %s : i64
}
