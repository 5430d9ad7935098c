/* SPDX-License-Identifier: BSD-3-Clause */
/* Checkpoint files: a header and checksummed records, appended during a run; locking, recall on restart and removal. */
#include "cli/checkpoint.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/memory.h"
#include "cli/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/** Seconds before anything is written: shorter runs are sooner repeated than cleaned up after. */
static const double usual_delay = 3;
/** Seconds between writings where results come faster: cheap ones are not to wait for the file. */
static const double usual_pause = 0.05;

/** Bytes of a record that are read at once, those that wait for no others, and those whose room is kept for others. */
static const size_t record_part = (size_t)1 << 20, enough_waiting = (size_t)8 << 20, room_kept = (size_t)1 << 20;

/** What precedes the bytes of a record. */
typedef struct record_head {
  uint64_t item, count, sum;
} record_head;

const char *checkpoint_words(checkpoint_kind kind)
{
  switch (kind) {
  case CHECKPOINT_NONE:
    return "there is none";
  case CHECKPOINT_FITS:
    return "it belongs to this problem";
  case CHECKPOINT_OF_OTHER_FILE:
    return "it belongs to another problem, or the file was changed since";
  case CHECKPOINT_OF_OTHER_FORMAT:
    return "its results are stored in another format than this program's";
  case CHECKPOINT_OF_OTHER_VERSION:
    return "it was written by another version of the program";
  case CHECKPOINT_OF_OTHER_RESULTS:
    return "it belongs to another analysis of the file";
  case CHECKPOINT_OF_OTHER_VALUES:
    return "it was written with other values of --set";
  case CHECKPOINT_FOREIGN:
    break;
  }
  return "it is not a checkpoint";
}

const char *checkpoint_trouble(const checkpoint *cp)
{
  return cp->is_taken ? "another run of the same problem keeps its results here" : strerror(cp->reason);
}

/* ------------------------------------------------------------------------------------------------ bytes */

/** What a file must begin with: that it is a head with records at all, then what these are, as kind_of() has it.
 *  Numbers are stored as they are in memory, so their layout belongs to it. */
static void make_head(hol_text *head, checkpoint_of of, const cli_options *options)
{
  uint64_t order = 0x0102030405060708;
  unsigned char bytes[sizeof order];
  memcpy(bytes, &order, sizeof order);
  hol_text_add(head, "holonome checkpoint 1\nformat %d\nversion %s\nlayout ", HOL_STORE_FORMAT, HOLONOME_VERSION);
  for (size_t i = 0; i < sizeof order; i++) {
    hol_text_add(head, "%u", bytes[i]);
  }
  hol_text_add(head, "\nproblem %s\nresults %s\nset %zu\n", of.sha256, of.results, options->set_count);
  for (size_t i = 0; i < options->set_count; i++) {
    const char *text = options->set[i].text;
    hol_text_add(head, "%zu:%s\n", strlen(text), text);
  }
  hol_text_add(head, "end\n");
}

/** What kind of file is this? One cut off within the head is as good as empty. */
static checkpoint_kind kind_of(const hol_text *head, const hol_text *bytes)
{
  size_t line = 0, i = 0;
  for (; i < head->size && i < bytes->size && head->data[i] == bytes->data[i]; i++) {
    line += head->data[i] == '\n';
  }
  if (i == head->size || i == bytes->size) {
    return CHECKPOINT_FITS;
  }
  static const checkpoint_kind of_line[] = {CHECKPOINT_FOREIGN,          CHECKPOINT_OF_OTHER_FORMAT,
                                            CHECKPOINT_OF_OTHER_VERSION, CHECKPOINT_OF_OTHER_VERSION,
                                            CHECKPOINT_OF_OTHER_FILE,    CHECKPOINT_OF_OTHER_RESULTS};
  return line < sizeof of_line / sizeof of_line[0] ? of_line[line] : CHECKPOINT_OF_OTHER_VALUES;
}

/** Of a record. */
static uint64_t checksum(uint64_t item, const char *bytes, uint64_t count)
{
  uint64_t sum = HOL_HASH_START ^ item ^ (count << 32);
  for (uint64_t i = 0; i < count; i++) {
    sum = hol_hash(sum, (unsigned char)bytes[i]);
  }
  return sum;
}

/** Is there a whole record at this place? */
static bool record_at(const hol_text *bytes, size_t at, record_head *head)
{
  if (bytes->size < at || bytes->size - at < sizeof *head) {
    return false;
  }
  memcpy(head, bytes->data + at, sizeof *head);
  return head->count <= bytes->size - at - sizeof *head &&
         head->sum == checksum(head->item, bytes->data + at + sizeof *head, head->count);
}

/** All bytes of a record behind its head, or fewer where the file ends. */
static hol_status take_record(int descriptor, const record_head *head, hol_text *bytes)
{
  hol_text_put(bytes, (const char *)head, sizeof *head);
  hol_status status = bytes->failed ? HOL_MEMORY : HOL_OK;
  for (uint64_t left = head->count; status == HOL_OK && left > 0;) {
    size_t part = left < record_part ? (size_t)left : record_part, got = 0;
    status =
        hol_text_reserve(bytes, part) ? hol_file_read(descriptor, bytes->data + bytes->size, part, &got) : HOL_MEMORY;
    bytes->size += got;
    left = got < part ? 0 : left - part; /* it ends here */
  }
  return status;
}

/** The next record of a file, added to `bytes` if it is whole. */
static hol_status next_record(int descriptor, hol_text *bytes, bool *is_whole)
{
  record_head head;
  size_t got, before = bytes->size;
  *is_whole = false;
  HOL_TRY(hol_file_read(descriptor, &head, sizeof head, &got));
  if (got < sizeof head) {
    return HOL_OK;
  }
  hol_status status = take_record(descriptor, &head, bytes);
  *is_whole = status == HOL_OK && record_at(bytes, before, &head);
  bytes->size = *is_whole ? bytes->size : before;
  return status;
}

/** The records of a file from `start` on, one after another: what lies behind the last whole one, however much, is not
 *  read.
 *  @param[in,out] known  they are added; NULL: to nothing @param[out] end  where they end */
static hol_status read_records(int descriptor, size_t start, hol_text *known, size_t *end)
{
  hol_text own = {0}, *to = known ? known : &own;
  bool is_whole = true;
  *end = start;
  hol_status status = lseek(descriptor, (off_t)start, SEEK_SET) == -1 ? HOL_FILE : HOL_OK;
  while (status == HOL_OK && is_whole) {
    own.size = 0;
    size_t before = to->size;
    status = next_record(descriptor, to, &is_whole);
    *end += to->size - before;
  }
  int reason = errno;
  hol_text_clear(&own);
  errno = reason;
  return status;
}

/* ------------------------------------------------------------------------------------------------ the set of files */

typedef struct visit {
  const checkpoint *cp;
  bool resumes;
  checkpoint_kind kind; /**< the best so far */
  hol_text *known;      /**< records of those that fit */
} visit;

typedef hol_status visitor(const char *path, visit *v);

/** Is this the name of a file of the set: the base's, or that and a number? */
static bool belongs(const char *name, const char *base)
{
  size_t length = strlen(base);
  if (strncmp(name, base, length) != 0 || (name[length] != '\0' && name[length] != '.')) {
    return false;
  }
  const char *number = name + length + (name[length] == '.');
  return name[length] == '\0' || (*number && strspn(number, "0123456789") == strlen(number));
}

/** Call a function with the path of every file of a set. */
static hol_status visit_set(const char *base, visitor *function, visit *v)
{
  const char *slash = strrchr(base, '/'), *name = slash ? slash + 1 : base;
  hol_text path = {0};
  hol_text_put(&path, base, slash ? (size_t)(name - base) : 0);
  size_t folder = path.size;
  DIR *list = path.failed ? NULL : opendir(folder ? path.data : ".");
  hol_status status = path.failed ? HOL_MEMORY : list || errno == ENOENT ? HOL_OK : HOL_FILE;
  for (const struct dirent *entry; list && status == HOL_OK && (entry = readdir(list));) {
    if (belongs(entry->d_name, name)) {
      path.size = folder;
      hol_text_add(&path, "%s", entry->d_name);
      status = path.failed ? HOL_MEMORY : function(path.data, v);
    }
  }
  int reason = errno;
  if (list) {
    (void)closedir(list);
  }
  hol_text_clear(&path);
  errno = reason;
  return status;
}

/** Open a checkpoint: only a regular file, no link is followed, no pipe waited for. @return -1 with errno */
static int open_checkpoint(const char *path, int flags)
{
  struct stat about;
  return hol_file_open(path, flags | O_NOFOLLOW, &about);
}

/** Does it mean that what has the name is no regular file? */
static bool is_foreign(int reason)
{
  return reason == ELOOP || reason == EISDIR || reason == ENXIO;
}

/** As much of a file as a head has, and one byte more. */
static hol_status read_head(const char *path, size_t size, hol_text *bytes)
{
  int descriptor = open_checkpoint(path, O_RDONLY);
  hol_status status = descriptor == -1 ? HOL_FILE : hol_file_take(descriptor, size, bytes);
  if (descriptor != -1) {
    (void)close(descriptor);
  }
  return status;
}

/** Remove what belongs to this run. */
static hol_status remove_one(const char *path, visit *v)
{
  hol_text bytes = {0};
  struct stat about;
  bool is_regular = lstat(path, &about) == 0 && S_ISREG(about.st_mode);
  bool is_read = is_regular && read_head(path, v->cp->head.size, &bytes) == HOL_OK;
  bool is_begun =
      bytes.size < v->cp->head.size && (bytes.size == 0 || memcmp(bytes.data, v->cp->head.data, bytes.size) == 0);
  if (is_read && (is_begun || kind_of(&v->cp->head, &bytes) == CHECKPOINT_FITS)) { /* begun: the disk was full */
    (void)unlink(path);
  }
  hol_text_clear(&bytes);
  return HOL_OK;
}

void checkpoint_remove(const checkpoint *cp)
{
  visit v = {.cp = cp};
  (void)visit_set(cp->base, remove_one, &v);
  if (cp->other_fits) {
    (void)visit_set(cp->other, remove_one, &v);
  }
}

/** Take the records of a file, or note why not. Without --resume only its head is read. */
static hol_status look_at_open(int descriptor, visit *v)
{
  const hol_text *head = &v->cp->head;
  hol_text bytes = {0};
  size_t end;
  hol_status status = hol_file_take(descriptor, head->size, &bytes);
  checkpoint_kind kind = kind_of(head, &bytes);
  bool has_records = kind == CHECKPOINT_FITS && bytes.size > head->size;
  hol_text_clear(&bytes);
  HOL_TRY(status);
  if (v->kind == CHECKPOINT_NONE || kind == CHECKPOINT_FITS) {
    v->kind = kind;
  }
  return has_records && v->resumes ? read_records(descriptor, head->size, v->known, &end) : HOL_OK;
}

static hol_status look_at_file(const char *path, visit *v)
{
  struct stat about;
  bool is_regular = lstat(path, &about) == 0 && S_ISREG(about.st_mode);
  int descriptor = is_regular ? open_checkpoint(path, O_RDONLY) : -1;
  if (!is_regular || (descriptor == -1 && is_foreign(errno))) {
    v->kind = v->kind == CHECKPOINT_NONE ? CHECKPOINT_FOREIGN : v->kind; /* something else has its name */
    return HOL_OK;
  }
  if (descriptor == -1) {
    return HOL_FILE;
  }
  hol_status status = look_at_open(descriptor, v);
  int reason = errno;
  (void)close(descriptor);
  errno = reason;
  return status;
}

/* ------------------------------------------------------------------------------------------------ opening */

static int by_item(const void *a, const void *b)
{
  const struct checkpoint_record *x = a, *y = b;
  return (x->item > y->item) - (x->item < y->item);
}

/** Find the records again by their items. */
static hol_status make_index(checkpoint *cp)
{
  size_t count = 0;
  record_head head;
  for (size_t at = 0; record_at(&cp->known, at, &head); at += sizeof head + (size_t)head.count) {
    count++;
  }
  cp->index = hol_alloc(count + 1, sizeof *cp->index);
  if (!cp->index) {
    return HOL_MEMORY;
  }
  for (size_t at = 0; record_at(&cp->known, at, &head); at += sizeof head + (size_t)head.count) {
    cp->index[cp->index_count++] = (struct checkpoint_record){(size_t)head.item, at + sizeof head, (size_t)head.count};
  }
  qsort(cp->index, cp->index_count, sizeof *cp->index, by_item);
  return HOL_OK;
}

/** Names and head. Only what is a file can have one beside it. */
static hol_status name_files(checkpoint *cp, checkpoint_of of, const cli_options *options)
{
  struct stat about;
  hol_text base = {0}, other = {0};
  make_head(&cp->head, of, options);
  if (cp->head.failed || stat(of.file, &about) != 0 || !S_ISREG(about.st_mode)) {
    return cp->head.failed ? HOL_MEMORY : HOL_OK;
  }
  hol_text_add(&base, "%s.checkpoint", of.file);
  hol_text_add(&other, "%s.checkpoint-%08lx", of.file,
               (unsigned long)(checksum(0, cp->head.data, cp->head.size) & 0xffffffffu));
  cp->base = base.data;
  cp->other = other.data;
  return base.failed || other.failed ? HOL_MEMORY : HOL_OK;
}

/** Does another process write to this file? Where there are no locks nobody knows. */
static bool is_locked(const char *path)
{
  int descriptor = open_checkpoint(path, O_RDONLY);
  bool locked = descriptor != -1 && flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (descriptor != -1) {
    (void)close(descriptor);
  }
  return locked;
}

/** What rank 0 finds: three bytes - the kind, is it the set by digest that is to be used, and is another process there
 *  - and the records. */
enum { FOUND_KIND, FOUND_OTHER, FOUND_BOTH, FOUND_TAKEN, FOUND_SIZE };

static hol_status look_at_set(const checkpoint *cp, const char *base, bool resumes, hol_text *all,
                              checkpoint_kind *kind)
{
  visit v = {.cp = cp, .resumes = resumes, .kind = CHECKPOINT_NONE, .known = all};
  bool looks = resumes || access(base, F_OK) == 0; /* folders can be long */
  hol_status status = looks ? visit_set(base, look_at_file, &v) : HOL_OK;
  *kind = v.kind;
  return status;
}

static hol_status read_set(const checkpoint *cp, bool resumes, hol_text *all)
{
  static const char nothing[FOUND_SIZE];
  checkpoint_kind plain = CHECKPOINT_NONE, by_digest = CHECKPOINT_NONE;
  hol_text_put(all, nothing, FOUND_SIZE);
  hol_status status = cp->base ? look_at_set(cp, cp->base, resumes, all, &plain) : HOL_OK;
  status = cp->base && status == HOL_OK ? look_at_set(cp, cp->other, resumes, all, &by_digest) : status;
  if (all->failed) {
    return HOL_MEMORY;
  }
  bool is_free = plain == CHECKPOINT_NONE || plain == CHECKPOINT_FITS;
  checkpoint_kind kind = by_digest == CHECKPOINT_FITS ? by_digest : plain;
  all->data[FOUND_OTHER] = !is_free;
  all->data[FOUND_BOTH] = is_free && by_digest == CHECKPOINT_FITS;
  all->data[FOUND_TAKEN] = cp->base && is_locked(is_free ? cp->base : cp->other);
  all->data[FOUND_KIND] = (char)(resumes || is_free ? kind : by_digest);
  return status == HOL_OK && resumes && !is_free && by_digest != CHECKPOINT_FITS ? HOL_FILE : status;
}

/** The name of this rank's file in the set that is used. */
static hol_status choose_set(checkpoint *cp, const hol_text *all, size_t rank)
{
  if (!cp->base) {
    return HOL_OK;
  }
  if (all->data[FOUND_OTHER]) {
    char *base = cp->base;
    cp->base = cp->other;
    cp->other = base;
  }
  cp->other_fits = all->data[FOUND_BOTH];
  cp->is_taken = all->data[FOUND_TAKEN];
  hol_text path = {0};
  hol_text_add(&path, "%s", cp->base);
  if (rank > 0) {
    hol_text_add(&path, ".%zu", rank);
  }
  cp->path = path.data;
  return path.failed ? HOL_MEMORY : HOL_OK;
}

/** Let every rank have what rank 0 has read. Collective. */
static hol_status share_set(checkpoint *cp, const hol_comm *comm, hol_text *all, checkpoint_kind *kind)
{
  HOL_TRY(comm->broadcast(comm->handle, &all->data, &all->size));
  *kind = (checkpoint_kind)all->data[FOUND_KIND];
  hol_text_put(&cp->known, all->data + FOUND_SIZE, all->size - FOUND_SIZE);
  hol_status status = cp->known.failed ? HOL_MEMORY : choose_set(cp, all, comm->rank);
  return comm->agree(comm->handle, status == HOL_OK ? make_index(cp) : status);
}

hol_status checkpoint_open(checkpoint *cp, checkpoint_of of, const cli_options *options, const hol_comm *comm,
                           checkpoint_kind *kind)
{
  *cp = (checkpoint){.descriptor = -1, .rehearsal = rehearsal_read(comm->rank)};
  *kind = CHECKPOINT_NONE;
  cp->due = hol_seconds() + (cp->rehearsal.delay >= 0 ? cp->rehearsal.delay : usual_delay);
  hol_status status = name_files(cp, of, options);
  hol_text all = {0};
  if (status == HOL_OK && comm->rank == 0) {
    status = read_set(cp, options->resume, &all);
    *kind = all.size ? (checkpoint_kind)all.data[FOUND_KIND] : CHECKPOINT_NONE;
  }
  int reason = errno;
  status = comm->agree(comm->handle, status);
  status = status == HOL_OK ? share_set(cp, comm, &all, kind) : status;
  hol_text_clear(&all);
  errno = reason;
  return status;
}

/* --------------------------------------------------------------------------------------------- reading and writing */

static bool recall(void *context, size_t item, const void **bytes, size_t *count)
{
  const checkpoint *cp = context;
  const struct checkpoint_record key = {.item = item};
  const struct checkpoint_record *found =
      cp->index_count ? bsearch(&key, cp->index, cp->index_count, sizeof key, by_item) : NULL;
  if (found) {
    *bytes = cp->known.data + found->offset;
    *count = found->count;
  }
  return found != NULL;
}

/** Open this rank's file and lock it. One that its process removes meanwhile is made anew. */
static hol_status open_locked(checkpoint *cp)
{
  for (int tries = 0; tries < 10; tries++) {
    cp->descriptor = open_checkpoint(cp->path, O_RDWR | O_CREAT | O_APPEND);
    if (cp->descriptor == -1) {
      return HOL_FILE;
    }
    if (flock(cp->descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      cp->is_taken = true;
      (void)close(cp->descriptor);
      return HOL_FILE;
    }
    struct stat own, there;
    if (fstat(cp->descriptor, &own) == 0 && stat(cp->path, &there) == 0 && own.st_ino == there.st_ino) {
      return HOL_OK;
    }
    (void)close(cp->descriptor);
  }
  errno = ENOENT;
  return HOL_FILE;
}

/** Open this rank's file behind its last whole record. */
static hol_status open_own(checkpoint *cp)
{
  HOL_TRY(open_locked(cp));
  cp->is_open = true;
  hol_text bytes = {0};
  hol_status status = hol_file_take(cp->descriptor, cp->head.size, &bytes);
  bool fits = kind_of(&cp->head, &bytes) == CHECKPOINT_FITS, is_whole = bytes.size >= cp->head.size;
  size_t end = 0;
  hol_text_clear(&bytes);
  status = status == HOL_OK && fits && is_whole ? read_records(cp->descriptor, cp->head.size, NULL, &end) : status;
  if (status == HOL_OK && !fits) { /* somebody else's since this run began */
    errno = EEXIST;
    return HOL_FILE;
  }
  if (status == HOL_OK && ftruncate(cp->descriptor, (off_t)end) != 0) {
    status = HOL_FILE;
  }
  return status == HOL_OK && end == 0 ? cli_files_put(cp->descriptor, cp->head.data, cp->head.size) : status;
}

/** Append what is waiting. */
static hol_status write_pending(checkpoint *cp)
{
  if (!cp->is_open) {
    HOL_TRY(open_own(cp));
  }
  struct stat before;
  HOL_TRY(fstat(cp->descriptor, &before) == 0 ? HOL_OK : HOL_FILE);
  bool dies = cp->rehearsal.dies_at && cp->recorded >= cp->rehearsal.dies_at;
  hol_status status = cli_files_put(cp->descriptor, cp->pending.data, dies ? cp->pending.size / 2 : cp->pending.size);
  if (dies) {
    (void)raise(SIGKILL);
  }
  if (status != HOL_OK) {
    int reason = errno;
    (void)ftruncate(cp->descriptor, before.st_size); /* half a record would hide what came after it */
    errno = reason;
  }
  return status;
}

/** A run goes on without a checkpoint if none can be written. */
static void flush(checkpoint *cp)
{
  if (cp->base && !cp->has_failed && !cp->is_taken && cp->pending.size > 0 && write_pending(cp) != HOL_OK) {
    cp->has_failed = true;
    cp->reason = errno;
  }
  cp->pending.size = 0;
  if (cp->pending.capacity > room_kept) {
    hol_text_clear(&cp->pending);
  }
}

static hol_status record(void *context, size_t item, const void *bytes, size_t count)
{
  checkpoint *cp = context;
  const record_head head = {item, count, checksum(item, bytes, count)};
  if (++cp->recorded == cp->rehearsal.fails_at) {
    return cp->rehearsal.failure;
  }
  if (!cp->base || cp->has_failed || cp->is_taken) {
    return HOL_OK;
  }
  hol_text_put(&cp->pending, (const char *)&head, sizeof head);
  hol_text_put(&cp->pending, bytes, count);
  if (cp->pending.failed) {
    return HOL_MEMORY;
  }
  double now = hol_seconds();
  if (now >= cp->due || cp->pending.size >= enough_waiting || cp->recorded == cp->rehearsal.dies_at) {
    flush(cp);
    cp->due = now + usual_pause > cp->due ? now + usual_pause : cp->due;
  }
  return HOL_OK;
}

hol_store checkpoint_store(checkpoint *cp)
{
  return (hol_store){.context = cp, .record = record, .recall = recall};
}

bool checkpoint_close(checkpoint *cp, bool must_go_on)
{
  if (must_go_on) {
    flush(cp);
  }
  bool has_written = cp->is_open && !cp->has_failed;
  if (cp->is_open) {
    (void)close(cp->descriptor);
    cp->is_open = false;
  }
  hol_text_clear(&cp->pending);
  hol_text_clear(&cp->known);
  free(cp->index);
  cp->index = NULL;
  cp->index_count = 0;
  return has_written;
}

void checkpoint_clear(checkpoint *cp)
{
  (void)checkpoint_close(cp, false);
  hol_text_clear(&cp->head);
  free(cp->base);
  free(cp->other);
  free(cp->path);
  *cp = (checkpoint){0};
}
