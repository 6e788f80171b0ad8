// The derivatives of exponentials, logarithms, roots and error functions, executed in both modes with the
// tangent 2 and the cotangent 2, in all float types. Expected values:
// differences in 30 digits, in the order of the functions below.

// DEFINE: %{type} = f64
// DEFINE: %{tolerance} = 1e-14
// DEFINE: %{run} = sed s/f64/%{type}/g %s > %t.%{type}.mlir && \
// DEFINE:   sg-run %t.%{type}.mlir --function=main --tolerance=%{tolerance} \
// DEFINE:     --input="0.25 0.5 0.75" --input="1.25 2 3" \
// DEFINE:     --expected-output="2.568050833375483 3.2974425414002563 4.2340000332253493" \
// DEFINE:     --expected-output="2.568050833375483 3.2974425414002563 4.2340000332253493" \
// DEFINE:     --expected-output="1.6485911177319255 1.9605162869370944 2.3314599175043089" \
// DEFINE:     --expected-output="1.6485911177319255 1.9605162869370944 2.3314599175043089" \
// DEFINE:     --expected-output="2.568050833375483 3.2974425414002563 4.2340000332253493" \
// DEFINE:     --expected-output="2.568050833375483 3.2974425414002563 4.2340000332253493" \
// DEFINE:     --expected-output="8 4 2.6666666666666667" \
// DEFINE:     --expected-output="8 4 2.6666666666666667" \
// DEFINE:     --expected-output="11.541560327111707 5.7707801635558536 3.8471867757039024" \
// DEFINE:     --expected-output="11.541560327111707 5.7707801635558536 3.8471867757039024" \
// DEFINE:     --expected-output="3.4743558552260146 1.7371779276130073 1.1581186184086715" \
// DEFINE:     --expected-output="3.4743558552260146 1.7371779276130073 1.1581186184086715" \
// DEFINE:     --expected-output="1.6 1.3333333333333333 1.1428571428571429" \
// DEFINE:     --expected-output="1.6 1.3333333333333333 1.1428571428571429" \
// DEFINE:     --expected-output="2.1200282587522285 1.7575651578708896 1.2858621383904147" \
// DEFINE:     --expected-output="2.1200282587522285 1.7575651578708896 1.2858621383904147" \
// DEFINE:     --expected-output="-2.1200282587522285 -1.7575651578708896 -1.2858621383904147" \
// DEFINE:     --expected-output="-2.1200282587522285 -1.7575651578708896 -1.2858621383904147" \
// DEFINE:     --expected-output="2 1.414213562373095 1.1547005383792515" \
// DEFINE:     --expected-output="2 1.414213562373095 1.1547005383792515" \
// DEFINE:     --expected-output="-8 -2.8284271247461901 -1.539600717839002" \
// DEFINE:     --expected-output="-8 -2.8284271247461901 -1.539600717839002" \
// DEFINE:     --expected-output="1.6798947331931642 1.0582673679787996 0.80760915236983985" \
// DEFINE:     --expected-output="1.6798947331931642 1.0582673679787996 0.80760915236983985"
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

func.func @exp(%x: !t) -> !t {
  %y = math.exp %x : !t
  return %y : !t
}
func.func @exp2(%x: !t) -> !t {
  %y = math.exp2 %x : !t
  return %y : !t
}
func.func @expm1(%x: !t) -> !t {
  %y = math.expm1 %x : !t
  return %y : !t
}
func.func @log(%x: !t) -> !t {
  %y = math.log %x : !t
  return %y : !t
}
func.func @log2(%x: !t) -> !t {
  %y = math.log2 %x : !t
  return %y : !t
}
func.func @log10(%x: !t) -> !t {
  %y = math.log10 %x : !t
  return %y : !t
}
func.func @log1p(%x: !t) -> !t {
  %y = math.log1p %x : !t
  return %y : !t
}
func.func @erf(%x: !t) -> !t {
  %y = math.erf %x : !t
  return %y : !t
}
func.func @erfc(%x: !t) -> !t {
  %y = math.erfc %x : !t
  return %y : !t
}
func.func @sqrt(%x: !t) -> !t {
  %y = math.sqrt %x : !t
  return %y : !t
}
func.func @rsqrt(%x: !t) -> !t {
  %y = math.rsqrt %x : !t
  return %y : !t
}
func.func @cbrt(%x: !t) -> !t {
  %y = math.cbrt %x : !t
  return %y : !t
}

func.func @main(%x: !t, %b: !t) -> (!t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t) {
  %two = arith.constant dense<2.0> : !t
  %exp, %exp_t = grad.jvp @exp(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %exp_y, %exp_dx = grad.vjp @exp(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %exp2, %exp2_t = grad.jvp @exp2(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %exp2_y, %exp2_dx = grad.vjp @exp2(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %expm1, %expm1_t = grad.jvp @expm1(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %expm1_y, %expm1_dx = grad.vjp @expm1(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %log, %log_t = grad.jvp @log(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %log_y, %log_dx = grad.vjp @log(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %log2, %log2_t = grad.jvp @log2(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %log2_y, %log2_dx = grad.vjp @log2(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %log10, %log10_t = grad.jvp @log10(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %log10_y, %log10_dx = grad.vjp @log10(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %log1p, %log1p_t = grad.jvp @log1p(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %log1p_y, %log1p_dx = grad.vjp @log1p(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %erf, %erf_t = grad.jvp @erf(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %erf_y, %erf_dx = grad.vjp @erf(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %erfc, %erfc_t = grad.jvp @erfc(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %erfc_y, %erfc_dx = grad.vjp @erfc(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %sqrt, %sqrt_t = grad.jvp @sqrt(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %sqrt_y, %sqrt_dx = grad.vjp @sqrt(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %rsqrt, %rsqrt_t = grad.jvp @rsqrt(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %rsqrt_y, %rsqrt_dx = grad.vjp @rsqrt(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %cbrt, %cbrt_t = grad.jvp @cbrt(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %cbrt_y, %cbrt_dx = grad.vjp @cbrt(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  return %exp_t, %exp_dx, %exp2_t, %exp2_dx, %expm1_t, %expm1_dx, %log_t, %log_dx, %log2_t, %log2_dx, %log10_t, %log10_dx, %log1p_t, %log1p_dx, %erf_t, %erf_dx, %erfc_t, %erfc_dx, %sqrt_t, %sqrt_dx, %rsqrt_t, %rsqrt_dx, %cbrt_t, %cbrt_dx : !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t
}
