//===- Files.cpp - Robust file access -------------------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sg/Support/Files.h"
#include "Module.h"
#include "sg/Support/PrivateFolder.h"

using namespace sg::capi;

SGError *sgModuleParseFile(const char *path, const char *name,
                           SGModule **module) {
  if (SGError *error = checkPointer(path, "path"))
    return error;
  if (SGError *error = checkPointer(module, "module"))
    return error;
  CompilerUse use;
  if (SGError *error = checkAllowed(use))
    return error;
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> file =
      sg::readProgram(path);
  if (!file)
    return makeError(SG_ERROR_FILE, llvm::toString(file.takeError()));
  return giveParsed((*file)->getBuffer(), name ? name : path, module);
}

SGError *sgGetDefaultCache(char **folder) {
  if (SGError *error = checkPointer(folder, "folder"))
    return error;
  return giveText(sg::getDefaultCache(), folder);
}
