// What kernels compute, executed on the host: the results are those of the CPU. With checks the
// last thread comes first, so that no result depends on the order of threads.
//
// RUN: sg-run %s --device=emulated --check-kernels --function=elements --input="0xf32=" --expected-output="0xf32="
// RUN: sg-run %s --device=emulated --check-kernels --function=elements --input="1xf32=3" --expected-output="1xf32=9"
// RUN: sg-run %s --device=emulated --check-kernels --function=blocks --input=256 --expected-output=0 --expected-output=65280
// RUN: sg-run %s --device=emulated --check-kernels --function=blocks --input=257 --expected-output=0 --expected-output=65792
// RUN: sg-run %s --device=emulated --check-kernels --function=blocks --input=1000 --expected-output=0 --expected-output=999000
// RUN: sg-run %s --device=emulated --check-kernels --function=product --input="2x3xf64=1 2 3 4 5 6" --input="3x2xf64=1 0 0 1 1 1" \
// RUN:   --expected-output="2x2xf64=4 5 10 11" --expected-output="2xf64=9 21"
// RUN: sg-run %s --device=emulated --check-kernels --function=product --input="0x3xf64=" --input="3x1xf64=1 2 3" \
// RUN:   --expected-output="0x1xf64=" --expected-output="0xf64="
// RUN: sg-run %s --device=emulated --check-kernels --function=product --input="2x0xf64=" --input="0x1xf64=" \
// RUN:   --expected-output="2x1xf64=0 0" --expected-output="2xf64=0 0"
// RUN: sg-run %s --device=emulated --check-kernels --function=gather --input="5xf16=1 2 3 4 5" --input="4xi32=4 0 0 2" --expected-output="4xf16=5 2 1 3"
// RUN: sg-run %s --device=emulated --check-kernels --function=scatter --input="3xbf16=1 1 1" --input="4xindex=0 2 0 2" --input="4xbf16=1 2 3 4" \
// RUN:   --expected-output="3xbf16=5 1 7"
// RUN: sg-run %s --device=emulated --check-kernels --function=turn --input="2x3xf32=1 2 3 4 5 6" --expected-output="3x2xf32=0 0 2 5 3 6"
// RUN: sg-run %s --device=emulated --check-kernels --function=collatz --input="3xi64=6 7 1" --expected-output="3xi64=8 16 0"
// RUN: not sg-run %s --device=emulated --function=gather --input="5xf16=1" --input="4xi32=4 5 0 2" 2>&1 | FileCheck %s

#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

func.func @elements(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = arith.mulf %x, %x : tensor<?xf32>
  return %y : tensor<?xf32>
}

// As many blocks as it takes: the difference of two ways to count is 0, twice the sum is known.
func.func @blocks(%n: index) -> (index, index) {
  %zero = arith.constant dense<0> : tensor<index>
  %e = tensor.empty(%n) : tensor<?xindex>
  %numbers = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<?xindex>) {
  ^bb0(%out: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  } -> tensor<?xindex>
  %sums:2 = linalg.generic {indexing_maps = [#id, #none, #none], iterator_types = ["reduction"]}
      ins(%numbers : tensor<?xindex>) outs(%zero, %zero : tensor<index>, tensor<index>) {
  ^bb0(%v: index, %difference: index, %sum: index):
    %i = linalg.index 0 : index
    %d = arith.subi %v, %i : index
    %more = arith.addi %difference, %d : index
    %two = arith.addi %v, %i : index
    %s = arith.addi %sum, %two : index
    linalg.yield %more, %s : index, index
  } -> (tensor<index>, tensor<index>)
  %0 = tensor.extract %sums#0[] : tensor<index>
  %1 = tensor.extract %sums#1[] : tensor<index>
  return %0, %1 : index, index
}

// Several results, one of which is a sum over the other's columns.
func.func @product(%x: tensor<?x?xf64>, %y: tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %m = tensor.dim %y, %c1 : tensor<?x?xf64>
  %zero = arith.constant 0.0 : f64
  %e = tensor.splat %zero[%n, %m] : tensor<?x?xf64>
  %p = linalg.matmul ins(%x, %y : tensor<?x?xf64>, tensor<?x?xf64>) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
  %f = tensor.splat %zero[%n] : tensor<?xf64>
  %s = linalg.reduce {arith.addf} ins(%p : tensor<?x?xf64>) outs(%f : tensor<?xf64>) dimensions = [1]
  return %p, %s : tensor<?x?xf64>, tensor<?xf64>
}

// Reads where data says, and branches: the second element twice. An index out of range is told of
// from inside of a kernel.
// CHECK: map-to-kernels-run.mlir:[[#@LINE+6]]:{{[0-9]+}}: 'tensor.extract': an index is out of range
func.func @gather(%x: tensor<5xf16>, %indices: tensor<4xi32>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%indices : tensor<4xi32>) outs(%e : tensor<4xf16>) {
  ^bb0(%index: i32, %out: f16):
    %i = arith.index_cast %index : i32 to index
    %v = tensor.extract %x[%i] : tensor<5xf16>
    %j = linalg.index 0 : index
    %c1 = arith.constant 1 : index
    %isSecond = arith.cmpi eq, %j, %c1 : index
    %w = scf.if %isSecond -> (f16) {
      %twice = arith.addf %v, %v : f16
      scf.yield %twice : f16
    } else {
      scf.yield %v : f16
    }
    linalg.yield %w : f16
  } -> tensor<4xf16>
  return %y : tensor<4xf16>
}

// Writes where data says, to some elements twice: one after the other.
func.func @scatter(%x: tensor<3xbf16>, %indices: tensor<4xindex>, %values: tensor<4xbf16>) -> tensor<3xbf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %y = scf.for %k = %c0 to %c4 step %c1 iter_args(%t = %x) -> (tensor<3xbf16>) {
    %i = tensor.extract %indices[%k] : tensor<4xindex>
    %v = tensor.extract %values[%k] : tensor<4xbf16>
    %old = tensor.extract %t[%i] : tensor<3xbf16>
    %new = arith.addf %old, %v : bf16
    %next = tensor.insert %new into %t[%i] : tensor<3xbf16>
    scf.yield %next : tensor<3xbf16>
  }
  return %y : tensor<3xbf16>
}

// Memory that is not in order, and a part of a tensor.
func.func @turn(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.splat %zero : tensor<3x2xf32>
  %part = tensor.extract_slice %x[0, 1] [2, 2] [1, 1] : tensor<2x3xf32> to tensor<2x2xf32>
  %f = tensor.empty() : tensor<2x2xf32>
  %t = linalg.transpose ins(%part : tensor<2x2xf32>) outs(%f : tensor<2x2xf32>) permutation = [1, 0]
  %y = tensor.insert_slice %t into %e[1, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}

// A loop in each thread, of its own length.
func.func @collatz(%x: tensor<3xi64>) -> tensor<3xi64> {
  %e = tensor.empty() : tensor<3xi64>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<3xi64>) outs(%e : tensor<3xi64>) {
  ^bb0(%v: i64, %out: i64):
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %three = arith.constant 3 : i64
    %r:2 = scf.while (%n = %v, %steps = %zero) : (i64, i64) -> (i64, i64) {
      %isMore = arith.cmpi ne, %n, %one : i64
      scf.condition(%isMore) %n, %steps : i64, i64
    } do {
    ^bb1(%n: i64, %steps: i64):
      %half = arith.shrui %n, %one : i64
      %triple = arith.muli %n, %three : i64
      %next = arith.addi %triple, %one : i64
      %bit = arith.andi %n, %one : i64
      %isOdd = arith.cmpi eq, %bit, %one : i64
      %to = arith.select %isOdd, %next, %half : i64
      %more = arith.addi %steps, %one : i64
      scf.yield %to, %more : i64, i64
    }
    linalg.yield %r#1 : i64
  } -> tensor<3xi64>
  return %y : tensor<3xi64>
}
