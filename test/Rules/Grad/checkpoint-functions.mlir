// Functions marked for recomputation: the attribute stands alone, or names a
// function that is recomputed instead.
//
// RUN: split-file %s %t
// RUN: sg-opt %t/marked.mlir --grad-expand-derivatives | FileCheck %t/marked.mlir
// RUN: sg-run %t/marked.mlir --function=slopes --input=3 --expected-output=27 --expected-output=18 --expected-output=6
// RUN: not sg-opt %t/errors.mlir --grad-expand-derivatives --split-input-file 2>&1 | FileCheck %t/errors.mlir

//--- marked.mlir
// x^3 is recomputed. Its derivative takes the argument of x^3 and the cotangent
// accumulated so far.
// CHECK-LABEL: func.func private @cube_vjp_bwd(
// CHECK-SAME:      [[X:%[a-z0-9]+]]: f64, [[DY:%[a-z0-9]+]]: f64) -> f64 attributes {grad.checkpoint, no_inline}
func.func private @cube(%x: f64) -> f64 attributes {no_inline, grad.checkpoint} {
  %square = arith.mulf %x, %x : f64
  %y = arith.mulf %square, %x : f64
  return %y : f64
}
func.func private @through(%x: f64) -> f64 {
  %y = func.call @cube(%x) : (f64) -> f64
  return %y : f64
}

// A cotangent to which the other function's derivative adds nothing is not
// lost: here the other function is a stop.
// CHECK-LABEL: func.func private @other_vjp_bwd(
// CHECK-SAME:      f64, {{.*}}: f64, [[RUNNING:%[a-z0-9]+]]: f64) -> f64
// CHECK-NEXT:    return [[RUNNING]] : f64
func.func private @other(%x: f64) -> f64 {
  %s = grad.stop_gradient %x : f64
  return %s : f64
}
func.func private @same(%x: f64) -> f64 attributes {no_inline, grad.checkpoint = @other} {
  return %x : f64
}
func.func private @sum(%x: f64) -> f64 {
  %a = func.call @same(%x) : (f64) -> f64
  %b = arith.mulf %x, %x : f64
  %y = arith.addf %a, %b : f64
  return %y : f64
}

func.func private @slope(%x: f64) -> f64 {
  %y:2 = grad.value_and_grad @through(%x) : (f64) -> (f64, f64)
  return %y#1 : f64
}
func.func @slopes(%x: f64) -> (f64, f64, f64) {
  %y:2 = grad.value_and_grad @slope(%x) : (f64) -> (f64, f64)
  %z:2 = grad.value_and_grad @sum(%x) : (f64) -> (f64, f64)
  return %y#0, %y#1, %z#1 : f64, f64, f64
}

//--- errors.mlir
func.func private @other(%x: f32) -> f32
// CHECK: [[#@LINE+1]]:1: error: 'func.func' op expects 'grad.checkpoint' to name a function of type '(f64) -> f64' that does not name another function itself, but '@other' is not such a function
func.func private @f(%x: f64) -> f64 attributes {no_inline, grad.checkpoint = @other} {
  return %x : f64
}
func.func @request(%x: f64) {
  grad.jvp @f(%x) tangents(%x) : (f64, f64) -> (f64, f64)
  return
}

// -----

func.func private @other(%x: f64) -> f64
func.func private @f(%x: f64) -> f64 attributes {no_inline, grad.checkpoint = @other} {
  return %x : f64
}
func.func private @call(%x: f64) -> f64 {
  // CHECK: [[#@LINE+1]]:8: error: 'func.call' op needs a derivative of '@other', which has no body
  %y = func.call @f(%x) : (f64) -> f64
  return %y : f64
}
func.func @request(%x: f64) {
  grad.vjp @call(%x) cotangents(%x) : (f64, f64) -> (f64, f64)
  return
}

// -----

// Recomputing a memory access, printing or unknown code may give another result.
// Accesses to memory that the region allocates are safe.
func.func private @read(%x: f64, %m: memref<1xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %y = grad.checkpoint {
    %own = memref.alloc() : memref<1xf64>
    %one = arith.constant 1.0 : f64
    memref.store %one, %own[%c0] : memref<1xf64>
    %b = memref.load %own[%c0] : memref<1xf64>
    // CHECK: [[#@LINE+2]]:10: error: 'memref.load' op is recomputed in reverse mode, but reads or writes memory or runs unknown code, which may then give another result
    // CHECK: [[#@LINE+1]]:10: note: compute it outside and pass its result in
    %a = memref.load %m[%c0] : memref<1xf64>
    %s = math.sin %a : f64
    %r = arith.mulf %s, %x : f64
    %t = arith.mulf %r, %b : f64
    grad.yield %t : f64
  } : f64
  return %y : f64
}
func.func @request(%x: f64, %m: memref<1xf64>) {
  grad.jvp @read(%x, %m) tangents(%x) {wrt = array<i64: 0>} : (f64, memref<1xf64>, f64) -> (f64, f64)
  grad.vjp @read(%x, %m) cotangents(%x) {wrt = array<i64: 0>} : (f64, memref<1xf64>, f64) -> (f64, f64)
  return
}

// -----

func.func private @random() -> f64
func.func private @noisy(%x: f64, %n: i32) -> f64 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %done = arith.cmpi sle, %n, %c0 : i32
  %y = scf.if %done -> f64 {
    scf.yield %x : f64
  } else {
    // CHECK: [[#@LINE+1]]:10: error: 'func.call' op is recomputed in reverse mode
    %a = func.call @random() : () -> f64
    %m = arith.subi %n, %c1 : i32
    %p = func.call @noisy(%x, %m) : (f64, i32) -> f64
    %q = arith.mulf %p, %a : f64
    scf.yield %q : f64
  }
  return %y : f64
}
func.func @request(%x: f64, %n: i32) {
  grad.vjp @noisy(%x, %n) cotangents(%x) : (f64, i32, f64) -> (f64, f64)
  return
}

// -----

// A function with a custom rule is trusted.
// CHECK-NOT: error:
func.func private @outside_fwd(%x: f64) -> (f64, f64)
func.func private @outside_bwd(%r: f64, %c: f64) -> f64
func.func private @outside(%x: f64) -> f64
    attributes {grad.custom_vjp = {forward = @outside_fwd, backward = @outside_bwd}}
func.func private @trusting(%x: f64) -> f64 {
  %y = grad.checkpoint {
    %a = func.call @outside(%x) : (f64) -> f64
    %b = func.call @outside(%a) : (f64) -> f64
    grad.yield %b : f64
  } : f64
  return %y : f64
}
func.func @request(%x: f64) {
  grad.vjp @trusting(%x) cotangents(%x) : (f64, f64) -> (f64, f64)
  return
}
