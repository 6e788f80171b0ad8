// Stops in branches and in recomputed regions.

// Fact 51. x > 0 ? stop(x) * x : x^3. A stop affects the derivative only if its
// branch is taken.
// RUN: sed s/FACT/by_sign/g %{orders} --input=2 --expected-output='4 2 0 0'
// RUN: sed s/FACT/by_sign/g %{orders} --input=-2 --expected-output='-8 12 -12 6'
// RUN: sed s/FACT/by_sign/g %{unmasked-orders} --input=2 --expected-output='4 4 2 0'
func.func private @by_sign(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %positive = arith.cmpf ogt, %x, %zero : f64
  %y = scf.if %positive -> f64 {
    %c = grad.stop_gradient %x : f64
    %p = arith.mulf %c, %x : f64
    scf.yield %p : f64
  } else {
    %s = arith.mulf %x, %x : f64
    %p = arith.mulf %s, %x : f64
    scf.yield %p : f64
  }
  return %y : f64
}

// Fact 55. x * stop(e^x), recomputed in the reverse sweep, is the same as
// without recomputation: e, e and zero at 1.
// RUN: sed s/FACT/again/g %{orders} --input=1 \
// RUN:   --expected-output='2.718281828459045 2.718281828459045 0 0'
// RUN: sed s/FACT/again/g %{unmasked-orders} --input=1 \
// RUN:   --expected-output='2.718281828459045 5.43656365691809 8.154845485377136 10.87312731383618'
func.func private @again(%x: f64) -> f64 {
  %y = grad.checkpoint {
    %e = math.exp %x : f64
    %c = grad.stop_gradient %e : f64
    %p = arith.mulf %x, %c : f64
    grad.yield %p : f64
  } : f64
  return %y : f64
}

// A region has two results, (sin x, 2 stop(x)). The second has no derivative,
// so the derivative of the sum is cos(1).
// RUN: sed s/FACT/with_a_stopped_result/g %{orders} --input=1 \
// RUN:   --expected-output='2.8414709848078967 0.5403023058681398 -0.8414709848078965 -0.5403023058681398'
func.func private @with_a_stopped_result(%x: f64) -> f64 {
  %two = arith.constant 2.0 : f64
  %r:2 = grad.checkpoint {
    %s = math.sin %x : f64
    %c = grad.stop_gradient %x : f64
    %d = arith.mulf %c, %two : f64
    grad.yield %s, %d : f64, f64
  } : f64, f64
  %y = arith.addf %r#0, %r#1 : f64
  return %y : f64
}
