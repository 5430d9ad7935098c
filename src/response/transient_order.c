/* How often displacements are derived. */
#include "response/transient.h"

int hol_transient_order(hol_motion_quantity quantity)
{
  return quantity == HOL_DISPLACEMENT ? 0 : quantity == HOL_VELOCITY ? 1 : 2;
}

int hol_transient_orders(const hol_transient *t)
{
  int most = 0;
  for (size_t r = 0; r < t->request->forced.receivers; r++) {
    int order = hol_transient_order(t->request->forced.receiver[r].quantity);
    most = order > most ? order : most;
  }
  return most;
}
