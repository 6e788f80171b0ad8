// Products with one column, along k or along the result: tiled, compared with
// integers.
// RUN: sg-run %s --function=column_f32 --expected-output=0
// RUN: sg-run %s --function=column_f64 --expected-output=0
// RUN: sg-run %s --function=column_bf16 --expected-output=0
// RUN: sg-run %s --function=column_f16 --expected-output=0
// RUN: sg-run %s --function=turned_f32 --expected-output=0
// RUN: sg-run %s --function=turned_f64 --expected-output=0
// RUN: sg-run %s --function=outer_f32 --expected-output=0
// RUN: sg-run %s --function=single --expected-output=0
// RUN: sg-run %s --function=columns --input=0 --expected-output=0
// RUN: sg-run %s --function=columns --input=1 --expected-output=0
// RUN: sg-run %s --function=columns --input=3 --expected-output=0
// RUN: sg-run %s --function=columns --input=4 --expected-output=0
// RUN: sg-run %s --function=columns --input=201 --expected-output=0

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

// Each function counts the elements that differ from the product of integers,
// which no tile computes.
func.func @column_f32() -> i32 {
  %m = arith.constant 37 : index
  %n = arith.constant 1 : index
  %k = arith.constant 70 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<37x70xi32>
  %fa = arith.sitofp %ia : tensor<37x70xi32> to tensor<37x70xf32>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<70x1xi32>
  %fb = arith.sitofp %ib : tensor<70x1xi32> to tensor<70x1xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<37x1xi32>
  %fc = arith.sitofp %ic : tensor<37x1xi32> to tensor<37x1xf32>
  %x = linalg.matmul ins(%fa, %fb : tensor<37x70xf32>, tensor<70x1xf32>) outs(%fc : tensor<37x1xf32>) -> tensor<37x1xf32>
  %y = linalg.matmul ins(%ia, %ib : tensor<37x70xi32>, tensor<70x1xi32>) outs(%ic : tensor<37x1xi32>) -> tensor<37x1xi32>
  %w = arith.fptosi %x : tensor<37x1xf32> to tensor<37x1xi32>
  %u = tensor.cast %w : tensor<37x1xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<37x1xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

func.func @column_f64() -> i32 {
  %m = arith.constant 37 : index
  %n = arith.constant 1 : index
  %k = arith.constant 129 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<37x129xi32>
  %fa = arith.sitofp %ia : tensor<37x129xi32> to tensor<37x129xf64>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<129x1xi32>
  %fb = arith.sitofp %ib : tensor<129x1xi32> to tensor<129x1xf64>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<37x1xi32>
  %fc = arith.sitofp %ic : tensor<37x1xi32> to tensor<37x1xf64>
  %x = linalg.matmul ins(%fa, %fb : tensor<37x129xf64>, tensor<129x1xf64>) outs(%fc : tensor<37x1xf64>) -> tensor<37x1xf64>
  %y = linalg.matmul ins(%ia, %ib : tensor<37x129xi32>, tensor<129x1xi32>) outs(%ic : tensor<37x1xi32>) -> tensor<37x1xi32>
  %w = arith.fptosi %x : tensor<37x1xf64> to tensor<37x1xi32>
  %u = tensor.cast %w : tensor<37x1xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<37x1xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

func.func @column_bf16() -> i32 {
  %m = arith.constant 6 : index
  %n = arith.constant 1 : index
  %k = arith.constant 100 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<6x100xi32>
  %fa = arith.sitofp %ia : tensor<6x100xi32> to tensor<6x100xbf16>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<100x1xi32>
  %fb = arith.sitofp %ib : tensor<100x1xi32> to tensor<100x1xbf16>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<6x1xi32>
  %fc = arith.sitofp %ic : tensor<6x1xi32> to tensor<6x1xf32>
  %x = linalg.matmul ins(%fa, %fb : tensor<6x100xbf16>, tensor<100x1xbf16>) outs(%fc : tensor<6x1xf32>) -> tensor<6x1xf32>
  %y = linalg.matmul ins(%ia, %ib : tensor<6x100xi32>, tensor<100x1xi32>) outs(%ic : tensor<6x1xi32>) -> tensor<6x1xi32>
  %w = arith.fptosi %x : tensor<6x1xf32> to tensor<6x1xi32>
  %u = tensor.cast %w : tensor<6x1xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<6x1xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

func.func @column_f16() -> i32 {
  %m = arith.constant 3 : index
  %n = arith.constant 1 : index
  %k = arith.constant 333 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<3x333xi32>
  %fa = arith.sitofp %ia : tensor<3x333xi32> to tensor<3x333xf16>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<333x1xi32>
  %fb = arith.sitofp %ib : tensor<333x1xi32> to tensor<333x1xf16>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<3x1xi32>
  %fc = arith.sitofp %ic : tensor<3x1xi32> to tensor<3x1xf32>
  %x = linalg.matmul ins(%fa, %fb : tensor<3x333xf16>, tensor<333x1xf16>) outs(%fc : tensor<3x1xf32>) -> tensor<3x1xf32>
  %y = linalg.matmul ins(%ia, %ib : tensor<3x333xi32>, tensor<333x1xi32>) outs(%ic : tensor<3x1xi32>) -> tensor<3x1xi32>
  %w = arith.fptosi %x : tensor<3x1xf32> to tensor<3x1xi32>
  %u = tensor.cast %w : tensor<3x1xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<3x1xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

// The gradient of the other operand: vectors along the result, which has one
// column.
func.func @turned_f32() -> i32 {
  %m = arith.constant 301 : index
  %n = arith.constant 1 : index
  %k = arith.constant 70 : index
  %da = func.call @number(%k, %m) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<70x301xi32>
  %fa = arith.sitofp %ia : tensor<70x301xi32> to tensor<70x301xf32>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<70x1xi32>
  %fb = arith.sitofp %ib : tensor<70x1xi32> to tensor<70x1xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<301x1xi32>
  %fc = arith.sitofp %ic : tensor<301x1xi32> to tensor<301x1xf32>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<70x301xf32>, tensor<70x1xf32>) outs(%fc : tensor<301x1xf32>) -> tensor<301x1xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<70x301xi32>, tensor<70x1xi32>) outs(%ic : tensor<301x1xi32>) -> tensor<301x1xi32>
  %w = arith.fptosi %x : tensor<301x1xf32> to tensor<301x1xi32>
  %u = tensor.cast %w : tensor<301x1xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<301x1xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

func.func @turned_f64() -> i32 {
  %m = arith.constant 129 : index
  %n = arith.constant 1 : index
  %k = arith.constant 33 : index
  %da = func.call @number(%k, %m) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<33x129xi32>
  %fa = arith.sitofp %ia : tensor<33x129xi32> to tensor<33x129xf64>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<33x1xi32>
  %fb = arith.sitofp %ib : tensor<33x1xi32> to tensor<33x1xf64>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<129x1xi32>
  %fc = arith.sitofp %ic : tensor<129x1xi32> to tensor<129x1xf64>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<33x129xf64>, tensor<33x1xf64>) outs(%fc : tensor<129x1xf64>) -> tensor<129x1xf64>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<33x129xi32>, tensor<33x1xi32>) outs(%ic : tensor<129x1xi32>) -> tensor<129x1xi32>
  %w = arith.fptosi %x : tensor<129x1xf64> to tensor<129x1xi32>
  %u = tensor.cast %w : tensor<129x1xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<129x1xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

// A k dimension of size 1.
func.func @outer_f32() -> i32 {
  %m = arith.constant 37 : index
  %n = arith.constant 70 : index
  %k = arith.constant 1 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<37x1xi32>
  %fa = arith.sitofp %ia : tensor<37x1xi32> to tensor<37x1xf32>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<70x1xi32>
  %fb = arith.sitofp %ib : tensor<70x1xi32> to tensor<70x1xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<37x70xi32>
  %fc = arith.sitofp %ic : tensor<37x70xi32> to tensor<37x70xf32>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<37x1xf32>, tensor<70x1xf32>) outs(%fc : tensor<37x70xf32>) -> tensor<37x70xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<37x1xi32>, tensor<70x1xi32>) outs(%ic : tensor<37x70xi32>) -> tensor<37x70xi32>
  %w = arith.fptosi %x : tensor<37x70xf32> to tensor<37x70xi32>
  %u = tensor.cast %w : tensor<37x70xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<37x70xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

// One element.
func.func @single() -> i32 {
  %m = arith.constant 1 : index
  %n = arith.constant 1 : index
  %k = arith.constant 333 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<1x333xi32>
  %fa = arith.sitofp %ia : tensor<1x333xi32> to tensor<1x333xf32>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<333x1xi32>
  %fb = arith.sitofp %ib : tensor<333x1xi32> to tensor<333x1xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<1x1xi32>
  %fc = arith.sitofp %ic : tensor<1x1xi32> to tensor<1x1xf32>
  %x = linalg.matmul ins(%fa, %fb : tensor<1x333xf32>, tensor<333x1xf32>) outs(%fc : tensor<1x1xf32>) -> tensor<1x1xf32>
  %y = linalg.matmul ins(%ia, %ib : tensor<1x333xi32>, tensor<333x1xi32>) outs(%ic : tensor<1x1xi32>) -> tensor<1x1xi32>
  %w = arith.fptosi %x : tensor<1x1xf32> to tensor<1x1xi32>
  %u = tensor.cast %w : tensor<1x1xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<1x1xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}

func.func @columns(%n: index) -> i32 {
  %m = arith.constant 2 : index
  %k = arith.constant 40 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<2x40xi32>
  %fa = arith.sitofp %ia : tensor<2x40xi32> to tensor<2x40xf64>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<?x40xi32>
  %fb = arith.sitofp %ib : tensor<?x40xi32> to tensor<?x40xf64>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<2x?xi32>
  %fc = arith.sitofp %ic : tensor<2x?xi32> to tensor<2x?xf64>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<2x40xf64>, tensor<?x40xf64>) outs(%fc : tensor<2x?xf64>) -> tensor<2x?xf64>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<2x40xi32>, tensor<?x40xi32>) outs(%ic : tensor<2x?xi32>) -> tensor<2x?xi32>
  %w = arith.fptosi %x : tensor<2x?xf64> to tensor<2x?xi32>
  %u = tensor.cast %w : tensor<2x?xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<2x?xi32> to tensor<?x?xi32>
  %e = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %e : i32
}
