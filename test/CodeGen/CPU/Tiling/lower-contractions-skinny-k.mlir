// Products with few elements along k: tiled, compared with integers.
// RUN: sg-run %s --function=outer --expected-output=0
// RUN: sg-run %s --function=outer_f64 --expected-output=0
// RUN: sg-run %s --function=outer_bf16 --expected-output=0
// RUN: sg-run %s --function=turned --expected-output=0
// RUN: sg-run %s --function=turned_f64 --expected-output=0
// RUN: sg-run %s --function=turned_long --expected-output=0
// RUN: sg-run %s --function=turned_f16 --expected-output=0

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

func.func @outer() -> i32 {
  %m = arith.constant 75 : index
  %n = arith.constant 1031 : index
  %k = arith.constant 1 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<75x1xi32>
  %fa = arith.sitofp %ia : tensor<75x1xi32> to tensor<75x1xf32>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<1x1031xi32>
  %fb = arith.sitofp %ib : tensor<1x1031xi32> to tensor<1x1031xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<75x1031xi32>
  %fc = arith.sitofp %ic : tensor<75x1031xi32> to tensor<75x1031xf32>
  %x = linalg.matmul ins(%fa, %fb : tensor<75x1xf32>, tensor<1x1031xf32>) outs(%fc : tensor<75x1031xf32>) -> tensor<75x1031xf32>
  %y = linalg.matmul ins(%ia, %ib : tensor<75x1xi32>, tensor<1x1031xi32>) outs(%ic : tensor<75x1031xi32>) -> tensor<75x1031xi32>
  %w = arith.fptosi %x : tensor<75x1031xf32> to tensor<75x1031xi32>
  %u = tensor.cast %w : tensor<75x1031xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<75x1031xi32> to tensor<?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %d : i32
}

func.func @outer_f64() -> i32 {
  %m = arith.constant 130 : index
  %n = arith.constant 1031 : index
  %k = arith.constant 7 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<130x7xi32>
  %fa = arith.sitofp %ia : tensor<130x7xi32> to tensor<130x7xf64>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<7x1031xi32>
  %fb = arith.sitofp %ib : tensor<7x1031xi32> to tensor<7x1031xf64>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<130x1031xi32>
  %fc = arith.sitofp %ic : tensor<130x1031xi32> to tensor<130x1031xf64>
  %x = linalg.matmul ins(%fa, %fb : tensor<130x7xf64>, tensor<7x1031xf64>) outs(%fc : tensor<130x1031xf64>) -> tensor<130x1031xf64>
  %y = linalg.matmul ins(%ia, %ib : tensor<130x7xi32>, tensor<7x1031xi32>) outs(%ic : tensor<130x1031xi32>) -> tensor<130x1031xi32>
  %w = arith.fptosi %x : tensor<130x1031xf64> to tensor<130x1031xi32>
  %u = tensor.cast %w : tensor<130x1031xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<130x1031xi32> to tensor<?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %d : i32
}

func.func @outer_bf16() -> i32 {
  %m = arith.constant 75 : index
  %n = arith.constant 1031 : index
  %k = arith.constant 3 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<75x3xi32>
  %fa = arith.sitofp %ia : tensor<75x3xi32> to tensor<75x3xbf16>
  %db = func.call @number(%k, %n) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<3x1031xi32>
  %fb = arith.sitofp %ib : tensor<3x1031xi32> to tensor<3x1031xbf16>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<75x1031xi32>
  %fc = arith.sitofp %ic : tensor<75x1031xi32> to tensor<75x1031xf32>
  %x = linalg.matmul ins(%fa, %fb : tensor<75x3xbf16>, tensor<3x1031xbf16>) outs(%fc : tensor<75x1031xf32>) -> tensor<75x1031xf32>
  %y = linalg.matmul ins(%ia, %ib : tensor<75x3xi32>, tensor<3x1031xi32>) outs(%ic : tensor<75x1031xi32>) -> tensor<75x1031xi32>
  %w = arith.fptosi %x : tensor<75x1031xf32> to tensor<75x1031xi32>
  %u = tensor.cast %w : tensor<75x1031xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<75x1031xi32> to tensor<?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %d : i32
}

func.func @turned() -> i32 {
  %m = arith.constant 75 : index
  %n = arith.constant 1031 : index
  %k = arith.constant 1 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<75x1xi32>
  %fa = arith.sitofp %ia : tensor<75x1xi32> to tensor<75x1xf32>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<1031x1xi32>
  %fb = arith.sitofp %ib : tensor<1031x1xi32> to tensor<1031x1xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<75x1031xi32>
  %fc = arith.sitofp %ic : tensor<75x1031xi32> to tensor<75x1031xf32>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<75x1xf32>, tensor<1031x1xf32>) outs(%fc : tensor<75x1031xf32>) -> tensor<75x1031xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<75x1xi32>, tensor<1031x1xi32>) outs(%ic : tensor<75x1031xi32>) -> tensor<75x1031xi32>
  %w = arith.fptosi %x : tensor<75x1031xf32> to tensor<75x1031xi32>
  %u = tensor.cast %w : tensor<75x1031xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<75x1031xi32> to tensor<?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %d : i32
}

func.func @turned_f64() -> i32 {
  %m = arith.constant 130 : index
  %n = arith.constant 1043 : index
  %k = arith.constant 7 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<130x7xi32>
  %fa = arith.sitofp %ia : tensor<130x7xi32> to tensor<130x7xf64>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<1043x7xi32>
  %fb = arith.sitofp %ib : tensor<1043x7xi32> to tensor<1043x7xf64>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<130x1043xi32>
  %fc = arith.sitofp %ic : tensor<130x1043xi32> to tensor<130x1043xf64>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<130x7xf64>, tensor<1043x7xf64>) outs(%fc : tensor<130x1043xf64>) -> tensor<130x1043xf64>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<130x7xi32>, tensor<1043x7xi32>) outs(%ic : tensor<130x1043xi32>) -> tensor<130x1043xi32>
  %w = arith.fptosi %x : tensor<130x1043xf64> to tensor<130x1043xi32>
  %u = tensor.cast %w : tensor<130x1043xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<130x1043xi32> to tensor<?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %d : i32
}

func.func @turned_long() -> i32 {
  %m = arith.constant 75 : index
  %n = arith.constant 1050 : index
  %k = arith.constant 32 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<75x32xi32>
  %fa = arith.sitofp %ia : tensor<75x32xi32> to tensor<75x32xf32>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<1050x32xi32>
  %fb = arith.sitofp %ib : tensor<1050x32xi32> to tensor<1050x32xf32>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<75x1050xi32>
  %fc = arith.sitofp %ic : tensor<75x1050xi32> to tensor<75x1050xf32>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<75x32xf32>, tensor<1050x32xf32>) outs(%fc : tensor<75x1050xf32>) -> tensor<75x1050xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<75x32xi32>, tensor<1050x32xi32>) outs(%ic : tensor<75x1050xi32>) -> tensor<75x1050xi32>
  %w = arith.fptosi %x : tensor<75x1050xf32> to tensor<75x1050xi32>
  %u = tensor.cast %w : tensor<75x1050xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<75x1050xi32> to tensor<?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %d : i32
}

func.func @turned_f16() -> i32 {
  %m = arith.constant 75 : index
  %n = arith.constant 1031 : index
  %k = arith.constant 17 : index
  %da = func.call @number(%m, %k) : (index, index) -> tensor<?x?xi32>
  %ia = tensor.cast %da : tensor<?x?xi32> to tensor<75x17xi32>
  %fa = arith.sitofp %ia : tensor<75x17xi32> to tensor<75x17xf16>
  %db = func.call @number(%n, %k) : (index, index) -> tensor<?x?xi32>
  %ib = tensor.cast %db : tensor<?x?xi32> to tensor<1031x17xi32>
  %fb = arith.sitofp %ib : tensor<1031x17xi32> to tensor<1031x17xf16>
  %dc = func.call @number(%m, %n) : (index, index) -> tensor<?x?xi32>
  %ic = tensor.cast %dc : tensor<?x?xi32> to tensor<75x1031xi32>
  %fc = arith.sitofp %ic : tensor<75x1031xi32> to tensor<75x1031xf32>
  %x = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%fa, %fb : tensor<75x17xf16>, tensor<1031x17xf16>) outs(%fc : tensor<75x1031xf32>) -> tensor<75x1031xf32>
  %y = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] ins(%ia, %ib : tensor<75x17xi32>, tensor<1031x17xi32>) outs(%ic : tensor<75x1031xi32>) -> tensor<75x1031xi32>
  %w = arith.fptosi %x : tensor<75x1031xf32> to tensor<75x1031xi32>
  %u = tensor.cast %w : tensor<75x1031xi32> to tensor<?x?xi32>
  %v = tensor.cast %y : tensor<75x1031xi32> to tensor<?x?xi32>
  %d = func.call @differences(%u, %v) : (tensor<?x?xi32>, tensor<?x?xi32>) -> i32
  return %d : i32
}
