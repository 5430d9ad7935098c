#include "output/vtu.h"
#include "model/geometry.h"
#include "output/places.h"

#include <math.h>
#include <stdio.h>

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
  hol_text_add(text, components ? " NumberOfComponents=\"%zu\" format=\"ascii\">\n" : " format=\"ascii\">\n", components);
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

static void put_mode(hol_text *text, const hol_places *places, size_t mode)
{
  char name[64];
  double scale = scale_of(places, mode);
  name_mode(&places->result->mode[mode], name, sizeof name);
  begin(text, "Float64", name, 3);
  for (size_t i = 0; i < places->count; i++) {
    double v[HOL_FREEDOM_COUNT];
    hol_places_moved(places, mode, i, v);
    for (size_t c = 0; c < 3; c++) {
      put_number(text, scale * v[c]);
    }
    hol_text_put(text, "\n", 1);
  }
  end(text);
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

static void write(hol_text *text, const hol_places *places)
{
  const hol_geometry *g = places->result->geometry;
  size_t cells = 0;
  for (size_t i = 0; i < g->parts; i++) {
    cells += cells_of(&g->part[i]);
  }
  hol_text_add(text, "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" "
                     "version=\"0.1\">\n<UnstructuredGrid>\n<FieldData>\n");
  put_list(text, places, "frequency_Hz", false);
  put_list(text, places, "mode_shape_scale", true);
  hol_text_add(text, "</FieldData>\n<Piece NumberOfPoints=\"%zu\" NumberOfCells=\"%zu\">\n", places->count, cells);
  put_grid(text, places);
  hol_text_add(text, "<PointData>\n");
  for (size_t k = 0; k < places->result->mode_count; k++) {
    if (hol_places_has(places, k)) {
      put_mode(text, places, k);
    }
  }
  hol_text_add(text, "</PointData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n");
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
