#include "holonome/output.h"
#include "output/number.h"

#include <math.h>
#include <string.h>

/** Add a field, quoted where it has to be (RFC 4180). */
static void put_field(hol_text *text, const char *field)
{
  if (!field[strcspn(field, ",\"\r\n")]) {
    hol_text_put(text, field, strlen(field));
    return;
  }
  hol_text_put(text, "\"", 1);
  for (const char *c = field; *c; ++c) {
    hol_text_put(text, c, 1);
    if (*c == '"') {
      hol_text_put(text, c, 1);
    }
  }
  hol_text_put(text, "\"", 1);
}

static void put_mode(hol_text *text, const hol_mode *mode)
{
  const double number[] = {mode->omega, hol_number_hertz(mode->omega), mode->lower, mode->upper};
  hol_text_add(text, ",%zu", mode->number);
  for (size_t i = 0; i < sizeof number / sizeof number[0]; ++i) {
    hol_text_put(text, ",", 1);
    hol_number_add(text, number[i], "");
  }
  hol_text_add(text, ",%zu,%d,%d,", mode->multiplicity, mode->is_cluster, mode->reaction_free);
  hol_number_add(text, mode->modal_mass, "");
  hol_text_put(text, ",", 1);
  hol_number_add(text, mode->residual, "");
  hol_text_add(text, ",%zu,%zu", mode->count_below, mode->count_above);
  const double rate[] = {mode->growth, mode->lower_growth, mode->upper_growth};
  for (size_t i = 0; i < sizeof rate / sizeof rate[0]; ++i) {
    hol_text_put(text, ",", 1);
    if (mode->growth > 0 || mode->is_neutral) {
      hol_number_add(text, rate[i], "");
    }
  }
  hol_text_put(text, "\n", 1);
}

hol_status hol_output_csv(const hol_result *result, const hol_output_source *source, hol_text *text)
{
  hol_text_add(text, "file,number,omega,hertz,lower,upper,multiplicity,cluster,reaction_free,modal_mass,residual,"
                     "count_below,count_above,growth,lower_growth,upper_growth\n");
  for (size_t i = 0; i < result->mode_count && !text->failed; ++i) {
    put_field(text, source->file);
    put_mode(text, &result->mode[i]);
  }
  return text->failed ? HOL_MEMORY : HOL_OK;
}
