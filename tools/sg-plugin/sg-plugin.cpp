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
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "sg/Register.h"
#include "sg/Version.h"

/// Both of the options may load this plugin.
static void registerPassesOnce() {
  static bool isDone = false;
  if (!isDone)
    sg::registerOwnPasses();
  isDone = true;
}

extern "C" __attribute__((visibility("default"))) mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "SG", SG_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            sg::registerOwnDialects(*registry);
            registerPassesOnce();
          }};
}

extern "C" __attribute__((visibility("default"))) mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "SG", SG_VERSION_STRING,
          [] { registerPassesOnce(); }};
}
