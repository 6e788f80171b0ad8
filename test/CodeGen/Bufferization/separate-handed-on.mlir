// A loop does not yield, and a function does not return, the same memory twice:
// the next iteration or the caller overwrites one and reads the other. Values
// computed in place need no copy.
//
// RUN: sg-opt %s --sg-separate-destinations | FileCheck %s
// RUN: sg-run %s --function=iterate --input='2xf64=1 2' --input='2xf64=1 2' --input=0 --input=4x2xf64=1 --expected-output='2xf64=1 2' --expected-output='2xf64=1 2'
// RUN: sg-run %s --function=iterate --input='2xf64=1 2' --input='2xf64=1 2' --input=2 --input=4x2xf64=1 --expected-output='2xf64=19 20' --expected-output='2xf64=19 20'
// RUN: sg-run %s --function=repeat --input='2xf64=1 2' --input='2xf64=1 2' --input=2 --input=4x2xf64=1 --expected-output='2xf64=19 20' --expected-output='2xf64=19 20'
// RUN: sg-run %s --function=call --input='2xf64=1 2' --expected-output='2xf64=6 12' --expected-output='2xf64=4 8'

// CHECK-LABEL: func @iterate(
// CHECK:         [[NEXT:%[a-z0-9_]+]] = arith.addf
// CHECK:         [[COPY:%[a-z0-9_]+]] = bufferization.alloc_tensor() copy([[NEXT]])
// CHECK:         scf.yield [[NEXT]], [[COPY]]
// CHECK-NOT:     alloc_tensor
func.func @iterate(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index, %k: tensor<4x?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?xf64>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<?xf64>, tensor<?xf64>) {
    %overwritten = linalg.reduce { arith.addf } ins(%k : tensor<4x?xf64>) outs(%a : tensor<?xf64>) dimensions = [0]
    %e = tensor.extract %overwritten[%c1] : tensor<?xf64>
    %all = tensor.splat %e[%d] : tensor<?xf64>
    %next = arith.addf %all, %b : tensor<?xf64>
    scf.yield %next, %next : tensor<?xf64>, tensor<?xf64>
  }
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}

// The second is another shape of the first.
// CHECK-LABEL: func @repeat(
// CHECK:         [[SAME:%[a-z0-9_]+]] = tensor.cast {{.*}} to tensor<2xf64>
// CHECK:         [[COPY:%[a-z0-9_]+]] = bufferization.alloc_tensor() copy([[SAME]])
// CHECK:         scf.yield {{.*}}, [[COPY]]
func.func @repeat(%x: tensor<?xf64>, %y: tensor<2xf64>, %n: index, %k: tensor<4x?xf64>) -> (tensor<?xf64>, tensor<2xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?xf64>
  %r:3 = scf.while (%i = %c0, %a = %x, %b = %y) : (index, tensor<?xf64>, tensor<2xf64>) -> (index, tensor<?xf64>, tensor<2xf64>) {
    %go = arith.cmpi ult, %i, %n : index
    scf.condition(%go) %i, %a, %b : index, tensor<?xf64>, tensor<2xf64>
  } do {
  ^bb0(%i: index, %a: tensor<?xf64>, %b: tensor<2xf64>):
    %overwritten = linalg.reduce { arith.addf } ins(%k : tensor<4x?xf64>) outs(%a : tensor<?xf64>) dimensions = [0]
    %e = tensor.extract %overwritten[%c1] : tensor<?xf64>
    %all = tensor.splat %e[%d] : tensor<?xf64>
    %old = tensor.cast %b : tensor<2xf64> to tensor<?xf64>
    %next = arith.addf %all, %old : tensor<?xf64>
    %same = tensor.cast %next : tensor<?xf64> to tensor<2xf64>
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %next, %same : index, tensor<?xf64>, tensor<2xf64>
  }
  return %r#1, %r#2 : tensor<?xf64>, tensor<2xf64>
}

// CHECK-LABEL: func private @twice(
// CHECK:         [[Y:%[a-z0-9_]+]] = arith.addf
// CHECK:         [[COPY:%[a-z0-9_]+]] = bufferization.alloc_tensor() copy([[Y]])
// CHECK:         return [[Y]], [[COPY]]
func.func private @twice(%x: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) attributes {no_inline} {
  %y = arith.addf %x, %x : tensor<2xf64>
  return %y, %y : tensor<2xf64>, tensor<2xf64>
}
func.func @call(%x: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
  %r:2 = call @twice(%x) : (tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %overwritten = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%r#0 : tensor<2xf64>) {
  ^bb0(%o: f64):
    %double = arith.addf %o, %o : f64
    linalg.yield %double : f64
  } -> tensor<2xf64>
  %sum = arith.addf %overwritten, %r#1 : tensor<2xf64>
  return %sum, %overwritten : tensor<2xf64>, tensor<2xf64>
}

// Each of two values starts in the other's memory; they stay two buffers.
// CHECK-LABEL: func @swap(
// CHECK-NOT:     alloc_tensor
func.func @swap(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<?xf64>, tensor<?xf64>) {
    scf.yield %b, %a : tensor<?xf64>, tensor<?xf64>
  }
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}

// If a branch yields a value twice, one of the two may be overwritten.
// CHECK-LABEL: func @branch(
// CHECK:         [[Y:%[a-z0-9_]+]] = math.exp
// CHECK:         [[COPY:%[a-z0-9_]+]] = bufferization.alloc_tensor() copy([[Y]])
// CHECK:         scf.yield [[Y]], [[COPY]]
// CHECK:         scf.yield
func.func @branch(%p: i1, %x: tensor<?xf64>, %k: tensor<4x?xf64>) -> (tensor<?xf64>, f64) {
  %c1 = arith.constant 1 : index
  %r:2 = scf.if %p -> (tensor<?xf64>, tensor<?xf64>) {
    %y = math.exp %x : tensor<?xf64>
    scf.yield %y, %y : tensor<?xf64>, tensor<?xf64>
  } else {
    %y = math.sin %x : tensor<?xf64>
    %z = math.cos %x : tensor<?xf64>
    scf.yield %y, %z : tensor<?xf64>, tensor<?xf64>
  }
  %overwritten = linalg.reduce { arith.addf } ins(%k : tensor<4x?xf64>) outs(%r#0 : tensor<?xf64>) dimensions = [0]
  %e = tensor.extract %r#1[%c1] : tensor<?xf64>
  return %overwritten, %e : tensor<?xf64>, f64
}

// If both are only read, nothing is copied.
// CHECK-LABEL: func @read_branch(
// CHECK-NOT:     alloc_tensor
// CHECK:         return
func.func @read_branch(%p: i1, %x: tensor<?xf64>) -> f64 {
  %c1 = arith.constant 1 : index
  %r:2 = scf.if %p -> (tensor<?xf64>, tensor<?xf64>) {
    %y = math.exp %x : tensor<?xf64>
    scf.yield %y, %y : tensor<?xf64>, tensor<?xf64>
  } else {
    %y = math.sin %x : tensor<?xf64>
    %z = math.cos %x : tensor<?xf64>
    scf.yield %y, %z : tensor<?xf64>, tensor<?xf64>
  }
  %d = tensor.extract %r#0[%c1] : tensor<?xf64>
  %e = tensor.extract %r#1[%c1] : tensor<?xf64>
  %s = arith.addf %d, %e : f64
  return %s : f64
}
