// The derivatives of trigonometric and hyperbolic functions, executed in both modes with the
// tangent 2 and the cotangent 2, in all float types. Expected values:
// differences in 30 digits, in the order of the functions below.

// DEFINE: %{type} = f64
// DEFINE: %{tolerance} = 1e-14
// DEFINE: %{run} = sed s/f64/%{type}/g %s > %t.%{type}.mlir && \
// DEFINE:   sg-run %t.%{type}.mlir --function=main --tolerance=%{tolerance} \
// DEFINE:     --input="0.25 0.5 0.75" --input="1.25 2 3" \
// DEFINE:     --expected-output="1.9378248434212896 1.7551651237807454 1.4633777377476418" \
// DEFINE:     --expected-output="1.9378248434212896 1.7551651237807454 1.4633777377476418" \
// DEFINE:     --expected-output="-0.49480791850904586 -0.958851077208406 -1.3632775200466683" \
// DEFINE:     --expected-output="-0.49480791850904586 -0.958851077208406 -1.3632775200466683" \
// DEFINE:     --expected-output="2.1303989934656998 2.5968928208190497 3.7357439283606556" \
// DEFINE:     --expected-output="2.1303989934656998 2.5968928208190497 3.7357439283606556" \
// DEFINE:     --expected-output="2.065591117977289 2.3094010767585031 3.0237157840738178" \
// DEFINE:     --expected-output="2.065591117977289 2.3094010767585031 3.0237157840738178" \
// DEFINE:     --expected-output="-2.065591117977289 -2.3094010767585031 -3.0237157840738178" \
// DEFINE:     --expected-output="-2.065591117977289 -2.3094010767585031 -3.0237157840738178" \
// DEFINE:     --expected-output="1.8823529411764706 1.6 1.28" \
// DEFINE:     --expected-output="1.8823529411764706 1.6 1.28" \
// DEFINE:     --expected-output="2.0628261997591464 2.2552519304127616 2.5893665693536894" \
// DEFINE:     --expected-output="2.0628261997591464 2.2552519304127616 2.5893665693536894" \
// DEFINE:     --expected-output="0.50522463361633662 1.0421906109874947 1.64463346387166" \
// DEFINE:     --expected-output="0.50522463361633662 1.0421906109874947 1.64463346387166" \
// DEFINE:     --expected-output="1.8800296976127559 1.5728954659318548 1.1931716165626629" \
// DEFINE:     --expected-output="1.8800296976127559 1.5728954659318548 1.1931716165626629" \
// DEFINE:     --expected-output="1.9402850002906638 1.7888543819998318 1.6" \
// DEFINE:     --expected-output="1.9402850002906638 1.7888543819998318 1.6" \
// DEFINE:     --expected-output="2.6666666666666667 1.1547005383792515 0.70710678118654752" \
// DEFINE:     --expected-output="2.6666666666666667 1.1547005383792515 0.70710678118654752" \
// DEFINE:     --expected-output="2.1333333333333333 2.6666666666666667 4.5714285714285714" \
// DEFINE:     --expected-output="2.1333333333333333 2.6666666666666667 4.5714285714285714" \
// DEFINE:     --expected-output="1.7551651237807454 1.0806046117362794 0.14147440333540582" \
// DEFINE:     --expected-output="1.7551651237807454 1.0806046117362794 0.14147440333540582"
// RUN: %{run}
// REDEFINE: %{type} = f32
// REDEFINE: %{tolerance} = 1e-6
// RUN: %{run}
// The tolerance: the result that a row reads has an error of half an ulp u,
// times at most 1.4; the derivative has one too. Together 3 u.
// REDEFINE: %{type} = f16
// REDEFINE: %{tolerance} = 1.5e-3
// RUN: %{run}
// REDEFINE: %{type} = bf16
// REDEFINE: %{tolerance} = 1.2e-2
// RUN: %{run}

!t = tensor<3xf64>

func.func @sin(%x: !t) -> !t {
  %y = math.sin %x : !t
  return %y : !t
}
func.func @cos(%x: !t) -> !t {
  %y = math.cos %x : !t
  return %y : !t
}
func.func @tan(%x: !t) -> !t {
  %y = math.tan %x : !t
  return %y : !t
}
func.func @asin(%x: !t) -> !t {
  %y = math.asin %x : !t
  return %y : !t
}
func.func @acos(%x: !t) -> !t {
  %y = math.acos %x : !t
  return %y : !t
}
func.func @atan(%x: !t) -> !t {
  %y = math.atan %x : !t
  return %y : !t
}
func.func @sinh(%x: !t) -> !t {
  %y = math.sinh %x : !t
  return %y : !t
}
func.func @cosh(%x: !t) -> !t {
  %y = math.cosh %x : !t
  return %y : !t
}
func.func @tanh(%x: !t) -> !t {
  %y = math.tanh %x : !t
  return %y : !t
}
func.func @asinh(%x: !t) -> !t {
  %y = math.asinh %x : !t
  return %y : !t
}
func.func @acosh(%b: !t) -> !t {
  %y = math.acosh %b : !t
  return %y : !t
}
func.func @atanh(%x: !t) -> !t {
  %y = math.atanh %x : !t
  return %y : !t
}
func.func @sincos(%x: !t) -> !t {
  %s, %c = math.sincos %x : !t
  %y = arith.mulf %s, %c : !t
  return %y : !t
}

func.func @main(%x: !t, %b: !t) -> (!t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t) {
  %two = arith.constant dense<2.0> : !t
  %sin, %sin_t = grad.jvp @sin(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %sin_y, %sin_dx = grad.vjp @sin(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %cos, %cos_t = grad.jvp @cos(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %cos_y, %cos_dx = grad.vjp @cos(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %tan, %tan_t = grad.jvp @tan(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %tan_y, %tan_dx = grad.vjp @tan(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %asin, %asin_t = grad.jvp @asin(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %asin_y, %asin_dx = grad.vjp @asin(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %acos, %acos_t = grad.jvp @acos(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %acos_y, %acos_dx = grad.vjp @acos(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %atan, %atan_t = grad.jvp @atan(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %atan_y, %atan_dx = grad.vjp @atan(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %sinh, %sinh_t = grad.jvp @sinh(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %sinh_y, %sinh_dx = grad.vjp @sinh(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %cosh, %cosh_t = grad.jvp @cosh(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %cosh_y, %cosh_dx = grad.vjp @cosh(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %tanh, %tanh_t = grad.jvp @tanh(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %tanh_y, %tanh_dx = grad.vjp @tanh(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %asinh, %asinh_t = grad.jvp @asinh(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %asinh_y, %asinh_dx = grad.vjp @asinh(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %acosh, %acosh_t = grad.jvp @acosh(%b) tangents(%two) : (!t, !t) -> (!t, !t)
  %acosh_y, %acosh_db = grad.vjp @acosh(%b) cotangents(%two) : (!t, !t) -> (!t, !t)
  %atanh, %atanh_t = grad.jvp @atanh(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %atanh_y, %atanh_dx = grad.vjp @atanh(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %sincos, %sincos_t = grad.jvp @sincos(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %sincos_y, %sincos_dx = grad.vjp @sincos(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  return %sin_t, %sin_dx, %cos_t, %cos_dx, %tan_t, %tan_dx, %asin_t, %asin_dx, %acos_t, %acos_dx, %atan_t, %atan_dx, %sinh_t, %sinh_dx, %cosh_t, %cosh_dx, %tanh_t, %tanh_dx, %asinh_t, %asinh_dx, %acosh_t, %acosh_db, %atanh_t, %atanh_dx, %sincos_t, %sincos_dx : !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t
}
