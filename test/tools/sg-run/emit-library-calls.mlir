// Native code calls memset for a large fill and memcpy for a large copy. As
// loops over bytes they took half of the time of a program that does little
// other work.
// UNSUPPORTED: asan, tsan
//
// RUN: sg-run %s --device=cpu --function=fill --emit=obj --emit-to=%t.fill
// RUN: llvm-nm --undefined-only %t.fill.o | FileCheck %s --check-prefix=FILL
// FILL: U memset
// RUN: sg-run %s --device=cpu --function=copy --emit=obj --emit-to=%t.copy
// RUN: llvm-nm --undefined-only %t.copy.o | FileCheck %s --check-prefix=COPY
// COPY: U memcpy
func.func @fill(%x: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %y = linalg.fill ins(%zero : f64) outs(%x : tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}
func.func @copy(%x: tensor<?xf64>) -> tensor<?xf64> {
  return %x : tensor<?xf64>
}
