// Canonicalization of tensors without elements.
//
// RUN: sg-opt %s --sg-canonicalize | FileCheck %s
// RUN: sg-run %s --function=to_other_sizes --input=0x3xf64= --input=index=5 --expected-output=0x5xf64=
// RUN: sg-run %s --function=to_more_sizes --input=0x3xf64= --input=index=5 --input=0x5x5x0xf64= --expected-output=0x5x5x0xf64=
// RUN: sg-run %s --function=to_fewer_sizes --input=2x3x0xf64= --input=index=7 --input=7x0xf64= --expected-output=7x0xf64=
// RUN: sg-run %s --function=gradient --input=0x3xf64= --input=index=5 --input=0x5xf64= --expected-output=0x3xf64=
// RUN: sg-run %s --function=cast_before --input=0x3xf64= --input=index=5 --input=0x5xf64= --expected-output=0x5xf64=
// RUN: not sg-run %s --function=cast_before --input=0x3xf64= --input=index=4 --input=0x5xf64= 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not sg-run %s --function=to_elements --input=0x3xf64= --input=index=2 2>&1 | FileCheck %s --check-prefix=PRODUCT

// RUN: sg-run %s --function=quotients --input=1xf64=7 --input=f64=2 --expected-output=f64=2
// RUN: sg-run %s --function=backwards --input=3xf64=7 --input=f64=2 --expected-output=f64=2
// RUN: sg-run %s --function=windows --input=3xf64=7 --input=1xf64=2 --expected-output=0xf64=
// RUN: sg-run %s --function=pooling --input=1x1x3x1xf64=7 --expected-output=1x0x1x1xf64=
// RUN: sg-run %s --function=sums_of_quotients --input=1xf64=7 --input=f64=2 --input=f64=3 --expected-output=1xf64=0 --expected-output=f64=3

// RUN: sg-run %s --function=insert_nothing --input=index=3 --input=0xf64= --expected-output=0xf64=
// RUN: sg-run %s --function=insert_at_end --input=index=0 --input=0xf64= --input='4xf64=1 2 3 4' --expected-output='4xf64=1 2 3 4'

// SIZE: 'arith.addf': dimension 1 of operand 1 differs from that of operand 0
// PRODUCT: 'tensor.expand_shape': the sizes that dimension 0 is expanded to do not multiply to its size

// A tensor that is collapsed and expanded again may have other sizes than the
// original.
// CHECK-LABEL: func.func @to_other_sizes(
// CHECK-SAME:      %{{.*}}: tensor<0x?xf64>, %[[N:.*]]: index)
// CHECK:         %[[R:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [0, %[[N]]]
// CHECK:         return %[[R]]
func.func @to_other_sizes(%x: tensor<0x?xf64>, %n: index) -> tensor<0x?xf64> {
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<0x?xf64> into tensor<?xf64>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [0, %n] : tensor<?xf64> into tensor<0x?xf64>
  return %1 : tensor<0x?xf64>
}

// Its sizes are not products of some of the new sizes either, ...
// CHECK-LABEL: func.func @to_more_sizes(
// CHECK:         tensor.expand_shape %{{.*}} {{\[\[}}0, 1, 2, 3]]
func.func @to_more_sizes(%x: tensor<0x?xf64>, %n: index, %y: tensor<0x?x5x?xf64>) -> tensor<0x?x5x?xf64> {
  %c0 = arith.constant 0 : index
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<0x?xf64> into tensor<?xf64>
  %k = tensor.dim %0, %c0 : tensor<?xf64>
  %1 = tensor.expand_shape %0 [[0, 1, 2, 3]] output_shape [0, %n, 5, %k] : tensor<?xf64> into tensor<0x?x5x?xf64>
  %2 = arith.addf %1, %y : tensor<0x?x5x?xf64>
  return %2 : tensor<0x?x5x?xf64>
}

// ... nor are the new sizes products of some of its sizes.
// CHECK-LABEL: func.func @to_fewer_sizes(
// CHECK-NOT:     tensor.collapse_shape
// CHECK:         tensor.expand_shape %{{.*}} {{\[\[}}0, 1]]
func.func @to_fewer_sizes(%x: tensor<?x?x0xf64>, %n: index, %y: tensor<?x0xf64>) -> tensor<?x0xf64> {
  %0 = tensor.collapse_shape %x [[0, 1, 2]] : tensor<?x?x0xf64> into tensor<?xf64>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [%n, 0] : tensor<?xf64> into tensor<?x0xf64>
  %2 = arith.addf %1, %y : tensor<?x0xf64>
  return %2 : tensor<?x0xf64>
}

// Reshape folds create such pairs.
func.func @gradient(%x: tensor<0x?xf64>, %n: index, %d: tensor<0x?xf64>) -> tensor<0x?xf64> {
  %r:2 = grad.vjp @to_other_sizes(%x, %n) cotangents(%d) {wrt = array<i64: 0>} : (tensor<0x?xf64>, index, tensor<0x?xf64>) -> (tensor<0x?xf64>, tensor<0x?xf64>)
  %y = arith.mulf %x, %r#1 : tensor<0x?xf64>
  return %y : tensor<0x?xf64>
}

// CHECK-LABEL: func.func @cast_before(
// CHECK-NOT:     tensor.collapse_shape
// CHECK:         tensor.expand_shape
func.func @cast_before(%x: tensor<0x?xf64>, %n: index, %y: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %cast = tensor.cast %x : tensor<0x?xf64> to tensor<?x?xf64>
  %0 = tensor.collapse_shape %cast [[0, 1]] : tensor<?x?xf64> into tensor<?xf64>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [%c0, %n] : tensor<?xf64> into tensor<?x?xf64>
  %2 = arith.addf %1, %y : tensor<?x?xf64>
  return %2 : tensor<?x?xf64>
}

func.func @to_elements(%x: tensor<0x?xf64>, %n: index) -> tensor<?x?xf64> {
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<0x?xf64> into tensor<?xf64>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [%n, %n] : tensor<?xf64> into tensor<?x?xf64>
  return %1 : tensor<?x?xf64>
}

// The verifier checks the last iteration even if there is none, so such an op
// is not created.
// CHECK-LABEL: func.func @quotients(
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @quotients(%x: tensor<1xf64>, %s: tensor<f64>) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %none = tensor.empty(%c0) : tensor<?xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0 floordiv 2)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%none, %x : tensor<?xf64>, tensor<1xf64>) outs(%s : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %q = arith.addf %c, %p : f64
    linalg.yield %q : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

// CHECK-LABEL: func.func @backwards(
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @backwards(%x: tensor<3xf64>, %s: tensor<f64>) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %none = tensor.empty(%c0) : tensor<?xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (2 - d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%none, %x : tensor<?xf64>, tensor<3xf64>) outs(%s : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %q = arith.addf %c, %p : f64
    linalg.yield %q : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

// CHECK-LABEL: func.func @windows(
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @windows(%x: tensor<3xf64>, %w: tensor<1xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %none = tensor.empty(%c0) : tensor<?xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 * 2 + d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x, %w : tensor<3xf64>, tensor<1xf64>) outs(%none : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %q = arith.addf %c, %p : f64
    linalg.yield %q : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// The same for a named op.
// CHECK-LABEL: func.func @pooling(
// CHECK-NOT:     linalg.pooling
// CHECK:         return
func.func @pooling(%x: tensor<1x1x3x1xf64>) -> tensor<1x?x1x1xf64> {
  %c0 = arith.constant 0 : index
  %window = tensor.empty() : tensor<3x3xf64>
  %none = tensor.empty(%c0) : tensor<1x?x1x1xf64>
  %r = linalg.pooling_nhwc_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>} ins(%x, %window : tensor<1x1x3x1xf64>, tensor<3x3xf64>) outs(%none : tensor<1x?x1x1xf64>) -> tensor<1x?x1x1xf64>
  return %r : tensor<1x?x1x1xf64>
}

// The derivative of such an op reads no elements either.
func.func @sums_of_quotients(%x: tensor<1xf64>, %s: tensor<f64>, %d: tensor<f64>) -> (tensor<1xf64>, tensor<f64>) {
  %r:3 = grad.vjp @quotients(%x, %s) cotangents(%d) {wrt = array<i64: 0, 1>} : (tensor<1xf64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<1xf64>, tensor<f64>)
  return %r#1, %r#2 : tensor<1xf64>, tensor<f64>
}

// The verifier considers empty slices that start at the end out of bounds. A
// loop that may contain such slices therefore keeps dynamic result sizes, ...
// CHECK-LABEL: func.func @insert_nothing(
// CHECK:         shared_outs({{.*}}) -> (tensor<?xf64>)
func.func @insert_nothing(%n: index, %x: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %none = tensor.empty(%c0) : tensor<?xf64>
  %k = tensor.dim %x, %c0 : tensor<?xf64>
  %r = scf.forall (%i) in (%n) shared_outs(%o = %none) -> (tensor<?xf64>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[1] [%k] [1] : tensor<?xf64> into tensor<?xf64>
    }
  }
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @insert_at_end(
// CHECK:         shared_outs({{.*}}) -> (tensor<?xf64>)
func.func @insert_at_end(%n: index, %x: tensor<?xf64>, %y: tensor<4xf64>) -> tensor<?xf64> {
  %cast = tensor.cast %y : tensor<4xf64> to tensor<?xf64>
  %r = scf.forall (%i) in (2) shared_outs(%o = %cast) -> (tensor<?xf64>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[4] [%n] [1] : tensor<?xf64> into tensor<?xf64>
    }
  }
  return %r : tensor<?xf64>
}
