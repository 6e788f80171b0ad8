//===- ModuleThreadsTest.cpp - Compiling in several threads ---------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several threads compile and call separate modules, a shared module and a
// shared executable. A build with ThreadSanitizer finds data races
// (scripts/test --tsan).
//
//===----------------------------------------------------------------------===//

#include "Threads.h"
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

using namespace sg::test;

/// Returns true if `executable` computes the sum of squares.
static bool isNorm(const SGExecutable *executable, double value, int size) {
  std::vector<double> x(size, value);
  double y = 0;
  return succeeds(call(executable, x, y)) && y == value * value * size;
}

/// Returns true if `executable` computes the sum of squares and its gradient.
static bool isNormAndGradient(const SGExecutable *executable, double value) {
  constexpr int64_t kSize = 5;
  std::vector<double> x(kSize, value), dx(kSize);
  int64_t size = kSize, gradientSize = kSize;
  double y = 0;
  SGArray in = {x.data(), SG_F64, 1, &size, nullptr};
  SGArray out[] = {{&y, SG_F64, 0, nullptr, nullptr},
                   {dx.data(), SG_F64, 1, &gradientSize, nullptr}};
  return succeeds(sgExecutableCall(executable, &in, 1, out, 2)) &&
         y == value * value * kSize &&
         dx == std::vector<double>(kSize, 2 * value);
}

// This test runs first, so that threads use the compiler for the first time
// concurrently.
TEST(ModuleThreadsTest, ThreadsCompileSeparateModules) {
  EXPECT_TRUE(runInThreads([](int thread) {
    SGModule *module = parse(makeProgram());
    SGExecutable *executable = compile(module, "slopes");
    bool isRight = isNormAndGradient(executable, thread + 1);
    sgExecutableDestroy(executable);
    sgModuleDestroy(module);
    return isRight;
  }));
}

TEST(ModuleThreadsTest, ThreadsCompileOneModule) {
  SGModule *module = parse(makeProgram());
  EXPECT_TRUE(runInThreads([&](int thread) {
    SGExecutable *executable =
        compile(module, thread % 2 == 0 ? "norm" : "slopes");
    bool isRight = thread % 2 == 0 ? isNorm(executable, thread, 100)
                                   : isNormAndGradient(executable, thread);
    sgExecutableDestroy(executable);
    return isRight;
  }));
  sgModuleDestroy(module);
}

TEST(ModuleThreadsTest, ThreadsUseOneModule) {
  SGModule *module = parse(makeProgram());
  EXPECT_TRUE(runInThreads([&](int thread) {
    char *text = nullptr;
    SGModule *clone = nullptr;
    bool isRight =
        succeeds(sgModuleClone(module, &clone)) &&
        succeeds(sgModuleRunPipeline(clone, "builtin.module(cse)")) &&
        succeeds(sgModuleExpand(thread % 2 ? clone : module)) &&
        succeeds(sgModuleDescribe(module, &text));
    sgFree(text);
    text = nullptr;
    isRight = isRight && succeeds(sgModulePrint(module, 1, &text)) &&
              std::strstr(text, "@norm");
    sgFree(text);
    text = nullptr;
    isRight = isRight && succeeds(sgModuleTakeWarnings(module, &text));
    sgFree(text);
    sgModuleDestroy(clone);
    return isRight;
  }));
  sgModuleDestroy(module);
}

TEST(ModuleThreadsTest, ThreadsCallOneExecutable) {
  SGModule *module = parse(makeProgram());
  SGExecutable *executable = compile(module, "norm");
  EXPECT_TRUE(runInThreads([&](int thread) {
    bool isRight = true;
    for (int round = 0; round < 100; ++round)
      isRight &= isNorm(executable, thread + round, 1 + 10 * round);
    return isRight;
  }));
  sgExecutableDestroy(executable);
  sgModuleDestroy(module);
}

// Each calling thread has its own team of threads.
TEST(ModuleThreadsTest, ThreadsCallMultithreadedCode) {
  SGModule *module = parse(R"mlir(
    func.func @exponentials(%x: tensor<?xf64>) -> tensor<?xf64> {
      %y = arith.mulf %x, %x : tensor<?xf64>
      %z = math.exp %y : tensor<?xf64>
      return %z : tensor<?xf64>
    }
  )mlir");
  SGExecutable *executable = compile(module, "exponentials", nullptr, 2);
  EXPECT_TRUE(runInThreads([&](int thread) {
    bool isRight = true;
    for (int round = 0; round < 5; ++round) {
      // The work is large enough to be distributed over the team.
      int64_t size = 300000 + 1000 * thread, resultSize = size;
      std::vector<double> x(size, 0.0), y(size, 0.0);
      SGArray in = {x.data(), SG_F64, 1, &size, nullptr};
      SGArray out = {y.data(), SG_F64, 1, &resultSize, nullptr};
      isRight &= succeeds(sgExecutableCall(executable, &in, 1, &out, 1)) &&
                 y == std::vector<double>(size, 1.0);
    }
    return isRight;
  }));
  sgExecutableDestroy(executable);
  sgModuleDestroy(module);
}

namespace {
/// A temporary folder for native code, removed at the end.
struct CacheFolder {
  CacheFolder() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "sg-cache-XXXXXX").string();
    path = mkdtemp(pattern.data());
  }
  ~CacheFolder() { std::filesystem::remove_all(path); }

  std::string path;
};
} // namespace

TEST(ModuleThreadsTest, ThreadsShareACache) {
  CacheFolder folder;
  SGModule *module = parse(makeProgram());
  EXPECT_TRUE(runInThreads([&](int thread) {
    bool isRight = true;
    for (int round = 0; round < 3; ++round) {
      SGExecutable *executable = compile(module, "norm", folder.path.c_str());
      isRight &= isNorm(executable, thread + round, 10);
      sgExecutableDestroy(executable);
      // Equal modules of different threads share a cache entry.
      SGModule *secondModule = parse(makeProgram());
      executable = compile(secondModule, "slopes", folder.path.c_str());
      isRight &= isNormAndGradient(executable, thread);
      sgExecutableDestroy(executable);
      sgModuleDestroy(secondModule);
    }
    return isRight;
  }));
  EXPECT_FALSE(std::filesystem::is_empty(folder.path));
  sgModuleDestroy(module);
}
