// An op of an unknown dialect whose region is differentiated through the
// context. Its rule, in test/lib/TestWaveEach.cpp, opens a separate scope. The
// rule works in loops, calls and checkpoints, and at second order.
//
// RUN: sg-test-opt %s --grad-expand-derivatives | FileCheck %s
// RUN: sg-test-opt %s --grad-expand-derivatives --test-lower-wave -o %t.mlir
// RUN: sg-run %t.mlir --function=first --input="3xf64=1 -2 3" --input="3xf64=0.5 1 0" --input=2 \
// RUN:   --input="3xf64=1 -1 2" --input="3xf64=1 0.5 0.3" --input=0.7 --expected-output=2.1542910494467757 \
// RUN:   --expected-output="3xf64=0.31184350338189726 -0.21859606166508574 0" \
// RUN:   --expected-output="3xf64=1.4421282853926796 0 0.9493316436812049" \
// RUN:   --expected-output=0.08219598177465469 --expected-output=2.3149045307862828 --tolerance=1e-14
// RUN: sg-run %t.mlir --function=second --input="3xf64=1 -2 3" --input="3xf64=0.5 1 0" --input=2 --input="3xf64=1 0.5 0.3" \
// RUN:   --expected-output="3xf64=0.14572564667297602 0 0.01839764423205048" \
// RUN:   --expected-output="3xf64=0.14572564667297602 0 0.01839764423205048" \
// RUN:   --expected-output=0.15124493994259117 --expected-output=0.15124493994259117 --tolerance=1e-13
// RUN: sg-run %t.mlir --function=second --input="0xf64=" --input="0xf64=" --input=2 --input="0xf64=" \
// RUN:   --expected-output="0xf64=" --expected-output="0xf64=" --expected-output=0 --expected-output=0
//
// The expected values were computed by JAX.

// Forward mode yields the tangents after the values.
// CHECK-LABEL: func.func private @stage_jvp(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: tensor<?xf64>, [[U:%[a-z0-9]+]]: tensor<?xf64>, {{.*}}[[DX:%[a-z0-9]+]]: tensor<?xf64>, [[DU:%[a-z0-9]+]]: tensor<?xf64>, {{%[a-z0-9]+}}: f64) -> (f64, f64)
// CHECK:         wave.each([[X]], [[U]], [[DX]], [[DU]]) {

// Reverse mode keeps the residuals of the elements as additional signals, and
// recomputes nothing.
// CHECK-LABEL: func.func private @stage_vjp_fwd(
// CHECK:         [[KEPT:%[a-z0-9]+]]:7 = wave.each(
// CHECK:         } : (tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xi1>, tensor<?xf64>
// CHECK:         return {{.*}}[[KEPT]]#6
// CHECK-LABEL: func.func private @stage_vjp_bwd(
// CHECK-NOT:     math.exp
// CHECK:         wave.each(
// CHECK-NOT:     math.exp
// CHECK-LABEL: func.func private @f(

// s x / (1 + |s x|) exp(u), where this is positive, otherwise stopped; and the
// first factor. The region reads both signals and captures s.
func.func private @stage(%x: tensor<?xf64>, %u: tensor<?xf64>, %s: f64) -> f64 {
  %y, %soft = wave.each(%x, %u) {
  ^bb0(%a: f64, %b: f64):
    %zero = arith.constant 0.0 : f64
    %p = arith.mulf %a, %s : f64
    %q = wave.soft_sign %p : f64
    %r = math.exp %b : f64
    %t = arith.mulf %q, %r : f64
    %positive = arith.cmpf ogt, %t, %zero : f64
    %v = scf.if %positive -> f64 {
      %w = arith.mulf %t, %b : f64
      scf.yield %w : f64
    } else {
      %w = grad.stop_gradient %t : f64
      scf.yield %w : f64
    }
    wave.yield %v, %q : f64, f64
  } : (tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  %d = wave.dot %y, %soft : tensor<?xf64>
  return %d : f64
}

// In a loop, in a checkpoint, through a call: s = stage(s) twice.
func.func private @f(%x: tensor<?xf64>, %u: tensor<?xf64>, %s: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %y = scf.for %i = %c0 to %c2 step %c1 iter_args(%c = %s) -> f64 {
    %d = grad.checkpoint {
      %e = func.call @stage(%x, %u, %c) : (tensor<?xf64>, tensor<?xf64>, f64) -> f64
      grad.yield %e : f64
    } : f64
    scf.yield %d : f64
  }
  return %y : f64
}

func.func @first(%x: tensor<?xf64>, %u: tensor<?xf64>, %s: f64, %tx: tensor<?xf64>, %tu: tensor<?xf64>, %ts: f64)
    -> (f64, tensor<?xf64>, tensor<?xf64>, f64, f64) {
  %r:4 = grad.value_and_grad @f(%x, %u, %s)
      : (tensor<?xf64>, tensor<?xf64>, f64) -> (f64, tensor<?xf64>, tensor<?xf64>, f64)
  %t:2 = grad.jvp @f(%x, %u, %s) tangents(%tx, %tu, %ts)
      : (tensor<?xf64>, tensor<?xf64>, f64, tensor<?xf64>, tensor<?xf64>, f64) -> (f64, f64)
  return %r#0, %r#1, %r#2, %r#3, %t#1 : f64, tensor<?xf64>, tensor<?xf64>, f64, f64
}

// The derivative by s, and its gradient by u in every pair of modes.
func.func private @by_reverse(%x: tensor<?xf64>, %u: tensor<?xf64>, %s: f64) -> f64 {
  %r:2 = grad.value_and_grad @f(%x, %u, %s) {wrt = array<i64: 2>} : (tensor<?xf64>, tensor<?xf64>, f64) -> (f64, f64)
  return %r#1 : f64
}
func.func private @by_forward(%x: tensor<?xf64>, %u: tensor<?xf64>, %s: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %r:2 = grad.jvp @f(%x, %u, %s) tangents(%one) {wrt = array<i64: 2>} : (tensor<?xf64>, tensor<?xf64>, f64, f64) -> (f64, f64)
  return %r#1 : f64
}
func.func @second(%x: tensor<?xf64>, %u: tensor<?xf64>, %s: f64, %tu: tensor<?xf64>)
    -> (tensor<?xf64>, tensor<?xf64>, f64, f64) {
  %a:2 = grad.value_and_grad @by_reverse(%x, %u, %s) {wrt = array<i64: 1>} : (tensor<?xf64>, tensor<?xf64>, f64) -> (f64, tensor<?xf64>)
  %b:2 = grad.value_and_grad @by_forward(%x, %u, %s) {wrt = array<i64: 1>} : (tensor<?xf64>, tensor<?xf64>, f64) -> (f64, tensor<?xf64>)
  %c:2 = grad.jvp @by_reverse(%x, %u, %s) tangents(%tu) {wrt = array<i64: 1>} : (tensor<?xf64>, tensor<?xf64>, f64, tensor<?xf64>) -> (f64, f64)
  %d:2 = grad.jvp @by_forward(%x, %u, %s) tangents(%tu) {wrt = array<i64: 1>} : (tensor<?xf64>, tensor<?xf64>, f64, tensor<?xf64>) -> (f64, f64)
  return %a#1, %b#1, %c#1, %d#1 : tensor<?xf64>, tensor<?xf64>, f64, f64
}
