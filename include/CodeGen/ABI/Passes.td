//===- Passes.td - Calling convention of native code ----------------------===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_ABI_PASSES
#define SG_CODEGEN_ABI_PASSES

include "mlir/Pass/PassBase.td"

def ExportFunctions : Pass<"sg-export-functions", "::mlir::ModuleOp"> {
  let summary = "Create native entry points for public functions";
  let description = [{
    For each public function `@f` with a body, adds `@sg_f`, which has the
    native calling convention that `docs/ABI.md` describes, and makes `@f`
    private. The entry point calls the runtime, which checks the call. It then
    reads the arguments from the caller's memory in place, and writes results to
    memory that the caller provides or that the caller's allocator returns.

    A tensor argument is *donated* if `donated` names it or it has
    `bufferization.writable = true`, unless it has `bufferization.writable =
    false`. The memory of a donated argument may be overwritten. Without a GPU,
    each result is paired with the first donated argument of its type that is
    not paired with an earlier result. Such a result materializes in the
    argument's memory, which the caller may also pass for the result.
    Bufferization can thus decide whether the result can be computed in place.
    At the end the result is copied if the caller passes other memory. A result
    that is not proven to have the sizes of its argument materializes in other
    memory, and is always copied.

    Every function with a body, and every global memref, is renamed to a name
    that no library has (`sg.internal.f`), before any op is lowered to a library
    call. Otherwise a user's `@cbrt` would be called instead of libm's.

    *Guarantees.* Runs on tensors, before bufferization, so that results are
    computed in the caller's memory if their shape is known in time.

    *Fails when* a public function has an argument or result of a type that cannot be
    passed. The types that can be passed are integers of 1, 8, 16, 32 or 64 bits,
    `index`, f16, bf16, f32, f64, the f8 types, ranked tensors of these types without
    encoding, and, as arguments, memrefs of these types without layout or memory space.
    Also fails when an argument that is not a tensor has `bufferization.writable`, or
    when a symbol that is not a function with a body has the name of an entry point or
    of a function of the runtime (`sgrt_...`).

    *Example.*

    ```mlir
    func.func @f(%x: f32) -> f32 {
      %y = math.exp %x : f32
      return %y : f32
    }
    ```

    becomes

    ```mlir
    llvm.func @sgrt_run(!llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
    llvm.mlir.global internal constant @sg.signature.f(dense<[1, 1, 18, 0, 0, 18, 0, -1]> : tensor<8xi64>) {addr_space = 0 : i32} : !llvm.array<8 x i64>
    func.func private @sg.internal.f(%arg0: f32) -> f32 {
      %0 = math.exp %arg0 : f32
      return %0 : f32
    }
    func.func private @sg.inner.f(%arg0: !llvm.ptr, %arg1: f32) attributes {no_inline} {
      %0 = call @sg.internal.f(%arg1) : (f32) -> f32
      %1 = runtime.result %arg0, 0
      llvm.store %0, %1 : f32, !llvm.ptr
      return
    }
    func.func private @sg.unpack.f(%arg0: !llvm.ptr) {
      %0 = llvm.getelementptr %arg0[16] : (!llvm.ptr) -> !llvm.ptr, i8
      %1 = llvm.load %0 : !llvm.ptr -> !llvm.ptr
      %2 = llvm.load %1 : !llvm.ptr -> !llvm.ptr
      %3 = llvm.load %2 : !llvm.ptr -> f32
      call @sg.inner.f(%arg0, %3) : (!llvm.ptr, f32) -> ()
      return
    }
    func.func @sg_f(%arg0: !llvm.ptr) -> i32 {
      %0 = llvm.mlir.addressof @sg.signature.f : !llvm.ptr
      %f = constant @sg.unpack.f : (!llvm.ptr) -> ()
      %1 = builtin.unrealized_conversion_cast %f : (!llvm.ptr) -> () to !llvm.ptr
      %2 = llvm.call @sgrt_run(%arg0, %0, %1) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
      return %2 : i32
    }
    ```
  }];
  let options = [
    ListOption<"donated", "donated", "int64_t",
               "Indices of arguments whose memory the functions may overwrite; the "
               "public function with the most arguments must have them all">,
    Option<"device", "device", "::sg::Device",
           /*default=*/"::sg::Device::CPU",
           "Memory that holds arrays while a function executes",
           [{::llvm::cl::values(
             clEnumValN(::sg::Device::CPU, "cpu", "on the host"),
             clEnumValN(::sg::Device::Cuda, "cuda", "on an NVIDIA GPU"),
             clEnumValN(::sg::Device::Emulated, "emulated",
                        "on a GPU that the host emulates"))}]>
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::sg::runtime::RuntimeDialect"
  ];
}

def InternalizeSymbols : Pass<"sg-internalize-symbols", "::mlir::ModuleOp"> {
  let summary = "Make entry points the only symbols visible to other modules";
  let description = [{
    Gives every private function that is defined in the module internal linkage
    and a name that no library has. Renames the allocation functions to the
    runtime's `sgrt_alloc` and `sgrt_free`, or on a device to
    `sgrt_device_alloc` and `sgrt_device_free`. Emulated kernels, which the host
    executes, keep `sgrt_alloc` and `sgrt_free`. Runs on the LLVM dialect.

    *Guarantees.* Only entry points are visible to other modules.

    *Fails when* a symbol cannot be renamed at all its uses.

    *Example.*

    ```mlir
    llvm.func @cbrtf(%x: f32) -> f32 attributes {sym_visibility = "private"} {
      llvm.return %x : f32
    }
    llvm.func @sg_f(%x: f32) -> f32 {
      %y = llvm.call @cbrtf(%x) : (f32) -> f32
      llvm.return %y : f32
    }
    ```

    becomes

    ```mlir
    llvm.func internal @sg.internal.cbrtf(%arg0: f32) -> f32 attributes {sym_visibility = "private"} {
      llvm.return %arg0 : f32
    }
    llvm.func @sg_f(%arg0: f32) -> f32 {
      %0 = llvm.call @sg.internal.cbrtf(%arg0) : (f32) -> f32
      llvm.return %0 : f32
    }
    ```
  }];
  let options = [
    Option<"onDevice", "on-device", "bool", /*default=*/"false",
           "Allocate memory on a GPU">
  ];
}

def LowerRuntimeOps : Pass<"sg-lower-runtime-ops", "::mlir::ModuleOp"> {
  let summary = "Lower the runtime dialect to calls of the runtime";
  let description = [{
    Replaces each op of the `runtime` dialect by a call of the corresponding
    function: `sgrt_set_size`, `sgrt_result` or `sgrt_device_result`. Declares
    these functions in the module. Runs after the last pass that queries the
    memory effects of such ops.

    *Guarantees.* No op of the dialect remains. Calls are at the positions of
    the ops.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%call: !llvm.ptr, %n: i64) -> !llvm.ptr {
      runtime.set_size %call, result 0, dim 1 = %n
      %address = runtime.result %call, 0
      return %address : !llvm.ptr
    }
    ```

    becomes

    ```mlir
    llvm.func @sgrt_result(!llvm.ptr, i64) -> !llvm.ptr
    llvm.func @sgrt_set_size(!llvm.ptr, i64, i64, i64)
    func.func @f(%arg0: !llvm.ptr, %arg1: i64) -> !llvm.ptr {
      %0 = llvm.mlir.constant(0 : i64) : i64
      %1 = llvm.mlir.constant(1 : i64) : i64
      llvm.call @sgrt_set_size(%arg0, %0, %1, %arg1) : (!llvm.ptr, i64, i64, i64) -> ()
      %2 = llvm.mlir.constant(0 : i64) : i64
      %3 = llvm.call @sgrt_result(%arg0, %2) : (!llvm.ptr, i64) -> !llvm.ptr
      return %3 : !llvm.ptr
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // SG_CODEGEN_ABI_PASSES
