//===- GradientCheckFixture.h - The program to be checked -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_TEST_UNIT_GRADIENTCHECKFIXTURE_H
#define SG_TEST_UNIT_GRADIENTCHECKFIXTURE_H

#include "sg/GradientCheck/GradientCheck.h"
#include <gtest/gtest.h>

namespace sg::test {

/// Fixture with the functions whose gradients the tests check.
class GradientCheckFixture : public testing::Test {
protected:
  GradientCheckFixture();

  Array scalar(double value);

  llvm::Error tryCheck(llvm::StringRef name, llvm::ArrayRef<Array> inputs = {});

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  mlir::OwningOpRef<mlir::ModuleOp> module;
  gradcheck::Options options;
  gradcheck::Result result;
};

} // namespace sg::test

#endif // SG_TEST_UNIT_GRADIENTCHECKFIXTURE_H
