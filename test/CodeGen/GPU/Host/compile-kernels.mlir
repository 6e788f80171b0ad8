// LLVM's backend aborts the process for unsupported instructions. Here this is an
// error, each time, and programs that can be compiled still compile afterwards.
// RUN: not sg-opt %s --sg-compile-kernels --split-input-file 2>&1 | FileCheck %s
// CHECK:      LLVM ERROR: Cannot select: intrinsic %llvm.nvvm.elect.sync
// CHECK-NEXT: compile-kernels.mlir:[[#@LINE+27]]:3: error: kernels of 'elects' cannot be compiled for their target; see the error of LLVM's backend above
// CHECK:      LLVM ERROR: Cannot select: intrinsic %llvm.nvvm.cp.async.wait.group
// CHECK-NEXT: compile-kernels.mlir:[[#@LINE+37]]:3: error: kernels of 'waits' cannot be compiled for their target
// CHECK-NOT:  error:
// CHECK:      gpu.binary @first {{ *}}[#gpu.object<#nvvm.target<{{.*}}>, {{.*}}assembly = "{{.*}}.visible .entry one(
// CHECK-NOT:  error:
// CHECK:      gpu.binary @last {{ *}}[#gpu.object<#nvvm.target<{{.*}}>, {{.*}}assembly = "{{.*}}.visible .entry three(

// RUN: not sg-opt %s --sg-compile-kernels=format=exe --split-input-file 2>&1 | FileCheck %s --check-prefix=FORMAT
// FORMAT: error: sg-compile-kernels: unknown format 'exe'; use isa, bin or fatbin

module attributes {gpu.container_module} {
  gpu.module @first [#nvvm.target<chip = "sm_80">] {
    llvm.func @one() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @done [#nvvm.target<chip = "sm_80">] {
    llvm.func @k() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
  gpu.module @elects [#nvvm.target<chip = "sm_80">] {
    llvm.func @two(%p: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
      %0 = nvvm.elect.sync -> i1
      llvm.store %0, %p : i1, !llvm.ptr
      llvm.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @waits [#nvvm.target<chip = "sm_70">] {
    llvm.func @k() attributes {gpu.kernel, nvvm.kernel} {
      nvvm.cp.async.wait.group 0
      llvm.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @last [#nvvm.target<chip = "sm_90">] {
    llvm.func @three() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
}
