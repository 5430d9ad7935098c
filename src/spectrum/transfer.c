#include "spectrum/transfer.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void hol_bytes_clear(hol_bytes *bytes)
{
  free(bytes->data);
  *bytes = (hol_bytes){0};
}

hol_status hol_bytes_put(hol_bytes *bytes, const void *data, size_t count)
{
  if (!hol_grow(&bytes->data, &bytes->capacity, bytes->count + count, 1)) {
    return HOL_MEMORY;
  }
  if (count) {
    memcpy(bytes->data + bytes->count, data, count);
  }
  bytes->count += count;
  return HOL_OK;
}

hol_status hol_bytes_take(hol_bytes *bytes, void *data, size_t count)
{
  if (count > bytes->count - bytes->read) {
    return HOL_NUMERICAL;
  }
  if (count) {
    memcpy(data, bytes->data + bytes->read, count);
  }
  bytes->read += count;
  return HOL_OK;
}

/** An array that may be absent. */
static hol_status put_array(hol_bytes *bytes, const double *array, size_t count)
{
  char present = array != NULL;
  HOL_TRY(hol_bytes_put(bytes, &present, 1));
  return present ? hol_bytes_put(bytes, array, count * sizeof *array) : HOL_OK;
}

static hol_status take_array(hol_bytes *bytes, double **array, size_t count)
{
  char present;
  HOL_TRY(hol_bytes_take(bytes, &present, 1));
  if (!present) {
    return HOL_OK;
  }
  *array = hol_alloc(count, sizeof **array);
  return *array ? hol_bytes_take(bytes, *array, count * sizeof **array) : HOL_MEMORY;
}

static hol_status put_shape(hol_bytes *bytes, const hol_shape *shape)
{
  HOL_TRY(hol_bytes_put(bytes, &shape->points, sizeof shape->points));
  HOL_TRY(put_array(bytes, shape->s, shape->points));
  HOL_TRY(put_array(bytes, shape->at ? shape->at[0] : NULL, 3 * shape->points));
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    HOL_TRY(put_array(bytes, shape->value[f], shape->points));
  }
  return HOL_OK;
}

static hol_status take_shape(hol_bytes *bytes, hol_shape *shape)
{
  HOL_TRY(hol_bytes_take(bytes, &shape->points, sizeof shape->points));
  HOL_TRY(take_array(bytes, &shape->s, shape->points));
  double *at = NULL;
  hol_status status = take_array(bytes, &at, 3 * shape->points);
  shape->at = (double(*)[3])(void *)at; /* points of three numbers */
  HOL_TRY(status);
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    HOL_TRY(take_array(bytes, &shape->value[f], shape->points));
  }
  return HOL_OK;
}

hol_status hol_mode_pack(const hol_mode *mode, const hol_problem *problem, hol_bytes *bytes)
{
  size_t parts = problem->part_count, joints = problem->joint_count;
  hol_mode plain = *mode;
  plain.energy = plain.sensitivity = NULL;
  plain.reaction = NULL;
  plain.shape = NULL;
  HOL_TRY(hol_bytes_put(bytes, &plain, sizeof plain));
  HOL_TRY(put_array(bytes, mode->energy, parts));
  HOL_TRY(put_array(bytes, mode->sensitivity, problem->analysis.sensitivity_count));
  for (size_t j = 0; j < joints; j++) {
    HOL_TRY(hol_bytes_put(bytes, &mode->reaction[j].count, sizeof mode->reaction[j].count));
    HOL_TRY(put_array(bytes, mode->reaction[j].value, mode->reaction[j].count));
  }
  char shapes = mode->shape != NULL;
  HOL_TRY(hol_bytes_put(bytes, &shapes, 1));
  for (size_t i = 0; i < parts && shapes; i++) {
    HOL_TRY(put_shape(bytes, &mode->shape[i]));
  }
  return HOL_OK;
}

hol_status hol_mode_unpack(hol_bytes *bytes, const hol_problem *problem, hol_mode *mode)
{
  size_t parts = problem->part_count, joints = problem->joint_count;
  char shapes;
  HOL_TRY(hol_bytes_take(bytes, mode, sizeof *mode));
  HOL_TRY(take_array(bytes, &mode->energy, parts));
  HOL_TRY(take_array(bytes, &mode->sensitivity, problem->analysis.sensitivity_count));
  mode->reaction = hol_alloc(joints, sizeof *mode->reaction);
  if (!mode->reaction) {
    return HOL_MEMORY;
  }
  for (size_t j = 0; j < joints; j++) {
    HOL_TRY(hol_bytes_take(bytes, &mode->reaction[j].count, sizeof mode->reaction[j].count));
    HOL_TRY(take_array(bytes, &mode->reaction[j].value, mode->reaction[j].count));
  }
  HOL_TRY(hol_bytes_take(bytes, &shapes, 1));
  if (!shapes) {
    return HOL_OK;
  }
  mode->shape = hol_alloc(parts, sizeof *mode->shape);
  for (size_t i = 0; i < parts && mode->shape; i++) {
    HOL_TRY(take_shape(bytes, &mode->shape[i]));
  }
  return mode->shape ? HOL_OK : HOL_MEMORY;
}
