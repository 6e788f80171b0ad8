"""Lists upstream failures that mutate.py does not detect by itself.

These are failures of upstream passes, and of the upstream parser after an op of this
project. An entry has a reason, with a way to reproduce the failure with mlir-opt-22, and a
pattern, which is searched in the kind of failure, the output and the input.
"""

KNOWN = [
    (
        rb"mlir::Type::getIntOrFloatBitWidth(.*\n){1,3}.*AsmPrinter::Impl::printDenseArrayAttr",
        "the reader of bytecode takes index for the elements of an array, which cannot be printed",
    ),
    (
        rb"mlir::memref::SubViewOp::getDroppedDims",
        "memref.subview of lower rank with steps has no answer to which dimensions it drops"
        " (docs/UpstreamFaults.md): mlir-opt --fold-memref-alias-ops",
    ),
    (
        rb"mlir::\w+::\w+Op::fold(.|\n)*ub\.poison",
        "folds crash on poison: mlir-opt --canonicalize (docs/UpstreamFaults.md)",
    ),
    (
        rb"mlir::(printDynamicIndexList|dispatchIndexOpFoldResult|getConstantAPIntValue)(.|\n)*-9223372036854775808",
        "ops with static sizes take -2^63 for a size that is an operand:"
        " tensor.pad %x low[-9223372036854775808] high[0]",
    ),
    (
        rb"\n(malloc|realloc|free|double free|corrupted|munmap_chunk)[^\n]*\n(.|\n)*ML\xefR",
        "the reader of bytecode writes past a block; mlir-opt does too, under valgrind:"
        " BytecodeReader::Impl::read",
    ),
    (
        rb"ShapedType::getElementType[^\n]*\n(.*\n){0,3}.*mlir::linalg::(Reduce|Map)Op::parse",
        "the short forms of linalg.reduce and linalg.map take every type for a shaped one:"
        " linalg.reduce { arith.mulf } ins(%x : tensor<?xf64>) outs(%z : index) dimensions = [0]",
    ),
    (
        rb"NamedAttrList::set(.*\n){0,4}.*mlir::linalg::(Reduce|Broadcast|Transpose)Op::parse",
        "the parser of linalg.reduce, broadcast and transpose goes on after numbers that it"
        " could not read: linalg.reduce { arith.mulf } ins(...) outs(...) dimensions = [1.0e400]",
    ),
    (
        rb"Diagnostic::operator<<[^\n]*\n(.*\n){0,2}.*mlir::linalg::GenericOp::parse",
        "the parser of linalg.generic takes every attribute for the name of an iterator type:"
        " iterator_types = [f64]",
    ),
    (
        rb"^PLEASE submit a bug report\n(.*\n){1,8}.*MLIR Parser: custom op parser 'linalg\.\w*matmul'",
        "the parsers of linalg's named ops give bodies of index a float's multiplication:"
        " linalg.batch_matmul on tensor<3x3x3xindex>",
    ),
    (
        rb"mlir::vector::ShuffleOp::inferReturnTypes",
        "vector.shuffle takes every type for a vector:"
        " vector.shuffle %x, %x [1, 0] : complex<f32>, complex<f32>",
    ),
    (
        rb"FloatType::getWidth(.*\n){0,4}.*Parser::parseDenseArrayAttr",
        "the parser of dense arrays takes index for a type that has a width:"
        " {wrt = array<!alias: 0>}, where !alias is index",
    ),
    (
        rb"^(exit code -11|PLEASE submit a bug report)\n(.|\n)*ub\.unreachable",
        "the inliner leaves the results of a call of a function that ends in ub.unreachable:"
        " mlir-opt --inline",
    ),
    (
        rb"(LLVM ERROR: SmallVector unable to grow|out of memory|std::bad_alloc)(.*\n){1,20}.*mlir::BytecodeReader::Impl::",
        "the reader of bytecode believes every number of operands and results",
    ),
    (
        rb"MLIRContext::getLoadedDialects(.|\n)*mlir::Type::print(.|\n)*memref\.generic_atomic_rmw"
        rb"[^\n]* : (?!memref)",
        "the parser of memref.generic_atomic_rmw takes every type for memory, and gives the"
        " result a type from there: memref.generic_atomic_rmw %x[%i] : f64",
    ),
    (
        rb"mlir::scf::ReduceReturnOp::verify",
        "the verifier of scf.reduce.return takes every parent for an scf.reduce",
    ),
    (
        rb"mlir::tensor::ConcatOp::verify|tensor\.concat dim\((-|\d{2,})",
        "the verifier of tensor.concat believes every dimension: tensor.concat dim(-1)",
    ),
    (
        rb"tensor\.(expand|collapse)_shape[^\n]*\[-?[0-9]{10,}, ",
        "the verifier of tensor.expand_shape and collapse_shape takes dimensions modulo 2^32:"
        " tensor.expand_shape %x [[-9223372036854775808, 1]] output_shape [0, %n]",
    ),
]
# Programs that crash a parser only sometimes. sg-lsp-server does not report the position of
# the crash.
UNSTABLE = [
    (rb"memref\.generic_atomic_rmw[^\n]* : (?!memref)", "the parser of memref.generic_atomic_rmw, as above"),
]
