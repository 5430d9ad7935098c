/* SPDX-License-Identifier: BSD-3-Clause */
/** @file excitation.h  Excitations of a structure and the requested outputs.
 *
 *  Module `excitation`. An output is u = cᵀw, the displacement or rotation of a point along an axis, or the reaction of
 *  a joint. A force or moment at a point acts on the row c of the displacement on which it does work. Excitation varies
 *  harmonically, with a size; in time, with a history; or randomly, with a power spectral density: the analysis says
 *  which of them it reads. */
#ifndef EXCITATION_EXCITATION_H
#define EXCITATION_EXCITATION_H

#include "excitation/history.h"
#include "holonome/problem.h"

/** Which time derivative of a displacement an output is. */
typedef enum { HOL_DISPLACEMENT, HOL_VELOCITY, HOL_ACCELERATION, HOL_ABSOLUTE_ACCELERATION } hol_motion_quantity;

/** By quantity, and NULL. */
extern const char *const hol_motion_word[];

/** Return the order of the time derivative of a displacement. */
static inline int hol_motion_order(hol_motion_quantity quantity)
{
  return quantity == HOL_DISPLACEMENT ? 0 : quantity == HOL_VELOCITY ? 1 : 2;
}

/** A displacement or rotation of a point along an axis, or the reaction of a joint. */
typedef struct hol_output {
  bool is_reaction; /**< forces of `joint` on its first point, as many as it has components */
  size_t joint;
  hol_point point; /**< its text is owned by a request */
  bool turns;
  double direction[3];          /**< of size 1 */
  hol_motion_quantity quantity; /**< of forced motion; elsewhere a displacement */
  hol_place place;
} hol_output;

/** Free outputs that own their texts. @param[in] output  [outputs] or NULL */
void hol_outputs_clear(hol_output *output, size_t outputs);

/** A one-sided power spectral density per rad/s: linear between its points, zero outside; of one point it is the same
 *  for all ω ≥ 0. {0} is empty. */
typedef struct hol_density {
  double *omega, *value; /**< [count] rad/s, rising; N² s and so on, per rad/s. Owned */
  size_t count;
} hol_density;

typedef enum {
  HOL_POINT_LOAD,       /**< a force or moment at a point */
  HOL_LINE_LOAD,        /**< a force per length along all of a part */
  HOL_SUPPORT_MOTION,   /**< motion of joints to the ground: outputs are absolute */
  HOL_BASE_ACCELERATION /**< acceleration of all the ground: outputs are relative to it, and so is the motion that mass
                             damping and line damping resist */
} hol_excitation_kind;

/** A load, or a motion of the ground. {0} is empty. */
typedef struct hol_excitation {
  hol_excitation_kind kind;
  hol_output at; /**< the displacement on which it does work; without a point its direction and place alone */
  size_t part;   /**< of a line load */
  size_t *joint; /**< [joints] supports that move; owned */
  size_t joints;
  bool is_acceleration; /**< `size` is the acceleration of supports; else their displacement */
  bool is_unbalance;    /**< a force of ω² times `size`, kg m */
  double size;          /**< of a harmonic one the amplitude: N, N m, N/m, m, m/s², kg m */
  hol_history history;  /**< of one in time; owned */
  hol_density density;  /**< of a random one; owned */
} hol_excitation;

/** Free excitations with what they own. @param[in] excitation  [count] or NULL */
void hol_excitations_clear(hol_excitation *excitation, size_t count);

/** Return whether it is a joint to the ground, whose force can be an output and whose support can move. */
bool hol_joint_is_support(const hol_joint *joint);
/** Return whether it is a rigid joint between points, whose force can be an output. */
bool hol_joint_is_rigid(const hol_joint *joint);

#endif
