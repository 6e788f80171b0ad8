// Upstream's remove-dead-values assumes that calls are the only users of private
// functions (22.1.8) and strips functions named by requests. The module then does
// not verify, and the error names the pass. After expansion it does no harm.
//
// RUN: not sg-opt %s --remove-dead-values --split-input-file 2>&1 | FileCheck %s
// RUN: sg-opt %s --grad-expand-derivatives --remove-dead-values --split-input-file -o /dev/null

// The pass strips a result.
func.func private @result(%x: f64) -> f64 {
  // CHECK: [[#@LINE+6]]:10: error: 'grad.value_and_grad' op needs a result to differentiate, but @result has none (C7)
  // CHECK: [[#@LINE-2]]:1: note: is private; --remove-dead-values removes arguments and results that the function's calls do not need, and ignores requests: run it after --grad-expand-derivatives
  %y = math.sin %x : f64
  return %y : f64
}
func.func @in_result(%x: f64) -> f64 {
  %r:2 = grad.value_and_grad @result(%x) : (f64) -> (f64, f64)
  return %r#1 : f64
}

// -----

// The pass strips one of two results, although it has a cotangent.
func.func private @results(%x: f64) -> (f64, f64) {
  // CHECK: [[#@LINE+7]]:10: error: 'grad.vjp' op has 2 cotangents, expected {{[01]}}, one per result of differentiable type (C7)
  // CHECK: [[#@LINE-2]]:1: note: is private; --remove-dead-values
  %y = math.sin %x : f64
  %z = math.cos %x : f64
  return %y, %z : f64, f64
}
func.func @in_results(%x: f64) -> (f64, f64) {
  %r:3 = grad.vjp @results(%x) cotangents(%x, %x) : (f64, f64, f64) -> (f64, f64, f64)
  %c:2 = call @results(%x) : (f64) -> (f64, f64)
  return %r#2, %c#0 : f64, f64
}

// -----

// The pass strips an argument that the body does not read.
func.func private @argument(%x: f64, %unread: f64) -> f64 {
  // CHECK: [[#@LINE+6]]:10: error: 'grad.jvp' op gives 2 arguments, but @argument takes 1 (C2)
  // CHECK: [[#@LINE-2]]:1: note: is private; --remove-dead-values
  %y = math.sin %x : f64
  return %y : f64
}
func.func @in_argument(%x: f64) -> (f64, f64) {
  %r:2 = grad.jvp @argument(%x, %x) tangents(%x, %x) : (f64, f64, f64, f64) -> (f64, f64)
  %c = call @argument(%x, %x) : (f64, f64) -> f64
  return %r#1, %c : f64, f64
}

// -----

// A public function keeps its arguments and results.
func.func @public(%x: f64, %unread: f64) -> f64 {
  %y = math.sin %x : f64
  return %y : f64
}
func.func @in_public(%x: f64) -> f64 {
  // CHECK-NOT: error
  %r:3 = grad.value_and_grad @public(%x, %x) : (f64, f64) -> (f64, f64, f64)
  return %r#1 : f64
}
