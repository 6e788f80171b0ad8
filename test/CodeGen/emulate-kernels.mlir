// RUN: sg-opt %s --sg-emulate-kernels --cse | FileCheck %s
// RUN: sg-opt %s --sg-emulate-kernels=check --cse | FileCheck %s --check-prefix=CHECKED

// CHECK:     module {
// CHECK-DAG: llvm.mlir.global internal constant [[$NAME:@[a-z_.0-9]+]]("scale\00")
// CHECK-DAG: llvm.mlir.global internal constant [[$WHERE:@[a-z_.0-9]+]]("{{.*}}emulate-kernels.mlir:[[#@LINE+68]]:7: 'gpu.barrier'\00")
module attributes {gpu.container_module} {
  // A launch tells the runtime the function, what it needs, how many threads, and the arguments.
  // CHECK-LABEL: func.func @f(
  // CHECK-SAME:  [[X:%[a-z0-9]+]]: memref<?xf32>, [[FACTOR:%[a-z0-9]+]]: f32, [[N:%[a-z0-9]+]]: index
  // CHECK:       [[ADDRESSES:%[a-z0-9]+]] = llvm.alloca
  // CHECK:       [[PLACE:%[a-z0-9]+]] = llvm.alloca {{%[a-z0-9]+}} x f32
  // CHECK:       llvm.store [[FACTOR]], [[PLACE]]
  // CHECK:       llvm.store [[PLACE]], {{%[a-z0-9]+}} : !llvm.ptr, !llvm.ptr
  // CHECK:       [[FUNCTION:%[a-z0-9_]+]] = constant @sg.kernel.scale
  // CHECK:       [[KERNEL:%[a-z0-9]+]] = builtin.unrealized_conversion_cast [[FUNCTION]]
  // CHECK:       [[TEXT:%[a-z0-9]+]] = llvm.mlir.addressof [[$NAME]]
  // CHECK:       [[THREADS:%[a-z0-9]+]] = arith.index_cast [[N]]
  // CHECK:       llvm.call @sgrt_emulate([[KERNEL]], [[TEXT]], %c0_i32, %c0_i64, {{%[a-z0-9]+}}, {{%[a-z0-9]+}}, {{%[a-z0-9]+}}, [[THREADS]], {{%[a-z0-9]+}}, {{%[a-z0-9]+}}, [[ADDRESSES]])
  func.func @f(%x: memref<?xf32>, %factor: f32, %n: index) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@scale blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%x : memref<?xf32>, %factor : f32)
    return
  }

  // Here threads wait for each other (1), with 24 bytes of memory, up to a multiple of 16; with
  // checks 2 is added.
  // CHECK-LABEL:   func.func @g(
  // CHECK:         llvm.call @sgrt_emulate({{%[a-z0-9]+}}, {{%[a-z0-9]+}}, %c1_i32, %c32_i64,
  // CHECKED-LABEL: func.func @g(
  // CHECKED:       llvm.call @sgrt_emulate({{%[a-z0-9]+}}, {{%[a-z0-9]+}}, %c3_i32, %c32_i64,
  func.func @g(%x: f32, %n: index) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@meet blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%x : f32)
    return
  }

  gpu.module @kernels {
    // A kernel is a function of the addresses of its arguments, and of where it is.
    // CHECK-LABEL: func.func private @sg.kernel.scale(
    // CHECK-SAME:  [[ARGUMENTS:%[a-z0-9]+]]: !llvm.ptr, [[POSITION:%[a-z0-9]+]]: !llvm.ptr)
    // CHECK:       [[SECOND:%[a-z0-9]+]] = llvm.getelementptr [[ARGUMENTS]][8]
    // CHECK:       [[ADDRESS:%[a-z0-9]+]] = llvm.load [[SECOND]]
    // CHECK:       [[FACTOR:%[a-z0-9]+]] = llvm.load [[ADDRESS]] : !llvm.ptr -> f32
    // CHECK:       [[PLACE:%[a-z0-9]+]] = llvm.getelementptr [[POSITION]][24]
    // CHECK:       [[NUMBER:%[a-z0-9]+]] = llvm.load [[PLACE]] : !llvm.ptr -> i64
    // CHECK:       [[I:%[a-z0-9]+]] = arith.index_cast [[NUMBER]] : i64 to index
    // CHECK:       [[V:%[a-z0-9]+]] = memref.load {{%[a-z0-9]+}}[[[I]]]
    // CHECK:       arith.mulf [[V]], [[FACTOR]]
    // CHECK:       return
    gpu.func @scale(%x: memref<?xf32>, %factor: f32) kernel {
      %i = gpu.thread_id x
      %v = memref.load %x[%i] : memref<?xf32>
      %s = arith.mulf %v, %factor : f32
      memref.store %s, %x[%i] : memref<?xf32>
      gpu.return
    }

    // Memory of the block is found there too, and is like any other; with checks, what is done
    // with it is told.
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
