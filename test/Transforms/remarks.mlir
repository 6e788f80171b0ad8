// The remarks of --grad-expand-derivatives about its work.
//
// RUN: sg-opt %s --grad-expand-derivatives --remarks-filter='grad.*' -o /dev/null 2>&1 | FileCheck %s
// RUN: sg-opt %s --grad-expand-derivatives --remarks-filter-passed='grad.*' -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PASSED --implicit-check-not='[Missed]' --implicit-check-not='[Analysis]'
// RUN: sg-opt %s --grad-expand-derivatives -o /dev/null 2>&1 | count 0
// PASSED: [Passed] stopped
// PASSED: [Passed] recomputed

// A value that the derivative reads is stored; so is a stopped value. An
// argument belongs to the caller. A remark reports where a stop cuts a path,
// and which op without a rule was on no path.
// CHECK-DAG: mlir:[[#@LINE+2]]:29: remark: [Analysis] argument | {{.*}}argument 1 of type f64 is read by the reverse sweep, for 'arith.mulf' at remarks.mlir:[[#@LINE+13]]:8"
// CHECK-DAG: '@scalars_vjp': 5 ops differentiated, 4 skipped as inactive, 24 residual bytes
func.func @scalars(%x: f64, %k: f64, %m: memref<f64>) -> f64 {
  // CHECK-DAG: mlir:[[#@LINE+2]]:8: remark: [Passed] stopped | Category:grad | Function=scalars {{.*}}'grad.stop_gradient' named "target" ends the derivative on a path from a differentiated input to a differentiated result
  // CHECK-DAG: mlir:[[#@LINE+1]]:8: remark: [Missed] stored | {{.*}}'grad.stop_gradient' named "target" of type f64 is stored for the reverse sweep: 8 bytes, for 'arith.mulf' at remarks.mlir:[[#@LINE+7]]:8"
  %s = grad.stop_gradient %x {name = "target"} : f64
  // CHECK-DAG: mlir:[[#@LINE+2]]:8: remark: [Analysis] not-needed | {{.*}}'memref.load' has no derivative rule and needs none
  // CHECK-DAG: mlir:[[#@LINE+1]]:8: remark: [Missed] stored | {{.*}}'memref.load' of type f64 is stored
  %l = memref.load %m[] : memref<f64>
  // CHECK-DAG: mlir:[[#@LINE+1]]:8: remark: [Missed] stored | {{.*}}'math.exp' of type f64 is stored for the reverse sweep: 8 bytes, for 'math.exp' at remarks.mlir:[[#@LINE+1]]:8"
  %e = math.exp %x : f64
  %a = arith.mulf %e, %s : f64
  %b = arith.mulf %a, %l : f64
  %c = arith.mulf %b, %k : f64
  %f = math.floor %e : f64
  %g = arith.addf %s, %f : f64
  %d = arith.addf %c, %g : f64
  return %d : f64
}

// In a loop the value of each trip is stored, in nested loops of all trips of
// both; dynamic sizes have names. Cheap integer arithmetic, and arithmetic on
// stored values, is recomputed.
// CHECK-DAG: '@loops_vjp': 8 ops differentiated, 1 skipped as inactive, 8 residual bytes
func.func @loops(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?xf32> {
    %s = scf.for %j = %c0 to %c7 step %c1 iter_args(%b = %a) -> tensor<?xf32> {
      // CHECK-DAG: mlir:[[#@LINE+1]]:12: remark: [Missed] stored | {{.*}}'math.tanh' of type tensor<?xf32> is stored for the reverse sweep: 28 bytes x the trips of 'scf.for' at remarks.mlir:[[#@LINE-2]]:8 x dimension 0 of argument 0, for 'math.tanh' at remarks.mlir:[[#@LINE+1]]:12"
      %t = math.tanh %b : tensor<?xf32>
      scf.yield %t : tensor<?xf32>
    }
    %k = arith.index_cast %i : index to i32
    // CHECK-DAG: mlir:[[#@LINE+1]]:10: remark: [Passed] recomputed | {{.*}}'arith.sitofp' of type f32 is computed again: this is cheaper than keeping it, for 'arith.mulf' at
    %f = arith.sitofp %k : i32 to f32
    %e = tensor.extract %s[%c0] : tensor<?xf32>
    // CHECK-DAG: mlir:[[#@LINE+1]]:10: remark: [Missed] stored | {{.*}}'arith.mulf' of type f32 is stored for the reverse sweep: 4 bytes x the trips
    %m = arith.mulf %e, %f : f32
    // CHECK-DAG: mlir:[[#@LINE+1]]:10: remark: [Passed] recomputed | {{.*}}'arith.negf' of type f32 is computed again: it is arithmetic on kept or known values
    %h = arith.negf %m : f32
    %q = arith.mulf %m, %h : f32
    %u = tensor.insert %q into %s[%c0] : tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// The caller stores the callee's residuals.
func.func private @callee(%x: f64) -> f64 {
  // CHECK-DAG: mlir:[[#@LINE+1]]:8: remark: [Missed] stored | {{.*}}Function=callee {{.*}}'math.tanh' of type f64 is stored
  %y = math.tanh %x : f64
  return %y : f64
}
// One of two branches runs: both store their values in the same slot.
// CHECK-DAG: '@branches_vjp': 4 ops differentiated, 0 skipped as inactive, 17 residual bytes
func.func @branches(%x: f64, %p: f64) -> f64 {
  // CHECK-DAG: mlir:[[#@LINE+1]]:8: remark: [Missed] stored | {{.*}}Function=branches {{.*}}'func.call' of type f64 is stored
  %y = func.call @callee(%x) : (f64) -> f64
  %c = arith.cmpf ogt, %y, %p : f64
  %k = scf.if %c -> f64 {
    // CHECK-DAG: mlir:[[#@LINE+1]]:10: remark: [Missed] stored | {{.*}}Function=branches {{.*}}'math.sqrt' of type f64 is stored
    %z = math.sqrt %y : f64
    scf.yield %z : f64
  } else {
    // CHECK-DAG: mlir:[[#@LINE+1]]:10: remark: [Missed] stored | {{.*}}Function=branches {{.*}}'math.exp' of type f64 is stored
    %z = math.exp %y : f64
    scf.yield %z : f64
  }
  return %k : f64
}

// The body of a structured op, and the region of grad.checkpoint, are
// recomputed.
func.func @again(%x: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK-DAG: mlir:[[#@LINE+1]]:8: remark: [Passed] recomputed | {{.*}}'linalg.generic' is computed again: the derivative of a structured op runs its body again"
  %o = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<3xf32>) outs(%x : tensor<3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %t = math.exp %in : f32
    %s = math.sin %t : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  // CHECK-DAG: mlir:[[#@LINE+1]]:8: remark: [Passed] recomputed | {{.*}}a checkpoint requires it"
  %p = grad.checkpoint {
    // CHECK-DAG: mlir:[[#@LINE+1]]:10: remark: [Missed] stored | {{.*}}'math.tanh' of type tensor<3xf32> is stored while it is computed again: 12 bytes
    %q = math.tanh %o : tensor<3xf32>
    grad.yield %q : tensor<3xf32>
  } : tensor<3xf32>
  return %p : tensor<3xf32>
}

func.func @requests(%x: f64, %m: memref<f64>, %t: tensor<?xf32>, %v: tensor<3xf32>, %n: index) {
  %0:2 = grad.vjp @scalars(%x, %x, %m) cotangents(%x) {wrt = array<i64: 0>} : (f64, f64, memref<f64>, f64) -> (f64, f64)
  %1:2 = grad.vjp @loops(%t, %n) cotangents(%t) : (tensor<?xf32>, index, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  %2:2 = grad.vjp @branches(%x, %x) cotangents(%x) {wrt = array<i64: 0>} : (f64, f64, f64) -> (f64, f64)
  %3:2 = grad.vjp @again(%v) cotangents(%v) : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  return
}

// The first of two stops on a path cuts it.
func.func @two_stops(%x: f64) -> f64 {
  // CHECK-DAG: mlir:[[#@LINE+1]]:8: remark: [Passed] stopped | Category:grad | Function=two_stops
  %s = grad.stop_gradient %x : f64
  %e = math.exp %s : f64
  // PASSED-NOT: mlir:[[#@LINE+1]]:8: remark: [Passed] stopped
  %t = grad.stop_gradient %e : f64
  %y = arith.mulf %t, %x : f64
  return %y : f64
}
func.func @request_two_stops(%x: f64, %c: f64) -> f64 {
  %y, %dx = grad.vjp @two_stops(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  return %dx : f64
}
