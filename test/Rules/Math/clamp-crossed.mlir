// RUN: sg-run %s --function=clampf --input=0.25 --input=0.5 --input=-0.5 --expected-output=0.5
// RUN: sg-run %s --check-gradients --function=clampf --input=0.25 --input=0.5 --input=-0.5 | FileCheck %s --check-prefix=BETWEEN
// RUN: sg-run %s --check-gradients --function=clampf --input=-0.75 --input=0.5 --input=-0.5 | FileCheck %s --check-prefix=BETWEEN

// If the lower bound is above the upper bound, native code returns the lower
// bound for any x. Therefore only the lower bound has a derivative.
func.func @clampf(%x: f64, %low: f64, %high: f64) -> f64 {
  %y = math.clampf %x to [%low, %high] : f64
  return %y : f64
}
// BETWEEN:      input 0, f64: agrees in all 4 directions: the derivative is 0
// BETWEEN-NEXT: input 1, f64: agrees in all 4 directions, relative difference
// BETWEEN-NEXT: input 2, f64: agrees in all 4 directions: the derivative is 0
