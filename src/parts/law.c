/* SPDX-License-Identifier: BSD-3-Clause */
/* Complex stiffness and inertia factors of a damped part at one s. */
#include "parts/law.h"

hol_law hol_law_at(hol_damping damping, double complex s)
{
  damping.loss_factor = cimag(s) < 0 ? -damping.loss_factor : damping.loss_factor;
  return hol_law_continued(damping, s);
}

hol_law hol_law_continued(hol_damping damping, double complex s)
{
  return (hol_law){.stiffness = {1 + hol_complex(0, damping.loss_factor) + damping.stiffness * s, damping.stiffness},
                   .inertia = {-(s * s + damping.mass * s), -(2 * s + damping.mass)},
                   .line = {-damping.line * s, -damping.line}};
}
