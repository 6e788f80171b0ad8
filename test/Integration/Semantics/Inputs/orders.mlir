// The derivatives of a function FACT of one float, in every mixture of modes:
// @orders returns f, f', f'' and f'''. It first asserts that both modes give
// the same f', all four pairs of modes the same f'' and all eight triples the
// same f'''. A function's name lists the modes from the first to the last:
// @forward_reverse is the derivative in reverse mode of the one in forward
// mode.
//
// A test replaces FACT by the name of its function and appends this file.

func.func @orders(%x: f64) -> tensor<4xf64> {
  %f = call @FACT(%x) : (f64) -> f64
  %reverse = call @reverse(%x) : (f64) -> f64
  %forward = call @forward(%x) : (f64) -> f64
  call @assert_same(%reverse, %forward) : (f64, f64) -> ()
  %reverse_reverse = call @reverse_reverse(%x) : (f64) -> f64
  %reverse_forward = call @reverse_forward(%x) : (f64) -> f64
  %forward_reverse = call @forward_reverse(%x) : (f64) -> f64
  %forward_forward = call @forward_forward(%x) : (f64) -> f64
  call @assert_same(%reverse_reverse, %reverse_forward) : (f64, f64) -> ()
  call @assert_same(%reverse_reverse, %forward_reverse) : (f64, f64) -> ()
  call @assert_same(%reverse_reverse, %forward_forward) : (f64, f64) -> ()
  %reverse_reverse_reverse = call @reverse_reverse_reverse(%x) : (f64) -> f64
  %reverse_reverse_forward = call @reverse_reverse_forward(%x) : (f64) -> f64
  %reverse_forward_reverse = call @reverse_forward_reverse(%x) : (f64) -> f64
  %reverse_forward_forward = call @reverse_forward_forward(%x) : (f64) -> f64
  %forward_reverse_reverse = call @forward_reverse_reverse(%x) : (f64) -> f64
  %forward_reverse_forward = call @forward_reverse_forward(%x) : (f64) -> f64
  %forward_forward_reverse = call @forward_forward_reverse(%x) : (f64) -> f64
  %forward_forward_forward = call @forward_forward_forward(%x) : (f64) -> f64
  call @assert_same(%reverse_reverse_reverse, %reverse_reverse_forward) : (f64, f64) -> ()
  call @assert_same(%reverse_reverse_reverse, %reverse_forward_reverse) : (f64, f64) -> ()
  call @assert_same(%reverse_reverse_reverse, %reverse_forward_forward) : (f64, f64) -> ()
  call @assert_same(%reverse_reverse_reverse, %forward_reverse_reverse) : (f64, f64) -> ()
  call @assert_same(%reverse_reverse_reverse, %forward_reverse_forward) : (f64, f64) -> ()
  call @assert_same(%reverse_reverse_reverse, %forward_forward_reverse) : (f64, f64) -> ()
  call @assert_same(%reverse_reverse_reverse, %forward_forward_forward) : (f64, f64) -> ()
  %all = tensor.from_elements %f, %reverse, %reverse_reverse, %reverse_reverse_reverse : tensor<4xf64>
  return %all : tensor<4xf64>
}

func.func private @reverse(%x: f64) -> f64 {
  %y, %slope = grad.value_and_grad @FACT(%x) : (f64) -> (f64, f64)
  return %slope : f64
}
func.func private @forward(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %y, %slope = grad.jvp @FACT(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  return %slope : f64
}
func.func private @reverse_reverse(%x: f64) -> f64 {
  %y, %slope = grad.value_and_grad @reverse(%x) : (f64) -> (f64, f64)
  return %slope : f64
}
func.func private @reverse_forward(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %y, %slope = grad.jvp @reverse(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  return %slope : f64
}
func.func private @forward_reverse(%x: f64) -> f64 {
  %y, %slope = grad.value_and_grad @forward(%x) : (f64) -> (f64, f64)
  return %slope : f64
}
func.func private @forward_forward(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %y, %slope = grad.jvp @forward(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  return %slope : f64
}
func.func private @reverse_reverse_reverse(%x: f64) -> f64 {
  %y, %slope = grad.value_and_grad @reverse_reverse(%x) : (f64) -> (f64, f64)
  return %slope : f64
}
func.func private @reverse_reverse_forward(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %y, %slope = grad.jvp @reverse_reverse(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  return %slope : f64
}
func.func private @reverse_forward_reverse(%x: f64) -> f64 {
  %y, %slope = grad.value_and_grad @reverse_forward(%x) : (f64) -> (f64, f64)
  return %slope : f64
}
func.func private @reverse_forward_forward(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %y, %slope = grad.jvp @reverse_forward(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  return %slope : f64
}
func.func private @forward_reverse_reverse(%x: f64) -> f64 {
  %y, %slope = grad.value_and_grad @forward_reverse(%x) : (f64) -> (f64, f64)
  return %slope : f64
}
func.func private @forward_reverse_forward(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %y, %slope = grad.jvp @forward_reverse(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  return %slope : f64
}
func.func private @forward_forward_reverse(%x: f64) -> f64 {
  %y, %slope = grad.value_and_grad @forward_forward(%x) : (f64) -> (f64, f64)
  return %slope : f64
}
func.func private @forward_forward_forward(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %y, %slope = grad.jvp @forward_forward(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  return %slope : f64
}
