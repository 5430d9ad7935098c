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
