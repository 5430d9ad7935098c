/* SPDX-License-Identifier: BSD-3-Clause */
/* The axis of an arc, what moves with it, and its motions as a rigid body. */
#include "parts/arc/arc.h"
#include "parts/profile/legendre.h"

#include <math.h>

typedef long double wide;

hol_arc_plane hol_arc_plane_of(int freedom)
{
  return freedom == HOL_UX || freedom == HOL_UY || freedom == HOL_RZ ? HOL_ARC_IN_PLANE : HOL_ARC_ACROSS;
}

size_t hol_arc_row_of(int freedom)
{
  switch (freedom) {
  case HOL_UY:
  case HOL_RX:
    return 1;
  case HOL_RZ:
  case HOL_RY:
    return 2;
  default:
    return 0;
  }
}

/** From one place to another: along the tangent half way, and as long as the chord. */
static void chord(const hol_arc *arc, wide from, wide to, wide step[2])
{
  wide k = arc->curvature, half = 0.5L * k * (to - from), middle = 0.5L * k * (to + from);
  wide length = (to - from) * (fabsl(half) > 0 ? sinl(half) / half : 1);
  step[0] = length * cosl(middle);
  step[1] = length * sinl(middle);
}

void hol_arc_at(const hol_arc *arc, wide s, wide at[2], wide tangent[2])
{
  chord(arc, 0, s, at);
  tangent[0] = cosl((wide)arc->curvature * s);
  tangent[1] = sinl((wide)arc->curvature * s);
}

/** A rotation about an axis in the plane lifts what is `step` away: v = (axis × step)_z. */
static void turn_across(const wide axis[2], const wide step[2], wide motion[HOL_ARC_SIZE])
{
  motion[0] = axis[0] * step[1] - axis[1] * step[0];
  motion[1] = axis[0];
  motion[2] = axis[1];
}

static void turn_in_plane(const wide step[2], wide motion[HOL_ARC_SIZE])
{
  motion[0] = -step[1];
  motion[1] = step[0];
  motion[2] = 1;
}

void hol_arc_carry(const hol_arc *arc, hol_arc_plane plane, size_t i, wide from, wide s, wide motion[HOL_ARC_SIZE])
{
  wide step[2], at[2], t[2];
  hol_arc_at(arc, from, at, t);
  chord(arc, from, s, step);
  const wide axis[2][2] = {{t[0], t[1]}, {-t[1], t[0]}};
  if (plane == HOL_ARC_IN_PLANE && i == 2) {
    turn_in_plane(step, motion);
  } else if (plane == HOL_ARC_IN_PLANE) {
    motion[0] = axis[i][0];
    motion[1] = axis[i][1];
    motion[2] = 0;
  } else if (i == 0) {
    motion[0] = 1;
    motion[1] = motion[2] = 0;
  } else {
    turn_across(axis[i - 1], step, motion);
  }
}

void hol_arc_localise(const hol_arc *arc, hol_arc_plane plane, wide s, const wide motion[HOL_ARC_SIZE],
                      wide d[HOL_ARC_SIZE])
{
  wide at[2], t[2];
  hol_arc_at(arc, s, at, t);
  const wide *in = plane == HOL_ARC_IN_PLANE ? motion : motion + 1;
  wide along = t[0] * in[0] + t[1] * in[1], across = t[0] * in[1] - t[1] * in[0];
  if (plane == HOL_ARC_IN_PLANE) {
    d[0] = along, d[1] = across, d[2] = motion[2];
  } else {
    d[0] = motion[0], d[1] = along, d[2] = across;
  }
}

/* ---- rigid motions ----------------------------------------------------------------------------------------------- */

enum { GAUSS = 48 }; /* right to rounding for all of a circle */

hol_arc_rigid hol_arc_rigid_of(const hol_arc *arc)
{
  hol_arc_rigid rigid = {.size = {{1, 1, 1}, {1, 1, 1}}};
  wide node[GAUSS], weight[GAUSS], l = arc->length, middle[2], lift = 0;
  hol_gauss(GAUSS, node, weight);
  hol_arc_at(arc, 0.5L * l, middle, rigid.axis);
  for (size_t g = 0; g < GAUSS; g++) {
    wide step[2];
    chord(arc, 0.5L * l, 0.5L * l * (1 + node[g]), step);
    lift += 0.5L * weight[g] * (rigid.axis[0] * step[1] - rigid.axis[1] * step[0]);
  }
  rigid.centre[0] = middle[0] - lift * rigid.axis[1];
  rigid.centre[1] = middle[1] + lift * rigid.axis[0];
  for (size_t p = 0; p < HOL_ARC_PLANES; p++) {
    for (size_t r = 0; r < HOL_ARC_SIZE; r++) {
      wide mass = 0, motion[HOL_ARC_SIZE], d[HOL_ARC_SIZE];
      for (size_t g = 0; g < GAUSS && arc->moves[p]; g++) {
        wide s = 0.5L * l * (1 + node[g]);
        rigid.size[p][r] = 1;
        hol_arc_rigid_at(arc, &rigid, (hol_arc_plane)p, r, s, motion);
        hol_arc_localise(arc, (hol_arc_plane)p, s, motion, d);
        for (size_t i = 0; i < HOL_ARC_SIZE; i++) {
          mass += 0.5L * l * weight[g] * (wide)arc->inertia[p][i] * d[i] * d[i];
        }
      }
      rigid.size[p][r] = mass > 0 ? 1 / sqrtl(mass) : 0;
    }
  }
  return rigid;
}

void hol_arc_rigid_at(const hol_arc *arc, const hol_arc_rigid *rigid, hol_arc_plane plane, size_t r, wide s,
                      wide motion[HOL_ARC_SIZE])
{
  wide at[2], t[2];
  hol_arc_at(arc, s, at, t);
  const wide step[2] = {at[0] - rigid->centre[0], at[1] - rigid->centre[1]};
  const wide axis[2][2] = {{rigid->axis[0], rigid->axis[1]}, {-rigid->axis[1], rigid->axis[0]}};
  if (plane == HOL_ARC_IN_PLANE && r == 2) {
    turn_in_plane(step, motion);
  } else if (plane == HOL_ARC_IN_PLANE) {
    motion[0] = axis[r][0];
    motion[1] = axis[r][1];
    motion[2] = 0;
  } else if (r == 0) {
    motion[0] = 1;
    motion[1] = motion[2] = 0;
  } else {
    turn_across(axis[r - 1], step, motion);
  }
  for (size_t i = 0; i < HOL_ARC_SIZE; i++) {
    motion[i] *= rigid->size[plane][r];
  }
}
