#include "cli/checkpoint.h"

#include "cli/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/** Seconds before anything is written: shorter runs are sooner repeated than cleaned up after. */
static const double usual_delay = 3;
/** Seconds between writings where results come faster: cheap ones are not to wait for the file. */
static const double usual_pause = 0.05;

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
  case CHECKPOINT_OF_OTHER_VERSION:
    return "it was written by another version of the program";
  case CHECKPOINT_OF_OTHER_RESULTS:
    return "it belongs to another analysis of the file";
  case CHECKPOINT_OF_OTHER_VALUES:
    return "it was written with other values of --set";
  case CHECKPOINT_FOREIGN:
    break;
  }
  return "it is no checkpoint";
}

static double seconds(void)
{
  struct timespec t = {0};
  (void)clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ------------------------------------------------------------------------------------------------ bytes */

/** What a file must begin with. Numbers are stored as they are in memory, so their layout belongs to it. */
static void make_head(hol_text *head, checkpoint_of of, const cli_options *options)
{
  const uint64_t order = 0x0102030405060708;
  unsigned char bytes[sizeof order];
  memcpy(bytes, &order, sizeof order);
  hol_text_add(head, "holonome checkpoint 1\nversion %s\nlayout ", HOLONOME_VERSION);
  for (size_t i = 0; i < sizeof order; ++i) {
    hol_text_add(head, "%u", bytes[i]);
  }
  hol_text_add(head, "\nproblem %s\nresults %s\nset %zu\n", of.sha256, of.results, options->set_count);
  for (size_t i = 0; i < options->set_count; ++i) {
    const char *text = options->set[i].text;
    hol_text_add(head, "%zu:%s\n", strlen(text), text);
  }
  hol_text_add(head, "end\n");
}

/** What kind of file is this? One cut off within the head is as good as empty. */
static checkpoint_kind kind_of(const hol_text *head, const hol_text *bytes)
{
  size_t line = 0, i = 0;
  for (; i < head->size && i < bytes->size && head->data[i] == bytes->data[i]; ++i) {
    line += head->data[i] == '\n';
  }
  if (i == head->size || i == bytes->size) {
    return CHECKPOINT_FITS;
  }
  static const checkpoint_kind of_line[] = {CHECKPOINT_FOREIGN, CHECKPOINT_OF_OTHER_VERSION,
                                            CHECKPOINT_OF_OTHER_VERSION, CHECKPOINT_OF_OTHER_FILE,
                                            CHECKPOINT_OF_OTHER_RESULTS};
  return line < sizeof of_line / sizeof of_line[0] ? of_line[line] : CHECKPOINT_OF_OTHER_VALUES;
}

/** Fowler, Noll and Vo's hash of a record. */
static uint64_t checksum(uint64_t item, const char *bytes, uint64_t count)
{
  uint64_t sum = 0xcbf29ce484222325u ^ item ^ (count << 32);
  for (uint64_t i = 0; i < count; ++i) {
    sum = (sum ^ (unsigned char)bytes[i]) * 0x100000001b3u;
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

/** Where the whole records end, which begin at `at`. */
static size_t end_of_records(const hol_text *bytes, size_t at)
{
  for (record_head head; record_at(bytes, at, &head);) {
    at += sizeof head + (size_t)head.count;
  }
  return at;
}

/** All that can be read from a descriptor. */
static hol_status read_whole(int descriptor, hol_text *bytes)
{
  enum { CHUNK = 1 << 16 };
  for (;;) {
    if (!hol_text_reserve(bytes, CHUNK)) {
      return HOL_MEMORY;
    }
    ssize_t got = read(descriptor, bytes->data + bytes->size, CHUNK);
    if (got == 0) {
      bytes->data[bytes->size] = '\0';
      return HOL_OK;
    }
    if (got > 0) {
      bytes->size += (size_t)got;
    } else if (errno != EINTR) {
      return HOL_FILE;
    }
  }
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

static hol_status remove_one(const char *path, visit *v)
{
  (void)v;
  (void)unlink(path);
  return HOL_OK;
}

void checkpoint_remove(const char *base)
{
  (void)visit_set(base, remove_one, NULL);
}

/** Take the records of a file, or note why not. */
static hol_status look_in(const char *path, const hol_text *bytes, visit *v)
{
  const hol_text *head = &v->cp->head;
  checkpoint_kind kind = kind_of(head, bytes);
  if (kind == CHECKPOINT_FITS && bytes->size > head->size && v->resumes) {
    hol_text_put(v->known, bytes->data + head->size, end_of_records(bytes, head->size) - head->size);
  } else if (kind != CHECKPOINT_FITS && !v->resumes) {
    (void)unlink(path); /* of no use to anybody any more */
    return HOL_OK;
  }
  if (v->kind == CHECKPOINT_NONE || kind == CHECKPOINT_FITS) {
    v->kind = kind;
  }
  return v->known->failed ? HOL_MEMORY : HOL_OK;
}

static hol_status look(const char *path, visit *v)
{
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor == -1) {
    return HOL_FILE;
  }
  hol_text bytes = {0};
  hol_status status = read_whole(descriptor, &bytes);
  int reason = errno;
  (void)close(descriptor);
  status = status == HOL_OK ? look_in(path, &bytes, v) : status;
  hol_text_clear(&bytes);
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
    ++count;
  }
  cp->index = calloc(count + 1, sizeof *cp->index);
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
static hol_status name_files(checkpoint *cp, checkpoint_of of, const cli_options *options, size_t rank)
{
  struct stat about;
  hol_text base = {0}, path = {0};
  make_head(&cp->head, of, options);
  if (stat(of.file, &about) != 0 || !S_ISREG(about.st_mode)) {
    return cp->head.failed ? HOL_MEMORY : HOL_OK;
  }
  hol_text_add(&base, "%s.checkpoint", of.file);
  hol_text_add(&path, "%s.checkpoint", of.file);
  if (rank > 0) {
    hol_text_add(&path, ".%zu", rank);
  }
  cp->base = base.data;
  cp->path = path.data;
  return base.failed || path.failed || cp->head.failed ? HOL_MEMORY : HOL_OK;
}

/** What rank 0 finds, in one piece: the kind, then the records. */
static hol_status read_set(const checkpoint *cp, bool resumes, hol_text *all)
{
  visit v = {.cp = cp, .resumes = resumes, .kind = CHECKPOINT_NONE, .known = all};
  hol_text_put(all, "", 1);
  bool looks = cp->base && (resumes || access(cp->base, F_OK) == 0); /* folders can be long */
  hol_status status = looks ? visit_set(cp->base, look, &v) : HOL_OK;
  if (all->failed) {
    return HOL_MEMORY;
  }
  all->data[0] = (char)v.kind;
  bool fits = v.kind == CHECKPOINT_NONE || v.kind == CHECKPOINT_FITS;
  return status == HOL_OK && resumes && !fits ? HOL_FILE : status;
}

/** Let every rank have what rank 0 has read. Collective. */
static hol_status share_set(checkpoint *cp, const hol_comm *comm, hol_text *all, checkpoint_kind *kind)
{
  HOL_TRY(comm->broadcast(comm->handle, &all->data, &all->size));
  *kind = (checkpoint_kind)all->data[0];
  hol_text_put(&cp->known, all->data + 1, all->size - 1);
  return comm->agree(comm->handle, cp->known.failed ? HOL_MEMORY : make_index(cp));
}

hol_status checkpoint_open(checkpoint *cp, checkpoint_of of, const cli_options *options, const hol_comm *comm,
                           checkpoint_kind *kind)
{
  *cp = (checkpoint){.descriptor = -1, .rehearsal = rehearsal_read(comm->rank)};
  *kind = CHECKPOINT_NONE;
  cp->due = seconds() + (cp->rehearsal.delay >= 0 ? cp->rehearsal.delay : usual_delay);
  hol_status status = name_files(cp, of, options, comm->rank);
  hol_text all = {0};
  if (status == HOL_OK && comm->rank == 0) {
    status = read_set(cp, options->resume, &all);
    *kind = all.size ? (checkpoint_kind)all.data[0] : CHECKPOINT_NONE;
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

/** Open this rank's file behind its last whole record. What does not fit is overwritten: it was of no use. */
static hol_status open_own(checkpoint *cp)
{
  cp->descriptor = open(cp->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (cp->descriptor == -1) {
    return HOL_FILE;
  }
  cp->is_open = true;
  hol_text bytes = {0};
  hol_status status = read_whole(cp->descriptor, &bytes);
  bool fits = kind_of(&cp->head, &bytes) == CHECKPOINT_FITS && bytes.size >= cp->head.size;
  size_t end = fits ? end_of_records(&bytes, cp->head.size) : 0;
  hol_text_clear(&bytes);
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
  if (cp->base && !cp->has_failed && cp->pending.size > 0 && write_pending(cp) != HOL_OK) {
    cp->has_failed = true;
    cp->reason = errno;
  }
  cp->pending.size = 0;
}

static hol_status record(void *context, size_t item, const void *bytes, size_t count)
{
  checkpoint *cp = context;
  const record_head head = {item, count, checksum(item, bytes, count)};
  if (++cp->recorded == cp->rehearsal.fails_at) {
    return cp->rehearsal.failure;
  }
  if (!cp->base || cp->has_failed) {
    return HOL_OK;
  }
  hol_text_put(&cp->pending, (const char *)&head, sizeof head);
  hol_text_put(&cp->pending, bytes, count);
  if (cp->pending.failed) {
    return HOL_MEMORY;
  }
  double now = seconds();
  if (now >= cp->due || cp->recorded == cp->rehearsal.dies_at) {
    flush(cp);
    cp->due = now + usual_pause;
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
  free(cp->path);
  *cp = (checkpoint){0};
}
