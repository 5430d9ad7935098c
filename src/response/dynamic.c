/* SPDX-License-Identifier: BSD-3-Clause */
/* Dynamic stiffness S(s) of a damped structure and S′(s): assembly, factorisation, uniform loads, rounding errors. */
#include "response/dynamic.h"
#include "base/complex.h"
#include "base/memory.h"
#include "model/damping.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Relative distance from a pole below which a component mode is an unknown: elimination costs at most one digit. */
static const double near_pole = 0.1;
/** Bound of the relative rounding of entries, and of their change with s. */
static const double rounding = 8 * DBL_EPSILON;

/** A sparse row: one unknown, or a functional of w. Borrowed. */
typedef struct matrix_row {
  size_t count;
  const size_t *index;
  const double *value;
} matrix_row;

void hol_dynamic_clear(hol_dynamic *d)
{
  free(d->held);
  free(d->law_of);
  free(d->example);
  free(d->form.kept);
  free(d->form.form);
  free(d->relation);
  free(d->entry);
  hol_complex_lu_clear(&d->lu);
  *d = (hol_dynamic){0};
}

/* ---- what can be damped ------------------------------------------------------------------------------------------ */

static hol_damping damping_of(const hol_dynamic *d, const hol_member *member)
{
  return hol_member_damping(d->system->model, member);
}

static hol_law law_at(const hol_dynamic *d, hol_damping damping)
{
  return d->is_continued ? hol_law_continued(damping, d->s) : hol_law_at(damping, d->s);
}

static bool is_alike(hol_damping a, hol_damping b)
{
  return !(fabs(a.loss_factor - b.loss_factor) > 0) && !(fabs(a.mass - b.mass) > 0) &&
         !(fabs(a.stiffness - b.stiffness) > 0) && !(fabs(a.line - b.line) > 0);
}

/** Find one representative of all segments with the same line, length and damping. */
static hol_status find_examples(hol_dynamic *d)
{
  const hol_system *system = d->system;
  size_t *next = hol_alloc(system->segment_count, sizeof *next),
         *first = hol_alloc(system->example_count, sizeof *first);
  hol_status status = next && first ? HOL_OK : HOL_MEMORY;
  for (size_t i = 0; status == HOL_OK && i < system->example_count; i++) {
    first[i] = SIZE_MAX;
  }
  for (size_t i = 0; status == HOL_OK && i < system->segment_count; i++) {
    const hol_segment *s = &system->segment[i];
    size_t at = first[s->alike];
    while (at != SIZE_MAX && !is_alike(damping_of(d, system->segment[at].member), damping_of(d, s->member))) {
      at = next[at];
    }
    d->law_of[i] = at;
    if (at == SIZE_MAX) {
      d->law_of[i] = i;
      next[i] = first[s->alike];
      first[s->alike] = i;
      d->example[d->example_count++] = i;
    }
  }
  free(next);
  free(first);
  return status;
}

static void refuse(const hol_dynamic *d, size_t part, const char *hint, const char *what, hol_faults *faults)
{
  const hol_part *of = &d->system->model->problem->part[part];
  hol_faults_add(faults, true, of->place, hint, "`%s` %s", of->name, what);
}

/** Test for a rigid body without mass: line damping would not be defined. */
static bool is_light(const hol_resolved *resolved)
{
  bool is_shifted = false;
  for (size_t k = 0; k < resolved->lumped_masses; k++) {
    is_shifted = is_shifted || !resolved->lumped_mass[k].turns;
  }
  return is_shifted && !(resolved->moment[0] > 0);
}

static hol_status check_parts(const hol_dynamic *d, hol_faults *faults)
{
  size_t before = faults->errors;
  for (size_t i = 0; i < d->system->modal_count; i++) {
    const hol_member *member = d->system->modal[i].member;
    if (damping_of(d, member).line > 0) {
      refuse(d, member->part,
             "line damping is known for uniform members in exact compliances, and where the mass per length is the "
             "same all along and "
             "without rotary inertia",
             "enters by its own modes: it cannot have `line_damping`", faults);
    }
  }
  for (size_t i = 0; i < d->system->model->problem->part_count; i++) {
    if (hol_part_damping(&d->system->model->problem->part[i]).line > 0 && is_light(&d->system->model->resolved[i])) {
      refuse(d, i, "give it a `line_mass`", "moves as a whole and has no mass: it cannot have `line_damping`", faults);
    }
  }
  for (size_t i = 0; i < d->example_count; i++) {
    const hol_segment *s = &d->system->segment[d->example[i]];
    const hol_law law = hol_law_at(damping_of(d, s->member), 1);
    hol_damped_relation relation;
    const void *of = hol_member_segment(s->member, s->station);
    bool is_known = s->member->class->damped &&
                    s->member->class->damped(of, s->length, &law, HOL_FORM_ANY, &relation) != HOL_INVALID;
    if (!is_known) {
      refuse(d, s->member->part, NULL, "has no exact relation for damped motions", faults);
    }
  }
  return faults->errors > before ? HOL_INVALID : HOL_OK;
}

hol_status hol_dynamic_start(const hol_system *system, const hol_held_row *held, size_t held_count, hol_dynamic *d,
                             hol_faults *faults)
{
  *d = (hol_dynamic){.system = system, .held_count = held_count, .held_unknown = system->fixed};
  d->held = hol_alloc(held_count, sizeof *d->held);
  d->law_of = hol_alloc(system->segment_count, sizeof *d->law_of);
  d->example = hol_alloc(system->segment_count, sizeof *d->example);
  d->relation = hol_alloc(system->segment_count, sizeof *d->relation);
  d->form.form = hol_alloc(system->segment_count, sizeof *d->form.form);
  if (!d->held || !d->law_of || !d->example || !d->relation || !d->form.form) {
    return HOL_MEMORY;
  }
  if (held_count) {
    memcpy(d->held, held, held_count * sizeof *held);
  }
  HOL_TRY(find_examples(d));
  return check_parts(d, faults);
}

/* ---- entries ----------------------------------------------------------------------------------------------------- */

static hol_status add_known(hol_dynamic *d, size_t i, size_t j, hol_complex_dual value, double error)
{
  if (!hol_grow(&d->entry, &d->entry_capacity, d->entry_count + 1, sizeof *d->entry)) {
    return HOL_MEMORY;
  }
  d->entry[d->entry_count++] = (hol_complex_entry){
      .row = i > j ? i : j, .column = i > j ? j : i, .value = value.v, .derivative = value.d, .error = error};
  return HOL_OK;
}

/** No less than |z|, without a root. */
static double size_of_number(double complex z)
{
  return fabs(creal(z)) + fabs(cimag(z));
}

static hol_status add_one_sided(hol_dynamic *d, size_t i, size_t j, hol_complex_dual value, double error)
{
  HOL_TRY(add_known(d, i, j, value, error));
  hol_complex_entry *entry = &d->entry[d->entry_count - 1];
  entry->row = i;
  entry->column = j;
  entry->is_one_sided = true;
  return HOL_OK;
}

/** Size of a number and of its change with s: both are rounded. */
static double size_of(const hol_dynamic *d, hol_complex_dual value)
{
  return size_of_number(value.v) + size_of_number(d->s * value.d);
}

static hol_status add_entry(hol_dynamic *d, size_t i, size_t j, double complex value, double complex derivative)
{
  const hol_complex_dual dual = {value, derivative};
  return add_known(d, i, j, dual, rounding * size_of(d, dual));
}

/** S += value (a bᵀ + b aᵀ), or value a aᵀ when both are the same leg. */
static hol_status add_pair(hol_dynamic *d, const matrix_row *a, const matrix_row *b, double complex value,
                           double complex derivative)
{
  for (size_t i = 0; i < a->count; i++) {
    for (size_t j = 0; j < b->count; j++) {
      if (a == b && b->index[j] > a->index[i]) {
        continue;
      }
      double factor = a->value[i] * b->value[j] * (a != b && a->index[i] == b->index[j] ? 2.0 : 1.0);
      HOL_TRY(add_entry(d, a->index[i], b->index[j], factor * value, factor * derivative));
    }
  }
  return HOL_OK;
}

static matrix_row row_of(const hol_sparse *row)
{
  return (matrix_row){row->count, row->index, row->value};
}

/** Add row·w to the equation of unknown i, and its transpose. */
static hol_status add_row(hol_dynamic *d, size_t i, const hol_sparse *row)
{
  for (size_t j = 0; j < row->count; j++) {
    HOL_TRY(add_entry(d, i, row->index[j], row->value[j], 0));
  }
  return HOL_OK;
}

/** Dynamic stiffness −λ m of a lumped mass, with its damping. */
static hol_complex_dual resistance(const hol_dynamic *d, const hol_mass *mass)
{
  const hol_law law = law_at(d, hol_mass_damping(d->system->model, mass));
  return (hol_complex_dual){-law.inertia.v * mass->mass, -law.inertia.d * mass->mass};
}

static hol_status add_lumped_masses(hol_dynamic *d)
{
  const hol_model *model = d->system->model;
  for (size_t i = 0; i < model->mass_count; i++) {
    const matrix_row a = row_of(&model->mass[i].along.row);
    const hol_complex_dual against = resistance(d, &model->mass[i]);
    HOL_TRY(add_pair(d, &a, &a, against.v, against.d));
  }
  for (size_t i = 0; i < model->dashpot_count; i++) {
    const matrix_row a = row_of(&model->dashpot[i].along.row);
    double c = d->leaves_out_dashpots ? 0 : model->problem->joint[model->dashpot[i].joint].damping;
    HOL_TRY(add_pair(d, &a, &a, d->s * c, c));
  }
  return HOL_OK;
}

/** Terms between two rows, which have no mirror. */
static hol_status add_cross_terms(hol_dynamic *d)
{
  for (size_t t = 0; t < d->cross_count; t++) {
    const hol_cross_term *cross = &d->cross[t];
    double complex value = cross->stiffness + d->s * (cross->damping + d->s * cross->mass),
                   slope = cross->damping + 2 * d->s * cross->mass;
    for (size_t i = 0; i < cross->force->count; i++) {
      for (size_t j = 0; j < cross->motion->count; j++) {
        double factor = cross->force->value[i] * cross->motion->value[j];
        const hol_complex_dual term = {factor * value, factor * slope};
        HOL_TRY(add_one_sided(d, cross->force->index[i], cross->motion->index[j], term, rounding * size_of(d, term)));
      }
    }
  }
  return HOL_OK;
}

static hol_status add_springs(hol_dynamic *d)
{
  const hol_model *model = d->system->model;
  for (size_t i = 0; i < model->spring_count; i++) {
    double loss = model->problem->joint[model->spring[i].joint].loss_factor;
    size_t unknown = d->system->spring_unknown + i;
    bool is_below = cimag(d->s) < 0 && !d->is_continued;
    double complex flexibility = model->spring[i].compliance / hol_complex(1, is_below ? -loss : loss);
    HOL_TRY(add_entry(d, unknown, unknown, -flexibility, 0));
    HOL_TRY(add_row(d, unknown, &model->spring[i].along.row));
  }
  for (size_t i = 0; i < d->held_count; i++) {
    HOL_TRY(add_entry(d, d->held_unknown + i, d->held_unknown + i, -d->held[i].compliance, 0));
    HOL_TRY(add_row(d, d->held_unknown + i, d->held[i].row));
  }
  return HOL_OK;
}

/* ---- segments ---------------------------------------------------------------------------------------------------- */

static hol_status fill_relations(hol_dynamic *d, bool keep_form)
{
  for (size_t i = 0; i < d->example_count; i++) {
    const hol_segment *s = &d->system->segment[d->example[i]];
    const hol_law law = law_at(d, damping_of(d, s->member));
    hol_damped_relation *relation = &d->relation[d->example[i]];
    const void *of = hol_member_segment(s->member, s->station);
    HOL_TRY(s->member->class->damped(of, s->length, &law, keep_form ? d->form.form[i] : HOL_FORM_ANY, relation));
    d->form.form[i] = relation->form;
  }
  return HOL_OK;
}

static hol_status add_segment(hol_dynamic *d, size_t index)
{
  static const double one = 1.0;
  const hol_segment *s = &d->system->segment[index];
  const hol_damped_relation *relation = &d->relation[d->law_of[index]];
  size_t unknown[HOL_RELATION_MAX], n = 0;
  matrix_row row[HOL_RELATION_MAX];
  for (; n < relation->n_mu; n++) {
    unknown[n] = s->first_unknown + n;
    row[n] = (matrix_row){1, &unknown[n], &one};
  }
  const hol_functional *port = s->member->port + s->station * s->member->orders;
  for (size_t i = 0; i < 2 * s->member->orders; i++, n++) {
    row[n] = row_of(&port[i].row);
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j <= i; j++) {
      HOL_TRY(add_pair(d, &row[i], &row[j], relation->S[i][j], relation->dS[i][j]));
    }
  }
  for (size_t i = relation->n_mu; i < s->multipliers; i++) { /* unused multipliers of a form */
    HOL_TRY(add_entry(d, s->first_unknown + i, s->first_unknown + i, -1.0, 0));
  }
  return HOL_OK;
}

/* ---- component modes --------------------------------------------------------------------------------------------- */

/** ω²g − λ and its derivative. */
static hol_complex_dual gap_of(const hol_law *law, double omega2)
{
  return (hol_complex_dual){omega2 * law->stiffness.v - law->inertia.v, omega2 * law->stiffness.d - law->inertia.d};
}

/** Relative error of computed component modes and compliances. */
static double error_of(const hol_modal *modal)
{
  return modal->component_modes ? modal->component_modes->error : 0;
}

static bool is_near(const hol_modal *modal, size_t k, const hol_law *law)
{
  double omega2 = modal->omega2[k];
  double size = fmax(cabs(omega2 * law->stiffness.v), cabs(law->inertia.v));
  return k < modal->rigid || cabs(gap_of(law, omega2).v) <= near_pole * size;
}

static hol_status choose_kept(hol_dynamic *d)
{
  d->form.kept_count = 0;
  for (size_t i = 0; i < d->system->modal_count; i++) {
    const hol_modal *modal = &d->system->modal[i];
    const hol_law law = law_at(d, damping_of(d, modal->member));
    for (size_t k = 0; k < modal->modes; k++) {
      if (!is_near(modal, k, &law)) {
        continue;
      }
      if (!hol_grow(&d->form.kept, &d->form.kept_capacity, d->form.kept_count + 1, sizeof *d->form.kept)) {
        return HOL_MEMORY;
      }
      d->form.kept[d->form.kept_count++] = (hol_kept){i, k};
    }
  }
  return HOL_OK;
}

static hol_status add_kept(hol_dynamic *d)
{
  size_t first = d->held_unknown + d->held_count;
  for (size_t i = 0; i < d->form.kept_count; i++) {
    const hol_kept *kept = &d->form.kept[i];
    const hol_modal *modal = &d->system->modal[kept->modal];
    const hol_law law = law_at(d, damping_of(d, modal->member));
    hol_complex_dual gap = gap_of(&law, modal->omega2[kept->mode]);
    double known = rounding + error_of(modal), size = modal->omega2[kept->mode] * cabs(law.stiffness.v);
    HOL_TRY(add_known(d, first + i, first + i, gap, known * size + rounding * size_of(d, law.inertia)));
    for (size_t p = 0; p < modal->ports; p++) {
      const hol_complex_dual phi = {-modal->phi[p + kept->mode * modal->ports], 0};
      HOL_TRY(add_known(d, first + i, modal->first_unknown + p, phi, known * cabs(phi.v)));
    }
  }
  d->n = first + d->form.kept_count;
  return HOL_OK;
}

/** A factor of a term of a part's compliance, and its error over the size of the term. */
typedef struct factor_of_term {
  hol_complex_dual of;
  double error;
} factor_of_term;

/** Factors of all terms of a part's compliance that are no unknowns: first those of its modes, then of its residual
 *  flexibility; 0: an unknown. */
static void find_factors(const hol_dynamic *d, size_t index, const hol_law *law, factor_of_term *factor)
{
  const hol_modal *modal = &d->system->modal[index];
  double known = rounding + error_of(modal);
  for (size_t k = 0; k < modal->modes; k++) {
    hol_complex_dual gap = gap_of(law, modal->omega2[k]);
    bool is_kept = hol_kept_find(d->form.kept, d->form.kept_count, index, k);
    factor[k].of = is_kept ? (hol_complex_dual){0, 0} : (hol_complex_dual){1 / gap.v, -gap.d / (gap.v * gap.v)};
    factor[k].error = known * cabs(modal->omega2[k] * law->stiffness.v * factor[k].of.v * factor[k].of.v);
  }
  double complex g = law->stiffness.v, pace = law->inertia.v / g;
  double complex pace_slope = (law->inertia.d - pace * law->stiffness.d) / g, before = 0, power = 1;
  for (size_t j = 0; j < modal->order; j++) {
    factor[modal->modes + j].error = 0;
    factor[modal->modes + j].of =
        (hol_complex_dual){power / g, (double)j * before * pace_slope / g - power * law->stiffness.d / (g * g)};
    before = power;
    power *= pace;
  }
  for (size_t k = 0; k < modal->modes + modal->order; k++) {
    factor[k].error += rounding * size_of(d, factor[k].of) + known * cabs(factor[k].of.v);
  }
}

/** Compliance between two interface DOFs of a part; factors of unknowns are 0. @param[out] error  absolute */
static hol_complex_dual compliance_of(const hol_modal *modal, const factor_of_term *factor, size_t i, size_t j,
                                      double *error)
{
  hol_complex_dual sum = {0, 0};
  size_t n = modal->ports;
  *error = 0;
  for (size_t k = 0; k < modal->modes + modal->order; k++) {
    double term = k < modal->modes ? modal->phi[i + k * n] * modal->phi[j + k * n]
                                   : modal->flexibility[(k - modal->modes) * n * n + i + j * n];
    double size = k == modal->modes && modal->magnitude ? modal->magnitude[i + j * n] : fabs(term);
    sum.v += factor[k].of.v * term;
    sum.d += factor[k].of.d * term;
    *error += size * factor[k].error;
  }
  return sum;
}

static hol_status add_modal(hol_dynamic *d, size_t index)
{
  const hol_modal *modal = &d->system->modal[index];
  const hol_law law = law_at(d, damping_of(d, modal->member));
  size_t n = modal->ports;
  factor_of_term *factor = hol_alloc(modal->modes + modal->order, sizeof *factor);
  hol_status status = factor ? HOL_OK : HOL_MEMORY;
  if (factor) {
    find_factors(d, index, &law, factor);
  }
  for (size_t i = 0; i < n && status == HOL_OK; i++) {
    for (size_t j = 0; j <= i && status == HOL_OK; j++) {
      double error;
      const hol_complex_dual sum = compliance_of(modal, factor, i, j, &error), minus = {-sum.v, -sum.d};
      status = add_known(d, modal->first_unknown + i, modal->first_unknown + j, minus, error);
    }
    status = status == HOL_OK ? add_row(d, modal->first_unknown + i, hol_modal_row(modal, i)) : status;
  }
  free(factor);
  return status;
}

/* ---- the matrix -------------------------------------------------------------------------------------------------- */

hol_status hol_dynamic_fill(hol_dynamic *d, double complex s, bool keep_form)
{
  const hol_system *system = d->system;
  d->s = s;
  d->entry_count = 0;
  HOL_TRY(fill_relations(d, keep_form));
  HOL_TRY(keep_form ? HOL_OK : choose_kept(d));
  for (size_t i = 0; i < system->modal_count; i++) {
    HOL_TRY(add_modal(d, i));
  }
  for (size_t i = 0; i < system->segment_count; i++) {
    HOL_TRY(add_segment(d, i));
  }
  for (size_t i = 0; i < system->idle_count; i++) {
    HOL_TRY(add_entry(d, system->idle[i], system->idle[i], 1.0, 0));
  }
  HOL_TRY(add_springs(d));
  HOL_TRY(add_lumped_masses(d));
  HOL_TRY(add_cross_terms(d));
  return add_kept(d);
}

hol_status hol_dynamic_factorise(hol_dynamic *d)
{
  return hol_complex_lu_compute(&d->lu, d->n, d->entry, d->entry_count);
}

hol_status hol_dynamic_solve(hol_dynamic *d, double complex *x, size_t columns)
{
  return hol_complex_lu_solve(&d->lu, x, columns);
}

hol_status hol_dynamic_solve_transposed(hol_dynamic *d, double complex *x, size_t columns)
{
  return hol_complex_lu_solve_transposed(&d->lu, x, columns);
}

bool hol_dynamic_is_symmetric(const hol_dynamic *d)
{
  return d->cross_count == 0;
}

void hol_dynamic_apply(const hol_dynamic *d, bool derivative, const double complex *x, double complex *y)
{
  memset(y, 0, d->n * sizeof *y);
  for (size_t i = 0; i < d->entry_count; i++) {
    const hol_complex_entry *e = &d->entry[i];
    double complex value = derivative ? e->derivative : e->value;
    y[e->row] += value * x[e->column];
    if (hol_complex_entry_has_mirror(e)) {
      y[e->column] += value * x[e->row];
    }
  }
}

void hol_dynamic_apply_transposed(const hol_dynamic *d, bool derivative, const double complex *x, double complex *y)
{
  memset(y, 0, d->n * sizeof *y);
  for (size_t i = 0; i < d->entry_count; i++) {
    const hol_complex_entry *e = &d->entry[i];
    double complex value = derivative ? e->derivative : e->value;
    y[e->column] += value * x[e->row];
    if (hol_complex_entry_has_mirror(e)) {
      y[e->row] += value * x[e->column];
    }
  }
}

double complex hol_dynamic_product(const hol_dynamic *d, const double complex *x, const double complex *y)
{
  double complex sum = 0;
  for (size_t i = 0; i < d->entry_count; i++) {
    const hol_complex_entry *e = &d->entry[i];
    sum += e->derivative * x[e->row] * y[e->column];
    sum += hol_complex_entry_has_mirror(e) ? e->derivative * x[e->column] * y[e->row] : 0;
  }
  return sum;
}

hol_status hol_dynamic_solve_roughly(hol_dynamic *d, bool transposed, double complex *x)
{
  return hol_complex_lu_solve_roughly(&d->lu, transposed, x);
}

double hol_dynamic_error(const hol_dynamic *d, const double complex *x, const double complex *y)
{
  double sum = 0;
  for (size_t i = 0; i < d->entry_count; i++) {
    const hol_complex_entry *e = &d->entry[i];
    double one = cabs(x[e->row]) * cabs(y[e->column]);
    sum += e->error * (hol_complex_entry_has_mirror(e) ? one + cabs(x[e->column]) * cabs(y[e->row]) : one);
  }
  return sum;
}

hol_status hol_dynamic_sensitivity(hol_dynamic *d, double complex *x, double *sensitivity)
{
  double size = 0;
  double complex *left = hol_dynamic_is_symmetric(d) ? x : x + d->n;
  for (size_t i = 0; i < d->n; i++) { /* scattered phases, of the size of the rows */
    x[i] = left[i] = cexp(hol_complex(0, 2.4 * (double)i * (double)(i + 1))) / d->lu.scale[i];
  }
  HOL_TRY(hol_dynamic_solve_roughly(d, false, x));
  HOL_TRY(left == x ? HOL_OK : hol_dynamic_solve_roughly(d, true, left));
  for (size_t i = 0; i < d->n; i++) {
    size += cabs(x[i]) / d->lu.scale[i];
  }
  *sensitivity = size > 0 ? sqrt((double)d->n) * hol_dynamic_error(d, left, x) / size : 0;
  return isfinite(*sensitivity) ? HOL_OK : HOL_NUMERICAL;
}

hol_status hol_dynamic_trace(hol_dynamic *d, double complex *trace)
{
  double complex *x = hol_alloc(d->n, sizeof *x), *y = hol_alloc(d->n, sizeof *y);
  hol_status status = x && y ? HOL_OK : HOL_MEMORY;
  *trace = 0;
  for (size_t i = 0; i < d->n && status == HOL_OK; i++) {
    memset(x, 0, d->n * sizeof *x);
    x[i] = 1;
    hol_dynamic_apply(d, true, x, y);
    status = hol_dynamic_solve(d, y, 1);
    *trace += y[i];
  }
  free(x);
  free(y);
  return status;
}

/* ---- loads ------------------------------------------------------------------------------------------------------- */

static void add_to(double complex *to, double complex value, const hol_sparse *row)
{
  for (size_t i = 0; i < row->count; i++) {
    to[row->index[i]] += value * row->value[i];
  }
}

hol_status hol_dynamic_load(const hol_dynamic *d, const hol_member *member, double size, bool weight, double complex *b,
                            double complex *db)
{
  if (member->is_modal || !member->class->damped_load) {
    return HOL_INVALID;
  }
  for (size_t i = 0; i < d->system->segment_count; i++) {
    const hol_segment *s = &d->system->segment[i];
    if (s->member != member) {
      continue;
    }
    const hol_law law = law_at(d, damping_of(d, member));
    const hol_damped_relation *relation = &d->relation[d->law_of[i]];
    const hol_functional *port = member->port + s->station * member->orders;
    double complex value[HOL_RELATION_MAX], slope[HOL_RELATION_MAX];
    HOL_TRY(member->class->damped_load(hol_member_segment(member, s->station), s->length, &law, relation->form, weight,
                                       value, slope));
    for (size_t k = 0; k < relation->n_mu; k++) {
      b[s->first_unknown + k] += size * value[k];
      db[s->first_unknown + k] += size * slope[k];
    }
    for (size_t k = 0; k < 2 * member->orders; k++) {
      add_to(b, size * value[relation->n_mu + k], &port[k].row);
      add_to(db, size * slope[relation->n_mu + k], &port[k].row);
    }
  }
  return HOL_OK;
}
