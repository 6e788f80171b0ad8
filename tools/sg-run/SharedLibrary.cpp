//===- SharedLibrary.cpp - Native code as a shared library ----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedLibrary.h"
#include "Messages.h"
#include "sg/Runtime/Executable.h"
#include "sg/Support/Files.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <dlfcn.h>

using namespace llvm;
using namespace sg::run;

extern "C" int omp_get_max_threads(void);

/// Returns the path of the runtime archive that was built or installed with
/// this tool, or an empty string.
static std::string findRuntime() {
  std::string tool = sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&omp_get_max_threads));
  StringRef root = sys::path::parent_path(sys::path::parent_path(tool));
  for (StringRef folder : {"lib", SG_LIBRARY_FOLDER}) {
    SmallString<128> archive(root);
    sys::path::append(archive, folder, "libSGCallRuntime.a");
    if (sys::fs::exists(archive))
      return std::string(archive);
  }
  return "";
}

/// Returns the path of the C compiler, which links with the system's library
/// paths.
static std::string findCompiler() {
  StringRef name = "cc";
  std::optional<std::string> chosen = sys::Process::GetEnv("CC");
  if (chosen && !chosen->empty())
    name = *chosen;
  ErrorOr<std::string> path = sys::findProgramByName(name);
  return path ? *path : "";
}

static int copyFile(StringRef temporary, StringRef output) {
  Expected<std::unique_ptr<MemoryBuffer>> file = sg::readFile(
      temporary, /*maxBytes=*/UINT64_MAX, /*isNullTerminated=*/false);
  if (!file)
    return fail(toString(file.takeError()));
  if (Error error = sg::writeFile(
          output, [&](raw_ostream &os) { os << (*file)->getBuffer(); }, 0777))
    return fail(toString(std::move(error)));
  return Success;
}

int sg::run::linkLibrary(const Twine &path, StringRef object) {
  std::string runtime = findRuntime();
  if (runtime.empty())
    return fail(
        "--emit=so needs libSGCallRuntime.a, which is not in the installation "
        "of sg-run; install sg again, or link --emit=obj yourself");
  std::string compiler = findCompiler();
  if (compiler.empty())
    return fail("--emit=so needs a C compiler to link with: install one "
                "(Debian: gcc), name it in the variable CC, or link "
                "--emit=obj yourself");

  SmallString<128> objectPath, messagePath, libraryPath;
  if (std::error_code error =
          sys::fs::createTemporaryFile("sg-run", "o", objectPath))
    return fail("cannot write a temporary file: " + error.message() +
                "; the variable TMPDIR names the folder for temporary files");
  FileRemover removeObject(objectPath);
  if (Error error =
          sg::writeFile(objectPath, [&](raw_ostream &os) { os << object; }))
    return fail(toString(std::move(error)));
  if (std::error_code error =
          sys::fs::createTemporaryFile("sg-run", "txt", messagePath))
    return fail("cannot write a temporary file: " + error.message());
  FileRemover removeMessages(messagePath);

  // Link to a temporary file, so that the output is never incomplete.
  if (std::error_code error =
          sys::fs::createTemporaryFile("sg-run", "so", libraryPath))
    return fail("cannot write a temporary file: " + error.message());
  FileRemover removeLibrary(libraryPath);
  SmallVector<std::string> commandLine = {compiler,
                                          "-shared",
                                          "-o",
                                          std::string(libraryPath),
                                          std::string(objectPath),
                                          runtime,
                                          "-Wl,--exclude-libs,ALL"};
  // Link the libraries that the object's symbols need: vector functions and
  // threads.
  if (object.contains("_ZGV") || object.contains("Sleef_"))
    for (std::string &file : Executable::getVectorLibraryFiles())
      commandLine.push_back(std::move(file));
  Dl_info library;
  if (object.contains("__kmpc_fork_call") &&
      dladdr(reinterpret_cast<void *>(&omp_get_max_threads), &library)) {
    commandLine.push_back(library.dli_fname);
    commandLine.push_back(
        ("-Wl,-rpath," + sys::path::parent_path(library.dli_fname)).str());
  }
  commandLine.push_back("-lm");
  SmallVector<StringRef> arguments(commandLine.begin(), commandLine.end());
  std::optional<StringRef> redirects[] = {std::nullopt, messagePath.str(),
                                          messagePath.str()};
  std::string error;
  int status =
      sys::ExecuteAndWait(compiler, arguments, std::nullopt, redirects,
                          /*SecondsToWait=*/0, /*MemoryLimit=*/0, &error);
  if (status == 0)
    return copyFile(libraryPath, path.str());
  if (auto messages = MemoryBuffer::getFile(messagePath);
      messages && error.empty())
    error = (*messages)->getBuffer().trim().str();
  return fail("cannot link '" + path.str() + "' by " + compiler + ": " + error);
}
