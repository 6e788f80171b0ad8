// What the rule of scf.if emits.

// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// Each branch yields what it contributes. Nothing is added to a zero; a zero stands only
// where a branch has nothing to contribute and must yield something.
// CHECK-LABEL: func.func private @scaled_vjp(
// CHECK-SAME:    [[X:%[a-z0-9]+]]: f64, [[S:%[a-z0-9]+]]: f64, [[POSITIVE:%[a-z0-9]+]]: i1, [[CT:%[a-z0-9]+]]: f64)
// CHECK:         [[Y:%[a-z0-9]+]] = scf.if
// CHECK:         [[D:%[a-z0-9]+]]:2 = scf.if [[POSITIVE]] -> (f64, f64) {
// CHECK-NEXT:      [[DX:%[a-z0-9]+]] = arith.mulf [[CT]], [[S]]
// CHECK-NEXT:      [[DS:%[a-z0-9]+]] = arith.mulf [[CT]], [[X]]
// CHECK-NEXT:      scf.yield [[DX]], [[DS]] : f64, f64
// CHECK-NEXT:    } else {
// CHECK-NEXT:      [[ZERO:%[a-z0-9_]+]] = arith.constant 0.0{{.*}} : f64
// CHECK-NEXT:      scf.yield [[CT]], [[ZERO]] : f64, f64
// CHECK-NEXT:    }
// CHECK-NEXT:    return [[Y]], [[D]]#0, [[D]]#1
func.func private @scaled(%x: f64, %s: f64, %positive: i1) -> f64 {
  %y = scf.if %positive -> f64 {
    %p = arith.mulf %x, %s : f64
    scf.yield %p : f64
  } else {
    scf.yield %x : f64
  }
  return %y : f64
}

// What was known of a cotangent before the branches goes through them, added to once.
// CHECK-LABEL: func.func private @used_after_vjp(
// CHECK-SAME:    [[X:%[a-z0-9]+]]: f64, [[POSITIVE:%[a-z0-9]+]]: i1, [[CY:%[a-z0-9]+]]: f64, [[CX:%[a-z0-9]+]]: f64)
// CHECK:         scf.if [[POSITIVE]] -> (f64) {
// CHECK:           [[SUM:%[a-z0-9]+]] = arith.addf [[CX]],
// CHECK-NEXT:      scf.yield [[SUM]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.yield [[CX]]
// CHECK-NEXT:    }
func.func private @used_after(%x: f64, %positive: i1) -> (f64, f64) {
  %one = arith.constant 1.0 : f64
  %y = scf.if %positive -> f64 {
    %p = math.sin %x : f64
    scf.yield %p : f64
  } else {
    scf.yield %one : f64
  }
  return %y, %x : f64, f64
}

func.func @requests(%x: f64, %s: f64, %positive: i1) -> (f64, f64, f64) {
  %y, %dx, %ds = grad.vjp @scaled(%x, %s, %positive) cotangents(%s)
      : (f64, f64, i1, f64) -> (f64, f64, f64)
  %z, %w, %d = grad.vjp @used_after(%x, %positive) cotangents(%s, %x)
      : (f64, i1, f64, f64) -> (f64, f64, f64)
  return %dx, %ds, %d : f64, f64, f64
}
