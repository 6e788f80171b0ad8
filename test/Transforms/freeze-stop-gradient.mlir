// Every stop is a site, numbered in program order, including stops in calls,
// bodies and generated derivatives. @F_record also returns the values at the
// sites. @F_replay takes them as constants, so that derivatives are compared
// with differences of @F_replay.
//
// RUN: sg-opt %s --grad-freeze-stop-gradient="function=f" | FileCheck %s
// RUN: sg-opt %s --grad-expand-derivatives --grad-freeze-stop-gradient="function=gradient" | FileCheck %s --check-prefix=DERIVATIVE
// RUN: sg-opt %s --grad-freeze-stop-gradient="function=f" | sg-run - --function=f_record --input=2 \
// RUN:   --expected-output=20 --expected-output=2 --expected-output=4
// RUN: sg-opt %s --grad-freeze-stop-gradient="function=f" | sg-run - --function=f_replay --input=3 --input=2 --input=4 \
// RUN:   --expected-output=30
//
// RUN: not sg-opt %s --grad-freeze-stop-gradient 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not sg-opt %s --grad-freeze-stop-gradient="function=taken" 2>&1 | FileCheck %s --check-prefix=TAKEN
// NONE:  error: grad-freeze-stop-gradient needs the function to freeze, as in --grad-freeze-stop-gradient="function=f"
// TAKEN: freeze-stop-gradient.mlir:[[#@LINE+36]]:{{.*}} error: grad-freeze-stop-gradient: the name '@taken_record' is taken

// A site in a callee counts once per call; a stop of an integer is no site.
// CHECK-LABEL: func.func @f_replay(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64, [[FIRST:%[a-z0-9]+]]: f64, [[SECOND:%[a-z0-9]+]]: f64) -> f64
// CHECK-NOT:     grad.stop_gradient
// CHECK-LABEL: func.func @f_record(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64) -> (f64, f64, f64)

// The derivative keeps the stops of its primal.
// DERIVATIVE-LABEL: func.func @gradient_replay(
// DERIVATIVE-SAME:      {{%[a-z0-9]+}}: f64, {{%[a-z0-9]+}}: f64, {{%[a-z0-9]+}}: f64) -> f64
// DERIVATIVE-LABEL: func.func @gradient_record(
// DERIVATIVE-SAME:      -> (f64, f64, f64)

func.func @f(%x: f64) -> f64 {
  %c = arith.constant 1 : i32
  %n = grad.stop_gradient %c : i32
  %a = call @product(%x, %x) : (f64, f64) -> f64
  %b = arith.addf %x, %x : f64
  %y = call @product(%a, %b) : (f64, f64) -> f64
  %z = arith.addf %y, %a : f64
  return %z : f64
}
func.func private @product(%x: f64, %w: f64) -> f64 {
  %s = grad.stop_gradient %w {name = "w"} : f64
  %y = arith.mulf %x, %s : f64
  return %y : f64
}
func.func @gradient(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @f(%x) : (f64) -> (f64, f64)
  return %dx : f64
}
func.func @taken(%x: f64) -> f64 {
  return %x : f64
}
func.func @taken_record(%x: f64) -> f64 {
  return %x : f64
}

// A stop in the body of a function with a custom rule is a site, too. The
// frozen function has no custom rule, since the rule belongs to the function
// with the stop. A recursive function without stops has no site.
// RUN: sg-opt %s --grad-freeze-stop-gradient="function=ruled" | FileCheck %s --check-prefix=RULED
// RULED-LABEL: func.func @ruled_replay(
// RULED-SAME:      f64, [[S:%[a-z0-9]+]]: f64) -> f64 attributes {no_inline} {
// RULED-NEXT:    return [[S]]
// RULED-LABEL: func.func @ruled_record(
// RULED-SAME:      f64) -> (f64, f64) attributes {no_inline} {
func.func private @ruled_jvp(%x: f64, %t: f64) -> (f64, f64)
func.func @ruled(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @ruled_jvp} {
  %s = grad.stop_gradient %x : f64
  return %s : f64
}
// RUN: sg-opt %s --grad-freeze-stop-gradient="function=caller" | FileCheck %s --check-prefix=CALLER
// CALLER-LABEL: func.func @caller_record(
// CALLER-SAME:      [[X:%[a-z0-9]+]]: f64, [[N:%[a-z0-9]+]]: i32) -> (f64, f64, f64)
// CALLER-NEXT:    [[Y:%[a-z0-9]+]]:2 = call @ruled_record([[X]])
// CALLER-NEXT:    [[Z:%[a-z0-9]+]] = call @repeated([[Y]]#0, [[N]])
// CALLER-NEXT:    return [[Z]], [[Y]]#1, [[Z]]
func.func private @repeated(%x: f64, %n: i32) -> f64 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %done = arith.cmpi sle, %n, %c0 : i32
  %y = scf.if %done -> f64 {
    scf.yield %x : f64
  } else {
    %m = arith.subi %n, %c1 : i32
    %p = func.call @repeated(%x, %m) : (f64, i32) -> f64
    scf.yield %p : f64
  }
  return %y : f64
}
func.func @caller(%x: f64, %n: i32) -> f64 {
  %y = func.call @ruled(%x) : (f64) -> f64
  %z = func.call @repeated(%y, %n) : (f64, i32) -> f64
  %s = grad.stop_gradient %z : f64
  return %s : f64
}

// A recursive function with a stop is an error.
// RUN: not sg-opt %s --grad-freeze-stop-gradient="function=falls" 2>&1 | FileCheck %s --check-prefix=FALLS
// FALLS: [[#@LINE+6]]:10: error: 'func.call' op leads to a grad.stop_gradient, whose value --grad-freeze-stop-gradient cannot pass in and out
func.func @falls(%x: f64, %n: i1) -> f64 {
  %s = grad.stop_gradient %x : f64
  %y = scf.if %n -> f64 {
    scf.yield %s : f64
  } else {
    %p = func.call @falls(%s, %n) : (f64, i1) -> f64
    scf.yield %p : f64
  }
  return %y : f64
}

// A loop that calls a function with a stop records a value for each trip.
// RUN: sg-opt %s --grad-freeze-stop-gradient="function=loop" | sg-run - --function=loop_record --input=3 \
// RUN:   --expected-output=9 --expected-output='1xf64=3'
func.func @loop(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %c1 step %c1 iter_args(%c = %x) -> f64 {
    %d = func.call @product(%c, %x) : (f64, f64) -> f64
    scf.yield %d : f64
  }
  return %y : f64
}
