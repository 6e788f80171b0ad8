// If the rule of an op in an unknown dialect fails, the error is at that op.
// RUN: sg-test-opt %s --grad-expand-derivatives --split-input-file --verify-diagnostics

func.func private @f(%x: tensor<4xf64>) -> f64 {
  // expected-error@+2 {{'wave.each' op captures what is no number, and a derivative flows through}}
  // expected-note@+1 {{stop the derivative before it}}
  %y = wave.each(%x) {
  ^bb0(%a: f64):
    %d = wave.dot %x, %x : tensor<4xf64>
    wave.yield %d : f64
  } : (tensor<4xf64>) -> tensor<4xf64>
  %z = wave.dot %y, %y : tensor<4xf64>
  return %z : f64
}
func.func @request(%x: tensor<4xf64>) {
  // expected-note@+1 {{while differentiating '@f', requested here}}
  grad.value_and_grad @f(%x) : (tensor<4xf64>) -> (f64, tensor<4xf64>)
  return
}

// -----

func.func private @f(%x: tensor<4xf64>, %s: tensor<4xf64>) -> f64 {
  // expected-note@+2 {{stop the derivative before it}}
  // expected-error@+1 {{'wave.each' op computes what is no number, and its derivative reads it}}
  %y = wave.each(%x) {
  ^bb0(%a: f64):
    %scaled = wave.scale %s by %a : tensor<4xf64>
    %d = wave.dot %scaled, %scaled : tensor<4xf64>
    wave.yield %d : f64
  } : (tensor<4xf64>) -> tensor<4xf64>
  %z = wave.dot %y, %y : tensor<4xf64>
  return %z : f64
}
func.func @request(%x: tensor<4xf64>) {
  // expected-note@+1 {{while differentiating '@f', requested here}}
  grad.value_and_grad @f(%x, %x) {wrt = array<i64: 0>} : (tensor<4xf64>, tensor<4xf64>) -> (f64, tensor<4xf64>)
  return
}
