// Canonicalization makes constant operands of slices static without changing
// the dimensions that they drop.
//

// RUN: sg-opt %s --sg-canonicalize | FileCheck %s
// RUN: sg-run %s --function=extract --input='1x4x3xf64=1 2 3 4 5 6 7 8 9 10 11 12' --expected-output='1x3xf64=1 4 7'
// RUN: sg-run %s --function=column --input='1x4x3xf64=1 2 3 4 5 6 7 8 9 10 11 12' --expected-output='1x4xf64=2 5 8 11'
// RUN: sg-run %s --function=insert --input='1x3xf64=20 30 40' --input='1x4x3xf64=1 2 3 4 5 6 7 8 9 10 11 12' \
// RUN:   --expected-output='1x4x3xf64=20 2 3 30 5 6 40 8 9 10 11 12'
// RUN: sg-run %s --function=insert_column --input='2xf64=20 30' --input='1x4x3xf64=1 2 3 4 5 6 7 8 9 10 11 12' \
// RUN:   --expected-output='1x4x3xf64=1 2 3 4 20 6 7 30 9 10 11 12'
// RUN: sg-run %s --function=gradient --input='1x4x3xf64=0' --input='1x3xf64=1 2 3' \
// RUN:   --expected-output='1x4x3xf64=1 0 0 2 0 0 3 0 0 0 0 0'

// CHECK-LABEL: func @extract(
// CHECK:         tensor.extract_slice %{{.*}}[0, 0, 0] [1, 3, 1] [1, 1, 1] : tensor<1x4x3xf64> to tensor<1x3xf64>
func.func @extract(%a: tensor<1x4x3xf64>) -> tensor<1x3xf64> {
  %c0 = arith.constant 0 : index
  %r = tensor.extract_slice %a[%c0, 0, 0] [1, 3, 1] [1, 1, 1] : tensor<1x4x3xf64> to tensor<1x3xf64>
  return %r : tensor<1x3xf64>
}

// A size that is found to be 1.
// CHECK-LABEL: func @column(
// CHECK:         tensor.extract_slice %{{.*}}[0, 0, 1] [1, 4, 1] [1, 1, 1] : tensor<1x4x3xf64> to tensor<1x4xf64>
// CHECK:         tensor.cast %{{.*}} : tensor<1x4xf64> to tensor<?x?xf64>
func.func @column(%a: tensor<1x4x3xf64>) -> tensor<?x?xf64> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = tensor.extract_slice %a[0, 0, %c1] [%c1, %c4, 1] [1, 1, 1] : tensor<1x4x3xf64> to tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// CHECK-LABEL: func @insert(
// CHECK:         tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, 0] [1, 3, 1] [1, 1, 1] : tensor<1x3xf64> into tensor<1x4x3xf64>
func.func @insert(%s: tensor<1x3xf64>, %a: tensor<1x4x3xf64>) -> tensor<1x4x3xf64> {
  %c0 = arith.constant 0 : index
  %r = tensor.insert_slice %s into %a[%c0, 0, 0] [1, 3, 1] [1, 1, 1] : tensor<1x3xf64> into tensor<1x4x3xf64>
  return %r : tensor<1x4x3xf64>
}

// CHECK-LABEL: func @insert_column(
// CHECK:         %[[CAST:.*]] = tensor.cast %{{.*}} : tensor<?xf64> to tensor<2xf64>
// CHECK:         tensor.insert_slice %[[CAST]] into %{{.*}}[0, 1, 1] [1, 2, 1] [1, 1, 1] : tensor<2xf64> into tensor<1x4x3xf64>
func.func @insert_column(%s: tensor<?xf64>, %a: tensor<1x4x3xf64>) -> tensor<1x4x3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = tensor.insert_slice %s into %a[%c0, %c1, 1] [1, %c2, 1] [1, 1, 1] : tensor<?xf64> into tensor<1x4x3xf64>
  return %r : tensor<1x4x3xf64>
}

// The slice that a thread inserts gets its static size before the insertions.
// CHECK-LABEL: func @in_parallel(
// CHECK:         tensor.cast %{{.*}} : tensor<?xf64> to tensor<2xf64>
// CHECK-NEXT:    scf.forall.in_parallel {
// CHECK-NEXT:      tensor.parallel_insert_slice %{{.*}} into %{{.*}}[%{{.*}}, 0] [1, 2] [1, 1] : tensor<2xf64> into tensor<3x2xf64>
func.func @in_parallel(%s: tensor<?xf64>, %a: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %r = scf.forall (%i) in (3) shared_outs(%out = %a) -> tensor<3x2xf64> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %out[%i, %c0] [1, %c2] [1, 1] : tensor<?xf64> into tensor<3x2xf64>
    }
  }
  return %r : tensor<3x2xf64>
}

// A slice past the end stays, so that a check reports it.
// CHECK-LABEL: func @beyond(
// CHECK:         tensor.extract_slice %{{.*}}[%{{.*}}] [2] [1]
func.func @beyond(%a: tensor<4xf64>) -> tensor<2xf64> {
  %c3 = arith.constant 3 : index
  %r = tensor.extract_slice %a[%c3] [2] [1] : tensor<4xf64> to tensor<2xf64>
  return %r : tensor<2xf64>
}

// CHECK-LABEL: func private @view(
// CHECK:         memref.subview %{{.*}}[1, 0] [1, 3] [1, 1] : memref<4x3xf64> to memref<3xf64, strided<[1], offset: 3>>
func.func private @view(%a: memref<4x3xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = memref.subview %a[%c1, 0] [1, 3] [1, 1] : memref<4x3xf64> to memref<3xf64, strided<[1], offset: ?>>
  %e = memref.load %v[%c0] : memref<3xf64, strided<[1], offset: ?>>
  return %e : f64
}

// With a constant size it would be unknown which unit dimension is dropped.
// CHECK-LABEL: func private @ambiguous_view(
// CHECK:         memref.subview %{{.*}}[0, 0, 0] [%{{.*}}, 3, 1] [1, 1, 1]
func.func private @ambiguous_view(%a: memref<?x?x?xf64, strided<[?, ?, ?]>>) -> memref<?x3xf64, strided<[?, ?]>> {
  %c1 = arith.constant 1 : index
  %v = memref.subview %a[0, 0, 0] [%c1, 3, 1] [1, 1, 1] : memref<?x?x?xf64, strided<[?, ?, ?]>> to memref<?x3xf64, strided<[?, ?]>>
  return %v : memref<?x3xf64, strided<[?, ?]>>
}

// A loop whose carry grows keeps its type.
// CHECK-LABEL: func @grows(
// CHECK:         iter_args({{.*}}) -> (tensor<?xf64>)
func.func @grows(%x: tensor<1xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %start = tensor.cast %x : tensor<1xf64> to tensor<?xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %start) -> tensor<?xf64> {
    %next = tensor.concat dim(0) %c, %c : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func @folded(
// CHECK-NEXT:    return %{{.*}} : f64
func.func @folded(%x: f64) -> f64 {
  %zero = arith.constant -0.0 : f64
  %y = arith.addf %x, %zero : f64
  return %y : f64
}

func.func @gradient(%a: tensor<1x4x3xf64>, %c: tensor<1x3xf64>) -> tensor<1x4x3xf64> {
  %r:2 = grad.vjp @extract(%a) cotangents(%c) : (tensor<1x4x3xf64>, tensor<1x3xf64>) -> (tensor<1x3xf64>, tensor<1x4x3xf64>)
  return %r#1 : tensor<1x4x3xf64>
}

// The cast of the value that a thread inserts is before the insertions.
// CHECK-LABEL: func.func @threads(
// CHECK:         tensor.cast %{{.*}} : tensor<1x?xf64> to tensor<1x3xf64>
// CHECK:         scf.forall.in_parallel {
// CHECK-NEXT:      tensor.parallel_insert_slice %{{.*}}[1, 3] [1, 1] : tensor<1x3xf64>
func.func @threads(%x: tensor<4x?xf64>, %row: tensor<1x?xf64>) -> tensor<4x?xf64> {
  %three = arith.constant 3 : index
  %y = scf.forall (%i) in (4) shared_outs(%out = %x) -> (tensor<4x?xf64>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %row into %out[%i, 0] [1, %three] [1, 1] : tensor<1x?xf64> into tensor<4x?xf64>
    }
  }
  return %y : tensor<4x?xf64>
}
