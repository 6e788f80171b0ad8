//===- UsedMasks.cpp - Workaround for the x86 backend ---------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UsedMasks.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/PassInfo.h"
#include "llvm/PassRegistry.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace {
/// Adds a FAKE_USE of the mask after each VPMOV*2M.
class MaskUses : public MachineFunctionPass {
public:
  static char ID;
  MaskUses() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "Uses of mask registers"; }

  bool runOnMachineFunction(MachineFunction &function) override {
    const TargetInstrInfo &info = *function.getSubtarget().getInstrInfo();
    bool isChanged = false;
    for (MachineBasicBlock &block : function)
      for (MachineInstr &instruction : make_early_inc_range(block)) {
        // For example VPMOVB2MZ128kr.
        StringRef name = info.getName(instruction.getOpcode());
        if (!name.starts_with("VPMOV") || !name.contains("2MZ"))
          continue;
        BuildMI(block, std::next(instruction.getIterator()),
                instruction.getDebugLoc(), info.get(TargetOpcode::FAKE_USE))
            .addReg(instruction.getOperand(0).getReg());
        isChanged = true;
      }
    return isChanged;
  }
};
} // namespace

char MaskUses::ID = 0;

void sg::insertMaskUses(const TargetMachine &machine,
                        TargetPassConfig &config) {
  if (!machine.getTargetTriple().isX86())
    return;
  // The last pass before x86-compress-evex.
  StringRef insertionPass = "x86-fixup-vector-constants";
  if (const PassInfo *pass =
          PassRegistry::getPassRegistry()->getPassInfo(insertionPass))
    config.insertPass(pass->getTypeInfo(), new MaskUses());
}
