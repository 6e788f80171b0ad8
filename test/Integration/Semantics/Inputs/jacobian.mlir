// Returns the value of a function FACT from SIZE floats to SIZE floats, and its
// Jacobian. First asserts that reverse mode, which gives rows, and forward
// mode, which gives columns, agree.
//
// A test replaces FACT by the name of its function and SIZE by a number, and
// appends this file to itself.

func.func @jacobian(%x: tensor<SIZExf64>) -> (tensor<SIZExf64>, tensor<SIZExSIZExf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant SIZE : index
  %zero = arith.constant dense<0.0> : tensor<SIZExf64>
  %one = arith.constant 1.0 : f64
  %no_rows = arith.constant dense<0.0> : tensor<SIZExSIZExf64>
  %y = call @FACT(%x) : (tensor<SIZExf64>) -> tensor<SIZExf64>
  %matrix = scf.for %i = %c0 to %n step %c1 iter_args(%rows = %no_rows) -> tensor<SIZExSIZExf64> {
    %of_i = tensor.insert %one into %zero[%i] : tensor<SIZExf64>
    %same_y, %row = grad.vjp @FACT(%x) cotangents(%of_i)
        : (tensor<SIZExf64>, tensor<SIZExf64>) -> (tensor<SIZExf64>, tensor<SIZExf64>)
    scf.for %j = %c0 to %n step %c1 {
      %along_j = tensor.insert %one into %zero[%j] : tensor<SIZExf64>
      %again_y, %column = grad.jvp @FACT(%x) tangents(%along_j)
          : (tensor<SIZExf64>, tensor<SIZExf64>) -> (tensor<SIZExf64>, tensor<SIZExf64>)
      %reverse = tensor.extract %row[%j] : tensor<SIZExf64>
      %forward = tensor.extract %column[%i] : tensor<SIZExf64>
      func.call @assert_same(%reverse, %forward) : (f64, f64) -> ()
    }
    %next = tensor.insert_slice %row into %rows[%i, 0] [1, SIZE] [1, 1]
        : tensor<SIZExf64> into tensor<SIZExSIZExf64>
    scf.yield %next : tensor<SIZExSIZExf64>
  }
  return %y, %matrix : tensor<SIZExf64>, tensor<SIZExSIZExf64>
}
