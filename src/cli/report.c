#include "cli/report.h"

#include "base/memory.h"
#include "cli/files.h"
#include "report/page.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RESULT_SIZE_MAX = 1 << 30 }; /* a page with more is not opened by any browser */

/** Why a file cannot be read or written. */
static hol_status tell(const char *path, hol_status status, hol_text *complaint)
{
  const char *reason = status == HOL_FILE ? strerror(errno) : hol_status_text(status);
  hol_text_add(complaint, "holonome: %s: %s\n", path, reason);
  return status;
}

static hol_status read_results(const cli_options *options, hol_text *bytes, hol_page_source *source, hol_text *complaint)
{
  for (size_t i = 0; i < options->file_count; i++) {
    const char *path = options->file[i];
    hol_status status = cli_files_read(path, RESULT_SIZE_MAX, &bytes[i]);
    if (status != HOL_OK) {
      return tell(path, status, complaint);
    }
    if (bytes[i].size > RESULT_SIZE_MAX) {
      hol_text_add(complaint, "holonome: %s: more than %d MB\n", path, RESULT_SIZE_MAX >> 20);
      return HOL_INVALID;
    }
    const char *name = cli_files_is_standard(path) ? "<stdin>" : path;
    source[i] = (hol_page_source){name, bytes[i].data ? bytes[i].data : "", bytes[i].size};
  }
  return HOL_OK;
}

static hol_status write_page(const cli_options *options, const hol_text *page, hol_text *complaint)
{
  bool is_standard = cli_files_is_standard(options->page);
  hol_status status =
      is_standard ? cli_files_put(STDOUT_FILENO, page->data, page->size) : cli_files_write(options->page, NULL, page);
  return status == HOL_OK ? status : tell(is_standard ? "standard output" : options->page, status, complaint);
}

static hol_status make(const cli_options *options, hol_text *bytes, hol_page_source *source, hol_text *complaint)
{
  hol_text page = {0};
  hol_page_fault fault = {0};
  HOL_TRY(read_results(options, bytes, source, complaint));
  hol_status status = hol_page_add(source, options->file_count, &page, &fault);
  if (status == HOL_INVALID) {
    hol_text_add(complaint, "%s:%zu:%zu: error: %s\n", source[fault.source].name, fault.line, fault.column, fault.what);
  }
  status = status == HOL_OK ? write_page(options, &page, complaint) : status;
  hol_text_clear(&page);
  return status;
}

hol_status cli_report(const cli_options *options, hol_text *complaint)
{
  hol_text *bytes = hol_alloc(options->file_count, sizeof *bytes);
  hol_page_source *source = hol_alloc(options->file_count, sizeof *source);
  hol_status status = bytes && source ? make(options, bytes, source, complaint) : HOL_MEMORY;
  if (status == HOL_MEMORY) {
    hol_text_add(complaint, "holonome: report: %s\n", hol_status_text(status));
  }
  cli_files_tell(complaint);
  for (size_t i = 0; bytes && i < options->file_count; i++) {
    hol_text_clear(&bytes[i]);
  }
  free(bytes);
  free(source);
  return status;
}
