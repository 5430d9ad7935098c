/* SPDX-License-Identifier: BSD-3-Clause */
/* Motions of an imported part with neither stiffness nor mass, which the structure around it may give both.
 *
 * Z: a basis of the common null space of K and M; P: the ports. The part moves as q = q' + Z s, and no energy knows s:
 * it is a coordinate of the structure, tied to the joints by u = Pᵀq' + PᵀZ s. With G some columns of the identity, GᵀZ
 *  regular, W > 0 diagonal,
 *     K' = K + G W Gᵀ
 *
 * takes the place of K: forces Λ on the ports are in balance with s, ZᵀPΛ = 0, hence Zᵀ(K' − λM) q' = ZᵀG W Gᵀq' = 0
 * and Gᵀq' = 0, so that K' q' = K q' whatever W is. With GᵀZ = 1 the basis follows from (K' + σM) Z = G W. */
#include "parts/import/import.h"
#include "base/dense.h"
#include "base/memory.h"
#include "base/vector.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** A diagonal less by this share makes a pivot negative that is zero but for rounding. */
static const double shrink = 1e-11;
/** Motions of a port below this share of the most it could have are none. */
static const double still = 1e-12;
/** Singular values of port motions below this, squared, are rounding; a motion that others make up to this is one of
 *  them. */
static const double independent = 1e-12, fits = 1e-6;

/** Search for mechanisms. */
typedef struct loose {
  const hol_import *import;
  size_t count, most; /**< of chosen rows; so many at the most */
  size_t *row;        /**< [most] chosen rows, G */
  double *weight;     /**< [most] W */
  double *given;      /**< [most] K_ii there, as it was */
  double shift;       /**< σ */
  double *Z;          /**< [n * count] */
} loose;

static void clear_loose(loose *l)
{
  free(l->row);
  free(l->weight);
  free(l->given);
  free(l->Z);
  *l = (loose){0};
}

/** Put W on the diagonal of K at the chosen rows, or take it away again. */
static void set_weights(const loose *l, bool is_there)
{
  const hol_imported *body = l->import->body;
  for (size_t i = 0; i < l->count; i++) {
    body->k[body->start[l->row[i]]] = l->given[i] + (is_there ? l->weight[i] : 0);
  }
}

/** The largest K_ii/M_ii: with it all that moves mass is stiff. 1 where no row has both. */
static double largest_quotient(const hol_imported *body)
{
  double most = 0;
  for (size_t j = 0; j < body->n; j++) {
    double k = body->k[body->start[j]], m = body->m[body->start[j]];
    most = m > 0 ? fmax(most, k / m) : most;
  }
  return most > 0 && isfinite(most) ? most : 1;
}

/** Choose a row of a pivot that is zero. @return false if it is no use */
static bool choose_row(loose *l, size_t row)
{
  const hol_imported *body = l->import->body;
  double k = body->k[body->start[row]], weight = k + l->shift * body->m[body->start[row]], most = 0;
  for (size_t i = 0; i < l->count; i++) {
    if (l->row[i] == row) {
      return false;
    }
  }
  for (size_t j = 0; j < body->n; j++) {
    most = fmax(most, body->k[body->start[j]] + l->shift * body->m[body->start[j]]);
  }
  if (l->count == l->most || !(most > 0)) {
    return false;
  }
  l->row[l->count] = row;
  l->given[l->count] = k;
  l->weight[l->count++] = weight > 0 ? weight : most;
  return true;
}

/** Rows of the pivots of K + σM that are zero: each is a motion of its own. @param[out] found  false if some of them
 *  are none */
static hol_status choose_rows(loose *l, double *a, bool *found)
{
  const hol_imported *body = l->import->body;
  size_t offender = SIZE_MAX;
  for (size_t e = 0; e < body->start[body->n]; e++) {
    a[e] = body->k[e] + l->shift * body->m[e];
  }
  for (size_t j = 0; j < body->n; j++) {
    a[body->start[j]] *= 1 - shrink;
  }
  hol_status status = hol_spd_factorise(body->factor, a, &offender);
  while (status == HOL_NUMERICAL && offender != SIZE_MAX && choose_row(l, offender)) {
    a[body->start[offender]] += l->weight[l->count - 1];
    status = hol_spd_factorise(body->factor, a, &offender);
  }
  *found = status == HOL_OK && l->count > 0;
  return status == HOL_MEMORY ? status : HOL_OK;
}

/** (K' + σM) Z = G W, with residuals in extended precision. r: [n], sum: [n] */
static hol_status solve_shifted(const loose *l, double *r, long double *sum)
{
  enum { STEPS = 3 };
  const hol_imported *body = l->import->body;
  size_t n = body->n;
  for (size_t i = 0; i < STEPS * l->count; i++) {
    size_t k = i % l->count;
    double *z = l->Z + k * n;
    hol_imported_residual(body, -l->shift, z, r, sum);
    r[l->row[k]] -= l->weight[k];
    HOL_TRY(hol_spd_solve(body->factor, r, 1));
    for (size_t j = 0; j < n; j++) {
      z[j] -= r[j];
    }
  }
  return HOL_OK;
}

/** Have they no energy but what the rounding of the matrices' own numbers may give, which bounds account for? */
static hol_status are_loose(const loose *l, bool *yes)
{
  const hol_imported *body = l->import->body;
  for (size_t k = 0; k < l->count && *yes; k++) {
    double stiffness, mass, magnitude, *z = l->Z + k * body->n;
    double energy = fabs((double)hol_imported_energy(body, z, &magnitude)),
           inertia = l->shift * fabs((double)hol_imported_mass(body, z));
    HOL_TRY(hol_imported_terms(body, false, 1, z, &stiffness));
    HOL_TRY(hol_imported_terms(body, true, 1, z, &mass));
    *yes = energy + inertia <= 4 * DBL_EPSILON * (stiffness + l->shift * mass);
  }
  return HOL_OK;
}

/** The basis, and K' in the place of K if that is right. @param[in,out] found */
static hol_status find_basis(loose *l, bool *found)
{
  hol_imported *body = l->import->body;
  size_t n = body->n, offender;
  l->Z = hol_alloc(n * l->count, sizeof *l->Z);
  double *r = hol_alloc(n, sizeof *r);
  long double *sum = hol_alloc(n, sizeof *sum);
  hol_status status = l->Z && r && sum ? HOL_OK : HOL_MEMORY;
  set_weights(l, true);
  status = status == HOL_OK ? hol_imported_factorise(body, l->shift, &offender) : status;
  status = status == HOL_OK ? solve_shifted(l, r, sum) : status;
  set_weights(l, false);
  *found = status == HOL_OK;
  status = *found ? are_loose(l, found) : status;
  set_weights(l, *found);
  free(r);
  free(sum);
  return status == HOL_MEMORY ? status : HOL_OK;
}

/* ---- at the ports ------------------------------------------------------------------------------------------------ */

/** Length that makes a column a displacement. */
static double unit_of(const hol_import *import, size_t column)
{
  const hol_imported *body = import->body;
  for (size_t p = 0; p < body->points; p++) {
    for (int f = HOL_RX; f < HOL_FREEDOM_COUNT; f++) {
      if (body->column[p][f] == column) {
        return import->extent > 0 ? import->extent : 1;
      }
    }
  }
  return 1;
}

/** Port motions of the basis, in lengths. No motion z has more at a port than √(pᵀA⁻¹p zᵀAz), by the inequality of
 *  Schwarz in A = K' + σM, where zᵀAz is the weight: what is nothing beside that is rounding. V: [ports * count], x:
 *  [n] */
static hol_status port_motions(const loose *l, double *V, double *x)
{
  hol_imported *body = l->import->body;
  for (size_t c = 0; c < body->ports; c++) {
    const hol_sparse *p = &body->port[c];
    hol_sparse_spread(p, body->n, x);
    HOL_TRY(hol_spd_solve(body->factor, x, 1));
    double most = sqrt(fmax(hol_sparse_dot(p, x), 0));
    for (size_t k = 0; k < l->count; k++) {
      double value = hol_sparse_dot(p, l->Z + k * body->n);
      bool moves = fabs(value) > still * most * sqrt(l->weight[k]);
      V[c + k * body->ports] = moves ? value * unit_of(l->import, c) : 0;
    }
  }
  return HOL_OK;
}

/** The largest port motion in columns from `first` on; false if there is none. */
static bool find_largest(const loose *l, const double *V, size_t first, size_t *port, size_t *column)
{
  size_t ports = l->import->body->ports;
  double largest = 0;
  for (size_t i = first * ports; i < l->count * ports; i++) {
    if (fabs(V[i]) > largest) {
      largest = fabs(V[i]);
      *port = i % ports;
      *column = i / ports;
    }
  }
  return largest > 0;
}

static void exchange_columns(size_t rows, double *x, size_t a, size_t b)
{
  for (size_t i = 0; i < rows && a != b; i++) {
    double t = x[i + a * rows];
    x[i + a * rows] = x[i + b * rows];
    x[i + b * rows] = t;
  }
}

/** x_a ← x_a − factor x_b; what is left of two that are equal but for rounding is nothing. */
static void subtract_column(size_t rows, double *x, size_t a, size_t b, double factor)
{
  for (size_t i = 0; i < rows; i++) {
    double term = factor * x[i + b * rows], given = x[i + a * rows], left = given - term;
    x[i + a * rows] = fabs(left) > still * (fabs(given) + fabs(term)) ? left : 0;
  }
}

/** Columns turned so that each is 1 at a port where the others are 0. @return false if one moves no port */
static bool make_apart(const loose *l, double *V)
{
  size_t ports = l->import->body->ports, n = l->import->body->n, port = 0, column = 0;
  for (size_t k = 0; k < l->count; k++) {
    if (!find_largest(l, V, k, &port, &column)) {
      return false;
    }
    exchange_columns(ports, V, k, column);
    exchange_columns(n, l->Z, k, column);
    double scale = 1 / V[port + k * ports];
    for (size_t i = 0; i < ports; i++) {
      V[i + k * ports] *= scale;
    }
    for (size_t i = 0; i < n; i++) {
      l->Z[i + k * n] *= scale;
    }
    for (size_t j = 0; j < l->count; j++) {
      double factor = j == k ? 0 : V[port + j * ports];
      if (factor != 0) {
        subtract_column(ports, V, j, k, factor);
        subtract_column(n, l->Z, j, k, factor);
        V[port + j * ports] = 0;
      }
    }
  }
  return true;
}

/** The terms that their energies are sums of; more where rounding of the basis itself has left more. */
static hol_status take_terms(const loose *l, double *terms)
{
  const hol_imported *body = l->import->body;
  HOL_TRY(hol_imported_terms(body, false, l->count, l->Z, terms));
  HOL_TRY(hol_imported_terms(body, true, l->count, l->Z, terms + l->count));
  for (size_t k = 0; k < l->count; k++) {
    double magnitude, *z = l->Z + k * body->n, least = 1 / (4 * DBL_EPSILON);
    terms[k] = fmax(terms[k], least * fabs((double)hol_imported_energy(body, z, &magnitude)));
    terms[l->count + k] = fmax(terms[l->count + k], least * fabs((double)hol_imported_mass(body, z)));
  }
  return HOL_OK;
}

/** Data of the mechanisms for the structure. */
static hol_status hand_over(const loose *l, const double *V)
{
  const hol_imported *body = l->import->body;
  hol_sites *f = l->import->sites;
  size_t n = body->n;
  f->mechanism_at = hol_alloc(f->samples * l->count, sizeof *f->mechanism_at);
  f->mechanism_terms = hol_alloc(2 * l->count, sizeof *f->mechanism_terms);
  if (!f->mechanism_at || !f->mechanism_terms) {
    return HOL_MEMORY;
  }
  f->mechanisms = l->count;
  for (size_t i = 0; i < f->samples * l->count; i++) {
    for (size_t k = 0; k < HOL_FREEDOM_COUNT && i / l->count < body->samples; k++) {
      size_t c = body->column[i / l->count][k];
      const double *z = l->Z + i % l->count * n, *v = V + i % l->count * body->ports;
      f->mechanism_at[i][k] = c == SIZE_MAX     ? 0
                              : c < body->ports ? v[c] / unit_of(l->import, c)
                                                : hol_imported_value(body, c, z);
    }
  }
  set_weights(l, false);
  hol_status status = take_terms(l, f->mechanism_terms);
  set_weights(l, true);
  return status;
}

static hol_status tie(const loose *l)
{
  const hol_imported *body = l->import->body;
  double *V = hol_alloc(body->ports * l->count, sizeof *V), *x = hol_alloc(body->n, sizeof *x);
  hol_status status = V && x ? port_motions(l, V, x) : HOL_MEMORY;
  if (status == HOL_OK && !make_apart(l, V)) {
    status = hol_import_refuse(l->import, &l->import->request->stiffness, 0, hol_import_mechanism_hint,
                               "a motion of the part has neither stiffness nor mass, and moves none of its ports");
  }
  status = status == HOL_OK ? hand_over(l, V) : status;
  free(V);
  free(x);
  return status;
}

hol_status hol_import_find_mechanisms(hol_import *import)
{
  hol_imported *body = import->body;
  bool found = false;
  loose l = {.import = import, .most = body->ports + 1, .shift = largest_quotient(body)};
  double *a = hol_alloc(body->start[body->n], sizeof *a);
  l.row = hol_alloc(l.most, sizeof *l.row);
  l.weight = hol_alloc(l.most, sizeof *l.weight);
  l.given = hol_alloc(l.most, sizeof *l.given);
  import->is_loosened = true;
  hol_status status = a && l.row && l.weight && l.given ? choose_rows(&l, a, &found) : HOL_MEMORY;
  free(a);
  status = status == HOL_OK && found ? find_basis(&l, &found) : status;
  status = status == HOL_OK && found ? tie(&l) : status;
  clear_loose(&l);
  return status;
}

/* ---- mass -------------------------------------------------------------------------------------------------------- */

/** B = [rigid-body modes, loose motions] at the ports, in lengths. */
static void fill_motions(const hol_import *import, double *B)
{
  const hol_imported *body = import->body;
  const hol_sites *f = import->sites;
  size_t m = body->ports;
  for (size_t p = 0; p < body->points; p++) {
    for (size_t k = 0; k < HOL_FREEDOM_COUNT; k++) {
      size_t c = body->column[p][k];
      for (size_t r = 0; r < body->rigid + f->mechanisms && c != SIZE_MAX; r++) {
        B[c + r * m] = unit_of(import, c) * (r < body->rigid ? body->rigid_port[c + r * body->columns]
                                                             : f->mechanism_at[p * f->mechanisms + r - body->rigid][k]);
      }
    }
  }
}

/** x = (BᵀB)⁺Bᵀa. E: eigenvectors of BᵀB. @return is B x = a? */
static bool fit(size_t m, size_t n, const double *B, const double *E, const double *value, const double *a, double *x)
{
  double left = 0, all = 0;
  memset(x, 0, n * sizeof *x);
  for (size_t e = 0; e < n; e++) {
    double sum = 0;
    for (size_t k = 0; k < n && value[e] > independent * value[n - 1]; k++) {
      sum += E[k + e * n] * hol_dot(m, B + k * m, a) / value[e];
    }
    for (size_t k = 0; k < n; k++) {
      x[k] += sum * E[k + e * n];
    }
  }
  for (size_t i = 0; i < m; i++) {
    double value_here = 0;
    for (size_t k = 0; k < n; k++) {
      value_here += B[i + k * m] * x[k];
    }
    left = fmax(left, fabs(a[i] - value_here));
    all = fmax(all, fabs(a[i]));
  }
  return left <= fits * all;
}

static hol_status mass_in(const hol_import *import, const double *A, double *B, double *E, double *x, double G[36])
{
  const hol_imported *body = import->body;
  size_t m = body->ports, n = body->rigid + import->sites->mechanisms;
  double *value = x + 6 * n;
  bool is_known = true;
  fill_motions(import, B);
  hol_dense_gram(m, n, B, E);
  HOL_TRY(hol_dense_eigen(n, E, value));
  for (size_t j = 0; j < 6; j++) {
    is_known = fit(m, n, B, E, value, A + j * body->columns, x + j * n) && is_known;
  }
  for (size_t j = 0; j < 36 && is_known; j++) { /* the others have no mass */
    G[j] = hol_dot(body->rigid, x + j / 6 * n, x + j % 6 * n);
  }
  return HOL_OK;
}

hol_status hol_import_mechanism_mass(const hol_import *import, const double *A, double G[36])
{
  size_t m = import->body->ports, n = import->body->rigid + import->sites->mechanisms;
  double *B = hol_alloc(m * n, sizeof *B), *E = hol_alloc(n * n, sizeof *E), *x = hol_alloc(7 * n, sizeof *x);
  memset(G, 0, 36 * sizeof *G);
  hol_status status = B && E && x ? mass_in(import, A, B, E, x, G) : HOL_MEMORY;
  free(B);
  free(E);
  free(x);
  return status;
}
