// The derivatives of arithmetic, executed in both modes with the tangent (b, x)
// and the cotangent 2, in all float types. Expected values: differences in 30
// digits, in the order of the functions below.

// DEFINE: %{type} = f64
// DEFINE: %{tolerance} = 1e-14
// DEFINE: %{run} = sed s/f64/%{type}/g %s > %t.%{type}.mlir && \
// DEFINE:   sg-run %t.%{type}.mlir --function=main --tolerance=%{tolerance} \
// DEFINE:     --input="0.25 0.5 0.75" --input="1.25 2 3" \
// DEFINE:     --expected-output="1.5 2.5 3.75" \
// DEFINE:     --expected-output="2 2 2" \
// DEFINE:     --expected-output="2 2 2" \
// DEFINE:     --expected-output="1 1.5 2.25" \
// DEFINE:     --expected-output="2 2 2" \
// DEFINE:     --expected-output="-2 -2 -2" \
// DEFINE:     --expected-output="1.625 4.25 9.5625" \
// DEFINE:     --expected-output="2.5 4 6" \
// DEFINE:     --expected-output="0.5 1 1.5" \
// DEFINE:     --expected-output="1 2 3" \
// DEFINE:     --expected-output="1 2 3" \
// DEFINE:     --expected-output="0.96 0.9375 0.9375" \
// DEFINE:     --expected-output="1.6 1 0.66666666666666667" \
// DEFINE:     --expected-output="-0.32 -0.25 -0.16666666666666667" \
// DEFINE:     --expected-output="-2 -2 -2" \
// DEFINE:     --expected-output="-2 -2 -2" \
// DEFINE:     --expected-output="-5.84375 -6 -9" \
// DEFINE:     --expected-output="-9.75 -6.5 -6.5" \
// DEFINE:     --expected-output="2 2 2" \
// DEFINE:     --expected-output="0.25 0.5 0.75" \
// DEFINE:     --expected-output="0 0 0" \
// DEFINE:     --expected-output="2 2 2" \
// DEFINE:     --expected-output="1.25 2 3" \
// DEFINE:     --expected-output="2 2 2" \
// DEFINE:     --expected-output="0 0 0" \
// DEFINE:     --expected-output="0.25 0.5 0.75" \
// DEFINE:     --expected-output="0 0 0" \
// DEFINE:     --expected-output="2 2 2" \
// DEFINE:     --expected-output="1.25 2 3" \
// DEFINE:     --expected-output="2 2 2" \
// DEFINE:     --expected-output="0 0 0" \
// DEFINE:     --expected-output="1.625 4.25 0.75" \
// DEFINE:     --expected-output="2.5 4 0" \
// DEFINE:     --expected-output="0.5 1 2"
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

func.func @addf(%x: !t, %b: !t) -> !t {
  %y = arith.addf %x, %b : !t
  return %y : !t
}
func.func @subf(%x: !t, %b: !t) -> !t {
  %y = arith.subf %x, %b : !t
  return %y : !t
}
func.func @mulf(%x: !t, %b: !t) -> !t {
  %y = arith.mulf %x, %b : !t
  return %y : !t
}
func.func @square(%x: !t) -> !t {
  %y = arith.mulf %x, %x : !t
  return %y : !t
}
func.func @divf(%x: !t, %b: !t) -> !t {
  %y = arith.divf %x, %b : !t
  return %y : !t
}
func.func @negf(%x: !t) -> !t {
  %y = arith.negf %x : !t
  return %y : !t
}
func.func @remf(%x: !t, %b: !t) -> !t {
  %c = arith.constant dense<0.8125> : !t
  %z = arith.mulf %c, %x : !t
  %y = arith.remf %b, %z : !t
  return %y : !t
}
func.func @maximumf(%x: !t, %b: !t) -> !t {
  %y = arith.maximumf %x, %b : !t
  return %y : !t
}
func.func @minimumf(%x: !t, %b: !t) -> !t {
  %y = arith.minimumf %x, %b : !t
  return %y : !t
}
func.func @maxnumf(%x: !t, %b: !t) -> !t {
  %y = arith.maxnumf %x, %b : !t
  return %y : !t
}
func.func @minnumf(%x: !t, %b: !t) -> !t {
  %y = arith.minnumf %x, %b : !t
  return %y : !t
}
func.func @select(%x: !t, %b: !t) -> !t {
  %c = arith.constant dense<0.625> : !t
  %i = arith.cmpf olt, %x, %c : !t
  %s = arith.mulf %x, %b : !t
  %y = arith.select %i, %s, %b : tensor<3xi1>, !t
  return %y : !t
}

func.func @main(%x: !t, %b: !t) -> (!t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t) {
  %two = arith.constant dense<2.0> : !t
  %addf, %addf_t = grad.jvp @addf(%x, %b) tangents(%b, %x) : (!t, !t, !t, !t) -> (!t, !t)
  %addf_y, %addf_dx, %addf_db = grad.vjp @addf(%x, %b) cotangents(%two) : (!t, !t, !t) -> (!t, !t, !t)
  %subf, %subf_t = grad.jvp @subf(%x, %b) tangents(%b, %x) : (!t, !t, !t, !t) -> (!t, !t)
  %subf_y, %subf_dx, %subf_db = grad.vjp @subf(%x, %b) cotangents(%two) : (!t, !t, !t) -> (!t, !t, !t)
  %mulf, %mulf_t = grad.jvp @mulf(%x, %b) tangents(%b, %x) : (!t, !t, !t, !t) -> (!t, !t)
  %mulf_y, %mulf_dx, %mulf_db = grad.vjp @mulf(%x, %b) cotangents(%two) : (!t, !t, !t) -> (!t, !t, !t)
  %square, %square_t = grad.jvp @square(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %square_y, %square_dx = grad.vjp @square(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %divf, %divf_t = grad.jvp @divf(%x, %b) tangents(%b, %x) : (!t, !t, !t, !t) -> (!t, !t)
  %divf_y, %divf_dx, %divf_db = grad.vjp @divf(%x, %b) cotangents(%two) : (!t, !t, !t) -> (!t, !t, !t)
  %negf, %negf_t = grad.jvp @negf(%x) tangents(%two) : (!t, !t) -> (!t, !t)
  %negf_y, %negf_dx = grad.vjp @negf(%x) cotangents(%two) : (!t, !t) -> (!t, !t)
  %remf, %remf_t = grad.jvp @remf(%x, %b) tangents(%b, %x) : (!t, !t, !t, !t) -> (!t, !t)
  %remf_y, %remf_dx, %remf_db = grad.vjp @remf(%x, %b) cotangents(%two) : (!t, !t, !t) -> (!t, !t, !t)
  %maximumf, %maximumf_t = grad.jvp @maximumf(%x, %b) tangents(%b, %x) : (!t, !t, !t, !t) -> (!t, !t)
  %maximumf_y, %maximumf_dx, %maximumf_db = grad.vjp @maximumf(%x, %b) cotangents(%two) : (!t, !t, !t) -> (!t, !t, !t)
  %minimumf, %minimumf_t = grad.jvp @minimumf(%x, %b) tangents(%b, %x) : (!t, !t, !t, !t) -> (!t, !t)
  %minimumf_y, %minimumf_dx, %minimumf_db = grad.vjp @minimumf(%x, %b) cotangents(%two) : (!t, !t, !t) -> (!t, !t, !t)
  %maxnumf, %maxnumf_t = grad.jvp @maxnumf(%x, %b) tangents(%b, %x) : (!t, !t, !t, !t) -> (!t, !t)
  %maxnumf_y, %maxnumf_dx, %maxnumf_db = grad.vjp @maxnumf(%x, %b) cotangents(%two) : (!t, !t, !t) -> (!t, !t, !t)
  %minnumf, %minnumf_t = grad.jvp @minnumf(%x, %b) tangents(%b, %x) : (!t, !t, !t, !t) -> (!t, !t)
  %minnumf_y, %minnumf_dx, %minnumf_db = grad.vjp @minnumf(%x, %b) cotangents(%two) : (!t, !t, !t) -> (!t, !t, !t)
  %select, %select_t = grad.jvp @select(%x, %b) tangents(%b, %x) : (!t, !t, !t, !t) -> (!t, !t)
  %select_y, %select_dx, %select_db = grad.vjp @select(%x, %b) cotangents(%two) : (!t, !t, !t) -> (!t, !t, !t)
  return %addf_t, %addf_dx, %addf_db, %subf_t, %subf_dx, %subf_db, %mulf_t, %mulf_dx, %mulf_db, %square_t, %square_dx, %divf_t, %divf_dx, %divf_db, %negf_t, %negf_dx, %remf_t, %remf_dx, %remf_db, %maximumf_t, %maximumf_dx, %maximumf_db, %minimumf_t, %minimumf_dx, %minimumf_db, %maxnumf_t, %maxnumf_dx, %maxnumf_db, %minnumf_t, %minnumf_dx, %minnumf_db, %select_t, %select_dx, %select_db : !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t, !t
}
