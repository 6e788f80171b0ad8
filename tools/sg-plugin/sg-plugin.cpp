//===- sg-plugin.cpp - The plugin for an unmodified mlir-opt --------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libSGPlugin.so: the dialects and passes of this project, for tools that load
// plugins (docs/Linking.md).
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "sg/Register.h"
#include "sg/Version.h"
#include "llvm/Support/raw_ostream.h"

/// Returns true if the tool or another plugin has registered sg already. MLIR
/// aborts if a dialect or pass is registered twice.
static bool isRegistered() {
  static const bool isAlreadyRegistered = [] {
    bool isFound = mlir::PassInfo::lookup("grad-expand-derivatives") != nullptr;
    if (isFound)
      llvm::errs() << "libSGPlugin.so: the tool already contains sg, which is "
                      "used instead "
                      "of the plugin\n";
    return isFound;
  }();
  return isAlreadyRegistered;
}

/// Registers the passes once, since --load-dialect-plugin and
/// --load-pass-plugin may both load this plugin.
static void registerPassesOnce() {
  static const bool isDone = [] {
    sg::registerOwnPasses();
    return true;
  }();
  (void)isDone;
}

extern "C" __attribute__((visibility("default"))) mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "SG", SG_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            if (isRegistered())
              return;
            sg::registerOwnDialects(*registry);
            registerPassesOnce();
          }};
}

extern "C" __attribute__((visibility("default"))) mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "SG", SG_VERSION_STRING, [] {
            if (!isRegistered())
              registerPassesOnce();
          }};
}
