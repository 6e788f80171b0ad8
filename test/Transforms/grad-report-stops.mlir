// The effect of each stop: which paths it blocks, which paths avoid it, or why
// it has no effect.
//
// RUN: sg-opt %s --grad-report="function=f" -o /dev/null | tr -s ' \n' ' ' | FileCheck %s --implicit-check-not="has no effect"
// RUN: sg-opt %s --grad-report="function=loops" -o /dev/null | tr -s ' \n' ' ' | FileCheck %s --check-prefix=LOOPS
// RUN: sg-opt %s --grad-report="function=once" -o /dev/null | tr -s ' \n' ' ' | FileCheck %s --check-prefix=ONCE --implicit-check-not=addi
// RUN: sg-opt %s --grad-report="function=size" -o /dev/null | tr -s ' \n' ' ' | FileCheck %s --check-prefix=SIZE
// RUN: sg-opt %s --grad-report="function=types" -o /dev/null | tr -s ' \n' ' ' | FileCheck %s --check-prefix=TYPES
// RUN: sg-opt %s --grad-report="function=inside" -o /dev/null | tr -s ' \n' ' ' | FileCheck %s --check-prefix=INSIDE

// CHECK: stops:
func.func @f(%x: f64, %y: f64, %z: f64) -> f64 {
  %c = arith.constant 2.0 : f64
  %p = arith.mulf %x, %y : f64
  // CHECK-SAME: 'grad.stop_gradient' named "p" at grad-report-stops.mlir:[[#@LINE+2]]:8 blocks
  // CHECK-SAME: arguments 0 and 1
  %a = grad.stop_gradient %p {name = "p"} : f64
  // CHECK-SAME: argument 0 reaches a result around it

  // Two stops in a row: the first has the effect.
  // CHECK-SAME: named "b" at grad-report-stops.mlir:[[#@LINE+3]]:8 has no effect:
  // CHECK-SAME: the derivative ends before it, at 'grad.stop_gradient' named "p" at
  // CHECK-SAME: grad-report-stops.mlir:[[#@LINE-6]]:8
  %b = grad.stop_gradient %a {name = "b"} : f64
  // CHECK-SAME: named "c" at grad-report-stops.mlir:[[#@LINE+2]]:8 has no effect: its
  // CHECK-SAME: operand does not depend on a differentiated argument
  %d = grad.stop_gradient %c {name = "c"} : f64
  // CHECK-SAME: named "unread" at grad-report-stops.mlir:[[#@LINE+2]]:8 has no effect:
  // CHECK-SAME: no differentiated result depends on it
  %u = grad.stop_gradient %x {name = "unread"} : f64
  // CHECK-SAME: named "rounded" at grad-report-stops.mlir:[[#@LINE+2]]:9 has no effect:
  // CHECK-SAME: the derivative would end after it, at 'math.round' at
  %z0 = grad.stop_gradient %z {name = "rounded"} : f64
  // CHECK-SAME: grad-report-stops.mlir:[[#@LINE+1]]:8
  %r = math.round %z0 : f64
  %e = arith.mulf %b, %d : f64
  %g = arith.addf %e, %r : f64
  %h = arith.mulf %g, %x : f64
  return %h : f64
}

// Loop-carried values: the stop blocks the path from the previous trip, and the
// other carry avoids it.
// LOOPS:      argument 0: f64: active
// LOOPS-SAME:   flows through 'scf.for' at
// LOOPS-SAME:      argument 1: f64: blocked
// LOOPS-SAME:   blocked by 'grad.stop_gradient' named "carried" at
// LOOPS-SAME:      stops:
// LOOPS-SAME:   'grad.stop_gradient' named "carried" at {{.*}} blocks
// LOOPS-SAME:       argument 1
// LOOPS-SAME:      kept for the reverse sweep:
// LOOPS-SAME:   'grad.stop_gradient' named "carried" at
// LOOPS-SAME:     f64, 8 bytes x [[T:T[0-9]]],
// LOOPS-SAME:        total: 8 bytes x [[T]]
// LOOPS-SAME:        [[T]]: the trips of 'scf.for' at
func.func @loops(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (f64, f64) {
    %s = grad.stop_gradient %b {name = "carried"} : f64
    %t = arith.mulf %a, %s : f64
    %u = arith.addf %b, %b : f64
    scf.yield %t, %u : f64, f64
  }
  return %r#0 : f64
}

// Without `wrt` a request differentiates with respect to both.
// TYPES:      argument 0: f64: active
// TYPES:      argument 1: complex<f64>: no derivative type
// TYPES-SAME: argument 2: memref<f64>: no derivative type kept
func.func @types(%x: f64, %c: complex<f64>, %m: memref<f64>) -> f64 {
  %re = complex.re %c : complex<f64>
  %v = memref.load %m[] : memref<f64>
  %a = arith.mulf %x, %re : f64
  %b = arith.mulf %a, %v : f64
  return %b : f64
}

// In the body of a structured op. Dynamic sizes have names; the result's size
// is the target's.
// INSIDE:      argument 0: tensor<?x3xf32>: active
// INSIDE-SAME:   flows through 'linalg.generic' at {{[^,]*}},
// INSIDE-SAME:       'arith.mulf' at
// INSIDE-SAME:   but not through 'grad.stop_gradient' at
// INSIDE-SAME:      argument 1: tensor<?x3xf32>: disconnected
// INSIDE-SAME:      'math.exp' at
// INSIDE-SAME:   tensor<?x3xf32>, 12 bytes x [[N:N[0-9]]], also a result, for
// INSIDE-SAME:      [[N]]: dimension 0 of argument 1
func.func @inside(%x: tensor<?x3xf32>, %out: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x3xf32>) outs(%out : tensor<?x3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = grad.stop_gradient %a : f32
    %t = arith.mulf %s, %a : f32
    linalg.yield %t : f32
  } -> tensor<?x3xf32>
  %e = math.exp %r : tensor<?x3xf32>
  return %e : tensor<?x3xf32>
}

// No derivative flows through the size of an active tensor.
// SIZE:     argument 0: tensor<?xf32>: active
// SIZE-NOT: tensor.dim
// SIZE-SAME: argument 1: tensor<?xf32>: blocked
// SIZE-SAME: blocked by 'tensor.dim' at
func.func @size(%x: tensor<?xf32>, %y: tensor<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %x[%c0] : tensor<?xf32>
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %g = tensor.dim %y, %c0 : tensor<?xf32>
  %n = arith.addi %d, %g : index
  %i = arith.index_cast %n : index to i32
  %f = arith.sitofp %i : i32 to f32
  %r = arith.divf %e, %f : f32
  return %r : f32
}

// The bounds of a loop are queried, but the loop is known to run once: they are
// not stored.
// ONCE:      kept for the reverse sweep:
// ONCE-SAME: block argument 1 of 'scf.for' at
// ONCE-SAME: f64, 8 bytes, for 'arith.mulf' at
// ONCE-SAME: total: 8 bytes
func.func @once(%x: f64, %n: i64) -> f64 {
  %c1 = arith.constant 1 : index
  %m = arith.index_cast %n : i64 to index
  %o = arith.addi %m, %c1 : index
  %r = scf.for %i = %m to %o step %c1 iter_args(%s = %x) -> f64 {
    %t = arith.mulf %s, %s : f64
    scf.yield %t : f64
  }
  return %r : f64
}
