// @square and its derivative @double alternate: each takes the other's last
// result.
//
// RUN: %python %S/convert.py %t %S/Inputs/hello.json
// RUN: sg-run %s --function=chain --input=@%t/hello/input.square.npy --tolerance=0 \
// RUN:   --expected-output=@%t/hello/expected.sequence_square_double.npy

func.func @square(%x: f64) -> f64 {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}

func.func @double(%x: f64) -> f64 {
  %y, %dy = grad.value_and_grad @square(%x) : (f64) -> (f64, f64)
  return %dy : f64
}

// The pairs (argument, result) of eight calls.
func.func @chain(%start: f64) -> tensor<8x2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %none = tensor.empty() : tensor<8x2xf64>
  %pairs, %last = scf.for %i = %c0 to %c8 step %c2
      iter_args(%pairs = %none, %x = %start) -> (tensor<8x2xf64>, f64) {
    %next = arith.addi %i, %c1 : index
    %y = func.call @square(%x) : (f64) -> f64
    %z = func.call @double(%y) : (f64) -> f64
    %0 = tensor.insert %x into %pairs[%i, %c0] : tensor<8x2xf64>
    %1 = tensor.insert %y into %0[%i, %c1] : tensor<8x2xf64>
    %2 = tensor.insert %y into %1[%next, %c0] : tensor<8x2xf64>
    %3 = tensor.insert %z into %2[%next, %c1] : tensor<8x2xf64>
    scf.yield %3, %z : tensor<8x2xf64>, f64
  }
  return %pairs : tensor<8x2xf64>
}
