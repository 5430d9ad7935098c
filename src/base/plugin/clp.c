/* SPDX-License-Identifier: BSD-3-Clause */
/* Plugin: linear programs by CLP through its C interface. */
#include "base/plugin/clp.h"

#include <coin/Clp_C_Interface.h>
#include <stdlib.h>
#include <string.h>

int hol_clp(int rows, int columns, const int *start, const int *index, const double *value, const double *cost,
            const double *lower, const double *upper, double most, double *x)
{
  double *bound = malloc(2 * (size_t)columns * sizeof *bound);
  Clp_Simplex *model = bound ? Clp_newModel() : NULL;
  if (!model) {
    free(bound);
    return 1;
  }
  for (int j = 0; j < columns; j++) {
    bound[j] = -most;
    bound[j + columns] = most;
  }
  Clp_setLogLevel(model, 0);
  Clp_loadProblem(model, columns, rows, start, index, value, bound, bound + columns, cost, lower, upper);
  (void)Clp_dual(model, 0);
  if (Clp_status(model) != 0) {
    (void)Clp_primal(model, 0);
  }
  int status = Clp_status(model);
  if (status == 0) {
    memcpy(x, Clp_primalColumnSolution(model), (size_t)columns * sizeof *x);
  }
  Clp_deleteModel(model);
  free(bound);
  return status == 0 ? 0 : status == 1 || status == 2 ? 2 : 1;
}
