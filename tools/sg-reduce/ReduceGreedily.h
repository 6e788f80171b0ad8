//===- ReduceGreedily.h - Greedy reduction of a module ----------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TOOLS_SG_REDUCE_REDUCEGREEDILY_H
#define SG_TOOLS_SG_REDUCE_REDUCEGREEDILY_H

namespace sg::reduce {

void registerReduceGreedily();

} // namespace sg::reduce

#endif // SG_TOOLS_SG_REDUCE_REDUCEGREEDILY_H
