/* SPDX-License-Identifier: BSD-3-Clause */
/* Joints as symbols. What stands on the ground stays where it is; what joins two parts goes with the first of them. */
#include "report/plot/panel.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/** A place in a frame that is turned by `angle` about a spot. */
static hol_spot turned(hol_spot at, double angle, double along, double across)
{
  return (hol_spot){at.x + along * cos(angle) - across * sin(angle), at.y + along * sin(angle) + across * cos(angle)};
}

/** The ground beyond a line across a direction. @param[in] unit  1, or less where there are many */
static void draw_hatch(hol_text *svg, hol_spot at, double angle, double unit)
{
  hol_svg_line(svg, turned(at, angle, 0, -4 * unit), turned(at, angle, 0, 4 * unit), "");
  for (int k = -4; k <= 2; k += 2) {
    hol_svg_line(svg, turned(at, angle, 0, k * unit), turned(at, angle, 2 * unit, (k + 2) * unit), "");
  }
}

/** A triangle on the ground, on rollers or not. @param[in] angle  towards the ground */
static void draw_support(hol_text *svg, hol_spot at, double angle, bool rolls, double unit)
{
  const hol_spot corner[] = {at, turned(at, angle, 5 * unit, -3 * unit), turned(at, angle, 5 * unit, 3 * unit)};
  hol_svg_path(svg, corner, 3, true, "fill=\"#ffffff\"");
  if (rolls) {
    hol_svg_circle(svg, turned(at, angle, 6.2 * unit, -1.6 * unit), 1.1 * unit, "fill=\"#ffffff\"");
    hol_svg_circle(svg, turned(at, angle, 6.2 * unit, 1.6 * unit), 1.1 * unit, "fill=\"#ffffff\"");
  }
  draw_hatch(svg, turned(at, angle, rolls ? 7.4 * unit : 5 * unit, 0), angle, unit);
}

static void draw_spring(hol_text *svg, hol_spot from, hol_spot to)
{
  enum { BENDS = 7 };
  hol_spot at[BENDS + 2];
  double angle = atan2(to.y - from.y, to.x - from.x), length = hypot(to.x - from.x, to.y - from.y);
  size_t n = 0;
  at[n++] = from;
  for (int k = 0; k < BENDS; k++) {
    at[n++] = turned(from, angle, length * (0.15 + 0.7 * (k + 0.5) / BENDS), k % 2 ? 1.8 : -1.8);
  }
  at[n++] = to;
  hol_svg_path(svg, at, n, false, "fill=\"none\"");
}

/** Away from the part that a joint holds at its end, as seen; down where it holds it elsewhere. */
static double away_from_part(const hol_panel *p, const hol_sketch_end *end)
{
  const hol_sketch_part *part = end->part != SIZE_MAX ? &p->sketch->part[end->part] : NULL;
  if (!part || part->count < 2 || part->rows > 0 || part->is_cloud || part->is_closed) {
    return M_PI / 2;
  }
  size_t first = part->first, last = first + part->count - 1;
  double gap[2] = {0};
  for (size_t c = 0; c < 3; c++) {
    gap[0] += pow(end->at[c] - p->sketch->at[first][c], 2);
    gap[1] += pow(end->at[c] - p->sketch->at[last][c], 2);
  }
  if (fmin(gap[0], gap[1]) > 1e-12 * p->sketch->size * p->sketch->size) {
    return M_PI / 2;
  }
  hol_spot at = p->rest[gap[0] <= gap[1] ? first : last], next = p->rest[gap[0] <= gap[1] ? first + 1 : last - 1];
  return hypot(next.x - at.x, next.y - at.y) > 0 ? atan2(at.y - next.y, at.x - next.x) : M_PI / 2;
}

/** Against the direction that a joint holds, as seen; down where it has none. */
static double against(const hol_panel *p, const hol_sketch_joint *joint)
{
  const double none[3] = {0};
  const hol_spot o = hol_sketch_spot(&p->view, none, 0, none, NULL),
                 at = hol_sketch_spot(&p->view, joint->direction, 0, none, NULL);
  bool is_seen = joint->has_direction && hypot(at.x - o.x, at.y - o.y) > 0.2 * p->view.scale;
  double angle = is_seen ? atan2(o.y - at.y, o.x - at.x) : M_PI / 2;
  return angle < -1e-9 ? angle + M_PI : angle; /* the ground is below, or beside */
}

static void draw_ground(const hol_panel *p, const hol_sketch_joint *joint, hol_spot rest, hol_spot moved, hol_text *svg)
{
  if (strcmp(joint->kind, "spring") == 0) {
    double angle = against(p, joint);
    hol_spot foot = turned(rest, angle, 12, 0);
    draw_spring(svg, moved, foot);
    draw_hatch(svg, foot, angle, p->unit);
  } else if (joint->is_turning) {
    hol_svg_circle(svg, rest, 2.6, "fill=\"none\"");
  } else if (strcmp(joint->kind, "fix") == 0 && !joint->has_direction) {
    draw_hatch(svg, rest, away_from_part(p, &joint->end[0]), p->unit);
  } else {
    bool rolls = joint->has_direction || strcmp(joint->kind, "slide") == 0;
    draw_support(svg, rest, against(p, joint), rolls, p->unit);
  }
}

static void draw_between(const hol_sketch_joint *joint, const hol_spot *at, hol_text *svg)
{
  bool is_spring = strcmp(joint->kind, "spring") == 0, is_tie = strcmp(joint->kind, "tie") == 0;
  if (is_spring && joint->ends > 1 && hypot(at[1].x - at[0].x, at[1].y - at[0].y) > 4) {
    draw_spring(svg, at[0], at[1]);
    return;
  }
  for (size_t k = 1; k < joint->ends && k < 8; k++) { /* points that are apart */
    if (hypot(at[k].x - at[0].x, at[k].y - at[0].y) > 0.5) {
      hol_svg_line(svg, at[0], at[k], is_tie ? "" : "stroke-dasharray=\"1.5 1.5\"");
    }
  }
  if (strcmp(joint->kind, "weld") == 0) {
    hol_svg_circle(svg, at[0], 0.9, "fill=\"" HOL_SVG_INK "\" stroke=\"none\"");
  } else if (!is_tie) {
    hol_svg_circle(svg, at[0], 1.6, "fill=\"#ffffff\"");
  }
}

void hol_panel_joints(const hol_panel *p, hol_text *svg)
{
  enum { MANY = 60, ENDS = 8 };
  hol_text_add(svg, "<g class=\"joints\" fill=\"none\" stroke=\"%s\" stroke-width=\"0.6\" stroke-linejoin=\"round\">\n",
               HOL_SVG_INK);
  for (size_t j = 0; j < p->sketch->joints; j++) {
    const hol_sketch_joint *joint = &p->sketch->joint[j];
    const double none[3] = {0};
    hol_spot at[ENDS];
    if (joint->ends == 0 || (p->sketch->joints > MANY && !joint->is_ground)) {
      continue;
    }
    for (size_t k = 0; k < joint->ends && k < ENDS; k++) {
      double move[3];
      hol_sketch_move_at(p->sketch, &joint->end[k], move);
      at[k] = hol_sketch_spot(&p->view, joint->end[k].at, p->factor, move, NULL);
    }
    if (joint->is_ground) {
      draw_ground(p, joint, hol_sketch_spot(&p->view, joint->end[0].at, 0, none, NULL), at[0], svg);
    } else {
      draw_between(joint, at, svg);
    }
  }
  hol_text_add(svg, "</g>\n");
}
