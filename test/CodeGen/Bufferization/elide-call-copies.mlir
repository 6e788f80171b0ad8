// Memory that a call only reads is passed without a copy. Memory owned by the
// function is freed after its last use.
//
// RUN: sg-opt %s --sg-elide-call-copies | FileCheck %s

func.func private @reads(%x: memref<?xf64>) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  %y = memref.alloc(%n) : memref<?xf64>
  memref.copy %x, %y : memref<?xf64> to memref<?xf64>
  return %y : memref<?xf64>
}

func.func private @writes(%x: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  memref.store %one, %x[%c0] : memref<?xf64>
  return
}

// It writes to its second argument through a call, and not to the first.
func.func private @writes_second(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %isLast = arith.cmpi eq, %n, %c0 : index
  scf.if %isLast {
    func.call @writes(%y) : (memref<?xf64>) -> ()
  } else {
    func.call @writes_second(%x, %y, %c0) : (memref<?xf64>, memref<?xf64>, index) -> ()
  }
  return
}

func.func private @external(%x: memref<?xf64>)

// Each call reads its argument, and no buffer lives longer than its last read.
// CHECK-LABEL: func @chain(
// CHECK-SAME:      [[X:%[a-z0-9_]+]]: memref
// CHECK-NOT:     memref.copy
// CHECK:         [[Y:%[a-z0-9_]+]] = call @reads([[X]])
// CHECK-NEXT:    [[Z:%[a-z0-9_]+]] = call @reads([[Y]])
// CHECK-NEXT:    memref.dealloc [[Y]]
// CHECK-NEXT:    [[W:%[a-z0-9_]+]] = call @reads([[Z]])
// CHECK-NEXT:    memref.dealloc [[Z]]
// CHECK:         return [[W]]
func.func @chain(%x: memref<?xf64>, %n: index) -> memref<?xf64> {
  %true = arith.constant true
  %copy = memref.alloc(%n) : memref<?xf64>
  memref.copy %x, %copy : memref<?xf64> to memref<?xf64>
  %y = call @reads(%copy) : (memref<?xf64>) -> memref<?xf64>
  %z = call @reads(%y) : (memref<?xf64>) -> memref<?xf64>
  %w = call @reads(%z) : (memref<?xf64>) -> memref<?xf64>
  %owned = bufferization.dealloc (%copy, %y, %z : memref<?xf64>, memref<?xf64>, memref<?xf64>)
      if (%true, %true, %true) retain (%w : memref<?xf64>)
  return %w : memref<?xf64>
}

// Memory that a call writes to is copied if the caller reads it later or may
// read it later.
// CHECK-LABEL: func @written(
// CHECK:         [[COPY:%[a-z0-9_]+]] = memref.alloc
// CHECK-NEXT:    memref.copy {{%[a-z0-9_]+}}, [[COPY]]
// CHECK-NEXT:    call @writes([[COPY]])
// CHECK-NEXT:    memref.dealloc [[COPY]]
func.func @written(%x: memref<?xf64>, %n: index) {
  %true = arith.constant true
  %copy = memref.alloc(%n) : memref<?xf64>
  memref.copy %x, %copy : memref<?xf64> to memref<?xf64>
  call @writes(%copy) : (memref<?xf64>) -> ()
  bufferization.dealloc (%copy : memref<?xf64>) if (%true)
  return
}

// The first argument is passed without a copy; the second is copied, since the
// recursion writes to it.
// CHECK-LABEL: func @recursion(
// CHECK-SAME:      [[X:%[a-z0-9_]+]]: memref
// CHECK:         [[COPY:%[a-z0-9_]+]] = memref.alloc
// CHECK-NEXT:    memref.copy [[X]], [[COPY]]
// CHECK-NEXT:    call @writes_second([[X]], [[COPY]],
func.func @recursion(%x: memref<?xf64>, %n: index) {
  %true = arith.constant true
  %first = memref.alloc(%n) : memref<?xf64>
  memref.copy %x, %first : memref<?xf64> to memref<?xf64>
  %second = memref.alloc(%n) : memref<?xf64>
  memref.copy %x, %second : memref<?xf64> to memref<?xf64>
  call @writes_second(%first, %second, %n) : (memref<?xf64>, memref<?xf64>, index) -> ()
  bufferization.dealloc (%first, %second : memref<?xf64>, memref<?xf64>) if (%true, %true)
  return
}

// The second argument overwrites the first: it stays a copy.
// CHECK-LABEL: func @shared(
// CHECK-SAME:      [[X:%[a-z0-9_]+]]: memref
// CHECK:         [[COPY:%[a-z0-9_]+]] = memref.alloc
// CHECK-NEXT:    memref.copy [[X]], [[COPY]]
// CHECK-NEXT:    call @writes_second([[COPY]], [[X]],
func.func @shared(%x: memref<?xf64>, %n: index) {
  %true = arith.constant true
  %first = memref.alloc(%n) : memref<?xf64>
  memref.copy %x, %first : memref<?xf64> to memref<?xf64>
  call @writes_second(%first, %x, %n) : (memref<?xf64>, memref<?xf64>, index) -> ()
  bufferization.dealloc (%first : memref<?xf64>) if (%true)
  return
}

// Memory that is not read later is passed without a copy, also to a call that writes to it.
// CHECK-LABEL: func @handed_over(
// CHECK:         [[Y:%[a-z0-9_]+]] = call @reads(
// CHECK-NEXT:    call @writes([[Y]])
// CHECK-NEXT:    memref.dealloc [[Y]]
// CHECK-NOT:     dealloc [[Y]]
func.func @handed_over(%x: memref<?xf64>, %n: index) {
  %true = arith.constant true
  %y = call @reads(%x) : (memref<?xf64>) -> memref<?xf64>
  %copy = memref.alloc(%n) : memref<?xf64>
  memref.copy %y, %copy : memref<?xf64> to memref<?xf64>
  call @writes(%copy) : (memref<?xf64>) -> ()
  bufferization.dealloc (%y, %copy : memref<?xf64>, memref<?xf64>) if (%true, %true)
  return
}

// Nothing is known about a function without a body.
// CHECK-LABEL: func @unknown(
// CHECK:         memref.copy
// CHECK-NEXT:    call @external(
func.func @unknown(%x: memref<?xf64>, %n: index) {
  %true = arith.constant true
  %copy = memref.alloc(%n) : memref<?xf64>
  memref.copy %x, %copy : memref<?xf64> to memref<?xf64>
  call @external(%copy) : (memref<?xf64>) -> ()
  bufferization.dealloc (%copy : memref<?xf64>) if (%true)
  return
}

// A function may return the same memory twice: neither is freed without the other.
// CHECK-LABEL: func @returned_twice(
// CHECK:         [[Y:%[a-z0-9_]+]]:2 = call @twice(
// CHECK-NOT:     memref.dealloc [[Y]]#
// CHECK:         bufferization.dealloc ([[Y]]#0, [[Y]]#1 :
func.func private @twice(%n: index) -> (memref<?xf64>, memref<?xf64>) {
  %y = memref.alloc(%n) : memref<?xf64>
  return %y, %y : memref<?xf64>, memref<?xf64>
}
func.func @returned_twice(%n: index) -> memref<?xf64> {
  %true = arith.constant true
  %y:2 = call @twice(%n) : (index) -> (memref<?xf64>, memref<?xf64>)
  %z = call @reads(%y#0) : (memref<?xf64>) -> memref<?xf64>
  %w = call @reads(%y#1) : (memref<?xf64>) -> memref<?xf64>
  %owned = bufferization.dealloc (%y#0, %y#1, %z : memref<?xf64>, memref<?xf64>, memref<?xf64>)
      if (%true, %true, %true) retain (%w : memref<?xf64>)
  return %w : memref<?xf64>
}

// Memory that becomes a pointer is not tracked any further.
// CHECK-LABEL: func @pointer(
// CHECK:         [[MEMORY:%[a-z0-9_]+]] = memref.alloc
// CHECK:         call @use(
// CHECK:         bufferization.dealloc ([[MEMORY]]
func.func private @use(%x: index)
func.func @pointer(%n: index) {
  %true = arith.constant true
  %memory = memref.alloc(%n) : memref<?xf64>
  %pointer = memref.extract_aligned_pointer_as_index %memory : memref<?xf64> -> index
  call @use(%pointer) : (index) -> ()
  bufferization.dealloc (%memory : memref<?xf64>) if (%true)
  return
}

// A buffer written to after it was copied differs from the copy.
// CHECK-LABEL: func @before_a_write(
// CHECK-SAME:      [[X:%[a-z0-9_]+]]: memref
// CHECK:         memref.copy [[X]], [[COPY:%[a-z0-9_]+]]
// CHECK:         call @writes([[X]])
// CHECK-NEXT:    call @reads([[COPY]])
func.func @before_a_write(%x: memref<?xf64>, %n: index) -> memref<?xf64> {
  %true = arith.constant true
  %copy = memref.alloc(%n) : memref<?xf64>
  memref.copy %x, %copy : memref<?xf64> to memref<?xf64>
  call @writes(%x) : (memref<?xf64>) -> ()
  %y = call @reads(%copy) : (memref<?xf64>) -> memref<?xf64>
  %owned = bufferization.dealloc (%copy : memref<?xf64>) if (%true) retain (%y : memref<?xf64>)
  return %y : memref<?xf64>
}

// Memory that may be a result, or whose owner a flag decides at run time, stays unchanged.
// CHECK-LABEL: func @left_alone(
// CHECK:         bufferization.dealloc ([[A:%[a-z0-9_]+]], [[B:%[a-z0-9_]+]] :
func.func @left_alone(%n: index, %c: i1) -> memref<?xf64> {
  %true = arith.constant true
  %a = memref.alloc(%n) : memref<?xf64>
  %b = memref.alloc(%n) : memref<?xf64>
  %one = arith.select %c, %a, %b : memref<?xf64>
  %owned = bufferization.dealloc (%a, %b : memref<?xf64>, memref<?xf64>)
      if (%true, %true) retain (%one : memref<?xf64>)
  return %one : memref<?xf64>
}

// Memory is allocated before its first use, also if that use is a view; not if
// it is passed to an op that is not tracked.
// CHECK-LABEL: func @late(
// CHECK:         [[OTHER:%[a-z0-9_]+]] = memref.alloc() : memref<6xf64>
// CHECK-NEXT:    memref.extract_aligned_pointer_as_index [[OTHER]]
// CHECK:         [[FIRST:%[a-z0-9_]+]] = memref.alloc() : memref<4xf64>
// CHECK-NEXT:    linalg.fill {{.*}} outs([[FIRST]]
// CHECK-NEXT:    memref.copy [[FIRST]]
// CHECK-NEXT:    [[SECOND:%[a-z0-9_]+]] = memref.alloc() : memref<5xf64>
// CHECK-NEXT:    memref.subview [[SECOND]]
func.func @late(%x: memref<4xf64>, %y: memref<4xf64>) {
  %zero = arith.constant 0.0 : f64
  %other = memref.alloc() : memref<6xf64>
  %second = memref.alloc() : memref<5xf64>
  %first = memref.alloc() : memref<4xf64>
  %pointer = memref.extract_aligned_pointer_as_index %other : memref<6xf64> -> index
  call @use(%pointer) : (index) -> ()
  linalg.fill ins(%zero : f64) outs(%first : memref<4xf64>)
  memref.copy %first, %x : memref<4xf64> to memref<4xf64>
  %part = memref.subview %second[1] [4] [1] : memref<5xf64> to memref<4xf64, strided<[1], offset: 1>>
  linalg.fill ins(%zero : f64) outs(%part : memref<4xf64, strided<[1], offset: 1>>)
  memref.copy %part, %y : memref<4xf64, strided<[1], offset: 1>> to memref<4xf64>
  memref.dealloc %first : memref<4xf64>
  memref.dealloc %second : memref<5xf64>
  memref.dealloc %other : memref<6xf64>
  return
}
