/* SPDX-License-Identifier: BSD-3-Clause */
/* A sufficient condition that a periodic motion is the only one. */
#include "nonlinear/unique.h"

#include <math.h>

/** A little more than rounding can take away. */
static const double SAFE = 1 + 1e-9;

/** The largest W where Ẇ may be positive. */
static double level_of(double omega2, double mu, double c, double force)
{
  double r2 = pow(2 * force / c, 2) * (1 + c * c / (4 * omega2)), q2 = r2 / omega2;
  /* ½(q̇² + ω²q²) = ½r²; ½c|q q̇| ≤ ½c r²/2ω; the others grow with q² ≤ r²/ω² */
  return 0.5 * r2 + 0.25 * c * r2 / sqrt(omega2) + 0.25 * c * c * q2 + 0.25 * mu * q2 * q2;
}

bool hol_is_unique(const hol_nonlinear_model *m, const hol_nonlinear_options *o)
{
  if (m->lateral != 1 || m->axial != 0) {
    return false;
  }
  double omega2 = m->omega2[0], mu = hol_nonlinear_cubic(m, 0);
  double c = m->viscous + m->eta * omega2 / o->to;
  double force = (fabs(m->force[0]) + fabs(m->force_nu2[0]) * o->to * o->to) / m->mass[0];
  bool has_cubic_loss = m->cubic_loss && m->eta != 0 && mu != 0;
  if (!(omega2 > 0) || !(mu >= 0) || !(c > 0) || has_cubic_loss) {
    return false;
  }
  double level = SAFE * level_of(omega2, mu, c, force), linear = c * c / 8 + omega2 / 2;
  /* B² from ¼μB⁴ + linear·B² = level, without cancellation */
  double square = SAFE * 2 * level / (linear + sqrt(linear * linear + mu * level));
  return SAFE * 3 * mu * square < c * (sqrt(omega2 + 3 * mu * square) + sqrt(omega2));
}
