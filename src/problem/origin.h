/* SPDX-License-Identifier: BSD-3-Clause */
/** @file origin.h  Dependence of a problem's numbers on its parameters: each number is the value of a step of one
 *  program.
 *
 *  A file that is read with parameters set as numbers (again.h) has them as the variables of its program. Every number
 *  that depends on them keeps its step, those too that follow from others: a length from the ends of a member, a place
 *  on it from an arc length, coordinates of copies, the diameter from the radius. So the program gives them all again
 *  for other values, with the same operations and hence the same bits as if the file had been read anew. What the
 *  reader has decided by such a number is a step that must keep its value: where it does not, the file is to be read
 *  anew. */
#ifndef PROBLEM_ORIGIN_H
#define PROBLEM_ORIGIN_H

#include "holonome/problem.h"
#include "expression/program.h"

/** Table to which a number belongs. */
typedef enum {
  HOL_TABLE_DECISION, /**< to nothing: it has decided something, and must stay as it is */
  HOL_TABLE_ASIDE,    /**< to nothing that is moved with the parameters, but it must be fit */
  HOL_TABLE_PARAMETER,
  HOL_TABLE_MATERIAL,
  HOL_TABLE_SECTION,
  HOL_TABLE_PART,
  HOL_TABLE_OWN,   /**< what only the kind of a part has */
  HOL_TABLE_PIECE, /**< item: which of the part */
  HOL_TABLE_POINT, /**< likewise */
  HOL_TABLE_JOINT,
  HOL_TABLE_JOINT_POINT, /**< item: which of the joint */
  HOL_TABLE_TERM,        /**< likewise */
  HOL_TABLE_STIFFNESS    /**< of a joint; item: which */
} hol_table;

/** A number that follows from variables. No pointer: tables move while they grow. */
typedef struct hol_origin {
  uint8_t table; /**< hol_table */
  int8_t least;  /**< 0: not negative, 1: positive, 2: any; finite in any case */
  uint16_t at;   /**< byte of the row, or item, where it stands */
  uint32_t row, item;
  hol_step step;
} hol_origin;

/** All such numbers of a problem, with their program. */
typedef struct hol_origins {
  hol_program program;
  hol_origin *origin; /**< [count], owned */
  size_t count, capacity;
  size_t *setting;  /**< [program.parameters] which setting each variable is; owned */
  double *variable; /**< [1 + program.parameters], owned */
  hol_dd *value;    /**< [1 + program.count], owned */
} hol_origins;
/** Free the origins; NULL is allowed. */
void hol_origins_free(hol_origins *origins);

/** Return the address of the number; NULL: it has none. */
double *hol_origin_number(const hol_problem *problem, const hol_origin *origin);
/** May the number, or the decision, have this value? */
bool hol_origin_fits(const hol_origins *origins, const hol_origin *origin, double value);

/** Change parameters of a problem that was read with these set as numbers.
 *  @param[in] setting  SI, in the order of the settings
 *  @return false: the problem must be read anew, which shows the change or the fault; it is then unchanged */
bool hol_problem_at(hol_problem *problem, const double *setting);

#endif
