/* SPDX-License-Identifier: BSD-3-Clause */
/** @file geometry.h  Geometry of a structure for drawing: positions of parts, of the samples of shapes, of joints.
 *
 *  Plain numbers taken from a model, which may be gone when they are told. What is known of the problem itself is not
 *  kept again. */
#ifndef MODEL_GEOMETRY_H
#define MODEL_GEOMETRY_H

#include "model/model.h"

/** A part as it is placed. */
typedef struct hol_placed_part {
  const char *kind;      /**< static text */
  double from[3], to[3]; /**< m; of a part with points, of a body: its origin, twice */
  double axis[3][3];     /**< rows: own x, y, z in global components */
  bool is_straight;      /**< its stations lie evenly between from and to */
  bool is_cloud;         /**< its stations are places in no order */
  bool is_closed;        /**< behind its last station, or the last of a row, comes the first again */
  size_t stations;       /**< places where its shape is sampled */
  size_t rows;           /**< of a mesh, one after another; 0: there is none */
  double (*at)[3];       /**< [stations] m; NULL where is_straight. Owned */
} hol_placed_part;

/** An equation of a joint, as its reactions have it. */
typedef struct hol_joint_equation {
  size_t joint;
  double stiffness; /**< N/m, N m; 0: rigid */
  char *name;       /**< "ux", "along (0.6, 0.8)"; NULL: it has none. Owned */
  bool is_redundant;
} hol_joint_equation;

/** {0} is empty. */
typedef struct hol_geometry {
  hol_placed_part *part; /**< [parts] owned */
  size_t parts;
  double (*point)[3];           /**< m, of the points of all joints, one joint after another. Owned */
  const char **joint_kind;      /**< [joints] static text. Owned */
  hol_joint_equation *equation; /**< [equations] rigid ones first, in the order of the reactions of each joint. Owned */
  size_t equations;
} hol_geometry;

/** @param[out] geometry  {0}; to be cleared in every case @return HOL_MEMORY. Cost: O(parts + joints) */
HOL_MUST_CHECK hol_status hol_geometry_make(const hol_model *model, hol_geometry *geometry);
/** Make the geometry where displacements are known at the stations of the model, not at samples: parts have the
 *  positions of these. A part that is known at points has no line through them.
 *  @param[out] geometry  {0}; to be cleared in every case @return HOL_MEMORY. Cost: O(parts + joints + stations) */
HOL_MUST_CHECK hol_status hol_geometry_of_stations(const hol_model *model, hol_geometry *geometry);
void hol_geometry_clear(hol_geometry *geometry);

/** Compute the position of station k of a part. @param[out] at  m */
void hol_geometry_station(const hol_placed_part *part, size_t k, double at[3]);

#endif
