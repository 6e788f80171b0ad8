// If a function requests derivatives itself, a stop that ends an inner derivative
// has an effect, although it disappears before the outer differentiation.
//
// RUN: sg-opt %s --grad-report="function=g" -o /dev/null | tr -s ' \n' ' ' | FileCheck %s --check-prefix=G --implicit-check-not="has no effect"
// RUN: sg-opt %s --grad-report="function=g format=json" -o /dev/null | tr -s ' \n' ' ' | FileCheck %s --check-prefix=JSON
// RUN: sg-opt %s --grad-report="function=lost" -o /dev/null | tr -s ' \n' ' ' | FileCheck %s --check-prefix=LOST
// RUN: sg-opt %s --grad-report="function=twice" -o /dev/null | tr -s ' \n' ' ' | FileCheck %s --check-prefix=TWICE
// RUN: sg-opt %s --grad-report="function=third" -o /dev/null | tr -s ' \n' ' ' | FileCheck %s --check-prefix=THIRD
// RUN: sg-opt %s --grad-report="function=deeper" -o /dev/null | tr -s ' \n' ' ' | FileCheck %s --check-prefix=DEEPER

func.func private @loss(%w: f64, %x: f64) -> f64 {
  %s = grad.stop_gradient %x : f64
  %f = arith.mulf %w, %s : f64
  return %f : f64
}

// Without the stop the tangent is w, and this is w * w.
// G:      'grad.stop_gradient' at grad-report-inner-stops.mlir:[[#STOP:]]:8 in @loss_jvp blocks
// G-SAME: argument 1 of @loss in its derivative @loss_jvp,
// G-SAME: requested at grad-report-inner-stops.mlir:[[#@LINE+12]]:12
// JSON:      "stops": [ { "blocks": [], "blocksInside": [ {
// JSON-SAME:   "arguments": [ 1 ],
// JSON-SAME:   "derivative": "loss_jvp",
// JSON-SAME:   "function": "loss",
// JSON-SAME:   "requests": [ { "column": 12, "file":
// JSON-SAME:   grad-report-inner-stops.mlir", "line": [[#@LINE+6]] } ] } ],
// JSON-SAME:   "function": "loss_jvp",
// JSON-SAME:   "hasEffect": true,
// JSON-SAME:   "passesAround": [] } ],
func.func @g(%w: f64, %x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %y, %c = grad.jvp @loss(%w, %x) tangents(%one) {wrt = array<i64: 1>} : (f64, f64, f64) -> (f64, f64)
  %r = arith.mulf %c, %w : f64
  return %r : f64
}

// The gradient is 1; without the stop it would be 1 + x. No trace of x is left.
// LOST:      argument 1: f64: disconnected
// LOST-SAME: the results do not depend on it; they may depend on it without 'grad.stop_gradient' named "target" at
// LOST-SAME: stops: 'grad.stop_gradient' named "target" at
// LOST-SAME: blocks argument 0 of @sum in its derivative @sum_vjp, requested at
func.func private @sum(%w: f64, %x: f64) -> f64 {
  %p = arith.mulf %w, %x : f64
  %s = grad.stop_gradient %p {name = "target"} : f64
  %f = arith.addf %w, %s : f64
  return %f : f64
}
func.func @lost(%w: f64, %x: f64) -> f64 {
  %y, %d = grad.value_and_grad @sum(%w, %x) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  return %d : f64
}

// The callee has another stop; as a reason it is named once.
// TWICE:      argument 1: f64: disconnected
// TWICE-SAME: they may depend on it without 'grad.stop_gradient' named "target" at {{[^ ]*}} in @sum_vjp stops:
func.func @twice(%w: f64, %x: f64) -> f64 {
  %y, %d = grad.value_and_grad @sum(%w, %x) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  %l = call @sum(%d, %d) : (f64, f64) -> f64
  return %l : f64
}

// A derivative of a derivative: the inner derivative that the stop ended counts.
// THIRD: stops: 'grad.stop_gradient' at
// THIRD-SAME: blocks argument 1 of @loss in its derivative @loss_jvp, requested at
// THIRD-NOT: has no effect
func.func @third(%w: f64, %x: f64) -> f64 {
  %v, %d = grad.value_and_grad @g(%w, %x) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  return %d : f64
}

// In a callee of the differentiated function. Nothing requests its derivative.
// DEEPER: stops: 'grad.stop_gradient' at
// DEEPER-SAME: blocks argument 1 blocks
// DEEPER-SAME: argument 1 of @loss in its derivative @loss_vjp_fwd kept
func.func private @outer(%w: f64, %x: f64) -> f64 {
  %l = call @loss(%w, %x) : (f64, f64) -> f64
  %m = arith.mulf %l, %x : f64
  return %m : f64
}
func.func @deeper(%w: f64, %x: f64) -> f64 {
  %y, %dw, %dx = grad.value_and_grad @outer(%w, %x) : (f64, f64) -> (f64, f64, f64)
  return %dx : f64
}

// A stop in a callee of the differentiated function, whose derivative is then
// not needed.
// RUN: sg-opt %s --grad-report="function=through_call" -o /dev/null | tr '\n' ' ' | sed 's/  */ /g' | FileCheck %s --check-prefix=THROUGH
// THROUGH:      argument 0: f64: disconnected the results do not depend on it; they may depend on it without 'grad.stop_gradient' at {{[^ ]*}} in @weighted
// THROUGH:      stops: 'grad.stop_gradient' at {{[^ ]*}} in @weighted blocks argument 0 of @calls_weighted in its derivative @calls_weighted_vjp, requested at
func.func private @weighted(%a: f64, %b: f64) -> f64 {
  %s = grad.stop_gradient %a : f64
  %y = arith.mulf %s, %b : f64
  return %y : f64
}
func.func private @calls_weighted(%a: f64, %b: f64) -> f64 {
  %y = call @weighted(%a, %b) : (f64, f64) -> f64
  return %y : f64
}
func.func @through_call(%a: f64, %b: f64) -> f64 {
  %y, %d = grad.value_and_grad @calls_weighted(%a, %b) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  return %d : f64
}
