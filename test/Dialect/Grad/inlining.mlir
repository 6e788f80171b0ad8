// Functions with ops of the dialect are inlined. A function with a custom
// derivative rule is not, because its calls carry the rule.
//
// RUN: sg-opt %s --inline --verify-diagnostics | FileCheck %s
// RUN: sg-opt %s --symbol-dce | FileCheck %s --check-prefix=SYMBOLS

func.func private @square(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}

func.func private @inner(%x: f64) -> f64 {
  %c = grad.stop_gradient %x {name = "c"} : f64
  %p = grad.prevent_gradient %c {message = "no"} : f64
  %h = grad.checkpoint {
    %s = math.sin %p : f64
    grad.yield %s : f64
  } : f64
  %y, %dy = grad.value_and_grad @square(%h) : (f64) -> (f64, f64)
  return %dy : f64
}

// CHECK-LABEL: func.func @all_ops(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64)
// CHECK-NEXT:    [[C:%[a-z0-9]+]] = grad.stop_gradient [[X]] {name = "c"} : f64
// CHECK-NEXT:    [[P:%[a-z0-9]+]] = grad.prevent_gradient [[C]] {message = "no"} : f64
// CHECK-NEXT:    [[H:%[a-z0-9]+]] = grad.checkpoint {
// CHECK-NEXT:      [[S:%[a-z0-9]+]] = math.sin [[P]] : f64
// CHECK-NEXT:      grad.yield [[S]] : f64
// CHECK-NEXT:    } : f64
// CHECK-NEXT:    [[G:%[a-z0-9]+]]:2 = grad.value_and_grad @square([[H]]) : (f64) -> (f64, f64)
// CHECK-NEXT:    return [[G]]#1 : f64
func.func @all_ops(%x: f64) -> f64 {
  %y = call @inner(%x) : (f64) -> f64
  return %y : f64
}

// Calls in the region of a checkpoint are inlined into the region.
// CHECK-LABEL: func.func @in_checkpoint(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64)
// CHECK-NEXT:    [[H:%[a-z0-9]+]] = grad.checkpoint {
// CHECK-NEXT:      [[Y:%[a-z0-9]+]] = arith.mulf [[X]], [[X]] : f64
// CHECK-NEXT:      grad.yield [[Y]] : f64
func.func @in_checkpoint(%x: f64) -> f64 {
  %h = grad.checkpoint {
    %y = func.call @square(%x) : (f64) -> f64
    grad.yield %y : f64
  } : f64
  return %h : f64
}

func.func private @own_rule(%x: f64) -> f64
    attributes {no_inline, grad.custom_jvp = @own_rule_jvp} {
  return %x : f64
}

// CHECK-LABEL: func.func @call_of_own_rule(
// CHECK-NEXT:    call @own_rule(
func.func @call_of_own_rule(%x: f64) -> f64 {
  %y = call @own_rule(%x) : (f64) -> f64
  return %y : f64
}

// A function that only a request names is in use and must not be erased.
// SYMBOLS: func.func private @square(
