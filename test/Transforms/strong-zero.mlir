// `strong_zero` on requests: requests with and without it do not share a
// derivative.
//
// RUN: sg-opt %s --grad-expand-derivatives --canonicalize | FileCheck %s
// RUN: sg-opt %s --grad-expand-derivatives=strong_zero --canonicalize | FileCheck %s --check-prefix=ALL
//
// RUN: sg-opt %s --grad-request-derivative="function=root name=df strong_zero" | FileCheck %s --check-prefix=VALUE
// RUN: sg-opt %s --grad-request-derivative="function=root name=df mode=vjp strong_zero strict" | FileCheck %s --check-prefix=VJP
// RUN: sg-opt %s --grad-request-derivative="function=root name=df mode=jvp strong_zero" | FileCheck %s --check-prefix=JVP
// RUN: sg-opt %s --grad-request-derivative="function=root name=df mode=split strong_zero" | FileCheck %s --check-prefix=SPLIT
// RUN: sg-opt %s --grad-request-derivative="function=root name=df mode=split" | FileCheck %s --check-prefix=PLAIN

// A function and its callee, requested with and without it.
// CHECK-LABEL: func.func private @root_vjp_bwd_{{[0-9]+}}(
// CHECK:         arith.cmpf uno
// CHECK-LABEL: func.func private @root_vjp_bwd(
// CHECK-NOT:     arith.cmpf uno
// CHECK-LABEL: func.func @caller(
// CHECK-LABEL: func.func private @caller_vjp_{{[0-9]+}}(
// CHECK:         call @root_vjp_bwd_{{[0-9]+}}(
// CHECK-LABEL: func.func private @caller_vjp(
// CHECK:         call @root_vjp_bwd(
// CHECK-LABEL: func.func @both(
// CHECK:         call @caller_vjp(
// CHECK:         call @caller_vjp_{{[0-9]+}}(
// ALL-LABEL:   func.func private @root_vjp_bwd(
// ALL:           arith.cmpf uno
// ALL-LABEL:   func.func private @caller_vjp(
// ALL-LABEL:   func.func @both(
// ALL:           call @caller_vjp(
// ALL:           call @caller_vjp(
func.func @root(%x: f64) -> f64 {
  %y = math.sqrt %x : f64
  return %y : f64
}
func.func @caller(%x: f64) -> f64 {
  %y = call @root(%x) : (f64) -> f64
  return %y : f64
}
func.func @both(%x: f64, %c: f64) -> (f64, f64) {
  %y, %dx = grad.vjp @caller(%x) cotangents(%c) : (f64, f64) -> (f64, f64)
  %z, %dz = grad.vjp @caller(%x) cotangents(%c) {strong_zero} : (f64, f64) -> (f64, f64)
  return %dx, %dz : f64, f64
}
// RUN: sg-run %s --function=both --input=0 --input=0 --expected-output=nan --expected-output=0

// A custom rule is called unchanged; requests inside it keep their own setting.
// CHECK-LABEL: func.func private @by_rule_vjp(
// CHECK-NOT:     arith.cmpf uno
// CHECK-LABEL: func.func private @by_rule_backward(
// CHECK-NOT:     arith.cmpf uno
// CHECK:         return
// RUN: sg-run %s --function=of_rule --input=0 --expected-output=nan
func.func private @by_rule(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @by_rule_forward, backward = @by_rule_backward}} {
  %y = math.sqrt %x : f64
  return %y : f64
}
func.func private @by_rule_forward(%x: f64) -> (f64, f64) {
  %y = math.sqrt %x : f64
  return %y, %y : f64, f64
}
func.func private @by_rule_backward(%y: f64, %c: f64) -> f64 {
  %half = arith.constant 0.5 : f64
  %partial = arith.divf %half, %y : f64
  %dx = arith.mulf %c, %partial : f64
  return %dx : f64
}
func.func @of_rule(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %y, %dx = grad.vjp @by_rule(%x) cotangents(%zero) {strong_zero} : (f64, f64) -> (f64, f64)
  return %dx : f64
}

// Nested requests keep their settings: the inner one decides for the first
// derivative, the outer one for the second.
// RUN: sg-run %s --function=nested --input=0 --expected-output=0 --expected-output=nan --expected-output=0 --expected-output=0
// RUN: sg-run %s --function=nested --input=4 --expected-output=0.25 --expected-output=-0.03125 --expected-output=-0.03125 --expected-output=-0.03125
func.func private @chosen(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %p = arith.cmpf ogt, %x, %zero : f64
  %r = math.sqrt %x : f64
  %y = arith.select %p, %r, %zero : f64
  return %y : f64
}
func.func private @strong(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @chosen(%x) {strong_zero} : (f64) -> (f64, f64)
  return %dx : f64
}
func.func private @eager(%x: f64) -> f64 {
  %y, %dx = grad.value_and_grad @chosen(%x) : (f64) -> (f64, f64)
  return %dx : f64
}
func.func @nested(%x: f64) -> (f64, f64, f64, f64) {
  %a, %ea = grad.value_and_grad @strong(%x) : (f64) -> (f64, f64)
  %b, %sb = grad.value_and_grad @strong(%x) {strong_zero} : (f64) -> (f64, f64)
  %c, %sc = grad.value_and_grad @eager(%x) {strong_zero} : (f64) -> (f64, f64)
  return %a, %ea, %sb, %sc : f64, f64, f64, f64
}

// VALUE-LABEL: func.func @df(
// VALUE:         grad.value_and_grad @root({{.*}}) {strong_zero}
// VJP-LABEL:   func.func @df(
// VJP:           grad.vjp @root({{.*}}) cotangents({{.*}}) {strict, strong_zero}
// JVP-LABEL:   func.func @df(
// JVP:           grad.jvp @root({{.*}}) tangents({{.*}}) {strong_zero}
// SPLIT-LABEL: func.func private @root_vjp_bwd(
// SPLIT:         arith.cmpf uno
// PLAIN-LABEL: func.func private @root_vjp_bwd(
// PLAIN-NOT:     arith.cmpf uno
// PLAIN:         return
