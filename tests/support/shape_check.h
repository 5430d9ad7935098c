/* SPDX-License-Identifier: BSD-3-Clause */
/** @file shape_check.h  What must hold of the shapes of a random structure, by quadrature over the places where they
 *  are sampled and by virtual work: nothing of the library but its result. */
#ifndef HOLONOME_TESTS_SHAPE_CHECK_H
#define HOLONOME_TESTS_SHAPE_CHECK_H

#include "shape_structure.h"

typedef enum {
  SHAPE_RUN,         /**< ends without a result */
  SHAPE_UNIT,        /**< modal mass of one */
  SHAPE_ORTHOGONAL,  /**< to the other modes */
  SHAPE_BOUNDARY,    /**< joints and supports are kept, springs obey their law */
  SHAPE_EQUILIBRIUM, /**< at every point: of parts, bodies and reactions */
  SHAPE_ENERGY,      /**< shares of the kinetic energy */
  SHAPE_LARGEST,     /**< `modal_mass` */
  SHAPE_FREE,        /**< `reaction_free` */
  SHAPE_RESIDUAL,    /**< `residual` is small */
  SHAPE_FAULTS
} shape_fault;
extern const char *const shape_fault_name[SHAPE_FAULTS];

typedef struct shape_tally {
  size_t structures, modes, skipped; /**< skipped: unstable */
  size_t checks[SHAPE_FAULTS], violations[SHAPE_FAULTS];
  double worst[SHAPE_FAULTS]; /**< largest error as a part of what is allowed */
  double error[SHAPE_FAULTS]; /**< largest error */
} shape_tally;

/** Solve the structure of a seed and judge its shapes; violations are printed to stderr with the seed.
 *  @param[in] folder  where files of imported parts may be written */
void shape_check(uint64_t seed, const char *folder, shape_tally *tally);

/** Take the files away that shape_check() has left in a folder, and the folder. */
void shape_check_clean(const char *folder);

#endif
