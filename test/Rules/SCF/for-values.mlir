// Derivatives through scf.for, executed. Expected values by hand;
// Inputs/orders.mlir lists the orders.
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

// Loop-carried values that are exchanged, one of them a constant initially: (x,
// 1), (1, x^2), (x^2, x), (x, x^3), (x^3, x^2), (x^2, x^4). An integer and a
// tensor are carried too, and some results are unused.
// REDEFINE: %{function} = swapped
// REDEFINE: %{input} = 2
// REDEFINE: %{y} = 64
// REDEFINE: %{dy} = 192
// REDEFINE: %{ddy} = 480
// RUN: %{run}
func.func private @swapped(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %k0 = arith.constant 0 : i32
  %one = arith.constant 1.0 : f64
  %t0 = tensor.splat %one : tensor<2xf64>
  %r:4 = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %x, %b = %one, %k = %k0, %t = %t0) -> (f64, f64, i32, tensor<2xf64>) {
    %c = arith.mulf %a, %x : f64
    %l = arith.index_cast %i : index to i32
    %u = tensor.insert %c into %t[%c1] : tensor<2xf64>
    scf.yield %b, %c, %l, %u : f64, f64, i32, tensor<2xf64>
  }
  %y = arith.mulf %r#0, %r#1 : f64
  return %y : f64
}

// The trips go from 2 to below the computed 4 x + 1 = 9 by 3, which does not
// divide the range: 2, 2 x + 5, 2 x^2 + 5 x + 8.
// REDEFINE: %{function} = stepped
// REDEFINE: %{y} = 26
// REDEFINE: %{dy} = 13
// REDEFINE: %{ddy} = 4
// RUN: %{run}
func.func private @stepped(%x: f64) -> f64 {
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %four = arith.constant 4.0 : f64
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %p = arith.mulf %x, %four : f64
  %q = arith.addf %p, %one : f64
  %upper = arith.fptosi %q : f64 to i32
  %r = scf.for %i = %c2 to %upper step %c3 iter_args(%a = %zero) -> f64 : i32 {
    %f = arith.sitofp %i : i32 to f64
    %b = arith.mulf %a, %x : f64
    %c = arith.addf %b, %f : f64
    scf.yield %c : f64
  }
  return %r : f64
}

// The induction variable indexes a captured tensor v = (x, x^2, 3) and a
// loop-carried one: the sum of the elements of v(i) v(2 - i) is 6 x + x^4.
// REDEFINE: %{function} = addressed
// REDEFINE: %{y} = 28
// REDEFINE: %{dy} = 38
// REDEFINE: %{ddy} = 48
// RUN: %{run}
func.func private @addressed(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %three = arith.constant 3.0 : f64
  %square = arith.mulf %x, %x : f64
  %v = tensor.from_elements %x, %square, %three : tensor<3xf64>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %v) -> tensor<3xf64> {
    %j = arith.subi %c2, %i : index
    %a = tensor.extract %v[%i] : tensor<3xf64>
    %b = tensor.extract %v[%j] : tensor<3xf64>
    %p = arith.mulf %a, %b : f64
    %u = tensor.insert %p into %t[%i] : tensor<3xf64>
    scf.yield %u : tensor<3xf64>
  }
  %e0 = tensor.extract %r[%c0] : tensor<3xf64>
  %e1 = tensor.extract %r[%c1] : tensor<3xf64>
  %e2 = tensor.extract %r[%c2] : tensor<3xf64>
  %s = arith.addf %e0, %e1 : f64
  %y = arith.addf %s, %e2 : f64
  return %y : f64
}

// No trip and one trip give x and x^2; their product is x^3.
// REDEFINE: %{function} = few
// REDEFINE: %{y} = 8
// REDEFINE: %{dy} = 12
// REDEFINE: %{ddy} = 12
// RUN: %{run}
func.func private @few(%x: f64) -> f64 {
  %n = arith.fptosi %x : f64 to i64
  %m = arith.index_cast %n : i64 to index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %o = arith.addi %m, %c1 : index
  %a = scf.for %i = %c7 to %m step %c1 iter_args(%a = %x) -> f64 {
    %b = arith.mulf %a, %a : f64
    scf.yield %b : f64
  }
  %b = scf.for %i = %m to %o step %c7 iter_args(%s = %x) -> f64 {
    %t = arith.mulf %s, %s : f64
    scf.yield %t : f64
  }
  %y = arith.mulf %a, %b : f64
  return %y : f64
}

// The trip count of the inner loop depends on the outer trip: 0, 1, 2 and 3.
// REDEFINE: %{function} = triangle
// REDEFINE: %{y} = 64
// REDEFINE: %{dy} = 192
// REDEFINE: %{ddy} = 480
// RUN: %{run}
func.func private @triangle(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %one) -> f64 {
    %s = scf.for %j = %c0 to %i step %c1 iter_args(%b = %a) -> f64 {
      %t = arith.mulf %b, %x : f64
      scf.yield %t : f64
    }
    scf.yield %s : f64
  }
  return %r : f64
}

// It also depends on a branch: 2 and 3 trips, otherwise none.
// REDEFINE: %{function} = branch
// REDEFINE: %{y} = 32
// REDEFINE: %{dy} = 80
// REDEFINE: %{ddy} = 160
// RUN: %{run}
func.func private @branch(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %one) -> f64 {
    %c = arith.cmpi ugt, %i, %c1 : index
    %n = scf.if %c -> f64 {
      %s = scf.for %j = %c0 to %i step %c1 iter_args(%b = %a) -> f64 {
        %t = arith.mulf %b, %x : f64
        scf.yield %t : f64
      }
      scf.yield %s : f64
    } else {
      scf.yield %a : f64
    }
    scf.yield %n : f64
  }
  return %r : f64
}

// The size of the tensors depends on the trip: the sum of the fourth powers of
// the first i elements of (x, x^2, 1), over i: 2 x^4 + x^8.
// REDEFINE: %{function} = slices
// REDEFINE: %{y} = 288
// REDEFINE: %{dy} = 1088
// REDEFINE: %{ddy} = 3680
// RUN: %{run}
func.func private @slices(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant dense<0.0> : tensor<f64>
  %square = arith.mulf %x, %x : f64
  %v = tensor.from_elements %x, %square, %one : tensor<3xf64>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %zero) -> tensor<f64> {
    %s = tensor.extract_slice %v[0] [%i] [1] : tensor<3xf64> to tensor<?xf64>
    %p = arith.mulf %s, %s : tensor<?xf64>
    %q = arith.mulf %p, %p : tensor<?xf64>
    %sum = linalg.reduce ins(%q : tensor<?xf64>) outs(%a : tensor<f64>) dimensions = [0]
      (%in: f64, %out: f64) {
        %n = arith.addf %in, %out : f64
        linalg.yield %n : f64
      }
    scf.yield %sum : tensor<f64>
  }
  %y = tensor.extract %r[] : tensor<f64>
  return %y : f64
}

// An inner loop that is known to have no trips: the stack of the outer loop for
// it is empty. x^2, x^4, x^8.
// REDEFINE: %{function} = nothing
// REDEFINE: %{y} = 256
// REDEFINE: %{dy} = 1024
// REDEFINE: %{ddy} = 3584
// RUN: %{run}
func.func private @nothing(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %v = tensor.from_elements %x, %x : tensor<2xf64>
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %w = %v) -> (f64, tensor<2xf64>) {
    %b = arith.mulf %a, %a : f64
    %c:2 = scf.for %j = %c1 to %c1 step %c1 iter_args(%d = %b, %u = %w) -> (f64, tensor<2xf64>) {
      %e = math.exp %d : f64
      %t = math.exp %u : tensor<2xf64>
      scf.yield %e, %t : f64, tensor<2xf64>
    }
    scf.yield %c#0, %c#1 : f64, tensor<2xf64>
  }
  return %r#0 : f64
}
