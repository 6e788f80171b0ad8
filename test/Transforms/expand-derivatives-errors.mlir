// RUN: not sg-opt %s --grad-expand-derivatives --split-input-file 2>&1 | FileCheck %s

// Which functions have no derivative, and why. First: functions that reach the
// request for their own derivative.

func.func @itself(%x: f64) -> f64 {
  // CHECK: [[#@LINE+1]]:10: error: 'grad.value_and_grad' op requests a derivative of a function that reaches this request
  %y:2 = grad.value_and_grad @itself(%x) : (f64) -> (f64, f64)
  return %y#1 : f64
}

// -----

// Before a call of a function that was not visited yet.
func.func private @log(f64)
func.func @before_call(%x: f64) -> f64 {
  // CHECK: [[#@LINE+1]]:10: error: 'grad.value_and_grad' op requests a derivative of a function that reaches this request
  %y:2 = grad.value_and_grad @before_call(%x) : (f64) -> (f64, f64)
  func.call @log(%y#0) : (f64) -> ()
  return %y#1 : f64
}

// -----

// Through a call.
func.func @caller(%x: f64) -> f64 {
  // CHECK: [[#@LINE+6]]:10: error: 'grad.value_and_grad' op requests a derivative of a function that reaches this request
  // CHECK: [[#@LINE+1]]:8: note: it is reached through here
  %y = func.call @asks(%x) : (f64) -> f64
  return %y : f64
}
func.func @asks(%x: f64) -> f64 {
  %y:2 = grad.value_and_grad @caller(%x) : (f64) -> (f64, f64)
  return %y#1 : f64
}

// -----

// Through a call and another request: the notes name each step, in order.
func.func @first(%x: f64) -> f64 {
  %y:2 = grad.value_and_grad @second(%x) : (f64) -> (f64, f64)
  return %y#1 : f64
}
func.func @second(%x: f64) -> f64 {
  // CHECK: [[#@LINE+1]]:10: error: 'grad.value_and_grad' op requests a derivative of a function that reaches this request
  %y:2 = grad.value_and_grad @third(%x) : (f64) -> (f64, f64)
  return %y#1 : f64
}
func.func @third(%x: f64) -> f64 {
  // CHECK: [[#@LINE+2]]:8: note: it is reached through here
  // CHECK: [[#@LINE-10]]:10: note: it is reached through here
  %y = func.call @first(%x) : (f64) -> f64
  return %y : f64
}

// -----

func.func private @external(%x: f64) -> f64
func.func @request(%x: f64) {
  // CHECK: [[#@LINE+1]]:3: error: 'grad.value_and_grad' op needs a derivative of '@external', which has no body
  grad.value_and_grad @external(%x) : (f64) -> (f64, f64)
  return
}

// -----

func.func @blocks(%x: f64, %b: i1) -> f64 {
  cf.cond_br %b, ^a, ^c
^a:
  return %x : f64
^c:
  %y = math.sin %x : f64
  return %y : f64
}
func.func @request(%x: f64, %b: i1) {
  // CHECK: [[#@LINE+1]]:3: error: 'grad.value_and_grad' op needs a derivative of '@blocks', which has branches between blocks; run --lift-cf-to-scf first
  grad.value_and_grad @blocks(%x, %b) : (f64, i1) -> (f64, f64)
  return
}

// -----

func.func @no_return(%x: f64) -> f64 {
  ub.unreachable
}
func.func @request(%x: f64) {
  // CHECK: [[#@LINE+2]]:3: error: 'grad.value_and_grad' op needs a derivative of '@no_return', which does not end in func.return
  // CHECK: [[#@LINE-4]]:3: note: it ends here
  grad.value_and_grad @no_return(%x) : (f64) -> (f64, f64)
  return
}
