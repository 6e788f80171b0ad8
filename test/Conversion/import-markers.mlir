// RUN: sg-opt %s --allow-unregistered-dialect --grad-import-markers | FileCheck %s
// RUN: sg-opt %s --allow-unregistered-dialect --grad-import-markers | sg-opt --verify-diagnostics -o /dev/null

// Calls of functions without a body that have a marker's name become stops, in
// any region, and the functions are erased. An uncalled one is erased, too.
// CHECK-NOT: @sg.stop_gradient
func.func private @sg.stop_gradient(f64) -> f64
func.func private @sg.stop_gradient.1(tensor<?xf32>, f64) -> (tensor<?xf32>, f64)
func.func private @sg.stop_gradient.unused(f32) -> f32

// Names that only resemble a marker's do not change.
// CHECK: func.func private @sg.stop_gradients(f64) -> f64
func.func private @sg.stop_gradients(f64) -> f64

// CHECK-LABEL: func.func @calls(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64, [[T:%[a-z0-9]+]]: tensor<?xf32>, [[N:%[a-z0-9]+]]: index)
// CHECK:         [[A:%[a-z0-9]+]] = grad.stop_gradient [[X]] : f64
// CHECK:         [[R:%[a-z0-9]+]] = scf.for {{.*}} iter_args([[C:%[a-z0-9]+]] = [[A]])
// CHECK-NEXT:      [[U:%[a-z0-9]+]] = grad.stop_gradient [[T]] : tensor<?xf32>
// CHECK-NEXT:      [[D:%[a-z0-9]+]] = grad.stop_gradient [[C]] : f64
// CHECK-NEXT:      scf.yield [[D]] : f64
// CHECK:         [[K:%[a-z0-9]+]] = call @sg.stop_gradients([[R]])
// CHECK-NEXT:    return [[K]] : f64
func.func @calls(%x: f64, %t: tensor<?xf32>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = call @sg.stop_gradient(%x) {named.twice = @sg.stop_gradient} : (f64) -> f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %a) -> f64 {
    %u, %d = func.call @sg.stop_gradient.1(%t, %c) : (tensor<?xf32>, f64) -> (tensor<?xf32>, f64)
    scf.yield %d : f64
  }
  %k = call @sg.stop_gradients(%r) : (f64) -> f64
  return %k : f64
}

// Barriers of StableHLO and IREE, which may have any number of operands.
// CHECK-LABEL: func.func @barriers(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: tensor<4xf32>, [[Y:%[a-z0-9]+]]: tensor<i32>)
// CHECK-NEXT:    [[A:%[a-z0-9]+]] = grad.stop_gradient [[X]] : tensor<4xf32>
// CHECK-NEXT:    [[B:%[a-z0-9]+]] = grad.stop_gradient [[Y]] : tensor<i32>
// CHECK-NEXT:    [[C:%[a-z0-9]+]] = grad.stop_gradient [[A]] : tensor<4xf32>
// CHECK-NEXT:    return [[C]], [[B]]
func.func @barriers(%x: tensor<4xf32>, %y: tensor<i32>) -> (tensor<4xf32>, tensor<i32>) {
  %a, %b = "stablehlo.optimization_barrier"(%x, %y) : (tensor<4xf32>, tensor<i32>) -> (tensor<4xf32>, tensor<i32>)
  %c = "util.optimization_barrier"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  "stablehlo.optimization_barrier"() : () -> ()
  return %c, %b : tensor<4xf32>, tensor<i32>
}
