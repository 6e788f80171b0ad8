// The ops emitted by the rule of scf.while.
//
// RUN: sg-opt %s --grad-expand-derivatives | FileCheck %s

// Reverse mode: a loop that counts the trips, a loop over the count with a
// stack for residuals, the last `before` region, and the reverse loop.
// CHECK-LABEL: func.func private @forwarded_vjp(
// CHECK:         [[COUNTING:%[a-z0-9]+]]:2 = scf.while (
// CHECK:         [[TRIPS:%[a-z0-9]+]] = {{.*}}[[COUNTING]]#1
// CHECK:         scf.for {{.*}} to [[COUNTING]]#1 {{.*}} -> (f64, tensor<?xf64>)
// CHECK-NOT:       arith.cmpf
// CHECK:         arith.mulf
// CHECK:         scf.for
// CHECK-NOT:     scf.while
// CHECK:         return

// Forward mode: tangents accompany their primal values through the loop-carried
// values, the forwarded values and the results.
// CHECK-LABEL: func.func private @forwarded_jvp(
// CHECK-SAME:    [[X:%[a-z0-9]+]]: f64, [[LIMIT:%[a-z0-9]+]]: f64, [[DX:%[a-z0-9]+]]: f64)
// CHECK:         [[RESULT:%[a-z0-9]+]]:3 = scf.while ([[A:%[a-z0-9]+]] = [[X]], [[DA:%[a-z0-9]+]] = [[DX]]) : (f64, f64) -> (f64, i32, f64) {
// CHECK:           [[S:%[a-z0-9]+]] = arith.mulf [[A]], [[A]]
// CHECK:           [[P:%[a-z0-9]+]] = arith.mulf [[DA]], [[A]]
// CHECK:           [[DS:%[a-z0-9]+]] = arith.addf [[P]], [[P]]
// CHECK:           scf.condition({{%[a-z0-9]+}}) [[S]], {{%[a-z0-9_]+}}, [[DS]]
// CHECK:         ^bb0([[B:%[a-z0-9]+]]: f64, {{%[a-z0-9]+}}: i32, [[DB:%[a-z0-9]+]]: f64):
// CHECK:           [[NEXT:%[a-z0-9]+]] = arith.addf [[B]], [[X]]
// CHECK:           [[DNEXT:%[a-z0-9]+]] = arith.addf [[DB]], [[DX]]
// CHECK:           scf.yield [[NEXT]], [[DNEXT]]
// CHECK:         return [[RESULT]]#0, [[RESULT]]#1, [[RESULT]]#2
func.func @forwarded(%x: f64, %limit: f64) -> (f64, i32) {
  %zero = arith.constant 0 : i32
  %r:2 = scf.while (%a = %x) : (f64) -> (f64, i32) {
    %s = arith.mulf %a, %a : f64
    %c = arith.cmpf olt, %s, %limit : f64
    scf.condition(%c) %s, %zero : f64, i32
  } do {
  ^bb0(%b: f64, %i: i32):
    %next = arith.addf %b, %x : f64
    scf.yield %next : f64
  }
  return %r#0, %r#1 : f64, i32
}

// Only ops that determine the trip count are computed twice: here the counter.
// Ops that may stop the program are computed twice too.
// CHECK-LABEL: func.func private @counted_vjp(
// CHECK:         scf.while (
// CHECK-NOT:       math.exp
// CHECK:           cf.assert
// CHECK-NOT:       math.exp
// CHECK:         scf.for
// CHECK:           math.exp
// CHECK-NOT:     scf.while
// CHECK:         return
func.func @counted(%x: f64, %n: i32) -> f64 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.while (%i = %zero, %a = %x) : (i32, f64) -> (i32, f64) {
    %c = arith.cmpi slt, %i, %n : i32
    scf.condition(%c) %i, %a : i32, f64
  } do {
  ^bb0(%i: i32, %a: f64):
    %odd = arith.trunci %i : i32 to i1
    cf.assert %odd, "odd"
    %next = math.exp %a : f64
    %j = arith.addi %i, %one : i32
    scf.yield %j, %next : i32, f64
  }
  return %r#1 : f64
}

// A do-while loop is emitted twice: once to count, and once over the count plus
// one. A value that leaves the loop without being carried becomes loop-carried.
// CHECK-LABEL: func.func private @do_while_vjp(
// CHECK:         scf.while (
// CHECK:           math.exp
// CHECK:         } do {
// CHECK:         }
// CHECK:         [[TRIPS:%[a-z0-9]+]] = arith.addi
// CHECK:         [[POISON:%[a-z0-9]+]] = ub.poison : f64
// CHECK:         [[R:%[a-z0-9]+]]:3 = scf.for {{.*}} to [[TRIPS]] {{.*}} iter_args([[A:%[a-z0-9]+]] = {{.*}}, {{%[a-z0-9]+}} = [[POISON]], {{.*}}) -> (f64, f64, tensor<?xf64>)
// CHECK:           [[E:%[a-z0-9]+]] = math.exp [[A]]
// CHECK:           scf.yield [[E]], [[A]]
// CHECK-NOT:       math.exp
// CHECK:         return [[R]]#1
func.func @do_while(%x: f64) -> f64 {
  %limit = arith.constant 10.0 : f64
  %r:2 = scf.while (%a = %x) : (f64) -> (f64, f64) {
    %b = math.exp %a : f64
    %c = arith.cmpf olt, %b, %limit : f64
    scf.condition(%c) %a, %b : f64, f64
  } do {
  ^bb0(%a: f64, %b: f64):
    scf.yield %b : f64
  }
  return %r#0 : f64
}

// The counter is computed from the induction variable, so it is not kept.
// CHECK-LABEL: func.func private @counter_vjp(
// CHECK:         scf.for {{.*}} -> (f64) {
// CHECK:         scf.for {{.*}} -> (f64) {
// CHECK:           [[N:%[a-z0-9]+]] = arith.index_cast {{%[a-z0-9]+}} : index to i32
// CHECK:           [[K:%[a-z0-9]+]] = arith.muli [[N]],
// CHECK:           [[I:%[a-z0-9]+]] = arith.addi {{%[a-z0-9]+}}, [[K]]
// CHECK:           [[F:%[a-z0-9]+]] = arith.sitofp [[I]] : i32 to f64
// CHECK:           arith.mulf {{%[a-z0-9]+}}, [[F]]
// CHECK:         return
func.func @counter(%x: f64, %begin: i32, %n: i32) -> f64 {
  %three = arith.constant 3 : i32
  %r:2 = scf.while (%i = %begin, %a = %x) : (i32, f64) -> (i32, f64) {
    %c = arith.cmpi slt, %i, %n : i32
    scf.condition(%c) %i, %a : i32, f64
  } do {
  ^bb0(%i: i32, %a: f64):
    %f = arith.sitofp %i : i32 to f64
    %b = arith.mulf %a, %f : f64
    %j = arith.addi %i, %three : i32
    scf.yield %j, %b : i32, f64
  }
  return %r#1 : f64
}

func.func @requests(%x: f64, %n: i32) {
  grad.jvp @forwarded(%x, %x) tangents(%x) {wrt = array<i64: 0>} : (f64, f64, f64) -> (f64, i32, f64)
  grad.value_and_grad @forwarded(%x, %x) {wrt = array<i64: 0>} : (f64, f64) -> (f64, i32, f64)
  grad.value_and_grad @do_while(%x) : (f64) -> (f64, f64)
  grad.value_and_grad @counter(%x, %n, %n) : (f64, i32, i32) -> (f64, f64)
  grad.value_and_grad @counted(%x, %n) : (f64, i32) -> (f64, f64)
  return
}
