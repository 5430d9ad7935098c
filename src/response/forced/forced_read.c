/* SPDX-License-Identifier: BSD-3-Clause */
/* Readers of the damping ratio and of the number of modes of forced motions. */
#include "response/forced/forced_read.h"

#include <math.h>

hol_proportional_request hol_law_none(const hol_node *key)
{
  return (hol_proportional_request){.ratio = (double)NAN, .place = hol_node_place(key)};
}

void hol_law_read(hol_reader *reader, const hol_field *field, hol_proportional_request *law)
{
  enum { RATIO, LOSSES };
  static const char *const word[] = {"viscous"};
  const hol_wanted ratio = {.what = "damping ratio", .least = 0};
  size_t choice;
  if (field[RATIO].value) {
    law->place = hol_node_place(field[RATIO].name);
    (void)hol_read_quantity(reader, field[RATIO].value, ratio, &law->ratio);
  }
  law->is_viscous =
      field[LOSSES].value && hol_read_choice(reader, field[LOSSES].value, "`loss_factors`", word, 1, &choice);
}

void hol_forced_request_start(const hol_node *key, double tolerance, hol_forced_request *request)
{
  *request = (hol_forced_request){.tolerance = tolerance, .law = hol_law_none(key), .place = hol_node_place(key)};
}

void hol_forced_read_loads(hol_reader *reader, const hol_node *key, const hol_field *field,
                           const hol_excitation_form *form, hol_forced_request *request)
{
  hol_need_excitation(reader, key, field[0].value, field[1].value, form);
  hol_read_excitations(reader, field[0].value, form, &request->load, &request->loads);
  hol_read_outputs(reader, field[1].value, form, &request->receiver, &request->receivers);
}

void hol_forced_read_count(hol_reader *reader, const hol_field *tolerance, const hol_field *count,
                           hol_forced_request *request)
{
  enum { COUNT_MOST = 100000 };
  const hol_wanted wanted = {.what = "tolerance", .least = 1};
  if (tolerance->value && count->value) {
    hol_fault(reader, count->name, NULL, "modes are chosen by `tolerance` or by `count`");
  } else if (count->value) {
    (void)hol_read_count(reader, count->value, "`count`", 1, COUNT_MOST, &request->count);
  } else if (tolerance->value) {
    (void)hol_read_quantity(reader, tolerance->value, wanted, &request->tolerance);
  }
}
