/* SPDX-License-Identifier: BSD-3-Clause */
/** @file probe_read.h  Readers of the keys that several analyses of the response share. */
#ifndef RESPONSE_PROBE_READ_H
#define RESPONSE_PROBE_READ_H

#include "problem/keys.h"
#include "response/forced.h"

/** Keys of a receiver: HOL_MAPPING rows are made with these. */
enum { HOL_MOTION_KEYS = 4 };
extern const hol_key hol_motion_keys[HOL_MOTION_KEYS];
/** Read the axis of a probe, along `direction` or about `rotation`, one of which must be given, and normalise it.
 *  @return false after a fault */
bool hol_probe_read_axis(hol_reader *reader, const hol_node *node, const hol_field *direction,
                         const hol_field *rotation, hol_probe *probe);
/** Read one receiver or a list of them: {point: beam.end, direction: [0, 1]}. @param[in] mapping  of hol_motion_keys
 *  @param[out] probe  [*probes], both 0 before; owned, with their texts */
void hol_probe_read_receivers(hol_reader *reader, const hol_node *node, const hol_mapping *mapping, hol_probe **probe,
                              size_t *probes);
/** Rows of a load: a force at a point, or ground that moves. */
#define HOL_DRIVER_ROWS                                                                                                \
  {.name = "at", .form = "a point", .meaning = "of a force or a moment"},                                              \
      {.name = "base", .form = "joints", .meaning = "the ground that moves: `ground`, or its joints"},                 \
      {.name = "direction", .form = "direction", .meaning = "of the force, or of the motion"},                         \
  {                                                                                                                    \
    .name = "rotation", .form = "direction", .meaning = "the axis of a moment; in a plane z"                           \
  }
enum { HOL_DRIVER_KEYS = 4 };
/** @param[in] field  [HOL_DRIVER_KEYS] @param[in] forms  of a load, as a hint @return false after a fault */
bool hol_driver_read(hol_reader *reader, const hol_node *node, const hol_field *field, const char *forms,
                     hol_driver *driver);

/** Rows of damping besides that of parts and joints. */
#define HOL_LAW_ROWS                                                                                                   \
  {.name = "damping_ratio", .otherwise = "none", .meaning = "of every mode, besides the damping of the file"},         \
  {                                                                                                                    \
    .name = "loss_factors", .form = "word", .meaning = "viscous: each as the damping ratio of half of it"              \
  }
enum { HOL_LAW_KEYS = 2 };
/** Return no damping but that of parts and joints. @param[in] key  of the analysis */
hol_proportional_request hol_law_none(const hol_node *key);
/** @param[in] field  [HOL_LAW_KEYS] @param[in,out] law  none before */
void hol_law_read(hol_reader *reader, const hol_field *field, hol_proportional_request *law);

/** Begin a request without loads and receivers. @param[in] tolerance  the usual one */
void hol_forced_request_start(const hol_node *key, double tolerance, hol_forced_request *request);
/** Allocate one load or a list of them. @param[in] forms  as a hint @param[out] item  where each is read
 *  @return how many, 0 after a fault */
size_t hol_forced_read_loads(hol_reader *reader, const hol_node *node, const char *forms, const hol_node **item,
                             hol_forced_request *request);
/** Read the number of modes: by `tolerance` or by `count`. */
void hol_forced_read_count(hol_reader *reader, const hol_field *tolerance, const hol_field *count,
                           hol_forced_request *request);

#endif
