// Every op and attribute parses, is printed in its pretty form, and survives a
// round trip through the generic form and bytecode.
//
// RUN: sg-opt %s --verify-roundtrip | FileCheck %s
// RUN: sg-opt %s --mlir-print-op-generic | sg-opt | FileCheck %s
// RUN: sg-opt %s --emit-bytecode | sg-opt | FileCheck %s

// CHECK-LABEL: func.func @stops(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: tensor<4xf32>)
// CHECK-NEXT:    {{%[a-z0-9]+}} = grad.stop_gradient [[X]] : tensor<4xf32>
// CHECK-NEXT:    {{%[a-z0-9]+}} = grad.stop_gradient [[X]] {name = "e_step"} : tensor<4xf32>
// CHECK-NEXT:    {{%[a-z0-9]+}} = grad.stop_gradient [[X]] {test.note = 1 : i64} : tensor<4xf32>
// CHECK-NEXT:    {{%[a-z0-9]+}} = grad.prevent_gradient [[X]] {message = "no derivative of the solver"} : tensor<4xf32>
func.func @stops(%x: tensor<4xf32>) {
  %0 = grad.stop_gradient %x : tensor<4xf32>
  %1 = grad.stop_gradient %x {name = "e_step"} : tensor<4xf32>
  %2 = grad.stop_gradient %x {test.note = 1 : i64} : tensor<4xf32>
  %3 = grad.prevent_gradient %x {message = "no derivative of the solver"} : tensor<4xf32>
  return
}

func.func private @loss(tensor<8x4xf32>, tensor<4xf32>) -> tensor<f32>
func.func private @model(tensor<8x4xf32>, tensor<4xf32>, i32) -> (tensor<8xf32>, i32)
func.func private @constant() -> f32

// CHECK-LABEL: func.func @value_and_grad(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: tensor<8x4xf32>, [[W:%[a-z0-9]+]]: tensor<4xf32>)
// CHECK-NEXT:    {{%[a-z0-9]+}}:3 = grad.value_and_grad @loss([[X]], [[W]]) : (tensor<8x4xf32>, tensor<4xf32>) -> (tensor<f32>, tensor<8x4xf32>, tensor<4xf32>)
// CHECK-NEXT:    {{%[a-z0-9]+}}:2 = grad.value_and_grad @loss([[X]], [[W]]) {wrt = array<i64: 1>} : (tensor<8x4xf32>, tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
// CHECK-NEXT:    {{%[a-z0-9]+}}:3 = grad.value_and_grad @loss([[X]], [[W]]) {strict, wrt = array<i64: 1, 0>} : (tensor<8x4xf32>, tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>, tensor<8x4xf32>)
func.func @value_and_grad(%x: tensor<8x4xf32>, %w: tensor<4xf32>) {
  %0:3 = grad.value_and_grad @loss(%x, %w)
      : (tensor<8x4xf32>, tensor<4xf32>) -> (tensor<f32>, tensor<8x4xf32>, tensor<4xf32>)
  %l, %dw = grad.value_and_grad @loss(%x, %w) {wrt = array<i64: 1>}
      : (tensor<8x4xf32>, tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  %2:3 = grad.value_and_grad @loss(%x, %w) {wrt = array<i64: 1, 0>, strict}
      : (tensor<8x4xf32>, tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>, tensor<8x4xf32>)
  return
}

// CHECK-LABEL: func.func @vjp(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: tensor<8x4xf32>, [[W:%[a-z0-9]+]]: tensor<4xf32>, [[N:%[a-z0-9]+]]: i32, [[C:%[a-z0-9]+]]: tensor<8xf32>)
// CHECK-NEXT:    {{%[a-z0-9]+}}:3 = grad.vjp @model([[X]], [[W]], [[N]]) cotangents([[C]]) {strict, wrt = array<i64: 0>} : (tensor<8x4xf32>, tensor<4xf32>, i32, tensor<8xf32>) -> (tensor<8xf32>, i32, tensor<8x4xf32>)
func.func @vjp(%x: tensor<8x4xf32>, %w: tensor<4xf32>, %n: i32, %c: tensor<8xf32>) {
  %y:2, %dx = grad.vjp @model(%x, %w, %n) cotangents(%c) {strict, wrt = array<i64: 0>}
      : (tensor<8x4xf32>, tensor<4xf32>, i32, tensor<8xf32>) -> (tensor<8xf32>, i32, tensor<8x4xf32>)
  return
}

// CHECK-LABEL: func.func @jvp(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: tensor<8x4xf32>, [[W:%[a-z0-9]+]]: tensor<4xf32>, [[N:%[a-z0-9]+]]: i32)
// CHECK-NEXT:    {{%[a-z0-9]+}}:3 = grad.jvp @model([[X]], [[W]], [[N]]) tangents([[W]], [[X]]) {wrt = array<i64: 1, 0>} : (tensor<8x4xf32>, tensor<4xf32>, i32, tensor<4xf32>, tensor<8x4xf32>) -> (tensor<8xf32>, i32, tensor<8xf32>)
func.func @jvp(%x: tensor<8x4xf32>, %w: tensor<4xf32>, %n: i32) {
  %y:2, %dy = grad.jvp @model(%x, %w, %n) tangents(%w, %x) {wrt = array<i64: 1, 0>}
      : (tensor<8x4xf32>, tensor<4xf32>, i32, tensor<4xf32>, tensor<8x4xf32>) -> (tensor<8xf32>, i32, tensor<8xf32>)
  return
}

// CHECK-LABEL: func.func @checkpoint(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64)
// CHECK-NEXT:    [[H:%[a-z0-9]+]]:2 = grad.checkpoint {
// CHECK-NEXT:      [[E:%[a-z0-9]+]] = math.exp [[X]] : f64
// CHECK-NEXT:      grad.yield [[E]], [[X]] : f64, f64
// CHECK-NEXT:    } {test.note} : f64, f64
// CHECK-NEXT:    grad.checkpoint {
// CHECK-NEXT:      grad.yield
// CHECK-NEXT:    }
// CHECK-NEXT:    return [[H]]#1
func.func @checkpoint(%x: f64) -> f64 {
  %h:2 = grad.checkpoint {
    %e = math.exp %x : f64
    grad.yield %e, %x : f64, f64
  } {test.note} : f64, f64
  grad.checkpoint {
    grad.yield
  }
  return %h#1 : f64
}

// CHECK-LABEL: func.func @schedules(
// CHECK:         } {grad.checkpoint_every = 0 : i64}
// CHECK:         } {grad.checkpoint_slots = 1 : i64}
func.func @schedules(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    scf.yield %s : f64
  } {grad.checkpoint_every = 0 : i64}
  %b = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> f64 {
    scf.yield %s : f64
  } {grad.checkpoint_slots = 1 : i64}
  return %b : f64
}

// CHECK: func.func private @external(f64) -> f64 attributes {grad.custom_jvp = @f_jvp}
func.func private @external(f64) -> f64 attributes {grad.custom_jvp = @f_jvp}
// CHECK: func.func @f({{%[a-z0-9]+}}: f64) -> f64 attributes {grad.custom_vjp = {backward = @f_bwd, forward = @f_fwd}, no_inline} {
func.func @f(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @f_fwd, backward = @f_bwd}} {
  return %x : f64
}
