//===- Passes.td - From linalg towards native code ---------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_PASSES
#define SG_CODEGEN_PASSES

include "mlir/Pass/PassBase.td"

def CheckAllocations : Pass<"sg-check-allocations", "::mlir::ModuleOp"> {
  let summary = "Check the sizes of allocations at run time";
  let description = [{
    Before each `memref.alloc` with dynamic sizes, or with static ones whose
    product is too large, hands these to the runtime (`sgrt_scale`), which ends
    the call with an error if one is negative or the size in bytes cannot be
    represented. An allocation would else get a size that has wrapped around,
    and be written past its end.

    Drops alignments that the runtime's memory has anyway.

    *Guarantees.* What is known at compile time costs nothing.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%n: index) -> memref<?xf32> {
      %0 = memref.alloc(%n) : memref<?xf32>
      return %0 : memref<?xf32>
    }
    ```

    becomes

    ```mlir
    llvm.func @sgrt_scale(i64, i64) -> i64
    func.func @f(%arg0: index) -> memref<?xf32> {
      %0 = arith.index_cast %arg0 : index to i64
      %c16_i64 = arith.constant 16 : i64
      %1 = llvm.call @sgrt_scale(%c16_i64, %0) : (i64, i64) -> i64
      %alloc = memref.alloc(%arg0) : memref<?xf32>
      return %alloc : memref<?xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect"
  ];
}

def CheckIndices : Pass<"sg-check-indices"> {
  let summary = "Check at run time that indices are in range";
  let description = [{
    Asserts in front of ops on elements that they stay inside: the indices of
    `tensor.extract`, `tensor.insert`, `memref.load` and `memref.store`, the
    dimension of `tensor.dim` and `memref.dim`, and that an integer division has
    a result.

    Runs after fusion, as assertions in the body of a structured op keep it from
    being fused, and before bufferization, which creates accesses that are right.

    *Guarantees.* What is known at compile time costs nothing.

    *Never fails.*

    *Example.* An index that is out of range ends the call of

    ```mlir
    func.func @f(%x: tensor<?xf32>, %i: index) -> f32 {
      %y = tensor.extract %x[%i] : tensor<?xf32>
      return %y : f32
    }
    ```

    with the location of the op and the message
    `'tensor.extract': an index is out of range`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def CheckShapes : Pass<"sg-check-shapes"> {
  let summary = "Check at run time that the sizes of operands fit";
  let description = [{
    Asserts in front of ops on tensors of dynamic shape what their semantics
    require: the operands of structured and of elementwise ops agree in their
    sizes; a cast gets the sizes that its type promises; reshapes keep the number
    of elements; slices stay inside.

    Runs early, so that messages name the ops of the program. Upstream's
    `--generate-runtime-verification` has no checks for elementwise ops, and asserts
    several conditions of each operand's dimension separately.

    *Guarantees.* What is known at compile time costs nothing.

    *Never fails.*

    *Example.* Arguments of different sizes end the call of

    ```mlir
    func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
      %z = arith.addf %x, %y : tensor<?xf32>
      return %z : tensor<?xf32>
    }
    ```

    with the location of the op and the message
    `'arith.addf': dimension 0 of operand 1 is not that of operand 0`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"
  ];
}

def ExchangeCarriedBuffers
    : Pass<"sg-exchange-carried-buffers", "::mlir::func::FuncOp"> {
  let summary = "Exchange two buffers instead of allocating in each iteration";
  let description = [{
    Where each iteration of an `scf.for` or an `scf.while` allocates the memory of
    a value that it carries on, allocates two buffers in front of the loop, one
    for what the iteration reads and one for what it writes, which then change
    places. The first one is the memory that the carry begins with, where nothing
    else uses that any more. What an inner loop leaves in one of its own buffers
    is copied back into that of the carry. The copies that bufferization makes of
    what the condition of an `scf.while` hands on are not needed then.

    Runs right after bufferization, which has made sure that a loop may write to
    what it carries. Upstream moves allocations out of loops that do not leave
    the iteration.

    *Guarantees.* What a loop carries is the same.

    *Never fails*: memory whose size changes from iteration to iteration, or that
    something else may still read, is allocated where it was.

    *Example.*

    ```mlir
    func.func @f(%n: index) -> memref<8xf64> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %init = memref.alloc() : memref<8xf64>
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (memref<8xf64>) {
        %next = memref.alloc() : memref<8xf64>
        linalg.exp ins(%c : memref<8xf64>) outs(%next : memref<8xf64>)
        scf.yield %next : memref<8xf64>
      }
      return %r : memref<8xf64>
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: index) -> memref<8xf64> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %alloc = memref.alloc() : memref<8xf64>
      %false = arith.constant false
      %true = arith.constant true
      %alloc_0 = memref.alloc() : memref<8xf64>
      %0:2 = scf.for %arg1 = %c0 to %arg0 step %c1 iter_args(%arg2 = %alloc, %arg3 = %false) -> (memref<8xf64>, i1) {
        %2 = arith.select %arg3, %alloc_0, %alloc : memref<8xf64>
        %3 = arith.select %arg3, %alloc, %alloc_0 : memref<8xf64>
        linalg.exp ins(%2 : memref<8xf64>) outs(%3 : memref<8xf64>)
        %true_1 = arith.constant true
        %4 = arith.xori %arg3, %true_1 : i1
        scf.yield %alloc, %4 : memref<8xf64>, i1
      }
      %1 = arith.select %0#1, %alloc_0, %alloc : memref<8xf64>
      return %1 : memref<8xf64>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"
  ];
}

def ExpandMathOps : Pass<"sg-expand-math-ops"> {
  let summary = "Express math ops that have no counterpart in LLVM";
  let description = [{
    Replaces `math.clampf`, `math.isinf` and `math.isnormal` by ops of `arith` and
    `math.sincos` by `math.sin` and `math.cos`, and widens an exponent of
    `math.fpowi` below 32 bits. LLVM vectorizes no loop over the two in one call.

    `math.clampf %x to [%min, %max]` is `max(min(%x, %max), %min)`, as MLIR lowers
    it for SPIR-V and ROCDL. Its documentation, and `--math-expand-ops`, have the
    bounds exchanged, which gives `%max` for every `%x`.

    *Guarantees.* None of the four is left.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: f32, %min: f32, %max: f32) -> f32 {
      %y = math.clampf %x to [%min, %max] : f32
      return %y : f32
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: f32, %arg1: f32, %arg2: f32) -> f32 {
      %0 = arith.minimumf %arg0, %arg2 : f32
      %1 = arith.maximumf %0, %arg1 : f32
      return %1 : f32
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ExpandMemRefOps : Pass<"sg-expand-memref-ops"> {
  let summary = "Express memory ops that upstream cannot lower, or not well";
  let description = [{
    Replaces

    * `memref.copy` by a `linalg.generic` where source or target has a layout:
      upstream's lowering of these calls a function that copies element by
      element;
    * `memref.expand_shape` with several dynamic sizes in one group by
      `memref.reinterpret_cast`: `--expand-strided-metadata` fails on these.

    *Guarantees.* The same elements in the same memory.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: memref<?xf32, strided<[?]>>, %y: memref<?xf32>) {
      memref.copy %x, %y : memref<?xf32, strided<[?]>> to memref<?xf32>
      return
    }
    ```

    becomes

    ```mlir
    #map = affine_map<(d0) -> (d0)>
    func.func @f(%arg0: memref<?xf32, strided<[?]>>, %arg1: memref<?xf32>) {
      linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : memref<?xf32, strided<[?]>>) outs(%arg1 : memref<?xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      }
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def ExpandTensorOps : Pass<"sg-expand-tensor-ops"> {
  let summary = "Express tensor ops by structured ops, slices and loops";
  let description = [{
    Rewrites what cannot be bufferized, or is better fused first:

    * `tensor.gather`, `tensor.generate`, and `tensor.pad` with computed
      padding or of nothing, as `linalg.generic` whose body extracts or computes;
    * `tensor.scatter` as a loop nest of `tensor.insert`;
    * other `tensor.pad` and `tensor.concat` as `tensor.insert_slice`, and slices
      without elements as nothing;
    * `tensor.splat`, and constants of one value with more than 2^18 elements,
      as `linalg.fill`;
    * the shape of a `tensor.reshape` as a tensor of `index`;
    * `linalg.softmax`, `linalg.pack`, `linalg.unpack` and the Winograd
      transforms by what they consist of;
    * `scf.index_switch` of tensors as `scf.if`, of which bufferization knows
      that a result shares the memory of what is yielded.

    *Guarantees.* The same values, on tensors.

    *Never fails*: what it does not know is left.

    *Example.*

    ```mlir
    func.func @f(%x: f32, %n: index) -> tensor<?xf32> {
      %y = tensor.splat %x[%n] : tensor<?xf32>
      return %y : tensor<?xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%x: f32, %n: index) -> tensor<?xf32> {
      %0 = tensor.empty(%n) : tensor<?xf32>
      %1 = linalg.fill ins(%x : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
      return %1 : tensor<?xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def ExportFunctions : Pass<"sg-export-functions", "::mlir::ModuleOp"> {
  let summary = "Give public functions on tensors their native entry points";
  let description = [{
    For each public function `@f` with a body adds `@sg_f`, which has the native
    calling convention that `docs/ABI.md` describes, and makes `@f` private.
    The entry point lets the runtime check the call, reads the arguments from
    the caller's memory in place, and writes results into the memory that the
    caller gives or that is allocated by the caller's allocator.

    Every function with a body, and every global memref, gets a name that no
    library has (`sg.internal.f`), before any op is lowered to a call of one: a
    user's `@cbrt` would else be called in place of libm's.

    *Guarantees.* Works on tensors, before bufferization, so that results are
    computed in the caller's memory where their shape is known in time.

    *Fails when* a public function has an argument or result of a type that
    cannot be passed: anything but integers of 1, 8, 16, 32 or 64 bits, `index`,
    f16, bf16, f32, f64, the f8 types, ranked tensors of them without encoding,
    and, as arguments, memrefs of them without layout or memory space. Also when
    something that is not a function with a body has the name of an entry point
    or of a function of the runtime (`sgrt_...`).

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
    llvm.mlir.global internal constant @sg.signature.f(dense<[1, 1, 18, 0, 18, 0]> : tensor<6xi64>) {addr_space = 0 : i32} : !llvm.array<6 x i64>
    llvm.func @sgrt_result(!llvm.ptr, i64) -> !llvm.ptr
    llvm.func @sgrt_set_size(!llvm.ptr, i64, i64, i64)
    func.func private @sg.internal.f(%arg0: f32) -> f32 {
      %0 = math.exp %arg0 : f32
      return %0 : f32
    }
    func.func private @sg.inner.f(%arg0: !llvm.ptr, %arg1: f32) attributes {no_inline} {
      %0 = call @sg.internal.f(%arg1) : (f32) -> f32
      %c0_i64 = arith.constant 0 : i64
      %1 = llvm.call @sgrt_result(%arg0, %c0_i64) : (!llvm.ptr, i64) -> !llvm.ptr
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
               "Arguments whose memory the functions may overwrite">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::tensor::TensorDialect"
  ];
}

def HoistResultBuffers : Pass<"sg-hoist-result-buffers", "::mlir::func::FuncOp"> {
  let summary = "Ask for the memory of results as early as their shape is known";
  let description = [{
    Moves the calls that ask an entry point's caller for the memory of a result
    to the front of the function, with the computation of the sizes, where that
    consists of index arithmetic on the function's arguments. What follows can
    then be computed in that memory.

    *Guarantees.* The order of all other effects stays.

    *Never fails*: a call that depends on data stays where it is.

    *Example.*

    ```mlir
    llvm.func @sgrt_set_size(!llvm.ptr, i64, i64, i64)
    llvm.func @sgrt_result(!llvm.ptr, i64) -> !llvm.ptr
    func.func @f(%call: !llvm.ptr, %x: tensor<?xf32>, %n: i64) {
      %zero = arith.constant 0 : i64
      %y = arith.negf %x : tensor<?xf32>
      llvm.call @sgrt_set_size(%call, %zero, %zero, %n) : (!llvm.ptr, i64, i64, i64) -> ()
      %address = llvm.call @sgrt_result(%call, %zero) : (!llvm.ptr, i64) -> !llvm.ptr
      %memory = builtin.unrealized_conversion_cast %address : !llvm.ptr to memref<?xf32>
      bufferization.materialize_in_destination %y in restrict writable %memory
          : (tensor<?xf32>, memref<?xf32>) -> ()
      return
    }
    ```

    becomes

    ```mlir
    llvm.func @sgrt_set_size(!llvm.ptr, i64, i64, i64)
    llvm.func @sgrt_result(!llvm.ptr, i64) -> !llvm.ptr
    func.func @f(%arg0: !llvm.ptr, %arg1: tensor<?xf32>, %arg2: i64) {
      %c0_i64 = arith.constant 0 : i64
      llvm.call @sgrt_set_size(%arg0, %c0_i64, %c0_i64, %arg2) : (!llvm.ptr, i64, i64, i64) -> ()
      %0 = llvm.call @sgrt_result(%arg0, %c0_i64) : (!llvm.ptr, i64) -> !llvm.ptr
      %1 = builtin.unrealized_conversion_cast %0 : !llvm.ptr to memref<?xf32>
      %2 = arith.negf %arg1 : tensor<?xf32>
      bufferization.materialize_in_destination %2 in restrict writable %1 : (tensor<?xf32>, memref<?xf32>) -> ()
      return
    }
    ```
  }];
}

def KeepUnwrittenElements
    : Pass<"sg-keep-unwritten-elements", "::mlir::func::FuncOp"> {
  let summary = "Keep what no iteration of a structured op writes";
  let description = [{
    An element of a result that no iteration writes, as with the map
    `(i) -> (i, 0)` or with a reduction over no elements, has its initial value.
    Upstream's fusion and bufferization take an initial value that the body does
    not read for one that is not needed. The body of such an op is made to read
    it.

    Ops whose initial value is a `tensor.empty`, and those that write each element
    in one iteration, stay as they are.

    *Guarantees.* The same values, on tensors.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: tensor<?xf32>, %init: tensor<?x4xf32>) -> tensor<?x4xf32> {
      %y = linalg.generic {
          indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, 0)>],
          iterator_types = ["parallel"]}
          ins(%x : tensor<?xf32>) outs(%init : tensor<?x4xf32>) {
      ^bb0(%a: f32, %unused: f32):
        linalg.yield %a : f32
      } -> tensor<?x4xf32>
      return %y : tensor<?x4xf32>
    }
    ```

    becomes

    ```mlir
    #map = affine_map<(d0) -> (d0)>
    #map1 = affine_map<(d0) -> (d0, 0)>
    func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<?x4xf32>) -> tensor<?x4xf32> {
      %0 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%arg0 : tensor<?xf32>) outs(%arg1 : tensor<?x4xf32>) {
      ^bb0(%in: f32, %out: f32):
        %1 = linalg.index 0 : index
        %c0 = arith.constant 0 : index
        %2 = arith.cmpi sge, %1, %c0 : index
        %3 = arith.select %2, %in, %out : f32
        linalg.yield %3 : f32
      } -> tensor<?x4xf32>
      return %0 : tensor<?x4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def LendBuffers : Pass<"sg-lend-buffers", "::mlir::ModuleOp"> {
  let summary = "Pass memory to calls without copies, and free it after its last use";
  let description = [{
    Runs between upstream's `ownership-based-buffer-deallocation` and
    `bufferization-lower-deallocations`, where memory that a function returns
    belongs to its caller alone.

    * A call gets its argument itself where it would get a copy of it, if it
      only reads it, recursive calls included, or if nobody else reads it later.
    * Memory from an allocation or a call that a `bufferization.dealloc` frees
      at the end of a block for certain is freed after its last use.

    *Guarantees.* What any op reads stays the same.

    *Never fails*: what is not known to be memory of its own is left alone.

    *Example.*

    ```mlir
    func.func private @g(%x: memref<4xf32>) -> memref<4xf32> {
      %y = memref.alloc() : memref<4xf32>
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      return %y : memref<4xf32>
    }
    func.func @f(%x: memref<4xf32>) -> memref<4xf32> {
      %true = arith.constant true
      %copy = memref.alloc() : memref<4xf32>
      memref.copy %x, %copy : memref<4xf32> to memref<4xf32>
      %y = call @g(%copy) : (memref<4xf32>) -> memref<4xf32>
      %z = call @g(%y) : (memref<4xf32>) -> memref<4xf32>
      %w = call @g(%z) : (memref<4xf32>) -> memref<4xf32>
      %0 = bufferization.dealloc (%copy, %y, %z : memref<4xf32>, memref<4xf32>, memref<4xf32>)
          if (%true, %true, %true) retain (%w : memref<4xf32>)
      return %w : memref<4xf32>
    }
    ```

    becomes

    ```mlir
    func.func private @g(%arg0: memref<4xf32>) -> memref<4xf32> {
      %alloc = memref.alloc() : memref<4xf32>
      memref.copy %arg0, %alloc : memref<4xf32> to memref<4xf32>
      return %alloc : memref<4xf32>
    }
    func.func @f(%arg0: memref<4xf32>) -> memref<4xf32> {
      %true = arith.constant true
      %0 = call @g(%arg0) : (memref<4xf32>) -> memref<4xf32>
      %1 = call @g(%0) : (memref<4xf32>) -> memref<4xf32>
      memref.dealloc %0 : memref<4xf32>
      %2 = call @g(%1) : (memref<4xf32>) -> memref<4xf32>
      memref.dealloc %1 : memref<4xf32>
      %3 = bufferization.dealloc retain (%2 : memref<4xf32>)
      return %2 : memref<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def LowerAsserts : Pass<"sg-lower-asserts", "::mlir::ModuleOp"> {
  let summary = "Let a failing cf.assert return to the caller of the entry point";
  let description = [{
    Replaces `cf.assert` by a branch to a block that hands its message and
    location to the runtime (`sgrt_fail`), which ends the call with an error.
    Upstream's lowering prints to stdout and ends the process. Runs when control
    flow is between blocks.

    *Guarantees.* No `cf.assert` is left.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: f32, %is_positive: i1) -> f32 {
      cf.assert %is_positive, "x must be positive"
      %y = math.log %x : f32
      return %y : f32
    }
    ```

    becomes, at the location `file.mlir:2:3`,

    ```mlir
    llvm.mlir.global internal constant @sg.assert("file.mlir:2:3: x must be positive\00") {addr_space = 0 : i32}
    llvm.func @sgrt_fail(!llvm.ptr)
    func.func @f(%arg0: f32, %arg1: i1) -> f32 {
      cf.cond_br %arg1, ^bb1, ^bb2
    ^bb1:  // pred: ^bb0
      %0 = math.log %arg0 : f32
      return %0 : f32
    ^bb2:  // pred: ^bb0
      %1 = llvm.mlir.addressof @sg.assert : !llvm.ptr
      llvm.call @sgrt_fail(%1) : (!llvm.ptr) -> ()
      llvm.unreachable
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::cf::ControlFlowDialect", "::mlir::LLVM::LLVMDialect"
  ];
}

def InternalizeSymbols : Pass<"sg-internalize-symbols", "::mlir::ModuleOp"> {
  let summary = "Leave entry points only to be seen from outside";
  let description = [{
    Gives every private function that is defined in the module internal linkage
    and a name that no library has. Names the runtime's allocation functions
    `sgrt_alloc` and `sgrt_free`. Runs on the LLVM dialect.

    *Guarantees.* Nothing but entry points is seen from outside.

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
}

def ResolveSizes : Pass<"sg-resolve-sizes"> {
  let summary = "Ask sizes of the arguments";
  let description = [{
    Replaces the `tensor.dim` of a result by what its op computes the size from,
    up to the arguments, so that a size is no use of the result.

    Unlike `--resolve-ranked-shaped-type-result-dims`, takes the size of a result
    with a destination from that: upstream asks the loops of a structured op,
    and has 0 for a dimension whose index is constant in the map.

    *Guarantees.* No `tensor.dim` of a result that has a destination is left.

    *Fails when* the patterns do not come to an end.

    *Example.*

    ```mlir
    func.func @f(%x: tensor<?xf64>, %y: tensor<?x?xf64>) -> index {
      %c1 = arith.constant 1 : index
      %r = linalg.generic {
          indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, 0)>],
          iterator_types = ["parallel"]}
          ins(%x : tensor<?xf64>) outs(%y : tensor<?x?xf64>) {
      ^bb0(%e: f64, %out: f64):
        linalg.yield %e : f64
      } -> tensor<?x?xf64>
      %size = tensor.dim %r, %c1 : tensor<?x?xf64>
      return %size : index
    }
    ```

    returns the size of `%y`.
  }];
  let dependentDialects = ["affine::AffineDialect", "arith::ArithDialect",
                           "tensor::TensorDialect"];
}

def FuseElementwise : Pass<"sg-fuse-elementwise"> {
  let summary = "Fuse elementwise structured ops with their consumers";
  let description = [{
    Moves the body of a `linalg.generic` without reductions into that of its
    only consumer, if that reads each element once, so that nothing is computed
    twice. What only copies or broadcasts is fused with every consumer. Nothing
    else is fused into contractions and convolutions, which later passes
    recognise.

    Unlike `--linalg-fuse-elementwise-ops`, never fuses a producer that reads its
    destination: upstream then adds to it more often than once where the
    consumer has more loops.

    *Guarantees.* Nothing is computed more often than before, copies and
    broadcasts apart.

    *Never fails.*

    *Example.*

    ```mlir
    #id = affine_map<(i) -> (i)>
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %e = tensor.empty() : tensor<4xf32>
      %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
          ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
      ^bb0(%a: f32, %unused: f32):
        %b = math.exp %a : f32
        linalg.yield %b : f32
      } -> tensor<4xf32>
      %z = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
          ins(%y : tensor<4xf32>) outs(%e : tensor<4xf32>) {
      ^bb0(%a: f32, %unused: f32):
        %b = arith.negf %a : f32
        linalg.yield %b : f32
      } -> tensor<4xf32>
      return %z : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    #map = affine_map<(d0) -> (d0)>
    func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
      %0 = tensor.empty() : tensor<4xf32>
      %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
      ^bb0(%in: f32, %out: f32):
        %2 = math.exp %in : f32
        %3 = arith.negf %2 : f32
        linalg.yield %3 : f32
      } -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def LowerContractions
    : Pass<"sg-lower-contractions", "::mlir::func::FuncOp"> {
  let summary = "Compute contractions by tiles in vector registers";
  let description = [{
    Rewrites contractions of floats on memrefs (matmul in all transpositions and
    batched, and every `linalg.generic` that is one) as loops over tiles: some
    rows of the result by two vectors are accumulated in registers, one factor
    is read by vectors, the other one element by element. Sizes may be dynamic;
    columns that are left over are computed under a mask, rows one by one.

    Leaves a contraction alone whose result, or a factor that is indexed by the
    result's last dimension, is not contiguous along that dimension:
    `--sg-transpose-factors` sees to it before bufferization.

    *Guarantees.* Each element is summed in the order of the reduction.

    *Never fails.*

    *Example.* With `vector-bits=256`, a tile of this has 6 rows and 16 columns:

    ```mlir
    func.func @f(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
      linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
      return
    }
    ```
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", /*default=*/"256",
           "The width of a vector register in bits">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

def RelaxReductions : Pass<"sg-relax-reductions", "::mlir::func::FuncOp"> {
  let summary = "Allow reductions to be summed in any order";
  let description = [{
    The order of the iterations of a reduction is not specified in `linalg`.
    Marks the additions that combine them with `fastmath<reassoc>`, so that they
    still may come in any order when they are in loops, several at a time.
    Nothing else is allowed by this flag: not for NaN, infinities or signed
    zeros.

    *Guarantees.* No other op is marked, and no recurrence, whose order matters.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: tensor<4xf32>, %init: tensor<f32>) -> tensor<f32> {
      %y = linalg.reduce ins(%x : tensor<4xf32>) outs(%init : tensor<f32>) dimensions = [0]
        (%a: f32, %sum: f32) {
          %next = arith.addf %sum, %a : f32
          linalg.yield %next : f32
        }
      return %y : tensor<f32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) -> tensor<f32> {
      %reduced = linalg.reduce { arith.addf {fastmath = #arith.fastmath<reassoc>} } ins(%arg0 : tensor<4xf32>) outs(%arg1 : tensor<f32>) dimensions = [0]
      return %reduced : tensor<f32>
    }
    ```
  }];
}

def TraceNan : Pass<"sg-trace-nan", "::mlir::ModuleOp"> {
  let summary = "Tell where a NaN or an infinity arises";
  let description = [{
    Behind each op that computes floats, also in loops, branches and bodies of
    `linalg.generic`, calls the runtime (`sgrt_trace`) with a text that says
    where the op stands and what it is for, and with the kinds of numbers that
    its results have and its operands do not have: bit 0 stands for an infinity,
    bit 1 for a NaN. A named structured op is looked at as a whole. So are the
    arguments of public functions, which have no operands.

    Runs after the expansion of derivatives, on tensors. `sg-run --trace-nan`
    prints the first calls.

    *Guarantees.* The same values.

    *Never fails.*

    *Example.*

    ```mlir
    func.func private @f(%x: f64) -> f64 {
      %y = math.log %x : f64
      return %y : f64
    }
    ```

    becomes

    ```mlir
    llvm.func @sgrt_trace(!llvm.ptr, i32)
    llvm.mlir.global internal constant @sg.trace("<stdin>:2:8: 'math.log'\00") {addr_space = 0 : i32}
    func.func private @f(%arg0: f64) -> f64 {
      %0 = arith.cmpf uno, %arg0, %arg0 : f64
      %1 = math.absf %arg0 : f64
      %cst = arith.constant 0x7FF0000000000000 : f64
      %2 = arith.cmpf oeq, %1, %cst : f64
      %c2_i32 = arith.constant 2 : i32
      %c0_i32 = arith.constant 0 : i32
      %3 = arith.select %0, %c2_i32, %c0_i32 : i32
      %c1_i32 = arith.constant 1 : i32
      %c0_i32_0 = arith.constant 0 : i32
      %4 = arith.select %2, %c1_i32, %c0_i32_0 : i32
      %5 = arith.ori %3, %4 : i32
      %6 = math.log %arg0 : f64
      %7 = arith.cmpf uno, %6, %6 : f64
      %8 = math.absf %6 : f64
      %cst_1 = arith.constant 0x7FF0000000000000 : f64
      %9 = arith.cmpf oeq, %8, %cst_1 : f64
      %c2_i32_2 = arith.constant 2 : i32
      %c0_i32_3 = arith.constant 0 : i32
      %10 = arith.select %7, %c2_i32_2, %c0_i32_3 : i32
      %c1_i32_4 = arith.constant 1 : i32
      %c0_i32_5 = arith.constant 0 : i32
      %11 = arith.select %9, %c1_i32_4, %c0_i32_5 : i32
      %12 = arith.ori %10, %11 : i32
      %c3_i32 = arith.constant 3 : i32
      %13 = arith.xori %5, %c3_i32 : i32
      %14 = arith.andi %12, %13 : i32
      %15 = llvm.mlir.addressof @sg.trace : !llvm.ptr
      llvm.call @sgrt_trace(%15, %14) : (!llvm.ptr, i32) -> ()
      return %6 : f64
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect", "::mlir::vector::VectorDialect"
  ];
}

def TransposeFactors
    : Pass<"sg-transpose-factors", "::mlir::func::FuncOp"> {
  let summary = "Give factors of contractions the order of the result";
  let description = [{
    Where a factor of a contraction is indexed by the last dimension of the
    result, but not as its own last dimension (B in `A * transpose(B)`), copies
    it so that it is, if it is read often enough to pay.

    *Guarantees.* The same values, on tensors.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%a: tensor<8x4xf32>, %b: tensor<5x4xf32>, %init: tensor<8x5xf32>) -> tensor<8x5xf32> {
      %c = linalg.generic {
          indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
                           affine_map<(i, j, k) -> (i, j)>],
          iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%a, %b : tensor<8x4xf32>, tensor<5x4xf32>) outs(%init : tensor<8x5xf32>) {
      ^bb0(%x: f32, %y: f32, %sum: f32):
        %product = arith.mulf %x, %y : f32
        %next = arith.addf %sum, %product : f32
        linalg.yield %next : f32
      } -> tensor<8x5xf32>
      return %c : tensor<8x5xf32>
    }
    ```

    becomes

    ```mlir
    #map = affine_map<(d0, d1, d2) -> (d0, d2)>
    #map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
    #map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
    func.func @f(%arg0: tensor<8x4xf32>, %arg1: tensor<5x4xf32>, %arg2: tensor<8x5xf32>) -> tensor<8x5xf32> {
      %0 = tensor.empty() : tensor<4x5xf32>
      %transposed = linalg.transpose ins(%arg1 : tensor<5x4xf32>) outs(%0 : tensor<4x5xf32>) permutation = [1, 0]
      %1 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %transposed : tensor<8x4xf32>, tensor<4x5xf32>) outs(%arg2 : tensor<8x5xf32>) {
      ^bb0(%in: f32, %in_0: f32, %out: f32):
        %2 = arith.mulf %in, %in_0 : f32
        %3 = arith.addf %out, %2 : f32
        linalg.yield %3 : f32
      } -> tensor<8x5xf32>
      return %1 : tensor<8x5xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def SeparateDestinations
    : Pass<"sg-separate-destinations", "::mlir::func::FuncOp"> {
  let summary = "Give every op a destination of its own";
  let description = [{
    Clones `tensor.empty` and fills where several ops would write into one of
    them (CSE merges them), or where one is carried by a loop or returned.
    Bufferization then needs no copies to keep them apart.

    Where an op overwrites a value that is also a result of the program, it gets
    a copy of that: the memory of one result would else be taken for both.

    *Guarantees.* The same values, on tensors.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      %e = tensor.empty() : tensor<4xf32>
      %x = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      %y = linalg.log ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      return %x, %y : tensor<4xf32>, tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      %0 = tensor.empty() : tensor<4xf32>
      %1 = tensor.empty() : tensor<4xf32>
      %2 = linalg.exp ins(%arg0 : tensor<4xf32>) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
      %3 = linalg.log ins(%arg0 : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
      return %2, %3 : tensor<4xf32>, tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // SG_CODEGEN_PASSES
