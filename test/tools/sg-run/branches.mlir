// Branches between blocks become structured loops before native code and
// derivatives are generated. Expected values are computed by hand.
//
// RUN: sg-run %s --function=derivatives --input=2 --input="2xf64=1 2" \
// RUN:   --expected-output=f64=16 --expected-output="2xf64=1 16" --expected-output=f64=32 \
// RUN:   --expected-output="2xf64=4 32" --expected-output=f64=64 --expected-output="2xf64=4 64"
// RUN: sg-run %s --function=derivatives --input=-4 --input="2xf64=1 2" \
// RUN:   --expected-output=f64=16 --expected-output="2xf64=1 4" --expected-output=f64=-8 \
// RUN:   --expected-output="2xf64=2 4" --expected-output=f64=32 --expected-output="2xf64=2 8"
// RUN: sg-run %s --function=hessian --input=2 --expected-output=f64=48
// RUN: sg-run %s --function=count --input=5 --expected-output=index=8

// Both numbers are squared until they are at least 10: from 2 twice, from -4
// once. A number below -100 would end the loop, too.
func.func private @until_large(%x: f64, %t: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %limit = arith.constant 10.0 : f64
  %lowest = arith.constant -100.0 : f64
  cf.br ^head(%x, %t : f64, tensor<?xf64>)
^head(%a: f64, %u: tensor<?xf64>):
  %c = arith.cmpf olt, %a, %limit : f64
  cf.cond_br %c, ^body, ^end(%a, %u : f64, tensor<?xf64>)
^body:
  %b = arith.mulf %a, %a : f64
  %v = arith.mulf %u, %u : tensor<?xf64>
  %d = arith.cmpf olt, %b, %lowest : f64
  cf.cond_br %d, ^end(%b, %v : f64, tensor<?xf64>), ^head(%b, %v : f64, tensor<?xf64>)
^end(%r: f64, %s: tensor<?xf64>):
  return %r, %s : f64, tensor<?xf64>
}

// The results, cotangents of one, tangents equal to the arguments.
func.func @derivatives(%x: f64, %t: tensor<?xf64>) -> (f64, tensor<?xf64>, f64, tensor<?xf64>, f64, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %t, %c0 : tensor<?xf64>
  %ones = tensor.splat %one[%n] : tensor<?xf64>
  %y:2, %dx, %dt = grad.vjp @until_large(%x, %t) cotangents(%one, %ones)
      : (f64, tensor<?xf64>, f64, tensor<?xf64>) -> (f64, tensor<?xf64>, f64, tensor<?xf64>)
  %z:2, %dy, %du = grad.jvp @until_large(%x, %t) tangents(%x, %t)
      : (f64, tensor<?xf64>, f64, tensor<?xf64>) -> (f64, tensor<?xf64>, f64, tensor<?xf64>)
  return %y#0, %y#1, %dx, %dt, %dy, %du : f64, tensor<?xf64>, f64, tensor<?xf64>, f64, tensor<?xf64>
}

func.func private @caller(%x: f64) -> f64 {
  %t = tensor.from_elements %x : tensor<1xf64>
  %u = tensor.cast %t : tensor<1xf64> to tensor<?xf64>
  %y:2 = call @until_large(%x, %u) : (f64, tensor<?xf64>) -> (f64, tensor<?xf64>)
  return %y#0 : f64
}
func.func private @gradient(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @caller(%x) : (f64) -> (f64, f64)
  return %dx : f64
}
func.func @hessian(%x: f64) -> f64 {
  %dx, %ddx = grad.value_and_grad @gradient(%x) : (f64) -> (f64, f64)
  return %ddx : f64
}

// The first power of 2 that is at least 5.
func.func @count(%n: index) -> index {
  %c1 = arith.constant 1 : index
  cf.br ^head(%c1 : index)
^head(%a: index):
  %b = arith.addi %a, %a : index
  %c = arith.cmpi ult, %a, %n : index
  cf.cond_br %c, ^head(%b : index), ^end
^end:
  return %a : index
}
