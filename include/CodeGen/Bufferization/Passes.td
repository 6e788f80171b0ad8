//===- Passes.td - Bufferization, copies and memory --------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_BUFFERIZATION_PASSES
#define SG_CODEGEN_BUFFERIZATION_PASSES

include "mlir/Pass/PassBase.td"

def AllocasToAllocs : Pass<"sg-allocas-to-allocs", "::mlir::func::FuncOp"> {
  let summary = "Move memory from the stack to the heap";
  let description = [{
    Replaces a `memref.alloca` by a `memref.alloc` if its size is not constant or more
    than 4096 bytes, or if it may be executed several times in a call. The stack has
    a size that the program does not know: memory past its end belongs to others, and
    each execution takes more of it until the call ends. `--sg-check-allocations` checks
    the size of a `memref.alloc`.

    Runs before deallocation, which frees the memory. Elements are taken to have 16
    bytes, as `complex<f64>` has.

    *Guarantees.* Memory that stays on the stack has a constant size and is taken once
    in each call.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%n: index) {
      %0 = memref.alloca(%n) : memref<?xf32>
      return
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: index) {
      %alloc = memref.alloc(%arg0) : memref<?xf32>
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def BooleansAsBytes
    : Pass<"sg-booleans-as-bytes", "::mlir::LLVM::LLVMFuncOp"> {
  let summary = "Load and store booleans as bytes";
  let description = [{
    A boolean in memory takes a byte. LLVM does not vectorize loads and stores of
    `i1`, since the type is smaller than that byte. They become loads and stores of
    `i8`, which are truncated or extended. Runs on the LLVM dialect.

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

  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def CopyInvariantDestinations
    : Pass<"sg-copy-invariant-destinations", "::mlir::func::FuncOp"> {
  let summary = "Insert into a copy of what is defined outside of the loop";
  let description = [{
    Where an iteration of a loop inserts a slice into a tensor that is defined
    outside of that loop, and not carried by it, each iteration needs the
    original. This pass makes the copy that every iteration needs anyway, and
    lets the slice be inserted into that.

    One-shot bufferization (22.1.8) does not see this by itself if the slice is
    computed in an `extract_slice` of the same position. It holds that the
    insertion does not read what the slice overwrites. That is true of one
    iteration; the next one, at another position, reads it.

    *Guarantees.* The same values, on tensors.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%x: tensor<4xf32>, %row: tensor<1xf32>, %n: index, %s: tensor<4xf32>) -> tensor<4xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %s) -> tensor<4xf32> {
        %one = tensor.insert_slice %row into %x[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
        %next = arith.addf %t, %one : tensor<4xf32>
        scf.yield %next : tensor<4xf32>
      }
      return %r : tensor<4xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<1xf32>, %arg2: index, %arg3: tensor<4xf32>) -> tensor<4xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %0 = scf.for %arg4 = %c0 to %arg2 step %c1 iter_args(%arg5 = %arg3) -> (tensor<4xf32>) {
        %1 = bufferization.alloc_tensor() copy(%arg0) : tensor<4xf32>
        %inserted_slice = tensor.insert_slice %arg1 into %1[%arg4] [1] [1] : tensor<1xf32> into tensor<4xf32>
        %2 = arith.addf %arg5, %inserted_slice : tensor<4xf32>
        scf.yield %2 : tensor<4xf32>
      }
      return %0 : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def Bufferize : Pass<"sg-bufferize", "::mlir::ModuleOp"> {
  let summary = "Bufferize a module; copy where the analysis refuses a program";
  let description = [{
    Runs `--sg-eliminate-empty-tensors` and `--one-shot-bufferize`, with the types of
    memory at function boundaries that the ABI expects. If they refuse a function
    ("cannot avoid RaW conflict"), starts again from the tensors, in this order:

    1. without elimination of empty tensors in that function;
    2. with copies of the values that materialize in given memory;
    3. with a copy before each write in that function.

    A remark says which step was needed, and names each result that is copied.

    In a chain of slices of slices, or of insertions of insertions, each ninth op gets a
    copy of its source: the analysis takes cubic time for longer chains.

    *Guarantees.* No valid program is refused for a conflict.

    *Fails when* bufferization fails with copies, too.

    *Example.*

    ```mlir
    func.func @f(%x: tensor<4xf32>, %m: memref<4xf32>) {
      %e = tensor.empty() : tensor<4xf32>
      %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      bufferization.materialize_in_destination %y in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
      return
    }
    ```

    computes the exponential in the memory of `%m`.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect"];
}

def BufferizeInsertionChains
    : Pass<"sg-bufferize-insertion-chains", "::mlir::func::FuncOp"> {
  let summary = "Let long chains of insertions write to memory";
  let description = [{
    A chain of `tensor.insert_slice` and `tensor.insert`, each of which inserts into the
    result of the one before, becomes writes to memory that is allocated for the
    chain. Elements, slices and sizes that are read of a tensor before the next insertion
    are read from that memory; a slice is copied. Upstream's analysis of bufferization
    takes time of order n^4 for n insertions: 79 s for 128 of them (22.1.8).

    Leaves chains of fewer than `least-length` insertions, and chains of fewer than four
    times as many insertions if the conversion copies something: a slice that is read, or a
    function argument, a loop-carried value or a result's memory, which insertions could
    overwrite in place.

    *Guarantees.* The same values.

    *Never fails.*

    *Example.* With `least-length=2`,

    ```mlir
    func.func @f(%x: f32, %y: f32) -> tensor<2xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %e = tensor.empty() : tensor<2xf32>
      %a = tensor.insert %x into %e[%c0] : tensor<2xf32>
      %b = tensor.insert %y into %a[%c1] : tensor<2xf32>
      return %b : tensor<2xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: f32, %arg1: f32) -> tensor<2xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %0 = tensor.empty() : tensor<2xf32>
      %alloc = memref.alloc() : memref<2xf32>
      memref.store %arg0, %alloc[%c0] : memref<2xf32>
      memref.store %arg1, %alloc[%c1] : memref<2xf32>
      %1 = bufferization.to_tensor %alloc restrict writable : memref<2xf32> to tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    ```
  }];
  let options = [
    Option<"leastLength", "least-length", "unsigned", /*default=*/"16",
           "Number of insertions from which on a chain writes to memory, at least "
           "1.">
  ];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def EliminateEmptyTensors : Pass<"sg-eliminate-empty-tensors", "::mlir::ModuleOp"> {
  let summary = "Compute values where they are inserted";
  let description = [{
    What `--eliminate-empty-tensors` does: a `tensor.empty` whose contents are
    inserted into a tensor, or materialize in a destination, becomes that part of
    that tensor.

    Unlike upstream's pass, leaves the `tensor.empty` where the value materializes
    in a destination and is also read afterwards, as one of two equal results is.
    Bufferization (22.1.8) would refuse such a program: "cannot avoid RaW
    conflict". The last reader still gets its destination.

    Leaves the `tensor.empty`, too, unless the value is proven to have the shape of
    the part into which it is inserted. Upstream compares types only, and follows
    `tensor.reshape`: a value of shape 8x9 would be computed in 6x12 elements, as
    both types are `?x?` (22.1.8).

    *Guarantees.* The same values, on tensors.

    *Fails when* upstream's analysis of bufferization fails.

    *Example.*

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<8xf32> {
      %y = bufferization.alloc_tensor() : tensor<8xf32>
      %e = tensor.empty() : tensor<4xf32>
      %s = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      %r = tensor.insert_slice %s into %y[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
      return %r : tensor<8xf32>
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: tensor<4xf32>) -> tensor<8xf32> {
      %0 = bufferization.alloc_tensor() : tensor<8xf32>
      %extracted_slice = tensor.extract_slice %0[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
      %1 = tensor.empty() : tensor<4xf32>
      %2 = linalg.exp ins(%arg0 : tensor<4xf32>) outs(%extracted_slice : tensor<4xf32>) -> tensor<4xf32>
      %inserted_slice = tensor.insert_slice %2 into %0[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
      return %inserted_slice : tensor<8xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::tensor::TensorDialect"];
}

def DoubleBufferLoops
    : Pass<"sg-double-buffer-loops", "::mlir::func::FuncOp"> {
  let summary = "Exchange two buffers instead of allocating in each iteration";
  let description = [{
    If each iteration of an `scf.for` or an `scf.while` allocates the memory of a
    carried value, allocates two buffers in front of the loop instead, one for what
    the iteration reads and one for what it writes, and swaps them after each
    iteration. The first one is the memory of the initial value, if nothing else
    uses that any more. What an inner loop leaves in one of its own buffers is
    copied back into that of the carry. The copies that bufferization makes of what
    the condition of an `scf.while` yields are then not needed.

    Runs right after bufferization, which has made sure that a loop may write to
    what it carries. Allocations that do not leave the iteration are hoisted by
    upstream's `buffer-loop-hoisting`.

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

def ExpandMemRefOps : Pass<"sg-expand-memref-ops"> {
  let summary = "Express memory ops that upstream cannot lower, or not well";
  let description = [{
    Replaces

    * `memref.copy` by a `linalg.generic` where source or target has a layout:
      upstream's lowering of these calls a function that copies element by
      element;
    * `memref.expand_shape` with several dynamic sizes in one group, or with one
      beside a size of 0, by `memref.reinterpret_cast`:
      `--expand-strided-metadata` fails on these;
    * `memref.expand_shape` of rank 0 likewise: `--fold-memref-alias-ops` makes
      vectors of several elements access the one element;
    * `memref.collapse_shape` of what has no elements likewise:
      `--fold-memref-alias-ops` makes divisions by 0 of its accesses.

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

def CopyElision : Pass<"sg-copy-elision", "::mlir::func::FuncOp"> {
  let summary = "Compute values where they are copied to";
  let description = [{
    If memory is copied as a whole to a target that is not accessed while the source
    is in use, the target is used from the start: what a loop keeps of each
    iteration for the reverse sweep is computed where it is kept. The op that
    computes the copied elements may read the same elements of the target. A copy is
    not made either if it is only read, by an op that could read the source.

    If an op initializes memory, and the next op to access it overwrites all but the
    ends of one dimension, only these ends are initialized. So nothing is written
    twice when a slice is inserted or padded.

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

def HoistResultBuffers : Pass<"sg-hoist-result-buffers", "::mlir::func::FuncOp"> {
  let summary = "Ask for the memory of results as early as their shape is known";
  let description = [{
    Moves the ops that ask an entry point's caller for the memory of a result
    (`runtime.result`) to the front of the function, with the computation of the sizes, where that
    consists of index arithmetic on the function's arguments. What follows can
    then be computed in that memory.

    *Guarantees.* The order of all other effects stays.

    *Never fails*: an op that depends on data stays where it is.

    *Example.*

    ```mlir
    func.func @f(%call: !llvm.ptr, %x: tensor<?xf32>, %n: i64) {
      %y = arith.negf %x : tensor<?xf32>
      runtime.set_size %call, result 0, dim 0 = %n
      %address = runtime.result %call, 0
      %memory = builtin.unrealized_conversion_cast %address : !llvm.ptr to memref<?xf32>
      bufferization.materialize_in_destination %y in restrict writable %memory
          : (tensor<?xf32>, memref<?xf32>) -> ()
      return
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: !llvm.ptr, %arg1: tensor<?xf32>, %arg2: i64) {
      runtime.set_size %arg0, result 0, dim 0 = %arg2
      %0 = runtime.result %arg0, 0
      %1 = builtin.unrealized_conversion_cast %0 : !llvm.ptr to memref<?xf32>
      %2 = arith.negf %arg1 : tensor<?xf32>
      bufferization.materialize_in_destination %2 in restrict writable %1 : (tensor<?xf32>, memref<?xf32>) -> ()
      return
    }
    ```
  }];
}

def ElideCallCopies : Pass<"sg-elide-call-copies", "::mlir::ModuleOp"> {
  let summary = "Pass memory to calls without copies, and free it after its last use";
  let description = [{
    Runs between upstream's `ownership-based-buffer-deallocation` and
    `bufferization-lower-deallocations`, where memory that a function returns
    belongs to its caller alone.

    * A call gets its argument itself where it would get a copy of it, if it
      only reads it, recursive calls included, or if nobody else reads it later.
    * Memory from an allocation or a call that a `bufferization.dealloc` frees
      at the end of a block for certain is freed after its last use.
    * Memory is allocated in front of its first use.

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

def MaskedBF16AsBits
    : Pass<"sg-masked-bf16-as-bits", "::mlir::LLVM::LLVMFuncOp"> {
  let summary = "Access bf16 under a mask as the integers that they are in memory";
  let description = [{
    LLVM (22.1.8) has no instructions for masked loads and stores of bf16 on
    AArch64, whose selection fails ("Cannot select"). It has them for integers of
    16 bits, of which bf16 are cast here. Runs on the LLVM dialect.

    *Guarantees.* The same bits in memory and in registers.

    *Never fails.*

    *Example.*

    ```mlir
    llvm.func @f(%x: !llvm.ptr, %mask: vector<8xi1>, %others: vector<8xbf16>) -> vector<8xbf16> {
      %v = llvm.intr.masked.load %x, %mask, %others {alignment = 2 : i32} : (!llvm.ptr, vector<8xi1>, vector<8xbf16>) -> vector<8xbf16>
      llvm.return %v : vector<8xbf16>
    }
    ```

    becomes

    ```mlir
    llvm.func @f(%arg0: !llvm.ptr, %arg1: vector<8xi1>, %arg2: vector<8xbf16>) -> vector<8xbf16> {
      %0 = llvm.bitcast %arg2 : vector<8xbf16> to vector<8xi16>
      %1 = llvm.intr.masked.load %arg0, %arg1, %0 {alignment = 2 : i32} : (!llvm.ptr, vector<8xi1>, vector<8xi16>) -> vector<8xi16>
      %2 = llvm.bitcast %1 : vector<8xi16> to vector<8xbf16>
      llvm.return %2 : vector<8xbf16>
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def NarrowIndexSwitch : Pass<"sg-narrow-index-switch"> {
  let summary = "Select regions of scf.index_switch by numbers of 32 bits";
  let description = [{
    Upstream's conversion to branches (22.1.8) drops the upper bits of the operand of
    `scf.index_switch`, and of its cases: 2^32 + 3 is taken for 3. Here an operand
    that does not fit in 32 bits is replaced by a number that is no case, and a case
    that does not fit by one that is no other case.

    *Guarantees.* The same region is selected, whatever converts the op. An operand
    that is extended from 32 bits is left.

    *Never fails.*

    *Example.*

    ```mlir
    func.func @f(%i: index) {
      scf.index_switch %i
      case 0 {
        scf.yield
      }
      default {
      }
      return
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: index) {
      %c1 = arith.constant 1 : index
      %0 = arith.index_cast %arg0 : index to i32
      %1 = arith.index_cast %0 : i32 to index
      %2 = arith.cmpi eq, %1, %arg0 : index
      %3 = arith.select %2, %arg0, %c1 : index
      scf.index_switch %3
      case 0 {
        scf.yield
      }
      default {
      }
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"
  ];
}

def OrderConstants : Pass<"sg-order-constants", "::mlir::ModuleOp"> {
  let summary = "Put constants in memory in the order of their first use";
  let description = [{
    Names and orders the private globals that bufferization makes of constants as
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

def ResultsToOutParams : Pass<"sg-results-to-out-params", "::mlir::ModuleOp"> {
  let summary = "Let callers allocate what private functions return";
  let description = [{
    Where a private function returns memory that it has allocated, callers allocate
    it and pass it as a further argument, which nothing else aliases
    (`llvm.noalias`). A copy of a result is then often the result itself
    (`sg-copy-elision`). Upstream's `buffer-results-to-out-params` does so with
    allocations; here they may be reshaped and returned twice. Results that are
    arguments, reshaped or not, are what the caller has.

    *Guarantees.* Public functions and functions that call themselves stay as they
    are, and so do results whose sizes are not known. No result is a view of such
    an argument.

    *Never fails.*

    *Example.*

    ```mlir
    func.func private @g(%x: memref<4xf32>) -> memref<4xf32> {
      %y = memref.alloc() : memref<4xf32>
      linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
      return %y : memref<4xf32>
    }
    func.func @f(%x: memref<4xf32>, %to: memref<4xf32>) {
      %y = call @g(%x) : (memref<4xf32>) -> memref<4xf32>
      memref.copy %y, %to : memref<4xf32> to memref<4xf32>
      return
    }
    ```

    becomes

    ```mlir
    func.func private @g(%arg0: memref<4xf32>, %arg1: memref<4xf32> {llvm.noalias}) {
      linalg.exp ins(%arg0 : memref<4xf32>) outs(%arg1 : memref<4xf32>)
      return
    }
    func.func @f(%arg0: memref<4xf32>, %arg1: memref<4xf32>) {
      %alloc = memref.alloc() : memref<4xf32>
      call @g(%arg0, %alloc) : (memref<4xf32>, memref<4xf32>) -> ()
      memref.copy %alloc, %arg1 : memref<4xf32> to memref<4xf32>
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect"
  ];
}

def RowMajorCasts : Pass<"sg-row-major-casts"> {
  let summary = "Copy memory with gaps where row-major memory is expected";
  let description = [{
    A `memref.cast` to a type without layout becomes a copy if there may be gaps
    between the rows: if the source is a view of parts of rows.

    One-shot bufferization (22.1.8) takes such a cast for valid if the sizes are
    dynamic, as the type has the strides `[?, 1]` then. It makes one of each slice
    that is an operand of a call or a result of a function. But a type without
    layout promises that the rows follow each other: what collapses dimensions, or
    passes on the sizes alone, reads other elements.

    *Guarantees.* Runs on memory, before deallocation; what it allocates is given
    back by that.

    *Never fails.*

    *Example.*

    ```mlir
    func.func private @callee(memref<?x?xf32>)
    func.func @f(%x: memref<?x?xf32>, %n: index) {
      %part = memref.subview %x[0, 0] [%n, %n] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
      %cast = memref.cast %part : memref<?x?xf32, strided<[?, 1]>> to memref<?x?xf32>
      call @callee(%cast) : (memref<?x?xf32>) -> ()
      return
    }
    ```

    becomes

    ```mlir
    func.func private @callee(memref<?x?xf32>)
    func.func @f(%arg0: memref<?x?xf32>, %arg1: index) {
      %subview = memref.subview %arg0[0, 0] [%arg1, %arg1] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
      %c0 = arith.constant 0 : index
      %dim = memref.dim %subview, %c0 : memref<?x?xf32, strided<[?, 1]>>
      %c1 = arith.constant 1 : index
      %dim_0 = memref.dim %subview, %c1 : memref<?x?xf32, strided<[?, 1]>>
      %alloc = memref.alloc(%dim, %dim_0) : memref<?x?xf32>
      memref.copy %subview, %alloc : memref<?x?xf32, strided<[?, 1]>> to memref<?x?xf32>
      call @callee(%alloc) : (memref<?x?xf32>) -> ()
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::arith::ArithDialect"];
}

def StaticMemoryPlanning : Pass<"sg-static-memory-planning", "::mlir::ModuleOp"> {
  let summary = "Allocate once for all the memory that a function needs";
  let description = [{
    Gives memory of a known size that an op of the same block frees, in loops and
    branches too, an offset in one allocation at the start of the function.
    Allocations that are not live at the same time may overlap. The largest is
    placed first, each in the smallest gap in which it fits (Pisarchyk and Lee, "Efficient
    Memory Management for Deep Neural Net Inference", 2020, section 5.2).

    What only a branch needs is part of the allocation, whether it is taken or not.

    With `kept` the allocation comes from the runtime (`sgrt_device_arena`), which
    keeps it from call to call.

    Runs when memory is freed by `memref.dealloc`.

    *Guarantees.* Allocations that are live at the same time do not overlap.

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
           "The alignment of offsets in the allocation, in bytes: a power of two "
           "from 1 to 1048576">,
    Option<"isKept", "kept", "bool", /*default=*/"false",
           "Ask the runtime of a GPU for the allocation">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def WidenVectorAccesses : Pass<"sg-widen-vector-accesses"> {
  let summary = "Access vectors of narrow integers at their width in memory";
  let description = [{
    An integer in memory takes 1, 2, 4 or 8 bytes; a boolean takes a byte. LLVM loads
    and stores a vector of integers of other widths as packed bits, so that
    `vector.load %m[%i] : memref<?xi1>, vector<8xi1>` would read one byte instead of
    eight. Accesses to such memory by `vector.load`, `store`, `maskedload`,
    `maskedstore`, `gather`, `scatter`, `expandload`, `compressstore`,
    `transfer_read` and `transfer_write` become accesses to integers of the width in
    memory, whose values are truncated or extended with zeros.

    *Guarantees.* The bytes that are read and written are those of `memref.load` and
    `memref.store`. The type of the memory changes by
    `builtin.unrealized_conversion_cast`, which `--reconcile-unrealized-casts` removes:
    the types are equal in the LLVM dialect.

    *Never fails.* Accesses to tensors stay as they are; the pass runs after
    bufferization.

    *Example.*

    ```mlir
    func.func @f(%m: memref<?xi1>, %i: index) -> vector<8xi1> {
      %v = vector.load %m[%i] : memref<?xi1>, vector<8xi1>
      return %v : vector<8xi1>
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: memref<?xi1>, %arg1: index) -> vector<8xi1> {
      %0 = builtin.unrealized_conversion_cast %arg0 : memref<?xi1> to memref<?xi8>
      %1 = vector.load %0[%arg1] : memref<?xi8>, vector<8xi8>
      %2 = arith.trunci %1 : vector<8xi8> to vector<8xi1>
      return %2 : vector<8xi1>
    }
    ```
  }];

  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

#endif // SG_CODEGEN_BUFFERIZATION_PASSES
