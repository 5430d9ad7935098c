/* SPDX-License-Identifier: BSD-3-Clause */
/* Style sheet, script and licences of the report page, embedded in the program with `.incbin`. */
#include "report/assets.h"

/* The assembler takes the files in: at once, whatever their size. It looks for them where CMakeLists.txt says. */

#define ASSET(name, file)                                                                                              \
  __asm__(".pushsection .rodata\n"                                                                                     \
          ".global hol_asset_" #name "\n"                                                                              \
          ".type hol_asset_" #name ", %object\n"                                                                       \
          "hol_asset_" #name ":\n"                                                                                     \
          ".incbin \"" file "\"\n"                                                                                     \
          ".size hol_asset_" #name ", . - hol_asset_" #name "\n"                                                       \
          ".global hol_asset_" #name "_end\n"                                                                          \
          ".type hol_asset_" #name "_end, %object\n"                                                                   \
          "hol_asset_" #name "_end:\n"                                                                                 \
          ".byte 0\n"                                                                                                  \
          ".size hol_asset_" #name "_end, 1\n"                                                                         \
          ".popsection\n");                                                                                            \
  extern const char hol_asset_##name[], hol_asset_##name##_end[]

ASSET(style, "page.min.css");
ASSET(script, "page.js");
ASSET(licenses, "LICENSES.txt");

hol_asset hol_asset_get(hol_asset_name name)
{
  switch (name) {
  case HOL_ASSET_STYLE:
    return (hol_asset){hol_asset_style, (size_t)(hol_asset_style_end - hol_asset_style)};
  case HOL_ASSET_SCRIPT:
    return (hol_asset){hol_asset_script, (size_t)(hol_asset_script_end - hol_asset_script)};
  case HOL_ASSET_LICENSES:
    return (hol_asset){hol_asset_licenses, (size_t)(hol_asset_licenses_end - hol_asset_licenses)};
  }
  return (hol_asset){0};
}
