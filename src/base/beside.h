/* SPDX-License-Identifier: BSD-3-Clause */
/** @file beside.h  Temporary files in the folder of another file, where there is room for its contents. */
#ifndef BASE_BESIDE_H
#define BASE_BESIDE_H

/** Create and open an empty temporary file, for reading and writing by its owner alone, whose short name begins with a
 *  dot.
 *  @param[in]  path  whose folder it is in: all up to the last `/`, the present one if there is none
 *  @param[out] name  its path, to be freed; NULL on failure
 *  @return a descriptor, to be closed; −1 with errno */
int hol_open_beside(const char *path, char **name);

#endif
