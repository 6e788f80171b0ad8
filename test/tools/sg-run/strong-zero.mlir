// --strong-zero acts like the attribute on all requests, including the tool's
// own requests.

// RUN: sg-run %s --function=slope --input=0 --expected-output=nan
// RUN: sg-run %s --function=slope --input=0 --strong-zero --expected-output=0
// RUN: %if gpu %{ sg-run %s --function=slope --input=0 --strong-zero --device=emulated --expected-output=0 %}

// The cache key includes the option.
// RUN: rm -rf %t && sg-run %s --function=slope --input=0 --cache=%t --expected-output=nan
// RUN: sg-run %s --function=slope --input=0 --cache=%t --strong-zero --expected-output=0
// RUN: sg-run %s --function=slope --input=0 --cache=%t --expected-output=nan

// At 0 the select leaves out a root, whose derivative is infinite.
// --check-gradients uses strong zeros at both orders.
// RUN: not sg-run %s --function=piecewise --check-gradients --input=0 2>&1 | FileCheck %s --check-prefix=NAN
// RUN: sg-run %s --function=piecewise --check-gradients --order=2 --input=0 --strong-zero | FileCheck %s --check-prefix=ZERO
// NAN:      DISAGREES
// ZERO-NOT: DISAGREES
// ZERO:     agrees

// Emitted derivatives use strong zeros.
// RUN: sg-run %s --function=piecewise --derivatives=vjp --emit=obj --emit-to=%t.eager
// RUN: sg-run %s --function=piecewise --derivatives=vjp --emit=obj --emit-to=%t.strong --strong-zero
// RUN: not cmp %t.eager.o %t.strong.o

func.func @piecewise(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %w = arith.mulf %x, %x : f64
  %p = arith.cmpf olt, %w, %one : f64
  %r = math.sqrt %w : f64
  %y = arith.select %p, %w, %r : f64
  return %y : f64
}
func.func @slope(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @piecewise(%x) : (f64) -> (f64, f64)
  return %dx : f64
}
