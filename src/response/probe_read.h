/** @file probe_read.h  Reading what several analyses of the response have alike. */
#ifndef RESPONSE_PROBE_READ_H
#define RESPONSE_PROBE_READ_H

#include "problem/keys.h"
#include "response/proportional.h"
#include "response/superposition.h"

/** Keys of a receiver: its HOL_MAPPING rows are made with these. */
enum { HOL_RECEIVER_KEYS = 3 };
extern const hol_key hol_receiver_keys[HOL_RECEIVER_KEYS];
/** One, or a list. @param[out] item  where they are @return how many */
size_t hol_read_items(const hol_node *node, const hol_node **item);
/** Along `direction` or about `rotation`, one of which must be given; made of size 1. @return false after a fault */
bool hol_probe_read_axis(hol_reader *reader, const hol_node *node, const hol_field *direction,
                         const hol_field *rotation, hol_probe *probe);
/** One or a list of {point: beam.end, direction: [0, 1]}. @param[out] probe  [*probes], both 0 before; owned, with their texts */
void hol_probe_read_receivers(hol_reader *reader, const hol_node *node, hol_probe **probe, size_t *probes);
/** `damping_ratio` and `loss_factors: viscous`. @param[in,out] law  its place is that of the analysis, its ratio NAN */
void hol_proportional_read(hol_reader *reader, const hol_field *given_ratio, const hol_field *losses,
                           hol_proportional_wish *law);

#endif
