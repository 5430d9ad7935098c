#include "report/page.h"

#include "report/assets.h"
#include "report/scan.h"

#include <sha2.h>
#include <string.h>

/** Bytes in letters, four for three. */
static void put_base64(hol_text *text, const uint8_t *bytes, size_t size)
{
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < size; i += 3) {
    uint32_t three = 0;
    for (size_t k = 0; k < 3; k++) {
      three = three << 8 | (i + k < size ? bytes[i + k] : 0);
    }
    char four[4];
    for (size_t k = 0; k < 4; k++) {
      four[k] = i + k > size ? '=' : letters[three >> (18 - 6 * k) & 63];
    }
    hol_text_put(text, four, sizeof four);
  }
}

/** The hash by which a policy knows a script or a style. */
static void put_hash(hol_text *text, hol_asset asset)
{
  uint8_t digest[SHA256_DIGEST_LENGTH];
  SHA2_CTX context;
  SHA256Init(&context);
  SHA256Update(&context, (const uint8_t *)asset.bytes, asset.size);
  SHA256Final(digest, &context);
  hol_text_add(text, "'sha256-");
  put_base64(text, digest, sizeof digest);
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

static void put_source(hol_text *page, const hol_page_source *source)
{
  hol_text_add(page, "<script type=\"application/json\" class=\"result\" data-name=\"");
  put_escaped(page, source->name ? source->name : "", source->name ? strlen(source->name) : 0);
  hol_text_add(page, "\">");
  put_json(page, source->bytes, source->size);
  hol_text_add(page, "</script>\n");
}

static void put_end(hol_text *page)
{
  const hol_asset licenses = hol_asset_get(HOL_ASSET_LICENSES), script = hol_asset_get(HOL_ASSET_SCRIPT);
  hol_text_add(page, "<div id=\"licences\" hidden>");
  put_escaped(page, licenses.bytes, licenses.size);
  hol_text_add(page, "</div>\n<script>");
  hol_text_put(page, script.bytes, script.size);
  hol_text_add(page, "</script>\n</body>\n</html>\n");
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

/** All sources are results; the title of the first one that has any. */
static hol_status check_sources(const hol_page_source *source, size_t count, hol_text *title, hol_page_fault *fault)
{
  for (size_t i = 0; i < count; i++) {
    hol_scan scan = {0};
    hol_status status = hol_scan_result(source[i].bytes, source[i].size, &scan, title->size ? NULL : title);
    if (status == HOL_INVALID && fault) {
      *fault = hol_page_fault_at(source[i].bytes, source[i].size, scan.at, scan.what);
      fault->source = i;
    }
    HOL_TRY(status);
  }
  return HOL_OK;
}

hol_status hol_page_add(const hol_page_source *source, size_t count, hol_text *page, hol_page_fault *fault)
{
  hol_text title = {0};
  hol_status status = check_sources(source, count, &title, fault);
  if (status == HOL_OK) {
    put_head(page, &title);
    for (size_t i = 0; i < count; i++) {
      put_source(page, &source[i]);
    }
    put_end(page);
    status = page->failed ? HOL_MEMORY : HOL_OK;
  }
  hol_text_clear(&title);
  return status;
}
