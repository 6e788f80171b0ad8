//===- DirectionalResults.cpp - What is found of an argument
//-------------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DirectionalResults.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace mlir;
using namespace sg::run;

const DirectionalResult *
sg::run::findWorst(ArrayRef<DirectionalResult> answers) {
  return llvm::max_element(
      answers, [](const DirectionalResult &a, const DirectionalResult &b) {
        return std::make_pair(a.kind, a.distance) <
               std::make_pair(b.kind, b.distance);
      });
}

static auto number(double value) { return llvm::format("%.7g", value); }

/// "3 of 4 directions".
static std::string countOf(ArrayRef<DirectionalResult> answers,
                           DirectionalResult::Kind kind) {
  size_t all = answers.size();
  size_t count = llvm::count_if(answers, [&](const DirectionalResult &answer) {
    return answer.kind == kind;
  });
  if (all == 1)
    return "1 direction";
  return (count == all ? "all " + Twine(count)
                       : Twine(count) + " of " + Twine(all))
             .str() +
         " directions";
}

static bool isZero(const DirectionalResult &answer) {
  return answer.forward == 0 && answer.reverse == 0;
}

void sg::run::printAnswers(unsigned argument, Type type,
                           ArrayRef<DirectionalResult> answers,
                           ArrayRef<Doubles> directions, Precision precision) {
  const DirectionalResult *worst = findWorst(answers);
  ArrayRef<double> direction = directions[worst - answers.begin()];
  llvm::raw_ostream &os = llvm::outs();
  os << "  input " << argument << ", " << type << ": ";
  if (direction.empty()) {
    os << "has no elements\n";
    return;
  }
  switch (worst->kind) {
  case DirectionalResult::Agrees:
    os << "agrees in " << countOf(answers, worst->kind);
    if (llvm::all_of(answers, isZero))
      os << ": the derivative is 0";
    else if (worst->isRounding)
      os << ": the derivative is 0 but for rounding";
    else
      os << ", relative difference " << llvm::format("%.1e", worst->distance);
    if (llvm::any_of(answers, [](auto &answer) { return answer.isNearKink; }))
      os << "; larger steps cross a kink";
    os << "\n";
    return;
  case DirectionalResult::NotFinite:
    os << "cannot be compared in " << countOf(answers, worst->kind)
       << ": the results are not finite\n";
    return;
  case DirectionalResult::Unclear:
    os << "not to be told in " << countOf(answers, worst->kind)
       << ": both modes " << number(worst->forward) << ", differences "
       << number(worst->slope) << " with an error of up to "
       << llvm::format("%.1e", worst->uncertainty) << "\n";
    break;
  case DirectionalResult::NotDifferentiable:
    os << (worst->left || precision.isDouble() ? "not differentiable here in "
                                               : "not to be told in ")
       << countOf(answers, worst->kind) << ": both modes "
       << number(worst->forward) << ", ";
    if (worst->left)
      os << "differences " << number(*worst->left) << " to one side and "
         << number(*worst->right) << " to the other\n";
    else
      os << "differences do not settle\n";
    break;
  case DirectionalResult::Disagrees:
    os << "DISAGREES in " << countOf(answers, worst->kind) << ": forward mode "
       << number(worst->forward) << ", reverse mode " << number(worst->reverse)
       << ", differences " << number(worst->slope) << "\n";
    if (!std::isfinite(worst->forward) || !std::isfinite(worst->reverse))
      os << "    --trace-nan tells where what is not finite arises, of a "
            "function "
            "that asks for that derivative\n";
    break;
  }
  constexpr size_t most = 12;
  os << "    in the direction";
  for (double coefficient : direction.take_front(most))
    os << " " << number(coefficient);
  os << (direction.size() > most ? " ...\n" : "\n");
}
