# SPDX-License-Identifier: BSD-3-Clause
# awk -f compare.awk EXPECTED FOUND: are these lines the same? A line `...` stands for any number of lines; numbers
# below 1e-9, which are rounding, may differ by a factor of ten. Else the first difference is told, exit 1.
function is_same_word(a, b) {
  if (a == b) {
    return 1
  }
  if (a !~ /^[0-9.]+e-[1-9][0-9]$/ || b !~ /^[0-9.]+e-[1-9][0-9]$/ || a > 1e-9 || b > 1e-9) {
    return 0
  }
  return a + 0 <= 10 * b && b + 0 <= 10 * a
}
function is_same(a, b,    n, i, x, y) {
  n = split(a, x, / +/)
  if (split(b, y, / +/) != n) {
    return 0
  }
  for (i = 1; i <= n; i++) {
    if (!is_same_word(x[i], y[i])) {
      return 0
    }
  }
  return 1
}
{ sub(/[ \t]+$/, "") }
FNR == 1 { file++ }
file == 1 && FILENAME == ARGV[1] { expected[++n] = $0; next }
{ found[++m] = $0 }
END {
  j = 1
  for (i = 1; i <= n; i++) {
    if (expected[i] == "...") {
      skipping = 1
      continue
    }
    while (skipping && j <= m && !is_same(expected[i], found[j])) {
      j++
    }
    skipping = 0
    if (j > m || !is_same(expected[i], found[j])) {
      printf "  stands:  %s\n  is:      %s\n", expected[i], (j > m ? "(no more)" : found[j])
      exit 1
    }
    j++
  }
  if (j <= m && !skipping) {
    printf "  stands:  (no more)\n  is:      %s\n", found[j]
    exit 1
  }
}
