// Elementwise ops with one operand that have a derivative: c times the
// derivative, by reverse mode and by forward mode, by calculus. (Kinks such as
// abs at 0: see the rules of arith and math.)

// RUN: sg-run %s --function=slopes --input='0.75 2.5' --input='1.5 2' \
// RUN:   --expected-output='2.117000016612675 121.82493960703474' --expected-output='2.117000016612675 121.82493960703474' \
// RUN:   --expected-output='1.3333333333333333 4.0' --expected-output='1.3333333333333333 4.0' \
// RUN:   --expected-output='1.0 10.0' --expected-output='1.0 10.0' \
// RUN:   --expected-output='-1.0 -10.0' --expected-output='-1.0 -10.0' \
// RUN:   --expected-output='-1.7777777777777777 -1.6' --expected-output='-1.7777777777777777 -1.6' \
// RUN:   --expected-output='0.5773502691896258 3.1622776601683795' --expected-output='0.5773502691896258 3.1622776601683795' \
// RUN:   --expected-output='-0.769800358919501 -1.2649110640673515' --expected-output='-0.769800358919501 -1.2649110640673515' \
// RUN:   --expected-output='1.5 50.0' --expected-output='1.5 50.0' \
// RUN:   --expected-output='0.5965858082813315 0.26592226683160525' --expected-output='0.5965858082813315 0.26592226683160525' \
// RUN:   --expected-output='0.6429310691952074 0.0217828423035271' --expected-output='0.6429310691952074 0.0217828423035271' \
// RUN:   --expected-output='2.117000016612675 121.82493960703474' --expected-output='2.117000016612675 121.82493960703474' \
// RUN:   --expected-output='0.5965858082813315 0.26592226683160525' --expected-output='0.5965858082813315 0.26592226683160525' \
// RUN:   --expected-output='-0.769800358919501 -1.2649110640673515' --expected-output='-0.769800358919501 -1.2649110640673515' \
// RUN:   --tolerance=1e-14

func.func private @exp(%x: tensor<2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.exp ins(%x : tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @log(%x: tensor<2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.log ins(%x : tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @abs(%x: tensor<2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.abs ins(%x : tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @negf(%x: tensor<2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.negf ins(%x : tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @reciprocal(%x: tensor<2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.reciprocal ins(%x : tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @sqrt(%x: tensor<2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.sqrt ins(%x : tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @rsqrt(%x: tensor<2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.rsqrt ins(%x : tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @square(%x: tensor<2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.square ins(%x : tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @tanh(%x: tensor<2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.tanh ins(%x : tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @erf(%x: tensor<2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.erf ins(%x : tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @kind_exp(%x: tensor<2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%x : tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @kind_tanh(%x: tensor<2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<tanh> ins(%x : tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func private @kind_rsqrt(%x: tensor<2xf64>, %z: tensor<2xf64>) -> tensor<2xf64> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<rsqrt> ins(%x : tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}

func.func @slopes(%x: tensor<2xf64>, %y: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) {
  %z = tensor.empty() : tensor<2xf64>
  %c = arith.constant dense<[1.0, 10.0]> : tensor<2xf64>
  %d = arith.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %exp, %exp_dx = grad.vjp @exp(%x, %z) cotangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %exp_, %exp_dr = grad.jvp @exp(%x, %z) tangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %log, %log_dx = grad.vjp @log(%x, %z) cotangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %log_, %log_dr = grad.jvp @log(%x, %z) tangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %abs, %abs_dx = grad.vjp @abs(%x, %z) cotangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %abs_, %abs_dr = grad.jvp @abs(%x, %z) tangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %negf, %negf_dx = grad.vjp @negf(%x, %z) cotangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %negf_, %negf_dr = grad.jvp @negf(%x, %z) tangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %reciprocal, %reciprocal_dx = grad.vjp @reciprocal(%x, %z) cotangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %reciprocal_, %reciprocal_dr = grad.jvp @reciprocal(%x, %z) tangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %sqrt, %sqrt_dx = grad.vjp @sqrt(%x, %z) cotangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %sqrt_, %sqrt_dr = grad.jvp @sqrt(%x, %z) tangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %rsqrt, %rsqrt_dx = grad.vjp @rsqrt(%x, %z) cotangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %rsqrt_, %rsqrt_dr = grad.jvp @rsqrt(%x, %z) tangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %square, %square_dx = grad.vjp @square(%x, %z) cotangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %square_, %square_dr = grad.jvp @square(%x, %z) tangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %tanh, %tanh_dx = grad.vjp @tanh(%x, %z) cotangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %tanh_, %tanh_dr = grad.jvp @tanh(%x, %z) tangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %erf, %erf_dx = grad.vjp @erf(%x, %z) cotangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %erf_, %erf_dr = grad.jvp @erf(%x, %z) tangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %kind_exp, %kind_exp_dx = grad.vjp @kind_exp(%x, %z) cotangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %kind_exp_, %kind_exp_dr = grad.jvp @kind_exp(%x, %z) tangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %kind_tanh, %kind_tanh_dx = grad.vjp @kind_tanh(%x, %z) cotangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %kind_tanh_, %kind_tanh_dr = grad.jvp @kind_tanh(%x, %z) tangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %kind_rsqrt, %kind_rsqrt_dx = grad.vjp @kind_rsqrt(%x, %z) cotangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %kind_rsqrt_, %kind_rsqrt_dr = grad.jvp @kind_rsqrt(%x, %z) tangents(%c) {wrt = array<i64: 0>}
      : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  return %exp_dx, %exp_dr, %log_dx, %log_dr, %abs_dx, %abs_dr, %negf_dx, %negf_dr, %reciprocal_dx, %reciprocal_dr, %sqrt_dx, %sqrt_dr, %rsqrt_dx, %rsqrt_dr, %square_dx, %square_dr, %tanh_dx, %tanh_dr, %erf_dx, %erf_dr, %kind_exp_dx, %kind_exp_dr, %kind_tanh_dx, %kind_tanh_dr, %kind_rsqrt_dx, %kind_rsqrt_dr
      : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>
}
