// A stop in the body of a loop stops only its own use, in every iteration.

// Fact 45. c <- stop(c) * x three times from one: only the last iteration
// counts. Without the stop, the cube has the derivative 12 at 2.
// RUN: sed s/FACT/last_factor/g %{orders} --input=2 --expected-output='8 4 0 0'
// RUN: sed s/FACT/last_factor/g %{unmasked-orders} --input=2 --expected-output='8 12 12 6'
func.func private @last_factor(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y = scf.for %i = %c0 to %c3 step %c1 iter_args(%c = %one) -> f64 {
    %s = grad.stop_gradient %c : f64
    %next = arith.mulf %s, %x : f64
    scf.yield %next : f64
  }
  return %y : f64
}

// Fact 46. a <- a + stop(a) * x three times from one: the derivatives 1, 3 and
// 9 of the iterations add up.
// RUN: sed s/FACT/growth/g %{orders} --input=2 --expected-output='27 13 0 0'
// RUN: sed s/FACT/growth/g %{unmasked-orders} --input=2 --expected-output='27 27 18 6'
func.func private @growth(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %one) -> f64 {
    %s = grad.stop_gradient %a : f64
    %p = arith.mulf %s, %x : f64
    %next = arith.addf %a, %p : f64
    scf.yield %next : f64
  }
  return %y : f64
}

// Fact 47. Truncated backpropagation through time: h <- w h + 1 four times from
// one, where h is stopped before the third iteration. At 0.5 the derivative,
// from two iterations, is 2.75 instead of 3.25.
// RUN: sed s/FACT/truncated/g %{orders} --input=0.5 --expected-output='1.9375 2.75 3.5 0'
// RUN: sed s/FACT/truncated/g %{unmasked-orders} --input=0.5 --expected-output='1.9375 3.25 8 18'
func.func private @truncated(%w: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%h = %one) -> f64 {
    %cut = arith.cmpi eq, %i, %c2 : index
    %state = scf.if %cut -> f64 {
      %s = grad.stop_gradient %h : f64
      scf.yield %s : f64
    } else {
      scf.yield %h : f64
    }
    %next = math.fma %w, %state, %one : f64
    scf.yield %next : f64
  }
  return %y : f64
}

// Fact 48. Every iteration stops and doubles x. Without iterations the
// derivative is 1, otherwise 0. The trip count is known at run time only.
// RUN: sg-run %s --function=of_trips --input=5 --input=0 --expected-output='5 1 1'
// RUN: sg-run %s --function=of_trips --input=5 --input=1 --expected-output='10 0 0'
// RUN: sg-run %s --function=of_trips --input=5 --input=3 --expected-output='40 0 0'
// RUN: sg-run %s --function=of_trips --input=5 --input=-1 --expected-output='5 1 1'
func.func private @doubled(%x: f64, %n: index) -> f64 {
  %two = arith.constant 2.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> f64 {
    %s = grad.stop_gradient %c : f64
    %next = arith.mulf %s, %two : f64
    scf.yield %next : f64
  }
  return %y : f64
}
func.func @of_trips(%x: f64, %n: index) -> tensor<3xf64> {
  %one = arith.constant 1.0 : f64
  %y, %reverse = grad.value_and_grad @doubled(%x, %n) : (f64, index) -> (f64, f64)
  %z, %forward = grad.jvp @doubled(%x, %n) tangents(%one) : (f64, index, f64) -> (f64, f64)
  %r = tensor.from_elements %y, %reverse, %forward : tensor<3xf64>
  return %r : tensor<3xf64>
}

// Fact 49. (u, v) <- (v, stop(u)) from (a, b), then u. After no iteration, u is
// a with the derivatives (1, 0); after one, b with (0, 1); after two, stop(a).
// The activity of loop-carried values takes two passes over the body.
// RUN: sg-run %s --function=of_exchanges --input=2 --input=3 --input=0 --expected-output='2 1 0 1 0'
// RUN: sg-run %s --function=of_exchanges --input=2 --input=3 --input=1 --expected-output='3 0 1 0 1'
// RUN: sg-run %s --function=of_exchanges --input=2 --input=3 --input=2 --expected-output='2 0 0 0 0'
// RUN: sg-run %s --function=of_exchanges --input=2 --input=3 --input=3 --expected-output='3 0 0 0 0'
func.func private @exchanged(%a: f64, %b: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y:2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %a, %v = %b) -> (f64, f64) {
    %s = grad.stop_gradient %u : f64
    scf.yield %v, %s : f64, f64
  }
  return %y#0 : f64
}
func.func @of_exchanges(%a: f64, %b: f64, %n: index) -> tensor<5xf64> {
  %one = arith.constant 1.0 : f64
  %y, %da, %db = grad.value_and_grad @exchanged(%a, %b, %n) : (f64, f64, index) -> (f64, f64, f64)
  %same, %along_a = grad.jvp @exchanged(%a, %b, %n) tangents(%one) {wrt = array<i64: 0>}
      : (f64, f64, index, f64) -> (f64, f64)
  %again, %along_b = grad.jvp @exchanged(%a, %b, %n) tangents(%one) {wrt = array<i64: 1>}
      : (f64, f64, index, f64) -> (f64, f64)
  %r = tensor.from_elements %y, %da, %db, %along_a, %along_b : tensor<5xf64>
  return %r : tensor<5xf64>
}

// Fact 50. A scan: y_i = stop(c) * x_i, c <- c + x_i from one. The sum of the
// outputs for (1, 2, 3) has the derivatives (1, 2, 4), which are the
// loop-carried values.
// RUN: sed 's/FACT/scanned/g; s/SIZE/3/g' %{gradient} --input='1 2 3' \
// RUN:   --expected-output=17 --expected-output='1 2 4' --expected-output=0
// RUN: sed 's/FACT/scanned/g; s/SIZE/3/g' %{unmasked-gradient} --input='1 2 3' \
// RUN:   --expected-output=17 --expected-output='6 5 4' --expected-output='0 1 1 1 0 1 1 1 0'
func.func private @scanned(%x: tensor<3xf64>) -> f64 {
  %one = arith.constant 1.0 : f64
  %zero = arith.constant dense<0.0> : tensor<f64>
  %none = tensor.empty() : tensor<3xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %last, %ys = scf.for %i = %c0 to %c3 step %c1 iter_args(%c = %one, %out = %none)
      -> (f64, tensor<3xf64>) {
    %e = tensor.extract %x[%i] : tensor<3xf64>
    %s = grad.stop_gradient %c : f64
    %p = arith.mulf %s, %e : f64
    %written = tensor.insert %p into %out[%i] : tensor<3xf64>
    %next = arith.addf %c, %e : f64
    scf.yield %next, %written : f64, tensor<3xf64>
  }
  %total = linalg.reduce { arith.addf } ins(%ys : tensor<3xf64>) outs(%zero : tensor<f64>) dimensions = [0]
  %y = tensor.extract %total[] : tensor<f64>
  return %y : f64
}
