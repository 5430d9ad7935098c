# SPDX-License-Identifier: BSD-3-Clause
# The gallery as C, so that the program has its examples wherever it stands: cmake -D OUTPUT=... -D FOLDER=... -P
# gallery.cmake
file(GLOB_RECURSE files LIST_DIRECTORIES false RELATIVE ${FOLDER} ${FOLDER}/*/*)
list(SORT files)
set(data "")
set(rows "")
set(number 0)
foreach(name IN LISTS files)
  file(READ ${FOLDER}/${name} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND data "static const unsigned char file_${number}[] = {${bytes}0};\n")
  string(APPEND rows "    {\"${name}\", file_${number}, sizeof file_${number} - 1},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT} "/* Made by scripts/gallery.cmake. */\n#include \"cli/gallery.h\"\n\n${data}
const cli_gallery_file cli_gallery[] = {\n${rows}};\nconst size_t cli_gallery_count = ${number};\n")
