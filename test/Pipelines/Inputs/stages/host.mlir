    llvm.call @sgrt_set_size(%arg0, %c0_i64, %c0_i64, %c1000_i64) : (!llvm.ptr, i64, i64, i64) -> ()
    %7 = llvm.call @sgrt_device_result(%arg0, %c0_i64) : (!llvm.ptr, i64) -> !llvm.ptr
    llvm.call @sgrt_device_launch(%26, %27, %c0_i64_0, %28, %29, %30, %31, %32, %33, %1, %c2_i64, %34) : (!llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64, i64, i64, !llvm.ptr, i64, !llvm.ptr) -> ()
