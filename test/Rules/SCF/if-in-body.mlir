// scf.if in the body of a structured op, executed in both modes in all float
// types. Only values read by the taken branch have a derivative in an element.
// All numbers are exact in all types.

// DEFINE: %{type} = f64
// DEFINE: %{run} = sed s/f64/%{type}/g %s > %t.%{type}.mlir && \
// DEFINE:   sg-run %t.%{type}.mlir --function=main --tolerance=0 \
// DEFINE:     --input="5x%{type}=-2 3 0 -1 2" --input="5x%{type}=1 2 3 4 5" --input=%{type}=3 \
// DEFINE:     --expected-output="5x%{type}=2 12 6 8 20" --expected-output="5x%{type}=0 12 0 0 20" \
// DEFINE:     --expected-output="5x%{type}=3 0 9 12 0" --expected-output="%{type}=26" \
// DEFINE:     --expected-output="%{type}=24" --expected-output="5x%{type}=1 3 1 1 2"
// RUN: %{run}
// REDEFINE: %{type} = f32
// RUN: %{run}
// REDEFINE: %{type} = f16
// RUN: %{run}
// REDEFINE: %{type} = bf16
// RUN: %{run}
// RUN: sg-run %s --function=main --input="0xf64=" --input="0xf64=" --input=f64=3 --tolerance=0 \
// RUN:   --expected-output="0xf64=" --expected-output="0xf64=" --expected-output="0xf64=" \
// RUN:   --expected-output="f64=0" --expected-output="f64=0" --expected-output="0xf64="

!t = tensor<?xf64>

// x^2 where x > 0, otherwise w s.
func.func private @pick(%x: !t, %w: !t, %s: f64) -> !t {
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                       iterator_types = ["parallel"]}
      ins(%x, %w : !t, !t) outs(%x : !t) {
    ^bb0(%a: f64, %b: f64, %o: f64):
      %zero = arith.constant 0.0 : f64
      %c = arith.cmpf ogt, %a, %zero : f64
      %r = scf.if %c -> f64 {
        %q = arith.mulf %a, %a : f64
        scf.yield %q : f64
      } else {
        %q = arith.mulf %b, %s : f64
        scf.yield %q : f64
      }
      linalg.yield %r : f64
  } -> !t
  return %y : !t
}

// The sum of both results of a branch: p and x + 2 where x > 1, otherwise 0 and
// x. A nested branch yields p: 2 x where x > 2, otherwise x.
func.func private @nested(%x: !t) -> f64 {
  %zero = arith.constant 0.0 : f64
  %init = tensor.from_elements %zero : tensor<f64>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
                       iterator_types = ["reduction"]}
      ins(%x : !t) outs(%init : tensor<f64>) {
    ^bb0(%a: f64, %sum: f64):
      %two = arith.constant 2.0 : f64
      %one = arith.constant 1.0 : f64
      %c = arith.cmpf ogt, %a, %one : f64
      %r:2 = scf.if %c -> (f64, f64) {
        %d = arith.cmpf ogt, %a, %two : f64
        %p = scf.if %d -> f64 {
          %q = arith.addf %a, %a : f64
          scf.yield %q : f64
        } else {
          scf.yield %a : f64
        }
        %q = arith.addf %a, %two : f64
        scf.yield %p, %q : f64, f64
      } else {
        scf.yield %zero, %a : f64, f64
      }
      %t = arith.addf %r#0, %r#1 : f64
      %next = arith.addf %sum, %t : f64
      linalg.yield %next : f64
  } -> tensor<f64>
  %v = tensor.extract %y[] : tensor<f64>
  return %v : f64
}

// The tangents are (1, 2, 3, 4, 5) for x and for w, and -1 for s; the cotangents
// are w, and 1 for the sum.
func.func @main(%x: !t, %w: !t, %s: f64) -> (!t, !t, !t, f64, f64, !t) {
  %minus = arith.constant -1.0 : f64
  %one = arith.constant 1.0 : f64
  %y, %dy = grad.jvp @pick(%x, %w, %s) tangents(%w, %w, %minus)
      : (!t, !t, f64, !t, !t, f64) -> (!t, !t)
  %z, %dx, %dw, %ds = grad.vjp @pick(%x, %w, %s) cotangents(%w)
      : (!t, !t, f64, !t) -> (!t, !t, !t, f64)
  %n, %dn = grad.jvp @nested(%x) tangents(%w) : (!t, !t) -> (f64, f64)
  %m, %dm = grad.value_and_grad @nested(%x) : (!t) -> (f64, !t)
  return %dy, %dx, %dw, %ds, %dn, %dm : !t, !t, !t, f64, f64, !t
}
