// RUN: not sg-opt %s --grad-expand-derivatives --split-input-file 2>&1 | FileCheck %s

// What is parsed but not applied yet says so where a derivative flows through.

// CHECK: [[#@LINE+2]]:8: error: 'grad.checkpoint' op is not differentiated by this version; without grad.checkpoint the region has the same derivative
func.func @checkpoint(%x: f64) -> f64 {
  %h = grad.checkpoint {
    %e = math.exp %x : f64
    grad.yield %e : f64
  } : f64
  return %h : f64
}
func.func @request(%x: f64) {
  // CHECK: [[#@LINE+1]]:3: note: while differentiating '@checkpoint', as asked for here
  grad.value_and_grad @checkpoint(%x) : (f64) -> (f64, f64)
  return
}

// -----

func.func private @f_jvp(%x: f64, %dx: f64) -> (f64, f64)
func.func @f(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @f_jvp} {
  return %x : f64
}
func.func @request(%x: f64) {
  // CHECK: [[#@LINE+1]]:3: error: 'grad.value_and_grad' op needs a derivative of '@f', which has 'grad.custom_jvp': derivative rules of a function's own are not applied by this version
  grad.value_and_grad @f(%x) : (f64) -> (f64, f64)
  return
}

// -----

func.func private @f_fwd(%x: f64) -> (f64, f64)
func.func private @f_bwd(%r: f64, %c: f64) -> f64
func.func @f(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @f_fwd, backward = @f_bwd}} {
  return %x : f64
}
func.func @request(%x: f64) {
  // CHECK: [[#@LINE+1]]:3: error: 'grad.jvp' op needs a derivative of '@f', which has 'grad.custom_vjp'
  grad.jvp @f(%x) tangents(%x) : (f64, f64) -> (f64, f64)
  return
}

// -----

// A schedule of checkpoints is for reverse mode; forward mode keeps nothing.
func.func @loop(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: [[#@LINE+1]]:8: error: 'scf.for' op has 'grad.checkpoint_every', which is not applied by this version; without it the loop has the same derivative
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    %e = math.exp %a : f64
    scf.yield %e : f64
  } {grad.checkpoint_every = 2 : i64}
  return %y : f64
}
func.func @request(%x: f64, %n: index) {
  grad.jvp @loop(%x, %n) tangents(%x) : (f64, index, f64) -> (f64, f64)
  grad.value_and_grad @loop(%x, %n) : (f64, index) -> (f64, f64)
  return
}
