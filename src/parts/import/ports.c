/* SPDX-License-Identifier: BSD-3-Clause */
/* Points of an imported part: rows, nodes, couplings. */
#include "parts/import/import.h"
#include "base/dense.h"
#include "base/memory.h"
#include "base/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/** Motions of a set of nodes below this share of the largest are none. */
static const double nothing = 1e-9;
/** Nodes at which shapes are sampled beside the points. */
enum { SAMPLES_MOST = 48 };

void hol_rigid_motion(const double d[3], int freedom, double component[6])
{
  memset(component, 0, 6 * sizeof *component);
  component[freedom] = 1;
  if (freedom == HOL_UX) {
    component[HOL_RY] = d[2];
    component[HOL_RZ] = -d[1];
  } else if (freedom == HOL_UY) {
    component[HOL_RZ] = d[0];
    component[HOL_RX] = -d[2];
  } else if (freedom == HOL_UZ) {
    component[HOL_RX] = d[1];
    component[HOL_RY] = -d[0];
  }
}

/** A freedom of the files as a number of metres or radians. */
static double unit_of(const hol_import *import, int freedom)
{
  return freedom < HOL_RX ? import->request->length : 1.0;
}

/** Index of the nodes of a port, from its list or its set.
 *  @param[out] node  borrowed; NULL after a fault */
static const size_t *nodes_of_port(const hol_import *import, size_t point, size_t *count)
{
  const hol_coupling *port = &import->request->coupling[point];
  if (!port->set) {
    *count = port->node_count;
    return port->node;
  }
  for (size_t i = 0; i < import->nodes.set_count; i++) {
    if (strcasecmp(import->nodes.set[i].name, port->set) == 0) {
      *count = import->nodes.set[i].count;
      return import->nodes.set[i].node;
    }
  }
  (void)hol_import_refuse_at(import, port->place,
                             "a list of numbers, or the name of an *NSET in the file under `nodes`",
                             "there is no set of nodes `%s`", port->set);
  return NULL;
}

/* ---- what a set of nodes can do ---------------------------------------------------------------------------------- */

/** A coupling of several nodes. */
typedef struct coupling {
  size_t point, count;
  const size_t *node;
  double at[3];    /**< of the point */
  double size;     /**< of the set, m */
  double gram[36]; /**< BᵀB of the translations as the six motions of the point give them; rotations times the size */
} coupling;

/** Does any row of the part have this freedom? In a plane part held freedoms are not there at all. */
static bool has_freedom(const hol_import *import, int freedom)
{
  for (size_t i = 0; i < import->map.rows; i++) {
    if (import->map.freedom[i] == freedom) {
      return true;
    }
  }
  return false;
}

static hol_status gather_coupling(const hol_import *import, coupling *c)
{
  const hol_coupling *port = &import->request->coupling[c->point];
  const hol_part_point *point = &import->r->part->point[c->point];
  if (!import->place) {
    return hol_import_refuse_at(import, port->place, "map: job.dof, nodes: job.inp",
                                "several nodes carry `%s`: their coordinates are needed", point->name);
  }
  c->node = nodes_of_port(import, c->point, &c->count);
  if (!c->node) {
    return HOL_INVALID;
  }
  double at[3];
  for (size_t i = 0; i < c->count; i++) {
    size_t row[HOL_FREEDOM_COUNT];
    if (!hol_import_node_at(import, c->node[i], at) || hol_import_node_rows(import, c->node[i], row) == 0) {
      return hol_import_refuse_at(import, port->place, NULL,
                                  "node %zu of `%s` has no rows: it is held, or not of the part", c->node[i],
                                  point->name);
    }
    for (int k = 0; k < 3; k++) {
      c->at[k] += at[k] / (double)c->count;
    }
  }
  if (port->has_at) {
    memcpy(c->at, point->at, sizeof c->at);
  }
  for (size_t i = 0; i < c->count; i++) {
    (void)hol_import_node_at(import, c->node[i], at);
    c->size = fmax(c->size, hol_distance(at, c->at));
  }
  c->size = c->size > 0 ? c->size : 1;
  return HOL_OK;
}

/** Translation `freedom` of node i as the six motions of the point give it. @return false if it has none */
static bool node_motion(const hol_import *import, const coupling *c, size_t i, int freedom, double b[6])
{
  double at[3], d[3];
  (void)hol_import_node_at(import, c->node[i], at);
  for (int k = 0; k < 3; k++) {
    d[k] = at[k] - c->at[k];
  }
  hol_rigid_motion(d, freedom, b);
  for (int k = 3; k < 6; k++) {
    b[k] /= c->size;
  }
  return has_freedom(import, freedom);
}

static void fill_gram(const hol_import *import, coupling *c)
{
  bool present[3] = {has_freedom(import, 0), has_freedom(import, 1), has_freedom(import, 2)};
  for (size_t i = 0; i < c->count; i++) {
    for (int f = 0; f < 3; f++) {
      double b[6];
      if (!present[f]) {
        continue;
      }
      (void)node_motion(import, c, i, f, b);
      for (int k = 0; k < 36; k++) {
        c->gram[k] += b[k / 6] * b[k % 6];
      }
    }
  }
}

/** G⁺, and which motions can be told at all: those that G⁺G leaves as they are. */
static hol_status invert_gram(const coupling *c, double inverse[36], unsigned *told)
{
  double v[36], value[6];
  memcpy(v, c->gram, sizeof v);
  HOL_TRY(hol_dense_eigen(6, v, value));
  memset(inverse, 0, 36 * sizeof *inverse);
  *told = 0;
  double own[6] = {0};
  for (int e = 0; e < 6; e++) {
    if (value[e] <= nothing * value[5]) {
      continue;
    }
    for (int k = 0; k < 36; k++) {
      inverse[k] += v[k / 6 + 6 * e] * v[k % 6 + 6 * e] / value[e];
    }
    for (int k = 0; k < 6; k++) {
      own[k] += v[k + 6 * e] * v[k + 6 * e];
    }
  }
  for (int k = 0; k < 6; k++) {
    *told |= own[k] > 1 - 1e-6 ? 1u << k : 0u;
  }
  return HOL_OK;
}

static hol_status start_coupling(const hol_import *import, size_t point, coupling *c, double inverse[36],
                                 unsigned *told)
{
  *c = (coupling){.point = point};
  HOL_TRY(gather_coupling(import, c));
  fill_gram(import, c);
  return invert_gram(c, inverse, told);
}

/* ---- rigid couplings --------------------------------------------------------------------------------------------- */

static bool is_rigid(const hol_import *import, size_t point)
{
  return import->request->coupling[point].is_rigid;
}

/** Mark the rows of the nodes of a rigid coupling. owner: [rows] 1 + point. */
static hol_status claim(const hol_import *import, const coupling *c, size_t *owner)
{
  for (size_t i = 0; i < c->count; i++) {
    size_t row[HOL_FREEDOM_COUNT];
    (void)hol_import_node_rows(import, c->node[i], row);
    for (int f = 0; f < HOL_FREEDOM_COUNT; f++) {
      if (row[f] == SIZE_MAX && has_freedom(import, f)) {
        return hol_import_refuse_at(import, import->request->coupling[c->point].place, NULL,
                                    "freedom %s of node %zu of `%s` is held: its coupling cannot be rigid",
                                    hol_freedom_name[f], c->node[i], import->r->part->point[c->point].name);
      }
      if (row[f] != SIZE_MAX && owner[row[f]] && owner[row[f]] != c->point + 1) {
        return hol_import_refuse_at(import, import->request->coupling[c->point].place, NULL,
                                    "node %zu belongs to two rigid couplings, `%s` and `%s`", c->node[i],
                                    import->r->part->point[owner[row[f]] - 1].name,
                                    import->r->part->point[c->point].name);
      }
      if (row[f] != SIZE_MAX) {
        owner[row[f]] = c->point + 1;
      }
    }
  }
  return HOL_OK;
}

static hol_status claim_all(hol_import *import, size_t *owner, coupling *all)
{
  for (size_t p = 0; p < import->r->part->point_count; p++) {
    double inverse[36];
    unsigned told;
    import->coupled[p] = SIZE_MAX;
    if (!is_rigid(import, p)) {
      continue;
    }
    HOL_TRY(start_coupling(import, p, &all[p], inverse, &told));
    unsigned has = 0; /* motions that nodes take part in at all */
    for (int k = 0; k < 6; k++) {
      has |= all[p].gram[7 * k] > 0 ? 1u << k : 0u;
    }
    if (told != has) {
      return hol_import_refuse_at(
          import, import->request->coupling[p].place, "use three nodes that are not on one line",
          "the nodes of `%s` do not determine the motion of a rigid body", import->r->part->point[p].name);
    }
    import->coupled_freedoms[p] = told;
    HOL_TRY(claim(import, &all[p], owner));
  }
  return HOL_OK;
}

/** Unknowns: free rows first, then those of couplings. Legs of a dependent row: the motions of its point. */
static hol_status number_unknowns(hol_import *import, const size_t *owner, const coupling *all)
{
  size_t legs = 0, n = 0;
  for (size_t i = 0; i < import->rows; i++) {
    legs += owner[i] ? 6 : 1;
  }
  import->first_leg = hol_alloc(import->rows + 1, sizeof *import->first_leg);
  import->leg = hol_alloc(legs, sizeof *import->leg);
  import->row_of = hol_alloc(import->rows + 6 * import->r->part->point_count, sizeof *import->row_of);
  if (!import->first_leg || !import->leg || !import->row_of) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < import->rows; i++) {
    if (!owner[i]) {
      import->row_of[n++] = i;
    }
  }
  for (size_t p = 0; p < import->r->part->point_count; p++) {
    import->coupled[p] = is_rigid(import, p) ? n : SIZE_MAX;
    for (int f = 0; f < 6 && is_rigid(import, p); f++) {
      if (import->coupled_freedoms[p] >> f & 1u) {
        import->row_of[n++] = SIZE_MAX;
      }
    }
  }
  import->unknowns = n;
  for (size_t i = 0, free_rows = 0, leg = 0; i < import->rows; i++) {
    import->first_leg[i] = leg;
    if (!owner[i]) {
      import->leg[leg++] = (hol_import_leg){free_rows++, 1};
    } else {
      const coupling *c = &all[owner[i] - 1];
      double at[3], motion[6];
      (void)hol_import_node_at(import, import->map.node[i], at);
      for (int k = 0; k < 3; k++) {
        at[k] -= c->at[k];
      }
      hol_rigid_motion(at, import->map.freedom[i], motion);
      for (int f = 0, unknown = 0; f < 6; f++) {
        if (!(import->coupled_freedoms[c->point] >> f & 1u)) {
          continue;
        }
        double factor = motion[f] * unit_of(import, f) / unit_of(import, import->map.freedom[i]);
        if (factor != 0) {
          import->leg[leg++] = (hol_import_leg){import->coupled[c->point] + (size_t)unknown, factor};
        }
        unknown++;
      }
    }
    import->first_leg[i + 1] = leg;
  }
  return HOL_OK;
}

hol_status hol_import_couple(hol_import *import)
{
  size_t points = import->r->part->point_count, *owner = hol_alloc(import->rows, sizeof *owner);
  coupling *all = hol_alloc(points, sizeof *all);
  import->coupled = hol_alloc(points, sizeof *import->coupled);
  import->coupled_freedoms = hol_alloc(points, sizeof *import->coupled_freedoms);
  bool ok = owner && all && import->coupled && import->coupled_freedoms;
  hol_status status = ok ? claim_all(import, owner, all) : HOL_MEMORY;
  status = status == HOL_OK ? number_unknowns(import, owner, all) : status;
  free(owner);
  free(all);
  return status;
}

/* ---- functionals ------------------------------------------------------------------------------------------------- */

/** p += factor × (row in the units of the file). */
static void add_file_row(const hol_import *import, size_t row, double factor, double *p)
{
  for (size_t l = import->first_leg[row]; l < import->first_leg[row + 1]; l++) {
    p[import->leg[l].unknown] += factor * import->leg[l].factor;
  }
}

/** A new column for a freedom of a point, 0 at first. */
static double *open_column(const hol_import *import, size_t point, int freedom)
{
  hol_imported *body = import->body;
  import->sites->freedoms[point] |= 1u << freedom;
  body->column[point][freedom] = body->ports;
  return import->port + body->n * body->ports++;
}

static hol_status rows_port(const hol_import *import, size_t p)
{
  const hol_coupling *port = &import->request->coupling[p];
  memcpy(import->sites->at[p], import->r->part->point[p].at, sizeof import->sites->at[p]);
  for (int f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (port->row[f] > import->rows) {
      return hol_import_refuse_at(import, port->row_place[f], NULL, "there is no row %zu: the matrices have %zu",
                                  port->row[f], import->rows);
    }
    if (port->row[f]) {
      add_file_row(import, port->row[f] - 1, unit_of(import, f), open_column(import, p, f));
    }
  }
  return HOL_OK;
}

static hol_status node_port(const hol_import *import, size_t p)
{
  const hol_coupling *port = &import->request->coupling[p];
  const hol_part_point *point = &import->r->part->point[p];
  size_t row[HOL_FREEDOM_COUNT];
  double *at = import->sites->at[p];
  if (!import->node_row) {
    return hol_import_refuse_at(import, port->place,
                                "map: job.dof, as CalculiX writes it: a line `node.freedom` for every row",
                                "port `%s` names a node: a `map` must say which rows it has", point->name);
  }
  if (hol_import_node_rows(import, port->node[0], row) == 0) {
    return hol_import_refuse_at(import, port->place, NULL,
                                "node %zu of port `%s` is not in the map: it is held, or not of the part",
                                port->node[0], point->name);
  }
  memcpy(at, point->at, sizeof point->at);
  if (hol_import_node_at(import, port->node[0], at) && port->has_at &&
      hol_distance(at, point->at) > 1e-6 * import->extent) {
    return hol_import_refuse_at(import, port->place, "leave `at` out: the file of nodes says where it is",
                                "node %zu is at [%.9g, %.9g, %.9g] m, not where `at` of port `%s` says", port->node[0],
                                at[0], at[1], at[2], point->name);
  }
  for (int f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (row[f] != SIZE_MAX) {
      add_file_row(import, row[f], unit_of(import, f), open_column(import, p, f));
    }
  }
  return HOL_OK;
}

/** The motion of the point as the least squares of those of its nodes: (BᵀB)⁺ Bᵀ u. */
static hol_status distributing_port(const hol_import *import, size_t p)
{
  coupling c;
  double inverse[36];
  unsigned told;
  HOL_TRY(start_coupling(import, p, &c, inverse, &told));
  memcpy(import->sites->at[p], c.at, sizeof c.at);
  for (int g = 0; g < 6; g++) {
    if (!(told >> g & 1u)) {
      continue;
    }
    double *out = open_column(import, p, g);
    for (size_t i = 0; i < c.count; i++) {
      size_t row[HOL_FREEDOM_COUNT];
      (void)hol_import_node_rows(import, c.node[i], row);
      for (int f = 0; f < 3; f++) {
        double b[6], factor = 0;
        if (row[f] == SIZE_MAX) {
          continue; /* held: it adds nothing */
        }
        (void)node_motion(import, &c, i, f, b);
        for (int k = 0; k < 6; k++) {
          factor += inverse[g + 6 * k] * b[k];
        }
        add_file_row(import, row[f], factor * import->request->length / (g < 3 ? 1 : c.size), out);
      }
    }
  }
  return HOL_OK;
}

static hol_status rigid_port(const hol_import *import, size_t p)
{
  coupling c;
  double inverse[36];
  unsigned told;
  HOL_TRY(start_coupling(import, p, &c, inverse, &told));
  memcpy(import->sites->at[p], c.at, sizeof c.at);
  size_t unknown = import->coupled[p];
  for (int f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (import->coupled_freedoms[p] >> f & 1u) {
      open_column(import, p, f)[unknown++] = unit_of(import, f);
    }
  }
  return HOL_OK;
}

/** Columns that have an unknown in common with another, or none at all: all others are independent. @param[out] column
 *  [ports] @return how many */
static size_t find_shared(const hol_import *import, unsigned char *users, size_t *column)
{
  size_t m = import->body->ports, n = import->body->n, count = 0;
  for (size_t at = 0; at < m * n; at++) {
    if (import->port[at] != 0 && users[at % n] < 2) {
      users[at % n]++;
    }
  }
  for (size_t j = 0; j < m; j++) {
    const double *p = import->port + j * n;
    bool is_alone = true, is_empty = true;
    for (size_t i = 0; i < n && is_alone; i++) {
      is_empty = is_empty && !(p[i] != 0);
      is_alone = !(p[i] != 0) || users[i] == 1;
    }
    column[count] = j;
    count += !is_alone || is_empty;
  }
  return count;
}

/** Modified Gram-Schmidt, twice. @param[in,out] q  [n * m] @return the first column that follows from those before it;
 *  SIZE_MAX: there is none */
static size_t first_dependent(size_t n, size_t m, double *q)
{
  for (size_t j = 0; j < m; j++) {
    double *own = q + j * n, before = hol_dot(n, own, own);
    for (size_t l = 0; l < 2 * j; l++) {
      const double *other = q + (l % j) * n;
      hol_add_scaled(n, -hol_dot(n, other, own), other, own);
    }
    double after = hol_dot(n, own, own);
    if (!(after > 1e-16 * before)) {
      return j;
    }
    for (size_t i = 0; i < n; i++) {
      own[i] /= sqrt(after);
    }
  }
  return SIZE_MAX;
}

/** Functionals that depend on others make points move together: the joints could not know. */
static hol_status check_independent(const hol_import *import)
{
  const hol_imported *body = import->body;
  size_t n = body->n, bad = SIZE_MAX;
  unsigned char *users = hol_alloc(n, sizeof *users);
  size_t *column = hol_alloc(body->ports, sizeof *column),
         count = users && column ? find_shared(import, users, column) : 0;
  double *q = hol_alloc(count * n, sizeof *q);
  hol_status status = users && column && q ? HOL_OK : HOL_MEMORY;
  if (status == HOL_OK) {
    for (size_t j = 0; j < count; j++) {
      memcpy(q + j * n, import->port + column[j] * n, n * sizeof *q);
    }
    bad = first_dependent(n, count, q);
    bad = bad == SIZE_MAX ? bad : column[bad];
  }
  free(users);
  free(column);
  free(q);
  HOL_TRY(status);
  for (size_t p = 0; p < body->points && bad != SIZE_MAX; p++) {
    for (int f = 0; f < HOL_FREEDOM_COUNT; f++) {
      if (body->column[p][f] == bad) {
        return hol_import_refuse_at(
            import, import->request->coupling[p].place, "ports must have rows or nodes of their own",
            "%s of port `%s` follows from the ports before it", hol_freedom_name[f], import->r->part->point[p].name);
      }
    }
  }
  return HOL_OK;
}

/** Components that `freedoms` leaves out cannot be carried: the part would move where the structure does not. */
static hol_status check_freedoms(const hol_import *import, size_t p)
{
  hol_freedoms moves = 0, missing;
  for (unsigned f = 0; f < HOL_FREEDOM_COUNT; f++) {
    for (unsigned k = 0; k < 3 && (import->sites->freedoms[p] >> f & 1u); k++) {
      moves |= fabs(import->axis[f % 3][k]) > 1e-9 ? 1u << (f / 3 * 3 + k) : 0u;
    }
  }
  missing = moves & ~import->r->freedoms;
  for (int f = 0; f < HOL_FREEDOM_COUNT; f++) {
    if (missing >> f & 1u) {
      return hol_import_refuse_at(import, import->request->coupling[p].place,
                                  "write `freedoms: [ux, uy, uz, rx, ry, rz]`, or give three coordinates everywhere",
                                  "port `%s` moves in %s, which is not considered in this structure",
                                  import->r->part->point[p].name, hol_freedom_name[f]);
    }
  }
  return HOL_OK;
}

/* ---- places ------------------------------------------------------------------------------------------------------ */

/** Centre and extent of the nodes, and the rigid motions of all unknowns. */
static hol_status place_unknowns(hol_import *import)
{
  import->has_geometry = import->place != NULL;
  if (!import->has_geometry) {
    return HOL_OK;
  }
  import->motion = hol_alloc(6 * import->unknowns, sizeof *import->motion);
  double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, at[3];
  if (!import->motion) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < import->rows; i++) {
    for (int k = 0; k < 3 && import->place[i] != SIZE_MAX; k++) {
      at[k] = import->nodes.at[import->place[i]][k] * import->request->length;
      low[k] = fmin(low[k], at[k]);
      high[k] = fmax(high[k], at[k]);
    }
  }
  for (int k = 0; k < 3; k++) {
    import->centre[k] = 0.5 * (low[k] + high[k]);
    import->extent = fmax(import->extent, high[k] - low[k]);
  }
  return HOL_OK;
}

static void set_motion(hol_import *import, size_t unknown, const double at[3], int freedom)
{
  double d[3], motion[6];
  for (int k = 0; k < 3; k++) {
    d[k] = at[k] - import->centre[k];
  }
  hol_rigid_motion(d, freedom, motion);
  for (size_t k = 0; k < 6; k++) {
    import->motion[unknown + k * import->unknowns] = motion[k] / unit_of(import, freedom);
  }
}

static void fill_motions(hol_import *import)
{
  for (size_t i = 0; i < import->unknowns; i++) {
    size_t row = import->row_of[i];
    if (row != SIZE_MAX) {
      double at[3];
      if (hol_import_node_at(import, import->map.node[row], at)) {
        set_motion(import, i, at, import->map.freedom[row]);
      }
    }
  }
  for (size_t p = 0; p < import->r->part->point_count; p++) {
    size_t unknown = import->coupled[p];
    for (int f = 0; f < 6 && unknown != SIZE_MAX; f++) {
      if (import->coupled_freedoms[p] >> f & 1u) {
        set_motion(import, unknown++, import->sites->at[p], f);
      }
    }
  }
}

/** Centre and extent of the points where nodes are not known. */
static void place_points(hol_import *import)
{
  size_t n = import->sites->points;
  double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  for (size_t p = 0; p < n; p++) {
    for (int k = 0; k < 3; k++) {
      low[k] = fmin(low[k], import->sites->at[p][k]);
      high[k] = fmax(high[k], import->sites->at[p][k]);
    }
  }
  for (int k = 0; k < 3 && n && !import->has_geometry; k++) {
    import->centre[k] = 0.5 * (low[k] + high[k]);
    import->extent = fmax(import->extent, high[k] - low[k]);
  }
  memcpy(import->sites->sample, import->sites->at, n * sizeof *import->sites->sample);
}

static hol_status port_of(const hol_import *import, size_t p)
{
  const hol_coupling *port = &import->request->coupling[p];
  bool has_nodes = port->set || port->node_count > 1 || port->is_rigid;
  HOL_TRY(is_rigid(import, p) ? rigid_port(import, p)
          : has_nodes         ? distributing_port(import, p)
          : port->node_count  ? node_port(import, p)
                              : rows_port(import, p));
  return check_freedoms(import, p);
}

/** May a node be a sample: has it a place, and rows of its own? */
static bool can_be_sample(const hol_import *import, size_t row)
{
  size_t legs = import->first_leg[row + 1] - import->first_leg[row];
  return import->place[row] != SIZE_MAX && import->map.freedom[row] == HOL_UX && legs == 1 &&
         import->row_of[import->leg[import->first_leg[row]].unknown] == row;
}

static double square_distance(const double a[3], const double b[3])
{
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    sum += (a[k] - b[k]) * (a[k] - b[k]);
  }
  return sum;
}

/** Nodes spread over the part: each the farthest from those before it and from the points. away: [rows] scratch.
 *  @return their number */
static size_t spread_nodes(const hol_import *import, double *away, size_t *chosen)
{
  size_t count = 0, points = import->sites->points;
  double least = 1e-12 * import->extent * import->extent, at[3], other[3];
  for (size_t i = 0; i < import->rows; i++) {
    away[i] = can_be_sample(import, i) ? HUGE_VAL : 0;
    for (size_t p = 0; p < points && away[i] > 0; p++) {
      (void)hol_import_node_at(import, import->map.node[i], at);
      away[i] = fmin(away[i], square_distance(at, import->sites->at[p]));
    }
  }
  while (count < SAMPLES_MOST) {
    size_t best = 0;
    for (size_t i = 1; i < import->rows; i++) {
      best = away[i] > away[best] ? i : best;
    }
    if (!(away[best] > least)) {
      break;
    }
    chosen[count++] = import->map.node[best];
    (void)hol_import_node_at(import, import->map.node[best], other);
    for (size_t i = 0; i < import->rows; i++) {
      if (away[i] > 0) {
        (void)hol_import_node_at(import, import->map.node[i], at);
        away[i] = fmin(away[i], square_distance(at, other));
      }
    }
  }
  return count;
}

static hol_status sample_nodes(hol_import *import, const size_t *chosen, size_t count)
{
  hol_imported *body = import->body;
  hol_sites *f = import->sites;
  bool has_samples = hol_extend(&f->sample, f->points, count, sizeof *f->sample);
  body->node_unknown = hol_alloc(HOL_FREEDOM_COUNT * count, sizeof *body->node_unknown);
  body->node_factor = hol_alloc(HOL_FREEDOM_COUNT * count, sizeof *body->node_factor);
  if (!has_samples || !body->node_unknown || !body->node_factor) {
    return HOL_MEMORY;
  }
  for (size_t s = 0; s < count; s++) {
    size_t row[HOL_FREEDOM_COUNT];
    (void)hol_import_node_at(import, chosen[s], f->sample[f->points + s]);
    (void)hol_import_node_rows(import, chosen[s], row);
    for (int k = 0; k < HOL_FREEDOM_COUNT; k++) {
      const hol_import_leg *leg = row[k] == SIZE_MAX ? NULL : &import->leg[import->first_leg[row[k]]];
      if (leg && import->row_of[leg->unknown] == row[k]) {
        body->node_unknown[body->columns - body->ports] = leg->unknown;
        body->node_factor[body->columns - body->ports] = unit_of(import, k);
        body->column[f->points + s][k] = body->columns++;
      }
    }
  }
  body->samples = f->samples = f->points + count > 0 ? f->points + count : 1;
  return HOL_OK;
}

/** Shapes are sampled at the points, and where coordinates are known at nodes all over the part. */
static hol_status add_samples(hol_import *import)
{
  import->body->columns = import->body->ports;
  if (!import->has_geometry) {
    return HOL_OK;
  }
  double *away = hol_alloc(import->rows, sizeof *away);
  size_t *chosen = hol_alloc(SAMPLES_MOST, sizeof *chosen);
  hol_status status = away && chosen ? sample_nodes(import, chosen, spread_nodes(import, away, chosen)) : HOL_MEMORY;
  free(away);
  free(chosen);
  return status;
}

/** The functionals of the points, most of which are of a few unknowns. */
static hol_status keep_ports(hol_import *import)
{
  hol_imported *body = import->body;
  body->port = hol_alloc(body->ports, sizeof *body->port);
  if (!body->port) {
    return HOL_MEMORY;
  }
  for (size_t p = 0; p < body->ports; p++) {
    HOL_TRY(hol_sparse_gather(body->n, import->port + p * body->n, &body->port[p]));
  }
  free(import->port);
  import->port = NULL;
  return HOL_OK;
}

hol_status hol_import_ports(hol_import *import)
{
  hol_imported *body = import->body;
  size_t points = import->r->part->point_count;
  body->points = points;
  body->samples = points ? points : 1;
  body->column = hol_alloc(points + SAMPLES_MOST + 1, sizeof *body->column);
  import->port = hol_alloc(6 * points * body->n, sizeof *import->port);
  if (!body->column || !import->port) {
    return HOL_MEMORY;
  }
  for (size_t i = 0; i < 6 * (points + SAMPLES_MOST + 1); i++) {
    body->column[i / 6][i % 6] = SIZE_MAX;
  }
  HOL_TRY(place_unknowns(import));
  for (size_t p = 0; p < points; p++) {
    HOL_TRY(port_of(import, p));
  }
  place_points(import);
  if (import->has_geometry) {
    fill_motions(import);
  }
  HOL_TRY(check_independent(import));
  HOL_TRY(keep_ports(import));
  return add_samples(import);
}
