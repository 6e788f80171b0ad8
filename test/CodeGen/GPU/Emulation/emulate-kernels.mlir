// RUN: sg-opt %s --sg-flatten-kernel-arguments --sg-emulate-kernels --cse | FileCheck %s
// RUN: sg-opt %s --sg-flatten-kernel-arguments --sg-emulate-kernels=check --cse | FileCheck %s --check-prefix=CHECKED

// A GPU module becomes a table. Each kernel has a name, a function, a string
// of address (p) and value (v) arguments, a flag if its threads wait for each other (1), and 24
// bytes of shared memory, rounded up to a multiple of 16. Checks add 2.
// CHECK-DAG: llvm.mlir.global internal constant [[ARGUMENTS:@[a-z_.0-9]+]]("pvv\00")
// CHECK-DAG: llvm.mlir.global internal @sg.kernels() {{.*}}!llvm.struct<(ptr, ptr, i64)>
// CHECK-DAG: llvm.mlir.global internal constant [[MEET:@[a-z_.0-9]+]]("meet\00")
// CHECK:     [[TEXT:%[0-9]+]] = llvm.mlir.addressof [[ARGUMENTS]]
// CHECK:     llvm.insertvalue [[TEXT]], {{%[0-9]+}}[0, 2]
// CHECK:     [[FUNCTION:%[a-z0-9_]+]] = func.constant @sg.kernel.meet
// CHECK:     [[NAME:%[0-9]+]] = llvm.mlir.addressof [[MEET]]
// CHECK:     [[ADDRESS:%[0-9]+]] = builtin.unrealized_conversion_cast [[FUNCTION]]
// CHECK:     [[COOPERATES:%[0-9]+]] = llvm.mlir.constant(1 : i64)
// CHECK:     [[BYTES:%[0-9]+]] = llvm.mlir.constant(32 : i64)
// CHECK:     llvm.insertvalue [[NAME]], {{%[0-9]+}}[1, 0]
// CHECK:     llvm.insertvalue [[ADDRESS]], {{%[0-9]+}}[1, 1]
// CHECK:     llvm.insertvalue [[COOPERATES]], {{%[0-9]+}}[1, 3]
// CHECK:     llvm.insertvalue [[BYTES]], {{%[0-9]+}}[1, 4]
// CHECKED:   [[BOTH:%[0-9]+]] = llvm.mlir.constant(3 : i64)
// CHECKED:   llvm.insertvalue [[BOTH]], {{%[0-9]+}}[1, 3]
// CHECK:     llvm.mlir.global internal constant [[$WHERE:@[a-z_.0-9]+]]("{{.*}}emulate-kernels.mlir:[[#@LINE+54]]:7: 'gpu.barrier'\00")
module attributes {gpu.container_module} {
  // A launch looks like a launch on a GPU.
  // CHECK-LABEL: func.func @f(
  // CHECK-SAME:  {{%[a-z0-9]+}}: memref<?xf32>, [[FACTOR:%[a-z0-9]+]]: f32, [[N:%[a-z0-9]+]]: index
  // CHECK:       [[ADDRESSES:%[a-z0-9]+]] = llvm.alloca
  // CHECK:       [[PLACE:%[a-z0-9]+]] = llvm.alloca {{%[a-z0-9]+}} x f32
  // CHECK:       llvm.store [[FACTOR]], [[PLACE]]
  // CHECK:       [[KERNELS:%[a-z0-9]+]] = llvm.mlir.addressof @sg.kernels
  // CHECK:       [[TEXT:%[a-z0-9]+]] = llvm.mlir.addressof
  // CHECK:       [[THREADS:%[a-z0-9]+]] = arith.index_cast [[N]]
  // CHECK:       llvm.call @sgrt_device_launch([[KERNELS]], [[TEXT]], %c0_i64, {{%[a-z0-9]+}}, {{%[a-z0-9]+}}, {{%[a-z0-9]+}}, [[THREADS]], {{%[a-z0-9]+}}, {{%[a-z0-9]+}}, [[ADDRESSES]], %c3_i64, {{%[a-z0-9]+}})
  func.func @f(%x: memref<?xf32>, %factor: f32, %n: index) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@scale blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%x : memref<?xf32>, %factor : f32)
    return
  }

  gpu.module @kernels {
    // A kernel is a function of the addresses of its arguments and its position in the grid.
    // CHECK-LABEL: func.func private @sg.kernel.scale(
    // CHECK-SAME:  [[ARGUMENTS:%[a-z0-9]+]]: !llvm.ptr, [[POSITION:%[a-z0-9]+]]: !llvm.ptr)
    // CHECK:       [[THIRD:%[a-z0-9]+]] = llvm.getelementptr [[ARGUMENTS]][16]
    // CHECK:       [[ADDRESS:%[a-z0-9]+]] = llvm.load [[THIRD]]
    // CHECK:       [[FACTOR:%[a-z0-9]+]] = llvm.load [[ADDRESS]] : !llvm.ptr -> f32
    // CHECK:       [[PLACE:%[a-z0-9]+]] = llvm.getelementptr [[POSITION]][24]
    // CHECK:       [[NUMBER:%[a-z0-9]+]] = llvm.load [[PLACE]] : !llvm.ptr -> i64
    // CHECK:       [[I:%[a-z0-9]+]] = arith.index_cast [[NUMBER]] : i64 to index
    // CHECK:       [[V:%[a-z0-9]+]] = memref.load {{%[a-z0-9_]+}}[[[I]]]
    // CHECK:       arith.mulf [[V]], [[FACTOR]]
    // CHECK:       return
    gpu.func @scale(%x: memref<?xf32>, %factor: f32) kernel {
      %i = gpu.thread_id x
      %v = memref.load %x[%i] : memref<?xf32>
      %s = arith.mulf %v, %factor : f32
      memref.store %s, %x[%i] : memref<?xf32>
      gpu.return
    }

    // Shared memory is found there as well and is accessed like other memory;
    // with checks, its accesses are reported.
    // CHECK-LABEL: func.func private @sg.kernel.meet(
    // CHECK:       llvm.getelementptr {{%[a-z0-9]+}}[96]
    // CHECK-NOT:   workgroup
    // CHECK:       memref.store {{.*}} : memref<6xf32>
    // CHECK-NOT:   sgrt_access
    // CHECK:       [[TEXT:%[a-z0-9]+]] = llvm.mlir.addressof [[$WHERE]]
    // CHECK:       llvm.call @sgrt_barrier([[TEXT]])
    // CHECKED-LABEL: func.func private @sg.kernel.meet(
    // CHECKED:       llvm.call @sgrt_access({{%[a-z0-9]+}}, %c1_i32, {{%[a-z0-9]+}}, %c4_i64)
    // CHECKED-NEXT:  memref.store
    gpu.func @meet(%x: f32) workgroup(%memory : memref<6xf32, #gpu.address_space<workgroup>>) kernel {
      %i = gpu.lane_id
      memref.store %x, %memory[%i] : memref<6xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      gpu.return
    }
  }
}
