    gpu.launch blocks(%arg3, %arg4, %arg5) in (%arg9 = %c4, %arg10 = %c1, %arg11 = %c1) threads(%arg6, %arg7, %arg8) in (%arg12 = %c256, %arg13 = %c1, %arg14 = %c1) module(@sg_kernels) function(@slope_generic) {
      %reinterpret_cast = memref.reinterpret_cast %base_buffer_0 to offset: [0], sizes: [1000], strides: [1] : memref<f32> to memref<1000xf32>
      %reinterpret_cast_4 = memref.reinterpret_cast %base_buffer to offset: [0], sizes: [1000], strides: [1] : memref<f32> to memref<1000xf32>
      %c256_5 = arith.constant 256 : index
      %14 = arith.muli %arg3, %c256_5 : index
      %15 = arith.addi %14, %arg6 : index
      %16 = arith.cmpi ult, %15, %c1000 : index
      scf.if %16 {
        %17 = memref.load %reinterpret_cast_4[%15] : memref<1000xf32>
        %18 = arith.mulf %17, %17 : f32
        %19 = arith.addf %18, %18 : f32
        memref.store %19, %reinterpret_cast[%15] : memref<1000xf32>
      }
      gpu.terminator
    }
