// Programs that upstream's canonicalization, or a pass with the same folds,
// miscompiles. Native code on one and two threads, the emulated device where it
// supports the program, and the reference agree.
//
// RUN: sg-run %s --function=forwarded --input=20 --threads=1 --expected-output=100 --expected-output=100 --expected-output=21
// RUN: sg-run %s --function=forwarded --input=20 --threads=2 --expected-output=100 --expected-output=100 --expected-output=21
// RUN: sg-run %s --function=forwarded --input=20 --device=emulated --expected-output=100 --expected-output=100 --expected-output=21
// RUN: sg-run %s --function=forwarded --input=20 --device=reference --expected-output=100 --expected-output=100 --expected-output=21
// RUN: sg-run %s --function=narrow --input=1000 --threads=1 --expected-output=-24 --expected-output=232 --expected-output=0
// RUN: sg-run %s --function=narrow --input=1000 --threads=2 --expected-output=-24 --expected-output=232 --expected-output=0
// RUN: sg-run %s --function=narrow --input=1000 --device=emulated --expected-output=-24 --expected-output=232 --expected-output=0
// RUN: sg-run %s --function=address --input=300xf64=1 --input=1000 --expected-output=1
// RUN: sg-run %s --function=masked_read --input='8xf32=0 1 2 3 4 5 6 7' --input=3 --expected-output='8xf32=0 1 2 7 7 7 7 7'
// RUN: sg-run %s --function=masked_write --input='4xf32=5 6 7 8' --input='4xf32=1 2 3 4' --input=2 --expected-output='4xf32=1 4 7 8'
// RUN: sg-run %s --function=masked_write --input='4xf32=5 6 7 8' --input='4xf32=1 2 3 4' --input=2 --expected-output='4xf32=1 4 7 8' --threads=2
// RUN: sg-run %s --function=rows --input='4x6xf32=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24' --input=1 --expected-output='2x3xf32=7 8 9 10 11 12' --expected-output='8xf32=7 8 9 0 0 0 0 0'
// RUN: sg-run %s --function=nothing_reduced --input='3xf32=1 2 3' --input='3xf32=10 20 30' --expected-output='3xf32=11 22 33'
// RUN: sg-run %s --function=unpacked --input='2x2x1xf64=1 2 3 4' --input=1 --expected-output='1x2xf64=1 2'
// RUN: sg-run %s --function=unpacked --input='2x2x1xf64=1 2 3 4' --input=1 --expected-output='1x2xf64=1 2' --device=emulated
// RUN: sg-run %s --function=ceildiv --input=-9223372036854775808 --expected-output=-1317624576693539401 --expected-output=-1317624576693539401
// RUN: sg-run %s --function=ceildiv --input=-9223372036854775808 --expected-output=-1317624576693539401 --expected-output=-1317624576693539401 --device=emulated
// RUN: sg-run %s --function=difference --input=0 --input=2 --expected-output=0 --expected-output=1
// RUN: sg-run %s --function=overflow --input=1 --expected-output=-2147483648
// RUN: sg-run %s --function=crossed --input='3xf32=1 2 3' --input='3xf32=7 8 9' --expected-output='3xf32=1 2 3' --expected-output='3xf32=7 8 9'
// RUN: sg-run %s --function=crossed --input='3xf32=1 2 3' --input='3xf32=7 8 9' --expected-output='3xf32=1 2 3' --expected-output='3xf32=7 8 9' --device=emulated
// RUN: sg-run %s --function=branches --input='8xf32=0 1 2 3 4 5 6 7' --input=5 --input=false --expected-output='2xf32=2 3' --expected-output=5 --expected-output=5
// RUN: sg-run %s --function=branches --input='8xf32=0 1 2 3 4 5 6 7' --input=5 --input=false --expected-output='2xf32=2 3' --expected-output=5 --expected-output=5 --device=emulated
// RUN: not sg-run %s --function=slice --input='8xf32=0 1 2 3 4 5 6 7' --input=true 2>&1 | FileCheck %s --check-prefix=LEAST
// RUN: sg-run %s --function=slice --input='8xf32=0 1 2 3 4 5 6 7' --input=false --expected-output='2xf32=2 3'
// RUN: sg-run %s --function=two_starts --input=8xf32=1 --input=4xf32=0 --tolerance=1e-6 --expected-output='4xf32=1.7182818 1.7182818 1.7182818 1.7182818'
// RUN: sg-run %s --function=two_starts --input=8xf32=1 --input=4xf32=0 --tolerance=1e-6 --expected-output='4xf32=1.7182818 1.7182818 1.7182818 1.7182818' --device=emulated

func.func @forwarded(%n: i32) -> (i32, i32, i32) {
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

func.func @narrow(%i: index) -> (index, index, index) {
  %a = arith.index_cast %i : index to i8
  %b = arith.index_cast %a : i8 to index
  %c = arith.index_castui %i : index to i8
  %d = arith.index_castui %c : i8 to index
  %e = arith.index_cast %i : index to i1
  %g = arith.index_cast %e : i1 to index
  return %b, %d, %g : index, index, index
}

func.func @address(%x: tensor<300xf64>, %i: index) -> f64 {
  %a = arith.index_castui %i : index to i8
  %b = arith.index_castui %a : i8 to index
  %r = tensor.extract %x[%b] : tensor<300xf64>
  return %r : f64
}

func.func @masked_read(%t: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 7.0 : f32
  %m = vector.create_mask %n : vector<8xi1>
  %v = vector.transfer_read %t[%c0], %p, %m {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
  %w = vector.transfer_write %v, %t[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
  return %w : tensor<8xf32>
}

func.func @masked_write(%t: tensor<4xf32>, %s: tensor<4xf32>, %i: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %w = vector.transfer_read %s[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %v = arith.mulf %w, %w : vector<4xf32>
  %in = vector.create_mask %i : vector<4xi1>
  %r = vector.transfer_write %v, %t[%c0], %in {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}

// Rows of a reshaped tensor, and the padding past the end of one.
func.func @rows(%t: tensor<4x6xf32>, %k: index) -> (tensor<2x3xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %e = tensor.expand_shape %t [[0], [1, 2]] output_shape [4, 2, 3] : tensor<4x6xf32> into tensor<4x2x3xf32>
  %v = vector.transfer_read %e[%k, %c0, %c0], %z {in_bounds = [true, true]} : tensor<4x2x3xf32>, vector<2x3xf32>
  %w = vector.transfer_read %e[%k, %c0, %c0], %z : tensor<4x2x3xf32>, vector<8xf32>
  %o = tensor.empty() : tensor<2x3xf32>
  %p = tensor.empty() : tensor<8xf32>
  %r = vector.transfer_write %v, %o[%c0, %c0] {in_bounds = [true, true]} : vector<2x3xf32>, tensor<2x3xf32>
  %s = vector.transfer_write %w, %p[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
  return %r, %s : tensor<2x3xf32>, tensor<8xf32>
}

func.func @nothing_reduced(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : tensor<3xf32>, vector<3xf32>
  %a = vector.transfer_read %y[%c0], %p {in_bounds = [true]} : tensor<3xf32>, vector<3xf32>
  %r = vector.multi_reduction <add>, %v, %a [] : vector<3xf32> to vector<3xf32>
  %e = tensor.empty() : tensor<3xf32>
  %o = vector.transfer_write %r, %e[%c0] {in_bounds = [true]} : vector<3xf32>, tensor<3xf32>
  return %o : tensor<3xf32>
}

func.func @unpacked(%x: tensor<2x2x1xf64>, %n: index) -> tensor<?x?xf64> {
  %e = tensor.empty() : tensor<2x2xf64>
  %u = linalg.unpack %x inner_dims_pos = [1] inner_tiles = [1] into %e : tensor<2x2x1xf64> -> tensor<2x2xf64>
  %c2 = arith.constant 2 : index
  %s = tensor.extract_slice %u[0, 0] [%n, %c2] [1, 1] : tensor<2x2xf64> to tensor<?x?xf64>
  return %s : tensor<?x?xf64>
}

func.func @ceildiv(%a: index) -> (index, index) {
  %b = index.constant 7
  %c = index.ceildivs %a, %b
  %h = affine.apply affine_map<(d0) -> (d0 ceildiv 7)>(%a)
  return %c, %h : index, index
}

func.func @difference(%x: index, %y: index) -> (i1, i1) {
  %d = index.sub %x, %y
  %z = index.constant 0
  %u = index.cmp ule(%d, %z)
  %s = index.cmp slt(%d, %z)
  return %u, %s : i1, i1
}

func.func @overflow(%x: i32) -> i32 {
  %a = arith.constant -2147483648 : i32
  %b = arith.constant -1 : i32
  %t = arith.addi %x, %a overflow<nsw> : i32
  %r = arith.addi %t, %b overflow<nsw> : i32
  %c = arith.cmpi sgt, %r, %x : i32
  %e = arith.extui %c : i1 to i32
  %q = arith.addi %r, %e : i32
  return %q : i32
}

func.func @crossed(%x: tensor<3xf32>, %y: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %d = tensor.empty() : tensor<3xf32>
  %e = tensor.empty() : tensor<3xf32>
  %r:2 = scf.forall (%i) in (1) shared_outs(%o = %d, %q = %e) -> (tensor<3xf32>, tensor<3xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %y into %q[0] [3] [1] : tensor<3xf32> into tensor<3xf32>
      tensor.parallel_insert_slice %x into %o[0] [3] [1] : tensor<3xf32> into tensor<3xf32>
    }
  }
  return %r#0, %r#1 : tensor<3xf32>, tensor<3xf32>
}

// A branch that does not run would have undefined behaviour.
func.func @branches(%t: tensor<8xf32>, %x: index, %p: i1) -> (tensor<2xf32>, index, f32) {
  %i = ub.poison : index
  %q = ub.poison : f32
  %v = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %m = arith.constant -1 : index
  %c2 = arith.constant 2 : index
  %five = arith.constant 5.0 : f32
  %s:3 = scf.if %p -> (tensor<2xf32>, index, f32) {
    %a = tensor.extract_slice %t[%i] [2] [1] : tensor<8xf32> to tensor<2xf32>
    %b = affine.linearize_index [%x, %x] by (%i) : index
    %l:2 = affine.delinearize_index %b into (%i, %i) : index, index
    %c = tensor.from_elements %q, %q : tensor<2xf32>
    %d = tensor.extract %c[%i] : tensor<2xf32>
    %w = vector.insert %d, %v[%m] : f32 into vector<4xf32>
    %e = vector.extract %w[2] : f32 from vector<4xf32>
    scf.yield %a, %l#0, %e : tensor<2xf32>, index, f32
  } else {
    %a = tensor.extract_slice %t[%c2] [2] [1] : tensor<8xf32> to tensor<2xf32>
    scf.yield %a, %x, %five : tensor<2xf32>, index, f32
  }
  return %s#0, %s#1, %s#2 : tensor<2xf32>, index, f32
}

// LEAST: 'tensor.extract_slice': the slice leaves dimension 0
func.func @slice(%t: tensor<8xf32>, %p: i1) -> tensor<2xf32> {
  %m = arith.constant -9223372036854775808 : index
  %c2 = arith.constant 2 : index
  %r = scf.if %p -> (tensor<2xf32>) {
    %e = tensor.extract_slice %t[%m] [2] [1] : tensor<8xf32> to tensor<2xf32>
    scf.yield %e : tensor<2xf32>
  } else {
    %e = tensor.extract_slice %t[%c2] [2] [1] : tensor<8xf32> to tensor<2xf32>
    scf.yield %e : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}

// Two carried values start from one tensor.empty: one-shot bufferization gives
// them one buffer, which is overwritten before it is read.
func.func @two_starts(%x: tensor<8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<8xf32>
  %r:3 = scf.for %i = %c0 to %c8 step %c4 iter_args(%a = %e, %b = %e, %t = %init) -> (tensor<8xf32>, tensor<8xf32>, tensor<4xf32>) {
    %s = tensor.extract_slice %x[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %sa = tensor.extract_slice %a[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %sb = tensor.extract_slice %b[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %n = linalg.negf ins(%s : tensor<4xf32>) outs(%sa : tensor<4xf32>) -> tensor<4xf32>
    %m = linalg.exp ins(%s : tensor<4xf32>) outs(%sb : tensor<4xf32>) -> tensor<4xf32>
    %ia = tensor.insert_slice %n into %a[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
    %ib = tensor.insert_slice %m into %b[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
    %u = linalg.add ins(%n, %m : tensor<4xf32>, tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %ia, %ib, %u : tensor<8xf32>, tensor<8xf32>, tensor<4xf32>
  }
  return %r#2 : tensor<4xf32>
}
