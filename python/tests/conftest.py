"""Fixtures and helpers shared by the tests."""

import pytest
import sg

PROGRAM = """
func.func @scale(%x: tensor<?x2xf32>, %factor: f32) -> tensor<?x2xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x2xf32>) outs(%x : tensor<?x2xf32>) {
  ^bb0(%a: f32, %old: f32):
    %b = arith.mulf %a, %factor : f32
    linalg.yield %b : f32
  } -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
func.func @quartic(%x: tensor<3xf64>, %y: tensor<3xf64>, %n: i32) -> (f64, i32) {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %p = arith.mulf %x, %y : tensor<3xf64>
  %q = arith.mulf %p, %x : tensor<3xf64>
  %0 = linalg.dot ins(%q, %q : tensor<3xf64>, tensor<3xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  %s = tensor.extract %0[] : tensor<f64>
  return %s, %n : f64, i32
}
func.func @product(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %0 = arith.mulf %x, %y : tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func @positive(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %holds = arith.cmpf ogt, %x, %zero : f64
  cf.assert %holds, "x is positive"
  return %x : f64
}
func.func @half(%x: tensor<2xbf16>) -> tensor<2xbf16> {
  %0 = arith.addf %x, %x : tensor<2xbf16>
  return %0 : tensor<2xbf16>
}
func.func @stopped(%x: f64, %y: f64) -> f64 {
  %s = grad.stop_gradient %x : f64
  %p = arith.mulf %s, %y : f64
  return %p : f64
}
func.func @chosen(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %p = arith.cmpf ogt, %x, %zero : f64
  %r = math.sqrt %x : f64
  %y = arith.select %p, %r, %zero : f64
  return %y : f64
}
func.func @piecewise(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %w = arith.mulf %x, %x : f64
  %p = arith.cmpf olt, %w, %one : f64
  %r = math.sqrt %w : f64
  %y = arith.select %p, %w, %r : f64
  return %y : f64
}
func.func @set(%m: memref<2xf32>, %x: f32) {
  %one = arith.constant 1 : index
  memref.store %x, %m[%one] : memref<2xf32>
  return
}
func.func @logic(%a: i1, %b: i8, %c: index) -> (i1, i8, index) {
  return %a, %b, %c : i1, i8, index
}
func.func @foreign(%x: f64) -> f64 {
  "foreign.br"(%x)[^a, ^b] : (f64) -> ()
^a:
  return %x : f64
^b:
  return %x : f64
}
func.func @branches(%x: f64, %c: i1) -> f64 {
  cf.cond_br %c, ^a, ^b
^a:
  %y = func.call @double(%x, %c) : (f64, i1) -> f64
  return %y : f64
^b:
  return %x : f64
}
func.func private @double(%x: f64, %c: i1) -> f64 {
  %y = arith.addf %x, %x : f64
  cf.cond_br %c, ^a, ^b
^a:
  return %y : f64
^b:
  return %x : f64
}
func.func @wrong(%x: f64) -> f64 {
  %e = func.call @energy(%x) : (f64) -> f64
  return %e : f64
}
func.func private @energy(%x: f64) -> f64
    attributes {no_inline, grad.custom_vjp = {forward = @energy_forward, backward = @energy_backward}} {
  %energy = arith.mulf %x, %x : f64
  return %energy : f64
}
func.func private @energy_forward(%x: f64) -> (f64, f64) {
  %energy = arith.mulf %x, %x : f64
  return %energy, %x : f64, f64
}
func.func private @energy_backward(%x: f64, %cotangent: f64) -> f64 {
  %dx = arith.mulf %x, %cotangent : f64
  return %dx : f64
}
"""


@pytest.fixture(scope="session")
def module() -> sg.Module:
    return sg.load(PROGRAM, name="program.mlir")
