// RUN: sg-opt %s --sg-static-memory-planning --split-input-file | FileCheck %s
// RUN: sg-opt %s --sg-static-memory-planning="kept alignment=64" --split-input-file | FileCheck %s --check-prefix=KEPT

// Buffers with disjoint live ranges share an offset: %a and %c. The arena is as
// large as the most that lives at once, in multiples of 256 bytes.
// CHECK-LABEL: func.func @chain(
// CHECK:         [[ARENA:%[a-z0-9_]+]] = memref.alloc() {alignment = 256 : i64} : memref<1024xi8>
// CHECK:         [[A:%[a-z0-9_]+]] = memref.view [[ARENA]][%c0{{(_[0-9]+)?}}][] : memref<1024xi8> to memref<100xf32>
// CHECK-NEXT:    linalg.exp {{.*}} outs([[A]]
// CHECK:         [[B:%[a-z0-9_]+]] = memref.view [[ARENA]][%c512{{(_[0-9]+)?}}][]
// CHECK-NEXT:    linalg.exp ins([[A]] {{.*}} outs([[B]]
// CHECK-NOT:     memref.dealloc
// CHECK:         [[C:%[a-z0-9_]+]] = memref.view [[ARENA]][%c0{{(_[0-9]+)?}}][]
// CHECK-NEXT:    linalg.exp ins([[B]] {{.*}} outs([[C]]
// CHECK-NOT:     memref.dealloc %
// CHECK:         memref.dealloc [[ARENA]]
// CHECK-NEXT:    return

// The runtime's arena is passed as an address and given back at the end.
// KEPT-LABEL:  func.func @chain(
// KEPT:          [[BYTES:%[a-z0-9_]+]] = llvm.mlir.constant(896 : i64)
// KEPT:          [[ADDRESS:%[a-z0-9_]+]] = llvm.call @sgrt_device_arena([[BYTES]])
// KEPT:          llvm.insertvalue [[ADDRESS]]
// KEPT:          unrealized_conversion_cast {{.*}} to memref<896xi8>
// KEPT-NOT:      memref.alloc
// KEPT-NOT:      memref.dealloc
// KEPT:          llvm.call @sgrt_device_give_arena([[ADDRESS]])
// KEPT-NEXT:     return
func.func @chain(%x: memref<100xf32>, %y: memref<100xf32>) {
  %a = memref.alloc() : memref<100xf32>
  linalg.exp ins(%x : memref<100xf32>) outs(%a : memref<100xf32>)
  %b = memref.alloc() {alignment = 64 : i64} : memref<100xf32>
  linalg.exp ins(%a : memref<100xf32>) outs(%b : memref<100xf32>)
  memref.dealloc %a : memref<100xf32>
  %c = memref.alloc() : memref<100xf32>
  linalg.exp ins(%b : memref<100xf32>) outs(%c : memref<100xf32>)
  memref.dealloc %b : memref<100xf32>
  linalg.exp ins(%c : memref<100xf32>) outs(%y : memref<100xf32>)
  memref.dealloc %c : memref<100xf32>
  return
}

// -----

// The largest buffer is placed first, each into the smallest gap that fits. When %d
// is first used, 1024 bytes at offset 0 are free, and 512 bytes between live buffers.
// CHECK-LABEL: func.func @gaps(
// CHECK:         memref.alloc() {{.*}} : memref<2560xi8>
// CHECK:         [[AT:%[a-z0-9_]+]] = arith.constant 1792 : index
// CHECK-NEXT:    memref.view {{.*}}[[[AT]]][] : memref<2560xi8> to memref<64xf32>
func.func @gaps(%v: f32) {
  %d = memref.alloc() : memref<64xf32>
  %q = memref.alloc() : memref<192xf32>
  %s = memref.alloc() : memref<60xf32>
  %p = memref.alloc() : memref<256xf32>
  %r = memref.alloc() : memref<128xf32>
  linalg.fill ins(%v : f32) outs(%s : memref<60xf32>)
  linalg.fill ins(%v : f32) outs(%r : memref<128xf32>)
  linalg.fill ins(%v : f32) outs(%q : memref<192xf32>)
  linalg.fill ins(%v : f32) outs(%p : memref<256xf32>)
  memref.dealloc %p : memref<256xf32>
  memref.dealloc %r : memref<128xf32>
  linalg.fill ins(%v : f32) outs(%d : memref<64xf32>)
  memref.dealloc %d : memref<64xf32>
  memref.dealloc %q : memref<192xf32>
  memref.dealloc %s : memref<60xf32>
  return
}

// -----

// A buffer of one iteration gets an offset, too, distinct from buffers that
// live past the loop. Both branches share one offset.
// CHECK-LABEL: func.func @nested(
// CHECK:         memref.alloc() {{.*}} : memref<512xi8>
// CHECK-NOT:     memref.alloc
// CHECK:         memref.view {{.*}}[%c0{{(_[0-9]+)?}}]
// CHECK:         scf.for
// CHECK-NEXT:      scf.if
// CHECK-NEXT:        [[THEN:%[a-z0-9_]+]] = arith.constant 256 : index
// CHECK-NEXT:        memref.view {{.*}}[[[THEN]]]
// CHECK:           } else {
// CHECK-NEXT:        [[ELSE:%[a-z0-9_]+]] = arith.constant 256 : index
// CHECK-NEXT:        memref.view {{.*}}[[[ELSE]]]
// CHECK-COUNT-1: memref.dealloc
// CHECK-NOT:     memref.dealloc
func.func @nested(%x: memref<8xf32>, %n: index, %positive: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %kept = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%kept : memref<8xf32>)
  scf.for %i = %c0 to %n step %c1 {
    scf.if %positive {
      %a = memref.alloc() : memref<8xf32>
      linalg.exp ins(%kept : memref<8xf32>) outs(%a : memref<8xf32>)
      memref.dealloc %a : memref<8xf32>
    } else {
      %b = memref.alloc() : memref<8xf32>
      linalg.log ins(%x : memref<8xf32>) outs(%b : memref<8xf32>)
      memref.dealloc %b : memref<8xf32>
    }
  }
  %same = memref.cast %kept : memref<8xf32> to memref<?xf32>
  memref.dealloc %same : memref<?xf32>
  return
}

// -----

// An allocation stays if its size is unknown, if it has no elements, if its
// block does not always free it, if several iterations may own it at once, or
// if it exceeds the memory of any machine.
// CHECK-LABEL: func.func @others(
// CHECK-NOT:     memref.view
// KEPT-LABEL:  func.func @others(
// KEPT-NOT:      sgrt_device_arena
func.func @others(%n: index, %is_free: i1, %v: f32) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %dynamic = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %dynamic : memref<?xf32>
  %empty = memref.alloc() : memref<0x4xf32>
  memref.dealloc %empty : memref<0x4xf32>
  %large = memref.alloc() : memref<1000000000000xf32>
  memref.dealloc %large : memref<1000000000000xf32>
  %at_times = memref.alloc() : memref<4xf32>
  scf.if %is_free {
    memref.dealloc %at_times : memref<4xf32>
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %each = memref.alloc() : memref<4xf32>
    memref.dealloc %each : memref<4xf32>
  }
  %result = memref.alloc() : memref<4xf32>
  return %result : memref<4xf32>
}

// -----

// A recursive function would hold one arena per call, for longer than
// needed.
// CHECK-LABEL: func.func @recursive(
// CHECK:         memref.alloc() : memref<8xf32>
// CHECK-LABEL: func.func private @other(
// CHECK:         memref.alloc() : memref<8xf32>
func.func @recursive(%x: memref<8xf32>, %isDone: i1) {
  %a = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  memref.dealloc %a : memref<8xf32>
  scf.if %isDone {
    func.call @other(%x, %isDone) : (memref<8xf32>, i1) -> ()
  }
  return
}
func.func private @other(%x: memref<8xf32>, %isDone: i1) {
  %a = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  memref.dealloc %a : memref<8xf32>
  func.call @recursive(%x, %isDone) : (memref<8xf32>, i1) -> ()
  return
}
