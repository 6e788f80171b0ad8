//===- Passes.td - Run-time checks and diagnostics ---------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_VERIFICATION_PASSES
#define SG_CODEGEN_VERIFICATION_PASSES

include "mlir/Pass/PassBase.td"

def BeginStage : Pass<"sg-begin-stage"> {
  let summary = "Begin a stage of a pipeline and run the lowerings of other dialects";
  let description = [{
    Marks the start of a stage of this project's pipelines. Runs the passes that loaded
    dialects of other projects contribute to the stage (`sg::LoweringInterface`,
    [WritingARule.md](WritingARule.md#lowering)). Without such a dialect, the pass
    changes nothing.

    If a pass of the stage fails at an op that a pass created, `sg-run`, `sg-opt`, the C
    library and callers of `sg::explainErrors` report the stage, the op of the program
    from which the op was created, and a possible workaround
    ([Debugging.md](Debugging.md)).

    *Guarantees.* The IR is unchanged, except by contributed passes.

    *Fails when* a contributed pass fails.

    *Example.*

    ```mlir
    func.func @f(%arg0: f32) -> f32 {
      return %arg0 : f32
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: f32) -> f32 {
      return %arg0 : f32
    }
    ```
  }];
  let options = [
    Option<"stage", "stage", "::sg::PipelineStage", "::sg::PipelineStage::Fusion",
           "The stage that begins (default: fusion)",
           [{::llvm::cl::values(
             clEnumValN(::sg::PipelineStage::Derivatives, "derivatives",
                        "derivatives are expanded"),
             clEnumValN(::sg::PipelineStage::Fusion, "fusion",
                        "ops on tensors are fused"),
             clEnumValN(::sg::PipelineStage::Memory, "memory",
                        "tensors are bufferized"),
             clEnumValN(::sg::PipelineStage::Kernels, "kernels", "kernels are built"),
             clEnumValN(::sg::PipelineStage::Loops, "loops",
                        "structured ops are lowered to loops"),
             clEnumValN(::sg::PipelineStage::Native, "native",
                        "ops are converted to the LLVM dialect"))}]>
  ];
}

def CheckAllocations : Pass<"sg-check-allocations", "::mlir::ModuleOp"> {
  let summary = "Check the sizes of allocations at run time";
  let description = [{
    Before each `memref.alloc` with dynamic sizes, or with static sizes whose product is
    too large, passes the sizes to the runtime (`sgrt_scale`). The runtime ends the call
    with an error if a size is negative or the size in bytes cannot be represented.
    Otherwise the size would wrap, and the program would write past the end of the
    allocation.

    Removes alignments that the runtime's memory always has.

    *Guarantees.* Conditions that are known at compile time cost nothing.

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
    Asserts that indices and divisors are in range, before the ops that use them:

    * the indices of `tensor.extract`, `tensor.insert`, `memref.load`, `memref.store`,
      `memref.atomic_rmw`, `memref.generic_atomic_rmw`, `affine.load` and `affine.store`;
    * the indices of each lane of `vector.load`, `vector.store`, `vector.maskedload`,
      `vector.maskedstore`, `vector.gather`, `vector.scatter`, `vector.expandload`,
      `vector.compressstore`, `affine.vector_load` and `affine.vector_store`, unless the
      lane is masked;
    * the indices of `vector.transfer_read` and `vector.transfer_write`, which must not be
      negative; lanes may exceed dimensions that are not `in_bounds`;
    * the elements of the views that `memref.view`, `memref.reinterpret_cast` and
      `memref.reshape` create, which must be in the memory of the source;
    * the divisors of integer divisions, which must not be 0, or -1 if the quotient
      would overflow;
    * the divisors in affine maps, sets and `affine.delinearize_index`, which must be
      positive.

    Removes alignment attributes, which the pass does not check, from accesses outside of
    kernels.

    Runs after fusion, because assertions in the body of a structured op prevent its
    fusion, and before bufferization, which creates only correct accesses.

    *Guarantees.* Conditions that are known at compile time cost nothing.

    *Never fails.*

    *Example.* An index out of range ends the call of

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
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def CheckPadding : Pass<"sg-check-padding"> {
  let summary = "Check at run time that no padding is negative";
  let description = [{
    Asserts before each `tensor.pad` that computed sizes of its padding are not
    negative, as a padding is a number of added elements. With a negative size, the
    expansion of the `tensor.pad` would crop the source, or fail with a message about an
    op that is not in the program.

    Runs before the first canonicalization, which turns computed sizes into constants.
    `--sg-check-support` reports negative constants.

    *Guarantees.* Conditions that are known at compile time cost nothing.

    *Never fails.*

    *Example.* A negative `%n` ends the call of

    ```mlir
    func.func @f(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
      %zero = arith.constant 0.0 : f32
      %y = tensor.pad %x low[%n] high[1] {
      ^bb0(%i: index):
        tensor.yield %zero : f32
      } : tensor<?xf32> to tensor<?xf32>
      return %y : tensor<?xf32>
    }
    ```

    with the location of the op and the message
    `'tensor.pad': the padding of dimension 0 is negative`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::linalg::LinalgDialect"
  ];
}

def CheckShapes : Pass<"sg-check-shapes"> {
  let summary = "Check at run time that the sizes of operands fit";
  let description = [{
    Asserts the semantic requirements of ops on tensors of dynamic shape: the operands
    of structured and of elementwise ops agree in their sizes; the source of a cast has
    the static sizes of the result type; reshapes keep the number of elements; slices
    are in bounds. A memref has the sizes of the tensor that is materialized in it, and
    no gaps between dimensions that are collapsed.

    Runs early, so that messages name the ops of the program. Other ops, including ops
    of other dialects, emit their own checks by `RuntimeVerifiableOpInterface`, as in
    upstream's `--generate-runtime-verification`. Upstream's pass has no checks for
    elementwise ops. It asserts several conditions for each dimension of an operand
    separately: 12 for a product of matrices, for which 3 are enough.

    *Guarantees.* Conditions that are known at compile time cost nothing.

    *Never fails.*

    *Example.* Arguments of different sizes end the call of

    ```mlir
    func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
      %z = arith.addf %x, %y : tensor<?xf32>
      return %z : tensor<?xf32>
    }
    ```

    with the location of the op and the message
    `'arith.addf': dimension 0 of operand 1 differs from that of operand 0`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def CheckSupport : Pass<"sg-check-support"> {
  let summary = "Report ops without native code";
  let description = [{
    Reports ops that later conversions would silently ignore, or reject with an error at
    another op:

    * rounding modes of `arith` other than to the nearest, which LLVM does not implement
      for processors and GPUs;
    * `memref.generic_atomic_rmw` of types other than integers;
    * a `tensor.pad` whose padding is a negative constant;
    * ops of dialects that are not registered;
    * ops that are nested more than 100 deep, and vectors of more than 2,048 elements,
      for which compilation would take minutes.

    Removes `to_nearest_even`, which is the default.

    Runs before fusion, which replaces ops.

    *Guarantees.* No op has a rounding mode.

    *Fails when* an op has another rounding mode, an atomic op computes with a type
    other than integers, a padding is negative, an op is of an unknown dialect, ops nest
    too deeply, or a vector is too long.

    *Example.*

    ```mlir
    func.func @f(%x: f64) -> f32 {
      %0 = arith.truncf %x to_nearest_even : f64 to f32
      return %0 : f32
    }
    ```

    becomes

    ```mlir
    func.func @f(%arg0: f64) -> f32 {
      %0 = arith.truncf %arg0 : f64 to f32
      return %0 : f32
    }
    ```
  }];
}

def ConvertRemainingToLLVM : Pass<"sg-convert-remaining-to-llvm"> {
  let summary = "Convert remaining ops by the patterns of their dialects";
  let description = [{
    Applies the patterns of `mlir::ConvertToLLVMPatternInterface` to ops that no pass of
    the pipeline has converted, if their dialects have that interface. Dialects of other
    projects lower ops on scalars by this interface
    ([WritingARule.md](WritingARule.md#lowering)).

    Runs after the conversions of MLIR's dialects, and before casts between types
    are reconciled.

    *Guarantees.* Ops of dialects without the interface are unchanged.

    *Fails when* a pattern leaves invalid IR.

    *Example.*

    ```mlir
    llvm.func @f(%x: f64) -> f64 {
      %0 = arith.negf %x : f64
      llvm.return %0 : f64
    }
    ```

    becomes

    ```mlir
    llvm.func @f(%arg0: f64) -> f64 {
      %0 = llvm.fneg %arg0 : f64
      llvm.return %0 : f64
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def VerifyLowered : Pass<"sg-verify-lowered"> {
  let summary = "Report ops that no pass of the pipeline has lowered";
  let description = [{
    Reports ops that are neither ops of `llvm` nor ops that are translated to LLVM IR,
    such as ops of `nvvm` and `omp`. Reports each kind of op once, at its first op. If
    an op remains because LLVM does not support the type of an operand, the pass reports
    the type. Schedules, which are ops of `transform`, may remain.

    Runs at the end of the pipelines.

    *Guarantees.* Each op can be translated to LLVM IR.

    *Fails when* an op remains.

    *Example.*

    ```mlir
    llvm.func @f(%arg0: f64) -> f64 {
      llvm.return %arg0 : f64
    }
    ```

    becomes

    ```mlir
    llvm.func @f(%arg0: f64) -> f64 {
      llvm.return %arg0 : f64
    }
    ```
  }];
}

def FreezePoison : Pass<"sg-freeze-poison"> {
  let summary = "Freeze results that may be poison";
  let description = [{
    Adds an `llvm.freeze` to each op of the LLVM dialect whose result may be poison
    although no operand is: conversions of floats to integers, and shifts and accesses to
    vector elements by amounts and positions that are not constant or out of range.

    LLVM assumes that no branch depends on poison. Without the pass, it erases the check
    of an index that is, for example, a float out of the range of integers, and the access
    with it. A frozen result is an arbitrary integer, which the check then tests.

    *Guarantees.* Results that are not poison do not change.

    *Never fails.*

    *Example.*

    ```mlir
    llvm.func @f(%x: f64) -> i64 {
      %i = llvm.fptosi %x : f64 to i64
      llvm.return %i : i64
    }
    ```

    becomes

    ```mlir
    llvm.func @f(%arg0: f64) -> i64 {
      %0 = llvm.fptosi %arg0 : f64 to i64
      %1 = llvm.freeze %0 : i64
      llvm.return %1 : i64
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def HoistAsserts : Pass<"sg-hoist-asserts", "::mlir::func::FuncOp"> {
  let summary = "Move assertions up to where their operands are defined";
  let description = [{
    Moves each `cf.assert` and the arithmetic that it uses up in its block, to the
    position after the last immovable op on which they depend.

    Runs before bufferization. Bufferization may compute the source of an insertion
    directly in the destination's memory. An assertion directly before the insertion
    would then come too late.

    *Guarantees.* A program whose assertions hold has the same behavior. If several
    assertions fail, the program may report a different one than before, and before
    other effects of the block.

    *Never fails.*

    *Example.*

    ```mlir
    func.func private @f(%x: tensor<8xf32>, %t: tensor<?xf32>) -> tensor<?xf32> {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %e = math.exp %x : tensor<8xf32>
      %d = tensor.dim %t, %c0 : tensor<?xf32>
      %ok = arith.cmpi uge, %d, %c8 : index
      cf.assert %ok, "the slice leaves dimension 0"
      %r = tensor.insert_slice %e into %t[0] [8] [1] : tensor<8xf32> into tensor<?xf32>
      return %r : tensor<?xf32>
    }
    ```

    becomes

    ```mlir
    func.func private @f(%arg0: tensor<8xf32>, %arg1: tensor<?xf32>) -> tensor<?xf32> {
      %c0 = arith.constant 0 : index
      %dim = tensor.dim %arg1, %c0 : tensor<?xf32>
      %c8 = arith.constant 8 : index
      %0 = arith.cmpi uge, %dim, %c8 : index
      cf.assert %0, "the slice leaves dimension 0"
      %1 = math.exp %arg0 : tensor<8xf32>
      %inserted_slice = tensor.insert_slice %1 into %arg1[0] [8] [1] : tensor<8xf32> into tensor<?xf32>
      return %inserted_slice : tensor<?xf32>
    }
    ```
  }];
}

def LowerAsserts : Pass<"sg-lower-asserts", "::mlir::ModuleOp"> {
  let summary = "Lower cf.assert to an error that ends the call of the entry point";
  let description = [{
    Replaces `cf.assert` by a branch to a block that passes its message and location to
    the runtime (`sgrt_fail`), which ends the call with an error. Upstream's lowering
    prints to stdout and ends the process. Runs after the lowering of control flow to
    branches.

    *Guarantees.* No `cf.assert` remains.

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
    llvm.func @sgrt_fail(!llvm.ptr)
    llvm.mlir.global internal constant @sg.assert("file.mlir:2:3: x must be positive\00") {addr_space = 0 : i32}
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

def TraceNan : Pass<"sg-trace-nan", "::mlir::ModuleOp"> {
  let summary = "Trace where a NaN or an infinity arises";
  let description = [{
    After each op that computes floats, including ops in loops, branches and bodies of
    `linalg.generic`, calls the runtime (`sgrt_trace`). The first argument is a text
    with the location and the role of the op. The second argument has a bit for each
    kind of number that the results contain and the operands do not: bit 0 stands for an
    infinity, bit 1 for a NaN. A named structured op is traced as a whole. The arguments
    of public functions are traced like results of ops without operands. For a product
    in a derivative, the text explains that a NaN is zero times infinity, and names the
    choice that caused the zero. NaNs that strong zeros replace are not reported.

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

#endif // SG_CODEGEN_VERIFICATION_PASSES
