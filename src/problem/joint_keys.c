/* SPDX-License-Identifier: BSD-3-Clause */
/* The kinds of joints, and the keys of each: the reader, `holonome keys` and the schema follow these rows. */
#include "problem/joint.h"

#include <string.h>

/* ---- what stands beside the points ------------------------------------------------------------------------------- */

static const hol_key name = {
    .name = "name", .form = "text", .otherwise = "its own words", .meaning = "what it is called in results"};
static const hol_key shared = {.name = "freedoms",
                               .form = "list",
                               .otherwise = "all",
                               .meaning = "only these of the others move, rigidly with the first"};
static const hol_key held = {.name = "freedoms", .form = "list", .otherwise = "all", .meaning = "only these are held"};
static const hol_key freedom = {
    .name = "freedom", .form = "word", .otherwise = "`direction`", .meaning = "ux, uy, uz, rx, ry or rz"};
static const hol_key direction = {
    .name = "direction", .form = "direction", .otherwise = "`freedom`", .meaning = "along which it acts"};
static const hol_key held_along = {
    .name = "direction", .form = "direction", .meaning = "along which it holds", .is_required = true};
static const hol_key free_along = {
    .name = "direction", .form = "direction", .meaning = "along which it slides", .is_required = true};
static const hol_key rotation = {
    .name = "rotation", .form = "truth", .otherwise = "false", .meaning = "it acts about the direction, not along it"};
static const hol_key spring_stiffness = {.name = "stiffness",
                                         .form = "N/m, N m",
                                         .meaning = "one number; or a matrix over the freedoms of both points, in rows",
                                         .is_required = true};
static const hol_key tie_stiffness = {
    .name = "stiffness", .form = "N/m, N m", .otherwise = "rigid", .meaning = "elastic so"};
static const hol_key bushing_stiffness = {.name = "stiffness",
                                          .form = "list",
                                          .meaning = "one for each freedom of the file, N/m or N m",
                                          .is_required = true};
static const hol_key gear_stiffness = {.name = "stiffness",
                                       .dimension = {2, 1, -2},
                                       .otherwise = "rigid",
                                       .meaning = "of its teeth, per radian of the first"};
static const hol_key loss_factor = {.name = "loss_factor",
                                    .otherwise = "0",
                                    .meaning = "its stiffness times 1 + i loss_factor in motions at one frequency"};
static const hol_key spring_damping = {.name = "damping",
                                       .form = "N s/m, N m s",
                                       .otherwise = "0",
                                       .meaning = "force per velocity beside the stiffness, which is one number then"};
static const hol_key dashpot_damping = {
    .name = "damping", .form = "N s/m, N m s", .meaning = "force per velocity", .is_required = true};
static const hol_key hinge_axis = {.name = "axis",
                                   .form = "direction",
                                   .otherwise = "z in a plane",
                                   .meaning = "about which its points turn freely; in space one without it is a ball"};
static const hol_key pin_axis = {
    .name = "axis", .form = "direction", .otherwise = "none", .meaning = "in space: about which it turns alone"};
static const hol_key rolled_on = {
    .name = "direction", .form = "direction", .meaning = "normal of its plane, towards the disk", .is_required = true};
static const hol_key spring_length = {.name = "length",
                                      .dimension = {.length = 1},
                                      .otherwise = "`direction`",
                                      .meaning = "it acts along the line between two points, without force at this "
                                                 "length"};
static const hol_key driven_motion = {
    .name = "motion", .form = "text", .meaning = "expression in t: length, angle or way", .is_required = true};
static const hol_key bushing_axis = {
    .name = "axis", .form = "direction", .otherwise = "x of the file", .meaning = "of its first stiffness"};
static const hol_key gear_axis = {
    .name = "axis", .form = "direction", .otherwise = "the only one", .meaning = "of both, or `axes`"};
static const hol_key cross = {
    .name = "axes", .form = "list", .meaning = "two of its cross, not parallel", .is_required = true};
static const hol_key gear_axes = {.name = "axes",
                                  .form = "list",
                                  .otherwise = "`axis`",
                                  .meaning = "of the first and of the second where they differ"};
static const hol_key bushing_up = {
    .name = "up", .form = "direction", .otherwise = "as of a member", .meaning = "the direction of its local y"};
static const hol_key ratio = {
    .name = "ratio", .meaning = "turns of the first for one of the second; negative: backwards", .is_required = true};

/* ---- the kinds --------------------------------------------------------------------------------------------------- */

static const hol_key weld = {.name = "weld",
                             .form = "points",
                             .meaning = "all motions shared; points apart are joined by a rigid link without mass",
                             .is_required = true};
static const hol_key *const weld_key[] = {&weld, &shared, &name};
static const hol_key hinge = {.name = "hinge",
                              .form = "points",
                              .meaning = "displacements shared; in space also the two rotations across its axis",
                              .is_required = true};
static const hol_key *const hinge_key[] = {&hinge, &hinge_axis, &name};
static const hol_key ball = {
    .name = "ball", .form = "points", .meaning = "displacements shared, all rotations free", .is_required = true};
static const hol_key *const ball_key[] = {&ball, &name};
static const hol_key universal = {.name = "universal",
                                  .form = "points",
                                  .meaning = "displacements shared, and the rotation about the normal of both axes",
                                  .is_required = true};
static const hol_key *const universal_key[] = {&universal, &cross, &name};
static const hol_key fix = {.name = "fix", .form = "a point", .meaning = "all motions held", .is_required = true};
static const hol_key *const fix_key[] = {&fix, &held, &name};
static const hol_key pin = {.name = "pin", .form = "a point", .meaning = "displacements held", .is_required = true};
static const hol_key *const pin_key[] = {&pin, &pin_axis, &name};
static const hol_key roller = {
    .name = "roller", .form = "a point", .meaning = "one displacement held", .is_required = true};
static const hol_key *const roller_key[] = {&roller, &held_along, &name};
static const hol_key slide = {.name = "slide",
                              .form = "points",
                              .meaning = "free along a direction, everything else shared",
                              .is_required = true};
static const hol_key *const slide_key[] = {&slide, &free_along, &name};
static const hol_key spring = {.name = "spring",
                               .form = "point(s)",
                               .meaning = "elastic, to the ground or between two points",
                               .is_required = true};
static const hol_key *const spring_key[] = {&spring,      &freedom,        &direction,     &rotation, &spring_stiffness,
                                            &loss_factor, &spring_damping, &spring_length, &name};
static const hol_key dashpot = {.name = "dashpot",
                                .form = "point(s)",
                                .meaning = "a force against velocity, to the ground or between two points",
                                .is_required = true};
static const hol_key *const dashpot_key[] = {&dashpot, &freedom, &direction, &rotation, &dashpot_damping, &name};
static const hol_key tie = {.name = "tie",
                            .form = "points",
                            .meaning = "one displacement or rotation of two points is the same",
                            .is_required = true};
static const hol_key *const tie_key[] = {&tie, &freedom, &direction, &tie_stiffness, &loss_factor, &name};
static const hol_key bushing = {.name = "bushing",
                                .form = "point(s)",
                                .meaning = "a spring for every freedom, to the ground or between two points",
                                .is_required = true};
static const hol_key *const bushing_key[] = {&bushing,      &bushing_stiffness, &loss_factor,
                                             &bushing_axis, &bushing_up,        &name};
static const hol_key gear = {.name = "gear",
                             .form = "points",
                             .meaning = "the first turns `ratio` times as fast as the second",
                             .is_required = true};
static const hol_key *const gear_key[] = {&gear, &ratio, &gear_axis, &gear_axes, &gear_stiffness, &loss_factor, &name};
static const hol_key distance = {
    .name = "distance", .form = "points", .meaning = "a rod without mass keeps two points apart", .is_required = true};
static const hol_key *const distance_key[] = {&distance, &name};
static const hol_key roll = {
    .name = "roll", .form = "a point", .meaning = "a disk rolls on a plane without slip", .is_required = true};
static const hol_key *const roll_key[] = {&roll, &rolled_on, &name};
static const hol_key drive = {.name = "drive",
                              .form = "name",
                              .meaning = "in large motion: a hinge, slide, roller or distance moves as prescribed",
                              .is_required = true};
static const hol_key *const drive_key[] = {&drive, &driven_motion, &name};
static const hol_key constraint = {
    .name = "constraint",
    .form = "mapping",
    .meaning = "any linear equation: `terms`, each [coefficient, point, freedom or direction], and `compliance`",
    .is_required = true};
static const hol_key *const constraint_key[] = {&constraint, &name};

#define ROW(word, least, most)                                                                                         \
  {                                                                                                                    \
    word##_key, sizeof word##_key / sizeof *word##_key, least, most                                                    \
  }
const hol_joint_row hol_joint_rows[HOL_CONSTRAINT + 1] = {
    [HOL_WELD] = ROW(weld, 2, SIZE_MAX),
    [HOL_HINGE] = ROW(hinge, 2, SIZE_MAX),
    [HOL_BALL] = ROW(ball, 2, SIZE_MAX),
    [HOL_UNIVERSAL] = ROW(universal, 2, 2),
    [HOL_FIX] = ROW(fix, 1, 1),
    [HOL_PIN] = ROW(pin, 1, 1),
    [HOL_ROLLER] = ROW(roller, 1, 1),
    [HOL_SLIDE] = ROW(slide, 2, 2),
    [HOL_SPRING] = ROW(spring, 1, 2),
    [HOL_TIE] = ROW(tie, 2, 2),
    [HOL_BUSHING] = ROW(bushing, 1, 2),
    [HOL_GEAR] = ROW(gear, 2, 2),
    [HOL_DASHPOT] = ROW(dashpot, 1, 2),
    [HOL_DISTANCE] = ROW(distance, 2, 2),
    [HOL_ROLL] = ROW(roll, 1, 1),
    [HOL_DRIVE] = ROW(drive, 0, 0),
    [HOL_CONSTRAINT] = ROW(constraint, 0, 0),
};
#undef ROW

bool hol_joint_takes(hol_joint_kind kind, const char *word)
{
  const hol_joint_row *row = &hol_joint_rows[kind];
  for (size_t i = 1; i < row->keys; i++) {
    if (strcmp(row->key[i]->name, word) == 0) {
      return true;
    }
  }
  return false;
}

const hol_joint_row *hol_joint_row_of(const char *word)
{
  for (size_t i = 0; i <= HOL_CONSTRAINT; i++) {
    if (strcmp(hol_joint_rows[i].key[0]->name, word) == 0) {
      return &hol_joint_rows[i];
    }
  }
  return NULL;
}
