//===- BufferPasses.td - Buffers and entry points ----------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_BUFFERPASSES
#define SG_CODEGEN_BUFFERPASSES

include "mlir/Pass/PassBase.td"

def BooleansAsBytes
    : Pass<"sg-booleans-as-bytes", "::mlir::LLVM::LLVMFuncOp"> {
  let summary = "Access booleans in memory as the bytes that they are";
  let description = [{
    A boolean in memory takes a byte. LLVM computes no vectors of `i1` that it
    loads, as the type is smaller than its place, but one after the other. What
    is loaded and stored becomes an `i8`, which is truncated or extended. Runs
    on the LLVM dialect.

    *Guarantees.* The bytes in memory are the same, 0 or 1.

    *Never fails.*

    *Example.*

    ```mlir
    llvm.func @f(%x: !llvm.ptr, %y: !llvm.ptr) {
      %b = llvm.load %x : !llvm.ptr -> i1
      llvm.store %b, %y : i1, !llvm.ptr
      llvm.return
    }
    ```

    becomes

    ```mlir
    llvm.func @f(%arg0: !llvm.ptr, %arg1: !llvm.ptr) {
      %0 = llvm.load %arg0 : !llvm.ptr -> i8
      %1 = llvm.trunc %0 : i8 to i1
      %2 = llvm.zext %1 : i1 to i8
      llvm.store %2, %arg1 : i8, !llvm.ptr
      llvm.return
    }
    ```
  }];
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

def ForwardCopies : Pass<"sg-forward-copies", "::mlir::func::FuncOp"> {
  let summary = "Compute values where they are copied to";
  let description = [{
    Where memory is copied as a whole to other memory that is not accessed as long
    as it is in use, that is used instead: what a loop keeps of each iteration for
    the reverse sweep is computed where it is kept. A copy that is only read by an
    op that could read the source is not made.

    Where an op initializes memory, and the next one to access it overwrites all of
    it but some rows at the ends of one dimension, only those are initialized: of
    a slice that is inserted, or padded, nothing is written twice.

    Runs after bufferization, before memory is freed.

    *Guarantees.* The program reads the same values.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: memref<8xf64> {llvm.noalias}, %kept: memref<4x9xf64> {llvm.noalias}, %i: index) {
      %zero = arith.constant 0.0 : f64
      %padded = memref.alloc() : memref<9xf64>
      linalg.fill ins(%zero : f64) outs(%padded : memref<9xf64>)
      %inside = memref.subview %padded[1] [8] [1] : memref<9xf64> to memref<8xf64, strided<[1], offset: 1>>
      linalg.exp ins(%x : memref<8xf64>) outs(%inside : memref<8xf64, strided<[1], offset: 1>>)
      %row = memref.subview %kept[%i, 0] [1, 9] [1, 1] : memref<4x9xf64> to memref<9xf64, strided<[1], offset: ?>>
      memref.copy %padded, %row : memref<9xf64> to memref<9xf64, strided<[1], offset: ?>>
      return
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: memref<8xf64> {llvm.noalias}, %arg1: memref<4x9xf64> {llvm.noalias}, %arg2: index) {
      %cst = arith.constant 0.000000e+00 : f64
      %subview = memref.subview %arg1[%arg2, 0] [1, 9] [1, 1] : memref<4x9xf64> to memref<9xf64, strided<[1], offset: ?>>
      %subview_0 = memref.subview %subview[0] [1] [1] : memref<9xf64, strided<[1], offset: ?>> to memref<1xf64, strided<[1], offset: ?>>
      linalg.fill ins(%cst : f64) outs(%subview_0 : memref<1xf64, strided<[1], offset: ?>>)
      %subview_1 = memref.subview %subview[1] [8] [1] : memref<9xf64, strided<[1], offset: ?>> to memref<8xf64, strided<[1], offset: ?>>
      linalg.exp ins(%arg0 : memref<8xf64>) outs(%subview_1 : memref<8xf64, strided<[1], offset: ?>>)
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect"
  ];
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

def ExportFunctions : Pass<"sg-export-functions", "::mlir::ModuleOp"> {
  let summary = "Give public functions on tensors their native entry points";
  let description = [{
    For each public function `@f` with a body adds `@sg_f`, which has the native
    calling convention that `docs/ABI.md` describes, and makes `@f` private.
    The entry point lets the runtime check the call, reads the arguments from
    the caller's memory in place, and writes results into the memory that the
    caller gives or that is allocated by the caller's allocator.

    A tensor argument is *donated* if `donated` names it or it has
    `bufferization.writable = true`, unless it has `bufferization.writable =
    false`: its memory may be overwritten. Without a GPU each result is paired
    with the first donated argument of its type that no result before it is
    paired with. Such a result materializes in the argument's memory, which the
    caller may also give for the result; so bufferization sees whether it can be
    computed in place. At the end it is copied if the caller gives other memory.
    A result whose sizes are not known to be those of its argument materializes
    elsewhere, and is always copied.

    Every function with a body, and every global memref, gets a name that no
    library has (`sg.internal.f`), before any op is lowered to a call of one: a
    user's `@cbrt` would else be called in place of libm's.

    *Guarantees.* Works on tensors, before bufferization, so that results are
    computed in the caller's memory where their shape is known in time.

    *Fails when* a public function has an argument or result of a type that
    cannot be passed: anything but integers of 1, 8, 16, 32 or 64 bits, `index`,
    f16, bf16, f32, f64, the f8 types, ranked tensors of them without encoding,
    and, as arguments, memrefs of them without layout or memory space. Also when
    an argument has `bufferization.writable` and is no tensor; or when something
    that is not a function with a body has the name of an entry point
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
    llvm.mlir.global internal constant @sg.signature.f(dense<[1, 1, 18, 0, 0, 18, 0, -1]> : tensor<8xi64>) {addr_space = 0 : i32} : !llvm.array<8 x i64>
    llvm.func @sgrt_result(!llvm.ptr, i64) -> !llvm.ptr
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
               "Arguments whose memory the functions may overwrite">,
    Option<"device", "device", "::sg::Device",
           /*default=*/"::sg::Device::CPU",
           "Where arrays are while a function runs; its caller has them on the "
           "host",
           [{::llvm::cl::values(
             clEnumValN(::sg::Device::CPU, "cpu", "there, too"),
             clEnumValN(::sg::Device::Cuda, "cuda", "on an NVIDIA GPU"),
             clEnumValN(::sg::Device::Emulated, "emulated",
                        "on a GPU that the host emulates"))}]>
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect", "::mlir::func::FuncDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
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
  let options = [
    Option<"onDevice", "on-device", "bool", /*default=*/"false",
           "Whether memory is allocated on a GPU">
  ];
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

def OrderConstants : Pass<"sg-order-constants", "::mlir::ModuleOp"> {
  let summary = "Put constants in memory in the order of their first use";
  let description = [{
    Names and places the private globals that bufferization makes of constants as
    functions use them, in the order of the module, and drops those that none
    uses. Upstream makes them function by function in an order that differs from
    run to run.

    *Guarantees.* The same constants, for the same program under the same names
    in the same order.

    *Never fails.*

    *Example.*

    ```mlir
    memref.global "private" constant @__constant_2xf32_0 : memref<2xf32> = dense<[3.0, 4.0]>
    memref.global "private" constant @__constant_2xf32 : memref<2xf32> = dense<[1.0, 2.0]>
    func.func @f() -> (memref<2xf32>, memref<2xf32>) {
      %x = memref.get_global @__constant_2xf32 : memref<2xf32>
      %y = memref.get_global @__constant_2xf32_0 : memref<2xf32>
      return %x, %y : memref<2xf32>, memref<2xf32>
    }
    ```

    becomes

    ```mlir
    memref.global "private" constant @sg.constant.0 : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]>
    memref.global "private" constant @sg.constant.1 : memref<2xf32> = dense<[3.000000e+00, 4.000000e+00]>
    func.func @f() -> (memref<2xf32>, memref<2xf32>) {
      %0 = memref.get_global @sg.constant.0 : memref<2xf32>
      %1 = memref.get_global @sg.constant.1 : memref<2xf32>
      return %0, %1 : memref<2xf32>, memref<2xf32>
    }
    ```
  }];
}

def PlanMemory : Pass<"sg-plan-memory", "::mlir::ModuleOp"> {
  let summary = "Allocate once for all the memory that a function needs";
  let description = [{
    Gives memory of a known size that an op of the same block frees, in loops and
    branches too, a place in one allocation at the start of the function: the
    same place to what does not live at the same time. The largest gets its place
    first, each the smallest gap in which it fits (Pisarchyk and Lee, "Efficient
    Memory Management for Deep Neural Net Inference", 2020, section 5.2).

    What only a branch needs is allocated with the rest, whether it is taken or not.

    With `kept` the runtime is asked for it (`sgrt_device_arena`), which keeps it
    from call to call.

    Runs when memory is freed by `memref.dealloc`.

    *Guarantees.* What lives at the same time does not overlap.

    *Never fails*: memory of a size that is only known at run time, or that
    outlives its block, is allocated where it was; so is all that of a function
    that may call itself, and more than 1 TiB.

    *Example.*

    ```mlir
    func.func private @f(%x: memref<8xf64>, %y: memref<8xf64>) {
      %a = memref.alloc() : memref<8xf64>
      linalg.exp ins(%x : memref<8xf64>) outs(%a : memref<8xf64>)
      %b = memref.alloc() : memref<8xf64>
      linalg.log ins(%a : memref<8xf64>) outs(%b : memref<8xf64>)
      memref.dealloc %a : memref<8xf64>
      %c = memref.alloc() : memref<8xf64>
      linalg.abs ins(%b : memref<8xf64>) outs(%c : memref<8xf64>)
      memref.dealloc %b : memref<8xf64>
      linalg.exp ins(%c : memref<8xf64>) outs(%y : memref<8xf64>)
      memref.dealloc %c : memref<8xf64>
      return
    }
    ```

    becomes

    ```mlir
    func.func private @f(%arg0: memref<8xf64>, %arg1: memref<8xf64>) {
      %alloc = memref.alloc() {alignment = 256 : i64} : memref<512xi8>
      %c0 = arith.constant 0 : index
      %view = memref.view %alloc[%c0][] : memref<512xi8> to memref<8xf64>
      linalg.exp ins(%arg0 : memref<8xf64>) outs(%view : memref<8xf64>)
      %c256 = arith.constant 256 : index
      %view_0 = memref.view %alloc[%c256][] : memref<512xi8> to memref<8xf64>
      linalg.log ins(%view : memref<8xf64>) outs(%view_0 : memref<8xf64>)
      %c0_1 = arith.constant 0 : index
      %view_2 = memref.view %alloc[%c0_1][] : memref<512xi8> to memref<8xf64>
      linalg.abs ins(%view_0 : memref<8xf64>) outs(%view_2 : memref<8xf64>)
      linalg.exp ins(%view_2 : memref<8xf64>) outs(%arg1 : memref<8xf64>)
      memref.dealloc %alloc : memref<512xi8>
      return
    }
    ```
  }];
  let options = [
    Option<"alignment", "alignment", "int64_t", /*default=*/"256",
           "What the places in the allocation are multiples of, in bytes">,
    Option<"isKept", "kept", "bool", /*default=*/"false",
           "Ask the runtime of a GPU for the allocation">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

#endif // SG_CODEGEN_BUFFERPASSES
