/* SPDX-License-Identifier: BSD-3-Clause */
/** @file gallery.h  The gallery of problem files, embedded in the program: `holonome example`. */
#ifndef CLI_GALLERY_H
#define CLI_GALLERY_H

#include "holonome/holonome.h"

/** A file of folder `problems`. */
typedef struct cli_gallery_file {
  const char *name;          /**< with its folder: beams/cantilever.yaml */
  const unsigned char *text; /**< [size] and a zero */
  size_t size;
} cli_gallery_file;

/** All files of the gallery, by name; generated from the folder when the program is built (scripts/gallery.cmake). */
extern const cli_gallery_file cli_gallery[];
extern const size_t cli_gallery_count;

/** List all problems with their titles, by folder. */
void cli_gallery_list(hol_text *text);

/** Print a file of the gallery.
 *  @param[in]  name       with its folder, or without if no other folder has one of that name; of a problem without
 *                         `.yaml`, too
 *  @param[out] text       the file
 *  @param[out] complaint  what is wrong, whole lines
 *  @return HOL_USAGE: there is none of that name, or several. */
HOL_MUST_CHECK hol_status cli_gallery_print(const char *name, hol_text *text, hol_text *complaint);

#endif
