//===- ArrayBuilder.h - Builds functions over arrays ------------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An ArrayBuilder builds functions of a module. ArrayOps.h lists the
// operations on arrays.
//
//   ArrayBuilder b(module);
//   Arrays x = b.beginFunction("f", {{DType::Float64, {b.getSymbol("n")}}});
//   b.endFunction({multiply(b, x[0], stopGradient(b, x[0]))});
//
// An operation that fails emits an error and returns a null array. Operations
// on null arrays return null arrays and emit nothing.
//
//===----------------------------------------------------------------------===//

#ifndef SG_ARRAYOPS_ARRAYBUILDER_H
#define SG_ARRAYOPS_ARRAYBUILDER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "sg/ArrayOps/Array.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include <memory>

namespace sg::array {

/// A function built by an ArrayBuilder.
struct Function {
  std::string name;
  /// Types of the arguments, without the captured arrays.
  llvm::SmallVector<ArrayType> arguments;
  llvm::SmallVector<ArrayType> results;
  /// Arrays of enclosing functions that the body uses. Each call passes them
  /// after the arguments.
  Arrays captured;
};

/// A derivative of a function.
struct Derivative {
  enum Mode { ValueAndGrad, VJP, JVP };

  Mode mode = ValueAndGrad;
  /// Positions of the differentiated arguments. Empty: all of float type.
  llvm::SmallVector<int64_t> wrt;
  bool isStrict = false;
  bool hasStrongZero = false;
};

class ArrayBuilder {
public:
  explicit ArrayBuilder(mlir::ModuleOp module);
  ~ArrayBuilder();
  ArrayBuilder(const ArrayBuilder &) = delete;
  ArrayBuilder &operator=(const ArrayBuilder &) = delete;

  mlir::OpBuilder &getOpBuilder() { return builder; }
  mlir::MLIRContext *getContext() { return builder.getContext(); }
  mlir::Location getLoc() const { return loc; }
  /// Sets the location of the following ops and errors.
  void setLoc(mlir::Location newLoc) { loc = newLoc; }

  /// Emits an error at the current location and returns a null array.
  Array fail(const llvm::Twine &message);

  //===--------------------------------------------------------------------===//
  // Sizes
  //===--------------------------------------------------------------------===//

  Size getConstantSize(int64_t size);
  /// Returns the symbol `name`. Within a module, equal names mean equal sizes.
  Size getSymbol(llvm::StringRef name);
  /// Returns a new symbol for the size `value`, an index.
  Size addSymbol(mlir::Value value);
  /// Returns the size as an attribute or as a value of type index.
  mlir::OpFoldResult getSizeValue(Size size);
  llvm::SmallVector<mlir::OpFoldResult>
  getSizeValues(llvm::ArrayRef<Size> sizes);
  /// Returns the size as a value of type index.
  mlir::Value getIndex(Size size);
  /// Returns the size as text, for example "n + 1".
  std::string print(Size size) const;
  /// Returns the type as text, for example "float32[3, n]".
  std::string print(const ArrayType &type) const;
  /// Simplifies `first` - `second`. Sizes are equal if the result is 0.
  Size subtract(Size first, Size second);
  /// Returns the product of `sizes`.
  Size multiply(llvm::ArrayRef<Size> sizes);
  Size simplify(Size size) const;
  /// Returns the larger or smaller of two sizes. If it is known only at run
  /// time, returns a new symbol, which is the same for the same sizes.
  Size getMax(Size first, Size second) { return choose(first, second, true); }
  Size getMin(Size first, Size second) { return choose(first, second, false); }

  /// Returns the size that two dimensions share, or a null size if they differ.
  /// If it is unknown whether they are equal, emits a run-time check. `what` is
  /// the start of the check's message, for example "add".
  Size unify(Size first, Size second, llvm::StringRef what);

  //===--------------------------------------------------------------------===//
  // Arrays
  //===--------------------------------------------------------------------===//

  /// Returns the value of `array` for an op at the insertion point. In a nested
  /// function, captures arrays of the enclosing functions. Returns null, after
  /// an error, if the array belongs to a region that has ended.
  mlir::Value use(const Array &array);
  /// Wraps a tensor, which must have the type `type`, possibly with other
  /// static and dynamic dimensions.
  Array wrap(mlir::Value tensor, const ArrayType &type);
  Array wrap(mlir::Value tensor, DType dtype, llvm::ArrayRef<Size> sizes) {
    return wrap(tensor, ArrayType{dtype, Sizes(sizes.begin(), sizes.end())});
  }
  /// Returns an uninitialized tensor.
  mlir::Value makeEmpty(DType dtype, llvm::ArrayRef<Size> sizes);
  /// Returns the element of an array of rank 0.
  mlir::Value getElement(const Array &scalar);
  /// Returns the element of an array of integers and rank 0 as an index.
  mlir::Value getIndexElement(const Array &integer);
  /// Returns an array of rank 0 with the element `element`.
  Array wrapElement(mlir::Value element, DType dtype);

  //===--------------------------------------------------------------------===//
  // Functions
  //===--------------------------------------------------------------------===//

  /// Begins a function and returns its arguments. Functions nest. If `name` is
  /// taken, a number is appended.
  Arrays beginFunction(llvm::StringRef name,
                       llvm::ArrayRef<ArrayType> arguments,
                       bool isPublic = true);
  /// Ends the innermost function. Returns null after an error.
  const Function *endFunction(llvm::ArrayRef<Array> results);
  /// Erases the innermost function and all functions and regions begun in it.
  void abandonFunction();
  /// Returns true if a function has begun and not ended.
  bool isInFunction() const { return !functions.empty(); }
  /// Calls `function`. Returns its results, or nothing after an error.
  mlir::FailureOr<Arrays> call(const Function &function,
                               llvm::ArrayRef<Array> arguments);

  /// Requests a derivative. `operands` are the arguments, then a cotangent for
  /// each result of float type, or a tangent for each differentiated argument.
  /// Returns the results of the function, then the gradients, cotangents or
  /// tangents. Returns nothing after an error.
  mlir::FailureOr<Arrays> differentiate(const Function &function,
                                        const Derivative &derivative,
                                        llvm::ArrayRef<Array> operands);
  /// Gives a function the custom rules of the `grad` dialect. The functions
  /// must not capture arrays.
  mlir::LogicalResult setVJP(const Function &function, const Function &forward,
                             const Function &backward);
  mlir::LogicalResult setJVP(const Function &function, const Function &jvp);

  using Body = llvm::function_ref<Arrays(llvm::ArrayRef<Array> primals)>;
  using JVP = llvm::function_ref<Arrays(llvm::ArrayRef<Array> primals,
                                        llvm::ArrayRef<Array> results,
                                        llvm::ArrayRef<Array> tangents)>;
  /// Calls a private function that computes `body` and whose derivative is
  /// `jvp`: one tangent for each result of float type, linear in the tangents
  /// of the operands of float type. The function is built once for each `key`
  /// and operand types. `key` must determine `body` and `jvp`. Without operands
  /// of float type, emits the body in place.
  Arrays callWithRule(llvm::StringRef key, llvm::ArrayRef<Array> operands,
                      Body body, JVP jvp);

  //===--------------------------------------------------------------------===//
  // Control flow
  //===--------------------------------------------------------------------===//

  /// Begins the branch for a true condition, a bool of rank 0.
  mlir::LogicalResult beginIf(const Array &condition);
  /// Ends the first branch with its results and begins the other branch.
  mlir::LogicalResult beginElse(llvm::ArrayRef<Array> results);
  /// Begins a loop over the integers from `begin` up to `end`, exclusive, of
  /// rank 0 and one type. Returns the induction variable and the carry.
  mlir::FailureOr<Arrays> beginFor(const Array &begin, const Array &end,
                                   llvm::ArrayRef<Array> carry);
  /// Begins the condition of a loop. Returns the carry.
  mlir::FailureOr<Arrays> beginWhile(llvm::ArrayRef<Array> carry);
  /// Ends the condition and begins the body of the loop. Returns the carry.
  mlir::FailureOr<Arrays> beginWhileBody(const Array &condition);
  /// Begins a region that the reverse sweep recomputes.
  mlir::LogicalResult beginCheckpoint();
  /// Ends the innermost region. Returns its results, or nothing after an error.
  mlir::FailureOr<Arrays> endRegion(llvm::ArrayRef<Array> results);
  /// Returns the number of regions that have begun in the innermost function.
  size_t getRegionCount() const;
  /// Erases the innermost regions until `count` are left.
  void abandonRegions(size_t count);

private:
  struct FunctionScope;
  struct RegionScope;

  Size choose(Size first, Size second, bool isMax);
  /// Returns the value of `symbol` in the function scope number `level`.
  mlir::Value getSymbolValue(unsigned symbol, unsigned level);
  /// Returns the size of an argument that is exactly `symbol`, or null.
  mlir::Value getDimension(unsigned symbol, unsigned level);
  mlir::Value capture(const Array &array, unsigned level);
  mlir::Value captureValue(const Array &array, unsigned level);
  bool isVisible(mlir::Value value, unsigned level);
  /// Maps sizes of a callee to sizes of the caller.
  using Substitution = llvm::DenseMap<Size, Size>;
  /// Casts arguments to the types of the parameters, and appends captured
  /// values.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  castArguments(const Function &function, llvm::ArrayRef<Array> arguments,
                Substitution &substitution);
  Arrays wrapResults(mlir::ValueRange values, llvm::ArrayRef<ArrayType> types,
                     const Substitution &substitution);
  mlir::LogicalResult setRule(const Function &function,
                              llvm::ArrayRef<const Function *> parts,
                              llvm::StringRef name, mlir::Attribute rule);
  std::string getFreeName(llvm::StringRef name);
  /// Replaces sizes that are not known at the insertion point by new symbols.
  Array nameUnknownSizes(Array array);
  /// Returns the values of `next`, cast to the types of the carry. Emits an
  /// error for another type.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  castToCarry(llvm::ArrayRef<Array> next, llvm::ArrayRef<ArrayType> carry);
  Arrays wrapAll(mlir::ValueRange values, llvm::ArrayRef<ArrayType> types);
  mlir::FailureOr<Arrays> endBranches(llvm::ArrayRef<Array> elseResults);
  mlir::FailureOr<Arrays> endLoop(llvm::ArrayRef<Array> next);
  mlir::FailureOr<Arrays> endCheckpoint(llvm::ArrayRef<Array> results);
  RegionScope *getRegion();

  mlir::ModuleOp module;
  mlir::OpBuilder builder;
  mlir::Location loc;
  std::vector<std::string> symbolNames;
  llvm::StringMap<unsigned> symbols;
  /// A symbol that is the larger or smaller of two sizes.
  struct Choice {
    Size first, second;
    bool isMax;
  };
  llvm::DenseMap<std::pair<Size, Size>, Size> maxima, minima;
  llvm::DenseMap<unsigned, Choice> choices;
  llvm::SmallVector<std::unique_ptr<FunctionScope>> functions;
  std::vector<std::unique_ptr<Function>> built;
  llvm::StringMap<const Function *> rules;
};

} // namespace sg::array

#endif // SG_ARRAYOPS_ARRAYBUILDER_H
