// RUN: sg-opt %s --grad-lint --split-input-file --verify-diagnostics -o /dev/null

#one = affine_map<(d0) -> (d0)>
#sum = affine_map<(d0) -> ()>

// log-sum-exp with a stop at the inner maximum only: the gradient sums to 2.
func.func private @inner_only(%x: tensor<?xf64>, %low: tensor<f64>, %zero: tensor<f64>, %e: tensor<?xf64>) -> tensor<f64> {
  // expected-note @below {{this maximum is also used without a stop}}
  %m = linalg.reduce {arith.maximumf} ins(%x : tensor<?xf64>) outs(%low : tensor<f64>) dimensions = [0]
  // expected-warning @below {{'grad.stop_gradient' stops one use of a maximum that is subtracted from its input, while a derivative flows through another use [partly-stopped-maximum]}}
  // expected-note @below {{use the stopped value everywhere}}
  %s = grad.stop_gradient %m : tensor<f64>
  %d = linalg.generic {indexing_maps = [#one, #sum, #one], iterator_types = ["parallel"]}
      ins(%x, %s : tensor<?xf64>, tensor<f64>) outs(%e : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %0 = arith.subf %a, %b : f64
    %1 = math.exp %0 : f64
    linalg.yield %1 : f64
  } -> tensor<?xf64>
  %t = linalg.reduce {arith.addf} ins(%d : tensor<?xf64>) outs(%zero : tensor<f64>) dimensions = [0]
  %l = math.log %t : tensor<f64>
  %y = arith.addf %l, %m : tensor<f64>
  return %y : tensor<f64>
}
// With stops at both uses, or without a stop, it is right.
func.func private @both(%x: tensor<?xf64>, %low: tensor<f64>, %zero: tensor<f64>, %e: tensor<?xf64>) -> tensor<f64> {
  %m = linalg.reduce {arith.maximumf} ins(%x : tensor<?xf64>) outs(%low : tensor<f64>) dimensions = [0]
  %s = grad.stop_gradient %m : tensor<f64>
  %d = linalg.generic {indexing_maps = [#one, #sum, #one], iterator_types = ["parallel"]}
      ins(%x, %s : tensor<?xf64>, tensor<f64>) outs(%e : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %0 = arith.subf %a, %b : f64
    %1 = math.exp %0 : f64
    linalg.yield %1 : f64
  } -> tensor<?xf64>
  %t = linalg.reduce {arith.addf} ins(%d : tensor<?xf64>) outs(%zero : tensor<f64>) dimensions = [0]
  %l = math.log %t : tensor<f64>
  %y = arith.addf %l, %s : tensor<f64>
  return %y : tensor<f64>
}
func.func @request(%x: tensor<?xf64>, %s: tensor<f64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %0:2 = grad.value_and_grad @inner_only(%x, %s, %s, %x) {wrt = array<i64: 0>}
      : (tensor<?xf64>, tensor<f64>, tensor<f64>, tensor<?xf64>) -> (tensor<f64>, tensor<?xf64>)
  %1:2 = grad.value_and_grad @both(%x, %s, %s, %x) {wrt = array<i64: 0>}
      : (tensor<?xf64>, tensor<f64>, tensor<f64>, tensor<?xf64>) -> (tensor<f64>, tensor<?xf64>)
  return %0#1, %1#1 : tensor<?xf64>, tensor<?xf64>
}

// -----

// The same for two operands, with the maximum computed twice; the stop is at
// the outer one.
func.func private @of_two(%a: f64, %b: f64) -> f64 {
  // expected-note @below {{this maximum is also used without a stop}}
  %m = arith.maximumf %a, %b : f64
  %n = arith.maximumf %a, %b : f64
  // expected-warning @below {{[partly-stopped-maximum]}}
  // expected-note @below {{use the stopped value everywhere}}
  %s = grad.stop_gradient %n : f64
  %da = arith.subf %a, %m : f64
  %db = arith.subf %b, %m : f64
  %ea = math.exp %da : f64
  %eb = math.exp %db : f64
  %t = arith.addf %ea, %eb : f64
  %l = math.log %t : f64
  %y = arith.addf %l, %s : f64
  return %y : f64
}
// A maximum that is subtracted from another value may be stopped in part, and
// so may a relu, whose other operand is a constant.
func.func private @of_others(%a: f64, %b: f64, %z: f64) -> f64 {
  %m = arith.maximumf %a, %b : f64
  %s = grad.stop_gradient %m : f64
  %d = arith.subf %z, %s : f64
  %zero = arith.constant 0.0 : f64
  %r = arith.maximumf %a, %zero : f64
  %t = grad.stop_gradient %r : f64
  %e = arith.subf %a, %t : f64
  %p = arith.mulf %d, %m : f64
  %q = arith.mulf %e, %r : f64
  %y = arith.addf %p, %q : f64
  return %y : f64
}
func.func @request(%a: f64, %b: f64, %z: f64) -> (f64, f64) {
  %0:3 = grad.value_and_grad @of_two(%a, %b) : (f64, f64) -> (f64, f64, f64)
  %1:2 = grad.value_and_grad @of_others(%a, %b, %z) {wrt = array<i64: 0>} : (f64, f64, f64) -> (f64, f64)
  %2:4 = grad.value_and_grad @of_others(%a, %b, %z) : (f64, f64, f64) -> (f64, f64, f64, f64)
  return %0#1, %1#1 : f64, f64
}

// -----

// A maximum by comparison; a maximum in a loop, which another loop subtracts.
func.func private @by_comparison(%a: f64, %b: f64) -> f64 {
  %c = arith.cmpf olt, %a, %b : f64
  // expected-note @below {{this maximum is also used without a stop}}
  %m = arith.select %c, %b, %a : f64
  // expected-warning @below {{[partly-stopped-maximum]}}
  // expected-note @below {{use the stopped value everywhere}}
  %s = grad.stop_gradient %m : f64
  %d = arith.subf %a, %s : f64
  %e = math.exp %d : f64
  %y = arith.addf %e, %m : f64
  return %y : f64
}
func.func private @in_loop(%x: tensor<?xf64>, %n: index, %low: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @below {{this maximum is also used without a stop}}
  %m = scf.for %i = %c0 to %n step %c1 iter_args(%a = %low) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %b = arith.maximumf %a, %e : f64
    scf.yield %b : f64
  }
  // expected-warning @below {{[partly-stopped-maximum]}}
  // expected-note @below {{use the stopped value everywhere}}
  %s = grad.stop_gradient %m : f64
  %t = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> f64 {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %d = arith.subf %e, %s : f64
    %f = math.exp %d : f64
    %b = arith.addf %a, %f : f64
    scf.yield %b : f64
  }
  %l = math.log %t : f64
  %y = arith.addf %l, %m : f64
  return %y : f64
}
// A minimum does not count, nor does a select by another condition.
func.func private @not_maxima(%a: f64, %b: f64) -> f64 {
  %c = arith.cmpf olt, %a, %b : f64
  %m = arith.select %c, %a, %b : f64
  %s = grad.stop_gradient %m : f64
  %d = arith.subf %a, %s : f64
  %k = arith.select %c, %b, %d : f64
  %t = grad.stop_gradient %k : f64
  %e = arith.subf %b, %t : f64
  %f = arith.mulf %d, %e : f64
  %g = arith.mulf %f, %m : f64
  %y = arith.mulf %g, %k : f64
  return %y : f64
}
func.func @request(%a: f64, %b: f64, %x: tensor<?xf64>, %n: index) -> (f64, tensor<?xf64>, f64) {
  %0:3 = grad.value_and_grad @by_comparison(%a, %b) : (f64, f64) -> (f64, f64, f64)
  %1:2 = grad.value_and_grad @in_loop(%x, %n, %a) {wrt = array<i64: 0>} : (tensor<?xf64>, index, f64) -> (f64, tensor<?xf64>)
  %2:3 = grad.value_and_grad @not_maxima(%a, %b) : (f64, f64) -> (f64, f64, f64)
  return %0#1, %1#1, %2#1 : f64, tensor<?xf64>, f64
}
