//===- InterpreterTest.cpp - The reference interpreter as a library -------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Interpreter/Interpreter.h"
#include "mlir/Parser/Parser.h"
#include "sg/Register.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace sg;
using namespace sg::interpreter;

namespace {
class InterpreterTest : public testing::Test {
protected:
  InterpreterTest() {
    DialectRegistry registry;
    sg::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
  }

  func::FuncOp parse(StringRef program) {
    module = parseSourceString<ModuleOp>(program, &context);
    return module->lookupSymbol<func::FuncOp>("f");
  }

  Tensor tensor(StringRef text, Type element, ArrayRef<int64_t> shape = {}) {
    return llvm::cantFail(
        toTensor(llvm::cantFail(parseArray(text, element, shape))));
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(InterpreterTest, ArgumentsAreNotModified) {
  func::FuncOp f = parse(R"(
    func.func @f(%x: tensor<2xf32>, %n: i8) -> (tensor<2xf32>, i8) {
      %c0 = arith.constant 0 : index
      %one = arith.constant 1.0 : f32
      %y = tensor.insert %one into %x[%c0] : tensor<2xf32>
      %m = arith.addi %n, %n : i8
      return %y, %m : tensor<2xf32>, i8
    })");
  Type f32 = Float32Type::get(&context);
  Type i8 = IntegerType::get(&context, 8);
  Tensor x = tensor("5 6", f32, {2}), n = tensor("-3", i8);
  std::vector<Tensor> results =
      llvm::cantFail(interpret(f, {x, n}, InterpreterOptions()));
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(x[0].number, 5);
  EXPECT_EQ(results[0][0].number, 1);
  EXPECT_EQ(results[0][1].number, 6);
  EXPECT_EQ(results[1].getRank(), 0);
  EXPECT_EQ(results[1][0].bits, 250u);
  Array array = llvm::cantFail(toArray(results[1], i8));
  EXPECT_EQ(array.getAsDouble(0), -6);
}

TEST_F(InterpreterTest, RoundsAtConversionOrEachOp) {
  func::FuncOp f = parse(R"(
    func.func @f(%x: f16) -> f16 {
      %y = arith.mulf %x, %x : f16
      return %y : f16
    })");
  Type f16 = Float16Type::get(&context);
  Tensor x = tensor("1.0009765625", f16);
  InterpreterOptions options;
  Tensor y = llvm::cantFail(interpret(f, {x}, options)).front();
  EXPECT_EQ(y[0].number, 1.0009765625 * 1.0009765625);
  EXPECT_EQ(llvm::cantFail(toArray(y, f16)).getAsDouble(0), 1.001953125);
  options.rounding = Rounding::EachOp;
  EXPECT_EQ(llvm::cantFail(interpret(f, {x}, options)).front()[0].number,
            1.001953125);
}

TEST_F(InterpreterTest, FaultsHaveLocationAndKind) {
  auto kindOf = [&](StringRef program, const InterpreterOptions &options) {
    auto results = interpret(parse(program), {}, options);
    std::optional<Fault::Kind> kind;
    if (!results)
      llvm::handleAllErrors(results.takeError(), [&](const Fault &fault) {
        kind = fault.getKind();
        EXPECT_TRUE(fault.getLocation()->findInstanceOf<FileLineColLoc>());
      });
    return kind;
  };
  InterpreterOptions options;
  EXPECT_EQ(kindOf(R"(func.func @f() {
                        %no = arith.constant false
                        cf.assert %no, "never"
                        return
                      })",
                   options),
            Fault::Finding);
  EXPECT_EQ(kindOf(R"(func.func @f() -> f64 {
                        %x = arith.constant 1.0 : f64
                        %y:2 = grad.value_and_grad @g(%x) : (f64) -> (f64, f64)
                        return %y#1 : f64
                      }
                      func.func @g(%x: f64) -> f64 {
                        return %x : f64
                      })",
                   options),
            Fault::Unknown);
  StringRef large = R"(func.func @f() -> tensor<1000xf64> {
                         %one = arith.constant 1.0 : f64
                         %x = tensor.splat %one : tensor<1000xf64>
                         return %x : tensor<1000xf64>
                       })";
  EXPECT_EQ(kindOf(large, options), std::nullopt);
  options.memoryLimit = 1000;
  EXPECT_EQ(kindOf(large, options), Fault::Limit);
}

TEST_F(InterpreterTest, FreesMemory) {
  // Each iteration creates a tensor. The memory limit is a few tensors.
  func::FuncOp f = parse(R"(
    func.func @f() -> f64 {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c100 = arith.constant 100 : index
      %one = arith.constant 1.0 : f64
      %x = tensor.splat %one : tensor<1000xf64>
      %r = scf.for %i = %c0 to %c100 step %c1 iter_args(%y = %x) -> tensor<1000xf64> {
        %z = arith.addf %y, %x : tensor<1000xf64>
        scf.yield %z : tensor<1000xf64>
      }
      %last = tensor.extract %r[%c0] : tensor<1000xf64>
      return %last : f64
    })");
  InterpreterOptions options;
  options.memoryLimit = 4 * 1000 * sizeof(Element);
  EXPECT_EQ(llvm::cantFail(interpret(f, {}, options)).front()[0].number, 101);
}

TEST_F(InterpreterTest, InsertionInALoopDoesNotCopy) {
  func::FuncOp f = parse(R"(
    func.func @f() -> index {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.constant 1000 : index
      %e = tensor.empty() : tensor<1000xindex>
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %e) -> tensor<1000xindex> {
        %u = tensor.insert %i into %t[%i] : tensor<1000xindex>
        scf.yield %u : tensor<1000xindex>
      }
      %last = tensor.extract %r[%c1] : tensor<1000xindex>
      return %last : index
    })");
  InterpreterOptions options;
  // The memory limit is less than two copies of the tensor.
  options.memoryLimit = 1500 * sizeof(Element);
  EXPECT_EQ(llvm::cantFail(interpret(f, {}, options)).front()[0].bits, 1u);
}
} // namespace
