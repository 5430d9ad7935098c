/* SPDX-License-Identifier: BSD-3-Clause */
/* Before the C library's read() and write(): the n-th call on a file whose path has some words in it goes wrong. By the
   environment:
 *
 *   BROKEN_CALL   read or write
 *   BROKEN_NAME   what the path contains
 *   BROKEN_AT     which of the calls on such files, from 1; 3-: that and all after it
 *   BROKEN_BY     an errno; 0: nothing is left to read, or to be written; -1: one byte at a time, always
 *   BROKEN_MARK   a file that is made when it has happened */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long calls;

/** Does this call go wrong? */
static bool goes_wrong(const char *call, int descriptor)
{
  char link[64], path[4096];
  const char *which = getenv("BROKEN_CALL"), *name = getenv("BROKEN_NAME"), *at = getenv("BROKEN_AT");
  if (!which || !name || !at || strcmp(which, call) != 0) {
    return false;
  }
  (void)snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t size = readlink(link, path, sizeof path - 1);
  path[size > 0 ? size : 0] = '\0';
  bool is_meant = strstr(path, name) != NULL;
  calls += is_meant;
  return is_meant && (calls == atol(at) || (strchr(at, '-') && calls > atol(at)));
}

static int reason(void)
{
  const char *by = getenv("BROKEN_BY");
  return by ? atoi(by) : EIO;
}

/** Leave the mark and fail. */
static ssize_t fail(void)
{
  const char *mark = getenv("BROKEN_MARK");
  int descriptor = mark ? open(mark, O_CREAT | O_WRONLY, 0600) : -1;
  if (descriptor != -1) {
    (void)close(descriptor);
  }
  errno = reason();
  return errno ? -1 : 0;
}

ssize_t read(int descriptor, void *bytes, size_t size)
{
  ssize_t (*next)(int, void *, size_t);
  *(void **)&next = dlsym(RTLD_NEXT, "read");
  if (reason() == -1) {
    return next(descriptor, bytes, size ? 1 : 0);
  }
  return goes_wrong("read", descriptor) ? fail() : next(descriptor, bytes, size);
}

ssize_t write(int descriptor, const void *bytes, size_t size)
{
  ssize_t (*next)(int, const void *, size_t);
  *(void **)&next = dlsym(RTLD_NEXT, "write");
  return goes_wrong("write", descriptor) ? fail() : next(descriptor, bytes, size);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t at)
{
  ssize_t (*next)(int, const void *, size_t, off_t);
  *(void **)&next = dlsym(RTLD_NEXT, "pwrite");
  return goes_wrong("write", descriptor) ? fail() : next(descriptor, bytes, size, at);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t at)
{
  ssize_t (*next)(int, const void *, size_t, off64_t);
  *(void **)&next = dlsym(RTLD_NEXT, "pwrite64");
  return goes_wrong("write", descriptor) ? fail() : next(descriptor, bytes, size, at);
}
