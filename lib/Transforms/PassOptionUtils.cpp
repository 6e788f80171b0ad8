//===- PassOptionUtils.cpp - Parsing of pass options ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Transforms/PassOptionUtils.h"
#include "sg/Support/OptionChecks.h"

using namespace mlir;
using namespace sg::grad;

/// Returns a phrase for errors that lists functions of `module` with a body.
static std::string listFunctions(ModuleOp module) {
  constexpr size_t maxListed = 8;
  std::string names;
  size_t count = 0;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal() || ++count > maxListed)
      continue;
    names +=
        (names.empty() ? "; there are @" : ", @") + function.getName().str();
  }
  if (count > maxListed)
    names += " and " + std::to_string(count - maxListed) + " more";
  return names;
}

FailureOr<func::FuncOp> sg::grad::lookupFunctionOption(ModuleOp module,
                                                       StringRef name,
                                                       StringRef pass) {
  name.consume_front("@");
  if (auto function = module.lookupSymbol<func::FuncOp>(name))
    return function;
  return emitError(module.getLoc())
         << pass << (pass.empty() ? "" : ": ") << "there is no function '@"
         << name << "'" << listFunctions(module);
}

FailureOr<std::vector<unsigned>>
sg::grad::checkPositionOption(func::FuncOp function,
                              ArrayRef<int64_t> requested, TypeRange types,
                              StringRef noun, StringRef option) {
  if (llvm::Error error =
          sg::checkPositions(function.getName(), requested, types.size(), noun))
    return emitError(function.getLoc())
           << "'" << option << "' " << llvm::toString(std::move(error));
  return std::vector<unsigned>(requested.begin(), requested.end());
}

LogicalResult sg::grad::readOptions(
    StringRef pass, StringRef options, StringRef usage,
    function_ref<LogicalResult(const Twine &)> error,
    function_ref<LogicalResult(function_ref<LogicalResult(const Twine &)>)>
        read) {
  return read([&](const Twine &message) {
    std::string problem = StringRef(message.str()).trim().str();
    return error(pass + " cannot read its options '" + options + "'" +
                 (problem.empty() ? "" : ": " + problem) + "; they are " +
                 usage);
  });
}
