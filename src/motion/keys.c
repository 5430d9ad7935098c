/* SPDX-License-Identifier: BSD-3-Clause */
/* Keys of a motion: of the section at the top of a file, and of `analysis`. */
#include "motion/reading.h"

static const hol_key section_key[HOL_MOTION_KEYS] = {
    [HOL_MOTION_KEY_COORDINATES] = {.name = "coordinates",
                                    .form = "mapping",
                                    .meaning = "by name, q: where each starts",
                                    .is_required = true},
    [HOL_MOTION_KEY_DEFINE] = {.name = "define", .form = "mapping", .meaning = "abbreviations, in any order"},
    [HOL_MOTION_KEY_KINETIC] = {.name = "kinetic",
                                .form = "formula",
                                .meaning = "energy T(t, q, q')",
                                .is_required = true},
    [HOL_MOTION_KEY_POTENTIAL] = {.name = "potential",
                                  .form = "formula",
                                  .otherwise = "0",
                                  .meaning = "energy of place"},
    [HOL_MOTION_KEY_FORCES] = {.name = "forces", .form = "mapping", .meaning = "by coordinate: generalised forces"},
    [HOL_MOTION_KEY_WORK] = {.name = "work",
                             .form = "mapping",
                             .meaning =
                                 "by coordinate: forces of constraints that are not ideal; may use reaction(NAME)"},
    [HOL_MOTION_KEY_STATES] = {.name = "states",
                               .form = "mapping",
                               .meaning = "by name: other unknowns of first order"},
    [HOL_MOTION_KEY_CONSTRAINTS] = {.name = "constraints",
                                    .form = "equations",
                                    .meaning = "by name: left = right, of order 0, 1 or 2"},
    [HOL_MOTION_KEY_FRICTION] = {.name = "friction",
                                 .form = "mapping(s)",
                                 .meaning = "a list of elements of dry friction"},
    [HOL_MOTION_KEY_PROGRAM] = {.name = "program",
                                .form = "mapping",
                                .meaning = "by name: equations of order 3 to 5, and what holds them"},
    [HOL_MOTION_KEY_PRINCIPLE] = {.name = "principle", .form = "word", .meaning = "of `program`: gauss"},
    [HOL_MOTION_KEY_BREAKS] = {.name = "breaks", .form = "list", .meaning = "times at which a force has a kink"},
};
static const hol_key coordinate_key[] = {
    {.name = "start", .form = "formula", .meaning = "at time 0; its unit is that of q", .is_required = true},
    {.name = "speed", .form = "formula", .otherwise = "0", .meaning = "at time 0; may use starts before it"},
};
static const hol_key state_key[] = {
    {.name = "start", .form = "formula", .meaning = "at time 0", .is_required = true},
    {.name = "rate", .form = "formula", .meaning = "its derivative", .is_required = true},
};
static const hol_key constraint_key[] = {
    {.name = "equation", .form = "equation", .meaning = "left = right", .is_required = true},
    {.name = "by", .form = "mapping", .otherwise = "the gradient", .meaning = "forces that hold it, per unit"},
    {.name = "free", .form = "truth", .otherwise = "false", .meaning = "tell the force it takes at the start"},
};
static const hol_key friction_key[] = {
    {.name = "name", .form = "text", .meaning = "for results", .is_required = true},
    {.name = "at", .form = "name", .meaning = "constraint whose reaction presses"},
    {.name = "normal", .form = "formula", .meaning = "instead: the normal force"},
    {.name = "limit", .form = "formula", .meaning = "instead: the largest friction force"},
    {.name = "slip", .form = "formula(s)", .meaning = "relative speed, or two components", .is_required = true},
    {.name = "static", .form = "formula", .otherwise = "dynamic", .meaning = "coefficient at rest"},
    {.name = "dynamic", .form = "formula", .otherwise = "static", .meaning = "coefficient of slip"},
};
static const hol_key program_key[] = {
    {.name = "equation", .form = "equation", .meaning = "left = right", .is_required = true},
    {.name = "by", .form = "mapping", .meaning = "forces on coordinates per unit of the control"},
    {.name = "start", .form = "list", .meaning = "of the control and its derivatives"},
};
static const hol_key request_key[] = {
    {.name = "to", .what = "time", .dimension = {.time = 1}, .meaning = "the last time"},
    {.name = "points", .form = "count", .otherwise = "201", .meaning = "times from 0 on"},
    {.name = "at", .form = "list", .meaning = "instead: times that rise"},
    {.name = "accuracy", .otherwise = "1e-8", .meaning = "of coordinates, relative"},
    {.name = "assemble", .form = "truth", .otherwise = "false", .meaning = "move starts onto the constraints"},
    {.name = "outputs", .form = "formulas", .meaning = "by name: formulas of q, q', t"},
    {.name = "free_by", .form = "list", .meaning = "coordinates: forces on them that take all reactions away"},
    {.name = "stiff", .form = "truth", .otherwise = "false", .meaning = "integrate by an implicit method"},
};
const hol_mapping hol_motion_mapping[HOL_MOTION_MAPPINGS] = {
    {"file.motion", "`motion` of a file", NULL, HOL_KEYS_OF(section_key)},
    {"file.motion.coordinates.NAME", "a coordinate", NULL, HOL_KEYS_OF(coordinate_key)},
    {"file.motion.states.NAME", "a state", NULL, HOL_KEYS_OF(state_key)},
    {"file.motion.constraints.NAME", "a constraint in coordinates", NULL, HOL_KEYS_OF(constraint_key)},
    {"file.motion.friction", "friction", NULL, HOL_KEYS_OF(friction_key)},
    {"file.motion.program.NAME", "a program", NULL, HOL_KEYS_OF(program_key)},
    {"motion", "`motion`", NULL, HOL_KEYS_OF(request_key)},
};
