// The derivatives of ops of several operands, executed in both modes with the
// tangent (b, x) and the cotangent 2, in all float types. Expected values:
// differences in 30 digits, in the order of the functions below.

// DEFINE: %{type} = f64
// DEFINE: %{tolerance} = 1e-14
// DEFINE: %{run} = sed s/f64/%{type}/g %s > %t.%{type}.mlir && \
// DEFINE:   sg-run %t.%{type}.mlir --function=main --tolerance=%{tolerance} \
// DEFINE:     --input="0.25 0.5 0.75" --input="1.25 2 3" \
// DEFINE:     --expected-output="0.92307692307692308 0.88235294117647059 0.88235294117647059" \
// DEFINE:     --expected-output="1.5384615384615385 0.94117647058823529 0.62745098039215686" \
// DEFINE:     --expected-output="-0.30769230769230769 -0.23529411764705882 -0.15686274509803922" \
// DEFINE:     --expected-output="1.0435882116371963 1.9133566024300068 4.9714755942633037" \
// DEFINE:     --expected-output="1.7677669529663688 2 3.375" \
// DEFINE:     --expected-output="-0.4901290717342736 -0.34657359027997265 -0.24273174863119016" \
// DEFINE:     --expected-output="0.375 0 -9.4814814814814815" \
// DEFINE:     --expected-output="0.375 0 -9.4814814814814815" \
// DEFINE:     --expected-output="1.875 4.75 10.3125" \
// DEFINE:     --expected-output="2.5 4 6" \
// DEFINE:     --expected-output="2.5 3 3.5" \
// DEFINE:     --expected-output="-1.25 -2 -3" \
// DEFINE:     --expected-output="-2 -2 -2" \
// DEFINE:     --expected-output="0 0 0" \
// DEFINE:     --expected-output="2 2 2" \
// DEFINE:     --expected-output="2 2 2" \
// DEFINE:     --expected-output="1.625 4.25 9.5625" \
// DEFINE:     --expected-output="2.5 4 6" \
// DEFINE:     --expected-output="0.5 1 1.5"
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

func.func @atan2(%x: !t, %b: !t) -> !t {
  %y = math.atan2 %x, %b : !t
  return %y : !t
}
func.func @powf(%x: !t, %b: !t) -> !t {
  %y = math.powf %x, %b : !t
  return %y : !t
}
func.func @fpowi(%x: !t, %n: tensor<3xi32>) -> !t {
  %y = math.fpowi %x, %n : !t, tensor<3xi32>
  return %y : !t
}
func.func @fma(%x: !t, %b: !t) -> !t {
  %y = math.fma %x, %b, %b : !t
  return %y : !t
}
func.func @copysign(%x: !t, %b: !t) -> !t {
  %z = arith.negf %b : !t
  %y = math.copysign %x, %z : !t
  return %y : !t
}
func.func @absf(%x: !t) -> !t {
  %z = arith.negf %x : !t
  %y = math.absf %z : !t
  return %y : !t
}
func.func @clampf(%x: !t, %b: !t) -> !t {
  %h = arith.mulf %x, %b : !t
  %y = math.clampf %b to [%x, %h] : !t
  return %y : !t
}

func.func @main(%x: !t, %b: !t) -> (!t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t) {
  %two = arith.constant dense<2.0> : !t
  %n = arith.constant dense<[3, 0, -2]> : tensor<3xi32>
  %atan2, %atan2_t = grad.jvp @atan2(%x, %b) tangents(%b, %x) : (!t, !t, !t, !t) -> (!t, !t)
  %atan2_y, %atan2_dx, %atan2_db = grad.vjp @atan2(%x, %b) cotangents(%two) : (!t, !t, !t) -> (!t, !t, !t)
  %powf, %powf_t = grad.jvp @powf(%x, %b) tangents(%b, %x) : (!t, !t, !t, !t) -> (!t, !t)
  %powf_y, %powf_dx, %powf_db = grad.vjp @powf(%x, %b) cotangents(%two) : (!t, !t, !t) -> (!t, !t, !t)
  %fpowi, %fpowi_t = grad.jvp @fpowi(%x, %n) tangents(%two) : (!t, tensor<3xi32>, !t) -> (!t, !t)
  %fpowi_y, %fpowi_dx = grad.vjp @fpowi(%x, %n) cotangents(%two) : (!t, tensor<3xi32>, !t) -> (!t, !t)
  %fma, %fma_t = grad.jvp @fma(%x, %b) tangents(%b, %x) : (!t, !t, !t, !t) -> (!t, !t)
  %fma_y, %fma_dx, %fma_db = grad.vjp @fma(%x, %b) cotangents(%two) : (!t, !t, !t) -> (!t, !t, !t)
  %copysign, %copysign_t = grad.jvp @copysign(%x, %b) tangents(%b, %x) : (!t, !t, !t, !t) -> (!t, !t)
  %copysign_y, %copysign_dx, %copysign_db = grad.vjp @copysign(%x, %b) cotangents(%two) : (!t, !t, !t) -> (!t, !t, !t)
  %absf, %absf_t = grad.jvp @absf(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %absf_y, %absf_dx = grad.vjp @absf(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %clampf, %clampf_t = grad.jvp @clampf(%x, %b) tangents(%b, %x) : (!t, !t, !t, !t) -> (!t, !t)
  %clampf_y, %clampf_dx, %clampf_db = grad.vjp @clampf(%x, %b) cotangents(%two) : (!t, !t, !t) -> (!t, !t, !t)
  return %atan2_t, %atan2_dx, %atan2_db, %powf_t, %powf_dx, %powf_db, %fpowi_t, %fpowi_dx, %fma_t, %fma_dx, %fma_db, %copysign_t, %copysign_dx, %copysign_db, %absf_t, %absf_dx, %clampf_t, %clampf_dx, %clampf_db : !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t
}
