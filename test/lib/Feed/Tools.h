//===- Tools.h - Tools that sg-test-feed runs -------------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TEST_LIB_FEED_TOOLS_H
#define SG_TEST_LIB_FEED_TOOLS_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>
#include <vector>

namespace sg::test {

/// A tool that runs in this process, and may end it.
class Tool {
public:
  virtual ~Tool() = default;
  /// Executes a command line and returns the exit code.
  virtual int run(std::vector<std::string> words) = 0;
  /// Returns true if this tool can execute `next` after a command line
  /// `previous`, in the same process.
  virtual bool canRun(const std::vector<std::string> &previous,
                      const std::vector<std::string> &next) const = 0;
};

/// Returns the tool with the given name, or null if there is none.
std::unique_ptr<Tool> createTool(const std::string &name,
                                 mlir::DialectRegistry &registry);

} // namespace sg::test

#endif // SG_TEST_LIB_FEED_TOOLS_H
