/* SPDX-License-Identifier: BSD-3-Clause */
/* Zero-energy modes of an imported part, and check that K and M are positive semidefinite. */
#include "parts/import/import.h"
#include "base/dense.h"
#include "base/memory.h"
#include "base/vector.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Energies below this share of the terms they are the sum of are rounding; so are motions of a port below this share
 *  of the most it could have. */
static const double rounding = 1e-12, still = 1e-11;
/** Fewer digits than these are numbers written by hand, taken as exact; so many or more are as good as all. */
enum { DIGITS_FEW = 7, DIGITS_ALL = 13 };
/** Parts of more unknowns are looked through for motions with neither stiffness nor mass only when they have no
 *  factors. */
enum { LOWEST = 20, RIGID_MOST = HOL_IMPORTED_RIGID, SMALL = 400 };

/* ---- positive semidefinite --------------------------------------------------------------------------------------- */

/** Blame the row of a pivot. */
static hol_status indefinite(const hol_import *import, bool mass, size_t unknown)
{
  const hol_matrix_source *source = mass ? &import->request->mass : &import->request->stiffness;
  size_t row = unknown < import->unknowns ? import->row_of[unknown] : SIZE_MAX;
  if (row == SIZE_MAX) {
    return hol_import_refuse(import, source, 0, NULL, "the matrix is indefinite");
  }
  return hol_import_refuse(import, source, (mass ? import->m_line : import->k_line)[row], NULL,
                           "the matrix is indefinite: the pivot of row %zu is negative", row + 1);
}

static bool is_diagonal(const hol_imported *body)
{
  for (size_t j = 0; j < body->n; j++) {
    for (size_t e = body->start[j] + 1; e < body->start[j + 1]; e++) {
      if (body->m[e] != 0) {
        return false;
      }
    }
  }
  return true;
}

/** M is positive semidefinite if M + ε diag M has a Cholesky factor; rows without mass are left to themselves. */
static hol_status check_mass(const hol_import *import)
{
  hol_imported *body = import->body;
  size_t count = body->start[body->n], offender;
  double total = 0;
  for (size_t j = 0; j < body->n; j++) {
    total += body->m[body->start[j]];
  }
  if (!(total > 0)) {
    return hol_import_refuse(import, &import->request->mass, 0, NULL, "there is no mass in it");
  }
  if (is_diagonal(body)) {
    return HOL_OK; /* its signs have been looked at */
  }
  double *a = hol_alloc(count, sizeof *a);
  if (!a) {
    return HOL_MEMORY;
  }
  memcpy(a, body->m, count * sizeof *a);
  for (size_t j = 0; j < body->n; j++) {
    a[body->start[j]] = a[body->start[j]] > 0 ? a[body->start[j]] * (1 + 1e-9) : 1;
  }
  hol_status status = hol_spd_factorise(body->factor, a, &offender);
  free(a);
  return status == HOL_NUMERICAL && offender != SIZE_MAX ? indefinite(import, true, offender) : status;
}

/** Has K + σM no negative pivot beyond rounding? */
static bool is_singular(const hol_import *import, double shift)
{
  hol_imported *body = import->body;
  size_t count = body->start[body->n], offender;
  double *a = hol_alloc(count, sizeof *a);
  for (size_t e = 0; a && e < count; e++) {
    a[e] = body->k[e] + shift * body->m[e];
  }
  for (size_t j = 0; a && j < body->n; j++) {
    a[body->start[j]] *= 1 + 1e-9;
  }
  bool holds = a && hol_spd_factorise(body->factor, a, &offender) == HOL_OK;
  free(a);
  return holds;
}

/** K + σM must be positive definite. A row with neither mass nor stiffness is no part of a structure. */
static hol_status factorise_shifted(hol_import *import, double shift)
{
  hol_imported *body = import->body;
  size_t offender = SIZE_MAX;
  hol_status status = hol_imported_factorise(body, shift, &offender);
  if (status == HOL_NUMERICAL && offender != SIZE_MAX && !import->is_loosened) {
    HOL_TRY(hol_import_find_mechanisms(import));
    status = hol_imported_factorise(body, shift, &offender);
  }
  if (status != HOL_NUMERICAL || offender == SIZE_MAX) {
    return status;
  }
  size_t e = body->start[offender], row = import->row_of[offender];
  if (body->k[e] <= 0 && body->m[e] <= 0 && row != SIZE_MAX) {
    return hol_import_refuse(import, &import->request->stiffness, import->k_line[row], NULL,
                             "row %zu has neither stiffness nor mass", row + 1);
  }
  if (row != SIZE_MAX && is_singular(import, shift)) {
    return hol_import_refuse(import, &import->request->stiffness, import->k_line[row], hol_import_mechanism_hint,
                             "a motion of the part has neither stiffness nor mass; row %zu takes part in it", row + 1);
  }
  return indefinite(import, false, offender);
}

/** The least K_ii/M_ii: no lowest frequency is higher. 1 for a part without stiffness. One that is nothing beside the
 *  largest is what rounding has left of a row without stiffness. */
static double least_quotient(const hol_imported *body)
{
  double least = HUGE_VAL, most = 0;
  for (size_t j = 0; j < body->n; j++) {
    double k = body->k[body->start[j]], m = body->m[body->start[j]];
    most = m > 0 ? fmax(most, k / m) : most;
  }
  for (size_t j = 0; j < body->n; j++) {
    double k = body->k[body->start[j]], m = body->m[body->start[j]];
    least = k > 0 && m > 0 && k / m > DBL_EPSILON * most ? fmin(least, k / m) : least;
  }
  return isfinite(least) ? least : 1;
}

/* ---- zero-energy modes -------------------------------------------------------------------------------------- */

/** The lowest modes with nothing deflated. */
typedef struct lowest {
  size_t count, none; /**< modes; those without energy */
  bool has_all;
  double *omega2, *X;
} lowest;

static void clear_lowest(lowest *low)
{
  free(low->omega2);
  free(low->X);
  *low = (lowest){0};
}

/** Share of an energy's terms that the digits of the file leave open. */
static double digits_share(const hol_import *import)
{
  bool matters = import->digits >= DIGITS_FEW && import->digits < DIGITS_ALL;
  return matters ? 0.5 * pow(10, 1 - import->digits) : rounding;
}

/** Which modes have no energy, and has any a negative one? */
static hol_status look_for_rigid(const hol_import *import, lowest *low)
{
  const hol_imported *body = import->body;
  for (size_t k = 0; k < low->count; k++) {
    double size, energy = (double)hol_imported_energy(body, low->X + k * body->n, &size);
    if (energy < -10 * digits_share(import) * size) {
      return hol_import_refuse(import, &import->request->stiffness, 0, NULL,
                               "the matrix is indefinite: with the mass it has an eigenvalue of %.3g", energy);
    }
    /* where the stiffness has nothing at all, what the vector has by rounding is all there is */
    if (energy <= rounding * size || energy <= 0.01 * rounding * body->shift) {
      low->none = k + 1;
    } else if (energy <= digits_share(import) * size && !import->has_geometry) {
      return hol_import_refuse(
          import, &import->request->stiffness, 0, "write it with all digits, as %.16e, or give `map` and `nodes`",
          "with %d digits a motion of no energy cannot be told from an elastic one", import->digits);
    } else if (energy <= digits_share(import) * size) {
      low->none = k + 1;
    }
  }
  return HOL_OK;
}

/** The lowest modes, with a shift that is near the elastic ones. */
static hol_status find_lowest(hol_import *import, lowest *low)
{
  enum { TRIES = 6 };
  hol_imported *body = import->body;
  double shift = 1e-5 * least_quotient(body);
  for (int i = 0; i < TRIES; i++) {
    HOL_TRY(factorise_shifted(import, shift));
    clear_lowest(low);
    HOL_TRY(hol_imported_lowest(body, LOWEST, &low->count, &low->omega2, &low->X, &low->has_all, import->cancellation));
    HOL_TRY(look_for_rigid(import, low));
    double next = low->none < low->count ? low->omega2[low->none] : 0;
    if (low->has_all || (next > 0.01 * shift && next < 1e5 * shift)) {
      return HOL_OK;
    }
    shift = next > 0 ? 0.1 * next : 1e-3 * shift;
  }
  return HOL_OK;
}

/** Eigenvectors of the energies of the six rigid motions; the first `none` have none. */
static hol_status energies(const hol_import *import, double C[36], size_t *none)
{
  const hol_imported *body = import->body;
  size_t n = body->n;
  double *KA = hol_alloc(6 * n, sizeof *KA), size[6], value[6], zero = 0;
  if (!KA) {
    return HOL_MEMORY;
  }
  hol_imported_apply(body, false, 6, import->motion, KA);
  for (size_t j = 0; j < 6; j++) {
    (void)hol_imported_energy(body, import->motion + j * n, &size[j]);
    size[j] = sqrt(size[j]);
  }
  for (size_t j = 0; j < 36; j++) {
    size_t a = j / 6, b = j % 6;
    bool is_there = size[a] > 0 && size[b] > 0;
    C[a + 6 * b] = is_there ? hol_dot(n, import->motion + a * n, KA + b * n) / (size[a] * size[b]) : a == b ? 2 : 0;
  }
  free(KA);
  HOL_TRY(hol_dense_eigen(6, C, value));
  zero = fmax(10 * rounding, 2 * digits_share(import));
  for (*none = 0; *none < 6 && value[*none] <= zero;) {
    ++*none;
  }
  for (size_t j = 0; j < 36; j++) {
    C[j] = size[j % 6] > 0 ? C[j] / size[j % 6] : 0;
  }
  return HOL_OK;
}

/** R ← R L⁻ᵀ with L Lᵀ = RᵀMR, twice. */
static hol_status orthonormalise_rigid(const hol_import *import)
{
  hol_imported *body = import->body;
  size_t n = body->n, r = body->rigid;
  double size[RIGID_MOST] = {0};
  HOL_TRY(hol_imported_terms(body, true, r, body->R, size));
  for (int pass = 0; pass < 2; pass++) {
    hol_imported_apply(body, true, r, body->R, body->MR);
    for (size_t a = 0; a < r; a++) {
      double *x = body->R + a * n, *y = body->MR + a * n;
      for (size_t b = 0; b < a; b++) {
        double sum = hol_dot(n, body->MR + b * n, x);
        for (size_t i = 0; i < n; i++) {
          x[i] -= sum * body->R[i + b * n];
          y[i] -= sum * body->MR[i + b * n];
        }
      }
      double norm = hol_dot(n, x, y);
      if (!(norm > hol_mass_rounding * size[a])) {
        return hol_import_refuse(import, &import->request->mass, 0, hol_import_mechanism_hint,
                                 "a motion of the part without stiffness has no mass either");
      }
      for (size_t i = 0; i < n; i++) {
        x[i] /= sqrt(norm);
        y[i] /= sqrt(norm);
      }
      size[a] = 0; /* has been looked at */
    }
  }
  hol_imported_apply(body, true, r, body->R, body->MR);
  return HOL_OK;
}

/** R ← R − (K + σM)⁻¹ K R: what rounding has mixed in of elastic motions goes, all but σ/(ω² + σ) of it in every
 *  step. */
static hol_status purify(hol_imported *body)
{
  enum { STEPS = 3 };
  double *d = hol_alloc(body->n, sizeof *d);
  long double *sum = hol_alloc(body->n, sizeof *sum);
  hol_status status = d && sum ? HOL_OK : HOL_MEMORY;
  for (size_t i = 0; i < STEPS * body->rigid && status == HOL_OK; i++) {
    double *x = body->R + i % body->rigid * body->n;
    hol_imported_residual(body, 0, x, d, sum);
    status = hol_spd_solve(body->factor, d, 1);
    for (size_t j = 0; j < body->n && status == HOL_OK; j++) {
      x[j] -= d[j];
    }
  }
  free(d);
  free(sum);
  return status;
}

static hol_status allocate_rigid(hol_imported *body, size_t rigid)
{
  body->R = hol_alloc(body->n * rigid, sizeof *body->R);
  body->MR = hol_alloc(body->n * rigid, sizeof *body->MR);
  body->rigid_port = hol_alloc(body->columns * rigid, sizeof *body->rigid_port);
  body->rigid = rigid;
  return body->R && body->MR && body->rigid_port ? HOL_OK : HOL_MEMORY;
}

/** still_ports(). @param[in,out] x  [n] scratch */
static hol_status still_ports_in(hol_imported *body, double *x)
{
  for (size_t c = 0; c < body->ports && body->rigid; c++) {
    const hol_sparse *p = &body->port[c];
    hol_sparse_spread(p, body->n, x);
    HOL_TRY(hol_spd_solve(body->factor, x, 1));
    double most = sqrt(fmax(body->shift * hol_sparse_dot(p, x), 0));
    for (size_t r = 0; r < body->rigid; r++) {
      double *value = &body->rigid_port[c + r * body->columns];
      *value = fabs(*value) > still * most ? *value : 0;
    }
  }
  return HOL_OK;
}

/** A zero-energy mode may leave a port at rest, as what swings at a hinge does: what is left of it there is
 *  rounding. No motion of unit mass has more at a port than √(σ pᵀA⁻¹p), by the inequality of Schwarz in A. Motions
 *  that are a mixture must be unmixed before:
 *  what is small in one of them belongs to what is large in another. */
static hol_status still_ports(hol_imported *body)
{
  double *x = hol_alloc(body->n, sizeof *x);
  hol_status status = x ? still_ports_in(body, x) : HOL_MEMORY;
  free(x);
  return status;
}

static void take_ports(hol_imported *body)
{
  for (size_t r = 0; r < body->rigid; r++) {
    for (size_t c = 0; c < body->columns; c++) {
      body->rigid_port[c + r * body->columns] = hol_imported_value(body, c, body->R + r * body->n);
    }
  }
}

/** Columns that are turned together. */
typedef struct turned {
  double *x;
  size_t rows;
} turned;

/** Columns a and b, turned by an angle. */
static void turn_columns(turned t, size_t a, size_t b, double cosine, double sine)
{
  for (size_t i = 0; i < t.rows; i++) {
    double u = t.x[i + a * t.rows], v = t.x[i + b * t.rows];
    t.x[i + a * t.rows] = cosine * u + sine * v;
    t.x[i + b * t.rows] = cosine * v - sine * u;
  }
}

/** Zero-energy modes are found in any mixture. They are turned, which keeps them M-orthonormal, until of the six
 *  motions C is made of the first is in one of them alone, the next in two, and so on: then a motion that has nothing
 *  to do with another is zero there instead of rounding, and what is rigid is told by geometry alone. */
static void unmix(size_t rigid, double *C, const turned *with, size_t count)
{
  size_t next = 0;
  for (size_t k = 0; k < 6 && next < rigid; k++) {
    double all = 0, left = 0;
    for (size_t r = 0; r < rigid; r++) {
      all = hypot(all, C[k + 6 * r]);
      left = r >= next ? hypot(left, C[k + 6 * r]) : 0;
    }
    if (left <= 1e-9 * all) {
      continue;
    }
    for (size_t r = next + 1; r < rigid; r++) {
      double size = hypot(C[k + 6 * next], C[k + 6 * r]);
      double cosine = size > 0 ? C[k + 6 * next] / size : 1, sine = size > 0 ? C[k + 6 * r] / size : 0;
      turn_columns((turned){C, 6}, next, r, cosine, sine);
      for (size_t i = 0; i < count; i++) {
        turn_columns(with[i], next, r, cosine, sine);
      }
      C[k + 6 * r] = 0;
    }
    next++;
  }
}

/** Rigid-body modes from the coordinates of the nodes: right to rounding, whatever the digits of the stiffness. */
static hol_status from_geometry(const hol_import *import, const lowest *low)
{
  hol_imported *body = import->body;
  double C[36];
  size_t none;
  HOL_TRY(energies(import, C, &none));
  if (none != low->none) {
    return hol_import_refuse(
        import, &import->request->stiffness, 0,
        none < low->none ? "is something in it loose, or do nodes lack coordinates?"
                         : "are `map`, `nodes` and `units` those of these matrices?",
        "%zu motions have no energy, but %zu of them are motions of a rigid body by the coordinates of "
        "the nodes",
        low->none, none);
  }
  HOL_TRY(allocate_rigid(body, none));
  unmix(none, C, NULL, 0);
  for (size_t r = 0; r < none; r++) {
    for (size_t j = 0; j < 6; j++) {
      for (size_t i = 0; i < body->n; i++) {
        body->R[i + r * body->n] += C[j + 6 * r] * import->motion[i + j * body->n];
      }
    }
  }
  HOL_TRY(orthonormalise_rigid(import));
  take_ports(body);
  return still_ports(body);
}

/** Motions of a rigid body at the columns as the six motions about the centre give them; rotations times the extent. */
static void column_motions(const hol_import *import, double *A)
{
  const hol_imported *body = import->body;
  double unit = import->extent > 0 ? import->extent : 1;
  for (size_t p = 0; p < body->points; p++) {
    for (int f = 0; f < HOL_FREEDOM_COUNT; f++) {
      double d[3], motion[6];
      if (body->column[p][f] == SIZE_MAX) {
        continue;
      }
      for (int k = 0; k < 3; k++) {
        d[k] = import->sites->at[p][k] - import->centre[k];
      }
      hol_rigid_motion(d, f, motion);
      for (size_t k = 0; k < 6; k++) {
        A[body->column[p][f] + k * body->columns] = motion[k] * (k < 3 ? 1 : 1 / unit) * (f < 3 ? 1 : unit);
      }
    }
  }
}

/** Columns of rigid_port by the motions A, in the least squares: C = A⁺ V. V, in the same lengths. C: [6 * rigid]. */
static hol_status fit(const hol_import *import, const double *A, const double *V, double *C)
{
  const hol_imported *body = import->body;
  size_t m = body->columns;
  double G[36], value[6];
  for (size_t j = 0; j < 36; j++) {
    G[j] = hol_dot(m, A + (j / 6) * m, A + (j % 6) * m);
  }
  HOL_TRY(hol_dense_eigen(6, G, value));
  memset(C, 0, 6 * body->rigid * sizeof *C);
  for (size_t r = 0; r < body->rigid; r++) {
    for (size_t e = 0; e < 6; e++) {
      double sum = 0;
      for (size_t k = 0; k < 6 && value[e] > 1e-12 * value[5]; k++) {
        sum += G[k + 6 * e] * hol_dot(m, A + k * m, V + r * m);
      }
      for (size_t k = 0; k < 6 && value[e] > 1e-12 * value[5]; k++) {
        C[k + 6 * r] += G[k + 6 * e] * sum / value[e];
      }
    }
  }
  return HOL_OK;
}

/** Without coordinates of nodes rigid-body modes are as good as the stiffness; at the ports they must be those of a
 *  rigid body, and are made so to rounding. */
static hol_status snap(const hol_import *import, double *A, double *V, double C[6 * RIGID_MOST])
{
  hol_imported *body = import->body;
  size_t m = body->columns;
  double unit = import->extent > 0 ? import->extent : 1, largest = 0, worst = 0;
  size_t where = 0;
  column_motions(import, A);
  memcpy(V, body->rigid_port, m * body->rigid * sizeof *V);
  for (size_t p = 0; p < body->points; p++) {
    for (int f = HOL_RX; f < HOL_FREEDOM_COUNT; f++) {
      for (size_t r = 0; r < body->rigid && body->column[p][f] != SIZE_MAX; r++) {
        V[body->column[p][f] + r * m] *= unit;
      }
    }
  }
  HOL_TRY(fit(import, A, V, C));
  const turned with[] = {{V, m}, {body->R, body->n}, {body->MR, body->n}};
  unmix(body->rigid, C, with, 3);
  for (size_t r = 0; r < body->rigid; r++) {
    for (size_t c = 0; c < m; c++) {
      double value = 0;
      for (size_t k = 0; k < 6; k++) {
        value += A[c + k * m] * C[k + 6 * r];
      }
      largest = fmax(largest, fabs(V[c + r * m]));
      where = fabs(value - V[c + r * m]) > worst ? c : where;
      worst = fmax(worst, fabs(value - V[c + r * m]));
      V[c + r * m] = value;
    }
  }
  for (size_t p = 0; p < body->points; p++) {
    for (int f = 0; f < HOL_FREEDOM_COUNT; f++) {
      size_t c = body->column[p][f];
      if (c == where && worst > 1e-6 * largest) {
        return hol_import_refuse_at(
            import, import->request->coupling[p].place,
            "every port needs `at`, where it is in the part's own axes, and each row the freedom it is",
            "a motion of the part without energy is not that of a rigid body at %s of port `%s`", hol_freedom_name[f],
            import->r->part->point[p].name);
      }
      for (size_t r = 0; r < body->rigid && c != SIZE_MAX; r++) {
        body->rigid_port[c + r * m] = V[c + r * m] / (f < 3 ? 1 : unit);
      }
    }
  }
  return still_ports(body);
}

/** Modes as they are found, but for what rounding has mixed in. */
static hol_status take_modes(const hol_import *import, const lowest *low)
{
  hol_imported *body = import->body;
  HOL_TRY(allocate_rigid(body, low->none));
  if (low->none) {
    memcpy(body->R, low->X, body->n * low->none * sizeof *body->R);
  }
  HOL_TRY(purify(body));
  HOL_TRY(orthonormalise_rigid(import));
  take_ports(body);
  return HOL_OK;
}

static hol_status from_modes(const hol_import *import, const lowest *low, double C[6 * RIGID_MOST])
{
  const hol_imported *body = import->body;
  HOL_TRY(take_modes(import, low));
  if (body->columns == 0) {
    return HOL_OK;
  }
  double *A = hol_alloc(6 * body->columns, sizeof *A), *V = hol_alloc(body->columns * low->none, sizeof *V);
  hol_status status = A && V ? snap(import, A, V, C) : HOL_MEMORY;
  free(A);
  free(V);
  return status;
}

/* ---- mass -------------------------------------------------------------------------------------------------------- */

/** Mass, centre and inertia from the generalised masses of the six motions about `centre`. */
static void take_mass(const hol_import *import, const double G[36])
{
  hol_sites *f = import->sites;
  double m = fmax(G[0], fmax(G[7], G[14])), c[3] = {0};
  f->mass = m;
  if (!(m > 0)) {
    return;
  }
  c[2] = G[HOL_UX + 6 * HOL_RY] != 0 ? G[HOL_UX + 6 * HOL_RY] / m : -G[HOL_UY + 6 * HOL_RX] / m;
  c[1] = G[HOL_UX + 6 * HOL_RZ] != 0 ? -G[HOL_UX + 6 * HOL_RZ] / m : G[HOL_UZ + 6 * HOL_RX] / m;
  c[0] = G[HOL_UY + 6 * HOL_RZ] != 0 ? G[HOL_UY + 6 * HOL_RZ] / m : -G[HOL_UZ + 6 * HOL_RY] / m;
  double square = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
  for (int i = 0; i < 3; i++) {
    f->centre[i] = import->centre[i] + c[i];
    for (int j = 0; j < 3; j++) {
      bool turns = G[7 * (3 + i)] > 0 && G[7 * (3 + j)] > 0;
      f->inertia[i][j] = turns ? G[3 + i + 6 * (3 + j)] - m * ((i == j ? square : 0) - c[i] * c[j]) : 0;
    }
  }
}

static hol_status mass_by_geometry(const hol_import *import)
{
  const hol_imported *body = import->body;
  size_t n = body->n;
  double *MA = hol_alloc(6 * n, sizeof *MA), G[36];
  if (!MA) {
    return HOL_MEMORY;
  }
  hol_imported_apply(body, true, 6, import->motion, MA);
  for (size_t j = 0; j < 36; j++) {
    G[j] = hol_dot(n, import->motion + (j / 6) * n, MA + (j % 6) * n);
  }
  free(MA);
  take_mass(import, G);
  return HOL_OK;
}

/** Amplitudes of M-orthonormal modes are C⁻¹ times the motion: mass (C Cᵀ)⁻¹, where the six (or, in a plane, three)
 *  motions are all there. */
static hol_status mass_by_modes(const hol_import *import, const double *C)
{
  double G[36] = {0}, value[6], M[36] = {0}, unit = import->extent > 0 ? import->extent : 1;
  for (size_t r = 0; r < import->body->rigid; r++) {
    for (size_t j = 0; j < 36; j++) {
      G[j] += C[j / 6 + 6 * r] * C[j % 6 + 6 * r];
    }
  }
  bool is_there[6];
  size_t present = 0;
  for (int k = 0; k < 6; k++) {
    is_there[k] = G[7 * k] > 0;
    present += is_there[k];
  }
  if (present != import->body->rigid || present == 0) {
    return HOL_OK; /* held somewhere: the whole mass cannot be told */
  }
  HOL_TRY(hol_dense_eigen(6, G, value));
  for (int e = 0; e < 6; e++) {
    for (int j = 0; j < 36 && value[e] > 1e-14 * value[5]; j++) {
      double length = (j / 6 < 3 ? 1 : unit) * (j % 6 < 3 ? 1 : unit);
      M[j] += G[j / 6 + 6 * e] * G[j % 6 + 6 * e] / value[e] * length;
    }
  }
  take_mass(import, M);
  return HOL_OK;
}

/** Where motions with neither stiffness nor mass have been taken apart, the modes without energy are those of a rigid
 *  body but for these. */
static hol_status mass_beside_loose(const hol_import *import)
{
  double G[36], *A = hol_alloc(6 * import->body->columns, sizeof *A);
  if (!A) {
    return HOL_MEMORY;
  }
  column_motions(import, A);
  hol_status status = hol_import_mechanism_mass(import, A, G);
  free(A);
  take_mass(import, G);
  return status;
}

/* ---- together ---------------------------------------------------------------------------------------------------- */

/** The elastic ones of the lowest modes are what will be asked for first. */
static void keep_elastic(hol_imported *body, lowest *low)
{
  size_t count = low->count - low->none;
  double *omega2 = count && !low->has_all ? hol_alloc(count, sizeof *omega2) : NULL;
  double *X = omega2 ? hol_alloc(count * body->n, sizeof *X) : NULL;
  if (!X) {
    free(omega2); /* they are found again */
    return;
  }
  memcpy(omega2, low->omega2 + low->none, count * sizeof *omega2);
  memcpy(X, low->X + low->none * body->n, count * body->n * sizeof *X);
  hol_imported_deflate(body, count, X);
  body->omega2 = omega2;
  body->X = X;
  body->candidates = count;
}

/** A motion without mass must have stiffness. */
static hol_status check_light(const hol_import *import)
{
  bool is_loose;
  HOL_TRY(hol_imported_has_mechanism(import->body, &is_loose));
  return is_loose ? hol_import_refuse(import, &import->request->stiffness, 0, hol_import_mechanism_hint,
                                      "a motion of the part has neither stiffness nor mass")
                  : HOL_OK;
}

static hol_status rigid_in(hol_import *import, lowest *low)
{
  double C[6 * RIGID_MOST] = {0};
  hol_status status = find_lowest(import, low);
  if (status == HOL_OK || status == HOL_NUMERICAL) { /* by rounding a loose part may have factors, and then no modes */
    HOL_TRY(check_light(import));
  }
  HOL_TRY(status);
  if (low->none > RIGID_MOST) {
    return hol_import_refuse(import, &import->request->stiffness, 0, "are parts of it not connected?",
                             "more than six motions have no energy: something in it is loose");
  }
  if (import->sites->mechanisms) {
    HOL_TRY(take_modes(import, low));
    HOL_TRY(still_ports(import->body));
    HOL_TRY(import->has_geometry ? mass_by_geometry(import) : mass_beside_loose(import));
  } else if (import->has_geometry) {
    HOL_TRY(from_geometry(import, low));
    HOL_TRY(mass_by_geometry(import));
  } else {
    HOL_TRY(from_modes(import, low, C));
    HOL_TRY(mass_by_modes(import, C));
  }
  keep_elastic(import->body, low);
  double next = low->none < low->count ? low->omega2[low->none] : import->body->shift;
  return factorise_shifted(import, low->none ? 0.05 * next : 0);
}

hol_status hol_import_rigid(hol_import *import)
{
  hol_imported *body = import->body;
  body->factor = hol_spd_new(body->n, body->start, body->row);
  if (!body->factor) {
    return HOL_MEMORY;
  }
  HOL_TRY(check_mass(import));
  HOL_TRY(body->n <= SMALL ? hol_import_find_mechanisms(import) : HOL_OK);
  lowest low = {0};
  hol_status status = rigid_in(import, &low);
  clear_lowest(&low);
  return status;
}
