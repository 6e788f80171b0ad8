    gpu.launch blocks(%arg3, %arg4, %arg5) in (%arg9 = %c1_1, %arg10 = %c1_2, %arg11 = %c1_2) threads(%arg6, %arg7, %arg8) in (%arg12 = %c256, %arg13 = %c1_2, %arg14 = %c1_2) module(@sg_kernels) function(@slope_generic) {
      %c256_3 = arith.constant 256 : index
      %14 = arith.muli %arg3, %c256_3 : index
      %15 = arith.addi %14, %arg6 : index
      %16 = arith.cmpi ult, %15, %c250_0 : index
      scf.if %16 {
        %c4 = arith.constant 4 : index
        %17 = arith.muli %15, %c4 : index
        %18 = vector.load %13[%17] {alignment = 16 : i64} : memref<1000xf32>, vector<4xf32>
        %19 = vector.extract %18[0] : f32 from vector<4xf32>
        %20 = arith.mulf %19, %19 : f32
        %21 = arith.addf %20, %20 : f32
        %22 = vector.extract %18[1] : f32 from vector<4xf32>
        %23 = arith.mulf %22, %22 : f32
        %24 = arith.addf %23, %23 : f32
        %25 = vector.extract %18[2] : f32 from vector<4xf32>
        %26 = arith.mulf %25, %25 : f32
        %27 = arith.addf %26, %26 : f32
        %28 = vector.extract %18[3] : f32 from vector<4xf32>
        %29 = arith.mulf %28, %28 : f32
        %30 = arith.addf %29, %29 : f32
        %31 = vector.from_elements %21, %24, %27, %30 : vector<4xf32>
        vector.store %31, %7[%17] {alignment = 16 : i64} : memref<1000xf32>, vector<4xf32>
      }
      gpu.terminator
    }
