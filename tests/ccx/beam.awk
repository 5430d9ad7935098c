# SPDX-License-Identifier: BSD-3-Clause
# A straight beam of square-sectioned bricks (C3D20R, 2 x 2 across) as a CalculiX mesh.
#   awk -v set=LONG -v first=10000 -v n=30 -v axis=x -v x0=80 -v y0=20 -v z0=5 -v l=300 -v b=12 -v h=10 -f beam.awk
# b along y; h along z for axis=x, along x for axis=z. Sets: <set>START, <set>END.
function node(i, j, k,    key, s, t) {
  key = i "," j "," k
  if (!(key in number)) {
    number[key] = first + ++count
    s = l * i / (2 * n)
    t = h * (k / 4 - 0.5)
    printf "%d, %.10g, %.10g, %.10g\n", number[key], x0 + (axis == "x" ? s : t), y0 + b * (j / 4 - 0.5), z0 + (axis == "x" ? t : s)
    face[i] = face[i] (size[i]++ ? (size[i] % 12 == 1 ? ",\n" : ", ") : "") number[key]
  }
  return number[key]
}
BEGIN {
  split("0 0 0 2 0 0 2 2 0 0 2 0 0 0 2 2 0 2 2 2 2 0 2 2 1 0 0 2 1 0 1 2 0 0 1 0 1 0 2 2 1 2 1 2 2 0 1 2 0 0 1 2 0 1 2 2 1 0 2 1", o, " ")
  print "*NODE"
  for (a = 0; a < n; a++) for (c = 0; c < 2; c++) for (d = 0; d < 2; d++) {
    e++
    for (q = 0; q < 20; q++) {
      p = axis == "x" ? o[3 * q + 1] : o[3 * q + 3]
      r = axis == "x" ? o[3 * q + 3] : o[3 * q + 1]
      line[e] = line[e] (q ? ", " : "") (q == 12 ? "\n" : "") node(2 * a + p, 2 * c + o[3 * q + 2], 2 * d + r)
    }
  }
  print "*ELEMENT, TYPE=C3D20R, ELSET=" set
  for (i = 1; i <= e; i++) print first + i ", " line[i]
  print "*NSET, NSET=" set "START\n" face[0]
  print "*NSET, NSET=" set "END\n" face[2 * n]
  print "*SOLID SECTION, ELSET=" set ", MATERIAL=STEEL"
}
