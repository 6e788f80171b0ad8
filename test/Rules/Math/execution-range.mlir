// Derivatives of powers and quotients whose intermediate values leave the range
// of the type.
//
// RUN: sg-run %s --function=poly --input=1e-20 --expected-output=1 --expected-output=2 --expected-output=6
// RUN: sg-run %s --function=poly --input=0 --expected-output=1 --expected-output=2 --expected-output=6
// RUN: sg-run %s --function=poly --input=1e-20 --expected-output=1 --expected-output=2 --expected-output=6 --device=emulated
// RUN: sg-run %s --function=poly --input=1e-20 --expected-output=1 --expected-output=2 --expected-output=6 --device=reference
// RUN: sg-run %s --function=power_vjp --input=1e-40 --input=0 --expected-output=1 --expected-output=0
// RUN: sg-run %s --function=power_vjp --input=inf --input=0 --expected-output=1 --expected-output=0
// RUN: sg-run %s --function=mixed --input=2 --input=0 --expected-output=0.5
// RUN: sg-run %s --function=mixed --input=2 --input=3 --expected-output=12.317766166719343
// RUN: sg-run %s --function=least --input=1.01 --input=-128 --expected-output=0.27981059553977056 --expected-output=-35.46114478127785 --expected-output=-35.46114478127785 --tolerance=1e-13
// RUN: sg-run %s --function=least --input=1.01 --input=-127 --expected-output=0.28260870149516828 --expected-output=-35.535945633550863 --expected-output=-35.535945633550863 --tolerance=1e-13
// RUN: sg-run %s --function=least --input=1.01 --input=-128 --expected-output=0.27981059553977056 --expected-output=-35.46114478127785 --expected-output=-35.46114478127785 --tolerance=1e-13 --device=emulated
// RUN: sg-run %s --function=least_second --input=1.01 --input=-128 --expected-output=4529.1957195889536 --tolerance=1e-12
// RUN: sg-run %s --function=least_wide --input=-1 --input=-2147483648 --expected-output=2147483648 --expected-output=2147483648
// RUN: sg-run %s --function=quotient --input=1 --input=1e-20 --input=0 --expected-output=1e20 --expected-output=0 --expected-output=0
// RUN: sg-run %s --function=quotient --input=1 --input=1e-20 --input=1e-10 --expected-output=1e20 --expected-output=1e10 --expected-output=-1e30
// RUN: sg-run %s --function=quotient --input=1 --input=1e-20 --input=1e-10 --expected-output=1e20 --expected-output=1e10 --expected-output=-1e30 --device=emulated
// RUN: sg-run %s --function=quotient_jvp --input=1 --input=1e-20 --input=1e-10 --expected-output=-1e30

// 1 + 2 x + 3 x^2, its first derivative and its second derivative.
func.func @p(%x: f32) -> f32 {
  %e = arith.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  %c = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %z = arith.constant dense<0.0> : tensor<f32>
  %b = tensor.splat %x : tensor<3xf32>
  %w = math.powf %b, %e : tensor<3xf32>
  %d = linalg.dot ins(%w, %c : tensor<3xf32>, tensor<3xf32>) outs(%z : tensor<f32>) -> tensor<f32>
  %r = tensor.extract %d[] : tensor<f32>
  return %r : f32
}
func.func @p1(%x: f32) -> f32 {
  %r:2 = grad.value_and_grad @p(%x) : (f32) -> (f32, f32)
  return %r#1 : f32
}
func.func @poly(%x: f32) -> (f32, f32, f32) {
  %v = call @p(%x) : (f32) -> f32
  %r:2 = grad.value_and_grad @p1(%x) : (f32) -> (f32, f32)
  return %v, %r#0, %r#1 : f32, f32, f32
}

func.func @power(%x: f32, %y: f32) -> f32 {
  %r = math.powf %x, %y : f32
  return %r : f32
}
func.func @power_vjp(%x: f32, %y: f32) -> (f32, f32) {
  %r:2 = grad.value_and_grad @power(%x, %y) {wrt = array<i64: 0>} : (f32, f32) -> (f32, f32)
  return %r#0, %r#1 : f32, f32
}

// The derivative in x, then in y: x^(y-1) (1 + y log x), 1/x at y = 0.
func.func @power_x(%x: f64, %y: f64) -> f64 {
  %r:2 = grad.value_and_grad @power64(%x, %y) {wrt = array<i64: 0>} : (f64, f64) -> (f64, f64)
  return %r#1 : f64
}
func.func @power64(%x: f64, %y: f64) -> f64 {
  %r = math.powf %x, %y : f64
  return %r : f64
}
func.func @mixed(%x: f64, %y: f64) -> f64 {
  %r:2 = grad.value_and_grad @power_x(%x, %y) {wrt = array<i64: 1>} : (f64, f64) -> (f64, f64)
  return %r#1 : f64
}

// The smallest integer minus one wraps around.
func.func @powi(%x: f64, %n: i8) -> f64 {
  %r = math.fpowi %x, %n : f64, i8
  return %r : f64
}
func.func @least(%x: f64, %n: i8) -> (f64, f64, f64) {
  %one = arith.constant 1.0 : f64
  %r:2 = grad.value_and_grad @powi(%x, %n) : (f64, i8) -> (f64, f64)
  %s:2 = grad.jvp @powi(%x, %n) tangents(%one) : (f64, i8, f64) -> (f64, f64)
  return %r#0, %r#1, %s#1 : f64, f64, f64
}
func.func @powi_x(%x: f64, %n: i8) -> f64 {
  %r:2 = grad.value_and_grad @powi(%x, %n) : (f64, i8) -> (f64, f64)
  return %r#1 : f64
}
func.func @least_second(%x: f64, %n: i8) -> f64 {
  %r:2 = grad.value_and_grad @powi_x(%x, %n) : (f64, i8) -> (f64, f64)
  return %r#1 : f64
}
func.func @powi32(%x: f64, %n: i32) -> f64 {
  %r = math.fpowi %x, %n : f64, i32
  return %r : f64
}
func.func @least_wide(%x: f64, %n: i32) -> (f64, f64) {
  %one = arith.constant 1.0 : f64
  %r:2 = grad.value_and_grad @powi32(%x, %n) : (f64, i32) -> (f64, f64)
  %s:2 = grad.jvp @powi32(%x, %n) tangents(%one) : (f64, i32, f64) -> (f64, f64)
  return %r#1, %s#1 : f64, f64
}

// The quotient overflows where the derivative of the denominator does not.
func.func @div(%x: f32, %y: f32) -> f32 {
  %r = arith.divf %x, %y : f32
  return %r : f32
}
func.func @quotient(%x: f32, %y: f32, %c: f32) -> (f32, f32, f32) {
  %r:3 = grad.vjp @div(%x, %y) cotangents(%c) : (f32, f32, f32) -> (f32, f32, f32)
  return %r#0, %r#1, %r#2 : f32, f32, f32
}
func.func @quotient_jvp(%x: f32, %y: f32, %c: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r:2 = grad.jvp @div(%x, %y) tangents(%zero, %c) : (f32, f32, f32, f32) -> (f32, f32)
  return %r#1 : f32
}
