/* SPDX-License-Identifier: BSD-3-Clause */
/** @file sundials.h  Interface of the SUNDIALS plugin: plain arrays, so that no other file needs its headers. */
#ifndef BASE_PLUGIN_SUNDIALS_H
#define BASE_PLUGIN_SUNDIALS_H

#include "base/integrator.h"

/** An equation as SUNDIALS calls it. Functions return 0, > 0: not defined here, < 0: the end. */
typedef struct hol_sundials_equation {
  void *self;
  size_t count;
  int (*rate)(void *self, double t, const double *y, double *rate);
  int (*project)(void *self, double t, double *y);
  int (*jacobian)(void *self, double t, const double *y, const double *rate, double *jacobian);
} hol_sundials_equation;

/** Opaque; NULL is valid for freeing. */
typedef struct hol_sundials hol_sundials;

typedef struct hol_sundials_plugin {
  /** @param[out] solver  NULL on failure  @return HOL_MEMORY, HOL_INVALID */
  hol_status (*make)(const hol_sundials_equation *equation, bool is_stiff, double t, const double *y,
                     hol_sundials **solver);
  void (*free)(hol_sundials *solver);
  hol_status (*set_tolerance)(hol_sundials *solver, double relative, const double *absolute);
  hol_status (*reset)(hol_sundials *solver, double t, const double *y, double first_step);
  /** One step, to stop > t at most; within 100 roundings of stop that is where it ends. On failure what the solver has
   *  is lost: it is to be reset.
   *  @param[out] failure  why HOL_NUMERICAL; UNDEFINED also where a function of the equation has ended it */
  hol_status (*step)(hol_sundials *solver, double stop, double *t, double *y, hol_integrator_failure *failure);
  double (*taken)(const hol_sundials *solver);    /**< size of the last step accepted */
  double (*tried)(const hol_sundials *solver);    /**< of the last one tried; 0: none */
  size_t (*rejected)(const hol_sundials *solver); /**< steps tried and rejected; begins anew at a reset or does not */
} hol_sundials_plugin;

#define HOL_SUNDIALS_SYMBOL "hol_sundials_verbs"
extern const hol_sundials_plugin hol_sundials_verbs;

#endif
