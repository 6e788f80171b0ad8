//===- ForkedRunnerTest.cpp - Running checked programs in a process -------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Parser/Parser.h"
#include "sg/GradientCheck/GradientCheck.h"
#include "sg/Register.h"
#include <atomic>
#include <cmath>
#include <csignal>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace mlir;
using namespace sg::gradcheck;
using sg::Array, sg::CallOutcome;

namespace {
constexpr llvm::StringLiteral kProgram = R"(
func.func @scale(%x: tensor<?x2xf32>, %n: index) -> (tensor<?x2xf32>, index) {
  %y = arith.addf %x, %x : tensor<?x2xf32>
  return %y, %n : tensor<?x2xf32>, index
}
func.func @spin(%x: f64) -> f64 {
  %limit = arith.constant 10.0 : f64
  %y = scf.while (%a = %x) : (f64) -> f64 {
    %more = arith.cmpf olt, %a, %limit : f64
    scf.condition(%more) %a : f64
  } do {
  ^bb0(%a: f64):
    %b = arith.mulf %a, %x : f64
    scf.yield %b : f64
  }
  return %y : f64
}
func.func @deep(%x: f64) -> f64 attributes {no_inline} {
  %one = arith.constant 1.0 : f64
  %done = arith.cmpf olt, %x, %one : f64
  %y = scf.if %done -> f64 {
    scf.yield %x : f64
  } else {
    %next = arith.addf %x, %one : f64
    %r = func.call @deep(%next) : (f64) -> f64
    %s = arith.mulf %r, %next : f64
    scf.yield %s : f64
  }
  return %y : f64
}
func.func @positive(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %holds = arith.cmpf ogt, %x, %zero : f64
  cf.assert %holds, "x is positive"
  return %x : f64
}
func.func @loud(%x: f64) -> f64 {
  vector.print str "heard"
  return %x : f64
}
func.func private @half(%x: f64) -> f64 attributes {no_inline, grad.custom_jvp = @half_jvp} {
  %half = arith.constant 0.5 : f64
  %y = arith.mulf %x, %half : f64
  return %y : f64
}
func.func private @half_jvp(%x: f64, %t: f64) -> (f64, f64) {
  %half = arith.constant 0.5 : f64
  %y = arith.mulf %x, %half : f64
  return %y, %t : f64, f64
}
func.func @wrong(%x: tensor<3xf64>, %n: index) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<3xf64> {
    %e = tensor.extract %a[%c1] : tensor<3xf64>
    %h = func.call @half(%e) : (f64) -> f64
    %b = tensor.insert %h into %a[%c1] : tensor<3xf64>
    scf.yield %b : tensor<3xf64>
  }
  return %y : tensor<3xf64>
}
)";

class ForkedRunnerTest : public testing::Test {
protected:
  ForkedRunnerTest() {
    DialectRegistry registry;
    sg::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    module = parseSourceString<ModuleOp>(kProgram, &context, "program.mlir");
    OwningOpRef<ModuleOp> lowered = module->clone();
    executable =
        llvm::cantFail(sg::compileModule(*lowered, sg::CompilerOptions()));
    runner = makeForkedRunner();
  }

  Array scalar(double value) {
    auto array =
        llvm::cantFail(Array::allocate(Float64Type::get(&context), {}));
    std::memcpy(array.getData(), &value, sizeof value);
    return array;
  }
  CallOutcome run(StringRef function, double x) {
    SmallVector<Array> inputs{scalar(x)};
    results = sg::makeResults(Float64Type::get(&context));
    return runner->run(llvm::cantFail(executable->lookup(function)), inputs,
                       results);
  }
  func::FuncOp find(StringRef name) {
    return module->lookupSymbol<func::FuncOp>(name);
  }
  /// Returns the findings of a check in forked processes or in this one, or the
  /// error.
  std::string check(StringRef name, bool isForked, ArrayRef<Array> inputs = {},
                    std::optional<double> timeLimit = std::nullopt) {
    Options options;
    options.timeLimit = timeLimit;
    if (isForked)
      options.makeRunner = [](const sg::Executable &) {
        return makeForkedRunner();
      };
    Result result;
    if (llvm::Error error = checkGradients(find(name), inputs, options, result))
      return llvm::toString(std::move(error));
    std::string text;
    llvm::raw_string_ostream os(text);
    print(os, result);
    return text;
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<sg::Executable> executable;
  std::unique_ptr<Runner> runner;
  SmallVector<Array> results;
};
} // namespace

TEST_F(ForkedRunnerTest, Runs) {
  Type f32 = Float32Type::get(&context), index = IndexType::get(&context);
  for (int64_t rows : {0, 1, 3, 100000}) {
    Array x = llvm::cantFail(Array::allocate(f32, {rows, 2}));
    Array n = llvm::cantFail(Array::allocate(index, {}));
    auto *elements = reinterpret_cast<float *>(x.getData());
    for (int64_t i = 0; i < 2 * rows; ++i)
      elements[i] = i;
    std::memcpy(n.getData(), &rows, sizeof rows);
    SmallVector<Array> inputs{x, n};
    results = sg::makeResults(find("scale").getResultTypes());
    CallOutcome outcome = runner->run(
        llvm::cantFail(executable->lookup("scale")), inputs, results);
    ASSERT_EQ(outcome.status, SG_OK) << outcome.message;
    EXPECT_EQ(results[0].getShape(), ArrayRef<int64_t>({rows, 2}));
    for (int64_t i = 0; i < 2 * rows; ++i)
      ASSERT_EQ(results[0].getAsDouble(i), 2.0 * i);
    EXPECT_EQ(results[1].getAsDouble(0), rows);
  }
  EXPECT_FALSE(runner->getEnd());
}

TEST_F(ForkedRunnerTest, Failures) {
  CallOutcome outcome = run("positive", -1);
  EXPECT_EQ(outcome.status, SG_ASSERTION_FAILED);
  EXPECT_EQ(outcome.message, "program.mlir:34:3: x is positive");
  EXPECT_FALSE(results[0].getData());
  // The runner continues after an item that ends its process.
  EXPECT_EQ(run("positive", 2).status, SG_OK);
  EXPECT_EQ(results[0].getAsDouble(0), 2);
  outcome = run("deep", 2);
  EXPECT_NE(outcome.status, SG_OK);
  EXPECT_EQ(outcome.message.find("the program ends its process by signal 11 ("),
            0u)
      << outcome.message;
  EXPECT_FALSE(runner->getEnd());
  EXPECT_EQ(run("deep", 0.5).status, SG_OK);
  EXPECT_EQ(results[0].getAsDouble(0), 0.5);
}

TEST_F(ForkedRunnerTest, Timeout) {
  TimeLimit limit;
  limit.seconds = 0.05;
  runner->setLimit(limit);
  EXPECT_EQ(run("spin", 2).status, SG_OK);
  EXPECT_EQ(results[0].getAsDouble(0), 16);
  EXPECT_NE(run("spin", 0.5).status, SG_OK);
  ASSERT_TRUE(runner->getEnd());
  EXPECT_TRUE(runner->getEnd()->isOverLimit);
  EXPECT_NE(run("spin", 2).status, SG_OK);
  runner.reset();
  // No child process remains.
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST_F(ForkedRunnerTest, ConcurrentProcesses) {
  // A forked process does not inherit the channel of an earlier process.
  EXPECT_EQ(run("positive", 2).status, SG_OK);
  std::unique_ptr<Runner> first = std::move(runner);
  runner = makeForkedRunner();
  EXPECT_EQ(run("positive", 2).status, SG_OK);
  first.reset();
  EXPECT_EQ(run("positive", 3).status, SG_OK);

  // A forked process does not inherit the channels of other threads.
  sg_entry_point entry = llvm::cantFail(executable->lookup("deep"));
  auto make = [&] {
    auto arrays = sg::makeResults(Float64Type::get(&context));
    return std::pair(SmallVector<Array>{scalar(2)}, std::move(arrays));
  };
  std::vector<decltype(make())> arrays;
  for (int i = 0; i < 4; ++i)
    arrays.push_back(make());
  std::vector<std::thread> threads;
  std::atomic<int> numCrashed = 0;
  for (auto &callArrays : arrays)
    threads.emplace_back([&] {
      for (int i = 0; i < 10; ++i)
        numCrashed += makeForkedRunner()
                          ->run(entry, callArrays.first, callArrays.second)
                          .message.find("signal 11") != std::string::npos;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(numCrashed, 40);
}

TEST_F(ForkedRunnerTest, Output) {
  // All output appears once, including output that was unflushed at the fork.
  testing::internal::CaptureStdout();
  std::fputs("before ", stdout);
  EXPECT_EQ(run("loud", 1).status, SG_OK);
  EXPECT_EQ(run("loud", 1).status, SG_OK);
  runner.reset();
  std::fputs("after", stdout);
  std::string printed = testing::internal::GetCapturedStdout();
  auto count = [&](StringRef text) { return StringRef(printed).count(text); };
  EXPECT_EQ(count("before "), 1u);
  EXPECT_EQ(count("after"), 1u);
  EXPECT_EQ(count("heard"), 2u);
}

TEST_F(ForkedRunnerTest, Signals) {
  // The time limit raises no signal in this process. The process may receive
  // other signals.
  static volatile sig_atomic_t numCalled;
  numCalled = 0;
  struct sigaction action = {}, before;
  action.sa_handler = [](int) { numCalled = numCalled + 1; };
  sigaction(SIGALRM, &action, &before);
  sigset_t blocked, unblocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGALRM);
  sigprocmask(SIG_BLOCK, &blocked, &unblocked);
  TimeLimit limit;
  limit.seconds = 0.05;
  runner->setLimit(limit);
  EXPECT_NE(run("spin", 0.5).status, SG_OK);
  EXPECT_TRUE(runner->getEnd() && runner->getEnd()->isOverLimit);
  sigprocmask(SIG_SETMASK, &unblocked, nullptr);
  EXPECT_EQ(numCalled, 0);

  runner = makeForkedRunner();
  limit.seconds = 0.3;
  runner->setLimit(limit);
  pthread_t self = pthread_self();
  std::thread signalSender([&] {
    for (int i = 0; i < 5; ++i) {
      usleep(20000);
      pthread_kill(self, SIGALRM);
    }
  });
  EXPECT_NE(run("spin", 0.5).status, SG_OK);
  signalSender.join();
  EXPECT_GT(numCalled, 0); // pending signals are merged
  sigaction(SIGALRM, &before, nullptr);
}

TEST_F(ForkedRunnerTest, Checks) {
  for (StringRef name : {"wrong", "positive"})
    EXPECT_EQ(check(name, /*isForked=*/true), check(name, /*isForked=*/false));
  // Probes in the other process find the fault.
  EXPECT_NE(check("wrong", true).find("note: with the operands f64="),
            std::string::npos);
  EXPECT_EQ(check("spin", true, {}, 0.05),
            "@spin at random inputs from -1 to 1 does not end within 0.05 s");
  EXPECT_EQ(check("spin", true, {scalar(1.03)}, 0.05)
                .find("@spin or its derivative does not end within "),
            0u);
  EXPECT_EQ(check("deep", true, {scalar(2)})
                .find("the program ends its process by signal 11"),
            0u);
  EXPECT_NE(check("spin", true, {scalar(2)}).find("agrees in all 4 directions"),
            std::string::npos);
}
