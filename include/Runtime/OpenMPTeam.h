//===- OpenMPTeam.h - Threads that share a call -----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Native code that was compiled for several threads gets them from libomp,
// which keeps them for the next call from the same thread.
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_OPENMPTEAM_H
#define SG_RUNTIME_OPENMPTEAM_H

namespace sg {

/// Lets libomp start the threads that calls from this thread will share, this
/// one included. Returns whether the system has so many: where it has not,
/// libomp would end the process.
bool startTeam(unsigned threads);

/// Forgets what a process that was killed has left, which had the number of
/// this one: libomp would take it for a second OpenMP library here, and end the
/// process. Only for programs that have no other one, before they start a team.
void forgetKilledTeam();

} // namespace sg

#endif // SG_RUNTIME_OPENMPTEAM_H
