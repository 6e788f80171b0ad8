// Every generated op has the location of its primal op, fused with its role.
//
// RUN: sg-opt %s --grad-expand-derivatives --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

func.func @f(%x: f64, %t: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%z = %x) -> f64 {
    %next = arith.addi %i, %c1 : index loc("next")
    %s = tensor.extract %t[%next] : tensor<?xf64> loc("element")
    %p = arith.mulf %z, %s : f64 loc("product")
    scf.yield %p : f64
  }
  %e = math.exp %y : f64 loc("exponential")
  return %e : f64
}

func.func @gradient(%x: f64, %t: tensor<?xf64>, %n: index) -> (f64, tensor<?xf64>) {
  %y, %dx, %dt = grad.value_and_grad @f(%x, %t, %n) : (f64, tensor<?xf64>, index) -> (f64, f64, tensor<?xf64>)
  return %dx, %dt : f64, tensor<?xf64>
}
func.func @tangent(%x: f64, %t: tensor<?xf64>, %n: index) -> f64 {
  %y, %dy = grad.jvp @f(%x, %t, %n) tangents(%x, %t) : (f64, tensor<?xf64>, index, f64, tensor<?xf64>) -> (f64, f64)
  return %dy : f64
}
// Second order: the tangent of an adjoint.
func.func @second(%x: f64, %t: tensor<?xf64>, %n: index) -> f64 {
  %dx, %dt, %ddx, %ddt = grad.jvp @gradient(%x, %t, %n) tangents(%x) {wrt = array<i64: 0>}
      : (f64, tensor<?xf64>, index, f64) -> (f64, tensor<?xf64>, f64, tensor<?xf64>)
  return %ddx : f64
}

// CHECK-LABEL: func.func private @f_jvp(
// CHECK:         arith.mulf {{.*}} loc(fused<"primal">["product"])
// CHECK:         arith.mulf {{.*}} loc(fused<"tangent">["product"])
// CHECK:         math.exp {{.*}} loc(fused<"primal">["exponential"])
// CHECK:         arith.mulf {{.*}} loc(fused<"tangent">["exponential"])
// CHECK-LABEL: func.func private @f_vjp(
// CHECK:         tensor.extract {{.*}} loc(fused<"primal">["element"])
// CHECK:         arith.mulf {{.*}} loc(fused<"primal">["product"])
// CHECK:         math.exp {{.*}} loc(fused<"primal">["exponential"])
// CHECK:         arith.mulf {{.*}} loc(fused<"adjoint">["exponential"])
// CHECK:         arith.addi {{.*}} loc(fused<"recompute">["next"])
// CHECK:         tensor.extract {{.*}} loc(fused<"recompute">["element"])
// CHECK:         arith.mulf {{.*}} loc(fused<"adjoint">["product"])
// CHECK:         tensor.insert {{.*}} loc(fused<"adjoint">["element"])
// CHECK-LABEL: func.func private @f_vjp_jvp(
// CHECK:         arith.mulf {{.*}} loc(fused<"tangent">[fused<"adjoint">["product"]])

// In the adjoint of a linalg op only recomputed ops have the role
// recomputation, not their users.
func.func @body(%x: tensor<3xf64>) -> f64 {
  %z = arith.constant dense<0.0> : tensor<f64>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]}
      ins(%x : tensor<3xf64>) outs(%z : tensor<f64>) {
  ^bb0(%e: f64, %o: f64):
    %t = math.exp %e : f64 loc("exp")
    %m = arith.addf %t, %o : f64
    linalg.yield %m : f64
  } -> tensor<f64> loc("generic")
  %y = tensor.extract %r[] : tensor<f64>
  return %y : f64
}
func.func private @request_body(%x: tensor<3xf64>) {
  grad.value_and_grad @body(%x) : (tensor<3xf64>) -> (f64, tensor<3xf64>)
  return
}
// CHECK-LABEL: func.func private @body_vjp(
// CHECK: math.exp {{.*}} loc(fused<"primal">["exp"])
// CHECK: loc(fused<"primal">["generic"])
// CHECK: math.exp {{.*}} loc(fused<"recompute">["exp"])
// CHECK-NEXT: arith.mulf {{.*}} loc(fused<"adjoint">["exp"])
// CHECK: } -> tensor<3xf64> loc(fused<"adjoint">["generic"])
