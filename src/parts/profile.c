#include "holonome/profile.h"
#include "base/memory.h"
#include "parts/profile_legendre.h"
#include "parts/profile_modes.h"
#include "parts/profile_space.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Strains above which the leading modes are left to ARPACK. */
enum { DENSE_MOST = 360 };
/** Highest degree of a strain on an element before it is divided instead: without waves, and ever. */
enum { DEGREE_STILL = 48, DEGREE_MOST = 200 };
/** Gauss points beyond the number of polynomials; in the last solution, which checks the one before, more. */
enum { MARGIN = 14, LAST_MARGIN = 22 };
/** Elements a member may be divided into. */
enum { CELLS_MOST = 1200 };
/** The last strain coordinates of an element, relative to all: where they end in this the element is fine enough, its
 *  error in ω² and Γ being their square. */
static const double fine = 3e-11;
/** Elements are not divided below this, relative to the member. */
static const double finest = 1e-12;
/** Singular values below this, relative to the largest, belong to motions without mass. */
static const double massless = 1e-7;

/* ---- cells -------------------------------------------------------------------------------------------------------- */

/** The elements to be, rising. */
typedef struct mesh {
  hol_cell *cell;
  size_t count, capacity;
} mesh;

static hol_status append(mesh *m, hol_cell cell)
{
  if (!hol_grow(&m->cell, &m->capacity, m->count + 1, sizeof *m->cell)) {
    return HOL_MEMORY;
  }
  m->cell[m->count++] = cell;
  return HOL_OK;
}

/** Legendre coefficients of a sampled property that are still felt at the end of the series, relative to its largest. */
static double unresolved(size_t n, const long double *P, const long double *w, const double *value)
{
  double largest = 0, last = 0;
  for (size_t i = 0; i < n; i++) {
    largest = fmax(largest, fabs(value[i]));
  }
  for (size_t k = n - 5; k + 1 < n; k++) {
    long double c = 0;
    for (size_t i = 0; i < n; i++) {
      c += w[i] * (long double)value[i] * P[i * n + k];
    }
    last = fmax(last, (double)fabsl(c) * ((double)k + 0.5));
  }
  return largest > 0 ? last / largest : 0;
}

enum { SAMPLES = 24, PROPERTIES = 6 };

/** Is every property a short Legendre series on the cell? */
static hol_status is_smooth(const hol_profile *profile, const hol_cell *cell, bool *smooth)
{
  long double s[SAMPLES], w[SAMPLES], P[SAMPLES * SAMPLES];
  double value[PROPERTIES][SAMPLES];
  hol_gauss(SAMPLES, s, w);
  for (size_t i = 0; i < SAMPLES; i++) {
    hol_profile_values v;
    hol_legendre(SAMPLES, s[i], P + i * SAMPLES);
    HOL_TRY(hol_profile_values_at(profile, cell->piece, cell->from + 0.5 * (cell->to - cell->from) * (double)(1 + s[i]),
                                  &v));
    const double all[PROPERTIES] = {v.stiffness, v.mass, v.rotary, v.shear, v.tension, v.foundation};
    for (size_t k = 0; k < PROPERTIES; k++) {
      value[k][i] = all[k];
    }
  }
  /* ξ itself is rounded: a property that changes over the cell carries its rounding, relative to the cell. */
  double limit = 1e-13 + 16 * DBL_EPSILON * cell->to / (cell->to - cell->from);
  *smooth = true;
  for (size_t k = 0; k < PROPERTIES; k++) {
    *smooth = *smooth && unresolved(SAMPLES, P, w, value[k]) < limit;
  }
  return HOL_OK;
}

/** Polynomials per half-wave of the highest mode wished, of which each stretch is taken to have its share. */
static const double per_wave = 1.7;

/** Polynomials to start with on a stretch. */
static size_t first_degree(const hol_profile *profile, double h, size_t modes)
{
  double share = h / profile->length, degree = ceil(4 + 8 * cbrt(share) + per_wave * ((double)modes + 2) * share);
  return degree < DEGREE_MOST ? (size_t)degree : DEGREE_MOST;
}

static size_t last_degree(double share, size_t modes)
{
  double degree = DEGREE_STILL + 1.5 * per_wave * ((double)modes + 2) * share;
  return degree < DEGREE_MOST ? (size_t)degree : DEGREE_MOST;
}

/** Divide a stretch in halves until its properties are smooth on each. */
static hol_status add_smooth(const hol_profile *profile, hol_cell cell, size_t modes, mesh *m)
{
  for (;;) {
    hol_cell part = cell;
    bool smooth = false;
    for (;;) { /* the first smooth part of what is left */
      HOL_TRY(is_smooth(profile, &part, &smooth));
      double middle = 0.5 * (part.from + part.to);
      if (smooth || part.to - part.from < finest * profile->length || !(middle > part.from && middle < part.to)) {
        break;
      }
      part.to = middle;
    }
    part.p = first_degree(profile, part.to - part.from, modes);
    HOL_TRY(append(m, part));
    if (m->count > CELLS_MOST) {
      return HOL_NUMERICAL;
    }
    if (part.to >= cell.to) {
      return HOL_OK;
    }
    cell.from = part.to;
  }
}

static int compare_doubles(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/** Cells between the ends of the pieces and the ports. `cut` has room for both. */
static hol_status first_mesh(const hol_profile *profile, const hol_profile_wish *wish, double *cut, mesh *m)
{
  double l = profile->length, near = 1e-9 * l;
  size_t n = 0, piece = 0;
  for (size_t i = 0; i < profile->pieces; i++) {
    cut[n++] = i + 1 < profile->pieces ? profile->to[i] * l : l;
  }
  for (size_t i = 0; i < wish->ports; i++) {
    cut[n++] = wish->port[i].x;
  }
  qsort(cut, n, sizeof *cut, compare_doubles);
  double from = 0;
  for (size_t i = 0; i < n; i++) {
    double to = cut[i];
    /* Places closer than rounding are one; a piece ends exactly where it is said to. */
    for (size_t k = 0; k + 1 < profile->pieces; k++) {
      to = fabs(to - profile->to[k] * l) <= near ? profile->to[k] * l : to;
    }
    to = to > l - near ? l : to;
    if (to - from <= near) {
      continue;
    }
    while (piece + 1 < profile->pieces && profile->to[piece] * l <= from) {
      piece++;
    }
    HOL_TRY(add_smooth(profile, (hol_cell){.piece = piece, .from = from, .to = to}, wish->modes, m));
    from = to;
  }
  return HOL_OK;
}

/** Sums over the Gauss points of one cell. */
static hol_status add_cell(const hol_profile *profile, const hol_cell *cell, hol_profile_sums *sums)
{
  long double s[SAMPLES], w[SAMPLES];
  double half = 0.5 * (cell->to - cell->from);
  hol_profile_values *t = &sums->total;
  hol_gauss(SAMPLES, s, w);
  for (size_t i = 0; i < SAMPLES; i++) {
    hol_profile_values v;
    double x = cell->from + half * (double)(1 + s[i]), weight = half * (double)w[i];
    HOL_TRY(hol_profile_values_at(profile, cell->piece, x, &v));
    t->stiffness += weight * v.stiffness;
    t->mass += weight * v.mass;
    t->rotary += weight * v.rotary;
    t->shear += weight * v.shear;
    t->tension += weight * v.tension;
    t->foundation += weight * v.foundation;
    sums->first += weight * v.mass * x;
    sums->second += weight * v.mass * x * x;
  }
  return HOL_OK;
}

/** Cells without ports. */
static hol_status plain_mesh(const hol_profile *profile, mesh *m)
{
  double *cut = hol_alloc(profile->pieces, sizeof *cut);
  hol_status status = cut ? first_mesh(profile, &(hol_profile_wish){0}, cut, m) : HOL_MEMORY;
  free(cut);
  return status;
}

hol_status hol_profile_integrate(const hol_profile *profile, hol_profile_sums *sums)
{
  mesh m = {0};
  *sums = (hol_profile_sums){{0}, 0, 0};
  hol_status status = plain_mesh(profile, &m);
  for (size_t i = 0; i < m.count && status == HOL_OK; i++) {
    status = add_cell(profile, &m.cell[i], sums);
  }
  free(m.cell);
  return status;
}

/** The power of the distance from an end by which stiffnesses fall off towards it. */
static hol_status tip_powers(const hol_profile *profile, int end, double *bending, double *shear)
{
  hol_profile_values near, far;
  double l = profile->length, a = 1e-6 * l, b = 1e-5 * l;
  size_t piece = end ? profile->pieces - 1 : 0;
  HOL_TRY(hol_profile_values_at(profile, piece, end ? l - a : a, &near));
  HOL_TRY(hol_profile_values_at(profile, piece, end ? l - b : b, &far));
  *bending = log10(far.stiffness / near.stiffness);
  *shear = near.shear > 0 ? log10(far.shear / near.shear) : 0;
  return HOL_OK;
}

bool hol_profile_bears(const hol_profile *profile, int end, int order)
{
  double stiffness, shear;
  const double little = 0.02; /* a power so close to the limit is taken for it */
  if (tip_powers(profile, end, &stiffness, &shear) != HOL_OK) {
    return false;
  }
  bool deflects = hol_profile_is_bending(profile) && order == 0;
  return stiffness < (deflects ? 3 : 1) - little && (!deflects || shear < 1 - little);
}

static void give_rigid_modes(const hol_space *space, hol_line_mode mode[2])
{
  for (size_t r = 0; r < space->rigid; r++) {
    hol_drift d = space->drift[r];
    mode[r] = (hol_line_mode){.c = {0, 0, d.a + 0.5 * d.b * space->profile.length, d.b}};
  }
}

hol_status hol_profile_rigid_modes(const hol_profile *profile, hol_line_mode mode[2], size_t *count)
{
  mesh m = {0};
  hol_space space = {0};
  hol_status status = plain_mesh(profile, &m);
  status = status == HOL_OK ? hol_space_build(profile, m.cell, m.count, MARGIN, &space) : status;
  if (status == HOL_OK) {
    *count = space.rigid;
    give_rigid_modes(&space, mode);
  }
  hol_space_clear(&space);
  free(m.cell);
  return status;
}

/* ---- one solution ------------------------------------------------------------------------------------------------- */

/** Everything of one discretisation. {0} is empty. */
typedef struct solution {
  hol_space space;
  hol_singular singular;
  size_t modes;        /**< with mass */
  double *row;         /**< [n * ports] */
  double *gamma;       /**< [ports²] static compliances */
} solution;

static void clear_solution(solution *s)
{
  hol_space_clear(&s->space);
  hol_singular_clear(&s->singular);
  free(s->row);
  free(s->gamma);
  *s = (solution){0};
}

static double dot(size_t n, const double *a, const double *b)
{
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    sum += a[i] * b[i];
  }
  return sum;
}

/** ω² of a singular value. */
static double omega2_of(const hol_space *space, double sigma)
{
  return 1 / (sigma * sigma) - space->shift;
}

/** Γ of two rows: their product, and with a shift what it hides. */
static double compliance(const hol_space *space, const hol_singular *singular, const double *a, const double *b)
{
  double sum = dot(space->n, a, b);
  for (size_t k = 0; k < singular->count && space->shift > 0; k++) {
    double square = singular->sigma[k] * singular->sigma[k] * space->shift;
    const double *v = singular->v + k * space->n;
    sum += dot(space->n, v, a) * dot(space->n, v, b) * square / (1 - square);
  }
  return sum;
}

static hol_status solve_modes(const hol_profile_wish *wish, solution *s)
{
  size_t n = s->space.n, most = wish->dense_most ? wish->dense_most : DENSE_MOST;
  if (n <= most || s->space.L) {
    HOL_TRY(hol_singular_dense(&s->space, 2 * wish->modes + 16, &s->singular));
  } else {
    size_t leading = 2 * wish->modes + 12;
    HOL_TRY(hol_singular_leading(&s->space, leading + 2 < n ? leading : n - 2, &s->singular));
  }
  const double *sigma = s->singular.sigma;
  while (s->modes + s->space.ties < n && s->modes < s->singular.count && sigma[s->modes] > massless * sigma[0]) {
    s->modes++;
  }
  return HOL_OK;
}

static hol_status solve(const hol_profile *profile, const hol_profile_wish *wish, const mesh *m, size_t margin, solution *s)
{
  HOL_TRY(hol_space_build(profile, m->cell, m->count, margin, &s->space));
  HOL_TRY(solve_modes(wish, s));
  size_t n = s->space.n;
  s->row = hol_alloc(n * wish->ports, sizeof *s->row);
  s->gamma = hol_alloc(wish->ports * wish->ports, sizeof *s->gamma);
  if (!s->row || !s->gamma) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < wish->ports; i++) {
    HOL_TRY(hol_space_row(&s->space, wish->port[i].x, wish->port[i].order, s->row + i * n));
    for (size_t j = 0; j <= i; j++) {
      s->gamma[i + j * wish->ports] = compliance(&s->space, &s->singular, s->row + i * n, s->row + j * n);
    }
  }
  return HOL_OK;
}

/** Compliances of this size are those of ports that the own ends hold: rounding of the least of them that can be. */
static double nothing(const hol_profile_wish *wish, const solution *s, size_t port)
{
  double sigma = s->singular.sigma[0], arm = wish->port[port].order ? s->space.profile.length : 1;
  return 1e-20 * sigma * sigma / (s->space.mass * arm * arm);
}

/** Largest relative change of wished frequencies and compliances between two solutions. */
static double change(const hol_profile_wish *wish, const solution *a, const solution *b)
{
  double largest = 0;
  for (size_t k = 0; k < wish->modes; k++) {
    if (k >= a->modes || k >= b->modes) {
      return HUGE_VAL;
    }
    double x = omega2_of(&a->space, a->singular.sigma[k]), y = omega2_of(&b->space, b->singular.sigma[k]);
    largest = fmax(largest, fabs(x - y) / (fabs(y) + b->space.shift));
  }
  size_t n = wish->ports;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j <= i; j++) {
      double unit = sqrt(fabs(b->gamma[i * (n + 1)] * b->gamma[j * (n + 1)]));
      double difference = fabs(a->gamma[i + j * n] - b->gamma[i + j * n]);
      bool held = !(fabs(b->gamma[i * (n + 1)]) > nothing(wish, b, i) && fabs(b->gamma[j * (n + 1)]) > nothing(wish, b, j));
      largest = held ? largest : fmax(largest, difference / unit);
    }
  }
  return largest;
}

/* ---- refinement --------------------------------------------------------------------------------------------------- */

/** How the strain coordinates of one element decay: largest over all that was asked for, relative to the whole vector. */
typedef struct decay {
  double middle, last;
} decay;

static void look_at(const hol_element *e, const double *z, double norm, decay *d)
{
  for (size_t family = 0; family < e->n; family += e->p) {
    const double *c = z + family;
    size_t half = e->p / 2;
    d->last = fmax(d->last, hypot(c[e->p - 1], c[e->p - 2]) / norm);
    d->middle = fmax(d->middle, hypot(c[half - 1], c[half - 2]) / norm);
  }
}

/** Take one vector of coordinates v into the decays of all elements. */
static void look_along(const hol_space *space, double *z, decay *d)
{
  double norm = sqrt(dot(space->n, z, z));
  hol_space_coordinates(space, z);
  for (size_t i = 0; i < space->elements && norm > 0; i++) {
    look_at(&space->element[i], z, norm, &d[i]);
    z += space->element[i].n;
  }
}

static void look(const hol_profile_wish *wish, const solution *s, double *z, decay *d)
{
  size_t n = s->space.n;
  for (size_t i = 0; i < wish->ports; i++) {
    if (fabs(s->gamma[i * (wish->ports + 1)]) > nothing(wish, s, i)) {
      memcpy(z, s->row + i * n, n * sizeof *z);
      look_along(&s->space, z, d);
    }
  }
  for (size_t k = 0; k < wish->modes && k < s->modes; k++) {
    memcpy(z, s->singular.v + k * n, n * sizeof *z);
    look_along(&s->space, z, d);
  }
}

/** Polynomials that the decay seen so far would need; SIZE_MAX if it hardly decays. */
static size_t degree_needed(size_t p, decay d)
{
  double rate = log(d.middle / d.last) / ((double)p / 2);
  double more = log(d.last / fine) / rate;
  return rate > 0 && more < DEGREE_MOST ? p + (size_t)ceil(more) + 2 : SIZE_MAX;
}

static hol_status refine(const mesh *old, const decay *d, double length, size_t modes, mesh *m, bool *refined)
{
  *refined = false;
  for (size_t i = 0; i < old->count; i++) {
    hol_cell cell = old->cell[i];
    if (d[i].last <= fine) {
      HOL_TRY(append(m, cell));
      continue;
    }
    size_t needed = degree_needed(cell.p, d[i]);
    double middle = 0.5 * (cell.from + cell.to);
    if (needed <= last_degree((cell.to - cell.from) / length, modes)) {
      cell.p = needed;
      HOL_TRY(append(m, cell));
      *refined = true;
    } else if (cell.to - cell.from > finest * length && middle > cell.from && middle < cell.to) {
      cell.p = cell.p > 10 ? cell.p * 3 / 4 : cell.p;
      HOL_TRY(append(m, (hol_cell){cell.piece, cell.from, middle, cell.p}));
      HOL_TRY(append(m, (hol_cell){cell.piece, middle, cell.to, cell.p}));
      *refined = true;
    } else {
      HOL_TRY(append(m, cell));
    }
  }
  return HOL_OK;
}

static hol_status refine_by(const hol_profile *profile, const hol_profile_wish *wish, const solution *s, mesh *m,
                            bool *refined)
{
  mesh finer = {0};
  decay *d = hol_alloc(m->count, sizeof *d);
  double *z = hol_alloc(s->space.n, sizeof *z);
  hol_status status = d && z ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    look(wish, s, z, d);
    status = refine(m, d, profile->length, wish->modes, &finer, refined);
  }
  free(d);
  free(z);
  free(m->cell);
  *m = finer;
  return status;
}

/** Solve on a richer mesh than m and compare. */
static hol_status confirm(const hol_profile *profile, const hol_profile_wish *wish, const mesh *m, solution *s, double *error)
{
  solution richer = {0};
  mesh rich = {0};
  hol_status status = HOL_OK;
  for (size_t i = 0; i < m->count && status == HOL_OK; i++) {
    hol_cell cell = m->cell[i];
    cell.p += 4;
    status = append(&rich, cell);
  }
  status = status == HOL_OK ? solve(profile, wish, &rich, LAST_MARGIN, &richer) : status;
  if (status == HOL_OK) {
    *error = change(wish, s, &richer);
    clear_solution(s);
    *s = richer;
  } else {
    clear_solution(&richer);
  }
  free(rich.cell);
  return status;
}

/** Refine until every vector has decayed on every element, then confirm. */
static hol_status converge(const hol_profile *profile, const hol_profile_wish *wish, mesh *m, solution *s, double *error)
{
  enum { ROUNDS = 60 };
  bool refined = true;
  for (int round = 0; round < ROUNDS && refined; round++) {
    clear_solution(s);
    HOL_TRY(solve(profile, wish, m, MARGIN, s));
    HOL_TRY(refine_by(profile, wish, s, m, &refined));
    if (m->count > CELLS_MOST) {
      break;
    }
  }
  return confirm(profile, wish, m, s, error);
}

/* ---- the result ---------------------------------------------------------------------------------------------------- */

/** Modes turned so that of displacement, rotation and curvature at the start the first that does not vanish is positive. */
static hol_status orient(hol_computed *c)
{
  int orders = c->space->bending ? 3 : 2;
  double *value = hol_alloc((size_t)orders * c->modes, sizeof *value);
  hol_status status = value ? HOL_OK : HOL_MEMORY;
  for (int o = 0; o < orders && status == HOL_OK; o++) {
    status = hol_computed_modes_at(c, 0, o, value + (size_t)o * c->modes);
  }
  for (size_t k = 0; k < c->modes && status == HOL_OK; k++) {
    double l = c->space->profile.length, size = 0, unit = 1, sign = 1;
    for (int o = 0; o < orders; o++, unit *= l) {
      size = fmax(size, unit * fabs(value[(size_t)o * c->modes + k]));
    }
    unit = pow(l, orders - 1);
    for (int o = orders; o-- > 0; unit /= l) {
      double at = value[(size_t)o * c->modes + k];
      sign = unit * fabs(at) > 1e-7 * size ? at : sign;
    }
    for (size_t i = 0; i < c->unknowns && sign < 0; i++) {
      c->shape[k * c->unknowns + i] = -c->shape[k * c->unknowns + i];
    }
  }
  free(value);
  return status;
}

/** Take over what was found; the vectors become shapes of unit modal mass. */
static hol_status deliver(const hol_profile_wish *wish, solution *s, double error, hol_computed *c)
{
  size_t n = s->space.n;
  c->space = hol_alloc(1, sizeof *c->space);
  c->omega2 = hol_alloc(s->modes, sizeof *c->omega2);
  if (!c->space || !c->omega2) {
    return HOL_MEMORY;
  }
  *c->space = s->space;
  s->space = (hol_space){0};
  c->space->profile.at = NULL;
  c->space->profile.context = NULL;
  c->space->profile.to = NULL;
  c->shape = s->singular.v;
  s->singular.v = NULL;
  c->modes = s->modes;
  c->has_all = s->singular.has_all;
  c->trusted = wish->modes;
  c->unknowns = n;
  c->elements = c->space->elements;
  for (size_t k = 0; k < c->modes; k++) {
    c->omega2[k] = omega2_of(c->space, s->singular.sigma[k]);
    for (size_t i = 0; i < n; i++) {
      c->shape[i + k * n] /= s->singular.sigma[k];
    }
  }
  c->error = fmax(error, 8 * DBL_EPSILON);
  c->rigid = c->space->rigid;
  give_rigid_modes(c->space, c->rigid_mode);
  return orient(c);
}

/** Are there just `modes` below the λ between a and b? Where the count loses digits, beside a frequency of a part of the
 *  member, another λ is taken. */
static hol_status check_gap(const hol_computed *c, double a, double b, size_t modes)
{
  static const double place[] = {0.5, 0.4, 0.6, 0.3, 0.7};
  for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
    size_t count = 0;
    hol_status status = hol_computed_count(c, a + place[i] * (b - a), &count);
    if (status == HOL_MEMORY || (status == HOL_OK && count == modes)) {
      return status;
    }
  }
  return HOL_NUMERICAL;
}

/** Every mode that was left to ARPACK is there, by count. */
static hol_status check_complete(const hol_computed *c)
{
  if (c->has_all) {
    return HOL_OK;
  }
  size_t gap = c->trusted;
  for (size_t k = c->trusted; k + 1 < c->modes; k++) { /* the widest gap beyond the modes wished */
    gap = c->omega2[k + 1] / c->omega2[k] > c->omega2[gap + 1] / c->omega2[gap] ? k : gap;
  }
  if (gap + 1 >= c->modes) {
    return HOL_NUMERICAL;
  }
  return check_gap(c, c->omega2[gap], c->omega2[gap + 1], gap + 1);
}

static hol_status build_in(const hol_profile *profile, const hol_profile_wish *wish, double *cut, mesh *m, solution *s,
                           hol_computed *computed)
{
  double error = 0;
  HOL_TRY(first_mesh(profile, wish, cut, m));
  HOL_TRY(converge(profile, wish, m, s, &error));
  if (s->modes < wish->modes) {
    return HOL_NUMERICAL;
  }
  HOL_TRY(deliver(wish, s, error, computed));
  return check_complete(computed);
}

hol_status hol_computed_build(const hol_profile *profile, const hol_profile_wish *wish, hol_computed *computed)
{
  assert(profile->length > 0 && profile->pieces > 0 && profile->at);
  *computed = (hol_computed){0};
  mesh m = {0};
  solution s = {0};
  double *cut = hol_alloc(profile->pieces + wish->ports, sizeof *cut);
  hol_status status = cut ? build_in(profile, wish, cut, &m, &s, computed) : HOL_MEMORY;
  clear_solution(&s);
  free(m.cell);
  free(cut);
  if (status != HOL_OK) {
    hol_computed_clear(computed);
  }
  return status;
}

void hol_computed_clear(hol_computed *computed)
{
  if (computed->space) {
    hol_space_clear(computed->space);
  }
  free(computed->space);
  free(computed->omega2);
  free(computed->shape);
  *computed = (hol_computed){0};
}

/* ---- in use --------------------------------------------------------------------------------------------------------- */

hol_status hol_computed_modes_at(const hol_computed *c, double x, int order, double *value)
{
  double *row = hol_alloc(c->unknowns, sizeof *row);
  hol_status status = row ? hol_space_row(c->space, x, order, row) : HOL_MEMORY;
  for (size_t k = 0; k < c->modes && status == HOL_OK; k++) {
    value[k] = dot(c->unknowns, row, c->shape + k * c->unknowns);
  }
  free(row);
  return status;
}

double hol_computed_mode_at(const hol_computed *c, size_t mode, double x, int order)
{
  assert(mode < c->modes);
  double *row = hol_alloc(c->unknowns, sizeof *row), value = nan("");
  if (row && hol_space_row(c->space, x, order, row) == HOL_OK) {
    value = dot(c->unknowns, row, c->shape + mode * c->unknowns);
  }
  free(row);
  return value;
}

/** Σ over modes of what the shift hides from the product of two rows: φφ s σ²/ω². */
static double hidden(const hol_computed *c, const double *a, const double *b)
{
  double sum = 0, s = c->space->shift;
  for (size_t k = 0; k < c->modes && s > 0; k++) {
    const double *shape = c->shape + k * c->unknowns;
    sum += dot(c->unknowns, shape, a) * dot(c->unknowns, shape, b) * s / ((c->omega2[k] + s) * c->omega2[k]);
  }
  return sum;
}

double hol_computed_static(const hol_computed *c, hol_profile_port a, hol_profile_port b)
{
  size_t n = c->unknowns;
  double *row = hol_alloc(2 * n, sizeof *row), value = nan("");
  if (row && hol_space_row(c->space, a.x, a.order, row) == HOL_OK &&
      hol_space_row(c->space, b.x, b.order, row + n) == HOL_OK) {
    value = dot(n, row, row + n) + hidden(c, row, row + n);
  }
  free(row);
  return value;
}

/** Take the kept modes out of a row: v_k = σ_k shape_k are orthonormal. */
static void deflate(const hol_computed *c, size_t kept, double *row)
{
  for (size_t k = 0; k < kept; k++) {
    const double *shape = c->shape + k * c->unknowns;
    double factor = dot(c->unknowns, shape, row) / (c->omega2[k] + c->space->shift);
    for (size_t i = 0; i < c->unknowns; i++) {
      row[i] -= factor * shape[i];
    }
  }
}

/** Γ_j over the modes left out = row·(GᵀG)^j·row with rows freed of the modes kept: no mode needs to be known.
 *  power[i] holds (GᵀG)^i of all rows, [n * ports] each. */
static void moments(const hol_computed *c, size_t ports, size_t kept, size_t orders, double *power, double *image,
                    double *gamma)
{
  size_t n = c->unknowns, block = n * ports;
  for (size_t j = 0; j < orders; j++) {
    size_t low = j / 2, high = j - low;
    for (size_t i = 0; i < ports && high > 0 && high > low; i++) {
      double *next = power + high * block + i * n;
      hol_space_apply(c->space, next - block, image);
      hol_space_transpose(c->space, image, next);
      deflate(c, kept, next);
    }
    for (size_t a = 0; a < ports; a++) {
      for (size_t b = 0; b <= a; b++) {
        double value = dot(n, power + low * block + a * n, power + high * block + b * n);
        gamma[(j * ports + b) * ports + a] = gamma[(j * ports + a) * ports + b] = value;
      }
    }
  }
}

/** The same under a shift, mode by mode; what has no mass is in Γ_0 alone. */
static void sums(const hol_computed *c, size_t ports, size_t kept, size_t orders, double *row, double *gamma)
{
  size_t n = c->unknowns;
  for (size_t a = 0; a < ports; a++) {
    for (size_t b = 0; b <= a; b++) {
      for (size_t j = 0; j < orders; j++) {
        double value = 0;
        for (size_t k = kept; k < c->modes; k++) {
          const double *shape = c->shape + k * n;
          value += dot(n, shape, row + a * n) * dot(n, shape, row + b * n) / pow(c->omega2[k], (double)(j + 1));
        }
        gamma[(j * ports + b) * ports + a] = gamma[(j * ports + a) * ports + b] = value;
      }
    }
  }
  for (size_t a = 0; a < ports; a++) {
    deflate(c, c->modes, row + a * n);
  }
  for (size_t a = 0; a < ports; a++) {
    for (size_t b = 0; b < ports; b++) {
      gamma[b * ports + a] += dot(n, row + a * n, row + b * n);
    }
  }
}

hol_status hol_computed_remainder(const hol_computed *c, const hol_profile_port *port, size_t ports, size_t kept,
                                  size_t orders, double *gamma)
{
  assert(kept <= c->modes && orders > 0);
  size_t n = c->unknowns;
  double *power = hol_alloc((orders / 2 + 1) * n * ports, sizeof *power);
  double *image = hol_alloc(c->space->rows, sizeof *image);
  hol_status status = power && image ? HOL_OK : HOL_MEMORY;
  for (size_t i = 0; i < ports && status == HOL_OK; i++) {
    status = hol_space_row(c->space, port[i].x, port[i].order, power + i * n);
    if (status == HOL_OK && !(c->space->shift > 0)) {
      deflate(c, kept, power + i * n);
    }
  }
  if (status == HOL_OK && c->space->shift > 0) {
    sums(c, ports, kept, orders, power, gamma);
  } else if (status == HOL_OK) {
    moments(c, ports, kept, orders, power, image, gamma);
  }
  free(power);
  free(image);
  return status;
}
