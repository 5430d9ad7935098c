# The trees that are going to be Debian packages: texts compressed as policy asks (12.1, 12.7), objects without what nobody reads.
set(tree ${CPACK_TEMPORARY_DIRECTORY}) # a folder for each package

# finish(FILES COMMAND...): run a command on the files, of which there must be some
function(finish files)
  file(GLOB_RECURSE found ${files})
  if(NOT found)
    message(FATAL_ERROR "there is no ${files}")
  endif()
  execute_process(COMMAND ${ARGN} ${found} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

finish("${tree}/*/changelog.Debian" gzip -9nf)
finish("${tree}/*/holonome.1;${tree}/*/holonome-problem.5" gzip -9nf)
finish("${tree}/*/libholonome*.so" strip --remove-section=.comment --remove-section=.note --strip-unneeded)
finish("${tree}/Unspecified/usr/bin/*" strip --remove-section=.comment --remove-section=.note)
finish("${tree}/*/libholonome.a" strip --remove-section=.comment --remove-section=.note --strip-debug --enable-deterministic-archives)

# The program needs its libraries; it works without those of its plugins for NetCDF, PDF and PNG, MUMPS, SUNDIALS, CLP and MPI, and
# says so where they would have served.
set(folder ${CPACK_TEMPORARY_DIRECTORY}/shlibs)
file(WRITE ${folder}/debian/control "Source: holonome\n\nPackage: holonome\nArchitecture: any\n")
file(GLOB_RECURSE optional ${tree}/*/libholonome_mpi*.so ${tree}/*/libholonome_mumps.so ${tree}/*/libholonome_netcdf.so
     ${tree}/*/libholonome_plot.so ${tree}/*/libholonome_sundials.so ${tree}/*/libholonome_clp.so)
file(GLOB_RECURSE needed ${tree}/Unspecified/usr/bin/* ${tree}/*/libholonome_spqr.so)
execute_process(COMMAND dpkg-shlibdeps -O -dRecommends ${optional} -dDepends ${needed} WORKING_DIRECTORY ${folder}
                OUTPUT_VARIABLE found ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
foreach(field DEPENDS RECOMMENDS)
  string(TOLOWER ${field} name)
  string(SUBSTRING ${field} 0 1 initial)
  string(SUBSTRING ${name} 1 -1 name)
  string(REGEX MATCH "shlibs:${initial}${name}=([^\n]*)" ignored "${found}")
  if(NOT CMAKE_MATCH_1)
    message(FATAL_ERROR "dpkg-shlibdeps finds no ${field}: ${found}")
  endif()
  list(PREPEND CPACK_DEBIAN_UNSPECIFIED_PACKAGE_${field} ${CMAKE_MATCH_1})
  list(JOIN CPACK_DEBIAN_UNSPECIFIED_PACKAGE_${field} ", " CPACK_DEBIAN_UNSPECIFIED_PACKAGE_${field})
endforeach()
