// Derivatives of loops over tensors of dynamic shape. A size is derived from
// the value that determines it, so no tensor is kept for its size.
//
// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s
// RUN: sg-run %s --function=gradients --input="3xf64=1 2 3" --input=4 \
// RUN:   --expected-output="3xf64=16 16 16" --expected-output="3xf64=1 1 1"
// RUN: sg-run %s --function=gradients --input="3xf64=1 2 3" --input=0 \
// RUN:   --expected-output="3xf64=1 1 1" --expected-output="3xf64=1 1 1"
// RUN: sg-run %s --function=gradients --input="0xf64=0" --input=4 \
// RUN:   --expected-output="0xf64=0" --expected-output="0xf64=0"
// RUN: sg-run %s --function=of_squared --input="3xf64=1 2 -1" --expected-output="3xf64=4 32 -4"
// RUN: sg-run %s --function=scheduled --input="2xf64=2 -1" --input=3 --expected-output="2xf64=1024 -8"
// RUN: sg-run %s --function=of_nothing_gradient --input="2xf64=2 -1" --input=3 --input="0xf64=" --expected-output="2xf64=0 0"

// Doubling is linear: the reverse loop reads no value of the forward loop.
// CHECK-LABEL: func.func private @doubled_vjp(
// CHECK-NOT:     tensor.insert_slice
// CHECK:         scf.for
// CHECK-NOT:     tensor<?x?xf64>
// CHECK-LABEL: func.func
func.func @doubled(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<?xf64> {
    %z = arith.addf %y, %y : tensor<?xf64>
    scf.yield %z : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// A loop-carried tensor that the trip does not read has a zero cotangent of its
// shape, starting with the first reversed trip.
func.func @replaced(%x: tensor<?xf64>, %n: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x, %z = %x) -> (tensor<?xf64>, tensor<?xf64>) {
    scf.yield %x, %y : tensor<?xf64>, tensor<?xf64>
  }
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}

func.func @gradients(%x: tensor<?xf64>, %n: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %size = tensor.dim %x, %c0 : tensor<?xf64>
  %ones = tensor.splat %one[%size] : tensor<?xf64>
  %zeros = tensor.splat %zero[%size] : tensor<?xf64>
  %a, %da = grad.vjp @doubled(%x, %n) cotangents(%ones)
      : (tensor<?xf64>, index, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  %b:2, %db = grad.vjp @replaced(%x, %n) cotangents(%zeros, %ones)
      : (tensor<?xf64>, index, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>)
  return %da, %db : tensor<?xf64>, tensor<?xf64>
}

// The size of a loop-carried tensor of dynamic type is known. The value read
// from the stack still has a dynamic type.
// CHECK-LABEL: func.func private @squared_vjp(
// CHECK:         [[THREE:%[a-z0-9_]+]] = arith.constant 3 : index
// CHECK:         tensor.insert_slice {{.*}} [1, [[THREE]]] [1, 1] : tensor<?xf64> into tensor<2x3xf64>
// CHECK:         tensor.extract_slice {{.*}} : tensor<2x3xf64> to tensor<?xf64>
// CHECK:         return
func.func private @squared(%x: tensor<3xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d = tensor.cast %x : tensor<3xf64> to tensor<?xf64>
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%y = %d) -> tensor<?xf64> {
    %z = arith.mulf %y, %y : tensor<?xf64>
    scf.yield %z : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
func.func @of_squared(%x: tensor<3xf64>) -> tensor<3xf64> {
  %ones = arith.constant dense<1.0> : tensor<3xf64>
  %c = tensor.cast %ones : tensor<3xf64> to tensor<?xf64>
  %y:2 = grad.vjp @squared(%x) cotangents(%c) : (tensor<3xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<3xf64>)
  return %y#1 : tensor<3xf64>
}

// A schedule outlines trips into a function that permutes loop-carried tensors
// of equal size. The size is traced into the call and out of it. The results
// are x^8 after three trips.
func.func @exchanged(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x, %z = %x) -> (tensor<?xf64>, tensor<?xf64>) {
    %s = arith.mulf %z, %z : tensor<?xf64>
    scf.yield %s, %s : tensor<?xf64>, tensor<?xf64>
  } {grad.checkpoint_every = 2 : i64}
  return %r#0 : tensor<?xf64>
}

func.func @scheduled(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %size = tensor.dim %x, %c0 : tensor<?xf64>
  %ones = tensor.splat %one[%size] : tensor<?xf64>
  %y, %dx = grad.vjp @exchanged(%x, %n) cotangents(%ones)
      : (tensor<?xf64>, index, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return %dx : tensor<?xf64>
}

// A stack of tensors that turn out to be empty. Its type stays dynamic:
// upstream rejects a slice of a statically empty stack as out of bounds.
// CHECK-LABEL: func.func private @of_nothing_vjp(
// CHECK:         tensor.empty(%{{.*}}, %{{.*}}) : tensor<?x?xf64>
func.func @of_nothing(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = tensor.extract_slice %x[0] [%c0] [1] : tensor<?xf64> to tensor<?xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %none) -> tensor<?xf64> {
    %s = arith.mulf %c, %c : tensor<?xf64>
    scf.yield %s : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

func.func @of_nothing_gradient(%x: tensor<?xf64>, %n: index, %dy: tensor<?xf64>) -> tensor<?xf64> {
  %r:2 = grad.vjp @of_nothing(%x, %n) cotangents(%dy) : (tensor<?xf64>, index, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return %r#1 : tensor<?xf64>
}
