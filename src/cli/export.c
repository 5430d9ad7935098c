/* SPDX-License-Identifier: BSD-3-Clause */
/* Export of a reduced structure: stiffness and mass matrices and a problem file, checked by solving them again. */
#include "cli/export.h"

#include "base/file.h"
#include "cli/files.h"
#include "problem/reader.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/** Frequencies read again differ from those exported by less than this; of rigid-body motions there are as many. */
static const double agreed = 1e-6;
/** The name of the folder that the matrices are in until they have been read again ends in this. */
static const char *const unread = ".unread";
static const char *const suffix[] = {"-k.mtx", "-m.mtx"};

/** The name of the files without their folder. */
static const char *stem_of(const cli_export *what)
{
  const char *slash = strrchr(what->problem->exported.file, '/');
  return slash ? slash + 1 : what->problem->exported.file;
}

/** Where the files go, and where they are at first; with an end that is not NULL a file, otherwise the folder. */
static void put_path(const cli_export *what, bool is_unread, const char *end, hol_text *path)
{
  const char *file = what->problem->exported.file;
  bool is_beside = what->folder && file[0] != '/';
  hol_text_add(path, "%s%s%s%s", is_beside ? what->folder : "", is_beside ? "/" : "", file, is_unread ? unread : "");
  if (end) {
    hol_text_add(path, "%s%s%s", is_unread ? "/" : "", is_unread ? stem_of(what) : "", end);
  }
}

/** Write a file; the text is cleared. */
static hol_status put_file(const cli_export *what, bool is_unread, const char *end, hol_text *text, hol_text *failed)
{
  hol_text path = {0};
  put_path(what, is_unread, end, &path);
  hol_status status = path.failed || text->failed ? HOL_MEMORY : cli_files_write(path.data, NULL, text);
  int reason = errno;
  if (status != HOL_OK) {
    hol_text_add(failed, "%s", path.failed ? what->problem->exported.file : path.data);
  }
  hol_text_clear(&path);
  hol_text_clear(text);
  errno = reason;
  return status;
}

/** The matrices go to their places, or away; so does their folder. */
static hol_status settle_files(const cli_export *what, const char *folder, bool keep, hol_text *failed)
{
  hol_status status = HOL_OK;
  int reason = errno;
  for (size_t i = 0; i < 2; i++) {
    hol_text from = {0}, to = {0};
    put_path(what, true, suffix[i], &from);
    put_path(what, false, suffix[i], &to);
    if (from.failed || to.failed) {
      status = HOL_MEMORY;
    } else if (!keep) {
      (void)unlink(from.data);
    } else if (rename(from.data, to.data) != 0) {
      status = HOL_FILE;
      reason = errno;
      hol_text_add(failed, "%s", to.data);
    }
    hol_text_clear(&from);
    hol_text_clear(&to);
  }
  (void)rmdir(folder);
  errno = reason;
  return status;
}

static hol_status refuse_export(const cli_export *what, const char *reason, hol_faults *faults)
{
  hol_faults_add(faults, true, what->problem->exported.place, "export other points, or another number of modes",
                 "the reduced structure cannot be a part: %s", reason);
  return HOL_INVALID;
}

/** Has the part that was read the modes that it was made of? */
static hol_status compare_modes(const cli_export *what, const hol_reduced *reduced, const hol_result *result,
                                hol_faults *faults)
{
  size_t count = reduced->rigid + reduced->modes;
  char reason[200] = "";
  if (result->rigid_modes != reduced->rigid) {
    (void)snprintf(reason, sizeof reason, "read again it has %zu motions without energy instead of %zu",
                   result->rigid_modes, reduced->rigid);
  } else if (result->mode_count < count) {
    (void)snprintf(reason, sizeof reason, "read again it has %zu modes instead of %zu", result->mode_count, count);
  }
  for (size_t k = reduced->rigid; k < count && !reason[0]; k++) {
    double omega = result->mode[k].omega;
    if (!(fabs(omega - reduced->omega[k]) <= agreed * reduced->omega[k])) {
      (void)snprintf(reason, sizeof reason, "read again its mode %zu has %.9g rad/s instead of %.9g", k + 1, omega,
                     reduced->omega[k]);
    }
  }
  return reason[0] ? refuse_export(what, reason, faults) : HOL_OK;
}

/** Read a problem file that has not been written yet, and solve it. */
static hol_status read_again(const cli_export *what, const hol_reduced *reduced, const hol_text *text,
                             const char *folder, hol_faults *faults)
{
  hol_problem problem = {0};
  hol_faults own = {0};
  hol_result result = {0};
  hol_status status = hol_read(text->data, text->size, (hol_read_options){.folder = folder}, &problem, &own);
  status = status == HOL_OK ? hol_solve(&problem, (hol_solve_options){.is_told_only = true}, &result, &own) : status;
  if (status == HOL_INVALID) {
    status = refuse_export(what, own.count ? own.item[0].message : hol_status_text(status), faults);
  } else if (status == HOL_NUMERICAL) {
    status = refuse_export(what, hol_status_text(status), faults);
  } else if (status == HOL_OK || status == HOL_INCOMPLETE) {
    status = compare_modes(what, reduced, &result, faults);
  }
  hol_result_clear(&result);
  hol_faults_clear(&own);
  hol_problem_clear(&problem);
  return status;
}

/** The folder that the matrices are in until they have been read again; a link to another one is refused. */
static hol_status make_folder(const char *folder, hol_text *failed)
{
  struct stat about;
  bool is_there = mkdir(folder, 0777) == 0 || errno == EEXIST;
  int reason = is_there ? EEXIST : errno;
  if (is_there && lstat(folder, &about) == 0 && S_ISDIR(about.st_mode)) {
    return HOL_OK;
  }
  hol_text_add(failed, "%s", folder);
  errno = reason;
  return HOL_FILE;
}

/** Matrices into the folder, and the problem file with them as a part. */
static hol_status make(const cli_export *what, const hol_reduced *reduced, hol_text *text, hol_text *failed)
{
  for (size_t i = 0; i < 2; i++) {
    hol_text matrix = {0};
    matrix.failed = hol_write_matrix(what->problem, reduced, i == 1, &matrix) != HOL_OK;
    HOL_TRY(put_file(what, true, suffix[i], &matrix, failed));
  }
  return hol_write_reduced(what->problem, reduced, stem_of(what), text);
}

/** In the folder, and from there to their places. */
static hol_status write_by(const cli_export *what, const hol_reduced *reduced, const char *folder, hol_text *text,
                           hol_faults *faults, hol_text *failed)
{
  HOL_TRY(make_folder(folder, failed));
  hol_status status = make(what, reduced, text, failed);
  status = status == HOL_OK ? read_again(what, reduced, text, folder, faults) : status;
  hol_status settled = settle_files(what, folder, status == HOL_OK, failed);
  return status == HOL_OK ? settled : status;
}

static hol_status write_in(const cli_export *what, const hol_reduced *reduced, hol_faults *faults, hol_text *failed)
{
  hol_text folder = {0}, text = {0};
  put_path(what, true, NULL, &folder);
  hol_status status = folder.failed ? HOL_MEMORY : write_by(what, reduced, folder.data, &text, faults, failed);
  status = status == HOL_OK ? put_file(what, false, ".yaml", &text, failed) : status;
  int reason = errno;
  hol_text_clear(&folder);
  hol_text_clear(&text);
  errno = reason;
  return status;
}

/** Is there a file that no export has made? */
static bool is_of_others(const char *path)
{
  static const char *const mark[] = {"of a reduced structure, SI", "# Reduced to "};
  hol_file file;
  struct stat about;
  bool is_ours = false;
  if (lstat(path, &about) != 0) {
    return false;
  }
  enum { MARKED = 200 };
  if (hol_file_first(path, MARKED, &file) == HOL_OK) {
    is_ours = strstr(file.bytes, mark[0]) || strstr(file.bytes, mark[1]);
    hol_file_clear(&file);
  }
  return !is_ours;
}

bool cli_export_makes(const cli_export *what, const char *path)
{
  static const char *const end[] = {".yaml", "-k.mtx", "-m.mtx"};
  bool makes = false;
  for (size_t i = 0; i < 3 && what->problem->exported.file; i++) {
    hol_text target = {0};
    put_path(what, false, end[i], &target);
    makes = makes || (!target.failed && cli_files_same(path, target.data));
    hol_text_clear(&target);
  }
  return makes;
}

/** Is a file that the problem reads one that the export makes? */
static hol_status check_inputs(const cli_export *what, hol_faults *faults)
{
  const hol_problem *problem = what->problem;
  for (size_t i = 0; i < problem->file_count; i++) {
    hol_text path = {0};
    bool makes = cli_files_beside(what->folder, problem->file[i].name, &path) && cli_export_makes(what, path.data);
    bool failed = path.failed;
    hol_text_clear(&path);
    if (failed) {
      return HOL_MEMORY;
    }
    if (makes) {
      hol_faults_add(faults, true, problem->exported.place, "give the reduced structure another name",
                     "the export would be written over %s, which this problem reads", problem->file[i].name);
      return HOL_INVALID;
    }
  }
  return HOL_OK;
}

/** Files that the export would replace: only those that exports have made. */
static hol_status check_replaced(const cli_export *what, const char *end, hol_faults *faults)
{
  hol_text path = {0};
  put_path(what, false, end, &path);
  hol_status status = path.failed ? HOL_MEMORY : HOL_OK;
  if (status == HOL_OK && !what->replaces && is_of_others(path.data)) {
    hol_faults_add(faults, true, what->problem->exported.place, "give the export another name, or the option --force",
                   "%s exists and was not made by an export", path.data);
    status = HOL_INVALID;
  }
  hol_text_clear(&path);
  return status;
}

/** Does the export stay below the folder of the problem, whatever links lead elsewhere? */
static hol_status check_folder(const cli_export *what, hol_faults *faults)
{
  const char *file = what->problem->exported.file, *slash = strrchr(file, '/');
  hol_text folder = {0};
  hol_text_add(&folder, "%s%s%.*s", what->folder ? what->folder : "", what->folder ? "/" : "",
               (int)(slash ? slash - file : 0), file);
  hol_status status = folder.failed ? HOL_MEMORY : HOL_OK;
  if (status == HOL_OK && slash && !hol_is_really_below(what->folder ? what->folder : "", folder.data)) {
    hol_faults_add(faults, true, what->problem->exported.place, NULL,
                   "an export is written below the folder of the problem file, and `%.*s` leads elsewhere",
                   (int)(slash - file), file);
    status = HOL_INVALID;
  }
  hol_text_clear(&folder);
  return status;
}

hol_status cli_export_check(const cli_export *what, const char *path, hol_faults *faults)
{
  hol_text target = {0};
  if (!what->problem->exported.file) {
    return HOL_OK;
  }
  put_path(what, false, ".yaml", &target);
  hol_status status = target.failed ? HOL_MEMORY : HOL_OK;
  if (status == HOL_OK && cli_files_same(path, target.data)) {
    hol_faults_add(faults, true, what->problem->exported.place, "give the reduced structure another name",
                   "the export would be written over this problem file");
    status = HOL_INVALID;
  }
  hol_text_clear(&target);
  HOL_TRY(status);
  HOL_TRY(check_folder(what, faults));
  HOL_TRY(check_inputs(what, faults));
  HOL_TRY(check_replaced(what, ".yaml", faults));
  HOL_TRY(check_replaced(what, suffix[0], faults));
  return check_replaced(what, suffix[1], faults);
}

hol_status cli_export_write(const cli_export *what, hol_faults *faults, hol_text *failed)
{
  hol_reduced reduced = {0};
  hol_status status = hol_reduce(what->problem, &reduced, faults);
  status = status == HOL_OK ? write_in(what, &reduced, faults, failed) : status;
  hol_reduced_clear(&reduced);
  return status;
}
