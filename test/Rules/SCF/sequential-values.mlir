// Derivatives through scf.execute_region, scf.forall and scf.parallel,
// executed. Expected values by hand; Inputs/orders.mlir lists the orders.
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

// A region that runs once: x^3.
// REDEFINE: %{function} = region
// REDEFINE: %{input} = 2
// REDEFINE: %{y} = 8
// REDEFINE: %{dy} = 12
// REDEFINE: %{ddy} = 12
// RUN: %{run}
func.func private @region(%x: f64) -> f64 {
  %y:2 = scf.execute_region -> (f64, i1) {
    %p = arith.mulf %x, %x : f64
    %q = arith.mulf %p, %x : f64
    %true = arith.constant true
    scf.yield %q, %true : f64, i1
  }
  return %y#0 : f64
}

// Tiles of 3 elements from the second element on; the last tile is cut off. Two
// results, one written from its end; both are read where they are written. In
// (1, x, x, x, x) all but the first element are multiplied by x. In (x, x, x,
// x, 1) x^2 is added to all but the last. The sum of the products is x + 2 x^2
// + 3 x^3 + 3 x^4.
// REDEFINE: %{function} = tiles
// REDEFINE: %{y} = 82
// REDEFINE: %{dy} = 141
// REDEFINE: %{ddy} = 184
// RUN: %{run}
func.func private @tiles(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant dense<0.0> : tensor<f64>
  %p = arith.mulf %x, %x : f64
  %a0 = tensor.from_elements %one, %x, %x, %x, %x : tensor<5xf64>
  %b0 = tensor.from_elements %x, %x, %x, %x, %one : tensor<5xf64>
  %r:2 = scf.forall (%i) = (1) to (%c5) step (3) shared_outs(%a = %a0, %b = %b0) -> (tensor<5xf64>, tensor<5xf64>) {
    %left = arith.subi %c5, %i : index
    %n = arith.minui %left, %c3 : index
    %end = arith.addi %i, %n : index
    %j = arith.subi %c5, %end : index
    %s = tensor.extract_slice %a[%i] [%n] [1] : tensor<5xf64> to tensor<?xf64>
    %t = tensor.extract_slice %b[%j] [%n] [1] : tensor<5xf64> to tensor<?xf64>
    %f = tensor.splat %x[%n] : tensor<?xf64>
    %g = tensor.splat %p[%n] : tensor<?xf64>
    %u = arith.mulf %s, %f : tensor<?xf64>
    %v = arith.addf %t, %g : tensor<?xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %u into %a[%i] [%n] [1] : tensor<?xf64> into tensor<5xf64>
      tensor.parallel_insert_slice %v into %b[%j] [%n] [1] : tensor<?xf64> into tensor<5xf64>
    }
  } {mapping = [#gpu.block<x>]}
  %products = arith.mulf %r#0, %r#1 : tensor<5xf64>
  %sum = linalg.reduce ins(%products : tensor<5xf64>) outs(%zero : tensor<f64>) dimensions = [0]
    (%in: f64, %out: f64) {
      %n = arith.addf %in, %out : f64
      linalg.yield %n : f64
    }
  %y = tensor.extract %sum[] : tensor<f64>
  return %y : f64
}

// A parallel loop with two dimensions and two reductions: the sum of i x over
// six pairs (i, j) is 6 x, and the product of x^3 and six times x is x^9.
// REDEFINE: %{function} = reductions
// REDEFINE: %{y} = 6144
// REDEFINE: %{dy} = 30720
// REDEFINE: %{ddy} = 138240
// RUN: %{run}
func.func private @reductions(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %p = arith.mulf %x, %x : f64
  %q = arith.mulf %p, %x : f64
  %r:2 = scf.parallel (%i, %j) = (%c0, %c1) to (%c3, %c3) step (%c1, %c1) init (%zero, %q) -> (f64, f64) {
    %k = arith.index_cast %i : index to i32
    %f = arith.sitofp %k : i32 to f64
    %t = arith.mulf %f, %x : f64
    scf.reduce(%t, %x : f64, f64) {
    ^bb0(%l: f64, %m: f64):
      %s = arith.addf %l, %m : f64
      scf.reduce.return %s : f64
    }, {
    ^bb0(%l: f64, %m: f64):
      %s = arith.mulf %l, %m : f64
      scf.reduce.return %s : f64
    }
  }
  %y = arith.mulf %r#0, %r#1 : f64
  return %y : f64
}
