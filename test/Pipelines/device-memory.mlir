// REQUIRES: gpu
// RUN: sg-opt %s --sg-lower-to-nvvm --canonicalize | FileCheck %s

// All temporaries are in one arena: the sum follows the 400 bytes of the
// exponentials. The kernel that needs the sum and the host both read the sum
// from the arena. The arena is released at the end.
// CHECK-LABEL: llvm.func internal @sg.inner.f(
// CHECK-NOT:     @sgrt_device_alloc
// CHECK:         [[BYTES:%[0-9]+]] = llvm.mlir.constant(768 : i64)
// CHECK-NOT:     @sgrt_device_alloc
// CHECK:         [[ARENA:%[0-9]+]] = llvm.call @sgrt_device_arena([[BYTES]])
// CHECK-NOT:     @sgrt_device_alloc
// CHECK:         [[SUM:%[0-9]+]] = llvm.getelementptr [[ARENA]][512] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK:         llvm.store [[ARENA]], {{%[0-9]+}}
// CHECK:         llvm.store [[SUM]], {{%[0-9]+}}
// CHECK:         llvm.call @sgrt_device_launch
// CHECK:         llvm.store [[SUM]], {{%[0-9]+}}
// CHECK:         llvm.store [[ARENA]], {{%[0-9]+}}
// CHECK:         llvm.call @sgrt_device_launch
// CHECK:         [[NUMBER:%[0-9]+]] = llvm.ptrtoint [[SUM]]
// CHECK-NEXT:    [[THERE:%[0-9]+]] = llvm.inttoptr [[NUMBER]]
// CHECK-NEXT:    llvm.call @sgrt_device_read({{%[0-9]+}}, [[THERE]],
// CHECK-NOT:     @sgrt_device_alloc
// CHECK:         llvm.call @sgrt_device_give_arena([[ARENA]])
// CHECK-NEXT:    llvm.return
func.func @f(%x: tensor<100xf32>) -> (f32, tensor<100xf32>) {
  %zero = arith.constant 0.0 : f32
  %y = math.exp %x : tensor<100xf32>
  %e = tensor.empty() : tensor<f32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.reduce {arith.addf} ins(%y : tensor<100xf32>) outs(%i : tensor<f32>) dimensions = [0]
  %v = tensor.extract %s[] : tensor<f32>
  %c = tensor.splat %v : tensor<100xf32>
  %z = arith.mulf %y, %c : tensor<100xf32>
  return %v, %z : f32, tensor<100xf32>
}
