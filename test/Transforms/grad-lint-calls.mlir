// Facts about values of the caller hold in the functions that it calls.
//
// RUN: sg-opt %s --grad-lint --split-input-file --verify-diagnostics -o /dev/null

// log-sum-exp in two helpers: the stop is at one use of the maximum.
func.func private @largest(%x: tensor<?xf32>, %low: tensor<f32>) -> f32 {
  // expected-note @below {{this maximum is also used without a stop}}
  %m = linalg.reduce {arith.maximumf} ins(%x : tensor<?xf32>) outs(%low : tensor<f32>) dimensions = [0]
  %e = tensor.extract %m[] : tensor<f32>
  return %e : f32
}
func.func private @log_sum_exp(%x: tensor<?xf32>, %outer: f32, %inner: f32, %zero: tensor<f32>) -> f32 {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.splat %inner[%n] : tensor<?xf32>
  %d = arith.subf %x, %m : tensor<?xf32>
  %e = math.exp %d : tensor<?xf32>
  %s = linalg.reduce {arith.addf} ins(%e : tensor<?xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %sum = tensor.extract %s[] : tensor<f32>
  %l = math.log %sum : f32
  %y = arith.addf %outer, %l : f32
  return %y : f32
}
func.func private @one_stopped(%x: tensor<?xf32>, %z: tensor<f32>) -> f32 {
  %m = call @largest(%x, %z) : (tensor<?xf32>, tensor<f32>) -> f32
  // expected-warning @below {{[partly-stopped-maximum]}}
  // expected-note @below {{use the stopped value everywhere}}
  %s = grad.stop_gradient %m : f32
  %y = call @log_sum_exp(%x, %m, %s, %z) : (tensor<?xf32>, f32, f32, tensor<f32>) -> f32
  return %y : f32
}
func.func private @both_stopped(%x: tensor<?xf32>, %z: tensor<f32>) -> f32 {
  %m = call @largest(%x, %z) : (tensor<?xf32>, tensor<f32>) -> f32
  %s = grad.stop_gradient %m : f32
  %y = call @log_sum_exp(%x, %s, %s, %z) : (tensor<?xf32>, f32, f32, tensor<f32>) -> f32
  return %y : f32
}
func.func @request(%x: tensor<?xf32>, %z: tensor<f32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = grad.value_and_grad @one_stopped(%x, %z) {wrt = array<i64: 0>} : (tensor<?xf32>, tensor<f32>) -> (f32, tensor<?xf32>)
  %1:2 = grad.value_and_grad @both_stopped(%x, %z) {wrt = array<i64: 0>} : (tensor<?xf32>, tensor<f32>) -> (f32, tensor<?xf32>)
  return %0#1, %1#1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// A helper causes one warning, for the call that passes a zero. After a clamp
// above zero, or for an argument without known bounds, there is no warning. A
// warning for the body of a named op is reported at the op.
func.func private @safe_log(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = linalg.log ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func private @log(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-warning @below {{'linalg.log' has an unbounded derivative where its operand is 0}}
  // expected-note @below {{add a small constant}}
  %y = linalg.log ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func private @f(%x: tensor<?xf32>, %eps: tensor<?xf32>) -> tensor<?xf32> {
  // expected-note @below {{bounded here}}
  %a = linalg.abs ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  %e = math.exp %x : tensor<?xf32>
  %0 = call @log(%a) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = call @log(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %2 = call @log(%a) : (tensor<?xf32>) -> tensor<?xf32>
  %3 = call @safe_log(%e) : (tensor<?xf32>) -> tensor<?xf32>
  %4 = call @safe_log(%eps) : (tensor<?xf32>) -> tensor<?xf32>
  %5 = arith.addf %0, %1 : tensor<?xf32>
  %6 = arith.addf %2, %3 : tensor<?xf32>
  %7 = arith.addf %4, %5 : tensor<?xf32>
  %8 = arith.addf %6, %7 : tensor<?xf32>
  return %8 : tensor<?xf32>
}
func.func @request(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0:2 = grad.vjp @f(%x, %x) cotangents(%x) {wrt = array<i64: 0>} : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %0#1 : tensor<?xf32>
}

// -----

// A request bounds what it differentiates: one of these two by zero.
// expected-note @below {{the operand is this argument, which the caller bounds}}
func.func private @quotient(%x: f64, %p: f64) -> f64 {
  // expected-warning @below {{'arith.divf' has an unbounded derivative}}
  // expected-note @below {{add a small constant}}
  %y = arith.divf %x, %p : f64
  return %y : f64
}
func.func private @safe_quotient(%x: f64, %p: f64) -> f64 {
  %y = arith.divf %x, %p : f64
  return %y : f64
}
func.func @request(%x: f64, %z: f64) -> (f64, f64) {
  %p = math.absf %z : f64
  %q = math.exp %z : f64
  %0:2 = grad.value_and_grad @quotient(%x, %p) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  %1:2 = grad.value_and_grad @safe_quotient(%x, %q) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  return %0#1, %1#1 : f64, f64
}

// -----

// The condition of a select is known if another op in a helper computes it for
// all elements, with the constant as a tensor; also a conjunction of two
// conditions. The wrong condition does not help.
#i = affine_map<(d0) -> (d0)>
func.func private @where(%c: tensor<?xi1>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  // expected-note @below {{bounded here}}
  %r = linalg.generic {indexing_maps = [#i, #i, #i, #i], iterator_types = ["parallel"]}
      ins(%c, %x, %y : tensor<?xi1>, tensor<?xf32>, tensor<?xf32>) outs(%x : tensor<?xf32>) {
  ^bb0(%p: i1, %a: f32, %b: f32, %o: f32):
    %s = arith.select %p, %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func private @f(%x: tensor<?xf32>, %z: tensor<?xf32>, %ones: tensor<?xf32>, %mask: tensor<?xi1>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %zeros = tensor.splat %zero[%n] : tensor<?xf32>
  %units = tensor.splat %one[%n] : tensor<?xf32>
  %a = math.absf %x : tensor<?xf32>
  %is_zero = linalg.generic {indexing_maps = [#i, #i, #i], iterator_types = ["parallel"]}
      ins(%a, %zeros : tensor<?xf32>, tensor<?xf32>) outs(%mask : tensor<?xi1>) {
  ^bb0(%p: f32, %q: f32, %o: i1):
    %s = arith.cmpf oeq, %p, %q : f32
    linalg.yield %s : i1
  } -> tensor<?xi1>
  %b = call @where(%is_zero, %units, %a) : (tensor<?xi1>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %0 = math.log %b : tensor<?xf32>
  %either = arith.ori %is_zero, %mask : tensor<?xi1>
  %c = call @where(%either, %units, %a) : (tensor<?xi1>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = math.log %c : tensor<?xf32>
  %d = math.absf %z : tensor<?xf32>
  %e = call @where(%is_zero, %units, %d) : (tensor<?xi1>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  // expected-warning @below {{'math.log' has an unbounded derivative}}
  // expected-note @below {{add a small constant}}
  %2 = math.log %e : tensor<?xf32>
  %3 = arith.addf %0, %1 : tensor<?xf32>
  %4 = arith.addf %2, %3 : tensor<?xf32>
  return %4 : tensor<?xf32>
}
func.func @request(%x: tensor<?xf32>, %mask: tensor<?xi1>) -> tensor<?xf32> {
  %0:3 = grad.vjp @f(%x, %x, %x, %mask) cotangents(%x) {wrt = array<i64: 0, 1>} : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xi1>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
  return %0#1 : tensor<?xf32>
}
