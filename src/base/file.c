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

/** Open for reading without waiting: a pipe would have no writer. @return -1 with errno */
static int open_regular(const char *path, struct stat *about)
{
  int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
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
  int descriptor = open_regular(path, &about);
  if (descriptor != -1 && (about.st_size < 0 || (uintmax_t)about.st_size > most)) {
    (void)close(descriptor);
    errno = EFBIG;
    return -1;
  }
  *size = descriptor == -1 ? 0 : (size_t)about.st_size;
  return descriptor;
}

/** The next `size` bytes. @return false with errno; EIO: the file has become shorter */
static bool read_all(int descriptor, size_t size, char *bytes)
{
  size_t got = 0;
  while (got < size) {
    ssize_t n = read(descriptor, bytes + got, size - got);
    if (n == 0) {
      errno = EIO;
    }
    if (n > 0) {
      got += (size_t)n;
    } else if (n == 0 || errno != EINTR) {
      return false;
    }
  }
  return true;
}

static void close_quietly(int descriptor)
{
  int reason = errno;
  (void)close(descriptor);
  errno = reason;
}

hol_status hol_file_load(const char *path, size_t most, hol_file *file)
{
  size_t size;
  *file = (hol_file){0};
  int descriptor = open_limited(path, most, &size);
  if (descriptor == -1) {
    return HOL_FILE;
  }
  char *bytes = hol_alloc(size + 1, 1);
  hol_status status = !bytes ? HOL_MEMORY : read_all(descriptor, size, bytes) ? HOL_OK : HOL_FILE;
  close_quietly(descriptor);
  if (status != HOL_OK) {
    free(bytes);
    return status;
  }
  *file = (hol_file){.bytes = bytes, .size = size};
  (void)SHA256Data((const uint8_t *)bytes, size, file->sha256);
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
         : reason == ENXIO ? "it is no regular file"
         : reason == EFBIG ? "it is too large"
                           : strerror(reason);
}

void hol_file_clear(hol_file *file)
{
  free(file->bytes);
  *file = (hol_file){0};
}
