// Loops and branches for which other tools silently return wrong derivatives:
// value, gradient and Hessian in all mixtures of modes.

// The step does not divide the range, and the bounds are not zero. The
// iterations at 2, 5 and 8 multiply by x_(i mod 3) + i, which is x2 + i: (x2 +
// 2) (x2 + 5) (x2 + 8) x0 at (3, 7, 1).
// RUN: sed 's/FACT/remainder/g; s/SIZE/3/g' %{gradient} --input='3 7 1' \
// RUN:   --expected-output=486 --expected-output='162 0 297' \
// RUN:   --expected-output='0 0 99 0 0 0 99 0 108'
func.func private @remainder(%x: tensor<3xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %lower = arith.constant 2 : index
  %upper = arith.constant 9 : index
  %step = arith.constant 3 : index
  %x0 = tensor.extract %x[%c0] : tensor<3xf64>
  %y = scf.for %i = %lower to %upper step %step iter_args(%c = %x0) -> f64 {
    %place = arith.remui %i, %step : index
    %e = tensor.extract %x[%place] : tensor<3xf64>
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f64
    %t = arith.addf %e, %f : f64
    %next = arith.mulf %c, %t : f64
    scf.yield %next : f64
  }
  return %y : f64
}

// Loop-carried constants and integers between active values. (a, b, c, k)
// starts as (x0, 1, x1, 0); each iteration computes a <- a b, b <- b c, c <- c
// + k. After three iterations a = x0 b1 b2 with b1 = x1, b2 = x1 x1, and c = x1
// + 3. The result is a c + b at (2, 3), with b = x1 x1 (x1 + 1).
// RUN: sed 's/FACT/mixed_carries/g; s/SIZE/2/g' %{gradient} --input='2 3' \
// RUN:   --expected-output=360 --expected-output='162 411' --expected-output='0 189 189 344'
func.func private @mixed_carries(%x: tensor<2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %none = arith.constant 0 : i32
  %more = arith.constant 1 : i32
  %x0 = tensor.extract %x[%c0] : tensor<2xf64>
  %x1 = tensor.extract %x[%c1] : tensor<2xf64>
  %r:4 = scf.for %i = %c0 to %c3 step %c1
      iter_args(%a = %x0, %k = %none, %b = %one, %c = %x1) -> (f64, i32, f64, f64) {
    %next_a = arith.mulf %a, %b : f64
    %next_b = arith.mulf %b, %c : f64
    %f = arith.sitofp %k : i32 to f64
    %next_c = arith.addf %c, %f : f64
    %next_k = arith.addi %k, %more : i32
    scf.yield %next_a, %next_k, %next_b, %next_c : f64, i32, f64, f64
  }
  %y = math.fma %r#0, %r#3, %r#2 : f64
  return %y : f64
}

// The program uses the results of a loop twice, once and never: (p, s, q) with
// p <- p x1, s <- s + p from (x0, x0), twice, then p p + s.
// RUN: sed 's/FACT/results/g; s/SIZE/2/g' %{gradient} --input='2 3' \
// RUN:   --expected-output=334 --expected-output='329 434' --expected-output='162 433 433 432'
func.func private @results(%x: tensor<2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x0 = tensor.extract %x[%c0] : tensor<2xf64>
  %x1 = tensor.extract %x[%c1] : tensor<2xf64>
  %r:3 = scf.for %i = %c0 to %c2 step %c1 iter_args(%p = %x0, %q = %x1, %s = %x0) -> (f64, f64, f64) {
    %next_s = arith.addf %s, %p : f64
    %next_p = arith.mulf %p, %x1 : f64
    %next_q = arith.mulf %q, %p : f64
    scf.yield %next_p, %next_q, %next_s : f64, f64, f64
  }
  %y = math.fma %r#0, %r#0, %r#2 : f64
  return %y : f64
}

// The results of a branch are unused, stopped, or compared, so the branch does
// not contribute. Only x0^2 has a derivative.
// RUN: sed 's/FACT/dead_branch/g; s/SIZE/2/g' %{gradient} --input='3 5' \
// RUN:   --expected-output=14 --expected-output='6 0' --expected-output='2 0 0 0'
func.func private @dead_branch(%x: tensor<2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %x0 = tensor.extract %x[%c0] : tensor<2xf64>
  %x1 = tensor.extract %x[%c1] : tensor<2xf64>
  %p = arith.cmpf ogt, %x1, %zero : f64
  %r:3 = scf.if %p -> (f64, f64, f64) {
    %s = arith.mulf %x1, %x0 : f64
    scf.yield %s, %x1, %s : f64, f64, f64
  } else {
    scf.yield %x0, %x0, %x1 : f64, f64, f64
  }
  %stopped = grad.stop_gradient %r#1 : f64
  %large = arith.cmpf ogt, %r#2, %x0 : f64
  %kept = arith.select %large, %stopped, %zero : f64
  %y = math.fma %x0, %x0, %kept : f64
  return %y : f64
}

// Both regions of a branch with two results capture one value. The result is
// the product of x0^2 x1 and x0 at (2, 3), and of x1 and -x0 x1 at (-2, 3).
// RUN: sed 's/FACT/two_results/g; s/SIZE/2/g' %{gradient} --input='2 3' \
// RUN:   --expected-output=24 --expected-output='36 8' --expected-output='36 12 12 0'
// RUN: sed 's/FACT/two_results/g; s/SIZE/2/g' %{gradient} --input='-2 3' \
// RUN:   --expected-output=18 --expected-output='-9 12' --expected-output='0 -6 -6 4'
func.func private @two_results(%x: tensor<2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %x0 = tensor.extract %x[%c0] : tensor<2xf64>
  %x1 = tensor.extract %x[%c1] : tensor<2xf64>
  %p = arith.cmpf ogt, %x0, %zero : f64
  %r:2 = scf.if %p -> (f64, f64) {
    %s = arith.mulf %x0, %x0 : f64
    %t = arith.mulf %s, %x1 : f64
    scf.yield %t, %x0 : f64, f64
  } else {
    %t = arith.mulf %x0, %x1 : f64
    %n = arith.negf %t : f64
    scf.yield %x1, %n : f64, f64
  }
  %y = arith.mulf %r#0, %r#1 : f64
  return %y : f64
}

// A recomputed body uses its induction variable as an index and as a factor:
// the product of i x_i + 1 for i = 1, 2, 3 of (5, 1, 2, 3).
// RUN: sed 's/FACT/indexed/g; s/SIZE/4/g' %{gradient} --input='5 1 2 3' \
// RUN:   --expected-output=100 --expected-output='0 50 40 30' \
// RUN:   --expected-output='0 0 0 0 0 0 20 15 0 20 0 12 0 15 12 0'
func.func private @indexed(%x: tensor<4xf64>) -> f64 {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f64
  %y = scf.for %i = %c1 to %c4 step %c1 iter_args(%c = %one) -> f64 {
    %next = grad.checkpoint {
      %e = tensor.extract %x[%i] : tensor<4xf64>
      %n = arith.index_cast %i : index to i64
      %f = arith.sitofp %n : i64 to f64
      %t = math.fma %f, %e, %one : f64
      %p = arith.mulf %c, %t : f64
      grad.yield %p : f64
    } : f64
    scf.yield %next : f64
  }
  return %y : f64
}

// The same loop keeps the loop-carried value only in some iterations.
// RUN: sed 's/FACT/indexed_trips/g; s/SIZE/4/g' %{gradient} --input='5 1 2 3' \
// RUN:   --expected-output=100 --expected-output='0 50 40 30' \
// RUN:   --expected-output='0 0 0 0 0 0 20 15 0 20 0 12 0 15 12 0'
// RUN: sed 's/FACT/indexed_slots/g; s/SIZE/4/g' %{gradient} --input='5 1 2 3' \
// RUN:   --expected-output=100 --expected-output='0 50 40 30' \
// RUN:   --expected-output='0 0 0 0 0 0 20 15 0 20 0 12 0 15 12 0'
func.func private @indexed_trips(%x: tensor<4xf64>) -> f64 {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f64
  %y = scf.for %i = %c1 to %c4 step %c1 iter_args(%c = %one) -> f64 {
    %e = tensor.extract %x[%i] : tensor<4xf64>
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f64
    %t = math.fma %f, %e, %one : f64
    %p = arith.mulf %c, %t : f64
    scf.yield %p : f64
  } {grad.checkpoint_every = 2 : i64}
  return %y : f64
}
func.func private @indexed_slots(%x: tensor<4xf64>) -> f64 {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f64
  %y = scf.for %i = %c1 to %c4 step %c1 iter_args(%c = %one) -> f64 {
    %e = tensor.extract %x[%i] : tensor<4xf64>
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f64
    %t = math.fma %f, %e, %one : f64
    %p = arith.mulf %c, %t : f64
    scf.yield %p : f64
  } {grad.checkpoint_slots = 2 : i64}
  return %y : f64
}
