/* SPDX-License-Identifier: BSD-3-Clause */
/* Validation of a problem file's bytes: size, signatures of other programs' files, UTF-8, control characters. */
#include "problem/yaml.h"

#include <string.h>

/** Length of the well-formed UTF-8 sequence at `s` with n > 0 bytes left, 0 if there is none (RFC 3629, table 3-7 of
 *  the Unicode standard: no overlong forms, no surrogates, nothing above U+10FFFF). */
static size_t sequence_length(const unsigned char *s, size_t n)
{
  if (s[0] < 0x80) {
    return 1;
  }
  size_t length = s[0] >= 0xC2 && s[0] <= 0xDF ? 2 : (s[0] & 0xF0) == 0xE0 ? 3 : s[0] >= 0xF0 && s[0] <= 0xF4 ? 4 : 0;
  if (length == 0 || n < length) {
    return 0;
  }
  unsigned char low = s[0] == 0xE0 ? 0xA0 : s[0] == 0xF0 ? 0x90 : 0x80;
  unsigned char high = s[0] == 0xED ? 0x9F : s[0] == 0xF4 ? 0x8F : 0xBF;
  if (s[1] < low || s[1] > high) {
    return 0;
  }
  for (size_t i = 2; i < length; i++) {
    if ((s[i] & 0xC0) != 0x80) {
      return 0;
    }
  }
  return length;
}

static bool is_control(unsigned char c)
{
  return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
}

enum { DEPTH_MOST = 20000 }; /* brackets in comments and texts count, too */

static bool check_bytes(const unsigned char *s, size_t size, hol_faults *faults)
{
  hol_place place = {.line = 1, .column = 1, .length = 1};
  size_t i = 0, depth = 0;
  while (i < size) {
    depth += s[i] == '[' || s[i] == '{';
    depth -= (s[i] == ']' || s[i] == '}') && depth > 0;
    if (depth > DEPTH_MOST) { /* libfyaml takes 400 bytes for each */
      hol_faults_add(faults, true, place, NULL, "more than %d brackets are open here", DEPTH_MOST);
      return false;
    }
    size_t length = sequence_length(s + i, size - i);
    if (length == 0) {
      hol_faults_add(faults, true, place, "save the file as UTF-8", "byte 0x%02X is not UTF-8 text", s[i]);
      return false;
    }
    if (is_control(s[i])) {
      hol_faults_add(faults, true, place, "a problem file is plain text in UTF-8", "control character 0x%02X", s[i]);
      return false;
    }
    if (s[i] == '%' && place.column == 1) { /* libfyaml takes quadratic time over many of them */
      hol_faults_add(faults, true, place, NULL,
                     "a line that begins with `%%` is a directive of YAML, which has no "
                     "meaning in a problem file");
      return false;
    }
    place.column++;
    if (s[i] == '\n') {
      place.line++;
      place.column = 1;
    }
    i += length;
  }
  return true;
}

/** Signatures of files of other programs, and the hint for each. */
static const struct {
  const char *start, *message, *hint;
} foreign[] = {
    {"%PDF", "this is a PDF document, not a problem file", NULL},
    {"PK\x03\x04", "this is a zip archive or an office document, not a problem file", NULL},
    {"\x7F"
     "ELF",
     "this is a program, not a problem file", NULL},
    {"\x89PNG", "this is a picture, not a problem file", NULL},
    {"CDF", "this is a NetCDF file, not a problem file", NULL},
    {"\x89HDF", "this is an HDF5 file, not a problem file", NULL},
    {"<", "this is HTML or XML, not a problem file", NULL},
    {"*", "this looks like an input deck of CalculiX or Abaqus, not like a problem file",
     "matrices that such a program writes can be imported: `kind: matrices`; see `holonome keys matrices`"},
    {"SOL ", "this looks like an input deck of Nastran, not like a problem file",
     "a problem file begins with `parts:`; see `holonome example`"},
    {"GRID", "this looks like an input deck of Nastran, not like a problem file",
     "a problem file begins with `parts:`; see `holonome example`"},
    {"$", "this looks like an input deck of Nastran, not like a problem file",
     "a problem file begins with `parts:`; see `holonome example`"},
    {"BEGIN BULK", "this looks like an input deck of Nastran, not like a problem file",
     "a problem file begins with `parts:`; see `holonome example`"},
    {"/PREP7", "this looks like an input file of ANSYS, not like a problem file",
     "a problem file begins with `parts:`; see `holonome example`"},
};

/** Is it the file of another program? Says which. */
static bool check_kind(const char *bytes, size_t size, hol_faults *faults)
{
  for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
    size_t n = strlen(foreign[i].start);
    bool is_it = n <= size && memcmp(bytes, foreign[i].start, n) == 0;
    is_it = is_it && (foreign[i].start[0] != '*' || (size > 1 && bytes[1] >= 'A' && bytes[1] <= 'Z') ||
                      (size > 1 && bytes[1] == '*'));
    if (is_it) {
      hol_faults_add(faults, true, (hol_place){.line = 1, .column = 1, .length = 1}, foreign[i].hint, "%s",
                     foreign[i].message);
      return false;
    }
  }
  return true;
}

bool hol_source_check(const char *bytes, size_t size, hol_faults *faults)
{
  if (size > HOL_FILE_SIZE_MAX) {
    hol_faults_add(faults, true, (hol_place){0}, "regular structures are written briefly with `repeat:`",
                   "the file has %zu bytes, more than the %d of the largest problem file read", size,
                   HOL_FILE_SIZE_MAX);
    return false;
  }
  if (size == 0) {
    hol_faults_add(faults, true, (hol_place){.line = 1, .column = 1, .length = 1},
                   "a problem file needs at least `parts:`", "the file is empty");
    return false;
  }
  return check_kind(bytes, size, faults) && check_bytes((const unsigned char *)bytes, size, faults);
}
