// A tiled product of floats equals the same product of integers, which no tile
// computes: tails of rows and columns, size 1 and size 0. The arguments of each
// function are the loop sizes; the result counts the elements that differ. The
// largest sizes are blocked, with packed panels.
// RUN: sg-run %s --function=matmul --input=7 --input=17 --input=5 --expected-output=0
// RUN: sg-run %s --function=matmul --input=13 --input=70 --input=3 --expected-output=0
// RUN: sg-run %s --function=matmul --input=1 --input=1 --input=1 --expected-output=0
// RUN: sg-run %s --function=matmul --input=6 --input=32 --input=0 --expected-output=0
// RUN: sg-run %s --function=transposed_right --input=7 --input=17 --input=5 --expected-output=0
// RUN: sg-run %s --function=transposed_right --input=13 --input=70 --input=3 --expected-output=0
// RUN: sg-run %s --function=transposed_right --input=1 --input=1 --input=1 --expected-output=0
// RUN: sg-run %s --function=transposed_right --input=6 --input=32 --input=0 --expected-output=0
// RUN: sg-run %s --function=transposed_left --input=7 --input=17 --input=5 --expected-output=0
// RUN: sg-run %s --function=transposed_left --input=13 --input=70 --input=3 --expected-output=0
// RUN: sg-run %s --function=transposed_left --input=1 --input=1 --input=1 --expected-output=0
// RUN: sg-run %s --function=transposed_left --input=6 --input=32 --input=0 --expected-output=0
// RUN: sg-run %s --function=transposed_result --input=7 --input=17 --input=5 --expected-output=0
// RUN: sg-run %s --function=transposed_result --input=13 --input=70 --input=3 --expected-output=0
// RUN: sg-run %s --function=transposed_result --input=1 --input=1 --input=1 --expected-output=0
// RUN: sg-run %s --function=transposed_result --input=6 --input=32 --input=0 --expected-output=0
// RUN: sg-run %s --function=matmul --input=0 --input=33 --input=5 --expected-output=0
// RUN: sg-run %s --function=matmul --input=4 --input=33 --input=5 --expected-output=0
// RUN: sg-run %s --function=matmul --input=8 --input=33 --input=5 --expected-output=0
// RUN: sg-run %s --function=matmul --input=9 --input=33 --input=5 --expected-output=0
// RUN: sg-run %s --function=matmul --input=10 --input=33 --input=5 --expected-output=0
// RUN: sg-run %s --function=matmul --input=11 --input=33 --input=5 --expected-output=0
// RUN: sg-run %s --function=transposed_left --input=0 --input=33 --input=5 --expected-output=0
// RUN: sg-run %s --function=transposed_left --input=4 --input=33 --input=5 --expected-output=0
// RUN: sg-run %s --function=transposed_left --input=8 --input=33 --input=5 --expected-output=0
// RUN: sg-run %s --function=transposed_left --input=9 --input=33 --input=5 --expected-output=0
// RUN: sg-run %s --function=transposed_left --input=10 --input=33 --input=5 --expected-output=0
// RUN: sg-run %s --function=transposed_left --input=11 --input=33 --input=5 --expected-output=0
// RUN: sg-run %s --function=matmul --input=530 --input=35 --input=600 --expected-output=0
// RUN: sg-run %s --function=transposed_right --input=530 --input=35 --input=600 --expected-output=0
// RUN: sg-run %s --function=transposed_left --input=530 --input=35 --input=600 --expected-output=0
// RUN: sg-run %s --function=transposed_result --input=530 --input=35 --input=600 --expected-output=0

#id2 = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

func.func private @numbers(%n: index, %m: index, %scale: i32) -> tensor<?x?xi32> {
  %r = tensor.generate %n, %m {
  ^bb0(%i: index, %j: index):
    %three = arith.constant 3 : index
    %seven = arith.constant 7 : index
    %a = arith.muli %i, %three : index
    %b = arith.addi %a, %j : index
    %c = arith.remui %b, %seven : index
    %d = arith.index_cast %c : index to i32
    %e = arith.subi %d, %scale : i32
    tensor.yield %e : i32
  } : tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

func.func private @differences(%x: tensor<?x?xf32>, %y: tensor<?x?xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<i32>
  %start = linalg.fill ins(%zero : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %count = linalg.generic {indexing_maps = [#id2, #id2, #none], iterator_types = ["reduction", "reduction"]}
      ins(%x, %y : tensor<?x?xf32>, tensor<?x?xi32>) outs(%start : tensor<i32>) {
  ^bb0(%p: f32, %q: i32, %sum: i32):
    %f = arith.sitofp %q : i32 to f32
    %differs = arith.cmpf une, %p, %f : f32
    %one = arith.extui %differs : i1 to i32
    %next = arith.addi %sum, %one : i32
    linalg.yield %next : i32
  } -> tensor<i32>
  %r = tensor.extract %count[] : tensor<i32>
  return %r : i32
}

func.func @matmul(%i: index, %j: index, %k: index) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %a = func.call @numbers(%i, %k, %one) : (index, index, i32) -> tensor<?x?xi32>
  %b = func.call @numbers(%k, %j, %two) : (index, index, i32) -> tensor<?x?xi32>
  %c = func.call @numbers(%i, %j, %two) : (index, index, i32) -> tensor<?x?xi32>
  %fa = arith.sitofp %a : tensor<?x?xi32> to tensor<?x?xf16>
  %fb = arith.sitofp %b : tensor<?x?xi32> to tensor<?x?xbf16>
  %fc = arith.sitofp %c : tensor<?x?xi32> to tensor<?x?xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%fa, %fb : tensor<?x?xf16>, tensor<?x?xbf16>) outs(%fc : tensor<?x?xf32>) {
  ^bb0(%p: f16, %q: bf16, %sum: f32):
    %left = arith.extf %p : f16 to f32
    %right = arith.extf %q : bf16 to f32
    %product = arith.mulf %left, %right : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  } -> tensor<?x?xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xi32>, tensor<?x?xi32>) outs(%c : tensor<?x?xi32>) {
  ^bb0(%p: i32, %q: i32, %sum: i32):
    %product = arith.muli %p, %q : i32
    %next = arith.addi %sum, %product : i32
    linalg.yield %next : i32
  } -> tensor<?x?xi32>
  %r = func.call @differences(%x, %y) : (tensor<?x?xf32>, tensor<?x?xi32>) -> i32
  return %r : i32
}

func.func @transposed_right(%i: index, %j: index, %k: index) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %a = func.call @numbers(%i, %k, %one) : (index, index, i32) -> tensor<?x?xi32>
  %b = func.call @numbers(%j, %k, %two) : (index, index, i32) -> tensor<?x?xi32>
  %c = func.call @numbers(%i, %j, %two) : (index, index, i32) -> tensor<?x?xi32>
  %fa = arith.sitofp %a : tensor<?x?xi32> to tensor<?x?xf16>
  %fb = arith.sitofp %b : tensor<?x?xi32> to tensor<?x?xbf16>
  %fc = arith.sitofp %c : tensor<?x?xi32> to tensor<?x?xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%fa, %fb : tensor<?x?xf16>, tensor<?x?xbf16>) outs(%fc : tensor<?x?xf32>) {
  ^bb0(%p: f16, %q: bf16, %sum: f32):
    %left = arith.extf %p : f16 to f32
    %right = arith.extf %q : bf16 to f32
    %product = arith.mulf %left, %right : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  } -> tensor<?x?xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xi32>, tensor<?x?xi32>) outs(%c : tensor<?x?xi32>) {
  ^bb0(%p: i32, %q: i32, %sum: i32):
    %product = arith.muli %p, %q : i32
    %next = arith.addi %sum, %product : i32
    linalg.yield %next : i32
  } -> tensor<?x?xi32>
  %r = func.call @differences(%x, %y) : (tensor<?x?xf32>, tensor<?x?xi32>) -> i32
  return %r : i32
}

func.func @transposed_left(%i: index, %j: index, %k: index) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %a = func.call @numbers(%k, %i, %one) : (index, index, i32) -> tensor<?x?xi32>
  %b = func.call @numbers(%k, %j, %two) : (index, index, i32) -> tensor<?x?xi32>
  %c = func.call @numbers(%i, %j, %two) : (index, index, i32) -> tensor<?x?xi32>
  %fa = arith.sitofp %a : tensor<?x?xi32> to tensor<?x?xf16>
  %fb = arith.sitofp %b : tensor<?x?xi32> to tensor<?x?xbf16>
  %fc = arith.sitofp %c : tensor<?x?xi32> to tensor<?x?xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%fa, %fb : tensor<?x?xf16>, tensor<?x?xbf16>) outs(%fc : tensor<?x?xf32>) {
  ^bb0(%p: f16, %q: bf16, %sum: f32):
    %left = arith.extf %p : f16 to f32
    %right = arith.extf %q : bf16 to f32
    %product = arith.mulf %left, %right : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  } -> tensor<?x?xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xi32>, tensor<?x?xi32>) outs(%c : tensor<?x?xi32>) {
  ^bb0(%p: i32, %q: i32, %sum: i32):
    %product = arith.muli %p, %q : i32
    %next = arith.addi %sum, %product : i32
    linalg.yield %next : i32
  } -> tensor<?x?xi32>
  %r = func.call @differences(%x, %y) : (tensor<?x?xf32>, tensor<?x?xi32>) -> i32
  return %r : i32
}

func.func @transposed_result(%i: index, %j: index, %k: index) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %a = func.call @numbers(%i, %k, %one) : (index, index, i32) -> tensor<?x?xi32>
  %b = func.call @numbers(%k, %j, %two) : (index, index, i32) -> tensor<?x?xi32>
  %c = func.call @numbers(%j, %i, %two) : (index, index, i32) -> tensor<?x?xi32>
  %fa = arith.sitofp %a : tensor<?x?xi32> to tensor<?x?xf16>
  %fb = arith.sitofp %b : tensor<?x?xi32> to tensor<?x?xbf16>
  %fc = arith.sitofp %c : tensor<?x?xi32> to tensor<?x?xf32>
  %x = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (j, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%fa, %fb : tensor<?x?xf16>, tensor<?x?xbf16>) outs(%fc : tensor<?x?xf32>) {
  ^bb0(%p: f16, %q: bf16, %sum: f32):
    %left = arith.extf %p : f16 to f32
    %right = arith.extf %q : bf16 to f32
    %product = arith.mulf %left, %right : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  } -> tensor<?x?xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (j, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xi32>, tensor<?x?xi32>) outs(%c : tensor<?x?xi32>) {
  ^bb0(%p: i32, %q: i32, %sum: i32):
    %product = arith.muli %p, %q : i32
    %next = arith.addi %sum, %product : i32
    linalg.yield %next : i32
  } -> tensor<?x?xi32>
  %r = func.call @differences(%x, %y) : (tensor<?x?xf32>, tensor<?x?xi32>) -> i32
  return %r : i32
}
