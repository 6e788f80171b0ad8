// A module that the test does not find interesting is an error: nothing could
// be reduced. A module that is always interesting is reduced to nothing.
//
// RUN: not sg-reduce %s --reduce-greedily=test=/bin/true 2>&1 | FileCheck %s
// RUN: sg-reduce %s --reduce-greedily=test=/bin/false | FileCheck %s --check-prefix=ALWAYS
// RUN: not sg-reduce %s --reduce-greedily 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not sg-reduce %s --reduce-greedily=test=/nowhere 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NONE: error: reduce-greedily: there is no program ''; give the path of a test by test=FILE
// NOWHERE: error: reduce-greedily: there is no program '/nowhere'; give the path of a test by test=FILE
// CHECK: error: reduce-greedily: the test does not find the module interesting

// ALWAYS:      module {
// ALWAYS-NEXT: }
func.func @f(%x: f64) -> f64 {
  %y = math.sin %x : f64
  return %y : f64
}
