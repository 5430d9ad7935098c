/* SPDX-License-Identifier: BSD-3-Clause */
/* The one thing in this shared object: SVG as PDF and PNG, by librsvg. */
#include "report/plugin/rsvg.h"

#include <cairo-pdf.h>
#include <librsvg/rsvg.h>

enum { DOTS = 600, SIDE_MAX = 30000 };

/** Where the bytes go. */
typedef struct receiver {
  bool (*put)(void *to, const void *bytes, size_t size);
  void *to;
} receiver;

static cairo_status_t append_bytes(void *to, const unsigned char *bytes, unsigned size)
{
  const receiver *r = to;
  return r->put(r->to, bytes, size) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

/** @param[in] wide, high  in units of the surface */
static bool draw(RsvgHandle *handle, cairo_surface_t *surface, double wide, double high)
{
  const RsvgRectangle page = {0, 0, wide, high};
  cairo_t *cairo = cairo_create(surface);
  bool is_drawn =
      rsvg_handle_render_document(handle, cairo, &page, NULL) && cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
  cairo_destroy(cairo);
  return is_drawn;
}

static bool make_pdf(RsvgHandle *handle, double wide, double high, receiver *to)
{
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(append_bytes, to, wide, high);
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE,
                                 "2000-01-01T00:00:00Z"); /* no file differs from another by it */
  bool is_made = draw(handle, surface, wide, high);
  cairo_surface_finish(surface);
  is_made = is_made && cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS;
  cairo_surface_destroy(surface);
  return is_made;
}

static bool make_png(RsvgHandle *handle, double wide, double high, receiver *to)
{
  double scale = DOTS / 72.0, most = wide > high ? wide : high;
  scale = scale * most > SIDE_MAX ? SIDE_MAX / most : scale;
  int columns = (int)(scale * wide + 0.5), rows = (int)(scale * high + 0.5);
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, columns, rows);
  bool is_made = draw(handle, surface, columns, rows) &&
                 cairo_surface_write_to_png_stream(surface, append_bytes, to) == CAIRO_STATUS_SUCCESS;
  cairo_surface_destroy(surface);
  return is_made;
}

static bool convert(const char *svg, size_t size, bool is_pdf, bool (*put)(void *to, const void *bytes, size_t size),
                    void *to)
{
  receiver r = {put, to};
  gdouble x, y;
  RsvgHandle *handle = rsvg_handle_new_from_data((const guint8 *)svg, size, NULL);
  if (!handle) {
    return false;
  }
  rsvg_handle_set_dpi(handle, 72); /* sizes come in points */
  bool has_size = rsvg_handle_get_intrinsic_size_in_pixels(handle, &x, &y) && x > 0 && y > 0;
  bool is_made = has_size && (is_pdf ? make_pdf : make_png)(handle, x, y, &r);
  g_object_unref(handle);
  return is_made;
}

const hol_rsvg_plugin hol_rsvg = {convert};
