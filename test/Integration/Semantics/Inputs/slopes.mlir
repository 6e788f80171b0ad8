// Returns the value of a function FACT of one float, its derivative in reverse
// mode and its derivative in forward mode.
//
// A test replaces FACT by the name of its function and appends this file.

func.func @slopes(%x: f64) -> tensor<3xf64> {
  %one = arith.constant 1.0 : f64
  %f, %reverse = grad.value_and_grad @FACT(%x) : (f64) -> (f64, f64)
  %g, %forward = grad.jvp @FACT(%x) tangents(%one) : (f64, f64) -> (f64, f64)
  %all = tensor.from_elements %f, %reverse, %forward : tensor<3xf64>
  return %all : tensor<3xf64>
}
