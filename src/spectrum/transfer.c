#include "spectrum/transfer.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void hol_bytes_clear(hol_bytes *bytes)
{
  free(bytes->data);
  *bytes = (hol_bytes){0};
}

static hol_status put(hol_bytes *bytes, const void *data, size_t count)
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

static hol_status take(hol_bytes *bytes, void *data, size_t count)
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
  HOL_TRY(put(bytes, &present, 1));
  return present ? put(bytes, array, count * sizeof *array) : HOL_OK;
}

static hol_status take_array(hol_bytes *bytes, double **array, size_t count)
{
  char present;
  HOL_TRY(take(bytes, &present, 1));
  if (!present) {
    return HOL_OK;
  }
  *array = hol_alloc(count, sizeof **array);
  return *array ? take(bytes, *array, count * sizeof **array) : HOL_MEMORY;
}

static hol_status put_shape(hol_bytes *bytes, const hol_shape *shape)
{
  HOL_TRY(put(bytes, &shape->points, sizeof shape->points));
  HOL_TRY(put_array(bytes, shape->s, shape->points));
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    HOL_TRY(put_array(bytes, shape->value[f], shape->points));
  }
  return HOL_OK;
}

static hol_status take_shape(hol_bytes *bytes, hol_shape *shape)
{
  HOL_TRY(take(bytes, &shape->points, sizeof shape->points));
  HOL_TRY(take_array(bytes, &shape->s, shape->points));
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
  HOL_TRY(put(bytes, &plain, sizeof plain));
  HOL_TRY(put_array(bytes, mode->energy, parts));
  HOL_TRY(put_array(bytes, mode->sensitivity, problem->analysis.sensitivity_count));
  for (size_t j = 0; j < joints; j++) {
    HOL_TRY(put(bytes, &mode->reaction[j].count, sizeof mode->reaction[j].count));
    HOL_TRY(put_array(bytes, mode->reaction[j].value, mode->reaction[j].count));
  }
  char shapes = mode->shape != NULL;
  HOL_TRY(put(bytes, &shapes, 1));
  for (size_t i = 0; i < parts && shapes; i++) {
    HOL_TRY(put_shape(bytes, &mode->shape[i]));
  }
  return HOL_OK;
}

hol_status hol_mode_unpack(hol_bytes *bytes, const hol_problem *problem, hol_mode *mode)
{
  size_t parts = problem->part_count, joints = problem->joint_count;
  char shapes;
  HOL_TRY(take(bytes, mode, sizeof *mode));
  HOL_TRY(take_array(bytes, &mode->energy, parts));
  HOL_TRY(take_array(bytes, &mode->sensitivity, problem->analysis.sensitivity_count));
  mode->reaction = hol_alloc(joints, sizeof *mode->reaction);
  if (!mode->reaction) {
    return HOL_MEMORY;
  }
  for (size_t j = 0; j < joints; j++) {
    HOL_TRY(take(bytes, &mode->reaction[j].count, sizeof mode->reaction[j].count));
    HOL_TRY(take_array(bytes, &mode->reaction[j].value, mode->reaction[j].count));
  }
  HOL_TRY(take(bytes, &shapes, 1));
  if (!shapes) {
    return HOL_OK;
  }
  mode->shape = hol_alloc(parts, sizeof *mode->shape);
  for (size_t i = 0; i < parts && mode->shape; i++) {
    HOL_TRY(take_shape(bytes, &mode->shape[i]));
  }
  return mode->shape ? HOL_OK : HOL_MEMORY;
}

/** Own vectors to the roots of the common list; what is left over is freed. */
static void keep_vectors(hol_roots *own, hol_roots *all)
{
  for (size_t i = 0; i < own->count; i++) {
    hol_root *mine = &own->item[i];
    for (size_t k = 0; k < all->count && mine->vector; k++) {
      hol_root *root = &all->item[k];
      if (root->index == mine->index && root->multiplicity == mine->multiplicity && !root->vector) {
        root->vector = mine->vector;
        root->n = mine->n;
        root->form = mine->form;
        mine->vector = NULL;
      }
    }
  }
}

/** Append the roots of one rank that are not there yet. A root across the border of two ranks was found by both. */
static hol_status append(hol_roots *all, const char *data, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    hol_root root;
    memcpy(&root, data + i * sizeof root, sizeof root);
    root.vector = NULL;
    const hol_root *last = all->count ? &all->item[all->count - 1] : NULL;
    if (last && root.index < last->index + last->multiplicity) {
      continue;
    }
    if (!hol_grow(&all->item, &all->capacity, all->count + 1, sizeof *all->item)) {
      return HOL_MEMORY;
    }
    all->item[all->count++] = root;
  }
  return HOL_OK;
}

hol_status hol_roots_share(const hol_comm *comm, hol_roots *roots)
{
  if (comm->size == 1) {
    return HOL_OK;
  }
  char *data = NULL;
  size_t *sizes = NULL, at = 0;
  HOL_TRY(comm->gather(comm->handle, roots->item, roots->count * sizeof *roots->item, &data, &sizes));
  hol_roots all = {0};
  hol_status status = HOL_OK;
  for (size_t r = 0; r < comm->size && status == HOL_OK; r++) {
    status = append(&all, data + at, sizes[r] / sizeof *roots->item);
    at += sizes[r];
  }
  free(data);
  free(sizes);
  keep_vectors(roots, &all);
  hol_roots_clear(roots);
  *roots = all;
  return comm->agree(comm->handle, status);
}
