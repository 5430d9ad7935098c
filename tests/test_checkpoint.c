/* SPDX-License-Identifier: BSD-3-Clause */
/* Checkpoints: whatever moment the writing ends at, whole records are kept and nothing else is taken for one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/checkpoint.h"
#include "cli/files.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RECORDS = 5 };

/** A folder with a problem file in it. */
typedef struct place {
  char folder[64], file[96], kept[128];
} place;

static hol_status take_nothing(void *handle, char **bytes, size_t *count)
{
  (void)handle;
  *bytes = calloc(4, 1); /* what rank 0 says when there is nothing: CHECKPOINT_NONE, FILE.checkpoint, no other, free */
  *count = 4;
  return *bytes ? HOL_OK : HOL_MEMORY;
}

/** A rank by itself. */
static hol_comm alone(size_t rank)
{
  hol_comm comm = hol_comm_serial();
  comm.rank = rank;
  if (rank > 0) {
    comm.broadcast = take_nothing;
  }
  return comm;
}

static hol_status open_as(const place *p, checkpoint *cp, cli_options options, size_t rank, checkpoint_kind *kind)
{
  const hol_comm comm = alone(rank);
  const checkpoint_of of = {p->file, "0123", "frequencies"};
  return checkpoint_open(cp, of, &options, &comm, kind);
}

/** Item i has i bytes. */
static void write_items(const place *p, size_t rank, size_t first, size_t last)
{
  checkpoint cp;
  checkpoint_kind kind;
  assert_int_equal(open_as(p, &cp, (cli_options){0}, rank, &kind), HOL_OK);
  hol_store store = checkpoint_store(&cp);
  for (size_t i = first; i <= last; i++) {
    char bytes[64];
    memset(bytes, (int)i, sizeof bytes);
    assert_int_equal(store.record(store.context, i, bytes, i), HOL_OK);
  }
  assert_true(checkpoint_close(&cp, true));
  checkpoint_clear(&cp);
}

/** How many of the items 1..most are there, each whole. */
static size_t items_in(const place *p, size_t most)
{
  checkpoint cp;
  checkpoint_kind kind;
  assert_int_equal(open_as(p, &cp, (cli_options){.resume = true}, 0, &kind), HOL_OK);
  hol_store store = checkpoint_store(&cp);
  size_t there = 0;
  for (size_t i = 1; i <= most; i++) {
    const void *bytes;
    size_t count;
    if (store.recall(store.context, i, &bytes, &count)) {
      char right[64];
      memset(right, (int)i, sizeof right);
      assert_int_equal(count, i);
      assert_memory_equal(bytes, right, i);
      there++;
    }
  }
  assert_int_equal(cp.index_count, there);
  checkpoint_clear(&cp);
  return there;
}

static void read_kept(const place *p, hol_text *bytes)
{
  assert_int_equal(cli_files_read(p->kept, SIZE_MAX, bytes), HOL_OK);
}

static void write_kept(const place *p, const char *bytes, size_t size)
{
  FILE *file = fopen(p->kept, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

/** Remove all checkpoints of the file. */
static void remove_all(const place *p)
{
  char pattern[sizeof p->kept + 1];
  glob_t left = {0};
  (void)snprintf(pattern, sizeof pattern, "%s*", p->kept);
  if (glob(pattern, 0, NULL, &left) == 0) {
    for (size_t i = 0; i < left.gl_pathc; i++) {
      (void)unlink(left.gl_pathv[i]);
    }
    globfree(&left);
  }
}

/** Length of the head: up to the line `end`. */
static size_t head_of(const hol_text *bytes)
{
  const char *end = strstr(bytes->data, "\nend\n");
  assert_non_null(end);
  return (size_t)(end - bytes->data) + 5;
}

static size_t records_within(size_t size)
{
  size_t count = 0;
  for (size_t i = 1; i <= RECORDS && size >= 24 + i; i++) {
    size -= 24 + i;
    count++;
  }
  return count;
}

static void test_checkpoint_cut_anywhere_keeps_whole_records(void **state)
{
  const place *p = *state;
  hol_text bytes = {0};
  write_items(p, 0, 1, RECORDS);
  read_kept(p, &bytes);
  size_t head = head_of(&bytes);
  for (size_t size = 0; size <= bytes.size; size++) {
    write_kept(p, bytes.data, size);
    assert_int_equal(items_in(p, RECORDS), size > head ? records_within(size - head) : 0);
  }
  assert_int_equal(items_in(p, RECORDS), RECORDS);
  hol_text_clear(&bytes);
}

static void test_checkpoint_cut_anywhere_can_be_continued(void **state)
{
  const place *p = *state;
  hol_text bytes = {0};
  write_items(p, 0, 1, RECORDS);
  read_kept(p, &bytes);
  size_t head = head_of(&bytes);
  for (size_t size = 0; size <= bytes.size; size++) {
    write_kept(p, bytes.data, size);
    size_t left = size > head ? records_within(size - head) : 0;
    write_items(p, 0, RECORDS + 1, RECORDS + 2);
    assert_int_equal(items_in(p, RECORDS + 2), left + 2);
  }
  hol_text_clear(&bytes);
}

static void test_checkpoint_spoilt_byte_ends_what_is_taken(void **state)
{
  const place *p = *state;
  hol_text bytes = {0};
  write_items(p, 0, 1, RECORDS);
  read_kept(p, &bytes);
  for (size_t at = head_of(&bytes); at < bytes.size; at++) {
    bytes.data[at] = (char)(bytes.data[at] ^ 0x10);
    write_kept(p, bytes.data, bytes.size);
    assert_int_equal(items_in(p, RECORDS), records_within(at - head_of(&bytes)));
    bytes.data[at] = (char)(bytes.data[at] ^ 0x10);
  }
  hol_text_clear(&bytes);
}

static void test_checkpoint_files_of_all_ranks_are_read(void **state)
{
  const place *p = *state;
  write_items(p, 0, 1, 2);
  write_items(p, 1, 3, 3);
  write_items(p, 12, 4, RECORDS);
  assert_int_equal(items_in(p, RECORDS), RECORDS);
  checkpoint cp;
  checkpoint_kind kind;
  assert_int_equal(open_as(p, &cp, (cli_options){0}, 0, &kind), HOL_OK);
  checkpoint_remove(&cp);
  checkpoint_clear(&cp);
  assert_int_equal(items_in(p, RECORDS), 0);
}

/** Open with --resume what was written otherwise. */
static void assert_kind(const place *p, cli_options options, checkpoint_of of, checkpoint_kind wanted)
{
  checkpoint cp;
  checkpoint_kind kind;
  const hol_comm comm = alone(0);
  options.resume = true;
  bool fits = wanted == CHECKPOINT_FITS;
  of.file = p->file;
  assert_int_equal(checkpoint_open(&cp, of, &options, &comm, &kind), fits ? HOL_OK : HOL_FILE);
  assert_int_equal(kind, wanted);
  assert_int_equal(cp.index_count, fits ? RECORDS : 0);
  checkpoint_clear(&cp);
}

static void test_checkpoint_of_something_else_is_refused(void **state)
{
  const place *p = *state;
  hol_override set = {.text = "L=1\nend\n"};
  write_items(p, 0, 1, RECORDS);
  assert_kind(p, (cli_options){0}, (checkpoint_of){.sha256 = "0123", .results = "frequencies"}, CHECKPOINT_FITS);
  assert_kind(p, (cli_options){0}, (checkpoint_of){.sha256 = "0124", .results = "frequencies"},
              CHECKPOINT_OF_OTHER_FILE);
  assert_kind(p, (cli_options){0}, (checkpoint_of){.sha256 = "0123", .results = "points"}, CHECKPOINT_OF_OTHER_RESULTS);
  assert_kind(p, (cli_options){.set = &set, .set_count = 1},
              (checkpoint_of){.sha256 = "0123", .results = "frequencies"}, CHECKPOINT_OF_OTHER_VALUES);
  write_kept(p, "title: a beam\n", 14);
  assert_kind(p, (cli_options){0}, (checkpoint_of){.sha256 = "0123", .results = "frequencies"}, CHECKPOINT_FOREIGN);
}

static void test_checkpoint_without_resume_takes_nothing_and_keeps_what_fits(void **state)
{
  const place *p = *state;
  checkpoint cp;
  checkpoint_kind kind;
  write_items(p, 0, 1, RECORDS);
  assert_int_equal(open_as(p, &cp, (cli_options){0}, 0, &kind), HOL_OK);
  assert_int_equal(kind, CHECKPOINT_FITS);
  assert_int_equal(cp.index_count, 0);
  checkpoint_clear(&cp);
  assert_int_equal(items_in(p, RECORDS), RECORDS);
}

/** Record items as a run with these overrides does, and leave them. */
static void leave_items(const place *p, cli_options options, size_t from, size_t to)
{
  checkpoint cp;
  checkpoint_kind kind;
  assert_int_equal(open_as(p, &cp, options, 0, &kind), HOL_OK);
  hol_store store = checkpoint_store(&cp);
  for (size_t item = from; item <= to; item++) {
    assert_int_equal(store.record(store.context, item, "abc", 3), HOL_OK);
  }
  assert_true(checkpoint_close(&cp, true));
  checkpoint_clear(&cp);
}

/** Put a text in the place of another in the head of what is kept. */
static void rewrite_head(const place *p, const char *from, const char *to)
{
  hol_text bytes = {0}, other = {0};
  read_kept(p, &bytes);
  const char *at = strstr(bytes.data, from);
  assert_non_null(at);
  size_t before = (size_t)(at - bytes.data), after = before + strlen(from);
  hol_text_put(&other, bytes.data, before);
  hol_text_put(&other, to, strlen(to));
  hol_text_put(&other, bytes.data + after, bytes.size - after);
  assert_false(other.failed);
  write_kept(p, other.data, other.size);
  hol_text_clear(&bytes);
  hol_text_clear(&other);
}

/** Within one version the format can change: files of another number, and those without one, are named and not taken. A
 *  run without --resume leaves them as they are. */
static void test_checkpoint_of_another_format_is_refused(void **state)
{
  const place *p = *state;
  const checkpoint_of of = {.sha256 = "0123", .results = "frequencies"};
  char line[32], next[32];
  (void)snprintf(line, sizeof line, "\nformat %d\n", HOL_STORE_FORMAT);
  (void)snprintf(next, sizeof next, "\nformat %d\n", HOL_STORE_FORMAT + 1);
  const char *const others[] = {next, "\nformat 1\n", "\n"};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    hol_text before = {0}, after = {0};
    write_items(p, 0, 1, RECORDS);
    assert_kind(p, (cli_options){0}, of, CHECKPOINT_FITS);
    rewrite_head(p, line, others[i]);
    assert_kind(p, (cli_options){0}, of, CHECKPOINT_OF_OTHER_FORMAT);
    read_kept(p, &before);
    leave_items(p, (cli_options){0}, 1, 3);
    read_kept(p, &after);
    assert_int_equal(after.size, before.size);
    assert_memory_equal(after.data, before.data, before.size);
    hol_text_clear(&before);
    hol_text_clear(&after);
    remove_all(p);
  }
  assert_string_equal(checkpoint_words(CHECKPOINT_OF_OTHER_FORMAT),
                      "its results are stored in another format than this program's");
}

/** Runs with other values keep their results beside each other, whichever comes first; each takes its own, and removes
 *  its own only. */
static void test_checkpoints_of_other_values_stay(void **state)
{
  const place *p = *state;
  hol_override set = {.text = "L=1"};
  cli_options other = {.set = &set, .set_count = 1}, plain = {0};
  checkpoint cp;
  checkpoint_kind kind;
  leave_items(p, plain, 1, 3);
  leave_items(p, other, 1, 5);
  plain.resume = other.resume = true;
  assert_int_equal(open_as(p, &cp, other, 0, &kind), HOL_OK);
  assert_int_equal(kind, CHECKPOINT_FITS);
  assert_int_equal(cp.index_count, 5);
  checkpoint_remove(&cp);
  checkpoint_clear(&cp);
  assert_int_equal(open_as(p, &cp, other, 0, &kind), HOL_FILE);
  assert_int_equal(kind, CHECKPOINT_OF_OTHER_VALUES);
  checkpoint_clear(&cp);
  assert_int_equal(open_as(p, &cp, plain, 0, &kind), HOL_OK);
  assert_int_equal(cp.index_count, 3);
  checkpoint_remove(&cp);
  checkpoint_clear(&cp);
  assert_int_equal(access(p->kept, F_OK), -1);
}

/** A second run of the same beside the first: it keeps nothing, says why, and removes nothing. */
static void test_checkpoint_of_a_run_under_way_is_left_to_it(void **state)
{
  const place *p = *state;
  checkpoint first, second;
  checkpoint_kind kind;
  assert_int_equal(open_as(p, &first, (cli_options){0}, 0, &kind), HOL_OK);
  assert_int_equal(open_as(p, &second, (cli_options){0}, 0, &kind), HOL_OK);
  hol_store store = checkpoint_store(&first), late = checkpoint_store(&second);
  first.due = second.due = 0;
  assert_int_equal(store.record(store.context, 1, "abc", 3), HOL_OK);
  assert_int_equal(late.record(late.context, 2, "abc", 3), HOL_OK);
  assert_false(first.is_taken);
  assert_true(second.is_taken);
  assert_string_equal(checkpoint_trouble(&second), "another run of the same problem keeps its results here");
  assert_false(checkpoint_close(&second, true));
  checkpoint_clear(&second);
  assert_int_equal(open_as(p, &second, (cli_options){0}, 0, &kind), HOL_OK);
  assert_true(second.is_taken); /* seen at once where the file is there */
  checkpoint_clear(&second);
  assert_true(checkpoint_close(&first, true));
  checkpoint_clear(&first);
  assert_int_equal(open_as(p, &second, (cli_options){.resume = true}, 0, &kind), HOL_OK);
  assert_false(second.is_taken);
  assert_int_equal(second.index_count, 1);
  checkpoint_clear(&second);
}

static void test_checkpoint_of_a_short_run_leaves_no_file(void **state)
{
  const place *p = *state;
  checkpoint cp;
  checkpoint_kind kind;
  assert_int_equal(open_as(p, &cp, (cli_options){0}, 0, &kind), HOL_OK);
  hol_store store = checkpoint_store(&cp);
  assert_int_equal(store.record(store.context, 1, "a", 1), HOL_OK);
  assert_false(checkpoint_close(&cp, false));
  checkpoint_clear(&cp);
  assert_int_equal(access(p->kept, F_OK), -1);
}

static void test_checkpoint_that_cannot_be_written_stops_nothing(void **state)
{
  checkpoint cp;
  checkpoint_kind kind;
  assert_int_equal(open_as(*state, &cp, (cli_options){0}, 0, &kind), HOL_OK);
  free(cp.path);
  cp.path = strdup("/nowhere/a.yaml.checkpoint");
  cp.due = 0;
  hol_store store = checkpoint_store(&cp);
  assert_int_equal(store.record(store.context, 1, "a", 1), HOL_OK);
  assert_true(cp.has_failed);
  assert_int_equal(store.record(store.context, 2, "b", 1), HOL_OK);
  assert_false(checkpoint_close(&cp, true));
  checkpoint_clear(&cp);
}

static int set_up(void **state)
{
  place *p = calloc(1, sizeof *p);
  if (!p) {
    return -1;
  }
  (void)strcpy(p->folder, "/tmp/holonome-test-XXXXXX");
  if (!mkdtemp(p->folder)) {
    free(p);
    return -1;
  }
  (void)snprintf(p->file, sizeof p->file, "%s/a.yaml", p->folder);
  (void)snprintf(p->kept, sizeof p->kept, "%s.checkpoint", p->file);
  FILE *file = fopen(p->file, "wb");
  *state = p;
  return file && fclose(file) == 0 ? 0 : -1;
}

static int tear_down(void **state)
{
  place *p = *state;
  remove_all(p);
  int failed = unlink(p->file) != 0 || rmdir(p->folder) != 0;
  free(p);
  return failed ? -1 : 0;
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
  const struct CMUnitTest tests[] = {
      EACH(test_checkpoint_cut_anywhere_keeps_whole_records),
      EACH(test_checkpoint_cut_anywhere_can_be_continued),
      EACH(test_checkpoint_spoilt_byte_ends_what_is_taken),
      EACH(test_checkpoint_files_of_all_ranks_are_read),
      EACH(test_checkpoint_of_something_else_is_refused),
      EACH(test_checkpoint_without_resume_takes_nothing_and_keeps_what_fits),
      EACH(test_checkpoint_of_another_format_is_refused),
      EACH(test_checkpoints_of_other_values_stay),
      EACH(test_checkpoint_of_a_run_under_way_is_left_to_it),
      EACH(test_checkpoint_of_a_short_run_leaves_no_file),
      EACH(test_checkpoint_that_cannot_be_written_stops_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
