// Custom rules of functions in all float types, executed, also with a residual
// of another type. All numbers are exact in all types.

// DEFINE: %{type} = f64
// DEFINE: %{run} = sed s/f64/%{type}/g %s > %t.%{type}.mlir && \
// DEFINE:   sg-run %t.%{type}.mlir --function=slopes --tolerance=0 \
// DEFINE:     --input="3x%{type}=1 -2 0" --input="%{type}=3" --input="3x%{type}=1 0.5 2" \
// DEFINE:     --expected-output="3x%{type}=9 -18 0" --expected-output="3x%{type}=100 50 200" \
// DEFINE:     --expected-output="%{type}=0" --expected-output="3x%{type}=100 50 200" \
// DEFINE:     --expected-output="3x%{type}=100 50 200" --expected-output="3x%{type}=100 50 200" \
// DEFINE:   && sg-run %t.%{type}.mlir --function=narrow --input="3x%{type}=1 -2 3" --tolerance=0 \
// DEFINE:     --expected-output="3x%{type}=4 -8 12" --expected-output="3x%{type}=4 -8 12"
// RUN: %{run}
// REDEFINE: %{type} = f32
// RUN: %{run}
// REDEFINE: %{type} = f16
// RUN: %{run}
// REDEFINE: %{type} = bf16
// RUN: %{run}
// RUN: sg-run %s --function=slopes --input='0xf64=' --input=3 --input='0xf64=' --expected-output='0xf64=' \
// RUN:   --expected-output='0xf64=' --expected-output=0 --expected-output='0xf64=' --expected-output='0xf64=' \
// RUN:   --expected-output='0xf64='

!t = tensor<?xf64>

// w x with rules that return 10 c for x and zero for w: one rule for each mode.
func.func private @times(%x: !t, %w: f64) -> !t {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : !t
  %s = tensor.splat %w[%n] : !t
  %y = arith.mulf %x, %s : !t
  return %y : !t
}
func.func private @times_ten(%c: !t) -> !t {
  %ten = arith.constant 10.0 : f64
  %d = call @times(%c, %ten) : (!t, f64) -> !t
  return %d : !t
}
func.func private @f_fwd(%x: !t, %w: f64) -> !t {
  %y = call @f(%x, %w) : (!t, f64) -> !t
  return %y : !t
}
func.func private @f_bwd(%c: !t) -> (!t, f64) {
  %zero = arith.constant 0.0 : f64
  %d = call @times_ten(%c) : (!t) -> !t
  return %d, %zero : !t, f64
}
func.func private @f(%x: !t, %w: f64) -> !t
    attributes {no_inline, grad.custom_vjp = {forward = @f_fwd, backward = @f_bwd}} {
  %y = call @times(%x, %w) : (!t, f64) -> !t
  return %y : !t
}
func.func private @g_jvp(%x: !t, %w: f64, %dx: !t, %dw: f64) -> (!t, !t) {
  %y = call @g(%x, %w) : (!t, f64) -> !t
  %d = call @times_ten(%dx) : (!t) -> !t
  return %y, %d : !t, !t
}
func.func private @g(%x: !t, %w: f64) -> !t attributes {no_inline, grad.custom_jvp = @g_jvp} {
  %y = call @times(%x, %w) : (!t, f64) -> !t
  return %y : !t
}
func.func private @of_both(%x: !t, %w: f64) -> !t {
  %p = call @f(%x, %w) : (!t, f64) -> !t
  %y = call @g(%p, %w) : (!t, f64) -> !t
  return %y : !t
}
// The results: 100 c and zero for w; along x; and for x alone.
func.func @slopes(%x: !t, %w: f64, %c: !t) -> (!t, !t, f64, !t, !t, !t) {
  %y:3 = grad.vjp @of_both(%x, %w) cotangents(%c) : (!t, f64, !t) -> (!t, !t, f64)
  %z:2 = grad.jvp @of_both(%x, %w) tangents(%c) {wrt = array<i64: 0>} : (!t, f64, !t) -> (!t, !t)
  %u:2 = grad.jvp @of_both(%x, %w) tangents(%c, %w) : (!t, f64, !t, f64) -> (!t, !t)
  %v:2 = grad.vjp @of_both(%x, %w) cotangents(%c) {wrt = array<i64: 0>} : (!t, f64, !t) -> (!t, !t)
  return %y#0, %y#1, %y#2, %z#1, %u#1, %v#1 : !t, !t, f64, !t, !t, !t
}

// A square with a residual in f16 and a counter: the rule returns 2 x, doubled
// once.
func.func private @h_fwd(%x: !t) -> (!t, tensor<?xf16>, i8) {
  %two = arith.constant 2 : i8
  %y = call @h(%x) : (!t) -> !t
  %r = call @to_half(%x) : (!t) -> tensor<?xf16>
  return %y, %r, %two : !t, tensor<?xf16>, i8
}
func.func private @h_bwd(%r: tensor<?xf16>, %n: i8, %c: !t) -> !t {
  %k = arith.sitofp %n : i8 to f64
  %x = call @from_half(%r) : (tensor<?xf16>) -> !t
  %p = arith.mulf %x, %c : !t
  %d = call @times(%p, %k) : (!t, f64) -> !t
  return %d : !t
}
func.func private @h(%x: !t) -> !t
    attributes {no_inline, grad.custom_vjp = {forward = @h_fwd, backward = @h_bwd}} {
  %y = arith.mulf %x, %x : !t
  return %y : !t
}
// Conversion through integers, which every float type supports.
func.func private @to_half(%x: !t) -> tensor<?xf16> {
  %i = arith.fptosi %x : !t to tensor<?xi32>
  %y = arith.sitofp %i : tensor<?xi32> to tensor<?xf16>
  return %y : tensor<?xf16>
}
func.func private @from_half(%x: tensor<?xf16>) -> !t {
  %i = arith.fptosi %x : tensor<?xf16> to tensor<?xi32>
  %y = arith.sitofp %i : tensor<?xi32> to !t
  return %y : !t
}
func.func private @twice(%x: !t) -> !t {
  %p = call @h(%x) : (!t) -> !t
  %y = arith.addf %p, %p : !t
  return %y : !t
}
func.func @narrow(%x: !t) -> (!t, !t) {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : !t
  %c = tensor.splat %one[%n] : !t
  %y:2 = grad.vjp @twice(%x) cotangents(%c) : (!t, !t) -> (!t, !t)
  %z:2 = grad.jvp @twice(%x) tangents(%c) : (!t, !t) -> (!t, !t)
  return %y#1, %z#1 : !t, !t
}
