# SPDX-License-Identifier: BSD-3-Clause
# Two Debian packages by CPack, the program and what is needed to build with its library: what scripts/package asks for,
# whoever builds them being their maintainer.
if(NOT HOLONOME_MAINTAINER)
  return()
endif()
# Libraries have other names in each release of Debian, so that packages are for the release that built them: the
# revision names it, and those of the next release are newer.
file(STRINGS /etc/os-release release REGEX "^VERSION_ID=")
string(REGEX REPLACE "[^0-9.]" "" release "${release}")
set(HOLONOME_REVISION 1~deb${release})
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(HOLONOME_DATE ${now} CACHE STRING "Date of the package in its changelog, as by date -R")

configure_file(scripts/debian/changelog.in debian/changelog @ONLY)
file(READ LICENSE license)
string(REGEX MATCH "Copyright \\(c\\) ([^\n]*)" ignored "${license}")
set(copyright ${CMAKE_MATCH_1})
string(FIND "${license}" Redistribution terms) # behind heading and notice
string(SUBSTRING "${license}" ${terms} -1 license)
string(STRIP "${license}" license)
string(REGEX REPLACE "\n\n" "\n.\n" license "${license}")
string(REPLACE "\n" "\n " license " ${license}")
configure_file(scripts/debian/copyright.in debian/copyright @ONLY)
function(install_debian component package)
  set(doc ${CMAKE_INSTALL_DATADIR}/doc/${package})
  install(FILES ${PROJECT_BINARY_DIR}/debian/copyright DESTINATION ${doc} COMPONENT ${component})
  install(FILES ${PROJECT_BINARY_DIR}/debian/changelog DESTINATION ${doc} COMPONENT ${component} RENAME changelog.Debian)
endfunction()
install_debian(Unspecified holonome)
install_debian(dev libholonome-dev)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME holonome)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/scripts/debian/finish.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${HOLONOME_MAINTAINER})
set(CPACK_DEBIAN_PACKAGE_RELEASE ${HOLONOME_REVISION})
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL Unspecified dev)

set(what "Natural frequencies and mode shapes of structures made of parts: bars, beams,
shafts, plates, rings, rigid bodies, disks, and elastic bodies imported as
matrices. Holonomic constraints join the parts, and their reactions are the
unknowns: matrices stay small, no mesh is needed.
.
No frequency is missed: how many there are below any frequency is counted
exactly. Every frequency has proved lower and upper bounds.
.")
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME holonome)
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_SECTION science)
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_RECOMMENDS "python3") # besides libraries: scripts/debian/finish.cmake finds them
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_SUGGESTS "libholonome-dev, openmpi-bin, python3-matplotlib, python3-numpy")
set(CPACK_DEBIAN_UNSPECIFIED_DESCRIPTION "${what}
This package has the program, its gallery, and a module for Python.")

# A program with the library in it is linked to what that needs, and finds its plugins where the program's are.
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libholonome-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "holonome (= ${PROJECT_VERSION}-${HOLONOME_REVISION}), libarpack2-dev, libfyaml-dev, liblapacke-dev, \
libmd-dev, libopenblas-serial-dev, libsuitesparse-dev, libudunits2-dev, zlib1g-dev")
set(CPACK_DEBIAN_DEV_DESCRIPTION "${what}
This package has the library for C, C++ and Fortran, its headers, and what
CMake and pkg-config need to find it.")
include(CPack)
