// If the function reads integers, --check-gradients tests several points, so it
// finds errors that cancel in an even number of iterations.

// RUN: not sg-run %s --check-gradients --function=loop 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: not sg-run %s --check-gradients --function=loop --seed=2 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: not sg-run %s --check-gradients --function=loop --seed=3 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: sg-run %s --check-gradients --function=loop --input=0.5 --input=2 | FileCheck %s --check-prefix=GIVEN
// RUN: not sg-run %s --check-gradients --function=loop --input=0.5 --input=3 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: not sg-run %s --check-gradients --function=nested 2>&1 | FileCheck %s --check-prefix=NESTED
// RUN: not sg-run %s --check-gradients --function=sum 2>&1 | FileCheck %s --check-prefix=SUM
// RUN: not sg-run %s --check-gradients --function=branch 2>&1 | FileCheck %s --check-prefix=BRANCH
// RUN: not sg-run %s --check-gradients --function=one_element 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: sg-run %s --check-gradients --function=element | FileCheck %s --check-prefix=ELEMENT
// RUN: sg-run %s --check-gradients --function=element_and_trips | FileCheck %s --check-prefix=TRIPS
// RUN: sg-run %s --check-gradients --function=quotient | FileCheck %s --check-prefix=QUOTIENT
// RUN: sg-run %s --device=cpu --check-gradients --function=until --time-limit=0.2 | FileCheck %s --check-prefix=UNTIL
// RUN: not sg-run %s --check-gradients --function=endless --time-limit=0.2 2>&1 | FileCheck %s --check-prefix=ENDLESS
// RUN: not sg-run %s --check-gradients --function=five 2>&1 | FileCheck %s --check-prefix=FIVE
// RUN: sg-run %s --check-gradients --function=logarithms --seed=3 | FileCheck %s --check-prefix=LOGARITHMS
// RUN: sg-run %s --check-gradients --function=unread | FileCheck %s --check-prefix=UNREAD
// RUN: sg-run %s --check-gradients --function=power --order=2 | FileCheck %s --check-prefix=POWER

// The wrong sign cancels in two iterations.
func.func private @id(%x: f64) -> f64 attributes {no_inline, grad.custom_vjp = {forward = @fwd, backward = @bwd}} {
  return %x : f64
}
func.func private @fwd(%x: f64) -> f64 {
  return %x : f64
}
func.func private @bwd(%c: f64) -> f64 {
  %n = arith.negf %c : f64
  return %n : f64
}
func.func @loop(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    %b = func.call @id(%a) : (f64) -> f64
    scf.yield %b : f64
  }
  return %r : f64
}
// LOOP:      @loop in f64 at random inputs from -1 to 1 (input 1 = {{2|4}}), seed [[SEED:[0-9]+]]:
// LOOP-NEXT:   input 0, f64: agrees in all 4 directions
// LOOP-NEXT: @loop in f64 at random inputs from -1 to 1 (input 1 = {{1|3}}), seed [[SEED]]:
// LOOP-NEXT:   input 0, f64: DISAGREES in all 4 directions
// LOOP:      check-gradients-integers.mlir:[[@LINE-9]]:10: error: the derivative of 'func.call' is wrong
// LOOP:      in this 'scf.for'
// GIVEN:      @loop in f64 at the given inputs, seed 1:
// GIVEN-NEXT:   input 0, f64: agrees in all 4 directions
// GIVEN-NOT:  @loop
// ODD:        @loop in f64 at the given inputs, seed 1:
// ODD-NEXT:     input 0, f64: DISAGREES

// The number of calls is a product, or a sum, of two integers.
func.func @nested(%x: f64, %n: i32, %m: i64) -> f64 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %k = arith.index_cast %m : i64 to index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 : i32 {
    %b = func.call @loop(%a, %k) : (f64, index) -> f64
    scf.yield %b : f64
  }
  return %r : f64
}
// NESTED:      (input 1 = {{2|4}}, input 2 = {{2|4}}), seed 1:
// NESTED-NEXT:   agrees
// NESTED-NEXT: (input 1 = {{1|3}}, input 2 = {{1|3}}), seed 1:
// NESTED-NEXT:   DISAGREES
func.func @sum(%x: f64, %n: index, %m: tensor<i32>) -> f64 {
  %m32 = tensor.extract %m[] : tensor<i32>
  %k = arith.index_cast %m32 : i32 to index
  %y = func.call @loop(%x, %n) : (f64, index) -> f64
  %z = func.call @loop(%y, %k) : (f64, index) -> f64
  return %z : f64
}
// SUM:      (input 1 = {{2|4}}, input 2 = {{2|4}}), seed 1:
// SUM-NEXT:   agrees
// SUM-NEXT: (input 1 = {{1|3}}, input 2 = {{1|3}}), seed 1:
// SUM-NEXT:   agrees
// SUM-NEXT: (input 1 = {{1|3}}, input 2 = {{2|4}}), seed 1:
// SUM-NEXT:   DISAGREES

// Both branches run.
func.func @branch(%x: f64, %flag: i1) -> f64 {
  %y = scf.if %flag -> f64 {
    %z = func.call @id(%x) : (f64) -> f64
    scf.yield %z : f64
  } else {
    scf.yield %x : f64
  }
  return %y : f64
}
// BRANCH:      (input 1 = 0), seed 1:
// BRANCH-NEXT:   agrees
// BRANCH-NEXT: (input 1 = 1), seed 1:
// BRANCH-NEXT:   DISAGREES
func.func @one_element(%x: f64, %n: tensor<1xi64>) -> f64 {
  %c0 = arith.constant 0 : index
  %n64 = tensor.extract %n[%c0] : tensor<1xi64>
  %k = arith.index_cast %n64 : i64 to index
  %y = func.call @loop(%x, %k) : (f64, index) -> f64
  return %y : f64
}
// ONE:      (input 1 = 0), seed 1:
// ONE-NEXT:   agrees in all 4 directions
// ONE-NEXT: (input 1 = 1), seed 1:
// ONE-NEXT:   DISAGREES

// An integer for which the program fails is replaced or left out.
func.func @element(%x: tensor<2xf64>, %i: index) -> f64 {
  %e = tensor.extract %x[%i] : tensor<2xf64>
  return %e : f64
}
// ELEMENT:      @element in f64 at random inputs from -1 to 1 (input 1 = 1), seed 1:
// ELEMENT-NEXT:   not checked with input 1 = {{[24]}}: {{.*}}an index is out of range
// ELEMENT:        input 0, tensor<2xf64>: agrees in all 4 directions
// ELEMENT-NOT:  @element
func.func @element_and_trips(%x: tensor<2xf64>, %i: index, %n: index) -> f64 {
  %e = tensor.extract %x[%i] : tensor<2xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %e) -> f64 {
    %b = math.sin %a : f64
    scf.yield %b : f64
  }
  return %r : f64
}
// TRIPS: (input 1 = 1, input 2 = {{1|3}}), seed 1:
// TRIPS: not checked with input 1 = 2, input 2 = 2: {{.*}}an index is out of range
// TRIPS: agrees in all 4 directions
// TRIPS: (input 1 = 1, input 2 = {{2|4}}), seed 1:
// TRIPS: agrees in all 4 directions

// Neither a division by zero nor an endless loop stops the check.
func.func @quotient(%x: f64, %n: i32) -> f64 {
  %c3 = arith.constant 3 : i32
  %d = arith.subi %n, %c3 : i32
  %q = arith.divsi %c3, %d : i32
  %f = arith.sitofp %q : i32 to f64
  %y = arith.mulf %x, %f : f64
  return %y : f64
}
// QUOTIENT:      @quotient in f64 at random inputs from -1 to 1 (input 1 = {{2|4}}), seed 1:
// QUOTIENT-NEXT:   not checked with input 1 = 3: {{.*}}
// QUOTIENT-NEXT:   input 0, f64: agrees
// QUOTIENT-NEXT: @quotient in f64 at random inputs from -1 to 1 (input 1 = 1), seed 1:
// QUOTIENT-NEXT:   input 0, f64: agrees
func.func @until(%x: f64, %n: i64) -> f64 {
  %zero = arith.constant 0 : i64
  %two = arith.constant 2 : i64
  %y, %m = scf.while (%a = %x, %k = %n) : (f64, i64) -> (f64, i64) {
    %more = arith.cmpi ne, %k, %zero : i64
    scf.condition(%more) %a, %k : f64, i64
  } do {
  ^bb0(%a: f64, %k: i64):
    %b = math.sin %a : f64
    %l = arith.subi %k, %two : i64
    scf.yield %b, %l : f64, i64
  }
  return %y : f64
}
// UNTIL:      @until in f64 at random inputs from -1 to 1 (input 1 = {{2|4}}), seed 1:
// UNTIL-NEXT:   not checked with input 1 = 3: @until at random inputs from -1 to 1 (input 1 = 3) does not end within 0.2 s
// UNTIL-NEXT:   not checked with input 1 = 1: @until at random inputs from -1 to 1 (input 1 = 1) does not end within 0.2 s
// UNTIL-NEXT:   input 0, f64: agrees
func.func @endless(%x: f64, %n: i64) -> f64 {
  %zero = arith.constant 0 : i64
  %two = arith.constant 2 : i64
  %one = arith.ori %n, %two : i64
  %y, %m = scf.while (%a = %x, %k = %one) : (f64, i64) -> (f64, i64) {
    %more = arith.cmpi ne, %k, %zero : i64
    scf.condition(%more) %a, %k : f64, i64
  } do {
  ^bb0(%a: f64, %k: i64):
    %b = math.sin %a : f64
    %l = arith.ori %k, %two : i64
    scf.yield %b, %l : f64, i64
  }
  return %y : f64
}
// ENDLESS: sg-run: @endless at random inputs from {{.*}} (input 1 = {{[1-4]}}) does not end within 0.2 s; give inputs by --input, or more time by --time-limit

// No tested integer works.
func.func @five(%x: f64, %n: index) -> f64 {
  %c5 = arith.constant 5 : index
  %holds = arith.cmpi eq, %n, %c5 : index
  cf.assert %holds, "n is 5"
  return %x : f64
}
// FIVE: sg-run: @five at random inputs from 0.125 to 0.875 (input 1 = 1): {{.*}}n is 5; give inputs by --input

// The range of the floats is chosen for each point.
func.func @logarithms(%x: tensor<3xf64>, %n: i32) -> tensor<3xf64> {
  %l = math.log %x : tensor<3xf64>
  %c1 = arith.constant 1 : i32
  %odd = arith.andi %n, %c1 : i32
  %isOdd = arith.cmpi eq, %odd, %c1 : i32
  %y = arith.select %isOdd, %l, %x : tensor<3xf64>
  return %y : tensor<3xf64>
}
// LOGARITHMS:      at random inputs from -1 to 1 (input 1 = {{2|4}}), seed 3:
// LOGARITHMS-NEXT:   agrees
// LOGARITHMS-NEXT: at random inputs from 0.125 to 0.875 (input 1 = {{1|3}}), seed 3:
// LOGARITHMS-NEXT:   agrees

// An integer that the function does not read adds no points.
func.func @unread(%x: f64, %n: index, %flag: i1) -> f64 {
  %y = math.sin %x : f64
  return %y : f64
}
// UNREAD:      @unread in f64 at random inputs from -1 to 1, seed 1:
// UNREAD-NEXT:   input 0, f64: agrees in all 4 directions
// UNREAD-NOT:  @unread

// Derivatives are checked at each point.
func.func @power(%x: f64, %n: i32) -> f64 {
  %y = math.fpowi %x, %n : f64, i32
  return %y : f64
}
// POWER:      @power in f64 at random inputs from -1 to 1 (input 1 = {{2|4}}), seed 1:
// POWER-NEXT:   input 0, f64: agrees
// POWER-NEXT: its derivative in reverse mode:
// POWER-NEXT:   input 0, f64: agrees
// POWER-NEXT: its derivative in forward mode:
// POWER-NEXT:   input 0, f64: agrees
// POWER-NEXT: @power in f64 at random inputs from -1 to 1 (input 1 = {{1|3}}), seed 1:
// POWER-NEXT:   input 0, f64: agrees
// POWER-NEXT: its derivative in reverse mode:
// POWER-NEXT:   input 0, f64: agrees
// POWER-NEXT: its derivative in forward mode:
// POWER-NEXT:   input 0, f64: agrees
// POWER-NOT:  @power
