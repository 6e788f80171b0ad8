// NaN and infinity in control flow: branches and iterations that do not run
// contribute nothing. f, then f' in reverse and in forward mode.

// As a branch, x > 0 ? sqrt(x) : 0 has the derivative 0 at 0. As a select, it
// has the derivative NaN. The same holds for infinite values after a guard.
// RUN: sed s/FACT/guarded_root/g %{orders} --input=0 --expected-output='0 0 0 0'
// RUN: sed s/FACT/guarded_root/g %{orders} --input=4 --expected-output='2 0.25 -0.03125 0.01171875'
// RUN: sed s/FACT/guarded_inverse/g %{orders} --input=0 --expected-output='0 1 0 0'
// RUN: sed s/FACT/guarded_inverse/g %{orders} --input=2 --expected-output='0.5 -0.25 0.25 -0.375'
func.func private @guarded_root(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %p = arith.cmpf ogt, %x, %zero : f64
  %y = scf.if %p -> f64 {
    %r = math.sqrt %x : f64
    scf.yield %r : f64
  } else {
    scf.yield %zero : f64
  }
  return %y : f64
}
func.func private @guarded_inverse(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %p = arith.cmpf ogt, %x, %zero : f64
  %y = scf.if %p -> f64 {
    %i = arith.divf %one, %x : f64
    scf.yield %i : f64
  } else {
    scf.yield %x : f64
  }
  return %y : f64
}

// A loop with a branch sums sqrt(x i) for the odd i below 4; the branch with
// log(x (i - 2)) is never taken. At 1: 1 + sqrt(3).
// RUN: sed s/FACT/guarded_trips/g %{orders} --input=1 \
// RUN:   --expected-output='2.732050807568877 1.3660254037844386 -0.6830127018922193 1.0245190528383290'
func.func private @guarded_trips(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %two = arith.constant 2.0 : f64
  %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%sum = %zero) -> f64 {
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f64
    %half = arith.remui %i, %c2 : index
    %odd = arith.cmpi eq, %half, %c1 : index
    %term = scf.if %odd -> f64 {
      %p = arith.mulf %x, %f : f64
      %r = math.sqrt %p : f64
      scf.yield %r : f64
    } else {
      %never = arith.cmpf ogt, %f, %two : f64
      %t = scf.if %never -> f64 {
        %d = arith.subf %f, %two : f64
        %p = arith.mulf %x, %d : f64
        %l = math.log %p : f64
        scf.yield %l : f64
      } else {
        scf.yield %zero : f64
      }
      scf.yield %t : f64
    }
    %next = arith.addf %sum, %term : f64
    scf.yield %next : f64
  }
  return %y : f64
}

// In a loop, a stopped value is infinite: a <- a + 0 * stop(1/x) is NaN at 0,
// and its derivative is 1.
// RUN: sed s/FACT/stopped_infinity/g %{slopes} --input=0 --expected-output='nan 1 1'
func.func private @stopped_infinity(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> f64 {
    %inverse = arith.divf %one, %x : f64
    %s = grad.stop_gradient %inverse : f64
    %p = arith.mulf %zero, %s : f64
    %next = arith.addf %a, %p : f64
    scf.yield %next : f64
  }
  return %y : f64
}

// A loop-carried value becomes infinite, but is not returned. It does not
// affect the derivative of the returned value: (a, b) <- (a x, log(b)) from (1,
// x).
// RUN: sed s/FACT/unread_carry/g %{orders} --input=1 --expected-output='1 3 6 6'
func.func private @unread_carry(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %one, %b = %x) -> (f64, f64) {
    %next_a = arith.mulf %a, %x : f64
    %next_b = math.log %b : f64
    scf.yield %next_a, %next_b : f64, f64
  }
  return %r#0 : f64
}

// The derivative of the body, sqrt(x) at 0, is infinite, but the loop has no
// iterations.
// RUN: sg-run %s --function=of_trips --input=0 --input=0 --expected-output='0 1 1'
// RUN: sg-run %s --function=of_trips --input=4 --input=1 --expected-output='2 0.25 0.25'
func.func private @roots(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> f64 {
    %r = math.sqrt %c : f64
    scf.yield %r : f64
  }
  return %y : f64
}
func.func @of_trips(%x: f64, %n: index) -> tensor<3xf64> {
  %one = arith.constant 1.0 : f64
  %y, %reverse = grad.value_and_grad @roots(%x, %n) : (f64, index) -> (f64, f64)
  %z, %forward = grad.jvp @roots(%x, %n) tangents(%one) : (f64, index, f64) -> (f64, f64)
  %r = tensor.from_elements %y, %reverse, %forward : tensor<3xf64>
  return %r : tensor<3xf64>
}
