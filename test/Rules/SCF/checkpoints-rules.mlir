// The lowering of loops with a checkpoint schedule.
//
// RUN: sg-opt %s --grad-expand-derivatives --split-input-file | FileCheck %s

// One loop-carried value is kept per three trips. The residuals of these trips
// live only while the trips are reversed, in a separate function.
// CHECK-LABEL: func.func private @f_vjp_checkpoint(
// CHECK-LABEL: func.func private @f_vjp_checkpoint_vjp_bwd(
// CHECK:         [[UPPER:%[a-z0-9_]+]] = arith.minsi
// CHECK:         tensor.empty({{.*}}) : tensor<?xf64>
// CHECK-LABEL: func.func private @f_vjp(
// CHECK:         [[THREE:%[a-z0-9_]+]] = arith.constant 3 : index
// CHECK:         [[SEGMENTS:%[a-z0-9_]+]] = arith.ceildivsi {{.*}}, [[THREE]] : index
// CHECK:         [[KEPT:%[a-z0-9_]+]] = tensor.empty({{.*}}) : tensor<?xf64>
// CHECK-NOT:     tensor.empty
// CHECK:         scf.for {{.*}} to [[SEGMENTS]]
// CHECK:           func.call @f_vjp_checkpoint(
// CHECK-NOT:     tensor.empty
// CHECK:         scf.for
// CHECK:           func.call @f_vjp_checkpoint_vjp_bwd(
func.func private @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> f64 {
    %e = math.sin %c : f64
    scf.yield %e : f64
  } {grad.checkpoint_every = 3 : i64}
  return %r : f64
}
func.func @df(%x: f64, %n: index) -> f64 {
  %y:2 = grad.value_and_grad @f(%x, %n) : (f64, index) -> (f64, f64)
  return %y#1 : f64
}

// -----

// The loop becomes a function. Its derivative calls itself on both halves of
// the loop: the first half is recomputed, the second half is reversed, then the
// first half.
// CHECK-LABEL: func.func private @f_vjp_halves(
// CHECK:         scf.if
// CHECK:         } else {
// CHECK:           [[FIRST:%[a-z0-9_]+]] = func.call @f_vjp_trips(
// CHECK:           func.call @f_vjp_trips({{.*}}, [[FIRST]])
// CHECK-LABEL: func.func private @f_vjp_halves_vjp_bwd(
// CHECK-COUNT-1: func.call @f_vjp_trips(
// CHECK:           [[SECOND:%[a-z0-9_]+]] = func.call @f_vjp_halves_vjp_bwd(
// CHECK-NEXT:      {{.*}} = arith
// CHECK:           func.call @f_vjp_halves_vjp_bwd({{.*}}, [[SECOND]])
// CHECK-LABEL: func.func private @f_vjp_trips(
// CHECK-SAME:      attributes {grad.checkpoint = @f_vjp_halves, no_inline}
// CHECK:         scf.for
// CHECK-LABEL: func.func private @f_vjp(
// CHECK-NOT:     tensor.empty
// CHECK:         call @f_vjp_trips(
// CHECK:         call @f_vjp_halves_vjp_bwd(
func.func private @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> f64 {
    %e = math.sin %c : f64
    scf.yield %e : f64
  } {grad.checkpoint_slots = 5 : i64}
  return %r : f64
}
func.func @df(%x: f64, %n: index) -> f64 {
  %y:2 = grad.value_and_grad @f(%x, %n) : (f64, index) -> (f64, f64)
  return %y#1 : f64
}
