#include "base/hash.h"
#include "base/memory.h"
#include "compliance/system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/** An own mode within this relative distance of λ stays an unknown: eliminated ones then cost one digit at the most. */
static const double near_pole = 0.1;

/** From so many entries on there is no room left for more: they are much, and hardly ever others. */
enum { FITTED_LEAST = 50000 };

/** A row of the element: an unknown by itself, or a functional of w. */
struct leg {
  size_t count;
  const size_t *index;
  const double *value;
};

void hol_matrix_clear(hol_matrix *matrix)
{
  free(matrix->kept);
  free(matrix->far);
  free(matrix->relation);
  free(matrix->entry);
  free(matrix->block);
  free(matrix->dense);
  *matrix = (hol_matrix){0};
}

/** Room for so many entries more. */
static hol_status make_room(hol_matrix *matrix, size_t more)
{
  return hol_grow(&matrix->entry, &matrix->entry_capacity, matrix->entry_count + more, sizeof *matrix->entry)
             ? HOL_OK
             : HOL_MEMORY;
}

/** Where there is room for it. */
static void put_entry(hol_matrix *matrix, size_t i, size_t j, double value, double derivative)
{
  matrix->entry[matrix->entry_count++] = (hol_entry){
      .row = (uint32_t)(i > j ? i : j), .column = (uint32_t)(i > j ? j : i), .value = value, .derivative = derivative};
}

static hol_status add_entry(hol_matrix *matrix, size_t i, size_t j, double value, double derivative)
{
  HOL_TRY(make_room(matrix, 1));
  put_entry(matrix, i, j, value, derivative);
  return HOL_OK;
}

/** S += value (a bᵀ + b aᵀ), or value a aᵀ when both are the same leg. */
static hol_status add_pair(hol_matrix *matrix, const struct leg *a, const struct leg *b, double value, double derivative)
{
  if (matrix->entry_capacity - matrix->entry_count < a->count * b->count) {
    HOL_TRY(make_room(matrix, a->count * b->count));
  }
  if (a->count == 1 && b->count == 1) { /* nearly all */
    double factor = a->value[0] * b->value[0] * (a != b && a->index[0] == b->index[0] ? 2.0 : 1.0);
    put_entry(matrix, a->index[0], b->index[0], factor * value, factor * derivative);
    return HOL_OK;
  }
  for (size_t i = 0; i < a->count; i++) {
    for (size_t j = 0; j < b->count; j++) {
      if (a == b && b->index[j] > a->index[i]) {
        continue;
      }
      double factor = a->value[i] * b->value[j] * (a != b && a->index[i] == b->index[j] ? 2.0 : 1.0);
      put_entry(matrix, a->index[i], b->index[j], factor * value, factor * derivative);
    }
  }
  return HOL_OK;
}

/** Σ row·w on the line of unknown i. */
static hol_status add_row(hol_matrix *matrix, size_t i, const hol_sparse *row)
{
  for (size_t j = 0; j < row->count; j++) {
    HOL_TRY(add_entry(matrix, i, row->index[j], row->value[j], 0.0));
  }
  return HOL_OK;
}

static hol_status add_masses(const hol_model *model, hol_matrix *matrix)
{
  for (size_t i = 0; i < model->mass_count; i++) {
    const hol_mass *mass = &model->mass[i];
    struct leg leg = {mass->along.row.count, mass->along.row.index, mass->along.row.value};
    HOL_TRY(add_pair(matrix, &leg, &leg, -matrix->lambda * mass->mass, -mass->mass));
  }
  return HOL_OK;
}

static hol_status add_springs(const hol_system *system, hol_matrix *matrix)
{
  for (size_t i = 0; i < system->model->spring_count; i++) {
    const hol_spring *spring = &system->model->spring[i];
    size_t unknown = system->spring_unknown + i;
    const hol_parallel *parallel = &system->parallel[i];
    bool is_first = parallel->first == i;
    HOL_TRY(add_entry(matrix, unknown, unknown, is_first ? -parallel->compliance : -1.0, 0.0));
    HOL_TRY(is_first ? add_row(matrix, unknown, &spring->along.row) : HOL_OK);
  }
  return HOL_OK;
}

/** A relation whose end quantities are one unknown each: add_pair() of all. */
static hol_status add_single(const struct leg *leg, size_t n, const hol_relation *relation, hol_matrix *matrix)
{
  if (matrix->entry_capacity - matrix->entry_count < n * (n + 1) / 2) {
    HOL_TRY(make_room(matrix, n * (n + 1) / 2));
  }
  for (size_t i = 0; i < n; i++) {
    size_t row = leg[i].index[0];
    double own = leg[i].value[0];
    for (size_t j = 0; j <= i; j++) {
      size_t column = leg[j].index[0];
      double factor = own * leg[j].value[0] * (i != j && row == column ? 2.0 : 1.0);
      put_entry(matrix, row, column, factor * relation->S[i][j], factor * relation->dS[i][j]);
    }
  }
  return HOL_OK;
}

static hol_status add_stretch(const hol_system *system, size_t index, hol_matrix *matrix)
{
  static const double one = 1.0;
  const hol_stretch *s = &system->stretch[index];
  const hol_relation *relation = hol_relation_of(system, matrix, index);
  size_t unknown[HOL_RELATION_MAX];
  struct leg leg[HOL_RELATION_MAX];
  bool is_single = true;
  size_t n = 0;
  for (; n < relation->n_mu; n++) {
    unknown[n] = s->first_unknown + n;
    leg[n] = (struct leg){1, &unknown[n], &one};
  }
  const hol_functional *port = s->member->port + s->station * s->member->orders;
  for (size_t i = 0; i < 2 * s->member->orders; i++, n++) {
    leg[n] = (struct leg){port[i].row.count, port[i].row.index, port[i].row.value};
    is_single = is_single && leg[n].count == 1;
  }
  HOL_TRY(is_single ? add_single(leg, n, relation, matrix) : HOL_OK);
  for (size_t i = 0; i < n && !is_single; i++) {
    for (size_t j = 0; j <= i; j++) {
      HOL_TRY(add_pair(matrix, &leg[i], &leg[j], relation->S[i][j], relation->dS[i][j]));
    }
  }
  /* A form with fewer multipliers leaves unknowns over: −1 on the diagonal keeps the count. */
  for (size_t i = relation->n_mu; i < s->multipliers; i++) {
    HOL_TRY(add_entry(matrix, s->first_unknown + i, s->first_unknown + i, -1.0, 0.0));
  }
  return HOL_OK;
}

static bool is_near(const hol_modal *modal, size_t k, double lambda)
{
  double omega2 = modal->omega2[k];
  return k < modal->rigid || fabs(omega2 - lambda) <= near_pole * fmax(omega2, fabs(lambda));
}

/** Modes of static deflections all stay unknowns: ports close together differ by little only, which a sum would lose. */
static bool is_kept(const hol_system *system, const hol_matrix *matrix, size_t index, size_t k)
{
  if (matrix->pattern) {
    return hol_kept_find(matrix->pattern->kept, matrix->pattern->kept_count, index, k) != NULL;
  }
  return system->by_reactions || is_near(&system->modal[index], k, matrix->as);
}

/** Factors f_j of the remainder Σ f_j Γ_j and their derivatives: λ^j, and for the lower bound the tail λ^k/(λ_c − λ) more
 *  on the last (theory §3). For k = 1 these are 1, or λ_c/(λ_c − λ). */
static void remainder_factors(const hol_system *system, const hol_modal *modal, double lambda, double *factor,
                              double *slope)
{
  double power = 1, before = 0;
  for (size_t j = 0; j < modal->order; j++) {
    factor[j] = power;
    slope[j] = (double)j * before;
    before = power;
    power *= lambda;
  }
  if (system->bound == HOL_BOUND_LOWER) {
    double gap = 1.0 / (modal->cutoff - lambda);
    factor[modal->order - 1] += power * gap;
    slope[modal->order - 1] += (double)modal->order * before * gap + power * gap * gap;
  }
}

static hol_status keep_mode(const hol_system *system, size_t index, size_t k, hol_matrix *matrix)
{
  const hol_modal *modal = &system->modal[index];
  if (!hol_grow(&matrix->kept, &matrix->kept_capacity, matrix->kept_count + 1, sizeof *matrix->kept)) {
    return HOL_MEMORY;
  }
  size_t unknown = system->fixed + matrix->kept_count;
  if (unknown > UINT32_MAX) {
    return HOL_MEMORY;
  }
  matrix->kept[matrix->kept_count++] = (hol_kept){index, k};
  HOL_TRY(add_entry(matrix, unknown, unknown, modal->omega2[k] - matrix->lambda, -1.0));
  for (size_t i = 0; i < modal->ports; i++) {
    HOL_TRY(add_entry(matrix, unknown, modal->first_unknown + i, -modal->phi[i + k * modal->ports], 0.0));
  }
  return HOL_OK;
}

/** Own modes that stay unknowns, and those that do not. @param[out] far  how many of these there are in matrix->far */
static hol_status divide_modes(const hol_system *system, size_t index, hol_matrix *matrix, size_t *far)
{
  const hol_modal *modal = &system->modal[index];
  if (!hol_grow(&matrix->far, &matrix->far_capacity, modal->modes, sizeof *matrix->far)) {
    return HOL_MEMORY;
  }
  *far = 0;
  for (size_t k = 0; k < modal->modes; k++) {
    if (is_kept(system, matrix, index, k)) {
      HOL_TRY(keep_mode(system, index, k, matrix));
    } else {
      matrix->below += modal->omega2[k] < matrix->lambda;
      matrix->far[*far] = (hol_far){modal->phi + k * modal->ports, 1.0 / (modal->omega2[k] - matrix->lambda)};
      *far += k >= modal->rigid;
    }
  }
  return HOL_OK;
}

/** Factors of the orders of the remainder at λ, and their derivatives. */
typedef struct orders {
  double factor[HOL_ORDER_MAX], slope[HOL_ORDER_MAX];
} orders;

/** −α of so many ports from one on with another, without the modes that are unknowns, and its derivative. @param[out] value,derivative  [count] */
static inline void fill_ports(const hol_matrix *matrix, const hol_modal *modal, size_t far, const orders *at, size_t i,
                              size_t count, size_t j, double *restrict value, double *restrict derivative)
{
  size_t n = modal->ports;
  for (size_t p = 0; p < count; p++) {
    value[p] = derivative[p] = 0;
  }
  for (size_t order = modal->order; order-- > 0;) {
    const double *gamma = modal->remainder + order * n * n + i + j * n;
    for (size_t p = 0; p < count; p++) {
      value[p] += at->factor[order] * gamma[p];
      derivative[p] += at->slope[order] * gamma[p];
    }
  }
  for (size_t k = 0; k < far; k++) {
    const double *phi = matrix->far[k].phi;
    double gap = matrix->far[k].gap;
    for (size_t p = 0; p < count; p++) {
      double term = phi[i + p] * phi[j] * gap;
      value[p] += term;
      derivative[p] += term * gap;
    }
  }
  for (size_t p = 0; p < count; p++) {
    value[p] = -value[p];
    derivative[p] = -derivative[p];
  }
}

/** The modes of a part that are unknowns, of all that are. @param[out] count  how many */
static const hol_kept *kept_of(const hol_matrix *matrix, size_t modal, size_t *count)
{
  size_t low = 0, high = matrix->kept_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (matrix->kept[middle].modal < modal) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  for (high = low; high < matrix->kept_count && matrix->kept[high].modal == modal; high++) {
  }
  *count = high - low;
  return matrix->kept + low;
}

/** Are the same modes of both parts unknowns? */
static bool keeps_same(const hol_matrix *matrix, size_t a, size_t b)
{
  size_t m, n;
  const hol_kept *x = kept_of(matrix, a, &m), *y = kept_of(matrix, b, &n);
  bool same = m == n;
  for (size_t i = 0; same && i < n; i++) {
    same = x[i].mode == y[i].mode;
  }
  return same;
}

/** The block of a part, by bisection: they rise. NULL: it has none. */
static const hol_port_block *block_of(const hol_matrix *matrix, size_t modal)
{
  size_t low = 0, high = matrix->block_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (matrix->block[middle].modal < modal) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < matrix->block_count && matrix->block[low].modal == modal ? &matrix->block[low] : NULL;
}

/** Numbers of the block of a part: S and S′. */
static size_t block_size(const hol_modal *modal)
{
  return modal->ports > HOL_DENSE_LARGE ? modal->ports * (modal->ports + 1) : 0;
}

/** Room for all blocks at once: they are the most of a matrix that has any. */
static hol_status reserve_blocks(const hol_system *system, hol_matrix *matrix)
{
  size_t count = 0;
  for (size_t i = 0; i < system->modal_count; i++) {
    count += system->modal[i].alike ? 0 : block_size(&system->modal[i]);
  }
  return hol_grow(&matrix->dense, &matrix->dense_capacity, count, sizeof *matrix->dense) ? HOL_OK : HOL_MEMORY;
}

static hol_status add_block(const hol_system *system, size_t index, size_t far, const orders *at, hol_matrix *matrix)
{
  const hol_modal *modal = &system->modal[index];
  size_t n = modal->ports, size = block_size(modal),
         alike = modal->alike ? (size_t)(modal->alike - system->modal) : index;
  if (!hol_grow(&matrix->block, &matrix->block_capacity, matrix->block_count + 1, sizeof *matrix->block)) {
    return HOL_MEMORY;
  }
  hol_port_block *block = &matrix->block[matrix->block_count];
  *block = (hol_port_block){index, modal->first_unknown, n, matrix->block_count, matrix->dense_count};
  const hol_port_block *like = alike != index ? block_of(matrix, alike) : NULL;
  matrix->block_count++;
  if (like && keeps_same(matrix, alike, index)) {
    block->like = (size_t)(like - matrix->block);
    block->at = like->at;
    return HOL_OK;
  }
  if (!hol_grow(&matrix->dense, &matrix->dense_capacity, matrix->dense_count + size, sizeof *matrix->dense)) {
    return HOL_MEMORY;
  }
  double *value = matrix->dense + block->at, *derivative = value + size / 2;
  matrix->dense_count += size;
  for (size_t j = 0; j < n; value += n - j, derivative += n - j, j++) {
    fill_ports(matrix, modal, far, at, j, n - j, j, value, derivative);
  }
  return HOL_OK;
}

static hol_status add_modal(const hol_system *system, size_t index, hol_matrix *matrix)
{
  const hol_modal *modal = &system->modal[index];
  size_t n = modal->ports, far;
  orders at;
  remainder_factors(system, modal, matrix->lambda, at.factor, at.slope);
  HOL_TRY(divide_modes(system, index, matrix, &far));
  bool is_block = n > HOL_DENSE_LARGE;
  HOL_TRY(is_block ? add_block(system, index, far, &at, matrix) : HOL_OK);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j <= i && !is_block; j++) {
      double value, derivative;
      fill_ports(matrix, modal, far, &at, i, 1, j, &value, &derivative);
      HOL_TRY(add_entry(matrix, modal->first_unknown + i, modal->first_unknown + j, value, derivative));
    }
    HOL_TRY(add_row(matrix, modal->first_unknown + i, hol_modal_row(modal, i)));
  }
  return HOL_OK;
}

bool hol_entries_next(hol_entries *all, hol_entry *entry)
{
  const hol_matrix *matrix = all->matrix;
  if (all->next < matrix->entry_count) {
    *entry = matrix->entry[all->next++];
    return true;
  }
  if (all->block == matrix->block_count) {
    return false;
  }
  const hol_port_block *block = &matrix->block[all->block];
  size_t n = block->size, at = block->at + all->column * n - all->column * (all->column + 1) / 2 + all->row;
  *entry = (hol_entry){.row = (uint32_t)(block->first + all->row),
                       .column = (uint32_t)(block->first + all->column),
                       .value = matrix->dense[at],
                       .derivative = matrix->dense[at + n * (n + 1) / 2]};
  if (++all->row == n) {
    all->row = ++all->column;
  }
  if (all->column == n) {
    all->block++;
    all->row = all->column = 0;
  }
  return true;
}

size_t hol_entries_count(const hol_matrix *matrix)
{
  size_t count = matrix->entry_count;
  for (size_t b = 0; b < matrix->block_count; b++) {
    count += matrix->block[b].size * (matrix->block[b].size + 1) / 2;
  }
  return count;
}

void hol_matrix_apply_blocks(const hol_matrix *matrix, bool derivative, double factor, const uint32_t *number,
                             const double *x, double *y)
{
  for (size_t b = 0; b < matrix->block_count; b++) {
    const hol_port_block *block = &matrix->block[b];
    size_t n = block->size, from = number ? number[block->first] : block->first;
    const double *a = matrix->dense + block->at + (derivative ? n * (n + 1) / 2 : 0);
    hol_dense_add_packed(n, factor, a, x + from, y + from);
  }
}

double hol_modal_terms(const hol_system *system, const hol_matrix *matrix, size_t modal, const double *v)
{
  const hol_modal *m = &system->modal[modal];
  size_t n = m->ports;
  const double *force = v + m->first_unknown;
  double factor[HOL_ORDER_MAX], slope[HOL_ORDER_MAX], sum = 0;
  remainder_factors(system, m, matrix->lambda, factor, slope);
  for (size_t order = 0; order < m->order; order++) {
    const double *gamma = m->remainder + order * n * n;
    for (size_t i = 0; i < n * n; i += n) {
      for (size_t k = 0; k < n; k++) {
        sum += fabs(factor[order] * gamma[i + k] * force[k] * force[i / n]);
      }
    }
  }
  for (size_t k = m->rigid; k < m->modes; k++) {
    if (!is_kept(system, matrix, modal, k)) {
      double move = 0;
      for (size_t i = 0; i < n; i++) {
        move += fabs(m->phi[i + k * n] * force[i]);
      }
      sum += move * move / fabs(m->omega2[k] - matrix->lambda);
    }
  }
  return sum;
}

/** Kept modes and forms as one number. */
static uint64_t form_of(const hol_system *system, const hol_matrix *matrix)
{
  uint64_t hash = HOL_HASH_START;
  for (size_t k = 0; k < matrix->kept_count; k++) {
    hash = hol_hash(hash, matrix->kept[k].modal * 1024 + matrix->kept[k].mode);
  }
  for (size_t i = 0; i < system->stretch_count; i++) {
    hash = hol_hash(hash, (uint64_t)hol_relation_of(system, matrix, i)->form);
  }
  return hash;
}

/** The relations of all stretches, in the forms that are best at matrix->as. */
static hol_status take_relations(const hol_system *system, bool derivative, hol_matrix *matrix)
{
  if (!hol_grow(&matrix->relation, &matrix->relation_capacity, system->example_count, sizeof *matrix->relation)) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < system->example_count; i++) {
    const hol_stretch *s = &system->stretch[system->example[i]];
    const hol_substructure_class *class = s->member->class;
    const void *of = hol_member_stretch(s->member, s->station);
    hol_relation *relation = &matrix->relation[i];
    hol_form form = HOL_FORM_ANY;
    if (matrix->pattern) {
      form = hol_relation_of(matrix->pattern->system, matrix->pattern->matrix, system->example[i])->form;
    } else if (matrix->as != matrix->lambda) {
      HOL_TRY(class->relation(of, s->length, matrix->as, HOL_FORM_ANY, false, relation));
      form = relation->form;
    }
    HOL_TRY(class->relation(of, s->length, matrix->lambda, form, derivative, relation));
  }
  return HOL_OK;
}

hol_status hol_system_matrix(const hol_system *system, double lambda, bool derivative, hol_matrix *matrix)
{
  return hol_system_matrix_as(system, lambda, lambda, derivative, matrix);
}

/** @param[in] stretches  their entries are wanted, not their relations alone */
static hol_status fill_matrix(const hol_system *system, bool derivative, bool stretches, hol_matrix *matrix)
{
  if (system->fixed > UINT32_MAX) {
    return HOL_MEMORY;
  }
  matrix->entry_count = matrix->kept_count = matrix->below = matrix->block_count = matrix->dense_count = 0;
  HOL_TRY(take_relations(system, derivative, matrix));
  HOL_TRY(reserve_blocks(system, matrix));
  for (size_t i = 0; i < system->modal_count; i++) {
    HOL_TRY(add_modal(system, i, matrix));
  }
  matrix->stretches[0] = matrix->entry_count;
  for (size_t i = 0; i < system->stretch_count; i++) {
    matrix->below += hol_relation_of(system, matrix, i)->count;
    HOL_TRY(stretches ? add_stretch(system, i, matrix) : HOL_OK);
  }
  matrix->stretches[1] = matrix->entry_count;
  for (size_t i = 0; i < system->idle_count; i++) {
    HOL_TRY(add_entry(matrix, system->idle[i], system->idle[i], 1.0, 0.0));
  }
  HOL_TRY(add_springs(system, matrix));
  HOL_TRY(add_masses(system->model, matrix));
  matrix->n = system->fixed + matrix->kept_count;
  if (matrix->entry_count > FITTED_LEAST) {
    hol_fit(&matrix->entry, &matrix->entry_capacity, matrix->entry_count, sizeof *matrix->entry);
  }
  matrix->signature = form_of(system, matrix);
  return HOL_OK;
}

hol_status hol_system_matrix_as(const hol_system *system, double lambda, double as, bool derivative, hol_matrix *matrix)
{
  matrix->lambda = lambda;
  matrix->as = as;
  matrix->pattern = NULL;
  return fill_matrix(system, derivative, true, matrix);
}

hol_status hol_system_matrix_rest(const hol_system *system, double lambda, double as, hol_matrix *matrix)
{
  matrix->lambda = lambda;
  matrix->as = as;
  matrix->pattern = NULL;
  return fill_matrix(system, true, false, matrix);
}

void hol_matrix_drop_stretches(hol_matrix *matrix)
{
  size_t from = matrix->stretches[0], to = matrix->stretches[1];
  if (from == to) {
    return;
  }
  memmove(matrix->entry + from, matrix->entry + to, (matrix->entry_count - to) * sizeof *matrix->entry);
  matrix->entry_count -= to - from;
  matrix->stretches[1] = from;
  if (to - from > FITTED_LEAST) {
    hol_fit(&matrix->entry, &matrix->entry_capacity, matrix->entry_count, sizeof *matrix->entry);
  }
}

hol_status hol_system_matrix_like(const hol_system *system, double lambda, const hol_pattern *pattern, hol_matrix *matrix)
{
  for (size_t i = 0; i < pattern->kept_count; i++) {
    if (pattern->kept[i].mode >= system->modal[pattern->kept[i].modal].modes) {
      return HOL_NUMERICAL;
    }
  }
  matrix->lambda = matrix->as = lambda;
  matrix->pattern = pattern;
  hol_status status = fill_matrix(system, false, true, matrix);
  matrix->pattern = NULL;
  return status;
}

hol_status hol_matrix_factorise(const hol_matrix *matrix, hol_factor *factor)
{
  HOL_TRY(hol_factor_start(factor, matrix->n));
  hol_entry entry;
  for (hol_entries all = {.matrix = matrix}; hol_entries_next(&all, &entry);) {
    factor->a[entry.row + entry.column * matrix->n] += entry.value;
  }
  return hol_factor_compute(factor);
}

/** y += A x of entries whose magnitudes are asked for or not. Which number of an entry it is and what is made of it is known where this
 *  is called: no question is left in the loop. */
static inline void apply_entries(const hol_matrix *matrix, bool derivative, bool magnitude, const double *x, double *y)
{
  for (size_t e = 0; e < matrix->entry_count; e++) {
    const hol_entry *entry = &matrix->entry[e];
    double value = derivative ? entry->derivative : entry->value;
    double a = value * x[entry->column], b = value * x[entry->row];
    y[entry->row] += magnitude ? fabs(a) : a;
    if (entry->row != entry->column) {
      y[entry->column] += magnitude ? fabs(b) : b;
    }
  }
}

/** y += |A| |x| of blocks. */
static void apply_sizes(const hol_matrix *matrix, bool derivative, const double *x, double *y)
{
  for (size_t b = 0; b < matrix->block_count; b++) {
    const hol_port_block *block = &matrix->block[b];
    size_t n = block->size;
    const double *a = matrix->dense + block->at + (derivative ? n * (n + 1) / 2 : 0), *from = x + block->first;
    double *to = y + block->first;
    for (size_t j = 0; j < n; j++) {
      double own = fabs(from[j]), sum = fabs(*a++) * own;
      for (size_t i = j + 1; i < n; i++, a++) {
        to[i] += fabs(*a) * own;
        sum += fabs(*a * from[i]);
      }
      to[j] += sum;
    }
  }
}

void hol_matrix_apply(const hol_matrix *matrix, bool derivative, bool magnitude, const double *x, double *y)
{
  memset(y, 0, matrix->n * sizeof *y);
  if (magnitude) {
    apply_entries(matrix, derivative, true, x, y);
    apply_sizes(matrix, derivative, x, y);
    return;
  }
  hol_matrix_apply_blocks(matrix, derivative, 1, NULL, x, y);
  if (derivative) {
    apply_entries(matrix, true, false, x, y);
  } else {
    apply_entries(matrix, false, false, x, y);
  }
}

void hol_matrix_apply_sizes(const hol_matrix *matrix, const double *x, double *y, double *size, double *slope)
{
  memset(y, 0, matrix->n * sizeof *y);
  memset(size, 0, matrix->n * sizeof *size);
  memset(slope, 0, matrix->n * sizeof *slope);
  hol_matrix_apply_blocks(matrix, false, 1, NULL, x, y);
  for (size_t e = 0; e < matrix->entry_count; e++) {
    const hol_entry *entry = &matrix->entry[e];
    size_t row = entry->row, column = entry->column;
    double a = entry->value * x[column], b = entry->value * x[row];
    y[row] += a;
    size[row] += fabs(a);
    slope[row] += fabs(entry->derivative * x[column]);
    if (row != column) {
      y[column] += b;
      size[column] += fabs(b);
      slope[column] += fabs(entry->derivative * x[row]);
    }
  }
  apply_sizes(matrix, false, x, size);
  apply_sizes(matrix, true, x, slope);
}
