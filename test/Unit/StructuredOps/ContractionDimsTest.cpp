//===- ContractionDimsTest.cpp - Matching sums of products ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/StructuredOps/ContractionDims.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace sg;

namespace {
class ContractionDimsTest : public ::testing::Test {
protected:
  ContractionDimsTest() {
    context.loadDialect<arith::ArithDialect, func::FuncDialect,
                        linalg::LinalgDialect, memref::MemRefDialect,
                        tensor::TensorDialect>();
  }

  /// Parses a function with these arguments and returns its structured op.
  linalg::LinalgOp parse(const std::string &arguments, const std::string &op) {
    module = parseSourceString<ModuleOp>(
        "func.func @f(" + arguments + ") {\n" + op + "\n return\n}", &context);
    linalg::LinalgOp structuredOp;
    if (module)
      module->walk([&](linalg::LinalgOp each) { structuredOp = each; });
    return structuredOp;
  }

  /// Returns a structured op on vectors of `element`, with a second factor of
  /// type `other`, that accumulates the values yielded by `body`.
  linalg::LinalgOp parseBody(const std::string &element,
                             const std::string &other, const std::string &sum,
                             const std::string &body) {
    return parse(
        "%a: tensor<?x" + element + ">, %b: tensor<?x" + other +
            ">, %c: tensor<" + sum + ">, %x: " + element,
        "%r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, "
        "affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = "
        "[\"reduction\"]} ins(%a, %b : tensor<?x" +
            element + ">, tensor<?x" + other + ">) outs(%c : tensor<" + sum +
            ">) {\n^bb0(%p: " + element + ", %q: " + other + ", %o: " + sum +
            "):\n" + body + "\n} -> tensor<" + sum + ">");
  }

  static ContractionDims getDims(linalg::LinalgOp op) {
    return getContractionDims(
        op.getMatchingIndexingMap(op.getDpsInputOperand(0)),
        op.getMatchingIndexingMap(op.getDpsInputOperand(1)),
        op.getMatchingIndexingMap(op.getDpsInitOperand(0)));
  }

  static void expect(const ContractionDims &dims, ArrayRef<unsigned> batch,
                     ArrayRef<unsigned> m, ArrayRef<unsigned> n,
                     ArrayRef<unsigned> k, ArrayRef<unsigned> broadcast = {}) {
    EXPECT_EQ(ArrayRef(dims.batch), batch);
    EXPECT_EQ(ArrayRef(dims.m), m);
    EXPECT_EQ(ArrayRef(dims.n), n);
    EXPECT_EQ(ArrayRef(dims.k), k);
    EXPECT_EQ(ArrayRef(dims.broadcast), broadcast);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};
} // namespace

TEST_F(ContractionDimsTest, MatmulsAgreeWithUpstream) {
  const std::string two = "memref<?x?xf32>, memref<?x?xf32>",
                    three = "memref<?x?x?xf32>, memref<?x?x?xf32>";
  const std::pair<std::string, std::string> programs[] = {
      {"%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>",
       "linalg.matmul ins(%a, %b : " + two + ") outs(%c : memref<?x?xf32>)"},
      {"%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>",
       "linalg.contract indexing_maps = [affine_map<(m, n, k) -> (k, m)>, "
       "affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (n, m)>] "
       "ins(%a, %b : " +
           two + ") outs(%c : memref<?x?xf32>)"},
      {"%a: memref<?x?x?xf32>, %b: memref<?x?x?xf32>, %c: memref<?x?x?xf32>",
       "linalg.batch_matmul ins(%a, %b : " + three +
           ") outs(%c : memref<?x?x?xf32>)"},
      {"%a: memref<?x?x?xf32>, %b: memref<?x?x?xf32>, %c: memref<?xf32>",
       "linalg.contract indexing_maps = [affine_map<(m, j, k) -> (j, m, k)>, "
       "affine_map<(m, j, k) -> (m, j, k)>, affine_map<(m, j, k) -> (m)>] "
       "ins(%a, %b : " +
           three + ") outs(%c : memref<?xf32>)"},
      {"%a: memref<?x?xf32>, %b: memref<?xf32>, %c: memref<?xf32>",
       "linalg.matvec ins(%a, %b : memref<?x?xf32>, memref<?xf32>) "
       "outs(%c : memref<?xf32>)"},
      {"%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<f32>",
       "linalg.dot ins(%a, %b : memref<?xf32>, memref<?xf32>) "
       "outs(%c : memref<f32>)"}};
  for (const auto &[arguments, text] : programs) {
    SCOPED_TRACE(text);
    linalg::LinalgOp op = parse(arguments, text);
    ASSERT_TRUE(op);
    EXPECT_TRUE(matchSumOfProducts(op));
    auto upstreamDims = linalg::inferContractionDims(op);
    ASSERT_TRUE(succeeded(upstreamDims));
    expect(getDims(op), upstreamDims->batch, upstreamDims->m, upstreamDims->n,
           upstreamDims->k);
  }
}

TEST_F(ContractionDimsTest, WindowDims) {
  linalg::LinalgOp conv =
      parse("%a: memref<?x?x?x?xf32>, %b: memref<?x?x?x?xf32>, "
            "%c: memref<?x?x?x?xf32>",
            "linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} "
            "ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?x?x?xf32>) "
            "outs(%c : memref<?x?x?x?xf32>)");
  ASSERT_TRUE(conv);
  expect(getDims(conv), {}, {0, 1, 2}, {3}, {4, 5, 6});

  linalg::LinalgOp depthwise =
      parse("%a: memref<?x?x?x?xf32>, %b: memref<?x?x?xf32>, "
            "%c: memref<?x?x?x?xf32>",
            "linalg.depthwise_conv_2d_nhwc_hwc "
            "ins(%a, %b : memref<?x?x?x?xf32>, memref<?x?x?xf32>) "
            "outs(%c : memref<?x?x?x?xf32>)");
  ASSERT_TRUE(depthwise);
  expect(getDims(depthwise), {3}, {0, 1, 2}, {}, {4, 5});
}

TEST_F(ContractionDimsTest, ClassifiesEveryLoop) {
  // The loops index, in order: the result; left and right; left; no operand;
  // result and left.
  auto map = [&](ArrayRef<unsigned> loops) {
    SmallVector<AffineExpr> results;
    for (unsigned loop : loops)
      results.push_back(getAffineDimExpr(loop, &context));
    return AffineMap::get(5, 0, results, &context);
  };
  expect(getContractionDims(map({1, 2, 4}), map({1}), map({4, 0})), {}, {4}, {},
         {1, 2, 3}, {0});
  // Exchanging the factors exchanges the groups.
  expect(getContractionDims(map({1}), map({1, 2, 4}), map({4, 0})), {}, {}, {4},
         {1, 2, 3}, {0});
  expect(getContractionDims(map({}), map({}), map({})), {}, {}, {},
         {0, 1, 2, 3, 4});
}

TEST_F(ContractionDimsTest, FactorsFollowOrderOfProduct) {
  linalg::LinalgOp op = parseBody("f16", "f32", "f32",
                                  "%0 = arith.negf %p : f16\n"
                                  "%1 = arith.extf %0 : f16 to f32\n"
                                  "%2 = arith.mulf %q, %1 : f32\n"
                                  "%3 = arith.addf %2, %o : f32\n"
                                  "linalg.yield %3 : f32");
  ASSERT_TRUE(op);
  auto match = matchSumOfProducts(op);
  ASSERT_TRUE(match);
  EXPECT_TRUE(isa<arith::MulFOp>(match->product));
  EXPECT_EQ(match->lhs.operand, op.getDpsInputOperand(1));
  EXPECT_TRUE(match->lhs.casts.empty());
  EXPECT_TRUE(match->lhs.isCastBy<arith::ExtFOp>());
  EXPECT_EQ(match->rhs.operand, op.getDpsInputOperand(0));
  ASSERT_EQ(match->rhs.casts.size(), 2u);
  EXPECT_TRUE(isa<arith::NegFOp>(match->rhs.casts[0]));
  EXPECT_TRUE(isa<arith::ExtFOp>(match->rhs.casts[1]));
  EXPECT_FALSE(match->rhs.isCastBy<arith::ExtFOp>());
  EXPECT_TRUE((match->rhs.isCastBy<arith::ExtFOp, arith::NegFOp>()));
  // The derivative of a negated factor differs.
  EXPECT_FALSE(getFactors(op));
}

TEST_F(ContractionDimsTest, RulesRequireFloatTensors) {
  linalg::LinalgOp floats = parseBody("f16", "f16", "f32",
                                      "%0 = arith.extf %p : f16 to f32\n"
                                      "%1 = arith.extf %q : f16 to f32\n"
                                      "%2 = arith.mulf %0, %1 : f32\n"
                                      "%3 = arith.addf %o, %2 : f32\n"
                                      "linalg.yield %3 : f32");
  ASSERT_TRUE(floats);
  auto factors = getFactors(floats);
  ASSERT_TRUE(factors);
  EXPECT_EQ(factors->first, floats.getDpsInputOperand(0));
  EXPECT_EQ(factors->second, floats.getDpsInputOperand(1));

  linalg::LinalgOp integers = parseBody("i32", "i32", "i32",
                                        "%0 = arith.muli %p, %q : i32\n"
                                        "%1 = arith.addi %o, %0 : i32\n"
                                        "linalg.yield %1 : i32");
  ASSERT_TRUE(integers);
  EXPECT_TRUE(matchSumOfProducts(integers));
  EXPECT_FALSE(getFactors(integers));

  linalg::LinalgOp onMemory =
      parse("%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<f32>",
            "linalg.dot ins(%a, %b : memref<?xf32>, memref<?xf32>) "
            "outs(%c : memref<f32>)");
  ASSERT_TRUE(onMemory);
  EXPECT_TRUE(matchSumOfProducts(onMemory));
  EXPECT_FALSE(getFactors(onMemory));
}

TEST_F(ContractionDimsTest, RejectsOtherBodies) {
  const std::string mul = "%0 = arith.mulf ", add = "%1 = arith.addf ",
                    end = " : f32\nlinalg.yield %1 : f32";
  const std::string bodies[] = {
      // A square has one factor, used twice.
      mul + "%p, %p : f32\n" + add + "%o, %0" + end,
      // A factor is the accumulator, or is defined outside of the body.
      mul + "%p, %o : f32\n" + add + "%o, %0" + end,
      mul + "%p, %x : f32\n" + add + "%o, %0" + end,
      // The sum does not add the product to the accumulator.
      mul + "%p, %q : f32\n" + add + "%0, %0" + end,
      mul + "%p, %q : f32\n" + add + "%o, %o" + end,
      mul + "%p, %q : f32\n" + add + "%p, %0" + end,
      mul + "%p, %q : f32\n%1 = arith.subf %o, %0" + end,
      mul + "%p, %q : f32\n%1 = arith.maximumf %o, %0" + end,
      "%0 = arith.divf %p, %q : f32\n" + add + "%o, %0" + end,
      // An op that does not preserve zero is applied to a factor.
      "%2 = arith.addf %p, %x : f32\n" + mul + "%2, %q : f32\n" + add +
          "%o, %0" + end};
  for (const std::string &body : bodies) {
    SCOPED_TRACE(body);
    linalg::LinalgOp op = parseBody("f32", "f32", "f32", body);
    ASSERT_TRUE(op);
    EXPECT_FALSE(matchSumOfProducts(op));
    EXPECT_FALSE(getFactors(op));
  }
}
