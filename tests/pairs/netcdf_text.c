/* SPDX-License-Identifier: BSD-3-Clause */
/* netcdf_text FILE: all that is in a NetCDF-4 file, a line for each attribute and variable, in groups by their
   paths. */
#include <netcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 256 };

static void want(int error)
{
  if (error != NC_NOERR) {
    fprintf(stderr, "%s\n", nc_strerror(error));
    exit(1);
  }
}

static void put_attributes(int group, int variable, const char *path, const char *name)
{
  int count = 0;
  want(variable == NC_GLOBAL ? nc_inq_natts(group, &count) : nc_inq_varnatts(group, variable, &count));
  for (int i = 0; i < count; i++) {
    char attribute[NC_MAX_NAME + 1];
    nc_type type;
    size_t size;
    want(nc_inq_attname(group, variable, i, attribute));
    want(nc_inq_att(group, variable, attribute, &type, &size));
    printf("%s%s:%s =", path, name, attribute);
    if (type == NC_CHAR) {
      char *text = calloc(size + 1, 1);
      want(text ? nc_get_att_text(group, variable, attribute, text) : NC_ENOMEM);
      printf(" %s\n", text);
      free(text);
      continue;
    }
    double *value = calloc(size + 1, sizeof *value);
    want(value ? nc_get_att_double(group, variable, attribute, value) : NC_ENOMEM);
    for (size_t k = 0; k < size; k++) {
      printf(" %.17g", value[k]);
    }
    printf("\n");
    free(value);
  }
}

static void put_texts(int group, int variable, size_t cells)
{
  char **text = calloc(cells + 1, sizeof *text);
  want(text ? nc_get_var_string(group, variable, text) : NC_ENOMEM);
  for (size_t k = 0; k < cells; k++) {
    printf(" \"%s\"", text[k]);
  }
  want(nc_free_string(cells, text));
  free((void *)text);
}

static void put_numbers(int group, int variable, size_t cells)
{
  double *value = calloc(cells + 1, sizeof *value);
  want(value ? nc_get_var_double(group, variable, value) : NC_ENOMEM);
  for (size_t k = 0; k < cells; k++) {
    printf(" %.17g", value[k]);
  }
  free(value);
}

static void put_variable(int group, int variable, const char *path)
{
  char name[NC_MAX_NAME + 1], axis[NC_MAX_NAME + 1];
  nc_type type;
  int rank, dimension[NC_MAX_VAR_DIMS];
  size_t cells = 1;
  want(nc_inq_var(group, variable, name, &type, &rank, dimension, NULL));
  printf("%s%s(", path, name);
  for (int i = 0; i < rank; i++) {
    size_t length;
    want(nc_inq_dim(group, dimension[i], axis, &length));
    printf("%s%s = %zu", i ? ", " : "", axis, length);
    cells *= length;
  }
  printf(") =");
  if (type == NC_STRING) {
    put_texts(group, variable, cells);
  } else {
    put_numbers(group, variable, cells);
  }
  printf("\n");
  put_attributes(group, variable, path, name);
}

static void put_group(int group, const char *path)
{
  int count = 0, id[MOST];
  put_attributes(group, NC_GLOBAL, path, "");
  want(nc_inq_varids(group, &count, NULL));
  want(count <= MOST ? nc_inq_varids(group, &count, id) : NC_EMAXVARS);
  for (int i = 0; i < count; i++) {
    put_variable(group, id[i], path);
  }
  want(nc_inq_grps(group, &count, NULL));
  want(count <= MOST ? nc_inq_grps(group, &count, id) : NC_EMAXVARS);
  for (int i = 0; i < count; i++) {
    char inner[2 * (NC_MAX_NAME + 2)], name[NC_MAX_NAME + 1];
    want(nc_inq_grpname(id[i], name));
    (void)snprintf(inner, sizeof inner, "%.*s%s/", NC_MAX_NAME, path, name);
    put_group(id[i], inner);
  }
}

int main(int count, char **words)
{
  int file;
  if (count != 2) {
    return 2;
  }
  want(nc_open(words[1], NC_NOWRITE, &file));
  put_group(file, "/");
  want(nc_close(file));
  return 0;
}
