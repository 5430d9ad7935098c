/* SPDX-License-Identifier: BSD-3-Clause */
/* Members are integrated by Newton and Cotes over nine places; what they do to their joints follows from virtual work,
   with cubic virtual deflections: all derivatives of the shape are moved to these, so that no differences of samples
   are needed. The rule of five places tells how far quadrature can be trusted. */
#include "shape_check.h"

#include "reading.h"

#include "holonome/solve.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = SHAPE_SAMPLES - 1, MODES = 40 };

const char *const shape_fault_name[SHAPE_FAULTS] = {"run",    "unit mass",  "orthogonality", "joints",  "equilibrium",
                                                    "energy", "modal mass", "reaction-free", "residual"};

typedef struct check {
  uint64_t seed;
  const shape_structure *s;
  const hol_result *result;
  shape_tally *tally;
  const char *compliance;
} check;

/** An error and what is allowed of it. */
static void judge(const check *c, shape_fault fault, size_t mode, double error, double allowed, const char *what)
{
  shape_tally *t = c->tally;
  ++t->checks[fault];
  t->worst[fault] = fmax(t->worst[fault], error / allowed);
  t->error[fault] = fmax(t->error[fault], error);
  if (!(error <= allowed)) {
    ++t->violations[fault];
    fprintf(stderr, "# seed %llu, %s, mode %zu: %s (%s): %.3g, allowed %.3g\n", (unsigned long long)c->seed,
            c->compliance, mode + 1, shape_fault_name[fault], what, error, allowed);
  }
}

/* ---- quadrature ---- */

/** A sum, and by how much two rules differ. */
typedef struct integral {
  double value, doubt;
} integral;

/** From sample `first` to `last`, a multiple of eight apart. */
static integral integrate(const double *f, size_t first, size_t last, double step)
{
  static const double nine[9] = {989, 5888, -928, 10496, -4540, 10496, -928, 5888, 989}, five[5] = {7, 32, 12, 32, 7};
  integral sum = {0, 0};
  double other = 0;
  for (size_t i = first; i < last; i += 8) {
    for (size_t k = 0; k < 9; k++) {
      sum.value += 4 * step / 14175 * nine[k] * f[i + k];
    }
    for (size_t k = 0; k < 5; k++) {
      other += 2 * step / 45 * five[k] * (f[i + k] + f[i + 4 + k]);
    }
  }
  sum.doubt = fabs(sum.value - other);
  return sum;
}

/* ---- fields ---- */

/** Of a member, along its own axes. */
typedef struct field {
  double u[SHAPE_SAMPLES], twist[SHAPE_SAMPLES], w[2][SHAPE_SAMPLES], turn[2][SHAPE_SAMPLES];
} field;

static double component(const hol_shape *shape, size_t f, size_t place)
{
  return shape->value[f] ? shape->value[f][place] : 0;
}

static void take_field(const shape_part *p, const hol_shape *shape, field *f)
{
  for (size_t i = 0; i < SHAPE_SAMPLES; i++) {
    double own[2][3] = {{0}};
    for (size_t a = 0; a < 3; a++) {
      for (size_t k = 0; k < 3; k++) {
        own[0][a] += p->axis[a][k] * component(shape, k, i);
        own[1][a] += p->axis[a][k] * component(shape, HOL_RX + k, i);
      }
    }
    f->u[i] = own[0][0], f->twist[i] = own[1][0];
    f->w[0][i] = own[0][1], f->turn[0][i] = own[1][2];  /* slope about z */
    f->w[1][i] = own[0][2], f->turn[1][i] = -own[1][1]; /* and about −y */
  }
}

/** ∫ of the masses of a member times two fields. */
static integral member_mass(const shape_part *p, const field *x, const field *y)
{
  double f[SHAPE_SAMPLES];
  for (size_t i = 0; i < SHAPE_SAMPLES; i++) {
    double xi = (double)i / STEPS;
    f[i] = shape_law_at(&p->mass, xi) * (x->u[i] * y->u[i] + x->w[0][i] * y->w[0][i] + x->w[1][i] * y->w[1][i]) +
           shape_law_at(&p->polar, xi) * x->twist[i] * y->twist[i];
    if (p->torsion && !p->bends[0] && !p->axial) {
      f[i] = shape_law_at(&p->polar, xi) * x->twist[i] * y->twist[i];
    }
    for (int k = 0; k < 2; k++) {
      f[i] += shape_law_at(&p->rotary[k], xi) * x->turn[k][i] * y->turn[k][i];
    }
  }
  return integrate(f, 0, STEPS, p->length / STEPS);
}

/** The same of any part but a ring or plate. */
static integral mass_of(const check *c, size_t part, const hol_mode *x, const hol_mode *y)
{
  const shape_part *p = &c->s->part[part];
  const hol_shape *a = &x->shape[part], *b = &y->shape[part];
  integral sum = {0, 0};
  if (p->kind == SHAPE_MEMBER) {
    field fx, fy;
    take_field(p, a, &fx);
    take_field(p, b, &fy);
    return member_mass(p, &fx, &fy);
  }
  for (size_t i = 0; p->kind == SHAPE_IMPORTED && i < p->rows; i++) {
    sum.value += p->c[i] * component(a, HOL_UX, i) * component(b, HOL_UX, i);
  }
  for (size_t k = 0; p->kind == SHAPE_BODY && k < 3; k++) {
    sum.value += p->m * component(a, k, 0) * component(b, k, 0) +
                 p->J[k] * component(a, HOL_RX + k, 0) * component(b, HOL_RX + k, 0);
  }
  return sum;
}

static bool is_plate_or_ring(const shape_part *p)
{
  return p->kind >= SHAPE_RING;
}

/** Of a motion that grows it is below zero. */
static double lambda_of(const hol_mode *mode)
{
  return mode->growth > 0 ? -mode->growth * mode->growth : mode->omega * mode->omega;
}

/** What an error of the frequency lets expect of the shape, twice its root; NAN: nothing is known of it. */
static double allowed_of(const hol_mode *mode)
{
  double width = mode->growth > 0  ? (mode->upper_growth - mode->lower_growth) / mode->growth
                 : mode->omega > 0 ? (mode->upper - mode->lower) / mode->omega
                                   : 0;
  return isnan(width) ? width : fmax(1e-9, 2 * sqrt(width));
}

/* ---- masses and energies ---- */

static void check_masses(const check *c, size_t i)
{
  const hol_mode *mode = &c->result->mode[i];
  if (is_plate_or_ring(&c->s->part[0])) {
    return;
  }
  for (size_t j = 0; j <= i; j++) {
    integral sum = {0, 0};
    for (size_t p = 0; p < c->s->parts; p++) {
      const integral part = mass_of(c, p, mode, &c->result->mode[j]);
      sum.value += part.value;
      sum.doubt += part.doubt;
    }
    double allowed = fmax(allowed_of(mode), allowed_of(&c->result->mode[j]));
    allowed = c->s->by_reactions ? 1e-8 : allowed;
    judge(c, i == j ? SHAPE_UNIT : SHAPE_ORTHOGONAL, i, fabs(sum.value - (i == j)), allowed + 0.01 * sum.doubt,
          "quadrature");
  }
}

static void check_energies(const check *c, size_t i)
{
  const hol_mode *mode = &c->result->mode[i];
  double sum = 0;
  for (size_t p = 0; p < c->s->parts; p++) {
    sum += mode->energy[p];
    if (!is_plate_or_ring(&c->s->part[p])) {
      const integral part = mass_of(c, p, mode, mode);
      double allowed = c->s->by_reactions ? 1e-8 : allowed_of(mode);
      judge(c, SHAPE_ENERGY, i, fabs(part.value - mode->energy[p]), allowed + 0.01 * part.doubt, c->s->part[p].name);
    }
  }
  judge(c, SHAPE_ENERGY, i, fabs(sum - 1), 1e-9, "sum");
}

/* ---- joints ---- */

/** Largest displacement and rotation of a mode. */
static void largest_of(const check *c, const hol_mode *mode, double top[2])
{
  top[0] = top[1] = 0;
  for (size_t p = 0; p < c->s->parts; p++) {
    for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
      for (size_t i = 0; i < mode->shape[p].points; i++) {
        top[f >= HOL_RX] = fmax(top[f >= HOL_RX], fabs(component(&mode->shape[p], f, i)));
      }
    }
  }
}

static double at_point(const check *c, const hol_mode *mode, size_t point, size_t f)
{
  return component(&mode->shape[c->s->point[point].part], f, c->s->point[point].place);
}

/** Does the part take part in a component? A chain in ux only, a ring in all, a plate's point across it only. */
static bool carries(const check *c, size_t point, size_t f)
{
  const shape_kind kind = c->s->part[c->s->point[point].part].kind;
  return kind == SHAPE_IMPORTED ? f == HOL_UX : kind == SHAPE_ROUND || kind == SHAPE_RECTANGLE ? f == HOL_UZ : true;
}

static bool has_row(const check *c, const shape_joint *j, size_t f)
{
  bool moves = j->kind == SHAPE_HINGE || j->kind == SHAPE_PIN;
  return c->s->freedoms >> f & 1u && (j->kind == SHAPE_ROLLER ? f == j->freedom : !(moves && f >= HOL_RX));
}

/** Rigid joints: the difference of their points; elastic ones: the law of the spring. */
static void check_joint(const check *c, size_t i, size_t joint, const double top[2])
{
  const hol_mode *mode = &c->result->mode[i];
  const shape_joint *j = &c->s->joint[joint];
  const hol_reaction r = hol_reaction_of(c->result, mode, joint);
  double size = fmax(top[0], top[1]);
  if (j->kind == SHAPE_SPRING || j->kind == SHAPE_CONSTRAINT) {
    bool is_spring = j->kind == SHAPE_SPRING;
    double first = is_spring ? 1 : j->coefficient[0], second = is_spring ? -1 : j->coefficient[1];
    double a = at_point(c, mode, j->a, j->freedom), b = j->b == SIZE_MAX ? 0 : at_point(c, mode, j->b, j->freedom);
    double compliance = is_spring ? 1 / j->stiffness : j->compliance, segment = first * a + second * b;
    if (!carries(c, j->a, j->freedom) || (j->b != SIZE_MAX && !carries(c, j->b, j->freedom)) || r.count != 1) {
      return;
    }
    judge(c, SHAPE_BOUNDARY, i, fabs(segment + compliance * r.value[0] / first) / size, 1e-9, "spring");
    return;
  }
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (has_row(c, j, f) && carries(c, j->a, f) && (j->b == SIZE_MAX || carries(c, j->b, f))) {
      double b = j->b == SIZE_MAX ? 0 : at_point(c, mode, j->b, f);
      judge(c, SHAPE_BOUNDARY, i, fabs(at_point(c, mode, j->a, f) - b) / size, 1e-9, hol_freedom_name[f]);
    }
  }
}

/* ---- equilibrium ---- */

/** Forces that points need to move as they do, and the size of what they are made of. */
typedef struct forces {
  double value[SHAPE_POINTS][HOL_FREEDOM_COUNT];
  double size, doubt;
} forces;

static void add_force(forces *f, size_t point, size_t first, const double axis[3], integral force)
{
  for (size_t k = 0; k < 3 && point != SIZE_MAX; k++) {
    f->value[point][first + k] += force.value * axis[k];
  }
  f->doubt += force.doubt;
}

/** Cubics of unit deflection or slope at an end, and three derivatives. */
static void hermite(size_t k, double s, double h, double N[4])
{
  double t = s / h;
  const double table[4][4] = {
      {1 - 3 * t * t + 2 * t * t * t, (-6 * t + 6 * t * t) / h, (-6 + 12 * t) / (h * h), 12 / (h * h * h)},
      {s * (1 - t) * (1 - t), 1 - 4 * t + 3 * t * t, (-4 + 6 * t) / h, 6 / (h * h)},
      {3 * t * t - 2 * t * t * t, (6 * t - 6 * t * t) / h, (6 - 12 * t) / (h * h), -12 / (h * h * h)},
      {s * (t * t - t), -2 * t + 3 * t * t, (-2 + 6 * t) / h, 6 / (h * h)}};
  memcpy(N, table[k], sizeof table[k]);
}

/** A segment of a member between two samples. */
typedef struct segment {
  const shape_part *p;
  const field *f;
  size_t first, last;
  double lambda;
} segment;

/** Work of the segment in virtual deflection k of plane b: [EI N″ψ + T N′w] + ∫(.. )dx. */
static integral bend_work(const segment *t, size_t plane, size_t k, double *size)
{
  const shape_part *p = t->p;
  double step = p->length / STEPS, h = step * (double)(t->last - t->first);
  double f[SHAPE_SAMPLES] = {0}, N[4], ends = 0, largest = 0;
  for (size_t i = t->first; i <= t->last; i++) {
    double xi = (double)i / STEPS, EI = shape_law_at(&p->EI[plane], xi),
           slope = shape_law_slope(&p->EI[plane], xi) / p->length;
    double w = t->f->w[plane][i], turn = t->f->turn[plane][i];
    hermite(k, step * (double)(i - t->first), h, N);
    f[i] = -(slope * N[2] + EI * N[3]) * turn - p->tension * N[2] * w + p->foundation * w * N[0] -
           t->lambda * (shape_law_at(&p->mass, xi) * w * N[0] + shape_law_at(&p->rotary[plane], xi) * turn * N[1]);
    if (i == t->first || i == t->last) {
      ends += (i == t->last ? 1 : -1) * (EI * N[2] * turn + p->tension * N[1] * w);
      largest = fmax(largest, fabs(EI * N[2] * turn) + fabs(p->tension * N[1] * w));
    }
  }
  integral sum = integrate(f, t->first, t->last, step);
  *size = fmax(*size, fmax(largest, fabs(sum.value)));
  sum.value += ends;
  return sum;
}

/** The same along it or about it, with linear virtual displacements. */
static integral rod_work(const segment *t, const shape_law *stiffness, const shape_law *mass, const double *u,
                         size_t end, double *size)
{
  double step = t->p->length / STEPS, h = step * (double)(t->last - t->first), slope = (end ? 1 : -1) / h;
  double f[SHAPE_SAMPLES] = {0}, ends = 0;
  for (size_t i = t->first; i <= t->last; i++) {
    double xi = (double)i / STEPS, s = (double)(i - t->first) / (double)(t->last - t->first), N = end ? s : 1 - s;
    f[i] =
        -shape_law_slope(stiffness, xi) / t->p->length * slope * u[i] - t->lambda * shape_law_at(mass, xi) * N * u[i];
    if (i == t->first || i == t->last) {
      double term = (i == t->last ? 1 : -1) * shape_law_at(stiffness, xi) * slope * u[i];
      ends += term;
      *size = fmax(*size, fabs(term));
    }
  }
  integral sum = integrate(f, t->first, t->last, step);
  *size = fmax(*size, fabs(sum.value));
  sum.value += ends;
  return sum;
}

static void segment_forces(const segment *t, const size_t point[2], forces *f)
{
  const shape_part *p = t->p;
  for (size_t plane = 0; plane < 2; plane++) {
    double about[3];
    for (size_t k = 0; k < 3; k++) {
      about[k] = plane ? -p->axis[1][k] : p->axis[2][k];
    }
    for (size_t k = 0; k < 4 && p->bends[plane]; k++) {
      const integral work = bend_work(t, plane, k, &f->size);
      add_force(f, point[k / 2], k % 2 ? HOL_RX : HOL_UX, k % 2 ? about : p->axis[1 + plane], work);
    }
  }
  for (size_t end = 0; end < 2; end++) {
    if (p->axial && !p->stiff_axial) {
      add_force(f, point[end], HOL_UX, p->axis[0], rod_work(t, &p->EA, &p->mass, t->f->u, end, &f->size));
    }
    if (p->torsion && !p->stiff_torsion) {
      add_force(f, point[end], HOL_RX, p->axis[0], rod_work(t, &p->GJ, &p->polar, t->f->twist, end, &f->size));
    }
  }
}

/** Ends that no joint names bear nothing: they are points, too, of index SIZE_MAX, looked at by themselves. */
static void member_forces(const check *c, size_t i, size_t part, forces *f)
{
  const shape_part *p = &c->s->part[part];
  const hol_mode *mode = &c->result->mode[i];
  field fields;
  size_t before = SIZE_MAX, from = 0;
  take_field(p, &mode->shape[part], &fields);
  for (size_t place = 0; place <= STEPS; place += STEPS / 8) {
    size_t here = SIZE_MAX;
    for (size_t k = 0; k < c->s->points; k++) {
      here = c->s->point[k].part == part && c->s->point[k].place == place ? k : here;
    }
    if (place > 0 && (here != SIZE_MAX || place == STEPS)) {
      const segment t = {p, &fields, from, place, lambda_of(mode)};
      segment_forces(&t, (const size_t[2]){before, here}, f);
      from = place;
      before = here;
    }
    before = place == 0 ? here : before;
  }
}

static void body_forces(const check *c, size_t i, size_t point, forces *f)
{
  const hol_mode *mode = &c->result->mode[i];
  size_t part = c->s->point[point].part;
  const shape_part *p = &c->s->part[part];
  double lambda = lambda_of(mode);
  for (size_t k = 0; k < 3 && p->kind == SHAPE_BODY; k++) {
    f->value[point][k] -= lambda * p->m * component(&mode->shape[part], k, 0);
    f->value[point][HOL_RX + k] -= lambda * p->J[k] * component(&mode->shape[part], HOL_RX + k, 0);
    f->size = fmax(f->size, fabs(f->value[point][k]));
  }
  if (p->kind == SHAPE_IMPORTED) {
    size_t row = c->s->point[point].place;
    const double *u = mode->shape[part].value[HOL_UX], below = row ? u[row - 1] : 0;
    f->value[point][HOL_UX] += p->k[row] * (u[row] - below) - lambda * p->c[row] * u[row];
    if (row + 1 < p->rows) {
      f->value[point][HOL_UX] -= p->k[row + 1] * (u[row + 1] - u[row]);
    }
    f->size = fmax(f->size, fabs(p->k[row] * u[row]));
  }
}

/** What a joint does to its points is taken away. @return has it as many reactions as it should? */
static bool take_reactions(const check *c, size_t i, size_t joint, forces *f)
{
  const shape_joint *j = &c->s->joint[joint];
  const hol_reaction r = hol_reaction_of(c->result, &c->result->mode[i], joint);
  size_t n = 0;
  for (size_t k = 0; k < r.count; k++) {
    f->size = fmax(f->size, fabs(r.value[k]));
  }
  if (j->kind == SHAPE_SPRING || j->kind == SHAPE_CONSTRAINT) {
    double second = j->kind == SHAPE_SPRING ? -1 : j->coefficient[1] / j->coefficient[0];
    f->value[j->a][j->freedom] -= r.count ? r.value[0] : 0;
    if (j->b != SIZE_MAX) {
      f->value[j->b][j->freedom] -= r.count ? second * r.value[0] : 0;
    }
    return r.count <= 1;
  }
  for (size_t k = 0; k < HOL_FREEDOM_COUNT; k++) {
    if (has_row(c, j, k) && n < r.count) {
      f->value[j->a][k] -= r.value[n];
      if (j->b != SIZE_MAX) {
        f->value[j->b][k] += r.value[n];
      }
      n += 1;
    }
  }
  return n == r.count;
}

/** Members without EA or GJ hand forces on that no field shows. */
static bool is_hidden(const check *c, size_t point, size_t f)
{
  const shape_part *p = &c->s->part[c->s->point[point].part];
  bool stiff = f < HOL_RX ? p->stiff_axial : p->stiff_torsion;
  return is_plate_or_ring(p) || !carries(c, point, f) ||
         (p->kind == SHAPE_MEMBER && stiff && fabs(p->axis[0][f % 3]) > 1e-12);
}

static void check_equilibrium(const check *c, size_t i)
{
  const hol_mode *mode = &c->result->mode[i];
  forces f = {.size = fmax(1e-3 * fabs(lambda_of(mode)), DBL_MIN)}; /* of a motion of unit modal mass */
  for (size_t p = 0; p < c->s->parts; p++) {
    if (c->s->part[p].kind == SHAPE_MEMBER) {
      member_forces(c, i, p, &f);
    }
  }
  for (size_t k = 0; k < c->s->points; k++) {
    body_forces(c, i, k, &f);
  }
  for (size_t j = 0; j < c->s->joints; j++) {
    judge(c, SHAPE_EQUILIBRIUM, i, !take_reactions(c, i, j, &f), 0.5, "number of reactions");
  }
  for (size_t k = 0; k < c->s->points; k++) {
    for (size_t d = 0; d < HOL_FREEDOM_COUNT; d++) {
      if (c->s->freedoms >> d & 1u && !is_hidden(c, k, d)) {
        judge(c, SHAPE_EQUILIBRIUM, i, fabs(f.value[k][d]) / f.size, allowed_of(mode) + 0.01 * f.doubt / f.size,
              c->s->point[k].text);
      }
    }
  }
}

/* ---- the largest component ---- */

/** The polynomial through nine samples, at t steps from the first. */
static double through_nine(const double *y, double t)
{
  double sum = 0;
  for (int i = 0; i < 9; i++) {
    double weight = 1;
    for (int k = 0; k < 9; k++) {
      weight *= k == i ? 1 : (t - k) / (i - k);
    }
    sum += weight * y[i];
  }
  return sum;
}

/** Of a component of a member: in every panel about its largest sample. */
static double largest_between(const double *y)
{
  double largest = 0;
  for (size_t i = 0; i < STEPS; i += 8) {
    for (double t = 0; t < 8; t += 1) { /* golden section between neighbours of every sample that stands out */
      size_t at = i + (size_t)t;
      double a = fmax(t - 1, 0), b = t + 1;
      largest = fmax(largest, fmax(fabs(y[at]), fabs(y[at + 1])));
      for (int step = 0; step < 60 && fabs(y[at]) > 0.95 * largest; step++) {
        double left = a + 0.381966011 * (b - a), right = b - 0.381966011 * (b - a);
        double low = fabs(through_nine(y + i, left)), high = fabs(through_nine(y + i, right));
        largest = fmax(largest, fmax(low, high));
        a = low < high ? left : a;
        b = low < high ? b : right;
      }
    }
  }
  return largest;
}

static void check_largest(const check *c, size_t i, const double sampled[2])
{
  const hol_mode *mode = &c->result->mode[i];
  bool turns = !(sampled[0] > 1e-7 * sampled[1]);
  double top = 0;
  for (size_t p = 0; p < c->s->parts; p++) {
    for (size_t f = turns ? HOL_RX : HOL_UX; f < (turns ? (size_t)HOL_FREEDOM_COUNT : HOL_RX); f++) {
      for (size_t k = 0; mode->shape[p].value[f] && k < mode->shape[p].points; k++) {
        top = fmax(top, fabs(mode->shape[p].value[f][k]));
      }
      if (mode->shape[p].value[f] && c->s->part[p].kind == SHAPE_MEMBER) {
        top = fmax(top, largest_between(mode->shape[p].value[f]));
      }
    }
  }
  bool is_rough = is_plate_or_ring(&c->s->part[0]); /* sampled at a few places only */
  double product = mode->modal_mass * top * top;
  judge(c, SHAPE_LARGEST, i, is_rough ? fmax(product - 1, 0) : fabs(product - 1), is_rough ? 1e-9 : 1e-8, "largest");
}

static void check_free(const check *c, size_t i)
{
  const hol_mode *mode = &c->result->mode[i];
  double largest = 0, lambda = fabs(lambda_of(mode));
  for (size_t j = 0; j < c->s->joints; j++) {
    const hol_reaction reaction = hol_reaction_of(c->result, mode, j);
    for (size_t k = 0; k < reaction.count; k++) {
      largest = fmax(largest, fabs(reaction.value[k]));
    }
  }
  double relative = lambda > 0 ? largest / lambda : largest;
  judge(c, SHAPE_FREE, i,
        mode->reaction_free ? relative
        : relative > 0      ? 1e-12 / relative
                            : 1,
        mode->reaction_free ? 1e-7 : 0.1, mode->reaction_free ? "said" : "not said");
}

/* ---- a structure ---- */

static void check_modes(const check *c)
{
  c->tally->modes += c->result->mode_count;
  for (size_t i = 0; i < c->result->mode_count && i < MODES; i++) {
    const hol_mode *mode = &c->result->mode[i];
    double top[2];
    largest_of(c, mode, top);
    for (size_t j = 0; j < c->s->joints; j++) {
      check_joint(c, i, j, top);
    }
    check_largest(c, i, top);
    check_free(c, i);
    judge(c, SHAPE_RESIDUAL, i, mode->residual, 1e-9, "residual");
    if (isnan(allowed_of(mode)) && !c->s->by_reactions) {
      continue; /* above the first mode left out nothing is known */
    }
    check_masses(c, i);
    check_energies(c, i);
    if (!c->s->by_reactions) {
      check_equilibrium(c, i);
    }
  }
}

static const char *const compliances[] = {
    "exact", "{modes: 6}",          "exact", "{modes: 8, order: 3}", "{tolerance: 1e-8}", "reactions",
    "exact", "{modes: 5, order: 6}"};

static bool write_file(const char *folder, const char *name, const char *end, const hol_text *text)
{
  char path[4200];
  snprintf(path, sizeof path, "%s/%s%s", folder, name, end);
  FILE *file = fopen(path, "w");
  bool good = file && fwrite(text->data, 1, text->size, file) == text->size;
  return file && fclose(file) == 0 && good;
}

static bool write_all(const shape_structure *s, const char *folder, const hol_text *text)
{
  bool good = write_file(folder, "structure", ".yaml", text);
  for (size_t i = 0; i < s->parts; i++) {
    for (int mass = 0; mass < 2 && s->part[i].kind == SHAPE_IMPORTED; mass++) {
      hol_text matrix = {0};
      shape_structure_matrix(&s->part[i], mass, &matrix);
      good = good && write_file(folder, s->part[i].name, mass ? "-m.txt" : "-k.txt", &matrix);
      hol_text_clear(&matrix);
    }
  }
  return good;
}

static void solve_and_check(check *c, const char *folder)
{
  reading r = {0};
  hol_result result = {0};
  hol_faults faults = {0};
  char path[4200];
  snprintf(path, sizeof path, "%s/structure.yaml", folder);
  bool is_read = reading_of_file(path, &r);
  hol_status status = is_read ? hol_solve(&r.problem, (hol_solve_options){0}, &result, &faults) : HOL_INVALID;
  bool unstable = false;
  for (size_t i = 0; i < faults.count; i++) {
    unstable = unstable || strstr(faults.item[i].message, "unstable");
  }
  c->tally->structures++;
  c->tally->skipped += unstable;
  c->result = &result;
  if (!unstable) {
    judge(c, SHAPE_RUN, 0, status != HOL_OK && status != HOL_INCOMPLETE, 0.5,
          faults.count ? faults.item[0].message : hol_status_text(status));
  }
  if (status == HOL_OK || status == HOL_INCOMPLETE) {
    check_modes(c);
  }
  hol_faults_clear(&faults);
  hol_result_clear(&result);
  reading_clear(&r);
}

void shape_check(uint64_t seed, const char *folder, shape_tally *tally)
{
  shape_structure *s = calloc(1, sizeof *s);
  hol_text text = {0};
  check c = {.seed = seed,
             .s = s,
             .tally = tally,
             .compliance = compliances[seed / 10 % (sizeof compliances / sizeof *compliances)]};
  if (!s) {
    return;
  }
  shape_structure_draw(seed, s);
  s->by_reactions = strcmp(c.compliance, "reactions") == 0;
  shape_structure_text(s, &text);
  hol_text_add(&text, "analysis: {frequencies: {count: 7}, compliance: %s}\noutput: {points: %d}\n", c.compliance,
               SHAPE_SAMPLES);
  if (text.failed || !write_all(s, folder, &text)) {
    judge(&c, SHAPE_RUN, 0, 1, 0.5, "files");
  } else {
    solve_and_check(&c, folder);
  }
  hol_text_clear(&text);
  free(s);
}

void shape_check_clean(const char *folder)
{
  char path[4200];
  for (size_t i = 0; i < 2 * SHAPE_PARTS; i++) {
    snprintf(path, sizeof path, "%s/c%zu-%c.txt", folder, i / 2, i % 2 ? 'm' : 'k');
    (void)remove(path);
  }
  snprintf(path, sizeof path, "%s/structure.yaml", folder);
  (void)remove(path);
  (void)remove(folder);
}
