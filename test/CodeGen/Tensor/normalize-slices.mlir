// Slices that keep some unit dimensions and drop others become explicit about
// them.
//
// RUN: sg-opt %s --sg-normalize-slices | FileCheck %s
// RUN: sg-run %s --function=last --input='1x4x3xf64=1 2 3 4 5 6 7 8 9 10 11 12' --input='1x3xf64=1' --expected-output='1x3xf64=2 5 8'
// RUN: sg-run %s --function=middle --input=1 --input='3x2x3x1x2xf64=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36' \
// RUN:   --expected-output='2x1x2xf64=10 12 22 24'
// RUN: sg-run %s --function=steps --input='2x5x1xf64=1 2 3 4 5 6 7 8 9 10' --expected-output='3x1xf64=1 3 5'
// RUN: sg-run %s --function=insert --input='1x3xf64=20 30 40' --input='1x4x3xf64=1 2 3 4 5 6 7 8 9 10 11 12' \
// RUN:   --expected-output='1x4x3xf64=1 20 3 4 30 6 7 40 9 10 11 12'
// RUN: sg-run %s --function=loop --input='1x3xf64=1 2 3' --input='1x3x4xf64=0' --input=4 \
// RUN:   --expected-output='1x3x4xf64=1 1 1 1 2 2 2 2 3 3 3 3'
// RUN: sg-run %s --function=threads --input='1x3xf64=1 2 3' --input='1x3x4xf64=0' \
// RUN:   --expected-output='1x3x4xf64=1 1 1 1 2 2 2 2 3 3 3 3'
// RUN: sg-run %s --function=leading --input='2x1x3xf64=1 2 3 4 5 6' --expected-output='1x3xf64=4 5 6'
// RUN: sg-run %s --function=read_nothing --input='2x0xf64=' --input=0 --expected-output=0
// RUN: sg-run %s --function=view --input='2x5x1xf64=1 2 3 4 5 6 7 8 9 10' --input=2 --input=0 --expected-output=5
// RUN: sg-run %s --function=collapse_nothing --input=2x0x3xf32= --expected-output=0x3xf32=
// RUN: sg-run %s --function=expand_nothing --input=2x0xf32= --input=2 --expected-output=2x0x2xf32=
// RUN: sg-run %s --function=collapse_to_one --input=1x1x1xf32=-3 --expected-output=f32=3
// RUN: sg-run %s --function=expand_one --input=f32=-3 --input=1 --expected-output=1x1xf32=3
// RUN: sg-run %s --function=one_in_loop --input='3xf64=1 2 3' --input=1xf64=5 --input=3 --expected-output='3xf64=5 5 5'
// RUN: sg-run %s --function=unknown_strides --input='2x5x1xf64=1 2 3 4 5 6 7 8 9 10' --input=1 --input=3 --expected-output=9

// The type drops the last dimension.
// CHECK-LABEL: func @last(
// CHECK:         %[[FULL:.*]] = tensor.extract_slice %{{.*}}[0, 0, 1] [1, 3, 1] [1, 1, 1] : tensor<1x4x3xf64> to tensor<1x3x1xf64>
// CHECK:         tensor.collapse_shape %[[FULL]] {{\[\[}}0], [1, 2]] : tensor<1x3x1xf64> into tensor<1x3xf64>
func.func @last(%a: tensor<1x4x3xf64>, %b: tensor<1x3xf64>) -> tensor<1x3xf64> {
  %r = tensor.extract_slice %a[0, 0, 1] [1, 3, 1] [1, 1, 1] : tensor<1x4x3xf64> to tensor<1x3xf64>
  %m = arith.mulf %r, %b : tensor<1x3xf64>
  return %m : tensor<1x3xf64>
}

// CHECK-LABEL: func @middle(
// CHECK:         tensor.collapse_shape %{{.*}} {{\[\[}}0], [1], [2, 3, 4]] : tensor<2x1x2x1x1xf64> into tensor<2x1x2xf64>
func.func @middle(%i: index, %a: tensor<3x2x3x1x2xf64>) -> tensor<2x1x2xf64> {
  %r = tensor.extract_slice %a[0, %i, 1, 0, 1] [2, 1, 2, 1, 1] [1, 1, 1, 1, 1] : tensor<3x2x3x1x2xf64> to tensor<2x1x2xf64>
  return %r : tensor<2x1x2xf64>
}

// The strides of a memref identify the dropped dimension only without steps.
// CHECK-LABEL: func @steps(
// CHECK:         %[[FULL:.*]] = tensor.extract_slice %{{.*}}[0, 0, 0] [1, 3, 1] [1, 2, 1] : tensor<2x5x1xf64> to tensor<1x3x1xf64>
// CHECK:         tensor.collapse_shape %[[FULL]] {{\[\[}}0, 1], [2]] : tensor<1x3x1xf64> into tensor<3x1xf64>
func.func @steps(%a: tensor<2x5x1xf64>) -> tensor<3x1xf64> {
  %r = tensor.extract_slice %a[0, 0, 0] [1, 3, 1] [1, 2, 1] : tensor<2x5x1xf64> to tensor<3x1xf64>
  %y = math.absf %r : tensor<3x1xf64>
  return %y : tensor<3x1xf64>
}

// CHECK-LABEL: func @insert(
// CHECK:         %[[FULL:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [1, 3, 1] : tensor<1x3xf64> into tensor<1x3x1xf64>
// CHECK:         tensor.insert_slice %[[FULL]] into %{{.*}}[0, 0, 1] [1, 3, 1] [1, 1, 1] : tensor<1x3x1xf64> into tensor<1x4x3xf64>
func.func @insert(%s: tensor<1x3xf64>, %a: tensor<1x4x3xf64>) -> tensor<1x4x3xf64> {
  %r = tensor.insert_slice %s into %a[0, 0, 1] [1, 3, 1] [1, 1, 1] : tensor<1x3xf64> into tensor<1x4x3xf64>
  return %r : tensor<1x4x3xf64>
}

// Columns of dynamic size.
// CHECK-LABEL: func @loop(
// CHECK:         tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [1, %{{.*}}, 1] : tensor<1x?xf64> into tensor<1x?x1xf64>
func.func @loop(%x: tensor<1x?xf64>, %a: tensor<1x?x?xf64>, %n: index) -> tensor<1x?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c1 : tensor<1x?xf64>
  %r = scf.for %j = %c0 to %n step %c1 iter_args(%c = %a) -> tensor<1x?x?xf64> {
    %y = math.absf %x : tensor<1x?xf64>
    %next = tensor.insert_slice %y into %c[0, 0, %j] [1, %d, 1] [1, 1, 1] : tensor<1x?xf64> into tensor<1x?x?xf64>
    scf.yield %next : tensor<1x?x?xf64>
  }
  return %r : tensor<1x?x?xf64>
}

// CHECK-LABEL: func @threads(
// CHECK:         tensor.expand_shape
// CHECK-NEXT:    scf.forall.in_parallel
func.func @threads(%x: tensor<1x3xf64>, %a: tensor<1x3x4xf64>) -> tensor<1x3x4xf64> {
  %r = scf.forall (%j) in (4) shared_outs(%out = %a) -> tensor<1x3x4xf64> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %out[0, 0, %j] [1, 3, 1] [1, 1, 1] : tensor<1x3xf64> into tensor<1x3x4xf64>
    }
  }
  return %r : tensor<1x3x4xf64>
}

// The first dimensions are dropped by convention.
// CHECK-LABEL: func @leading(
// CHECK-NEXT:    tensor.extract_slice %{{.*}}[1, 0, 0] [1, 1, 3] [1, 1, 1] : tensor<2x1x3xf64> to tensor<1x3xf64>
// CHECK-NEXT:    return
func.func @leading(%a: tensor<2x1x3xf64>) -> tensor<1x3xf64> {
  %r = tensor.extract_slice %a[1, 0, 0] [1, 1, 3] [1, 1, 1] : tensor<2x1x3xf64> to tensor<1x3xf64>
  return %r : tensor<1x3xf64>
}

// The same if all dimensions have size 1.
// CHECK-LABEL: func @all(
// CHECK-NEXT:    tensor.extract_slice
// CHECK-NEXT:    return
func.func @all(%a: tensor<2x4x3xf64>) -> tensor<3xf64> {
  %r = tensor.extract_slice %a[1, 0, 1] [1, 3, 1] [1, 1, 2] : tensor<2x4x3xf64> to tensor<3xf64>
  return %r : tensor<3xf64>
}

// A view with steps: its strides are not the source's strides.
// CHECK-LABEL: func @view(
// CHECK:         %[[FULL:.*]] = memref.subview %{{.*}}[0, 0, 0] [1, 3, 1] [1, 2, 1] : memref<2x5x1xf64> to memref<1x3x1xf64, strided<[5, 2, 1]>>
// CHECK:         memref.collapse_shape %[[FULL]] {{\[\[}}0, 1], [2]] : memref<1x3x1xf64, strided<[5, 2, 1]>> into memref<3x1xf64, strided<[2, 1]>>
func.func @view(%a: memref<2x5x1xf64>, %i: index, %j: index) -> f64 {
  %v = memref.subview %a[0, 0, 0] [1, 3, 1] [1, 2, 1] : memref<2x5x1xf64> to memref<3x1xf64, strided<[2, 1]>>
  %e = memref.load %v[%i, %j] : memref<3x1xf64, strided<[2, 1]>>
  return %e : f64
}

// These strides are ambiguous.
// CHECK-LABEL: func @unknown_strides(
// CHECK:         memref.collapse_shape %{{.*}} {{\[\[}}0], [1, 2]]
// CHECK-NEXT:    memref.load
func.func @unknown_strides(%a: memref<2x5x1xf64>, %i: index, %j: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = memref.subview %a[0, 0, 0] [2, 5, 1] [%c1, %c1, %c1] : memref<2x5x1xf64> to memref<2x5x1xf64, strided<[?, ?, ?]>>
  %v = memref.subview %w[%i, 0, 0] [1, 5, 1] [1, 1, 1] : memref<2x5x1xf64, strided<[?, ?, ?]>> to memref<1x5xf64, strided<[?, ?], offset: ?>>
  %e = memref.load %v[%c0, %j] : memref<1x5xf64, strided<[?, ?], offset: ?>>
  return %e : f64
}

// An empty tensor is determined by its shape.
// CHECK-LABEL: func @collapse_nothing(
// CHECK-SAME: %[[X:.*]]: tensor<?x0x?xf32>
// CHECK-NOT: collapse_shape
// CHECK: tensor.empty(%{{.*}}, %{{.*}}) : tensor<?x?xf32>
func.func @collapse_nothing(%x: tensor<?x0x?xf32>) -> tensor<?x?xf32> {
  %y = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x0x?xf32> into tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// CHECK-LABEL: func @expand_nothing(
// CHECK-SAME: , %[[N:.*]]: index
// CHECK: tensor.empty(%[[N]]) : tensor<?x0x2xf32>
func.func @expand_nothing(%x: tensor<?x0xf32>, %n: index) -> tensor<?x0x2xf32> {
  %y = tensor.expand_shape %x [[0], [1, 2]] output_shape [%n, 0, 2] : tensor<?x0xf32> into tensor<?x0x2xf32>
  return %y : tensor<?x0x2xf32>
}

// Accesses to collapsed memory divide by its sizes, which may be 0.
// CHECK-LABEL: func.func @read_nothing(
// CHECK-NOT:     collapse_shape
// CHECK:         tensor.empty
func.func @read_nothing(%x: tensor<2x0xf64>, %i: index) -> f64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %start = arith.constant 0.0 : f64
  %y = tensor.collapse_shape %x [[0, 1]] : tensor<2x0xf64> into tensor<0xf64>
  %sum = scf.for %k = %zero to %i step %one iter_args(%s = %start) -> (f64) {
    %e = tensor.extract %y[%k] : tensor<0xf64>
    %next = arith.addf %s, %e : f64
    scf.yield %next : f64
  }
  return %sum : f64
}

// For memory, upstream requires the sizes to be known as 1.
// CHECK-LABEL: func.func @collapse_to_one(
// CHECK:         %[[X:.*]] = tensor.cast %{{.*}} : tensor<?x1x?xf32> to tensor<1x1x1xf32>
// CHECK-NEXT:    tensor.collapse_shape %[[X]] [] : tensor<1x1x1xf32> into tensor<f32>
func.func @collapse_to_one(%x: tensor<?x1x?xf32>) -> tensor<f32> {
  %a = math.absf %x : tensor<?x1x?xf32>
  %y = tensor.collapse_shape %a [] : tensor<?x1x?xf32> into tensor<f32>
  return %y : tensor<f32>
}

// CHECK-LABEL: func.func @expand_one(
// CHECK:         %[[Y:.*]] = tensor.expand_shape %{{.*}} [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
// CHECK-NEXT:    tensor.cast %[[Y]] : tensor<1x1xf32> to tensor<1x?xf32>
func.func @expand_one(%x: tensor<f32>, %n: index) -> tensor<1x?xf32> {
  %a = math.absf %x : tensor<f32>
  %y = tensor.expand_shape %a [] output_shape [1, %n] : tensor<f32> into tensor<1x?xf32>
  return %y : tensor<1x?xf32>
}

func.func @one_in_loop(%a: tensor<?xf64>, %x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%b = %a) -> (tensor<?xf64>) {
    %one = tensor.collapse_shape %x [] : tensor<?xf64> into tensor<f64>
    %next = tensor.insert_slice %one into %b[%i] [1] [1] : tensor<f64> into tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
