//===- MachineCode.cpp - Compiles LLVM IR to object files -----------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineCode.h"
#include "UsedMasks.h"
#include "sg/Runtime/Array.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/PassInfo.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace {
class VerifyCode : public MachineFunctionPass {
public:
  static char ID;
  VerifyCode(StringRef stage, std::string &verifierErrors)
      : MachineFunctionPass(ID), stage(stage), verifierErrors(verifierErrors) {}

  StringRef getPassName() const override { return "Verify machine code"; }

  void getAnalysisUsage(AnalysisUsage &usage) const override {
    usage.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(usage);
  }

  bool runOnMachineFunction(MachineFunction &function) override {
    std::string text;
    raw_string_ostream os(text);
    if (!function.verify(this, stage.c_str(), &os, /*AbortOnError=*/false))
      collect(text);
    return false;
  }

private:
  /// Appends the errors in `text`. An error is a line that starts with
  /// asterisks, followed by lines that start with a dash and give the location.
  void collect(StringRef text) {
    StringRef rest = text;
    for (size_t start;
         (start = rest.find("*** Bad machine code: ")) != rest.npos;) {
      StringRef message = rest.drop_front(start);
      StringRef details = message.split('\n').second;
      while (details.consume_front("- "))
        details = details.split('\n').second;
      message = message.drop_back(details.size());
      rest = details;
      verifierErrors += ("after " + stage + ": " + message).str();
    }
  }

  std::string stage;
  std::string &verifierErrors;
};
} // namespace

char VerifyCode::ID = 0;

/// Runs the verifier after instruction selection, after register allocation and
/// after the last pass that changes code.
static void insertVerifiers(TargetPassConfig &config,
                            std::string &verifierErrors) {
  for (StringRef name : {"finalize-isel", "virtregrewriter", "funclet-layout"})
    if (const PassInfo *pass =
            PassRegistry::getPassRegistry()->getPassInfo(name))
      config.insertPass(pass->getTypeInfo(),
                        new VerifyCode(name, verifierErrors));
}

namespace {
/// A pass manager that inserts passes into LLVM's code generation pipeline.
/// `configure` is called when LLVM adds the TargetPassConfig, which precedes
/// the passes that it configures. LLVM builds the pipeline itself, with all its
/// passes and analyses.
class ConfiguredPasses : public legacy::PassManager {
public:
  explicit ConfiguredPasses(
      function_ref<void(TargetPassConfig &config)> configure)
      : configure(configure) {}

  void add(Pass *pass) override {
    if (pass->getPassID() == &TargetPassConfig::ID)
      configure(static_cast<TargetPassConfig &>(*pass));
    legacy::PassManager::add(pass);
  }

private:
  function_ref<void(TargetPassConfig &config)> configure;
};
} // namespace

Expected<std::unique_ptr<MemoryBuffer>>
sg::emitObject(Module &module, TargetMachine &machine,
               std::string *verifierErrors) {
  SmallVector<char, 0> object;
  raw_svector_ostream os(object);
  auto configure = [&](TargetPassConfig &config) {
    insertMaskUses(machine, config);
    if (verifierErrors)
      insertVerifiers(config, *verifierErrors);
  };
  ConfiguredPasses passes(configure);
  if (machine.addPassesToEmitFile(passes, os, /*DwoOut=*/nullptr,
                                  CodeGenFileType::ObjectFile,
                                  /*DisableVerify=*/false))
    return makeError("there are no object files for " +
                     machine.getTargetTriple().str());
  passes.run(module);
  return std::make_unique<SmallVectorMemoryBuffer>(
      std::move(object), module.getModuleIdentifier() + ".o",
      /*RequiresNullTerminator=*/false);
}
