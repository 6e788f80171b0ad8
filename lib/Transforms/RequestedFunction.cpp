//===- RequestedFunction.cpp - What a pass is asked to look at
//----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Transforms/RequestedFunction.h"

using namespace mlir;
using namespace sg::grad;

/// Those with a body; of many the first.
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

FailureOr<func::FuncOp> sg::grad::findRequestedFunction(ModuleOp module,
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
sg::grad::checkPositions(func::FuncOp function, ArrayRef<int64_t> asked,
                         TypeRange types, StringRef what, StringRef option) {
  std::vector<unsigned> positions;
  for (int64_t i : asked) {
    if (i < 0 || i >= static_cast<int64_t>(types.size()))
      return emitError(function.getLoc())
             << "there is no " << what << " " << i << " of '@"
             << function.getName() << "', which has " << types.size()
             << ": give others in " << option;
    if (llvm::is_contained(positions, static_cast<unsigned>(i)))
      return emitError(function.getLoc())
             << what << " " << i << " of '@" << function.getName()
             << "' is named twice "
             << "in " << option << ": name it once";
    positions.push_back(i);
  }
  return positions;
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
