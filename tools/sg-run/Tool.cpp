//===- Tool.cpp - Compile a function and run it ---------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tool.h"
#include "CheckGradients.h"
#include "Emit.h"
#include "Messages.h"
#include "Options.h"
#include "Program.h"
#include "Reference.h"
#include "Session.h"
#include "sg/Config.h"
#include "sg/Register.h"
#include "sg/Runtime/OpenMPTeam.h"
#include "sg/Support/MemoryLimit.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <cstdio>
#if SG_ENABLE_CUDA
#include "sg/Runtime/CudaEntryPoints.h"
#endif

using namespace mlir;
using namespace sg::run;

static int interpret(const Options &options, Program &program,
                     Session &session) {
  if (int code = prepareForReference(options, program))
    return code;
  if (int code = session.interpret(program))
    return code;
  return session.reportResults();
}

/// Returns an error if the requested GPU does not exist, even if the function
/// does not use the GPU.
static int startDevice(const Options &options) {
#if SG_ENABLE_CUDA
  if (options.compiler.device != sg::Device::Cuda)
    return Success;
  mgpuStreamCreate();
  char message[1024];
  if (sgcuda_take_error(message, sizeof message) != SGCUDA_OK)
    return fail(message);
#endif
  return Success;
}

static int execute(const Options &options, const Extension *extension) {
  DialectRegistry registry;
  sg::registerAllDialects(registry);
  if (extension)
    extension->registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  context.allowUnregisteredDialects();
  printDiagnostics(context);

  Program program;
  if (int code = loadProgram(context, options, program))
    return code;
  if (options.checkGradients) {
    if (int code = startDevice(options))
      return code;
    return checkGradients(options, program);
  }
  if (options.emit.isRequested())
    return emitFiles(options, program);
  Session session(options, program);
  if (!options.printLowered)
    if (int code = session.readInputs())
      return code;
  if (options.isReference)
    return interpret(options, program, session);
  Program reference;
  bool isVerified = options.verifyAgainstReference != Options::Verify::No;
  if (isVerified) {
    reference.type = program.type;
    reference.module = program.module->clone();
    if (int code = prepareForReference(options, reference))
      return code;
  }
  if (options.validatePasses != Options::Verify::No)
    if (int code = session.validate(program))
      return code;
  auto start = std::chrono::steady_clock::now();
  if (int code = compileProgram(options, program))
    return code;
  std::chrono::duration<double, std::milli> compileTime =
      std::chrono::steady_clock::now() - start;
  if (options.printLowered) {
    program.module->print(llvm::outs());
    return Success;
  }
  if (int code = startDevice(options))
    return code;
  if (program.executable->isSharedByThreads())
    sg::forgetKilledTeam();
  // Start the threads before the program uses the memory.
  if (program.executable->isSharedByThreads() &&
      !sg::startTeam(options.compiler.threads))
    return fail(
        "cannot start " + Twine(options.compiler.threads) +
        " threads; try a smaller --threads, or --threads=1, which starts none");
  int code = session.run(program, compileTime.count());
  // Compare results only if the program could run.
  int verified =
      isVerified && code != Usage ? session.verify(reference, code) : code;
  if (code != Success)
    return verified;
  code = session.reportResults();
  return code == Success ? verified : code;
}

/// Flushes standard output and reports lost output.
static int flushOutput() {
  std::fflush(stdout); // output of the program itself
  llvm::outs().flush();
  std::error_code error = llvm::outs().error();
  llvm::outs().clear_error();
  return error ? fail("cannot write standard output: " + error.message())
               : Success;
}

int sg::run::runTool(int argc, char **argv, const Extension *extension) {
  installErrorHandlers();
  Options options;
  int code = Success;
  if (!parseOptions(argc, argv, options, code))
    return code;
  if (extension)
    options.compiler.buildLowering = extension->buildLowering;
  limitMemory(options.memoryLimit ? options.memoryLimit : getAvailableBytes());
  code = execute(options, extension);
#if SG_ENABLE_CUDA
  if (options.compiler.device == Device::Cuda)
    sgcuda_release();
#endif
  if (int failed = flushOutput())
    return failed;
  return code;
}
