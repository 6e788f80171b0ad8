// A stop's result and operand are two values, even if they are equal.

// Fact 65. (loss, stop(loss)) are two results with one value. For x^2 at 3, the
// cotangents 1 and 5 pull back to the derivative of the first result only, 6.
// The tangents are 6 and 0. In the other order, only the second result counts.
// No pass may merge the results before differentiation.
// RUN: sg-run %s --function=both --input=3 --input=1 --input=5 \
// RUN:   --expected-output='9 9 6' --expected-output='6 0'
// RUN: sg-run %s --function=both --input=3 --input=0 --input=5 \
// RUN:   --expected-output='9 9 0' --expected-output='6 0'
// RUN: sg-run %s --function=exchanged --input=3 --input=1 --input=5 \
// RUN:   --expected-output='9 9 30' --expected-output='0 6'
// RUN: sg-opt %s --canonicalize --cse --inline --canonicalize --cse --symbol-dce \
// RUN:   | sg-run - --function=both --input=3 --input=1 --input=5 \
// RUN:     --expected-output='9 9 6' --expected-output='6 0'
func.func @loss_and_stopped(%x: f64) -> (f64, f64) {
  %loss = arith.mulf %x, %x : f64
  %log = grad.stop_gradient %loss : f64
  return %loss, %log : f64, f64
}
func.func @both(%x: f64, %c: f64, %d: f64) -> (tensor<3xf64>, tensor<2xf64>) {
  %one = arith.constant 1.0 : f64
  %pull:3 = grad.vjp @loss_and_stopped(%x) cotangents(%c, %d)
      : (f64, f64, f64) -> (f64, f64, f64)
  %push:4 = grad.jvp @loss_and_stopped(%x) tangents(%one) : (f64, f64) -> (f64, f64, f64, f64)
  %reverse = tensor.from_elements %pull#0, %pull#1, %pull#2 : tensor<3xf64>
  %forward = tensor.from_elements %push#2, %push#3 : tensor<2xf64>
  return %reverse, %forward : tensor<3xf64>, tensor<2xf64>
}
func.func @stopped_and_loss(%x: f64) -> (f64, f64) {
  %loss, %log = call @loss_and_stopped(%x) : (f64) -> (f64, f64)
  return %log, %loss : f64, f64
}
func.func @exchanged(%x: f64, %c: f64, %d: f64) -> (tensor<3xf64>, tensor<2xf64>) {
  %one = arith.constant 1.0 : f64
  %pull:3 = grad.vjp @stopped_and_loss(%x) cotangents(%c, %d)
      : (f64, f64, f64) -> (f64, f64, f64)
  %push:4 = grad.jvp @stopped_and_loss(%x) tangents(%one) : (f64, f64) -> (f64, f64, f64, f64)
  %reverse = tensor.from_elements %pull#0, %pull#1, %pull#2 : tensor<3xf64>
  %forward = tensor.from_elements %push#2, %push#3 : tensor<2xf64>
  return %reverse, %forward : tensor<3xf64>, tensor<2xf64>
}

// An argument is returned twice, directly and stopped. The cotangents 1 and 5
// give 1.
// RUN: sg-run %s --function=arguments --input='1 2' --expected-output='1 2' \
// RUN:   --expected-output='1 2' --expected-output=1
func.func @argument_twice(%x: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
  %c = grad.stop_gradient %x : tensor<2xf64>
  return %x, %c : tensor<2xf64>, tensor<2xf64>
}
func.func @arguments(%x: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) {
  %one = arith.constant dense<1.0> : tensor<2xf64>
  %five = arith.constant dense<5.0> : tensor<2xf64>
  %y:3 = grad.vjp @argument_twice(%x) cotangents(%one, %five)
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>)
  return %y#0, %y#1, %y#2 : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>
}
