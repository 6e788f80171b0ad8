// Loops, branches and calls.

// Zero, one and several trips; a carry that swaps its values.
// RUN: sg-run %s --function=for --device=reference --input=0 --input=5 --input=2 --expected-output=6 --expected-output=2 --expected-output=1
// RUN: sg-run %s --function=for --device=reference --input=0 --input=1 --input=7 --expected-output=0 --expected-output=2 --expected-output=1
// RUN: sg-run %s --function=for --device=reference --input=3 --input=3 --input=1 --expected-output=0 --expected-output=1 --expected-output=2
// RUN: sg-run %s --function=for --device=reference --input=-3 --input=0 --input=1 --expected-output=-6 --expected-output=2 --expected-output=1
func.func @for(%low: index, %high: index, %step: index) -> (index, f64, f64) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %r:3 = scf.for %i = %low to %high step %step iter_args(%sum = %zero, %a = %one, %b = %two) -> (index, f64, f64) {
    %next = arith.addi %sum, %i : index
    scf.yield %next, %b, %a : index, f64, f64
  }
  return %r#0, %r#1, %r#2 : index, f64, f64
}

// Unsigned integers from 120 to 130, and up to the largest value, where the
// next induction variable would be negative.
// RUN: sg-run %s --function=narrow --device=reference --expected-output=3 --expected-output=-126
func.func @narrow() -> (i8, i8) {
  %low = arith.constant 120 : i8
  %high = arith.constant -126 : i8
  %step = arith.constant 4 : i8
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  %most = arith.constant 127 : i8
  %by = arith.constant 100 : i8
  %count = scf.for unsigned %i = %low to %high step %step iter_args(%n = %zero) -> i8 : i8 {
    %next = arith.addi %n, %one : i8
    scf.yield %next : i8
  }
  %last = scf.for %i = %low to %most step %by iter_args(%n = %zero) -> i8 : i8 {
    %minus = arith.constant -126 : i8
    scf.yield %minus : i8
  }
  return %count, %last : i8, i8
}

// Newton steps for the square root while they decrease; the values forwarded to
// the body differ from the carried values.
// RUN: sg-run %s --function=while --device=reference --input=2 --expected-output=1.414213562373095 --expected-output=4 --tolerance=1e-15
func.func @while(%x: f64) -> (f64, index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %half = arith.constant 0.5 : f64
  %r:2 = scf.while (%y = %x, %n = %zero) : (f64, index) -> (f64, index) {
    %quotient = arith.divf %x, %y : f64
    %sum = arith.addf %y, %quotient : f64
    %next = arith.mulf %sum, %half : f64
    %difference = arith.subf %y, %next : f64
    %small = arith.constant 1.0e-9 : f64
    %more = arith.cmpf ogt, %difference, %small : f64
    scf.condition(%more) %next, %n : f64, index
  } do {
  ^bb0(%y: f64, %n: index):
    %next = arith.addi %n, %one : index
    scf.yield %y, %next : f64, index
  }
  return %r#0, %r#1 : f64, index
}

// RUN: sg-run %s --function=choices --device=reference --input=2 --input=true --expected-output=20 --expected-output=7 --expected-output='2xf64=1 2' --expected-output=2
// RUN: sg-run %s --function=choices --device=reference --input=5 --input=false --expected-output=50 --expected-output=5 --expected-output='2xf64=3' --expected-output=-1
func.func @choices(%i: index, %c: i1) -> (index, index, tensor<?xf64>, index) {
  %seven = arith.constant 7 : index
  %ten = arith.constant 10 : index
  %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %b = arith.constant dense<3.0> : tensor<2xf64>
  %al = tensor.cast %a : tensor<2xf64> to tensor<?xf64>
  %bl = tensor.cast %b : tensor<2xf64> to tensor<?xf64>
  %switched = scf.index_switch %i -> index
  case 2 {
    scf.yield %seven : index
  }
  default {
    scf.yield %i : index
  }
  %product = scf.execute_region -> index {
    %p = arith.muli %i, %ten : index
    scf.yield %p : index
  }
  %tensor = arith.select %c, %al, %bl : tensor<?xf64>
  %minus = arith.constant -1 : index
  %signed = scf.if %c -> index {
    scf.yield %i : index
  } else {
    scf.yield %minus : index
  }
  scf.if %c {
    cf.assert %c, "is so"
  }
  return %product, %switched, %tensor, %signed : index, index, tensor<?xf64>, index
}

// RUN: sg-run %s --function=selects --device=reference --input='1 0' --expected-output='1 4' --expected-output=1
func.func @selects(%c: tensor<2xi1>) -> (tensor<2xf64>, f64) {
  %c0 = arith.constant 0 : index
  %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %b = arith.constant dense<[3.0, 4.0]> : tensor<2xf64>
  %y = arith.select %c, %a, %b : tensor<2xi1>, tensor<2xf64>
  %first = tensor.extract %c[%c0] : tensor<2xi1>
  %x = tensor.extract %a[%c0] : tensor<2xf64>
  // A value that is not selected may be poison.
  %nothing = ub.poison : f64
  %z = arith.select %first, %x, %nothing : f64
  return %y, %z : tensor<2xf64>, f64
}

// RUN: sg-run %s --function=parallel --device=reference --input=3 --expected-output=9 --expected-output=144 --expected-output=0.5
// RUN: sg-run %s --function=parallel --device=reference --input=0 --expected-output=0 --expected-output=1 --expected-output=0.5
func.func @parallel(%n: index) -> (index, index, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r:2 = scf.parallel (%i, %j) = (%c0, %c1) to (%n, %c2) step (%c1, %c1) init (%c0, %c1) -> (index, index) {
    %sum = arith.addi %i, %j : index
    %square = arith.muli %sum, %c2 : index
    %odd = arith.subi %square, %c1 : index
    %twice = arith.muli %sum, %c2 : index
    %factor = arith.muli %sum, %sum : index
    scf.reduce(%odd, %factor : index, index) {
    ^bb0(%a: index, %b: index):
      %s = arith.addi %a, %b : index
      scf.reduce.return %s : index
    }, {
    ^bb0(%a: index, %b: index):
      %d = arith.muli %a, %b : index
      scf.reduce.return %d : index
    }
  }
  %four = arith.constant 4 : index
  %m = arith.muli %r#1, %four : index
  %is_empty = arith.cmpi eq, %n, %c0 : index
  %second = arith.select %is_empty, %c1, %m : index
  %half = arith.constant 0.5 : f64
  return %r#0, %second, %half : index, index, f64
}

// Each iteration sees the original tensor; elements that no iteration writes
// keep their values.
// RUN: sg-run %s --function=forall --device=reference --input='5xf64=1 2 3 4 5' --input=2 --expected-output='5xf64=10 20 30 40 5' \
// RUN:   --expected-output='2xf64=1 1'
func.func @forall(%x: tensor<?xf64>, %n: index) -> (tensor<?xf64>, tensor<2xf64>) {
  %ten = arith.constant 10.0 : f64
  %count = arith.constant dense<0.0> : tensor<2xf64>
  %r:2 = scf.forall (%i) = (0) to (%n) step (1) shared_outs(%o = %x, %p = %count) -> (tensor<?xf64>, tensor<2xf64>) {
    %first = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    %part = tensor.extract_slice %o[%first] [2] [1] : tensor<?xf64> to tensor<2xf64>
    %tens = tensor.splat %ten : tensor<2xf64>
    %made = arith.mulf %part, %tens : tensor<2xf64>
    %one = arith.constant dense<1.0> : tensor<1xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %made into %o[%first] [2] [1] : tensor<2xf64> into tensor<?xf64>
      tensor.parallel_insert_slice %one into %p[%i] [1] [1] : tensor<1xf64> into tensor<2xf64>
    }
  }
  return %r#0, %r#1 : tensor<?xf64>, tensor<2xf64>
}

// Recursive and mutually recursive functions; branches between blocks.
// RUN: sg-run %s --function=factorial --device=reference --input=10 --expected-output=3628800
func.func @factorial(%n: i64) -> i64 {
  %one = arith.constant 1 : i64
  %more = arith.cmpi sgt, %n, %one : i64
  %r = scf.if %more -> i64 {
    %less = arith.subi %n, %one : i64
    %f = func.call @factorial(%less) : (i64) -> i64
    %p = arith.muli %n, %f : i64
    scf.yield %p : i64
  } else {
    scf.yield %one : i64
  }
  return %r : i64
}

// RUN: sg-run %s --function=blocks --device=reference --input=0 --expected-output=1
// RUN: sg-run %s --function=blocks --device=reference --input=3 --expected-output=6
// RUN: sg-run %s --function=blocks --device=reference --input=9 --expected-output=100
func.func @blocks(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.switch %n : i32, [
    default: ^loop(%n, %one : i32, i32),
    9: ^nine
  ]
^loop(%i: i32, %product: i32):
  %done = arith.cmpi sle, %i, %zero : i32
  cf.cond_br %done, ^exit(%product : i32), ^body
^body:
  %next = arith.muli %product, %i : i32
  %less = arith.subi %i, %one : i32
  cf.br ^loop(%less, %next : i32, i32)
^nine:
  %hundred = arith.constant 100 : i32
  return %hundred : i32
^exit(%r: i32):
  return %r : i32
}

// Derivatives are expanded; stops and checkpoints evaluate to their operands'
// values.
// RUN: sg-run %s --function=slope --device=reference --input=0.5 --expected-output=0.5294576597899303 \
// RUN:   --expected-output=0.6662746988815695 --tolerance=1e-15
func.func private @f(%x: f64) -> f64 {
  %r = grad.checkpoint {
    %s = math.sin %x : f64
    %c = grad.stop_gradient %s : f64
    %p = arith.mulf %s, %c : f64
    %e = math.exp %p : f64
    grad.yield %e : f64
  } : f64
  %q = grad.prevent_gradient %x {message = "not this"} : f64
  %zero = arith.constant 0.0 : f64
  %none = arith.cmpf olt, %q, %zero : f64
  %y = arith.select %none, %zero, %r : f64
  return %y : f64
}
func.func @slope(%x: f64) -> (f64, f64) {
  %y, %dx = grad.value_and_grad @f(%x) : (f64) -> (f64, f64)
  %d = arith.mulf %dx, %y : f64
  return %dx, %d : f64, f64
}
