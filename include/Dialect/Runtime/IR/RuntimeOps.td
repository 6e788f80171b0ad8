//===- RuntimeOps.td - The runtime dialect -----------------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_RUNTIME_OPS
#define SG_RUNTIME_OPS

include "mlir/Dialect/LLVMIR/LLVMOpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Runtime_Dialect : Dialect {
  let name = "runtime";
  let cppNamespace = "::sg::runtime";
  let summary = "requests that an entry point makes to the runtime";
  let description = [{
    An entry point uses the runtime to return each result of a call: it sets the
    sizes of the result and requests memory for the result.
    `--sg-export-functions` creates the ops of this dialect, and
    `--sg-lower-runtime-ops` lowers them to calls after the passes on tensors
    and memrefs. The memory effects of the ops tell these passes that the memory
    of a result is newly allocated, and that setting a size accesses no tensor.

    The dialect is internal to the pipelines of sg. Other runtime functions are
    called by `llvm.call`.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

/// The state of a call in the runtime: the sizes and the memory of its results.
/// No memref aliases the state.
def Runtime_CallState : Resource<"::sg::runtime::CallState">;

class Runtime_Op<string mnemonic, list<Trait> traits = []>
    : Op<Runtime_Dialect, mnemonic, traits>;

def Runtime_SetSizeOp : Runtime_Op<"set_size",
    [MemoryEffects<[MemWrite<Runtime_CallState>]>]> {
  let summary = "Set a size of a result";
  let description = [{
    Sets the size of dimension `dim` of the result with the index `position` to
    `size`. `call` is the address of the call's state. All sizes of a result are
    set before its memory is requested.

    ```mlir
    func.func @sizes(%call: !llvm.ptr, %rows: i64) {
      runtime.set_size %call, result 0, dim 0 = %rows
      return
    }
    ```
  }];
  let arguments = (ins
    LLVM_DefaultPointer:$call,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$position,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$dim,
    I64:$size
  );
  let assemblyFormat = [{
    $call `,` `result` $position `,` `dim` $dim `=` $size attr-dict
  }];
}

def Runtime_ResultOp : Runtime_Op<"result",
    [MemoryEffects<[MemRead<Runtime_CallState>,
                    MemWrite<Runtime_CallState>]>]> {
  let summary = "Request memory for a result";
  let description = [{
    Returns the `address` of the memory for the result at `position`. `call` is
    the address of the call's state. The memory belongs to the caller or comes
    from the caller's allocator. With `on_device`, the memory is on the device,
    and the runtime copies it to the caller's memory when the call ends.

    The address has an allocation effect: the memory has no alias, except that
    it may be the memory of a donated argument. The program therefore compares
    both addresses, and uses the address of the argument if they are equal. The
    runtime rejects a call in which other arrays overlap.

    If the address is unused, as for a result without elements, the op remains,
    because it also writes to the call's state. The caller expects this result.

    ```mlir
    func.func @scalar(%call: !llvm.ptr, %value: f32) {
      %address = runtime.result %call, 0
      llvm.store %value, %address : f32, !llvm.ptr
      return
    }
    ```
  }];
  let arguments = (ins
    LLVM_DefaultPointer:$call,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$position,
    UnitAttr:$on_device
  );
  let results = (outs Res<LLVM_DefaultPointer, "", [MemAlloc]>:$address);
  let assemblyFormat = [{
    $call `,` $position (`on_device` $on_device^)? attr-dict
  }];
}

#endif // SG_RUNTIME_OPS
