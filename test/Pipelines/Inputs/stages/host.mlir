    runtime.set_size %arg0, result 0, dim 0 = %c1000_i64
    %7 = runtime.result %arg0, 0 on_device
    llvm.call @sgrt_device_launch(%26, %27, %c0_i64_0, %28, %29, %30, %31, %32, %33, %1, %c2_i64, %34) : (!llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64, i64, i64, !llvm.ptr, i64, !llvm.ptr) -> ()
