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
    a result. What is known at compile time costs nothing.

    Runs after fusion, as assertions in the body of a structured op keep it from
    being fused, and before bufferization, which creates accesses that are right.

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
    of elements; slices stay inside. What is known at compile time costs nothing.

    Runs early, so that messages name the ops of the program. Upstream's
    `--generate-runtime-verification` has no checks for elementwise ops, and asserts
    several conditions of each operand's dimension separately.

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

def ExpandMathOps : Pass<"sg-expand-math-ops"> {
  let summary = "Express math ops that have no counterpart in LLVM";
  let description = [{
    Replaces `math.clampf`, `math.isinf` and `math.isnormal` by ops of `arith`, and
    widens an exponent of `math.fpowi` below 32 bits.

    `math.clampf %x to [%min, %max]` is `max(min(%x, %max), %min)`, as MLIR lowers
    it for SPIR-V and ROCDL. Its documentation, and `--math-expand-ops`, have the
    bounds exchanged, which gives `%max` for every `%x`.
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
    * `tensor.splat` as `linalg.fill`;
    * the shape of a `tensor.reshape` as a tensor of `index`;
    * `linalg.softmax`, `linalg.pack`, `linalg.unpack` and the Winograd
      transforms by what they consist of.

    Example:

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
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def LowerAsserts : Pass<"sg-lower-asserts", "::mlir::ModuleOp"> {
  let summary = "Let a failing cf.assert return to the caller of the entry point";
  let description = [{
    Replaces `cf.assert` by a branch to a block that hands its message and
    location to the runtime (`sgrt_fail`), which ends the call with an error.
    Upstream's lowering prints to stdout and ends the process. Runs when control
    flow is between blocks.
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
  }];
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
  }];
}

def TransposeFactors
    : Pass<"sg-transpose-factors", "::mlir::func::FuncOp"> {
  let summary = "Give factors of contractions the order of the result";
  let description = [{
    Where a factor of a contraction is indexed by the last dimension of the
    result, but not as its own last dimension (B in `A * transpose(B)`), copies
    it so that it is, if it is read often enough to pay.
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
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // SG_CODEGEN_PASSES
