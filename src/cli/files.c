/* SPDX-License-Identifier: BSD-3-Clause */
/* File input and output: reading, atomic replacement through a temporary file, spill files, comparison of paths. */
#include "cli/files.h"
#include "base/beside.h"
#include "base/file.h"
#include "base/memory.h"
#include "expression/names.h"
#include "result/words.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void cli_files_guard_standard(void)
{
  for (int descriptor = 0; descriptor <= 2; descriptor++) {
    if (fcntl(descriptor, F_GETFD) == -1 && errno == EBADF) {
      /* for reading only: writing to a closed standard output is to fail, not to vanish */
      (void)open("/dev/null", O_RDONLY);
    }
  }
}

bool cli_files_is_standard(const char *path)
{
  return path && strcmp(path, "-") == 0;
}

hol_status cli_files_read(const char *path, size_t limit, hol_text *bytes)
{
  if (cli_files_is_standard(path)) {
    return hol_file_take(STDIN_FILENO, limit, bytes);
  }
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor == -1) {
    return HOL_FILE;
  }
  hol_status status = hol_file_take(descriptor, limit, bytes);
  int reason = errno;
  (void)close(descriptor);
  errno = reason;
  return status;
}

/** Bytes of a name before `.yaml` or `.yml`; of other names all. */
static size_t stem_of(const char *name)
{
  size_t length = strlen(name);
  const char *dot = strrchr(name, '.');
  return dot && dot > name && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0) ? (size_t)(dot - name) : length;
}

/** The nearest of some names to one; NULL: none is near. */
static const char *nearest_file(char **name, size_t count, const char *wanted)
{
  const char *best = NULL;
  char stem[256] = "", other[256];
  memcpy(stem, wanted, stem_of(wanted) < sizeof stem ? stem_of(wanted) : 0);
  hol_nearest nearest = {.wanted = stem};
  for (size_t i = 0; i < count; i++) {
    size_t length = stem_of(name[i]), distance = nearest.best ? nearest.distance : SIZE_MAX;
    if (name[i][length] == '\0' || length >= sizeof other) {
      continue; /* no problem file */
    }
    memcpy(other, name[i], length);
    other[length] = '\0';
    if (strcmp(stem, other) == 0) {
      return name[i];
    }
    hol_nearest_offer(&nearest, other);
    best = nearest.best && nearest.distance < distance ? name[i] : best;
  }
  return best;
}

void cli_files_meant(const char *path, hol_text *text)
{
  const char *slash = strrchr(path, '/');
  size_t before = slash ? (size_t)(slash + 1 - path) : 0;
  struct dirent **entry = NULL;
  char *folder = hol_alloc_text(before ? path : ".", before ? before : 1);
  int count = folder ? scandir(folder, &entry, NULL, alphasort) : 0;
  char **name = hol_alloc(count > 0 ? (size_t)count : 0, sizeof *name);
  for (int i = 0; name && i < count; i++) {
    name[i] = entry[i]->d_name;
  }
  const char *meant = name && count > 0 ? nearest_file(name, (size_t)count, path + before) : NULL;
  if (meant) {
    hol_text_add(text, "%.*s%s", (int)before, path, meant);
  }
  for (int i = 0; i < count; i++) {
    free(entry[i]);
  }
  free(entry);
  free(name);
  free(folder);
}

hol_status cli_files_put(int descriptor, const char *bytes, size_t size)
{
  while (size > 0) {
    ssize_t put = write(descriptor, bytes, size);
    if (put >= 0) {
      bytes += put;
      size -= (size_t)put;
    } else if (errno != EINTR) {
      return HOL_FILE;
    }
  }
  return HOL_OK;
}

void cli_files_show(const hol_text *text)
{
  if (text->size > 0 && cli_files_put(STDERR_FILENO, text->data, text->size) != HOL_OK) {
    errno = 0;
  }
}

void cli_files_tell(const hol_text *text)
{
  hol_text shown = {0};
  for (size_t i = 0; i < text->size;) { /* names of files may hold anything */
    uint32_t character;
    size_t taken = hol_words_next(text->data + i, text->size - i, &character);
    bool is_shown = character == '\n' || character == '\t' || hol_words_printable(character);
    hol_text_put(&shown, is_shown ? text->data + i : "?", is_shown ? taken : 1);
    i += taken;
  }
  cli_files_show(&shown);
  hol_text_clear(&shown);
}

/** Where the bytes really go: the end of a chain of symbolic links, or the path itself if nothing is there. Owned. */
static char *resolve(const char *path)
{
  char *real = realpath(path, NULL);
  if (real || errno != ENOENT) {
    return real;
  }
  return hol_alloc_text(path, strlen(path));
}

static hol_status status_of_errno(void)
{
  return errno == ENOMEM ? HOL_MEMORY : HOL_FILE;
}

/** Is something there that is no regular file and takes bytes directly? Directories are none of these. */
static bool is_special(const char *path)
{
  struct stat about;
  return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

/** May a new file be made beside this one? The path is changed in between. */
static hol_status check_in(char *real)
{
  struct stat about;
  if (stat(real, &about) == 0) {
    if (S_ISDIR(about.st_mode)) {
      errno = EISDIR;
      return HOL_FILE;
    }
    if (access(real, W_OK) != 0 || !S_ISREG(about.st_mode)) {
      return access(real, W_OK) == 0 ? HOL_OK : HOL_FILE;
    }
  }
  char *slash = strrchr(real, '/');
  if (slash && slash[1] == '\0') {
    errno = EISDIR;
    return HOL_FILE;
  }
  if (slash) {
    slash[slash == real ? 1 : 0] = '\0';
  }
  return access(slash ? real : ".", W_OK | X_OK) == 0 ? HOL_OK : HOL_FILE;
}

hol_status cli_files_check(const char *path)
{
  char *real = resolve(path);
  hol_status status = real ? check_in(real) : status_of_errno();
  int reason = errno;
  free(real);
  errno = reason;
  return status;
}

static hol_status write_directly(const char *path, const cli_spill *spill, const hol_text *text)
{
  int descriptor = open(path, O_WRONLY | O_CLOEXEC);
  if (descriptor == -1) {
    return HOL_FILE;
  }
  hol_status status = cli_files_put_all(descriptor, spill, text);
  int reason = errno;
  if (close(descriptor) != 0 && status == HOL_OK) {
    return HOL_FILE;
  }
  errno = reason;
  return status;
}

/** The rights of the file replaced, or those that a new file gets. */
static mode_t rights(const char *real)
{
  struct stat about;
  if (stat(real, &about) == 0) {
    return about.st_mode & 07777;
  }
  mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

/** Fill and rename a temporary file; it is gone afterwards in every case. */
static hol_status replace(const char *real, int descriptor, const char *name, const cli_spill *spill,
                          const hol_text *text)
{
  bool good = cli_files_put_all(descriptor, spill, text) == HOL_OK && fchmod(descriptor, rights(real)) == 0;
  int reason = errno;
  if (close(descriptor) != 0 && good) {
    good = false;
    reason = errno;
  }
  if (good && rename(name, real) == 0) {
    return HOL_OK;
  }
  reason = good ? errno : reason;
  (void)unlink(name);
  errno = reason;
  return HOL_FILE;
}

/** A file without a name in the folder of a path. @return -1 with errno */
static int open_nameless(const char *path)
{
  char *name;
  int descriptor = hol_open_beside(path, &name), reason = errno;
  if (descriptor != -1) {
    (void)unlink(name);
  }
  free(name);
  errno = reason;
  return descriptor;
}

/** Where the other file is to be, which has room for it; else where there is room for anybody. */
static int open_spill(const char *path)
{
  char *real = cli_files_is_standard(path) || is_special(path) ? NULL : resolve(path);
  int descriptor = real ? open_nameless(real) : -1;
  free(real);
  return descriptor != -1 ? descriptor : open_nameless("/tmp/");
}

bool cli_spill_take(void *context, const char *bytes, size_t size)
{
  cli_spill *spill = context;
  spill->descriptor = spill->descriptor ? spill->descriptor : open_spill(spill->path);
  bool good = spill->descriptor != -1 && cli_files_put(spill->descriptor, bytes, size) == HOL_OK;
  spill->reason = good ? 0 : errno;
  return good;
}

void cli_spill_close(cli_spill *spill)
{
  if (spill->descriptor > 0) {
    (void)close(spill->descriptor);
  }
  *spill = (cli_spill){0};
}

/** All that has been spilt, from its beginning. */
static hol_status copy_spill(int descriptor, const cli_spill *spill)
{
  enum { AT_ONCE = 1 << 16 };
  char bytes[AT_ONCE];
  ssize_t got = lseek(spill->descriptor, 0, SEEK_SET) == 0 ? 1 : -1;
  while (got > 0 || (got < 0 && errno == EINTR)) {
    got = read(spill->descriptor, bytes, sizeof bytes);
    HOL_TRY(got > 0 ? cli_files_put(descriptor, bytes, (size_t)got) : HOL_OK);
  }
  return got == 0 ? HOL_OK : HOL_FILE;
}

hol_status cli_files_put_all(int descriptor, const cli_spill *spill, const hol_text *text)
{
  HOL_TRY(spill && spill->descriptor > 0 ? copy_spill(descriptor, spill) : HOL_OK);
  return cli_files_put(descriptor, text->data, text->size);
}

hol_status cli_files_write(const char *path, const cli_spill *spill, const hol_text *text)
{
  if (is_special(path)) {
    return write_directly(path, spill, text);
  }
  char *real = resolve(path), *name = NULL;
  int descriptor = real ? hol_open_beside(real, &name) : -1;
  hol_status status = descriptor != -1 ? replace(real, descriptor, name, spill, text) : status_of_errno();
  int reason = errno;
  free(name);
  free(real);
  errno = reason;
  return status;
}

/** Do both paths end in one name? `*folder` are the bytes before it. */
static bool same_name(const char *one, const char *other, size_t folder[2])
{
  const char *last[2] = {strrchr(one, '/'), strrchr(other, '/')};
  folder[0] = last[0] ? (size_t)(last[0] + 1 - one) : 0;
  folder[1] = last[1] ? (size_t)(last[1] + 1 - other) : 0;
  return strcmp(one + folder[0], other + folder[1]) == 0;
}

/** The folder that the first bytes of a path name; none is the present one. */
static bool folder_of(const char *path, size_t size, struct stat *folder)
{
  hol_text text = {0};
  hol_text_put(&text, size ? path : ".", size ? size : 1);
  bool is_there = !text.failed && stat(text.data, folder) == 0;
  hol_text_clear(&text);
  return is_there;
}

bool cli_files_beside(const char *folder, const char *name, hol_text *path)
{
  bool is_beside = folder && name[0] != '/';
  hol_text_add(path, "%s%s%s", is_beside ? folder : "", is_beside ? "/" : "", name);
  return !path->failed;
}

bool cli_files_same(const char *one, const char *other)
{
  struct stat a, b;
  size_t folder[2];
  if (stat(one, &a) == 0 || stat(other, &b) == 0) {
    return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
  }
  return same_name(one, other, folder) && folder_of(one, folder[0], &a) && folder_of(other, folder[1], &b) &&
         a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}
