//===- header.h - What a reference is made of -------------------*- C++ -*-===//
//
// hidden: Part of the sg project.
//
//===----------------------------------------------------------------------===//
//
// What the header is for: List<int> and 2 * 3, *p and `a*b<c>`.
//
//   make(list);
//
// docs/C.md has more:
// * one
// * two
//
//===----------------------------------------------------------------------===//

#ifndef SG_HIDDEN_H
#define SG_HIDDEN_H

#include <hidden>

namespace hidden {
inline namespace hidden {

class hiddenForward;

namespace detail {

/// hidden: An implementation.
struct hiddenDetail {};

} // namespace detail

//===----------------------------------------------------------------------===//
// The first part
//===----------------------------------------------------------------------===//

/// Two of a kind.
template <typename T>
class Pair {
public:
  /// The first.
  T first() const { return a; }

private:
  struct hiddenInside {
    int b;
  };
  T a;

public:
  T second() const;

private:
  T hiddenB;
};

/// Both ways.
///
/// Behind a line between.
Pair<int> make(int list = {});
void take(
    Pair<int> pair);

inline int twice(int x) {
  return 2 * x;
}

} // namespace hidden
} // namespace hidden

#endif // SG_HIDDEN_H
