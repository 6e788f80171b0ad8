// The named ops that move elements, and the ops with zero derivative, executed:
// values and both derivatives, on dynamic shapes.
//
// RUN: sg-run %s --function=moved --input='2x3xf32=1 2 3 4 5 6' --input=2 \
// RUN:   --expected-output='3x2xf32=6 24 12 30 18 36' \
// RUN:   --expected-output='2x3xf32=6 6 6 6 6 6' --expected-output=63 \
// RUN:   --expected-output='3x2xf32=12 48 24 60 36 72' --tolerance=1e-6
// RUN: sg-run %s --function=moved --input='1x1xf32=5' --input=1 \
// RUN:   --expected-output='1x1xf32=15' --expected-output='1x1xf32=3' \
// RUN:   --expected-output=15 --expected-output='1x1xf32=30' --tolerance=1e-6
// RUN: sg-run %s --function=moved --input='0x3xf32=' --input=1 \
// RUN:   --expected-output='3x0xf32=' --expected-output='0x3xf32=' \
// RUN:   --expected-output=0 --expected-output='3x0xf32=' --tolerance=0
// RUN: sg-run %s --function=chosen --input='3xi1=1 0 1' --input='3xf64=1.5 -2.5 3.5' \
// RUN:   --expected-output='3xf64=1.5 -3 3.5' --expected-output='3xf64=1 0 1' \
// RUN:   --expected-output='3xf64=1.5 0 3.5' --tolerance=0

// The transpose of x times a broadcast s, times three. The contents of the
// initial values are overwritten.
func.func private @move(%x: tensor<?x?xf32>, %s: f32) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %three = arith.constant 3.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %t = linalg.transpose ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) permutation = [1, 0]
  %k = linalg.copy ins(%t : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = tensor.empty(%n) : tensor<?xf32>
  %v = linalg.fill ins(%s : f32) outs(%r : tensor<?xf32>) -> tensor<?xf32>
  %b = linalg.broadcast ins(%v : tensor<?xf32>) outs(%e : tensor<?x?xf32>) dimensions = [0]
  %p = linalg.map { arith.mulf } ins(%k, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>)
  %f = linalg.fill ins(%three : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %q = linalg.mul ins(%p, %f : tensor<?x?xf32>, tensor<?x?xf32>) outs(%t : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %q : tensor<?x?xf32>
}
func.func @moved(%x: tensor<?x?xf32>, %s: f32) -> (tensor<?x?xf32>, tensor<?x?xf32>, f32, tensor<?x?xf32>) {
  %y = call @move(%x, %s) : (tensor<?x?xf32>, f32) -> tensor<?x?xf32>
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %y, %c0 : tensor<?x?xf32>
  %m = tensor.dim %y, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %c = linalg.fill ins(%one : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %v:3 = grad.vjp @move(%x, %s) cotangents(%c)
      : (tensor<?x?xf32>, f32, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, f32)
  %j:2 = grad.jvp @move(%x, %s) tangents(%x, %s)
      : (tensor<?x?xf32>, f32, tensor<?x?xf32>, f32) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  return %v#0, %v#1, %v#2, %j#1 : tensor<?x?xf32>, tensor<?x?xf32>, f32, tensor<?x?xf32>
}

// The selected operand has a derivative; every form of rounding has the
// derivative zero.
func.func private @choose(%p: tensor<?xi1>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %f = linalg.floor ins(%x : tensor<?xf64>) outs(%x : tensor<?xf64>) -> tensor<?xf64>
  %c = linalg.ceil ins(%f : tensor<?xf64>) outs(%x : tensor<?xf64>) -> tensor<?xf64>
  %r = linalg.round ins(%c : tensor<?xf64>) outs(%x : tensor<?xf64>) -> tensor<?xf64>
  %y = linalg.select ins(%p, %x, %r : tensor<?xi1>, tensor<?xf64>, tensor<?xf64>) outs(%x : tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}
func.func @chosen(%p: tensor<?xi1>, %x: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
  %one = arith.constant dense<1.0> : tensor<3xf64>
  %c = tensor.cast %one : tensor<3xf64> to tensor<?xf64>
  %v:2 = grad.vjp @choose(%p, %x) cotangents(%c)
      : (tensor<?xi1>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  %j:2 = grad.jvp @choose(%p, %x) tangents(%x)
      : (tensor<?xi1>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return %v#0, %v#1, %j#1 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
}
