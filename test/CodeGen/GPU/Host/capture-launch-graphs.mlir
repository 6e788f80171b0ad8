// RUN: sg-opt %s --sg-capture-launch-graphs | FileCheck %s

module attributes {gpu.container_module} {
// Each call site has a distinct address.
// CHECK-DAG: llvm.mlir.global internal @[[LOOP:sg.launches[_0-9]*]](0 : i8)
// CHECK-DAG: llvm.mlir.global internal @[[FIRST:sg.launches[_0-9]*]](0 : i8)
// CHECK-DAG: llvm.mlir.global internal @[[SECOND:sg.launches[_0-9]*]](0 : i8)
gpu.binary @kernels [#gpu.object<#nvvm.target, assembly = ".version 7.0">]
llvm.func @sgrt_device_read(!llvm.ptr, !llvm.ptr, i64)

// The loop body only launches, even if only once; queries and computations of
// the host in between do not matter.
// CHECK-LABEL: func.func @loop(
// CHECK:         scf.for
// CHECK:           [[PLACE:%[a-z0-9_]+]] = llvm.mlir.addressof @sg.launches
// CHECK-NEXT:      llvm.call @sgrt_device_begin([[PLACE]])
// CHECK-NEXT:      gpu.launch_func
// CHECK-NEXT:      arith.addi
// CHECK-NEXT:      memref.dim
// CHECK-NEXT:      cf.assert
// CHECK-NEXT:      gpu.launch_func
// CHECK-NEXT:      llvm.call @sgrt_device_end()
// CHECK-NEXT:    }
func.func @loop(%x: memref<?xf32>, %n: index, %ok: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf32>)
    %next = arith.addi %i, %c1 : index
    %size = memref.dim %x, %next : memref<?xf32>
    cf.assert %ok, "not ok"
    gpu.launch_func @kernels::@k blocks in (%size, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf32>)
  }
  return
}

// Four launches outside a loop form a graph; not across a read, an allocation
// or a branch with launches, and not fewer than four.
// CHECK-LABEL: func.func @sequences(
// CHECK:         llvm.call @sgrt_device_begin
// CHECK-COUNT-4: gpu.launch_func
// CHECK:         llvm.call @sgrt_device_end
// CHECK-NEXT:    llvm.call @sgrt_device_read
// CHECK-NOT:     @sgrt_device_begin
// CHECK-COUNT-3: gpu.launch_func
// CHECK-NEXT:    memref.alloc
// CHECK-NEXT:    gpu.launch_func
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      gpu.launch_func
// CHECK-NEXT:    }
// CHECK:         llvm.call @sgrt_device_begin
// CHECK-COUNT-4: gpu.launch_func
// CHECK:         llvm.call @sgrt_device_end
// CHECK-NEXT:    memref.dealloc
func.func @sequences(%x: memref<?xf32>, %n: index, %yes: i1, %p: !llvm.ptr, %bytes: i64) {
  %c1 = arith.constant 1 : index
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf32>)
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf32>)
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf32>)
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf32>)
  llvm.call @sgrt_device_read(%p, %p, %bytes) : (!llvm.ptr, !llvm.ptr, i64) -> ()
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf32>)
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf32>)
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf32>)
  %y = memref.alloc(%n) : memref<?xf32>
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%y : memref<?xf32>)
  scf.if %yes {
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%y : memref<?xf32>)
  }
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%y : memref<?xf32>)
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%y : memref<?xf32>)
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%y : memref<?xf32>)
  gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%y : memref<?xf32>)
  memref.dealloc %y : memref<?xf32>
  return
}

// A body that also allocates does more than launch.
// CHECK-LABEL: func.func @allocates(
// CHECK-NOT:     @sgrt_device_begin
// CHECK:         return
func.func @allocates(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.alloc(%i) : memref<?xf32>
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf32>)
    memref.dealloc %x : memref<?xf32>
  }
  return
}
}
