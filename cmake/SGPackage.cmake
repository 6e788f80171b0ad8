# `cpack` in the build folder builds two packages for Debian 12: sg-tools, and
# libsg-dev for programs that link sg.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME sg)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR "the sg project")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "derivatives for MLIR")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_COMPONENTS_ALL tools dev)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "the sg project <sg@localhost>")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME sg-tools)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_TOOLS_DESCRIPTION "derivatives for MLIR: tools, a plugin for mlir-opt, documents")
# dpkg-shlibdeps finds the other dependencies of the tools, but not libllvm: the
# tools load its library through a symbolic link of another package.
set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "libllvm${LLVM_VERSION_MAJOR}")
# sg-run --emit=so uses gcc as the linker.
set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS "gcc, libc6-dev")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libsg-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_DESCRIPTION "derivatives for MLIR: headers, libraries, CMake's find_package(SG)")
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
  "sg-tools (= ${PROJECT_VERSION}), llvm-${LLVM_VERSION_MAJOR}-dev, libmlir-${LLVM_VERSION_MAJOR}-dev, mlir-${LLVM_VERSION_MAJOR}-tools, libomp-${LLVM_VERSION_MAJOR}-dev")
set(CPACK_DEBIAN_DEV_PACKAGE_RECOMMENDS "g++, cmake, ninja-build")
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS "llvm-${LLVM_VERSION_MAJOR}-tools, python3")
include(CPack)
