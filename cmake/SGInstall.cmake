# Rules for `cmake --install`: public headers and TableGen files under
# include/sg and include/sg-c, libraries, tools, the plugin, documentation, and
# the files for find_package(SG).

include(CMakePackageConfigHelpers)
set(SG_INSTALL_CMAKEDIR "${CMAKE_INSTALL_LIBDIR}/cmake/sg")

# The API. Other headers of include/sg are private.
set(SG_PUBLIC_HEADERS
  sg/AD/Register.h
  sg/Analysis/Activity.h
  sg/Analysis/FlowGraph.h
  sg/Analysis/FlowSummaries.h
  sg/Builder.h
  sg/Builder/Array.h
  sg/Builder/Compositions.h
  sg/Builder/Containers.h
  sg/Builder/ControlFlow.h
  sg/Builder/DType.h
  sg/Builder/Derivatives.h
  sg/Builder/Error.h
  sg/Builder/Functions.h
  sg/Builder/Module.h
  sg/Builder/Operand.h
  sg/Builder/Operation.h
  sg/Builder/Operations.h
  sg/Builder/Operators.h
  sg/Builder/Requests.h
  sg/Builder/Shape.h
  sg/Builder/Tensor.h
  sg/Builder/Trace.h
  sg/CodeGen/ABI/Device.h
  sg/CodeGen/ABI/Passes.h
  sg/CodeGen/ABI/Passes.h.inc
  sg/CodeGen/ABI/Passes.td
  sg/CodeGen/Bufferization/Passes.h
  sg/CodeGen/Bufferization/Passes.h.inc
  sg/CodeGen/Bufferization/Passes.td
  sg/CodeGen/CPU/Fusion/Passes.h
  sg/CodeGen/CPU/Fusion/Passes.h.inc
  sg/CodeGen/CPU/Fusion/Passes.td
  sg/CodeGen/CPU/Threading/Passes.h
  sg/CodeGen/CPU/Threading/Passes.h.inc
  sg/CodeGen/CPU/Threading/Passes.td
  sg/CodeGen/CPU/Tiling/Passes.h
  sg/CodeGen/CPU/Tiling/Passes.h.inc
  sg/CodeGen/CPU/Tiling/Passes.td
  sg/CodeGen/GPU/Emulation/Passes.h
  sg/CodeGen/GPU/Emulation/Passes.h.inc
  sg/CodeGen/GPU/Emulation/Passes.td
  sg/CodeGen/GPU/Host/Passes.h
  sg/CodeGen/GPU/Host/Passes.h.inc
  sg/CodeGen/GPU/Host/Passes.td
  sg/CodeGen/GPU/Kernels/Passes.h
  sg/CodeGen/GPU/Kernels/Passes.h.inc
  sg/CodeGen/GPU/Kernels/Passes.td
  sg/CodeGen/Math/Passes.h
  sg/CodeGen/Math/Passes.h.inc
  sg/CodeGen/Math/Passes.td
  sg/CodeGen/Passes.h
  sg/CodeGen/Tensor/Passes.h
  sg/CodeGen/Tensor/Passes.h.inc
  sg/CodeGen/Tensor/Passes.td
  sg/CodeGen/Verification/Passes.h
  sg/CodeGen/Verification/Passes.h.inc
  sg/CodeGen/Verification/Passes.td
  sg/CodeGen/Verification/PipelineStage.h
  sg/Compiler/Compiler.h
  sg/Compiler/OneFunction.h
  sg/Config.h
  sg/Conversion/Passes.h
  sg/Conversion/Passes.h.inc
  sg/Conversion/Passes.td
  sg/Diagnostics/Passes.h
  sg/Diagnostics/Passes.h.inc
  sg/Diagnostics/Passes.td
  sg/Diagnostics/Report.h
  sg/Dialect/Grad/IR/DerivativeContext.h
  sg/Dialect/Grad/IR/Grad.h
  sg/Dialect/Grad/IR/GradDialect.h.inc
  sg/Dialect/Grad/IR/GradDialect.td
  sg/Dialect/Grad/IR/GradInterfaces.h.inc
  sg/Dialect/Grad/IR/GradInterfaces.td
  sg/Dialect/Grad/IR/GradOps.h.inc
  sg/Dialect/Grad/IR/GradOps.td
  sg/Dialect/Grad/IR/TangentType.h
  sg/Freeze/Passes.h
  sg/Freeze/Passes.h.inc
  sg/Freeze/Passes.td
  sg/GradientCheck/GradientCheck.h
  sg/GradientCheck/Results.h
  sg/GradientCheck/Runner.h
  sg/Interpreter/Interpreter.h
  sg/Interpreter/Machine/Elements.h
  sg/Interpreter/Machine/Fault.h
  sg/Interpreter/Machine/InterpreterOptions.h
  sg/Interpreter/Verification.h
  sg/Pipelines/ExplainErrors.h
  sg/Pipelines/Pipelines.h
  sg/Register.h
  sg/Rules/Captures.h
  sg/Rules/Expr.h
  sg/Rules/RuleKinds.h
  sg/Rules/Rules.h
  sg/Rules/ScalarRowInterface.h.inc
  sg/Rules/ScalarRowInterface.td
  sg/Runtime/Array.h
  sg/Runtime/CallRuntime.h
  sg/Runtime/DeviceCall.h
  sg/Runtime/Emulator.h
  sg/Runtime/Executable.h
  sg/Runtime/NativeCall.h
  sg/Runtime/NativeTypes.h
  sg/Runtime/ObjectCache.h
  sg/Runtime/ProbeRuntime.h
  sg/Runtime/sg_call.h
  sg/Runtime/sg_cuda.h
  sg/Support/PrivateFolder.h
  sg/TransformOps/GradTransformOps.h
  sg/TransformOps/GradTransformOps.h.inc
  sg/TransformOps/GradTransformOps.td
  sg/Transforms/DerivativePass.td
  sg/Transforms/DerivativeStats.h
  sg/Transforms/Differentiate.h
  sg/Transforms/Passes.h
  sg/Transforms/Passes.h.inc
  sg/Transforms/Passes.td
  sg/Transforms/RequestMode.h.inc
  sg/Transforms/RequestMode.td
  sg/Version.h
)
if(NOT SG_ENABLE_CUDA)
  list(FILTER SG_PUBLIC_HEADERS EXCLUDE REGEX "/CodeGen/GPU/|/Runtime/(DeviceCall|Emulator|sg_cuda)\\.h$")
endif()
foreach(header IN LISTS SG_PUBLIC_HEADERS)
  get_filename_component(folder ${header} DIRECTORY)
  set(root ${PROJECT_SOURCE_DIR})
  if(header MATCHES "\\.inc$|^sg/(Config|Version).h$")
    set(root ${PROJECT_BINARY_DIR})
  endif()
  install(FILES ${root}/include/${header}
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder} COMPONENT dev)
endforeach()

install(FILES ${PROJECT_SOURCE_DIR}/include/sg-c/Build.h
  ${PROJECT_SOURCE_DIR}/include/sg-c/Operations.h
  ${PROJECT_SOURCE_DIR}/include/sg-c/SG.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sg-c COMPONENT dev)

install(EXPORT SGTargets NAMESPACE SG:: DESTINATION ${SG_INSTALL_CMAKEDIR}
  COMPONENT dev)
configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/SGConfig.cmake.in ${PROJECT_BINARY_DIR}/SGConfig.cmake
  INSTALL_DESTINATION ${SG_INSTALL_CMAKEDIR}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR)
# Before 1.0 a minor version may change anything (semver.org).
write_basic_package_version_file(${PROJECT_BINARY_DIR}/SGConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/SGConfig.cmake
  ${PROJECT_BINARY_DIR}/SGConfigVersion.cmake
  ${CMAKE_CURRENT_LIST_DIR}/SGLinkage.cmake
  ${CMAKE_CURRENT_LIST_DIR}/SGOpenMP.cmake
  DESTINATION ${SG_INSTALL_CMAKEDIR} COMPONENT dev)

install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/LICENSE
  DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT tools)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs
  DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT tools
  FILES_MATCHING PATTERN "*.md")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples/c
  ${PROJECT_SOURCE_DIR}/examples/cpp
  ${PROJECT_SOURCE_DIR}/examples/standalone
  DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples COMPONENT dev
  USE_SOURCE_PERMISSIONS)
