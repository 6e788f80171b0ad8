//===- WaveOps.td - Ops of a third-party dialect -----------*- tablegen -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect that docs/WritingARule.md differentiates. The definitions do not
// depend on derivatives.
//===----------------------------------------------------------------------===//

#ifndef SG_TEST_LIB_WAVEOPS
#define SG_TEST_LIB_WAVEOPS

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/RuntimeVerifiableOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Wave_Dialect : Dialect {
  let name = "wave";
  let cppNamespace = "::wave";
}

class Wave_Op<string mnemonic, list<Trait> traits = []>
    : Op<Wave_Dialect, mnemonic, traits # [Pure]>;
def Wave_Signal : 1DTensorOf<[F64]>;

def Wave_SoftSignOp : Wave_Op<"soft_sign", [SameOperandsAndResultType]> {
  let summary = "x / (1 + |x|), elementwise";
  let arguments = (ins AnyType:$input);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
}

def Wave_FlipOp : Wave_Op<"flip", [SameOperandsAndResultType]> {
  let summary = "a signal in reverse order";
  let arguments = (ins Wave_Signal:$input);
  let results = (outs Wave_Signal:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
}

def Wave_ScaleOp : Wave_Op<"scale", [AllTypesMatch<["input", "result"]>]> {
  let summary = "a signal times a number";
  let arguments = (ins Wave_Signal:$input, F64:$factor);
  let results = (outs Wave_Signal:$result);
  let assemblyFormat = "$input `by` $factor attr-dict `:` type($input)";
}

def Wave_DotOp : Wave_Op<"dot", [
    SameTypeOperands, DeclareOpInterfaceMethods<RuntimeVerifiableOpInterface>]> {
  let summary = "the sum of the products of two signals";
  let arguments = (ins Wave_Signal:$lhs, Wave_Signal:$rhs);
  let results = (outs F64:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs)";
}

def Wave_EachOp : Op<Wave_Dialect, "each", [
    RecursivelySpeculatable, RecursiveMemoryEffects, SingleBlock]> {
  let summary = "signals computed element by element from signals of equal length";
  let arguments = (ins Variadic<1DTensorOf<[AnyType]>>:$signals);
  let results = (outs Variadic<1DTensorOf<[AnyType]>>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` $signals `)` $body attr-dict `:` functional-type($signals, $results)
  }];
  let hasVerifier = 1;
}

def Wave_ThriceOp : Wave_Op<"thrice", [SameOperandsAndResultType]> {
  let summary = "3 x, elementwise; its derivative is wrong in reverse mode";
  let arguments = (ins Wave_Signal:$input);
  let results = (outs Wave_Signal:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
}

def Wave_SameOp : Wave_Op<"same", [SameOperandsAndResultType]> {
  let summary = "x; native code computes x + x instead";
  let arguments = (ins AnyType:$input);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
}

def Wave_SquareOp : Wave_Op<"square", [SameOperandsAndResultType]> {
  let summary = "x x, elementwise; its derivative is wrong in both modes";
  let arguments = (ins AnyType:$input);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
}

def Wave_HalfOp : Wave_Op<"half", [SameOperandsAndResultType]> {
  let summary = "x / 2; patterns lower it to the LLVM dialect";
  let arguments = (ins AnyFloat:$input);
  let results = (outs AnyFloat:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
}

def Wave_FaultyOp : Wave_Op<"faulty"> {
  let summary = "an op whose derivative rule has the named fault";
  let arguments = (ins AnyType:$lhs, AnyType:$rhs, StrAttr:$fault);
  let results = (outs AnyType:$first, AnyType:$second);
  let assemblyFormat = [{
    $fault $lhs `,` $rhs attr-dict `:` functional-type(operands, results)
  }];
}

def Wave_FaultyRegionOp : Op<Wave_Dialect, "faulty_region", [
    RecursivelySpeculatable, RecursiveMemoryEffects, SingleBlock]> {
  let summary = "an op whose derivative rule has the named fault";
  let arguments = (ins StrAttr:$fault);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$fault $body attr-dict `:` type($results)";
}

def Wave_YieldOp : Wave_Op<"yield", [Terminator, ParentOneOf<["EachOp", "FaultyRegionOp"]>]> {
  let summary = "an element of each result";
  let arguments = (ins Variadic<AnyType>:$elements);
  let assemblyFormat = "$elements attr-dict `:` type($elements)";
}

#endif // SG_TEST_LIB_WAVEOPS
