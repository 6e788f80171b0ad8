// Few rows and an operand that is contiguous along k: tiled, compared with
// integers.
// RUN: sg-run %s --function=row_f16 --expected-output=0
// RUN: sg-run %s --function=rows5_f32 --expected-output=0
// RUN: sg-run %s --function=rows8_f64 --expected-output=0
// RUN: sg-run %s --function=rows4_bf16 --expected-output=0
// RUN: sg-run %s --function=rows9_f32 --expected-output=0
// RUN: sg-run %s --function=blocks_f32 --expected-output=0
// RUN: sg-run %s --function=blocks_f64 --expected-output=0
// RUN: sg-run %s --function=terms --input=0 --expected-output=0
// RUN: sg-run %s --function=terms --input=1 --expected-output=0
// RUN: sg-run %s --function=terms --input=31 --expected-output=0
// RUN: sg-run %s --function=terms --input=64 --expected-output=0
// RUN: sg-run %s --function=terms --input=20001 --expected-output=0
// RUN: sg-run %s --function=rows --input=0 --expected-output=0
// RUN: sg-run %s --function=rows --input=1 --expected-output=0
// RUN: sg-run %s --function=rows --input=3 --expected-output=0
// RUN: sg-run %s --function=rows --input=4 --expected-output=0
// RUN: sg-run %s --function=rows --input=201 --expected-output=0

#id = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

func.func private @number(%n: index, %m: index) -> tensor<?x?xi32> {
  %r = tensor.generate %n, %m {
  ^bb0(%i: index, %j: index):
    %three = arith.constant 3 : index
    %seven = arith.constant 7 : index
    %middle = arith.constant 2 : i32
    %a = arith.muli %i, %three : index
    %b = arith.addi %a, %j : index
    %c = arith.remui %b, %seven : index
    %d = arith.index_cast %c : index to i32
    %e = arith.subi %d, %middle : i32
    tensor.yield %e : i32
  } : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

func.func private @differences(%x: tensor<?x?xi32>, %y: tensor<?x?xi32>) -> i32 {
  %zero = arith.constant dense<0> : tensor<i32>
  %count = linalg.generic {indexing_maps = [#id, #id, #none], iterator_types = ["reduction", "reduction"]}
      ins(%x, %y : tensor<?x?xi32>, tensor<?x?xi32>) outs(%zero : tensor<i32>) {
  ^bb0(%p: i32, %q: i32, %sum: i32):
    %differs = arith.cmpi ne, %p, %q : i32
    %one = arith.extui %differs : i1 to i32
    %next = arith.addi %sum, %one : i32
    linalg.yield %next : i32
  } -> tensor<i32>
  %r = tensor.extract %count[] : tensor<i32>
  return %r : i32
}

// Few rows and an operand that is contiguous along k.
func.func @row_f16() -> i32 {
  %m = arith.constant 1 : index
  %n = arith.constant 203 : index
  %k = arith.constant 67 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<1x67xi32>
  %fa = arith.sitofp %ia : tensor<1x67xi32> to tensor<1x67xf16>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<203x67xi32>
  %fb = arith.sitofp %ib : tensor<203x67xi32> to tensor<203x67xf16>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<1x203xi32>
  %fc = arith.sitofp %ic : tensor<1x203xi32> to tensor<1x203xf32>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<1x67xf16>, tensor<203x67xf16>) outs(%fc : tensor<1x203xf32>) -> tensor<1x203xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<1x67xi32>, tensor<203x67xi32>) outs(%ic : tensor<1x203xi32>) -> tensor<1x203xi32>
  %w = arith.fptosi %x : tensor<1x203xf32> to tensor<1x203xi32>
  %u = tensor.cast %w : tensor<1x203xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<1x203xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

func.func @rows5_f32() -> i32 {
  %m = arith.constant 5 : index
  %n = arith.constant 203 : index
  %k = arith.constant 67 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<5x67xi32>
  %fa = arith.sitofp %ia : tensor<5x67xi32> to tensor<5x67xf32>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<203x67xi32>
  %fb = arith.sitofp %ib : tensor<203x67xi32> to tensor<203x67xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<5x203xi32>
  %fc = arith.sitofp %ic : tensor<5x203xi32> to tensor<5x203xf32>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<5x67xf32>, tensor<203x67xf32>) outs(%fc : tensor<5x203xf32>) -> tensor<5x203xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<5x67xi32>, tensor<203x67xi32>) outs(%ic : tensor<5x203xi32>) -> tensor<5x203xi32>
  %w = arith.fptosi %x : tensor<5x203xf32> to tensor<5x203xi32>
  %u = tensor.cast %w : tensor<5x203xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<5x203xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

func.func @rows8_f64() -> i32 {
  %m = arith.constant 8 : index
  %n = arith.constant 33 : index
  %k = arith.constant 96 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<8x96xi32>
  %fa = arith.sitofp %ia : tensor<8x96xi32> to tensor<8x96xf64>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<33x96xi32>
  %fb = arith.sitofp %ib : tensor<33x96xi32> to tensor<33x96xf64>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<8x33xi32>
  %fc = arith.sitofp %ic : tensor<8x33xi32> to tensor<8x33xf64>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<8x96xf64>, tensor<33x96xf64>) outs(%fc : tensor<8x33xf64>) -> tensor<8x33xf64>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<8x96xi32>, tensor<33x96xi32>) outs(%ic : tensor<8x33xi32>) -> tensor<8x33xi32>
  %w = arith.fptosi %x : tensor<8x33xf64> to tensor<8x33xi32>
  %u = tensor.cast %w : tensor<8x33xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<8x33xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

func.func @rows4_bf16() -> i32 {
  %m = arith.constant 4 : index
  %n = arith.constant 2 : index
  %k = arith.constant 64 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<4x64xi32>
  %fa = arith.sitofp %ia : tensor<4x64xi32> to tensor<4x64xbf16>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<2x64xi32>
  %fb = arith.sitofp %ib : tensor<2x64xi32> to tensor<2x64xbf16>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<4x2xi32>
  %fc = arith.sitofp %ic : tensor<4x2xi32> to tensor<4x2xf32>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<4x64xbf16>, tensor<2x64xbf16>) outs(%fc : tensor<4x2xf32>) -> tensor<4x2xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<4x64xi32>, tensor<2x64xi32>) outs(%ic : tensor<4x2xi32>) -> tensor<4x2xi32>
  %w = arith.fptosi %x : tensor<4x2xf32> to tensor<4x2xi32>
  %u = tensor.cast %w : tensor<4x2xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<4x2xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

func.func @rows9_f32() -> i32 {
  %m = arith.constant 9 : index
  %n = arith.constant 33 : index
  %k = arith.constant 67 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<9x67xi32>
  %fa = arith.sitofp %ia : tensor<9x67xi32> to tensor<9x67xf32>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<33x67xi32>
  %fb = arith.sitofp %ib : tensor<33x67xi32> to tensor<33x67xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<9x33xi32>
  %fc = arith.sitofp %ic : tensor<9x33xi32> to tensor<9x33xf32>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<9x67xf32>, tensor<33x67xf32>) outs(%fc : tensor<9x33xf32>) -> tensor<9x33xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<9x67xi32>, tensor<33x67xi32>) outs(%ic : tensor<9x33xi32>) -> tensor<9x33xi32>
  %w = arith.fptosi %x : tensor<9x33xf32> to tensor<9x33xi32>
  %u = tensor.cast %w : tensor<9x33xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<9x33xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

// A k dimension longer than the rows' share of L1.
func.func @blocks_f32() -> i32 {
  %m = arith.constant 8 : index
  %n = arith.constant 7 : index
  %k = arith.constant 2500 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<8x2500xi32>
  %fa = arith.sitofp %ia : tensor<8x2500xi32> to tensor<8x2500xf32>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<7x2500xi32>
  %fb = arith.sitofp %ib : tensor<7x2500xi32> to tensor<7x2500xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<8x7xi32>
  %fc = arith.sitofp %ic : tensor<8x7xi32> to tensor<8x7xf32>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<8x2500xf32>, tensor<7x2500xf32>) outs(%fc : tensor<8x7xf32>) -> tensor<8x7xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<8x2500xi32>, tensor<7x2500xi32>) outs(%ic : tensor<8x7xi32>) -> tensor<8x7xi32>
  %w = arith.fptosi %x : tensor<8x7xf32> to tensor<8x7xi32>
  %u = tensor.cast %w : tensor<8x7xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<8x7xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

func.func @blocks_f64() -> i32 {
  %m = arith.constant 1 : index
  %n = arith.constant 6 : index
  %k = arith.constant 9001 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<1x9001xi32>
  %fa = arith.sitofp %ia : tensor<1x9001xi32> to tensor<1x9001xf64>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<6x9001xi32>
  %fb = arith.sitofp %ib : tensor<6x9001xi32> to tensor<6x9001xf64>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<1x6xi32>
  %fc = arith.sitofp %ic : tensor<1x6xi32> to tensor<1x6xf64>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<1x9001xf64>, tensor<6x9001xf64>) outs(%fc : tensor<1x6xf64>) -> tensor<1x6xf64>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<1x9001xi32>, tensor<6x9001xi32>) outs(%ic : tensor<1x6xi32>) -> tensor<1x6xi32>
  %w = arith.fptosi %x : tensor<1x6xf64> to tensor<1x6xi32>
  %u = tensor.cast %w : tensor<1x6xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<1x6xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

// Dynamic sizes of k, columns and rows.
func.func @terms(%k: index) -> i32 {
  %m = arith.constant 3 : index
  %n = arith.constant 10 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<3x?xi32>
  %fa = arith.sitofp %ia : tensor<3x?xi32> to tensor<3x?xf32>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<10x?xi32>
  %fb = arith.sitofp %ib : tensor<10x?xi32> to tensor<10x?xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<3x10xi32>
  %fc = arith.sitofp %ic : tensor<3x10xi32> to tensor<3x10xf32>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<3x?xf32>, tensor<10x?xf32>) outs(%fc : tensor<3x10xf32>) -> tensor<3x10xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<3x?xi32>, tensor<10x?xi32>) outs(%ic : tensor<3x10xi32>) -> tensor<3x10xi32>
  %w = arith.fptosi %x : tensor<3x10xf32> to tensor<3x10xi32>
  %u = tensor.cast %w : tensor<3x10xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<3x10xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

func.func @rows(%m: index) -> i32 {
  %n = arith.constant 1 : index
  %k = arith.constant 40 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<?x40xi32>
  %fa = arith.sitofp %ia : tensor<?x40xi32> to tensor<?x40xf32>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<40x1xi32>
  %fb = arith.sitofp %ib : tensor<40x1xi32> to tensor<40x1xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<?x1xi32>
  %fc = arith.sitofp %ic : tensor<?x1xi32> to tensor<?x1xf32>
  %x = linalg.matmul ins(%fa, %fb : tensor<?x40xf32>, tensor<40x1xf32>) outs(%fc : tensor<?x1xf32>) -> tensor<?x1xf32>
  %y = linalg.matmul ins(%ia, %ib : tensor<?x40xi32>, tensor<40x1xi32>) outs(%ic : tensor<?x1xi32>) -> tensor<?x1xi32>
  %w = arith.fptosi %x : tensor<?x1xf32> to tensor<?x1xi32>
  %u = tensor.cast %w : tensor<?x1xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<?x1xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}
