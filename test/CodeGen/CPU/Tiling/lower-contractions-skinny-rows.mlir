// Products with fewer than 4 rows: tiled, compared with integers.
// RUN: sg-run %s --function=row_f32 --expected-output=0
// RUN: sg-run %s --function=row_f64 --expected-output=0
// RUN: sg-run %s --function=row_bf16 --expected-output=0
// RUN: sg-run %s --function=row_f16 --expected-output=0
// RUN: sg-run %s --function=rows2 --expected-output=0
// RUN: sg-run %s --function=rows3 --expected-output=0
// RUN: sg-run %s --function=single --expected-output=0
// RUN: sg-run %s --function=no_term --expected-output=0
// RUN: sg-run %s --function=dynamic --input=0 --expected-output=0
// RUN: sg-run %s --function=dynamic --input=1 --expected-output=0
// RUN: sg-run %s --function=dynamic --input=15 --expected-output=0
// RUN: sg-run %s --function=dynamic --input=64 --expected-output=0
// RUN: sg-run %s --function=dynamic --input=201 --expected-output=0

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
func.func @row_f32() -> i32 {
  %m = arith.constant 1 : index
  %n = arith.constant 301 : index
  %k = arith.constant 70 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<1x70xi32>
  %fa = arith.sitofp %ia : tensor<1x70xi32> to tensor<1x70xf32>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<70x301xi32>
  %fb = arith.sitofp %ib : tensor<70x301xi32> to tensor<70x301xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<1x301xi32>
  %fc = arith.sitofp %ic : tensor<1x301xi32> to tensor<1x301xf32>
  %x = linalg.matmul ins(%fa, %fb : tensor<1x70xf32>, tensor<70x301xf32>) outs(%fc : tensor<1x301xf32>) -> tensor<1x301xf32>
  %y = linalg.matmul ins(%ia, %ib : tensor<1x70xi32>, tensor<70x301xi32>) outs(%ic : tensor<1x301xi32>) -> tensor<1x301xi32>
  %w = arith.fptosi %x : tensor<1x301xf32> to tensor<1x301xi32>
  %u = tensor.cast %w : tensor<1x301xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<1x301xi32> to tensor<?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %d : i32
}

func.func @row_f64() -> i32 {
  %m = arith.constant 1 : index
  %n = arith.constant 301 : index
  %k = arith.constant 700 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<1x700xi32>
  %fa = arith.sitofp %ia : tensor<1x700xi32> to tensor<1x700xf64>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<700x301xi32>
  %fb = arith.sitofp %ib : tensor<700x301xi32> to tensor<700x301xf64>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<1x301xi32>
  %fc = arith.sitofp %ic : tensor<1x301xi32> to tensor<1x301xf64>
  %x = linalg.matmul ins(%fa, %fb : tensor<1x700xf64>, tensor<700x301xf64>) outs(%fc : tensor<1x301xf64>) -> tensor<1x301xf64>
  %y = linalg.matmul ins(%ia, %ib : tensor<1x700xi32>, tensor<700x301xi32>) outs(%ic : tensor<1x301xi32>) -> tensor<1x301xi32>
  %w = arith.fptosi %x : tensor<1x301xf64> to tensor<1x301xi32>
  %u = tensor.cast %w : tensor<1x301xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<1x301xi32> to tensor<?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %d : i32
}

func.func @row_bf16() -> i32 {
  %m = arith.constant 1 : index
  %n = arith.constant 301 : index
  %k = arith.constant 70 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<1x70xi32>
  %fa = arith.sitofp %ia : tensor<1x70xi32> to tensor<1x70xbf16>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<70x301xi32>
  %fb = arith.sitofp %ib : tensor<70x301xi32> to tensor<70x301xbf16>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<1x301xi32>
  %fc = arith.sitofp %ic : tensor<1x301xi32> to tensor<1x301xf32>
  %x = linalg.matmul ins(%fa, %fb : tensor<1x70xbf16>, tensor<70x301xbf16>) outs(%fc : tensor<1x301xf32>) -> tensor<1x301xf32>
  %y = linalg.matmul ins(%ia, %ib : tensor<1x70xi32>, tensor<70x301xi32>) outs(%ic : tensor<1x301xi32>) -> tensor<1x301xi32>
  %w = arith.fptosi %x : tensor<1x301xf32> to tensor<1x301xi32>
  %u = tensor.cast %w : tensor<1x301xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<1x301xi32> to tensor<?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %d : i32
}

func.func @row_f16() -> i32 {
  %m = arith.constant 1 : index
  %n = arith.constant 129 : index
  %k = arith.constant 70 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<1x70xi32>
  %fa = arith.sitofp %ia : tensor<1x70xi32> to tensor<1x70xf16>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<70x129xi32>
  %fb = arith.sitofp %ib : tensor<70x129xi32> to tensor<70x129xf16>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<1x129xi32>
  %fc = arith.sitofp %ic : tensor<1x129xi32> to tensor<1x129xf32>
  %x = linalg.matmul ins(%fa, %fb : tensor<1x70xf16>, tensor<70x129xf16>) outs(%fc : tensor<1x129xf32>) -> tensor<1x129xf32>
  %y = linalg.matmul ins(%ia, %ib : tensor<1x70xi32>, tensor<70x129xi32>) outs(%ic : tensor<1x129xi32>) -> tensor<1x129xi32>
  %w = arith.fptosi %x : tensor<1x129xf32> to tensor<1x129xi32>
  %u = tensor.cast %w : tensor<1x129xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<1x129xi32> to tensor<?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %d : i32
}

func.func @rows2() -> i32 {
  %m = arith.constant 2 : index
  %n = arith.constant 201 : index
  %k = arith.constant 33 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<2x33xi32>
  %fa = arith.sitofp %ia : tensor<2x33xi32> to tensor<2x33xf32>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<33x201xi32>
  %fb = arith.sitofp %ib : tensor<33x201xi32> to tensor<33x201xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<2x201xi32>
  %fc = arith.sitofp %ic : tensor<2x201xi32> to tensor<2x201xf32>
  %x = linalg.matmul ins(%fa, %fb : tensor<2x33xf32>, tensor<33x201xf32>) outs(%fc : tensor<2x201xf32>) -> tensor<2x201xf32>
  %y = linalg.matmul ins(%ia, %ib : tensor<2x33xi32>, tensor<33x201xi32>) outs(%ic : tensor<2x201xi32>) -> tensor<2x201xi32>
  %w = arith.fptosi %x : tensor<2x201xf32> to tensor<2x201xi32>
  %u = tensor.cast %w : tensor<2x201xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<2x201xi32> to tensor<?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %d : i32
}

func.func @rows3() -> i32 {
  %m = arith.constant 3 : index
  %n = arith.constant 333 : index
  %k = arith.constant 33 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<3x33xi32>
  %fa = arith.sitofp %ia : tensor<3x33xi32> to tensor<3x33xf64>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<33x333xi32>
  %fb = arith.sitofp %ib : tensor<33x333xi32> to tensor<33x333xf64>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<3x333xi32>
  %fc = arith.sitofp %ic : tensor<3x333xi32> to tensor<3x333xf64>
  %x = linalg.matmul ins(%fa, %fb : tensor<3x33xf64>, tensor<33x333xf64>) outs(%fc : tensor<3x333xf64>) -> tensor<3x333xf64>
  %y = linalg.matmul ins(%ia, %ib : tensor<3x33xi32>, tensor<33x333xi32>) outs(%ic : tensor<3x333xi32>) -> tensor<3x333xi32>
  %w = arith.fptosi %x : tensor<3x333xf64> to tensor<3x333xi32>
  %u = tensor.cast %w : tensor<3x333xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<3x333xi32> to tensor<?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %d : i32
}

func.func @single() -> i32 {
  %m = arith.constant 1 : index
  %n = arith.constant 1 : index
  %k = arith.constant 1 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<1x1xi32>
  %fa = arith.sitofp %ia : tensor<1x1xi32> to tensor<1x1xf32>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<1x1xi32>
  %fb = arith.sitofp %ib : tensor<1x1xi32> to tensor<1x1xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<1x1xi32>
  %fc = arith.sitofp %ic : tensor<1x1xi32> to tensor<1x1xf32>
  %x = linalg.matmul ins(%fa, %fb : tensor<1x1xf32>, tensor<1x1xf32>) outs(%fc : tensor<1x1xf32>) -> tensor<1x1xf32>
  %y = linalg.matmul ins(%ia, %ib : tensor<1x1xi32>, tensor<1x1xi32>) outs(%ic : tensor<1x1xi32>) -> tensor<1x1xi32>
  %w = arith.fptosi %x : tensor<1x1xf32> to tensor<1x1xi32>
  %u = tensor.cast %w : tensor<1x1xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<1x1xi32> to tensor<?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %d : i32
}

func.func @no_term() -> i32 {
  %m = arith.constant 3 : index
  %n = arith.constant 300 : index
  %k = arith.constant 0 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<3x0xi32>
  %fa = arith.sitofp %ia : tensor<3x0xi32> to tensor<3x0xf32>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<0x300xi32>
  %fb = arith.sitofp %ib : tensor<0x300xi32> to tensor<0x300xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<3x300xi32>
  %fc = arith.sitofp %ic : tensor<3x300xi32> to tensor<3x300xf32>
  %x = linalg.matmul ins(%fa, %fb : tensor<3x0xf32>, tensor<0x300xf32>) outs(%fc : tensor<3x300xf32>) -> tensor<3x300xf32>
  %y = linalg.matmul ins(%ia, %ib : tensor<3x0xi32>, tensor<0x300xi32>) outs(%ic : tensor<3x300xi32>) -> tensor<3x300xi32>
  %w = arith.fptosi %x : tensor<3x300xf32> to tensor<3x300xi32>
  %u = tensor.cast %w : tensor<3x300xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<3x300xi32> to tensor<?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %d : i32
}

// A dynamic number of columns.
func.func @dynamic(%n: index) -> i32 {
  %m = arith.constant 2 : index
  %k = arith.constant 9 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<2x9xi32>
  %fa = arith.sitofp %ia : tensor<2x9xi32> to tensor<2x9xf32>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<9x?xi32>
  %fb = arith.sitofp %ib : tensor<9x?xi32> to tensor<9x?xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<2x?xi32>
  %fc = arith.sitofp %ic : tensor<2x?xi32> to tensor<2x?xf32>
  %x = linalg.matmul ins(%fa, %fb : tensor<2x9xf32>, tensor<9x?xf32>) outs(%fc : tensor<2x?xf32>) -> tensor<2x?xf32>
  %y = linalg.matmul ins(%ia, %ib : tensor<2x9xi32>, tensor<9x?xi32>) outs(%ic : tensor<2x?xi32>) -> tensor<2x?xi32>
  %w = arith.fptosi %x : tensor<2x?xf32> to tensor<2x?xi32>
  %u = tensor.cast %w : tensor<2x?xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<2x?xi32> to tensor<?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %d : i32
}
