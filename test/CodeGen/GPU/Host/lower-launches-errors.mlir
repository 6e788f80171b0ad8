// RUN: sg-opt %s --sg-lower-launches --split-input-file --verify-diagnostics

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target, assembly = "">]
  func.func @f(%before: !gpu.async.token) {
    %c1 = arith.constant 1 : index
    // expected-error@+1 {{'gpu.launch_func' op has clusters or tokens, which are not supported}}
    gpu.launch_func [%before] @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k() kernel {
      gpu.return
    }
  }
  func.func @f() {
    %c1 = arith.constant 1 : index
    // expected-error@+1 {{'gpu.launch_func' op launches a kernel that has not been compiled}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  // expected-error@+1 {{'gpu.binary' op has more than one object}}
  gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_80">, assembly = "">, #gpu.object<#nvvm.target<chip = "sm_90">, assembly = "">]
}
