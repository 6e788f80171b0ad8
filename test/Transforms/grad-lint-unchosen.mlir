// RUN: sg-opt %s --grad-lint --split-input-file --verify-diagnostics -o /dev/null
// RUN: sg-opt %s --grad-lint=ignore=unchosen-derivative,unchosen-product,unbounded-derivative --split-input-file -o /dev/null 2>&1 | not grep ' warning: '

// A root that a select leaves out where its derivative is infinite. No warning
// with a second select of the root's operand, by a constant or by the same
// value, stopped; nor if the condition does not exclude 0: another number, a
// mask, or the root selected at 0.
func.func private @roots(%x: f64, %z: f64, %mask: i1) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %p = arith.cmpf ogt, %x, %zero : f64
  // expected-note @below {{this op is always computed, and its derivative there is infinite; multiplied by the zero cotangent it gives NaN}}
  %r = math.sqrt %x : f64
  // expected-warning @below {{'arith.select' does not choose 'math.sqrt' at 0, yet the derivative there is NaN [unchosen-derivative]}}
  // expected-note @below {{request the derivative with strong_zero, or also select the operand of 'math.sqrt': a harmless constant where its result is not chosen}}
  %bad = arith.select %p, %r, %zero : f64
  %safe = arith.select %p, %x, %one : f64
  %r1 = math.sqrt %safe : f64
  %a = arith.select %p, %r1, %zero : f64
  %stopped = grad.stop_gradient %x : f64
  %again = arith.cmpf ogt, %x, %zero : f64
  %guarded = arith.select %again, %x, %stopped : f64
  %r2 = math.sqrt %guarded : f64
  %b = arith.select %p, %r2, %zero : f64
  %other = arith.cmpf ogt, %z, %zero : f64
  %c = arith.select %other, %r, %zero : f64
  %d = arith.select %mask, %r, %zero : f64
  %reached = arith.cmpf oge, %x, %zero : f64
  %e = arith.select %reached, %r, %zero : f64
  %0 = arith.addf %bad, %a : f64
  %1 = arith.addf %0, %b : f64
  %2 = arith.addf %1, %c : f64
  %3 = arith.addf %2, %d : f64
  %4 = arith.addf %3, %e : f64
  return %4 : f64
}
func.func @request(%x: f64, %z: f64, %mask: i1) -> f64 {
  %y, %dx = grad.value_and_grad @roots(%x, %z, %mask) {wrt = array<i64: 0>} : (f64, f64, i1) -> (f64, f64)
  return %dx : f64
}

// -----

// No warning with strong zeros, nor in forward mode, which omits the tangent.
func.func private @root(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %p = arith.cmpf ogt, %x, %zero : f64
  %r = math.sqrt %x : f64
  %y = arith.select %p, %r, %zero : f64
  return %y : f64
}
func.func @request(%x: f64) -> (f64, f64) {
  %y, %dx = grad.value_and_grad @root(%x) {strong_zero} : (f64) -> (f64, f64)
  %z, %dz = grad.jvp @root(%x) tangents(%x) : (f64, f64) -> (f64, f64)
  return %dx, %dz : f64, f64
}

// -----

// The negated condition, two conditions, other ops and other poles, after other
// ops and in calls.
func.func private @entropy(%p: f64) -> f64 {
  // expected-note @below {{this op is always computed, and its derivative there is infinite}}
  %l = math.log %p : f64
  %y = arith.mulf %p, %l : f64
  return %y : f64
}
func.func private @others(%x: f64, %z: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %is_none = arith.cmpf ole, %x, %zero : f64
  %e = func.call @entropy(%x) : (f64) -> f64
  // expected-warning @below {{does not choose 'math.log' at 0, yet the derivative there is NaN}}
  // expected-note @below {{request the derivative with strong_zero}}
  %a = arith.select %is_none, %zero, %e : f64
  %low = arith.cmpf ogt, %z, %zero : f64
  %high = arith.cmpf olt, %z, %one : f64
  %inside = arith.andi %low, %high : i1
  // expected-note @below {{this op is always computed, and its derivative there is infinite}}
  %s = math.asin %z : f64
  %t = math.exp %s : f64
  // expected-warning @below {{does not choose 'math.asin' at -1, yet the derivative there is NaN}}
  // expected-note @below {{request the derivative with strong_zero}}
  %b = arith.select %inside, %t, %zero : f64
  %square = arith.mulf %z, %z : f64
  %cube = arith.mulf %square, %z : f64
  // expected-note @below {{this op is always computed, and its derivative there is infinite}}
  %q = arith.divf %x, %cube : f64
  %is_far = arith.cmpf ogt, %z, %one : f64
  // expected-warning @below {{does not choose 'arith.divf' at 0, yet the derivative there is NaN}}
  // expected-note @below {{request the derivative with strong_zero}}
  %c = arith.select %is_far, %q, %x : f64
  %ab = arith.addf %a, %b : f64
  %y = arith.addf %ab, %c : f64
  return %y : f64
}
func.func @request(%x: f64, %z: f64) -> (f64, f64) {
  %y, %d:2 = grad.value_and_grad @others(%x, %z) : (f64, f64) -> (f64, f64, f64)
  return %d#0, %d#1 : f64, f64
}

// -----

// On tensors, in bodies, and by a branch that yields a value computed before
// it.
#id = affine_map<(i) -> (i)>
func.func private @tensors(%x: tensor<?xf32>, %c: f32) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %bits = tensor.empty(%n) : tensor<?xi1>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<?xf32>) outs(%bits : tensor<?xi1>) {
  ^bb0(%a: f32, %o: i1):
    %q = arith.cmpf ogt, %a, %zero : f32
    linalg.yield %q : i1
  } -> tensor<?xi1>
  // expected-note @below {{this op is always computed, and its derivative there is infinite}}
  %r = linalg.sqrt ins(%x : tensor<?xf32>) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%p, %r : tensor<?xi1>, tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%a: i1, %b: f32, %o: f32):
    // expected-warning @below {{'arith.select' does not choose 'math.sqrt' at}}
    // expected-note @below {{request the derivative with strong_zero}}
    %s = arith.select %a, %b, %zero : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  %is_positive = arith.cmpf ogt, %c, %zero : f32
  // expected-note @below {{this op is always computed, and its derivative there is infinite}}
  %l = math.log %c : f32
  // expected-warning @below {{'scf.if' does not choose 'math.log' at}}
  // expected-note @below {{request the derivative with strong_zero}}
  %k = scf.if %is_positive -> f32 {
    scf.yield %l : f32
  } else {
    scf.yield %zero : f32
  }
  %ks = tensor.splat %k[%n] : tensor<?xf32>
  %z = arith.mulf %y, %ks : tensor<?xf32>
  return %z : tensor<?xf32>
}
func.func @request(%x: tensor<?xf32>, %c: f32) -> tensor<?xf32> {
  %y, %d:2 = grad.vjp @tensors(%x, %c) cotangents(%x) : (tensor<?xf32>, f32, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, f32)
  return %d#0 : tensor<?xf32>
}

// -----

// Strong zeros do not apply inside sums of products.
func.func private @product(%x: tensor<4xf32>, %w: tensor<4x4xf32>) -> tensor<4xf32> {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %p = arith.cmpf ogt, %x, %zero : tensor<4xf32>
  // expected-note @below {{also select the operand of this op: a harmless constant where the product is not chosen}}
  %l = math.log %x : tensor<4xf32>
  %root = math.cbrt %x : tensor<4xf32>
  // expected-warning @below {{'linalg.matvec' multiplies a zero cotangent by the result of 'math.log', which is infinite or NaN; strong zeros do not apply within sums of products [unchosen-product]}}
  %m = linalg.matvec ins(%w, %l : tensor<4x4xf32>, tensor<4xf32>) outs(%zero : tensor<4xf32>) -> tensor<4xf32>
  %n = linalg.matvec ins(%w, %root : tensor<4x4xf32>, tensor<4xf32>) outs(%zero : tensor<4xf32>) -> tensor<4xf32>
  // expected-note @below {{the product is not chosen here for such values}}
  %y = arith.select %p, %m, %zero : tensor<4xi1>, tensor<4xf32>
  %z = arith.select %p, %n, %zero : tensor<4xi1>, tensor<4xf32>
  %s = arith.addf %y, %z : tensor<4xf32>
  return %s : tensor<4xf32>
}
func.func @request(%x: tensor<4xf32>, %w: tensor<4x4xf32>) -> tensor<4xf32> {
  %y, %d:2 = grad.vjp @product(%x, %w) cotangents(%x) {strong_zero}
      : (tensor<4xf32>, tensor<4x4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4x4xf32>)
  return %d#0 : tensor<4xf32>
}
