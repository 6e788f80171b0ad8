// The ops emitted by the rule of scf.if.

// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// Each branch yields its contribution. Nothing is added to a zero; a branch
// without a contribution yields zero only if it must yield something.
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

// The cotangent accumulated before the branches passes through them and is
// added to once.
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

// Reverse mode reads the condition and the operand of the cosine. It does not
// recompute the sine or the other result of the branches.
// CHECK-LABEL: func.func private @in_body_vjp(
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK-NOT:       math.sin
// CHECK-NOT:       math.exp
// CHECK:           math.cos
// CHECK:         return
func.func private @in_body(%x: tensor<4xf64>, %at: tensor<4xindex>, %c: i1) -> (tensor<4xf64>, tensor<4xf64>) {
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                         iterator_types = ["parallel"]}
      ins(%at : tensor<4xindex>) outs(%x, %x : tensor<4xf64>, tensor<4xf64>) {
    ^bb0(%i: index, %o: f64, %p: f64):
      %y:2 = scf.if %c -> (f64, f64) {
        %e = tensor.extract %x[%i] : tensor<4xf64>
        %s = math.sin %e : f64
        %t = grad.stop_gradient %e : f64
        %u = math.exp %t : f64
        scf.yield %s, %u : f64, f64
      } else {
        scf.yield %o, %p : f64, f64
      }
      linalg.yield %y#0, %y#1 : f64, f64
  } -> (tensor<4xf64>, tensor<4xf64>)
  return %r#0, %r#1 : tensor<4xf64>, tensor<4xf64>
}

func.func @requests(%v: tensor<4xf64>, %at: tensor<4xindex>, %x: f64, %s: f64, %positive: i1) -> (f64, f64, f64, tensor<4xf64>) {
  %y, %dx, %ds = grad.vjp @scaled(%x, %s, %positive) cotangents(%s)
      : (f64, f64, i1, f64) -> (f64, f64, f64)
  %z, %w, %d = grad.vjp @used_after(%x, %positive) cotangents(%s, %x)
      : (f64, i1, f64, f64) -> (f64, f64, f64)
  %q, %r, %dv = grad.vjp @in_body(%v, %at, %positive) cotangents(%v, %v)
      : (tensor<4xf64>, tensor<4xindex>, i1, tensor<4xf64>, tensor<4xf64>)
        -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>)
  return %dx, %ds, %d, %dv : f64, f64, f64, tensor<4xf64>
}
