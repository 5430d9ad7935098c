/* SPDX-License-Identifier: BSD-3-Clause */
/* Regular files, read whole with their digest. */
#include "base/file.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <sha2.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int hol_file_open(const char *path, int flags, struct stat *about)
{
  int descriptor = open(path, flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
  if (descriptor == -1) {
    return -1;
  }
  bool is_known = fstat(descriptor, about) == 0;
  if (is_known && S_ISREG(about->st_mode)) {
    return descriptor;
  }
  int reason = !is_known ? errno : S_ISDIR(about->st_mode) ? EISDIR : ENXIO;
  (void)close(descriptor);
  errno = reason;
  return -1;
}

/** Open a regular file of at most so many bytes. @return -1 with errno */
static int open_limited(const char *path, size_t most, size_t *size)
{
  struct stat about;
  int descriptor = hol_file_open(path, O_RDONLY, &about);
  if (descriptor != -1 && (about.st_size < 0 || (uintmax_t)about.st_size > most)) {
    (void)close(descriptor);
    errno = EFBIG;
    return -1;
  }
  *size = descriptor == -1 ? 0 : (size_t)about.st_size;
  return descriptor;
}

hol_status hol_file_read(int descriptor, void *bytes, size_t count, size_t *got)
{
  for (*got = 0; *got < count;) {
    ssize_t n = read(descriptor, (char *)bytes + *got, count - *got);
    if (n == 0) {
      break;
    }
    if (n < 0 && errno != EINTR) {
      return HOL_FILE;
    }
    *got += n > 0 ? (size_t)n : 0;
  }
  return HOL_OK;
}

size_t hol_file_zero_line(const char *bytes, size_t size)
{
  const char *zero = size ? memchr(bytes, '\0', size) : NULL;
  size_t line = zero ? 1 : 0;
  for (const char *c = bytes; zero && c < zero; c++) {
    line += *c == '\n';
  }
  return line;
}

/** The next `size` bytes. @return false with errno; EIO: the file has become shorter */
static bool read_all(int descriptor, size_t size, char *bytes)
{
  size_t got;
  if (hol_file_read(descriptor, bytes, size, &got) != HOL_OK) {
    return false;
  }
  if (got < size) {
    errno = EIO;
  }
  return got == size;
}

static void close_quietly(int descriptor)
{
  int reason = errno;
  (void)close(descriptor);
  errno = reason;
}

/** The bytes of an open file, which is closed. */
static hol_status load_from(int descriptor, size_t size, hol_file *file)
{
  char *bytes = hol_alloc(size + 1, 1);
  hol_status status = !bytes ? HOL_MEMORY : read_all(descriptor, size, bytes) ? HOL_OK : HOL_FILE;
  close_quietly(descriptor);
  if (status != HOL_OK) {
    int reason = errno;
    free(bytes);
    errno = reason;
    return status;
  }
  *file = (hol_file){.bytes = bytes, .size = size};
  return HOL_OK;
}

hol_status hol_file_load(const char *path, size_t most, hol_file *file)
{
  size_t size;
  *file = (hol_file){0};
  int descriptor = open_limited(path, most, &size);
  HOL_TRY(descriptor == -1 ? HOL_FILE : load_from(descriptor, size, file));
  (void)SHA256Data((const uint8_t *)file->bytes, size, file->sha256);
  return HOL_OK;
}

hol_status hol_file_first(const char *path, size_t most, hol_file *file)
{
  struct stat about;
  *file = (hol_file){0};
  int descriptor = hol_file_open(path, O_RDONLY, &about);
  if (descriptor == -1) {
    return HOL_FILE;
  }
  bool is_short = about.st_size >= 0 && (uintmax_t)about.st_size < most;
  return load_from(descriptor, is_short ? (size_t)about.st_size : most, file);
}

/** Has a regular file more than what could be read of it? */
static bool is_cut_short(int descriptor)
{
  struct stat about;
  off_t at = lseek(descriptor, 0, SEEK_CUR);
  return at != -1 && fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > at;
}

hol_status hol_file_take(int descriptor, size_t limit, hol_text *bytes)
{
  enum { CHUNK = 1 << 16 };
  bool has_ended = false;
  while (bytes->size <= limit && !has_ended) {
    size_t left = limit - bytes->size, part = left < CHUNK ? left + 1 : CHUNK;
    if (!hol_text_reserve(bytes, part)) {
      return HOL_MEMORY;
    }
    ssize_t got = read(descriptor, bytes->data + bytes->size, part);
    if (got > 0) {
      bytes->size += (size_t)got;
    } else if (got == 0 && is_cut_short(descriptor)) {
      errno = EIO;
      return HOL_FILE;
    } else if (got < 0 && errno != EINTR) {
      return HOL_FILE;
    }
    has_ended = got == 0;
  }
  bytes->data[bytes->size] = '\0'; /* there is room: it has been asked for */
  return HOL_OK;
}

hol_status hol_file_digest(const char *path, size_t most, char *sha256)
{
  enum { CHUNK = 1 << 16 };
  char bytes[CHUNK];
  SHA2_CTX context;
  size_t size, done = 0;
  int descriptor = open_limited(path, most, &size);
  if (descriptor == -1) {
    return HOL_FILE;
  }
  bool is_read = true;
  SHA256Init(&context);
  while (is_read && done < size) {
    size_t part = size - done < CHUNK ? size - done : CHUNK;
    is_read = read_all(descriptor, part, bytes);
    SHA256Update(&context, (const uint8_t *)bytes, is_read ? part : 0);
    done += part;
  }
  close_quietly(descriptor);
  (void)SHA256End(&context, sha256);
  return is_read ? HOL_OK : HOL_FILE;
}

const char *hol_file_reason(int reason)
{
  return reason == EISDIR  ? "it is a folder"
         : reason == ENXIO ? "it is not a regular file"
         : reason == EFBIG ? "it is too large"
                           : strerror(reason);
}

bool hol_file_is_misnamed(int reason)
{
  static const int of_names[] = {ENOENT, ENOTDIR, EISDIR, ENXIO, EFBIG, EACCES, ELOOP, ENAMETOOLONG};
  bool is = false;
  for (size_t i = 0; i < sizeof of_names / sizeof of_names[0]; i++) {
    is = is || of_names[i] == reason;
  }
  return is;
}

void hol_file_clear(hol_file *file)
{
  free(file->bytes);
  *file = (hol_file){0};
}
