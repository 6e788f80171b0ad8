// Derivatives of derivatives through control flow and calls: f, f', f'' and
// f''' of a polynomial, in all mixtures of modes up to the third order.

// c <- c^2 x, twice, from c = x is x^7.
// RUN: sed s/FACT/squared_in_loop/g %{orders} --input=2 --expected-output='128 448 1344 3360'
func.func private @squared_in_loop(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %y = scf.for %i = %c0 to %c2 step %c1 iter_args(%c = %x) -> f64 {
    %s = arith.mulf %c, %c : f64
    %next = arith.mulf %s, %x : f64
    scf.yield %next : f64
  }
  return %y : f64
}

// The trip count of the inner loop grows, with six inner iterations in all:
// x^6.
// RUN: sed s/FACT/loop_in_loop/g %{orders} --input=2 --expected-output='64 192 480 960'
func.func private @loop_in_loop(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %one) -> f64 {
    %n = arith.addi %i, %c1 : index
    %b = scf.for %j = %c0 to %n step %c1 iter_args(%c = %a) -> f64 {
      %next = arith.mulf %c, %x : f64
      scf.yield %next : f64
    }
    scf.yield %b : f64
  }
  return %y : f64
}

// A loop with a branch and a call computes c x in even iterations and c + x^3
// in odd iterations. After four iterations from one: x^2 + x^3 + x^4.
// RUN: sed s/FACT/branch_in_loop/g %{orders} --input=2 --expected-output='28 48 62 54'
func.func private @cube(%x: f64) -> f64 {
  %s = arith.mulf %x, %x : f64
  %y = arith.mulf %s, %x : f64
  return %y : f64
}
func.func private @branch_in_loop(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%c = %one) -> f64 {
    %half = arith.remui %i, %c2 : index
    %even = arith.cmpi eq, %half, %c0 : index
    %next = scf.if %even -> f64 {
      %p = arith.mulf %c, %x : f64
      scf.yield %p : f64
    } else {
      %q = func.call @cube(%x) : (f64) -> f64
      %s = arith.addf %c, %q : f64
      scf.yield %s : f64
    }
    scf.yield %next : f64
  }
  return %y : f64
}

// Elements of a loop-carried tensor are squared twice, from (x, 2, 1 + x). The
// sum is x^4 + 16 + (1 + x)^4.
// RUN: sed s/FACT/carried_tensor/g %{orders} --input=1 --expected-output='33 36 60 72'
func.func private @carried_tensor(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %zero = arith.constant dense<0.0> : tensor<f64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %above = arith.addf %x, %one : f64
  %start = tensor.from_elements %x, %two, %above : tensor<3xf64>
  %t = scf.for %i = %c0 to %c2 step %c1 iter_args(%c = %start) -> tensor<3xf64> {
    %s = arith.mulf %c, %c : tensor<3xf64>
    scf.yield %s : tensor<3xf64>
  }
  %total = linalg.reduce { arith.addf } ins(%t : tensor<3xf64>) outs(%zero : tensor<f64>) dimensions = [0]
  %y = tensor.extract %total[] : tensor<f64>
  return %y : f64
}

// A loop that runs until the product exceeds 100: x^5 at 3.
// RUN: sed s/FACT/until_large/g %{orders} --input=3 --expected-output='243 405 540 540'
func.func private @until_large(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %bound = arith.constant 100.0 : f64
  %y = scf.while (%c = %one) : (f64) -> f64 {
    %small = arith.cmpf olt, %c, %bound : f64
    scf.condition(%small) %c : f64
  } do {
  ^bb0(%c: f64):
    %next = arith.mulf %c, %x : f64
    scf.yield %next : f64
  }
  return %y : f64
}

// The loop that squares has a recomputed body: x^7. Three iterations of the
// loop keep the loop-carried value in every second iteration: x^15.
// RUN: sed s/FACT/computed_again/g %{orders} --input=2 --expected-output='128 448 1344 3360'
// RUN: sed s/FACT/some_kept/g %{orders} --input=1 --expected-output='1 15 210 2730'
func.func private @computed_again(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %y = scf.for %i = %c0 to %c2 step %c1 iter_args(%c = %x) -> f64 {
    %next = grad.checkpoint {
      %s = arith.mulf %c, %c : f64
      %p = arith.mulf %s, %x : f64
      grad.yield %p : f64
    } : f64
    scf.yield %next : f64
  }
  return %y : f64
}
func.func private @some_kept(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y = scf.for %i = %c0 to %c3 step %c1 iter_args(%c = %x) -> f64 {
    %s = arith.mulf %c, %c : f64
    %next = arith.mulf %s, %x : f64
    scf.yield %next : f64
  } {grad.checkpoint_every = 2 : i64}
  return %y : f64
}

// A recursive function: x^4 at 2.
// RUN: sed s/FACT/fourth_power/g %{orders} --input=2 --expected-output='16 32 48 48'
func.func private @power(%x: f64, %n: i64) -> f64 {
  %zero = arith.constant 0 : i64
  %minus = arith.constant -1 : i64
  %done = arith.cmpi eq, %n, %zero : i64
  %y = scf.if %done -> f64 {
    %one = arith.constant 1.0 : f64
    scf.yield %one : f64
  } else {
    %less = arith.addi %n, %minus : i64
    %rest = func.call @power(%x, %less) : (f64, i64) -> f64
    %p = arith.mulf %rest, %x : f64
    scf.yield %p : f64
  }
  return %y : f64
}
func.func private @fourth_power(%x: f64) -> f64 {
  %four = arith.constant 4 : i64
  %y = call @power(%x, %four) : (f64, i64) -> f64
  return %y : f64
}

// c <- square(c) x from x is x^7. The square has a custom rule for one mode,
// which is transposed for the other mode.
// RUN: sed s/FACT/own_vjp_in_loop/g %{orders} --input=2 --expected-output='128 448 1344 3360'
// RUN: sed s/FACT/own_jvp_in_loop/g %{orders} --input=2 --expected-output='128 448 1344 3360'
func.func private @square_by_vjp(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @square_forward, backward = @square_backward}} {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
func.func private @square_forward(%x: f64) -> (f64, f64) {
  %y = arith.mulf %x, %x : f64
  return %y, %x : f64, f64
}
func.func private @square_backward(%x: f64, %dy: f64) -> f64 {
  %two = arith.constant 2.0 : f64
  %slope = arith.mulf %two, %x : f64
  %dx = arith.mulf %slope, %dy : f64
  return %dx : f64
}
func.func private @square_by_jvp(%x: f64) -> f64
    attributes {no_inline, grad.custom_jvp = @square_jvp} {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
func.func private @square_jvp(%x: f64, %dx: f64) -> (f64, f64) {
  %two = arith.constant 2.0 : f64
  %y = arith.mulf %x, %x : f64
  %slope = arith.mulf %two, %x : f64
  %dy = arith.mulf %slope, %dx : f64
  return %y, %dy : f64, f64
}
func.func private @own_vjp_in_loop(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %y = scf.for %i = %c0 to %c2 step %c1 iter_args(%c = %x) -> f64 {
    %s = func.call @square_by_vjp(%c) : (f64) -> f64
    %next = arith.mulf %s, %x : f64
    scf.yield %next : f64
  }
  return %y : f64
}
func.func private @own_jvp_in_loop(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %y = scf.for %i = %c0 to %c2 step %c1 iter_args(%c = %x) -> f64 {
    %s = func.call @square_by_jvp(%c) : (f64) -> f64
    %next = arith.mulf %s, %x : f64
    scf.yield %next : f64
  }
  return %y : f64
}
