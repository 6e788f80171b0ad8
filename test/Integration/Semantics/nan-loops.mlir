// NaN and infinity in loops: the facts of nan.mlir hold in each iteration,
// whether its values are kept or recomputed.
//
// Each function runs three iterations with five loop-carried values:
//   a <- a + stop(sqrt(a))       at 0: the derivative is 1 (fact 60),
//   b <- b + 0 * stop(log(b))    at 0: it is NaN, with the derivative 1 (fact 61),
//   c <- c > 0 ? sqrt(c > 0 ? c : stop(c)) : 0, twice: at -1, where the root is
//        NaN, the derivative is 0, and at 4 it is 4^(-7/8) / 8 (fact 62),
//   e <- sqrt(e) if e > 0, else e, at 0: the other branch does not contribute.
// A sixth value is infinite and unused.
//
// DEFINE: %{function} =
// DEFINE: %{schedule} = kept = 0 : i64
// DEFINE: %{jacobian_of} = sed 's/SCHEDULE/%{schedule}/' %s > %t.mlir && \
// DEFINE:   sed 's/FACT/%{function}/g; s/SIZE/5/g' %S/Inputs/jacobian.mlir %S/Inputs/assert-same.mlir \
// DEFINE:   | cat %t.mlir - | sg-run - --function=jacobian --tolerance=1e-13 --input='0 0 -1 4 0' \
// DEFINE:   --expected-output='0 nan 0 1.189207115002721 0' \
// DEFINE:   --expected-output='1 0 0 0 0  0 1 0 0 0  0 0 0 0 0  0 0 0 0.03716272234383503 0  0 0 0 0 1'
// DEFINE: %{slopes_of_product} = sed 's/SCHEDULE/%{schedule}/' %s \
// DEFINE:   | sg-run - --function=slopes_of_product --input=3 --input=0 --expected-output='0 inf' --expected-output='0 inf'
// REDEFINE: %{function} = in_for
// RUN: %{jacobian_of}
// RUN: %{slopes_of_product}
// REDEFINE: %{function} = in_while
// RUN: %{jacobian_of}
// REDEFINE: %{schedule} = grad.checkpoint_every = 2 : i64
// RUN: %{jacobian_of}
// RUN: %{slopes_of_product}
// REDEFINE: %{function} = in_for
// RUN: %{jacobian_of}
// REDEFINE: %{schedule} = grad.checkpoint_slots = 2 : i64
// RUN: %{jacobian_of}
// RUN: %{slopes_of_product}
// REDEFINE: %{function} = in_while
// RUN: %{jacobian_of}
// REDEFINE: %{function} = in_regions
// RUN: %{jacobian_of}
func.func private @trip(%a: f64, %b: f64, %c: f64, %d: f64, %e: f64) -> (f64, f64, f64, f64, f64) {
  %zero = arith.constant 0.0 : f64
  %root = math.sqrt %a : f64
  %stopped_root = grad.stop_gradient %root : f64
  %next_a = arith.addf %a, %stopped_root : f64
  %log = math.log %b : f64
  %stopped_log = grad.stop_gradient %log : f64
  %nothing = arith.mulf %zero, %stopped_log : f64
  %next_b = arith.addf %b, %nothing : f64
  %next_c = func.call @guarded_root(%c) : (f64) -> f64
  %next_d = func.call @guarded_root(%d) : (f64) -> f64
  %positive = arith.cmpf ogt, %e, %zero : f64
  %next_e = scf.if %positive -> f64 {
    %r = math.sqrt %e : f64
    scf.yield %r : f64
  } else {
    scf.yield %e : f64
  }
  return %next_a, %next_b, %next_c, %next_d, %next_e : f64, f64, f64, f64, f64
}
func.func private @guarded_root(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %p = arith.cmpf ogt, %x, %zero : f64
  %s = grad.stop_gradient %x : f64
  %guarded = arith.select %p, %x, %s : f64
  %r = math.sqrt %guarded : f64
  %y = arith.select %p, %r, %zero : f64
  return %y : f64
}
func.func private @five(%x: tensor<5xf64>) -> (f64, f64, f64, f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %a = tensor.extract %x[%c0] : tensor<5xf64>
  %b = tensor.extract %x[%c1] : tensor<5xf64>
  %c = tensor.extract %x[%c2] : tensor<5xf64>
  %d = tensor.extract %x[%c3] : tensor<5xf64>
  %e = tensor.extract %x[%c4] : tensor<5xf64>
  return %a, %b, %c, %d, %e : f64, f64, f64, f64, f64
}

func.func private @in_for(%x: tensor<5xf64>) -> tensor<5xf64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %s:5 = call @five(%x) : (tensor<5xf64>) -> (f64, f64, f64, f64, f64)
  %r:6 = scf.for %i = %c0 to %c3 step %c1
      iter_args(%a = %s#0, %b = %s#1, %c = %s#2, %d = %s#3, %e = %s#4, %f = %s#0)
      -> (f64, f64, f64, f64, f64, f64) {
    %root = math.sqrt %a : f64
    %stopped_root = grad.stop_gradient %root : f64
    %next_a = arith.addf %a, %stopped_root : f64
    %log = math.log %b : f64
    %stopped_log = grad.stop_gradient %log : f64
    %nothing = arith.mulf %zero, %stopped_log : f64
    %next_b = arith.addf %b, %nothing : f64
    %p = arith.cmpf ogt, %c, %zero : f64
    %stopped_c = grad.stop_gradient %c : f64
    %guarded = arith.select %p, %c, %stopped_c : f64
    %root_c = math.sqrt %guarded : f64
    %next_c = arith.select %p, %root_c, %zero : f64
    %next_d = func.call @guarded_root(%d) : (f64) -> f64
    %positive = arith.cmpf ogt, %e, %zero : f64
    %next_e = scf.if %positive -> f64 {
      %u = math.sqrt %e : f64
      scf.yield %u : f64
    } else {
      scf.yield %e : f64
    }
    %next_f = math.log %f : f64
    scf.yield %next_a, %next_b, %next_c, %next_d, %next_e, %next_f : f64, f64, f64, f64, f64, f64
  } {SCHEDULE}
  %y = tensor.from_elements %r#0, %r#1, %r#2, %r#3, %r#4 : tensor<5xf64>
  return %y : tensor<5xf64>
}

func.func private @in_while(%x: tensor<5xf64>) -> tensor<5xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %s:5 = call @five(%x) : (tensor<5xf64>) -> (f64, f64, f64, f64, f64)
  %r:7 = scf.while (%i = %c0, %a = %s#0, %b = %s#1, %c = %s#2, %d = %s#3, %e = %s#4, %f = %s#0)
      : (index, f64, f64, f64, f64, f64, f64) -> (index, f64, f64, f64, f64, f64, f64) {
    %more = arith.cmpi ult, %i, %c3 : index
    scf.condition(%more) %i, %a, %b, %c, %d, %e, %f : index, f64, f64, f64, f64, f64, f64
  } do {
  ^bb0(%i: index, %a: f64, %b: f64, %c: f64, %d: f64, %e: f64, %f: f64):
    %n:5 = func.call @trip(%a, %b, %c, %d, %e) : (f64, f64, f64, f64, f64) -> (f64, f64, f64, f64, f64)
    %next_f = math.log %f : f64
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %n#0, %n#1, %n#2, %n#3, %n#4, %next_f : index, f64, f64, f64, f64, f64, f64
  } attributes {SCHEDULE}
  %y = tensor.from_elements %r#1, %r#2, %r#3, %r#4, %r#5 : tensor<5xf64>
  return %y : tensor<5xf64>
}

// Each iteration is a checkpoint region, whose values are recomputed.
func.func private @in_regions(%x: tensor<5xf64>) -> tensor<5xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %s:5 = call @five(%x) : (tensor<5xf64>) -> (f64, f64, f64, f64, f64)
  %r:5 = scf.for %i = %c0 to %c3 step %c1
      iter_args(%a = %s#0, %b = %s#1, %c = %s#2, %d = %s#3, %e = %s#4) -> (f64, f64, f64, f64, f64) {
    %n:5 = grad.checkpoint {
      %m:5 = func.call @trip(%a, %b, %c, %d, %e) : (f64, f64, f64, f64, f64) -> (f64, f64, f64, f64, f64)
      %f = math.log %a : f64
      grad.yield %m#0, %m#1, %m#2, %m#3, %m#4 : f64, f64, f64, f64, f64
    } : f64, f64, f64, f64, f64
    scf.yield %n#0, %n#1, %n#2, %n#3, %n#4 : f64, f64, f64, f64, f64
  }
  %y = tensor.from_elements %r#0, %r#1, %r#2, %r#3, %r#4 : tensor<5xf64>
  return %y : tensor<5xf64>
}

// Fact 64 in a loop of either kind: in the sum of stop(x) * sqrt(y) over three
// iterations at (3, 0), the derivative in y is infinite. The derivative in x is
// zero, not NaN.
func.func private @product(%x: f64, %y: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%c = %zero) -> f64 {
    %s = grad.stop_gradient %x : f64
    %root = math.sqrt %y : f64
    %next = math.fma %s, %root, %c : f64
    scf.yield %next : f64
  } {SCHEDULE}
  return %r : f64
}
func.func private @product_in_while(%x: f64, %y: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.while (%i = %c0, %b = %zero) : (index, f64) -> (index, f64) {
    %more = arith.cmpi ult, %i, %c3 : index
    scf.condition(%more) %i, %b : index, f64
  } do {
  ^bb0(%i: index, %c: f64):
    %s = grad.stop_gradient %x : f64
    %root = math.sqrt %y : f64
    %next = math.fma %s, %root, %c : f64
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %next : index, f64
  } attributes {SCHEDULE}
  return %r#1 : f64
}
func.func @slopes_of_product(%x: f64, %y: f64) -> (tensor<2xf64>, tensor<2xf64>) {
  %p:3 = grad.value_and_grad @product(%x, %y) : (f64, f64) -> (f64, f64, f64)
  %q:3 = grad.value_and_grad @product_in_while(%x, %y) : (f64, f64) -> (f64, f64, f64)
  %for = tensor.from_elements %p#1, %p#2 : tensor<2xf64>
  %while = tensor.from_elements %q#1, %q#2 : tensor<2xf64>
  return %for, %while : tensor<2xf64>, tensor<2xf64>
}
