//===- Threads.h - The C library in several threads -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GoogleTest's assertions are used in the main thread only. Other threads
// return true if their results are right.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TEST_UNIT_CAPI_THREADS_H
#define SG_TEST_UNIT_CAPI_THREADS_H

#include "sg-c/SG.h"
#include <atomic>
#include <cstdio>
#include <cstring>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

namespace sg::test {

constexpr int kThreads = 4;

/// Calls `body(0)` to `body(kThreads - 1)` in threads that start together.
/// Returns true if all calls return true.
template <typename Body>
bool runInThreads(Body body) {
  std::atomic<int> waiting{kThreads};
  std::atomic<bool> areRight{true};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&, i] {
      --waiting;
      while (waiting != 0)
        std::this_thread::yield();
      if (!body(i))
        areRight = false;
    });
  for (std::thread &thread : threads)
    thread.join();
  return areRight;
}

/// Returns true if there is no error. Prints and destroys an error.
inline bool succeeds(SGError *error) {
  if (error)
    std::fprintf(stderr, "error: %s\n", sgErrorGetMessage(error));
  sgErrorDestroy(error);
  return !error;
}

/// Returns the kind of an error and destroys it.
inline SGErrorKind takeKind(SGError *error) {
  SGErrorKind kind = error ? sgErrorGetKind(error) : SG_ERROR_NONE;
  sgErrorDestroy(error);
  return kind;
}

/// Returns null if `text` cannot be parsed as a module.
inline SGModule *parse(const std::string &text) {
  SGModule *module = nullptr;
  succeeds(sgModuleParse(text.data(), text.size(), "test.mlir", &module));
  return module;
}

/// Returns null if the function cannot be compiled.
inline SGExecutable *compile(SGModule *module, const char *function,
                             const char *cache = nullptr, int threads = 1) {
  SGCompileOptions options = {};
  options.cache = cache;
  options.threads = threads;
  SGExecutable *executable = nullptr;
  succeeds(sgModuleCompile(module, function, &options, &executable));
  return executable;
}

/// Calls a function that maps a vector to a scalar.
inline SGError *call(const SGExecutable *executable, std::vector<double> &x,
                     double &y) {
  int64_t size = x.size();
  SGArray in = {x.data(), SG_F64, 1, &size, nullptr};
  SGArray out = {&y, SG_F64, 0, nullptr, nullptr};
  return sgExecutableCall(executable, &in, 1, &out, 1);
}

/// Returns a module with `@norm`, the sum of the squares of a vector, and
/// `@slopes`, which requests its gradient.
inline std::string makeProgram() {
  return R"mlir(
    func.func @norm(%x: tensor<?xf64>) -> f64 {
      %zero = arith.constant dense<0.0> : tensor<f64>
      %d = linalg.dot ins(%x, %x : tensor<?xf64>, tensor<?xf64>)
          outs(%zero : tensor<f64>) -> tensor<f64>
      %y = tensor.extract %d[] : tensor<f64>
      return %y : f64
    }
    func.func @slopes(%x: tensor<?xf64>) -> (f64, tensor<?xf64>) {
      %y, %dx = grad.value_and_grad @norm(%x)
          : (tensor<?xf64>) -> (f64, tensor<?xf64>)
      return %y, %dx : f64, tensor<?xf64>
    }
  )mlir";
}

} // namespace sg::test

#endif // SG_TEST_UNIT_CAPI_THREADS_H
