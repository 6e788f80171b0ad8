// The ops emitted by the rule of scf.for, and the residuals it keeps for the
// reverse loop.
//
// RUN: sg-opt %s --grad-expand-derivatives --canonicalize --cse | FileCheck %s

// Forward mode carries each tangent after its primal value, and none for an
// integer. Reverse mode keeps the exponentials in one stack, written in place.
// CHECK-LABEL: func.func private @powers_vjp(
// CHECK-SAME:    [[X:%[a-z0-9]+]]: f64, [[N:%[a-z0-9]+]]: index, [[C:%[a-z0-9]+]]: f64)
// CHECK:         [[TRIPS:%[a-z0-9]+]] = arith.maxsi [[N]], %c0
// CHECK:         [[EMPTY:%[a-z0-9]+]] = tensor.empty([[TRIPS]]) : tensor<?xf64>
// CHECK:         [[R:%[a-z0-9]+]]:3 = scf.for [[I:%[a-z0-9]+]] = %c0 to [[N]] step %c1 iter_args([[A:%[a-z0-9]+]] = [[X]], {{%[a-z0-9]+}} = %c0_i32, [[S:%[a-z0-9]+]] = [[EMPTY]]) -> (f64, i32, tensor<?xf64>) {
// CHECK:           [[E:%[a-z0-9]+]] = math.exp [[A]]
// CHECK:           [[T:%[a-z0-9]+]] = tensor.insert [[E]] into [[S]]{{\[}}[[I]]]
// CHECK:           scf.yield [[E]], {{%[a-z0-9]+}}, [[T]]
// CHECK:         [[D:%[a-z0-9]+]] = scf.for [[J:%[a-z0-9]+]] = %c0 to [[TRIPS]] step %c1 iter_args([[B:%[a-z0-9]+]] = [[C]]) -> (f64) {
// CHECK:           [[LAST:%[a-z0-9]+]] = arith.subi [[TRIPS]], %c1
// CHECK:           [[TRIP:%[a-z0-9]+]] = arith.subi [[LAST]], [[J]]
// CHECK:           [[KEPT:%[a-z0-9]+]] = tensor.extract [[R]]#2{{\[}}[[TRIP]]]
// CHECK:           [[NEXT:%[a-z0-9]+]] = arith.mulf [[B]], [[KEPT]]
// CHECK:           scf.yield [[NEXT]]
// CHECK:         return [[R]]#0, [[R]]#1, [[D]]
// CHECK-LABEL: func.func private @powers_jvp(
// CHECK:         scf.for {{.*}} -> (f64, i32, f64) {
func.func @powers(%x: f64, %n: index) -> (f64, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i32
  %k1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %k = %k0) -> (f64, i32) {
    %b = math.exp %a : f64
    %l = arith.addi %k, %k1 : i32
    scf.yield %b, %l : f64, i32
  }
  return %r#0, %r#1 : f64, i32
}

// No stack is needed for loop-invariant values, values computed from the
// induction variable, or elements indexed by it.
// CHECK-LABEL: func.func private @factors_vjp(
// CHECK:         math.exp
// CHECK:         scf.for {{.*}} -> (f64) {
// CHECK-NOT:       tensor.insert
// CHECK:         scf.for {{.*}} -> (f64) {
// CHECK-NOT:       math.exp
// CHECK:           tensor.extract {{.*}} : tensor<9xf64>
// CHECK:           arith.sitofp
// CHECK:         return
func.func @factors(%x: f64, %w: f64, %t: tensor<9xf64>) -> f64 {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %r = scf.for %i = %c2 to %c9 step %c3 iter_args(%a = %x) -> f64 {
    %e = math.exp %w : f64
    %k = arith.index_cast %i : index to i32
    %f = arith.sitofp %k : i32 to f64
    %g = tensor.extract %t[%i] : tensor<9xf64>
    %b = arith.mulf %a, %e : f64
    %c = arith.mulf %b, %f : f64
    %d = arith.mulf %c, %g : f64
    scf.yield %d : f64
  }
  return %r : f64
}

// The trip count of the inner loop depends on the outer trip, so its stack
// cannot be kept in a stack. The reverse trip runs the inner loop again; the
// primal trip keeps only its initial value.
// CHECK-LABEL: func.func private @triangle_vjp(
// CHECK:         scf.for {{.*}} -> (f64, tensor<?xf64>) {
// CHECK:           scf.for {{.*}} -> (f64) {
// CHECK:           tensor.insert
// CHECK:         scf.for {{.*}} -> (f64) {
// CHECK:           [[BEGIN:%[a-z0-9]+]] = tensor.extract
// CHECK:           scf.for {{.*}} iter_args({{%[a-z0-9]+}} = [[BEGIN]], {{.*}}) -> (f64, tensor<?xf64>) {
// CHECK:             math.exp
// CHECK:             tensor.insert
// CHECK:           scf.for {{.*}} -> (f64) {
// CHECK:         return
func.func @triangle(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    %s = scf.for %j = %c0 to %i step %c1 iter_args(%b = %a) -> f64 {
      %t = math.exp %b : f64
      scf.yield %t : f64
    }
    scf.yield %s : f64
  }
  return %r : f64
}

func.func @requests(%x: f64, %n: index, %t: tensor<9xf64>) {
  grad.jvp @powers(%x, %n) tangents(%x) : (f64, index, f64) -> (f64, i32, f64)
  grad.value_and_grad @powers(%x, %n) : (f64, index) -> (f64, i32, f64)
  grad.value_and_grad @factors(%x, %x, %t) {wrt = array<i64: 0>} : (f64, f64, tensor<9xf64>) -> (f64, f64)
  grad.value_and_grad @triangle(%x, %n) : (f64, index) -> (f64, f64)
  return
}
