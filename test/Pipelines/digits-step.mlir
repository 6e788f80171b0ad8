// A training step copies nothing: the new weights are computed in the caller's
// result memory. Each temporary in memory takes one buffer, and so does the
// panel of a product.
// RUN: sg-opt %source/bench/digits-step.mlir --sg-lower-to-cpu=vector-bits=256 -o %t.lowered
// RUN: FileCheck %s --input-file=%t.lowered
// RUN: FileCheck %s --input-file=%t.lowered --check-prefix=NO-COPY

// CHECK: llvm.func internal @sg.inner.step(
// CHECK-COUNT-17: llvm.call @sgrt_alloc(
// CHECK-NOT: llvm.call @sgrt_alloc(

// NO-COPY-NOT: llvm.intr.mem{{cpy|move}}
// NO-COPY-NOT: @mem{{cpy|move|refCopy}}
