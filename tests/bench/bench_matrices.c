/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes the matrices of an elastic block of eight-node bricks as Matrix Market files, with a map and the nodes, so
 * that the import of large parts can be measured:
 *
 *     bench_matrices FOLDER NX NY NZ    (elements; the block is 1 m long, elements are cubes)
 *
 * block-k.mtx, block-m.mtx, block.dof, block.txt and a problem block.yaml with four beams at its corners. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 8, ROWS = 24 };

typedef struct block {
  size_t n[3]; /**< elements */
  double h;    /**< side of an element, m */
  double k[ROWS][ROWS], m[ROWS][ROWS];
} block;

static const double place[NODES][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                       {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};

/** Isotropic cube by 2 x 2 x 2 points of Gauss. */
static void element(block *b)
{
  double E = 210e9, nu = 0.3, density = 7850, g = 1 / sqrt(3.0);
  double lame = E * nu / ((1 + nu) * (1 - 2 * nu)), shear = E / (2 * (1 + nu)), volume = b->h * b->h * b->h / 8;
  for (int p = 0; p < NODES; p++) {
    double N[NODES], d[NODES][3];
    for (int a = 0; a < NODES; a++) {
      double f[3];
      for (int k = 0; k < 3; k++) {
        f[k] = 1 + place[a][k] * place[p][k] * g;
      }
      N[a] = f[0] * f[1] * f[2] / 8;
      for (int k = 0; k < 3; k++) {
        d[a][k] = place[a][k] * f[(k + 1) % 3] * f[(k + 2) % 3] / 8 * 2 / b->h;
      }
    }
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < ROWS; j++) {
        int a = i / 3, c = j / 3, r = i % 3, s = j % 3;
        double dot = d[a][0] * d[c][0] + d[a][1] * d[c][1] + d[a][2] * d[c][2];
        b->k[i][j] += volume * (lame * d[a][r] * d[c][s] + shear * (d[a][s] * d[c][r] + (r == s ? dot : 0)));
        b->m[i][j] += r == s ? volume * density * N[a] * N[c] : 0;
      }
    }
  }
}

static size_t node_of(const block *b, size_t x, size_t y, size_t z)
{
  return x + (b->n[0] + 1) * (y + (b->n[1] + 1) * z);
}

/** Sum over the elements that two nodes share. */
static void couple(const block *b, const size_t at[3], const int step[3], double k[3][3], double m[3][3])
{
  memset(k, 0, 9 * sizeof(double));
  memset(m, 0, 9 * sizeof(double));
  for (int e = 0; e < NODES; e++) { /* elements around the node: its lower corner is at - (0 or 1) */
    size_t corner[3];
    int a = -1, c = -1, inside = 1;
    double mine[3], other[3];
    for (int d = 0; d < 3; d++) {
      size_t low = (size_t)(e >> d & 1);
      inside = inside && at[d] >= low && at[d] - low < b->n[d];
      corner[d] = at[d] - low;
      mine[d] = low ? 1 : -1;
      int local = (int)low + step[d];
      inside = inside && local >= 0 && local <= 1;
      other[d] = local ? 1 : -1;
    }
    for (int q = 0; q < NODES && inside; q++) {
      a = memcmp(place[q], mine, sizeof mine) == 0 ? q : a;
      c = memcmp(place[q], other, sizeof other) == 0 ? q : c;
    }
    for (int r = 0; r < 9 && inside; r++) {
      k[r / 3][r % 3] += b->k[3 * a + r / 3][3 * c + r % 3];
      m[r / 3][r % 3] += b->m[3 * a + r / 3][3 * c + r % 3];
    }
    (void)corner;
  }
}

/** Do something with every entry of the lower triangle; fk NULL: count. */
static size_t walk(const block *b, FILE *fk, FILE *fm, size_t *masses)
{
  size_t count = 0, at[3];
  *masses = 0;
  for (at[2] = 0; at[2] <= b->n[2]; at[2]++) {
    for (at[1] = 0; at[1] <= b->n[1]; at[1]++) {
      for (at[0] = 0; at[0] <= b->n[0]; at[0]++) {
        size_t own = node_of(b, at[0], at[1], at[2]);
        for (int s = 0; s < 27; s++) {
          int step[3] = {s % 3 - 1, s / 3 % 3 - 1, s / 9 - 1}, inside = 1;
          for (int d = 0; d < 3; d++) {
            inside = inside && !(step[d] < 0 && at[d] == 0) && !(step[d] > 0 && at[d] == b->n[d]);
          }
          if (!inside) {
            continue;
          }
          size_t node = node_of(b, at[0] + (size_t)(step[0] + 1) - 1, at[1] + (size_t)(step[1] + 1) - 1,
                                at[2] + (size_t)(step[2] + 1) - 1);
          double k[3][3], m[3][3];
          if (node < own) {
            continue;
          }
          couple(b, at, step, k, m);
          for (size_t r = 0; r < 9; r++) {
            size_t column = 3 * own + r / 3, row = 3 * node + r % 3;
            if (row < column || (k[r / 3][r % 3] == 0 && m[r / 3][r % 3] == 0)) {
              continue;
            }
            count++;
            *masses += r / 3 == r % 3;
            if (fk) {
              fprintf(fk, "%zu %zu %.16e\n", row + 1, column + 1, k[r / 3][r % 3]);
            }
            if (fm && r / 3 == r % 3) {
              fprintf(fm, "%zu %zu %.16e\n", row + 1, column + 1, m[r / 3][r % 3]);
            }
          }
        }
      }
    }
  }
  return count;
}

static FILE *create(const char *folder, const char *name)
{
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  if (!file) {
    perror(path);
    exit(EXIT_FAILURE);
  }
  return file;
}

static void write_nodes(const block *b, FILE *map, FILE *nodes)
{
  for (size_t z = 0; z <= b->n[2]; z++) {
    for (size_t y = 0; y <= b->n[1]; y++) {
      for (size_t x = 0; x <= b->n[0]; x++) {
        size_t node = node_of(b, x, y, z) + 1;
        fprintf(nodes, "%zu %.16g %.16g %.16g\n", node, (double)x * b->h, (double)y * b->h, (double)z * b->h);
        fprintf(map, "%zu.1\n%zu.2\n%zu.3\n", node, node, node);
      }
    }
  }
}

/** Beams hang at the four corners of the top, each on the three nodes next to its corner and the corner itself. */
static void write_problem(const block *b, FILE *file)
{
  fprintf(file, "sections: {bar: {shape: square, side: 20 mm}}\n"
                "materials: {steel: {E: 210 GPa, density: 7850 kg/m^3, nu: 0.3}}\n"
                "parts:\n"
                "  block:\n"
                "    kind: matrices\n"
                "    at: [0, 0, 0]\n"
                "    stiffness: block-k.mtx\n"
                "    mass: block-m.mtx\n"
                "    map: block.dof\n"
                "    nodes: block.txt\n"
                "    ports:\n");
  for (size_t c = 0; c < 4; c++) {
    size_t x = c % 2 ? b->n[0] - 1 : 0, y = c / 2 ? b->n[1] - 1 : 0;
    fprintf(file, "      p%zu: {nodes: [%zu, %zu, %zu, %zu]}\n", c, node_of(b, x, y, b->n[2]) + 1,
            node_of(b, x + 1, y, b->n[2]) + 1, node_of(b, x, y + 1, b->n[2]) + 1,
            node_of(b, x + 1, y + 1, b->n[2]) + 1);
  }
  for (size_t c = 0; c < 4; c++) {
    double x = ((double)(c % 2 ? b->n[0] - 1 : 0) + 0.5) * b->h, y = ((double)(c / 2 ? b->n[1] - 1 : 0) + 0.5) * b->h;
    fprintf(
        file,
        "  b%zu: {kind: beam, from: [%.16g, %.16g, %.16g], to: [%.16g, %.16g, %.16g], material: steel, section: bar}\n",
        c, x, y, (double)b->n[2] * b->h, x, y, (double)b->n[2] * b->h + 0.4);
  }
  fprintf(file, "joints:\n");
  for (size_t c = 0; c < 4; c++) {
    fprintf(file, "  - {weld: [block.p%zu, b%zu.start]}\n  - {fix: b%zu.end}\n", c, c, c);
  }
  fprintf(file, "analysis: {frequencies: {count: 12}}\n");
}

int main(int argc, char **argv)
{
  if (argc != 5) {
    fprintf(stderr, "usage: %s FOLDER NX NY NZ\n", argv[0]);
    return EXIT_FAILURE;
  }
  block *b = calloc(1, sizeof *b);
  if (!b) {
    return EXIT_FAILURE;
  }
  for (int d = 0; d < 3; d++) {
    b->n[d] = (size_t)strtoul(argv[2 + d], NULL, 10);
  }
  b->h = 1.0 / (double)b->n[0];
  element(b);
  size_t rows = 3 * (b->n[0] + 1) * (b->n[1] + 1) * (b->n[2] + 1), masses, entries = walk(b, NULL, NULL, &masses);
  FILE *k = create(argv[1], "block-k.mtx"), *m = create(argv[1], "block-m.mtx"), *map = create(argv[1], "block.dof"),
       *nodes = create(argv[1], "block.txt"), *problem = create(argv[1], "block.yaml");
  fprintf(k, "%%%%MatrixMarket matrix coordinate real symmetric\n%zu %zu %zu\n", rows, rows, entries);
  fprintf(m, "%%%%MatrixMarket matrix coordinate real symmetric\n%zu %zu %zu\n", rows, rows, masses);
  (void)walk(b, k, m, &masses);
  write_nodes(b, map, nodes);
  write_problem(b, problem);
  int failed = fclose(k) | fclose(m) | fclose(map) | fclose(nodes) | fclose(problem);
  printf("%zu unknowns, %zu entries of the stiffness\n", rows, entries);
  free(b);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
