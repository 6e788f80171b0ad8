//===- UsedMasks.h - A guard for LLVM's x86 backend -------------*- C++ -*-===//
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

/// Keeps LLVM's pass x86-compress-evex (22.1.8) from a wrong rewrite. It makes
///
///     k0 = VPMOVQ2M ymm1       # the signs of the elements
///     edx = KMOV k0
///
/// to `edx = VMOVMSKPD ymm1` if nothing else reads the mask. An instruction
/// that reads the mask and also overwrites it, as `k0 = KSHIFTR k0, 1`, it
/// takes for one that only overwrites it; that then shifts whatever is in k0.
/// So a use without code is put behind each VPMOV*2M, which the pass does not
/// expect.
void insertMaskUses(const llvm::TargetMachine &machine,
                    llvm::TargetPassConfig &config);

} // namespace sg

#endif // SG_LIB_RUNTIME_NATIVECODE_USEDMASKS_H
