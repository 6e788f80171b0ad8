// Second derivatives in two operands, executed: the Hessian by forward over
// reverse. The points include the axes, where one formula of atan2 divides by
// zero, and powers of the base 0.

// atan2 at (1, 2), (1, 0), (0, 1), (0, -2), (-2, 0). With r^2 = x^2 + z^2:
// -2 x z / r^4, (x^2 - z^2) / r^4, the same, 2 x z / r^4.
// RUN: sg-run %s --function=atan2_hessian --tolerance=1e-14 \
// RUN:   --input="1 1 0 0 -2" --input="2 0 1 -2 0" \
// RUN:   --expected-output="-0.16 0 0 0 0" \
// RUN:   --expected-output="-0.12 1 -1 -0.25 0.25" \
// RUN:   --expected-output="-0.12 1 -1 -0.25 0.25" \
// RUN:   --expected-output="0.16 0 0 0 0"

// powf at (2, 3), (2, 0), (0, 2.5), (0, 2), (0, 3). z (z - 1) x^(z - 2),
// x^(z - 1) (1 + z log x), the same, x^z log^2 x.
// RUN: sg-run %s --function=powf_hessian --tolerance=1e-14 \
// RUN:   --input="2 2 0 0 0" --input="3 0 2.5 2 3" \
// RUN:   --expected-output="12 0 0 2 0" \
// RUN:   --expected-output="12.317766166719344 0.5 0 0 0" \
// RUN:   --expected-output="12.317766166719344 0.5 0 0 0" \
// RUN:   --expected-output="3.8436241113456114 0.48045301391820142 0 0 0"

// fpowi at (0, 0), (0, 1), (0, 2), (0, 3), (2, -1): n (n - 1) x^(n - 2).
// RUN: sg-run %s --function=fpowi_second --tolerance=1e-14 \
// RUN:   --input="0 0 0 0 2" --input="0 1 2 3 -1" \
// RUN:   --expected-output="0 0 2 0 0.25"

!t = tensor<5xf64>

func.func @atan2(%x: !t, %z: !t) -> !t {
  %y = math.atan2 %x, %z : !t
  return %y : !t
}
func.func @atan2_gradient(%x: !t, %z: !t) -> (!t, !t) {
  %one = arith.constant dense<1.0> : !t
  %y, %dx, %dz = grad.vjp @atan2(%x, %z) cotangents(%one) : (!t, !t, !t) -> (!t, !t, !t)
  return %dx, %dz : !t, !t
}
func.func @atan2_hessian(%x: !t, %z: !t) -> (!t, !t, !t, !t) {
  %one = arith.constant dense<1.0> : !t
  %0:4 = grad.jvp @atan2_gradient(%x, %z) tangents(%one) {wrt = array<i64: 0>} : (!t, !t, !t) -> (!t, !t, !t, !t)
  %1:4 = grad.jvp @atan2_gradient(%x, %z) tangents(%one) {wrt = array<i64: 1>} : (!t, !t, !t) -> (!t, !t, !t, !t)
  return %0#2, %0#3, %1#2, %1#3 : !t, !t, !t, !t
}

func.func @powf(%x: !t, %z: !t) -> !t {
  %y = math.powf %x, %z : !t
  return %y : !t
}
func.func @powf_gradient(%x: !t, %z: !t) -> (!t, !t) {
  %one = arith.constant dense<1.0> : !t
  %y, %dx, %dz = grad.vjp @powf(%x, %z) cotangents(%one) : (!t, !t, !t) -> (!t, !t, !t)
  return %dx, %dz : !t, !t
}
func.func @powf_hessian(%x: !t, %z: !t) -> (!t, !t, !t, !t) {
  %one = arith.constant dense<1.0> : !t
  %0:4 = grad.jvp @powf_gradient(%x, %z) tangents(%one) {wrt = array<i64: 0>} : (!t, !t, !t) -> (!t, !t, !t, !t)
  %1:4 = grad.jvp @powf_gradient(%x, %z) tangents(%one) {wrt = array<i64: 1>} : (!t, !t, !t) -> (!t, !t, !t, !t)
  return %0#2, %0#3, %1#2, %1#3 : !t, !t, !t, !t
}

func.func @fpowi(%x: !t, %n: tensor<5xi32>) -> !t {
  %y = math.fpowi %x, %n : !t, tensor<5xi32>
  return %y : !t
}
func.func @fpowi_first(%x: !t, %n: tensor<5xi32>) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @fpowi(%x, %n) tangents(%one) : (!t, tensor<5xi32>, !t) -> (!t, !t)
  return %t : !t
}
func.func @fpowi_second(%x: !t, %n: tensor<5xi32>) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @fpowi_first(%x, %n) cotangents(%one) : (!t, tensor<5xi32>, !t) -> (!t, !t)
  return %c : !t
}
