/* SPDX-License-Identifier: BSD-3-Clause */
/* Files that a problem file names: where they are, and whether they may be opened. */
#include "base/file.h"
#include "base/memory.h"
#include "problem/reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/** Does a path lead up anywhere? */
static bool leads_up(const char *path)
{
  for (const char *at = path; at; at = strchr(at, '/') ? strchr(at, '/') + 1 : NULL) {
    if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || at[2] == '\0')) {
      return true;
    }
  }
  return false;
}

bool hol_is_below(const char *name)
{
  return name[0] != '/' && !leads_up(name);
}

bool hol_is_really_below(const char *folder, const char *path)
{
  char *top = realpath(folder[0] ? folder : ".", NULL), *real = top ? realpath(path, NULL) : NULL;
  size_t n = top ? strlen(top) : 0;
  bool is_below = !real || (strncmp(real, top, n) == 0 && (real[n] == '/' || n == 1));
  free(top);
  free(real);
  return is_below;
}

const char *hol_beside_path(hol_reader *reader, const hol_node *node, const char *name)
{
  const char *folder = reader->folder && name[0] != '/' ? reader->folder : "";
  const char *path = hol_arena_print(reader->arena, "%s%s%s", folder, folder[0] ? "/" : "", name);
  if (!path) {
    reader->status = HOL_MEMORY;
  } else if (reader->files == HOL_FILES_NONE) {
    hol_fault(reader, node, NULL, "%s is not opened: other files are not allowed here", name);
    path = NULL;
  } else if (reader->files == HOL_FILES_BELOW && (!hol_is_below(name) || !hol_is_really_below(folder, path))) {
    hol_fault(reader, node, NULL, "%s is not opened: only files below the folder of the problem are allowed here",
              name);
    path = NULL;
  }
  return path;
}

void hol_beside_unread(hol_reader *reader, const hol_node *node, const char *name)
{
  reader->is_unread = reader->is_unread || !hol_file_is_misnamed(errno);
  hol_fault(reader, node, "the path is taken from the folder of the problem file", "%s cannot be read: %s", name,
            hol_file_reason(errno));
}

bool hol_has_digest(const hol_reader *reader, const char *name)
{
  const hol_problem *problem = reader->problem;
  size_t i = 0;
  while (i < problem->file_count && strcmp(problem->file[i].name, name) != 0) {
    i++;
  }
  return i < problem->file_count;
}

bool hol_keep_digest(hol_reader *reader, const char *name, const char *sha256)
{
  hol_problem *problem = reader->problem;
  if (hol_has_digest(reader, name)) {
    return true;
  }
  char *copy = hol_own_text(reader, name);
  if (!copy || !hol_extend(&problem->file, problem->file_count, 1, sizeof *problem->file)) {
    free(copy);
    return hol_note(reader, HOL_MEMORY);
  }
  hol_problem_file *file = &problem->file[problem->file_count++];
  *file = (hol_problem_file){.name = copy};
  memcpy(file->sha256, sha256, sizeof file->sha256);
  return true;
}
