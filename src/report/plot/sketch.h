/* SPDX-License-Identifier: BSD-3-Clause */
/** @file sketch.h  Structure to draw, from the `geometry` of a result: stations, their displacements in a mode, joints,
 *  projection.
 *
 *  A plane structure is seen as it lies, one in space from the side of (0.85, -1, 0.55) with z up, without perspective;
 *  from another one where a mode would not be seen to move. So is a plane structure that moves out of its plane. */
#ifndef REPORT_PLOT_SKETCH_H
#define REPORT_PLOT_SKETCH_H

#include "report/plot/svg.h"
#include "report/plot/tree.h"

typedef struct hol_sketch_part {
  const char *name, *group;
  size_t first, count;  /**< of its places */
  size_t rows, columns; /**< of a mesh; 0: there is none */
  bool is_closed;       /**< behind the last place, or the last of a row, comes the first again */
  bool is_cloud;        /**< places that no line joins */
  bool is_straight;
  size_t color; /**< 1 to HOL_SVG_COLORS; 0: of the rest */
} hol_sketch_part;

typedef struct hol_sketch_end {
  size_t part; /**< SIZE_MAX: none in the result */
  double at[3];
} hol_sketch_end;

typedef struct hol_sketch_joint {
  const char *kind;
  bool is_ground, is_turning; /**< it holds turning alone */
  bool has_direction;         /**< of its only equation */
  double direction[3];
  hol_sketch_end *end; /**< [ends] */
  size_t ends;
} hol_sketch_joint;

/** All is of the arena. {0} is empty. */
typedef struct hol_sketch {
  bool is_plane;
  double eye[3]; /**< from where a structure in space is seen */
  hol_sketch_part *part;
  size_t parts;
  hol_sketch_joint *joint;
  size_t joints;
  double (*at)[3], (*move)[3], (*turn)[3]; /**< [places] m, and as the mode has them */
  size_t places;
  double size;    /**< m, the diagonal of its box, joints and all; 1 of a single place */
  double largest; /**< of all `move` */
} hol_sketch;

/** Projection from positions in m to positions on paper. */
typedef struct hol_sketch_view {
  double row[3][3]; /**< to the right, up, towards the eye */
  double scale;     /**< points of a metre */
  hol_spot shift;
} hol_sketch_view;

/** Make a sketch from the record `geometry`. @return HOL_MEMORY */
HOL_MUST_CHECK hol_status hol_sketch_make(const hol_plot_node *geometry, hol_arena *arena, hol_sketch *sketch);
/** Set displacements by part; parts that have none stay at rest. @param[in] shapes  `shapes` of a mode, or the like */
void hol_sketch_take(hol_sketch *sketch, const hol_plot_node *shapes);
/** Compute the displacement at a point of a part, interpolated between stations if the part is a line. */
void hol_sketch_move_at(const hol_sketch *sketch, const hol_sketch_end *end, double move[3]);
/** Return the distance of a point from the segment between two places, and the position of the closest point on it.
 *  @param[out] share  0 at the first, 1 at the other */
double hol_sketch_closest(const double from[3], const double to[3], const double at[3], double *share);
/** Choose the viewing direction so that the motion of all these shapes is visible. The last of them stays set. */
void hol_sketch_turn(hol_sketch *sketch, const hol_plot_node *const *shapes, size_t count);
/** Return the factor that makes the largest displacement a tenth of the size, or for a mode of rotations alone the
 *  largest angle 0.8; 0 where nothing moves. */
double hol_sketch_factor(const hol_sketch *sketch);
/** Return the factor that makes the largest angle 0.8. */
double hol_sketch_angle(const hol_sketch *sketch);
/** Return the view with its rotation alone, at scale 1. */
hol_sketch_view hol_sketch_look(const hol_sketch *sketch);
/** Project a place displaced by `factor` of `move`. @param[out] depth  greater is nearer; NULL: not required */
hol_spot hol_sketch_spot(const hol_sketch_view *view, const double at[3], double factor, const double move[3],
                         double *depth);

#endif
