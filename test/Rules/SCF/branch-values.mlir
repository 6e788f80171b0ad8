// Derivatives through scf.if and scf.index_switch, executed. Expected values by
// hand; Inputs/orders.mlir lists the orders.
//
// DEFINE: %{function} =
// DEFINE: %{input} =
// DEFINE: %{y} =
// DEFINE: %{dy} =
// DEFINE: %{ddy} =
// DEFINE: %{run} = cat %s %S/Inputs/orders.mlir | sed s/@primal/@%{function}/g > %t.mlir && \
// DEFINE:   sg-run %t.mlir --function=main --input=%{input} --tolerance=1e-14 \
// DEFINE:     --expected-output=f64=%{y} --expected-output=f64=%{dy} --expected-output=f64=%{dy} \
// DEFINE:     --expected-output=f64=%{ddy} --expected-output=f64=%{ddy} --expected-output=f64=%{ddy}

// One case for each of 1, x^2 and x^3, and the default x; one result is unused.
// The product of the four is x^6.
// REDEFINE: %{function} = cases
// REDEFINE: %{input} = 2
// REDEFINE: %{y} = 64
// REDEFINE: %{dy} = 192
// REDEFINE: %{ddy} = 480
// RUN: %{run}
func.func private @cases(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %one) -> f64 {
    %s:2 = scf.index_switch %i -> f64, f64
    case 0 {
      scf.yield %one, %x : f64, f64
    }
    case 2 {
      %p = arith.mulf %x, %x : f64
      scf.yield %p, %one : f64, f64
    }
    case 3 {
      %p = arith.mulf %x, %x : f64
      %q = arith.mulf %p, %x : f64
      scf.yield %q, %p : f64, f64
    }
    default {
      scf.yield %x, %x : f64, f64
    }
    %b = arith.mulf %a, %s#0 : f64
    scf.yield %b : f64
  }
  return %r : f64
}

// A branch that is not taken does no harm: in it, the logarithm of 0 and its
// derivative are infinite. Nested branches, with one result used twice and one
// unused: x^2 * x^2.
// REDEFINE: %{function} = guarded
// REDEFINE: %{input} = 0
// REDEFINE: %{y} = 0
// REDEFINE: %{dy} = 0
// REDEFINE: %{ddy} = 0
// RUN: %{run}
// REDEFINE: %{input} = -1
// REDEFINE: %{y} = 1
// REDEFINE: %{dy} = -4
// REDEFINE: %{ddy} = 12
// RUN: %{run}
func.func private @guarded(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %positive = arith.cmpf ogt, %x, %zero : f64
  %r:2 = scf.if %positive -> (f64, tensor<?xf64>) {
    %l = math.log %x : f64
    %m = math.log %l : f64
    %t = tensor.from_elements %m : tensor<1xf64>
    %u = tensor.cast %t : tensor<1xf64> to tensor<?xf64>
    scf.yield %m, %u : f64, tensor<?xf64>
  } else {
    %number = arith.cmpf ole, %x, %zero : f64
    %s = scf.if %number -> f64 {
      %p = arith.mulf %x, %x : f64
      scf.yield %p : f64
    } else {
      %q = math.sqrt %x : f64
      scf.yield %q : f64
    }
    %t = tensor.from_elements %s, %s : tensor<2xf64>
    %u = tensor.cast %t : tensor<2xf64> to tensor<?xf64>
    scf.yield %s, %u : f64, tensor<?xf64>
  }
  %y = arith.mulf %r#0, %r#0 : f64
  return %y : f64
}

// The branches yield tensors of different sizes: (x^3) and (x, x^2).
// REDEFINE: %{function} = sizes
// REDEFINE: %{input} = 2
// REDEFINE: %{y} = 8
// REDEFINE: %{dy} = 12
// REDEFINE: %{ddy} = 12
// RUN: %{run}
// REDEFINE: %{input} = -2
// REDEFINE: %{y} = 2
// REDEFINE: %{dy} = -3
// REDEFINE: %{ddy} = 2
// RUN: %{run}
func.func private @sizes(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %init = arith.constant dense<0.0> : tensor<f64>
  %positive = arith.cmpf ogt, %x, %zero : f64
  %p = arith.mulf %x, %x : f64
  %r = scf.if %positive -> tensor<?xf64> {
    %q = arith.mulf %p, %x : f64
    %t = tensor.from_elements %q : tensor<1xf64>
    %u = tensor.cast %t : tensor<1xf64> to tensor<?xf64>
    scf.yield %u : tensor<?xf64>
  } else {
    %t = tensor.from_elements %x, %p : tensor<2xf64>
    %u = tensor.cast %t : tensor<2xf64> to tensor<?xf64>
    scf.yield %u : tensor<?xf64>
  }
  %sum = linalg.reduce ins(%r : tensor<?xf64>) outs(%init : tensor<f64>) dimensions = [0]
    (%in: f64, %out: f64) {
      %n = arith.addf %in, %out : f64
      linalg.yield %n : f64
    }
  %y = tensor.extract %sum[] : tensor<f64>
  return %y : f64
}
