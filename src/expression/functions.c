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
    {"sin", sin, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"cos", cos, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"tan", tan, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"asin", asin, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"acos", acos, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"atan", atan, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"atan2", NULL, HOL_ARGUMENT_ANY, HOL_OF_ATAN2},
    {"sinh", sinh, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"cosh", cosh, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"tanh", tanh, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"asinh", asinh, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"acosh", acosh, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"atanh", atanh, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"log2", log2, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"log10", log10, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"log", log, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"ln", log, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"exp", exp, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"sqrt", sqrt, HOL_ARGUMENT_HALVED, HOL_OF_ONE},
    {"sign", sign, HOL_ARGUMENT_ANY, HOL_OF_ONE},
    {"rint", nearest_whole, HOL_ARGUMENT_PLAIN, HOL_OF_ONE},
    {"abs", fabs, HOL_ARGUMENT_KEPT, HOL_OF_ONE},
    {"sum", NULL, HOL_ARGUMENT_KEPT, HOL_OF_SUM},
    {"avg", NULL, HOL_ARGUMENT_KEPT, HOL_OF_AVERAGE},
    {"min", NULL, HOL_ARGUMENT_KEPT, HOL_OF_LEAST},
    {"max", NULL, HOL_ARGUMENT_KEPT, HOL_OF_GREATEST},
};

static const struct {
  const char *name;
  double value;
} constant_row[] = {{"pi", M_PI}, {"_pi", M_PI}, {"_e", M_E}};

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

bool hol_constant_find(const char *name, size_t length, double *value)
{
  for (size_t i = 0; i < sizeof constant_row / sizeof constant_row[0]; i++) {
    if (is_word(constant_row[i].name, name, length)) {
      *value = constant_row[i].value;
      return true;
    }
  }
  return false;
}
