/* SPDX-License-Identifier: BSD-3-Clause */
/* Imported parts as substructures: component modes, residual flexibility, fields. */
#include "parts/import/imported.h"
#include "base/dense.h"
#include "base/memory.h"
#include "base/vector.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** Up to so many unknowns fields have all orders that the frequencies have; above it so many, which are had for
 *  little. */
enum { FIELDS_ALL = 3000, FIELDS_LARGE = 8 };

/** Data kept for residual_flexibility() and field(). */
typedef struct memory {
  hol_imported *body;
  size_t *chosen;     /**< [ports] columns */
  double *phi;        /**< [columns * modes] of all columns */
  double *deflection; /**< [orders][columns * ports] Γ_j under the forces of ports, without the modes; NULL: not known
                           yet */
  size_t orders;      /**< of them */
  double *terms[2];   /**< [ports] of the static ones, by K and by M */
} memory;

/* ---- remainder --------------------------------------------------------------------------------------------------- */

/** A chain of blocks Z_i = (A⁻¹M)^i A⁻¹B. */
typedef struct chain {
  const hol_imported *body;
  hol_spd *held; /**< factors of K, held; NULL: those of A are taken */
  double shift;  /**< σ of the factors */
  size_t ports, kept;
  double *B, *Z, *W, *before; /**< [n * ports] right-hand side, block, M × block, M × block before */
  double *MX;                 /**< [n * kept] */
  double *along;              /**< [kept * ports] scratch */
  double *factor;             /**< [fields] scratch */
  size_t terms;               /**< s_i for i = 1 .. terms */
  double *s;                  /**< [terms][ports * ports] */
} chain;

/** Remove the kept modes and the rigid-body modes from displacements. */
static void deflate(const chain *c, double *x)
{
  size_t n = c->body->n;
  hol_imported_deflate(c->body, c->ports, x);
  if (c->kept == 0) {
    return;
  }
  hol_dense_multiply(c->kept, n, c->ports, 1, (hol_block){c->MX, n, true}, (hol_block){x, n, false}, 0, c->along,
                     c->kept);
  hol_dense_multiply(n, c->kept, c->ports, -1, (hol_block){c->body->X, n, false}, (hol_block){c->along, c->kept, false},
                     1, x, n);
}

/** B = P − M R RᵀP − M X XᵀP: loads that neither of them feels. */
static void load_ports(const chain *c, const size_t *chosen)
{
  const hol_imported *body = c->body;
  size_t n = body->n;
  for (size_t p = 0; p < c->ports; p++) {
    double *b = c->B + p * n;
    hol_sparse_spread(&body->port[chosen[p]], n, b);
    for (size_t r = 0; r < body->rigid; r++) {
      double sum = hol_sparse_dot(&body->port[chosen[p]], body->R + r * n);
      for (size_t i = 0; i < n; i++) {
        b[i] -= sum * body->MR[i + r * n];
      }
    }
    for (size_t k = 0; k < c->kept; k++) {
      double sum = body->phi[chosen[p] + k * body->columns];
      for (size_t i = 0; i < n; i++) {
        b[i] -= sum * c->MX[i + k * n];
      }
    }
  }
}

/** (UᵀV + VᵀU)/2. @param[out] out  [ports * ports] */
static void products(const chain *c, const double *U, const double *V, double *out)
{
  size_t n = c->body->n, m = c->ports;
  if (m > HOL_DENSE_LARGE) {
    hol_dense_multiply(m, n, m, 1, (hol_block){U, n, true}, (hol_block){V, n, false}, 0, out, m);
  }
  for (size_t i = 0; i < m; i++) {
    for (size_t j = 0; j <= i; j++) {
      bool is_there = m > HOL_DENSE_LARGE;
      double a = is_there ? out[i + j * m] : hol_dot(n, U + i * n, V + j * n);
      double b = is_there ? out[j + i * m] : hol_dot(n, U + j * n, V + i * n);
      out[i + j * m] = out[j + i * m] = 0.5 * (a + b);
    }
  }
}

/** C(i, j) σ^{i−j} for j < orders. */
static void powers_of_shift(const chain *c, size_t i, size_t orders, double *factor)
{
  double next = 1; /* of j = i, then downwards: C(i, j − 1) = C(i, j) j/(i − j + 1) */
  for (size_t j = i + 1; j-- > 0;) {
    if (j < orders) {
      factor[j] = next;
    }
    next *= j ? c->shift * (double)j / (double)(i - j + 1) : 1;
  }
}

/** Σ_i C(i, j) σ^{i−j} Z_i at all columns: the static deflection and its orders j < orders. */
static void add_field(const chain *c, size_t i, size_t orders, double *field)
{
  const hol_imported *body = c->body;
  size_t block = body->columns * c->ports, count = i + 1 < orders ? i + 1 : orders;
  powers_of_shift(c, i, orders, c->factor);
  for (size_t at = 0; at < block; at++) {
    size_t q = at % body->columns, p = at / body->columns;
    double value = hol_imported_value(body, q, c->Z + p * body->n);
    for (size_t j = 0; j < count; j++) {
      field[at + j * block] += c->factor[j] * value;
    }
  }
}

/** s_1 = BᵀZ₀, s_{2i+1} = Z_{i−1}ᵀMZ_i, s_{2i+2} = Z_iᵀMZ_i; the fields have converged after `blocks`. */
static hol_status run_chain(chain *c, size_t blocks, size_t orders, double *field, double *const terms[2])
{
  size_t n = c->body->n, square = c->ports * c->ports;
  memcpy(c->Z, c->B, n * c->ports * sizeof *c->Z);
  for (size_t i = 0; 2 * i < c->terms || i < blocks; i++) {
    HOL_TRY(hol_spd_solve(c->held ? c->held : c->body->factor, c->Z, c->ports));
    deflate(c, c->Z);
    hol_imported_apply(c->body, true, c->ports, c->Z, c->W);
    if (i == 0) { /* the blocks that follow are small */
      HOL_TRY(hol_imported_terms(c->body, false, c->ports, c->Z, terms[0]));
      HOL_TRY(hol_imported_terms(c->body, true, c->ports, c->Z, terms[1]));
    }
    if (2 * i < c->terms) {
      products(c, i ? c->before : c->B, c->Z, c->s + 2 * i * square);
    }
    if (2 * i + 1 < c->terms) {
      products(c, c->W, c->Z, c->s + (2 * i + 1) * square);
    }
    if (i < blocks) {
      add_field(c, i, orders, field);
    }
    double *swap = c->before;
    c->before = c->W;
    c->W = swap;
    memcpy(c->Z, c->before, n * c->ports * sizeof *c->Z);
  }
  return HOL_OK;
}

/** Γ_j = Σ_l C(j + l, l) σ^l s_{j+1+l}. */
static void combine_sums(const chain *c, size_t orders, size_t extra, double *gamma)
{
  size_t square = c->ports * c->ports;
  for (size_t j = 0; j < orders; j++) {
    memset(gamma + j * square, 0, square * sizeof *gamma);
    double factor = 1;
    for (size_t l = 0; l <= extra; l++) {
      for (size_t i = 0; i < square; i++) {
        gamma[j * square + i] += factor * c->s[(j + l) * square + i];
      }
      factor *= c->shift * (double)(j + l + 1) / (double)(l + 1);
    }
  }
}

/** Terms of the series in σ/(ω² + σ) until they are rounding in the highest order. */
static size_t terms_needed(const hol_imported *body, double shift, size_t kept, size_t orders)
{
  double next = kept < body->modes ? body->omega2[kept] : body->modes ? body->omega2[body->modes - 1] : 0;
  double ratio = next > 0 ? shift / (next + shift) : 0.5, term = 1;
  size_t l = 0;
  while (term > 0.1 * DBL_EPSILON && l < 400) {
    term *= ratio * (double)(orders + l) / (double)(l + 1);
    l++;
  }
  return shift > 0 ? l : 0;
}

/** Take factors of K, held, if it has them: there is no series in σ then. */
static void hold(chain *c)
{
  bool has_them = hol_imported_hold(c->body, &c->held) == HOL_OK; /* those of A are there in any case */
  c->shift = has_them ? 0 : c->shift;
}

/** Γ_j of chosen ports, j < orders, beyond R and the first `kept` modes.
 *  @param[in]  chosen  [ports] columns
 *  @param[out] gamma   [orders][ports * ports]
 *  @param[in]  fields  orders of the fields, 1 .. orders
 *  @param[out] field   [fields][columns * ports] the same between every column and the chosen ports
 *  @param[out] terms   [ports] each, hol_imported_terms() of the static deflections by K and by M */
static hol_status compute_remainder(const hol_imported *body, const size_t *chosen, size_t ports, size_t kept,
                                    size_t orders, double *gamma, size_t fields, double *field, double *const terms[2])
{
  chain c = {.body = body, .shift = body->shift, .ports = ports, .kept = kept};
  if (body->rigid) {
    hold(&c);
  }
  size_t n = body->n, extra = terms_needed(body, c.shift, kept, orders);
  c.terms = orders + extra;
  c.B = hol_alloc(n * ports, sizeof *c.B);
  c.Z = hol_alloc(n * ports, sizeof *c.Z);
  c.W = hol_alloc(n * ports, sizeof *c.W);
  c.before = hol_alloc(n * ports, sizeof *c.before);
  c.MX = hol_alloc(n * kept, sizeof *c.MX);
  c.along = hol_alloc(kept * ports, sizeof *c.along);
  c.factor = hol_alloc(fields, sizeof *c.factor);
  c.s = hol_alloc((c.terms + 1) * ports * ports, sizeof *c.s);
  hol_status status = c.B && c.Z && c.W && c.before && c.MX && c.along && c.factor && c.s ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    hol_imported_apply(body, true, kept, body->X, c.MX);
    load_ports(&c, chosen);
    memset(field, 0, fields * body->columns * ports * sizeof *field);
    status = run_chain(&c, extra + fields, fields, field, terms);
  }
  if (status == HOL_OK) {
    combine_sums(&c, orders, extra, gamma);
  }
  hol_spd_free(c.held);
  free(c.B);
  free(c.Z);
  free(c.W);
  free(c.before);
  free(c.MX);
  free(c.along);
  free(c.factor);
  free(c.s);
  return status;
}

/* ---- the class --------------------------------------------------------------------------------------------------- */

static void class_clear(void *of)
{
  memory *own = of;
  free(own->chosen);
  free(own->phi);
  free(own->deflection);
  free(own->terms[0]);
  free(own->terms[1]);
  free(own);
}

static void fill_modes(const hol_imported *body, hol_component_modes *modes)
{
  const memory *own = modes->data;
  if (body->modes) {
    memcpy(modes->omega2, body->omega2, body->modes * sizeof *modes->omega2);
    memcpy(own->phi, body->phi, body->columns * body->modes * sizeof *own->phi);
  }
  for (size_t k = 0; k < modes->rigid + modes->modes; k++) {
    for (size_t p = 0; p < modes->ports; p++) {
      size_t c = own->chosen[p];
      modes->phi[p + k * modes->ports] = k < modes->rigid ? body->rigid_port[c + k * body->columns]
                                                          : body->phi[c + (k - modes->rigid) * body->columns];
    }
  }
  for (size_t k = 0; k < modes->massless_count; k++) {
    for (size_t p = 0; p < modes->ports; p++) {
      modes->massless[p + k * modes->ports] = body->light[own->chosen[p] + k * body->columns];
    }
  }
}

/** The part is const for its users; what it has found already is kept in it. */
static hol_status class_own(const void *part, const hol_modes_request *request, hol_component_modes *modes)
{
  hol_imported *body = *(hol_imported *const *)part;
  HOL_TRY(hol_imported_modes(body, request->modes, request->cancellation));
  memory *own = hol_alloc(1, sizeof *own);
  modes->data = own;
  if (!own) {
    return HOL_MEMORY;
  }
  own->body = body;
  own->chosen = hol_alloc(request->ports, sizeof *own->chosen);
  own->phi = hol_alloc(body->columns * body->modes, sizeof *own->phi);
  own->terms[0] = hol_alloc(request->ports, sizeof *own->terms[0]);
  own->terms[1] = hol_alloc(request->ports, sizeof *own->terms[1]);
  modes->ports = request->ports;
  modes->rigid = body->rigid;
  modes->modes = modes->trusted = body->modes;
  modes->has_all = modes->has_all_discrete = body->has_all;
  modes->omega2 = hol_alloc(body->modes, sizeof *modes->omega2);
  modes->phi = hol_alloc(request->ports * (body->rigid + body->modes), sizeof *modes->phi);
  modes->massless_count = body->has_all ? body->light_count : 0;
  modes->massless = hol_alloc(request->ports * modes->massless_count, sizeof *modes->massless);
  if (!own->chosen || !own->phi || !own->terms[0] || !own->terms[1] || !modes->omega2 || !modes->phi ||
      !modes->massless) {
    return HOL_MEMORY;
  }
  for (size_t p = 0; p < request->ports; p++) {
    own->chosen[p] = body->column[request->port[p].point][request->port[p].component];
    if (own->chosen[p] == SIZE_MAX) {
      return HOL_INVALID;
    }
  }
  fill_modes(body, modes);
  return HOL_OK;
}

/** Take modes that are known, though not kept, out of the deflections. */
static void leave_to_modes(const hol_component_modes *modes, size_t without)
{
  const memory *own = modes->data;
  size_t columns = own->body->columns, block = columns * modes->ports;
  for (size_t k = without; k < modes->modes; k++) {
    for (size_t at = 0; at < block; at++) {
      const double *phi = own->phi + k * columns;
      double term = phi[at % columns] * phi[own->chosen[at / columns]];
      for (size_t j = 0; j < own->orders; j++) {
        term /= modes->omega2[k];
        own->deflection[at + j * block] -= term;
      }
    }
  }
}

/** Γ_j += φφᵀ/ω^{2(j+1)} of the modes that are not kept, where all are known: none of it is a difference. */
static void add_modes(const memory *own, const hol_component_modes *modes, size_t kept, size_t orders, double *gamma)
{
  size_t m = modes->ports;
  for (size_t k = kept; k < modes->modes; k++) {
    const double *phi = modes->phi + (modes->rigid + k) * m;
    for (size_t i = 0; i < m * m; i++) {
      double term = phi[i % m] * phi[i / m];
      for (size_t j = 0; j < orders; j++) {
        term /= modes->omega2[k];
        gamma[j * m * m + i] += term;
      }
    }
    for (size_t p = 0; p < m; p++) {
      for (size_t i = 0; i < 2; i++) {
        double root =
            sqrt(own->terms[i][p]) + fabs(phi[p]) / modes->omega2[k] * sqrt(own->body->terms[i][modes->rigid + k]);
        own->terms[i][p] = root * root;
      }
    }
  }
}

/** The residual flexibility where all modes are known: what has no mass, if anything, and the sum of what is not
 *  kept. */
static hol_status remainder_of_all(memory *own, const hol_component_modes *modes, size_t kept, size_t orders,
                                   double *gamma)
{
  size_t m = modes->ports;
  memset(gamma, 0, orders * m * m * sizeof *gamma);
  memset(own->terms[0], 0, m * sizeof *own->terms[0]);
  memset(own->terms[1], 0, m * sizeof *own->terms[1]);
  own->orders = 1;
  if (own->body->light_count) {
    HOL_TRY(compute_remainder(own->body, own->chosen, m, modes->modes, 1, gamma, 1, own->deflection, own->terms));
  }
  add_modes(own, modes, kept, orders, gamma);
  return HOL_OK;
}

static hol_status residual_flexibility(const hol_component_modes *modes, size_t without, size_t orders, bool above,
                                       double *gamma)
{
  memory *own = modes->data;
  (void)above;
  size_t fields = own->body->n > FIELDS_ALL && orders > FIELDS_LARGE ? FIELDS_LARGE : orders;
  double *deflection = hol_alloc(fields * own->body->columns * modes->ports, sizeof *deflection);
  if (!deflection) {
    return HOL_MEMORY;
  }
  free(own->deflection);
  own->deflection = deflection;
  own->orders = fields;
  if (modes->has_all && modes->ports) {
    return remainder_of_all(own, modes, without, orders, gamma);
  }
  HOL_TRY(
      compute_remainder(own->body, own->chosen, modes->ports, without, orders, gamma, fields, deflection, own->terms));
  leave_to_modes(modes, without);
  return HOL_OK;
}

static bool class_terms(const hol_component_modes *modes, size_t kept, const double *gamma, double *stiffness,
                        double *mass)
{
  (void)gamma;
  const memory *own = modes->data;
  size_t count = modes->rigid + kept;
  for (size_t k = 0; k < count && own->body->terms[0]; k++) {
    stiffness[k] = own->body->terms[0][k];
    mass[k] = own->body->terms[1][k];
  }
  for (size_t p = 0; p < modes->ports; p++) {
    stiffness[count + p] = own->terms[0][p];
    mass[count + p] = own->terms[1][p];
  }
  return true;
}

/** Σ λ^j Γ_j f at one column. */
static double deflection_at(const hol_component_modes *modes, size_t column, const hol_flexible_motion *motion)
{
  const memory *own = modes->data;
  size_t columns = own->body->columns;
  double sum = 0, power = 1;
  for (size_t j = 0; j < motion->orders && j < own->orders; j++, power *= motion->lambda) {
    for (size_t p = 0; p < modes->ports; p++) {
      sum += power * own->deflection[column + (p + j * modes->ports) * columns] * motion->force[p];
    }
  }
  return sum;
}

static hol_status class_field(const hol_component_modes *modes, size_t place, const hol_flexible_motion *motion,
                              double value[6])
{
  const memory *own = modes->data;
  size_t columns = own->body->columns;
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    size_t c = own->body->column[place][f];
    double sum = c != SIZE_MAX ? deflection_at(modes, c, motion) : 0;
    for (size_t r = 0; r < modes->rigid && c != SIZE_MAX; r++) {
      sum += motion->q[r] * own->body->rigid_port[c + r * columns];
    }
    for (size_t k = 0; k < modes->modes && c != SIZE_MAX; k++) {
      sum += motion->q[modes->rigid + k] * own->phi[c + k * columns];
    }
    value[f] = sum;
  }
  return HOL_OK;
}

/** K + σM is positive definite: every force has a finite effect. */
static bool accepts_force(const void *part, hol_port port)
{
  hol_imported *const *body = part;
  return (*body)->column[port.point][port.component] != SIZE_MAX;
}

static void class_free(void *part)
{
  hol_imported **body = part;
  hol_imported_free(*body);
  free(body);
}

const hol_substructure_class hol_imported_class = {.far = {8, 2000, 0.5},
                                                   .theory = "imported matrices",
                                                   .is_discrete = true,
                                                   .component_modes = class_own,
                                                   .residual_flexibility = residual_flexibility,
                                                   .field = class_field,
                                                   .terms = class_terms,
                                                   .accepts_force = accepts_force,
                                                   .clear = class_clear,
                                                   .free = class_free};
