// Values that only lead to a stop are neither stored nor recomputed for the
// derivative, in any wrapping.
//
// RUN: sg-opt %s --grad-expand-derivatives --split-input-file | FileCheck %s

// Straight line: of the values of @f only the stopped one and the product are
// read; exp and tanh occur once, in the primal, and have no adjoint.
// CHECK-LABEL: func.func private @f_vjp(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64, [[W:%[a-z0-9]+]]: f64, [[C:%[a-z0-9]+]]: f64)
// CHECK-NEXT:    [[E:%[a-z0-9]+]] = math.exp [[X]]
// CHECK-NEXT:    [[T:%[a-z0-9]+]] = math.tanh [[E]]
// CHECK-NEXT:    [[S:%[a-z0-9]+]] = grad.stop_gradient [[T]] {name = "t"}
// CHECK-NEXT:    [[P:%[a-z0-9]+]] = arith.mulf [[S]], [[W]]
// CHECK-NEXT:    [[Q:%[a-z0-9]+]] = math.sin [[P]]
// CHECK-NEXT:    [[COS:%[a-z0-9]+]] = math.cos [[P]]
// CHECK-NEXT:    [[DP:%[a-z0-9]+]] = arith.mulf [[C]], [[COS]]
// CHECK-NEXT:    [[DW:%[a-z0-9]+]] = arith.mulf [[DP]], [[S]]
// CHECK-NEXT:    return [[Q]], [[DW]]
func.func private @f(%x: f64, %w: f64) -> f64 {
  %e = math.exp %x : f64
  %t = math.tanh %e : f64
  %s = grad.stop_gradient %t {name = "t"} : f64
  %p = arith.mulf %s, %w : f64
  %q = math.sin %p : f64
  return %q : f64
}
func.func @gradient(%x: f64, %w: f64, %c: f64) -> (f64, f64) {
  %y, %dx, %dw = grad.vjp @f(%x, %w) cotangents(%c) : (f64, f64, f64) -> (f64, f64, f64)
  return %dx, %dw : f64, f64
}

// -----

// A call whose result is stopped stays a plain call.
// CHECK-LABEL: func.func private @caller_vjp(
// CHECK:         call @deep({{.*}}) : (tensor<?xf64>) -> tensor<?xf64>
// CHECK-NOT:     call
// CHECK:         return
// CHECK-NOT:     @deep_vjp
func.func private @deep(%x: tensor<?xf64>) -> tensor<?xf64> {
  %a = math.exp %x : tensor<?xf64>
  %b = math.log1p %a : tensor<?xf64>
  return %b : tensor<?xf64>
}
func.func private @caller(%x: tensor<?xf64>) -> tensor<?xf64> {
  %d = call @deep(%x) : (tensor<?xf64>) -> tensor<?xf64>
  %s = grad.stop_gradient %d : tensor<?xf64>
  %y = arith.mulf %s, %x : tensor<?xf64>
  return %y : tensor<?xf64>
}
func.func @gradient(%x: tensor<?xf64>) -> tensor<?xf64> {
  %y, %dx = grad.vjp @caller(%x) cotangents(%x) : (tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return %dx : tensor<?xf64>
}

// -----

// In the body of a structured op: the adjoint reads the input and recomputes
// the stopped factor, but has no derivative of exp.
// CHECK-LABEL: func.func private @body_vjp(
// CHECK:         linalg.generic
// CHECK:         linalg.generic
// CHECK:           [[E:%[a-z0-9]+]] = math.exp
// CHECK-NEXT:      [[S:%[a-z0-9]+]] = grad.stop_gradient [[E]]
// CHECK-NEXT:      [[D:%[a-z0-9]+]] = arith.mulf {{%[a-z0-9_]+}}, [[S]]
// CHECK-NEXT:      linalg.yield [[D]]
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func private @body(%x: tensor<?xf64>, %out: tensor<?xf64>) -> tensor<?xf64> {
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf64>) outs(%out : tensor<?xf64>) {
  ^bb0(%e: f64, %o: f64):
    %exp = math.exp %e : f64
    %s = grad.stop_gradient %exp : f64
    %p = arith.mulf %s, %e : f64
    linalg.yield %p : f64
  } -> tensor<?xf64>
  return %y : tensor<?xf64>
}
func.func @gradient(%x: tensor<?xf64>, %out: tensor<?xf64>) -> tensor<?xf64> {
  %y, %dx = grad.vjp @body(%x, %out) cotangents(%x) {wrt = array<i64: 0>}
      : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return %dx : tensor<?xf64>
}

// -----

// Split at calls: the backward function receives the sine's argument, and no
// value that only leads to the stop.
// CHECK-LABEL: func.func private @inner_vjp_fwd(
// CHECK-SAME:      -> (f64, f64)
// CHECK-LABEL: func.func private @inner_vjp_bwd(
// CHECK-SAME:      {{%[a-z0-9]+}}: f64, {{%[a-z0-9]+}}: f64) -> f64
func.func private @inner(%x: f64) -> f64 {
  %h = math.exp %x : f64
  %s = grad.stop_gradient %h : f64
  %a = arith.addf %s, %x : f64
  %y = math.sin %a : f64
  return %y : f64
}
func.func private @outer(%x: f64) -> f64 {
  %y = call @inner(%x) : (f64) -> f64
  %z = arith.mulf %y, %y : f64
  return %z : f64
}
func.func @gradient(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @outer(%x) : (f64) -> (f64, f64)
  return %dx : f64
}
