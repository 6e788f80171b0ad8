// Each part of a file, between marker lines, is reduced separately.
//
// RUN: sg-reduce %s --split-input-file --reduce-greedily=test=/bin/false | FileCheck %s
// RUN: sg-reduce %s --split-input-file="// ot"her --reduce-greedily=test=/bin/false | FileCheck %s --check-prefix=OTHER
// RUN: sg-reduce - --reduce-greedily=test=/bin/false < %s | FileCheck %s --check-prefix=WHOLE
// RUN: not sg-reduce %s.missing --reduce-greedily=test=/bin/false 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not sg-reduce %S/Inputs/wrong-rule-reduced.mlir --reduce-greedily 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: sed 's/func.func/"foreign.op"() : () -> () func.func/' %s | not sg-reduce - --reduce-greedily=test=/bin/false 2>&1 | FileCheck %s --check-prefix=UNREGISTERED
// RUN: sed 's/func.func/"foreign.op"() : () -> () func.func/' %s | sg-reduce - --allow-unregistered-dialect --reduce-greedily=test=/bin/false | FileCheck %s --check-prefix=WHOLE

// CHECK:      module {
// CHECK-NEXT: }
// CHECK:      // -----
// CHECK:      module {
// CHECK-NEXT: }
// OTHER:      module {
// OTHER-NEXT: }
// OTHER:      // o{{ther}}
// OTHER:      module {
// OTHER-NEXT: }
// WHOLE:      module {
// WHOLE-NOT:  // -----
// MISSING:    cannot read '{{.*}}split.mlir.missing': No such file or directory
// WRONG:      error:
// UNREGISTERED: error: operation being parsed with an unregistered dialect
func.func @f(%x: f64) -> f64 {
  return %x : f64
}
// -----
func.func @g(%x: f64) -> f64 {
  return %x : f64
}
// other
func.func @h(%x: f64) -> f64 {
  return %x : f64
}
