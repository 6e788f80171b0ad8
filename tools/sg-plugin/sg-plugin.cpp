//===- sg-plugin.cpp - For an unmodified mlir-opt -------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libSGPlugin.so: what this project has besides MLIR, for tools that load
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

/// Whether the tool, or another plugin, has brought an sg along: MLIR would end
/// the process at a second dialect, or pass, of the same name.
static bool isThereAlready() {
  static const bool isThere = [] {
    bool found = mlir::PassInfo::lookup("grad-expand-derivatives") != nullptr;
    if (found)
      llvm::errs() << "libSGPlugin.so: what this tool has of sg is used, not "
                      "the plugin\n";
    return found;
  }();
  return isThere;
}

/// Both of the options may load this plugin.
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
            if (isThereAlready())
              return;
            sg::registerOwnDialects(*registry);
            registerPassesOnce();
          }};
}

extern "C" __attribute__((visibility("default"))) mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "SG", SG_VERSION_STRING, [] {
            if (!isThereAlready())
              registerPassesOnce();
          }};
}
