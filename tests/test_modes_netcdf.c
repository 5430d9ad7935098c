/* SPDX-License-Identifier: BSD-3-Clause */
/* Modes and motions as NetCDF: every number that the result has, at the place that the names say, the same bytes each
   time. */
#include "reading.h"
#include "close.h"

#include "holonome/holonome.h"
#include "response/random/random.h"
#include "response/transient/transient.h"

#include <math.h>
#include <netcdf.h>
#include <netcdf_mem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** A file that has been written, and what is written in it. */
typedef struct written {
  reading reading;
  hol_study study;
  hol_text bytes;
  int root, file; /**< file: the group that is looked at, or root */
} written;

static const hol_result *result_of(const written *w)
{
  return hol_study_result(&w->study, "modes");
}

static void write_text(const char *text, written *w)
{
  hol_faults faults = {0};
  *w = (written){.file = -1};
  assert_true(reading_of(text, &w->reading));
  assert_int_equal(hol_study_run(&w->reading.problem, (hol_solve_options){0}, &w->study, &faults), HOL_OK);
  assert_int_equal(hol_write(&w->study, "netcdf", &w->bytes), HOL_OK);
  assert_int_equal(nc_open_mem("modes", NC_NOWRITE, w->bytes.size, w->bytes.data, &w->root), NC_NOERR);
  w->file = w->root;
  hol_faults_clear(&faults);
}

static void forget(written *w)
{
  assert_int_equal(nc_close(w->root), NC_NOERR);
  hol_text_clear(&w->bytes);
  hol_study_clear(&w->study);
  reading_clear(&w->reading);
}

static size_t length_of(const written *w, const char *dimension)
{
  int id;
  size_t length = 0;
  assert_int_equal(nc_inq_dimid(w->file, dimension, &id), NC_NOERR);
  assert_int_equal(nc_inq_dimlen(w->file, id, &length), NC_NOERR);
  return length;
}

/** A variable over these dimensions, as numbers. Owned by the caller. */
static double *numbers(const written *w, const char *name, const char *first, const char *second)
{
  int id, rank, dimension[2];
  char words[2][NC_MAX_NAME + 1] = {"", ""};
  assert_int_equal(nc_inq_varid(w->file, name, &id), NC_NOERR);
  assert_int_equal(nc_inq_varndims(w->file, id, &rank), NC_NOERR);
  assert_int_equal(rank, second ? 2 : 1);
  assert_int_equal(nc_inq_vardimid(w->file, id, dimension), NC_NOERR);
  for (int i = 0; i < rank; i++) {
    assert_int_equal(nc_inq_dimname(w->file, dimension[i], words[i]), NC_NOERR);
    assert_string_equal(words[i], i ? second : first);
  }
  double *value = calloc(length_of(w, first) * (second ? length_of(w, second) : 1) + 1, sizeof *value);
  assert_non_null(value);
  assert_int_equal(nc_get_var_double(w->file, id, value), NC_NOERR);
  return value;
}

/** The words of an axis. To be freed by nc_free_string() and free(). */
static char **words_of(const written *w, const char *name)
{
  int id;
  char **word = calloc(length_of(w, name) + 1, sizeof *word);
  assert_non_null(word);
  assert_int_equal(nc_inq_varid(w->file, name, &id), NC_NOERR);
  assert_int_equal(nc_get_var_string(w->file, id, word), NC_NOERR);
  return word;
}

static void free_words(const written *w, const char *name, char **word)
{
  assert_int_equal(nc_free_string(length_of(w, name), word), NC_NOERR);
  free(word);
}

static bool same(double a, double b)
{
  return isnan(a) ? isnan(b) : !(fabs(a - b) > 0);
}

static void check_numbers(const written *w)
{
  const hol_result *result = result_of(w);
  double *omega = numbers(w, "omega", "mode", NULL), *lower = numbers(w, "lower", "mode", NULL);
  double *multiplicity = numbers(w, "multiplicity", "mode", NULL), *number = numbers(w, "mode", "mode", NULL);
  double *energy = numbers(w, "energy", "mode", "part"), *mass = numbers(w, "modal_mass", "mode", NULL);
  double *free_of = numbers(w, "reaction_free", "mode", NULL);
  char **part = words_of(w, "part");
  size_t parts = w->reading.problem.part_count;
  assert_int_equal(length_of(w, "mode"), result->mode_count);
  for (size_t i = 0; i < result->mode_count; i++) {
    const hol_mode *mode = &result->mode[i];
    assert_true(same(omega[i], mode->omega));
    assert_true(same(lower[i], mode->lower));
    assert_true(same(mass[i], mode->modal_mass));
    assert_true((size_t)multiplicity[i] == mode->multiplicity);
    assert_true((size_t)number[i] == mode->number);
    assert_true((free_of[i] > 0) == mode->reaction_free);
    for (size_t p = 0; p < parts; p++) {
      assert_true(same(energy[i * parts + p], mode->energy[p]));
      assert_string_equal(part[p], w->reading.problem.part[p].name);
    }
  }
  free_words(w, "part", part);
  free(omega);
  free(lower);
  free(multiplicity);
  free(number);
  free(energy);
  free(mass);
  free(free_of);
}

/** Values at a sample are those of its part, at the place that the file gives for it. */
static void check_shapes(const written *w)
{
  static const char *const name[HOL_FREEDOM_COUNT] = {"ux", "uy", "uz", "rx", "ry", "rz"};
  const hol_result *result = result_of(w);
  size_t samples = length_of(w, "sample");
  double *part = numbers(w, "sample_part", "sample", NULL), *s = numbers(w, "s", "sample", NULL);
  double *at = numbers(w, "at", "sample", "coordinate");
  for (size_t f = 0; f < HOL_FREEDOM_COUNT; f++) {
    int id;
    bool is_there = nc_inq_varid(w->file, name[f], &id) == NC_NOERR;
    assert_int_equal(is_there, w->reading.problem.freedoms >> f & 1u);
    double *value = is_there ? numbers(w, name[f], "mode", "sample") : NULL;
    for (size_t i = 0; value && i < result->mode_count; i++) {
      size_t n = 0;
      for (size_t p = 0; p < w->reading.problem.part_count; p++) {
        const hol_shape *shape = &result->mode[i].shape[p];
        for (size_t k = 0; k < shape->points; k++, n++) {
          assert_int_equal((size_t)part[n], p);
          assert_true(same(value[i * samples + n], shape->value[f] ? shape->value[f][k] : nan("")));
          assert_true(shape->at ? same(at[3 * n + 1], shape->at[k][1]) && isnan(s[n])
                                : same(s[n], shape->s ? shape->s[k] : nan("")) && isfinite(at[3 * n]));
        }
      }
      assert_int_equal(n, samples);
    }
    free(value);
  }
  free(part);
  free(s);
  free(at);
}

/** A length along a straight part is the distance of its places. */
static void check_straight(const written *w, size_t part)
{
  size_t samples = length_of(w, "sample"), first = SIZE_MAX;
  double *of = numbers(w, "sample_part", "sample", NULL), *s = numbers(w, "s", "sample", NULL);
  double *at = numbers(w, "at", "sample", "coordinate");
  for (size_t n = 0; n < samples; n++) {
    if ((size_t)of[n] == part) {
      first = first == SIZE_MAX ? n : first;
      const double *a = at + 3 * first, *b = at + 3 * n;
      assert_near(hypot(hypot(b[0] - a[0], b[1] - a[1]), b[2] - a[2]), s[n], 1e-14);
    }
  }
  assert_true(first != SIZE_MAX);
  free(of);
  free(s);
  free(at);
}

/** Words and numbers of a variable over parts, joints or points. */
static void check_list(const written *w, const char *name, const char *axis, const char *const *word,
                       const double *value)
{
  size_t count = length_of(w, axis);
  if (word) {
    int id;
    char *found[8] = {NULL};
    assert_true(count <= 8);
    assert_int_equal(nc_inq_varid(w->file, name, &id), NC_NOERR);
    assert_int_equal(nc_get_var_string(w->file, id, found), NC_NOERR);
    for (size_t i = 0; i < count; i++) {
      assert_string_equal(found[i], word[i]);
    }
    assert_int_equal(nc_free_string(count, found), NC_NOERR);
    return;
  }
  double *found = numbers(w, name, axis, NULL);
  assert_all_close(found, value, count, 0, 0);
  free(found);
}

/** Where joints of the frame are, and what its parts are. */
static void check_geometry_of_the_frame(const written *w)
{
  static const char *const kind[] = {"beam", "beam", "body"}, *const joint_kind[] = {"fix", "weld", "spring", "weld"};
  static const double joint[] = {0, 1, 1, 2, 3, 3}, part[] = {0, 0, 1, 1, 1, 2}, none[] = {0, 0, 0};
  static const double x[] = {0, 1, 1, 1, 1}, y[] = {0, 0, 0, 2, 1};
  check_list(w, "part_kind", "part", kind, NULL);
  check_list(w, "part_rows", "part", NULL, none);
  check_list(w, "part_closed", "part", NULL, none);
  check_list(w, "joint_kind", "joint", joint_kind, NULL);
  check_list(w, "point_joint", "point", NULL, joint);
  check_list(w, "point_part", "point", NULL, part);
  double *at = numbers(w, "point_at", "point", "coordinate");
  for (size_t i = 0; i < sizeof x / sizeof *x; i++) {
    assert_near(at[3 * i], x[i], 1e-15);
    assert_near(at[3 * i + 1], y[i], 1e-15);
    assert_near(at[3 * i + 2], 0, 1e-15);
  }
  free(at);
  check_straight(w, 0);
  check_straight(w, 1);
}

static void check_reactions(const written *w)
{
  const hol_result *result = result_of(w);
  size_t components = length_of(w, "component");
  double *reaction = numbers(w, "reaction", "mode", "component"),
         *of = numbers(w, "component_joint", "component", NULL);
  for (size_t i = 0; i < result->mode_count; i++) {
    size_t n = 0;
    for (size_t j = 0; j < w->reading.problem.joint_count; j++) {
      const hol_reaction here = hol_reaction_of(result, &result->mode[i], j);
      for (size_t k = 0; k < here.count; k++, n++) {
        assert_int_equal((size_t)of[n], j);
        assert_true(same(reaction[i * components + n], here.value[k]));
      }
    }
    assert_int_equal(n, components);
  }
  free(reaction);
  free(of);
}

static const char frame[] = "title: a frame\n"
                            "parameters: {k: 3}\n"
                            "parts:\n"
                            "  beam: {kind: beam, from: [0, 0], to: [1, 0], EA: 90, EI: 1, line_mass: 1}\n"
                            "  post: {kind: beam, from: [1, 0], to: [1, 2], EA: 50, EI: 2, line_mass: 3}\n"
                            "  mass: {kind: body, mass: 2, inertia: 1}\n"
                            "joints:\n"
                            "  - {fix: beam.start}\n"
                            "  - {weld: [beam.end, post.start]}\n"
                            "  - {spring: post.end, direction: [3, 4], stiffness: k}\n"
                            "  - {weld: [post@0.5, mass]}\n"
                            "analysis: {frequencies: 5, compliance: exact, sensitivities: [k]}\n"
                            "output: {points: 1000}\n";

/** Bytes that are taken away. */
static bool take(void *context, const char *bytes, size_t size)
{
  hol_text *all = context;
  hol_text_put(all, bytes, size);
  return !all->failed;
}

/** A text that is drained is made by way of a file, which is gone afterwards: the same numbers. */
static void test_drained_bytes_are_the_same(void **state)
{
  (void)state;
  written w;
  write_text(frame, &w);
  hol_text all = {0}, text = {.drain = take, .context = &all, .beside = "no-such-folder/modes.nc"};
  assert_int_equal(hol_write(&w.study, "netcdf", &text), HOL_OK);
  hol_text_put(&all, text.data, text.size);
  assert_false(text.failed || all.failed);
  assert_int_equal(nc_close(w.file), NC_NOERR);
  assert_int_equal(nc_open_mem("drained", NC_NOWRITE, all.size, all.data, &w.file), NC_NOERR);
  check_numbers(&w);
  check_shapes(&w);
  check_reactions(&w);
  hol_text_clear(&text);
  forget(&w);
  hol_text_clear(&all);
}

static void test_every_number_of_a_frame(void **state)
{
  (void)state;
  written w;
  write_text(frame, &w);
  assert_int_equal(length_of(&w, "mode"), 5);
  assert_int_equal(length_of(&w, "sample"), 2001);
  check_geometry_of_the_frame(&w);
  check_numbers(&w);
  check_shapes(&w);
  check_reactions(&w);
  double *slope = numbers(&w, "sensitivity", "mode", "parameter");
  char **component = words_of(&w, "component"), **joint = words_of(&w, "joint"), title[16] = "";
  for (size_t i = 0; i < 5; i++) {
    assert_true(same(slope[i], result_of(&w)->mode[i].sensitivity[0]));
  }
  assert_string_equal(component[2], "rz");
  assert_string_equal(component[6], "along (0.6, 0.8, 0)");
  assert_string_equal(joint[2], "spring post.end");
  assert_int_equal(nc_get_att_text(w.file, NC_GLOBAL, "title", title), NC_NOERR);
  assert_string_equal(title, "a frame");
  signed char complete = 0;
  assert_int_equal(nc_get_att_schar(w.file, NC_GLOBAL, "complete", &complete), NC_NOERR);
  assert_int_equal(complete, 1);
  free_words(&w, "component", component);
  free_words(&w, "joint", joint);
  free(slope);
  hol_text again = {0};
  assert_int_equal(hol_write(&w.study, "netcdf", &again), HOL_OK);
  assert_int_equal(again.size, w.bytes.size);
  assert_memory_equal(again.data, w.bytes.data, again.size);
  hol_text_clear(&again);
  forget(&w);
}

/** Plates have places of their samples, free bodies rigid-body modes whose energies nobody knows. */
static void test_plates_and_what_is_not_known(void **state)
{
  (void)state;
  written w;
  write_text("materials: {steel: {E: 210 GPa, density: 7850, nu: 0.3}}\n"
             "parts:\n"
             "  plate: {kind: plate, at: [0, 0, 0], sides: [1, 1], thickness: 10 mm, material: steel, edges: [free, "
             "free, free, free],\n"
             "    points: {tip: [0.5, 0.5]}}\n"
             "  mass: {kind: body, mass: 2}\n"
             "joints: [{hinge: [plate.tip, mass]}]\n"
             "freedoms: [uz, rx, ry]\n"
             "analysis: {frequencies: 4, compliance: {modes: 8}}\n",
             &w);
  check_numbers(&w);
  check_shapes(&w);
  check_reactions(&w);
  double *rows = numbers(&w, "part_rows", "part", NULL);
  assert_true(rows[0] == 17);
  assert_true(rows[1] == 0);
  free(rows);
  forget(&w);
}

/** Nothing to say of shapes, of joints, of modes. */
static void test_little_to_tell(void **state)
{
  (void)state;
  written w;
  int id;
  write_text(
      "parts: {a: {kind: beam, length: 1, EI: 1, line_mass: 1}}\nfreedoms: [uy, rz]\nanalysis: {frequencies: 3}\n"
      "output: {shapes: none}\n",
      &w);
  check_numbers(&w);
  assert_true(nc_inq_varid(w.file, "uy", &id) != NC_NOERR);
  assert_true(nc_inq_varid(w.file, "reaction", &id) != NC_NOERR);
  forget(&w);
  write_text(
      "parts: {a: {kind: body, at: [0, 0], mass: 1, inertia: 1}}\njoints: [{fix: a}]\nanalysis: {frequencies: 3}\n",
      &w);
  assert_int_equal(length_of(&w, "mode"), 0);
  forget(&w);
}

/* ---- motions ----------------------------------------------------------------------------------------------------- */

/** A word of each receiver. */
static void check_words(const written *w, const char *name, const char *const *expected, size_t count)
{
  int id;
  char *word[8] = {NULL};
  assert_true(count <= 8);
  assert_true(length_of(w, "receiver") == count);
  assert_int_equal(nc_inq_varid(w->file, name, &id), NC_NOERR);
  assert_int_equal(nc_get_var_string(w->file, id, word), NC_NOERR);
  for (size_t i = 0; i < count; i++) {
    assert_string_equal(word[i], expected[i]);
  }
  assert_int_equal(nc_free_string(count, word), NC_NOERR);
}

static const char shaken[] = "freedoms: [ux]\n"
                             "parts:\n"
                             "  a: {kind: body, at: [0, 0], mass: 2}\n"
                             "  b: {kind: bar, from: [0, 0], to: [1, 0], EA: 5, line_mass: 1}\n"
                             "joints:\n"
                             "  - {weld: [b.end, a]}\n"
                             "  - {fix: b.start}\n"
                             "analysis:\n"
                             "  %s:\n"
                             "    load: {base: ground, direction: x, %s}\n"
                             "    damping_ratio: 0.05\n"
                             "    at:\n"
                             "      - {point: a, direction: x}\n"
                             "      - {point: b@0.5, direction: [-1, 0], quantity: velocity}\n"
                             "      - {point: a, direction: x, quantity: absolute_acceleration}\n"
                             "%s";
static const char *const at[] = {"a", "b@0.5", "a"}, *const component[] = {"ux", "along (-1, 0)", "ux"},
                         *const quantity[] = {"displacement", "velocity", "absolute_acceleration"};

/** Look into the group of an analysis, whose `complete` is its own. */
static void enter(written *w, const char *analysis)
{
  signed char complete = 0;
  assert_int_equal(nc_inq_grp_ncid(w->root, analysis, &w->file), NC_NOERR);
  assert_int_equal(nc_get_att_schar(w->file, NC_GLOBAL, "complete", &complete), NC_NOERR);
  assert_int_equal(complete, 1);
}

static void check_motions_in_time(written *w)
{
  const hol_transient *t = hol_study_result(&w->study, "transient");
  enter(w, "transient");
  double *time = numbers(w, "time", "time", NULL), *value = numbers(w, "value", "receiver", "time"),
         *radius = numbers(w, "radius", "receiver", "time");
  assert_int_equal(length_of(w, "time"), 17);
  check_words(w, "at", at, 3);
  check_words(w, "component", component, 3);
  check_words(w, "quantity", quantity, 3);
  for (size_t i = 0; i < 17; i++) {
    assert_near(time[i], 0.25 * (double)i, 0);
    for (size_t r = 0; r < 3; r++) {
      assert_near(value[r * 17 + i], t->motion[r].value[i], 0);
      assert_near(radius[r * 17 + i], t->motion[r].radius[i], 0);
    }
  }
  free(time);
  free(value);
  free(radius);
}

static void test_motions_in_time(void **state)
{
  (void)state;
  written w;
  char text[2048];
  (void)snprintf(text, sizeof text, shaken, "transient", "acceleration: {half_sine: [3, 1 s]}",
                 "    to: 4\n    step: 0.25\n");
  write_text(text, &w);
  check_motions_in_time(&w);
  forget(&w);
}

static void check_random_motions(written *w)
{
  enter(w, "random");
  const hol_random *n = hol_study_result(&w->study, "random");
  size_t count = length_of(w, "omega");
  double *omega = numbers(w, "omega", "omega", NULL), *density = numbers(w, "density", "receiver", "omega"),
         *rms = numbers(w, "rms", "receiver", NULL), *radius = numbers(w, "radius", "receiver", NULL);
  assert_int_equal(count, n->omegas);
  check_words(w, "at", at, 3);
  check_words(w, "component", component, 3);
  check_words(w, "quantity", quantity, 3);
  for (size_t r = 0; r < 3; r++) {
    assert_near(rms[r], n->motion[r].rms, 0);
    assert_near(radius[r], n->motion[r].radius, 0);
    for (size_t i = 0; i < count; i++) {
      assert_near(omega[i], n->omega[i], 0);
      assert_near(density[r * count + i], n->motion[r].density[i], 0);
    }
  }
  free(omega);
  free(density);
  free(rms);
  free(radius);
}

static void write_density(void)
{
  FILE *file = fopen("netcdf-psd.csv", "w");
  assert_non_null(file);
  assert_true(fputs("0.1, 0.2\n3, 1\n", file) >= 0);
  assert_int_equal(fclose(file), 0);
}

static void test_random_motions(void **state)
{
  (void)state;
  written w;
  char text[2048];
  write_density();
  (void)snprintf(text, sizeof text, shaken, "random", "density: {file: netcdf-psd.csv}", "");
  write_text(text, &w);
  check_random_motions(&w);
  forget(&w);
  assert_int_equal(remove("netcdf-psd.csv"), 0);
}

/** Modes beside the problem, motions in groups: names that both have are not mixed up. */
static void test_several_analyses(void **state)
{
  (void)state;
  written w;
  char text[4096], other[2048];
  write_density();
  (void)snprintf(text, sizeof text, shaken, "random", "density: {file: netcdf-psd.csv}", "  frequencies: {count: 2}\n");
  (void)snprintf(other, sizeof other, shaken, "transient", "acceleration: {half_sine: [3, 1 s]}",
                 "    to: 4\n    step: 0.25\n");
  (void)strcat(text, strstr(other, "  transient:"));
  write_text(text, &w);
  double *found = numbers(&w, "omega", "mode", NULL);
  assert_int_equal(length_of(&w, "mode"), 2);
  assert_near(found[1], result_of(&w)->mode[1].omega, 0);
  free(found);
  check_motions_in_time(&w);
  check_random_motions(&w);
  forget(&w);
  assert_int_equal(remove("netcdf-psd.csv"), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_number_of_a_frame),
      cmocka_unit_test(test_drained_bytes_are_the_same),
      cmocka_unit_test(test_plates_and_what_is_not_known),
      cmocka_unit_test(test_little_to_tell),
      cmocka_unit_test(test_motions_in_time),
      cmocka_unit_test(test_random_motions),
      cmocka_unit_test(test_several_analyses),
  };
#ifdef HOLONOME_SANITIZED /* dlopen() of the sanitizer does not know the program's run path */
  (void)tests;
  return 0;
#else
  return cmocka_run_group_tests(tests, NULL, NULL);
#endif
}
