/** @file condensed.h  S(λ) with the multipliers eliminated block by block; see decomposition.h. */
#ifndef COMPLIANCE_CONDENSED_H
#define COMPLIANCE_CONDENSED_H

#include "compliance/decomposition.h"

struct hol_condensed;

/** Condense and factorise.
 *  @param[in,out] c  created at the first call, rebuilt when the pattern of S changes
 *  @return HOL_NUMERICAL where elimination without pivoting is not trustworthy at this λ. */
HOL_MUST_CHECK hol_status hol_condense(const hol_system *system, const hol_matrix *matrix, struct hol_condensed **c,
                                       size_t *negative);
HOL_MUST_CHECK hol_status hol_condensed_solve(struct hol_condensed *c, double *x, size_t columns);
void hol_condensed_free(struct hol_condensed *c);

#endif
