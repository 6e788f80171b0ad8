// The ops emitted by the rule of scf.if and scf.index_switch.
//
// RUN: sg-opt %s --grad-expand-derivatives --canonicalize --cse | FileCheck %s

// Each region of the reverse op transposes the corresponding region of the
// primal op. Only one of the two regions with a residual runs, so both
// residuals share a result. The other regions yield a placeholder for it, and
// compute nothing for that purpose.
// CHECK-LABEL: func.func private @cases_vjp(
// CHECK-SAME:    [[X:%[a-z0-9]+]]: f64, [[I:%[a-z0-9]+]]: index, [[C:%[a-z0-9]+]]: f64)
// CHECK:         [[R:%[a-z0-9]+]]:2 = scf.index_switch [[I]] -> f64, f64
// CHECK:         case 2 {
// CHECK-NEXT:      [[S:%[a-z0-9]+]] = math.sin [[X]]
// CHECK-NEXT:      [[E:%[a-z0-9]+]] = math.exp [[S]]
// CHECK-NEXT:      scf.yield [[E]], [[E]]
// CHECK:         case 5 {
// CHECK-NEXT:      [[T:%[a-z0-9]+]] = math.tanh [[X]]
// CHECK-NEXT:      scf.yield [[T]], [[T]]
// CHECK:         default {
// CHECK-NEXT:      scf.yield [[X]], %cst
// CHECK:         [[D:%[a-z0-9]+]] = scf.index_switch [[I]] -> f64
// CHECK:         case 2 {
// CHECK:           arith.mulf [[C]], [[R]]#1
// CHECK:         case 5 {
// CHECK:           arith.mulf [[R]]#1, [[R]]#1
// CHECK:         default {
// CHECK-NOT:       [[R]]
// CHECK:         return [[R]]#0, [[D]]
// CHECK-LABEL: func.func private @cases_jvp(
// CHECK:         scf.index_switch {{.*}} -> f64, f64
// CHECK:         default {
// CHECK-NEXT:      scf.yield %arg0, %arg2
func.func @cases(%x: f64, %i: index) -> f64 {
  %y = scf.index_switch %i -> f64
  case 2 {
    %s = math.sin %x : f64
    %e = math.exp %s : f64
    scf.yield %e : f64
  }
  case 5 {
    %t = math.tanh %x : f64
    scf.yield %t : f64
  }
  default {
    scf.yield %x : f64
  }
  return %y : f64
}

func.func @requests(%x: f64, %i: index) {
  grad.jvp @cases(%x, %i) tangents(%x) : (f64, index, f64) -> (f64, f64)
  grad.value_and_grad @cases(%x, %i) : (f64, index) -> (f64, f64)
  return
}
