// Elementwise ops with two operands: the cotangent c times the derivative in
// each operand, and the tangent along c and d, by calculus.

// RUN: sg-run %s --function=slopes --input='0.75 2.5' --input='1.5 2' \
// RUN:   --expected-output='1.0 10.0' --expected-output='1.0 10.0' \
// RUN:   --expected-output='3.0 13.0' --expected-output='1.0 10.0' \
// RUN:   --expected-output='-1.0 -10.0' --expected-output='-1.0 7.0' \
// RUN:   --expected-output='1.5 20.0' --expected-output='0.75 25.0' \
// RUN:   --expected-output='3.0 27.5' --expected-output='0.6666666666666666 5.0' \
// RUN:   --expected-output='-0.3333333333333333 -6.25' --expected-output='0.0 3.125' \
// RUN:   --expected-output='0.0 10.0' --expected-output='1.0 0.0' \
// RUN:   --expected-output='2.0 10.0' --expected-output='1.0 0.0' \
// RUN:   --expected-output='0.0 10.0' --expected-output='1.0 3.0' \
// RUN:   --expected-output='1.299038105676658 50.0' --expected-output='-0.18685498721744828 57.2681707421347' \
// RUN:   --expected-output='0.9253281312417614 67.18045122264041' --expected-output='0.6666666666666666 5.0' \
// RUN:   --expected-output='-0.3333333333333333 -6.25' --expected-output='0.0 3.125' \
// RUN:   --expected-output='0.0 10.0' --expected-output='1.0 0.0' \
// RUN:   --expected-output='2.0 10.0' \
// RUN:   --tolerance=1e-14

func.func private @add(%x: tensor<2xf64>, %y: tensor<2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.add ins(%x, %y : tensor<2xf64>, tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @sub(%x: tensor<2xf64>, %y: tensor<2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.sub ins(%x, %y : tensor<2xf64>, tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @mul(%x: tensor<2xf64>, %y: tensor<2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.mul ins(%x, %y : tensor<2xf64>, tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @div(%x: tensor<2xf64>, %y: tensor<2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.div ins(%x, %y : tensor<2xf64>, tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @max(%x: tensor<2xf64>, %y: tensor<2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.max ins(%x, %y : tensor<2xf64>, tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @min(%x: tensor<2xf64>, %y: tensor<2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.min ins(%x, %y : tensor<2xf64>, tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @powf(%x: tensor<2xf64>, %y: tensor<2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.powf ins(%x, %y : tensor<2xf64>, tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @kind_div(%x: tensor<2xf64>, %y: tensor<2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<div> ins(%x, %y : tensor<2xf64>, tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @kind_max_signed(%x: tensor<2xf64>, %y: tensor<2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<max_signed> ins(%x, %y : tensor<2xf64>, tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func @slopes(%x: tensor<2xf64>, %y: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) {
  %z = tensor.empty() : tensor<2xf64>
  %c = arith.constant dense<[1.0, 10.0]> : tensor<2xf64>
  %d = arith.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %add, %add_dx, %add_dy = grad.vjp @add(%x, %y, %z) cotangents(%c) {wrt = array<i64: 0, 1>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>)
  %add_, %add_dr = grad.jvp @add(%x, %y, %z) tangents(%c, %d) {wrt = array<i64: 0, 1>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %sub, %sub_dx, %sub_dy = grad.vjp @sub(%x, %y, %z) cotangents(%c) {wrt = array<i64: 0, 1>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>)
  %sub_, %sub_dr = grad.jvp @sub(%x, %y, %z) tangents(%c, %d) {wrt = array<i64: 0, 1>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %mul, %mul_dx, %mul_dy = grad.vjp @mul(%x, %y, %z) cotangents(%c) {wrt = array<i64: 0, 1>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>)
  %mul_, %mul_dr = grad.jvp @mul(%x, %y, %z) tangents(%c, %d) {wrt = array<i64: 0, 1>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %div, %div_dx, %div_dy = grad.vjp @div(%x, %y, %z) cotangents(%c) {wrt = array<i64: 0, 1>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>)
  %div_, %div_dr = grad.jvp @div(%x, %y, %z) tangents(%c, %d) {wrt = array<i64: 0, 1>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %max, %max_dx, %max_dy = grad.vjp @max(%x, %y, %z) cotangents(%c) {wrt = array<i64: 0, 1>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>)
  %max_, %max_dr = grad.jvp @max(%x, %y, %z) tangents(%c, %d) {wrt = array<i64: 0, 1>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %min, %min_dx, %min_dy = grad.vjp @min(%x, %y, %z) cotangents(%c) {wrt = array<i64: 0, 1>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>)
  %min_, %min_dr = grad.jvp @min(%x, %y, %z) tangents(%c, %d) {wrt = array<i64: 0, 1>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %powf, %powf_dx, %powf_dy = grad.vjp @powf(%x, %y, %z) cotangents(%c) {wrt = array<i64: 0, 1>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>)
  %powf_, %powf_dr = grad.jvp @powf(%x, %y, %z) tangents(%c, %d) {wrt = array<i64: 0, 1>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %kind_div, %kind_div_dx, %kind_div_dy = grad.vjp @kind_div(%x, %y, %z) cotangents(%c) {wrt = array<i64: 0, 1>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>)
  %kind_div_, %kind_div_dr = grad.jvp @kind_div(%x, %y, %z) tangents(%c, %d) {wrt = array<i64: 0, 1>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %kind_max_signed, %kind_max_signed_dx, %kind_max_signed_dy = grad.vjp @kind_max_signed(%x, %y, %z) cotangents(%c) {wrt = array<i64: 0, 1>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>)
  %kind_max_signed_, %kind_max_signed_dr = grad.jvp @kind_max_signed(%x, %y, %z) tangents(%c, %d) {wrt = array<i64: 0, 1>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  return %add_dx, %add_dy, %add_dr, %sub_dx, %sub_dy, %sub_dr, %mul_dx, %mul_dy, %mul_dr, %div_dx, %div_dy, %div_dr, %max_dx, %max_dy, %max_dr, %min_dx, %min_dy, %min_dr, %powf_dx, %powf_dy, %powf_dr, %kind_div_dx, %kind_div_dy, %kind_div_dr, %kind_max_signed_dx, %kind_max_signed_dy, %kind_max_signed_dr
      : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>
}
