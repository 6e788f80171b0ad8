# What `cmake --install` installs: public headers and TableGen files under
# include/sg, libraries, tools, the plugin, documentation, and what
# find_package(SG) reads.

include(CMakePackageConfigHelpers)
set(SG_INSTALL_CMAKEDIR "${CMAKE_INSTALL_LIBDIR}/cmake/sg")

# The API. Other headers of include/sg are for this project.
set(SG_PUBLIC_HEADERS
  Analysis/Activity.h
  CodeGen/BufferPasses.td
  CodeGen/CheckPasses.td
  CodeGen/Device.h
  CodeGen/DevicePasses.td
  CodeGen/KernelPasses.td
  CodeGen/LoopPasses.td
  CodeGen/Passes.h
  CodeGen/Passes.h.inc
  CodeGen/Passes.td
  CodeGen/TensorPasses.td
  CodeGen/ThreadPasses.td
  Conversion/Passes.h
  Conversion/Passes.h.inc
  Conversion/Passes.td
  Dialect/Grad/IR/DerivativeContext.h
  Dialect/Grad/IR/Grad.h
  Dialect/Grad/IR/GradDialect.h.inc
  Dialect/Grad/IR/GradDialect.td
  Dialect/Grad/IR/GradInterfaces.h.inc
  Dialect/Grad/IR/GradInterfaces.td
  Dialect/Grad/IR/GradOps.h.inc
  Dialect/Grad/IR/GradOps.td
  Dialect/Grad/IR/TangentType.h
  Pipelines/Pipelines.h
  Register.h
  Rules/Captures.h
  Rules/Expr.h
  Rules/RuleKinds.h
  Rules/Rules.h
  Rules/ScalarRowInterface.h.inc
  Rules/ScalarRowInterface.td
  Runtime/Array.h
  Runtime/CallRuntime.h
  Runtime/DeviceCall.h
  Runtime/Emulator.h
  Runtime/Executable.h
  Runtime/NativeTypes.h
  Runtime/ObjectCache.h
  Runtime/sg_call.h
  Runtime/sg_cuda.h
  Transforms/DerivativeRecord.h
  Transforms/Differentiate.h
  Transforms/Passes.h
  Transforms/Passes.h.inc
  Transforms/Passes.td
  Transforms/Report.h
  Version.h
)
foreach(header IN LISTS SG_PUBLIC_HEADERS)
  get_filename_component(folder ${header} DIRECTORY)
  set(root ${PROJECT_SOURCE_DIR})
  if(header MATCHES "\\.inc$|^Version.h$")
    set(root ${PROJECT_BINARY_DIR})
  endif()
  install(FILES ${root}/include/sg/${header}
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sg/${folder} COMPONENT dev)
endforeach()

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
  DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT tools)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples/standalone
  DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples COMPONENT dev)
