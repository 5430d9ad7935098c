/* SPDX-License-Identifier: BSD-3-Clause */
/* Report page as one HTML file: content security policy by hashes, embedded JSON of results, packed chunks. */
#include "report/page.h"

#include "base/memory.h"
#include "report/assets.h"
#include "report/pack/base64.h"
#include "report/pack/pack.h"
#include "report/pack/read.h"

#include <sha2.h>
#include <stdlib.h>
#include <string.h>

/** The hash by which a policy knows a script or a style. */
static void put_hash(hol_text *text, hol_asset asset)
{
  uint8_t digest[SHA256_DIGEST_LENGTH];
  SHA2_CTX context;
  SHA256Init(&context);
  SHA256Update(&context, (const uint8_t *)asset.bytes, asset.size);
  SHA256Final(digest, &context);
  hol_text_add(text, "'sha256-");
  hol_base64_put(text, digest, sizeof digest);
  hol_text_add(text, "'");
}

/** A text as HTML, in an element or an attribute. */
static void put_escaped(hol_text *text, const char *bytes, size_t size)
{
  for (size_t i = 0; i < size; i++) {
    switch (bytes[i]) {
    case '<':
      hol_text_add(text, "&lt;");
      break;
    case '>':
      hol_text_add(text, "&gt;");
      break;
    case '&':
      hol_text_add(text, "&amp;");
      break;
    case '"':
      hol_text_add(text, "&quot;");
      break;
    default:
      hol_text_put(text, (unsigned char)bytes[i] < 0x20 && bytes[i] != '\n' ? " " : &bytes[i], 1);
    }
  }
}

/** JSON within a script: a `<`, which stands in texts only, could end it. */
static void put_json(hol_text *text, const char *bytes, size_t size)
{
  for (const char *at = bytes, *end = bytes + size; at < end;) {
    const char *less = memchr(at, '<', (size_t)(end - at));
    hol_text_put(text, at, (size_t)((less ? less : end) - at));
    if (less) {
      hol_text_add(text, "\\u003c");
    }
    at = less ? less + 1 : end;
  }
}

static void put_head(hol_text *page, const hol_text *title)
{
  const hol_asset style = hol_asset_get(HOL_ASSET_STYLE);
  hol_text_add(page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src ");
  put_hash(page, hol_asset_get(HOL_ASSET_SCRIPT));
  hol_text_add(page, "; style-src ");
  put_hash(page, style);
  hol_text_add(page, "; img-src data: blob:; base-uri 'none'; form-action 'none'; "
                     "require-trusted-types-for 'script'; trusted-types 'none'\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<link rel=\"icon\" href=\"data:,\">\n<title>");
  put_escaped(page, title->data ? title->data : "", title->size);
  hol_text_add(page, "</title>\n<style>");
  hol_text_put(page, style.bytes, style.size);
  hol_text_add(page, "</style>\n</head>\n<body>\n"
                     "<noscript>This page shows its results by a script, which is switched off here.</noscript>\n");
}

/** Writes a source. Of a packed result the chunks that are not needed at once stand behind the script, so that it is
 *  not waited for them:
 *  in their place stand their numbers. */
typedef struct cutter {
  hol_text *page, *late;
  const char *written;   /**< of the source, so far */
  size_t chunk, *chunks; /**< of this result, so far; of the page behind its script */
} cutter;

/** A chunk, maybe: a text in the list `chunks` of `packed` of a result. */
static void cut_leaf(void *to, const hol_scan_path *path, hol_scan_kind kind, hol_scan_span value)
{
  cutter *c = to;
  size_t first = !path->is_object[0];
  if (kind != HOL_SCAN_TEXT || path->depth != first + 3 || !hol_scan_is_key(path, first, "packed") ||
      !hol_scan_is_key(path, first + 1, "chunks")) {
    return;
  }
  c->chunk = value.begin[-2] == '[' ? 0 : c->chunk + 1; /* the first of a list */
  if (c->chunk > 2 * HOL_PACK_EARLY) {
    put_json(c->page, c->written, (size_t)(value.begin - 1 - c->written));
    hol_text_add(c->page, "%zu", *c->chunks);
    c->written = value.begin + value.size + 1;
    hol_text_add(c->late, "<script type=\"text/plain\" id=\"chunk-%zu\">", (*c->chunks)++);
    put_json(c->late, value.begin, value.size);
    hol_text_add(c->late, "</script>\n");
  }
}

/** @param[in] packed  its JSON. @param[in,out] chunks  those that stand in `late` */
static hol_status put_source(hol_text *page, const char *name, const hol_text *packed, hol_text *late, size_t *chunks)
{
  cutter c = {page, late, packed->data, 0, chunks};
  const hol_scan_visitor visitor = {.to = &c, .leaf = cut_leaf};
  hol_scan scan = {0};
  hol_text_add(page, "<script type=\"application/json\" class=\"result\" data-name=\"");
  put_escaped(page, name ? name : "", name ? strlen(name) : 0);
  hol_text_add(page, "\">");
  HOL_TRY(hol_scan_visit(packed->data, packed->size, &visitor, &scan, NULL));
  put_json(page, c.written, (size_t)(packed->data + packed->size - c.written));
  hol_text_add(page, "</script>\n");
  return late->failed ? HOL_MEMORY : HOL_OK;
}

static void put_end(hol_text *page, const hol_text *late)
{
  const hol_asset licenses = hol_asset_get(HOL_ASSET_LICENSES), script = hol_asset_get(HOL_ASSET_SCRIPT);
  hol_text_add(page, "<div id=\"licences\" hidden>");
  put_escaped(page, licenses.bytes, licenses.size);
  hol_text_add(page, "</div>\n<script>");
  hol_text_put(page, script.bytes, script.size);
  hol_text_add(page, "</script>\n");
  hol_text_put(page, late->data ? late->data : "", late->size);
  hol_text_add(page, "</body>\n</html>\n");
}

hol_page_fault hol_page_fault_at(const char *bytes, size_t size, size_t at, const char *what)
{
  hol_page_fault fault = {.line = 1, .column = 1, .what = what};
  for (size_t i = 0; i < at && i < size; i++) {
    bool is_end = bytes[i] == '\n';
    fault.line += is_end;
    fault.column = is_end ? 1 : fault.column + 1;
  }
  return fault;
}

/** All sources are results; the title of the first one that has any.
 *  @param[out] packed  [count] their JSON, those that are large packed */
static hol_status read_sources(const hol_page_source *source, size_t count, hol_text *packed, hol_text *title,
                               hol_page_fault *fault)
{
  for (size_t i = 0; i < count; i++) {
    hol_scan scan = {0};
    hol_status status = hol_pack_read(source[i].bytes, source[i].size, &packed[i], &scan, title->size ? NULL : title);
    if (status == HOL_INVALID && fault) {
      *fault = hol_page_fault_at(source[i].bytes, source[i].size, scan.at, scan.what);
      fault->source = i;
    }
    HOL_TRY(status);
    if (packed[i].size == 0) {
      hol_text_put(&packed[i], source[i].bytes, source[i].size);
    }
  }
  return HOL_OK;
}

static hol_status put_page(const hol_page_source *source, size_t count, const hol_text *packed, const hol_text *title,
                           hol_text *page)
{
  hol_text late = {0};
  hol_status status = HOL_OK;
  size_t chunks = 0;
  put_head(page, title);
  for (size_t i = 0; status == HOL_OK && i < count; i++) {
    status = packed[i].failed ? HOL_MEMORY : put_source(page, source[i].name, &packed[i], &late, &chunks);
  }
  put_end(page, &late);
  hol_text_clear(&late);
  return status == HOL_OK && page->failed ? HOL_MEMORY : status;
}

hol_status hol_page_add(const hol_page_source *source, size_t count, hol_text *page, hol_page_fault *fault)
{
  hol_text title = {0}, *packed = hol_alloc(count, sizeof *packed);
  hol_status status = packed ? read_sources(source, count, packed, &title, fault) : HOL_MEMORY;
  status = status == HOL_OK ? put_page(source, count, packed, &title, page) : status;
  for (size_t i = 0; packed && i < count; i++) {
    hol_text_clear(&packed[i]);
  }
  free(packed);
  hol_text_clear(&title);
  return status;
}
