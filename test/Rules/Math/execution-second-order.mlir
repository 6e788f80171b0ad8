// Second derivatives of every function of one operand, forward over reverse and
// reverse over forward, executed. The points include zero and nearly zero:
// there the side that a select does not choose must not be infinite, or the
// second derivative is NaN.

// RUN: sg-run %s --function=main --tolerance=1e-13 \
// RUN:   --input="0 0.5 -0.75 1e-200" --input="0.5 2 3 10" \
// RUN:   --expected-output="1 1.6487212707001281 0.47236655274101471 1" --expected-output="1 1.6487212707001281 0.47236655274101471 1" \
// RUN:   --expected-output="0.48045301391820142 0.67946316836614985 0.28567907128801325 0.48045301391820142" --expected-output="0.48045301391820142 0.67946316836614985 0.28567907128801325 0.48045301391820142" \
// RUN:   --expected-output="1 1.6487212707001281 0.47236655274101471 1" --expected-output="1 1.6487212707001281 0.47236655274101471 1" \
// RUN:   --expected-output="-1 -0.44444444444444444 -16 -1" --expected-output="-1 -0.44444444444444444 -16 -1" \
// RUN:   --expected-output="0 -0.87878257893544479 0.96439660379281099 0" --expected-output="0 -0.87878257893544479 0.96439660379281099 0" \
// RUN:   --expected-output="0 0.87878257893544479 -0.96439660379281099 0" --expected-output="0 0.87878257893544479 -0.96439660379281099 0" \
// RUN:   --expected-output="0 -0.479425538604203 0.68163876002333417 0" --expected-output="0 -0.479425538604203 0.68163876002333417 0" \
// RUN:   --expected-output="-1 -0.87758256189037272 -0.73168886887382089 -1" --expected-output="-1 -0.87758256189037272 -0.73168886887382089 -1" \
// RUN:   --expected-output="0 1.4186890138709114 -3.4802058189183494 0" --expected-output="0 1.4186890138709114 -3.4802058189183494 0" \
// RUN:   --expected-output="0 0.76980035891950102 -2.5917563863489867 0" --expected-output="0 0.76980035891950102 -2.5917563863489867 0" \
// RUN:   --expected-output="0 -0.76980035891950102 2.5917563863489867 0" --expected-output="0 -0.76980035891950102 2.5917563863489867 0" \
// RUN:   --expected-output="0 -0.64 0.6144 0" --expected-output="0 -0.64 0.6144 0" \
// RUN:   --expected-output="0 0.52109530549374736 -0.82231673193582998 0" --expected-output="0 0.52109530549374736 -0.82231673193582998 0" \
// RUN:   --expected-output="1 1.1276259652063808 1.2946832846768447 1" --expected-output="1 1.1276259652063808 1.2946832846768447 1" \
// RUN:   --expected-output="0 -0.72686198138358728 0.75784170227802139 0" --expected-output="0 -0.72686198138358728 0.75784170227802139 0" \
// RUN:   --expected-output="0 -0.35777087639996635 0.384 0" --expected-output="0 -0.35777087639996635 0.384 0" \
// RUN:   --expected-output="0 1.7777777777777778 -7.836734693877551 0" --expected-output="0 1.7777777777777778 -7.836734693877551 0" \
// RUN:   --expected-output="-4 -0.25 -0.11111111111111111 -0.01" --expected-output="-4 -0.25 -0.11111111111111111 -0.01" \
// RUN:   --expected-output="-5.7707801635558536 -0.36067376022224085 -0.1602994489876626 -0.014426950408889634" --expected-output="-5.7707801635558536 -0.36067376022224085 -0.1602994489876626 -0.014426950408889634" \
// RUN:   --expected-output="-1.7371779276130073 -0.10857362047581296 -0.048254942433694648 -0.0043429448190325183" --expected-output="-1.7371779276130073 -0.10857362047581296 -0.048254942433694648 -0.0043429448190325183" \
// RUN:   --expected-output="-0.70710678118654752 -0.088388347648318441 -0.048112522432468814 -0.0079056941504209483" --expected-output="-0.70710678118654752 -0.088388347648318441 -0.048112522432468814 -0.0079056941504209483" \
// RUN:   --expected-output="4.2426406871192851 0.13258252147247766 0.048112522432468814 0.0023717082451262845" --expected-output="4.2426406871192851 0.13258252147247766 0.048112522432468814 0.0023717082451262845" \
// RUN:   --expected-output="-0.7055115786525331 -0.069995613883048509 -0.035611100501417491 -0.0047876326445152972" --expected-output="-0.7055115786525331 -0.069995613883048509 -0.035611100501417491 -0.0047876326445152972"

!t = tensor<4xf64>

func.func @exp(%x: !t) -> !t {
  %y = math.exp %x : !t
  return %y : !t
}
func.func @exp_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @exp(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @exp_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @exp(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @exp2(%x: !t) -> !t {
  %y = math.exp2 %x : !t
  return %y : !t
}
func.func @exp2_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @exp2(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @exp2_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @exp2(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @expm1(%x: !t) -> !t {
  %y = math.expm1 %x : !t
  return %y : !t
}
func.func @expm1_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @expm1(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @expm1_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @expm1(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @log1p(%x: !t) -> !t {
  %y = math.log1p %x : !t
  return %y : !t
}
func.func @log1p_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @log1p(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @log1p_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @log1p(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @erf(%x: !t) -> !t {
  %y = math.erf %x : !t
  return %y : !t
}
func.func @erf_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @erf(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @erf_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @erf(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @erfc(%x: !t) -> !t {
  %y = math.erfc %x : !t
  return %y : !t
}
func.func @erfc_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @erfc(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @erfc_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @erfc(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @sin(%x: !t) -> !t {
  %y = math.sin %x : !t
  return %y : !t
}
func.func @sin_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @sin(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @sin_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @sin(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @cos(%x: !t) -> !t {
  %y = math.cos %x : !t
  return %y : !t
}
func.func @cos_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @cos(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @cos_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @cos(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @tan(%x: !t) -> !t {
  %y = math.tan %x : !t
  return %y : !t
}
func.func @tan_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @tan(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @tan_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @tan(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @asin(%x: !t) -> !t {
  %y = math.asin %x : !t
  return %y : !t
}
func.func @asin_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @asin(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @asin_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @asin(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @acos(%x: !t) -> !t {
  %y = math.acos %x : !t
  return %y : !t
}
func.func @acos_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @acos(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @acos_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @acos(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @atan(%x: !t) -> !t {
  %y = math.atan %x : !t
  return %y : !t
}
func.func @atan_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @atan(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @atan_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @atan(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @sinh(%x: !t) -> !t {
  %y = math.sinh %x : !t
  return %y : !t
}
func.func @sinh_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @sinh(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @sinh_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @sinh(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @cosh(%x: !t) -> !t {
  %y = math.cosh %x : !t
  return %y : !t
}
func.func @cosh_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @cosh(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @cosh_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @cosh(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @tanh(%x: !t) -> !t {
  %y = math.tanh %x : !t
  return %y : !t
}
func.func @tanh_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @tanh(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @tanh_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @tanh(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @asinh(%x: !t) -> !t {
  %y = math.asinh %x : !t
  return %y : !t
}
func.func @asinh_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @asinh(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @asinh_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @asinh(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @atanh(%x: !t) -> !t {
  %y = math.atanh %x : !t
  return %y : !t
}
func.func @atanh_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @atanh(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @atanh_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @atanh(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @log(%x: !t) -> !t {
  %y = math.log %x : !t
  return %y : !t
}
func.func @log_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @log(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @log_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @log(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @log2(%x: !t) -> !t {
  %y = math.log2 %x : !t
  return %y : !t
}
func.func @log2_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @log2(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @log2_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @log2(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @log10(%x: !t) -> !t {
  %y = math.log10 %x : !t
  return %y : !t
}
func.func @log10_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @log10(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @log10_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @log10(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @sqrt(%x: !t) -> !t {
  %y = math.sqrt %x : !t
  return %y : !t
}
func.func @sqrt_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @sqrt(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @sqrt_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @sqrt(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @rsqrt(%x: !t) -> !t {
  %y = math.rsqrt %x : !t
  return %y : !t
}
func.func @rsqrt_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @rsqrt(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @rsqrt_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @rsqrt(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @cbrt(%x: !t) -> !t {
  %y = math.cbrt %x : !t
  return %y : !t
}
func.func @cbrt_forward(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %t = grad.jvp @cbrt(%x) tangents(%one) : (!t, !t) -> (!t, !t)
  return %t : !t
}
func.func @cbrt_reverse(%x: !t) -> !t {
  %one = arith.constant dense<1.0> : !t
  %y, %c = grad.vjp @cbrt(%x) cotangents(%one) : (!t, !t) -> (!t, !t)
  return %c : !t
}

func.func @main(%p: !t, %q: !t) -> (!t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t) {
  %one = arith.constant dense<1.0> : !t
  %exp_c, %exp_rf = grad.vjp @exp_forward(%p) cotangents(%one) : (!t, !t) -> (!t, !t)
  %exp_t, %exp_fr = grad.jvp @exp_reverse(%p) tangents(%one) : (!t, !t) -> (!t, !t)
  %exp2_c, %exp2_rf = grad.vjp @exp2_forward(%p) cotangents(%one) : (!t, !t) -> (!t, !t)
  %exp2_t, %exp2_fr = grad.jvp @exp2_reverse(%p) tangents(%one) : (!t, !t) -> (!t, !t)
  %expm1_c, %expm1_rf = grad.vjp @expm1_forward(%p) cotangents(%one) : (!t, !t) -> (!t, !t)
  %expm1_t, %expm1_fr = grad.jvp @expm1_reverse(%p) tangents(%one) : (!t, !t) -> (!t, !t)
  %log1p_c, %log1p_rf = grad.vjp @log1p_forward(%p) cotangents(%one) : (!t, !t) -> (!t, !t)
  %log1p_t, %log1p_fr = grad.jvp @log1p_reverse(%p) tangents(%one) : (!t, !t) -> (!t, !t)
  %erf_c, %erf_rf = grad.vjp @erf_forward(%p) cotangents(%one) : (!t, !t) -> (!t, !t)
  %erf_t, %erf_fr = grad.jvp @erf_reverse(%p) tangents(%one) : (!t, !t) -> (!t, !t)
  %erfc_c, %erfc_rf = grad.vjp @erfc_forward(%p) cotangents(%one) : (!t, !t) -> (!t, !t)
  %erfc_t, %erfc_fr = grad.jvp @erfc_reverse(%p) tangents(%one) : (!t, !t) -> (!t, !t)
  %sin_c, %sin_rf = grad.vjp @sin_forward(%p) cotangents(%one) : (!t, !t) -> (!t, !t)
  %sin_t, %sin_fr = grad.jvp @sin_reverse(%p) tangents(%one) : (!t, !t) -> (!t, !t)
  %cos_c, %cos_rf = grad.vjp @cos_forward(%p) cotangents(%one) : (!t, !t) -> (!t, !t)
  %cos_t, %cos_fr = grad.jvp @cos_reverse(%p) tangents(%one) : (!t, !t) -> (!t, !t)
  %tan_c, %tan_rf = grad.vjp @tan_forward(%p) cotangents(%one) : (!t, !t) -> (!t, !t)
  %tan_t, %tan_fr = grad.jvp @tan_reverse(%p) tangents(%one) : (!t, !t) -> (!t, !t)
  %asin_c, %asin_rf = grad.vjp @asin_forward(%p) cotangents(%one) : (!t, !t) -> (!t, !t)
  %asin_t, %asin_fr = grad.jvp @asin_reverse(%p) tangents(%one) : (!t, !t) -> (!t, !t)
  %acos_c, %acos_rf = grad.vjp @acos_forward(%p) cotangents(%one) : (!t, !t) -> (!t, !t)
  %acos_t, %acos_fr = grad.jvp @acos_reverse(%p) tangents(%one) : (!t, !t) -> (!t, !t)
  %atan_c, %atan_rf = grad.vjp @atan_forward(%p) cotangents(%one) : (!t, !t) -> (!t, !t)
  %atan_t, %atan_fr = grad.jvp @atan_reverse(%p) tangents(%one) : (!t, !t) -> (!t, !t)
  %sinh_c, %sinh_rf = grad.vjp @sinh_forward(%p) cotangents(%one) : (!t, !t) -> (!t, !t)
  %sinh_t, %sinh_fr = grad.jvp @sinh_reverse(%p) tangents(%one) : (!t, !t) -> (!t, !t)
  %cosh_c, %cosh_rf = grad.vjp @cosh_forward(%p) cotangents(%one) : (!t, !t) -> (!t, !t)
  %cosh_t, %cosh_fr = grad.jvp @cosh_reverse(%p) tangents(%one) : (!t, !t) -> (!t, !t)
  %tanh_c, %tanh_rf = grad.vjp @tanh_forward(%p) cotangents(%one) : (!t, !t) -> (!t, !t)
  %tanh_t, %tanh_fr = grad.jvp @tanh_reverse(%p) tangents(%one) : (!t, !t) -> (!t, !t)
  %asinh_c, %asinh_rf = grad.vjp @asinh_forward(%p) cotangents(%one) : (!t, !t) -> (!t, !t)
  %asinh_t, %asinh_fr = grad.jvp @asinh_reverse(%p) tangents(%one) : (!t, !t) -> (!t, !t)
  %atanh_c, %atanh_rf = grad.vjp @atanh_forward(%p) cotangents(%one) : (!t, !t) -> (!t, !t)
  %atanh_t, %atanh_fr = grad.jvp @atanh_reverse(%p) tangents(%one) : (!t, !t) -> (!t, !t)
  %log_c, %log_rf = grad.vjp @log_forward(%q) cotangents(%one) : (!t, !t) -> (!t, !t)
  %log_t, %log_fr = grad.jvp @log_reverse(%q) tangents(%one) : (!t, !t) -> (!t, !t)
  %log2_c, %log2_rf = grad.vjp @log2_forward(%q) cotangents(%one) : (!t, !t) -> (!t, !t)
  %log2_t, %log2_fr = grad.jvp @log2_reverse(%q) tangents(%one) : (!t, !t) -> (!t, !t)
  %log10_c, %log10_rf = grad.vjp @log10_forward(%q) cotangents(%one) : (!t, !t) -> (!t, !t)
  %log10_t, %log10_fr = grad.jvp @log10_reverse(%q) tangents(%one) : (!t, !t) -> (!t, !t)
  %sqrt_c, %sqrt_rf = grad.vjp @sqrt_forward(%q) cotangents(%one) : (!t, !t) -> (!t, !t)
  %sqrt_t, %sqrt_fr = grad.jvp @sqrt_reverse(%q) tangents(%one) : (!t, !t) -> (!t, !t)
  %rsqrt_c, %rsqrt_rf = grad.vjp @rsqrt_forward(%q) cotangents(%one) : (!t, !t) -> (!t, !t)
  %rsqrt_t, %rsqrt_fr = grad.jvp @rsqrt_reverse(%q) tangents(%one) : (!t, !t) -> (!t, !t)
  %cbrt_c, %cbrt_rf = grad.vjp @cbrt_forward(%q) cotangents(%one) : (!t, !t) -> (!t, !t)
  %cbrt_t, %cbrt_fr = grad.jvp @cbrt_reverse(%q) tangents(%one) : (!t, !t) -> (!t, !t)
  return %exp_rf, %exp_fr,
    %exp2_rf, %exp2_fr,
    %expm1_rf, %expm1_fr,
    %log1p_rf, %log1p_fr,
    %erf_rf, %erf_fr,
    %erfc_rf, %erfc_fr,
    %sin_rf, %sin_fr,
    %cos_rf, %cos_fr,
    %tan_rf, %tan_fr,
    %asin_rf, %asin_fr,
    %acos_rf, %acos_fr,
    %atan_rf, %atan_fr,
    %sinh_rf, %sinh_fr,
    %cosh_rf, %cosh_fr,
    %tanh_rf, %tanh_fr,
    %asinh_rf, %asinh_fr,
    %atanh_rf, %atanh_fr,
    %log_rf, %log_fr,
    %log2_rf, %log2_fr,
    %log10_rf, %log10_fr,
    %sqrt_rf, %sqrt_fr,
    %rsqrt_rf, %rsqrt_fr,
    %cbrt_rf, %cbrt_fr :
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t,
    !t, !t
}
