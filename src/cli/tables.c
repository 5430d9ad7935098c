/* SPDX-License-Identifier: BSD-3-Clause */
/* CSV output of several analyses: one table and one file name for each analysis. */
#include "cli/tables.h"

#include "result/analysis.h"
#include "result/words.h"

#include <stdint.h>
#include <string.h>

static cli_table *table_of(cli_tables *tables, const char *key)
{
  for (size_t i = 0; i < tables->count; i++) {
    if (strcmp(tables->table[i].key, key) == 0) {
      return &tables->table[i];
    }
  }
  return NULL;
}

void cli_tables_add(cli_tables *tables, const hol_study *study)
{
  for (size_t i = 0; i < study->founds; i++) {
    const char *key = study->found[i].row->key;
    if (!table_of(tables, key) && tables->count < HOL_ANALYSES_MAX) {
      tables->table[tables->count++] = (cli_table){.key = key};
    }
  }
}

hol_status cli_tables_name(cli_tables *tables, const char *path)
{
  static const char ending[] = ".csv";
  size_t length = strlen(path), end = sizeof ending - 1;
  bool has_ending = length > end && path[length - end - 1] != '/' && strcmp(path + length - end, ending) == 0;
  bool failed = false;
  for (size_t i = 0; i < tables->count; i++) {
    hol_text *name = &tables->table[i].name;
    name->size = 0;
    hol_text_put(name, path, has_ending ? length - end : length);
    hol_text_add(name, ".%s%s", tables->table[i].key, ending);
    failed = failed || name->failed;
  }
  return failed ? HOL_MEMORY : HOL_OK;
}

void cli_tables_list(const cli_tables *tables, hol_text *text)
{
  for (size_t i = 0; i < tables->count; i++) {
    const char *between = i == 0 ? "" : i + 1 < tables->count ? ", " : " and ";
    hol_text_add(text, "%s", between);
    (void)hol_words_add(text, tables->table[i].name.data, tables->table[i].name.size, SIZE_MAX);
  }
}

hol_status cli_tables_take(cli_tables *tables, const hol_output_format *format, const hol_study *study)
{
  for (size_t i = 0; i < study->founds; i++) {
    cli_table *table = table_of(tables, study->found[i].row->key);
    HOL_TRY(table ? format->write_of(study, table->key, &table->text) : HOL_OK);
  }
  return HOL_OK;
}

void cli_tables_clear(cli_tables *tables)
{
  for (size_t i = 0; i < tables->count; i++) {
    hol_text_clear(&tables->table[i].name);
    hol_text_clear(&tables->table[i].text);
  }
  tables->count = 0;
}
