//===- OpenMPTeam.h - Threads that share a call -----------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parallel native code runs on threads of libomp, which keeps the threads for
// the next call from the same thread.
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_OPENMPTEAM_H
#define SG_RUNTIME_OPENMPTEAM_H

namespace sg {

/// Makes libomp start the team of `threads` threads for calls from this thread,
/// which is part of the team. Returns false without calling libomp if the
/// system cannot start the threads, since libomp would end the process.
bool startTeam(unsigned threads);

/// Removes the registration that libomp leaves when a process is killed. If the
/// killed process had the same ID as this process, libomp would report a second
/// OpenMP library and end this process. Only programs without another OpenMP
/// library may call this function, before they start a team.
void forgetKilledTeam();

} // namespace sg

#endif // SG_RUNTIME_OPENMPTEAM_H
