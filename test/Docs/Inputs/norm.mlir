// Returns the length of a vector. The derivative, the vector divided by its length, is 0 / 0 at
// length 0.
func.func @length(%x: f64, %y: f64) -> f64 {
  %x2 = arith.mulf %x, %x : f64
  %y2 = arith.mulf %y, %y : f64
  %sum = arith.addf %x2, %y2 : f64
  %length = math.sqrt %sum : f64
  return %length : f64
}

// The same function with a custom rule: the derivative at length 0 is 0.
func.func @safe_length(%x: f64, %y: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @safe_length_forward, backward = @safe_length_backward}} {
  %length = call @length(%x, %y) : (f64, f64) -> f64
  return %length : f64
}

// Returns all results, then the residuals for the backward half.
func.func private @safe_length_forward(%x: f64, %y: f64) -> (f64, f64, f64, f64) {
  %length = call @length(%x, %y) : (f64, f64) -> f64
  return %length, %x, %y, %length : f64, f64, f64, f64
}

// Receives the residuals and a cotangent for each result. Returns a cotangent for each
// argument.
func.func private @safe_length_backward(%x: f64, %y: f64, %length: f64, %cotangent: f64) -> (f64, f64) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %is_zero = arith.cmpf oeq, %length, %zero : f64
  %divisor = arith.select %is_zero, %one, %length : f64
  %part = arith.divf %cotangent, %divisor : f64
  %dx = arith.mulf %part, %x : f64
  %dy = arith.mulf %part, %y : f64
  return %dx, %dy : f64, f64
}

func.func @gradients(%x: f64, %y: f64) -> (f64, f64, f64, f64) {
  %a, %ax, %ay = grad.value_and_grad @length(%x, %y) : (f64, f64) -> (f64, f64, f64)
  %b, %bx, %by = grad.value_and_grad @safe_length(%x, %y) : (f64, f64) -> (f64, f64, f64)
  return %ax, %ay, %bx, %by : f64, f64, f64, f64
}

// Forward mode of the same rule: it is transposed.
func.func @tangent(%x: f64, %y: f64, %dx: f64, %dy: f64) -> (f64, f64) {
  %length, %dlength = grad.jvp @safe_length(%x, %y) tangents(%dx, %dy) : (f64, f64, f64, f64) -> (f64, f64)
  return %length, %dlength : f64, f64
}
