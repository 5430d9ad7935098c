/* SPDX-License-Identifier: BSD-3-Clause */
/* Table of the functions and constants that expressions may name. */
#include "expression/functions.h"

#include <math.h>
#include <string.h>

static double sign(double x)
{
  return x < 0 ? -1 : x > 0 ? 1 : 0;
}

/** Halves are rounded up. */
static double nearest_whole(double x)
{
  return floor(x + 0.5);
}

static const hol_function function_row[] = {
    {"sin", sin, sinl, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"cos", cos, cosl, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"tan", tan, tanl, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"asin", asin, asinl, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"acos", acos, acosl, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"atan", atan, atanl, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"atan2", NULL, NULL, HOL_ARGUMENT_ANY, HOL_OF_ATAN2},
    {"sinh", sinh, sinhl, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"cosh", cosh, coshl, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"tanh", tanh, tanhl, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"asinh", asinh, asinhl, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"acosh", acosh, acoshl, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"atanh", atanh, atanhl, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"log2", log2, log2l, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"log10", log10, log10l, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"log", log, logl, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"ln", log, logl, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"exp", exp, expl, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"sqrt", sqrt, NULL, HOL_ARGUMENT_HALVED, HOL_OF_ONE},
    {"sign", sign, NULL, HOL_ARGUMENT_ANY, HOL_OF_ONE},
    {"rint", nearest_whole, NULL, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"abs", fabs, NULL, HOL_ARGUMENT_KEPT, HOL_OF_ONE},
    {"sum", NULL, NULL, HOL_ARGUMENT_KEPT, HOL_OF_SUM},
    {"avg", NULL, NULL, HOL_ARGUMENT_KEPT, HOL_OF_AVERAGE},
    {"min", NULL, NULL, HOL_ARGUMENT_KEPT, HOL_OF_LEAST},
    {"max", NULL, NULL, HOL_ARGUMENT_KEPT, HOL_OF_GREATEST},
};

static const struct {
  const char *name;
  hol_dd value; /**< 32 digits of each */
} constant_row[] = {{"pi", {M_PI, 1.2246467991473532e-16}},
                    {"_pi", {M_PI, 1.2246467991473532e-16}},
                    {"_e", {M_E, 1.4456468917292502e-16}}};

static bool is_word(const char *word, const char *name, size_t length)
{
  return strncmp(word, name, length) == 0 && word[length] == '\0';
}

const hol_function *hol_functions(void)
{
  return function_row;
}

const hol_function *hol_function_find(const char *name, size_t length)
{
  for (size_t i = 0; i < sizeof function_row / sizeof function_row[0]; i++) {
    if (is_word(function_row[i].name, name, length)) {
      return &function_row[i];
    }
  }
  return NULL;
}

bool hol_constant_find(const char *name, size_t length, hol_dd *value)
{
  for (size_t i = 0; i < sizeof constant_row / sizeof constant_row[0]; i++) {
    if (is_word(constant_row[i].name, name, length)) {
      *value = constant_row[i].value;
      return true;
    }
  }
  return false;
}
