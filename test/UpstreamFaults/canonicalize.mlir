// Upstream's --canonicalize (22.1.8) changes the results of these programs. A
// RUN line that fails here means that LLVM has fixed the fault: remove its
// guard, and its row in docs/UpstreamFaults.md. Each pair of lines: the
// reference computes the expected value of the program, and another value after
// the pass.
//
// RUN: sg-run %s --device=reference --function=forwarded_twice --input=20 --expected-output=100 --expected-output=100 --expected-output=21
// RUN: sg-opt %s --canonicalize | not sg-run - --device=reference --function=forwarded_twice --input=20 --expected-output=100 --expected-output=100 --expected-output=21 2>&1 | FileCheck %s
// RUN: sg-run %s --device=reference --function=narrow --input=1000 --expected-output=-24 --expected-output=232
// RUN: sg-opt %s --canonicalize | not sg-run - --device=reference --function=narrow --input=1000 --expected-output=-24 --expected-output=232 2>&1 | FileCheck %s
// RUN: sg-run %s --device=reference --function=wide_range --input=1 --expected-output=40
// RUN: sg-opt %s --canonicalize | not sg-run - --device=reference --function=wide_range --input=1 --expected-output=40 2>&1 | FileCheck %s
// RUN: sg-run %s --device=reference --function=masked --input='8xf32=0 1 2 3 4 5 6 7' --input=3 --expected-output='8xf32=0 1 2 7 7 7 7 7'
// RUN: sg-opt %s --canonicalize | not sg-run - --device=reference --function=masked --input='8xf32=0 1 2 3 4 5 6 7' --input=3 --expected-output='8xf32=0 1 2 7 7 7 7 7' 2>&1 | FileCheck %s
// RUN: sg-run %s --device=reference --function=unpacked --input='2x2x1xf64=1 2 3 4' --input=1 --expected-output='1x2xf64=1 2'
// RUN: sg-opt %s --canonicalize | not sg-run - --device=reference --function=unpacked --input='2x2x1xf64=1 2 3 4' --input=1 --expected-output='1x2xf64=1 2' 2>&1 | FileCheck %s
// RUN: sg-run %s --device=reference --function=no_dimension --input='3xf32=1 2 3' --input='3xf32=10 20 30' --expected-output='3xf32=11 22 33'
// RUN: sg-opt %s --canonicalize | not sg-run - --device=reference --function=no_dimension --input='3xf32=1 2 3' --input='3xf32=10 20 30' --expected-output='3xf32=11 22 33' 2>&1 | FileCheck %s
// RUN: sg-run %s --device=reference --function=overflow --input=1 --expected-output=-2147483648
// RUN: sg-opt %s --canonicalize | not sg-run - --device=reference --function=overflow --input=1 --expected-output=-2147483648 2>&1 | FileCheck %s
// RUN: sg-run %s --device=reference --function=one_trip --input='1 2 3' --input='7 8 9' --input=0 --input=0 --expected-output='1 2 3' --expected-output='7 8 9'
// RUN: sg-opt %s --canonicalize | not sg-run - --device=reference --function=one_trip --input='1 2 3' --input='7 8 9' --input=0 --input=0 --expected-output='1 2 3' --expected-output='7 8 9' 2>&1 | FileCheck %s
// RUN: sg-run %s --device=reference --function=two_slices --input='1 2' --input='7 8' --input=0 --expected-output='1 2 7 8'
// RUN: sg-opt %s --canonicalize | not sg-run - --device=reference --function=two_slices --input='1 2' --input='7 8' --input=0 --expected-output='1 2 7 8' 2>&1 | FileCheck %s
// RUN: sg-run %s --device=reference --function=compare --input=0 --input=2 --expected-output=0 --expected-output=1 --expected-output=1
// RUN: sg-opt %s --canonicalize | not sg-run - --device=reference --function=compare --input=0 --input=2 --expected-output=0 --expected-output=1 --expected-output=1 2>&1 | FileCheck %s
// RUN: sg-run %s --device=reference --function=ceildiv --expected-output=-4611686018427387904
// RUN: sg-opt %s --canonicalize | not sg-run - --device=reference --function=ceildiv --expected-output=-4611686018427387904 2>&1 | FileCheck %s
// CHECK: {{is not as expected|leaves unset|division by zero|result 0 is 2x2xf64|is not dimension}}

// llvm/llvm-project#219456: WhileMoveIfDown.
func.func @forwarded_twice(%n: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %c7 = arith.constant 7 : i32
  %c100 = arith.constant 100 : i32
  %r:3 = scf.while (%s = %c0) : (i32) -> (i32, i32, i32) {
    %go = arith.cmpi slt, %s, %n : i32
    %v = scf.if %go -> i32 {
      %t = arith.addi %s, %c7 : i32
      scf.yield %t : i32
    } else {
      scf.yield %c100 : i32
    }
    scf.condition(%go) %v, %v, %s : i32, i32, i32
  } do {
  ^bb0(%a: i32, %b: i32, %c: i32):
    scf.yield %b : i32
  }
  return %r#0, %r#1, %r#2 : i32, i32, i32
}

// llvm/llvm-project#90238, #90296: IndexCastOfIndexCast, IndexCastUIOfIndexCastUI.
func.func @narrow(%i: index) -> (index, index) {
  %a = arith.index_cast %i : index to i8
  %b = arith.index_cast %a : i8 to index
  %c = arith.index_castui %i : index to i8
  %d = arith.index_castui %c : i8 to index
  return %b, %d : index, index
}

// SimplifyTrivialLoops: upper - lower overflows.
func.func @wide_range(%x: f64) -> f64 {
  %lo = arith.constant -2000000000 : i32
  %hi = arith.constant 2000000000 : i32
  %st = arith.constant 100000000 : i32
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %lo to %hi step %st iter_args(%y = %zero) -> f64 : i32 {
    %z = arith.addf %y, %x : f64
    scf.yield %z : f64
  }
  return %r : f64
}

// llvm/llvm-project#192966: foldReadInitWrite of vector.transfer_write.
func.func @masked(%t: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 7.0 : f32
  %m = vector.create_mask %n : vector<8xi1>
  %v = vector.transfer_read %t[%c0], %p, %m {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
  %w = vector.transfer_write %v, %t[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
  return %w : tensor<8xf32>
}

// llvm/llvm-project#181840: UnPackOp::canonicalize.
func.func @unpacked(%x: tensor<2x2x1xf64>, %n: index) -> tensor<?x?xf64> {
  %e = tensor.empty() : tensor<2x2xf64>
  %u = linalg.unpack %x inner_dims_pos = [1] inner_tiles = [1] into %e : tensor<2x2x1xf64> -> tensor<2x2xf64>
  %c2 = arith.constant 2 : index
  %s = tensor.extract_slice %u[0, 0] [%n, %c2] [1, 1] : tensor<2x2xf64> to tensor<?x?xf64>
  return %s : tensor<?x?xf64>
}

// llvm/llvm-project#129415: the fold of vector.multi_reduction.
func.func @no_dimension(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : tensor<3xf32>, vector<3xf32>
  %a = vector.transfer_read %y[%c0], %p {in_bounds = [true]} : tensor<3xf32>, vector<3xf32>
  %r = vector.multi_reduction <add>, %v, %a [] : vector<3xf32> to vector<3xf32>
  %e = tensor.empty() : tensor<3xf32>
  %o = vector.transfer_write %r, %e[%c0] {in_bounds = [true]} : vector<3xf32>, tensor<3xf32>
  return %o : tensor<3xf32>
}

// llvm/llvm-project#140328: AddIAddConstant keeps the flags.
func.func @overflow(%x: i32) -> i32 {
  %a = arith.constant -2147483648 : i32
  %b = arith.constant -1 : i32
  %t = arith.addi %x, %a overflow<nsw> : i32
  %r = arith.addi %t, %b overflow<nsw> : i32
  return %r : i32
}

// llvm/llvm-project#222143: ForallOpSingleOrZeroIterationDimsFolder.
func.func @one_trip(%x: tensor<3xf32>, %y: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %r:2 = scf.forall (%i) in (1) shared_outs(%o = %d, %q = %e) -> (tensor<3xf32>, tensor<3xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %y into %q[0] [3] [1] : tensor<3xf32> into tensor<3xf32>
      tensor.parallel_insert_slice %x into %o[0] [3] [1] : tensor<3xf32> into tensor<3xf32>
    }
  }
  return %r#0, %r#1 : tensor<3xf32>, tensor<3xf32>
}

func.func @two_slices(%x: tensor<2xf32>, %y: tensor<2xf32>, %d: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.forall (%i) in (1) shared_outs(%o = %d) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
      tensor.parallel_insert_slice %y into %o[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// llvm/llvm-project#216042: index.cmp of index.sub.
func.func @compare(%x: index, %y: index) -> (i1, i1, i1) {
  %d = index.sub %x, %y
  %z = index.constant 0
  %u = index.cmp ule(%d, %z)
  %s = index.cmp slt(%d, %z)
  %g = index.cmp ugt(%d, %z)
  return %u, %s, %g : i1, i1, i1
}

// llvm/llvm-project#223127: the fold of index.ceildivs.
func.func @ceildiv() -> index {
  %a = index.constant -9223372036854775808
  %b = index.constant 2
  %c = index.ceildivs %a, %b
  return %c : index
}
