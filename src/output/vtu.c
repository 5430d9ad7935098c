/* SPDX-License-Identifier: BSD-3-Clause */
/* VTK unstructured grids (XML): meshes and mode shapes, in one file or as a PVD collection with one file per mode. */
#include "output/vtu.h"
#include "model/geometry.h"
#include "output/places.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/** Cells of VTK. */
enum { VERTEX = 1, POLYLINE = 4, QUAD = 9 };
/** The largest displacement of a mode, of the size of the structure. */
static const double share = 0.1;

/** A cell: places of one part. */
typedef struct cell {
  size_t type, count,
      place[4]; /**< POLYLINE: place[0] is the first of them, and place[1] says whether it comes again at the end */
  size_t part;
} cell;

/** Columns of a part's mesh. */
static size_t columns_of(const hol_placed_part *p)
{
  return p->rows ? p->stations / p->rows : 0;
}

/** How many cells a part has. */
static size_t cells_of(const hol_placed_part *p)
{
  size_t columns = columns_of(p);
  return p->rows > 1 && columns > 1 ? (p->rows - 1) * (columns - !p->is_closed) : p->stations > 0;
}

/** Cell k of a part whose places begin at `first`. */
static cell cell_of(const hol_placed_part *p, size_t part, size_t first, size_t k)
{
  size_t columns = columns_of(p);
  if (!(p->rows > 1 && columns > 1)) {
    bool is_line = p->stations > 1;
    return (cell){
        is_line ? POLYLINE : VERTEX, p->stations + (is_line && p->is_closed), {first, is_line && p->is_closed}, part};
  }
  size_t wide = columns - !p->is_closed, row = k / wide, column = k % wide, next = (column + 1) % columns;
  return (cell){QUAD,
                4,
                {first + row * columns + column, first + row * columns + next, first + (row + 1) * columns + next,
                 first + (row + 1) * columns + column},
                part};
}

/** What is asked of every cell. */
typedef enum { PLACES, OFFSETS, TYPES, PARTS } what;

static void put_cell(hol_text *text, const cell *c, what of, size_t *offset)
{
  *offset += c->count;
  if (of != PLACES) {
    hol_text_add(text, "%zu\n", of == OFFSETS ? *offset : of == TYPES ? c->type : c->part);
    return;
  }
  for (size_t i = 0; i < c->count; i++) {
    size_t first = c->place[0], along = c->place[1] && i + 1 == c->count ? first : first + i;
    hol_text_add(text, "%zu ", c->type == QUAD ? c->place[i] : along);
  }
  hol_text_put(text, "\n", 1);
}

static void put_cells(hol_text *text, const hol_places *places, what of)
{
  const hol_geometry *g = places->result->geometry;
  size_t offset = 0;
  for (size_t i = 0; i < g->parts; i++) {
    for (size_t k = 0; k < cells_of(&g->part[i]); k++) {
      const cell c = cell_of(&g->part[i], i, places->first[i], k);
      put_cell(text, &c, of, &offset);
    }
  }
}

static void put_number(hol_text *text, double x)
{
  hol_text_add(text, "%.17g ", x);
}

static void begin(hol_text *text, const char *type, const char *name, size_t components)
{
  hol_text_add(text, "<DataArray type=\"%s\" Name=\"%s\"", type, name);
  hol_text_add(text, components ? " NumberOfComponents=\"%zu\" format=\"ascii\">\n" : " format=\"ascii\">\n",
               components);
}

static void end(hol_text *text)
{
  hol_text_add(text, "</DataArray>\n");
}

/** A factor that makes the largest displacement a share of the structure; 1 of a mode that only turns. */
static double scale_of(const hol_places *places, size_t mode)
{
  double most = hol_places_largest(places, mode);
  return most > 0 ? share * places->size / most : 1;
}

/** "mode 3, 12.34 Hz". */
static void name_mode(const hol_mode *mode, char *name, size_t size)
{
  char frequency[32];
  (void)snprintf(frequency, sizeof frequency, "%.6g", mode->omega / (2 * M_PI));
  (void)snprintf(name, size, mode->growth > 0 ? "mode %zu, grows" : "mode %zu, %s Hz", mode->number, frequency);
}

/** Displacements, or rotations, of all places in a mode. */
static void put_vectors(hol_text *text, const hol_places *places, size_t mode, const char *name, bool turns)
{
  double scale = scale_of(places, mode);
  begin(text, "Float64", name, 3);
  for (size_t i = 0; i < places->count; i++) {
    double v[HOL_FREEDOM_COUNT];
    hol_places_moved(places, mode, i, v);
    for (size_t c = 0; c < 3; c++) {
      put_number(text, scale * v[(turns ? HOL_RX : HOL_UX) + c]);
    }
    hol_text_put(text, "\n", 1);
  }
  end(text);
}

static void put_mode(hol_text *text, const hol_places *places, size_t mode)
{
  char name[64];
  name_mode(&places->result->mode[mode], name, sizeof name);
  put_vectors(text, places, mode, name, false);
}

/** Numbers of modes as field data. */
static void put_list(hol_text *text, const hol_places *places, const char *name, bool is_scale)
{
  const hol_result *result = places->result;
  size_t count = 0;
  for (size_t k = 0; k < result->mode_count; k++) {
    count += hol_places_has(places, k);
  }
  hol_text_add(text, "<DataArray type=\"Float64\" Name=\"%s\" NumberOfTuples=\"%zu\" format=\"ascii\">\n", name, count);
  for (size_t k = 0; k < result->mode_count; k++) {
    if (hol_places_has(places, k)) {
      put_number(text, is_scale ? scale_of(places, k) : result->mode[k].omega / (2 * M_PI));
    }
  }
  hol_text_put(text, "\n", 1);
  end(text);
}

static void put_grid(hol_text *text, const hol_places *places)
{
  hol_text_add(text, "<Points>\n");
  begin(text, "Float64", "Points", 3);
  for (size_t i = 0; i < places->count; i++) {
    for (size_t c = 0; c < 3; c++) {
      put_number(text, places->at[i][c]);
    }
    hol_text_put(text, "\n", 1);
  }
  end(text);
  hol_text_add(text, "</Points>\n<Cells>\n");
  begin(text, "Int64", "connectivity", 0);
  put_cells(text, places, PLACES);
  end(text);
  begin(text, "Int64", "offsets", 0);
  put_cells(text, places, OFFSETS);
  end(text);
  begin(text, "UInt8", "types", 0);
  put_cells(text, places, TYPES);
  end(text);
  hol_text_add(text, "</Cells>\n<CellData Scalars=\"part\">\n");
  begin(text, "Int64", "part", 0);
  put_cells(text, places, PARTS);
  end(text);
  hol_text_add(text, "</CellData>\n");
}

/** What stands before and behind the data of points. */
static void put_head(hol_text *text)
{
  hol_text_add(text, "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" "
                     "version=\"0.1\">\n<UnstructuredGrid>\n<FieldData>\n");
}

static void put_piece(hol_text *text, const hol_places *places)
{
  const hol_geometry *g = places->result->geometry;
  size_t cells = 0;
  for (size_t i = 0; i < g->parts; i++) {
    cells += cells_of(&g->part[i]);
  }
  hol_text_add(text, "</FieldData>\n<Piece NumberOfPoints=\"%zu\" NumberOfCells=\"%zu\">\n", places->count, cells);
  put_grid(text, places);
}

static void put_foot(hol_text *text)
{
  hol_text_add(text, "</PointData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n");
}

static void write(hol_text *text, const hol_places *places)
{
  put_head(text);
  put_list(text, places, "frequency_Hz", false);
  put_list(text, places, "mode_shape_scale", true);
  put_piece(text, places);
  hol_text_add(text, "<PointData>\n");
  for (size_t k = 0; k < places->result->mode_count; k++) {
    if (hol_places_has(places, k)) {
      put_mode(text, places, k);
    }
  }
  put_foot(text);
}

hol_status hol_vtu_write(const hol_result *result, hol_text *text)
{
  hol_places places = {0};
  hol_status status = hol_places_make(result, &places);
  if (status == HOL_OK) {
    write(text, &places);
  }
  hol_places_clear(&places);
  return status == HOL_OK && text->failed ? HOL_MEMORY : status;
}

/* ------------------------------------------------------------------------------------------------------- series */

static const char collection[] = ".pvd";

bool hol_vtu_is_series(const char *path)
{
  size_t size = strlen(path), last = sizeof collection - 1;
  return size > last && strcmp(path + size - last, collection) == 0;
}

/** The name of the file of a mode, beside that of the collection. */
static void put_name(hol_text *name, const char *path, const hol_mode *mode)
{
  hol_text_add(name, "%.*s-%zu.vtu", (int)(strlen(path) - sizeof collection + 1), path, mode->number);
}

/** One number that is the same everywhere. */
static void put_field(hol_text *text, const char *name, double x)
{
  hol_text_add(text,
               "<DataArray type=\"Float64\" Name=\"%s\" NumberOfTuples=\"1\" format=\"ascii\">\n%.17g\n</DataArray>\n",
               name, x);
}

static void put_mode_alone(hol_text *text, const hol_places *places, size_t mode)
{
  const hol_mode *m = &places->result->mode[mode];
  put_head(text);
  put_field(text, "mode", (double)m->number);
  put_field(text, "frequency_Hz", m->omega / (2 * M_PI));
  put_field(text, "mode_shape_scale", scale_of(places, mode));
  put_piece(text, places);
  hol_text_add(text, "<PointData Vectors=\"displacement\">\n");
  put_vectors(text, places, mode, "displacement", false);
  put_vectors(text, places, mode, "rotation", true);
  put_foot(text);
}

/** A name as XML has it. */
static void put_escaped(hol_text *text, const char *name)
{
  for (const char *c = name; *c; c++) {
    if (strchr("<>&\"", *c)) {
      hol_text_add(text, "&#%d;", *c);
    } else {
      hol_text_put(text, c, 1);
    }
  }
}

static void put_collection(hol_text *text, const hol_places *places, const char *path)
{
  const char *slash = strrchr(path, '/');
  hol_text_add(text, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n");
  for (size_t k = 0; k < places->result->mode_count; k++) {
    hol_text name = {0};
    if (hol_places_has(places, k)) {
      put_name(&name, slash ? slash + 1 : path, &places->result->mode[k]);
      hol_text_add(text, "<DataSet timestep=\"%zu\" part=\"0\" file=\"", places->result->mode[k].number);
      put_escaped(text, name.data ? name.data : "");
      hol_text_add(text, "\"/>\n");
    }
    text->failed = text->failed || name.failed;
    hol_text_clear(&name);
  }
  hol_text_add(text, "</Collection>\n</VTKFile>\n");
}

/** The mode of file k of a series; the number of all modes: there are no more. */
static size_t mode_of(const hol_places *places, size_t k)
{
  size_t mode = 0;
  for (size_t left = k; mode < places->result->mode_count; mode++) {
    left -= hol_places_has(places, mode);
    if (left == 0) {
      break;
    }
  }
  return mode;
}

hol_status hol_vtu_write_series(const hol_result *result, const char *path, size_t k, hol_text *name, hol_text *text)
{
  hol_places places = {0};
  hol_status status = hol_places_make(result, &places);
  size_t mode = status == HOL_OK && k > 0 ? mode_of(&places, k) : 0;
  if (status == HOL_OK && k == 0) {
    put_collection(text, &places, path);
    hol_text_add(name, "%s", path);
  } else if (status == HOL_OK && mode < result->mode_count) {
    put_mode_alone(text, &places, mode);
    put_name(name, path, &result->mode[mode]);
  }
  hol_places_clear(&places);
  return status == HOL_OK && (text->failed || name->failed) ? HOL_MEMORY : status;
}
