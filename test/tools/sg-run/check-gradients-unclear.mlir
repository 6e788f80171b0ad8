// If rounding hides the derivative, the check cannot decide whether it is right
// or wrong.
//
// RUN: sg-run %s --function=fast --check-gradients | FileCheck %s --check-prefix=FAST
// RUN: sg-run %s --function=cancels --check-gradients | FileCheck %s --check-prefix=CANCELS
// RUN: sg-run %s --function=hidden --check-gradients | FileCheck %s --check-prefix=HIDDEN
// RUN: not sg-run %s --function=seen --check-gradients 2>&1 | FileCheck %s --check-prefix=SEEN
// RUN: sg-run %s --function=root --check-gradients --input=1e-12 | FileCheck %s --check-prefix=ROOT
// RUN: not sg-run %s --function=masked --check-gradients --input=0.0 2>&1 | FileCheck %s --check-prefix=MASKED

// The function oscillates faster than any difference step.
// FAST: input 0, f64: undecided in all 4 directions: both modes {{.*}}, differences {{.*}} with an error of up to
func.func @fast(%x: f64) -> f64 {
  %k = arith.constant 3.0e7 : f64
  %a = arith.mulf %x, %k : f64
  %y = math.sin %a : f64
  return %y : f64
}

// The sum cancels digits.
// CANCELS: input 0, f64: undecided in all 4 directions: both modes
func.func @cancels(%x: f64) -> f64 {
  %k = arith.constant 1.0e10 : f64
  %a = arith.addf %x, %k : f64
  %y = arith.subf %a, %k : f64
  return %y : f64
}

// A derivative that is wrong by 5 % is hidden by a result near 1e12, but not
// near 1e6.
func.func private @sine(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @sine_jvp} {
  %y = math.sin %x : f64
  return %y : f64
}
func.func private @sine_jvp(%x: f64, %t: f64) -> (f64, f64) {
  %wrong = arith.constant 1.05 : f64
  %y = math.sin %x : f64
  %c = math.cos %x : f64
  %a = arith.mulf %c, %t : f64
  %b = arith.mulf %a, %wrong : f64
  return %y, %b : f64, f64
}
// HIDDEN: input 0, f64: undecided in all 4 directions: both modes
func.func @hidden(%x: f64) -> f64 {
  %k = arith.constant 1.0e12 : f64
  %s = func.call @sine(%x) : (f64) -> f64
  %y = arith.addf %s, %k : f64
  return %y : f64
}
// SEEN: input 0, f64: DISAGREES in all 4 directions
// SEEN: error: the derivative of 'func.call' is wrong
func.func @seen(%x: f64) -> f64 {
  %k = arith.constant 1.0e6 : f64
  %s = func.call @sine(%x) : (f64) -> f64
  %y = arith.addf %s, %k : f64
  return %y : f64
}

// Difference steps stay in the domain of the function.
// ROOT: input 0, f64: agrees in all 4 directions
func.func @root(%x: f64) -> f64 {
  %y = math.sqrt %x : f64
  return %y : f64
}

// One mode computes 0 times infinity.
// MASKED: input 0, f64: DISAGREES in all 4 directions: forward mode {{.*}}nan
// MASKED: run a function that requests this derivative with --trace-nan to find the first value that is not finite
func.func @masked(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = math.sqrt %x : f64
  %p = arith.cmpf ogt, %x, %zero : f64
  %y = arith.select %p, %r, %zero : f64
  return %y : f64
}
