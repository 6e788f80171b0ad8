// Parallel loops are differentiated as sequential loops that carry the tensors
// written or reduced by the trips. A region that runs once is differentiated
// like its body.
//
// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// CHECK-LABEL: func.func private @forall_jvp(
// CHECK-SAME:    [[X:%[a-z0-9]+]]: tensor<4x4xf64>, [[T:%[a-z0-9]+]]: tensor<4x4xf64>, [[N:%[a-z0-9]+]]: index, [[DX:%[a-z0-9]+]]: tensor<4x4xf64>)
// CHECK-NOT:     scf.forall
// CHECK:         scf.for [[I:%[a-z0-9]+]] = {{.*}} to [[N]] {{.*}} iter_args({{.*}} = [[T]], {{.*}}) -> (tensor<4x4xf64>, tensor<4x4xf64>) {
// CHECK:           scf.for [[J:%[a-z0-9]+]] = {{.*}} iter_args([[R:%[a-z0-9]+]] = {{.*}}, [[DR:%[a-z0-9]+]] = {{.*}}) -> (tensor<4x4xf64>, tensor<4x4xf64>) {
// CHECK:             [[E:%[a-z0-9]+]] = math.exp
// CHECK:             [[DE:%[a-z0-9]+]] = arith.mulf {{.*}}, [[E]]
// CHECK:             tensor.insert_slice [[E]] into [[R]]{{\[}}[[I]], [[J]]] [1, 2] [1, 1]
// CHECK:             tensor.insert_slice [[DE]] into [[DR]]{{\[}}[[I]], [[J]]] [1, 2] [1, 1]
func.func @forall(%x: tensor<4x4xf64>, %t: tensor<4x4xf64>, %n: index) -> tensor<4x4xf64> {
  %r = scf.forall (%i, %j) = (0, 0) to (%n, 4) step (1, 2) shared_outs(%o = %t) -> tensor<4x4xf64> {
    %s = tensor.extract_slice %x[%i, %j] [1, 2] [1, 1] : tensor<4x4xf64> to tensor<1x2xf64>
    %e = math.exp %s : tensor<1x2xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %o[%i, %j] [1, 2] [1, 1] : tensor<1x2xf64> into tensor<4x4xf64>
    }
  }
  return %r : tensor<4x4xf64>
}

// CHECK-LABEL: func.func private @parallel_jvp(
// CHECK-NOT:     scf.parallel
// CHECK:         scf.for {{.*}} iter_args([[A:%[a-z0-9]+]] = {{.*}}, [[DA:%[a-z0-9]+]] = {{.*}}) -> (f64, f64) {
// CHECK:           arith.addf [[A]], %arg0
// CHECK:           arith.addf [[DA]], %arg2
func.func @parallel(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f64 {
    scf.reduce(%x : f64) {
    ^bb0(%l: f64, %m: f64):
      %s = arith.addf %l, %m : f64
      scf.reduce.return %s : f64
    }
  }
  return %r : f64
}

// CHECK-LABEL: func.func private @region_jvp(
// CHECK-NOT:     scf.execute_region
// CHECK:         math.exp
// CHECK:         return
func.func @region(%x: f64) -> f64 {
  %y = scf.execute_region -> f64 {
    %e = math.exp %x : f64
    scf.yield %e : f64
  }
  return %y : f64
}

// The checkpoint schedule moves to the outermost loop.
// CHECK-LABEL: func.func private @scheduled_vjp(
// CHECK:         call @scheduled_vjp_checkpoint(
func.func @scheduled(%x: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %r = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) init (%one) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    scf.reduce(%e : f64) {
    ^bb0(%l: f64, %m: f64):
      %p = arith.mulf %l, %m : f64
      scf.reduce.return %p : f64
    }
  } {grad.checkpoint_every = 2 : i64}
  return %r : f64
}

func.func @requests(%x: f64, %t: tensor<4x4xf64>, %n: index) {
  grad.jvp @forall(%t, %t, %n) tangents(%t) {wrt = array<i64: 0>} : (tensor<4x4xf64>, tensor<4x4xf64>, index, tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<4x4xf64>)
  grad.jvp @parallel(%x, %n) tangents(%x) : (f64, index, f64) -> (f64, f64)
  grad.jvp @region(%x) tangents(%x) : (f64, f64) -> (f64, f64)
  %d = tensor.cast %t : tensor<4x4xf64> to tensor<?x?xf64>
  %v = tensor.collapse_shape %d [[0, 1]] : tensor<?x?xf64> into tensor<?xf64>
  grad.vjp @scheduled(%v, %n) cotangents(%x) {wrt = array<i64: 0>} : (tensor<?xf64>, index, f64) -> (f64, tensor<?xf64>)
  return
}
