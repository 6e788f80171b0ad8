//===- Files.cpp - Files that others may touch ----------------------------===//
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
  if (!path)
    return makeError(SG_ERROR_ARGUMENT, "the path of a file is NULL");
  if (!module)
    return makeError(SG_ERROR_ARGUMENT, "the pointer to a module is NULL");
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> file =
      sg::readProgram(path);
  if (!file)
    return makeError(SG_ERROR_FILE, llvm::toString(file.takeError()));
  return parse((*file)->getBuffer(), name ? name : path, module);
}

SGError *sgGetDefaultCache(char **folder) {
  if (!folder)
    return makeError(SG_ERROR_ARGUMENT, "the pointer to a text is NULL");
  return giveText(sg::getDefaultCache(), folder);
}
