/* SPDX-License-Identifier: BSD-3-Clause */
/* keys FILE...: the keys that problem files may have, as their reader knows them, a line `in<TAB>key<TAB>file` for each
   and every FILE in which it stands; where it stands in none `file` is `-`. `in` is the mapping, by the words that
   messages have for it.

   Every reader of a mapping tells hol_fields_take() the keys it knows: these are all there are of the mappings that
   occur in the files. It is wrapped by the linker, the library knows nothing of this. That each kind of part occurs is
   checked here. */
#include "problem/reader.h"
#include "reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS_MAX = 4096, WORDS_MAX = 64 };

typedef struct known_key {
  char in[WORDS_MAX], key[WORDS_MAX];
  const char *file; /**< the last it stands in; NULL: none so far */
} known_key;

static struct {
  known_key key[KEYS_MAX];
  size_t count;
  const char *file; /**< being read */
} all;

static known_key *find(const char *in, const char *key)
{
  for (size_t i = 0; i < all.count; i++) {
    if (strcmp(all.key[i].in, in) == 0 && strcmp(all.key[i].key, key) == 0) {
      return &all.key[i];
    }
  }
  if (all.count == KEYS_MAX) {
    (void)fprintf(stderr, "there are more than %d keys\n", KEYS_MAX);
    exit(1);
  }
  known_key *new = &all.key[all.count++];
  (void)snprintf(new->in, sizeof new->in, "%s", in);
  (void)snprintf(new->key, sizeof new->key, "%s", key);
  return new;
}

bool __real_hol_fields_take(hol_reader *reader, const hol_node *map, const char *what, hol_field *field, size_t count);
bool __wrap_hol_fields_take(hol_reader *reader, const hol_node *map, const char *what, hol_field *field, size_t count);

bool __wrap_hol_fields_take(hol_reader *reader, const hol_node *map, const char *what, hol_field *field, size_t count)
{
  bool is_map = __real_hol_fields_take(reader, map, what, field, count);
  for (size_t i = 0; is_map && i < count; i++) {
    known_key *known = find(what, field[i].key);
    if (field[i].value && known->file != all.file) {
      known->file = all.file;
      (void)printf("%s\t%s\t%s\n", what, field[i].key, all.file);
    }
  }
  return is_map;
}

/** Is there a part of each kind in the files? */
static bool has_all_kinds(const reading *r)
{
  bool has_all = true;
  for (size_t i = 0; i < r->kinds; i++) {
    char in[WORDS_MAX];
    size_t before = all.count;
    (void)snprintf(in, sizeof in, "a part of kind `%s`", r->kind[i]->name);
    (void)find(in, "kind");
    if (all.count > before) {
      (void)fprintf(stderr, "no file has %s\n", in);
      has_all = false;
    }
  }
  return has_all;
}

int main(int argc, char **argv)
{
  bool is_good = argc > 1;
  for (int i = 1; i < argc && is_good; i++) {
    reading r = {0};
    all.file = argv[i];
    is_good = reading_of_file(argv[i], &r);
    is_good = is_good && (i + 1 < argc || has_all_kinds(&r));
    reading_clear(&r);
  }
  for (size_t i = 0; i < all.count; i++) {
    if (!all.key[i].file) {
      (void)printf("%s\t%s\t-\n", all.key[i].in, all.key[i].key);
    }
  }
  return is_good ? 0 : 1;
}
