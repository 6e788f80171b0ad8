//===- Passes.td - Run-time checks and refusals ------------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SG_CODEGEN_VERIFICATION_PASSES
#define SG_CODEGEN_VERIFICATION_PASSES

include "mlir/Pass/PassBase.td"

def BeginStage : Pass<"sg-begin-stage"> {
  let summary = "Begin a stage of a pipeline, with the lowerings of other dialects";
  let description = [{
    The pipelines of this project mark by it which part of their work begins. Runs
    the passes that loaded dialects of other projects contribute to the stage
    (`sg::LoweringInterface`, [WritingARule.md](WritingARule.md#lowering)); without
    such a dialect it changes nothing.

    If a pass then fails at an op that the program does not have,
    `sg-run`, `sg-opt`, the C library and whoever calls `sg::explainErrors` say in
    which part that was, of which op of the program the op was made, and what may
    help ([Debugging.md](Debugging.md)).

    *Guarantees.* The IR is as it was, but for what contributed passes do.

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
           "The part that begins (default: fusion)",
           [{::llvm::cl::values(
             clEnumValN(::sg::PipelineStage::Derivatives, "derivatives",
                        "derivatives are made"),
             clEnumValN(::sg::PipelineStage::Fusion, "fusion",
                        "ops on tensors are fused"),
             clEnumValN(::sg::PipelineStage::Memory, "memory",
                        "tensors are put into memory"),
             clEnumValN(::sg::PipelineStage::Kernels, "kernels", "kernels are made"),
             clEnumValN(::sg::PipelineStage::Loops, "loops", "loops are made"),
             clEnumValN(::sg::PipelineStage::Native, "native",
                        "the LLVM dialect is made"))}]>
  ];
}

def CheckAllocations : Pass<"sg-check-allocations", "::mlir::ModuleOp"> {
  let summary = "Check the sizes of allocations at run time";
  let description = [{
    Before each `memref.alloc` with dynamic sizes, or with static ones whose
    product is too large, passes these to the runtime (`sgrt_scale`), which ends
    the call with an error if one is negative or the size in bytes cannot be
    represented. Otherwise the size would wrap around, and the allocation would be
    written past its end.

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
    Asserts before ops that access memory or elements that they stay in bounds:

    * the indices of `tensor.extract`, `tensor.insert`, `memref.load`, `memref.store`,
      `memref.atomic_rmw`, `memref.generic_atomic_rmw`, `affine.load` and `affine.store`;
    * the indices of each lane of `vector.load`, `vector.store`, `vector.maskedload`,
      `vector.maskedstore`, `vector.gather`, `vector.scatter`, `vector.expandload`,
      `vector.compressstore`, `affine.vector_load` and `affine.vector_store`, unless the
      lane is masked;
    * the indices of `vector.transfer_read` and `vector.transfer_write`, which are never
      negative; those of lanes may exceed dimensions that are not `in_bounds`;
    * the elements that `memref.view`, `memref.reinterpret_cast` and `memref.reshape`
      see, which are all in the memory;
    * that an integer division has a result, and that what affine maps, sets and
      `affine.delinearize_index` divide by is positive.

    Removes the alignment that an access outside of kernels promises, which nothing
    checks.

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
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def CheckPadding : Pass<"sg-check-padding"> {
  let summary = "Check at run time that no padding is negative";
  let description = [{
    Asserts before each `tensor.pad` that computed sizes of its padding are not
    negative: a padding is a number of elements that are added. The
    ops by which a `tensor.pad` is expanded would crop the source, or fail with
    a message about an op that the program does not have.

    Runs before the first canonicalization, which makes constants of computed sizes.
    `--sg-check-support` reports negative constants.

    *Guarantees.* What is known at compile time costs nothing.

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
    Asserts in front of ops on tensors of dynamic shape what their semantics
    require: the operands of structured and of elementwise ops agree in their
    sizes; a cast gets the sizes that its type promises; reshapes keep the number
    of elements; slices stay inside; memory has the sizes of the tensor that is
    materialized there, and no gaps between dimensions that are collapsed.

    Runs early, so that messages name the ops of the program. All other ops, those of
    other dialects included, are asked for their own checks by
    `RuntimeVerifiableOpInterface`, as by upstream's
    `--generate-runtime-verification`. That pass has no checks for elementwise ops, and
    asserts several conditions of each operand's dimension separately: of a product of
    matrices 12, where 3 are enough.

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
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def CheckSupport : Pass<"sg-check-support"> {
  let summary = "Report ops that native code cannot be generated for";
  let description = [{
    Reports what later conversions would silently ignore, or fail at with a message
    about an op that they made: rounding modes of `arith` other than to the nearest,
    which LLVM does not implement for processors and GPUs,
    `memref.generic_atomic_rmw` of types other than integers, a `tensor.pad` whose
    padding is a negative constant, and ops of dialects that are not registered.
    Reports ops that are nested more than 100 deep, and vectors of more than 2,048
    elements: compilation would take minutes.

    Drops `to_nearest_even`, which is the default.

    Runs before fusion, which replaces ops.

    *Guarantees.* No rounding is asked for.

    *Fails when* another rounding is, an atomic op computes with other than integers,
    a padding is negative, an op is of an unknown dialect, ops nest too deeply, or a
    vector is too long.

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
    Applies the patterns of `mlir::ConvertToLLVMPatternInterface` to ops that no pass
    of the pipeline has converted, where their dialects have that interface. A dialect
    of another project lowers ops on scalars so
    ([WritingARule.md](WritingARule.md#lowering)).

    Runs after the conversions of MLIR's dialects, and before casts between types
    are reconciled.

    *Guarantees.* Ops of dialects without the interface are as they were.

    *Fails when* a pattern leaves IR that is not valid.

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
    Reports ops of other dialects than `llvm` and those that are translated to LLVM
    IR, as `nvvm` and `omp`: each kind of op once, at the first op of it. Ops that are
    left because LLVM does not have a type of their operands are reported with the type.
    Schedules, which are ops of `transform`, may stay.

    Runs at the end of the pipelines.

    *Guarantees.* LLVM IR can be made of each op.

    *Fails when* an op is left.

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

def HoistAsserts : Pass<"sg-hoist-asserts", "::mlir::func::FuncOp"> {
  let summary = "Move assertions up to where their operands are defined";
  let description = [{
    Moves each `cf.assert`, with the arithmetic on sizes and indices that it
    depends on, behind the last value of its block that it needs otherwise.

    Runs in front of bufferization, which may let what is to be inserted into a
    tensor be computed in that tensor's memory: an assertion that stands in front
    of the insertion would come too late.

    *Guarantees.* A program whose assertions hold does the same. Of several that
    do not another one may be told, and in front of other effects of its block.

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
  let summary = "Tell where a NaN or an infinity arises";
  let description = [{
    Behind each op that computes floats, also in loops, branches and bodies of
    `linalg.generic`, calls the runtime (`sgrt_trace`) with a text that says
    where the op stands and what it is for, and with the kinds of numbers that
    its results have and its operands do not have: bit 0 stands for an infinity,
    bit 1 for a NaN. A named structured op is looked at as a whole. So are the
    arguments of public functions, which have no operands. Of a product in a
    derivative the text says that a NaN is zero times infinity, and which choice
    has sent the zero; the NaNs that strong zeros replace are left out.

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
