# Defines SG::MLIR: MLIR's shared library or its archives. The libraries of sg
# contain no objects of MLIR, so the linking project chooses. Included by the
# build of sg and by SGConfig.cmake.

set(SG_MLIR_LINKAGE dylib CACHE STRING
  "How programs with sg link MLIR: dylib or static")
set_property(CACHE SG_MLIR_LINKAGE PROPERTY STRINGS dylib static)
if(NOT SG_MLIR_LINKAGE MATCHES "^(dylib|static)$")
  message(FATAL_ERROR
    "SG_MLIR_LINKAGE is '${SG_MLIR_LINKAGE}'; it can be dylib (libMLIR.so) or static")
endif()

if(NOT TARGET SG::MLIR)
  add_library(SG::MLIR INTERFACE IMPORTED GLOBAL)
  set_target_properties(SG::MLIR PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${LLVM_INCLUDE_DIRS};${MLIR_INCLUDE_DIRS}")
  if(SG_MLIR_LINKAGE STREQUAL "dylib")
    # The target of Debian's MLIR does not declare its dependency on LLVM.
    target_link_libraries(SG::MLIR INTERFACE MLIR LLVM)
  else()
    target_link_libraries(SG::MLIR INTERFACE
      MLIRRegisterAllPasses MLIRRegisterAllExtensions MLIRRegisterAllDialects
      MLIRToLLVMIRTranslationRegistration MLIROptLib MLIRReduceLib
      MLIRBytecodeReader MLIRBytecodeWriter MLIRParser LLVM)
  endif()
endif()

# Collects the targets of a directory and its subdirectories.
function(sg_collect_targets directory variable)
  get_property(found DIRECTORY "${directory}" PROPERTY BUILDSYSTEM_TARGETS)
  get_property(below DIRECTORY "${directory}" PROPERTY SUBDIRECTORIES)
  foreach(each IN LISTS below)
    sg_collect_targets("${each}" more)
    list(APPEND found ${more})
  endforeach()
  set(${variable} "${found}" PARENT_SCOPE)
endfunction()

# Fails if a program or shared library with sg links both MLIR's shared library
# and archives with the same objects. The two copies have different type IDs for
# ops and types, so casts fail silently.
function(sg_check_linkage target)
  set(queue ${target})
  set(seen)
  set(has_sg FALSE)
  set(archives)
  # Archives that are not part of the shared library, or define no type IDs.
  set(harmless "^MLIR(ExecutionEngine.*|JitRunner|TblgenLib|Test.*)$")
  while(queue)
    list(POP_FRONT queue each)
    # Strip generator expressions: $<LINK_ONLY:x> becomes x.
    string(REGEX REPLACE "^\\$<[A-Z_]+:(.*)>$" "\\1" each "${each}")
    if(NOT TARGET "${each}" OR each IN_LIST seen)
      continue()
    endif()
    list(APPEND seen ${each})
    if(each STREQUAL "SG::MLIR")
      set(has_sg TRUE)
    elseif(each MATCHES "^MLIR[A-Z]" AND NOT each MATCHES "${harmless}")
      list(APPEND archives ${each})
    endif()
    get_target_property(type ${each} TYPE)
    get_target_property(is_imported ${each} IMPORTED)
    set(properties INTERFACE_LINK_LIBRARIES)
    if(NOT is_imported AND NOT type STREQUAL "INTERFACE_LIBRARY")
      list(APPEND properties LINK_LIBRARIES)
    endif()
    foreach(property IN LISTS properties)
      get_target_property(libraries ${each} ${property})
      if(libraries)
        foreach(library IN LISTS libraries)
          list(APPEND queue "${library}")
        endforeach()
      endif()
    endforeach()
  endwhile()
  if(NOT has_sg OR NOT archives OR NOT "MLIR" IN_LIST seen)
    return()
  endif()
  list(GET archives 0 first)
  list(LENGTH archives count)
  if(SG_MLIR_LINKAGE STREQUAL "dylib")
    set(remedy "Link SG::MLIR (or MLIR) instead of ${first} and similar archives, or configure with -DSG_MLIR_LINKAGE=static.")
  else()
    set(remedy "SG_MLIR_LINKAGE is static: do not link MLIR, or configure with -DSG_MLIR_LINKAGE=dylib.")
  endif()
  message(FATAL_ERROR
    "'${target}' links MLIR's shared library and ${count} of its archives (${first}, ...): "
    "the two have different type IDs for the same ops and types, so that casts fail silently. ${remedy}")
endfunction()

function(sg_check_all_linkage)
  sg_collect_targets("${CMAKE_SOURCE_DIR}" targets)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(type MATCHES "^(EXECUTABLE|SHARED_LIBRARY|MODULE_LIBRARY)$")
      sg_check_linkage(${target})
    endif()
  endforeach()
endfunction()

# Check at the end of the configuration, when all targets are known.
get_property(is_deferred GLOBAL PROPERTY SG_CHECKS_LINKAGE)
if(NOT is_deferred)
  set_property(GLOBAL PROPERTY SG_CHECKS_LINKAGE TRUE)
  cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL sg_check_all_linkage)
endif()
