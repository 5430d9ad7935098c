#include "response/transient.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/** Receivers that hardly move are judged beside this share of the largest. */
static const double hardly = 1e-6;

void hol_transient_clear(hol_transient *t)
{
  for (size_t i = 0; t->motion && i < t->receivers; i++) {
    free(t->motion[i].value);
    free(t->motion[i].radius);
  }
  free(t->motion);
  hol_superposition_clear(&t->modes);
  hol_complex_modes_clear(&t->coupled);
  *t = (hol_transient){0};
}

hol_status hol_transient_start(hol_transient *t)
{
  t->receivers = t->request->receivers;
  t->motion = hol_alloc(t->receivers, sizeof *t->motion);
  bool ok = t->motion != NULL;
  for (size_t r = 0; ok && r < t->receivers; r++) {
    t->motion[r].value = hol_alloc(t->request->times, sizeof(double));
    t->motion[r].radius = hol_alloc(t->request->times, sizeof(double));
    ok = t->motion[r].value && t->motion[r].radius;
  }
  return ok ? HOL_OK : HOL_MEMORY;
}

void hol_transient_judge(hol_transient *t)
{
  const hol_transient_request *request = t->request;
  double top[2] = {0};
  for (size_t r = 0; r < t->receivers; r++) {
    hol_transient_motion *m = &t->motion[r];
    for (size_t i = 0; i < request->times; i++) {
      if (fabs(m->value[i]) > fabs(m->largest)) {
        m->largest = m->value[i];
        m->at = request->time[i];
      }
      m->most = fmax(m->most, m->radius[i]);
    }
    bool turns = request->receiver[r].turns;
    top[turns] = fmax(top[turns], fabs(m->largest));
  }
  t->is_reached = true;
  for (size_t r = 0; r < t->receivers; r++) {
    double size = fmax(fabs(t->motion[r].largest), hardly * top[request->receiver[r].turns]);
    bool is_small = t->motion[r].most <= request->tolerance * size;
    t->is_reached = t->is_reached && (request->count > 0 ? isfinite(t->motion[r].most) : is_small);
  }
}
