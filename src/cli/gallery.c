/* SPDX-License-Identifier: BSD-3-Clause */
/* The command `example`: list the problem files built into the program, and print one by its name. */
#include "cli/gallery.h"

#include "expression/names.h"
#include "result/words.h"

#include <string.h>

static const char ending[] = ".yaml";

/** The name behind the folder. */
static const char *bare(const char *name)
{
  const char *slash = strrchr(name, '/');
  return slash ? slash + 1 : name;
}

/** Length of a name without the ending of problems. */
static size_t stem(const char *name)
{
  size_t length = strlen(name), tail = strlen(ending);
  return length > tail && strcmp(name + length - tail, ending) == 0 ? length - tail : length;
}

static bool is_problem(const cli_gallery_file *file)
{
  return file->name[stem(file->name)] != '\0';
}

/** What stands behind `title:`; empty if nothing does. */
static hol_text title_of(const cli_gallery_file *file)
{
  static const char key[] = "\ntitle: ";
  const char *text = (const char *)file->text;
  const char *found = strncmp(text, key + 1, strlen(key) - 1) == 0 ? text - 1 : strstr(text, key);
  hol_text title = {0};
  if (found) {
    const char *from = found + strlen(key);
    hol_text_put(&title, from, strcspn(from, "\n"));
  }
  return title;
}

void cli_gallery_list(hol_text *text)
{
  const char *folder = "";
  size_t length = 0;
  for (size_t i = 0; i < cli_gallery_count; i++) {
    const cli_gallery_file *file = &cli_gallery[i];
    if (!is_problem(file)) {
      continue;
    }
    size_t here = (size_t)(bare(file->name) - file->name);
    if (here != length || strncmp(folder, file->name, here) != 0) {
      hol_text_add(text, "%s%.*s\n", *folder ? "\n" : "", (int)here, file->name);
      folder = file->name;
      length = here;
    }
    hol_text title = title_of(file);
    hol_text_add(text, "  %-22.*s ", (int)stem(bare(file->name)), bare(file->name));
    (void)hol_words_add(text, title.data ? title.data : "", title.size, HOL_COLUMNS - 25);
    hol_text_add(text, "\n");
    text->failed = text->failed || title.failed;
    hol_text_clear(&title);
  }
  hol_text_add(text, "\nTo try one: holonome example tension > tension.yaml; holonome run tension.yaml\n");
}

/** Is that a file's name: whole or bare, with `.yaml` or without? */
static bool is_named(const cli_gallery_file *file, const char *name)
{
  const char *own = strchr(name, '/') ? file->name : bare(file->name);
  return strcmp(own, name) == 0 || (strlen(name) == stem(own) && strncmp(own, name, stem(own)) == 0);
}

static void complain_of_name(const char *name, hol_text *complaint)
{
  hol_nearest nearest = {.wanted = name};
  hol_text offered = {0};
  for (size_t i = 0; i < cli_gallery_count; i++) {
    const char *own = strchr(name, '/') ? cli_gallery[i].name : bare(cli_gallery[i].name);
    hol_text_put(&offered, own, stem(own));
    hol_text_put(&offered, "", 1);
  }
  for (size_t at = 0; !offered.failed && at < offered.size; at += strlen(offered.data + at) + 1) {
    hol_nearest_offer(&nearest, offered.data + at);
  }
  hol_text_add(complaint, "holonome: no example `%s`", name);
  if (nearest.best) {
    hol_text_add(complaint, "; did you mean `%s`?", nearest.best);
  }
  hol_text_add(complaint, "\n`holonome example` lists them.\n");
  hol_text_clear(&offered);
}

static void complain_of_several(const char *name, hol_text *complaint)
{
  const char *word = "are";
  hol_text_add(complaint, "holonome: several examples have the name `%s`:", name);
  for (size_t i = 0; i < cli_gallery_count; i++) {
    if (is_named(&cli_gallery[i], name)) {
      hol_text_add(complaint, "%s %.*s", strcmp(word, "are") == 0 ? "" : ",", (int)stem(cli_gallery[i].name),
                   cli_gallery[i].name);
      word = "and";
    }
  }
  hol_text_add(complaint, "\n");
}

/** Say which files a problem reads. */
static void tell_of_companions(const cli_gallery_file *file, hol_text *complaint)
{
  size_t folder = (size_t)(bare(file->name) - file->name);
  for (size_t i = 0; i < cli_gallery_count; i++) {
    const cli_gallery_file *other = &cli_gallery[i];
    hol_text value = {0};
    hol_text_add(&value, ": %s\n", bare(other->name));
    if (!is_problem(other) && strncmp(other->name, file->name, folder) == 0 && value.data &&
        strstr((const char *)file->text, value.data)) {
      hol_text_add(complaint, "It reads a file: holonome example %s > %s\n", bare(other->name), bare(other->name));
    }
    hol_text_clear(&value);
  }
}

hol_status cli_gallery_print(const char *name, hol_text *text, hol_text *complaint)
{
  const cli_gallery_file *found = NULL;
  for (size_t i = 0; i < cli_gallery_count; i++) {
    if (is_named(&cli_gallery[i], name)) {
      if (found) {
        complain_of_several(name, complaint);
        return HOL_USAGE;
      }
      found = &cli_gallery[i];
    }
  }
  if (!found) {
    complain_of_name(name, complaint);
    return HOL_USAGE;
  }
  hol_text_put(text, (const char *)found->text, found->size);
  tell_of_companions(found, complaint);
  return HOL_OK;
}
