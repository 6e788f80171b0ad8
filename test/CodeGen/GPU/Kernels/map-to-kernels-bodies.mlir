// Bodies that read memory, branch, loop and call, in kernels executed on the
// host. Writes at data-dependent indices stay in order.
//
// RUN: sg-run %s --device=emulated --check-kernels --function=gather --input="5xf16=1 2 3 4 5" --input="4xi32=4 0 0 2" --expected-output="4xf16=5 2 1 3"
// RUN: sg-run %s --device=emulated --check-kernels --function=scatter --input="3xbf16=1 1 1" --input="4xindex=0 2 0 2" --input="4xbf16=1 2 3 4" \
// RUN:   --expected-output="3xbf16=5 1 7"
// RUN: sg-run %s --device=emulated --check-kernels --function=turn --input="2x3xf32=1 2 3 4 5 6" --expected-output="3x2xf32=0 0 2 5 3 6"
// RUN: sg-run %s --device=emulated --check-kernels --function=collatz --input="3xi64=6 7 1" --expected-output="3xi64=8 16 0"
// RUN: not sg-run %s --device=emulated --function=gather --input="5xf16=1" --input="4xi32=4 5 0 2" 2>&1 | FileCheck %s
// RUN: sg-run %s --device=emulated --check-kernels --function=factorials --input="3xf32=3 4 5" --expected-output="3xf32=6 24 120"
// RUN: sg-run %s --device=emulated --check-kernels --function=lengths --input="4xf64=3 4 -5 12" --expected-output="2xf64=5 13"

#id = affine_map<(i) -> (i)>

// Reads at data-dependent indices, and branches: the second element twice. A
// kernel reports an index out of range.
// CHECK: map-to-kernels-bodies.mlir:[[#@LINE+6]]:{{[0-9]+}}: 'tensor.extract': an index is out of range
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

// Writes at data-dependent indices, some elements twice: sequentially.
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

// Permuted memory, and a slice of a tensor.
func.func @turn(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.splat %zero : tensor<3x2xf32>
  %part = tensor.extract_slice %x[0, 1] [2, 2] [1, 1] : tensor<2x3xf32> to tensor<2x2xf32>
  %f = tensor.empty() : tensor<2x2xf32>
  %t = linalg.transpose ins(%part : tensor<2x2xf32>) outs(%f : tensor<2x2xf32>) permutation = [1, 0]
  %y = tensor.insert_slice %t into %e[1, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}

// A loop in each thread, with a different trip count in each.
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

// A kernel calls a recursive function.
func.func @factorials(%x: tensor<3xf32>) -> tensor<3xf32> {
  %e = tensor.empty() : tensor<3xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<3xf32>) outs(%e : tensor<3xf32>) {
  ^bb0(%v: f32, %out: f32):
    %r = func.call @factorial(%v) : (f32) -> f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  return %y : tensor<3xf32>
}
func.func private @factorial(%n: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %isEnd = arith.cmpf ole, %n, %one : f32
  %r = scf.if %isEnd -> f32 {
    scf.yield %one : f32
  } else {
    %m = arith.subf %n, %one : f32
    %q = func.call @factorial(%m) : (f32) -> f32
    %p = arith.mulf %q, %n : f32
    scf.yield %p : f32
  }
  return %r : f32
}

// Complex numbers.
func.func @lengths(%x: tensor<4xf64>) -> tensor<2xf64> {
  %e = tensor.empty() : tensor<2xcomplex<f64>>
  %c2 = arith.constant 2 : index
  %z = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<2xcomplex<f64>>) {
  ^bb0(%out: complex<f64>):
    %i = linalg.index 0 : index
    %re = arith.muli %i, %c2 : index
    %c1 = arith.constant 1 : index
    %im = arith.addi %re, %c1 : index
    %a = tensor.extract %x[%re] : tensor<4xf64>
    %b = tensor.extract %x[%im] : tensor<4xf64>
    %c = complex.create %a, %b : complex<f64>
    linalg.yield %c : complex<f64>
  } -> tensor<2xcomplex<f64>>
  %f = tensor.empty() : tensor<2xf64>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%z : tensor<2xcomplex<f64>>) outs(%f : tensor<2xf64>) {
  ^bb0(%c: complex<f64>, %out: f64):
    %l = complex.abs %c : complex<f64>
    linalg.yield %l : f64
  } -> tensor<2xf64>
  return %y : tensor<2xf64>
}
