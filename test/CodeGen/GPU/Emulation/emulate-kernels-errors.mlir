// RUN: sg-opt %s --split-input-file --verify-diagnostics --sg-emulate-kernels

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @print(%x: f32) kernel {
      // expected-error@+1 {{'gpu.printf' op is not emulated}}
      gpu.printf "%f\n", %x : f32
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @exchange(%x: vector<4xf32>, %i: i32, %n: i32) kernel {
      // expected-error@+1 {{'gpu.shuffle' op of more than 64 bits is not emulated}}
      %y, %valid = gpu.shuffle xor %x, %i, %n : vector<4xf32>
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @special() kernel {
      // expected-error@+1 {{'nvvm.read.ptx.sreg.clock' op is not emulated}}
      %t = nvvm.read.ptx.sreg.clock : i32
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @in_halves(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf16>) kernel {
      // expected-error@+1 {{'nvgpu.mma.sync' op is not emulated; use products of 16xK by Kx8 elements of f16, bf16 or tf32 with sums in f32}}
      %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
      gpu.return
    }
  }
}

// -----

// Some threads of the block do not take part in the reduction.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @reduce(%x: f32) kernel {
      // expected-error@+1 {{'gpu.all_reduce' op is not emulated}}
      %y = gpu.all_reduce add %x {} : (f32) -> f32
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @nothing() kernel {
      gpu.return
    }
  }
  func.func @f(%before: !gpu.async.token) {
    %c1 = arith.constant 1 : index
    // expected-error@+1 {{'gpu.launch_func' op has clusters or tokens, which are not supported}}
    gpu.launch_func [%before] @kernels::@nothing blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // expected-error@+1 {{'gpu.func' op is not a kernel; only kernels are emulated}}
    gpu.func @of_kernels(%x: f32) -> f32 {
      gpu.return %x : f32
    }
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // expected-error@+1 {{'gpu.func' op has a memref whose sizes are not arguments; run sg-flatten-kernel-arguments first}}
    gpu.func @unknown(%x: memref<?xf32>) kernel {
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // expected-error@+1 {{'gpu.func' op has an argument of type 'tensor<3xf64>', which kernels cannot take; pass memrefs or scalars}}
    gpu.func @of_tensors(%x: tensor<3xf64>) kernel {
      gpu.return
    }
  }
}
