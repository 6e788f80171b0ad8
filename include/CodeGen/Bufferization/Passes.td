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
  let summary = "Move memory of unbounded size from the stack to the heap";
  let description = [{
    Replaces a `memref.alloca` by a `memref.alloc` if its size is dynamic or exceeds 4096
    bytes, or if one call may execute it several times. The size of the stack is unknown: an
    access past its end corrupts other memory. Each execution of a `memref.alloca` takes
    more of the stack until the function returns. `--sg-check-allocations` checks the size
    of a `memref.alloc`.

    Runs before deallocation, which frees the memory. The size of an element is assumed to
    be 16 bytes, the size of `complex<f64>`.

    *Guarantees.* Memory on the stack has a constant size and is allocated once per call.

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
    A boolean in memory occupies a byte. LLVM does not vectorize loads and stores of
    `i1`, because the type is smaller than a byte. This pass loads and stores `i8`
    instead, and truncates or extends the values. Runs on the LLVM dialect.

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
  let summary = "Copy loop-invariant destinations of insertions inside the loop";
  let description = [{
    A loop may insert a slice into a tensor that is defined outside of the loop and not
    loop-carried. Each iteration then needs the original tensor. This pass copies the
    tensor in each iteration and inserts the slice into the copy.

    One-shot bufferization (22.1.8) omits the copy if the slice is computed in an
    `extract_slice` of the same position. It assumes that the insertion does not read the
    elements that the slice overwrites. This holds within one iteration. The next iteration
    inserts at another position and reads these elements.

    *Guarantees.* The computed values do not change. The result contains only tensors.

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
  let summary = "Bufferize a module, with copies where the analysis rejects a program";
  let description = [{
    Runs `--sg-eliminate-empty-tensors` and `--one-shot-bufferize`, with the memref types at
    function boundaries that the ABI expects. If these passes reject a function ("cannot
    avoid RaW conflict"), the pass restores the tensors and tries again, in this order:

    1. without elimination of empty tensors in this function;
    2. with copies of the values that materialize in a destination;
    3. with a copy before each write in this function.

    A remark reports the step that was needed, and names each result that is copied.

    In a chain of nested slices or nested insertions, the source of each ninth op is
    copied: the analysis takes cubic time for longer chains.

    *Guarantees.* No valid program is rejected because of a conflict.

    *Fails when* bufferization fails even with copies.

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
  let summary = "Write long chains of insertions to memory";
  let description = [{
    Replaces a chain of `tensor.insert_slice` and `tensor.insert`, in which each op inserts
    into the result of the previous op, by writes to one allocation. Ops that read elements,
    slices or sizes of an intermediate result read the allocation instead; a slice is
    copied. Upstream's bufferization analysis takes time of order n^4 for n insertions: 79 s
    for n = 128 (22.1.8).

    A chain is converted if it has at least `least-length` insertions. If the conversion
    needs a copy, the chain must be four times as long. A slice that is read needs a copy.
    So does a chain that starts with a function argument, a loop-carried value or the memory
    of a result, because the chain could overwrite this memory in place.

    *Guarantees.* The computed values do not change.

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
           "Minimum number of insertions in a chain that is written to memory, at "
           "least 1.">
  ];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def EliminateEmptyTensors : Pass<"sg-eliminate-empty-tensors", "::mlir::ModuleOp"> {
  let summary = "Compute values in the tensors into which they are inserted";
  let description = [{
    Works like `--eliminate-empty-tensors`: if the contents of a `tensor.empty` are inserted
    into a tensor, or materialize in a destination, the slice or destination replaces the
    `tensor.empty`.

    Unlike upstream's pass, this pass keeps the `tensor.empty` if the value materializes in
    a destination and is read afterwards. One example is a value that is returned twice.
    Bufferization (22.1.8) rejects such a program: "cannot avoid RaW conflict". The last
    destination can still replace the `tensor.empty`.

    The pass also keeps the `tensor.empty` unless the value is proven to have the shape of
    the slice into which it is inserted. Upstream compares only types and follows
    `tensor.reshape`: a value of shape 8x9 would be computed in 6x12 elements, because
    both types are `?x?` (22.1.8).

    *Guarantees.* The computed values do not change. The result contains only tensors.

    *Fails when* upstream's bufferization analysis fails.

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
  let summary = "Swap two buffers instead of allocating in each iteration";
  let description = [{
    If each iteration of an `scf.for` or an `scf.while` allocates the memory of a
    loop-carried value, the pass allocates two buffers before the loop. Each iteration reads
    one buffer and writes the other buffer. After each iteration, the buffers are swapped.
    The first buffer is the memory of the initial value if only the loop and earlier ops use
    this memory.

    If an inner loop leaves a loop-carried value in one of its buffers, the value is
    copied back into the outer loop's buffer. Bufferization copies the values that the
    condition of an `scf.while` yields; these copies are then removed.

    Runs right after bufferization, which ensures that a loop may write to its
    loop-carried memory. Allocations that do not leave the iteration are hoisted by
    upstream's `buffer-loop-hoisting`.

    *Guarantees.* The loop-carried values do not change.

    *Never fails*: an allocation stays if its size changes from iteration to iteration, or
    if another op may still read the memory.

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
  let summary = "Replace memory ops that upstream lowers badly or not at all";
  let description = [{
    Replaces

    * `memref.copy` by a `linalg.generic` if the source or the target has a layout:
      upstream's lowering calls a function that copies element by element;
    * `memref.expand_shape` by `memref.reinterpret_cast` if a group has several dynamic
      sizes, or one dynamic size and a size of 0: `--expand-strided-metadata` fails on
      it;
    * `memref.expand_shape` of a memref of rank 0 by `memref.reinterpret_cast`:
      `--fold-memref-alias-ops` would access the single element as a vector of several
      elements;
    * `memref.collapse_shape` of an empty memref by `memref.reinterpret_cast`:
      `--fold-memref-alias-ops` would emit divisions by 0 for its accesses.

    *Guarantees.* The elements in memory do not change.

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
  let summary = "Compute values in the target of their copy";
  let description = [{
    If a whole allocation is copied to a target that is not accessed while the source is in
    use, the pass replaces the source by the target. For example, a residual of a loop
    iteration is computed directly in the stack of the loop. The op that computes the copied
    elements may read the same elements of the target. A copy is also removed if all its
    readers can read the source instead.

    If the next access to initialized memory overwrites all elements except at the ends of
    one dimension, only these ends are initialized. An inserted or padded slice is then
    written only once.

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
  let summary = "Request the memory of results as soon as their shape is known";
  let description = [{
    An entry point requests the memory of a result from its caller (`runtime.result`). This
    pass moves the request to the start of the function, together with the computation of
    the sizes. The sizes must depend only on index arithmetic on the function's arguments.
    Later ops can then compute the result in this memory.

    *Guarantees.* The order of all other effects does not change.

    *Never fails*: an op that depends on elements of tensors stays in place.

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
  let summary = "Remove copies made for calls, and free memory after its last use";
  let description = [{
    Runs between upstream's `ownership-based-buffer-deallocation` and
    `bufferization-lower-deallocations`. At this point, only the caller owns the memory that
    a function returns.

    * If the argument of a call is a copy, the call gets the source instead, unless the call
      writes to the argument and the source is read afterwards.
    * If a `bufferization.dealloc` at the end of a block always frees memory of an
      allocation or a call, the memory is freed after its last use instead.
    * An allocation moves right before its first use.

    *Guarantees.* All ops read the same values.

    *Never fails*: memory that may have other owners is not changed.

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
  let summary = "Access bf16 under a mask as integers of 16 bits";
  let description = [{
    LLVM (22.1.8) cannot select masked loads and stores of bf16 on AArch64 ("Cannot
    select"). LLVM can select masked accesses of 16-bit integers. This pass loads and
    stores integers instead, and casts them from and to bf16. Runs on the LLVM dialect.

    *Guarantees.* The bits in memory and in registers do not change.

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
  let summary = "Narrow the operand of scf.index_switch to 32 bits";
  let description = [{
    Upstream's conversion to branches (22.1.8) drops the upper bits of the operand and of
    the cases of `scf.index_switch`: it confuses 2^32 + 3 with 3. This pass replaces an
    operand that does not fit in 32 bits by a value that is no case. It replaces a case
    that does not fit by a value that is no other case.

    *Guarantees.* The same region is selected, independent of the lowering of the op. An
    operand that is extended from 32 bits does not change.

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
  let summary = "Order constants in memory by their first use";
  let description = [{
    Bufferization creates private globals for constants. This pass renames and orders them
    by their first use, in the order of the functions in the module, and erases unused
    globals. Upstream creates the globals in an order that differs from run to run.

    *Guarantees.* The constants do not change. The same program gets the same names in the
    same order in each run.

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
  let summary = "Pass memory for the results of private functions";
  let description = [{
    If a private function returns memory that it has allocated, its callers allocate the
    memory instead. They pass it as an additional argument without aliases
    (`llvm.noalias`). `sg-copy-elision` can then often replace a copy of a result by the
    result itself. Upstream's `buffer-results-to-out-params` supports only results that are
    allocations; this pass also supports reshaped allocations and allocations that are
    returned twice. A result that is an argument, possibly reshaped, is replaced by the
    caller's operand.

    *Guarantees.* Public functions, recursive functions and results of unknown size do not
    change. No result is a view of an additional argument.

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
    Replaces a `memref.cast` to a type without layout by a copy if the source may have gaps
    between the rows, for example as a view of parts of rows.

    One-shot bufferization (22.1.8) accepts such a cast if the sizes are dynamic, because
    the strides of the type are `[?, 1]` then. It emits such a cast for each slice that is
    an operand of a call or a result of a function. However, a type without layout promises
    contiguous rows. An op that collapses dimensions or passes on only the sizes reads
    wrong elements.

    *Guarantees.* Runs on memory, before deallocation, which frees the copies.

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
  let summary = "Allocate the memory of a function at once";
  let description = [{
    Creates one allocation, the arena, at the start of a function. Memory of a known size
    that an op of the same block frees gets an offset in the arena, also in loops and
    branches. Allocations that are not live at the same time may overlap. They are placed in
    order of decreasing size, each in the smallest sufficient gap (Pisarchyk and Lee,
    "Efficient Memory Management for Deep Neural Net Inference", 2020, section 5.2).

    The arena includes the memory of branches that are not taken.

    With `kept`, the arena comes from the runtime (`sgrt_device_arena`), which keeps it from
    call to call.

    Runs after deallocation has been lowered to `memref.dealloc`.

    *Guarantees.* Allocations that are live at the same time do not overlap.

    *Never fails*: an allocation stays if its size is only known at run time or more than
    1 TiB, if it outlives its block, or if the function is recursive.

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
           "Request the allocation from the runtime of a GPU">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def WidenVectorAccesses : Pass<"sg-widen-vector-accesses"> {
  let summary = "Access vectors of narrow integers with their width in memory";
  let description = [{
    An integer in memory occupies 1, 2, 4 or 8 bytes; a boolean occupies a byte. LLVM loads
    and stores a vector of integers of other widths as packed bits:
    `vector.load %m[%i] : memref<?xi1>, vector<8xi1>` would read one byte instead of
    eight. The pass changes accesses to such memory by `vector.load`, `store`,
    `maskedload`, `maskedstore`, `gather`, `scatter`, `expandload`, `compressstore`,
    `transfer_read` and `transfer_write`. The new accesses use integers of the width in
    memory, whose values are truncated, or extended with zeros.

    *Guarantees.* The accesses read and write the same bytes as `memref.load` and
    `memref.store`. A `builtin.unrealized_conversion_cast` changes the type of the memory.
    `--reconcile-unrealized-casts` removes it, because the types are equal in the LLVM
    dialect.

    *Never fails.* Accesses to tensors do not change; the pass runs after bufferization.

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
