// Functions that call each other twice, and so on, are called very often. A report inspects
// a limited number of calls, describes some of them, and states how many it omits.
//
// RUN: sg-opt %s --grad-report="function=f16" -o /dev/null | tr -s ' \n' ' ' | FileCheck %s --check-prefix=MANY
// RUN: sg-opt %s --grad-report="function=f16" -o /dev/null | wc -l | FileCheck %s --check-prefix=SHORT
// RUN: sg-opt %s --grad-report="function=f9" -o /dev/null | tr -s ' \n' ' ' | FileCheck %s --check-prefix=SOME
// RUN: sg-opt %s --grad-report="function=f9" -o /dev/null | wc -l | FileCheck %s --check-prefix=SHORT
// RUN: sg-opt %s --grad-report="function=late" -o /dev/null | tr -s ' \n' ' ' | FileCheck %s --check-prefix=LATE
// RUN: sg-opt %s --grad-report="function=late format=json" -o /dev/null | FileCheck %s --check-prefix=JSON
// RUN: sg-opt %s --grad-report="function=kinds" -o /dev/null | tr -s ' \n' ' ' | FileCheck %s --check-prefix=KINDS

// SHORT: {{^ *[0-9][0-9]$}}

// MANY:      argument 0: f64: active
// MANY-SAME: more ops,
// MANY-SAME: 'grad.stop_gradient' named "k" at {{.*}} blocks argument 1
// MANY-SAME: in the analyzed calls
// MANY-SAME: calls: 130815 more are not analyzed separately: the effect of stops in them
// MANY-SAME: kept for the reverse sweep: the derivative is not computed for this report

// The total counts all stored values, though some are not listed.
// SOME:      kept for the reverse sweep:
// SOME-SAME: then at {{.*}} and in 508 more calls
// SOME-SAME: total: 4096 bytes
func.func private @f0(%x: f64, %y: f64) -> f64 {
  %s = grad.stop_gradient %y {name = "k"} : f64
  %z = arith.mulf %x, %s : f64
  return %z : f64
}
func.func private @f1(%x: f64, %y: f64) -> f64 {
  %a = func.call @f0(%x, %y) : (f64, f64) -> f64
  %b = func.call @f0(%a, %y) : (f64, f64) -> f64
  return %b : f64
}
func.func private @f2(%x: f64, %y: f64) -> f64 {
  %a = func.call @f1(%x, %y) : (f64, f64) -> f64
  %b = func.call @f1(%a, %y) : (f64, f64) -> f64
  return %b : f64
}
func.func private @f3(%x: f64, %y: f64) -> f64 {
  %a = func.call @f2(%x, %y) : (f64, f64) -> f64
  %b = func.call @f2(%a, %y) : (f64, f64) -> f64
  return %b : f64
}
func.func private @f4(%x: f64, %y: f64) -> f64 {
  %a = func.call @f3(%x, %y) : (f64, f64) -> f64
  %b = func.call @f3(%a, %y) : (f64, f64) -> f64
  return %b : f64
}
func.func private @f5(%x: f64, %y: f64) -> f64 {
  %a = func.call @f4(%x, %y) : (f64, f64) -> f64
  %b = func.call @f4(%a, %y) : (f64, f64) -> f64
  return %b : f64
}
func.func private @f6(%x: f64, %y: f64) -> f64 {
  %a = func.call @f5(%x, %y) : (f64, f64) -> f64
  %b = func.call @f5(%a, %y) : (f64, f64) -> f64
  return %b : f64
}
func.func private @f7(%x: f64, %y: f64) -> f64 {
  %a = func.call @f6(%x, %y) : (f64, f64) -> f64
  %b = func.call @f6(%a, %y) : (f64, f64) -> f64
  return %b : f64
}
func.func private @f8(%x: f64, %y: f64) -> f64 {
  %a = func.call @f7(%x, %y) : (f64, f64) -> f64
  %b = func.call @f7(%a, %y) : (f64, f64) -> f64
  return %b : f64
}
func.func private @f9(%x: f64, %y: f64) -> f64 {
  %a = func.call @f8(%x, %y) : (f64, f64) -> f64
  %b = func.call @f8(%a, %y) : (f64, f64) -> f64
  return %b : f64
}
func.func private @f10(%x: f64, %y: f64) -> f64 {
  %a = func.call @f9(%x, %y) : (f64, f64) -> f64
  %b = func.call @f9(%a, %y) : (f64, f64) -> f64
  return %b : f64
}
func.func private @f11(%x: f64, %y: f64) -> f64 {
  %a = func.call @f10(%x, %y) : (f64, f64) -> f64
  %b = func.call @f10(%a, %y) : (f64, f64) -> f64
  return %b : f64
}
func.func private @f12(%x: f64, %y: f64) -> f64 {
  %a = func.call @f11(%x, %y) : (f64, f64) -> f64
  %b = func.call @f11(%a, %y) : (f64, f64) -> f64
  return %b : f64
}
func.func private @f13(%x: f64, %y: f64) -> f64 {
  %a = func.call @f12(%x, %y) : (f64, f64) -> f64
  %b = func.call @f12(%a, %y) : (f64, f64) -> f64
  return %b : f64
}
func.func private @f14(%x: f64, %y: f64) -> f64 {
  %a = func.call @f13(%x, %y) : (f64, f64) -> f64
  %b = func.call @f13(%a, %y) : (f64, f64) -> f64
  return %b : f64
}
func.func private @f15(%x: f64, %y: f64) -> f64 {
  %a = func.call @f14(%x, %y) : (f64, f64) -> f64
  %b = func.call @f14(%a, %y) : (f64, f64) -> f64
  return %b : f64
}
func.func private @f16(%x: f64, %y: f64) -> f64 {
  %a = func.call @f15(%x, %y) : (f64, f64) -> f64
  %b = func.call @f15(%a, %y) : (f64, f64) -> f64
  return %b : f64
}

// The stop blocks the argument in the last call only, which is not inspected.
// LATE:      blocked by 'func.call' at grad-report-many-calls.mlir:[[#@LINE+9]]:8
// LATE-SAME: named "k" at {{.*}} in @f0 has no effect in the analyzed calls:
// JSON:      "callsLeftOut": 256
// JSON:      "hasEffect": null,
// JSON-NEXT: "isPartial": true,
func.func @late(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %a = call @f7(%one, %one) : (f64, f64) -> f64
  %b = call @f7(%a, %one) : (f64, f64) -> f64
  %c = call @f0(%b, %x) : (f64, f64) -> f64
  return %c : f64
}

// If calls differ, some of each kind are listed.
// KINDS:      blocked by the same in 4 more calls
// KINDS:      stops: 'grad.stop_gradient' named "k"
// KINDS-SAME: has no effect:
// KINDS-SAME: blocks argument 1 8 more calls behave like the calls above kept
func.func @kinds(%x: f64, %y: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %a = call @f3(%x, %one) : (f64, f64) -> f64
  %b = call @f3(%a, %y) : (f64, f64) -> f64
  return %b : f64
}
