// Loops whose trip count is known at run time only: none, none because the
// bounds are reversed, one, and several, with steps that do not divide the
// range and lower bounds that are not zero. At 2: f, f' in forward and in
// reverse mode, and f'' by forward over reverse or the other way.
//
// RUN: sg-run %s --function=derivatives --input=2 --input=5 --input=2 --input=1 --expected-output='4 4 4 2 4 2 2 0 2 1 1 0 36 18 18 0'
// RUN: sg-run %s --function=derivatives --input=2 --input=2 --input=3 --input=4 --expected-output='25 36 36 36 12 16 16 14 12 12 12 6 80 68 68 32'
// RUN: sg-run %s --function=derivatives --input=2 --input=2 --input=9 --input=3 --expected-output='1027 3072 3072 7680 1040 5152 5152 23088 256 512 512 768 288 288 288 180'

// (a, b) <- (b x, a) from (x, 1), next to counters and an unused loop-carried
// value. One counter equals the trip; one is a float that is constant
// initially. The value is a a b t + k.
func.func private @for_trips(%x: f64, %l: index, %u: index, %s: index) -> f64 {
  %one = arith.constant 1.0 : f64
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %r:5 = scf.for %i = %l to %u step %s iter_args(%a = %x, %b = %one, %k = %k0, %t = %one, %e = %x) -> (f64, f64, i32, f64, f64) {
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f64
    %p = arith.mulf %b, %x : f64
    %q = arith.addf %t, %f : f64
    %m = arith.addi %k, %k1 : i32
    scf.yield %p, %a, %m, %q, %e : f64, f64, i32, f64, f64
  }
  %g = arith.sitofp %r#2 : i32 to f64
  %h = arith.mulf %r#0, %r#0 : f64
  %v = arith.mulf %h, %r#1 : f64
  %w = arith.mulf %v, %r#3 : f64
  %y = arith.addf %w, %g : f64
  return %y : f64
}

// Loop-carried values of four types that are permuted in the condition and back
// in the body: t <- (b x, t1 t1) from (1, x), (b, a) <- (a, b x) from (1, x);
// t0 t1 + b a.
func.func private @while_trips(%x: f64, %l: index, %u: index, %s: index) -> f64 {
  %one = arith.constant 1.0 : f64
  %true = arith.constant true
  %v = tensor.from_elements %one, %x : tensor<2xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:5 = scf.while (%i = %l, %a = %x, %b = %one, %t = %v, %g = %true) : (index, f64, f64, tensor<2xf64>, i1) -> (tensor<2xf64>, f64, i1, index, f64) {
    %m = arith.cmpi slt, %i, %u : index
    scf.condition(%m) %t, %b, %g, %i, %a : tensor<2xf64>, f64, i1, index, f64
  } do {
  ^bb0(%t: tensor<2xf64>, %b: f64, %g: i1, %i: index, %a: f64):
    %p = arith.mulf %b, %x : f64
    %w = arith.mulf %t, %t : tensor<2xf64>
    %z = tensor.insert %p into %w[%c0] : tensor<2xf64>
    %h = arith.xori %g, %true : i1
    %j = arith.addi %i, %s : index
    scf.yield %j, %p, %a, %z, %h : index, f64, f64, tensor<2xf64>, i1
  }
  %e = tensor.extract %r#0[%c0] : tensor<2xf64>
  %f = tensor.extract %r#0[%c1] : tensor<2xf64>
  %q = arith.mulf %e, %f : f64
  %o = arith.mulf %r#1, %r#4 : f64
  %y = arith.addf %q, %o : f64
  return %y : f64
}

// A sum of i x from x, and a product of x: their product.
func.func private @parallel_trips(%x: f64, %l: index, %u: index, %s: index) -> f64 {
  %one = arith.constant 1.0 : f64
  %r:2 = scf.parallel (%i) = (%l) to (%u) step (%s) init (%x, %one) -> (f64, f64) {
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f64
    %p = arith.mulf %f, %x : f64
    scf.reduce(%p, %x : f64, f64) {
    ^bb0(%a: f64, %b: f64):
      %c = arith.addf %a, %b : f64
      scf.reduce.return %c : f64
    }, {
    ^bb0(%a: f64, %b: f64):
      %c = arith.mulf %a, %b : f64
      scf.reduce.return %c : f64
    }
  }
  %y = arith.mulf %r#0, %r#1 : f64
  return %y : f64
}

// Elements of one tensor are squared in place, and their previous values are
// written to another tensor, of ones: the product of the sums.
func.func private @forall_trips(%x: f64, %l: index, %u: index, %s: index) -> f64 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant dense<0.0> : tensor<f64>
  %t = tensor.splat %x[%u] : tensor<?xf64>
  %o = tensor.splat %one : tensor<9xf64>
  %r:2 = scf.forall (%i) = (%l) to (%u) step (%s) shared_outs(%a = %t, %b = %o) -> (tensor<?xf64>, tensor<9xf64>) {
    %e = tensor.extract_slice %a[%i] [1] [1] : tensor<?xf64> to tensor<1xf64>
    %p = arith.mulf %e, %e : tensor<1xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %a[%i] [1] [1] : tensor<1xf64> into tensor<?xf64>
      tensor.parallel_insert_slice %e into %b[%i] [1] [1] : tensor<1xf64> into tensor<9xf64>
    }
  }
  %s1 = linalg.reduce { arith.addf } ins(%r#0 : tensor<?xf64>) outs(%zero : tensor<f64>) dimensions = [0]
  %s2 = linalg.reduce { arith.addf } ins(%r#1 : tensor<9xf64>) outs(%zero : tensor<f64>) dimensions = [0]
  %y1 = tensor.extract %s1[] : tensor<f64>
  %y2 = tensor.extract %s2[] : tensor<f64>
  %y = arith.mulf %y1, %y2 : f64
  return %y : f64
}

func.func private @slope_for(%x: f64, %l: index, %u: index, %s: index) -> f64 {
  %f:2 = grad.value_and_grad @for_trips(%x, %l, %u, %s) : (f64, index, index, index) -> (f64, f64)
  return %f#1 : f64
}
func.func private @of_for(%x: f64, %l: index, %u: index, %s: index) -> tensor<4xf64> {
  %one = arith.constant 1.0 : f64
  %f:2 = grad.value_and_grad @for_trips(%x, %l, %u, %s) : (f64, index, index, index) -> (f64, f64)
  %g:2 = grad.jvp @for_trips(%x, %l, %u, %s) tangents(%one) : (f64, index, index, index, f64) -> (f64, f64)
  %h:2 = grad.jvp @slope_for(%x, %l, %u, %s) tangents(%one) : (f64, index, index, index, f64) -> (f64, f64)
  %r = tensor.from_elements %f#0, %f#1, %g#1, %h#1 : tensor<4xf64>
  return %r : tensor<4xf64>
}
func.func private @slope_while(%x: f64, %l: index, %u: index, %s: index) -> f64 {
  %f:2 = grad.value_and_grad @while_trips(%x, %l, %u, %s) : (f64, index, index, index) -> (f64, f64)
  return %f#1 : f64
}
func.func private @of_while(%x: f64, %l: index, %u: index, %s: index) -> tensor<4xf64> {
  %one = arith.constant 1.0 : f64
  %f:2 = grad.value_and_grad @while_trips(%x, %l, %u, %s) : (f64, index, index, index) -> (f64, f64)
  %g:2 = grad.jvp @while_trips(%x, %l, %u, %s) tangents(%one) : (f64, index, index, index, f64) -> (f64, f64)
  %h:2 = grad.jvp @slope_while(%x, %l, %u, %s) tangents(%one) : (f64, index, index, index, f64) -> (f64, f64)
  %r = tensor.from_elements %f#0, %f#1, %g#1, %h#1 : tensor<4xf64>
  return %r : tensor<4xf64>
}
func.func private @slope_parallel(%x: f64, %l: index, %u: index, %s: index) -> f64 {
  %f:2 = grad.value_and_grad @parallel_trips(%x, %l, %u, %s) : (f64, index, index, index) -> (f64, f64)
  return %f#1 : f64
}
func.func private @of_parallel(%x: f64, %l: index, %u: index, %s: index) -> tensor<4xf64> {
  %one = arith.constant 1.0 : f64
  %f:2 = grad.value_and_grad @parallel_trips(%x, %l, %u, %s) : (f64, index, index, index) -> (f64, f64)
  %g:2 = grad.jvp @parallel_trips(%x, %l, %u, %s) tangents(%one) : (f64, index, index, index, f64) -> (f64, f64)
  %h:2 = grad.jvp @slope_parallel(%x, %l, %u, %s) tangents(%one) : (f64, index, index, index, f64) -> (f64, f64)
  %r = tensor.from_elements %f#0, %f#1, %g#1, %h#1 : tensor<4xf64>
  return %r : tensor<4xf64>
}
func.func private @slope_forall(%x: f64, %l: index, %u: index, %s: index) -> f64 {
  %f:2 = grad.value_and_grad @forall_trips(%x, %l, %u, %s) : (f64, index, index, index) -> (f64, f64)
  return %f#1 : f64
}
func.func private @of_forall(%x: f64, %l: index, %u: index, %s: index) -> tensor<4xf64> {
  %one = arith.constant 1.0 : f64
  %f:2 = grad.value_and_grad @forall_trips(%x, %l, %u, %s) : (f64, index, index, index) -> (f64, f64)
  %g:2 = grad.jvp @forall_trips(%x, %l, %u, %s) tangents(%one) : (f64, index, index, index, f64) -> (f64, f64)
  %h:2 = grad.jvp @slope_forall(%x, %l, %u, %s) tangents(%one) : (f64, index, index, index, f64) -> (f64, f64)
  %r = tensor.from_elements %f#0, %f#1, %g#1, %h#1 : tensor<4xf64>
  return %r : tensor<4xf64>
}
func.func @derivatives(%x: f64, %l: index, %u: index, %s: index) -> tensor<16xf64> {
  %a = call @of_for(%x, %l, %u, %s) : (f64, index, index, index) -> tensor<4xf64>
  %b = call @of_while(%x, %l, %u, %s) : (f64, index, index, index) -> tensor<4xf64>
  %c = call @of_parallel(%x, %l, %u, %s) : (f64, index, index, index) -> tensor<4xf64>
  %d = call @of_forall(%x, %l, %u, %s) : (f64, index, index, index) -> tensor<4xf64>
  %r = tensor.concat dim(0) %a, %b, %c, %d
      : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> tensor<16xf64>
  return %r : tensor<16xf64>
}
