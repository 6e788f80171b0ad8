# Finds LLVM's OpenMP runtime, which runs native code in threads. Prefers the
# library of the same LLVM version to the system's (Debian: libomp-22-dev).
# Included by the build of sg and by SGConfig.cmake.
find_library(SG_LIBOMP NAMES omp HINTS "${LLVM_LIBRARY_DIR}")
if(NOT SG_LIBOMP)
  message(FATAL_ERROR "sg needs LLVM's OpenMP, libomp (Debian: libomp-${LLVM_VERSION_MAJOR}-dev); "
    "set -DSG_LIBOMP=PATH if it is installed elsewhere")
endif()
if(NOT TARGET SG::OpenMP)
  add_library(SG::OpenMP INTERFACE IMPORTED GLOBAL)
  set_target_properties(SG::OpenMP PROPERTIES INTERFACE_LINK_LIBRARIES "${SG_LIBOMP}")
endif()
