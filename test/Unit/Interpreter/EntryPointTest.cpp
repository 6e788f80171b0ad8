//===- EntryPointTest.cpp - Interpreting entry points of native code ------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Parser/Parser.h"
#include "sg/Interpreter/Interpreter.h"
#include "sg/Register.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace sg;
using namespace sg::interpreter;

namespace {
/// An entry point for a function from tensor<?xf32> to tensor<?xf32>. `%x` and
/// `%y` are the buffers of the argument and of the result.
class EntryPointTest : public testing::Test {
protected:
  EntryPointTest() {
    DialectRegistry registry;
    sg::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// Returns the result for 1 2 3, or the error.
  std::string run(StringRef body, StringRef resultIndex = "0",
                  StringRef attribute = "{llvm.readonly}") {
    std::string text = (R"(
      func.func private @f(%call: !llvm.ptr, %data: !llvm.ptr )" +
                        attribute + R"(, %n: index) {
        %zero = arith.constant 0 : i64
        %one = arith.constant 1 : i64
        %none = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
        %size = arith.index_cast %n : index to i64
        %0 = llvm.insertvalue %data, %none[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
        %1 = llvm.insertvalue %data, %0[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
        %2 = llvm.insertvalue %zero, %1[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
        %3 = llvm.insertvalue %size, %2[3, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
        %4 = llvm.insertvalue %one, %3[4, 0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
        %x = builtin.unrealized_conversion_cast %4 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<?xf32>
        runtime.set_size %call, result 0, dim 0 = %size
        %to = runtime.result %call, )" +
                        resultIndex + R"(
        %5 = llvm.insertvalue %to, %4[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
        %6 = llvm.insertvalue %to, %5[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
        %y = builtin.unrealized_conversion_cast %6 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<?xf32>
        )" + body + R"(
        return
      })")
                           .str();
    text += R"(
      llvm.func @sgrt_scale(i64, i64) -> i64
      llvm.func @elsewhere())";
    module = parseSourceString<ModuleOp>(text, &context);
    Type f32 = Float32Type::get(&context);
    auto tensor = RankedTensorType::get({ShapedType::kDynamic}, f32);
    Tensor argument =
        llvm::cantFail(toTensor(llvm::cantFail(parseArray("1 2 3", f32, {3}))));
    llvm::Expected<std::vector<Tensor>> results = interpretEntryPoint(
        module->lookupSymbol<func::FuncOp>("f"),
        FunctionType::get(&context, {tensor}, {tensor}), {argument}, {});
    EXPECT_EQ(argument[0].number, 1);
    if (!results)
      return llvm::toString(results.takeError());
    std::string numbers;
    for (const Element &element : results->front())
      numbers += std::to_string(int(element.number)) + " ";
    return numbers;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(EntryPointTest, ReturnsResults) {
  EXPECT_EQ(run("memref.copy %x, %y : memref<?xf32> to memref<?xf32>"),
            "1 2 3 ");
}

TEST_F(EntryPointTest, UnwrittenResult) {
  EXPECT_NE(run("").find("element [0] of result 0 of @f depends on an "
                         "element that this op leaves unset"),
            std::string::npos);
}

TEST_F(EntryPointTest, MissingResult) {
  EXPECT_NE(run("", "1").find("there is no result 1"), std::string::npos);
}

TEST_F(EntryPointTest, WriteToArgument) {
  StringRef write = R"(
        %c = arith.constant 7.0 : f32
        %c0 = arith.constant 0 : index
        memref.store %c, %x[%c0] : memref<?xf32>
        memref.copy %x, %y : memref<?xf32> to memref<?xf32>)";
  EXPECT_NE(run(write).find("overwrites argument 0"), std::string::npos);
  // A donated argument may be overwritten.
  EXPECT_EQ(run(write, "0", ""), "7 2 3 ");
}

/// Returns a body that copies %x, then computes the byte count of `size`
/// elements of 16 bytes as the result's first element.
static std::string getBytes(StringRef size) {
  return (R"(
        %c0 = arith.constant 0 : index
        memref.copy %x, %y : memref<?xf32> to memref<?xf32>
        %bytes = arith.constant 16 : i64
        %elements = arith.constant )" +
          size + R"( : i64
        %product = llvm.call @sgrt_scale(%bytes, %elements) : (i64, i64) -> i64
        %number = arith.sitofp %product : i64 to f32
        memref.store %number, %y[%c0] : memref<?xf32>)")
      .str();
}

TEST_F(EntryPointTest, InvalidSizes) {
  EXPECT_EQ(run(getBytes("3")), "48 2 3 ");
  EXPECT_NE(run(getBytes("-3")).find("a tensor would have the size -3"),
            std::string::npos);
  EXPECT_NE(run(getBytes("1152921504606846976"))
                .find("a tensor would have more bytes than can be addressed"),
            std::string::npos);
}

TEST_F(EntryPointTest, UnknownFunctions) {
  EXPECT_NE(run("llvm.call @elsewhere() : () -> ()")
                .find("the reference does not support calls of @elsewhere"),
            std::string::npos);
}
} // namespace
