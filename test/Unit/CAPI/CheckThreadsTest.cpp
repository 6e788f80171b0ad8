//===- CheckThreadsTest.cpp - Gradient checks in several threads ----------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Threads.h"
#include <chrono>
#include <cmath>

using namespace sg::test;

/// Sets the cancellation flag of `SGCheckOptions`, as another thread may do
/// during a check.
static void cancel(volatile int32_t &isCancelled) {
  __atomic_store_n(&isCancelled, 1, __ATOMIC_RELAXED);
}

TEST(CheckThreadsTest, ConcurrentChecksOfOneModule) {
  SGModule *module = parse(makeProgram());
  EXPECT_TRUE(runInThreads([&](int) {
    SGGradientCheck *check = nullptr;
    bool isRight = succeeds(sgCheckGradients(module, "norm", nullptr, 0,
                                             nullptr, &check)) &&
                   sgGradientCheckAgrees(check);
    sgGradientCheckDestroy(check);
    return isRight;
  }));
  sgModuleDestroy(module);
}

TEST(CheckThreadsTest, CancelFromAnotherThread) {
  SGModule *module = parse(R"mlir(
    func.func @endless(%x: f64) -> f64 {
      %y = scf.while (%a = %x) : (f64) -> f64 {
        %true = arith.constant true
        scf.condition(%true) %a : f64
      } do {
      ^bb0(%a: f64):
        %b = math.sin %a : f64
        scf.yield %b : f64
      }
      return %y : f64
    }
  )mlir");
  volatile int32_t isCancelled = 0;
  EXPECT_TRUE(runInThreads([&](int thread) {
    if (thread == 0) {
      // The delay is long enough for the checks to run the program and to read
      // the flag.
      std::this_thread::sleep_for(std::chrono::seconds(2));
      cancel(isCancelled);
      return true;
    }
    double x = 1;
    SGArray in = {&x, SG_F64, 0, nullptr, nullptr};
    SGCheckOptions options = {};
    options.time_limit = INFINITY;
    options.is_cancelled = &isCancelled;
    SGGradientCheck *check = nullptr;
    return takeKind(sgCheckGradients(module, "endless", &in, 1, &options,
                                     &check)) == SG_ERROR_CANCELLED;
  }));
  sgModuleDestroy(module);
}
