// The index dialect, and ops that linearize and delinearize indices.

// RUN: sg-run %s --function=arithmetic --input=-7 --input=2 --device=reference > %t.reference
// RUN: sg-run %s --function=arithmetic --input=-7 --input=2 --threads=1 > %t.native
// RUN: diff %t.reference %t.native
// RUN: FileCheck %s --input-file=%t.reference --check-prefix=ARITHMETIC
// ARITHMETIC:      result[0]: index=-5
// ARITHMETIC-NEXT: result[1]: index=-9
// ARITHMETIC-NEXT: result[2]: index=-14
// ARITHMETIC-NEXT: result[3]: index=-3
// ARITHMETIC-NEXT: result[4]: index=9223372036854775804
// ARITHMETIC-NEXT: result[5]: index=-3
// ARITHMETIC-NEXT: result[6]: index=9223372036854775805
// ARITHMETIC-NEXT: result[7]: index=-4
// ARITHMETIC-NEXT: result[8]: index=-1
// ARITHMETIC-NEXT: result[9]: index=1
// ARITHMETIC-NEXT: result[10]: index=2
// ARITHMETIC-NEXT: result[11]: index=-7
// ARITHMETIC-NEXT: result[12]: index=-7
// ARITHMETIC-NEXT: result[13]: index=2
// ARITHMETIC-NEXT: result[14]: index=-28
// ARITHMETIC-NEXT: result[15]: index=-2
// ARITHMETIC-NEXT: result[16]: index=4611686018427387902
// ARITHMETIC-NEXT: result[17]: index=0
// ARITHMETIC-NEXT: result[18]: index=-5
// ARITHMETIC-NEXT: result[19]: index=-5
func.func @arithmetic(%a: index, %b: index) -> (index, index, index, index, index, index, index, index, index, index,
    index, index, index, index, index, index, index, index, index, index) {
  %0 = index.add %a, %b
  %1 = index.sub %a, %b
  %2 = index.mul %a, %b
  %3 = index.divs %a, %b
  %4 = index.divu %a, %b
  %5 = index.ceildivs %a, %b
  %6 = index.ceildivu %a, %b
  %7 = index.floordivs %a, %b
  %8 = index.rems %a, %b
  %9 = index.remu %a, %b
  %10 = index.maxs %a, %b
  %11 = index.maxu %a, %b
  %12 = index.mins %a, %b
  %13 = index.minu %a, %b
  %14 = index.shl %a, %b
  %15 = index.shrs %a, %b
  %16 = index.shru %a, %b
  %17 = index.and %a, %b
  %18 = index.or %a, %b
  %19 = index.xor %a, %b
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19
      : index, index, index, index, index, index, index, index, index, index,
        index, index, index, index, index, index, index, index, index, index
}

// RUN: sg-run %s --function=others --input=-1 --input=1 --device=reference --expected-output=4294967295 --expected-output=-1 \
// RUN:   --expected-output=64 --expected-output=5 --expected-output=1 --expected-output=1 --expected-output=0
func.func @others(%n: i32, %a: index) -> (index, index, index, index, i1, i1, i1) {
  %unsigned = index.castu %n : i32 to index
  %signed = index.casts %n : i32 to index
  %bits = index.sizeof
  %five = index.constant 5
  %true = index.bool.constant true
  %less = index.cmp slt(%signed, %a)
  %below = index.cmp ult(%signed, %a)
  return %unsigned, %signed, %bits, %five, %true, %less, %below : index, index, index, index, i1, i1, i1
}

// RUN: sg-run %s --function=places --input=47 --input=5 --device=reference --expected-output=3 --expected-output=0 --expected-output=2 \
// RUN:   --expected-output=47 --expected-output=47
// RUN: sg-run %s --function=places --input=-1 --input=5 --device=reference --expected-output=-1 --expected-output=2 --expected-output=4 \
// RUN:   --expected-output=-1 --expected-output=-1
// RUN: sg-run %s --function=places --input=47 --input=5 --threads=1 --expected-output=3 --expected-output=0 --expected-output=2 \
// RUN:   --expected-output=47 --expected-output=47
func.func @places(%n: index, %size: index) -> (index, index, index, index, index) {
  %p:3 = affine.delinearize_index %n into (3, %size) : index, index, index
  %all = affine.linearize_index [%p#0, %p#1, %p#2] by (3, %size) : index
  %disjoint = affine.linearize_index disjoint [%p#0, %p#1, %p#2] by (100, 3, %size) : index
  return %p#0, %p#1, %p#2, %all, %disjoint : index, index, index, index, index
}

// RUN: not sg-run %s --function=divide --input=1 --input=0 --device=reference 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: 'index.divs': division by zero, or of the smallest integer by -1
func.func @divide(%a: index, %b: index) -> index {
  %c = index.divs %a, %b
  return %c : index
}
// RUN: not sg-run %s --function=shift --input=1 --input=64 --device=reference 2>&1 | FileCheck %s --check-prefix=SHIFT
// SHIFT: 'index.shl': result 0 of @shift depends on an element that this op leaves unset
func.func @shift(%a: index, %b: index) -> index {
  %c = index.shl %a, %b
  return %c : index
}
// RUN: not sg-run %s --function=places --input=47 --input=0 --device=reference 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: 'affine.delinearize_index': a size is not positive
// RUN: not sg-run %s --function=overlap --input=3 --device=reference 2>&1 | FileCheck %s --check-prefix=OVERLAP
// OVERLAP: 'affine.linearize_index': result 0 of @overlap depends on an element that this op leaves unset
func.func @overlap(%i: index) -> index {
  %c0 = arith.constant 0 : index
  %c = affine.linearize_index disjoint [%c0, %i] by (3) : index
  return %c : index
}

// RUN: sg-run %s --device=reference --function=poison --input=40 --input=true --expected-output=40
func.func @poison(%x: index, %c: i1) -> index {
  %p = ub.poison : index
  %z = arith.constant 0 : index
  %l = affine.linearize_index [%z, %p] by (3, 5) : index
  %r = arith.select %c, %x, %l : index
  return %r : index
}
