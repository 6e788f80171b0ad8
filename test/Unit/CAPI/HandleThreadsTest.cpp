//===- HandleThreadsTest.cpp - Handles in several threads -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handles are destroyed while other threads use and destroy them, and their
// slots are reused.
//
//===----------------------------------------------------------------------===//

#include "Threads.h"
#include <array>

using namespace sg::test;

TEST(HandleThreadsTest, ErrorsAreThreadLocal) {
  EXPECT_TRUE(runInThreads([](int thread) {
    bool isRight = true;
    for (int round = 0; round < 200; ++round) {
      std::string text = "x" + std::to_string(thread * 1000 + round);
      SGModule *module = nullptr;
      SGError *error =
          sgModuleParse(text.data(), text.size(), text.c_str(), &module);
      isRight &= error && std::strstr(sgErrorGetMessage(error), text.c_str());
      sgErrorDestroy(error);
    }
    return isRight;
  }));
}

// Several threads destroy the same handle. Its slot is reused at once, and the
// new handle in it stays valid.
TEST(HandleThreadsTest, ConcurrentDestroyOfOneHandle) {
  constexpr int kRounds = 50000;
  std::atomic<SGError *> shared{nullptr};
  std::atomic<bool> isOver{false};
  EXPECT_TRUE(runInThreads([&](int thread) {
    SGModule *none = nullptr;
    bool isRight = true;
    for (int round = 0; thread == 0 && round < kRounds; ++round) {
      SGError *error = sgModuleClone(nullptr, &none);
      shared = error;
      sgErrorDestroy(error);
      isRight &= sgErrorGetKind(error) == SG_ERROR_NONE;
      isRight &= takeKind(sgModuleClone(nullptr, &none)) == SG_ERROR_ARGUMENT;
    }
    if (thread == 0)
      isOver = true;
    while (!isOver) {
      SGError *error = shared;
      sgErrorDestroy(error);
      isRight &= sgErrorGetKind(error) == SG_ERROR_NONE;
    }
    return isRight;
  }));
}

TEST(HandleThreadsTest, DestroyExecutableDuringCalls) {
  SGModule *module = parse(makeProgram());
  std::atomic<SGExecutable *> shared{compile(module, "norm")};
  std::atomic<bool> isOver{false};
  std::array<std::atomic<int>, kThreads> calls{};
  EXPECT_TRUE(runInThreads([&](int thread) {
    if (thread == 0) {
      // Wait until every other thread has called at least once.
      for (int round = 0;
           round < 5 || calls[1] == 0 || calls[2] == 0 || calls[3] == 0;
           ++round) {
        SGExecutable *next = compile(module, "norm");
        sgExecutableDestroy(shared.exchange(next));
      }
      isOver = true;
      return true;
    }
    std::vector<double> x(4096, 2);
    while (!isOver) {
      double y = 0;
      SGExecutable *executable = shared;
      switch (takeKind(call(executable, x, y))) {
      case SG_ERROR_NONE:
        if (y != 4 * 4096)
          return false;
        ++calls[thread];
        break;
      case SG_ERROR_ARGUMENT: // It was destroyed.
        break;
      default:
        return false;
      }
    }
    return true;
  }));
  sgExecutableDestroy(shared);
  sgModuleDestroy(module);
}

TEST(HandleThreadsTest, DestroyModuleDuringCompilations) {
  for (int round = 0; round < 3; ++round) {
    SGModule *module = parse(makeProgram());
    EXPECT_TRUE(runInThreads([&](int thread) {
      if (thread == 0) {
        sgModuleDestroy(module);
        return true;
      }
      SGExecutable *executable = nullptr;
      SGErrorKind kind =
          takeKind(sgModuleCompile(module, "norm", nullptr, &executable));
      std::vector<double> x(3, 2);
      double y = 0;
      bool isRight = kind == SG_ERROR_ARGUMENT ||
                     (kind == SG_ERROR_NONE &&
                      succeeds(call(executable, x, y)) && y == 12);
      sgExecutableDestroy(executable);
      return isRight;
    }));
  }
}

TEST(HandleThreadsTest, ThreadsSetXlaExecutables) {
  SGModule *module = parse(makeProgram());
  EXPECT_TRUE(runInThreads([&](int) {
    SGExecutable *executable = compile(module, "norm");
    for (int round = 0; round < 1000; ++round)
      sgXlaFfiSetExecutable(round % 10, round % 3 ? executable : nullptr);
    sgExecutableDestroy(executable);
    return executable != nullptr;
  }));
  sgModuleDestroy(module);
}
