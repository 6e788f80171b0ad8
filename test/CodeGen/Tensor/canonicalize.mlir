// Canonicalization without upstream's faults.
//

// RUN: sg-opt %s --sg-canonicalize | FileCheck %s
// RUN: sg-run %s --function=same --input=3xindex=1 --input=1x2xi32=5 --expected-output=3xi1=1 --expected-output=1x2xi32=0
// RUN: sg-run %s --function=back --input='2x3xf64=1 2 3 4 5 6' --input=3x2xf64=0 --input=2x3xf64=0 --expected-output='2x3xf64=-1 -2 -3 -4 -5 -6'
// RUN: sg-run %s --function=insertions_crossed --input=2xf64=0 --input=2xf64=0 --input=1xf64=1 --input=1xf64=2 --expected-output=2xf64=2 --expected-output=2xf64=1
// RUN: sg-run %s --function=insertions_twice --input=4xf64=0 --input=4xf64=0 --input=1xf64=1 --expected-output='4xf64=1 1 1 1' --expected-output='4xf64=0 0 1 1'
// RUN: sg-run %s --function=transposed_at_once --input='1xf64=3' --expected-output='1xf64=3'
// RUN: sg-run %s --function=transposed_twice --input='2x3xf64=1 2 3 4 5 6' --expected-output='2x3xf64=1 2 3 4 5 6'
// RUN: sg-run %s --function=diagonal --input='2x2xf64=1 2 3 4' --input='2x2xf64=0' --expected-output='2x2xf64=1 0 0 4'
// RUN: sg-run %s --function=corner --input='3x1xf64=1 2 3' --input='3x2xf64=0' --expected-output='3x2xf64=1 0 2 0 3 0'

#swap = affine_map<(d0, d1) -> (d1, d0)>

// A comparison of a tensor with itself, or with an equal value, does not become
// a constant if a size is dynamic.
// CHECK-LABEL: func @same(
// CHECK-NOT:     arith.constant dense
// CHECK:         linalg.generic
// CHECK:           arith.cmpi eq, %{{.*}} : index
// CHECK:         linalg.generic
// CHECK:           arith.xori %{{.*}} : i32
// CHECK-LABEL: func @same_static(
// CHECK-NOT:     linalg.generic
// CHECK:         arith.constant dense<true> : tensor<2xi1>
func.func @same(%x: tensor<?xindex>, %b: tensor<?x2xi32>) -> (tensor<?xi1>, tensor<?x2xi32>) {
  %y = arith.maxsi %x, %x : tensor<?xindex>
  %p = arith.cmpi eq, %x, %y : tensor<?xindex>
  %q = arith.xori %b, %b : tensor<?x2xi32>
  return %p, %q : tensor<?xi1>, tensor<?x2xi32>
}

func.func @same_static(%x: tensor<2xindex>) -> tensor<2xi1> {
  %p = arith.cmpi eq, %x, %x : tensor<2xindex>
  return %p : tensor<2xi1>
}

// A view of memory known to be empty stays a view of the cast: upstream would
// reject it as out of bounds.
// CHECK-LABEL: func private @view_of_nothing(
// CHECK:         memref.subview %{{.*}}[0] [%{{.*}}] [1] : memref<?xf64> to
// CHECK-LABEL: func private @view_of_some(
// CHECK:         memref.subview %{{.*}}[0] [%{{.*}}] [1] : memref<3xf64> to
func.func private @view_of_nothing(%a: memref<0xf64>, %n: index) -> memref<?xf64, strided<[1]>> {
  %b = memref.cast %a : memref<0xf64> to memref<?xf64>
  %c = memref.subview %b[0] [%n] [1] : memref<?xf64> to memref<?xf64, strided<[1]>>
  return %c : memref<?xf64, strided<[1]>>
}

func.func private @view_of_some(%a: memref<3xf64>, %n: index) -> memref<?xf64, strided<[1]>> {
  %b = memref.cast %a : memref<3xf64> to memref<?xf64>
  %c = memref.subview %b[0] [%n] [1] : memref<?xf64> to memref<?xf64, strided<[1]>>
  return %c : memref<?xf64, strided<[1]>>
}

// CHECK-LABEL: func @back(
// CHECK-NEXT:    %[[CAST:.*]] = tensor.cast %{{.*}} : tensor<?x3xf64> to tensor<2x3xf64>
// CHECK-NEXT:    arith.negf %[[CAST]] : tensor<2x3xf64>
func.func @back(%x: tensor<?x3xf64>, %e: tensor<3x?xf64>, %f: tensor<?x3xf64>) -> tensor<2x3xf64> {
  %t = linalg.transpose ins(%x : tensor<?x3xf64>) outs(%e : tensor<3x?xf64>) permutation = [1, 0]
  %u = linalg.transpose ins(%t : tensor<3x?xf64>) outs(%f : tensor<?x3xf64>) permutation = [1, 0]
  %c = tensor.cast %u : tensor<?x3xf64> to tensor<2x3xf64>
  %y = arith.negf %c : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// An identity transpose is replaced by its input, cast to the result's type.
// CHECK-LABEL: func.func @transposed_at_once(
// CHECK-SAME:      %[[X:.*]]: tensor<?xf64>
// CHECK-NEXT:    %[[Y:.*]] = tensor.cast %[[X]] : tensor<?xf64> to tensor<1xf64>
// CHECK-NEXT:    return %[[Y]] : tensor<1xf64>
func.func @transposed_at_once(%x: tensor<?xf64>) -> tensor<1xf64> {
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%c1) : tensor<?xf64>
  %t = linalg.transpose ins(%x : tensor<?xf64>) outs(%e : tensor<?xf64>) permutation = [0]
  %y = tensor.cast %t : tensor<?xf64> to tensor<1xf64>
  return %y : tensor<1xf64>
}

// Two transposes whose composition is the identity are replaced, too.
// CHECK-LABEL: func.func @transposed_twice(
// CHECK-NEXT:    tensor.cast %{{.*}} : tensor<?x?xf64> to tensor<2x?xf64>
// CHECK-NEXT:    return
func.func @transposed_twice(%x: tensor<?x?xf64>) -> tensor<2x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf64>
  %n = tensor.dim %x, %c1 : tensor<?x?xf64>
  %e = tensor.empty(%n, %m) : tensor<?x?xf64>
  %s = linalg.transpose ins(%x : tensor<?x?xf64>) outs(%e : tensor<?x?xf64>) permutation = [1, 0]
  %f = tensor.empty(%m, %n) : tensor<?x?xf64>
  %t = linalg.transpose ins(%s : tensor<?x?xf64>) outs(%f : tensor<?x?xf64>) permutation = [1, 0]
  %y = tensor.cast %t : tensor<?x?xf64> to tensor<2x?xf64>
  return %y : tensor<2x?xf64>
}

// Sizes known from casts of a transpose become static in all its operands.
// CHECK-LABEL: func.func @transposed_then_cast(
// CHECK:         linalg.transpose ins(%{{.*}} : tensor<3x?x5xf64>) outs(%{{.*}} : tensor<5x3x?xf64>) permutation = [2, 0, 1]
func.func @transposed_then_cast(%x: tensor<?x?x5xf64>, %e: tensor<5x?x?xf64>) -> tensor<5x3x?xf64> {
  %t = linalg.transpose ins(%x : tensor<?x?x5xf64>) outs(%e : tensor<5x?x?xf64>) permutation = [2, 0, 1]
  %y = tensor.cast %t : tensor<5x?x?xf64> to tensor<5x3x?xf64>
  return %y : tensor<5x3x?xf64>
}

// CHECK-LABEL: func.func @cast_then_transposed(
// CHECK:         %[[T:.*]] = linalg.transpose ins(%{{.*}} : tensor<3x7x5xf64>) outs(%{{.*}} : tensor<5x3x7xf64>) permutation = [2, 0, 1]
// CHECK-NEXT:    tensor.cast %[[T]] : tensor<5x3x7xf64> to tensor<5x?x?xf64>
func.func @cast_then_transposed(%x: tensor<3x?x5xf64>) -> tensor<5x?x?xf64> {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %y = tensor.cast %x : tensor<3x?x5xf64> to tensor<?x?x5xf64>
  %m = tensor.dim %y, %c0 : tensor<?x?x5xf64>
  %e = tensor.empty(%m, %c7) : tensor<5x?x?xf64>
  %t = linalg.transpose ins(%y : tensor<?x?x5xf64>) outs(%e : tensor<5x?x?xf64>) permutation = [2, 0, 1]
  return %t : tensor<5x?x?xf64>
}

// Not if the cast may not be executed.
// CHECK-LABEL: func.func @cast_in_a_branch(
// CHECK:         linalg.transpose ins(%{{.*}} : tensor<?x?xf64>) outs(%{{.*}} : tensor<?x?xf64>)
func.func @cast_in_a_branch(%x: tensor<?x?xf64>, %e: tensor<?x?xf64>, %c: i1, %z: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %t = linalg.transpose ins(%x : tensor<?x?xf64>) outs(%e : tensor<?x?xf64>) permutation = [1, 0]
  %r = scf.if %c -> tensor<2x2xf64> {
    %y = tensor.cast %t : tensor<?x?xf64> to tensor<2x2xf64>
    scf.yield %y : tensor<2x2xf64>
  } else {
    scf.yield %z : tensor<2x2xf64>
  }
  return %r : tensor<2x2xf64>
}

// An op that copies all elements is erased, ...
// CHECK-LABEL: func.func @copies(
// CHECK-SAME:      %[[X:.*]]: tensor<?x3xf64>, %
// CHECK-NOT:     linalg.generic
// CHECK:         %[[A:.*]] = tensor.cast %[[X]] : tensor<?x3xf64> to tensor<?x?xf64>
// CHECK-NEXT:    return %{{.*}}, %[[A]]
func.func @copies(%x: tensor<?x3xf64>, %y: tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %r:2 = linalg.generic {indexing_maps = [#swap, #swap, #swap], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x3xf64>) outs(%y, %y : tensor<?x?xf64>, tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    linalg.yield %c, %a : f64, f64
  } -> (tensor<?x?xf64>, tensor<?x?xf64>)
  return %r#0, %r#1 : tensor<?x?xf64>, tensor<?x?xf64>
}

// CHECK-LABEL: func.func @copies_to_itself(
// CHECK-NEXT:    return
func.func @copies_to_itself(%x: memref<?xf64>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : memref<?xf64>) outs(%x : memref<?xf64>) {
  ^bb0(%a: f64, %b: f64):
    linalg.yield %a : f64
  }
  return
}

// ... but not an op that copies from elsewhere into a buffer,
// CHECK-LABEL: func.func @copies_to_another(
// CHECK:         linalg.generic
func.func @copies_to_another(%x: memref<?xf64>, %y: memref<?xf64>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : memref<?xf64>) outs(%y : memref<?xf64>) {
  ^bb0(%a: f64, %b: f64):
    linalg.yield %a : f64
  }
  return
}

// nor an op that copies some elements, for example a diagonal, ...
// CHECK-LABEL: func.func @diagonal(
// CHECK:         %[[R:.*]] = linalg.generic
// CHECK:         return %[[R]]
func.func @diagonal(%x: tensor<?x?xf64>, %y: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, d0)>, affine_map<(d0) -> (d0, d0)>], iterator_types = ["parallel"]} ins(%x : tensor<?x?xf64>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64):
    linalg.yield %a : f64
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// ... or of the first column.
// CHECK-LABEL: func.func @corner(
// CHECK:         %[[R:.*]] = linalg.generic
// CHECK:         return %[[R]]
func.func @corner(%x: tensor<?x?xf64>, %y: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, 0)>, affine_map<(d0) -> (d0, 0)>], iterator_types = ["parallel"]} ins(%x : tensor<?x?xf64>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64):
    linalg.yield %a : f64
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// Insertions may be in another order than the results they insert into, ...
// CHECK-LABEL: func.func @insertions_crossed(
// CHECK-SAME:      %{{.*}}: tensor<2xf64>, %{{.*}}: tensor<2xf64>, %[[X:.*]]: tensor<1xf64>, %[[Y:.*]]: tensor<1xf64>)
// CHECK:         shared_outs(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
// CHECK:         tensor.parallel_insert_slice %[[X]] into %[[B]]
// CHECK-NEXT:    tensor.parallel_insert_slice %[[Y]] into %[[A]]
func.func @insertions_crossed(%a: tensor<2xf64>, %b: tensor<2xf64>, %x: tensor<1xf64>, %y: tensor<1xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %0 = tensor.cast %a : tensor<2xf64> to tensor<?xf64>
  %1 = tensor.cast %b : tensor<2xf64> to tensor<?xf64>
  %r:2 = scf.forall (%i) in (2) shared_outs(%o = %0, %p = %1) -> (tensor<?xf64>, tensor<?xf64>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %p[%i] [1] [1] : tensor<1xf64> into tensor<?xf64>
      tensor.parallel_insert_slice %y into %o[%i] [1] [1] : tensor<1xf64> into tensor<?xf64>
    }
  }
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}

// ... and several may insert into one result.
// CHECK-LABEL: func.func @insertions_twice(
// CHECK:         shared_outs(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
// CHECK:         tensor.parallel_insert_slice %{{.*}} into %[[A]]
// CHECK-NEXT:    tensor.parallel_insert_slice %{{.*}} into %[[A]]
// CHECK-NEXT:    tensor.parallel_insert_slice %{{.*}} into %[[B]]
func.func @insertions_twice(%a: tensor<4xf64>, %b: tensor<4xf64>, %x: tensor<1xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %c2 = arith.constant 2 : index
  %0 = tensor.cast %a : tensor<4xf64> to tensor<?xf64>
  %1 = tensor.cast %b : tensor<4xf64> to tensor<?xf64>
  %r:2 = scf.forall (%i) in (2) shared_outs(%o = %0, %p = %1) -> (tensor<?xf64>, tensor<?xf64>) {
    %j = arith.addi %i, %c2 : index
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%i] [1] [1] : tensor<1xf64> into tensor<?xf64>
      tensor.parallel_insert_slice %x into %o[%j] [1] [1] : tensor<1xf64> into tensor<?xf64>
      tensor.parallel_insert_slice %x into %p[%j] [1] [1] : tensor<1xf64> into tensor<?xf64>
    }
  }
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}

// If the orders match, casts are removed.
// CHECK-LABEL: func.func @insertions_in_order(
// CHECK:         shared_outs({{.*}}) -> (tensor<4xf64>, tensor<5xf64>)
func.func @insertions_in_order(%a: tensor<4xf64>, %b: tensor<5xf64>, %x: tensor<1xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %0 = tensor.cast %a : tensor<4xf64> to tensor<?xf64>
  %1 = tensor.cast %b : tensor<5xf64> to tensor<?xf64>
  %r:2 = scf.forall (%i) in (2) shared_outs(%o = %0, %p = %1) -> (tensor<?xf64>, tensor<?xf64>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%i] [1] [1] : tensor<1xf64> into tensor<?xf64>
      tensor.parallel_insert_slice %x into %p[%i] [1] [1] : tensor<1xf64> into tensor<?xf64>
    }
  }
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}

// Constant sizes of an expanded tensor become static in its type. This includes
// sizes static only in the op, which upstream creates before a collapse.
// CHECK-LABEL: func.func @expand_constants(
// CHECK:         %[[E:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [1, 1] : tensor<1xf32> into tensor<1x1xf32>
func.func @expand_constants(%x: tensor<1xf32>) -> tensor<?x1xf32> {
  %c1 = arith.constant 1 : index
  %0 = tensor.cast %x : tensor<1xf32> to tensor<?xf32>
  %1 = tensor.expand_shape %0 [[0, 1, 2]] output_shape [%c1, 1, 1] : tensor<?xf32> into tensor<?x1x1xf32>
  %2 = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<?x1x1xf32> into tensor<?x1xf32>
  return %2 : tensor<?x1xf32>
}

// CHECK-LABEL: func.func @expand_some_constants(
// CHECK-SAME:      %[[X:.*]]: tensor<?x?xf32>, %[[N:.*]]: index)
// CHECK:         %[[SIX:.*]] = tensor.cast %[[X]] : tensor<?x?xf32> to tensor<6x?xf32>
// CHECK:         tensor.expand_shape %[[SIX]] {{\[\[}}0, 1], [2, 3]] output_shape [2, 3, %[[N]], 5] : tensor<6x?xf32> into tensor<2x3x?x5xf32>
func.func @expand_some_constants(%x: tensor<?x?xf32>, %n: index) -> tensor<?x?x?x?xf32> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %0 = tensor.expand_shape %x [[0, 1], [2, 3]] output_shape [%c2, %c3, %n, %c5] : tensor<?x?xf32> into tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

// The last indices of two mutually inverse ops cancel, also if no index
// remains.
// CHECK-LABEL: func.func @linearized_indices(
// CHECK-SAME:      %[[I:.*]]: index, %[[M:.*]]: index, %[[N:.*]]: index)
// CHECK:         %[[D:.*]]:2 = affine.delinearize_index %c0 into (%[[M]], %[[N]])
// CHECK:         return %[[D]]#0, %[[D]]#1, %[[I]]
func.func @linearized_indices(%i: index, %m: index, %n: index) -> (index, index, index) {
  %l = affine.linearize_index disjoint [%i] by (2) : index
  %d:3 = affine.delinearize_index %l into (%m, %n, 2) : index, index, index
  return %d#0, %d#1, %d#2 : index, index, index
}

// A group with a size of 0 and a dynamic size has a dynamic size.
// CHECK-LABEL: func.func @collapse_nothing(
// CHECK:         %[[C:.*]] = memref.cast %{{.*}} : memref<0x?x2xf32> to memref<?x?x2xf32>
// CHECK:         memref.collapse_shape %[[C]] {{\[\[}}0, 1], [2]] : memref<?x?x2xf32> into memref<?x2xf32>
func.func @collapse_nothing(%x: memref<0x?x2xf32>) -> memref<?x2xf32> {
  %c = memref.cast %x : memref<0x?x2xf32> to memref<?x?x2xf32>
  %y = memref.collapse_shape %c [[0, 1], [2]] : memref<?x?x2xf32> into memref<?x2xf32>
  return %y : memref<?x2xf32>
}
