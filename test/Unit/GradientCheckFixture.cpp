//===- GradientCheckFixture.cpp - The program to be checked ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientCheckFixture.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Parser/Parser.h"
#include "sg/Register.h"
#include <cstring>

using namespace mlir;
using namespace sg::test;
using sg::Array;

static constexpr llvm::StringLiteral kProgram = R"(
func.func @product(%x: tensor<2xf64>, %n: i32, %y: tensor<2xf64>) -> tensor<2xf64> {
  %z = arith.mulf %x, %y : tensor<2xf64>
  return %z : tensor<2xf64>
}
func.func private @energy(%x: f32) -> f32
    attributes {no_inline, grad.custom_vjp = {forward = @energy_forward, backward = @energy_backward}} {
  %energy = arith.mulf %x, %x : f32
  return %energy : f32
}
func.func private @energy_forward(%x: f32) -> (f32, f32) {
  %energy = arith.mulf %x, %x : f32
  return %energy, %x : f32, f32
}
func.func private @energy_backward(%x: f32, %cotangent: f32) -> f32 {
  %dx = arith.mulf %x, %cotangent : f32
  return %dx : f32
}
func.func @wrong(%x: f32) -> f32 {
  %sine = math.sin %x : f32
  %energy = func.call @energy(%sine) : (f32) -> f32
  return %energy : f32
}
func.func @relu(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %y = arith.maximumf %x, %zero : f64
  return %y : f64
}
func.func @bits(%x: f32) -> f32 {
  %i = arith.bitcast %x : f32 to i32
  %f = arith.bitcast %i : i32 to f32
  %y = arith.mulf %x, %x : f32
  return %y : f32
}
func.func @positive(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %holds = arith.cmpf ogt, %x, %zero : f64
  cf.assert %holds, "x is positive"
  return %x : f64
}
func.func @negative(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %holds = arith.cmpf olt, %x, %zero : f64
  cf.assert %holds, "x is negative"
  return %x : f64
}
func.func @roots(%x: f64, %y: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = math.sqrt %x : f64
  %s = arith.mulf %r, %y : f64
  return %s : f64
}
func.func @vector(%x: vector<2xf64>) -> vector<2xf64> {
  return %x : vector<2xf64>
}
func.func @empty(%x: tensor<0xf64>) -> tensor<0xf64> {
  return %x : tensor<0xf64>
}
func.func @branches(%x: f64, %c: i1) -> f64 {
  cf.cond_br %c, ^a, ^b
^a:
  %y = arith.addf %x, %x : f64
  return %y : f64
^b:
  return %x : f64
}
func.func @odd(%x: f64, %n: i32) -> f64 {
  %holds = arith.trunci %n : i32 to i1
  cf.assert %holds, "n is odd"
  return %x : f64
}
)";

GradientCheckFixture::GradientCheckFixture() {
  DialectRegistry registry;
  sg::registerAllDialects(registry);
  context.appendDialectRegistry(registry);
  module = parseSourceString<ModuleOp>(kProgram, &context, "program.mlir");
}

Array GradientCheckFixture::scalar(double value) {
  auto array = llvm::cantFail(Array::allocate(Float64Type::get(&context), {}));
  std::memcpy(array.getData(), &value, sizeof value);
  return array;
}

llvm::Error GradientCheckFixture::tryCheck(StringRef name,
                                           ArrayRef<Array> inputs) {
  result = {};
  auto function = module->lookupSymbol<func::FuncOp>(name);
  return sg::gradcheck::checkGradients(function, inputs, options, result);
}
