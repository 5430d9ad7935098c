/* SPDX-License-Identifier: BSD-3-Clause */
/** @file shape_structure.h  Random structures whose mechanics are known beside their files, so that shapes can be
 *  judged by quadrature without anything of the library's. */
#ifndef HOLONOME_TESTS_SHAPE_STRUCTURE_H
#define HOLONOME_TESTS_SHAPE_STRUCTURE_H

#include "holonome/problem.h"
#include "holonome/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHAPE_PARTS = 10, SHAPE_POINTS = 40, SHAPE_JOINTS = 40, SHAPE_SAMPLES = 257, SHAPE_ROWS = 8 };

/** Σ c_k ξ^k along a member. */
typedef struct shape_law {
  double c[4];
} shape_law;

typedef enum { SHAPE_MEMBER, SHAPE_BODY, SHAPE_IMPORTED, SHAPE_RING, SHAPE_ROUND, SHAPE_RECTANGLE } shape_kind;

typedef struct shape_part {
  shape_kind kind;
  char name[16];
  double from[3], axis[3][3], length; /**< rows of axis: local x, y, z */
  bool axial, torsion, bends[2];      /**< motions that it has; 0: along its y, 1: along its z */
  bool stiff_axial, stiff_torsion;    /**< without EA, without GJ */
  shape_law EA, GJ, EI[2], mass, polar, rotary[2];
  double tension, foundation;
  double m, J[3];                      /**< a body; with a radius a disk about x, side[0] thick */
  size_t rows;                         /**< imported: a chain along global x */
  double k[SHAPE_ROWS], c[SHAPE_ROWS]; /**< springs between rows, and to the ground of the first (k[0]); masses */
  double radius, side[2];
} shape_part;

/** A point that joints name. */
typedef struct shape_point {
  size_t part;
  double xi;
  size_t place; /**< at which the shape of the part is sampled there */
  char text[40];
} shape_point;

typedef enum {
  SHAPE_WELD,
  SHAPE_HINGE,
  SHAPE_FIX,
  SHAPE_PIN,
  SHAPE_ROLLER,
  SHAPE_SPRING,
  SHAPE_CONSTRAINT
} shape_joint_kind;

typedef struct shape_joint {
  shape_joint_kind kind;
  size_t a, b;    /**< points; b SIZE_MAX: none */
  size_t freedom; /**< rollers, springs, constraints */
  double stiffness, coefficient[2], compliance;
} shape_joint;

typedef struct shape_structure {
  uint64_t state; /**< of the random numbers */
  hol_freedoms freedoms;
  size_t coordinates;
  shape_part part[SHAPE_PARTS];
  shape_point point[SHAPE_POINTS];
  shape_joint joint[SHAPE_JOINTS];
  size_t parts, points, joints;
  bool by_reactions;
} shape_structure;

double shape_law_at(const shape_law *law, double xi);
/** Its derivative by ξ. */
double shape_law_slope(const shape_law *law, double xi);

/** A structure: members of all kinds, bodies, disks, imported chains, rings and plates, held and joined in all ways, by
 *  one of the compliances. The same for the same seed. */
void shape_structure_draw(uint64_t seed, shape_structure *s);

/** Its problem file. Imported parts name the files of shape_structure_matrix(). */
void shape_structure_text(const shape_structure *s, hol_text *text);

/** Lines `row column value` of an imported part: mass, or stiffness. */
void shape_structure_matrix(const shape_part *part, bool mass, hol_text *text);

#endif
