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
  let summary = "what an entry point asks of the runtime";
  let description = [{
    An entry point hands the results of a call to its caller through the runtime:
    it tells the sizes of a result and asks where that is to be. Passes on tensors
    and memrefs stand between the moment that `--sg-export-functions` makes these
    requests and machine code. They have to know that memory for a result is
    nobody else's, and that telling a size touches no tensor. The ops here say so
    by their memory effects. `--sg-lower-runtime-ops` makes calls of them.

    The dialect is for pipelines of sg: programs have no need to write it.
    Functions of the runtime of which no pass asks anything are called by
    `llvm.call`.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

/// The state of a call in the runtime: the sizes of its results, and which of
/// them have memory. No memref aliases it.
def Runtime_CallState : Resource<"::sg::runtime::CallState">;

class Runtime_Op<string mnemonic, list<Trait> traits = []>
    : Op<Runtime_Dialect, mnemonic, traits>;

def Runtime_SetSizeOp : Runtime_Op<"set_size",
    [MemoryEffects<[MemWrite<Runtime_CallState>]>]> {
  let summary = "Tell the runtime a size of a result";
  let description = [{
    Of the call that `call` is the address of, the result at `position` has
    `size` elements along the dimension `dim`. All sizes of a result are told
    before it is asked for its memory.

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
  let summary = "Ask the runtime where a result is to be";
  let description = [{
    Gives the `address` of the memory for the result at `position` of the call
    that `call` is the address of: the caller's, or what the caller's allocator
    gives. With `on_device` it is on the device, and is copied to the caller's
    when the call ends.

    The memory is as good as newly allocated. The runtime refuses a call whose
    arrays overlap, but for a result in the memory of a donated argument: there
    the program compares the addresses, and if they are the same goes on with
    that of the argument.

    The op stays where nobody uses the address: the caller is to have a result
    without elements, too.

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
