//===- UsedMasks.h - Workaround for the x86 backend -------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_LIB_RUNTIME_NATIVECODE_USEDMASKS_H
#define SG_LIB_RUNTIME_NATIVECODE_USEDMASKS_H

namespace llvm {
class TargetMachine;
class TargetPassConfig;
} // namespace llvm

namespace sg {

/// Works around a fault of LLVM's pass x86-compress-evex (22.1.8), which
/// rewrites
///
///     k0 = VPMOVQ2M ymm1       # the signs of the elements
///     edx = KMOV k0
///
/// to `edx = VMOVMSKPD ymm1` if no other instruction reads the mask. The pass
/// treats instructions that read and overwrite the mask, such as `k0 = KSHIFTR
/// k0, 1`, as pure writes. The shift then reads an undefined k0. A FAKE_USE of
/// the mask after each VPMOV*2M prevents the rewrite.
void insertMaskUses(const llvm::TargetMachine &machine,
                    llvm::TargetPassConfig &config);

} // namespace sg

#endif // SG_LIB_RUNTIME_NATIVECODE_USEDMASKS_H
