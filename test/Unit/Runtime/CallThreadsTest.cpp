//===- CallThreadsTest.cpp - Concurrent calls of native code --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Concurrent calls as documented in docs/ABI.md.
//
//===----------------------------------------------------------------------===//

#include "NativeProgram.h"
#include <gtest/gtest.h>
#include <thread>

using namespace sg::test;

TEST(CallThreadsTest, ThreadsCallOneEntryPoint) {
  NativeProgram program(R"mlir(
    func.func @double(%x: tensor<?xf32>) -> tensor<?xf32> {
      %0 = arith.addf %x, %x : tensor<?xf32>
      return %0 : tensor<?xf32>
    }
  )mlir");
  sg_entry_point entry = program.lookup("double");
  auto work = [&](float start, bool *isRight) {
    std::vector<float> x(1000), y(1000);
    for (int round = 0; round < 1000; ++round) {
      x.assign(x.size(), start + round);
      Buffer bx(x.data(), SG_F32, {1000}), by(y.data(), SG_F32, {1000});
      Call call({bx}, {by});
      *isRight &= entry(&call) == SG_OK && y[999] == 2 * (start + round);
    }
  };
  bool isRight[] = {true, true, true};
  std::thread a(work, 0, &isRight[0]), b(work, 1e6f, &isRight[1]);
  work(-1e6f, &isRight[2]);
  a.join();
  b.join();
  EXPECT_TRUE(isRight[0] && isRight[1] && isRight[2]);
}

// Each call has its own team of threads, with memory for their parts.
TEST(CallThreadsTest, ThreadsCallMultithreadedCode) {
  NativeProgram sharing(R"mlir(
    func.func @norms(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f32
      %n = tensor.dim %x, %c0 : tensor<?x?xf32>
      %m = tensor.dim %x, %c1 : tensor<?x?xf32>
      %e = tensor.empty(%n, %n) : tensor<?x?xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>)
          -> tensor<?x?xf32>
      %t = tensor.empty(%m, %n) : tensor<?x?xf32>
      %y = linalg.transpose ins(%x : tensor<?x?xf32>)
          outs(%t : tensor<?x?xf32>) permutation = [1, 0]
      %p = linalg.matmul ins(%x, %y : tensor<?x?xf32>, tensor<?x?xf32>)
          outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
      %r = math.sqrt %p : tensor<?x?xf32>
      return %r : tensor<?x?xf32>
    }
  )mlir",
                        {}, /*threads=*/3);
  sg_entry_point entry = sharing.lookup("norms");
  auto work = [&](int start, bool *isRight) {
    for (int round = 0; round < 200; ++round) {
      int64_t n = 1 + (start + round) % 70, m = 16;
      float value = 1 + (start + round) % 5;
      std::vector<float> x(n * m, value), y(n * n);
      Buffer bx(x.data(), SG_F32, {n, m}), by(y.data(), SG_F32, {n, n});
      Call call({bx}, {by});
      *isRight &= entry(&call) == SG_OK && llvm::all_of(y, [&](float found) {
                    return found == 4 * value;
                  });
    }
  };
  bool isRight[] = {true, true, true};
  std::thread a(work, 0, &isRight[0]), b(work, 11, &isRight[1]);
  work(23, &isRight[2]);
  a.join();
  b.join();
  EXPECT_TRUE(isRight[0] && isRight[1] && isRight[2]);
}
