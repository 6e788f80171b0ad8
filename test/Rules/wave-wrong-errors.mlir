// The result of a rule of another dialect is checked against its declared flow.
// The rules of test/lib/TestWaveWrong.cpp have faults.
// RUN: sg-test-opt %s --grad-expand-derivatives --split-input-file --verify-diagnostics

// A rule that returns success without a contribution.
func.func private @f(%x: f64, %y: f64) -> f64 {
  // expected-error@+2 {{'wave.faulty' op has a derivative rule whose pullback contributes nothing to operand #0, from which its derivativeFlow declares an edge}}
  // expected-note@+1 {{call ReverseContext::accumulate, with a null value if the contribution is zero, or declare no edge}}
  %first, %second = wave.faulty "nothing" %x, %y : (f64, f64) -> (f64, f64)
  %z = arith.mulf %first, %second : f64
  return %z : f64
}
func.func @reverse(%x: f64, %y: f64) {
  // expected-note@+1 {{while differentiating '@f', requested here}}
  grad.value_and_grad @f(%x, %y) : (f64, f64) -> (f64, f64, f64)
  return
}

// -----

func.func private @f(%x: f64, %y: f64) -> f64 {
  // expected-error@+2 {{'wave.faulty' op has a derivative rule whose pushforward sets no tangent for result #0, to which its derivativeFlow declares an edge}}
  // expected-note@+1 {{call ForwardContext::setTangent, with a null value if the tangent is zero, or declare no edge}}
  %first, %second = wave.faulty "nothing" %x, %y : (f64, f64) -> (f64, f64)
  %z = arith.mulf %first, %second : f64
  return %z : f64
}
func.func @forward(%x: f64, %y: f64) {
  // expected-note@+1 {{while differentiating '@f', requested here}}
  grad.jvp @f(%x, %y) tangents(%x, %y) : (f64, f64, f64, f64) -> (f64, f64)
  return
}

// -----

// A rule that forgets one operand or one result.
func.func private @f(%x: f64, %y: f64) -> f64 {
  // expected-error@+2 {{'wave.faulty' op has a derivative rule whose pullback contributes nothing to operand #1,}}
  // expected-note@+1 {{correct the rule}}
  %first, %second = wave.faulty "forgets" %x, %y : (f64, f64) -> (f64, f64)
  %z = arith.mulf %first, %second : f64
  return %z : f64
}
func.func @reverse(%x: f64, %y: f64) {
  // expected-note@+1 {{while differentiating '@f', requested here}}
  grad.value_and_grad @f(%x, %y) : (f64, f64) -> (f64, f64, f64)
  return
}

// -----

func.func private @f(%x: f64, %y: f64) -> f64 {
  // expected-error@+2 {{'wave.faulty' op has a derivative rule whose pushforward sets no tangent for result #1,}}
  // expected-note@+1 {{correct the rule}}
  %first, %second = wave.faulty "forgets" %x, %y : (f64, f64) -> (f64, f64)
  %z = arith.mulf %first, %second : f64
  return %z : f64
}
func.func @forward(%x: f64, %y: f64) {
  // expected-note@+1 {{while differentiating '@f', requested here}}
  grad.jvp @f(%x, %y) tangents(%x, %y) : (f64, f64, f64, f64) -> (f64, f64)
  return
}

// -----

// A derivative of the wrong type.
func.func private @f(%x: f64, %y: f64) -> f64 {
  // expected-error@+2 {{'wave.faulty' op has a derivative rule whose pullback contributes a value of type 'f32' for operand #0, which is of type 'f64'}}
  // expected-note@+1 {{a derivative has the type of its value; correct the rule}}
  %first, %second = wave.faulty "type" %x, %y : (f64, f64) -> (f64, f64)
  %z = arith.mulf %first, %second : f64
  return %z : f64
}
func.func @reverse(%x: f64, %y: f64) {
  // expected-note@+1 {{while differentiating '@f', requested here}}
  grad.value_and_grad @f(%x, %y) : (f64, f64) -> (f64, f64, f64)
  return
}

// -----

func.func private @f(%x: f64, %y: f64) -> f64 {
  // expected-error@+2 {{'wave.faulty' op has a derivative rule whose pushforward sets a tangent of type 'f32' for result #0, which is of type 'f64'}}
  // expected-note@+1 {{a derivative has the type of its value; correct the rule}}
  %first, %second = wave.faulty "type" %x, %y : (f64, f64) -> (f64, f64)
  %z = arith.mulf %first, %second : f64
  return %z : f64
}
func.func @forward(%x: f64, %y: f64) {
  // expected-note@+1 {{while differentiating '@f', requested here}}
  grad.jvp @f(%x, %y) tangents(%x, %y) : (f64, f64, f64, f64) -> (f64, f64)
  return
}

// -----

// A rule that fails without a diagnostic.
func.func private @f(%x: f64, %y: f64) -> f64 {
  // expected-error@+2 {{'wave.faulty' op has a derivative rule that fails without an error message}}
  // expected-note@+1 {{stop the derivative before it with grad.stop_gradient}}
  %first, %second = wave.faulty "fails" %x, %y : (f64, f64) -> (f64, f64)
  %z = arith.mulf %first, %second : f64
  return %z : f64
}
func.func @reverse(%x: f64, %y: f64) {
  // expected-note@+1 {{while differentiating '@f', requested here}}
  grad.value_and_grad @f(%x, %y) : (f64, f64) -> (f64, f64, f64)
  return
}

// -----

func.func private @f(%x: f64, %y: f64) -> f64 {
  // expected-error@+2 {{'wave.faulty' op has a derivative rule that fails without an error message}}
  // expected-note@+1 {{stop the derivative before it with grad.stop_gradient}}
  %first, %second = wave.faulty "fails" %x, %y : (f64, f64) -> (f64, f64)
  %z = arith.mulf %first, %second : f64
  return %z : f64
}
func.func @forward(%x: f64, %y: f64) {
  // expected-note@+1 {{while differentiating '@f', requested here}}
  grad.jvp @f(%x, %y) tangents(%x, %y) : (f64, f64, f64, f64) -> (f64, f64)
  return
}

// -----

// A decomposition that cannot replace the op.
func.func private @f(%x: f64, %y: f64) -> f64 {
  // expected-error@+2 {{'wave.faulty' op has a derivative rule that decomposes it into values of types ('f64'), but its results are of types ('f64', 'f64')}}
  // expected-note@+1 {{correct the rule}}
  %first, %second = wave.faulty "decomposes-to-one" %x, %y : (f64, f64) -> (f64, f64)
  %z = arith.mulf %first, %second : f64
  return %z : f64
}
func.func @reverse(%x: f64, %y: f64) {
  // expected-note@+1 {{while differentiating '@f', requested here}}
  grad.value_and_grad @f(%x, %y) : (f64, f64) -> (f64, f64, f64)
  return
}

// -----

func.func private @f(%x: f64, %y: f64) -> f64 {
  // expected-error@+2 {{'wave.faulty' op has a derivative rule that decomposes it into values of types ('f64', 'f32'), but its results are of types ('f64', 'f64')}}
  // expected-note@+1 {{correct the rule}}
  %first, %second = wave.faulty "decomposes-to-type" %x, %y : (f64, f64) -> (f64, f64)
  %z = arith.mulf %first, %second : f64
  return %z : f64
}
func.func @forward(%x: f64, %y: f64) {
  // expected-note@+1 {{while differentiating '@f', requested here}}
  grad.jvp @f(%x, %y) tangents(%x, %y) : (f64, f64, f64, f64) -> (f64, f64)
  return
}

// -----

// A rule that loses the derivative of a value captured by a region.
// expected-note@+1 {{the value is defined here}}
func.func private @f(%x: f64, %y: f64) -> f64 {
  %s = math.sin %y : f64
  // expected-error@+2 {{'wave.faulty_region' op has a derivative rule whose pullback does not seed a value that its regions capture, whose derivative would be lost}}
  // expected-note@+1 {{correct the rule}}
  %z = wave.faulty_region "unseeded" {
    %p = arith.mulf %x, %s : f64
    wave.yield %p : f64
  } : f64
  return %z : f64
}
func.func @reverse(%x: f64, %y: f64) {
  // expected-note@+1 {{while differentiating '@f', requested here}}
  grad.value_and_grad @f(%x, %y) : (f64, f64) -> (f64, f64, f64)
  return
}

// -----

func.func private @f(%x: f64, %y: f64) -> f64 {
  %s = math.sin %y : f64
  // expected-error@+2 {{'wave.faulty_region' op has a derivative rule whose pullback contributes nothing to a value that its regions capture, from which its derivativeFlow declares an edge}}
  // expected-note@+1 {{correct the rule}}
  %z = wave.faulty_region "forgets" {
    %p = arith.mulf %x, %s : f64
    wave.yield %p : f64
  } : f64
  return %z : f64
}
func.func @reverse(%x: f64, %y: f64) {
  // expected-note@+1 {{while differentiating '@f', requested here}}
  grad.value_and_grad @f(%x, %y) : (f64, f64) -> (f64, f64, f64)
  return
}

// -----

func.func private @f(%x: f64, %y: f64) -> f64 {
  %s = math.sin %y : f64
  // expected-error@+2 {{'wave.faulty_region' op has a derivative rule whose pushforward sets no tangent for result #0, to which its derivativeFlow declares an edge}}
  // expected-note@+1 {{correct the rule}}
  %z = wave.faulty_region "forgets" {
    %p = arith.mulf %x, %s : f64
    wave.yield %p : f64
  } : f64
  return %z : f64
}
func.func @forward(%x: f64, %y: f64) {
  // expected-note@+1 {{while differentiating '@f', requested here}}
  grad.jvp @f(%x, %y) tangents(%x, %y) : (f64, f64, f64, f64) -> (f64, f64)
  return
}

// -----

// In a loop the error is at the op in the loop, once.
func.func private @f(%x: f64, %y: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %z = scf.for %i = %c0 to %c9 step %c1 iter_args(%a = %x) -> f64 {
    // expected-error@+2 {{'wave.faulty' op has a derivative rule that fails without an error message}}
    // expected-note@+1 {{stop the derivative before it with grad.stop_gradient}}
    %first, %second = wave.faulty "fails" %a, %y : (f64, f64) -> (f64, f64)
    scf.yield %first : f64
  }
  return %z : f64
}
func.func @reverse(%x: f64, %y: f64) {
  // expected-note@+1 {{while differentiating '@f', requested here}}
  grad.value_and_grad @f(%x, %y) : (f64, f64) -> (f64, f64, f64)
  return
}
