// The derivatives of a function FACT of SIZE floats, in every mixture of modes:
// @gradient returns f, its gradient and its Hessian. It first asserts that both
// modes give the same gradient and all four pairs of modes the same Hessian.
//
// A test replaces FACT by the name of its function and SIZE by a number, and
// appends this file to itself.

func.func @gradient(%x: tensor<SIZExf64>) -> (f64, tensor<SIZExf64>, tensor<SIZExSIZExf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant SIZE : index
  %zero = arith.constant dense<0.0> : tensor<SIZExf64>
  %one = arith.constant 1.0 : f64
  %no_hessian = arith.constant dense<0.0> : tensor<SIZExSIZExf64>
  %f = call @FACT(%x) : (tensor<SIZExf64>) -> f64
  %reverse = call @reverse(%x) : (tensor<SIZExf64>) -> tensor<SIZExf64>
  %hessian = scf.for %i = %c0 to %n step %c1 iter_args(%rows = %no_hessian) -> tensor<SIZExSIZExf64> {
    %along_i = tensor.insert %one into %zero[%i] : tensor<SIZExf64>
    %slope = tensor.extract %reverse[%i] : tensor<SIZExf64>
    %forward = func.call @forward(%x, %along_i) : (tensor<SIZExf64>, tensor<SIZExf64>) -> f64
    func.call @assert_same(%slope, %forward) : (f64, f64) -> ()
    %row, %rr = grad.vjp @reverse(%x) cotangents(%along_i)
        : (tensor<SIZExf64>, tensor<SIZExf64>) -> (tensor<SIZExf64>, tensor<SIZExf64>)
    %same_row, %rf = grad.jvp @reverse(%x) tangents(%along_i)
        : (tensor<SIZExf64>, tensor<SIZExf64>) -> (tensor<SIZExf64>, tensor<SIZExf64>)
    %same_slope, %fr = grad.value_and_grad @forward(%x, %along_i) {wrt = array<i64: 0>}
        : (tensor<SIZExf64>, tensor<SIZExf64>) -> (f64, tensor<SIZExf64>)
    scf.for %j = %c0 to %n step %c1 {
      %along_j = tensor.insert %one into %zero[%j] : tensor<SIZExf64>
      %again, %ff = grad.jvp @forward(%x, %along_i) tangents(%along_j) {wrt = array<i64: 0>}
          : (tensor<SIZExf64>, tensor<SIZExf64>, tensor<SIZExf64>) -> (f64, f64)
      %reverse_reverse = tensor.extract %rr[%j] : tensor<SIZExf64>
      %reverse_forward = tensor.extract %rf[%j] : tensor<SIZExf64>
      %forward_reverse = tensor.extract %fr[%j] : tensor<SIZExf64>
      func.call @assert_same(%reverse_reverse, %reverse_forward) : (f64, f64) -> ()
      func.call @assert_same(%reverse_reverse, %forward_reverse) : (f64, f64) -> ()
      func.call @assert_same(%reverse_reverse, %ff) : (f64, f64) -> ()
    }
    %next = tensor.insert_slice %rr into %rows[%i, 0] [1, SIZE] [1, 1]
        : tensor<SIZExf64> into tensor<SIZExSIZExf64>
    scf.yield %next : tensor<SIZExSIZExf64>
  }
  return %f, %reverse, %hessian : f64, tensor<SIZExf64>, tensor<SIZExSIZExf64>
}

func.func private @reverse(%x: tensor<SIZExf64>) -> tensor<SIZExf64> {
  %y, %slopes = grad.value_and_grad @FACT(%x) : (tensor<SIZExf64>) -> (f64, tensor<SIZExf64>)
  return %slopes : tensor<SIZExf64>
}
func.func private @forward(%x: tensor<SIZExf64>, %direction: tensor<SIZExf64>) -> f64 {
  %y, %slope = grad.jvp @FACT(%x) tangents(%direction)
      : (tensor<SIZExf64>, tensor<SIZExf64>) -> (f64, f64)
  return %slope : f64
}
