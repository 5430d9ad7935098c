#include "holonome/solve.h"
#include "result/number.h"
#include "sweep/describe.h"

#include <math.h>
#include <string.h>

static const char *status_word(hol_status status)
{
  switch (status) {
  case HOL_OK:
    return "solved";
  case HOL_INCOMPLETE:
    return "incomplete";
  case HOL_INVALID:
    return "invalid";
  case HOL_NUMERICAL:
    return "numerical";
  default:
    return "failed";
  }
}

static void put_number(hol_text *text, double x)
{
  hol_text_put(text, ",", 1);
  hol_number_add(text, x, "");
}

static void put_start(hol_text *text, const hol_sweep *sweep, size_t point)
{
  hol_text_add(text, "%zu", point);
  for (size_t a = 0; a < sweep->axis_count; a++) {
    put_number(text, sweep->parameter[point * sweep->axis_count + a]);
  }
  hol_text_add(text, ",%s", status_word(sweep->status[point]));
}

/** Names of parameters are plain words, units have neither commas nor quotes. */
static void put_head(hol_text *text, const hol_sweep *sweep)
{
  hol_text_add(text, "point");
  for (size_t a = 0; a < sweep->axis_count; a++) {
    const hol_sweep_axis *axis = &sweep->axis[a];
    hol_text_add(text, ",%s", axis->name);
    if (strcmp(axis->unit, "1") != 0) {
      hol_text_add(text, " [%s]", axis->unit);
    }
  }
  hol_text_add(text, ",status,number,omega,hertz,lower,upper%s%s\n", sweep->unstable ? ",growth" : "",
               sweep->branch ? ",branch" : "");
}

hol_status hol_sweep_csv(const hol_sweep *sweep, hol_text *text)
{
  put_head(text, sweep);
  for (size_t p = 0; p < sweep->points && !text->failed; p++) {
    size_t found = 0;
    for (size_t c = 0; c < sweep->columns; c++) {
      size_t at = p * sweep->columns + c;
      if (isnan(sweep->omega[at])) {
        continue;
      }
      put_start(text, sweep, p);
      hol_text_add(text, ",%zu", sweep->first + c);
      put_number(text, sweep->omega[at]);
      put_number(text, hol_number_hertz(sweep->omega[at]));
      put_number(text, sweep->lower[at]);
      put_number(text, sweep->upper[at]);
      if (sweep->unstable) {
        put_number(text, sweep->growth[at]);
      }
      if (sweep->branch) {
        hol_text_add(text, ",%zu", sweep->branch[at]);
      }
      hol_text_put(text, "\n", 1);
      found++;
    }
    if (!found) { /* a line of its own for a point without frequencies */
      put_start(text, sweep, p);
      hol_text_add(text, ",,,,,%s%s\n", sweep->unstable ? "," : "", sweep->branch ? "," : "");
    }
  }
  return text->failed ? HOL_MEMORY : HOL_OK;
}
