//===- sg-run.cpp - Compile a function and run it -------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tool.h"

int main(int argc, char **argv) { return sg::run::runTool(argc, argv); }
